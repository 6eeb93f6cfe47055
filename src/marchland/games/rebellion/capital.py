"""Chapter 10: the capital: its levels, and the siege (REB-10.11)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit, lowest
from marchland.games.rebellion.losses import DUE, LOSE_SOLDIER, Losses
from marchland.games.rebellion.settings import NUMBERS
from marchland.games.rebellion.table import AWAIT, REBELS, TRIBE, Rebellion
from marchland.games.rebellion.world import AROUND

UPGRADE: Final = NUMBERS.row(
    ["price.level2", "price.level3"], "REB-10.1", [10, 19], 1, 60, "coins for the next level of the capital"
)
SIEGE_DIE: Final = NUMBERS.one("siege.die", "REB-10.11", 6, 1, 20, "sides of the die for losses in a siege")
GARRISON: Final = NUMBERS.one("siege.garrison", "REB-10.11", 6, 0, 20, "soldiers that a siege leaves")

TOP: Final = 3

UNLOCKS_SECOND: Final = phrase("REB-10.2", "For cavalry and farms")
UNLOCKS_THIRD: Final = phrase("REB-10.2", "For artillery and manufactories, and more income")
UPGRADES: Final = phrase("REB-10.1", "{who:seat} raises the capital to level {n} for {coins coin}")
CAPITAL_LOST: Final = phrase("REB-10.1", "You do not hold your capital")
AT_TOP: Final = phrase("REB-10.1", "Your capital has the highest level")
PRICE_OF_LEVEL: Final = phrase("REB-10.1", "The next level costs {n coin}, and you have {m}")


def upgrade_price(t: Rebellion, seat: i64) -> i64:
    """REB-10.1  Of the next level."""
    return UPGRADE.of(t, t.level[seat] - 1)


class UpgradeCapital(Deed[Rebellion]):
    """REB-10.1  In order, any number in a turn. REB-10.3  The level is the owner's and stays with a lost capital."""

    words = ["upgrade the capital"]

    def effect_at(self, t: Rebellion, seat: i64) -> Saying:
        if t.level[seat] >= TOP or not t.holds_own_capital(seat):
            return []
        return [UNLOCKS_SECOND if t.level[seat] == 1 else UNLOCKS_THIRD]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if t.holds_own_capital(seat) and t.level[seat] < TOP and t.coins[seat] >= upgrade_price(t, seat):
            found.add(self.code)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        if not t.holds_own_capital(seat):
            return [CAPITAL_LOST]
        return [AT_TOP] if t.level[seat] >= TOP else [PRICE_OF_LEVEL, upgrade_price(t, seat), t.coins[seat]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        price = upgrade_price(t, seat)
        t.coins[seat] -= price
        t.level[seat] += 1
        t.tell(UPGRADES, seat, t.level[seat], price)


# -- REB-10.11: the siege --------------------------------------------------------------------------------------------

BESIEGED: Final = phrase("REB-10.11", "The capital of {who:seat} is under siege: a roll of {n}")
ASK_SIEGE: Final = phrase("REB-10.11", "Your capital is under siege: {n soldier} to lose. Of which arm?")


def besieged(t: Rebellion, seat: i64) -> bool:
    """REB-10.11  Every neighbour is held by a player at war, rebels or a tribe, at least one by such a player."""
    if not t.holds_own_capital(seat):
        return False
    enemies = False
    left = AROUND[t.capital[seat]]
    while left:
        holder = t.holder[lowest(left)]
        left &= left - 1
        if 0 <= holder < t.seats and holder != seat and t.at_war(seat, holder):
            enemies = True
        elif holder != REBELS and holder != TRIBE:
            return False
    return enemies


def at_risk(t: Rebellion, seat: i64) -> i64:
    """REB-10.11  Soldiers that a siege may cost: those above the garrison that it leaves."""
    spare = t.soldiers(t.capital[seat]) - GARRISON.of(t) if besieged(t, seat) else 0
    return spare if spare > 0 else 0


class Siege(Losses):
    """REB-10.11  E4: d6 soldiers, of the owner's choice, but never below 6."""

    def resume(self, t: Rebellion) -> None:
        seat = t.active
        if t.progress() == 0:
            t.set_progress(1)
            spare = at_risk(t, seat)
            if spare:
                rolled = t.dice.roll(SIEGE_DIE.of(t))
                t.tell(BESIEGED, seat, rolled)
                DUE.put(t, rolled if rolled < spare else spare)
        if self.take_losses(t, seat):
            t.finish()

    def where(self, t: Rebellion, seat: i64) -> i64:
        return bit(t.capital[seat])

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_SIEGE, DUE.of(t)]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, t.active]


UPGRADE_CAPITAL: Final = UpgradeCapital()
SIEGE: Final = Siege("rebellion.siege", "Siege", "REB-10.11", [LOSE_SOLDIER])
