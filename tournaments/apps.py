"""The one Django app: a tournament night."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Everything that is stored about a night, and the screens over it."""

    name = "tournaments"
    verbose_name = "Tournaments"
