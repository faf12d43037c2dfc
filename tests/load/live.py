"""How soon every screen sees a change, with many of them open. Prints figures; not collected by pytest.

python3 -m tests.load.live                        SQLite, one process, 200 streams, a change every 250 ms for 15 s
python3 -m tests.postgres -m tests.load.live      the same on PostgreSQL
    --workers 2       more server processes (PostgreSQL)
    --elsewhere       changes are made by another program, not by a POST to the server
    --walls 200       so many of the streams are walls, which get frames (20); the others hear topics

It starts `manage.py serve` on this machine with data of its own: 64 players in the middle of a game. A change is the
director's message. Milliseconds from just before the change was sent until a client has read the event that shows it
or a later one; "act" is how long the sender waited. A client is lost when it does not end at the last version.
"""

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode, urlsplit

import psycopg
from psycopg import sql

from tests.project.programs import ROOT, Running, manage, serving, variables

SET_UP = """
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, BACKEND_SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from tests.factories import *
host = make_organizer("load")
night = ready_night((34, 30), organizer=host)
play_game(night, 1)
rounds.start_game(night, HOST, number=2)
session = SessionStore()
session[SESSION_KEY], session[HASH_SESSION_KEY] = str(host.pk), host.get_session_auth_hash()
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session.save()
print("made", night.code, session.session_key, reload(night).version)
"""
ELSEWHERE = """
import sys, time
from tests.factories import HOST
from tournaments.actions import nights
from tournaments.models import Tournament
night = Tournament.objects.get(code="{code}")
print("ready", flush=True)
for line in sys.stdin:
    nights.set_message(night, HOST, text=line.strip())
    print("done", flush=True)
"""


