"""Who may use a view. Every view declares it with one of these decorators; the default is nobody.

    @access.public        anybody who knows the night's code, unless the night is private
    @access.anybody       pages that belong to no night (sign in, the front page)
    @access.signed_in     somebody with an account; pages that belong to no night
    @access.organizer     the night's organizer
    @access.desk          the organizer, or a helper with a desk link
    @access.runner        the organizer, or a helper with a runner, desk or (own table only) table link
    @access.collector     the organizer, or a helper with a runner or desk link, who sees every table

A view of a night takes `code` in its address. The decorator finds the night, answers 404 for a wrong
code, and sets `request.night` and `request.actor`. A helper's links are kept in a signed cookie of their own
for one night, so a lost session never locks a phone out, and a signed-in organizer needs no link. A browser may
hold several: a runner's phone that opens a table's code stays a runner's, and somebody who moves from table 3 to
table 5 can still hand in the sheet of table 3.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.core.signing import BadSignature, Signer
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.actions.act import Actor
from tournaments.models import AccessLink, Tournament

View = Callable[..., HttpResponse]

LINK_COOKIE = "euchre_link"
LINKS_OUTLIVE_THE_NIGHT = timedelta(hours=12)
_SALT = "tournaments.access-link"
MOST_LINKS = 6
"""How many links of one night a browser keeps, the last opened ones."""
_BETWEEN = "~"
_STRONGEST = (AccessLink.Role.DESK, AccessLink.Role.RUNNER, AccessLink.Role.TABLE)
_RUNNER_ROLES = frozenset({AccessLink.Role.RUNNER, AccessLink.Role.DESK, AccessLink.Role.TABLE})


class NightRequest(HttpRequest):
    """What a view of a night receives: the request with the night and who is asking."""

    night: Tournament
    actor: Actor
    link: AccessLink | None
    links: tuple[AccessLink, ...]


def public(view: View) -> View:
    @wraps(view)
    def guarded(request: Any, code: str, **kwargs: Any) -> HttpResponse:
        request.night = find_night(code)
        _look_at_links(request)
        request.actor = _actor_of(request) or Actor("public", "the public")
        if request.night.is_private and request.actor.role == "public":
            raise Http404("No such night.")
        return _answer(view, request, code, kwargs)

    return _declare(guarded, "public")


def anybody(view: View) -> View:
    @wraps(view)
    def guarded(request: Any, **kwargs: Any) -> HttpResponse:
        return view(request, **kwargs)

    return _declare(guarded, "anybody")


def signed_in(view: View) -> View:
    @wraps(view)
    def guarded(request: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path(), settings.LOGIN_URL)
        return view(request, **kwargs)

    return _declare(guarded, "signed_in")


def organizer(view: View) -> View:
    return _night_view(view, "organizer", frozenset({"organizer"}))


def desk(view: View) -> View:
    return _night_view(view, "desk", frozenset({"organizer", AccessLink.Role.DESK}))


def runner(view: View) -> View:
    return _night_view(view, "runner", frozenset({"organizer"}) | _RUNNER_ROLES)


def collector(view: View) -> View:
    return _night_view(
        view, "collector", frozenset({"organizer"}) | (_RUNNER_ROLES - {AccessLink.Role.TABLE})
    )


def find_night(code: str) -> Tournament:
    """The night of a code, or Http404; a deleted night is not there."""
    night = Tournament.objects.filter(code=code.lower(), deleted_at__isnull=True).first()
    if night is None:
        raise Http404("No such night.")
    return night


def token_of(link: AccessLink) -> str:
    """The secret part of a link's address, made from its nonce and the server's key."""
    return Signer(salt=_SALT, sep=".").sign(link.nonce)


def link_of_token(token: str) -> AccessLink | None:
    """The open link a token belongs to, or None: wrong, revoked, or the night is over."""
    return next(iter(_open_links([token])), None)


def links_of(request: Any) -> tuple[AccessLink, ...]:
    """The open links to the request's night that this browser holds, the one opened last first. One query."""
    tokens = request.COOKIES.get(cookie_name(request.night), "").split(_BETWEEN)[:MOST_LINKS]
    return tuple(link for link in _open_links(tokens) if link.tournament_id == request.night.pk)


def act_for_table(request: Any, table_id: int) -> bool:
    """Whether this request may act at that table; a browser with the links of several tables uses the right one."""
    if request.actor.role != AccessLink.Role.TABLE:
        return True
    link = next((link for link in request.links if link.table_id == table_id), None)
    if link is None:
        return False
    request.link, request.actor = link, _helper(link)
    return True


