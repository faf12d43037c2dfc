"""Make a half-played night to look at."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from tournaments.actions import nights
from tournaments.actions.act import Actor, Caller
from tournaments.management.night_links import links_of, listed
from tournaments.models import Tournament
from tournaments.models.night import CODE_LETTERS
from tournaments.simulation import Script, Stop, simulate

ACCOUNT = "demo"
HOST = "Harper Host"
NIGHT = "Demo night"
MESSAGE = "Pizza is in the atrium. Please leave the decks on the tables."
SITE = "http://localhost:8000"


class Command(BaseCommand):
    """`manage.py demo`: a night of two divisions in the middle of game 5, with an account and links for every role."""

    help = "Makes a half-played demo night, or shows the one that is there, and prints how to open it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where the site is, and whether to begin anew."""
        parser.add_argument("--address", default=SITE, help=f"of the site, for the links (default {SITE})")
        parser.add_argument("--new", action="store_true", help="put the earlier demo night away first")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, **options: Any) -> None:
        """Find or make the account and the night; say how to open it."""
        organizer, password = _account()
        earlier = _demo_night(organizer)
        if earlier is not None and options["new"]:
            nights.delete_night(earlier, _caller(organizer), typed_name=earlier.name)
            earlier = None
        if earlier is None:
            night = _play(organizer, options["seed"])
            self.stdout.write("\nThe demo night is ready: game 5 of 8 is being played.\n")
        else:
            night = earlier
            since = night.local(night.starts_at)
            self.stdout.write(
                f"\nThe demo night of {since:%A, %B %-d, %-I:%M %p} is still here. manage.py demo --new makes another.\n"
            )
        self.stdout.write(listed(links_of(night, options["address"])))
        self.stdout.write(f"\n  Name: {ACCOUNT}   Password: {password}\n")
        self.stdout.flush()


def _play(organizer: User, seed: int) -> Tournament:
    script = Script("wemsa", (24, 17), seed=seed, games=8, stop=Stop(5, half=True), name=NIGHT)
    night = simulate(script, organizer=organizer)
    nights.set_message(night, _caller(organizer), text=MESSAGE)
    return night


def _demo_night(organizer: User) -> Tournament | None:
    """The newest demo night of the account that was not put away."""
    kept = Tournament.objects.filter(organizer=organizer, is_demo=True, name=NIGHT, deleted_at=None)
    return kept.order_by("-pk").first()


def _caller(organizer: User) -> Caller:
    return Caller(Actor("organizer", HOST, user_id=organizer.pk))


def _account() -> tuple[User, str]:
    """The demo's organizer and the password to sign in with: made once, kept in the data folder to be shown again."""
    user, made = User.objects.get_or_create(username=ACCOUNT, defaults={"first_name": HOST})
    file = _password_file()
    password = file.read_text().strip() if file.is_file() else ""
    if not made and password and user.check_password(password):
        return user, password
    if not made and not Tournament.objects.filter(organizer=user, is_demo=True).exists():
        raise CommandError(
            f"Somebody's own account is called {ACCOUNT!r}: use another data folder (DATA_DIR)."
        )
    password = "-".join("".join(secrets.choice(CODE_LETTERS) for _ in range(4)) for _ in range(3))
    user.set_password(password)
    user.save(update_fields=["password"])
    file.parent.mkdir(parents=True, exist_ok=True)
    file.unlink(missing_ok=True)
    file.touch(mode=0o600)
    file.write_text(password)
    return user, password


def _password_file() -> Path:
    folder: Path = settings.DATA_DIR
    return folder / "demo-password"
