"""Handover: a link by which the player of a seat gives it to somebody else."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from marchland.engine.errors import UsageError
from marchland.engine.record import RESIGNED
from marchland.server.errors import NoSeat, NotFound
from marchland.server.links import HANDOVER, forget_links, hash_of
from marchland.server.schema import LINKS, MATCHES, SEATS
from marchland.server.sessions import Caller
from marchland.server.storage import Store, now


class Handovers:
    """All methods run in the database thread."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def offer(self, me: Caller, match: str) -> str:
        """A fresh link to the seat that somebody plays; one that was made before leads nowhere any more."""
        seat = self._seat_of(me, match)
        row = self.store.one(MATCHES, id=match)
        if row is None or row["status"] != "running":
            raise UsageError("A seat can be handed on while its match is being played.")
        if seat["away"] == RESIGNED:
            raise UsageError("You have resigned; that is for good.")
        secret = secrets.token_urlsafe(16)
        link = {"type": HANDOVER, "match": match, "seat": seat["seat"], "person": me.id, "created": now()}
        made = sa.insert(LINKS), {"hash": hash_of(secret), **link}
        self.store.carry_out([(forget_links(match, seat["seat"], HANDOVER), {}), made])
        return secret

    def withdraw(self, me: Caller, match: str) -> None:
        seat = self._seat_of(me, match)
        self.store.carry_out([(forget_links(match, seat["seat"], HANDOVER), {})])

    def find(self, secret: str) -> dict[str, Any]:
        """What a link leads to, with the name of whoever offers the seat."""
        link = self.store.one(LINKS, hash=hash_of(secret), type=HANDOVER)
        if link is not None:
            seat = self.store.seats_of([link["match"]])[link["match"]][link["seat"]]
            # Links of a former player of the seat are dead.
            if seat["person"] == link["person"]:
                return {**link, "holder": seat["name"]}
        raise NotFound("This link leads to no seat; it was taken back, or somebody has used it already.")

    def _seat_of(self, me: Caller, match: str) -> dict[str, Any]:
        seat = self.store.one(SEATS, match=match, person=me.id)
        if seat is None:
            raise NoSeat
        return seat


def offered(store: Store, person: str, matches: Sequence[str]) -> set[str]:
    """Those among the matches in which a link is out by which others take this person's seat."""
    query = sa.select(LINKS.c.match).where(LINKS.c.match.in_(matches), LINKS.c.type == HANDOVER)
    with store.turn() as connection:
        return set(connection.execute(query.where(LINKS.c.person == person)).scalars())
