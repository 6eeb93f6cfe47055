"""Chapters 10 and 11: the capital, war, the peace conference, offers and pledges."""

from __future__ import annotations

import pytest

from marchland.engine.errors import IllegalAction
from marchland.games.rebellion.food import need, production
from marchland.games.rebellion.income import income, upkeep
from marchland.games.rebellion.warfare import BROKEN
from rebellion.table import (
    GAME,
    RebellionTable,
    answers,
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
    owns,
    play,
    refused,
    step,
    told,
)


def no_offer(t: RebellionTable, maker: int, to: int, give: str, ask: str) -> str:
    before = t.fingerprint()
    with pytest.raises(IllegalAction) as refusal:
        t.propose(maker, to, give, ask)
    assert t.fingerprint() == before
    return refusal.value.clause


def test_w20_occupied_land() -> None:
    """REB-4.6, REB-4.7, REB-12.6, REB-12.8"""
    own = lands(0, "VEN", "PER", "ARG", "CTA", "NAF", "EUS", "WUS")
    t = lay(
        capital=["BRA", "JAP", "SAF", "GRL"],
        level=[3, 1, 1, 1],
        provinces={**own, "WEU": land(0, owner=1, buildings=["farm"]), "SEU": land(0, owner=1)},
    )
    assert len(owns(t, 0)) == 8
    assert income(t, 0, 0) == 5 + 2 and need(t, 0) == 4 and income(t, 1, 0) == 4
    assert "recruit 16 infantry" not in offered(t) and "recruit 10 infantry" in offered(t)
    t.coins[0] = 100
    t.known = None
    assert "recruit 16 infantry" in offered(t) and "recruit 17 infantry" not in offered(t)
    t.coins[0] = 20
    t.known = None
    assert refused(t, "build granary in SEU") == "REB-12.1"
    play(t, "build road in SEU")
    assert coins(t) == 15 and upkeep(t, 0) == 0
    play(t, "give something up", "demolish farm in WEU")
    assert coins(t) == 15 and not t.stands(0, at("WEU"))


def test_w21_a_treaty() -> None:
    """REB-11.3, REB-11.4, REB-11.5, REB-11.6, REB-11.7, REB-11.8, REB-11.16"""
    t = lay(
        coins=[20, 9, 0, 0],
        wars=[[0, 1]],
        provinces={
            "PER": land(0, owner=1),
            "VEN": land(0, "3I:1", owner=1),
            "EGY": land(1, "C:2", owner=0),
            "EAF": land(1),
            "BRA": land(0),
        },
    )
    play(t, "call a conference with 1", "claim PER", "demand 5")
    assert refused(t, "claim PER") == "REB-11.4" and refused(t, "claim JAP") == "REB-11.4"
    assert refused(t, "cede BRA") == "REB-11.4" and refused(t, "pay 3") == "REB-11.4"
    play(t, "send the treaty")
    assert t.deciders() == [1] and offered(t) == ["sign the treaty", "decline the treaty"]
    play(t, "1: sign the treaty")
    assert (coins(t, 0), coins(t, 1)) == (25, 4)
    assert owner(t, "PER") == 0 and holder(t, "VEN") == 1 and holder(t, "EGY") == 0
    # Peru and Brazil are both one step from Venezuela: their player chooses.
    assert step(t) == "relocation" and t.deciders() == [0]
    assert refused(t, "send the units of VEN to EGY") == "REB-11.6"
    play(t, "send the units of VEN to PER")
    assert army(t, "PER") == "3I:1" and army(t, "EAF") == "C:2" and not t.at_war(0, 1)
    assert "build granary in PER" in offered(t)


def test_a_treaty_that_is_declined() -> None:
    """REB-11.5, REB-11.9, REB-11.3  At most two in a turn, those broken off included."""
    t = lay(wars=[[0, 1]], provinces={"PER": land(0, owner=1)})
    play(t, "call a conference with 1", "claim PER", "send the treaty", "1: decline the treaty")
    assert t.at_war(0, 1) and owner(t, "PER") == 1
    play(t, "call a conference with 1", "break the conference off")
    assert refused(t, "call a conference with 1") == "REB-11.3"
    assert refused(t, "call a conference with 2") == "REB-11.3"
    assert refused(t, "call a conference with 0") == "REB-11.3"


