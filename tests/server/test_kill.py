"""The server is killed in the middle of play, as by a power failure, and started again on the same database."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from marchland.games import load
from server.inside import house, revived
from server.world import SHORT, Person, Server, entries, pick, running, wait_until

pytestmark = pytest.mark.anyio

CAMPUS = load("campus")
KILLS = 4


class Player:
    """Somebody who plays as fast as it goes, and comes back whenever the connection breaks."""

    def __init__(self, person: Person, match: str, seed: int) -> None:
        self.person = person
        self.match = match
        self.rng = random.Random(seed)
        self.acknowledged: list[tuple[int, int, str, str]] = []
        self.story: list[Any] = []
        self.seen = -1
        self.state: Any = None
        self.losses = 0

    async def play(self) -> None:
        while self.state is None or self.state["status"] != "over":
            try:
                await self.play_until_it_breaks()
            except (ConnectionClosed, InvalidHandshake, OSError):
                self.losses += 1
                await asyncio.sleep(0.02)

    async def play_until_it_breaks(self) -> None:
        wire = await self.person.open(self.match, self.seen)
        try:
            # What was seen before is still there.
            assert wire.state["n"] >= self.seen
            while wire.state["status"] != "over":
                if wire.state["spans"]:
                    action = pick(wire.state, self.rng)
                    reply = await wire.play(action)
                    assert reply["type"] == "ack", reply
                    self.acknowledged.append((reply["n"], wire.state["seat"], "act", CAMPUS.code_of(action)))
                else:
                    await wire.receive()
        finally:
            self.state, self.seen = wire.state, wire.state["n"]
            self.story += wire.events
            await wire.close()

    async def looks_back(self) -> None:
        """Put together from all connections, the story is whole: nothing twice, nothing missing. Whoever comes later is
        told the last of it."""
        assert self.person.get(f"/api/matches/{self.match}/check")["ok"]
        wire = await self.person.open(self.match)
        assert self.story[-len(wire.events) :] == wire.events
        await wire.close()


async def test_nothing_that_was_acknowledged_is_lost(tmp_path: Path, people: Callable[..., Person]) -> None:
    with running(tmp_path) as server:
        players = []
        for number in range(3):
            ann, ben = people(server, "Ann"), people(server, "Ben")
            match = ann.new_match("open", "random", options={"max_rounds": 8, "setup_place": "random"})
            ben.join(match)
            ann.post(f"/api/matches/{match['id']}/start")
            players += [Player(ann, match["id"], number), Player(ben, match["id"], number + 10)]
        playing = asyncio.gather(*(player.play() for player in players))
        rng = random.Random(9)
        for _ in range(KILLS):
            target = acknowledged(players) + rng.randrange(20, 50)
            while acknowledged(players) < target and not playing.done():
                await asyncio.sleep(0.001)
            assert not playing.done(), "the matches are too short for this test"
            server.kill()
            await all_is_there(server, tmp_path, players)
            await asyncio.to_thread(server.start)
        async with asyncio.timeout(60):
            await playing
        assert all(player.losses >= KILLS for player in players)

        for player in players:
            assert player.person.info(player.match)["status"] == "over"
            await player.looks_back()
        await all_is_there(server, tmp_path, players)
        assert "Traceback" not in server.faults()


def acknowledged(players: list[Player]) -> int:
    return sum(len(player.acknowledged) for player in players)


async def all_is_there(server: Server, folder: Path, players: list[Player]) -> None:
    """Every acknowledged entry is on disk, and every match can be loaded and replayed from there."""
    async with house(folder) as use:
        for player in players:
            rows = entries(server, player.match)
            assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
            assert set(player.acknowledged) <= set(rows)
            saved = await use.run(use.store.saved, player.match)
            assert saved is not None
            live = revived(use.hub, saved)
            assert live.timeline.n == len(rows)
            assert [entry.seat for entry in live.match.entries] == [row[1] for row in rows]


async def test_a_bot_that_was_to_move_goes_on_by_itself(tmp_path: Path, people: Callable[..., Person]) -> None:
    """Nobody looks at the match, before or after."""
    with running(tmp_path, bot_pause=3600) as server:
        ann = people(server, "Ann")
        matches = [ann.new_match("random", "random", options=SHORT, start=True)["id"] for _ in range(8)]
        waiting = [match for match in matches if not ann.info(match)["your_turn"]]
        assert waiting
        server.kill()
        assert [entries(server, match) for match in waiting] == [[]] * len(waiting)
        server.bot_pause = 0
        server.start()
        for match in waiting:
            wait_until(lambda match=match: ann.info(match)["your_turn"], "the bots have moved")
            assert {row[1] for row in entries(server, match)} <= {1, 2}


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
async def test_a_killed_server_leaves_no_process_behind(tmp_path: Path, people: Callable[..., Person]) -> None:
    with running(tmp_path) as server:
        ann = people(server, "Ann")
        match = ann.new_match("random", start=True)
        wait_until(lambda: ann.info(match["id"])["your_turn"], "the bot has moved")
        workers = server.workers()
        assert workers
        server.kill()
        wait_until(lambda: not any(is_running(pid) for pid in workers), "its workers have ended")


def is_running(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


async def test_an_orderly_stop_says_nothing(tmp_path: Path, people: Callable[..., Person]) -> None:
    """With sockets open and bots thinking."""
    with running(tmp_path) as server:
        ann = people(server, "Ann")
        wires = [await ann.open(ann.new_match("greedy", "greedy", start=True)["id"]) for _ in range(3)]
        await asyncio.to_thread(server.stop)
        assert [await wire.closed() for wire in wires] == [1012] * 3
        assert server.faults() == ""
