"""The sea by a second, plain model: coasts as the rulebook lists them, links and blockades by sets, wrecks foretold.

Random matches begin in the middle of a war at sea, so that every kind of ship and voyage is about.
"""

from __future__ import annotations

import os
import random

import pytest

from engine.playing import random_choice
from marchland.engine.dice import fast_dice
from marchland.games.rebellion.game import GAME
from marchland.games.rebellion.income import boat_coins
from marchland.games.rebellion.waters import CARGO, DUE, KIND, SENDER, TRANSFER
from marchland.games.rebellion.world import CODES, WORLD
from rebellion.table import RebellionTable, at, land, lay, random_options, transporter, units
from rebellion.test_fuzz import Accounts

MATCHES = int(os.environ.get("MARCHLAND_FUZZ", "60")) // 3
PARTS = 4
DECISIONS = 300

# REB-1.1  The seas: coasts and neighbours, by number.
SEAS = {
    42: ([0, 3, 6, 31, 34], [43, 44, 50, 55]),
    43: ([6, 8, 9, 10, 12], [42, 48, 57]),
    44: ([0, 1, 2, 4, 5], [42, 45]),
    45: ([2, 5, 7, 13, 16, 19], [44, 46, 47, 49]),
    46: ([7, 8, 9], [45, 47]),
    47: ([11, 19, 20], [45, 46, 48, 51]),
    48: ([11, 12, 23, 24], [43, 47, 53]),
    49: ([13, 14, 16, 17], [45, 50]),
    50: ([14, 15, 28, 29, 30, 31], [42, 49]),
    51: ([15, 18, 19, 20, 21, 26], [47]),
    52: ([21, 22, 26, 36], [53, 54]),
    53: ([22, 24, 25], [48, 52, 54]),
    54: ([36, 37, 38, 40], [52, 53, 56, 57]),
    55: ([31, 33, 34, 35], [42, 56]),
    56: ([35, 37, 38], [54, 55, 57]),
    57: ([38, 39, 40, 41], [43, 54, 56]),
}


def members(mask: int) -> set[int]:
    return {number for number in range(58) if mask >> number & 1}


def test_the_seas_are_those_of_the_rulebook() -> None:
    """REB-1.1, REB-1.3  16 seas; all provinces but Afghanistan and Irkutsk lie on one."""
    from marchland.games.rebellion.world import ALONG, COASTAL

    for sea, (coasts, near) in SEAS.items():
        assert members(ALONG[sea]) == set(coasts) and WORLD.neighbours[sea] == near
        assert all(members(ALONG[province]) >= {sea} for province in coasts)
    assert set(range(42)) - members(COASTAL) == {at("CAS"), at("IRK")}


class Model:
    """What follows from land, wars and ships, reckoned anew from the rows of the table."""

    def __init__(self, t: RebellionTable) -> None:
        self.t = t
        self.warships = {(row[0], row[1]) for row in t.ships}

    def enemies(self, seat: int) -> list[int]:
        return [other for other in range(self.t.seats) if other != seat and self.t.war[seat] >> other & 1]

    def shut(self, seat: int, province: int) -> bool:
        """REB-17.13"""
        seas = [sea for sea, (coasts, _) in SEAS.items() if province in coasts]
        return any((sea, other) in self.warships for sea in seas for other in self.enemies(seat))

    def holds(self, seat: int) -> set[int]:
        return {province for province in range(42) if self.t.holder[province] == seat}

    def ports(self, seat: int) -> set[int]:
        """REB-16.1"""
        t = self.t
        return {p for p in self.holds(seat) if t.owner[p] == seat and t.built[6] >> p & 1 and not self.shut(seat, p)}

    def net(self, seat: int) -> set[int]:
        """REB-4.11"""
        t, held, ports = self.t, self.holds(seat), self.ports(seat)
        capital = int(t.capital[seat])
        base = capital if t.holder[capital] == seat else int(t.place[seat])
        if base < 0:
            return set()
        linked = set(ports)
        coastal = any(capital in coasts for coasts, _ in SEAS.values())
        if base == capital and coastal and not self.shut(seat, capital):
            linked.add(capital)
        found, before = {base}, set[int]()
        while found != before:
            before = set(found)
            found |= {p for p in held if any(near in before for near in WORLD.neighbours[p])}
            if found & linked:
                found |= linked
        return found

    def wrecks(self, seat: int, action: str) -> set[tuple[int, int]]:
        """REB-17.10  The transporters (owner, number) that an action sinks, apart from those of a battle."""
        t, words = self.t, action.split()
        if words[0] == "scrap" and words[1].startswith("T"):
            return {(seat, int(words[1][1:]) - 1)}
        if words[0] == "sail" and words[1].startswith("T"):
            sea = at(words[3])
            met = any((sea, other) in self.warships for other in self.enemies(seat))
            return {(seat, int(words[1][1:]) - 1)} if met and (sea, seat) not in self.warships else set()
        if words[0] == "sail":
            sea, victims = at(words[6]), self.enemies(seat)
        elif action.startswith("attack the ships"):
            sea, victims = at(words[6]), [int(words[4])]
        else:
            return set()
        lone = [other for other in victims if (sea, other) not in self.warships]
        return {(row[0], row[1]) for row in t.transports if row[2] == sea and row[0] in lone}


