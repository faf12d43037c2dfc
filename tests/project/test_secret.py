"""The kept key: one for all processes, for its owner's eyes."""

import os
import stat
import threading

from euchre_night.secret import kept_secret_key


def test_many_first_starts_at_once_agree_on_one_key(tmp_path):
    keys = []
    gate = threading.Barrier(8)

    def start():
        gate.wait()
        keys.append(kept_secret_key(tmp_path))

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(keys) == 8
    assert set(keys) == {(tmp_path / "secret-key").read_text()}


def test_only_the_owner_reads_it_and_no_draft_is_left(tmp_path):
    kept_secret_key(tmp_path / "new" / "folder")
    (file,) = (tmp_path / "new" / "folder").iterdir()
    assert file.name == "secret-key"
    if os.name != "nt":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
