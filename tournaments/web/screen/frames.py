"""A frame of the wall: the scenes of a night as HTML, made once for all screens.

Every scene carries all its rows. The page's script decides how many fit and turns the pages; where it does not run,
`turn` picks the page on the server, for screens of 1280 x 720.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone

from tournaments.models import Tournament
from tournaments.queries.snapshot import read_at_one_moment
from tournaments.queries.wall import Wall, wall_of
from tournaments.queries.wall.scenes import Names, Panel, Scene, Seats, Standings
from tournaments.web.screen.events import Update
from tournaments.web.versions import build_mark

SEATS = (4, 2)  # columns, rows
NAMES = (3, 10)
LINES = 10


@dataclass(frozen=True)
class Item:
    """A row or card of a list; `hidden` while another page is shown."""

    value: Any
    hidden: bool


@dataclass(frozen=True)
class Slide:
    """A scene as the template needs it. `lists`: (the list's panel or None, its items)."""

    scene: Scene
    hidden: bool
    lists: tuple[tuple[Panel | None, tuple[Item, ...]], ...]
    since_ms: int | None
    until_ms: int | None
    page: int
    pages: int


def look(night_id: int) -> Update | None:
    """The newest version of a night; None when it is gone."""
    night = Tournament.objects.filter(pk=night_id, deleted_at__isnull=True).first()
    if night is None:
        return None
    return Update(night.version, is_public=not night.is_private)


def render(night_id: int) -> Update | None:
    """The newest version with the wall's frame; None when the night is gone."""
    night = Tournament.objects.filter(pk=night_id, deleted_at__isnull=True).first()
    if night is None:
        return None
    wall = read_at_one_moment(night, lambda now: wall_of(now, timezone.now()))
    html = render_to_string("screen/frame.html", frame_context(wall))
    return Update(wall.night.version, is_public=not wall.night.is_private, frame=html)


def frame_context(wall: Wall, turn: int = 0) -> dict[str, Any]:
    """What the template of a frame needs; `turn` counts the pages of all scenes through."""
    slides = tuple(_slides(wall, turn))
    return {
        "wall": wall,
        "night": wall.night,
        "night_name": wall.night.name,
        "slides": slides,
        "first": next(slide for slide in slides if not slide.hidden),
        "now_ms": _ms(wall.now),
        "build": build_mark(),
        "join_host": "",
        "join_path": "",
        "over_call": wall.last_call is not None and wall.now >= wall.last_call,
        "last_call_ms": _ms(wall.last_call),
    }


def _slides(wall: Wall, turn: int) -> Iterator[Slide]:
    pages = [_pages(scene) if _is_on(scene, wall) else 0 for scene in wall.scenes]
    left = turn % (sum(pages) or 1)
    chosen = False
    for scene, count in zip(wall.scenes, pages, strict=True):
        is_it = not chosen and left < count
        chosen = chosen or is_it
        page = left if is_it else 0
        left -= count
        yield Slide(
            scene=scene,
            hidden=not is_it,
            lists=tuple((panel, _items(items, size, page)) for panel, items, size in _lists(scene)),
            since_ms=_ms(scene.since),
            until_ms=_ms(scene.until),
            page=page + 1,
            pages=max(count, 1),
        )


def _is_on(scene: Scene, wall: Wall) -> bool:
    return not (scene.since and wall.now < scene.since) and not (scene.until and wall.now >= scene.until)


def _lists(scene: Scene) -> list[tuple[Panel | None, Sequence[Any], int]]:
    """The lists of a scene that are shown page by page, with how many fit on one."""
    if isinstance(scene, Seats):
        return [(None, scene.tables, SEATS[0] * SEATS[1])]
    if isinstance(scene, Names):
        return [(None, scene.people, NAMES[0] * NAMES[1])]
    if isinstance(scene, Standings):
        size = LINES if len(scene.panels) > 1 else 2 * LINES
        return [(panel, panel.rows, size) for panel in scene.panels]
    return []


def _pages(scene: Scene) -> int:
    return max((-(-len(items) // size) for _, items, size in _lists(scene)), default=1) or 1


def _items(items: Sequence[Any], size: int, page: int) -> tuple[Item, ...]:
    """A list with fewer pages than the others of its scene begins again."""
    pages = -(-len(items) // size) or 1
    start = page % pages * size
    return tuple(Item(item, not start <= n < start + size) for n, item in enumerate(items))


def _ms(moment: Any) -> int | None:
    return None if moment is None else int(moment.timestamp() * 1000)
