"""A data folder that an earlier version has filled goes on working after an update.

`tests/cases/data_folders/first.sqlite3.gz` was written under the first migration alone: a WEMSA night left in its second
game and a Torrence & Knox night paid out, both played by bots. A change of the models comes as a further migration.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.project.programs import manage

FOLDERS = Path(__file__).parents[1] / "cases" / "data_folders"

OPEN = """
from django.test import Client
from euchre_night.prepare import prepare
prepare()
from tournaments.models import Tournament
from tournaments.queries.health import health_of
from tournaments.web.acting import night_url
from tournaments.web.frame import _PAGES
host = Client()
for night in Tournament.objects.order_by("pk"):
    host.force_login(night.organizer)
    pages = [night_url(night, page) for _, page, _ in _PAGES]
    pages += [night_url(night, "screen:wall"), night_url(night, "player:night")]
    answers = {host.get(page, headers={"host": "localhost"}, follow=True).status_code for page in pages}
    print(night.stage, [one.code for one in health_of(night) if one.level != "warning"], answers)
"""


@pytest.mark.sqlite
@pytest.mark.parametrize("folder", sorted(FOLDERS.glob("*.sqlite3.gz")), ids=lambda folder: folder.name)
def test_its_nights_are_whole_and_every_page_opens(folder, tmp_path):
    (tmp_path / "euchre-night.sqlite3").write_bytes(gzip.decompress(folder.read_bytes()))
    done = manage(tmp_path, "shell", "--no-imports", "-c", OPEN)
    assert done.stdout.splitlines()[-2:] == ["playing [] {200}", "final [] {200}"], done.stderr
