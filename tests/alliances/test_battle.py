"""Chapters 14, 15, 17 and 18: battles, retreats, trenches, neutral units."""

import pytest

from alliances.table import AH, FR, GB, GE, OT, RU, at, coins, lay, offered, play, refused, step, supply, token, told
from marchland.games.alliances.game import GAME

# -- ALL-14: battles -------------------------------------------------------------------------------------------------


def test_all_15_3_the_single_attacker_leaves_an_empty_region() -> None:
    """ALL-14.8, ALL-15.2, ALL-15.3, ALL-16.6  S6"""
    t = lay(
        [5, 2],
        {"WGE": "GE 1", "BEN": "GB 1"},
        {"WGE": "GE move", "BEN": "GB train"},
        coins={"BEN": 3},
        step="move",
    )
    play(t, "send 1 infantry to BEN", "go")
    assert at(t, "BEN") == "" and coins(t, "BEN") == 3
    assert token(t, "BEN") == ""
    assert at(t, "WGE") == "GE 1"
    assert "The Train units token in Benelux goes back to the British Empire" in told(t, "ALL-16.6")
    assert not told(t, "ALL-16.2")


def test_all_16_6_a_token_waits_for_the_end_of_the_battle() -> None:
    """ALL-15.3, ALL-16.6  While attackers of either kind are there, it lies where no defender is left."""
    t = lay([5, 1], {"WGE": "GE 1+1", "BEN": "FR 2"}, {"WGE": "GE move", "BEN": "FR train"}, step="move")
    play(t, "send 1 infantry to BEN", "send 1 artillery to BEN", "go")
    assert step(t) == "attacker_retreat" and at(t, "BEN") == "" and token(t, "BEN") == "FR train"
    play(t, "retreat 1 infantry and 1 artillery")
    assert at(t, "BEN") == token(t, "BEN") == ""


def test_all_15_2_cancelled_retreats() -> None:
    """ALL-14.9, ALL-15.2  S7"""
    t = lay([3, 4, 1, 2], {"AUS": "AH 2", "ITA": "neutral 2"}, {"AUS": "AH move"}, step="move")
    play(t, "send 2 infantry to ITA", "go")
    assert at(t, "ITA") == "neutral 2" and at(t, "AUS") == "AH 2"


def test_all_14_4_the_strike_decides_alone() -> None:
    """ALL-14.3, ALL-14.4, ALL-16.2  S8"""
    t = lay([], {"SFR": "FR 0+2", "SWI": "neutral 2"}, {"SFR": "FR move"}, coins={"SWI": 1}, step="move")
    play(t, "send 2 artillery to SWI", "go")
    assert offered(t) == ["steal 0", "steal 1"]
    assert at(t, "SWI") == "FR 0+2"
    assert not told(t, "ALL-14.6") and not told(t, "ALL-14.7")


def test_all_14_3_artillery_strikes_in_every_battle_round() -> None:
    """ALL-14.2, ALL-14.3, ALL-14.5, ALL-14.6, ALL-14.7, ALL-15.1, ALL-18.5  S9"""
    t = lay([2, 3], {"RUS": "RU 1+1", "POL": "neutral 2"}, {"RUS": "RU move"}, order="RU OT FR AH GB GE", step="move")
    play(t, "send 1 infantry to POL", "send 1 artillery to POL", "go")
    assert offered(t) == [
        "retreat 0 infantry and 1 artillery",
        "retreat 1 infantry and 0 artillery",
        "retreat 1 infantry and 1 artillery",
    ]
    play(t, "retreat 1 infantry and 0 artillery")
    assert t.deciders() == [OT]  # ALL-18.3
    play(t, "retreat 0 infantry and 0 artillery")
    assert at(t, "POL") == "RU 0+1" and at(t, "RUS") == "RU 1"


def test_all_14_5_artillery_rolls_no_attack_dice_but_is_hit() -> None:
    """ALL-14.5, ALL-14.7  S10"""
    t = lay([6], {"TUR": "OT 0+2", "BUL": "neutral 3"}, {"TUR": "OT move"}, step="move", order="OT RU GE GB AH FR")
    play(t, "send 2 artillery to BUL", "go")
    assert step(t) == "attacker_retreat"  # one artillery is dead, nobody is forced
    play(t, "retreat 0 infantry and 0 artillery")
    assert t.deciders() == [RU]
    play(t, "retreat 0 infantry and 0 artillery")
    assert at(t, "BUL") == "OT 0+1"
    assert told(t, "ALL-14.6") == []


