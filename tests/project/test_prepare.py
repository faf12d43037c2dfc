"""What happens before the site opens: an older night is copied, then brought up to date."""

import sqlite3
from contextlib import closing

import pytest

from tests.project.programs import manage

CALL = "from euchre_night.prepare import prepare; print('copy:', prepare())"


def prepared(data):
    done = manage(data, "shell", "--no-imports", "-c", CALL)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.sqlite
def test_an_update_copies_the_night_first(tmp_path):
    assert "copy: None" in prepared(tmp_path)  # a new night: nothing to copy
    assert "copy: None" in prepared(tmp_path)  # the same version: nothing to do
    database = tmp_path / "euchre-night.sqlite3"
    with closing(sqlite3.connect(database)) as connection, connection:
        # As if an older program had written it: it knows nothing of the newest migration of sessions.
        connection.execute("delete from django_migrations where app = 'sessions'")
        connection.execute("drop table django_session")
        connection.execute("create table kept (word text)")
        connection.execute("insert into kept values ('Player 12')")
    assert "before-update-" in prepared(tmp_path)
    (copy,) = (tmp_path / "backups").iterdir()
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("select word from kept").fetchall() == [("Player 12",)]
        assert not connection.execute("select 1 from sqlite_master where name = 'django_session'").fetchall()
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("select word from kept").fetchall() == [("Player 12",)]
        assert connection.execute("select 1 from sqlite_master where name = 'django_session'").fetchall()
