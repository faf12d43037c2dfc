"""Euchre written down a second time, plainly and slowly, on text cards like "J♥": what the tests measure against.

Nothing here uses the code under test.
"""

COLOUR = {"♠": "black", "♣": "black", "♥": "red", "♦": "red"}
PACK = [rank + suit for suit in "♣♦♥♠" for rank in ("9", "10", "J", "Q", "K", "A")]


def is_left(card: str, trump: str) -> bool:
    """The jack of the same colour."""
    return card[:-1] == "J" and card[-1] != trump and COLOUR[card[-1]] == COLOUR[trump]


def suit_of(card: str, trump: str) -> str:
    """The suit the card counts for."""
    return trump if is_left(card, trump) else card[-1]


def beats(card: str, other: str, trump: str) -> bool:
    """Does `card`, played later, take the trick from `other`, which is winning it?"""
    mine, theirs = suit_of(card, trump), suit_of(other, trump)
    if mine != theirs:
        return mine == trump
    return height(card, trump) > height(other, trump)


def height(card: str, trump: str) -> int:
    """Height within a suit: the bowers above the ace of trumps, a plain jack below the queen."""
    if card == "J" + trump:
        return 100
    if is_left(card, trump):
        return 99
    return {"9": 9, "10": 10, "J": 11, "Q": 12, "K": 13, "A": 14}[card[:-1]]


def winner(plays: list[tuple[int, str]], trump: str) -> int:
    """The seat that takes the trick: go round the table and ask each card whether it beats the best so far."""
    best_seat, best = plays[0]
    for seat, card in plays[1:]:
        if beats(card, best, trump):
            best_seat, best = seat, card
    return best_seat


def may_play(card: str, hand: list[str], led: str | None, trump: str) -> bool:
    """The definition: any card to lead; else a card of the suit led, or any when the hand has none of it."""
    if led is None:
        return True
    wanted = suit_of(led, trump)
    follows = suit_of(card, trump) == wanted
    return follows or not [held for held in hand if suit_of(held, trump) == wanted]


def holds(hand: list[str], suit: str) -> bool:
    """May this hand call the suit where the caller must hold one of it?"""
    return any(suit_of(card, suit) == suit for card in hand)


def points_of_hand(
    event: str, seats: int, maker: int, alone: bool, lone_defender: int | None, won: list[int]
) -> tuple[list[int], list[int]]:
    """Points and bump cents by seat from the tricks each seat took, penalties apart."""
    makers = {maker} if seats == 3 else {maker, (maker + 2) % 4}
    tricks = sum(won[seat] for seat in makers)
    points, cents = [0] * seats, [0] * seats
    for seat in range(seats):
        if seat in makers and tricks == 5:
            points[seat] = 3 if seats == 3 else 4 if alone else 2
        elif seat in makers and tricks > 2:
            points[seat] = 1
        elif seat not in makers and tricks < 3:
            points[seat] = 4 if lone_defender is not None and tricks == 0 else 2
        if event == "wemsa" and seat in makers and tricks < 3:
            cents[seat] = 100 if not alone else 200 if seat == maker else 0
    return points, cents


def renege(
    event: str, seats: int, maker: int, alone: bool, lone_defender: int | None, offender: int
) -> tuple[list[int], list[int]]:
    """Points and bump cents by seat of one renege."""
    makers = {maker} if seats == 3 else {maker, (maker + 2) % 4}
    side = {offender} if seats == 3 else {offender, (offender + 2) % 4}
    if offender not in makers:
        side = set(range(seats)) - makers if seats == 3 else side
    others = set(range(seats)) - side
    lone = alone or lone_defender is not None
    others_lone = alone if offender not in makers else lone_defender is not None
    points, cents = [0] * seats, [0] * seats
    if event == "wemsa":
        for seat in {offender} if seats == 3 else side:
            points[seat] = -4 if others_lone else -2
            cents[seat] = 100
    elif event in ("fharmacy", "classic"):
        for seat in others:
            points[seat] = 4 if (lone if event == "fharmacy" else others_lone) else 2
    else:
        points[offender] = -4 if lone else -2
    return points, cents
