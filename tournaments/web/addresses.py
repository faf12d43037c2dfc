"""Addresses for other devices: what a phone must open, whatever address the asking browser used, and its QR code."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_address
from typing import Any

import segno
from django.http.request import split_domain_port
from django.utils.safestring import SafeString, mark_safe

from euchre_night import network


def for_phones(request: Any, path: str) -> str:
    """The full address of `path` for a phone in the room.

    A laptop that shows its own wall asks by `localhost`, which means something else on a phone: then it is the
    machine's first address on the network. Without a network it stays as asked.
    """
    host, port = split_domain_port(request.get_host())
    if _is_this_machine(host):
        others = network.lan_addresses()
        if others:
            suffix = f":{port}" if port else ""
            return f"{request.scheme}://{others[0]}{suffix}{path}"
    return str(request.build_absolute_uri(path))


@lru_cache(maxsize=1024)
def qr_svg(address: str, *, mask: int | None = None) -> SafeString:
    """A QR code as inline SVG that takes the colour of the text around it and needs no style attribute.

    Remembered, since one takes some milliseconds. `mask`: the pattern to lay over it (0 to 7); None tries all for the
    one that is read best, which takes three times as long: too long for paper with hundreds of codes.
    """
    svg = segno.make(address, error="m", mask=mask).svg_inline(
        omitsize=True, border=2, svgclass="qr__code", lineclass=None
    )
    return mark_safe(svg)  # noqa: S308 - segno's own markup; the address is encoded as squares


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"
