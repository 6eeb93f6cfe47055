"""Corners where clauses meet: exact limits, last soldiers, empty capitals, several things in one turn."""

from __future__ import annotations

import pytest

from marchland.engine.errors import IllegalAction
from marchland.games.rebellion.food import need
from rebellion.table import (
    GAME,
    aboard,
    answers,
    arms,
    at,
    calm,
    coins,
    holder,
    land,
    lay,
    next_turn,
    offered,
    owner,
    play,
    refused,
    step,
    tokens,
    told,
    transporter,
    turn_on,
    voyage,
)

SITES = ["BRA", "JAP", "SAF", "GRL"]

# -- capitals that nobody holds --------------------------------------------------------------------------------------


def test_a_march_into_the_last_capital_wins() -> None:
    """REB-3.6, REB-25.1, REB-25.2  Nobody holds GRL, whose player lives: it counts, and whoever walks in has it."""
    t = calm(
        fallen=[2],
        provinces={"SAF": land(None), "JAP": land(0, owner=1), "GRL": land(None), "QUE": land(0, "I"), "ICE": land(3)},
    )
    assert not t.over
    play(t, "march 1 infantry from QUE to GRL")
    assert t.over and t.places[0] == 1 and told(t, "REB-25.1")


def test_a_capital_that_lies_empty_is_not_needed_and_changes_nothing_when_taken() -> None:
    """REB-25.2"""
    t = calm(fallen=[2], provinces={"SAF": land(None), "JAP": land(0, owner=1), "EAF": land(0, "I"), "ICH": land(1)})
    play(t, "march 1 infantry from EAF to SAF")
    assert not t.over and holder(t, "SAF") == 0 and owner(t, "SAF") == 0


def test_soldiers_who_go_ashore_in_the_last_capital_win() -> None:
    """REB-17.12, REB-25.1"""
    t = calm(
        fallen=[2],
        provinces={"SAF": land(None), "JAP": land(0, owner=1), "GRL": land(None), "ICE": land(3), "PER": land(0)},
        transports=[transporter(0, "S_NAT", "I")],
    )
    play(t, "land 1 infantry of T1 in GRL")
    assert t.over and t.places[0] == 1


def test_a_landing_ship_that_arrives_in_the_last_capital_wins() -> None:
    """REB-16.7, REB-25.1  Before anything else that would have arrived."""
    t = calm(
        seats=3,
        fallen=[2],
        provinces={"SAF": land(None), "JAP": land(None), "ICH": land(1, "I"), "PER": land(0)},
        voyages=[
            voyage("landing ship", "JAP", "PER", 2, infantry=1),
            voyage("landing ship", "ICH", "PER", 2, infantry=9),
        ],
    )
    turn_on(t)
    assert t.over and t.places == [1, 2, 3]


# -- counters of annexation ------------------------------------------------------------------------------------------


def test_where_nothing_is_annexed_no_counter_goes_up() -> None:
    """REB-11.11  However long a match lasts, the position can be written down and laid out again."""
    t = calm(
        options={"annexation_turns": 0, "round_limit": 40},
        capital=SITES,
        provinces={"JAP": land(2, "I", owner=1), "ICH": land(0, "I", owner=1), "CHI": land(1, "I")},
    )
    for _ in range(13):
        next_turn(t)
    assert t.annexed[at("ICH")] == 0 and owner(t, "ICH") == 1
    assert GAME.position(GAME.position_of(t)).fingerprint()


def test_a_title_that_passes_by_elimination_begins_without_a_counter() -> None:
    """REB-11.10, REB-11.11"""
    t = calm(
        capital=SITES,
        provinces={"JAP": land(2, owner=1), "ICH": land(0, "I", owner=1, annexed=2), "CHI": land(1)},
    )
    play(t, "attack CHI", "commit 1 infantry from ICH", "begin the attack", "pay the march")
    assert not t.lives(1) and owner(t, "ICH") == 0 == t.annexed[at("ICH")]


