"""Fifty runners' phones post sheets at once, with duplicates and late retries. Prints figures; not collected by pytest.

python3 -m tests.load.sheets                        SQLite
python3 -m tests.postgres -m tests.load.sheets      the same on PostgreSQL
    --runners 50 --tables 40 --workers 1

It starts `manage.py serve` with data of its own: so many tables in the middle of a game. Every sheet is sent several
times and out of order: the same key again (an answer was lost), by another runner with a key of its own, and, at every
fifth table, once more after a correction has replaced it. At the end each table must have exactly one accepted sheet
that says what was last meant, and the standings must be the sum of the sheets.
"""

import argparse
import http.client
import json
import os
import re
import tempfile
import threading
import time
import uuid
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

from tests.load.live import database, report
from tests.project.programs import manage, serving

SET_UP = """
import json
from tests.factories import *
from tournaments.actions.links import make_link
from tournaments.models import AccessLink
from tournaments.web.access import cookie_name, token_of
night = ready_night(({half}, {half}), games=1, break_after=None)
rounds.start_game(night, HOST, number=1)
tokens = []
for number in range({runners}):
    made = make_link(night, HOST, role="runner", name=f"Runner {{number + 1}}")
    tokens.append(token_of(AccessLink.objects.get(pk=made["link"])))
games = [[str(game.pk), game.revision] for game in running_games(reload(night))]
print("made", json.dumps([night.code, cookie_name(night), tokens, games]))
"""
CHECK = """
import json
from tests.factories import *
from tournaments.models import ScoreSheet
from tournaments.queries.standings import standings_of
night = Tournament.objects.get(code="{code}")
sheets = ScoreSheet.objects.filter(game__tournament=night)
accepted = [[str(sheet.game_id), sheet.scores] for sheet in sheets.filter(state="accepted")]
points = sum(row.standing.total for table in standings_of(night) for row in table.rows)
versions = list(night.log.values_list("version", flat=True))
print("found", json.dumps([accepted, sheets.count(), points, len(versions) - len(set(versions))]))
"""


@dataclass
class Sheet:
    """One table's sheet: how it is sent, again and again, and what must stand in the end."""

    game: str
    revision: int
    scores: tuple[int, int]
    corrected: tuple[int, int] | None
    keys: tuple[str, ...] = field(default_factory=lambda: tuple(uuid.uuid4().hex for _ in range(3)))

    @property
    def meant(self) -> list[int]:
        return list(self.corrected or self.scores)

    def fields(self, key: str, scores: tuple[int, int], **more: str) -> dict[str, str]:
        """As the form sends them."""
        return {
            "key": key,
            "revision": str(self.revision),
            "how": "totals",
            "pairing": "2",
            "scores.0": str(scores[0]),
            "scores.1": str(scores[1]),
            "bump": "0",
            **{f"loners.{seat}": "0" for seat in range(4)},
            "agree.0": "on",
            "agree.1": "on",
            **more,
        }


class Phone:
    """One runner's phone on a connection of its own; `took`: the seconds of each answer."""

    def __init__(self, port: int, code: str, cookie: str, token: str) -> None:
        self._csrf = uuid.uuid4().hex
        self._cookie, self._code, self._port = f"{cookie}={token}; csrftoken={self._csrf}", code, port
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.took: list[float] = []

    def send(self, game: str, fields: dict[str, str]) -> dict[str, Any]:
        headers = {
            "Accept": "application/json",
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": self._cookie,
            "X-CSRFToken": self._csrf,
        }
        begun = time.perf_counter()
        self._connection.request("POST", f"/runner/{self._code}/sheets/{game}/", urlencode(fields), headers)
        answer = self._connection.getresponse()
        body = answer.read()
        self.took.append(time.perf_counter() - begun)
        if answer.status != 200:
            raise RuntimeError(f"{answer.status}: {body[:300]!r}")
        found: dict[str, Any] = json.loads(body)
        return found


def sheets_of(games: list[list[Any]], rng: Random) -> list[Sheet]:
    found = []
    for number, (game, revision) in enumerate(games):
        scores, later = (rng.randint(12, 16), rng.randint(4, 10)), (rng.randint(17, 20), rng.randint(4, 10))
        found.append(Sheet(game, revision, scores, later if number % 5 == 0 else None))
    return found