def at_war_at_sea(number: int) -> RebellionTable:
    rng = random.Random(number)
    seats = 2 + number % 4
    sites = ["BRA", "JAP", "SAF", "GRL", "WAU"][:seats]
    lands = [code for code in CODES[:42] if code not in sites]
    rng.shuffle(lands)
    provinces = {
        code: land(i % seats, "3I C A", buildings=["port"] if code not in ("CAS", "IRK") else [])
        for i, code in enumerate(lands[: seats * 4])
    }
    provinces |= {code: land(seat, "4I 2C A") for seat, code in enumerate(sites)}
    sea = CODES[42:]
    return lay(
        dice=fast_dice(number),
        seats=seats,
        options={**random_options(rng), "mod_sea": "on", "mod_buildings": "on"},
        coins=[60] * seats,
        level=[3] * seats,
        docked=[1] * seats,
        provinces=provinces,
        ships=[
            [rng.choice(sea), seat, rng.choice(["frigate", "corvette", "cruiser"]), 1]
            for seat in range(seats)
            for _ in range(3)
        ],
        boats=[[code, rng.randrange(seats)] for code in rng.sample(sea, 4)],
        transports=[transporter(seat, rng.choice(sea), "2I C") for seat in range(seats)],
        wars=[[one, other] for one in range(seats) for other in range(one) if rng.random() < 0.5],
        voyages=[
            {
                "kind": "landing ship",
                "sender": seat,
                "left": sites[seat],
                "destination": rng.choice([code for code in CODES[:42] if code not in ("CAS", "IRK")]),
                "due": 2 + rng.randrange(2),
                "cargo": [stack[:2] for stack in units("3I C")],
            }
            for seat in range(seats)
        ],
    )


def check(t: RebellionTable) -> None:
    assert GAME.conserved(t) == ""
    model = Model(t)
    for seat in range(t.seats):
        assert members(t.open_ports(seat)) == model.ports(seat)
        if t.lives(seat):
            assert members(t.connected(seat)) == model.net(seat)
        boats = sum(row[1] == seat for row in t.boats)
        assert boat_coins(t, seat) == (boats if model.ports(seat) and "income.boat" not in t.house.said else 0)
    for row in t.transports:
        # REB-17.11  At most 5 soldiers.
        assert sum([1, 3, 6, 6][row[i] // 14] * row[i + 1] for i in range(CARGO, len(row), 2)) <= 5
    for row in t.voyages:
        # REB-1.7  Whatever is due has arrived when the Main phase of its owner waits.
        if row[SENDER] == t.active and t.step().tag == "rebellion.main":
            assert row[DUE] > t.round and row[DUE] - t.round <= (1 if row[KIND] == TRANSFER else 2)


def play_on(number: int) -> None:
    rng = random.Random(number)
    t = at_war_at_sea(number)
    check(t)
    for decision in range(DECISIONS):
        if t.over:
            return
        who, action = random_choice(t, rng)
        name = GAME.name_of(action)
        if name == "end the turn" and rng.random() < 0.7:
            continue
        accounts, foretold = Accounts(t), Model(t).wrecks(who, name)
        before = {(row[0], row[1]) for row in t.transports}
        t.play(who, action)
        accounts.check(t)
        check(t)
        after = {(row[0], row[1]) for row in t.transports}
        if not name.startswith(("roll", "lose", "end", "resign", "launch", "withdraw")) and not t.over:
            gone = {row for row in before - after if t.lives(row[0])}
            assert gone <= foretold and not foretold & after
        if decision % 25 == 0:
            seat = rng.randrange(-1, int(t.seats))
            made = t.determinize(seat, fast_dice(decision))
            assert made.view(seat) == t.view(seat)
            written = GAME.position_of(t)
            if not t.offers:
                assert GAME.position(written, dice=t.dice.copy()).to_data() == {**t.to_data(), "reveals": 0}


@pytest.mark.parametrize("part", range(PARTS))
def test_a_war_at_sea_goes_by_the_second_model(part: int) -> None:
    """REB-4.11, REB-16.1, REB-16.6, REB-17.10, REB-17.11, REB-17.13, REB-18.3"""
    for number in range(part, MATCHES, PARTS):
        play_on(number)
