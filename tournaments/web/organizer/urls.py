"""Addresses of the organizer pages."""

from django.urls import URLPattern

app_name = "organizer"
urlpatterns: list[URLPattern] = []
