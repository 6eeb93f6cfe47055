"""Chapters 8 and 9: land battles, capture, plunder."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.engine.dice import fast_dice
from marchland.games.rebellion.modifiers import attack_total, defence_total
from rebellion.crowd import Crowd
from rebellion.table import (
    GAME,
    RebellionTable,
    arms,
    army,
    at,
    coins,
    force,
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


def attack(t: RebellionTable, target: str, *commits: str) -> None:
    """Open an attack, commit units ("2 infantry from PER"), and begin it."""
    play(t, f"attack {target}", *(f"commit {said}" for said in commits), "begin the attack")


def fight(rolls: list[int], target: str, commits: list[str], **entries: Any) -> RebellionTable:
    t = lay(rolls, **entries)
    attack(t, target, *commits)
    return t


def totals(t: RebellionTable) -> tuple[int, int]:
    """What both sides add to the next roll."""
    return int(attack_total(t)), int(defence_total(t))


EAST = {**lands(0, "NEU"), **lands(1, "CAS")}


def test_w7_change_and_a_tie() -> None:
    """REB-8.4, REB-6.7, REB-6.8, REB-8.5, REB-8.6, REB-8.1, REB-11.1, REB-1.6  The attacker's die comes first."""
    t = lay(
        [40, 45, 60, 58],
        capital=["NEU", "JAP", "SAF", "GRL"],
        provinces={"EEU": land(0, "C"), "URA": land(1, "2I"), **EAST, **lands(1, "SIB", "CHI", "MON")},
    )
    attack(t, "URA", "1 cavalry from EEU")
    assert offered(t) == ["roll", "roll until 0 are left", "roll until 1 are left", "roll until 2 are left"]
    assert refused(t, "withdraw") == "REB-8.5"
    assert totals(t) == (2, 2)
    play(t, "roll")
    assert force(t) == 2 and totals(t) == (0, 2)
    play(t, "roll")
    assert force(t) == 1
    play(t, "withdraw")
    assert army(t, "EEU") == "I:2" and army(t, "URA") == "2I:2" and coins(t) == 20
    assert t.at_war(0, 1) and t.at_war(1, 0) and step(t) == "main"


@pytest.mark.parametrize(("bonus", "fourth"), [("live", 8), ("start", 10)])
def test_w8_the_bonus_for_numbers(bonus: str, fourth: int) -> None:
    """REB-8.8, REB-8.12  At most +10, and live or fixed at the start."""
    t = fight(
        [20, 40, 20, 40, 20, 40, 35, 40],
        "PER",
        ["9 infantry from BRA"],
        options={"numbers_bonus": bonus},
        provinces={"BRA": land(0, "9I"), "PER": land(1, "2I"), "VEN": land(1), **lands(1, "CTA", "WUS", "ALB")},
    )
    assert totals(t)[0] == 10
    play(t, "roll", "roll", "roll")
    assert force(t) == 6 and totals(t)[0] == fourth
    play(t, "roll")
    assert t.soldiers(at("PER")) == 1


@pytest.mark.parametrize(("multi", "left"), [("each", 3), ("extra", 4)])
def test_w9_out_of_several_provinces(multi: str, left: int) -> None:
    """REB-8.8, REB-8.11"""
    t = fight(
        [50, 50],
        "EEU",
        ["2 infantry from SCA", "1 infantry from NEU", "1 infantry from SEU"],
        options={"multi_attack": multi},
        capital=["NEU", "URA", "SAF", "GRL"],
        provinces={
            "SCA": land(0, "2I"),
            "NEU": land(0, "I"),
            "SEU": land(0, "I"),
            "EEU": land(1, "4I"),
            "URA": land(1),
        },
    )
    play(t, "roll")
    assert t.soldiers(at("EEU")) == left


