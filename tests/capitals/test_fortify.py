"""Chapter 8: fortifying and the end of the turn."""

import pytest

from capitals.table import GAME, cards, discards, eur, hand, lay, offered, on, play, refused, step
from marchland.engine.errors import IllegalAction

W39 = {"SAF": [0, 5], "CAF": [0, 1], "NAF": [0, 2]}


def test_W39_fortifying() -> None:
    """CAP-8.1 to CAP-8.3"""
    t = lay(W39, step="fortify", eur=[4, 0, 0], hands={"0": ["Forced March"]})
    assert offered(t, "fortify NAF from SAF") == [f"fortify NAF from SAF with {n}" for n in (1, 2, 3, 4)]
    play(t, "fortify NAF from SAF with 4")
    assert on(t, "SAF") == [0, 1] and on(t, "NAF") == [0, 6]
    assert offered(t, "fortify ") == [] and refused(t, "fortify CAF from NAF with 1") == "CAP-8.1"
    play(t, "buy a march")
    assert eur(t)[0] == 2
    play(t, "fortify CAF from NAF with 5")
    assert on(t, "NAF") == [0, 1] and on(t, "CAF") == [0, 6]
    assert "buy a march" not in offered(t) and refused(t, "buy a march") == "CAP-8.3"
    play(t, "play Forced March", "fortify SAF from CAF with 5")
    assert on(t, "SAF") == [0, 6] and offered(t, "fortify ") == []
    adjacent = lay(W39, step="fortify", options={"fortify": "adjacent"})
    assert not offered(adjacent, "fortify NAF from SAF") and offered(adjacent, "fortify CAF from SAF")
    assert refused(adjacent, "fortify NAF from SAF with 1") == "CAP-8.2"


def test_W59_several_fortifications() -> None:
    """CAP-8.3, CAP-A.4  Two Forced Marches and a bought one: four, and the same unit moves in all of them."""
    mine = {"SAF": [0, 2], "CAF": [0, 1], "NAF": [0, 1], "EGY": [0, 1], "EAF": [0, 1]}
    t = lay(mine, step="fortify", eur=[2, 0, 0], hands={"0": ["Forced March", "Forced March"]})
    play(t, "play Forced March", "buy a march", "play Forced March")
    assert t.marches == 4
    for source, target in (("SAF", "CAF"), ("CAF", "NAF"), ("NAF", "EGY"), ("EGY", "EAF")):
        play(t, f"fortify {target} from {source} with 1")
    assert on(t, "EAF") == [0, 2] and offered(t, "fortify ") == []
    assert discards(t) == ["Forced March", "Forced March"]


def test_fortifying_leaves_one_and_stays_at_home() -> None:
    """CAP-8.1"""
    t = lay(W39, step="fortify")
    assert refused(t, "fortify CAF from SAF with 5") == "CAP-8.1"
    assert refused(t, "fortify EAF from SAF with 1") == "CAP-8.1"
    assert refused(t, "fortify SAF from SAF with 1") == "CAP-8.1"
    with pytest.raises(IllegalAction, match="At least 1 unit has to move"):
        t.play(0, GAME.parse("fortify CAF from SAF with 0"))
    assert not offered(t, "fortify SAF from CAF")


@pytest.mark.parametrize("rule", ["connected", "adjacent"])
def test_only_own_units_march(rule: str) -> None:
    """CAP-8.1, CAP-A.3  Strong neighbours, neutral ones too, lend nobody; nor does an Airlift lift them."""
    mine = {"SAF": [0, 3], "CAF": [0, 1], "EAF": [1, 4], "NAF": ["neutral", 5]}
    t = lay(mine, rest=(2, 3), step="fortify", hands={"0": ["Airlift"]}, options={"fortify": rule})
    assert offered(t, "fortify ") == ["fortify CAF from SAF with 1", "fortify CAF from SAF with 2"]
    assert offered(t, "airlift ") == ["airlift 1 from SAF to CAF", "airlift 2 from SAF to CAF"]
    assert refused(t, "fortify CAF from EAF with 1") == refused(t, "fortify CAF from NAF with 1") == "CAP-8.1"
    assert refused(t, "airlift 1 from EAF to CAF") == "CAP-A.3"


