"""Random matches over all options and numbers of players: nothing is lost, every match ends, every secret is kept."""

import os
import random

import pytest

from engine.haggling import haggle
from marchland.engine.dice import fast_dice
from marchland.engine.settings import Setting
from marchland.games.swarm.auctions import BUYS, MERCHANT_EARNS
from marchland.games.swarm.cards import EVENT, QUEST, WIND
from marchland.games.swarm.drops import DROPS
from marchland.games.swarm.event import EVERYBODY_DRINKS, MERCY_GIVEN
from marchland.games.swarm.harvest import HARVESTS
from marchland.games.swarm.moves import MOVES
from marchland.games.swarm.operations import STEALS, TURNCOAT_WATER
from marchland.games.swarm.quests import COMPLETES, REWARD_WATER
from swarm.table import GAME, SwarmTable, deal, random_options

MATCHES = int(os.environ.get("MARCHLAND_FUZZ", "200"))  # 2000 in a long run
PARTS = 10
BOUND = 5000


def assets(t: SwarmTable, seat: int, rng: random.Random) -> list[int]:
    """Some water and perhaps a card, mostly what the seat has."""
    found = [rng.randrange(0, 5)] if rng.random() < 0.7 else []
    sort, cards = rng.choice([(1, t.leaders[seat]), (2, t.coverts[seat]), (3, t.quests[seat])])
    if cards and rng.random() < 0.5:
        found.append(sort << 8 | rng.choice(cards))
    return found


def talk(t: SwarmTable, rng: random.Random) -> None:
    maker, to = rng.sample(range(t.seats), 2)
    assert haggle(t, rng, maker, to, assets(t, maker, rng), assets(t, to, rng))[:6] in ("SWM-3.", "")


def play_match(number: int) -> SwarmTable:
    rng = random.Random(number)
    t = deal(2 + number % 5, number, **random_options(rng))
    for _ in range(BOUND):
        if t.over:
            return t
        if rng.random() < 0.2:
            talk(t, rng)
        if rng.random() < 0.03:
            check_imagined(t, rng)
        if not t.over:
            seat = rng.choice(t.deciders())
            first, count = rng.choice(t.options(seat).spans())
            expected = Accounts(t)
            t.play(seat, first + rng.randrange(count))
            assert list(t.water) == expected.after(t.events or [])
        assert GAME.conserved(t) == ""
    raise AssertionError("the match does not end")


class Accounts:
    """SWM-1.4  No water comes or goes but what is told: everybody's stock is what it was, plus what has happened."""

    def __init__(self, t: SwarmTable) -> None:
        self.water = list(t.water)
        self.told = len(t.events or [])
        self.free_move = t.moves_made == 0 and t.favour(t.active, WIND)
        self.price = 2 if t.event >= 0 and EVENT.cards[t.event].name == "Dust Storm" else 1

    def after(self, events: list[list[int]]) -> list[int]:
        for _, phrase, *said in events[self.told :]:
            if phrase == EVERYBODY_DRINKS:
                self.water = [water + 1 for water in self.water]
            elif phrase in (HARVESTS, MERCY_GIVEN, REWARD_WATER, TURNCOAT_WATER):
                self.water[said[0]] += said[1]
            elif phrase == MERCHANT_EARNS:
                self.water[said[0]] += 1
            elif phrase == BUYS:
                self.water[said[0]] -= said[1]
            elif phrase == DROPS:
                self.water[said[0]] -= 2 * said[1]
            elif phrase == MOVES:
                self.water[said[0]] -= 0 if self.free_move else self.price
            elif phrase == STEALS:
                self.water[said[0]] += said[1]
                self.water[said[2]] -= said[1]
            elif phrase == COMPLETES and QUEST.cards[said[1]].name == "Full Cisterns":
                self.water[said[0]] -= 8
        return self.water


def check_imagined(t: SwarmTable, rng: random.Random) -> None:
    """What a seat imagines agrees with its own hand, with all public things, and with what it was told."""
    seat = rng.randrange(-1, t.seats)
    made = t.determinize(seat, fast_dice(rng.randrange(1000)))
    assert isinstance(made, SwarmTable)
    assert GAME.conserved(made) == ""
    assert made.view(seat) == t.view(seat)
    # Whoever imagines from an imagined table with the same dice gets the same: nothing shines through.
    assert made.determinize(seat, fast_dice(3)) == t.determinize(seat, fast_dice(3))
    for leader in range(24):
        mask = t.leaders.holders(seat, leader)
        assert mask == 0 or any(mask >> p & 1 and leader in made.leaders[p] for p in range(t.seats))
    for quest in range(20):
        mask = t.quests.holders(seat, quest)
        assert mask == 0 or any(mask >> p & 1 and quest in made.quests[p] for p in range(t.seats))
    for i in range(0, len(t.coverts.known[seat]), 2):
        mask, kind = t.coverts.known[seat][i : i + 2]
        assert any(mask >> p & 1 and kind in made.coverts[p] for p in range(t.seats))
    if t.round < 5:
        assert all(card < 9 for card in made.event_pile[-(5 - t.round) :])


@pytest.mark.parametrize("part", range(PARTS))
def test_random_matches(part: int) -> None:
    """SWM-1.3, SWM-11.13, SWM-11.14  Troops and cards are conserved, and every match ends with everybody placed."""
    for number in range(part, MATCHES, PARTS):
        t = play_match(number)
        assert t.round <= 17 and sorted(t.places)[0] == 1
        assert sorted(t.places) == [1 + sum(other < place for other in t.places) for place in sorted(t.places)]


@pytest.mark.parametrize("setting", GAME.settings.every, ids=lambda setting: setting.name)
def test_every_value_of_every_option_can_be_played(setting: object) -> None:
    """Each value by itself, to the end of a match."""
    assert isinstance(setting, Setting)
    values = setting.values or [setting.least, setting.most]
    for value in values:
        rng = random.Random(str(value))
        t = deal(3, 5, **{setting.name: value})
        while not t.over:
            seat = rng.choice(t.deciders())
            first, count = rng.choice(t.options(seat).spans())
            t.play(seat, first + rng.randrange(count))
        assert GAME.conserved(t) == ""
