"""The servers that are measured: the bare one, and ours.

python benchmarks/servers.py KIND PORT DATABASE
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sqlite3
import sys
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor


def bare(port: int, database: str) -> None:
    """A Starlette application that commits and echoes."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.websockets import WebSocket, WebSocketDisconnect

    tables: dict[str, list[WebSocket]] = {}
    counts: dict[str, int] = {}
    echo = json.dumps({"echo": [list(range(20)) for _ in range(113)]})[1:]
    pending: list[tuple[tuple[str, int, str], asyncio.Future[None]]] = []
    thread = ThreadPoolExecutor(1)
    flushing: list[asyncio.Task[None]] = []

    def opened() -> sqlite3.Connection:
        connection = sqlite3.connect(database)
        connection.execute("pragma journal_mode=WAL")
        connection.execute("pragma synchronous=FULL")
        connection.execute("create table entries (place text, number int, body text, primary key (place, number))")
        return connection

    connection = thread.submit(opened).result()

    def insert(rows: list[tuple[str, int, str]]) -> None:
        connection.executemany("insert into entries values (?, ?, ?)", rows)
        connection.commit()

    async def flush() -> None:
        while pending:
            batch = pending[:]
            pending.clear()
            await asyncio.get_running_loop().run_in_executor(thread, insert, [row for row, _ in batch])
            for _, done in batch:
                done.set_result(None)
        flushing.clear()

    async def append(row: tuple[str, int, str]) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        pending.append((row, done))
        if not flushing:
            flushing.append(asyncio.create_task(flush()))
        await done

    async def serve(socket: WebSocket) -> None:
        table = socket.path_params["table"]
        await socket.accept()
        tables.setdefault(table, []).append(socket)
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                message = json.loads(await socket.receive_text())
                number = counts[table] = counts.get(table, 0) + 1
                await append((table, number, str(message["action"])))
                text = f'{{"n":{number},{echo}'
                for other in tables[table]:
                    await other.send_text(text)

    app = Starlette(routes=[WebSocketRoute("/{table}", serve)])
    uvicorn.run(app, port=port, log_level="warning", ws_per_message_deflate=False)


def ours(port: int, database: str, free: Collection[str] = ("message",)) -> None:
    from marchland.server import protocol, services, sockets
    from marchland.server.limits import LIMITS, Limit, Limits, Rate
    from marchland.server.serve import serve

    # The driver is one machine that plays a hundred people's matches as fast as it goes, each from an own address.
    fast = Rate(10**9, 10**9)
    sockets.MESSAGES = protocol.READ = fast
    table = {name: Limit(limit.what, fast, fast) if name in free else limit for name, limit in LIMITS.items()}
    services.Limits = lambda: Limits(table)
    serve(port=port, database=f"sqlite:///{database}", proxies=["127.0.0.1"])


def unlimited(port: int, database: str) -> None:
    """Ours without limits on requests."""
    from marchland.server.limits import LIMITS

    ours(port, database, LIMITS.keys())


def profiled(port: int, database: str) -> None:
    import cProfile

    with cProfile.Profile() as profile:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with contextlib.suppress(KeyboardInterrupt):
            ours(port, database)
    profile.dump_stats(database + ".profile")


KINDS = {"ours": ours, "bare": bare, "profiled": profiled, "unlimited": unlimited}

if __name__ == "__main__":
    kind, port, database = sys.argv[1:]
    KINDS[kind](int(port), database)
