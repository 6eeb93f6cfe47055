"""Chapter 21: the plague."""

from __future__ import annotations

import pytest

from marchland.games.rebellion.income import unit_upkeep
from rebellion.expeditions import DRY, bit_of, home, inland
from rebellion.table import (
    RebellionTable,
    arms,
    at,
    holder,
    land,
    lay,
    play,
    told,
)


def rolls_of(t: RebellionTable) -> list[str]:
    return [text.split(" of ")[-1] for text in told(t, "REB-21.2")]


def test_w65_plague() -> None:
    """REB-21.1 to REB-21.5  Everybody suffers three rolls."""
    t = lay(
        [100, *[1] * 12],
        step="expeditions",
        active=1,
        round=6,
        expeditions=[[1, None, 6]],
        provinces={name: land(seat, "9I") for seat, name in enumerate(("PER", "CHI", "CAF", "ONT"))},
        options={**DRY, "mod_economy": "off"},
    )
    seen = []
    while t.plague:
        seen.append((t.round, t.active, t.plague))
        play(t, "end the turn")
    assert (t.round, t.active) == (9, 1) and told(t, "REB-21.3")[-1] == "The plague is over"
    assert all(rolls_of(t).count(f"seat {seat}") == 3 for seat in range(4))
    assert seen[:4] == [(6, 1, 3), (6, 2, 3), (6, 3, 3), (7, 0, 3)] and seen[4] == (7, 1, 2)


def test_w65_expeditions_in_a_plague() -> None:
    """REB-21.4, REB-19.3  A roll of 65 counts 95; no roll counts more than 100."""
    t = inland([65], plague=2, bringer=1)
    assert t.black == bit_of("CAF") and told(t, "REB-21.4") == ["In the plague a roll of 65 counts 95"]
    t = inland([90, 1], plague=2, bringer=1, provinces={"SAF": land(0)})
    assert holder(t, "CAF") == 7 and told(t, "REB-21.4") == ["In the plague a roll of 90 counts 100"]


def test_w85_a_plague_bought_at_an_auction() -> None:
    """REB-20.25, REB-21.1 to REB-21.3"""
    t = lay(
        [88, 100, *[1] * 10],
        step="expeditions",
        active=1,
        round=6,
        coins=[0, 0, 0, 5],
        expeditions=[[1, None, 6]],
        provinces={name: land(seat, "9I") for seat, name in enumerate(("PER", "CHI", "CAF", "ONT"))},
        options={**DRY, "mod_economy": "off"},
    )
    play(t, "3: bid 1")
    assert t.bringer == 3 and t.plague == 3
    while t.plague:
        play(t, "end the turn")
    assert (t.round, t.active) == (8, 3)
    assert [rolls_of(t).count(f"seat {seat}") for seat in range(4)] == [2, 2, 3, 3]


def test_a_second_plague_brings_nothing() -> None:
    """REB-21.5"""
    t = home([80], plague=2, bringer=1, provinces={"PER": land(0, "5I")})
    assert t.plague == 2 and t.bringer == 1 and arms(t, "PER") == "5I" and told(t, "REB-21.5")


def test_results_after_the_outbreak_are_under_the_plague() -> None:
    """REB-21.5"""
    t = lay(
        [100, 1, 50],
        step="expeditions",
        round=5,
        expeditions=[[0, None, 5], [0, None, 5]],
        options=DRY,
    )
    assert t.next_price[0] == 5 and t.plague == 3


def test_the_bringer_is_out() -> None:
    """REB-21.6  The marker goes down where his turn would begin."""
    t = lay([1] * 9, seats=3, fallen=[1], plague=2, bringer=1, options={**DRY, "mod_economy": "off"})
    play(t, "end the turn")
    assert t.active == 2 and t.plague == 1
    play(t, "end the turn", "end the turn")
    assert t.plague == 0


@pytest.mark.parametrize(("die", "most"), [("4", 4), ("6", 6), ("10", 10)])
def test_the_die_of_the_plague(die: str, most: int) -> None:
    """REB-21.1"""
    t = home([99, most], provinces={"PER": land(0, "10I")}, options={"plague_die": die})
    assert t.soldiers(at("PER")) == 10 - most


def test_w29_the_unit_limit_in_a_plague() -> None:
    """REB-5.9, REB-21.4"""
    crowd = {"PER": land(0, "12I", tokens=1)}
    assert unit_upkeep(lay(provinces=crowd), 0) == 3
    assert unit_upkeep(lay(provinces=crowd, plague=1), 0) == 6
