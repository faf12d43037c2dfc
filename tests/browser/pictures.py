"""The pictures of the README and the docs, taken from nights that bots have played. Not collected by pytest.

python3 -m tests.browser.pictures            all of them, to docs/pictures
python3 -m tests.browser.pictures OTHER      to another folder

The nights are simulated with a seed into a throw-away database, so that the same program takes the same pictures
but for the time of day.
"""

from __future__ import annotations

import argparse
import base64
import os
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # as in tests/conftest.py
django.setup()

from django.conf import settings  # noqa: E402 - the project is set up first
from django.contrib.auth.models import User  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_databases, teardown_databases  # noqa: E402
from playwright.sync_api import Browser, Page, expect, sync_playwright  # noqa: E402

from euchre_night.start import browser as chromium  # noqa: E402
from tests.browser.conftest import SIZES  # noqa: E402
from tests.browser.journey.paper import Paper, play  # noqa: E402
from tests.browser.journey.runner import Runner, Table  # noqa: E402
from tests.site import LAN_NAME, Site, open_site  # noqa: E402
from tournaments.models import AccessLink, Tournament  # noqa: E402
from tournaments.simulation import Script, Stop, simulate  # noqa: E402
from tournaments.web.access import cookie_name, token_of  # noqa: E402

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
MOST_BYTES = 200_000
PLAYERS = (24, 17)
SEED = 1
HANDS_SHOWN = 7
SMALLER = {"projector": 0.8, "laptop": 0.8, "phone": 1}
"""Screens are laid out at their real size and pictured with so many points."""
PIXELS = """async (png) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const {data} = context.getImageData(0, 0, image.width, image.height);
  const colors = data.filter((_, n) => n % 4 < 3).map((value) => 4 * Math.round(value / 4));
  let text = "";
  for (let n = 0; n < colors.length; n += 8192) text += String.fromCharCode(...colors.subarray(n, n + 8192));
  return [image.width, image.height, btoa(text)];
}"""
"""The pixels of a screenshot in 64 shades of each color: soft gradients are what makes a picture of the felt large."""
EMPTY = '<svg xmlns="http://www.w3.org/2000/svg"/>'


class Camera:
    """Opens pages of a night as somebody, and takes their picture."""

    def __init__(self, browser: Browser, site: Site, folder: Path) -> None:
        self.browser = browser
        self.site = site
        self.folder = folder

    def open(self, size: str, path: str, cookies: dict[str, str] | None = None) -> Page:
        options = {**SIZES[size], "device_scale_factor": SMALLER[size]}
        context = self.browser.new_context(
            **options, reduced_motion="reduce", color_scheme="light", base_url=self.site.url
        )
        context.add_cookies(
            [{"name": name, "value": value, "url": self.site.url} for name, value in (cookies or {}).items()]
        )
        # The grain of the cloth would make every picture of it twice as large.
        context.route("**/felt*.svg", lambda route: route.fulfill(body=EMPTY, content_type="image/svg+xml"))
        page = context.new_page()
        page.goto(path)
        return page

    def take(self, page: Page, name: str, *, height: int = 0) -> None:
        """The screen, or so much of a page that is longer than it (`height`, in CSS pixels)."""
        if height and page.viewport_size:
            page.set_viewport_size({"width": page.viewport_size["width"], "height": height})
        file = self.folder / f"{name}.png"
        page.evaluate("() => document.fonts.ready")
        picture = base64.b64encode(page.screenshot()).decode()
        page.goto("about:blank")  # which allows what the site's own pages do not
        width, height, pixels = page.evaluate(PIXELS, picture)
        file.write_bytes(png(width, height, base64.b64decode(pixels)))
        page.context.close()
        size = file.stat().st_size
        if size > MOST_BYTES:
            raise SystemExit(
                f"{file.name} has {size:,} bytes; a picture of the docs has at most {MOST_BYTES:,}."
            )
        print(f"{file}  {size // 1000} kB")


def png(width: int, height: int, pixels: bytes) -> bytes:
    """A PNG file of rows of RGB pixels, packed as tightly as can be: a third of what the browser writes."""
    rows = (b"\0" + pixels[y * 3 * width : (y + 1) * 3 * width] for y in range(height))
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"".join(rows), 9)),
        (b"IEND", b""),
    )
    chunks = (
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with throw_away_database(), open_site() as site, sync_playwright() as playwright:
        host = User.objects.create_user("host", first_name="Harper Host")
        between, playing = (
            simulate(
                Script("wemsa", PLAYERS, seed=SEED, stop=stop, name="WEMSA Euchre Night"), organizer=host
            )
            for stop in (Stop(4), Stop(5, half=True))
        )
        rules = f"--host-resolver-rules=MAP {LAN_NAME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=[rules])
        camera = Camera(browser, site, folder)
        find_your_seat(camera, between)
        standings(camera, playing)
        control_room(camera, playing, host)
        sheet(camera, playing)
        browser.close()


@contextmanager
def throw_away_database() -> Iterator[None]:
    made = setup_databases(verbosity=0, interactive=False)
    try:
        yield
    finally:
        teardown_databases(made, verbosity=0)


def find_your_seat(camera: Camera, night: Tournament) -> None:
    page = camera.open("projector", f"/wall/{night.code}/")
    expect(page.get_by_text("Game 5 · find your seat")).to_be_visible()
    camera.take(page, "wall-seats")


def standings(camera: Camera, night: Tournament) -> None:
    page = camera.open("projector", f"/wall/{night.code}/?pace=4")
    expect(page.get_by_text("tables still playing")).to_be_visible()
    expect(page.get_by_role("heading", name="Experienced")).to_be_visible(timeout=60_000)
    camera.take(page, "wall-standings")


def control_room(camera: Camera, night: Tournament, host: User) -> None:
    client = Client()
    client.force_login(host)
    session = {settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value}
    page = camera.open("laptop", f"/nights/{night.code}/", session)
    camera.take(page, "control-room", height=1000)


def sheet(camera: Camera, night: Tournament) -> None:
    """A runner's phone in the middle of a sheet, hand by hand."""
    link = AccessLink.objects.filter(tournament=night, role=AccessLink.Role.RUNNER).first()
    if link is None:
        raise SystemExit("The simulated night has no runner.")
    page = camera.open("phone", f"/runner/{night.code}/", {cookie_name(night): token_of(link)})
    runner = Runner(page, night.code, look=lambda _page, _name: None)
    table, paper = owing(runner)
    runner.go_to(table)
    runner.choose_partners(table, paper.partner)
    runner.begin_hands(table, paper, HANDS_SHOWN)
    camera.take(page, "phone-sheet")


def owing(runner: Runner) -> tuple[Table, Paper]:
    """A table without a sheet, and what bots play there."""
    table = next(table for table in runner.tables().values() if table.repeats)
    return table, play(SEED, table.number, partner=table.fresh_partner())


if __name__ == "__main__":
    main()