@pytest.mark.parametrize(("horses", "adds"), [(1, 2 + 4 - 10), (2, 2 + 10)])
def test_w10_the_majority_of_units_is_connected_or_not(horses: int, adds: int) -> None:
    """REB-8.11, REB-4.11, REB-8.8  2 units out of unconnected land against 1, or 2 against 2."""
    t = fight(
        [],
        "EGY",
        ["2 infantry from NAF", f"{horses} cavalry from MEA"],
        capital=["IND", "JAP", "SAF", "GRL"],
        provinces={"NAF": land(0, "2I"), "MEA": land(0, f"{horses}C"), "IND": land(0), "EGY": land(1, "3I")},
    )
    assert totals(t)[0] == adds


def test_w11_bunkers_and_cannons() -> None:
    """REB-8.9, REB-8.12, REB-6.7  4 off for each cannon now in the army, no digging in beside bunkers."""
    t = fight(
        [30, 40, 70, 60],
        "PER",
        ["3 artillery from BRA"],
        provinces={"BRA": land(0, "3A"), "PER": land(1, "5I", bunkers=2), **lands(1, "VEN", "CTA")},
        capital=["BRA", "VEN", "SAF", "GRL"],
    )
    assert totals(t) == (10, 8)
    play(t, "roll")
    assert force(t) == 17 and totals(t) == (10, 12)
    play(t, "roll")
    assert t.soldiers(at("PER")) == 4


def test_more_cannons_than_the_bunkers_bear_do_not_make_them_negative() -> None:
    """REB-8.9"""
    t = fight(
        [],
        "PER",
        ["6 artillery from BRA"],
        capital=["BRA", "VEN", "SAF", "GRL"],
        provinces={"BRA": land(0, "6A"), "VEN": land(1), "PER": land(1, "I", bunkers=2)},
    )
    assert totals(t)[1] == 0


def test_w12_the_defence_of_a_capital() -> None:
    """REB-8.9, REB-10.5  +10 and dug in; cannons take nothing off."""
    t = fight(
        [50, 45],
        "JAP",
        ["2 artillery from KAM"],
        provinces={"KAM": land(0, "2A"), "JAP": land(1, "4I"), **lands(0, "YAK")},
        capital=["YAK", "JAP", "SAF", "GRL"],
    )
    assert totals(t) == (10, 12)
    play(t, "roll")
    assert t.soldiers(at("JAP")) == 3


def test_w13_retaking_the_capital() -> None:
    """REB-8.9, REB-10.8, REB-9.7  -5 for the one who holds it, and no march is ever due."""
    t = fight(
        [40, 43, 90, 1, 90, 1, 90, 1],
        "BRA",
        ["3 infantry from PER"],
        coins=[0, 0, 0, 0],
        place=["PER", None, None, None],
        provinces={"BRA": land(1, "3I", owner=0), "PER": land(0, "3I"), **lands(1, "NAF", "WEU", "GBR", "ICE")},
        capital=["BRA", "ICE", "SAF", "WAU"],
    )
    assert totals(t) == (0, -3)
    play(t, "roll")
    assert force(t) == 2
    play(t, "roll until 0 are left")
    assert holder(t, "BRA") == 0 and coins(t) == 0 and t.place[0] == -1 and step(t) == "main"


WAR_OF_FIVE: dict[str, Any] = {
    "capital": ["BRA", "CTA", "SAF", "GRL"],
    "provinces": {
        "PER": land(0, "5I"),
        "VEN": land(1, "2I", buildings=["farm", "road"]),
        "CTA": land(1),
        "BRA": land(0),
    },
}
FIVE_ROLLS = [20, 60, 30, 70, 80, 50, 90, 10]


def test_w14_paying_for_the_fallen() -> None:
    """REB-9.3, REB-9.5, REB-9.1"""
    t = fight(FIVE_ROLLS, "VEN", ["5 infantry from PER"], coins=[7, 0, 0, 0], **WAR_OF_FIVE)
    play(t, "roll until 0 are left")
    assert offered(t) == ["plunder", "pay the march"]
    play(t, "pay the march")
    assert coins(t) == 2 and arms(t, "VEN") == "3I" and t.stands(0, at("VEN")) and t.stands(7, at("VEN"))
    assert (holder(t, "VEN"), owner(t, "VEN")) == (0, 1)


