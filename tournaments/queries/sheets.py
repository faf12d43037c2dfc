"""One game as its sheet's page shows it: the chairs, who may have partnered whom, and every sheet handed in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Prefetch, Q

from scoring import RuleSet
from scoring.games import Sheet, score_sheet_hand, sides
from tournaments.models import Game, Player, Round, ScoreSheet, Seat, SheetLine, Tournament
from tournaments.names import public_name
from tournaments.night_settings import Partners, PublicNames, SecondPerson
from tournaments.queries.partners import earlier_partners
from tournaments.queries.scorekeepers import scorekeeper_of
from tournaments.sheet_content import STANDING, rules_of, settings_of, stored

State = ScoreSheet.State
SUITS = ("spade", "heart", "club")
"""The suit of each side, the first seat's first."""
COLORS = {"spade": "black", "heart": "red", "club": "third"}
PRESET_PARTNER = 2
"""The seat across the table, where partners are not drawn."""


@dataclass(frozen=True)
class Chair:
    """A seat as the sheet names it. `name` is the public one; `short` is unique at the table and never long."""

    position: int
    player: Player
    name: str
    short: str
    stand_in: str = ""

    @property
    def number(self) -> int | None:
        return self.player.number

    @property
    def seat(self) -> int:
        """Counted from 1, as on paper."""
        return self.position + 1


@dataclass(frozen=True)
class SideOfSheet:
    """The chairs of one side; `score` once there is one."""

    suit: str
    chairs: tuple[Chair, ...]
    score: int | None = None
    ahead: bool = False

    @property
    def color(self) -> str:
        """The look of the side: black, red, or the third at a table of three."""
        return COLORS[self.suit]

    @property
    def label(self) -> str:
        """ "Ann and Cy"."""
        return " and ".join(chair.name for chair in self.chairs)

    @property
    def short(self) -> str:
        """ "Ann & Cy"."""
        return " & ".join(chair.short for chair in self.chairs)


@dataclass(frozen=True)
class Pairing:
    """One way to pair the four. `partner`: the position with the first seat; `repeats`: who partnered before."""

    partner: int
    sides: tuple[SideOfSheet, ...]
    repeats: tuple[str, ...]


@dataclass(frozen=True)
class ChairPoints:
    """What a chair took from a sheet."""

    chair: Chair
    points: int
    loners: int


@dataclass(frozen=True)
class HandShown:
    """A hand in the strip of a sheet: the points it moved each side by."""

    number: int
    outcome: str
    points: tuple[int, ...]
    has_penalty: bool


@dataclass(frozen=True)
class StoredSheet:
    """A sheet that was handed in, with the people it saw."""

    record: ScoreSheet
    sheet: Sheet
    sides: tuple[SideOfSheet, ...]
    points: tuple[ChairPoints, ...]
    penalties: tuple[str, ...]
    hands: tuple[HandShown, ...]

    @property
    def scores(self) -> str:
        """ "14–9"."""
        return "–".join(str(score) for score in self.record.scores)

    @property
    def at(self) -> datetime:
        return self.record.entered_at

    @property
    def extra_hand(self) -> SideOfSheet | None:
        """The side that won the extra hand of a drawn game."""
        won = self.sheet.extra_hand
        return None if won is None else self.sides[won]


@dataclass(frozen=True)
class GameSheets:
    """A game and its sheets. At most one is accepted; `awaiting` waits for a second person; `contested` are those
    the director decides between; `earlier` no longer count."""

    game: Game
    rules: RuleSet
    partners: Partners
    second_person: SecondPerson
    chairs: tuple[Chair, ...]
    pairings: tuple[Pairing, ...]
    accepted: StoredSheet | None
    awaiting: StoredSheet | None
    contested: tuple[StoredSheet, ...]
    earlier: tuple[StoredSheet, ...]

    @property
    def label(self) -> str:
        return label_of(self.game)

    @property
    def preset_partner(self) -> int | None:
        """The partner of the first seat by the plan; None where partners are drawn or nobody has one."""
        return PRESET_PARTNER if self.pairings and self.partners != "drawn" else None

    def sides(self, partner: int | None) -> tuple[SideOfSheet, ...]:
        """The sides of a pairing; at a table of three everybody is one."""
        return sides_of(self.chairs, partner)

    @property
    def standing(self) -> tuple[StoredSheet, ...]:
        """All that say something now."""
        return tuple(sheet for sheet in (self.accepted, self.awaiting, *self.contested) if sheet is not None)

    def may_see_awaiting(self, *, role: str, is_person: Callable[[str], bool]) -> bool:
        """Whether this person may look at the sheet that waits: not, where it is to be entered again unseen.
        `is_person`: whether an identity is theirs (`Actor.is_person`)."""
        if self.awaiting is None or self.second_person != "enters again":
            return True
        return role == "organizer" or is_person(self.awaiting.record.entered_identity)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(chair.name for chair in self.chairs)

    @property
    def scorekeeper(self) -> Player | None:
        """Who keeps the score and ticks that both sides agree (RULES 6)."""
        sitters = [seat.stand_in or seat.player for seat in self.game.seats.all()]
        return scorekeeper_of(sitters, self.game.scorekeeper_id)


