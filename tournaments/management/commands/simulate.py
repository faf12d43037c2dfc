"""Let bots play a night."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from tournaments.management.night_links import links_of, listed
from tournaments.models import Tournament
from tournaments.presets import PRESETS
from tournaments.problems import ActRefused
from tournaments.simulation import Live, Script, Stop, simulate
from tournaments.simulation.script import divided
from tournaments.simulation.timeline import Timeline

SITE = "http://localhost:8000"


class Command(BaseCommand):
    """`manage.py simulate`: a night of a preset, played through the acts by bots."""

    help = "Lets bots play a whole night, or a part of it, at once or live, and prints the night's links."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which night, how much of it, how fast, and whose it is."""
        parser.add_argument("--preset", default="wemsa", choices=list(PRESETS))
        parser.add_argument("--players", default="40", help="heads: 40, or by division: 24,17 (default 40)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same night")
        parser.add_argument("--games", type=int, help="how many, instead of the preset's")
        parser.add_argument("--until", default="", help="leave it at 'draw', 'game 4' or 'game 5 half'")
        parser.add_argument("--pace", type=float, default=0, help="seconds a game takes; 0: at once")
        parser.add_argument(
            "--organizer", default="", help="whose night it is; needed where there are several"
        )
        parser.add_argument("--name", default="")
        parser.add_argument("--address", default=SITE, help=f"of the site, for the links (default {SITE})")

    def handle(self, **options: Any) -> None:
        """Play and tell."""
        organizer = self._organizer(options["organizer"])
        try:
            script = Script(
                options["preset"],
                _heads(options["preset"], options["players"]),
                seed=options["seed"],
                games=options["games"],
                stop=Stop.read(options["until"]) if options["until"] else None,
                name=options["name"],
            )
            pace = (
                Live(options["pace"] / Timeline(script.settings).game_minutes)
                if options["pace"] > 0
                else None
            )
            simulate(
                script,
                organizer=organizer,
                pace=pace,
                tell=self._tell,
                opened=lambda night: self._show(night, options["address"]),
            )
        except ValueError as error:
            raise CommandError(str(error)) from error
        except ActRefused as refused:
            raise CommandError(f"The night goes no further: {refused}") from refused

    def _organizer(self, name: str) -> User:
        accounts = User.objects.filter(is_active=True)
        if name:
            found = accounts.filter(username=name).first()
            if found is None:
                raise CommandError(f"There is no account {name!r}.")
            return found
        if accounts.count() > 1:
            names = ", ".join(accounts.order_by("username").values_list("username", flat=True))
            raise CommandError(f"Whose night? --organizer with one of {names}.")
        only = accounts.first()
        if only is None:
            raise CommandError("There is no account yet: manage.py createsuperuser makes one.")
        return only

    def _tell(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

    def _show(self, night: Tournament, address: str) -> None:
        self._tell(f"{listed(links_of(night, address))}\n")


def _heads(preset: str, text: str) -> tuple[int, ...]:
    """ "40" over the preset's divisions, or "24,17" as it stands. Raises ValueError."""
    parts = text.split(",")
    if not all(part.strip().isdecimal() for part in parts):
        raise ValueError(f"players: {text!r} is no number of heads; say 40, or 24,17 for two divisions")
    heads = tuple(int(part) for part in parts)
    return divided(preset, heads[0]) if len(heads) == 1 else heads
