"""Chapter 14: the harvest, and the famine of those who cannot feed their land."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import size
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.rebellion.losses import offer_soldiers
from marchland.games.rebellion.ports import has_open_port
from marchland.games.rebellion.settings import CAPITAL_FOOD, NUMBERS, economy, three_players
from marchland.games.rebellion.table import AWAIT, FARM, GRANARY, Rebellion
from marchland.games.rebellion.weather import freezes_harvest

FARM_FOOD: Final = NUMBERS.one("food.farm", "REB-14.2", 1, 0, 6, "food of a farm")
GRANARY_FOOD: Final = NUMBERS.one("food.granary", "REB-14.2", 2, 0, 6, "food of a granary")
BOAT_FOOD: Final = NUMBERS.one("food.boat", "REB-14.2", 1, 0, 6, "food of a fishing boat")
CAPTIVE_FOOD: Final = NUMBERS.one("food.captives", "REB-22.7", 1, 0, 6, "food of a farm with captives more")
BURNING: Final = NUMBERS.one("agents.burning", "REB-23.9", 1, 0, 5, "food that agents burn")
PROVINCES_PER_FOOD: Final = NUMBERS.one("food.provinces", "REB-14.3", 2, 1, 6, "owned provinces that need one food")
FAMINE_DIE: Final = NUMBERS.one("famine.die", "REB-14.4", 4, 1, 20, "sides of the die for a famine")
GREAT_DIE: Final = NUMBERS.one("famine.great_die", "REB-14.4", 6, 1, 20, "sides of the die for a great famine")
GREAT_FROM: Final = NUMBERS.one(
    "famine.great_from", "REB-14.4", 12, 2, 43, "held provinces from which a famine is great"
)
SOLDIER_PRICE: Final = NUMBERS.one("famine.price", "REB-14.4", 2, 1, 6, "coins that spare a soldier in a famine")

HARVEST_TOLD: Final = phrase("REB-14.1", "{who:seat} harvests {n} food")
FED: Final = phrase("REB-14.3", "The provinces of {who:seat} eat {n} food")
SHORT: Final = phrase("REB-14.4", "{who:seat} needs {n} food and has {m}: famine, a roll of {rolled}")
STARVES: Final = phrase("REB-14.4", "{who:seat} loses one of {unit:unit} in {province:region} to hunger")
STARVES_ABOARD: Final = phrase("REB-14.4", "{who:seat} loses one of {unit:unit} on {transporter:transporter} to hunger")
BUYS_OFF: Final = phrase("REB-14.4", "{who:seat} pays {n coin} to spare a soldier")
WAIVED: Final = phrase("REB-14.4", "{who:seat} has nothing left to lose, and the rest is waived")
ASK_FAMINE: Final = phrase("REB-14.4", "Famine: {n} still to lose. Give up a soldier, or pay {price coin}.")
ASK_SOLDIER: Final = phrase("REB-14.4", "Famine: {n} still to lose. Give up a soldier.")
CANNOT_PAY: Final = phrase("REB-14.4", "That costs {n coin}, and you have {m}")
NO_SOLDIER: Final = phrase("REB-1.14", "There is no {unit:unit} of yours to lose in {province:region}")


def production(t: Rebellion, seat: i64, sky: i64) -> i64:
    """REB-14.2, REB-10.6, REB-26.6  Capital sites that are held, farms and granaries of owned land; REB-18.3  boats, if
    a port is open; REB-22.7  captives beside a farm; REB-23.9  less what agents burn."""
    each = CAPITAL_FOOD.of(t) + (1 if three_players(t) else 0)
    total = each * size(t.held[seat] & t.crowned)
    owned = t.owned(seat)
    if not freezes_harvest(sky):
        total += FARM_FOOD.of(t) * size(t.built[FARM] & owned)
    total += CAPTIVE_FOOD.of(t) * size(t.built[FARM] & owned & t.captive_land)
    if has_open_port(t, seat):
        total += BOAT_FOOD.of(t) * t.boats_of(seat)
    total += GRANARY_FOOD.of(t) * size(t.built[GRANARY] & owned) - BURNING.of(t) * t.burned[seat]
    return total if total > 0 else 0


def need(t: Rebellion, seat: i64) -> i64:
    """REB-14.3"""
    return size(t.owned(seat)) // PROVINCES_PER_FOOD.of(t)


class Harvest(Step[Rebellion]):
    """REB-14.1  S5: the stock is what is produced now; what was left of the old one spoils."""

    def resume(self, t: Rebellion) -> None:
        if economy(t):
            t.food[t.active] = production(t, t.active, t.weather)
            t.burned[t.active] = 0
            t.tell(HARVEST_TOLD, t.active, t.food[t.active])
        t.finish()


# -- REB-14.4: famine ------------------------------------------------------------------------------------------------

DUE: Final = Slot(0)


class FamineLose(Deed[Rebellion]):
    """REB-14.4, REB-1.14  A soldier of any province."""

    words = ["starve one {unit} in {province}", "province:region unit:unit"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        offer_soldiers(t, self, t.held[seat], found)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NO_SOLDIER, self.b(action), self.a(action)]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        province, arm = self.a(action), self.b(action)
        t.lose_soldier(province, arm)
        t.all_paid = False
        t.tell(STARVES, seat, arm, province)
        DUE.add(t, -1)


class FaminePay(Deed[Rebellion]):
    """REB-14.4  2 coins instead of a soldier."""

    words = ["pay instead"]
    forward = True

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if t.coins[seat] >= SOLDIER_PRICE.of(t):
            found.add(self.code)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [CANNOT_PAY, SOLDIER_PRICE.of(t), t.coins[seat]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.coins[seat] -= SOLDIER_PRICE.of(t)
        t.tell(BUYS_OFF, seat, SOLDIER_PRICE.of(t))
        DUE.add(t, -1)


class Famine(Step[Rebellion]):
    """REB-14.3, REB-14.4  E1: the need is taken from the stock; if it is too small, one die says what is lost."""

    def resume(self, t: Rebellion) -> None:
        seat = t.active
        if t.progress() == 0:
            t.set_progress(1)
            t.shortage = False
            t.all_paid = True
            if economy(t):
                self.feed(t, seat)
        while DUE.of(t):
            found = self.listed(t, seat)
            if found.total > 1:
                t.ask(seat, found)
                return
            if found.total == 0:
                t.all_paid = False
                t.tell(WAIVED, seat)
                DUE.put(t, 0)
            else:
                self.act(t, seat, found.at(0))
        t.finish()

    def feed(self, t: Rebellion, seat: i64) -> None:
        needed, stock = need(t, seat), t.food[seat]
        if stock >= needed:
            t.food[seat] = stock - needed
            t.tell(FED, seat, needed)
            return
        great = size(t.held[seat]) >= GREAT_FROM.of(t)
        rolled = t.dice.roll(GREAT_DIE.of(t) if great else FAMINE_DIE.of(t))
        t.food[seat] = 0
        t.shortage = True
        t.tell(SHORT, seat, needed, stock, rolled)
        DUE.put(t, rolled)

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        price = SOLDIER_PRICE.of(t)
        return [ASK_FAMINE, DUE.of(t), price] if t.coins[seat] >= price else [ASK_SOLDIER, DUE.of(t)]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, t.active]


HARVEST: Final = Harvest("rebellion.harvest", "Harvest", "REB-14.1")
FAMINE: Final = Famine("rebellion.famine", "Supply", "REB-14.3", [FamineLose(), FaminePay()])
