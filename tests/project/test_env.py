"""The environment is read strictly: a value that cannot be right is refused in plain words."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from euchre_night import env


@pytest.mark.parametrize("word", ["1", "true", "True", "YES", "on", " 1 "])
def test_words_for_yes(monkeypatch, word):
    monkeypatch.setenv("FLAG", word)
    assert env.boolean("FLAG") is True


@pytest.mark.parametrize("word", ["0", "false", "No", "OFF"])
def test_words_for_no(monkeypatch, word):
    monkeypatch.setenv("FLAG", word)
    assert env.boolean("FLAG", default=True) is False


def test_an_empty_flag_is_the_default(monkeypatch):
    monkeypatch.setenv("FLAG", "")
    assert env.boolean("FLAG", default=True) is True
    monkeypatch.delenv("FLAG")
    assert env.boolean("FLAG") is False


@pytest.mark.parametrize("word", ["maybe", "2", "yess", "enabled", "None"])
def test_any_other_word_is_refused(monkeypatch, word):
    monkeypatch.setenv("FLAG", word)
    with pytest.raises(ImproperlyConfigured, match=f"FLAG is '{word.lower()}'"):
        env.boolean("FLAG")


def test_words_are_split_at_commas(monkeypatch):
    monkeypatch.setenv("NAMES", " one.example, two.example ,,")
    assert env.words("NAMES") == ["one.example", "two.example"]
    monkeypatch.delenv("NAMES")
    assert env.words("NAMES") == []


def test_a_postgres_address_is_taken_apart(monkeypatch):
    monkeypatch.setenv("DB", "postgres://night%40hall:p%2Fw%3A@db.example:6432/euchre?sslmode=require")
    database = env.database("DB")
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["USER"], database["PASSWORD"]) == ("night@hall", "p/w:")
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", "6432", "euchre")
    assert database["OPTIONS"]["sslmode"] == "require"


def test_connections_come_from_a_pool_and_are_checked(monkeypatch):
    monkeypatch.setenv("DB", "postgresql:///euchre")
    database = env.database("DB")
    assert database["CONN_MAX_AGE"] == 0
    assert database["CONN_HEALTH_CHECKS"] is True
    assert database["OPTIONS"]["pool"]["max_size"] == 8
    assert (database["HOST"], database["PORT"], database["USER"]) == ("", "", "")


def test_a_socket_folder_may_be_the_host(monkeypatch):
    monkeypatch.setenv("DB", "postgres://%2Frun%2Fpostgresql/euchre")
    assert env.database("DB")["HOST"] == "/run/postgresql"


def test_no_address_no_database(monkeypatch):
    monkeypatch.delenv("DB", raising=False)
    assert env.database("DB") is None


@pytest.mark.parametrize(
    ("address", "complaint"),
    [
        ("mysql://localhost/euchre", "must begin with postgres://"),
        ("euchre", "must begin with postgres://"),
        ("postgres://localhost", "names no database"),
        ("postgres://localhost/", "names no database"),
        ("postgres://localhost:port/euchre", "is not an address"),
        ("postgres://localhost:99999/euchre", "is not an address"),
        ("postgres://localhost/euchre?sslmode", "after the question mark"),
    ],
)
def test_a_wrong_address_is_refused(monkeypatch, address, complaint):
    monkeypatch.setenv("DB", address)
    with pytest.raises(ImproperlyConfigured, match=complaint):
        env.database("DB")
