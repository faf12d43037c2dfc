"""A real Chromium before the site: screens of the sizes that count, and nothing that goes wrong unseen."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from euchre_night.start import browser as chromium
from tests.browser.faults import Faults
from tests.site import LAN_NAME, Site

SIZES: dict[str, dict[str, Any]] = {
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
    "laptop": {"viewport": {"width": 1366, "height": 768}},
    "projector": {"viewport": {"width": 1280, "height": 720}},
}

OpenPage = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here is a browser test."""
    for item in items:
        if "tests/browser/" in item.nodeid:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Use the Chromium that is installed, and let it speak to this machine alone."""
    arguments = [
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
        f"--host-resolver-rules=MAP {LAN_NAME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ]
    return {**browser_type_launch_args, "executable_path": chromium.find(), "args": arguments}


@pytest.fixture
def faults(site: Site) -> Iterator[Faults]:
    """What went wrong on any page of the test. The test fails when something is left that it did not allow."""
    collected = Faults(hosts={f"127.0.0.1:{site.port}", f"{LAN_NAME}:{site.port}"})
    yield collected
    assert not collected.left(), "\n".join(["The pages had faults:", *collected.left()])


@pytest.fixture
def open_page(browser: Browser, faults: Faults) -> Iterator[OpenPage]:
    """Open a page as one of `SIZES`, in a context (cookies, storage) of its own.

    `open_page("phone")`; any further keyword goes to Playwright's `new_context`. Relative addresses are those
    of this machine for a laptop and projector, and for a phone those of the local network.
    """
    contexts: list[BrowserContext] = []

    def open_one(size: str = "laptop", **options: Any) -> Page:
        # Motion would make pictures, clicks and contrast depend on the moment.
        context = browser.new_context(**{**SIZES[size], "reduced_motion": "reduce", **options})
        contexts.append(context)
        faults.watch(context)
        return context.new_page()

    yield open_one
    for context in contexts:
        context.close()


@pytest.fixture
def phone(open_page: OpenPage, site: Site) -> Page:
    """A page on a phone (390 x 844, touch), which reaches the site over the local network's plain http."""
    return open_page("phone", base_url=site.lan_url)


@pytest.fixture
def laptop(open_page: OpenPage, site: Site) -> Page:
    """A page on the organizer's laptop (1366 x 768)."""
    return open_page("laptop", base_url=site.url)


@pytest.fixture
def projector(open_page: OpenPage, site: Site) -> Page:
    """A page on the wall (1280 x 720)."""
    return open_page("projector", base_url=site.url)
