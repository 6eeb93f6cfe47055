"""Chapter 19: internal expeditions; and S6, in which all expeditions come home."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.rebellion.aftermath import AFTERMATH
from marchland.games.rebellion.army import TOO_DEAR
from marchland.games.rebellion.battle import BATTLE, begin_battle
from marchland.games.rebellion.force import CAN_LEAVE, take_out
from marchland.games.rebellion.income import MINE_COINS
from marchland.games.rebellion.overseas import come_home
from marchland.games.rebellion.plague import explore
from marchland.games.rebellion.rows import ARTEFACT_ROW, COMMON_ROW, FIND, NOTHING_ROW, RICH_ROW, TRIBE_ROW, WATER_ROW
from marchland.games.rebellion.settings import NUMBERS, expeditions
from marchland.games.rebellion.sheets import DUE_ROUND, OVERSEAS, SENDER, SITE
from marchland.games.rebellion.table import AWAIT, Rebellion
from marchland.games.rebellion.tribe import MANY, TRIBE_RETREAT, WHERE, refuges, settle_tribe, tribe_takes

PRICE: Final = NUMBERS.one("inland.price", "REB-19.1", 10, 0, 60, "coins for an internal expedition")
TURNS: Final = NUMBERS.one("inland.turns", "REB-19.3", 2, 1, 5, "turns until an internal expedition is due")
MINE_PRICE: Final = NUMBERS.row(
    ["inland.mineral", "inland.rich_mineral"], "REB-19.5", [6, 10], 0, 60, "coins to place a mineral"
)
ARTEFACT: Final = NUMBERS.one("inland.artefact", "REB-19.6", 16, 0, 60, "coins of an artefact")
TRIBE_DIE: Final = 10

# REB-19.3  The last roll of each row of the table.
LAST_RICH: Final = 3
LAST_COMMON: Final = 29
LAST_NOTHING: Final = 70
LAST_ARTEFACT: Final = 89
LAST_POISON: Final = 98
LAST_ROLLS: Final = [LAST_RICH, LAST_COMMON, LAST_NOTHING, LAST_ARTEFACT, LAST_POISON, 100]

# -- REB-19.1: sending -----------------------------------------------------------------------------------------------

WILL_FIND: Final = phrase("REB-19.3", "Due at the start of your turn after {n turn}")
SENDS_INLAND: Final = phrase("REB-19.1", "{who:seat} sends an expedition into {province:region} for {n coin}")
NO_EXPEDITIONS: Final = phrase("REB-27.5", "There are no expeditions in this match")
EXPLORED: Final = phrase("REB-19.2", "{province:region} has been explored already")
NOT_TO_EXPLORE: Final = phrase(
    "REB-19.1",
    "{province:region} cannot be explored: it must be your own, without a capital, a building, a red token or robbery",
)


def can_be_explored(t: Rebellion, seat: i64) -> i64:
    """REB-19.1, REB-13.1, REB-10.4  Owned land without a capital, a building, tokens or R; REB-19.2  and only once."""
    return t.owned(seat) & ~t.crowned & ~t.developed() & ~t.marred & ~t.robbed() & ~t.explored


class ExpeditionInternal(Deed[Rebellion]):
    """REB-19.1  Any number may be under way."""

    words = ["explore {province}", "province:region"]

    def effect_at(self, t: Rebellion, seat: i64) -> Saying:
        return [WILL_FIND, TURNS.of(t)]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if expeditions(t) and t.coins[seat] >= PRICE.of(t):
            found.fan(self, can_be_explored(t, seat))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        province = self.a(action)
        if not expeditions(t):
            return [NO_EXPEDITIONS]
        if t.explored >> province & 1:
            return [EXPLORED, province]
        if not can_be_explored(t, seat) >> province & 1:
            return [NOT_TO_EXPLORE, province]
        return [TOO_DEAR, PRICE.of(t), t.coins[seat]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        province = self.a(action)
        t.coins[seat] -= PRICE.of(t)
        t.explored |= bit(province)
        t.expeditions = [*t.expeditions, [int(seat), int(province), int(t.round + TURNS.of(t))]]
        t.tell(SENDS_INLAND, seat, province, PRICE.of(t))


# -- S6 --------------------------------------------------------------------------------------------------------------

FINDS_RICH: Final = phrase(
    "REB-19.5",
    "The expedition in {province:region} rolls {rolled} and finds a rare mineral",
    "reveal",
    (FIND, RICH_ROW),
)
FINDS_COMMON: Final = phrase(
    "REB-19.5",
    "The expedition in {province:region} rolls {rolled} and finds a common mineral",
    "reveal",
    (FIND, COMMON_ROW),
)
FINDS_NOTHING: Final = phrase(
    "REB-19.6", "The expedition in {province:region} rolls {rolled} and finds nothing", "reveal", (FIND, NOTHING_ROW)
)
FINDS_ARTEFACT: Final = phrase(
    "REB-19.6",
    "The expedition in {province:region} rolls {rolled} and finds an artefact: {who:seat} gets {n coin}",
    "reveal",
    (FIND, ARTEFACT_ROW),
)
FINDS_POISON: Final = phrase(
    "REB-19.7",
    "The expedition in {province:region} rolls {rolled} and finds poisoned water: no farm or granary is built there",
    "reveal",
    (FIND, WATER_ROW),
)
FINDS_TRIBE: Final = phrase(
    "REB-19.8",
    "The expedition in {province:region} rolls {rolled} and meets a tribe of {n soldier}",
    "reveal",
    (FIND, TRIBE_ROW),
)
NO_RESULT: Final = phrase("REB-19.4", "{who:seat} does not own {province:region} any more, and nothing is found there")


class ExpeditionsReturn(Step[Rebellion]):
    """REB-3.2  S6: internal expeditions in the order of sending, then overseas ones."""

    def resume(self, t: Rebellion) -> None:
        due = next_due(t, t.active)
        if due < 0:
            t.finish()
            return
        row = t.expeditions[due]
        t.expeditions = [*t.expeditions[:due], *t.expeditions[due + 1 :]]
        if row[SITE] == OVERSEAS:
            come_home(t, t.active, False)
        else:
            find(t, t.active, row[SITE])


def next_due(t: Rebellion, seat: i64) -> i64:
    """The place in the list of the expedition that comes home next, -1 if none does."""
    far: i64 = -1
    place: i64 = 0
    while place < len(t.expeditions):
        row = t.expeditions[place]
        if row[SENDER] == seat and row[DUE_ROUND] <= t.round:
            if row[SITE] != OVERSEAS:
                return place
            if far < 0:
                far = place
        place += 1
    return far


def find(t: Rebellion, seat: i64, province: i64) -> None:
    """REB-19.3  The roll and what is found. REB-19.4  Only on land that is still owned."""
    if not t.owned(seat) >> province & 1:
        t.tell(NO_RESULT, seat, province)
        return
    rolled = explore(t)
    if rolled <= LAST_COMMON:
        rich: i64 = 1 if rolled <= LAST_RICH else 0
        t.tell(FINDS_RICH if rich else FINDS_COMMON, province, rolled)
        t.call(MINERAL, province, rich)
    elif rolled <= LAST_NOTHING:
        t.tell(FINDS_NOTHING, province, rolled)
    elif rolled <= LAST_ARTEFACT:
        t.coins[seat] += ARTEFACT.of(t)
        t.tell(FINDS_ARTEFACT, province, rolled, seat, ARTEFACT.of(t))
    elif rolled <= LAST_POISON:
        t.black |= bit(province)
        t.tell(FINDS_POISON, province, rolled)
    else:
        n = t.dice.roll(TRIBE_DIE)
        t.tell(FINDS_TRIBE, province, rolled, n)
        t.call(TRIBE_APPEARS, province, n)


# -- REB-19.5: minerals ----------------------------------------------------------------------------------------------

SITE_OF_MINE: Final = Slot(0)
RICH: Final = Slot(1)

MINE_YIELDS: Final = phrase("REB-19.5", "{n coin} now; the mineral brings {m coin} a turn to whoever owns the land")
OPENS_MINE: Final = phrase("REB-19.5", "{who:seat} pays {n coin} and opens a mine in {province:region}")
LEAVES_MINE: Final = phrase("REB-19.5", "{who:seat} does not pay, and the find in {province:region} is lost")
MINE_TOO_DEAR: Final = phrase("REB-19.5", "The mineral costs {n coin}, and you have {m}")
MINERAL_FOUND: Final = "A mineral in {province:region}: {n coin} now for {m coin} a turn?"
ASK_COMMON: Final = phrase("REB-19.5", MINERAL_FOUND, card=(FIND, COMMON_ROW))
ASK_RICH: Final = phrase("REB-19.5", MINERAL_FOUND, card=(FIND, RICH_ROW))


class MineralBuy(Deed[Rebellion]):
    """REB-19.5  At once, or never."""

    words = ["pay for the mineral"]

    def effect_at(self, t: Rebellion, seat: i64) -> Saying:
        return [MINE_YIELDS, MINE_PRICE.of(t, RICH.of(t)), MINE_COINS.of(t, RICH.of(t))]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if t.coins[seat] >= MINE_PRICE.of(t, RICH.of(t)):
            found.add(self.code)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [MINE_TOO_DEAR, MINE_PRICE.of(t, RICH.of(t)), t.coins[seat]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        province = SITE_OF_MINE.of(t)
        price = MINE_PRICE.of(t, RICH.of(t))
        t.coins[seat] -= price
        if RICH.of(t):
            t.rich_minerals |= bit(province)
        else:
            t.minerals |= bit(province)
        t.tell(OPENS_MINE, seat, price, province)
        t.finish()


class MineralDecline(Deed[Rebellion]):
    words = ["leave the mineral"]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.tell(LEAVES_MINE, seat, SITE_OF_MINE.of(t))
        t.finish()


class Mineral(Step[Rebellion]):
    """REB-19.5"""

    def resume(self, t: Rebellion) -> None:
        found = self.listed(t, t.active)
        if found.total == 1:
            self.act(t, t.active, found.at(0))
        else:
            t.ask(t.active, found)

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        asked = ASK_RICH if RICH.of(t) else ASK_COMMON
        return [asked, SITE_OF_MINE.of(t), MINE_PRICE.of(t, RICH.of(t)), MINE_COINS.of(t, RICH.of(t))]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, t.active]


# -- REB-19.8: a tribe -----------------------------------------------------------------------------------------------

FIGHTS_TRIBE: Final = phrase("REB-19.8", "{who:seat} attacks the tribe in {province:region}")
CAN_BREAK_OFF: Final = phrase(
    "REB-19.8", "A fight to the end, which you can leave after any roll if there is a way out"
)
ASK_TRIBE: Final = phrase(
    "REB-19.8",
    "A tribe of {n soldier} in {province:region}, where you have {m}. Attack, or retreat?",
    card=(FIND, TRIBE_ROW),
)


class TribeAttack(Deed[Rebellion]):
    """REB-19.8, REB-8.14  A fight inside the province: the tribe is dug in."""

    words = ["attack the tribe"]
    effect = CAN_BREAK_OFF

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        province = WHERE.of(t)
        n = MANY.of(t)
        t.tell(FIGHTS_TRIBE, seat, province)
        take_out(t, province)
        settle_tribe(t, province, n)
        begin_battle(t, True, seat, province)
        t.battle[CAN_LEAVE] = 1 if refuges(t, seat, province) else 0
        t.succeed(BATTLE)


class TribeAppears(Step[Rebellion]):
    """REB-19.8  Where nobody stands the tribe takes over; without a way out the soldiers must fight."""

    def resume(self, t: Rebellion) -> None:
        if t.units_in(WHERE.of(t)) == 0:
            province = WHERE.of(t)
            settle_tribe(t, province, MANY.of(t))
            tribe_takes(t, province)
            t.succeed(AFTERMATH)
            return
        found = self.listed(t, t.active)
        if found.total == 1:
            self.act(t, t.active, found.at(0))
        else:
            t.ask(t.active, found)

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_TRIBE, MANY.of(t), WHERE.of(t), t.soldiers(WHERE.of(t))]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, t.active]


EXPEDITION_INTERNAL: Final = ExpeditionInternal()
EXPEDITIONS_RETURN: Final = ExpeditionsReturn("rebellion.expeditions", "Expeditions return", "REB-19.3")
MINERAL: Final = Mineral("rebellion.mineral", "Mineral", "REB-19.5", [MineralBuy(), MineralDecline()])
TRIBE_APPEARS: Final = TribeAppears("rebellion.tribe", "Tribe", "REB-19.8", [TRIBE_RETREAT, TribeAttack()])
