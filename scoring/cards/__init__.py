"""The cards and the rulings of a judge: deck, bowers, tricks, reneges, leads, calls, misdeals, draws.

Every ruling answers with a reason in words; what cannot have happened at a table raises ValueError that names it.
"""

from scoring.cards.calling import (
    Ruling,
    callable_suits,
    check_call,
    holds_suit,
    only_nines_and_tens,
    rule_on_call,
    rule_on_misdeal,
    rule_on_pass,
)
from scoring.cards.deck import (
    DECK,
    HAND_SIZE,
    RANKS,
    SUITS,
    Card,
    Rank,
    Suit,
    checked_hand,
    effective_suit,
    left_bower,
    parse_cards,
    ranking_in_words,
    right_bower,
    show_cards,
    suit_order,
)
from scoring.cards.draws import DealerDraw, PartnerDraw, draw_dealer, draw_partners
from scoring.cards.leads import LeadRuling, next_in_hand, opening_lead
from scoring.cards.tricks import (
    RenegeRuling,
    TrickRuling,
    judge_trick,
    legal_plays,
    rule_on_renege,
    strength,
)

__all__ = [
    "DECK",
    "HAND_SIZE",
    "RANKS",
    "SUITS",
    "Card",
    "DealerDraw",
    "LeadRuling",
    "PartnerDraw",
    "Rank",
    "RenegeRuling",
    "Ruling",
    "Suit",
    "TrickRuling",
    "callable_suits",
    "check_call",
    "checked_hand",
    "draw_dealer",
    "draw_partners",
    "effective_suit",
    "holds_suit",
    "judge_trick",
    "left_bower",
    "legal_plays",
    "next_in_hand",
    "only_nines_and_tens",
    "opening_lead",
    "parse_cards",
    "ranking_in_words",
    "right_bower",
    "rule_on_call",
    "rule_on_misdeal",
    "rule_on_pass",
    "rule_on_renege",
    "show_cards",
    "strength",
    "suit_order",
]
