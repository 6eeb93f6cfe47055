"""Chapter 7: marching."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit, lowest
from marchland.games.rebellion.army import NOT_YOURS, TOO_DEAR
from marchland.games.rebellion.ending import victory
from marchland.games.rebellion.table import ARMS, SOLDIERS, Rebellion
from marchland.games.rebellion.weather import march_rate
from marchland.games.rebellion.world import AROUND, PROVINCES

MOST: Final = 255  # units in one action; more take several

MARCHES: Final = phrase(
    "REB-7.2", "{who:seat} marches {n} {unit:unit} from {source:region} to {target:region} for {coins coin}"
)
TAKES_LAND: Final = phrase("REB-4.4", "{who:seat} takes {province:region}")
NOT_BESIDE: Final = phrase("REB-1.2", "{target:region} is not next to {source:region}")
NO_MARCH: Final = phrase("REB-7.2", "{target:region} is held by others, and entering it is an attack")
TOO_FEW_READY: Final = phrase("REB-7.1", "In {source:region} you have {n} {unit:unit} with a movement point")
NONE_MARCH: Final = phrase("REB-7.2", "At least 1 unit marches")
TOO_MANY: Final = phrase("REB-7.2", "One march takes at most {n unit}; the others march by another")


def step_price(t: Rebellion, source: i64, arm: i64) -> i64:
    """REB-7.3, REB-7.4  Rate times soldiers; out of a province with a road a step is free."""
    return 0 if t.free_roads() >> source & 1 else march_rate(t) * SOLDIERS[arm]


def most_marching(t: Rebellion, seat: i64, source: i64, arm: i64) -> i64:
    """Units that can take a step out of a province and be paid for."""
    n = t.ready[source * ARMS + arm]
    price = step_price(t, source, arm)
    if price and t.coins[seat] // price < n:
        n = t.coins[seat] // price
    return n if n < MOST else MOST


class Move(Deed[Rebellion]):
    """REB-7.2  Into a province of one's own, or one without owner and holder. REB-7.7  Several steps, while there are
    points; REB-4.5  leaving a province empty changes nothing."""

    words = ["march {n} {unit} from {source} to {target}", "source:region unit:unit target:region n:count"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        held = t.held[seat]
        open_to = held | t.free()
        left = held
        while left:
            source = lowest(left)
            left &= left - 1
            targets = AROUND[source] & open_to
            if targets:
                for arm in range(ARMS):
                    if t.ready[source * ARMS + arm]:
                        found.fan_from(self, source << 2 | arm, targets, most_marching(t, seat, source, arm))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        source, arm, target, n = self.a(action), self.b(action), self.c(action), self.d(action)
        if source >= PROVINCES or t.holder[source] != seat:
            return [NOT_YOURS, source]
        if not AROUND[source] >> target & 1:
            return [NOT_BESIDE, target, source]
        if not (t.held[seat] | t.free()) >> target & 1:
            return [NO_MARCH, target]
        if n == 0:
            return [NONE_MARCH]
        if n > t.ready[source * ARMS + arm]:
            return [TOO_FEW_READY, source, t.ready[source * ARMS + arm], arm]
        if n > MOST:
            return [TOO_MANY, MOST]
        return [TOO_DEAR, n * step_price(t, source, arm), t.coins[seat]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        """REB-7.6  Paid when made. REB-4.4  Empty land is taken at once."""
        source, arm, target, n = self.a(action), self.b(action), self.c(action), self.d(action)
        cost = n * step_price(t, source, arm)
        t.coins[seat] -= cost
        for _ in range(n):
            cell = t.strongest(source, arm)
            t.put(source, cell, -1)
            t.put(target, cell - 1, 1)
        t.tell(MARCHES, seat, n, arm, source, target, cost)
        take_if_empty(t, seat, target)


def take_if_empty(t: Rebellion, seat: i64, province: i64) -> None:
    """REB-4.4  Land without owner and holder is taken at once. REB-25.2  A capital that a player has left behind by
    resigning counts again, and it may be the last one."""
    if t.holder[province] != seat:
        t.give_title(province, seat)
        t.hand_to(province, seat)
        t.tell(TAKES_LAND, seat, province)
        if t.crowned & bit(province):
            victory(t)


assert ARMS == 4  # the arm stands in two bits
