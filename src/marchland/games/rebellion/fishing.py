"""Chapter 18: fishing boats. What they bring in is part of income and harvest (REB-18.3)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit, lowest
from marchland.games.rebellion.army import TOO_DEAR
from marchland.games.rebellion.fleets import NO_BOAT, at_sea
from marchland.games.rebellion.food import BOAT_FOOD
from marchland.games.rebellion.income import BOAT_COINS
from marchland.games.rebellion.ports import harbour_seas
from marchland.games.rebellion.settings import NUMBERS, economy
from marchland.games.rebellion.table import Rebellion
from marchland.games.rebellion.waters import BOAT_MOVES, BOAT_POINTS, SEA, SEAT
from marchland.games.rebellion.world import AROUND

BOAT_PRICE: Final = NUMBERS.one("price.boat", "REB-18.1", 7, 1, 60, "coins for a fishing boat")

BRINGS_IN: Final = phrase("REB-18.3", "{coins coin} and {food} food a turn while a port of yours is open")
NO_HARBOUR: Final = phrase("REB-18.1", "No open port of yours lies on {sea:region}")
SETS_OUT: Final = phrase("REB-18.1", "{who:seat} sets a fishing boat in {sea:region} for {n coin}")
ROWS_ON: Final = phrase("REB-18.2", "A fishing boat of {who:seat} goes from {source:region} to {target:region}")
FISHED: Final = phrase("REB-18.1", "A fishing boat lies in {sea:region} already")
TOO_FAR: Final = phrase(
    "REB-18.2", "{target:region} is too far from {source:region} for the {n point} that the boat has left"
)


def fished(t: Rebellion) -> i64:
    """Seas with a boat of anybody."""
    found: i64 = 0
    for row in t.boats:
        found |= bit(row[SEA])
    return found


class BoatBuild(Deed[Rebellion]):
    """REB-18.1  In a sea on the coast of an open port, where no boat lies; it moves from the next turn on."""

    words = ["set a fishing boat in {sea}", "sea:region"]

    def effect_at(self, t: Rebellion, seat: i64) -> Saying:
        return [BRINGS_IN, BOAT_COINS.of(t), BOAT_FOOD.of(t) if economy(t) else 0]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if t.coins[seat] >= BOAT_PRICE.of(t):
            found.fan(self, harbour_seas(t, seat) & ~fished(t))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        sea = self.a(action)
        amiss = at_sea(t, sea)
        if amiss:
            return amiss
        if not harbour_seas(t, seat) >> sea & 1:
            return [NO_HARBOUR, sea]
        return [FISHED, sea] if fished(t) >> sea & 1 else [TOO_DEAR, BOAT_PRICE.of(t), t.coins[seat]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        sea = self.a(action)
        t.coins[seat] -= BOAT_PRICE.of(t)
        row: list[int] = [sea, seat, 0]
        t.boats = sorted([*t.boats, row])
        t.tell(SETS_OUT, seat, sea, BOAT_PRICE.of(t))


def reach(sea: i64, points: i64) -> i64:
    """REB-18.2  The seas that a boat comes to with so many points, past whatever lies on the way."""
    if points == 0:
        return 0
    found: i64 = AROUND[sea]
    if points == BOAT_MOVES:
        left = AROUND[sea]
        while left:
            found |= AROUND[lowest(left)]
            left &= left - 1
    return found & ~bit(sea)


class BoatMove(Deed[Rebellion]):
    """REB-18.2  Up to 2 seas, ending where no boat lies. REB-18.4  No ship hinders it."""

    words = ["move the boat from {source} to {target}", "source:region target:region"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        for row in t.boats:
            if row[SEAT] == seat:
                found.fan_from(self, row[SEA], reach(row[SEA], row[BOAT_POINTS]) & ~fished(t), 1)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        source, target = self.a(action), self.b(action)
        row = t.boat_in(source)
        if not row or row[SEAT] != seat:
            return [NO_BOAT, source]
        if fished(t) >> target & 1:
            return [FISHED, target]
        return [TOO_FAR, target, source, row[BOAT_POINTS]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        source, target = self.a(action), self.b(action)
        points: i64 = t.boat_in(source)[BOAT_POINTS] - (1 if AROUND[source] >> target & 1 else BOAT_MOVES)
        row: list[int] = [target, seat, points]
        t.boats = sorted([*(other for other in t.boats if other[SEA] != source), row])
        t.tell(ROWS_ON, seat, source, target)


FISHING_DEEDS: Final[list[Deed[Rebellion]]] = [BoatBuild(), BoatMove()]
