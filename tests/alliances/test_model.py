"""The game beside a second model of its rules: the same options at every decision, and the same board behind it."""

import os
import random

import pytest

from alliances.model import CODES, KIND, LIMIT, NEAR, NO_PLACEHOLDER, NUMBERS, POWERS, Model
from alliances.table import GAME, AlliancesTable, deal, random_options
from engine.playing import once, random_choice
from marchland.engine.dice import fast_dice
from marchland.games.alliances.regions import EUROPE, SEA, STRATEGIC
from marchland.games.alliances.regions import LIMIT as LIMITS

MATCHES = int(os.environ.get("MARCHLAND_MODEL", "30"))
PARTS = 5


def test_the_board_is_that_of_the_rulebook() -> None:
    """ALL-1.4, ALL-1.5, ALL-1.15"""
    assert [region.code for region in EUROPE.regions] == CODES
    for number, code in enumerate(CODES):
        assert {CODES[near] for near in EUROPE.neighbours[number]} == NEAR[code]
        assert (STRATEGIC >> number & 1, SEA >> number & 1) == (KIND[code] == "S", KIND[code] == "W")
        assert LIMITS[number] == LIMIT[code]


def words(t: AlliancesTable, seat: int) -> set[str]:
    return {GAME.name_of(action) for action in t.options(seat)}


def board_of(t: AlliancesTable) -> dict[str, object]:
    position = GAME.position_of(t)
    units = {code: {power: [i, a] for power, i, a in stacks} for code, stacks in position.get("units", {}).items()}
    return {
        "units": units,
        "coins": position.get("coins", {}),
        "supply": position["supply"],
        "trenches": {(code, to) for code, facing in position.get("trenches", {}).items() for to in facing},
        "points": list(t.points),
    }


def board_in(model: Model) -> dict[str, object]:
    return {
        "units": {code: stacks for code, stacks in model.units.items() if stacks},
        "coins": {code: n for code, n in model.coins.items() if n},
        "supply": model.supply,
        "trenches": model.trenches,
        "points": model.points,
    }


def side_by_side(t: AlliancesTable, model: Model, moving: bool, rng: random.Random, name: str) -> int:
    """Random decisions to the end of a match; returns how many there were."""
    going_on = model.play(moving)
    expected = next(going_on)
    decisions = 0
    while True:
        where = (name, decisions, t.step().tag)
        asked, gifts = expected
        assert {seat: words(t, seat) for seat in t.deciders()} == asked, where
        free = {seat: {GAME.name_of(action) for action in t.asides(seat)} for seat in range(t.seats)}
        assert {seat: said for seat, said in free.items() if said} == {
            seat: said for seat, said in gifts.items() if said
        }
        aside = [(seat, action) for seat in range(t.seats) for action in t.asides(seat)]
        seat, action = rng.choice(aside) if aside and rng.random() < 0.03 else random_choice(t, rng)
        t.play(seat, action)
        decisions += 1
        hear(t, model)
        try:
            expected = going_on.send((seat, GAME.name_of(action)))
        except StopIteration:
            assert t.over
            return decisions
        assert not t.over and not model.rolls, where
        if t.step().tag.rpartition(".")[2] in ("tokens", "pay", "train", "invest", "plan", "pick_token"):
            assert board_of(t) == board_in(model), where


def hear(t: AlliancesTable, model: Model) -> None:
    """The rolls that the game has made since are those of the model."""
    model.rolls += [face for event in t.events or [] for roll in GAME.read(event).rolls() for face in roll]
    t.events = []


def house_rules(rng: random.Random) -> dict[str, int]:
    """ALL-2.10  A third of the numbers turned, most as far as they go."""
    some = [one for one in GAME.numbers if one.name in NUMBERS and rng.random() < 1 / 3]
    return {one.name: rng.choice([one.least, one.most, rng.randint(one.least, one.most)]) for one in some}


