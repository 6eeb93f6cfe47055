"""Whose address counts: that of whoever connects, unless it is a proxy that is believed."""

from __future__ import annotations

import pytest

from marchland.engine.errors import UsageError
from marchland.server.addresses import Proxies, around, counted


def origin(proxies: list[str], peer: str, *forwarded: str) -> str:
    return Proxies(proxies).origin(peer, [(b"x-forwarded-for", line.encode()) for line in forwarded])


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "expected"),
    [
        ([], "203.0.113.5", ["198.51.100.1"], "203.0.113.5"),
        ([], "127.0.0.1", ["198.51.100.1"], "127.0.0.1"),
        (["10.0.0.1"], "203.0.113.5", ["198.51.100.1"], "203.0.113.5"),
        (["10.0.0.1"], "10.0.0.1", [], "10.0.0.1"),
        (["10.0.0.1"], "10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        # What the client itself has written stands further left.
        (["10.0.0.1"], "10.0.0.1", ["1.1.1.1, 198.51.100.1"], "198.51.100.1"),
        (["10.0.0.1"], "10.0.0.1", ["1.1.1.1", "198.51.100.1"], "198.51.100.1"),
        (["10.0.0.0/8"], "10.0.0.1", ["1.1.1.1, 198.51.100.1, 10.2.3.4"], "198.51.100.1"),
        (["10.0.0.0/8"], "10.0.0.1", ["10.9.9.9,10.2.3.4"], "10.9.9.9"),
        (["10.0.0.0/8"], "10.0.0.1", ["1.1.1.1, nonsense, 10.2.3.4"], "10.2.3.4"),
        (["10.0.0.0/8"], "10.0.0.1", ["", "\xff"], "10.0.0.1"),
        (["10.0.0.1"], "::ffff:10.0.0.1", ["::ffff:198.51.100.1"], "198.51.100.1"),
        (["fd00::/8"], "fd00::1", ["2001:db8:1:2:3:4:5:6"], "2001:db8:1:2::/64"),
        # Some proxies name the port as well.
        (["10.0.0.1"], "10.0.0.1", ["198.51.100.1:5000"], "198.51.100.1"),
        (["10.0.0.1"], "10.0.0.1", ["[2001:db8:1:2:3:4:5:6]:443"], "2001:db8:1:2::/64"),
        (["10.0.0.1"], "10.0.0.1", ["[2001:db8:1:2:3:4:5:6]"], "2001:db8:1:2::/64"),
        (["10.0.0.1"], "10.0.0.1", ["[::ffff:198.51.100.1]:5000"], "198.51.100.1"),
        (["10.0.0.0/8"], "10.0.0.1", ["1.1.1.1:1, 198.51.100.1:2, 10.2.3.4:3"], "198.51.100.1"),
        (["10.0.0.1"], "10.0.0.1", ["198.51.100.1:"], "10.0.0.1"),
        (["10.0.0.1"], "10.0.0.1", ["198.51.100.1:http"], "10.0.0.1"),
        (["10.0.0.1"], "10.0.0.1", ["198.51.100.1:5000:5000"], "10.0.0.1"),
        (["10.0.0.1"], "10.0.0.1", ["198.51.100:5000"], "10.0.0.1"),
        (["10.0.0.1"], "10.0.0.1", ["[198.51.100.1]:5000"], "10.0.0.1"),
        (["10.0.0.1"], "10.0.0.1", ["[2001:db8::1"], "10.0.0.1"),
        (["10.0.0.1"], "10.0.0.1", ["[]:443"], "10.0.0.1"),
        ([], "2001:db8:1:2:ffff::9", [], "2001:db8:1:2::/64"),
        ([], "", ["198.51.100.1"], ""),
    ],
)
def test_only_named_proxies_are_believed(proxies: list[str], peer: str, forwarded: list[str], expected: str) -> None:
    assert origin(proxies, peer, *forwarded) == expected


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("2001:db8:1:2:3::4", "2001:db8:1::/48"),
        ("2001:db8:1:ffff::", "2001:db8:1::/48"),
        ("198.51.100.1", "198.51.100.1"),
        ("::ffff:198.51.100.1", "198.51.100.1"),
        ("", ""),
        ("nonsense/64th", "nonsense/64th"),
    ],
)
def test_the_network_around_an_address(address: str, network: str) -> None:
    assert around(counted(address)) == network


def test_a_proxy_that_is_no_address_is_refused_in_words() -> None:
    with pytest.raises(UsageError, match="not 'my proxy'"):
        Proxies(["my proxy"])
