"""Partners at a table whose four players are known."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random

from ..model import Player

Pair = frozenset[Player]

_WAYS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))


def pair_up(
    four: Sequence[Player],
    split: Collection[Player],
    partnered: Mapping[Pair, int],
    last_partner: Mapping[Player, Player | None],
    random: Random,
) -> tuple[Player, ...]:
    """Four seats clockwise, partners opposite.

    `split` are partners who stay at the table: they do not partner each other again. Nobody gets the same
    partner back while others are possible; then those who partnered least; then by lot.
    """

    def price(way: tuple[tuple[int, int], tuple[int, int]]) -> tuple[int, int, int, float]:
        pairs = [(four[one], four[other]) for one, other in way]
        unsplit = sum(one in split and other in split for one, other in pairs)
        back = sum(last_partner.get(one) == other or last_partner.get(other) == one for one, other in pairs)
        return unsplit, back, sum(partnered.get(frozenset(pair), 0) for pair in pairs), random.random()

    (a, b), (c, d) = min(_WAYS, key=price)
    east, west = (c, d) if random.random() < 0.5 else (d, c)
    return four[a], four[east], four[b], four[west]
