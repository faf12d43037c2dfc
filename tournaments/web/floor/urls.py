"""Addresses of the floor: a table now, its judge, an empty chair; what the director lays on a player."""

from django.urls import path

from tournaments.web import converters  # noqa: F401 -- registers <number:...>
from tournaments.web.floor import chair, flags, player, table

app_name = "floor"
urlpatterns = [
    path("tables/<number:table_number>/", table.table, name="table"),
    path("tables/<number:table_number>/judge/", table.call, name="call_judge"),
    path("tables/<number:table_number>/scorekeeper/", table.scorekeeper, name="scorekeeper"),
    path("tables/<number:table_number>/warn/", table.warn, name="warn"),
    path("calls/<number:call_id>/cancel/", table.cancel, name="cancel_call"),
    path("calls/<number:call_id>/answer/", table.answer, name="answer_call"),
    #
    path("tables/<number:table_number>/chair/<number:position>/", chair.chair, name="chair"),
    path("tables/<number:table_number>/chair/undo/", chair.undo, name="undo_chair"),
    #
    path("players/<number:player_id>/", player.player, name="player"),
    path("players/<number:player_id>/warn/", player.warn, name="warn_player"),
    path("players/<number:player_id>/points/", player.points, name="points"),
    path("players/<number:player_id>/forfeit/", player.forfeit, name="forfeit"),
    path("sanctions/<number:sanction_id>/lift/", player.lift, name="lift"),
    path("sanctions/<number:sanction_id>/change/", player.change, name="change"),
    #
    path("scores/<number:flag_id>/", flags.flag, name="flag"),
]
