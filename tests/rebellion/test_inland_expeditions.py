"""Chapter 19: expeditions into the own land."""

from __future__ import annotations

import pytest

from marchland.engine.errors import IllegalAction
from marchland.games.rebellion.income import income
from rebellion.expeditions import DRY, bit_of, inland
from rebellion.table import (
    GAME,
    arms,
    at,
    coins,
    holder,
    land,
    lands,
    lay,
    next_turn,
    offered,
    owner,
    play,
    refused,
    step,
    told,
)

# -- REB-19: sending -------------------------------------------------------------------------------------------------


def test_an_expedition_goes_to_own_untouched_land() -> None:
    """REB-19.1, REB-19.2, REB-13.1, REB-10.4"""
    t = lay(
        provinces={
            "PER": land(0),
            "VEN": land(0, buildings=["road"]),
            "ARG": land(0, tokens=1),
            "CTA": land(0, markers=["explored"]),
            "ICH": land(0, owner=1),
            "CHI": land(1),
            "IND": land(0),
        },
    )
    assert offered(t, "explore") == ["explore PER", "explore IND"]
    for province in ("VEN", "ARG", "BRA", "ICH", "CHI"):
        assert refused(t, f"explore {province}") == "REB-19.1"
    assert refused(t, "explore CTA") == "REB-19.2"
    play(t, "explore PER")
    assert coins(t) == 10 and t.expeditions == [[0, at("PER"), 3]] and t.explored & bit_of("PER")
    assert told(t, "REB-19.1") == ["seat 0 sends an expedition into Peru for 10 coins"]
    play(t, "explore IND")  # any number may be under way
    assert coins(t) == 0 and refused(t, "explore PER") == "REB-19.2"
    assert "rob PER" not in offered(t)


def test_ten_coins_or_none() -> None:
    """REB-19.1, REB-1.9"""
    t = lay(coins=[9, 0, 0, 0], provinces=lands(0, "PER"))
    assert offered(t, "explore") == []
    with pytest.raises(IllegalAction, match=r"costs 10 coins, and you have 9"):
        t.play(0, GAME.parse("explore PER"))


def test_it_is_due_in_the_second_turn_after() -> None:
    """REB-19.3, REB-1.7  Building there meanwhile is allowed."""
    t = lay([], provinces=lands(0, "PER"), level=[2, 1, 1, 1], coins=[40, 0, 0, 0], options=DRY)
    play(t, "explore PER", "build farm in PER")
    next_turn(t)
    assert len(t.expeditions) == 1 and not told(t, "REB-19.6")
    next_turn(t)
    assert t.expeditions == [] and t.round == 3


def test_lost_land_gives_nothing() -> None:
    """REB-19.4, REB-9.2  It is lost with the land, also if that is retaken."""
    t = lay(
        active=1,
        capital=["BRA", "PER", "SAF", "GRL"],
        provinces={"ARG": land(0, markers=["explored"]), "PER": land(1, "I"), "BRA": land(0)},
        expeditions=[[0, "ARG", 3]],
    )
    play(t, "attack ARG", "commit 1 infantry from PER", "begin the attack")
    assert t.expeditions == [] and t.explored & bit_of("ARG")


def test_an_expedition_on_land_of_somebody_else_finds_nothing() -> None:
    """REB-19.4"""
    given = {"step": "expeditions", "round": 3, "provinces": {"CAF": land(1)}, "expeditions": [[0, "CAF", 3]]}
    t = GAME.position({**given, "options": DRY}, events=True)
    assert told(t, "REB-19.4") == ["seat 0 does not own Congo any more, and nothing is found there"]


# -- table 2.8: one test for each row --------------------------------------------------------------------------------


@pytest.mark.parametrize(("rolled", "price", "yields"), [(1, 10, 4), (3, 10, 4), (4, 6, 3), (29, 6, 3)])
def test_minerals(rolled: int, price: int, yields: int) -> None:
    """REB-19.5  Rows 1-3 and 4-29."""
    t = inland([rolled])
    before = income(t, 0, 0)
    assert offered(t) == ["pay for the mineral", "leave the mineral"]
    play(t, "pay for the mineral")
    assert coins(t) == 20 - price and income(t, 0, 0) == before + yields
    assert bool(t.rich_minerals) is (price == 10) and bool(t.minerals) is (price == 6)
    t = inland([rolled])
    play(t, "leave the mineral")
    assert coins(t) == 20 and not t.minerals | t.rich_minerals


def test_w57_minerals_without_coins_and_after_conquest() -> None:
    """REB-19.3, REB-19.5  With 5 coins a find is lost; a marker yields to whoever owns the land."""
    t = inland([29], coins=[5, 0, 0, 0])
    assert step(t) == "main" and not t.minerals and told(t, "REB-19.5")[-1].endswith("is lost")
    t = lay(
        active=1,
        coins=[0, 5, 5, 5],
        capital=["SAF", "NAF", "JAP", "GRL"],
        provinces={
            "CAF": land(0, markers=["mineral", "explored"], buildings=["farm"]),
            "NAF": land(1, "I"),
            "SAF": land(0),
        },
        options=DRY,
    )
    play(t, "attack CAF", "commit 1 infantry from NAF", "begin the attack", "plunder")
    assert t.minerals == bit_of("CAF") and income(t, 1, 0) == 4 and income(t, 0, 0) == 4
    play(t, "call a conference with 0", "claim CAF", "send the treaty", "0: sign the treaty")
    assert income(t, 1, 0) == 7


