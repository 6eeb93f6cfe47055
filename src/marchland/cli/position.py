"""marchland position: what a position can say, and whether one is sound."""

import argparse
import json
from pathlib import Path

from marchland.cli.arguments import Verbs, add_game, new_verb
from marchland.cli.seats import HUMAN, seated
from marchland.cli.session import Session
from marchland.cli.text import wrapped
from marchland.engine.dice import Dice
from marchland.engine.errors import MarchlandError, UsageError
from marchland.engine.game import Game
from marchland.engine.match import Match
from marchland.engine.position import Entry, described, schema_of, steps_of
from marchland.engine.table import SPECTATOR, Table
from marchland.games import NAMES, load


def add(verbs: Verbs) -> None:
    parser = new_verb(
        verbs,
        "position",
        "list what a position can say, or check one",
        "List the entries of a position, one by one; or read one from a file of JSON, and show the table as it is\n"
        "shown to whoever decides. 'marchland play GAME --position FILE' plays on from there.",
        [
            f"position {NAMES[0]}                  all entries, and the steps that an agenda can name",
            f"position {NAMES[0]} --schema         the same as JSON Schema, for editors and programs",
            f"position {NAMES[0]} siege.json       check a file, and show the table",
        ],
    )
    add_game(parser)
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, help="a position as JSON")
    parser.add_argument("--schema", action="store_true", help="print JSON Schema")
    parser.set_defaults(run=position)


def position(arguments: argparse.Namespace) -> int:
    game = load(arguments.game)
    if arguments.schema and arguments.file is not None:
        raise UsageError("Give a file to check, or --schema, and not both.")
    if arguments.file is None and not game.entries:
        raise UsageError(f"{game.title} does not say what its positions can say.")
    if arguments.schema:
        print(json.dumps(schema_of(game), indent=2))
    elif arguments.file is not None:
        show(game, read_position(game, arguments.file))
    else:
        tell(game)
    return 0


def read_position(game: Game, path: Path, dice: Dice | None = None) -> Table:
    """The table of a file; UsageError says what is wrong with it, and in which file."""
    try:
        said = json.loads(path.read_bytes())
    except OSError as fault:
        raise UsageError(f"{path} cannot be read: {fault.strerror or fault}.") from fault
    except (ValueError, RecursionError) as fault:
        raise UsageError(f"{path} is not JSON: {fault}.") from fault
    try:
        return game.position(said, dice)
    except MarchlandError as fault:
        raise UsageError(f"{path}: {fault}") from fault


def show(game: Game, table: Table) -> None:
    """The board and the question, as the deciders see them."""
    players = seated(",".join([HUMAN] * int(table.seats)))
    match = Match(
        game, int(table.seats), game.options_of(table), None, [player.name for player in players], table.to_data()
    )
    session = Session(match, players, None)
    deciders = table.deciders()
    session.board(deciders[0] if deciders else SPECTATOR, "")
    for seat in deciders:
        session.prompt(seat)
    if table.over:
        print("\nThe match is over.")


# -- what it can say ---------------------------------------------------------------------------------------------------


def tell(game: Game) -> None:
    print(wrapped(f"A position of {game.title} is an object of JSON. Each of these entries can be left out."))
    for entry, default in described(game):
        print(f"\n{entry.name}")
        for line in (meaning(game, entry), entry.form.noun, f"without it: {default}"):
            print(wrapped(line, "    "))
    print()
    print(wrapped("The steps that an agenda can name, with their arguments:"))
    print()
    for name, title, arguments in steps_of(game):
        said = "; ".join(f"{argument.name}: {argument.text or argument.form.noun}" for argument in arguments)
        print(wrapped(f"{name} ({title}){': ' if said else ''}{said}", "      ", "  "))


def meaning(game: Game, entry: Entry) -> str:
    return f"{entry.text} ({game.clause(entry.clause)})" if entry.clause else entry.text
