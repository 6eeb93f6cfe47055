"""Chapter 20: expeditions overseas."""

from __future__ import annotations

import pytest

from marchland.engine.errors import IllegalAction
from marchland.games.rebellion.income import income
from rebellion.expeditions import DRY, PORT, bit_of, home
from rebellion.table import (
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
    play,
    refused,
    step,
    tokens,
    told,
)

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
