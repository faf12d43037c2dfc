"""The key that signs sessions and links: made once per data folder, readable by its owner alone."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

from django.core.management.utils import get_random_secret_key


def kept_secret_key(folder: Path) -> str:
    """The key stored in `folder`, made on the first call.

    Several processes may start at once: exactly one of them writes, all read what it wrote.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "secret-key"
    if not file.exists():
        # Write aside and link into place: nobody ever reads half a key, and the first one stays.
        # `mkstemp` gives every thread its own file, with mode 600.
        handle, draft = mkstemp(prefix="secret-key.", dir=folder)
        with open(handle, "w") as new:
            new.write(get_random_secret_key() + get_random_secret_key())
        with suppress(FileExistsError):
            os.link(draft, file)
        os.unlink(draft)
    return file.read_text().strip()
