"""Databases as earlier versions left them, the first with entries that are sentences, are taken over."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

from marchland import load
from marchland.engine import record
from marchland.engine.match import Match
from marchland.server.errors import NotFound
from marchland.server.names import likenesses
from marchland.server.storage import Store
from server.inside import do_something, house, loaded, outside

pytestmark = pytest.mark.anyio

RECORDS = Path(__file__).parent.parent / "match" / "format1"
MIGRATIONS = Path(__file__).parents[2] / "src" / "marchland" / "server" / "migrations"


def migrate(store: Store, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["engine"] = store.engine
    command.upgrade(config, revision)


def older_database(folder: Path, name: str, entries: int, *more: tuple[int, str, str]) -> Match:
    """The first entries of a record of format 1, and what is written behind them, in a database of revision 0001."""
    old = record.read((RECORDS / f"{name}.record").read_text(encoding="utf-8"))
    store = Store(f"sqlite:///{folder / 'marchland.sqlite'}")
    migrate(store, "0001")
    dice = {key: value for key, value in old.header["dice"].items() if key != "hash"}
    at = "2026-01-01T00:00:00+00:00"
    match = ("m", old.game, old.rules, json.dumps(old.header["options"]), "running", 0, "i", "g", json.dumps(dice))
    with store.engine.begin() as connection:
        connection.exec_driver_sql("insert into guests values ('g', 'Ann', ?)", (at,))
        connection.exec_driver_sql(
            "insert into matches values (?, ?, ?, ?, ?, ?, ?, ?, ?, '[]', 0, 0, null, ?)", (*match, at)
        )
        for seat in range(old.header["seats"]):
            connection.exec_driver_sql("insert into seats values ('m', ?, 'person', 'g', null, ?)", (seat, f"s{seat}"))
        lines = [line for line in old.steps if "n" in line][:entries]
        rows = [
            (line["seat"], *(("offer", json.dumps(line["offer"])) if "offer" in line else ("do", line["do"])))
            for line in lines
        ]
        for number, (seat, sort, body) in enumerate([*rows, *more], 1):
            connection.exec_driver_sql(
                "insert into entries values ('m', ?, ?, ?, ?, 0, ?)", (number, seat, sort, body, at)
            )
    store.engine.dispose()
    return next(match for match in record.replay(old, load(old.game)) if len(match.entries) == entries)


@pytest.mark.parametrize(("name", "entries"), [("campus", 60), ("capitals-deals", 300), ("swarm", 250)])
async def test_a_running_match_goes_on(tmp_path: Path, name: str, entries: int) -> None:
    match = older_database(tmp_path, name, entries)
    async with house(tmp_path) as use:
        live = await loaded(use, "m")
        assert live.timeline.n == entries
        assert live.match.table == match.table
        for _ in range(3):
            await do_something(live, random.Random(1))
        use.hub.live.clear()
        again = await loaded(use, "m")
        assert again.match.table == live.match.table
        assert {type for (type,) in outside(tmp_path, "select distinct type from entries")} >= {"do", "act"}


async def test_a_sentence_that_never_was_one_is_refused(tmp_path: Path) -> None:
    older_database(tmp_path, "campus", 5, (0, "do", "surrender at once"))
    async with house(tmp_path) as use:
        with pytest.raises(Exception, match="'surrender at once' names no action of format 1"):
            await loaded(use, "m")


async def test_what_was_undone_when_that_was_possible_stays_undone(tmp_path: Path) -> None:
    """The second player had been asked; today that would be too late."""
    first = json.loads((RECORDS / "campus.record").read_text(encoding="utf-8").splitlines()[1])["seat"]
    match = older_database(tmp_path, "campus", 1, (first, "undo", ""))
    assert match.can_undo(first) is None
    async with house(tmp_path) as use:
        live = await loaded(use, "m")
        assert (live.timeline.n, live.match.entries) == (2, [])
        assert live.match.table == match.at(0)
        assert live.match.can_undo(first) is None
        await do_something(live, random.Random(1))


async def test_its_invites_still_work_and_are_kept_as_hashes_alone(tmp_path: Path) -> None:
    older_database(tmp_path, "campus", 5)
    async with house(tmp_path) as use:
        assert (await use.run(use.front.by_invite, "i", None)).id == "m"
        # The link of a seat was known to all who had sat there.
        with pytest.raises(NotFound):
            await use.run(use.front.seat_offer, "s1", None)
    names = {name for (name,) in outside(tmp_path, "select name from pragma_table_info('seats')")}
    assert "secret" not in names
    kept = outside(tmp_path, "select hash from links")
    assert len(kept) == 1
    assert {len(hashed) for (hashed,) in kept} == {64}


def test_accounts_of_before_that_look_alike_are_told_apart(tmp_path: Path) -> None:
    """Max and max could be two; who came later is called by a number."""
    store = Store(f"sqlite:///{tmp_path / 'marchland.sqlite'}")
    migrate(store, "0008")
    people = [("a", "max", "2026-01-02", "rnax"), ("b", "Max", "2026-01-01", "max"), ("c", "Eve", "2026-01-03", None)]
    columns = "insert into people (id, name, created, account) values"
    for identity, name, created, account in people:
        known = f"'{account}'" if account else "null"
        outside(tmp_path, f"{columns} ('{identity}', '{name}', '{created}', {known})")
    migrate(store, "head")
    found = outside(tmp_path, "select id, name, looks, account from people order by id")
    assert found == [("a", "max 2", *likenesses("max 2")), ("b", "Max", *likenesses("Max")), ("c", "Eve", None, None)]
    store.engine.dispose()


def test_what_was_said_before_is_known_by_who_had_the_seat_then(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'marchland.sqlite'}")
    migrate(store, "0009")
    match = "'m', 'campus', '1', '{}', 'running', 0, 1, 'ann', '{}', '[]', 1, 0, '2026-01-01'"
    columns = "id, game, rules, options, status, public, watch, creator, dice, places, round, awaited, created"
    outside(
        tmp_path,
        "insert into people (id, name, created) values ('ann', 'Ann', ''), ('ben', 'Ben', ''), ('cyd', 'Cyd', '')",
        f"insert into matches ({columns}) values ({match})",
        "insert into seats (match, seat, kind, person) values ('m', 0, 'person', 'ben'), ('m', 1, 'person', 'cyd')",
        "insert into holders (match, seat, number, round, person, why, at) values "
        "('m', 0, 0, 0, 'ann', 'start', '2026-01-01'), ('m', 0, 7, 2, 'ben', 'handover', '2026-01-05')",
        "insert into chats (match, number, seat, name, text, at) values ('m', 1, 0, 'Ann', 'a', '2026-01-02'), "
        "('m', 2, 1, 'Cyd', 'c', '2026-01-03'), ('m', 3, 0, 'Ben', 'b', '2026-01-06'), "
        "('m', 4, 1, 'Cydonia', 'd', '2026-01-06'), ('m', 5, 0, 'Bob', 'e', '2026-01-06')",
    )
    migrate(store, "head")
    # Of who has another name now it is known where nobody else has had the seat.
    found = outside(tmp_path, "select person from chats order by number")
    assert found == [("ann",), ("cyd",), ("ben",), ("cyd",), (None,)]
    store.engine.dispose()


def test_why_a_bot_has_stopped_names_nobody_any_more(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'marchland.sqlite'}")
    migrate(store, "0019")
    match = "'m', 'campus', '1', '{}', 'running', 0, 1, 'ann', '{}', '[]', 1, 0, '2026-01-01'"
    columns = "id, game, rules, options, status, public, watch, creator, dice, places, round, awaited, created"
    said = "The bot gentle, playing for Ann, has failed: KeyError in ridge/game.py, line 70."
    outside(
        tmp_path,
        "insert into people (id, name, created) values ('ann', 'Ann', '')",
        f"insert into matches ({columns}) values ({match})",
        f"insert into seats (match, seat, kind, person, fault) values ('m', 0, 'person', 'ann', '{said}')",
        "insert into seats (match, seat, kind, bot) values ('m', 1, 'bot', 'greedy')",
    )
    migrate(store, "head")
    found = outside(tmp_path, "select fault from seats order by seat")
    assert found == [("KeyError in ridge/game.py, line 70",), (None,)]
    store.engine.dispose()
