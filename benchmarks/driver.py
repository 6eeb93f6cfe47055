"""The people who play at a server that is measured, as few instructions each as can be; and the servers themselves."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import http.client
import json
import random
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from marchland.games import NAMES, load

TABLES = 25
SEATS = 4
GAME = load(NAMES[0])
OPTIONS = {"max_rounds": 200} if "max_rounds" in GAME.settings.index else {}
LONGEST = 1000  # entries, after which a table begins another match: none ends while it is measured
ALL_ARE_THERE = b'"present":[%b]' % ",".join(map(str, range(SEATS))).encode()
KINDS = str(Path(__file__).with_name("servers.py"))

# -- those who play --------------------------------------------------------------------------------------------------


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

    def leave(self) -> None:
        for seat in self.seats:
            seat.transport.close()

    def go(self) -> None:
        if self.over:
            return
        self.playing = True
        self.missing = SEATS
        self.sent = time.perf_counter()
        self.act()


class OurTable(Table):
    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.told: set[Seat] = set()  # who has seen that all are there

    def hear(self, seat: Seat, text: bytes) -> None:
        # Nothing is decoded but the number and, for whoever is asked, the spans where they have changed.
        assert text.startswith((b'{"type":"state"', b'{"type":"update"')), text
        n = number_after(text, b'"n":')
        if (spans := text.find(b'"spans":[[')) >= 0:
            spans += len(b'"spans":')
            self.asked = (seat, text[spans : text.index(b"]]", spans) + 2])
        self.over = self.over or b'"status":"over"' in text
        if self.n < 0:
            if ALL_ARE_THERE in text:
                self.told.add(seat)
            if len(self.told) == SEATS and self.asked:
                self.n = n
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
    process = subprocess.Popen([sys.executable, KINDS, kind, str(port), database], stdout=sys.stderr)
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


async def our_tables(port: int, numbers: Iterable[int], kind: type[OurTable] = OurTable) -> list[Table]:
    tables = []
    for number in numbers:
        match, guests = await asyncio.to_thread(new_match, port, number)
        table = kind(random.Random(number))
        tables.append(await seated(table, port, f"/api/matches/{match}/socket", guests))
    while any(table.n < 0 for table in tables):
        await asyncio.sleep(0.01)
    return tables


async def renewed(tables: list[Table], port: int, numbers: Iterator[int]) -> list[Table]:
    """Our tables, as many as there are: whose match has grown long begins another."""
    for long in [table for table in tables if table.n > LONGEST]:
        tables.remove(long)
        long.leave()
    return tables + await our_tables(port, islice(numbers, TABLES - len(tables)))


async def bare_tables(port: int) -> list[Table]:
    made = []
    for number in range(TABLES):
        table = BareTable(random.Random(number))
        table.n = 0
        made.append(await seated(table, port, f"/table-{number}", [{}] * SEATS))
    return made
