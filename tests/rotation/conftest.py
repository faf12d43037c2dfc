"""What the rotation tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tournaments.rotation import search


@pytest.fixture(scope="module")
def brief() -> Iterator[None]:
    """Searches a tenth as long: enough where a test asks for soundness and not for the best figures."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "FULL_WORK", search.FULL_WORK // 10)
        yield
