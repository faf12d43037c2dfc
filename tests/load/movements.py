"""Every movement as pure functions, through nights on which people come late, leave and return. Prints figures.

    python3 -m tests.load.movements                          5 to 64 players, 200 seeds each: hours of one core, of
                                                             which by results half an hour
    python3 -m tests.load.movements queue --seeds 20         one movement, fewer seeds
    python3 -m tests.load.movements queue --house            with a house player for the fourth chair beside three over
    python3 -m tests.load.movements schedule --part 2/8      every eighth seed, from the second
        --players 5-64   --turns 40 (results of the queue)   --rounds 6

Not collected by pytest; `tests/rotation/test_movement_nights.py` runs a small part of it. Names each night that is not
as it should be, and then exits with 1:

two seats    somebody in two unfinished games, or neither seated nor waiting
dead ends    nobody plays, four are here, the night is not over, and no game starts
wait         the most games begun while somebody waited: beyond half of those ahead in the line, two of whom each table
             takes; in rounds, the most sit-outs running
out of turn  the most people who came to the line later and were seated before somebody (of the queue): the two who go to
             the table somebody has just lost at, and four where both its winners have gone home
avoidable    by results: tables whose partners have partnered more often than another allowed pairing of the four would
             have (winners who stay never partner each other again at once, nobody gets the last partner straight back),
             or who are not allowed to partner where others are.
             redraw: rounds in which those seated could be paired off, at whatever tables, with fewer partners again.
             schedule: the same of all rounds still planned, together, when one begins; who sits out is taken as it is.
             Both price seven opponents again above one partner again: nights of many rounds in a small room show some
exception    tables at which only those two rules kept an unused partner away
house        tables at which a house player sat
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random
from time import process_time

from tournaments.rotation.formats import Game, Kind, Movement, Queue, Schedule, start

Pair = frozenset[object]

HOUSE = -1
WAYS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
BY_RESULTS = ("winners_stay", "progressive", "queue")
WAIT_BOUNDS: Mapping[str, int] = {"schedule": 2, "redraw": 2, "winners_stay": 2, "progressive": 2, "queue": 2}
"""What the longest wait must not exceed; see `wait` above."""
OUT_OF_TURN_BOUND = 4
TRIES = 2000  # partners tried out to find a better pairing of those seated


@dataclass
class Figures:
    """What many nights of one movement came to."""

    nights: int = 0
    games: int = 0
    two_seats: int = 0
    dead_ends: int = 0
    wait: int = 0
    out_of_turn: int = 0
    avoidable: int = 0
    exception: int = 0
    house: int = 0

    def add(self, other: Figures) -> None:
        for name in ("nights", "games", "two_seats", "dead_ends", "avoidable", "exception", "house"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.wait = max(self.wait, other.wait)
        self.out_of_turn = max(self.out_of_turn, other.out_of_turn)

    def is_sound(self, kind: str) -> bool:
        """Nobody twice, no dead end, no avoidable repeat, waits within their bounds."""
        within = self.wait <= WAIT_BOUNDS[kind] and self.out_of_turn <= OUT_OF_TURN_BOUND
        return not (self.two_seats or self.dead_ends or self.avoidable) and within


@dataclass
class Wait:
    """Somebody's time without a game: `ahead` in the line when it began, games begun since, later ones seated."""

    order: int
    ahead: int
    games: int = 0
    overtaken: int = 0


