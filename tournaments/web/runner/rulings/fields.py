"""What a ruling asks: cards to pick and options to choose, as read from the address and as the form shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring.cards import DECK, RANKS, SUITS, Card, Suit


@dataclass
class CardField:
    """Cards picked from the deck: one, or up to `most`. `picked` may hold what cannot be; `error` then says so."""

    name: str
    label: str
    most: int = 1
    hint: str = ""
    picked: tuple[Card, ...] = ()
    error: str = ""
    template: str = "runner/rulings/_cards.html"

    @property
    def one(self) -> Card | None:
        """The card picked, None for none."""
        return self.picked[0] if self.picked else None

    @property
    def rows(self) -> tuple[tuple[tuple[Card, bool], ...], ...]:
        """The deck by suit, high cards first, each card with whether it is picked."""
        return tuple(
            tuple((card, card in self.picked) for card in reversed(DECK) if card.suit == suit)
            for suit in reversed(SUITS)
        )

    @property
    def is_open(self) -> bool:
        return bool(self.error) or not self.picked


@dataclass(frozen=True)
class Option:
    """One answer to choose. `suit`: whose pip stands before it."""

    value: str
    label: str
    suit: Suit | None = None


@dataclass
class OptionField:
    """Options to choose from: exactly one, or any number (`several`). Values that are no option are dropped."""

    name: str
    label: str
    options: Sequence[Option]
    several: bool = False
    hint: str = ""
    chosen: tuple[str, ...] = ()
    error: str = ""
    template: str = field(default="runner/rulings/_options.html")

    @property
    def one(self) -> str:
        """The option chosen, "" for none."""
        return self.chosen[0] if self.chosen else ""

    @property
    def is_elsewhere(self) -> bool:
        """Whether what is chosen is none of the options any more."""
        return bool(self.one) and all(option.value != self.one for option in self.options)

    @property
    def shown(self) -> tuple[tuple[Option, bool], ...]:
        """The options, each with whether it is chosen."""
        return tuple((option, option.value in self.chosen) for option in self.options)


Field = CardField | OptionField

SUIT_OPTIONS = tuple(Option(suit.word, suit.word.capitalize(), suit) for suit in reversed(SUITS))
MOST_CARDS_READ = len(RANKS) * len(SUITS)
"""No address is read for more cards than there are."""
