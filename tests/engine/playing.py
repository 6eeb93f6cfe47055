"""Random matches of every game, for the tests that hold for all of them."""

import os
import random
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from pydantic import TypeAdapter

import marchland
from bazaar.game import GAME as BAZAAR
from marchland.contract.trial import BOUND, Trial, everybody, heard, random_choice, random_options, seen
from marchland.contract.trial import some_assets as assets_of
from marchland.engine.game import Game
from marchland.engine.picture import Fact, Picture
from marchland.engine.table import Table

__all__ = ["assets_of", "everybody", "heard", "random_choice", "random_options", "seen"]

PICTURES = TypeAdapter(Picture)
INTERPRETED = bool(os.environ.get("MARCHLAND_INTERPRETED"))

# What random matches show of data and chances they show compiled; interpreted it would take minutes to see it again.
once = pytest.mark.skipif(INTERPRETED, reason="long matches, which are played compiled")


def games() -> list[Game]:
    return [*marchland.every(), BAZAAR]


def cases(seeds: int = 2) -> list[object]:
    """Parameters (game, seats, seed): every game, every number of seats (interpreted, the usual one); the small test
    game more often."""
    return [
        pytest.param(game, seats, seed, id=f"{game.name}-{seats}-{seed}")
        for game in games()
        for seats in ([game.usual_seats] if INTERPRETED else range(game.least_seats, game.most_seats + 1))
        for seed in range(4 * seeds if game is BAZAAR else seeds)
    ]


def random_house(game: Game, rng: random.Random) -> dict[str, object]:
    """Any value of any number."""
    return {number.name: rng.randint(number.least, number.most) for number in game.numbers}


def dealt(game: Game, seats: int, seed: int) -> Table:
    rng = random.Random(f"{game.name} {seats} {seed}")
    return game.deal(seats, seed, random_options(game, rng, seats), events=True)


def laid_data(t: Table) -> dict[str, Any]:
    """All of a table but the dice and the count of what undo cannot take back, with which no match begins."""
    data = t.to_data()
    del data["dice"], data["reveals"]
    return data


def walk(t: Table, rng: random.Random) -> Iterator[int]:
    """Random play to the end; the number of each state is handed out before the next decision is made."""
    trial = Trial(t.game, 0)
    trial.rng = rng
    for _ in trial.states(t, BOUND):
        yield trial.decision


def fits_the_protocol(picture: Picture) -> None:
    """It is read back from what is sent as it was: every number and word of its declared type."""
    assert PICTURES.validate_json(orjson.dumps(picture), strict=True) == picture


def facts_of(facts: list[Fact]) -> dict[str, int]:
    """Facts by the word for several."""
    return {fact.many or fact.one: fact.value for fact in facts}
