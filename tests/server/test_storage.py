"""The database: its schema, group commit, entries that are written whole or not at all."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from marchland.engine.errors import MarchlandError
from marchland.engine.match import SNAPSHOT_EVERY
from marchland.server import history, storage
from marchland.server import live as live_module
from marchland.server.calls import NewMatch
from marchland.server.errors import Busy, Stale
from marchland.server.live import LiveMatch
from marchland.server.schema import ENTRIES, MATCHES, METADATA, SNAPSHOTS
from marchland.server.services import Services
from marchland.server.storage import Conflict, EntryRow, Store, now
from server.inside import RecordingConnection, do, do_something, everything, house, loaded, new_match, outside, undo
from server.world import TIMEOUT

pytestmark = pytest.mark.anyio


def row(match: str, number: int) -> EntryRow:
    return EntryRow(match, number, 0, "act", "end_turn", 1, now())


# -- schema ----------------------------------------------------------------------------------------------------------


async def test_the_migrations_make_the_schema_of_the_code(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        with use.store.engine.connect() as connection:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            assert compare_metadata(context, METADATA) == []
        # A second start finds nothing to do.
        await use.run(use.store.migrate)


async def test_the_comparison_above_finds_differences(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        outside(tmp_path, "drop index ix_seats_person", "alter table matches add column extra text")
        with use.store.engine.connect() as connection:
            found = compare_metadata(MigrationContext.configure(connection), METADATA)
        assert {change[0] for change in found} == {"add_index", "remove_column"}


async def test_what_is_committed_survives_a_power_failure(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        with use.store.engine.connect() as connection:
            settings = [
                connection.exec_driver_sql(f"pragma {name}").scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
        assert settings == ["wal", 2, 1]


# -- entries ---------------------------------------------------------------------------------------------------------


def counted_commits(store: Store) -> list[object]:
    """Whoever writes takes a connection for one transaction."""
    commits: list[object] = []
    sa.event.listen(store.engine, "checkout", lambda connection, *_: commits.append(connection))
    return commits


async def test_entries_that_come_together_share_a_commit(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        matches = [await new_match(use) for _ in range(3)]
        commits = counted_commits(use.store)
        await asyncio.gather(*(use.store.append(row(match, n)) for n in range(1, 41) for match in matches))
        assert len(commits) == 1
        # While a commit is under way the next one gathers.
        first = asyncio.create_task(use.store.append(row(matches[0], 41)))
        while use.store.pending or use.store.flushing is None:
            await asyncio.sleep(0)
        await asyncio.gather(first, *(use.store.append(row(matches[1], n)) for n in range(41, 60)))
        assert len(commits) == 3
        assert len(outside(tmp_path, "select * from entries")) == 140


async def test_whoever_plays_does_not_wait_behind_those_who_look(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        match = await new_match(use)
        seen = threading.Event()
        looking = asyncio.create_task(use.run(seen.wait, TIMEOUT))
        await asyncio.wait_for(use.store.append(row(match, 1)), TIMEOUT)
        assert not looking.done()
        seen.set()
        assert await looking


async def held_up(use: Services, match: str) -> tuple[asyncio.Task[None], threading.Event]:
    """An entry that is being written, and what lets it go on."""
    free = threading.Event()
    use.store.writer.submit(free.wait, TIMEOUT)
    playing = asyncio.create_task(use.store.append(row(match, 1)))
    while use.store.written.is_set():
        await asyncio.sleep(0)
    return playing, free


async def test_those_who_look_begin_when_the_entries_are_written(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        match = await new_match(use)
        playing, free = await held_up(use, match)
        looking = asyncio.create_task(use.run(use.store.count, ENTRIES))
        await asyncio.sleep(0)
        free.set()
        assert await looking == 1
        await playing


async def test_they_do_not_wait_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "LONG", 0.01)
    async with house(tmp_path) as use:
        match = await new_match(use)
        playing, free = await held_up(use, match)
        assert await use.run(use.store.count, ENTRIES) == 0
        assert not playing.done()
        free.set()
        await playing


async def test_while_somebody_else_holds_the_database_it_is_tried_once_for_all(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        match = await new_match(use)
        tries: list[Any] = []

        def impatient(connection: sqlite3.Connection, *_: Any) -> None:
            connection.execute("pragma busy_timeout=1")
            tries.append(connection)

        sa.event.listen(use.store.engine, "checkout", impatient)
        with closing(sqlite3.connect(tmp_path / "marchland.sqlite", isolation_level=None)) as somebody:
            somebody.execute("begin immediate")
            entries = [use.store.append(row(match, number)) for number in range(1, 9)]
            outcomes = await asyncio.gather(*entries, return_exceptions=True)
            somebody.execute("rollback")
        assert [type(outcome) for outcome in outcomes] == [Busy] * 8
        assert len(tries) == 1
        await use.store.append(row(match, 1))


async def test_a_number_is_taken_once(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        match, other = await new_match(use), await new_match(use)
        await use.store.append(row(match, 1))
        with pytest.raises(Conflict):
            await use.store.append(row(match, 1))
        # One that fails does not take the others with it, in whatever order they come.
        mixed = [row(other, 1), row(match, 1), row(other, 2), row(match, 2), row(match, 2)]
        outcomes = await asyncio.gather(*(use.store.append(entry) for entry in mixed), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None), type(None), Conflict]
        assert len(outside(tmp_path, "select * from entries")) == 4


async def test_what_goes_with_an_entry_is_written_with_it_or_not_at_all(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        match = await new_match(use)
        ending = sa.update(MATCHES).where(MATCHES.c.id == match).values(status="over")
        await use.store.append(row(match, 1), (ending, {}))
        assert outside(tmp_path, "select status from matches") == [("over",)]
        impossible = sa.insert(SNAPSHOTS).values(match="nosuchmatch", number=1, rules="", data="")
        with pytest.raises(sa.exc.IntegrityError):
            await use.store.append(row(match, 2), (impossible, {}))
        assert len(outside(tmp_path, "select * from entries")) == 1


async def test_an_entry_of_no_match_is_a_fault_and_no_conflict(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        with pytest.raises(sa.exc.IntegrityError):
            await use.store.append(row("nosuchmatch", 1))


# -- when nothing can be written -------------------------------------------------------------------------------------

NO_ENTRIES = "create trigger full before insert on entries begin select raise(abort, 'disk full'); end"
NO_ENDING = "create trigger full before update on matches begin select raise(fail, 'disk full'); end"
ROOM_AGAIN = "drop trigger full"


def read_only(use: Services, on: bool) -> None:
    with use.store.turn() as connection:
        connection.exec_driver_sql(f"pragma query_only = {'on' if on else 'off'}")


def rows(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "marchland.sqlite")) as connection:
        return [line for line in connection.iterdump() if line.startswith("INSERT")]


HALFWAY = {
    "guest": "insert on sessions",
    "create": "insert on links",
    "join": "update of entropy_hash on seats",
    "start": "update of status on matches",
    "rematch": "update of rematch on matches",
}


@pytest.mark.parametrize("what", HALFWAY)
async def test_what_fails_halfway_has_not_happened_at_all(tmp_path: Path, what: str) -> None:
    async with house(tmp_path) as use:
        plan = {"game": "campus", "seats": [{"kind": "me"}, {"kind": "here", "name": "Dan"}, {"kind": "open"}]}
        wanted = NewMatch.model_validate({**plan, "public": True})
        ann, ben = [(await use.run(use.people.new_guest, name))[0] for name in ("Ann", "Ben")]
        match, over = [await use.act(ann, use.front.create, wanted) for _ in range(2)]
        outside(tmp_path, f"update matches set status = 'over' where id = '{over}'")
        outside(tmp_path, f"create trigger no before {HALFWAY[what]} begin select raise(abort, 'no'); end")
        before = rows(tmp_path)
        doing = {
            "guest": lambda: use.run(use.people.new_guest, "Cyd"),
            "create": lambda: use.act(ann, use.front.create_and_invite, wanted, "192.0.2.1"),
            "join": lambda: use.act(ben, use.front.join, match, None, "0" * 64),
            "start": lambda: use.act(ann, use.front.start, match),
            "rematch": lambda: use.act(ann, use.front.rematch, over),
        }
        with pytest.raises(sa.exc.IntegrityError):
            await doing[what]()
        assert rows(tmp_path) == before
        outside(tmp_path, "drop trigger no")
        await doing[what]()
        assert rows(tmp_path) != before


async def test_nobody_is_told_of_what_was_not_written(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        ann, _ = await use.run(use.people.new_guest, "Ann")
        ended = use.hub.endings

        def in_vain() -> None:
            use.sessions.end_all(ann.id)
            assert use.hub.endings == ended
            raise MarchlandError("and then something fails")

        with pytest.raises(MarchlandError, match="something fails"):
            await use.run(in_vain)
        assert (use.hub.endings, await use.run(use.sessions.anew, ann)) == (ended, ann)
        await use.run(use.sessions.end_all, ann.id)
        assert use.hub.endings == ended + 1


@pytest.mark.parametrize("how", ["trigger", "read only"])
async def test_what_cannot_be_written_has_not_happened(tmp_path: Path, how: str) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, options={"max_rounds": 5, "setup_place": "random"}))
        ann, eve = RecordingConnection(live.match.table.deciders()[0]), RecordingConnection()
        for viewer in (ann, eve):
            await live.connect(viewer)
        await do(live, ann.seat, live.match.table.options(ann.seat)[0])
        before, sent = everything(live), (ann.sent[:], eve.sent[:])
        action = live.match.table.options(ann.seat)[1]

        for switch in (True, False):
            if how == "trigger":
                outside(tmp_path, NO_ENTRIES if switch else ROOM_AGAIN)
            else:
                await use.run(read_only, use, switch)
            if switch:
                for doing in (do(live, ann.seat, action), undo(live, ann.seat)):
                    with pytest.raises(MarchlandError, match="could not save") as refusal:
                        await doing
                    assert not isinstance(refusal.value, Stale)
                    assert everything(live) == before
        # Nobody was shown what has not happened, and play goes on as if nothing had been.
        assert (ann.sent, eve.sent) == sent
        assert await do(live, ann.seat, action) == 2
        assert len(ann.sent) == len(sent[0]) + 1
        assert [number for (number,) in outside(tmp_path, "select number from entries order by number")] == [1, 2]


async def test_an_end_that_cannot_be_written_is_none(tmp_path: Path) -> None:
    """The last entry and the result of the match go together."""
    async with house(tmp_path) as use:
        identity = await new_match(use)
        live = await loaded(use, identity)
        rng = random.Random(4)
        while not live.match.table.over:
            before = everything(live)
            outside(tmp_path, NO_ENDING)
            try:
                await do_something(live, rng)
                outside(tmp_path, ROOM_AGAIN)
            except MarchlandError:
                assert everything(live) == before
                outside(tmp_path, ROOM_AGAIN)
                await do_something(live, rng)
            over = outside(tmp_path, "select status from matches") == [("over",)]
            assert over == live.match.table.over
        places = outside(tmp_path, "select places, round from matches")
        assert places == [(str(live.match.table.places), live.match.table.round)]


async def test_if_it_cannot_even_be_read_everybody_has_to_come_again(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        identity = await new_match(use)
        live = await loaded(use, identity)
        rng = random.Random(1)
        for _ in range(5):
            await do_something(live, rng)
        before = everything(live)
        eve = RecordingConnection()
        await live.connect(eve)
        outside(tmp_path, "alter table entries rename to lost")
        for _ in range(2):
            with pytest.raises(MarchlandError, match="could not save"):
                await do_something(live, rng)
        assert eve.closed_with is not None and eve.closed_with[0] == 1011
        late = RecordingConnection()
        await live.connect(late)
        assert late.closed_with is not None and late.sent == []
        outside(tmp_path, "alter table lost rename to entries")
        again = await loaded(use, identity)
        assert again is not live
        assert everything(again) == before
        await do_something(again, rng)
        assert again.timeline.n == 6


async def test_another_writer_is_noticed_and_believed(tmp_path: Path) -> None:
    """Two servers on one database: the second to write is refused, and sees what the first has written."""
    async with house(tmp_path) as use, house(tmp_path) as double:
        identity = await new_match(use)
        ours, theirs = await loaded(use, identity), await loaded(double, identity)
        eve = RecordingConnection()
        await theirs.connect(eve)
        seat = ours.match.table.deciders()[0]
        await do(ours, seat, ours.match.table.options(seat)[0])
        with pytest.raises(Stale):
            await do(theirs, seat, theirs.match.table.options(seat)[1])
        eve_left = RecordingConnection()
        await ours.connect(eve_left)
        assert eve.state["picture"] == eve_left.state["picture"]
        assert everything(ours)[:4] == everything(theirs)[:4]
        assert eve.state["n"] == 1


async def test_rules_code_that_breaks_in_the_middle_leaves_no_trace(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use))
        before = everything(live)
        seat = live.match.table.deciders()[0]
        action = live.match.table.options(seat)[0]
        table: Any = live.match.table
        table.remainder = table.remainder[:0]
        with pytest.raises(MarchlandError, match="rules of Campus have failed: IndexError in campus/setup"):
            await do(live, seat, action)
        assert everything(live) == before
        assert await do(live, seat, action) == 1


# -- loading ---------------------------------------------------------------------------------------------------------


async def test_a_match_is_loaded_once_and_forgotten_when_nobody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But only when others need its room; the one that was asked for last stays."""
    monkeypatch.setattr("marchland.server.live.ENTRIES_IN_MEMORY", 10)
    async with house(tmp_path) as use:
        identity = await new_match(use)
        found = await asyncio.gather(*(use.hub.match(identity) for _ in range(5)))
        assert len({id(live) for live in found}) == 1
        assert await use.hub.match("nosuchmatch") is None
        eve = RecordingConnection()
        await found[0].connect(eve)
        other, another = await new_match(use), await new_match(use)
        await loaded(use, other)
        assert list(use.hub.live) == [identity, other]
        await found[0].disconnect(eve)
        assert await loaded(use, identity) is found[0]
        await loaded(use, another)
        assert list(use.hub.live) == [another]


