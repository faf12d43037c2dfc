"""What every page must fulfil, whatever is on it."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def assert_accessible(page: Page, *, without: tuple[str, ...] = ()) -> None:
    """Axe finds nothing on the page as it is now (WCAG 2.2 AA and its best practices).

    `without` are ids of axe rules to leave out; say why where you do.
    """
    rules = {rule: {"enabled": False} for rule in without}
    _assert_nothing_found(page, {"runOnly": {"type": "tag", "values": TAGS}, "rules": rules})


def assert_accessible_by_night(page: Page) -> None:
    """The same in light colours, and in dark ones the contrast, which is all that differs. Leaves the page light."""
    page.emulate_media(color_scheme="dark")
    _assert_nothing_found(page, {"runOnly": {"type": "rule", "values": ["color-contrast"]}})
    page.emulate_media(color_scheme="light")
    assert_accessible(page)


# What the bar at the foot covers is scrolled from under it; axe would take the rest of it for too small a target, on a
# machine whose letters are a little wider and on no other.
PUT_THE_BAR = (
    "(position) => document.querySelectorAll('.savebar').forEach((bar) => { bar.style.position = position; })"
)


def _assert_nothing_found(page: Page, options: dict[str, Any]) -> None:
    page.evaluate(PUT_THE_BAR, "static")
    # Of what passes axe then keeps one example: much faster on long pages.
    found = Axe().run(page, options={"resultTypes": ["violations"], **options}).response["violations"]
    page.evaluate(PUT_THE_BAR, "")
    lines = [
        f"{violation['id']} ({violation['impact']}): {violation['help']}\n    "
        + "\n    ".join(node["html"][:200] for node in violation["nodes"][:5])
        for violation in found
    ]
    assert not found, "\n".join([f"{page.url} is not accessible to all:", *lines])


def assert_fits(page: Page) -> None:
    """Nothing is wider than the screen: the page cannot be scrolled sideways."""
    width, visible, wide = page.evaluate(
        """() => {
        const {scrollWidth, clientWidth} = document.documentElement;
        const wide = [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > clientWidth + 0.5);
        return [scrollWidth, clientWidth, wide.slice(-5).map((e) => e.outerHTML.slice(0, 200))];
        }"""
    )
    assert width <= visible, "\n    ".join(
        [f"{page.url} is {width} px wide on a screen of {visible} px.", *wide]
    )
