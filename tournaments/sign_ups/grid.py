"""Bytes or pasted text -> rows of cells, whatever program wrote them."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

from .columns import recognised

MOST_BYTES = 1_000_000
MOST_ROWS = 2_000
DELIMITERS = (",", ";", "\t", "|")

_NOT_TEXT = {
    b"PK\x03\x04": "This is an Excel workbook, not a CSV file. In Excel choose Save As, CSV UTF-8, and upload that.",
    b"\xd0\xcf\x11\xe0": "This is an old Excel workbook. In Excel choose Save As, CSV UTF-8, and upload that.",
    b"%PDF": "This is a PDF. Save the list as CSV from the program that made it, or paste it.",
}
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


class UnreadableListError(ValueError):
    """The file or text is no list of people; the text tells the host what it is or what to do."""


@dataclass(frozen=True)
class Row:
    """One row of the list. `line`: of the file, from 1. `damaged`: characters of it could not be read."""

    line: int
    cells: tuple[str, ...]
    damaged: bool = False

    @property
    def is_blank(self) -> bool:
        return not any(cell.strip() for cell in self.cells)


def read_bytes(data: bytes) -> tuple[Row, ...]:
    """The rows of an uploaded file. Raises UnreadableListError."""
    return read_text(decode(data))


def decode(data: bytes) -> str:
    """The text of an uploaded file. Raises UnreadableListError for what is no text or too much of it."""
    if not data.strip():
        raise UnreadableListError("The file is empty.")
    if len(data) > MOST_BYTES:
        size = len(data) / 1_000_000
        raise UnreadableListError(
            f"The file has {size:.1f} MB; a list of a night has at most {MOST_BYTES // 1_000_000} MB. Nothing was read."
        )
    for start, text in _NOT_TEXT.items():
        if data.startswith(start):
            raise UnreadableListError(text)
    return _decoded(data)


def read_text(text: str) -> tuple[Row, ...]:
    """The rows of pasted text. Raises UnreadableListError."""
    if len(text) > MOST_BYTES:
        raise UnreadableListError(f"That is too long: at most {MOST_BYTES:,} characters can be read.")
    lines = _CONTROL.sub("", text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    if not lines.strip():
        raise UnreadableListError("There is nothing to read.")
    said = re.match(r"\s*\"?sep=(.)\"?[^\n]*\n", lines, re.IGNORECASE)
    if said:
        lines, delimiter, first_line = lines[said.end() :], said[1], said[0].count("\n") + 1
    else:
        delimiter, first_line = _delimiter(lines), 1
    rows = tuple(_rows(lines, delimiter, first_line))
    if len(rows) > MOST_ROWS:
        raise UnreadableListError(
            f"The list has {len(rows):,} rows; a night has at most {MOST_ROWS:,}. Nothing was read."
        )
    return rows


def _decoded(data: bytes) -> str:
    """The text of a file: UTF-8 or UTF-16 by its mark or its look, else Windows-1252 (what Excel writes).

    Bytes that mean nothing become U+FFFD, and their rows are marked as damaged.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    if data[:200].count(0) > len(data[:200]) // 4:
        return data.decode("utf-16-le" if data[1:2] == b"\0" else "utf-16-be", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("windows-1252", errors="replace")


def _delimiter(text: str) -> str:
    """The delimiter under which the heading says most; without a heading, the one that stands most often."""

    def worth(delimiter: str) -> tuple[int, int]:
        first = [row for _, row in zip(range(20), _rows(text, delimiter, 1), strict=False)]
        heading = max((len(recognised(row.cells)) for row in first), default=0)
        return heading, sum(len(row.cells) - 1 for row in first)

    return max(DELIMITERS, key=worth)


def _rows(text: str, delimiter: str, first_line: int) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text), delimiter=delimiter)
    line = first_line
    try:
        for cells in reader:
            yield Row(line, tuple(cells), damaged=any("\ufffd" in cell for cell in cells))
            line = first_line + reader.line_num
    except csv.Error as error:
        raise UnreadableListError(f"Line {line} cannot be read as a row of a list ({error}).") from error
