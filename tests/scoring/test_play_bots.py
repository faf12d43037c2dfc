"""The bots' judgement: maxims one by one, and the figures of long runs."""

from collections.abc import Sequence
from random import Random

import pytest

from scoring import PRESETS
from scoring.cards import DECK, Card, Suit, effective_suit, parse_cards, strength
from scoring.play import (
    AnyLegalBot,
    Bot,
    Call,
    DealerIs,
    HandRecord,
    Offer,
    SoundBot,
    TrickView,
    play_hand,
    summarize,
)
from scoring.play.judgement import best_five, spare, worth
from scoring.play.ranked import BEATEN_BY, BIT_OF, SUIT_OF, each, ranked, unranked

SOUND = SoundBot(Random(1))
HEARTS = Suit.HEARTS


def bits(text: str, trump: Suit = HEARTS) -> int:
    return ranked(parse_cards(text), trump)


def text_of(hand: int) -> str:
    return " ".join(str(unranked(bit, HEARTS)) for bit in each(hand))


class TestRankedCards:
    @pytest.mark.parametrize("trump", Suit)
    def test_the_tables_agree_with_the_rulings(self, trump: Suit) -> None:
        for one in DECK:
            bit = BIT_OF[trump][one]
            assert unranked(bit, trump) == one
            suit = effective_suit(one, trump)
            same = [other for other in DECK if effective_suit(other, trump) == suit]
            assert SUIT_OF[bit] == ranked(same, trump)
            best = strength(one, suit, trump)
            above = [other for other in DECK if strength(other, suit, trump) > best]
            assert BEATEN_BY[bit] == ranked(above, trump)


def view(seat: int, maker: int, plays: str = "", leader: int = 0, seen: str = "") -> TrickView:
    """A trick at a table of four: cards played from `leader` on, `seat` on turn, hearts trumps."""
    made = TrickView(maker, [other % 2 == maker % 2 for other in range(4)])
    made.seat = seat
    made.seen = bits(f"{seen} {plays}")
    cards = parse_cards(plays)
    made.to_come = 3 - len(cards)
    for place, card in enumerate(cards):
        bit = BIT_OF[HEARTS][card]
        made.led = made.led or SUIT_OF[bit]
        if not made.best or bit & BEATEN_BY[made.best]:
            made.best, made.best_seat = bit, (leader + place) % 4
    return made


def choice(hand: str, table: TrickView) -> str:
    held = bits(hand)
    return text_of(SOUND.play(held, held & table.led or held, table))


class TestPlay:
    @pytest.mark.parametrize(
        ("hand", "table", "card"),
        [
            # leading
            ("J♥ A♥ K♠ 9♣ 9♦", view(0, maker=0), "J♥"),  # the maker draws trumps from the top
            ("K♥ Q♥ 9♥ A♠ 9♣", view(0, maker=0), "K♥"),  # ... also from length
            ("Q♥ 9♥ A♠ 9♣ 9♦", view(0, maker=0), "A♠"),  # ... else plays an ace first
            ("9♥ A♠ 9♣ 10♣ 9♦", view(0, maker=2), "9♥"),  # the maker's partner leads a trump
            ("J♥ A♠ 9♠ A♣ 9♦", view(0, maker=1), "A♣"),  # a defender the ace of the shorter suit
            ("J♥ K♠ 9♠ Q♣ 9♦", view(0, maker=1), "9♦"),  # ... or a lone low card
            ("J♥ 9♥", view(0, maker=1), "J♥"),
            ("K♠ 9♣", view(0, maker=1, seen="A♠"), "K♠"),  # the ace is gone: the king is master
            # following suit
            ("A♠ 9♠ 9♣", view(1, maker=0, plays="K♠"), "A♠"),
            ("Q♠ 9♠ 9♣", view(1, maker=0, plays="10♠"), "9♠"),  # second hand low
            ("Q♠ 9♠", view(3, maker=0, plays="10♠ A♣ J♠"), "Q♠"),
            ("A♠ Q♠ K♠", view(3, maker=0, plays="10♠ A♣ J♠"), "Q♠"),  # last: as cheaply as it can
            ("A♠ 9♠", view(3, maker=0, plays="10♠ K♠ J♠"), "9♠"),  # the partner has it
            (
                "A♠ 10♠",
                view(3, maker=0, plays="9♠ Q♠ J♠"),
                "10♠",
            ),  # ... even with a card that could be beaten
            ("A♠ 9♠", view(2, maker=0, plays="10♠ K♠"), "A♠"),
            ("Q♠ 10♠", view(2, maker=0, plays="9♠ J♠"), "Q♠"),  # third hand high
            ("Q♠ 10♠", view(2, maker=0, plays="J♠ 9♠"), "10♠"),  # ... but not over the partner
            # void
            ("J♥ 9♥ 9♣", view(1, maker=0, plays="A♠"), "9♥"),  # ruffs with the lowest trump
            ("J♥ 9♥ 9♣", view(2, maker=0, plays="A♠ 9♠"), "9♣"),  # never the partner's master
            ("J♥ 9♥ 9♣", view(2, maker=0, plays="Q♠ 9♠"), "9♣"),  # nor any other card of the partner
            ("9♥ 9♣ 10♣ 9♦", view(2, maker=0, plays="A♠ 9♠"), "9♦"),  # makes itself void
            ("9♥ 9♣", view(3, maker=0, plays="A♠ 9♠ 10♥"), "9♣"),  # cannot beat it: keeps the trump
            ("J♥ J♦ A♣", view(3, maker=0, plays="A♠ 9♠ 10♥"), "J♦"),
        ],
    )
    def test_maxims(self, hand: str, table: TrickView, card: str) -> None:
        assert choice(hand, table) == card


