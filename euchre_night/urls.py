"""Which part of the site answers which address."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [path("", include("tournaments.web.urls"))]

if settings.DEBUG:
    urlpatterns.insert(0, path("look/", include("tournaments.web.styleguide")))
