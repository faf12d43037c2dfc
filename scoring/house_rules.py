"""A rule set in words, for the printed house rules: every decision about play, stated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scoring.hands import Hand, Outcome, PenaltyKind, score_hand
from scoring.rules import RuleSet
from scoring.words import counted, dollars


@dataclass(frozen=True)
class HouseRules:
    """One group of the house rules: a heading and its sentences, in the order to print them."""

    title: str
    sentences: tuple[str, ...]


def house_rules(
    rules: RuleSet, *, winners_move: bool = True, partners_drawn: bool = True, tables_of_three: bool = True
) -> tuple[HouseRules, ...]:
    """The rule set as people read it. Groups without a sentence are left out.

    A night leaves out what cannot happen in it: `winners_move` False, nobody's next table depends on who won;
    `partners_drawn` False, partners are not drawn at the table; `tables_of_three` False, all tables have four.
    """
    groups = (
        ("The game", _game(rules, tables_of_three=tables_of_three)),
        ("The deal", _deal(rules)),
        ("Making trump", _trump(rules)),
        ("Playing alone", _alone(rules)),
        ("The play", _play(rules)),
        ("Points of a hand", _points(rules)),
        ("Reneges", _reneges(rules)),
        ("Bump cup", _bumps(rules)),
        ("After the game", _after(rules, winners_move=winners_move, partners_drawn=partners_drawn)),
    )
    stated = ((title, tuple(sentences)) for title, sentences in groups)
    return tuple(HouseRules(title, sentences) for title, sentences in stated if sentences)


def rules_of_hand(rules: RuleSet, hand: Hand) -> tuple[str, ...]:
    """The sentences of the house rules that this hand is scored by, in the order of `house_rules`.

    Raises `ValueError` as `score_hand`.
    """
    outcome = score_hand(rules, hand).outcome
    lines = [_RULE_OF[outcome](rules)] if outcome in _RULE_OF else []
    if outcome in _LOST_BY_MAKERS:
        lines += _bump_line(rules, "lone euchre" if hand.alone else "euchre")
    for kind in sorted({penalty.kind for penalty in hand.penalties}):
        lines += rules_of_penalty(rules, kind)
    return tuple(lines)


def rules_of_penalty(rules: RuleSet, kind: PenaltyKind) -> tuple[str, ...]:
    """The sentences of the house rules about a renege or about cards tossed in; none for the director's points."""
    return (*(_reneges(rules) if kind == "renege" else ()), *_bump_line(rules, kind))


