"""The server without its network: a real database, real matches, and connections that keep what they are sent."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

from marchland.engine.match import Entry, entry_said
from marchland.server.calls import Lobby, NewMatch
from marchland.server.live import Hub, LiveMatch
from marchland.server.loading import game_of, restoring, whole
from marchland.server.messages import Reply
from marchland.server.schema import MATCHES
from marchland.server.services import Config, Services
from marchland.server.sessions import Caller
from marchland.server.shown import Shown
from marchland.server.storage import SavedMatch, stamp
from server.world import lay_database, state_after


class Clock:
    """The server's clock, which stands still until somebody turns it."""

    def __init__(self) -> None:
        self.seconds = float(int(time.time()))

    def __call__(self) -> float:
        return self.seconds

    def turn(self, seconds: float) -> None:
        self.seconds += seconds


@asynccontextmanager
async def house(folder: Path, clock: Callable[[], float] = time.time) -> AsyncIterator[Services]:
    file = folder / "marchland.sqlite"
    is_new = lay_database(file)
    use = Services(Config(f"sqlite:///{file}", bot_pause=0, clock=clock))
    if not is_new:
        await use.run(use.store.migrate)
    try:
        yield use
    finally:
        use.hub.close()
        use.bot_pool.close()
        use.archive.close()
        await use.store.close()


def kill_workers() -> None:
    """The processes of a house; servers are children of the tests too."""
    for child in multiprocessing.active_children():
        if isinstance(child, SpawnProcess):
            child.kill()


def outside(folder: Path, *statements: str) -> list[Any]:
    """Change or read the database behind the server's back; what the last statement finds."""
    found: list[Any] = []
    with closing(sqlite3.connect(folder / "marchland.sqlite", timeout=30)) as connection:
        for statement in statements:
            found = connection.execute(statement).fetchall()
        connection.commit()
    return found


async def new_match(
    use: Services,
    seats: int = 2,
    bots: int = 0,
    game: str = "campus",
    options: dict[str, Any] | None = None,
    key: bytes = bytes(32),
    patience: int | None = None,
) -> str:
    """A running match of people, and perhaps bots; its dice are those of the key."""
    people = [await use.run(use.people.new_guest, name) for name in ("Ann", "Ben", "Cyd", "Dan", "Eve")[: seats - bots]]
    plan = [{"kind": "me"}, *[{"kind": "open"}] * (seats - bots - 1), *[{"kind": "bot", "bot": "random"}] * bots]
    chosen = {"max_rounds": 5} if options is None else options
    wanted = NewMatch.model_validate(
        {"game": game, "options": chosen, "seats": plan, "public": True, "patience": patience}
    )
    identity = await use.run(use.front.create, people[0][0], wanted)
    for me, _ in people[1:]:
        await use.run(use.front.join, me, identity, None)
    dice = {"kind": "fair", "key": key.hex(), "position": 0, "draws": 0}
    await use.run(use.store.change, MATCHES, {"id": identity}, {"dice": json.dumps(dice)})
    await use.run(use.front.start, people[0][0], identity)
    # By the clock of the house, which a test may have stopped.
    await use.run(use.store.change, MATCHES, {"id": identity}, {"started": stamp(use.hub.clock())})
    return identity


async def caller(use: Services, match: str, seat: int = 0) -> Caller:
    """Who holds a seat."""
    row = (await use.run(use.store.seats_of, [match]))[match][seat]
    return Caller(row["person"], row["name"])


class RecordingConnection:
    """A connection without its socket: what is sent there is checked and kept."""

    def __init__(self, seat: int = -1, since: int = -1) -> None:
        self.seat = seat
        self.since = since
        self.shown: Shown | None = None
        self.sent: list[bytes] = []
        self.state: Any = None
        self.closed_with: tuple[int, str] | None = None

    def send(self, data: bytes) -> None:
        Reply.model_validate_json(b'{"message":%b}' % data)
        self.sent.append(data)
        message = json.loads(data)
        if message["type"] in ("state", "update"):
            self.state = state_after(self.state, message)

    def close(self, code: int, reason: str) -> None:
        self.closed_with = (code, reason)


async def loaded(use: Services, identity: str) -> LiveMatch:
    found = await use.hub.match(identity)
    assert found is not None
    return found


def revived(hub: Hub, saved: SavedMatch) -> LiveMatch:
    """A match from what was saved of it, beside the one in memory."""
    return LiveMatch(hub, whole(restoring(saved, game_of(saved.row["game"]))))


async def do(live: LiveMatch, seat: int, action: int) -> int:
    return await live.enter(Entry(seat, action), live.timeline.counts[seat])


def decider(live: LiveMatch) -> int:
    return int(live.match.table.deciders()[0])


async def act(live: LiveMatch, seat: int) -> None:
    """The first thing that can be done ends a turn where a turn can be ended."""
    await do(live, seat, live.match.table.options(seat)[0])


async def offer(live: LiveMatch, seat: int, to: int, give: str, ask: str = "") -> int:
    said = f"offer seat {to}: {give} for {ask}"
    return await live.enter(entry_said(live.game, seat, said), live.timeline.counts[seat])


async def undo(live: LiveMatch, seat: int) -> int:
    return await live.undo(seat, live.timeline.counts[seat])


async def do_something(live: LiveMatch, rng: random.Random) -> None:
    """Any decider does anything."""
    seat = rng.choice(live.match.table.deciders())
    first, count = rng.choice(live.match.table.options(seat).spans())
    await do(live, seat, first + rng.randrange(count))


async def until_idle(live: LiveMatch) -> None:
    """Until no bot is to move, going by what is on disk."""
    async with asyncio.timeout(60):
        while await on_disk(live, live.bots.to_move) >= 0:
            await asyncio.sleep(0.01)


async def on_disk(live: LiveMatch, look: Callable[[], int]) -> int:
    async with live.lock:
        return look()


async def lobby_of(use: Services, me: Caller | None = None) -> Lobby:
    return Lobby.model_validate_json(await use.run(use.front.lobby, me))


def everything(live: LiveMatch) -> Any:
    """All that a live match is, to see that nothing has changed."""
    states = [live.audience.state(seat, -1) for seat in live.timeline.viewers]
    timeline = live.timeline
    return timeline.n, timeline.counts, timeline.stale_before[:], live.match.table.fingerprint(), states
