"""One server for each SQLite file: a lock beside it that says who holds it, and on Linux one on the file itself, which
all its names share. The kernel releases both with their holder, however that one ends."""

from __future__ import annotations

import contextlib
import errno
import os
import struct
import sys
from pathlib import Path
from typing import Self

from marchland.engine.errors import UsageError

if sys.platform == "win32":
    import msvcrt

    def _try(file: int) -> None:
        os.lseek(file, 1 << 30, os.SEEK_SET)  # far behind the text, which must stay readable
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)
else:
    import fcntl

    def _try(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


if sys.platform == "linux":
    # One byte, far behind those that SQLite locks: flock takes all of them on disks in the network.
    _LOCK = "hhqqi"
    _BYTE = struct.pack(_LOCK, fcntl.F_WRLCK, os.SEEK_SET, 1 << 62, 1, 0)


class Taken(UsageError):
    """Somebody else works on this database."""


class Lock:
    """Held from the beginning until `release`, or until the process is gone. A database that is not there yet is begun
    as an empty file to hold, unless it is not to be `new`."""

    def __init__(self, database: Path, holder: str = "A server that is just starting", new: bool = True) -> None:
        self.database = database
        self.itself = -1  # the database as an open file, where there is one
        self.begun = new and not database.exists()
        try:
            self.file = os.open(lock_of(database), os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as fault:
            raise self._unwritten(fault) from fault
        try:
            _try(self.file)
        except OSError as fault:
            who = os.read(self.file, 1000).decode(errors="replace").strip() or "Another process"
            os.close(self.file)
            raise Taken(f"{who} works on {database}; one database has one server.") from fault
        try:
            self.sign(holder)
            self._hold_itself(new)
        except UsageError:
            self.release()
            raise

    def _hold_itself(self, new: bool) -> None:
        """A hard link is another name with another lock beside it, where SQLite would keep another journal."""
        if sys.platform == "linux":  # no other system has locks that leave those of SQLite alone
            # Of the open file: what is locked for the process is free as soon as SQLite closes the database once.
            try:
                self.itself = os.open(self.database, os.O_RDWR | (os.O_CREAT if new else 0), 0o644)
                fcntl.fcntl(self.itself, fcntl.F_OFD_SETLK, _BYTE)
            except BlockingIOError as fault:
                raise Taken(
                    f"Another process works on {self.database}, under another name; one database has one server."
                ) from fault
            except OSError:
                # Who cannot write to it is told so when it is examined; and not every disk has such locks.
                pass

    def sign(self, holder: str) -> None:
        """Say who holds it, as the beginning of a sentence."""
        said = f"{holder} (process {os.getpid()})\n".encode()
        try:
            os.ftruncate(self.file, 0)
            os.lseek(self.file, 0, os.SEEK_SET)
            if os.write(self.file, said) < len(said):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as fault:
            # Half a name would be read as somebody's.
            with contextlib.suppress(OSError):
                os.ftruncate(self.file, 0)
            raise self._unwritten(fault) from fault

    def _unwritten(self, fault: OSError) -> UsageError:
        said = (fault.strerror or str(fault)).lower()
        return UsageError(f"Nothing can be written beside the database {self.database}: {said}.")

    def release(self) -> None:
        # Not before SQLite has closed the database: with any open file of it go the locks of the whole process.
        if self.itself >= 0:
            held, path = os.fstat(self.itself), self.database.resolve()
            with contextlib.suppress(OSError):
                if self.begun and held.st_size == 0 and os.path.samestat(held, path.stat()):
                    path.unlink()
            os.close(self.itself)
        os.close(self.file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def refuse_other_name(database: Path) -> None:
    """Of what is being worked on under another name of the file not everything is to be read under this one."""
    if sys.platform == "linux":
        held = fcntl.F_UNLCK
        # Not every disk has such locks, and who cannot read it is told so when it is copied.
        with contextlib.suppress(OSError), database.open("rb") as file:
            held, *_ = struct.unpack(_LOCK, fcntl.fcntl(file, fcntl.F_OFD_GETLK, _BYTE))
        if held != fcntl.F_UNLCK and not _held(lock_of(database)):
            raise Taken(f"Another process works on {database}, under another name; use that one.")


def _held(lock: Path) -> bool:
    try:
        with lock.open("rb") as file:
            _try(file.fileno())
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def lock_of(database: Path) -> Path:
    """Whatever name leads to a file, it has one lock."""
    real = database.resolve()
    return real.with_name(real.name + ".lock")
