"""What all tests share: which of them run on which database, and the site under test as a real server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from django.db.models.sql.compiler import SQLCompiler
from django.test import TransactionTestCase
from hypothesis import HealthCheck
from hypothesis import settings as properties

if TYPE_CHECKING:
    from tests.site import Site

# Playwright keeps an event loop running in the test's thread, where Django would refuse to touch the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# A busy machine is slow, not wrong.
properties.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
properties.load_profile("untimed")

DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "site"}

AT_SECOND_HAND = {"web", "simulation"}
"""Folders of tests that reach the database through what other tests look at."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--everything`: on PostgreSQL, every browser test and every parameter as well."""
    parser.addoption(
        "--everything", action="store_true", help="on PostgreSQL run every browser test and parameter too"
    )


def pytest_report_header() -> str:
    """Name the database in the first lines of the run."""
    if settings.POSTGRES:
        return "database: PostgreSQL (only tests that use the database)"
    return "database: SQLite"


@pytest.hookimpl(trylast=True)  # tests/browser marks its own first
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what does not belong to this database.

    On PostgreSQL: what uses no database, and the screens, which know none, but for what is marked
    `both_databases`; and of pages and simulated nights, which reach the database through acts and queries that are
    tested whole on both, all parameters but the first.
    """
    everything = config.getoption("everything")
    kept, left_out = [], []
    for item in items:
        (kept if _belongs(item, everything=everything) else left_out).append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
    items[:] = dealt(kept, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def dealt(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests in an order in which every worker's equal share begins with its part of the slow ones.

    Pytest's workers begin with equal shares in order, and help each other from the end: a night in the browser at the
    end of a share would be played alone at the very end. Whole nights come before other tests in the browser.
    """
    slow = [item for item in items if item.get_closest_marker("browser")]
    slow.sort(key=lambda item: not item.path.stem.endswith("_night"))
    quick = iter([item for item in items if not item.get_closest_marker("browser")])
    share = len(items) // workers
    shares = [
        [*slow[k::workers], *islice(quick, max(0, share - len(slow[k::workers])))] for k in range(workers)
    ]
    return [*chain(*shares), *quick]


def _belongs(item: pytest.Item, *, everything: bool) -> bool:
    if item.get_closest_marker("postgresql"):
        return bool(settings.POSTGRES)
    if not settings.POSTGRES:
        return True
    if item.get_closest_marker("browser") and not everything:
        return item.get_closest_marker("both_databases") is not None
    if item.get_closest_marker("sqlite") or not _uses_database(item):
        return False
    folder = item.path.relative_to(Path(__file__).parent).parts[0]
    return everything or folder not in AT_SECOND_HAND or _first_of_its_parameters(item)


def _first_of_its_parameters(item: pytest.Item) -> bool:
    call = getattr(item, "callspec", None)
    return call is None or not any(call.indices.values())


def _uses_database(item: pytest.Item) -> bool:
    cls = getattr(item, "cls", None)
    return bool(
        item.get_closest_marker("django_db")
        or DATABASE_FIXTURES & set(getattr(item, "fixturenames", ()))
        or (cls and issubclass(cls, TransactionTestCase))
    )


@pytest.fixture(autouse=True, scope="session")
def grouped_rows_say_their_order() -> Iterator[None]:
    """Counting or summing over rows drops the order of their model without a word: SQLite often has it nevertheless,
    PostgreSQL has not. Such a query says `order_by(...)`, or `order_by()` where the order is nobody's concern."""
    as_sql = SQLCompiler.as_sql

    def checked(self: Any, *args: Any, **named: Any) -> Any:
        sql = as_sql(self, *args, **named)
        if self._meta_ordering and self.query.group_by is not None:
            raise AssertionError(f"No order is said, and grouped rows have none: {sql[0]}")
        return sql

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SQLCompiler, "as_sql", checked)
        yield


@pytest.fixture
def site(transactional_db: None) -> Iterator[Site]:
    """The whole site on its own server, live streams and static files included; see `tests.site`."""
    from tests.site import open_site  # the game's own tests run without the night

    with open_site() as opened:
        yield opened