def test_w22_a_fallen_state() -> None:
    """REB-11.11"""
    entries = {
        "active": 3,
        "coins": [0, 0, 0, 0],
        "options": {"mod_weather": "off", "mod_revolts": "off", "mod_economy": "off"},
        "place": [None, "CHI", None, None],
    }
    provinces = {"JAP": land(2, owner=1), "ICH": land(0, owner=1, annexed=1), "CHI": land(1)}
    t = lay(provinces=provinces, **entries)
    play(t, "end the turn")
    assert t.annexed[at("ICH")] == 2 and owner(t, "ICH") == 1
    next_turn(t)
    assert owner(t, "ICH") == 0 and told(t, "REB-11.11")
    provinces = {"JAP": land(1), "ICH": land(0, owner=1, annexed=2), "CHI": land(1)}
    t = lay(provinces=provinces, **{**entries, "place": [None] * 4})
    play(t, "end the turn")
    assert t.annexed[at("ICH")] == 0 and owner(t, "ICH") == 1


def test_annexation_can_be_agreed_away() -> None:
    """REB-11.11  0 is never."""
    t = lay(
        active=3,
        coins=[0] * 4,
        options={"annexation_turns": 0, "mod_weather": "off"},
        place=[None, "CHI", None, None],
        provinces={"JAP": land(2, owner=1), "ICH": land(0, owner=1, annexed=9), "CHI": land(1)},
    )
    play(t, "end the turn")
    assert owner(t, "ICH") == 1


def test_w23_a_third_party() -> None:
    """REB-11.13, REB-4.9, REB-11.3"""
    t = lay(active=2, provinces={"IND": land(2, "I"), "ICH": land(0, owner=1, annexed=2)})
    play(t, "attack ICH", "commit 1 infantry from IND", "begin the attack", "pay the march")
    assert (holder(t, "ICH"), owner(t, "ICH"), t.annexed[at("ICH")]) == (2, 1, 0)
    assert t.at_war(2, 0) and not t.at_war(2, 1)
    assert "call a conference with 1" in offered(t)


def test_w24_losing_the_capital() -> None:
    """REB-10.1, REB-10.2, REB-10.3, REB-10.8, REB-5.2, REB-5.4, REB-6.2, REB-10.6"""
    t = lay(
        active=1,
        coins=[20, 20, 20, 20],
        level=[2, 1, 1, 1],
        options={"mod_weather": "off"},
        provinces={"NAF": land(1, "2I"), "BRA": land(0), **lands(0, "PER", "VEN", "ARG", "CTA")},
    )
    before = income(t, 1, 0), production(t, 1, 0)
    play(t, "attack BRA", "commit 2 infantry from NAF", "begin the attack")
    assert step(t) == "name_place" and t.deciders() == [0]
    assert refused(t, "0: recruit in NAF") == "REB-10.8"
    play(t, "0: recruit in PER")
    assert (income(t, 1, 0), production(t, 1, 0)) == (before[0] + 2, before[1] + 2)
    assert income(t, 0, 0) == 1
    while t.active != 0:
        play(t, "end the turn")
    assert coins(t) == 21
    assert offered(t, "exchange") == [] and offered(t, "upgrade") == [] and "build farm in VEN" in offered(t)
    assert refused(t, "exchange 3I-C") == "REB-6.5" and refused(t, "upgrade the capital") == "REB-10.1"
    play(t, "recruit 2 infantry")
    assert coins(t) == 15 and army(t, "PER") == "2I:0*"
    play(t, "recruit 1 cavalry")
    assert coins(t) == 6
    assert refused(t, "recruit 1 artillery") == "REB-6.2"


def test_a_recruit_place_that_is_lost() -> None:
    """REB-10.9  Another is named at once; with one province left there is nothing to ask."""
    t = lay(
        active=1,
        place=["PER", None, None, None],
        provinces={"BRA": land(1, "2I", owner=0), "PER": land(0), "VEN": land(0)},
    )
    play(t, "attack PER", "commit 2 infantry from BRA", "begin the attack", "plunder")
    assert t.place[0] == at("VEN") and step(t) == "main"


def test_a_missing_recruit_place_is_named_at_s1() -> None:
    """REB-10.9, REB-3.2"""
    t = lay(
        step="clocks",
        provinces={"BRA": land(1, owner=0), "PER": land(0), "VEN": land(0)},
    )
    assert step(t) == "name_place" and offered(t) == ["recruit in VEN", "recruit in PER"]
    play(t, "recruit in VEN")
    assert t.place[0] == at("VEN") and step(t) == "main"


