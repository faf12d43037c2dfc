"""Whole nights of every format through the acts, played by bots. Prints figures; not collected by pytest.

    python3 -m tests.load.format_nights                 ten seeds of each format, 5 to 64 players, on SQLite: minutes
    python3 -m tests.load.format_nights continuous      one format; --seeds 10

In each night people come late, leave and come back, sheets are disputed, corrected and sent twice, drawn games have their
extra hand. Checked after it: the health of the night; the results worked out a second time on paper; prizes handed over
to the cent; nobody left in an unfinished game. Exits with 1 when a night is not as it should be.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.test.utils import setup_databases, teardown_databases  # noqa: E402

from tests.factories import make_organizer  # noqa: E402
from tests.simulation.plain_night import (  # noqa: E402
    paid_out,
    payouts_on_paper,
    results_on_paper,
    standings_rows,
)
from tournaments.models import Seat, Tournament  # noqa: E402
from tournaments.queries.health import health_of  # noqa: E402
from tournaments.queries.standings import standings_of  # noqa: E402
from tournaments.simulation import Script, simulate  # noqa: E402
from tournaments.simulation.script import divided  # noqa: E402

FORMATS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "schedule": ("fharmacy", {"prize_tie": "lots"}),
    "three-handed": ("torrence-knox-three", {}),
    "winners_stay": ("classic", {"movement": "winners_stay"}),
    "continuous": ("torrence-knox", {}),
    "winners_move": ("classic", {}),
    "redraw": ("classic", {"movement": "redraw"}),
}


def play(kind: str, seed: int, players: int = 0) -> tuple[Tournament, list[str]]:
    """One night, and what is wrong with it. `players` 0: 5 to 64, by the seed."""
    preset, changes = FORMATS[kind]
    players = players or Random(f"{kind} {seed}").randrange(5, 65 if kind != "schedule" else 41)
    if kind == "schedule" and players < 9:
        changes = {
            **changes,
            "odd": "sit_out",
        }  # five cannot fill tables of four and three, should some go home
    script = Script(preset, divided(preset, players), seed=seed, games=3, changes=changes)
    night = simulate(script, organizer=make_organizer())
    return night, wrong_with(night)


def wrong_with(night: Tournament) -> list[str]:
    """In words; [] for a night as it should be."""
    wrong = [problem.text for problem in health_of(night)]
    if night.stage != Tournament.Stage.FINAL:
        wrong.append(f"it ended in stage {night.stage}")
    if results_on_paper(night) != standings_rows(standings_of(night)):
        wrong.append("the results on paper differ")
    if paid_out(night) != payouts_on_paper(night):
        wrong.append("the prizes on paper differ")
    if Seat.objects.filter(game__tournament=night, live=True).exists():
        wrong.append("somebody still sits in an unfinished game")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("formats", nargs="*", default=list(FORMATS))
    parser.add_argument("--seeds", type=int, default=10)
    args = parser.parse_args()
    old = setup_databases(verbosity=0, interactive=False)
    failed = 0
    print(f"{'':14}{'nights':>8}{'players':>9}{'games':>7}{'drawn':>7}{'extra':>7}{'wrong':>7}{'seconds':>9}")
    try:
        for kind in args.formats:
            begun, count = time.perf_counter(), Counter[str]()
            for seed in range(1, args.seeds + 1):
                night, wrong = play(kind, seed)
                count += _figures(night)
                count["wrong"] += bool(wrong)
                for text in wrong:
                    print(f"  {kind}, seed {seed}: {text}")
            failed += count["wrong"]
            cells = [args.seeds, *(count[name] for name in ("players", "games", "drawn", "extra", "wrong"))]
            widths = (8, 9, 7, 7, 7, 7)
            row = "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
            print(f"{kind:14}{row}{time.perf_counter() - begun:>9.0f}", flush=True)
    finally:
        teardown_databases(old, verbosity=0)
    return 1 if failed else 0


def _figures(night: Tournament) -> Counter[str]:
    counted = night.games.filter(sheets__state="accepted")
    drawn = counted.filter(sheets__lines__result="drawn", sheets__state="accepted").distinct()
    return Counter(
        players=night.players.exclude(number=None).count(),
        games=counted.count(),
        drawn=drawn.count(),
        extra=counted.filter(sheets__extra_hand__isnull=False, sheets__state="accepted").count(),
    )


if __name__ == "__main__":
    sys.exit(main())
