"""The game from the command line: score a hand, rule on a trick, simulate games.

python3 -m scoring hand --rules wemsa --maker 0 --tricks 5 --alone
python3 -m scoring trick --trump hearts --leader 1 9S AS JD KS
python3 -m scoring simulate --rules fharmacy --games 10 --seed 7
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable, Sequence
from random import Random

from scoring import PRESETS, Hand, Penalty, score_hand
from scoring.cards import Card, Suit, judge_trick
from scoring.play import GameRecord, Mistakes, play_game, summarize

BAD_INPUT = 2
"""Exit code for input that cannot be, as argparse has it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, or 2 for bad input with the reason on the error stream."""
    parser = _parser()
    args = parser.parse_args(argv)
    if args.command is None:
        parser.print_help()
        return 0
    run: Callable[[argparse.Namespace], list[str]] = args.run
    try:
        lines = run(args)
    except ValueError as error:
        print(f"{parser.prog} {args.command}: error: {error}", file=sys.stderr)
        return BAD_INPUT
    print("\n".join(lines))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m scoring", description="Score a hand, rule on a trick, simulate games."
    )
    commands = parser.add_subparsers(dest="command", metavar="{hand,trick,simulate}")
    _add_hand(commands.add_parser("hand", help="points and bump money of one hand, by seat"))
    _add_trick(commands.add_parser("trick", help="who takes a trick, and why"))
    _add_simulate(commands.add_parser("simulate", help="games played by bots"))
    return parser


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", choices=sorted(PRESETS), default="wemsa", help="the rule set (wemsa)")


def _add_hand(parser: argparse.ArgumentParser) -> None:
    _add_rules(parser)
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument("--maker", type=int, metavar="SEAT", help="who made trump; seats are numbered from 0")
    who.add_argument("--passed-out", action="store_true", help="everybody passed twice")
    parser.add_argument("--tricks", type=int, help="won by the makers, 0 to 5")
    parser.add_argument("--alone", action="store_true", help="the maker played alone")
    parser.add_argument("--defender-alone", type=int, metavar="SEAT", help="a defender who played alone")
    parser.add_argument(
        "--renege", type=int, action="append", default=[], metavar="SEAT", help="may be repeated"
    )
    parser.add_argument(
        "--toss", type=int, action="append", default=[], metavar="SEAT", help="tossed the cards in"
    )
    parser.add_argument(
        "--points",
        action="append",
        default=[],
        metavar="SEAT:POINTS",
        help="the director's points for one player, such as 2:-1",
    )
    parser.set_defaults(run=_score)


def _add_trick(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--trump", required=True, help="hearts, H or \u2665")
    parser.add_argument("--leader", type=int, default=0, metavar="SEAT", help="who led (0)")
    parser.add_argument("--players", type=int, choices=(3, 4), default=4)
    parser.add_argument("--out", type=int, action="append", default=[], metavar="SEAT", help="partner alone")
    parser.add_argument("cards", nargs="+", help="in the order played, like JH 10C")
    parser.set_defaults(run=_rule_on_trick)


def _add_simulate(parser: argparse.ArgumentParser) -> None:
    _add_rules(parser)
    parser.add_argument("--games", type=int, default=1, help="how many games (1)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games (1)")
    parser.add_argument(
        "--mistakes", type=float, default=0.0, metavar="CHANCE", help="of each occasion for one, 0 to 1 (0)"
    )
    parser.set_defaults(run=_simulate)


def _score(args: argparse.Namespace) -> list[str]:
    rules = PRESETS[args.rules]
    penalties = [Penalty("renege", seat) for seat in args.renege]
    penalties += [Penalty("toss", seat) for seat in args.toss]
    penalties += [_directors_points(text) for text in args.points]
    hand = Hand(args.maker, args.tricks, args.alone, args.defender_alone, tuple(penalties))
    score = score_hand(rules, hand)
    lines = [f"{rules.name}: {score.outcome}", "seat  points     bump"]
    for seat, (points, cents) in enumerate(zip(score.points, score.bump_cents, strict=True)):
        lines.append(f"{seat:>4}  {points:>6}  {_dollars(cents):>7}")
    return lines


def _directors_points(text: str) -> Penalty:
    seat, _, points = text.partition(":")
    try:
        return Penalty("points", int(seat), int(points))
    except ValueError:
        raise ValueError(f"points: {text!r} is not SEAT:POINTS, such as 2:-1") from None


def _rule_on_trick(args: argparse.Namespace) -> list[str]:
    trump = Suit.parse(args.trump)
    cards = [Card.parse(text) for text in args.cards]
    if not 0 <= args.leader < args.players or args.leader in args.out:
        raise ValueError(f"leader: seat {args.leader} is not in this hand")
    seats = [seat % args.players for seat in range(args.leader, args.leader + args.players)]
    in_hand = [seat for seat in seats if seat not in args.out]
    if len(cards) != len(in_hand):
        raise ValueError(f"cards: {len(cards)} cards for {len(in_hand)} players in the hand")
    plays = list(zip(in_hand, cards, strict=True))
    ruling = judge_trick(plays, trump, players=args.players, out=args.out)
    played = ", ".join(f"seat {seat} {card}" for seat, card in plays)
    return [
        f"Trumps are {trump.word}. Played: {played}.",
        f"Seat {ruling.winner} takes the trick. {ruling.words}",
    ]


def _simulate(args: argparse.Namespace) -> list[str]:
    if args.games < 1:
        raise ValueError(f"games: at least 1, not {args.games}")
    rules = PRESETS[args.rules]
    mistakes = Mistakes.all_at(args.mistakes)
    rng = Random(args.seed)
    games = [play_game(rules, rng, mistakes=mistakes) for _ in range(args.games)]
    lines = [f"Game {number}: {_result(game)}" for number, game in enumerate(games, start=1)]
    total = summarize(record for game in games for record in game.hands)
    lines.append(
        f"{total.hands} hands, {total.passed_out} passed out; of {total.played} played, the makers took "
        f"{total.success_rate:.1%}, {total.loner_rate:.1%} were alone; {total.penalties} penalties"
    )
    return lines


def _result(game: GameRecord) -> str:
    points = " ".join(map(str, game.points))
    won = " and ".join(map(str, game.winners))
    bumps = f", bumps {_dollars(sum(game.bump_cents))}" if game.rules.has_bumps else ""
    end = f"won by {won}" if won else "a draw"
    return f"points by seat {points}, {end}, {len(game.hands)} hands{bumps}"


def _dollars(cents: int) -> str:
    return f"${cents // 100}.{cents % 100:02}"


if __name__ == "__main__":
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    sys.exit(main())