def test_w14_plunder_where_the_march_cannot_be_paid() -> None:
    """REB-9.3, REB-9.5, REB-9.8  With 4 coins there is no choice."""
    t = fight(FIVE_ROLLS, "VEN", ["5 infantry from PER"], coins=[4, 0, 0, 0], **WAR_OF_FIVE)
    play(t, "roll until 0 are left")
    assert coins(t) == 4 and tokens(t, "VEN") == 2 and t.developed() >> at("VEN") & 1 == 0 and step(t) == "main"


def test_w15_where_plunder_is_barred() -> None:
    """REB-8.2, REB-9.4, REB-7.4"""
    provinces = {"PER": land(0, "6I"), "VEN": land(1, tokens=4), "CTA": land(1), "BRA": land(0)}
    t = lay(coins=[5, 0, 0, 0], capital=WAR_OF_FIVE["capital"], provinces=provinces)
    play(t, "attack VEN", "commit 6 infantry from PER")
    assert refused(t, "begin the attack") == "REB-8.2"
    t = lay(coins=[6, 0, 0, 0], capital=WAR_OF_FIVE["capital"], provinces=provinces)
    attack(t, "VEN", "6 infantry from PER")
    assert holder(t, "VEN") == 0 and coins(t) == 0 and tokens(t, "VEN") == 4
    provinces["PER"] = land(0, "6I", buildings=["road"])
    t = lay(coins=[0, 0, 0, 0], capital=WAR_OF_FIVE["capital"], provinces=provinces)
    attack(t, "VEN", "6 infantry from PER")
    assert holder(t, "VEN") == 0 and coins(t) == 0


@pytest.mark.parametrize(("choice", "paid", "level", "red"), [("pay the march", 3, 1, 0), ("plunder", 0, 0, 2)])
def test_w16_an_empty_enemy_province(choice: str, paid: int, level: int, red: int) -> None:
    """REB-4.8, REB-8.3, REB-9.2, REB-4.9"""
    t = lay(provinces={"IND": land(0, "C"), "ICH": land(1, bunkers=2)})
    attack(t, "ICH", "1 cavalry from IND")
    assert t.at_war(0, 1) and holder(t, "ICH") == 0 and step(t) == "plundering"
    play(t, choice)
    assert (20 - coins(t), t.bunker_level(at("ICH")), tokens(t, "ICH")) == (paid, level, red)
    assert told(t, "REB-9.2") == ["The bunkers of Siam lose a level"]
    assert owner(t, "ICH") == 1 and army(t, "ICH") == "C:2"


def test_w17_going_on() -> None:
    """REB-7.7  A cavalry attacks, marches and attacks once more."""
    t = lay(provinces={"IND": land(0, "C"), "ICH": land(1), "INO": land(None), "NGU": land(1)})
    attack(t, "ICH", "1 cavalry from IND")
    play(t, "plunder", "march 1 cavalry from ICH to INO")
    assert army(t, "INO") == "C:1"
    attack(t, "NGU", "1 cavalry from INO")
    play(t, "plunder")
    assert army(t, "NGU") == "C:0" and holder(t, "NGU") == 0


