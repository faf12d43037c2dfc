"""Addresses of the runner pages."""

from django.urls import path

from tournaments.web.runner import grid, mistakes, presence, sheet, tables
from tournaments.web.runner.rulings import calling, deal, draws, hand, index, renege, trick

app_name = "runner"
urlpatterns = [
    path("", tables.show, name="tables"),
    path("now/", tables.now, name="now"),
    path("grid/", grid.grid, name="grid"),
    path("entering/", presence.entering, name="entering"),
    path("sheets/<uuid:game_id>/here/", presence.here, name="here"),
    path("sheets/<uuid:game_id>/", sheet.sheet, name="sheet"),
    path("sheets/<uuid:game_id>/confirm/", sheet.confirm, name="confirm"),
    path("sheets/<uuid:game_id>/onward/", sheet.onward, name="onward"),
    path("sheets/<uuid:game_id>/move/", mistakes.move, name="move"),
    path("sheets/<uuid:game_id>/chair/", mistakes.chair, name="chair"),
    #
    path("rulings/", index.index, name="rulings"),
    path("rulings/trick/", trick.trick, name="ruling_trick"),
    path("rulings/renege/", renege.renege, name="ruling_renege"),
    path("rulings/call/", calling.call, name="ruling_call"),
    path("rulings/misdeal/", deal.misdeal, name="ruling_misdeal"),
    path("rulings/lead/", deal.lead, name="ruling_lead"),
    path("rulings/dealer/", draws.dealer, name="ruling_dealer"),
    path("rulings/partners/", draws.partners, name="ruling_partners"),
    path("rulings/hand/", hand.hand, name="ruling_hand"),
]