def test_the_own_capital_without_its_title() -> None:
    """REB-10.10, REB-4.6  Whoever first had it recruits and exchanges there when he holds it again."""
    t = lay(provinces={"BRA": land(0, "3I", owner=1), **lands(0, "PER", "VEN")}, level=[2, 1, 1, 1])
    assert t.holds_own_capital(0) and income(t, 0, 0) == 4
    play(t, "exchange 3I-C", "recruit 2 infantry")
    assert arms(t, "BRA") == "2I C"


def test_w86_a_recruit_place_on_plundered_land() -> None:
    """REB-4.6, REB-10.8, REB-13.1, REB-13.3"""
    t = lay(
        coins=[10, 0, 0, 0],
        place=["PER", None, None, None],
        provinces={"BRA": land(1, owner=0), "PER": land(0, tokens=2)},
        options={"mod_weather": "off", "mod_revolts": "off"},
    )
    assert offered(t, "recruit") == ["recruit 1 infantry", "recruit 2 infantry"]
    play(t, "recruit 2 infantry")
    assert coins(t) == 4 and refused(t, "build bunkers in PER") == "REB-13.1"
    t.coins[0] = 50
    t.known = None
    assert offered(t, "build") == ["build road in PER"]
    next_turn(t)
    assert t.tokens[at("PER")] == 1


def test_w87_the_order_of_a_treaty() -> None:
    """REB-10.8, REB-11.4, REB-11.5, REB-11.6, REB-11.16, REB-11.12"""
    t = lay(
        wars=[[0, 1]],
        place=["PER", None, None, None],
        provinces={
            "BRA": land(1, "2I", owner=0),
            "JAP": land(1),
            "IND": land(1),
            "PER": land(0),
            "ICH": land(0, "3I", owner=1),
        },
    )
    play(t, "call a conference with 1")
    assert "claim ICH" in offered(t) and "cede BRA" in offered(t) and "claim JAP" not in offered(t)
    play(t, "send the treaty", "1: sign the treaty")
    assert (holder(t, "BRA"), holder(t, "ICH")) == (0, 1)
    assert arms(t, "IND") == "2I" and arms(t, "BRA") == "3I"
    assert t.place[0] == -1 and step(t) == "main" and not t.at_war(0, 1)


def test_units_without_a_province_disband() -> None:
    """REB-11.6, REB-25.7, REB-25.9, REB-25.10  And their player is out; the turn ends at once."""
    t = lay(
        coins=[3, 3, 3, 3],
        wars=[[0, 1]],
        place=["ICH", None, None, None],
        provinces={"BRA": land(2, owner=0), "ICH": land(0, "3I", owner=1)},
    )
    play(t, "call a conference with 1", "send the treaty", "1: sign the treaty")
    assert not t.lives(0) and t.fallen == [0] and owner(t, "BRA") == 2 and coins(t) == 0
    assert told(t, "REB-11.6") == ["3 soldiers of seat 0 in Siam go home for good: there is no land left"]
    assert t.active == 1 and step(t) == "main"


def test_w81_a_truce() -> None:
    """REB-11.2  Signed in round 5 with three rounds: no attack in rounds 5 to 8."""
    t = lay(
        round=5,
        wars=[[0, 1]],
        options={"truce_rounds": 3},
        provinces={"PER": land(0, "I"), "VEN": land(1), "BRA": land(0)},
    )
    play(t, "call a conference with 1", "send the treaty", "1: sign the treaty")
    assert refused(t, "attack VEN") == "REB-11.2" and refused(t, "declare war on 1") == "REB-11.2"
    for round_, free in ((8, False), (9, True)):
        t.round = round_
        t.known = None
        assert ("attack VEN" in offered(t)) is free and ("declare war on 1" in offered(t)) is free


def test_war_is_declared() -> None:
    """REB-11.1"""
    t = lay()
    play(t, "declare war on 2")
    assert t.at_war(2, 0)
    assert refused(t, "declare war on 2") == "REB-11.1" and refused(t, "declare war on 0") == "REB-11.1"