def test_all_14_10_the_owner_chooses_who_is_killed() -> None:
    """ALL-14.10, ALL-14.12  S15"""
    t = lay([5, 1, 1, 2, 3], {"WGE": "GE 3", "NFR": "FR 1+1"}, {"WGE": "GE move"}, step="move")
    play(t, "send 3 infantry to NFR", "go")
    assert t.deciders() == [FR]
    assert offered(t) == ["lose 0 infantry and 1 artillery", "lose 1 infantry and 0 artillery"]
    assert refused(t, "lose 1 infantry and 1 artillery") == "ALL-14.10"
    play(t, "lose 1 infantry and 0 artillery")
    assert t.deciders() == [GE] and at(t, "NFR") == "FR 0+1"
    assert offered(t) == ["retreat 2 infantry and 0 artillery", "retreat 3 infantry and 0 artillery"]


def test_all_14_10_infantry_first() -> None:
    """ALL-14.10  S15 with `casualties = infantry_first`: the infantry dies without a question."""
    options = {"casualties": "infantry_first"}
    t = lay([5, 1, 1, 2, 3], {"WGE": "GE 3", "NFR": "FR 1+1"}, {"WGE": "GE move"}, step="move", options=options)
    play(t, "send 3 infantry to NFR", "go")
    assert t.deciders() == [GE] and at(t, "NFR") == "FR 0+1"


def test_all_14_10_the_struck_defender_chooses_and_the_attacker_before_the_defender() -> None:
    """ALL-14.3, ALL-14.10  After the strike, and after the dice; a choice is put only where there is one."""
    t = lay(
        [5, 5, 6, 1],
        {"WGE": "GE 2+1", "NFR": "FR 2+1"},
        {"WGE": "GE move"},
        step="move",
    )
    play(t, "send 2 infantry to NFR", "send 1 artillery to NFR", "go")
    assert step(t) == "strike_loss" and t.deciders() == [FR]
    play(t, "lose 1 infantry and 0 artillery")
    # Both French units roll: 6 kills, 1 forces. Two German fives kill both of them.
    assert step(t) == "attacker_loss" and t.deciders() == [GE]
    play(t, "lose 1 infantry and 0 artillery")
    assert step(t) == "attacker_retreat"
    play(t, "retreat 1 infantry and 0 artillery")
    assert at(t, "NFR") == "GE 0+1" and at(t, "WGE") == "GE 1"


def test_all_14_9_kills_beyond_the_units_are_lost() -> None:
    """ALL-14.3, ALL-14.9  Three fives against one defender, whose six kills one of three."""
    t = lay([5, 5, 5, 6], {"WGE": "GE 3", "BEN": "neutral 1"}, {"WGE": "GE move"}, step="move")
    play(t, "send 3 infantry to BEN", "go", "retreat 0 infantry and 0 artillery")
    assert at(t, "BEN") == "GE 2"


def test_all_14_9_a_whole_army_is_hit_and_the_position_can_be_written_down() -> None:
    """ALL-14.9  Sixteen of nineteen are killed and three forced, whatever else the dice say; a position says so."""
    dice = [1] * 14 + [6] * 16 + [1] * 4
    t = lay(dice, {"WGE": "GE 14+5", "NFR": "neutral 25"}, {"WGE": "GE move"}, step="move")
    play(t, "send 14 infantry to NFR", "send 5 artillery to NFR", "go")
    assert step(t) == "attacker_loss" and "lose 11 infantry and 5 artillery" in offered(t)
    contest = t.picture(GE).contest
    assert contest is not None and contest.sides[0].text == "16 to be killed, 3 forced back"
    again = GAME.position(GAME.position_of(t))
    assert offered(again) == offered(t)


def test_all_14_5_many_dice_are_told_a_dozen_at_a_time() -> None:
    """ALL-14.5, ALL-14.6, ALL-14.7"""
    t = lay([1] * 13 + [2] * 24, {"WGE": "GE 13", "NFR": "neutral 24"}, {"WGE": "GE move"}, step="move")
    play(t, "send 13 infantry to NFR", "go")
    dozen = "rolls " + ", ".join(["1"] * 12)
    assert told(t, "ALL-14.6") == [f"The German Empire attacks and {dozen}", "The German Empire attacks and rolls 1"]
    assert told(t, "ALL-14.7") == ["The neutral units defend and roll " + ", ".join(["2"] * 12)] * 2


