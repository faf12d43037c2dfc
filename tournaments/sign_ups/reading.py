"""Rows -> who to put on the list: add, skip or ask, and why, row by row."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from scoring.typed import BlankError, NotANumberError, parse_dollars
from scoring.words import counted, dollars
from tournaments.names import NAME_LENGTH, clean_name, clean_text, fold

from .columns import Role, recognised
from .divisions import Divisions
from .grid import Row, UnreadableListError

Decision = Literal["add", "skip", "ask"]

_COMING = {
    "attending",
    "checked in",
    "confirmed",
    "registered",
    "paid",
    "complete",
    "completed",
    "approved",
    "yes",
    "active",
}
_NOT_COMING = {
    "not attending", "deleted", "refunded", "transferred", "order cancelled", "order canceled",
    "cancelled", "canceled", "declined", "no", "withdrawn", "rejected",
}  # fmt: skip
_PLACEHOLDERS = {"info requested", "info requested info requested", "guest", "n a", "tba", "tbd"}
_DATES = ("%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%m/%d/%Y %H:%M:%S", "%Y-%m-%d %H:%M", "%m/%d/%Y %H:%M", "%Y-%m-%d", "%m/%d/%Y")  # fmt: skip


@dataclass(frozen=True)
class Listed:
    """Somebody already on the night's list."""

    name: str
    email: str
    division: str


@dataclass(frozen=True)
class SignUp:
    """One row as it would be entered. `division`: its name, "" when it must be chosen.

    `decision` "ask": the host must look (choose a division, mend the name, say whether it is the same
    person). `why`: for the host, in words; also for rows that are added.
    """

    line: int
    name: str
    division: str = ""
    email: str = ""
    phone: str = ""
    note: str = ""
    prepaid_cents: int = 0
    decision: Decision = "add"
    why: tuple[str, ...] = ()
    when: datetime | None = None

    def because(self, why: str, decision: Decision | None = None) -> SignUp:
        """The same row with one more remark and, where given, another decision. A skipped row stays skipped."""
        kept = self.decision if decision is None or self.decision == "skip" else decision
        return replace(self, why=(*self.why, why), decision=kept)


@dataclass(frozen=True)
class Reading:
    """A list understood. `sign_ups` in the order they are to be entered; `ignored`: what was passed over."""

    sign_ups: tuple[SignUp, ...]
    ignored: tuple[str, ...] = ()

    def of(self, decision: Decision) -> list[SignUp]:
        return [sign_up for sign_up in self.sign_ups if sign_up.decision == decision]


def read_sign_ups(rows: Sequence[Row], divisions: Sequence[str], listed: Collection[Listed] = ()) -> Reading:
    """What a list says about who comes. `divisions`: the night's; `listed`: who is on its list already.

    Raises UnreadableListError when its columns are not those of a list of people, or nobody is in it.
    """
    known = Divisions(divisions)
    roles, body, ignored = _heading(rows, known)
    found: list[SignUp] = []
    blank = 0
    names_by_order: dict[str, str] = {}
    for row in body:
        if row.is_blank:
            blank += 1
        elif fold(row.cells[0]).startswith(("total ", "total registered", "sum ")) and not any(
            cell.strip() for cell in row.cells[1:]
        ):
            ignored.append(f"line {row.line}: “{row.cells[0].strip()}”")
        else:
            found.append(_sign_up(row, roles, known, names_by_order))
    if blank:
        ignored.append(counted(blank, "blank row"))
    if not found:
        raise UnreadableListError("There are no players in this list.")
    in_order = sorted(found, key=lambda s: s.when or datetime.max) if any(s.when for s in found) else found
    return Reading(tuple(_against_list(_without_doubles(in_order), listed)), tuple(ignored))


def _heading(rows: Sequence[Row], known: Divisions) -> tuple[dict[int, Role], Sequence[Row], list[str]]:
    for index, row in enumerate(rows[:20]):
        if roles := recognised(row.cells):
            titles = [r for r in rows[:index] if not r.is_blank]
            return (
                roles,
                rows[index + 1 :],
                [f"line {r.line}: “{' '.join(r.cells).strip()[:60]}”" for r in titles],
            )
    filled = [row for row in rows if not row.is_blank]
    if roles := _roles_without_heading(filled, known):
        return roles, rows, []
    columns = ", ".join(cell.strip() for cell in filled[0].cells if cell.strip())[:200]
    raise UnreadableListError(
        f"The columns found are: {columns}. Needed is a heading with Name (or First Name and Last Name), "
        "and if you have them League and E-mail."
    )


def _roles_without_heading(rows: Sequence[Row], known: Divisions) -> dict[int, Role]:
    """Roles by what stands in the cells: one name a line, or names with leagues or addresses beside them."""
    width = max(len(row.cells) for row in rows)
    if width == 1:
        return {0: "name"}
    roles: dict[int, Role] = {}
    for column in range(width):
        cells = [
            row.cells[column].strip() for row in rows if column < len(row.cells) and row.cells[column].strip()
        ]
        if cells and all("@" in cell for cell in cells):
            roles[column] = "email"
        elif cells and all(known.find(cell).name for cell in cells) and len(known.names) > 1:
            roles[column] = "division"
        elif cells and "name" not in roles.values():
            roles[column] = "name"
    return roles if len(roles) > 1 and "name" in roles.values() else {}


