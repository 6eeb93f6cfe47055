"""The options of the rulebook: what can be agreed, what holds by default, and every value in play."""

from itertools import product

import pytest

from campus.table import BUILDINGS, GAME, deal, end_turns, lay, of, offered, play, random_play, rooms_of, seen
from marchland.engine.dice import fast_dice
from marchland.engine.errors import UsageError
from marchland.engine.playout import play_out

# Name, clause, values with the default first.
AGREED = [
    ("map_scale", "CAM-1.3", ["closed", "neutral", "more_troops"]),
    ("setup_place", "CAM-1.6", ["choose", "random"]),
    ("opening", "CAM-2.6", ["full", "staggered"]),
    ("attack_style", "CAM-S.12", ["force", "roll"]),
    ("attack_stop", "CAM-S.12", ["no", "yes"]),
    ("dice_choice", "CAM-S.8", ["max", "choose"]),
    ("dice_ties", "CAM-S.9", ["defender", "nobody"]),
]
VALUES = [(name, value) for name, _, values in AGREED for value in values]


def test_the_options_of_the_rulebook() -> None:
    """CAM-1.3, CAM-1.6, CAM-2.6, CAM-S.8, CAM-S.9, CAM-S.12, CAM-S.16  Names, values, defaults, in order."""
    *named, rounds = GAME.settings.every
    assert [(setting.name, setting.clause, setting.values) for setting in named] == AGREED
    assert [setting.default for setting in named] == [values[0] for _, _, values in AGREED]
    assert (rounds.name, rounds.clause, rounds.least, rounds.most) == ("max_rounds", "CAM-S.16", 5, 200)
    assert rounds.default == "40"


def test_defaults_hold_when_nothing_is_agreed() -> None:
    """CAM-1.3, CAM-6.1  The same match with nothing said and with every default spelled out."""
    spelled_out = {name: values[0] for name, _, values in AGREED}
    quiet, loud = deal(3, 5), deal(3, 5, **spelled_out, max_rounds=40)
    assert quiet == loud
    play_out(quiet, fast_dice(1), 10**6)
    play_out(loud, fast_dice(1), 10**6)
    assert quiet == loud


def test_the_rulebook_names_every_option_and_value() -> None:
    """CAM-1.3  Nobody can agree on something that our rulebook does not explain."""
    book = GAME.rulebook()
    for name, value in VALUES:
        assert f"`{name}`" in book
        assert f"`{name} = {value}`" in book or f"`{value}`" in book


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("map_scale", "open"),
        ("map_scale", ""),
        ("setup_place", "yes"),
        ("opening", "half"),
        ("attack_style", "Force"),
        ("attack_stop", "maybe"),
        ("dice_choice", 3),
        ("dice_ties", "attacker"),
        ("max_rounds", 4),
        ("max_rounds", 201),
        ("max_rounds", -40),
        ("max_rounds", "forty"),
        ("max_rounds", 7.5),
        ("ties", "nobody"),
    ],
)
def test_other_values_are_turned_away(name: str, value: object) -> None:
    """CAM-1.3, CAM-S.16  An unknown option or a value outside the table is refused, with the allowed ones named."""
    with pytest.raises(UsageError, match=r"allowed: |the options are: "):
        deal(4, **{name: value})


@pytest.mark.parametrize("rounds", [5, 6, 40, 199, 200, "12"])
def test_round_limits_that_can_be_agreed(rounds: object) -> None:
    """CAM-S.16  From 5 to 200."""
    assert deal(4, max_rounds=rounds).max_rounds == int(str(rounds))


@pytest.mark.parametrize(("name", "value"), VALUES)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_whole_match_with_every_value(name: str, value: str, seats: int) -> None:
    """CAM-6.5, CAM-S.1  One option changed at a time: the counts agree with the map to the end, which comes."""
    t = deal(seats, 21, **{name: value}, max_rounds=15)
    for _ in random_play(t, 22):
        assert GAME.conserved(t) == ""


@pytest.mark.parametrize("style", ["force", "roll"])
@pytest.mark.parametrize("stop", ["no", "yes"])
def test_every_combination_of_values(style: str, stop: str) -> None:
    """CAM-6.5, CAM-S.11, CAM-S.12  All agreements that can be made, each played to its end by two and by three."""
    others = [values for name, _, values in AGREED if not name.startswith("attack")]
    for seats in (2, 3):
        for scale, setup, opening, dice, ties in product(*others):
            t = deal(
                seats,
                7,
                map_scale=scale,
                setup_place=setup,
                opening=opening,
                attack_style=style,
                attack_stop=stop,
                dice_choice=dice,
                dice_ties=ties,
                max_rounds=5,
            )
            assert play_out(t, fast_dice(8), 20_000) < 20_000
            assert t.round <= 5 and min(t.places) == 1
            assert GAME.conserved(t) == ""


