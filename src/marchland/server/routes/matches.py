"""Matches: before they begin, while they are played, and when they are over."""

from __future__ import annotations

import asyncio
import gzip
from contextlib import ExitStack
from functools import partial
from typing import Annotated, Any

import orjson
from fastapi import FastAPI, Query, Request, Response, WebSocket
from fastapi.responses import PlainTextResponse

from marchland.engine.errors import MarchlandError, UsageError
from marchland.engine.table import ALL_SEEING
from marchland.server import catalogue
from marchland.server.archive import NOT_OVER
from marchland.server.audience import chat_message, may_read
from marchland.server.errors import NotFound
from marchland.server.guard import ADDRESS
from marchland.server.messages import Chat, Check, EventPage, JoinMatch, MatchInfo, Moment, NewMatch
from marchland.server.routes.games import lasting
from marchland.server.schema import CHATS
from marchland.server.services import COOKIE, Asker, Guest, Services, Use, Visitor
from marchland.server.sockets import SocketConnection
from marchland.server.specs import Catalogue


def add(app: FastAPI) -> None:
    @app.post("/api/matches")
    async def create(wanted: NewMatch, guest: Guest, use: Use) -> MatchInfo:
        identity = await use.run(use.front.create, guest, wanted)
        await use.hub.match(identity)
        return await use.run(use.front.show, identity, guest)

    @app.get("/api/matches/{match}")
    async def show(match: str, visitor: Visitor, use: Use) -> MatchInfo:
        return await use.run(use.front.show, match, visitor)

    @app.get("/api/matches/{match}/catalogue", response_model=Catalogue)
    async def catalogue_of(match: str, use: Use, request: Request) -> Response:
        """The catalogue of the match's game as this match plays it, with the board of its own where it has one."""
        game, options = await use.run(use.front.agreed, match)
        return lasting(request, catalogue.catalogue(game, tuple(options.items())))

    @app.post("/api/matches/{match}/join")
    async def join(match: str, wanted: JoinMatch, guest: Guest, use: Use) -> MatchInfo:
        await use.run(use.front.join, guest, match, wanted.invite)
        return await use.run(use.front.show, match, guest)

    @app.post("/api/matches/{match}/leave")
    async def leave(match: str, guest: Guest, use: Use) -> MatchInfo | None:
        still_there = await use.run(use.front.leave, guest, match)
        return await use.run(use.front.show, match, guest) if still_there else None

    @app.post("/api/matches/{match}/start")
    async def start(match: str, guest: Guest, use: Use) -> MatchInfo:
        await use.run(use.front.start, guest, match)
        await use.hub.match(match)
        return await use.run(use.front.show, match, guest)

    @app.post("/api/matches/{match}/rematch")
    async def rematch(match: str, guest: Guest, use: Use) -> MatchInfo:
        identity = await use.run(use.front.rematch, guest, match)
        await use.hub.match(identity)
        return await use.run(use.front.show, identity, guest)

    async def from_archive(use: Services, asker: list[str], match: str, *what: Any) -> bytes:
        row = await use.run(use.front.row, match)
        if row["status"] == "waiting":
            raise NotFound(f"There is no match {match!r} that has begun.")
        if row["status"] != "over":
            raise UsageError(NOT_OVER)
        return await use.archive.answer(row["game"], (match, *what), asker)

    @app.get("/api/matches/{match}/record", response_class=PlainTextResponse)
    async def record(match: str, request: Request, asker: Asker, use: Use) -> PlainTextResponse:
        text = await from_archive(use, asker, match, "record")
        headers = {"content-disposition": f'attachment; filename="{match}.jsonl"', "vary": "accept-encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            return PlainTextResponse(text, headers={**headers, "content-encoding": "gzip"})
        return PlainTextResponse(await asyncio.to_thread(gzip.decompress, text), headers=headers)

    @app.get("/api/matches/{match}/check", response_model=Check)
    async def check(match: str, asker: Asker, use: Use) -> Response:
        return Response(await from_archive(use, asker, match, "check"), media_type="application/json")

    @app.get("/api/matches/{match}/moment", response_model=Moment)
    async def moment(
        match: str,
        asker: Asker,
        use: Use,
        n: Annotated[int, Query(ge=0)] = 0,
        seat: Annotated[int, Query(ge=ALL_SEEING, lt=8)] = ALL_SEEING,
        since: Annotated[int, Query(ge=-1)] = -1,
    ) -> Response:
        answer = await from_archive(use, asker, match, "moment", n, seat, since)
        return Response(answer, media_type="application/json")

    @app.get("/api/matches/{match}/events", response_model=EventPage)
    async def events(match: str, before: Annotated[int, Query(ge=0)], visitor: Visitor, use: Use) -> Response:
        """What happened before the moment that I count as `before`: the last of it, as far as I may hear of it."""
        live = await use.hub.match(match)
        if live is None:
            raise NotFound(f"There is no match {match!r} that has begun.")
        async with live.lock:  # what is not on disk yet has not happened
            found, earlier = live.audience.events(live.seat_of(visitor), -1, before)
        return Response(orjson.dumps({"events": found, "earlier": earlier}), media_type="application/json")

    @app.get("/api/matches/{match}/chat")
    async def chat(match: str, visitor: Visitor, use: Use) -> list[Chat]:
        info = await use.run(use.front.show, match, visitor)
        mine = next((seat.seat for seat in info.seats if seat.mine), -1)
        rows = await use.run(lambda: use.store.find(CHATS, match=match))
        return [Chat(**chat_message(row)) for row in rows if may_read(row, mine)]


def add_socket(app: FastAPI) -> None:
    @app.websocket("/api/matches/{match}/socket")
    async def socket(socket: WebSocket, match: str, since: int = -1) -> None:
        use: Services = app.state.services
        me = await use.run(use.people.guest, socket.cookies.get(COOKIE))
        charge = partial(use.limits.charge, address=socket.scope[ADDRESS], person=me.id if me is not None else None)
        with ExitStack() as held:
            if me is not None:
                use.limits.charge("socket", person=me.id)
                held.enter_context(use.limits.sockets_of_person.one(me.id))
            await socket.accept()
            try:
                live = await use.hub.match(match)
            except MarchlandError as fault:
                await socket.close(1011, str(fault))
                return
            if live is None:
                await socket.close(4404, "There is no such match, or it has not begun.")
                return
            name = me.name if me is not None else ""
            await SocketConnection(live, socket, live.seat_of(me), name, since, charge).serve()