def test_chains_do_not_cross_foreign_ground() -> None:
    """CAP-8.2"""
    t = lay({"SAF": [0, 5], "CAF": [1, 1], "NAF": [0, 2], "EAF": [1, 1]}, step="fortify")
    assert offered(t, "fortify ") == [] and refused(t, "fortify NAF from SAF with 1") == "CAP-8.2"


def test_chains_may_go_over_the_sea() -> None:
    """CAP-8.2"""
    t = lay({"BRA": [0, 5], "NAF": [0, 1], "WEU": [0, 1], "GBR": [0, 1]}, step="fortify")
    assert offered(t, "fortify GBR from BRA") == [f"fortify GBR from BRA with {n}" for n in (1, 2, 3, 4)]


def test_a_march_costs_two() -> None:
    """CAP-8.3"""
    t = lay(W39, step="fortify", eur=[1, 0, 0])
    assert "buy a march" not in offered(t) and refused(t, "buy a march") == "CAP-8.3"


def test_there_is_no_way_back() -> None:
    """CAP-8.4, CAP-5.1"""
    t = lay({**W39, "BRA": [1, 1]}, step="fortify", order=[0, 1, 2])
    assert refused(t, "end attacks") == "CAP-5.1"
    play(t, "end turn")
    assert t.active == 1


def test_W41_end_of_turn() -> None:
    """CAP-8.5  Three territories bring one card; with six one is discarded, face up."""
    five = ["Ambush", "Ambush", "Lobbyist", "Barrage", "Airlift"]
    t = lay({**W39, "BRA": [1, 1]}, step="fortify", conquest=1, hands={"0": five}, deck=["Embargo"], order=[0, 1, 2])
    play(t, "end turn")
    assert step(t) == "end" and cards(t)[0] == 6 and t.deciders() == [0]
    assert offered(t) == [f"discard {name}" for name in ("Airlift", "Barrage", "Ambush", "Embargo", "Lobbyist")]
    assert refused(t, "discard Defection") == "CAP-9.1"
    play(t, "discard Lobbyist")
    assert discards(t) == ["Lobbyist"] and "Embargo" in hand(t, 0)
    assert t.active == 1 and not t.conquest


def test_without_a_conquest_nothing_is_drawn() -> None:
    """CAP-8.5"""
    t = lay({**W39, "BRA": [1, 1]}, step="fortify", order=[0, 1, 2])
    play(t, "end turn")
    assert cards(t) == [0, 0, 0]


def test_more_than_five_cards_may_be_held_before_the_end() -> None:
    """CAP-9.5  Six cards in the hand of another player, or of one's own before the end, matter to nobody."""
    six = ["Ambush", "Ambush", "Lobbyist", "Barrage", "Airlift", "Embargo"]
    t = lay({**W39, "BRA": [1, 1]}, step="fortify", hands={"1": six}, order=[0, 1, 2])
    play(t, "end turn")
    assert step(t) == "muster" and cards(t) == [0, 6, 0]
    t = lay({**W39, "BRA": [1, 1]}, step="end", hands={"0": six}, order=[0, 1, 2])
    assert step(t) == "end" and t.deciders() == [0]


def test_the_discard_is_asked_for_even_if_all_cards_are_alike() -> None:
    """CAP-8.5  Not asking would show it."""
    t = lay({**W39, "BRA": [1, 1]}, step="end", hands={"0": ["Conscription"] * 4 + ["Ambush"] * 2}, order=[0, 1, 2])
    play(t, "discard Ambush")
    assert cards(t)[0] == 5
