"""The database as a whole: where it is, whether it is fit to be used, and why not."""

from __future__ import annotations

import glob
import os
import sqlite3
import stat
from contextlib import closing
from functools import cache
from pathlib import Path
from urllib.parse import quote

import platformdirs
import sqlalchemy as sa

from marchland.engine.errors import UsageError

MIGRATIONS = Path(__file__).parent / "migrations"
QUICKLY_CHECKED = 64 << 20  # bytes that are looked through at every start; it takes a moment

MAGIC, SHORTEST = b"SQLite format 3\0", 100  # how a database begins, and how long that is

# What SQLite says when there is no room for more, on the disk or within a limit of the system.
FULL = {"SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE"}


def default_url() -> str:
    folder = Path(platformdirs.user_data_dir("marchland", appauthor=False))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise UsageError(
            f"The data folder {folder} cannot be made ({_said(fault)}); name a database with --database."
        ) from fault
    return f"sqlite:///{folder / 'marchland.sqlite'}"


def file_of(url: str) -> Path | None:
    """The file of a SQLite database; None for one of another kind."""
    kind = url.partition(":")[0]
    try:
        made = sa.make_url(url)
        if made.get_backend_name() != "sqlite":
            made.get_dialect().import_dbapi()
            return None
    except sa.exc.NoSuchModuleError as fault:
        raise UsageError(f"There is no kind of database {kind!r}.") from fault
    except sa.exc.ArgumentError as fault:
        raise UsageError(f"{url!r} is not the address of a database; that of a file is sqlite:///{url}.") from fault
    except ValueError as fault:
        # Without the address, which may have a password in it.
        raise UsageError(f"The address that begins with {kind}: is not one of a database: {_said(fault)}.") from fault
    except ImportError as fault:
        raise UsageError(f"For this database a package is missing: {_said(fault)}.") from fault
    path = str(made.database or "")
    # One in memory would be another for each of the server's threads and processes.
    in_memory = path in ("", ":memory:")
    if kind != "sqlite" or made.host or made.query or path.startswith("file:") or in_memory:
        said = made.render_as_string()  # without a password
        raise UsageError(f"A SQLite database is named by its path alone, as in sqlite:///club.sqlite, not as {said!r}.")
    return Path(path)


@cache
def revisions() -> list[str]:
    """Of the schema, all that this version knows, the first one first: the files are called after them."""
    return sorted(file.stem.partition("_")[0] for file in MIGRATIONS.glob("versions/[0-9]*.py"))


def check_place(path: Path) -> None:
    """Whether a database can be there, or is; UsageError says why not."""
    try:
        str(path).encode()
        mode = path.stat().st_mode
    except UnicodeEncodeError as fault:
        raise UsageError(f"The name {str(path)!r} is not text; choose another for the database.") from fault
    except (FileNotFoundError, NotADirectoryError) as fault:
        if not path.parent.is_dir():
            raise UsageError(f"There is no folder {path.parent} for the database.") from fault
    except OSError as fault:
        raise unfit(path, fault) from fault
    else:
        if not stat.S_ISREG(mode):
            what = "a folder" if stat.S_ISDIR(mode) else "a device or a pipe"
            raise UsageError(f"{path} is {what}, not a database.")


def where_it_lies(path: Path) -> Path:
    """A link that leads to another disk still leads there afterwards."""
    return Path(os.path.realpath(path)) if os.path.islink(path) else path


def copies_beside(path: Path) -> list[Path]:
    """What copies are called until they take the place of a database; each has the number of its process."""
    return [path.with_name(name) for name in glob.glob(f".{glob.escape(path.name)}.*.partial", root_dir=path.parent)]


def refuse_unfinished(path: Path) -> None:
    """A server would begin anew where only a restore was stopped in the middle."""
    if not path.exists() and (left := copies_beside(where_it_lies(path))):
        raise UsageError(
            f"The database {path} is missing, because a restore was stopped in the middle; do it again, or remove "
            f"{left[0]} to begin with an empty one."
        )


def examine(path: Path, writing: bool = True, whole: bool = False) -> str:
    """The revision of a database that can be used; empty for one that is yet to be made. UsageError says why not."""
    check_place(path)
    try:
        if not path.exists() or path.stat().st_size == 0:
            return ""
        with path.open("rb") as file:
            if not file.read(SHORTEST).startswith(MAGIC) or file.tell() < SHORTEST:
                # SQLite would take a few bytes for an empty database, and write over them.
                raise UsageError(f"{path} is not a database.")
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=rw", timeout=5, uri=True)) as connection:
            found = _revision(connection, path)
            if writing and found:
                connection.execute("update alembic_version set version_num = version_num")
                connection.rollback()
            if whole or path.stat().st_size <= QUICKLY_CHECKED:
                check = "integrity_check" if whole else "quick_check"
                (said,) = connection.execute(f"pragma {check}(1)").fetchone()
                if said != "ok":
                    raise damaged(path, said.splitlines()[-1])
            return found
    except (sqlite3.Error, OSError) as fault:
        raise unfit(path, fault) from fault


def _revision(connection: sqlite3.Connection, path: Path) -> str:
    tables = {name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")}
    if not tables:
        return ""
    if "alembic_version" not in tables or "matches" not in tables:
        raise UsageError(f"{path} is a database of something else, with the table {min(tables)!r}.")
    row = connection.execute("select version_num from alembic_version").fetchone()
    found = str(row[0]) if row else ""
    if found not in revisions():
        raise UsageError(
            f"{path} was written by a newer Marchland (its schema is {found!r}, this one knows up to "
            f"{revisions()[-1]!r}); upgrade Marchland."
        )
    return found


def unfit(path: Path | str, fault: BaseException) -> UsageError:
    """A fault of SQLite or the system, as a sentence about a database."""
    if isinstance(fault, sa.exc.DBAPIError) and isinstance(fault.orig, BaseException):
        fault = fault.orig
    name = str(getattr(fault, "sqlite_errorname", ""))
    if name == "SQLITE_NOTADB":
        return UsageError(f"{path} is not a database.")
    if name.startswith("SQLITE_CORRUPT"):
        return damaged(path, _said(fault))
    if isinstance(fault, PermissionError):
        return UsageError(f"You may not use {path}; be the user of the server, or check the permissions of its folder.")
    if name.startswith("SQLITE_READONLY"):
        return UsageError(f"The database {path} cannot be written; check the permissions of the file and its folder.")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return UsageError(f"Another program is writing to the database {path}; end it first.")
    if name in FULL:
        return UsageError(f"There is no room for the database {path}: the disk is full.")
    return UsageError(f"The database {path} cannot be used: {_said(fault)}.")


def damaged(path: Path | str, what: str) -> UsageError:
    return UsageError(f"The database {path} is damaged ({what}); 'marchland restore' brings a backup back.")


def _said(fault: BaseException) -> str:
    said = getattr(fault, "strerror", None) or str(fault)
    return (said.splitlines() or [type(fault).__name__])[0].rstrip(".")
