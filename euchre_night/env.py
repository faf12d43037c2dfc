"""Read the environment strictly: a value that cannot be right stops the start with a plain sentence.

Every function raises `ImproperlyConfigured`, which `manage.py` prints without a traceback.
"""

import os
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

YES = {"1", "true", "yes", "on"}
NO = {"0", "false", "no", "off"}


def text(name: str, default: str = "") -> str:
    """The trimmed value of the variable; an empty one counts as not set."""
    return os.environ.get(name, "").strip() or default


def boolean(name: str, default: bool = False) -> bool:
    """True for 1/true/yes/on, False for 0/false/no/off in any case; any other word is refused."""
    value = text(name).lower()
    if not value:
        return default
    if value in YES:
        return True
    if value in NO:
        return False
    raise ImproperlyConfigured(f"{name} is {value!r}. Use 1 or 0 (or true/false, yes/no, on/off).")


def words(name: str) -> list[str]:
    """The parts of a comma-separated variable, trimmed, without empty ones."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


def database(name: str) -> dict[str, Any] | None:
    """Django's settings for the PostgreSQL address in the variable, or None when it is not set.

    The form is `postgres://user:password@host:port/database?sslmode=require`; special characters in the
    parts are percent-encoded; what follows `?` is handed to libpq. A host that begins with `/` (encoded:
    `%2F`) is the folder of a local socket.
    """
    address = text(name)
    if not address:
        return None
    parts = _postgres_parts(name, address)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path[1:]),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        # Under ASGI every request has its own thread: connections kept per thread exhaust the server, so
        # they come from a pool; the health check survives a restart of the database.
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            **_options(name, parts.query),
            "pool": {"min_size": 2, "max_size": 8, "timeout": 10},
        },
    }


def _options(name: str, query: str) -> dict[str, str]:
    try:
        return dict(parse_qsl(query, strict_parsing=bool(query)))
    except ValueError:
        raise ImproperlyConfigured(
            f"{name}: after the question mark, write option=value, not {query!r}."
        ) from None


def _postgres_parts(name: str, address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 -- reading it is what checks it
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} is not an address: {error}.") from None
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured(
            f"{name} must begin with postgres:// (leave it out to use the SQLite file in the data folder)."
        )
    if parts.path in {"", "/"}:
        raise ImproperlyConfigured(f"{name} names no database: postgres://user:password@host:port/database")
    return parts
