"""The protocols of uvicorn, but for what is done with every message of a match, where the way through ASGI, and to stop
listening after each message, cost more than the message itself; and for those who keep a connection for nothing."""

from __future__ import annotations

import struct
from asyncio import BaseTransport, Task, TimerHandle, Transport
from collections import Counter
from collections.abc import Callable
from typing import ClassVar, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from marchland.server.addresses import Proxies, around, counted
from marchland.server.guard import LARGEST_BODY, with_own_cookies
from marchland.server.limits import ADDRESSES_OF_NETWORK, CONNECTIONS_OF_ADDRESS, MESSAGES, Bucket, Rate

WRITE = "marchland.write"  # in the scope of a socket: its Write
LONGEST_REQUEST = 30.0  # seconds until it has to be here as a whole
LONGEST_PAUSE = 30.0  # seconds in which some of an answer has to be taken
LARGEST_HEAD = 16384  # bytes of a request before its body, give or take a piece
MOST_BEHIND = 2 * LARGEST_BODY  # bytes after it
MOST_PIECES = 1000  # in which they may come
MOST_HEADERS = 100  # of a request; browsers and proxies send some thirty
WAITING = 8  # requests that may be sent before the first of them is answered
PIECE = 4096  # bytes that are read at a time: after each it is seen whether there is too much of it
FAREWELL = 10.0  # seconds in which the last words of a socket have to be taken
UNREAD = 8  # messages that may wait to be handled before a connection is no longer listened to
# Messages as they come, which takes time before anybody handles them: more than of those who stop when told.
READ = Rate(MESSAGES.burst * 8, MESSAGES.a_minute * 8)

# Send a text, as UTF-8, at once; False where the connection does not take it now.
Write = Callable[[bytes], bool]


def framed(text: bytes) -> bytes:
    """A whole text as a server sends it (RFC 6455, 5.2): neither masked nor, here, compressed."""
    size = len(text)
    if size < 126:
        return struct.pack("!BB", 0x81, size) + text
    if size < 1 << 16:
        return struct.pack("!BBH", 0x81, 126, size) + text
    return struct.pack("!BBQ", 0x81, 127, size) + text