def _game(rules: RuleSet, *, tables_of_three: bool) -> Iterator[str]:
    if rules.seats == 4:
        yield "Four players; partners sit opposite each other."
    else:
        yield "Three players, each for themselves: in every hand the maker plays against two defenders."
    yield (
        "24 cards, ace to nine. The jack of trumps, the right bower, is highest; the other jack of its color, "
        "the left bower, comes next and is a trump in every respect. Then follow ace, king, queen, ten and nine; the "
        "other suits rank ace, king, queen, jack, ten, nine."
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
    if rules.seats == 4 and tables_of_three:
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
    yield (
        "One round of calling on the card turned up, from the dealer’s left, then one round naming another suit; the "
        "suit turned down cannot be named."
    )
    yield "If the card turned up is accepted, the dealer takes it and puts another one away, face down."
    yield _passed_out(rules)
    if rules.caller_must_hold_suit:
        yield (
            "Whoever orders or names a suit must hold a card of it; the left bower is enough. A dealer who picks up "
            "need not."
        )
        if rules.stick_the_dealer:
            yield "A dealer who must name a suit and holds none of those allowed may name any of them."


def _passed_out(rules: RuleSet) -> str:
    if rules.stick_the_dealer:
        return "If all pass twice, the dealer must name a suit."
    return "If all pass twice, the next player deals."


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


def _play(rules: RuleSet) -> Iterator[str]:
    everybody = "four" if rules.seats == 4 else "three"
    yield f"A trick is one card from each of the {everybody}, clockwise; who is out of the hand plays none."
    yield "Follow the suit led if you can. If you cannot, play any card."
    yield "The highest trump takes the trick, without trumps the highest card of the suit led. Its winner leads next."


def _points(rules: RuleSet) -> Iterator[str]:
    yield _made(rules)
    yield _made_alone(rules)
    yield _euchred(rules)
    if rules.defender_alone:
        yield _defended(rules)


def _made(rules: RuleSet) -> str:
    makers = "The makers take" if rules.seats == 4 else "The maker takes"
    return f"{makers} three or four tricks: {counted(rules.made, 'point')}. All five: {rules.march}."


def _made_alone(rules: RuleSet) -> str:
    partner = rules.alone_march_partner
    march = str(rules.alone_march)
    if partner is not None and partner != rules.alone_march:
        march += f" for the lone player, {partner} for the partner"
    return f"Alone, three or four tricks: {counted(rules.alone_made, 'point')}. All five: {march}."


def _euchred(rules: RuleSet) -> str:
    return (
        f"Fewer than three tricks is a euchre: {_each_defender(rules)} {rules.euchre}; against a lone hand "
        f"{rules.alone_euchre}."
    )


def _defended(rules: RuleSet) -> str:
    return (
        f"A lone defender takes three or four tricks: {_each_defender(rules)} {rules.defended_alone}. "
        f"All five: {rules.defended_alone_march}."
    )


def _each_defender(rules: RuleSet) -> str:
    return "the defenders score" if rules.seats == 4 else "each defender scores"


_RULE_OF: Mapping[Outcome, Callable[[RuleSet], str]] = MappingProxyType(
    {
        "made": _made,
        "march": _made,
        "alone": _made_alone,
        "lone march": _made_alone,
        "euchre": _euchred,
        "lone euchre": _euchred,
        "defended alone": _defended,
        "defended alone, all five": _defended,
        "passed out": _passed_out,
    }
)
"""The rule that an outcome is scored by; a hand that a renege ended has none but the renege's."""
_LOST_BY_MAKERS: Final = frozenset({"euchre", "lone euchre", "defended alone", "defended alone, all five"})


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
    yield from _bump_lines(rules).values()


def _bump_line(rules: RuleSet, cause: str) -> tuple[str, ...]:
    """What is paid for that, as a sentence; () for nothing."""
    return tuple(line for paid_for, line in _bump_lines(rules).items() if paid_for == cause)


def _bump_lines(rules: RuleSet) -> dict[str, str]:
    """What is paid into the cup, by what it is paid for: a euchre, a lone one, a penalty. Only what costs anything."""
    lines: dict[str, str] = {}
    if rules.bump_euchre_cents:
        both = (
            "each maker pays"
            if rules.seats == 4 and rules.bump_euchre_payer == "makers"
            else "the caller pays"
        )
        lines["euchre"] = f"Euchred: {both} {dollars(rules.bump_euchre_cents)}."
    if rules.lone_euchre_cents:
        partner = ", the partner nothing" if rules.seats == 4 else ""
        lines["lone euchre"] = (
            f"Euchred alone: the lone player pays {dollars(rules.lone_euchre_cents)}{partner}."
        )
    who = "each player of that side pays" if rules.seats == 4 else "the player pays"
    if rules.bump_renege_cents:
        lines["renege"] = f"Renege: {who} {dollars(rules.bump_renege_cents)}, in a lone hand too."
    if rules.bump_toss_cents:
        cents = dollars(rules.bump_toss_cents)
        lines["toss"] = f"Cards tossed in before the hand is over: {who} {cents}, no points."
    return lines


def _after(rules: RuleSet, *, winners_move: bool, partners_drawn: bool) -> Iterator[str]:
    mover = {
        "extra hand": "After a drawn game one more hand, which scores nothing, decides who moves as winner.",
        "last hand": "After a drawn game the winners of the last hand move as winners.",
        "cut": "After a drawn game a cut of the cards decides who moves as winner.",
    }[rules.drawn_game_mover]
    if winners_move:
        yield mover
    if partners_drawn and rules.draw_again_for_repeated_partners and rules.seats == 4:
        yield "Partners drawn at the table who have partnered before tonight draw again."
