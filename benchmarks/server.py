"""How many actions a second the server carries, and how soon all four seats see each: beside a bare socket server.

    python benchmarks/server.py            100 sockets on 25 four-seat matches of the first game, a minute
    python benchmarks/server.py --profile  the same, with the functions of our server that take the most time

The bare server does the least that could be called the same work: it takes a message, commits one row to SQLite in the
same way (WAL, synchronous=FULL, in groups) and sends 8 kB of JSON to the four sockets of the table. Both are driven in
turns from this process, which needs a core of its own. Exits 1 if ours carries less than half of what the bare one
does (the median of all rounds), or if it takes more than two seconds to start.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import http.client
import json
import os
import random
import secrets
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from marchland.games import NAMES, load

TABLES = 25
SEATS = 4
ROUNDS = 8  # how often the two servers take turns
SECONDS = 3.0  # of each turn
LEAST_RATIO = 0.5
LONGEST_START = 2.0
GAME = load(NAMES[0])
OPTIONS = {"max_rounds": 200} if "max_rounds" in GAME.settings.index else {}  # matches that outlast the measurement

# -- the bare server -------------------------------------------------------------------------------------------------


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


# -- the driver ------------------------------------------------------------------------------------------------------


class Seat(asyncio.Protocol):
    """The least of a WebSocket client: it hands on each text frame as bytes."""

    def __init__(self, table: Table, path: str, headers: dict[str, str]) -> None:
        self.table = table
        self.path = path
        self.headers = headers
        self.buffer = bytearray()
        self.ready = False
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        more = "".join(f"{name}: {value}\r\n" for name, value in self.headers.items())
        self.transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n{more}\r\n".encode()
        )

    def send(self, text: bytes) -> None:
        # A mask of zeros leaves the payload as it is.
        assert len(text) < 126
        self.transport.write(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        if not self.ready:
            head, found, rest = bytes(buffer).partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head, head
            self.ready = True
            self.buffer = buffer = bytearray(rest)
        while len(buffer) >= 2:
            length, start = buffer[1], 2
            if length == 126:
                length, start = int.from_bytes(buffer[2:4], "big"), 4
            elif length == 127:
                length, start = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < start + length:
                return
            kind, text = buffer[0] & 15, bytes(buffer[start : start + length])
            del buffer[: start + length]
            if kind == 1:
                self.table.hear(self, text)
            elif kind == 9:
                self.transport.write(bytes([0x8A, 0x80 | length, 0, 0, 0, 0]) + text)

    def connection_lost(self, fault: Exception | None) -> None:
        self.table.lost += 1


class Table:
    """Four seats, one action at a time: the next is sent when all four have seen the last."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.seats: list[Seat] = []
        self.playing = False
        self.n = -1
        self.missing = SEATS
        self.sent = 0.0
        self.lost = 0
        self.over = False
        self.latencies: list[float] = []
        self.sizes: list[int] = []
        self.asked: tuple[Seat, bytes] | None = None

    def hear(self, seat: Seat, text: bytes) -> None:
        raise NotImplementedError

    def act(self) -> None:
        raise NotImplementedError

    def seen(self, n: int, size: int) -> None:
        """One seat has seen entry n."""
        self.sizes.append(size)
        if n != self.n + 1:
            return
        self.missing -= 1
        if self.missing == 0:
            self.latencies.append(time.perf_counter() - self.sent)
            self.n = n
            if self.playing:
                self.go()

    def go(self) -> None:
        if self.over:
            return
        self.playing = True
        self.missing = SEATS
        self.sent = time.perf_counter()
        self.act()


class OurTable(Table):
    def hear(self, seat: Seat, text: bytes) -> None:
        # Nothing is decoded but the number and, for whoever is asked, the spans where they have changed.
        assert text.startswith((b'{"type":"state"', b'{"type":"update"')), text
        n = number_after(text, b'"n":')
        if (spans := text.find(b'"spans":[[')) >= 0:
            spans += len(b'"spans":')
            self.asked = (seat, text[spans : text.index(b"]]", spans) + 2])
        self.over = self.over or b'"status":"over"' in text
        if self.n < 0:
            self.missing -= 1
            if n == 0 and self.missing <= 0 and self.asked:
                self.n = 0
            return
        self.seen(n, len(text))

    def act(self) -> None:
        assert self.asked is not None
        seat, spans = self.asked
        first, count = self.rng.choice(json.loads(spans))
        action = first + self.rng.randrange(count)
        seat.send(b'{"type":"play","id":1,"n":%d,"action":%d}' % (self.n, action))