# -- coins, to the last one ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("purse", "begins"), [(6, True), (5, False), (0, False)])
def test_plunder_is_barred_and_the_march_exactly_payable(purse: int, begins: bool) -> None:
    """REB-8.2, REB-9.4, REB-9.5"""
    t = calm(coins=[purse] * 4, provinces={"PER": land(0, "6I"), "VEN": land(1, tokens=4)})
    play(t, "attack VEN", "commit 6 infantry from PER")
    assert ("begin the attack" in offered(t)) == begins
    if begins:
        play(t, "begin the attack")
        assert step(t) == "main" and coins(t) == 0 and tokens(t, "VEN") == 4  # there was nothing to choose


@pytest.mark.parametrize(("red", "barred"), [(3, False), (4, True), (5, True), (6, True)])
def test_tokens_that_bar_plunder(red: int, barred: bool) -> None:
    """REB-9.4"""
    t = calm(provinces={"PER": land(0, "I"), "VEN": land(1, tokens=red)})
    play(t, "attack VEN", "commit 1 infantry from PER", "begin the attack")
    assert (step(t) == "main") == barred
    if not barred:
        play(t, "plunder")
        assert tokens(t, "VEN") == red + 2


def test_without_a_coin_one_still_walks_out_of_the_capital_and_attacks() -> None:
    """REB-7.5, REB-9.5, REB-1.9"""
    t = calm(coins=[0] * 4, provinces={"BRA": land(0, "C"), "PER": land(0, "I"), "VEN": land(1)})
    assert set(offered(t, "march")) == {f"march 1 cavalry from BRA to {to}" for to in ("PER", "ARG", "NAF")}
    play(t, "attack VEN", "commit 1 cavalry from BRA", "commit 1 infantry from PER", "begin the attack")
    assert step(t) == "main"  # the infantry costs 1, so there was only plunder
    assert tokens(t, "VEN") == 2


def test_a_temporary_place_to_the_last_coin_and_soldier() -> None:
    """REB-6.3, REB-10.8  2 soldiers for 1 province; 3 coins for an infantry, 9 for a cavalry that is too many."""
    t = calm(
        coins=[9, 0, 0, 0],
        level=[2, 1, 1, 1],
        place=["PER", None, None, None],
        provinces={"BRA": land(1, owner=0), "PER": land(0)},
    )
    assert offered(t, "recruit") == ["recruit 1 infantry", "recruit 2 infantry"]
    play(t, "recruit 2 infantry")
    assert coins(t) == 3 and not offered(t, "recruit") and refused(t, "recruit 1 infantry") == "REB-6.3"


def test_land_taken_this_turn_raises_the_limit_of_recruits_at_once() -> None:
    """REB-6.3"""
    t = calm(provinces={"BRA": land(0, "I")})
    play(t, "recruit 2 infantry")
    assert not offered(t, "recruit")
    play(t, "march 1 infantry from BRA to PER")
    assert offered(t, "recruit") == ["recruit 1 infantry", "recruit 2 infantry"]


# -- last soldiers ---------------------------------------------------------------------------------------------------


def test_the_last_soldier_falls_from_the_sea_and_the_turn_ends_without_an_end_phase() -> None:
    """REB-25.7, REB-25.9, REB-9.6  Seat 0 holds nothing; no famine, no cards, and the next player begins."""
    t = calm(
        [10, 90],
        coins=[1, 20, 20, 20],
        agents=[1, 0, 0, 0],
        provinces={"BRA": land(1, owner=0), "PER": land(1, "I")},
        transports=[transporter(0, "S_EPA", "I")],
    )
    play(t, "attack PER", "commit 1 infantry of T1", "begin the attack", "roll")
    assert not t.lives(0) and t.active == 1 and step(t) == "main" and owner(t, "BRA") == 1


def test_disbanding_the_last_soldier_at_sea_is_the_end() -> None:
    """REB-6.13, REB-25.7, REB-25.10"""
    t = calm(provinces={"BRA": land(1, owner=0)}, transports=[transporter(0, "S_EPA", "I")])
    play(t, "give something up", "scrap T1")
    assert not t.lives(0) and t.active == 1


