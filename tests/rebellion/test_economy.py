"""Chapters 5, 6, 12, 13 and 14: income, armies, buildings, robbery and food."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.games.rebellion.buildings import building_price, refund
from marchland.games.rebellion.food import need, production
from marchland.games.rebellion.income import excess, income, upkeep
from rebellion.table import (
    RebellionTable,
    arms,
    army,
    at,
    coins,
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

CALM = {"mod_weather": "off", "mod_revolts": "off"}

# -- REB-5 -----------------------------------------------------------------------------------------------------------

ELEVEN: dict[str, Any] = {
    "capital": ["BRA", "VEN", "SAF", "GRL"],
    "level": [3, 1, 1, 1],
    "place": [None, "JAP", None, None],
    "provinces": {
        "JAP": land(1),
        "BRA": land(0),
        "VEN": land(0),
        "PER": land(0, buildings=["farm", "road"]),
        "ARG": land(0, buildings=["farm", "road"]),
        "CTA": land(0, buildings=["manufactory", "road"]),
        **lands(0, "NAF", "EGY", "EAF", "CAF", "MEA", "IND"),
    },
}


def test_w28_income_and_upkeep() -> None:
    """REB-5.1, REB-5.2, REB-5.3, REB-5.4, REB-5.5, REB-5.6, REB-5.7  Without minerals and port."""
    t = lay(**ELEVEN)
    assert income(t, 0, 0) == 5 + 3 + 2 + 2 + 2
    assert upkeep(t, 0) == 3


def test_w29_the_unit_limit() -> None:
    """REB-5.9, REB-10.7, REB-13.2, REB-1.4"""
    t = lay(provinces={"PER": land(0, "12I", tokens=1), "BRA": land(0, "30I"), "VEN": land(0, "2C I")})
    assert excess(t, at("PER")) == 3 and excess(t, at("BRA")) == 0 and excess(t, at("VEN")) == 0
    assert upkeep(t, 0) == 3
    mixed = lay(provinces={"PER": land(0, "3I 3C 3A 3V")})
    assert excess(mixed, at("PER")) == 2 == upkeep(mixed, 0)
    t = lay(provinces={"PER": land(0, "12I")}, options={"mod_economy": "off"})
    assert upkeep(t, 0) == 0


def test_w30_insolvency() -> None:
    """REB-5.8, REB-1.9  Two of four roads go, then two coins are paid."""
    roads = {name: land(0, buildings=["road"]) for name in ("PER", "VEN", "ARG", "CTA")}
    t = lay(
        step="income",
        coins=[0, 0, 0, 0],
        options={**CALM, "income.capital": 0, "income.provinces": 2},
        provinces={"BRA": land(0), **roads},
    )
    assert step(t) == "insolvency" and coins(t) == 2 and len(offered(t)) == 4
    assert refused(t, "give up the farm in PER") == "REB-5.8" and refused(t, "give up one infantry in PER") == "REB-5.8"
    play(t, "give up the road in PER", "give up the road in VEN")
    assert step(t) == "main" and coins(t) == 0 and upkeep(t, 0) == 2


def test_units_above_the_limit_can_be_given_up() -> None:
    """REB-5.8"""
    t = lay(step="income", coins=[0] * 4, options={"income.capital": 0}, provinces={"PER": land(0, "11I C")})
    assert offered(t) == ["give up one infantry in PER", "give up one cavalry in PER"]
    play(t, "give up one cavalry in PER")
    assert arms(t, "PER") == "10I" and step(t) == "main"


# -- REB-6 -----------------------------------------------------------------------------------------------------------


def test_w5_the_recruiting_limit_and_the_level() -> None:
    """REB-6.1, REB-6.2, REB-6.3, REB-10.2"""
    own = lands(0, "PER", "VEN", "ARG", "CTA")
    t = lay(coins=[40, 0, 0, 0], level=[3, 1, 1, 1], provinces=own)
    play(t, "recruit 1 artillery", "recruit 1 cavalry", "recruit 1 infantry")
    assert coins(t) == 20 and offered(t, "recruit") == [] and refused(t, "recruit 1 infantry") == "REB-6.3"
    t = lay(coins=[40, 0, 0, 0], level=[2, 1, 1, 1], provinces=own)
    assert not offered(t, "recruit 1 artillery") and refused(t, "recruit 1 artillery") == "REB-6.2"
    assert refused(t, "recruit 1 caravan") == "REB-6.10" and refused(t, "recruit 0 infantry") == "REB-6.2"
    t = lay(coins=[3, 0, 0, 0], provinces=own)
    assert refused(t, "recruit 2 infantry") == "REB-1.9"


def test_w6_exchange() -> None:
    """REB-6.4, REB-6.5, REB-6.6, REB-6.14"""
    t = lay(level=[2, 1, 1, 1], provinces={"BRA": land(0, "4I:1 3I:0*")})
    play(t, "exchange 3I-C")
    assert army(t, "BRA") == "I:1 3I:0* C:0*"
    assert offered(t, "exchange") == []
    assert refused(t, "exchange 3I-C") == "REB-6.6" and refused(t, "exchange C-3I") == "REB-6.6"
    assert refused(t, "exchange 6I-A") == "REB-6.5"


@pytest.mark.parametrize(
    ("before", "exchange", "after"),
    [
        ("3I", "3I-C", "C"),
        ("C", "C-3I", "3I"),
        ("2C", "2C-A", "A"),
        ("A", "A-2C", "2C"),
        ("6I", "6I-A", "A"),
        ("A", "A-6I", "6I"),
        ("3I C", "3IC-A", "A"),
        ("A", "A-C3I", "3I C"),
    ],
)
def test_every_exchange(before: str, exchange: str, after: str) -> None:
    """REB-6.4, REB-6.5"""
    t = lay(level=[3, 1, 1, 1], provinces={"BRA": land(0, before)})
    play(t, f"exchange {exchange}")
    assert arms(t, "BRA") == after


def test_w43_linking_and_unlinking() -> None:
    """REB-6.10, REB-6.11"""
    t = lay(provinces={"PER": land(0, "C A"), "VEN": land(0)}, options=CALM)
    play(t, "link in PER")
    assert army(t, "PER") == "V:1*" and refused(t, "unlink in PER") == "REB-6.11"
    play(t, "march 1 caravan from PER to VEN")
    assert coins(t) == 14 and army(t, "VEN") == "V:0*"
    next_turn(t)
    assert army(t, "VEN") == "V:2"
    for steps, horse in ((0, "C:1"), (1, "C:0")):
        t = lay(provinces={"PER": land(0, "V"), "VEN": land(0)})
        if steps:
            play(t, "march 1 caravan from PER to VEN")
        where = "VEN" if steps else "PER"
        play(t, f"unlink in {where}")
        assert army(t, where) == f"{horse} A:0"
    t = lay(provinces={"PER": land(0, "V:0 C:1 A")})
    assert refused(t, "unlink in PER") == "REB-6.11" and refused(t, "link in PER") == "REB-6.10"
    assert refused(t, "link in JAP") == "REB-4.10" and refused(t, "unlink in JAP") == "REB-4.10"


def test_w83_the_horse_in_a_caravan() -> None:
    """REB-6.6, REB-6.11, REB-26.4, REB-15.6"""
    t = lay(weather="frost", provinces={"PER": land(0, "V")})
    assert army(t, "PER") == "V:3"
    play(t, "unlink in PER")
    assert army(t, "PER") == "C:2 A:0" and refused(t, "link in PER") == "REB-6.10"
    t = lay(seats=3, coins=[20] * 3, provinces={"PER": land(0, "V:2")})
    play(t, "unlink in PER")
    assert army(t, "PER") == "C:0 A:0"
    t = lay(seats=3, coins=[20] * 3, provinces={"PER": land(0, "V:1")})
    assert refused(t, "unlink in PER") == "REB-6.11"


def test_w98_linked_this_turn() -> None:
    """REB-6.6, REB-6.10  Another caravan of the province may be unlinked."""
    t = lay(provinces={"PER": land(0, "C A V:2")})
    play(t, "link in PER", "unlink in PER")
    assert army(t, "PER") == "C:1 A:0 V:1*"


def test_w44_a_caravan_in_battle() -> None:
    """REB-6.7, REB-6.12, REB-8.9"""
    t = lay(
        [30, 60, 50, 50],
        capital=["BRA", "CTA", "SAF", "GRL"],
        provinces={"BRA": land(0, "V"), "PER": land(1, "4I"), **lands(1, "VEN", "CTA")},
    )
    play(t, "attack PER", "commit 1 caravan from BRA", "begin the attack", "roll", "roll", "withdraw")
    assert army(t, "BRA") == "I:1 C:1"


# -- REB-12 ----------------------------------------------------------------------------------------------------------


def test_w38_the_options_of_prices() -> None:
    """REB-12.3, REB-12.10"""
    for prices, farm, manufactory in (("list", 11, 20), ("chapter", 14, 16)):
        t = lay(options={"prices": prices})
        assert (building_price(t, 0), building_price(t, 2)) == (farm, manufactory)
    for level2, second in (("additional", 30), ("total", 19)):
        t = lay(coins=[41, 0, 0, 0], options={"bunker_level2": level2}, provinces=lands(0, "PER"))
        play(t, "build bunkers in PER")
        assert coins(t) == 30
        play(t, "build bunkers in PER")
        assert coins(t) == 30 - second and t.bunker_level(at("PER")) == 2
        assert refused(t, "build bunkers in PER") == "REB-12.2"


def test_w37_demolition() -> None:
    """REB-12.7, REB-6.13"""
    t = lay(
        coins=[0] * 4,
        provinces={
            "PER": land(0, buildings=["farm", "road"]),
            "VEN": land(0, bunkers=2),
            "ARG": land(0, buildings=["manufactory"]),
            "CTA": land(0, buildings=["granary"], tokens=1),
        },
    )
    for building, where, back in (
        ("farm", "PER", 5),
        ("bunkers", "VEN", 15),
        ("bunkers", "VEN", 5),
        ("manufactory", "ARG", 10),
        ("road", "PER", 2),
    ):
        before = coins(t)
        play(t, "give something up", f"demolish {building} in {where}")
        assert coins(t) == before + back
    t = lay(provinces={"CTA": land(0, "I", buildings=["granary"], tokens=1)})
    play(t, "give something up")
    assert refused(t, "demolish granary in CTA") == "REB-12.7" and refused(t, "demolish farm in BRA") == "REB-12.7"
    assert refused(t, "demolish farm in JAP") == "REB-4.10" and refused(t, "disband 2 infantry in CTA") == "REB-6.13"
    chapter = lay(options={"prices": "chapter"})
    assert refund(chapter, 2, at("PER")) == 8 and refund(chapter, 0, at("PER")) == 7
    total = lay(options={"bunker_level2": "total"}, provinces={"PER": land(0, bunkers=2)})
    assert refund(total, 3, at("PER")) == 9


def test_what_a_building_needs() -> None:
    """REB-12.1, REB-12.2, REB-12.4, REB-12.5, REB-12.9, REB-12.13, REB-10.4  With the clause that is missing."""
    t = lay(
        coins=[100, 0, 0, 0],
        provinces={
            "PER": land(0),
            "VEN": land(0, buildings=["granary"]),
            "ARG": land(0, tokens=2),
            "IND": land(0),
            "CHI": land(1),
        },
    )
    assert refused(t, "build farm in PER") == "REB-12.4"
    assert refused(t, "build bunkers in VEN") == "REB-12.2"
    assert refused(t, "build granary in ARG") == "REB-13.1"
    assert refused(t, "build granary in IND") == "REB-12.1"
    assert refused(t, "build granary in CHI") == "REB-12.1"
    assert refused(t, "build granary in BRA") == "REB-10.4"
    assert refused(t, "build port in PER") == "REB-12.4" and refused(t, "build coastal battery in PER") == "REB-12.4"
    assert "build captive camp in PER" in offered(t)
    play(t, "build road in ARG", "build road in VEN", "build granary in PER")
    assert coins(t) == 100 - 5 - 5 - 12
    assert refused(t, "build road in VEN") == "REB-12.2"
    t = lay(coins=[4, 0, 0, 0], provinces=lands(0, "PER"))
    assert refused(t, "build road in PER") == "REB-1.9"


def test_a_new_building_works_from_the_next_start_phase_on() -> None:
    """REB-12.11"""
    t = lay(coins=[11, 0, 0, 0], level=[2, 1, 1, 1], options=CALM, provinces=lands(0, "PER"))
    play(t, "build farm in PER")
    assert coins(t) == 0
    next_turn(t)
    assert coins(t) == 5 and t.food[0] == 3


# -- REB-13 ----------------------------------------------------------------------------------------------------------


def test_w31_a_robbery_economy_in_full() -> None:
    """REB-13.3, REB-13.4, REB-13.5, REB-12.6"""
    t = lay(seats=2, coins=[0, 0], options=CALM, provinces=lands(0, "PER"))
    play(t, "rob PER")
    seen = [(coins(t), tokens(t, "PER"), int(t.robbery[at("PER")]))]
    assert refused(t, "rob PER") == "REB-13.4" and "build road in PER" not in offered(t)
    for _ in range(8):
        next_turn(t)
        seen.append((coins(t) - 4, tokens(t, "PER"), int(t.robbery[at("PER")])))
        t.coins[0] = 0
        t.known = None
    assert seen[:4] == [(0, 1, 3), (2, 2, 2), (2, 3, 1), (2, 5, 0)]
    assert [red for _, red, _ in seen[4:]] == [4, 3, 2, 1, 0] and [got for got, _, _ in seen[4:]] == [0] * 5
    t.coins[0] = 12
    t.known = None
    assert "build granary in PER" in offered(t)


def test_w32_a_robbery_that_is_stopped() -> None:
    """REB-13.6, REB-13.7"""
    t = lay(provinces={"PER": land(0, tokens=2, robbery=2)})
    play(t, "stop robbing PER")
    assert tokens(t, "PER") == 4 and t.robbery[at("PER")] == 0
    assert refused(t, "stop robbing PER") == "REB-13.6"


def test_w33_where_nobody_robs() -> None:
    """REB-13.4, REB-10.4"""
    t = lay(
        provinces={
            "PER": land(0, buildings=["road"]),
            "VEN": land(0, tokens=1),
            "ARG": land(0, owner=1),
            "IND": land(0, "3I"),
        }
    )
    assert offered(t, "rob") == ["rob IND"]
    for where in ("PER", "VEN", "ARG", "BRA", "JAP"):
        assert refused(t, f"rob {where}") == "REB-13.4"
    off = lay(options={"mod_economy": "off"}, provinces=lands(0, "IND"))
    assert refused(off, "rob IND") == "REB-27.2" and refused(off, "stop robbing IND") == "REB-27.2"


def test_on_red_tokens_units_may_do_everything() -> None:
    """REB-13.1"""
    t = lay(provinces={"PER": land(0, "C A", tokens=3), "VEN": land(0)})
    play(t, "link in PER", "march 1 caravan from PER to VEN")
    assert arms(t, "VEN") == "V"


# -- REB-14 ----------------------------------------------------------------------------------------------------------

NINE = lands(0, "VEN", "ARG", "CTA", "NAF", "EGY", "EAF", "CAF")


def hungry(rolls: list[int], more: dict[str, Any], **entries: Any) -> RebellionTable:
    return lay(rolls, step="famine", provinces={"PER": land(0, "I", buildings=["granary"]), **NINE, **more}, **entries)


def test_w34_food_and_famine() -> None:
    """REB-14.2, REB-14.3, REB-14.4, REB-14.5, REB-24.1"""
    t = hungry([], {}, active=0, options={"mod_weather": "off"})
    assert t.food[0] == 0 and not told(t, "REB-14.4") and t.active == 1
    t = hungry([3, 80], lands(0, "MEA"), options={"mod_weather": "off"})
    assert production(t, 0, 0) == 4 and need(t, 0) == 5 and step(t) == "famine"
    assert offered(t) == ["starve one infantry in PER", "pay instead"]
    assert refused(t, "starve one infantry in VEN") == "REB-1.14"
    play(t, "starve one infantry in PER")
    # Nobody is left to starve, so the rest is paid without a question.
    assert coins(t) == 16 and t.food[0] == 0 and t.active == 1
    assert told(t, "REB-24.1") == ["seat 0 rolls 80 for a revolt of the hungry"]


def test_w35_the_size_of_the_famine_die() -> None:
    """REB-14.4, REB-1.9  12 held provinces, owned or occupied; what can be done in neither way is waived."""
    few = {**lands(0, "MEA"), "IND": land(0, owner=1)}
    t = hungry([4, 90], few, options={"mod_weather": "off"}, coins=[100, 0, 0, 0])
    assert "a roll of 4" in told(t, "REB-14.4")[0]
    t = hungry([6, 90], {**few, "CHI": land(0, owner=1)}, options={"mod_weather": "off"}, coins=[100, 0, 0, 0])
    assert "a roll of 6" in told(t, "REB-14.4")[0]
    t = lay(
        [2, 90],
        step="famine",
        coins=[3, 0, 0, 0],
        provinces={**NINE, **lands(0, "PER", "MEA")},
        options={"mod_weather": "off"},
    )
    assert coins(t) == 1 and told(t, "REB-14.4")[-1].endswith("the rest is waived")


@pytest.mark.parametrize(
    ("agreed", "paid", "rolled"), [("always", True, 1), ("unless_paid", True, 0), ("unless_paid", False, 1)]
)
def test_coins_may_avert_a_hunger_revolt(agreed: str, paid: bool, rolled: int) -> None:
    """REB-14.5"""
    t = hungry([1, 95], lands(0, "MEA"), options={"mod_weather": "off", "hunger_revolt": agreed})
    play(t, "pay instead" if paid else "starve one infantry in PER")
    assert len(told(t, "REB-24.1")) == rolled


@pytest.mark.parametrize(("economy", "there"), [("on", True), ("off", False)])
def test_granaries_belong_to_the_economy(economy: str, there: bool) -> None:
    """REB-27.2  And nothing else that is built does."""
    t = lay(level=[3, 1, 1, 1], options={"mod_economy": economy}, provinces=lands(0, "PER"))
    assert ("build granary in PER" in offered(t)) is there
    assert {"build farm in PER", "build manufactory in PER", "build road in PER"} <= set(offered(t))


def test_food_is_not_kept() -> None:
    """REB-14.1, REB-27.2"""
    t = lay(food=[9, 0, 0, 0], options=CALM)
    next_turn(t)
    assert t.food[0] == 2
    t = lay(options={**CALM, "mod_economy": "off"})
    next_turn(t)
    assert t.food[0] == 0


@pytest.mark.parametrize(("food", "seats", "given"), [(2, 4, 2), (3, 4, 3), (2, 3, 3), (3, 3, 4)])
def test_the_food_of_a_capital(food: int, seats: int, given: int) -> None:
    """REB-14.2, REB-26.6, REB-10.6"""
    t = lay(seats=seats, coins=[0] * seats, options={"capital_food": food})
    assert production(t, 0, 0) == given


# -- REB-15 ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("overlap", "rolled", "sky"),
    [
        ("first", 40, 0),
        ("first", 41, 1),
        ("first", 55, 1),
        ("second", 55, 2),
        ("first", 65, 2),
        ("second", 65, 3),
        ("first", 75, 3),
        ("second", 75, 4),
        ("first", 85, 4),
        ("second", 85, 5),
        ("first", 86, 5),
        ("first", 100, 5),
    ],
)
def test_w39_numbers_in_two_rows(overlap: str, rolled: int, sky: int) -> None:
    """REB-15.1, REB-15.3"""
    t = lay([rolled, 3], step="weather", options={"table_overlap": overlap})
    assert (t.weather, t.weather_left, t.round) == (sky, 3, 1)


def test_w39_weather_lasts_as_long_as_its_marker() -> None:
    """REB-15.2  Three rounds, then the player left of the last roller rolls."""
    t = lay([50, 1], step="weather", round=3, weather="winter", weather_left=3, roller=1)
    assert t.weather_left == 2
    t = lay(
        [70, 2],
        step="weather",
        round=5,
        weather="winter",
        weather_left=1,
        roller=1,
        fallen=[2],
        provinces={"SAF": land(0)},
    )
    assert (t.weather, t.weather_left, t.roller) == (3, 2, 3)


def test_w40_severe_winter() -> None:
    """REB-15.5, REB-15.6, REB-15.4"""
    t = lay(
        weather="severe winter",
        level=[3, 1, 1, 1],
        provinces={
            "VEN": land(0, "2I", buildings=["farm", "road"]),
            "ARG": land(0, buildings=["farm", "road"]),
            "PER": land(0, buildings=["farm", "road"]),
            "CTA": land(0, buildings=["manufactory", "road"]),
            "NAF": land(0, buildings=["manufactory"]),
            "EGY": land(0, buildings=["granary"]),
            **lands(0, "EAF", "CAF", "MEA"),
        },
    )
    assert income(t, 0, 5) == 5 + 3 + 0 + 2 and upkeep(t, 0) == 4
    assert production(t, 0, 5) == 2 + 0 + 2
    play(t, "march 2 infantry from VEN to BRA")
    assert coins(t) == 20


def test_w41_frost() -> None:
    """REB-15.6, REB-7.1"""
    t = lay(weather="frost", step="renewal", provinces={"PER": land(0, "I:0 C:0 A:0 V:0")})
    assert army(t, "PER") == "I:3 C:4 A:2 V:3"


def test_w42_storm() -> None:
    """REB-12.12, REB-15.5, REB-15.7"""
    t = lay(weather="storm", coins=[40] * 4, level=[2, 1, 1, 1], provinces={"PER": land(0, "2C"), "VEN": land(0)})
    assert (building_price(t, 7), building_price(t, 0)) == (8, 14)
    play(t, "march 2 cavalry from PER to VEN")
    assert coins(t) == 28
    play(t, "upgrade the capital")
    assert coins(t) == 9
    assert refund(t, 0, at("PER")) == 5


def test_bright_sun() -> None:
    """REB-15.6, REB-15.5"""
    t = lay(weather="bright sun", provinces={"PER": land(0, "I", buildings=["farm"]), "VEN": land(0)})
    assert income(t, 0, 2) == 4 + 1 + 2
    play(t, "march 1 infantry from PER to VEN")
    assert coins(t) == 20


def test_without_weather_it_is_usual() -> None:
    """REB-27.6"""
    t = lay(step="weather", options={"mod_weather": "off"})
    assert t.weather == 0 and not told(t, "REB-15.1")


def test_without_buildings_nothing_is_built() -> None:
    """REB-27.3, REB-27.4, REB-27.5, REB-27.8, REB-27.9"""
    t = lay(coins=[90] * 4, options={"mod_buildings": "off"}, provinces={"PER": land(0, "I"), "VEN": land(0)})
    assert offered(t, "build") == [] and refused(t, "build road in PER") == "REB-27.3"
    play(t, "upgrade the capital", "recruit 1 cavalry")
    assert production(t, 0, 0) == 2