def refusal(status: bytes) -> bytes:
    """Of what is no request that could be answered."""
    return b"HTTP/1.1 " + status + b"\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class RequestProtocol(HttpToolsProtocol):
    """Nobody keeps a connection by half a request or one without an end, nor all connections that the system has."""

    proxies = Proxies()
    open_now: ClassVar[Counter[str]] = Counter()  # by address, sockets too; those of proxies are not counted
    counts_for: tuple[str, ...] = ()  # an address, and the network around it
    late: TimerHandle | None = None
    unread: TimerHandle | None = None
    in_head = True
    head = 0  # bytes that have come of it
    behind = 0  # bytes that have come after it
    pieces = 0  # in which they have come
    crowded = False  # and it has too many headers

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = self.client[0] if self.client is not None else ""
        if peer and not self.proxies.trusts(peer):
            address = counted(peer)
            network = around(address)
            self.counts_for = (address,) if network == address else (address, network)
            self.open_now.update(self.counts_for)
            for who, times in zip(self.counts_for, (1, ADDRESSES_OF_NETWORK), strict=False):
                if self.open_now[who] > CONNECTIONS_OF_ADDRESS * times:
                    transport.abort()
        self._expect_request()

    def data_received(self, data: bytes) -> None:
        if self.late is None and (self.cycle is None or self.cycle.response_complete):
            self._expect_request()
        for start in range(0, len(data), PIECE):
            piece = data[start : start + PIECE]
            super().data_received(piece)
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            self.head = self.head + len(piece) if self.in_head else 0
            if self.head > LARGEST_HEAD:
                self._refuse_head()
                return
            self.behind = self.behind + len(piece) if not self.in_head else 0
            if self.behind > MOST_BEHIND or self.pieces > MOST_PIECES:
                self.transport.abort()
                return

    def on_message_begin(self) -> None:
        if self.late is None:
            self._expect_request()
        self.crowded = False
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """What comes behind the body in the form of headers was not there when it was judged who asks for what."""
        if not self.in_head:
            self.pieces += 1
        else:
            self.crowded = self.crowded or len(self.headers) >= MOST_HEADERS
            if not self.crowded:
                super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        self.pieces += 1
        super().on_body(body)

    def on_headers_complete(self) -> None:
        self.in_head, self.pieces = False, 0
        if self.crowded:
            self._refuse_head()
            return
        super().on_headers_complete()
        if len(self.pipeline) > WAITING:
            self.transport.abort()

    def on_message_complete(self) -> None:
        self._in_time()
        self.in_head, self.head = True, 0
        super().on_message_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._expect_reader()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._is_read()

    def handle_websocket_upgrade(self) -> None:
        if self.crowded:
            return
        self._in_time()
        # It is read once more there, by somebody who takes no long lines.
        self.scope["headers"] = with_own_cookies(list(self.scope["headers"]))
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        assert isinstance(socket, MatchProtocol)
        socket.when_lost = self._count_no_more
        if not socket.handshake_initiated:
            socket.refuse()

    def connection_lost(self, fault: Exception | None) -> None:
        self._in_time()
        self._is_read()
        self._count_no_more()
        super().connection_lost(fault)

    def _count_no_more(self) -> None:
        for who in self.counts_for:
            self.open_now[who] -= 1
            if not self.open_now[who]:
                del self.open_now[who]
        self.counts_for = ()

    def _refuse_head(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.abort()  # what was asked before is being answered
            return
        self.transport.write(refusal(b"431 Request Header Fields Too Large"))
        self.transport.close()

    def _expect_request(self) -> None:
        self.late = self.loop.call_later(LONGEST_REQUEST, self.transport.abort)

    def _expect_reader(self, left: int | None = None) -> None:
        """Whoever takes a little of an answer now and then may be as slow as they like."""
        size = self.transport.get_write_buffer_size()
        if left is not None and size >= left:
            self.transport.abort()
        else:
            self.unread = self.loop.call_later(LONGEST_PAUSE, self._expect_reader, size)

    def _is_read(self) -> None:
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None

    def _in_time(self) -> None:
        if self.late is not None:
            self.late.cancel()
            self.late = None


def requests_behind(proxies: Proxies) -> type[RequestProtocol]:
    """The protocol of one server, which believes these."""
    return type(RequestProtocol.__name__, (RequestProtocol,), {"proxies": proxies, "open_now": Counter()})


class MatchProtocol(WebSocketsSansIOProtocol):
    """Messages are counted by who handles them, and here as they come, also when nobody handles them any more. What
    else a connection can send is counted as well, and there is no farewell for whoever sends too much of it, or does
    not answer: to wait until they read it would keep it for ever. Others have some time to read it."""

    when_lost: Callable[[], None] | None = None
    leaving: TimerHandle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.messages = Bucket(READ)
        self.pieces = Bucket(MESSAGES)  # of messages, pings and pongs

    def refuse(self) -> None:
        """What asked for a socket is no such request."""
        self.transport.write(refusal(b"400 Bad Request"))
        self.transport.close()
        self.leaving = self.loop.call_later(FAREWELL, self.transport.abort)

    def shutdown(self) -> None:
        if self.handshake_initiated:
            super().shutdown()
        else:
            self.transport.abort()

    def on_task_complete(self, task: Task[None]) -> None:
        super().on_task_complete(task)
        if not self.disconnected:
            self.leaving = self.loop.call_later(FAREWELL, self.transport.abort)

    def connection_lost(self, fault: Exception | None) -> None:
        super().connection_lost(fault)
        if self.leaving is not None:
            self.leaving.cancel()
        if self.when_lost is not None:
            self.when_lost()

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated and not self.handshake_complete:
            self.transport.abort()  # nobody says anything before they are let in, and uvicorn fails over what they do
            return
        if len(data) <= PIECE:
            super().data_received(data)
            return
        for start in range(0, len(data), PIECE):
            if not self.transport.is_closing():
                super().data_received(data[start : start + PIECE])

    def handle_text(self, event: Frame) -> None:
        if self._one_more(self.messages):
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if self._one_more(self.messages):
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if self._one_more(self.pieces):
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if not self._one_more(self.pieces):
            return
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()  # the answer, which nobody would read

    def handle_pong(self, event: Frame) -> None:
        if self._one_more(self.pieces):
            super().handle_pong(event)

    def _one_more(self, bucket: Bucket) -> bool:
        if bucket.take():
            self.transport.abort()
            return False
        return True

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast(dict[str, object], self.scope)[WRITE] = self.write_text

    def write_text(self, data: bytes) -> bool:
        if not self.writable.is_set():
            return False
        # Whoever reads from a connection is told when it has gone.
        if not self.disconnected and self.conn.state is State.OPEN:
            self.transport.write(framed(data))
        return True

    def send_receive_event_to_app(self) -> None:
        """As uvicorn has it, who sends a message is listened to again when that is handled."""
        if self.queue.qsize() >= UNREAD:
            super().send_receive_event_to_app()
            return
        # It believes that it has stopped to listen.
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
