"""Lower bounds by counting: what no plan can undercut.

The cost of a plan is `PARTNER * sum C(p,2) + OPPONENT * sum C(o,2) + MEETING * sum C(m,2)` over the pairs of
players, where a pair partnered p times, opposed o times and met m = p + o times at one table. C(x,2) is
convex, so an even spread is cheapest; each player's slots spread over the people available bound the sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb
from typing import NamedTuple


class Weights(NamedTuple):
    """Prices of one more repeat: of a partner, of an opponent, of a meeting.

    `short`, one more short table for the same player, is dear: sharing them evenly comes first.
    """

    partner: int = 20
    opponent: int = 3
    meeting: int = 4
    short: int = 60


PARTNERS = Weights()
TABLES = Weights(partner=0, opponent=0)


def even_squares(total: int, cells: int) -> int:
    """The least sum of C(x,2) when `total` slots fall on `cells` others."""
    if cells <= 0:
        return 0
    each, rest = divmod(total, cells)
    return (cells - rest) * comb(each, 2) + rest * comb(each + 1, 2)


def water_fill(met: Sequence[int], strangers: int, slots: int) -> int:
    """The least sum of C(h+x,2) when `slots` more meetings fall on others: `met` h times each, or strangers."""
    if slots <= strangers:
        return sum(comb(level, 2) for level in met)
    levels = sorted(met)
    height, used, width = (0, 0, strangers) if strangers else (levels[0], 0, 1) if levels else (0, 0, 0)
    above = levels if strangers else levels[1:]
    if not width:
        return 0
    taken = 0
    while taken < len(above) and used + (above[taken] - height) * width <= slots:
        used += (above[taken] - height) * width
        height = above[taken]
        width += 1
        taken += 1
    each, rest = divmod(slots - used, width)
    low = height + each
    filled = (width - rest) * comb(low, 2) + rest * comb(low + 1, 2)
    return filled + sum(comb(level, 2) for level in above[taken:])


def halved(total: int) -> int:
    """Half of a sum over players, rounded up: every pair was counted from both sides."""
    return -(-total // 2)


def fair_counts(total: int, players: int) -> list[int]:
    """`total` turns shared as evenly as can be."""
    each, rest = divmod(total, players)
    return [each + 1] * rest + [each] * (players - rest)


def cost_bound(players: int, rounds: int, full: int, short: int, weights: Weights) -> int:
    """The bound on the cost of a fresh plan with `full` tables of four and `short` tables of three a round.

    Valid for plans that share sit-outs and short tables evenly.
    """
    sit_outs = players - 4 * full - 3 * short
    games = [rounds - out for out in fair_counts(sit_outs * rounds, players)]
    shorts = fair_counts(3 * short * rounds, players) if full else games
    others = players - 1

    def counted(slots: Iterable[int]) -> int:
        return halved(sum(even_squares(need, others) for need in slots))

    both = max(0, players - 2 * sit_outs)
    pigeonhole = even_squares(both, (full + short) ** 2) * comb(rounds, 2)
    by_pairs = counted(3 * played - less for played, less in zip(games, shorts, strict=True))
    cost = weights.meeting * max(by_pairs, pigeonhole) + weights.short * sum(comb(less, 2) for less in shorts)
    if weights.partner:
        cost += weights.partner * counted(played - less for played, less in zip(games, shorts, strict=True))
        cost += weights.opponent * counted(2 * played for played in games)
    return cost
