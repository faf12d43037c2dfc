"""Whether the night's facts agree with each other: what has to be conserved, checked from the stored rows.

`facts` reads them once; `seating`, `scores` and `money` each check their part and return problems. A `blocker`
is a contradiction that no act can make and that somebody has to look at before anything is paid; a `warning` is a
difference that can be explained.
"""

from __future__ import annotations

from tournaments.models import Tournament
from tournaments.problems import Problem
from tournaments.queries.health import money, scores, seating
from tournaments.queries.health.facts import facts_of


def health_of(night: Tournament) -> tuple[Problem, ...]:
    """Every contradiction in the night as stored now; () when all is well. A fixed number of queries."""
    facts = facts_of(night)
    return (*seating.problems(facts), *scores.problems(facts), *money.problems(facts))
