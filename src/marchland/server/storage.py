"""Storage behind one small interface: SQLAlchemy Core, one database thread, and one in which entries are committed in
groups.

SQLite in WAL mode with synchronous=FULL: what is committed survives a power failure. All entries that arrive while a
commit is under way share the next one, which makes this as cheap as a laxer setting.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa

from marchland.server.database import FULL, MIGRATIONS
from marchland.server.errors import Busy, NoRoom
from marchland.server.schema import CHATS, ENTRIES, HOLDERS, LINKS, MATCHES, PEOPLE, SEATS, SESSIONS, SNAPSHOTS

log = logging.getLogger("marchland.server")

R = TypeVar("R")

PIECE = 500  # entries that are read at a time
LONG = 0.5  # seconds for which others wait until entries are written
TOGETHER = 64  # entries that one statement writes at most
ACT, LATE, UNDO = "act", "late", "undo"  # types of entries
FINISHED = ("over", "aborted")  # the status of matches that are not played any more

# Made once: to build a statement takes longer than to carry it out.
PROGRESS = sa.update(MATCHES).where(MATCHES.c.id == sa.bindparam("match"))
PROGRESS = PROGRESS.values(status=sa.bindparam("status"), places=sa.bindparam("places"), round=sa.bindparam("round"))
SNAPSHOT = sa.insert(SNAPSHOTS)
# All snapshots of a match but the last three: one to go on from, and two should that not load.
OLD_SNAPSHOTS = sa.text(
    'DELETE FROM snapshots WHERE "match" = :match AND number NOT IN '
    '(SELECT number FROM snapshots WHERE "match" = :match ORDER BY number DESC LIMIT 3)'
)

# The seats of matches, with the names of the people on them, of those they are kept for, and of those who have handed
# them on; and all who have played a seat.
THESE: sa.BindParameter[Any] = sa.bindparam("matches", expanding=True)
KEPT_FOR, LENDER = PEOPLE.alias(), PEOPLE.alias()
SEATS_OF = sa.select(
    SEATS, PEOPLE.c.name, KEPT_FOR.c.name.label("invited_name"), LENDER.c.name.label("lender_name")
).select_from(
    SEATS.outerjoin(PEOPLE, SEATS.c.person == PEOPLE.c.id)
    .outerjoin(KEPT_FOR, SEATS.c.invited == KEPT_FOR.c.id)
    .outerjoin(LENDER, SEATS.c.lender == LENDER.c.id)
)
SEATS_OF = SEATS_OF.where(SEATS.c.match.in_(THESE)).order_by(SEATS.c.match, SEATS.c.seat)
HOLDERS_OF = sa.select(HOLDERS, PEOPLE.c.name).outerjoin_from(HOLDERS, PEOPLE, HOLDERS.c.person == PEOPLE.c.id)
HOLDERS_OF = HOLDERS_OF.where(HOLDERS.c.match.in_(THESE)).order_by(*HOLDERS.primary_key.columns)

# A seat that anybody may take.
EMPTY_SEAT = {
    "kind": "open",
    "person": None,
    "host": None,
    "colour": None,
    "invited": None,
    "entropy_hash": None,
    "entropy": None,
}


# What tells the time in seconds since 1970, wherever time decides something.
Clock = Callable[[], float]


def stamp(seconds: float) -> str:
    return _stamp(int(seconds))


@lru_cache(1)
def _stamp(seconds: int) -> str:
    """Much happens within a second."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def seconds_of(text: str) -> int:
    """The inverse of stamp."""
    return int(datetime.fromisoformat(text).timestamp())


def now() -> str:
    return stamp(time.time())


class EntryRow(NamedTuple):
    """One line of a match's history, and the mask of seats awaited after it. Its type is `act` (the body is the code of
    an action or an offer), `late` (an action that a bot has chosen because the player did not in time), `undo` (the
    code of what was taken back; nothing in matches of before), or in matches of before `do` (a sentence of format 1)
    and `offer` (JSON)."""

    match: str
    number: int
    seat: int
    type: str
    body: str
    awaited: int
    at: str