@dataclass
class Client:
    """One stream: when it read which version."""

    heard: dict[int, float] = field(default_factory=dict)
    reading: asyncio.Task[None] | None = None
    writer: asyncio.StreamWriter | None = None

    @property
    def last(self) -> int:
        return max(self.heard, default=0)

    async def open(self, port: int, path: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.split(b"\r\n")[0]:
            raise RuntimeError(head.decode())
        self.writer = writer  # the connection would close with it
        self.reading = asyncio.create_task(self._read(reader))

    async def _read(self, reader: asyncio.StreamReader) -> None:
        while line := await reader.readline():
            if line.startswith(b"id: "):
                self.heard.setdefault(int(line[4:]), time.perf_counter())


async def send_post(port: int, code: str, session: str, text: str) -> None:
    """The message as the host's browser sends it, on a connection of its own."""
    token = uuid.uuid4().hex
    body = urlencode({"message": text, "key": uuid.uuid4().hex, "csrfmiddlewaretoken": token})
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [
        f"POST /nights/{code}/message/ HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Cookie: euchre_session={session}; csrftoken={token}",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}",
        "Connection: close",
    ]
    writer.write(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
    status = await reader.readline()
    if b" 303 " not in status:
        raise RuntimeError(f"The message was refused: {status.decode()}")
    writer.close()


async def measure(args: argparse.Namespace, night: Running, setup: Sequence[str], sender: "Sender") -> None:
    code, _, version = setup[0], setup[1], int(setup[2])
    clients = [Client() for _ in range(args.clients)]
    for number, client in enumerate(clients):
        await client.open(night.port, f"/wall/{code}/events/" + ("?frames=1" if number < args.walls else ""))
    await all_at(version, clients, within=30)
    await asyncio.sleep(1)
    sent: dict[int, float] = {}
    acts: list[float] = []
    before = cpu_seconds(night)
    begun = time.perf_counter()
    for number in range(int(args.seconds / args.every)):
        await asyncio.sleep(max(0.0, begun + number * args.every - time.perf_counter()))
        version += 1
        sent[version] = time.perf_counter()
        await sender.send(f"Message {number}")
        acts.append(time.perf_counter() - sent[version])
    took = time.perf_counter() - begun
    await all_at(version, clients, within=5)
    report("act", acts)
    report("wall", [ms for client in clients[: args.walls] for ms in delays(client, sent)])
    report("phone", [ms for client in clients[args.walls :] for ms in delays(client, sent)])
    events = sum(len(client.heard) - 1 for client in clients) / len(clients)
    print(
        f"{len(sent)} changes, {events:.1f} events a client, {100 * (cpu_seconds(night) - before) / took:.0f} % of a core"
    )
    lost = sum(client.last != version for client in clients)
    print(f"lost: {lost} of {len(clients)}")
    for client in clients:
        if client.reading is not None:
            client.reading.cancel()


async def all_at(version: int, clients: Sequence[Client], within: float) -> None:
    """Wait until every client has this version, for so many seconds at most."""
    end = time.perf_counter() + within
    for client in clients:
        while client.last != version and time.perf_counter() < end:  # noqa: ASYNC110 -- a look costs nothing
            await asyncio.sleep(0.02)


def delays(client: Client, sent: dict[int, float]) -> list[float]:
    """For each change, how long until the client had it or a later one."""
    found = []
    for version, at in sent.items():
        later = [heard for other, heard in client.heard.items() if other >= version]
        if later:
            found.append(min(later) - at)
    return found


def report(name: str, seconds: Sequence[float]) -> None:
    if len(seconds) > 1:
        cuts = quantiles(seconds, n=100)
        figures = " / ".join(f"{1000 * value:.0f}" for value in (cuts[49], cuts[94], cuts[98], max(seconds)))
        print(f"{name:6} p50 / p95 / p99 / max ms: {figures}")


def cpu_seconds(night: Running) -> float:
    """Processor time of the server and its workers so far."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid=,cputimes="], capture_output=True, text=True, check=True
    )
    rows = [[int(part) for part in line.split()] for line in listed.stdout.splitlines()]
    return float(sum(row[2] for row in rows if night.process.pid in row[:2]))


class Sender:
    """Makes one change and returns once it is done."""

    def __init__(
        self, args: argparse.Namespace, night: Running, setup: Sequence[str], data: Path, env: dict[str, str]
    ):
        self._night, self._setup, self._other = night, setup, None
        if args.elsewhere:
            command = [
                sys.executable,
                "manage.py",
                "shell",
                "--no-imports",
                "-c",
                ELSEWHERE.format(code=setup[0]),
            ]
            self._other = subprocess.Popen(
                command,
                cwd=ROOT,
                env=variables(data, **env),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            self._answer()

    async def send(self, text: str) -> None:
        if self._other is None:
            await send_post(self._night.port, self._setup[0], self._setup[1], text)
        else:
            assert self._other.stdin is not None
            self._other.stdin.write(text + "\n")
            self._other.stdin.flush()
            await asyncio.to_thread(self._answer)

    def close(self) -> None:
        if self._other is not None:
            self._other.terminate()
            self._other.wait()

    def _answer(self) -> None:
        assert self._other is not None
        assert self._other.stdout is not None
        self._other.stdout.readline()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--walls", type=int, default=20)
    parser.add_argument("--every", type=float, default=0.25, help="seconds between two changes")
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--elsewhere", action="store_true")
    args = parser.parse_args()
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="euchre-night-load-")))
        env = {"DATABASE_URL": database(stack)} if os.environ.get("TEST_DATABASE_URL") else {}
        more = ["--workers", str(args.workers)] if args.workers > 1 else []
        night = stack.enter_context(serving(data, "--prepare", *more, **env))
        made = manage(data, "shell", "--no-imports", "-c", SET_UP, **env)
        found = re.search(r"made (\S+) (\S+) (\d+)", made.stdout)
        if found is None:
            raise SystemExit(made.stderr)
        sender = Sender(args, night, found.groups(), data, env)
        stack.callback(sender.close)
        where = "another program" if args.elsewhere else "a POST"
        print(
            f"{'PostgreSQL' if env else 'SQLite'}, {args.workers} process(es), {args.clients} streams, changes by {where}"
        )
        asyncio.run(measure(args, night, found.groups(), sender))
        print(json.dumps({"errors": "Traceback" in night.stop()}))


def database(stack: ExitStack) -> str:
    """The address of an empty database on the test server, dropped at the end."""
    server, name = os.environ["TEST_DATABASE_URL"], f"euchre_night_load_{uuid.uuid4().hex[:12]}"

    def run(statement: str) -> None:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(sql.Identifier(name)))  # type: ignore[arg-type]

    run("create database {}")
    stack.callback(run, "drop database {} with (force)")
    return urlsplit(server)._replace(path=f"/{name}").geturl()


if __name__ == "__main__":
    main()
