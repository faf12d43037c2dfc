"""How fast and how well the bots play, and a long audit of their hands. Prints figures; not collected by pytest.

python3 -m tests.load.bots                    figures of every rule set
python3 -m tests.load.bots --audit 20000      also check so many hands of each rule set against the plain reading
"""

import argparse
import time
from collections.abc import Sequence
from random import Random

from scoring import PRESETS, RuleSet
from scoring.play import AnyLegalBot, Bot, HandRecord, Mistakes, SoundBot, TrickView, play_hand, summarize
from scoring.play.ranked import each
from tests.scoring.audit import audit_hand


class BlindCards(SoundBot):
    """Bids soundly and plays any legal card."""

    def play(self, hand: int, legal: int, view: TrickView) -> int:
        return self._rng.choice(tuple(each(legal)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--hands", type=int, default=10_000, help="of each rule set (10000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--audit", type=int, default=0, metavar="HANDS")
    args = parser.parse_args()
    print("processor time of one core                  hands/s  passed  success  alone  lone march  march")
    for rules in PRESETS.values():
        figures(rules, "sound", [SoundBot(Random(args.seed))] * rules.seats, args.hands, args.seed)
    for rules in PRESETS.values():
        figures(
            rules, "any legal card", [AnyLegalBot(Random(args.seed))] * rules.seats, args.hands, args.seed
        )
    blind = [BlindCards(Random(args.seed))] * 4
    figures(PRESETS["fharmacy"], "sound bids, any card", blind, args.hands, args.seed)
    against_blind(args.hands, args.seed)
    if args.audit:
        audit(args.audit, args.seed)


def play(
    rules: RuleSet, hands: int, seed: int, bots: Sequence[Bot] | None, mistakes: Mistakes | None = None
) -> list[HandRecord]:
    rng = Random(seed)
    mistakes = mistakes or Mistakes()
    return [
        play_hand(rules, rng, dealer=number % rules.seats, bots=bots, mistakes=mistakes)
        for number in range(hands)
    ]


def figures(rules: RuleSet, name: str, bots: Sequence[Bot], hands: int, seed: int) -> None:
    start = time.process_time()
    records = play(rules, hands, seed, bots)
    speed = hands / (time.process_time() - start)
    total = summarize(records)
    print(
        f"{rules.name:20} {name:20} {speed:10,.0f}  {total.passed_out / total.hands:6.1%}"
        f"  {total.success_rate:7.1%} {total.loner_rate:6.1%}"
        f"  {total.lone_marches / max(1, total.alone):10.1%} {total.marches / total.played:6.1%}"
    )


def against_blind(hands: int, seed: int) -> None:
    """Two sound bots against two that bid alike and play any legal card."""
    sound, blind = SoundBot(Random(seed)), BlindCards(Random(seed))
    records = play(PRESETS["fharmacy"], hands, seed, [sound, blind, sound, blind])
    gain = sum(record.score.points[0] - record.score.points[1] for record in records) / hands
    rates = [summarize(r for r in records if r.maker in side).success_rate for side in ((0, 2), (1, 3))]
    print(f"sound against any card: {gain:+.2f} points a hand, success {rates[0]:.1%} against {rates[1]:.1%}")


def audit(hands: int, seed: int) -> None:
    variants = [PRESETS[name].three_handed_variant() for name in ("wemsa", "fharmacy", "classic")]
    for rules in (*PRESETS.values(), *variants):
        blind = [AnyLegalBot(Random(seed))] * rules.seats
        for bots, rate in ((None, 0.02), (blind, 0.1)):
            for record in play(rules, hands // 2, seed, bots, Mistakes.all_at(rate)):
                audit_hand(rules, record)
        print(f"{rules.name}: {hands} hands audited, mistakes and blind bots included")


if __name__ == "__main__":
    main()
