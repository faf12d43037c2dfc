#!/usr/bin/env python3
"""Euchre Night in one command: `python3 night.py` opens it, `python3 night.py test` runs every test.

Needs nothing but Python 3.11 or newer; everything else is set up beside this file, in `.venv`.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 -- an older Python can read this file, and is told so here
    sys.exit(
        f"Euchre Night needs Python 3.11 or newer; this is {sys.version_info[0]}.{sys.version_info[1]}. "
        "Install a newer one from python.org or your package manager, and run it with that."
    )

from euchre_night.start.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
