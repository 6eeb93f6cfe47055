"""What cannot be a saved table is refused with one sentence."""

import copy
import json
from typing import Any

import pytest

from bazaar.game import GAME
from engine.playing import games
from marchland.engine.dice import fast_dice
from marchland.engine.errors import RecordError
from marchland.engine.game import Game
from marchland.engine.playout import play_out
from marchland.engine.saving import fields, is_vec


def saved() -> dict[str, Any]:
    t = GAME.deal(3, 1)
    play_out(t, fast_dice(1), 25)
    data: dict[str, Any] = json.loads(json.dumps(t.to_data()))
    return data


def refusal(game: Game, data: Any) -> str:
    with pytest.raises(RecordError) as refused:
        game.from_data(data)
    sentence = str(refused.value)
    assert sentence.endswith(".")
    return sentence


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_entry_is_needed_and_no_other_is_known(game: Game) -> None:
    data = json.loads(json.dumps(game.deal(seed=1).to_data()))
    assert game.from_data(data).to_data() == data
    for name in data:
        if name not in ("seats", "settings"):
            less = {key: value for key, value in data.items() if key != name}
            assert refusal(game, less) == f"The saved table lacks {name!r}."
    assert refusal(game, {**data, "bonus": 1}) == "The saved table has an unknown entry 'bonus'."


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_entries_are_whole_numbers(game: Game) -> None:
    data = json.loads(json.dumps(game.deal(seed=1).to_data()))
    for name in data:
        if name not in ("seats", "settings", "agenda", "dice"):
            for wrong in ("five", 1.5, None, {"a": 1}, [[1, "two"]]):
                assert refusal(game, {**data, name: wrong}).startswith(f"The saved table has a {name!r} ")


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_numbers_that_no_table_has_room_for(game: Game) -> None:
    t = game.deal(seed=1)
    data = json.loads(json.dumps(t.to_data()))
    for name in fields(t):
        if is_vec(getattr(t, name)):
            assert "a number that is too large" in refusal(game, {**data, name: [10**30]})
    data["agenda"][-1][2] = 10**30
    assert "a frame that no step of this game carries" in refusal(game, data)


@pytest.mark.parametrize(("name", "wrong"), [("places", 5), ("offers", 5), ("sealed", True), ("asked", [1])])
def test_lists_are_lists_and_numbers_are_numbers(name: str, wrong: object) -> None:
    assert refusal(GAME, {**saved(), name: wrong}).startswith(f"The saved table has a {name!r} ")


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": None},
        {"seats": "3"},
        {"settings": [0, 0]},
        {"settings": None},
        {"settings": [99, 10, 0, 0]},
        {"settings": [3, 10, -1, 0]},
    ],
)
def test_seats_and_settings_have_to_fit(changes: dict[str, object]) -> None:
    assert refusal(GAME, {**saved(), **changes}).startswith("A saved table names its seats and settings")


@pytest.mark.parametrize("data", [None, [], 5, "table"])
def test_a_saved_table_is_an_object(data: object) -> None:
    assert refusal(GAME, data) == "A saved table is an object."


@pytest.mark.parametrize(
    "frame",
    [
        ["bazaar.lunch", 0, 0, 0, 0, 0, 0, 0],
        ["bazaar.order", 0, 0],
        ["bazaar.order", "0", 0, 0, 0, 0, 0, 0],
        [3, 0, 0, 0, 0, 0, 0, 0],
        ["campus.move", 0, 0, 0, 0, 0, 0, 0],
        "bazaar.order",
        None,
    ],
)
def test_frames_belong_to_steps(frame: object) -> None:
    data = saved()
    data["agenda"][-1] = frame
    assert refusal(GAME, data).startswith("The saved agenda has a frame that no step of this game carries")


def test_dice_have_to_fit() -> None:
    assert "There are no dice of kind 'loaded'" in refusal(GAME, {**saved(), "dice": {"kind": "loaded"}})


def test_a_refusal_does_not_touch_what_was_given() -> None:
    data = saved()
    before = copy.deepcopy(data)
    GAME.from_data(data)
    refusal(GAME, {**data, "coins": "many"})
    assert data == before


def test_a_loaded_table_does_not_hang_on_its_data() -> None:
    data = saved()
    t = GAME.from_data(data)
    play_out(t, fast_dice(2))
    assert data == saved()
