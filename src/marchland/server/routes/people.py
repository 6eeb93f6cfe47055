"""Who somebody is, and the links that lead to matches and seats."""

from __future__ import annotations

from fastapi import FastAPI, Response

from marchland.server.messages import Lobby, MatchInfo, Me, NewGuest
from marchland.server.services import COOKIE, Config, Use, Visitor

A_YEAR = 365 * 24 * 3600


def keep(response: Response, token: str, config: Config) -> None:
    response.set_cookie(COOKIE, token, A_YEAR, httponly=True, samesite="lax", secure=config.secure_cookies)


def add(app: FastAPI, config: Config) -> None:
    @app.get("/api/me")
    async def me(visitor: Visitor) -> Me | None:
        return visitor

    @app.post("/api/guests")
    async def be_guest(wanted: NewGuest, visitor: Visitor, use: Use, response: Response) -> Me:
        if visitor is not None:
            return await use.run(use.people.rename, visitor, wanted.name)
        made, token = await use.run(use.people.new_guest, wanted.name)
        keep(response, token, config)
        return made

    @app.get("/api/lobby")
    async def lobby(visitor: Visitor, use: Use) -> Lobby:
        return await use.run(use.front.lobby, visitor)

    @app.post("/api/seats/{secret}")
    async def take_over(secret: str, use: Use, response: Response) -> MatchInfo:
        match, token = await use.run(use.front.by_secret, secret)
        keep(response, token, config)
        return await use.run(use.front.show, match, await use.run(use.people.guest, token))

    @app.post("/api/invites/{invite}")
    async def invited(invite: str, visitor: Visitor, use: Use) -> MatchInfo:
        row = await use.run(use.front.by_invite, invite)
        return await use.run(use.front.show, row["id"], visitor)
