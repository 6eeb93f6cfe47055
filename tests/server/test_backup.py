"""marchland backup and restore: copies that are whole, taken under way, and brought back without losing anything."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from cli.command import Outcome, process
from marchland.cli import main
from marchland.engine.errors import UsageError
from marchland.server import backup
from marchland.server.database import refuse_unfinished
from marchland.server.lock import Lock
from server.mounts import closed_folder, small_disk
from server.world import SHORT, TIMEOUT, Person, Server, entries, pick, running

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with three matches, as a stopped server leaves it."""
    with running(tmp_path_factory.mktemp("club")) as server:
        ann = Person(server, "Ann")
        for _ in range(3):
            ann.new_match("random", start=True)
        ann.web.close()
    return server.database


@pytest.fixture
def database(club: Path, tmp_path: Path) -> Path:
    (tmp_path / "club.sqlite").write_bytes(club.read_bytes())
    return tmp_path / "club.sqlite"


@pytest.fixture
def marchland(capsys: pytest.CaptureFixture[str], database: Path) -> Callable[..., Outcome]:
    def run(*arguments: object) -> Outcome:
        capsys.readouterr()
        code = main([*map(str, arguments), "--database", f"sqlite:///{database}"])
        return Outcome(code, *capsys.readouterr())

    return run


def refused(outcome: Outcome) -> str:
    assert (outcome.code, outcome.out) == (2, "")
    return outcome.complaint


def rows(path: Path) -> list[object]:
    with closing(sqlite3.connect(path)) as connection:
        return [connection.execute(f"select * from {table}").fetchall() for table in ("people", "matches", "seats")]


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def numbers(folder: Path) -> dict[str, int]:
    """Which file each name leads to."""
    return {path.name: path.stat().st_ino for path in folder.iterdir()}


# -- backup ----------------------------------------------------------------------------------------------------------


def test_a_backup_is_one_checked_file_of_its_owner(database: Path, marchland: Callable[..., Outcome]) -> None:
    target = database.with_name("tuesday.sqlite")
    assert marchland("backup", target) == (0, f"{target} has 3 matches and was checked.\n", "")
    assert rows(target) == rows(database)
    assert target.stat().st_mode & 0o777 == 0o600
    assert files(database.parent) == {"club.sqlite", "tuesday.sqlite"}
    assert target.read_bytes()[18:20] == b"\x01\x01", "it still wants a journal beside it"


def test_nothing_is_written_over_unless_that_is_said(database: Path, marchland: Callable[..., Outcome]) -> None:
    target = database.with_name("tuesday.sqlite")
    target.write_text("precious")
    assert "--force" in refused(marchland("backup", target))
    assert target.read_text() == "precious"
    assert marchland("backup", target, "--force").code == 0
    assert rows(target) == rows(database)


def test_the_database_is_not_its_own_backup(database: Path, marchland: Callable[..., Outcome]) -> None:
    link = database.with_name("link.sqlite")
    link.symlink_to(database)
    before = database.read_bytes()
    for target in (database, link):
        assert "is the database itself" in refused(marchland("backup", target, "--force"))
        assert "is the database itself" in refused(marchland("restore", target))
    assert database.read_bytes() == before


@pytest.mark.parametrize("there", [True, False])
def test_what_a_link_leads_to_is_written_where_it_lies(
    tmp_path: Path, database: Path, marchland: Callable[..., Outcome], there: bool
) -> None:
    """The database on one disk, its backups on another."""
    for place in ("backups", "data"):
        (tmp_path / place).mkdir()
    target, kept = tmp_path / "tuesday.sqlite", tmp_path / "backups" / "kept.sqlite"
    target.symlink_to(kept)
    if there:
        kept.write_text("that of Monday")
    assert marchland("backup", target, "--force").code == 0
    assert rows(kept) == rows(database)
    before, real = rows(database), tmp_path / "data" / "real.sqlite"
    database.rename(real)
    database.symlink_to(real)
    if not there:
        real.unlink()
    assert marchland("restore", target).code == 0
    assert (target.readlink(), database.readlink()) == (kept, real)
    assert rows(real) == before
    assert files(tmp_path) == {"backups", "data", "tuesday.sqlite", "club.sqlite"}
    assert files(kept.parent) == {"kept.sqlite"}
    assert len(files(real.parent)) == 2 + there, "the lock and the former database lie beside it"


