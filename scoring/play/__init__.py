"""Complete euchre played by bots: the demo night, soak tests, simulations.

Everything is drawn from the `random.Random` passed in, so a seed repeats a game card by card.
"""

from scoring.play.bots import AnyLegalBot, SoundBot
from scoring.play.game import draw_until_decided, play_game
from scoring.play.hand import play_hand, sound_bots
from scoring.play.mistakes import NO_MISTAKES, Mistakes
from scoring.play.records import Bid, Deal, GameRecord, HandRecord, Trick
from scoring.play.summary import Summary, summarize
from scoring.play.table import Bot, Call, DealerIs, Offer, TrickView

__all__ = [
    "NO_MISTAKES",
    "AnyLegalBot",
    "Bid",
    "Bot",
    "Call",
    "Deal",
    "DealerIs",
    "GameRecord",
    "HandRecord",
    "Mistakes",
    "Offer",
    "SoundBot",
    "Summary",
    "Trick",
    "TrickView",
    "draw_until_decided",
    "play_game",
    "play_hand",
    "sound_bots",
    "summarize",
]
