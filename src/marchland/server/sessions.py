"""Sessions: by which a device is known, until they end."""

from __future__ import annotations

import re
import secrets
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

import sqlalchemy as sa

from marchland.server.calls import Me
from marchland.server.errors import Forbidden, NotFound, NotSaved
from marchland.server.limits import SESSIONS_OF_PERSON, SESSIONS_OF_SEAT
from marchland.server.links import SEAT, Ended, delete_sessions, forget_links, hash_of
from marchland.server.schema import LINKS, PEOPLE, SEATS, SESSIONS
from marchland.server.storage import Store

COOKIE = "marchland"  # who somebody is on this device
SEAT_COOKIE = "marchland_seat"  # the seat that came by its link; browsers send it to its match alone

LASTS = timedelta(days=90)  # since the day it was last used

LIMITED = "This device has one seat by its link, and nothing else of {name}: do this where {name} is at home."

LONGEST_SAID = 500  # characters that are read of what a browser says of itself
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "an iPhone",
    "iPad": "an iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS X": "a Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}

# Who asks, by their session; made once, since everybody who asks for anything is looked up.
_HELD = sa.and_(SEATS.c.match == SESSIONS.c.match, SEATS.c.seat == SESSIONS.c.seat)
CALLER = sa.select(SESSIONS, PEOPLE.c.name, PEOPLE.c.account, SEATS.c.person.label("holder"))
CALLER = CALLER.select_from(SESSIONS.join(PEOPLE, SESSIONS.c.person == PEOPLE.c.id).outerjoin(SEATS, _HELD))
CALLER_BY = {name: CALLER.where(SESSIONS.c[name] == sa.bindparam("key")) for name in ("token_hash", "id")}


@dataclass(frozen=True)
class Caller:
    """Who asks, and by which session. One that came by the link of a seat is limited to that seat."""

    id: str
    name: str
    account: bool = False
    session: str = ""
    match: str | None = None
    seat: int | None = None

    @property
    def limited(self) -> bool:
        return self.match is not None

    @property
    def counts_for(self) -> str:
        """For whom what they ask is counted: a device that has but a seat takes nothing from its holder elsewhere."""
        return self.session if self.limited else self.id

    def whole(self) -> Caller:
        """For what concerns the person, not the seat."""
        if self.limited:
            raise Forbidden(LIMITED.format(name=self.name))
        return self

    @property
    def me(self) -> Me:
        return Me(id=self.id, name=self.name, account=self.account)


def device_of(user_agent: str) -> str:
    """What to call a device, by what its browser says of itself, which could be of any length."""
    said = user_agent[:LONGEST_SAID]
    browser = next((name for word, name in BROWSERS.items() if re.search(rf"{word}\w*/", said)), "A browser")
    system = next((f" on {name}" for word, name in SYSTEMS.items() if word in said), "")
    return browser + system


class Sessions:
    """All methods run in the database thread."""

    def __init__(self, store: Store, ended: Ended) -> None:
        self.store = store
        self.ended = ended

    def begin(self, person: str, device: str = "A browser", match: str | None = None, seat: int | None = None) -> str:
        """A new session; the token that the browser keeps, and of which only the hash is kept here."""
        token, identity = secrets.token_urlsafe(32), secrets.token_urlsafe(9)
        begun = {"token_hash": hash_of(token), "id": identity, "person": person, "match": match, "seat": seat}
        others = [SESSIONS.c.person == person, SESSIONS.c.match == match, SESSIONS.c.seat == seat]
        most = SESSIONS_OF_PERSON if match is None else SESSIONS_OF_SEAT
        with self.store.turn() as connection:
            # Those end that were used longest ago.
            latest = sa.select(SESSIONS.c.id).where(*others).order_by(SESSIONS.c.used.desc(), SESSIONS.c.created.desc())
            keys = delete_sessions(connection, *others, SESSIONS.c.id.not_in(latest.limit(most - 1)))
            connection.execute(sa.insert(SESSIONS), {**begun, "device": device, **lasting()})
        if keys:
            self.ended(keys)
        return token

    def caller(self, token: str | None) -> Caller | None:
        return self._caller("token_hash", hash_of(token)) if token else None

    def anew(self, me: Caller) -> Caller:
        """Who asks, as they are now: since that was looked up they may have another name, or the session have ended."""
        found = self._caller("id", me.session)
        if found is None:
            raise Forbidden("This device has been logged out.")
        return found

    def _caller(self, column: str, key: str) -> Caller | None:
        with self.store.turn() as connection:
            row = connection.execute(CALLER_BY[column], {"key": key}).one_or_none()
        fresh = lasting()
        if row is None or row.expires < fresh["used"] or (row.match is not None and row.holder != row.person):
            return None
        if row.used[:10] != fresh["used"][:10]:
            # Once a day will do: nobody waits for the disk at every request.
            used = {"used": fresh["used"], "expires": fresh["expires"]}
            self.store.afterwards(partial(self._renew, row.id, used))
        return Caller(row.person, row.name, row.account is not None, row.id, row.match, row.seat)

    def _renew(self, identity: str, used: dict[str, str]) -> None:
        """Nobody is kept out if the disk takes nothing."""
        with suppress(NotSaved):
            self.store.change(SESSIONS, {"id": identity}, used)

    def asking(self, identity: str | None, seat: str | None, match: str | None) -> Caller | None:
        """Who asks, by the two cookies, for something of this match (None: of no match)."""
        borrowed = self.caller(seat)
        if borrowed is not None and not borrowed.limited:
            borrowed = None  # who somebody is has a cookie of its own
        if borrowed is not None and borrowed.match == match:
            return borrowed
        found = self.caller(identity) or borrowed
        return found.whole() if found is not None and found.match != match else found

    # -- ending ------------------------------------------------------------------------------------------------------

    def close(self, identity: str) -> None:
        """One session and nothing else: whoever has it gives it back."""
        with self.store.turn() as connection:
            keys = delete_sessions(connection, SESSIONS.c.id == identity)
        self.ended(keys)

    def end(self, person: str, identity: str) -> None:
        """One session of this person. The link that a limited one came by ends too, else it would come back."""
        row = self.store.one(SESSIONS, id=identity, person=person)
        if row is None:
            raise NotFound("There is no such device of yours; perhaps it was ended before.")
        with self.store.turn() as connection:
            if row["match"] is not None:
                connection.execute(forget_links(row["match"], row["seat"], SEAT))
            keys = delete_sessions(connection, SESSIONS.c.id == identity)
        self.ended(keys)

    def end_all(self, person: str, but: str | None = None) -> None:
        """All sessions of this person but perhaps one, and the links by which others could begin."""
        with self.store.turn() as connection:
            keys = end_sessions(connection, person, but)
        self.ended(keys)


def end_sessions(connection: sa.Connection, person: str, but: str | None = None) -> list[str]:
    connection.execute(sa.delete(LINKS).where(LINKS.c.person == person, LINKS.c.type != "invite"))
    return delete_sessions(connection, SESSIONS.c.person == person, SESSIONS.c.id != (but or ""))


def lasting() -> dict[str, str]:
    moment = datetime.now(UTC)
    created, expires = (at.isoformat(timespec="seconds") for at in (moment, moment + LASTS))
    return {"created": created, "used": created, "expires": expires}
