"""Chapter 22: captives: taken, at work, captured, in mutiny."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.engine.errors import IllegalAction
from marchland.games.rebellion.food import production
from marchland.games.rebellion.income import income, upkeep
from marchland.games.rebellion.mutiny import mutiny_chance
from rebellion.table import (
    GAME,
    RebellionTable,
    arms,
    army,
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

DRY = {"mod_weather": "off"}
CAMP = land(0, buildings=["captive camp"])


def captives(t: RebellionTable, province: str, nation: int) -> int:
    return int(t.captives_of(at(province), nation))


def war(rolls: list[int], attackers: str, defenders: str, **entries: Any) -> RebellionTable:
    """Seat 0 in Peru attacks seat 1 in Venezuela, with a camp in Argentina."""
    provinces = {
        "PER": land(0, attackers),
        "VEN": land(1, defenders),
        "ARG": CAMP,
        "JAP": land(1),
        **entries.pop("provinces", {}),
    }
    t = lay(rolls, provinces=provinces, options={**DRY, **entries.pop("options", {})}, **entries)
    play(t, "attack VEN")
    for stack in attackers.split():
        n, arm = stack[:-1] or "1", {"I": "infantry", "C": "cavalry", "A": "artillery"}[stack[-1]]
        play(t, f"commit {n} {arm} from PER")
    play(t, "begin the attack")
    return t


# -- REB-22.1 to REB-22.4: taking ------------------------------------------------------------------------------------


def test_a_camp() -> None:
    """REB-22.1, REB-5.7, REB-12.7, REB-27.8"""
    t = lay(provinces=lands(0, "PER"))
    play(t, "build captive camp in PER")
    assert coins(t) == 13 and upkeep(t, 0) == 1
    play(t, "give something up", "demolish captive camp in PER")
    assert coins(t) == 16
    assert (
        refused(lay(provinces=lands(0, "PER"), options={"mod_captives": "off"}), "build captive camp in PER")
        == "REB-27.3"
    )


def test_w67_taking_captives() -> None:
    """REB-22.2 to REB-22.4, REB-9.1  The chance goes by the units that are left, the number by the enemy's start."""
    t = war([90, 1, 90, 1, 90, 1, 50, 4], "2I C A", "3I")
    play(t, "roll until 0 are left", "pay the march")
    assert step(t) == "taking" and offered(t) == ["roll for captives", "take no captives"]
    play(t, "roll for captives")
    assert told(t, "REB-22.2") == ["seat 0 rolls 50 for captives and needs 50 or less"]
    assert told(t, "REB-22.3") == ["seat 0 takes 3 captives of seat 1"]
    assert offered(t) == ["keep 0", "keep 1", "keep 2", "keep 3"] and refused(t, "keep 4") == "REB-22.4"
    play(t, "keep 2")
    assert captives(t, "VEN", 1) == 2 and step(t) == "main"
    assert told(t, "REB-22.4") == ["seat 0 keeps 2 captives of seat 1 in Venezuela; 1 is killed"]
    assert offered(t, "send 1 captives") == []


def test_fifty_one_is_too_much() -> None:
    """REB-22.2"""
    t = war([90, 1, 51], "2I C A", "I")
    play(t, "roll", "plunder", "roll for captives")
    assert step(t) == "main" and captives(t, "VEN", 1) == 0


def test_ten_soldiers_are_many() -> None:
    """REB-22.3  d10 then."""
    t = war([90, 1] * 10 + [1, 10], "12I", "10I", coins=[40, 0, 0, 0])
    play(t, "roll until 0 are left", "pay the march", "roll for captives")
    assert told(t, "REB-22.3") == ["seat 0 takes 10 captives of seat 1"]
    play(t, "keep 0")
    assert captives(t, "VEN", 1) == 0


def test_a_defender_takes_captives_too() -> None:
    """REB-22.2, REB-8.7"""
    t = war([1, 90, 30, 2], "I", "2I", provinces={"CHI": land(1, buildings=["captive camp"])})
    play(t, "roll")
    assert t.deciders() == [1] and refused(t, "0: end the turn") == ""
    play(t, "1: roll for captives")
    assert told(t, "REB-22.2") == ["seat 1 rolls 30 for captives and needs 30 or less"]
    play(t, "1: keep 1")
    assert captives(t, "VEN", 0) == 1 and step(t) == "main"


