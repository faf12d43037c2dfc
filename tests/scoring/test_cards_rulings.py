"""Rulings before the play: calls, misdeals, the opening lead, draws, by each event's rules."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import PRESETS, RuleSet
from scoring.cards import (
    DECK,
    Card,
    Suit,
    check_call,
    draw_dealer,
    draw_partners,
    opening_lead,
    parse_cards,
    rule_on_call,
    rule_on_misdeal,
    rule_on_pass,
)
from tests.scoring import plain_euchre as plain

WEMSA, FHARMACY, TK = PRESETS["wemsa"], PRESETS["fharmacy"], PRESETS["torrence-knox"]
TK_THREE = PRESETS["torrence-knox-three"]
HANDS = st.lists(st.sampled_from(DECK), min_size=6, max_size=6, unique=True)


class TestCalls:
    @pytest.mark.parametrize(
        ("hand", "suit", "allowed", "words"),
        [
            ("9♥ 9♣ 10♣ Q♠ K♠", "♥", True, "The caller holds 9♥ in hearts."),
            ("J♦ 9♣ 10♣ Q♠ K♠", "♥", True, "J♦ is the left bower and is enough to call hearts."),
            ("9♦ 9♣ 10♣ Q♠ K♠", "♥", False, "must hold a card of hearts"),
            ("9♥ 9♣ 10♣ Q♠ K♠", "♠", False, "only hearts, the suit of the turn-up"),
        ],
    )
    def test_wemsa_accepting_the_turn_up(self, hand: str, suit: str, allowed: bool, words: str) -> None:
        ruling = rule_on_call(
            WEMSA, parse_cards(hand), Suit.parse(suit), turn_up=Card.parse("A♥"), bidding_round=1
        )
        assert ruling.allowed is allowed
        assert words in ruling.words

    def test_wemsa_dealer_who_picks_up_needs_no_trump(self) -> None:
        ruling = rule_on_call(
            WEMSA,
            parse_cards("9♦ 9♣ 10♣ Q♠ K♠"),
            Suit.HEARTS,
            turn_up=Card.parse("A♥"),
            bidding_round=1,
            is_dealer=True,
        )
        assert ruling.allowed
        assert ruling.words == "The dealer picks up A♥ and needs no other card of hearts."

    @pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
    def test_the_suit_turned_down_cannot_be_named(self, rules: RuleSet) -> None:
        hand, turn_up = parse_cards("9♥ 10♥ Q♥ K♥ J♥"), Card.parse("A♥")
        ruling = rule_on_call(rules, hand, Suit.HEARTS, turn_up=turn_up, bidding_round=2, is_dealer=True)
        assert not ruling.allowed
        assert ruling.words == "Hearts were turned down and cannot be named."
        with pytest.raises(ValueError, match="call: Hearts were turned down"):
            check_call(rules, hand, Suit.HEARTS, turn_up=turn_up, bidding_round=2)

    def test_a_call_that_is_allowed_passes_the_check(self) -> None:
        hand = parse_cards("9♥ 10♥ Q♥ K♥ J♥")
        check_call(WEMSA, hand, Suit.HEARTS, turn_up=Card.parse("A♥"), bidding_round=1)

    @pytest.mark.parametrize(
        ("hand", "suit", "allowed"),
        [
            ("9♥ 10♥ Q♥ K♥ A♥", "♠", True),  # holds nothing else: any
            ("9♥ 10♥ Q♥ K♥ J♥", "♠", False),  # the left bower of diamonds is held
            ("9♥ 10♥ Q♥ K♥ J♥", "♦", True),
            ("9♥ 10♥ Q♥ K♥ 9♣", "♠", False),
            ("9♥ 10♥ Q♥ K♥ 9♣", "♣", True),
        ],
    )
    def test_wemsa_stuck_dealer(self, hand: str, suit: str, allowed: bool) -> None:
        cards, turn_up = parse_cards(hand), Card.parse("J♥") if "J♥" not in hand else Card.parse("A♥")
        named = Suit.parse(suit)
        stuck = rule_on_call(WEMSA, cards, named, turn_up=turn_up, bidding_round=2, is_dealer=True)
        assert stuck.allowed is allowed

    def test_only_the_dealer_is_stuck(self) -> None:
        hand, turn_up = parse_cards("9♥ 10♥ Q♥ K♥ A♥"), Card.parse("J♥")
        assert not rule_on_call(WEMSA, hand, Suit.SPADES, turn_up=turn_up, bidding_round=2).allowed
        not_stuck = replace(WEMSA, stick_the_dealer=False)
        ruling = rule_on_call(not_stuck, hand, Suit.SPADES, turn_up=turn_up, bidding_round=2, is_dealer=True)
        assert not ruling.allowed

    @pytest.mark.parametrize("rules", [FHARMACY, TK, TK_THREE, PRESETS["classic"]], ids=lambda r: r.name)
    def test_the_other_events_ask_for_no_card_of_the_suit(self, rules: RuleSet) -> None:
        ruling = rule_on_call(
            rules, parse_cards("9♦ 9♣ 10♣ Q♠ K♠"), Suit.HEARTS, turn_up=Card.parse("A♥"), bidding_round=1
        )
        assert ruling.allowed
        assert ruling.words == "Hearts may be called on any hand."

    @given(HANDS, st.sampled_from(list(Suit)), st.sampled_from([1, 2]), st.booleans(), st.booleans())
    def test_every_ruling_as_in_the_plain_reading(
        self, cards: list[Card], suit: Suit, bidding_round: int, is_dealer: bool, stick: bool
    ) -> None:
        rules = replace(WEMSA, stick_the_dealer=stick)
        hand, turn_up = cards[:5], cards[5]
        texts = [str(card) for card in hand]
        others = [one for one in "♣♦♥♠" if one != turn_up.suit.symbol]
        if bidding_round == 1:
            expected = suit == turn_up.suit and (is_dealer or plain.holds(texts, suit.symbol))
        else:
            free = stick and is_dealer and not any(plain.holds(texts, one) for one in others)
            expected = suit.symbol in others and (free or plain.holds(texts, suit.symbol))
        ruling = rule_on_call(
            rules, hand, suit, turn_up=turn_up, bidding_round=bidding_round, is_dealer=is_dealer
        )
        assert ruling.allowed == expected, ruling.words

    @pytest.mark.parametrize(
        ("hand", "turn_up", "bidding_round", "reason"),
        [
            ("9♥ 9♣ 10♣ Q♠ K♠", "9♥", 1, "turn_up: 9♥ is in this hand"),
            ("9♥ 9♣ 10♣ Q♠ K♠ A♠", "A♥", 1, "hand: 6 cards"),
            ("9♥ 9♣ 10♣ Q♠", "A♥", 1, "hand: 4 cards"),
            ("9♥ 9♣ 10♣ Q♠ K♠", "A♥", 3, "bidding_round: 3"),
        ],
    )
    def test_what_cannot_be_is_refused(
        self, hand: str, turn_up: str, bidding_round: int, reason: str
    ) -> None:
        with pytest.raises(ValueError, match=reason):
            rule_on_call(
                WEMSA,
                parse_cards(hand),
                Suit.HEARTS,
                turn_up=Card.parse(turn_up),
                bidding_round=bidding_round,
            )

    @pytest.mark.parametrize(
        ("event", "bidding_round", "is_dealer", "allowed"),
        [
            ("wemsa", 2, True, False),
            ("wemsa", 2, False, True),
            ("wemsa", 1, True, True),
            ("classic", 2, True, False),
            ("fharmacy", 2, True, True),
            ("torrence-knox", 2, True, True),
            ("torrence-knox-three", 2, True, True),
        ],
    )
    def test_who_may_pass(self, event: str, bidding_round: int, is_dealer: bool, allowed: bool) -> None:
        ruling = rule_on_pass(PRESETS[event], bidding_round=bidding_round, is_dealer=is_dealer)
        assert ruling.allowed is allowed
        assert ("stuck" in ruling.words) is not allowed


class TestMisdeals:
    LOW, HIGH = parse_cards("9♥ 10♥ 9♣ 10♠ 9♦"), parse_cards("9♥ 10♥ 9♣ 10♠ J♦")

    @pytest.mark.parametrize(
        ("event", "misdeal"),
        [("torrence-knox", True), ("torrence-knox-three", True), ("wemsa", False), ("fharmacy", False)],
    )
    def test_a_hand_of_nines_and_tens(self, event: str, misdeal: bool) -> None:
        assert rule_on_misdeal(PRESETS[event], self.LOW).allowed is misdeal
        assert not rule_on_misdeal(PRESETS[event], self.HIGH).allowed

    @pytest.mark.parametrize(("event", "misdeal"), [("wemsa", True), ("fharmacy", False)])
    def test_a_card_exposed_in_the_deal(self, event: str, misdeal: bool) -> None:
        assert rule_on_misdeal(PRESETS[event], self.HIGH, exposed=True).allowed is misdeal

    @pytest.mark.parametrize(("event", "misdeal"), [("wemsa", True), ("torrence-knox", False)])
    def test_an_exposed_card_where_nobody_s_hand_is_in_question(self, event: str, misdeal: bool) -> None:
        ruling = rule_on_misdeal(PRESETS[event], None, exposed=True)
        assert ruling.allowed is misdeal
        assert "card was exposed" in ruling.words
        with pytest.raises(ValueError, match="hand: no hand"):
            rule_on_misdeal(PRESETS[event], None)

    def test_only_a_whole_hand_can_be_judged(self) -> None:
        with pytest.raises(ValueError, match="hand: 4 cards"):
            rule_on_misdeal(TK, self.LOW[:4])


# dealer, maker, maker alone, lone defender -> leader. Worked out by hand from the pages of the events.
LEADS = [
    ("wemsa", 0, 1, False, None, 1, "left of the dealer"),
    ("wemsa", 3, 1, False, None, 0, "left of the dealer"),
    ("wemsa", 0, 3, True, None, 2, "across from the dealer"),  # seat 1 is out
    ("wemsa", 0, 2, True, None, 1, "left of the dealer"),
    ("fharmacy", 0, 3, True, None, 2, "across from the dealer, since the partner of seat 1 is alone"),
    ("fharmacy", 2, 1, True, None, 0, "across from the dealer"),
    ("fharmacy", 0, 0, True, None, 1, "left of the dealer"),
    ("classic", 1, 0, True, None, 3, "across from the dealer"),
    ("torrence-knox", 0, 2, False, None, 1, "left of the dealer"),
    ("torrence-knox", 0, 2, True, None, 3, "left of the lone hand"),
    ("torrence-knox", 2, 2, True, None, 3, "left of the lone hand"),
    ("torrence-knox", 0, 2, False, 1, 2, "left of the lone hand"),
    ("torrence-knox", 0, 2, False, 3, 0, "left of the lone hand"),
    ("torrence-knox", 0, 2, True, 3, 3, "of the maker, as both are alone"),
    ("torrence-knox", 0, 2, True, 1, 1, "of the maker, as both are alone"),  # seat 3 is out
    ("torrence-knox-three", 0, 2, False, None, 1, "left of the dealer"),
    ("torrence-knox-three", 0, 2, True, None, 0, "left of the lone hand"),
    ("torrence-knox-three", 0, 2, False, 1, 2, "left of the lone hand"),
    ("torrence-knox-three", 0, 2, False, 0, 2, "left of the lone hand"),  # seat 1 is out
    ("torrence-knox-three", 0, 2, True, 1, 1, "of the maker, as both are alone"),  # seat 0 is out
]


class TestOpeningLead:
    @pytest.mark.parametrize(("event", "dealer", "maker", "alone", "lone_defender", "leader", "words"), LEADS)
    def test_who_leads(
        self,
        event: str,
        dealer: int,
        maker: int,
        alone: bool,
        lone_defender: int | None,
        leader: int,
        words: str,
    ) -> None:
        ruling = opening_lead(
            PRESETS[event], dealer=dealer, maker=maker, alone=alone, defender_alone=lone_defender
        )
        assert ruling.seat == leader
        assert ruling.words.startswith(f"Seat {leader} leads")
        assert words in ruling.words

    @pytest.mark.parametrize("seats", [3, 4])
    def test_left_of_the_dealer_out_three_handed_or_four(self, seats: int) -> None:
        rules = replace(TK if seats == 4 else TK_THREE, lone_lead="left of dealer")
        ruling = opening_lead(rules, dealer=0, maker=0, defender_alone=2 if seats == 3 else 3)
        assert ruling.seat == 2
        assert "since the partner of seat 1 is alone" in ruling.words

    @pytest.mark.parametrize(
        ("rules", "dealer", "maker", "lone_defender", "reason"),
        [
            (WEMSA, 4, 0, None, "dealer: seat 4"),
            (TK_THREE, 0, 3, None, "maker: seat 3"),
            (TK, 0, 0, 4, "defender_alone: seat 4"),
            (TK, 0, 0, 2, "defender_alone: seat 2 is on the maker's side"),
            (TK_THREE, 0, 1, 1, "defender_alone: seat 1 is on the maker's side"),
            (WEMSA, 0, 0, 1, "do not let a defender play alone"),
        ],
    )
    def test_what_cannot_be_is_refused(
        self, rules: RuleSet, dealer: int, maker: int, lone_defender: int | None, reason: str
    ) -> None:
        with pytest.raises(ValueError, match=reason):
            opening_lead(rules, dealer=dealer, maker=maker, defender_alone=lone_defender)


def drawn(text: str) -> dict[int, Card]:
    return dict(enumerate(parse_cards(text)))


class TestFirstDealer:
    @pytest.mark.parametrize("rules", [WEMSA, FHARMACY], ids=lambda r: r.name)
    def test_the_lowest_card_deals(self, rules: RuleSet) -> None:
        draw = draw_dealer(rules, drawn("K♠ J♥ 10♦ A♣"))
        assert (draw.dealer, draw.again) == (2, ())
        assert "10♦ is the lowest card" in draw.words

    @pytest.mark.parametrize(
        ("cards", "dealer"),
        [("9♠ 9♥ 9♦ 9♣", 3), ("9♠ 9♥ A♦ A♣", 1), ("9♦ A♠ 9♥ A♣", 0), ("10♠ 10♣ 9♠ K♣", 2)],
    )
    def test_wemsa_breaks_a_tie_by_suit_clubs_lowest(self, cards: str, dealer: int) -> None:
        assert draw_dealer(WEMSA, drawn(cards)).dealer == dealer

    def test_fharmacy_lets_the_tied_draw_again(self) -> None:
        first = draw_dealer(FHARMACY, drawn("9♠ K♥ 9♦ K♣"))
        assert (first.dealer, first.again) == (None, (0, 2))
        assert first.words == "9♠ 9♦ tie for lowest: those players draw again."
        again = draw_dealer(FHARMACY, {2: Card.parse("Q♣"), 0: Card.parse("A♣")})
        assert again.dealer == 2
        assert again.drawn == ((0, Card.parse("A♣")), (2, Card.parse("Q♣")))

    def test_a_tie_above_the_lowest_card_means_nothing(self) -> None:
        assert draw_dealer(FHARMACY, drawn("K♠ K♥ 9♦ K♣")).dealer == 2

    @pytest.mark.parametrize("cards", [{}, {0: DECK[0], 1: DECK[0]}])
    def test_what_cannot_be_is_refused(self, cards: dict[int, Card]) -> None:
        with pytest.raises(ValueError, match="drawn: "):
            draw_dealer(WEMSA, cards)


class TestPartners:
    @pytest.mark.parametrize(
        ("cards", "first", "second"),
        [
            ("9♠ K♣", (0, 1), (2, 3)),
            ("9♠ K♥ 10♣", (0, 2), (1, 3)),
            ("9♠ K♥ 10♦", (1, 2), (0, 3)),
            ("9♠ K♥ 10♦ A♠", (1, 2), (0, 3)),  # the fourth card decides nothing any more
            ("9♥ K♦ 10♣ A♠", (0, 1), (2, 3)),
        ],
    )
    def test_the_first_two_of_one_colour(
        self, cards: str, first: tuple[int, int], second: tuple[int, int]
    ) -> None:
        draw = draw_partners(list(enumerate(parse_cards(cards))))
        assert (draw.first, draw.second) == (first, second)

    def test_in_drawing_order_with_player_numbers(self) -> None:
        plays = [(31, Card.parse("9♠")), (7, Card.parse("K♥")), (12, Card.parse("A♥"))]
        draw = draw_partners(plays, players=(7, 12, 20, 31))
        assert draw.first == (7, 12)
        assert draw.second == (20, 31)
        assert draw.words == "K♥ and A♥ are both red."

    @given(st.permutations(DECK), st.permutations(range(4)))
    def test_three_cards_always_decide(self, cards: list[Card], order: list[int]) -> None:
        plays = list(zip(order, cards, strict=False))
        draw = draw_partners(plays[:3])
        assert draw == draw_partners(plays)
        assert sorted(draw.first + draw.second) == [0, 1, 2, 3]
        colours = [plain.COLOUR[str(card)[-1]] for card in cards[:3]]
        pair = (0, 1) if colours[0] == colours[1] else (0, 2) if colours[0] == colours[2] else (1, 2)
        assert draw.first == (order[pair[0]], order[pair[1]])

    @pytest.mark.parametrize(
        ("plays", "reason"),
        [
            ([], "no two cards of one color yet"),
            ([(0, "9♠"), (1, "9♥")], "no two cards of one color yet"),
            ([(0, "9♠"), (0, "9♥")], "player 0 drew twice"),
            ([(0, "9♠"), (4, "9♣")], "player 4 is not at this table"),
            ([(0, "9♠"), (1, "9♠")], "9♠ is there twice"),
        ],
    )
    def test_what_cannot_be_is_refused(self, plays: list[tuple[int, str]], reason: str) -> None:
        with pytest.raises(ValueError, match=reason):
            draw_partners([(player, Card.parse(text)) for player, text in plays])

    def test_four_different_players_draw(self) -> None:
        with pytest.raises(ValueError, match="four different players"):
            draw_partners([], players=(1, 2, 3, 3))
