"""marchland odds: how an attack will probably end."""

import argparse
import json

from marchland.cli.arguments import Verbs, add_json, new_verb, whole
from marchland.cli.text import width
from marchland.engine.errors import UsageError
from marchland.engine.game import Game
from marchland.games import load
from marchland.odds import bars, battle_odds, table, to_json
from marchland.odds.dice_battle import TIES

# The option that the dice battle of the shared clauses depends on (S.9); a game without it fights otherwise.
TIES_OPTION = "dice_ties"


def add(verbs: Verbs) -> None:
    parser = new_verb(
        verbs,
        "odds",
        "the exact odds of an attack",
        "The exact odds of an attack that is fought to the end, both sides throwing the most dice.",
        ["odds campus 7 4              a force of 7 against 4 defenders", "odds campus 3 2 --ties nobody --json"],
    )
    parser.add_argument("game", metavar="GAME", help="the name of a game; 'marchland games' lists them")
    parser.add_argument("attackers", metavar="ATTACKERS", type=whole, help="the units sent to attack")
    parser.add_argument("defenders", metavar="DEFENDERS", type=whole, help="the units in the territory attacked")
    parser.add_argument("--ties", choices=TIES, help="who profits from equal dice (by default as in the rulebook)")
    add_json(parser)
    parser.set_defaults(run=odds)


def ties_of(game: Game) -> str:
    """Who profits from equal dice unless a group agrees otherwise; empty if the game has no such battles."""
    known = game.settings.index.get(TIES_OPTION)
    return game.settings.every[known].default if known is not None else ""


def odds(arguments: argparse.Namespace) -> int:
    game = load(arguments.game)
    ties = ties_of(game)
    if not ties:
        raise UsageError(f"{game.title} has no attacks whose odds are known here.")
    try:
        found = battle_odds(arguments.attackers, arguments.defenders, arguments.ties or ties)
    except ValueError as fault:
        raise UsageError(str(fault)) from fault
    if arguments.json:
        print(json.dumps({"game": game.name, **to_json(found)}, indent=2))
    else:
        print(table(found))
        print()
        print(bars(found, width()))
    return 0
