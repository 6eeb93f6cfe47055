"""marchland verify: records replayed to their last word, and their dice."""

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple

from marchland.cli.arguments import Verbs, add_json, new_verb
from marchland.cli.records import add_game, game_of, not_dealt, read_file, shown, told_of
from marchland.cli.text import counted
from marchland.engine.dice import commitment
from marchland.engine.errors import MarchlandError, RecordError, UsageError
from marchland.engine.game import Game
from marchland.engine.match import Match
from marchland.engine.record import verify
from marchland.games import load


def add(verbs: Verbs) -> None:
    parser = new_verb(
        verbs,
        "verify",
        "check that records are whole, legal and fairly rolled",
        "Replay records and check every line: nothing altered, every action legal, every roll the one that the\n"
        "published dice give, the result the one that the actions lead to. Exit code 1 if any record fails.\n\n"
        "Who makes up a whole record can choose its key; only a hash that you noted before the first roll shows that\n"
        "nobody did. Compare it with --hash.",
        [
            "verify evening.record",
            "verify matches/*.record",
            "verify evening.record --hash HASH",
            "verify evening.record --game ./ridge",
        ],
    )
    parser.add_argument(
        "records", metavar="RECORD", nargs="+", type=Path, help="a file that play, simulate or a server has saved"
    )
    parser.add_argument(
        "--hash",
        dest="noted",
        action="append",
        default=[],
        type=_hash,
        metavar="HASH",
        help="a hash noted at the start: of the key, of the server's part or of a player's (repeat it for several)",
    )
    add_game(parser)
    add_json(parser)
    parser.set_defaults(run=check)


def _hash(text: str) -> str:
    if not re.fullmatch("[0-9a-f]{64}", text.strip().lower()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a hash: 64 digits from 0 to f")
    return text.strip().lower()


class Verified(NamedTuple):
    """A record that is what it says, and what was to be found out about its dice."""

    path: Path
    match: Match
    known: list[str]  # of which hash each one was that somebody had noted


def check(arguments: argparse.Namespace) -> int:
    if arguments.noted and len(arguments.records) > 1:
        raise UsageError("A hash belongs to one match: give --hash with one record.")
    said = load(arguments.game) if arguments.game is not None else None
    failed = 0
    told: list[dict[str, Any]] = []
    for path in arguments.records:
        try:
            found = verified(path, said, arguments.noted)
        except MarchlandError as fault:
            failed += 1
            told.append({"record": str(path), "ok": False, "fault": str(fault)})
            if not arguments.json:
                print(fault, file=sys.stderr)
        else:
            told.append(as_data(found))
            if not arguments.json:
                print("\n".join(sentences(found)))
    if arguments.json:
        print(json.dumps(told, indent=2, ensure_ascii=False))
    return 1 if failed else 0


def verified(path: Path, said: Game | None = None, noted: list[str] | None = None) -> Verified:
    """The match of a record that has been replayed and compared to its last word."""
    record = read_file(path)
    game = game_of(path, record, said)
    with told_of(path):
        match = verify(record, game)
        return Verified(path, match, [_which(match, one) for one in noted or []])


def _which(match: Match, noted: str) -> str:
    """Of what a hash is that somebody noted at the start."""
    key, entropy = match.opening.get("key"), match.entropy
    if isinstance(key, str) and commitment(bytes.fromhex(key)) == noted:
        return "the key of the dice"
    if entropy is not None:
        if commitment(entropy.server) == noted:
            return "the server's part"
        for seat, given in enumerate(entropy.hashes):
            if given == noted and entropy.parts[seat]:
                return f"{match.players[seat]}'s part"
            if given == noted:
                # Anybody can write down a hash that nothing has to fit.
                raise RecordError(
                    f"{noted} is only what {match.players[seat]} promised and did not open: it is not in these dice, "
                    "so it does not show that they are those that were promised to you."
                )
    raise RecordError(
        f"{noted} is none of its hashes: these are not the dice that were promised to you, or it is another match."
    )


# -- words -------------------------------------------------------------------------------------------------------------


def sentences(found: Verified) -> list[str]:
    path, match, known = found
    lines = [not_dealt(path)] if match.base is not None else []
    lines.append(f"{'whole' if match.base is not None else 'ok'}: {shown(path)}: {summary(match)}")
    if match.entropy is not None:
        lines.append(f"  {added(match)}")
    lines += [f"  The hash that you noted is that of {what}." for what in known]
    return lines


def summary(match: Match) -> str:
    table = match.table
    if match.over:
        winners = [match.players[seat] for seat, place in enumerate(match.places) if place == 1]
        ending = f"won by {' and '.join(winners)}{', as all others resigned' if match.ended is not None else ''}"
    else:
        ending = "not over yet"
    house = match.game.house_words(match.options)
    rules = f"{match.game.version}, house rules ({', '.join(house)})" if house else match.game.version
    what = f"{match.game.title} {rules}, {table.seats} players"
    decisions = counted(len(match.entries), "decision")
    if match.base is not None:
        return f"{what}, begun from a given table, {decisions} since then as the dice on it fell, {ending} from there"
    return f"{what}, {decisions}, {dice_of(match)} dice, {ending}"


def dice_of(match: Match) -> str:
    return {"fair": "fair", "fast": "seeded"}.get(str(match.opening.get("kind")), "scripted")


def added(match: Match) -> str:
    """Who has added to the key of the dice, and who has not."""
    entropy = match.entropy
    assert entropy is not None
    who = ["The server", *(match.players[seat] for seat, part in enumerate(entropy.parts) if part)]
    text = f"{_listed(who)} {'has' if len(who) == 1 else 'have'} added to the dice"
    others = [
        match.players[seat] + (" (gave a hash and did not open it)" if entropy.hashes[seat] else "")
        for seat, part in enumerate(entropy.parts)
        if not part
    ]
    return f"{text}, {_listed(others)} {'has' if len(others) == 1 else 'have'} not." if others else f"{text}."


def _listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def as_data(found: Verified) -> dict[str, Any]:
    path, match, known = found
    key, entropy = match.opening.get("key"), match.entropy
    return {
        "record": str(path),
        "ok": True,
        "given_table": match.base is not None,
        "game": match.game.name,
        "rules": match.game.version,
        "players": match.players,
        "decisions": len(match.entries),
        "over": match.over,
        "places": match.places,
        "dice": dice_of(match),
        "hash": commitment(bytes.fromhex(key)) if isinstance(key, str) else None,
        "added": [bool(part) for part in entropy.parts] if entropy is not None else None,
        "noted": known,
    }
