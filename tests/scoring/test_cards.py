"""Cards, ranking, tricks, reneges: examples from the house rules and a second, plain reading of the game."""

import copy
import pickle
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import (
    DECK,
    Card,
    Rank,
    Suit,
    checked_hand,
    effective_suit,
    judge_trick,
    left_bower,
    legal_plays,
    parse_cards,
    ranking_in_words,
    right_bower,
    rule_on_renege,
    show_cards,
    strength,
    suit_order,
)
from tests.scoring import plain_euchre as plain

SUITS = st.sampled_from(list(Suit))
HANDS = st.lists(st.sampled_from(DECK), min_size=1, max_size=5, unique=True)


def card(text: str) -> Card:
    return Card.parse(text)


class TestCards:
    def test_the_deck_has_the_24_cards_once(self) -> None:
        assert [str(each) for each in DECK] == plain.PACK
        assert [int(each) for each in DECK] == list(range(24))

    @pytest.mark.parametrize("text", ["J♥", "JH", "jh", " J ♥ ", "J♥\ufe0f", "J♡", "j♥\ufe0e"], ids=ascii)
    def test_ways_to_write_the_jack_of_hearts(self, text: str) -> None:
        assert card(text) == Card(Rank.JACK, Suit.HEARTS)

    @pytest.mark.parametrize("text", ["10♣", "10C", "10c", "TC", "t♧"])
    def test_ways_to_write_the_ten_of_clubs(self, text: str) -> None:
        assert card(text) == Card(Rank.TEN, Suit.CLUBS)

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("8♥", "not '8'"),
            ("1♥", "not '1'"),
            ("JX", "'X' is no suit"),
            ("J", "rank and the suit"),
            ("", "rank and the suit"),
            ("♥J", "not '♥'"),
            ("10", "'0' is no suit|not '1'"),
        ],
    )
    def test_what_is_no_card_is_refused_with_its_text(self, text: str, reason: str) -> None:
        with pytest.raises(ValueError, match=reason) as refused:
            card(text)
        assert repr(text) in str(refused.value)

    @given(st.sampled_from(DECK))
    def test_both_text_forms_read_back(self, one: Card) -> None:
        assert card(str(one)) == one
        assert card(one.ascii) == one
        assert f"{one:>4}" == str(one).rjust(4)

    @given(st.sampled_from(DECK))
    def test_a_card_survives_copying_and_storing(self, one: Card) -> None:
        for twin in (copy.deepcopy(one), pickle.loads(pickle.dumps(one))):  # noqa: S301
            assert twin == one
            assert type(twin) is Card
            assert str(twin) == str(one)
        assert eval(repr(one), {"Card": Card}) == one  # noqa: S307

    @pytest.mark.parametrize("text", ["♦", "D", "d", "diamond", "Diamonds", "♢", "♦\ufe0f"], ids=ascii)
    def test_ways_to_write_a_suit(self, text: str) -> None:
        assert Suit.parse(text) is Suit.DIAMONDS

    @pytest.mark.parametrize("text", ["", "X", "diamondss", "JD"])
    def test_what_is_no_suit_is_refused(self, text: str) -> None:
        with pytest.raises(ValueError, match="suit"):
            Suit.parse(text)

    def test_lists_of_cards(self) -> None:
        cards = parse_cards("J♥ 9C,10♠")
        assert show_cards(cards) == "J♥ 9♣ 10♠"
        assert show_cards(()) == "none"

    def test_a_card_named_twice_is_refused_by_name(self) -> None:
        with pytest.raises(ValueError, match="J♥ is there twice"):
            parse_cards("J♥ 9♣ JH")
        with pytest.raises(ValueError, match="hand: J♥ is there twice"):
            checked_hand([card("J♥"), card("J♥")])

    def test_six_cards_are_no_hand(self) -> None:
        with pytest.raises(ValueError, match="hand: 6 cards"):
            checked_hand(DECK[:6])

    def test_no_cards_are_no_hand(self) -> None:
        with pytest.raises(ValueError, match="hand: no cards"):
            checked_hand([])

    def test_four_cards_are_no_hand_as_dealt(self) -> None:
        assert len(checked_hand(DECK[:4])) == 4
        with pytest.raises(ValueError, match="hand: 4 cards"):
            checked_hand(DECK[:4], full=True)