async def test_a_loaded_match_is_the_one_that_was_played(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        identity = await new_match(use, 3)
        live = await loaded(use, identity)
        rng = random.Random(7)
        while not live.match.table.over:
            await do_something(live, rng)
            undoing = [seat for seat in range(3) if live.match.can_undo(seat) is not None]
            if undoing and rng.random() < 0.3:
                await undo(live, undoing[0])
            if live.timeline.n % 20 == 0:
                use.hub.live.clear()
                again = await loaded(use, identity)
                assert everything(again) == everything(live)
                live = again
        assert "undo" in {type for (type,) in outside(tmp_path, "select distinct type from entries")}


# -- rules that have changed since -----------------------------------------------------------------------------------


async def long_match(use: Services, entries: int, fits: Callable[[LiveMatch], bool] = lambda live: True) -> LiveMatch:
    """A match with so many entries, all standing, that is as wanted."""
    for seed in range(100):
        key = seed.to_bytes(32, "little")
        live = await loaded(use, await new_match(use, 4, options={"max_rounds": 20}, key=key))
        rng = random.Random(seed)
        while len(live.match.entries) < entries and not live.match.table.over:
            await do_something(live, rng)
        if not live.match.table.over and fits(live):
            return live
    raise AssertionError("no match is as wanted")


OTHER_RULES = "update matches set rules = '0.1'"


@pytest.mark.parametrize("entries", [SNAPSHOT_EVERY, SNAPSHOT_EVERY + 37, 2 * SNAPSHOT_EVERY + 5])
async def test_a_match_of_older_rules_goes_on_from_its_snapshot(tmp_path: Path, entries: int) -> None:
    async with house(tmp_path) as use:
        live = await long_match(use, entries)
        outside(tmp_path, OTHER_RULES)
        use.hub.live.clear()
        again = await loaded(use, live.id)
        assert again.match.base is not None
        assert again.timeline.n == live.timeline.n
        assert again.match.table.fingerprint() == live.match.table.fingerprint()
        assert again.audience.state(0, again.timeline.counts[0]) == live.audience.state(0, live.timeline.counts[0])
        rng = random.Random(1)
        for _ in range(3):
            await do_something(again, rng)
        use.hub.live.clear()
        third = await loaded(use, live.id)
        assert third.match.table.fingerprint() == again.match.table.fingerprint()


async def test_secret_clicks_of_before_the_snapshot_stay_secret(tmp_path: Path) -> None:
    """What each viewer has counted goes on, so that nobody learns how often the others had clicked."""
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, 2, game="alliances", options={}))
        rng = random.Random(1)
        while live.timeline.n < SNAPSHOT_EVERY + 20:
            await do_something(live, rng)
        assert len(set(live.timeline.counts)) > 1
        outside(tmp_path, OTHER_RULES)
        use.hub.live.clear()
        again = await loaded(use, live.id)
        assert again.timeline.counts == live.timeline.counts