def _sign_up(row: Row, roles: Mapping[int, Role], known: Divisions, names_by_order: dict[str, str]) -> SignUp:
    values: dict[Role, str] = defaultdict(str)
    for column, role in roles.items():
        cell = row.cells[column] if column < len(row.cells) else ""
        values[role] = values[role] or (cell.strip() if role != "note" else cell)
    sign_up = SignUp(
        line=row.line,
        name=_name(values),
        phone=clean_name(values["phone"])[:40],
        note=clean_text(values["note"])[:2000],
        when=_date(values["date"]),
    )
    sign_up = _with_name(sign_up, values, names_by_order)
    sign_up = _with_email(sign_up, values["email"])
    sign_up = _with_status(sign_up, values, "status" in roles.values())
    sign_up = _with_division(sign_up, values, known, "sessions" in roles.values())
    sign_up = _with_money(sign_up, values)
    if row.damaged:
        sign_up = sign_up.because("some characters could not be read: check the name", "ask")
    return sign_up


def _name(values: Mapping[Role, str]) -> str:
    whole = clean_name(values["name"])
    if not whole:
        return clean_name(f"{values['first']} {values['last']}")
    last, comma, first = whole.partition(",")
    return (
        f"{first.strip()} {last.strip()}"
        if comma and first.strip() and last.strip() and "," not in first
        else whole
    )


def _with_name(sign_up: SignUp, values: Mapping[Role, str], names_by_order: dict[str, str]) -> SignUp:
    order = values["order"]
    if fold(sign_up.name) in _PLACEHOLDERS:
        buyer = names_by_order.get(order) if order else None
        name = f"Guest of {buyer}" if buyer else f"Guest, line {sign_up.line}"
        return replace(sign_up, name=name[:NAME_LENGTH]).because("no name given: ask for it at check-in")
    if not sign_up.name:
        return sign_up.because("there is no name in this row", "ask")
    if len(sign_up.name) > NAME_LENGTH:
        return sign_up.because(
            f"the name has {len(sign_up.name)} characters, at most {NAME_LENGTH} fit", "ask"
        )
    if order:
        names_by_order.setdefault(order, sign_up.name)
    return sign_up


def _with_email(sign_up: SignUp, typed: str) -> SignUp:
    email = clean_name(typed)
    if not email:
        return sign_up
    try:
        validate_email(email)
    except ValidationError:
        return sign_up.because(f"“{email[:60]}” is not an e-mail address", "ask")
    return replace(sign_up, email=email)


def _with_status(sign_up: SignUp, values: Mapping[Role, str], has_status: bool) -> SignUp:
    if not has_status:
        return sign_up
    status = fold(values["status"])
    if status in _COMING:
        return sign_up
    if status in _NOT_COMING:
        return sign_up.because(f"status “{values['status']}”: not coming", "skip")
    shown = f"status “{values['status']}”" if status else "no status"
    return sign_up.because(f"{shown}: do they come?", "ask")


def _with_division(sign_up: SignUp, values: Mapping[Role, str], known: Divisions, by_session: bool) -> SignUp:
    if by_session and not values["division"]:
        session = known.session(values["sessions"])
        if session is None:
            return sign_up.because("no euchre session among theirs", "skip")
        return replace(sign_up, division=session)
    match = known.find(values["division"])
    if not match.name:
        said = (
            f"“{values['division'][:40]}” is none of the divisions"
            if values["division"]
            else "no division given"
        )
        return sign_up.because(f"{said}: choose one", "ask")
    found = replace(sign_up, division=match.name)
    return found if match.sure else found.because(f"“{values['division'][:40]}” taken as {match.name}")


def _with_money(sign_up: SignUp, values: Mapping[Role, str]) -> SignUp:
    if re.fullmatch(r"\d+", values["quantity"]) and int(values["quantity"]) > 1:
        sign_up = sign_up.because(f"{values['quantity']} seats in one row: add the others by name")
    try:
        cents = parse_dollars(values["paid"])
    except (BlankError, NotANumberError):
        return sign_up
    return (
        replace(sign_up, prepaid_cents=cents).because(f"already paid {dollars(cents)}")
        if cents > 0
        else sign_up
    )


def _date(text: str) -> datetime | None:
    for form in _DATES:
        try:
            return datetime.strptime(text, form)
        except ValueError:
            continue
    return None


def _without_doubles(sign_ups: Sequence[SignUp]) -> list[SignUp]:
    """The same name with the same address (or both without) is one person: the newest row counts."""
    newest: dict[tuple[str, str], int] = {}
    result: list[SignUp] = []
    for sign_up in sign_ups:
        person = (fold(sign_up.name), sign_up.email.casefold())
        if sign_up.decision == "skip" or not person[0]:
            result.append(sign_up)
            continue
        earlier = newest.get(person)
        if earlier is not None and not sign_up.name.startswith("Guest"):
            old = result[earlier]
            result[earlier] = replace(
                old, decision="skip", why=(*old.why, f"the same person again in line {sign_up.line}")
            )
            if old.division != sign_up.division:
                sign_up = sign_up.because(f"changed from {old.division or 'no division'} (line {old.line})")
        newest[person] = len(result)
        result.append(sign_up)
    return result


def _against_list(sign_ups: Sequence[SignUp], listed: Collection[Listed]) -> list[SignUp]:
    """Who is already on the night's list is not entered again; a namesake without a matching address is asked."""
    by_name: dict[str, list[Listed]] = defaultdict(list)
    for person in listed:
        by_name[fold(person.name)].append(person)
    result = []
    for sign_up in sign_ups:
        same = by_name.get(fold(sign_up.name), [])
        if sign_up.decision == "skip" or not same:
            result.append(sign_up)
        elif any(person.email.casefold() == sign_up.email.casefold() for person in same):
            result.append(replace(sign_up, decision="skip", why=(*sign_up.why, "already on the list")))
        elif sign_up.email and all(person.email for person in same):
            result.append(sign_up.because("another person of this name is on the list"))
        else:
            result.append(sign_up.because(f"is this the {same[0].name} already on the list?", "ask"))
    return result