def test_w27_a_siege() -> None:
    """REB-10.11, REB-1.14"""
    around = {"KAM": land(1), "MON": land(1), "JAP": land(0, "9I")}
    entries = {"capital": ["JAP", "BRA", "SAF", "GRL"], "wars": [[0, 1]], "step": "siege"}
    t = lay([5], provinces=around, **entries)
    assert arms(t, "JAP") == "6I"
    t = lay(provinces={**around, "JAP": land(0, "6I")}, **entries)
    assert arms(t, "JAP") == "6I"
    for way_out in (land(None), land(2), land(0)):
        t = lay(provinces={**around, "MON": way_out}, **entries)
        assert arms(t, "JAP") == "9I"
    t = lay([2], provinces={**around, "MON": land("rebels", "I", origin=0)}, **entries)
    assert arms(t, "JAP") == "7I"


def test_a_siege_lets_its_victim_choose() -> None:
    """REB-10.11, REB-1.14, REB-6.7"""
    t = lay(
        [2],
        capital=["JAP", "BRA", "SAF", "GRL"],
        wars=[[0, 1]],
        step="siege",
        provinces={"KAM": land(1), "MON": land(1), "JAP": land(0, "5I C")},
    )
    assert offered(t) == ["lose one infantry in JAP", "lose one cavalry in JAP"]
    assert refused(t, "lose one artillery in JAP") == "REB-1.14"
    play(t, "lose one cavalry in JAP")
    assert arms(t, "JAP") == "6I"  # the second loss has no choice any more


def test_the_capital_is_raised_in_order() -> None:
    """REB-10.1, REB-10.2  10, then 19; at level 3 there is no more."""
    t = lay(coins=[28, 0, 0, 0])
    play(t, "upgrade the capital")
    assert coins(t) == 18 and refused(t, "upgrade the capital") == "REB-10.1"
    t.coins[0] = 19
    t.known = None
    play(t, "upgrade the capital")
    assert t.level[0] == 3 and income(t, 0, 0) == 5 and refused(t, "upgrade the capital") == "REB-10.1"


# -- offers ----------------------------------------------------------------------------------------------------------


def test_w88_an_offer_and_a_pledge_beside_the_turn() -> None:
    """REB-11.14, REB-11.15, REB-25.9"""
    t = lay(
        coins=[12, 5, 0, 0],
        provinces={"BRA": land(0, "I"), "PER": land(0, buildings=["farm"]), "VEN": land(1), "ARG": land(1, "I")},
    )
    t.propose(0, 1, "10 coins", "peace-2 and 20 coins at stake")
    play(t, "recruit 2 infantry")
    assert coins(t) == 8 and answers(t, 1) == ["decline offer 1"]
    play(t, "give something up", "demolish farm in PER")
    assert coins(t) == 13
    assert "accept offer 1" in answers(t, 1)
    play(t, "attack VEN")
    assert answers(t, 1) == []
    play(t, "call the attack off")
    t.play(1, GAME.parse("accept offer 1"))
    assert (coins(t, 0), coins(t, 1)) == (3, 15)
    assert t.pledges == [[0, 1, 0, 20, 2, 1, 0]]
    play(t, "end the turn")
    play(t, "attack PER", "commit 1 infantry from ARG", "begin the attack")
    assert t.pledges[0][BROKEN] == 1 and told(t, "REB-11.14")
    from marchland.games.rebellion.ending import eliminate

    other = t.copy()
    eliminate(other, 2)
    assert other.pledges[0][4] == -1
    other = t.copy()
    eliminate(other, 0)
    assert other.pledges == []


def test_offers_lapse_with_the_main_phase_and_are_counted() -> None:
    """REB-11.15"""
    t = lay(coins=[9, 9, 9, 9], food=[3, 0, 0, 0])
    t.propose(0, 1, "3 coins", "nothing")
    assert no_offer(t, 0, 2, "1 coin", "") == "REB-11.15"
    t.play(0, GAME.parse("withdraw offer 1"))
    for number in range(2, 5):
        t.propose(0, 1, "1 food", "5 coins")
        t.play(1, GAME.parse(f"decline offer {number}"))
    assert no_offer(t, 0, 1, "1 coin", "") == "REB-11.15"
    t = lay(coins=[9, 9, 9, 9])
    t.propose(0, 1, "3 coins", "nothing")
    play(t, "end the turn")
    assert t.offers == []


