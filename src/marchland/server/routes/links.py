"""Invites, and the links that open one seat on another device."""

from __future__ import annotations

from fastapi import FastAPI, Response

from marchland.engine.errors import UsageError
from marchland.server.calls import Link, MatchInfo, SeatOffer
from marchland.server.routes.people import Browser, forget, keep
from marchland.server.services import Config, Guest, Use, Visitor
from marchland.server.sessions import device_of


def add(app: FastAPI, config: Config) -> None:
    @app.post("/api/invites/{invite}")
    async def invited(invite: str, visitor: Visitor, use: Use) -> MatchInfo:
        return await use.run(use.front.by_invite, invite, visitor)

    @app.post("/api/matches/{match}/invite")
    async def invite(match: str, guest: Guest, use: Use) -> Link:
        return Link(link=await use.act(guest, use.front.new_invite, match))

    @app.post("/api/matches/{match}/invite/renew")
    async def renew_invite(match: str, guest: Guest, use: Use) -> Link:
        return Link(link=await use.act(guest, use.front.renew_invites, match))

    @app.post("/api/matches/{match}/seat-link")
    async def seat_link(match: str, guest: Guest, use: Use) -> Link:
        return Link(link=await use.act(guest, use.front.new_seat_link, match))

    @app.post("/api/seats/{secret}")
    async def look_at_seat(secret: str, visitor: Visitor, use: Use) -> SeatOffer:
        return await use.run(use.front.seat_offer, secret, visitor)

    @app.post("/api/seats/{secret}/open")
    async def open_seat(
        secret: str, visitor: Visitor, use: Use, response: Response, browser: Browser = ""
    ) -> MatchInfo:
        """Whoever I am on this device, I stay; the seat comes beside that."""
        match, token = await use.run(use.front.open_seat, secret, visitor, device_of(browser))
        if token is None:
            return await use.run(use.front.show, match, visitor)
        keep(response, token, config, match)
        return await use.run(use.front.show, match, await use.run(use.sessions.caller, token))

    @app.post("/api/matches/{match}/seat/close")
    async def close_seat(match: str, visitor: Visitor, use: Use, response: Response) -> None:
        if visitor is None or not visitor.limited:
            raise UsageError("This device has no seat by a link here.")
        await use.run(use.sessions.close, visitor.session)
        forget(response, config, match)