@pytest.mark.parametrize("rolled", [30, 70])
def test_nothing_is_found(rolled: int) -> None:
    """REB-19.6  Row 30-70."""
    t = inland([rolled])
    assert coins(t) == 20 and told(t, "REB-19.6") == [f"The expedition in Congo rolls {rolled} and finds nothing"]


@pytest.mark.parametrize("rolled", [71, 89])
def test_an_artefact(rolled: int) -> None:
    """REB-19.6  Row 71-89."""
    t = inland([rolled])
    assert coins(t) == 36
    assert told(t, "REB-19.6") == [
        f"The expedition in Congo rolls {rolled} and finds an artefact: seat 0 gets 16 coins"
    ]


@pytest.mark.parametrize("rolled", [90, 98])
def test_poisoned_water(rolled: int) -> None:
    """REB-19.7, REB-12.9  Row 90-98."""
    t = inland([rolled], level=[3, 1, 1, 1], coins=[60, 0, 0, 0])
    assert t.black == bit_of("CAF")
    assert refused(t, "build farm in CAF") == "REB-12.9" and refused(t, "build granary in CAF") == "REB-12.9"
    assert "build manufactory in CAF" in offered(t)
    assert refused(t, "rob CAF") == "REB-13.4"


def test_w58_a_tribe() -> None:
    """REB-19.8, REB-19.9, REB-8.14, REB-1.12  Row 99-100."""
    own = {"EAF": land(0), "SAF": land(0, "I")}
    t = inland([99, 4, 50, 50, 80, 20], land(0, "3I", markers=["explored"]), provinces=own)
    assert told(t, "REB-19.8") == ["The expedition in Congo rolls 99 and meets a tribe of 4 soldiers"]
    assert offered(t) == ["retreat to NAF", "retreat to EAF", "retreat to SAF", "attack the tribe"]
    play(t, "attack the tribe")
    assert offered(t)[:1] == ["roll"] and "withdraw" not in offered(t) and refused(t, "retreat to SAF") == "REB-19.8"
    assert told(t, "REB-19.9") == ["seat 3 throws for the tribe"]
    play(t, "roll")
    rolls = [text for text in told(t, "REB-8.4") if "rolls" in text]
    assert rolls == ["The attack rolls 50 and has 50 in all, the defence rolls 50 and has 52"]
    play(t, "roll", "retreat to EAF")
    assert arms(t, "EAF") == "2I" and holder(t, "CAF") == 7 and owner(t, "CAF") == -1 and arms(t, "CAF") == "3I"
    assert t.origin[at("CAF")] == -1 and coins(t) == 20
    assert refused(t, "bribe CAF") == "REB-24.13" and "attack CAF" in offered(t)


def test_a_tribe_that_is_killed() -> None:
    """REB-19.8  The land is kept, and a row of rolls may be asked for."""
    t = inland([100, 1, 90, 1], land(0, "2I", markers=["explored"]), provinces={"SAF": land(0)})
    play(t, "attack the tribe", "roll until 0 are left")
    assert holder(t, "CAF") == 0 and owner(t, "CAF") == 0 and arms(t, "CAF") == "2I" and step(t) == "main"


def test_a_tribe_that_wins() -> None:
    """REB-19.8  All who fought are dead."""
    t = inland([99, 2, 1, 90], land(0, "I", markers=["explored"]), provinces={"SAF": land(0)})
    play(t, "attack the tribe", "roll")
    assert holder(t, "CAF") == 7 and arms(t, "CAF") == "2I"


def test_a_tribe_in_empty_land_simply_takes_over() -> None:
    """REB-19.8, REB-19.9, REB-22.11  Buildings and markers stay, captives go, a recruit place is lost."""
    congo = land(0, markers=["explored", "coconut tree"], buildings=["granary", "road"], captives=[[1, 2]])
    t = inland(
        [99, 3], congo, provinces={"SAF": land(1), "EAF": land(0), "MAD": land(0)}, place=["CAF", None, None, None]
    )
    assert holder(t, "CAF") == 7 and arms(t, "CAF") == "3I" and t.stands(1, at("CAF")) and t.trees == bit_of("CAF")
    assert t.captives_in(at("CAF")) == 0 and step(t) == "name_place"
    assert told(t, "REB-19.9") == ["A tribe holds Congo, and the title is gone"]


def test_without_a_way_out_the_fight_goes_to_its_end() -> None:
    """REB-19.8, REB-8.15"""
    around = {name: land(1) for name in ("NAF", "EAF", "SAF")}
    t = inland(
        [99, 1, 1, 90, 90, 1],
        land(0, "2I", markers=["explored"]),
        provinces={**around, "MAD": land(0)},
        place=["MAD", None, None, None],
    )
    assert step(t) == "main" and holder(t, "CAF") == 0 and arms(t, "CAF") == "I"


def test_a_retreat_into_empty_land_takes_it() -> None:
    """REB-19.8, REB-4.4"""
    t = inland([99, 1], land(0, "C", markers=["explored"]))
    play(t, "retreat to NAF")
    assert owner(t, "NAF") == 0 and arms(t, "NAF") == "C" and coins(t) == 20
