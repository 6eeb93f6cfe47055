"""House rules: numbers of a rulebook that a group has turned, in every game."""

import json
import random

import pytest

from engine.playing import (
    BOUND,
    cases,
    everybody,
    games,
    laid_data,
    random_choice,
    random_house,
    random_options,
    seen,
    walk,
)
from marchland.engine import record
from marchland.engine.dice import FairDice, fast_dice
from marchland.engine.errors import UsageError
from marchland.engine.game import Game
from marchland.engine.match import Match
from marchland.engine.numbers import Number
from marchland.engine.playout import play_out
from marchland.engine.table import Table

every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
LOOKED_AT = 400  # states of a match; the rest of it is only played


def with_house(game: Game, seats: int, seed: int) -> Table:
    rng = random.Random(f"{game.name} {seats} {seed}")
    return game.deal(seats, seed, {**random_options(game, rng, seats), **random_house(game, rng)}, events=True)


# -- what may be said --------------------------------------------------------------------------------------------------


@every_game
def test_numbers_stand_in_clauses_of_the_rulebook(game: Game) -> None:
    assert game.numbers
    for number in game.numbers:
        clause = number.clause if "-" in number.clause else f"{game.prefix}-{number.clause}"
        assert clause.startswith(f"{game.prefix}-") and f"**{clause}**" in game.rulebook(), number.name
        assert number.text and number.text[-1] != "."


@every_game
def test_a_number_out_of_range_is_refused_with_its_clause(game: Game) -> None:
    for number in game.numbers:
        for wrong in (number.least - 1, number.most + 1, "many", 1.5, True, None, ""):
            refused_with_clause(game, number, wrong)
        for right in (number.least, str(number.most)):
            assert game.house_rules({number.name: right}).numbers[number.place] == int(right)


def refused_with_clause(game: Game, number: Number, wrong: object) -> None:
    with pytest.raises(UsageError) as refused:
        game.agreed({number.name: wrong})
    sentence = str(refused.value)
    assert sentence.startswith(f"{number.name} cannot be ") and number.clause in sentence
    assert f"from {number.least} to {number.most}" in sentence


@every_game
def test_a_number_that_does_not_exist_is_refused(game: Game) -> None:
    with pytest.raises(UsageError, match=f"{game.title} has no number 'price.fame'"):
        game.deal(game.usual_seats, 1, {"price.fame": 3})


@every_game
def test_the_numbers_of_the_rulebook_are_no_house_rules(game: Game) -> None:
    said: dict[str, object] = {number.name: number.value for number in game.numbers if not number.reckoned}
    agreed = game.deal(game.usual_seats, 5, said)
    assert agreed.house.said == {}
    assert agreed.to_data() == game.deal(game.usual_seats, 5).to_data()


# -- what holds whatever was turned ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats", "seed"), cases(1))
def test_a_match_with_any_house_rules_keeps_the_contract(game: Game, seats: int, seed: int) -> None:
    t = with_house(game, seats, seed)
    rng = random.Random(seed)
    for number in walk(t, rng):
        assert game.conserved(t) == ""
        if number < 20 or number % 23 == 0:
            saved_and_copied(t)
            written_and_read(t)
            for seat in everybody(t):
                imagined(t, seat, number)
        if number == LOOKED_AT:
            break
    play_out(t, fast_dice(seed), BOUND)
    assert t.over and 1 in t.places and game.conserved(t) == ""


def saved_and_copied(t: Table) -> None:
    loaded = t.game.from_data(json.loads(json.dumps(t.to_data())))
    for twin in (loaded, t.copy()):
        assert twin == t and twin.to_data() == t.to_data()
        assert list(twin.numbers) == list(t.numbers) and twin.house.said == t.house.said
        for seat in everybody(t):
            assert seen(twin, seat) == seen(t, seat) and twin.picture(seat) == t.picture(seat)
            assert twin.options(seat).actions() == t.options(seat).actions()
        for name in t.derived():
            assert getattr(twin, name) == getattr(t, name)


def written_and_read(t: Table) -> None:
    """As a position."""
    written = json.loads(json.dumps(t.game.position_of(t)))
    assert {name: written["options"].get(name) for name in t.house.said} == t.house.said
    again = t.game.position(written)
    assert laid_data(again) == laid_data(t) and list(again.numbers) == list(t.numbers)


def imagined(t: Table, seat: int, seed: int) -> None:
    made = t.determinize(seat, fast_dice(seed))
    assert t.game.conserved(made) == ""
    assert list(made.numbers) == list(t.numbers)
    assert seen(made, seat) == seen(t, seat) and made.picture(seat) == t.picture(seat)
    assert made.options(seat).actions() == t.options(seat).actions()
    if seat >= 0 and not t.over:
        t.game.evaluate(made, seat)


@every_game
def test_a_match_with_house_rules_is_recorded_with_them(game: Game) -> None:
    rng = random.Random(game.name)
    house = random_house(game, rng)
    match = Match(game, game.usual_seats, {**random_options(game, rng), **house}, FairDice(bytes(range(32))))
    while not match.table.over and len(match.entries) < 150:
        match.play(*random_choice(match.table, rng))
    text = record.write(match)
    told = json.loads(text.splitlines()[0])["options"]
    turned = {n.name: house[n.name] for n in game.numbers if house[n.name] != n.value or n.reckoned}
    assert turned and {name: value for name, value in told.items() if "." in name} == turned
    again = record.resume(record.read(text), game)
    assert again.table == match.table and again.options == match.options
    assert record.write(again) == text
