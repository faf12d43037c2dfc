"""THE GAME, pure Python: cards, hands, sheets, standings, payouts. Knows neither Django nor the night."""

from scoring.hands import Hand, HandScore, Penalty, score_hand
from scoring.rules import PRESETS, RuleSet

__all__ = ["PRESETS", "Hand", "HandScore", "Penalty", "RuleSet", "score_hand"]
