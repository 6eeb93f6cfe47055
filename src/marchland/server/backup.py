"""Copies of a SQLite database: taken while a server writes to it, checked before they count, and brought back."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from marchland.engine.errors import UsageError
from marchland.server.database import (
    check_place,
    copies_beside,
    damaged,
    default_url,
    examine,
    file_of,
    unfit,
    where_it_lies,
)
from marchland.server.lock import Lock, lock_of, refuse_other_name

STEP = 2500  # pages that are copied between two words about the progress, some 10 MB
BESIDE = ("-wal", "-shm", "-journal")  # what belongs to a database while somebody works on it, or was stopped there

Progress = Callable[[float], None]


def database_file(url: str) -> Path:
    """The file of the database that serve would use."""
    found = file_of(url or default_url())
    if found is None:
        raise UsageError("Only databases in a SQLite file are copied here; others have tools of their own.")
    return found


def backup(url: str, target: Path, force: bool = False, progress: Progress | None = None) -> int:
    """Copy the database into a new file; how many matches are in it."""
    database = database_file(url)
    with _told_of(target):
        _our_own(database)
        refuse_other_name(database)
        check_place(target)
        if target.exists() and target.samefile(database):
            raise UsageError(f"{target} is the database itself; name another file for the backup.")
        _refuse_parts(target, database)
        target = where_it_lies(target)
        former = [path for end in ("", *BESIDE) if (path := Path(f"{target}{end}")).exists()]
        if former and not force:
            raise UsageError(f"{former[0]} is already there; --force writes over it.")
        with _unused(target), _copied(database, target, progress) as copy:
            # SQLite would take a journal that is left for that of the copy, and write what is in it over the copy.
            for end in BESIDE:
                Path(f"{target}{end}").unlink(missing_ok=True)
            os.replace(copy, target)
            _keep(target.parent)
        return matches_in(target)


def restore(file: Path, url: str, progress: Progress | None = None) -> tuple[int, Path | None]:
    """Put a backup in the place of the database; how many matches are in it, and where the former one is kept."""
    database = database_file(url)
    with _told_of(database):
        _our_own(file)
        check_place(database)
        if database.exists() and database.samefile(file):
            raise UsageError(f"{file} is the database itself; name the backup to restore.")
        _refuse_parts(database)
        database = where_it_lies(database)
        with Lock(database, "A restore", new=False), _copied(file, database, progress) as copy:
            former = _set_aside(database)
            _keep(database.parent)
            os.replace(copy, database)
            _keep(database.parent)
        return matches_in(database), former


@contextlib.contextmanager
def _told_of(path: Path) -> Iterator[None]:
    """Whatever the system refuses, as a sentence."""
    try:
        yield
    except (sqlite3.Error, OSError) as fault:
        raise unfit(getattr(fault, "filename", None) or path, fault) from fault


def matches_in(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        return int(connection.execute("select count(*) from matches").fetchone()[0])


def _our_own(path: Path) -> None:
    check_place(path)
    if not path.exists():
        raise UsageError(f"There is no database {path}.")
    if not examine(path, writing=False):
        raise UsageError(f"The database {path} is empty.")


def _refuse_parts(target: Path, *databases: Path) -> None:
    """Who works on a database would lose with its journal what was acknowledged last, and with its lock that nobody
    else works on it."""
    real = Path(os.path.realpath(target))
    ends = (*BESIDE, ".lock")
    named = [Path(str(real).removesuffix(end)) for end in ends if real.name.endswith(end)]
    for database in (*databases, *(path for path in named if path.is_file())):
        parts = [Path(f"{database.resolve()}{end}") for end in ends]
        if real in parts or any(part.exists() and target.exists() and target.samefile(part) for part in parts):
            raise UsageError(f"{target} belongs to the database {database}; name another file.")


def _unused(target: Path) -> contextlib.AbstractContextManager[object]:
    """A copy may take the place of another database, but not while a server works on that one."""
    return Lock(target, "A backup") if target.exists() and lock_of(target).exists() else contextlib.nullcontext()


@contextlib.contextmanager
def _copied(source: Path, target: Path, progress: Progress | None) -> Iterator[Path]:
    """A whole and checked copy beside the target, which is gone afterwards unless it was moved."""
    for left in copies_beside(target):
        if not _alive(left.suffixes[-2]):
            _remove(left)
    copy = target.with_name(f".{target.name}.{os.getpid()}.partial")
    try:
        try:
            # Whoever reads it could take over sessions: it is its owner's alone.
            os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            _copy(source, copy, progress)
        except (sqlite3.Error, OSError) as fault:
            about_source = str(getattr(fault, "sqlite_errorname", "")).startswith("SQLITE_CORRUPT")
            raise unfit(source if about_source else target, fault) from fault
        if examine(copy, writing=False, whole=True) != examine(source, writing=False):
            raise damaged(source, "its copy is not the same")
        yield copy
    finally:
        _remove(copy)


def _remove(copy: Path) -> None:
    for end in ("", *BESIDE):
        with contextlib.suppress(OSError):
            os.unlink(f"{copy}{end}")


def _alive(process: str) -> bool:
    """Whether there is such a process, as far as can be known."""
    if os.name == "posix" and process.strip(".").isdecimal():
        try:
            os.kill(int(process.strip(".")), 0)
        except ProcessLookupError:
            return False
        except (OSError, OverflowError):
            pass
    return True


def _copy(source: Path, copy: Path, progress: Progress | None) -> None:
    def told(_: int, remaining: int, total: int) -> None:
        if progress is not None and total:
            progress(1 - remaining / total)

    with closing(sqlite3.connect(source)) as reading, closing(sqlite3.connect(copy)) as writing:
        # In one transaction, so that what is written meanwhile neither comes in by halves nor makes it begin again.
        reading.execute("begin")
        reading.execute("select count(*) from sqlite_master").fetchone()
        reading.backup(writing, pages=STEP, progress=told, sleep=0)
        # One file that can be carried away, without a journal beside it.
        writing.execute("pragma journal_mode=delete")
    with copy.open("rb") as file:
        os.fsync(file.fileno())


def _set_aside(database: Path) -> Path | None:
    """Keep the former database under another name. It also stays in its place until the new one takes that, in one
    step, so that whoever is stopped meanwhile leaves a whole one there."""
    former = database.with_name(f"{database.name}.before-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}")
    _take_in_journal(database)
    if not any(os.path.lexists(f"{database}{end}") for end in BESIDE):
        with contextlib.suppress(OSError):  # there may be none, and not every disk has two names for a file
            os.link(database, former)
            return former
    # It is damaged, or a disk that knows no better. What has not come from its journal into the file goes with it, and
    # never into the new one; the file first, because one that lacks its journal is not noticed.
    for end in ("", *BESIDE):
        with contextlib.suppress(FileNotFoundError):
            os.rename(f"{database}{end}", f"{former}{end}")
    return former if former.exists() else None


def _take_in_journal(database: Path) -> None:
    """What a server that was killed has left in its journal comes into the file, and the journal is gone."""
    # To SQLite the journal of an empty file is none.
    if database.exists() and database.stat().st_size > 0:
        with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(database)) as connection:
            connection.execute("pragma journal_mode=delete")


def _keep(folder: Path) -> None:
    """A new name in a folder survives a power failure when the folder was written too."""
    if os.name == "posix":
        opened = os.open(folder, os.O_RDONLY)
        os.fsync(opened)
        os.close(opened)
