"""Matches that begin from a position: laid into the database, where the server finds them when somebody looks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from marchland.engine.dice import FairDice
from marchland.games import load
from marchland.server.lobby import Front
from marchland.server.messages import NewMatch
from marchland.server.people import People
from marchland.server.schema import MATCHES, SEATS, SNAPSHOTS
from marchland.server.storage import Store


class Laid:
    """A match that waits at a position. People come to it by the secret links of their seats."""

    def __init__(self, match: str, links: list[str]) -> None:
        self.match = match
        self.links = links  # by seat


def lay(folder: Path, game: str, people: list[str], bots: int = 0, **position: Any) -> Laid:
    """People have the first seats, bots of no mind at all the others."""
    store = Store(f"sqlite:///{folder / 'marchland.sqlite'}")
    try:
        known = People(store)
        front = Front(store, known)
        guests = [known.new_guest(name)[0] for name in people]
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
        links = [seat["secret"] for seat in sorted(store.find(SEATS, match=match), key=lambda seat: seat["seat"])]
        return Laid(match, links)
    finally:
        store.engine.dispose()
