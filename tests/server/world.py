"""A running server and the people who use it."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import http.client
import itertools
import json
import os
import random
import signal
import socket
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from marchland.server.limits import MESSAGES, Bucket
from marchland.server.messages import Reply, State
from marchland.server.storage import Store
from server import forked

TIMEOUT = 30.0
SHORT = {"max_rounds": 5, "setup_place": "random"}

# The server limits people by address; behind a proxy (and tests stand behind one) each has an own.
_addresses = itertools.count(1)


def new_address() -> str:
    number = next(_addresses)
    return f"10.{os.getpid() % 250}.{number // 250}.{number % 250}"


def wait_until(holds: Callable[[], Any], what: str) -> Any:
    """Look until something is so; what is returned is what was found."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        if found := holds():
            return found
        time.sleep(0.01)
    raise AssertionError(f"still not after {TIMEOUT} seconds: {what}")


# -- the server ------------------------------------------------------------------------------------------------------


@functools.cache
def new_database() -> bytes:
    """A database as it is before anybody has come. To make one takes longer than most tests."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "marchland.sqlite")
        store = Store(f"sqlite:///{file}")
        store.migrate()
        store.engine.dispose()
        store.thread.shutdown()
        return file.read_bytes()


def lay_database(file: Path) -> bool:
    """Unless there is one; whether there was none."""
    if file.exists():
        return False
    file.write_bytes(new_database())
    return True


class Server:
    """A server process on a database file. It can be killed and started again."""

    def __init__(
        self,
        folder: Path,
        bot_pause: float = 0.0,
        prelude: str = "",
        house: dict[str, Any] | None = None,
        log: Path | None = None,
        **settings: Any,
    ) -> None:
        self.database = folder / "marchland.sqlite"
        self.log = log or folder / "server.log"
        self.bot_pause = bot_pause
        # What one has done is to be found at once in the lists of the next.
        self.prelude = f"import marchland.server.lobby as lobby; lobby.LISTS_LAST = 0.0\n{prelude}"
        self.settings = {"house": house or {}, "proxies": ("127.0.0.1",), **settings}
        self.process: ForkServerProcess | None = None
        self.port = 0

    def start(self) -> None:
        lay_database(self.database)
        for _ in range(5):
            # The same port again after a restart, as clients expect.
            self.port = self.port or free_port()
            self.launch()
            wait_until(lambda: self.answers() or not self.runs(), "the server answers")
            if self.runs():
                return
            self.port = 0
        raise AssertionError(self.log.read_text())

    def launch(self) -> None:
        """Begin to start."""
        settings = {"port": self.port, "database": f"sqlite:///{self.database}", "bot_pause": self.bot_pause}
        self.process = forked.begin(self.prelude, self.log, {**settings, **self.settings})

    def runs(self) -> bool:
        return self.process is not None and self.process.is_alive()

    def answers(self) -> bool:
        # Another server may have taken the port first.
        if not self.runs():
            return False
        # It listens before it is ready: who is let in waits for the answer.
        asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        with contextlib.closing(asking), contextlib.suppress(OSError, http.client.HTTPException):
            asking.request("GET", "/api/me")
            return asking.getresponse().status == 200
        return False

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """As a power failure would."""
        self.end(signal.SIGKILL)

    def stop(self) -> None:
        self.end(signal.SIGTERM)

    def end(self, how: signal.Signals) -> None:
        if self.process is not None:
            if self.process.pid is not None and self.process.is_alive():
                os.kill(self.process.pid, how)
            self.process.join(TIMEOUT)
            assert not self.process.is_alive()
            self.process = None

    def workers(self) -> list[int]:
        """The processes that the server has started."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        every = [thread.joinpath("children").read_text().split() for thread in children.parent.parent.iterdir()]
        return [int(pid) for pids in every for pid in pids]

    def query(self, sql: str, *values: object) -> list[Any]:
        """Look into the database from outside."""
        with contextlib.closing(sqlite3.connect(self.database, timeout=TIMEOUT)) as connection:
            found = connection.execute(sql, values).fetchall()
            connection.commit()
            return found

    def faults(self) -> str:
        """What the server complained about."""
        return self.log.read_text() if self.log.exists() else ""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def running(folder: Path, **how: Any) -> Iterator[Server]:
    server = Server(folder, **how)
    try:
        server.start()
        yield server
    finally:
        server.stop()


