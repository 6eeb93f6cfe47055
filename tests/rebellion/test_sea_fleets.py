"""Chapters 17 and 18: fleets, sea battles, transporters, fishing boats."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.engine.errors import UsageError
from marchland.games.rebellion.force import DEFENCE_FIXED
from marchland.games.rebellion.income import income
from marchland.games.rebellion.modifiers import attack_total, defence_total
from marchland.games.rebellion.sea_battle import sea_attack_total
from rebellion.table import (
    GAME,
    RebellionTable,
    aboard,
    army,
    at,
    calm,
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
    ships,
    step,
    told,
    transporter,
    turn_on,
    voyage,
)

PORT = {"PER": land(0, buildings=["port"])}


def adds(t: RebellionTable) -> tuple[int, int]:
    return int(sea_attack_total(t)), int(t.battle[DEFENCE_FIXED])


# -- building and sailing --------------------------------------------------------------------------------------------


def test_building_ships() -> None:
    """REB-17.1, REB-10.2, REB-1.10, REB-17.15  In a sea on the coast of an open port; fresh; no recruiting limit."""
    t = calm(coins=[55, 0, 0, 0], provinces={"ARG": land(0, buildings=["port"])})
    assert offered(t, "launch") == [
        f"launch {ship} in {sea}"
        for ship in ("frigate", "corvette", "cruiser", "transporter")
        for sea in ("S_EPA", "S_SAT")
    ]
    play(
        t,
        "launch cruiser in S_SAT",
        "launch corvette in S_EPA",
        "launch frigate in S_SAT",
        "launch transporter in S_SAT",
    )
    assert coins(t) == 0 and ships(t, "S_SAT") == "F:0* R:0*" and ships(t, "S_EPA") == "C:0*" and aboard(t) == ""
    assert not offered(t, "sail") and t.recruited == 0
    assert refused(t, "launch frigate in S_SAT") == "REB-1.9"
    assert refused(t, "launch frigate in S_NAT") == "REB-17.1" and refused(t, "launch frigate in ARG") == "REB-1.3"
    assert refused(t, "sail 1 frigate from S_SAT to S_EPA") == "REB-17.2"
    assert refused(t, "sail T1 to S_EPA") == "REB-17.2" and refused(t, "sail T2 to S_EPA") == "REB-17.15"
    play(t, "end the turn")
    assert ships(t, "S_SAT") == "F:0 R:0" and ships(t, "S_EPA") == "C:0"  # REB-3.2  None is fresh after the turn
    while t.active:
        play(t, "end the turn")
    assert ships(t, "S_SAT") == "F:2 R:1" and t.transporter(0, 0)[3] == 2


def test_a_new_transporter_takes_the_lowest_free_number() -> None:
    """REB-17.15, REB-1.10  At most 12."""
    fleet = [transporter(0, "S_EPA", number=n) for n in range(1, 13) if n != 3]
    t = calm(coins=[20, 0, 0, 0], provinces=PORT, transports=fleet)
    play(t, "launch transporter in S_EPA")
    assert [row[1] + 1 for row in t.transports] == list(range(1, 13))
    assert refused(t, "launch transporter in S_EPA") == "REB-1.10" and not offered(t, "launch transporter")


def test_sailing() -> None:
    """REB-17.2, REB-17.3, REB-6.14  A neighbouring sea for a point, for nothing, beside whomever."""
    t = calm(
        ships=[
            ["S_EPA", 0, "frigate", 2],
            ["S_EPA", 0, "frigate", 1, 1],
            ["S_EPA", 0, "cruiser", 1],
            ["S_COR", 1, "frigate", 1],
        ],
        wars=[[0, 1]],
    )
    assert refused(t, "sail 1 frigate from S_EPA to S_NAT") == "REB-1.2"
    assert refused(t, "sail 4 frigate from S_EPA to S_COR") == "REB-17.2"
    assert refused(t, "sail 0 frigate from S_EPA to S_COR") == "REB-17.2"
    assert refused(t, "sail 1 transporter from S_EPA to S_COR") == "REB-17.2"
    assert refused(t, "sail 1 frigate from PER to S_COR") == "REB-1.3"
    play(t, "sail 2 frigate from S_EPA to S_COR")
    assert ships(t, "S_COR") == "2F:1" and ships(t, "S_EPA") == "F:1 R:1" and coins(t) == 20 and step(t) == "main"
    play(t, "sail 2 frigate from S_COR to S_IND", "sail 1 cruiser from S_EPA to S_NPA")
    assert ships(t, "S_IND") == "2F:0" and ships(t, "S_NPA") == "R:0"
    assert offered(t, "sail") == [f"sail 1 frigate from S_EPA to {sea}" for sea in ("S_NPA", "S_SAT", "S_COR")]


def test_ships_that_have_not_attacked_sail_first() -> None:
    """REB-6.14  Among those with as many points; and they are scrapped first."""
    fleet = [["S_EPA", 0, "frigate", 1, 2, "attacked"], ["S_EPA", 0, "frigate", 1]]
    t = calm(ships=fleet)
    play(t, "sail 1 frigate from S_EPA to S_COR")
    assert ships(t, "S_COR") == "F:1" and ships(t, "S_EPA") == "F:2!"
    t = calm(ships=fleet)
    play(t, "give something up", "scrap 1 frigate in S_EPA")
    assert ships(t, "S_EPA") == "F:2!"


def test_frost_does_not_help_ships() -> None:
    """REB-15.6, W41"""
    t = calm(
        ships=[["S_EPA", 0, "frigate", 1]],
        boats=[["S_EPA", 0]],
        weather="frost",
        transports=[transporter(0, "S_EPA", "I")],
    )
    turn_on(t)
    assert ships(t, "S_EPA") == "F:2" and t.boats[0][2] == 2 and aboard(t) == "I:3"


# -- sea battles -----------------------------------------------------------------------------------------------------


def test_w51_a_sea_battle() -> None:
    """REB-17.4, REB-17.5, REB-17.6, REB-17.8, REB-6.7, REB-11.1  One corvette against two frigates."""
    t = calm([50, 67, 70, 70], ships=[["S_EPA", 0, "corvette", 1], ["S_EPA", 1, "frigate", 2]])
    play(t, "attack the ships of 1 in S_EPA")
    assert t.at_war(0, 1) and step(t) == "sea_battle" and adds(t) == (2, 0)
    assert refused(t, "withdraw") == "REB-8.5"
    assert offered(t) == ["roll", "roll until 0 are left", "roll until 1 are left", "roll until 2 are left"]
    assert refused(t, "roll until 3 are left") == "REB-8.15"
    play(t, "roll")
    assert ships(t, "S_EPA") == "2F:1?" and adds(t) == (0, 0)
    assert told(t, "REB-17.5")[-1] == "The attacking fleet is hit: strength 2 against 2"
    play(t, "roll", "withdraw")
    assert ships(t, "S_EPA") == "F:1!" and ships(t, "S_EPA", 1) == "2F:2" and step(t) == "main"
    assert refused(t, "attack the ships of 1 in S_EPA") == "REB-17.4"
    play(t, "sail 1 frigate from S_EPA to S_COR")  # REB-17.8  It may still move
    assert ships(t, "S_COR") == "F:0!"
    turn_on(t)
    assert ships(t, "S_COR") == "F:2"


@pytest.mark.parametrize(("mine", "theirs", "expected"), [([], 2, (2, 6)), (["PER"], 2, (8, 6)), (["PER"], 0, (8, 0))])
def test_w52_coastal_batteries(mine: list[str], theirs: int, expected: tuple[int, int]) -> None:
    """REB-17.7, REB-12.13, REB-4.7  +6 once, for whoever holds one on this coast, owned or occupied."""
    provinces = {name: land(0, buildings=["coastal battery"]) for name in mine}
    for name in ("CTA", "WUS")[:theirs]:
        provinces[name] = land(1, buildings=["coastal battery"], owner=2)
    t = calm(
        [50, 67],
        provinces={**provinces, "MAD": land(1, buildings=["coastal battery"])},
        ships=[["S_EPA", 0, "corvette", 1], ["S_EPA", 1, "frigate", 2]],
    )
    play(t, "attack the ships of 1 in S_EPA")
    assert adds(t) == expected


@pytest.mark.parametrize(("sky", "bonus"), [("winter", -4), ("bright sun", 4), ("severe winter", -8), ("storm", 0)])
def test_weather_at_sea(sky: str, bonus: int) -> None:
    """REB-17.6, REB-15.4, REB-15.7  For the attacker alone."""
    t = calm([50, 50], ships=[["S_EPA", 0, "frigate", 1], ["S_EPA", 1, "frigate", 1]], weather=sky)
    play(t, "attack the ships of 1 in S_EPA")
    assert adds(t) == (bonus, 0)


@pytest.mark.parametrize(("bonus", "third"), [("live", 6), ("start", 10)])
def test_numbers_at_sea(bonus: str, third: int) -> None:
    """REB-17.6, REB-8.12, REB-8.15  At most 10, live or fixed at the start."""
    t = calm(
        [1, 99] * 3 + [50, 50],
        ships=[["S_EPA", 0, "cruiser", 1], ["S_EPA", 1, "frigate", 1]],
        options={"numbers_bonus": bonus},
    )
    play(t, "attack the ships of 1 in S_EPA")
    assert adds(t) == (10, 0)
    play(t, "roll until 4 are left")
    assert ships(t, "S_EPA") == "F:1? C:1?"
    assert adds(t)[0] == third


@pytest.mark.parametrize("withdrawn", [False, True])
def test_w53_transporters_in_battle(withdrawn: bool) -> None:
    """REB-17.9  They sink with the last warship of the battle; after a withdrawal nothing happens to them."""
    t = calm(
        [1, 99, 1, 99],
        ships=[["S_EPA", 0, "frigate", 2], ["S_EPA", 0, "cruiser", 1, 0, "fresh"], ["S_EPA", 1, "frigate", 3]],
        transports=[transporter(0, "S_EPA", "5I"), transporter(1, "S_EPA", "2I")],
    )
    play(t, "attack the ships of 1 in S_EPA", "roll")
    if withdrawn:
        play(t, "withdraw")
        assert aboard(t) == "5I:2" and step(t) == "main"
    else:
        play(t, "roll")
        # Even beside a cruiser that took no part.
        assert aboard(t) == "sunk" and ships(t, "S_EPA") == "R:0*" and aboard(t, 1, 1) == "2I:2" and step(t) == "main"
        assert told(t, "REB-17.10") == ["A transporter of seat 0 sinks in East Pacific with 5 soldiers on board"]


def test_the_transporters_of_a_beaten_defender_sink_too() -> None:
    """REB-17.9"""
    t = calm(
        [99, 1],
        ships=[["S_EPA", 0, "frigate", 1], ["S_EPA", 1, "frigate", 1]],
        transports=[transporter(1, "S_EPA", "2I"), transporter(1, "S_NPA", "I", 2)],
    )
    play(t, "attack the ships of 1 in S_EPA", "roll")
    assert aboard(t, 1, 1) == "sunk" and aboard(t, 2, 1) == "I:2" and ships(t, "S_EPA") == "F:2!"


def test_what_a_sea_attack_needs() -> None:
    """REB-17.4, REB-18.4, REB-11.2  Warships that can attack, ships that are no boats, and no truce."""
    t = calm(
        options={"truce_rounds": 3},
        truces=[[0, 2, 9]],
        ships=[
            ["S_EPA", 0, "frigate", 1],
            ["S_COR", 0, "frigate", 1, 0, "fresh"],
            ["S_COR", 1, "frigate", 1],
            ["S_EPA", 2, "frigate", 1],
        ],
        boats=[["S_EPA", 1]],
        transports=[transporter(3, "S_EPA")],
    )
    assert offered(t, "attack the") == ["attack the ships of 3 in S_EPA"]
    assert refused(t, "attack the ships of 1 in S_EPA") == "REB-17.4"
    assert refused(t, "attack the ships of 1 in S_COR") == "REB-17.4"
    assert refused(t, "attack the ships of 2 in S_EPA") == "REB-11.2"
    assert refused(t, "attack the ships of 0 in S_EPA") == "REB-17.4"
    assert refused(t, "attack the ships of 5 in S_EPA") == "REB-17.4"
    assert refused(t, "attack the ships of 3 in PER") == "REB-1.3"


def test_whoever_is_asked_chooses_which_ship_is_hit() -> None:
    """REB-6.9  With `loss_order = ask`, of either side; by itself the smallest with fewest points."""
    entries: dict[str, Any] = {
        "ships": [
            ["S_EPA", 0, "frigate", 1],
            ["S_EPA", 0, "corvette", 1],
            ["S_EPA", 1, "frigate", 1],
            ["S_EPA", 1, "cruiser", 1],
        ],
    }
    t = calm([1, 99, 99, 1], options={"loss_order": "ask"}, **entries)
    play(t, "attack the ships of 1 in S_EPA", "roll")
    assert step(t) == "sea_loss" and t.deciders() == [0] and offered(t) == ["lose one frigate", "lose one corvette"]
    assert refused(t, "lose one cruiser") == "REB-6.9"
    play(t, "lose one corvette")
    assert ships(t, "S_EPA") == "2F:1? F:2?"
    play(t, "roll")
    assert t.deciders() == [1]
    play(t, "lose one cruiser")
    assert ships(t, "S_EPA", 1) == "2F:1 F:2 C:1" and t.deciders() == [0]
    auto = calm([1, 99], **entries)
    play(auto, "attack the ships of 1 in S_EPA", "roll")
    assert ships(auto, "S_EPA") == "C:1?"


def test_a_pledge_is_broken_at_sea_as_well() -> None:
    """REB-11.14, REB-17.4"""
    t = calm(
        [50, 50],
        pledges=[["no attack", 0, 1, 20, None, 1, 0]],
        ships=[["S_EPA", 0, "frigate", 1], ["S_EPA", 1, "frigate", 1]],
    )
    play(t, "attack the ships of 1 in S_EPA")
    assert t.pledges[0][6] == 1


# -- transporters ----------------------------------------------------------------------------------------------------


def test_w54_encounter_and_escort() -> None:
    """REB-17.10  Alone it sinks, no dice; behind an escort it is safe, and at peace anyway."""
    entries: dict[str, Any] = {
        "ships": [["S_CAR", 0, "frigate", 1], ["S_NAT", 1, "frigate", 1]],
        "transports": [transporter(0, "S_CAR", "3I")],
    }
    t = calm(wars=[[0, 1]], **entries)
    play(t, "sail T1 to S_NAT")
    assert aboard(t) == "sunk" and step(t) == "main"
    t = calm(wars=[[0, 1]], **entries)
    play(t, "sail 1 frigate from S_CAR to S_NAT", "sail T1 to S_NAT")
    assert aboard(t) == "3I:2"
    t = calm(**entries)
    play(t, "sail T1 to S_NAT")
    assert aboard(t) == "3I:2"


def test_a_warship_that_enters_sinks_lone_transporters() -> None:
    """REB-17.10 b  Of enemies only, and not beside a warship of their own."""
    t = calm(
        ships=[["S_CAR", 0, "frigate", 1], ["S_NAT", 2, "frigate", 1]],
        transports=[transporter(seat, "S_NAT", "I") for seat in (1, 2, 3)],
        wars=[[0, 1], [0, 2]],
    )
    play(t, "sail 1 frigate from S_CAR to S_NAT")
    assert [row[0] for row in t.transports] == [2, 3]


def test_w55_embarking_and_landing() -> None:
    """REB-17.11, REB-17.12, REB-4.4  Up to 5 soldiers; they land in the next turn, for the march, and go no further."""
    t = calm(
        coins=[5, 0, 0, 0],
        provinces={"PER": land(0, "3I 2C A", buildings=["port"]), "MAD": land(0, "I")},
        transports=[transporter(0, "S_EPA")],
    )
    play(t, "embark 1 cavalry from PER on T1", "embark 2 infantry from PER on T1")
    assert aboard(t) == "2I:0 C:0" and army(t, "PER") == "I:2 C:3 A:1" and coins(t) == 5
    assert refused(t, "embark 1 cavalry from PER on T1") == "REB-17.11"
    assert refused(t, "embark 1 artillery from PER on T1") == "REB-17.11" and not offered(t, "embark")
    assert refused(t, "land 1 infantry of T1 in CTA") == "REB-17.12"
    assert refused(t, "embark 1 infantry from MAD on T1") == "REB-17.11"
    assert refused(t, "embark 1 infantry from JAP on T1") == "REB-4.10"
    assert refused(t, "embark 1 infantry from PER on T2") == "REB-17.15"
    assert refused(t, "land 1 infantry of T2 in CTA") == "REB-17.15"
    turn_on(t)
    assert aboard(t) == "2I:2 C:3"
    t.coins[0] = 5
    assert refused(t, "land 1 infantry of T1 in ICE") == "REB-17.11"
    play(t, "land 2 infantry of T1 in CTA")
    assert owner(t, "CTA") == 0 and army(t, "CTA") == "2I:0" and coins(t) == 3
    assert "2 infantry" in told(t, "REB-17.12")[-1] and told(t, "REB-17.12")[-1].endswith("for 2 coins")
    play(t, "land 1 cavalry of T1 in PER")
    assert coins(t) == 0 and aboard(t) == "" and army(t, "PER").startswith("I:2 C:0 C:3")


def test_embarking_needs_an_open_port_anywhere() -> None:
    """REB-17.11, REB-17.14"""
    entries: dict[str, Any] = {"transports": [transporter(0, "S_EPA")], "ships": [["S_EPA", 1, "frigate", 1]]}
    t = calm(provinces={"PER": land(0, "I", buildings=["port"])}, wars=[[0, 1]], **entries)
    assert refused(t, "embark 1 infantry from PER on T1") == "REB-17.11" and not offered(t, "embark")
    t = calm(provinces={"PER": land(0, "I", owner=2), "MAD": land(0, buildings=["port"])}, wars=[[0, 1]], **entries)
    assert offered(t, "embark") == ["embark 1 infantry from PER on T1"]
    tired = calm(provinces={"PER": land(0, "I:0", buildings=["port"])}, **entries)
    assert refused(tired, "embark 1 infantry from PER on T1") == "REB-7.1"
    assert refused(tired, "embark 0 infantry from PER on T1") == "REB-17.11"


def test_soldiers_on_board_join_an_attack() -> None:
    """REB-8.1, REB-8.6, REB-17.12, REB-9.6, REB-8.11  They come back on board with no points, and then pay nothing."""
    t = calm(
        [1, 99, 1, 99],
        provinces={"PER": land(0, "I", buildings=["port"]), "ARG": land(1, "3I"), "BRA": land(0, "2I")},
        transports=[transporter(0, "S_SAT", "2I C"), transporter(0, "S_COR", "I", 2)],
    )
    play(t, "attack ARG")
    assert refused(t, "commit 1 infantry of T2") == "REB-17.11" and refused(t, "commit 3 infantry of T1") == "REB-17.12"
    assert refused(t, "commit 1 infantry of T5") == "REB-17.15"
    play(t, "commit 2 infantry of T1", "commit 1 cavalry of T1", "commit 1 infantry from PER", "call the attack off")
    assert aboard(t) == "2I:2 C:3" and army(t, "PER") == "I:2"
    play(t, "attack ARG", "commit 2 infantry of T1", "commit 1 infantry from PER", "commit 1 infantry from BRA")
    assert force(t) == 4
    play(t, "commit 1 cavalry of T1", "begin the attack")
    # Three units by sea against two by land: -12; +2 for two land provinces; seven soldiers against three: +8.
    assert (int(attack_total(t)), int(defence_total(t))) == (2 + 8 - 12, 2 - 10)
    play(t, "roll", "withdraw")
    assert coins(t) == 20 and aboard(t) == "I:0 C:0" and army(t, "PER") == "I:1" and army(t, "BRA") == "I:1 I:2"


def test_a_tie_of_units_is_no_landing() -> None:
    """REB-8.11"""
    t = calm(
        [50, 50],
        provinces={"PER": land(0, "2I", buildings=["port"]), "ARG": land(1, "3I"), "BRA": land(0)},
        transports=[transporter(0, "S_SAT", "2I")],
    )
    play(t, "attack ARG", "commit 2 infantry of T1", "commit 2 infantry from PER", "begin the attack")
    assert int(attack_total(t)) == 2


def test_an_attack_from_transporters_has_to_be_paid_for() -> None:
    """REB-8.2, REB-9.6, REB-9.5  Coins for those who land, whatever becomes of them; not at a capital."""
    entries: dict[str, Any] = {"transports": [transporter(0, "S_SAT", "3I")], "coins": [2, 0, 0, 0]}
    t = calm(provinces={"ARG": land(1, "I"), "SAF": land(2, "I")}, **entries)
    play(t, "attack ARG", "commit 3 infantry of T1")
    assert refused(t, "begin the attack") == "REB-8.2"
    play(t, "call the attack off", "attack SAF", "commit 3 infantry of T1", "begin the attack")
    assert step(t) == "battle"
    lost = calm([1, 99] * 3, provinces={"ARG": land(1, "I")}, transports=[transporter(0, "S_SAT", "3I")])
    play(lost, "attack ARG", "commit 3 infantry of T1", "begin the attack", "roll until 0 are left")
    assert coins(lost) == 17 and holder(lost, "ARG") == 1 and aboard(lost) == ""
    won = calm([99, 1], provinces={"ARG": land(1, "I")}, transports=[transporter(0, "S_SAT", "3I")])
    play(won, "attack ARG", "commit 2 infantry of T1", "begin the attack", "roll", "pay the march")
    assert coins(won) == 18 and army(won, "ARG") == "2I:0" and aboard(won) == "I:2"
    razed = calm([99, 1], provinces={"ARG": land(1, "I")}, transports=[transporter(0, "S_SAT", "3I")])
    play(razed, "attack ARG", "commit 2 infantry of T1", "begin the attack", "roll", "plunder")
    assert coins(razed) == 20


def test_w91_escorts() -> None:
    """REB-17.10, REB-17.15  Nothing sinks by an escort's leaving or by a ship's being built; an attack sinks it."""
    t = calm(
        active=1,
        provinces={"EUS": land(0, buildings=["port"])},
        ships=[["S_NAT", 1, "frigate", 1], ["S_NAT", 0, "corvette", 1]],
        transports=[transporter(1, "S_NAT", "2I"), transporter(1, "S_CAR", "I", 2)],
        wars=[[0, 1]],
    )
    play(t, "sail 1 frigate from S_NAT to S_MAT")
    assert aboard(t, 1, 1) == "2I:2"
    play(t, "end the turn", "end the turn", "end the turn", "launch frigate in S_CAR")
    assert aboard(t, 2, 1) == "I:2"
    play(t, "attack the ships of 1 in S_NAT")
    assert aboard(t, 1, 1) == "sunk" and ships(t, "S_NAT") == "C:1!" and step(t) == "main"
    assert refused(t, "attack the ships of 1 in S_CAR") == "REB-17.4"  # the new frigate is fresh


def test_an_attack_on_lone_transporters_begins_a_war() -> None:
    """REB-17.10 c"""
    t = calm(ships=[["S_NAT", 0, "frigate", 2]], transports=[transporter(1, "S_NAT", "2I")])
    play(t, "attack the ships of 1 in S_NAT")
    assert t.at_war(0, 1) and aboard(t, 1, 1) == "sunk" and ships(t, "S_NAT") == "2F:2!"


def test_w92_two_wrecks() -> None:
    """REB-17.15, REB-25.7, REB-25.10  Eliminated in turn order from the mover on: who goes later ranks higher."""
    t = calm(
        active=1,
        provinces={"SAF": land(1), "GRL": land(1)},
        capital=["BRA", "JAP", "SAF", "GRL"],
        ships=[["S_CAR", 1, "frigate", 1]],
        transports=[transporter(2, "S_MAT", "I"), transporter(3, "S_MAT", "I")],
        wars=[[1, 2], [1, 3]],
    )
    assert t.lives(2) and t.lives(3)
    play(t, "sail 1 frigate from S_CAR to S_MAT")
    assert t.fallen == [2, 3] and not t.transports and step(t) == "main"


def test_the_last_soldiers_may_be_lost_in_the_own_turn() -> None:
    """REB-25.10, REB-3.6, REB-6.13  By sinking, by scrapping, in a failed attack: the turn ends at once."""
    entries: dict[str, Any] = {"provinces": {"BRA": land(1)}, "transports": [transporter(0, "S_MAT", "I")]}
    t = calm(ships=[["S_NAT", 1, "frigate", 1]], wars=[[0, 1]], **entries)
    play(t, "sail T1 to S_NAT")
    assert t.fallen == [0] and t.active == 1
    t = calm(**entries)
    play(t, "give something up", "scrap T1")
    assert t.fallen == [0] and t.active == 1
    t = calm([1, 99], provinces={"BRA": land(1), "NAF": land(1, "I")}, transports=[transporter(0, "S_MAT", "I")])
    play(t, "attack NAF", "commit 1 infantry of T1", "begin the attack", "roll")
    assert t.fallen == [0] and t.active == 1


def test_w89_ships_outlive_the_capital() -> None:
    """REB-16.12, REB-10.8  Whoever loses the capital names a place at once and keeps fleet and voyages."""
    t = calm(
        [99, 1],
        active=1,
        provinces={"BRA": land(0, "I"), "VEN": land(1, "2I"), **lands(0, "PER", "ARG")},
        ships=[["S_EPA", 0, "frigate", 1]],
        transports=[transporter(0, "S_EPA", "2I")],
        wars=[[0, 1]],
    )
    play(t, "attack BRA", "commit 2 infantry from VEN", "begin the attack", "roll")
    assert step(t) == "name_place" and t.deciders() == [0]
    play(t, "recruit in PER")
    assert ships(t, "S_EPA") == "F:2" and aboard(t) == "2I:2" and t.bereft == 0 and step(t) == "main"


def test_scrapping_at_sea() -> None:
    """REB-6.13, REB-6.14  Ships, transporters with all on board, boats; without refund."""
    t = calm(
        ships=[["S_EPA", 0, "frigate", 1], ["S_EPA", 0, "frigate", 1, 0]],
        boats=[["S_EPA", 0], ["S_SAT", 1]],
        transports=[transporter(0, "S_EPA", "2I"), transporter(1, "S_EPA", "2I")],
    )
    play(t, "give something up")
    assert refused(t, "scrap 3 frigate in S_EPA") == "REB-6.13" and refused(t, "scrap T2") == "REB-17.15"
    assert refused(t, "scrap the boat in S_SAT") == "REB-18.1"
    play(t, "scrap 1 frigate in S_EPA", "give something up", "scrap T1", "give something up", "scrap the boat in S_EPA")
    assert ships(t, "S_EPA") == "F:2" and aboard(t) == "sunk" and [row[1] for row in t.boats] == [1] and coins(t) == 20
    assert step(t) == "main"


def test_scrapping_a_blockade_opens_the_port() -> None:
    """REB-17.13"""
    t = calm(provinces={"PER": land(1, buildings=["port"])}, ships=[["S_EPA", 0, "frigate", 1]], wars=[[0, 1]])
    assert t.open_ports(1) == 0
    play(t, "give something up", "scrap 1 frigate in S_EPA")
    assert t.open_ports(1) == 1 << at("PER")


def test_hunger_on_board() -> None:
    """REB-14.4, REB-1.14, REB-6.7  Soldiers on transporters starve too, and the change stays on board; not others."""
    t = calm(
        [2],
        coins=[2, 0, 0, 0],
        food=[0, 0, 0, 0],
        provinces={"BRA": land(0), **lands(0, "PER", "ARG")},
        transports=[transporter(0, "S_EPA", "C I")],
        voyages=[voyage("landing ship", "MAD", "PER", due=3, infantry=1)],
        ships=[["S_EPA", 0, "frigate", 1]],
        options={"mod_revolts": "off"},
    )
    play(t, "end the turn")
    assert offered(t) == ["pay instead", "starve one infantry on T1", "starve one cavalry on T1"]
    assert refused(t, "starve one artillery on T1") == "REB-1.14"
    play(t, "starve one cavalry on T1", "starve one infantry on T1")
    assert aboard(t) == "2I:2" and t.active == 1


@pytest.mark.parametrize(("answer", "rolls"), [("starve one infantry on T1", True), ("pay instead", False)])
def test_whoever_starves_on_board_was_not_paid_for(answer: str, rolls: bool) -> None:
    """REB-14.5, REB-14.4"""
    t = calm(
        [1, 100, 100],
        coins=[9, 0, 0, 0],
        food=[0, 0, 0, 0],
        provinces=lands(0, "PER", "ARG"),
        transports=[transporter(0, "S_EPA", "2I")],
        options={"hunger_revolt": "unless_paid"},
    )
    play(t, "end the turn", answer)
    assert bool(told(t, "REB-24.1")) == rolls


# -- fishing ---------------------------------------------------------------------------------------------------------


def test_w56_fishing_grounds() -> None:
    """REB-18.1, REB-18.2  One boat in a sea; it passes others, and ends beside none."""
    t = calm(
        provinces={"PER": land(0, buildings=["port"]), "JAP": land(1)},
        boats=[["S_EPA", 1], ["S_MAT", 2]],
        coins=[20, 0, 0, 0],
    )
    assert refused(t, "set a fishing boat in S_EPA") == "REB-18.1" and not offered(t, "set")
    assert (
        refused(t, "set a fishing boat in S_NPA") == "REB-18.1" and refused(t, "set a fishing boat in PER") == "REB-1.3"
    )
    t = calm(provinces={"ARG": land(0, buildings=["port"])}, boats=[["S_EPA", 1], ["S_MAT", 2]], coins=[13, 0, 0, 0])
    play(t, "set a fishing boat in S_SAT")
    assert coins(t) == 6 and refused(t, "set a fishing boat in S_SAT") == "REB-18.1"
    assert refused(t, "move the boat from S_SAT to S_MOZ") == "REB-18.2" and not offered(t, "move the boat")
    turn_on(t)
    assert refused(t, "move the boat from S_SAT to S_MAT") == "REB-18.1"
    assert refused(t, "move the boat from S_EPA to S_NPA") == "REB-18.1"
    assert refused(t, "move the boat from S_SAT to S_JAP") == "REB-18.2"
    play(t, "move the boat from S_SAT to S_NAT")
    assert not offered(t, "move the boat") and t.boat_in(at("S_NAT")) == [at("S_NAT"), 0, 0]
    turn_on(t)
    play(t, "move the boat from S_NAT to S_NOR")
    assert refused(t, "move the boat from S_NOR to S_NWP") == "REB-18.2"
    play(t, "move the boat from S_NOR to S_SIB")
    poor = calm(provinces=PORT, coins=[6, 0, 0, 0])
    assert refused(poor, "set a fishing boat in S_EPA") == "REB-1.9"


def test_what_boats_bring_in() -> None:
    """REB-18.3, REB-5.5, REB-14.2, REB-27.2  1 coin and 1 food each, with an open port; no food without the economy."""
    boats = [["S_EPA", 0], ["S_SAT", 0], ["S_NAT", 1]]
    t = calm(provinces=PORT, boats=boats)
    turn_on(t)
    assert coins(t) == 20 + 4 + 2 - 1 and t.food[0] == 2 + 2
    without = calm(boats=boats)
    turn_on(without)
    assert coins(without) == 20 + 4 and without.food[0] == 2
    lean = calm(provinces=PORT, boats=boats, options={"mod_economy": "off"})
    assert income(lean, 0, 0) == 6
    occupied = calm(provinces={"PER": land(0, owner=2, buildings=["port"])}, boats=boats)
    assert income(occupied, 0, 0) == 4  # REB-4.7


def test_boats_are_left_in_peace() -> None:
    """REB-18.4"""
    t = calm(ships=[["S_NPA", 0, "frigate", 1]], boats=[["S_EPA", 1]], wars=[[0, 1]])
    play(t, "sail 1 frigate from S_NPA to S_EPA")
    assert t.boats_of(1) == 1 and not offered(t, "attack the")


# -- positions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entries", "fault"),
    [
        ({"ships": [["PER", 0, "frigate", 1]]}, "a sea"),
        ({"ships": [["S_EPA", 0, "transporter", 1]]}, "one of frigate, corvette, cruiser"),
        ({"ships": [["S_EPA", 9, "frigate", 1]]}, "a seat from 0 to 3"),
        ({"boats": [["S_EPA", 0], ["S_EPA", 1]]}, "Two fishing boats lie in S_EPA"),
        ({"transports": [transporter(0, "S_EPA"), transporter(0, "S_COR")]}, "two transporters with the number 1"),
        ({"transports": [transporter(0, "S_EPA", "A")]}, "which is too many"),
        ({"transports": [{"owner": 0, "sea": "S_EPA"}]}, "lacks 'number'"),
        ({"voyages": [{"kind": "landing ship", "sender": 0, "destination": "CAS", "due": 2}]}, "on no coast"),
        ({"voyages": [{"kind": "landing ship", "sender": 0, "destination": "PER", "due": 2}]}, "carries nobody"),
        (
            {
                "voyages": [
                    {"kind": "transfer", "sender": 0, "destination": "PER", "due": 2, "cargo": [["infantry", 1]]}
                ]
            },
            "has 'left' a province",
        ),
    ],
)
def test_positions_that_cannot_be(entries: dict[str, Any], fault: str) -> None:
    with pytest.raises(UsageError, match=fault):
        lay(**entries)


def test_a_table_with_ships_is_written_and_read_again() -> None:
    """Every decision of the sea, as a position and as saved data."""
    t = calm(
        [1, 99, 1, 99],
        options={"loss_order": "ask"},
        provinces={"PER": land(0, "3I", buildings=["port"]), "ARG": land(1, "I")},
        ships=[["S_EPA", 0, "corvette", 1], ["S_EPA", 0, "frigate", 2], ["S_EPA", 1, "cruiser", 1, 0, "fresh"]],
        boats=[["S_EPA", 1, 1]],
        transports=[transporter(0, "S_EPA", "2I:0 C:1")],
        voyages=[{**voyage("construction ship", "MAD"), "sender": 1}],
        docked=[2, 0, 0, 1],
    )
    again(t)
    play(t, "load a landing ship in PER", "load 2 infantry")
    again(t)
    play(t, "set sail for JAP", "attack ARG", "commit 1 cavalry of T1")
    again(t)
    play(t, "call the attack off", "attack the ships of 1 in S_EPA", "roll")
    assert step(t) == "sea_loss"
    again(t)
    play(t, "lose one frigate")
    assert step(t) == "sea_battle"
    again(t)


def again(t: RebellionTable) -> None:
    written = GAME.position_of(t)
    assert GAME.position(written, dice=t.dice.copy()).to_data() == {**t.to_data(), "reveals": 0}
    assert GAME.from_data(t.to_data()) == t
