"""What is seen of the sea: ships, boats and cargoes on their seas, voyages under way, sea battles."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.picture import NOBODY, NOT_IN_PLAY, Contest, Effect, Fact, Path, Piece, Price, Region, Side
from marchland.engine.sayings import counted
from marchland.engine.sets import lowest
from marchland.engine.table import ALL_SEEING
from marchland.games.rebellion.cargo import units_aboard
from marchland.games.rebellion.fishing import BOAT_PRICE
from marchland.games.rebellion.fleets import SHIP_BUILD, SHIP_PRICE
from marchland.games.rebellion.force import ATTACKER, DEFENCE_FIXED, DEFENDER, TARGET, force_soldiers, units_of
from marchland.games.rebellion.ports import open_ports
from marchland.games.rebellion.sea_battle import attackers, defenders, sea_attack_total, strength
from marchland.games.rebellion.settings import seafaring
from marchland.games.rebellion.table import ARMS, SOLDIERS, UNITS, Rebellion, cargo_soldiers
from marchland.games.rebellion.transporters import CAPACITY
from marchland.games.rebellion.voyages import CAPACITY as LANDING_CAPACITY
from marchland.games.rebellion.voyages import (
    CONSTRUCTION_PRICE,
    HARBOUR,
    LANDING_PRICE,
    PORT_SEND,
    VOYAGE,
    most_shipped,
)
from marchland.games.rebellion.waters import (
    CONSTRUCTION,
    DESTINATION,
    DUE,
    INDEX,
    KIND,
    LEFT,
    LOAD,
    MOST_TRANSPORTERS,
    OWNER,
    SEA,
    SEAT,
    SENDER,
    SHIP_MOVES,
    SHIPS,
    TRANSFER,
    TRANSPORTER,
    VOYAGES,
    WHERE,
)
from marchland.games.rebellion.weather import march_rate
from marchland.games.rebellion.world import WORLD

BOAT = "fishing boat"
VOYAGE_CLAUSES: Final = ["REB-16.3", "REB-16.8", "REB-16.5"]  # by kind


def sea_region(t: Rebellion, sea: int) -> Region:
    """Warships by seat and type, transporters with their units within them, and a boat."""
    if not seafaring(t):
        return Region(NOT_IN_PLAY, 0)
    pieces: list[Piece] = []
    for seat in range(t.seats):
        for ship in range(TRANSPORTER):
            n = int(t.warships(sea, seat, ship))
            if n:
                pieces.append(Piece(seat, n, SHIPS[ship]))
    for row in t.transports:
        if row[WHERE] == sea:
            pieces.append(Piece(row[OWNER], 1, SHIPS[TRANSPORTER]))
            for arm in range(ARMS):
                n = int(units_aboard(row, arm))
                if n:
                    pieces.append(Piece(row[OWNER], n, UNITS[arm], within=f"transporter {row[INDEX] + 1}"))
    for row in t.boats:
        if row[SEA] == sea:
            pieces.append(Piece(row[SEAT], 1, BOAT))
    return Region(NOBODY, 0, [], pieces)


def sea_sketch(t: Rebellion, sea: int) -> int:
    """What sea_region shows, as a number."""
    if not seafaring(t):
        return 0
    value = 1
    for seat in range(t.seats):
        for ship in range(TRANSPORTER):
            value = value * 4096 + int(t.warships(sea, seat, ship)) if t.patrols[seat] >> sea & 1 else value * 2
    for row in t.transports:
        if row[WHERE] == sea:
            value = (value * 8 + row[OWNER]) * 16 + row[INDEX]
            for arm in range(ARMS):
                value = value * 32 + int(units_aboard(row, arm))
    for row in t.boats:
        if row[SEA] == sea:
            value = value * 8 + row[SEAT]
    return value


# -- voyages ---------------------------------------------------------------------------------------------------------


def knows_destination(t: Rebellion, row: list[int], viewer: i64) -> bool:
    """REB-16.5  Of a secret voyage only its owner."""
    return row[KIND] == TRANSFER or viewer == row[SENDER] or viewer == ALL_SEEING


def turns_left(t: Rebellion, row: list[int]) -> int:
    """REB-1.7  Turns of its owner until it arrives."""
    left = row[DUE] - int(t.round)
    return left if left > 0 else 0


def voyage_effects(t: Rebellion, seat: i64, viewer: i64) -> list[Effect]:
    """Each voyage of a seat, its destination only for those who know it; ships that wait; cargoes of transporters."""
    found: list[Effect] = []
    for row in t.voyages:
        if row[SENDER] == seat:
            known = knows_destination(t, row, viewer)
            said = [carried([row[LOAD + arm] for arm in range(ARMS)])]
            said += [f"from {WORLD.regions[row[LEFT]].name}"] if row[LEFT] >= 0 else []
            said += [f"to {WORLD.regions[row[DESTINATION]].name}"] if known else ["bound in secret"]
            text = sentence(" ".join(part for part in said if part))
            lands = [row[LEFT]] if row[LEFT] >= 0 else []
            lands += [row[DESTINATION]] if known else []
            title, clause = VOYAGES[row[KIND]].capitalize(), VOYAGE_CLAUSES[row[KIND]]
            emblem, secret = SHIPS[TRANSPORTER], known and row[KIND] != TRANSFER
            found.append(Effect(title, text, clause, turns_left(t, row), emblem, lands, secret))
    for row in t.transports:
        if row[OWNER] == seat:
            load = carried([int(units_aboard(row, arm)) for arm in range(ARMS)]) or "empty"
            text = f"{WORLD.regions[row[WHERE]].name}: {load}, room for {CAPACITY.of(t) - cargo_soldiers(row)} more"
            title = f"{SHIPS[TRANSPORTER].capitalize()} {row[INDEX] + 1}"
            found.append(Effect(title, text, "REB-17.11", 0, SHIPS[TRANSPORTER], [row[WHERE]]))
    if t.docked[seat]:
        text = f"{counted(t.docked[seat], 'ship')} ready to be sent to a coast"
        found.append(Effect("Construction ship", text, "REB-16.8", 0, "port"))
    return found


def carried(load: list[int]) -> str:
    """2 infantry, 1 cavalry"""
    return ", ".join(f"{n} {UNITS[arm]}" for arm, n in enumerate(load) if n)


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def voyage_paths(t: Rebellion, viewer: i64) -> list[Path]:
    """The ways of those voyages whose destination the viewer knows."""
    return [
        Path(
            f"{VOYAGES[row[KIND]].capitalize()} with {carried(row[LOAD : LOAD + ARMS])}",
            True,
            False,
            [row[LEFT], row[DESTINATION]],
            counted(turns_left(t, row), "turn"),
        )
        for row in t.voyages
        if row[KIND] != CONSTRUCTION and knows_destination(t, row, viewer)
    ]


def voyages_seen(t: Rebellion, viewer: i64) -> list[list[int]]:
    """REB-16.5  The rows of all voyages; -1 where the destination is not known."""
    return [
        row[:] if knows_destination(t, row, viewer) else [*row[:DESTINATION], -1, *row[DESTINATION + 1 :]]
        for row in t.voyages
    ]


# -- prices ----------------------------------------------------------------------------------------------------------


def sea_prices(t: Rebellion, seat: i64, purse: int) -> list[Price]:
    """REB-16.3, REB-16.5, REB-16.8, REB-17.1, REB-18.1"""
    if not seafaring(t):
        return []
    costs = {
        "landing_open": int(LANDING_PRICE.of(t)),
        "construction_buy": int(CONSTRUCTION_PRICE.of(t)),
        "boat_build": int(BOAT_PRICE.of(t)),
    }
    made = [Price(int(t.game.words.by_name[kind].number), "coins", purse, [cost]) for kind, cost in costs.items()]
    for ship in range(len(SHIPS)):
        first = int(SHIP_BUILD.of(ship))
        last = first + (1 << int(SHIP_BUILD.shift_a)) - 1
        text = f"carries {CAPACITY.of(t)} soldiers" if ship == TRANSPORTER else f"strength {SOLDIERS[ship]}"
        text += f", {counted(SHIP_MOVES[ship], 'movement point')}"
        made.append(Price(int(SHIP_BUILD.number), "coins", purse, [int(SHIP_PRICE.of(t, ship))], first, last, text))
    return [*made, *transfer_prices(t, seat, purse)]


def transfer_prices(t: Rebellion, seat: i64, purse: int) -> list[Price]:
    """REB-16.3  Out of every port by arm, wherever to."""
    made: list[Price] = []
    left = open_ports(t, seat)
    while left:
        source = lowest(left)
        left &= left - 1
        for arm in range(ARMS):
            most = int(most_shipped(t, seat, source, arm))
            if most > 0:
                each = int(march_rate(t) * SOLDIERS[arm])
                first = int(PORT_SEND.of(source, arm))
                last = first + (1 << int(PORT_SEND.shift_b)) - 1
                totals = [each * n for n in range(1, most + 1)] if each else [0]
                made.append(Price(int(PORT_SEND.number), "coins", purse, totals, first, last))
    return made


# -- what is asked ---------------------------------------------------------------------------------------------------


def ship_sites(t: Rebellion, viewer: i64) -> dict[str, list[int]]:
    """Where the transporters of the viewer lie, by number; -1 for numbers that are not in use."""
    found = [-1] * int(MOST_TRANSPORTERS)
    for row in t.transports:
        if row[OWNER] == viewer:
            found[row[INDEX]] = row[WHERE]
    return {"transporter": found} if max(found) >= 0 else {}


def loading(t: Rebellion) -> Contest:
    """REB-16.5  The landing ship that is being loaded."""
    aboard = [Fact(int(units_of(t, arm)), UNITS[arm]) for arm in range(ARMS) if units_of(t, arm)]
    room = int(LANDING_CAPACITY.of(t) - force_soldiers(t))
    side = Side(int(t.active), [*aboard, Fact(room, "soldier more finds room", "soldiers more find room")])
    return Contest("Landing ship", HARBOUR.inside(t.frame_of([VOYAGE])), [side])


# -- sea battles -----------------------------------------------------------------------------------------------------


def sea_contest(t: Rebellion) -> Contest:
    """REB-17.5  The sea battle that is fought, with what each side adds."""
    row = t.battle
    sides = [
        Side(int(seat), [Fact(int(strength(ships)), "strength"), Fact(int(adds), "added to the roll")])
        for seat, ships, adds in (
            (row[ATTACKER], attackers(t), sea_attack_total(t)),
            (row[DEFENDER], defenders(t), row[DEFENCE_FIXED]),
        )
    ]
    return Contest("Sea battle", int(row[TARGET]), sides)
