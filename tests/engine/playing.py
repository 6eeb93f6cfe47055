"""Random matches of every game, for the tests that hold for all of them."""

import json
import random
from collections.abc import Iterator

import pytest

import marchland
from bazaar.game import GAME as BAZAAR
from bazaar.table import CARD, Bazaar
from marchland.engine.errors import IllegalAction
from marchland.engine.game import Game
from marchland.engine.table import SPECTATOR, Table
from marchland.games.capitals.table import Capitals
from marchland.games.swarm.table import Swarm

# No match of any game takes more decisions than this, however silly.
BOUND = 100_000


def games() -> list[Game]:
    return [*marchland.every(), BAZAAR]


def cases(seeds: int = 2) -> list[object]:
    """Parameters (game, seats, seed): every game, every number of seats; the small test game more often."""
    return [
        pytest.param(game, seats, seed, id=f"{game.name}-{seats}-{seed}")
        for game in games()
        for seats in range(game.least_seats, game.most_seats + 1)
        for seed in range(4 * seeds if game is BAZAAR else seeds)
    ]


def random_options(game: Game, rng: random.Random) -> dict[str, object]:
    """Any value of any option, but few rounds where their number can be agreed on."""
    chosen: dict[str, object] = {}
    for setting in game.settings.every:
        most = min(setting.most, setting.least + 15) if "rounds" in setting.name else setting.most
        chosen[setting.name] = rng.choice(setting.values or range(setting.least, most + 1))
    return chosen


def random_house(game: Game, rng: random.Random) -> dict[str, object]:
    """Any value of any number."""
    return {number.name: rng.randint(number.least, number.most) for number in game.numbers}


def dealt(game: Game, seats: int, seed: int) -> Table:
    rng = random.Random(f"{game.name} {seats} {seed}")
    return game.deal(seats, seed, random_options(game, rng), events=True)


def everybody(t: Table) -> list[int]:
    return [SPECTATOR, *range(t.seats)]


def seen(t: Table, seat: int) -> str:
    """The view of a seat, byte by byte."""
    return json.dumps(t.view(seat), sort_keys=True)


def heard(events: list[list[int]], seat: int) -> list[list[int]]:
    """The events that a seat hears; an event is [audience, phrase, arguments...]."""
    return [event[1:] for event in events if event[0] == -1 or (seat >= 0 and event[0] >> seat & 1)]


def random_choice(t: Table, rng: random.Random) -> tuple[int, int]:
    """A decider and one of its options: a span first, so that long counts do not drown the rest."""
    seat = rng.choice(t.deciders())
    first, count = rng.choice(t.options(seat).spans())
    return seat, first + rng.randrange(count)


def assets_of(t: Table, seat: int, rng: random.Random) -> list[int]:
    """Something that a seat might give: mostly what it has, sometimes nonsense. A game with deals adds its own here."""
    few = [rng.randrange(1, 4)] if rng.random() < 0.6 else []
    if isinstance(t, Bazaar) and t.hands[seat] and rng.random() < 0.6:
        return [*few, CARD + rng.choice(t.hands[seat])]
    if isinstance(t, Swarm) and rng.random() < 0.5:
        sort, cards = rng.choice([(1, t.leaders[seat]), (2, t.coverts[seat]), (3, t.quests[seat])])
        return [*few, sort << 8 | rng.choice(cards)] if cards else few
    if isinstance(t, Capitals) and t.hands[seat] and rng.random() < 0.4:
        return [*few, 1 << 8 | rng.choice(t.hands[seat])]
    return few if rng.random() < 0.8 else [*few, rng.randrange(-600, 1200)]


def talk(t: Table, rng: random.Random) -> None:
    """Try to make an offer, and perhaps answer one that stands."""
    maker, to = rng.sample(range(t.seats), 2)
    before = t.fingerprint()
    try:
        t.propose(maker, to, assets_of(t, maker, rng), assets_of(t, to, rng))
    except IllegalAction:
        assert t.fingerprint() == before
    choices = [(seat, action) for seat in range(t.seats) for action in t.asides(seat)]
    if choices and rng.random() < 0.3:
        t.play(*rng.choice(choices))


def walk(t: Table, rng: random.Random) -> Iterator[int]:
    """Random play to the end; the number of each state is handed out before the next decision is made."""
    for number in range(BOUND):
        yield number
        if t.over:
            return
        if rng.random() < (0.5 if t.deals_open() else 0.01):
            talk(t, rng)
        if not t.over:
            t.play(*random_choice(t, rng))
    raise AssertionError(f"no end after {BOUND} decisions")
