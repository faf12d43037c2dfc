"""The rotation measured: the whole grid of targets, the large rooms, replanning, and 200 nights of changes.

    python3 -m tests.load.rotation            everything, some minutes on one core
    python3 -m tests.load.rotation grid zero large modes replan nights

Every figure is counted from the seats by the tests' own judge; times are seconds of processor time for one call.
Exits with 1 when a target is missed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from tests.rotation.judge import Judgement, assert_sound, gaps, repeats, spread, squared
from tournaments.rotation import Plan, RotationError, plan, replan

TARGETS = json.loads((Path(__file__).parents[1] / "cases" / "rotation_targets.json").read_text())
BUDGET = 1.0  # seconds a plan may take on one core


def timed(make: Callable[[], Plan]) -> tuple[Plan, float]:
    """A plan and the processor time it took."""
    begin = process_time()
    made = make()
    return made, process_time() - begin


class Board:
    """Prints rows and keeps count of what missed its target."""

    def __init__(self) -> None:
        self.missed: list[str] = []

    def title(self, text: str) -> None:
        print(f"\n{text}", flush=True)

    def row(self, *cells: object) -> None:
        print("  " + "  ".join(f"{cell!s:>9}" for cell in cells), flush=True)

    def expect(self, holds: bool, what: str) -> None:
        if not holds:
            self.missed.append(what)
            print(f"  MISSED: {what}", flush=True)


def figures(judged: Judgement, night: Plan) -> list[object]:
    """P repeats, O max, O sum/bound, M max, M sum/bound, proved."""
    quality = night.quality
    assert quality.partners is not None
    assert quality.opponents is not None
    return [
        repeats(judged.partners),
        max(judged.opponents.values()),
        f"{squared(judged.opponents)}/{quality.opponents.bound}",
        max(judged.meetings.values()),
        f"{squared(judged.meetings)}/{quality.meetings.bound}",
        "proved" if quality.proved else f"+{quality.cost - quality.bound}",
    ]


HEAD = ("players", "rounds", "P repeat", "O max", "O sum/LB", "M max", "M sum/LB", "proof", "seconds")


def grid(board: Board) -> None:
    """Every stored target."""
    board.title(f"The grid: {len(TARGETS['t'])} targets")
    board.row(*HEAD)
    fields = TARGETS["fields"].split(",")
    proved, slowest, better = 0, 0.0, 0
    for key, values in TARGETS["t"].items():
        count, rounds = map(int, key.split(","))
        target = dict(zip(fields, values, strict=True))
        night, seconds = timed(lambda count=count, rounds=rounds: plan(range(count), rounds))
        judged = assert_sound(night)
        board.row(count, rounds, *figures(judged, night), f"{seconds:.3f}")
        proved += night.quality.proved
        better += night.quality.cost < target["cost"]
        slowest = max(slowest, seconds)
        board.expect(
            night.quality.cost <= target["cost"], f"({key}): cost {night.quality.cost} > {target['cost']}"
        )
        board.expect(repeats(judged.partners) <= target["P_rep"], f"({key}): partners repeat")
        board.expect(max(judged.opponents.values()) <= target["O_max"], f"({key}): opponents, most")
        board.expect(max(judged.meetings.values()) <= target["M_max"], f"({key}): meetings, most")
        board.expect(spread(judged.sit_outs, night.players) <= 1, f"({key}): sit-outs uneven")
        board.expect(seconds <= BUDGET, f"({key}): {seconds:.2f} s")
    print(f"  {proved} proved optimal, {better} better than their target, slowest {slowest:.3f} s")


def zero(board: Board) -> None:
    """Rooms where nobody has to meet twice."""
    board.title(
        "Nobody meets twice: 27..120 players up to 8 rounds, 31..120 up to 10 (not 32, 10); two seeds"
    )
    times = []
    for count, rounds, seed in product(range(27, 121), (4, 6, 8, 9, 10), (0, 1)):
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
    print(f"  {len(times)} plans, median {median(times):.3f} s, slowest {max(times):.3f} s")


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
    board.title("Three-handed nights, each alone")
    board.row("players", "rounds", "M max", "M sum/LB", "seconds")
    for count in (6, 7, 8, 9, 10, 12, 14, 15, 18, 21, 24, 30, 45):
        night, seconds = timed(lambda c=count: plan(range(c), 6, mode="alone"))
        met = assert_sound(night, sizes={3}).meetings
        board.row(
            count, 6, max(met.values()), f"{squared(met)}/{night.quality.meetings.bound}", f"{seconds:.3f}"
        )


REPLANS = [
    # players, rounds, played, leave, join
    (40, 8, 3, 2, 1), (40, 10, 5, 1, 0), (32, 8, 2, 1, 1), (400, 8, 4, 7, 7), (46, 8, 4, 3, 1), (64, 8, 4, 5, 2),
    (120, 8, 4, 6, 3), (200, 8, 4, 9, 2), (48, 10, 5, 4, 1), (40, 8, 3, 3, 0), (24, 8, 4, 2, 0), (24, 8, 2, 0, 2),
    (20, 8, 4, 1, 0), (20, 8, 4, 2, 0), (16, 8, 4, 1, 0), (32, 8, 4, 4, 0), (30, 8, 3, 2, 0), (44, 8, 4, 4, 0),
    (100, 8, 4, 10, 0), (200, 8, 4, 20, 0),
]  # fmt: skip


def replans(board: Board) -> None:
    """The replanning cases, both choices."""
    board.title("Replanning (kept: games to come that are as they were)")
    board.row(
        "players",
        "rounds",
        "played",
        "change",
        "keep",
        "P repeat",
        "O>1",
        "M>1",
        "M max",
        "kept",
        "gap",
        "seconds",
    )
    for count, rounds, played, leave, join in REPLANS:
        night = plan(range(count), rounds, seed=3)
        gone = Random(7).sample(range(count), leave)
        for keep in ("most", "best"):
            change: dict[str, Any] = {"leave": gone, "join": list(range(1000, 1000 + join)), "keep": keep}
            after, seconds = timed(lambda n=night, p=played, c=change: replan(n, played=p, **c))
            judged = assert_sound(after)
            over = dict(zip(gone, change["join"], strict=False))
            board.row(
                count,
                rounds,
                played,
                f"-{leave}+{join}",
                keep,
                repeats(judged.partners),
                sum(times > 1 for times in judged.opponents.values()),
                sum(times > 1 for times in judged.meetings.values()),
                max(judged.meetings.values()),
                kept(night, after, played, over),
                f"{worst_gap(after):.2f}",
                f"{seconds:.3f}",
            )
            board.expect(
                repeats(judged.partners) == 0, f"replan ({count},{rounds}) -{leave}+{join}: partners repeat"
            )
            board.expect(worst_gap(after) <= 1, f"replan ({count},{rounds}) -{leave}+{join}: sit-outs unfair")
    drop_outs(board)


def kept(before: Plan, after: Plan, played: int, over: dict[Any, Any]) -> str:
    """How many games to come are as they were, newcomers in the seats they took over counted as such."""
    old = {
        (planned.number, table.number, tuple(over.get(player, player) for player in table.seats))
        for planned in before.rounds[played:]
        for table in planned.tables
    }
    new = [
        (planned.number, table.number, table.seats)
        for planned in after.rounds[played:]
        for table in planned.tables
    ]
    return f"{sum(game in old for game in new)}/{len(new)}"


def worst_gap(night: Plan) -> float:
    """The greatest distance of a present player's sit-outs from their fair share."""
    judged = assert_sound(night, sizes={3, 4})
    return float(max(gap for player, gap in gaps(judged).items() if player in night.rounds[-1].present()))


