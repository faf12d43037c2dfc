"""Hypothesis strategies for rule sets, hands and sheets that can be played."""

from dataclasses import replace

from hypothesis import strategies as st

from scoring import PRESETS, Hand, Penalty, RuleSet

_PRESET = st.sampled_from(
    [rules for base in PRESETS.values() for rules in (base, base.three_handed_variant())]
)


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """The presets, their three-handed variants, and variants of scoring fields."""
    rules = draw(_PRESET)
    if draw(st.booleans()):
        return rules
    return replace(
        rules,
        alone_euchre=draw(st.integers(2, 4)),
        alone_march_partner=draw(st.none() | st.integers(0, rules.alone_march)) if rules.seats == 4 else None,
        renege=draw(
            st.sampled_from(["team loses", "opponents gain", "offender loses", "team loses, opponents gain"])
        ),
        renege_lone=draw(st.sampled_from(["other side's", "any", "none"])),
        renege_ends_hand=draw(st.booleans()),
        defender_alone=draw(st.booleans()),
        bump_euchre_cents=draw(st.sampled_from([0, 25, 100])),
        bump_euchre_payer=draw(st.sampled_from(["makers", "caller"])),
        bump_alone_euchre_cents=draw(st.none() | st.sampled_from([0, 50, 200])),
        bump_renege_cents=draw(st.sampled_from([0, 50, 100])),
    )


def partner(rules: RuleSet, seat: int) -> int | None:
    """The seat opposite, four-handed."""
    return (seat + 2) % 4 if rules.seats == 4 else None


@st.composite
def hands(draw: st.DrawFn, rules: RuleSet, *, penalised: bool = True) -> Hand:
    """A hand that can be played under `rules`."""
    if not rules.stick_the_dealer and draw(st.integers(0, 9)) == 0:
        return Hand(None)
    maker = draw(st.integers(0, rules.seats - 1))
    alone = draw(st.booleans())
    defenders = [seat for seat in range(rules.seats) if seat not in (maker, partner(rules, maker))]
    defender_alone = draw(st.none() | st.sampled_from(defenders)) if rules.defender_alone else None
    playing = set(range(rules.seats))
    if alone:
        playing.discard(partner(rules, maker) if rules.seats == 4 else -1)
    if defender_alone is not None:
        playing -= {seat for seat in defenders if seat != defender_alone}
    penalty = st.builds(
        Penalty,
        st.sampled_from(["renege", "toss", "points"]),
        st.sampled_from(sorted(playing)),
        st.integers(-5, 5),
    )
    penalties = draw(st.lists(penalty, max_size=3)) if penalised else []
    return Hand(maker, draw(st.integers(0, 5)), alone, defender_alone, tuple(penalties))


@st.composite
def played(draw: st.DrawFn, *, penalised: bool = True) -> tuple[RuleSet, Hand]:
    """A rule set and a hand played under it."""
    rules = draw(rule_sets())
    return rules, draw(hands(rules, penalised=penalised))