def test_all_14_11_the_attacker_rolls_first() -> None:
    """ALL-14.11"""
    t = lay([5, 1, 3], {"WGE": "GE 2", "BEN": "neutral 1"}, {"WGE": "GE move"}, step="move")
    play(t, "send 2 infantry to BEN", "go")
    said = told(t)
    assert said.index("The German Empire attacks and rolls 5, 1") < said.index("The neutral units defend and roll 3")


def test_all_14_12_a_choice_in_spite_of_infantry_first() -> None:
    """ALL-14.12, ALL-15.7  S62"""
    t = lay(
        [3, 1, 1, 2, 1, 2, 1, 1, 1],
        {"WGE": "GE 4", "BEN": "FR 1+1", "NFR": "GB 1"},
        {"WGE": "GE move"},
        step="move",
        options={"casualties": "infantry_first"},
    )
    play(t, "send 4 infantry to BEN", "go", "retreat 2 infantry and 0 artillery")
    assert t.deciders() == [FR]
    assert offered(t) == ["retreat 0 infantry and 1 artillery", "retreat 1 infantry and 0 artillery"]
    play(t, "retreat 0 infantry and 1 artillery")
    assert at(t, "BEN") == "FR 1"


# -- ALL-17: trenches ------------------------------------------------------------------------------------------------


def test_all_17_1_a_trench() -> None:
    """ALL-17.1  S11"""
    t = lay([3, 4, 4, 5, 2, 6], {"WGE": "GE 4", "NFR": "FR 1"}, {"WGE": "GE move"}, "NFR>WGE", step="move")
    play(t, "send 4 infantry to NFR", "go", "retreat 1 infantry and 0 artillery")
    assert at(t, "NFR") == "GE 2" and at(t, "WGE") == "GE 1"


@pytest.mark.parametrize(
    ("trench", "origin", "meets"),
    [
        ("WGE>NFR", "WGE", False),
        ("NFR>WGE", "WGE", True),
        ("NFR>WGE", "BEN", False),
        ("NFR>WGE", "ATL", False),
        ("NFR>WGE", "NTH", False),
    ],
)
def test_all_17_2_wrong_side_wrong_border(trench: str, origin: str, meets: bool) -> None:
    """ALL-17.2  S12"""
    dice = [1, 3, 3] if meets else [1, 3]
    t = lay(dice, {origin: "GE 1", "NFR": "FR 1"}, {origin: "GE move"}, trench, step="move")
    play(t, "send 1 infantry to NFR", "go")
    assert bool(told(t, "ALL-17.1")) == meets
    assert told(t, "ALL-14.7") == [f"The French Republic defends and rolls {'3, 3' if meets else '3'}"]


def road_around() -> dict[str, str]:
    return {"WGE": "GE 3", "BEN": "GE 1", "NFR": "FR 1", "SFR": "FR 1", "ENG": "GB 1"}


def test_all_17_3_the_way_round_a_trench_by_road() -> None:
    """ALL-12.2, ALL-15.1, ALL-15.5, ALL-15.10, ALL-17.3  S13"""
    t = lay([3, 1, 2, 4], road_around(), {"WGE": "GE move"}, "NFR>WGE", coins={"BEN": 1}, step="move")
    play(t, "send 3 infantry to NFR", "go", "retreat 1 infantry and 0 artillery")
    assert not told(t, "ALL-17.1")
    assert t.deciders() == [FR]
    assert offered(t) == ["retreat to SFR", "retreat to SWI"]
    assert refused(t, "retreat to ENG") == refused(t, "retreat to WGE") == "ALL-15.5"
    play(t, "retreat to SFR")
    assert at(t, "NFR") == "GE 2" and at(t, "WGE") == "GE 1" and at(t, "BEN") == "GE 1" and at(t, "SFR") == "FR 2"


def test_all_17_3_without_a_coin_the_road_is_closed() -> None:
    """ALL-12.2, ALL-17.3  S14"""
    t = lay([3, 1, 2, 4, 1], road_around(), {"WGE": "GE move"}, "NFR>WGE", step="move")
    play(t, "send 3 infantry to NFR", "go")
    assert told(t, "ALL-14.7") == ["The French Republic defends and rolls 4, 1"]
    play(t, "retreat 2 infantry and 0 artillery")
    assert "retreat 0 infantry and 0 artillery" in offered(t)  # nobody is forced


