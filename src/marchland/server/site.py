"""Under which addresses the server is reached: whose requests it takes, and what it tells people to pass on."""

from __future__ import annotations

import re
import socket
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from marchland.engine.errors import UsageError

LOOPBACK = ("127.0.0.0/8", "::1")
EVERYWHERE = ("0.0.0.0", "::", "")
HOST = re.compile("[0-9a-z._:-]+")  # as urlsplit gives it

# To ask by which address this machine would reach the world or a private network; nothing is sent there.
_FAR = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254", "2001:db8::1")


def public_address(said: str) -> str:
    """A public address as browsers write it, without a path."""
    try:
        url = urlsplit(said.strip())
        host, port = url.hostname or "", url.port
    except ValueError:
        url, host, port = urlsplit(""), "", None
    if url.scheme not in ("http", "https") or not HOST.fullmatch(host) or url.username is not None:
        raise UsageError(f"A public address is a scheme and a host, as https://games.example, not {said!r}.")
    if url.path not in ("", "/") or url.query or url.fragment:
        raise UsageError(f"Marchland has a host to itself: leave out everything behind {url.netloc!r} in {said!r}.")
    shown = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}[url.scheme]
    return f"{url.scheme}://{shown}" + (f":{port}" if port not in (None, usual) else "")


def is_loopback(address: str) -> bool:
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found).is_loopback


class Site:
    """The addresses of one server. A request for another host is refused: a name that somebody else has pointed here
    would make their page, in the browser of a player, look like ours."""

    def __init__(self, public_url: str = "", host: str = "127.0.0.1", port: int = 8000) -> None:
        self.public_url = public_url
        self.host = host
        self.port = port
        self.local = is_loopback(host) or host == "localhost"
        self.secure = public_url.startswith("https:")
        self.names = {urlsplit(public_url).hostname or ""} if public_url else {host.lower(), *_own_names()}
        # Browsers send the same few again and again.
        self.answers_for = lru_cache(256)(self._answers_for)

    def _answers_for(self, host: bytes) -> bool:
        try:
            name = urlsplit(f"//{host.decode('ascii')}").hostname or ""
        except ValueError:
            return False
        name = name.removesuffix(".")
        if name in self.names:
            return True
        # A page that leads to a bare address, or to the reader's own machine, is not somebody else's.
        return not self.public_url and (_is_address(name) or name == "localhost" or name.endswith(".localhost"))

    def shown(self, host: bytes) -> str:
        """A host that this one is not, and what would make it so."""
        said = host.decode("ascii", "replace")[:80]
        if self.public_url:
            return f"{said!r} but {self.public_url}"
        return f"{said!r}; its owner can give it that name with --public-url"

    def is_origin(self, origin: bytes, scheme: str, host: bytes) -> bool:
        """Whether a page of this origin (a scheme and a host, or the word null) is one of ours."""
        if self.public_url:
            return origin == self.public_url.encode()
        return origin == (b"https://" if scheme in ("https", "wss") else b"http://") + host

    def addresses(self) -> list[str]:
        """Where others in the network reach this server; none where it listens to this machine alone."""
        if self.local:
            return []
        found = network_addresses() if self.host in EVERYWHERE else [self.host]
        if self.host in ("0.0.0.0", ""):
            found = [address for address in found if ":" not in address]
        return [f"http://{f'[{address}]' if ':' in address else address}:{self.port}" for address in found]


def _own_names() -> set[str]:
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return {name, short, f"{short}.local"} - {""}


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def network_addresses() -> list[str]:
    found: dict[str, None] = {}
    for far in _FAR:
        with socket.socket(socket.AF_INET6 if ":" in far else socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((far, 9))
                found[str(probe.getsockname()[0])] = None
            except OSError:
                continue  # no way there
    return [address for address in found if not is_loopback(address) and not address.startswith("fe80")]
