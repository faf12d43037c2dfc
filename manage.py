#!/usr/bin/env python3
"""Django's command line. `python3 night.py` is the way to set everything up first."""

import os
import sys


def main() -> None:
    """Run the command named on the command line; a wrong setting is told in one sentence."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "euchre_night.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django is not installed for this Python. Run: python3 night.py")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Euchre Night cannot start: {error}")


if __name__ == "__main__":
    main()
