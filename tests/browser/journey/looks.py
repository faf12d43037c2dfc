"""Every kind of page is looked over once, when somebody first comes to it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.look import assert_accessible, assert_fits

Look = Callable[[Page, str], None]
"""Called by whoever comes to a page, with a name for it: `look(page, "control room")`."""


class FirstLooks:
    """A `Look` that remembers which pages it has seen, and finds no fault on a new one or fails."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def __call__(self, page: Page, name: str) -> None:
        """Axe finds nothing and nothing is wider than the screen."""
        if name in self.seen:
            return
        self.seen.append(name)
        assert_accessible(page)
        assert_fits(page)
