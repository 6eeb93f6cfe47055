"""Chapter 6: recruiting, exchanging, linking; and S8, in which units can move again."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import lowest, size
from marchland.engine.step import Step
from marchland.games.rebellion.settings import NUMBERS, three_players
from marchland.games.rebellion.table import (
    ARMS,
    ARTILLERY,
    CARAVAN,
    CAVALRY,
    CELLS,
    CELLS_OF_ARM,
    FRESH,
    INFANTRY,
    POINTS,
    SOLDIERS,
    Rebellion,
    empty,
)
from marchland.games.rebellion.waters import (
    BOAT_MOVES,
    CARGO,
    IDLE,
    INDEX,
    MOVES_LEFT,
    NUMBER,
    OWNER,
    POINTS_LEFT,
    SEA,
    SEAT,
    SHIP,
    SHIP_MOVES,
    TRANSPORTER,
)

PRICE: Final = NUMBERS.row(
    ["price.infantry", "price.cavalry", "price.artillery"], "REB-6.1", [2, 6, 12], 1, 30, "coins for a unit"
)
DEARER: Final = NUMBERS.one(
    "price.temporary", "REB-10.8", 1, 0, 5, "coins for each soldier more at a temporary recruit place"
)
PER_PROVINCE: Final = NUMBERS.one(
    "limit.recruits", "REB-6.3", 2, 1, 6, "soldiers recruited in a turn for each owned province"
)

# -- REB-6.2, REB-6.3: recruiting ------------------------------------------------------------------------------------

MAY_RECRUIT: Final = phrase("REB-6.3", "{n soldier} more this turn; they march from the next one on")
RECRUITS: Final = phrase("REB-6.2", "{who:seat} recruits {n} {unit:unit} in {province:region} for {coins coin}")
NO_PLACE: Final = phrase("REB-6.2", "You have no place to recruit")
NO_CARAVANS: Final = phrase("REB-6.10", "A caravan is not recruited but linked")
LEVEL_TOO_LOW: Final = phrase("REB-6.2", "Your capital has level {n}, and {unit:unit} needs level {m}")
OVER_LIMIT: Final = phrase("REB-6.3", "You may recruit {n soldier} more this turn")
TOO_DEAR: Final = phrase("REB-1.9", "That costs {n coin}, and you have {m}")
NONE_RECRUITED: Final = phrase("REB-6.2", "At least 1 unit is recruited")


def price_of(t: Rebellion, seat: i64, arm: i64) -> i64:
    """REB-6.1, REB-10.8  Dearer at a temporary place."""
    price = PRICE.of(t, arm)
    return price if t.holds_own_capital(seat) else price + DEARER.of(t) * SOLDIERS[arm]


def recruits_left(t: Rebellion, seat: i64) -> i64:
    """REB-6.3  Soldiers that may still be recruited this turn."""
    left = PER_PROVINCE.of(t) * size(t.owned(seat)) - t.recruited
    return left if left > 0 else 0


def most_recruits(t: Rebellion, seat: i64, arm: i64) -> i64:
    """REB-6.2  REB-10.2  Units of an arm that can be had and paid for now."""
    if t.recruiting_place(seat) < 0 or t.level[seat] <= arm:
        return 0
    by_limit = recruits_left(t, seat) // SOLDIERS[arm]
    by_purse = t.coins[seat] // price_of(t, seat, arm)
    return by_limit if by_limit < by_purse else by_purse


class Recruit(Deed[Rebellion]):
    """REB-6.2  In the own capital, or at the temporary place; new units do not move this turn."""

    words = ["recruit {n} {unit}", "unit:unit n:count"]

    def effect_at(self, t: Rebellion, seat: i64) -> Saying:
        return [MAY_RECRUIT, recruits_left(t, seat)]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        for arm in range(CARAVAN):
            found.span(self.of(arm, 1), most_recruits(t, seat, arm))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        arm, n = self.a(action), self.b(action)
        if t.recruiting_place(seat) < 0:
            return [NO_PLACE]
        if arm == CARAVAN:
            return [NO_CARAVANS]
        if t.level[seat] <= arm:
            return [LEVEL_TOO_LOW, t.level[seat], arm, arm + 1]
        if n == 0:
            return [NONE_RECRUITED]
        if n * SOLDIERS[arm] > recruits_left(t, seat):
            return [OVER_LIMIT, recruits_left(t, seat)]
        return [TOO_DEAR, n * price_of(t, seat, arm), t.coins[seat]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        arm, n = self.a(action), self.b(action)
        cost = n * price_of(t, seat, arm)
        place = t.recruiting_place(seat)
        t.coins[seat] -= cost
        t.recruited += n * SOLDIERS[arm]
        t.put(place, arm * CELLS_OF_ARM + FRESH, n)
        t.tell(RECRUITS, seat, n, arm, place, cost)


# -- REB-6.5: exchange -----------------------------------------------------------------------------------------------

# By exchange: infantry, cavalry and artillery that are given, and those that come.
GIVEN: Final = vec[i64]([3, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 6, 0, 0, 0, 0, 1, 3, 1, 0, 0, 0, 1])
GOT: Final = vec[i64]([0, 1, 0, 3, 0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 1, 6, 0, 0, 0, 0, 1, 3, 1, 0])
EXCHANGES: Final = [
    ("3I-C", "3 infantry for 1 cavalry"),
    ("C-3I", "1 cavalry for 3 infantry"),
    ("2C-A", "2 cavalry for 1 artillery"),
    ("A-2C", "1 artillery for 2 cavalry"),
    ("6I-A", "6 infantry for 1 artillery"),
    ("A-6I", "1 artillery for 6 infantry"),
    ("3IC-A", "3 infantry and 1 cavalry for 1 artillery"),
    ("A-C3I", "1 artillery for 1 cavalry and 3 infantry"),
]

EXCHANGED: Final = phrase("REB-6.5", "{who:seat} exchanges {exchange:exchange}")
NOT_IN_CAPITAL: Final = phrase("REB-6.5", "Units are exchanged in the own capital, and you do not hold it")
NOT_UNLOCKED: Final = phrase("REB-6.5", "Your capital has level {n}, and what you would get needs level {m}")
TOO_FEW: Final = phrase("REB-6.6", "That takes {n} {unit:unit}, and in your capital {m} {m|is|are} not fresh")


class Exchange(Deed[Rebellion]):
    """REB-6.5, REB-6.4  Units of equal soldiers; REB-6.6  fresh ones cannot be exchanged, and what comes is fresh."""

    words = ["exchange {exchange}", "exchange:exchange"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if t.holds_own_capital(seat) and t.units_in(t.capital[seat]):
            for exchange in range(8):
                if t.level[seat] >= level_for(exchange) and lacking_arm(t, seat, exchange) < 0:
                    found.add(self.of(exchange))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        if not t.holds_own_capital(seat):
            return [NOT_IN_CAPITAL]
        needed = level_for(self.a(action))
        if t.level[seat] < needed:
            return [NOT_UNLOCKED, t.level[seat], needed]
        arm = lacking_arm(t, seat, self.a(action))
        return [TOO_FEW, GIVEN[self.a(action) * 3 + arm], arm, t.stale(t.capital[seat], arm)]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        exchange = self.a(action)
        capital = t.capital[seat]
        for arm in range(CARAVAN):
            for _ in range(GIVEN[exchange * 3 + arm]):
                t.put(capital, t.weakest(capital, arm, True), -1)
            if GOT[exchange * 3 + arm]:
                t.put(capital, arm * CELLS_OF_ARM + FRESH, GOT[exchange * 3 + arm])
        t.tell(EXCHANGED, seat, exchange)


def level_for(exchange: i64) -> i64:
    """REB-6.5  The level of the capital that unlocks everything one gets (REB-10.2)."""
    needed: i64 = 0
    for arm in range(CARAVAN):
        if GOT[exchange * 3 + arm]:
            needed = arm + 1
    return needed


def lacking_arm(t: Rebellion, seat: i64, exchange: i64) -> i64:
    """REB-6.6  The arm of which there are too few in the capital that are not fresh; -1 if there are enough."""
    for arm in range(CARAVAN):
        if GIVEN[exchange * 3 + arm] and t.stale(t.capital[seat], arm) < GIVEN[exchange * 3 + arm]:
            return arm
    return -1


# -- REB-6.10, REB-6.11: caravans ------------------------------------------------------------------------------------

LINKED: Final = phrase("REB-6.10", "{who:seat} links cavalry and artillery to a caravan in {province:region}")
UNLINKED: Final = phrase("REB-6.11", "{who:seat} unlinks a caravan in {province:region}")
NOT_YOURS: Final = phrase("REB-4.10", "You do not hold {province:region}")
CANNOT_LINK: Final = phrase("REB-6.10", "That takes cavalry with 2 points and artillery with 1 in {province:region}")
CANNOT_UNLINK: Final = phrase(
    "REB-6.11", "No caravan in {province:region} has a horse with 2 points, or it was linked this turn"
)

FOR_LINKING: Final = 2  # points of the cavalry, on linking and on unlinking
LINKED_POINTS: Final = 1  # of a caravan on the turn of linking, also in frost


def strong_cavalry(t: Rebellion, province: i64) -> i64:
    """The cell of the cavalry that can be linked, -1 if there is none."""
    cell = t.strongest(province, CAVALRY)
    return cell if cell >= 0 and cell % POINTS >= FOR_LINKING else -1


class Link(Deed[Rebellion]):
    """REB-6.10  The artillery needs a point, so that fresh cannons do not ride away."""

    words = ["link in {province}", "province:region"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        left = t.held[seat]
        while left:
            province = lowest(left)
            left &= left - 1
            if t.ready[province * ARMS + ARTILLERY] and strong_cavalry(t, province) >= 0:
                found.add(self.of(province))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        province = self.a(action)
        return [CANNOT_LINK, province] if t.held[seat] >> province & 1 else [NOT_YOURS, province]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        province = self.a(action)
        t.put(province, strong_cavalry(t, province), -1)
        t.put(province, t.strongest(province, ARTILLERY), -1)
        t.put(province, CARAVAN * CELLS_OF_ARM + FRESH + LINKED_POINTS, 1)
        t.tell(LINKED, seat, province)


def horse_points(t: Rebellion, points: i64) -> i64:
    """REB-6.11  The horse has one point more than its caravan, with the rules for three as many."""
    return points if three_players(t) else points + 1


def loose_caravan(t: Rebellion, province: i64) -> i64:
    """REB-6.11, REB-6.14  The cell of the caravan that can be unlinked: the most points, none linked this turn."""
    first: i64 = province * CELLS + CARAVAN * CELLS_OF_ARM
    points: i64 = POINTS - 1
    while points > 0 and horse_points(t, points) >= FOR_LINKING:
        if t.units[first + points]:
            return CARAVAN * CELLS_OF_ARM + points
        points -= 1
    return -1


class Unlink(Deed[Rebellion]):
    """REB-6.11"""

    words = ["unlink in {province}", "province:region"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        left = t.held[seat]
        while left:
            province = lowest(left)
            left &= left - 1
            if t.ready[province * ARMS + CARAVAN] and loose_caravan(t, province) >= 0:
                found.add(self.of(province))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        province = self.a(action)
        return [CANNOT_UNLINK, province] if t.held[seat] >> province & 1 else [NOT_YOURS, province]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        province = self.a(action)
        cell = loose_caravan(t, province)
        t.put(province, cell, -1)
        t.put(province, CAVALRY * CELLS_OF_ARM + horse_points(t, cell % POINTS) - FOR_LINKING, 1)
        t.put(province, ARTILLERY * CELLS_OF_ARM, 1)
        t.tell(UNLINKED, seat, province)


# -- S8 --------------------------------------------------------------------------------------------------------------


class Renewal(Step[Rebellion]):
    """REB-3.2, REB-7.1  S8: movement points, except of fresh units, and the limits of a turn."""

    def resume(self, t: Rebellion) -> None:
        left = t.held[t.active]
        while left:
            renew(t, lowest(left))
            left &= left - 1
        t.rest_captives(t.held[t.active])
        renew_at_sea(t, t.active)
        t.recruited = 0
        t.offers_this_turn = 0
        t.treaties = empty(t.seats)
        t.cancels = 0
        t.bribed = 0
        t.finish()


def renew(t: Rebellion, province: i64) -> None:
    if t.units_in(province):
        for arm in range(ARMS):
            n = t.stale(province, arm)
            if n:
                for points in range(POINTS):
                    cell: i64 = arm * CELLS_OF_ARM + points
                    t.put(province, cell, -t.units[province * CELLS + cell])
                t.put(province, arm * CELLS_OF_ARM + t.full_points(arm), n)


def renew_at_sea(t: Rebellion, seat: i64) -> None:
    """REB-3.2  Ships, boats and units on board; ships may attack again."""
    rested: list[list[int]] = []
    for row in t.ships:
        mine = row[SEAT] == seat
        rested.append([*row[:POINTS_LEFT], int(SHIP_MOVES[row[SHIP]]), IDLE, row[NUMBER]] if mine else row)
    t.lay_ships(rested)
    t.boats = [[row[SEA], row[SEAT], BOAT_MOVES] if row[SEAT] == seat else row for row in t.boats]
    for row in t.transports:
        if row[OWNER] == seat:
            t.put_transporter([*row[:MOVES_LEFT], int(SHIP_MOVES[TRANSPORTER])])
            for place in range(CARGO, len(row), 2):
                arm: i64 = row[place] // CELLS_OF_ARM
                t.stow(seat, row[INDEX], arm * CELLS_OF_ARM + t.full_points(arm), row[place + 1])


assert (INFANTRY, CAVALRY, ARTILLERY) == (0, 1, 2)  # an arm needs a capital of the level after it (REB-10.2)

RENEWAL: Final = Renewal("rebellion.renewal", "New points", "REB-7.1")
