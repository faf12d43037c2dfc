"""Addresses of the desk pages."""

from django.urls import URLPattern

app_name = "desk"
urlpatterns: list[URLPattern] = []
