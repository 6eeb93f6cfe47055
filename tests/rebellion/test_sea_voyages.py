"""Chapter 16: ports, transfers, landing ships, construction ships."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.engine.errors import UsageError
from marchland.games.rebellion.buildings import building_price, refund
from marchland.games.rebellion.income import income, upkeep
from marchland.games.rebellion.modifiers import attack_total, defence_total
from rebellion.table import (
    GAME,
    RebellionTable,
    arms,
    army,
    at,
    calm,
    coins,
    force,
    holder,
    land,
    lands,
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

PERU = {"PER": land(0, "A C I", buildings=["port"])}


def sail(t: RebellionTable, port: str, destination: str, *loads: str) -> None:
    play(t, f"load a landing ship in {port}", *(f"load {said}" for said in loads), f"set sail for {destination}")


def landing(rolls: list[int], target: dict[str, Any], **entries: Any) -> RebellionTable:
    """W45  Artillery, cavalry and infantry sail from Peru to Western Australia, and have just arrived."""
    t = calm(rolls, **{"coins": [30, 20, 20, 20], **entries}, provinces={**PERU, **target})
    sail(t, "PER", "WAU", "1 artillery", "1 cavalry", "1 infantry")
    turn_on(t)
    assert step(t) == "main" and force(t) == 0
    turn_on(t)
    return t


GUARDED = {"WAU": land(1, "3I", buildings=["port"])}


def test_w45_a_landing_ship() -> None:
    """REB-16.5, REB-16.6, REB-16.7, REB-16.9, REB-9.6, REB-8.8  9 coins, two turns, -12 and -8, no way back."""
    t = landing([60, 50, 50, 49], GUARDED)
    assert "A landing ship of seat 0 appears before Western Australia" in told(t, "REB-16.6")
    assert t.at_war(0, 1) and step(t) == "battle" and force(t) == 10
    assert (int(attack_total(t)), int(defence_total(t))) == (10 - 12 - 8, 2)
    assert refused(t, "withdraw") == "REB-16.7"
    play(t, "roll")
    assert force(t) == 9
    assert refused(t, "withdraw") == "REB-16.7" and not offered(t, "withdraw")
    play(t, "roll")
    assert force(t) == 8  # the cavalry has become two infantry


@pytest.mark.parametrize(("purse", "paid"), [(60, 10), (15, 10)])
def test_w45_a_landing_that_fails_pays_its_march(purse: int, paid: int) -> None:
    """REB-9.6, REB-16.7  10 soldiers pay 10."""
    t = landing([1, 100] * 10, GUARDED, coins=[purse, 0, 0, 0])
    before = coins(t)
    play(t, "roll until 0 are left")
    assert coins(t) == before - paid and holder(t, "WAU") == 1 and step(t) == "main"
    assert told(t, "REB-9.5")[-1] == "seat 0 pays 10 coins for the march"


def test_w45_a_landing_that_fails_pays_all_there_is() -> None:
    """REB-9.6, REB-1.9  The rest is waived."""
    t = landing([1, 100] * 10, GUARDED, coins=[9, 0, 0, 0], capital=["BRA", "JAP", "SAF", "GRL"])
    t.coins[0] = 4
    play(t, "roll until 0 are left")
    assert coins(t) == 0


def test_w45_a_landing_that_wins_plunders_or_pays() -> None:
    """REB-9.3, REB-9.5, REB-16.7  Units that have landed have no points this turn."""
    won = landing([100, 1] * 3, GUARDED)
    before = coins(won)
    play(won, "roll until 0 are left")
    assert offered(won) == ["plunder", "pay the march"]
    paid = won.copy()
    play(paid, "pay the march")
    assert coins(paid) == before - 10 and paid.stands(6, at("WAU")) and army(paid, "WAU") == "I:0* C:0* A:0*"
    play(won, "plunder")
    assert coins(won) == before and not won.stands(6, at("WAU")) and tokens(won, "WAU") == 2
    assert owner(won, "WAU") == 1 and holder(won, "WAU") == 0


@pytest.mark.parametrize(("purse", "left"), [(30, 20), (6, 0)])
def test_w46_landing_on_own_or_empty_land(purse: int, left: int) -> None:
    """REB-16.7, REB-1.9, REB-4.4, REB-6.6  The march is paid as far as there are coins; no points this turn."""
    for target, mine in ((lands(0, "WAU"), True), ({}, False)):
        t = calm(coins=[purse, 0, 0, 0], provinces={**PERU, **target})
        t.coins[0] = 100
        sail(t, "PER", "WAU", "1 artillery", "1 cavalry", "1 infantry")
        turn_on(t)
        play(t, "end the turn", "end the turn", "end the turn")
        t.coins[0] = purse - int(income(t, 0, 0) - upkeep(t, 0))
        play(t, "end the turn")
        assert coins(t) == left and army(t, "WAU") == "I:0* C:0* A:0*"
        assert owner(t, "WAU") == holder(t, "WAU") == 0
        assert ("seat 0 takes Western Australia" in told(t)) is not mine
        turn_on(t)
        assert army(t, "WAU") == "I:2 C:3 A:1"


PORTS = {"PER": land(0, "4I", buildings=["port"]), "MAD": land(0, buildings=["port"])}


def test_w47_a_port_transfer() -> None:
    """REB-16.3, REB-16.4, REB-16.10, REB-1.7  Once for the march rate; they arrive with the next turn and can move."""
    t = calm(provinces=PORTS)
    play(t, "ship 4 infantry from PER to MAD")
    assert coins(t) == 16 and army(t, "PER") == "" and army(t, "MAD") == ""
    assert t.view(1)["table"]["voyages"] == [[0, 0, at("PER"), at("MAD"), 2, 4, 0, 0, 0]]  # type: ignore[index]
    turn_on(t)
    assert army(t, "MAD") == "4I:2" and not t.voyages
    frost = calm(provinces=PORTS, weather="frost")
    play(frost, "ship 4 infantry from PER to MAD")
    assert coins(frost) == 20


@pytest.mark.parametrize(("peru", "left"), [(0, "4I:2"), (1, "")])
def test_w47_a_transfer_whose_port_is_lost(peru: int, left: str) -> None:
    """REB-16.4, REB-16.12  Back where they came from, and if that is lost too, gone."""
    t = calm(
        provinces={"PER": land(peru, buildings=["port"]), "MAD": land(1, buildings=["port"])},
        voyages=[voyage("transfer", "MAD", "PER", infantry=4)],
    )
    turn_on(t)
    assert army(t, "PER") == left and army(t, "MAD") == ""
    assert (told(t, "REB-16.4") == ["4 soldiers of seat 0 have nowhere to land and are lost"]) == (peru == 1)


def test_what_a_transfer_needs() -> None:
    """REB-16.3, REB-16.1  Two open ports, points and coins; a capital is not a port, and a road does not help."""
    t = calm(
        coins=[3, 0, 0, 0],
        provinces={
            "PER": land(0, "2I C:0", buildings=["port", "road"]),
            "MAD": land(0, "I", buildings=["port"]),
            "CHI": land(0, "I", buildings=["port"]),
            "JAP": land(1),
            "ARG": land(0, "I"),
        },
        ships=[["S_JAP", 1, "frigate", 1]],
        wars=[[0, 1]],
    )
    assert offered(t, "ship") == [
        "ship 1 infantry from PER to MAD",
        "ship 2 infantry from PER to MAD",
        "ship 1 infantry from MAD to PER",
    ]
    assert refused(t, "ship 1 infantry from PER to BRA") == "REB-16.3"
    assert refused(t, "ship 1 infantry from ARG to PER") == "REB-16.3"
    assert refused(t, "ship 1 infantry from PER to PER") == "REB-16.3"
    assert refused(t, "ship 1 infantry from PER to CHI") == "REB-16.3"  # REB-17.14  blockaded
    assert refused(t, "ship 1 cavalry from PER to MAD") == "REB-7.1"
    assert refused(t, "ship 0 infantry from PER to MAD") == "REB-16.3"
    poor = calm(coins=[1, 0, 0, 0], provinces=PORTS)
    assert refused(poor, "ship 2 infantry from PER to MAD") == "REB-1.9"


def test_what_a_landing_ship_needs() -> None:
    """REB-16.5, REB-16.1  9 coins, an open port with units that can move, 1 to 10 soldiers, another coast."""
    t = calm(coins=[9, 0, 0, 0], provinces={"PER": land(0, "2A 3I", buildings=["port"]), "ARG": land(0, "I")})
    assert offered(t, "load") == ["load a landing ship in PER"]
    assert refused(t, "load a landing ship in ARG") == "REB-16.5"
    play(t, "load a landing ship in PER")
    assert step(t) == "voyage" and refused(t, "set sail for WAU") == "REB-16.5"
    assert offered(t) == [
        "load 1 infantry",
        "load 2 infantry",
        "load 3 infantry",
        "load 1 artillery",
        "unload the ship",
    ]
    play(t, "load 1 artillery")
    assert refused(t, "load 1 artillery") == "REB-16.5" and refused(t, "load 4 infantry") == "REB-7.1"
    assert refused(t, "load 0 infantry") == "REB-16.5"
    for place in ("PER", "CAS", "S_NPA"):
        assert refused(t, f"set sail for {place}") == "REB-16.5"
    assert len(offered(t, "set sail for")) == 39
    play(t, "load 3 infantry")
    assert not offered(t, "load")
    play(t, "unload the ship")
    assert coins(t) == 9 and army(t, "PER") == "3I:2 2A:1" and t.cancels == 1 and step(t) == "main"
    poor = calm(coins=[8, 0, 0, 0], provinces=PERU)
    assert refused(poor, "load a landing ship in PER") == "REB-1.9"
    tired = calm(provinces={"PER": land(0, "I:0", buildings=["port"])})
    assert refused(tired, "load a landing ship in PER") == "REB-16.5"
    often = calm(provinces=PERU, cancels=5)
    assert refused(often, "load a landing ship in PER") == "REB-3.3"


def test_ships_for_one_destination_land_together() -> None:
    """REB-16.6, REB-3.2  One force; transfers and construction ships come first."""
    t = calm(
        [50, 60],
        provinces={"PER": land(0, buildings=["port"]), "ICH": land(1, "2I"), "MAD": land(0, buildings=["port"])},
        docked=[0, 0, 0, 0],
        voyages=[
            voyage("landing ship", "ICH", "PER", infantry=2),
            voyage("landing ship", "ARG", "PER", infantry=1),
            voyage("landing ship", "ICH", "MAD", cavalry=1),
            voyage("construction ship", "ARG"),
            voyage("transfer", "MAD", "PER", infantry=1),
        ],
    )
    turn_on(t)
    assert step(t) == "battle" and force(t) == 5
    said = [text for text in told(t) if "arrives" in text or "construction" in text or "appears" in text]
    assert said == [
        "1 soldier of seat 0 arrives in Madagascar",
        "A construction ship of seat 0 finds no place for a port in Argentina and returns",
        "A landing ship of seat 0 appears before Siam",
    ]
    play(t, "roll until 4 are left")
    assert force(t) == 4 and t.docked[0] == 1


def test_a_later_ship_for_the_same_coast_comes_later() -> None:
    """REB-16.6  Only those of one turn land together."""
    t = calm(
        provinces={"PER": land(0, buildings=["port"])},
        voyages=[
            voyage("landing ship", "ICH", "PER", infantry=2),
            voyage("landing ship", "ICH", "PER", due=3, infantry=1),
        ],
    )
    turn_on(t)
    assert army(t, "ICH") == "2I:0*" and len(t.voyages) == 1
    turn_on(t)
    assert army(t, "ICH") == "2I:2 I:0*"


def test_a_landing_is_counted_as_no_land_province() -> None:
    """REB-16.7, REB-8.8, REB-8.11"""
    t = landing([50, 50], {"WAU": land(1, "3I")})
    # Not connected with Japan: the holder has -10; no port, so no -8 for the landing.
    assert (int(attack_total(t)), int(defence_total(t))) == (10 - 12, 2 - 10)


@pytest.mark.parametrize(("holding", "there"), [(0, "port"), (1, "returned")])
def test_w48_a_construction_ship(holding: int, there: str) -> None:
    """REB-16.8, REB-16.12  It builds in owned, unconnected land at level 1, or comes back to the sheet."""
    t = calm(provinces={"MAD": land(holding), "CTA": land(0)}, docked=[1, 0, 0, 0])
    assert not t.connected(0) >> at("MAD") & 1
    play(t, "send a construction ship to MAD")
    assert t.docked[0] == 0 and refused(t, "send a construction ship to MAD") == "REB-16.8"
    turn_on(t)
    assert not t.stands(6, at("MAD"))
    turn_on(t)
    assert t.stands(6, at("MAD")) == (there == "port")
    assert t.docked[0] == (0 if there == "port" else 1)
    # The capital is coastal: with the port Madagascar is connected.
    assert bool(t.connected(0) >> at("MAD") & 1) == (there == "port")


def test_buying_and_sending_a_construction_ship() -> None:
    """REB-16.8  13 coins at an open port; sent in the same Main phase to any coast."""
    t = calm(coins=[13, 0, 0, 0], provinces={"PER": land(0, buildings=["port"]), "MAD": land(0, tokens=1)})
    assert refused(t, "send a construction ship to MAD") == "REB-16.8"
    play(t, "buy a construction ship")
    assert coins(t) == 0 and refused(t, "buy a construction ship") == "REB-1.9"
    assert refused(t, "send a construction ship to IRK") == "REB-16.8"
    assert len(offered(t, "send a construction ship")) == 40
    inland = calm()
    assert refused(inland, "buy a construction ship") == "REB-16.8"


@pytest.mark.parametrize("what", ["tokens", "port", "capital", "occupied"])
def test_where_a_construction_ship_builds_nothing(what: str) -> None:
    """REB-16.8"""
    place = "BRA" if what == "capital" else "MAD"
    mad = land(0, tokens=4) if what == "tokens" else land(0, buildings=["port"] if what == "port" else [])
    if what == "occupied":
        mad["owner"] = 2
    t = calm(provinces={"MAD": mad}, voyages=[voyage("construction ship", place)])
    turn_on(t)
    assert t.docked[0] == 1 and not t.stands(6, at("BRA"))


def test_w49_a_port_joins_land_to_the_base() -> None:
    """REB-16.2, REB-4.11, REB-17.13, REB-17.14, REB-18.3, REB-5.7  A blockade cuts it off, and its upkeep goes on."""
    entries: dict[str, Any] = {
        "capital": ["JAP", "BRA", "SAF", "GRL"],
        "coins": [40, 20, 20, 20],
        "level": [2, 1, 1, 1],
        "boats": [["S_EPA", 0]],
    }
    peru = {"PER": land(0, "2I", buildings=["port"])}
    free = calm(provinces=peru, **entries)
    assert free.connected(0) >> at("PER") & 1 and income(free, 0, 0) == 4 + 1
    assert offered(free, "build farm in PER") and offered(free, "launch frigate in S_EPA")
    shut = calm(
        provinces=peru, ships=[["S_EPA", 1, "frigate", 1], ["S_EPA", 0, "cruiser", 1]], wars=[[0, 1]], **entries
    )
    assert not shut.connected(0) >> at("PER") & 1
    assert income(shut, 0, 0) == 4 and upkeep(shut, 0) == 1
    assert refused(shut, "build farm in PER") == "REB-12.1" and refused(shut, "launch frigate in S_EPA") == "REB-17.1"
    assert refused(shut, "load a landing ship in PER") == "REB-16.5"
    turn_on(shut)
    assert shut.food[0] == 2
    both = calm(
        provinces={**peru, "ARG": land(0, buildings=["port"])},
        ships=[["S_NPA", 1, "frigate", 1]],
        wars=[[0, 1]],
        **entries,
    )
    # Japan is cut off at sea, the two ports are linked with each other but not with it.
    assert not both.connected(0) >> at("PER") & 1 and income(both, 0, 0) == 4 + 1 + 1
    assert both.open_ports(0) == (1 << at("PER")) | (1 << at("ARG"))
    peace = calm(provinces=peru, ships=[["S_EPA", 1, "frigate", 1]], **entries)
    assert peace.connected(0) >> at("PER") & 1
    play(peace, "declare war on 1")
    assert not peace.connected(0) >> at("PER") & 1


def test_w49_a_second_open_port_keeps_the_boat_at_work() -> None:
    """REB-18.3, REB-17.14"""
    t = calm(
        capital=["JAP", "SAF", "MAD", "GRL"],
        provinces={"PER": land(0, buildings=["port"]), "CAF": land(0, buildings=["port"])},
        ships=[["S_EPA", 1, "frigate", 1]],
        wars=[[0, 1]],
        boats=[["S_EPA", 0]],
    )
    assert income(t, 0, 0) == 4 + 1 + 1 and t.open_ports(0) == 1 << at("CAF")
    assert t.connected(0) >> at("CAF") & 1 and not t.connected(0) >> at("PER") & 1


def test_w50_a_blockade_takes_the_guns_of_a_port() -> None:
    """REB-16.9, REB-17.12, REB-8.1  The war that begins with the attack makes the frigate blockade the port."""
    for escort, adds in (([["S_COR", 0, "frigate", 1]], 4 - 12), ([], 4 - 12 - 8)):
        t = calm(
            [50, 50],
            provinces={"EAU": land(1, "3I", buildings=["port"]), "WAU": land(1)},
            capital=["BRA", "JAP", "SAF", "GRL"],
            ships=escort,
            transports=[transporter(0, "S_COR", "5I")],
        )
        play(t, "attack EAU", "commit 5 infantry of T1", "begin the attack")
        assert int(attack_total(t)) == adds


def test_w81_a_landing_under_a_truce() -> None:
    """REB-11.2, REB-16.11  The cargo goes back, or is lost, and nothing is paid."""
    for peru, back in ((0, "4I:2"), (1, "")):
        t = calm(
            round=6,
            options={"truce_rounds": 3},
            truces=[[0, 1, 8]],
            provinces={"PER": land(peru, buildings=["port"]), "ICH": land(1)},
            voyages=[voyage("landing ship", "ICH", "PER", due=7, infantry=4)],
        )
        before = coins(t)
        turn_on(t)
        assert army(t, "PER") == back and holder(t, "ICH") == 1 and not t.at_war(0, 1)
        assert coins(t) == before + int(income(t, 0, 0) - upkeep(t, 0))
        turn_on(t)
        turn_on(t)
        assert t.round == 9 and not t.truce_between(0, 1)


def test_w82_landing_without_money_on_scorched_land() -> None:
    """REB-9.4, REB-9.5, REB-16.7  Plunder is barred, so what there is is paid, and the rest waived."""
    t = calm(
        [1, 100] + [100, 1] * 2,
        coins=[0, 0, 0, 0],
        food=[9, 9, 9, 9],
        capital=["GRL", "JAP", "SAF", "BRA"],
        provinces={
            "GRL": land(1),
            "ICE": land(0, buildings=["port"]),
            "ICH": land(1, "2I", tokens=5),
            "PER": land(0),
            **lands(1, "MON", "KAM"),
        },
        place=["PER", None, None, None],
        voyages=[voyage("landing ship", "ICH", "PER", infantry=6)],
    )
    play(t, "end the turn", "end the turn", "end the turn")
    t.coins[0] = 3
    play(t, "end the turn")
    assert coins(t) == 2  # 3, and 1 for the port of Iceland
    play(t, "roll until 0 are left")
    assert arms(t, "ICH") == "5I" and coins(t) == 0 and holder(t, "ICH") == 0 and step(t) == "main"
    assert told(t, "REB-9.5")[-1] == "seat 0 pays 2 coins for the march"


def test_a_landing_at_a_capital_costs_no_march() -> None:
    """REB-9.7  Won or lost, by sea too."""
    for rolls, won in (([1, 100] * 4, False), ([100, 1] * 2, True)):
        t = calm(
            rolls,
            provinces={"PER": land(0, buildings=["port"]), "JAP": land(1, "2I"), "MON": land(1), "KAM": land(1)},
            voyages=[voyage("landing ship", "JAP", "PER", infantry=4)],
        )
        turn_on(t)
        before = coins(t)
        play(t, "roll until 0 are left")
        while step(t) != "main":
            who = t.deciders()[0]
            t.play(who, t.options(who).at(0))
        assert coins(t) == before and (holder(t, "JAP") == 0) == won


def test_landing_on_rebels_and_on_an_empty_province_of_another() -> None:
    """REB-16.7, REB-4.9, REB-8.3"""
    for target, title in ((land("rebels", "I", origin=2), 0), (land(1), 1)):
        t = calm(
            [100, 1],
            provinces={"PER": land(0, buildings=["port"]), "ICH": target},
            voyages=[voyage("landing ship", "ICH", "PER", infantry=4)],
        )
        turn_on(t)
        if step(t) == "battle":
            play(t, "roll")
        play(t, "pay the march")
        assert (holder(t, "ICH"), owner(t, "ICH")) == (0, title) and army(t, "ICH") == "4I:0*"


def test_w25_a_voyage_keeps_its_player_in_the_game() -> None:
    """REB-25.7, REB-16.12, REB-10.9, REB-25.6  Without land, with soldiers under way; then he names a place at S1."""
    # Seat 1 takes the last province of seat 0.
    t = calm(
        [100, 1],
        active=1,
        provinces={"VEN": land(1, "2I"), "BRA": land(0, "I")},
        voyages=[voyage("landing ship", "MAD", "PER", infantry=4)],
    )
    play(t, "attack BRA", "commit 2 infantry from VEN", "begin the attack", "roll")
    assert holder(t, "BRA") == 1 and t.lives(0) and t.held[0] == 0 and t.soldiers_of(0) == 4
    play(t, "end the turn", "end the turn", "end the turn")
    assert t.active == 0 and owner(t, "MAD") == 0 and t.place[0] == -1
    assert refused(t, "recruit 1 infantry") == "REB-6.2"
    turn_on(t)
    assert t.place[0] == at("MAD")


def test_whoever_comes_back_from_the_sea_names_a_place_at_the_next_turn() -> None:
    """REB-10.9  Land taken by a player who had none: the recruit place is named at S1, not at once."""
    t = calm(
        [99, 1],
        provinces={"BRA": land(1), "NAF": land(2, "I"), "EGY": land(2)},
        transports=[transporter(0, "S_MAT", "3I")],
    )
    play(t, "attack NAF", "commit 3 infantry of T1", "begin the attack", "roll", "pay the march")
    assert holder(t, "NAF") == 0 and t.place[0] == -1 and step(t) == "main"
    turn_on(t)
    assert t.place[0] == at("NAF")


def test_a_lost_cargo_may_be_the_last_soldiers() -> None:
    """REB-25.7, REB-25.10, REB-3.6, REB-16.4  His turn ends at once."""
    t = calm(
        active=3,
        provinces={"BRA": land(1), "PER": land(1)},
        voyages=[
            voyage("transfer", "ARG", "PER", infantry=4),
        ],
        docked=[1, 0, 0, 0],
    )
    play(t, "end the turn")
    assert not t.lives(0) and t.active == 1 and t.fallen == [0] and t.docked[0] == 0


def test_prices_of_ports_and_batteries() -> None:
    """REB-12.3, REB-12.5, REB-12.7, REB-12.12, REB-12.13, REB-10.2  W38, W42  Refunds too."""
    t = calm(level=[2, 1, 1, 1], coins=[60, 0, 0, 0], provinces={"PER": land(0), "ARG": land(0, buildings=["farm"])})
    assert (building_price(t, 6), building_price(t, 5)) == (12, 10) and refund(t, 6, 0) == 6 and refund(t, 5, 0) == 5
    chapter = calm(options={"prices": "chapter"})
    assert building_price(chapter, 6) == 10 and refund(chapter, 6, 0) == 5 and building_price(chapter, 5) == 10
    assert building_price(calm(weather="storm"), 6) == 15
    play(t, "build port in ARG", "build coastal battery in PER", "build port in PER")
    assert coins(t) == 60 - 12 - 10 - 12
    assert refused(t, "build port in PER") == "REB-12.2" and refused(t, "build coastal battery in ARG") == "REB-12.2"
    inland = calm(level=[2, 1, 1, 1], capital=["MON", "BRA", "SAF", "GRL"], provinces=lands(0, "IRK", "CHI"))
    assert refused(inland, "build port in IRK") == "REB-12.5"
    assert refused(inland, "build coastal battery in IRK") == "REB-12.5"
    assert offered(inland, "build port") == ["build port in CHI"]


def test_w30_a_port_is_given_up_by_whoever_cannot_pay() -> None:
    """REB-5.8, REB-5.7  Ports and roads; captured and plundered ports are gone as well."""
    t = calm(
        coins=[0] * 4,
        provinces={
            "BRA": land(1),
            **{name: land(0, buildings=["road"]) for name in ("PER", "ARG", "VEN")},
            "CTA": land(0, buildings=["port"]),
        },
        place=["PER", None, None, None],
    )
    play(t, "end the turn", "end the turn", "end the turn", "end the turn")
    assert step(t) == "insolvency"
    assert offered(t) == [
        "give up the port in CTA",
        "give up the road in VEN",
        "give up the road in PER",
        "give up the road in ARG",
    ]
    play(t, "give up the port in CTA", "give up the road in ARG", "give up the road in PER")
    assert coins(t) == 0 and step(t) == "main" and not t.stands(6, at("CTA"))


def test_w28_and_w79_a_port_costs_one() -> None:
    """REB-5.7, REB-26.1  Three roads and a port: 4 coins; by the rules for three the port alone."""
    owned = {name: land(0, buildings=["road"]) for name in ("PER", "ARG", "VEN")}
    owned["PER"]["buildings"] = ["port", "road"]
    assert upkeep(calm(provinces=owned), 0) == 4
    assert upkeep(calm(provinces=owned, options={"three_player_rules": "always"}), 0) == 1
    assert upkeep(calm(provinces=owned, options={"upkeep.port": 3}), 0) == 6


def test_w19_a_port_joins_the_defender_to_his_base() -> None:
    """REB-8.9, REB-4.11"""
    for buildings, adds in ((["port"], 2), ([], 2 - 10)):
        t = calm(
            [50, 50],
            capital=["KAM", "ARG", "SAF", "GRL"],
            provinces={"KAM": land(0, "3I"), "JAP": land(1, "2I", buildings=buildings)},
        )
        play(t, "attack JAP", "commit 3 infantry from KAM", "begin the attack")
        assert int(defence_total(t)) == adds


def test_without_the_sea_there_is_none_of_it() -> None:
    """REB-27.4, REB-27.3, REB-27.1  No port, battery, ship, boat or voyage; connection by land alone."""
    for off in ({"mod_sea": "off"}, {"mod_buildings": "off"}):
        t = calm(options=off, level=[3, 1, 1, 1], coins=[90, 0, 0, 0], provinces={"PER": land(0, "2I"), "MAD": land(0)})
        assert refused(t, "build port in PER") == "REB-27.3"
        assert refused(t, "launch frigate in S_EPA") == "REB-27.4"
        assert refused(t, "set a fishing boat in S_EPA") == "REB-27.4"
        assert refused(t, "ship 1 infantry from PER to MAD") == "REB-27.4"
        assert refused(t, "load a landing ship in PER") == "REB-27.4"
        assert refused(t, "buy a construction ship") == "REB-27.4"
        assert refused(t, "attack the ships of 1 in S_EPA") == "REB-27.4"
        words = ("launch", "set ", "ship ", "load", "buy a c", "sail", "send", "embark", "attack the")
        assert not [name for name in offered(t) if name.startswith(words)]
        assert t.picture(0).regions[at("S_EPA")].owner == -2
        with pytest.raises(UsageError, match="without the sea"):
            calm(options=off, ships=[["S_EPA", 0, "frigate", 1]])


def test_numbers_of_the_sea_can_be_turned() -> None:
    """REB-16.5, REB-16.6, REB-17.11  Capacity, turns, prices."""
    t = calm(
        options={"capacity.landing_ship": 2, "voyage.turns": 1, "price.landing_ship": 3},
        provinces={"PER": land(0, "3I", buildings=["port"])},
    )
    play(t, "load a landing ship in PER", "load 2 infantry")
    assert not offered(t, "load")
    play(t, "set sail for ARG")
    assert coins(t) == 17
    turn_on(t)
    assert army(t, "ARG") == "2I:0*"
    names = {number.name for number in GAME.numbers}
    assert {"price.port", "price.battery", "chapter.port", "upkeep.port", "income.boat", "food.boat"} <= names
