"""Who comes and who goes: the change of a roster, checked, with house players and substitutes worked out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .errors import RotationError
from .model import House, Plan, Player
from .planner import houses


@dataclass(frozen=True)
class Roster:
    """Everyone who was ever part of the plan, those present from now on, and who takes over whose seats."""

    players: tuple[Player, ...]
    present: tuple[Player, ...]
    takes_over: Mapping[Player, Player]


def change_roster(
    old: Plan, played: int, leave: Sequence[Player], join: Sequence[Player], replace: Mapping[Player, Player]
) -> Roster:
    """The roster after the change. Raises RotationError naming players who cannot leave or join."""
    current = present_now(old, played)
    leaving, joining = [*replace, *leave], [*replace.values(), *join]
    for names, verb in ((leaving, "leave"), (joining, "join")):
        for i, player in enumerate(names):
            if player in names[:i]:
                raise RotationError(f"{{0}} is to {verb} twice.", player)
    for player in leaving:
        if player not in current:
            raise RotationError("{0} is not playing, so cannot leave.", player)
    for player in joining:
        if player in current and player not in leaving:
            raise RotationError("{0} is playing already, so cannot join.", player)
        if player in leaving:
            raise RotationError("{0} is named both as leaving and as joining.", player)
    people = [x for x in current if not isinstance(x, House) and x not in leaving]
    people += [x for x in joining if not isinstance(x, House)]
    needed = houses(len(people), old.mode, old.odd)
    leaving += [x for x in current if isinstance(x, House) and x not in needed and x not in leaving]
    joining += [x for x in needed if x not in current and x not in joining]
    takes_over = dict(replace)
    free = [x for x in joining if x not in takes_over.values()]
    takes_over.update(zip([x for x in leaving if x not in takes_over], free, strict=False))
    players = old.players + tuple(x for x in joining if x not in old.players)
    present = [x for x in current if x not in leaving] + joining
    return Roster(players, tuple(x for x in players if x in set(present)), takes_over)


def present_now(old: Plan, played: int) -> tuple[Player, ...]:
    """Those the plan expects in any round after `played` (in the last one when there is none): a locked round does
    not know who came since."""
    if not old.rounds:
        return old.players
    coming = old.rounds[min(played, len(old.rounds) - 1) :]
    here = frozenset[Player]().union(*(planned.present() for planned in coming))
    return tuple(player for player in old.players if player in here)
