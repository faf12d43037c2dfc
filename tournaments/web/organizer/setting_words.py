"""The settings in a host's words: groups in the order to show them, and what each one means.

One entry for every field of `forms.SettingsForm`; a test sees to it.
"""

from __future__ import annotations

from collections.abc import Mapping

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "Play",
        (
            "games",
            "movement",
            "partners",
            "first_dealer",
            "odd",
            "head_table_bell",
            "sit_out_worth",
            "sit_out_points",
        ),
    ),
    ("Clock", ("game_minutes", "turn_minutes", "break_after", "break_minutes", "last_call")),
    (
        "Who may come",
        ("capacity", "waiting_places", "walk_ins", "minimum_age", "consent_text", "public_names"),
    ),
    ("Money", ("buy_in_cents", "house_percent", "one_pot", "bump_cup")),
    (
        "Prizes",
        (
            "prize_kind",
            "shares",
            "prize_names",
            "most_loners_cents",
            "low_score_cents",
            "whole_dollars",
            "prize_tie",
            "tie_breakers",
        ),
    ),
    ("Sheets and house rules", ("table_enters", "second_person", "house_rules")),
)

MEANINGS: Mapping[str, str] = {
    "games": "How many games each player is seated for. Empty: games go on until last call, which only the "
    "continuous queue knows.",
    "movement": "How people get to their next table. A schedule seats every game beforehand, so that it can be "
    "printed; the others go by results.",
    "partners": "Set by the plan: nobody partners the same person twice, as far as the numbers allow. Drawn at "
    "the table: the plan sets tables, cards of one colour make partners.",
    "first_dealer": "Who deals first at a table.",
    "odd": "When the number of players is not a multiple of four: who is over sits out in turn, plays at a table "
    "of three, or a house player fills the chair (unranked, pays nothing). In the queue they wait in line; with house "
    "players, one sits down beside three who are over.",
    "head_table_bell": "Only where winners move up: once the head table has played its game, the others finish their "
    "hand, and the score stands.",
    "sit_out_worth": "What a scheduled sit-out earns. The own average is the player’s points per game played. "
    "Coming late or leaving earns nothing.",
    "sit_out_points": "Only for a fixed number of points a sit-out.",
    "game_minutes": "How long the wall counts down for a game. Empty: no clock.",
    "turn_minutes": "From the end of a game to the start of the next: sheets, finding seats.",
    "break_after": "The game after which the intermission comes. Empty: none.",
    "break_minutes": "How long the intermission is.",
    "last_call": "No game starts after this time. Empty: none.",
    "capacity": "People with a place. Empty: as many as come.",
    "waiting_places": "People who may wait for a place when all are taken.",
    "walk_ins": "Whether the desk may enter people who have not registered, while there is room.",
    "minimum_age": "The desk must tick that it saw an ID. Empty: no age limit.",
    "consent_text": "What people agree to at check-in, with a tick. Empty: not asked.",
    "public_names": "How players are named on the wall, on phones and in print. Each player can ask for less.",
    "buy_in_cents": "In dollars, collected at check-in. Money already taken is not changed by a new amount.",
    "house_percent": "Percent of the pot that goes to the house or a charity before prizes, rounded down to the cent.",
    "one_pot": "All buy-ins in one pot, split evenly between the divisions. Otherwise each division plays for its own.",
    "bump_cup": "Euchred makers and other offenders pay into a cup on the table; the money goes to prizes and "
    "giveaways. The sheets say what each cup must hold.",
    "prize_kind": "Shares of the pot, fixed amounts in dollars, or things with a name.",
    "shares": "For each place, best first: percent that add up to 100, or dollars. 50, 30, 20 pays three places.",
    "prize_names": "For prizes that are things: one a line, best first.",
    "most_loners_cents": "In dollars, off the pot before the places share it, for the most lone hands that took "
    "all five tricks. 0: not played for.",
    "low_score_cents": "In dollars, off the pot before the places share it, for the lowest total "
    "of those who missed no game. 0: not played for.",
    "whole_dollars": "Prizes are rounded down to whole dollars; what is left goes to first place.",
    "prize_tie": "What happens when players are level at a prize place.",
    "tie_breakers": "Only for tie-breakers: asked in this order until the tie is broken.",
    "table_enters": "The four at a table enter their own sheet by the table’s QR code. Otherwise runners collect "
    "and enter them.",
    "second_person": "Whether a sheet counts at once. Otherwise it waits until somebody else, the desk, another "
    "runner or you, accepts it, or enters the paper again without seeing the first and comes to the same.",
    "house_rules": "Your own words, printed under the rules that follow from the settings. Begin each part with its "
    "heading in a line of its own; leave an empty line between parts.",
}
