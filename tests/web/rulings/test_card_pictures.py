"""Cards in pictures and in words."""

from __future__ import annotations

import re

from scoring.cards import DECK, Card
from tests.web.rulings.asking import read_aloud
from tournaments.templatetags.cards import card_deck, card_name, card_picture, with_cards


class TestTheCards:
    def test_each_of_the_24_has_a_picture_of_its_own(self) -> None:
        deck = card_deck()
        drawings = dict(re.findall(r'<symbol id="card-(\w+)"[^>]*>(.*?)</symbol>', deck))
        assert set(drawings) == {card.ascii for card in DECK}
        assert len(set(drawings.values())) == 24

    def test_suits_differ_by_shape_and_are_those_of_the_house(self, settings) -> None:
        icons = (settings.BASE_DIR / "static" / "img" / "icons.svg").read_text()
        shapes = {
            suit: re.search(rf'id="{suit}".*? d="([^"]+)"', icons)[1]
            for suit in ("spade", "heart", "diamond", "club")
        }
        assert len(set(shapes.values())) == 4
        deck = card_deck()
        assert all(deck.count(shape) == 6 for shape in shapes.values())

    def test_a_picture_says_its_name_once(self) -> None:
        jack = Card.parse("JH")
        assert card_name(jack) == "jack of hearts"
        assert 'role="img" aria-label="jack of hearts"' in card_picture(jack)
        assert "aria-label" not in card_picture(jack, named=False)
        assert 'aria-hidden="true"' in card_picture(jack, named=False)

    def test_words_keep_their_cards_and_nothing_else_is_let_through(self) -> None:
        said = with_cards("10♣ beats <b>9♣</b> & J")
        assert (
            read_aloud(said.replace("&lt;", "(").replace("&gt;", ")"))
            == "ten of clubs beats (b)nine of clubs(/b) & J"
        )
        assert "♣" not in said
        assert "<b>" not in said
