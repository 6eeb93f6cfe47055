"""Who asks is looked up first, and what they want is done a moment later: what has changed meanwhile counts."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, MutableMapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from fastapi import WebSocket
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from marchland.engine.errors import MarchlandError
from marchland.engine.match import Entry
from marchland.server.access import View
from marchland.server.app import create_app
from marchland.server.calls import NewMatch
from marchland.server.expiry import forget
from marchland.server.guard import ADDRESS
from marchland.server.limits import Place
from marchland.server.live import LiveMatch
from marchland.server.openapi import asks
from marchland.server.people import WRONG_PASSWORD
from marchland.server.routes.socket import Arrival
from marchland.server.schema import CHATS, SEATS, SESSIONS
from marchland.server.services import COOKIE, Config, Services
from marchland.server.sessions import Caller
from marchland.server.sockets import SocketConnection
from server.inside import caller, do, house, loaded, new_match, outside
from server.world import lay_database, sentence_of

pytestmark = pytest.mark.anyio


async def test_the_name_with_which_somebody_joins(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        ann, ben = [(await use.run(use.people.new_guest, name))[0] for name in ("Ann", "Ben")]
        plan = {"game": "campus", "seats": [{"kind": "me"}, {"kind": "open"}], "public": True}
        match = await use.run(use.front.create, ann, NewMatch.model_validate(plan))
        await use.act(ben, use.people.rename, "Ann")
        with pytest.raises(MarchlandError, match="also the name of somebody who already sits in this match"):
            await use.act(ben, use.front.join, match, None)


async def test_the_name_with_which_somebody_takes_a_seat(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        match = await new_match(use)
        cyd, _ = await use.run(use.people.new_guest, "Cyd")
        link = await use.run(use.handovers.find, await use.run(use.handovers.offer, await caller(use, match, 1), match))
        live = await loaded(use, match)
        await use.act(cyd, use.people.rename, "ANN")
        with pytest.raises(MarchlandError, match='"ANN" looks like "Ann", who already sits in this match'):
            await live.absence.hand_on(1, cyd, link["hash"])
        assert live.match.players[1] == "Ben"
        await use.act(cyd, use.people.rename, "Dan")
        await live.absence.hand_on(1, cyd, link["hash"])
        assert live.match.players[1] == "Dan"


async def test_the_name_of_an_account(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        ann, ben = [(await use.run(use.people.new_guest, name))[0] for name in ("Ann", "Ben")]
        await use.act(ann, use.people.open_account, "hashed")
        await use.act(ben, use.people.rename, "ann")
        with pytest.raises(MarchlandError, match="who has an account here"):
            await use.act(ben, use.people.open_account, "hashed")


async def test_an_account_is_made_once(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        ann, _ = await use.run(use.people.new_guest, "Ann")
        await use.act(ann, use.people.open_account, "first")
        with pytest.raises(MarchlandError, match="You have an account already"):
            await use.act(ann, use.people.open_account, "second")
        assert await use.run(use.people.own_password, ann) == "first"
        # As a guest she would not have been asked whether somebody is called that.
        ben, _ = await use.run(use.people.new_guest, "Ben")
        await use.act(ben, use.people.open_account, "hashed")
        with pytest.raises(MarchlandError, match="who has an account here"):
            await use.act(ann, use.people.rename, "Ben")


@pytest.mark.parametrize("what", ["change", "delete"])
async def test_a_password_that_was_changed_meanwhile_is_wrong(tmp_path: Path, what: str) -> None:
    """A thief with a session of hers knows the old one."""
    async with house(tmp_path) as use:
        ann, _ = await use.run(use.people.new_guest, "Ann")
        await use.act(ann, use.people.open_account, "old")
        await use.act(ann, use.people.change_password, "old", "hers")
        late: tuple[Any, ...] = (
            (use.people.change_password, ann, "old", "his") if what == "change" else (use.people.delete, ann, "old")
        )
        with pytest.raises(MarchlandError, match=WRONG_PASSWORD):
            await use.run(*late)
        assert await use.run(use.people.own_password, ann) == "hers"


WORD = "correct horse"
# What somebody can ask for whose device is ended while it is on its way; with what it takes.
ASKED = {
    "/api/guests": {"name": "Eve"},
    "/api/account": {"password": WORD},
    "/api/account/password": {"old": WORD, "new": "battery staple"},
    "/api/account/delete": {"password": WORD},
    "/api/devices/{device}/end": None,
    "/api/devices/end": {},
    "/api/matches": {"game": "campus", "seats": [{"kind": "me"}, {"kind": "open"}]},
    "/api/matches/{match}/join": {},
    "/api/matches/{match}/leave": None,
    "/api/matches/{match}/back": None,
    "/api/matches/{match}/remove": {"seat": 1},
    "/api/matches/{match}/start": None,
    "/api/matches/{match}/entropy": {"hash": "0" * 64},
    "/api/matches/{match}/open": {"entropy": "0" * 64},
    "/api/matches/{match}/rematch": None,
    "/api/matches/{match}/invite": None,
    "/api/matches/{match}/invite/renew": None,
    "/api/matches/{match}/seat-link": None,
    "/api/matches/{match}/handover": None,
    "/api/matches/{match}/handover/withdraw": None,
    "/api/matches/{match}/handover/back": None,
    "/api/handovers/{secret}/take": None,
}


def needs_somebody(route: BaseRoute) -> bool:
    """Whether a route changes something for whoever asks."""
    return isinstance(route, APIRoute) and "POST" in (route.methods or ()) and "guest" in asks(route)


async def test_whoever_has_been_logged_out_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "marchland.sqlite"
    lay_database(file)
    app = create_app(Config(f"sqlite:///{file}", bot_pause=0))
    use: Services = app.state.services
    wanting = {route.path_format for route in app.routes if needs_somebody(route)}
    assert wanting <= set(ASKED)

    async with app.router.lifespan_context(app):
        match, other = await new_match(use), await new_match(use)
        me = await caller(use, match)
        hashed = await use.passwords.hashed(WORD)
        await use.run(use.people.open_account, me, hashed)
        secret = await use.run(use.handovers.offer, await caller(use, other, 1), other)
        asking = use.sessions.asking

        def ended_meanwhile(*cookies: str | None) -> Caller | None:
            found = asking(*cookies)
            if found is not None:
                use.sessions.close(found.session)
            return found

        monkeypatch.setattr(use.sessions, "asking", ended_meanwhile)
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as web:
            for path, body in ASKED.items():
                token = await use.run(use.sessions.begin, me.id)
                before = all_but_sessions(file)
                filled = path.format(match=match, secret=secret, device="x")
                answer = await web.post(filled, json=body, headers={"cookie": f"{COOKIE}={token}"})
                assert sentence_of(answer, 403) == "This device has been logged out.", path
                assert all_but_sessions(file) == before, path


def all_but_sessions(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [line for line in connection.iterdump() if not line.startswith('INSERT INTO "sessions"')]


async def test_where_somebody_has_sat_down_meanwhile_nobody_else_logs_in(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        ann, guest = [(await use.run(use.people.new_guest, name))[0] for name in ("Ann", "Guest")]
        await use.run(use.people.open_account, ann, "hashed")
        await use.run(use.people.refuse_in_place_of, guest)
        plan = {"game": "campus", "seats": [{"kind": "me"}, {"kind": "open"}]}
        await use.run(use.front.create, guest, NewMatch.model_validate(plan))
        with pytest.raises(MarchlandError, match="You are Guest here, and have matches; log out first"):
            await use.run(use.people.log_in, ann.id, "hashed", "A browser", guest)
        assert await use.run(use.sessions.anew, guest) == guest


# -- accounts that are deleted ---------------------------------------------------------------------------------------


async def with_account(use: Services, person: str) -> Caller:
    """On one more device."""
    found = await use.run(use.sessions.caller, await use.run(use.sessions.begin, person))
    assert found is not None
    await use.run(use.people.open_account, found, "hashed")
    return found


async def test_an_account_that_is_deleted_takes_no_seat(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        match = await new_match(use)
        link = await use.run(use.handovers.find, await use.run(use.handovers.offer, await caller(use, match, 1), match))
        live = await loaded(use, match)
        cyd = await with_account(use, (await use.run(use.people.new_guest, "Cyd"))[0].id)
        await use.act(cyd, use.people.delete, "hashed")
        with pytest.raises(MarchlandError, match="This device has been logged out"):
            await live.absence.hand_on(1, cyd, link["hash"])
        assert live.match.players[1] == "Ben"


@pytest.mark.parametrize("what", ["let_play", "back", "resign"])
async def test_nor_has_its_seat_a_last_word(tmp_path: Path, what: str) -> None:
    async with house(tmp_path) as use:
        match = await new_match(use)
        live = await loaded(use, match)
        if what == "back":
            await live.absence.let_play(0, "gentle")
        ann = await with_account(use, (await caller(use, match)).id)
        await use.act(ann, use.people.delete, "hashed")
        # Nobody has read the match anew yet.
        doing = {"let_play": partial(live.absence.let_play, 0, "random"), "back": partial(live.absence.back, 0)}
        with pytest.raises(MarchlandError, match="You have no seat in this match"):
            await doing.get(what, partial(live.absence.resign, 0))()
        row = (await use.run(use.store.seats_of, [match]))[match][0]
        assert (row["away"], row["stand_in"]) == ("handed", "gentle")


async def test_nor_does_it_speak_any_more(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        match = await new_match(use)
        live = await loaded(use, match)
        ann = await with_account(use, (await caller(use, match)).id)
        await use.act(ann, use.people.delete, "hashed")
        with pytest.raises(MarchlandError, match="You have no seat in this match"):
            await live.chat(0, None, "Farewell")
        assert await use.run(use.store.find, CHATS) == []


async def test_a_bot_that_had_failed_for_it_plays_on(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        match = await new_match(use)
        await use.run(use.store.change, SEATS, {"match": match, "seat": 0}, {"fault": "it is tired"})
        ann = await with_account(use, (await caller(use, match)).id)
        await use.act(ann, use.people.delete, "hashed")
        assert (await loaded(use, match)).faults() == []


async def test_what_a_bot_has_failed_at_does_not_name_it(tmp_path: Path) -> None:
    """Also where it had resigned before."""
    async with house(tmp_path) as use:
        live = await loaded(use, match := await new_match(use, 3))
        await live.absence.resign(0)
        await live.change_bot(0, fault="it is tired")
        ann = await with_account(use, (await caller(use, match)).id)
        await use.hub.reload(await use.act(ann, use.people.delete, "hashed"))
        assert [fault["text"] for fault in live.faults()] == [
            "The bot gentle, playing for Seat 1, has failed: it is tired."
        ]
        assert "Ann" not in str(outside(tmp_path, "select * from seats"))


async def test_results_say_which_bot_plays_on_for_it(tmp_path: Path) -> None:
    """Also where it had let another play."""
    async with house(tmp_path) as use:
        live = await loaded(use, match := await new_match(use, options={"setup_place": "random"}))
        seat = live.match.table.deciders()[0]
        ann = await with_account(use, (await caller(use, match, seat)).id)
        live.bots.pause = 3600.0
        await do(live, seat, live.match.table.options(seat)[0])
        await live.absence.let_play(seat, "greedy")
        await live.enter(Entry(seat, live.match.table.options(seat)[0]), live.timeline.counts[seat], by_bot=True)
        await use.hub.reload(await use.act(ann, use.people.delete, "hashed"))
        played = (await use.run(use.front.show, match, None)).seats[seat].played
        assert played == f"Seat {seat + 1}, from round 1 the bot greedy, from round 1 the bot gentle"


async def test_whom_it_has_named_at_its_screen_are_gone_with_it(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        ann = await with_account(use, (await use.run(use.people.new_guest, "Ann"))[0].id)
        plan = {"game": "campus", "seats": [{"kind": "me"}, {"kind": "here", "name": "Cyd"}], "start": True}
        match = await use.act(ann, use.front.create, NewMatch.model_validate(plan))
        live = await loaded(use, match)
        await live.chat(1, None, "Hello")
        begun = await use.act(ann, use.people.delete, "hashed")
        await use.hub.reload(begun)
        (said,) = await use.run(use.store.find, CHATS)
        assert (live.match.players, said["name"]) == (["Seat 1", "Seat 2"], "Seat 2")


async def test_a_bot_plays_for_it_where_its_match_was_being_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as use:
        match = await new_match(use)
        ann = await with_account(use, (await caller(use, match)).id)
        loading, go_on = await held_while_loading(use, match, monkeypatch)
        begun = await use.act(ann, use.people.delete, "hashed")
        reading = asyncio.create_task(use.hub.reload(begun))
        await asyncio.sleep(0)
        go_on.set()
        await reading
        live = await loading
        assert (live.match.players[0], live.seats[0]["stand_in"]) == ("Seat 1", "gentle")


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


@pytest.mark.parametrize("what", ["events?before=99", "chat"])
async def test_a_seat_that_goes_to_another_while_somebody_asks_what_it_has_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """What is said to it from then on is not theirs."""
    file = tmp_path / "marchland.sqlite"
    lay_database(file)
    app = create_app(Config(f"sqlite:///{file}", bot_pause=0))
    use: Services = app.state.services
    async with app.router.lifespan_context(app):
        match = await new_match(use)
        live, former = await loaded(use, match), await caller(use, match)
        token = await use.run(use.sessions.begin, former.id)
        link = await use.run(use.handovers.find, await use.run(use.handovers.offer, former, match))
        cyd, _ = await use.run(use.people.new_guest, "Cyd")
        run, look = use.run, use.access.look
        looked_up: list[View] = []

        def looks(*asked: Any, **how: Any) -> View:
            looked_up.append(look(*asked, **how))
            return looked_up[-1]

        async def runs(work: Callable[..., Any], *arguments: Any) -> Any:
            found = await run(work, *arguments)
            if looked_up and live.seats[0]["person"] == former.id:
                await live.absence.hand_on(0, cyd, link["hash"])
                await live.chat(1, 0, "For Cyd alone")
            return found

        monkeypatch.setattr(use.access, "look", looks)
        monkeypatch.setattr(use, "run", runs)
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as web:
            answer = await web.get(f"/api/matches/{match}/{what}", headers={"cookie": f"{COOKIE}={token}"})
        assert live.seats[0]["person"] == cyd.id
        if what == "chat":
            assert answer.json() == []
        else:
            assert sentence_of(answer, 403) == "You have no seat in this match."


class Stranger:
    """A socket without anybody's cookie."""

    def __init__(self) -> None:
        self.sent: list[MutableMapping[str, Any]] = []
        scope = {"type": "websocket", "path": "/", "headers": [], "query_string": b"", ADDRESS: "192.0.2.1"}
        self.socket = WebSocket(scope, self.receive, self.send)

    async def receive(self) -> MutableMapping[str, Any]:
        return {"type": "websocket.connect" if not self.sent else "websocket.disconnect"}

    async def send(self, message: MutableMapping[str, Any]) -> None:
        self.sent.append(message)


