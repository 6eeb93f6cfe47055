"""Positions: any table of Swarm from readable JSON, for tests, puzzles and studies.

    {"seats": 3, "start": 1, "event": "Drought", "swarm": "C4", "step": "move", "turn": 2,
     "troops": {"B3": [[0, 5], [2, 1]]}, "temples": {"fire": [[0, 1]]}, "water": [5, 0, 9],
     "leaders": {"0": ["Asha Cinder"]}, "coverts": {"2": ["Forced March"]}, "piles": {"leaders": ["Whisper"]}}

On a tile the seats stand in the order in which they came. What belongs to seats (water, specialties, and the hands
leaders, coverts, quests, traitors, noted and completed) is a list with an entry for every seat, or an object by seat.
Piles are given from the top; all cards that are named nowhere lie beneath, in the order of cards.toml. Troops that
are not placed are in reserve. `step` says where the round stands and `turn` whose turn it is there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from marchland.engine.deck import Deck
from marchland.engine.errors import UsageError
from marchland.engine.numbers import Row
from marchland.engine.position import a_card, a_seat, by_seat, cards, hands, keyed, listed, mask, number, pile, whole
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
    TEMPLE_NAMES,
    TEMPLE_TILE,
    TILE_NAMES,
    TILE_TYPE,
)
from marchland.games.swarm.event import MOVE_SWARM, SWARM_WINDOW
from marchland.games.swarm.in_turn import PLACE_IN_ORDER, InTurn
from marchland.games.swarm.sequence import MATCH, ROUND, ROUNDS
from marchland.games.swarm.settings import QUEST_POINTS
from marchland.games.swarm.setup import DRAW_TRAITORS, FIRST_WATER, KEEP_TRAITOR, SETTLE_TROOPS
from marchland.games.swarm.table import (
    AGAINST_THE_GRAIN,
    GIANT_KILLER,
    THIN_LINE,
    TROOPS,
    WALLBREAKER,
    Swarm,
)

ENTRIES: Final = [
    "seats",
    "options",
    "start",
    "round",
    "event",
    "seen",
    "swarm",
    "tiles",
    "troops",
    "held",
    "temples",
    "water",
    "specialties",
    "leaders",
    "coverts",
    "quests",
    "traitors",
    "noted",
    "completed",
    "piles",
    "discard",
    "removed",
    "shown",
    "used",
    "feats",
    "unmasked",
    "failed",
    "praying",
    "moved",
    "moves_made",
    "dowsed",
    "lot",
    "step",
    "turn",
]
PILES: Final = ["events", "leaders", "coverts", "quests", "traitors"]
LOTS: Final = ["quest", "leader", "covert", "second leader"]
FEATS: Final = {
    "Giant-Killer": GIANT_KILLER,
    "Against the Grain": AGAINST_THE_GRAIN,
    "The Thin Line": THIN_LINE,
    "Wallbreaker": WALLBREAKER,
}
QUIET_EVENT: Final = "Caravan of Mercy"  # once it has been followed it changes nothing more


def _name(step: Step[Any]) -> str:
    name = step.tag.removeprefix("swarm.")
    return {"keep_traitor": "traitors", "round_end": "end"}.get(name, name)


# The steps at which a position can stand, by name; the swarm moves without asking anybody.
STANDS: Final[dict[str, Step[Any]]] = {
    _name(step): step for step in [KEEP_TRAITOR, SETTLE_TROOPS, *ROUND.sequence] if step is not MOVE_SWARM
}


def place(t: Swarm, position: Mapping[str, Any]) -> None:
    """Lay out a position; UsageError says in one sentence what is wrong with it."""
    for entry in position:
        if entry not in ENTRIES:
            raise UsageError(f"A position of Swarm has no entry {entry!r}; known are {', '.join(ENTRIES)}.")
    step = position.get("step", "move")
    if step not in STANDS:
        raise UsageError(f"A position of Swarm cannot stand at {step!r}; the steps are {', '.join(STANDS)}.")
    _place_tiles(t, position.get("tiles"))
    t.start = number(position, "start", 0, 0, t.seats - 1)
    t.swarm = _tile(position.get("swarm", "C4"))
    _place_events(t, position, step)
    _place_troops(t, position)
    _place_seats(t, position)
    _place_cards(t, position)
    _place_round(t, position)
    _place_agenda(t, position, step)


# -- the board -------------------------------------------------------------------------------------------------------


def _place_tiles(t: Swarm, names: Any) -> None:
    if names is None:
        return
    if not isinstance(names, list) or sorted(str(name) for name in names) != sorted(TILE_NAMES):
        raise UsageError("The 'tiles' of a position are the names of all 20 tile cards, row by row.")
    t.tile_at = [TILE_NAMES.index(name) for name in names]
    for p in range(POSITIONS):
        t.type_at[p] = TILE_TYPE[t.tile_at[p]]
    t.temple_at = [t.tile_at.index(tile) for tile in TEMPLE_TILE]
    t.sanctuary = t.tile_at.index(TILE_TYPE.index(SANCTUARY))


def _tile(code: Any) -> int:
    if code not in CODES:
        raise UsageError(f"There is no tile {code!r}; tiles are A1 to E4.")
    return CODES.index(code)


def _place_events(t: Swarm, position: Mapping[str, Any], step: str) -> None:
    """The card that lies face up; before the first event of a match there is none."""
    before = step in ("traitors", "settle", "event")
    name = position.get("event", None if before else QUIET_EVENT)
    if name is None and not before:
        raise UsageError(f"At the step {step!r} an event card lies face up, and the position names none.")
    if name is not None and step in ("traitors", "settle"):
        raise UsageError(f"At the step {step!r} no event card lies face up yet.")
    if name is not None:
        t.event = a_card(EVENT, name, "event")
        t.direction = EVENT_DIRECTION[t.event]
        t.steps = EVENT_STEPS.of(t, t.event)
    usual = 0 if step in ("traitors", "settle") else 1 if name is None else t.early_rain + 1
    most = 0 if usual == 0 else 1 if name is None else len(EVENT.pile_at(t, EVENTS))
    # In the usual round, the first after the early rain, any event can lie face up.
    t.round = number(position, "round", usual, min(1, usual), most)
    if step == "event":
        t.round -= 1
    seen = cards(EVENT, position.get("seen", []), "seen", "event")
    t.events_seen = seen + ([int(t.event)] if t.event >= 0 else [])


def _place_troops(t: Swarm, position: Mapping[str, Any]) -> None:
    for code, stacks in keyed(position, "troops").items():
        p = _tile(code)
        for seat, count in _stacks(t, stacks, f"tile {code}"):
            if t.occupies(seat, p):
                raise UsageError(f"Seat {seat} is named twice on tile {code}.")
            _from_reserve(t, seat, count)
            t.put(seat, p, count)
    for name, stacks in keyed(position, "temples").items():
        temple = _temple(name)
        for seat, count in _stacks(t, stacks, f"the temple {name}"):
            _from_reserve(t, seat, count)
            t.send_inside(seat, temple, count)
    for p in range(POSITIONS):
        t.held_before[p] = t.present[p]
    for code, seats in keyed(position, "held").items():
        t.held_before[_tile(code)] = mask(t, seats, "held")


def _temple(name: Any) -> int:
    if name in ELEMENTS:
        return ELEMENTS.index(name)
    if name in TEMPLE_NAMES:
        return TEMPLE_NAMES.index(name)
    raise UsageError(f"There is no temple {name!r}; temples are {', '.join(ELEMENTS)}.")


def _stacks(t: Swarm, stacks: Any, where: str) -> list[tuple[int, int]]:
    made: list[tuple[int, int]] = []
    for stack in stacks if isinstance(stacks, list) else [None]:
        if not isinstance(stack, list | tuple) or len(stack) != 2:
            raise UsageError(f"Troops on {where} are written [[seat, troops], ...], not {stacks!r}.")
        made.append((a_seat(t, stack[0]), whole(stack[1], 1, int(TROOPS.of(t)), f"The number of troops on {where}")))
    return made


def _from_reserve(t: Swarm, seat: i64, count: i64) -> None:
    if count > t.reserve[seat]:
        raise UsageError(f"Seat {seat} has {TROOPS.of(t)} troops, and the position places more of them.")
    t.reserve[seat] -= count


# -- seats and their cards -------------------------------------------------------------------------------------------


def _place_seats(t: Swarm, position: Mapping[str, Any]) -> None:
    water = by_seat(t, position, "water", int(FIRST_WATER.of(t)))
    for seat in range(t.seats):
        t.water[seat] = whole(water[seat], 0, 100000, f"The water of seat {seat}")
    names = by_seat(t, position, "specialties", None)
    named = [a_card(SPECIALTY, name, "specialty") for name in names if name is not None]
    rest = [card for card in SPECIALTY.pile_at(t, SPECIALTY_COUNT) if card not in named]
    for seat in range(t.seats):
        given = names[seat]
        own = a_card(SPECIALTY, given, "specialty") if given is not None else rest.pop(0) if rest else -1
        t.specialty[seat] = own
    for seat in range(t.seats):
        if t.specialty[seat] >= 0 and t.specialty.count(t.specialty[seat]) > 1:
            raise UsageError(f"Two seats have the specialty {SPECIALTY.cards[t.specialty[seat]].name}.")


def _place_cards(t: Swarm, position: Mapping[str, Any]) -> None:
    """Hands first; what is named nowhere goes into the piles."""
    t.leaders.held = hands(t, position, "leaders", LEADER, "leader")
    t.coverts.held = hands(t, position, "coverts", COVERT, "covert card")
    t.quests.held = hands(t, position, "quests", QUEST, "quest")
    t.completed = hands(t, position, "completed", QUEST, "quest")
    t.traitors = hands(t, position, "traitors", LEADER, "leader")
    t.noted = hands(t, position, "noted", LEADER, "leader")
    t.coverts.discard = cards(COVERT, position.get("discard", []), "discard", "covert card")
    removed = cards(LEADER, position.get("removed", []), "removed", "leader")
    for leader in removed:
        # The traitor card that brought the leader down has left the game as well.
        t.removed |= 1 << leader
        t.played_traitors.append(leader)
    piles = keyed(position, "piles")
    for name in piles:
        if name not in PILES:
            raise UsageError(f"There is no pile {name!r}; the piles are {', '.join(PILES)}.")
    gone = [*t.coverts.held, t.coverts.discard]

    def laid(deck: Deck, count: Row, name: str, elsewhere: list[list[int]], what: str) -> list[int]:
        return pile(deck, deck.pile_at(t, count), piles.get(name, []), "piles", elsewhere, what)

    t.event_pile = laid(EVENT, EVENTS, "events", [t.events_seen], "event")
    t.leaders.lay(laid(LEADER, LEADER_COUNT, "leaders", [*t.leaders.held, removed], "leader"))
    t.coverts.lay(laid(COVERT, COVERT_COUNT, "coverts", gone, "covert card"))
    t.quests.lay(laid(QUEST, QUEST_COUNT, "quests", t.quests.held + t.completed, "quest"))
    t.traitor_pile = laid(LEADER, LEADER_COUNT, "traitors", [*t.traitors, *t.noted, removed], "traitor card")
    for seat in range(t.seats):
        for quest in t.completed[seat]:
            if REWARD[quest] == "vp" and QUEST_POINTS.on(t):
                t.points[seat] += AMOUNT.of(t, quest)
    for leader in cards(LEADER, position.get("shown", []), "shown", "leader"):
        holders = [seat for seat in range(t.seats) if leader in t.leaders[seat]]
        if not holders:
            raise UsageError(f"{LEADER.cards[leader].name} is in nobody's hand and cannot have been 'shown'.")
        t.leader_shown(holders[0], leader)


# -- what has happened in this round ---------------------------------------------------------------------------------


def _place_round(t: Swarm, position: Mapping[str, Any]) -> None:
    t.praying = mask(t, position.get("praying", []), "praying")
    t.unmasked = mask(t, position.get("unmasked", []), "unmasked")
    for leader in cards(LEADER, position.get("used", []), "used", "leader"):
        t.used |= 1 << leader
    for quest in cards(QUEST, position.get("failed", []), "failed", "quest"):
        t.failed |= 1 << quest
        for seat in range(t.seats):
            if quest in t.quests[seat]:
                t.quest_shown(seat, quest)
    feats = by_seat(t, position, "feats", [])
    for seat in range(t.seats):
        for name in listed(feats[seat], "feats"):
            if name not in FEATS:
                raise UsageError(f"There is no feat {name!r}; feats are {', '.join(FEATS)}.")
            t.feats[seat] |= FEATS[name]
    for code in listed(position.get("dowsed", []), "dowsed"):
        t.dowsed |= 1 << _tile(code)


# -- where the match stands ------------------------------------------------------------------------------------------


def _place_agenda(t: Swarm, position: Mapping[str, Any], step: str) -> None:
    turn = number(position, "turn", int(t.start), 0, t.seats - 1)
    offset: i64 = (turn - t.start) % t.seats
    t.call(MATCH)
    if step == "traitors":
        for seat in range(t.seats):
            if not t.noted[seat] or t.traitors[seat]:
                raise UsageError("At the step 'traitors' every seat has 'noted' its draw and keeps nothing yet.")
        _stand(t, MATCH, DRAW_TRAITORS)
        t.goto(KEEP_TRAITOR)
        return
    if step == "settle":
        _stand(t, MATCH, SETTLE_TROOPS)
        PLACE_IN_ORDER.put(t, offset)
        return
    _stand(t, MATCH, ROUNDS)
    t.call(ROUND)
    standing = STANDS[step]
    _stand(t, ROUND, standing)
    if isinstance(standing, InTurn):
        PLACE_IN_ORDER.put(t, offset)
    elif standing is SWARM_WINDOW:
        ASKED.put(t, offset)
    elif "turn" in position:
        raise UsageError(f"At the step {step!r} it is nobody's 'turn'.")
    if step in ("drop", "move"):
        t.set_progress(1)  # this player's turn has begun already
    _place_moved(t, position, step, turn)
    lot = position.get("lot", "quest")
    if lot not in LOTS or ("lot" in position and step != "auctions"):
        raise UsageError(f"At the step 'auctions' a position may name a 'lot': {', '.join(LOTS)}.")
    if step == "auctions":
        if lot == "second leader" and MORE_LEADERS.of(t, t.event) == 0:
            raise UsageError("A second leader is for sale only in a Great Bazaar.")
        t.set_progress(lots_before(t, LOTS.index(lot)))


def _stand(t: Swarm, phase: Phase[Swarm], step: Step[Any]) -> None:
    """Let a step of a phase be under way."""
    t.set_progress(phase.sequence.index(step) + 1)
    t.call(step)


def _place_moved(t: Swarm, position: Mapping[str, Any], step: str, turn: i64) -> None:
    t.active = turn
    moved = keyed(position, "moved")
    if (moved or "moves_made" in position) and step != "move":
        raise UsageError("Troops have 'moved' only at the step 'move'.")
    for code, count in moved.items():
        p = _tile(code)
        t.moved[p] = whole(count, 1, int(t.on(turn, p)), f"The number of moved troops on {code}")
    t.moves_made = number(position, "moves_made", len(moved), 0, 1000)
