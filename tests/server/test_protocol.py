"""The shortest way to a socket: a real server and a real client, and an application that does what is tested."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from marchland.server.protocol import UNREAD, WRITE, MatchProtocol
from marchland.server.serve import listen

pytestmark = pytest.mark.anyio

Send = Callable[[Any], Awaitable[None]]
Receive = Callable[[], Awaitable[Any]]
MOST = 10_000


@asynccontextmanager
async def connected(talk: Callable[[Any, Receive, Send], Awaitable[None]]) -> AsyncIterator[ClientConnection]:
    """A client of an application that accepts its connection, and then talks."""

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await talk(scope, receive, send)

    with listen("127.0.0.1", 0) as socket:
        settings = uvicorn.Config(
            app, ws=MatchProtocol, ws_per_message_deflate=False, lifespan="off", log_level="warning"
        )
        server = uvicorn.Server(settings)
        serving = asyncio.create_task(server.serve([socket]))
        async with connect(f"ws://127.0.0.1:{socket.getsockname()[1]}", max_size=None, max_queue=1) as client:
            yield client
        server.should_exit = True
        await serving


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


async def until(holds: Callable[[], Any]) -> None:
    while not holds():
        await asyncio.sleep(0.001)