@pytest.mark.parametrize("case", ["no camp", "occupied camp", "no roll", "rebels", "tribe", "withdrawal", "module off"])
def test_when_there_are_none(case: str) -> None:
    """REB-22.2, REB-27.8"""
    entries: dict[str, Any] = {}
    provinces: dict[str, Any] = {}
    defenders, rolls = "I", [90, 1]
    if case == "no camp":
        provinces["ARG"] = land(0)
    elif case == "occupied camp":
        provinces["ARG"] = land(0, owner=1, buildings=["captive camp"])
    elif case == "no roll":
        defenders, rolls = "", []
    elif case in ("rebels", "tribe"):
        provinces["VEN"] = land(case, "I", **({"origin": 1} if case == "rebels" else {}))
    elif case == "withdrawal":
        rolls = [1, 90]
    else:
        entries["options"] = {"mod_captives": "off"}
    t = war(rolls, "2I", defenders, provinces=provinces, **entries)
    if case == "withdrawal":
        play(t, "roll", "withdraw")
    elif case == "no roll":
        play(t, "plunder")
    else:
        play(t, "roll", "plunder")
    assert step(t) == "main" and not told(t, "REB-22.2")


# -- REB-22.5 to REB-22.7: moving and working ------------------------------------------------------------------------


def test_moving() -> None:
    """REB-22.5, REB-22.4  Two steps a turn through land that is held, free of cost; new ones wait for the next S8."""
    t = lay(
        provinces={
            "PER": land(0, captives=[[1, 2], [2, 1, 0]]),
            "VEN": land(0, owner=1),
            "ARG": land(0),
        }
    )
    assert refused(t, "send 3 captives of 1 from PER to VEN") == "REB-22.5"
    assert refused(t, "send 1 captives of 2 from PER to VEN") == "REB-22.5"
    assert refused(t, "send 1 captives of 1 from PER to CTA") == "REB-22.5"
    assert refused(t, "send 0 captives of 1 from PER to VEN") == "REB-22.5"
    play(t, "send 1 captives of 1 from PER to VEN", "send 1 captives of 1 from PER to BRA")
    play(t, "send 1 captives of 1 from BRA to VEN")
    assert captives(t, "VEN", 1) == 2 and coins(t) == 20
    assert told(t, "REB-22.5")[0] == "seat 0 sends 1 captive of seat 1 from Peru to Venezuela"
    play(t, "send 1 captives of 1 from VEN to PER")
    assert offered(t, "send 1 captives") == []
    next_turn(t)
    assert "send 1 captives of 2 from PER to ARG" in offered(t)


def test_killing() -> None:
    """REB-22.4"""
    t = lay(provinces={"PER": land(0, captives=[[1, 2], [2, 1]])})
    play(t, "give something up")
    assert refused(t, "kill 3 captives of 1 in PER") == "REB-22.4"
    assert refused(t, "kill 1 captives of 1 in CHI") == "REB-4.10"
    play(t, "kill 2 captives of 1 in PER")
    assert captives(t, "PER", 1) == 0 and captives(t, "PER", 2) == 1 and step(t) == "main"
    assert told(t, "REB-22.4") == ["seat 0 kills 2 captives of seat 1 in Peru"]


@pytest.mark.parametrize(("many", "cost", "food"), [(0, 2, 3), (1, 1, 4), (2, 0, 4), (3, 0, 4)])
def test_w68_work(many: int, cost: int, food: int) -> None:
    """REB-22.6, REB-22.7"""
    there = [[1, many]] if many else []
    t = lay(provinces={"PER": land(0, buildings=["farm", "road", "port"], captives=there)})
    assert upkeep(t, 0) == cost and production(t, 0, 0) == food


def test_captives_in_occupied_land_do_no_work() -> None:
    """REB-22.6, REB-22.7, REB-4.7"""
    t = lay(provinces={"PER": land(0, owner=1, buildings=["farm", "road"], captives=[[2, 2]])})
    assert upkeep(t, 0) == 0 and production(t, 0, 0) == 2


def test_w40_a_captive_in_severe_winter() -> None:
    """REB-15.6, REB-22.6, REB-22.7"""
    farms = {name: land(0, buildings=["farm"]) for name in ("PER", "VEN")}
    t = lay(
        level=[3, 1, 1, 1],
        provinces={
            **farms,
            "ARG": land(0, buildings=["farm", "road"], captives=[[1, 1]]),
            "CTA": land(0, buildings=["manufactory", "road"]),
            "EUS": land(0, buildings=["manufactory", "road"]),
            "WUS": land(0, buildings=["granary", "road"]),
            **lands(0, "ALB", "ONT", "QUE"),
        },
        weather="severe winter",
        weather_left=2,
    )
    assert income(t, 0, t.weather) == 10 and upkeep(t, 0) == 3 and production(t, 0, t.weather) == 5