class TestRanking:
    @pytest.mark.parametrize(
        ("trump", "trumps", "next_suit"),
        [
            ("♥", "J♥ J♦ A♥ K♥ Q♥ 10♥ 9♥", "A♦ K♦ Q♦ 10♦ 9♦"),
            ("♦", "J♦ J♥ A♦ K♦ Q♦ 10♦ 9♦", "A♥ K♥ Q♥ 10♥ 9♥"),
            ("♠", "J♠ J♣ A♠ K♠ Q♠ 10♠ 9♠", "A♣ K♣ Q♣ 10♣ 9♣"),
            ("♣", "J♣ J♠ A♣ K♣ Q♣ 10♣ 9♣", "A♠ K♠ Q♠ 10♠ 9♠"),
        ],
    )
    def test_trumps_and_the_suit_that_lends_its_jack(self, trump: str, trumps: str, next_suit: str) -> None:
        suit = Suit.parse(trump)
        assert show_cards(suit_order(suit, suit)) == trumps
        assert show_cards(suit_order(suit.same_colour, suit)) == next_suit

    def test_a_plain_suit_ranks_its_jack_below_the_queen(self) -> None:
        assert show_cards(suit_order(Suit.CLUBS, Suit.HEARTS)) == "A♣ K♣ Q♣ J♣ 10♣ 9♣"

    def test_in_words(self) -> None:
        assert ranking_in_words(Suit.HEARTS) == (
            "Trumps: right bower J♥, left bower J♦, then A♥ K♥ Q♥ 10♥ 9♥",
            "Spades: A♠ K♠ Q♠ J♠ 10♠ 9♠",
            "Diamonds: A♦ K♦ Q♦ 10♦ 9♦",
            "Clubs: A♣ K♣ Q♣ J♣ 10♣ 9♣",
        )

    @pytest.mark.parametrize("trump", Suit)
    def test_bowers_and_suits_as_in_the_plain_reading(self, trump: Suit) -> None:
        assert str(right_bower(trump)) == "J" + trump.symbol
        assert [str(one) for one in DECK if plain.is_left(str(one), trump.symbol)] == [str(left_bower(trump))]
        for one in DECK:
            assert effective_suit(one, trump).symbol == plain.suit_of(str(one), trump.symbol)

    @pytest.mark.parametrize("trump", Suit)
    def test_every_card_against_every_card_led(self, trump: Suit) -> None:
        for led, other in permutations(DECK, 2):
            suit = effective_suit(led, trump)
            takes = strength(other, suit, trump) > strength(led, suit, trump)
            assert takes == plain.beats(str(other), str(led), trump.symbol), (trump, led, other)


@st.composite
def tricks(draw: st.DrawFn) -> tuple[int, list[int], list[tuple[int, Card]]]:
    """Players, seats out, and a trick led by any of the others."""
    players = draw(st.sampled_from([3, 4]))
    out = draw(st.sampled_from([[], [0], [1], [2]] if players == 3 else [[], [0], [3], [0, 1], [2, 3]]))
    leader = draw(st.sampled_from([seat for seat in range(players) if seat not in out]))
    seats = [(leader + step) % players for step in range(players)]
    in_hand = [seat for seat in seats if seat not in out]
    size = len(in_hand)
    cards = draw(st.lists(st.sampled_from(DECK), min_size=size, max_size=size, unique=True))
    return players, out, list(zip(in_hand, cards, strict=True))


