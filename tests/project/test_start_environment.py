"""`night.py` installs once for each lock, and needs no network after that."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from euchre_night.start import ROOT, SetUpError, environment


@pytest.fixture
def root(tmp_path):
    """A checkout with locks of its own and no environment yet."""
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "app.txt").write_text("django==5.2\n")
    (tmp_path / "requirements" / "test.txt").write_text("django==5.2\npytest==9\n")
    return tmp_path


@pytest.fixture
def commands(monkeypatch):
    """Every program that would be run, instead of running it; those whose words hold a key fail."""

    class Commands(list):
        failing: tuple[str, ...] = ()

        def run(self, command, **_):
            self.append([str(word) for word in command])
            failed = any(key in word for key in self.failing for word in self[-1])
            if "venv" in self[-1] and not failed:
                python = environment.python(Path(self[-1][-1]))
                python.parent.mkdir(parents=True)
                python.touch()
            return subprocess.CompletedProcess(command, int(failed), "", "no such file")

    commands = Commands()
    monkeypatch.setattr(subprocess, "run", commands.run)
    return commands


def test_the_first_start_makes_the_environment_and_installs_by_hash(root, commands):
    python = environment.ensure("app", root)
    assert python == environment.python(root / ".venv")
    venv, pip = commands
    assert venv == [sys.executable, "-m", "venv", "--clear", str(root / ".venv")]
    assert pip[0] == str(python)
    assert "--require-hashes" in pip
    assert pip[-1] == str(root / "requirements" / "app.txt")


def test_the_second_start_runs_nothing(root, commands):
    environment.ensure("app", root)
    commands.clear()
    environment.ensure("app", root)
    assert commands == []


def test_a_changed_lock_is_installed_into_the_same_environment(root, commands):
    environment.ensure("app", root)
    commands.clear()
    (root / "requirements" / "app.txt").write_text("django==5.3\n")
    environment.ensure("app", root)
    assert len(commands) == 1
    assert "pip" in commands[0]


def test_what_the_tests_need_includes_what_the_app_needs(root, commands):
    environment.ensure("test", root)
    commands.clear()
    environment.ensure("app", root)
    environment.ensure("test", root)
    assert commands == []


def test_the_app_alone_is_not_enough_for_the_tests(root, commands):
    environment.ensure("app", root)
    commands.clear()
    environment.ensure("test", root)
    assert commands[0][-1].endswith("test.txt")


def test_a_failed_installation_is_told_and_tried_again(root, commands):
    commands.failing = ("pip",)
    with pytest.raises(SetUpError, match=r"(?s)no such file.*needs the internet"):
        environment.ensure("app", root)
    commands.failing = ()
    environment.ensure("app", root)
    assert environment.is_current("app", root)


def test_half_an_environment_is_thrown_away(root, commands, monkeypatch):
    python = environment.python(root / ".venv")
    python.parent.mkdir(parents=True)
    commands.failing = ("venv",)
    monkeypatch.setattr(environment.system, "can_install", lambda: False)
    with pytest.raises(SetUpError, match=rf"sudo apt install python3\.{sys.version_info[1]}-venv"):
        environment.ensure("app", root)
    assert not (root / ".venv").exists()


def test_as_root_on_debian_the_missing_part_is_installed(root, commands, monkeypatch):
    installed = []

    def install(*packages):
        installed.extend(packages)
        commands.failing = ()
        return True

    commands.failing = ("venv",)
    monkeypatch.setattr(environment.system, "can_install", lambda: True)
    monkeypatch.setattr(environment.system, "install", install)
    environment.ensure("app", root)
    assert installed == [f"python3.{sys.version_info[1]}-venv"]
    assert environment.is_current("app", root)


def test_an_environment_whose_python_is_gone_is_made_anew(root, commands):
    environment.ensure("app", root)
    commands.clear()
    shutil.rmtree(environment.python(root / ".venv").parent)
    environment.ensure("app", root)
    assert "venv" in commands[0]


def pins(name):
    return dict(
        re.findall(
            r"^([a-z0-9._-]+)(?:\[[a-z,]+\])?==([^\s;\\]+)", (ROOT / "requirements" / name).read_text(), re.M
        )
    )


def test_the_two_locks_agree():
    app, test = pins("app.txt"), pins("test.txt")
    assert app.keys() >= {"django", "uvicorn", "psycopg", "segno", "whitenoise"}
    assert {name: test.get(name) for name in app} == app


@pytest.mark.parametrize("name", ["app", "test"])
def test_the_locks_hold_what_is_asked_for_with_hashes_and_no_address(name):
    wanted = re.findall(
        r"^([a-z0-9-]+)(?:\[[a-z,-]+\])?==(\S+)$", (ROOT / "requirements" / f"{name}.in").read_text(), re.M
    )
    lock = (ROOT / "requirements" / f"{name}.txt").read_text()
    locked = pins(f"{name}.txt")
    assert {package: locked.get(package) for package, _ in wanted} == dict(wanted)
    assert lock.count("--hash=sha256:") >= len(locked)
    assert "://" not in lock
