"""Positions: any table of Capitals from readable JSON, for tests, puzzles and studies.

    {"seats": 3, "round": 4, "active": 0, "step": "attack", "order": [0, 1, 2],
     "territories": {"BRA": [0, 6], "WEU": ["neutral", 2]}, "rest": [2, 1], "capitals": ["BRA", "EGY", "CHI"],
     "eur": [5, 0, 9], "hands": {"1": ["Ambush"]}, "deck": ["Lobbyist"], "event": "Storms at Sea"}

A territory is [owner, units]; `rest` describes every one that is not named. What belongs to seats (eur, pool, hands,
capitals) is a list with an entry for every seat, or an object by seat. Decks are given from the top; all cards that are
named nowhere lie beneath, in the order of cards.toml, unless `removed` takes the "rest" out of the game. `step` says
where the match stands. In "claim" and "place_start" the setup is under way, and unclaimed territories are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from marchland.engine.errors import UsageError
from marchland.engine.position import (
    a_card,
    a_seat,
    by_seat,
    cards,
    hands,
    keyed,
    listed,
    mask,
    number,
    pile,
    rest,
    whole,
)
from marchland.engine.step import Phase, Step
from marchland.games.capitals.actions import MOST_CONFERENCES
from marchland.games.capitals.bids import ORDER_BID, SETUP_BID
from marchland.games.capitals.cards import ACTION, ACTION_COUNT, EVENT, EVENT_COUNT
from marchland.games.capitals.events import DRAW_EVENT, WINNER_CHECK
from marchland.games.capitals.fortify import MOST_MARCHES
from marchland.games.capitals.muster import MOST_CARDS
from marchland.games.capitals.sequence import MATCH, ORDER, ROUND, ROUNDS, TURN, TURNS
from marchland.games.capitals.setup import CLAIM_TERRITORIES, FOUND_CAPITALS, PLACE_STARTS, START_EUR, START_UNITS
from marchland.games.capitals.table import FORTIFICATIONS, Capitals
from marchland.games.conquest.table import NEUTRAL, NOBODY

ENTRIES: Final = [
    "seats",
    "options",
    "round",
    "active",
    "step",
    "order",
    "territories",
    "rest",
    "capitals",
    "eur",
    "pool",
    "hands",
    "deck",
    "discards",
    "removed",
    "event",
    "event_deck",
    "event_discards",
    "sanctioned",
    "embargoed",
    "fallen",
    "bought",
    "cards_bought",
    "march_bought",
    "marches",
    "conferences",
    "conquest",
    "ceased",
]
MOST_UNITS: Final = 100000


def _named(steps: list[Step[Any]]) -> dict[str, Step[Any]]:
    return {step.tag.removeprefix("capitals."): step for step in steps}


SETUP_STEPS: Final = _named([SETUP_BID, CLAIM_TERRITORIES, PLACE_STARTS, FOUND_CAPITALS])
ROUND_STEPS: Final = {"round": WINNER_CHECK, **_named([DRAW_EVENT, ORDER])}
TURN_STEPS: Final = _named(TURN.sequence)


def place(t: Capitals, position: Mapping[str, Any]) -> None:
    """Lay out a position; UsageError says in one sentence what is wrong with it."""
    for entry in position:
        if entry not in ENTRIES:
            raise UsageError(f"A position of Capitals has no entry {entry!r}; known are {', '.join(ENTRIES)}.")
    step = position.get("step", "attack")
    steps = [*SETUP_STEPS, *ROUND_STEPS, *TURN_STEPS]
    if step not in steps:
        raise UsageError(f"A position of Capitals cannot stand at {step!r}; the steps are {', '.join(steps)}.")
    in_setup = step in SETUP_STEPS
    _place_map(t, position, step in ("setup_bid", "claim"))
    t.round = 0 if in_setup else number(position, "round", 2, 1, int(t.max_rounds) + (1 if step == "round" else 0))
    _place_players(t, position, in_setup)
    _place_seats(t, position, in_setup)
    _place_cards(t, position)
    _place_turn(t, position)
    _place_agenda(t, step)


# -- the map and the players -----------------------------------------------------------------------------------------


def _place_map(t: Capitals, position: Mapping[str, Any], unclaimed: bool) -> None:
    named = keyed(position, "territories")
    for code in named:
        _territory(t, code)
    for territory, region in enumerate(t.board.regions):
        if not t.board.in_play[territory]:
            continue
        entry = named.get(region.code, position.get("rest"))
        if entry is None and unclaimed:
            continue
        if not isinstance(entry, list | tuple) or len(entry) != 2:
            raise UsageError(f"Territory {region.code} needs [owner, units].")
        owner = NEUTRAL if entry[0] == "neutral" else entry[0]
        if type(owner) is not int or not (0 <= owner < t.seats or owner == NEUTRAL):
            raise UsageError(f"Territory {region.code} cannot belong to {entry[0]!r}.")
        t.settle(territory, owner, whole(entry[1], 1, MOST_UNITS, f"The number of units in {region.code}"))
    capitals = by_seat(t, position, "capitals", None)
    for seat in range(t.seats):
        if capitals[seat] is not None:
            territory = _territory(t, capitals[seat])
            if t.tokens >> territory & 1:
                raise UsageError(f"Two capitals cannot lie in {capitals[seat]}.")
            t.capital[seat] = territory
            t.tokens |= 1 << territory


def _territory(t: Capitals, code: Any) -> int:
    if not isinstance(code, str) or code not in t.board.number or not t.board.in_play[t.board.number[code]]:
        raise UsageError(f"There is no territory {code!r}.")
    return t.board.number[code]


def _place_players(t: Capitals, position: Mapping[str, Any], in_setup: bool) -> None:
    gone = [] if in_setup else [seat for seat in range(t.seats) if t.held[seat] == 0]
    t.fallen = [a_seat(t, seat) for seat in listed(position.get("fallen", gone), "fallen")]
    if sorted(t.fallen) != gone:
        raise UsageError(f"The seats without a territory are {gone}, but 'fallen' says {t.fallen}.")
    left = [seat for seat in range(t.seats) if seat not in gone]
    t.order = [a_seat(t, seat) for seat in listed(position.get("order", left), "order")]
    if len(set(t.order)) != len(t.order) or not set(left) <= set(t.order):
        raise UsageError("The 'order' of a position names every seat that is in the game once.")
    t.active = number(position, "active", t.order[0], 0, int(t.seats) - 1)
    if t.active not in left:
        raise UsageError(f"Seat {t.active} is active but has no territory.")


def _place_seats(t: Capitals, position: Mapping[str, Any], in_setup: bool) -> None:
    start = int(START_UNITS.of(t, t.seats)) if in_setup else 0
    eur = by_seat(t, position, "eur", int(START_EUR.of(t, t.seats)) if in_setup else 0)
    pool = by_seat(t, position, "pool", None)
    for seat in range(t.seats):
        t.gain(seat, whole(eur[seat], 0, MOST_UNITS, f"The EUR of seat {seat}"))
        usual = max(0, start - int(t.units_of(seat)))
        t.pool[seat] = whole(usual if pool[seat] is None else pool[seat], 0, MOST_UNITS, f"The pool of seat {seat}")
    t.sanctioned = mask(t, position.get("sanctioned", []), "sanctioned")
    t.embargoed = mask(t, position.get("embargoed", []), "embargoed")


# -- cards -----------------------------------------------------------------------------------------------------------


def _place_cards(t: Capitals, position: Mapping[str, Any]) -> None:
    t.hands.held = hands(t, position, "hands", ACTION)
    t.hands.discard = cards(ACTION, position.get("discards", []), "discards")
    top = position.get("deck", [])
    elsewhere = [*t.hands.held, t.hands.discard]
    if position.get("removed", []) == "rest":
        t.removed = rest(ACTION, ACTION.pile_at(t, ACTION_COUNT), [*elsewhere, cards(ACTION, top, "deck")])
    else:
        t.removed = cards(ACTION, position.get("removed", []), "removed")
    t.hands.lay(pile(ACTION, ACTION.pile_at(t, ACTION_COUNT), top, "deck", [*elsewhere, t.removed]))
    t.event_discards = cards(EVENT, position.get("event_discards", []), "event_discards")
    if position.get("event") is not None:
        t.event = a_card(EVENT, position["event"])
        t.event_discards.append(int(t.event))
    t.event_deck = pile(
        EVENT, EVENT.pile_at(t, EVENT_COUNT), position.get("event_deck", []), "event_deck", [t.event_discards]
    )


# -- the turn, and where the match stands ----------------------------------------------------------------------------


def _place_turn(t: Capitals, position: Mapping[str, Any]) -> None:
    t.bought = number(position, "bought", 0, 0, MOST_UNITS)
    t.cards_bought = number(position, "cards_bought", 0, 0, int(MOST_CARDS.of(t)))
    t.march_bought = number(position, "march_bought", 0, 0, int(MOST_MARCHES.of(t)))
    t.marches = number(position, "marches", int(FORTIFICATIONS.of(t)), 0, MOST_UNITS)
    t.conferences = number(position, "conferences", 0, 0, int(MOST_CONFERENCES.of(t)))
    t.conquest = number(position, "conquest", 0, 0, 1) == 1
    for code in listed(position.get("ceased", []), "ceased"):
        t.ceased |= 1 << _territory(t, code)


def _place_agenda(t: Capitals, name: str) -> None:
    t.call(MATCH)
    if name in SETUP_STEPS:
        _place_setup(t, name, SETUP_STEPS[name])
        return
    _begin(t, MATCH, ROUNDS)
    if name == "round":
        t.round -= 1
    t.call(ROUND)
    if name in ROUND_STEPS:
        _begin(t, ROUND, ROUND_STEPS[name])
        if name == "order" and t.round > 1:
            t.set_progress(1)
            t.call(ORDER_BID)
        return
    _begin(t, ROUND, TURNS, t.order.index(int(t.active)) + 1)
    t.call(TURN)
    _begin(t, TURN, TURN_STEPS[name])


def _place_setup(t: Capitals, name: str, step: Step[Any]) -> None:
    claimed = len([owner for owner in t.owner if owner != NOBODY])
    if claimed < t.terrain.count and name in ("place_start", "found"):
        raise UsageError(f"At the step {name!r} all territories are claimed.")
    if step is SETUP_BID:
        _begin(t, MATCH, SETUP_BID)
    elif step is FOUND_CAPITALS:
        _begin(t, MATCH, FOUND_CAPITALS, t.order.index(int(t.active)))
    else:
        # Placing goes on in the frame of the claims.
        _begin(t, MATCH, CLAIM_TERRITORIES, claimed if step is CLAIM_TERRITORIES else t.order.index(int(t.active)))
        t.goto(step)


def _begin(t: Capitals, phase: Phase[Capitals], step: Step[Any], argument: int = 0) -> None:
    """Let a phase stand at one of its steps."""
    t.set_progress(phase.sequence.index(step) + 1)
    t.call(step, argument)
