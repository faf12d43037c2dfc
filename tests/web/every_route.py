"""Every address of the site with sample values, for tests that must leave none out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import get_resolver

from euchre_night.checks import routes
from tests.factories import HOST, RUNNER, add_players, play_game, post, ready_night, running_games
from tournaments.actions import judge_calls, links, nights, rounds, sanctions, score_flags, seat_wishes
from tournaments.actions.saved_presets import preset_of, save_preset
from tournaments.models import AccessLink, SavedPreset, Tournament
from tournaments.web.access import token_of

_PART = re.compile(r"<(?:\w+:)?(\w+)>")


@dataclass(frozen=True)
class Route:
    """`pattern` as the URLconf has it; `address` with the night's own values; `access` as its view declares."""

    pattern: str
    address: str
    access: str


def every_route(night: Tournament, **other_values: Any) -> list[Route]:
    """All routes, filled in from a night made by `busy_night`."""
    values = {**sample_values(night), **other_values}
    return list(_filled_in(values))


def _filled_in(values: dict[str, Any]) -> Iterator[Route]:
    for pattern, view in routes(get_resolver()):
        missing = set(_PART.findall(pattern)) - set(values)
        assert not missing, f"/{pattern}: give a sample value for {', '.join(sorted(missing))}"
        address = "/" + _PART.sub(lambda part: str(values[part[1]]), pattern)
        yield Route(pattern, address, view.access)


def busy_night() -> Tournament:
    """A night in the middle: one game closed, one running with a sheet in and one disputed, helpers, a walk-in."""
    return made_busy(ready_night((12,), games=3, break_after=None))


def made_busy(night: Tournament) -> Tournament:
    """A night of three games with twelve players, ready for game 1, brought to its middle."""
    play_game(night, 1)
    rounds.start_game(night, HOST, number=2)
    first, second, _ = running_games(night)
    post(first)
    post(second, agreed=False)
    add_players(night, 2, first=30)
    links.make_link(night, HOST, role="runner", name="Robin")
    nights.set_message(night, HOST, text="Welcome")
    save_preset(night.organizer, preset_of(night, "Sample"))
    judge_calls.call_judge(night, RUNNER, table_number=second.table.number, word="renege")
    doubter = first.seats.first().player
    score_flags.flag_score(night, HOST, player_id=doubter.pk, game_id=str(first.pk), word="it was 12")
    sanctions.penalise(night, HOST, player_id=doubter.pk, points=-2, reason="coaching")
    one, other = night.divisions.first().players.filter(number__isnull=False).order_by("number")[:2]
    seat_wishes.keep_apart(night, HOST, one_id=one.pk, other_id=other.pk, kind="meet")
    return Tournament.objects.get(pk=night.pk)


def sample_values(night: Tournament) -> dict[str, Any]:
    """A value for every part of an address that names something of the night."""
    player = night.players.filter(number__isnull=False).first()
    link: AccessLink = night.links.filter(role="runner").first()
    own = SavedPreset.objects.filter(owner=night.organizer).first()
    return {
        "code": night.code,
        "number": 2,
        "division_id": night.divisions.first().pk,
        "place": 1,
        "player_id": player.pk,
        "player_key": player.key,
        "key": player.key,
        "entry_id": night.ledger.first().pk,
        "game_id": running_games(night)[0].pk if running_games(night) else night.games.first().pk,
        "link_id": link.pk,
        "table_number": running_games(night)[0].table.number if running_games(night) else 1,
        "position": 0,
        "call_id": night.judge_calls.first().pk,
        "flag_id": night.score_flags.first().pk,
        "sanction_id": night.sanctions.first().pk,
        "token": token_of(link),
        "preset": "wemsa",
        "wish_id": night.seat_wishes.first().pk,
        "table": 1,
        "preset_id": own.pk if own else 1,
        "step": "withdraw",
    }
