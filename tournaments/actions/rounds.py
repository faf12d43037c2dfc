"""Starting, closing and taking back games, the intermission, and the clock."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from scoring.words import counted
from tournaments.actions import movement, queue_games
from tournaments.actions.act import Act, Result, act
from tournaments.actions.lookup import game_of, refuse_if_final, rounds_of
from tournaments.actions.seating import count_again, refuse_if_any_forfeited, set_live
from tournaments.models import Game, Round, ScoreSheet, Seat, SitOut, Tournament
from tournaments.problems import refuse, stop_at
from tournaments.queries.readiness import before_close, before_start, coming_games
from tournaments.sheet_content import STANDING

RoundStatus, GameStatus, SheetState = Round.Status, Game.Status, ScoreSheet.State
Clock = Tournament.Clock


@act
def open_check_in(act: Act) -> Result:
    """Open the desk: people can be checked in from now on."""
    if act.night.stage != Tournament.Stage.SETUP:
        raise refuse("stage", "Check-in is already open.")
    act.night.stage = Tournament.Stage.CHECK_IN
    act.night.save(update_fields=["stage"])
    act.touch("seating")
    act.record("Opened check-in")
    return {}


@act
def start_game(act: Act, *, number: int) -> Result:
    """Start game `number` in every division that has it, and the clock. Freezes the settings it is played under.

    Refused after last call; the first game says when that is tonight.
    """
    night = act.night
    refuse_if_final(night)
    rounds = [r for r in rounds_of(night, number) if r.status == RoundStatus.PLANNED]
    if not rounds:
        raise refuse("started", f"Game {number} has already been started.")
    night.last_call_at = night.last_call_at or movement.last_call_of(night, act.at)
    stop_at(before_start(night, number, act.at))
    version = night.settings_version
    games = Game.objects.filter(round__in=rounds, status=GameStatus.PLANNED)
    game_ids = list(games.values_list("pk", flat=True))
    games.update(status=GameStatus.RUNNING, settings_version=version, started_at=act.at)
    set_live(Game.objects.filter(pk__in=game_ids), True)
    Round.objects.filter(pk__in=[r.pk for r in rounds]).update(status=RoundStatus.RUNNING, started_at=act.at)
    movement.round_started(act, [r.division_id for r in rounds])
    night.stage = Tournament.Stage.PLAYING
    minutes = night.settings.game_minutes
    _set_clock(act, Clock.GAME if minutes else Clock.NONE, minutes or 0)
    act.touch("seating", "scores", "clock")
    act.record(f"Started game {number} at {counted(len(game_ids), 'table')}", after={"tables": len(game_ids)})
    return {"number": number, "tables": len(game_ids)}


@act
def close_game(act: Act, *, number: int, confirmed: bool = False, reason: str = "") -> Result:
    """End game `number`. Missing or disputed sheets are named and need a yes with a reason (ROT-06).

    A table closed without its sheet still owes it: it can be entered later, and until then nothing is payable.
    """
    refuse_if_final(act.night)
    rounds = [r for r in rounds_of(act.night, number) if r.status == RoundStatus.RUNNING]
    if not rounds:
        raise refuse("not_running", f"Game {number} is not running.")
    owing = before_close(act.night, number)
    stop_at(owing, confirmed=confirmed)
    if owing and not reason.strip():
        raise refuse("reason", "Say why the game is closed without these sheets.", field="reason")
    open_games = Game.objects.filter(round__in=rounds, status=GameStatus.RUNNING)
    ids = list(open_games.values_list("pk", flat=True))
    open_games.update(status=GameStatus.FINISHED, finished_at=act.at)
    set_live(Game.objects.filter(pk__in=ids), False)
    Round.objects.filter(pk__in=[r.pk for r in rounds]).update(status=RoundStatus.CLOSED, closed_at=act.at)
    movement.round_closed(act, [r.division_id for r in rounds])
    _set_clock(act, Clock.NONE, 0)
    act.touch("seating", "scores", "clock")
    act.record(f"Closed game {number}", after={"owing": [p.text for p in owing]}, reason=reason)
    return {"number": number, "owing": len(owing)}


@act
def take_back_game(act: Act, *, number: int, confirmed: bool = False, reason: str = "") -> Result:
    """Undo the start of a running game: it is planned again, tables that were called off in it too. Sheets already
    in are taken back after a yes; a forfeit of one of its games first."""
    refuse_if_final(act.night)
    rounds = [r for r in rounds_of(act.night, number) if r.status == RoundStatus.RUNNING]
    if not rounds:
        raise refuse("not_running", f"Game {number} is not running.")
    refuse_if_any_forfeited(Game.objects.filter(round__in=rounds))
    sheets = ScoreSheet.objects.filter(game__round__in=rounds, state__in=STANDING)
    count = sheets.count()
    if count and not (confirmed and reason.strip()):
        raise refuse(
            "sheets",
            f"{counted(count, 'sheet')} of game {number} would be taken back. Confirm with a reason.",
        )
    sheets.update(state=SheetState.CLEARED)
    _call_on_again(rounds)
    games = Game.objects.filter(round__in=rounds).exclude(status=GameStatus.VOID)
    set_live(games, False)
    games.update(status=GameStatus.PLANNED, started_at=None, finished_at=None)
    Round.objects.filter(pk__in=[r.pk for r in rounds]).update(status=RoundStatus.PLANNED, started_at=None)
    movement.round_taken_back([r.division_id for r in rounds])
    _set_clock(act, Clock.NONE, 0)
    act.touch("seating", "scores", "clock")
    act.record(f"Took back the start of game {number}", before={"sheets": count}, reason=reason)
    return {"number": number, "sheets": count}


def _call_on_again(rounds: Sequence[Round]) -> None:
    """Undo `call_off` in these rounds, except at a table whose players have found another chair meanwhile. A table that
    a newer plan does not need stays empty."""
    games = Game.objects.filter(round__in=rounds, status=GameStatus.VOID)
    for game in games.select_related("round").order_by("pk"):
        seats = Seat.objects.filter(game=game)
        players = list(seats.values_list("player_id", flat=True))
        is_not_needed = not players  # by the plan: nobody was to sit there
        if is_not_needed or Seat.objects.filter(round=game.round, player__in=players, counting=True).exists():
            continue
        count_again(game, live=False)
        game.status, game.finished_at = GameStatus.PLANNED, None
        game.save(update_fields=["status", "finished_at"])


@act
def void_game(act: Act, *, game_id: str, reason: str) -> Result:
    """A game that does not count: a scheduled sit-out for those who sat there (RULES 3)."""
    refuse_if_final(act.night)
    game = game_of(act.night, game_id)
    if not reason.strip():
        raise refuse("reason", "Say why the game is void.", field="reason")
    if game.status not in (GameStatus.RUNNING, GameStatus.FINISHED):
        raise refuse("not_played", f"{game} is not being played.")
    before = game.status
    told = call_off(act, game)
    act.record(f"{game} is void", before=before, after="void", reason=reason, game=game)
    return {"game": str(game.pk), "told": told}


def call_off(act: Act, game: Game, *, absent: Collection[int] = ()) -> list[str]:
    """Make a game void: its sheets are taken back, and who sat there has a scheduled sit-out; the `absent` (ids),
    who were not there to play it, have none. Answers where a queue sends them, in sentences."""
    game.sheets.filter(state__in=STANDING).update(state=SheetState.CLEARED)
    seats = [seat for seat in game.seats.select_related("player") if seat.player_id not in absent]
    Seat.objects.filter(game=game).update(live=False, counting=False)
    if game.round is not None:
        SitOut.objects.bulk_create(SitOut(round=game.round, player=seat.player) for seat in seats)
    game.status, game.finished_at = GameStatus.VOID, act.at
    game.save(update_fields=["status", "finished_at"])
    act.touch("seating", "scores")
    return queue_games.game_void(act, game, absent)


@act
def start_break(act: Act, *, minutes: int) -> Result:
    """Start the intermission and its clock, between two games."""
    refuse_if_final(act.night)
    if not 1 <= minutes <= 240:
        raise refuse("minutes", "An intermission takes between 1 and 240 minutes.", field="minutes")
    if act.night.rounds.filter(status=RoundStatus.RUNNING).exists():
        raise refuse("running", "Close the running game before the intermission.")
    if act.night.rounds.exists() and not coming_games(act.night, act.at):
        raise refuse("over", "No game comes any more: there is nothing to wait for.")
    _set_clock(act, Clock.BREAK, minutes)
    act.touch("clock")
    act.record(f"Intermission of {minutes} minutes", after=minutes)
    return {"minutes": minutes}


@act
def pause_clock(act: Act) -> Result:
    """Stop the clock where it is."""
    night = act.night
    if night.clock_started_at is None or night.clock_paused_at is not None:
        raise refuse("no_clock", "No clock is running.")
    night.clock_paused_at = act.at
    night.save(update_fields=["clock_paused_at"])
    act.touch("clock")
    act.record("Paused the clock", after=night.clock_remaining(act.at))
    return {}


@act
def resume_clock(act: Act) -> Result:
    """Let a paused clock go on from where it stood."""
    night = act.night
    if night.clock_started_at is None or night.clock_paused_at is None:
        raise refuse("no_clock", "The clock is not paused.")
    night.clock_started_at += act.at - night.clock_paused_at
    night.clock_paused_at = None
    night.save(update_fields=["clock_started_at", "clock_paused_at"])
    act.touch("clock")
    act.record("The clock goes on", after=night.clock_remaining(act.at))
    return {}


@act
def add_minutes(act: Act, *, minutes: int) -> Result:
    """Give the running clock more time (or, negative, less)."""
    night = act.night
    if night.clock_started_at is None:
        raise refuse("no_clock", "No clock is running.")
    if not 1 <= abs(minutes) <= 60:
        raise refuse("minutes", "Change the clock by 1 to 60 minutes.", field="minutes")
    night.clock_seconds = max(0, night.clock_seconds + minutes * 60)
    night.save(update_fields=["clock_seconds"])
    act.touch("clock")
    act.record(f"Changed the clock by {minutes:+d} minutes", after=night.clock_remaining(act.at))
    return {}


def _set_clock(act: Act, clock: str, minutes: int) -> None:
    night = act.night
    night.clock = clock
    night.clock_started_at = act.at if clock else None
    night.clock_seconds = minutes * 60
    night.clock_paused_at = None
    night.save(
        update_fields=[
            "stage",
            "last_call_at",
            "clock",
            "clock_started_at",
            "clock_seconds",
            "clock_paused_at",
        ]
    )