def test_all_17_4_a_free_retreat_from_a_trench() -> None:
    """ALL-17.4  S21"""
    units = {"WGE": "GE 6", "NFR": "FR 2", "SFR": "FR 1", "SWI": "neutral 1", "BEN": "neutral 1", "ENG": "GB 1"}
    t = lay([3, 3, 4, 4, 1, 2, 1, 1, 2, 3], units, {"WGE": "GE move"}, "NFR>WGE", step="move")
    play(t, "send 6 infantry to NFR", "go", "retreat 4 infantry and 0 artillery")
    assert t.deciders() == [FR] and len(offered(t)) == 3
    play(t, "retreat 2 infantry and 0 artillery")
    assert at(t, "NFR") == "GE 2" and at(t, "SFR") == "FR 3"


def test_all_17_5_trenches_help_neutral_units_and_17_6_do_not_hinder_artillery() -> None:
    """ALL-17.5, ALL-17.6"""
    units = {"WGE": "GE 1+1", "NFR": "neutral 2"}
    t = lay([3, 5, 6], units, {"WGE": "GE move"}, "NFR>WGE", step="move")
    play(t, "send 1 infantry to NFR", "send 1 artillery to NFR", "go")
    assert told(t, "ALL-14.3") == ["Artillery kills 1 unit in N-France"]
    assert told(t, "ALL-14.7") == ["The neutral units defend and roll 5, 6"]
    assert at(t, "NFR") == "neutral 1" and at(t, "WGE") == ""


def test_all_17_7_a_battle_does_not_change_the_trench_of_the_next() -> None:
    """ALL-14.11, ALL-15.3, ALL-17.7  S54"""
    units = {"WGE": "GE 6", "NFR": "FR 1", "SWI": "neutral 2"}
    dice = [5, 1, 1, 2, 5, 6, 1, 1, 2, 3, 4]
    t = lay(dice, units, {"WGE": "GE move"}, "SWI>WGE", coins={"NFR": 1}, step="move")
    play(t, "send 3 infantry to NFR", "send 3 infantry to SWI", "go", "fight in NFR")
    play(t, "retreat 1 infantry and 0 artillery", "steal 0", "withdraw 0 infantry and 0 artillery")
    assert told(t, "ALL-17.1") == ["The defenders of Switzerland are in a trench"]
    assert at(t, "SWI") == "" and at(t, "WGE") == "GE 4" and at(t, "NFR") == "GE 2"


# -- ALL-15: retreats ------------------------------------------------------------------------------------------------


def test_all_15_7_no_region_of_retreat() -> None:
    """ALL-15.5, ALL-15.7, ALL-15.10  S16"""
    units = {"WGE": "GE 4", "BEN": "GB 2", "NFR": "FR 1"}
    t = lay([3, 4, 1, 2, 1, 3], units, {"WGE": "GE move"}, step="move")
    play(t, "send 4 infantry to BEN", "go", "retreat 2 infantry and 0 artillery")
    assert at(t, "BEN") == "GE 2" and step(t) == "pull_back"


def test_all_15_8_the_vacated_origin_stays_forbidden() -> None:
    """ALL-15.8, ALL-18.2  S17"""
    units = {"WGE": "GE 3", "SWI": "neutral 1", "NFR": "FR 1", "SFR": "FR 1", "AUS": "AH 1"}
    t = lay([4, 2, 1, 6], units, {"WGE": "GE move"}, coins={"SWI": 1}, step="move", order="GE RU GB AH FR OT")
    play(t, "send 3 infantry to SWI", "go", "retreat 0 infantry and 0 artillery")
    # The neutral unit must go, and there is one region for it: nobody is asked.
    assert at(t, "ITA") == "neutral 1" and at(t, "SWI") == "GE 2" and at(t, "WGE") == ""


def test_all_15_9_retreat_into_a_region_under_attack() -> None:
    """ALL-11.7, ALL-15.9  S18"""
    dice = [3, 1, 1, 3, 5, 5, 1, 2, 6]
    t = lay(dice, {"HUN": "AH 6", "SER": "RU 1", "ROM": "RU 1"}, {"HUN": "AH move"}, step="move")
    play(t, "send 3 infantry to SER", "send 3 infantry to ROM", "go", "fight in SER")
    play(t, "retreat 1 infantry and 0 artillery")
    assert t.deciders() == [RU]
    play(t, "retreat to ROM", "5: withdraw 0 infantry and 0 artillery")
    assert at(t, "SER") == "AH 2"
    play(t, "retreat 1 infantry and 0 artillery")
    assert at(t, "ROM") == "AH 1" and at(t, "HUN") == "AH 2"


