"""The fairness report: each figure of a plan in plain words, with the bound beside it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from .model import Plan, Player, Range, Spread
from .words import counted, times

Verdict = Literal["best", "good", "uneven"]


@dataclass(frozen=True)
class Finding:
    """One figure: what it is about, what it says, and whether it is the best possible.

    `value` is the figure in the plan and `bound` what no plan can undercut, where there is such a number.
    "best": proved; "good": nobody knows a better one, or close to it; "uneven": there may be a fairer plan.
    """

    topic: str
    verdict: Verdict
    text: str
    value: int | None = None
    bound: int | None = None


def report(plan: Plan) -> list[Finding]:
    """Everything worth knowing about how fair a plan is."""
    quality = plan.quality
    found = [_overall(plan)]
    if quality.partners is not None and quality.opponents is not None:
        found.append(_partners(plan, quality.partners))
        found.append(_relation(plan, "opponents", quality.opponents, _each(plan, "opponents")))
    found.append(_relation(plan, "meetings", quality.meetings, _each(plan, "meetings")))
    found.append(_turns(plan, "sit-outs", quality.sit_outs, "sits out", _sit_outs(plan)))
    if quality.short_tables.max and plan.mode != "alone":
        found.append(
            _turns(plan, "three-handed tables", quality.short_tables, "plays three-handed", _short(plan))
        )
    if quality.first_deals.max:
        found.append(_first_deals(plan))
    found.append(_tables(plan))
    return found


def _overall(plan: Plan) -> Finding:
    quality = plan.quality
    since = f" after game {plan.played}" if plan.played else ""
    if quality.cost == 0:
        text = "Nobody meets twice: no plan can be better."
    elif quality.proved:
        text = f"Every repeat in this plan is unavoidable{since}: no plan can be better."
    else:
        text = (
            "Not every figure meets its bound: nobody knows whether a better plan exists. Weighed together, the "
            f"repeats of this plan come to {quality.cost}; by counting, none{since} comes below {quality.bound}."
        )
    if quality.guarded:
        text += " The search was cut short by the clock."
    return Finding("overall", "best" if quality.proved else "good", text, quality.cost, quality.bound)


def _partners(plan: Plan, spread: Spread) -> Finding:
    if spread.repeats == 0:
        return Finding("partners", "best", "Nobody partners the same person twice.", 0, spread.repeats_bound)
    if spread.repeats == spread.repeats_bound:
        text = (
            f"{counted(spread.repeats, 'partnership')} come again, and no plan has fewer: there are more games than "
            "new partners."
        )
        return Finding("partners", "best", text, spread.repeats, spread.repeats_bound)
    text = (
        f"{counted(spread.repeats, 'partnership repeats', 'partnerships repeat')}; "
        f"by counting, at least {spread.repeats_bound} must."
    )
    return Finding("partners", "uneven", text, spread.repeats, spread.repeats_bound)


_VERBS = {"opponents": "opposes", "meetings": "meets"}


def _relation(plan: Plan, topic: str, spread: Spread, each: Range | None) -> Finding:
    verb = _VERBS[topic]
    if spread.max <= 1:
        return Finding(
            topic, "best", f"Nobody {verb} the same person twice.", spread.repeats, spread.repeats_bound
        )
    text = (
        f"Nobody {verb} the same person more than {times(spread.max)}; {counted(spread.over_once, 'pair')} "
        f"{'does' if spread.over_once == 1 else 'do'} so more than once."
    )
    text = f"{text} {_bound(plan, topic, spread, each)}"
    return Finding(
        topic,
        "best" if spread.pairs_squared == spread.bound else "good",
        text,
        spread.repeats,
        spread.repeats_bound,
    )


def _bound(plan: Plan, topic: str, spread: Spread, each: Range | None) -> str:
    """What no plan can undercut, why, and how far this one is from it."""
    since = f" after game {plan.played}" if plan.played else ""
    others = len(plan.players) - 1
    proved = spread.pairs_squared == spread.bound
    if proved and spread.repeats > spread.repeats_bound:
        if spread.max > 2:
            return f"Counting shows that no plan can be better{since}."
        return (
            f"With so few tables any two games put some pairs together again: by counting, at least {spread.bound} "
            f"pairs must{since}, so no plan can be better."
        )
    end = (
        ": no plan can be better."
        if proved
        else ": no plan has fewer, though they might be spread more evenly."
        if spread.repeats == spread.repeats_bound
        else f". {_UNKNOWN}"
    )
    least = f"{counted(spread.repeats_bound, 'repeat')} {'is' if spread.repeats_bound == 1 else 'are'} unavoidable"
    if spread.repeats_bound and each is not None and each.max > others:
        who = "Every player needs" if each.min > others else "Those who play most need"
        span = _span(each) if each.min > others else str(each.max)
        return f"{who} {span} {topic} among {others} others, so at least {least}; this plan has {spread.repeats}{end}"
    if spread.repeats_bound:
        return f"By counting, at least {least}{since}; this plan has {spread.repeats}{end}"
    if spread.bound:
        again = "pairs" if spread.max == 2 else "pairs, a third time counted double,"
        return f"By counting, at least {spread.bound} {again} must{since}; here it is {spread.pairs_squared}. {_UNKNOWN}"
    return f"Counting forces none of it{since}. {_UNKNOWN}"


_UNKNOWN = "Whether fewer is possible is not known."


def _each(plan: Plan, topic: str) -> Range | None:
    """Least and most slots of a player, in a plan whose players were all there all the time."""
    slots: Counter[Player] = Counter()
    for planned in plan.rounds:
        if planned.present() != set(plan.players):
            return None
        for table in planned.tables:
            preset = plan.mode == "partners" and len(table.seats) == 4
            for player in table.seats:
                slots[player] += len(table.seats) - 1 - int(topic == "opponents" and preset)
    return Range(min(slots.values()), max(slots.values()))


def _span(each: Range) -> str:
    return (
        str(each.min)
        if each.min == each.max
        else f"{each.min} or {each.max}"
        if each.max == each.min + 1
        else (f"{each.min} to {each.max}")
    )


def _turns(plan: Plan, topic: str, turns: Range, verb: str, total: int) -> Finding:
    if total == 0:
        return Finding(topic, "best", f"Nobody {verb}.", 0, 0)
    games = f"{counted(total, 'turn')} for {len(plan.players)} players"
    if turns.max - turns.min <= 1:
        text = f"Everyone {verb} {_often(turns)} ({games}): as even as can be."
        return Finding(topic, "best", text, turns.max, -(-total // len(plan.players)))
    text = f"Everyone {verb} between {turns.min} and {turns.max} times ({games})."
    if topic == "sit-outs":
        gap = plan.quality.sit_out_gap
        text += f" Nobody is more than {gap:.1f} away from the fair share of the games they were there."
        return Finding(topic, "good" if gap <= 1 else "uneven", text, turns.max, None)
    return Finding(topic, "uneven", text, turns.max, -(-total // len(plan.players)))


def _often(turns: Range) -> str:
    if turns.max == turns.min:
        return times(turns.max)
    return "at most once" if turns.max == 1 else f"{turns.min} or {turns.max} times"


def _sit_outs(plan: Plan) -> int:
    return sum(len(planned.sit_outs) for planned in plan.rounds)


def _short(plan: Plan) -> int:
    return sum(3 for planned in plan.rounds for table in planned.tables if len(table.seats) == 3)


def _first_deals(plan: Plan) -> Finding:
    deals = plan.quality.first_deals
    even = deals.max - deals.min <= 1
    text = (
        f"Everyone deals first {_often(deals)}."
        if even
        else f"Everyone deals first {deals.min} to {deals.max} times."
    )
    return Finding("first deals", "best" if even else "good", text, deals.max, None)


def _tables(plan: Plan) -> Finding:
    quality = plan.quality
    stays = quality.table_stays
    text = (
        "Everyone changes table every game"
        if not stays
        else f"{times(stays).capitalize()} somebody stays at a table"
    )
    text += f"; nobody sits at one table more than {times(quality.table_visits_max)}."
    return Finding("tables", "best" if not stays else "good", text, stays, None)