# -- people ----------------------------------------------------------------------------------------------------------


class Person:
    """Somebody with a browser."""

    def __init__(self, server: Server, name: str = "") -> None:
        self.server = server
        self.address = new_address()
        # Nothing here is encrypted, and reading all certificates of the machine takes longer than most requests.
        self.web = httpx.Client(
            base_url=server.address, headers={"x-forwarded-for": self.address}, timeout=TIMEOUT, verify=False
        )
        self.me: Any = self.post("/api/guests", {"name": name}) if name else None

    def get(self, path: str) -> Any:
        return self._ok(self.web.get(path))

    def post(self, path: str, body: Any = None) -> Any:
        return self._ok(self.web.post(path, json=body) if body is not None else self.web.post(path))

    def _ok(self, answer: httpx.Response) -> Any:
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refused(self, status: int, method: str, path: str, body: Any = None, **how: Any) -> str:
        """The sentence with which the server refuses a request."""
        answer = self.web.request(method, path, **({"json": body} if body is not None else {}), **how)
        return sentence_of(answer, status)

    def new_match(self, *others: str, options: dict[str, Any] | None = None, **how: Any) -> Any:
        """Seats besides one's own: "open", or the name of a bot."""
        seats = [{"kind": "me"}, *({"kind": "open"} if name == "open" else bot(name) for name in others)]
        return self.post("/api/matches", {"game": "campus", "options": options or SHORT, "seats": seats, **how})

    def info(self, match: str) -> Any:
        return self.get(f"/api/matches/{match}")

    def join(self, match: Any) -> Any:
        return self.post(f"/api/matches/{match['id']}/join", {"invite": match["invite"]})

    def seat_link(self, match: str) -> str:
        """A new link of one's seat; the one of before is dead."""
        return str(self.post(f"/api/matches/{match}/seat-link")["link"])

    @property
    def cookie(self) -> str:
        return self.web.cookies.get("marchland", path="/") or ""

    def cookies(self, match: str) -> str:
        """As a browser sends them to a match."""
        seat = self.web.cookies.get("marchland_seat", path=f"/api/matches/{match}")
        return f"marchland={self.cookie}" + (f"; marchland_seat={seat}" if seat else "")

    async def open(self, match: str, since: int = -1) -> Wire:
        """Look at a match; the first state has been read."""
        wire = await Wire.open(self, match, since)
        await wire.receive()
        return wire


def bot(name: str) -> dict[str, str]:
    return {"kind": "bot", "bot": name}


