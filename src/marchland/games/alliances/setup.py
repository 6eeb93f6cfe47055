"""Chapter 5: the setup of beginners and of advanced players."""

from __future__ import annotations

from typing import Final

from marchland.engine.sayings import phrase
from marchland.engine.sets import bit
from marchland.engine.step import Step
from marchland.games.alliances.powers import NEUTRAL
from marchland.games.alliances.regions import LAND, NUMBERS, REGIONS
from marchland.games.alliances.seats import SCENARIOS, Scenario, draft_powers, scenarios_for, seat_powers
from marchland.games.alliances.settings import BEGINNER, EXPERT, SETUP
from marchland.games.alliances.table import Alliances

FIRST_SUPPLY: Final = NUMBERS.one("start.supply", "ALL-5.1", 3, 0, 10, "coins in the supply of each power at the start")
FIRST_COINS: Final = NUMBERS.one("start.coins", "ALL-5.4", 2, 0, 2, "coins in each start region")
COIN_ROLL: Final = NUMBERS.one("start.roll", "ALL-5.7", 4, 2, 7, "the least roll that puts a coin into a free region")

PLAYS: Final = phrase("ALL-3.3", "{who:seat} plays the {power:power}")
LAID_OUT: Final = phrase("ALL-5.3", "The scenario is {scenario:scenario}")
COINS_LIE: Final = phrase("ALL-5.7", "A die is rolled for every free region; regions that get a coin: {n}")


class LayOut(Step[Alliances]):
    """ALL-5.1 to ALL-5.9  The scenario is drawn and laid out; a draft begins with an empty board."""

    def resume(self, t: Alliances) -> None:
        if SETUP.of(t) == EXPERT:
            seat_powers(t, draft_powers(t))
        else:
            allowed = scenarios_for(t)
            # ALL-5.9  A draw among several; it comes before the rolls.
            t.scenario = allowed[t.dice.below(len(allowed))] if len(allowed) > 1 else allowed[0]
            seat_powers(t, SCENARIOS[t.scenario].powers)
        for power in t.powers:
            t.supply[power] = FIRST_SUPPLY.of(t)
            t.tell(PLAYS, t.played_by[power], power)
        if t.scenario >= 0:
            lay_scenario(t, SCENARIOS[t.scenario])
            t.tell(LAID_OUT, t.scenario)
        t.order = t.powers[:]
        t.finish()


def lay_scenario(t: Alliances, scenario: Scenario) -> None:
    for power, region, units in scenario.units:
        t.put(power, region, units, 0)
    for region, units, coins in scenario.neutral:
        t.put(NEUTRAL, region, units, 0)
        t.coins[region] = coins
    for within, facing in scenario.trenches:
        t.trenches[within] |= bit(facing)
    if scenario.coins:
        # ALL-5.6  Exactly as listed.
        for region, coins in scenario.coins:
            t.coins[region] = coins
        return
    for power, region, _ in scenario.units:
        # ALL-5.4  From the bank; sea regions get none.
        if LAND & bit(region):
            t.coins[region] = FIRST_COINS.of(t)
        # ALL-5.5
        if SETUP.of(t) == BEGINNER and not t.strategic & bit(region):
            t.take(power, region, 1, 0)
    if SETUP.of(t) != BEGINNER:
        roll_for_coins(t)


def roll_for_coins(t: Alliances) -> None:
    """ALL-5.7, ALL-5.8  A die for every unoccupied land region, in order of region id."""
    free = t.unoccupied()
    found = 0
    for region in range(REGIONS):
        if free & bit(region) and t.dice.roll() >= COIN_ROLL.of(t):
            t.coins[region] += 1
            found += 1
    t.tell(COINS_LIE, found)


LAY_OUT: Final = LayOut("alliances.lay_out", "Setup", "ALL-5.3")
