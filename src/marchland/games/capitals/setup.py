"""Chapter 1: setup."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.options import Options
from marchland.engine.step import Step
from marchland.engine.words import Kind
from marchland.games.capitals.cards import ACTION, EVENT
from marchland.games.capitals.table import RANDOM, SETUP_CLAIM, Capitals
from marchland.games.capitals.words import (
    ASK_CAPITAL,
    ASK_CLAIM,
    ASK_START,
    AWAIT_SETUP,
    CAPITAL_OWN,
    CLAIM,
    CLAIM_FIRST,
    CLAIMS,
    FOUND,
    FOUNDS,
    NOT_FREE,
    PLACE_START,
    SETS_UP,
    START_OWN,
    START_POOL,
)
from marchland.games.capitals.world import BIT, TERRITORIES
from marchland.games.conquest.table import NOBODY

START: Final = [0, 0, 0, 35, 30, 25, 20]  # CAP-1.3  units, and also EUR, by number of players
STARTING_HAND: Final = 3
TURN: Final = 0  # the argument that counts placements round the table


class LayOut(Step[Capitals]):
    """CAP-1.1 to CAP-1.3  Three to six players; both decks are shuffled; everybody takes the same pool."""

    def resume(self, t: Capitals) -> None:
        t.event_deck = EVENT.pile()
        deck = ACTION.pile()
        t.dice.shuffle(t.event_deck)
        t.dice.shuffle(deck)
        t.hands.lay(deck)
        start = START[t.seats]
        for seat in range(t.seats):
            t.pool[seat] = start
            t.gain(seat, start)
        t.tell(START_POOL, start, start)
        t.finish()


class Choose(Step[Capitals]):
    """Whose turn it is chooses a territory, unasked where there is only one."""

    word: Kind
    fault: i64  # what is said of a territory that cannot be chosen

    def __init__(self, tag: str, title: str, clause: str, word: Kind, fault: i64) -> None:
        super().__init__(tag, title, clause)
        self.word = word
        self.fault = fault

    def holder(self, seat: i64) -> i64:
        """Whose territories can be chosen: one's own."""
        return seat

    def ask_active(self, t: Capitals) -> None:
        options = self.listed(t, t.active)
        if options.total == 1:
            self.act(t, t.active, options.at(0))
        else:
            t.ask(t.active, options)

    def options(self, t: Capitals, seat: i64, found: Options) -> None:
        found.fan(self.word, t.own(self.holder(seat)))

    def waiting(self, t: Capitals) -> list[int]:
        return [AWAIT_SETUP, t.active]

    def why(self, t: Capitals, seat: i64, action: i64) -> list[int]:
        return [self.fault, self.word.a(action)] if action >> 23 == self.word.number else []


class Claims(Choose):
    """CAP-1.5  In setup order each puts one unit on an unoccupied territory, until none is left.

    The argument goes on counting in the next step, so that placing continues without a break.
    """

    def resume(self, t: Capitals) -> None:
        turn = t.arg(TURN)
        if turn == TERRITORIES:
            t.goto(PLACE_STARTS)
            return
        t.active = t.order[turn % t.seats]
        if t.settings[SETUP_CLAIM] == RANDOM:
            self.deal(t)
            return
        self.ask_active(t)

    def holder(self, seat: i64) -> i64:
        return NOBODY

    def deal(self, t: Capitals) -> None:
        """CAP-1.7  Shuffled and assigned one by one in setup order."""
        territories = [territory for territory in range(TERRITORIES) if t.owner[territory] == NOBODY]
        t.dice.shuffle(territories)
        for territory in territories:
            t.active = t.order[t.arg(TURN) % t.seats]
            self.claim(t, territory)

    def claim(self, t: Capitals, territory: i64) -> None:
        t.settle(territory, t.active, 1)
        t.pool[t.active] -= 1
        t.set_arg(TURN, t.arg(TURN) + 1)
        t.tell(CLAIMS, t.active, territory)

    def prompt(self, t: Capitals, seat: i64) -> list[int]:
        return [ASK_CLAIM]

    def why(self, t: Capitals, seat: i64, action: i64) -> list[int]:
        return [CLAIM_FIRST] if action >> 23 == PLACE_START.number else super().why(t, seat, action)


class PlaceStarts(Choose):
    """CAP-1.6  Placing goes on with the next in setup order, on own territories, until all pools are empty."""

    def resume(self, t: Capitals) -> None:
        turn = t.arg(TURN)
        left: i64 = 0
        for units in t.pool:
            left += units
        if left == 0:
            t.finish()
            return
        while t.pool[t.order[turn % t.seats]] == 0:
            turn += 1
        t.set_arg(TURN, turn)
        t.active = t.order[turn % t.seats]
        self.ask_active(t)

    def place_start(self, t: Capitals, territory: i64) -> None:
        t.units[territory] += 1
        t.pool[t.active] -= 1
        t.set_arg(TURN, t.arg(TURN) + 1)
        t.tell(SETS_UP, t.active, territory)

    def prompt(self, t: Capitals, seat: i64) -> list[int]:
        return [ASK_START, t.pool[seat]]


class FoundCapitals(Choose):
    """CAP-1.8  In setup order each founds the capital on a territory of their own, for all to see."""

    def resume(self, t: Capitals) -> None:
        turn = t.arg(TURN)
        if turn == t.seats:
            t.finish()
            return
        t.active = t.order[turn]
        self.ask_active(t)

    def found(self, t: Capitals, territory: i64) -> None:
        """CAP-10.1  The token stays there for the rest of the game."""
        t.capital[t.active] = territory
        t.tokens |= BIT[territory]
        t.set_arg(TURN, t.arg(TURN) + 1)
        t.tell(FOUNDS, t.active, territory)

    def prompt(self, t: Capitals, seat: i64) -> list[int]:
        return [ASK_CAPITAL]


class DrawHands(Step[Capitals]):
    """CAP-1.9  Three Action cards each, in setup order; CAP-1.10  then round 1 begins."""

    def resume(self, t: Capitals) -> None:
        for seat in t.order:
            for _ in range(STARTING_HAND):
                t.draw(seat)
        t.finish()


LAY_OUT: Final = LayOut("capitals.lay_out", "Setup", "CAP-1.2")
CLAIM_TERRITORIES: Final = Claims("capitals.claim", "Claim", "CAP-1.5", CLAIM, NOT_FREE)
PLACE_STARTS: Final = PlaceStarts("capitals.place_start", "Set up", "CAP-1.6", PLACE_START, START_OWN)
FOUND_CAPITALS: Final = FoundCapitals("capitals.found", "Capitals", "CAP-1.8", FOUND, CAPITAL_OWN)
DRAW_HANDS: Final = DrawHands("capitals.hands", "Hands", "CAP-1.9")
