"""What the host asks of a rehearsal's bots, and what the bots say back. They play through the same acts as people.

Asking stores a wish; `tournaments.simulation.keeper` plays it in whichever process serves.
"""

from __future__ import annotations

import re

from tournaments.actions.act import Act, Result, act
from tournaments.models import Bots
from tournaments.problems import refuse

Pace = Bots.Pace

CHECKED_IN, DRAWN, END = "checked_in", "drawn", "end"
WORDS = {CHECKED_IN: "everybody is checked in", DRAWN: "the first game is seated", END: "the prizes are paid"}


@act
def set_pace(act: Act, *, pace: str) -> Result:
    """Let the bots play on by themselves, slowly or fast; "" lets them rest, also from what they were asked before."""
    bots = _bots_of(act)
    if pace not in Pace.values:
        raise refuse("pace", "Choose off, slow or fast.", field="pace")
    before, bots.pace, bots.until, bots.waits_for = bots.pace, pace, "", ""
    bots.save(update_fields=["pace", "until", "waits_for"])
    act.touch("bots")
    text = "The bots play on by themselves" if pace else "The bots rest"
    act.record(text, before=Pace(before).label, after=Pace(pace).label)
    return {}


@act
def play_until(act: Act, *, until: str) -> Result:
    """Let the bots play at once up to a point (see `Bots.until`). What people have entered stays as it is."""
    bots = _bots_of(act)
    if until not in WORDS and game_of_goal(until) is None:
        raise refuse("until", "Choose how far the bots are to play.", field="until")
    bots.until, bots.waits_for = until, ""
    bots.save(update_fields=["until", "waits_for"])
    act.touch("bots")
    act.record(f"The bots play at once until {in_words(until)}")
    return {}


@act
def bots_are_done(act: Act, *, text: str) -> Result:
    """The bots are where they were asked to be, or at the end of what they can do: they rest."""
    bots = _bots_of(act)
    bots.pace, bots.until, bots.waits_for = (bots.pace if bots.until else Pace.OFF), "", ""
    bots.save(update_fields=["pace", "until", "waits_for"])
    act.touch("bots")
    act.record(text)
    return {}


@act
def bots_wait(act: Act, *, waits_for: str) -> Result:
    """The bots can only go on once people have settled something, which they say."""
    bots = _bots_of(act)
    bots.waits_for = waits_for[:300]
    bots.save(update_fields=["waits_for"])
    act.touch("bots")
    act.record(f"The bots wait: {waits_for}" if waits_for else "The bots go on")
    return {}


def game_of_goal(until: str) -> int | None:
    """3 for "game 3"; None for anything else."""
    found = re.fullmatch(r"game ([1-9]\d{0,3})", until)
    return int(found[1]) if found else None


def in_words(until: str) -> str:
    """ "game 3 is closed", "the prizes are paid"."""
    number = game_of_goal(until)
    return WORDS[until] if number is None else f"game {number} is over"


def _bots_of(act: Act) -> Bots:
    bots = Bots.objects.filter(night=act.night).first() if act.night.is_rehearsal else None
    if bots is None:
        raise refuse("real", "Bots play in a rehearsal only, never in the real night.")
    return bots