async def test_an_undo_over_a_snapshot_does_not_strand_the_match(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await long_match(use, SNAPSHOT_EVERY, lambda live: any(map(live.match.can_undo, range(4))))
        seat = live.match.entries[-1].seat
        await undo(live, seat)
        outside(tmp_path, OTHER_RULES)
        use.hub.live.clear()
        again = await loaded(use, live.id)
        assert again.match.table.fingerprint() == live.match.table.fingerprint()
        await do_something(again, random.Random(2))
        assert again.timeline.n == SNAPSHOT_EVERY + 2


async def test_few_snapshots_are_kept_however_often_somebody_takes_something_back(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await long_match(use, SNAPSHOT_EVERY, lambda live: any(map(live.match.can_undo, range(4))))
        (seat,) = [seat for seat in range(4) if live.match.can_undo(seat)]
        entry = live.match.entries[-1]
        for _ in range(5):
            await undo(live, seat)
            await do(live, seat, entry.action)
        numbers = [number for (number,) in outside(tmp_path, f"select number from snapshots where match = '{live.id}'")]
        assert sorted(numbers) == list(range(live.timeline.n - 2, live.timeline.n + 1))
        use.hub.live.clear()
        assert everything(await loaded(use, live.id)) == everything(live)


async def test_nobody_takes_back_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(live_module.MOST_OF, "undo", (3, "taken a move back"))
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, options={"max_rounds": 5, "setup_place": "random"}))
        seat = live.match.table.deciders()[0]
        action = live.match.table.options(seat)[0]
        for turn in range(4):
            await do(live, seat, action)
            if turn == 3:
                # Also after a restart.
                use.hub.live.clear()
                live = await loaded(use, live.id)
                with pytest.raises(
                    MarchlandError, match="taken a move back 3 times in this match; more cannot be kept"
                ):
                    await undo(live, seat)
            else:
                await undo(live, seat)
        assert len(live.match.entries) == 1


