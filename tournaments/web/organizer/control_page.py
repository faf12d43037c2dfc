"""What the control room shows, in words: from `queries.progress` to the templates' names."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from scoring.words import counted, dollars
from tournaments.actions.movement import last_call_of
from tournaments.models import Tournament
from tournaments.problems import Problem
from tournaments.queries.next_step import Button
from tournaments.queries.pace import Step
from tournaments.queries.progress import Progress
from tournaments.web.acting import night_url
from tournaments.web.organizer.cards import division_cards


def describe(progress: Progress) -> dict[str, Any]:
    """The context of `organizer/control_live.html`."""
    night = progress.night
    return {
        "server_now": int(progress.now.timestamp() * 1000),
        "step": _step(progress),
        "clock": _clock(progress),
        "stats": _stats(progress),
        "warnings": _notices(night, progress.warnings),
        "timeline": _timeline(progress),
        "pace_note": _behind(progress),
        "game_number": progress.number,
        "game_status": progress.games[0].status if progress.games else "",
        "queues": progress.queues,
        "lines": [] if _no_game_comes(progress) else progress.queues,
        "has_last_call": _has_last_call(progress),
        "may_break": _may_break(progress),
        "divisions": [division_cards(night, game) for game in progress.games],
    }


def _step(progress: Progress) -> dict[str, Any]:
    step, note = progress.step, progress.step.note
    ends_at = progress.pace.ends_at
    if ends_at is not None and progress.night.stage == Tournament.Stage.PLAYING and _games_left(progress):
        note = f"{note} On this pace the last game ends at {progress.night.local(ends_at):%-I:%M %p}."
    return {
        "title": step.title,
        "note": note,
        **_button(progress.night, step.button, "act"),
        **_button(progress.night, step.more, "more"),
    }


def _has_last_call(progress: Progress) -> bool:
    """Whether there is a last call to move: from the first seats on, until the night is final."""
    night = progress.night
    seated = bool(progress.games or progress.queues) and night.stage != Tournament.Stage.FINAL
    return seated and bool(night.last_call_at or night.settings.last_call)


def _may_break(progress: Progress) -> bool:
    """Whether an intermission can begin now: between two games, and not while there is one."""
    night = progress.night
    between = night.stage == Tournament.Stage.PLAYING and not progress.queues and not progress.running
    return between and _games_left(progress) and night.clock != Tournament.Clock.BREAK


def _no_game_comes(progress: Progress) -> bool:
    """Whoever waits, waits in vain."""
    return progress.night.stage == Tournament.Stage.FINAL or progress.night.past_last_call(progress.now)


def _games_left(progress: Progress) -> bool:
    """Whether a game of those planned is still played or to come; after last call none comes."""
    if progress.night.past_last_call(progress.now):
        return progress.running
    return any(step.kind == "game" and step.state != "done" for step in progress.pace.steps)


def _button(night: Tournament, button: Button | None, prefix: str) -> dict[str, str]:
    """A button as `components/next_step.html` takes it: a link or a form."""
    if button is None:
        button, url = Button("", ""), ""
    else:
        url = night_url(night, button.page, *button.arguments)
    return {
        f"{prefix}_label": button.label,
        f"{prefix}_url": "" if button.posts else url,
        f"{prefix}_post_url": url if button.posts else "",
        f"{prefix}_question": button.question,
    }


def _clock(progress: Progress) -> dict[str, Any]:
    night, seconds = progress.night, progress.clock_remaining
    if seconds is None and night.last_call_at is not None:
        return _last_call(night, progress.now)
    running = seconds is not None and night.clock_paused_at is None
    if seconds is None:
        note = _clock_plan(progress)
    elif night.clock == Tournament.Clock.BREAK:
        note = "intermission" if running else "intermission, paused"
    else:
        note = f"game of {night.clock_seconds // 60} min" if running else "paused"
    ends_at = night.clock_ends_at()
    return {
        "label": "Clock",
        "seconds": seconds,
        "ends": int(ends_at.timestamp() * 1000) if ends_at else 0,
        "shown": clock_face(seconds),
        "note": note,
    }


def _last_call(night: Tournament, now: datetime) -> dict[str, Any]:
    """While no clock runs, until when games begin."""
    at = night.last_call_at or now
    left = math.ceil((at - now).total_seconds() / 60)
    wait = f"in {_span(left)}"
    return {
        "label": "Last call",
        "seconds": None,
        "ends": 0,
        "shown": f"{night.local(at):%-I:%M %p}",
        "note": wait if left > 0 else "has passed: no new game starts",
    }


def _clock_plan(progress: Progress) -> str:
    minutes = progress.night.settings.game_minutes
    if minutes and progress.number and not _games_left(progress):
        return "all games are played"
    return f"starts with the game, {minutes} min" if minutes else "this night plays without a clock"


def clock_face(seconds: int | None) -> str:
    """ "06:42", "+01:05" once over time, "–" without a clock."""
    if seconds is None:
        return "–"
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'+' if seconds < 0 else ''}{minutes:02}:{rest:02}"


def _stats(progress: Progress) -> dict[str, Any]:
    due = sum(game.due for game in progress.games)
    there = sum(game.count("in") for game in progress.games)
    heads, takings = progress.heads, progress.takings
    outstanding = [
        f"{count} {word}"
        for word, count in (
            ("disputed", sum(game.count("disputed") for game in progress.games)),
            ("to confirm", sum(game.count("awaiting") for game in progress.games)),
            ("missing", sum(game.count("missing") for game in progress.games)),
            ("still playing", sum(game.count("running") for game in progress.games)),
        )
        if count
    ]
    started = bool(progress.games) and progress.games[0].status != "planned"
    in_queue = sum(queue.sheets_in for queue in progress.queues)
    return {
        "sheets_in": in_queue if progress.queues else there if started else "–",
        "sheets_due": due if started and not progress.queues else 0,
        "sheets_of": f"of {due}" if started and not progress.queues else "",
        "sheets_note": " · ".join(outstanding) or ("all in" if started else "no game is running"),
        "present": heads.present,
        "present_note": _heads_note(progress),
        "money": "free" if _is_free(progress) else dollars(takings.stakes),
        "money_note": _money_note(progress),
    }


def _heads_note(progress: Progress) -> str:
    heads = progress.heads
    parts = []
    if len(heads.by_division) > 1:
        parts += [f"{count} {division.name}" for division, count in heads.by_division]
    if heads.expected:
        parts.append(f"{heads.expected} expected")
    if heads.waiting:
        parts.append(f"{heads.waiting} waiting")
    return " · ".join(parts) or "checked in"


def _is_free(progress: Progress) -> bool:
    """Nobody pays to enter, and nobody has."""
    return not progress.night.settings.buy_in_cents and not progress.takings.stakes


def _money_note(progress: Progress) -> str:
    takings = progress.takings
    note = "no fee to enter" if _is_free(progress) else f"{takings.paid} paid"
    if takings.cup_in_sheets is not None and takings.cup_counted is not None:
        note += (
            f" · bump cup {dollars(takings.cup_counted)} of {dollars(takings.cup_in_sheets)} in the sheets"
        )
    return note


def _notices(night: Tournament, problems: Sequence[Problem]) -> list[dict[str, str]]:
    """What else to look at, each with its mend; people of one kind of trouble share a notice."""
    labels = {
        "missing": "Enter it",
        "disputed": "Settle it",
        "awaiting": "Look at it",
        "late-sheet": "Look at it",
        "drawn": "Say who won it",
        "late": "Update the rotation",
        "expected": "Open the list",
        "place_free": "Give the place",
        "odd": "Choose what they do",
        "in_line": "Open the settings",
        "table_codes": "Make the codes",
    }
    notices = []
    for mend, alike in groupby(problems, key=lambda problem: (problem.code, problem.link, problem.link_args)):
        code, link, link_args = mend
        url = night_url(night, link, *link_args) if link else ""
        text = " ".join(problem.text for problem in alike)
        notices.append({"text": text, "url": url, "label": labels.get(code, "Mend this")})
    return notices


def _timeline(progress: Progress) -> list[dict[str, str]]:
    """The steps of the evening; of a night without a number of games, until when games begin."""
    night = progress.night
    if night.settings.games is not None:
        return [_timeline_step(night, step) for step in progress.pace.steps]
    moments = (
        ("Check-in", night.check_in_at),
        ("First games", night.starts_at),
        ("Last call", night.last_call_at or last_call_of(night, progress.now)),
    )
    passed = [moment is not None and moment <= progress.now for _, moment in moments]
    return [
        {
            "label": label,
            "time": "–" if moment is None else f"{night.local(moment):%-I:%M}",
            "state": "is-done" if done else "",
            "now": "",
        }
        for (label, moment), done in zip(moments, passed, strict=True)
    ]


def _timeline_step(night: Tournament, step: Step) -> dict[str, str]:
    names = {
        "check-in": "Check-in",
        "break": "Break",
        "last-call": "Last call",
        "awards": "Awards",
        "game": f"Game {step.number}",
    }
    classes = {"done": "is-done", "now": "is-now", "coming": ""}
    kind = " timeline__step--break" if step.kind == "break" else ""
    return {
        "label": names[step.kind],
        "time": "–" if step.at is None else f"{night.local(step.at):%-I:%M}",
        "state": f"{classes[step.state]}{kind}",
        "now": "yes" if step.state == "now" else "",
    }


def _behind(progress: Progress) -> str:
    minutes = progress.pace.minutes_behind
    if minutes is None:
        return ""
    if abs(minutes) < 2:
        return "on time"
    return f"{_span(abs(minutes))} {'behind' if minutes > 0 else 'ahead of'} the plan"


def _span(minutes: int) -> str:
    """ "12 minutes", "4 h 16 min"."""
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if minutes >= 90 else counted(minutes, "minute")
