"""The socket of a match: who comes to the table, by what right, and until when."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial

from fastapi import FastAPI, WebSocket

from marchland.engine.errors import MarchlandError
from marchland.server.access import View
from marchland.server.errors import Forbidden, NotFound, TooMany
from marchland.server.guard import ADDRESS
from marchland.server.limits import Place
from marchland.server.live import ENDED
from marchland.server.services import Services, counted_for, viewed, who_asks
from marchland.server.sessions import Caller
from marchland.server.sockets import LOST, SocketConnection

TRY_AGAIN_LATER = 1013
CROWDED = "Others at your address need a connection too."


def add(app: FastAPI) -> None:
    @app.websocket("/api/matches/{match}/socket")
    async def socket(
        socket: WebSocket, match: str, since: int = -1, invite: str | None = None, at: int | None = None
    ) -> None:
        await Arrival(socket, app.state.services, match, since, invite, at).come()


class Arrival:
    """Somebody at a table, from before anybody has looked who it is."""

    def __init__(
        self,
        socket: WebSocket,
        use: Services,
        match: str,
        since: int = -1,
        invite: str | None = None,
        at: int | None = None,
    ) -> None:
        self.socket = socket
        self.use = use
        self.match = match
        self.since = since
        self.invite = invite
        self.at = at
        self.caller: Caller | None = None
        self.endings = use.hub.endings  # how many keys had ended by now

    async def come(self) -> None:
        try:
            self.caller = await who_asks(self.socket, self.use)
        except Forbidden as fault:
            await self.socket.accept()
            await self._turn_away(4403, str(fault))
            return
        with self._place() as place:
            await self.socket.accept()
            try:
                await self.stay(place)
            except NotFound:
                await self._turn_away(4404, "There is no such match, or it has not begun.")
            except Forbidden as fault:
                await self._turn_away(4403, str(fault))
            except MarchlandError as fault:
                await self._turn_away(1011, str(fault))

    async def _turn_away(self, code: int, reason: str) -> None:
        with suppress(*LOST):  # they have gone by themselves
            await self.socket.close(code, in_frame(reason))

    @contextmanager
    def _place(self) -> Iterator[Place]:
        """Among all sockets of this person and this address."""
        limits, caller, address = self.use.limits, self.caller, self.socket.scope[ADDRESS]
        who = counted_for(self.socket, caller)
        with ExitStack() as held:
            if caller is not None:
                limits.charge_person("socket", address, who)
            try:
                if caller is not None:
                    held.enter_context(limits.sockets_of_person.one(who))
                    who = caller.id  # of whom hundreds of devices may have a seat by its link
                place = held.enter_context(limits.sockets_of_address.one(address, who))
            except TooMany:
                limits.give_back("socket", address)
                raise
            yield place

    async def stay(self, place: Place) -> None:
        socket, caller, hub = self.socket, self.caller, self.use.hub
        view = await self._look()
        live = await hub.match(self.match)
        if live is None:
            raise NotFound(self.match)
        charge = partial(self.use.limits.charge, address=socket.scope[ADDRESS], person=counted_for(socket, caller))
        creator = caller is not None and not caller.limited and caller.id == view.row["creator"]
        connection = SocketConnection(live, socket, view.seat, self.since, view.keys, charge, creator, caller)
        hub.register(connection)
        place.give_up = partial(connection.close, TRY_AGAIN_LATER, CROWDED)
        try:
            # What has ended before it was registered is found now, and what ends from now on closes it. Nor may
            # strangers see all that begins because they saw that it waits.
            changed = hub.endings != self.endings or view.row["status"] == "waiting"
            if changed and not await self._still_by(view.keys):
                connection.close(4403, ENDED)
            await connection.serve()
        finally:
            hub.unregister(connection)

    async def _look(self) -> View:
        return await viewed(self.match, self.caller, self.use, self.invite, self.at)

    async def _still_by(self, keys: frozenset[str]) -> bool:
        """Whether they would see the match by the same keys now."""
        try:
            self.caller = await who_asks(self.socket, self.use)
            return (await self._look()).keys == keys
        except (NotFound, Forbidden):
            return False


def in_frame(sentence: str) -> str:
    """As much of it as a closing frame holds."""
    return sentence.encode()[:120].decode(errors="ignore")
