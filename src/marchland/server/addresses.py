"""Where a request comes from, also behind proxies; only those that were named to the server are believed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from marchland.engine.errors import UsageError

Address = IPv4Address | IPv6Address

NAMED = re.compile(r"(?:\[(?P<v6>[^\]]+)\]|(?P<v4>[0-9.]+))(?::[0-9]{1,5})?")


class Proxies:
    """The proxies that are believed when they say for whom they ask."""

    def __init__(self, trusted: Sequence[str] = ()) -> None:
        self.networks = [network_of(text) for text in trusted]

    def origin(self, peer: str, headers: Iterable[tuple[bytes, bytes]]) -> str:
        """The address for which a request counts. Each proxy adds the one that has asked it at the end, so what an
        untrusted one has said further left is anybody's invention."""
        if not self.networks:
            return counted(peer)
        said = b",".join(value for name, value in headers if name == b"x-forwarded-for").decode("latin-1")
        hops = [hop.strip() for hop in said.split(",")]
        address = peer
        while hops and self.trusts(address) and read(hops[-1]) is not None:
            address = hops.pop()
        return counted(address)

    def scheme(self, peer: str, headers: Mapping[bytes, bytes], seen: str) -> str:
        """By which scheme somebody has asked the proxy; sockets are asked for by that of pages too."""
        said = headers.get(b"x-forwarded-proto", b"").decode("latin-1").strip()
        return said if said in ("http", "https") and self.networks and self.trusts(peer) else seen

    def trusts(self, text: str) -> bool:
        address = read(text)
        return address is not None and any(address in network for network in self.networks)


def network_of(text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text, strict=False)
    except ValueError as fault:
        raise UsageError(
            f"A proxy is named by its address or network, as 10.0.0.7 or 10.0.0.0/24, not {text!r}."
        ) from fault


def read(text: str) -> Address | None:
    """Some proxies name the port as well: 192.0.2.7:5000, [2001:db8::7]:5000."""
    named = NAMED.fullmatch(text)
    try:
        if named is None:
            address = ip_address(text)
        else:
            address = IPv6Address(named["v6"]) if named["v6"] else IPv4Address(named["v4"])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


@lru_cache(4096)
def around(address: str) -> str:
    """The network (/48) of IPv6 that has this one, as counted, and thousands like it: it may all be one person's."""
    network, _, size = address.partition("/")
    return str(IPv6Network((int(IPv6Address(network)) >> 80 << 80, 48))) if size == "64" else address


@lru_cache(4096)
def counted(text: str) -> str:
    """A household has one IPv4 address, but a whole network (/64) of IPv6."""
    address = read(text)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((int(address) >> 64 << 64, 64)))
    return str(address) if address is not None else text
