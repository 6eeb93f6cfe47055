"""A second model of Rebellion, written from the rulebook alone: one generator tells the match from a Main phase on, and
stops wherever somebody has to decide. The tests play it side by side with the game.

It yields what every seat may do, in the words that people type, and is sent who does what. Rolls come from a list that
the game has written. This file has what is done in the Main phase; the others the table, war, the choices of
a Main phase, and the rest of a turn.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from rebellion.model_choices import ARM, EXCHANGES, SHIP_PRICE, Choices
from rebellion.model_table import (
    LAND,
    NEAR,
    OFF,
    ON,
    SOLDIERS,
    Carrier,
    Unit,
    Voyage,
    strength,
)
from rebellion.model_war import Play


class Model(Choices):
    def __init__(self, position: dict[str, Any], options: dict[str, Any], rolls: list[tuple[int, int]]) -> None:
        super().__init__(position, options)
        self.rolls = rolls

    def main(self) -> Play[None]:
        """REB-3.3"""
        self.offers_made = 0
        while True:
            if self.standing and not self.lives(self.standing.to):
                self.standing = None
            _, said = yield {self.active: self.offered(self.active)}
            if said in ("end the turn", "resign"):
                self.standing = None
            if said == "end the turn":
                return
            if said:  # nothing is said where something has changed beside the turn
                yield from self.act(self.active, said)

    # -- what is done ------------------------------------------------------------------------------------------------

    def act(self, seat: int, said: str) -> Play[None]:
        words = said.split()
        if words[:2] == ["attack", "the"]:
            yield from self.sea_attack(seat, int(words[4]), words[6])
        elif words[0] == "attack":
            yield from self.prepare(seat, words[1])
        elif words[0] == "bribe":
            yield from self.bribe(seat, words[1])
        elif words[0] == "call":
            yield from self.conference(seat, int(words[4]))
        elif words[0] == "load":
            yield from self.load_ship(seat, words[5])
        elif words[0] == "give":
            yield from self.scrap(seat)
        elif words[0] == "resign":
            self.resign(seat)
        elif words[0] in ("march", "link", "unlink", "recruit", "exchange", "upgrade"):
            self.do_with_units(seat, words)
        elif words[0] in ("build", "rob", "stop", "explore") or said.startswith("buy an agent"):
            self.do_works(seat, words)
        elif words[0] == "declare":
            self.begin_war(seat, int(words[3]))
        elif words[2] == "captives":
            _, n, _, _, nation, _, code, _, to = words
            ready = [c for c in self.captives[code] if c.nation == int(nation) and c.points]
            for captive in sorted(ready, key=lambda c: -c.points)[: int(n)]:
                captive.points -= 1
                self.captives[code].remove(captive)
                self.captives[to].append(captive)
        else:
            self.do_at_sea(seat, words)

    def do_with_units(self, seat: int, words: list[str]) -> None:
        verb, capital = words[0], self.capital[seat]
        if verb == "march":
            _, n, arm, _, code, _, to = words
            going = self.able(self.units[code], arm)[: int(n)]
            self.coins[seat] -= self.march(code, strength(going))
            self.units[code] = [unit for unit in self.units[code] if unit not in going]
            for unit in going:
                unit.points -= 1
            self.enter(seat, to)
            self.units[to] += going
        elif verb == "link":
            units = self.units[words[2]]
            for unit in self.linkable(words[2]):
                units.remove(unit)
            units.append(Unit("caravan", 1, True))
        elif verb == "unlink":
            units, caravan = self.units[words[2]], self.unlinkable(words[2])
            assert caravan is not None
            units.remove(caravan)
            horse = caravan.points + (0 if self.three() else 1)
            units += [Unit("cavalry", horse - 2), Unit("artillery", 0)]
        elif verb == "recruit":
            many, arm, place = int(words[1]), words[2], self.recruit_place(seat)
            assert place is not None
            self.coins[seat] -= many * self.recruit_price(seat, arm)
            self.recruited += many * SOLDIERS[arm]
            self.units[place] += [Unit(arm, 0, True) for _ in range(many)]
        elif verb == "exchange":
            given, got = EXCHANGES[words[1]]
            for letter in given:
                ready = [unit for unit in self.poorest(self.units[capital], ARM[letter]) if not unit.fresh]
                self.units[capital].remove(ready[0])
            self.units[capital] += [Unit(ARM[letter], 0, True) for letter in got]
        else:
            self.coins[seat] -= self.upgrade_price(seat)
            self.level[seat] += 1

    def do_works(self, seat: int, words: list[str]) -> None:
        code = words[-1]
        if words[0] == "buy":
            self.coins[seat] -= self.number("price.agent", 8)
            self.sheet["agents"][seat] += 1
        elif words[0] == "rob":
            self.robbery[code] = self.number("robbery.payments", 3)
            self.tokens[code] += 1
        elif words[0] == "stop":
            self.robbery[code] = 0
            self.tokens[code] += self.end_tokens(seat)
        elif words[0] == "explore":
            self.coins[seat] -= self.number("inland.price", 10)
            self.markers[code].add("explored")
            self.expeditions.append([seat, code, self.round + self.number("inland.turns", 2)])
        elif words[1] == "a":
            self.sheet["vouchers"][seat] -= 1
            self.built[code].add("road")
        else:
            building = " ".join(words[1:-2])
            level = self.bunkers[code] + 1 if building == "bunkers" else 1
            self.coins[seat] -= self.price(building, level, seat)
            self.built[code].add(building)
            if building == "bunkers":
                self.bunkers[code] += 1
            if building == "farm" and self.sheet["farm_hands"][seat]:
                self.sheet["farm_hands"][seat] -= 1

    def do_at_sea(self, seat: int, words: list[str]) -> None:
        verb = words[0]
        if verb == "launch":
            self.coins[seat] -= self.number(f"price.{words[1]}", SHIP_PRICE[words[1]])
            if words[1] == "transporter":
                number = next(n for n in range(1, 13) if (seat, n) not in self.carriers)
                self.carriers[seat, number] = Carrier(words[3], 0)
            else:
                self.ships.append(Unit(words[1], 0, True, sea=words[3], seat=seat))
        elif verb == "set":
            self.coins[seat] -= self.number("price.boat", 7)
            self.boats[words[5]] = [seat, 0]
        elif verb == "ship":
            _, n, arm, _, code, _, to = words
            going = self.able(self.units[code], arm)[: int(n)]
            self.coins[seat] -= self.rate() * strength(going)
            self.units[code] = [unit for unit in self.units[code] if unit not in going]
            self.voyages.append(Voyage("transfer", seat, code, to, self.round + 1, Counter({arm: int(n)})))
        elif verb == "buy":
            self.coins[seat] -= self.number("price.construction_ship", 13)
            self.sheet["docked"][seat] += 1
        elif words[:3] == ["send", "a", "construction"]:
            self.sheet["docked"][seat] -= 1
            due = self.round + self.number("voyage.turns", 2)
            self.voyages.append(Voyage("construction ship", seat, None, words[5], due, Counter()))
        elif verb == "send":
            self.coins[seat] -= self.overseas_price(seat)
            self.sheet["next_price"][seat] = 0
            self.expeditions.append([seat, None, self.round + self.number("overseas.turns", 4)])
        elif verb == "sail" and words[1].startswith("T"):
            carrier = self.carriers[seat, int(words[1][1:])]
            carrier.points -= 1
            carrier.sea = words[3]
            self.encounter(seat, words[3], int(words[1][1:]))
        elif verb == "sail":
            _, n, ship, _, sea, _, to = words
            for unit in self.able(self.warships(seat, sea), ship)[: int(n)]:
                unit.points -= 1
                unit.sea = to
            self.encounter(seat, to)
        elif verb == "embark":
            _, n, arm, _, code, _, name = words
            for unit in self.able(self.units[code], arm)[: int(n)]:
                self.units[code].remove(unit)
                unit.points, unit.fresh = 0, False
                self.carriers[seat, int(name[1:])].cargo.append(unit)
        elif verb == "land":
            _, n, arm, _, name, _, code = words
            cargo = self.carriers[seat, int(name[1:])].cargo
            going = self.able(cargo, arm)[: int(n)]
            self.coins[seat] -= self.rate() * strength(going)
            self.enter(seat, code)
            for unit in going:
                cargo.remove(unit)
                unit.points = 0
                self.units[code].append(unit)
        else:
            _, _, _, _, sea, _, to = words
            steps = 1 if to in OFF[sea] else 2
            owner, points = self.boats.pop(sea)
            self.boats[to] = [owner, points - steps]

    # -- an attack ---------------------------------------------------------------------------------------------------

    def prepare(self, seat: int, code: str) -> Play[None]:
        force: list[Unit] = []
        given: list[tuple[Unit, list[Unit], int]] = []  # and where from, with how many points
        while True:
            options = self.committable(seat, code) | {"call the attack off"}
            if force and self.solvent(seat, code, force):
                options.add("begin the attack")
            said = yield from self.ask(seat, sorted(options), True)
            words = said.split()
            if words[0] == "call":
                for unit, source, points in given:
                    unit.source, unit.points = "", points
                    source.append(unit)
                self.cancels += 1
                return
            if words[0] == "begin":
                yield from self.attack(seat, code, force)
                return
            _, n, arm, _, name = words
            at_sea = name not in NEAR
            source = self.carriers[seat, int(name[1:])].cargo if at_sea else self.units[name]
            for unit in self.able(source, arm)[: int(n)]:
                source.remove(unit)
                given.append((unit, source, unit.points))
                unit.points = 0 if at_sea else unit.points - 1
                unit.source = name
                force.append(unit)

    def solvent(self, seat: int, code: str, force: list[Unit]) -> bool:
        """REB-8.2"""
        if self.crowned(code):
            return True
        due = self.rate() * sum(unit.soldiers for unit in force if unit.source not in NEAR)
        if not self.plundered(code):
            due += sum(self.march(unit.source, unit.soldiers) for unit in force if unit.source in NEAR)
        return self.coins[seat] >= due

    # -- a landing ship ----------------------------------------------------------------------------------------------

    def load_ship(self, seat: int, port: str) -> Play[None]:
        cargo: list[Unit] = []
        while True:
            options = self.loads(port, cargo) | {"unload the ship"}
            if cargo:
                options |= {f"set sail for {code}" for code in LAND if ON[code] and code != port}
            words = (yield from self.ask(seat, sorted(options), True)).split()
            if words[0] == "unload":
                self.units[port] += cargo
                self.cancels += 1
                return
            if words[0] == "set":
                self.coins[seat] -= self.number("price.landing_ship", 9)
                due = self.round + self.number("voyage.turns", 2)
                load = Counter(unit.arm for unit in cargo)
                self.voyages.append(Voyage("landing ship", seat, port, words[3], due, load))
                return
            for unit in self.able(self.units[port], words[2])[: int(words[1])]:
                self.units[port].remove(unit)
                cargo.append(unit)

    # -- giving up ---------------------------------------------------------------------------------------------------

    def scrap(self, seat: int) -> Play[None]:
        words = (yield from self.ask(seat, sorted(self.scraps(seat) | {"keep everything"}), True)).split()
        if words[0] == "keep":
            self.cancels += 1
        elif words[0] == "dismiss":
            self.sheet["agents"][seat] -= int(words[1])
        elif words[0] == "disband":
            for unit in self.poorest(self.units[words[4]], words[2])[: int(words[1])]:
                self.units[words[4]].remove(unit)
        elif words[0] == "demolish":
            code, building = words[-1], " ".join(words[1:-2])
            if self.owner[code] == seat:
                self.coins[seat] += self.price(building, self.bunkers[code] or 1) // 2
            if building == "bunkers":
                self.bunkers[code] -= 1
            if building != "bunkers" or not self.bunkers[code]:
                self.built[code].remove(building)
        elif words[0] == "kill":
            there = [captive for captive in self.captives[words[6]] if captive.nation == int(words[4])]
            for captive in sorted(there, key=lambda captive: captive.points)[: int(words[1])]:
                self.captives[words[6]].remove(captive)
        elif words[1] == "the":
            del self.boats[words[4]]
        elif words[1].startswith("T"):
            del self.carriers[seat, int(words[1][1:])]
        else:
            for ship in self.poorest(self.warships(seat, words[4]), words[2])[: int(words[1])]:
                self.ships.remove(ship)
        self.test_falls()

    # -- rebels and peace --------------------------------------------------------------------------------------------

    def bribe(self, seat: int, code: str) -> Play[None]:
        """REB-24.13"""
        self.bribed.add(code)
        price = self.number("price.rebel", 3) * strength(self.units[code])
        order = self.in_turn((seat + 1) % self.seats)
        winner, _ = yield from self.auction(order, price, seat, True)
        self.pass_to(code, winner)
        self.owner[code] = winner
        for unit in self.units[code]:
            unit.points, unit.fresh = 0, False

    def ceded(self, giver: int, taker: int) -> list[str]:
        """REB-11.4  What one of two can name."""
        return [
            code
            for code in LAND
            if self.owner[code] == giver
            and self.holder[code] in (giver, taker)
            and not any(
                self.capital[s] == code and self.owner[code] == s == self.holder[code] for s in range(self.seats)
            )
        ]

    def conference(self, seat: int, other: int) -> Play[None]:
        """REB-11.3 to REB-11.5"""
        self.treaties[other] += 1
        claimed: list[str] = []
        ceded: list[str] = []
        paid = 0
        most = self.number("deals.coins", 100)
        while True:
            options = ["send the treaty", "break the conference off"]
            options += [f"claim {code}" for code in self.ceded(other, seat) if code not in claimed]
            options += [f"cede {code}" for code in self.ceded(seat, other) if code not in ceded]
            if not paid:
                options += [f"pay {n}" for n in range(1, min(self.coins[seat], most) + 1)]
                options += [f"demand {n}" for n in range(1, min(self.coins[other], most) + 1)]
            words = (yield from self.ask(seat, options)).split()
            if words[0] == "break":
                self.cancels += 1
                return
            if words[0] == "send":
                break
            if words[0] in ("claim", "cede"):
                (claimed if words[0] == "claim" else ceded).append(words[1])
            else:
                paid = int(words[1]) if words[0] == "pay" else -int(words[1])
        if (yield from self.ask(other, ["sign the treaty", "decline the treaty"])) == "sign the treaty":
            yield from self.treaty(seat, other, claimed, ceded, paid)

    def treaty(self, seat: int, other: int, claimed: list[str], ceded: list[str], paid: int) -> Play[None]:
        """REB-11.16"""
        self.coins[seat] -= paid
        self.coins[other] += paid
        for code in claimed:
            self.owner[code] = seat
        for code in ceded:
            self.owner[code] = other
        leaving: list[tuple[str, int, list[Unit]]] = []
        for code in LAND:
            holder, owner = self.holder[code], self.owner[code]
            if {holder, owner} == {seat, other}:
                assert isinstance(holder, int)
                leaving.append((code, holder, self.units[code]))
                self.units[code] = []
                self.pass_to(code, owner)
        for code in LAND:
            if code in claimed or code in ceded or any(code == row[0] for row in leaving):
                self.annexed[code] = 0
                self.robbery[code] = 0
                self.expeditions = [row for row in self.expeditions if row[1] != code]
                holder = self.holder[code]
                assert isinstance(holder, int)
                self.free(holder, code)
        for code, who, units in leaving:
            yield from self.relocate(code, who, units)
        self.wars.discard(frozenset((seat, other)))
        if int(self.options.get("truce_rounds", 0)):
            self.truces[frozenset((seat, other))] = self.round + int(self.options["truce_rounds"])
        self.test_victory()
        yield from self.name_places([seat, other])
        self.test_falls()

    def relocate(self, code: str, who: int, units: list[Unit]) -> Play[None]:
        """REB-11.6"""
        reached, edge = {code}, [code]
        while units and edge:
            nearest = [to for to in LAND if to in edge and self.holder[to] == who]
            if nearest:
                said = yield from self.ask(who, [f"send the units of {code} to {to}" for to in nearest])
                self.units[said.split()[-1]] += units
                return
            edge = [to for to in LAND if to not in reached and any(near in edge for near in NEAR[to])]
            reached |= set(edge)

    def resign(self, seat: int) -> None:
        """REB-25.8"""
        for code in self.held(seat):
            self.units[code] = []
            self.captives[code] = []
            owner = self.owner[code]
            self.pass_to(code, owner if owner != seat else None)
            if owner == seat:
                self.owner[code] = None
        self.fall(seat)
        self.test_falls()