@pytest.mark.parametrize(("penalty", "loser"), [("both", "URA"), ("attacker", "EEU")])
def test_w18_rebellious_provinces(penalty: str, loser: str) -> None:
    """REB-8.8, REB-8.9, REB-8.10, REB-24.11"""
    t = fight(
        [50, 41],
        "URA",
        ["3 infantry from EEU"],
        options={"rebellion_penalty": penalty},
        capital=["NEU", "SIB", "SAF", "GRL"],
        provinces={
            "EEU": land(0, "3I"),
            "URA": land(1, "3I"),
            **lands(0, "NEU"),
            **lands(1, "SIB"),
            "PER": land("rebels", "I", origin=0),
            "ARG": land("rebels", "I", origin=0),
            "EAU": land("rebels", "I", origin=1),
        },
    )
    play(t, "roll")
    assert (force(t), t.soldiers(at("URA"))) == ((3, 2) if loser == "URA" else (2, 3))


def test_against_rebels_there_is_no_shame() -> None:
    """REB-8.8, REB-8.13, REB-24.12  They defend with bunkers or dug in, and their dice are the left neighbour's."""
    t = fight(
        [],
        "ARG",
        ["3 infantry from PER"],
        provinces={"PER": land(0, "3I"), "ARG": land("rebels", "3I", origin=0), "BRA": land(0)},
    )
    assert totals(t) == (0, 2)
    assert told(t, "REB-24.12") == ["seat 1 throws for the rebels"]


def test_w19_a_defender_who_is_not_connected() -> None:
    """REB-8.9, REB-4.11  -10 and dug in."""
    t = fight(
        [],
        "JAP",
        ["3 infantry from KAM"],
        capital=["YAK", "ARG", "SAF", "GRL"],
        provinces={"KAM": land(0, "3I"), "YAK": land(0), "JAP": land(1, "2I")},
    )
    assert totals(t)[1] == -8


def test_w95_a_row_of_rolls() -> None:
    """REB-8.15"""
    t = fight(
        [20, 60, 70, 20, 30, 90],
        "PER",
        ["6 infantry from BRA"],
        capital=["BRA", "CTA", "SAF", "GRL"],
        provinces={"BRA": land(0, "6I"), "PER": land(1, "3I"), **lands(1, "VEN", "CTA")},
    )
    play(t, "roll until 4 are left")
    assert force(t) == 4 and t.soldiers(at("PER")) == 2 and "withdraw" in offered(t)
    assert refused(t, "roll until 4 are left") == "REB-8.15"


def test_losses_that_the_owner_chooses() -> None:
    """REB-6.9, REB-8.15  With `ask` both owners are asked, and the row of rolls then goes on."""
    t = fight(
        [10, 90, 90, 10, 10, 90, 10, 90],
        "PER",
        ["1 cavalry from BRA", "3 infantry from BRA"],
        options={"loss_order": "ask"},
        capital=["BRA", "CTA", "SAF", "GRL"],
        provinces={"BRA": land(0, "C 3I"), "PER": land(1, "C I"), **lands(1, "VEN", "CTA")},
    )
    play(t, "roll until 3 are left")
    assert step(t) == "loss" and t.deciders() == [0] and offered(t) == ["lose one infantry", "lose one cavalry"]
    assert refused(t, "lose one artillery") == "REB-6.9"
    play(t, "lose one cavalry")
    assert t.deciders() == [1]
    play(t, "1: lose one infantry")
    assert t.soldiers(at("PER")) == 3 and force(t) == 3 and step(t) == "battle"


def test_losses_fall_on_the_smallest_with_fewest_points_from_the_larger_source() -> None:
    """REB-6.9, REB-8.6"""
    t = fight(
        [1, 90, 1, 90],
        "PER",
        ["2 infantry from BRA", "1 infantry from VEN", "1 cavalry from VEN"],
        capital=["BRA", "ARG", "SAF", "GRL"],
        provinces={"BRA": land(0, "2I"), "VEN": land(0, "I C"), "PER": land(1, "5I"), "ARG": land(1)},
    )
    play(t, "roll", "roll", "withdraw")
    # The first falls out of Brazil, where two stood; the second out of Venezuela, the lower of two equal sources.
    assert (army(t, "BRA"), army(t, "VEN")) == ("I:1", "C:2")


