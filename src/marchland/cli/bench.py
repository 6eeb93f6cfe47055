"""marchland bench: how fast a game runs, compiled and interpreted."""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

from marchland.cli.arguments import Verbs, add_game, add_json, add_seed, new_verb, seconds
from marchland.cli.numbers import add_house, house_options
from marchland.cli.text import table
from marchland.engine import table as engine_table
from marchland.engine.dice import fast_dice
from marchland.engine.errors import MarchlandError, UsageError
from marchland.engine.game import Game
from marchland.engine.playout import play_out
from marchland.games import NAMES, load

SEATS = 4
PLAYS = 5.0  # the match takes this many times as long as each of the small operations
MIDDLE = 150  # decisions before the table that is copied and viewed; of a short match half of them


def add(verbs: Verbs) -> None:
    parser = new_verb(
        verbs,
        "bench",
        "measure how fast a game runs",
        "Measure random play on one core: decisions (options generated, one chosen, carried out), whole matches,\n"
        "copies of a table in the middle of a match, views and determinized tables. Where the build is compiled,\n"
        "the same is measured interpreted, in a process of its own.",
        ["bench", f"bench {NAMES[0]} --seconds 10 --json"],
    )
    add_game(parser, NAMES[0])
    parser.add_argument("--seconds", type=seconds, default=4.0, metavar="S", help="time for each build (default 4)")
    add_seed(parser, 0, "seed of the matches (default 0)")
    add_house(parser)
    add_json(parser)
    parser.set_defaults(run=bench)


def compiled() -> bool:
    return not str(engine_table.__file__).endswith(".py")


def bench(arguments: argparse.Namespace) -> int:
    game = load(arguments.game)
    house = house_options(game, arguments.house, arguments.board)
    result: dict[str, Any] = {
        "game": game.name,
        "compiled": compiled(),
        **measure(game, arguments.seconds, arguments.seed, house),
    }
    if compiled():
        result["interpreted"] = _interpreted(arguments)
        result["compiled_over_interpreted"] = (
            result["decisions_per_second"] / result["interpreted"]["decisions_per_second"]
        )
    print(json.dumps(result, indent=2) if arguments.json else report(result))
    return 0


def measure(game: Game, limit: float, seed: int, house: Mapping[str, object]) -> dict[str, float]:
    """Rates on one core; `limit` is the time for all of them together."""
    seats = min(max(SEATS, game.least_seats), game.most_seats)
    small = limit / (PLAYS + 3)
    begun = time.perf_counter()
    matches = decisions = first = 0
    while matches == 0 or time.perf_counter() - begun < small * PLAYS:
        t = game.deal(seats, seed + matches, house)
        decisions += int(play_out(t, fast_dice(seed + matches)))
        first = first or decisions
        matches += 1
    taken = time.perf_counter() - begun
    t = game.deal(seats, seed, house)
    play_out(t, fast_dice(seed), min(MIDDLE, first // 2))
    if t.over:
        raise UsageError(f"With seed {seed} nobody decides anything, so there is nothing to measure; choose another.")
    dice = fast_dice(seed)
    copies = _rate(t.copy, small)
    views = _rate(lambda: t.view(0), small)
    imagined = _rate(lambda: t.determinize(0, dice), small)
    return {
        "seats": seats,
        "matches": matches,
        "decisions": decisions,
        "matches_per_second": matches / taken,
        "decisions_per_second": decisions / taken,
        "copies_per_second": copies,
        "view_microseconds": 1e6 / views,
        "determinize_per_second": imagined,
        "copy_in_decisions": decisions / taken / copies,
    }


def _rate(act: Callable[[], object], limit: float) -> float:
    """How often a second something can be done, measured in batches so that the clock costs nothing."""
    done, batch = 0, 1
    begun = time.perf_counter()
    while True:
        for _ in range(batch):
            act()
        done += batch
        taken = time.perf_counter() - begun
        if taken >= limit:
            return done / taken
        batch = min(2 * batch, 10_000)


def _interpreted(arguments: argparse.Namespace) -> dict[str, Any]:
    command = [sys.executable, "-m", "marchland", "bench", arguments.game, "--json"]
    command += ["--seconds", str(arguments.seconds), "--seed", str(arguments.seed)]
    command += [part for pair in arguments.house for part in ("--set", pair)]
    command += [part for file in arguments.board for part in ("--board", file)]
    done = subprocess.run(
        command, env={**os.environ, "MARCHLAND_INTERPRETED": "1"}, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise MarchlandError(f"The interpreted measurement failed: {done.stderr.strip()}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


ROWS = [
    ("decisions a second", "decisions_per_second", "{:,.0f}"),
    ("matches a second", "matches_per_second", "{:,.1f}"),
    ("copies a second", "copies_per_second", "{:,.0f}"),
    ("a copy costs, in decisions", "copy_in_decisions", "{:.2f}"),
    ("determinized tables a second", "determinize_per_second", "{:,.0f}"),
    ("a view takes, in µs", "view_microseconds", "{:,.1f}"),
]


def report(result: dict[str, Any]) -> str:
    columns = [result, result["interpreted"]] if "interpreted" in result else [result]
    header = ["", "compiled" if result["compiled"] else "interpreted"]
    header += ["interpreted", "times as fast"] if len(columns) > 1 else []
    rows = []
    for name, key, form in ROWS:
        row = [name, *(form.format(column[key]) for column in columns)]
        if len(columns) > 1:
            rate = result[key] / columns[1][key]
            faster = 1 / rate if key == "view_microseconds" else rate
            row.append("" if key == "copy_in_decisions" else f"{faster:.1f}")
        rows.append(row)
    head = f"{result['game']}, {result['seats']} seats, random play on one core, {result['matches']:,} matches\n"
    parts = [head, table(rows, header, right=range(1, len(header)))]
    if not result["compiled"]:
        parts.append("\nThis build is not compiled: the sources are interpreted ('make bench' builds it compiled).")
    return "\n".join(parts)
