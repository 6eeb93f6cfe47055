"""Random matches over all options and numbers of players: nothing is lost, every match ends, every secret is kept."""

import os
import random

import pytest

from engine.fuzzing import everybody_is_placed, haggle, imagine, play_every_value, play_match, sometimes
from engine.playing import random_choice
from marchland.engine.settings import Setting
from marchland.games.rebellion import expeditions, finds, overseas
from marchland.games.rebellion.agents import BUYS as BUYS_AGENT
from marchland.games.rebellion.army import LINKED, RECRUITS, UNLINKED
from marchland.games.rebellion.battle import ATTACKER_LOSES, DEFENDER_LOSES
from marchland.games.rebellion.buildings import BUILDS, BUILDS_SECOND, DEMOLISHES, DISBANDS
from marchland.games.rebellion.capital import UPGRADES
from marchland.games.rebellion.captain import CASHES
from marchland.games.rebellion.captives import FREED
from marchland.games.rebellion.capture import PAYS_MARCH
from marchland.games.rebellion.deals import COIN, FOOD, FRUIT, GIVES_COINS, GIVES_FOOD, PLEDGE, STAKE, VOUCHER, pledge
from marchland.games.rebellion.ending import IS_OUT, LIES_EMPTY, LOST_AT_SEA, RETURNS
from marchland.games.rebellion.fishing import SETS_OUT
from marchland.games.rebellion.fleets import LAUNCHES, SCUTTLES_TRANSPORTER, SINKS
from marchland.games.rebellion.food import BUYS_OFF, FED, HARVEST_TOLD, SHORT, STARVES, STARVES_ABOARD
from marchland.games.rebellion.force import force_soldiers
from marchland.games.rebellion.income import DROPS_UNIT, PAYS_UPKEEP, RECEIVES
from marchland.games.rebellion.losses import LOST
from marchland.games.rebellion.marching import MARCHES
from marchland.games.rebellion.mutiny import RISE as CAPTIVES_RISE
from marchland.games.rebellion.peace import COINS_PASS, DISBANDED
from marchland.games.rebellion.revolts import WON_OVER
from marchland.games.rebellion.table import SOLDIERS
from marchland.games.rebellion.transporters import GOES_ASHORE, LOST_ABOARD
from marchland.games.rebellion.tribe import MANY
from marchland.games.rebellion.voyages import BUYS_CONSTRUCTION, LANDS, LOST_ON_WAY, SENDS, SETS_SAIL
from rebellion.table import GAME, RebellionTable, deal, random_options

# What costs the one who is named first the sum that is named next.
COSTS = [
    PAYS_UPKEEP,
    PAYS_MARCH,
    BUYS_OFF,
    BUYS_AGENT,
    overseas.SENDS_OVERSEAS,
    overseas.BUYS_RESULT,
    expeditions.OPENS_MINE,
    finds.WAITS,
    finds.BUYS_CLEAN,
]
MATCHES = int(os.environ.get("MARCHLAND_FUZZ", "60"))  # 1000 in a long run
PARTS = 10
BOUND = 12000


def assets(rng: random.Random, seats: int) -> list[int]:
    found = [int(COIN.of(rng.randrange(1, 6)))] if rng.random() < 0.6 else []
    if rng.random() < 0.3:
        found.append(int(FOOD.of(1)))
    if rng.random() < 0.2:
        found.append(int(rng.choice([FRUIT, VOUCHER]).of(1)))
    if rng.random() < 0.3:
        found.append(int(PLEDGE.of(pledge(rng.randrange(2), rng.randrange(-1, seats)))))
    if rng.random() < 0.3:
        found.append(int(STAKE.of(rng.randrange(60))))
    return found


def talk(t: RebellionTable, rng: random.Random) -> None:
    maker, to = rng.sample(range(t.seats), 2)
    if rng.random() < 0.8:
        maker = int(t.active)
        to = rng.choice([seat for seat in range(t.seats) if seat != maker])
    clause = haggle(t, rng, maker, to, assets(rng, t.seats), assets(rng, t.seats))
    assert clause in ("REB-11.14", "REB-11.15", "REB-27.2", "REB-27.5", "")


