"""The shortest way to a socket: a real server and a real client, and an application that does what is tested."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from marchland.server import protocol
from marchland.server.addresses import Proxies
from marchland.server.limits import MESSAGES
from marchland.server.protocol import LARGEST_HEAD, PIECE, UNREAD, WAITING, WRITE, MatchProtocol, requests_behind
from marchland.server.serve import listen

pytestmark = pytest.mark.anyio

Send = Callable[[Any], Awaitable[None]]
Receive = Callable[[], Awaitable[Any]]
MOST = 10_000


@asynccontextmanager
async def serving(app: Callable[[Any, Receive, Send], Awaitable[None]], *proxies: str) -> AsyncIterator[int]:
    """The port of a server of this application."""
    with listen("127.0.0.1", 0) as socket:
        settings = uvicorn.Config(
            app,
            http=requests_behind(Proxies(proxies)),
            ws=MatchProtocol,
            ws_per_message_deflate=False,
            lifespan="off",
            log_level="warning",
        )
        server = uvicorn.Server(settings)
        running = asyncio.create_task(server.serve([socket]))
        await until(lambda: server.started)
        yield int(socket.getsockname()[1])
        server.should_exit = True
        await running


@asynccontextmanager
async def connected(talk: Callable[[Any, Receive, Send], Awaitable[None]]) -> AsyncIterator[ClientConnection]:
    """A client of an application that accepts its connection, and then talks."""

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await talk(scope, receive, send)

    async with serving(app) as port, connect(f"ws://127.0.0.1:{port}", max_size=None, max_queue=1) as client:
        yield client


async def test_who_does_not_read_takes_no_more_and_later_everything_in_its_order() -> None:
    full = asyncio.Event()
    taken: list[int] = []

    async def talk(scope: Any, receive: Receive, send: Send) -> None:
        while len(taken) < MOST and scope[WRITE](b"%d " % len(taken) + b"x" * 100_000):
            taken.append(len(taken))
        full.set()
        await send({"type": "websocket.send", "text": f"{len(taken)} and last"})

    async with asyncio.timeout(30), connected(talk) as client:
        await full.wait()
        assert 0 < len(taken) < MOST
        heard = [str(await client.recv()).partition(" ") for _ in range(len(taken) + 1)]
        assert [int(number) for number, _, _ in heard] == [*taken, len(taken)]
        assert heard[-1][2] == "and last"


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 1_000_000])
async def test_texts_of_every_length_arrive_as_they_are(size: int) -> None:
    text = ("Ürümqi, 3 € " * size)[:size]

    async def talk(scope: Any, receive: Receive, send: Send) -> None:
        for said in (text, "x" * size):
            assert scope[WRITE](said.encode())
        await receive()

    async with asyncio.timeout(30), connected(talk) as client:
        assert [await client.recv(), await client.recv()] == [text, "x" * size]


async def test_who_has_gone_is_written_nothing() -> None:
    gone: list[Any] = []
    done = asyncio.Event()

    async def talk(scope: Any, receive: Receive, send: Send) -> None:
        gone.append((await receive())["type"])
        gone.append(scope[WRITE](b"too late"))
        done.set()

    async with asyncio.timeout(30), connected(talk) as client:
        await client.close()
        await done.wait()
        assert gone == ["websocket.disconnect", True]


async def test_who_says_more_than_is_handled_is_not_listened_to_until_it_is() -> None:
    handle = asyncio.Event()
    handled: list[str] = []
    protocols: list[MatchProtocol] = []

    async def talk(scope: Any, receive: Receive, send: Send) -> None:
        protocols.append(scope[WRITE].__self__)
        await handle.wait()
        while (message := await receive())["type"] == "websocket.receive":
            handled.append(message["text"])
            await send({"type": "websocket.send", "text": message["text"]})

    async with asyncio.timeout(30), connected(talk) as client:
        for number in range(UNREAD):
            await client.send(str(number))
            await until(lambda count=number + 1: protocols and protocols[0].queue.qsize() == count)
        assert protocols[0].transport.is_reading()
        await client.send(str(UNREAD))
        await until(lambda: not protocols[0].transport.is_reading())
        await client.send("at last")
        handle.set()
        wanted = [*(str(number) for number in range(UNREAD + 1)), "at last"]
        assert [await client.recv() for _ in wanted] == wanted == handled
        assert protocols[0].transport.is_reading()


FINAL, TEXT, BYTES, CONTINUED, PING, PONG = 0x80, 1, 2, 0, 9, 10
EMPTY = b"\x80" + bytes(4)  # masked, and nothing


@pytest.mark.parametrize("frame", [CONTINUED, FINAL | PING, FINAL | PONG])
async def test_whoever_sends_a_flood_of_little_things_is_dropped(frame: int) -> None:
    """Pieces of a message that never ends, pings and pongs: none of them is a message, which would be counted."""
    heard: list[str] = []
    dropped = asyncio.Event()

    async def talk(scope: Any, receive: Receive, send: Send) -> None:
        heard.append((await receive())["type"])
        dropped.set()

    async with asyncio.timeout(30), connected(talk) as client:
        begun = bytes([TEXT]) + EMPTY if frame == CONTINUED else b""
        client.transport.write(begun + (bytes([frame]) + EMPTY) * 20_000)
        await dropped.wait()
        assert heard == ["websocket.disconnect"]


@pytest.mark.parametrize("frame", [FINAL | TEXT, FINAL | BYTES])
@pytest.mark.parametrize("left", [False, True])
async def test_whoever_sends_a_flood_of_little_messages_is_dropped(frame: int, left: bool) -> None:
    """Before anybody handles them, and when nobody does any more."""
    dropped: list[bool] = []

    async def talk(scope: Any, receive: Receive, send: Send) -> None:
        connection: MatchProtocol = scope[WRITE].__self__
        if left:
            await send({"type": "websocket.close"})
        connection.data_received((bytes([frame]) + EMPTY) * 20_000)
        dropped.append(connection.transport.is_closing())

    async with asyncio.timeout(30), connected(talk):
        await until(lambda: dropped)
    assert dropped == [True]


@pytest.mark.parametrize("frame", [CONTINUED, FINAL | PING, FINAL | PONG])
async def test_a_few_of_them_do_no_harm(frame: int) -> None:
    heard: list[str] = []

    async def talk(scope: Any, receive: Receive, send: Send) -> None:
        heard.append((await receive())["text"])
        await send({"type": "websocket.send", "text": "heard"})

    async with asyncio.timeout(30), connected(talk) as client:
        few = (bytes([frame]) + EMPTY) * (MESSAGES.burst - 1)
        end = bytes([FINAL | CONTINUED]) if frame == CONTINUED else b""
        if frame == CONTINUED:
            client.transport.write(bytes([TEXT]) + EMPTY + few + end + EMPTY)
        else:
            client.transport.write(few + bytes([FINAL | TEXT]) + EMPTY)
        assert await client.recv() == "heard"
        assert heard == [""]


async def test_pings_of_whoever_does_not_read_are_not_answered() -> None:
    protocols: list[MatchProtocol] = []

    async def talk(scope: Any, receive: Receive, send: Send) -> None:
        protocols.append(scope[WRITE].__self__)
        while scope[WRITE](b"x" * 100_000):
            pass
        before = protocols[0].transport.get_write_buffer_size()
        protocols[0].data_received(bytes([FINAL | PING]) + EMPTY)
        assert protocols[0].transport.get_write_buffer_size() == before
        await receive()

    async with asyncio.timeout(30), connected(talk) as client:
        await until(lambda: protocols)
        assert await client.recv() == "x" * 100_000
        client.transport.abort()


async def test_whoever_does_not_answer_is_let_go_with_all_that_waits_for_them() -> None:
    done: list[str] = []

    async def talk(scope: Any, receive: Receive, send: Send) -> None:
        while scope[WRITE](b"x" * 100_000):
            pass
        connection: MatchProtocol = scope[WRITE].__self__
        connection.keepalive_timeout()
        done.append((await receive())["type"])
        assert connection.transport.get_write_buffer_size() == 0

    async with asyncio.timeout(30), connected(talk) as client:
        await until(lambda: done)
        client.transport.abort()
    assert done == ["websocket.disconnect"]


async def test_a_farewell_that_nobody_reads_keeps_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "FAREWELL", 0.05)
    left: list[MatchProtocol] = []

    async def talk(scope: Any, receive: Receive, send: Send) -> None:
        while scope[WRITE](b"x" * 100_000):
            pass
        left.append(scope[WRITE].__self__)

    async with asyncio.timeout(30), connected(talk) as client:
        await until(lambda: left and left[0].disconnected)
        assert left[0].transport.get_write_buffer_size() == 0
        client.transport.abort()


async def test_until_it_is_read_the_connection_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "CONNECTIONS_OF_ADDRESS", 1)
    left = asyncio.Event()

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await ok(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.accept"})
        while scope[WRITE](b"x" * 100_000):
            pass
        left.set()

    async with asyncio.timeout(30), serving(app) as port:
        client = await connect(f"ws://127.0.0.1:{port}", max_size=None, max_queue=1)
        await left.wait()
        assert not await gets_in(port)
        client.transport.abort()
        while not await gets_in(port):
            pass


async def ok(scope: Any, receive: Receive, send: Send) -> None:
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.mark.parametrize(
    "said",
    [
        b"GET /%s",
        b"GET / HTTP/1.1\r\nHost: a\r\nX: %s",
        b"GET / HTTP/1.1\r\n" + b"X: %s\r\n" * 9,
        b"GET / HTTP/1.1\r\n" + b"X:\r\n" * 101 + b"\r\n",
        b"GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" + b"X:\r\n" * 101 + b"\r\n",
    ],
)
@pytest.mark.parametrize("before", [b"", b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"])
async def test_a_request_begins_within_bounds(before: bytes, said: bytes) -> None:
    async with asyncio.timeout(30), serving(ok) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        if before:
            writer.write(before)
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        writer.write(said.replace(b"%s", b"a" * LARGEST_HEAD))
        with suppress(ConnectionError):
            assert (await reader.readline()).startswith(b"HTTP/1.1 431")
            await reader.read()
        writer.close()


@pytest.mark.parametrize("size", [0, LARGEST_HEAD // 2, LARGEST_HEAD - 2 * PIECE])
async def test_within_them_it_is_answered_as_often_as_wanted(size: int) -> None:
    request = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\nX: " + b"a" * size + b"\r\n\r\n" + bytes(50_000)
    async with asyncio.timeout(30), serving(ok) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(4):
            writer.write(request)
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        writer.close()


@pytest.mark.parametrize("piece", [b"a:\r\n", b"1\r\nx\r\n"], ids=["trailers", "chunks"])
async def test_nothing_comes_behind_a_head_without_end(piece: bytes) -> None:
    """Also where the answer was given long ago."""
    async with asyncio.timeout(30), serving(ok) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        writer.write(b"0\r\n" if piece.startswith(b"a") else b"")

        async def go_on() -> None:
            while True:
                writer.write(piece * 1000)
                await writer.drain()

        with pytest.raises(ConnectionError):
            await go_on()
        writer.close()


HALF = [b"GET / HTT", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc"]


@pytest.mark.parametrize(("before", "said"), [(False, b""), *((one, half) for one in (False, True) for half in HALF)])
async def test_half_a_request_keeps_no_connection(before: bool, said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "LONGEST_REQUEST", 0.05)

    async with asyncio.timeout(30), serving(ok) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        if before:
            writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        writer.write(said)
        with suppress(ConnectionError):
            assert await reader.read() == b""
        writer.close()


async def test_nor_does_half_a_request_behind_a_whole_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "LONGEST_REQUEST", 0.2)
    async with asyncio.timeout(30), serving(ok) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n" + HALF[1])
        with suppress(ConnectionError):
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
            assert await reader.read() == b""
        writer.close()


async def test_an_answer_that_nobody_reads_keeps_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "LONGEST_PAUSE", 0.05)
    sent = asyncio.Event()

    async def long(scope: Any, receive: Receive, send: Send) -> None:
        """More than all buffers on the way take: to send goes on when it is taken, or nobody is there any more."""
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(100):
            await send({"type": "http.response.body", "body": b"x" * 1_000_000, "more_body": True})
        sent.set()

    async with asyncio.timeout(30), serving(long) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        await sent.wait()
        writer.transport.abort()


async def test_not_everything_is_asked_for_before_anything_is_answered() -> None:
    """Here nothing is, as long as anybody waits."""
    asked: list[str] = []
    gone = asyncio.Event()

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        asked.append(scope["path"])
        await gone.wait()

    async with asyncio.timeout(30), serving(app) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\n\r\n" * 5000)
        with suppress(ConnectionError):
            assert await reader.read() == b""
        writer.close()
        gone.set()
    assert asked == ["/"]


async def test_a_few_requests_at_once_are_answered_one_after_the_other() -> None:
    async with asyncio.timeout(30), serving(ok) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n" * WAITING)
        for _ in range(WAITING):
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        writer.close()


async def test_what_comes_behind_a_body_is_no_header() -> None:
    found: list[Any] = []

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await ok(scope, receive, send)
        found.append(dict(scope["headers"]))

    async with asyncio.timeout(30), serving(app) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        writer.write(head + b"2\r\nhi\r\n0\r\nHost: evil\r\nOrigin: evil\r\n\r\n")
        assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        writer.close()
    assert found == [{b"host": b"a", b"transfer-encoding": b"chunked"}]


async def test_a_socket_opens_with_many_cookies_of_others() -> None:
    """As it does with few."""

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await receive()

    async with asyncio.timeout(30), serving(app) as port:
        cookies = {"cookie": "; ".join(f"other{number}={'x' * 100}" for number in range(110))}
        async with connect(f"ws://127.0.0.1:{port}", additional_headers=cookies):
            pass


UPGRADE = (
    b"Host: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@pytest.mark.parametrize(
    "more",
    [b"Content-Length: 1\r\n", b"Transfer-Encoding: chunked\r\n", b"X: " + b"a" * 9000 + b"\r\n"],
)
async def test_what_asks_for_a_socket_as_nobody_may_is_refused(more: bytes) -> None:
    async with asyncio.timeout(30), serving(ok) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\n" + UPGRADE + more + b"\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 400")
        await reader.read()
        writer.close()


@pytest.mark.parametrize("said", [b"\x88\x80\0\0\0\0", b"\x81\x81\0\0\0\0\xff", b"\x81\x81\0\0\0\0a", b"\xff\xff"])
async def test_who_speaks_before_they_are_let_in_is_dropped(said: bytes, caplog: pytest.LogCaptureFixture) -> None:
    """Without a word in the log, which anybody could fill."""
    asked, gone = asyncio.Event(), asyncio.Event()

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        asked.set()
        assert (await receive())["type"] == "websocket.disconnect"
        gone.set()

    async with asyncio.timeout(30), serving(app) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\n" + UPGRADE + b"\r\n")
        await asked.wait()
        writer.write(said)
        await gone.wait()
        writer.close()
    assert caplog.text == ""


async def test_nor_does_it_keep_the_server_from_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MatchProtocol, "refuse", lambda self: None)
    async with asyncio.timeout(30), serving(ok) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\n" + UPGRADE + b"Content-Length: 1\r\n\r\n")
        assert await gets_in(port)
    with suppress(ConnectionError):
        assert await reader.read() == b""
    writer.close()


async def answered(app_port: int) -> tuple[bytes, asyncio.StreamWriter]:
    """The first line of the answer to somebody who stays connected; nothing for who is not let in."""
    reader, writer = await asyncio.open_connection("127.0.0.1", app_port)
    line = b""
    with suppress(ConnectionError):
        writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        line = await reader.readline()
    return line, writer


async def gets_in(port: int) -> bool:
    """Whether somebody who comes, and goes again, is answered."""
    line, writer = await answered(port)
    writer.close()
    return line != b""


@pytest.mark.parametrize("proxies", [(), ("127.0.0.1",), ("10.0.0.7",)])
async def test_one_address_does_not_take_all_connections(
    proxies: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "CONNECTIONS_OF_ADDRESS", 3)

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    async with asyncio.timeout(30), serving(app, *proxies) as port:
        here = [await answered(port) for _ in range(4)]
        lines = [line.startswith(b"HTTP/1.1 200") for line, _ in here]
        assert lines == [True, True, True, proxies == ("127.0.0.1",)]
        # Whoever goes makes room.
        for _, writer in here:
            writer.close()
        while not await gets_in(port):
            pass


async def test_nor_do_all_addresses_of_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of IPv6, where somebody may have thousands."""
    numbers = count()
    monkeypatch.setattr(protocol, "CONNECTIONS_OF_ADDRESS", 1)
    monkeypatch.setattr(protocol, "ADDRESSES_OF_NETWORK", 3)
    monkeypatch.setattr(protocol, "counted", lambda peer: f"2001:db8:0:{next(numbers):x}::/64")
    async with asyncio.timeout(30), serving(ok) as port:
        here = [await answered(port) for _ in range(4)]
        assert [line.startswith(b"HTTP/1.1 200") for line, _ in here] == [True, True, True, False]
        for _, writer in here:
            writer.close()
        while not await gets_in(port):
            pass


async def until(holds: Callable[[], Any]) -> None:
    while not holds():
        await asyncio.sleep(0.001)