class BareTable(Table):
    def hear(self, seat: Seat, text: bytes) -> None:
        self.seen(number_after(text, b'"n":'), len(text))

    def act(self) -> None:
        self.rng.choice(self.seats).send(b'{"type":"play","id":1,"n":%d,"action":%d}' % (self.n, 123456789))


def number_after(text: bytes, name: bytes) -> int:
    start = text.index(name) + len(name)
    return int(text[start : text.index(b",", start)])


# -- setting up ------------------------------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def server(kind: str, folder: Path) -> Iterator[tuple[int, int, float]]:
    """A server in a process of its own: its number, its port, and how long it took to answer."""
    port = free_port()
    began = time.perf_counter()
    database = str(folder / f"{kind}.sqlite")
    process = subprocess.Popen([sys.executable, __file__, "--serve", kind, str(port), database], stdout=sys.stderr)
    try:
        while True:
            with contextlib.suppress(OSError):
                get(port, "/api/me")
                break
            if process.poll() is not None:
                raise SystemExit(f"the {kind} server has ended with {process.returncode}")
            time.sleep(0.005)
        yield process.pid, port, time.perf_counter() - began
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


def get(port: int, path: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port)
    with contextlib.closing(connection):
        connection.request("GET", path)
        connection.getresponse().read()