def decide(t: RebellionTable, rng: random.Random) -> None:
    expected = Accounts(t)
    t.play(*random_choice(t, rng))
    expected.check(t)


def play_once(number: int) -> RebellionTable:
    rng = random.Random(number)
    t = deal(2 + number % 5, number, **random_options(rng))
    return play_match(
        t,
        BOUND,
        sometimes(rng, 0.1, lambda t: talk(t, rng)),
        sometimes(rng, 0.02, lambda t: imagine(t, rng, lambda t: []) and None),
        lambda t: decide(t, rng),
    )


# Everything of the later chapters is cheap and comes soon.
ADVENTURES: dict[str, object] = {
    "start_coins": 200,
    "price.level2": 1,
    "price.port": 1,
    "price.camp": 1,
    "price.agent": 1,
    "overseas.price": 0,
    "overseas.turns": 1,
    "inland.price": 0,
    "inland.turns": 1,
    "captives.base": 100,
    "mutiny.one": 100,
}


def adventure(number: int, timing: str) -> set[str]:
    """The clauses that a match has told."""
    rng = random.Random(number)
    t = deal(2 + number % 3, 900 + number, **{**ADVENTURES, "agent_timing": timing, "round_limit": 7})
    play_match(
        t,
        BOUND,
        sometimes(rng, 0.05, lambda t: talk(t, rng)),
        sometimes(rng, 0.02, lambda t: imagine(t, rng, lambda t: []) and None),
        lambda t: seek(t, rng),
    )
    return {GAME.read(event).clause for event in t.events or []}


@pytest.mark.parametrize("timing", ["own_turn", "round_end"])
def test_matches_full_of_adventures(timing: str) -> None:
    """REB-19.3, REB-20.4, REB-22.2, REB-23.6  Laws and accounts hold where there is much to find and to plot."""
    seen: set[str] = set()
    for number in range(ADVENTURES_PLAYED):
        seen |= adventure(number, timing)
    assert {"REB-19.1", "REB-19.6", "REB-20.1", "REB-20.4", "REB-23.4", "REB-23.6", "REB-23.7"} <= seen
    assert sum(clause.startswith("REB-20.") for clause in seen) > 8


def seek(t: RebellionTable, rng: random.Random) -> None:
    """Now and then what leads to adventures, if it can be had; otherwise anything."""
    seat = rng.choice(t.deciders())
    if rng.random() < 0.4:
        for action in t.options(seat):
            if GAME.name_of(action).startswith(SOUGHT) and rng.random() < 0.5:
                expected = Accounts(t)
                t.play(seat, action)
                expected.check(t)
                return
    decide(t, rng)


