"""Who asks is looked up first, and what they want is done a moment later: what has changed meanwhile counts."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest
from fastapi import WebSocket

from marchland.engine.errors import MarchlandError
from marchland.server.calls import NewMatch
from marchland.server.expiry import forget
from marchland.server.people import WRONG_PASSWORD
from marchland.server.schema import SESSIONS
from marchland.server.sockets import SocketConnection
from server.inside import caller, house, loaded, new_match

pytestmark = pytest.mark.anyio


async def test_the_name_with_which_somebody_joins(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        ann, ben = [(await use.run(use.people.new_guest, name))[0] for name in ("Ann", "Ben")]
        plan = {"game": "campus", "seats": [{"kind": "me"}, {"kind": "open"}], "public": True}
        match = await use.run(use.front.create, ann, NewMatch.model_validate(plan))
        await use.run(use.people.rename, ben, "Ann")
        with pytest.raises(MarchlandError, match="also the name of somebody who already sits in this match"):
            await use.run(use.front.join, ben, match, None)


async def test_the_name_with_which_somebody_takes_a_seat(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        match = await new_match(use)
        cyd, _ = await use.run(use.people.new_guest, "Cyd")
        link = await use.run(use.handovers.find, await use.run(use.handovers.offer, await caller(use, match, 1), match))
        live = await loaded(use, match)
        await use.run(use.people.rename, cyd, "ANN")
        with pytest.raises(MarchlandError, match='"ANN" looks like "Ann", who already sits in this match'):
            await live.absence.hand_on(1, cyd, link["hash"])
        assert live.match.players[1] == "Ben"
        await use.run(use.people.rename, cyd, "Dan")
        await live.absence.hand_on(1, cyd, link["hash"])
        assert live.match.players[1] == "Dan"


async def test_the_name_of_an_account(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        ann, ben = [(await use.run(use.people.new_guest, name))[0] for name in ("Ann", "Ben")]
        await use.run(use.people.open_account, ann, "hashed")
        await use.run(use.people.rename, ben, "ann")
        with pytest.raises(MarchlandError, match="who has an account here"):
            await use.run(use.people.open_account, ben, "hashed")


async def test_an_account_is_made_once(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        ann, _ = await use.run(use.people.new_guest, "Ann")
        await use.run(use.people.open_account, ann, "first")
        with pytest.raises(MarchlandError, match="You have an account already"):
            await use.run(use.people.open_account, ann, "second")
        assert await use.run(use.people.own_password, ann) == "first"
        # As a guest she would not have been asked whether somebody is called that.
        ben, _ = await use.run(use.people.new_guest, "Ben")
        await use.run(use.people.open_account, ben, "hashed")
        with pytest.raises(MarchlandError, match="who has an account here"):
            await use.run(use.people.rename, ann, "Ben")


@pytest.mark.parametrize("what", ["change", "delete"])
async def test_a_password_that_was_changed_meanwhile_is_wrong(tmp_path: Path, what: str) -> None:
    """A thief with a session of hers knows the old one."""
    async with house(tmp_path) as use:
        ann, _ = await use.run(use.people.new_guest, "Ann")
        await use.run(use.people.open_account, ann, "old")
        await use.run(use.people.change_password, ann, "old", "hers")
        late: tuple[Any, ...] = (
            (use.people.change_password, ann, "old", "his") if what == "change" else (use.people.delete, ann, "old")
        )
        with pytest.raises(MarchlandError, match=WRONG_PASSWORD):
            await use.run(*late)
        assert await use.run(use.people.own_password, ann) == "hers"


async def test_whoever_has_been_logged_out_changes_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        ann, _ = await use.run(use.people.new_guest, "Ann")
        await use.run(use.sessions.end_all, ann.id)
        with pytest.raises(MarchlandError, match="This device has been logged out"):
            await use.run(use.people.rename, ann, "Eve")


async def test_a_session_that_is_forgotten_ends_what_came_by_it(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        ann, ben = [(await use.run(use.people.new_guest, name))[0] for name in ("Ann", "Ben")]
        await use.run(use.store.change, SESSIONS, {"id": ann.session}, {"expires": "2026-01-01T00:00:00+00:00"})
        ended: list[list[str]] = []
        for _ in range(2):
            await use.run(forget, use.store, ended.append)
        assert ended == [[ann.session]]
        assert await use.run(use.sessions.anew, ben) == ben


class ClosedMeanwhile:
    """A socket whose device is ended while a message is on its way, and which does not read that."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {}
        self.connection: SocketConnection | None = None

    async def receive(self) -> dict[str, str]:
        assert self.connection is not None
        self.connection.close(4403, "ended")
        return {"type": "websocket.receive", "text": '{"type":"bot","id":1,"seat":1,"bot":"greedy"}'}

    async def close(self, code: int, reason: str) -> None:
        await asyncio.Event().wait()


async def test_what_comes_after_the_end_of_a_device_is_not_done(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, bots=1))
        socket = ClosedMeanwhile()
        connection = SocketConnection(live, cast(WebSocket, socket), seat=0, since=-1, creator=True)
        socket.connection = connection
        serving = asyncio.create_task(connection.serve())
        while connection.closing is None:
            await asyncio.sleep(0)
        connection.closing.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        assert live.seats[1]["bot"] == "random"


async def test_a_name_that_is_changed_while_a_match_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(tmp_path) as use:
        match = await new_match(use)
        row = (await use.run(use.store.seats_of, [match]))[match][0]
        read = asyncio.Event()
        go_on = asyncio.Event()
        load = use.store.load

        async def slowly(identity: str) -> Any:
            saved = await load(identity)
            read.set()
            await go_on.wait()
            return saved

        monkeypatch.setattr(use.store, "load", slowly)
        loading = asyncio.create_task(loaded(use, match))
        await read.wait()
        renaming = asyncio.create_task(use.hub.rename(row["person"], "Zora"))
        await asyncio.sleep(0)
        go_on.set()
        await renaming
        assert (await loading).match.players[0] == "Zora"
