"""Corners of chapters 16 to 18: ships, voyages and ports where something else happens at the same time."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.games.rebellion.ending import next_income
from marchland.games.rebellion.food import production
from marchland.games.rebellion.income import boat_coins, upkeep
from marchland.games.rebellion.modifiers import attack_total, defence_total
from rebellion.table import (
    RebellionTable,
    aboard,
    arms,
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

PERU = {"PER": land(0, buildings=["port"])}


def arriving(rolls: list[int], *voyages: dict[str, Any], **entries: Any) -> RebellionTable:
    """S7 of seat 0 in round 2: what is due arrives."""
    options = {"mod_weather": "off", **entries.pop("options", {})}
    return lay(rolls, step="arrivals", round=2, voyages=list(voyages), options=options, **entries)


# -- landing ships ---------------------------------------------------------------------------------------------------


def test_a_landing_where_peace_was_made_begins_the_war_again() -> None:
    """REB-16.12, REB-11.14  And breaks a pledge."""
    t = arriving(
        [],
        voyage("landing ship", "ICH", "PER", infantry=2),
        provinces={**PERU, "ICH": land(1)},
        pledges=[["no attack", 0, 1, 10, None, 1, 0]],
    )
    assert t.at_war(0, 1) and told(t, "REB-11.14") == ["seat 0 breaks a pledge not to attack seat 1"]


def test_a_landing_on_land_whose_owner_has_left_the_game() -> None:
    """REB-16.6, REB-16.7, REB-25.8  The land is empty by now: no attack, the march is paid, and it is taken."""
    t = calm(
        round=1,
        active=3,
        options={"resignation": "on"},
        provinces={**PERU, "WAU": land(3, "3I"), "NGU": land(3, "2I")},
        voyages=[voyage("landing ship", "WAU", "PER", infantry=2), voyage("landing ship", "NGU", "PER", cavalry=1)],
    )
    play(t, "resign")
    assert t.active == 0 and step(t) == "main" and not t.lives(3)
    assert (owner(t, "WAU"), army(t, "WAU"), army(t, "NGU")) == (0, "2I:0*", "C:0*")
    assert told(t, "REB-16.7") == [
        "2 soldiers of seat 0 land in Western Australia for 2 coins",
        "3 soldiers of seat 0 land in New Guinea for 3 coins",
    ]


def test_a_landing_on_a_tribe_and_on_rebels_of_the_own() -> None:
    """REB-16.7, REB-8.13, REB-4.9, REB-8.8  -12, no war, and no -4 against rebels."""
    for target in (land("tribe", "2I"), land("rebels", "2I", origin=0)):
        t = arriving([50, 1, 50, 1], voyage("landing ship", "ICH", "PER", cavalry=1), provinces={**PERU, "ICH": target})
        assert (int(attack_total(t)), int(defence_total(t))) == (2 - 12, 2)
        play(t, "roll until 0 are left", "pay the march")
        assert owner(t, "ICH") == 0 and army(t, "ICH") == "C:0*" and not any(t.war)


def test_a_landing_in_land_that_one_occupies_by_now() -> None:
    """REB-16.7  It is held, so nobody is attacked and the march is paid."""
    t = arriving([], voyage("landing ship", "ICH", "PER", infantry=3), provinces={**PERU, "ICH": land(0, "I", owner=1)})
    assert coins(t) == 17 and army(t, "ICH") == "I:2 3I:0*" and owner(t, "ICH") == 1 and not any(t.war)


def test_a_truce_sends_each_ship_to_its_own_port() -> None:
    """REB-16.11, REB-16.4  One comes home, the other has none any more."""
    t = arriving(
        [],
        voyage("landing ship", "ICH", "PER", infantry=3),
        voyage("landing ship", "ICH", "ARG", cavalry=1),
        voyage("landing ship", "IND", "PER", infantry=1),
        provinces={**PERU, "ARG": land(2, buildings=["port"]), "ICH": land(1)},
        truces=[[0, 1, 4]],
        options={"truce_rounds": 3},
    )
    assert army(t, "PER") == "3I:2" and army(t, "ARG") == "" and holder(t, "ICH") == 1 and coins(t) == 19
    assert told(t, "REB-16.4") == [
        "3 soldiers of seat 0 come back to Peru",
        "3 soldiers of seat 0 have nowhere to land and are lost",
    ]
    assert army(t, "IND") == "I:0*" and not any(t.war)


def test_a_truce_does_not_forbid_to_land_on_what_a_third_player_took() -> None:
    """REB-16.11, REB-11.13  The truce is with whoever had the land when the ship left."""
    t = arriving(
        [],
        voyage("landing ship", "ICH", "PER", infantry=3),
        provinces={**PERU, "ICH": land(2, owner=1)},
        truces=[[0, 1, 4]],
        options={"truce_rounds": 3},
    )
    assert holder(t, "ICH") == 0 and owner(t, "ICH") == 1 and t.at_war(0, 2) and not t.at_war(0, 1)


def test_the_last_capital_falls_to_the_first_of_two_landings() -> None:
    """REB-25.1, REB-16.6  Nothing that was still due happens any more."""
    t = arriving(
        [],
        voyage("landing ship", "JAP", "PER", infantry=1),
        voyage("landing ship", "ICH", "PER", infantry=1),
        seats=2,
        coins=[0, 0],
        provinces={**PERU, "JAP": land(1), "ICH": land(1)},
    )
    assert t.over and t.places[0] == 1 and holder(t, "ICH") == 1 and not told(t, "REB-9.5")


def test_a_landing_that_fails_is_not_the_end_of_whoever_has_another_ship() -> None:
    """REB-25.7, REB-25.10, REB-9.6  What is due next turn keeps him in the game, and his turn goes on."""
    t = arriving(
        [1, 100],
        voyage("landing ship", "ICH", "PER", infantry=1),
        voyage("landing ship", "IND", "PER", due=3, infantry=1),
        provinces={"BRA": land(1), "ICH": land(1, "I")},
    )
    play(t, "roll")
    assert t.lives(0) and t.active == 0 and step(t) == "main" and coins(t) == 19
    t = arriving(
        [1, 100],
        voyage("landing ship", "ICH", "PER", infantry=1),
        voyage("construction ship", "IND", due=3),
        provinces={"BRA": land(1), "ICH": land(1, "I")},
    )
    play(t, "roll")
    assert not t.lives(0) and t.active == 1 and not t.voyages


def test_captives_of_a_beaten_landing() -> None:
    """REB-22.2, REB-22.3, REB-8.7  The defender asks for them in the turn of the attacker."""
    t = arriving(
        [1, 100, 1, 100, 25, 4],
        voyage("landing ship", "ICH", "PER", infantry=2),
        provinces={**PERU, "ICH": land(1, "I"), "MON": land(1, buildings=["captive camp"])},
    )
    play(t, "roll until 0 are left")
    assert t.deciders() == [1] and coins(t) == 18
    play(t, "1: roll for captives", "1: keep 2")
    assert t.captives_of(at("ICH"), 0) == 2 and step(t) == "main" and t.active == 0


def test_a_landing_takes_the_recruit_place_of_the_defender() -> None:
    """REB-10.8, REB-10.9  He is asked at once, in the middle of the arrivals; then the next ship lands."""
    t = arriving(
        [],
        voyage("landing ship", "ICH", "PER", infantry=1),
        voyage("landing ship", "NGU", "PER", infantry=1),
        provinces={**PERU, "JAP": land(2), "ICH": land(1), "MON": land(1), "CHI": land(1)},
        place=[None, "ICH", None, None],
    )
    play(t, "pay the march")
    assert t.deciders() == [1] and holder(t, "NGU") == -1
    play(t, "1: recruit in MON")
    assert army(t, "NGU") == "I:0*" and step(t) == "main"


def test_a_cargo_of_caravans_and_a_cannon_against_bunkers() -> None:
    """REB-8.9, REB-16.5, REB-6.12  A caravan counts as a cannon until it breaks, also out of a ship."""
    t = arriving(
        [1, 100],
        voyage("landing ship", "ICH", "PER", caravan=1),
        provinces={**PERU, "ICH": land(1, "2I", buildings=["bunkers"]), **lands(1, "CHI", "MON")},
    )
    assert (int(attack_total(t)), int(defence_total(t))) == (8 - 12, 10 - 4)
    play(t, "roll")
    assert (force(t), int(defence_total(t))) == (5, 10)


# -- transfers and construction ships --------------------------------------------------------------------------------


def test_a_transfer_to_land_that_is_only_occupied_by_now() -> None:
    """REB-16.4  He holds it, and that is all it takes; the port may be gone."""
    t = arriving([], voyage("transfer", "MAD", "PER", infantry=3), provinces={**PERU, "MAD": land(0, owner=2)})
    assert army(t, "MAD") == "3I:2" and coins(t) == 20


def test_two_construction_ships_for_one_coast() -> None:
    """REB-16.8  The second finds a port there and is on the sheet again."""
    t = arriving(
        [],
        voyage("construction ship", "MAD"),
        voyage("construction ship", "MAD"),
        provinces={"MAD": land(0)},
        docked=[1, 0, 0, 0],
    )
    assert t.docked[0] == 2 and t.stands(6, at("MAD"))
    assert told(t, "REB-16.8")[-1].endswith("finds no place for a port in Madagascar and returns")


def test_a_construction_ship_needs_no_port_to_be_sent() -> None:
    """REB-16.8, REB-17.14  It is bought at an open port, and sent from the sheet."""
    t = calm(docked=[1, 0, 0, 0], provinces={"PER": land(0, buildings=["port"])}, **BLOCKADED)
    assert refused(t, "buy a construction ship") == "REB-16.8"
    play(t, "send a construction ship to MAD")
    assert t.docked[0] == 0 and len(t.voyages) == 1


# -- blockades -------------------------------------------------------------------------------------------------------

BLOCKADED: dict[str, Any] = {"ships": [["S_EPA", 1, "frigate", 1]], "wars": [[0, 1]]}


def test_a_port_under_blockade_at_the_end() -> None:
    """REB-18.3, REB-25.5, REB-5.7  No catch in the next income, but upkeep."""
    entries: dict[str, Any] = {"provinces": PERU, "boats": [["S_EPA", 0, 2]]}
    free, closed = calm(**entries), calm(**entries, **BLOCKADED)
    assert (int(boat_coins(free, 0)), int(boat_coins(closed, 0))) == (1, 0)
    assert int(next_income(free, 0) - next_income(closed, 0)) == 1 and int(upkeep(closed, 0)) == 1
    assert int(production(free, 0, 0) - production(closed, 0, 0)) == 1


def test_peace_lifts_a_blockade_at_once() -> None:
    """REB-17.13, REB-11.5, REB-16.2  And joins the land to the base again."""
    own = {"PER": land(0), "MAD": land(0, buildings=["port"])}
    t = calm(provinces=own, ships=[["S_MOZ", 1, "frigate", 1]], wars=[[0, 1]])
    assert refused(t, "launch frigate in S_MOZ") == "REB-17.1" and not t.connected(0) >> at("MAD") & 1
    play(t, "call a conference with 1", "send the treaty", "1: sign the treaty")
    assert "launch frigate in S_MOZ" in offered(t, "launch") and t.connected(0) >> at("MAD") & 1


def test_war_closes_the_ports_of_both() -> None:
    """REB-17.13  Declared, it makes blockades of ships that lie there already."""
    t = calm(
        provinces={**PERU, "ICH": land(1, buildings=["port"])},
        ships=[["S_EPA", 1, "frigate", 1], ["S_SCS", 0, "frigate", 1]],
    )
    assert t.open_ports(0) and t.open_ports(1)
    play(t, "declare war on 1")
    assert not t.open_ports(0) and not t.open_ports(1)


def test_a_blockaded_capital_is_cut_off_from_its_ports() -> None:
    """REB-4.11, REB-17.13  The ports stay joined to each other, but not to the base."""
    own = {"MAD": land(0, buildings=["port"]), "ICH": land(0, buildings=["port"])}
    t = calm(provinces=own, ships=[["S_SAT", 1, "frigate", 1]], wars=[[0, 1]])
    assert not t.connected(0) >> at("MAD") & 1 and not t.connected(0) >> at("ICH") & 1
    assert t.open_ports(0) == 1 << at("MAD") | 1 << at("ICH")
    t = calm(provinces=own, ships=[["S_EPA", 1, "frigate", 1]], wars=[[0, 1]])
    assert t.connected(0) >> at("MAD") & 1 and t.connected(0) >> at("ICH") & 1


def test_a_recruit_place_without_a_port_is_joined_by_no_sea() -> None:
    """REB-4.11  Only the own capital is a harbour by itself."""
    own: dict[str, Any] = {"BRA": land(1), "MAD": land(0, buildings=["port"])}
    for peru, joined in ((land(0), 0), (land(0, buildings=["port"]), 1)):
        t = calm(provinces={**own, "PER": peru}, place=["PER", None, None, None])
        assert t.connected(0) >> at("MAD") & 1 == joined


def test_an_occupied_port_serves_nobody() -> None:
    """REB-4.7, REB-16.9, REB-16.1  Neither ships nor the -8, and its owner has no catch."""
    t = calm(
        provinces={"ICH": land(0, "I", owner=1, buildings=["port"]), "INO": land(1)},
        boats=[["S_IND", 1, 2]],
        transports=[transporter(1, "S_SCS", "2I")],
        active=1,
    )
    assert refused(t, "launch frigate in S_SCS") == "REB-17.1" and int(boat_coins(t, 1)) == 0
    play(t, "attack ICH", "commit 2 infantry of T1", "begin the attack")
    # Siam is cut off from the base of seat 0.
    assert (int(attack_total(t)), int(defence_total(t))) == (2 - 12, 2 - 10)


def test_an_occupied_battery_shoots_for_its_holder() -> None:
    """REB-4.7, REB-12.13, REB-17.7"""
    t = calm(
        [50, 50],
        provinces={"ICH": land(0, owner=1, buildings=["coastal battery"])},
        ships=[["S_SCS", 0, "frigate", 1], ["S_SCS", 1, "frigate", 1]],
    )
    play(t, "attack the ships of 1 in S_SCS", "roll")
    assert told(t, "REB-8.4") == ["The attack rolls 50 and has 56 in all, the defence rolls 50 and has 50"]


def test_ships_outlive_the_port_that_built_them() -> None:
    """REB-17.2, REB-17.11  They sail and land their soldiers, but take nobody on board any more."""
    t = calm(
        provinces={"ICH": land(0, "2I")},
        ships=[["S_SCS", 0, "frigate", 1]],
        transports=[transporter(0, "S_SCS", "I"), transporter(0, "S_SCS", "", 2)],
    )
    assert refused(t, "embark 1 infantry from ICH on T2") == "REB-17.11"
    play(t, "land 1 infantry of T1 in INO", "sail 1 frigate from S_SCS to S_IND", "sail T2 to S_IND")
    assert owner(t, "INO") == 0 and army(t, "INO") == "I:0"


# -- battles at sea --------------------------------------------------------------------------------------------------


def test_a_fresh_escort_does_not_save_transporters_from_a_lost_battle() -> None:
    """REB-17.9, REB-17.1  It took no part, and they sink beside it."""
    t = calm(
        [1, 100],
        provinces=PERU,
        ships=[["S_EPA", 0, "frigate", 1], ["S_EPA", 1, "frigate", 2]],
        transports=[transporter(0, "S_EPA", "2I")],
    )
    play(t, "launch corvette in S_EPA", "attack the ships of 1 in S_EPA", "roll")
    assert aboard(t) == "sunk" and ships(t, "S_EPA") == "C:0*"
    assert refused(t, "attack the ships of 1 in S_EPA") == "REB-17.4"


def test_a_fleet_attacks_once_a_turn_wherever_it_sails() -> None:
    """REB-17.4, REB-17.8  One enemy of two in one sea; and the mark goes with the ship."""
    t = calm(
        [100, 1],
        ships=[["S_NAT", 0, "frigate", 1], ["S_NAT", 1, "frigate", 1], ["S_NAT", 2, "frigate", 1]],
        transports=[transporter(3, "S_CAR", "2I")],
    )
    play(t, "attack the ships of 1 in S_NAT", "roll")
    assert refused(t, "attack the ships of 2 in S_NAT") == "REB-17.4" and not t.at_war(0, 2)
    play(t, "sail 1 frigate from S_NAT to S_CAR")
    assert refused(t, "attack the ships of 3 in S_CAR") == "REB-17.4" and aboard(t, 1, 3) == "2I:2"


def test_a_broken_cruiser_and_its_points() -> None:
    """REB-6.7, REB-6.8  Change has the points of the broken ship, and its marks."""
    t = calm([1, 100, 1, 100], ships=[["S_NAT", 0, "cruiser", 1], ["S_NAT", 1, "frigate", 9]])
    play(t, "attack the ships of 1 in S_NAT", "roll", "withdraw")
    assert ships(t, "S_NAT") == "2F:1! C:1!"
    play(t, "sail 2 frigate from S_NAT to S_CAR")
    assert ships(t, "S_CAR") == "2F:0!"


def test_a_frigate_sinks_what_it_meets_in_each_sea() -> None:
    """REB-17.10, REB-17.15"""
    t = calm(
        wars=[[0, 1], [0, 2]],
        ships=[["S_NWP", 0, "frigate", 1], ["S_CAR", 2, "frigate", 1]],
        transports=[
            transporter(1, "S_NAT", "I"),
            transporter(1, "S_NAT", "C", 3),
            transporter(2, "S_CAR", "I"),
            transporter(1, "S_CAR", "I", 2),
            transporter(3, "S_CAR", "I"),
        ],
    )
    play(t, "sail 1 frigate from S_NWP to S_NAT", "sail 1 frigate from S_NAT to S_CAR")
    assert [aboard(t, n, 1) for n in (1, 2, 3)] == ["sunk", "sunk", "sunk"]
    assert aboard(t, 1, 2) == "I:2" and aboard(t, 1, 3) == "I:2"
    assert [text.split(" sinks")[0] for text in told(t, "REB-17.10")] == ["A transporter of seat 1"] * 3


def test_the_number_of_a_sunk_transporter_is_given_again() -> None:
    """REB-17.15, REB-1.10"""
    fleet = [transporter(0, "S_EPA", "", n) for n in range(1, 13)]
    t = calm(provinces=PERU, transports=fleet)
    assert refused(t, "launch transporter in S_EPA") == "REB-1.10"
    play(t, "give something up", "scrap T4", "launch transporter in S_EPA")
    assert aboard(t, 4) == "" and t.transporter(0, 3)[3] == 0


# -- transporters ----------------------------------------------------------------------------------------------------


def test_a_withdrawal_to_the_ship_with_change() -> None:
    """REB-8.6, REB-17.12, REB-6.8  Who is left is on board again, without points."""
    t = calm(
        [1, 100],
        provinces={"ICH": land(1, "3I")},
        transports=[transporter(0, "S_SCS", "C I"), transporter(0, "S_SCS", "C", 2)],
        options={"loss_order": "ask"},
    )
    play(t, "attack ICH", "commit 1 cavalry of T1", "commit 1 cavalry of T2", "commit 1 infantry of T1")
    play(t, "begin the attack", "roll", "lose one cavalry", "withdraw")
    assert sorted([aboard(t, 1), aboard(t, 2)]) == ["3I:0", "C:0"] and coins(t) == 20


def test_an_attack_called_off_gives_the_points_back_on_board() -> None:
    """REB-8.1  Nothing is spent before the attack begins."""
    t = calm(provinces={"ICH": land(1), "CHI": land(0, "2I")}, transports=[transporter(0, "S_SCS", "C:1 I")])
    play(t, "attack ICH", "commit 1 cavalry of T1", "commit 1 infantry of T1", "commit 2 infantry from CHI")
    assert aboard(t) == ""
    play(t, "call the attack off")
    assert aboard(t) == "I:2 C:1" and army(t, "CHI") == "2I:2"


def test_frost_on_board() -> None:
    """REB-15.6, REB-3.2  Land units get a point more at sea as well, ships do not."""
    t = lay(
        step="renewal",
        weather="frost",
        weather_left=3,
        transports=[transporter(0, "S_SCS", "C:0 2I:0", points=0)],
        ships=[["S_SCS", 0, "frigate", 1, 0]],
    )
    assert aboard(t) == "2I:3 C:4" and t.transporter(0, 0)[3] == 2 and ships(t, "S_SCS") == "F:2"


def test_landing_in_a_storm_costs_double() -> None:
    """REB-15.5, REB-17.12, REB-16.3"""
    t = lay(
        weather="storm",
        weather_left=3,
        coins=[7, 0, 0, 0],
        provinces={"PER": land(0, "4I", buildings=["port"]), "MAD": land(0, buildings=["port"])},
        transports=[transporter(0, "S_SCS", "C I")],
    )
    assert offered(t, "land ")[:1] == ["land 1 infantry of T1 in CHI"]
    play(t, "land 1 cavalry of T1 in ICH")
    assert coins(t) == 1 and refused(t, "ship 1 infantry from PER to MAD") == "REB-1.9"


def test_a_great_transporter_takes_artillery() -> None:
    """REB-17.11  With a house rule of 20."""
    t = calm(
        provinces={"PER": land(0, "4A", buildings=["port"])},
        transports=[transporter(0, "S_EPA")],
        options={"capacity.transporter": 20},
    )
    assert offered(t, "embark")[-1] == "embark 3 artillery from PER on T1"


def test_units_that_have_landed_do_not_embark_again() -> None:
    """REB-17.11, REB-17.12  They have no points."""
    t = calm(provinces=PERU, transports=[transporter(0, "S_EPA", "2I")])
    play(t, "land 2 infantry of T1 in PER")
    assert not offered(t, "embark") and refused(t, "embark 1 infantry from PER on T1") == "REB-7.1"


# -- fishing ---------------------------------------------------------------------------------------------------------


def test_a_boat_has_two_points_and_no_more() -> None:
    """REB-18.2  One step leaves one; a boat of one's own is in the way like any other."""
    t = calm(provinces=PERU, boats=[["S_EPA", 0, 2], ["S_NPA", 0, 2]])
    assert refused(t, "move the boat from S_EPA to S_NPA") == "REB-18.1"
    play(t, "move the boat from S_EPA to S_COR")
    assert refused(t, "move the boat from S_COR to S_SIB") == "REB-18.2"
    play(t, "move the boat from S_COR to S_EPA")
    assert refused(t, "move the boat from S_EPA to S_SAT") == "REB-18.2"


