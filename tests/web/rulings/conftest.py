"""Nights of each event."""

from __future__ import annotations

import pytest

from tests.factories import make_night
from tournaments.models import Tournament


@pytest.fixture
def wemsa() -> Tournament:
    return make_night("wemsa")


@pytest.fixture
def fharmacy() -> Tournament:
    return make_night("fharmacy")


@pytest.fixture
def queue() -> Tournament:
    """Torrence & Knox: a defender may be alone, the offender alone loses for a renege."""
    return make_night("torrence-knox")


@pytest.fixture
def threes() -> Tournament:
    return make_night("torrence-knox-three")
