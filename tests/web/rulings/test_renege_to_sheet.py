"""From the ruling on a renege to the penalty on the table's sheet."""

from __future__ import annotations

import html
import re

import pytest

from tests.cast import helper, key
from tests.factories import HOST, post, ready_night, reload, running_games
from tests.web.rulings.asking import HAND, address, ask, refused, runner_of
from tournaments.actions import rounds
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


class TestFromTheRenegeToTheSheet:
    QUESTION = f"trump=hearts led=9H {HAND} played=AS alone=maker"

    @pytest.fixture
    def night(self) -> Tournament:
        night = ready_night((8,), games=3, break_after=None)
        rounds.start_game(night, HOST, number=1)
        return reload(night)

    def test_table_then_player_and_the_penalty_is_on_the_sheet(self, night: Tournament) -> None:
        client, games = runner_of(night), running_games(night)
        page = client.get(address(night, "renege/", self.QUESTION)).content.decode()
        assert [f'value="{game.pk}"' in page for game in games] == [True, True]
        assert "Who reneged" not in page

        page = client.get(address(night, "renege/", f"{self.QUESTION} game={games[1].pk}")).content.decode()
        seat = games[1].seats.select_related("player").get(position=2)
        sheet = f"/runner/{night.code}/sheets/{games[1].pk}/?renege=2&amp;lone=1"
        assert f'href="{sheet}">{seat.player.number} <bdi>{seat.player.name}</bdi>' in page

        form = client.get(html.unescape(sheet)).content.decode()
        row = penalty_rows(form)[0]
        assert row == ("renege", "2", True)
        assert penalty_rows(form)[1:] == [("", "", False)] * 2

    def test_it_does_not_double_in_the_own_lone_hand(self, night: Tournament) -> None:
        game = running_games(night)[0]
        question = f"trump=hearts led=9H {HAND} played=AS side=makers alone=maker game={game.pk}"
        page = runner_of(night).get(address(night, "renege/", question)).content.decode()
        assert f'/sheets/{game.pk}/?renege=0"' in page

    # WEMSA: the team loses 4 against a lone hand, 2 otherwise, each pays $1. Fharmacy: 2 or 4 for the opponents.
    # T&K: the player's own line alone. The sheet was 14 to 9 (10 to 7), the first seat with the second.
    @pytest.mark.parametrize(
        ("preset", "before", "offender", "after", "bump"),
        [
            ("wemsa", (14, 9), "0&lone=1", (10, 9), 600),
            ("wemsa", (14, 9), "3", (14, 7), 600),
            ("fharmacy", (10, 7), "1", (10, 9), None),
            ("fharmacy", (10, 7), "2&lone=1", (14, 7), None),
            ("torrence-knox", (10, 7), "2", (10, 7), None),
        ],
    )
    def test_a_sheet_that_is_in_is_corrected(
        self, preset: str, before: tuple[int, int], offender: str, after: tuple[int, int], bump: int | None
    ) -> None:
        changes = {"movement": "schedule", "odd": "sit_out", "last_call": "", "break_after": None}
        night = ready_night((4,), preset=preset, games=2, **changes)
        rounds.start_game(night, HOST, number=1)
        game = running_games(night)[0]
        post(game, before)
        client = runner_of(night)
        url = f"/runner/{night.code}/sheets/{game.pk}/"
        page = client.get(f"{url}?renege={offender}").content.decode()
        fields = {**fields_of(page), "confirmed": "1", "key": key()}
        assert fields["reason"].startswith("Renege of Player")
        assert client.post(url, fields).status_code == 303

        sheet = game.sheets.get(state="accepted")
        assert tuple(sheet.scores) == after
        assert sheet.bump_cents == bump
        (penalty,) = sheet.penalties
        assert (penalty["kind"], penalty["offender"]) == ("renege", int(offender[0]))
        own = sheet.lines.get(position=int(offender[0]))
        assert own.personal_points == (-2 if preset == "torrence-knox" else 0)
        assert game.sheets.filter(state="superseded").count() == 1

    @pytest.mark.parametrize("renege", ["", "4", "-1", "nobody", "%00", "9" * 300])
    def test_a_chair_that_is_not_there_prefills_nothing(self, night: Tournament, renege: str) -> None:
        game = running_games(night)[0]
        answer = runner_of(night).get(f"/runner/{night.code}/sheets/{game.pk}/?renege={renege}")
        assert answer.status_code == 200
        assert penalty_rows(answer.content.decode()) == [("", "", False)] * 3

    def test_a_table_does_not_correct_its_sheet_this_way(self, night: Tournament) -> None:
        game = running_games(night)[0]
        post(game)
        client = helper(night, "table", table_number=game.table.number)
        page = client.get(f"/runner/{night.code}/sheets/{game.pk}/?renege=1").content.decode()
        assert 'name="penalty.0.kind"' not in page

    def test_a_finished_game_is_still_the_one_asked_about(self, night: Tournament) -> None:
        game = running_games(night)[0]
        rounds.close_game(night, HOST, number=1, confirmed=True, reason="time")
        said = ask(runner_of(night), night, "renege/", f"{self.QUESTION} game={game.pk}")
        assert f"Who reneged at table {game.table.number}?" in said

    @pytest.mark.parametrize("game", ["nonsense", "00000000-0000-0000-0000-000000000000", "other", "%00"])
    def test_no_such_table(self, night: Tournament, game: str) -> None:
        if game == "other":
            other = ready_night((4,))
            rounds.start_game(other, HOST, number=1)
            game = str(running_games(other)[0].pk)
        said = refused(runner_of(night), night, "renege/", f"{self.QUESTION} game={game}")
        assert "no such table tonight" in said

    def test_a_tables_own_link_knows_its_own_table_alone(self, night: Tournament) -> None:
        mine, other = running_games(night)
        client = helper(night, "table", table_number=mine.table.number)
        page = client.get(address(night, "renege/", self.QUESTION)).content.decode()
        assert str(mine.pk) in page
        assert str(other.pk) not in page
        assert client.get(address(night, "renege/", f"{self.QUESTION} game={other.pk}")).status_code == 403


def penalty_rows(page: str) -> list[tuple[str, str, bool]]:
    """What stands in the rows for penalties of a sheet's form: (kind, whose, in a lone hand)."""
    rows = re.findall(r'<fieldset class="penalty">.*?</fieldset>', page, re.DOTALL)
    return [(*_selected(row)[:2], "checked" in row) for row in rows]


def fields_of(page: str) -> dict[str, str]:
    """The form of a sheet as a browser without scripts would send it."""
    form = page.partition('<form id="sheet"')[2].partition("</form>")[0]
    fields = {}
    for tag in re.findall(r"<input[^>]*>", form):
        kind = re.search(r'type="(\w+)"', tag)
        if kind and kind[1] in ("checkbox", "radio") and " checked" not in tag:
            continue
        name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)
        if name:
            fields[name[1]] = html.unescape(value[1]) if value else "on"
    for number, row in enumerate(re.findall(r'<fieldset class="penalty">.*?</fieldset>', form, re.DOTALL)):
        fields[f"penalty.{number}.kind"], fields[f"penalty.{number}.offender"] = _selected(row)[:2]
    return fields


def _selected(row: str) -> list[str]:
    chosen = [
        re.search(r'value="(\w*)" selected', select)
        for select in re.findall(r"<select.*?</select>", row, re.DOTALL)
    ]
    return [found[1] if found else "" for found in chosen]
