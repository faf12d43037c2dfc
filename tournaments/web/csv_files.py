"""Tables as CSV files that a spreadsheet opens rightly and that cannot run anything in it."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

from django.http import HttpResponse

Cell = str | int | Decimal | None

_RUNS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def safe_cell(cell: Cell) -> str:
    """The cell's text. Text a spreadsheet would take for a formula gets an apostrophe before it (SEC-01);
    numbers stay numbers, negative ones too."""
    if cell is None:
        return ""
    if isinstance(cell, int | Decimal):
        return str(cell)
    return f"'{cell}" if cell.lstrip(" ").startswith(_RUNS_A_FORMULA) else cell


def csv_file(name: str, heading: Sequence[str], rows: Iterable[Sequence[Cell]]) -> HttpResponse:
    """A file to download, UTF-8 with a mark so that a double click shows accents rightly (I18N-02)."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([safe_cell(cell) for cell in heading])
    for row in rows:
        writer.writerow([safe_cell(cell) for cell in row])
    response = HttpResponse(text.getvalue().encode("utf-8-sig"), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{_file_name(name)}.csv"'
    return response


def _file_name(name: str) -> str:
    """Letters, digits and dashes of the name: every system can store it."""
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-") or "euchre-night"
