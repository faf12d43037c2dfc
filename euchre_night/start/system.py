"""Debian's package manager, for the few things that pip cannot bring."""

import os
import shutil
import subprocess


def can_install() -> bool:
    """Whether system packages may be installed without asking: Debian's tools are here, and we are root."""
    return shutil.which("apt-get") is not None and hasattr(os, "geteuid") and os.geteuid() == 0


def install(*packages: str) -> bool:
    """Install Debian packages; True when all of them are there afterwards."""
    print(f"Installing {' '.join(packages)} …", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    # A fresh machine knows no packages at all, and an old list names versions that are gone.
    subprocess.run(["apt-get", "update", "-qq"], env=environment, check=False)
    done = subprocess.run(
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages],
        env=environment,
        stdout=subprocess.DEVNULL,
        check=False,
    )
    return done.returncode == 0