def dealt(number: int, house: bool = False) -> int:
    rng = random.Random(number)
    seats = 2 + number % 5
    options = random_options(rng, seats) | (house_rules(rng) if house else {})
    t = deal(seats, number, **options)
    while t.round == 0:
        t.play(*random_choice(t, rng))
    t.events = []
    model = Model(GAME.position_of(t), {**GAME.options_of(t)}, [])
    return side_by_side(t, model, False, rng, f"match {number}")


def crowded(number: int, house: bool = False) -> int:
    """From a board full of units, artillery, trenches, coins and tokens, with Move tokens still to be resolved."""
    rng = random.Random(number)
    rules = house_rules(rng) if house else {}
    units: dict[str, list[list[object]]] = {}
    tokens: dict[str, list[list[str]]] = {}
    has = {**NUMBERS, **rules}
    stock = {power: [has["units.infantry"], has["units.artillery"]] for power in POWERS}
    left = {power: {"move": has["tokens.move"], "train": has["tokens.train"]} for power in POWERS}
    for code in rng.sample(CODES, len(CODES)):
        for power in rng.sample(POWERS, 1 if KIND[code] != "W" else 2):
            i, a = rng.randint(0, min(4, stock[power][0])), rng.randint(0, min(2, stock[power][1]))
            if rng.random() < 0.25 or not i + a:
                if KIND[code] != "W" and rng.random() < 0.7:
                    units[code] = [["neutral", rng.randint(1, 3), 0]]
                continue
            stock[power] = [stock[power][0] - i, stock[power][1] - a]
            units.setdefault(code, []).append([power, i, a])
            kind = rng.choice(["move", "move", "train", ""])
            if kind and left[power][kind]:
                left[power][kind] -= 1
                tokens.setdefault(code, []).append([power, kind])
    trenches = {code: [to for to in places(code) if rng.random() < 0.3] for code in CODES if KIND[code] != "W"}
    position = {
        "units": units,
        "tokens": tokens,
        "trenches": trenches,
        "coins": {code: rng.randint(0, LIMIT[code]) for code in CODES},
        "supply": {power: rng.randint(0, 6) for power in POWERS},
        "order": rng.sample(POWERS, 6),
        "seats": 2 + number % 5,
        "step": "move",
        "options": {
            **random_options(rng, 2),
            **rules,
            "powers": 6,
            "scenario": "A",
            "setup": "advanced",
            "seat_map": 0,
        },
    }
    t = GAME.position(position, dice=fast_dice(number), events=True)
    model = Model({**position, "round": 1, "powers": GAME.position_of(t)["powers"]}, {**GAME.options_of(t)}, [])
    return side_by_side(t, model, True, rng, f"crowd {number}")


def places(code: str) -> list[str]:
    return sorted(to for to in NEAR[code] if KIND[to] != "W" and {code, to} not in NO_PLACEHOLDER)


@once
@pytest.mark.parametrize("part", range(PARTS))
def test_both_models_agree(part: int) -> None:
    """ALL-7.4, ALL-8.3, ALL-9.3, ALL-10.2, ALL-11.1, ALL-12.5, ALL-20.5, ALL-21.7, ALL-22.3, ALL-23.5"""
    assert sum(dealt(number) for number in range(part, MATCHES, PARTS)) > 100


@once
@pytest.mark.parametrize("part", range(PARTS))
def test_both_models_agree_where_there_are_battles_everywhere(part: int) -> None:
    """ALL-12.2, ALL-13.4, ALL-14.2, ALL-15.5, ALL-16.6, ALL-17.3, ALL-18.2"""
    assert sum(crowded(number) for number in range(part, MATCHES, PARTS)) > 100


@once
@pytest.mark.parametrize("part", range(PARTS))
def test_both_models_agree_by_house_rules(part: int) -> None:
    """ALL-2.10, ALL-7.8, ALL-10.4, ALL-14.6, ALL-14.7, ALL-17.1, ALL-20.1, ALL-22.1, ALL-23.1"""
    assert sum(dealt(number, True) + crowded(number, True) for number in range(part, MATCHES // 3, PARTS)) > 100
