"""Matches on disk."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from marchland.cli.arguments import Parser
from marchland.engine.errors import MarchlandError, RecordError, UsageError
from marchland.engine.game import Game
from marchland.engine.match import Match
from marchland.engine.numbers import BOARD
from marchland.engine.record import Record, read, write
from marchland.games import named, names, source_of
from marchland.games.finding import NAME
from marchland.server.characters import UNSEEN

ENDING = ".record"

# What a terminal obeys or leaves out instead of showing it, and gaps that could push words into a line of their own. Of
# what names may not have (server/names.py) the joiners are left, which some emoji and Arabic names need.
HIDDEN = re.compile(f"(?![\u200c\u200d\ufe0e\ufe0f])[{UNSEEN}\ud800-\udfff]|  ")


def shown(path: Path) -> str:
    """The name of a file as it is told. It may come from whoever wrote the record, and would say the rest itself."""
    return HIDDEN.sub(lambda found: repr(found[0])[1:-1], str(path))


def read_file(path: Path) -> Record:
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as fault:
        raise RecordError(f"{shown(path)} cannot be read: {fault.strerror or fault}.") from fault
    except UnicodeDecodeError as fault:
        raise RecordError(f"{shown(path)} is not a record: it is not text.") from fault
    with told_of(path):
        record = read(text)
        for number, line in enumerate([record.header, *record.steps, record.end], 1):
            for found in filter(None, map(HIDDEN.search, _texts(line))):
                raise RecordError(f"Line {number} of the record has {found[0]!r} in a text, which would not be shown.")
        return record


def _texts(value: object) -> Iterator[str]:
    """All that could be printed some time. Boards have lines, and what they say is checked when they are read."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, one in value.items():
            yield name
            yield from _texts(one if name != BOARD else None)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)


@contextmanager
def told_of(path: Path) -> Iterator[None]:
    """Whatever is wrong with a record, as a sentence about it."""
    try:
        yield
    except MarchlandError as fault:
        raise RecordError(f"{shown(path)}: {fault}") from fault
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as fault:
        # Only somebody who forges the marks as well can get here.
        raise RecordError(f"{shown(path)}: the record is malformed ({fault!r}).") from fault


def write_file(path: Path, match: Match) -> None:
    """Written beside and then put in place, so that a full disk or a crash leaves no half record."""
    scratch = path.with_name(path.name + ".part")
    try:
        scratch.write_text(write(match), encoding="utf-8")
        os.replace(scratch, path)
    except OSError as fault:
        scratch.unlink(missing_ok=True)
        raise MarchlandError(f"{shown(path)} cannot be written: {fault.strerror or fault}.") from fault


def add_game(parser: Parser) -> None:
    parser.add_argument(
        "--game",
        metavar="GAME",
        help="the path or the module of the game, where that is not one of 'marchland games'",
    )


def game_of(path: Path, record: Record, said: Game | None, how: str = "--game") -> Game:
    """The game of a record: the one that was named, or the one of that name."""
    if said is None and record.game not in names():
        unknown = f"{shown(path)} is a match of {record.game!r}, which is not installed"
        # Nobody is told to type what only a forger calls a game.
        where = record.game if NAME.fullmatch(record.game) else "GAME"
        raise UsageError(f"{unknown}; say where it is, as in {how} ./{where}.")
    game = said or named(record.game)
    if game.name != record.game:
        raise UsageError(f"{shown(path)} is a match of {record.game}, not of {game.name}.")
    return game


def verify_with(game: Game) -> str:
    """What verify has to be told of a game that it would not find by its name."""
    source = source_of(game)
    return "" if source.name else f" --game {source.typed()}"


def not_dealt(path: Path) -> str:
    """What has to be said first of a match that began from a given table."""
    return (
        f"NOT DEALT: {shown(path)} begins from a given table. No dice and no rule answer for what lay there: "
        "whoever gave it may have chosen all of it."
    )
