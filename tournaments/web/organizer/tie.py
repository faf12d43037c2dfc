"""A tie at a prize place: sudden death hand by hand, or the order as it came out, recorded."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from scoring.playoffs import PlayoffTable, playoff_plan
from tournaments.actions import prizes as acts
from tournaments.models import Division, Player, Tournament
from tournaments.queries.playoff import Playoff, playoff_of
from tournaments.queries.prizes import prizes_of
from tournaments.web import access
from tournaments.web.acting import Outcome, SeeOther, night_url, perform
from tournaments.web.frame import frame
from tournaments.web.organizer.fields import LineField

PAGE = "organizer:payouts"
MOST_LOTS = 1_000_000
NOBODY = "-"
"""A hand that separated nobody, in the address."""


@dataclass(frozen=True)
class OpenTie:
    """Players level at a prize place, by number."""

    division: Division
    place: int
    players: dict[int, Player]


class OrderForm(forms.Form):
    """The order as it came out, without the hands: a place for each player."""

    note = LineField(label="How it was settled", max_length=300, required=False)

    def __init__(self, tie: OpenTie, data: Any = None) -> None:
        super().__init__(data)
        places = [(str(n), str(n)) for n in range(tie.place, tie.place + len(tie.players))]
        for number, player in tie.players.items():
            self.fields[f"place_{number}"] = forms.ChoiceField(
                label=str(player), choices=[("", "–"), *places]
            )
        self.tie = tie

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        chosen = [cleaned.get(f"place_{number}") for number in self.tie.players]
        if None not in chosen and len(set(chosen)) != len(chosen):
            raise forms.ValidationError("Give each player a place of their own.")
        return cleaned

    @property
    def order(self) -> list[int]:
        """Player ids, best first."""
        by_place = sorted(self.tie.players, key=lambda n: int(self.cleaned_data[f"place_{n}"]))
        return [self.tie.players[number].pk for number in by_place]


@require_http_methods(["GET", "HEAD", "POST"])
@access.organizer
def tie(request: Any, code: str, division_id: int, place: int) -> HttpResponse:
    """GET: the sudden death so far, its hands in the address. POST: record the order it led to."""
    found = _open_tie(request.night, division_id, place)
    if found is None:
        messages.info(request, "There is no open tie at that place any more.")
        return SeeOther(night_url(request.night, PAGE))
    lots = _lots(request)
    try:
        playoff = playoff_of(list(found.players), lots, _hands(request))
    except ValueError:
        return SeeOther(night_url(request.night, "organizer:tie", division_id, place))
    if request.method == "POST":
        return _record(request, found, playoff, lots)
    if "playing" in request.GET:
        gained = [*map(_hand_text, _hands(request)), _hand_text(_gained(request))]
        return SeeOther(f"{request.path}?{urlencode({'lots': lots, 'hand': gained}, doseq=True)}")
    return _page(request, found, playoff, lots)


def _record(request: Any, found: OpenTie, playoff: Playoff, lots: int) -> HttpResponse:
    form = OrderForm(found, request.POST if "by_hand" in request.POST else None)
    if form.is_bound and not form.is_valid():
        return _page(request, found, playoff, lots, form, status=422)
    if not form.is_bound and playoff.order is None:
        return _page(request, found, playoff, lots, status=422)
    order = form.order if form.is_bound else [found.players[n].pk for n in playoff.order or ()]
    outcome = perform(
        request,
        acts.decide_tie,
        division_id=found.division.pk,
        place=found.place,
        order=order,
        record=[] if form.is_bound else playoff.record,
        note=form.cleaned_data["note"] if form.is_bound else "",
    )
    if outcome.done:
        messages.success(request, f"The order from place {found.place} on is recorded.")
        return SeeOther(night_url(request.night, PAGE))
    return _page(request, found, playoff, lots, outcome=outcome, status=outcome.status)


def _page(
    request: Any,
    found: OpenTie,
    playoff: Playoff,
    lots: int,
    form: OrderForm | None = None,
    outcome: Outcome | None = None,
    status: int = 200,
) -> HttpResponse:
    people = found.players
    context = {
        **frame(request, PAGE),
        "tie": found,
        "lots": lots,
        "hands": [_hand_text(hand) for hand in _hands(request)],
        "plan": playoff_plan(len(people)),
        "tables": [_table(table, people) for table in playoff.tables],
        "played": [
            {"gained": [people[n] for n in hand.gained], "number": number}
            for number, hand in enumerate(playoff.played, start=1)
        ],
        "groups": [[people[n] for n in group] for group in playoff.groups],
        "order": [people[n] for n in playoff.order or ()],
        "order_form": form or OrderForm(found),
        "problems": outcome.problems if outcome else (),
    }
    return render(request, "organizer/tie.html", context, status=status)


def _table(table: PlayoffTable, people: dict[int, Player]) -> list[dict[str, Any]]:
    """The sides at a table: who plays together, and the numbers their tick sends."""
    seats = table.seats
    groups = (seats[0::2], seats[1::2]) if len(seats) == 4 else tuple((seat,) for seat in seats)
    return [
        {
            "suit": suit,
            "players": [people[n] for n in group if n is not None],
            "with_lot": None in group,
            "value": _hand_text([n for n in group if n is not None]),
        }
        for suit, group in zip(("spade", "heart", "club"), groups, strict=False)
    ]


def _open_tie(night: Tournament, division_id: int, place: int) -> OpenTie | None:
    for division in prizes_of(night):
        if division.division.pk != division_id:
            continue
        people = {row.standing.player: row.player for row in division.standings.rows}
        for open_tie in division.payout.open_ties:
            if open_tie.place == place:
                players = {number: people[number] for number in sorted(open_tie.players)}
                return OpenTie(division.division, place, players)
    return None


def _lots(request: Any) -> int:
    """The draw of the lots: once drawn it stays with the page's address."""
    text = (request.POST if request.method == "POST" else request.GET).get("lots", "")
    if text.isascii() and text.isdigit() and len(text) <= 7:
        return int(text)
    return secrets.randbelow(MOST_LOTS)


def _hands(request: Any) -> list[list[int]]:
    """Who gained in each hand so far; what cannot be read counts as a hand that separated nobody."""
    texts = (request.POST if request.method == "POST" else request.GET).getlist("hand")
    return [_numbers(text) for text in texts]


def _gained(request: Any) -> list[int]:
    """The sides ticked in the hand just played."""
    return [number for text in request.GET.getlist("gained") for number in _numbers(text)]


def _numbers(text: str) -> list[int]:
    parts = text.split("-")
    return [int(part) for part in parts if part.isascii() and part.isdigit() and len(part) <= 9]


def _hand_text(numbers: Any) -> str:
    return "-".join(str(number) for number in numbers) or NOBODY
