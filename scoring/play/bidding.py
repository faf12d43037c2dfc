"""Two rounds of bidding (WEMSA, Trump Determination; Fharmacy, Making the Trump)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scoring.cards import callable_suits
from scoring.play.records import Bid, Deal
from scoring.play.table import Bot, Call, DealerIs, Offer
from scoring.rules import RuleSet

_DEALER_IS: Final = {
    3: (DealerIs.ME, DealerIs.OPPONENT, DealerIs.OPPONENT),
    4: (DealerIs.ME, DealerIs.OPPONENT, DealerIs.PARTNER, DealerIs.OPPONENT),
}
"""By the number of seats from the bidder clockwise to the dealer."""


def bid_for_trump(rules: RuleSet, deal: Deal, bots: Sequence[Bot]) -> tuple[Bid, ...]:
    """All bids in order; the last one makes trump, or is a pass when everybody passed twice.

    Errors: ValueError when a bot calls what it may not call, or passes as a stuck dealer.
    """
    bids: list[Bid] = []
    seats = rules.seats
    for bidding_round in (1, 2):
        for place in range(1, seats + 1):
            seat = (deal.dealer + place) % seats
            call = _ask(rules, deal, bidding_round, seat, bots[seat])
            if call is not None:
                bids.append(Bid(seat, bidding_round, call.suit, call.alone))
                return tuple(bids)
            bids.append(Bid(seat, bidding_round, None))
    return tuple(bids)


def _ask(rules: RuleSet, deal: Deal, bidding_round: int, seat: int, bot: Bot) -> Call | None:
    is_dealer = seat == deal.dealer
    cards = deal.hands[seat]
    suits = callable_suits(rules, cards, deal.turn_up.suit, bidding_round, is_dealer=is_dealer)
    if not suits:
        return None
    first = bidding_round == 1
    stuck = is_dealer and not first and rules.stick_the_dealer
    dealer_is = _DEALER_IS[rules.seats][(deal.dealer - seat) % rules.seats]
    call = bot.bid(cards, Offer(suits, deal.turn_up if first else None, dealer_is, stuck))
    if call is None and stuck:
        raise ValueError(f"bid: the dealer, seat {seat}, is stuck and cannot pass")
    if call is not None and call.suit not in suits:
        raise ValueError(f"bid: seat {seat} may not call {call.suit.word} in round {bidding_round}")
    return call