def test_no_copy_takes_the_place_of_what_belongs_to_a_database(
    tmp_path: Path, database: Path, marchland: Callable[..., Outcome], capsys: pytest.CaptureFixture[str]
) -> None:
    """Under whatever name, whether it is there or not, and of whatever database."""
    saved = tmp_path / "saved.sqlite"
    marchland("backup", saved)
    (tmp_path / "folder").symlink_to(tmp_path)
    (tmp_path / "link").symlink_to("club.sqlite-wal")
    with Lock(database), closing(sqlite3.connect(database)) as connection:
        connection.execute("pragma journal_mode=wal")
        connection.execute("delete from seats")
        connection.commit()
        os.link(f"{database}-wal", tmp_path / "hard")
        before = numbers(tmp_path)
        parts = ["club.sqlite-wal", "club.sqlite-shm", "club.sqlite-journal", "club.sqlite.lock", "saved.sqlite-wal"]
        parts += ["folder/club.sqlite.lock", "link", "hard"]
        for target in (tmp_path / part for part in parts):
            sentence = f"{target} belongs to the database {tmp_path}/"
            assert sentence in refused(marchland("backup", target, "--force"))
            if target.name != "hard":  # which can be set aside, and the journal stays what it is
                assert main(["restore", str(saved), "--database", f"sqlite:///{target}"]) == 2
                assert sentence in capsys.readouterr().err
        assert numbers(tmp_path) == before


def test_what_another_database_left_in_its_journal_does_not_come_into_the_copy(
    tmp_path: Path, database: Path, marchland: Callable[..., Outcome]
) -> None:
    """As where a server was killed: the file that the copy takes the place of may even be gone already."""
    target = tmp_path / "other.sqlite"
    for gone in (False, True):
        target.write_bytes(database.read_bytes())
        with closing(sqlite3.connect(target)) as connection:
            connection.execute("pragma journal_mode=wal")
            connection.execute("delete from seats")
            connection.commit()
            left = Path(f"{target}-wal").read_bytes()
        if gone:
            target.unlink()
        Path(f"{target}-wal").write_bytes(left)
        assert "--force" in refused(marchland("backup", target))
        assert marchland("backup", target, "--force").code == 0
        assert rows(target) == rows(database)


def test_no_copy_takes_the_place_of_a_database_at_work(database: Path, marchland: Callable[..., Outcome]) -> None:
    other = database.with_name("other.sqlite")
    marchland("backup", other)
    with Lock(other, "The other server"):
        before = other.stat()
        assert f"The other server (process {os.getpid()}) works on {other};" in refused(
            marchland("backup", other, "--force")
        )
        assert other.stat() == before
    assert marchland("backup", other, "--force").code == 0


def test_what_cannot_be_backed_up(tmp_path: Path, database: Path, marchland: Callable[..., Outcome]) -> None:
    assert "There is no folder" in refused(marchland("backup", tmp_path / "nowhere" / "b.sqlite"))
    assert "is a folder" in refused(marchland("backup", tmp_path))
    database.write_text("a shopping list")
    assert "is not a database" in refused(marchland("backup", tmp_path / "b.sqlite"))
    database.unlink()
    assert "There is no database" in refused(marchland("backup", tmp_path / "b.sqlite"))
    assert files(tmp_path) == set()


