"""All checks and tests: the linters, then pytest on SQLite, then on PostgreSQL what touches the database."""

import os
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from euchre_night.start import ROOT

NO_TESTS = 5
"""Pytest's exit code when nothing was selected."""

WORKERS = min(8, 2 * (os.cpu_count() or 1))
"""Pytest's processes: two a core, for a test with a browser mostly waits for it."""

LINTERS = {
    "format": ["-m", "ruff", "format", "--check", "."],
    "ruff": ["-m", "ruff", "check", "."],
    "types": ["-m", "mypy"],
    "imports": ["-c", "from importlinter.cli import lint_imports_command as run; run()"],
    "templates": ["-m", "djlint", "--lint", "--quiet", "templates"],
    "migrations": ["manage.py", "makemigrations", "--check", "--dry-run"],
    "start-up": ["manage.py", "check", "--fail-level", "WARNING"],
}


def lint(python: Path) -> list[str]:
    """Run every linter, two at a time; the names of those that found something, after showing what."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        environment = {**clean_environment(), "DATA_DIR": folder}
        runs = {
            name: pool.submit(_capture, [str(python), *arguments], environment)
            for name, arguments in LINTERS.items()
        }
        return [name for name, run in runs.items() if not _report(name, *run.result())]


def _capture(command: list[str], environment: dict[str, str]) -> tuple[int, str, float]:
    begun = time.monotonic()
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout, time.monotonic() - begun


def _report(name: str, code: int, output: str, seconds: float) -> bool:
    print(f"{name:<12}{'ok' if code == 0 else 'FAILED'}  {seconds:.1f} s", flush=True)
    if code != 0:
        print(output, flush=True)
    return code == 0


def test(python: Path, databases: list[str], arguments: list[str]) -> list[str]:
    """Run pytest once for each database (`sqlite`, `postgresql`); the names of those that failed.

    On PostgreSQL only tests that use the database are run (tests/conftest.py sees to it). Arguments may
    select tests of which none does: that is no failure as long as some run had tests.
    """
    codes = {database: _pytest(python, database, arguments) for database in databases}
    if set(codes.values()) == {NO_TESTS}:
        return list(codes)
    return [database for database, code in codes.items() if code not in {0, NO_TESTS}]


def _pytest(python: Path, database: str, arguments: list[str]) -> int:
    print(f"\nTests on {database}", flush=True)
    environment = clean_environment()
    pytest = ["-m", "pytest", "-n", str(WORKERS), "--dist", "worksteal", *arguments]
    if database == "sqlite":
        environment.pop("TEST_DATABASE_URL", None)
    else:
        pytest = ["-m", "tests.postgres", *pytest]
    return subprocess.run([str(python), *pytest], cwd=ROOT, env=environment, check=False).returncode


def clean_environment() -> dict[str, str]:
    """The caller's environment, without what it may say about a real night."""
    ours = {"DATABASE_URL", "DATA_DIR", "STATIC_ROOT", "DEBUG", "PRODUCTION", "SECRET_KEY", "ALLOWED_HOSTS"}
    return {name: value for name, value in os.environ.items() if name not in ours}
