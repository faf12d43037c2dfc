"""Movements that go by results (RULES 5): winners stay, winners move up, redraw, and the continuous queue.

One seam for all of them: `tournaments.rotation.formats` says where everybody plays next; here its games
become rows. What is stored of a movement in rounds is the state *before* the coming round, so that somebody
who comes or leaves before it starts only means laying it out again. The queue's state moves with each result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, time, timedelta

from django.db.models import QuerySet

from scoring.games import who_moves
from scoring.words import counted, listed
from tournaments.actions.act import Act, Result, act
from tournaments.actions.lookup import refuse_if_final
from tournaments.actions.seating import house_player, lay_out, seat_queue_game
from tournaments.models import Division, Game, Movement, Player, ScoreSheet, Tournament
from tournaments.names import table_names
from tournaments.night_settings import NightSettings
from tournaments.problems import refuse
from tournaments.queries.movers import holds_up, is_undecided, must_move
from tournaments.queries.queue import NEW_HOUSE, QUEUE, as_it_is
from tournaments.queries.roster_changes import name_of, played_tables
from tournaments.queries.roster_words import told
from tournaments.rotation import RotationError, formats
from tournaments.rotation.formats import Movement as State
from tournaments.rotation.model import PlannedRound, PlannedTable
from tournaments.sheet_content import rules_of, stored

#: Settings' word -> the format's name.
FORMATS: dict[str, formats.Kind] = {
    "winners_stay": "winners_stay",
    "winners_move": "progressive",
    "redraw": "redraw",
    "continuous": "queue",
}
REDRAW = "redraw"
NOON = time(12)


@act
def begin_movement(act: Act, *, seed: int | None = None) -> Result:
    """Seat the first round of a movement by results, from the tables given out at check-in; or open the queue.

    A movement in rounds then goes on like any other: `start_game`, `close_game`. The queue starts at once, and
    no game of it starts after last call (T&K). `seed`: of the movement's lots; None: the night's own.
    """
    night, kind = act.night, FORMATS.get(act.night.settings.movement)
    refuse_if_final(night)
    if kind is None:
        raise refuse("schedule", "This night plays by a schedule: draw the rotation.")
    seated = 0
    if kind == QUEUE:
        night.last_call_at = last_call_of(night, act.at)
        if night.last_call_at is not None and night.last_call_at <= act.at:
            raise refuse(
                "last_call",
                f"Last call at {night.local(night.last_call_at):%-I:%M %p} has passed: set a later one in the settings.",
            )
        night.stage = Tournament.Stage.PLAYING
        night.save(update_fields=["last_call_at", "stage"])
    for division in night.divisions.all():
        present = _present(division)
        if not present:
            continue
        if Movement.objects.filter(division=division).exists():
            raise refuse("begun", f"{division.name} has been seated already.")
        state = _started(act, division, kind, present, act.night.pk if seed is None else seed)
        movement = Movement.objects.create(division=division, kind=kind, state=state.to_dict())
        seated += len(present)
        go_on(act, movement)
    if not seated:
        raise refuse("nobody", "Nobody is checked in yet.")
    act.touch("seating", "scores", "clock")
    act.record(f"Seated {counted(seated, 'player')}", after={"movement": kind})
    return {"players": seated}


@act
def fill_tables(act: Act) -> Result:
    """Start every queue game that can start now: those waiting too long may return to their own table."""
    refuse_if_final(act.night)
    started = fill_queues(act)
    if not started:
        raise refuse("nothing", "No table can be filled just now.")
    act.touch("seating")
    act.record(f"Filled {counted(started, 'table')}")
    return {"started": started}


def fill_queues(act: Act) -> int:
    """Start what can start in each queue. Returns how many games."""
    queues = Movement.objects.filter(division__tournament=act.night, kind=QUEUE)
    return sum(go_on(act, queue) for queue in queues.select_related("division"))


@act
def set_last_call(act: Act, *, at: datetime) -> Result:
    """Move last call: no game starts after it, running ones finish."""
    refuse_if_final(act.night)
    before = act.night.last_call_at
    move_last_call(act, at)
    act.touch("clock", "seating", "message")
    local = act.night.local(at)
    act.record(f"Last call at {local:%-I:%M %p}", before=before and before.isoformat(), after=at.isoformat())
    return {}


def move_last_call(act: Act, at: datetime | None) -> None:
    """No game starts after `at` (None: until the director ends the night), of any movement under way."""
    act.night.last_call_at = at
    act.night.save(update_fields=["last_call_at"])
    for movement in Movement.objects.filter(division__tournament=act.night, kind=QUEUE):
        movement.state = {**movement.state, "last_call": None if at is None else int(at.timestamp())}
        movement.save(update_fields=["state"])


def game_over(act: Act, game: Game) -> str:
    """A game's sheet counts. Answers what the director has to know of it, "" for nothing.

    In a queue its table is free, the losers join the line and whoever can play starts; a drawn game waits for its
    extra hand. People moved by another result before move now, unless somebody has played on from it.
    """
    movement = _movement_of(game.division_id)
    if movement is None:
        return ""
    state = formats.restore(movement.state)
    number = _number_in(state, game)
    if any(running.number == number for running in state.running):
        if movement.kind == QUEUE and not (_is_undecided(game) and must_move(game, act.at)):
            move_on(act, movement, game, _winners(game))
        return ""
    return _corrected(act, movement, state, game, number) if number else ""


def move_on(act: Act, movement: Movement, game: Game, winners: Sequence[int]) -> None:
    """A running queue game is over for the line: `winners` (ids; none: as `State.undecided` finds) stay, the others walk."""
    state = formats.restore(movement.state)
    _keep(movement, state.result(game.queue_number or 0, winners, _seconds(act)))
    go_on(act, movement)


def queue_of(game: Game) -> Movement | None:
    """The queue that this game holds up: it has not moved anybody yet. None for any other game."""
    return _movement_of(game.division_id) if holds_up(game) else None


def round_started(act: Act, division_ids: Sequence[int]) -> None:
    """The laid-out round begins: what comes after it follows from its results."""
    for movement in _in_rounds(division_ids):
        movement.before, state = movement.state, formats.restore(movement.state)
        if isinstance(state, formats.Rounds) and state.is_short:
            movement.state = state.passed().to_dict()
        else:
            movement.state = state.next_games(_seconds(act))[0].to_dict()
        movement.save(update_fields=["state", "before"])


def round_taken_back(division_ids: Sequence[int]) -> None:
    """The start of a round is undone: back to the state before it."""
    for movement in _in_rounds(division_ids).filter(before__isnull=False):
        movement.state, movement.before = movement.before, None
        movement.save(update_fields=["state", "before"])


def round_closed(act: Act, division_ids: Sequence[int]) -> None:
    """All sheets of the round count: winners and losers move, and the next round is laid out."""
    for movement in _in_rounds(division_ids):
        state = formats.restore(movement.state)
        for running in state.running:
            game = movement.division.games.get(round__number=running.round or 0, table__number=running.table)
            state = state.result(running.number, _winners(game), _seconds(act))
        _keep(movement, state)
        go_on(act, movement)


def joined(act: Act, player: Player) -> list[str]:
    """Somebody is here (again) while a movement is under way: they join its line or its next round. Answers what came
    of it for everybody, in the words of the preview (`queries.roster_changes`); [] before anybody is seated."""
    return _change_people(act, player, lambda state: state.join(player.pk, _seconds(act)), here=False)


def left(act: Act, player: Player) -> list[str]:
    """Somebody goes: out of the line and of rounds to come; a game they are in goes on. Answers as `joined`."""
    return _change_people(act, player, lambda state: state.leave(player.pk, _seconds(act)), here=True)


def _change_people(act: Act, player: Player, change: Callable[[State], State], *, here: bool) -> list[str]:
    movement = _movement_of(player.division_id)
    if movement is None:
        return []
    before = formats.restore(movement.state)
    if (player.pk in before.players) != here:
        return []
    movement.state = change(before).to_dict()
    if movement.before is not None:
        movement.before = change(formats.restore(movement.before)).to_dict()
    movement.save(update_fields=["state", "before"])
    go_on(act, movement)
    after = formats.restore(movement.state)
    played = played_tables(act.night, {movement.division_id: before})
    return [*told(before, after, player.pk, _seconds(act), name_of(act.night), played)]


def last_call_of(
    night: Tournament, evening: datetime, settings: NightSettings | None = None
) -> datetime | None:
    """Last call as a moment: the time that the settings (the night's own) say, in the evening of `evening`; None
    without one."""
    clock = (settings or night.settings).last_call
    return evening_moment(night, time.fromisoformat(clock), evening) if clock else None


def evening_moment(night: Tournament, clock: time, evening: datetime) -> datetime:
    """A time of day, in the night's zone, on the day of `evening`.

    A time earlier in the day than the planned start is one after midnight, also when the night is tried out on
    another evening. Where the clocks go back, a time that comes twice is the next of the two; where they go forward,
    one that is left out is an hour later on the clock.
    """
    today, start = night.local(evening), night.local(night.starts_at)
    is_evening = today.date() == start.date() or today.time() >= NOON
    before_midnight = clock < start.time() and is_evening
    day = today + timedelta(days=1) if before_midnight else today
    local = day.replace(hour=clock.hour, minute=clock.minute, second=0, microsecond=0)
    # Two moments of one zone are compared by their clock times alone: an hour that comes twice needs UTC.
    first, second = (local.replace(fold=fold).astimezone(UTC) for fold in (0, 1))
    return second if first <= evening < second else first


def _started(act: Act, division: Division, kind: formats.Kind, present: Sequence[Player], seed: int) -> State:
    settings, last_call = act.night.settings, act.night.last_call_at
    try:
        return formats.start(
            kind,
            [player.pk for player in present],
            tables=division.table_numbers,
            rounds=None if kind == QUEUE else settings.games,
            last_call=int(last_call.timestamp()) if last_call else None,
            first_tables={player.pk: player.first_table for player in present if player.first_table},
            seed=seed,
            now=_seconds(act),
        )
    except RotationError as error:
        names: dict[object, str] = {player.pk: player.name for player in present}
        raise refuse("movement", f"{division.name}: {error.told(lambda p: names.get(p, str(p)))}") from error


def go_on(act: Act, movement: Movement) -> int:
    """Start what can start in a queue; lay out the coming round of the others. Returns the games begun or laid out."""
    state = formats.restore(movement.state)
    if movement.kind != QUEUE and state.running:
        return 0  # the round under way decides what comes next
    if isinstance(state, formats.Queue):
        state = _with_people(act, movement.division, state)
    later, games = state.next_games(_seconds(act))
    if movement.kind == QUEUE:
        for game in games:
            seat_queue_game(
                act, movement.division, number=game.number, table=game.table, players=_ids(game.seats)
            )
        _keep(movement, later)
    elif games:
        tables = tuple(PlannedTable(game.table, game.seats, game.first_dealer) for game in games)
        number = games[0].round or 0
        lay_out(act, movement.division, [PlannedRound(number, tables, tuple(later.idle_players()))])
    elif isinstance(state, formats.Rounds) and state.is_short:
        lay_out(act, movement.division, [PlannedRound(state.round + 1, (), state.players)])
    return len(games)


def _with_people(act: Act, division: Division, queue: formats.Queue) -> formats.Queue:
    """The queue as it can be seated now; a new house player is put on the list if a table is to call for one."""
    found = as_it_is(queue, division.pk, act.night.settings)
    if found.house == NEW_HOUSE and found.next_games(_seconds(act))[0].house is None:
        return found.with_house(house_player(act.night, division).pk)
    return found


def _winners(game: Game) -> list[int]:
    """Ids of the accepted sheet's winners; none for a void game and for a draw without its extra hand, which the
    movement settles by lot."""
    sheet = game.sheets.filter(state=ScoreSheet.State.ACCEPTED).prefetch_related("lines", "hands").first()
    if sheet is None:
        return []
    players = {line.position: line.player_id for line in sheet.lines.all()}
    return [players[position] for position in who_moves(rules_of(game), stored(sheet)).winners]


def _is_undecided(game: Game) -> bool:
    sheet = game.sheets.filter(state=ScoreSheet.State.ACCEPTED).prefetch_related("lines", "hands").first()
    return sheet is not None and is_undecided(rules_of(game), stored(sheet))


def _number_in(state: State, game: Game) -> int | None:
    """The movement's own number of a game; None for one it does not know."""
    if game.queue_number is not None:
        return game.queue_number
    place = (game.round.number if game.round else 0, game.table.number)
    known = [*state.running, *(done.game for done in state.finished)]
    return next((each.number for each in known if (each.round, each.table) == place), None)


def _corrected(act: Act, movement: Movement, state: State, game: Game, number: int) -> str:
    """Move those whom a sheet changed afterwards moves; else say what it would have done. A draw moves nobody by it."""
    winners = _winners(game)
    moved = state.over(number).winners
    if movement.kind == REDRAW or not winners or set(winners) == set(moved):
        return ""
    right = state.corrected(number, winners)
    seated = [seat.player for seat in game.seats.select_related("player").order_by("position")]
    names = table_names(seated, act.night.settings.public_names)
    stay = listed([name for player, name in zip(seated, names, strict=True) if player.pk in winners])
    if right is None:
        return f"By this sheet {stay} would have moved as winners; everybody plays on where they are now."
    _keep(movement, right)
    nothing_follows = not go_on(act, movement) and movement.kind != QUEUE
    return "" if nothing_follows else f"By this sheet {stay} move as winners; the seats to come are changed."


def _in_rounds(division_ids: Sequence[int]) -> QuerySet[Movement]:
    return Movement.objects.filter(division__in=division_ids).exclude(kind=QUEUE).select_related("division")


def _movement_of(division_id: int) -> Movement | None:
    return Movement.objects.select_related("division").filter(division_id=division_id).first()


def _present(division: Division) -> list[Player]:
    here = division.players.filter(status=Player.Status.CHECKED_IN, is_house=False)
    return list(here.order_by("checked_in_at", "number"))


def _keep(movement: Movement, state: State) -> None:
    movement.state, movement.before = state.to_dict(), None
    movement.save(update_fields=["state", "before"])


def _seconds(act: Act) -> int:
    return int(act.at.timestamp())


def _ids(players: Sequence[object]) -> list[int]:
    return [player for player in players if isinstance(player, int)]
