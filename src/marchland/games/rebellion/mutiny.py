"""Chapter 22, second part: the mutiny of captives (REB-22.9, REB-22.10)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.sets import bit, lowest
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.rebellion.aftermath import AFTERMATH
from marchland.games.rebellion.battle import BATTLE, CERTAIN, begin_battle
from marchland.games.rebellion.captives import Worded, beaten, fought_by_players, winner
from marchland.games.rebellion.capture import rebels_win
from marchland.games.rebellion.force import ROLLS, muster
from marchland.games.rebellion.revolts import RAZED
from marchland.games.rebellion.settings import NUMBERS, revolts
from marchland.games.rebellion.table import REBELS, Rebellion

MUTINY: Final = NUMBERS.row(
    ["", "mutiny.one", "mutiny.two", "mutiny.three"],
    "REB-22.9",
    [0, 5, 15, 30],
    0,
    100,
    "percent for a mutiny of so many captives",
)
FURTHER: Final = NUMBERS.one("mutiny.further", "REB-22.9", 5, 0, 100, "percent more for each further captive")
TABLED: Final = 3  # captives up to which the table says the chance

ROLLS_FOR_MUTINY: Final = Worded(
    "REB-22.9", "{who:seat} rolls {rolled} for a mutiny of {n captive} of {nation:seat}, who rise at {m} or less"
)
RISE: Final = Worded("REB-22.10", "The captives in {province:region} rise: {n rebel} against {who:seat}", "blow")
ESCAPE: Final = Worded("REB-22.10", "{n captive} of {nation:seat} {n|escapes|escape} from {province:region}")


def mutiny_chance(t: Rebellion, n: i64) -> i64:
    """REB-22.9  By the number of captives."""
    if n <= TABLED:
        return MUTINY.of(t, n)
    chance = MUTINY.of(t, TABLED) + FURTHER.of(t) * (n - TABLED)
    return chance if chance < CERTAIN else CERTAIN


def lands_with(t: Rebellion, seat: i64, nation: i64) -> i64:
    """Provinces in which a player has captives of a nation."""
    found: i64 = 0
    left = t.captive_land & t.held[seat]
    while left:
        province = lowest(left)
        left &= left - 1
        if t.captives_of(province, nation):
            found |= bit(province)
    return found


def number_of(t: Rebellion, seat: i64, nation: i64) -> i64:
    total: i64 = 0
    left = lands_with(t, seat, nation)
    while left:
        total += t.captives_of(lowest(left), nation)
        left &= left - 1
    return total


def roll_for_mutiny(t: Rebellion, loser: i64, nation: i64) -> None:
    """REB-22.9  Whoever has lost a battle to a nation of which he still has captives rolls."""
    n = number_of(t, loser, nation)
    if n == 0:
        return
    rolled = t.dice.roll(100)
    chance = mutiny_chance(t, n)
    t.tell(ROLLS_FOR_MUTINY.of(t), loser, rolled, n, nation, chance)
    if rolled <= chance:
        t.call(RISING, loser, nation, lands_with(t, loser, nation))


class MutinyTest(Step[Rebellion]):
    """REB-22.9  After a land battle between players with at least one roll."""

    def resume(self, t: Rebellion) -> None:
        if t.progress() == 0 and t.battle[ROLLS] and fought_by_players(t):
            t.set_progress(1)
            roll_for_mutiny(t, beaten(t), winner(t))
        else:
            t.finish()


LOSER: Final = Slot(0)
NATION: Final = Slot(1)
LANDS: Final = Slot(2)  # provinces whose captives are still to rise, as a set


class Rising(Step[Rebellion]):
    """REB-22.10  Province by province in the order of their numbers."""

    def resume(self, t: Rebellion) -> None:
        if not LANDS.of(t):
            t.finish()
            return
        province = lowest(LANDS.of(t))
        LANDS.put(t, LANDS.of(t) & ~bit(province))
        seat, nation = LOSER.of(t), NATION.of(t)
        n = t.captives_of(province, nation)
        if n == 0 or t.holder[province] != seat:
            return
        t.remove_captives(province, nation, n)
        if not revolts(t) or not (t.owned(seat) & ~t.crowned) >> province & 1:
            t.tell(ESCAPE.of(t), n, nation, province)
            return
        t.tell(RISE.of(t), province, n, seat)
        if t.main_buildings() >> province & 1:
            t.raze_main(province)
            t.tell(RAZED, province)
        muster(t, province, 0, n)
        if t.units_in(province):
            begin_battle(t, True, REBELS, province)
            t.call(BATTLE)
        else:
            rebels_win(t, province, seat)
            t.call(AFTERMATH)


MUTINY_TEST: Final = MutinyTest("rebellion.mutiny_test", "Mutiny", "REB-22.9")
RISING: Final = Rising("rebellion.rising", "Mutiny of captives", "REB-22.10")
