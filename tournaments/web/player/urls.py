"""Addresses of the player pages."""

from django.urls import URLPattern

app_name = "player"
urlpatterns: list[URLPattern] = []
