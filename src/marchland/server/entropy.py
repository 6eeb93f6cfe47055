"""Dice that nobody can choose: what the server and the people at a match add to their key, first as hashes.

The `dice` of a match hold the server's part from its creation (`server`). At the start, if anybody has given a hash,
the match is `opening` until a time (`until`): all open what they add, or it begins without those who do not. From then
on `dice` are those of the match, with what they came from (`entropy`) and the people whose part is `missing`.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from marchland.engine.dice import FairDice, commitment
from marchland.engine.entropy import BYTES, Entropy, entropy_from_data
from marchland.engine.errors import UsageError
from marchland.server.errors import NoSeat, NotSaved
from marchland.server.messages import Draw
from marchland.server.schema import MATCHES, SEATS
from marchland.server.storage import Store

if TYPE_CHECKING:
    from marchland.server.live import Hub
    from marchland.server.lobby import Front

log = logging.getLogger("marchland.server")

TIME_TO_OPEN = 10.0  # seconds

Row = Mapping[str, Any]
NOTHING = {"entropy_hash": None, "entropy": None}  # of a seat that somebody has left


# -- what there is and what is shown of it -----------------------------------------------------------------------------


def new_dice() -> str:
    """The dice of a match that has not begun: the server's part, whose hash everybody sees from now on."""
    return json.dumps({"server": secrets.token_hex(BYTES)})


def gathered(dice: Row, seats: Sequence[Row] = ()) -> Entropy | None:
    """All that was added so far; matches of before have none of it."""
    if "entropy" in dice:
        return entropy_from_data(dice["entropy"], len(dice["entropy"]["parts"]))
    if "server" not in dice:
        return None
    hashes = [promised(seat) for seat in seats]
    parts = [bytes.fromhex(seat["entropy"] or "") if promised(seat) else b"" for seat in seats]
    return Entropy(bytes.fromhex(dice["server"]), hashes, parts)


def promised(seat: Row) -> str:
    return str(seat["entropy_hash"] or "") if seat["kind"] == "person" else ""


def final_dice(dice: Row, seats: Sequence[Row]) -> dict[str, Any]:
    """The dice that a match begins with."""
    entropy = gathered(dice, seats)
    if entropy is None:
        return dict(dice)
    # At one screen one device adds for all.
    people = [seat["seat"] for seat in seats if seat["kind"] == "person" and seat["host"] is None]
    missing = [seat for seat in people if not entropy.parts[seat]]
    return {**FairDice(entropy.key()).to_data(), "entropy": entropy.to_data(), "missing": missing}


def draw_of(dice: Row, over: bool, seats: Sequence[Row] = ()) -> Draw | None:
    """What is shown of it: hashes, and when the match is over everything."""
    entropy = gathered(dice, seats)
    if entropy is None:
        return None
    data = entropy.to_data()
    return Draw(
        server=commitment(entropy.server),
        seats=data["hashes"],
        opened=[bool(part) for part in entropy.parts],
        missing=dice.get("missing", []),
        server_part=data["server"] if over else None,
        parts=data["parts"] if over else None,
    )


def overdue(row: Row) -> bool:
    return row["status"] == "opening" and time_left(row) <= 0


def time_left(row: Row) -> float:
    """Seconds to open in. Where the clock was put back it is not longer than for everybody."""
    return min(float(json.loads(row["dice"])["until"]) - time.time(), TIME_TO_OPEN)


# -- before a match begins; in the database thread ---------------------------------------------------------------------


def promise(store: Store, row: Row, seat: Row, given: str) -> None:
    """A seat gives the hash of what it will add, or another one."""
    if row["status"] != "waiting":
        raise UsageError("The match has been started; what is added to its dice stands.")
    if "server" not in json.loads(row["dice"]):
        raise UsageError("The dice of this match were made by an older server; nothing can be added to them.")
    store.change(SEATS, {"match": row["id"], "seat": seat["seat"]}, {"entropy_hash": given, "entropy": None})


def ask_to_open(store: Store, row: Row) -> bool:
    """At the start: whether anybody has to open something before the match begins."""
    dice = json.loads(row["dice"])
    if "server" not in dice or not any(promised(seat) for seat in store.find(SEATS, match=row["id"])):
        return False
    ask_until(store, row)
    return True


def ask_until(store: Store, row: Row) -> None:
    """From now on there is so much time to open."""
    until = {**json.loads(row["dice"]), "until": time.time() + TIME_TO_OPEN}
    values = {"status": "opening", "dice": json.dumps(until)}
    store.change(MATCHES, {"id": row["id"], "status": row["status"]}, values)


def open_part(store: Store, row: Row, seat: Row, part: str) -> bool:
    """A seat shows what it adds. Whether everybody who gave a hash has done so now."""
    if seat["entropy"] == part:
        return False  # once more, perhaps because the first answer was lost
    if row["status"] == "waiting":
        raise UsageError("The match has not been started yet; keep to yourself what you add until then.")
    if row["status"] != "opening":
        raise UsageError("The match has begun; nothing is added to its dice any more.")
    if not promised(seat):
        raise UsageError("You gave no hash before the start, so nothing of yours can be added to the dice.")
    if commitment(bytes.fromhex(part)) != promised(seat):
        raise UsageError("This does not fit the hash that you gave before the start.")
    store.change(SEATS, {"match": row["id"], "seat": seat["seat"]}, {"entropy": part})
    return all(one["entropy"] for one in store.find(SEATS, match=row["id"]) if promised(one))


def own_seat(seats: Sequence[Row], number: int) -> Row:
    if number < 0:
        raise NoSeat
    return seats[number]


# -- in time -----------------------------------------------------------------------------------------------------------


class Openings:
    """Matches that somebody has started begin, at the latest when the time to open is over."""

    def __init__(self, front: Front, hub: Hub) -> None:
        self.front = front
        self.hub = hub
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def follow(self, identity: str) -> None:
        """A match that was started: let its bots play, or wait until it has begun."""
        row = await self.hub.store.run(self.front.row, identity)
        if row["status"] == "opening":
            if identity not in self.tasks:
                self.tasks[identity] = asyncio.create_task(self._begin_in_time(identity, time_left(row)))
            return
        if identity in self.tasks:
            self.tasks[identity].cancel()
        if row["status"] == "running":
            await self.hub.match(identity)

    async def catch_up(self) -> None:
        """After a restart. Nobody could open anything while the server was away, so there is time anew."""
        store = self.hub.store
        for row in await store.run(lambda: store.find(MATCHES, status="opening")):
            await store.run(ask_until, store, row)
            await self.follow(row["id"])

    async def _begin_in_time(self, identity: str, seconds: float) -> None:
        try:
            await asyncio.sleep(seconds)
            await self.hub.store.run(self.front.begin, identity)
            await self.hub.match(identity)
        # The next look at the match tries again.
        except NotSaved as fault:
            log.warning("match %s did not begin: %s", identity, fault)
        except Exception:
            log.exception("match %s did not begin", identity)
        finally:
            del self.tasks[identity]

    def close(self) -> None:
        for task in self.tasks.values():
            task.cancel()
