"""The 24 cards: suits, ranks, bowers, what a card belongs to and how the cards rank under a trump suit.

WEMSA, Deck Setup 1 and Card Rankings; Fharmacy, The Pack and Rank of Cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final, Self

HAND_SIZE: Final = 5
"""Cards dealt to each player (and to the dummy of a three-handed table)."""


class Suit(IntEnum):
    """A suit. The values ascend in WEMSA's tie order: clubs lowest, spades highest (Dealer Determination)."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def symbol(self) -> str:
        """The sign on the card, `♥`."""
        return "♣♦♥♠"[self]

    @property
    def word(self) -> str:
        """The English name in lower case, `hearts`."""
        return self.name.lower()

    @property
    def letter(self) -> str:
        """The capital letter used where the sign cannot be typed, `H`."""
        return self.name[0]

    @property
    def red(self) -> bool:
        """True for diamonds and hearts."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)

    @property
    def same_colour(self) -> Suit:
        """The other suit of the same colour, where the left bower comes from."""
        return Suit(3 - self)

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Read `♥`, `H`, `heart` or `hearts` in any case; anything else raises ValueError."""
        key = _plain(text)
        for suit in cls:
            if key in {suit.symbol, suit.letter, suit.name, suit.name[:-1]}:
                return suit
        raise ValueError(f"suit {text!r}: write one of ♣ ♦ ♥ ♠, C D H S, or the suit's name")


class Rank(IntEnum):
    """A rank in plain order, 9 low, ace high: the order of the draw for the deal and of a plain suit."""

    NINE = 0
    TEN = 1
    JACK = 2
    QUEEN = 3
    KING = 4
    ACE = 5

    @property
    def text(self) -> str:
        """As printed on the card: `9`, `10`, `J`, `Q`, `K`, `A`."""
        return ("9", "10", "J", "Q", "K", "A")[self]


RANKS: Final = tuple(Rank)
SUITS: Final = tuple(Suit)


class Card(int):
    """One of the 24 cards, an int from 0 to 23 (suit x 6 + rank), so it indexes tables and bit sets directly.

    `str` gives `J♥`. Comparing two cards sorts a hand by suit; who takes a trick is another matter (`tricks`).
    """

    __slots__ = ()

    def __new__(cls, rank: Rank, suit: Suit) -> Self:
        """Make the card of this rank and suit."""
        return super().__new__(cls, suit * len(RANKS) + rank)

    def __getnewargs__(self) -> tuple[Rank, Suit]:  # type: ignore[override]
        """Let pickle and copy rebuild the card."""
        return self.rank, self.suit

    @property
    def suit(self) -> Suit:
        """The printed suit; for the left bower see `effective_suit`."""
        return SUITS[self // len(RANKS)]

    @property
    def rank(self) -> Rank:
        """The printed rank."""
        return RANKS[self % len(RANKS)]

    @property
    def ascii(self) -> str:
        """The text form without signs, `JH` or `10C`."""
        return self.rank.text + self.suit.letter

    def __str__(self) -> str:
        return self.rank.text + self.suit.symbol

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `J♥`, `JH`, `10♣`, `TC` in any case; anything else raises ValueError that quotes the text."""
        key = _plain(text)
        if len(key) < 2:
            raise ValueError(f"card {text!r}: write the rank and the suit, like J♥ or JH")
        rank_text = "10" if key[:-1] == "T" else key[:-1]
        rank = next((rank for rank in Rank if rank.text == rank_text), None)
        if rank is None:
            raise ValueError(f"card {text!r}: the euchre deck has A K Q J 10 9, not {key[:-1]!r}")
        suit = next((suit for suit in Suit if key[-1] in (suit.symbol, suit.letter)), None)
        if suit is None:
            raise ValueError(f"card {text!r}: {key[-1]!r} is no suit; write one of ♣ ♦ ♥ ♠ or C D H S")
        return cls(rank, suit)


DECK: Final = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""The 24 cards in the order of their numbers: `DECK[card] == card`."""


def _plain(text: str) -> str:
    """Upper case, without blanks and the variation marks phones add; outlined suit signs become solid ones."""
    solid = str.maketrans("♧♢♡♤", "♣♦♥♠", "\ufe0e\ufe0f ")
    return text.strip().translate(solid).upper()


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks or commas, `J♥ 9C, 10♠`. Errors: see `Card.parse`; a card named twice."""
    cards = tuple(Card.parse(word) for word in text.replace(",", " ").split())
    refuse_duplicates(cards, "cards")
    return cards


def show_cards(cards: Iterable[Card]) -> str:
    """The cards as text, separated by blanks; `none` when there are none."""
    return " ".join(map(str, cards)) or "none"


def refuse_duplicates(cards: Iterable[Card], where: str) -> None:
    """Raise ValueError naming `where` and the card that stands there twice."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise ValueError(f"{where}: {card} is there twice; the deck has one of each card")
        seen.add(card)


def checked_hand(hand: Iterable[Card], *, full: bool = False) -> tuple[Card, ...]:
    """Return the hand as a tuple. ValueError: a card twice, more than five cards, none, or (`full`) not five."""
    cards = tuple(hand)
    refuse_duplicates(cards, "hand")
    if not cards:
        raise ValueError("hand: no cards")
    if len(cards) > HAND_SIZE or (full and len(cards) != HAND_SIZE):
        raise ValueError(f"hand: {len(cards)} cards ({show_cards(cards)}); a hand has {HAND_SIZE}")
    return cards


def right_bower(trump: Suit) -> Card:
    """The jack of trumps, the highest card."""
    return DECK[trump * len(RANKS) + Rank.JACK]


def left_bower(trump: Suit) -> Card:
    """The other jack of the same colour, the second-highest card."""
    return right_bower(trump.same_colour)


def effective_suit(card: Card, trump: Suit) -> Suit:
    """The suit a card belongs to in following, leading and calling: the left bower is a trump."""
    return trump if card == left_bower(trump) else card.suit


def suit_order(suit: Suit, trump: Suit) -> tuple[Card, ...]:
    """The cards that belong to `suit` under `trump`, highest first: 7 trumps, 5 or 6 cards of a plain suit."""
    bowers = (right_bower(trump), left_bower(trump))
    plain = tuple(Card(rank, suit) for rank in reversed(RANKS))
    others = tuple(card for card in plain if card not in bowers)
    return bowers + others if suit == trump else others


def ranking_in_words(trump: Suit) -> tuple[str, ...]:
    """How the cards rank under `trump`, one line per suit, trumps first, for people to read."""
    right, left, *rest = suit_order(trump, trump)
    lines = [f"Trumps: right bower {right}, left bower {left}, then {show_cards(rest)}"]
    for suit in reversed(SUITS):
        if suit != trump:
            lines.append(f"{suit.word.capitalize()}: {show_cards(suit_order(suit, trump))}")
    return tuple(lines)
