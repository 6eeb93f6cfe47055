"""Where the sea meets expeditions, captives and agents: all modules are on."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.engine.dice import fast_dice
from rebellion.table import (
    GAME,
    RebellionTable,
    aboard,
    army,
    at,
    coins,
    deal,
    holder,
    land,
    lay,
    offered,
    play,
    refused,
    step,
    told,
    transporter,
    units,
)

DRY = {"mod_weather": "off"}
FLEETS = [["S_EPA", 0, "frigate", 1], ["S_EPA", 1, "frigate", 1]]


def landing_ship(destination: str) -> dict[str, Any]:
    """Two infantry of seat 0, on their way from Peru."""
    return {
        "kind": "landing ship",
        "sender": 0,
        "left": "PER",
        "destination": destination,
        "due": 3,
        "cargo": units("2I"),
    }


def at_sea(rolls: list[int], **entries: Any) -> RebellionTable:
    t = lay(rolls, ships=FLEETS, options=DRY, **entries)
    play(t, "attack the ships of 1 in S_EPA")
    return t


def test_a_lost_sea_battle_tests_for_a_mutiny() -> None:
    """REB-22.9, REB-22.2  And nobody takes captives at sea."""
    own = {"PER": land(0, captives=[[1, 1]]), "ARG": land(0, buildings=["captive camp"])}
    t = at_sea([1, 90, 5], provinces={**own, "CHI": land(1, buildings=["captive camp"])})
    play(t, "roll")
    assert told(t, "REB-22.9") == ["seat 0 rolls 5 for a mutiny of 1 captive of seat 1, who rise at 5 or less"]
    assert holder(t, "PER") == 6 and t.origin[at("PER")] == 0 and step(t) == "main"
    assert not told(t, "REB-22.2")
    t = at_sea([90, 1, 6], provinces={"CHI": land(1, captives=[[0, 1]])})
    play(t, "roll")
    assert holder(t, "CHI") == 1 and t.captives_of(at("CHI"), 0) == 1


def test_new_weapons_at_sea() -> None:
    """REB-17.6, REB-20.15"""
    t = at_sea([50, 50], weapons=[2, 1, 0, 0])
    play(t, "roll")
    assert told(t, "REB-8.4")[0] == "The attack rolls 50 and has 56 in all, the defence rolls 50 and has 53"


def test_captives_freed_by_a_landing_are_fresh() -> None:
    """REB-6.6, REB-22.8, REB-16.6  And captives taken then move with the S8 of the same turn (REB-22.4)."""
    t = lay(
        [90, 1, 1, 1],
        step="arrivals",
        round=3,
        provinces={
            "WAU": land(1, "I", captives=[[0, 2]]),
            "EAU": land(0),
            "PER": land(0, buildings=["captive camp"]),
            "JAP": land(1),
        },
        capital=["BRA", "JAP", "SAF", "GRL"],
        voyages=[landing_ship("WAU")],
        options=DRY,
    )
    play(t, "roll", "plunder", "roll for captives", "keep 1")
    assert step(t) == "main" and army(t, "WAU") == "4I:0*"
    assert "send 1 captives of 1 from WAU to EAU" in offered(t)


def test_disease_on_board() -> None:
    """REB-20.18, REB-1.14"""
    t = lay(
        [40],
        step="expeditions",
        round=5,
        expeditions=[[0, None, 5]],
        provinces={"PER": land(0, "2I")},
        transports=[transporter(0, "S_EPA", "C I")],
        options=DRY,
    )
    assert "lose one cavalry on T1" in offered(t) and refused(t, "lose one artillery on T1") == "REB-1.14"
    play(t, "lose one cavalry on T1", "lose one infantry in PER", "lose one infantry on T1")
    play(t, "lose one infantry on T1")
    assert t.soldiers_afloat(0) == 1 and army(t, "PER") == "I:2" and step(t) == "main"


def test_those_with_fewest_points_on_board_are_lost_of_the_arm_that_is_named() -> None:
    """REB-1.14, REB-6.14"""
    t = lay(
        [40],
        step="expeditions",
        round=5,
        expeditions=[[0, None, 5]],
        provinces={"PER": land(0, "3I")},
        transports=[transporter(0, "S_EPA", "I:2 I:1 C:0")],
        options=DRY,
    )
    play(t, "lose one infantry on T1")
    assert aboard(t) == "I:2 C:0"
    play(t, "lose one infantry on T1")
    assert aboard(t) == "C:0"


def test_the_plague_can_eliminate_whoever_is_only_at_sea() -> None:
    """REB-21.2, REB-25.7, REB-25.10"""
    t = lay(
        [3, 1],
        step="plague",
        active=1,
        plague=2,
        bringer=0,
        provinces={"JAP": land(0)},
        transports=[transporter(1, "S_EPA", "2I")],
        options=DRY,
    )
    assert not t.lives(1) and t.active == 2


def test_w49_no_expedition_leaves_a_blockaded_port() -> None:
    """REB-17.14, REB-20.1"""
    entries: dict[str, Any] = {"wars": [[0, 1]], "ships": [["S_EPA", 1, "frigate", 1]], "coins": [40, 0, 0, 0]}
    t = lay(provinces={"PER": land(0, buildings=["port"])}, **entries)
    assert refused(t, "send an expedition overseas") == "REB-20.1"
    t = lay(provinces={"PER": land(0, buildings=["port"]), "VEN": land(0, buildings=["port"])}, **entries)
    assert refused(t, "send an expedition overseas") == "REB-20.1"  # Venezuela lies on the same sea
    own = {"PER": land(0, buildings=["port"]), "NAF": land(0, buildings=["port"])}
    t = lay(provinces=own, **entries)
    play(t, "send an expedition overseas")
    assert coins(t) == 25


def test_w89_the_capital_lost_with_everything_under_way() -> None:
    """REB-10.8, REB-16.12, REB-20.3, REB-23.4, REB-5.2"""
    t = lay(
        active=1,
        agents=[2, 0, 0, 0],
        dealt=[[0, seat, "sabotage" if seat == 1 else "nothing"] for seat in range(4)],
        expeditions=[[0, None, 4]],
        provinces={"BRA": land(0), "PER": land(0), "VEN": land(0), "NAF": land(1, "I")},
        voyages=[landing_ship("WAU")],
    )
    play(t, "attack BRA", "commit 1 infantry from NAF", "begin the attack", "0: recruit in PER")
    assert t.expeditions and t.voyages and t.dealt[1] == 0 and t.agents[0] == 2
    assert step(t) == "main" and t.active == 1


def test_poison_on_a_port_closes_it() -> None:
    """REB-20.24, REB-16.1  Without a main building, port and road go."""
    t = lay(
        [91],
        step="expeditions",
        round=5,
        coins=[0, 0, 0, 0],
        expeditions=[[0, None, 5]],
        provinces={"PER": land(0, buildings=["port", "road"])},
        options=DRY,
    )
    assert t.built[6] == 0 and t.built[7] == 0 and t.black == 1 << at("PER")
    assert t.connected(0) >> at("PER") & 1  # by land


@pytest.mark.parametrize("seat", [1, 2, 3, -1])
def test_secrets_of_both_halves_together(seat: int) -> None:
    """REB-16.5, REB-23.4  Two truths that look the same to a seat are imagined alike."""

    def truth(destination: str, card: str) -> RebellionTable:
        return lay(
            agents=[1, 0, 0, 0],
            dealt=[[0, target, card if target == 1 else "nothing"] for target in range(4)],
            voyages=[landing_ship(destination)],
        )

    one, other = truth("WAU", "sabotage"), truth("CHI", "nothing")
    assert one.view(seat) == other.view(seat) and one.picture(seat) == other.picture(seat)
    assert one.determinize(seat, fast_dice(5)) == other.determinize(seat, fast_dice(5))
    assert one.view(0) != other.view(0)


def test_the_default_game_has_all_modules() -> None:
    """REB-27.1"""
    t = deal()
    chosen = GAME.settings.words(t.settings)
    assert {name: chosen[name] for name in chosen if name.startswith("mod_")} == {
        f"mod_{name}": "on"
        for name in ("economy", "buildings", "sea", "expeditions", "agents", "weather", "revolts", "captives")
    }
