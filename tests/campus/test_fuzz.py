"""Two thousand matches over all options: no crash, no dead end, no broken law of conservation."""

import random

import pytest

from marchland import load
from marchland.engine.dice import fast_dice
from marchland.engine.game import Game

CAMPUS = load("campus")
BATCHES = 20
MATCHES = 100  # in a batch
LAWS_EVERY = 16  # decisions


def chosen(game: Game, chance: random.Random, most_rounds: int) -> dict[str, object]:
    options: dict[str, object] = {}
    for setting in game.settings.every:
        if setting.values is not None:
            options[setting.name] = chance.choice(setting.values)
    return {**options, "max_rounds": chance.randint(5, most_rounds)}


def play(seats: int, options: dict[str, object], seed: int) -> int:
    """Random decisions to the end; returns how many there were."""
    t = CAMPUS.deal(seats, seed=seed, options=options)
    chooser = fast_dice(seed + 1)
    decisions = 0
    while not t.over:
        [seat] = t.deciders()
        found = t.options(seat)
        assert found.total > 0, f"no option for seat {seat} in {t.step().tag}: {options}, seed {seed}"
        t.apply(seat, found.at(chooser.below(found.total)))
        decisions += 1
        if decisions % LAWS_EVERY == 0:
            assert CAMPUS.conserved(t) == "", f"{options}, seed {seed}, decision {decisions}"
    assert CAMPUS.conserved(t) == ""
    assert sorted(t.places)[0] == 1
    return decisions


@pytest.mark.parametrize("batch", range(BATCHES))
def test_matches_over_all_options(batch: int) -> None:
    """CAM-6.5, CAM-S.1  Whatever a group agrees on, every match goes on to its end."""
    chance = random.Random(batch)
    for number in range(MATCHES):
        play(chance.randint(2, 6), chosen(CAMPUS, chance, 7), batch * MATCHES + number)


def test_long_matches() -> None:
    """CAM-6.5  Two hundred rounds are not too many."""
    chance = random.Random(99)
    for number in range(4):
        play(chance.randint(2, 6), {**chosen(CAMPUS, chance, 7), "max_rounds": 200}, 5000 + number)
