"""Chapter 20, second part: what results of overseas expeditions ask of whoever rolled them (REB-20.6)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.rebellion.income import TREE_COINS
from marchland.games.rebellion.rows import BAD_WINDS, COCONUT, FIND, POISON_ROW, UNREST_ROW
from marchland.games.rebellion.settings import NUMBERS
from marchland.games.rebellion.sheets import OVERSEAS
from marchland.games.rebellion.table import AWAIT, PORT, ROAD, Rebellion

WHO: Final = Slot(0)  # who rolled the result; not always the player on turn (REB-20.25)
LEFT: Final = Slot(1)  # black markers still to be placed


class Finding(Step[Rebellion]):
    """REB-20.6  One question to whoever rolled; what leaves no choice is not asked."""

    def resume(self, t: Rebellion) -> None:
        seat = WHO.of(t)
        found = self.listed(t, seat)
        if found.total == 0:
            t.finish()
        elif found.total == 1:
            self.act(t, seat, found.at(0))
        else:
            t.ask(seat, found)

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, WHO.of(t)]


# -- REB-20.11: unrest -----------------------------------------------------------------------------------------------

ROAD_GOES: Final = phrase("REB-20.11", "{who:seat} destroys the road in {province:region}")
NO_ROAD: Final = phrase("REB-20.11", "You own no road in {province:region}")
ASK_ROAD: Final = phrase("REB-20.11", "Unrest: destroy one of your roads.", card=(FIND, UNREST_ROW))


class DestroyRoad(Deed[Rebellion]):
    """REB-20.11  Of an own province; that of a capital does not count."""

    words = ["destroy the road in {province}", "province:region"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        found.fan(self, t.built[ROAD] & t.owned(seat))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NO_ROAD, self.a(action)]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.raze(ROAD, self.a(action))
        t.tell(ROAD_GOES, seat, self.a(action))
        t.finish()


class Unrest(Finding):
    """REB-20.11"""

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_ROAD]


# -- REB-20.12: the coconut tree -------------------------------------------------------------------------------------

YIELDS: Final = phrase("REB-20.12", "{n coin} a turn, fruit to sell, and one expedition more under way")
PLANTS: Final = phrase("REB-20.12", "{who:seat} plants a coconut tree in {province:region}")
PLANTS_NONE: Final = phrase("REB-20.12", "{who:seat} plants no tree")
NO_SOIL: Final = phrase(
    "REB-20.12",
    "A tree grows in an own province without a capital, a red token or another tree; not in {province:region}",
)
ASK_TREE: Final = phrase("REB-20.12", "Where do you plant the coconut tree?", card=(FIND, COCONUT))


def soil(t: Rebellion, seat: i64) -> i64:
    """REB-20.12, REB-13.1, REB-10.4"""
    return t.owned(seat) & ~t.crowned & ~t.marred & ~t.trees


class PlantTree(Deed[Rebellion]):
    """REB-20.12  Beside any buildings, one in a province."""

    words = ["plant the tree in {province}", "province:region"]

    def effect_at(self, t: Rebellion, seat: i64) -> Saying:
        return [YIELDS, TREE_COINS.of(t)]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        found.fan(self, soil(t, seat))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NO_SOIL, self.a(action)]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.trees |= bit(self.a(action))
        t.tell(PLANTS, seat, self.a(action))
        t.finish()


class PlantNone(Deed[Rebellion]):
    words = ["plant no tree"]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.tell(PLANTS_NONE, seat)
        t.finish()


class CoconutTree(Finding):
    """REB-20.12"""

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_TREE]


# -- REB-20.20: bad winds --------------------------------------------------------------------------------------------

WIND_PRICE: Final = NUMBERS.one("overseas.winds", "REB-20.20", 5, 0, 60, "coins to wait for better winds")

ANOTHER_ROLL: Final = phrase("REB-20.20", "{n coin}; it rolls again at the start of your next turn")
WAITS: Final = phrase("REB-20.20", "{who:seat} pays {n coin}, and the expedition waits for better winds")
GIVES_UP: Final = phrase("REB-20.20", "The expedition of {who:seat} ends with nothing")
ASK_WINDS: Final = phrase(
    "REB-20.20", "Bad winds: pay {n coin} and wait another turn, or end it?", card=(FIND, BAD_WINDS)
)
WINDS_TOO_DEAR: Final = phrase("REB-20.20", "That costs {n coin}, and you have {m}")


def next_turn_of(t: Rebellion, seat: i64) -> i64:
    """The round of a player's next turn."""
    later = (seat + t.seats - t.first) % t.seats > (t.active + t.seats - t.first) % t.seats
    return t.round if later else t.round + 1


