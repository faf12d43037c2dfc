"""The 24 cards as pictures drawn here, and as words.

`{% card_deck %}` puts the drawings into a page once; `{% card_picture card %}` shows one of them. Suits differ by
shape, so a card can be told without colour; two or four colours are a matter of the style sheet.
"""

from __future__ import annotations

import re
from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from scoring.cards import DECK, Card, Rank, Suit

register = template.Library()

# A suit fills a square of 24, as in static/img/icons.svg.
_SUITS = {
    Suit.SPADES: "M12 1.5c6 5.1 10 8.5 10 12.6a4.7 4.7 0 0 1-8.6 2.6c.2 2.1 1 3.9 2.6 5.8H8c1.6-1.9 2.4-3.7 2.6-5.8"
    "A4.7 4.7 0 0 1 2 14.1C2 10 6 6.6 12 1.5z",
    Suit.HEARTS: "M12 22C5 16.2 1.8 12.6 1.8 8.3A5.3 5.3 0 0 1 12 6a5.3 5.3 0 0 1 10.2 2.3c0 4.3-3.2 7.9-10.2 13.7z",
    Suit.DIAMONDS: "M12 1c2.1 4.3 5 8 8.6 11-3.6 3-6.5 6.7-8.6 11-2.1-4.3-5-8-8.6-11C7 9 9.9 5.3 12 1z",
    Suit.CLUBS: "M12 1.5a4.9 4.9 0 0 1 4 7.8 4.9 4.9 0 1 1-2.6 7.9c.2 2 1 3.6 2.6 5.3H8c1.6-1.7 2.4-3.3 2.6-5.3"
    "A4.9 4.9 0 1 1 8 9.3a4.9 4.9 0 0 1 4-7.8z",
}
# A rank is written with a pen, 20 wide (a ten 26) and 26 high.
_RANKS = {
    Rank.NINE: "M17 9A7.2 7.4 0 1 1 2.6 9A7.2 7.4 0 1 1 17 9C17 17.5 14 23.5 6.5 25",
    Rank.TEN: "M1 6.5 6 1.5V25M18.5 1.5c-5 0-6.5 5.5-6.5 11.7s1.5 11.8 6.5 11.8S25 19.4 25 13.2 23.5 1.5 18.5 1.5z",
    Rank.JACK: "M7 1.5H17M13.5 1.5V18c0 8.5-9.5 9-11.5 1.5",
    Rank.QUEEN: "M10 1.5c-6 0-8 5.5-8 11.7S4 25 10 25s8-5.6 8-11.8S16 1.5 10 1.5zM11.5 18.5 18 26",
    Rank.KING: "M3 1.5V25M17 1.5 3 15M8.5 10.5 18 25",
    Rank.ACE: "M1.5 25 10 1.5 18.5 25M4.8 17.5H15.2",
}
_COURT = frozenset({Rank.JACK, Rank.QUEEN, Rank.KING})
_CARD_IN_TEXT = re.compile(r"(10|[9JQKA])([♣♦♥♠])")


@register.filter
def card_name(card: Card) -> str:
    """ "jack of hearts"."""
    return f"{card.rank.name.lower()} of {card.suit.word}"


@register.filter
def pip_name(suit: Suit) -> str:
    """The suit's name among the icons, "heart"."""
    return suit.word[:-1]


@register.simple_tag
@lru_cache(maxsize=1)
def card_deck() -> SafeString:
    """The drawings of all 24 cards, to be shown with `card_picture`. Once a page."""
    symbols = format_html_join("", "{}", ((_symbol(card),) for card in DECK))
    return format_html('<svg class="vh" aria-hidden="true" focusable="false">{}</svg>', symbols)


@register.simple_tag
def card_picture(card: Card, *, named: bool = True) -> SafeString:
    """One card. `named` False where its name stands beside it, so that it is not read twice."""
    spoken = format_html('role="img" aria-label="{}"', card_name(card)) if named else 'aria-hidden="true"'
    return format_html(
        '<svg class="playing-card playing-card--{}" viewBox="0 0 60 84" focusable="false" {}>'
        '<use href="#card-{}"></use></svg>',
        card.suit.word,
        mark_safe(spoken),  # noqa: S308 -- made two lines above
        card.ascii,
    )


@register.filter
def with_cards(text: str) -> SafeString:
    """A ruling's words with each card as rank and pip: signs such as ♣ would turn into emoji on phones."""
    parts: list[str] = []
    end = 0
    for found in _CARD_IN_TEXT.finditer(text):
        card = Card.parse(found[0])
        parts += [conditional_escape(text[end : found.start()]), _in_line(card)]
        end = found.end()
    return mark_safe("".join([*parts, conditional_escape(text[end:])]))  # noqa: S308 -- every part is escaped


def _in_line(card: Card) -> SafeString:
    return format_html(
        '<span class="card-in-line" role="img" aria-label="{}">{}<svg class="pip{} pip--of-{}" aria-hidden="true" '
        'focusable="false"><use href="{}#{}"></use></svg></span>',
        card_name(card),
        card.rank.text,
        " pip--red" if card.suit.red else "",
        card.suit.word,
        static("img/icons.svg"),
        pip_name(card.suit),
    )


def _symbol(card: Card) -> SafeString:
    """Rank top left, suit bottom right: both stay in sight on a small card. Court cards have a frame."""
    frame = '<rect class="playing-card__frame" x="4.5" y="4.5" width="51" height="75" rx="4"/>'
    return format_html(
        '<symbol id="card-{}" viewBox="0 0 60 84">'
        '<rect class="playing-card__face" x="1" y="1" width="58" height="82" rx="7"/>{}'
        '<path class="playing-card__rank" transform="translate(9 9)" d="{}"/>'
        '<path class="playing-card__suit" transform="translate(16.5 40) scale(1.5)" d="{}"/></symbol>',
        card.ascii,
        mark_safe(frame if card.rank in _COURT else ""),  # noqa: S308 -- written above
        _RANKS[card.rank],
        _SUITS[card.suit],
    )
