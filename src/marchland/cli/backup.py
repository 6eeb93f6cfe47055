"""marchland backup, marchland restore: copies of the server's database."""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from marchland.cli.arguments import Verbs, add_database, new_verb
from marchland.cli.serve import server_part

PATIENCE = 1.0  # seconds without a word


def add(verbs: Verbs) -> None:
    parser = new_verb(
        verbs,
        "backup",
        "copy the server's database, also while it runs",
        "Copy the database of the server into a new file and check the copy. The server may run meanwhile: the copy "
        "has everything that was acknowledged when it began.",
        [
            "backup /backups/tuesday.sqlite",
            "backup tuesday.sqlite --database sqlite:///club.sqlite",
        ],
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to write")
    add_database(parser)
    parser.add_argument("--force", action="store_true", help="write over a file that is already there")
    parser.set_defaults(run=run_backup)
    parser = new_verb(
        verbs,
        "restore",
        "put a backup in the place of the server's database",
        "Check a backup and put it in the place of the database. The server must be stopped; the former database is "
        "kept aside.",
        ["restore /backups/tuesday.sqlite"],
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup")
    add_database(parser)
    parser.set_defaults(run=run_restore)


def run_backup(arguments: argparse.Namespace) -> int:
    count = server_part("backup").backup(arguments.database, arguments.file, arguments.force, progress())
    print(f"{arguments.file} has {matches(count)} and was checked.")
    return 0


def run_restore(arguments: argparse.Namespace) -> int:
    count, former = server_part("backup").restore(arguments.file, arguments.database, progress())
    print(f"The database has {matches(count)} from {arguments.file}.")
    if former is not None:
        print(f"The former one is kept as {former}.")
    return 0


def matches(count: int) -> str:
    return f"{count} match{'es' if count != 1 else ''}"


def progress() -> Callable[[float], None]:
    """A line now and then where it takes long."""
    told = time.monotonic()

    def tell(part: float) -> None:
        nonlocal told
        if time.monotonic() - told >= PATIENCE:
            told = time.monotonic()
            print(f"{part:.0%} copied", file=sys.stderr, flush=True)

    return tell
