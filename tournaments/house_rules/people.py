"""Who may play, how people are named, and how the evening goes: sentences from the settings."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import time

from scoring.words import counted
from tournaments.night_settings import NightSettings
from tournaments.rotation.movements.queue import RETURN_AFTER

_SECONDS = 60

_MOVEMENT = {
    "schedule": "A schedule seats everybody for every game. Your table and player number are given to you at "
    "check-in; where you go next stands on the wall and on your phone.",
    "winners_stay": "After each game the winners stay at their table and split up; the losers walk to the next "
    "table, those of the last table to the first.",
    "continuous": "A table is free when its game ends. The winners stay and switch partners; the losers walk to the "
    "next free table, another than their own, first come, first served. While all tables are busy they wait for the "
    f"next to finish, and after {RETURN_AFTER // _SECONDS} minutes may return to the one they left.",
    "winners_move": "After each game the winners move up one table and split up; the losers stay and split up. The "
    "first table is the head table: its winners stay there, its losers go to the last table.",
    "redraw": "Tables are drawn anew for every game.",
}
_PARTNERS = {
    "drawn": "Partners are drawn at the table: in drawing order the first two whose cards have one color, red or "
    "black, are partners, and the other two play against them. Partners and opponents change with every game.",
    "preset": "The plan sets the partners, who sit across from each other. Partners and opponents change with every "
    "game, as far as the numbers allow.",
    "alone": "Nobody has a partner.",
}
_PARTNERS_BY_RESULTS = (
    "Who partners whom is set with the seats; partners sit across from each other and change with every game, as far as "
    "the numbers allow."
)
_ODD = {
    "sit_out": "When the players do not fill all tables, some sit out a game, in turn and as evenly as can be.",
    "three_hand": "When the players do not fill all tables of four, some tables have three.",
    "house": "When the players do not fill all tables, house players take the empty chairs. They are not ranked, pay "
    "no buy-in and owe no bump money.",
    "queue": "Whoever finds no free table waits in line for one.",
}
_IN_LINE_BESIDE_HOUSE = (
    f"{_ODD['queue']} While three are over from full tables, a house player takes the fourth chair beside them. House "
    "players are not ranked, pay no buy-in and owe no bump money; who wins beside one gives the table up."
)
_NAMES = {
    "full": "Players are shown with their full names on the wall, on phones and in print.",
    "initial": "Players are shown with their first name and an initial on the wall, on phones and in print.",
    "number": "Players are shown by their number alone on the wall, on phones and in print.",
}


def places(s: NightSettings) -> Iterator[str]:
    """How many may come, how, and from what age."""
    if s.capacity is None:
        yield "There is room for everybody who comes."
    else:
        yield f"There are {counted(s.capacity, 'place')}, for the first who register."
    if s.waiting_places:
        yield (
            f"A waiting list has {counted(s.waiting_places, 'place')} more: whoever is on it plays when somebody "
            "does not come."
        )
    if s.walk_ins:
        yield "You can also sign up at the door while there is room; a place registered before is a sure one."
    else:
        yield "Nobody is signed up at the door: register before."
    if s.minimum_age is not None:
        yield f"Players must be {s.minimum_age} or older. Please bring an ID."
    if s.consent_text:
        yield f"At check-in you are asked to agree to this: “{s.consent_text}”"
    yield f"{_NAMES[s.public_names]} Ask the desk if you want less of your name to be shown."


def movement(s: NightSettings) -> Iterator[str]:
    """How people get to tables and partners, and what becomes of those left over."""
    if s.partners != "alone":
        yield "This is singles play: nobody keeps a partner, and everybody collects points of their own."
    yield _MOVEMENT[s.movement]
    yield (
        _PARTNERS_BY_RESULTS if s.partners == "preset" and s.movement != "schedule" else _PARTNERS[s.partners]
    )
    yield _IN_LINE_BESIDE_HOUSE if s.movement == "continuous" and s.odd == "house" else _ODD[s.odd]
    if s.head_table_bell:
        yield (
            "When the head table has played its game, its bell ends the game for all: everybody finishes the hand "
            "they are in, and the score stands."
        )
    if s.movement == "continuous":
        return
    yield {
        "nothing": "A sit-out earns nothing.",
        "fixed": f"A scheduled sit-out earns {counted(s.sit_out_points, 'point')}.",
        "own average": "A scheduled sit-out earns your own average, the points you make per game played, rounded to "
        "a whole number.",
    }[s.sit_out_worth]
    if s.sit_out_worth != "nothing":
        yield "Games missed by coming late or leaving earn nothing."


def clock(s: NightSettings) -> Iterator[str]:
    """How many games, how long each, the intermission, the last call."""
    if s.games is None:
        yield "Games follow one another until last call." if s.last_call else "Games follow one another."
    else:
        yield f"The evening has {counted(s.games, 'game')}."
    if s.game_minutes is not None:
        yield f"About {counted(s.game_minutes, 'minute')} are planned for a game."
    if s.games is not None and s.turn_minutes:
        yield f"Between games there are {counted(s.turn_minutes, 'minute')} to hand in the sheet and change seats."
    if s.break_after is not None:
        yield f"After game {s.break_after} there is an intermission of {counted(s.break_minutes, 'minute')}."
    if s.last_call:
        yield f"Last call is at {time.fromisoformat(s.last_call):%-I:%M %p}: no game begins after it."


def sheets(s: NightSettings, *, has_bumps: bool) -> Iterator[str]:
    """How a score gets from the table into the standings."""
    sides = "both sides" if s.rules.seats == 4 else "all three"
    yield "At each table one player keeps the score."
    money = " and on what went into the bump cup" if has_bumps else ""
    yield f"At the end of the game {sides} agree on the score{money}. If they do not, the director decides."
    if s.table_enters:
        yield "The table enters its own sheet on a phone, by the code that lies there."
    else:
        yield "A table runner collects the sheet and enters it."
    if s.second_person == "confirms":
        yield "A second person confirms what was entered before it counts."
    elif s.second_person == "enters again":
        yield "A second person enters the sheet again before it counts; if the two differ, the director decides."
