"""`night.py test`: what runs, and that whatever fails makes the whole fail."""

import subprocess
import sys
from pathlib import Path

import pytest

from euchre_night.start import cli, testing

PYTHON = Path(sys.executable)


@pytest.fixture
def pytests(monkeypatch):
    """The runs of pytest that were started, and the exit code that each database gives."""

    class Runs(dict):
        codes: dict[str, int] = {}

        def run(self, command, *, env, **_):
            database = "postgresql" if "tests.postgres" in command else "sqlite"
            self[database] = (command, env)
            return subprocess.CompletedProcess(command, self.codes.get(database, 0))

    runs = Runs()
    monkeypatch.setattr(subprocess, "run", runs.run)
    return runs


@pytest.fixture
def _set_up(monkeypatch):
    monkeypatch.setattr(cli.environment, "ensure", lambda name: PYTHON)
    monkeypatch.setattr(cli.browser, "ensure", lambda python: None)


BOTH = ["sqlite", "postgresql"]


@pytest.mark.parametrize(
    ("codes", "failed"),
    [
        ({}, []),
        ({"sqlite": 1}, ["sqlite"]),
        ({"postgresql": 1}, ["postgresql"]),
        ({"sqlite": 2, "postgresql": 3}, BOTH),
        ({"postgresql": testing.NO_TESTS}, []),
        ({"sqlite": testing.NO_TESTS}, []),
        ({"sqlite": testing.NO_TESTS, "postgresql": testing.NO_TESTS}, BOTH),
    ],
)
def test_every_failure_counts_and_so_does_no_test_at_all(pytests, codes, failed):
    pytests.codes = codes
    assert testing.test(PYTHON, BOTH, []) == failed
    assert set(pytests) == set(BOTH)


def test_arguments_reach_pytest_on_both_databases(pytests):
    testing.test(PYTHON, BOTH, ["tests/scoring", "-k", "loner"])
    for command, _ in pytests.values():
        assert command[-3:] == ["tests/scoring", "-k", "loner"]
        assert "pytest" in command


def test_sqlite_does_not_hear_of_the_callers_postgresql(pytests, monkeypatch):
    monkeypatch.setenv("TEST_DATABASE_URL", "postgres://localhost/x")
    monkeypatch.setenv("DATA_DIR", "/home/host/the-real-night")
    testing.test(PYTHON, BOTH, [])
    assert "TEST_DATABASE_URL" not in pytests["sqlite"][1]
    assert pytests["postgresql"][1]["TEST_DATABASE_URL"] == "postgres://localhost/x"
    assert not any("DATA_DIR" in environment for _, environment in pytests.values())


def test_a_linter_that_finds_something_is_named_and_shown(monkeypatch, capsys):
    monkeypatch.setattr(
        testing,
        "LINTERS",
        {"fine": ["-c", "print('not shown')"], "strict": ["-c", "import sys; sys.exit('too long a line')"]},
    )
    assert testing.lint(PYTHON) == ["strict"]
    printed = capsys.readouterr().out
    assert "too long a line" in printed
    assert "not shown" not in printed


@pytest.mark.usefixtures("_set_up")
@pytest.mark.parametrize(
    ("lint", "tests", "code"),
    [([], [], 0), (["types"], [], 1), ([], ["sqlite"], 1), (["types"], ["sqlite"], 1)],
)
def test_the_whole_fails_when_a_part_does(monkeypatch, capsys, lint, tests, code):
    monkeypatch.setattr(testing, "lint", lambda python: lint)
    monkeypatch.setattr(testing, "test", lambda python, databases, arguments: tests)
    assert cli.main(["test"]) == code
    printed = capsys.readouterr().out
    assert all(name in printed for name in lint + tests)
    assert ("All good." in printed) == (code == 0)


@pytest.mark.usefixtures("_set_up")
def test_a_selection_runs_without_the_linters(monkeypatch):
    seen = []
    monkeypatch.setattr(testing, "lint", lambda python: pytest.fail("linted"))
    monkeypatch.setattr(testing, "test", lambda *call: seen.append(call) or [])
    assert cli.main(["test", "--only", "postgresql", "tests/actions", "-x"]) == 0
    assert seen == [(PYTHON, ["postgresql"], ["tests/actions", "-x"])]


def test_what_is_missing_is_told_without_a_traceback(monkeypatch, capsys):
    def missing(name):
        raise cli.SetUpError("Install this first.")

    monkeypatch.setattr(cli.environment, "ensure", missing)
    assert cli.main(["check"]) == 1
    assert "Install this first." in capsys.readouterr().err
