"""marchland simulate: many matches between bots, and what they tell."""

import argparse
import json
import os
import time
from bisect import bisect_left
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any

from marchland.bots import Sight, bot_from
from marchland.bots.arena import choice_of
from marchland.cli.arguments import Verbs, add_game, add_json, add_options, add_seed, chosen_options, new_verb, positive
from marchland.cli.numbers import add_house, house_options
from marchland.cli.records import ENDING, verify_with, write_file
from marchland.cli.seats import seated
from marchland.cli.text import Progress, bar, counted, percent, table, wrapped
from marchland.engine.dice import fast_dice
from marchland.engine.errors import UsageError
from marchland.engine.match import Match
from marchland.games import NAMES, load, source_of
from marchland.lab.tournament import Pairing, Tally, facts_of, naming, play_chunk, run

BAR = 20


def add(verbs: Verbs) -> None:
    parser = new_verb(
        verbs,
        "simulate",
        "let bots play many matches and count",
        "Let bots play many matches against each other. Shares are given with Wilson's 95% interval.",
        [
            f"simulate {NAMES[0]} --seats greedy,random,random,random --matches 1000 --jobs 2",
            f"simulate {NAMES[0]} --seats greedy,random,random --rotate",
            f"simulate {NAMES[0]} --seats random,random,random --matches 20 --records matches/",
            f"simulate {NAMES[0]} --seats greedy,greedy,greedy,greedy --by turn",
        ],
    )
    add_game(parser)
    parser.add_argument(
        "--seats",
        metavar="BOT,BOT,…",
        help="a bot for every seat, by name or from a file (./careful.py); by default greedy and random ones",
    )
    parser.add_argument("--matches", type=positive, default=100, metavar="N", help="how many matches (default 100)")
    parser.add_argument("--jobs", type=positive, metavar="J", help="processes at a time (default: one for every core)")
    parser.add_argument("--rotate", action="store_true", help="play every deal once from each side")
    add_seed(parser, 0, "the same seed gives the same matches, with any number of jobs (default 0)")
    add_options(parser)
    add_house(parser)
    parser.add_argument(
        "--by",
        action="append",
        metavar="FACT",
        help="wins by a fact of the seats, such as turn; may be repeated",
    )
    parser.add_argument("--records", metavar="DIR", type=Path, help="save the record of every match in a new folder")
    add_json(parser)
    parser.set_defaults(run=simulate)


def simulate(arguments: argparse.Namespace) -> int:
    game = load(arguments.game)
    said = arguments.seats or ",".join(["greedy"] + ["random"] * (game.usual_seats - 1))
    bots = tuple(part.strip() for part in said.split(","))
    options = {**chosen_options(arguments.option), **house_options(game, arguments.house, arguments.board)}
    where = source_of(game).where  # the workers load it from there
    pairing = Pairing(where, bots, options, arguments.seed, arguments.rotate, tuple(arguments.by or ())).checked()
    jobs = min(arguments.jobs or cores(), arguments.matches)
    play = play_chunk
    if arguments.records is not None:
        _prepare(arguments.records)
        play = partial(record_chunk, arguments.records)
    progress = Progress(arguments.matches, "matches")
    begun = time.perf_counter()
    try:
        tally = run(pairing, arguments.matches, jobs, progress, play)
    finally:
        progress.close()
    seconds = time.perf_counter() - begun
    result = {
        "game": game.name,
        "rules": game.version,
        "seats_played": list(bots),
        "rotate": arguments.rotate,
        "seed": arguments.seed,
        "options": options,
        "house_rules": game.house_words(game.agreed(options)),
        "jobs": jobs,
        **tally.summary(),
        "seconds": round(seconds, 3),
        "matches_per_second": tally.matches / seconds,
        "decisions_per_second": tally.decisions / seconds,
    }
    print(json.dumps(result, indent=2) if arguments.json else report(result))
    if arguments.records is not None and not arguments.json:
        how = f"marchland verify {arguments.records}/*{ENDING}{verify_with(game)}"
        print(f"Records are in {arguments.records}; '{how}' checks them.")
    return 0


