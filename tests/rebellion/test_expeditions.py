"""Chapters 19 to 21: expeditions, inland and overseas, and the plague."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.engine.dice import fast_dice
from marchland.engine.errors import IllegalAction, UsageError
from marchland.games.rebellion.income import income, unit_upkeep, upkeep
from rebellion.table import (
    GAME,
    RebellionTable,
    arms,
    army,
    at,
    coins,
    effect,
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
    tokens,
    told,
)

DRY = {"mod_weather": "off"}
PORT = land(0, buildings=["port"])


def inland(rolls: list[int], congo: dict[str, Any] | None = None, **entries: Any) -> RebellionTable:
    """S6 of seat 0, with an expedition in Congo that is due."""
    provinces = {"CAF": congo or land(0, markers=["explored"]), **entries.pop("provinces", {})}
    return lay(
        rolls,
        step="expeditions",
        round=3,
        capital=["SAF", "JAP", "GRL", "WAU"],
        provinces=provinces,
        expeditions=[[0, "CAF", 3]],
        options={**DRY, **entries.pop("options", {})},
        **entries,
    )


def home(rolls: list[int], **entries: Any) -> RebellionTable:
    """S6 of seat 0, with an overseas expedition that is due."""
    return lay(
        rolls,
        step="expeditions",
        round=5,
        expeditions=[[0, None, 5]],
        options={**DRY, **entries.pop("options", {})},
        **entries,
    )


def bit_of(province: str) -> int:
    return 1 << at(province)


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


# -- REB-20: sending overseas ----------------------------------------------------------------------------------------


def test_an_overseas_expedition_needs_an_open_port() -> None:
    """REB-20.1, REB-20.2, REB-20.3, REB-15.7"""
    t = lay(provinces=lands(0, "PER"))
    assert refused(t, "send an expedition overseas") == "REB-20.1"
    t = lay(provinces={"PER": PORT}, weather="storm")
    assert refused(t, "send an expedition overseas") == "REB-15.7"
    t = lay(provinces={"PER": PORT}, coins=[14, 0, 0, 0])
    assert refused(t, "send an expedition overseas") == "REB-1.9"
    t = lay(provinces={"PER": PORT}, coins=[40, 0, 0, 0])
    play(t, "send an expedition overseas")
    assert coins(t) == 25 and t.expeditions == [[0, -1, 5]]
    assert refused(t, "send an expedition overseas") == "REB-20.2"
    t = lay(provinces={"PER": PORT}, options={"mod_sea": "off"})
    assert refused(t, "send an expedition overseas") == "REB-27.5"


def test_it_goes_on_without_the_port() -> None:
    """REB-20.3"""
    t = home([1])
    assert coins(t) == 70


@pytest.mark.parametrize(("adjusted", "price"), [(-10, 5), (-5, 10), (-20, 0), (5, 20), (0, 15)])
def test_w60_price_adjustments(adjusted: int, price: int) -> None:
    """REB-20.5, REB-20.16  All are used up, and nothing is left over."""
    t = lay(provinces={"PER": PORT}, next_price=[adjusted, 0, 0, 0])
    play(t, "send an expedition overseas")
    assert coins(t) == 20 - price and t.next_price[0] == 0


def test_trees_and_bought_fruit_allow_more() -> None:
    """REB-20.2, REB-20.13, REB-20.14  Own unsold fruit does not count, the tree does."""
    tree = land(0, markers=["coconut tree"])
    t = lay(provinces={"PER": PORT, "VEN": tree}, coins=[90, 0, 0, 0], fruit=[2, 0, 0, 0], fruit_bought=[1, 0, 0, 0])
    play(t, *["send an expedition overseas"] * 3)
    assert refused(t, "send an expedition overseas") == "REB-20.2"


def test_w63_coconut_and_fruit() -> None:
    """REB-20.12 to REB-20.14"""
    t = lay(
        coins=[20, 40, 0, 0],
        step="clocks",
        provinces={"PER": land(0, markers=["coconut tree"]), "CHI": land(1, buildings=["port"])},
        expeditions=[[1, None, 9]],
        options=DRY,
    )
    assert t.fruit[0] == 2 and coins(t) == 26 and told(t, "REB-20.13") == ["seat 0 has 2 fresh coconuts"]
    t.propose(0, 1, "1 coconut", "4 coins")
    play(t, "1: accept offer 1")
    assert (t.fruit[0], t.fruit_bought[1], coins(t), coins(t, 1)) == (1, 1, 30, 36)
    assert told(t, "REB-20.14") == ["seat 0 gives seat 1 1 coconut"]
    play(t, "end the turn")
    assert t.active == 1
    play(t, "send an expedition overseas", "end the turn")
    assert t.fruit_bought[1] == 0 and len(t.expeditions) == 2 and "spoils" in told(t, "REB-20.14")[-1]


def test_bought_fruit_is_not_sold_on() -> None:
    """REB-20.14, REB-11.15"""
    t = lay(fruit_bought=[1, 0, 0, 0])
    with pytest.raises(IllegalAction) as refusal:
        t.propose(0, 1, "1 coconut", "4 coins")
    assert refusal.value.clause == "REB-11.15"
    t = lay(options={"mod_sea": "off"}, vouchers=[1, 0, 0, 0])
    with pytest.raises(IllegalAction) as refusal:
        t.propose(0, 1, "1 voucher", "4 coins")
    assert refusal.value.clause == "REB-27.5"


def test_unsold_fruit_spoils() -> None:
    """REB-20.13"""
    t = lay(step="clocks", fruit=[2, 0, 0, 0], options=DRY)
    assert t.fruit[0] == 0


# -- table 2.9: one test for each row --------------------------------------------------------------------------------


def test_row_0_treasure() -> None:
    """REB-20.8"""
    t = home([1])
    assert coins(t) == 70
    assert told(t, "REB-20.8") == ["The overseas expedition of seat 0 rolls 1 and brings a treasure of 50 coins"]


@pytest.mark.parametrize("rolled", [2, 6])
def test_row_1_compensation(rolled: int) -> None:
    """REB-20.9, REB-5.6, REB-20.6  Income -1 in each of the next five S4."""
    t = home([rolled])
    assert t.compensation[0] == [5] and income(t, 0, 0) == 3
    for left in (4, 3, 2, 1):
        next_turn(t)
        assert t.compensation[0] == [left]
    next_turn(t)
    assert t.compensation[0] == [] and income(t, 0, 0) == 4


@pytest.mark.parametrize("rolled", [7, 10])
def test_row_2_mercenaries(rolled: int) -> None:
    """REB-20.10, REB-6.6  Whatever the level, fresh and without points."""
    t = home([rolled])
    assert army(t, "BRA") == "2A:0*" and t.level[0] == 1 and offered(t, "exchange") == []


def test_w66_mercenaries_without_a_capital() -> None:
    """REB-20.10, REB-10.8"""
    t = home([8], provinces={"BRA": land(1), "PER": land(0)}, place=["PER", None, None, None])
    assert army(t, "PER") == "2A:0*"


@pytest.mark.parametrize("rolled", [11, 15])
def test_row_3_unrest(rolled: int) -> None:
    """REB-20.11"""
    road = land(0, buildings=["road", "farm"])
    t = home([rolled], provinces={"PER": road, "VEN": road, "ICH": land(0, owner=1, buildings=["road"])})
    assert offered(t) == ["destroy the road in VEN", "destroy the road in PER"]
    assert refused(t, "destroy the road in ICH") == "REB-20.11"
    play(t, "destroy the road in PER")
    assert t.built[7] == bit_of("VEN") | bit_of("ICH") and t.stands(0, at("PER"))
    t = home([rolled], provinces={"PER": road})
    assert t.built[7] == 0 and step(t) == "main"
    assert step(home([rolled])) == "main"


@pytest.mark.parametrize("rolled", [16, 18])
def test_row_4_coconut(rolled: int) -> None:
    """REB-20.12"""
    t = home(
        [rolled],
        provinces={
            "PER": land(0, buildings=["farm", "road"]),
            "VEN": land(0, tokens=1),
            "ARG": land(0, markers=["coconut tree"]),
            "ICH": land(0, owner=1),
        },
    )
    assert coins(t) == 30 and offered(t) == ["plant the tree in PER", "plant no tree"]
    for province in ("VEN", "ARG", "ICH", "BRA"):
        assert refused(t, f"plant the tree in {province}") == "REB-20.12"
    before = income(t, 0, 0)
    play(t, "plant the tree in PER")
    assert t.trees == bit_of("PER") | bit_of("ARG") and income(t, 0, 0) == before + 2
    t = home([rolled])
    assert step(t) == "main" and coins(t) == 30


@pytest.mark.parametrize("rolled", [19, 20])
def test_row_5_cannonballs(rolled: int) -> None:
    """REB-20.15"""
    assert home([rolled]).cannonballs[0] == 1


@pytest.mark.parametrize(("found", "bonus"), [(1, 2), (2, 0)])
def test_w11_cannonballs_against_bunkers(found: int, bonus: int) -> None:
    """REB-8.9, REB-20.15"""
    t = lay(
        [30, 40],
        cannonballs=[found, 0, 0, 0],
        provinces={"PER": land(0, "3A"), "VEN": land(1, "5I", bunkers=2), "JAP": land(1)},
        options=DRY,
    )
    play(t, "attack VEN", "commit 3 artillery from PER", "begin the attack", "roll")
    assert f"the defence rolls 40 and has {30 + bonus}" in told(t, "REB-8.4")[0]  # -10: not connected


@pytest.mark.parametrize("rolled", [21, 25])
def test_row_6_ghost_ship(rolled: int) -> None:
    """REB-20.16"""
    assert home([rolled]).next_price[0] == -10


@pytest.mark.parametrize("rolled", [26, 29, 71, 75])
def test_rows_7_and_15_gaps(rolled: int) -> None:
    """REB-20.4"""
    t = home([rolled])
    assert told(t, "REB-20.4") == [f"The overseas expedition of seat 0 rolls {rolled} and comes home with nothing"]
    t = home([rolled, 1], options={"expedition_gaps": "reroll"})
    assert coins(t) == 70


@pytest.mark.parametrize("rolled", [30, 35])
def test_row_8_road_builders(rolled: int) -> None:
    """REB-20.17"""
    assert home([rolled]).vouchers[0] == 4


def test_w42_a_voucher_builds_a_road_in_a_storm() -> None:
    """REB-20.17, REB-12.12, REB-12.6"""
    t = lay(
        coins=[0, 0, 0, 0],
        weather="storm",
        weather_left=3,
        vouchers=[2, 0, 0, 0],
        provinces={"PER": land(0, tokens=2), "VEN": land(0, buildings=["road"]), "IND": land(0)},
    )
    assert offered(t, "build a free road") == ["build a free road in PER"]
    assert refused(t, "build a free road in VEN") == "REB-12.2"
    assert refused(t, "build a free road in IND") == "REB-12.1"
    assert refused(t, "build a free road in BRA") == "REB-10.4"
    assert refused(t, "build a free road in CHI") == "REB-12.6"
    play(t, "build a free road in PER")
    assert t.stands(7, at("PER")) and coins(t) == 0 and t.vouchers[0] == 1
    t.propose(0, 1, "1 voucher", "nothing")
    play(t, "1: accept offer 1")
    assert list(t.vouchers[:2]) == [0, 1] and refused(t, "build a free road in PER") == "REB-20.17"


def test_w59_the_overlap() -> None:
    """REB-20.4, REB-15.3"""
    own = {"PER": land(0, "5I")}
    assert home([35], provinces=own).vouchers[0] == 4
    t = home([35], provinces=own, options={"table_overlap": "second"})
    assert t.vouchers[0] == 0 and arms(t, "PER") == "I"
    assert home([34], options={"table_overlap": "second"}).vouchers[0] == 4


@pytest.mark.parametrize("rolled", [36, 40])
def test_row_9_tropical_disease(rolled: int) -> None:
    """REB-20.18, REB-1.14  Four soldiers of choice, with change."""
    t = home([rolled], provinces={"PER": land(0, "C"), "VEN": land(0, "2I")})
    assert offered(t) == ["lose one infantry in VEN", "lose one cavalry in PER"]
    play(t, "lose one cavalry in PER")
    assert arms(t, "PER") == "2I" and refused(t, "lose one cavalry in PER") == "REB-1.14"
    play(t, "lose one infantry in PER", "lose one infantry in PER")
    assert (arms(t, "PER"), arms(t, "VEN")) == ("", "I") and step(t) == "main"
    t = home([rolled], provinces={"PER": land(0, "3I")})
    assert arms(t, "PER") == ""


@pytest.mark.parametrize("rolled", [41, 45])
def test_row_10_rich_tribe(rolled: int) -> None:
    """REB-20.19, REB-5.6"""
    t = home([rolled], rich_tribe=[[2], [], [], []])
    assert t.rich_tribe[0] == [2, 5] and income(t, 0, 0) == 14
    next_turn(t)
    assert t.rich_tribe[0] == [1, 4]


@pytest.mark.parametrize("rolled", [46, 50])
def test_row_11_bad_winds(rolled: int) -> None:
    """REB-20.20"""
    t = home([rolled])
    assert offered(t) == ["wait for better winds", "end the expedition"]
    play(t, "wait for better winds")
    assert coins(t) == 15 and t.expeditions == [[0, -1, 6]]
    t = home([rolled])
    play(t, "end the expedition")
    assert coins(t) == 20 and t.expeditions == []
    assert offered(home([rolled], coins=[5, 0, 0, 0]))[0] == "wait for better winds"
    assert step(home([rolled], coins=[4, 0, 0, 0])) == "main"
    assert home([rolled], coins=[4, 0, 0, 0]).expeditions == []


@pytest.mark.parametrize("rolled", [51, 54])
def test_row_12_farm_hands(rolled: int) -> None:
    """REB-20.23, REB-12.7  Four coins less for four farms; a storm still adds its 3, and a refund knows no discount."""
    t = home([rolled], level=[2, 1, 1, 1], provinces={"PER": land(0), "VEN": land(0)})
    assert t.farm_hands[0] == 4
    play(t, "build farm in PER")
    assert coins(t) == 13 and t.farm_hands[0] == 3
    play(t, "give something up", "demolish farm in PER")
    assert coins(t) == 18
    t = lay(
        level=[2, 1, 1, 1], weather="storm", farm_hands=[1, 0, 0, 0], provinces=lands(0, "PER", "VEN"), coins=[30] * 4
    )
    play(t, "build farm in PER")
    assert coins(t) == 20
    play(t, "build farm in VEN")
    assert coins(t) == 6


@pytest.mark.parametrize("rolled", [55, 60])
def test_row_13_environmentalists(rolled: int) -> None:
    """REB-20.21, REB-13.7  The d6 turns begin with this one."""
    own = {"PER": land(0, tokens=2, robbery=2), "VEN": land(0), "ARG": land(0)}
    t = home([rolled, 2], provinces=own, options={"mod_revolts": "off"})
    assert t.environment[0] == 2 and told(t, "REB-20.21")[0].endswith("brings environmentalists for 2 turns")
    play(t, "stop robbing PER")
    assert tokens(t, "PER") == 5
    next_turn(t)
    assert t.environment[0] == 1
    next_turn(t)
    assert t.environment[0] == 0


def test_w32_a_full_run_under_environmentalists() -> None:
    """REB-13.7  It may leave 6 tokens."""
    t = lay(step="income", environment=[1, 0, 0, 0], provinces={"PER": land(0, tokens=3, robbery=1)}, options=DRY)
    assert tokens(t, "PER") == 6


@pytest.mark.parametrize(
    ("level", "captain_cash", "worth"), [(1, "list", 10), (2, "list", 19), (2, "example", 20), (3, "list", 19)]
)
def test_w62_row_14_captains_idea(level: int, captain_cash: str, worth: int) -> None:
    """REB-20.22"""
    t = home([61], level=[level, 1, 1, 1], options={"captain_cash": captain_cash})
    if level == 3:
        assert coins(t) == 20 + worth
        return
    assert offered(t) == ["take the level", "take the coins"]
    assert effect(t, "take the coins") == f"{worth} coins instead"
    play(t, "take the coins")
    assert coins(t) == 20 + worth
    t = home([70], level=[level, 1, 1, 1])
    assert effect(t, "take the level") == f"The capital has level {level + 1} at once"
    play(t, "take the level")
    assert t.level[0] == level + 1 and coins(t) == 20


def test_an_idea_while_the_capital_is_lost() -> None:
    """REB-20.22"""
    t = home([61], provinces={"BRA": land(1), "PER": land(0)}, place=["PER", None, None, None])
    assert coins(t) == 30 and t.level[0] == 1


@pytest.mark.parametrize("rolled", [76, 80])
def test_row_16_cannibals(rolled: int) -> None:
    """REB-20.16"""
    assert home([rolled], next_price=[-10, 0, 0, 0]).next_price[0] == -5


@pytest.mark.parametrize("rolled", [81, 85])
def test_row_17_new_weapon(rolled: int) -> None:
    """REB-20.15"""
    assert home([rolled]).weapons[0] == 1


def test_a_new_weapon_in_battle() -> None:
    """REB-8.8, REB-8.9, REB-20.15  For attack and defence, adding up."""
    t = lay(
        [50, 50],
        weapons=[2, 1, 0, 0],
        capital=["BRA", "CHI", "SAF", "GRL"],
        provinces={"PER": land(0, "I"), "VEN": land(1, "I"), "CHI": land(1)},
        options=DRY,
    )
    play(t, "attack VEN", "commit 1 infantry from PER", "begin the attack", "roll")
    assert told(t, "REB-8.4")[0] == "The attack rolls 50 and has 56 in all, the defence rolls 50 and has 45"


def test_w61_row_18_turncoat_captain() -> None:
    """REB-20.25, REB-1.13"""
    t = lay(
        [88, 3],
        step="expeditions",
        active=2,
        round=5,
        coins=[0, 6, 4, 9],
        expeditions=[[2, None, 5]],
        options=DRY,
    )
    assert t.deciders() == [2] and offered(t) == ["pass", "bid 1", "bid 2", "bid 3", "bid 4"]
    assert refused(t, "bid 5") == "REB-1.13"
    play(t, "2: bid 2", "3: bid 5", "1: bid 6", "3: bid 7")
    assert coins(t, 3) == 2 and t.compensation[3] == [5] and coins(t, 2) == 4
    assert step(t) == "main" and t.active == 2
    assert told(t, "REB-20.25")[-1] == "seat 3 buys the result of the expedition for 7 coins"


def test_nobody_bids() -> None:
    """REB-20.25  The owner rolls; a new 86-90 is rolled again without an auction."""
    t = home([86, 90, 1], coins=[3, 0, 0, 0])
    play(t, "pass")
    assert coins(t) == 53 and "Nobody bids" in told(t, "REB-20.25")[-1]
    assert coins(home([86, 1], coins=[0, 0, 0, 0])) == 50


def test_winds_of_a_result_that_was_bought() -> None:
    """REB-20.20, REB-20.25  It falls due in the next turn of the winner, who may have his turn still in this round."""
    t = home([86, 46], coins=[0, 9, 0, 0])
    play(t, "1: bid 2", "1: wait for better winds")
    assert t.expeditions == [[1, -1, 5]] and coins(t, 1) == 2
    t = lay(
        [86, 46], step="expeditions", active=2, round=5, coins=[9, 0, 0, 0], expeditions=[[2, None, 5]], options=DRY
    )
    play(t, "0: bid 2", "0: wait for better winds")
    assert t.expeditions == [[0, -1, 6]]


def test_w64_row_19_poison() -> None:
    """REB-20.24"""
    own = {
        "PER": land(0, buildings=["farm"]),
        "VEN": land(0, buildings=["farm", "road"]),
        "ARG": land(0, buildings=["road"]),
    }
    t = home([91], provinces=own, coins=[12, 0, 0, 0])
    assert offered(t) == ["poison VEN", "poison PER", "poison ARG", "pay to be spared"]
    play(t, "pay to be spared")
    assert coins(t) == 2 and offered(t) == ["poison VEN", "poison PER", "poison ARG"]
    assert refused(t, "pay to be spared") == "REB-20.24" and refused(t, "poison BRA") == "REB-20.24"
    play(t, "poison VEN")
    assert t.black == bit_of("VEN") and not t.stands(0, at("VEN")) and t.stands(7, at("VEN"))
    t = home([98], provinces=own, coins=[0, 0, 0, 0])
    play(t, "poison ARG", "poison PER")
    assert t.built[7] == bit_of("VEN") and t.built[0] == bit_of("VEN")


def test_poison_on_clean_land_first() -> None:
    """REB-20.24  Red tokens, R and trees are no hindrance; coins do not spare clean land."""
    t = home(
        [95],
        provinces={
            "PER": land(0, tokens=2, robbery=2),
            "VEN": land(0, markers=["coconut tree"]),
            "ARG": land(0, buildings=["farm"]),
            "CTA": land(0, markers=["black marker"]),
            "NAF": land(0),
        },
    )
    assert offered(t) == ["poison VEN", "poison PER", "poison NAF"] and refused(t, "pay to be spared") == "REB-20.24"
    play(t, "poison PER", "poison VEN")
    assert t.black == bit_of("PER") | bit_of("VEN") | bit_of("CTA") and t.trees == bit_of("VEN")


def test_poison_that_can_go_nowhere_is_waived() -> None:
    """REB-20.24, REB-1.9"""
    t = home([92], coins=[5, 0, 0, 0])
    assert step(t) == "main" and t.black == 0 and coins(t) == 5


@pytest.mark.parametrize("rolled", [99, 100])
def test_row_20_plague(rolled: int) -> None:
    """REB-20.26, REB-21.1"""
    t = home([rolled, 3], provinces={"PER": land(0, "5I")})
    assert t.plague == 3 and t.bringer == 0 and arms(t, "PER") == "2I"
    assert told(t, "REB-21.1") == ["seat 0 has brought the plague: it lasts for 3 turns of theirs"]


def test_internal_results_come_before_overseas_ones() -> None:
    """REB-3.2, REB-20.6  Each kind in the order of sending."""
    t = lay(
        [89, 30, 1],
        step="expeditions",
        round=5,
        provinces=lands(0, "PER", "VEN"),
        expeditions=[[0, None, 5], [0, "VEN", 5], [0, "PER", 5]],
        options=DRY,
    )
    events = [text for text in told(t) if "expedition" in text]
    assert [text.split(" rolls ")[1].split(" ")[0] for text in events] == ["89", "30", "1"]
    assert "Venezuela" in events[0] and "Peru" in events[1]


def test_an_eliminated_player_loses_expeditions() -> None:
    """REB-20.7, REB-25.7"""
    t = lay(
        seats=3,
        capital=["BRA", "JAP", "SAF"],
        provinces={"BRA": land(0, "2I"), "JAP": land(2), "NAF": land(1, owner=1)},
        expeditions=[[1, None, 5]],
        agents=[0, 2, 0],
        vouchers=[0, 1, 0],
        place=[None, "NAF", None],
    )
    play(t, "attack NAF", "commit 1 infantry from BRA", "begin the attack", "plunder")
    assert not t.lives(1) and t.expeditions == [] and t.agents[1] == 0 and t.vouchers[1] == 0


def test_a_treaty_ends_an_expedition() -> None:
    """REB-11.7"""
    t = lay(
        wars=[[0, 1]],
        provinces={"PER": land(0), "VEN": land(0)},
        expeditions=[[0, "PER", 4], [0, "VEN", 4]],
    )
    play(t, "call a conference with 1", "cede PER", "send the treaty", "1: sign the treaty")
    assert t.expeditions == [[0, at("VEN"), 4]]


def test_rebels_end_an_expedition() -> None:
    """REB-24.10"""
    t = lay(
        step="hunger",
        agenda=[{"step": "revolt", "due": 2}],
        provinces={"PER": land(0, "2I")},
        expeditions=[[0, "PER", 4]],
        options=DRY,
    )
    assert holder(t, "PER") == 6 and t.expeditions == []


def test_plunder_destroys_a_tree_and_leaves_minerals() -> None:
    """REB-9.3, REB-20.12"""
    marked = land(1, markers=["coconut tree", "mineral", "rich mineral", "black marker", "explored"])
    t = lay(provinces={"PER": land(0, "I"), "VEN": marked})
    play(t, "attack VEN", "commit 1 infantry from PER", "begin the attack", "plunder")
    spot = bit_of("VEN")
    assert (t.trees, t.minerals, t.rich_minerals, t.black, t.explored) == (0, spot, spot, spot, spot)


def test_w33_where_there_is_no_robbery() -> None:
    """REB-13.4"""
    t = lay(
        provinces={
            "PER": land(0, markers=["mineral"]),
            "VEN": land(0, markers=["coconut tree"]),
            "ARG": land(0, captives=[[1, 1]]),
            "CTA": land(0, markers=["explored"]),
            "NAF": land(0, markers=["explored"]),
            "IND": land(0, "I", markers=["explored"]),
        },
        expeditions=[[0, "CTA", 4]],
    )
    assert offered(t, "rob ") == ["rob NAF", "rob IND"]


# -- REB-21: the plague ----------------------------------------------------------------------------------------------


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


# -- modules, bad input ----------------------------------------------------------------------------------------------


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