async def test_a_snapshot_that_does_not_load_is_passed_over(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await long_match(use, 2 * SNAPSHOT_EVERY + 3)
        latest = "number = (select max(number) from snapshots)"
        outside(tmp_path, OTHER_RULES, f"update snapshots set data = replace(data, 'agenda', 'gone') where {latest}")
        use.hub.live.clear()
        again = await loaded(use, live.id)
        assert again.match.table.fingerprint() == live.match.table.fingerprint()


async def test_without_a_snapshot_it_cannot_go_on_and_says_so(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await long_match(use, 30)
        outside(tmp_path, OTHER_RULES)
        use.hub.live.clear()
        with pytest.raises(MarchlandError, match="older rules"):
            await use.hub.match(live.id)
        # The others of a restart are not held up by it.
        await history.wake_bots(use.store, use.hub)


async def test_a_match_that_ends_by_newer_rules_can_be_checked_and_shown(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await long_match(use, SNAPSHOT_EVERY + 10)
        outside(tmp_path, OTHER_RULES)
        use.hub.live.clear()
        live = await loaded(use, live.id)
        rng = random.Random(1)
        while not live.match.table.over:
            await do_something(live, rng)
        assert history.check(live).ok
        moment = history.moment(live, 0, 0, -1)
        assert moment.last == len(live.match.entries)
        last = history.moment(live, moment.last, 0, -1).state
        assert last.places == live.match.table.places
