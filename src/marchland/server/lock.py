"""One server for each SQLite file: a lock beside it that says who holds it, and that the kernel releases with its
holder, however that one ends."""

from __future__ import annotations

import contextlib
import errno
import os
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


class Taken(UsageError):
    """Somebody else works on this database."""


class Lock:
    """Held from the beginning until `release`, or until the process is gone."""

    def __init__(self, database: Path, holder: str = "A server that is just starting") -> None:
        self.database = database
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
        except UsageError:
            self.release()
            raise

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
        os.close(self.file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def lock_of(database: Path) -> Path:
    """Whatever name leads to a file, it has one lock."""
    real = database.resolve()
    return real.with_name(real.name + ".lock")
