"""What is stored. Facts once; totals, ranks and pots are computed from them each time.

`night`   Tournament, SettingsVersion          `people`  Division, Player
`hall`    Table, Round, SitOut, Game, Seat     `plans`   RotationPlan, SeatWish, Movement
`sheets`  ScoreSheet, SheetLine, HandRecord,   `money`   LedgerEntry
          Entering
`prizes`  TieDecision                          `journal` LogEntry, Receipt
`links`   AccessLink                           `sign_in` SignInTries
`bots`    Bots                                 `erasing` how a rehearsal goes, wholly
`saved`   SavedPreset                            `floor`   JudgeCall, Sanction, ScoreFlag
"""

from .bots import Bots
from .floor import JudgeCall, Sanction, ScoreFlag
from .hall import Game, Round, Seat, SitOut, Table
from .journal import LogEntry, Receipt
from .links import AccessLink
from .money import LedgerEntry
from .night import SettingsVersion, Tournament
from .people import Division, Player
from .plans import Movement, RotationPlan, SeatWish
from .prizes import TieDecision
from .saved import SavedPreset
from .sheets import Entering, HandRecord, ScoreSheet, SheetLine
from .sign_in import SignInTries

__all__ = [
    "AccessLink",
    "Bots",
    "Division",
    "Entering",
    "Game",
    "HandRecord",
    "JudgeCall",
    "LedgerEntry",
    "LogEntry",
    "Movement",
    "Player",
    "Receipt",
    "RotationPlan",
    "Round",
    "Sanction",
    "SavedPreset",
    "ScoreFlag",
    "ScoreSheet",
    "Seat",
    "SeatWish",
    "SettingsVersion",
    "SheetLine",
    "SignInTries",
    "SitOut",
    "Table",
    "TieDecision",
    "Tournament",
]
