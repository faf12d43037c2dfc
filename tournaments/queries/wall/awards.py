"""The awards: the best hand of the game, dealt to the winners."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.queries.prizes import DivisionPrizes
from tournaments.queries.wall.facts import Facts
from tournaments.queries.wall.scenes import AwardCard, Awards

_HAND = (
    ("J", "heart"),
    ("J", "diamond"),
    ("A", "heart"),
    ("K", "heart"),
    ("Q", "heart"),
    ("10", "heart"),
    ("9", "heart"),
)
HAND_SIZE = 3


def awards_of(facts: Facts) -> Iterator[Awards]:
    """Each division's prizes, three cards at a time, best first."""
    left = any(division.unpaid for division in facts.divisions)
    foot = f"Thank you for playing. {'Prizes at the desk' if left else 'Every prize is handed out'}."
    for division in facts.divisions:
        cards = _cards(facts, division)
        for start in range(0, len(cards), HAND_SIZE):
            yield Awards(
                heading=facts.night.name,
                where="Final results",
                title=division.division.name,
                foot=foot,
                awards=tuple(cards[start : start + HAND_SIZE]),
            )


def _cards(facts: Facts, division: DivisionPrizes) -> list[AwardCard]:
    points = {row.player.pk: row.standing.total for row in division.standings.rows}
    cards = []
    for index, line in enumerate(division.lines):
        place = line.award.place
        rank, suit = _HAND[place - 1] if place and place <= len(_HAND) else ("10", "club")
        cards.append(
            AwardCard(
                place=index % HAND_SIZE + 1,
                rank=rank,
                suit=suit,
                word=line.title,
                name=facts.named(line.player),
                points=points[line.player.pk],
                amount=line.worth,
            )
        )
    return cards