def test_offers_that_cannot_be_made() -> None:
    """REB-11.14, REB-11.15, REB-27.2"""
    t = lay(coins=[9, 9, 0, 0], fallen=[3])
    assert no_offer(t, 1, 0, "1 coin", "") == "REB-11.15"
    assert no_offer(t, 0, 3, "1 coin", "") == "REB-11.15"
    assert no_offer(t, 0, 1, "", "") == no_offer(t, 0, 1, "0 coins", "0 food") == "REB-11.15"
    assert no_offer(t, 0, 1, "10 coins", "") == "REB-11.15"
    assert no_offer(t, 0, 1, "1 coin", "101 coins") == "REB-11.15"
    assert no_offer(t, 0, 1, "1 coin and 2 coins", "") == "REB-11.15"
    for pledge in ("peace-0", "peace-1", "peace-3", "peace-5", "peace and 51 coins at stake", "20 coins at stake"):
        assert no_offer(t, 0, 1, "1 coin", pledge) == "REB-11.14"
        assert no_offer(t, 0, 1, pledge, "1 coin") == "REB-11.14"
    t.propose(0, 1, "1 coin", "100 coins")
    without = lay(coins=[9] * 4, options={"mod_economy": "off"})
    assert no_offer(without, 0, 1, "1 food", "") == "REB-27.2"
    assert not GAME.prepared(4, {}).deals_open()  # an empty table, where no Main phase waits


def test_w36_selling_food() -> None:
    """REB-14.3, REB-14.6, REB-11.15"""
    own = lands(2, "CAF", "EAF", "EGY", "NAF", "MEA", "IND", "MAD")
    t = lay(active=2, food=[0, 1, 3, 0], coins=[0, 4, 9, 0], provinces=own)
    t.propose(2, 1, "3 coins", "1 food")
    t.play(1, GAME.parse("accept offer 1"))
    assert list(t.food) == [0, 0, 4, 0] and (coins(t, 1), coins(t, 2)) == (7, 6)
    play(t, "end the turn")
    assert t.food[2] == 0 and not told(t, "REB-14.4")


def test_the_content_of_an_offer_is_seen_by_two() -> None:
    """REB-11.15  That it stands all see."""
    t = lay(coins=[9] * 4)
    t.propose(0, 1, "3 coins", "peace and 5 coins at stake")
    for seat, shown in ((0, True), (1, True), (2, False), (-1, False)):
        (offer,) = t.offers_sight(seat)
        assert (offer["give"] is not None) is shown


def test_a_house_rule_may_allow_offers_and_pledges_of_500_coins() -> None:
    """REB-11.4, REB-11.14, REB-11.15  Any number up to that; what is pledged nobody needs to have."""
    house = {"deals.coins": 500, "deals.pledge": 500}
    t = lay(coins=[600, 0, 0, 0], wars=[[0, 1]], options=house)
    assert no_offer(t, 0, 1, "501 coins", "") == "REB-11.15"
    assert no_offer(t, 0, 1, "1 coin", "payment-3 and 501 coins at stake") == "REB-11.14"
    t.propose(0, 1, "500 coins", "payment-3 and 499 coins at stake")
    (offer,) = t.offers_sight(1)
    assert offer["give"] == ["500 coins"]
    assert offer["ask"] == ["a pledge to pay later with seat 3 as guarantor", "499 coins at stake"]
    again = GAME.position(GAME.position_of(t), dice=t.dice.copy())
    assert again.offers == t.offers
    t.play(1, GAME.parse("accept offer 1"))
    assert (coins(t, 0), coins(t, 1)) == (100, 500) and t.pledges == [[1, 1, 0, 499, 3, 1, 0]]
    assert "pledged seat 0 to pay in round 1 (499 coins, seat 3 as guarantor)" in t.picture(2).seats[1].notes
    play(t, "call a conference with seat 1", "demand 500", "send the treaty", "sign the treaty")
    assert (coins(t, 0), coins(t, 1)) == (600, 0)


def test_the_names_of_pledges_are_those_that_can_be_offered() -> None:
    """REB-11.14  A third living player as guarantor, and of two kinds each."""
    t = lay(seats=4, fallen=[3])
    (pledge,) = [asset for asset in t.assets(1, 0) if asset["name"] == "pledge"]
    codes = [GAME.labels.codes["pledge"][card] for card in pledge["cards"]]
    assert codes == ["peace", "peace-2", "payment", "payment-2"]