@pytest.mark.parametrize("watch", [True, False])
async def test_what_begins_while_a_stranger_comes(tmp_path: Path, watch: bool) -> None:
    """A public match is seen while it waits, whether or not strangers may watch it."""
    async with house(tmp_path) as use:
        ann, _ = await use.run(use.people.new_guest, "Ann")
        plan = {"game": "campus", "seats": [{"kind": "me"}, {"kind": "open"}], "public": True, "watch": watch}
        match = await use.run(use.front.create, ann, NewMatch.model_validate(plan))
        stranger = Stranger()
        await stranger.socket.accept()
        # What the one asks first is answered before the other is; what it asks next, after that.
        await asyncio.gather(
            Arrival(stranger.socket, use, match).stay(Place("an address", "a stranger")),
            use.run(use.front.start, ann, match),
        )
        closed = [message["code"] for message in stranger.sent if message["type"] == "websocket.close"]
        states = [message["text"] for message in stranger.sent if message["type"] == "websocket.send"]
        assert (closed, len(states)) == (([], 1) if watch else ([4403], 0))


@pytest.mark.parametrize("fault", [OSError, RuntimeError])
async def test_who_hangs_up_while_they_are_turned_away_is_no_mistake(tmp_path: Path, fault: type[Exception]) -> None:
    """Anybody could fill the log with it."""

    class Gone(Stranger):
        async def send(self, message: MutableMapping[str, Any]) -> None:
            await super().send(message)
            if message["type"] == "websocket.close":
                raise fault("gone")

    async with house(tmp_path) as use:
        await Arrival((gone := Gone()).socket, use, "nosuchmatch").come()
        assert [message["type"] for message in gone.sent] == ["websocket.accept", "websocket.close"]
        assert use.limits.sockets_of_address.taken == {}


async def held_while_loading(
    use: Services, match: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[asyncio.Task[LiveMatch], asyncio.Event]:
    """A match that has been read from the disk, and is there when it may go on."""
    read, go_on = asyncio.Event(), asyncio.Event()
    load = use.store.load

    async def slowly(identity: str) -> Any:
        saved = await load(identity)
        read.set()
        await go_on.wait()
        return saved

    monkeypatch.setattr(use.store, "load", slowly)
    loading = asyncio.create_task(loaded(use, match))
    await read.wait()
    return loading, go_on


async def test_a_name_that_is_changed_while_a_match_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(tmp_path) as use:
        match = await new_match(use)
        loading, go_on = await held_while_loading(use, match, monkeypatch)
        renaming = asyncio.create_task(use.hub.rename((await caller(use, match)).id, "Zora"))
        await asyncio.sleep(0)
        go_on.set()
        await renaming
        assert (await loading).match.players[0] == "Zora"
