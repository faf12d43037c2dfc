"""Audits a hand played by bots with the plain reading of the game: every bid, card, trick and point again."""

from scoring import HandScore, RuleSet
from scoring.play import HandRecord
from tests.scoring import plain_euchre as plain

Score = tuple[list[int], list[int]]


def audit_hand(rules: RuleSet, record: HandRecord) -> None:
    """Fail when anything in the record is not as the plain reading of the rules has it."""
    event = rules.name.removesuffix("-three")
    hands = [[str(card) for card in hand] for hand in record.deal.hands]
    dummy = [str(card) for card in record.deal.dummy]
    _audit_deal(rules, record, hands, dummy)
    _audit_bids(event, rules.seats, record, hands)
    if record.maker is None:
        assert event not in ("wemsa", "classic"), "the dealer is stuck"
        assert (record.tricks, record.trump, record.score.outcome) == ((), None, "passed out")
        assert set(record.score.points + record.score.bump_cents) == {0}
        return
    _take_cards(rules, record, hands, dummy)
    out = _out(rules.seats, record)
    offenders = _audit_tricks(event, rules.seats, record, hands, out)
    reneges = [penalty.offender for penalty in record.hand.penalties if penalty.kind == "renege"]
    assert offenders == reneges
    assert not out & {penalty.offender for penalty in record.hand.penalties}
    _audit_score(event, rules.seats, record, reneges)


def _audit_deal(rules: RuleSet, record: HandRecord, hands: list[list[str]], dummy: list[str]) -> None:
    assert len(hands) == rules.seats
    assert len(dummy) == (5 if rules.seats == 3 else 0)
    assert all(len(hand) == 5 for hand in hands)
    rest = [str(card) for card in (record.deal.turn_up, *record.deal.kitty)]
    assert sorted(sum(hands, dummy + rest)) == sorted(plain.PACK)
    if rules.name.startswith("torrence-knox"):
        assert not [hand for hand in hands if {card[:-1] for card in hand} <= {"9", "10"}], "a misdeal"


def _audit_bids(event: str, seats: int, record: HandRecord, hands: list[list[str]]) -> None:
    turned = str(record.deal.turn_up)[-1]
    left = record.deal.dealer + 1
    order = [(place // seats + 1, (left + place % seats) % seats) for place in range(2 * seats)]
    assert [(bid.bidding_round, bid.seat) for bid in record.bids] == order[: len(record.bids)]
    assert all(bid.suit is None for bid in record.bids[:-1])
    last = record.bids[-1]
    if last.suit is None:
        assert len(record.bids) == 2 * seats
        return
    assert (last.seat, last.suit, last.alone) == (record.maker, record.trump, record.hand.alone)
    suit = last.suit.symbol
    assert (suit == turned) == (last.bidding_round == 1)
    if event == "wemsa" and not plain.holds(hands[last.seat], suit):
        assert last.seat == record.deal.dealer
        others = [other for other in "♣♦♥♠" if other != turned]
        assert last.bidding_round == 1 or not [s for s in others if plain.holds(hands[last.seat], s)]


def _take_cards(rules: RuleSet, record: HandRecord, hands: list[list[str]], dummy: list[str]) -> None:
    """Let the dealer exchange a card and the maker take in the dummy, so that `hands` are what is played."""
    dealer = record.deal.dealer
    assert (record.discard is not None) == (record.bids[-1].bidding_round == 1)
    if record.discard is not None:
        hands[dealer].append(str(record.deal.turn_up))
        hands[dealer].remove(str(record.discard))
    assert bool(record.kept) == (rules.seats == 3 and not record.hand.alone)
    if record.kept and record.maker is not None:
        kept = [str(card) for card in record.kept]
        assert len(set(kept)) == 5
        assert set(kept) <= {*hands[record.maker], *dummy}
        hands[record.maker] = kept


def _out(seats: int, record: HandRecord) -> set[int]:
    maker, lone_defender = record.hand.maker, record.hand.defender_alone
    out = set()
    if seats == 4 and record.hand.alone and maker is not None:
        out.add((maker + 2) % 4)
    if lone_defender is not None and maker is not None:
        out.add((lone_defender + 2) % 4 if seats == 4 else 3 - maker - lone_defender)
    return out


def _audit_tricks(
    event: str, seats: int, record: HandRecord, hands: list[list[str]], out: set[int]
) -> list[int]:
    """Play the tricks again; returns the seats that reneged, in order."""
    assert record.trump is not None
    trump = record.trump.symbol
    leader = _leader(event, seats, record, out)
    offenders = []
    for trick in record.tricks:
        plays = [(seat, str(card)) for seat, card in trick.plays]
        turn = [seat for step in range(seats) if (seat := (leader + step) % seats) not in out]
        assert [seat for seat, _ in plays] == turn[: len(plays)]
        for place, (seat, card) in enumerate(plays):
            if not plain.may_play(card, hands[seat], plays[0][1] if place else None, trump):
                offenders.append(seat)
            hands[seat].remove(card)
        if trick.winner is None:
            assert trick is record.tricks[-1]
            assert offenders == [plays[-1][0]]
            assert event in ("fharmacy", "classic")
            return offenders
        assert len(plays) == len(turn)
        assert trick.winner == plain.winner(plays, trump)
        leader = trick.winner
    assert len(record.tricks) == 5
    assert [len(hand) for seat, hand in enumerate(hands) if seat not in out] == [0] * (seats - len(out))
    return offenders


def _leader(event: str, seats: int, record: HandRecord, out: set[int]) -> int:
    hand = record.hand
    start = record.deal.dealer
    if event == "torrence-knox" and hand.maker is not None:
        if hand.alone:
            start = hand.maker
        elif hand.defender_alone is not None:
            start = hand.defender_alone
    left = (start + 1) % seats
    return left if left not in out else (left + 1) % seats


def _audit_score(event: str, seats: int, record: HandRecord, reneges: list[int]) -> None:
    hand = record.hand
    assert hand.maker is not None
    contract = (event, seats, hand.maker, hand.alone, hand.defender_alone)
    parts: list[Score] = [plain.renege(*contract, offender) for offender in reneges]
    if record.tricks[-1].winner is None:
        assert record.score.outcome == "renege"
    else:
        winners = [trick.winner for trick in record.tricks]
        won = [winners.count(seat) for seat in range(seats)]
        assert record.tricks_won == tuple(won)
        parts.append(plain.points_of_hand(*contract, won))
    for penalty in hand.penalties:
        if penalty.kind == "toss":
            side = {penalty.offender} if seats == 3 else {penalty.offender, (penalty.offender + 2) % 4}
            assert event == "wemsa"
            parts.append(([0] * seats, [100 if seat in side else 0 for seat in range(seats)]))
    assert _by_seat(record.score) == (
        [sum(points[seat] for points, _ in parts) for seat in range(seats)],
        [sum(cents[seat] for _, cents in parts) for seat in range(seats)],
    )


def _by_seat(score: HandScore) -> Score:
    return list(score.points), list(score.bump_cents)
