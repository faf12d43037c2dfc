"""A call for a judge from a table: made by anybody who sits there, answered by who goes, or cancelled."""

from __future__ import annotations

from datetime import timedelta

from tournaments.actions.act import Act, Result, act
from tournaments.actions.lookup import refuse_if_final
from tournaments.models import AccessLink, Game, JudgeCall, Table
from tournaments.names import clean_name
from tournaments.problems import refuse

PUBLIC = "public"
#: A phone without a link may call for one table so often in so long: a whole hall shares one address (SEC-04).
PUBLIC_CALLS, PUBLIC_WINDOW = 3, timedelta(minutes=10)
_AT_THE_TABLE = (PUBLIC, AccessLink.Role.TABLE)
Outcome = JudgeCall.Outcome


@act
def call_judge(act: Act, *, table_number: int, word: str = "") -> Result:
    """Ask for a judge at a table. One call waits a table; a second one says since when the first has."""
    refuse_if_final(act.night)
    table = _table_of(act, table_number)
    waiting = table.judge_calls.filter(outcome=Outcome.OPEN).first()
    if waiting is not None:
        since = act.night.local(waiting.called_at).strftime("%-I:%M %p")
        raise refuse("called", f"{table} has called a judge already, at {since}. Somebody is coming.")
    if act.caller.actor.role == PUBLIC:
        _refuse_too_many(act, table)
    game = table.games.filter(status=Game.Status.RUNNING).select_related("round", "table").first()
    call = JudgeCall.objects.create(
        tournament=act.night,
        table=table,
        game=game,
        word=clean_name(word)[:120],
        called_by="the table" if act.caller.actor.role == PUBLIC else act.caller.actor.name[:120],
        called_role=act.caller.actor.role,
        called_at=act.at,
    )
    act.touch("judge")
    act.record(f"{table} calls a judge", reason=call.word, game=game, table_number=table.number)
    return {"call": call.pk, "table": table.number}


@act
def cancel_call(act: Act, *, call_id: int) -> Result:
    """Take a call back. A table takes back its own; who has no link, only one that was made without one."""
    call = _open_call(act, call_id)
    if act.caller.actor.role == PUBLIC and call.called_role != PUBLIC:
        raise refuse(
            "not_yours", f"The call of {call.table} was made by {call.called_by}: they take it back."
        )
    _close(act, call, Outcome.CANCELLED, "")
    act.record(f"{call.table} needs no judge any more", game=call.game, table_number=call.table.number)
    return {"call": call.pk, "table": call.table.number}


@act
def answer_call(act: Act, *, call_id: int, answer: str = "") -> Result:
    """The judge has been at the table; `answer`: what was ruled, for the record."""
    if act.caller.actor.role in _AT_THE_TABLE:
        raise refuse("not_a_judge", "A judge or the director says that the call is answered.")
    call = _open_call(act, call_id)
    _close(act, call, Outcome.ANSWERED, clean_name(answer)[:300])
    minutes = int((act.at - call.called_at).total_seconds() // 60)
    act.record(
        f"Answered the call of {call.table} after {minutes} min",
        before=call.word or None,
        after=call.answer or None,
        game=call.game,
        table_number=call.table.number,
    )
    return {"call": call.pk, "table": call.table.number}


def _table_of(act: Act, number: int) -> Table:
    table = act.night.tables.filter(number=number).first()
    if table is None:
        raise refuse("no_table", "There is no such table tonight.")
    _refuse_other_table(act, table)
    return table


def _open_call(act: Act, call_id: int) -> JudgeCall:
    calls = act.night.judge_calls.select_related("table", "game__table", "game__round")
    call = calls.filter(pk=call_id).first()
    if call is None:
        raise refuse("no_call", "That call is not one of this night's.")
    _refuse_other_table(act, call.table)
    if call.outcome != Outcome.OPEN:
        raise refuse("closed", f"The call of {call.table} is {call.get_outcome_display()} already.")
    return call


def _refuse_other_table(act: Act, table: Table) -> None:
    """A scorekeeper's link is for one table, here too."""
    if act.caller.actor.role != AccessLink.Role.TABLE:
        return
    if not act.night.links.filter(pk=act.caller.actor.link_id or 0, table=table).exists():
        raise refuse("other_table", "This link calls for its own table alone.")


def _refuse_too_many(act: Act, table: Table) -> None:
    lately = table.judge_calls.filter(called_role=PUBLIC, called_at__gt=act.at - PUBLIC_WINDOW).count()
    if lately >= PUBLIC_CALLS:
        raise refuse("too_many", f"{table} has called {lately} times lately: wave to a runner, please.")


def _close(act: Act, call: JudgeCall, outcome: str, answer: str) -> None:
    call.outcome, call.answer = outcome, answer
    call.closed_by, call.closed_at = act.caller.actor.name[:120], act.at
    call.save(update_fields=["outcome", "answer", "closed_by", "closed_at"])
    act.touch("judge")
