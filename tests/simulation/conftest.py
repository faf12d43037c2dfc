"""Nights played in tests think in the test's own process: starting another takes longer than thinking."""

from __future__ import annotations

import json
import subprocess

import pytest

from tournaments.actions import rotation
from tournaments.rotation import worker


@pytest.fixture
def think_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw rotations here, by the worker's own function, with what would go in and out as JSON text."""

    def run(command, *, input, **_):  # as `subprocess.run` names it
        assert command[-1] == worker.__name__
        answer = json.dumps(worker.answer(json.loads(input)))
        return subprocess.CompletedProcess(command, 0, stdout=answer)

    monkeypatch.setattr(rotation.subprocess, "run", run)
