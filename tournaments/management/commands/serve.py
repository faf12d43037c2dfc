"""Open the night on the network."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from euchre_night import first_run, network, server
from euchre_night.prepare import migrations_are_due, prepare

TRIED_PORTS = 20


class Command(BaseCommand):
    """`manage.py serve`: the site, its live streams and its static files, from one program."""

    help = "Opens the night on the network, and prints where. Ctrl-C closes it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen, with how many processes, and what to do before."""
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 listens on every network")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--workers", type=int, default=1, help="processes (PostgreSQL only)")
        parser.add_argument("--prepare", action="store_true", help="migrate and collect static files first")
        parser.add_argument("--demo", action="store_true", help="make a demo night first")
        parser.add_argument("--reload", action="store_true", help="start anew when the code changes")
        parser.add_argument("--access-log", action="store_true", help="print every request")

    def handle(self, **options: Any) -> None:
        """Check what was asked, prepare, say where the site is, serve."""
        self._refuse(options)
        if options["prepare"]:
            copy = prepare()
            if copy:
                self.stdout.write(f"The program is newer than its data; the data as they were: {copy}")
        elif migrations_are_due():
            raise CommandError("The database is of another version of the program. Use: serve --prepare")
        listener = self._listen(options["host"], options["port"])
        port = listener.getsockname()[1]
        if options["demo"]:
            here, *elsewhere = self._addresses(options["host"], port)
            call_command("demo", address=(elsewhere or [here])[0], stdout=self.stdout)
        self._announce(options["host"], port)
        self._release_database()
        if options["reload"]:
            server.run_reloading(listener, options["access_log"])
        elif options["workers"] > 1:
            try:
                server.run_workers(listener, options["workers"], options["access_log"])
            except RuntimeError as error:
                raise CommandError(str(error)) from error
        else:
            server.run([listener], access_log=options["access_log"])
        self.stdout.write("\nClosed.")

    def _refuse(self, options: dict[str, Any]) -> None:
        if options["workers"] < 1:
            raise CommandError("--workers counts processes: at least 1.")
        on_sqlite = settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")
        if options["workers"] > 1 and on_sqlite:
            raise CommandError(
                "With SQLite one process serves a whole hall. For more, use PostgreSQL: set DATABASE_URL."
            )
        if options["workers"] > 1 and options["reload"]:
            raise CommandError("--reload watches one process: leave --workers out.")

    def _listen(self, host: str, port: int) -> Any:
        # Behind a proxy, a server on another port than the proxy expects is one that cannot be found.
        others = 0 if settings.PRODUCTION else TRIED_PORTS
        try:
            listener = server.listen(host, port, others)
        except OSError as error:
            raise CommandError(f"Cannot listen on {host}, port {port}: {error.strerror}.") from error
        if port not in {0, listener.getsockname()[1]}:
            self.stdout.write(f"Port {port} is in use by another program.")
        return listener

    def _addresses(self, host: str, port: int) -> list[str]:
        """Of this machine first, then those for phones."""
        here = "localhost" if host in network.ANYWHERE else host
        return [f"http://{here}:{port}", *network.site_addresses(host, port)]

    def _announce(self, host: str, port: int) -> None:
        here, *elsewhere = self._addresses(host, port)
        lines = ["", "Euchre Night is open.", "", f"  On this computer:  {here}/"]
        lines += [f"  On the network:    {address}/" for address in elsewhere]
        self.stdout.write("\n".join(lines))
        if elsewhere and self._can_draw():
            self.stdout.write("\n" + network.terminal_qr(f"{elsewhere[0]}/"), ending="")
        if first_run.needed():
            self.stdout.write(
                f"\n  Make the organizer's account on this link; it works once:\n  {here}{first_run.make()}"
            )
        self.stdout.write("\nCtrl-C closes it.")
        self.stdout.flush()

    def _release_database(self) -> None:
        """What was asked until now was asked by this process; those that serve have their own connections."""
        database: Any = connections["default"]
        database.close()
        if database.vendor == "postgresql":
            database.close_pool()

    def _can_draw(self) -> bool:
        encoding = getattr(sys.stdout, "encoding", None) or ""
        return self.stdout.isatty() and encoding.lower().startswith("utf")
