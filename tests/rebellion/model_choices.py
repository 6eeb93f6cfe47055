"""The second model of Rebellion: what can be done in a Main phase."""

from __future__ import annotations

from collections import Counter

from rebellion.model_deals import Bargains
from rebellion.model_table import (
    ARMS,
    COASTS,
    LAND,
    LEVEL,
    MAINS,
    NEAR,
    OFF,
    ON,
    PRICE,
    SEA,
    SOLDIERS,
    WARSHIPS,
    Unit,
    strength,
)

EXCHANGES = {  # what is given, what is got
    "3I-C": ("III", "C"),
    "C-3I": ("C", "III"),
    "2C-A": ("CC", "A"),
    "A-2C": ("A", "CC"),
    "6I-A": ("IIIIII", "A"),
    "A-6I": ("A", "IIIIII"),
    "3IC-A": ("IIIC", "A"),
    "A-C3I": ("A", "CIII"),
}
ARM = {"I": "infantry", "C": "cavalry", "A": "artillery"}
MOST_MOVED = 255
SHIP_PRICE = {"frigate": 5, "corvette": 15, "cruiser": 30, "transporter": 5}


class Choices(Bargains):
    # -- what can be done --------------------------------------------------------------------------------------------

    def offered(self, seat: int) -> set[str]:
        found = {"end the turn"}
        if self.options.get("resignation", "off") == "on":
            found.add("resign")
        found |= self.marches(seat) | self.at_home(seat) | self.works(seat) | self.diplomacy(seat) | self.people(seat)
        if self.on("sea"):
            found |= self.from_ports(seat) | self.at_sea(seat)
        if self.cancels < self.number("turn.cancels", 5):
            found |= self.openings(seat)
        return found

    def marches(self, seat: int) -> set[str]:
        found = set()
        for code in self.held(seat):
            for arm in ARMS:
                n = min(MOST_MOVED, len(self.able(self.units[code], arm)))
                each = self.march(code, SOLDIERS[arm])
                n = min(n, self.coins[seat] // each) if each else n
                for to in NEAR[code]:
                    if self.holder[to] == seat or self.empty(to):
                        found |= {f"march {k} {arm} from {code} to {to}" for k in range(1, n + 1)}
            if self.linkable(code):
                found.add(f"link in {code}")
            if self.unlinkable(code):
                found.add(f"unlink in {code}")
        return found

    def linkable(self, code: str) -> list[Unit]:
        """REB-6.10"""
        horse = [unit for unit in self.able(self.units[code], "cavalry") if unit.points >= 2]
        cannon = self.able(self.units[code], "artillery")
        return [horse[0], cannon[0]] if horse and cannon else []

    def unlinkable(self, code: str) -> Unit | None:
        """REB-6.11"""
        more = 0 if self.three() else 1
        ready = [u for u in self.able(self.units[code], "caravan") if not u.fresh and u.points + more >= 2]
        return ready[0] if ready else None

    def recruit_place(self, seat: int) -> str | None:
        return self.capital[seat] if self.home(seat) else self.place[seat]

    def recruit_price(self, seat: int, arm: str) -> int:
        """REB-6.1, REB-10.8"""
        cost = self.number(f"price.{arm}", {"infantry": 2, "cavalry": 6, "artillery": 12}[arm])
        return cost if self.home(seat) else cost + SOLDIERS[arm] * self.number("price.temporary", 1)

    def at_home(self, seat: int) -> set[str]:
        """Recruiting, exchanging, levels, agents."""
        found = set()
        if self.recruit_place(seat) is not None:
            left = self.number("limit.recruits", 2) * len(self.owned(seat)) - self.recruited
            for arm in ARMS[:3]:
                if LEVEL[arm] <= self.level[seat]:
                    n = min(left // SOLDIERS[arm], self.coins[seat] // self.recruit_price(seat, arm))
                    found |= {f"recruit {k} {arm}" for k in range(1, n + 1)}
        if not self.home(seat):
            return found
        ready = Counter(unit.arm for unit in self.units[self.capital[seat]] if not unit.fresh)
        for name, (given, got) in EXCHANGES.items():
            unlocked = all(LEVEL[ARM[letter]] <= self.level[seat] for letter in got)
            if unlocked and all(ready[ARM[letter]] >= given.count(letter) for letter in given):
                found.add(f"exchange {name}")
        if self.level[seat] < 3 and self.coins[seat] >= self.upgrade_price(seat):
            found.add("upgrade the capital")
        if self.on("agents") and self.coins[seat] >= self.number("price.agent", 8):
            found.add("buy an agent")
        return found

    def upgrade_price(self, seat: int) -> int:
        return self.number("price.level2", 10) if self.level[seat] == 1 else self.number("price.level3", 19)

    def works(self, seat: int) -> set[str]:
        """Buildings, robbery, expeditions."""
        found = set()
        net, mine = self.connected(seat), self.owned(seat)
        under_way = {row[1] for row in self.expeditions}
        for code in self.held(seat):
            if self.crowned(code):
                continue
            free = code in mine and not self.tokens[code]
            if self.on("buildings") and code in net:
                found |= {
                    f"build {building} in {code}"
                    for building in PRICE
                    if (free or building == "road") and self.buildable(seat, code, building)
                }
                if self.sheet["vouchers"][seat] and "road" not in self.built[code]:
                    found.add(f"build a free road in {code}")
            if not free or self.built[code]:
                continue
            effects = self.markers[code] - {"explored"}
            if self.on("economy") and not effects and not self.captives[code] and code not in under_way:
                found.add(f"rob {code}")
            explored = "explored" in self.markers[code]
            if self.on("expeditions") and not explored and self.coins[seat] >= self.number("inland.price", 10):
                found.add(f"explore {code}")
        found |= {f"stop robbing {code}" for code in mine if self.robbery[code]}
        return found

    def buildable(self, seat: int, code: str, building: str) -> bool:
        """REB-12.2 to REB-12.10, where the province itself may be built on"""
        module = {"granary": "economy", "port": "sea", "coastal battery": "sea", "captive camp": "captives"}
        if building in module and not self.on(module[building]):
            return False
        level = self.bunkers[code] + 1 if building == "bunkers" else 1
        if LEVEL[building] > self.level[seat] or self.coins[seat] < self.price(building, level, seat):
            return False
        if building in ("port", "coastal battery") and not ON[code]:
            return False
        if building in ("farm", "granary") and "black marker" in self.markers[code]:
            return False
        if building in ("port", "road"):
            return building not in self.built[code]
        mains = self.built[code] & set(MAINS)
        return not mains or (building == "bunkers" and mains == {"bunkers"} and self.bunkers[code] == 1)

    def diplomacy(self, seat: int) -> set[str]:
        return {
            f"declare war on {other}"
            for other in self.in_turn(0)
            if other != seat and not self.war(seat, other) and not self.truce(seat, other)
        }

    def people(self, seat: int) -> set[str]:
        """Captives and rebels."""
        found = set()
        for code in self.held(seat):
            for nation in {captive.nation for captive in self.captives[code]}:
                n = sum(c.nation == nation and c.points > 0 for c in self.captives[code])
                for to in NEAR[code]:
                    if self.holder[to] == seat:
                        for k in range(1, min(MOST_MOVED, n) + 1):
                            found.add(f"send {k} captives of {nation} from {code} to {to}")
        if self.on("revolts"):
            for code in LAND:
                price = self.number("price.rebel", 3) * strength(self.units[code])
                if self.holder[code] == "rebels" and code not in self.bribed and self.coins[seat] >= price:
                    found.add(f"bribe {code}")
        return found

    def from_ports(self, seat: int) -> set[str]:
        found = set()
        ports, coins = self.ports(seat), self.coins[seat]
        for sea in sorted({sea for port in ports for sea in ON[port]}):
            for ship, printed in SHIP_PRICE.items():
                full = ship == "transporter" and sum(key[0] == seat for key in self.carriers) >= 12
                if coins >= self.number(f"price.{ship}", printed) and not full:
                    found.add(f"launch {ship} in {sea}")
            if sea not in self.boats and coins >= self.number("price.boat", 7):
                found.add(f"set a fishing boat in {sea}")
        for code in ports:
            for arm in ARMS:
                n = min(MOST_MOVED, len(self.able(self.units[code], arm)))
                each = self.rate() * SOLDIERS[arm]
                n = min(n, coins // each) if each else n
                for to in ports:
                    if to != code:
                        found |= {f"ship {k} {arm} from {code} to {to}" for k in range(1, n + 1)}
        if ports and coins >= self.number("price.construction_ship", 13):
            found.add("buy a construction ship")
        if self.sheet["docked"][seat]:
            found |= {f"send a construction ship to {code}" for code in LAND if ON[code]}
        if self.on("overseas") and ports and self.weather != "storm" and coins >= self.overseas_price(seat):
            trees = sum("coconut tree" in self.markers[code] for code in self.owned(seat))
            under_way = sum(row[0] == seat and row[1] is None for row in self.expeditions)
            if under_way < 1 + trees + self.sheet["fruit_bought"][seat]:
                found.add("send an expedition overseas")
        return found

    def overseas_price(self, seat: int) -> int:
        return max(0, self.number("overseas.price", 15) + self.sheet["next_price"][seat])

    def at_sea(self, seat: int) -> set[str]:
        found = set()
        for sea in SEA:
            fleet = self.warships(seat, sea)
            for ship in WARSHIPS:
                n = min(MOST_MOVED, len(self.able(fleet, ship)))
                found |= {f"sail {k} {ship} from {sea} to {to}" for to in OFF[sea] for k in range(1, n + 1)}
            if any(not ship.fresh and not ship.attacked for ship in fleet):
                for other in self.in_turn(0):
                    ships = self.warships(other, sea) or [
                        k for k, c in self.carriers.items() if k[0] == other and c.sea == sea
                    ]
                    if other != seat and ships and not self.truce(seat, other):
                        found.add(f"attack the ships of {other} in {sea}")
            owner, points = self.boats.get(sea, [-1, 0])
            if owner == seat:
                near = set(OFF[sea]) if points else set()
                far = {to for step in near for to in OFF[step]} if points > 1 else set()
                found |= {f"move the boat from {sea} to {to}" for to in near | far if to not in self.boats}
        for (owner, number), carrier in self.carriers.items():
            if owner != seat:
                continue
            if carrier.points:
                found |= {f"sail T{number} to {to}" for to in OFF[carrier.sea]}
            room = self.number("capacity.transporter", 5) - strength(carrier.cargo)
            for code in COASTS[carrier.sea]:
                for arm in ARMS:
                    if self.holder[code] == seat and self.ports(seat):
                        n = min(len(self.able(self.units[code], arm)), room // SOLDIERS[arm])
                        found |= {f"embark {k} {arm} from {code} on T{number}" for k in range(1, n + 1)}
                    if self.holder[code] == seat or self.empty(code):
                        n = len(self.able(carrier.cargo, arm))
                        each = self.rate() * SOLDIERS[arm]
                        n = min(n, self.coins[seat] // each) if each else n
                        found |= {f"land {k} {arm} of T{number} in {code}" for k in range(1, n + 1)}
        return found

    def openings(self, seat: int) -> set[str]:
        """What can be called off again."""
        found = set()
        for code in LAND:
            holder = self.holder[code]
            if holder not in (None, seat) and not self.truce(seat, holder) and self.committable(seat, code):
                found.add(f"attack {code}")
        if self.scraps(seat):
            found.add("give something up")
        for other in self.in_turn(0):
            if other == seat or self.treaties[other] >= int(self.options.get("treaties_per_turn", 2)):
                continue
            occupied = any({self.holder[code], self.owner[code]} == {seat, other} for code in LAND)
            if occupied or self.war(seat, other):
                found.add(f"call a conference with {other}")
        if self.on("sea") and self.coins[seat] >= self.number("price.landing_ship", 9):
            found |= {f"load a landing ship in {code}" for code in self.ports(seat) if self.loads(code, [])}
        return found

    def committable(self, seat: int, code: str) -> set[str]:
        """REB-8.1"""
        found = set()
        for arm in ARMS:
            for near in NEAR[code]:
                if self.holder[near] == seat:
                    n = len(self.able(self.units[near], arm))
                    found |= {f"commit {k} {arm} from {near}" for k in range(1, n + 1)}
            for (owner, number), carrier in self.carriers.items():
                if owner == seat and carrier.sea in ON[code]:
                    n = len(self.able(carrier.cargo, arm))
                    found |= {f"commit {k} {arm} of T{number}" for k in range(1, n + 1)}
        return found

    def loads(self, code: str, cargo: list[Unit]) -> set[str]:
        room = self.number("capacity.landing_ship", 10) - strength(cargo)
        found = set()
        for arm in ARMS:
            n = min(len(self.able(self.units[code], arm)), room // SOLDIERS[arm])
            found |= {f"load {k} {arm}" for k in range(1, n + 1)}
        return found

    def scraps(self, seat: int) -> set[str]:
        """REB-6.13, REB-12.7, REB-12.8, REB-22.4"""
        found = {f"dismiss {k}" for k in range(1, self.sheet["agents"][seat] + 1)}
        for code in self.held(seat):
            for arm in ARMS:
                n = len(self.poorest(self.units[code], arm))
                found |= {f"disband {k} {arm} in {code}" for k in range(1, n + 1)}
            if not self.tokens[code]:
                found |= {f"demolish {building} in {code}" for building in self.built[code]}
            for nation, n in Counter(captive.nation for captive in self.captives[code]).items():
                found |= {f"kill {k} captives of {nation} in {code}" for k in range(1, n + 1)}
        for sea in SEA:
            for ship, n in Counter(ship.arm for ship in self.warships(seat, sea)).items():
                found |= {f"scrap {k} {ship} in {sea}" for k in range(1, n + 1)}
        found |= {f"scrap T{number}" for owner, number in self.carriers if owner == seat}
        return found | {f"scrap the boat in {sea}" for sea, boat in self.boats.items() if boat[0] == seat}
