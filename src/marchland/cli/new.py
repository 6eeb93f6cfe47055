"""marchland new: the folder of a new game."""

import argparse
from pathlib import Path

from marchland.cli.arguments import Verbs, new_verb
from marchland.template import make


def add(verbs: Verbs) -> None:
    parser = new_verb(
        verbs,
        "new",
        "make a game of your own",
        "Make a folder with a small game that runs: nine regions, a secret choice, a deck of cards, a rulebook and\n"
        "tests. Change it rule by rule into your own.",
        ["new ridge", "new ridge --folder games"],
    )
    parser.add_argument("name", metavar="NAME", help="what the game and its folder are called, such as ridge")
    parser.add_argument(
        "--folder", metavar="DIR", type=Path, default=Path(), help="the folder to make it in (default: here)"
    )
    parser.set_defaults(run=new)


def new(arguments: argparse.Namespace) -> int:
    made = make(arguments.name, arguments.folder)
    path = made if made.is_absolute() else f"./{made}"
    print(f"{path} is a game that runs. Its README.md says what stands where.\n")
    print(f"  marchland play {path}")
    print(f"  marchland check {path}")
    return 0
