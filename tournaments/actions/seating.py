"""Writing seats: the one place that changes who sits where, and that keeps `Seat.round` and `Seat.live` true."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import Max

from tournaments.actions.act import Act
from tournaments.models import Division, Game, Player, Round, Seat, SitOut, Table, Tournament
from tournaments.rotation import Plan
from tournaments.rotation.model import House, PlannedRound

GameStatus = Game.Status


def lay_out(act: Act, division: Division, plan: Plan) -> list[int]:
    """Write the plan's seats for every round of the division not started yet; returns those rounds' numbers.

    Games keep their ids: a table that is in the old and the new plan keeps its game, with a new revision
    if its people changed. A table no longer needed keeps a void game without seats.
    """
    started = set(division.rounds.exclude(status=Round.Status.PLANNED).values_list("number", flat=True))
    coming = [planned for planned in plan.rounds if planned.number not in started]
    rounds = _rounds(act.night, division, [planned.number for planned in coming])
    tables = tables_of(act.night, division, {t.number for planned in coming for t in planned.tables})
    people = _people(act.night, division, coming)
    games: dict[tuple[int | None, int], Game] = {
        (g.round_id, g.table_id): g for g in Game.objects.filter(round__in=rounds.values())
    }
    before = _people_at(games.values())
    Seat.objects.filter(round__in=rounds.values()).delete()
    SitOut.objects.filter(round__in=rounds.values()).delete()

    seats: list[Seat] = []
    sit_outs: list[SitOut] = []
    new, kept = [], set()
    for planned in coming:
        round_ = rounds[planned.number]
        for table in planned.tables:
            key: tuple[int | None, int] = (round_.pk, tables[table.number].pk)
            game = games.get(key)
            if game is None:
                game = Game(tournament=act.night, division=division, round=round_, table=tables[table.number])
                games[key] = game
                new.append(game)
            elif before.get(game.pk) != [people[p].pk for p in table.seats]:
                game.revision += 1
            kept.add(key)
            game.size, game.first_dealer, game.status = (
                len(table.seats),
                table.first_dealer,
                GameStatus.PLANNED,
            )
            seats += [
                Seat(game=game, position=position, player=people[p], round=round_)
                for position, p in enumerate(table.seats)
            ]
        sit_outs += [SitOut(round=round_, player=people[p]) for p in planned.sit_outs]
    for key, game in games.items():
        if key not in kept:
            game.status = GameStatus.VOID
    Game.objects.bulk_create(new)
    Game.objects.bulk_update(
        [g for g in games.values() if g not in new],
        ["size", "first_dealer", "status", "revision"],
        batch_size=200,
    )
    Seat.objects.bulk_create(seats)
    SitOut.objects.bulk_create(sit_outs)
    return sorted(rounds)


def set_live(games: Iterable[Game], live: bool) -> None:
    """Mark the chairs of these games as being played in (or no longer)."""
    Seat.objects.filter(game__in=list(games)).update(live=live)


def tables_of(night: Tournament, division: Division, numbers: Iterable[int]) -> dict[int, Table]:
    """The tables of these numbers, made where they are new, by number."""
    tables = {t.number: t for t in night.tables.filter(number__in=list(numbers))}
    for number in sorted(set(numbers) - set(tables)):
        tables[number] = Table.objects.create(tournament=night, division=division, number=number)
    return tables


def seat_game(
    act: Act,
    *,
    division: Division,
    table: Table,
    players: Sequence[Player],
    queue_number: int,
) -> Game:
    """A new game of a queue at a table, ready to start; `players` clockwise, three or four."""
    game = Game.objects.create(
        tournament=act.night, division=division, table=table, queue_number=queue_number, size=len(players)
    )
    Seat.objects.bulk_create(
        Seat(game=game, position=position, player=player) for position, player in enumerate(players)
    )
    return game


def _rounds(night: Tournament, division: Division, numbers: Sequence[int]) -> dict[int, Round]:
    rounds = {r.number: r for r in division.rounds.filter(number__in=numbers)}
    for number in numbers:
        if number not in rounds:
            rounds[number] = Round.objects.create(tournament=night, division=division, number=number)
    return rounds


def _people(night: Tournament, division: Division, rounds: Sequence[PlannedRound]) -> dict[object, Player]:
    """Everybody a plan names, house players included (who are put on the list when first needed)."""
    named = {p for planned in rounds for p in planned.present()}
    people: dict[object, Player] = {
        p.pk: p for p in night.players.filter(pk__in=[p for p in named if isinstance(p, int)])
    }
    house = list(division.players.filter(is_house=True).order_by("pk"))
    wanted = sorted(p for p in named if isinstance(p, House))
    while len(house) < len(wanted):
        house.append(_house_player(night, division))
    people.update(zip(wanted, house, strict=False))
    return people


def _house_player(night: Tournament, division: Division) -> Player:
    number = (night.players.aggregate(last=Max("number"))["last"] or 0) + 1
    return Player.objects.create(
        tournament=night,
        division=division,
        name=f"House player {number}",
        search_name=f"house player {number}",
        number=number,
        status=Player.Status.CHECKED_IN,
        is_house=True,
        prize_eligible=False,
    )


def _people_at(games: Iterable[Game]) -> dict[object, list[int]]:
    seats = Seat.objects.filter(game__in=list(games)).order_by("game_id", "position")
    people: dict[object, list[int]] = {}
    for seat in seats:
        people.setdefault(seat.game_id, []).append(seat.player_id)
    return people
