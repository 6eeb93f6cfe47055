"""What expeditions, captives and agents lay on the table: markers on land, and each player's sheet (REB-1.11, REB-2).

The table of the game (table.py) is built upon this one.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.sets import bit, lowest
from marchland.games.rebellion.waters import Waters
from marchland.games.rebellion.world import PROVINCES

# Captives of a province are counted by nation and by movement points: a cell is nation * 3 + points.
STEPS_OF_CAPTIVES: Final = 2  # REB-22.5
CAPTIVE_POINTS: Final = 3  # 0 to 2
NATIONS: Final = 6
CAPTIVE_CELLS: Final = 18

# REB-19.2, REB-20.3  The columns of an expedition.
SENDER: Final = 0
SITE: Final = 1  # the province that is explored; OVERSEAS for the others
DUE_ROUND: Final = 2
OVERSEAS: Final = -1

NO_CARD: Final = -1  # nothing was dealt


def empty(length: i64) -> vec[i64]:
    return vec[i64]([0] * length)


def filled(length: i64, value: i64) -> vec[i64]:
    return vec[i64]([int(value)] * length)


class Sheets(Waters):
    """Markers, captives, sheets and cards. Sets of provinces are the bits of an int."""

    # By province.
    minerals: i64  # REB-19.5  K
    rich_minerals: i64  # K+
    trees: i64  # REB-20.12
    black: i64  # REB-19.7
    explored: i64  # REB-19.2
    captives: vec[i64]  # [province * 18 + cell]

    # By seat: the sheet.
    agents: vec[i64]
    fruit: vec[i64]  # REB-20.13  own
    fruit_bought: vec[i64]  # REB-20.14
    vouchers: vec[i64]  # REB-20.17  free roads
    farm_hands: vec[i64]  # REB-20.23  farms that still cost less
    next_price: vec[i64]  # REB-20.5  what is added to the price of the next overseas expedition
    weapons: vec[i64]  # REB-20.15
    cannonballs: vec[i64]
    environment: vec[i64]  # REB-20.21  turns left
    compensation: list[list[int]]  # REB-20.9  by seat: payments left, of each result
    rich_tribe: list[list[int]]  # REB-20.19
    sabotaged: vec[i64]  # REB-23.9  how often, until the next S4
    burned: vec[i64]  # until the next S5
    incited: vec[i64]  # REB-23.10  until the next S3

    expeditions: list[list[int]]  # rows of who, where and when, in the order of sending
    plague: i64  # REB-21.1  the marker; 0 without a plague
    bringer: i64
    dealt: vec[i64]  # [dealer * seats + target]: REB-23.4  the card, secret until R1
    cards_up: bool  # REB-23.6  whether they lie open

    # Made from the above, for speed.
    captive_land: i64  # provinces with captives

    def set_up_sheets(self) -> None:
        n = self.seats
        self.minerals = 0
        self.rich_minerals = 0
        self.trees = 0
        self.black = 0
        self.explored = 0
        self.captives = empty(PROVINCES * CAPTIVE_CELLS)
        self.agents = empty(n)
        self.fruit = empty(n)
        self.fruit_bought = empty(n)
        self.vouchers = empty(n)
        self.farm_hands = empty(n)
        self.next_price = empty(n)
        self.weapons = empty(n)
        self.cannonballs = empty(n)
        self.environment = empty(n)
        self.compensation = [[] for _ in range(n)]
        self.rich_tribe = [[] for _ in range(n)]
        self.sabotaged = empty(n)
        self.burned = empty(n)
        self.incited = empty(n)
        self.expeditions = []
        self.plague = 0
        self.bringer = 0
        self.dealt = filled(n * n, NO_CARD)
        self.cards_up = False

    def restore_sheets(self) -> None:
        self.captive_land = 0
        for province in range(PROVINCES):
            if self.captives_in(province):
                self.captive_land |= bit(province)

    def copy_sheets_into(self, twin: Sheets) -> None:
        twin.minerals = self.minerals
        twin.rich_minerals = self.rich_minerals
        twin.trees = self.trees
        twin.black = self.black
        twin.explored = self.explored
        twin.captives = self.captives[:]
        twin.agents = self.agents[:]
        twin.fruit = self.fruit[:]
        twin.fruit_bought = self.fruit_bought[:]
        twin.vouchers = self.vouchers[:]
        twin.farm_hands = self.farm_hands[:]
        twin.next_price = self.next_price[:]
        twin.weapons = self.weapons[:]
        twin.cannonballs = self.cannonballs[:]
        twin.environment = self.environment[:]
        twin.compensation = self.compensation
        twin.rich_tribe = self.rich_tribe
        twin.sabotaged = self.sabotaged[:]
        twin.burned = self.burned[:]
        twin.incited = self.incited[:]
        twin.expeditions = self.expeditions
        twin.plague = self.plague
        twin.bringer = self.bringer
        twin.dealt = self.dealt[:]
        twin.cards_up = self.cards_up
        twin.captive_land = self.captive_land

    def clear_sheet(self, seat: i64) -> None:
        """REB-25.7, REB-25.9, REB-20.7  Nothing is left of an eliminated player's sheet, expeditions and cards; cards
        that lie before him go back unseen too (REB-23.12)."""
        self.agents[seat] = 0
        self.fruit[seat] = 0
        self.fruit_bought[seat] = 0
        self.vouchers[seat] = 0
        self.farm_hands[seat] = 0
        self.next_price[seat] = 0
        self.weapons[seat] = 0
        self.cannonballs[seat] = 0
        self.environment[seat] = 0
        self.sabotaged[seat] = 0
        self.burned[seat] = 0
        self.incited[seat] = 0
        self.compensation = without_payments(self.compensation, seat)
        self.rich_tribe = without_payments(self.rich_tribe, seat)
        self.expeditions = [row for row in self.expeditions if row[SENDER] != seat]
        for other in range(self.seats):
            self.dealt[seat * self.seats + other] = NO_CARD
            self.dealt[other * self.seats + seat] = NO_CARD

    # -- captives ------------------------------------------------------------------------------------------------------

    def put_captives(self, province: i64, nation: i64, points: i64, n: i64) -> None:
        """Captives come to a province, or with a negative number go."""
        self.captives[province * CAPTIVE_CELLS + nation * CAPTIVE_POINTS + points] += n
        if self.captives_in(province):
            self.captive_land |= bit(province)
        else:
            self.captive_land &= ~bit(province)

    def captives_in(self, province: i64) -> i64:
        total: i64 = 0
        first: i64 = province * CAPTIVE_CELLS
        for cell in range(CAPTIVE_CELLS):
            total += self.captives[first + cell]
        return total

    def captives_of(self, province: i64, nation: i64) -> i64:
        """Captives of one nation in a province."""
        first: i64 = province * CAPTIVE_CELLS + nation * CAPTIVE_POINTS
        return self.captives[first] + self.captives[first + 1] + self.captives[first + 2]

    def ready_captives(self, province: i64, nation: i64) -> i64:
        """Those with a movement point."""
        first: i64 = province * CAPTIVE_CELLS + nation * CAPTIVE_POINTS
        return self.captives[first + 1] + self.captives[first + 2]

    def remove_captives(self, province: i64, nation: i64, n: i64) -> None:
        """So many of a nation go, those with fewest points first."""
        left = n
        for points in range(CAPTIVE_POINTS):
            there = self.captives[province * CAPTIVE_CELLS + nation * CAPTIVE_POINTS + points]
            going = there if there < left else left
            if going:
                self.put_captives(province, nation, points, -going)
                left -= going

    def clear_captives(self, province: i64) -> i64:
        """REB-22.11  All captives of a province go; how many they were."""
        gone = self.captives_in(province)
        if gone:
            for cell in range(CAPTIVE_CELLS):
                self.captives[province * CAPTIVE_CELLS + cell] = 0
            self.captive_land &= ~bit(province)
        return gone

    def rest_captives(self, provinces: i64) -> None:
        """REB-3.2  S8: movement points."""
        left = self.captive_land & provinces
        while left:
            province = lowest(left)
            left &= left - 1
            for nation in range(NATIONS):
                n = self.captives_of(province, nation)
                self.remove_captives(province, nation, n)
                self.put_captives(province, nation, STEPS_OF_CAPTIVES, n)

    # -- expeditions ---------------------------------------------------------------------------------------------------

    def sites_under_way(self) -> i64:
        """Provinces that are being explored."""
        found: i64 = 0
        for row in self.expeditions:
            if row[SITE] != OVERSEAS:
                found |= bit(row[SITE])
        return found

    def recall_from(self, province: i64) -> None:
        """REB-9.2, REB-11.7, REB-24.10  An expedition in a province that changes hands is lost."""
        if self.expeditions:
            self.expeditions = [row for row in self.expeditions if row[SITE] != province]

    def marked(self) -> i64:
        """REB-13.4  Provinces with a marker or an effect: minerals, a tree, a black marker, captives, an expedition."""
        markers = self.minerals | self.rich_minerals | self.trees | self.black | self.captive_land
        return markers | self.sites_under_way()


def without_payments(rows: list[list[int]], seat: i64) -> list[list[int]]:
    return [[] if place == seat else row for place, row in enumerate(rows)]
