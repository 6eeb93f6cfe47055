"""Chapters 24 to 27: revolts, victory, points, three players, modules."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.games.rebellion.ending import next_income, points
from marchland.games.rebellion.food import production
from marchland.games.rebellion.income import income, upkeep
from rebellion.table import (
    GAME,
    RebellionTable,
    arms,
    army,
    at,
    coins,
    deal,
    holder,
    land,
    lands,
    lay,
    offered,
    owner,
    play,
    refused,
    step,
    tokens,
    told,
)

DRY = {"mod_weather": "off"}


def rising(rolls: list[int], due: int, provinces: dict[str, Any], **entries: Any) -> RebellionTable:
    """A revolt of so many soldiers of seat 0, at E2 of its turn."""
    return lay(
        rolls,
        provinces=provinces,
        step="hunger",
        agenda=[{"step": "revolt", "due": due}],
        options={**DRY, **entries.pop("options", {})},
        **entries,
    )


def test_w73_a_broken_unit() -> None:
    """REB-24.6, REB-24.7, REB-24.8  Two of a cavalry rise: it is broken into infantry, and the rebels win."""
    t = rising([30, 29], 2, {"PER": land(0, "C")})
    assert holder(t, "PER") == 6 and arms(t, "PER") == "2I" and owner(t, "PER") == -1
    assert t.origin[at("PER")] == 0


def test_w74_a_revolt_over_two_provinces() -> None:
    """REB-24.1, REB-24.6, REB-24.8, REB-24.11"""
    own = {"PER": land(0, "4I"), "VEN": land(0, "3I"), "ARG": land(0)}
    t = rising([90, 1], 6, own)
    assert offered(t) == ["revolt in VEN", "revolt in PER"] and refused(t, "revolt in ARG") == "REB-24.5"
    play(t, "revolt in PER")
    # Two rebels against one loyal infantry: a single roll decides if the rebels win it.
    assert holder(t, "PER") == 6 and arms(t, "PER") == "4I"
    assert holder(t, "VEN") == 6 and arms(t, "VEN") == "2I"
    t = rising([1, 90, 1, 90], 6, own)
    play(t, "revolt in PER")
    assert holder(t, "VEN") == 0 and arms(t, "VEN") == "I" and told(t, "REB-24.8")


def test_w75_only_provinces_with_buildings() -> None:
    """REB-24.5, REB-24.9, REB-8.14  Bunkers are destroyed; two rebels attack three who are dug in."""
    t = rising([50, 50, 50, 50], 2, {"PER": land(0, "5I", bunkers=2, buildings=["bunkers", "road"])})
    assert t.bunker_level(at("PER")) == 0 and t.stands(7, at("PER")) and arms(t, "PER") == "3I"
    assert [text.split("has ")[-1] for text in told(t, "REB-8.4") if "rolls" in text] == ["52", "52"]
    t = rising([], 5, {"BRA": land(0, "5I")})
    assert arms(t, "BRA") == "5I"


def test_a_province_without_a_main_building_comes_first() -> None:
    """REB-24.5  Occupied land and a capital never revolt."""
    t = rising(
        [],
        1,
        {
            "PER": land(0, "I", buildings=["farm"]),
            "VEN": land(0, "I"),
            "ARG": land(0, "I"),
            "CTA": land(0, "I", owner=1),
            "BRA": land(0, "I"),
        },
    )
    assert offered(t) == ["revolt in VEN", "revolt in ARG"]


@pytest.mark.parametrize(
    ("marred", "robbed", "owned", "rolls", "rises"),
    [
        (2, True, 4, [65, 1], True),
        (2, False, 4, [65], False),
        (2, False, 4, [60, 1], True),
        (2, False, 5, [], False),
        (2, True, 4, [71], False),
    ],
)
def test_w76_token_revolts(marred: int, robbed: bool, owned: int, rolls: list[int], rises: bool) -> None:
    """REB-24.2, REB-24.3, REB-24.4"""
    names = ["PER", "VEN", "ARG", "CTA"][: owned - 1]
    provinces: dict[str, Any] = {name: land(0) for name in names}
    for name in names[:marred]:
        provinces[name] = land(0, "I", tokens=1)
    if robbed:
        provinces[names[0]] = land(0, "I", tokens=1, robbery=2)
    t = lay(rolls, step="token_revolt", provinces=provinces, options=DRY)
    assert bool(told(t, "REB-24.1")) is rises and bool(told(t, "REB-24.2")) is bool(rolls)


def test_hunger_below_eighty() -> None:
    """REB-24.1, REB-14.5"""
    own = {"PER": land(0, "3I"), "VEN": land(0)}
    t = lay([79, 3], step="hunger", shortage=True, provinces=own, options=DRY)
    assert holder(t, "PER") == 6 and told(t, "REB-24.1")[-1] == "3 soldiers of seat 0 mutiny"
    t = lay([80], step="hunger", shortage=True, provinces=own, options=DRY)
    assert holder(t, "PER") == 0
    t = lay(step="hunger", shortage=True, provinces=own, options={**DRY, "mod_revolts": "off"})
    assert holder(t, "PER") == 0 and not told(t, "REB-24.1")


def test_a_rebellious_province() -> None:
    """REB-24.10, REB-13.8  The title and the robbery are gone, tokens stay; the recruit place with it."""
    t = rising(
        [],
        9,
        {"PER": land(0, "2I", tokens=2, robbery=1), "VEN": land(0), "BRA": land(1, owner=0)},
        place=["PER", None, None, None],
    )
    assert (holder(t, "PER"), owner(t, "PER"), tokens(t, "PER"), t.robbery[at("PER")]) == (6, -1, 2, 0)
    assert t.place[0] == at("VEN")


def test_a_revolt_may_eliminate_its_victim() -> None:
    """REB-25.7, REB-25.9, REB-25.10  The turn ends at once."""
    t = rising([], 9, {"PER": land(0, "2I"), "BRA": land(1, owner=0)}, place=["PER", None, None, None])
    assert not t.lives(0) and owner(t, "BRA") == 1 and t.origin[at("PER")] == 0 and t.active == 1


def test_whoever_takes_rebellious_land_owns_it() -> None:
    """REB-24.12, REB-4.9"""
    t = lay(
        [90, 1],
        provinces={"PER": land(0, "3I"), "VEN": land("rebels", "I", origin=1), "BRA": land(0)},
    )
    play(t, "attack VEN", "commit 3 infantry from PER", "begin the attack", "roll", "pay the march")
    assert owner(t, "VEN") == 0 and t.origin[at("VEN")] == -1


def test_w77_a_bribe() -> None:
    """REB-24.13, REB-1.13"""
    t = lay(coins=[20, 13, 13, 12], provinces={"CHI": land("rebels", "4I", origin=1)})
    play(t, "bribe CHI")
    assert t.deciders() == [1] and offered(t) == ["pass", "bid 13"]
    assert refused(t, "1: bid 14") == "REB-1.13"
    play(t, "1: bid 13")
    # Seat 2 has no more than the bid, and seat 3 less: they are not asked.
    assert t.deciders() == [0] and "bid 14" in offered(t)
    play(t, "0: bid 14")
    assert coins(t) == 6 and owner(t, "CHI") == 0 and army(t, "CHI") == "4I:0" and t.origin[at("CHI")] == -1
    assert step(t) == "main"


def test_bribes_that_cannot_be() -> None:
    """REB-24.13"""
    t = lay(
        coins=[12, 30, 0, 0], provinces={"CHI": land("rebels", "4I", origin=1), "IND": land("rebels", "5I", origin=1)}
    )
    assert refused(t, "bribe IND") == "REB-24.13" and refused(t, "bribe BRA") == "REB-24.13"
    play(t, "bribe CHI", "1: bid 13")
    assert owner(t, "CHI") == 1 and coins(t) == 12
    t = lay(coins=[12, 0, 0, 0], bribed=["CHI"], provinces={"CHI": land("rebels", "4I", origin=1)})
    assert refused(t, "bribe CHI") == "REB-24.13"


# -- REB-25 ----------------------------------------------------------------------------------------------------------


def test_w25_elimination_passes_titles() -> None:
    """REB-11.10, REB-25.7, REB-9.1"""
    t = lay(
        provinces={
            "IND": land(0, "2I"),
            "JAP": land(2, owner=1),
            "MON": land(2),
            "ICH": land(2, owner=1),
            "CHI": land(1),
        },
        place=[None, "CHI", None, None],
    )
    play(t, "attack CHI", "commit 2 infantry from IND", "begin the attack", "plunder")
    assert not t.lives(1) and owner(t, "ICH") == 2 and owner(t, "CHI") == 0 and owner(t, "JAP") == 2
    assert t.coins[1] == 0 and t.active == 0 and step(t) == "main"
    passed = {"Japan now belongs to seat 2", "China now belongs to seat 0", "Siam now belongs to seat 2"}
    assert set(told(t, "REB-11.10")) == passed


def test_w26_victory() -> None:
    """REB-25.1, REB-25.2, REB-3.6  The own capital is not needed; the others are ranked by points."""
    t = lay(
        seats=3,
        coins=[9, 9, 9],
        provinces={
            "BRA": land(1, owner=0),
            "JAP": land(0, owner=1),
            "SAF": land(2),
            "CAF": land(0, "2I"),
            "EGY": land(2),
            "VEN": land(1),
        },
        place=["CAF", "VEN", None],
    )
    play(t, "attack SAF", "commit 2 infantry from CAF", "begin the attack")
    assert t.over and t.places == [1, 2, 3] and told(t, "REB-25.1") and GAME.ending(t) == "every capital"


def test_the_last_one_wins() -> None:
    """REB-25.3"""
    t = lay(seats=2, coins=[9, 9], options={"resignation": "on"})
    play(t, "resign")
    assert t.over and t.places == [2, 1] and GAME.ending(t) == "last one left"
    assert told(t, "REB-25.3") and not told(t, "REB-25.1")  # nobody holds the capital that was left behind


def test_w84_resignation() -> None:
    """REB-25.8, REB-25.2"""
    t = lay(
        active=2,
        options={"resignation": "on", **DRY},
        provinces={
            "CAF": land(2, "I", buildings=["farm"], tokens=1),
            "EAF": land(2, "2I", owner=1),
            "MAD": land(0, "I", owner=2),
            "SAF": land(2, "3I"),
        },
    )
    play(t, "resign")
    assert (holder(t, "SAF"), owner(t, "SAF"), arms(t, "SAF")) == (-1, -1, "")
    assert holder(t, "CAF") == -1 and t.stands(0, at("CAF")) and tokens(t, "CAF") == 1
    assert (holder(t, "EAF"), owner(t, "EAF"), arms(t, "EAF")) == (1, 1, "")
    assert owner(t, "MAD") == 0 and t.active == 3 and t.fallen == [2]
    assert "East Africa returns to seat 1: 2 soldiers leave it" in told(t, "REB-25.8")
    assert "South Africa lies empty: 3 soldiers leave it" in told(t, "REB-25.8")
    play(t, "end the turn")
    play(t, "march 1 infantry from MAD to SAF")
    assert owner(t, "SAF") == 0 and income(t, 0, 0) == 4 + 1 + 2 and points(t, 0) == 3 + 12 + 7
    t = lay()
    assert refused(t, "resign") == "REB-25.8"


SCORED: dict[str, Any] = {
    "capital": ["BRA", "VEN", "SAF", "GRL"],
    "level": [3, 1, 1, 1],
    "place": [None, "JAP", None, None],
    "round": 20,
    "step": "tokens",
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


def test_w78_points() -> None:
    """REB-25.4, REB-25.5, REB-25.11  11 provinces, two capital sites, and the next income without mineral and port."""
    t = lay(**SCORED)
    assert points(t, 0) == 11 + 12 + (14 - 3)
    assert t.over and t.places[0] == 1 and GAME.ending(t) == "points"
    for left, net in ((2, 5 + 3 + 2 + 0 + 1 - 3), (1, 11)):
        t = lay(weather="severe winter", weather_left=left, **SCORED)
        assert next_income(t, 0) == net


def test_w79_three_players() -> None:
    """REB-26.1, REB-26.2, REB-26.3, REB-26.4, REB-26.5, REB-26.6"""
    entries = {**SCORED, "seats": 3, "capital": ["BRA", "VEN", "SAF"], "level": [3, 1, 1], "place": [None, "JAP", None]}
    t = lay(**{**entries, "coins": [0] * 3})
    assert income(t, 0, 0) == 6 + 4 + 3 + 2 + 2 and upkeep(t, 0) == 0
    assert points(t, 0) == 11 + 20 + 17 and production(t, 0, 0) == 3 + 3 + 2
    assert t.full_points(3) == 3
    never = lay(**{**entries, "coins": [0] * 3, "options": {"three_player_rules": "never"}})
    assert income(never, 0, 0) == 5 + 2 + 3 + 2 + 2
    always = lay(**{**SCORED, "options": {"three_player_rules": "always"}})
    assert income(always, 0, 0) == 6 + 4 + 3 + 2 + 2


def test_w93_the_next_income_at_the_end() -> None:
    """REB-25.5"""
    t = lay(
        provinces={
            "PER": land(0, "10I", tokens=1),
            "VEN": land(0, tokens=3, robbery=2),
            "ARG": land(0, tokens=1, robbery=3),
            "CTA": land(0, tokens=1, robbery=3),
        }
    )
    assert upkeep(t, 0) == 1 and next_income(t, 0) == 4 + 1 + 2 - 1
    assert income(t, 0, 0) == 4 + 1 + 6


def test_occupied_land_may_count() -> None:
    """REB-25.4"""
    occupied = {"PER": land(0, owner=1), "VEN": land(0)}
    assert points(lay(provinces=occupied), 0) == 2 + 6 + 4
    assert points(lay(provinces=occupied, options={"score_occupied": "yes"}), 0) == 3 + 6 + 4


@pytest.mark.parametrize(
    ("more", "places"),
    [
        ({}, [1, 1]),
        ({"coins": [1, 0]}, [1, 2]),
        ({"coins": [5, 0], "provinces": {"KAM": land(1, "I"), "PER": land(0)}}, [2, 1]),
    ],
)
def test_ties(more: dict[str, Any], places: list[int]) -> None:
    """REB-25.6  Capital sites, land, soldiers, coins; then it is shared."""
    t = lay(**{"seats": 2, "coins": [0, 0], "round": 20, "step": "tokens", "options": DRY, **more})
    assert t.over and t.places == places


def test_the_eliminated_come_last_the_later_the_better() -> None:
    """REB-25.6"""
    t = lay(seats=4, coins=[0] * 4, fallen=[3, 1], round=20, step="tokens", options=DRY)
    assert t.places == [1, 3, 1, 4]


# -- REB-27 ----------------------------------------------------------------------------------------------------------


def test_revolts_need_the_economy() -> None:
    """REB-27.1, REB-27.7"""
    t = lay(options={"mod_economy": "off", **DRY}, step="hunger", shortage=True, provinces={"PER": land(0, "3I")})
    assert holder(t, "PER") == 0 and not told(t, "REB-24.1")


@pytest.mark.parametrize("off", ["mod_economy", "mod_buildings", "mod_weather", "mod_revolts"])
def test_a_match_without_a_module(off: str) -> None:
    """REB-27.1 to REB-27.7"""
    from marchland.engine.dice import fast_dice
    from marchland.engine.playout import play_out

    t = deal(3, 5, round_limit=6, **{off: "off"})
    play_out(t, fast_dice(3), 100000)
    assert t.over and GAME.conserved(t) == ""
    if off == "mod_economy":
        assert t.marred == 0 and not any(t.food)
    if off == "mod_buildings":
        assert t.developed() == 0
    if off == "mod_weather":
        assert t.weather == 0
    if off == "mod_revolts":
        assert not told(t, "REB-24.10")
