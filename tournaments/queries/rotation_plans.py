"""The rotation of each division: the plan in force, who is in it, and who came or left since."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, OuterRef, Q, Subquery

from tournaments.models import Division, Game, Player, RotationPlan, Round, SeatWish, Tournament
from tournaments.queries.seat_wishes import PairKept, pairs_kept, wishes_among, wishes_of
from tournaments.rotation import House, Plan, Wishes
from tournaments.rotation.compare import difference
from tournaments.rotation.model import Player as Planned


class Lock(NamedTuple):
    """A locked game (from 1), or a table of it; `table` 0: the whole game."""

    game: int
    table: int


@dataclass(frozen=True)
class DivisionPlan:
    """A division's newest plan (None before the first draw), and how the people differ from it.

    `people`: everybody of the night by id; `joining`: present, but not in the rounds to come; `leaving`:
    seated in rounds to come, but `gone` or `moved_away` to another division. `played`: rounds started or closed, which no plan changes; `games`: how
    many the settings want, None until last call. `kept`: the pairs of this division who are kept apart; `locked`:
    games to come, and `locked_tables` (game, table), that no new plan changes. `partners_preset`: plans say who
    partners whom; `dealers_planned`: and who deals first.
    """

    division: Division
    plan: Plan | None
    number: int
    made_at: datetime | None
    why: str
    played: int
    games: int | None
    people: dict[int, Player]
    joining: tuple[Player, ...]
    leaving: tuple[Player, ...]
    kept: tuple[PairKept, ...] = ()
    locked: frozenset[int] = frozenset()
    locked_tables: frozenset[tuple[int, int]] = frozenset()
    partners_preset: bool = True
    dealers_planned: bool = True

    @property
    def is_empty(self) -> bool:
        """Nobody is there to be seated, and nothing is noted of anybody: there is nothing to draw or to wish yet."""
        return self.plan is None and not (self.present or self.kept or self.pinned)

    @property
    def gone(self) -> tuple[Player, ...]:
        return tuple(player for player in self.leaving if not player.is_playing)

    @property
    def moved_away(self) -> tuple[Player, ...]:
        return tuple(player for player in self.leaving if player.is_playing)

    @property
    def shut_out(self) -> tuple[tuple[int, tuple[Player, ...]], ...]:
        """Locked games, with those present who have no place in them."""
        return self.shut_out_of(self.plan) if self.plan is not None else ()

    def shut_out_of(self, plan: Plan) -> tuple[tuple[int, tuple[Player, ...]], ...]:
        """The same of a plan that is only proposed."""
        found = []
        for planned in plan.rounds[self.played :]:
            missing = tuple(p for p in self.present if p.pk not in planned.present())
            if planned.number in self.locked and missing:
                found.append((planned.number, missing))
        return tuple(found)

    @property
    def held_for_leavers(self) -> tuple[tuple[Lock, tuple[Player, ...]], ...]:
        """What is locked with seats for people who are gone: no new plan comes about before it is unlocked."""
        if self.plan is None:
            return ()
        found = []
        for lock in self.locks:
            tables = self.plan.rounds[lock.game - 1].tables
            seated = {who for table in tables if lock.table in (0, table.number) for who in table.seats}
            gone = tuple(player for player in self.leaving if player.pk in seated)
            if gone:
                found.append((lock, gone))
        return tuple(found)

    @property
    def wishes(self) -> Wishes:
        """The wishes of those present."""
        return wishes_among(self.present, [pair.wish for pair in self.kept])

    @property
    def locks(self) -> tuple[Lock, ...]:
        """Everything locked, game by game, whole games first."""
        tables = [Lock(game, table) for game, table in self.locked_tables]
        return tuple(sorted([*(Lock(game, 0) for game in self.locked), *tables]))

    @property
    def present(self) -> tuple[Player, ...]:
        """Those to be seated, by number."""
        return tuple(p for p in self.people.values() if _plays_in(p, self.division))

    @property
    def other_length(self) -> int | None:
        """The number of games the settings want, where the plan has another; None where it fits or all is played."""
        if self.plan is None or self.games is None or self.games <= self.played:
            return None
        return self.games if len(self.plan.rounds) != self.games else None

    @property
    def fits(self) -> bool:
        """Whether the rounds to come know exactly those who are here, and are as many as the settings want."""
        changed = self.joining or self.leaving or self.unpinned or self.unparted
        return self.plan is not None and not changed and self.other_length is None

    @property
    def unparted(self) -> tuple[PairKept, ...]:
        """The pairs whom the games to come do not keep apart as they wish."""
        return tuple(pair for pair in self.kept if pair.places)

    @property
    def pinned(self) -> tuple[Player, ...]:
        """Those who are to keep a table, by number."""
        return tuple(player for player in self.present if player.pinned_table)

    @property
    def unpinned(self) -> tuple[Player, ...]:
        """Those whose wish to keep a table (or no longer to) the plan does not know yet."""
        if self.plan is None or self.played >= len(self.plan.rounds):
            return ()
        known = dict(self.plan.wishes.pinned)
        return tuple(player for player in self.present if known.get(player.pk) != player.pinned_table)


@dataclass(frozen=True)
class PlanVersion:
    """The plan a division's seats follow, as paper and walls show it: "plan 2, 7:02 PM".

    `number` counts the published plans of the division from 1; paper with a lower number is out of date.
    """

    division: Division
    number: int
    published_at: datetime


def plan_versions(night: Tournament) -> tuple[PlanVersion, ...]:
    """The plan in force of every division that has one, in the divisions' order. One query."""
    newest = RotationPlan.objects.filter(division=OuterRef("division")).order_by("-number").values("pk")[:1]
    plans = (
        RotationPlan.objects.filter(division__tournament=night, pk=Subquery(newest))
        .select_related("division")
        .defer("data")
        .order_by("division__position")
    )
    return tuple(PlanVersion(plan.division, plan.number, plan.published_at) for plan in plans)


