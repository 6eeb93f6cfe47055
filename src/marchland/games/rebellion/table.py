"""What lies on a table of Rebellion, and the small truths that all chapters use (REB-1, REB-4)."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.sayings import phrase
from marchland.engine.sets import bit, lowest, size
from marchland.engine.step import Step
from marchland.games.rebellion.settings import NUMBERS, START_COINS, seafaring, three_players
from marchland.games.rebellion.sheets import Sheets
from marchland.games.rebellion.sheets import empty as empty
from marchland.games.rebellion.sheets import filled as filled
from marchland.games.rebellion.waters import CARGO, LOAD, OWNER, SENDER
from marchland.games.rebellion.world import ALONG, AROUND, COASTAL, EVERY, PROVINCES

# Who holds a province: a seat, or one of these.
NOBODY: Final = -1
REBELS: Final = 6
TRIBE: Final = 7
HOLDERS: Final = 8

# REB-6.1  The arms, and the soldiers of one unit.
INFANTRY: Final = 0
CAVALRY: Final = 1
ARTILLERY: Final = 2
CARAVAN: Final = 3
ARMS: Final = 4
UNITS: Final = ["infantry", "cavalry", "artillery", "caravan"]
SOLDIERS: Final = vec[i64]([1, 3, 6, 6])

# Units of a province are counted by arm, by whether they are fresh, and by movement points: a cell is
# arm * 14 + fresh * 7 + points.
POINTS: Final = 7  # 0 to 6
FRESH: Final = 7  # what being fresh adds to a cell
CELLS_OF_ARM: Final = 14
CELLS: Final = 56  # of a province

MOVES: Final = NUMBERS.row(
    ["points.infantry", "points.cavalry", "points.artillery", "points.caravan"],
    "REB-6.1",
    [2, 3, 1, 2],
    1,
    5,
    "movement points of a unit",
)
MOVES_OF_THREE: Final = NUMBERS.one(
    "points.caravan3", "REB-26.4", 3, 1, 5, "points of a caravan by the rules for three"
)

# REB-12  Buildings; of bunkers the second level stands in `redoubts`.
FARM: Final = 0
GRANARY: Final = 1
MANUFACTORY: Final = 2
BUNKERS: Final = 3
CAMP: Final = 4
BATTERY: Final = 5
PORT: Final = 6
ROAD: Final = 7
BUILDINGS: Final = ["farm", "granary", "manufactory", "bunkers", "captive camp", "coastal battery", "port", "road"]
MAIN_BUILDINGS: Final = 6  # 0 to 5 are main buildings: one in a province

# REB-15  Weather.
USUAL: Final = 0
WINTER: Final = 1
SUN: Final = 2
FROST: Final = 3
STORM: Final = 4
SEVERE: Final = 5
WEATHER: Final = ["usual", "winter", "bright sun", "frost", "storm", "severe winter"]

# What stands in `battle`, see battle.py.
BATTLE_ROW: Final = 15

AWAIT: Final = phrase("REB-3.1", "{who:seat} decides")


class Rebellion(Sheets):
    """Land and who holds it, armies, purses, wars. Sets of provinces and of seats are the bits of an int.

    Lists are replaced and never changed: copies of a table share them.
    """

    # REB-4.1  By province.
    owner: vec[i64]  # who has the title, -1 for nobody
    holder: vec[i64]  # a seat, -1 nobody, REBELS or TRIBE
    units: vec[i64]  # [province * 56 + cell]
    tokens: vec[i64]  # red tokens
    robbery: vec[i64]  # REB-13.5  payments still to come of an R card; 0 where there is none
    annexed: vec[i64]  # REB-11.11  the counter of an occupation
    origin: vec[i64]  # REB-24.10  against whom the rebels here rose, -1 where there are none

    built: vec[i64]  # by building: the provinces where it stands, as a set
    redoubts: i64  # bunkers of level 2

    # By seat.
    capital: vec[i64]  # -1 until it is chosen; it never changes
    level: vec[i64]
    place: vec[i64]  # REB-10.8  the temporary recruit place, -1 if there is none
    coins: vec[i64]
    food: vec[i64]
    war: vec[i64]  # REB-11.1  with whom, as a set of seats
    truce: vec[i64]  # [seat * seats + seat]: REB-11.2  the last round without attacks
    bereft: i64  # REB-10.8  who has just lost the capital or the recruit place, as a set
    alive: i64
    fallen: list[int]  # the eliminated, the first first
    pledges: list[list[int]]  # REB-11.14  rows of deals.py

    first: i64  # REB-2.2  who begins
    weather: i64
    weather_left: i64  # the marker
    roller: i64  # who rolled it

    # What holds for a turn.
    recruited: i64  # soldiers
    offers_this_turn: i64
    treaties: vec[i64]  # proposals to each seat
    cancels: i64
    bribed: i64  # provinces whose rebels were bribed, or not, this turn
    shortage: bool  # REB-14.4  from E1 to E2
    all_paid: bool

    # The battle that is fought, or units that are on their way by a treaty: rows of (source, cell, units).
    force: list[int]
    battle: vec[i64]

    # Made from the above, for speed.
    count: vec[i64]  # [province * 4 + arm]: units
    ready: vec[i64]  # the same: those with a movement point
    held: vec[i64]  # by holder: provinces
    titled: vec[i64]  # by seat: provinces
    marred: i64  # provinces with red tokens
    crowned: i64  # provinces with a capital
    nets: vec[i64]  # by seat: the connected provinces

    def set_up(self) -> None:
        n = self.seats
        self.owner = filled(PROVINCES, NOBODY)
        self.holder = filled(PROVINCES, NOBODY)
        self.units = empty(PROVINCES * CELLS)
        self.tokens = empty(PROVINCES)
        self.robbery = empty(PROVINCES)
        self.annexed = empty(PROVINCES)
        self.origin = filled(PROVINCES, NOBODY)
        self.built = empty(8)
        self.redoubts = 0
        self.capital = filled(n, -1)
        self.level = filled(n, 1)
        self.place = filled(n, -1)
        self.coins = filled(n, START_COINS.of(self))
        self.food = empty(n)
        self.war = empty(n)
        self.truce = empty(n * n)
        self.bereft = 0
        self.alive = (1 << n) - 1
        self.fallen = []
        self.pledges = []
        self.first = 0
        self.weather = USUAL
        self.weather_left = 0
        self.roller = 0
        self.recruited = 0
        self.offers_this_turn = 0
        self.treaties = empty(n)
        self.cancels = 0
        self.bribed = 0
        self.shortage = False
        self.all_paid = False
        self.force = []
        self.battle = empty(BATTLE_ROW)
        self.clear_waters()
        self.set_up_sheets()
        self.restore()

    def derived(self) -> list[str]:
        return ["count", "ready", "held", "titled", "marred", "crowned", "nets", "patrols", "captive_land"]

    def restore(self) -> None:
        self.count = empty(PROVINCES * ARMS)
        self.ready = empty(PROVINCES * ARMS)
        self.held = empty(HOLDERS)
        self.titled = empty(HOLDERS)
        self.marred = 0
        self.crowned = 0
        self.nets = empty(self.seats)
        self.restore_sheets()
        self.find_patrols()
        for province in range(PROVINCES):
            for cell in range(CELLS):
                n = self.units[province * CELLS + cell]
                if n:
                    self.count[province * ARMS + cell // CELLS_OF_ARM] += n
                    if cell % POINTS:
                        self.ready[province * ARMS + cell // CELLS_OF_ARM] += n
            if self.holder[province] >= 0:
                self.held[self.holder[province]] |= bit(province)
            if self.owner[province] >= 0:
                self.titled[self.owner[province]] |= bit(province)
            if self.tokens[province]:
                self.marred |= bit(province)
        for seat in range(self.seats):
            if self.capital[seat] >= 0:
                self.crowned |= bit(self.capital[seat])
        self.relink_all()

    def copy_land_into(self, twin: Rebellion) -> None:
        self.copy_into(twin)
        self.copy_sheets_into(twin)
        self.copy_waters_into(twin)
        twin.owner = self.owner[:]
        twin.holder = self.holder[:]
        twin.units = self.units[:]
        twin.tokens = self.tokens[:]
        twin.robbery = self.robbery[:]
        twin.annexed = self.annexed[:]
        twin.origin = self.origin[:]
        twin.built = self.built[:]
        twin.redoubts = self.redoubts
        twin.capital = self.capital[:]
        twin.level = self.level[:]
        twin.place = self.place[:]
        twin.coins = self.coins[:]
        twin.food = self.food[:]
        twin.war = self.war[:]
        twin.truce = self.truce[:]
        twin.bereft = self.bereft
        twin.alive = self.alive
        twin.fallen = self.fallen
        twin.pledges = self.pledges
        twin.first = self.first
        twin.weather = self.weather
        twin.weather_left = self.weather_left
        twin.roller = self.roller
        twin.recruited = self.recruited
        twin.offers_this_turn = self.offers_this_turn
        twin.treaties = self.treaties[:]
        twin.cancels = self.cancels
        twin.bribed = self.bribed
        twin.shortage = self.shortage
        twin.all_paid = self.all_paid
        twin.force = self.force
        twin.battle = self.battle[:]
        twin.count = self.count[:]
        twin.ready = self.ready[:]
        twin.held = self.held[:]
        twin.titled = self.titled[:]
        twin.marred = self.marred
        twin.crowned = self.crowned
        twin.nets = self.nets[:]

    def succeed(self, step: Step[Any], a: i64 = 0) -> None:
        """Let another step follow in the place of this one, with a frame of its own."""
        self.finish()
        self.call(step, a)

    # -- REB-1: players ------------------------------------------------------------------------------------------------

    def lives(self, seat: i64) -> bool:
        return self.alive >> seat & 1 == 1

    def turn_order(self) -> list[int]:
        """REB-2.2  Clockwise from the first player; the eliminated too."""
        return [int((self.first + i) % self.seats) for i in range(self.seats)]

    def from_active(self) -> list[int]:
        """The living in turn order, from the player on turn on."""
        order = [int((self.active + i) % self.seats) for i in range(self.seats)]
        return [seat for seat in order if self.lives(seat)]

    def left_of(self, seat: i64) -> i64:
        """REB-1.12  The next living player clockwise."""
        other: i64 = (seat + 1) % self.seats
        while not self.lives(other) and other != seat:
            other = (other + 1) % self.seats
        return other

    def right_of(self, seat: i64) -> i64:
        """REB-1.12  The living player before this one."""
        other: i64 = (seat + self.seats - 1) % self.seats
        while not self.lives(other) and other != seat:
            other = (other + self.seats - 1) % self.seats
        return other

    # -- REB-4: title and holding --------------------------------------------------------------------------------------

    def owned(self, seat: i64) -> i64:
        """REB-4.2  The provinces that a player owns: title and holding."""
        return self.held[seat] & self.titled[seat]

    def occupied(self, seat: i64) -> i64:
        """REB-4.3  Those that a player holds while another has the title. REB-4.6, REB-4.7  What is possible there, and
        what it yields, follows from its not being among `owned`."""
        return self.held[seat] & ~self.titled[seat]

    def free(self) -> i64:
        """REB-4.4  Provinces without owner and holder."""
        taken: i64 = 0
        for holder in range(HOLDERS):
            taken |= self.held[holder]
        return EVERY & ~taken

    def held_by_others(self, seat: i64) -> i64:
        """REB-4.8  Entering one of these is an attack."""
        taken: i64 = 0
        for holder in range(HOLDERS):
            if holder != seat:
                taken |= self.held[holder]
        return taken

    def hand_to(self, province: i64, holder: i64) -> None:
        """A province changes its holder; whoever had or has a recruit place or a capital there feels it."""
        before = self.holder[province]
        if before >= 0:
            self.held[before] &= ~bit(province)
            if before < self.seats and province in (self.place[before], self.capital[before]):
                self.place[before] = -1
                self.bereft |= 1 << before
        self.holder[province] = holder
        if holder >= 0:
            self.held[holder] |= bit(province)
            if holder < self.seats and self.capital[holder] == province:
                self.place[holder] = -1  # REB-10.8
            self.relink(holder)
        self.annexed[province] = 0  # REB-11.11
        if before >= 0:
            self.relink(before)

    def give_title(self, province: i64, seat: i64) -> None:
        before = self.owner[province]
        if before >= 0:
            self.titled[before] &= ~bit(province)
        self.owner[province] = seat
        if seat >= 0:
            self.titled[seat] |= bit(province)
        self.annexed[province] = 0
        if self.stands(PORT, province):
            self.relink(self.holder[province])

    def holds_own_capital(self, seat: i64) -> bool:
        return self.capital[seat] >= 0 and self.holder[self.capital[seat]] == seat

    def enemy_seats_held(self, seat: i64) -> i64:
        """REB-5.4  How many capital provinces of others a player holds."""
        own: i64 = bit(self.capital[seat]) if self.capital[seat] >= 0 else 0
        return size(self.held[seat] & self.crowned & ~own)

    def original_owner(self, province: i64) -> i64:
        """REB-10.10  Whose capital it is, whoever has the title."""
        for seat in range(self.seats):
            if self.capital[seat] == province:
                return seat
        return NOBODY

    def base(self, seat: i64) -> i64:
        """REB-4.11  The own capital if it is held, else the recruit place; -1 without either."""
        return self.capital[seat] if self.holds_own_capital(seat) else self.place[seat]

    def recruiting_place(self, seat: i64) -> i64:
        """REB-6.2, REB-10.8  Where a player recruits, -1 if nowhere."""
        return self.base(seat)

    def connected(self, seat: i64) -> i64:
        """REB-4.11  The provinces that a chain of held ones joins to the base."""
        return self.nets[seat]

    def relink(self, seat: i64) -> None:
        """Find out what is connected, after land or the base has changed; rebels and tribes have no base."""
        if not 0 <= seat < self.seats:
            return
        base = self.base(seat)
        found: i64 = 0
        if base >= 0:
            found = bit(base)
            held = self.held[seat]
            linked = self.sea_linked(seat)
            rim = found
            while rim:
                grown: i64 = linked if rim & linked else 0
                while rim:
                    grown |= AROUND[lowest(rim)]
                    rim &= rim - 1
                rim = grown & held & ~found
                found |= rim
        self.nets[seat] = found

    def relink_all(self) -> None:
        for seat in range(self.seats):
            self.relink(seat)

    # -- REB-16.1, REB-17.13: ports ------------------------------------------------------------------------------------

    def blockaded(self, seat: i64) -> i64:
        """REB-17.13  Coasts off which a warship of an enemy lies, own ships or not."""
        found: i64 = 0
        for other in range(self.seats):
            left = self.patrols[other] if self.at_war(seat, other) else 0
            while left:
                found |= ALONG[lowest(left)]
                left &= left - 1
        return found

    def open_ports(self, seat: i64) -> i64:
        """REB-16.1  Provinces with an open port: owned and not blockaded."""
        ports = self.built[PORT] & self.owned(seat)
        return ports & ~self.blockaded(seat) if ports else 0

    def sea_linked(self, seat: i64) -> i64:
        """REB-4.11, REB-16.2  What the sea joins: open ports, and the own capital on a coast that is not blockaded."""
        ports = self.open_ports(seat) if seafaring(self) else 0
        if ports and self.holds_own_capital(seat):
            ports |= bit(self.capital[seat]) & COASTAL & ~self.blockaded(seat)
        return ports

    # -- red tokens and buildings --------------------------------------------------------------------------------------

    def put_tokens(self, province: i64, n: i64) -> None:
        self.tokens[province] += n
        if self.tokens[province]:
            self.marred |= bit(province)
        else:
            self.marred &= ~bit(province)

    def robbed(self) -> i64:
        """Provinces with an R card."""
        found: i64 = 0
        for province in range(PROVINCES):
            if self.robbery[province]:
                found |= bit(province)
        return found

    def stands(self, building: i64, province: i64) -> bool:
        return self.built[building] >> province & 1 == 1

    def main_buildings(self) -> i64:
        """Provinces with a main building."""
        found: i64 = 0
        for building in range(MAIN_BUILDINGS):
            found |= self.built[building]
        return found

    def developed(self) -> i64:
        """Provinces with any building."""
        return self.main_buildings() | self.built[PORT] | self.built[ROAD]

    def bunker_level(self, province: i64) -> i64:
        if not self.stands(BUNKERS, province):
            return 0
        return 2 if self.redoubts >> province & 1 else 1

    def raise_up(self, building: i64, province: i64) -> None:
        """A building stands."""
        self.built[building] |= bit(province)
        if building == PORT:
            self.relink(self.holder[province])

    def raze(self, building: i64, province: i64) -> None:
        """A building goes, bunkers by one level."""
        if building == BUNKERS and self.redoubts >> province & 1:
            self.redoubts &= ~bit(province)
        else:
            self.built[building] &= ~bit(province)
        if building == PORT:
            self.relink(self.holder[province])

    def raze_main(self, province: i64) -> None:
        self.redoubts &= ~bit(province)
        for building in range(MAIN_BUILDINGS):
            self.built[building] &= ~bit(province)

    def free_roads(self) -> i64:
        """REB-7.4, REB-7.5  Provinces out of which a march is free: a road, or a capital."""
        return self.built[ROAD] | self.crowned

    # -- REB-6: units --------------------------------------------------------------------------------------------------

    def full_points(self, arm: i64) -> i64:
        """REB-6.1, REB-15.6, REB-26.4  What a unit gets in S8; in frost one more."""
        points = MOVES_OF_THREE.of(self) if arm == CARAVAN and three_players(self) else MOVES.of(self, arm)
        return points + 1 if self.weather == FROST else points

    def put(self, province: i64, cell: i64, n: i64) -> None:
        """Units come to a province, or with a negative number go."""
        arm: i64 = cell // CELLS_OF_ARM
        self.units[province * CELLS + cell] += n
        self.count[province * ARMS + arm] += n
        if cell % POINTS:
            self.ready[province * ARMS + arm] += n

    def soldiers(self, province: i64) -> i64:
        """REB-1.4  Fighting strength, not pieces."""
        at: i64 = province * ARMS
        return self.count[at] + 3 * self.count[at + 1] + 6 * (self.count[at + 2] + self.count[at + 3])

    def units_in(self, province: i64) -> i64:
        """REB-1.4  Pieces; REB-1.10  there are always enough of them."""
        at: i64 = province * ARMS
        return self.count[at] + self.count[at + 1] + self.count[at + 2] + self.count[at + 3]

    def soldiers_of(self, seat: i64) -> i64:
        """Land soldiers, wherever they are."""
        total: i64 = self.soldiers_afloat(seat)
        left = self.held[seat]
        while left:
            total += self.soldiers(lowest(left))
            left &= left - 1
        return total

    def soldiers_afloat(self, seat: i64) -> i64:
        """Those on transporters, voyages and transfers."""
        total: i64 = 0
        for row in self.transports:
            if row[OWNER] == seat:
                total += cargo_soldiers(row)
        for row in self.voyages:
            if row[SENDER] == seat:
                for arm in range(ARMS):
                    total += SOLDIERS[arm] * row[LOAD + arm]
        return total

    def weakest(self, province: i64, arm: i64, stale: bool = False) -> i64:
        """REB-6.14  The cell of the unit with fewest points, not fresh ones first; -1 if there is none. `stale` leaves
        the fresh out."""
        first: i64 = province * CELLS + arm * CELLS_OF_ARM
        for points in range(POINTS):
            if self.units[first + points]:
                return arm * CELLS_OF_ARM + points
            if not stale and self.units[first + FRESH + points]:
                return arm * CELLS_OF_ARM + FRESH + points
        return -1

    def strongest(self, province: i64, arm: i64) -> i64:
        """REB-6.14  The cell of the unit with most points, not fresh ones first; -1 if none has a point."""
        first: i64 = province * CELLS + arm * CELLS_OF_ARM
        points: i64 = POINTS - 1
        while points > 0:
            if self.units[first + points]:
                return arm * CELLS_OF_ARM + points
            if self.units[first + FRESH + points]:
                return arm * CELLS_OF_ARM + FRESH + points
            points -= 1
        return -1

    def stale(self, province: i64, arm: i64) -> i64:
        """Units that are not fresh."""
        total: i64 = 0
        first: i64 = province * CELLS + arm * CELLS_OF_ARM
        for points in range(POINTS):
            total += self.units[first + points]
        return total

    def lose_soldier(self, province: i64, arm: i64) -> None:
        """REB-1.14  One soldier of a unit of this arm; change is made by REB-6.7."""
        cell = self.weakest(province, arm)
        self.put(province, cell, -1)
        for piece in range(ARMS):
            n = change(arm, piece)
            if n:
                self.put(province, self.change_cell(cell, piece), n)

    def change_cell(self, cell: i64, piece: i64) -> i64:
        """REB-6.8  Change has the points left to the broken unit, at most its own full number, and its marks."""
        points: i64 = cell % POINTS
        full = self.full_points(piece)
        fresh: i64 = FRESH if cell % CELLS_OF_ARM >= FRESH else 0
        return piece * CELLS_OF_ARM + fresh + (points if points < full else full)

    def rest_units(self) -> None:
        """REB-3.2  At the end of a turn no unit is fresh any more."""
        for province in range(PROVINCES):
            if self.units_in(province):
                for arm in range(ARMS):
                    first: i64 = province * CELLS + arm * CELLS_OF_ARM
                    for points in range(POINTS):
                        n = self.units[first + FRESH + points]
                        if n:
                            self.units[first + FRESH + points] = 0
                            self.units[first + points] += n
        self.rest_ships()

    # -- REB-11: war ---------------------------------------------------------------------------------------------------

    def at_war(self, one: i64, other: i64) -> bool:
        return self.war[one] >> other & 1 == 1

    def truce_between(self, one: i64, other: i64) -> bool:
        """REB-11.2"""
        return self.truce[one * self.seats + other] >= self.round


def change(arm: i64, piece: i64) -> i64:
    """REB-6.7, REB-6.12  How many units of an arm the loss of one soldier leaves of a unit."""
    if arm == CAVALRY:
        return 2 if piece == INFANTRY else 0
    if arm >= ARTILLERY:
        return 2 if piece == INFANTRY else 1 if piece == CAVALRY else 0
    return 0


def cargo_soldiers(transporter: list[int]) -> i64:
    """Soldiers on board."""
    total: i64 = 0
    for place in range(CARGO, len(transporter), 2):
        total += SOLDIERS[transporter[place] // CELLS_OF_ARM] * transporter[place + 1]
    return total
