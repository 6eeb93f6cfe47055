"""People: who somebody is, and by which sessions."""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC, datetime, timedelta

from marchland.server.messages import Me
from marchland.server.schema import PEOPLE, SESSIONS
from marchland.server.storage import Store, now

LASTS = timedelta(days=90)


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class People:
    """All methods run in the database thread."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def guest(self, token: str | None) -> Me | None:
        if not token:
            return None
        session = self.store.one(SESSIONS, token_hash=token_hash(token))
        if session is None:
            return None
        row = self.store.one(PEOPLE, id=session["person"])
        return Me(id=row["id"], name=row["name"]) if row is not None else None

    def new_guest(self, name: str) -> tuple[Me, str]:
        """A guest, and the token that the browser keeps."""
        me = Me(id=secrets.token_urlsafe(9), name=name)
        self.store.add(PEOPLE, {"id": me.id, "name": name, "created": now()})
        return me, self.new_session(me.id)

    def new_session(self, guest: str) -> str:
        token = secrets.token_urlsafe(32)
        moment = datetime.now(UTC)
        created, expires = (at.isoformat(timespec="seconds") for at in (moment, moment + LASTS))
        self.store.add(
            SESSIONS,
            {
                "token_hash": token_hash(token),
                "id": secrets.token_urlsafe(9),
                "person": guest,
                "device": "a browser",
                "created": created,
                "used": created,
                "expires": expires,
            },
        )
        return token

    def rename(self, me: Me, name: str) -> Me:
        self.store.change(PEOPLE, {"id": me.id}, {"name": name})
        return Me(id=me.id, name=name)
