"""Matches: before they begin, while they are played, and when they are over."""

from __future__ import annotations

from typing import Annotated

from fastapi import FastAPI, Query, Request, Response, WebSocket
from fastapi.responses import PlainTextResponse

from marchland.engine.errors import MarchlandError
from marchland.engine.table import ALL_SEEING
from marchland.server import catalogue, history
from marchland.server.audience import chat_message, may_read
from marchland.server.messages import Chat, Check, JoinMatch, MatchInfo, Moment, NewMatch
from marchland.server.routes.games import lasting
from marchland.server.schema import CHATS
from marchland.server.services import COOKIE, Guest, Services, Use, Visitor
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
        """The catalogue of the match's game as this match plays it: its board, its numbers, and those on its cards."""
        game, options = await use.run(use.front.agreed, match)
        agreed = tuple(options.items())
        return lasting(request, catalogue.catalogue(game, agreed, agreed))

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

    @app.get("/api/matches/{match}/record", response_class=PlainTextResponse)
    async def record(match: str, use: Use) -> PlainTextResponse:
        text = history.record_of(await history.finished(use.hub, match))
        name = f'attachment; filename="{match}.jsonl"'
        return PlainTextResponse(text, headers={"content-disposition": name})

    @app.get("/api/matches/{match}/check")
    async def check(match: str, use: Use) -> Check:
        return history.check(await history.finished(use.hub, match))

    @app.get("/api/matches/{match}/moment")
    async def moment(
        match: str,
        use: Use,
        n: Annotated[int, Query(ge=0)] = 0,
        seat: Annotated[int, Query(ge=ALL_SEEING, lt=8)] = ALL_SEEING,
        since: Annotated[int, Query(ge=-1)] = -1,
    ) -> Moment:
        return history.moment(await history.finished(use.hub, match), n, seat, since)

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
        await socket.accept()
        try:
            live = await use.hub.match(match)
        except MarchlandError as fault:
            await socket.close(1011, str(fault))
            return
        if live is None:
            await socket.close(4404, "There is no such match, or it has not begun.")
            return
        seat = next((row["seat"] for row in live.seats if me is not None and row["person"] == me.id), -1)
        await SocketConnection(live, socket, seat, me.name if me is not None else "", since).serve()