def cores() -> int:
    """The cores that this process may use, which in a container are fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _prepare(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise UsageError(f"{folder} cannot be used for records: {fault.strerror or fault}.") from fault
    if any(folder.glob(f"*{ENDING}")):
        raise UsageError(f"There are records in {folder} already; choose another folder.")


def record_chunk(folder: Path, pairing: Pairing, start: int, stop: int) -> Tally:
    """The same matches as play_chunk plays, number for number, with a record of each."""
    game = load(pairing.game)
    tally = Tally()
    for number in range(start, stop):
        seed, bots = pairing.line_up(number)
        names = [player.name for player in seated(",".join(bots))]
        with naming(number, seed):
            match = Match(game, len(bots), pairing.options, fast_dice(seed), names)
            dealt = match.table.copy()
            players = [bot_from(name, seed * 64 + seat + 1) for seat, name in enumerate(bots)]
            while not match.table.over:
                seat = match.table.deciders()[0]
                match.play(seat, choice_of(players[seat], Sight(match.table, seat), len(match.entries) + 1))
            write_file(folder / f"{game.name}-{number + 1:06}{ENDING}", match)
            facts = facts_of(pairing, dealt, match.events)
            ending = game.ending(match.table)
            tally.count(bots, match.table.places, len(match.entries), int(match.table.round), facts, ending)
    return tally


def report(result: dict[str, Any]) -> str:
    """The result in words and tables, with a table for each fact that was asked for."""
    shared = f", {counted(result['shared_wins'], 'shared victory')}" if result["shared_wins"] else ""
    parts = [
        f"{counted(result['matches'], 'match')} of {result['game']} {result['rules']}, "
        f"{len(result['seats'])} players, seed {result['seed']}{shared}".replace("victorys", "victories"),
    ]
    if result["house_rules"]:
        parts.append(wrapped(f"House rules: {', '.join(result['house_rules'])}."))
    parts.append("")
    names = ["any" if result["rotate"] else bot for bot in result["seats_played"]]
    seats = [
        [str(seat["seat"]), name, *_share(seat), f"{seat['place_mean']:.2f}", bar(seat["share"], BAR)]
        for seat, name in zip(result["seats"], names, strict=True)
    ]
    parts.append(
        table(seats, ["seat", "bot", "wins", "share", "95% interval", "mean place", ""], right=[0, 2, 3, 4, 5])
    )
    bots = [[bot["bot"], str(bot["of"]), *_share(bot), bar(bot["share"], BAR)] for bot in result["bots"]]
    parts += ["", table(bots, ["bot", "seats", "wins", "share", "95% interval", ""], right=[1, 2, 3, 4]), ""]
    for fact, groups in result["by"].items():
        rows = [[group[fact], str(group["of"]), *_share(group), bar(group["share"], BAR)] for group in groups]
        parts += [table(rows, [fact, "times", "wins", "share", "95% interval", ""], right=[1, 2, 3, 4]), ""]
    if result["by"] and result["endings"]:
        rows = [[end["ending"], *_share(end), bar(end["share"], BAR)] for end in result["endings"]]
        parts += [table(rows, ["ended by", "matches", "share", "95% interval", ""], right=[1, 2, 3]), ""]
    parts.append(
        f"A match lasts {result['rounds_mean']:.1f} rounds and {result['decisions_mean']:,.0f} decisions on average: "
        f"half of them {_middle(result['rounds'])} rounds, the longest {result['rounds'][-1]['rounds']} rounds, "
        f"at most {result['decisions_most']:,} decisions."
    )
    parts.append(
        f"{result['seconds']:.1f} s with {counted(result['jobs'], 'job')}: {result['matches_per_second']:,.1f} matches "
        f"and {result['decisions_per_second']:,.0f} decisions a second."
    )
    return "\n".join(parts)


def _middle(lengths: list[dict[str, Any]]) -> str:
    """From the first quartile to the third."""
    over = list(accumulate(length["wins"] for length in lengths))
    first, third = (lengths[bisect_left(over, part * over[-1])]["rounds"] for part in (0.25, 0.75))
    return f"{first} to {third}"


def _share(data: dict[str, Any]) -> list[str]:
    wins = f"{data['wins']:g}" if data["wins"] < 1e6 else f"{data['wins']:.0f}"
    return [wins, percent(data["share"]), f"{percent(data['low'])} to {percent(data['high'])}"]
