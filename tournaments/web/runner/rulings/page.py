"""What all pages of rulings share: the rules they rule by, the size of the table, and how they are shown."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render

from scoring import RuleSet
from tournaments.web.runner.rulings.asking import Question

FOUR_COLOURS = "four"


def size_of(request: Any) -> int:
    """Four or three at the table, as the address says and the night knows."""
    sizes: tuple[int, ...] = request.night.settings.table_sizes()
    return next((size for size in sizes if request.GET.get("size") == str(size)), sizes[0])


def rules_of(request: Any) -> RuleSet:
    """What a table of that size plays by tonight."""
    rules: RuleSet = request.night.settings.table_rules(size_of(request))
    return rules


def show(
    request: Any, page: str, question: Question | None = None, context: dict[str, Any] | None = None
) -> HttpResponse:
    """The page of that name. A question that cannot be answered answers 422, with the reasons."""
    sizes: tuple[int, ...] = request.night.settings.table_sizes()
    kept = _kept(request)
    four = kept.get("deck") == FOUR_COLOURS
    common = {
        "night": request.night,
        "question": question,
        "kept": kept,
        "kept_query": f"?{urlencode(kept)}" if kept else "",
        "four_colours": four,
        "deck_url": _address(request, deck="" if four else FOUR_COLOURS),
        "sizes": [_size_tab(request, size) for size in sizes] if len(sizes) > 1 else [],
    }
    status = 422 if question is not None and question.errors else 200
    return render(request, f"runner/rulings/{page}.html", {**common, **(context or {})}, status=status)


def _kept(request: Any) -> dict[str, str]:
    """What every link and form of these pages takes along, beside the question."""
    size = size_of(request)
    kept = {
        "size": str(size) if size != request.night.settings.table_sizes()[0] else "",
        "deck": FOUR_COLOURS if request.GET.get("deck") == FOUR_COLOURS else "",
    }
    return {name: value for name, value in kept.items() if value}


def _address(request: Any, **changes: str) -> str:
    """This page's question with some parts changed, "" for left out."""
    query = request.GET.copy()
    for name, value in changes.items():
        query.pop(name, None)
        if value:
            query[name] = value
    return f"?{query.urlencode()}"


def _size_tab(request: Any, size: int) -> dict[str, Any]:
    """The way to this page, without its question, for a table of that size."""
    return {
        "label": "Table of four" if size == 4 else "Table of three",
        "url": f"?{urlencode({**_kept(request), 'size': size})}",
        "current": size == size_of(request),
    }
