"""REB-20.22: the captain's idea: a level of the capital for nothing, or its price."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.games.rebellion.capital import CAPITAL_LOST, TOP, UPGRADE
from marchland.games.rebellion.finds import WHO, Finding
from marchland.games.rebellion.rows import CAPTAINS_IDEA, FIND
from marchland.games.rebellion.settings import CAPTAIN_CASH, EXAMPLE
from marchland.games.rebellion.table import Rebellion

IN_THE_EXAMPLE: Final = 20  # coins at level 2

RAISES: Final = phrase("REB-20.22", "{who:seat} raises the capital to level {n} for nothing")
CASHES: Final = phrase("REB-20.22", "{who:seat} takes {n coin} for the idea")
NO_HIGHER: Final = phrase("REB-20.22", "Your capital has the highest level, and the idea is worth coins alone")
FREE_LEVEL: Final = phrase("REB-20.22", "The capital has level {n} at once")
COINS_INSTEAD: Final = phrase("REB-20.22", "{n coin} instead")
ASK_IDEA: Final = phrase(
    "REB-20.22", "The captain's idea: a level of the capital for nothing, or {n coin}?", card=(FIND, CAPTAINS_IDEA)
)


def captain_coins(t: Rebellion, seat: i64) -> i64:
    """REB-20.22  The price of the next level, at level 3 that of the last one."""
    if t.level[seat] == 1:
        return UPGRADE.of(t, 0)
    return IN_THE_EXAMPLE if CAPTAIN_CASH.of(t) == EXAMPLE else UPGRADE.of(t, 1)


class CaptainUpgrade(Deed[Rebellion]):
    """REB-20.22  Below level 3, while the capital is held."""

    words = ["take the level"]

    def effect_at(self, t: Rebellion, seat: i64) -> Saying:
        return [FREE_LEVEL, t.level[seat] + 1]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if t.level[seat] < TOP and t.holds_own_capital(seat):
            found.add(self.code)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NO_HIGHER] if t.holds_own_capital(seat) else [CAPITAL_LOST]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.level[seat] += 1
        t.tell(RAISES, seat, t.level[seat])
        t.finish()


class CaptainCoins(Deed[Rebellion]):
    words = ["take the coins"]

    def effect_at(self, t: Rebellion, seat: i64) -> Saying:
        return [COINS_INSTEAD, captain_coins(t, seat)]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        n = captain_coins(t, seat)
        t.coins[seat] += n
        t.tell(CASHES, seat, n)
        t.finish()


class Captain(Finding):
    """REB-20.22"""

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_IDEA, captain_coins(t, WHO.of(t))]


CAPTAIN: Final = Captain("rebellion.captain", "Captain's idea", "REB-20.22", [CaptainUpgrade(), CaptainCoins()])