def test_all_15_6_one_region_of_retreat_for_a_battle() -> None:
    """ALL-15.6  S19"""
    dice = [3, 1, 1, 1, 1, 2, 1, 1, 4, 1, 1, 2, 2]
    units = {"EGE": "GE 6", "POL": "RU 2", "RUS": "RU 1"}
    t = lay(dice, units, {"EGE": "GE move"}, step="move")
    play(t, "send 6 infantry to POL", "go", "retreat 2 infantry and 0 artillery")
    play(t, "2: retreat 1 infantry and 0 artillery")
    assert {"retreat to BAL", "retreat to RUS"} <= set(offered(t))
    play(t, "2: retreat to BAL", "1: retreat 1 infantry and 0 artillery")
    assert at(t, "POL") == "GE 3" and at(t, "BAL") == "RU 2"


def test_all_15_4_voluntary_retreats() -> None:
    """ALL-15.1, ALL-15.4, ALL-15.12  S20"""
    units = {"TUR": "OT 4", "BUL": "RU 2+1"}
    for stays in (False, True):
        t = lay([1, 1, 2, 2, 1, 1, 2], units, {"TUR": "OT move"}, step="move")
        play(t, "send 4 infantry to BUL", "go")
        assert offered(t) == ["retreat 3 infantry and 0 artillery", "retreat 4 infantry and 0 artillery"]
        if not stays:
            play(t, "retreat 4 infantry and 0 artillery")
            assert at(t, "TUR") == "OT 4" and at(t, "BUL") == "RU 2+1"
            continue
        play(t, "retreat 3 infantry and 0 artillery")
        assert t.deciders() == [RU] and len(offered(t)) == 6
        play(t, "retreat 2 infantry and 1 artillery", "retreat to GRE")
        assert at(t, "GRE") == "RU 2+1" and at(t, "BUL") == "OT 1"


def test_all_15_11_land_that_the_plan_has_filled_is_not_free() -> None:
    """ALL-15.11  Serbia is entered by the same token, so only Bulgaria is left beside the others."""
    units = {"HUN": "AH 4", "ROM": "RU 1", "UKR": "GB 1", "POL": "GB 1", "CZE": "GB 1"}
    t = lay([3, 1, 1, 3], units, {"HUN": "AH move"}, step="move")
    play(t, "send 1 infantry to SER", "send 3 infantry to ROM", "go", "retreat 1 infantry and 0 artillery")
    assert at(t, "BUL") == "RU 1"


def test_all_15_13_retreat_into_a_region_emptied_by_the_same_token() -> None:
    """ALL-15.3, ALL-15.13  S55"""
    units = {"HUN": "AH 4", "SER": "RU 1", "ROM": "RU 1", "BOS": "AH 1", "GRE": "AH 1", "BUL": "AH 1"}
    units |= {"UKR": "neutral 1", "POL": "neutral 1", "CZE": "neutral 1"}
    t = lay([6, 3, 4, 1, 2, 1], units, {"HUN": "AH move"}, step="move")
    play(t, "send 1 infantry to SER", "send 3 infantry to ROM", "go", "fight in SER")
    assert step(t) == "attacker_retreat" and at(t, "SER") == ""
    play(t, "retreat 1 infantry and 0 artillery")
    assert at(t, "SER") == "RU 1" and at(t, "ROM") == "AH 2"


def test_all_15_13_a_region_that_the_attacker_holds_is_no_refuge() -> None:
    """ALL-15.13, ALL-15.7  S55, but the attacker has won Serbia: the Russian is killed."""
    units = {"HUN": "AH 5", "SER": "RU 1", "ROM": "RU 1", "BOS": "AH 1", "GRE": "AH 1", "BUL": "AH 1"}
    units |= {"UKR": "neutral 1", "POL": "neutral 1", "CZE": "neutral 1"}
    t = lay([6, 1, 3, 4, 1, 2, 1], units, {"HUN": "AH move"}, step="move")
    play(t, "send 2 infantry to SER", "send 3 infantry to ROM", "go", "fight in SER")
    play(t, "retreat 1 infantry and 0 artillery", "withdraw 0 infantry and 0 artillery")
    play(t, "retreat 1 infantry and 0 artillery")
    assert at(t, "SER") == "AH 1" and at(t, "ROM") == "AH 2"
    assert told(t, "ALL-15.7") == ["No way out of Romania: 1 unit killed"]


