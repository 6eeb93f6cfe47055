"""marchland play: a match in the terminal."""

import argparse
import sys
from pathlib import Path

from marchland.bots import LEVELS
from marchland.cli.arguments import Verbs, add_game, add_options, chosen_options, new_verb, whole
from marchland.cli.numbers import add_house, house_options
from marchland.cli.position import read_position
from marchland.cli.records import game_of, read_file, told_of, verify_with
from marchland.cli.seats import HUMAN, Player, seated, seated_again
from marchland.cli.session import Left, Session
from marchland.cli.text import counted, listed, table, wrapped
from marchland.engine.dice import Dice, FairDice, commitment, fast_dice
from marchland.engine.errors import PlayError, UsageError
from marchland.engine.game import Game
from marchland.engine.match import Match
from marchland.engine.record import resume
from marchland.games import NAMES, load

STOPPED = 130


def add(verbs: Verbs) -> None:
    parser = new_verb(
        verbs,
        "play",
        "play a match in the terminal, with friends and bots",
        "Play a match in the terminal. Choices are numbered; 'help' at the prompt tells what else can be typed.",
        [
            f"play {NAMES[0]}                                  you against bots",
            f"play {NAMES[0]} --seats you=Ann,you=Ben,greedy   two at one keyboard, and a bot",
            f"play {NAMES[0]} --save evening.record            save the match when it is left",
            "play --resume evening.record                 go on with a saved match",
            f"play {NAMES[0]} --seats greedy,random            watch bots",
            f"play {NAMES[0]} --position siege.json            begin from a position",
            "play ./ridge                                 a game of your own, in the folder ridge",
        ],
    )
    add_game(parser, otherwise="that of the match that is resumed")
    parser.add_argument(
        "--seats",
        metavar="WHO,WHO,…",
        help=f"who plays, in seat order: you, you=NAME, a bot ({', '.join(LEVELS)}), or a file with one;"
        " by default you and gentle bots",
    )
    add_options(parser)
    add_house(parser)
    parser.add_argument(
        "--position",
        metavar="FILE",
        type=Path,
        help="begin from a position, a file of JSON; see 'marchland position'",
    )
    parser.add_argument("--save", metavar="FILE", type=Path, help="save the match there when it ends or is left")
    parser.add_argument("--resume", metavar="FILE", type=Path, help="go on with a saved match")
    dice = parser.add_mutually_exclusive_group()
    dice.add_argument(
        "--fair", action="store_true", help="fair dice with a secret key that is shown at the end (this is the default)"
    )
    dice.add_argument(
        "--seed", type=whole, metavar="N", help="dice from a seed instead: the same seed gives the same match"
    )
    parser.set_defaults(run=play)


def play(arguments: argparse.Namespace) -> int:
    game = load(arguments.game) if arguments.game is not None else None
    save = arguments.save
    if arguments.resume is not None:
        match, players = resumed(game, arguments)
        save = save if save is not None else arguments.resume
    elif game is None:
        raise UsageError("The following arguments are required: GAME; see 'marchland play --help'.")
    else:
        match, players = begun(game, arguments)
    if save is not None:
        _check_target(save, arguments.resume)
    session = Session(match, players, save)
    _announce(match, players, arguments.resume)
    return _finish(session)


def begun(game: Game, arguments: argparse.Namespace) -> tuple[Match, list[Player]]:
    dice = fast_dice(arguments.seed) if arguments.seed is not None else FairDice.fresh()
    if arguments.position is not None:
        return laid_out(game, arguments, dice)
    players = seated(arguments.seats or you_and_bots(game.usual_seats))
    options = {**chosen_options(arguments.option), **house_options(game, arguments.house, arguments.board)}
    return Match(game, len(players), options, dice, [player.name for player in players]), players


def you_and_bots(seats: int) -> str:
    return ",".join([HUMAN] + ["gentle"] * (seats - 1))


def laid_out(game: Game, arguments: argparse.Namespace, dice: Dice) -> tuple[Match, list[Player]]:
    """A match that begins from a position; its record has the table that it began with."""
    if arguments.option or arguments.house or arguments.board:
        raise UsageError("A position says itself what was agreed on; leave out --option, --set and --board.")
    table = read_position(game, arguments.position, dice)
    if table.over:
        raise UsageError(f"{arguments.position}: the match of this position is over.")
    players = seated(arguments.seats or you_and_bots(int(table.seats)))
    if len(players) != table.seats:
        raise UsageError(f"The position has {table.seats} seats, --seats names {len(players)}.")
    options = game.options_of(table)
    return Match(game, int(table.seats), options, None, [player.name for player in players], table.to_data()), players


