"""What a position says of expeditions, captives and agents: entries and the arguments of their steps; how markers and
captives of a province are laid down and written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from marchland.engine.agenda import Argument
from marchland.engine.forms import BySeat, Flag, Form, Listed, OneOf, OrNone, Row, Seat, SetOf, Whole
from marchland.engine.position import Entry, kept
from marchland.engine.sets import bit
from marchland.games.rebellion.agents import CARDS, deal
from marchland.games.rebellion.captain import CAPTAIN
from marchland.games.rebellion.captives import CAPTURED_CAPTIVES, KEEPING, NATION, TAKEN
from marchland.games.rebellion.expeditions import MINERAL, RICH, SITE_OF_MINE, TRIBE_APPEARS
from marchland.games.rebellion.finds import COCONUT_TREE, LEFT, POISON, UNREST, WHO, WINDS
from marchland.games.rebellion.losses import DUE, LOSING
from marchland.games.rebellion.losses import WHO as LOSER
from marchland.games.rebellion.mutiny import LANDS, RISING
from marchland.games.rebellion.mutiny import LOSER as MASTER
from marchland.games.rebellion.mutiny import NATION as MUTINEERS
from marchland.games.rebellion.plots import FREEING, PLACE, REVEAL
from marchland.games.rebellion.plots import WHO as TARGETED
from marchland.games.rebellion.sheets import (
    CAPTIVE_CELLS,
    CAPTIVE_POINTS,
    NO_CARD,
    OVERSEAS,
    STEPS_OF_CAPTIVES,
)
from marchland.games.rebellion.table import Rebellion
from marchland.games.rebellion.tribe import MANY, WHERE

if TYPE_CHECKING:
    from marchland.engine.forms import Named

MARKERS: Final = ["mineral", "rich mineral", "coconut tree", "black marker", "explored"]
SHEET: Final[list[tuple[str, str, Form, str]]] = [
    ("agents", "Agents.", Whole(), "REB-23.1"),
    ("fruit", "Coconuts of the own trees.", Whole(), "REB-20.13"),
    ("fruit_bought", "Bought coconuts.", Whole(), "REB-20.14"),
    ("vouchers", "Vouchers for roads.", Whole(), "REB-20.17"),
    ("farm_hands", "Farms that still cost less.", Whole(), "REB-20.23"),
    ("next_price", "What is added to the price of the next overseas expedition.", Whole(-100000), "REB-20.5"),
    ("weapons", "New weapons.", Whole(), "REB-20.15"),
    ("cannonballs", "Results of better cannonballs.", Whole(), "REB-20.15"),
    ("environment", "Turns of environmentalists that are left.", Whole(), "REB-20.21"),
    ("sabotaged", "Sabotages that the next income suffers from.", Whole(), "REB-23.9"),
    ("burned", "How often the next harvest was burned.", Whole(), "REB-23.9"),
    ("incited", "Mutinies that were incited.", Whole(), "REB-23.10"),
]


def entries_of_sheets(province: Named) -> list[Entry]:
    expedition = Row([Seat(), OrNone(province), Whole(0, 1000)], "sender, province or null overseas, due round")
    payments = Listed(Whole(1, 8))
    return [
        *(kept(name, text, BySeat(form, 0), clause) for name, text, form, clause in SHEET),
        kept("compensation", "Payments of compensation that are left.", BySeat(payments, []), "REB-20.9"),
        kept("rich_tribe", "Payments of rich tribes that are left.", BySeat(payments, []), "REB-20.19"),
        kept("expeditions", "Expeditions under way, in the order of sending.", Listed(expedition), "REB-19.2"),
        kept("plague", "The marker of the plague.", Whole(0, 6), "REB-21.1"),
        kept("bringer", "Who brought the plague.", Seat(), "REB-21.1"),
        Entry(
            "dealt",
            "Agents' cards that lie on the table.",
            Listed(Row([Seat(), Seat(), OneOf(CARDS)], "dealer, target, card")),
            "REB-23.4",
            "none",
        ),
        kept("cards_up", "Whether they have been turned up.", Flag(), "REB-23.6"),
    ]


def frames_of_sheets(province: Named) -> dict[str, list[Argument]]:
    who = Argument("who", WHO, Seat())
    found: dict[str, list[Argument]] = {step.tag: [who] for step in (UNREST, COCONUT_TREE, WINDS, CAPTAIN)}
    found[POISON.tag] = [who, Argument("left", LEFT, Whole(0, 2), "markers to be placed")]
    found[LOSING.tag] = [Argument("due", DUE, Whole(0, 1000)), Argument("who", LOSER, Seat())]
    found[MINERAL.tag] = [Argument("province", SITE_OF_MINE, province), Argument("rich", RICH, Whole(0, 1))]
    found[TRIBE_APPEARS.tag] = [Argument("province", WHERE, province), Argument("many", MANY, Whole(1, 10))]
    found[CAPTURED_CAPTIVES.tag] = [Argument("nation", NATION, Whole(0, 6), "whose captives come next")]
    found[KEEPING.tag] = [Argument("taken", TAKEN, Whole(0, 10))]
    found[RISING.tag] = [
        Argument("who", MASTER, Seat()),
        Argument("nation", MUTINEERS, Seat()),
        Argument("lands", LANDS, SetOf(province)),
    ]
    found[REVEAL.tag] = [Argument("place", PLACE, Whole(0, 36), "pairs of target and dealer that are done")]
    found[FREEING.tag] = [Argument("who", TARGETED, Seat())]
    return found


# -- laying down and writing ------------------------------------------------------------------------------------------


def lay_markers(t: Rebellion, province: int, land: dict[str, Any]) -> None:
    for marker in land.get("markers", []):
        spot = bit(province)
        if marker == 0:
            t.minerals |= spot
        elif marker == 1:
            t.rich_minerals |= spot
        elif marker == 2:
            t.trees |= spot
        elif marker == 3:
            t.black |= spot
        else:
            t.explored |= spot
    for stack in land.get("captives", []):
        points = stack[2] if len(stack) > 2 else STEPS_OF_CAPTIVES
        t.captives[province * CAPTIVE_CELLS + stack[0] * CAPTIVE_POINTS + points] += stack[1]


def lay_cards(t: Rebellion, given: dict[str, Any]) -> None:
    """REB-23.4  Every player gets a card of whoever deals; those that are not named do nothing."""
    rows = given.get("dealt", [])
    for dealer in {row[0] for row in rows}:
        deal(t, dealer, [])
    for dealer, target, card in rows:
        t.dealt[dealer * t.seats + target] = card


def markers_of(t: Rebellion, province: int) -> list[int]:
    sets = [t.minerals, t.rich_minerals, t.trees, t.black, t.explored]
    return [marker for marker, lands in enumerate(sets) if lands & bit(province)]


def captives_of(t: Rebellion, province: int) -> list[list[int]]:
    found: list[list[int]] = []
    for cell in range(CAPTIVE_CELLS):
        n = int(t.captives[province * CAPTIVE_CELLS + cell])
        if n:
            found.append([cell // CAPTIVE_POINTS, n, cell % CAPTIVE_POINTS])
    return found


def cards_of(t: Rebellion) -> list[list[int]]:
    seats = range(int(t.seats))
    return [
        [dealer, target, int(t.dealt[dealer * t.seats + target])]
        for dealer in seats
        for target in seats
        if t.dealt[dealer * t.seats + target] != NO_CARD
    ]


assert OVERSEAS == -1  # what OrNone keeps for null