class TestTricks:
    @pytest.mark.parametrize("trump", Suit)
    def test_every_trick_of_three_cards(self, trump: Suit) -> None:
        """All 12,144 of them: who leads, who follows, ruffs or throws off decides nothing else with four."""
        for cards in permutations(DECK, 3):
            plays = list(enumerate(cards))
            expected = plain.winner([(seat, str(one)) for seat, one in plays], trump.symbol)
            assert judge_trick(plays, trump, players=3).winner == expected, (trump, cards)

    @given(tricks(), SUITS)
    def test_the_winner_is_the_one_of_the_plain_reading(
        self, trick: tuple[int, list[int], list[tuple[int, Card]]], trump: Suit
    ) -> None:
        players, out, plays = trick
        ruling = judge_trick(plays, trump, players=players, out=out)
        assert ruling.winner == plain.winner([(seat, str(one)) for seat, one in plays], trump.symbol)
        assert (ruling.winner, ruling.card) in plays
        assert ruling.words.startswith(str(ruling.card))

    @pytest.mark.parametrize(
        ("cards", "winner", "reason"),
        [
            ("9♠ A♠ K♠ J♠", 1, "A♠ wins: the highest card of the suit led, spades; no trump was played."),
            ("9♠ A♦ A♣ 10♣", 0, "9♠ wins: the highest card of the suit led, spades"),
            ("9♠ A♠ 9♥ K♠", 2, "9♥ wins: the only trump in the trick (hearts)."),
            ("9♠ 10♥ 9♥ K♠", 1, "10♥ wins: the highest trump in the trick (hearts)."),
            ("A♥ J♦ K♥ 9♥", 1, "J♦ wins: the left bower counts as one of hearts"),
            ("J♦ J♥ A♥ 9♥", 1, "J♥ wins: the right bower"),
            ("A♦ J♦ K♦ 9♦", 1, "J♦ wins: the left bower"),
        ],
    )
    def test_the_reason_in_words(self, cards: str, winner: int, reason: str) -> None:
        ruling = judge_trick(list(enumerate(parse_cards(cards))), Suit.HEARTS)
        assert ruling.winner == winner
        assert ruling.words.startswith(reason)

    @pytest.mark.parametrize(
        ("plays", "out", "reason"),
        [
            ([], [], "no card was played"),
            ([(4, "9♠")], [], "seat 4 is not at this table"),
            ([(-1, "9♠")], [], "seat -1 is not at this table"),
            ([(0, "9♠"), (1, "A♠"), (2, "K♠")], [], "seat 3 has not played"),
            ([(0, "9♠"), (1, "A♠"), (2, "K♠"), (3, "Q♠")], [2], "seat 2 is out of this hand"),
            (
                [(0, "9♠"), (2, "A♠"), (1, "K♠"), (3, "Q♠")],
                [],
                "seat 2 played when it was the turn of seat 1",
            ),
            ([(0, "9♠"), (1, "A♠"), (3, "K♠"), (0, "Q♠")], [2], "seat 0 played twice"),
            ([(0, "9♠"), (1, "A♠"), (2, "9♠"), (3, "Q♠")], [], "9♠ is there twice"),
        ],
    )
    def test_what_cannot_have_happened_is_refused(
        self, plays: list[tuple[int, str]], out: list[int], reason: str
    ) -> None:
        with pytest.raises(ValueError, match=reason):
            judge_trick([(seat, card(text)) for seat, text in plays], Suit.HEARTS, out=out)

    @pytest.mark.parametrize("players", [2, 5])
    def test_euchre_is_played_by_three_or_four(self, players: int) -> None:
        with pytest.raises(ValueError, match="players"):
            judge_trick([(0, card("9♠"))], Suit.HEARTS, players=players)