SOUGHT = ("upgrade", "build port", "build captive camp", "send an", "explore", "buy an agent", "roll for", "attack")
ADVENTURES_PLAYED = max(3, MATCHES // 20)


def soldiers_of(t: RebellionTable) -> int:
    """Those of a tribe that has only just been met are told and stand nowhere yet."""
    if not t.over and t.step() is expeditions.TRIBE_APPEARS:
        return on_the_map(t) + int(MANY.of(t))
    return on_the_map(t)


def on_the_map(t: RebellionTable) -> int:
    afloat = sum(int(t.soldiers_afloat(seat)) for seat in range(t.seats))
    return sum(int(t.soldiers(province)) for province in range(42)) + int(force_soldiers(t)) + afloat


class Accounts:
    """REB-1.9, REB-6.7, REB-14.1  No coin, food or soldier comes or goes but what is told."""

    def __init__(self, t: RebellionTable) -> None:
        self.coins = list(t.coins)
        self.food = list(t.food)
        self.soldiers = soldiers_of(t)
        self.told = len(t.events or [])

    def check(self, t: RebellionTable) -> None:
        for _, phrase, *said in (t.events or [])[self.told :]:
            self.hear(phrase, said)
        assert list(t.coins) == self.coins
        assert list(t.food) == self.food
        if not t.over:
            assert soldiers_of(t) == self.soldiers

    def hear(self, phrase: int, said: list[int]) -> None:
        if phrase in (RECEIVES, CASHES):
            self.coins[said[0]] += said[1]
        elif phrase in (overseas.FINDS_TREASURE, overseas.BRINGS_TREE):
            self.coins[said[0]] += said[2]
        elif phrase == expeditions.FINDS_ARTEFACT:
            self.coins[said[2]] += said[3]
        elif phrase in COSTS:
            self.coins[said[0]] -= said[1]
        elif phrase == expeditions.SENDS_INLAND:
            self.coins[said[0]] -= said[2]
        elif phrase == overseas.HIRES:
            self.soldiers += 6 * said[2]
        elif phrase == expeditions.FINDS_TRIBE:
            self.soldiers += said[2]
        elif FREED.said(phrase):
            self.soldiers += said[0]
        elif CAPTIVES_RISE.said(phrase):
            self.soldiers += said[1]
        elif phrase in (UPGRADES, BUILDS_SECOND, WON_OVER):
            self.coins[said[0]] -= said[2]
        elif phrase == RECRUITS:
            self.coins[said[0]] -= said[4]
            self.soldiers += said[1] * int(SOLDIERS[said[2]])
        elif phrase == MARCHES:
            self.coins[said[0]] -= said[5]
        elif phrase in (BUILDS, LAUNCHES, SETS_SAIL):
            self.coins[said[0]] -= said[3]
        elif phrase in (SENDS, GOES_ASHORE):
            self.coins[said[0]] -= said[5]
        elif phrase == SETS_OUT:
            self.coins[said[0]] -= said[2]
        elif phrase == BUYS_CONSTRUCTION:
            self.coins[said[0]] -= said[1]
        elif phrase == LANDS:
            self.coins[said[1]] -= said[3]
        elif phrase in (SINKS, SCUTTLES_TRANSPORTER):
            self.soldiers -= said[2]
        elif phrase in (LOST_ON_WAY, LOST_AT_SEA):
            self.soldiers -= said[0]
        elif phrase == DEMOLISHES:
            self.coins[said[0]] += said[3]
        elif phrase in (COINS_PASS, GIVES_COINS):
            self.coins[said[0]] -= said[2]
            self.coins[said[1]] += said[2]
        elif phrase == GIVES_FOOD:
            self.food[said[0]] -= said[2]
            self.food[said[1]] += said[2]
        elif phrase == HARVEST_TOLD:
            self.food[said[0]] = said[1]
        elif phrase == FED:
            self.food[said[0]] -= said[1]
        elif phrase == SHORT:
            assert self.food[said[0]] == said[2] < said[1]
            self.food[said[0]] = 0
        elif phrase == IS_OUT:
            self.coins[said[0]] = self.food[said[0]] = 0
        elif phrase in (ATTACKER_LOSES, DEFENDER_LOSES, STARVES, STARVES_ABOARD, LOST, LOST_ABOARD):
            self.soldiers -= 1
        elif phrase == DROPS_UNIT:
            self.soldiers -= int(SOLDIERS[said[1]])
        elif phrase == DISBANDS:
            self.soldiers -= said[1] * int(SOLDIERS[said[2]])
        elif phrase == DISBANDED:
            self.soldiers -= said[0]
        elif phrase in (LIES_EMPTY, RETURNS):
            self.soldiers -= said[-1]
        elif phrase == LINKED:
            self.soldiers -= 3
        elif phrase == UNLINKED:
            self.soldiers += 3


@pytest.mark.parametrize("part", range(PARTS))
def test_random_matches(part: int) -> None:
    """REB-4.12, REB-25.4, REB-3.3  Laws hold, accounts agree, and every match ends with everybody placed."""
    for number in range(part, MATCHES, PARTS):
        t = play_once(number)
        assert everybody_is_placed(t)


@pytest.mark.parametrize("setting", GAME.settings.every, ids=lambda setting: setting.name)
def test_every_value_of_every_option_can_be_played(setting: Setting) -> None:
    play_every_value(GAME, setting, {} if setting.name == "round_limit" else {"round_limit": 6})
