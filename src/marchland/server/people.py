"""People: who somebody is, and by which sessions."""

from __future__ import annotations

import hashlib
import secrets

from marchland.server.messages import Me
from marchland.server.schema import GUESTS, SESSIONS
from marchland.server.storage import Store, now


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
        row = self.store.one(GUESTS, id=session["guest"])
        return Me(id=row["id"], name=row["name"]) if row is not None else None

    def new_guest(self, name: str) -> tuple[Me, str]:
        """A guest, and the token that the browser keeps."""
        me = Me(id=secrets.token_urlsafe(9), name=name)
        self.store.add(GUESTS, {"id": me.id, "name": name, "created": now()})
        return me, self.new_session(me.id)

    def new_session(self, guest: str) -> str:
        token = secrets.token_urlsafe(32)
        self.store.add(SESSIONS, {"token_hash": token_hash(token), "guest": guest, "created": now()})
        return token

    def rename(self, me: Me, name: str) -> Me:
        self.store.change(GUESTS, {"id": me.id}, {"name": name})
        return Me(id=me.id, name=name)
