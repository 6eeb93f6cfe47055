"""Another program holds the database: whoever wants something written hears so, and everything else goes on."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from server.world import Person, pick, running

pytestmark = pytest.mark.anyio

BUSY = "Another program holds the database of the server: this has not happened; try again."


@contextmanager
def held(folder: Path) -> Iterator[None]:
    with closing(sqlite3.connect(folder / "marchland.sqlite", isolation_level=None)) as somebody:
        somebody.execute("begin immediate")
        yield
        somebody.execute("rollback")


async def test_it_is_said_and_play_goes_on(tmp_path: Path, people: Callable[..., Person]) -> None:
    with running(tmp_path, log=tmp_path / "server.log") as server:
        ann = people(server, "Ann")
        match = ann.new_match("random", start=True)["id"]
        wire = await ann.open(match)
        await wire.until(lambda state: bool(state["spans"]))
        action = pick(wire.state, random.Random(1))
        with held(tmp_path):
            renaming = asyncio.to_thread(ann.refused, 503, "POST", "/api/guests", {"name": "Anna"})
            reply, sentence = await asyncio.gather(wire.play(action), renaming)
            assert (reply["reason"], reply["stale"], sentence) == (BUSY, False, BUSY)
            assert ann.get("/api/me")["name"] == "Ann"
        assert (await wire.play(action))["type"] == "ack"
        assert ann.post("/api/guests", {"name": "Anna"})["name"] == "Anna"
        await wire.close()
        assert "Traceback" not in server.faults()
