"""The end of the night in one reading: what every division pays, what stands in the way, what is handed over."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.words import counted
from tournaments.models import Tournament
from tournaments.problems import Problem
from tournaments.queries.prizes import DivisionPrizes, Payment, before_final, prizes_of


@dataclass(frozen=True)
class Payouts:
    """`divisions`: those that had players or money. `problems`: what keeps the results from being declared final,
    and what to know before; () of a final night."""

    night: Tournament
    divisions: tuple[DivisionPrizes, ...]
    problems: tuple[Problem, ...]

    @property
    def is_final(self) -> bool:
        return self.night.stage == Tournament.Stage.FINAL

    @property
    def blockers(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.level == "blocker")

    @property
    def prizes(self) -> int:
        """How many prizes there are to hand over."""
        return sum(line.has_worth for division in self.divisions for line in division.lines)

    @property
    def payments(self) -> tuple[Payment, ...]:
        """Everything that went out."""
        paid = [line.payment for division in self.divisions for line in division.lines if line.payment]
        return (*paid, *(other for division in self.divisions for other in division.other_payments))

    @property
    def unpaid(self) -> int:
        return sum(division.unpaid for division in self.divisions)

    @property
    def undue(self) -> int:
        return sum(division.undue for division in self.divisions)


def undue_words(count: int) -> str:
    """ "1 prize handed out is no longer due: take it back." """
    is_or_are, it = ("is", "it") if count == 1 else ("are", "them")
    return f"{counted(count, 'prize')} handed out {is_or_are} no longer due: take {it} back."


def payouts_of(night: Tournament) -> Payouts:
    """A fixed number of queries whatever the size of the night."""
    prizes = prizes_of(night)
    is_final = night.stage == Tournament.Stage.FINAL
    problems = () if is_final else tuple(before_final(night, prizes))
    return Payouts(night, tuple(division for division in prizes if division.plays), problems)
