"""Live matches from inside: odd actions, slow readers, bots that are disturbed."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import pytest
from fastapi import WebSocket

from marchland.engine.errors import MarchlandError, UsageError
from marchland.engine.match import Entry
from marchland.server import answers, bots
from marchland.server.errors import Stale
from marchland.server.live import LiveMatch
from marchland.server.sockets import WAITING, SocketConnection
from marchland.server.storage import stamp
from server.inside import (
    Clock,
    RecordingConnection,
    caller,
    do,
    do_something,
    everything,
    house,
    kill_workers,
    loaded,
    new_match,
    offer,
    on_disk,
    outside,
    until_idle,
)

pytestmark = pytest.mark.anyio

# -- odd actions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", ["force", "roll"])
async def test_no_number_is_an_action_that_breaks_anything(tmp_path: Path, style: str) -> None:
    """At every step any int below 2³⁰ is refused in words; asking why, or for odds, is answered in words."""
    async with house(tmp_path) as use:
        options = {"max_rounds": 5, "attack_style": style, "dice_choice": "choose", "attack_stop": "yes"}
        live = await loaded(use, await new_match(use, options=options))
        kinds = [kind.number << 23 for kind in live.game.words.kinds]
        rng = random.Random(3)
        steps: set[str] = set()
        while not live.match.table.over:
            step = live.match.table.step().tag
            if step not in steps:
                steps.add(step)
                await refuse_all(live, [kind | rng.getrandbits(23) for kind in kinds * 5])
                await refuse_all(live, [kind | low for kind in kinds for low in (0, (1 << 23) - 1)])
                await refuse_all(live, [rng.getrandbits(30) for _ in range(20)] + [(1 << 30) - 1])
            await do_something(live, rng)
        assert {"campus.place_start", "campus.place", "campus.move"} < steps


async def refuse_all(live: LiveMatch, actions: list[int]) -> None:
    before = everything(live)
    seat = live.match.table.deciders()[0]
    for action in actions:
        assert answers.why(live.match.table, seat, action)["text"].endswith(".")
        with contextlib.suppress(UsageError):
            assert answers.odds(live.match.table, seat, action)["text"]
        if not live.match.table.options(seat).holds(action):
            with pytest.raises(MarchlandError):
                await do(live, seat, action)
    assert everything(live) == before


async def test_entries_come_one_at_a_time(tmp_path: Path) -> None:
    """Whoever acts while another entry is being written acts on what will be there then, or is told to look again."""
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, 3))
        seat = live.match.table.deciders()[0]
        actions = live.match.table.options(seat).actions()[:4]
        results = await asyncio.gather(
            *(live.enter(Entry(seat, action), 0) for action in actions),
            return_exceptions=True,
        )
        assert results[0] == 1
        assert [type(result) for result in results[1:]] == [Stale] * 3
        assert live.timeline.n == 1


async def test_nobody_is_shown_what_is_not_on_disk_yet(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use))
        seat = live.match.table.deciders()[0]
        ann, eve = RecordingConnection(seat), RecordingConnection()
        await live.connect(ann)
        with contextlib.closing(sqlite3.connect(tmp_path / "marchland.sqlite")) as other:
            # Somebody else is writing, so ours has to wait. The table has changed already, but not for anybody to see.
            other.execute("begin immediate")
            entering = asyncio.create_task(do(live, seat, live.match.table.options(seat)[0]))
            while live.timeline.n == 0:
                await asyncio.sleep(0)
            coming = asyncio.create_task(live.connect(eve))
            for _ in range(100):
                await asyncio.sleep(0)
            assert (live.timeline.n, len(ann.sent), len(eve.sent), entering.done()) == (1, 1, 0, False)
            other.rollback()
        assert await entering == 1
        await coming
        assert [state["n"] for state in (ann.state, eve.state)] == [1, 1]
        assert len(eve.sent) == 1


# -- slow readers ----------------------------------------------------------------------------------------------------


class Stalled:
    """A connection that was accepted and then takes nothing any more."""

    def __init__(self) -> None:
        self.taken: list[Any] = []
        self.stuck = asyncio.Event()
        self.lost = asyncio.Event()
        scope = {"type": "websocket", "path": "/", "headers": [], "query_string": b""}
        self.socket = WebSocket(scope, self.receive, self.send)

    async def receive(self) -> MutableMapping[str, Any]:
        if not self.taken:
            return {"type": "websocket.connect"}
        await self.lost.wait()
        return {"type": "websocket.disconnect", "code": 1006}

    async def send(self, message: MutableMapping[str, Any]) -> None:
        self.taken.append(message)
        if message["type"] != "websocket.accept":
            self.stuck.set()
            await self.lost.wait()
            raise OSError("the connection is lost")


async def test_a_match_stays_in_memory_for_somebody_who_is_just_coming(tmp_path: Path) -> None:
    """Else whoever comes next would be at another table of the same match."""
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use))
        coming = SocketConnection(live, Stalled().socket, -1, -1)
        use.hub.register(coming)
        use.hub.forget_idle()
        assert await use.hub.match(live.id) is live
        use.hub.unregister(coming)
        assert coming not in use.hub.connections


async def test_a_match_stays_in_memory_for_who_is_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between one who has changed it and the next, who waits for that, nobody holds it."""
    monkeypatch.setattr("marchland.server.live.ENTRIES_IN_MEMORY", 10)
    async with house(tmp_path) as use:
        live, other = await loaded(use, await new_match(use)), await loaded(use, await new_match(use))
        use.hub.live = {live.id: live, other.id: other}
        async with live.lock:
            leaving = asyncio.ensure_future(live.absence.let_play(0, "gentle"))
            await asyncio.sleep(0)
        use.hub.forget_idle()
        assert await use.hub.match(live.id) is live
        await leaving
        await live.absence.back(0)
        await until_idle(live)
        await use.hub.match(other.id)
        use.hub.forget_idle()
        assert list(use.hub.live) == [other.id]


