"""What a position says of the sea: ships, boats, cargoes, voyages; how it is laid out, and the way back."""

from __future__ import annotations

from typing import Any, Final

from marchland.engine.agenda import Argument
from marchland.engine.errors import UsageError
from marchland.engine.forms import BySeat, Fields, Flag, Listed, Named, OneOf, OrNone, Row, Seat, Whole
from marchland.engine.position import Entry, kept
from marchland.games.rebellion.battle import LOSER, SIDE
from marchland.games.rebellion.sea_battle import SEA_LOSS
from marchland.games.rebellion.settings import seafaring
from marchland.games.rebellion.table import ARMS, CELLS_OF_ARM, FRESH, POINTS, UNITS, Rebellion, cargo_soldiers
from marchland.games.rebellion.transporters import CAPACITY
from marchland.games.rebellion.voyages import HARBOUR, VOYAGE
from marchland.games.rebellion.waters import (
    BOAT_MOVES,
    BOAT_POINTS,
    CARGO,
    CONSTRUCTION,
    DESTINATION,
    DUE,
    IDLE,
    INDEX,
    KIND,
    LEFT,
    LOAD,
    MOST_TRANSPORTERS,
    MOVES_LEFT,
    NUMBER,
    OWNER,
    POINTS_LEFT,
    SEA,
    SEAT,
    SENDER,
    SHIP,
    SHIP_MOVES,
    SHIPS,
    STATE,
    TRANSPORTER,
    VOYAGES,
    WARSHIPS,
    WHERE,
)
from marchland.games.rebellion.world import COASTAL, CODES, PROVINCES, WORLD

PROVINCE: Final = Named("a province", CODES[:PROVINCES], [region.name for region in WORLD.regions[:PROVINCES]])
SEA_PROVINCE: Final = Named("a sea", CODES[PROVINCES:], [region.name for region in WORLD.regions[PROVINCES:]])
ARM: Final = OneOf(UNITS)
STATES: Final = ["idle", "attacked", "fresh", "fighting"]

# Units as [arm, how many], and perhaps the movement points of each and whether they are fresh.
STACK: Final = Row([ARM, Whole(1), Whole(0, 6), Flag()], "arm, units, points, fresh", least=2)
FLEET: Final = Row(
    [SEA_PROVINCE, Seat(), OneOf(SHIPS[:WARSHIPS]), Whole(1), Whole(0, 2), OneOf(STATES)],
    "sea, seat, type, ships, points, state",
    least=4,
)
BOAT: Final = Row([SEA_PROVINCE, Seat(), Whole(0, BOAT_MOVES)], "sea, seat, points", least=2)
CARRIER: Final = Fields(
    {
        "owner": Seat(),
        "number": Whole(1, MOST_TRANSPORTERS),
        "sea": SEA_PROVINCE,
        "points": Whole(0, 2),
        "cargo": Listed(STACK),
    },
    ["owner", "number", "sea"],
    "{owner, number, sea, points, cargo}",
)
PASSAGE: Final = Fields(
    {
        "kind": OneOf(VOYAGES),
        "sender": Seat(),
        "left": OrNone(PROVINCE),
        "destination": PROVINCE,
        "due": Whole(0, 1000),
        "cargo": Listed(Row([ARM, Whole(1)], "arm, units")),
    },
    ["kind", "sender", "destination", "due"],
    "{kind, sender, left, destination, due, cargo}",
)

# Where units of an attack, or on their way, have come from.
SOURCE: Final = Named(
    "a province, a transporter (T1 to T12) or 'landing ship'",
    [*CODES[:PROVINCES], *(f"T{n}" for n in range(1, MOST_TRANSPORTERS + 1)), "landing ship"],
)

SEA_ENTRIES: Final[list[Entry]] = [
    Entry(
        "ships",
        "Warships. They have all their points and can attack unless it is said.",
        Listed(FLEET),
        "REB-17.1",
        "none",
    ),
    Entry("boats", "Fishing boats, at most one in a sea.", Listed(BOAT), "REB-18.1", "none"),
    Entry("transports", "Transporters and the units on board.", Listed(CARRIER), "REB-17.11", "none"),
    Entry(
        "voyages",
        "Transfers, construction ships and landing ships under way, in order of departure; `due` is the round in which "
        "they arrive.",
        Listed(PASSAGE),
        "REB-16.5",
        "none",
    ),
    kept("docked", "Construction ships on the sheets.", BySeat(Whole(), 0), "REB-16.8"),
]