def test_what_captives_pay_for_is_not_given_up() -> None:
    """REB-5.8, REB-22.6  Only what lowers the upkeep is offered."""
    t = lay(
        step="income",
        coins=[0, 0, 0, 0],
        provinces={
            "BRA": land(1),
            "PER": land(0, buildings=["road"], captives=[[1, 1]]),
            "VEN": land(0, buildings=["road", "port"], captives=[[1, 1]]),
            "ARG": land(0, buildings=["road"]),
        },
        place=["PER", None, None, None],
        options=DRY,
    )
    assert upkeep(t, 0) == 2 and coins(t) == 1
    assert offered(t) == ["give up the port in VEN", "give up the road in VEN", "give up the road in ARG"]
    assert refused(t, "give up the road in PER") == "REB-5.8"


# -- REB-22.8: captured ----------------------------------------------------------------------------------------------


def test_w69_captured_captives() -> None:
    """REB-22.8, REB-9.1"""
    t = lay(
        active=2,
        capital=["BRA", "JAP", "SAF", "GRL"],
        provinces={"CAF": land(0, captives=[[2, 2], [1, 1]]), "NAF": land(2, "I")},
    )
    play(t, "attack CAF", "commit 1 infantry from NAF", "begin the attack")
    assert captives(t, "CAF", 2) == 2  # plunder or pay comes first
    play(t, "pay the march")
    assert army(t, "CAF") == "2I:0 I:1" and captives(t, "CAF", 2) == 0
    assert told(t, "REB-22.8") == ["2 captives in Congo are free, infantry of seat 2 from now on"]
    assert offered(t) == ["keep 0 of 1", "keep 1 of 1"] and refused(t, "keep 2 of 1") == "REB-22.8"
    play(t, "keep 1 of 1")
    assert captives(t, "CAF", 1) == 1 and offered(t, "send 1 captives") == []
    assert told(t, "REB-22.8")[-1] == "seat 2 keeps 1 captive of seat 1 in Congo; 0 are killed"


def test_the_freed_are_no_survivors() -> None:
    """REB-22.2, REB-22.8  Freed infantry does not raise the chance to take captives."""
    t = lay(
        [90, 1, 26],
        provinces={"PER": land(0, "I"), "VEN": land(1, "I", captives=[[0, 5]]), "ARG": CAMP, "JAP": land(1)},
        options=DRY,
    )
    play(t, "attack VEN", "commit 1 infantry from PER", "begin the attack", "roll", "plunder", "roll for captives")
    assert told(t, "REB-22.2") == ["seat 0 rolls 26 for captives and needs 25 or less"]
    assert arms(t, "VEN") == "6I"


def test_captives_in_a_treaty() -> None:
    """REB-11.7, REB-11.16"""
    t = lay(
        wars=[[0, 1]],
        provinces={"PER": land(0, "C", owner=1, captives=[[1, 2], [2, 1]]), "VEN": land(0), "CHI": land(1)},
    )
    play(t, "call a conference with 1", "send the treaty", "1: sign the treaty")
    assert (
        holder(t, "PER") == 1 and arms(t, "PER") == "2I" and captives(t, "PER", 2) == 1 and captives(t, "PER", 1) == 0
    )


def test_rebels_take_captives_away() -> None:
    """REB-22.11"""
    t = lay(
        step="hunger",
        agenda=[{"step": "revolt", "due": 1}],
        provinces={"PER": land(0, "I", captives=[[1, 3]])},
        options=DRY,
    )
    assert holder(t, "PER") == 6 and t.captive_land == 0


def test_resignation_frees_nobody() -> None:
    """REB-25.8  Captives go with the rest."""
    t = lay(provinces={"PER": land(0, captives=[[1, 3]])}, options={"resignation": "on"})
    play(t, "resign")
    assert t.captive_land == 0 and holder(t, "PER") == -1


# -- REB-22.9, REB-22.10: mutiny -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("many", "chance"), [(1, 5), (2, 15), (3, 30), (4, 35), (10, 65), (17, 100), (40, 100)])
def test_the_chance_of_a_mutiny(many: int, chance: int) -> None:
    """REB-22.9"""
    assert mutiny_chance(lay(), many) == chance


CONGO = land(0, buildings=["manufactory", "road"], captives=[[1, 2], [2, 4]])


