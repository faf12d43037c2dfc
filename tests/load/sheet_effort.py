"""What sheets cost a runner's finger, over many games of the bots. Prints figures; not collected by pytest.

python3 -m tests.load.sheet_effort --games 200

The taps come from the form's rules (`tests/taps.py`), which `tests/browser/test_sheet_effort.py` holds against a phone.
"""

import argparse
import os
from collections.abc import Sequence
from random import Random

import django

from scoring import PRESETS
from scoring.play import GameRecord, Mistakes, play_game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from tests import taps

    print("taps from the open form to saved   games   mean   p95   most")
    for words, mistakes in (
        ("no mistakes", Mistakes()),
        ("a renege or toss-in a game", Mistakes.all_at(0.01)),
    ):
        records = games(args.games, args.seed, mistakes)
        loners = sum(sum(taps.loners_of(record)) for record in records)
        penalties = sum(len(played.hand.penalties) for record in records for played in record.hands)
        print(f"{words}: {loners} loners, {penalties} penalties in {args.games} games")
        line("hand by hand", [taps.by_hands(record) for record in records])
        line("totals, every loner's name", [taps.by_totals(record) for record in records])
        line("totals", [taps.by_totals(record, with_loners=False) for record in records])


def games(count: int, seed: int, mistakes: Mistakes) -> list[GameRecord]:
    """Twelve-hand games as bots play them."""
    return [
        play_game(PRESETS["wemsa"], Random(number), mistakes=mistakes) for number in range(seed, seed + count)
    ]


def line(words: str, values: Sequence[int]) -> None:
    from tests import taps

    mean, p95 = sum(values) / len(values), taps.percentile(values, 0.95)
    print(f"  {words:<32}{len(values):>6}  {mean:>5.2f}  {p95:>4}  {max(values):>5}")


if __name__ == "__main__":
    main()
