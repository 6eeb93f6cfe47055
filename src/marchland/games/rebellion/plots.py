"""Chapter 23, second part: R1, in which the agents' cards are turned up (REB-23.6 to REB-23.12); and S3."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import lowest
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.rebellion.agents import (
    BURNING_FOOD,
    COUNTERINTELLIGENCE,
    FREE_CAPTIVE,
    INCITEMENT,
    NOTHING,
    SABOTAGE,
    has_dealt,
)
from marchland.games.rebellion.captives import Worded
from marchland.games.rebellion.food import BURNING
from marchland.games.rebellion.income import SABOTAGE as SABOTAGE_COINS
from marchland.games.rebellion.revolts import REVOLT, RISE
from marchland.games.rebellion.settings import FREE_CAPTIVE_ROLL, NUMBERS, SURE, captives
from marchland.games.rebellion.sheets import NO_CARD
from marchland.games.rebellion.table import AWAIT, Rebellion, filled

ABOVE: Final = NUMBERS.row(
    ["agents.sabotage_roll", "agents.incitement_roll", "agents.captive_roll", "agents.burning_roll"],
    "REB-23.7",
    [60, 80, 60, 60],
    0,
    100,
    "a roll above this is a success of the card",
)
INCITED_ABOVE: Final = NUMBERS.one(
    "agents.incited_roll", "REB-23.10", 60, 0, 100, "the same of incitement where there are captives"
)
HARDER: Final = NUMBERS.one("agents.counter", "REB-23.8", 15, 0, 40, "what counterintelligence adds to these numbers")
CAUGHT_UP_TO: Final = NUMBERS.one("agents.caught", "REB-23.7", 10, 0, 50, "a roll up to this costs an agent")
INCITED_DIE: Final = NUMBERS.one("agents.incited", "REB-23.10", 3, 1, 10, "sides of the die for incited soldiers")

# -- R1 --------------------------------------------------------------------------------------------------------------

PLACE: Final = Slot(0)  # how many pairs of target and dealer are done

TURNED_UP: Final = phrase("REB-23.6", "{dealer:seat} has dealt {target:seat} {card:card}", "reveal")
ALL_NOTHING: Final = phrase("REB-23.6", "{dealer:seat} has dealt {n card} that {n|does|do} nothing", "reveal")
COUNTERED: Final = phrase("REB-23.8", "Counterintelligence protects {who:seat}: {n} more for every attack")
SUCCEEDS: Final = phrase(
    "REB-23.7", "{target:seat} rolls {rolled} against {card:card} of {dealer:seat}, above {n}: it succeeds"
)
FAILS: Final = phrase(
    "REB-23.7", "{target:seat} rolls {rolled} against {card:card} of {dealer:seat}, not above {n}: it fails"
)
FREED_SURELY: Final = phrase("REB-23.9", "{card:card} of {dealer:seat} needs no roll of {target:seat}")
CAUGHT: Final = phrase("REB-23.7", "An agent of {dealer:seat} is caught: {n agent} left", "blow")
WILL_LACK: Final = phrase("REB-23.9", "The next income of {who:seat} is {n coin} smaller")
WILL_BURN: Final = phrase("REB-23.9", "The next harvest of {who:seat} is {n} food smaller")
WILL_RISE: Final = phrase("REB-23.10", "Soldiers of {who:seat} will mutiny at the start of the next turn")


class Reveal(Step[Rebellion]):
    """REB-23.6  Targets in turn order; for each counterintelligence first, then the cards in turn order of their
    dealers. REB-23.11  Then everybody has the full set again."""

    def resume(self, t: Rebellion) -> None:
        if t.progress() == 0:
            t.set_progress(1)
            if not turn_up(t):
                t.finish()
                return
        order = t.turn_order()
        depth = t.depth()
        while PLACE.of(t) < t.seats * t.seats:
            target, dealer = order[PLACE.of(t) // t.seats], order[PLACE.of(t) % t.seats]
            if PLACE.of(t) % t.seats == 0 and countered(t, target):
                t.tell(COUNTERED, target, HARDER.of(t))
            PLACE.add(t, 1)
            card = t.dealt[dealer * t.seats + target]
            if 0 <= card < COUNTERINTELLIGENCE:
                attempt(t, dealer, target, card)
                if t.depth() != depth:
                    return  # the target chooses whom to let go
        t.dealt = filled(t.seats * t.seats, NO_CARD)
        t.cards_up = False
        t.finish()


def turn_up(t: Rebellion) -> bool:
    """All cards, for everybody to see; whether there are any."""
    found = False
    for dealer in t.turn_order():
        if not has_dealt(t, dealer):
            continue
        found = True
        idle: i64 = 0
        for target in t.turn_order():
            card = t.dealt[dealer * t.seats + target]
            if card == NOTHING:
                idle += 1
            elif card != NO_CARD:
                t.tell(TURNED_UP, dealer, target, card)
        if idle:
            t.tell(ALL_NOTHING, dealer, idle)
    if found:
        t.cards_up = True
        t.reveals += 1
    return found


def countered(t: Rebellion, target: i64) -> bool:
    """REB-23.8  Several such cards do not add up."""
    for dealer in range(t.seats):
        if t.dealt[dealer * t.seats + target] == COUNTERINTELLIGENCE:
            return True
    return False


def needed(t: Rebellion, target: i64, card: i64) -> i64:
    """REB-23.8  The roll must be above this."""
    number = uncountered(t, target, card)
    return number + HARDER.of(t) if countered(t, target) else number


def uncountered(t: Rebellion, target: i64, card: i64) -> i64:
    """REB-23.7, REB-23.10  The same as far as everybody knows before the cards are turned up."""
    if card == INCITEMENT and captives(t) and t.captive_land & t.held[target]:
        return INCITED_ABOVE.of(t)
    return ABOVE.of(t, card)


def attempt(t: Rebellion, dealer: i64, target: i64, card: i64) -> None:
    """REB-23.7  The roll is made even if success has no effect, and a low one costs the dealer an agent, whatever it
    brings; REB-23.9  freeing may be sure."""
    if card == FREE_CAPTIVE and FREE_CAPTIVE_ROLL.of(t) == SURE:
        t.tell(FREED_SURELY, card, dealer, target)
        succeed(t, target, card)
        return
    rolled = t.dice.roll(100)
    number = needed(t, target, card)
    t.tell(SUCCEEDS if rolled > number else FAILS, target, rolled, card, dealer, number)
    if rolled > number:
        succeed(t, target, card)
    if rolled <= CAUGHT_UP_TO.of(t) and t.agents[dealer]:
        t.agents[dealer] -= 1
        t.tell(CAUGHT, dealer, t.agents[dealer])


def succeed(t: Rebellion, target: i64, card: i64) -> None:
    """REB-23.9, REB-23.10"""
    if card == SABOTAGE:
        t.sabotaged[target] += 1
        t.tell(WILL_LACK, target, SABOTAGE_COINS.of(t))
    elif card == BURNING_FOOD:
        t.burned[target] += 1
        t.tell(WILL_BURN, target, BURNING.of(t))
    elif card == INCITEMENT:
        t.incited[target] += 1
        t.tell(WILL_RISE, target)
    elif t.captive_land & t.held[target]:
        t.call(FREEING, target)


# -- REB-23.9: a captive goes ----------------------------------------------------------------------------------------

WHO: Final = Slot(0)

IS_LET_GO: Final = Worded("REB-23.9", "{who:seat} lets a captive of {nation:seat} in {province:region} go")
NONE_THERE: Final = Worded("REB-23.9", "You have no captive of {nation:seat} in {province:region}")
ASK_FREEING: Final = Worded("REB-23.9", "An agent frees one of your captives. Which one?")


class FreeCaptive(Deed[Rebellion]):
    """REB-23.9  The target's choice."""

    words = ["let a captive of {nation} in {province} go", "province:region nation:seat"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        left = t.captive_land & t.held[seat]
        while left:
            province = lowest(left)
            left &= left - 1
            for nation in range(t.seats):
                if t.captives_of(province, nation):
                    found.add(self.of(province, nation))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NONE_THERE.of(t), self.b(action), self.a(action)]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        province, nation = self.a(action), self.b(action)
        t.remove_captives(province, nation, 1)
        t.tell(IS_LET_GO.of(t), seat, nation, province)
        t.finish()


