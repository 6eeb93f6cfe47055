"""Chapters 1 to 4: words, setup, the round, title and holding."""

from __future__ import annotations

from marchland.engine.dice import ScriptedDice
from marchland.games.rebellion.world import CODES, WORLD
from rebellion.table import (
    answers,
    army,
    at,
    coins,
    deal,
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


def test_the_map() -> None:
    """REB-1.1, REB-1.2, REB-1.3  42 provinces, 16 seas, 83 adjacencies of which 25 are lines on the water."""
    lands_ = [region for region in WORLD.regions if "sea" not in region.traits]
    seas = [region for region in WORLD.regions if "sea" in region.traits]
    assert (len(lands_), len(seas)) == (42, 16)
    assert sum(len(WORLD.neighbours[r]) for r in range(42)) == 2 * 83
    assert sum(len(WORLD.neighbours[r]) for r in range(42, 58)) == 2 * 22
    lines = [link for link in WORLD.links if link.kind == "water line"]
    assert len(lines) == 25 and all(near < 42 for r in range(42) for near in WORLD.neighbours[r])
    t = lay(provinces={"BRA": land(0, "I")})
    play(t, "march 1 infantry from BRA to NAF")
    assert army(t, "NAF") == "I:1" and holder(t, "NAF") == 0


def test_soldiers_and_units_are_two_things() -> None:
    """REB-1.4, REB-1.5"""
    t = lay(provinces={"PER": land(0, "2C I")})
    assert (t.soldiers(at("PER")), t.units_in(at("PER"))) == (7, 3)


def test_w1_the_distance_of_two_sites() -> None:
    """REB-2.4  37 sites are left beside Brazil, with 3 steps 31."""
    for apart, left, gone in ((2, 37, "VEN PER BRA ARG NAF"), (3, 31, "VEN PER BRA ARG NAF CTA SEU WEU EGY EAF CAF")):
        t = deal(2, dice=ScriptedDice([10, 9]), capital_distance=apart)
        play(t, "choose BRA")
        sites = {name.removeprefix("choose ") for name in offered(t)}
        assert len(sites) == left and sites.isdisjoint(gone.split())
        assert refused(t, "choose PER") == "REB-2.4"
        assert refused(t, "choose S_MED") == "REB-2.4"


def test_where_no_site_is_three_steps_away_two_will_do() -> None:
    """REB-2.4"""
    far = ["ALB", "QUE", "PER", "WEU", "EAF"]
    t = lay(seats=6, step="pick_capital", capital=[*far, None], options={"capital_distance": 3})
    near = ["SCA", "ICE", "CAF", "EGY"]
    assert offered(t) and "choose MEA" not in offered(t)
    assert all(f"choose {site}" not in offered(t) for site in near)


def test_w2_the_start_roll_and_the_order_of_choosing() -> None:
    """REB-2.2, REB-2.3, REB-2.1  Tied players roll again; sites are chosen against the turn order, or along it."""
    for pick, order in (("reverse", [0, 2, 1]), ("forward", [1, 2, 0])):
        t = deal(3, dice=ScriptedDice([88, 88, 40, 12, 55, 1, 1]), capital_pick=pick)
        assert t.turn_order() == [1, 2, 0]
        chosen = []
        for site in ("BRA", "JAP", "SAF"):
            chosen += t.deciders()
            play(t, f"choose {site}")
        assert chosen == order
        assert t.active == 1 and step(t) == "main"


def test_w3_the_first_turn() -> None:
    """REB-2.5, REB-5.1, REB-5.2, REB-5.3, REB-6.2, REB-6.3, REB-14.1, REB-14.3, REB-3.2, REB-3.3"""
    t = deal(4, dice=ScriptedDice([90, 3, 2, 1, 20, 3]))
    for site in ("WAU", "SAF", "JAP", "BRA"):
        play(t, f"choose {site}")
    assert (t.round, t.active, coins(t)) == (1, 0, 44)
    assert list(t.food) == [2, 0, 0, 0] and owns(t, 0) == ["BRA"] and army(t, "BRA") == ""
    assert offered(t, "recruit") == ["recruit 1 infantry", "recruit 2 infantry"]
    play(t, "recruit 2 infantry")
    assert coins(t) == 40 and army(t, "BRA") == "2I:0*" and offered(t, "march") == []
    play(t, "upgrade the capital")
    assert coins(t) == 30 and t.level[0] == 2
    assert offered(t, "recruit") == []
    assert refused(t, "recruit 1 cavalry") == "REB-6.3"
    play(t, "end the turn")
    assert t.food[0] == 2 and t.active == 1


def test_w4_the_road_of_the_capital_claiming_and_leaving() -> None:
    """REB-4.4, REB-4.5, REB-7.3, REB-7.4, REB-7.5, REB-7.6, REB-5.3"""
    t = lay(coins=[34, 0, 0, 0], provinces={"BRA": land(0, "2I")})
    play(t, "march 1 infantry from BRA to VEN")
    assert coins(t) == 34 and owner(t, "VEN") == 0
    play(t, "march 1 infantry from VEN to CTA")
    assert coins(t) == 33 and owns(t, 0) == ["CTA", "VEN", "BRA"]
    assert army(t, "VEN") == "" and army(t, "CTA") == "I:0"
    from marchland.games.rebellion.food import need
    from marchland.games.rebellion.income import income

    assert income(t, 0, 0) == 5 and need(t, 0) == 1


def test_marches_that_cannot_be() -> None:
    """REB-7.1, REB-7.2, REB-4.8, REB-4.10, REB-1.9  With the clause, and nothing changed."""
    t = lay(coins=[2, 0, 0, 0], provinces={"PER": land(0, "C I:0"), "VEN": land(1), "ARG": land(0)})
    assert refused(t, "march 1 cavalry from PER to VEN") == "REB-7.2"
    assert refused(t, "march 1 cavalry from PER to JAP") == "REB-1.2"
    assert refused(t, "march 1 infantry from PER to ARG") == "REB-7.1"
    assert refused(t, "march 1 cavalry from VEN to PER") == "REB-4.10"
    assert refused(t, "march 1 cavalry from PER to ARG") == "REB-1.9"
    assert refused(t, "march 2 cavalry from PER to ARG") == "REB-7.1"


def test_units_with_most_points_march_first() -> None:
    """REB-6.14"""
    t = lay(provinces={"PER": land(0, "I:1 I:2"), "ARG": land(0)})
    play(t, "march 1 infantry from PER to ARG")
    assert army(t, "PER") == "I:1" and army(t, "ARG") == "I:1"


def test_a_round_ends_and_the_next_begins() -> None:
    """REB-3.1, REB-3.4, REB-3.5, REB-1.12  Turns clockwise, then tokens of land that nobody holds, then weather."""
    t = lay(
        seats=2,
        coins=[0, 0],
        active=1,
        provinces={"CHI": land(None, tokens=2), "IND": land("rebels", "I", tokens=1, origin=0)},
        options={"mod_weather": "off"},
    )
    play(t, "end the turn")
    assert (t.round, t.active) == (2, 0)
    assert t.tokens[at("CHI")] == 1 and t.tokens[at("IND")] == 0
    assert "Round 2 begins" in told(t, "REB-3.1")


def test_nobody_is_fresh_after_a_turn() -> None:
    """REB-3.2, REB-6.6"""
    t = lay(seats=2, coins=[20, 0])
    play(t, "recruit 2 infantry", "end the turn")
    assert army(t, "BRA") == "2I:0"


def test_what_lasts_is_counted_in_own_turns() -> None:
    """REB-1.7  A robbery that begins now pays when the next own turn begins."""
    t = lay(seats=2, coins=[0, 0], provinces=lands(0, "PER"), options={"mod_weather": "off", "mod_revolts": "off"})
    play(t, "rob PER")
    before = coins(t)
    next_turn(t)
    assert coins(t) == before + 4 + 2


def test_five_cancels_are_enough() -> None:
    """REB-3.3  W94: scrapping and cancels."""
    t = lay(coins=[9, 9, 9, 9], wars=[[0, 1]], provinces={"VEN": land(0, "3I"), "PER": land(1, "I")})
    play(t, "give something up", "disband 2 infantry in VEN")
    assert army(t, "VEN") == "I:2" and step(t) == "main"
    play(t, "give something up", "keep everything")
    assert t.cancels == 1
    for _ in range(2):
        play(t, "attack PER", "call the attack off")
        play(t, "call a conference with 1", "break the conference off")
    assert t.cancels == 5
    assert not any(name.startswith(("attack", "call", "give")) for name in offered(t))
    for begun in ("attack PER", "call a conference with 1", "give something up"):
        assert refused(t, begun) == "REB-3.3"
    assert "end the turn" in offered(t) and offered(t, "march")


def test_what_can_be_done_at_any_time_is_done_in_the_own_turn() -> None:
    """REB-1.8, REB-1.10, REB-1.11, REB-1.15"""
    t = lay(provinces={"VEN": land(0, "I"), "CHI": land("rebels", "2I", origin=1)})
    assert refused(t, "1: give something up") == ""
    assert answers(t, 1) == []
    assert t.view(2)["table"] == t.view(-1)["table"]
    assert holder(t, "CHI") == 6


def test_a_province_is_one_of_three_things() -> None:
    """REB-4.1, REB-4.2, REB-4.3, REB-4.12"""
    import pytest

    from marchland.engine.errors import UsageError

    t = lay(provinces={"PER": land(0, owner=1), "VEN": land(0)})
    assert owns(t, 0) == ["VEN", "BRA"] and t.occupied(0) == 1 << at("PER")
    for wrong in (land(None, "I"), land("rebels", ""), land(0, owner=None), land("rebels", "I", owner=1)):
        with pytest.raises(UsageError, match="The position cannot be"):
            lay(provinces={"PER": wrong})
    assert CODES[11] == "BRA"
