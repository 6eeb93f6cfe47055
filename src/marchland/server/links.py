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

from marchland.server.schema import LINKS, SESSIONS
from marchland.server.storage import Store, now

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

    def invite(self, match: str) -> str:
        """One more invite."""
        secret = secrets.token_urlsafe(12)
        self.store.add(LINKS, new_link(secret, "invite", match))
        return secret

    def renew_invites(self, match: str) -> str:
        """An invite, and none of before works any more."""
        secret = secrets.token_urlsafe(12)
        old = (LINKS.c.match == match, LINKS.c.type == "invite")
        with self.store.turn() as connection:
            hashes = connection.execute(sa.select(LINKS.c.hash).where(*old)).scalars().all()
            connection.execute(sa.delete(LINKS).where(*old))
            connection.execute(sa.insert(LINKS), new_link(secret, "invite", match))
        self.ended(hashes)
        return secret

    def renew_seat(self, match: str, seat: int, person: str) -> str:
        """A link for the holder of a seat. The one of before is dead, with all that came by it."""
        secret = secrets.token_urlsafe(16)
        with self.store.turn() as connection:
            keys = close_seat(connection, match, seat)
            connection.execute(sa.insert(LINKS), new_link(secret, "seat", match, seat, person))
        self.ended(keys)
        return secret

    def change_holder(self, match: str, seat: int, change: sa.Update) -> None:
        """Carry out a change by which a seat goes from hand to hand: nothing of the last holder's opens it any more."""
        with self.store.turn() as connection:
            connection.execute(change)
            keys = close_seat(connection, match, seat)
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


def close_seat(connection: sa.Connection, match: str, seat: int) -> list[str]:
    """Delete the links to a seat and the sessions that came by them; the keys of the sessions."""
    connection.execute(sa.delete(LINKS).where(LINKS.c.match == match, LINKS.c.seat == seat))
    return delete_sessions(connection, SESSIONS.c.match == match, SESSIONS.c.seat == seat)


def delete_sessions(connection: sa.Connection, *which: sa.ColumnElement[bool]) -> list[str]:
    keys = connection.execute(sa.select(SESSIONS.c.id).where(*which)).scalars().all()
    connection.execute(sa.delete(SESSIONS).where(*which))
    return list(keys)
