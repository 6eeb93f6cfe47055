"""The WebSocket protocol of uvicorn, but for what is done with every message of a match: there the way through ASGI,
and to stop listening after each message, cost more than the message itself."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

WRITE = "marchland.write"  # in the scope of a socket: its Write
UNREAD = 8  # messages that may wait to be handled before a connection is no longer listened to

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


class MatchProtocol(WebSocketsSansIOProtocol):
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
