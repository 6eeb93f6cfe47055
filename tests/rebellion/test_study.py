"""What a study is told of a match agrees with what happened on the table."""

from __future__ import annotations

import random

import pytest

from marchland.engine.dice import fast_dice
from marchland.engine.match import Match
from marchland.games.rebellion.game import GAME
from marchland.games.rebellion.table import BUILDINGS, Rebellion
from marchland.games.rebellion.world import PROVINCES, WORLD


def buildings(t: Rebellion) -> set[tuple[str, int]]:
    return {
        (name, province)
        for building, name in enumerate(BUILDINGS)
        for province in range(PROVINCES)
        if t.stands(building, province)
    }


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_facts_are_those_of_the_match(seats: int) -> None:
    match = Match(GAME, seats, {"round_limit": "8"}, fast_dice(seats))
    t = match.table
    assert isinstance(t, Rebellion)
    rng = random.Random(seats)
    first = -1
    built: list[tuple[int, str]] = []
    while not t.over:
        if t.round == 1 and first < 0:
            first = int(t.active)
        seat = rng.choice(t.deciders())
        action = rng.choice(t.options(seat).actions())
        before = buildings(t)
        match.play(seat, action)
        if GAME.name_of(action).startswith("build"):
            built += [(seat, name) for name, _ in buildings(t) - before]
    facts = GAME.study(t, match.events)

    def said(fact: str) -> list[tuple[int, str]]:
        return sorted((seat, value) for seat, name, value in facts if name == fact)

    assert {name for _, name, _ in facts} <= set(GAME.facts)
    assert said("turn") == sorted(((first + place) % seats, str(place + 1)) for place in range(seats))
    assert said("continent") == [(seat, WORLD.groups[WORLD.group_of[t.capital[seat]]].name) for seat in range(seats)]
    assert said("built") == sorted(built)
    assert [seat for seat, _ in said("revolts")] == list(range(seats))
    # In the first round nothing but a capital brings coins; then there is an income for every turn that was begun.
    income = said("income")
    assert {(seat, "round 1: 4") for seat in range(seats)} <= set(income)
    assert max(sum(1 for of, _ in income if of == seat) for seat in range(seats)) == t.round
