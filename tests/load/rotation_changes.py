"""Changes of roster measured: single replans in both ways, drop-outs of perfect plans, whole nights of changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Any

from tests.load.board import Board, timed
from tests.rotation.judge import assert_sound, gaps, repeats, spread
from tournaments.rotation import Plan, plan, replan

ROUNDS = 8

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
    for count, rounds, played, leave, join in board.share(REPLANS):
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


@dataclass
class _Tally:
    """What the nights add up to."""

    nights: int = 0
    changes: int = 0
    invalid: int = 0
    gap: float = 0.0
    spread: int = 0
    over: int = 0
    repeats: int = 0
    repeats_of_twelve: int = 0
    times: list[float] = field(default_factory=list)


def nights(board: Board, count: int = 200) -> None:
    """Nights of 8 games in which up to a fifth of the people come, go, return or are replaced, replanned each time."""
    board.title(
        f"{count} nights of 8 games, 9 to 120 players, up to 20 % changes (part {board.part} of {board.parts})"
    )
    board.row(
        "night", "players", "least", "changes", "mode", "P repeat", "M max", "gap", "sit-outs", "seconds"
    )
    tally = _Tally()
    for seed in board.share(range(count)):
        _night(board, tally, seed)
    print(
        f"  {tally.nights} nights, {tally.changes} changes of the plan; invalid = {tally.invalid}; "
        f"replan median {median(tally.times):.3f} s, slowest {max(tally.times):.3f} s"
    )
    print(
        f"  sit-outs: greatest distance from the fair share {tally.gap:.2f}, more than 1 in {tally.over} nights; worst "
        f"spread of those there all night {tally.spread}"
    )
    print(
        f"  partner repeats where never fewer than 12 were there: {tally.repeats_of_twelve}; in all nights {tally.repeats}"
    )


def _night(board: Board, tally: _Tally, seed: int) -> None:
    random = Random(seed)
    size = random.randrange(9, 121)
    mode = random.choice(["partners", "partners", "partners", "tables"])
    odd = random.choice(["sit_out", "sit_out", "three_hand"])
    people, gone, newcomer = list(range(size)), [], 1000
    night = plan(people, ROUNDS, seed=seed, mode=mode, odd=odd)  # type: ignore[arg-type]
    least, seconds, changes = size, 0.0, 0
    left = random.randrange(0, size // 5 + 1)
    moments = sorted(random.choices(range(ROUNDS), k=left))
    for played in sorted(set(moments)):
        leave: list[int] = []
        join: list[int] = []
        for _ in range(moments.count(played)):
            what = random.choice(["leave", "leave", "join", "return", "replace"])
            if what in ("leave", "replace") and len(people) - len(leave) + len(join) > 8:
                leave.append(random.choice([who for who in people if who not in leave]))
            if what == "return" and gone:
                join.append(gone.pop())
            elif what in ("join", "replace"):
                join.append(newcomer)
                newcomer += 1
        keep = random.choice(["most", "best"])
        after, spent = timed(
            lambda n=night, p=played, a=leave, b=join, k=keep: replan(n, played=p, leave=a, join=b, keep=k)
        )
        board.expect(after.rounds[:played] == night.rounds[:played], f"night {seed}: a played round changed")
        people = [who for who in people if who not in leave] + join
        board.expect(
            set(after.rounds[played].present()) == set(people),
            f"night {seed}: game {played + 1}: wrong people",
        )
        night, gone = after, gone + leave
        least, changes, seconds = min(least, len(people)), changes + 1, max(seconds, spent)
        tally.times.append(spent)
    _judge(board, tally, seed, night, size, least, changes, seconds)


def _judge(
    board: Board, tally: _Tally, seed: int, night: Plan, size: int, least: int, changes: int, seconds: float
) -> None:
    tally.nights, tally.changes = tally.nights + 1, tally.changes + changes
    try:
        judged = assert_sound(night, sizes={3, 4})
    except AssertionError as error:
        tally.invalid += 1
        board.expect(False, f"night {seed} is invalid: {error}")
        return
    gap = worst_gap(night)
    all_night = set.intersection(*(set(planned.present()) for planned in night.rounds))
    uneven = spread(judged.sit_outs, all_night) if all_night else 0
    again = repeats(judged.partners)
    board.row(
        seed,
        size,
        least,
        changes,
        night.mode,
        again,
        max(judged.meetings.values()),
        f"{gap:.2f}",
        uneven,
        f"{seconds:.3f}",
    )
    tally.gap, tally.spread = max(tally.gap, gap), max(tally.spread, uneven)
    tally.over += gap > 1 + 1e-9
    board.expect(gap <= 1 + 1e-9, f"night {seed}: somebody is {gap:.2f} sit-outs from their share")
    tally.repeats += again
    if least >= 12:
        tally.repeats_of_twelve += again
        board.expect(
            again == 0, f"night {seed}: {again} partner repeats with never fewer than {least} people"
        )