def test_w70_captive_mutiny() -> None:
    """REB-22.9, REB-22.10, REB-22.11"""
    own = {"ARG": land(0), "CAF": CONGO, "BRA": land(0, captives=[[1, 1]])}
    t = war([1, 90, 30], "I", "2I", provinces=own)
    play(t, "roll")
    assert told(t, "REB-22.9") == ["seat 0 rolls 30 for a mutiny of 3 captives of seat 1, who rise at 30 or less"]
    assert holder(t, "CAF") == 6 and arms(t, "CAF") == "2I" and t.origin[at("CAF")] == 0 and owner(t, "CAF") == -1
    assert not t.stands(2, at("CAF")) and t.stands(7, at("CAF")) and t.captive_land == 0
    assert told(t, "REB-22.10")[-1] == "The captives in Congo rise: 2 rebels against seat 0"
    assert told(t, "REB-22.10")[0] == "1 captive of seat 1 escapes from Brazil"
    t = war([1, 90, 31], "I", "2I", provinces=own)
    play(t, "roll")
    assert holder(t, "CAF") == 0 and captives(t, "CAF", 1) == 2


def test_a_mutiny_that_is_fought() -> None:
    """REB-22.10, REB-8.14  The rebels attack; the captives of others stay if the loyal win."""
    own = {"ARG": land(0), "CAF": land(0, "2I", captives=[[1, 2], [2, 4]])}
    t = war([1, 90, 15, 1, 90, 1, 90], "I", "2I", provinces=own)
    play(t, "roll")
    assert holder(t, "CAF") == 0 and arms(t, "CAF") == "2I" and captives(t, "CAF", 2) == 4 and told(t, "REB-24.8")
    t = war([1, 90, 15, 90, 1, 90, 1], "I", "2I", provinces=own)
    play(t, "roll")
    assert holder(t, "CAF") == 6 and arms(t, "CAF") == "2I" and t.captive_land == 0


def test_a_defender_who_loses_tests_too() -> None:
    """REB-22.9  Those in the province that is lost are gone."""
    t = war(
        [90, 1, 5],
        "I",
        "I",
        provinces={"ARG": land(0), "VEN": land(1, "I", captives=[[0, 3]]), "CHI": land(1, captives=[[0, 1]])},
    )
    play(t, "roll", "plunder")
    assert told(t, "REB-22.9") == ["seat 1 rolls 5 for a mutiny of 1 captive of seat 0, who rise at 5 or less"]
    assert holder(t, "CHI") == 6 and t.origin[at("CHI")] == 1 and arms(t, "VEN") == "4I"


@pytest.mark.parametrize("where", ["occupied", "revolts off"])
def test_where_they_only_escape(where: str) -> None:
    """REB-22.10, REB-27.7"""
    options = {"mod_revolts": "off"} if where == "revolts off" else {}
    congo = land(0, captives=[[1, 1]], **({"owner": 2} if where == "occupied" else {}))
    t = war([1, 90, 5], "I", "2I", provinces={"ARG": land(0), "CAF": congo}, options=options)
    play(t, "roll")
    assert holder(t, "CAF") == 0 and t.captive_land == 0 and "escapes" in told(t, "REB-22.10")[0]


def test_w90_eliminated_in_the_middle_of_a_chain() -> None:
    """REB-9.1, REB-22.2, REB-25.7, REB-25.9, REB-25.10  Captives are taken before the loser is out."""
    t = lay(
        [90, 1] * 3 + [1, 3],
        coins=[20, 9, 20, 20],
        agents=[0, 1, 0, 0],
        dealt=[[1, target, card] for target, card in enumerate(["nothing", "nothing", "sabotage", "nothing"])],
        place=[None, "VEN", None, None],
        provinces={"PER": land(0, "5I"), "VEN": land(1, "3I"), "ARG": CAMP, "JAP": land(2)},
        options=DRY,
    )
    play(t, "attack VEN", "commit 5 infantry from PER", "begin the attack", "roll until 0 are left", "plunder")
    play(t, "roll for captives", "keep 2")
    assert not t.lives(1) and owner(t, "VEN") == 0 and captives(t, "VEN", 1) == 2
    assert t.agents[1] == 0 and coins(t, 1) == 0 and set(t.dealt) == {-1} and step(t) == "main"


# -- words -----------------------------------------------------------------------------------------------------------


def test_the_other_word() -> None:
    """REB-22.1  Only what is said changes."""
    t = war([90, 1, 1, 1], "2I", "I", options={"captive_wording": "slaves"})
    play(t, "roll", "plunder", "roll for captives", "keep 1")
    assert told(t, "REB-22.3") == ["seat 0 takes 1 slave of seat 1"] and captives(t, "VEN", 1) == 1


def test_refusals_name_what_is_missing() -> None:
    """REB-22.5"""
    t = lay(provinces={"PER": land(0, captives=[[1, 1, 0]]), "VEN": land(0)})
    with pytest.raises(IllegalAction, match=r"In Peru you have 0 captives of seat 1 with a movement point"):
        t.play(0, GAME.parse("send 1 captives of 1 from PER to VEN"))
