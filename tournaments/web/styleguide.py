"""The style guide under /look/, in DEBUG only: every component and the key screens with invented data.

Its pages are made from the real base templates and components, so that a change of the look shows at once
and other pages can copy their markup. See docs/look.md.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

from tournaments.web import access
from tournaments.web.styleguide_samples import SAMPLES, SHARED


@access.anybody
def show(request: HttpRequest, page: str = "components") -> HttpResponse:
    """One page of the style guide; `?bright=1` shows a wall page as for a bright room."""
    if page not in SAMPLES:
        raise Http404("No such page in the style guide.")
    context: dict[str, Any] = {**SHARED, **SAMPLES[page]()}
    context |= {"pages": sorted(SAMPLES), "bright": "bright" in request.GET}
    return render(request, f"styleguide/{page}.html", context)


urlpatterns = [path("", show), path("<slug:page>/", show, name="look")]