def test_all_15_1_back_to_the_sea() -> None:
    """ALL-15.1, ALL-13.2  Attackers from a sea go back there, artillery too."""
    t = lay([1, 4, 4], {"NTH": "GB 1+1", "DEN": "neutral 3"}, {"NTH": "GB move"}, step="move")
    play(t, "send 1 infantry to DEN", "send 1 artillery to DEN", "go")
    assert at(t, "NTH") == "GB 1+1" and at(t, "DEN") == "neutral 2"


# -- ALL-18: neutral regions -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "attacker", "chooser"),
    [
        ("OT RU GE GB AH FR", AH, FR),
        ("OT RU GE GB AH FR", GE, GB),
        ("OT RU GE GB AH FR", FR, OT),
        ("RU OT FR AH GB GE", RU, OT),
    ],
)
def test_all_18_3_who_chooses_for_neutral_units(order: str, attacker: int, chooser: int) -> None:
    """ALL-18.3  S23"""
    name = order.split()[order.split().index(["GB", "GE", "RU", "OT", "FR", "AH"][attacker])]
    t = lay([1, 1, 1, 1], {"SWI": f"{name} 3", "ITA": "neutral 1"}, {"SWI": f"{name} move"}, order=order, step="move")
    play(t, "send 3 infantry to ITA", "go", "retreat 1 infantry and 0 artillery")
    assert t.deciders() == [chooser] and step(t) == "defender_retreat"


def test_all_18_3_with_four_powers_an_ally_is_passed_over() -> None:
    """ALL-18.3  S23: order RU, FR, AH, GE, and RU attacks: AH chooses."""
    units = {"RUS": "RU 3", "BAL": "neutral 1"}
    t = lay(
        [1, 1, 1, 1],
        units,
        {"RUS": "RU move"},
        order="RU FR AH GE",
        step="move",
        seats=4,
        options={"scenario": "C"},
    )
    play(t, "send 3 infantry to BAL", "go", "retreat 1 infantry and 0 artillery")
    assert t.deciders() == [t.played_by[AH]]


def test_all_18_2_neutral_units_join_neutral_units() -> None:
    """ALL-18.2  S24"""
    units = {"SFR": "FR 3", "ITA": "neutral 1", "AUS": "neutral 2"}
    t = lay([4, 1, 1, 1], units, {"SFR": "FR move"}, step="move", order="FR OT RU GE GB AH")
    play(t, "send 3 infantry to ITA", "go", "retreat 1 infantry and 0 artillery")
    assert t.deciders() == [OT]
    assert offered(t) == ["retreat to SWI", "retreat to AUS", "retreat to BOS"]
    play(t, "retreat to AUS")
    assert at(t, "AUS") == "neutral 3" and at(t, "ITA") == "FR 2"


def test_all_18_5_neutrals_retreat_into_the_next_battle() -> None:
    """ALL-15.9, ALL-18.2, ALL-18.5  S63"""
    units = {"WGE": "GE 6", "BEN": "neutral 1", "NFR": "neutral 2"}
    t = lay([3, 1, 2, 1, 1, 1, 1, 1, 1, 1], units, {"WGE": "GE move"}, step="move")
    play(t, "send 2 infantry to BEN", "send 4 infantry to NFR", "go", "fight in BEN")
    play(t, "retreat 1 infantry and 0 artillery", "withdraw 0 infantry and 0 artillery")
    assert "seat 1 attacks N-France from W-Germany: 4 infantry against 3 units" in told(t, "ALL-14.1")


def test_all_18_5_the_chooser_may_let_them_go_and_give_coins_of_its_own() -> None:
    """ALL-18.5, ALL-23.4"""
    t = lay([1, 1, 2], {"WGE": "GE 2", "BEN": "neutral 1"}, {"WGE": "GE move"}, step="move")
    play(t, "send 2 infantry to BEN", "go", "retreat 1 infantry and 0 artillery")
    assert t.deciders() == [RU]
    t.play(RU, t.game.parse("give 1 to GB"))
    assert supply(t, RU) == 1 and supply(t, GB) == 4
    play(t, "retreat 1 infantry and 0 artillery")
    assert at(t, "BEN") == "GE 1" and at(t, "NFR") == "neutral 1"
