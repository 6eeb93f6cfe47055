"""Chapters 19 to 21: modules, positions and upkeep."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.engine.dice import fast_dice
from marchland.engine.errors import UsageError
from marchland.games.rebellion.income import upkeep
from rebellion.expeditions import home
from rebellion.table import (
    GAME,
    land,
    lay,
    offered,
    refused,
)


def test_without_expeditions_none_is_sent() -> None:
    """REB-27.5, REB-27.3"""
    for off in ({"mod_expeditions": "off"}, {"mod_buildings": "off"}):
        t = lay(provinces={"PER": land(0)}, options=off)
        assert refused(t, "explore PER") == "REB-27.5"
        assert refused(t, "send an expedition overseas") == "REB-27.5"
    t = lay(provinces={"PER": land(0)}, options={"mod_sea": "off"})
    assert "explore PER" in offered(t)


def test_environmentalists_do_nothing_without_the_economy() -> None:
    """REB-27.2"""
    t = home([55, 3], options={"mod_economy": "off"})
    assert t.environment[0] == 3 and refused(t, "rob BRA") == "REB-27.2"


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ({"expeditions": [[0, "XXX", 3]]}, "XXX"),
        ({"expeditions": [[7, None, 3]]}, "seat"),
        ({"plague": 9}, "plague"),
        ({"provinces": {"PER": land(0, markers=["gold"])}}, "gold"),
        ({"provinces": {"PER": land(0, captives=[[9, 1]])}}, "seat"),
        ({"compensation": [[0], [], [], []]}, "compensation"),
    ],
)
def test_bad_positions_are_refused_in_a_sentence(entries: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        lay(**entries)


def test_a_position_with_everything_can_be_written_and_read() -> None:
    """REB-1.11"""
    t = lay(
        provinces={
            "PER": land(0, "2I", markers=["rich mineral", "black marker", "explored"], captives=[[1, 2, 1], [2, 1]]),
            "VEN": land(0, markers=["coconut tree"]),
            "ONT": {"holder": None, "markers": ["mineral"]},
        },
        agents=[1, 2, 0, 0],
        fruit=[2, 0, 0, 0],
        next_price=[-10, 0, 5, 0],
        compensation=[[3, 1], [], [], []],
        expeditions=[[0, "PER", 4], [1, None, 6]],
        plague=2,
        bringer=3,
        dealt=[[1, target, card] for target, card in enumerate(["sabotage", "nothing", "nothing", "nothing"])],
    )
    said = GAME.position_of(t)
    assert GAME.position(said, dice=fast_dice(7)) == t
    assert said["next_price"] == [-10, 0, 5, 0] and said["expeditions"] == [[0, "PER", 4], [1, None, 6]]


def test_the_upkeep_of_the_second_half() -> None:
    """REB-5.7, REB-22.1"""
    t = lay(provinces={"PER": land(0, buildings=["captive camp", "port", "road"])})
    assert upkeep(t, 0) == 3
