"""Which addresses are shown to the host, and the code that phones read."""

import re
import socket

import pytest
import segno

from euchre_night import network


def test_addresses_of_this_machine_are_ones_others_can_use():
    for address in network.lan_addresses():
        assert re.fullmatch(r"\d+\.\d+\.\d+\.\d+", address)
        assert not address.startswith(("127.", "169.254.", "0."))
        with socket.socket() as probe:  # it is really ours: it can be listened on
            probe.bind((address, 0))


@pytest.fixture
def _two_networks(monkeypatch):
    monkeypatch.setattr(network, "_towards_the_world", lambda: iter(["192.168.1.20"]))
    monkeypatch.setattr(network, "_of_interfaces", lambda: iter(["10.42.0.1", "192.168.1.20", "169.254.7.7"]))
    monkeypatch.setattr(network, "_of_host_name", lambda: iter(["127.0.1.1"]))


@pytest.mark.usefixtures("_two_networks")
def test_the_likeliest_comes_first_and_none_twice():
    assert network.lan_addresses() == ["192.168.1.20", "10.42.0.1"]


@pytest.mark.usefixtures("_two_networks")
@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_listening_everywhere_shows_every_network(host):
    assert network.site_addresses(host, 8000) == ["http://192.168.1.20:8000", "http://10.42.0.1:8000"]


@pytest.mark.usefixtures("_two_networks")
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_listening_on_this_machine_alone_shows_none(host):
    assert network.site_addresses(host, 8000) == []


def test_listening_on_one_address_shows_that_one():
    assert network.site_addresses("192.168.5.5", 80) == ["http://192.168.5.5:80"]


def test_without_any_network_there_is_no_address(monkeypatch):
    class NoNetwork:
        def connect(self, target):
            raise OSError("Network is unreachable")

        def close(self):
            pass

    monkeypatch.setattr(network.socket, "socket", lambda *_: NoNetwork())
    monkeypatch.setattr(network, "_of_interfaces", lambda: iter([]))
    monkeypatch.setattr(network, "_of_host_name", lambda: iter([]))
    assert network.lan_addresses() == []


def test_the_code_in_the_terminal_is_the_code_of_the_address():
    text = "http://192.168.1.20:8000/"
    lines = network.terminal_qr(text).splitlines()
    assert all(line.startswith("\033[97;40m") and line.endswith("\033[0m") for line in lines)
    # Two rows of modules in a line; light modules are drawn, dark ones left black.
    halves = {" ": (1, 1), "▀": (0, 1), "▄": (1, 0), "█": (0, 0)}
    pairs = [[halves[c] for c in re.sub(r"\033\[[\d;]*m", "", line)] for line in lines]
    rows = [[pair[half] for pair in line] for line in pairs for half in (0, 1)]
    expected = [list(row) for row in segno.make(text, micro=False).matrix_iter(border=2)]
    assert rows[: len(expected)] == expected
