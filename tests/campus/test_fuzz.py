"""Random matches over all options and numbers of players: no crash, no dead end, no broken law of conservation."""

import os
import random

import pytest

from engine.fuzzing import everybody_is_placed, play_every_value, play_match
from engine.playing import random_choice, random_options
from marchland import load
from marchland.engine.settings import Setting
from marchland.engine.table import Table

CAMPUS = load("campus")
MATCHES = int(os.environ.get("MARCHLAND_FUZZ", "200"))  # 2000 in a long run
PARTS = 10
BOUND = 100_000


def play_once(number: int, **options: object) -> Table:
    rng = random.Random(number)
    t = CAMPUS.deal(2 + number % 5, number, {**random_options(CAMPUS, rng), **options})
    return play_match(t, BOUND, lambda t: t.play(*random_choice(t, rng)))


@pytest.mark.parametrize("part", range(PARTS))
def test_random_matches(part: int) -> None:
    """CAM-6.3, CAM-6.5, CAM-S.1  Whatever a group agrees on, every match goes on to its end and places everybody."""
    for number in range(part, MATCHES, PARTS):
        t = play_once(number)
        assert everybody_is_placed(t) and t.places.count(1) >= 1


def test_a_long_match() -> None:
    """CAM-6.5  Two hundred rounds are not too many."""
    assert play_once(5, max_rounds=200).round <= 200


@pytest.mark.parametrize("setting", CAMPUS.settings.every, ids=lambda setting: setting.name)
def test_every_value_of_every_option_can_be_played(setting: Setting) -> None:
    play_every_value(CAMPUS, setting, {"max_rounds": 6})