class Guest:
    """Somebody with an address of their own, as behind a proxy."""

    def __init__(self, port: int, number: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.headers = {"x-forwarded-for": f"10.0.{number // 250}.{number % 250}"}
        self.post("/api/guests", {"name": f"Guest {number}"})

    def post(self, path: str, body: Any = None) -> Any:
        headers = {"content-type": "application/json", **self.headers}
        self.connection.request("POST", path, json.dumps(body), headers)
        answer = self.connection.getresponse()
        data = answer.read()
        assert answer.status == 200, data
        if cookie := answer.headers["set-cookie"]:
            self.headers["cookie"] = cookie.partition(";")[0]
        return json.loads(data)


def new_match(port: int, number: int) -> tuple[str, list[dict[str, str]]]:
    """A running match of four guests, and the headers by which they are known."""
    guests = [Guest(port, number * SEATS + seat) for seat in range(SEATS)]
    seats = [{"kind": "me"}] + [{"kind": "open"}] * (SEATS - 1)
    wanted = {"game": GAME.name, "options": OPTIONS, "seats": seats, "public": True}
    match = guests[0].post("/api/matches", wanted)["id"]
    for guest in guests[1:]:
        guest.post(f"/api/matches/{match}/join", {})
    guests[0].post(f"/api/matches/{match}/start")
    for guest in guests:
        guest.connection.close()
    return match, [guest.headers for guest in guests]


async def seated(table: Table, port: int, path: str, guests: list[dict[str, str]]) -> Table:
    loop = asyncio.get_running_loop()
    for headers in guests:
        _, seat = await loop.create_connection(partial(Seat, table, path, headers), "127.0.0.1", port)
        table.seats.append(seat)
        while not seat.ready:
            await asyncio.sleep(0.001)
    return table


async def our_tables(port: int, count: int = TABLES, kind: type[OurTable] = OurTable) -> list[Table]:
    tables = []
    for number in range(count):
        match, guests = await asyncio.to_thread(new_match, port, number)
        table = kind(random.Random(number))
        tables.append(await seated(table, port, f"/api/matches/{match}/socket", guests))
    while any(table.n < 0 for table in tables):
        await asyncio.sleep(0.01)
    return tables


async def bare_tables(port: int) -> list[Table]:
    made = []
    for number in range(TABLES):
        table = BareTable(random.Random(number))
        table.n = 0
        made.append(await seated(table, port, f"/table-{number}", [{}] * SEATS))
    return made


# -- measuring -------------------------------------------------------------------------------------------------------


def cpu_seconds(pid: int) -> float:
    """What a process has used so far, which a busy machine does not distort; 0 where nobody tells."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Stolen:
    """How much of the machine its host has given to others meanwhile, where it tells."""

    def __init__(self) -> None:
        self.began = self._ticks()

    @staticmethod
    def _ticks() -> tuple[int, int]:
        stat = Path("/proc/stat")
        fields = [int(field) for field in stat.read_text().split("\n", 1)[0].split()[1:9]] if stat.exists() else []
        return sum(fields), fields[7] if len(fields) == 8 else 0

    def warn(self) -> None:
        every, stolen = (now - then for now, then in zip(self._ticks(), self.began, strict=True))
        if every and stolen / every > 0.01:
            print(f"The host gave {stolen / every:.0%} of this machine to others: measure again in peace.")


class Figures:
    def __init__(self, name: str, pid: int, tables: list[Table]) -> None:
        self.name = name
        self.pid = pid
        self.tables = tables
        self.actions = 0
        self.seconds = 0.0
        self.cpu = 0.0
        self.rates: list[float] = []  # of each turn

    async def run(self, seconds: float, counts: bool) -> None:
        for table in self.tables:
            table.latencies, table.sizes = (table.latencies, table.sizes) if counts else ([], [])
        before = sum(len(table.latencies) for table in self.tables)
        began, cpu = time.perf_counter(), cpu_seconds(self.pid)
        for table in self.tables:
            table.go()
        await asyncio.sleep(seconds)
        passed = time.perf_counter() - began
        done = sum(len(table.latencies) for table in self.tables) - before
        used = cpu_seconds(self.pid) - cpu
        for table in self.tables:
            table.playing = False
        while any(table.missing for table in self.tables if not table.over):
            await asyncio.sleep(0.01)
        assert not any(table.lost for table in self.tables), "a socket was closed"
        if counts:
            self.actions += done
            self.seconds += passed
            self.cpu += used
            self.rates.append(done / passed)

    @property
    def rate(self) -> float:
        return self.actions / self.seconds

    def quantile(self, share: float) -> float:
        every = sorted(latency for table in self.tables for latency in table.latencies)
        return 1000 * every[int(share * (len(every) - 1))]

    def line(self) -> str:
        sizes = [size for table in self.tables for size in table.sizes]
        size = sum(sizes) / len(sizes)
        p50, p99, cpu = self.quantile(0.5), self.quantile(0.99), 1e6 * self.cpu / self.actions
        return f"{self.name:<12}{self.rate:>12,.0f}{p50:>12.1f}{p99:>12.1f}{cpu:>16,.0f}{size:>14,.0f}"


async def measure(our_pid: int, our_port: int, bare_pid: int, bare_port: int) -> tuple[Figures, Figures]:
    both = (
        Figures("marchland", our_pid, await our_tables(our_port)),
        Figures("bare", bare_pid, await bare_tables(bare_port)),
    )
    for turn in range(ROUNDS + 1):
        for figures in both:
            await figures.run(SECONDS if turn else 1.0, counts=turn > 0)
    return both


def show_profile(path: str) -> None:
    import pstats

    pstats.Stats(path).sort_stats("tottime").print_stats(35)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--profile", action="store_true", help="profile our server while it is driven")
    parser.add_argument("--serve", nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        kind, port, database = arguments.serve
        kinds: dict[str, Callable[[int, str], None]] = {
            "ours": ours,
            "bare": bare,
            "profiled": profiled,
            "unlimited": unlimited,
        }
        kinds[kind](int(port), database)
        return 0
    kind = "profiled" if arguments.profile else "ours"
    stolen = Stolen()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        with server(kind, place) as (pid, port, start), server("bare", place) as (bare_pid, bare_port, _):
            mine, theirs = asyncio.run(measure(pid, port, bare_pid, bare_port))
        if arguments.profile:
            show_profile(str(place / "profiled.sqlite.profile"))
    engine = "compiled" if engine_is_compiled() else "interpreted"
    print(f"{TABLES * SEATS} sockets, {TABLES} tables of {SEATS}; the engine runs {engine}")
    print(f"{'':<12}{'actions/s':>12}{'p50 ms':>12}{'p99 ms':>12}{'CPU µs/action':>16}{'bytes/update':>14}")
    print(mine.line())
    print(theirs.line())
    ratio = median(ours / bare for ours, bare in zip(mine.rates, theirs.rates, strict=True))
    stolen.warn()
    print(f"ratio {ratio:.2f} (at least {LEAST_RATIO}); ready after {start:.2f} s (at most {LONGEST_START})")
    return 0 if arguments.profile or (ratio >= LEAST_RATIO and start <= LONGEST_START) else 1


def engine_is_compiled() -> bool:
    from marchland.engine import table

    return not str(table.__file__).endswith(".py")


if __name__ == "__main__":
    raise SystemExit(main())
