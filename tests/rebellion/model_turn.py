"""The second model of Rebellion: what happens before and after the Main phase of a turn, and around a round."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rebellion.model_finds import Finds
from rebellion.model_table import ARMS, LAND, MAINS, NEAR, Unit, strength
from rebellion.model_war import Over, Play, TurnOver

CARDS = ["sabotage", "incitement", "free_captive", "burning_food", "counterintelligence"]
WEATHER = ["usual", "winter", "bright sun", "frost", "storm", "severe winter"]


class Turn(Finds):
    def main(self) -> Play[None]:
        raise NotImplementedError

    def play(self, in_main: bool = True) -> Play[None]:
        """From the Main phase of the player on turn to the end of the match."""
        try:
            while True:
                while True:
                    yield from self.turn(in_main)
                    in_main = False
                    following = self.next_in_round()
                    if following is None:
                        break
                    self.active = following
                yield from self.end_of_round()
                self.round += 1
                self.active = self.in_turn(self.first)[0]
                self.new_weather()
                self.skipped(self.first, self.active)
        except Over as over:
            self.rank(over.winner)

    def rank(self, winner: int | None) -> None:
        """REB-25.4 to REB-25.6"""
        each = self.number("points.capital3", 10) if self.three() else self.number("points.capital", 6)
        keys: list[tuple[int, ...]] = []
        for seat in range(self.seats):
            if not self.lives(seat):
                keys.append((-1, self.fallen.index(seat)))
                continue
            owned, held = len(self.owned(seat)), len(self.held(seat))
            capitals = sum(self.holder[code] == seat for code in self.capital)
            weather = self.weather if self.weather_left >= 2 else "usual"
            counted = held if self.options.get("score_occupied", "no") == "yes" else owned
            points = self.number("points.province", 1) * counted + each * capitals
            points += max(0, self.income(seat, weather, True) - self.upkeep(seat))
            keys.append((int(seat == winner), points, capitals, owned, self.soldiers_of(seat), self.coins[seat]))
        self.places = [1 + sum(other > key for other in keys) for key in keys]

    places: list[int]

    def next_in_round(self) -> int | None:
        """Who comes next in this round; a bringer of the plague who is passed over counts (REB-21.6)."""
        for step in range(1, self.seats):
            seat = (self.active + step) % self.seats
            if seat == self.first:
                return None
            self.fade(seat)
            if self.lives(seat):
                return seat
        return None

    def skipped(self, start: int, end: int) -> None:
        seat = start
        while seat != end:
            self.fade(seat)
            seat = (seat + 1) % self.seats

    def fade(self, seat: int) -> None:
        if self.plague and seat == self.bringer and not self.lives(seat):
            self.plague -= 1

    def turn(self, in_main: bool) -> Play[None]:
        try:
            if not in_main:
                yield from self.start()
            yield from self.main()
            yield from self.end()
        except TurnOver:
            pass
        for units in [*self.units.values(), *(carrier.cargo for carrier in self.carriers.values()), self.ships]:
            for unit in units:
                unit.fresh = False
        self.recruited = self.cancels = 0
        self.bribed = set()
        self.treaties = [0] * self.seats

    # -- Start phase -------------------------------------------------------------------------------------------------

    def start(self) -> Play[None]:
        """REB-3.2"""
        seat = self.active
        yield from self.name_place(seat)
        self.annex(seat)
        if self.plague and self.bringer == seat:
            self.plague -= 1
        for code in self.held(seat):
            if self.tokens[code] and not self.robbery[code]:
                self.tokens[code] -= 1
        self.sheet["fruit"][seat] = 2 * sum("coconut tree" in self.markers[code] for code in self.owned(seat))
        if self.plague:
            yield from self.lose_soldiers(seat, self.roll(int(self.options.get("plague_die", 10))))
        while self.sheet["incited"][seat]:
            self.sheet["incited"][seat] -= 1
            yield from self.revolt(seat, self.roll(self.number("agents.incited", 3)))
        yield from self.earn(seat)
        if self.on("economy"):
            self.sheet["food"][seat] = self.harvest(seat)
            self.sheet["burned"][seat] = 0
        yield from self.results(seat)
        yield from self.arrivals(seat)
        self.renew(seat)

    def annex(self, seat: int) -> None:
        """REB-11.11"""
        turns = int(self.options.get("annexation_turns", 3))
        for code in self.held(seat):
            owner = self.owner[code]
            if owner is None or owner == seat or not turns:
                continue
            self.annexed[code] = 0 if self.home(owner) else self.annexed[code] + 1
            if self.annexed[code] >= turns:
                self.owner[code] = seat
                self.annexed[code] = 0

    def earn(self, seat: int) -> Play[None]:
        """REB-5.1, REB-5.8, REB-13.5"""
        self.coins[seat] += self.income(seat, self.weather)
        self.sheet["sabotaged"][seat] = 0
        for payments in (self.compensation, self.rich_tribe):
            payments[seat] = [left - 1 for left in payments[seat] if left > 1]
        for code in self.owned(seat):
            if self.robbery[code]:
                self.robbery[code] -= 1
                self.tokens[code] += 1 if self.robbery[code] else self.end_tokens(seat)
        while self.upkeep(seat) > self.coins[seat]:
            options: dict[str, Callable[[], None]] = {}
            for code in self.held(seat):
                for building in ("captive camp", "port", "road"):
                    if building in self.built[code]:
                        before = self.kept_up(seat, code)
                        self.built[code].remove(building)
                        if self.kept_up(seat, code) < before:
                            options[f"give up the {building} in {code}"] = partial(self.built[code].remove, building)
                        self.built[code].add(building)
                if len(self.units[code]) > self.limit(code):
                    for arm in ARMS:
                        there = self.poorest(self.units[code], arm)
                        if there:
                            options[f"give up one {arm} in {code}"] = partial(self.units[code].remove, there[0])
            options[(yield from self.ask(seat, list(options)))]()
        self.coins[seat] -= self.upkeep(seat)

    def end_tokens(self, seat: int) -> int:
        """REB-13.5, REB-13.7"""
        if self.sheet["environment"][seat]:
            return self.number("robbery.green_tokens", 3)
        return self.number("robbery.tokens", 2)

    def renew(self, seat: int) -> None:
        """S8"""
        mine = [self.units[code] for code in self.held(seat)]
        mine += [carrier.cargo for key, carrier in self.carriers.items() if key[0] == seat]
        for units in mine:
            for unit in units:
                if not unit.fresh:
                    unit.points = self.full(unit.arm)
        for ship in self.ships:
            if ship.seat == seat:
                ship.points, ship.fresh, ship.attacked = self.full(ship.arm), False, False
        for boat in self.boats.values():
            if boat[0] == seat:
                boat[1] = 2
        for key, carrier in self.carriers.items():
            if key[0] == seat:
                carrier.points = 2
        for code in self.held(seat):
            for captive in self.captives[code]:
                captive.points = 2

    # -- End phase ---------------------------------------------------------------------------------------------------

    def end(self) -> Play[None]:
        """REB-3.4"""
        seat = self.active
        if self.on("economy"):
            yield from self.supply(seat)
        yield from self.siege(seat)
        if self.options.get("agent_timing", "own_turn") == "own_turn":
            yield from self.deal([seat])
        self.sheet["fruit_bought"][seat] = 0
        self.sheet["environment"][seat] = max(0, self.sheet["environment"][seat] - 1)

    def supply(self, seat: int) -> Play[None]:
        """REB-14.3 to REB-14.5, REB-24.1 to REB-24.3"""
        need = len(self.owned(seat)) // self.number("food.provinces", 2)
        short = self.sheet["food"][seat] < need
        self.sheet["food"][seat] = max(0, self.sheet["food"][seat] - need)
        if short:
            great = len(self.held(seat)) >= self.number("famine.great_from", 12)
            due = self.roll(self.number("famine.great_die", 6) if great else self.number("famine.die", 4))
            all_paid = True
            for _ in range(due):
                places = self.places_of(seat)
                options = self.losses(places, "starve")
                if self.coins[seat] >= self.number("famine.price", 2):
                    options.append("pay instead")
                if not options:
                    all_paid = False
                    break
                said = yield from self.ask(seat, options)
                if said == "pay instead":
                    self.coins[seat] -= self.number("famine.price", 2)
                else:
                    all_paid = False
                    self.lose(places, said)
            self.test_falls()
            spared = all_paid and self.options.get("hunger_revolt", "always") == "unless_paid"
            if self.on("revolts") and not spared and self.roll(100) < self.number("revolt.hunger", 80):
                yield from self.revolt(seat, self.roll(self.number("revolt.hunger_die", 10)))
        mine = self.owned(seat)
        red = [code for code in mine if self.tokens[code]]
        if self.on("revolts") and red and 2 * len(red) >= len(mine):
            robbed = any(self.robbery[code] for code in mine)
            up_to = self.number("revolt.robbery", 70) if robbed else self.number("revolt.tokens", 60)
            die = self.number("revolt.robbery_die", 10) if robbed else self.number("revolt.tokens_die", 6)
            if self.roll(100) <= up_to:
                yield from self.revolt(seat, self.roll(die))

    def revolt(self, seat: int, due: int) -> Play[None]:
        """REB-24.5 to REB-24.7"""
        while due:
            lands = [code for code in self.owned(seat) if not self.crowned(code) and self.units[code]]
            lands = [code for code in lands if not self.built[code] & set(MAINS)] or lands
            if not lands:
                break
            code = (yield from self.ask(seat, [f"revolt in {code}" for code in lands])).split()[2]
            rebels: list[Unit] = []
            units = self.units[code]
            due -= (rising := min(due, strength(units)))
            if rising == strength(units):
                rebels, self.units[code] = units, []
            else:
                for unit in [unit for arm in ARMS for unit in self.poorest(units, arm)]:
                    if unit.soldiers > rising:
                        break
                    units.remove(unit)
                    rebels.append(unit)
                    rising -= unit.soldiers
                if rising:
                    broken = next(unit for arm in ARMS for unit in self.poorest(units, arm))
                    units.remove(broken)
                    points = min(broken.points, self.full("infantry"))
                    rebels += [Unit("infantry", 0) for _ in range(rising)]
                    units += [Unit("infantry", points, broken.fresh) for _ in range(broken.soldiers - rising)]
            yield from self.rise(seat, code, rebels)

    def siege(self, seat: int) -> Play[None]:
        """REB-10.11"""
        code = self.capital[seat]
        if not self.home(seat):
            return
        holders = [self.holder[near] for near in NEAR[code]]
        enemies = [holder for holder in holders if isinstance(holder, int) and self.war(seat, holder)]
        if not enemies or any(holder not in (*enemies, "rebels", "tribe") for holder in holders):
            return
        left = self.number("siege.garrison", 6)
        if strength(self.units[code]) > left:
            for _ in range(self.roll(self.number("siege.die", 6))):
                if strength(self.units[code]) > left:
                    places = {f"in {code}": self.units[code]}
                    self.lose(places, (yield from self.ask(seat, self.losses(places))))

    def card_set(self) -> list[str]:
        """REB-27.2, REB-27.7, REB-27.8"""
        needs = {"incitement": "revolts", "free_captive": "captives", "burning_food": "economy"}
        return [card for card in CARDS if card not in needs or self.on(needs[card])]

    def deal(self, seats: list[int]) -> Play[None]:
        """REB-23.4"""
        if not self.on("agents"):
            return
        dealing = [seat for seat in seats if self.sheet["agents"][seat] and self.home(seat)]
        laid: dict[int, dict[int, str]] = {seat: {} for seat in dealing}
        while dealing:
            asked: dict[int, set[str]] = {}
            for seat in dealing:
                asked[seat] = {"deal no more"}
                if len(laid[seat]) < self.sheet["agents"][seat]:
                    cards = [card for card in self.card_set() if card not in laid[seat].values()]
                    targets = [other for other in self.in_turn(0) if other not in laid[seat]]
                    asked[seat] |= {f"deal {card} to {other}" for card in cards for other in targets}
            seat, said = yield asked
            if said == "deal no more":
                dealing.remove(seat)
                self.dealt |= {(seat, other): card for other, card in laid[seat].items()}
            else:
                laid[seat][int(said.split()[3])] = said.split()[1]

    # -- end of the round --------------------------------------------------------------------------------------------

    def end_of_round(self) -> Play[None]:
        """REB-3.5"""
        if self.options.get("agent_timing", "own_turn") == "round_end":
            yield from self.deal(self.in_turn(self.first))
        order = self.in_turn(self.first)
        for target in order:
            harder = 0
            if any(self.dealt.get((dealer, target)) == "counterintelligence" for dealer in order):
                harder = self.number("agents.counter", 15)
            for dealer in order:
                card = self.dealt.get((dealer, target))
                if card in CARDS[:4]:
                    yield from self.plot(dealer, target, str(card), harder)
        self.dealt = {}
        for code in LAND:
            if not isinstance(self.holder[code], int) and self.tokens[code]:
                self.tokens[code] -= 1
        if self.round >= int(self.options.get("round_limit", 20)):
            raise Over

    def plot(self, dealer: int, target: int, card: str, harder: int) -> Play[None]:
        """REB-23.7 to REB-23.10"""
        names = {
            "sabotage": "sabotage",
            "incitement": "incitement",
            "free_captive": "captive",
            "burning_food": "burning",
        }
        above = self.number(f"agents.{names[card]}_roll", 80 if card == "incitement" else 60)
        if card == "incitement" and any(self.captives[code] for code in self.held(target)):
            above = self.number("agents.incited_roll", 60)
        if card != "free_captive" or self.options.get("free_captive_roll", "60") != "sure":
            roll = self.roll(100)
            if roll <= self.number("agents.caught", 10) and self.sheet["agents"][dealer]:
                self.sheet["agents"][dealer] -= 1
            if roll <= above + harder:
                return
        if card == "sabotage":
            self.sheet["sabotaged"][target] += 1
        elif card == "incitement":
            self.sheet["incited"][target] += 1
        elif card == "burning_food":
            self.sheet["burned"][target] += 1
        else:
            kinds = [
                f"let a captive of {nation} in {code} go"
                for code in self.held(target)
                for nation in range(self.seats)
                if any(captive.nation == nation for captive in self.captives[code])
            ]
            if kinds:
                said = (yield from self.ask(target, kinds)).split()
                there = [captive for captive in self.captives[said[6]] if captive.nation == int(said[4])]
                self.captives[said[6]].remove(min(there, key=lambda captive: captive.points))

    def new_weather(self) -> None:
        """REB-15.1 to REB-15.3"""
        if not self.on("weather"):
            return
        self.weather_left -= 1
        if self.weather_left > 0:
            return
        self.roller = self.in_turn((self.roller + 1) % self.seats)[0]
        roll = self.roll(100)
        last = [40, 55, 65, 75, 85, 100]
        if self.options.get("table_overlap", "first") == "second":
            last = [40, 54, 64, 74, 84, 100]
        self.weather = next(name for name, bound in zip(WEATHER, last, strict=True) if roll <= bound)
        self.weather_left = self.roll(6)
