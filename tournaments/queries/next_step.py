"""The one thing to do next: where the night stands in words, and the button for it.

Pure: `progress` gathers the `Situation` from the database, this module decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.words import counted, listed
from tournaments.models import Tournament
from tournaments.night_settings import NightSettings
from tournaments.problems import Problem
from tournaments.queries.games import Card, DivisionGame, by_urgency
from tournaments.queries.payouts import undue_words
from tournaments.queries.queue import DivisionQueue

Stage = Tournament.Stage
Arguments = tuple[str | int, ...]


@dataclass(frozen=True)
class Button:
    """`page`: the name of a page of the night, with its arguments behind the night's code. `posts`: it is an act
    and takes a POST; `question`: to be answered with yes first."""

    label: str
    page: str
    arguments: Arguments = ()
    posts: bool = False
    question: str = ""


@dataclass(frozen=True)
class NextStep:
    """`title`: where the night stands. `note`: what that means now. `more`: another way on, less usual."""

    title: str
    note: str
    button: Button
    more: Button | None = None


@dataclass(frozen=True)
class OpenTie:
    """A tie at a prize place that has to be settled before anything is paid."""

    division: str
    division_id: int
    place: int


@dataclass(frozen=True)
class Situation:
    """What the decision needs. Games are counted from 1.

    `running`: the game under way with its tables. `coming`: the next game seated, None when none is left.
    `closed`: the last game closed, 0 for none. `problems`: of the next act (draw, start or payout), blockers
    first. `owed`: sheets of closed games, as problems. `unpaid`: prizes not yet handed out; `undue`: handed
    out and no longer due. `queues`: of a night
    without rounds, once opened. `draws`: drawn games in play that do not say who moves. `resting`: present,
    and not at a table in the coming game.
    """

    stage: str
    settings: NightSettings
    starts_at: datetime
    now: datetime
    present: int
    expected: int
    drawn: bool
    running: tuple[DivisionGame, ...] = ()
    coming: int | None = None
    closed: int = 0
    on_break: bool = False
    problems: tuple[Problem, ...] = ()
    owed: tuple[Problem, ...] = ()
    ties: tuple[OpenTie, ...] = ()
    unpaid: int = 0
    undue: int = 0
    queues: tuple[DivisionQueue, ...] = ()
    last_call_at: datetime | None = None
    draws: tuple[Problem, ...] = ()
    resting: int = 0

    @property
    def blockers(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.level == "blocker")

    @property
    def starts_movement(self) -> Button:
        """The button that seats game 1: a draw to look at, or the start of a movement that goes by results."""
        movement = self.settings.movement
        if movement == "schedule":
            return _DRAW
        label = "Open the queue" if movement == "continuous" else "Seat the first game"
        return Button(label, "organizer:begin", posts=True)

    @property
    def last_call_passed(self) -> bool:
        return self.last_call_at is not None and self.now > self.last_call_at

    @property
    def cut_short(self) -> bool:
        """Last call has come before the last game of a night in rounds."""
        planned = self.settings.games
        return self.last_call_passed and planned is not None and self.closed < planned

    @property
    def left_out(self) -> tuple[Problem, ...]:
        """People present whom the coming game does not know."""
        return tuple(problem for problem in self.problems if problem.code == "late")


_DRAW = Button("Draw the rotation", "organizer:rotation")
_UPDATE = Button("Update the rotation", "organizer:rotation")
_CHECK_IN = Button("Check players in", "desk:players")
_CHOOSE = Button("Choose what they do", "organizer:rotation")
_FEWER_GAMES = Button("Play fewer games", "organizer:settings")
_LAST_CALL = Button("Move last call", "organizer:last_call")


def next_step(s: Situation) -> NextStep:
    """What to do now, for every situation a night can be in."""
    if s.stage == Stage.SETUP:
        return _set_up(s)
    if s.stage == Stage.FINAL:
        return _final(s)
    if s.queues:
        return _queue(s)
    if s.running:
        return _game_running(s)
    if not s.drawn:
        return _check_in(s)
    if s.coming is not None:
        return _between_games(s, s.coming)
    return _games_over(s)


def _set_up(s: Situation) -> NextStep:
    known = s.expected + s.present
    people = f"{counted(known, 'player')} on the list." if known else "Nobody is on the list yet."
    return NextStep(
        "The night is being set up",
        f"{people} Open check-in when the desk is ready.",
        Button("Open check-in", "organizer:open_check_in", posts=True),
        Button("Fill the list", "desk:players"),
    )


def _check_in(s: Situation) -> NextStep:
    here = f"{s.present} here" if s.present else "Nobody is here yet"
    note = f"{here}, {s.expected} still expected." if s.expected else f"{here}."
    if s.blockers and s.blockers[0].code == "odd":
        still_coming = s.expected and s.now < s.starts_at
        first, other = (_CHECK_IN, _CHOOSE) if still_coming else (_CHOOSE, _CHECK_IN)
        return NextStep("Check-in is open", _texts(s.blockers), first, other)
    if s.blockers:
        return NextStep("Check-in is open", _texts(s.blockers), _CHECK_IN)
    if s.expected and s.now < s.starts_at:
        return NextStep("Check-in is open", note, _CHECK_IN, s.starts_movement)
    return NextStep(
        "Check-in is open", f"{note} The next step seats those present.", s.starts_movement, _CHECK_IN
    )


def _between_games(s: Situation, number: int) -> NextStep:
    start = Button(f"Start game {number}", "organizer:start_game", (number,), posts=True)
    if number == 1:
        title = "The rotation is drawn" if s.settings.movement == "schedule" else "Game 1 is seated"
    elif s.on_break:
        title = f"Intermission before game {number}"
    else:
        title = f"Game {number - 1} is closed" if s.closed == number - 1 else f"Game {number} is next"
    if s.blockers:
        first = s.blockers[0]
        button = Button(_mend_label(first), first.link, first.link_args) if first.link else _UPDATE
        too_few = number > 1 and any(problem.code == "too_few" for problem in s.blockers)
        return NextStep(
            f"Game {number} cannot start yet", _texts(s.blockers), button, _FEWER_GAMES if too_few else None
        )
    if s.left_out:
        question = f"Start game {number} without {counted(len(s.left_out), 'player')} who came late?"
        anyway = Button(f"Start game {number} without them", start.page, start.arguments, True, question)
        return NextStep(title, _texts(s.left_out), _UPDATE, anyway)
    if s.owed:
        return NextStep(
            title, f"{_texts(s.owed)} The next game can start meanwhile.", start, _mend(s.owed[0])
        )
    break_is_due = s.settings.break_after == s.closed == number - 1 and not s.on_break
    if break_is_due:
        minutes = s.settings.break_minutes
        pause = Button(f"Start the intermission ({minutes} min)", "organizer:start_break", posts=True)
        return NextStep(title, f"The intermission comes before game {number}.", pause, start)
    return NextStep(title, _seated_words(s, number), start)


def _seated_words(s: Situation, number: int) -> str:
    """Who plays and who rests: "12 players seated for game 1, 1 sits out." """
    words = f"{counted(s.present - s.resting, 'player')} seated for game {number}"
    if s.resting:
        words += f", {s.resting} sit{'s' if s.resting == 1 else ''} out"
    return f"{words}."


def _game_running(s: Situation) -> NextStep:
    number = s.running[0].number
    owing = sorted((card for division in s.running for card in division.open_cards), key=by_urgency)
    close = Button(f"Close game {number}", "organizer:close_game", (number,), posts=True)
    if not owing and s.draws:
        title = f"Game {number}: all sheets are in, {counted(len(s.draws), 'game')} drawn"
        without = Button("Close it without that", "organizer:close_game", (number,))
        return NextStep(title, _texts(s.draws), _mend(s.draws[0]), without)
    if not owing:
        return NextStep(f"Game {number}: all sheets are in", "Close it to show the standings.", close)
    first = owing[0]
    button = _look_at(first)
    anyway = Button("Close it without them", "organizer:close_game", (number,))
    if s.settings.head_table_bell and any(_head_table_is_done(division) for division in s.running):
        note = f"Everybody finishes the hand, and the score stands. {_owing_words(owing)}"
        return NextStep(f"The head table is done: ring the bell for game {number}", note, button, anyway)
    late = any(division.late for division in s.running)
    title = f"Game {number} is running, {counted(len(owing), 'sheet')} {'still out' if late else 'to come'}"
    waits_for_people = first.state in ("disputed", "awaiting")
    return NextStep(title, _owing_words(owing), button, anyway if late or waits_for_people else None)


def _head_table_is_done(division: DivisionGame) -> bool:
    """Whether the first table of a division, its head table, has its sheet in."""
    head = min(division.cards, key=lambda card: card.table_number, default=None)
    return head is not None and head.state == "in"


def _queue(s: Situation) -> NextStep:
    """Games one after the other until last call: disputes first, then free tables, then the sheets to come."""
    cards = [card for queue in s.queues for card in queue.game.open_cards]
    held_up = sorted((card for card in cards if card.state in ("disputed", "awaiting")), key=by_urgency)
    playing = len(cards) - len(held_up)
    waiting = sum(len(queue.waiting) for queue in s.queues)
    title = f"{counted(playing, 'table')} playing, {counted(waiting, 'player')} waiting"
    if s.last_call_passed:  # and nobody waits any more
        title = f"Last call has passed, {counted(playing, 'table')} still playing"
    if held_up:
        return NextStep(title, _owing_words(held_up), _look_at(held_up[0]))
    if s.draws:
        return NextStep(title, _texts(s.draws), _mend(s.draws[0]))
    if any(queue.can_fill for queue in s.queues):
        fill = Button("Fill the free tables", "organizer:fill_tables", posts=True)
        return NextStep(title, "A table is free and enough players wait.", fill)
    idle = listed(sorted({queue.why_idle for queue in s.queues}))
    note = f"{idle[0].upper()}{idle[1:]}.{_by_the_clock(s)}"
    if playing:
        return NextStep(title, note, _enter(cards[0]), None if s.last_call_passed else _LAST_CALL)
    if s.last_call_passed:
        return _games_over(s)
    return NextStep(
        title, f"{note} Check more in, or end the night: move last call to now.", _CHECK_IN, _LAST_CALL
    )


def _by_the_clock(s: Situation) -> str:
    """What happens next without anybody pressing anything."""
    fills = [queue.fill for queue in s.queues if queue.fill]
    return f" Unless another is free before, {listed(fills)} by itself." if fills else ""


def _games_over(s: Situation) -> NextStep:
    title = "Last call has passed: no more games" if s.cut_short else "All games are played"
    if s.owed:
        return NextStep(title, f"{_texts(s.owed)} Nothing is payable before.", _mend(s.owed[0]))
    if s.ties:
        tie = s.ties[0]
        where = f"{tie.division}, place {tie.place}"
        words = listed([f"{t.division}, place {t.place}" for t in s.ties])
        button = Button("Settle the tie", "organizer:tie", (tie.division_id, tie.place))
        return NextStep(
            title, f"A tie is open: {words}." if len(s.ties) > 1 else f"A tie is open: {where}.", button
        )
    if s.blockers:
        return NextStep(title, _texts(s.blockers), Button("Look at the payouts", "organizer:payouts"))
    final = Button(
        "Declare the results final",
        "organizer:finalise",
        posts=True,
        question="Declare the results final? Sheets that come later are kept, but not counted.",
    )
    return NextStep(
        title,
        "All sheets are in and no tie is open.",
        final,
        _LAST_CALL if s.cut_short else Button("Look at the standings", "organizer:standings"),
    )


def _final(s: Situation) -> NextStep:
    payouts = Button("Pay the prizes", "organizer:payouts")
    if s.unpaid or s.undue:
        left = f"{counted(s.unpaid, 'prize')} still to hand out." if s.unpaid else ""
        back = undue_words(s.undue) if s.undue else ""
        payouts = payouts if s.unpaid else Button("Look at the payouts", "organizer:payouts")
        return NextStep("The results are final", " ".join(filter(None, (back, left))), payouts)
    return NextStep(
        "The night is over",
        "The results are final and every prize is handed out.",
        Button("See the standings", "organizer:standings"),
    )


def _settle(card: Card) -> Button:
    return Button(f"Settle table {card.table_number}", "organizer:sheet", (str(card.game.pk),))


def _look_at(card: Card) -> Button:
    """The button for a table whose sheet does not count yet."""
    if card.state == "awaiting":
        return Button(f"Confirm table {card.table_number}", "runner:sheet", (str(card.game.pk),))
    return _settle(card) if card.state == "disputed" else _enter(card)


def _enter(card: Card) -> Button:
    return Button(f"Enter table {card.table_number}", "runner:sheet", (str(card.game.pk),))


def _owing_words(owing: Sequence[Card]) -> str:
    """ "Tables 5 and 11 have no sheet yet; table 8 is disputed." """
    missing = [card.table_number for card in owing if card.state == "missing"]
    playing = [card.table_number for card in owing if card.state == "running"]
    disputed = [card.table_number for card in owing if card.state == "disputed"]
    awaiting = [card.table_number for card in owing if card.state == "awaiting"]
    parts = []
    if disputed:
        parts.append(f"{_tables(disputed)} {'is' if len(disputed) == 1 else 'are'} disputed")
    if awaiting:
        parts.append(f"{_tables(awaiting)} {'waits' if len(awaiting) == 1 else 'wait'} for a second person")
    if missing:
        parts.append(f"{_tables(missing)} {'has' if len(missing) == 1 else 'have'} no sheet yet")
    if playing:
        parts.append(f"{_tables(playing)} still {'plays' if len(playing) == 1 else 'play'}")
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def _tables(numbers: Sequence[int], most: int = 6) -> str:
    if len(numbers) > most:
        return f"{len(numbers)} tables"
    return f"table {numbers[0]}" if len(numbers) == 1 else f"tables {listed(numbers)}"


def _texts(problems: Sequence[Problem], most: int = 3) -> str:
    shown = " ".join(problem.text for problem in problems[:most])
    return shown if len(problems) <= most else f"{shown} And {len(problems) - most} more."


def _mend(problem: Problem) -> Button:
    return Button(_mend_label(problem), problem.link, problem.link_args)


def _mend_label(problem: Problem) -> str:
    labels = {
        "missing": "Enter the missing sheet",
        "disputed": "Settle the disputed sheet",
        "awaiting": "Confirm the sheet",
        "running": "Go to the running game",
        "seated_leaver": "Update the rotation",
        "too_few": "Check players in",
        "no_seats": "Draw the rotation",
        "drawn": "Say who won it",
    }
    return labels.get(problem.code, "Mend this")
