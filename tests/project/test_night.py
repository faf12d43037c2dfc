"""The one command itself."""

import ast
import os
import subprocess
import sys

import pytest

from euchre_night.start import ROOT, cli

START = ROOT / "euchre_night" / "start"


@pytest.fixture
def started(monkeypatch):
    """The program that `night.py` would become, and its environment."""
    calls = []
    monkeypatch.setattr(cli.environment, "ensure", lambda name: ROOT / f"python-for-{name}")
    monkeypatch.setattr(cli, "become", lambda command, variables: calls.append((command, variables)) or 0)
    monkeypatch.delenv("DATA_DIR", raising=False)
    return calls


def test_it_opens_on_the_network_with_its_data_beside_it(started):
    assert cli.main([]) == 0
    ((command, variables),) = started
    assert command[0].endswith("python-for-app")
    assert command[2:] == ["serve", "--prepare", "--host", "0.0.0.0", "--port", "8000"]
    assert variables["DATA_DIR"] == str(ROOT / "data")


def test_the_demo_never_touches_the_real_night(started, monkeypatch):
    cli.main(["--demo", "--port", "9000"])
    monkeypatch.setenv("DATA_DIR", "/somewhere")
    cli.main(["--demo"])
    (command, first), (_, second) = started
    assert "--demo" in command
    assert command[command.index("--port") + 1] == "9000"
    assert first["DATA_DIR"] == str(ROOT / "data" / "demo")
    assert second["DATA_DIR"] == os.path.join("/somewhere", "demo")


def test_an_option_it_does_not_know_is_refused(started, capsys):
    with pytest.raises(SystemExit):
        cli.main(["--prot", "9000"])
    assert started == []
    assert "night.py test" in capsys.readouterr().err


def test_an_old_python_is_told_so_and_nothing_else():
    source = (ROOT / "night.py").read_text()
    # An older Python must get as far as the sentence: it parses the whole file first.
    ast.parse(source, feature_version=(3, 6))
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.version_info = (3, 9, 2); exec({source!r})"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.strip().startswith("Euchre Night needs Python 3.11 or newer; this is 3.9.")
    assert "Traceback" not in done.stderr


def test_the_start_needs_nothing_but_python():
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); import night"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_what_ci_runs_is_what_everybody_runs():
    script = (ROOT / ".ci" / "run").read_text()
    assert "exec python3 night.py test" in script
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
