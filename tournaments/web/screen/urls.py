"""Addresses of the screen pages."""

from django.urls import URLPattern

app_name = "screen"
urlpatterns: list[URLPattern] = []