class Freeing(Step[Rebellion]):
    """REB-23.9, REB-23.12"""

    def resume(self, t: Rebellion) -> None:
        found = self.listed(t, WHO.of(t))
        if found.total == 1:
            self.act(t, WHO.of(t), found.at(0))
        else:
            t.ask(WHO.of(t), found)

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_FREEING.of(t)]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, WHO.of(t)]


# -- S3 --------------------------------------------------------------------------------------------------------------

INCITED: Final = phrase("REB-23.10", "The soldiers of {who:seat} have been incited")


class Incited(Step[Rebellion]):
    """REB-23.10, REB-24.5  S3: one mutiny after the other, each with a die of its own."""

    def resume(self, t: Rebellion) -> None:
        seat = t.active
        if t.incited[seat] == 0 or not t.lives(seat):
            t.finish()
            return
        t.incited[seat] -= 1
        t.tell(INCITED, seat)
        n = t.dice.roll(INCITED_DIE.of(t))
        t.tell(RISE, n, seat)
        t.call(REVOLT, n)


REVEAL: Final = Reveal("rebellion.reveal", "Agents' cards turned up", "REB-23.6")
FREEING: Final = Freeing("rebellion.freeing", "A captive goes", "REB-23.9", [FreeCaptive()])
INCITED_MUTINY: Final = Incited("rebellion.incited", "Incited mutiny", "REB-23.10")