def sentence_of(answer: httpx.Response, status: int) -> str:
    """Errors are problem details with a sentence for people."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    body = answer.json()
    assert body["status"] == status
    assert body["title"]
    assert body["detail"][-1] in ".!?"
    return str(body["detail"])


# -- sockets ---------------------------------------------------------------------------------------------------------


def refusal(refused: InvalidStatus) -> tuple[int, str]:
    """The status of a refused socket, and the sentence; the seconds to wait stand in both places."""
    response = refused.response
    sentence = json.loads(bytes(response.body))["detail"]
    assert f"wait {response.headers['retry-after']} second" in sentence
    return response.status_code, sentence


class Wire:
    """One socket. All that comes is kept, and must be what the contract says."""

    def __init__(self, socket: ClientConnection, person: Person, match: str) -> None:
        self.socket = socket
        self.person = person
        self.match = match
        self.frames: list[str] = []
        self.states: list[Any] = []
        self.state: Any = None
        self.events: list[Any] = []
        self.chats: list[Any] = []
        self.sent = 0
        self.bucket = Bucket(MESSAGES._replace(burst=MESSAGES.burst - 10))

    @property
    def name(self) -> str:
        return str(self.person.me["name"])

    @staticmethod
    async def open(person: Person, match: str, since: int = -1, query: str = "", **headers: str) -> Wire:
        address = f"{person.server.address.replace('http', 'ws')}/api/matches/{match}/socket?since={since}{query}"
        sent = {"x-forwarded-for": person.address, "cookie": person.cookies(match), **headers}
        socket = await connect(
            address,
            additional_headers=sent,
            compression=None,
            ping_interval=None,
            max_size=None,
            max_queue=None,
            proxy=None,
        )
        return Wire(socket, person, match)

    async def close(self) -> None:
        await self.socket.close()

    async def receive(self) -> Any:
        """The next message, of whatever type."""
        # wait_for can lose a cancellation that comes together with what it waits for.
        async with asyncio.timeout(TIMEOUT):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.frames.append(text)
        Reply.model_validate_json(f'{{"message":{text}}}')
        message = json.loads(text)
        if message["type"] in ("state", "update"):
            self.state = state_after(self.state, message)
            self.states.append(self.state)
            self.events += message["events"]
        elif message["type"] == "chat":
            self.chats.append(message)
        return message

    async def until(self, holds: Callable[[Any], bool]) -> Any:
        """Read until a state is as wanted."""
        while not holds(self.state):
            await self.receive()
        return self.state

    async def send(self, kind: str, **content: Any) -> int:
        while wait := self.bucket.take():
            # Well-behaved clients keep below the limit.
            await asyncio.sleep(wait)
        self.sent += 1
        await self.socket.send(json.dumps({"type": kind, "id": self.sent, **content}))
        return self.sent

    async def ask(self, kind: str, **content: Any) -> Any:
        """Send a message, and read until it is answered."""
        number = await self.send(kind, **content)
        while True:
            message = await self.receive()
            if message.get("id") == number:
                return message
            if message.get("answers") == number:
                # The state that shows what was done also acknowledges it.
                return {"type": "ack", "id": number, "n": message["n"]}

    async def play(self, action: int) -> Any:
        return await self.ask("play", n=self.state["n"], action=action)

    async def closed(self) -> int:
        """Read until the server closes; the code."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                await self.receive()
        assert self.socket.close_code is not None
        return self.socket.close_code


def state_after(before: Any, message: Any) -> Any:
    """The state that a client has after a whole one, or after what has changed of the one before."""
    if message["type"] == "update":
        unchanged = {name: value for name, value in before.items() if name not in ("answers", "clock")}
        changed = {name: value for name, value in message.items() if name not in ("type", "picture", "regions")}
        regions = before["picture"]["regions"][:]
        for number, region in message.get("regions", []):
            regions[number] = region
        picture = {**before["picture"], **message.get("picture", {}), "regions": regions}
        message = {**unchanged, **changed, "picture": picture}
    State.model_validate_json(json.dumps(message))
    return message


def pick(state: Any, rng: random.Random) -> int:
    """Any legal action; the first span, which ends a turn where a turn can be ended, more often than the others."""
    first, count = state["spans"][0] if rng.random() < 0.3 else rng.choice(state["spans"])
    return int(first + rng.randrange(count))


async def play_on(wire: Wire, rng: random.Random, until: Callable[[Any], bool] = lambda state: False) -> None:
    """Play a seat until its match is over, or as wanted."""
    while wire.state["status"] != "over" and not until(wire.state):
        if not wire.state["spans"]:
            await wire.receive()
            continue
        reply = await wire.play(pick(wire.state, rng))
        assert reply["type"] == "ack", reply


def entries(server: Server, match: str) -> list[tuple[int, int, str, str]]:
    """What is on disk: number, seat, type, body."""
    return server.query("select number, seat, type, body from entries where match = ? order by number", match)