def game_sheets(night: Tournament, game_id: UUID) -> GameSheets | None:
    """The game of that id in this night with all its sheets; None when there is none. Six queries."""
    lines = Prefetch("lines", queryset=SheetLine.objects.select_related("player"))
    sheets = ScoreSheet.objects.prefetch_related(lines, "hands")
    seats_with_people = Seat.objects.select_related("player", "stand_in")
    game = (
        night.games.select_related("table", "round", "division", "settings_version")
        .prefetch_related(Prefetch("seats", queryset=seats_with_people), Prefetch("sheets", queryset=sheets))
        .filter(pk=game_id)
        .first()
    )
    if game is None:
        return None
    game.tournament = night
    settings, rules = settings_of(game), rules_of(game)
    seats = sorted(game.seats.all(), key=lambda seat: seat.position)
    stand_ins = {
        seat.position: public_name(seat.stand_in, settings.public_names) for seat in seats if seat.stand_in
    }
    chairs = chairs_of([seat.player for seat in seats], settings.public_names, stand_ins)
    kept = [_shown(record, rules, settings.public_names) for record in game.sheets.all()]
    return GameSheets(
        game=game,
        rules=rules,
        partners=settings.partners,
        second_person=settings.second_person,
        chairs=chairs,
        pairings=_pairings(game, rules, chairs, drawn=settings.partners == "drawn"),
        accepted=next((s for s in kept if s.record.state == State.ACCEPTED), None),
        awaiting=next((s for s in kept if s.record.state == State.AWAITING), None),
        contested=tuple(s for s in kept if s.record.state == State.CONTESTED),
        earlier=tuple(s for s in kept if s.record.state not in STANDING),
    )


def is_over_for_its_table(game: Game) -> bool:
    """Whether those who played it have gone on: the host has closed it, or a later game at this table has a sheet. What
    is in is then the director's to change, not the table's. At most one query."""
    if game.round is not None and game.round.status == Round.Status.CLOSED:
        return True
    later = (
        Q(game__round__number__gt=game.round.number)
        if game.round is not None
        else Q(game__queue_number__gt=game.queue_number)
    )
    at_this_table = ScoreSheet.objects.filter(game__table_id=game.table_id, state__in=STANDING)
    return at_this_table.filter(later).exists()


def label_of(game: Game) -> str:
    """ "Game 5": the round, or the place in the queue."""
    return f"Game {game.round.number if game.round else game.queue_number}"


def chairs_of(
    players: Sequence[Player], names: PublicNames, stand_ins: Mapping[int, str] | None = None
) -> tuple[Chair, ...]:
    """The chairs of one table, in the order of the sheet."""
    shown = [public_name(player, names) for player in players]
    firsts = [name.split()[0] if name.split() else "" for name in shown]
    chairs = []
    for position, (player, name, first) in enumerate(zip(players, shown, firsts, strict=True)):
        short = first if firsts.count(first) == 1 or player.number is None else str(player.number)
        chairs.append(Chair(position, player, name, short, (stand_ins or {}).get(position, "")))
    return tuple(chairs)


def sides_of(
    chairs: Sequence[Chair], partner: int | None, scores: Sequence[int] = ()
) -> tuple[SideOfSheet, ...]:
    """The chairs by side, with the scores if there are any; everybody alone without a partner at three."""
    together = sides(partner) if len(chairs) == 4 else ((0,), (1,), (2,))
    level = len(set(scores)) == 1
    return tuple(
        SideOfSheet(
            SUITS[index],
            tuple(chairs[position] for position in side),
            scores[index] if scores else None,
            bool(scores) and scores[index] == max(scores) and not level,
        )
        for index, side in enumerate(together)
    )


def _pairings(game: Game, rules: RuleSet, chairs: Sequence[Chair], *, drawn: bool) -> tuple[Pairing, ...]:
    """The three ways to pair four people; repeats are looked for where partners are drawn and asked again."""
    if len(chairs) != 4:
        return ()
    asked = drawn and rules.draw_again_for_repeated_partners
    before = earlier_partners(game, [chair.player.pk for chair in chairs]) if asked else {}
    found = []
    for partner in (1, 2, 3):
        together = sides_of(chairs, partner)
        pairs = [(side, frozenset(chair.player.pk for chair in side.chairs)) for side in together]
        repeats = [f"{side.short}: already partners in game {before[p]}" for side, p in pairs if p in before]
        found.append(Pairing(partner, together, tuple(repeats)))
    return tuple(found)


def _shown(record: ScoreSheet, rules: RuleSet, names: PublicNames) -> StoredSheet:
    lines = sorted(record.lines.all(), key=lambda line: line.position)
    chairs = chairs_of([line.player for line in lines], names)
    sheet = stored(record)
    return StoredSheet(
        record=record,
        sheet=sheet,
        sides=sides_of(chairs, record.partner_of_first, record.scores),
        points=tuple(
            ChairPoints(chair, line.points, line.loners) for chair, line in zip(chairs, lines, strict=True)
        ),
        penalties=tuple(_penalty_text(chairs[p.offender], p.kind, p.points) for p in sheet.penalties),
        hands=_hands(rules, sheet),
    )


def _penalty_text(chair: Chair, kind: str, points: int) -> str:
    if kind == "points":
        return f"{chair.name}: {points:+d} by the director"
    return f"{chair.name}: {'renege' if kind == 'renege' else 'cards tossed in'}"


def _hands(rules: RuleSet, sheet: Sheet) -> tuple[HandShown, ...]:
    shown = []
    for number, hand in enumerate(sheet.hands or (), start=1):
        score = score_sheet_hand(rules, sheet.pairing, hand)
        points = tuple(score.side_points[side[0]] for side in sides(sheet.pairing))
        shown.append(HandShown(number, score.outcome, points, bool(hand.penalties)))
    return tuple(shown)
