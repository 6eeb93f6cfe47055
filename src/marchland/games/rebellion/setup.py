"""Chapter 2: the start roll and the choice of the capital sites."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.rebellion.settings import CAPITAL_DISTANCE, CAPITAL_PICK, FORWARD
from marchland.games.rebellion.table import AWAIT, Rebellion
from marchland.games.rebellion.world import EVERY, PROVINCES, distance

ROLLS_TO_START: Final = phrase("REB-2.2", "{who:seat} rolls {n}")
STARTS: Final = phrase("REB-2.2", "{who:seat} begins, and turns go clockwise")
FOUNDS: Final = phrase("REB-2.3", "{who:seat} makes {province:region} the capital")
TOO_NEAR: Final = phrase("REB-2.4", "{province:region} is too near to another capital: {n step} apart is the least")
NO_LAND: Final = phrase("REB-2.4", "A capital stands in a land province")
ASK_CAPITAL: Final = phrase("REB-2.3", "Choose the province of your capital.")

LEAST_APART: Final = 2  # REB-2.4  where the option leaves no site


class StartRoll(Step[Rebellion]):
    """REB-2.2  The highest of d100 begins; tied ones roll again among themselves. REB-2.1  Colours are those of the
    seats."""

    def resume(self, t: Rebellion) -> None:
        rolling = list(range(t.seats))
        while len(rolling) > 1:
            rolls: list[int] = []
            for seat in rolling:
                rolled = t.dice.roll(100)
                t.tell(ROLLS_TO_START, seat, rolled)
                rolls.append(int(rolled))
            best = max(rolls)
            rolling = [seat for place, seat in enumerate(rolling) if rolls[place] == best]
        t.first = rolling[0]
        t.active = t.first
        t.tell(STARTS, t.first)
        t.finish()


def sites(t: Rebellion) -> i64:
    """REB-2.4  Where a capital may stand now. With 3 steps between them the map may be too small, then 2 will do."""
    return sites_apart(t, steps_apart(t))


def steps_apart(t: Rebellion) -> i64:
    """REB-2.4  How far from the others the next site lies at least."""
    return CAPITAL_DISTANCE.of(t) if sites_apart(t, CAPITAL_DISTANCE.of(t)) else LEAST_APART


def sites_apart(t: Rebellion, steps: i64) -> i64:
    found: i64 = EVERY
    for seat in range(t.seats):
        if t.capital[seat] >= 0:
            for province in range(PROVINCES):
                if distance(t.capital[seat], province) < steps:
                    found &= ~bit(province)
    return found


class ChooseCapital(Deed[Rebellion]):
    """REB-2.4  Any province that is far enough from the others' capital sites."""

    words = ["choose {province}", "province:region"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        found.fan(self, sites(t))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        province = self.a(action)
        if province >= PROVINCES:
            return [NO_LAND]
        return [TOO_NEAR, province, steps_apart(t)]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        """REB-2.5  One owned province with a capital of level 1, and coins; no soldiers, nothing else."""
        province = self.a(action)
        t.capital[seat] = province
        t.crowned |= bit(province)
        t.give_title(province, seat)
        t.hand_to(province, seat)
        t.tell(FOUNDS, seat, province)
        PICKED.add(t, 1)


PICKED: Final = Slot(0)  # how many have chosen


class PickCapital(Step[Rebellion]):
    """REB-2.3  One after the other, against the turn order or along it."""

    def resume(self, t: Rebellion) -> None:
        if PICKED.of(t) == t.seats:
            t.active = t.first
            t.finish()
            return
        order = t.turn_order()
        place = PICKED.of(t) if CAPITAL_PICK.of(t) == FORWARD else t.seats - 1 - PICKED.of(t)
        t.active = order[place]
        t.ask(t.active)

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_CAPITAL]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, t.active]


START_ROLL: Final = StartRoll("rebellion.start_roll", "Start roll", "REB-2.2")
PICK_CAPITAL: Final = PickCapital("rebellion.pick_capital", "Sites", "REB-2.3", [ChooseCapital()])
