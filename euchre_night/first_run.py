"""The link on which the host makes the organizer's account, printed once at the first start.

Whoever reads the terminal owns the machine, so the link is the proof. It lives until the account exists or the
server prints a new one; only its hash is stored, in the data folder.

How the page at `PATH` uses it (route: `first-run/<str:token>/`)::

    if not first_run.verify(token):       # on GET and again on POST
        ...404, or "this link was used; sign in"
    with first_run.claim(token):          # on a valid POST: raises Refused when somebody was quicker
        User.objects.create_user(...)     # when this raises, the link stays valid

Accounts can always be made by hand as well: `manage.py createsuperuser`.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model

PATH = "/first-run/{token}/"


class Refused(Exception):
    """The link is not valid, was used, or the account exists by now."""


def needed() -> bool:
    """Whether nobody could sign in yet: there is no active account."""
    return not get_user_model()._default_manager.filter(is_active=True).exists()


def make() -> str:
    """A new link's path; the links made before are no longer valid."""
    token = secrets.token_urlsafe(24)
    file = _file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.unlink(missing_ok=True)
    file.touch(mode=0o600)
    file.write_text(_hash(token))
    return PATH.format(token=token)


def verify(token: str) -> bool:
    """Whether an account may be made with this token now."""
    try:
        stored = _file().read_text()
    except FileNotFoundError:
        return False
    return hmac.compare_digest(stored, _hash(token)) and needed()


@contextmanager
def claim(token: str) -> Iterator[None]:
    """Use the link up while the account is made; of two at the same moment, one gets `Refused`.

    When the body raises, the link is valid again.
    """
    if not verify(token):
        raise Refused
    file = _file()
    taken = file.with_suffix(".taken")
    try:
        file.rename(taken)  # one process alone can move it away
    except FileNotFoundError:
        raise Refused from None
    try:
        yield
    except BaseException:
        taken.rename(file)
        raise
    taken.unlink()


def _file() -> Path:
    folder: Path = settings.DATA_DIR
    return folder / "first-run"


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
