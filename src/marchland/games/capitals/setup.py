"""Chapter 1: setup."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.capitals.cards import ACTION, ACTION_COUNT, EVENT, EVENT_COUNT, NUMBERS
from marchland.games.capitals.table import RANDOM, SETUP_CLAIM, Capitals
from marchland.games.capitals.world import BIT, TERRITORIES
from marchland.games.conquest.table import NOBODY, SET_UP_FOR_ME

# CAP-1.3  By number of players. CAP-1.5  Nobody runs out of units while territories are claimed: three have 14 each.
_PLAYERS: Final = ["", "", "", "3", "4", "5", "6"]
_POOLS: Final = [0, 0, 0, 35, 30, 25, 20]
START_UNITS: Final = NUMBERS.row(
    [n and f"start.units.{n}" for n in _PLAYERS], "CAP-1.3", _POOLS, 14, 200, "starting units with so many players"
)
START_EUR: Final = NUMBERS.row(
    [n and f"start.eur.{n}" for n in _PLAYERS], "CAP-1.3", _POOLS, 0, 200, "starting EUR with so many players"
)
STARTING_HAND: Final = NUMBERS.one("start.cards", "CAP-1.9", 3, 0, 9, "Action cards that everybody begins with")

START_POOL: Final = phrase("CAP-1.3", "Everybody begins with {n unit} and {eur} EUR")


class LayOut(Step[Capitals]):
    """CAP-1.1 to CAP-1.3  Three to six players; both decks are shuffled; everybody takes the same pool."""

    def resume(self, t: Capitals) -> None:
        t.event_deck = EVENT.pile_at(t, EVENT_COUNT)
        deck = ACTION.pile_at(t, ACTION_COUNT)
        t.dice.shuffle(t.event_deck)
        t.dice.shuffle(deck)
        t.hands.lay(deck)
        units, eur = START_UNITS.of(t, t.seats), START_EUR.of(t, t.seats)
        for seat in range(t.seats):
            t.pool[seat] = units
            t.gain(seat, eur)
        t.tell(START_POOL, units, eur)
        t.finish()


TURN: Final = Slot(0)  # counts placements round the table

AWAIT_SETUP: Final = phrase("CAP-1.5", "{who:seat} sets up")


class Choose(Step[Capitals]):
    """Whose turn it is chooses a territory, unasked where there is only one."""

    def ask_active(self, t: Capitals) -> None:
        options = self.listed(t, t.active)
        if options.total == 1:
            self.act(t, t.active, options.at(0))
        else:
            t.ask(t.active, options)

    def waiting(self, t: Capitals) -> Saying:
        return [AWAIT_SETUP, t.active]


# -- CAP-1.5: claiming -----------------------------------------------------------------------------------------------

CLAIMS: Final = phrase("CAP-1.5", "{who:seat} claims {territory:region}")
ASK_CLAIM: Final = phrase("CAP-1.5", "Claim a free territory.")
NOT_FREE: Final = phrase("CAP-1.5", "{territory:region} is occupied")


class Claim(Deed[Capitals]):
    """CAP-1.5  One unit on an unoccupied territory."""

    words = ["claim {territory}", "territory:region"]

    def offer(self, t: Capitals, seat: i64, found: Options) -> None:
        found.fan(self, t.own(NOBODY) & t.terrain.in_play)

    def why(self, t: Capitals, seat: i64, action: i64) -> Saying:
        return [NOT_FREE, self.a(action)]

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        claim(t, self.a(action))


def claim(t: Capitals, territory: i64) -> None:
    t.settle(territory, t.active, 1)
    t.pool[t.active] -= 1
    TURN.add(t, 1)
    t.tell(CLAIMS, t.active, territory)


class ClaimTerritories(Choose):
    """CAP-1.5  In setup order each claims a territory, until none is left.

    The argument goes on counting in the next step, so that placing continues without a break.
    """

    def resume(self, t: Capitals) -> None:
        turn = TURN.of(t)
        if turn == t.terrain.count:
            t.goto(PLACE_STARTS)
            return
        t.active = t.order[turn % t.seats]
        if SETUP_CLAIM.of(t) == RANDOM:
            self.deal(t)
        else:
            self.ask_active(t)

    def deal(self, t: Capitals) -> None:
        """CAP-1.7  Shuffled and assigned one by one in setup order."""
        free = t.own(NOBODY) & t.terrain.in_play
        territories = [territory for territory in range(TERRITORIES) if free >> territory & 1]
        t.dice.shuffle(territories)
        for territory in territories:
            t.active = t.order[TURN.of(t) % t.seats]
            claim(t, territory)

    def prompt(self, t: Capitals, seat: i64) -> Saying:
        return [ASK_CLAIM]

    def chore(self, t: Capitals, seat: i64) -> str:
        return SET_UP_FOR_ME


# -- CAP-1.6: placing ------------------------------------------------------------------------------------------------

SETS_UP: Final = phrase("CAP-1.6", "{who:seat} puts a starting unit in {territory:region}")
ASK_START: Final = phrase("CAP-1.6", "Put a unit in a territory of yours; you have {n unit} left.")
CLAIM_FIRST: Final = phrase("CAP-1.5", "First all territories are claimed")
START_OWN: Final = phrase("CAP-1.6", "You do not control {territory:region}, and starting units go to own ground")


class PlaceStart(Deed[Capitals]):
    """CAP-1.6  One starting unit on a territory of one's own."""

    words = ["set up {territory}", "territory:region"]

    def offer(self, t: Capitals, seat: i64, found: Options) -> None:
        found.fan(self, t.own(seat))

    def why(self, t: Capitals, seat: i64, action: i64) -> Saying:
        return [START_OWN, self.a(action)]

    def elsewhere(self, t: Capitals) -> Saying:
        return [CLAIM_FIRST] if t.step() is CLAIM_TERRITORIES else []

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        territory = self.a(action)
        t.units[territory] += 1
        t.pool[seat] -= 1
        TURN.add(t, 1)
        t.tell(SETS_UP, seat, territory)


