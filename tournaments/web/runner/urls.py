"""Addresses of the runner pages."""

from django.urls import path

from tournaments.web.runner import sheet, tables

app_name = "runner"
urlpatterns = [
    path("", tables.show, name="tables"),
    path("now/", tables.now, name="now"),
    path("sheets/<uuid:game_id>/", sheet.sheet, name="sheet"),
    path("sheets/<uuid:game_id>/decide/", sheet.decide, name="decide"),
]
