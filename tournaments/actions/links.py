"""Links for helpers: make one, or one for every table; revoke."""

from __future__ import annotations

from scoring.words import counted
from tournaments.actions.act import Act, Result, act
from tournaments.actions.seating import tables_of
from tournaments.models import AccessLink
from tournaments.names import clean_name
from tournaments.problems import refuse
from tournaments.queries.table_codes import tables_to_come


@act
def make_link(act: Act, *, role: str, name: str, table_number: int | None = None) -> Result:
    """A new link for one helper of this night; its role is all it can do."""
    if role not in AccessLink.Role.values:
        raise refuse("role", "Choose runner, desk or scorekeeper.", field="role")
    label = clean_name(name)[:60]
    if not label:
        raise refuse("no_name", "Name the helper, so that the log can.", field="name")
    table = None
    if role == AccessLink.Role.TABLE:
        table = act.night.tables.filter(number=table_number or 0).first()
        if table is None:
            raise refuse("no_table", "Choose the scorekeeper's table.", field="table_number")
    link = AccessLink.objects.create(tournament=act.night, role=role, name=label, table=table)
    act.record(f"Made a {link.get_role_display()} link for {label}", after={"link": link.pk})
    return {"link": link.pk}


@act
def revoke_link(act: Act, *, link_id: int) -> Result:
    """A link opens nothing from now on."""
    link = act.night.links.filter(pk=link_id).first()
    if link is None:
        raise refuse("no_link", "That link is not one of this night's.")
    if link.revoked_at is not None:
        raise refuse("revoked", f"The link of {link.name} is already revoked.")
    link.revoked_at = act.at
    link.save(update_fields=["revoked_at"])
    act.record(f"Revoked the {link.get_role_display()} link of {link.name}")
    return {"link": link.pk}


@act
def make_table_links(act: Act) -> Result:
    """A scorekeeper's link for every table of the night that has no open one, so that its code can be printed; before
    anybody is seated, for the tables of all who have a place."""
    for division, numbers in tables_to_come(act.night).items():
        tables_of(act.night, division, numbers)
    linked = act.night.links.filter(role=AccessLink.Role.TABLE, revoked_at__isnull=True)
    tables = act.night.tables.exclude(pk__in=linked.values("table")).order_by("number")
    made = AccessLink.objects.bulk_create(
        AccessLink(
            tournament=act.night, role=AccessLink.Role.TABLE, name=f"Table {table.number}", table=table
        )
        for table in tables
    )
    if not made:
        raise refuse("nothing", "Every table has its link already.")
    act.record(f"Made scorekeeper links for {counted(len(made), 'table')}", after={"links": len(made)})
    return {"links": len(made)}