def test_an_empty_transporter_keeps_nobody_in_the_game() -> None:
    """REB-25.7  A landing ship under way does."""
    t = calm(
        [90, 10],
        provinces={"BRA": land(1, owner=0), "PER": land(0, "I"), "VEN": land(1, "I")},
        transports=[transporter(0, "S_EPA", "I")],
        active=1,
        wars=[[0, 1]],
        ships=[["S_NPA", 1, "frigate", 1]],
    )
    play(t, "attack PER", "commit 1 infantry from VEN", "begin the attack", "roll", "pay the march")
    assert t.lives(0)
    play(t, "sail 1 frigate from S_NPA to S_EPA")
    assert not t.lives(0) and t.active == 1 and step(t) == "main"


def test_a_player_who_falls_in_the_middle_of_a_round_is_passed_over() -> None:
    """REB-3.1, REB-25.9, REB-15.2  The next living player rolls the weather too."""
    t = lay(
        [77, 3],
        weather="winter",
        weather_left=1,
        roller=0,
        provinces={"JAP": land(2, owner=1), "ICH": land(1), "CHI": land(0, "I")},
    )
    play(t, "attack ICH", "commit 1 infantry from CHI", "begin the attack", "pay the march")
    assert not t.lives(1)
    play(t, "end the turn")
    assert t.active == 2
    play(t, "end the turn", "end the turn")
    assert t.round == 2 and t.active == 0 and t.weather_left == 3 and t.roller == 2


# -- capital lost ----------------------------------------------------------------------------------------------------


def test_a_capital_without_its_title_still_serves_whoever_founded_it() -> None:
    """REB-4.6, REB-5.2, REB-8.9, REB-10.10, REB-11.4"""
    t = calm(
        [50, 50],
        wars=[[0, 1]],
        provinces={"BRA": land(0, "3I", owner=1), "PER": land(1, "I"), "ARG": land(0)},
    )
    assert {"exchange 3I-C"} & set(offered(t)) == set() and "upgrade the capital" in offered(t)
    assert "recruit 2 infantry" in offered(t) and "recruit 3 infantry" not in offered(t)  # it owns ARG alone
    play(t, "call a conference with 1")
    assert "claim BRA" in offered(t)
    play(t, "break the conference off", "end the turn")
    play(t, "attack BRA", "commit 1 infantry from PER", "begin the attack", "roll")
    assert "the defence rolls 50 and has 62" in " ".join(told(t, "REB-8.4"))  # 10 for the capital, 2 dug in


def test_a_second_capital_falls_while_the_first_is_lost() -> None:
    """REB-10.8, REB-10.9  The recruit place may be an enemy's capital, and if it falls another is named at once."""
    t = calm(
        provinces={
            "BRA": land(1, owner=0),
            "SAF": land(0, owner=2),
            "EGY": land(0, owner=2),
            "NAF": land(0, owner=2),
            "EAF": land(1, "I"),
        },
        place=["SAF", None, None, None],
        active=1,
    )
    play(t, "attack SAF", "commit 1 infantry from EAF", "begin the attack")
    assert t.deciders() == [0] and offered(t) == ["recruit in NAF", "recruit in EGY"]
    play(t, "recruit in EGY")
    assert t.place[0] == at("EGY") and t.deciders() == [1]


def test_whoever_regains_land_in_the_own_turn_names_a_place_at_the_next_start() -> None:
    """REB-10.9"""
    t = calm(
        provinces={"BRA": land(1, owner=0)},
        transports=[transporter(0, "S_EPA", "2I")],
    )
    play(t, "land 1 infantry of T1 in PER")
    assert t.place[0] == -1 and not offered(t, "recruit")
    next_turn(t)
    assert t.place[0] == at("PER") and offered(t, "recruit")


