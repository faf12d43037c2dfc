"""Addresses of the organizer pages."""

from django.urls import URLPattern, path

from tournaments.web.organizer import export, payouts, standings

app_name = "organizer"
urlpatterns: list[URLPattern] = [
    path("nights/<slug:code>/standings/", standings.standings, name="standings"),
    path("nights/<slug:code>/standings/csv/", export.standings_csv, name="standings_csv"),
    path("nights/<slug:code>/payouts/", payouts.payouts, name="payouts"),
]
