"""Games from a path at the server, whose bots think in workers that load them; and bots that fail there."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import marchland
from games.ridge import BAD_EVALUATION, BAD_RULES, DEADLY_EVALUATION, ENDLESS_EVALUATION, write_project
from marchland.engine import record
from marchland.engine.errors import MarchlandError, UsageError
from marchland.games import NAMES
from marchland.games.finding import KNOWN
from marchland.server import history
from marchland.server.calls import NewMatch
from marchland.server.live import LiveMatch
from marchland.server.services import Services
from server.inside import RecordingConnection, caller, do, do_something, house, loaded, lobby_of
from server.world import Person, pick, running

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("guests")]

LOST = "its process has died, or did not come to an end within 5 seconds"
ILLEGAL = (
    "        found.span(self.code + 1, 2)\n",
    "        import multiprocessing\n\n"
    "        found.span(self.code + (1 if multiprocessing.parent_process() is None else 5), 2)\n",
)


@asynccontextmanager
async def ridge(folder: Path, *changes: tuple[str, str], bot: str = "greedy") -> AsyncIterator[tuple[Services, str]]:
    """A server that has Ridge, and in it a match of Ann, a bot, and Ben."""
    write_project(folder / "ridge", *changes)
    marchland.load(folder / "ridge")
    async with house(folder) as use:
        yield use, await new_match(use, bot)


async def new_match(use: Services, bot: str) -> str:
    ann, ben = [(await use.run(use.people.new_guest, name))[0] for name in ("Ann", "Ben")]
    seats = [{"kind": "me"}, {"kind": "bot", "bot": bot}, {"kind": "open"}]
    wanted = NewMatch.model_validate({"game": "ridge", "seats": seats, "public": True})
    identity = await use.run(use.front.create, ann, wanted)
    await use.run(use.front.join, ben, identity, None)
    await use.run(use.front.start, ann, identity)
    return identity


async def until_failed(live: LiveMatch) -> list[dict[str, Any]]:
    async with asyncio.timeout(60):
        while not live.faults():
            await asyncio.sleep(0.01)
    return live.faults()


async def play_to_the_end(live: LiveMatch) -> None:
    rng = random.Random(1)
    async with asyncio.timeout(60):
        while not live.match.table.over:
            if live.match.table.deciders() == [1]:
                assert live.faults() == []
                await asyncio.sleep(0.01)
            else:
                await do_something(live, rng)


async def test_a_game_from_a_path_is_played_to_its_end(tmp_path: Path) -> None:
    async with ridge(tmp_path) as (use, identity):
        assert list(use.games) == [*NAMES, "ridge"]
        live = await loaded(use, identity)
        await play_to_the_end(live)
        assert live.match.table.height[1] > 0
        assert history.check(live).ok
        record.verify(record.read(history.record_of(live)), live.game)


@pytest.mark.parametrize(
    ("change", "bot", "what", "logged"),
    [
        (BAD_EVALUATION, "greedy", "ZeroDivisionError in ridge/game.py, line 70", "division by zero"),
        (DEADLY_EVALUATION, "greedy", LOST, LOST),
        (ENDLESS_EVALUATION, "greedy", LOST, LOST),
        (ILLEGAL, "greedy", "it chose what is not possible", "'climb 6' is not possible now"),
        (BAD_RULES, "random", "IndexError in ridge/game.py, line 47", "list index out of range"),
    ],
    ids=["raises", "dies", "thinks for ever", "plays against the rules", "meets rules that fail"],
)
async def test_a_bot_that_fails_says_so_at_the_table(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    change: tuple[str, str],
    bot: str,
    what: str,
    logged: str,
) -> None:
    """To everybody, spectators too; the words of an exception, which may tell secrets, are for the log."""
    fails_for_bots = (change[0], change[1].replace("seat + 9", "seat + 9 * (seat == 1)"))
    async with ridge(tmp_path, fails_for_bots, bot=bot) as (use, identity):
        use.bot_pool.limit = 5.0
        live = await loaded(use, identity)
        viewers = [RecordingConnection(seat) for seat in (0, 2, -1)]
        for viewer in viewers:
            await live.connect(viewer)
        await do(live, 0, live.match.table.options(0)[0])
        name = f"{bot.capitalize()} 2"
        told = [{"seat": 1, "text": f"The bot {name} has failed: {what}."}]
        assert await until_failed(live) == told
        await asyncio.sleep(0)
        assert [viewer.state["faults"] for viewer in viewers] == [told] * 3
        assert live.timeline.n == 1
        assert logged in caplog.text
        # It waits, and does not try again by itself.
        live.bots.wake()
        assert live.bots.to_move() == -1


async def test_another_plays_on_for_it(tmp_path: Path) -> None:
    async with ridge(tmp_path, BAD_EVALUATION) as (use, identity):
        live = await loaded(use, identity)
        viewer = RecordingConnection()
        await live.connect(viewer)
        await do(live, 0, live.match.table.options(0)[0])
        first = await until_failed(live)
        # Once more the same: it fails once more.
        await live.bots.let_play(1, "greedy", by_creator=True)
        assert viewer.state["faults"] == []
        assert await until_failed(live) == first
        await live.bots.let_play(1, "random", by_creator=True)
        await play_to_the_end(live)
        assert viewer.state["faults"] == []
        # In the record it keeps its name.
        assert live.match.players == ["Ann", "Greedy 2", "Ben"]
        assert history.check(live).ok
        # In a rematch everybody begins anew.
        me = await caller(use, identity)
        again = await use.run(use.front.rematch, me, identity)
        await use.run(use.front.start, me, again)
        assert (await loaded(use, again)).seats[1]["stand_in"] is None


async def test_a_restart_keeps_it_so(tmp_path: Path) -> None:
    async with ridge(tmp_path, BAD_EVALUATION) as (use, identity):
        live = await loaded(use, identity)
        await do(live, 0, live.match.table.options(0)[0])
        told = await until_failed(live)
    async with house(tmp_path) as use:
        await history.wake_bots(use.store, use.hub)
        live = await loaded(use, identity)
        assert live.faults() == told
        assert live.bots.task is None
        await live.bots.let_play(1, "random", by_creator=True)
    async with house(tmp_path) as use:
        live = await loaded(use, identity)
        assert live.faults() == []
        await play_to_the_end(live)


async def test_nobody_meddles_with_a_bot_that_plays(tmp_path: Path) -> None:
    async with ridge(tmp_path) as (use, identity):
        live = await loaded(use, identity)
        for seat in (0, 7):
            with pytest.raises(UsageError, match=f"No bot has failed in seat {seat}"):
                await live.bots.let_play(seat, "random", by_creator=True)


async def test_a_deadly_bot_does_no_harm_to_others(tmp_path: Path) -> None:
    """They share a worker, and it dies under all of them."""
    async with ridge(tmp_path, DEADLY_EVALUATION) as (use, identity):
        deadly = [await loaded(use, identity), await loaded(use, await new_match(use, "greedy"))]
        harmless = [await loaded(use, await new_match(use, "random")) for _ in range(3)]
        for live in [*deadly, *harmless]:
            await do(live, 0, live.match.table.options(0)[0])
        for live in harmless:
            await play_to_the_end(live)
        for live in deadly:
            assert await until_failed(live)
            with pytest.raises(UsageError, match="There is no bot 'clever'"):
                await live.bots.let_play(1, "clever", by_creator=True)
            await live.bots.let_play(1, "random", by_creator=True)
            await play_to_the_end(live)


async def test_a_match_of_a_game_that_is_not_there_any_more(tmp_path: Path) -> None:
    """It is listed, and says what is missing; everything else goes on."""
    async with ridge(tmp_path) as (use, identity):
        me = await caller(use, identity)
    known = KNOWN.pop("ridge")
    try:
        async with house(tmp_path) as use:
            assert list(use.games) == NAMES
            lobby = await lobby_of(use, me)
            assert [(info.id, info.title) for info in lobby.mine] == [(identity, "ridge")]
            await history.wake_bots(use.store, use.hub)
            with pytest.raises(MarchlandError, match=r"This server has no game 'ridge'; it can be started with --game"):
                await use.hub.match(identity)
    finally:
        KNOWN["ridge"] = known


async def test_a_player_decides_over_the_socket(tmp_path: Path, people: Callable[..., Person]) -> None:
    folder = write_project(tmp_path / "ridge", BAD_EVALUATION)
    with running(tmp_path, prelude=f"from marchland import load; load({str(folder)!r})") as server:
        ann, eve = people(server, "Ann"), people(server, "Eve")
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
        match = ann.post("/api/matches", {"game": "ridge", "seats": seats, "start": True})
        wire, watching = await ann.open(match["id"]), await eve.open(match["id"])
        await wire.play(wire.state["spans"][0][0])
        for each in (wire, watching):
            state = await each.until(lambda state: bool(state["faults"]))
            assert state["faults"] == [
                {"seat": 1, "text": "The bot Greedy 2 has failed: ZeroDivisionError in ridge/game.py, line 70."}
            ]
        assert "ZeroDivisionError: division by zero" in server.faults()
        refused = await watching.ask("bot", seat=1, bot="random")
        assert refused["reason"] == "Only players decide who plays on for a bot."
        refused = await wire.ask("bot", seat=0, bot="random")
        assert refused["reason"] == "No bot has failed in seat 0."
        assert (await wire.ask("bot", seat=1, bot="random"))["type"] == "ack"
        rng = random.Random(4)
        while wire.state["status"] != "over":
            if wire.state["spans"]:
                await wire.play(pick(wire.state, rng))
            else:
                await wire.receive()
        assert ann.get(f"/api/matches/{match['id']}/check")["ok"]
        for name in (str(folder), "ridge.game", "os.path"):
            assert "There is no game" in ann.refused(409, "POST", "/api/matches", {"game": name, "seats": seats})
        for each in (wire, watching):
            await each.close()
