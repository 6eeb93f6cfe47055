"""marchland odds: how an attack or a battle plan will probably end."""

import argparse
import json
from collections.abc import Sequence
from typing import Any

from marchland.cli.arguments import Verbs, add_json, new_verb, whole
from marchland.cli.text import counted, listed, width, wrapped
from marchland.engine.errors import UsageError
from marchland.engine.game import Game
from marchland.games import load
from marchland.games.swarm.cards import CODES, COVERT, IS_TACTIC, LEADER, TILE_NAMES
from marchland.games.swarm.sight import SwarmTable
from marchland.games.swarm.table import TROOPS
from marchland.odds import bars, battle_odds, table, to_json
from marchland.odds.chart import plan_grid, plan_json, plan_words
from marchland.odds.dice_battle import TIES
from marchland.odds.plan_battle import Battlefield

# The option that the dice battle of the shared clauses depends on (S.9); a game without it fights otherwise.
TIES_OPTION = "dice_ties"
YOU, THEY = 0, 1


def add(verbs: Verbs) -> None:
    parser = new_verb(
        verbs,
        "odds",
        "the exact odds of an attack or a battle plan",
        "The exact odds of a battle. Where dice decide: of an attack that is fought to the end, both sides throwing\n"
        "the most dice. Where secret plans decide: of the attacker's best plan for every commitment, against a\n"
        "defender who may hold any card that is not named here and chooses a plan blindly.",
        [
            "odds campus 7 4              a force of 7 against 4 defenders",
            "odds campus 3 2 --ties nobody --json",
            'odds swarm 5 4 --leader "Asha Cinder" --tactics Ambush --tile "Old Keep"',
            'odds swarm 3 6 --defend --leader Whisper --shown "Captain Oru" --unseen 1 --covert 2',
        ],
    )
    parser.add_argument("game", metavar="GAME", help="the name of a game; 'marchland games' lists them")
    parser.add_argument("attackers", metavar="ATTACKERS", type=whole, help="the units sent to attack")
    parser.add_argument("defenders", metavar="DEFENDERS", type=whole, help="the units in the territory attacked")
    dice = parser.add_argument_group("where dice decide")
    dice.add_argument("--ties", choices=TIES, help="who profits from equal dice (by default as in the rulebook)")
    plans = parser.add_argument_group("where plans decide")
    plans.add_argument("--leader", action="append", metavar="NAME", help="a leader of yours; may be repeated")
    plans.add_argument("--tactics", action="append", metavar="NAME", help="a tactics card of yours; may be repeated")
    plans.add_argument("--shown", action="append", metavar="NAME", help="a leader that the opponent has shown")
    plans.add_argument(
        "--unseen", type=whole, metavar="N", help="the opponent's other leaders (default 1 if none shown)"
    )
    plans.add_argument("--covert", type=whole, metavar="N", help="the opponent's covert cards (default 0)")
    plans.add_argument("--tile", metavar="TILE", help="where the battle is, by code or name (default a desert, B3)")
    plans.add_argument("--defend", action="store_true", help="you are the defender")
    add_json(parser)
    parser.set_defaults(run=odds)


def odds(arguments: argparse.Namespace) -> int:
    game = load(arguments.game)
    if ties_of(game):
        _refuse(game, arguments, ("leader", "tactics", "shown", "unseen", "covert", "tile", "defend"))
        return _dice(game, arguments)
    if game.name == "swarm":
        _refuse(game, arguments, ("ties",))
        return _plans(game, arguments)
    raise UsageError(f"{game.title} has no attacks whose odds are known here.")


def _refuse(game: Game, arguments: argparse.Namespace, names: Sequence[str]) -> None:
    for name in names:
        if getattr(arguments, name):
            raise UsageError(f"--{name} says nothing about battles of {game.title}.")


# -- dice --------------------------------------------------------------------------------------------------------------


def ties_of(game: Game) -> str:
    """Who profits from equal dice unless a group agrees otherwise; empty if the game has no such battles."""
    known = game.settings.index.get(TIES_OPTION)
    return game.settings.every[known].default if known is not None else ""


def _dice(game: Game, arguments: argparse.Namespace) -> int:
    try:
        found = battle_odds(arguments.attackers, arguments.defenders, arguments.ties or ties_of(game))
    except ValueError as fault:
        raise UsageError(str(fault)) from fault
    if arguments.json:
        print(json.dumps({"game": game.name, **to_json(found)}, indent=2))
    else:
        print(table(found))
        print()
        print(bars(found, width()))
    return 0


