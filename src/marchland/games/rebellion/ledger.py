"""The ledger: what the rest of this turn and the start of the next one will bring, line by line, if everything stays as
it is; and which acts would starve or ruin a state. All of it by the functions that carry the rules out."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.picture import Account, Caution, LedgerLine, Price
from marchland.engine.sets import bit, size
from marchland.engine.words import ARGUMENT_BITS
from marchland.games.rebellion.capital import GARRISON, SIEGE_DIE, at_risk
from marchland.games.rebellion.food import (
    FAMINE_DIE,
    GREAT_DIE,
    GREAT_FROM,
    PROVINCES_PER_FOOD,
    SOLDIER_PRICE,
    need,
    production,
)
from marchland.games.rebellion.income import (
    boat_coins,
    capital_coins,
    enemy_coins,
    farm_coins,
    found_coins,
    income,
    land_coins,
    manufactory_coins,
    robbery_coins,
    sheet_coins,
    unit_upkeep,
    upkeep,
)
from marchland.games.rebellion.marching import MOST
from marchland.games.rebellion.revolts import (
    HUNGER_BELOW,
    ROBBERY_UP_TO,
    TOKENS_UP_TO,
    can_revolt,
    has_robbery,
    may_rise,
)
from marchland.games.rebellion.settings import economy, revolts, weather
from marchland.games.rebellion.table import ARMS, WEATHER, Rebellion
from marchland.games.rebellion.turn import MAIN
from marchland.games.rebellion.world import AROUND, PROVINCES


def carried(name: str) -> Deed[Any]:
    """A deed of the Main phase."""
    for deed in MAIN.deeds:
        if deed.name == name:
            return deed
    raise AssertionError(name)


MOVE: Final = carried("move")
RECRUIT: Final = carried("recruit")
END_TURN: Final = carried("end_turn")


def ledger(t: Rebellion, seat: i64) -> list[Account]:
    """For a player who is in the game and has a capital site."""
    if not 0 <= seat < t.seats or t.over or not t.lives(seat) or t.capital[seat] < 0:
        return []
    threats = dangers(t, seat)
    return [
        *([Account("Dangers", threats)] if threats else []),
        Account("Coins", coins_lines(t, seat)),
        *([Account("Food", food_lines(t, seat))] if economy(t) else []),
    ]


def coins_lines(t: Rebellion, seat: i64) -> list[LedgerLine]:
    """REB-5.1  Income and upkeep of the next S4, in the weather of now."""
    sky = t.weather
    came = [
        LedgerLine("in your purse", "REB-1.9", int(t.coins[seat])),
        LedgerLine("your capital", "REB-5.2", int(capital_coins(t, seat))),
        LedgerLine(f"your {counted(size(t.owned(seat)), 'province')}", "REB-5.3", int(land_coins(t, seat))),
        LedgerLine("enemy capitals that you hold", "REB-5.4", int(enemy_coins(t, seat))),
        LedgerLine("farms", "REB-5.5", int(farm_coins(t, seat, sky))),
        LedgerLine("manufactories", "REB-5.5", int(manufactory_coins(t, seat, sky))),
        LedgerLine("robbery", "REB-13.5", int(robbery_coins(t, seat))),
        LedgerLine("fishing boats", "REB-18.3", int(boat_coins(t, seat))),
        LedgerLine("minerals and trees", "REB-5.5", int(found_coins(t, seat))),
        LedgerLine("what expeditions and agents did", "REB-5.6", int(sheet_coins(t, seat))),
    ]
    # REB-5.1  An income is never less than nothing.
    spared = int(income(t, seat, sky)) - sum(line.amount or 0 for line in came[1:])
    lines = [
        *came,
        LedgerLine("no income is below nothing", "REB-5.1", spared),
        LedgerLine("upkeep of buildings", "REB-5.7", int(unit_upkeep(t, seat) - upkeep(t, seat))),
        LedgerLine("units above the limit", "REB-5.9", -int(unit_upkeep(t, seat))),
    ]
    total = int(t.coins[seat] + income(t, seat, sky) - upkeep(t, seat))
    then = "at your next turn" if not changes(t) else f"at your next turn, if it stays {WEATHER[sky]}"
    said = [lines[0], *(line for line in lines[1:] if line.amount)]
    return [*said, LedgerLine(then, "REB-5.1", total, total < 0, True)]


def changes(t: Rebellion) -> bool:
    """REB-15.2  Whether the weather may be another one at the next start of a turn, and would matter."""
    return weather(t) and t.weather_left <= 1


def food_lines(t: Rebellion, seat: i64) -> list[LedgerLine]:
    """REB-14.3  What is eaten at the end of this turn; REB-14.2  and what the next harvest will bring."""
    left = int(t.food[seat] - need(t, seat))
    harvest = int(production(t, seat, t.weather))
    short = harvest < need(t, seat)
    return [
        LedgerLine("in stock", "REB-14.1", int(t.food[seat])),
        LedgerLine(f"your {counted(size(t.owned(seat)), 'province')} eat", "REB-14.3", -int(need(t, seat))),
        LedgerLine("left at the end of the turn", "REB-14.3", left, left < 0, True),
        LedgerLine("the next harvest", "REB-14.2", harvest, short, True),
    ]


def dangers(t: Rebellion, seat: i64) -> list[LedgerLine]:
    """REB-3.4  What the End phase and the next S4 threaten with, in their order."""
    found: list[LedgerLine] = []
    risings = revolts(t) and can_revolt(t, seat) != 0
    if short_of(t, seat) > 0:
        die = GREAT_DIE.of(t) if size(t.held[seat]) >= GREAT_FROM.of(t) else FAMINE_DIE.of(t)
        text = f"Famine: {short_of(t, seat)} food too little, so d{die} soldiers die or cost {SOLDIER_PRICE.of(t)} each"
        found.append(LedgerLine(text, "REB-14.4", danger=True))
        if risings:
            text = f"Revolt of the hungry: {percent(HUNGER_BELOW.of(t) - 1)} %"
            found.append(LedgerLine(text, "REB-24.1", danger=True))
    if risings and may_rise(t, seat):
        chance = ROBBERY_UP_TO.of(t) if has_robbery(t, seat) else TOKENS_UP_TO.of(t)
        found.append(LedgerLine(f"Revolt of the plundered land: {percent(chance)} %", "REB-24.2", danger=True))
    if at_risk(t, seat):
        text = f"Siege: your capital loses up to d{SIEGE_DIE.of(t)} soldiers, down to {GARRISON.of(t)}"
        found.append(LedgerLine(text, "REB-10.11", danger=True))
    if ruins(t, seat, 0):
        text = f"Insolvency: upkeep of {upkeep(t, seat)} that you will not be able to pay"
        found.append(LedgerLine(text, "REB-5.8", danger=True))
    return found


def percent(up_to: i64) -> i64:
    """The chance of a d100 up to a number, which a house rule may set beyond the die."""
    return 0 if up_to < 0 else 100 if up_to > 100 else up_to


def short_of(t: Rebellion, seat: i64, more: i64 = 0) -> i64:
    """REB-14.4  Food that is missing at the end of this turn, if so many provinces were owned besides."""
    if not economy(t):
        return 0
    return (size(t.owned(seat)) + more) // PROVINCES_PER_FOOD.of(t) - t.food[seat]


def ruins(t: Rebellion, seat: i64, cost: i64) -> bool:
    """REB-5.8  Whether the next upkeep could not be paid, with so many coins spent now."""
    due = upkeep(t, seat)
    return due > 0 and t.coins[seat] - cost + income(t, seat, t.weather) < due


def counted(n: i64, word: str) -> str:
    return f"{n} {word}{'' if n == 1 else 's'}"


# -- what is asked once more -----------------------------------------------------------------------------------------


def cautions(t: Rebellion, seat: i64, prices: list[Price]) -> list[Caution]:
    """In the Main phase: what would starve or ruin the state, and was no danger before."""
    found: list[Caution] = []
    threats = [line for line in dangers(t, seat) if line.clause != "REB-10.11"]
    if threats:
        text = ". ".join(line.text for line in threats)
        found.append(Caution(int(END_TURN.code), int(END_TURN.code), text, threats[0].clause))
    if short_of(t, seat) <= 0 < short_of(t, seat, 1):
        text = f"With one province more your land needs more food than the {t.food[seat]} that you have: famine"
        for first in conquests(t, seat):
            found.append(Caution(first, first + MOST, text, "REB-14.4"))
    if not ruins(t, seat, 0):
        text = f"You could not pay your next upkeep of {upkeep(t, seat)} then"
        for price in prices:
            n = next((n for n, total in enumerate(price.totals, 1) if ruins(t, seat, total)), 0)
            if n and price.kind == MOVE.number:
                found += [Caution(first + n, first + MOST, text, "REB-5.8") for first in marches(t, seat, price.first)]
            elif n and price.first < 0:
                first = price.kind << ARGUMENT_BITS
                found.append(Caution(first, first + (1 << ARGUMENT_BITS) - 1, text, "REB-5.8"))
            elif n:
                counts = n if price.kind == RECRUIT.number else 0
                found.append(Caution(price.first + counts, price.last, text, "REB-5.8"))
    return found


def marches(t: Rebellion, seat: i64, first: int) -> list[int]:
    """The first actions of all marches with the arm and out of the province of one."""
    source, arm = MOVE.a(first), MOVE.b(first)
    targets = AROUND[source] & (t.held[seat] | t.free())
    return [int(MOVE.of(source, arm, target)) for target in range(PROVINCES) if targets & bit(target)]


def conquests(t: Rebellion, seat: i64) -> list[int]:
    """REB-4.4  Marches into land of nobody: their first actions, before the count."""
    found: list[int] = []
    for source in range(PROVINCES):
        if not t.held[seat] & bit(source):
            continue
        for arm in range(ARMS):
            if t.ready[source * ARMS + arm]:
                targets = AROUND[source] & t.free()
                found += [int(MOVE.of(source, arm, target)) for target in range(PROVINCES) if targets & bit(target)]
    return found
