"""Who has already partnered whom, so that a draw that repeats a partnership is seen."""

from __future__ import annotations

from collections.abc import Collection

from tournaments.models import Game, ScoreSheet, SheetLine


def earlier_partners(game: Game, player_ids: Collection[int]) -> dict[frozenset[int], int]:
    """For each pair of these players who partnered before in an accepted sheet: the number of that game.

    One query. Queue games are numbered by their place in the queue.
    """
    lines = (
        SheetLine.objects.filter(
            player_id__in=player_ids,
            sheet__state=ScoreSheet.State.ACCEPTED,
            sheet__partner_of_first__isnull=False,
            sheet__game__tournament_id=game.tournament_id,
        )
        .exclude(sheet__game=game)
        .values_list(
            "sheet_id",
            "sheet__partner_of_first",
            "position",
            "player_id",
            "sheet__game__round__number",
            "sheet__game__queue_number",
        )
    )
    sides: dict[tuple[object, bool], list[int]] = {}
    numbers: dict[tuple[object, bool], int] = {}
    for sheet_id, partner, position, player_id, round_number, queue_number in lines:
        side: tuple[object, bool] = (sheet_id, position in (0, partner))
        sides.setdefault(side, []).append(player_id)
        numbers[side] = round_number or queue_number or 0
    pairs: dict[frozenset[int], int] = {}
    for key, players in sides.items():
        if len(players) == 2:
            pair = frozenset(players)
            pairs[pair] = max(pairs.get(pair, 0), numbers[key])
    return pairs
