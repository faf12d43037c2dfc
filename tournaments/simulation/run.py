"""A night under way that bots play: what all parts of a simulation work with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from tournaments.actions import links
from tournaments.actions.act import Actor, Caller
from tournaments.models import AccessLink, Tournament
from tournaments.models.erasing import NotARehearsal
from tournaments.simulation.pace import Pace
from tournaments.simulation.people import DESK_HELPER, RUNNERS
from tournaments.simulation.script import Script
from tournaments.simulation.timeline import Timeline


@dataclass(kw_only=True)
class BotNight:
    """The night, who does its acts, where chance comes from, and the time it has reached (None: the real one).

    Raises NotARehearsal for a real night: bots play demos and rehearsals.
    """

    night: Tournament
    host: Actor
    seed: int
    tell: Callable[[str], None] = lambda line: None
    now: datetime | None = None

    def __post_init__(self) -> None:
        if not self.night.is_for_bots:
            raise NotARehearsal(f"{self.night} is a real night: no bots")

    def lot(self, *about: object) -> Random:
        """Chance about one thing, the same whatever else happens in the night."""
        return Random(f"{self.seed} {' '.join(map(str, about))}")

    def fresh(self) -> Tournament:
        """The night as it is now."""
        self.night = Tournament.objects.get(pk=self.night.pk)
        return self.night

    @property
    def organizer(self) -> Caller:
        return Caller(self.host, at=self.now)


@dataclass(kw_only=True)
class Run(BotNight):
    """A night played from a script, at a pace, by a whole cast."""

    script: Script
    pace: Pace
    _helpers: dict[str, Actor] = field(default_factory=dict)
    _sent: int = 0

    def make_links(self) -> None:
        """Give the desk and the runners the links they open the night with."""
        self._helper("desk", DESK_HELPER)
        for name in RUNNERS:
            self._helper("runner", name)

    def reach(self, minute: float) -> None:
        """Go on to that minute of the night; everything done from now on is done then."""
        self.now = self.pace.reach(minute)

    @property
    def timeline(self) -> Timeline:
        return Timeline(self.night.settings)

    @property
    def desk(self) -> Caller:
        return self._sending(self._helper("desk", DESK_HELPER))

    def sender(self, table: int) -> Caller:
        """Who sends the sheets of a table: its own scorekeeper, or the runner of that side of the hall."""
        if self.night.settings.table_enters:
            return self._sending(self._helper("table", f"Table {table}", table))
        return self._sending(self._helper("runner", RUNNERS[table % len(RUNNERS)]))

    def _sending(self, actor: Actor) -> Caller:
        self._sent += 1
        return Caller(actor, key=f"{self.night.code}-{self._sent}", at=self.now)

    def _helper(self, role: str, name: str, table: int | None = None) -> Actor:
        """The helper of that name, given a link when first needed."""
        if name not in self._helpers:
            made = links.make_link(self.night, self.organizer, role=role, name=name, table_number=table)
            link = AccessLink.objects.get(pk=made["link"])
            self._helpers[name] = Actor(link.role, link.name, link_id=link.pk)
        return self._helpers[name]