def test_no_copy_takes_the_place_of_a_device_or_a_pipe(
    tmp_path: Path, database: Path, marchland: Callable[..., Outcome], capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    before = numbers(tmp_path)
    for place in (pipe, Path(os.devnull)):
        assert refused(marchland("backup", place, "--force")) == f"{place} is a device or a pipe, not a database."
        assert "is a device or a pipe" in refused(marchland("restore", place))
        assert main(["restore", str(database), "--database", f"sqlite:///{place}"]) == 2
        assert "is a device or a pipe" in capsys.readouterr().err
    assert numbers(tmp_path) == before


def test_places_of_somebody_else(tmp_path: Path, database: Path, marchland: Callable[..., Outcome]) -> None:
    with closed_folder(tmp_path / "closed") as closed:
        assert "You may not use" in refused(marchland("backup", closed / "b.sqlite"))
        assert "You may not use" in refused(marchland("restore", closed / "b.sqlite"))
    assert files(tmp_path) == {"club.sqlite", "closed"}


@pytest.mark.parametrize("length", [235, 245, 300])
def test_names_without_room_for_what_belongs_to_them(
    tmp_path: Path, database: Path, marchland: Callable[..., Outcome], length: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """For the lock, a journal, or the name of a copy that is not whole yet."""
    target = tmp_path / ("m" * length)
    reasons = r": (unable to open database file|File name too long)\.\n?$"
    assert re.search(reasons, refused(marchland("backup", target)))
    assert main(["restore", str(database), "--database", f"sqlite:///{target}"]) == 2
    assert re.search(reasons, capsys.readouterr().err)
    assert files(tmp_path) <= {"club.sqlite", f"{target.name}.lock"}


def test_a_database_without_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", str(tmp_path / "b.sqlite"), "--database", "sqlite://"]) == 2
    assert "is named by its path alone" in capsys.readouterr().err


def test_a_damaged_database_makes_no_backup(tmp_path: Path, database: Path, marchland: Callable[..., Outcome]) -> None:
    content = database.read_bytes()
    database.write_bytes(content[:-4096] + b"\xff" * 4096)
    target = tmp_path / "b.sqlite"
    target.write_text("the last good one")
    assert "damaged" in refused(marchland("backup", target, "--force"))
    assert target.read_text() == "the last good one"
    assert files(tmp_path) == {"club.sqlite", "b.sqlite"}


def test_a_disk_without_room_keeps_the_former_backup(
    tmp_path: Path, database: Path, marchland: Callable[..., Outcome]
) -> None:
    with small_disk(tmp_path / "disk", "64k") as disk:
        (disk / "b.sqlite").write_text("the last good one")
        assert "the disk is full" in refused(marchland("backup", disk / "b.sqlite", "--force"))
        assert (disk / "b.sqlite").read_text() == "the last good one"
        assert files(disk) == {"b.sqlite"}


async def test_a_backup_under_way_has_all_that_was_acknowledged(
    tmp_path: Path, people: Callable[..., Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody plays without a pause, and every page is a step of its own, so that entries come in between."""
    monkeypatch.setattr(backup, "STEP", 1)
    rng = random.Random(1)
    with running(tmp_path) as server:
        ann = people(server, "Ann")
        match = ann.new_match("random", options={**SHORT, "max_rounds": 100}, start=True)["id"]
        wire = await ann.open(match)

        async def play() -> None:
            while True:
                if wire.state["spans"]:
                    await wire.play(pick(wire.state, rng))
                else:
                    await wire.receive()

        playing = asyncio.create_task(play())
        url = f"sqlite:///{server.database}"
        for number in range(5):
            before = len(entries(server, match))
            while len(entries(server, match)) < before + 5:
                await asyncio.sleep(0.01)
            acknowledged = entries(server, match)
            target = tmp_path / f"{number}.sqlite"
            assert await asyncio.to_thread(backup.backup, url, target) == 1
            copy = Server(tmp_path)
            copy.database = target
            copied = entries(copy, match)
            assert copied[: len(acknowledged)] == acknowledged
            assert [row[0] for row in copied] == list(range(1, len(copied) + 1))
        assert not playing.done()
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await wire.close()
        assert server.faults() == ""


def test_a_long_backup_says_how_far_it_is(
    database: Path, marchland: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "STEP", 1)
    monkeypatch.setattr("marchland.cli.backup.PATIENCE", 0)
    told = marchland("backup", database.with_name("b.sqlite")).err.splitlines()
    assert told[-1] == "100% copied"
    assert len(told) > 10


# -- restore ---------------------------------------------------------------------------------------------------------


def test_a_restored_database_is_the_one_that_was_backed_up(database: Path, marchland: Callable[..., Outcome]) -> None:
    saved = database.with_name("tuesday.sqlite")
    marchland("backup", saved)
    before = rows(database)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("delete from seats")
        connection.commit()
    spoilt = rows(database)
    done = marchland("restore", saved)
    assert (done.code, done.err) == (0, "")
    assert rows(database) == before
    (former,) = (path for path in database.parent.iterdir() if ".before-" in path.name)
    assert done.out == f"The database has 3 matches from {saved}.\nThe former one is kept as {former}.\n"
    assert rows(former) == spoilt
    assert rows(saved) == before


def test_a_restore_where_nothing_was(tmp_path: Path, database: Path, marchland: Callable[..., Outcome]) -> None:
    saved = tmp_path / "tuesday.sqlite"
    marchland("backup", saved)
    database.unlink()
    assert marchland("restore", saved).out == f"The database has 3 matches from {saved}.\n"
    assert files(tmp_path) == {"club.sqlite", "club.sqlite.lock", "tuesday.sqlite"}


def test_what_is_no_backup_changes_nothing(tmp_path: Path, database: Path, marchland: Callable[..., Outcome]) -> None:
    before = database.read_bytes()
    bad = tmp_path / "bad.sqlite"
    assert "There is no database" in refused(marchland("restore", bad))
    for content, sentence in (
        (b"", "is empty"),
        (b"a shopping list", "is not a database"),
        (before[:8192], "damaged"),
        (before[:-4096] + b"\xff" * 4096, "damaged"),
    ):
        bad.write_bytes(content)
        assert sentence in refused(marchland("restore", bad))
    bad.write_bytes(before)
    with closing(sqlite3.connect(bad)) as connection:
        connection.execute("update alembic_version set version_num = '9000'")
        connection.commit()
    assert "newer Marchland" in refused(marchland("restore", bad))
    assert database.read_bytes() == before
    assert files(tmp_path) <= {"club.sqlite", "bad.sqlite", "club.sqlite.lock", "bad.sqlite-wal", "bad.sqlite-shm"}


def test_a_damaged_database_gives_way_to_its_backup(database: Path, marchland: Callable[..., Outcome]) -> None:
    saved = database.with_name("tuesday.sqlite")
    marchland("backup", saved)
    before = rows(database)
    database.write_bytes(b"\xff" * 100000)
    assert marchland("restore", saved).code == 0
    assert rows(database) == before


def test_nothing_is_restored_under_a_running_server(tmp_path: Path, people: Callable[..., Person]) -> None:
    with running(tmp_path) as server:
        ann = people(server, "Ann")
        match = ann.new_match("random", start=True)["id"]
        url = f"sqlite:///{server.database}"
        saved = tmp_path / "saved.sqlite"
        assert main(["backup", str(saved), "--database", url]) == 0
        with process("restore", saved, "--database", url) as run:
            _, err = run.communicate(timeout=TIMEOUT)
        assert run.returncode == 2
        assert err.startswith(f"marchland: The server at http://localhost:{server.port}/ (process ")
        assert ann.info(match)["status"] == "running"


def test_what_a_killed_server_left_in_its_journal_does_not_come_back(
    tmp_path: Path, people: Callable[..., Person]
) -> None:
    server = Server(tmp_path)
    server.start()
    url = f"sqlite:///{server.database}"
    ann = people(server, "Ann")
    kept = ann.new_match("open")["id"]
    assert main(["backup", str(tmp_path / "saved.sqlite"), "--database", url]) == 0
    lost = ann.new_match("open")["id"]
    server.kill()
    assert Path(f"{server.database}-wal").stat().st_size > 0
    assert main(["restore", str(tmp_path / "saved.sqlite"), "--database", url]) == 0
    server.start()
    try:
        assert ann.info(kept)["status"] == "waiting"
        assert "There is no match" in ann.refused(404, "GET", f"/api/matches/{lost}")
        assert ann.get("/api/me")["name"] == "Ann"
    finally:
        server.stop()
    # And the former database has it all, with what was in its journal.
    (former,) = (path for path in tmp_path.iterdir() if re.search(r"\.before-[0-9-]+$", path.name))
    with closing(sqlite3.connect(former)) as connection:
        assert {row[0] for row in connection.execute("select id from matches")} == {kept, lost}


# -- stopped in the middle -------------------------------------------------------------------------------------------

STOPPED = """
import os, signal, sys
from marchland.cli import main

when, linking = int(sys.argv[1]), sys.argv[2] == "True"

def stopping(function):
    def call(*arguments):
        global when
        when -= 1
        if when == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        function(*arguments)
    return call

def no_link(*_):
    raise PermissionError(1, "Operation not permitted")

os.link = stopping(os.link) if linking else no_link
os.rename, os.replace = stopping(os.rename), stopping(os.replace)
sys.exit(main(sys.argv[3:]))
"""


@pytest.fixture
def crashed(database: Path) -> tuple[Path, Path, list[object], list[object]]:
    """A database whose server was killed, so that the last of it is in the journal alone; a backup; what is in both."""
    saved = database.with_name("tuesday.sqlite")
    assert main(["backup", str(saved), "--database", f"sqlite:///{database}"]) == 0
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("pragma journal_mode=wal")
        connection.execute("delete from seats")
        connection.commit()
        left = [(end, Path(f"{database}{end}").read_bytes()) for end in ("", "-wal")]
    for end, content in left:
        Path(f"{database}{end}").write_bytes(content)
    former = database.with_name("former.sqlite")
    for end, content in left:
        Path(f"{former}{end}").write_bytes(content)
    with_all = rows(former)
    assert with_all != rows(saved)
    for path in database.parent.glob("former.sqlite*"):
        path.unlink()
    return database, saved, with_all, rows(saved)


@pytest.mark.parametrize("linking", [True, False])
def test_a_restore_that_is_killed_loses_nothing(
    crashed: tuple[Path, Path, list[object], list[object]], linking: bool
) -> None:
    """Whenever it is: the database is the former one with all of its journal, or the new one. On a disk that has one
    name for a file it may be missing, and no server begins with an empty one then."""
    database, saved, former, new = crashed
    before = {path: path.read_bytes() for path in database.parent.iterdir() if path != saved}
    found: list[object] = []
    for when in range(1, 10):
        for path in set(database.parent.iterdir()) - {saved}:
            path.unlink()
        for path, content in before.items():
            path.write_bytes(content)
        restore = ["restore", saved, "--database", f"sqlite:///{database}"]
        script = [sys.executable, "-c", STOPPED, str(when), str(linking), *map(str, restore)]
        run = subprocess.run(script, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        if run.returncode == 0:
            break
        assert run.returncode == -signal.SIGKILL, run.stderr
        if database.exists():
            found.append(rows(database))
        else:
            with process("serve", "--database", f"sqlite:///{database}") as server:
                try:
                    _, said = server.communicate(timeout=TIMEOUT)
                finally:
                    server.kill()
            assert server.returncode == 2
            assert "is missing, because a restore was stopped in the middle; do it again" in said
            assert not database.exists()
            (aside,) = (path for path in database.parent.iterdir() if re.search(r"\.before-[0-9-]+$", path.name))
            found.append(rows(aside))
    assert when > 2 and found == [former] * len(found)
    assert rows(database) == new
    # What the killed ones have left goes with the next that comes to its end.
    assert main(list(map(str, restore))) == 0
    assert not [name for name in files(database.parent) if name.endswith(".partial")]


def test_nor_does_a_server_begin_anew_at_the_link_to_a_database(
    tmp_path: Path, database: Path, marchland: Callable[..., Outcome]
) -> None:
    """What a restore has left lies where the database does."""
    saved, real = tmp_path / "tuesday.sqlite", tmp_path / "data" / "real.sqlite"
    assert marchland("backup", saved).code == 0
    real.parent.mkdir()
    database.rename(real)
    database.symlink_to(real)
    restore = ["restore", str(saved), "--database", f"sqlite:///{database}"]
    run = [sys.executable, "-c", STOPPED, "2", "False", *restore]
    assert subprocess.run(run, timeout=TIMEOUT, check=False).returncode == -signal.SIGKILL
    assert not database.exists()
    with pytest.raises(UsageError, match="is missing, because a restore was stopped in the middle; do it again"):
        refuse_unfinished(database)
    assert main(restore) == 0
    refuse_unfinished(database)
    assert rows(real) == rows(saved)


def test_a_backup_that_is_killed_leaves_nothing_for_ever(database: Path, marchland: Callable[..., Outcome]) -> None:
    target = database.with_name("tuesday.sqlite")
    run = [sys.executable, "-c", STOPPED, "1", "True", "backup", str(target), "--database", f"sqlite:///{database}"]
    assert subprocess.run(run, timeout=TIMEOUT, check=False).returncode == -signal.SIGKILL
    assert [name for name in files(database.parent) if name.endswith(".partial")]
    at_work = database.with_name(f".tuesday.sqlite.{os.getppid()}.partial")
    at_work.touch()
    assert marchland("backup", target).code == 0
    assert files(database.parent) == {"club.sqlite", "tuesday.sqlite", at_work.name}
