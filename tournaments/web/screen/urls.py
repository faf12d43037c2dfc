"""Addresses of the screen pages, below /wall/<code>/."""

from django.urls import path

from tournaments.web.screen import views

app_name = "screen"
urlpatterns = [
    path("", views.wall, name="wall"),
    path("frame/", views.frame, name="frame"),
    path("events/", views.events, name="events"),
    path("worker.js", views.worker, name="worker"),
    path("join.svg", views.join, name="join"),
]
