"""What holds for every hand under every rule set."""

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from scoring import Hand, Penalty, RuleSet, score_hand
from tests.scoring.strategies import partner, played

Played = tuple[RuleSet, Hand]


def moved(hand: Hand, seat_of: list[int]) -> Hand:
    """The same hand with everybody in another seat."""
    return replace(
        hand,
        maker=None if hand.maker is None else seat_of[hand.maker],
        defender_alone=None if hand.defender_alone is None else seat_of[hand.defender_alone],
        penalties=tuple(replace(p, offender=seat_of[p.offender]) for p in hand.penalties),
    )


def seatings(rules: RuleSet) -> list[list[int]]:
    """Every way to sit that keeps partners together."""
    if rules.seats == 3:
        return [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    turns = [[(seat + turn) % 4 for seat in range(4)] for turn in range(4)]
    return turns + [[(seat * 3 + turn) % 4 for seat in range(4)] for turn in range(4)]


@given(played(), st.data())
def test_moving_everybody_to_another_seat_moves_the_score_with_them(
    case: Played, data: st.DataObject
) -> None:
    rules, hand = case
    seat_of = data.draw(st.sampled_from(seatings(rules)))
    before, after = score_hand(rules, hand), score_hand(rules, moved(hand, seat_of))
    assert before.outcome == after.outcome
    for seat, new in enumerate(seat_of):
        assert before.points[seat] == after.points[new]
        assert before.bump_cents[seat] == after.bump_cents[new]


@given(played())
def test_the_parts_add_up_and_partners_share_the_sides_points(case: Played) -> None:
    rules, hand = case
    score = score_hand(rules, hand)
    parts = zip(score.side_points, score.personal_points, score.director_points, strict=True)
    assert score.points == tuple(map(sum, parts))
    assert len(score.points) == len(score.bump_cents) == rules.seats
    if rules.seats == 4:
        assert score.side_points[:2] == score.side_points[2:]
    assert min(score.bump_cents) >= 0


@given(played(penalised=False))
def test_one_side_gains_and_its_gain_follows_from_the_outcome(case: Played) -> None:
    rules, hand = case
    score = score_hand(rules, hand)
    both = 2 if rules.seats == 4 else 1
    lone = rules.alone_march
    if rules.seats == 4:
        lone += rules.alone_march if rules.alone_march_partner is None else rules.alone_march_partner
    worth = {
        "made": both * rules.made,
        "march": both * rules.march,
        "alone": both * rules.alone_made,
        "lone march": lone,
        "euchre": 2 * rules.euchre,
        "lone euchre": 2 * rules.alone_euchre,
        "defended alone": 2 * rules.defended_alone,
        "defended alone, all five": 2 * rules.defended_alone_march,
        "passed out": 0,
    }
    assert sum(score.points) == worth[score.outcome]


@given(played())
def test_each_penalty_adds_its_own_whatever_else_happened(case: Played) -> None:
    rules, hand = case
    assume(not rules.renege_ends_hand)
    bare = score_hand(rules, replace(hand, penalties=()))
    points, cents = list(bare.points), list(bare.bump_cents)
    for penalty in hand.penalties:
        one = score_hand(rules, replace(hand, penalties=(penalty,)))
        points = [p + o - b for p, o, b in zip(points, one.points, bare.points, strict=True)]
        cents = [c + o - b for c, o, b in zip(cents, one.bump_cents, bare.bump_cents, strict=True)]
    whole = score_hand(rules, hand)
    assert (whole.points, whole.bump_cents) == (tuple(points), tuple(cents))


# An oracle that asks, for one seat at a time, what that player is told at the table.


def told(rules: RuleSet, hand: Hand, me: int) -> tuple[int, int]:
    """(points, cents) of one seat."""
    points, cents = 0, 0
    calling = hand.maker is not None and me in (hand.maker, partner(rules, hand.maker))
    lone = hand.alone or hand.defender_alone is not None
    stopped = rules.renege_ends_hand and "renege" in [p.kind for p in hand.penalties]
    if hand.maker is not None and hand.tricks is not None and not stopped:
        if hand.tricks < 3 and not calling:
            if hand.defender_alone is None:
                points += rules.alone_euchre if hand.alone else rules.euchre
            else:
                points += rules.defended_alone if hand.tricks else rules.defended_alone_march
        if hand.tricks < 3 and calling:
            if hand.alone:
                fee = rules.bump_alone_euchre_cents
                cents += (rules.bump_euchre_cents if fee is None else fee) if me == hand.maker else 0
            elif me == hand.maker or rules.bump_euchre_payer == "makers":
                cents += rules.bump_euchre_cents
        if hand.tricks >= 3 and calling:
            if hand.tricks < 5:
                points += rules.alone_made if hand.alone else rules.made
            elif not hand.alone:
                points += rules.march
            elif me == hand.maker or rules.alone_march_partner is None:
                points += rules.alone_march
            else:
                points += rules.alone_march_partner
    for p in hand.penalties:
        ours = p.offender in (me, partner(rules, me))
        if p.kind == "points":
            points += p.points if p.offender == me else 0
        elif p.kind == "toss":
            cents += rules.bump_toss_cents if ours else 0
        else:
            they_called = p.offender in (hand.maker, partner(rules, hand.maker or 0))
            their_foe_is_alone = hand.defender_alone is not None if they_called else hand.alone
            doubled = {"any": lone, "other side's": their_foe_is_alone, "none": False}[rules.renege_lone]
            worth = rules.renege_lone_points if doubled else rules.renege_points
            cents += rules.bump_renege_cents if ours else 0
            if rules.renege == "offender loses":
                points -= worth if p.offender == me else 0
            if rules.renege.startswith("team loses"):
                points -= worth if ours else 0
            if rules.renege.endswith("opponents gain"):
                points += worth if calling != they_called else 0
    return points, cents


@given(played())
def test_the_score_is_what_each_player_would_be_told(case: Played) -> None:
    rules, hand = case
    score = score_hand(rules, hand)
    for seat in range(rules.seats):
        assert (score.points[seat], score.bump_cents[seat]) == told(rules, hand, seat)


@given(played(penalised=False), st.integers(-5, 5))
def test_points_of_the_director_move_nothing_but_the_offenders_points(case: Played, points: int) -> None:
    rules, hand = case
    assume(hand.maker is not None and hand.defender_alone is None)
    maker = hand.maker or 0
    bare = score_hand(rules, hand)
    score = score_hand(rules, replace(hand, penalties=(Penalty("points", maker, points),)))
    assert sum(score.points) - sum(bare.points) == points == score.director_points[maker]
    assert (score.side_points, score.bump_cents) == (bare.side_points, bare.bump_cents)
