"""The ledger's acts: taking and returning buy-ins, paying prizes, the bump cup.

Integer cents. Rows are only ever added; a mistake is reversed by a row that points at it.
"""

from __future__ import annotations

from django.db.models import Q, Sum

from scoring.words import dollars
from tournaments.actions.act import Act, Result, act
from tournaments.actions.lookup import player_of, refuse_if_final
from tournaments.models import Division, LedgerEntry, Player
from tournaments.problems import refuse

Account, Kind, Method = LedgerEntry.Account, LedgerEntry.Kind, LedgerEntry.Method

#: Methods a desk can take money by; "none" is a free entry (staff, comp).
PAYS_BY = (Method.CASH, Method.CARD, Method.PREPAID, Method.NONE)

MOST_CENTS = 1_000_000  # of one movement of money: a slipped digit is likelier than more


def paid_cents(player: Player) -> int:
    """What the player has in the pots now: buy-ins less refunds and reversals."""
    rows = player.ledger.filter(
        Q(kind__in=LedgerEntry.STAKES) | Q(kind=Kind.REVERSAL, reverses__kind__in=LedgerEntry.STAKES)
    )
    return rows.aggregate(total=Sum("cents"))["total"] or 0


def take_buy_in(act: Act, player: Player, *, cents: int, method: str) -> LedgerEntry | None:
    """Book a buy-in inside another act, which has made sure that it is due. A free entry books nothing."""
    if method not in PAYS_BY:
        raise refuse("method", "Choose how it was paid: cash, card, beforehand or free.", field="method")
    if not 0 <= cents <= MOST_CENTS:
        raise refuse("amount", f"The amount must be between $0 and {dollars(MOST_CENTS)}.", field="amount")
    if method == Method.NONE or cents == 0:
        return None
    return book(act, account=Account.POT, kind=Kind.BUY_IN, cents=cents, method=method, player=player)


@act
def collect(act: Act, *, player_id: int, cents: int, method: str) -> Result:
    """Take a buy-in from somebody who has not paid yet, checked in or not; never a second one (MON-06)."""
    refuse_if_final(act.night)
    player = player_of(act.night, player_id)
    if (already := paid_cents(player)) > 0:
        raise refuse("already_paid", f"{player.name} has already paid {dollars(already)}.", field="method")
    entry = take_buy_in(act, player, cents=cents, method=method)
    if entry is None:
        raise refuse("nothing", "Nothing to collect: the amount is $0.", field="amount")
    act.record(f"Collected {dollars(cents)} by {method} from {player.name}", after=cents, player=player)
    return {"entry": entry.pk}


@act
def refund(act: Act, *, player_id: int, cents: int, method: str = Method.CASH, reason: str = "") -> Result:
    """Return all or part of what a player paid; never more than is left of it (MON-07, MON-08)."""
    player = player_of(act.night, player_id)
    refuse_if_final(act.night)
    left = paid_cents(player)
    if not 0 < cents <= left:
        raise refuse("amount", f"{player.name} has {dollars(left)} to give back at most.", field="amount")
    if method not in (Method.CASH, Method.CARD):
        raise refuse("method", "A refund goes out as cash or to the card.", field="method")
    entry = book(
        act, account=Account.POT, kind=Kind.REFUND, cents=-cents, method=method, player=player, note=reason
    )
    act.record(
        f"Gave {dollars(cents)} back to {player.name}",
        before=left,
        after=left - cents,
        reason=reason,
        player=player,
    )
    return {"entry": entry.pk}


@act
def reverse_entry(act: Act, *, entry_id: int, reason: str = "") -> Result:
    """Take back one ledger row by its mirror image, once; a refund not under a buy-in paid since (MON-06)."""
    original = act.night.ledger.select_related("player__division", "division").filter(pk=entry_id).first()
    if original is None or original.kind == Kind.TRANSFER:
        raise refuse("no_entry", "That row is not in this night's ledger.")
    refuse_if_final(act.night)
    if original.kind == Kind.REFUND and _has_paid_since(original):
        text = (
            f"{original.player} has paid again since that was given back: take the later payment back first."
        )
        raise refuse("paid_again", text)
    reversal = reverse(act, original, reason)
    act.record(
        f"Took back: {original.get_kind_display()} {dollars(original.cents)}",
        before=original.cents,
        after=0,
        reason=reason,
        player=original.player,
    )
    return {"entry": reversal.pk}


def _has_paid_since(refunded: LedgerEntry) -> bool:
    later = LedgerEntry.objects.filter(player=refunded.player_id, kind=Kind.BUY_IN, pk__gt=refunded.pk)
    return later.filter(reversed_by__isnull=True).exists()


