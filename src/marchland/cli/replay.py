"""marchland replay: a recorded match, told sentence by sentence or summed up."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from marchland.cli.arguments import Verbs, add_json, new_verb, whole
from marchland.cli.drawing import Drawing
from marchland.cli.records import add_game, game_of, not_dealt, read_file, told_of
from marchland.cli.seats import MARKS, seated_again
from marchland.cli.sentences import say_events
from marchland.cli.summary import in_words
from marchland.cli.text import Paint, fitted, wrapped
from marchland.cli.verify import verified
from marchland.engine.errors import UsageError
from marchland.engine.match import Match
from marchland.engine.record import replay
from marchland.engine.retrospect import look_back
from marchland.engine.table import SPECTATOR
from marchland.games import load


def add(verbs: Verbs) -> None:
    parser = new_verb(
        verbs,
        "replay",
        "tell a recorded match sentence by sentence",
        "Tell a recorded match sentence by sentence, with the clauses of the rulebook; or (--summary) what it came\n"
        "to: the end, the curves, battles, luck and turning points.",
        [
            "replay evening.record",
            "replay evening.record --from 40 --to 60 --board",
            "replay evening.record --seat 2",
            "replay evening.record --summary",
        ],
    )
    parser.add_argument("record", metavar="RECORD", type=Path, help="a file that play or simulate has saved")
    parser.add_argument("--from", dest="first", type=whole, default=0, metavar="N", help="begin with decision N")
    parser.add_argument("--to", dest="last", type=whole, metavar="N", help="end with decision N")
    parser.add_argument(
        "--seat", metavar="S", help="tell what seat S (0, 1 … or A, B …) sees; else what spectators see"
    )
    parser.add_argument("--board", action="store_true", help="show the board at the end of each turn")
    parser.add_argument("--summary", action="store_true", help="sum the match up instead of telling it")
    add_json(parser)
    add_game(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    if arguments.summary:
        return sum_up(arguments)
    if arguments.json:
        raise UsageError("What is told is sentences; --json goes with --summary.")
    return tell(arguments)


def sum_up(arguments: argparse.Namespace) -> int:
    if arguments.first or arguments.last is not None or arguments.seat is not None or arguments.board:
        raise UsageError("A summary is of the whole match: --from, --to, --seat and --board are for telling it.")
    said = load(arguments.game) if arguments.game is not None else None
    match = verified(arguments.record, said).match
    with told_of(arguments.record):
        summary = look_back(match)
    if arguments.json:
        print(json.dumps(asdict(summary), indent=2, ensure_ascii=False))
        return 0
    if summary.given_table:
        print(wrapped(not_dealt(arguments.record)))
    print(fitted(in_words(summary)))
    return 0


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
    with told_of(arguments.record):
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


def _seat(said: str, seats: int) -> int:
    names = [name for seat in range(seats) for name in (str(seat), MARKS[seat : seat + 1])]
    if said.upper() not in names or not said:
        raise UsageError(
            f"There is no seat {said!r}; this match has the seats 0 to {seats - 1}, or A to {MARKS[:seats][-1:]}."
        )
    return names.index(said.upper()) // 2


def _sentences(match: Match, seat: int) -> list[str]:
    """What the last entry, or before the first one the deal, has brought about."""
    last = len(match.entries)
    events = [event for _, event in match.heard(seat, last - 1, last)]
    if last and not events and match.entries[-1].seat == seat:
        return [f"{match.players[seat]} chooses in secret: {match.describe(match.entries[-1])}."]
    return say_events(match.game, events, match.players)