# -- plans -------------------------------------------------------------------------------------------------------------


def _plans(game: Game, arguments: argparse.Namespace) -> int:
    tile = _tile(arguments.tile or "B3")
    t = game.position(_position(arguments, tile))
    assert isinstance(t, SwarmTable)
    field = Battlefield(t, YOU, THEY, CODES.index(tile))
    commitments = dict.fromkeys(plan.commitment for plan in field.plans())
    found = [field.best(commitment) for commitment in commitments]
    if arguments.json:
        data = {"game": game.name, "tile": tile, "plans": [plan_json(plan) for plan in found]}
        print(json.dumps(data, indent=2))
        return 0
    mine, theirs = arguments.attackers, arguments.defenders
    if arguments.defend:
        mine, theirs = theirs, mine
    where = TILE_NAMES[CODES.index(tile)]
    role = "defending" if arguments.defend else "attacking"
    print(wrapped(f"Your {counted(mine, 'troop')} {role} {where} ({tile}) against {theirs}, with your best plan each:"))
    print()
    print(plan_grid(found))
    print()
    for plan in found:
        print(f"{plan_words(plan)}.")
    print()
    print(wrapped("'v 3' is the chance to win if the opponent commits 3. All commitments are taken as equally likely."))
    return 0


def _tile(said: str) -> str:
    names = [name.lower() for name in TILE_NAMES]
    if said.upper() in CODES:
        return said.upper()
    if said.lower() in names:
        return CODES[names.index(said.lower())]
    raise UsageError(f"There is no tile {said!r}; tiles are A1 to E4, or their names, such as Old Keep.")


def _position(arguments: argparse.Namespace, tile: str) -> dict[str, Any]:
    """Two seats in a battle, you as seat 0, whatever is known in the open."""
    for what, count in (("attackers", arguments.attackers), ("defenders", arguments.defenders)):
        if not 1 <= count <= TROOPS.value:
            raise UsageError(f"The number of {what} must be from 1 to {TROOPS.value}, not {count}.")
    if tile == "C3":
        raise UsageError("No battle ever takes place on the sanctuary.")
    yours = _named(LEADER.names(), arguments.leader, "leader")
    shown = _named(LEADER.names(), arguments.shown, "leader")
    tactics = [name for kind, name in enumerate(COVERT.names()) if IS_TACTIC[kind]]
    cards = _named(tactics, arguments.tactics, "tactics card")
    unseen = arguments.unseen if arguments.unseen is not None else 0 if shown else 1
    rest = [name for name in LEADER.names() if name not in yours + shown]
    if not 0 <= unseen <= len(rest):
        raise UsageError(f"The opponent can have 0 to {len(rest)} unseen leaders, not {unseen}.")
    left = [COVERT.cards[kind].name for kind in COVERT.pile()]
    for name in cards:
        if name not in left:
            raise UsageError(f"There are not so many cards {name}.")
        left.remove(name)
    covert = arguments.covert or 0
    if not 0 <= covert <= len(left):
        raise UsageError(f"The opponent can have 0 to {len(left)} covert cards, not {covert}.")
    attackers, defenders = (THEY, YOU) if arguments.defend else (YOU, THEY)
    return {
        "seats": 2,
        "step": "battles",
        "swarm": "C3",
        # Neither a keeper of a pile nor the Warden, who would know or be more than others.
        "specialties": ["Nomad", "Strider"],
        "troops": {tile: [[defenders, arguments.defenders], [attackers, arguments.attackers]]},
        "leaders": [yours, shown + rest[:unseen]],
        "coverts": [cards, left[:covert]],
        "shown": shown,
    }


def _named(known: Sequence[str], said: Sequence[str] | None, what: str) -> list[str]:
    """Cards by their names; the beginning of a name will do if it fits only one."""
    found: list[str] = []
    for word in said or []:
        exact = [name for name in known if name.lower() == word.lower()]
        fitting = exact or [name for name in known if name.lower().startswith(word.lower())]
        if not fitting:
            raise UsageError(f"There is no {what} {word!r}.")
        if len(fitting) > 1:
            raise UsageError(f"{word!r} may be {listed(fitting, 'or')}.")
        found += fitting
    return found
