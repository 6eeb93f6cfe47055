"""Chapter 24: revolts of hungry and plundered land, and bribes."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.auction import LOT, STANDING, Auction, Raise
from marchland.engine.common import BID, PASS
from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit, lowest, size
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.rebellion.aftermath import AFTERMATH
from marchland.games.rebellion.battle import BATTLE, begin_battle
from marchland.games.rebellion.capture import rebels_win
from marchland.games.rebellion.force import muster, take_out
from marchland.games.rebellion.settings import HUNGER_REVOLT, NUMBERS, UNLESS_PAID, economy, revolts
from marchland.games.rebellion.table import (
    ARMS,
    AWAIT,
    CELLS,
    INFANTRY,
    NOBODY,
    POINTS,
    REBELS,
    SOLDIERS,
    Rebellion,
)
from marchland.games.rebellion.world import PROVINCES

HUNGER_BELOW: Final = NUMBERS.one("revolt.hunger", "REB-24.1", 80, 0, 101, "a hunger roll below this is a revolt")
HUNGER_DIE: Final = NUMBERS.one("revolt.hunger_die", "REB-24.1", 10, 1, 20, "sides of the die for its soldiers")
TOKENS_UP_TO: Final = NUMBERS.one("revolt.tokens", "REB-24.2", 60, 0, 101, "a token roll up to this is a revolt")
TOKENS_DIE: Final = NUMBERS.one("revolt.tokens_die", "REB-24.2", 6, 1, 20, "sides of the die for its soldiers")
ROBBERY_UP_TO: Final = NUMBERS.one("revolt.robbery", "REB-24.3", 70, 0, 101, "the same with a robbery economy")
ROBBERY_DIE: Final = NUMBERS.one("revolt.robbery_die", "REB-24.3", 10, 1, 20, "sides of the die for its soldiers")

HUNGER_ROLL: Final = phrase("REB-24.1", "{who:seat} rolls {n} for a revolt of the hungry")
TOKEN_ROLL: Final = phrase("REB-24.2", "{who:seat} rolls {n} for a revolt of the plundered land")
RISE: Final = phrase("REB-24.1", "{n soldier} of {who:seat} {n|mutinies|mutiny}", "blow")

# -- E2, E3: who revolts ---------------------------------------------------------------------------------------------


class HungerRevolt(Step[Rebellion]):
    """REB-24.1  E2: after a shortage; REB-14.5  paid or not, unless agreed otherwise. REB-24.4  E3 follows anyway."""

    def resume(self, t: Rebellion) -> None:
        seat = t.active
        short, paid = t.shortage, t.all_paid
        t.shortage = False
        t.all_paid = False
        if revolts(t) and economy(t) and short and not (paid and HUNGER_REVOLT.of(t) == UNLESS_PAID):
            rolled = t.dice.roll(100)
            t.tell(HUNGER_ROLL, seat, rolled)
            if rolled < HUNGER_BELOW.of(t):
                rise(t, t.dice.roll(HUNGER_DIE.of(t)))
                return
        t.finish()


class TokenRevolt(Step[Rebellion]):
    """REB-24.2, REB-24.3  E3: if at least half of the owned provinces have red tokens."""

    def resume(self, t: Rebellion) -> None:
        seat = t.active
        if revolts(t) and economy(t) and may_rise(t, seat):
            robbed = has_robbery(t, seat)
            rolled = t.dice.roll(100)
            t.tell(TOKEN_ROLL, seat, rolled)
            if rolled <= (ROBBERY_UP_TO.of(t) if robbed else TOKENS_UP_TO.of(t)):
                rise(t, t.dice.roll(ROBBERY_DIE.of(t) if robbed else TOKENS_DIE.of(t)))
                return
        t.finish()


def may_rise(t: Rebellion, seat: i64) -> bool:
    """REB-24.2  At least half of the owned provinces, and at least one, have red tokens."""
    marred = size(t.owned(seat) & t.marred)
    return marred > 0 and 2 * marred >= size(t.owned(seat))


def has_robbery(t: Rebellion, seat: i64) -> bool:
    for province in range(PROVINCES):
        if t.robbery[province] and t.holder[province] == seat:
            return True
    return False


def rise(t: Rebellion, n: i64) -> None:
    """So many soldiers of the player on turn mutiny; the step hands its frame over."""
    t.tell(RISE, n, t.active)
    t.succeed(REVOLT, n)


# -- REB-24.5: where -------------------------------------------------------------------------------------------------

DUE: Final = Slot(0)  # soldiers that are still to rise

BREAKS_OUT: Final = phrase("REB-24.6", "In {province:region} {n soldier} of {who:seat} {n|rebels|rebel}")
RAZED: Final = phrase("REB-24.9", "The main building of {province:region} is destroyed")
GOES_NO_FURTHER: Final = phrase(
    "REB-24.5", "No province of {who:seat} is left to revolt, and the mutiny goes no further"
)
NO_REVOLT: Final = phrase("REB-24.5", "No revolt can break out in {province:region}")
ASK_WHERE: Final = phrase("REB-24.5", "{n soldier} of yours {n|mutinies|mutiny}. In which province?")


def can_revolt(t: Rebellion, seat: i64) -> i64:
    """REB-24.5  Owned land with a soldier and without a capital; with a main building only when there is no other."""
    found: i64 = 0
    left = t.owned(seat) & ~t.crowned
    while left:
        province = lowest(left)
        left &= left - 1
        if t.units_in(province):
            found |= bit(province)
    plain = found & ~t.main_buildings()
    return plain if plain else found


class RevoltProvince(Deed[Rebellion]):
    """REB-24.6  As many as are due or as stand there; if some stay loyal a fight follows (REB-24.8)."""

    words = ["revolt in {province}", "province:region"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        found.fan(self, can_revolt(t, seat))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NO_REVOLT, self.a(action)]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        province = self.a(action)
        there = t.soldiers(province)
        n = DUE.of(t) if DUE.of(t) < there else there
        DUE.add(t, -n)
        t.tell(BREAKS_OUT, province, n, seat)
        if t.main_buildings() >> province & 1:  # REB-24.9
            t.raze_main(province)
            t.tell(RAZED, province)
        if n == there:
            take_out(t, province)
            rebels_win(t, province, seat)
            t.call(AFTERMATH)
            return
        split(t, province, n)
        begin_battle(t, True, REBELS, province)
        t.call(BATTLE)


def split(t: Rebellion, province: i64, n: i64) -> None:
    """REB-24.7  Whole units in the order of the arms as long as they fit; the next is broken into infantry."""
    due = n
    for arm in range(ARMS):
        while due and t.count[province * ARMS + arm]:
            cell = t.weakest(province, arm)
            t.put(province, cell, -1)
            if SOLDIERS[arm] <= due:
                muster(t, province, cell, 1)
                due -= SOLDIERS[arm]
            else:
                piece = t.change_cell(cell, INFANTRY)
                muster(t, province, piece, due)
                t.put(province, piece, SOLDIERS[arm] - due)
                due = 0


class Revolt(Step[Rebellion]):
    """REB-24.5, REB-24.6  Province by province, until the number is reached or there is none left."""

    def resume(self, t: Rebellion) -> None:
        seat = t.active
        if DUE.of(t) == 0 or not t.lives(seat):
            t.finish()
            return
        found = self.listed(t, seat)
        if found.total == 0:
            t.tell(GOES_NO_FURTHER, seat)
            t.finish()
        elif found.total == 1:
            self.act(t, seat, found.at(0))
        else:
            t.ask(seat, found)

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_WHERE, DUE.of(t)]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, t.active]


# -- REB-24.13: bribes -----------------------------------------------------------------------------------------------

PER_REBEL: Final = NUMBERS.one("price.rebel", "REB-24.13", 3, 1, 10, "coins for each rebel soldier in the opening bid")

WINS_REBELS: Final = phrase("REB-24.13", "The others may bid more; who pays most gets the land and its units")
BRIBES: Final = phrase("REB-24.13", "{who:seat} offers the rebels of {province:region} {n coin}")
WON_OVER: Final = phrase("REB-24.13", "{who:seat} wins the rebels of {province:region} for {n coin}")
NO_REBELS: Final = phrase("REB-24.13", "There are no rebels in {province:region}")
ONCE: Final = phrase("REB-24.13", "The rebels of {province:region} were offered coins this turn already")
TOO_POOR: Final = phrase("REB-24.13", "The rebels of {province:region} ask for {n coin}, and you have {m}")
BID_RANGE: Final = phrase("REB-1.13", "A bid is above {least} and at most {most} here")
ASK_BID: Final = phrase("REB-24.13", "The rebels of {province:region} are for sale, {n coin} bid. Bid more, or pass.")


def bribe_price(t: Rebellion, province: i64) -> i64:
    return PER_REBEL.of(t) * t.soldiers(province)


class Bribe(Deed[Rebellion]):
    """REB-24.13  Once for each province and turn, wherever it lies."""

    words = ["bribe {province}", "province:region"]
    effect = WINS_REBELS

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        left = t.held[REBELS] & ~t.bribed
        while left:
            province = lowest(left)
            left &= left - 1
            if t.coins[seat] >= bribe_price(t, province):
                found.add(self.of(province))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        province = self.a(action)
        if not t.held[REBELS] >> province & 1:
            return [NO_REBELS, province]
        if t.bribed >> province & 1:
            return [ONCE, province]
        return [TOO_POOR, province, bribe_price(t, province), t.coins[seat]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        province = self.a(action)
        price = bribe_price(t, province)
        t.bribed |= bit(province)
        t.tell(BRIBES, seat, province, price)
        # The one who opens holds the first bid, so the next is asked.
        t.call(BRIBERY, province, price, seat + 1, 0, 1)


class Bid(Raise[Rebellion]):
    """REB-1.13  More than the highest bid, and at most one's coins."""

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [BID_RANGE, STANDING.of(t), t.coins[seat]]


