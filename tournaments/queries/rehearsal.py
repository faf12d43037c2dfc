"""What a host can ask of a rehearsal's bots now, and how the bots stand."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.actions.bots import CHECKED_IN, DRAWN, END
from tournaments.actions.rehearsals import ON_THE_LIST
from tournaments.models import Bots, Game, Movement, Player, Round, Tournament


@dataclass(frozen=True)
class Goal:
    """A point up to which the bots can play at once; `until` as `Bots.until`."""

    until: str
    label: str


@dataclass(frozen=True)
class Rehearsal:
    """`next_goals`: the nearest points, for a button each; `far_goals`: all others, to choose from."""

    real: Tournament
    bots: Bots
    next_goals: tuple[Goal, ...]
    far_goals: tuple[Goal, ...]


def rehearsal_panel(night: Tournament) -> Rehearsal | None:
    """The bots of a rehearsal; None for a real night. Seven queries at most, whatever its size."""
    if not night.is_rehearsal:
        return None
    bots = Bots.objects.select_related("night__rehearsal_of").get(night=night)
    real = bots.night.rehearsal_of
    assert real is not None  # noqa: S101 - a rehearsal is one of a night
    near, far = _goals(night)
    return Rehearsal(real, bots, tuple(near), tuple(far))


def _goals(night: Tournament) -> tuple[list[Goal], list[Goal]]:
    end = Goal(END, "to the end, prizes paid")
    if night.stage == Tournament.Stage.FINAL:
        return [], [end]
    before = _before_the_first_game(night)
    games = _queue_goals(night) if night.settings.movement == "continuous" else _round_goals(night)
    goals = [*before, *games]
    return goals[:2], [*goals[2:], end]


def _before_the_first_game(night: Tournament) -> list[Goal]:
    if night.games.exists() or Movement.objects.filter(division__tournament=night).exists():
        return []
    expected = night.players.filter(status=Player.Status.REGISTERED, is_house=False).exists()
    seated = Goal(DRAWN, "Seat the first game")
    return [Goal(CHECKED_IN, "Check everybody in"), seated] if expected else [seated]


def _round_goals(night: Tournament) -> list[Goal]:
    states = dict(night.rounds.order_by("-status").values_list("number", "status"))
    last = max(night.settings.games or 1, *states, 0)
    goals = []
    for number in range(1, last + 1):
        state = states.get(number)
        if state == Round.Status.RUNNING:
            goals.append(Goal(f"game {number}", f"Play the rest of game {number}"))
        elif state != Round.Status.CLOSED:
            goals.append(Goal(f"game {number}", f"Play game {number}"))
    return goals


def _queue_goals(night: Tournament) -> list[Goal]:
    """A queue has no rounds: the games under way, then as many again, each time."""
    states = list(night.games.values_list("status", flat=True))
    finished, playing = states.count(Game.Status.FINISHED), states.count(Game.Status.RUNNING)
    if not playing:
        return []
    return [
        Goal(f"game {finished + playing}", "Play the rest of the games under way"),
        Goal(f"game {finished + 2 * playing}", "Play two games at each table"),
    ]


@dataclass(frozen=True)
class Roster:
    """What a rehearsal would copy of a real night, and the one that is there already."""

    players: int
    divisions: tuple[str, ...]
    rehearsal: Tournament | None


def roster_of(night: Tournament) -> Roster:
    """How many would be copied into a rehearsal. Three queries."""
    return Roster(
        players=night.players.filter(status__in=ON_THE_LIST, is_house=False).count(),
        divisions=tuple(night.divisions.values_list("name", flat=True)),
        rehearsal=Tournament.objects.filter(rehearsal_of=night).first(),
    )
