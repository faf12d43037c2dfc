"""Names of people who do not exist, and the cast who run the night."""

from __future__ import annotations

_FIRST = (
    "Alex Robin Sam Jamie Casey Morgan Taylor Jordan Riley Quinn Avery Rowan Dana Kim Lee Pat Chris Terry Jessie "
    "Kelly Lou Max Nicky Ollie Parker Reese Sasha Toby Val Wren Blair Drew Ellis Finley Gray Harper Indy Jules "
    "Kit Lane"
)
_LAST = "Sample Example Model Pattern Specimen Standard Usual Proof Draft Trial"
FIRST, LAST = _FIRST.split(), _LAST.split()

DESK_HELPER = "Front desk"
RUNNERS = ("Runner A", "Runner B")


def name_of(number: int) -> str:
    """The name of guest `number` (from 1): "Alex Sample", "Robin Example"; "Player 401" when names run out."""
    index = number - 1
    if index >= len(FIRST) * len(LAST):
        return f"Player {number}"
    turn, first = divmod(index, len(FIRST))
    return f"{FIRST[first]} {LAST[(turn + first) % len(LAST)]}"
