"""A rotation chart from a CSV file: read, judged, and shown as a draw to publish."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from tournaments.actions.chart_import import propose_chart
from tournaments.problems import ActRefused
from tournaments.sign_ups import MOST_BYTES, UnreadableListError, decode, read_text
from tournaments.web import access
from tournaments.web.acting import SeeOther, night_url
from tournaments.web.frame import frame
from tournaments.web.organizer.draws import keep_draw
from tournaments.web.organizer.rotation import PAGE
from tournaments.web.organizer.seat_wishes import plan_of
from tournaments.web.problems_on_forms import show_problems


class ChartForm(forms.Form):
    """A file or pasted lines, and whose numbers they have."""

    file = forms.FileField(
        label="A CSV file",
        required=False,
        widget=forms.FileInput({"accept": ".csv,.tsv,.txt,text/csv,text/plain"}),
        help_text="From a spreadsheet: Save As, CSV.",
    )
    text = forms.CharField(
        label="Or paste it here",
        required=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea({"rows": 10, "spellcheck": "false"}),
    )
    people = forms.ChoiceField(
        label="The chart names",
        choices=[
            ("tonight", "tonight’s players, by number or name"),
            ("places", "places of its own (1 to 16): give them out by tonight’s numbers"),
        ],
        initial="tonight",
        widget=forms.RadioSelect,
    )

    def clean(self) -> dict[str, Any]:
        """The rows of the chart, as `rows`."""
        cleaned = super().clean() or {}
        sent, pasted = cleaned.get("file"), cleaned.get("text", "")
        if not sent and not pasted:
            self.add_error("text", "Choose a file or paste the chart.")
        elif "text" not in self.errors and "file" not in self.errors:
            try:
                text = decode(sent.read(MOST_BYTES + 1)) if sent else pasted
                cleaned["rows"] = [row.cells for row in read_text(text)]
            except UnreadableListError as error:
                self.add_error("file" if sent else "text", str(error))
        return cleaned


@require_http_methods(["GET", "HEAD", "POST"])
@access.organizer
def chart(request: Any, code: str, division_id: int) -> HttpResponse:
    """Choose a file or paste lines; a POST shows what the chart is worth, and changes nothing."""
    plan = plan_of(request, division_id)
    if request.method != "POST":
        return _page(request, plan, ChartForm(), 200)
    form = ChartForm(request.POST, request.FILES)
    if form.is_valid():
        by_place = form.cleaned_data["people"] == "places"
        try:
            proposal = propose_chart(
                request.night, plan.division, form.cleaned_data["rows"], by_place=by_place
            )
        except ActRefused as refused:
            show_problems(form, refused.problems)
        else:
            keep_draw(request, {"chart": [proposal]})
            return SeeOther(night_url(request.night, "organizer:proposal"))
    return _page(request, plan, form, 422)


def _page(request: Any, plan: Any, form: ChartForm, status: int) -> HttpResponse:
    context = {**frame(request, PAGE), "info": plan, "form": form}
    return render(request, "organizer/chart_import.html", context, status=status)