class PlaceStarts(Choose):
    """CAP-1.6  Placing goes on with the next in setup order, on own territories, until all pools are empty."""

    def resume(self, t: Capitals) -> None:
        turn = TURN.of(t)
        left: i64 = 0
        for units in t.pool:
            left += units
        if left == 0:
            t.finish()
            return
        while t.pool[t.order[turn % t.seats]] == 0:
            turn += 1
        TURN.put(t, turn)
        t.active = t.order[turn % t.seats]
        self.ask_active(t)

    def prompt(self, t: Capitals, seat: i64) -> Saying:
        return [ASK_START, t.pool[seat]]

    def chore(self, t: Capitals, seat: i64) -> str:
        return SET_UP_FOR_ME


# -- CAP-1.8: capitals -----------------------------------------------------------------------------------------------

FOUNDS: Final = phrase("CAP-1.8", "{who:seat} founds the capital in {territory:region}")
ASK_CAPITAL: Final = phrase("CAP-1.8", "Found your capital in a territory of yours.")
FOR_GOOD: Final = phrase("CAP-10.1", "It stays there for the rest of the game, and others will want it")
CAPITAL_OWN: Final = phrase("CAP-1.8", "You do not control {territory:region}, and a capital is founded on own ground")


class Found(Deed[Capitals]):
    """CAP-1.8  The capital, on a territory of one's own; CAP-10.1  the token stays there for the rest of the game."""

    words = ["found the capital in {territory}", "territory:region"]
    effect = FOR_GOOD
    grave = True

    def offer(self, t: Capitals, seat: i64, found: Options) -> None:
        found.fan(self, t.own(seat))

    def why(self, t: Capitals, seat: i64, action: i64) -> Saying:
        return [CAPITAL_OWN, self.a(action)]

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        territory = self.a(action)
        t.capital[seat] = territory
        t.tokens |= BIT[territory]
        TURN.add(t, 1)
        t.tell(FOUNDS, seat, territory)


class FoundCapitals(Choose):
    """CAP-1.8  In setup order, one after another and for all to see."""

    def resume(self, t: Capitals) -> None:
        turn = TURN.of(t)
        if turn == t.seats:
            t.finish()
            return
        t.active = t.order[turn]
        self.ask_active(t)

    def prompt(self, t: Capitals, seat: i64) -> Saying:
        return [ASK_CAPITAL]


class DrawHands(Step[Capitals]):
    """CAP-1.9  Three Action cards each, in setup order; CAP-1.10  then round 1 begins."""

    def resume(self, t: Capitals) -> None:
        for seat in t.order:
            for _ in range(STARTING_HAND.of(t)):
                t.draw(seat)
        t.finish()


LAY_OUT: Final = LayOut("capitals.lay_out", "Setup", "CAP-1.2")
CLAIM_TERRITORIES: Final = ClaimTerritories("capitals.claim", "Claim", "CAP-1.5", [Claim()])
PLACE_STARTS: Final = PlaceStarts("capitals.place_start", "Set up", "CAP-1.6", [PlaceStart()])
FOUND_CAPITALS: Final = FoundCapitals("capitals.found", "Capitals", "CAP-1.8", [Found()])
DRAW_HANDS: Final = DrawHands("capitals.hands", "Hands", "CAP-1.9")
