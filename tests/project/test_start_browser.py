"""Which Chromium the tests drive, and that there is none is an error."""

import subprocess
from pathlib import Path

import pytest

from euchre_night.start import SetUpError, browser


@pytest.fixture(autouse=True)
def _no_wish(monkeypatch):
    monkeypatch.delenv("CHROMIUM", raising=False)


@pytest.fixture
def installed(monkeypatch):
    """The names found on PATH."""
    names: list[str] = []
    monkeypatch.setattr(browser.shutil, "which", lambda name: f"/bin/{name}" if name in names else None)
    return names


def test_the_wish_comes_first(monkeypatch, tmp_path, installed):
    installed.append("chromium")
    mine = tmp_path / "my-chromium"
    mine.touch()
    monkeypatch.setenv("CHROMIUM", str(mine))
    assert browser.find() == str(mine)


def test_a_wrong_wish_is_not_replaced_in_silence(monkeypatch, installed):
    installed.append("chromium")
    monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
    with pytest.raises(SetUpError, match="/nowhere/chromium"):
        browser.find()


def test_the_first_known_name_is_taken(installed):
    installed.extend(["google-chrome", "chromium-browser"])
    assert browser.find() == "/bin/chromium-browser"


def test_the_headless_shell_goes_before_a_whole_browser(installed):
    installed.extend(["chromium", "chromium-headless-shell"])
    assert browser.find() == "/bin/chromium-headless-shell"


def test_debian_brings_one(monkeypatch, installed):
    monkeypatch.setattr(browser.system, "can_install", lambda: True)
    monkeypatch.setattr(browser.system, "install", lambda name: installed.append(name) is None)
    browser.ensure(Path("python"))
    assert browser.find() == "/bin/chromium-headless-shell"


def test_elsewhere_playwright_brings_its_own(monkeypatch, installed):
    asked = []

    def run(command, **_):
        asked.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(browser.system, "can_install", lambda: False)
    monkeypatch.setattr(subprocess, "run", run)
    browser.ensure(Path("python"))
    assert asked == [["python", "-m", "playwright", "install", "chromium"]]


@pytest.mark.usefixtures("installed")
def test_none_at_all_is_an_error(monkeypatch):
    monkeypatch.setattr(browser.system, "can_install", lambda: True)
    monkeypatch.setattr(browser.system, "install", lambda _: False)
    monkeypatch.setattr(subprocess, "run", lambda command, **_: subprocess.CompletedProcess(command, 1))
    with pytest.raises(SetUpError, match="need Chromium"):
        browser.ensure(Path("python"))
