"""The house rules that players read, written from the settings that the software applies.

night_rules    all sections of a night, in the order to print them
scoring_table  what every kind of hand is worth, scored by `scoring`
own_words      the host's own words, by heading
"""

from tournaments.house_rules.night import night_rules
from tournaments.house_rules.own_words import own_words
from tournaments.house_rules.table import ScoringRow, scoring_table

__all__ = ["ScoringRow", "night_rules", "own_words", "scoring_table"]
