"""The project itself as an app: it has no models, only the checks made at the start."""

from django.apps import AppConfig


class EuchreNightConfig(AppConfig):
    """Registers the start-up checks."""

    name = "euchre_night"
    verbose_name = "Euchre Night"

    def ready(self) -> None:
        """Importing the module registers its checks."""
        from euchre_night import checks  # noqa: F401 -- needs the apps to be loaded