class Bribery(Auction[Rebellion]):
    """REB-24.13, REB-1.13  The others from the left of the one who opened; the winner gets land and units."""

    def order(self, t: Rebellion) -> list[int]:
        return t.from_active()

    def purse(self, t: Rebellion, seat: i64) -> i64:
        return t.coins[seat]

    def sold(self, t: Rebellion, seat: i64, price: i64) -> None:
        province = LOT.of(t)
        t.coins[seat] -= price
        t.give_title(province, seat)
        t.hand_to(province, seat)
        t.origin[province] = NOBODY
        tire(t, province)
        t.tell(WON_OVER, seat, province, price)
        t.succeed(AFTERMATH)

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_BID, LOT.of(t), STANDING.of(t)]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, self.bidder(t)]


def tire(t: Rebellion, province: i64) -> None:
    """All units of a province have no movement points."""
    for cell in range(CELLS):
        n = t.units[province * CELLS + cell]
        if n and cell % POINTS:
            t.put(province, cell, -n)
            t.put(province, cell - cell % POINTS, n)


BRIBE: Final = Bribe()
HUNGER_REVOLT_STEP: Final = HungerRevolt("rebellion.hunger", "Hunger revolt", "REB-24.1")
TOKEN_REVOLT: Final = TokenRevolt("rebellion.token_revolt", "Token revolt", "REB-24.2")
REVOLT: Final = Revolt("rebellion.revolt", "Revolt", "REB-24.5", [RevoltProvince()])
BRIBERY: Final = Bribery("rebellion.bribery", "Bribe", "REB-24.13", [PASS, Bid(BID)])
