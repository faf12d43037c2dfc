"""The look: contrast of the tokens, the style guide's pages, the error pages, the weight of a phone's first load."""

from __future__ import annotations

import gzip
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client
from django.urls import include, path

from tournaments.web.styleguide_samples import SAMPLES

STATIC = Path(settings.BASE_DIR) / "static"
CSS = {file.name: file.read_text() for file in sorted((STATIC / "css").glob("*.css"))}
ICONS = set(re.findall(r'<symbol id="([\w-]+)"', (STATIC / "img" / "icons.svg").read_text()))

INCLUDED = re.compile(r'"components/([\w]+)\.html"')

urlpatterns = [path("look/", include("tournaments.web.styleguide"))]


# --- Contrast (WCAG 2.2, 1.4.3 and 1.4.11), worked out from the tokens of both themes ---

PAIR = re.compile(r"--([\w-]+): var\(--L, (#[0-9a-f]{6})\) var\(--D, (#[0-9a-f]{6})\);")
TOKENS = {name: {"light": light, "dark": dark} for name, light, dark in PAIR.findall(CSS["tokens.css"])}

TEXT_ON = [
    *[(ink, ground) for ink in ("ink", "ink-soft") for ground in ("paper", "card", "sunk", "raised", "button")],
    *[("link", ground) for ground in ("paper", "card", "sunk")],
    *[(suit, ground) for suit in ("black-suit", "red-suit") for ground in ("paper", "card", "raised")],
    *[(state, ground) for state in ("ok", "warn", "bad") for ground in (f"{state}-soft", "card", "paper")],
    *[(ink, f"{state}-soft") for ink in ("ink", "ink-soft") for state in ("ok", "warn", "bad", "brass")],
    ("main-ink", "main"),
    ("main-ink", "main-hover"),
    ("brass-ink", "brass-soft"),
    ("brass-ink", "paper"),
]  # fmt: skip
SHAPE_ON = [("edge-strong", "card"), ("edge-strong", "paper"), ("focus", "paper"), ("focus", "card")]


def _luminance(color: str) -> float:
    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(color[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_worked_out_as_the_standard_does() -> None:
    assert _contrast("#000000", "#ffffff") == pytest.approx(21)
    assert _contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), TEXT_ON)
def test_text_can_be_read(theme: str, ink: str, ground: str) -> None:
    assert _contrast(TOKENS[ink][theme], TOKENS[ground][theme]) >= 4.5


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("shape", "ground"), SHAPE_ON)
def test_controls_and_the_focus_ring_can_be_seen(theme: str, shape: str, ground: str) -> None:
    assert _contrast(TOKENS[shape][theme], TOKENS[ground][theme]) >= 3


@pytest.mark.parametrize("ink", ["ink", "ink-soft", "focus", "brass-ink", "ok", "bad"])
@pytest.mark.parametrize("cloth", ["felt-light", "felt", "felt-deep"])
def test_the_felt_carries_the_dark_inks(ink: str, cloth: str) -> None:
    found = re.search(rf"--{cloth}: (#[0-9a-f]{{6}});", CSS["tokens.css"])
    assert found
    assert _contrast(TOKENS[ink]["dark"], found[1]) >= 4.5


# --- The style guide: each page renders, and its markup keeps the house's rules ---


class _Page(HTMLParser):
    """What a page uses: tags, classes, icons, and what a strict content security policy would refuse."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.classes: set[str] = set()
        self.icons: set[str] = set()
        self.refused: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        self.tags.append(tag)
        self.classes |= set((given.get("class") or "").split())
        if tag == "use":
            self.icons.add((given["href"] or "").partition("#")[2])
        if "style" in given or tag == "style" or (tag == "script" and "src" not in given):
            self.refused.append(self.get_starttag_text() or tag)
        self.refused += [name for name in given if name.startswith("on")]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_a_page_of_the_style_guide_keeps_the_rules(client: Client, name: str) -> None:
    response = client.get(f"/look/{name}/")
    page = _Page(response.content.decode())
    assert response.status_code == 200
    assert page.tags.count("h1") == 1
    assert page.tags.count("main") == 1
    assert page.icons <= ICONS
    assert page.refused == []


def test_every_component_is_shown() -> None:
    """In a page of the style guide, or by a component that is."""
    templates = Path(settings.BASE_DIR) / "templates"
    components = {file.stem: file.read_text() for file in (templates / "components").glob("*.html")}
    pages = [*(templates / "styleguide").glob("*.html"), *templates.glob("base*.html")]
    shown = {name for page in pages for name in INCLUDED.findall(page.read_text())}
    while more := {name for seen in shown for name in INCLUDED.findall(components[seen])} - shown:
        shown |= more
    assert sorted(set(components) - shown) == []


@pytest.mark.urls(__name__)
def test_the_style_guide_has_no_other_pages(client: Client) -> None:
    assert client.get("/look/nothing/").status_code == 404


# --- Error pages ---


@pytest.mark.parametrize("status", ["400", "403", "403_csrf", "404", "500"])
def test_an_error_page_needs_no_context(status: str) -> None:
    page = _Page(render_to_string(f"{status}.html"))
    assert page.tags.count("h1") == 1
    assert page.refused == []


def test_a_wrong_address_gets_the_house_s_page(client: Client) -> None:
    assert "Nobody sits here" in client.get("/no-such-page/at-all/").content.decode()


# --- A phone's first load ---


def _first_load(html: str) -> list[bytes]:
    """The page and every file it names, and the felt that the style sheets name."""
    names = set(re.findall(r'(?:href|src)="/static/([^"#]+)', html)) | {"img/felt.svg"}
    return [html.encode(), *[(STATIC / name).read_bytes() for name in sorted(names)]]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("name", ["runner", "sheet", "totals", "player"])
def test_a_phone_s_first_load_is_small(client: Client, name: str) -> None:
    html = client.get(f"/look/{name}/").content.decode()
    parts = _first_load(html)
    assert "woff2" not in html
    assert sum(map(len, parts)) < 70_000  # bytes, unpacked
    assert sum(len(gzip.compress(part)) for part in parts) < 25_000  # bytes, as sent
