"""Addresses of what is printed."""

from django.urls import path

from tournaments.web import converters  # noqa: F401 -- registers <number:...>
from tournaments.web.printing import index, papers

app_name = "print"
urlpatterns = [
    path("", index.index, name="index"),
    path("links/", index.make_links, name="make_links"),
    path("printed/", index.printed, name="printed"),
    path("sheets/<number:number>/", papers.sheets, name="sheets"),
    path("sheets/blank/", papers.blank, name="blank"),
    path("tables/", papers.tables, name="tables"),
    path("cards/", papers.cards, name="cards"),
    path("seating/<number:number>/", papers.seating, name="seating"),
]
