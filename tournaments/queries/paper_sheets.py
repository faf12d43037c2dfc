"""The score sheets of one game as paper has them: seats, names and numbers in the order of the form; and blank ones."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from scoring import RuleSet
from tournaments.models import AccessLink, Division, Game, Player, Seat, Table, Tournament
from tournaments.queries.rotation_plans import plan_versions
from tournaments.queries.scorekeepers import scorekeeper_of
from tournaments.queries.sheets import PRESET_PARTNER, Chair, SideOfSheet, chairs_of, sides_of
from tournaments.sheet_content import settings_of

#: Columns for hands where a game goes to a number of points: two sides one short of it, and the last hand.
MOST_HANDS = 20


@dataclass(frozen=True)
class BlankTable:
    """A table whose next game is not known on paper: in the queue, or a spare sheet."""

    table: Table
    size: int

    @property
    def division(self) -> Division:
        return self.table.division


@dataclass(frozen=True)
class PaperSheet:
    """One table's sheet. `pairings`: the three to choose from, where partners are drawn at the table; else none and
    `sides` says who plays together. `plan`: number of the rotation it follows, 0 without one. `link`: the open link
    of the table's scorekeeper, where the night has one."""

    game: Game | BlankTable
    chairs: tuple[Chair, ...]
    pairings: tuple[tuple[SideOfSheet, ...], ...]
    sides: tuple[SideOfSheet, ...]
    rules: RuleSet
    scorekeeper: Player | None
    plan: int
    link: AccessLink | None

    @property
    def hands(self) -> range:
        """Numbers of the hands to leave a place for."""
        if self.rules.hands is not None:
            return range(1, self.rules.hands + 1)
        return range(1, min(2 * (self.rules.target or 10) - 1, MOST_HANDS) + 1)

    @property
    def length(self) -> str:
        """ "12 hands", "first to 10"."""
        hands = self.rules.hands
        return f"{hands} hands" if hands is not None else f"first to {self.rules.target}"

    @property
    def has_bumps(self) -> bool:
        return self.rules.has_bumps


def paper_sheets(night: Tournament, number: int) -> tuple[PaperSheet, ...]:
    """The sheets of game `number`, by division and table; a table that does not play has none. Six queries."""
    games = list(
        night.games.filter(round__number=number)
        .exclude(status=Game.Status.VOID)
        .select_related("table", "round", "division", "settings_version")
        .order_by("division__position", "table__number")
    )
    seats: dict[object, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(game__in=games).select_related("player", "stand_in").order_by("position"):
        seats[seat.game_id].append(seat)
    plans = {plan.division.pk: plan.number for plan in plan_versions(night)}
    links = table_links(night)
    return tuple(
        _sheet(night, game, seats[game.pk], plans.get(game.division_id, 0), links.get(game.table_id))
        for game in games
        if seats[game.pk]
    )


def blank_sheets(night: Tournament) -> tuple[PaperSheet, ...]:
    """A sheet for each table of the night with empty lines for its people, by the rules as they are set now. Two
    queries."""
    settings = night.settings
    size = settings.table_sizes()[0]
    chairs = tuple(Chair(position, Player(), "", f"seat {position + 1}") for position in range(size))
    drawn = size == 4 and settings.partners == "drawn"
    links = table_links(night)
    return tuple(
        PaperSheet(
            game=BlankTable(table, size),
            chairs=chairs,
            pairings=tuple(sides_of(chairs, partner) for partner in (1, 2, 3)) if drawn else (),
            sides=() if drawn else sides_of(chairs, None if size == 3 else PRESET_PARTNER),
            rules=settings.table_rules(size),
            scorekeeper=None,
            plan=0,
            link=links.get(table.pk),
        )
        for table in night.tables.select_related("division").order_by("number")
    )


def table_links(night: Tournament) -> dict[int, AccessLink]:
    """The open scorekeeper's link of each table that has one, by the table's id; of several the newest. One query."""
    links = night.links.filter(role=AccessLink.Role.TABLE, revoked_at__isnull=True, table__isnull=False)
    return {link.table_id or 0: link for link in links.order_by("pk")}


def _sheet(
    night: Tournament, game: Game, seats: list[Seat], plan: int, link: AccessLink | None
) -> PaperSheet:
    game.tournament = night
    settings = settings_of(game)
    chairs = chairs_of([seat.player for seat in seats], settings.public_names)
    drawn = game.size == 4 and settings.partners == "drawn"
    return PaperSheet(
        game=game,
        chairs=chairs,
        pairings=tuple(sides_of(chairs, partner) for partner in (1, 2, 3)) if drawn else (),
        sides=() if drawn else sides_of(chairs, None if game.size == 3 else 2),
        rules=settings.table_rules(game.size),
        scorekeeper=scorekeeper_of([seat.stand_in or seat.player for seat in seats], game.scorekeeper_id),
        plan=plan,
        link=link,
    )


@dataclass(frozen=True)
class PlayerCard:
    """What a player takes along. `games`: (number, table or None for a sit-out) by the plan in force."""

    player: Player
    games: tuple[tuple[int, int | None], ...]
    plan: int


def player_cards(night: Tournament) -> tuple[PlayerCard, ...]:
    """A card for everybody present, by number. Four queries."""
    present = night.players.filter(status=Player.Status.CHECKED_IN, is_house=False)
    places: dict[int, dict[int, int | None]] = defaultdict(dict)
    seats = Seat.objects.filter(game__tournament=night, round__isnull=False, counting=True)
    for player, number, table in seats.values_list("player_id", "round__number", "game__table__number"):
        places[player][number] = table
    for number, player in night.rounds.filter(sit_outs__isnull=False).values_list(
        "number", "sit_outs__player"
    ):
        places[player][number] = None
    plans = {plan.division.pk: plan.number for plan in plan_versions(night)}
    return tuple(
        PlayerCard(player, tuple(sorted(places[player.pk].items())), plans.get(player.division_id, 0))
        for player in present.select_related("division", "ranked_in").order_by("number")
    )