def cookie_name(night: Tournament) -> str:
    """One cookie a night, so that a helper of two nights keeps both."""
    return f"{LINK_COOKIE}_{night.code}"


def remember_link(request: Any, response: HttpResponse, link: AccessLink) -> None:
    """Keep the helper's link in this browser for the night, beside those it holds already."""
    name, token = cookie_name(link.tournament), token_of(link)
    before = [other for other in request.COOKIES.get(name, "").split(_BETWEEN) if other and other != token]
    still_open = [token_of(other) for other in _open_links(before[:MOST_LINKS])]
    response.set_cookie(
        name,
        _BETWEEN.join([token, *still_open][:MOST_LINKS]),
        max_age=36 * 60 * 60,
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )


def _night_view(view: View, name: str, roles: frozenset[str]) -> View:
    @wraps(view)
    def guarded(request: Any, code: str, **kwargs: Any) -> HttpResponse:
        request.night = find_night(code)
        _look_at_links(request)
        actor = _actor_of(request)
        if actor is None:
            if request.user.is_authenticated or "organizer" not in roles:
                raise PermissionDenied("This page belongs to another night's host.")
            return _ask_who(request, name)
        if actor.role not in roles:
            raise PermissionDenied(f"A {actor.role} link does not open this page.")
        request.actor = actor
        return _answer(view, request, code, kwargs)

    return _declare(guarded, name)


def _ask_who(request: Any, name: str) -> HttpResponse:
    """An anonymous visitor: a helper's page says to open the link again, a host's asks to sign in."""
    if name != "organizer":
        raise PermissionDenied("Open your helper link again: scan its QR code.")
    return redirect_to_login(request.get_full_path(), settings.LOGIN_URL)


def _actor_of(request: Any) -> Actor | None:
    user = request.user
    if user.is_authenticated and request.night.organizer_id == user.pk:
        return Actor("organizer", _user_name(user), user_id=user.pk)  # whatever link they have tried
    link: AccessLink | None = request.link
    return None if link is None else _helper(link, request.links)


def _helper(link: AccessLink, held: Sequence[AccessLink] = ()) -> Actor:
    """The holder of a link; `held`: all links of the same browser."""
    return Actor(link.role, link.name, link_id=link.pk, other_links=_personal(held) - {link.pk})


def _personal(links: Sequence[AccessLink]) -> frozenset[int]:
    """Links of one helper each; a table's code is scanned by whoever comes by."""
    return frozenset(link.pk for link in links if link.role != AccessLink.Role.TABLE)


def _look_at_links(request: Any) -> None:
    """Set `request.links`, and `request.link` to the one that opens most; of two alike the one opened last."""
    request.links = links_of(request)
    request.link = min(request.links, key=lambda link: _STRONGEST.index(link.role), default=None)


def _open_links(tokens: Sequence[str]) -> list[AccessLink]:
    """The links of these tokens that still open something, in their order: one query, none for no true token."""
    signer = Signer(salt=_SALT, sep=".")
    nonces = []
    for token in tokens:
        try:
            nonces.append(signer.unsign(token))
        except BadSignature:
            continue
    if not nonces:
        return []
    now = timezone.now()
    found = AccessLink.objects.select_related("tournament", "table").filter(nonce__in=nonces)
    alive = {link.nonce: link for link in found if link.is_open(now) and not _is_over(link.tournament)}
    return [alive[nonce] for nonce in dict.fromkeys(nonces) if nonce in alive]


def _user_name(user: User) -> str:
    return user.get_full_name() or user.get_username()


def _is_over(night: Tournament) -> bool:
    """A sheet sent late still gets in to be kept as "late, not counted" (STA-07); a day later nothing does."""
    if night.deleted_at is not None:
        return True
    return night.finalised_at is not None and timezone.now() > night.finalised_at + LINKS_OUTLIVE_THE_NIGHT


def _answer(view: View, request: Any, code: str, kwargs: dict[str, Any]) -> HttpResponse:
    """What the view answers; Http404 when the night, a rehearsal, was thrown away while it was read or written."""
    try:
        return view(request, code=code, **kwargs)
    except (ObjectDoesNotExist, IntegrityError):
        if Tournament.objects.filter(pk=request.night.pk).exists():
            raise
        raise Http404("No such night.") from None


def _declare(view: View, who: str) -> View:
    view.access = who  # type: ignore[attr-defined]
    return view
