"""Random matches over all options and numbers of players: nothing is lost, every match ends, every secret is kept."""

from __future__ import annotations

import os
import random

import pytest

from capitals.table import GAME, CapitalsTable, deal, random_options
from engine.fuzzing import everybody_is_placed, haggle, imagine, play_every_value, play_match, sometimes
from marchland.engine.settings import Setting
from marchland.games.capitals.actions import TAXED
from marchland.games.capitals.bids import HAS_BID, HAS_LOBBIED
from marchland.games.capitals.deals import EUR_GIVEN
from marchland.games.capitals.events import PAYS_INFLATION
from marchland.games.capitals.fortify import BUYS_MARCH
from marchland.games.capitals.hands import INHERITS
from marchland.games.capitals.muster import BUYS_CARD, BUYS_UNITS
from marchland.games.capitals.receiving import GAINS
from marchland.games.capitals.setup import START_POOL
from marchland.games.capitals.table import PLUNDERS
from marchland.games.capitals.turn import INCOME_EUR

MATCHES = int(os.environ.get("MARCHLAND_FUZZ", "60"))  # 2000 in a long run
PARTS = 10
BOUND = 20000
FIGHTS = [kind.number for kind in GAME.words.kinds if kind.name.startswith(("attack", "strike", "storm", "play"))]


def assets(t: CapitalsTable, seat: int, rng: random.Random) -> list[int]:
    """Some EUR and perhaps a card, mostly what the seat has."""
    found = [rng.randrange(0, 5)] if rng.random() < 0.7 else []
    if t.hands[seat] and rng.random() < 0.4:
        found.append(256 + rng.choice(t.hands[seat]))
    return found


def talk(t: CapitalsTable, rng: random.Random) -> None:
    maker, to = rng.sample(range(t.seats), 2)
    if t.deals_open() and rng.random() < 0.8:
        maker = int(t.active)
        to = rng.choice([seat for seat in range(t.seats) if seat != maker])
    assert haggle(t, rng, maker, to, assets(t, maker, rng), [rng.randrange(0, 5)])[:7] in ("CAP-12.", "")


def decide(t: CapitalsTable, rng: random.Random, eager: float, accounts: Accounts) -> None:
    seat = rng.choice(t.deciders())
    spans = t.options(seat).spans()
    # Some matches are full of attacks, so that players fall and hands are inherited.
    fights = [span for span in spans if span[0] >> 23 in FIGHTS]
    first, count = rng.choice(fights if fights and rng.random() < eager else spans)
    t.play(seat, first + rng.randrange(count))
    assert list(t.eur) == accounts.after(t.events or [])


def play_once(number: int) -> CapitalsTable:
    rng = random.Random(number)
    t = deal(3 + number % 4, number, **random_options(rng))
    eager = rng.random()
    accounts = Accounts(t.seats)
    return play_match(
        t,
        BOUND,
        sometimes(rng, 0.1, lambda t: talk(t, rng)),
        sometimes(rng, 0.02, lambda t: check_imagined(t, rng)),
        lambda t: decide(t, rng, eager, accounts),
    )


def check_imagined(t: CapitalsTable, rng: random.Random) -> None:
    imagine(t, rng, lambda t: [t.hands])


class Accounts:
    """CAP-6.5  No EUR comes or goes but what is told: everybody has what was received, less what was paid."""

    def __init__(self, seats: int) -> None:
        self.eur = [0] * seats
        self.heard = 0

    def after(self, events: list[list[int]]) -> list[int]:
        for _, phrase, *said in events[self.heard :]:
            if phrase == START_POOL:
                self.eur = [eur + said[1] for eur in self.eur]
            elif phrase in (GAINS, INCOME_EUR):
                self.eur[said[0]] += said[1]
            elif phrase in (HAS_BID, HAS_LOBBIED, PAYS_INFLATION, BUYS_CARD, BUYS_MARCH):
                self.eur[said[0]] -= said[1]
            elif phrase == BUYS_UNITS:
                self.eur[said[0]] -= said[2]
            elif phrase == TAXED:
                self.move(said[2], said[0], said[1])
            elif phrase == PLUNDERS:
                self.move(said[3], said[0], said[2])
            elif phrase == INHERITS:
                self.move(said[3], said[0], said[1])
            elif phrase == EUR_GIVEN:
                self.move(said[0], said[1], said[2])
        self.heard = len(events)
        return self.eur

    def move(self, giver: int, taker: int, n: int) -> None:
        self.eur[giver] -= n
        self.eur[taker] += n


@pytest.mark.parametrize("part", range(PARTS))
def test_random_matches(part: int) -> None:
    """CAP-11.4  EUR and cards are conserved to the last, and every match ends with everybody placed."""
    for number in range(part, MATCHES, PARTS):
        t = play_once(number)
        assert t.round <= t.max_rounds and everybody_is_placed(t)
        assert int(t.bank) + sum(t.eur) == 0


@pytest.mark.parametrize("setting", GAME.settings.every, ids=lambda setting: setting.name)
def test_every_value_of_every_option_can_be_played(setting: Setting) -> None:
    play_every_value(GAME, setting, {"max_rounds": 12})


def test_every_setting_has_a_sentence_and_a_clause() -> None:
    for setting in GAME.settings.every:
        assert setting.text.endswith(".") and setting.clause.startswith("CAP-")
        assert f"`{setting.name}`" in GAME.rulebook()
    for preset in GAME.presets:
        GAME.deal(4, 1, preset.options)