def test_two_wars_at_once_and_peace_with_one() -> None:
    """REB-11.5, REB-17.13  The other enemy's frigate goes on blockading."""
    t = calm(
        wars=[[0, 1], [0, 2]],
        level=[2, 1, 1, 1],
        provinces={"PER": land(0, buildings=["port"]), "ARG": land(0, buildings=["port"])},
        ships=[["S_EPA", 1, "frigate", 1], ["S_SAT", 2, "frigate", 1]],
    )
    assert not offered(t, "launch")
    play(t, "call a conference with 1", "send the treaty", "sign the treaty")
    assert {name.split()[-1] for name in offered(t, "launch")} == {"S_EPA"}  # PER alone: two seas lie off ARG
    assert t.at_war(0, 2) and not t.at_war(0, 1)


def test_a_truce_at_sea() -> None:
    """REB-11.2, REB-17.10  Neither attacks the other, nothing sinks, and no war is declared until it is over."""
    t = calm(
        options={"truce_rounds": 1},
        wars=[[0, 1]],
        ships=[["S_EPA", 0, "frigate", 1], ["S_EPA", 1, "frigate", 1]],
        transports=[transporter(0, "S_SAT", "I")],
        provinces={"PER": land(0, "I"), "VEN": land(1)},
    )
    assert {"attack VEN", "attack the ships of 1 in S_EPA"} <= set(offered(t, "attack"))
    play(t, "call a conference with 1", "send the treaty", "sign the treaty")
    assert offered(t, "attack") == ["attack SAF"] and not offered(t, "declare war on 1")
    assert refused(t, "attack VEN") == refused(t, "attack the ships of 1 in S_EPA") == "REB-11.2"
    assert refused(t, "declare war on 1") == "REB-11.2"
    play(t, "sail T1 to S_EPA")
    assert aboard(t) == "I:2"
    next_turn(t)
    assert not offered(t, "attack")
    next_turn(t)
    assert "attack VEN" in offered(t) and offered(t, "declare war on 1")


def test_nobody_resigns_in_the_middle_of_a_conference() -> None:
    """REB-25.8, REB-11.4"""
    t = calm(options={"resignation": "on"}, wars=[[0, 1]])
    play(t, "call a conference with 1")
    assert refused(t, "resign") == "REB-11.4"
    play(t, "break the conference off", "resign")
    assert not t.lives(0) and t.active == 1


# -- hunger, revolt, siege, plague -----------------------------------------------------------------------------------


def test_a_mutiny_finds_nobody_in_occupied_land_and_in_capitals() -> None:
    """REB-24.5  Soldiers stand only where nobody revolts: the mutiny is lost, though the roll is made."""
    t = calm(
        [4, 79, 10],
        coins=[8, 0, 0, 0],
        food=[0, 0, 0, 0],
        provinces={"BRA": land(0, "3I"), "PER": land(0, "5I", owner=1), "ARG": land(0)},
    )
    play(t, "end the turn", "pay instead", "pay instead", "pay instead", "pay instead")
    assert t.active == 1 and arms(t, "PER") == "5I" and arms(t, "BRA") == "3I" and coins(t) == 0


@pytest.mark.parametrize(("purse", "soldiers", "left"), [(3, "", 1), (2, "", 0), (1, "", 1), (0, "I", 0)])
def test_a_famine_takes_what_is_there(purse: int, soldiers: str, left: int) -> None:
    """REB-14.4  What can be done in neither way is waived."""
    t = calm(
        [4, 80],
        coins=[purse, 0, 0, 0],
        food=[0] * 4,
        provinces={"BRA": land(0, soldiers), "PER": land(0)},
    )
    play(t, "end the turn")
    assert t.active == 1 and coins(t) == left and arms(t, "BRA") == ""


@pytest.mark.parametrize(("garrison", "die", "rest"), [("7I", 6, 6), ("6I", 0, 6), ("A I", 6, 6), ("A 3I", 2, 7)])
def test_a_siege_stops_at_six(garrison: str, die: int, rest: int) -> None:
    """REB-10.11"""
    t = calm(
        [die] if die else [],
        capital=["JAP", "BRA", "SAF", "GRL"],
        wars=[[0, 1]],
        provinces={"JAP": land(0, garrison), "KAM": land(1), "MON": land("rebels", "I")},
    )
    play(t, "end the turn")
    while step(t) == "siege":
        play(t, offered(t)[0])
    assert t.active == 1 and t.soldiers(at("JAP")) == rest