def division_plans(night: Tournament) -> tuple[DivisionPlan, ...]:
    """Every division with its rotation. Six queries."""
    newest = RotationPlan.objects.filter(division=OuterRef("pk")).order_by("-number").values("pk")[:1]
    divisions = list(
        night.divisions.select_related("seated_with")
        .annotate(
            newest=Subquery(newest),
            played=Count("rounds", filter=~Q(rounds__status=Round.Status.PLANNED)),
        )
        .order_by("position")  # counting drops the model's own order
    )
    plans = RotationPlan.objects.in_bulk([d.newest for d in divisions if d.newest])
    people = {player.pk: player for player in night.players.order_by("number", "pk")}
    games = night.settings.games
    notes = _Notes.of(night)
    return tuple(
        _division_plan(division, plans.get(division.newest), games, people, notes) for division in divisions
    )


@dataclass(frozen=True)
class _Notes:
    """What the host asked for, of all divisions: wishes, and (division id, game[, table]) that are locked."""

    wishes: tuple[SeatWish, ...]
    partners_preset: bool
    dealers_planned: bool
    locked: frozenset[tuple[int, int]]
    locked_tables: frozenset[tuple[int, int, int]]

    @classmethod
    def of(cls, night: Tournament) -> _Notes:
        rounds = night.rounds.filter(status=Round.Status.PLANNED, locked=True)
        games = night.games.filter(round__status=Round.Status.PLANNED, locked=True)
        seated = games.exclude(status=Game.Status.VOID)
        return cls(
            wishes=wishes_of(night),
            partners_preset=night.settings.partners == "preset",
            dealers_planned=night.settings.rules.first_dealer == "by plan",
            locked=frozenset(rounds.values_list("division_id", "number")),
            locked_tables=frozenset(seated.values_list("division_id", "round__number", "table__number")),
        )


def _division_plan(
    division: Division,
    stored: RotationPlan | None,
    games: int | None,
    people: dict[int, Player],
    notes: _Notes,
) -> DivisionPlan:
    played: int = division.played  # type: ignore[attr-defined]  # annotated above
    plan = Plan.from_dict(stored.data) if stored else None
    coming = plan.rounds[played:] if plan else ()
    expected = {p for planned in coming for p in planned.present() if isinstance(p, int)}
    here = [player for player in people.values() if _plays_in(player, division)]
    wishes = [
        w for w in notes.wishes if w.one.division_id == division.pk and w.other.division_id == division.pk
    ]
    return DivisionPlan(
        division=division,
        plan=plan,
        number=stored.number if stored else 0,
        made_at=stored.published_at if stored else None,
        why=stored.why if stored else "",
        played=played,
        games=games,
        people=people,
        joining=tuple(p for p in here if p.pk not in expected) if coming else (),
        leaving=tuple(p for p in people.values() if p.pk in expected and p not in here and not p.is_house),
        kept=pairs_kept(wishes, [(plan, played)] if plan else []),
        partners_preset=notes.partners_preset,
        dealers_planned=notes.dealers_planned,
        locked=frozenset(number for of, number in notes.locked if of == division.pk),
        locked_tables=frozenset(
            (number, table) for of, number, table in notes.locked_tables if of == division.pk
        ),
    )


def games_out_of_date(plan: DivisionPlan) -> tuple[int, ...]:
    """The games to come for which paper of the plan before this one is wrong. One query; none for a first plan."""
    if plan.plan is None or plan.number < 2:
        return ()
    before = Plan.from_dict(plan.division.plans.get(number=plan.number - 1).data)
    changes = difference(before, plan.plan)
    changed = {change.round for change in changes.tables} | {turn.round for turn in changes.sit_outs}
    return tuple(sorted(number for number in changed if number > plan.played))


def planned_name(planned: Planned, people: dict[int, Player]) -> str:
    """How a person of a plan is called on the organizer's pages: "12 Chris Sample"."""
    if isinstance(planned, House):
        return str(planned)
    player = people.get(planned) if isinstance(planned, int) else None
    return str(player) if player else "somebody no longer on the list"


def _plays_in(player: Player, division: Division) -> bool:
    here = player.status == Player.Status.CHECKED_IN and not player.is_house
    return here and player.division_id == division.pk
