"""All that a night's settings say to players, section by section."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scoring import RuleSet
from scoring.house_rules import HouseRules, house_rules
from scoring.words import listed
from tournaments.house_rules import money, people
from tournaments.night_settings import NightSettings

_BY_RESULTS = frozenset({"winners_stay", "winners_move", "continuous"})


def night_rules(s: NightSettings, divisions: Sequence[str]) -> tuple[HouseRules, ...]:
    """The sections of the house rules that the software applies, those without a sentence left out.

    `divisions`: their names. The host's own words are no part of it.
    """
    rules = s.table_rules(s.table_sizes()[0])
    return tuple(
        section
        for section in (
            _section("The evening", _divisions(divisions), people.clock(s)),
            _section("Tables and partners", people.movement(s)),
            *_play(s, rules),
            _section(
                "Scores",
                people.sheets(s, has_bumps=rules.has_bumps),
                money.standings(s, divisions=len(divisions)),
            ),
            _section("Buy-in", money.buy_in(s, divisions=len(divisions))),
            _section("Prizes", money.prizes(s, divisions=len(divisions)), money.ties(s)),
            _section("Who may play", people.places(s)),
        )
        if section.sentences
    )


def _section(title: str, *sentences: Iterable[str]) -> HouseRules:
    return HouseRules(title, tuple(sentence for part in sentences for sentence in part))


def _divisions(names: Sequence[str]) -> Iterator[str]:
    if len(names) > 1:
        yield f"There are {len(names)} divisions: {listed(names)}. Each has its own tables and standings."


def _play(s: NightSettings, rules: RuleSet) -> tuple[HouseRules, ...]:
    """The rules of play at a usual table, and what is different at a table of three where there may be one."""
    usual = _rules_of_play(s, rules)
    if s.table_sizes() != (4, 3):
        return usual
    known = {sentence for group in usual for sentence in group.sentences}
    three = _rules_of_play(s, s.table_rules(3))
    return (
        *usual,
        _section(
            "At a table of three", (line for group in three for line in group.sentences if line not in known)
        ),
    )


def _rules_of_play(s: NightSettings, rules: RuleSet) -> tuple[HouseRules, ...]:
    return house_rules(
        rules,
        winners_move=s.movement in _BY_RESULTS and rules.hands is not None,  # a race has a winner
        partners_drawn=s.partners == "drawn",
        tables_of_three=False,
    )
