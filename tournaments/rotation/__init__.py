"""Who sits where: pure Python, the same on every machine, with a bound beside every figure.

    from tournaments.rotation import plan, replan, check
    night = plan(["Ada", "Ben", ...], rounds=8)
    night = replan(night, played=3, leave=["Ben"], join=["Cleo"])

Where to look:

    model      plans, rounds, tables and the figures that judge them
    planner    `plan`; its way: roster, shape, wishes, solve, fit, publishing
    solve      who meets whom: library (stored constructions), subset, ghosts, search (on prices)
    publishing table numbers (numbering, assignment), clockwise seats, first dealers (dealers)
    replanner  `replan`; its way: changes, locks, night, carry, search
    evaluate   `check`, the evaluator; bounds, what no plan can undercut
    compare    what a new plan changes, the two choices; swap, by hand; report, in plain words; why, for one seat
    check_in   first tables; chart, charts from elsewhere
    formats    one seam for every movement (movements/)
    improve    keeps the stored constructions; `python3 -m tournaments.rotation` runs everything by hand
"""

from .errors import RotationError
from .evaluate import check
from .model import House, Plan, PlannedRound, PlannedTable, Player, Quality, Range, Spread, Wishes
from .planner import plan
from .replanner import replan

__all__ = [
    "House",
    "Plan",
    "PlannedRound",
    "PlannedTable",
    "Player",
    "Quality",
    "Range",
    "RotationError",
    "Spread",
    "Wishes",
    "check",
    "plan",
    "replan",
]
