"""Matches that begin from a position: laid into the database, where the server finds them when somebody looks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from marchland.engine.dice import FairDice
from marchland.games import load
from marchland.server.messages import NewMatch
from marchland.server.schema import MATCHES, SNAPSHOTS
from marchland.server.services import Config, Services


class Laid:
    """A match that waits at a position. People come to it by the tokens that their browsers keep."""

    def __init__(self, match: str, tokens: list[str]) -> None:
        self.match = match
        self.tokens = tokens  # by seat


def lay(folder: Path, game: str, people: list[str], bots: int = 0, **position: Any) -> Laid:
    """People have the first seats, bots of no mind at all the others."""
    use = Services(Config(f"sqlite:///{folder / 'marchland.sqlite'}"))
    front, store = use.front, use.store
    try:
        guests, tokens = zip(*(use.people.new_guest(name) for name in people), strict=True)
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (len(people) - 1), *[{"kind": "bot", "bot": "random"}] * bots]
        options = position.get("options", {})
        wanted = NewMatch.model_validate({"game": game, "options": options, "seats": seats, "public": True})
        match = front.create(guests[0], wanted)
        for guest in guests[1:]:
            front.join(guest, match, None)
        dice = FairDice.fresh()
        table = load(game).position({"seats": len(seats), **position}, dice=dice)
        data = {"match": match, "number": 1, "rules": load(game).version, "data": json.dumps(table.to_data())}
        store.add(SNAPSHOTS, data)
        # A match of other rules goes on from its last snapshot.
        store.change(MATCHES, {"id": match}, {"status": "running", "rules": "0", "dice": json.dumps(dice.to_data())})
        return Laid(match, list(tokens))
    finally:
        use.bot_pool.close()
        store.engine.dispose()