def reverse(act: Act, original: LedgerEntry, reason: str = "") -> LedgerEntry:
    """Book the mirror image of a row inside another act."""
    if original.kind == Kind.REVERSAL or original.reversed_by.exists():
        raise refuse("reversed", "That row has already been taken back.")
    if original.kind == Kind.CUP_COUNTED and (holds := _cup_cents(act)) < original.cents:
        text = f"The bump cup holds only {dollars(holds)}: take back what was spent first."
        raise refuse("cup", text)
    player, division = original.player, original.division
    if player is not None and original.kind in LedgerEntry.STAKES:
        division = player.league  # the stake has moved with the player (`move_pot_share`)
        left = paid_cents(player)
        if left < original.cents:
            raise refuse(
                "stake",
                f"{player.name} has only {dollars(left)} left in the pot: take the refund back first.",
            )
    return LedgerEntry.objects.create(
        tournament=act.night,
        account=original.account,
        division=division,
        method=original.method,
        kind=Kind.REVERSAL,
        cents=-original.cents,
        player=player,
        reverses=original,
        prize=original.prize,
        note=reason[:200],
        entered_by=act.caller.actor.name,
        at=act.at,
    )


def reverse_buy_ins(act: Act, player: Player, reason: str) -> int:
    """Take back every buy-in and refund of a player not yet taken back; returns the cents given back."""
    open_rows = player.ledger.filter(kind__in=(Kind.BUY_IN, Kind.REFUND), reversed_by__isnull=True).order_by(
        "cents"  # refunds first, so that the stake never falls below zero
    )
    return sum(-reverse(act, row, reason).cents for row in open_rows)


def move_pot_share(act: Act, player: Player, old: Division, new: Division) -> int:
    """Move what a player paid from one pot to the other inside a division move; returns the cents moved."""
    cents = paid_cents(player)
    if cents:
        for division, signed in ((old, -cents), (new, cents)):
            book(
                act,
                account=Account.POT,
                kind=Kind.TRANSFER,
                cents=signed,
                method=Method.NONE,
                player=player,
                division=division,
            )
    return cents


@act
def count_cup(act: Act, *, cents: int, note: str = "") -> Result:
    """Bring in bump money counted out of the cups on the tables. It is compared with what the sheets say."""
    if not act.night.settings.bump_cup:
        raise refuse("no_cup", "This night plays without a bump cup.")
    if not 0 < cents <= MOST_CENTS:
        raise refuse(
            "amount", f"Enter the counted money, above $0 and at most {dollars(MOST_CENTS)}.", field="amount"
        )
    entry = book(act, account=Account.CUP, kind=Kind.CUP_COUNTED, cents=cents, method=Method.CASH, note=note)
    act.record(f"Counted {dollars(cents)} into the bump cup", after=cents, reason=note)
    return {"entry": entry.pk}


@act
def spend_from_cup(act: Act, *, cents: int, note: str) -> Result:
    """Spend bump money on prizes and giveaways (WEMSA, Scoring 3); never more than was counted in."""
    balance = _cup_cents(act)
    if not note.strip():
        raise refuse("note", "Say what the money was spent on.", field="note")
    if not 0 < cents <= balance:
        raise refuse("amount", f"The bump cup holds {dollars(balance)}.", field="amount")
    entry = book(act, account=Account.CUP, kind=Kind.CUP_SPENT, cents=-cents, method=Method.CASH, note=note)
    act.record(f"Spent {dollars(cents)} from the bump cup: {note}", before=balance, after=balance - cents)
    return {"entry": entry.pk}


def _cup_cents(act: Act) -> int:
    """What the bump cup holds: counted in, less spent."""
    return act.night.ledger.filter(account=Account.CUP).aggregate(total=Sum("cents"))["total"] or 0


@act
def count_till(act: Act, *, counted_cents: int, note: str = "") -> Result:
    """Write down what was counted in the cash box beside what it should hold. Changes no amount."""
    if not 0 <= counted_cents <= 10_000_000:
        raise refuse("amount", "Enter the counted cash, from $0 to $100,000.", field="counted")
    expected = act.night.ledger.filter(method=Method.CASH).aggregate(total=Sum("cents"))["total"] or 0
    difference = counted_cents - expected
    result = (
        "it agrees"
        if difference == 0
        else f"{dollars(abs(difference))} {'over' if difference > 0 else 'short'}"
    )
    act.record(
        f"Counted {dollars(counted_cents)} of {dollars(expected)} cash: {result}",
        before=expected,
        after=counted_cents,
        reason=note,
    )
    return {"expected": expected, "difference": difference}


def book(
    act: Act,
    *,
    account: str,
    kind: str,
    cents: int,
    method: str,
    player: Player | None = None,
    division: Division | None = None,
    note: str = "",
    prize: str = "",
) -> LedgerEntry:
    """Write one row; a pot row belongs to the player's league unless another one is named."""
    if account == Account.POT and division is None and player is not None:
        division = player.league
    return LedgerEntry.objects.create(
        tournament=act.night,
        account=account,
        division=division,
        method=method,
        kind=kind,
        cents=cents,
        player=player,
        note=note[:200],
        prize=prize,
        entered_by=act.caller.actor.name,
        at=act.at,
    )
