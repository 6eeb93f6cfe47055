"""Matches on disk, and marchland replay, which tells them."""

import argparse
import os
import sys
from pathlib import Path

from marchland.cli.arguments import Parser, Verbs, new_verb, whole
from marchland.cli.drawing import Drawing
from marchland.cli.seats import MARKS, seated_again
from marchland.cli.sentences import say_events
from marchland.cli.text import Paint, wrapped
from marchland.engine.errors import MarchlandError, RecordError, UsageError
from marchland.engine.game import Game
from marchland.engine.match import Match
from marchland.engine.record import Record, read, replay, write
from marchland.engine.table import SPECTATOR
from marchland.games import load, named, names, source_of

ENDING = ".record"


# -- files -------------------------------------------------------------------------------------------------------------


def read_file(path: Path) -> Record:
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as fault:
        raise RecordError(f"{path} cannot be read: {fault.strerror or fault}.") from fault
    except UnicodeDecodeError as fault:
        raise RecordError(f"{path} is not a record: it is not text.") from fault
    try:
        record = read(text)
        names = record.header["players"]
        if len(names) != record.header["seats"] or not all(isinstance(name, str) for name in names):
            raise RecordError("Line 1 of the record does not name a player for every seat.")
        return record
    except RecordError as fault:
        raise RecordError(f"{path}: {fault}") from fault
    except (RecursionError, TypeError, ValueError) as fault:
        raise RecordError(f"{path}: the record is malformed ({fault}).") from fault


def write_file(path: Path, match: Match) -> None:
    """Written beside and then put in place, so that a full disk or a crash leaves no half record."""
    scratch = path.with_name(path.name + ".part")
    try:
        scratch.write_text(write(match), encoding="utf-8")
        os.replace(scratch, path)
    except OSError as fault:
        scratch.unlink(missing_ok=True)
        raise MarchlandError(f"{path} cannot be written: {fault.strerror or fault}.") from fault


def add_game(parser: Parser) -> None:
    parser.add_argument(
        "--game",
        metavar="GAME",
        help="the path or the module of the game, where that is not one of 'marchland games'",
    )


def game_of(path: Path, record: Record, said: Game | None, how: str = "--game") -> Game:
    """The game of a record: the one that was named, or the one of that name."""
    if said is None and record.game not in names():
        unknown = f"{path} is a match of {record.game!r}, which is not installed"
        raise UsageError(f"{unknown}; say where it is, as in {how} ./{record.game}.")
    game = said or named(record.game)
    if game.name != record.game:
        raise UsageError(f"{path} is a match of {record.game}, not of {game.name}.")
    return game


def verify_with(game: Game) -> str:
    """What verify has to be told of a game that it would not find by its name."""
    source = source_of(game)
    return "" if source.name else f" --game {source.typed()}"


def not_dealt(path: Path) -> str:
    """What has to be said first of a match that began from a given table."""
    return (
        f"NOT DEALT: {path} begins from a given table. No dice and no rule answer for what lay there: "
        "whoever gave it may have chosen all of it."
    )


# -- replay ------------------------------------------------------------------------------------------------------------


def add_replay(verbs: Verbs) -> None:
    parser = new_verb(
        verbs,
        "replay",
        "tell a recorded match sentence by sentence",
        "Tell a recorded match sentence by sentence, with the clauses of the rulebook.",
        ["replay evening.record", "replay evening.record --from 40 --to 60 --board", "replay evening.record --seat 2"],
    )
    parser.add_argument("record", metavar="RECORD", type=Path, help="a file that play or simulate has saved")
    parser.add_argument("--from", dest="first", type=whole, default=0, metavar="N", help="begin with decision N")
    parser.add_argument("--to", dest="last", type=whole, metavar="N", help="end with decision N")
    parser.add_argument(
        "--seat", metavar="S", help="tell what seat S (0, 1 … or A, B …) sees; else what spectators see"
    )
    parser.add_argument("--board", action="store_true", help="show the board at the end of each turn")
    add_game(parser)
    parser.set_defaults(run=tell)


def tell(arguments: argparse.Namespace) -> int:
    record = read_file(arguments.record)
    game = game_of(arguments.record, record, load(arguments.game) if arguments.game is not None else None)
    seats = record.header["seats"]
    seat = SPECTATOR if arguments.seat is None else _seat(arguments.seat, seats)
    last = len(record.steps) if arguments.last is None else arguments.last
    if not 0 <= arguments.first <= last:
        raise UsageError(f"There is nothing from decision {arguments.first} to decision {last}.")
    players, paint = seated_again(record.header["players"]), Paint(sys.stdout)
    turn = -1
    if record.given_table:
        print(wrapped(not_dealt(arguments.record)))
    try:
        for match in replay(record, game):
            number = len(match.entries)
            if number > last:
                return 0
            turn_over = match.table.over or turn not in (-1, match.table.active)
            turn = int(match.table.active)
            if number < arguments.first:
                continue
            if number == 0:
                print(f"{game.title_of(match.options)}, rules {game.version}: {', '.join(match.players)}")
                house = game.house_words(match.options)
                if house:
                    print(wrapped(f"House rules: {', '.join(house)}."))
            for line in _sentences(match, seat):
                print(wrapped(line, " " * 6, f"{number:4}  "))
            if arguments.board and (turn_over or number in (arguments.first, last)):
                print("\n" + "\n".join(Drawing(match.table, players, paint).table(match.table, seat)) + "\n")
        if record.end.get("ended"):
            print("All others have resigned; the match is over.")
        return 0
    except RecordError as fault:
        raise RecordError(f"{arguments.record}: {fault}") from fault
    except (KeyError, IndexError, TypeError, ValueError, RecursionError) as fault:
        raise RecordError(f"{arguments.record}: the record is malformed ({fault!r}).") from fault


def _seat(said: str, seats: int) -> int:
    names = [name for seat in range(seats) for name in (str(seat), MARKS[seat : seat + 1])]
    if said.upper() not in names or not said:
        raise UsageError(
            f"There is no seat {said!r}; this match has the seats 0 to {seats - 1}, or A to {MARKS[seats - 1]}."
        )
    return names.index(said.upper()) // 2


def _sentences(match: Match, seat: int) -> list[str]:
    """What the last entry, or before the first one the deal, has brought about."""
    last = len(match.entries)
    events = [event for _, event in match.heard(seat, last - 1, last)]
    if last and not events and match.entries[-1].seat == seat:
        return [f"{match.players[seat]} chooses in secret: {match.describe(match.entries[-1])}."]
    return say_events(match.game, events, match.players)