@pytest.mark.parametrize("port", [True, False])
def test_boats_of_whoever_has_lost_every_port(port: bool) -> None:
    """REB-18.3  They stay where they are, and bring in nothing."""
    t = lay(
        step="income",
        provinces={"PER": land(0, buildings=["port"] if port else [])},
        boats=[["S_EPA", 0, 2], ["S_SAT", 0, 2]],
        options={"mod_weather": "off"},
    )
    assert coins(t) == 20 + 4 + (2 - 1 if port else 0) and int(t.food[0]) == (4 if port else 2)
    assert arms(t, "PER") == "" and len(t.boats) == 2


def test_with_a_player_goes_the_blockade_of_his_ships() -> None:
    """REB-25.9, REB-17.13  The ships of a player who is out go, and with them their blockade."""
    t = calm(
        [100, 1],
        provinces={"PER": land(0, "2I", buildings=["port"]), "VEN": land(1, "I"), "JAP": land(2)},
        place=[None, "VEN", None, None],
        ships=[["S_EPA", 1, "cruiser", 1]],
        boats=[["S_NPA", 1, 2]],
        transports=[transporter(1, "S_EPA")],
        wars=[[0, 1]],
    )
    play(t, "attack VEN", "commit 2 infantry from PER", "begin the attack", "roll", "pay the march")
    assert not t.lives(1) and t.open_ports(0) and not t.ships and not t.boats and not t.transports


def test_ships_and_boats_are_renewed() -> None:
    """REB-3.2  S8 renews ships that were built or have attacked."""
    t = calm(provinces=PERU, ships=[["S_NAT", 0, "corvette", 1, 0, "attacked"]])
    play(t, "launch frigate in S_EPA", "set a fishing boat in S_EPA")
    turn_on(t)
    assert (ships(t, "S_NAT"), ships(t, "S_EPA")) == ("C:1", "F:2") and t.boat_in(at("S_EPA"))[2] == 2
