"""The one place where rows of a night are deleted for good, append-only ones too: a rehearsal that is thrown away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db.models import ForeignKey, Model, QuerySet

from .night import Tournament

Path = tuple[type[Model], str]


class NotARehearsal(TypeError):
    """Code tried to delete, or to let bots play, a real night."""


def erase(rehearsal: Tournament) -> None:
    """Delete a rehearsal and every row that belongs to it. Inside a transaction that holds its lock.

    Raises NotARehearsal for any other night.
    """
    if not rehearsal.is_rehearsal:
        raise NotARehearsal(f"{rehearsal} is a real night: it is hidden, never deleted")
    order = rows_of_a_night()
    for model, path in reversed(order):  # nobody adds a row to one that goes, from now on
        list(QuerySet(model).filter(**{path: rehearsal.pk}).select_for_update(of=("self",)).values_list("pk"))
    for model, path in order:
        # A plain QuerySet, for `AppendOnlyQuerySet` refuses.
        rows: QuerySet[Model] = QuerySet(model).filter(**{path: rehearsal.pk})
        for field in _to_itself(model):
            while rows.exclude(**{field.name: None}).exists():  # whoever points at another goes before it
                pointed_at = rows.exclude(**{field.name: None}).values_list(field.name, flat=True)
                rows.exclude(pk__in=list(pointed_at)).delete()
        rows.delete()
    QuerySet(Tournament).filter(pk=rehearsal.pk).delete()


def rows_of_a_night() -> list[Path]:
    """Every model whose rows belong to one night, with the look-up from it to the night; users before what they use."""
    models = [model for model in apps.get_app_config("tournaments").get_models() if model is not Tournament]
    paths = {model: path for model in models if (path := _path(model))}
    ordered: list[Path] = []
    while paths:
        needed = {
            field.related_model for model in paths for field in _links(model) if field.related_model != model
        }
        free = sorted((m for m in paths if m not in needed), key=lambda m: m.__name__)
        ordered += [(model, paths.pop(model)) for model in free]
    return ordered


def _path(model: type[Model], seen: frozenset[type[Model]] = frozenset()) -> str:
    """The shortest way from a model to its night, as a look-up: "game__tournament"; "" for none."""
    ways = [
        field.name if field.related_model is Tournament else f"{field.name}__{further}"
        for field in _links(model)
        if field.related_model not in seen | {model}
        and (field.related_model is Tournament or (further := _path(field.related_model, seen | {model})))
    ]
    return min(ways, key=lambda way: (way.count("__"), way), default="")


def _links(model: type[Model]) -> Iterator[ForeignKey[Any, Any]]:
    own = {*apps.get_app_config("tournaments").get_models()}
    return (f for f in model._meta.get_fields() if isinstance(f, ForeignKey) and f.related_model in own)


def _to_itself(model: type[Model]) -> list[ForeignKey[Any, Any]]:
    return [field for field in _links(model) if field.related_model is model]