def test_the_plague_comes_before_the_siege() -> None:
    """REB-3.2, REB-3.4, REB-21.2, REB-10.11  In S2 the plague takes 2 of 9, at E4 the siege 1 of 7."""
    t = calm(
        [2, 6, 9],
        seats=2,
        capital=["JAP", "BRA"],
        wars=[[0, 1]],
        plague=2,
        bringer=1,
        active=1,
        first=1,
        provinces={"JAP": land(0, "9I"), "KAM": land(1), "MON": land(1)},
    )
    play(t, "end the turn")
    assert t.active == 0 and arms(t, "JAP") == "7I"
    play(t, "end the turn")
    assert arms(t, "JAP") == "6I" and t.active == 1


# -- what is refused, and why ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("march 2 cavalry from PER to ARG", "That costs 6 coins, and you have 5 (REB-1.9)"),
        ("march 4 infantry from PER to ARG", "In Peru you have 3 infantry with a movement point (REB-7.1)"),
        ("recruit 3 infantry", "That costs 6 coins, and you have 5 (REB-1.9)"),
        ("recruit 9 infantry", "You may recruit 4 soldiers more this turn (REB-6.3)"),
        ("recruit 1 artillery", "Your capital has level 2, and artillery needs level 3 (REB-6.2)"),
        ("exchange 6I-A", "Your capital has level 2, and what you would get needs level 3 (REB-6.5)"),
        ("build manufactory in PER", "Your capital has level 2, and manufactory needs level 3 (REB-12.4)"),
        ("build farm in PER", "That costs 11 coins, and you have 5 (REB-1.9)"),
        ("upgrade the capital", "The next level costs 19 coins, and you have 5 (REB-10.1)"),
        ("buy a construction ship", "A construction ship is bought at an open port, and you own none (REB-16.8)"),
        ("set a fishing boat in S_EPA", "No open port of yours lies on East Pacific (REB-18.1)"),
        ("buy an agent", "That costs 8 coins, and you have 5 (REB-1.9)"),
    ],
)
def test_a_refusal_names_the_clause_and_what_is_missing(action: str, reason: str) -> None:
    """REB-1.9, REB-6.2, REB-6.3, REB-6.5, REB-7.1, REB-10.1, REB-12.4, REB-16.8, REB-18.1"""
    t = calm(coins=[5] * 4, level=[2, 1, 1, 1], provinces={"PER": land(0, "3I 2C")})
    before = t.fingerprint()
    with pytest.raises(IllegalAction) as refusal:
        t.play(0, GAME.parse(action))
    assert str(refusal.value) == reason and t.fingerprint() == before


def test_nobody_is_committed_to_an_attack_by_committing_none() -> None:
    """REB-8.1"""
    t = calm(provinces={"PER": land(0, "3I"), "VEN": land(1)})
    play(t, "attack VEN")
    with pytest.raises(IllegalAction, match="At least 1 unit is committed"):
        t.play(0, GAME.parse("commit 0 infantry from PER"))
    assert refused(t, "begin the attack") == "REB-8.1"


@pytest.mark.parametrize(
    ("give", "reason"),
    [
        ("6 coins", "You offer 6 coins, and have 5"),
        ("9 food", "You offer 9 food, and have 2"),
        ("2 coconuts", "You offer 2 coconuts, and have 1 of your own trees"),
        ("3 vouchers", "You offer 3 vouchers for roads, and have 0"),
    ],
)
def test_an_offer_beyond_the_purse(give: str, reason: str) -> None:
    """REB-11.15, REB-20.14  Bought fruit is not sold on."""
    t = calm(coins=[5] * 4, food=[2] * 4, fruit=[1, 0, 0, 0], fruit_bought=[4, 0, 0, 0])
    before = t.fingerprint()
    with pytest.raises(IllegalAction, match=reason) as refusal:
        t.propose(0, 1, give, "1 coin")
    assert refusal.value.clause == "REB-11.15" and t.fingerprint() == before


