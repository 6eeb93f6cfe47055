"""The options of a rulebook."""

import pytest

from marchland.engine.errors import UsageError
from marchland.engine.settings import Setting, Settings
from marchland.engine.table import Table

SETTINGS = Settings(
    [
        Setting("pace", "X-1.1", "How fast.", ["slow", "fast"], default="slow"),
        Setting("limit", "X-1.2", "How long.", least=5, most=40, default="20"),
        Setting("stop", "X-1.3", "Whether to stop.", ["no", "yes"], default="no"),
    ]
)


@pytest.mark.parametrize(
    ("chosen", "numbers"),
    [
        ({}, [0, 20, 0]),
        ({"pace": "fast"}, [1, 20, 0]),
        ({"limit": 5, "stop": "yes"}, [0, 5, 1]),
        ({"limit": "40"}, [0, 40, 0]),
        ({"limit": " 7 "}, [0, 7, 0]),
        ({"stop": True}, [0, 20, 1]),
        ({"stop": False}, [0, 20, 0]),
    ],
)
def test_what_is_chosen_takes_the_place_of_the_default(chosen: dict[str, object], numbers: list[int]) -> None:
    assert SETTINGS.numbers(chosen) == numbers
    assert SETTINGS.numbers(SETTINGS.words(numbers)) == numbers


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"speed": "fast"}, "There is no option 'speed'; the options are: pace, limit, stop."),
        ({"pace": "Fast"}, "Option pace cannot be 'Fast'; allowed: slow, fast."),
        ({"pace": 1}, "Option pace cannot be '1'; allowed: slow, fast."),
        ({"pace": None}, "Option pace cannot be 'None'; allowed: slow, fast."),
        ({"limit": 4}, "Option limit cannot be '4'; allowed: 5 to 40."),
        ({"limit": 41}, "Option limit cannot be '41'; allowed: 5 to 40."),
        ({"limit": -6}, "Option limit cannot be '-6'; allowed: 5 to 40."),
        ({"limit": 6.0}, "Option limit cannot be '6.0'; allowed: 5 to 40."),
        ({"limit": True}, "Option limit cannot be 'yes'; allowed: 5 to 40."),
        ({"limit": "1" * 5000}, f"Option limit cannot be '{'1' * 5000}'; allowed: 5 to 40."),
    ],
)
def test_what_does_not_exist_is_refused(chosen: dict[str, object], sentence: str) -> None:
    with pytest.raises(UsageError) as refused:
        SETTINGS.numbers(chosen)
    assert str(refused.value) == sentence


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(UsageError, match="the options are: none"):
        Settings([]).numbers({"pace": "slow"})


@pytest.mark.parametrize("numbers", [[2, 20, 0], [-1, 20, 0], [0, 4, 0], [0, 41, 0], [0, 20], [0, 20, 0, 0]])
def test_numbers_that_stand_for_nothing_have_no_words(numbers: list[int]) -> None:
    with pytest.raises(ValueError, match=r"no value number|zip"):
        SETTINGS.words(numbers)


def test_schema() -> None:
    assert SETTINGS.schema() == {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "pace": {
                "type": "string",
                "enum": ["slow", "fast"],
                "default": "slow",
                "description": "How fast.",
                "clause": "X-1.1",
            },
            "limit": {
                "type": "integer",
                "minimum": 5,
                "maximum": 40,
                "default": 20,
                "description": "How long.",
                "clause": "X-1.2",
            },
            "stop": {
                "type": "string",
                "enum": ["no", "yes"],
                "default": "no",
                "description": "Whether to stop.",
                "clause": "X-1.3",
            },
        },
    }


def test_a_table_is_asked_what_was_chosen() -> None:
    pace, limit, stop = SETTINGS.every
    for chosen, values in (({}, [0, 20, 0]), ({"pace": "fast", "limit": 7, "stop": "yes"}, [1, 7, 1])):
        t = Table()
        t.settings = SETTINGS.numbers(chosen)
        assert [pace.of(t), limit.of(t), stop.of(t)] == values
        assert (pace.on(t), stop.on(t)) == (bool(values[0]), bool(values[2]))


def test_a_default_that_cannot_be_is_a_sentence_at_once() -> None:
    with pytest.raises(UsageError, match="Option limit cannot be '4'; allowed: 5 to 40"):
        Settings([Setting("limit", "X-1.2", "How long.", least=5, most=40, default="4")])
