"""marchland check: whether a game keeps the contract."""

import argparse
import json
from typing import Any

from marchland.cli.arguments import Verbs, add_game, add_json, add_seed, new_verb, positive
from marchland.cli.text import Progress, counted, table, wrapped
from marchland.contract import CHECKS, MATCHES, Check, Fault, check
from marchland.engine.game import Game
from marchland.games import load

SOUND, FAULTY = 0, 1


def add(verbs: Verbs) -> None:
    parser = new_verb(
        verbs,
        "check",
        "find what is amiss with a game",
        "Play random matches of a game and look whether it keeps the contract of all games: options that can be\n"
        "played, copies that are independent, secrets that are kept, refusals with their clause, matches that end.\n"
        "Every fault is a sentence with the seed and the decision that show it. The exit code is 1 if there are any.",
        ["check ./ridge", "check ./ridge --matches 100", "check ./ridge --matches 1 --seed 7"],
    )
    add_game(parser)
    parser.add_argument(
        "--matches", type=positive, default=MATCHES, metavar="N", help=f"how many random matches (default {MATCHES})"
    )
    add_seed(parser, 0, "seed of the first match; the next has the next one (default 0)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    game = load(arguments.game)
    done: list[tuple[Check, list[Fault]]] = []
    progress = Progress(len(CHECKS), "checks")

    def hear(one: Check, faults: list[Fault]) -> None:
        done.append((one, faults))
        progress(len(done))

    try:
        found = check(game, arguments.matches, arguments.seed, hear)
    finally:
        progress.close()
    if arguments.json:
        print(json.dumps(as_data(game, arguments, done), indent=2, ensure_ascii=False))
    else:
        print(report(game, arguments, done))
    return FAULTY if found else SOUND


def as_data(game: Game, arguments: argparse.Namespace, done: list[tuple[Check, list[Fault]]]) -> dict[str, Any]:
    return {
        "game": game.name,
        "rules": game.version,
        "matches": arguments.matches,
        "seed": arguments.seed,
        "checks": [
            {
                "check": one.name,
                "promise": one.promise,
                "faults": [
                    {
                        "sentence": str(fault),
                        "seed": fault.seed,
                        "seats": fault.seats,
                        "decision": fault.decision,
                        "after": fault.last,
                    }
                    for fault in faults
                ],
            }
            for one, faults in done
        ],
    }


def report(game: Game, arguments: argparse.Namespace, done: list[tuple[Check, list[Fault]]]) -> str:
    rows = [[one.name, one.promise, counted(len(faults), "fault") if faults else "holds"] for one, faults in done]
    parts = [table(rows, ["check", "what is promised", ""])]
    matches = counted(arguments.matches, "random match")
    found = [fault for _, faults in done for fault in faults]
    if not found:
        return "\n".join([*parts, "", f"{game.title} keeps all {len(done)} promises, in {matches}."])
    for one, faults in done:
        if faults:
            parts += ["", one.name, *(wrapped(str(fault), indent="    ", first="  - ") for fault in faults)]
    parts += ["", f"{game.title} has {counted(len(found), 'fault')}, in {matches}."]
    seeds = [fault.seed for fault in found if fault.seed is not None]
    if seeds:
        parts.append(f"'marchland check {arguments.game} --matches 1 --seed {seeds[0]}' plays the same match again.")
    return "\n".join(parts)