# -- who goes, and what stays behind ---------------------------------------------------------------------------------


def test_with_whoever_is_out_go_the_offers_to_and_from_them() -> None:
    """REB-11.10"""
    t = calm(
        capital=SITES,
        provinces={"JAP": land(2, owner=1), "ICH": land(0, "I"), "CHI": land(1), "GRL": land(3), "SAF": land(2)},
    )
    t.propose(0, 1, "1 coin", "nothing")
    play(t, "attack CHI", "commit 1 infantry from ICH", "begin the attack", "pay the march")
    assert not t.lives(1)
    assert answers(t, 0) == answers(t, 1) == []


def test_the_last_capital_that_is_needed_may_fall_by_a_resignation() -> None:
    """REB-25.2, REB-25.8  Of those who live, everybody's capital is held: it is won at once."""
    t = calm(
        seats=3,
        active=2,
        options={"resignation": "on"},
        provinces={"JAP": land(0, owner=1), "ICH": land(1), "PER": land(0, "3I", owner=2)},
    )
    play(t, "resign")
    assert t.over and t.places[0] == 1 and told(t, "REB-25.1")


def test_soldiers_who_leave_with_a_resignation_are_told() -> None:
    """REB-25.8"""
    t = calm(options={"resignation": "on"}, provinces={"PER": land(0, "3I"), "ICH": land(0, "I", owner=1)})
    play(t, "resign")
    said = {"Peru lies empty: 3 soldiers leave it", "Siam returns to seat 1: 1 soldier leaves it"}
    assert said <= set(told(t, "REB-25.8"))
    assert holder(t, "ICH") == 1


def test_who_sits_to_the_right_lives() -> None:
    """REB-1.12  Past the dead, and around the table."""
    t = calm(fallen=[3, 2], provinces={"GRL": land(None), "SAF": land(None)})
    assert (t.right_of(0), t.right_of(1), t.left_of(1)) == (1, 0, 0)


# -- what is refused, each for its own reason ------------------------------------------------------------------------


def test_war_is_declared_on_somebody_else_who_lives() -> None:
    """REB-11.1"""
    t = calm(seats=3, fallen=[2], provinces={"SAF": land(None)})
    assert refused(t, "declare war on 0") == refused(t, "declare war on 2") == "REB-11.1"
    assert refused(t, "declare war on 5") == "REB-11.1"


def test_a_free_road_lies_on_own_ground_outside_capitals() -> None:
    """REB-20.17, REB-12.6, REB-10.4"""
    t = calm(provinces={"PER": land(0)}, vouchers=[1, 0, 0, 0])
    assert refused(t, "build a free road in ICH") == "REB-12.6"
    assert refused(t, "build a free road in BRA") == "REB-10.4"
    assert refused(calm(provinces={"PER": land(0)}), "build a free road in PER") == "REB-20.17"


def test_nothing_is_demolished_among_red_tokens() -> None:
    """REB-12.7"""
    t = calm(provinces={"PER": land(0, buildings=["farm"], tokens=1), "VEN": land(0, buildings=["road"])})
    play(t, "give something up")
    with pytest.raises(IllegalAction, match="There are red tokens in Peru"):
        t.play(0, GAME.parse("demolish farm in PER"))
    with pytest.raises(IllegalAction, match="There is no farm in Venezuela"):
        t.play(0, GAME.parse("demolish farm in VEN"))


@pytest.mark.parametrize(("food", "clause"), [(1, "REB-3.4"), (0, "REB-14.4")])
def test_a_famine_is_foretold_below_what_the_land_needs_and_not_at_it(food: int, clause: str) -> None:
    """REB-3.4, REB-14.4"""
    t = calm(food=[food] * 4, provinces={"PER": land(0)})
    assert need(t, 0) == 1
    deed = t.step().deed(t, GAME.parse("end the turn") >> 23)
    assert deed is not None
    assert GAME.clause_of(deed.effect_at(t, 0)) == clause
