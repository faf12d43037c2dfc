"""Bring the database and the static files up to the program's version, before the site opens."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone


def prepare() -> Path | None:
    """Migrate and collect the static files; the copy of the SQLite file that was made before, if one was."""
    copy = None
    if migrations_are_due():
        copy = _copy_database()
        call_command("migrate", interactive=False, verbosity=0)
    connection.close()  # the server's threads and processes open their own
    call_command("collectstatic", interactive=False, verbosity=0)
    return copy


def migrations_are_due() -> bool:
    """Whether the database was written by another version of the program, or by none yet."""
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _copy_database() -> Path | None:
    """Copy a night that an older version of the program wrote; PostgreSQL has its own backups."""
    if connection.vendor != "sqlite" or not connection.introspection.table_names():
        return None
    copy: Path = settings.DATA_DIR / "backups" / f"before-update-{timezone.now():%Y%m%d-%H%M%S}.sqlite3"
    copy.parent.mkdir(exist_ok=True)
    # Copying the file alone would miss what is still in its write-ahead log.
    with closing(sqlite3.connect(copy)) as target:
        connection.connection.backup(target)
    return copy
