"""Records: a match as lines of JSON, each sealed by a mark that depends on all lines before it.

    {"record": 3, "game": "…", "rules": "1.0", "seats": 4, "players": […], "options": {…}, "dice": {…}, …}
    {"n": 1, "seat": 2, "act": "place_start PHY", "draws": [], "mark": "…"}
    {"n": 2, "seat": 1, "act": "offer 2: water 3 for covert Ambush", "draws": [], "mark": "…"}
    {"snapshot": 100, "table": {…}, "mark": "…"}
    {"end": 412, "over": true, "places": [2, 1, 3, 4], "table": "fingerprint", "mark": "…"}

The dice are given as they lay before the deal, with the hash that was published then; `draws` are what they gave. Where
players have added to their key, `entropy` has all parts of it. A match that was not dealt has a `base`, the table that
it began with: nothing tells how that came about (see `given_table`).

Where the players have ended a match otherwise than by its rules, the last line has `ended`: `why`, and the `places`.

Older formats are read as well. In both an offer is an object of packed ints, `offer`; in format 1 an entry has `do`, a
sentence, instead of `act`. Their snapshots and the fingerprint of their last table are of the tables of that time,
which were laid out differently; so of an older record the marks, the actions, the draws and the places are checked, and
not those.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Iterator
from typing import Any, Final

from marchland.engine.dice import Dice, FairDice, commitment, dice_from_data
from marchland.engine.entropy import Entropy, entropy_from_data
from marchland.engine.errors import MarchlandError, RecordError
from marchland.engine.format1 import action_said
from marchland.engine.game import Game
from marchland.engine.match import Entry, Match, code_of_entry, entry_of, offer_entry
from marchland.engine.offers import packed_once
from marchland.engine.table import SPECTATOR, Table

FORMAT: Final = 3
RESIGNED: Final = "resigned"  # why a match has ended: all but one, or all but one team, had given up


def write(match: Match) -> str:
    """The whole record of a match, running or over."""
    table = match.table
    header: dict[str, Any] = {
        "record": FORMAT,
        "game": match.game.name,
        "rules": match.game.version,
        "seats": table.seats,
        "players": match.players,
        "options": match.options,
        "dice": with_hash(match.opening),
        "setup": match.setup,
    }
    if match.entropy is not None:
        header["entropy"] = match.entropy.to_data()
    if match.base is not None:
        header["base"] = match.base
    lines = [header]
    for number, entry in enumerate(match.entries, 1):
        act = code_of_entry(match.game, entry)
        lines.append({"n": number, "seat": entry.seat, "act": act, "draws": entry.draws})
        if number in match.snapshots:
            lines.append({"snapshot": number, "table": match.snapshots[number]})
    end = {"end": len(match.entries), "over": table.over, "places": table.places, "table": table.fingerprint()}
    lines.append({**end, "ended": match.ended} if match.ended is not None else end)
    text = []
    mark = ""
    for line in lines:
        mark = mark_of(mark, line)
        text.append(json.dumps({**line, "mark": mark}, separators=(",", ":")))
    return "\n".join(text) + "\n"


def with_hash(opening: dict[str, object]) -> dict[str, object]:
    key = opening.get("key")
    return {**opening, "hash": commitment(bytes.fromhex(key))} if isinstance(key, str) else opening


def mark_of(before: str, line: dict[str, Any]) -> str:
    text = before + json.dumps(line, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


class Record:
    """A record as read: checked line by line for form, not yet for its rules."""

    def __init__(self, header: dict[str, Any], steps: list[dict[str, Any]], end: dict[str, Any]) -> None:
        self.header = header
        self.steps = steps  # entries and snapshots, in order
        self.end = end

    @property
    def format(self) -> int:
        return int(self.header["record"])

    @property
    def game(self) -> str:
        return str(self.header["game"])

    @property
    def rules(self) -> str:
        return str(self.header["rules"])

    @property
    def given_table(self) -> bool:
        """Whether the match began from a table that somebody gave, so that no dice answer for what lay there."""
        return self.header.get("base") is not None


def read(text: str) -> Record:
    """Read the lines of a record; RecordError names the first line that is malformed, missing or altered."""
    lines: list[dict[str, Any]] = []
    mark = ""
    for number, raw in enumerate(text.splitlines(), 1):
        try:
            line = json.loads(raw)
        except (ValueError, RecursionError) as fault:
            raise RecordError(f"Line {number} of the record is not JSON: {fault}.") from fault
        if not isinstance(line, dict) or not isinstance(line.get("mark"), str):
            raise RecordError(f"Line {number} of the record is not an object with a mark.")
        said = line.pop("mark")
        mark = mark_of(mark, line)
        if said != mark:
            raise RecordError(f"Line {number} of the record was altered: its mark does not fit.")
        lines.append(line)
    if not lines or type(lines[0].get("record")) is not int:
        raise RecordError(f'This is not a record: the first line does not say "record": {FORMAT}.')
    if not 1 <= lines[0]["record"] <= FORMAT:
        raise RecordError(f"This record is of format {lines[0]['record']}; formats 1 to {FORMAT} can be read.")
    if len(lines) < 2 or "end" not in lines[-1]:
        raise RecordError(f"The record is cut off: after line {len(lines)} its closing line is missing.")
    header = lines[0]
    for name, type_ in (("game", str), ("rules", str), ("seats", int), ("players", list), ("options", dict)):
        if not isinstance(header.get(name), type_):
            raise RecordError(f"Line 1 of the record lacks {name!r}, or it is of the wrong type.")
    if not isinstance(header.get("dice"), dict) or not isinstance(header.get("setup"), list):
        raise RecordError("Line 1 of the record lacks its dice or the draws of the setup.")
    players = header["players"]
    if len(players) != header["seats"] or not all(isinstance(player, str) for player in players):
        raise RecordError("Line 1 of the record does not name one player for every seat.")
    for number, line in enumerate(lines[1:-1], 2):
        snapshot = "snapshot" in line
        if not isinstance(line.get("table"), dict) if snapshot else not isinstance(line.get("n"), int):
            raise RecordError(f"Line {number} of the record is neither an entry nor a snapshot.")
    return Record(header, lines[1:-1], lines[-1])


def opening_dice(record: Record) -> Dice:
    """The dice before the deal; the published hash must fit the key, and the key all that was added to it."""
    data = {name: value for name, value in record.header["dice"].items() if name != "hash"}
    dice = dice_from_data(data)
    if isinstance(dice, FairDice) and record.header["dice"].get("hash") != commitment(dice.key):
        raise RecordError("The key of the dice does not fit the hash that was published before the match.")
    entropy = entropy_of(record)
    if entropy is not None and (not isinstance(dice, FairDice) or dice.key != entropy.key()):
        raise RecordError("The key of the dice does not follow from what the server and the players added to it.")
    if isinstance(dice, FairDice) and not record.given_table and (dice.position, dice.draws) != (0, 0):
        # Else a forger could look for the place in the stream where the rolls please him.
        raise RecordError("The match was dealt, but its dice do not begin with their first draw.")
    return dice


def entropy_of(record: Record) -> Entropy | None:
    data = record.header.get("entropy")
    return entropy_from_data(data, record.header["seats"]) if data is not None else None


def replay(record: Record, game: Game) -> Iterator[Match]:
    """The match after the deal and after each entry. Every draw is compared with the record."""
    if record.rules != game.version:
        raise RecordError(
            f"The match was played by rules {record.rules} of {game.title}; this is version {game.version}, "
            "which cannot replay it exactly. Its snapshots can still be resumed."
        )
    header = record.header
    try:
        base = header.get("base")
        match = Match(game, header["seats"], header["options"], opening_dice(record), header["players"], base)
    except MarchlandError as fault:
        raise RecordError(f"The match of the record cannot be dealt: {fault}") from fault
    match.entropy = entropy_of(record)
    if with_hash(match.opening) != header["dice"]:
        raise RecordError("The table that the match began with has other dice than the record.")
    if match.setup != header["setup"]:
        raise RecordError("The draws of the setup are not those that the dice give.")
    yield match
    for line in record.steps:
        if "snapshot" in line:
            if record.format == FORMAT and line["table"] != match.table.to_data():
                raise RecordError(f"The snapshot after entry {line['snapshot']} is not the table of that moment.")
            continue
        entry = _entry(game, line, len(match.entries) + 1, record.format)
        try:
            match.enter(entry)
        except MarchlandError as fault:
            raise RecordError(f"Entry {line['n']} is not legal: {fault}.") from fault
        if match.entries[-1].draws != entry.draws:
            raise RecordError(f"Entry {line['n']} records draws that the dice did not give.")
        yield match


def _entry(game: Game, line: dict[str, Any], expected: int, written_in: int) -> Entry:
    if line.get("n") != expected:
        raise RecordError(f"Entry {expected} is missing; the record goes on with {line.get('n')!r}.")
    seat, draws = line.get("seat"), line.get("draws")
    if type(seat) is not int or not isinstance(draws, list):
        raise RecordError(f"Entry {expected} lacks its seat or its draws.")
    offer = line.get("offer") if written_in < FORMAT else None
    if offer is not None:
        try:
            give, ask = ([packed_once(asset) for asset in offer[side]] for side in ("give", "ask"))
            return offer_entry(seat, int(offer["to"]), give, ask, draws)
        except (KeyError, TypeError, ValueError, OverflowError) as fault:
            raise RecordError(f"Entry {expected} has a malformed offer: {fault!r}.") from fault
    try:
        if written_in == 1:
            return Entry(seat, action_said(game, str(line.get("do"))), None, draws)
        return entry_of(game, seat, str(line.get("act")), draws)
    except MarchlandError as fault:
        raise RecordError(f"Entry {expected} names no action: {fault}") from fault


def verify(record: Record, game: Game) -> Match:
    """Replay all of it; RecordError says what does not fit, otherwise the match as it stands at its end."""
    match = next(iter(deque(replay(record, game), maxlen=1)))
    table = match.table
    if record.end.get("end") != len(match.entries):
        raise RecordError(f"The record ends after {record.end.get('end')!r} entries but holds {len(match.entries)}.")
    if record.end.get("over") != table.over or record.end.get("places") != table.places:
        raise RecordError("The result of the record is not the result of its actions.")
    if record.format == FORMAT and record.end.get("table") != table.fingerprint():
        raise RecordError("The record does not end with the table that its actions lead to.")
    match.ended = _ended(record, match)
    return match


def _ended(record: Record, match: Match) -> dict[str, Any] | None:
    """How the players have ended the match. No rule says whether they did; only whether they could have."""
    ended = record.end.get("ended")
    if ended is None:
        return None
    if match.table.over:
        raise RecordError("The match was over by its rules; nobody could end it otherwise.")
    places = ended.get("places") if isinstance(ended, dict) and ended.get("why") == RESIGNED else None
    seats, teams = match.table.seats, match.table.teams()
    if not isinstance(places, list) or len(places) != seats:
        raise RecordError("The record does not say how the match was ended, with a place for everybody.")
    if not all(type(place) is int and 1 <= place <= seats for place in places):
        raise RecordError(f"A place of a match that was ended is a number from 1 to {seats}.")
    out = seats_out(match.table)
    left = [seat for seat in range(seats) if seat not in out]
    if teams and places not in [places_of_teams(teams, winner) for winner in left]:
        raise RecordError(
            "The match was ended, but its places are not a team that was still in the game first, all others second."
        )
    if not teams and places != places_in_turn(seats, sorted(left, key=lambda seat: int(places[seat]))):
        raise RecordError(
            "The match was ended, but its places do not say who has won and who held out how long, all before those "
            "whom the rules had put out."
        )
    return {"why": RESIGNED, "places": places}


def seats_out(table: Table) -> set[int]:
    """Those whom the rules have put out. Whoever ends a match then, they do not win it."""
    return {seat for seat, shown in enumerate(table.picture(SPECTATOR).seats) if shown.out}


def places_in_turn(seats: int, order: list[int]) -> list[int]:
    """Where all others have resigned: the winner and those, in this order; who was out by the rules shares the last."""
    return [order.index(seat) + 1 if seat in order else len(order) + 1 for seat in range(seats)]


def places_of_teams(teams: list[int], winner: int) -> list[int]:
    """Where all others have resigned: the team of the winner is first, and all others share the second place."""
    return [1 if team == teams[winner] else 2 for team in teams]


def resume(record: Record, game: Game) -> Match:
    """A match to play on with. Where the rules have changed since, it goes on from the last snapshot that loads."""
    if record.rules == game.version:
        return verify(record, game)
    header = record.header
    snapshots = [line for line in record.steps if "snapshot" in line]
    if not snapshots:
        raise RecordError(f"The match was played by rules {record.rules} and has no snapshot to resume from.")
    match = Match(game, header["seats"], header["options"], None, header["players"], snapshots[-1]["table"])
    match.entropy = entropy_of(record)
    return match
