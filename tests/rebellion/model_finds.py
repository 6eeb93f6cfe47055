"""The second model of Rebellion: what comes home in S6 and S7, expeditions and voyages, and auctions."""

from __future__ import annotations

from itertools import pairwise

from rebellion.model_table import MAINS, NEAR, Unit, Voyage, strength
from rebellion.model_war import Play, War

OVERSEAS = [  # the first roll of each row, and what it brings
    (1, "treasure"),
    (2, "compensation"),
    (7, "mercenaries"),
    (11, "unrest"),
    (16, "coconut"),
    (19, "cannonballs"),
    (21, "ghost ship"),
    (26, ""),
    (30, "road builders"),
    (36, "disease"),
    (41, "rich tribe"),
    (46, "winds"),
    (51, "farm hands"),
    (55, "environmentalists"),
    (61, "captain"),
    (71, ""),
    (76, "cannibals"),
    (81, "new weapon"),
    (86, "turncoat"),
    (91, "poison"),
    (99, "plague"),
    (101, ""),
]


class Finds(War):
    # -- S6: expeditions ---------------------------------------------------------------------------------------------

    def result_roll(self) -> int:
        """REB-21.4"""
        return min(100, self.roll(100) + (self.number("plague.bonus", 30) if self.plague else 0))

    def results(self, seat: int) -> Play[None]:
        for inland in (True, False):
            while True:
                due = [
                    row
                    for row in self.expeditions
                    if row[0] == seat and row[2] <= self.round and (row[1] is not None) == inland
                ]
                if not due:
                    break
                self.expeditions.remove(due[0])
                if not inland:
                    yield from self.overseas(seat)
                elif due[0][1] in self.owned(seat):
                    yield from self.inland(seat, due[0][1])

    def inland(self, seat: int, code: str) -> Play[None]:
        """REB-19.3 to REB-19.8"""
        roll = self.result_roll()
        if roll <= 29:
            marker = "rich mineral" if roll <= 3 else "mineral"
            cost = self.number("inland.rich_mineral", 10) if roll <= 3 else self.number("inland.mineral", 6)
            options = ["pay for the mineral"] if self.coins[seat] >= cost else []
            if (yield from self.ask(seat, [*options, "leave the mineral"])) == "pay for the mineral":
                self.coins[seat] -= cost
                self.markers[code].add(marker)
        elif 71 <= roll <= 89:
            self.coins[seat] += self.number("inland.artefact", 16)
        elif 90 <= roll <= 98:
            self.markers[code].add("black marker")
        elif roll >= 99:
            yield from self.tribe(seat, code)

    def tribe(self, seat: int, code: str) -> Play[None]:
        """REB-19.8, REB-19.9"""
        tribe = [Unit("infantry", 0) for _ in range(self.roll(10))]
        mine = self.units[code]
        ways = [near for near in NEAR[code] if self.holder[near] == seat or self.empty(near)]
        retreats = [f"retreat to {near}" for near in ways]
        said = "attack the tribe"
        if mine:
            said = yield from self.ask(seat, ["attack the tribe", *retreats])
        at_start = self.more_soldiers(mine, tribe)
        if not ways:
            yield from self.inside(mine, seat, tribe, None)
        rolled = False
        while mine and tribe and not said.startswith("retreat"):
            options = ["roll", *(f"roll until {n} are left" for n in range(strength(mine)))]
            said = yield from self.ask(seat, [*options, *retreats] if rolled else options)
            if said.startswith("retreat"):
                break
            left = 10**6 if said == "roll" else int(said.split()[2])
            rolled = True
            while True:
                yield from self.inside_roll(mine, seat, tribe, None, at_start)
                if not mine or not tribe or strength(mine) <= left:
                    break
        if not tribe:
            return
        if said.startswith("retreat"):
            to = said.split()[2]
            self.enter(seat, to)
            self.units[to] += mine
        self.pass_to(code, "tribe")
        self.owner[code] = None
        self.captives[code] = []
        self.units[code] = tribe
        yield from self.name_places(self.in_turn(self.active))
        self.test_falls()

    def overseas(self, seat: int, bought: bool = False) -> Play[None]:
        """REB-20.4 and following"""
        second = self.options.get("table_overlap", "first") == "second"
        while True:
            roll = self.result_roll()
            found = next(what for (low, what), (above, _) in pairwise(OVERSEAS) if low <= roll < above)
            if roll == 35 and second:
                found = "disease"
            again = not found and self.options.get("expedition_gaps", "nothing") == "reroll"
            if not again and not (found == "turncoat" and bought):
                break
        yield from self.brings(seat, found)

    def brings(self, seat: int, found: str) -> Play[None]:
        sheet = self.sheet
        if found == "treasure":
            self.coins[seat] += self.number("overseas.treasure", 50)
        elif found == "compensation":
            self.compensation[seat].append(self.number("overseas.payments", 5))
        elif found == "rich tribe":
            self.rich_tribe[seat].append(self.number("overseas.payments", 5))
        elif found == "mercenaries":
            place = self.capital[seat] if self.home(seat) else self.place[seat]
            if place is not None:
                hired = self.number("overseas.mercenaries", 2)
                self.units[place] += [Unit("artillery", 0, True) for _ in range(hired)]
        elif found == "unrest":
            roads = [code for code in self.owned(seat) if "road" in self.built[code]]
            if roads:
                said = yield from self.ask(seat, [f"destroy the road in {code}" for code in roads])
                self.built[said.split()[4]].remove("road")
        elif found == "coconut":
            self.coins[seat] += self.number("overseas.coconut", 10)
            lands = [
                code
                for code in self.owned(seat)
                if not self.crowned(code) and not self.tokens[code] and "coconut tree" not in self.markers[code]
            ]
            said = yield from self.ask(seat, [*(f"plant the tree in {code}" for code in lands), "plant no tree"])
            if said != "plant no tree":
                self.markers[said.split()[4]].add("coconut tree")
        elif found == "cannonballs":
            sheet["cannonballs"][seat] += 1
        elif found == "new weapon":
            sheet["weapons"][seat] += 1
        elif found == "ghost ship":
            sheet["next_price"][seat] += self.number("overseas.ghost_ship", -10)
        elif found == "cannibals":
            sheet["next_price"][seat] += self.number("overseas.cannibals", 5)
        elif found == "road builders":
            sheet["vouchers"][seat] += self.number("overseas.roads", 4)
        elif found == "farm hands":
            sheet["farm_hands"][seat] += self.number("overseas.farms", 4)
        elif found == "disease":
            yield from self.lose_soldiers(seat, self.number("overseas.disease", 4))
        elif found == "winds":
            cost = self.number("overseas.winds", 5)
            options = ["wait for better winds"] if self.coins[seat] >= cost else []
            if (yield from self.ask(seat, [*options, "end the expedition"])) == "wait for better winds":
                self.coins[seat] -= cost
                self.expeditions.append([seat, None, self.round if self.still_to_come(seat) else self.round + 1])
        elif found == "environmentalists":
            sheet["environment"][seat] += self.roll(6)
        elif found == "captain":
            yield from self.captain(seat)
        elif found == "turncoat":
            winner, _ = yield from self.auction(self.in_turn(seat), 0, seat)
            yield from self.overseas(winner, True)
        elif found == "poison":
            yield from self.poison(seat)
        elif found == "plague" and not self.plague:
            self.plague, self.bringer = self.number("plague.turns", 3), seat
            yield from self.lose_soldiers(seat, self.roll(int(self.options.get("plague_die", 10))))

    def still_to_come(self, seat: int) -> bool:
        """Whether the next turn of a seat is in this round."""
        return (seat - self.first) % self.seats > (self.active - self.first) % self.seats

    def captain(self, seat: int) -> Play[None]:
        """REB-20.22"""
        options = ["take the level"] if self.level[seat] < 3 and self.home(seat) else []
        if (yield from self.ask(seat, [*options, "take the coins"])) == "take the level":
            self.level[seat] += 1
        elif self.level[seat] == 1:
            self.coins[seat] += self.number("price.level2", 10)
        elif self.options.get("captain_cash", "list") == "example":
            self.coins[seat] += 20
        else:
            self.coins[seat] += self.number("price.level3", 19)

    def poison(self, seat: int) -> Play[None]:
        """REB-20.24"""
        cost = self.number("overseas.poison", 10)
        for _ in range(2):
            lands = [
                code for code in self.owned(seat) if not self.crowned(code) and "black marker" not in self.markers[code]
            ]
            free = [code for code in lands if not self.built[code]]
            options = [f"poison {code}" for code in free or lands]
            if not free and self.coins[seat] >= cost:
                options.append("pay to be spared")
            if not options:
                continue
            said = yield from self.ask(seat, options)
            if said == "pay to be spared":
                self.coins[seat] -= cost
                continue
            code = said.split()[1]
            self.markers[code].add("black marker")
            self.built[code] -= set(MAINS) & self.built[code] or {"port", "road"}
            self.bunkers[code] = 0

    def auction(self, bidders: list[int], highest: int, leader: int, opened: bool = False) -> Play[tuple[int, bool]]:
        """REB-1.13  Who has won, and whether anybody has bid; if `opened`, the leader has bid `highest` already."""
        still = list(bidders)
        bid = opened
        place = 0
        while len(still) > (1 if bid else 0):
            seat = still[place % len(still)]
            if bid and seat == leader:
                place += 1
                continue
            options = [f"bid {n}" for n in range(highest + 1, self.coins[seat] + 1)]
            said = yield from self.ask(seat, [*options, "pass"])
            if said == "pass":
                place %= len(still)
                still.remove(seat)
            else:
                highest, leader, bid = int(said.split()[1]), seat, True
                place += 1
        if bid:
            self.coins[leader] -= highest
        return leader, bid

    # -- S7: arrivals ------------------------------------------------------------------------------------------------

    def arrivals(self, seat: int) -> Play[None]:
        for kind in ("transfer", "construction ship", "landing ship"):
            while True:
                due = [v for v in self.voyages if v.sender == seat and v.kind == kind and v.due <= self.round]
                if not due:
                    break
                if kind == "transfer":
                    self.voyages.remove(due[0])
                    home = due[0].destination if self.holder[due[0].destination] == seat else due[0].left
                    self.put_back(seat, due[0], home)
                elif kind == "construction ship":
                    self.voyages.remove(due[0])
                    self.construct(seat, due[0].destination)
                else:
                    together = [v for v in due if v.destination == due[0].destination]
                    self.voyages = [v for v in self.voyages if v not in together]
                    yield from self.landing(seat, together)

    def put_back(self, seat: int, voyage: Voyage, home: str | None) -> None:
        """REB-16.4"""
        if home is not None and self.holder[home] == seat:
            self.units[home] += [Unit(arm, 0) for arm in voyage.cargo.elements()]
        else:
            self.test_falls()

    def construct(self, seat: int, code: str) -> None:
        """REB-16.8"""
        good = code in self.owned(seat) and not self.crowned(code) and not self.tokens[code]
        if good and "port" not in self.built[code]:
            self.built[code].add("port")
        else:
            self.sheet["docked"][seat] += 1

    def landing(self, seat: int, together: list[Voyage]) -> Play[None]:
        """REB-16.6, REB-16.7, REB-16.11"""
        code = together[0].destination
        force = [Unit(arm, 0, True, source="landing ship") for v in together for arm in v.cargo.elements()]
        if self.holder[code] == seat or self.empty(code):
            self.coins[seat] -= min(self.coins[seat], self.rate() * strength(force))
            for unit in force:
                unit.source = ""
            self.enter(seat, code)
            self.units[code] += force
        elif self.truce(seat, self.holder[code]):
            for voyage in together:
                self.put_back(seat, voyage, voyage.left)
        else:
            self.arriving = True
            yield from self.attack(seat, code, force, True)
            self.arriving = False
