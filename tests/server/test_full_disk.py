"""The disk of the server is full: nothing more is taken, nothing is lost, and play goes on when there is room."""

from __future__ import annotations

import asyncio
import contextlib
import random
import resource
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from server.mounts import small_disk
from server.world import Person, Server, Wire, entries, pick, running, sentence_of, wait_until

pytestmark = [pytest.mark.anyio, pytest.mark.skipif(sys.platform != "linux", reason="fills a disk in the way of Linux")]

FULL = "The disk of the server is full: this could not be saved and has not happened."

LONG = {"max_rounds": 200, "setup_place": "random"}


class Room:
    """A server with little room, and what takes the rest of it away."""

    def __init__(self, server: Server, fill: Callable[[], None], clear: Callable[[], None]) -> None:
        self.server = server
        self.fill = fill
        self.clear = clear


@contextlib.contextmanager
def on_a_small_disk(folder: Path, **how: float) -> Iterator[Room]:
    with small_disk(folder / "disk", "6m") as disk, running(disk, log=folder / "server.log", **how) as server:
        filler = disk / "filler"

        def fill() -> None:
            with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
                while file.write(bytes(4096)):
                    pass

        yield Room(server, fill, filler.unlink)


@contextlib.contextmanager
def within_a_limit(folder: Path, **how: float) -> Iterator[Room]:
    """No file of the server may become longer: as a quota, which also works where nothing can be mounted."""
    with running(folder, **how) as server:

        def limit(most: int) -> Callable[[], None]:
            def change() -> None:
                assert server.process is not None
                resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

            return change

        yield Room(server, limit(4096), limit(resource.RLIM_INFINITY))


@pytest.fixture(params=[on_a_small_disk, within_a_limit])
def place(request: pytest.FixtureRequest) -> Callable[..., contextlib.AbstractContextManager[Room]]:
    found: Callable[..., contextlib.AbstractContextManager[Room]] = request.param
    return found


async def played(wire: Wire, rng: random.Random, times: int) -> None:
    for _ in range(times):
        await wire.until(lambda state: bool(state["spans"]))
        assert (await wire.play(pick(wire.state, rng)))["type"] == "ack"


async def act(wires: list[Wire], rng: random.Random) -> tuple[Wire, Any]:
    """Whoever is asked plays: who that was, and the answer."""
    latest = max((wire.state for wire in wires), key=lambda state: int(state["n"]))
    mover = wires[latest["deciders"][0]]
    await mover.until(lambda state: bool(state["n"] == latest["n"]))
    return mover, await mover.play(pick(mover.state, rng))


async def refused(wires: list[Wire], rng: random.Random) -> Wire:
    """Play until there is no room left; who has noticed."""
    for _ in range(2000):
        mover, reply = await act(wires, rng)
        if reply["type"] == "refused":
            assert (reply["reason"], reply["stale"]) == (FULL, False)
            return mover
    raise AssertionError("there is always room")


async def test_play_is_refused_and_goes_on_when_there_is_room(
    tmp_path: Path, people: Callable[..., Person], place: Callable[..., contextlib.AbstractContextManager[Room]]
) -> None:
    rng = random.Random(3)
    with place(tmp_path) as room:
        ann, ben = (people(room.server, name) for name in ("Ann", "Ben"))
        made = ann.new_match("open", options=LONG)
        match = made["id"]
        ben.join(made)
        ann.post(f"/api/matches/{match}/start")
        wires = [await ann.open(match), await ben.open(match)]
        for _ in range(10):
            assert (await act(wires, rng))[1]["type"] == "ack"
        room.fill()
        wire = await refused(wires, rng)
        before = wire.state["n"]
        # Nothing has happened, and everything says so.
        assert (await wire.ask("say", text="hello"))["reason"] == FULL
        assert (await wire.ask("resign"))["reason"] == FULL
        assert ann.refused(507, "POST", "/api/guests", {"name": "Anna"}) == FULL
        assert ann.get("/api/me")["name"] == "Ann"
        assert len(entries(room.server, match)) == wire.state["n"] == before
        room.clear()
        for _ in range(10):
            assert (await act(wires, rng))[1]["type"] == "ack"
        assert (await wire.ask("say", text="hello"))["type"] == "ack"
        for each in wires:
            await each.close()
        assert len(entries(room.server, match)) == before + 10
        log = room.server.faults()
        assert "Traceback" not in log
        assert "the disk is full" in log and "there is room on the disk again" in log


async def test_requests_are_refused_with_507(
    tmp_path: Path, people: Callable[..., Person], place: Callable[..., contextlib.AbstractContextManager[Room]]
) -> None:
    with place(tmp_path) as room:
        ann = people(room.server, "Ann")
        # That she comes again would be noted, were there room.
        room.server.query("update sessions set used = '2026-01-01'")
        room.fill()
        # The last pages that the database has still take some.
        renamed = 0
        while (answer := people(room.server).web.post("/api/guests", json={"name": "Eve"})).status_code == 200:
            renamed += 1
            assert renamed < 2000, "there is always room"
        assert sentence_of(answer, 507) == FULL
        plan = [{"kind": "me"}, {"kind": "open"}]
        assert ann.refused(507, "POST", "/api/matches", {"game": "campus", "seats": plan}) == FULL
        assert ann.get("/api/lobby") == {"mine": [], "open": [], "watch": []}
        room.clear()
        assert ann.post("/api/guests", {"name": "Anna"})["name"] == "Anna"
        ann.new_match("open")
        assert "Traceback" not in room.server.faults()


async def test_bots_wait_for_room(
    tmp_path: Path, people: Callable[..., Person], place: Callable[..., contextlib.AbstractContextManager[Room]]
) -> None:
    with place(tmp_path) as room:
        ann = people(room.server, "Ann")
        matches = [ann.new_match("random", "random", "random", options=LONG, start=True)["id"] for _ in range(4)]
        wires = [await ann.open(match) for match in matches]
        room.fill()
        # Sooner or later it is a bot whose move finds no room, or Ann's.
        tasks = [asyncio.create_task(played(wire, random.Random(5), 2000)) for wire in wires]
        while "the disk is full" not in room.server.faults():
            await asyncio.sleep(0.01)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        room.clear()
        for wire in wires:
            await wire.close()
            again = await ann.open(wire.match)
            await played(again, random.Random(6), 5)
            assert again.state["faults"] == []
            await again.close()
        wait_until(lambda: "room on the disk again" in room.server.faults(), "the log says so")
        assert "Traceback" not in room.server.faults()
