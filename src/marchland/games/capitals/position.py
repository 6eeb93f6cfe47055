"""Positions of Capitals:

{"seats": 3, "round": 4, "active": 0, "step": "attack", "territories": {"BRA": [0, 6], "WEU": ["neutral", 2],
 "EGY": [1, 3]}, "rest": [2, 1], "capitals": ["BRA", "EGY", "CHI"], "eur": [5, 0, 9], "hands": {"1": ["Ambush"]}}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from marchland.engine.agenda import Argument
from marchland.engine.errors import UsageError
from marchland.engine.forms import (
    ByName,
    BySeat,
    Flag,
    Form,
    Listed,
    OneOf,
    OrNone,
    Row,
    Schema,
    Seat,
    SetOf,
    TopFirst,
    UpTo,
    Whole,
    Word,
    card_of,
    whole,
)
from marchland.engine.position import Entry, kept, rest
from marchland.engine.private import Known, known_in, lay_knowledge, lay_pile, pile_in, pile_of, stories_of
from marchland.engine.step import Phase, Step
from marchland.games.capitals.actions import MOST_CONFERENCES, SPY, VICTIM
from marchland.games.capitals.battle import REACTION
from marchland.games.capitals.bids import AMOUNT, BIDDING, FOR_TERRITORY, ORDER_BID, PURPOSE, RANK, SETTLING, SETUP_BID
from marchland.games.capitals.cards import ACTION, ACTION_COUNT, EVENT, EVENT_COUNT
from marchland.games.capitals.events import DRAW_EVENT, WINNER_CHECK
from marchland.games.capitals.fortify import MOST_MARCHES
from marchland.games.capitals.muster import MOST_CARDS
from marchland.games.capitals.receiving import CARDS_DUE, EUR_DUE, LEFT, RECEIVE, RECEIVER
from marchland.games.capitals.sequence import MATCH, NEXT, ORDER, ROUND, ROUNDS, TURN, TURNS
from marchland.games.capitals.setup import CLAIM_TERRITORIES, FOUND_CAPITALS, PLACE_STARTS, START_EUR, START_UNITS
from marchland.games.capitals.setup import TURN as TURNS_TAKEN
from marchland.games.capitals.table import Capitals
from marchland.games.capitals.world import TERRITORIES, WORLD
from marchland.games.conquest.battle import SOURCE, TARGET
from marchland.games.conquest.position import Holding, Territory, battle_frames, holding_of, lay_seats, usual_entries
from marchland.games.conquest.table import NEUTRAL, NOBODY

if TYPE_CHECKING:
    from marchland.engine.game import Game
    from marchland.engine.table import Table


def named(steps: list[Step[Any]]) -> dict[str, Step[Any]]:
    return {step.tag.removeprefix("capitals."): step for step in steps}


SETUP_STEPS: Final = named([SETUP_BID, CLAIM_TERRITORIES, PLACE_STARTS, FOUND_CAPITALS])
ROUND_STEPS: Final = {"round": WINNER_CHECK, **named([DRAW_EVENT, ORDER])}
TURN_STEPS: Final = named(TURN.sequence)

TERRITORY: Final = Territory("a territory", WORLD)
HOLDING: Final = Holding("[owner, units]", [1])
CARD: Final = card_of(ACTION, "an Action card")
EVENT_CARD: Final = card_of(EVENT, "an Event card")
SEATS: Final = SetOf(Seat())


class Pair(Row):
    """An attack as [source, target], kept as the table packs it."""

    def __init__(self) -> None:
        super().__init__([TERRITORY, TERRITORY], "source, target")

    def read(self, t: Table, value: Any, where: str) -> Any:
        source, target = super().read(t, value, where)
        return source << 6 | target

    def write(self, t: Table, value: Any) -> Any:
        return super().write(t, [value >> 6, value & 63])


ALL_OTHERS: Final = "rest"


class Removed(Listed):
    """A list of cards, or "rest"."""

    def read(self, t: Table, value: Any, where: str) -> Any:
        return value if value == ALL_OTHERS else super().read(t, value, where)

    def schema(self, game: Game) -> Schema:
        return {"anyOf": [{"enum": [ALL_OTHERS]}, super().schema(game)]}


class UnitsOrTerritory(Form):
    """So many units, or a territory; the table keeps its number."""

    def __init__(self) -> None:
        super().__init__("a number of units, or a territory")

    def read(self, t: Table, value: Any, where: str) -> Any:
        return whole(value, 0, 100, where) if isinstance(value, int) else TERRITORY.read(t, value, where)

    def write(self, t: Table, value: Any) -> Any:
        return int(value)

    def schema(self, game: Game) -> Schema:
        return {"anyOf": [Whole(0, 100).schema(game), TERRITORY.schema(game)]}


class BidFor(Argument):
    """CAP-A.14  Whether it is a territory the purpose of the bid says."""

    def said(self, t: Table, frame: list[int]) -> Any:
        if PURPOSE.inside(frame) == FOR_TERRITORY:
            return TERRITORY.write(t, self.slot.inside(frame))
        return super().said(t, frame)


ENTRIES: Final = [
    Entry(
        "step",
        "Where the match stands. In the setup steps unclaimed territories are left out; at 'round' the round begins.",
        Word([*SETUP_STEPS, *ROUND_STEPS, *TURN_STEPS]),
        "CAP-5.1",
        "attack",
    ),
    Entry("territories", "Who holds a territory with how many units.", ByName(TERRITORY, HOLDING), "S.1", "see 'rest'"),
    Entry("rest", "The same of every territory that is not named.", HOLDING, "S.1", "all territories are named"),
    *usual_entries(TERRITORY),
    Entry(
        "capitals", "Where the capital tokens lie.", BySeat(OrNone(TERRITORY), -1), "CAP-10.1", "none has been founded"
    ),
    Entry("eur", "The purses.", BySeat(OrNone(Whole()), -1), "CAP-1.3", "0, in the setup what everybody begins with"),
    Entry(
        "pool",
        "Units that are still to be placed.",
        BySeat(OrNone(Whole()), -1),
        "CAP-5.2",
        "0, in the setup what is left of the beginning",
    ),
    kept("sanctioned", "Who gets no continent bonus at the next income.", SEATS, "CAP-5.4"),
    kept("embargoed", "Who gets no EUR at the next income.", SEATS, "CAP-5.4"),
    # Cards.
    Entry("hands", "The Action cards that each seat holds.", BySeat(Listed(CARD), []), "CAP-9.1", "none"),
    Entry(
        "deck",
        "The Action deck. All cards that are named nowhere lie beneath.",
        pile_of(CARD),
        "CAP-9.4",
        "all cards that are named nowhere",
    ),
    Entry("discards", "The Action discard pile, the last on top.", Listed(CARD), "CAP-9.1", "none"),
    Entry("removed", "Action cards that are not in this match, or 'rest': all not named.", Removed(CARD), "", "none"),
    kept("playing", "The Action card that is being carried out.", OrNone(CARD), "CAP-9.4"),
    Entry("known", "Cards that viewers know to be in a hand.", Known(CARD), "CAP-A.11", "nobody knows any"),
    Entry(
        "stories", "What viewers saw since it is in doubt which card went over.", stories_of(CARD), "CAP-A.11", "none"
    ),
    Entry("event", "The Event card of this round.", OrNone(EVENT_CARD), "CAP-3.10", "none"),
    Entry(
        "event_deck",
        "The Event deck; cards that are named nowhere lie beneath.",
        TopFirst(EVENT_CARD),
        "CAP-3.4",
        "all",
    ),
    Entry(
        "event_discards", "The Event discards without the card of this round.", Listed(EVENT_CARD), "CAP-3.9", "none"
    ),
    # The last bid.
    kept("bids", "The last bid of each seat, null for whoever took no part.", Listed(OrNone(Whole())), "CAP-2.3"),
    kept("lobbied", "Who added a Lobbyist to it.", SEATS, "CAP-A.16"),
    kept("ranks", "The seats by rank; after a Winner-takes-all bid the winner alone.", Listed(Seat()), "CAP-2.6"),
    kept("positions", "Who has taken each position, null while it is free.", Listed(OrNone(Seat())), "CAP-2.7"),
    # The turn of the active seat.
    kept("bought", "Units bought this turn.", Whole(), "CAP-6.3"),
    kept("cards_bought", "Cards bought this turn.", UpTo(MOST_CARDS), "CAP-6.4"),
    kept("march_bought", "Fortifications bought this turn.", UpTo(MOST_MARCHES), "CAP-8.3"),
    kept("marches", "Fortifications left this turn.", Whole(), "CAP-8.3"),
    kept("conferences", "Peace Conferences played this turn.", UpTo(MOST_CONFERENCES), "CAP-9.2"),
    kept("conquest", "Whether a territory was taken this turn.", Flag(), "CAP-7.8"),
    kept("ceased", "Territories under a Ceasefire.", SetOf(TERRITORY), "CAP-A.9"),
    kept("battle", "The attack that is being fought.", OrNone(Pair()), "CAP-7.4"),
    kept("entrenched", "What an Entrenchment adds to the defender's highest die.", Whole(0, 12), "CAP-A.7"),
    kept("spears", "Attacks for which a Spearhead was played.", Listed(Pair()), "CAP-A.5"),
    kept("offers_this_turn", "Offers made this turn.", Whole(), "CAP-12.2"),
]
BID: Final = [
    Argument("purpose", PURPOSE, OneOf(["order", "conference", "units", "sanction", "territory"])),
    BidFor("amount", AMOUNT, UnitsOrTerritory(), "what is bid for"),
    Argument("chosen", RANK, Whole(0, 6), "how many have chosen their position"),
]
PLACING: Final = [Argument("turns", TURNS_TAKEN, Whole(), "how many placements were made round the table")]
FRAMES: Final = {
    CLAIM_TERRITORIES.tag: PLACING,
    PLACE_STARTS.tag: PLACING,
    FOUND_CAPITALS.tag: PLACING,
    TURNS.tag: [Argument("turns", NEXT, Whole(), "how many in the order have had their turn, or have it")],
    RECEIVE.tag: [
        Argument("seat", RECEIVER, Seat()),
        Argument("units", LEFT, Whole(), "still to be put"),
        Argument("eur", EUR_DUE, Whole()),
        Argument("cards", CARDS_DUE, Whole()),
    ],
    SPY.tag: [Argument("victim", VICTIM, Seat())],
    REACTION.tag: [Argument("source", SOURCE, TERRITORY), Argument("target", TARGET, TERRITORY)],
    **dict.fromkeys([step.tag for step in BIDDING + SETTLING], BID),
    **battle_frames(TERRITORY),
}


def place(t: Capitals, given: dict[str, Any]) -> None:
    step = given.setdefault("step", "attack")
    in_setup = step in SETUP_STEPS or (not step and t.round == 0)
    lay_map(t, given, step in ("", "setup_bid", "claim"))
    if step:
        last = int(t.max_rounds) + (1 if step == "round" else 0)
        t.round = 0 if in_setup else whole(given.get("round", 2), 1, last, "The 'round' of a position")
    lay_seats(t, given, [] if in_setup else [seat for seat in range(t.seats) if t.held[seat] == 0], "territory")
    lay_purses(t, given, in_setup)
    lay_cards(t, given)
    lay_events(t, given)
    if step:
        stand(t, step)


def lay_map(t: Capitals, given: dict[str, Any], unclaimed: bool) -> None:
    for territory, region in enumerate(t.board.regions):
        if not t.board.in_play[territory]:
            continue
        holding = holding_of(t, territory, given, given.get("territories", {}), "Territory")
        if holding:
            t.settle(territory, holding[0], holding[1])
        elif not unclaimed:
            raise UsageError(f"Territory {region.code} needs {HOLDING.noun}.")
    for seat, territory in enumerate(given.get("capitals", [])):
        if territory >= 0:
            if t.tokens >> territory & 1:
                raise UsageError(f"Two capitals cannot lie in {TERRITORY.names[territory]}.")
            t.capital[seat] = territory
            t.tokens |= 1 << territory


def lay_purses(t: Capitals, given: dict[str, Any], in_setup: bool) -> None:
    units: i64 = START_UNITS.of(t, t.seats) if in_setup else 0
    first: i64 = START_EUR.of(t, t.seats) if in_setup else 0
    eur = given.get("eur", [-1] * t.seats)
    pool = given.get("pool", [-1] * t.seats)
    for seat in range(t.seats):
        t.gain(seat, eur[seat] if eur[seat] >= 0 else first)
        t.pool[seat] = pool[seat] if pool[seat] >= 0 else max(0, int(units - t.units_of(seat)))


def lay_cards(t: Capitals, given: dict[str, Any]) -> None:
    t.hands.held = [sorted(hand) for hand in given.get("hands", [[]] * t.seats)]
    t.hands.discard = given.get("discards", [])
    deck = given.get("deck", [])
    elsewhere = [*t.hands.held, t.hands.discard, [card for card, _ in deck]]
    if t.playing >= 0:
        elsewhere.append([int(t.playing)])
    removed = given.get("removed", [])
    every = ACTION.pile_at(t, ACTION_COUNT)
    t.removed = rest(ACTION, every, elsewhere)[::-1] if removed == ALL_OTHERS else removed
    lay_pile(t.hands, deck, rest(ACTION, every, [*elsewhere, t.removed]))
    nothing: list[list[int]] = [[] for _ in range(t.seats + 1)]
    lay_knowledge(t, t.hands, given.get("known", nothing), given.get("stories", nothing), "Action cards")


def lay_events(t: Capitals, given: dict[str, Any]) -> None:
    t.event = given.get("event", -1)
    t.event_discards = [*given.get("event_discards", []), *([int(t.event)] if t.event >= 0 else [])]
    deck = given.get("event_deck", [])
    t.event_deck = rest(EVENT, EVENT.pile_at(t, EVENT_COUNT), [t.event_discards, deck]) + deck


# -- where the match stands ------------------------------------------------------------------------------------------


def stand(t: Capitals, name: str) -> None:
    """Leave the agenda at a step."""
    t.call(MATCH)
    if name in SETUP_STEPS:
        stand_in_setup(t, name, SETUP_STEPS[name])
        return
    begin(t, MATCH, ROUNDS)
    if name == "round":
        t.round -= 1
    t.call(ROUND)
    if name in ROUND_STEPS:
        begin(t, ROUND, ROUND_STEPS[name])
        if name == "order" and t.round > 1:
            t.set_progress(1)
            t.call(ORDER_BID)
        return
    begin(t, ROUND, TURNS, t.order.index(int(t.active)) + 1)
    t.call(TURN)
    begin(t, TURN, TURN_STEPS[name])


def stand_in_setup(t: Capitals, name: str, step: Step[Any]) -> None:
    claimed = len([owner for owner in t.owner if owner != NOBODY])
    if claimed < t.terrain.count and name in ("place_start", "found"):
        raise UsageError(f"At the step {name!r} all territories are claimed.")
    if step is SETUP_BID:
        begin(t, MATCH, SETUP_BID)
    elif step is FOUND_CAPITALS:
        begin(t, MATCH, FOUND_CAPITALS, t.order.index(int(t.active)))
    else:
        # Placing goes on in the frame of the claims.
        begin(t, MATCH, CLAIM_TERRITORIES, claimed if step is CLAIM_TERRITORIES else t.order.index(int(t.active)))
        t.goto(step)


def begin(t: Capitals, phase: Phase[Capitals], step: Step[Any], argument: int = 0) -> None:
    """Let a phase stand at one of its steps."""
    t.set_progress(phase.sequence.index(step) + 1)
    t.call(step, argument)


# -- the way back ----------------------------------------------------------------------------------------------------


def laid(t: Capitals) -> dict[str, Any]:
    held = [territory for territory in range(TERRITORIES) if t.owner[territory] <= NEUTRAL]
    return {
        "territories": {territory: [int(t.owner[territory]), int(t.units[territory])] for territory in held},
        "order": t.order,
        "fallen": t.fallen,
        "capitals": list(t.capital),
        "eur": list(t.eur),
        "pool": list(t.pool),
        "hands": t.hands.held,
        "deck": pile_in(t.hands),
        "discards": t.hands.discard,
        "removed": t.removed,
        "known": known_in(t.hands),
        "stories": t.hands.story,
        "event": int(t.event),
        "event_deck": t.event_deck,
        "event_discards": t.event_discards[:-1] if t.event >= 0 else t.event_discards,
    }
