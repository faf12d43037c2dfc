"""What there is to pay and to win, and what happens to a tie: sentences from the settings."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.words import dollars, listed
from tournaments.night_settings import NightSettings

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_TIE_BREAKERS = {
    "games won": "more games won",
    "loners": "more lone hands that took all five tricks",
    "fewest bumps": "less money paid into the bump cup",
    "head to head": "more wins than losses against each other",
}


def standings(s: NightSettings, *, divisions: int) -> Iterator[str]:
    """How the winner is found."""
    where = "of a division" if divisions > 1 else "of all"
    yield "Your total is the sum of the points of all your games."
    yield f"The highest total {where} at the end wins."
    yield "Points that the director takes from a player or gives to one count for that player alone."
    yield "A warning costs nothing and is counted from table to table; the director’s points count in no average."
    yield "A game forfeited is played for nothing: no points of it, and lost; partner and opponents keep theirs."
    yield "A disqualified player has no place and no prize; nobody else’s points change."


def buy_in(s: NightSettings, *, divisions: int) -> Iterator[str]:
    """The money that comes in."""
    if s.buy_in_cents:
        yield f"The buy-in is {dollars(s.buy_in_cents)} a player, in cash or by card, at check-in."
        yield "Who leaves early, or is disqualified, leaves the buy-in in the pot."
    else:
        yield "There is no fee to enter or play."
    if s.house_percent:
        yield f"Of the pot, {s.house_percent}% go to the house or a good cause before the prizes."
    if divisions > 1 and s.prize_kind == "percent":
        if s.one_pot:
            yield "All buy-ins make one pot, split evenly between the divisions."
        else:
            yield "Each division plays for its own pot."
    if s.bump_cup:
        yield (
            "The bump cup stands on each table, and players put in themselves what they owe. What is in it goes to "
            "prizes and giveaways later in the evening."
        )


def prizes(s: NightSettings, *, divisions: int) -> Iterator[str]:
    """Who wins what."""
    each = " in each division" if divisions > 1 else ""
    if s.prize_kind == "named":
        wins = [f"{_place(place)} wins “{name}”" for place, name in enumerate(s.prize_names, start=1)]
    elif s.prize_kind == "fixed":
        wins = [f"{_place(place)} wins {dollars(cents)}" for place, cents in enumerate(s.shares, start=1)]
    elif s.shares == (100,):
        wins = ["first place wins the whole pot"]
    else:
        wins = [f"{_place(place)} wins {share}% of the pot" for place, share in enumerate(s.shares, start=1)]
    yield _sentence(f"{listed(wins)}{each}.")
    if s.most_loners_cents:
        yield (
            f"The most lone hands with all five tricks win {dollars(s.most_loners_cents)}{each}, off the pot before "
            "the places share it."
        )
    if s.low_score_cents:
        yield (
            f"The lowest total of those who missed no game wins {dollars(s.low_score_cents)}{each}, off the pot before "
            "the places share it."
        )
    if s.whole_dollars and s.prize_kind != "named":
        yield "Prizes are rounded down to whole dollars; what is left goes to first place."
    if s.prize_kind != "named":
        yield "With fewer players than prizes, the shares left over are spread over the others."


def ties(s: NightSettings) -> Iterator[str]:
    """What happens when players are level at a prize place."""
    if s.prize_tie == "playoff":
        yield (
            "A tie at a prize place is settled by sudden death, one hand: two play against each other with partners "
            "drawn by lot, three play three-handed, four two against two. A hand that decides nothing is played again."
        )
    elif s.prize_tie == "split":
        yield "Players who tie at a prize place share its prizes evenly: those of all their places, added and divided."
    elif s.prize_tie == "lots":
        yield "A tie at a prize place is decided by lots, drawn once."
    else:
        if order := listed([_TIE_BREAKERS[name] for name in s.tie_breakers], last="then"):
            yield f"Of players who tie, the better one has, in this order: {order}."
        yield "Who is still level at a prize place then is decided by lots, drawn once."


def _place(place: int) -> str:
    return f"{_ORDINALS[place - 1]} place" if place <= len(_ORDINALS) else f"place {place}"


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]