SEA_FRAMES: Final[dict[str, list[Argument]]] = {
    VOYAGE.tag: [Argument("port", HARBOUR, PROVINCE)],
    SEA_LOSS.tag: [Argument("defender", SIDE, Whole(0, 1)), Argument("loser", LOSER, Seat())],
}


def stack_cell(t: Rebellion, stack: list[int]) -> int:
    """The cell of units as a position names them; without points they have all."""
    points = stack[2] if len(stack) > 2 else int(t.full_points(stack[0]))
    return stack[0] * CELLS_OF_ARM + (FRESH if len(stack) > 3 and stack[3] else 0) + points


def cell_stack(cell: int, n: int) -> list[int]:
    return [cell // CELLS_OF_ARM, n, cell % POINTS, int(cell % CELLS_OF_ARM >= FRESH)]


def lay_waters(t: Rebellion, given: dict[str, Any]) -> None:
    named = [entry for entry in ("ships", "boats", "transports", "voyages") if given.get(entry)]
    if named and not seafaring(t):
        raise UsageError(f"A position without the sea has no {named[0]!r}.")
    for sea, seat, ship, n, *more in given.get("ships", []):
        points = more[0] if more else int(SHIP_MOVES[ship])
        t.put_ships(sea + PROVINCES, seat, ship, points, more[1] if len(more) > 1 else IDLE, n)
    for sea, seat, *more in given.get("boats", []):
        if t.boat_in(sea + PROVINCES):
            raise UsageError(f"Two fishing boats lie in {CODES[sea + PROVINCES]}.")
        t.boats = sorted([*t.boats, [sea + PROVINCES, seat, more[0] if more else BOAT_MOVES]])
    for told in given.get("transports", []):
        lay_transporter(t, told)
    for told in given.get("voyages", []):
        t.voyages = [*t.voyages, passage(told)]


def lay_transporter(t: Rebellion, told: dict[str, Any]) -> None:
    seat, index = told["owner"], told["number"] - 1
    if t.transporter(seat, index):
        raise UsageError(f"Seat {seat} has two transporters with the number {index + 1}.")
    t.put_transporter([seat, index, told["sea"] + PROVINCES, told.get("points", int(SHIP_MOVES[TRANSPORTER]))])
    for stack in told.get("cargo", []):
        t.stow(seat, index, stack_cell(t, stack), stack[1])
    on_board = cargo_soldiers(t.transporter(seat, index))
    if on_board > CAPACITY.of(t):
        raise UsageError(f"Transporter {index + 1} of seat {seat} carries {on_board} soldiers, which is too many.")


def passage(told: dict[str, Any]) -> list[int]:
    destination = told["destination"]
    if not COASTAL >> destination & 1:
        raise UsageError(f"No voyage leads to {CODES[destination]}, which lies on no coast.")
    load = [0] * ARMS
    for arm, n in told.get("cargo", []):
        load[arm] += n
    if (told["kind"] == CONSTRUCTION) != (sum(load) == 0):
        raise UsageError("A construction ship carries nobody, and every other voyage somebody.")
    if told["kind"] != CONSTRUCTION and told.get("left", -1) < 0:
        raise UsageError("A voyage with units on board has 'left' a province.")
    return [told["kind"], told["sender"], told.get("left", -1), destination, told["due"], *load]


def waters_laid(t: Rebellion) -> dict[str, Any]:
    return {
        "ships": [
            [row[SEA] - PROVINCES, row[SEAT], row[SHIP], row[NUMBER], row[POINTS_LEFT], row[STATE]] for row in t.ships
        ],
        "boats": [[row[SEA] - PROVINCES, row[SEAT], row[BOAT_POINTS]] for row in t.boats],
        "transports": [
            {
                "owner": row[OWNER],
                "number": row[INDEX] + 1,
                "sea": row[WHERE] - PROVINCES,
                "points": row[MOVES_LEFT],
                "cargo": [cell_stack(row[place], row[place + 1]) for place in range(CARGO, len(row), 2)],
            }
            for row in t.transports
        ],
        "voyages": [
            {
                "kind": row[KIND],
                "sender": row[SENDER],
                "left": row[LEFT],
                "destination": row[DESTINATION],
                "due": row[DUE],
                "cargo": [[arm, row[LOAD + arm]] for arm in range(ARMS) if row[LOAD + arm]],
            }
            for row in t.voyages
        ],
    }
