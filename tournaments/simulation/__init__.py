"""Nights played by bots, through the acts a host, a desk and runners have: the demo, soak tests, load figures.

    simulate(Script("wemsa", players=(24, 17), seed=1, stop=Stop(5, half=True)), organizer=user)

`script`    what happens in the night            `timeline`  when, in minutes from the planned start
`pace`      at once with dated acts, or live     `run`       what every part works with
`people`    names and who does the acts          `door`      sign-ups, check-in, walk-ins, late arrivals
`tables`    bots play a table's game             `sheets`    what becomes of each table's sheet
`rounds`    games in rounds, plans made anew     `queue`     games one after the other until last call
`ending`    ties, final results, prizes, cup     `night`     all of it in order

The same script gives the same night, name by name and card by card. No row is written but by an act.
"""

from .night import simulate
from .pace import Dated, Live, Pace
from .script import QUIET, Happenings, Script, Stop

__all__ = ["QUIET", "Dated", "Happenings", "Live", "Pace", "Script", "Stop", "simulate"]
