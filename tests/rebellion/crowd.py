"""Random boards of Rebellion on which everything is under way at once, by any options, modules and numbers."""

from __future__ import annotations

import random
from typing import Any

from rebellion.model_table import LAND, ON, SEA, WARSHIPS, State
from rebellion.model_turn import WEATHER
from rebellion.table import GAME, random_options

MODULES = ["economy", "buildings", "sea", "expeditions", "agents", "weather", "revolts", "captives"]


class Crowd:
    """A board in the middle of everything: wars, occupied land, rebels, fleets, expeditions, captives, agents."""

    def __init__(self, number: int) -> None:
        self.rng = rng = random.Random(number)
        self.seats = 2 + number % 5
        self.options = {**random_options(rng), "round_limit": 5 + number % 4}
        if rng.random() < 0.5:
            self.options |= {f"mod_{module}": "on" for module in MODULES}
        if rng.random() < 0.4:
            self.options |= {n.name: rng.randint(n.least, n.most) for n in GAME.numbers if rng.random() < 0.3}
            self.options |= dict.fromkeys(["price.bunkers1"], 5)
            self.options["price.bunkers2"] = rng.randint(6, 60)
        self.state = State({"seats": self.seats}, self.options)
        self.sites = rng.sample(["BRA", "JAP", "SAF", "GRL", "WAU", "WEU", "CTA", "CAS", "EEU"], self.seats)

    def on(self, module: str) -> bool:
        return self.state.on(module)

    def some(self, chance: float) -> bool:
        return self.rng.random() < chance

    def units(self, most: int) -> list[list[Any]]:
        rng = self.rng
        found: list[list[Any]] = []
        for arm, each in (("infantry", most), ("cavalry", 2), ("artillery", 2), ("caravan", 1)):
            n = rng.randint(-1, each)
            if n > 0:
                found.append([arm, n, rng.randint(0, self.state.full(arm)), False])
        return found

    def land(self, code: str) -> dict[str, Any]:
        rng, capital = self.rng, code in self.sites
        if capital and (code in self.sites[:2] or self.some(0.6)):  # so that nobody holds all others
            seat = self.sites.index(code)
            return {"holder": seat, "owner": seat, "units": self.units(8), **self.captives(0.2)}
        holder: int | str = rng.randrange(self.seats)
        owner: int | None = rng.randrange(self.seats) if self.some(0.3) else int(holder)
        found: dict[str, Any] = {}
        if not capital:
            if self.on("revolts") and self.some(0.1):
                holder, owner, found["origin"] = "rebels", None, rng.randrange(self.seats)
            elif self.on("expeditions") and self.some(0.05):
                holder, owner = "tribe", None
            found |= self.works(code, holder == owner)
        found |= {"holder": holder, "owner": owner, "units": self.units(5 if self.some(0.8) else 14)}
        if not isinstance(holder, int) and not found["units"]:
            found["units"] = [["infantry", 2, 0, False]]
        if isinstance(holder, int):
            found |= self.captives(0.3)
        return found

    def works(self, code: str, mine: bool) -> dict[str, Any]:
        rng = self.rng
        found: dict[str, Any] = {"buildings": []}
        if self.on("buildings"):
            mains = ["farm", "manufactory", "bunkers"]
            mains += ["granary"] if self.on("economy") else []
            mains += ["captive camp"] if self.on("captives") else []
            mains += ["coastal battery"] if self.on("sea") and ON[code] else []
            found["buildings"] += [rng.choice(mains)] if self.some(0.5) else []
            found["buildings"] += ["port"] if self.on("sea") and ON[code] and self.some(0.4) else []
            found["buildings"] += ["road"] if self.some(0.25) else []
            if "bunkers" in found["buildings"]:
                found["bunkers"] = rng.randint(1, 2)
        if self.on("economy") and self.some(0.3):
            found["tokens"] = rng.randint(1, 5)
            if mine and not found["buildings"] and self.some(0.5):
                found |= {"tokens": 2, "robbery": rng.randint(1, self.state.number("robbery.payments", 3))}
                return found
        if self.on("expeditions") and self.some(0.4):
            names = ["mineral", "rich mineral", "black marker", "explored"]
            names += ["coconut tree"] if self.on("overseas") else []
            found["markers"] = [rng.choice(names)]
        return found

    def captives(self, chance: float) -> dict[str, Any]:
        if not self.on("captives") or not self.some(chance):
            return {}
        nations = self.rng.sample(range(self.seats), 2)
        return {"captives": [[nation, self.rng.randint(1, 3), self.rng.randint(0, 2)] for nation in nations]}

    def position(self) -> dict[str, Any]:
        rng, seats = self.rng, range(self.seats)
        lands = {code: self.land(code) for code in LAND if code in self.sites or self.some(0.8)}
        for seat, code in enumerate(rng.sample([code for code in LAND if code not in self.sites], self.seats)):
            lands[code] = {"holder": seat, "owner": seat, "units": self.units(5)}  # so that everybody is in the game
        for land in lands.values():  # nobody keeps captives of his own nation
            land["captives"] = [row for row in land.get("captives", []) if row[0] != land["holder"]]
        held = {seat: [code for code in lands if lands[code]["holder"] == seat] for seat in seats}
        found: dict[str, Any] = {
            "seats": self.seats,
            "options": self.options,
            "active": rng.randrange(self.seats),
            "first": rng.randrange(self.seats),
            "capital": self.sites,
            "provinces": lands,
            "coins": [rng.choice([0, 3, 20, 60]) for _ in seats],
            "level": [rng.randint(1, 3) for _ in seats],
            "wars": [[a, b] for a in seats for b in range(a) if self.some(0.5)],
            "fallen": [],
            "place": [None] * self.seats,
        }
        for seat in seats:
            if self.sites[seat] not in held[seat]:
                own = [code for code in held[seat] if lands[code]["owner"] == seat]
                found["place"][seat] = rng.choice(own or held[seat])
        if self.on("weather"):
            found |= {"weather": rng.choice(WEATHER), "weather_left": rng.randint(1, 3)}
        if self.on("agents"):
            found |= {name: [rng.choice([0, 0, 1]) for _ in seats] for name in ("agents", "sabotaged")}
            found["incited"] = [rng.choice([0, 0, 1]) if self.on("revolts") else 0 for _ in seats]
            found["burned"] = [rng.choice([0, 0, 1]) if self.on("economy") else 0 for _ in seats]
        if self.on("expeditions"):
            found |= self.expeditions(held, lands)
        if self.on("sea"):
            found |= self.fleets(held)
        return found

    def expeditions(self, held: dict[int, list[str]], lands: dict[str, Any]) -> dict[str, Any]:
        rng, seats = self.rng, range(self.seats)
        rows: list[list[Any]] = []
        for seat in seats:
            own = [c for c in held[seat] if lands[c]["owner"] == seat and c not in self.sites]
            own = [c for c in own if "robbery" not in lands[c]]
            for code in rng.sample(own, min(2, len(own))):
                lands[code]["markers"] = sorted({*lands[code].get("markers", []), "explored"})
                rows.append([seat, code, rng.randint(1, 3)])
            if self.on("overseas"):
                rows += [[seat, None, rng.randint(1, 3)] for _ in range(rng.randint(0, 3))]
        found: dict[str, Any] = {"expeditions": rows}
        if self.on("overseas"):
            for name in ("vouchers", "farm_hands", "weapons", "cannonballs", "fruit_bought"):
                found[name] = [rng.choice([0, 0, 1, 2]) for _ in seats]
            found["environment"] = [rng.choice([0, 1, 2]) if self.on("economy") else 0 for _ in seats]
            found["next_price"] = [rng.choice([0, -10, 5, -20]) for _ in seats]
            found["rich_tribe"] = [[rng.randint(1, 5)] if self.some(0.2) else [] for _ in seats]
            found["compensation"] = [[rng.randint(1, 5)] if self.some(0.2) else [] for _ in seats]
            if self.some(0.3):
                found |= {"plague": rng.randint(1, 3), "bringer": rng.randrange(self.seats)}
        return found

    def fleets(self, held: dict[int, list[str]]) -> dict[str, Any]:
        rng, seats = self.rng, range(self.seats)
        seas = SEA if self.some(0.5) else rng.sample(SEA, 4)
        ships = [
            [rng.choice(seas), seat, rng.choice(list(WARSHIPS)), rng.randint(1, 2)]
            for seat in seats
            for _ in range(rng.randint(0, 4))
        ]
        transports = [
            {"owner": seat, "number": n, "sea": rng.choice(seas), "cargo": [["infantry", 1], ["infantry", 1, 1, False]]}
            for seat in seats
            for n in range(1, rng.randint(1, 4))
        ]
        if self.state.number("capacity.transporter", 5) < 5:
            transports = []
        for row in transports:
            if self.some(0.5):
                row["cargo"] = [["infantry", 2], ["cavalry", 1, rng.randint(0, 3), False]]
        ports = [code for code in LAND if ON[code]]
        voyages = [
            {
                "kind": rng.choice(["landing ship", "landing ship", "transfer"]),
                "sender": seat,
                "left": rng.choice(ports),
                "destination": rng.choice(ports),
                "due": rng.randint(1, 3),
                "cargo": [["infantry", rng.randint(1, 4)], ["cavalry", 1]],
            }
            for seat in seats
            for _ in range(rng.randint(0, 3))
        ]
        voyages += [
            {"kind": "construction ship", "sender": seat, "destination": rng.choice(ports), "due": rng.randint(1, 3)}
            for seat in seats
            if self.some(0.3)
        ]
        return {
            "ships": ships,
            "boats": [[sea, rng.randrange(self.seats)] for sea in rng.sample(SEA, 4)],
            "transports": transports,
            "voyages": voyages,
            "docked": [rng.randint(0, 1) for _ in seats],
        }
