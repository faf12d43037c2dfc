"""Asking for a ruling, and what its page says."""

from __future__ import annotations

import html
import re
from urllib.parse import urlencode

from django.test import Client

from tests.cast import helper
from tournaments.models import Tournament

PAGES = ("", "trick/", "renege/", "call/", "misdeal/", "lead/", "dealer/", "partners/", "hand/")
HAND = "hand=JD,AS,KH,9C,10C"
_DRAWN = re.compile(r'<svg[^>]*aria-label="([^"]+)"[^>]*>.*?</svg>')
_CARD_IN_LINE = re.compile(r'<span class="card-in-line" role="img" aria-label="([^"]+)">.*?</span>')


def address(night: Tournament, page: str, question: str = "") -> str:
    """`question`: "trump=hearts hand=JH,9C" as an address, with `ask`; a comma parts several values."""
    values = [("ask", "1")] if question and "seed=" not in question else []
    for part in question.split():
        name, _, value = part.partition("=")
        values += [(name, one) for one in value.split(",")]
    return f"/runner/{night.code}/rulings/{page}?{urlencode(values)}"


def read_aloud(text: str) -> str:
    """A page as a screen reader says it: pictures by their names, no markup."""
    text = _DRAWN.sub(r" \1 ", _CARD_IN_LINE.sub(r"\1", text))
    return (
        " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split()).replace(" .", ".").replace(" ,", ",")
    )


def ask(client: Client, night: Tournament, page: str, question: str) -> str:
    """What the page says above its form."""
    response = client.get(address(night, page, question))
    text = read_aloud(response.content.decode().partition('<main id="main"')[2].partition('id="ask"')[0])
    assert response.status_code == 200, text
    return text


def refused(client: Client, night: Tournament, page: str, question: str) -> str:
    """What the page says is wrong; it answers 422 and rules on nothing."""
    response = client.get(address(night, page, question))
    page_text = response.content.decode()
    assert response.status_code == 422
    assert 'class="ruling ' not in page_text
    return read_aloud(re.search(r'role="alert">(.*?)</ul>', page_text, re.DOTALL)[1])


def runner_of(night: Tournament) -> Client:
    return helper(night, "runner")


def question_of(trump: str, cards: str, out: str = "") -> str:
    played = [f"card{place}={card}" for place, card in enumerate(cards.split()) if card != "-"]
    return " ".join([f"trump={trump}", *played, *([f"out={out}"] if out else [])])
