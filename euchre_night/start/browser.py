"""The Chromium that the browser tests drive."""

import os
import shutil
import subprocess
from pathlib import Path

from euchre_night.start import SetUpError, system

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The headless shell first: the same pages without the browser's own windows, at a quarter of the work."""


def find() -> str | None:
    """The path of an installed Chromium: `CHROMIUM` from the environment, else the first known name on PATH.

    Raises `SetUpError` when `CHROMIUM` names no file: a wrong wish is not silently replaced.
    """
    wish = os.environ.get("CHROMIUM")
    if wish:
        if not Path(wish).is_file():
            raise SetUpError(f"CHROMIUM is {wish!r}, and there is no such file.")
        return wish
    return next(filter(None, map(shutil.which, NAMES)), None)


def ensure(python: Path) -> None:
    """Bring a Chromium when there is none: from Debian as root, else the build that Playwright fetches.

    `python` is the interpreter of an environment with Playwright. Raises `SetUpError`: without a browser the
    tests fail, they are never skipped.
    """
    if find():
        return
    if system.can_install() and system.install("chromium-headless-shell") and find():
        return
    fetched = subprocess.run([str(python), "-m", "playwright", "install", "chromium"], check=False)
    if fetched.returncode != 0:
        raise SetUpError(
            "The browser tests need Chromium. Install it (Debian: sudo apt install chromium-headless-shell), "
            "or set CHROMIUM to the path of one."
        )
