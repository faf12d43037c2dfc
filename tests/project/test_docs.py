"""What the docs name is there: files, and the tests that `docs/seeds.md` has for each rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# `web/test_wall.py` "last call", TestTheWall: a file, and what of it is meant.
NAMED = re.compile(r'`((?:[a-z_]+/)*test_\w+\.py)`((?:,? (?:"[^"|`]+"|Test\w+))*)')
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
PATH = re.compile(r"`((?:tournaments|scoring|tests|templates|static|euchre_night|docs)/[\w/]+(?:\.\w+)?/?)`")


def words(text: str) -> str:
    """Letters and digits alone: "the clock's" and `the_clock_s` are one."""
    return re.sub(r"[^a-z0-9]+", " ", text.lower()).strip()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_paths_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    missing = [link for link in LINK.findall(text) if not (page.parent / link).exists()]
    missing += [path for path in PATH.findall(text) if "/test_" not in path and not (ROOT / path).exists()]
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_tests_that_are_named_exist(page):
    missing = []
    for file, meant in NAMED.findall(page.read_text(encoding="utf-8")):
        path = next((ROOT / "tests").glob(f"**/{file.removeprefix('tests/')}"), None)
        if path is None:
            missing.append(file)
            continue
        code = path.read_text(encoding="utf-8")
        missing += [f"{file} {name}" for name in re.findall(r"Test\w+", meant) if f"class {name}" not in code]
        said = words(code)
        missing += [
            f'{file} "{quoted}"' for quoted in re.findall(r'"([^"]+)"', meant) if words(quoted) not in said
        ]
    assert not missing
