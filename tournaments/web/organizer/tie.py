"""A tie at a prize place: sudden death hand by hand, lots, or the order as it came out; and mending an order.

The hands played so far travel in the page's address, so that Back and reload lose nothing and nothing is stored
before the order is complete.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.crypto import salted_hmac
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actions import prizes as acts
from tournaments.models import TieDecision, Tournament
from tournaments.queries.playoff import Playoff, playoff_of
from tournaments.queries.readiness import before_payout
from tournaments.queries.ties import PlaceTie, tie_at
from tournaments.web import access
from tournaments.web.acting import Outcome, SeeOther, night_url, perform, press
from tournaments.web.frame import frame
from tournaments.web.organizer.fields import LineField
from tournaments.web.organizer.tie_words import playoff_words, prize_words, rule_words
from tournaments.web.problems_on_forms import show_problems

PAGE = "organizer:payouts"


class OrderForm(forms.Form):
    """The order as it came out, best first: a player for each place."""

    def __init__(self, tie: PlaceTie, data: Any = None) -> None:
        super().__init__(data)
        self.tie = tie
        people = [(str(player.pk), f"{player.name} ({player.number})") for player in tie.players]
        decided = [str(player.pk) for player in tie.decided_order]
        for index in range(len(people)):
            self.fields[f"place_{index}"] = forms.ChoiceField(
                label=f"Place {tie.place + index}",
                choices=[("", "Choose…"), *people],
                initial=decided[index] if decided else "",
            )
        self.fields["how"] = forms.ChoiceField(
            label="Settled by", choices=TieDecision.How.choices, initial=tie.decision and tie.decision.how
        )
        self.fields["note"] = LineField(
            label="Why it is changed" if decided else "Note", max_length=300, required=bool(decided)
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        chosen = [cleaned[name] for name in self._places if name in cleaned]
        if len(set(chosen)) != len(chosen):
            raise forms.ValidationError("Each player takes one place: somebody is chosen twice.")
        return cleaned

    @property
    def order(self) -> list[int]:
        """Player ids, best first, of a valid form."""
        return [int(self.cleaned_data[name]) for name in self._places]

    @property
    def _places(self) -> list[str]:
        return [f"place_{index}" for index in range(len(self.tie.players))]


@require_http_methods(["GET", "HEAD", "POST"])
@access.organizer
def tie(request: Any, code: str, division_id: int, place: int) -> HttpResponse:
    """GET: the tie and its sudden death so far; with `gained`, the hand just played. POST: record the order."""
    if before_payout(request.night):
        messages.info(request, "A tie is settled once every game is played and every sheet is in.")
        return SeeOther(night_url(request.night, PAGE))
    found = tie_at(request.night, division_id, place)
    if found is None:
        messages.info(request, f"There is no tie at place {place} any more.")
        return SeeOther(night_url(request.night, PAGE))
    try:
        playoff = playoff_of(list(found.rows), _lots(found), _hands(request))
    except ValueError:  # an address that was changed by hand, or hands of a tie that has changed since
        messages.info(request, "The hands played so far do not fit this tie: it starts afresh.")
        return SeeOther(request.path)
    if request.method == "POST":
        return _record(request, found, playoff)
    if "playing" in request.GET:
        return _after_hand(request, found, playoff)
    return _page(request, found, playoff)


@require_POST
@access.organizer
def draw_lots(request: Any, code: str, division_id: int, place: int) -> HttpResponse:
    """Order the players tied at a place by lots, drawn once."""
    then = night_url(request.night, PAGE)
    return press(request, acts.draw_lots, then, "The lots are drawn.", division_id=division_id, place=place)


def _after_hand(request: Any, found: PlaceTie, playoff: Playoff) -> HttpResponse:
    """On to the next hand, or back to the same one when it separated nobody."""
    hands, gained = _hands(request), _numbers(request.GET.getlist("gained"))
    if set(gained) < set(playoff.playing) and gained:
        hands = [*hands, gained]
    else:
        messages.info(request, "That separates nobody: the hand is played again.")
    query = urlencode({"hand": [_hand_text(hand) for hand in hands]}, doseq=True)
    return SeeOther(f"{request.path}?{query}" if query else request.path)


def _record(request: Any, found: PlaceTie, playoff: Playoff) -> HttpResponse:
    """Record the order of the form, or the one the hands led to."""
    form = OrderForm(found, request.POST if "by_hand" in request.POST else None)
    if form.is_bound:
        if not form.is_valid():
            return _page(request, found, playoff, form, Outcome(status=422))
        outcome = _decide(request, found, form.order, form.cleaned_data["how"], form.cleaned_data["note"])
        show_problems(form, outcome.problems)
    else:
        order = [found.rows[number].player.pk for number in playoff.order or ()]
        outcome = _decide(request, found, order, TieDecision.How.PLAYOFF, "", playoff.record)
    if outcome.done:
        last = found.place + len(found.rows) - 1
        messages.success(request, f"Places {found.place} to {last} are in order.")
        return SeeOther(night_url(request.night, PAGE))
    return _page(request, found, playoff, form, outcome)


def _decide(
    request: Any, found: PlaceTie, order: list[int], how: str, note: str, record: Any = ()
) -> Outcome:
    return perform(
        request,
        acts.decide_tie,
        division_id=found.division.pk,
        place=found.place,
        order=order,
        how=how,
        note=note,
        record=record,
    )


def _page(
    request: Any,
    found: PlaceTie,
    playoff: Playoff,
    form: OrderForm | None = None,
    outcome: Outcome | None = None,
) -> HttpResponse:
    night: Tournament = request.night
    hands = [_hand_text(hand) for hand in _hands(request)]
    context = {
        **frame(request, PAGE),
        "tie": found,
        "prizes": prize_words(found),
        "rule": rule_words(night.settings, found),
        "by_lots": night.settings.prize_tie == "lots",
        "playoff": playoff_words(found, playoff, _lots(found)),
        "hands": hands,
        "undo": urlencode({"hand": hands[:-1]}, doseq=True),
        "order_form": form or OrderForm(found),
        "problems": outcome.problems if outcome and not (form and form.is_bound) else (),
    }
    return render(request, "organizer/tie.html", context, status=outcome.status if outcome else 200)


def _lots(found: PlaceTie) -> str:
    """The draw that seats them: the same for the same players tied at the same place, and known to nobody before."""
    numbers = "-".join(str(number) for number in found.rows)
    return salted_hmac(
        "tournaments.playoff", f"{found.night.code}/{found.division.pk}/{found.place}/{numbers}"
    ).hexdigest()


def _hands(request: Any) -> list[list[int]]:
    """Who gained in each hand so far."""
    texts = (request.POST if request.method == "POST" else request.GET).getlist("hand")
    return [_numbers([text]) for text in texts]


def _numbers(texts: list[str]) -> list[int]:
    """Player numbers in texts like "3-9"."""
    parts = [part for text in texts for part in text.split("-")]
    return [int(part) for part in parts if part.isascii() and part.isdigit() and len(part) <= 9]


def _hand_text(numbers: list[int]) -> str:
    return "-".join(str(number) for number in numbers)
