"""The rotation on the command line.

python3 -m tournaments.rotation plan 20 8             a plan for 20 players, 8 rounds, and its fairness report
python3 -m tournaments.rotation report chart.csv      judge a chart from a CSV file
python3 -m tournaments.rotation verify                check every stored construction
python3 -m tournaments.rotation improve 24 8          search on and store a better plan, if one is found
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from pathlib import Path

from . import improve
from .chart import read_chart
from .errors import RotationError
from .model import MODES, ODDS, Plan
from .planner import plan
from .report import report


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns 0, or 1 when something is wrong."""
    chosen = _parser().parse_args(arguments)
    try:
        if chosen.command == "plan":
            made = plan(
                range(1, chosen.players + 1),
                chosen.rounds,
                mode=chosen.mode,
                odd=chosen.odd,
                seed=chosen.seed,
            )
            return _show(made, chart=True)
        if chosen.command == "report":
            with Path(chosen.file).open(encoding="utf-8-sig", newline="") as file:
                return _show(read_chart(csv.reader(file), chosen.mode), chart=False)
        if chosen.command == "improve":
            return _improve(chosen.players, chosen.rounds, chosen.seconds)
    except RotationError as error:
        print(error, file=sys.stderr)
        return 1
    return _verify()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m tournaments.rotation", description="Rotations for a euchre night."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    planning = commands.add_parser("plan", help="print a plan and its fairness report")
    planning.add_argument("players", type=int)
    planning.add_argument("rounds", type=int)
    planning.add_argument("--odd", choices=ODDS, default="sit_out")
    planning.add_argument("--seed", type=int, default=0)
    judging = commands.add_parser("report", help="judge a chart from a CSV file")
    judging.add_argument("file")
    for command in (planning, judging):
        command.add_argument("--mode", choices=MODES, default="partners")
    commands.add_parser("verify", help="check every stored construction")
    improving = commands.add_parser("improve", help="search for a better plan and store it")
    improving.add_argument("players", type=int)
    improving.add_argument("rounds", type=int)
    improving.add_argument("--seconds", type=float, default=60.0)
    return parser


def _show(made: Plan, *, chart: bool) -> int:
    for planned in made.rounds if chart else ():
        print(f"Game {planned.number}")
        for table in planned.tables:
            dealer = (
                "" if table.first_dealer is None else f"   first dealer {table.seats[table.first_dealer]}"
            )
            pairs = table.partner_pairs() if made.mode == "partners" else ()
            text = "  v  ".join(" & ".join(map(str, pair)) for pair in pairs) or ", ".join(
                map(str, table.seats)
            )
            print(f"  Table {table.number:>2}: {text}{dealer}")
        if planned.sit_outs:
            print(f"  Sit out: {', '.join(map(str, planned.sit_outs))}")
    for finding in report(made):
        print(f"[{finding.verdict:>6}] {finding.topic}: {finding.text}")
    for warning in made.warnings:
        print(f"Note: {warning}")
    return 0


def _verify() -> int:
    faults = improve.faults()
    for fault in faults:
        print(fault)
    print(f"{improve.stored()} stored constructions checked, {len(faults)} at fault.")
    return 1 if faults else 0


def _improve(players: int, rounds: int, seconds: float) -> int:
    before, after, bound = improve.improve(players, rounds, seconds)
    had = "nothing stored" if before is None else f"{before} stored"
    verdict = "stored the better plan" if before is None or after < before else "no better plan found"
    print(f"{players} players, {rounds} rounds: {had}, {after} now, bound {bound}: {verdict}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
