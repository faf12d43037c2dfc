"""The rotation measured: the whole grid of targets, the large rooms, every mode, replanning, nights of changes.

    python3 -m tests.load.rotation                 everything
    python3 -m tests.load.rotation grid            every stored target: the table of players and rounds
    python3 -m tests.load.rotation modes           partners drawn, three-handed tables, house players, alone
    python3 -m tests.load.rotation nights          200 nights of 8 games with people coming and going
    python3 -m tests.load.rotation zero large replan
    python3 -m tests.load.rotation nights --part 2/4      the second quarter: every part is run by itself

On one quiet core each of these parts takes less than ten minutes: grid --part 1/2 and 2/2, zero, large, modes,
replan, and nights --part 1/4 to 4/4. Figures are counted from the seats by the tests' own judge; times are seconds of
processor time for one call. Exits with 1 when a target is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from statistics import median

from tests.load.board import BUDGET, HEAD, Board, figures, timed
from tests.load.rotation_changes import nights, replans
from tests.rotation.judge import assert_sound, repeats, spread, squared
from tournaments.rotation import plan

TARGETS = json.loads((Path(__file__).parents[1] / "cases" / "rotation_targets.json").read_text())


def grid(board: Board) -> None:
    """Every stored target."""
    board.title(f"The grid: {len(TARGETS['t'])} targets (players, rounds, figures over their bounds)")
    board.row(*HEAD)
    fields = TARGETS["fields"].split(",")
    done, proved, slowest, better = 0, 0, 0.0, 0
    for key, values in board.share(list(TARGETS["t"].items())):
        count, rounds = map(int, key.split(","))
        target = dict(zip(fields, values, strict=True))
        night, seconds = timed(lambda count=count, rounds=rounds: plan(range(count), rounds))
        judged = assert_sound(night)
        board.row(count, rounds, *figures(judged, night), f"{seconds:.3f}")
        proved += night.quality.proved
        better += night.quality.cost < target["cost"]
        done, slowest = done + 1, max(slowest, seconds)
        board.expect(
            night.quality.cost <= target["cost"], f"({key}): cost {night.quality.cost} > {target['cost']}"
        )
        board.expect(repeats(judged.partners) <= target["P_rep"], f"({key}): partners repeat")
        board.expect(max(judged.opponents.values()) <= target["O_max"], f"({key}): opponents, most")
        board.expect(max(judged.meetings.values()) <= target["M_max"], f"({key}): meetings, most")
        board.expect(spread(judged.sit_outs, night.players) <= 1, f"({key}): sit-outs uneven")
        board.expect(seconds <= BUDGET, f"({key}): {seconds:.2f} s")
    print(
        f"  {done} plans: {proved} proved optimal, {better} better than their target, slowest {slowest:.3f} s"
    )


def zero(board: Board) -> None:
    """Rooms where nobody has to meet twice."""
    board.title(
        "Nobody meets twice: 27..120 players up to 8 rounds, 31..120 up to 10 (not 32, 10); two seeds"
    )
    times = []
    for count, rounds, seed in board.share(list(product(range(27, 121), (4, 6, 8, 9, 10), (0, 1)))):
        if rounds > 8 and (count < 31 or count == 32):
            continue
        night, seconds = timed(lambda c=count, r=rounds, s=seed: plan(range(c), r, seed=s))
        judged = assert_sound(night)
        board.expect(
            max(judged.meetings.values()) == 1, f"({count},{rounds}) seed {seed}: somebody meets twice"
        )
        board.expect(night.quality.proved, f"({count},{rounds}) seed {seed}: not proved")
        board.expect(seconds <= BUDGET, f"({count},{rounds}): {seconds:.2f} s")
        times.append(seconds)
    print(
        f"  {len(times)} plans, nobody meets twice, median {median(times):.3f} s, slowest {max(times):.3f} s"
    )


def large(board: Board) -> None:
    """Large rooms and long nights."""
    board.title("Large rooms, whole whist tournaments, long nights")
    board.row(*HEAD)
    sizes = [(150, 10), (199, 10), (200, 8), (250, 10), (301, 10), (333, 10), (400, 8), (400, 10)]
    sizes += [(90, 20), (120, 20), (400, 20), (16, 15), (20, 19), (28, 27), (40, 39), (41, 41), (13, 13)]
    for count, rounds in sizes:
        night, seconds = min(
            (timed(lambda c=count, r=rounds: plan(range(c), r)) for _ in range(2)), key=lambda t: t[1]
        )
        board.row(count, rounds, *figures(assert_sound(night), night), f"{seconds:.3f}")
        board.expect(night.quality.proved, f"({count},{rounds}): not proved")
        board.expect(
            seconds <= (0.1 if (count, rounds) == (400, 8) else BUDGET),
            f"({count},{rounds}): {seconds:.2f} s",
        )


def modes(board: Board) -> None:
    """Partners drawn, three-handed tables, three-handed nights."""
    board.title("Partners drawn at the table")
    board.row("players", "rounds", "M max", "M sum/LB", "seconds")
    for count in (12, 13, 14, 15, 16, 18, 20, 22, 24, 26, 32, 40, 64, 100, 200):
        night, seconds = timed(lambda c=count: plan(range(c), 8, mode="tables"))
        met = assert_sound(night).meetings
        board.row(
            count, 8, max(met.values()), f"{squared(met)}/{night.quality.meetings.bound}", f"{seconds:.3f}"
        )
        board.expect(seconds <= 1.5 * BUDGET, f"tables ({count},8): {seconds:.2f} s")
    board.title("Three-handed tables among fours")
    board.row("players", "rounds", "P repeat", "O max", "M max", "cost/LB", "short", "seconds")
    for count in (7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 22, 23, 30, 46, 47, 118):
        night, seconds = timed(lambda c=count: plan(range(c), 8, odd="three_hand"))
        judged = assert_sound(night, sizes={3, 4})
        short = night.quality.short_tables
        board.row(
            count,
            8,
            repeats(judged.partners),
            max(judged.opponents.values()),
            max(judged.meetings.values()),
            f"{night.quality.cost}/{night.quality.bound}",
            f"{short.min}..{short.max}",
            f"{seconds:.3f}",
        )
        board.expect(short.max - short.min <= 1, f"three-handed ({count},8): {short.min}..{short.max}")
    board.title("House players fill the chairs")
    board.row("players", "rounds", "P repeat", "O max", "M max", "cost/LB", "seconds")
    for count in (5, 6, 7, 9, 10, 11, 13, 17, 22, 27, 30, 46, 99):
        night, seconds = timed(lambda c=count: plan(range(c), 8, odd="house"))
        judged = assert_sound(night)
        most = [max(counts.values()) for counts in (judged.opponents, judged.meetings)]
        cost = f"{night.quality.cost}/{night.quality.bound}"
        board.row(count, 8, repeats(judged.partners), *most, cost, f"{seconds:.3f}")
        board.expect(not any(judged.sit_outs.values()), f"house ({count},8): somebody sits out")
    board.title("Three-handed nights, each alone")
    board.row("players", "rounds", "M max", "M sum/LB", "seconds")
    for count in (6, 7, 8, 9, 10, 12, 14, 15, 18, 21, 24, 30, 45):
        night, seconds = timed(lambda c=count: plan(range(c), 6, mode="alone"))
        met = assert_sound(night, sizes={3}).meetings
        board.row(
            count, 6, max(met.values()), f"{squared(met)}/{night.quality.meetings.bound}", f"{seconds:.3f}"
        )


PARTS: dict[str, Callable[[Board], None]] = {
    "grid": grid,
    "zero": zero,
    "large": large,
    "modes": modes,
    "replan": replans,
    "nights": nights,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the parts chosen, or all; `--part k/n` runs every n-th case of each, from the k-th."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tests.load.rotation", description="Measure the rotation."
    )
    # none at all is checked against the choices too, as []
    parser.add_argument("tables", nargs="*", choices=[*PARTS, []], metavar="|".join(PARTS))
    parser.add_argument("--part", default="1/1", metavar="K/N")
    chosen = parser.parse_args(arguments)
    part, parts = map(int, chosen.part.split("/"))
    if not 1 <= part <= parts:
        parser.error("--part takes K/N with K from 1 to N, as 2/4")
    board = Board(part, parts)
    for name, table in PARTS.items():
        if not chosen.tables or name in chosen.tables:
            table(board)
    print(f"\n{len(board.missed)} targets missed")
    return 1 if board.missed else 0


if __name__ == "__main__":
    sys.exit(main())