def resumed(said: Game | None, arguments: argparse.Namespace) -> tuple[Match, list[Player]]:
    new = arguments.option or arguments.house or arguments.board or arguments.position
    if new or arguments.seed is not None or arguments.fair:
        raise UsageError(
            "A resumed match keeps its options, house rules and dice; "
            "leave out --option, --set, --board, --position, --seed and --fair."
        )
    record = read_file(arguments.resume)
    game = game_of(arguments.resume, record, said, "marchland play")
    with told_of(arguments.resume):
        match = resume(record, game)
    players = seated_again(match.players)
    if arguments.seats is not None:
        players = seated(arguments.seats)
        if len(players) != match.table.seats:
            raise UsageError(f"The saved match has {match.table.seats} seats, --seats names {len(players)}.")
        match.players = [player.name for player in players]
    return match, players


def _check_target(save: Path, resumed_from: Path | None) -> None:
    """Before the first move, so that nobody plays an evening that cannot be saved."""
    if save != resumed_from and save.exists():
        raise UsageError(f"{save} exists already; save under another name, or go on with it by --resume.")
    if not save.parent.is_dir():
        raise UsageError(f"{save} cannot be written: there is no folder {save.parent}.")


def _announce(match: Match, players: list[Player], resumed_from: Path | None) -> None:
    game = match.game
    people = [player.name for player in players if not player.bot]
    print(f"{game.title_of(match.options)}, rules {game.version}: {listed([player.name for player in players])}.")
    if len(people) == 1:
        print(f"You are {people[0]}.")
    agreed = [
        f"{setting.name} = {match.options[setting.name]}"
        for setting in game.settings.every
        if str(match.options[setting.name]) != setting.default
    ]
    if agreed:
        print(wrapped(f"Options: {', '.join(agreed)}."))
    house = game.house_words(match.options)
    if house:
        print(wrapped(f"House rules: {', '.join(house)}."))
    key = match.opening.get("key")
    if isinstance(key, str):
        print(f"The dice are fair. The sha256 of their key is\n  {commitment(bytes.fromhex(key))}")
        print("and the key is shown when the match is over.")
    if match.base is not None:
        print("The match was not dealt: it begins from a given table.")
    if resumed_from is not None:
        print(f"Going on after {counted(len(match.entries), 'decision')}.")
    if people:
        print("Type 'help' to see what you can type.")
    print()


def _finish(session: Session) -> int:
    try:
        session.play()
    except PlayError:
        _keep(session)
        raise
    except Left:
        _keep(session)
        print("The match is left as it stands.")
        return 0
    except KeyboardInterrupt:
        print()
        _keep(session)
        print("Stopped.")
        return STOPPED
    _result(session)
    if session.save is not None:
        _keep(session)
    elif session.people and sys.stdin.isatty():
        # Not from a file or a pipe: a line too many would become the name of a file.
        try:
            session.offer_save()
        except (Left, KeyboardInterrupt):
            print()
    _explain_dice(session)
    return 0


def _keep(session: Session) -> None:
    if session.save is not None and session.saved_at != len(session.match.entries):
        session.ours.add(session.save)
        session.save_as(-1, "")


def _result(session: Session) -> None:
    match = session.match
    places = match.places
    print(f"\nThe match is over after {counted(int(match.table.round), 'round')}.")
    ranked = sorted(range(match.table.seats), key=lambda seat: (places[seat], seat))
    rows = [[str(places[seat]), session.players[seat].mark, match.players[seat]] for seat in ranked]
    print(table(rows, ["place", "", "player"], right=[0]))


def _explain_dice(session: Session) -> None:
    key = session.match.opening.get("key")
    print()
    if isinstance(key, str):
        print(f"The key of the dice was\n  {key}")
        print(f"and its sha256, as announced,\n  {commitment(bytes.fromhex(key))}")
    if session.save is not None:
        how = f"marchland verify {session.save}{verify_with(session.match.game)}"
        print(wrapped(f"'{how}' replays the match and checks every roll."))
    else:
        how = f"marchland verify FILE{verify_with(session.match.game)}"
        print(wrapped(f"Once a match is saved, '{how}' replays it and checks every roll."))
