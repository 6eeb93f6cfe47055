"""marchland numbers, --set and --board: the numbers of a rulebook, and matches with others."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import Any

from marchland.cli.arguments import Parser, Verbs, add_json, new_verb
from marchland.cli.text import shortened, table, width
from marchland.engine.errors import MarchlandError, UsageError
from marchland.engine.game import Game
from marchland.engine.numbers import BOARD, Number
from marchland.games import load


def add(verbs: Verbs) -> None:
    parser = new_verb(
        verbs,
        "numbers",
        "list the numbers of a rulebook that a house rule may change",
        "List the numbers of a rulebook that a house rule may change: prices, bonuses, counts of cards, limits.\n"
        "'--set NAME=VALUE' changes one for a match, in play, simulate, bench and serve.",
        ["numbers GAME", "numbers GAME bonus", "numbers GAME --json"],
    )
    parser.add_argument("game", metavar="GAME", help="the name of a game; 'marchland games' lists them")
    parser.add_argument("part", metavar="PART", nargs="?", default="", help="only those with this word in name or text")
    add_json(parser)
    parser.set_defaults(run=show)


def show(arguments: argparse.Namespace) -> int:
    game = load(arguments.game)
    said = arguments.part.lower()
    found = [number for number in game.numbers if said in number.name.lower() or said in number.text.lower()]
    if arguments.json:
        print(json.dumps([as_data(game, number) for number in found], indent=2))
        return 0
    if not found:
        fault = f"{game.title} has no number {arguments.part!r}." if said else f"{game.title} has no numbers to change."
        raise UsageError(fault)
    rows = [
        [number.name, str(number.value), f"{number.least} to {number.most}", game.clause(number.clause), number.text]
        for number in found
    ]
    room = max(20, width() - sum(max(len(row[column]) for row in rows) + 2 for column in range(4)))
    print(
        table(
            [[*row[:4], shortened(row[4], room)] for row in rows],
            ["number", "value", "range", "clause", "what it is"],
            right=[1],
        )
    )
    setting = quote(f"{found[0].name}={found[0].value}")
    print(f"\nmarchland play {arguments.game} --set {setting} sets one, '--set NAME=2x' doubles it.")
    return 0


def as_data(game: Game, number: Number) -> dict[str, str | int]:
    return {
        "name": number.name,
        "clause": game.clause(number.clause),
        "text": number.text,
        "value": number.value,
        "least": number.least,
        "most": number.most,
    }


# -- house rules on the command line -----------------------------------------------------------------------------------


def add_house(parser: Parser, text: str = "") -> None:
    parser.add_argument(
        "--set",
        dest="house",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house rule: another value for a number of the rulebook, such as income.least=2, or a multiple, 2x; the "
        f"beginning of a name stands for all numbers below it{text} ('marchland numbers GAME' lists them)",
    )
    parser.add_argument(
        "--board", action="append", default=[], metavar="FILE", help=f"a board of your own, as TOML{text}"
    )


def house_options(game: Game, pairs: Sequence[str], boards: Sequence[str]) -> dict[str, object]:
    """--set and --board as the options of a match, checked."""
    chosen: dict[str, object] = {}
    for pair in pairs:
        name, sign, value = (part.strip() for part in pair.partition("="))
        if not sign or not name:
            raise UsageError(f"A house rule is given as NAME=VALUE, not as {pair!r}.")
        for number in _named(game, name):
            if number.name in chosen:
                raise UsageError(f"The number {number.name} is set twice.")
            chosen[number.name] = _multiple(number, value)
    if len(boards) > 1:
        raise UsageError("A match has one board; give --board once.")
    for file in boards:
        chosen[BOARD] = _text(file)
    try:
        game.house_rules(chosen)
    except UsageError:
        raise
    except MarchlandError as fault:
        raise UsageError(f"{boards[0]}: {fault}") from fault
    return chosen


def _named(game: Game, name: str) -> list[Number]:
    found = [number for number in game.numbers if number.name == name or number.name.startswith(f"{name}.")]
    if not found:
        raise UsageError(f"{game.title} has no number {name!r}; 'marchland numbers {game.name}' lists them.")
    return found


def _multiple(number: Number, value: str) -> str:
    """2x and 0.5x are multiples of the rulebook's value, rounded down."""
    if not value.endswith("x"):
        return value
    try:
        factor = float(value[:-1])
    except ValueError:
        factor = -1.0
    if not 0 <= factor <= 1000:
        raise UsageError(f"{number.name} cannot be {value!r} times its value; a multiple is given as 2x or 0.5x.")
    return str(int(number.value * factor))


def _text(file: str) -> str:
    try:
        return Path(file).read_bytes().decode("utf-8")
    except OSError as fault:
        raise UsageError(f"The board {file} cannot be read: {fault.strerror or fault}.") from fault
    except UnicodeDecodeError as fault:
        raise UsageError(f"The board {file} is not text.") from fault


def house_of_games(games: Sequence[Game], pairs: Sequence[str], boards: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The same where a server has many games: GAME:NAME=VALUE and GAME:FILE."""
    found: dict[str, dict[str, Any]] = {}
    for game in games:
        begin = f"{game.name}:"
        own = [[said.removeprefix(begin) for said in some if said.startswith(begin)] for some in (pairs, boards)]
        if own[0] or own[1]:
            found[game.name] = house_options(game, own[0], own[1])
    names = tuple(f"{game.name}:" for game in games)
    for said in [*pairs, *boards]:
        if not said.startswith(names):
            raise UsageError(f"A server has many games: say which one {said!r} is for, as in {names[0]}{said}.")
    return found
