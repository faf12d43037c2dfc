"""The play of the five tricks, with a judge at the table who sees every renege at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Final, NamedTuple

from scoring.cards import HAND_SIZE, Suit
from scoring.hands import Hand, Penalty, seats_out, side_of
from scoring.play.mistakes import Mistakes
from scoring.play.ranked import BEATEN_BY, CARD_AT, SUIT_OF, each
from scoring.play.records import Trick
from scoring.play.table import Bot, TrickView
from scoring.rules import RuleSet

ENOUGH: Final = 3
"""Tricks the makers need, and tricks that euchre them."""


class Contract(NamedTuple):
    """Who made what trump, and who plays alone."""

    trump: Suit
    maker: int
    alone: bool
    defender_alone: int | None

    def hand(self, tricks: int | None = None, penalties: tuple[Penalty, ...] = ()) -> Hand:
        """The hand for the score."""
        return Hand(self.maker, tricks, self.alone, self.defender_alone, penalties)


@cache
def turns(seats: int, out: frozenset[int]) -> tuple[tuple[int, ...], ...]:
    """For each leader, the seats in the hand in the order in which they play."""
    return tuple(
        tuple(seat % seats for seat in range(leader, leader + seats) if seat % seats not in out)
        for leader in range(seats)
    )


class TrickPlay:
    """The table while one hand is played. `hands` are ranked, by seat, and become empty."""

    def __init__(
        self,
        rules: RuleSet,
        contract: Contract,
        hands: list[int],
        bots: Sequence[Bot],
        mistakes: Mistakes,
        rng: Random,
    ) -> None:
        makers = side_of(rules, contract.maker)
        self.tricks: list[Trick] = []
        self._penalties: list[Penalty] = []
        self._rules = rules
        self._contract = contract
        self._hands = hands
        self._bots = bots
        self._mistakes = mistakes
        self._rng = rng
        self._cards = CARD_AT[contract.trump]
        self._turns = turns(rules.seats, seats_out(rules, contract.hand()))
        self._view = TrickView(contract.maker, tuple(seat in makers for seat in range(rules.seats)))

    def play_out(self, leader: int) -> Hand:
        """Play all five tricks, or up to the renege that ends the hand, and return the hand for the score.

        Errors: ValueError when a bot plays a card it may not play.
        """
        made = 0
        tosses = self._mistakes.toss > 0 and self._rules.bump_toss_cents > 0
        for played in range(1, HAND_SIZE + 1):
            trick = self._play_trick(leader)
            self.tricks.append(trick)
            if trick.winner is None:
                return self._contract.hand(None, tuple(self._penalties))
            leader = trick.winner
            made += self._view.maker_side[leader]
            if tosses and played < HAND_SIZE and self._is_settled(made, played - made):
                tosses = False
                self._maybe_toss(leader)
        return self._contract.hand(made, tuple(self._penalties))

    def _play_trick(self, leader: int) -> Trick:
        view = self._view
        view.led = view.best = 0
        plays = []
        view.to_come = len(self._turns[leader])
        for seat in self._turns[leader]:
            view.to_come -= 1
            bit = self._choose(seat)
            self._hands[seat] ^= bit
            plays.append((seat, self._cards[bit.bit_length() - 1]))
            view.seen |= bit
            if not view.led:
                view.led = SUIT_OF[bit]
                view.best, view.best_seat = bit, seat
            elif bit & BEATEN_BY[view.best]:
                view.best, view.best_seat = bit, seat
            if self._ended:
                return Trick(tuple(plays), None)
        return Trick(tuple(plays), view.best_seat)

    def _choose(self, seat: int) -> int:
        """The card this seat lays down: the bot's, or by mistake a card that does not follow suit."""
        view = self._view
        hand = self._hands[seat]
        legal = hand & view.led or hand
        if self._mistakes.renege and legal != hand and self._rng.random() < self._mistakes.renege:
            self._penalties.append(Penalty("renege", seat))
            return self._rng.choice(tuple(each(hand ^ legal)))
        if not legal & (legal - 1):
            return legal
        view.seat = seat
        bit = self._bots[seat].play(hand, legal, view)
        if not bit & legal or bit & (bit - 1):
            raise ValueError(f"play: seat {seat} did not play one of its legal cards")
        return bit

    @property
    def _ended(self) -> bool:
        return self._rules.renege_ends_hand and bool(self._penalties)

    def _is_settled(self, made: int, lost: int) -> bool:
        """Can the tricks still to come change nothing in the score?"""
        if lost >= ENOUGH:
            return self._contract.defender_alone is None or made > 0
        return made >= ENOUGH and lost > 0

    def _maybe_toss(self, leader: int) -> None:
        if self._rng.random() < self._mistakes.toss:
            self._penalties.append(Penalty("toss", self._rng.choice(self._turns[leader])))
