"""One complete hand: deal, bidding, exchange, play, score."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from scoring.cards import HAND_SIZE, Card, Suit, opening_lead
from scoring.hands import Hand, defenders_of, score_hand
from scoring.play.bidding import bid_for_trump
from scoring.play.bots import SoundBot
from scoring.play.dealing import deal
from scoring.play.mistakes import NO_MISTAKES, Mistakes
from scoring.play.ranked import BIT_OF, each, ranked, unranked
from scoring.play.records import Deal, HandRecord
from scoring.play.table import Bot
from scoring.play.tricks import Contract, TrickPlay
from scoring.rules import RuleSet


def play_hand(
    rules: RuleSet,
    rng: Random,
    *,
    dealer: int = 0,
    bots: Sequence[Bot] | None = None,
    mistakes: Mistakes = NO_MISTAKES,
) -> HandRecord:
    """Deal, bid, play and score one hand. `bots` by seat; sound ones by default.

    The same rules, random state, dealer and bots give the same record. Errors: ValueError when there is not one bot
    for each seat, or a bot does what the rules do not allow.
    """
    bots = sound_bots(rules, rng) if bots is None else bots
    if len(bots) != rules.seats:
        raise ValueError(f"bots: {len(bots)} bots for {rules.seats} seats")
    dealt = deal(rules, rng, dealer, mistakes)
    bids = bid_for_trump(rules, dealt, bots)
    made = bids[-1]
    if made.suit is None:
        passed = Hand(None)
        return HandRecord(deal=dealt, bids=bids, hand=passed, score=score_hand(rules, passed))
    hands = [ranked(cards, made.suit) for cards in dealt.hands]
    discard = _pick_up(hands, dealt, made.suit, bots) if made.bidding_round == 1 else None
    kept: tuple[Card, ...] = ()
    if rules.dummy_hand and not made.alone:
        kept = _take_dummy(hands, dealt, made.suit, made.seat, bots)
    lone_defender = _defender_alone(rules, hands, made.seat, bots)
    contract = Contract(made.suit, made.seat, made.alone, lone_defender)
    lead = opening_lead(rules, dealer=dealer, maker=made.seat, alone=made.alone, defender_alone=lone_defender)
    table = TrickPlay(rules, contract, hands, bots, mistakes, rng)
    hand = table.play_out(lead.seat)
    return HandRecord(
        deal=dealt,
        bids=bids,
        hand=hand,
        score=score_hand(rules, hand),
        trump=made.suit,
        discard=discard,
        kept=kept,
        tricks=tuple(table.tricks),
    )


def sound_bots(rules: RuleSet, rng: Random) -> tuple[Bot, ...]:
    """A bot of sound judgement for each seat, its moods drawn from `rng`."""
    return (SoundBot(rng),) * rules.seats


def _pick_up(hands: list[int], dealt: Deal, trump: Suit, bots: Sequence[Bot]) -> Card:
    """The dealer takes the turn-up and lays a card away, also when the partner plays alone."""
    six = hands[dealt.dealer] | BIT_OF[trump][dealt.turn_up]
    discard = bots[dealt.dealer].discard(six)
    if not discard & six or discard & (discard - 1):
        raise ValueError(f"discard: the dealer, seat {dealt.dealer}, did not lay away one of the six cards")
    hands[dealt.dealer] = six ^ discard
    return unranked(discard, trump)


def _take_dummy(
    hands: list[int], dealt: Deal, trump: Suit, maker: int, bots: Sequence[Bot]
) -> tuple[Card, ...]:
    """The maker keeps the best five of the own hand and the dummy (T&K, Dummy Hand)."""
    ten = hands[maker] | ranked(dealt.dummy, trump)
    five = bots[maker].keep_five(ten)
    if five & ~ten or five.bit_count() != HAND_SIZE:
        raise ValueError(f"keep_five: the maker, seat {maker}, did not keep five of the ten cards")
    hands[maker] = five
    return tuple(unranked(bit, trump) for bit in each(five))


def _defender_alone(rules: RuleSet, hands: list[int], maker: int, bots: Sequence[Bot]) -> int | None:
    """The first defender left of the maker who plays alone, where the rule set has it (T&K, Going Alone)."""
    if not rules.defender_alone:
        return None
    clockwise = sorted(defenders_of(rules, maker), key=lambda seat: (seat - maker) % rules.seats)
    return next((seat for seat in clockwise if bots[seat].defend_alone(hands[seat])), None)
