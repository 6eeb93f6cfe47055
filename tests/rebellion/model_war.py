"""The second model of Rebellion: questions and dice, losses, battles on land and at sea, and what comes of them."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

from rebellion.model_table import ARMS, COASTS, LAND, MAINS, SOLDIERS, WARSHIPS, Captive, State, Unit, strength

Asked = dict[int, set[str]]
Answer = tuple[int, str]
T = TypeVar("T")
Play = Generator[Asked, Answer, T]


class Over(Exception):
    """The match is over; somebody has won it, or it goes by points."""

    def __init__(self, winner: int | None = None) -> None:
        self.winner = winner


class TurnOver(Exception):
    """The player on turn is out."""


class War(State):
    rolls: list[tuple[int, int]]  # sides and face of those that the game has made and the model has not used

    def roll(self, sides: int) -> int:
        thrown, face = self.rolls.pop(0)
        assert thrown == sides, f"a die of {thrown} sides, and not of {sides}"
        return face

    def ask(self, seat: int, options: list[str], always: bool = False) -> Play[str]:
        """A question that has only one answer is not put."""
        if len(options) == 1 and not always:
            return options[0]
        _, said = yield {seat: set(options)}
        return said

    # -- land that changes hands -------------------------------------------------------------------------------------

    def pass_to(self, code: str, holder: int | str | None) -> None:
        """A new holder, and what that ends (REB-9.2, REB-11.7, REB-13.8, REB-24.10)."""
        old = self.holder[code]
        if old == holder:
            return
        self.holder[code] = holder
        self.annexed[code] = 0
        self.origin[code] = None
        self.robbery[code] = 0
        self.expeditions = [row for row in self.expeditions if row[1] != code]
        if isinstance(old, int) and code in (self.capital[old], self.place[old]):
            self.bereft.add(old)
            if self.place[old] == code:
                self.place[old] = None
        if isinstance(holder, int) and code == self.capital[holder]:
            self.place[holder] = None

    def enter(self, seat: int, code: str) -> None:
        """REB-4.4"""
        if self.empty(code):
            self.pass_to(code, seat)
            self.owner[code] = seat
            self.test_victory()

    def name_places(self, seats: list[int]) -> Play[None]:
        """REB-10.8, REB-10.9"""
        for seat in seats:
            if seat in self.bereft:
                self.bereft.remove(seat)
                yield from self.name_place(seat)

    def name_place(self, seat: int) -> Play[None]:
        if self.home(seat) or self.place[seat] is not None or not self.held(seat) or not self.lives(seat):
            return
        lands = self.owned(seat) or self.held(seat)
        said = yield from self.ask(seat, [f"recruit in {code}" for code in lands])
        self.place[seat] = said.split()[2]

    def test_victory(self) -> None:
        """REB-25.1, REB-25.2"""
        for seat in self.in_turn(self.active):
            others = [
                other
                for other in range(self.seats)
                if other != seat and (self.lives(other) or self.holder[self.capital[other]] is not None)
            ]
            if others and all(self.holder[self.capital[other]] == seat for other in others):
                raise Over(seat)

    def soldiers_of(self, seat: int) -> int:
        total = sum(strength(self.units[code]) for code in self.held(seat))
        total += sum(strength(carrier.cargo) for key, carrier in self.carriers.items() if key[0] == seat)
        return total + sum(SOLDIERS[arm] * n for v in self.voyages if v.sender == seat for arm, n in v.cargo.items())

    def test_falls(self) -> None:
        """REB-25.7, REB-25.10"""
        for seat in self.in_turn(self.active):
            if not self.held(seat) and not self.soldiers_of(seat):
                self.fall(seat)
        self.after_falls()

    def after_falls(self) -> None:
        if self.seats - len(self.fallen) == 1:
            raise Over(self.in_turn(0)[0])
        self.test_victory()
        if not self.lives(self.active):
            raise TurnOver

    def fall(self, seat: int) -> None:
        """REB-25.9, REB-11.10"""
        self.fallen.append(seat)
        for code in LAND:
            if self.owner[code] == seat and self.holder[code] != seat:
                holder = self.holder[code]
                self.owner[code] = holder if isinstance(holder, int) else None
                self.annexed[code] = 0
        self.ships = [ship for ship in self.ships if ship.seat != seat]
        self.boats = {sea: boat for sea, boat in self.boats.items() if boat[0] != seat}
        self.carriers = {key: carrier for key, carrier in self.carriers.items() if key[0] != seat}
        self.voyages = [voyage for voyage in self.voyages if voyage.sender != seat]
        self.expeditions = [row for row in self.expeditions if row[0] != seat]
        self.wars = {pair for pair in self.wars if seat not in pair}
        self.truces = {pair: last for pair, last in self.truces.items() if seat not in pair}
        self.pledges = [row for row in self.pledges if seat not in row[1:3]]
        for row in self.pledges:
            if row[4] == seat:
                row[4] = None
        self.dealt = {key: card for key, card in self.dealt.items() if seat not in key}

    def begin_war(self, seat: int, other: object) -> None:
        """REB-11.1, REB-11.14"""
        if isinstance(other, int):
            self.wars.add(frozenset((seat, other)))
            for row in self.pledges:
                if row[0] == "no attack" and row[1:3] == [seat, other]:
                    row[6] = 1

    # -- losses outside battle ---------------------------------------------------------------------------------------

    def places_of(self, seat: int) -> dict[str, list[Unit]]:
        """REB-1.14  Where soldiers can be lost, as it is said."""
        found = {f"in {code}": self.units[code] for code in self.held(seat)}
        return found | {f"on T{key[1]}": c.cargo for key, c in sorted(self.carriers.items()) if key[0] == seat}

    def losses(self, places: dict[str, list[Unit]], verb: str = "lose") -> list[str]:
        return [
            f"{verb} one {arm} {where}"
            for where, units in places.items()
            for arm in ARMS
            if any(unit.arm == arm for unit in units)
        ]

    def lose(self, places: dict[str, list[Unit]], said: str) -> None:
        _, _, arm, *where = said.split()
        units = places[" ".join(where)]
        self.wound(units, self.poorest(units, arm)[0])

    def lose_soldiers(self, seat: int, n: int) -> Play[None]:
        places = self.places_of(seat)
        for _ in range(n):
            options = self.losses(places)
            if not options:
                break
            self.lose(places, (yield from self.ask(seat, options)))
        self.test_falls()

    # -- battles -----------------------------------------------------------------------------------------------------

    def more_soldiers(self, attackers: list[Unit], defenders: list[Unit]) -> int:
        """REB-8.8b"""
        more = strength(attackers) - strength(defenders)
        return min(self.number("battle.most", 10), max(0, more) * self.number("battle.soldier", 2))

    def dug_in(self, defenders: list[Unit]) -> int:
        """REB-8.9d"""
        return self.number("battle.dug_in", 2) if any(unit.arm == "infantry" for unit in defenders) else 0

    def weapons(self, seat: object) -> int:
        return self.number("battle.weapon", 3) * self.sheet["weapons"][seat] if isinstance(seat, int) else 0

    def one_roll(
        self, attackers: list[Unit], defenders: list[Unit], plus: tuple[int, int], sides: tuple[object, object]
    ) -> Play[None]:
        """REB-8.4, REB-6.9"""
        attack = self.roll(100) + plus[0]
        defence = self.roll(100) + plus[1]
        units, owner = (defenders, sides[1]) if attack > defence else (attackers, sides[0])
        arms = [arm for arm in [*ARMS, *WARSHIPS] if any(unit.arm == arm for unit in units)]
        if self.options.get("loss_order", "auto") == "ask" and isinstance(owner, int):
            arms = [(yield from self.ask(owner, [f"lose one {arm}" for arm in arms])).split()[-1]]
        rank = [*LAND, *(f"T{n}" for n in range(1, 13)), "landing ship", ""]
        hit = [unit for unit in units if unit.arm == arms[0]]
        fewest = min(unit.points for unit in hit)
        hit = [unit for unit in hit if unit.points == fewest]
        sources = [unit.source for unit in hit]
        hit.sort(key=lambda unit: (-sources.count(unit.source), rank.index(unit.source), unit.fresh, unit.attacked))
        self.wound(units, hit[0])

    def battle(
        self, seat: int, other: object, code: str, force: list[Unit], landing: bool, plus: tuple[int, int]
    ) -> Play[bool]:
        """REB-8.4, REB-8.5, REB-8.15  To the end; true if the attacker has withdrawn."""
        garrison = self.units[code]
        at_start = self.more_soldiers(force, garrison)
        rolled = False
        while force and garrison:
            options = ["roll", *(f"roll until {n} are left" for n in range(strength(force)))]
            said = yield from self.ask(seat, [*options, "withdraw"] if rolled and not landing else options)
            if said == "withdraw":
                return True
            left = 10**6 if said == "roll" else int(said.split()[2])
            rolled = True
            while True:
                live = self.options.get("numbers_bonus", "live") == "live"
                numbers = self.more_soldiers(force, garrison) if live else at_start
                level = self.bunkers[code]
                defence = self.dug_in(garrison)
                if level:
                    cannons = sum(unit.arm in ("artillery", "caravan") for unit in force)
                    each = self.number("battle.cannon", 4)
                    each += self.number("battle.cannonballs", 2) * self.sheet["cannonballs"][seat]
                    printed = [10, 20][level - 1]
                    defence = max(0, self.number(f"battle.bunkers{level}", printed) - cannons * each)
                yield from self.one_roll(force, garrison, (plus[0] + numbers, plus[1] + defence), (seat, other))
                if not force or not garrison or strength(force) <= left:
                    break
        return False

    def attack_plus(self, seat: int, other: object, code: str, force: list[Unit]) -> tuple[int, int]:
        """REB-8.8, REB-8.9  What is fixed when the attack starts."""
        player = isinstance(other, int)
        sources = {unit.source for unit in force if unit.source in LAND}
        by_sea = sum(unit.source not in LAND for unit in force)
        a = self.weapons(seat)
        if len(sources) > 1:
            extra = 1 if self.options.get("multi_attack", "each") == "extra" else 0
            a += (len(sources) - extra) * self.number("battle.province", 1)
        a += self.weather_plus()
        if player:
            a += self.number("battle.rebellious", -4) * sum(origin == seat for origin in self.origin.values())
        if by_sea > len(force) - by_sea:
            a += self.number("battle.landing", -12)
            if player and code in self.ports(int(str(other))):
                a += self.number("battle.open_port", -8)
        else:
            net = self.connected(seat)
            cut_off = sum(unit.source in LAND and unit.source not in net for unit in force)
            if cut_off > len(force) - cut_off:
                a += self.number("battle.unconnected", -10)
        d = 0
        if isinstance(other, int):
            d += self.weapons(other)
            if self.capital[other] == code:
                d += self.number("battle.capital", 10)
            if self.capital[seat] == code:
                d += self.number("battle.retaken", -5)
            if self.options.get("rebellion_penalty", "both") == "both":
                d += self.number("battle.rebellious", -4) * sum(origin == other for origin in self.origin.values())
            if code not in self.connected(other):
                d += self.number("battle.unconnected", -10)
        return a, d

    def weather_plus(self) -> int:
        """REB-15.4"""
        names = {"winter": ("winter", -4), "bright sun": ("sun", 4), "severe winter": ("severe", -8)}
        if self.weather not in names:
            return 0
        name, printed = names[self.weather]
        return self.number(f"weather.{name}", printed)

    def attack(self, seat: int, code: str, force: list[Unit], landing: bool = False) -> Play[None]:
        """REB-8.3 to REB-8.7, REB-9.1, REB-16.7  From the moment at which it begins."""
        other = self.holder[code]
        self.begin_war(seat, other)
        due_land = sum(self.march(unit.source, unit.soldiers) for unit in force if unit.source in LAND)
        due_sea = self.rate() * sum(unit.soldiers for unit in force if unit.source not in LAND)
        if self.crowned(code):
            due_land = due_sea = 0
        plus = self.attack_plus(seat, other, code, force)
        entered = (strength(force), strength(self.units[code]))
        fought = bool(self.units[code])
        if fought and (yield from self.battle(seat, other, code, force, landing, plus)):
            for unit in force:
                source, unit.source = unit.source, ""
                (self.units[source] if source in LAND else self.carriers[seat, int(source[1:])].cargo).append(unit)
            return
        for unit in force:
            unit.source = ""
        if not force:
            self.coins[seat] -= min(self.coins[seat], due_sea)
            if isinstance(other, int):
                yield from self.take_captives(other, code, list(self.units[code]), seat, entered[0])
                yield from self.mutiny(seat, other)
                yield from self.name_places(self.in_turn(self.active))
            self.test_falls()
            return
        self.units[code] = list(force)
        self.pass_to(code, seat)
        if self.owner[code] is None:
            self.owner[code] = seat
        self.test_victory()
        if self.bunkers[code]:
            self.bunkers[code] -= 1
            if not self.bunkers[code]:
                self.built[code].remove("bunkers")
        if not self.crowned(code):
            yield from self.plunder_or_pay(seat, code, due_land + due_sea)
        yield from self.captured_captives(seat, code)
        if fought and isinstance(other, int):
            yield from self.take_captives(seat, code, force, other, entered[1])
            yield from self.mutiny(other, seat)
        yield from self.name_places(self.in_turn(self.active))
        self.test_falls()

    def plundered(self, code: str) -> bool:
        """REB-9.4  Whether it may be."""
        if not self.on("economy"):
            return True
        return self.tokens[code] + self.number("plunder.tokens", 2) <= self.number("plunder.most", 5)

    def plunder_or_pay(self, seat: int, code: str, due: int) -> Play[None]:
        """REB-9.3 to REB-9.5"""
        options = ["plunder"] if self.plundered(code) else []
        if self.coins[seat] >= due or not options:
            options.append("pay the march")
        if (yield from self.ask(seat, options)) == "plunder":
            self.built[code].clear()
            self.bunkers[code] = 0
            self.markers[code].discard("coconut tree")
            if self.on("economy"):
                self.tokens[code] += self.number("plunder.tokens", 2)
        else:
            self.coins[seat] -= min(due, self.coins[seat])

    # -- captives ----------------------------------------------------------------------------------------------------

    def captured_captives(self, seat: int, code: str) -> Play[None]:
        """REB-22.8"""
        self.free(seat, code)
        for nation in range(self.seats):
            there = [captive for captive in self.captives[code] if captive.nation == nation]
            if there:
                options = [f"keep {n} of {nation}" for n in range(len(there) + 1)]
                kept = int((yield from self.ask(seat, options)).split()[1])
                self.captives[code] = [c for c in self.captives[code] if c.nation != nation]
                self.captives[code] += [Captive(nation, 0) for _ in range(kept)]

    def free(self, seat: int, code: str) -> None:
        """Captives of a nation in a province that it now holds are its infantry."""
        freed = sum(captive.nation == seat for captive in self.captives[code])
        self.captives[code] = [captive for captive in self.captives[code] if captive.nation != seat]
        self.units[code] += [Unit("infantry", 0, self.arriving) for _ in range(freed)]

    arriving = False  # while the landing ships of S7 come in

    def take_captives(self, seat: int, code: str, left: list[Unit], beaten: int, soldiers: int) -> Play[None]:
        """REB-22.2 to REB-22.4"""
        if not any("captive camp" in self.built[own] for own in self.owned(seat)):
            return
        if (yield from self.ask(seat, ["roll for captives", "take no captives"])) == "take no captives":
            return
        chance = self.number("captives.base", 20)
        for unit in left:
            cavalry = unit.arm == "cavalry"
            chance += self.number("captives.cavalry", 15) if cavalry else self.number("captives.unit", 5)
        if self.roll(100) <= chance:
            taken = min(soldiers, self.roll(4 if soldiers < 10 else 10))
            said = yield from self.ask(seat, [f"keep {n}" for n in range(taken + 1)])
            self.captives[code] += [Captive(beaten, 0) for _ in range(int(said.split()[1]))]

    def mutiny(self, loser: int, winner: int) -> Play[None]:
        """REB-22.9, REB-22.10"""
        lands = [code for code in self.held(loser) if any(c.nation == winner for c in self.captives[code])]
        n = sum(captive.nation == winner for code in lands for captive in self.captives[code])
        if not n:
            return
        names = ["one", "two", "three"]
        chance = self.number(f"mutiny.{names[min(n, 3) - 1]}", [5, 15, 30][min(n, 3) - 1])
        chance = min(100, chance + max(0, n - 3) * self.number("mutiny.further", 5))
        if self.roll(100) > chance:
            return
        for code in lands:
            rising = sum(captive.nation == winner for captive in self.captives[code])
            self.captives[code] = [captive for captive in self.captives[code] if captive.nation != winner]
            if self.crowned(code) or self.owner[code] != loser or not self.on("revolts"):
                continue
            yield from self.rise(loser, code, [Unit("infantry", 0) for _ in range(rising)])

    def rise(self, seat: int, code: str, rebels: list[Unit]) -> Play[None]:
        """REB-24.8 to REB-24.10"""
        self.built[code] -= set(MAINS)
        self.bunkers[code] = 0
        yield from self.inside(rebels, None, self.units[code], seat)
        if rebels:
            self.pass_to(code, "rebels")
            self.owner[code] = None
            self.origin[code] = seat
            self.captives[code] = []
            self.units[code] = rebels
            yield from self.name_places(self.in_turn(self.active))
            self.test_falls()

    def inside(
        self, attackers: list[Unit], attacker: int | None, defenders: list[Unit], defender: int | None
    ) -> Play[None]:
        """REB-8.14  A fight inside one province, to the end."""
        at_start = self.more_soldiers(attackers, defenders)
        while attackers and defenders:
            yield from self.inside_roll(attackers, attacker, defenders, defender, at_start)

    def inside_roll(
        self,
        attackers: list[Unit],
        attacker: int | None,
        defenders: list[Unit],
        defender: int | None,
        at_start: int,
    ) -> Play[None]:
        live = self.options.get("numbers_bonus", "live") == "live"
        a = self.weapons(attacker) + (self.more_soldiers(attackers, defenders) if live else at_start)
        d = self.weapons(defender) + self.dug_in(defenders)
        yield from self.one_roll(attackers, defenders, (a, d), (attacker, defender))

    # -- battles at sea ----------------------------------------------------------------------------------------------

    def sea_attack(self, seat: int, other: int, sea: str) -> Play[None]:
        """REB-17.4 to REB-17.10"""
        self.begin_war(seat, other)
        attackers = [ship for ship in self.warships(seat, sea) if not ship.fresh and not ship.attacked]
        defenders = self.warships(other, sea)
        for ship in attackers:
            ship.attacked = True
        if not defenders:
            self.sink(other, sea)
            self.test_falls()
            return
        self.ships = [ship for ship in self.ships if ship not in attackers and ship not in defenders]
        plus = [self.weapons(seat) + self.weather_plus(), self.weapons(other)]
        for side, who in enumerate((seat, other)):
            if any(self.holder[code] == who and "coastal battery" in self.built[code] for code in COASTS[sea]):
                plus[side] += self.number("battle.battery", 6)
        at_start = self.more_soldiers(attackers, defenders)
        rolled = withdrawn = False
        while attackers and defenders and not withdrawn:
            options = ["roll", *(f"roll until {n} are left" for n in range(strength(attackers)))]
            said = yield from self.ask(seat, [*options, "withdraw"] if rolled else options)
            withdrawn = said == "withdraw"
            left = 10**6 if said == "roll" or withdrawn else int(said.split()[2])
            while not withdrawn:
                rolled = True
                live = self.options.get("numbers_bonus", "live") == "live"
                numbers = self.more_soldiers(attackers, defenders) if live else at_start
                yield from self.one_roll(attackers, defenders, (plus[0] + numbers, plus[1]), (seat, other))
                if not attackers or not defenders or strength(attackers) <= left:
                    break
        self.ships += attackers + defenders
        if withdrawn:
            return
        loser, winner = (seat, other) if not attackers else (other, seat)
        self.sink(loser, sea)
        yield from self.mutiny(loser, winner)
        yield from self.name_places(self.in_turn(self.active))
        self.test_falls()

    def sink(self, seat: int, sea: str) -> None:
        self.carriers = {key: c for key, c in self.carriers.items() if key[0] != seat or c.sea != sea}

    def encounter(self, seat: int, sea: str, number: int = 0) -> None:
        """REB-17.10 a, b  A transporter (by its number) or warships of a seat have entered a sea."""
        if number:
            enemy = any(ship.sea == sea and self.war(seat, ship.seat) for ship in self.ships)
            if enemy and not self.warships(seat, sea):
                del self.carriers[seat, number]
        else:
            for other in self.in_turn(seat):
                if self.war(seat, other) and not self.warships(other, sea):
                    self.sink(other, sea)
        self.test_falls()
