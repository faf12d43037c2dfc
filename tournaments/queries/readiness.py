"""What stands in the way of the next step, as problems that pages show and acts obey."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from scoring.words import counted
from tournaments.models import Division, Game, Player, Round, ScoreSheet, Seat, Tournament
from tournaments.problems import Problem, blocker, confirm, warning
from tournaments.queries.movers import undecided_draws
from tournaments.queries.odd_numbers import OddNumbers, odd_numbers_of
from tournaments.queries.places import places_of

RoundStatus, GameStatus, SheetState = Round.Status, Game.Status, ScoreSheet.State
FEWEST_PLAYERS = 4


def before_draw(night: Tournament) -> list[Problem]:
    """What to know before the rotation is drawn for those present."""
    problems: list[Problem] = []
    players = list(night.players.filter(is_house=False).select_related("division"))
    divisions = list(night.divisions.all())
    several = len(divisions) > 1
    for division in divisions:
        present = sum(p.division_id == division.pk and p.status == Player.Status.CHECKED_IN for p in players)
        problems += _too_few(night, division, present, several=several)
        problems += _few_tables(night, division, present)
        problems += _waiting_in_line(night, division, present, several=several)
    if not any(p.status == Player.Status.CHECKED_IN for p in players):
        problems.append(blocker("nobody", "Nobody is checked in yet.", link="desk:players"))
    over = odd_numbers_of(night)
    if over is not None and over.here and (several or not problems):
        problems.append(_odd(over, several=several))
    places = places_of(night.settings, players)
    if places is not None and places.next_up is not None:
        problems.append(
            warning("place_free", places.offer, link="desk:player", link_args=(places.next_up.pk,))
        )
    expected = [p for p in players if p.status == Player.Status.REGISTERED]
    if expected:
        who = counted(len(expected), "registered player")
        not_in = f"{who} {'is' if len(expected) == 1 else 'are'} not checked in: {_names(expected)}."
        problems.append(warning("expected", not_in, link="desk:players"))
    return problems


def _too_few(night: Tournament, division: Division, present: int, *, several: bool) -> list[Problem]:
    """Somebody is there, and not enough for one table. `several`: there is another division to play in."""
    fewest = FEWEST_PLAYERS - 1 if _calls_a_house_player(night) else night.settings.rules.seats
    if not 0 < present < fewest:
        return []
    if several:
        text = (
            f"{division.name} has {counted(present, 'player')}; a table takes {fewest}. "
            "Check more in, or move them to another division."
        )
    else:
        text = f"{counted(present, 'player')} here; a table takes {fewest}. Check more in."
    return [blocker("too_few", text, link="desk:players")]


def _calls_a_house_player(night: Tournament) -> bool:
    """Whether three are enough for a table of the queue."""
    return night.settings.movement == "continuous" and night.settings.odd == "house"


def _odd(over: OddNumbers, *, several: bool) -> Problem:
    """How many do not fill their tables, and what becomes of those over. Where what is set cannot be done, no draw
    goes on before something else is chosen."""
    here = ", ".join(
        f"{division.name} {count}" if several else f"{count} here" for division, count in over.here
    )
    set_now = next((way for way in over.ways if way.is_set), None)
    if set_now is not None and not set_now.problem:
        where = "" if len(over.here) > 1 else f" ({here})"  # several leagues are named one by one
        text = f"Not a full table for everybody{where}: {set_now.effect}."
        return warning("odd", text, link="organizer:rotation" if over.leaves_a_choice else "")
    text = f"Not a full table for everybody ({here}), and what is set does not fit: choose another way."
    return blocker("odd", text, link="organizer:rotation")


def _waiting_in_line(night: Tournament, division: Division, present: int, *, several: bool) -> list[Problem]:
    """What a queue makes of those who are over from full tables: nothing has to be chosen."""
    over = present % FEWEST_PLAYERS
    if night.settings.movement != "continuous" or not over:
        return []
    where = f"{division.name}, " if several else ""
    full = f"{counted(present // FEWEST_PLAYERS, 'table')} of four, and "
    if over == 3 and _calls_a_house_player(night):
        tables = f"{full if present > over else ''}one table of three and a house player"
        return [warning("in_line", f"{where}{present} here: {tables}.")]
    if present < FEWEST_PLAYERS:
        return []
    waits = f"{over} wait{'s' if over == 1 else ''} in line for the next free one"
    text = f"{where}{present} here: {full}{waits}."
    if over != 3:
        return [warning("in_line", text)]
    more = f"{text} Set odd numbers to house players, and one sits down beside the three."
    return [warning("in_line", more, link="organizer:settings")]


def _few_tables(night: Tournament, division: Division, present: int) -> list[Problem]:
    """Whether people have to sit out for want of table numbers alone."""
    numbers, seats = division.table_numbers, night.settings.rules.seats
    if present // seats <= len(numbers):
        return []
    left = present - seats * len(numbers)
    return [
        warning(
            "few_tables",
            f"{division.name} has {present} players and {counted(len(numbers), 'table')} for {present - left} of "
            f"them: {left} sit out every game. Give it more table numbers.",
            link="organizer:settings",
        )
    ]


def before_start(night: Tournament, number: int, now: datetime | None = None) -> list[Problem]:
    """What keeps game `number` from starting: last call, other games running, leavers still seated, nobody seated."""
    problems: list[Problem] = []
    if night.last_call_at is not None and night.past_last_call(now or timezone.now()):
        last_call = f"{night.local(night.last_call_at):%-I:%M %p}"
        text = f"Last call was at {last_call}: no game starts after it, unless you move it."
        problems.append(blocker("last_call", text, link="organizer:last_call"))
    running = night.rounds.filter(status=RoundStatus.RUNNING).values_list("number", flat=True).first()
    if running is not None:
        problems.append(
            blocker(
                "running",
                f"Game {running} is still running: close it first.",
                link="organizer:game",
                link_args=(running,),
            )
        )
    earlier = night.rounds.filter(status=RoundStatus.PLANNED, number__lt=number).order_by("number").first()
    if earlier is not None:
        problems.append(blocker("order", f"Game {earlier.number} comes first."))
    seats = (
        Seat.objects.filter(
            game__tournament=night, game__round__number=number, game__status=GameStatus.PLANNED
        )
        .select_related("player", "game__table", "game__round")
        .order_by("game__table__number", "position")
    )
    seated: set[int] = set()
    for seat in seats:
        seated.add(seat.player_id)
        if seat.player.division_id != seat.game.division_id:
            problems.append(
                blocker(
                    "other_division",
                    f"{seat.player.name} has changed division but still sits at {seat.game.table} in game {number}: "
                    "update the rotation.",
                    link="organizer:rotation",
                )
            )
        if seat.player.status != Player.Status.CHECKED_IN:
            round_ = seat.game.round
            is_locked = seat.game.locked or (round_ is not None and round_.locked)
            locked = ", which is locked" if is_locked else ""
            problems.append(
                blocker(
                    "seated_leaver",
                    f"{seat.player.name} ({seat.player.get_status_display()}) still sits at {seat.game.table} "
                    f"in game {number}{locked}: {'unlock it and ' if locked else ''}update the rotation.",
                    link="organizer:rotation",
                )
            )
    by_results = night.settings.movement != "schedule"
    if not seated and not by_results:
        problems.append(
            blocker(
                "no_seats",
                f"Nobody is seated in game {number}: draw the rotation.",
                link="organizer:rotation",
            )
        )
    problems += _short_of_a_table(night, number, seated=bool(seated)) if by_results else []
    return problems + [warning(p.code, p.text, link=p.link) for p in not_in_the_plan(night, number)]


def _short_of_a_table(night: Tournament, number: int, *, seated: bool) -> list[Problem]:
    """Of a movement by results: divisions whose people fill no table. They sit out where others are `seated`; else
    nobody can play, and the night may end. Two queries."""
    here = night.players.filter(status=Player.Status.CHECKED_IN, is_house=False)
    present, divisions = list(here.values_list("division_id", flat=True)), list(night.divisions.all())
    several = len(divisions) > 1
    short = [p for d in divisions for p in _too_few(night, d, present.count(d.pk), several=several)]
    if seated:
        return [warning(p.code, f"{p.text} Else they sit game {number} out.", link=p.link) for p in short]
    short = short or [blocker("too_few", "Nobody is here any more.", link="desk:players")] * (not present)
    or_end = f" Or let game {number - 1} be the last: in the settings." if number > 1 else ""
    return [replace(problem, text=f"{problem.text}{or_end}") for problem in short]


def not_in_the_plan(night: Tournament, number: int) -> list[Problem]:
    """People present whom game `number` neither seats nor lets sit out: the rotation does not know them, or their whole
    division, yet. Two queries, and one where there are none."""
    left_out = list(
        night.players.filter(status=Player.Status.CHECKED_IN, is_house=False)
        .exclude(seats__round__number=number)
        .exclude(sit_outs__round__number=number)
        .select_related("division")
        .order_by("division__position", "number")
    )
    rounds = night.rounds.filter(number=number).values_list("division_id", "locked") if left_out else ()
    locked = dict(rounds)
    found = []
    for division, group in groupby(left_out, key=lambda player: player.division):
        people = list(group)
        if division.pk in locked or night.settings.movement != "schedule":
            told = _not_in_game(people, number, is_locked=locked.get(division.pk, False))
        else:
            here = counted(len(people), "player")
            told = f"{division.name} has no rotation yet, and {here} here: update the rotation."
        found.append(warning("late", told, link="organizer:rotation"))
    return found


def _not_in_game(people: Sequence[Player], number: int, *, is_locked: bool) -> str:
    one = len(people) == 1
    who = f"{people[0].name} (number {people[0].number}) is" if one else f"{_names(people)} are"
    what = f"{who} here but not in game {number}"
    if is_locked:
        return f"{what}, which is locked: unlock it and update the rotation, or they miss it."
    return f"{what}: update the rotation."


def divisions_locked(night: Tournament) -> bool:
    """Whether only the director may still move somebody to another division: once game 2 is closed (RULES 5). One
    query."""
    return night.rounds.filter(status=RoundStatus.CLOSED, number__gte=2).exists()


def before_close(night: Tournament, number: int) -> list[Problem]:
    """Each table of running game `number` without an accepted sheet, or with disputed ones, by name (ROT-06, ROT-07);
    and drawn games that do not say who moves."""
    running = owing_games(night).filter(round__number=number, round__status=RoundStatus.RUNNING)
    return [*(_owing(game) for game in running), *undecided_draws(night, timezone.now())]


def before_payout(night: Tournament) -> list[Problem]:
    """What makes the standings incomplete: nothing is payable meanwhile (RULES 4)."""
    problems = [_owing(game, level_is_blocker=True) for game in owing_games(night)]
    coming = coming_games(night)
    if coming:
        problems.append(
            blocker(
                "games_left",
                f"Still to be played: {counted(len(coming), 'game')}.",
                link="organizer:control",
            )
        )
    return problems


def coming_games(night: Tournament, now: datetime | None = None) -> list[int]:
    """Numbers of the games seated and not started, those left out that the settings no longer play (ROT-21), and all
    of them after last call."""
    if night.past_last_call(now or timezone.now()):
        return []
    planned = night.rounds.filter(status=RoundStatus.PLANNED)
    if night.settings.games is not None:
        planned = planned.filter(number__lte=night.settings.games)
    return sorted(set(planned.values_list("number", flat=True)))


def owed_sheets(night: Tournament) -> list[Problem]:
    """Each table of a game already closed that still owes its sheet, by name."""
    closed = Q(round__status=RoundStatus.CLOSED) | Q(round__isnull=True, status=GameStatus.FINISHED)
    return [_owing(game) for game in owing_games(night).filter(closed)]


def late_sheets(night: Tournament) -> list[Problem]:
    """Sheets that came after the night was final (STA-07), or after their table had gone on, and say something else
    than what counts. One query."""
    counted_now = ScoreSheet.objects.filter(
        game=OuterRef("game"), state=SheetState.ACCEPTED, content_hash=OuterRef("content_hash")
    )
    late = ScoreSheet.objects.filter(game__tournament=night, state=SheetState.LATE).exclude(
        Exists(counted_now)
    )
    return [
        warning(
            "late-sheet",
            f"{sheet.game}: a sheet of {sheet.entered_by} came after {_after_what(night, sheet)}. It is kept and not counted.",
            link="organizer:sheet",
            link_args=(str(sheet.game_id),),
        )
        for sheet in late.select_related("game__table", "game__round").order_by("entered_at")
    ]


def _after_what(night: Tournament, sheet: ScoreSheet) -> str:
    is_final = night.finalised_at is not None and sheet.entered_at >= night.finalised_at
    return "the night was final" if is_final else "the game was over with"


def owing_games(night: Tournament):  # type: ignore[no-untyped-def]  # a QuerySet[Game] with an annotation
    """Games started that have no accepted sheet, with `disputed` and `awaiting` marked, by round and table."""
    sheets = ScoreSheet.objects.filter(game=OuterRef("pk"))
    return (
        night.games.filter(status__in=(GameStatus.RUNNING, GameStatus.FINISHED))
        .annotate(
            has_sheet=Exists(sheets.filter(state=SheetState.ACCEPTED)),
            disputed=Exists(sheets.filter(state=SheetState.CONTESTED)),
            awaiting=Exists(sheets.filter(state=SheetState.AWAITING)),
        )
        .filter(has_sheet=False)
        .select_related("table", "round")
        .order_by("round__number", "queue_number", "table__number")
    )


def _owing(game: Game, level_is_blocker: bool = False) -> Problem:
    make = blocker if level_is_blocker else confirm
    number = game.round.number if game.round else game.queue_number
    where = f"Table {game.table.number}, game {number}"
    page = ("organizer:sheet", (str(game.pk),))
    if game.disputed:  # type: ignore[attr-defined]
        return make("disputed", f"{where}: the sheet is disputed.", link=page[0], link_args=page[1])
    if game.awaiting:  # type: ignore[attr-defined]
        text = f"{where}: the sheet waits for a second person."
        return make("awaiting", text, link=page[0], link_args=page[1])
    return make("missing", f"{where}: no sheet.", link=page[0], link_args=page[1])


def _names(players: Sequence[Player], most: int = 5) -> str:
    names = [p.name for p in players[:most]]
    return ", ".join(names) + (f" and {len(players) - most} more" if len(players) > most else "")
