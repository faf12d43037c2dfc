"""Lists of people from elsewhere: a spreadsheet's file or pasted lines -> who to put on the night's list.

Pure: bytes in, plain values out, nothing stored. `grid` reads the rows, `columns` finds out what they
hold, `reading` says for each row whether to add, skip or ask, and why.
"""

from .grid import MOST_BYTES, MOST_ROWS, UnreadableListError, decode, read_bytes, read_text
from .reading import Decision, Listed, Reading, SignUp, read_sign_ups

__all__ = [
    "MOST_BYTES",
    "MOST_ROWS",
    "Decision",
    "Listed",
    "Reading",
    "SignUp",
    "UnreadableListError",
    "decode",
    "read_bytes",
    "read_sign_ups",
    "read_text",
]
