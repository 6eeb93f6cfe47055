"""How long a bot has thought tells nobody anything."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from bazaar.steps import LAY, PALACE, READY, STALLS
from marchland import games
from marchland.engine.common import BID
from marchland.engine.match import Entry
from marchland.server.clock import BotClock, time_to_answer
from marchland.server.live import LiveMatch
from server.inside import RecordingConnection, do, house, loaded, new_match

pytestmark = pytest.mark.anyio

PAUSE = 0.5


@pytest.mark.parametrize(
    ("thought", "answered"),
    [(0.0, 0.5), (0.001, 0.5), (0.3, 0.5), (0.5, 0.5), (0.501, 1.0), (0.99, 1.0), (1.0, 1.0), (7.2, 7.5)],
)
def test_an_answer_comes_at_a_multiple_of_the_pause(thought: float, answered: float) -> None:
    assert time_to_answer(100.0, 100.0 + thought, PAUSE) == 100.0 + answered


def test_without_a_pause_nobody_waits() -> None:
    assert time_to_answer(100.0, 100.25, 0) == 100.25


class Scripted(BotClock):
    """A clock that shows these times to those who look, one after the other, and notes until when they wait."""

    def __init__(self, *times: float) -> None:
        self.times = list(times)
        self.waits: list[float] = []

    def now(self) -> float:
        return self.times.pop(0) if len(self.times) > 1 else self.times[0]

    async def until(self, moment: float) -> None:
        self.waits.append(moment)


class Leaping(BotClock):
    """A clock on which thinking takes no time, and waiting all of it."""

    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time

    async def until(self, moment: float) -> None:
        self.time = max(self.time, moment)


class Watch(RecordingConnection):
    """A spectator with a clock."""

    def __init__(self, clock: BotClock) -> None:
        super().__init__()
        self.clock = clock
        self.times: list[float] = []

    def send(self, data: bytes) -> None:
        super().send(data)
        self.times.append(self.clock.now())


async def bots_are_done(live: LiveMatch) -> None:
    async with asyncio.timeout(30):
        while live.bots.task is not None and not live.bots.task.done():
            await asyncio.wait([live.bots.task])


@pytest.mark.parametrize(("thought", "answered"), [(0.002, 0.5), (0.498, 0.5), (0.7, 1.0)])
async def test_a_quick_thought_and_a_slow_one_are_entered_at_the_same_tick(
    tmp_path: Path, thought: float, answered: float
) -> None:
    async with house(tmp_path) as use:
        clock = Scripted(100.0, 100.0 + thought)
        use.hub.bot_pause, use.hub.bot_clock = PAUSE, clock
        live = await loaded(use, await new_match(use, 2, bots=1))
        if live.match.table.deciders() == [0]:
            await do(live, 0, live.match.table.options(0)[0])
        await bots_are_done(live)
        assert clock.waits[0] == 100.0 + answered
        assert len(clock.waits) == sum(entry.seat == 1 for entry in live.match.entries)


async def test_the_clicks_of_a_secret_choice_take_no_time(tmp_path: Path, guests: None) -> None:
    """However many tokens two bots lay on their stalls, they are seen to be ready one and two pauses later."""
    games.load("bazaar.game")
    async with house(tmp_path) as use:
        clock = Leaping()
        use.hub.bot_pause, use.hub.bot_clock = PAUSE, clock
        clicks: set[int] = set()
        while len(clicks) < 3:
            options = {"rounds": 2, "deals": "off"}
            live = await loaded(use, await new_match(use, 3, bots=2, game="bazaar", options=options))
            await bots_are_done(live)
            eve = Watch(clock)
            await live.connect(eve)
            begun, entries = clock.time, len(live.match.entries)
            await do(live, 0, BID.of(2))
            await bots_are_done(live)
            assert live.match.table.step() is STALLS and live.match.table.deciders() == [0]
            clicks.add(len(live.match.entries) - entries - 1)
            assert eve.times == [begun, begun, begun + PAUSE, begun + 2 * PAUSE]


async def test_answers_that_nobody_is_shown_take_their_time_all_the_same(tmp_path: Path, guests: None) -> None:
    """Else whoever passes at once in the palace sees by the reveal whether the bots were quicker."""
    games.load("bazaar.game")
    async with house(tmp_path) as use:
        clock = Leaping()
        use.hub.bot_pause, use.hub.bot_clock = PAUSE, clock
        options = {"rounds": 2, "deals": "off"}
        live = await loaded(use, await new_match(use, 3, bots=2, game="bazaar", options=options))
        eve, rng = Watch(clock), random.Random(1)
        await live.connect(eve)
        await bots_are_done(live)
        while live.match.table.step() is not PALACE:
            await do(live, 0, rng.choice(live.match.table.options(0).actions()))
            await bots_are_done(live)
        assert live.match.table.deciders() == [0]
        asked = eve.state["deciders"]
        assert clock.time == eve.times[-1] + PAUSE * len(set(asked) - {0})


async def test_only_clicks_of_which_nobody_learns_take_no_time(tmp_path: Path, guests: None) -> None:
    games.load("bazaar.game")
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, 3, game="bazaar", options={"rounds": 2, "deals": "off"}))
        timeline = live.timeline
        assert not timeline.goes_on_in_secret(Entry(0, BID.of(2)))  # then the bid is made, as all see
        assert not timeline.goes_on_in_secret(Entry(0, LAY.of(2)))  # not possible now
        for seat in range(3):
            await do(live, seat, BID.of(1))
        before = live.match.table.fingerprint()
        assert timeline.goes_on_in_secret(Entry(0, LAY.of(1)))
        assert not timeline.goes_on_in_secret(Entry(0, READY.of()))
        assert live.match.table.fingerprint() == before
