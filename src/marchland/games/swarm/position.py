"""Positions of Swarm:

{"seats": 3, "start": 1, "event": "Drought", "swarm": "C4", "step": "move", "turn": 2,
 "troops": {"B3": [[0, 5], [2, 1]]}, "temples": {"fire": [[0, 1]]}, "water": [5, 0, 9],
 "leaders": {"0": ["Asha Cinder"]}, "coverts": {"2": ["Forced March"]}, "piles": {"leaders": ["Whisper"]}}
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from marchland.engine.cards import Cards
from marchland.engine.deck import Deck
from marchland.engine.errors import UsageError
from marchland.engine.forms import whole
from marchland.engine.position import rest
from marchland.engine.private import bounds_in, known_in, lay_knowledge, lay_pile, pile_in, read_bounds
from marchland.engine.step import Phase, Step
from marchland.engine.window import ASKED
from marchland.games.swarm.auctions import lots_before
from marchland.games.swarm.cards import (
    AMOUNT,
    CODES,
    COVERT,
    COVERT_COUNT,
    ELEMENTS,
    EVENT,
    EVENT_DIRECTION,
    EVENT_STEPS,
    EVENTS,
    LEADER,
    LEADER_COUNT,
    MORE_LEADERS,
    POSITIONS,
    QUEST,
    QUEST_COUNT,
    REWARD,
    SANCTUARY,
    SPECIALTY,
    SPECIALTY_COUNT,
    TEMPLE_TILE,
    TILE_TYPE,
)
from marchland.games.swarm.entries import LOTS, STANDS
from marchland.games.swarm.event import SWARM_WINDOW
from marchland.games.swarm.in_turn import PLACE_IN_ORDER, InTurn
from marchland.games.swarm.operations import HIGHER, LOWER, TURNCOATS
from marchland.games.swarm.sequence import MATCH, ROUND, ROUNDS
from marchland.games.swarm.settings import HIDDEN_WATER, QUEST_POINTS
from marchland.games.swarm.setup import DRAW_TRAITORS, FIRST_WATER, KEEP_TRAITOR, SETTLE_TROOPS
from marchland.games.swarm.table import LOT_PILES, TROOPS, Swarm

QUIET_EVENT: Final = EVENT.number["Caravan of Mercy"]  # once it has been followed it changes nothing more


def place(t: Swarm, given: dict[str, Any]) -> None:
    step = given.setdefault("step", "move")
    lay_tiles(t, given.get("tiles", t.tile_at))
    t.swarm = given.get("swarm", CODES.index("C4"))
    lay_events(t, given, step)
    lay_troops(t, given)
    lay_seats(t, given)
    lay_cards(t, given)
    lay_sight(t, given)
    if step:
        stand(t, given, step)
    else:
        t.lot = LOTS.index(given.get("lot", "quest"))
    lay_moved(t, given, step)
    if "water_known" in given:
        if not HIDDEN_WATER.on(t):
            raise UsageError("The 'water_known' of a position needs the option hidden_water.")
        t.doubts = read_bounds(t, t.water, given["water_known"], "The 'water_known' of a position")


def lay_tiles(t: Swarm, tiles: list[int]) -> None:
    t.tile_at = tiles
    for p in range(POSITIONS):
        t.type_at[p] = TILE_TYPE[tiles[p]]
    t.temple_at = [tiles.index(tile) for tile in TEMPLE_TILE]
    t.sanctuary = tiles.index(TILE_TYPE.index(SANCTUARY))


def lay_events(t: Swarm, given: dict[str, Any], step: str) -> None:
    """The card that lies face up; before the first event of a match there is none."""
    in_setup = step in ("traitors", "settle")
    before = in_setup or step in ("event", "")
    t.event = given.get("event", -1 if before else QUIET_EVENT)
    if t.event < 0 and not before:
        raise UsageError(f"At the step {step!r} an event card lies face up, and the position names none.")
    if t.event >= 0 and in_setup:
        raise UsageError(f"At the step {step!r} no event card lies face up yet.")
    if t.event >= 0:
        t.direction = EVENT_DIRECTION[t.event]
        t.steps = EVENT_STEPS.of(t, t.event)
    t.direction = given.get("direction", t.direction)
    t.steps = given.get("steps", t.steps)
    if step:
        # In the first round after the early rain any event can lie face up.
        usual = 0 if in_setup else 1 if t.event < 0 else t.early_rain + 1
        most = 0 if in_setup else 1 if t.event < 0 else len(EVENT.pile_at(t, EVENTS))
        t.round = whole(given.get("round", usual), min(1, usual), most, "The 'round' of a position")
        if step == "event":
            t.round -= 1
    t.events_seen = given.get("seen", []) + ([int(t.event)] if t.event >= 0 else [])
    if not step and t.round != len(t.events_seen):
        raise UsageError(f"It cannot be round {t.round} when {len(t.events_seen)} events were revealed.")


def lay_troops(t: Swarm, given: dict[str, Any]) -> None:
    last = int(t.clock)
    for p, stacks in given.get("troops", {}).items():
        for stack in stacks:
            seat, count = stack[0], stack[1]
            if t.occupies(seat, p):
                raise UsageError(f"Seat {seat} is named twice on tile {CODES[p]}.")
            from_reserve(t, seat, count)
            t.put(seat, p, count)
            if len(stack) > 2:
                t.arrived[seat * POSITIONS + p] = stack[2]
    if "clock" in given:
        t.clock = last
    for temple, stacks in given.get("temples", {}).items():
        for stack in stacks:
            from_reserve(t, stack[0], stack[1])
            t.send_inside(stack[0], temple, stack[1])
    held = given.get("held", {})
    for p in range(POSITIONS):
        t.held_before[p] = held.get(p, t.present[p])


def from_reserve(t: Swarm, seat: i64, count: i64) -> None:
    if count > t.reserve[seat]:
        raise UsageError(f"Seat {seat} has {TROOPS.of(t)} troops, and the position places more of them.")
    t.reserve[seat] -= count


def lay_seats(t: Swarm, given: dict[str, Any]) -> None:
    water = given.get("water", [-1] * t.seats)
    chosen = given.get("specialties", [-1] * t.seats)
    free = [card for card in SPECIALTY.pile_at(t, SPECIALTY_COUNT) if card not in chosen]
    for seat in range(t.seats):
        t.water[seat] = water[seat] if water[seat] >= 0 else FIRST_WATER.of(t)
        t.specialty[seat] = chosen[seat] if chosen[seat] >= 0 else free.pop(0) if free else -1
    for seat in range(t.seats):
        if t.specialty[seat] >= 0 and t.specialty.count(t.specialty[seat]) > 1:
            raise UsageError(f"Two seats have the specialty {SPECIALTY.cards[t.specialty[seat]].name}.")


def lay_cards(t: Swarm, given: dict[str, Any]) -> None:
    """Hands first; what is named nowhere goes into the piles."""
    none: list[list[int]] = [[] for _ in range(t.seats)]
    hall = given.get("hall", {})
    for name, cards in decks(t):
        cards.held = [sorted(hand) for hand in given.get(name, none)]
        if name in hall:
            cards.apart, cards.apart_seen = hall[name]
    t.completed = [hand[:] for hand in given.get("completed", none)]
    t.traitors = [sorted(hand) for hand in given.get("traitors", none)]
    t.noted = [sorted(hand) for hand in given.get("noted", none)]
    t.coverts.discard = given.get("discard", [])
    t.played_traitors = given.get("removed", [])
    for leader in t.played_traitors:
        t.removed |= 1 << leader
    piles = given.get("piles", {})
    leaders = LEADER.pile_at(t, LEADER_COUNT)
    fill(t.leaders, LEADER, leaders, piles.get("leaders", []), [t.played_traitors], "leader")
    fill(
        t.coverts, COVERT, COVERT.pile_at(t, COVERT_COUNT), piles.get("coverts", []), [t.coverts.discard], "covert card"
    )
    fill(t.quests, QUEST, QUEST.pile_at(t, QUEST_COUNT), piles.get("quests", []), t.completed, "quest")
    events, traitors = piles.get("events", []), piles.get("traitors", [])
    t.event_pile = rest(EVENT, EVENT.pile_at(t, EVENTS), [t.events_seen, events], "event") + events
    drawn = [[LOWER.inside(frame), HIGHER.inside(frame)] for frame in given.get("agenda", []) if is_turncoat(frame)]
    kept_ones = [*t.traitors, *t.noted, t.played_traitors, *drawn]
    t.traitor_pile = rest(LEADER, leaders, [*kept_ones, traitors], "traitor card") + traitors
    for seat in range(t.seats):
        for quest in t.completed[seat]:
            if REWARD[quest] == "vp" and QUEST_POINTS.on(t):
                t.points[seat] += AMOUNT.of(t, quest)


def decks(t: Swarm) -> list[tuple[str, Cards]]:
    return [("leaders", t.leaders), ("coverts", t.coverts), ("quests", t.quests)]


def is_turncoat(frame: list[int]) -> bool:
    """SWM-12.7  Two cards are being chosen from."""
    return frame[0] == TURNCOATS.number and frame[1] == 1


def fill(cards: Cards, deck: Deck, every: list[int], pile: list[list[int]], gone: list[list[int]], what: str) -> None:
    apart = [int(cards.apart)] if cards.apart >= 0 else []
    lay_pile(cards, pile, rest(deck, every, [*cards.held, *gone, apart, [card for card, _ in pile]], what))


def lay_sight(t: Swarm, given: dict[str, Any]) -> None:
    """Who knows of which card where it is."""
    for leader in given.get("shown", []):
        holders = [seat for seat in range(t.seats) if leader in t.leaders[seat]]
        if not holders:
            raise UsageError(f"{LEADER.cards[leader].name} is in nobody's hand and cannot have been 'shown'.")
        t.leader_shown(holders[0], leader)
    for quest in range(len(QUEST.cards)):
        for seat in range(t.seats):
            if t.failed >> quest & 1 and quest in t.quests[seat]:
                t.quest_shown(seat, quest)
    known, stories = given.get("known", {}), given.get("stories", {})
    nothing: list[list[int]] = [[] for _ in range(t.seats + 1)]
    for name, cards in decks(t):
        if not given["step"] or name in known or name in stories:
            lay_knowledge(t, cards, known.get(name, nothing), stories.get(name, nothing), name)


# -- where the match stands ------------------------------------------------------------------------------------------


def stand(t: Swarm, given: dict[str, Any], step: str) -> None:
    """Leave the agenda at a step."""
    t.active = given.get("turn", int(t.start))
    offset: i64 = (t.active - t.start) % t.seats
    t.call(MATCH)
    if step == "traitors":
        for seat in range(t.seats):
            if not t.noted[seat] or t.traitors[seat]:
                raise UsageError("At the step 'traitors' every seat has 'noted' its draw and keeps nothing yet.")
        begin(t, MATCH, DRAW_TRAITORS)
        t.goto(KEEP_TRAITOR)
        return
    if step == "settle":
        begin(t, MATCH, SETTLE_TROOPS)
        PLACE_IN_ORDER.put(t, offset)
        return
    begin(t, MATCH, ROUNDS)
    t.call(ROUND)
    standing = STANDS[step]
    begin(t, ROUND, standing)
    if isinstance(standing, InTurn):
        PLACE_IN_ORDER.put(t, offset)
    elif standing is SWARM_WINDOW:
        ASKED.put(t, offset)
    elif "turn" in given:
        raise UsageError(f"At the step {step!r} it is nobody's 'turn'.")
    if step in ("drop", "move"):
        t.set_progress(1)  # this player's turn has begun already
    if "lot" in given and step != "auctions":
        raise UsageError("At the step 'auctions' a position may name a 'lot', and at no other.")
    if step == "auctions":
        put_up(t, given, given.get("lot", "quest"))


def begin(t: Swarm, phase: Phase[Swarm], step: Step[Any]) -> None:
    """Let a step of a phase be under way."""
    t.set_progress(phase.sequence.index(step) + 1)
    t.call(step)


def put_up(t: Swarm, given: dict[str, Any], lot: str) -> None:
    """The lot is next; or, if the agenda goes on with its sale, it lies in the hall already."""
    if lot == "second leader" and MORE_LEADERS.of(t, t.event) == 0:
        raise UsageError("A second leader is for sale only in a Great Bazaar.")
    sort = LOTS.index(lot)
    t.set_progress(lots_before(t, sort))
    if "agenda" in given:
        t.set_progress(t.progress() + 1)
        t.lot = sort if sort < 3 else LOTS.index("leader")
        if "hall" not in given:
            t.put_up(LOT_PILES[t.lot])


def lay_moved(t: Swarm, given: dict[str, Any], step: str) -> None:
    moved = given.get("moved", {})
    if (moved or "moves_made" in given) and step not in ("", "move"):
        raise UsageError("Troops have 'moved' only at the step 'move'.")
    for p, count in moved.items():
        if step:
            whole(count, 1, int(t.on(t.active, p)), f"The number of moved troops on {CODES[p]}")
        t.moved[p] = count
    t.moves_made = given.get("moves_made", len(moved))


# -- the way back ----------------------------------------------------------------------------------------------------


def laid(t: Swarm) -> dict[str, Any]:
    troops: dict[int, list[list[int]]] = {}
    for p in range(POSITIONS):
        stacks = [[seat, int(t.on(seat, p)), int(t.since(seat, p))] for seat in range(t.seats) if t.occupies(seat, p)]
        if stacks:
            troops[p] = stacks
    temples: dict[int, list[list[int]]] = {}
    for temple in range(len(ELEMENTS)):
        stacks = [[seat, int(t.inside(seat, temple))] for seat in range(t.seats) if t.inside(seat, temple)]
        if stacks:
            temples[temple] = stacks
    piles: dict[str, Any] = {name: pile_in(cards) for name, cards in decks(t)}
    made: dict[str, Any] = {
        "event": int(t.event),
        "seen": t.events_seen[:-1] if t.event >= 0 else [],
        "direction": int(t.direction),
        "steps": int(t.steps),
        "tiles": t.tile_at,
        "swarm": int(t.swarm),
        "troops": troops,
        "temples": temples,
        "held": {p: int(t.held_before[p]) for p in range(POSITIONS) if t.held_before[p] != t.present[p]},
        "water": list(t.water),
        "specialties": t.specialty,
        "completed": t.completed,
        "traitors": t.traitors,
        "noted": t.noted,
        "piles": {**piles, "events": t.event_pile, "traitors": t.traitor_pile},
        "discard": t.coverts.discard,
        "removed": t.played_traitors,
        "hall": {name: [int(cards.apart), int(cards.apart_seen)] for name, cards in decks(t) if cards.apart >= 0},
        "known": {name: known_in(cards) for name, cards in decks(t)},
        "stories": {name: cards.story for name, cards in decks(t)},
        "moved": {p: int(t.moved[p]) for p in range(POSITIONS) if t.moved[p]},
        "moves_made": int(t.moves_made),
        "lot": LOTS[t.lot],
    }
    for name, cards in decks(t):
        made[name] = cards.held
    if t.doubts:
        made["water_known"] = bounds_in(t, t.water, t.doubts)
    return made