def errands_of(sheets: list[Sheet], phones: int, rng: Random) -> list[list[Any]]:
    """What each phone has to do, in any order: an errand sends one sheet some times. A key belongs to one phone."""
    errands: list[list[Any]] = [[] for _ in range(phones)]
    for sheet in sheets:
        first, second, third = (errands[number] for number in rng.sample(range(phones), 3))
        if sheet.corrected is not None:
            first.append((sheet, sheet.keys[0], 0))
            continue
        first += [(sheet, sheet.keys[0], 2), (sheet, sheet.keys[0], 1)]
        second.append((sheet, sheet.keys[1], 1))
        third += [(sheet, sheet.keys[2], 2), (sheet, sheet.keys[2], 1)]
    for own in errands:
        rng.shuffle(own)
    return errands


def run_errand(phone: Phone, errand: Any) -> int:
    """Do it; how many posts it took."""
    sheet, key, times = errand
    if times:
        for _ in range(times):
            phone.send(sheet.game, sheet.fields(key, sheet.scores))
        return int(times)
    first = phone.send(sheet.game, sheet.fields(key, sheet.scores))
    correction = sheet.fields(sheet.keys[1], sheet.corrected, corrects=first["sheet"], reason="read wrongly")
    phone.send(sheet.game, correction)
    phone.send(sheet.game, sheet.fields(key, sheet.scores))  # the first one's retry comes last
    phone.send(sheet.game, correction)
    return 4


def post_all(phones: list[Phone], errands: list[list[Any]]) -> tuple[int, float, list[str]]:
    """All phones at once until nothing is left: posts, seconds, errors."""
    errors, posts = list[str](), [0] * len(phones)
    barrier = threading.Barrier(len(phones) + 1)

    def work(number: int) -> None:
        barrier.wait()
        for errand in errands[number]:
            try:
                posts[number] += run_errand(phones[number], errand)
            except (RuntimeError, OSError, http.client.HTTPException) as error:
                errors.append(str(error))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(len(phones))]
    for thread in threads:
        thread.start()
    barrier.wait()
    begun = time.perf_counter()
    for thread in threads:
        thread.join()
    return sum(posts), time.perf_counter() - begun, errors


def said(printed: str, word: str, errors: str) -> Any:
    found = re.search(rf"^{word} (.*)$", printed, re.MULTILINE)
    if found is None:
        raise SystemExit(errors)
    return json.loads(found[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--runners", type=int, default=50)
    parser.add_argument("--tables", type=int, default=40, help="even, at most 40 (40)")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = Random(args.seed)
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="euchre-night-load-")))
        env = {"DATABASE_URL": database(stack)} if os.environ.get("TEST_DATABASE_URL") else {}
        more = ["--workers", str(args.workers)] if args.workers > 1 else []
        night = stack.enter_context(serving(data, "--prepare", *more, **env))
        set_up = SET_UP.format(half=2 * args.tables, runners=args.runners)
        made = manage(data, "shell", "--no-imports", "-c", set_up, **env)
        code, cookie, tokens, games = said(made.stdout, "made", made.stderr)
        sheets = sheets_of(games, rng)
        phones = [Phone(night.port, code, cookie, token) for token in tokens]
        posts, seconds, errors = post_all(phones, errands_of(sheets, len(phones), rng))
        checked = manage(data, "shell", "--no-imports", "-c", CHECK.format(code=code), **env)
        accepted, stored, points, doubled_versions = said(checked.stdout, "found", checked.stderr)
        standing = dict(accepted)
        expected = {sheet.game: sheet.meant for sheet in sheets}
        corrections = sum(sheet.corrected is not None for sheet in sheets)
        print(
            f"{'PostgreSQL' if env else 'SQLite'}, {args.workers} process(es), {args.runners} phones at once"
        )
        print(f"{len(sheets)} sheets, {corrections} corrected, in {posts} posts and {seconds:.1f} s")
        print(f"{len(sheets) / seconds:.1f} sheets/s, {posts / seconds:.0f} posts/s")
        report("post", [took for phone in phones for took in phone.took])
        print(f"lost: {sum(standing.get(game) != meant for game, meant in expected.items())}")
        print(
            f"doubled: {len(accepted) - len(standing) + stored - len(sheets) - corrections + doubled_versions}"
        )
        print(f"standings equal the sum: {points == 2 * sum(sum(meant) for meant in expected.values())}")
        print(f"errors: {len(errors)} {errors[:3] or ''}")
        print(f"traceback in the server's words: {'Traceback' in night.stop()}")


if __name__ == "__main__":
    main()
