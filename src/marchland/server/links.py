"""The links that people pass on: an invite leads to a match, the link of a seat to that seat.

A secret is shown once, when it is made; only its hash is kept. What ends takes its sockets with it: `ended` is told the
keys by which they came, once that is committed.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable
from typing import Any

import sqlalchemy as sa

from marchland.server.limits import INVITES_OF_PERSON
from marchland.server.schema import LINKS, SESSIONS
from marchland.server.storage import Store, now

SEAT, HANDOVER = "seat", "handover"  # types of links that lead to a seat

Ended = Callable[[Iterable[str]], None]


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def key_of_seat(match: str, seat: int) -> str:
    """The key by which whoever holds a seat came."""
    return f"{match}/{seat}"


class Links:
    """All methods run in the database thread."""

    def __init__(self, store: Store, ended: Ended) -> None:
        self.store = store
        self.ended = ended

    def find(self, type_: str, secret: str) -> dict[str, Any] | None:
        return self.store.one(LINKS, hash=hash_of(secret), type=type_)

    def invite(self, match: str, person: str) -> str:
        """One more invite of somebody's; of too many the oldest end."""
        secret = secrets.token_urlsafe(12)
        theirs = (LINKS.c.match == match, LINKS.c.type == "invite", LINKS.c.person == person)
        latest = sa.select(LINKS.c.hash).where(*theirs).order_by(LINKS.c.created.desc()).limit(INVITES_OF_PERSON - 1)
        with self.store.turn() as connection:
            old = (
                connection.execute(sa.select(LINKS.c.hash).where(*theirs, LINKS.c.hash.not_in(latest))).scalars().all()
            )
            connection.execute(sa.delete(LINKS).where(LINKS.c.hash.in_(old)))
            connection.execute(sa.insert(LINKS), new_link(secret, "invite", match, person=person))
        if old:
            self.ended(old)
        return secret

    def renew_invites(self, match: str, person: str) -> str:
        """An invite, and none of before works any more."""
        secret = secrets.token_urlsafe(12)
        old = (LINKS.c.match == match, LINKS.c.type == "invite")
        with self.store.turn() as connection:
            hashes = connection.execute(sa.select(LINKS.c.hash).where(*old)).scalars().all()
            connection.execute(sa.delete(LINKS).where(*old))
            connection.execute(sa.insert(LINKS), new_link(secret, "invite", match, person=person))
        self.ended(hashes)
        return secret

    def renew_seat(self, match: str, seat: int, person: str) -> str:
        """A link for the holder of a seat. The one of before is dead, with all that came by it."""
        secret = secrets.token_urlsafe(16)
        with self.store.turn() as connection:
            connection.execute(forget_links(match, seat, SEAT))
            keys = delete_sessions(connection, SESSIONS.c.match == match, SESSIONS.c.seat == seat)
            connection.execute(sa.insert(LINKS), new_link(secret, SEAT, match, seat, person))
        self.ended(keys)
        return secret

    def change_holder(self, match: str, seat: int, change: sa.Update) -> None:
        """Carry out a change by which a seat goes from hand to hand: nothing of the last holder's opens it any more."""
        with self.store.turn() as connection:
            connection.execute(change)
            connection.execute(forget_links(match, seat, SEAT, HANDOVER))
            keys = delete_sessions(connection, SESSIONS.c.match == match, SESSIONS.c.seat == seat)
        self.ended([*keys, key_of_seat(match, seat)])


def new_link(
    secret: str, type_: str, match: str, seat: int | None = None, person: str | None = None
) -> dict[str, str | int | None]:
    return {
        "hash": hash_of(secret),
        "type": type_,
        "match": match,
        "seat": seat,
        "person": person,
        "created": now(),
    }


def forget_links(match: str, seat: int, *types: str) -> sa.Delete:
    """No link of these types leads to the seat any more: to play it, or to take it."""
    return sa.delete(LINKS).where(LINKS.c.match == match, LINKS.c.seat == seat, LINKS.c.type.in_(types))


def delete_sessions(connection: sa.Connection, *which: sa.ColumnElement[bool]) -> list[str]:
    keys = connection.execute(sa.select(SESSIONS.c.id).where(*which)).scalars().all()
    connection.execute(sa.delete(SESSIONS).where(*which))
    return list(keys)