def test_the_source_with_most_units_loses_whether_they_are_fresh_or_not() -> None:
    """REB-6.9, REB-6.10  A caravan that was linked this turn and an older one are two without points in WEU."""
    t = lay([1, 99], provinces={"WEU": land(0, "C A V:1"), "SEU": land(0, "V:1"), "NAF": land(1, "30I")})
    play(t, "link in WEU")
    attack(t, "NAF", "2 caravan from WEU", "1 caravan from SEU")
    play(t, "roll", "withdraw")
    assert (army(t, "WEU"), army(t, "SEU")) == ("2I:0 C:0 V:0*", "V:0")


def test_an_attack_that_fails() -> None:
    """REB-8.7, REB-9.6  The defender keeps the province, and nothing is paid."""
    t = fight(
        [1, 90],
        "PER",
        ["1 infantry from ARG"],
        capital=["BRA", "VEN", "SAF", "GRL"],
        provinces={"ARG": land(0, "I"), "BRA": land(0), "PER": land(1, "I"), "VEN": land(1)},
    )
    play(t, "roll until 0 are left")
    assert holder(t, "PER") == 1 and coins(t) == 20 and army(t, "ARG") == "" and holder(t, "ARG") == 0
    assert step(t) == "main" and told(t, "REB-8.7")


def test_an_attack_that_is_called_off_costs_nothing() -> None:
    """REB-8.1"""
    t = lay(provinces={"ARG": land(0, "I:1 C:3"), "PER": land(1, "I")})
    play(t, "attack PER", "commit 1 infantry from ARG", "commit 1 cavalry from ARG")
    assert army(t, "ARG") == "" and not t.at_war(0, 1)
    assert refused(t, "commit 1 infantry from ARG") == "REB-7.1"
    assert refused(t, "commit 1 infantry from PER") == "REB-4.10"
    play(t, "call the attack off")
    assert army(t, "ARG") == "I:1 C:3" and t.cancels == 1 and not t.at_war(0, 1)


def test_attacks_that_cannot_be() -> None:
    """REB-8.1, REB-4.8, REB-11.2"""
    t = lay(provinces={"ARG": land(0, "I"), "PER": land(1), "IND": land(1)}, truces=[[0, 1, 3]])
    assert refused(t, "attack IND") == "REB-11.2"
    assert refused(t, "attack ARG") == "REB-4.8"
    assert refused(t, "attack CHI") == "REB-4.8"
    t = lay(provinces={"ARG": land(0, "I:0"), "PER": land(1)})
    assert refused(t, "attack PER") == "REB-8.1"


def test_plunder_of_own_land_that_is_retaken() -> None:
    """REB-9.8, REB-4.9  Land with one's own title is owned again at once."""
    t = lay(provinces={"ARG": land(0, "I"), "PER": land(1, owner=0, buildings=["farm"])})
    attack(t, "PER", "1 infantry from ARG")
    assert offered(t) == ["plunder", "pay the march"]
    play(t, "pay the march")
    assert owner(t, "PER") == 0 and t.owned(0) >> at("PER") & 1 and t.stands(0, at("PER"))


def test_a_capital_is_not_plundered() -> None:
    """REB-9.7, REB-10.4"""
    t = lay(coins=[0, 5, 5, 5], provinces={"KAM": land(0, "2C"), "JAP": land(1), "MON": land(1)})
    attack(t, "JAP", "2 cavalry from KAM")
    assert holder(t, "JAP") == 0 and coins(t) == 0 and tokens(t, "JAP") == 0 and step(t) == "main"
    assert t.place[1] == at("MON")


def test_a_robbery_in_captured_land_is_over() -> None:
    """REB-9.2, REB-13.8"""
    t = lay(provinces={"ARG": land(0, "I"), "PER": land(1, tokens=1, robbery=2)})
    attack(t, "PER", "1 infantry from ARG")
    play(t, "pay the march")
    assert t.robbery[at("PER")] == 0 and tokens(t, "PER") == 1


