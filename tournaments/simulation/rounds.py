"""Games in rounds: drawn, started, played at every table, closed; and the plan made anew when people come and go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from scoring.words import counted
from tournaments.actions import check_in, movement, rotation, rounds
from tournaments.models import Division, Game, Player, Tournament
from tournaments.simulation.agenda import Agenda
from tournaments.simulation.door import Guests, come_late
from tournaments.simulation.run import BotNight, Run
from tournaments.simulation.sheets import Fate, fate_of, fates_left_open, way_in
from tournaments.simulation.tables import play_table, running_games
from tournaments.simulation.timeline import DRAW, FIRST_SHEET, HALF_WAY, LAST_SHEET

FEWEST_TO_LET_ONE_GO = 7


def draw(run: Run) -> None:
    """Seat everybody who is there: by a drawn plan, or as the night's movement begins."""
    run.reach(DRAW)
    if run.night.settings.movement == "schedule":
        divisions = [division for division in run.night.divisions.all() if present_in(division)]
        publish(run, divisions, why="")
    else:
        movement.begin_movement(run.night, run.organizer, seed=run.script.seed)
    run.tell("Drew the rotation.")


def play_rounds(run: Run, guests: Guests) -> bool:
    """Play game after game; whether the night came to its end and was not left before."""
    stop, games = run.script.stop, run.night.settings.games or 0
    for number in range(1, games + 1):
        if stop is not None and stop.game < number:
            return False
        left_here = stop is not None and stop.half and stop.game == number
        run.reach(run.timeline.starts(number))
        rounds.start_game(run.night, run.organizer, number=number)
        late = guests.late if number == _late_in(games) and number < games else frozenset()
        _play(run, number, late, left_here=left_here)
        if left_here:
            return False
        if number < games and (stop is None or stop.game > number):
            _turn(run, number, someone_came=bool(late))
    return True


def _play(run: Run, number: int, late: Iterable[str], *, left_here: bool) -> None:
    """One game at every table: the sheets trickle in; then it is closed, or left as it stands."""
    line, agenda, afterwards = run.timeline, Agenda(run), []
    tables = running_games(run.night)
    begin, end = (FIRST_SHEET, LAST_SHEET) if not left_here else (FIRST_SHEET / 2, HALF_WAY - 0.05)
    fates = _fates(run, number, tables, left_here=left_here)
    for game in tables:
        lot = run.lot("table", number, game.table.number)
        sheet = play_table(game, lot, run.script.happenings.mistakes)
        ready = line.within(number, lot.uniform(begin, end))
        for step in way_in(run, game, sheet, fates[game.table.number]):
            if step.after is None:
                afterwards.append(step)
            else:
                agenda.add(min(ready + step.after, line.within(number, end)), step.do)
    for name in sorted(late):
        agenda.add(line.within(number, begin / 2), partial(come_late, run, name))
    agenda.do_all()
    if left_here:
        run.reach(line.within(number, HALF_WAY))
        run.tell(f"Game {number} is under way at {counted(len(tables), 'table')}.")
        return
    run.reach(line.ends(number))
    rounds.close_game(run.night, run.organizer, number=number)
    run.tell(f"Played game {number} at {counted(len(tables), 'table')}.")
    for step in afterwards:
        step.do()


def _fates(run: Run, number: int, tables: Sequence[Game], *, left_here: bool) -> Mapping[int, Fate]:
    drawn: dict[int, Fate] = {
        game.table.number: fate_of(run.lot("fate", number, game.table.number), run.script.happenings)
        for game in tables
    }
    stop = run.script.stop
    if left_here and stop is not None:
        lot = run.lot("left", number)
        drawn.update(fates_left_open(list(drawn), lot, missing=stop.missing, disputed=stop.disputed))
    return drawn


def _turn(run: Run, number: int, *, someone_came: bool) -> None:
    """Between two games: somebody may leave, the plan follows, and there is an intermission when it is due."""
    changed = someone_came
    if number == _leaver_after(run.night.settings.games or 0) and run.script.happenings.leavers:
        changed |= _let_go(run, run.script.happenings.leavers)
    if changed and run.night.settings.movement == "schedule":
        publish(run, out_of_date(run.night), why="Somebody came or left")
        run.tell("Made the plan anew for those who are here.")
    settings = run.night.settings
    if settings.break_after == number:
        rounds.start_break(run.night, run.organizer, minutes=settings.break_minutes)
        run.tell(f"Intermission of {settings.break_minutes} minutes.")


def _let_go(run: Run, count: int) -> bool:
    """Up to so many people go home, each from the largest division then; whether anybody did."""
    gone = 0
    for turn in range(count):
        people = max((present_in(division) for division in run.night.divisions.all()), key=len)
        if len(people) < FEWEST_TO_LET_ONE_GO:
            break
        leaver = run.lot("leaves", turn).choice(people)
        check_in.withdraw(run.night, run.desk, player_id=leaver.pk, reason="Had to go home")
        run.tell(f"{leaver.name} left.")
        gone += 1
    return gone > 0


def _late_in(games: int) -> int:
    """The game during which those come who come late."""
    return max(1, games // 3)


def _leaver_after(games: int) -> int:
    """The game after which somebody goes home."""
    return max(1, games // 2)


def publish(run: BotNight, divisions: Sequence[Division], why: str) -> None:
    """Draw these divisions, or change their plans to those who are there, and publish."""
    night = run.fresh()
    proposals = [rotation.propose(night, division, seed=run.seed) for division in divisions]
    rotation.publish_rotation(night, run.organizer, proposals=proposals, why=why)


def out_of_date(night: Tournament) -> list[Division]:
    """The divisions where the coming game is not for exactly those who are there."""
    changed = []
    for division in night.divisions.all():
        coming = division.rounds.filter(status="planned").order_by("number").first()
        if coming is None:
            continue
        planned = {
            *coming.seats.values_list("player", flat=True),
            *coming.sit_outs.values_list("player", flat=True),
        }
        if planned != {player.pk for player in present_in(division)}:
            changed.append(division)
    return changed


def present_in(division: Division) -> list[Player]:
    """Who is there to be seated, by number."""
    here = division.players.filter(status=Player.Status.CHECKED_IN, is_house=False)
    return list(here.order_by("number"))
