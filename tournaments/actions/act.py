"""What every act has in common: one transaction, the night lock, one log entry, safe to send twice.

An act is a function decorated with `@act`. Its first argument becomes the open `Act`; callers pass
the night and a `Caller` instead:

    @act
    def check_in(act: Act, *, player_id: int, method: str) -> Result: ...

    check_in(night, Caller(actor, key), player_id=5, method="cash")

Order of things inside: take the night lock (the only lock), look for the key's receipt, do the work,
write exactly one log entry, bump the version, keep the receipt, and tell the screens after commit.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.utils import timezone

from tournaments.actions import stamp
from tournaments.models import AccessLink, Game, LogEntry, Player, Receipt, Tournament
from tournaments.models.erasing import NotARehearsal

P = ParamSpec("P")
Result = dict[str, Any]

# SQLite's busy wait is unfair; queueing the writers of this process first keeps the slowest save short.
_sqlite_writers = threading.Lock()


@dataclass(frozen=True)
class Actor:
    """Who does it, as the log will name them. `role`: organizer, desk, runner, table, public, bot or system.

    `other_links`: ids of other helpers' links that the same browser holds: one browser is one person.
    """

    role: str
    name: str
    user_id: int | None = None
    link_id: int | None = None
    other_links: frozenset[int] = frozenset()

    @property
    def identity(self) -> str:
        """Which person this is, as far as it can be told: one account, one helper's link, else the name of a role."""
        if self.user_id is not None:
            return f"user {self.user_id}"
        return _of_link(self.link_id) if self.link_id is not None else f"{self.role} {self.name}"[:160]

    def is_person(self, identity: str) -> bool:
        """Whether somebody of this identity is the same person, by another link of the same browser too."""
        return identity == self.identity or identity in {_of_link(link) for link in self.other_links}


def _of_link(link_id: int) -> str:
    return f"link {link_id}"


SYSTEM = Actor("system", "Euchre Night")
BOT = "bot"
"""The role of players who do not exist (`tournaments.simulation`)."""


@dataclass(frozen=True)
class Caller:
    """An actor with the key its browser made for this one request ('' when sending twice cannot happen).

    `at`: when it is said to be done, for simulated nights alone; None: now.
    """

    actor: Actor
    key: str = ""
    at: datetime | None = None


class KeyReused(Exception):
    """The same key came with other content: two different requests claim to be one (answer 409)."""


@dataclass
class Act:
    """An act under way, holding the night lock."""

    night: Tournament
    caller: Caller
    name: str
    at: datetime
    topics: set[str] = field(default_factory=set)
    entry: LogEntry | None = None

    def touch(self, *topics: str) -> None:
        """Which screens must look again: `seating`, `scores`, `clock`, `message`, `judge`, `desk`."""
        self.topics.update(topics)

    def record(
        self,
        text: str,
        *,
        before: Any = None,
        after: Any = None,
        reason: str = "",
        player: Player | None = None,
        game: Game | None = None,
        table_number: int | None = None,
    ) -> None:
        """Say what this act did. Exactly once per act."""
        if self.entry is not None:
            raise RuntimeError(f"act {self.name} recorded twice")
        self.entry = LogEntry(
            tournament=self.night,
            at=self.at,
            act=self.name,
            actor=self.caller.actor.name[:120],
            role=self.caller.actor.role,
            text=text[:400],
            before=before,
            after=after,
            reason=reason[:300],
            player=player,
            game=game,
            table_number=game.table.number if game is not None and table_number is None else table_number,
        )


def act(
    function: Callable[Concatenate[Act, P], Result],
) -> Callable[Concatenate[Tournament, Caller, P], Result]:
    """Make an act of `function` (see the module's docstring). Raises what the act raises, KeyReused, NotARehearsal for
    bots in a real night, and Tournament.DoesNotExist for a rehearsal thrown away meanwhile."""
    name = function.__name__

    @wraps(function)
    def perform(night: Tournament, caller: Caller, /, *args: P.args, **kwargs: P.kwargs) -> Result:
        with _one_writer(), transaction.atomic():
            locked = Tournament.objects.select_for_update(no_key=True).get(pk=night.pk)
            if caller.actor.role == BOT and not locked.is_for_bots:
                raise NotARehearsal(f"bots do nothing in a real night: {name}")
            content_hash = _hash_of(name, caller.actor.link_id, kwargs) if caller.key else ""
            if caller.key and (earlier := _receipt(locked, caller.key, content_hash)) is not None:
                return earlier
            open_act = Act(locked, caller, name, caller.at or timezone.now())
            result = function(open_act, *args, **kwargs)
            _finish(open_act, result, content_hash)
        return result

    return perform


def _one_writer() -> AbstractContextManager[Any]:
    """The writers' queue of this process on SQLite; PostgreSQL needs none, its row lock is enough."""
    inside = connection.in_atomic_block
    return _sqlite_writers if connection.vendor == "sqlite" and not inside else nullcontext()


def _receipt(night: Tournament, key: str, content_hash: str) -> Result | None:
    receipt = Receipt.objects.filter(key=key).first()
    if receipt is None:
        return None
    if receipt.content_hash != content_hash or receipt.tournament_id != night.pk:
        raise KeyReused(key)
    return dict(receipt.result)


def _finish(open_act: Act, result: Result, content_hash: str) -> None:
    if open_act.entry is None:
        raise RuntimeError(f"act {open_act.name} recorded nothing")
    night = open_act.night
    open_act.entry.version = stamp.bump(night, open_act.topics | {"desk"})
    open_act.entry.save()
    if open_act.caller.actor.link_id is not None:
        AccessLink.objects.filter(pk=open_act.caller.actor.link_id).update(last_used_at=open_act.at)
    if open_act.caller.key:
        Receipt.objects.create(
            tournament=night,
            key=open_act.caller.key,
            act=open_act.name,
            content_hash=content_hash,
            result=result,
        )


def _hash_of(name: str, link_id: int | None, content: Any) -> str:
    text = json.dumps([name, link_id, content], sort_keys=True, cls=_ContentEncoder)
    return hashlib.sha256(text.encode()).hexdigest()


class _ContentEncoder(DjangoJSONEncoder):
    """Dates, UUIDs and our own value classes, in one stable text."""

    def default(self, o: Any) -> Any:
        if hasattr(o, "to_dict"):
            return o.to_dict()
        if hasattr(o, "__dataclass_fields__"):
            return {name: getattr(o, name) for name in o.__dataclass_fields__}
        return super().default(o)