def test_w80_plunder_without_the_economy() -> None:
    """REB-27.2, REB-9.4  Again and again, and without tokens."""
    t = lay(
        options={"mod_economy": "off"},
        provinces={"ARG": land(0, "I"), "PER": land(1, buildings=["farm"])},
    )
    attack(t, "PER", "1 infantry from ARG")
    play(t, "plunder")
    assert tokens(t, "PER") == 0 and t.developed() == 0


def test_an_inside_fight_knows_numbers_and_digging_in_alone() -> None:
    """REB-8.14"""
    from marchland.games.rebellion.battle import begin_battle
    from marchland.games.rebellion.force import muster
    from marchland.games.rebellion.table import REBELS

    t = lay(weather="winter", provinces={"PER": land(0, "2I", bunkers=2)})
    muster(t, at("PER"), 0, 4)
    begin_battle(t, True, REBELS, at("PER"))
    assert totals(t) == (4, 2)


def test_the_odds_of_an_attack() -> None:
    """REB-8.4, REB-8.8, REB-8.9  Exact, with every modifier, before the attack and in it."""
    t = lay(
        weather="bright sun",
        capital=["BRA", "CTA", "SAF", "GRL"],
        provinces={"BRA": land(0, "2I"), "PER": land(1, "2I"), **lands(1, "VEN", "CTA")},
    )
    odds = GAME.odds(t, 0, [GAME.parse("attack PER")])
    assert odds is not None and ("weather (REB-8.8 c)", "+4") in odds.rows
    # 2 against 2, +4 and then numbers: by hand, roll by roll.
    from marchland.games.rebellion.chances import roll_chance

    even, ahead, behind = roll_chance(2), roll_chance(2 + 2), roll_chance(2)
    won = even * (ahead + (1 - ahead) * behind) + (1 - even) * behind * behind
    assert odds.win == pytest.approx(won)
    attack(t, "PER", "2 infantry from BRA")
    again = GAME.odds(t, 0, [GAME.parse("roll until 0 are left")])
    assert again is not None and again.win == pytest.approx(won)
    assert GAME.odds(t, 1, [GAME.parse("roll")]) is None


@pytest.mark.parametrize("number", range(60))
def test_what_counts_in_an_attack_adds_up(number: int) -> None:
    """REB-8.8, REB-8.9, REB-16.9  One by one, on boards where everything is under way; bunkers are not below 0."""
    t = GAME.position(Crowd(number).position(), dice=fast_dice(number))
    (seat,) = t.deciders()
    for action in offered(t, "attack "):
        odds = GAME.odds(t, seat, [GAME.parse(action)], quick=True)
        if odds is None or odds.clause != "REB-8.4":  # too many soldiers, or ships
            continue
        reasons = [(what, int(value)) for what, value in odds.reasons if "REB" in what]
        bunkers = sum(value for what, value in reasons if what.startswith("defence: bunkers"))
        cannons = sum(value for what, value in reasons if what.startswith("your cannons"))
        attacker = sum(value for what, value in reasons if not what.startswith("defence")) - cannons
        defender = sum(value for what, value in reasons if what.startswith("defence")) - min(bunkers, cannons)
        shown = dict(odds.rows)
        assert shown["you add to the first roll"] == f"{attacker:+d}"
        assert shown["the defence adds"] == f"{defender:+d}"


@pytest.mark.parametrize("ahead", [-120, -99, -98, -10, -1, 0, 1, 7, 98, 99, 100, 130])
def test_the_chance_of_a_roll_is_that_of_all_pairs(ahead: int) -> None:
    """REB-8.4"""
    from marchland.games.rebellion.chances import roll_chance

    pairs = sum(a + ahead > b for a in range(1, 101) for b in range(1, 101))
    assert roll_chance(ahead) == pytest.approx(pairs / 10000)
