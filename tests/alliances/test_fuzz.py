"""Random matches over all options, scenarios and numbers of seats: nothing is lost, every match ends, every secret is
kept."""

import os
import random

import pytest

from alliances.table import GAME, AlliancesTable, deal, random_options
from engine.fuzzing import imagine, play_every_value, play_match, sometimes
from engine.playing import random_choice
from marchland.contract.laws import fault_of_places
from marchland.engine.settings import Setting
from marchland.games.alliances.command import PLUNDERS
from marchland.games.alliances.gifts import GIVES
from marchland.games.alliances.invest import INVESTS, TAKES_OUT
from marchland.games.alliances.payment import PAYS, PRODUCES
from marchland.games.alliances.powers import team_of
from marchland.games.alliances.revival import REVIVES, revived_pay
from marchland.games.alliances.seats import SCENARIOS
from marchland.games.alliances.training import COST, TRAINS, trained_pay
from marchland.games.alliances.victory import TAKES_COINS

MATCHES = int(os.environ.get("MARCHLAND_FUZZ", "100"))  # 2000 in a long run
PARTS = 10
BOUND = 20000


class Accounts:
    """ALL-2.8, ALL-2.9  No coin comes or goes but what is told: supplies and regions are what they were, plus what has
    happened."""

    def __init__(self, t: AlliancesTable) -> None:
        self.supply = list(t.supply)
        self.coins = list(t.coins)
        self.told = len(t.events or [])
        self.pays = (trained_pay(t), revived_pay(t))

    def check(self, t: AlliancesTable) -> None:
        if t.round == 0 or self.supply == [0] * 6:
            return
        for _, phrase, *said in (t.events or [])[self.told :]:
            if phrase == GIVES:
                giver, n, to = said
                self.supply[giver] -= n + 1
                self.supply[to] += n
            elif phrase in (INVESTS, TAKES_OUT):
                power, n, region = said
                moved = n if phrase == INVESTS else -n
                self.supply[power] -= moved
                self.coins[region] += moved
            elif phrase in (TAKES_COINS, PLUNDERS):
                power, n, region = said
                self.supply[power] += n
                self.coins[region] -= n
            elif phrase == PRODUCES:
                self.supply[said[0]] += said[1]
            elif phrase == PAYS:
                self.supply[said[0]] -= said[1]
            elif phrase == TRAINS and self.pays[0]:
                self.supply[said[0]] -= COST[said[1]]
            elif phrase == REVIVES and self.pays[1]:
                self.supply[said[0]] -= said[1] + 1
        assert list(t.supply) == self.supply and list(t.coins) == self.coins


def decide(t: AlliancesTable, rng: random.Random) -> None:
    accounts = Accounts(t)
    drafting = t.round == 0
    t.play(*random_choice(t, rng))
    if not drafting:
        accounts.check(t)


def give(t: AlliancesTable, rng: random.Random) -> None:
    """ALL-23.4  A gift beside a decision, if anybody can make one."""
    gifts = [(seat, action) for seat in range(t.seats) for action in t.asides(seat)]
    if gifts:
        accounts = Accounts(t)
        t.play(*rng.choice(gifts))
        accounts.check(t)


def seat_map(rng: random.Random, seats: int) -> int:
    """ALL-3.8  Any division of the powers of a scenario, or none."""
    powers = rng.choice([scenario.powers for scenario in SCENARIOS[:5]])
    while True:
        given = {power: rng.randrange(seats) + 1 for power in powers}
        teams = {(seat, int(team_of(power))) for power, seat in given.items()}
        if len({seat for seat, _ in teams}) == len(teams) == seats:
            return int("".join(str(given.get(power, 0)) for power in range(6)))
        if seats > len(powers):
            return 0


def play_once(number: int) -> AlliancesTable:
    rng = random.Random(number)
    seats = 2 + number % 5
    options = random_options(rng, seats)
    if number % 3 == 0:
        divided = {**options, "powers": "auto", "scenario": "random", "setup": "advanced"}
        divided["seat_map"] = seat_map(rng, seats)
        options = divided
    return play_match(
        deal(seats, number, **options),
        BOUND,
        sometimes(rng, 0.05, lambda t: give(t, rng)),
        sometimes(rng, 0.02, lambda t: check_imagined(t, rng)),
        lambda t: decide(t, rng),
    )


def check_imagined(t: AlliancesTable, rng: random.Random) -> None:
    imagine(t, rng, lambda t: [])


@pytest.mark.parametrize("part", range(PARTS))
def test_random_matches(part: int) -> None:
    """ALL-2.1, ALL-2.2, ALL-3.9, ALL-4.4  Units, tokens and coins are conserved, and every match ends with everybody
    placed."""
    for number in range(part, MATCHES, PARTS):
        t = play_once(number)
        assert t.over and fault_of_places(t) == ""


@pytest.mark.parametrize("setting", GAME.settings.every, ids=lambda setting: setting.name)
def test_every_value_of_every_option_can_be_played(setting: Setting) -> None:
    if setting.name == "seat_map":
        return  # few numbers are one; they are tried above
    play_every_value(GAME, setting, {"round_limit": 5} if setting.name != "round_limit" else {})
