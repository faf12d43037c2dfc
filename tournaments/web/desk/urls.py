"""Addresses of the desk: players, check-in, import, till."""

from django.urls import URLPattern, path

from tournaments.web import converters  # noqa: F401 -- registers <number:...>
from tournaments.web.desk import importing, player, players, till

app_name = "desk"
urlpatterns: list[URLPattern] = [
    path("", players.players, name="players"),
    path("new/", players.add, name="add"),
    path("import/", importing.upload, name="import"),
    path("import/save/", importing.save, name="import_save"),
    path("till/", till.till, name="till"),
    path("till/count/", till.count, name="count_till"),
    path("till/cup/count/", till.count_cup, name="count_cup"),
    path("till/cup/spend/", till.spend_cup, name="spend_cup"),
    path("till/<number:entry_id>/take-back/", till.take_back, name="take_back"),
    path("<number:player_id>/", player.player, name="player"),
    path("<number:player_id>/check-in/", player.check_in, name="check_in"),
    path("<number:player_id>/undo/", player.undo, name="undo"),
    path("<number:player_id>/collect/", player.collect, name="collect"),
    path("<number:player_id>/refund/", player.refund, name="refund"),
    path("<number:player_id>/change/", player.change, name="change"),
    path("<number:player_id>/move/", player.move, name="move"),
    path("<number:player_id>/disqualify/", player.disqualify, name="disqualify"),
    path("<number:player_id>/<slug:step>/", player.step, name="step"),
]
