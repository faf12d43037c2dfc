"""Under which addresses this machine is reached, and how a phone gets there without typing."""

import io
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from ipaddress import IPv4Address

import segno

ANYWHERE = {"0.0.0.0", "::", ""}  # noqa: S104 -- compared with, not listened on
# Networks between programs on this machine, where no phone ever is.
INTERNAL_INTERFACES = ("lo", "docker", "br-", "veth", "virbr", "cni", "flannel")
SIOCGIFADDR = 0x8915


def lan_addresses() -> list[str]:
    """The IPv4 addresses under which other devices reach this machine, the likeliest first.

    They are looked up anew at each call, since a laptop changes networks. Empty without any network.
    """
    found = dict.fromkeys([*_towards_the_world(), *_of_interfaces(), *_of_host_name()])
    return [address for address in found if _is_for_others(address)]


def _is_for_others(address: str) -> bool:
    ip = IPv4Address(address)
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)


def _towards_the_world() -> Iterator[str]:
    """The address a packet to anywhere would carry: connecting a UDP socket looks it up and sends nothing."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        yield probe.getsockname()[0]


def _of_interfaces() -> Iterator[str]:
    """Every interface's address, on Linux: a laptop that is itself the hotspot has no way to the world."""
    if sys.platform != "linux":
        return
    import fcntl  # exists on Unix alone

    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        for _, name in socket.if_nameindex():
            if name.startswith(INTERNAL_INTERFACES):
                continue
            with suppress(OSError):  # an interface without an address
                answer = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()))
                yield socket.inet_ntoa(answer[20:24])


def _of_host_name() -> Iterator[str]:
    with suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            yield str(address[0])


def site_addresses(host: str, port: int) -> list[str]:
    """The addresses of the site that a phone can open, the likeliest first, such as `http://192.168.1.20:8000`.

    `host` is what the server listens on. Empty when it listens on this machine alone or has no network.
    """
    if host not in ANYWHERE:
        return [] if host in {"127.0.0.1", "::1", "localhost"} else [f"http://{host}:{port}"]
    return [f"http://{address}:{port}" for address in lan_addresses()]


def terminal_qr(text: str) -> str:
    """A QR code of the text for a terminal with a Unicode font, in lines.

    The colours are set, so that it is dark on light in every terminal: not every phone reads the inverse.
    """
    out = io.StringIO()
    segno.make(text, micro=False).terminal(out=out, border=2, compact=True)
    return "".join(f"\033[97;40m{line}\033[0m\n" for line in out.getvalue().splitlines())
