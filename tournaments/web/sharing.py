"""Addresses for other people's phones: as links, and as QR codes."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from euchre_night.network import lan_addresses


def shared_url(request: HttpRequest, path: str) -> str:
    """`path` as others reach it. Who looks at the page on the laptop itself ("localhost") gets the address it
    has on the local network, as far as there is one: a phone's own localhost is the phone."""
    url = request.build_absolute_uri(path)
    parts = urlsplit(url)
    if settings.PRODUCTION or not _is_own(parts.hostname or ""):
        return url
    lan = lan_addresses()
    if not lan:
        return url
    port = f":{parts.port}" if parts.port else ""
    return parts._replace(netloc=f"{lan[0]}{port}").geturl()


def qr_svg(text: str) -> SafeString:
    """A QR code as inline SVG that takes the colour of the text around it and needs no style attribute."""
    svg = segno.make(text, error="m").svg_inline(omitsize=True, border=2, svgclass="qr__code", lineclass=None)
    return mark_safe(svg)  # noqa: S308 - segno's own markup; the text is encoded as squares


def _is_own(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
