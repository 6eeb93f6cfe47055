"""After the first state a viewer is sent what changes. All of it together must be what a state would be."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import orjson
import pytest

from marchland.engine.errors import MarchlandError
from marchland.games import NAMES
from marchland.server.live import LiveMatch
from server.inside import RecordingConnection, do, do_something, house, loaded, new_match, undo

pytestmark = pytest.mark.anyio

OF_THE_MESSAGE = ("answers", "events", "earlier")


def seen(state: Any) -> Any:
    return {name: value for name, value in state.items() if name not in OF_THE_MESSAGE}


def whole(live: LiveMatch, seat: int) -> Any:
    return json.loads(live.audience.state(seat, live.timeline.counts[seat]))


@pytest.mark.parametrize("game", NAMES)
async def test_updates_add_up_to_the_state(tmp_path: Path, game: str) -> None:
    rng = random.Random(3)
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, seats=4, game=game, options={}))
        viewers = [RecordingConnection(seat) for seat in live.timeline.viewers]
        for connection in viewers:
            await live.connect(connection)
        while live.timeline.n < 150 and not live.match.over:
            await do_something(live, rng)
            if rng.random() < 0.1:
                seat = rng.randrange(4)
                try:
                    await undo(live, seat)
                except MarchlandError:
                    continue
            for connection in viewers:
                assert seen(connection.state) == seen(whole(live, connection.seat))
                drawn_anew = orjson.dumps(live.match.table.picture(connection.seat))
                assert connection.state["picture"] == json.loads(drawn_anew)
        for connection in viewers:
            types = [json.loads(data)["type"] for data in connection.sent]
            assert types == ["state"] + ["update"] * (len(types) - 1)
            # It would be of no use if all were sent again.
            sizes = [len(data) for data in connection.sent[-50:]]
            assert sum(sizes) < 0.7 * len(sizes) * len(live.audience.state(connection.seat, live.timeline.n))


async def test_who_comes_later_or_again_begins_with_a_whole_state(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use))
        ann, ben = RecordingConnection(0), RecordingConnection(1)
        await live.connect(ann)
        await do_something(live, random.Random(1))
        await live.connect(ben)
        assert seen(ben.state) == seen(whole(live, 1))
        assert ben.state["present"] == [0, 1]
        # Who was there before is told who has come, and no more than that.
        assert set(json.loads(ann.sent[-1])) - {"type", "answers", "n", "clock", "earlier", "events"} == {
            "players",
            "bots",
            "present",
            "last_here",
            "faults",
        }
        assert seen(ann.state) == seen(whole(live, 0))


async def test_an_update_tells_of_the_regions_that_have_changed(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use))
        ann = RecordingConnection(0)
        await live.connect(ann)
        before = ann.state["picture"]["regions"]
        seat = live.match.table.deciders()[0]
        await do(live, seat, live.match.table.options(seat).spans()[0][0])
        told = dict(json.loads(ann.sent[-1])["regions"])
        now = whole(live, 0)["picture"]["regions"]
        assert told == {number: now[number] for number in range(len(now)) if now[number] != before[number]}
        assert len(told) == 1
