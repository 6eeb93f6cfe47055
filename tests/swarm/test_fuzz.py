"""Random matches over all options and numbers of players: nothing is lost, every match ends, every secret is kept."""

import os
import random

import pytest

from engine.fuzzing import everybody_is_placed, haggle, imagine, play_every_value, play_match, sometimes
from engine.playing import random_choice
from marchland.engine.offers import NUMBER_BITS
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
        found.append(sort << NUMBER_BITS | rng.choice(cards))
    return found


def talk(t: SwarmTable, rng: random.Random) -> None:
    maker, to = rng.sample(range(t.seats), 2)
    assert haggle(t, rng, maker, to, assets(t, maker, rng), assets(t, to, rng))[:6] in ("SWM-3.", "")


def decide(t: SwarmTable, rng: random.Random) -> None:
    expected = Accounts(t)
    t.play(*random_choice(t, rng))
    assert list(t.water) == expected.after(t.events or [])


def play_once(number: int) -> SwarmTable:
    rng = random.Random(number)
    t = deal(2 + number % 5, number, **random_options(rng))
    return play_match(
        t,
        BOUND,
        sometimes(rng, 0.2, lambda t: talk(t, rng)),
        sometimes(rng, 0.03, lambda t: check_imagined(t, rng)),
        lambda t: decide(t, rng),
    )


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
    made = imagine(t, rng, lambda t: [t.leaders, t.coverts, t.quests])
    if t.round < 5:
        assert all(card < 9 for card in made.event_pile[-(5 - t.round) :])


@pytest.mark.parametrize("part", range(PARTS))
def test_random_matches(part: int) -> None:
    """SWM-1.3, SWM-11.13, SWM-11.14  Troops and cards are conserved, and every match ends with everybody placed."""
    for number in range(part, MATCHES, PARTS):
        t = play_once(number)
        assert t.round <= 17 and everybody_is_placed(t)


@pytest.mark.parametrize("setting", GAME.settings.every, ids=lambda setting: setting.name)
def test_every_value_of_every_option_can_be_played(setting: Setting) -> None:
    play_every_value(GAME, setting, {})
