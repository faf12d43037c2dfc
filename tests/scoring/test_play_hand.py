"""Hands played by bots: every one audited with the plain reading, and the rules held against misbehaving bots."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from scoring import PRESETS, RuleSet
from scoring.cards import HAND_SIZE, SUITS
from scoring.play import (
    AnyLegalBot,
    Bot,
    Call,
    HandRecord,
    Mistakes,
    Offer,
    SoundBot,
    TrickView,
    play_hand,
)
from scoring.play.dealing import PLACES, deal_once
from tests.scoring.audit import audit_hand

THREES = [rules.three_handed_variant() for name, rules in PRESETS.items() if name in ("wemsa", "fharmacy")]
RULE_SETS = [*PRESETS.values(), *THREES]
MANY = {"ids": lambda rules: rules.name}


def run(
    rules: RuleSet,
    hands: int,
    seed: int = 1,
    bots: Sequence[Bot] | None = None,
    mistakes: Mistakes | None = None,
) -> list[HandRecord]:
    rng = Random(seed)
    mistakes = mistakes or Mistakes()
    return [
        play_hand(rules, rng, dealer=number % rules.seats, bots=bots, mistakes=mistakes)
        for number in range(hands)
    ]


@pytest.mark.parametrize("rules", RULE_SETS, **MANY)
class TestAudit:
    def test_sound_bots(self, rules: RuleSet) -> None:
        for record in run(rules, 250):
            audit_hand(rules, record)
            assert not record.hand.penalties

    def test_bots_that_do_anything_legal(self, rules: RuleSet) -> None:
        for record in run(rules, 250, bots=[AnyLegalBot(Random(2))] * rules.seats):
            audit_hand(rules, record)

    def test_people_who_make_mistakes(self, rules: RuleSet) -> None:
        kinds = set()
        for record in run(rules, 250, mistakes=Mistakes.all_at(0.05)):
            audit_hand(rules, record)
            kinds |= {penalty.kind for penalty in record.hand.penalties}
        assert kinds == ({"renege", "toss"} if rules.name.startswith("wemsa") else {"renege"})

    def test_blind_bots_who_make_mistakes(self, rules: RuleSet) -> None:
        bots = [AnyLegalBot(Random(2))] * rules.seats
        for record in run(rules, 250, bots=bots, mistakes=Mistakes.all_at(0.2)):
            audit_hand(rules, record)

    def test_the_same_seed_plays_the_same_hands(self, rules: RuleSet) -> None:
        mistakes = Mistakes.all_at(0.05)
        assert run(rules, 40, seed=3, mistakes=mistakes) == run(rules, 40, seed=3, mistakes=mistakes)
        assert run(rules, 40, seed=3) != run(rules, 40, seed=4)


class TestDealing:
    @pytest.mark.parametrize("dealer", range(4))
    def test_both_sequences_card_by_card(self, dealer: int) -> None:
        seen = set()
        for seed in range(8):
            deck = list(SHUFFLED)
            dealt = deal_once(_Unshuffled(seed), dealer, 4)
            seen.add(dealt.sequence)
            hands: list[list[int]] = [[], [], [], []]
            for size in map(int, dealt.sequence.split("-")):
                for place in range(1, PLACES + 1):
                    hands[(dealer + place) % 4] += deck[:size]
                    del deck[:size]
            assert [list(hand) for hand in dealt.hands] == hands
            assert [dealt.turn_up, *dealt.kitty] == deck
        assert seen == {"2-3", "3-2"}

    def test_the_dummy_gets_the_place_left_of_seat_2(self) -> None:
        four = deal_once(_Unshuffled(1), 1, 4)
        three = deal_once(_Unshuffled(1), 1, 3)
        assert three.hands == four.hands[:3]
        assert three.dummy == four.hands[3]
        assert four.dummy == ()

    def test_tk_deals_a_hand_of_nines_and_tens_again(self) -> None:
        records = run(PRESETS["torrence-knox"], 2000)
        assert 2 <= sum(record.deal.redeals for record in records) <= 25  # expected: 10.5

    def test_wemsa_deals_again_after_an_exposed_card(self) -> None:
        records = run(PRESETS["wemsa"], 400, mistakes=Mistakes(exposed=0.25))
        assert 90 <= sum(record.deal.redeals for record in records) <= 180  # expected: 133
        assert not any(record.deal.redeals for record in run(PRESETS["wemsa"], 400))
        fharmacy = run(PRESETS["fharmacy"], 400, mistakes=Mistakes(exposed=0.25))
        assert not any(record.deal.redeals for record in fharmacy)


class _Unshuffled(Random):
    """Leaves the deck as it is."""

    def shuffle(self, x: object) -> None:
        pass


SHUFFLED = range(24)


class TestMistakes:
    def test_a_renege_ends_the_hand_where_the_rules_say_so(self) -> None:
        ended = [r for r in run(PRESETS["fharmacy"], 200, mistakes=Mistakes(renege=0.2)) if r.hand.penalties]
        assert ended
        assert all(record.tricks[-1].winner is None for record in ended)
        assert all(len(record.hand.penalties) == 1 for record in ended)
        assert all(record.hand.tricks is None for record in ended)

    def test_elsewhere_the_hand_goes_on_and_may_see_more(self) -> None:
        records = run(PRESETS["wemsa"], 200, mistakes=Mistakes(renege=0.5))
        assert max(len(record.hand.penalties) for record in records) > 1
        assert all(len(record.tricks) == HAND_SIZE for record in records)

    def test_cards_are_tossed_in_only_once_nothing_can_change(self) -> None:
        rules = PRESETS["wemsa"]
        for record in run(rules, 300, mistakes=Mistakes(toss=1.0)):
            makers = (record.maker, (record.maker or 0) ^ 2)
            made = sum(trick.winner in makers for trick in record.tricks[:4])
            kinds = [penalty.kind for penalty in record.hand.penalties]
            assert kinds == (["toss"] if made in (0, 1, 3) else [])  # 2: open; 4: the march is open
            assert record.score.points == play_points(rules, record)

    def test_a_lone_defender_who_may_take_all_five_is_no_settled_hand(self) -> None:
        rules = replace(PRESETS["wemsa"], defender_alone=True)
        bots = [AnyLegalBot(Random(2))] * 4
        open_hands = 0
        for record in run(rules, 300, bots=bots, mistakes=Mistakes(toss=1.0)):
            makers = (record.maker, (record.maker or 0) ^ 2)
            made = sum(trick.winner in makers for trick in record.tricks[:4])
            if record.hand.defender_alone is not None and made == 0:
                open_hands += 1
                assert not record.hand.penalties
        assert open_hands > 10

    @pytest.mark.parametrize("rate", [-0.1, 1.1])
    @pytest.mark.parametrize("kind", ["renege", "toss", "exposed"])
    def test_a_chance_lies_between_0_and_1(self, kind: str, rate: float) -> None:
        with pytest.raises(ValueError, match=f"{kind}: a chance"):
            Mistakes(**{kind: rate})

    def test_not_every_deal_can_be_exposed(self) -> None:
        with pytest.raises(ValueError, match="exposed"):
            Mistakes.all_at(1.0)


def play_points(rules: RuleSet, record: HandRecord) -> tuple[int, ...]:
    """The points without penalties: a toss-in costs money only."""
    made = record.hand.tricks or 0
    makers = [seat % 2 == (record.maker or 0) % 2 for seat in range(4)]
    if made < 3:
        return tuple(0 if side else 2 for side in makers)
    worth = 1 if made < 5 else 4 if record.hand.alone else 2
    return tuple(worth if side else 0 for side in makers)


class Wayward(AnyLegalBot):
    """Does one thing that is not allowed."""

    def __init__(self, wrong: str) -> None:
        super().__init__(Random(1))
        self._wrong = wrong

    def bid(self, cards: Sequence[int], offer: Offer) -> Call | None:
        if self._wrong == "call" and offer.turn_up is None:
            return Call(next(suit for suit in SUITS if suit not in offer.suits), False)
        if self._wrong in ("call", "pass"):
            return None
        return Call(offer.suits[0], False)

    def discard(self, hand: int) -> int:
        return {"discard": 0, "discard two": hand}.get(self._wrong) or super().discard(hand)

    def keep_five(self, hand: int) -> int:
        return hand if self._wrong == "keep ten" else super().keep_five(hand)

    def play(self, hand: int, legal: int, view: TrickView) -> int:
        return {"play two": legal, "play none": 0}.get(self._wrong, legal & -legal)


class TestMisbehavingBots:
    @pytest.mark.parametrize(
        ("wrong", "event", "reason"),
        [
            ("call", "wemsa", "may not call .* in round 2"),
            ("call", "fharmacy", "may not call .* in round 2"),
            ("pass", "wemsa", "dealer, seat 0, is stuck and cannot pass"),
            ("discard two", "fharmacy", "discard: the dealer, seat 0"),
            ("keep ten", "torrence-knox-three", "keep_five: the maker, seat 1"),
            ("play two", "fharmacy", "did not play one of its legal cards"),
            ("play none", "fharmacy", "did not play one of its legal cards"),
        ],
    )
    def test_is_refused_by_name(self, wrong: str, event: str, reason: str) -> None:
        rules = PRESETS[event]
        with pytest.raises(ValueError, match=reason):
            run(rules, 1, bots=[Wayward(wrong)] * rules.seats)

    def test_one_bot_for_each_seat(self) -> None:
        with pytest.raises(ValueError, match="bots: 3 bots for 4 seats"):
            run(PRESETS["wemsa"], 1, bots=[SoundBot(Random(1))] * 3)

    def test_everybody_may_pass_where_the_dealer_is_not_stuck(self) -> None:
        rules = PRESETS["fharmacy"]
        (record,) = run(rules, 1, bots=[Wayward("pass")] * 4)
        audit_hand(rules, record)
        assert record.maker is None
        assert len(record.bids) == 8

    def test_a_defender_alone_only_where_it_is_played(self) -> None:
        eager = [AnyLegalBot(Random(2))] * 4
        played = [r.hand.defender_alone for r in run(PRESETS["torrence-knox"], 60, bots=eager)]
        assert {None, 0, 1, 2, 3} == set(played)
        without = replace(PRESETS["torrence-knox"], defender_alone=False)
        assert {r.hand.defender_alone for r in run(without, 60, bots=eager)} == {None}
