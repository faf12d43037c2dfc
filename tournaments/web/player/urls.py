"""Addresses of the player pages, below /night/<code>/."""

from django.urls import path

from tournaments.web import converters  # noqa: F401 -- registers <number:...>
from tournaments.web.player import table, views, wrong

app_name = "player"
urlpatterns = [
    path("", views.night, name="night"),
    path("house-rules/", views.house_rules, name="house_rules"),
    path("number/<int:number>/", views.numbered, name="number"),
    path("number/<int:number>/wrong/", wrong.numbered, name="wrong_numbered"),
    path("me/<uuid:key>/", views.own, name="own"),
    path("me/<uuid:key>/wrong/", wrong.own, name="wrong"),
    path("tables/<number:number>/", table.table, name="table"),
    path("tables/<number:number>/judge/", table.call, name="call_judge"),
    path("tables/<number:number>/judge/cancel/", table.cancel, name="cancel_call"),
]
