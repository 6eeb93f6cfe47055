"""People: guests, and those who have made an account of their guest."""

from __future__ import annotations

import asyncio
import secrets
from base64 import b64encode
from typing import Any
from unicodedata import normalize

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from marchland.engine.errors import UsageError
from marchland.engine.record import RESIGNED
from marchland.server.bots import NUMBERED, STAND_IN, numbered, seat_name
from marchland.server.errors import Forbidden
from marchland.server.limits import MOST_SEATS
from marchland.server.links import Ended
from marchland.server.names import clash, has_phrase, like, likenesses
from marchland.server.schema import CHATS, HOLDERS, MATCHES, PEOPLE, SEATS
from marchland.server.sessions import Caller, Sessions, end_sessions
from marchland.server.storage import EMPTY_SEAT, FINISHED, Store, now, remove_waiting

WRONG_PASSWORD = "This is not your password."
NEUTRAL = ""  # the name of somebody who is gone: the seats are called by their numbers

# What pages call others than people by their names: whoever reads them, seats and land of nobody, all together.
NOBODYS = ("You", "Nobody", "Somebody", "Everybody", "Open", "Neutral", "Bot", "A bot", "The server", "The table")
# What results say of who has played, between the names.
OF_RESULTS = ("the bot", "from round", "from the set-up", "again")


class Passwords:
    """Hashing is slow on purpose: it is done by threads of its own, few at a time."""

    def __init__(self) -> None:
        self.hasher = PasswordHasher()
        self.few = asyncio.Semaphore(2)
        # What nobody's password fits, and takes as long to try as anybody's.
        sizes = (self.hasher.salt_len, self.hasher.hash_len)
        salt, digest = (b64encode(secrets.token_bytes(size)).decode().rstrip("=") for size in sizes)
        cost = f"m={self.hasher.memory_cost},t={self.hasher.time_cost},p={self.hasher.parallelism}"
        self.nobodys = f"$argon2id$v=19${cost}${salt}${digest}"

    async def hashed(self, password: str) -> str:
        async with self.few:
            return await asyncio.to_thread(self.hasher.hash, normalize("NFC", password))

    async def fits(self, password: str, hashed: str | None) -> bool:
        """The same work whether or not there is anything to fit."""
        async with self.few:
            return await asyncio.to_thread(self._fits, normalize("NFC", password), hashed or self.nobodys)

    def _fits(self, password: str, hashed: str) -> bool:
        try:
            return self.hasher.verify(hashed, password)
        except VerificationError:
            return False


