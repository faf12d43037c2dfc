"""Guessing at one account is slowed; everybody else behind the same address signs in as ever (SEC-04).

The first tries in a row are free, then each must wait twice as long as the one before, at most a minute. A
browser that has signed in to the account before is counted apart, so that a guesser elsewhere does not keep
its owner out.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.http import HttpResponse

from tournaments.models import SignInTries

FREE_TRIES = 5
LONGEST_WAIT = 60  # seconds
FORGOTTEN_AFTER = timedelta(hours=1)

_COOKIE = "euchre_known"
_COOKIE_AGE = 180 * 24 * 60 * 60
_SALT = "tournaments.known-browser"


def seconds_to_wait(tries: int) -> int:
    """How long the next try must wait after so many failed ones."""
    return 0 if tries < FREE_TRIES else min(2 ** (tries - FREE_TRIES), LONGEST_WAIT)


def bucket_of(request: Any, username: str) -> str:
    """Where the tries of this browser for this account are counted."""
    name = username.strip().casefold()
    known = _known_as(request, name)
    return hashlib.sha256(f"{name}\n{known}".encode()).hexdigest()


def take_a_try(bucket: str, now: datetime) -> int:
    """Count a try before the password is looked at; the seconds still to wait when it comes too early (0: go on)."""
    with transaction.atomic():
        SignInTries.objects.filter(last_at__lt=now - FORGOTTEN_AFTER).delete()
        row, _ = SignInTries.objects.select_for_update().get_or_create(
            bucket=bucket, defaults={"last_at": now}
        )
        ready_at = row.last_at + timedelta(seconds=seconds_to_wait(row.count))
        if now < ready_at:
            return max(1, round((ready_at - now).total_seconds()))
        row.count, row.last_at = row.count + 1, now
        row.save(update_fields=["count", "last_at"])
    return 0


def forget(bucket: str) -> None:
    """The right password came: what was counted before no longer matters."""
    SignInTries.objects.filter(bucket=bucket).delete()


def remember_browser(response: HttpResponse, username: str) -> None:
    """From now on this browser's tries for the account are counted apart."""
    value = Signer(salt=_SALT).sign(f"{username.strip().casefold()}\n{secrets.token_urlsafe(12)}")
    response.set_cookie(
        _COOKIE,
        value.encode().hex(),
        max_age=_COOKIE_AGE,
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )


def _known_as(request: Any, name: str) -> str:
    """The browser's own mark for this account; "" when it has never signed in to it."""
    try:
        plain = Signer(salt=_SALT).unsign(bytes.fromhex(request.COOKIES.get(_COOKIE, "")).decode())
    except (BadSignature, ValueError):
        return ""
    known_name, _, mark = plain.rpartition("\n")
    return mark if known_name == name else ""
