"""The table of the second model of Rebellion: what lies on it, and what follows from that.

Written from the rulebook alone, in another style than the game: everything goes by its name, and every unit, ship and
captive is a thing of its own. Nothing of the game is used but the way it writes positions down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

LANDS = """
ALA NWT,ALB,KAM; NWT ALA,GRL,ALB,ONT; GRL NWT,ONT,QUE,ICE; ALB ALA,NWT,ONT,WUS; ONT NWT,GRL,ALB,QUE,WUS,EUS
QUE GRL,ONT,EUS; WUS ALB,ONT,EUS,CTA; EUS ONT,QUE,WUS,CTA; CTA WUS,EUS,VEN; VEN CTA,PER,BRA; PER VEN,BRA,ARG
BRA VEN,PER,ARG,NAF; ARG PER,BRA; ICE GRL,SCA,GBR; SCA ICE,EEU,GBR,NEU; EEU SCA,NEU,SEU,MEA,CAS,URA
GBR ICE,SCA,NEU,WEU; NEU SCA,EEU,GBR,SEU,WEU; SEU EEU,NEU,WEU,NAF,EGY,MEA; WEU GBR,NEU,SEU,NAF
NAF BRA,SEU,WEU,EGY,EAF,CAF; EGY SEU,NAF,EAF,MEA; EAF NAF,EGY,CAF,SAF,MAD,MEA; CAF NAF,EAF,SAF; SAF EAF,CAF,MAD
MAD EAF,SAF; MEA EEU,SEU,EGY,EAF,CAS,IND; CAS EEU,MEA,URA,CHI,IND; URA EEU,CAS,SIB,CHI; SIB URA,YAK,IRK,MON,CHI
YAK SIB,KAM,IRK; KAM ALA,YAK,IRK,MON,JAP; IRK SIB,YAK,KAM,MON; MON SIB,KAM,IRK,JAP,CHI; JAP KAM,MON
CHI CAS,URA,SIB,MON,IND,ICH; IND MEA,CAS,CHI,ICH; ICH CHI,IND,INO; INO ICH,NGU,WAU; NGU INO,WAU,EAU
WAU INO,NGU,EAU; EAU NGU,WAU
"""
SEAS = """
S_NPA ALA,ALB,WUS,KAM,JAP S_EPA,S_NWP,S_SIB,S_JAP; S_EPA WUS,CTA,VEN,PER,ARG S_NPA,S_SAT,S_COR
S_NWP ALA,NWT,GRL,ONT,QUE S_NPA,S_NAT; S_NAT GRL,QUE,EUS,ICE,GBR,WEU S_NWP,S_CAR,S_MAT,S_NOR
S_CAR EUS,CTA,VEN S_NAT,S_MAT; S_MAT BRA,WEU,NAF S_NAT,S_CAR,S_SAT,S_MED; S_SAT BRA,ARG,CAF,SAF S_EPA,S_MAT,S_MOZ
S_NOR ICE,SCA,GBR,NEU S_NAT,S_SIB; S_SIB SCA,EEU,URA,SIB,YAK,KAM S_NPA,S_NOR; S_MED EEU,SEU,WEU,NAF,EGY,MEA S_MAT
S_ARS EGY,EAF,MEA,IND S_MOZ,S_IND; S_MOZ EAF,SAF,MAD S_SAT,S_ARS,S_IND; S_IND IND,ICH,INO,WAU S_ARS,S_MOZ,S_SCS,S_COR
S_JAP KAM,MON,JAP,CHI S_NPA,S_SCS; S_SCS CHI,ICH,INO S_IND,S_JAP,S_COR; S_COR INO,NGU,WAU,EAU S_EPA,S_IND,S_SCS
"""


def rows(said: str) -> list[list[str]]:
    return [row.split() for line in said.strip().splitlines() for row in line.split(";")]


NEAR = {row[0]: row[1].split(",") for row in rows(LANDS)}
LAND = list(NEAR)  # in the order of their numbers
COASTS = {row[0]: row[1].split(",") for row in rows(SEAS)}
SEA = list(COASTS)
OFF = {row[0]: row[2].split(",") for row in rows(SEAS)}  # the seas beside a sea
ON = {code: [sea for sea in SEA if code in COASTS[sea]] for code in LAND}

ARMS = ["infantry", "cavalry", "artillery", "caravan"]
SOLDIERS = {"infantry": 1, "cavalry": 3, "artillery": 6, "caravan": 6, "frigate": 1, "corvette": 3, "cruiser": 6}
CHANGE = {
    "infantry": [],
    "cavalry": ["infantry"] * 2,
    "artillery": ["cavalry", "infantry", "infantry"],
    "caravan": ["cavalry", "infantry", "infantry"],
    "frigate": [],
    "corvette": ["frigate"] * 2,
    "cruiser": ["corvette", "frigate", "frigate"],
}
WARSHIPS = {"frigate": 2, "corvette": 1, "cruiser": 1}
MAINS = ["farm", "granary", "manufactory", "bunkers", "captive camp", "coastal battery"]
LEVEL = {  # of the capital, that a thing needs
    **dict.fromkeys(["infantry", "granary", "bunkers", "captive camp", "road"], 1),
    **dict.fromkeys(["cavalry", "farm", "port", "coastal battery"], 2),
    **dict.fromkeys(["artillery", "manufactory"], 3),
}
PRICE = {  # the name of the number, the list, the chapter
    "farm": ("farm", 11, 14),
    "granary": ("granary", 12, 12),
    "manufactory": ("manufactory", 20, 16),
    "bunkers": ("bunkers1", 11, 11),
    "captive camp": ("camp", 7, 7),
    "coastal battery": ("battery", 10, 10),
    "port": ("port", 12, 10),
    "road": ("road", 5, 5),
}
SHEET = [
    *("agents", "fruit", "fruit_bought", "vouchers", "farm_hands", "next_price", "weapons", "cannonballs"),
    *("environment", "sabotaged", "burned", "incited", "docked", "food"),
]
USUAL_SITES = ["BRA", "JAP", "SAF", "GRL", "WAU", "WEU"]


@dataclass(eq=False)
class Unit:
    """A land unit or a warship; `source` is where it came from while it attacks."""

    arm: str
    points: int
    fresh: bool = False
    attacked: bool = False
    source: str = ""
    sea: str = ""
    seat: int = -1

    @property
    def soldiers(self) -> int:
        return SOLDIERS[self.arm]


@dataclass(eq=False)
class Captive:
    nation: int
    points: int


@dataclass(eq=False)
class Carrier:
    sea: str
    points: int
    cargo: list[Unit] = field(default_factory=list)


@dataclass(eq=False)
class Voyage:
    kind: str
    sender: int
    left: str | None
    destination: str
    due: int
    cargo: Counter[str]


def strength(units: Iterable[Unit]) -> int:
    return sum(SOLDIERS[unit.arm] for unit in units)


def counted(said: Iterable[list[Any]], full: dict[str, int]) -> list[Unit]:
    """Units as a position writes them."""
    found = []
    for arm, n, *more in said:
        points = more[0] if more else full[arm]
        found += [Unit(arm, points, bool(more[1:] and more[1])) for _ in range(n)]
    return found


class State:
    """What lies on the table, read from a position, and what follows from it."""

    def __init__(self, position: dict[str, Any], options: dict[str, Any]) -> None:
        self.options = options
        self.seats: int = position["seats"]
        seats = range(self.seats)
        self.capital: list[str] = position.get("capital", USUAL_SITES[: self.seats])
        self.round: int = position.get("round", 1)
        self.first: int = position.get("first", 0)
        self.active: int = position.get("active", 0 if "agenda" in position else self.first)
        self.weather: str = position.get("weather", "usual")
        self.weather_left: int = position.get("weather_left", 0)
        self.roller: int = position.get("roller", 0)
        self.plague: int = position.get("plague", 0)
        self.bringer: int = position.get("bringer", 0)
        self.fallen: list[int] = list(position.get("fallen", []))
        self.wars = {frozenset(pair) for pair in position.get("wars", [])}
        self.truces = {frozenset(row[:2]): row[2] for row in position.get("truces", [])}
        self.pledges: list[list[Any]] = [list(row) for row in position.get("pledges", [])]
        self.level: list[int] = list(position.get("level", [1] * self.seats))
        self.coins: list[int] = list(position.get("coins", [int(options.get("start_coins", 40))] * self.seats))
        self.place: list[str | None] = list(position.get("place", [None] * self.seats))
        self.sheet = {name: list(position.get(name, [0] * self.seats)) for name in SHEET}
        self.compensation: list[list[int]] = [list(row) for row in position.get("compensation", [[]] * self.seats)]
        self.rich_tribe: list[list[int]] = [list(row) for row in position.get("rich_tribe", [[]] * self.seats)]
        self.expeditions: list[list[Any]] = [list(row) for row in position.get("expeditions", [])]
        self.dealt = {(row[0], row[1]): row[2].replace(" ", "_") for row in position.get("dealt", [])}
        self.recruited: int = position.get("recruited", 0)
        self.cancels: int = position.get("cancels", 0)
        self.bribed = set(position.get("bribed", []))
        self.treaties: list[int] = list(position.get("treaties", [0] * self.seats))
        self.bereft: set[int] = set(position.get("bereft", []))
        full = {arm: self.full(arm) for arm in ARMS}
        lands = position.get("provinces", {})
        for seat in seats:
            if seat not in self.fallen:
                lands = {self.capital[seat]: {"holder": seat}, **lands}
        self.holder = {code: lands.get(code, {}).get("holder") for code in LAND}
        self.owner: dict[str, int | None] = {}
        for code in LAND:
            usual = self.holder[code] if isinstance(self.holder[code], int) else None
            self.owner[code] = lands.get(code, {}).get("owner", usual)
        self.units = {code: counted(lands.get(code, {}).get("units", []), full) for code in LAND}
        self.built = {code: set(lands.get(code, {}).get("buildings", [])) for code in LAND}
        self.bunkers = {c: lands.get(c, {}).get("bunkers", 1 if "bunkers" in self.built[c] else 0) for c in LAND}
        for code in LAND:
            if self.bunkers[code]:
                self.built[code].add("bunkers")
        self.tokens = {code: lands.get(code, {}).get("tokens", 0) for code in LAND}
        self.robbery = {code: lands.get(code, {}).get("robbery", 0) for code in LAND}
        self.annexed = {code: lands.get(code, {}).get("annexed", 0) for code in LAND}
        self.origin: dict[str, int | None] = {code: lands.get(code, {}).get("origin") for code in LAND}
        self.markers = {code: set(lands.get(code, {}).get("markers", [])) for code in LAND}
        self.captives: dict[str, list[Captive]] = {
            code: [
                Captive(row[0], row[2] if len(row) > 2 else 2)
                for row in lands.get(code, {}).get("captives", [])
                for _ in range(row[1])
            ]
            for code in LAND
        }
        self.ships: list[Unit] = []
        for sea, seat, arm, n, *more in position.get("ships", []):
            points = more[0] if more else WARSHIPS[arm]
            state = more[1] if len(more) > 1 else "idle"
            for _ in range(n):
                self.ships.append(Unit(arm, points, state == "fresh", state == "attacked", sea=sea, seat=seat))
        self.boats = {row[0]: [row[1], row[2] if len(row) > 2 else 2] for row in position.get("boats", [])}
        self.carriers = {
            (row["owner"], row["number"]): Carrier(
                row["sea"], row.get("points", 2), counted(row.get("cargo", []), full)
            )
            for row in position.get("transports", [])
        }
        self.voyages = [
            Voyage(
                row["kind"],
                row["sender"],
                row.get("left"),
                row["destination"],
                row["due"],
                Counter(dict(row.get("cargo", []))),
            )
            for row in position.get("voyages", [])
        ]

    def board(self) -> dict[str, object]:
        """Everything, in a form in which two tables can be compared."""
        alive = [seat for seat in range(self.seats) if self.lives(seat)]

        def stacks(units: list[Unit], neutral: bool = False) -> list[tuple[str, int, bool, int]]:
            kinds = Counter((u.arm, 0 if neutral else u.points, False if neutral else u.fresh) for u in units)
            return sorted((*kind, n) for kind, n in kinds.items())

        return {
            "round": (self.round, self.active, self.weather, self.weather_left, self.plague),
            "lands": {
                code: (
                    self.holder[code],
                    self.owner[code],
                    stacks(self.units[code], not isinstance(self.holder[code], int)),
                    sorted(self.built[code]),
                    self.bunkers[code],
                    self.tokens[code],
                    self.robbery[code],
                    self.annexed[code],
                    self.origin[code],
                    sorted(self.markers[code]),
                    sorted(Counter((c.nation, c.points) for c in self.captives[code]).items()),
                )
                for code in LAND
            },
            "seats": {
                seat: (
                    self.coins[seat],
                    self.level[seat],
                    self.place[seat],
                    {name: self.sheet[name][seat] for name in SHEET},
                    sorted(self.compensation[seat]),
                    sorted(self.rich_tribe[seat]),
                )
                for seat in alive
            },
            "wars": sorted(sorted(pair) for pair in self.wars),
            "truces": sorted((sorted(pair), last) for pair, last in self.truces.items() if last >= self.round),
            "pledges": sorted(map(str, self.pledges)),
            "fallen": self.fallen,
            "ships": sorted(Counter((u.sea, u.seat, u.arm, u.points, u.fresh, u.attacked) for u in self.ships).items()),
            "boats": sorted((sea, *boat) for sea, boat in self.boats.items()),
            "carriers": sorted((*key, c.sea, c.points, stacks(c.cargo)) for key, c in self.carriers.items()),
            "voyages": [
                (v.kind, v.sender, v.left, v.destination, v.due, sorted(v.cargo.items())) for v in self.voyages
            ],
            "expeditions": self.expeditions,
            "dealt": sorted((*key, card) for key, card in self.dealt.items() if card != "nothing"),
            "turn": (self.recruited, self.cancels, sorted(self.bribed), self.treaties),
        }

    # -- options and numbers -----------------------------------------------------------------------------------------

    def number(self, name: str, printed: int) -> int:
        """A number of the rulebook, unless the house plays with another."""
        return int(self.options.get(name, printed))

    def on(self, module: str) -> bool:
        """REB-27.1"""
        needs = {
            "sea": ["buildings"],
            "expeditions": ["buildings"],
            "captives": ["buildings"],
            "overseas": ["expeditions", "sea"],
        }
        if module == "revolts" and not self.on("economy") and not self.on("agents"):
            return False
        said = self.options.get(f"mod_{module}", "on") == "on"
        return said and all(self.on(need) for need in needs.get(module, []))

    def three(self) -> bool:
        """REB-26"""
        said = self.options.get("three_player_rules", "auto")
        return said == "always" or (said == "auto" and self.seats == 3)

    # -- players and land --------------------------------------------------------------------------------------------

    def lives(self, seat: int) -> bool:
        return seat not in self.fallen

    def in_turn(self, seat: int) -> list[int]:
        """Living players in turn order from one on."""
        return [s % self.seats for s in range(seat, seat + self.seats) if self.lives(s % self.seats)]

    def held(self, seat: int) -> list[str]:
        return [code for code in LAND if self.holder[code] == seat]

    def owned(self, seat: int) -> list[str]:
        return [code for code in LAND if self.holder[code] == seat == self.owner[code]]

    def home(self, seat: int) -> bool:
        """Whether somebody holds the own capital."""
        return self.holder[self.capital[seat]] == seat

    def crowned(self, code: str) -> bool:
        return code in self.capital

    def empty(self, code: str) -> bool:
        return self.holder[code] is None and self.owner[code] is None

    def war(self, one: int, other: int) -> bool:
        return frozenset((one, other)) in self.wars

    def truce(self, one: int, other: object) -> bool:
        """REB-11.2"""
        return isinstance(other, int) and self.truces.get(frozenset((one, other)), 0) >= self.round

    # -- the sea -----------------------------------------------------------------------------------------------------

    def shut(self, seat: int, code: str) -> bool:
        """REB-17.13"""
        return any(ship.sea in ON[code] and self.war(seat, ship.seat) for ship in self.ships)

    def ports(self, seat: int) -> list[str]:
        """REB-16.1  The open ones."""
        return [code for code in self.owned(seat) if "port" in self.built[code] and not self.shut(seat, code)]

    def connected(self, seat: int) -> set[str]:
        """REB-4.11"""
        capital, held = self.capital[seat], set(self.held(seat))
        base = capital if capital in held else self.place[seat]
        if base is None:
            return set()
        linked = set(self.ports(seat))
        if base == capital and ON[capital] and not self.shut(seat, capital) and self.on("sea"):
            linked.add(capital)
        found, edge = {base}, [base]
        while edge:
            code = edge.pop()
            ways = set(NEAR[code]) & held
            if code in linked:
                ways |= linked
            edge += ways - found
            found |= ways
        return found

    def warships(self, seat: int, sea: str) -> list[Unit]:
        return [ship for ship in self.ships if ship.seat == seat and ship.sea == sea]

    # -- units -------------------------------------------------------------------------------------------------------

    def full(self, arm: str) -> int:
        """REB-6.1, REB-15.6, REB-26.4"""
        frost = 1 if self.weather == "frost" else 0
        if arm in WARSHIPS:
            return WARSHIPS[arm]
        if arm == "caravan":
            return frost + (self.number("points.caravan3", 3) if self.three() else self.number("points.caravan", 2))
        return frost + self.number(f"points.{arm}", {"infantry": 2, "cavalry": 3, "artillery": 1}[arm])

    def able(self, units: list[Unit], arm: str) -> list[Unit]:
        """REB-6.14  Those with a point, in the order in which they go."""
        found = [unit for unit in units if unit.arm == arm and unit.points > 0]
        return sorted(found, key=lambda unit: (-unit.points, unit.fresh, unit.attacked))

    def poorest(self, units: list[Unit], arm: str) -> list[Unit]:
        """REB-6.14  In the order in which they are disbanded or lost."""
        found = [unit for unit in units if unit.arm == arm]
        return sorted(found, key=lambda unit: (unit.points, unit.fresh, unit.attacked))

    def wound(self, units: list[Unit], unit: Unit) -> None:
        """REB-6.7, REB-6.8"""
        units.remove(unit)
        for arm in CHANGE[unit.arm]:
            points = min(unit.points, self.full(arm))
            units.append(Unit(arm, points, unit.fresh, unit.attacked, unit.source, unit.sea, unit.seat))

    # -- coins and food ----------------------------------------------------------------------------------------------

    def rate(self) -> int:
        """REB-15.5"""
        if self.weather == "storm":
            return self.number("weather.storm_march", 2)
        return 0 if self.weather in ("bright sun", "frost", "severe winter") else self.number("march.rate", 1)

    def march(self, code: str, soldiers: int) -> int:
        """REB-7.3 to REB-7.5  A step out of a province."""
        return 0 if "road" in self.built[code] or self.crowned(code) else self.rate() * soldiers

    def enemy_capitals(self, seat: int) -> int:
        return sum(self.holder[self.capital[other]] == seat for other in range(self.seats) if other != seat)

    def income(self, seat: int, weather: str, scoring: bool = False) -> int:
        """REB-5.2 to REB-5.6"""
        three, total = self.three(), 0
        if self.home(seat):
            top = self.level[seat] == 3
            if three:
                total += self.number("income.level3_3", 6) if top else self.number("income.capital3", 5)
            else:
                total += self.number("income.level3", 5) if top else self.number("income.capital", 4)
        mine = self.owned(seat)
        total += len(mine) // self.number("income.provinces", 3)
        rich = self.number("income.enemy_capital3", 4) if three else self.number("income.enemy_capital", 2)
        total += rich * self.enemy_capitals(seat)
        for code in mine:
            if "farm" in self.built[code]:
                farm = self.number("income.farm", 1)
                total += (
                    farm + 1 if weather == "bright sun" else max(0, farm - 1) if weather == "severe winter" else farm
                )
            if "manufactory" in self.built[code]:
                total += max(0, self.number("income.manufactory", 2) - (1 if weather == "severe winter" else 0))
            for marker, name, printed in (
                ("mineral", "income.mineral", 3),
                ("rich mineral", "income.rich_mineral", 4),
                ("coconut tree", "income.tree", 2),
            ):
                if marker in self.markers[code]:
                    total += self.number(name, printed)
            if self.robbery[code] and not (scoring and self.robbery[code] == self.number("robbery.payments", 3)):
                total += self.number("income.robbery", 2)
        if self.ports(seat):
            total += self.number("income.boat", 1) * sum(boat[0] == seat for boat in self.boats.values())
        total += self.number("overseas.rich_tribe", 5) * len(self.rich_tribe[seat])
        total -= self.number("overseas.compensation", 1) * len(self.compensation[seat])
        total -= self.number("agents.sabotage", 6) * self.sheet["sabotaged"][seat]
        return max(0, total)

    def limit(self, code: str) -> int:
        """REB-5.9"""
        if not self.on("economy") or self.crowned(code):
            return 10**6
        return (self.number("limit.plague", 7) if self.plague else self.number("limit.units", 10)) - self.tokens[code]

    def kept_up(self, seat: int, code: str) -> int:
        """REB-5.7, REB-22.6, REB-26.1  What the buildings of a province cost."""
        if self.owner[code] != seat:
            return 0
        cost = self.number("upkeep.port", 1) if "port" in self.built[code] else 0
        cost += self.number("upkeep.camp", 1) if "captive camp" in self.built[code] else 0
        if "road" in self.built[code] and not self.three():
            cost += self.number("upkeep.road", 1)
        return max(0, cost - len(self.captives[code]))

    def upkeep(self, seat: int) -> int:
        return sum(
            self.kept_up(seat, code) + max(0, len(self.units[code]) - self.limit(code)) for code in self.held(seat)
        )

    def harvest(self, seat: int) -> int:
        """REB-14.2, REB-26.6"""
        each = int(self.options.get("capital_food", 2)) + (1 if self.three() else 0)
        total = each * (self.enemy_capitals(seat) + (1 if self.home(seat) else 0))
        for code in self.owned(seat):
            if "farm" in self.built[code]:
                total += 0 if self.weather == "severe winter" else self.number("food.farm", 1)
                total += self.number("food.captives", 1) if self.captives[code] else 0
            if "granary" in self.built[code]:
                total += self.number("food.granary", 2)
        if self.ports(seat):
            total += self.number("food.boat", 1) * sum(boat[0] == seat for boat in self.boats.values())
        return max(0, total - self.number("agents.burning", 1) * self.sheet["burned"][seat])

    def price(self, building: str, level: int = 1, seat: int = -1) -> int:
        """REB-12.3, REB-12.10; for a seat with weather and discounts (REB-12.12, REB-20.23)."""
        name, listed, in_chapter = PRICE[building]
        cost = self.number(f"price.{name}", listed)
        if self.options.get("prices", "list") == "chapter" and listed != in_chapter:
            cost = self.number(f"chapter.{name}", in_chapter)
        if building == "bunkers" and level == 2:
            second = self.number("price.bunkers2", 30)
            cost = second if self.options.get("bunker_level2", "additional") == "additional" else second - cost
        if seat >= 0:
            if building == "farm" and self.sheet["farm_hands"][seat]:
                cost = max(0, cost - self.number("overseas.farm_hands", 4))
            cost += self.number("weather.storm_building", 3) if self.weather == "storm" else 0
        return cost
