"""Addresses of the player pages, below /night/<code>/."""

from django.urls import path

from tournaments.web.player import views

app_name = "player"
urlpatterns = [
    path("", views.night, name="night"),
    path("house-rules/", views.house_rules, name="house_rules"),
    path("number/<int:number>/", views.numbered, name="number"),
    path("me/<uuid:key>/", views.own, name="own"),
]
