"""Which part of the site answers which address."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [path("", include("tournaments.web.urls"))]