class TestLegalPlays:
    @pytest.mark.parametrize("trump", Suit)
    def test_every_hand_of_up_to_three_cards_against_every_card_led(self, trump: Suit) -> None:
        """More cards bring nothing new: each is one that follows or not, beside one that follows or none."""
        for size in (1, 2, 3):
            for hand in combinations(DECK, size):
                texts = [str(one) for one in hand]
                for led in DECK:
                    if led not in hand:
                        expected = [
                            one for one in texts if plain.may_play(one, texts, str(led), trump.symbol)
                        ]
                        assert [str(one) for one in legal_plays(hand, led, trump)] == expected, (
                            trump,
                            hand,
                            led,
                        )

    @given(HANDS, st.sampled_from([None, *DECK]), SUITS)
    def test_legal_is_what_the_definition_says(self, hand: list[Card], led: Card | None, trump: Suit) -> None:
        if led in hand:
            with pytest.raises(ValueError, match=f"led: {led}"):
                legal_plays(hand, led, trump)
            return
        texts = [str(one) for one in hand]
        led_text = None if led is None else str(led)
        expected = [one for one in texts if plain.may_play(one, texts, led_text, trump.symbol)]
        assert [str(one) for one in legal_plays(hand, led, trump)] == expected
        for played in hand:
            ruling = rule_on_renege(hand, led, played, trump)
            assert ruling.renege == (str(played) not in expected)
            assert [str(one) for one in ruling.legal] == expected

    @pytest.mark.parametrize(
        ("hand", "led", "legal"),
        [
            ("J♦ 9♦ A♠", "Q♥", "J♦"),
            ("J♦ 9♦ A♠", "Q♦", "9♦"),
            ("J♦ A♠", "Q♦", "J♦ A♠"),
            ("9♥ A♠", "J♦", "9♥"),
            ("9♦ A♠", "J♦", "9♦ A♠"),
            ("J♥ J♣", "Q♣", "J♣"),
        ],
    )
    def test_the_left_bower_is_a_trump(self, hand: str, led: str, legal: str) -> None:
        assert show_cards(legal_plays(parse_cards(hand), card(led), Suit.HEARTS)) == legal


class TestReneges:
    def test_the_honest_mistake_with_the_left_bower(self) -> None:
        ruling = rule_on_renege(parse_cards("J♦ 9♣ A♠"), card("9♥"), card("A♠"), Suit.HEARTS)
        assert ruling.renege
        assert ruling.words == (
            "Renege. Hearts were led; J♦ could have been played, not A♠. "
            "J♦ is the left bower and belongs to hearts."
        )

    def test_following_the_printed_suit_with_the_left_bower(self) -> None:
        ruling = rule_on_renege(parse_cards("J♦ 9♦"), card("A♦"), card("J♦"), Suit.HEARTS)
        assert ruling.renege
        assert ruling.words.endswith("J♦ is the left bower and belongs to hearts.")

    def test_a_led_left_bower_asks_for_trumps(self) -> None:
        ruling = rule_on_renege(parse_cards("9♥ 9♦"), card("J♦"), card("9♦"), Suit.HEARTS)
        assert ruling.renege
        assert "Hearts were led (J♦ is the left bower, a trump)" in ruling.words

    @pytest.mark.parametrize(
        ("hand", "led", "played", "words"),
        [
            ("9♠ A♦", "K♠", "9♠", "Spades were led and 9♠ follows."),
            ("9♣ A♦", "K♠", "A♦", "Spades were led and the hand has none: any card may be played."),
            ("9♣ A♦", None, "A♦", "The leader may play any card."),
        ],
    )
    def test_no_renege(self, hand: str, led: str | None, played: str, words: str) -> None:
        led_card = None if led is None else card(led)
        ruling = rule_on_renege(parse_cards(hand), led_card, card(played), Suit.HEARTS)
        assert not ruling.renege
        assert ruling.words == words

    def test_a_card_that_is_not_held_cannot_be_played(self) -> None:
        with pytest.raises(ValueError, match="played: 9♠ is not in the hand K♠ A♦"):
            rule_on_renege(parse_cards("K♠ A♦"), card("Q♠"), card("9♠"), Suit.HEARTS)
