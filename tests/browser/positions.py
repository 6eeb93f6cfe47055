"""Matches that begin from a position: laid into the database, where the server finds them when somebody looks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from marchland.engine.dice import FairDice
from marchland.engine.match import Match, code_of_entry
from marchland.games import load
from marchland.server.calls import NewMatch
from marchland.server.schema import CHATS, ENTRIES, MATCHES, SNAPSHOTS
from marchland.server.services import Config, Services
from marchland.server.storage import EntryRow, Store, now


class Laid:
    """A match that waits at a position. People come to it by the tokens that their browsers keep."""

    def __init__(self, match: str, tokens: list[str]) -> None:
        self.match = match
        self.tokens = tokens  # by seat


@contextmanager
def seated(
    folder: Path, game: str, people: list[str], bots: int, options: Mapping[str, Any]
) -> Iterator[tuple[Store, Laid]]:
    """A match that waits for its start. People have the first seats, bots of no mind at all the others."""
    use = Services(Config(f"sqlite:///{folder / 'marchland.sqlite'}"))
    try:
        guests, tokens = zip(*(use.people.new_guest(name) for name in people), strict=True)
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (len(people) - 1), *[{"kind": "bot", "bot": "random"}] * bots]
        wanted = NewMatch.model_validate({"game": game, "options": options, "seats": seats, "public": True})
        match = use.front.create(guests[0], wanted)
        for guest in guests[1:]:
            use.front.join(guest, match, None)
        yield use.store, Laid(match, list(tokens))
    finally:
        use.bot_pool.close()
        use.store.engine.dispose()


def dice_that_roll(*wanted: range) -> FairDice:
    """Dice whose first rolls of a hundred are among these, one after the other."""
    for number in range(1_000_000):
        dice = FairDice(number.to_bytes(32, "big"))
        if all(dice.roll(100) in rolls for rolls in wanted):
            return FairDice(dice.key)
    raise AssertionError("there are no such dice")


def lay(
    folder: Path,
    game: str,
    people: list[str],
    bots: int = 0,
    dice: FairDice | None = None,
    said: Sequence[str] = (),
    **position: Any,
) -> Laid:
    """A match that goes on from a position, after the last of the people has said all that."""
    with seated(folder, game, people, bots, position.get("options", {})) as (store, laid):
        dice = dice or FairDice.fresh()
        table = load(game).position({"seats": len(people) + bots, **position}, dice=dice)
        data = {"match": laid.match, "number": 1, "rules": load(game).version, "data": json.dumps(table.to_data())}
        store.add(SNAPSHOTS, data)
        # A match of other rules goes on from its last snapshot.
        kept = {"status": "running", "rules": "0", "dice": json.dumps(dice.to_data())}
        store.change(MATCHES, {"id": laid.match}, kept)
        seat = len(people) - 1
        words = {"match": laid.match, "seat": seat, "name": people[seat], "at": now()}
        if said:
            store.add(CHATS, *({**words, "number": number, "text": text} for number, text in enumerate(said, 1)))
        return laid


def lay_played(folder: Path, played: Match, people: list[str]) -> Laid:
    """A match that was played somewhere else, to its end."""
    game = played.game
    with seated(folder, game.name, people, int(played.table.seats) - len(people), played.options) as (store, laid):
        rows = [
            EntryRow(laid.match, number, entry.seat, "act", code_of_entry(game, entry), 0, now())._asdict()
            for number, entry in enumerate(played.entries, 1)
        ]
        if rows:
            store.add(ENTRIES, *rows)
        kept = {
            "status": "over",
            "dice": json.dumps(played.opening),
            "places": json.dumps(played.places),
            "round": int(played.table.round),
            "ended": json.dumps(played.ended) if played.ended is not None else None,
        }
        store.change(MATCHES, {"id": laid.match}, kept)
        return laid
