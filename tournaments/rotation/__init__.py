"""Who sits where: pure Python, deterministic, provably even.

from tournaments.rotation import plan, replan, check
night = plan(["Ada", "Ben", ...], rounds=8)
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
