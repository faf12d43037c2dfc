"""Whatever goes wrong in a page without a test looking at it: errors, broken policy, calls to strangers."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, WebError


class Faults:
    """Collects the faults of every page of a context, until the test ends."""

    def __init__(self, hosts: set[str]) -> None:
        """`hosts` are the only `name:port` a page may ask."""
        self._hosts = hosts
        self._texts: list[str] = []
        self._allowed: list[re.Pattern[str]] = []

    def allow(self, pattern: str) -> None:
        """Faults in which this expression is found are part of the test, such as `status of 409`."""
        self._allowed.append(re.compile(pattern))

    def left(self) -> list[str]:
        """The faults that nobody allowed."""
        return [text for text in self._texts if not any(rule.search(text) for rule in self._allowed)]

    def watch(self, context: BrowserContext) -> None:
        """Collect from every page of the context from now on."""
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)
        context.on("request", self._on_request)

    def _on_console(self, message: ConsoleMessage) -> None:
        # A refused script or style and a failed load are told here as well.
        if message.type == "error":
            self._texts.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _on_error(self, error: WebError) -> None:
        self._texts.append(f"uncaught: {error.error}")

    def _on_request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in {"http", "https", "ws", "wss"} and parts.netloc not in self._hosts:
            self._texts.append(f"asked a stranger: {request.url}")
