"""Who somebody is: guests, accounts, and the devices on which they are known."""

from __future__ import annotations

import logging
from typing import Annotated

from fastapi import FastAPI, Header, Request, Response

from marchland.server.calls import (
    DeleteAccount,
    Device,
    EndDevices,
    Lobby,
    Login,
    Me,
    NewAccount,
    NewGuest,
    NewPassword,
)
from marchland.server.errors import Forbidden
from marchland.server.people import WRONG_PASSWORD
from marchland.server.services import Asker, Config, Guest, Services, Use, Visitor
from marchland.server.sessions import COOKIE, SEAT_COOKIE, Caller, device_of

log = logging.getLogger("marchland.server")

LONGEST = 400 * 24 * 3600  # seconds: as long as browsers keep a cookie; the session behind it ends earlier

Browser = Annotated[str, Header(alias="user-agent", include_in_schema=False)]


def keep(response: Response, token: str, config: Config, match: str | None = None) -> None:
    """A token in the browser: who somebody is, or the seat that they have in this match."""
    name, path = (COOKIE, "/") if match is None else (SEAT_COOKIE, f"/api/matches/{match}")
    response.set_cookie(name, token, LONGEST, path=path, httponly=True, samesite="lax", secure=config.secure_cookies)


def forget(response: Response, config: Config, match: str | None = None) -> None:
    name, path = (COOKIE, "/") if match is None else (SEAT_COOKIE, f"/api/matches/{match}")
    response.delete_cookie(name, path=path, httponly=True, samesite="lax", secure=config.secure_cookies)


def add(app: FastAPI, config: Config) -> None:
    @app.get("/api/me")
    async def me(visitor: Visitor, request: Request, response: Response) -> Me | None:
        if visitor is None:
            return None
        # Sessions are renewed by use; so is the cookie, whenever the client is opened.
        keep(response, request.cookies[COOKIE], config)
        return visitor.me

    @app.post("/api/guests")
    async def be_guest(wanted: NewGuest, visitor: Visitor, use: Use, response: Response, browser: Browser = "") -> Me:
        if visitor is not None:
            renamed = await use.act(visitor, use.people.rename, wanted.name)
            await use.hub.rename(renamed.id, renamed.name)
            use.archive.forget(await use.run(use.store.played_by, renamed.id))
            return renamed.me
        made, token = await use.run(use.people.new_guest, wanted.name, device_of(browser))
        keep(response, token, config)
        return made.me

    @app.get("/api/lobby", response_model=Lobby)
    async def lobby(visitor: Visitor, asker: Asker, use: Use) -> Response:
        async with use.lists.of(*asker):
            return Response(await use.run(use.front.lobby, visitor), media_type="application/json")


def add_accounts(app: FastAPI, config: Config) -> None:
    async def checked(use: Services, me: Caller, password: str) -> str:
        """One's password as it is kept."""
        hashed = await use.run(use.people.own_password, me)
        if not await use.passwords.fits(password, hashed):
            raise Forbidden(WRONG_PASSWORD)
        return hashed

    @app.post("/api/account")
    async def open_account(wanted: NewAccount, guest: Guest, use: Use) -> Me:
        hashed = await use.passwords.hashed(wanted.password)
        return (await use.act(guest, use.people.open_account, hashed)).me

    @app.post("/api/login")
    async def log_in(wanted: Login, visitor: Visitor, use: Use, response: Response, browser: Browser = "") -> Me:
        """Never in the place of somebody whose matches would be lost."""
        await use.run(use.people.refuse_in_place_of, visitor)
        person, hashed = await use.run(use.people.password_of, wanted.name)
        fits = await use.passwords.fits(wanted.password, hashed)
        token = await use.run(use.people.log_in, person, hashed, device_of(browser), visitor) if fits else None
        found = await use.run(use.sessions.caller, token)
        if token is None or found is None:
            raise Forbidden("The name or the password is wrong.")
        keep(response, token, config)
        return found.me

    @app.post("/api/logout")
    async def log_out(visitor: Visitor, use: Use, response: Response) -> None:
        if visitor is not None:
            await use.run(use.sessions.end, visitor.id, visitor.session)
        forget(response, config)

    @app.post("/api/account/password")
    async def change_password(wanted: NewPassword, guest: Guest, use: Use) -> None:
        """The other devices have to log in anew."""
        old = await checked(use, guest, wanted.old)
        await use.act(guest, use.people.change_password, old, await use.passwords.hashed(wanted.new))

    @app.post("/api/account/delete")
    async def delete_account(wanted: DeleteAccount, guest: Guest, use: Use, response: Response) -> None:
        hashed = await checked(use, guest, wanted.password)
        begun = await use.act(guest, use.people.delete, hashed)
        forget(response, config)
        # The name is seen no more, and a bot plays on.
        use.archive.forget(begun)
        await use.hub.reload(begun)
        for match in [match for match, runs in begun.items() if runs]:
            try:
                await use.hub.match(match)
            except Exception as fault:
                log.warning("match %s does not go on without who has left it: %s", match, fault)


def add_devices(app: FastAPI, config: Config) -> None:
    @app.get("/api/devices")
    async def devices(guest: Guest, use: Use) -> list[Device]:
        return await use.run(use.front.devices, guest)

    @app.post("/api/devices/{device}/end")
    async def end_device(device: str, guest: Guest, use: Use, response: Response) -> None:
        await use.act(guest, lambda me: use.sessions.end(me.id, device))
        if device == guest.session:
            forget(response, config)

    @app.post("/api/devices/end")
    async def end_devices(which: EndDevices, guest: Guest, use: Use, response: Response) -> None:
        """With them the links of my seats, by which they could come back."""
        await use.act(guest, lambda me: use.sessions.end_all(me.id, None if which.here else me.session))
        if which.here:
            forget(response, config)
