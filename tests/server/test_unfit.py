"""A server that cannot begin says why in one sentence: its database is unfit or taken, or its address is none."""

from __future__ import annotations

import os
import re
import socket
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from cli.command import process
from marchland.engine.errors import UsageError
from marchland.server.backup import backup
from marchland.server.database import MIGRATIONS, examine, file_of, revisions
from marchland.server.lock import Lock, Taken
from server.mounts import closed_folder, read_only, small_disk
from server.world import TIMEOUT, Person, Server, entries, running


def refusal(*arguments: object, **settings: str) -> str:
    """The sentence with which a command ends."""
    with process(*arguments, **settings) as run:
        try:
            out, err = run.communicate(timeout=TIMEOUT)
        finally:
            run.kill()
    assert (run.returncode, out) == (2, ""), err
    assert err.startswith("marchland: ") and err.endswith(".\n") and err.count("\n") == 1, err
    return err.removeprefix("marchland: ").rstrip()


def serve(database: Path | str, *more: object) -> str:
    return refusal("serve", "--database", f"sqlite:///{database}", *more)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A database with a few matches in it."""
    with running(tmp_path_factory.mktemp("played")) as server:
        ann = Person(server, "Ann")
        for _ in range(20):
            ann.new_match("random", "random", start=True)
        ann.web.close()
    with closing(sqlite3.connect(server.database)) as connection:
        connection.execute("pragma journal_mode=delete")
    return server.database.read_bytes()


def changed(database: Path, sql: str) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(sql)
        connection.commit()


# -- unfit -----------------------------------------------------------------------------------------------------------


def unfit(database: Path) -> str:
    """Why a server would not take this database. It was not touched."""
    before = database.read_bytes() if os.path.isfile(database) else None
    with pytest.raises(UsageError) as refused:
        examine(database)
    assert (database.read_bytes() if os.path.isfile(database) else None) == before
    return str(refused.value)


def test_the_command_says_it_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("a shopping list")
    assert serve(tmp_path / "list.txt") == f"{tmp_path}/list.txt is not a database."
    assert (tmp_path / "list.txt").read_text() == "a shopping list"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert serve(tmp_path / "nowhere" / "m.sqlite") == f"There is no folder {tmp_path}/nowhere for the database."


def test_a_folder_instead_of_a_file(tmp_path: Path) -> None:
    assert unfit(tmp_path) == f"{tmp_path} is a folder, not a database."


def test_neither_a_folder_nor_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert unfit(tmp_path / "pipe") == f"{tmp_path}/pipe is a device or a pipe, not a database."
    assert serve("/dev/null") == "/dev/null is a device or a pipe, not a database."


def test_a_folder_of_somebody_else(tmp_path: Path) -> None:
    with closed_folder(tmp_path / "closed") as closed:
        for name in ("m.sqlite", "inner/m.sqlite"):
            assert unfit(closed / name).startswith(f"You may not use {closed / name}; be the user of the server")


def test_names_that_lead_nowhere(tmp_path: Path) -> None:
    (tmp_path / "round").symlink_to("round")
    assert "symbolic links" in serve(tmp_path / "round")
    assert "symbolic links" in unfit(tmp_path / "round" / "m.sqlite")
    assert "name too long" in unfit(tmp_path / ("m" * 300))
    assert "There is no folder" in unfit(tmp_path / "no" / "m.sqlite")
    (tmp_path / "file").touch()
    assert f"There is no folder {tmp_path}/file" in unfit(tmp_path / "file" / "m.sqlite")
    assert "is not text" in unfit(tmp_path / os.fsdecode(b"\xff"))


@pytest.mark.parametrize("content", [b"a shopping list\n" * 100, b"x", b"SQLite format 3\0", b"SQLite format 3\0" * 99])
def test_something_else_than_a_database(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "list.txt").write_bytes(content)
    assert unfit(tmp_path / "list.txt") == f"{tmp_path}/list.txt is not a database."


def test_a_database_of_something_else(tmp_path: Path) -> None:
    changed(tmp_path / "m.sqlite", "create table recipes (name text)")
    assert "is a database of something else, with the table 'recipes'" in unfit(tmp_path / "m.sqlite")


def test_migrations_are_called_after_their_revisions() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()] == revisions()[::-1]


def test_a_newer_database(tmp_path: Path, played: bytes) -> None:
    (tmp_path / "m.sqlite").write_bytes(played)
    assert examine(tmp_path / "m.sqlite") == revisions()[-1]
    changed(tmp_path / "m.sqlite", "update alembic_version set version_num = '9000'")
    assert "a newer Marchland (its schema is '9000'" in unfit(tmp_path / "m.sqlite")


@pytest.mark.parametrize("page", [1, 2, -1])
def test_a_damaged_database(tmp_path: Path, played: bytes, page: int) -> None:
    """The first page has the schema, the others what people have done."""
    where = 100 if page == 1 else 4096 * (page - 1 if page > 0 else len(played) // 4096 + page)
    (tmp_path / "m.sqlite").write_bytes(played[:where] + b"\xff" * 3000 + played[where + 3000 :])
    assert "damaged" in unfit(tmp_path / "m.sqlite")


def test_half_a_database(tmp_path: Path, played: bytes) -> None:
    (tmp_path / "m.sqlite").write_bytes(played[: len(played) // 2])
    assert "damaged" in unfit(tmp_path / "m.sqlite")


def test_a_database_that_cannot_be_written(tmp_path: Path, played: bytes) -> None:
    if os.geteuid() != 0:
        (tmp_path / "m.sqlite").write_bytes(played)
        (tmp_path / "m.sqlite").chmod(0o400)
        assert "cannot be written" in unfit(tmp_path / "m.sqlite")
        tmp_path.chmod(0o500)
        assert "Nothing can be written beside" in serve(tmp_path / "new.sqlite")
        return
    with small_disk(tmp_path / "disk", "8m") as disk:
        (disk / "m.sqlite").write_bytes(played)
        read_only(disk)
        assert "cannot be written" in unfit(disk / "m.sqlite")
        assert "Nothing can be written beside" in serve(disk / "new.sqlite")


def test_a_database_that_somebody_else_is_writing(tmp_path: Path, played: bytes) -> None:
    (tmp_path / "m.sqlite").write_bytes(played)
    with closing(sqlite3.connect(tmp_path / "m.sqlite")) as connection:
        connection.execute("begin exclusive")
        assert "Another program is writing" in unfit(tmp_path / "m.sqlite")


def test_a_disk_without_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "64k") as disk:
        (disk / "filler").write_bytes(bytes(50000))
        assert "the disk is full" in serve(disk / "m.sqlite")


def test_a_disk_without_room_even_for_the_lock(tmp_path: Path, played: bytes) -> None:
    (tmp_path / "backup.sqlite").write_bytes(played)
    with small_disk(tmp_path / "disk", "8m") as disk:
        (disk / "m.sqlite").write_bytes(played)
        with (disk / "filler").open("wb", buffering=0) as filler:
            assert filler.write(bytes(8 << 20)) < 8 << 20
        for name in ("m", "new"):
            place = disk / f"{name}.sqlite"
            full = f"Nothing can be written beside the database {place}: no space left on device."
            assert serve(place) == full
            assert refusal("restore", tmp_path / "backup.sqlite", "--database", f"sqlite:///{place}") == full
        assert (disk / "m.sqlite").read_bytes() == played
        with pytest.raises(UsageError, match="no space left"):
            Lock(disk / "m.sqlite")
        # What is left of the lock keeps nobody away.
        (disk / "filler").unlink()
        with Lock(disk / "m.sqlite"), pytest.raises(Taken, match=r"A server that is just starting \(process"):
            Lock(disk / "m.sqlite")


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("club.sqlite", "that of a file is sqlite:///club.sqlite."),
        ("nosuch://x", "There is no kind of database 'nosuch'"),
        ("mssql+pymssql://x", "a package is missing"),
        ("sqlite:///file:x?mode=ro&uri=true", "by its path alone"),
        ("sqlite:///file:x", "by its path alone"),
        ("sqlite:///x.sqlite?timeout=abc", "by its path alone"),
        ("sqlite://?uri=true", "by its path alone"),
        ("sqlite://host/x.sqlite", "by its path alone"),
        ("sqlite+aiosqlite:///x.sqlite", "by its path alone"),
        ("sqlite+pysqlcipher://:secret@/x.sqlite", "not as 'sqlite+pysqlcipher://:***@/x.sqlite'"),
        ("postgresql://a:secret@c:xx/d", "The address that begins with postgresql: is not one of a database"),
    ],
)
def test_an_address_of_no_database(url: str, sentence: str) -> None:
    with pytest.raises(UsageError, match=re.escape(sentence)):
        file_of(url)


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///", "sqlite:///:memory:"])
def test_a_database_in_memory(url: str) -> None:
    """Every thread would have one of its own: a match could be made there, and no move be saved."""
    assert "is named by its path alone, as in sqlite:///club.sqlite" in refusal("serve", "--database", url)


def test_a_data_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "name a database with --database" in refusal("serve", XDG_DATA_HOME=str(tmp_path / "file"))


# -- addresses -------------------------------------------------------------------------------------------------------


def test_a_host_that_nobody_knows(tmp_path: Path) -> None:
    assert serve(tmp_path / "m.sqlite", "--host", "no.such.host.invalid").startswith("There is no host")
    assert [path.name for path in tmp_path.iterdir()] == ["m.sqlite.lock"]


def test_an_address_of_another_machine(tmp_path: Path) -> None:
    for host in ("192.0.2.1", "224.0.0.1", "255.255.255.255", "ff02::1", "fe80::1"):
        assert "not an address of this machine" in serve(tmp_path / "m.sqlite", "--host", host)


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert f"Port {port} of 127.0.0.1 is taken" in serve(tmp_path / "m.sqlite", "--port", port)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--public-url", "games.example"], "as https://games.example"),
        (["--public-url", "https://games.example/marchland"], "a host to itself"),
        (["--behind-proxy", "proxy.example"], "A proxy is named by its address"),
    ],
)
def test_an_address_that_is_none(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    assert sentence in serve(tmp_path / "m.sqlite", *arguments)
    assert list(tmp_path.iterdir()) == []


# -- one server ------------------------------------------------------------------------------------------------------


@pytest.fixture
def first(tmp_path: Path) -> Server:
    return Server(tmp_path)


def test_a_second_server_is_told_of_the_first(first: Server) -> None:
    first.start()
    assert first.process is not None
    named = f"The server at http://localhost:{first.port}/ (process {first.process.pid}) works on {first.database};"
    try:
        assert serve(first.database).startswith(named)
        # Also where it would take the same port, or comes by another name of the file.
        assert serve(first.database, "--port", first.port).startswith(named)
        other = first.database.with_name("link.sqlite")
        other.symlink_to(first.database)
        assert "one database has one server" in serve(other)
        assert first.answers()
    finally:
        first.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="only there the file itself can be locked")
def test_a_hard_link_is_the_same_database(first: Server, tmp_path: Path, played: bytes) -> None:
    """Also where the first server has made it. A link alone, as those who keep snapshots make it, bothers nobody."""
    link = first.database.with_name("snapshot.sqlite")
    (tmp_path / "saved.sqlite").write_bytes(played)
    refused = f"Another process works on {link}, under another name; one database has one server."
    first.start()
    try:
        os.link(first.database, link)
        for end in (first.kill, first.stop):
            assert serve(link) == refused
            assert refusal("restore", tmp_path / "saved.sqlite", "--database", f"sqlite:///{link}") == refused
            with pytest.raises(Taken, match="under another name; use that one"):
                backup(f"sqlite:///{link}", tmp_path / "copy.sqlite")
            backup(f"sqlite:///{first.database}", tmp_path / "copy.sqlite", force=True)
            end()
            first.start()
    finally:
        first.stop()
    with Lock(link), pytest.raises(Taken, match="under another name"):
        Lock(first.database)


@pytest.mark.skipif(sys.platform != "linux", reason="only there it begins as an empty file")
def test_what_has_come_into_its_place_meanwhile_stays(tmp_path: Path, played: bytes) -> None:
    database, other = tmp_path / "m.sqlite", tmp_path / "other.sqlite"
    other.write_bytes(played)
    with Lock(database):
        other.replace(database)
    assert database.read_bytes() == played


def test_whoever_comes_after_a_killed_server_is_welcome(first: Server) -> None:
    first.start()
    ann = Person(first, "Ann")
    match = ann.new_match("random", "random", start=True)["id"]
    first.kill()
    first.start()
    try:
        assert ann.info(match)["status"] == "running"
        assert entries(first, match) is not None
    finally:
        ann.web.close()
        first.stop()
