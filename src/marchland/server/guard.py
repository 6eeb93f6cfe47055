"""What is refused before any work is done: other hosts and sites, floods, oversized bodies; and the headers."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import orjson

from marchland.server.addresses import Proxies
from marchland.server.errors import TooMany
from marchland.server.limits import LOOKS, Limits, counted_as
from marchland.server.sessions import COOKIE, SEAT_COOKIE
from marchland.server.site import Site

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST_BODY = 65536
LONGEST_ADDRESS = 1000  # bytes of what is asked for: to look for a file, each of its folders is looked for

# What the guard leaves in the scope of a request:
ADDRESS = "marchland.address"  # the address for which it counts
COUNTS_AS = "marchland.counts_as"  # the limit towards which it counts

HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        b"frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    ),
    (b"x-content-type-options", b"nosniff"),
    # Addresses of pages may be links: no log of a proxy has them from behind a request.
    (b"referrer-policy", b"strict-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
]
NOT_KEPT = (b"cache-control", b"no-store")
OURS = re.compile(rb'(?:^|;) *((?:%b)=[^;"]*)(?=;|$)' % b"|".join(name.encode() for name in (SEAT_COOKIE, COOKIE)))


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(self, app: App, site: Site, limits: Limits, proxies: Proxies) -> None:
        self.app = app
        self.site = site
        self.limits = limits
        self.proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        socket = scope["type"] == "websocket"
        changes = socket or scope["method"] not in LOOKS
        host = headers.get(b"host", b"")
        peer = scope["client"][0] if scope.get("client") else ""
        scope["scheme"] = self.proxies.scheme(peer, headers, scope["scheme"])
        address = self.proxies.origin(peer, scope["headers"])
        scope[ADDRESS] = address
        send = self.unhurried(address, send)
        scope[COUNTS_AS] = "socket" if socket else counted_as(scope["method"], scope["path"])
        try:
            self.limits.charge(scope[COUNTS_AS], address=address)
            scope["headers"] = with_own_cookies(scope["headers"])
            if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
                await self.refuse(scope, receive, send, 414, f"An address has at most {LONGEST_ADDRESS} bytes here.")
                return
            if not self.site.answers_for(host):
                await self.refuse(scope, receive, send, 421, f"This server is not {self.site.shown(host)}.")
                return
            if changes and not self.same_site(scope, headers):
                await self.refuse(scope, receive, send, 403, "This request comes from another site.")
                return
        except TooMany as fault:
            await self.refuse(scope, receive, send, 429, str(fault), fault.wait)
            return
        if socket:
            await self.app(scope, receive, send)
        elif not changes:
            await self.app(scope, receive, with_headers(scope, send))
        elif (body := await whole(receive, headers)) is None:
            await self.refuse(scope, receive, send, 413, f"A request has at most {LARGEST_BODY} bytes.")
        else:
            await self.app(scope, again(body, receive), with_headers(scope, send))

    def unhurried(self, address: str, send: Send) -> Send:
        """Whoever it is that finds a request one too many, the answer is in no hurry."""

        async def sent(message: MutableMapping[str, Any]) -> None:
            if message.get("status") == 429:
                await self.limits.before_refusing(address)
            await send(message)

        return sent

    def same_site(self, scope: Scope, headers: dict[bytes, bytes]) -> bool:
        origin = headers.get(b"origin")
        if origin is None:
            # Browsers send it with every request of another site that could change something.
            return headers.get(b"sec-fetch-site", b"same-origin") in (b"same-origin", b"none")
        return self.site.is_origin(origin, scope["scheme"], headers.get(b"host", b""))

    async def refuse(
        self, scope: Scope, receive: Receive, send: Send, status: int, detail: str, wait: int | None = None
    ) -> None:
        headers = [(b"content-type", b"application/problem+json"), NOT_KEPT, *HEADERS]
        if wait is not None:
            headers.append((b"retry-after", b"%d" % wait))
        kind = "http.response"
        if scope["type"] == "websocket":
            await receive()
            # A socket that was never opened is refused as any request is.
            kind = "websocket.http.response"
        body = orjson.dumps({"type": "about:blank", "title": "Refused", "status": status, "detail": detail})
        await send({"type": f"{kind}.start", "status": status, "headers": headers})
        await send({"type": f"{kind}.body", "body": body})


def with_own_cookies(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    return [(name, ours(value) if name == b"cookie" else value) for name, value in headers]


def ours(cookies: bytes) -> bytes:
    """Those of ours, which are never quoted: to read thousands of others takes long, and quoted ones some versions of
    Python for ever."""
    return b";".join(OURS.findall(cookies))


def int_or(text: bytes | None, default: int) -> int:
    return int(text) if text is not None and text.isdigit() else default


def with_headers(scope: Scope, send: Send) -> Send:
    """What the API answers may be somebody's secret: nobody on the way keeps what does not say for how long."""

    async def sent(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", []), *HEADERS]
            if scope["path"].startswith("/api/") and not any(name == b"cache-control" for name, _ in headers):
                headers.append(NOT_KEPT)
            message["headers"] = headers
        await send(message)

    return sent


async def whole(receive: Receive, headers: dict[bytes, bytes]) -> bytes | None:
    """The body of a request, or None as soon as it is too large, whatever size it claims."""
    if int_or(headers.get(b"content-length"), 0) > LARGEST_BODY:
        return None
    body = b""
    more = True
    while more:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > LARGEST_BODY:
            return None
        more = message.get("more_body", False)
    return body


def again(body: bytes, receive: Receive) -> Receive:
    """A body that was read already, as the application receives it."""
    unread = True

    async def received() -> MutableMapping[str, Any]:
        nonlocal unread
        if not unread:
            return await receive()
        unread = False
        return {"type": "http.request", "body": body, "more_body": False}

    return received
