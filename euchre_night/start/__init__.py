"""What `night.py` does before Django is there: set up, start, test. Standard library only."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The folder that holds `night.py`."""


class SetUpError(Exception):
    """Something needed is missing; the text says what, and what the reader can do."""