def drop_outs(board: Board) -> None:
    """A single drop-out of a perfect plan, at any round."""
    checked = 0
    for count in range(16, 101, 4):
        rounds = 5 if count < 28 else 8
        night = plan(range(count), rounds)
        for played in range(rounds):
            after = replan(night, played=played, leave=[count // 3])
            old = {(planned.number, table) for planned in night.rounds[played:] for table in planned.tables}
            new = {(planned.number, table) for planned in after.rounds[played:] for table in planned.tables}
            sound = new <= old and max(assert_sound(after).meetings.values()) == 1 and worst_gap(after) <= 1
            board.expect(sound, f"drop-out of {count} after {played}")
            checked += 1
    print(
        f"  {checked} single drop-outs of perfect plans: no table changed, nobody meets twice, sit-outs fair"
    )


def nights(board: Board, count: int = 200) -> None:
    """Nights in which people come, go, return and take over at random, replanned each time."""
    board.title(f"{count} nights of random roster changes")
    times, gap_worst, partner_repeats, avoidable, changes = [], 0.0, 0, 0, 0
    for seed in range(count):
        random = Random(seed)
        rounds = random.randrange(6, 11)
        people: list[int] = list(range(random.randrange(8, 61)))
        night = plan(people, rounds, seed=seed, mode=random.choice(["partners", "partners", "tables"]))
        gone: list[int] = []
        newcomer = 1000
        for played in range(rounds):
            if random.random() < 0.45:
                continue
            leave = random.sample(people, min(len(people) - 5, random.choice([0, 1, 1, 2, 3])))
            join = [gone.pop()] if gone and random.random() < 0.4 else []
            for _ in range(random.choice([0, 0, 1, 2])):
                join.append(newcomer)
                newcomer += 1
            keep = random.choice(["most", "most", "best"])
            begin = process_time()
            try:
                after = replan(night, played=played, leave=leave, join=join, keep=keep)  # type: ignore[arg-type]
            except RotationError as refused:
                board.expect(False, f"night {seed}: {refused}")
                break
            times.append(process_time() - begin)
            changes += 1
            board.expect(
                after.rounds[:played] == night.rounds[:played], f"night {seed}: a played round changed"
            )
            night, gone = after, gone + leave
            people = [player for player in people if player not in leave] + join
            present = set(night.rounds[played].present())
            board.expect(present == set(people), f"night {seed}: round {played + 1} has the wrong people")
        judged = assert_sound(night)
        gap = worst_gap(night)
        gap_worst = max(gap_worst, gap)
        board.expect(gap <= 1.2, f"night {seed}: somebody is {gap:.2f} sit-outs from their share")
        if night.quality.partners is not None:
            again = repeats(judged.partners)
            partner_repeats += again
            avoidable += again > night.quality.partners.repeats_bound
            board.expect(
                again <= night.quality.partners.repeats_bound + 1, f"night {seed}: {again} partner repeats"
            )
    print(
        f"  {changes} changes; replan median {median(times):.3f} s, slowest {max(times):.3f} s; "
        f"{partner_repeats} partner repeats, more than unavoidable in {avoidable} nights; greatest distance from a fair share {gap_worst:.2f}"
    )


PARTS: dict[str, Callable[[Board], None]] = {
    "grid": grid,
    "zero": zero,
    "large": large,
    "modes": modes,
    "replan": replans,
    "nights": nights,
}


def main(chosen: Sequence[str]) -> int:
    """Run the parts chosen, or all."""
    board = Board()
    for name, part in PARTS.items():
        if not chosen or name in chosen:
            part(board)
    print(f"\n{len(board.missed)} targets missed")
    return 1 if board.missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