class People:
    """All methods run in the database thread."""

    def __init__(self, store: Store, sessions: Sessions, ended: Ended) -> None:
        self.store = store
        self.sessions = sessions
        self.ended = ended

    def new_guest(self, name: str, device: str = "A browser") -> tuple[Caller, str]:
        """A guest, and the token that the browser keeps."""
        refuse_misleading(name)
        identity = secrets.token_urlsafe(9)
        self.store.add(PEOPLE, {"id": identity, "name": name, "created": now()})
        token = self.sessions.begin(identity, device)
        made = self.sessions.caller(token)
        assert made is not None
        return made, token

    def rename(self, me: Caller, name: str) -> Caller:
        """Nobody at a table with this person has a name that looks like the new one, also where the match is over: who
        has won it is still to be read there."""
        refuse_misleading(name)
        double = like(name, self.store.companions(me.id))
        if double is not None:
            raise UsageError(clash(name, double, "who sits, or has sat, in a match with you"))
        if me.account:
            self._refuse_known(name, me)
        self.store.change(PEOPLE, {"id": me.id}, {"name": name, **(compared(name) if me.account else {})})
        return Caller(me.id, name, me.account, me.session)

    def _refuse_known(self, name: str, me: Caller) -> None:
        looks = likenesses(name)
        alike = sa.or_(PEOPLE.c.account.in_(looks), PEOPLE.c.looks.in_(looks))
        with self.store.turn() as connection:
            found = connection.execute(sa.select(PEOPLE.c.name).where(alike, PEOPLE.c.id != me.id)).scalar()
        if found is not None:
            raise UsageError(clash(name, found, "who has an account here"))

    # -- accounts ----------------------------------------------------------------------------------------------------

    def open_account(self, me: Caller, password: str) -> Caller:
        """The guest keeps all that is theirs. The password comes hashed, as everywhere here."""
        if me.account:
            raise UsageError("You have an account already.")
        self._refuse_known(me.name, me)
        self.store.change(PEOPLE, {"id": me.id}, {**compared(me.name), "password": password})
        return Caller(me.id, me.name, True, me.session)

    def password_of(self, name: str) -> tuple[str | None, str | None]:
        """Of an account, whose it is and its hashed password."""
        found = self.store.one(PEOPLE, account=compared(name)["account"])
        return (found["id"], found["password"]) if found is not None else (None, None)

    def log_in(self, person: str, password: str, device: str, before: Caller | None = None) -> str | None:
        """A session for whose password this is; None if it was changed while somebody tried it. The guest that they
        were before on this device is gone with it."""
        if self.store.one(PEOPLE, id=person, password=password) is None:
            return None
        self.refuse_in_place_of(before)
        token = self.sessions.begin(person, device)
        if before is not None:
            self.sessions.end_all(before.id)
        return token

    def refuse_in_place_of(self, before: Caller | None) -> None:
        """Nobody logs in where somebody is already whose matches would be lost."""
        if before is not None and (before.account or self._sits_somewhere(before)):
            raise UsageError(f"You are {before.name} here, and have matches; log out first.")

    def own_password(self, me: Caller) -> str:
        found = self.store.one(PEOPLE, id=me.id)
        if found is None or found["password"] is None:
            raise UsageError("You have no account yet: you are a guest on this device.")
        return str(found["password"])

    def change_password(self, me: Caller, old: str, password: str) -> None:
        """Unless the old one, hashed, has been changed while somebody tried it."""
        if not self.store.change(PEOPLE, {"id": me.id, "password": old}, {"password": password}):
            raise Forbidden(WRONG_PASSWORD)
        self.sessions.end_all(me.id, but=me.session)

    def _sits_somewhere(self, me: Caller) -> bool:
        """Or lets others play, at this screen or wherever they are."""
        return any(self.store.one(SEATS, **{role: me.id}) is not None for role in ("person", "host", "lender"))

    def delete(self, me: Caller, password: str) -> dict[str, bool]:
        """Forget who this was. Their matches stay, under a neutral name, with a bot in their seat where they run; those
        that had not begun are left. The matches that had, and whether each still runs."""
        if self.own_password(me) != password:
            raise Forbidden(WRONG_PASSWORD)
        begun: dict[str, bool] = {}
        with self.store.turn() as connection:
            # Those whom they have named at their screen are gone with them.
            friends = connection.execute(sa.select(SEATS.c.person).where(SEATS.c.host == me.id)).scalars().all()
            held = sa.select(HOLDERS.c.match).where(HOLDERS.c.person == me.id)
            lent = sa.select(SEATS.c.match).where(SEATS.c.lender == me.id)
            former = sa.select(MATCHES.c.id, MATCHES.c.status).where(MATCHES.c.id.in_(held.union(lent)))
            for match, status in connection.execute(former).all():
                begun[match] = status not in FINISHED
            query = sa.select(SEATS.c.match, SEATS.c.seat, SEATS.c.away, MATCHES.c.status, MATCHES.c.creator)
            query = query.join(MATCHES, SEATS.c.match == MATCHES.c.id).where(
                sa.or_(SEATS.c.person == me.id, SEATS.c.host == me.id)
            )
            for row in connection.execute(query).all():
                here = (SEATS.c.match == row.match, SEATS.c.seat == row.seat)
                if row.status == "waiting" and row.creator == me.id:
                    remove_waiting(connection, row.match)
                elif row.status == "waiting":
                    connection.execute(sa.update(SEATS).where(*here).values(**EMPTY_SEAT))
                else:
                    begun[row.match] = row.status not in FINISHED
                    if begun[row.match] and row.away != RESIGNED:
                        handed = {"away": "handed", "away_since": now(), "stand_in": STAND_IN, "fault": None}
                        connection.execute(sa.update(SEATS).where(*here).values(**handed))
            own = CHATS.c.person.in_([me.id, *friends])
            for seat in range(MOST_SEATS):
                neutral = {"name": numbered("seat", seat)}
                connection.execute(sa.update(CHATS).where(own, CHATS.c.seat == seat).values(**neutral))
            for role in ("invited", "lender"):
                connection.execute(sa.update(SEATS).where(SEATS.c[role] == me.id).values({role: None}))
            gone = {"name": NEUTRAL, "account": None, "looks": None, "password": None}
            connection.execute(sa.update(PEOPLE).where(PEOPLE.c.id.in_([me.id, *friends])).values(**gone))
            keys = end_sessions(connection, me.id)
        self.ended(keys)
        return begun


def compared(name: str) -> dict[str, str]:
    """What is kept of the name of an account."""
    looks, account = likenesses(name)
    return {"account": account, "looks": looks}


def refuse_misleading(name: str) -> None:
    """A name that would be taken for something that the table says of itself."""
    if like(name, NUMBERED) is not None:
        raise UsageError(f'"{name}" is what a bot or an empty seat is called. Choose another name.')
    if like(name, NOBODYS) is not None or has_phrase(name, OF_RESULTS):
        raise UsageError(f'"{name}" would be read as something else than a name. Choose another name.')


def refuse_double(name: str, me: Caller, seats: list[dict[str, Any]], who: str) -> None:
    sitting = [seat_name(seat) for seat in seats if seat["kind"] != "open" and seat["person"] != me.id]
    kept = [seat[f"{role}_name"] for role in ("invited", "lender") for seat in seats if seat[role] not in (None, me.id)]
    found = like(name, sitting + kept)
    if found is not None:
        raise UsageError(clash(name, found, who))