@dataclass(frozen=True)
class SavedMatch:
    """All that is on disk of a match that has begun."""

    row: dict[str, Any]
    seats: list[dict[str, Any]]
    entries: list[EntryRow]
    snapshots: list[dict[str, Any]]
    chats: list[dict[str, Any]]
    holders: Sequence[dict[str, Any]] = ()  # of the seats that have not been played by one alone


class Conflict(Exception):
    """Another writer has already written this entry."""


# SQL with its values.
Statement = tuple[sa.Executable, dict[str, Any]]
# An entry, and the statements that are carried out together with it or not at all.
Transaction = tuple[EntryRow, Sequence[Statement]]


class Within(threading.local):
    """The turn that a thread is in, and what is done when it is committed."""

    connection: sa.Connection | None = None
    waiting: list[Callable[[], None]]


class Store:
    """All reading and writing. Methods without `async` run in the database thread, through `run`."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = sa.create_engine(url)
        if self.engine.dialect.name == "sqlite":
            sa.event.listen(self.engine, "connect", _careful_sqlite)
            sa.event.listen(self.engine, "handle_error", self._explain_fault)
        self.full = False  # and the log has it already
        self.within = Within()
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="database")
        # Whoever plays does not wait behind those who look.
        self.writer = ThreadPoolExecutor(1, thread_name_prefix="entries")
        self.pending: list[tuple[Transaction, asyncio.Future[None]]] = []
        self.flushing: asyncio.Task[None] | None = None
        self.written = asyncio.Event()  # set while no entries are being written
        self.written.set()
        self.insert_entries = str(sa.insert(ENTRIES).compile(dialect=self.engine.dialect))
        self.one_more = f", {self.insert_entries.partition(' VALUES ')[2]}"
        # What is written together with entries, as the driver takes it: the text, and the values in their order.
        self.by_driver: dict[sa.Executable, tuple[str, list[str]]] = {}
        for statement in (PROGRESS, SNAPSHOT, OLD_SNAPSHOTS):
            made = statement.compile(dialect=self.engine.dialect)
            self.by_driver[statement] = str(made), made.positiontup or []

    def migrate(self) -> None:
        """Bring the schema up to date."""
        # A fifth of all imports of the server, and the workers of the archive have no use for it.
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["engine"] = self.engine
        command.upgrade(config, "head")

    async def run(self, work: Callable[..., R], *arguments: Any) -> R:
        """Whoever plays goes first: nothing else begins while entries are written, unless that takes long."""
        if not self.written.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(LONG):
                    await self.written.wait()
        return await asyncio.get_running_loop().run_in_executor(self.thread, self._in_turn, work, *arguments)

    def _in_turn(self, work: Callable[..., R], *arguments: Any) -> R:
        with self.turn():
            return work(*arguments)

    @contextmanager
    def turn(self) -> Iterator[sa.Connection]:
        """All that is written in a turn is committed at its end, or nothing of it; one within another is part of it."""
        if self.within.connection is not None:
            yield self.within.connection
            return
        waiting = self.within.waiting = []
        with self.engine.connect() as connection:
            self.within.connection = connection
            try:
                yield connection
                connection.commit()
            finally:
                self.within.connection = None
        for work in waiting:
            work()

    def afterwards(self, work: Callable[[], None]) -> None:
        """When the turn is committed."""
        if self.within.connection is not None:
            self.within.waiting.append(work)
        else:
            work()

    async def close(self) -> None:
        while self.flushing is not None:
            await self.flushing
        # In no turn, which would keep its connection.
        await asyncio.get_running_loop().run_in_executor(self.thread, self.engine.dispose)
        self.writer.shutdown()
        self.thread.shutdown()

    def _explain_fault(self, context: sa.engine.ExceptionContext) -> None:
        self._explain(context.original_exception)

    def _explain(self, fault: BaseException) -> None:
        """Raise, with one sentence for whoever wanted it, what keeps the database from writing. Of a full disk the log
        has a line once."""
        name = str(getattr(fault, "sqlite_errorname", ""))
        if name.startswith("SQLITE_BUSY"):
            raise Busy from fault
        if name in FULL:
            if not self.full:
                self.full = True
                log.error("the disk is full: nothing can be saved")
            raise NoRoom from fault

    # -- entries -----------------------------------------------------------------------------------------------------

    async def append(self, row: EntryRow, *statements: Statement) -> None:
        """Returns when the entry is committed, and the statements with it; Conflict if its number was taken."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.pending.append(((row, statements), done))
        if self.flushing is None:
            self.flushing = asyncio.create_task(self._flush())
        await done

    async def _flush(self) -> None:
        while self.pending:
            # Whoever else is about to write joins in.
            await asyncio.sleep(0)
            batch, self.pending = self.pending, []
            self.written.clear()
            try:
                transactions = [transaction for transaction, _ in batch]
                failed = await asyncio.get_running_loop().run_in_executor(self.writer, self._insert, transactions)
            except Exception as unforeseen:
                failed = [unforeseen] * len(batch)
            for (_, done), fault in zip(batch, failed, strict=True):
                if done.cancelled():
                    continue
                if fault is None:
                    done.set_result(None)
                else:
                    done.set_exception(fault)
            self.written.set()
        self.flushing = None

    def _insert(self, transactions: list[Transaction]) -> list[Exception | None]:
        try:
            self._write(transactions)
            return [None] * len(transactions)
        except Exception as fault:
            if len(transactions) > 1 and not isinstance(fault, Busy):
                # One that fails must not take the others with it.
                return [self._insert([transaction])[0] for transaction in transactions]
            row = transactions[0][0]
            taken = isinstance(fault, sa.exc.IntegrityError) and self.one(ENTRIES, match=row.match, number=row.number)
            conflict = Conflict(f"entry {row.number} of match {row.match} was written before")
            return [conflict if taken else fault] * len(transactions)

    def _write(self, transactions: list[Transaction]) -> None:
        if not self._write_by_driver(transactions):
            with self.engine.begin() as connection:
                connection.exec_driver_sql(self.insert_entries, [row for row, _ in transactions])
                for _, statements in transactions:
                    for statement, values in statements:
                        connection.execute(statement, values)
        if self.full:
            self.full = False
            log.warning("there is room on the disk again")

    def _write_by_driver(self, transactions: list[Transaction]) -> bool:
        """The layers above the driver cost more than the disk, and so does a statement for every entry. False where it
        fails: then those layers write it, or say why not."""
        with closing(self.engine.raw_connection()) as connection:
            try:
                cursor = connection.cursor()
                for first in range(0, len(transactions), TOGETHER):
                    rows = [row for row, _ in transactions[first : first + TOGETHER]]
                    text = self.insert_entries + self.one_more * (len(rows) - 1)
                    cursor.execute(text, list(chain.from_iterable(rows)))
                for _, statements in transactions:
                    for statement, values in statements:
                        text, names = self.by_driver[statement]
                        cursor.execute(text, [values[name] for name in names])
                connection.commit()
            except Exception as fault:
                connection.rollback()
                self._explain(fault)
                return False
        return True

    async def load(self, match: str) -> SavedMatch | None:
        """A match that has begun, read in pieces: what others write does not wait for the whole of it."""
        saved = await self.run(self._saved, match)
        last = 0
        while saved is not None and (more := await self.run(self._entries, match, last, PIECE)):
            saved.entries.extend(more)
            last = more[-1].number
        return saved

    def saved(self, match: str) -> SavedMatch | None:
        """A match that has begun, read in one go."""
        saved = self._saved(match)
        if saved is not None:
            saved.entries.extend(self._entries(match))
        return saved

    def _saved(self, match: str) -> SavedMatch | None:
        """All but its entries."""
        row = self.one(MATCHES, id=match)
        if row is None or row["status"] in ("waiting", "opening"):
            return None
        snapshots, chats = (self.find(table, match=match) for table in (SNAPSHOTS, CHATS))
        seats, holders = self.seats_of([match])[match], self.holders_of([match])[match]
        return SavedMatch(row, seats, [], snapshots, chats, holders)

    def _entries(self, match: str, after: int = 0, most: int | None = None) -> list[EntryRow]:
        query = sa.select(ENTRIES).where(ENTRIES.c.match == match, ENTRIES.c.number > after)
        with self.turn() as connection:
            return [EntryRow(*row) for row in connection.execute(query.order_by(ENTRIES.c.number).limit(most))]

    # -- everything else: small rows read and written whole ------------------------------------------------------------

    def add(self, table: sa.Table, *rows: dict[str, Any]) -> None:
        with self.turn() as connection:
            connection.execute(sa.insert(table), list(rows))

    def change(self, table: sa.Table, key: dict[str, Any], values: dict[str, Any]) -> int:
        query = sa.update(table).where(*(table.c[name] == value for name, value in key.items())).values(**values)
        with self.turn() as connection:
            return connection.execute(query).rowcount

    def carry_out(self, statements: Sequence[Statement]) -> None:
        """All of them or none."""
        with self.turn() as connection:
            for statement, values in statements:
                connection.execute(statement, values)

    def find(self, table: sa.Table, **key: Any) -> list[dict[str, Any]]:
        given = {name: value for name, value in key.items() if value is not None}
        query = _rows_by(table, tuple(given), tuple(name for name in key if name not in given))
        with self.turn() as connection:
            return [dict(row._mapping) for row in connection.execute(query, given)]

    def one(self, table: sa.Table, **key: Any) -> dict[str, Any] | None:
        found = self.find(table, **key)
        return found[0] if found else None

    def count(self, table: sa.Table, **key: Any) -> int:
        query = (
            sa.select(sa.func.count())
            .select_from(table)
            .where(*(table.c[name] == value for name, value in key.items()))
        )
        with self.turn() as connection:
            return int(connection.execute(query).scalar() or 0)

    def add_match(self, row: dict[str, Any], seats: Sequence[dict[str, Any]]) -> None:
        """A match and its seats, both or neither."""
        with self.turn() as connection:
            connection.execute(sa.insert(MATCHES), row)
            connection.execute(sa.insert(SEATS), list(seats))

    def remove_match(self, match: str) -> None:
        with self.turn() as connection:
            remove_waiting(connection, match)

    def take_seat(self, match: str, person: str) -> int | None:
        """Put somebody on the seat that is kept for them, or the first that is kept for nobody, unless somebody was
        faster; the seat, or None if there is none."""
        free = (SEATS.c.match == match, SEATS.c.kind == "open")
        theirs = SEATS.c.invited == person
        query = sa.select(SEATS.c.seat).where(*free, sa.or_(theirs, SEATS.c.invited.is_(None)))
        with self.turn() as connection:
            for seat in connection.execute(query.order_by(SEATS.c.invited.is_(None), SEATS.c.seat)).scalars().all():
                update = sa.update(SEATS).where(*free, SEATS.c.seat == seat)
                if connection.execute(update.values(kind="person", person=person, invited=None)).rowcount:
                    return int(seat)
        return None

    def matches_of(self, person: str, most: int = 50) -> list[dict[str, Any]]:
        """Those in which this person has a seat, has handed one on, or one is kept for them."""
        kept = sa.and_(SEATS.c.invited == person, SEATS.c.kind == "open")
        theirs = sa.or_(SEATS.c.person == person, SEATS.c.lender == person, kept)
        query = (
            sa.select(MATCHES)
            .where(MATCHES.c.id.in_(sa.select(SEATS.c.match).where(theirs)))
            # However many are over, none that is not drops off the end.
            .order_by(MATCHES.c.status.in_(FINISHED), MATCHES.c.created.desc())
            .limit(most)
        )
        with self.turn() as connection:
            return [dict(row._mapping) for row in connection.execute(query)]

    def awaited(self, matches: Sequence[str]) -> dict[str, int]:
        """The seats awaited in running matches, as masks, by their last entries, however many there are before."""
        last = sa.select(ENTRIES.c.awaited).where(ENTRIES.c.match == MATCHES.c.id).order_by(ENTRIES.c.number.desc())
        awaited = sa.func.coalesce(last.limit(1).scalar_subquery(), MATCHES.c.awaited)
        with self.turn() as connection:
            found = connection.execute(sa.select(MATCHES.c.id, awaited).where(MATCHES.c.id.in_(matches)))
            return {str(match): int(mask) for match, mask in found}

    def matches(self, identities: Collection[str]) -> list[dict[str, Any]]:
        with self.turn() as connection:
            found = connection.execute(sa.select(MATCHES).where(MATCHES.c.id.in_(identities)))
            return [dict(row._mapping) for row in found]

    def expired(self, before: Mapping[bool, str]) -> list[str]:
        """Matches that have waited too long for their players; how long depends on whether they are public."""
        old = [sa.and_(MATCHES.c.public == public, MATCHES.c.created < moment) for public, moment in before.items()]
        query = sa.select(MATCHES.c.id).where(MATCHES.c.status == "waiting", sa.or_(*old))
        with self.turn() as connection:
            return [str(match) for match in connection.execute(query).scalars()]

    def seats_of(self, matches: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
        """The seats of several matches, with the names of the people on them, of those they are kept for, and of those
        who have handed them on."""
        return self._by_match(SEATS_OF, matches)

    def played_by(self, person: str) -> list[str]:
        """The matches in which somebody has, or has had, a seat."""
        with self.turn() as connection:
            return list(connection.execute(_matches_of(person, HAVE_PLAYED)).scalars())

    def companions(self, person: str) -> list[str]:
        """The names of all others who sit, or have sat, in a match with somebody, or for whom a seat is kept there; and
        those under which they have talked."""
        there = (*HAVE_PLAYED, SEATS.c.invited)
        matches = _matches_of(person, there)
        others = sa.union(*(sa.select(who).where(who.table.c.match.in_(matches), who != person) for who in there))
        names = sa.select(PEOPLE.c.name).where(PEOPLE.c.id.in_(others)).union(_spoken_as(matches, person))
        with self.turn() as connection:
            return list(connection.execute(names).scalars())

    def speakers(self, match: str, but: str) -> list[str]:
        """The names under which others than this person have talked in a match."""
        with self.turn() as connection:
            return list(connection.execute(_spoken_as([match], but)).scalars())

    def holders_of(self, matches: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
        """Who has played the seats of several matches where it was not one alone, in order, with their names."""
        return self._by_match(HOLDERS_OF, matches)

    def _by_match(self, query: sa.Select[Any], matches: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
        found: dict[str, list[dict[str, Any]]] = {match: [] for match in matches}
        with self.turn() as connection:
            for row in connection.execute(query, {"matches": list(matches)}):
                found[row.match].append(dict(row._mapping))
        return found


@lru_cache
def _rows_by(table: sa.Table, given: tuple[str, ...], missing: tuple[str, ...]) -> sa.Select[Any]:
    """The rows of a table that have given values in some columns and nothing in others, in order."""
    query = sa.select(table).where(*(table.c[name] == sa.bindparam(name) for name in given))
    return query.where(*(table.c[name].is_(None) for name in missing)).order_by(*table.primary_key.columns)


HAVE_PLAYED = (SEATS.c.person, SEATS.c.lender, HOLDERS.c.person)


def _matches_of(person: str, roles: Sequence[sa.Column[Any]]) -> sa.CompoundSelect[Any]:
    return sa.union(*(sa.select(who.table.c.match).where(who == person) for who in roles))


def _spoken_as(matches: Any, but: str) -> sa.Select[Any]:
    """What was said stays under the name that its speaker had then."""
    others = sa.or_(CHATS.c.person.is_(None), CHATS.c.person != but)
    return sa.select(CHATS.c.name).where(CHATS.c.match.in_(matches), others).distinct()


def remove_waiting(connection: sa.Connection, match: str) -> None:
    """Only a match that has not begun is ever removed, with all that hangs on it."""
    for table in (LINKS, SESSIONS, HOLDERS, SEATS, CHATS):
        connection.execute(sa.delete(table).where(table.c.match == match))
    connection.execute(sa.update(MATCHES).where(MATCHES.c.rematch == match).values(rematch=None))
    connection.execute(sa.delete(MATCHES).where(MATCHES.c.id == match, MATCHES.c.status == "waiting"))


def _careful_sqlite(connection: Any, _: object) -> None:
    # Statements of several rows keep what they could have to take back: in memory rather than in a file for each.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "temp_store=MEMORY"):
        connection.execute(f"PRAGMA {pragma}")
