"""The command line and the worker process."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tournaments.rotation import improve
from tournaments.rotation.__main__ import main


def test_a_plan_is_printed_with_its_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "9", "3"]) == 0
    told = capsys.readouterr().out
    assert told.count("Game ") == 3
    assert "Sit out: " in told
    assert "first dealer" in told
    assert "[  best] partners: Nobody partners the same person twice." in told


def test_warnings_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["plan", "4", "5", "--mode", "partners"])
    assert "Note: More games than new partners" in capsys.readouterr().out


def test_tables_without_partners_are_printed_as_lists(capsys: pytest.CaptureFixture[str]) -> None:
    main(["plan", "8", "1", "--mode", "tables"])
    assert " v " not in capsys.readouterr().out


def test_a_chart_is_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chart = tmp_path / "chart.csv"
    chart.write_text("round,table 1\n1,1+2 v 3+4\n2,1+2 v 3+4\n")
    assert main(["report", str(chart)]) == 0
    assert "2 partnerships repeat" in capsys.readouterr().out


def test_refusals_go_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "3", "3"]) == 1
    assert "3 players cannot play" in capsys.readouterr().err


def test_verify(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["verify"]) == 0
    assert "0 at fault" in capsys.readouterr().out
    monkeypatch.setattr(improve, "faults", lambda: ["perfect 8: somebody meets twice"])
    assert main(["verify"]) == 1


def test_improve(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "best_known.json"
    copy.write_text(json.dumps({}))
    monkeypatch.setattr(improve, "DATA", copy)
    assert main(["improve", "16", "8", "--seconds", "0.2"]) == 0
    assert "16 players, 8 rounds: 315 stored" in capsys.readouterr().out
