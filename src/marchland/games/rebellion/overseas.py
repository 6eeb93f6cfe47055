"""Chapter 20: overseas expeditions: sending them, their table, and what each row brings."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.auction import STANDING, Auction
from marchland.engine.common import BID, PASS
from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import size
from marchland.games.rebellion.army import TOO_DEAR
from marchland.games.rebellion.captain import CAPTAIN, captain_coins
from marchland.games.rebellion.finds import COCONUT_TREE, POISON, UNREST, WINDS
from marchland.games.rebellion.income import COMPENSATION as LESS_INCOME
from marchland.games.rebellion.income import RICH_TRIBE as MORE_INCOME
from marchland.games.rebellion.losses import LOSING
from marchland.games.rebellion.plague import break_out, explore
from marchland.games.rebellion.ports import has_open_port
from marchland.games.rebellion.revolts import Bid
from marchland.games.rebellion.rows import (
    BAD_WINDS,
    CANNIBALS,
    CANNONBALLS,
    CAPTAINS_IDEA,
    COCONUT,
    COMPENSATION,
    DISEASE,
    ENVIRONMENTALISTS,
    FARM_HANDS,
    FIND,
    FIRST_GAP,
    GHOST_SHIP,
    MERCENARIES,
    NEW_WEAPON,
    PLAGUE,
    POISON_ROW,
    RICH_TRIBE,
    ROAD_BUILDERS,
    SECOND_GAP,
    TREASURE,
    TURNCOAT,
    UNREST_ROW,
)
from marchland.games.rebellion.settings import (
    EXPEDITION_GAPS,
    NUMBERS,
    REROLL,
    SECOND,
    TABLE_OVERLAP,
    expeditions,
    seafaring,
)
from marchland.games.rebellion.sheets import DUE_ROUND, OVERSEAS, SENDER, SITE
from marchland.games.rebellion.table import ARTILLERY, AWAIT, CELLS_OF_ARM, FRESH, ROAD, STORM, Rebellion

PRICE: Final = NUMBERS.one("overseas.price", "REB-20.1", 15, 0, 60, "coins for an overseas expedition")
TURNS: Final = NUMBERS.one("overseas.turns", "REB-20.3", 4, 1, 8, "turns until an overseas expedition is due")
FRUIT_OF_TREE: Final = 2

# -- REB-20.1, REB-20.2: sending -------------------------------------------------------------------------------------

WILL_RETURN: Final = phrase("REB-20.3", "Due at the start of your turn after {n turn}")
SENDS_OVERSEAS: Final = phrase("REB-20.1", "{who:seat} sends an expedition overseas for {n coin}")
NO_OVERSEAS: Final = phrase("REB-27.5", "There are no overseas expeditions in this match")
NO_PORT_OPEN: Final = phrase("REB-20.1", "An overseas expedition leaves from an open port of yours")
IN_STORM: Final = phrase("REB-15.7", "No overseas expedition leaves in a storm")
MOST_OVERSEAS: Final = phrase("REB-20.2", "You have {n expedition} under way overseas, and may have {m}")


def overseas_allowed(t: Rebellion) -> bool:
    """REB-27.4, REB-27.5  Expeditions and the sea."""
    return expeditions(t) and seafaring(t)


def under_way(t: Rebellion, seat: i64) -> i64:
    total: i64 = 0
    for row in t.expeditions:
        if row[SENDER] == seat and row[SITE] == OVERSEAS:
            total += 1
    return total


def most_under_way(t: Rebellion, seat: i64) -> i64:
    """REB-20.13, REB-20.14  One, and one more for each own tree and each piece of bought fruit."""
    return 1 + size(t.trees & t.owned(seat)) + t.fruit_bought[seat]


def overseas_price(t: Rebellion, seat: i64) -> i64:
    """REB-20.5  With all that stands on the sheet, not below 0."""
    price = PRICE.of(t) + t.next_price[seat]
    return price if price > 0 else 0


class ExpeditionOverseas(Deed[Rebellion]):
    """REB-20.1  From an open port, not in a storm."""

    words = ["send an expedition overseas"]

    def effect_at(self, t: Rebellion, seat: i64) -> Saying:
        return [WILL_RETURN, TURNS.of(t)]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if not overseas_allowed(t) or t.weather == STORM or t.coins[seat] < overseas_price(t, seat):
            return
        if has_open_port(t, seat) and under_way(t, seat) < most_under_way(t, seat):
            found.add(self.code)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        if not overseas_allowed(t):
            return [NO_OVERSEAS]
        if not has_open_port(t, seat):
            return [NO_PORT_OPEN]
        if t.weather == STORM:
            return [IN_STORM]
        if under_way(t, seat) >= most_under_way(t, seat):
            return [MOST_OVERSEAS, under_way(t, seat), most_under_way(t, seat)]
        return [TOO_DEAR, overseas_price(t, seat), t.coins[seat]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        """REB-20.5  All adjustments are used up. REB-20.3  It does not hang on the port any more."""
        price = overseas_price(t, seat)
        t.coins[seat] -= price
        t.next_price[seat] = 0
        t.expeditions = [*t.expeditions, [int(seat), OVERSEAS, int(t.round + TURNS.of(t))]]
        t.tell(SENDS_OVERSEAS, seat, price)


def grow_fruit(t: Rebellion, seat: i64) -> None:
    """REB-20.13  S1: fresh fruit; what was not sold spoils."""
    grown: i64 = FRUIT_OF_TREE * size(t.trees & t.owned(seat))
    if grown or t.fruit[seat]:
        t.fruit[seat] = grown
        t.tell(GROWS, seat, grown)


def end_of_sheet_turn(t: Rebellion, seat: i64) -> None:
    """REB-3.4  E6: bought fruit spoils (REB-20.14), and a turn of environmentalists passes (REB-20.21)."""
    if t.fruit_bought[seat]:
        t.tell(SPOILS, t.fruit_bought[seat], seat)
        t.fruit_bought[seat] = 0
    if t.environment[seat]:
        t.environment[seat] -= 1
        if t.environment[seat] == 0:
            t.tell(GREENS_LEAVE, seat)


GROWS: Final = phrase("REB-20.13", "{who:seat} has {n fresh coconut}")
SPOILS: Final = phrase("REB-20.14", "{n bought coconut} of {who:seat} {n|spoils|spoil}")
GREENS_LEAVE: Final = phrase("REB-20.21", "The environmentalists leave {who:seat} alone again")

# -- REB-20.4: the table ---------------------------------------------------------------------------------------------

# The last roll of each row but the last; the second reading gives 35 to the next row.
FIRST_READING: Final = vec[i64]([1, 6, 10, 15, 18, 20, 25, 29, 35, 40, 45, 50, 54, 60, 70, 75, 80, 85, 90, 98])
SECOND_READING: Final = vec[i64]([1, 6, 10, 15, 18, 20, 25, 29, 34, 40, 45, 50, 54, 60, 70, 75, 80, 85, 90, 98])

TREASURE_COINS: Final = NUMBERS.one("overseas.treasure", "REB-20.8", 50, 0, 60, "coins of a treasure")
PAYMENTS: Final = NUMBERS.one("overseas.payments", "REB-20.9", 5, 1, 8, "turns of compensation or of a rich tribe")
MERCENARY_UNITS: Final = NUMBERS.one("overseas.mercenaries", "REB-20.10", 2, 0, 8, "artillery of mercenaries")
COCONUT_COINS: Final = NUMBERS.one("overseas.coconut", "REB-20.12", 10, 0, 60, "coins with a coconut tree")
GHOST: Final = NUMBERS.one("overseas.ghost_ship", "REB-20.16", -10, -60, 0, "on the next price by a ghost ship")
EATEN: Final = NUMBERS.one("overseas.cannibals", "REB-20.16", 5, 0, 60, "on the next price by cannibals")
VOUCHERS: Final = NUMBERS.one("overseas.roads", "REB-20.17", 4, 0, 60, "free roads by road builders")
SICK: Final = NUMBERS.one("overseas.disease", "REB-20.18", 4, 0, 60, "soldiers lost to a tropical disease")
CHEAPER_FARMS: Final = NUMBERS.one("overseas.farms", "REB-20.23", 4, 0, 60, "farms that cost less by farm hands")
GREEN_DIE: Final = 6

ROLLS_NOTHING: Final = phrase(
    "REB-20.4",
    "The overseas expedition of {who:seat} rolls {rolled} and comes home with nothing",
    "reveal",
    (FIND, FIRST_GAP),
)
ROLLS_AGAIN: Final = phrase("REB-20.4", "The overseas expedition of {who:seat} rolls {rolled}, and again")
FINDS_TREASURE: Final = phrase(
    "REB-20.8",
    "The overseas expedition of {who:seat} rolls {rolled} and brings a treasure of {n coin}",
    "reveal",
    (FIND, TREASURE),
)
OWES: Final = phrase(
    "REB-20.9",
    "The overseas expedition of {who:seat} rolls {rolled} and did harm: {m coin} of income less for {n turn}",
    "reveal",
    (FIND, COMPENSATION),
)
HIRES: Final = phrase(
    "REB-20.10",
    "The overseas expedition of {who:seat} rolls {rolled} and brings mercenaries: {n} artillery in {province:region}",
    "reveal",
    (FIND, MERCENARIES),
)
NOWHERE: Final = phrase(
    "REB-20.10",
    "The overseas expedition of {who:seat} rolls {rolled} and brings mercenaries, who find no place",
    "reveal",
    (FIND, MERCENARIES),
)
STIRS: Final = phrase(
    "REB-20.11",
    "The overseas expedition of {who:seat} rolls {rolled} and brings unrest, of which {n road} {n|suffers|suffer}",
    "reveal",
    (FIND, UNREST_ROW),
)
BRINGS_TREE: Final = phrase(
    "REB-20.12",
    "The overseas expedition of {who:seat} rolls {rolled} and brings {n coin} and a coconut tree to plant",
    "reveal",
    (FIND, COCONUT),
)
BETTER_BALLS: Final = phrase(
    "REB-20.15",
    "The overseas expedition of {who:seat} rolls {rolled} and brings cannonballs that break bunkers better",
    "reveal",
    (FIND, CANNONBALLS),
)
FINDS_WEAPON: Final = phrase(
    "REB-20.15",
    "The overseas expedition of {who:seat} rolls {rolled} and brings a new weapon for all battles to come",
    "reveal",
    (FIND, NEW_WEAPON),
)
FINDS_GHOST: Final = phrase(
    "REB-20.16",
    "The overseas expedition of {who:seat} rolls {rolled} and finds a ghost ship: the next costs {n coin} less",
    "reveal",
    (FIND, GHOST_SHIP),
)
MEETS_CANNIBALS: Final = phrase(
    "REB-20.16",
    "The overseas expedition of {who:seat} rolls {rolled} and meets cannibals: the next costs {n coin} more",
    "reveal",
    (FIND, CANNIBALS),
)
BRINGS_BUILDERS: Final = phrase(
    "REB-20.17",
    "The overseas expedition of {who:seat} rolls {rolled} and brings builders of {n free road}",
    "reveal",
    (FIND, ROAD_BUILDERS),
)
BRINGS_DISEASE: Final = phrase(
    "REB-20.18",
    "The overseas expedition of {who:seat} rolls {rolled} and brings a tropical disease: {n soldier} will die",
    "reveal",
    (FIND, DISEASE),
)
MEETS_RICH: Final = phrase(
    "REB-20.19",
    "The overseas expedition of {who:seat} rolls {rolled} and meets a rich tribe: {m coin} of income more for {n turn}",
    "reveal",
    (FIND, RICH_TRIBE),
)
MEETS_WINDS: Final = phrase(
    "REB-20.20",
    "The overseas expedition of {who:seat} rolls {rolled} and is held up by bad winds",
    "reveal",
    (FIND, BAD_WINDS),
)
MEETS_GREENS: Final = phrase(
    "REB-20.21",
    "The overseas expedition of {who:seat} rolls {rolled} and brings environmentalists for {n turn}",
    "reveal",
    (FIND, ENVIRONMENTALISTS),
)
HAS_IDEA: Final = phrase(
    "REB-20.22",
    "The overseas expedition of {who:seat} rolls {rolled}, and its captain has an idea worth {n coin}",
    "reveal",
    (FIND, CAPTAINS_IDEA),
)
BRINGS_HANDS: Final = phrase(
    "REB-20.23",
    "The overseas expedition of {who:seat} rolls {rolled} and brings hands for {n farm}, which cost less",
    "reveal",
    (FIND, FARM_HANDS),
)
BRINGS_POISON: Final = phrase(
    "REB-20.24",
    "The overseas expedition of {who:seat} rolls {rolled} and brings poison for two provinces",
    "reveal",
    (FIND, POISON_ROW),
)
TURNS_COAT: Final = phrase(
    "REB-20.25",
    "The overseas expedition of {who:seat} rolls {rolled}: its captain sells what he has found to the highest bidder",
    "reveal",
    (FIND, TURNCOAT),
)
BRINGS_PLAGUE: Final = phrase(
    "REB-20.26",
    "The overseas expedition of {who:seat} rolls {rolled} and does not come back, but the plague does",
    "reveal",
    (FIND, PLAGUE),
)
POISONED_PROVINCES: Final = 2


def readings(t: Rebellion) -> vec[i64]:
    return SECOND_READING if TABLE_OVERLAP.of(t) == SECOND else FIRST_READING


def row_of(t: Rebellion, rolled: i64) -> i64:
    edges = readings(t)
    row: i64 = 0
    while row < len(edges) and rolled > edges[row]:
        row += 1
    return row


def come_home(t: Rebellion, seat: i64, sold: bool) -> None:
    """REB-20.4  The roll and what it brings. REB-20.25  After an auction the captain is not for sale again."""
    while True:
        rolled = explore(t)
        row = row_of(t, rolled)
        gap = row in (FIRST_GAP, SECOND_GAP)
        if not (gap and EXPEDITION_GAPS.of(t) == REROLL) and not (sold and row == TURNCOAT):
            break
        t.tell(ROLLS_AGAIN, seat, rolled)
    if row in (TREASURE, COMPENSATION, MERCENARIES, COCONUT, RICH_TRIBE, CAPTAINS_IDEA):
        bring_gain(t, seat, row, rolled)
    elif row in (CANNONBALLS, GHOST_SHIP, ROAD_BUILDERS, FARM_HANDS, ENVIRONMENTALISTS, CANNIBALS, NEW_WEAPON):
        note_on_sheet(t, seat, row, rolled)
    else:
        bring_trouble(t, seat, row, rolled)


def bring_gain(t: Rebellion, seat: i64, row: i64, rolled: i64) -> None:
    """REB-20.8 to REB-20.10, REB-20.12, REB-20.19, REB-20.22  Coins, income, mercenaries, a tree, an idea."""
    if row == TREASURE:
        t.coins[seat] += TREASURE_COINS.of(t)
        t.tell(FINDS_TREASURE, seat, rolled, TREASURE_COINS.of(t))
    elif row == COMPENSATION:
        t.compensation = with_payments(t.compensation, seat, PAYMENTS.of(t))
        t.tell(OWES, seat, rolled, LESS_INCOME.of(t), PAYMENTS.of(t))
    elif row == RICH_TRIBE:
        t.rich_tribe = with_payments(t.rich_tribe, seat, PAYMENTS.of(t))
        t.tell(MEETS_RICH, seat, rolled, MORE_INCOME.of(t), PAYMENTS.of(t))
    elif row == MERCENARIES:
        place = t.recruiting_place(seat)
        if place < 0:
            t.tell(NOWHERE, seat, rolled)
        else:
            t.put(place, ARTILLERY * CELLS_OF_ARM + FRESH, MERCENARY_UNITS.of(t))
            t.tell(HIRES, seat, rolled, MERCENARY_UNITS.of(t), place)
    elif row == COCONUT:
        t.coins[seat] += COCONUT_COINS.of(t)
        t.tell(BRINGS_TREE, seat, rolled, COCONUT_COINS.of(t))
        t.call(COCONUT_TREE, seat)
    else:
        t.tell(HAS_IDEA, seat, rolled, captain_coins(t, seat))
        t.call(CAPTAIN, seat)


def note_on_sheet(t: Rebellion, seat: i64, row: i64, rolled: i64) -> None:
    """REB-20.15 to REB-20.17, REB-20.21, REB-20.23  What is only noted, for later."""
    if row == CANNONBALLS:
        t.cannonballs[seat] += 1
        t.tell(BETTER_BALLS, seat, rolled)
    elif row == NEW_WEAPON:
        t.weapons[seat] += 1
        t.tell(FINDS_WEAPON, seat, rolled)
    elif row == GHOST_SHIP:
        t.next_price[seat] += GHOST.of(t)
        t.tell(FINDS_GHOST, seat, rolled, -GHOST.of(t))
    elif row == CANNIBALS:
        t.next_price[seat] += EATEN.of(t)
        t.tell(MEETS_CANNIBALS, seat, rolled, EATEN.of(t))
    elif row == ROAD_BUILDERS:
        t.vouchers[seat] += VOUCHERS.of(t)
        t.tell(BRINGS_BUILDERS, seat, rolled, VOUCHERS.of(t))
    elif row == FARM_HANDS:
        t.farm_hands[seat] += CHEAPER_FARMS.of(t)
        t.tell(BRINGS_HANDS, seat, rolled, CHEAPER_FARMS.of(t))
    else:
        turns = t.dice.roll(GREEN_DIE)
        t.environment[seat] += turns
        t.tell(MEETS_GREENS, seat, rolled, turns)


def bring_trouble(t: Rebellion, seat: i64, row: i64, rolled: i64) -> None:
    """REB-20.11, REB-20.18, REB-20.20, REB-20.24 to REB-20.26  Unrest, disease, winds, poison, the captain, plague."""
    if row == UNREST_ROW:
        roads = t.built[ROAD] & t.owned(seat)
        t.tell(STIRS, seat, rolled, 1 if roads else 0)
        if roads:
            t.call(UNREST, seat)
    elif row == DISEASE:
        t.tell(BRINGS_DISEASE, seat, rolled, SICK.of(t))
        t.call(LOSING, SICK.of(t), seat)
    elif row == BAD_WINDS:
        t.tell(MEETS_WINDS, seat, rolled)
        t.call(WINDS, seat)
    elif row == POISON_ROW:
        t.tell(BRINGS_POISON, seat, rolled)
        t.call(POISON, seat, POISONED_PROVINCES)
    elif row == TURNCOAT:
        t.tell(TURNS_COAT, seat, rolled)
        t.call(CAPTAIN_SALE)
    elif row == PLAGUE:
        t.tell(BRINGS_PLAGUE, seat, rolled)
        break_out(t, seat)
    else:
        t.tell(ROLLS_NOTHING, seat, rolled)


def with_payments(rows: list[list[int]], seat: i64, payments: i64) -> list[list[int]]:
    return [[*row, int(payments)] if place == seat else row for place, row in enumerate(rows)]


# -- REB-20.25: the captain sells ------------------------------------------------------------------------------------

BUYS_RESULT: Final = phrase("REB-20.25", "{who:seat} buys the result of the expedition for {n coin}")
NOBODY_BUYS: Final = phrase("REB-20.25", "Nobody bids, and the result stays with {who:seat}")
ASK_RESULT: Final = phrase(
    "REB-20.25", "The captain sells the result of his expedition, good or bad: {n coin} bid. Bid more, or pass."
)


class CaptainSale(Auction[Rebellion]):
    """REB-20.25, REB-1.13  The owner, who is on turn, bids first; the winner pays the bank and rolls as his own."""

    def order(self, t: Rebellion) -> list[int]:
        return t.from_active()

    def purse(self, t: Rebellion, seat: i64) -> i64:
        return t.coins[seat]

    def sold(self, t: Rebellion, seat: i64, price: i64) -> None:
        t.coins[seat] -= price
        t.tell(BUYS_RESULT, seat, price)
        t.finish()
        come_home(t, seat, True)

    def unsold(self, t: Rebellion) -> None:
        t.tell(NOBODY_BUYS, t.active)
        t.finish()
        come_home(t, t.active, True)

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_RESULT, STANDING.of(t)]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, self.bidder(t)]


assert (SENDER, SITE, DUE_ROUND) == (0, 1, 2)  # the order in which an expedition is written down

EXPEDITION_OVERSEAS: Final = ExpeditionOverseas()
CAPTAIN_SALE: Final = CaptainSale("rebellion.captain_sale", "Turncoat captain", "REB-20.25", [PASS, Bid(BID)])