class WindsPay(Deed[Rebellion]):
    """REB-20.20  It falls due again with the next turn."""

    words = ["wait for better winds"]

    def effect_at(self, t: Rebellion, seat: i64) -> Saying:
        return [ANOTHER_ROLL, WIND_PRICE.of(t)]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if t.coins[seat] >= WIND_PRICE.of(t):
            found.add(self.code)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [WINDS_TOO_DEAR, WIND_PRICE.of(t), t.coins[seat]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.coins[seat] -= WIND_PRICE.of(t)
        t.expeditions = [*t.expeditions, [int(seat), OVERSEAS, int(next_turn_of(t, seat))]]
        t.tell(WAITS, seat, WIND_PRICE.of(t))
        t.finish()


class WindsEnd(Deed[Rebellion]):
    words = ["end the expedition"]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.tell(GIVES_UP, seat)
        t.finish()


class Winds(Finding):
    """REB-20.20"""

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_WINDS, WIND_PRICE.of(t)]


# -- REB-20.24: poison -----------------------------------------------------------------------------------------------

POISON_PRICE: Final = NUMBERS.one("overseas.poison", "REB-20.24", 10, 0, 60, "coins that spare a province from poison")

POISONS: Final = phrase("REB-20.24", "{who:seat} puts a black marker on {province:region}")
RUINS_MAIN: Final = phrase("REB-20.24", "With it the main building of {province:region} is destroyed")
RUINS_OTHERS: Final = phrase("REB-20.24", "With it whatever {province:region} has of a port and a road is destroyed")
BUYS_CLEAN: Final = phrase("REB-20.24", "{who:seat} pays {n coin} to be spared a black marker")
NOT_FOR_POISON: Final = phrase(
    "REB-20.24", "A black marker goes on own land without a capital, a building or another; not on {province:region}"
)
STILL_CLEAN: Final = phrase("REB-20.24", "You have land without buildings, and coins do not spare it")
TOO_DEAR_CLEAN: Final = phrase("REB-20.24", "To be spared costs {n coin}, and you have {m}")
ASK_POISON: Final = phrase("REB-20.24", "Poison: {n black marker} to place on your land.", card=(FIND, POISON_ROW))
FORBIDS: Final = phrase("REB-20.24", "No farm or granary is built there any more; a main building there is destroyed")


def clean_land(t: Rebellion, seat: i64) -> i64:
    """REB-20.24  Own land without a capital, a building or a black marker."""
    return built_on(t, seat) & ~t.developed()


def built_on(t: Rebellion, seat: i64) -> i64:
    return t.owned(seat) & ~t.crowned & ~t.black


class PoisonPlace(Deed[Rebellion]):
    """REB-20.24  Where nothing stands; if there is no such land, where something does."""

    words = ["poison {province}", "province:region"]
    effect = FORBIDS

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        clean = clean_land(t, seat)
        found.fan(self, clean if clean else built_on(t, seat))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NOT_FOR_POISON, self.a(action)]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        province = self.a(action)
        t.black |= bit(province)
        t.tell(POISONS, seat, province)
        if t.developed() >> province & 1:
            ruin(t, province)
        LEFT.add(t, -1)


def ruin(t: Rebellion, province: i64) -> None:
    """REB-20.24  The main building goes; without one, port and road."""
    if t.main_buildings() >> province & 1:
        t.raze_main(province)
        t.tell(RUINS_MAIN, province)
    else:
        t.raze(PORT, province)
        t.raze(ROAD, province)
        t.tell(RUINS_OTHERS, province)


class PoisonPay(Deed[Rebellion]):
    """REB-20.24  Only where no land without buildings is left."""

    words = ["pay to be spared"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if not clean_land(t, seat) and t.coins[seat] >= POISON_PRICE.of(t):
            found.add(self.code)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [STILL_CLEAN] if clean_land(t, seat) else [TOO_DEAR_CLEAN, POISON_PRICE.of(t), t.coins[seat]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.coins[seat] -= POISON_PRICE.of(t)
        t.tell(BUYS_CLEAN, seat, POISON_PRICE.of(t))
        LEFT.add(t, -1)


class Poison(Finding):
    """REB-20.24  One marker after the other; what can be done in no way is waived."""

    def resume(self, t: Rebellion) -> None:
        if LEFT.of(t):
            super().resume(t)
        else:
            t.finish()

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_POISON, LEFT.of(t)]


UNREST: Final = Unrest("rebellion.unrest", "Unrest", "REB-20.11", [DestroyRoad()])
COCONUT_TREE: Final = CoconutTree("rebellion.tree", "Coconut tree", "REB-20.12", [PlantTree(), PlantNone()])
WINDS: Final = Winds("rebellion.winds", "Bad winds", "REB-20.20", [WindsPay(), WindsEnd()])
POISON: Final = Poison("rebellion.poison", "Poison", "REB-20.24", [PoisonPlace(), PoisonPay()])
