"""The key that signs sessions and links: made once per data folder, readable by its owner alone."""

import os
from contextlib import suppress
from pathlib import Path

from django.core.management.utils import get_random_secret_key


def kept_secret_key(folder: Path) -> str:
    """The key stored in `folder`, made on the first call.

    Several processes may start at once: exactly one of them writes, all read what it wrote.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "secret-key"
    if not file.exists():
        # Write aside and link into place: nobody ever reads half a key, and the first one stays.
        draft = folder / f"secret-key.{os.getpid()}"
        draft.touch(mode=0o600)
        draft.write_text(get_random_secret_key() + get_random_secret_key())
        with suppress(FileExistsError):
            os.link(draft, file)
        draft.unlink()
    return file.read_text().strip()