async def test_a_match_stays_in_memory_while_a_bot_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when it rests: else that bot would decide for somebody who is back at another table of the same match."""
    async with house(tmp_path, clock := Clock()) as use:
        options = {"max_rounds": 5, "setup_place": "random"}
        live = await loaded(use, await new_match(use, options=options, patience=60))
        other = await loaded(use, await new_match(use))
        live.bots.pause = 3600.0
        late = live.match.table.deciders()[0]
        clock.turn(60)
        await use.hub.watch.ring()
        await live.absence.let_play(1 - late, "gentle")
        assert (live.absence.paused, live.bots.to_move(), live.bots.playing) == (True, -1, True)
        await loaded(use, other.id)
        monkeypatch.setattr("marchland.server.live.ENTRIES_IN_MEMORY", 10)
        use.hub.forget_idle()
        assert await use.hub.match(live.id) is live


async def test_a_stalled_connection_holds_nobody_up(tmp_path: Path) -> None:
    """It is left behind after so many messages; the others never wait for it."""
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, options={"max_rounds": 20}))
        stalled, eve = Stalled(), RecordingConnection()
        await stalled.socket.accept()
        slow = SocketConnection(live, stalled.socket, -1, -1)
        serving = asyncio.create_task(slow.serve())
        await stalled.stuck.wait()
        await live.connect(eve)
        rng = random.Random(1)
        for _ in range(WAITING + 10):
            await do_something(live, rng)
        assert len(eve.sent) == WAITING + 11
        assert live.audience.connections == {eve}
        assert len(slow.backlog) == WAITING + 1
        while len(stalled.taken) < 3:
            await asyncio.sleep(0)
        assert stalled.taken[-1] == {"type": "websocket.close", "code": 1013, "reason": "Too slow"}
        stalled.lost.set()
        await serving


async def test_whoever_is_sent_away_was_here_until_then(tmp_path: Path) -> None:
    """As when a device is ended after hours at the table; but of who takes the seat it says nothing."""
    async with house(tmp_path, clock := Clock()) as use:
        live = await loaded(use, await new_match(use))
        cyd, _ = await use.run(use.people.new_guest, "Cyd")
        gone = []
        for seat in (0, 1):
            socket, eve = Stalled(), RecordingConnection()
            await socket.socket.accept()
            sent_away = SocketConnection(live, socket.socket, seat, -1)
            serving = asyncio.create_task(sent_away.serve())
            await socket.stuck.wait()
            clock.turn(60)
            gone.append(stamp(clock()))
            if seat == 1:
                secret = await use.run(use.handovers.offer, await caller(use, live.id, 1), live.id)
                await live.absence.hand_on(1, cyd, (await use.run(use.handovers.find, secret))["hash"])
                clock.turn(60)
            else:
                sent_away.close(4403, "ended")
            socket.lost.set()
            await serving
            await live.connect(eve)
            assert eve.state["last_here"][: seat + 1] == gone


async def test_many_spectators_are_shown_one_and_the_same_state(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use))
        crowd = [RecordingConnection() for _ in range(20)]
        for viewer in crowd:
            await live.connect(viewer)
        seat = live.match.table.deciders()[0]
        await do(live, seat, live.match.table.options(seat)[0])
        assert len({viewer.sent[-1] for viewer in crowd}) == 1
        assert [len(viewer.sent) for viewer in crowd] == [2] * 20


# -- bots ------------------------------------------------------------------------------------------------------------


async def test_bots_whose_process_was_killed_go_on_in_another(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, 2, bots=1))
        for _ in range(2):
            await until_idle(live)
            kill_workers()
            seat = live.match.table.deciders()[0]
            before = live.timeline.n
            await do(live, seat, live.match.table.options(seat)[0])
            await until_idle(live)
            assert live.timeline.n > before + 1


async def test_a_bot_tries_again_what_could_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "RETRY_AFTER", 0.01)
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, 2, bots=1))
        await until_idle(live)
        seat = live.match.table.deciders()[0]
        stop = f"create trigger full before insert on entries when new.seat <> {seat} "
        outside(tmp_path, stop + "begin select raise(abort, 'disk full'); end")
        n = await do(live, seat, live.match.table.options(seat)[0])
        for _ in range(10):
            assert await on_disk(live, lambda: live.timeline.n) == n
            await asyncio.sleep(0.01)
        assert await on_disk(live, live.bots.to_move) == 1 - seat
        outside(tmp_path, "drop trigger full")
        await until_idle(live)
        assert live.timeline.n > n


async def test_matches_of_bots_alone_are_played_to_their_end(tmp_path: Path) -> None:
    """Nobody looks, and nobody has to."""
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, 4, bots=3, options={"max_rounds": 5, "setup_place": "random"}))
        rng = random.Random(2)
        while not live.match.table.over:
            await until_idle(live)
            if not live.match.table.over:
                await do_something(live, rng)
        assert outside(tmp_path, "select status from matches") == [("over",)]


async def test_bots_answer_offers(tmp_path: Path) -> None:
    """An offer to a bot is accepted or declined at once, whoever has to decide."""
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, 3, bots=1, game="swarm", options={"first_player": 1}))
        rng = random.Random(1)
        await until_idle(live)
        while not (live.match.table.deals_open() and live.match.table.deciders() == [0]):
            await do_something(live, rng)
            await until_idle(live)
        for give in (1, 2):
            await offer(live, 0, 2, f"{give} water")
            await until_idle(live)
            assert live.match.table.offers == []
        assert live.match.table.deciders() == [0]
