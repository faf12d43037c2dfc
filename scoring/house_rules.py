"""A rule set in words, for the printed house rules: every decision about play, stated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.rules import RuleSet
from scoring.words import counted, dollars


@dataclass(frozen=True)
class HouseRules:
    """One group of the house rules: a heading and its sentences, in the order to print them."""

    title: str
    sentences: tuple[str, ...]


def house_rules(rules: RuleSet) -> tuple[HouseRules, ...]:
    """The rule set as people read it. Groups without a sentence are left out."""
    groups = (
        ("The game", _game(rules)),
        ("The deal", _deal(rules)),
        ("Making trump", _trump(rules)),
        ("Playing alone", _alone(rules)),
        ("Points of a hand", _points(rules)),
        ("Reneges", _reneges(rules)),
        ("Bump cup", _bumps(rules)),
        ("After the game", _after(rules)),
    )
    stated = ((title, tuple(sentences)) for title, sentences in groups)
    return tuple(HouseRules(title, sentences) for title, sentences in stated if sentences)


def _game(rules: RuleSet) -> Iterator[str]:
    if rules.seats == 4:
        yield "Four players; partners sit opposite each other."
    else:
        yield "Three players, each for themselves: in every hand the maker plays against two defenders."
    yield (
        "24 cards, ace to nine. The jack of trumps, the right bower, is highest; the other jack of its colour, "
        "the left bower, comes next and is a trump in every respect."
    )
    if rules.hands is not None:
        passed = "" if rules.stick_the_dealer else "; a deal that all pass is one of them"
        yield f"A game is {counted(rules.hands, 'hand')}{passed}."
    elif rules.seats == 4:
        yield f"The first side to reach {counted(rules.target or 0, 'point')} wins the game."
    else:
        yield (
            f"The first player to reach {counted(rules.target or 0, 'point')} wins the game; two defenders who "
            "reach it in the same hand have both won."
        )
    if rules.dummy_hand:
        yield (
            "A fourth hand, the dummy, is dealt face down. The maker keeps the best five cards of both hands; "
            "alone, the maker leaves the dummy."
        )
    if rules.seats == 4:
        yield (
            "A table of three plays each for themselves with a dummy hand: all five tricks bring the maker "
            f"{counted(rules.three_handed_march, 'point')}, a euchre brings each defender {rules.euchre}."
        )


def _deal(rules: RuleSet) -> Iterator[str]:
    if rules.first_dealer == "by plan":
        yield "The plan says who deals first."
    else:
        ties = {
            "by suit": "equal cards go by suit, spades highest, then hearts, diamonds, clubs",
            "draw again": "those with equal cards draw again",
        }
        yield f"The lowest card drawn deals first, ace high, nine low; {ties[rules.first_dealer_tie]}."
    if "card exposed in the deal" in rules.misdeals:
        yield "A card exposed in the deal is a misdeal: the dealer shuffles and deals again."
    if "hand of nines and tens" in rules.misdeals:
        yield "A player dealt only nines and tens may call a misdeal before the first pass or play."


def _trump(rules: RuleSet) -> Iterator[str]:
    yield "One round of calling on the card turned up, then one round naming another suit."
    if rules.stick_the_dealer:
        yield "If all pass twice, the dealer must name a suit."
    else:
        yield "If all pass twice, the next player deals."
    if rules.caller_must_hold_suit:
        yield (
            "Whoever orders or names a suit must hold a card of it; the left bower is enough. A dealer who picks up "
            "need not."
        )
        if rules.stick_the_dealer:
            yield "A dealer who must name a suit and holds none of those allowed may name any of them."


def _alone(rules: RuleSet) -> Iterator[str]:
    if rules.alone_declared == "first lead":
        yield "A player may declare alone until the first card is led."
    else:
        yield "A player declares alone when making trump."
    if rules.defender_alone:
        yield "A defender may go alone, too, even against a lone maker; the other defender is out of the hand."
    if rules.lone_lead == "left of lone hand":
        yield "The player left of the lone hand leads; if both are alone, the player left of the lone maker."
    else:
        yield "The first player left of the dealer who is in the hand leads."


def _points(rules: RuleSet) -> Iterator[str]:
    makers = "The makers take" if rules.seats == 4 else "The maker takes"
    yield f"{makers} three or four tricks: {counted(rules.made, 'point')}. All five: {rules.march}."
    partner = rules.alone_march_partner
    lone_march = str(rules.alone_march)
    if partner is not None and partner != rules.alone_march:
        lone_march += f" for the lone player, {partner} for the partner"
    yield f"Alone, three or four tricks: {counted(rules.alone_made, 'point')}. All five: {lone_march}."
    each = "the defenders score" if rules.seats == 4 else "each defender scores"
    yield f"Fewer than three tricks is a euchre: {each} {rules.euchre}; against a lone hand {rules.alone_euchre}."
    if rules.defender_alone:
        yield (
            f"A lone defender takes three or four tricks: {each} {rules.defended_alone}. "
            f"All five: {rules.defended_alone_march}."
        )


def _reneges(rules: RuleSet) -> Iterator[str]:
    points = counted(rules.renege_points, "point")
    team = (
        "The side of the player who fails to follow suit" if rules.seats == 4 else "Who fails to follow suit"
    )
    partner = ", the partner nothing" if rules.seats == 4 else ""
    yield {
        "team loses": f"{team} loses {points}.",
        "opponents gain": f"When a player fails to follow suit, the side it was against gains {points}.",
        "offender loses": f"A player who fails to follow suit loses {points}{partner}.",
        "team loses, opponents gain": f"{team} loses {points}, and the side it was against gains {points}.",
    }[rules.renege]
    if rules.renege_lone != "none":
        which = "in any lone hand" if rules.renege_lone == "any" else "against a lone hand of the other side"
        yield f"It is {counted(rules.renege_lone_points, 'point')} {which}."
    if rules.renege_ends_hand:
        yield "The hand ends at once and is not scored besides."
    else:
        yield "The hand is played out and scored besides."


def _bumps(rules: RuleSet) -> Iterator[str]:
    euchre = dollars(rules.bump_euchre_cents)
    if rules.bump_euchre_cents:
        both = (
            "each maker pays"
            if rules.seats == 4 and rules.bump_euchre_payer == "makers"
            else "the caller pays"
        )
        yield f"Euchred: {both} {euchre}."
    if rules.lone_euchre_cents:
        partner = ", the partner nothing" if rules.seats == 4 else ""
        yield f"Euchred alone: the lone player pays {dollars(rules.lone_euchre_cents)}{partner}."
    who = "each player of that side pays" if rules.seats == 4 else "the player pays"
    if rules.bump_renege_cents:
        yield f"Renege: {who} {dollars(rules.bump_renege_cents)}, in a lone hand too."
    if rules.bump_toss_cents:
        yield f"Cards tossed in before the hand is over: {who} {dollars(rules.bump_toss_cents)}, no points."


def _after(rules: RuleSet) -> Iterator[str]:
    yield {
        "extra hand": "After a drawn game one more hand, which scores nothing, decides who moves as winner.",
        "last hand": "After a drawn game the winners of the last hand move as winners.",
        "cut": "After a drawn game a cut of the cards decides who moves as winner.",
    }[rules.drawn_game_mover]
    if rules.draw_again_for_repeated_partners and rules.seats == 4:
        yield "Partners drawn at the table who have partnered before tonight draw again."
