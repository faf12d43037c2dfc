"""Addresses of the screen pages, below /wall/<code>/."""

from django.urls import path

from tournaments.web.screen import views

app_name = "screen"
urlpatterns = [
    path("events/", views.events, name="events"),
]
