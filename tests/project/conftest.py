"""What the tests of the programs share: places that are prepared once and copied for each test."""

import os
import shutil
import uuid
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql

from tests.project.programs import manage

PREPARE = "from euchre_night.prepare import prepare; prepare()"


def prepare(data: Path, **environment: str) -> None:
    """Do in this data folder what `serve --prepare` does first."""
    done = manage(data, "shell", "--no-imports", "-c", PREPARE, **environment)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="session")
def prepared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a migrated SQLite database and the collected static files."""
    folder = tmp_path_factory.mktemp("prepared") / "data"
    prepare(folder)
    return folder


@pytest.fixture
def data(prepared_folder: Path, tmp_path: Path) -> Path:
    """A data folder of the test's own in which `serve` can start at once."""
    shutil.copytree(prepared_folder, tmp_path / "data")
    return tmp_path / "data"


def run_sql(statement: str, *names: str) -> None:
    """Run it on the test server's own database, with the names quoted."""
    with psycopg.connect(os.environ["TEST_DATABASE_URL"], autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def address_of(name: str) -> str:
    """The address of another database on the test server."""
    return urlsplit(os.environ["TEST_DATABASE_URL"])._replace(path=f"/{name}").geturl()


@pytest.fixture(scope="session")
def prepared_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The name of a migrated PostgreSQL database that nobody is connected to."""
    name = f"euchre_night_prepared_{uuid.uuid4().hex[:12]}"
    run_sql("create database {}", name)
    prepare(tmp_path_factory.mktemp("prepared") / "data", DATABASE_URL=address_of(name))
    yield name
    run_sql("drop database {}", name)


@pytest.fixture
def database(prepared_database: str) -> Iterator[str]:
    """The address of a PostgreSQL database of the test's own in which `serve` can start at once."""
    name = f"euchre_night_serve_{uuid.uuid4().hex[:12]}"
    run_sql("create database {} template {}", name, prepared_database)
    yield address_of(name)
    run_sql("drop database {} with (force)", name)
