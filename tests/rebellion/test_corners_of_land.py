"""Corners of the land, the economy and the peace where several clauses meet, and what people read there."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.engine.dice import ScriptedDice
from marchland.engine.errors import IllegalAction, UsageError
from marchland.games.rebellion.capture import PLUNDERING
from marchland.games.rebellion.ledger import END_TURN, ledger
from marchland.games.rebellion.purchases import prices
from marchland.games.rebellion.skies import Skies
from rebellion.table import GAME, RebellionTable, calm, coins, deal, effect, land, lay, offered, play, refused, told


def prompt(t: RebellionTable) -> str:
    (seat,) = t.deciders()
    return GAME.say(t.step().prompt(t, seat))


def refusal(t: RebellionTable, action: str) -> str:
    (seat,) = t.deciders()
    try:
        t.play(seat, GAME.parse(action))
    except IllegalAction as fault:
        return str(fault)
    raise AssertionError(f"{action} is possible")


# -- what is said ----------------------------------------------------------------------------------------------------


def test_the_price_list_knows_farm_hands() -> None:
    """REB-20.23, REB-12.3  What is shown is what is paid, also in a storm."""
    t = lay(level=[2, 1, 1, 1], farm_hands=[1, 0, 0, 0], weather="storm", provinces={"PER": land(0)})
    (farm,) = [price for price in prices(t, 0) if "food a turn" in price.text and "coin" in price.text]
    play(t, "build farm in PER")
    assert farm.totals == [10] and coins(t) == 10


def test_weather_says_what_it_changes() -> None:
    """REB-15.1, REB-15.4 to REB-15.7"""
    assert [(face.name, face.text) for face in Skies().at(lay()).faces] == [
        ("Usual", "Marching costs 1 coin a soldier and step."),
        ("Winter", "Attacks -4."),
        ("Bright sun", "Attacks +4, marching is free, each farm gives 1 coin more."),
        ("Frost", "Marching is free, land units have 1 movement point more."),
        ("Storm", "Marching costs 2 a soldier, buildings cost 3 more, no expedition sails."),
        (
            "Severe winter",
            "Attacks -8, marching is free, each farm gives no coins and no food, each manufactory gives 1 coin less.",
        ),
    ]


def test_weather_says_nothing_of_buildings_where_there_are_none() -> None:
    """REB-27.3, REB-15.6  And of farms what they give by the numbers of the match."""
    texts = [face.text for face in Skies().at(lay(options={"mod_buildings": "off"})).faces]
    assert not any(word in text for text in texts for word in ("farm", "building", "manufactory"))
    rich = Skies().at(lay(options={"income.farm": 3})).faces[5].text
    assert "each farm gives 1 coin less and no food" in rich


def test_the_ledger_knows_no_chance_beyond_the_die() -> None:
    """REB-24.1, REB-24.2  With house rules at their ends."""
    house = {"revolt.hunger": 0, "revolt.tokens": 101, "food.provinces": 1}
    t = calm(options=house, food=[0] * 4, provinces={"PER": land(0, "I", tokens=1)})
    texts = [line.text for account in ledger(t, 0) for line in account.lines]
    assert "Revolt of the hungry: 0 %" in texts and "Revolt of the plundered land: 100 %" in texts


def test_a_mutiny_without_a_province_is_said_to_go_no_further() -> None:
    """REB-24.5  All soldiers stand in the capital, or the last of them have rebelled."""
    t = calm([1, 1, 10], food=[0] * 4, coins=[9] * 4, provinces={"BRA": land(0, "3I"), "PER": land(0)})
    play(t, "end the turn", "pay instead")
    said = ["No province of seat 0 is left to revolt, and the mutiny goes no further"]
    assert told(t, "REB-24.5") == said
    t = calm([1, 1, 3], food=[0] * 4, coins=[9] * 4, provinces={"PER": land(0, "2I"), "BRA": land(0)})
    play(t, "end the turn", "pay instead")
    assert told(t, "REB-24.5") == said and told(t, "REB-24.10")


def test_who_cannot_pay_in_a_famine_is_not_told_to() -> None:
    """REB-14.4"""
    own = {"BRA": land(0, "2I C"), "PER": land(0)}
    assert "or pay 2 coins" in prompt(starving(2, own))
    assert "pay" not in prompt(starving(1, own))


def starving(purse: int, own: dict[str, object]) -> RebellionTable:
    t = calm([2], food=[0] * 4, coins=[purse, 0, 0, 0], provinces=own)
    play(t, "end the turn")
    return t


def test_a_road_asks_for_land_that_is_held() -> None:
    """REB-12.6"""
    t = calm(provinces={"VEN": land(1), "PER": land(0, owner=1)})
    assert refused(t, "build road in VEN") == "REB-12.6" and refused(t, "build granary in PER") == "REB-12.1"
    play(t, "build road in PER")


def test_a_refused_exchange_names_what_is_missing() -> None:
    """REB-6.5, REB-6.6"""
    t = calm(level=[3, 1, 1, 1], provinces={"BRA": land(0, "4I 3I:0* C:0*")})
    assert refusal(t, "exchange 6I-A") == "That takes 6 infantry, and in your capital 4 are not fresh (REB-6.6)"
    assert refusal(t, "exchange 3IC-A") == "That takes 1 cavalry, and in your capital 0 are not fresh (REB-6.6)"


def test_a_refused_building_names_what_stands_there() -> None:
    """REB-12.2, REB-12.10"""
    t = calm(coins=[90] * 4, level=[2, 1, 1, 1], provinces={"PER": land(0, buildings=["farm", "port", "road"])})
    for building, there in (("granary", "farm"), ("farm", "farm"), ("port", "port"), ("road", "road")):
        said = f"No room for that in Peru, which has {there} (REB-12.2)"
        assert refusal(t, f"build {building} in PER") == said
    t = calm(coins=[90] * 4, provinces={"PER": land(0, bunkers=2)})
    assert refusal(t, "build bunkers in PER") == "No room for that in Peru, which has bunkers (REB-12.2)"


def test_a_refused_capital_names_the_distance_that_holds() -> None:
    """REB-2.4  Where 3 steps leave no site, 2 are the least."""
    t = deal(6, dice=ScriptedDice([60, 50, 40, 30, 20, 10]), capital_distance=3)
    for site in ("ALA", "QUE", "NAF", "CAS", "INO"):
        play(t, f"choose {site}")
        if site != "INO":
            assert "3 steps apart is the least" in refusal(t, "choose ONT")
    assert "2 steps apart is the least" in refusal(t, "choose NWT")  # next to Alaska
    assert "choose WUS" in offered(t) and "choose EUS" not in offered(t)


def test_a_treaty_says_why_land_cannot_be_named() -> None:
    """REB-11.4, REB-11.3  Whose it is not, who holds it, or that it is a capital."""
    titles = {"PER": land(0, owner=1), "VEN": land(2, owner=1), "ARG": land(2, owner=0)}
    t = calm(wars=[[0, 1]], options={"treaties_per_turn": 1}, provinces=titles)
    play(t, "call a conference with 1")
    assert refusal(t, "claim GRL") == "Greenland does not belong to seat 1, who is to give it up (REB-11.4)"
    assert refusal(t, "cede PER") == "Peru does not belong to seat 0, who is to give it up (REB-11.4)"
    assert refusal(t, "claim JAP") == "Japan is the capital of its owner, and no treaty names it (REB-11.4)"
    assert refusal(t, "cede BRA") == "Brazil is the capital of its owner, and no treaty names it (REB-11.4)"
    assert refusal(t, "claim VEN") == "Venezuela is held by neither of you (REB-11.4)"
    assert refusal(t, "claim S_NAT") == "North Atlantic does not belong to seat 1, who is to give it up (REB-11.4)"
    play(t, "claim PER")
    assert refusal(t, "claim PER") == "Peru is named already (REB-11.4)"
    play(t, "break the conference off")
    said = "You have made 1 proposal to seat 1 this turn, and more are not allowed (REB-11.3)"
    assert refusal(t, "call a conference with 1") == said


@pytest.mark.parametrize(
    ("entries", "fault"),
    [
        ({"provinces": {"CAS": land(0, buildings=["port"])}}, "Afghanistan has a port or a battery"),
        ({"options": {"mod_economy": "off"}, "provinces": {"PER": land(0, tokens=2)}}, "Peru has 2 red tokens"),
        ({"pledges": [["no attack", 0, 0, 5, None, 1, 0]]}, "seat 0 has pledged something to seat 0"),
        ({"pledges": [["payment", 0, 1, 5, 1, 1, 0]]}, "seat 1 cannot be the guarantor"),
        ({"fallen": [3], "pledges": [["payment", 0, 1, 5, 3, 1, 0]]}, "seat 3 cannot be the guarantor"),
        ({"fallen": [3], "wars": [[0, 3]]}, "seat 3 is eliminated and still at war"),
        ({"fallen": [3, 3]}, "somebody has fallen twice"),
    ],
)
def test_a_position_that_no_match_comes_to_is_refused(entries: dict[str, Any], fault: str) -> None:
    """REB-12.5, REB-27.2, REB-11.14, REB-25.9"""
    provinces = {"GRL": land(None)} if "fallen" in entries else {}
    with pytest.raises(UsageError, match=fault):
        lay(**{"provinces": provinces, **entries})


def test_the_left_neighbour_of_the_victim_throws_for_rebels_who_rise() -> None:
    """REB-24.12, REB-24.8, REB-1.6, REB-1.12  Of those who live."""
    t = calm([60, 2, 1, 90, 1, 90], fallen=[1], provinces={"JAP": land(2), "PER": land(0, "3I", tokens=1)})
    play(t, "end the turn")
    assert told(t, "REB-24.12") == ["seat 2 throws for the rebels"] and told(t, "REB-24.8")


def test_without_the_economy_nothing_is_said_of_food() -> None:
    """REB-27.2, REB-3.4"""
    for economy in ("on", "off"):
        t = calm(options={"mod_economy": economy})
        assert ("food" in prompt(t)) == ("fed" in GAME.say(END_TURN.effect_at(t, 0))) == (economy == "on")


@pytest.mark.parametrize(
    ("economy", "buildings", "effect"),
    [
        ("on", "on", "No march is paid; every building goes, and 2 red tokens come"),
        ("off", "on", "No march is paid, and every building goes"),
        ("on", "off", "No march is paid, and 2 red tokens come"),
        ("off", "off", "No march is paid"),
    ],
)
def test_plunder_says_what_it_does_in_this_match(economy: str, buildings: str, effect: str) -> None:
    """REB-9.3, REB-27.2, REB-27.3"""
    modules = {"mod_economy": economy, "mod_buildings": buildings}
    t = calm(options=modules, provinces={"PER": land(0, "I"), "VEN": land(1)})
    play(t, "attack VEN", "commit 1 infantry from PER", "begin the attack")
    (plunder,) = [deed for deed in PLUNDERING.deeds if deed.words == ["plunder"]]
    assert GAME.say(plunder.effect_at(t, 0)) == effect
    play(t, "plunder")
    (said,) = told(t, "REB-9.3")
    assert said == ("seat 0 plunders Venezuela: 2 tokens more" if economy == "on" else "seat 0 plunders Venezuela")


def test_who_ends_the_turn_is_warned_of_what_can_happen() -> None:
    """REB-3.4, REB-10.11, REB-24.5, REB-27.7  A siege takes nobody from six soldiers; nobody rises in empty land."""
    for soldiers, warned in (("6I", False), ("7I", True)):
        around = {"JAP": land(0, soldiers), "KAM": land(1), "MON": land(1)}
        t = calm(capital=["JAP", "BRA", "SAF", "GRL"], wars=[[0, 1]], provinces=around)
        assert ("under siege" in GAME.say(END_TURN.effect_at(t, 0))) is warned
        assert any(line.clause == "REB-10.11" for account in ledger(t, 0) for line in account.lines) is warned
    for revolts, soldiers, rises in (("on", "I", True), ("on", "", False), ("off", "I", False)):
        t = calm(options={"mod_revolts": revolts}, food=[0] * 4, provinces={"PER": land(0, soldiers, tokens=1)})
        assert ("a revolt may follow" in GAME.say(END_TURN.effect_at(t, 0))) is rises
        assert sum(line.text.startswith("Revolt") for account in ledger(t, 0) for line in account.lines) == 2 * rises


@pytest.mark.parametrize(
    ("peru", "said"), [(land(0, "I", tokens=1), True), (land(0, "I"), False), (land(0, tokens=1), False)]
)
def test_a_turn_of_the_fed_is_said_to_end_with_a_revolt_only_if_tokens_and_soldiers_are_there(
    peru: dict[str, Any], said: bool
) -> None:
    """REB-24.2, REB-24.5"""
    t = calm(food=[9] * 4, provinces={"PER": peru})
    assert ("may rise" in effect(t, "end the turn")) is said
