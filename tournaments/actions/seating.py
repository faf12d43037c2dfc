"""Writing seats: the one place that changes who sits where, and that keeps `Seat.round` and `Seat.live` true."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Max, QuerySet

from tournaments.actions.act import Act
from tournaments.models import Division, Game, Player, Round, Sanction, Seat, SitOut, Table, Tournament
from tournaments.problems import refuse
from tournaments.rotation.model import House, PlannedRound

GameStatus = Game.Status


def lay_out(act: Act, division: Division, planned_rounds: Iterable[PlannedRound]) -> list[int]:
    """Write the seats of these rounds as far as they have not started yet; returns those rounds' numbers.

    Games keep their ids: a table that is in the old and the new seating keeps its game, with a new revision
    if its people changed. A table no longer needed keeps a void game without seats.
    """
    started = set(division.rounds.exclude(status=Round.Status.PLANNED).values_list("number", flat=True))
    coming = [planned for planned in planned_rounds if planned.number not in started]
    rounds = _rounds(act.night, division, [planned.number for planned in coming])
    people = _people(act.night, division, coming)
    games = _games_for(act.night, division, coming, rounds, people)
    Seat.objects.filter(round__in=rounds.values()).delete()
    SitOut.objects.filter(round__in=rounds.values()).delete()
    Seat.objects.bulk_create(
        Seat(
            game=games[rounds[planned.number].pk, table.number],
            position=position,
            player=people[p],
            round=rounds[planned.number],
        )
        for planned in coming
        for table in planned.tables
        for position, p in enumerate(table.seats)
    )
    SitOut.objects.bulk_create(
        SitOut(round=rounds[planned.number], player=people[p]) for planned in coming for p in planned.sit_outs
    )
    return sorted(rounds)


def empty_rounds_after(division: Division, last: int) -> None:
    """Take away the seats of the planned rounds after `last`, of which a shorter plan says nothing any more.

    Their games stay, void and without seats, until a longer plan takes them up again.
    """
    rounds = division.rounds.filter(status=Round.Status.PLANNED, number__gt=last)
    Seat.objects.filter(round__in=rounds).delete()
    SitOut.objects.filter(round__in=rounds).delete()
    Game.objects.filter(round__in=rounds).update(status=GameStatus.VOID)


def _games_for(
    night: Tournament,
    division: Division,
    coming: Sequence[PlannedRound],
    rounds: Mapping[int, Round],
    people: Mapping[object, Player],
) -> dict[tuple[int, int], Game]:
    """The game of each planned table by (round id, table number): the one already there, or a new one."""
    tables = tables_of(night, division, {table.number for planned in coming for table in planned.tables})
    there = {
        (game.round_id or 0, game.table.number): game
        for game in Game.objects.filter(round__in=rounds.values()).select_related("table")
    }
    seated = _people_at(there.values())
    new: dict[tuple[int, int], Game] = {}
    kept: dict[tuple[int, int], Game] = {}
    for planned in coming:
        round_ = rounds[planned.number]
        for table in planned.tables:
            key = (round_.pk, table.number)
            game = there.get(key)
            if game is None:
                game = new[key] = Game(
                    tournament=night, division=division, round=round_, table=tables[table.number]
                )
            else:
                kept[key] = game
                game.revision += seated.get(game.pk) != [people[p].pk for p in table.seats]
            game.size, game.first_dealer, game.status = (
                len(table.seats),
                table.first_dealer,
                GameStatus.PLANNED,
            )
    for key, game in there.items():
        if key not in kept:
            game.status = GameStatus.VOID
    Game.objects.bulk_create(new.values())
    Game.objects.bulk_update(there.values(), ["size", "first_dealer", "status", "revision"], batch_size=200)
    return new | kept


def set_live(games: Iterable[Game], live: bool) -> None:
    """Mark the chairs of these games as being played in (or no longer)."""
    Seat.objects.filter(game__in=list(games)).update(live=live)


def exchange_seats(seat: Seat, person: Player, other: Seat | None) -> list[Game]:
    """Put `person` into `seat`; who sat there takes `other`, the chair `person` leaves, if there is one. Gives the
    games whose people changed, with a new revision each. `seat` itself keeps saying who sat there before."""
    Seat.objects.filter(pk__in=[chair.pk for chair in (seat, other) if chair is not None]).delete()
    _take(seat, person)
    if other is not None:
        _take(other, seat.player)
    games = {chair.game_id: chair.game for chair in (seat, other) if chair is not None}
    for game in games.values():
        game.revision += 1
        game.save(update_fields=["revision"])
    return list(games.values())


def _take(chair: Seat, player: Player) -> None:
    Seat.objects.create(
        game=chair.game,
        position=chair.position,
        player=player,
        round=chair.round,
        counting=chair.counting,
        live=chair.live,
    )


def refuse_if_forfeited(player: Player, game: Game) -> None:
    """Let nobody out of a game that they have forfeited: the forfeit would hang on nothing."""
    rows = Sanction.objects.filter(kind=Sanction.Kind.FORFEIT, player=player, game=game)
    if rows.filter(superseded_by__isnull=True).exists():
        raise refuse("forfeited", f"{player} has forfeited {game}: take that back first.")


def refuse_if_any_forfeited(games: QuerySet[Game]) -> None:
    """The same of whole games that are to be planned again, perhaps with others."""
    rows = Sanction.objects.filter(kind=Sanction.Kind.FORFEIT, game__in=games, superseded_by__isnull=True)
    for row in rows.select_related("player", "game__table", "game__round").order_by("pk")[:1]:
        raise refuse("forfeited", f"{row.player} has forfeited {row.game}: take that back first.")


def count_again(game: Game, *, live: bool) -> None:
    """Give a game that was called off its chairs back; it is no sit-out any more. `live`: they are played in."""
    seats = Seat.objects.filter(game=game)
    if game.round is not None:
        SitOut.objects.filter(round=game.round, player__in=seats.values("player")).delete()
    seats.update(counting=True, live=live)


def tables_of(night: Tournament, division: Division, numbers: Iterable[int]) -> dict[int, Table]:
    """The tables of these numbers, made where they are new, by number."""
    tables = {t.number: t for t in night.tables.filter(number__in=list(numbers))}
    for number in sorted(set(numbers) - set(tables)):
        tables[number] = Table.objects.create(tournament=night, division=division, number=number)
    return tables


def seat_queue_game(act: Act, division: Division, *, number: int, table: int, players: Sequence[int]) -> Game:
    """A game of the queue that starts now; `players`: ids clockwise, the first and third partners."""
    game = Game.objects.create(
        tournament=act.night,
        division=division,
        table=tables_of(act.night, division, [table])[table],
        queue_number=number,
        size=len(players),
        status=GameStatus.RUNNING,
        settings_version=act.night.settings_version,
        started_at=act.at,
    )
    Seat.objects.bulk_create(
        Seat(game=game, position=position, player_id=player, live=True)
        for position, player in enumerate(players)
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
        house.append(house_player(night, division))
    people.update(zip(wanted, house, strict=False))
    return people


def house_player(night: Tournament, division: Division) -> Player:
    """A new house player of the division, put on the list with the next number."""
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