# -- what each value changes, side by side -----------------------------------------------------------------------------


@pytest.mark.parametrize(("scale", "rooms"), [("closed", 20), ("neutral", 42), ("more_troops", 42)])
def test_map_scale(scale: str, rooms: int) -> None:
    """CAM-1.3, CAM-1.8, CAM-1.9  Twenty rooms or all of them; neutrals with one value only."""
    t = deal(2, map_scale=scale)
    assert sum(t.board.in_play) == rooms
    assert len(rooms_of(t, 6)) == (14 if scale == "neutral" else 0)


@pytest.mark.parametrize(("setup_place", "first"), [("choose", "set up"), ("random", "place 1")])
def test_setup_place(setup_place: str, first: str) -> None:
    """CAM-1.6  The first decision is part of the setup, or already of the first turn."""
    assert offered(deal(4, setup_place=setup_place))[0].startswith(first)


@pytest.mark.parametrize(("opening", "received"), [("full", [3, 3]), ("staggered", [1, 3])])
def test_opening(opening: str, received: list[int]) -> None:
    """CAM-2.6  The first of two players, with an income of 3, gets half of it in round 1, or all; then all."""
    t = lay(of(0, *BUILDINGS["SCI"][1:]), (1, 1), seats=2, step="receive", options={"opening": opening})
    first = t.to_place
    end_turns(t, 2)
    assert [first, t.to_place] == received


@pytest.mark.parametrize(
    ("style", "names"),
    [("force", ["attack FOU from COM with 1", "attack FOU from COM with 2"]), ("roll", ["attack FOU from COM"])],
)
def test_attack_style(style: str, names: list[str]) -> None:
    """CAM-S.11, CAM-S.12  A declaration with a force, or without."""
    t = lay({"COM": [0, 3], "FOU": [1, 1]}, options={"attack_style": style})
    assert offered(t, "attack FOU") == names


@pytest.mark.parametrize(
    ("style", "stop", "names"),
    [("force", "yes", ["continue", "stop"]), ("roll", "no", ["attack FOU from COM"])],
)
def test_attack_stop(style: str, stop: str, names: list[str]) -> None:
    """CAM-S.11, CAM-S.12  After a roll that leaves both standing: asked to go on, or bound to."""
    t = lay({"COM": [0, 4], "FOU": [1, 4]}, faces=[6, 1, 1, 5, 5], options={"attack_style": style, "attack_stop": stop})
    play(t, "attack FOU from COM with 3" if style == "force" else "attack FOU from COM")
    assert offered(t) == names


def test_attack_stop_in_the_other_combinations() -> None:
    """CAM-S.11, CAM-S.12  A force that may not stop fights on by itself; single rolls with stopping bind to nothing."""
    t = lay({"COM": [0, 4], "FOU": [1, 4]}, faces=[6, 1, 1, 5, 5, 1, 1, 6, 6], options={"attack_stop": "no"})
    play(t, "attack FOU from COM with 3")
    assert seen(t, "COM", "FOU") == {"COM": [0, 1, 0, 0], "FOU": [1, 3]}
    t = lay(
        {"COM": [0, 4], "FOU": [1, 4]},
        faces=[6, 1, 1, 5, 5],
        options={"attack_style": "roll", "attack_stop": "yes"},
    )
    play(t, "attack FOU from COM")
    assert {"attack FOU from COM", "attack LEC from COM", "end turn"} <= set(offered(t))


@pytest.mark.parametrize(("ties", "left"), [("defender", [0, 1, 0, 0]), ("nobody", [0, 1, 0, 1])])
def test_dice_ties(ties: str, left: list[int]) -> None:
    """CAM-S.9  A tie costs the lone attacker his life, or nothing."""
    t = lay(
        {"COM": [0, 2], "FOU": [1, 1]},
        faces=[4, 4],
        options={"dice_ties": ties, "attack_style": "roll", "attack_stop": "yes"},
    )
    play(t, "attack FOU from COM")
    assert seen(t, "COM", "FOU") == {"COM": left, "FOU": [1, 1]}


@pytest.mark.parametrize(("choice", "first"), [("max", "end turn"), ("choose", "throw 1")])
def test_dice_choice(choice: str, first: str) -> None:
    """CAM-S.8  The dice fall at once, or the attacker is asked how many."""
    t = lay({"COM": [0, 4], "FOU": [1, 1]}, faces=[6, 6, 6, 1], options={"dice_choice": choice})
    play(t, "attack FOU from COM with 3")
    assert offered(t)[0] == first