class TestHands:
    @pytest.mark.parametrize(
        ("hand", "card"),
        [
            ("J♥ A♥ K♥ 9♣ A♠ K♠", "9♣"),
            ("J♥ A♥ 9♠ 10♠ Q♦ A♣", "Q♦"),  # a queen alone rather than one of two low cards
            ("J♥ A♥ K♥ Q♥ 9♥ A♣", "A♣"),
            ("J♥ J♦ A♥ K♥ Q♥ 9♥", "9♥"),
            ("9♥ A♠ K♠ A♣ K♣ A♦", "K♣"),  # aces and the trump stay
        ],
    )
    def test_the_discard(self, hand: str, card: str) -> None:
        six = bits(hand)
        assert text_of(SOUND.discard(six)) == card
        assert spare(six, six) == SOUND.discard(six)

    def test_the_best_five_of_ten(self) -> None:
        ten = bits("J♥ 9♥ 9♣ 10♣ Q♠ J♦ A♥ 9♦ A♣ K♠")
        assert set(text_of(SOUND.keep_five(ten)).split()) == {"J♥", "9♥", "J♦", "A♥", "A♣"}
        assert best_five(ten).bit_count() == 5

    def test_a_stronger_hand_is_worth_more(self) -> None:
        ladder = ["9♦ 10♦ 9♣ 10♣ 9♠", "9♥ 10♦ 9♣ 10♣ 9♠", "A♥ 10♦ A♣ 10♣ 9♠", "J♥ J♦ A♥ A♣ 9♠"]
        worths = [worth(bits(hand)) for hand in ladder]
        assert worths == sorted(set(worths))

    def test_bids(self) -> None:
        first = Offer((HEARTS,), Card.parse("10♥"), DealerIs.OPPONENT, False)
        sure = [SOUND.bid(parse_cards("J♥ J♦ A♥ K♥ A♠"), first) for _ in range(50)]
        assert set(sure) == {Call(HEARTS, True)}
        assert SOUND.bid(parse_cards("9♦ 10♦ 9♣ 10♣ 9♠"), first) is None
        stuck = Offer((Suit.CLUBS, Suit.SPADES), None, DealerIs.ME, True)
        assert SOUND.bid(parse_cards("9♦ 10♦ 9♣ 10♣ 9♠"), stuck) == Call(Suit.CLUBS, False)

    def test_a_turned_up_bower_counts_for_the_dealer_alone(self) -> None:
        hand, up = parse_cards("K♥ 9♥ A♠ 9♠ 9♣"), Card.parse("J♥")
        mine = [SOUND.bid(hand, Offer((HEARTS,), up, DealerIs.ME, False)) for _ in range(50)]
        theirs = [SOUND.bid(hand, Offer((HEARTS,), up, DealerIs.OPPONENT, False)) for _ in range(50)]
        assert None not in mine
        assert theirs.count(None) > 25

    def test_defending_alone(self) -> None:
        assert SOUND.defend_alone(bits("J♥ J♦ A♥ K♥ A♠"))
        assert not SOUND.defend_alone(bits("J♥ 9♥ A♠ K♠ 9♦"))


class BlindCards(SoundBot):
    """Bids soundly and plays any legal card."""

    def play(self, hand: int, legal: int, view: TrickView) -> int:
        return self._rng.choice(tuple(each(legal)))


def run(event: str, hands: int, bots: Sequence[Bot] | None = None) -> list[HandRecord]:
    rng = Random(2026)
    return [play_hand(PRESETS[event], rng, dealer=number % 4, bots=bots) for number in range(hands)]


class TestFigures:
    """Four-handed, makers should succeed in 68 to 82 of 100 hands and play 2 to 10 alone."""

    @pytest.mark.parametrize("event", ["wemsa", "fharmacy"])
    def test_sound_bots_are_like_people(self, event: str) -> None:
        figures = summarize(run(event, 10_000))
        assert 0.68 <= figures.success_rate <= 0.82
        assert 0.02 <= figures.loner_rate <= 0.10

    @pytest.mark.parametrize("event", ["wemsa", "fharmacy"])
    def test_bots_that_do_anything_legal_are_not(self, event: str) -> None:
        figures = summarize(run(event, 3_000, [AnyLegalBot(Random(1))] * 4))
        assert figures.success_rate < 0.5
        assert figures.loner_rate > 0.4

    def test_sound_cards_beat_blind_cards_after_the_same_bidding(self) -> None:
        sound, blind = SoundBot(Random(1)), BlindCards(Random(1))
        records = run("fharmacy", 3_000, [sound, blind, sound, blind])
        gain = sum(record.score.points[0] - record.score.points[1] for record in records) / len(records)
        assert gain > 0.4
        assert summarize(r for r in records if r.maker in (1, 3)).success_rate < 0.68
        assert summarize(r for r in records if r.maker in (0, 2)).success_rate > 0.82

    def test_a_summary_adds_up(self) -> None:
        records = run("fharmacy", 500)
        figures = summarize(records)
        tricks = [sum(r.tricks_won[(r.maker or 0) % 2 :: 2]) for r in records if r.maker is not None]
        assert (figures.made, figures.marches) == (sum(n >= 3 for n in tricks), tricks.count(5))
        assert figures.hands == 500 == figures.played + figures.passed_out + figures.ended
        assert figures.lone_marches <= min(figures.alone, figures.marches)
        assert figures.marches <= figures.made <= figures.played
        assert summarize([]).success_rate == summarize([]).loner_rate == 0