@dataclass
class Night:
    """One night of a movement; `now` in seconds, `known` everybody who was ever here, `house` whether one stands by."""

    kind: Kind
    random: Random
    state: Movement
    known: int
    now: int = 0
    figures: Figures = field(default_factory=lambda: Figures(nights=1))
    waits: dict[int, Wait] = field(default_factory=dict)
    ends: dict[int, int] = field(default_factory=dict)
    arrivals: int = 0
    house: bool = False

    def play(self, turns: int) -> Figures:
        """Results, arrivals and departures until the movement says that all is played, or for so many turns."""
        for _ in range(turns):
            self._call_the_house()
            before = self.state
            self.state, games = self.state.next_games(self.now)
            self._look_at(before, games)
            if not self.state.running:
                self._is_over()
                break
            self.now = self._next_moment(games)
            self._people_come_and_go()
            for game in self._finished():
                self._result(game)
        return self.figures

    def _call_the_house(self) -> None:
        if self.house and isinstance(self.state, Queue):
            plays = any(HOUSE in game.seats for game in self.state.running)
            self.state = self.state.with_house(None if plays else HOUSE)

    def _next_moment(self, begun: Sequence[Game]) -> int:
        """When the next game of the queue is over, or the losers may go back to their table; games take 8-20 minutes."""
        if not isinstance(self.state, Queue):
            return self.now + 900
        self.ends |= {game.number: self.now + self.random.randrange(480, 1200) for game in begun}
        moments = [self.ends[game.number] for game in self.state.running]
        change = self.state.next_change(self.now)
        return min(moments if change is None else [*moments, change])

    def _finished(self) -> Sequence[Game]:
        """The games of the queue that are over now, or all tables of a round."""
        if not isinstance(self.state, Queue):
            return self.state.running
        return [game for game in self.state.running if self.ends[game.number] <= self.now]

    def _result(self, game: Game) -> None:
        winners = _winners(game, self.random)
        self.state = self.state.result(game.number, winners, self.now)
        self.figures.games += 1

    def _people_come_and_go(self) -> None:
        chance, here = self.random.random(), self.state.players
        gone = [player for player in range(self.known) if player not in here]
        if chance < 0.12:
            self.state = self.state.join(self.known, self.now)
            self.known += 1
        elif chance < 0.24 and len(here) > 5:
            self.state = self.state.leave(self.random.choice(here), self.now)
        elif chance < 0.34 and gone:
            self.state = self.state.join(self.random.choice(gone), self.now)

    def _is_over(self) -> None:
        why = self.state.why_idle(self.now) or ""
        if "are played" not in why and len(self.state.players) >= 4 - self.house:
            self.figures.dead_ends += 1

    # -- what is looked at ---------------------------------------------------------------------------------

    def _look_at(self, before: Movement, games: Sequence[Game]) -> None:
        seated = [player for game in self.state.running for player in game.seats]
        waiting = [waiting.player for waiting in self.state.waiting(self.now)]
        present = set(self.state.players)
        self.figures.house += sum(HOUSE in game.seats for game in games)
        seated = [player for player in seated if player != HOUSE]
        if len(seated) != len(set(seated)) or sorted(waiting) != sorted(present - set(seated)):  # type: ignore[type-var]  # ids
            self.figures.two_seats += 1
        if self.kind in BY_RESULTS:
            for game in games:
                self._look_at_partners(before, game)
        elif games:
            past = before.partnerships().elements()
            self.figures.avoidable += repeats_are_avoidable(self._pairs_to_come(games), past)
        self._look_at_waits(games, set(seated), [int(str(player)) for player in waiting])

    def _look_at_partners(self, before: Movement, game: Game) -> None:
        if len(game.seats) != 4:
            return
        times = before.partnerships()
        ours = _price(game.seats, (game.seats[::2], game.seats[1::2]), before, game.table, times)
        prices = [
            _price(game.seats, [[game.seats[i] for i in pair] for pair in way], before, game.table, times)
            for way in WAYS
        ]
        if any(price[:2] in ((0, 0), ours[:2]) and price < ours for price in prices):
            self.figures.avoidable += 1
        elif min(price[2] for price in prices) < ours[2]:
            self.figures.exception += 1

    def _pairs_to_come(self, games: Sequence[Game]) -> Sequence[Sequence[Pair]]:
        """The partners of the round just begun; of a schedule, also those of every later round of its plan."""
        if not isinstance(self.state, Schedule):
            return [[pair for game in games for pair in game.partner_pairs()]]
        planned = self.state.plan.rounds[self.state.round - 1 :]
        tables = [[table.seats for table in one.tables if len(table.seats) == 4] for one in planned]
        return [[frozenset(seats[side::2]) for seats in one for side in (0, 1)] for one in tables]

    def _look_at_waits(self, games: Sequence[Game], seated: set[object], waiting: Sequence[int]) -> None:
        for player in [player for player in self.waits if player not in seated and player not in waiting]:
            del self.waits[player]  # gone home
        for player in [player for player in self.waits if player in seated]:
            done = self.waits.pop(player)
            for other in self.waits.values():
                other.overtaken += other.order < done.order
            self._note(done)
        for wait in self.waits.values():
            wait.games += len(games) if self.kind == "queue" else bool(games)
            self._note(wait)
        for place, player in enumerate(waiting):
            if player not in self.waits:
                self.arrivals += 1
                self.waits[player] = Wait(
                    self.arrivals, place, games=int(self.kind != "queue" and bool(games))
                )

    def _note(self, wait: Wait) -> None:
        if self.kind == "queue":
            self.figures.out_of_turn = max(self.figures.out_of_turn, wait.overtaken)
            self.figures.wait = max(self.figures.wait, wait.games - (wait.ahead + 1) // 2)
        else:
            self.figures.wait = max(self.figures.wait, wait.games)


def _winners(game: Game, random: Random) -> Sequence[object]:
    """The side that won; now and then nobody (a void game)."""
    if len(game.seats) == 3:
        return (random.choice(game.seats),)
    return game.seats[random.randrange(2) :: 2] if random.random() < 0.95 else ()


def _price(
    four: Sequence[object],
    pairs: Iterable[Sequence[object]],
    before: Movement,
    table: int,
    times: Counter[Pair],
) -> tuple[int, int, int]:
    """(winners who stay together, partners given back, how often these pairs have partnered): counted from what is
    over, in other words than the program's."""
    last: dict[object, object] = {}
    at_table: dict[object, int] = {}
    won: set[Pair] = set()
    for done in before.finished:
        for pair in done.partner_pairs():
            one, other = pair
            last[one], last[other] = other, one
        at_table.update(dict.fromkeys(done.game.seats, done.game.table))
        won.update({frozenset(done.winners), frozenset(done.losers)})
    pairs = [frozenset(pair) for pair in pairs]
    together = sum(
        pair in won and {at_table.get(player) for player in pair} == {table} and _were_partners(pair, last)
        for pair in pairs
    )
    back = sum(any(last.get(one) in pair - {one} for one in pair) for pair in pairs)
    return together, back, sum(times[pair] for pair in pairs)


def _were_partners(pair: Pair, last: Mapping[object, object]) -> bool:
    one, other = pair
    return last.get(one) == other and last.get(other) == one


def repeats_are_avoidable(rounds: Sequence[Sequence[Pair]], past: Iterable[Pair]) -> bool:
    """Whether those seated in these rounds could be paired off with fewer partners again after `past`, in which two
    who were partners twice are named twice; as far as so many `TRIES` tell.

    Any pairing of them can be spread over tables of four, so tables need no looking at.
    """
    times, price = Counter(past), 0
    before = times.copy()
    for pair in (pair for pairs in rounds for pair in pairs):
        price += times[pair]
        times[pair] += 1
    seated = [frozenset(player for pair in pairs for player in pair) for pairs in rounds]
    return price > 0 and _can_pair_off(seated, before, price - 1, iter(range(TRIES)))


def _can_pair_off(
    rounds: Sequence[Pair], times: Mapping[Pair, int], price: int, tries: Iterator[int]
) -> bool:
    """Whether everybody in each of these rounds can have a partner at this price: a pair's is how often it was one."""
    rounds = [left for left in rounds if left]
    if _forced_price(rounds, times) > price or not rounds or next(tries, None) is None:
        return not rounds and price >= 0
    left, *later = rounds
    one = next(iter(left))
    pairs = sorted((frozenset((one, other)) for other in left - {one}), key=lambda pair: times.get(pair, 0))
    return any(
        _can_pair_off([left - pair, *later], {**times, pair: had + 1}, price - had, tries)
        for pair in pairs
        for had in [times.get(pair, 0)]
    )


def _forced_price(rounds: Sequence[Pair], times: Mapping[Pair, int]) -> int:
    """The least price by counting alone: rounds that somebody plays beyond the new partners there are for them."""
    short = 0
    for one in frozenset[object]().union(*rounds):
        theirs = [left - {one} for left in rounds if one in left]
        new = sum(not times.get(frozenset((one, other))) for other in frozenset[object]().union(*theirs))
        short += max(0, len(theirs) - new)
    return (short + 1) // 2


def night_of(
    kind: Kind, players: int, seed: int, *, rounds: int = 6, turns: int = 40, house: bool = False
) -> Figures:
    """One night of a movement; `house`: a house player stands by, of a queue."""
    random = Random(f"{kind} {players} {seed}")
    tables = range(1, max(1, players // 4) + random.randrange(3))
    tables = tables or range(1, 2)
    if kind == "queue":
        state = start(kind, range(players), tables=tables, seed=seed)
    else:
        state = start(kind, range(players), rounds=rounds, seed=seed)
    return Night(kind, random, state, players, house=house).play(turns if kind == "queue" else rounds + 1)


def nights_of(kind: Kind, players: Sequence[int], seeds: Iterable[int], **more: int) -> Figures:
    """Many nights together: every size with the first seed, then with the next."""
    total = Figures()
    for seed, count in product(seeds, players):
        one = night_of(kind, count, seed, **more)
        if not one.is_sound(kind):
            print(f"{kind}, {count} players, seed {seed}: {one}", file=sys.stderr, flush=True)
        total.add(one)
    return total


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("kinds", nargs="*", default=[*BY_RESULTS, "redraw", "schedule"])
    parser.add_argument("--players", default="5-64")
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--house", action="store_true")
    parser.add_argument("--part", default="1/1", metavar="K/N")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--turns", type=int, default=40)
    args = parser.parse_args()
    first, last = map(int, args.players.split("-"))
    part, parts = map(int, args.part.split("/"))
    if not 1 <= part <= parts:
        parser.error("--part takes K/N with K from 1 to N, as 2/8")
    seeds = range(part - 1, args.seeds, parts)
    heads = (
        "nights",
        "games",
        "two seats",
        "dead ends",
        "wait",
        "bound",
        "out of turn",
        "avoidable",
        "exception",
        "house",
    )
    print(f"{'':14}" + "".join(f"{head:>12}" for head in (*heads, "seconds")))
    wrong = 0
    for kind in args.kinds:
        begun = process_time()
        more = {"rounds": args.rounds, "turns": args.turns, "house": args.house}
        done = nights_of(kind, range(first, last + 1), seeds, **more)
        cells = (done.nights, done.games, done.two_seats, done.dead_ends, done.wait, WAIT_BOUNDS[kind])
        cells = (*cells, done.out_of_turn, done.avoidable, done.exception, done.house)
        cells = (*cells, round(process_time() - begun))
        print(f"{kind:14}" + "".join(f"{cell:>12}" for cell in cells), flush=True)
        wrong += not done.is_sound(kind)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
