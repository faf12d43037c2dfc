"""The `.venv` beside `night.py`, filled from a hash-locked list, and left alone while that list is the same."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from euchre_night.start import ROOT, SetUpError, system

VENV = ROOT / ".venv"


def python(venv: Path = VENV) -> Path:
    """The interpreter inside the environment, whether it is there yet or not."""
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def ensure(name: str, root: Path = ROOT) -> Path:
    """The interpreter of an environment that holds what `requirements/<name>.txt` locks.

    `name` is `app` or `test` (which includes app). Nothing is run and no network used when the stamp of the
    last set-up matches the lock: the hall may have no internet. Raises `SetUpError`.
    """
    venv = root / ".venv"
    if is_current(name, root):
        return python(venv)
    if not python(venv).exists():
        print("Setting up Euchre Night: once, it takes less than a minute.", flush=True)
        make(venv)
    print(f"Installing what requirements/{name}.txt lists …", flush=True)
    fill(venv, root / "requirements" / f"{name}.txt")
    for satisfied in ("test", "app") if name == "test" else ("app",):
        stamp(satisfied, root).write_text(digest(satisfied, root))
    return python(venv)


def is_current(name: str, root: Path = ROOT) -> bool:
    """Whether the environment was filled from exactly this lock."""
    mark = stamp(name, root)
    return python(root / ".venv").exists() and mark.is_file() and mark.read_text() == digest(name, root)


def stamp(name: str, root: Path = ROOT) -> Path:
    """The file that remembers which lock the environment was filled from."""
    return root / ".venv" / f"{name}.sha256"


def digest(name: str, root: Path = ROOT) -> str:
    """What identifies the lock: its SHA-256."""
    return hashlib.sha256((root / "requirements" / f"{name}.txt").read_bytes()).hexdigest()


def make(venv: Path) -> None:
    """Create the environment with pip in it. Debian keeps what that needs in a package of its own."""
    package = f"python3.{sys.version_info[1]}-venv"
    trouble = _create(venv)
    if trouble and system.can_install() and system.install(package):
        trouble = _create(venv)
    if trouble:
        raise SetUpError(
            f"{trouble}\nPython could not make a virtual environment (see above). On Debian or Ubuntu: "
            f"sudo apt install {package}; elsewhere: install Python from python.org."
        )


def _create(venv: Path) -> str:
    """What went wrong; empty when nothing did."""
    command = [sys.executable, "-m", "venv", "--clear", str(venv)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode == 0:
        return ""
    shutil.rmtree(venv, ignore_errors=True)  # half an environment looks like a whole one next time
    return f"{done.stdout}{done.stderr}".strip() or f"venv ended with code {done.returncode}."


def fill(venv: Path, lock: Path) -> None:
    """Install exactly what the lock lists; a file with another hash is refused."""
    pip = [str(python(venv)), "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
    done = subprocess.run(
        [*pip, "--quiet", "--require-hashes", "-r", str(lock)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != 0:
        raise SetUpError(
            f"{done.stdout}{done.stderr}\nWhat {lock.name} lists could not be installed (see above). "
            "This step needs the internet; once it is done, Euchre Night starts without."
        )
