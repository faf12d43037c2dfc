"""THE GAME, pure Python: cards, hands, sheets, standings, payouts. Knows neither Django nor the night.

rules     RuleSet, PRESETS          what a table plays by
hands     Hand -> HandScore         one hand: points and bump cents per seat
games     Sheet -> Line             one game: what each player takes from it
sheet_*   read_sheet, check_sheet   what to refuse on a sheet, what to have confirmed
standings Record -> Standing        totals, ranks, ties
prizes    Pot, PrizePlan            what there is to win
payouts   pay_out -> Payout         who is paid what, to the cent
playoffs  playoff_plan              how a tie is played off
house_rules                         a rule set in words, for print
penalty_costs                       what one penalty costs, apart from its hand
"""

from scoring.games import (
    Line,
    Movers,
    RunningScore,
    Sheet,
    SheetPenalty,
    lines,
    running_score,
    score_sheet_hand,
    sheet_from_hands,
    sides,
    split_chair,
    who_moves,
)
from scoring.hands import Hand, HandScore, Penalty, needs_caller, score_hand
from scoring.payouts import Award, Payout, pay_out
from scoring.playoffs import (
    PlayoffStep,
    PlayoffTable,
    after_hand,
    playoff_plan,
    playoff_tables,
    settled_order,
)
from scoring.prizes import ExtraPrize, PlaceShare, Pot, PrizePlan, even_pots, place_shares, plan_problems
from scoring.problems import Problem, refused
from scoring.records import PlayedGame, Record, SitOutWorth, StandingRules
from scoring.rules import PRESETS, RuleSet
from scoring.sheet_checks import Partnered, check_sheet, compare_with_hands
from scoring.sheet_entry import SheetEntry, read_sheet
from scoring.standings import Standing, Tie, finishing_places, prize_ties
from scoring.typed import BlankError, NotANumberError, parse_dollars, parse_points
from scoring.words import dollars

__all__ = [
    "PRESETS",
    "Award",
    "BlankError",
    "ExtraPrize",
    "Hand",
    "HandScore",
    "Line",
    "Movers",
    "NotANumberError",
    "Partnered",
    "Payout",
    "Penalty",
    "PlaceShare",
    "PlayedGame",
    "PlayoffStep",
    "PlayoffTable",
    "Pot",
    "PrizePlan",
    "Problem",
    "Record",
    "RuleSet",
    "RunningScore",
    "Sheet",
    "SheetEntry",
    "SheetPenalty",
    "SitOutWorth",
    "Standing",
    "StandingRules",
    "Tie",
    "after_hand",
    "check_sheet",
    "compare_with_hands",
    "dollars",
    "even_pots",
    "finishing_places",
    "lines",
    "needs_caller",
    "parse_dollars",
    "parse_points",
    "pay_out",
    "place_shares",
    "plan_problems",
    "playoff_plan",
    "playoff_tables",
    "prize_ties",
    "read_sheet",
    "refused",
    "running_score",
    "score_hand",
    "score_sheet_hand",
    "settled_order",
    "sheet_from_hands",
    "sides",
    "split_chair",
    "who_moves",
]
