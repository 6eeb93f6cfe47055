"""Seats that go from one player to another."""

from __future__ import annotations

from fastapi import FastAPI

from marchland.engine.errors import UsageError
from marchland.server.calls import Handover, Link, MatchInfo
from marchland.server.services import Guest, Use, Visitor

NOT_PLAYED = "This match is not being played."


def add(app: FastAPI) -> None:
    @app.post("/api/matches/{match}/handover")
    async def offer(match: str, guest: Guest, use: Use) -> Link:
        return Link(link=await use.act(guest, use.handovers.offer, match))

    @app.post("/api/matches/{match}/handover/withdraw")
    async def withdraw(match: str, guest: Guest, use: Use) -> None:
        await use.act(guest, use.handovers.withdraw, match)

    @app.post("/api/matches/{match}/handover/back")
    async def take_back(match: str, guest: Guest, use: Use) -> MatchInfo:
        await use.act(guest, lambda me: use.access.look(match, me))
        live = await use.hub.match(match)
        if live is None:
            raise UsageError(NOT_PLAYED)
        await live.absence.take_back(guest)
        return await use.run(use.front.show, match, guest)

    @app.post("/api/handovers/{secret}")
    async def look(secret: str, visitor: Visitor, use: Use) -> Handover:
        link = await use.run(use.handovers.find, secret)
        info = await use.run(use.front.shown, link["match"], visitor)
        return Handover(match=info, seat=link["seat"], holder=link["holder"])

    @app.post("/api/handovers/{secret}/take")
    async def take(secret: str, guest: Guest, use: Use) -> MatchInfo:
        link = await use.run(use.handovers.find, secret)
        live = await use.hub.match(link["match"])
        if live is None:
            raise UsageError(NOT_PLAYED)
        await live.absence.hand_on(link["seat"], guest, link["hash"])
        return await use.run(use.front.show, link["match"], guest)
