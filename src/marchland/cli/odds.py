"""marchland odds: how a battle will probably end. What can be asked about it, each game says itself."""

import argparse
import json
from typing import Any

from marchland.cli.arguments import Parser, Verbs, add_game, add_json, examples_of, new_verb
from marchland.cli.text import width
from marchland.engine.errors import UsageError
from marchland.engine.game import Game
from marchland.engine.odds import Argument, Flag, Inquiry, OneOf
from marchland.games import NAMES, load

TOLD = "told "  # before the names of what a game asks for: they are apart from our own
FEW = 4  # names that a line of help can list


def add(verbs: Verbs) -> None:
    parser = new_verb(
        verbs,
        "odds",
        "the exact odds of a battle",
        "The exact odds of a battle, by what is told of it. 'marchland odds GAME --help' tells what a game asks.",
        [f"odds {NAMES[0]} --help"],
    )
    add_game(parser)
    add_json(parser)
    parser.usage = "%(prog)s [-h] [--json] GAME …"
    parser.by_game = of_game


def of_game(verb: Parser, name: str) -> Parser:
    """The parser of what can be asked about battles of a game."""
    game = load(name)
    inquiry = game.inquiry()
    if inquiry is None:
        raise UsageError(f"{game.title} has no battles whose odds are known.")
    examples = [f"odds {game.name} {words.ljust(20)}  {note}".rstrip() for words, note in inquiry.examples]
    parser = Parser(prog=f"{verb.prog} {game.name}", description=inquiry.text, epilog=examples_of(examples))
    for argument in inquiry.arguments:
        add_argument(parser, argument)
    add_json(parser)
    parser.set_defaults(run=answer, game=game, inquiry=inquiry)
    return parser


def add_argument(parser: Parser, argument: Argument) -> None:
    usual = argument.default
    text = argument.text
    if usual:
        text += f" (default {', '.join(argument.shown(value) for value in usual)})"
    text = text.replace("%", "%%")
    if isinstance(argument, Flag):
        parser.add_argument(f"--{argument.name}", dest=TOLD + argument.name, action="store_const", const=[1], help=text)
        return
    settings: dict[str, Any] = {"type": argument.read, "help": text}
    if usual is None:
        settings |= {"metavar": argument.name.upper(), "nargs": "+" if argument.several else 1}
        parser.add_argument(TOLD + argument.name, **settings)
        return
    names = argument.names if isinstance(argument, OneOf) else []
    settings["metavar"] = "|".join(names) if 0 < len(names) <= FEW else "NAME" if names else "N"
    settings |= {"action": "append"} if argument.several else {"nargs": 1}
    parser.add_argument(f"--{argument.name}", dest=TOLD + argument.name, **settings)


def answer(arguments: argparse.Namespace) -> int:
    game, inquiry = arguments.game, arguments.inquiry
    assert isinstance(game, Game) and isinstance(inquiry, Inquiry)
    told = {}
    for argument in inquiry.arguments:
        said = getattr(arguments, TOLD + argument.name)
        told[argument.name] = list(said if said is not None else argument.default or [])
    found = inquiry.answer(told, width())
    print(json.dumps({"game": game.name, **found.data}, indent=2) if arguments.json else found.text)
    return 0
