"""Chapters 5 and 6: the turn, the income and the Muster step."""

import pytest

from capitals.table import GAME, cards, eur, hand, lay, number, of, offered, on, play, refused, step, told
from marchland.engine.errors import IllegalAction

THREE = {"ALA": [0, 2], "NWT": [0, 1], "BRA": [1, 2]}
OCEANIA = ["INO", "NGU", "WAU", "EAU"]
# Eleven territories that complete Oceania and nothing else, two capitals among them.
W13 = of(1, *OCEANIA, "ALA", "BRA", "GBR", "EGY", "CHI", "IND", "JAP")


def income(**entries: object) -> tuple[int, int]:
    """Units and EUR that P1 receives."""
    t = lay(W13, step="income", active=1, capitals=["QUE", "EGY", "CHI"], **entries)
    assert t.sanctioned == t.embargoed == 0
    return int(t.pool[1]), eur(t)[1]


def test_W13_income() -> None:
    """CAP-S.3, CAP-S.4, CAP-5.2, CAP-5.3"""
    assert income() == (5, 7)


def test_W14_smallest_income() -> None:
    """CAP-S.3, CAP-5.3"""
    t = lay(of(1, "ALA", "BRA", "GBR", "EGY"), step="income", active=1, capitals=["CHI", "IND", "JAP"])
    assert t.pool[1] == 3 and eur(t) == [0, 2, 0]


def test_W15_sanction_and_embargo_together() -> None:
    """CAP-5.4  Both are removed, and the next income is whole again."""
    assert income(sanctioned=[1], embargoed=[1]) == (3, 0)
    assert income(sanctioned=[1]) == (3, 7)
    assert income(embargoed=[1]) == (5, 0)


def test_W65_a_marker_without_anything_to_cancel() -> None:
    """CAP-5.4, CAP-E.16  It is removed all the same, and P1 may be sanctioned again."""
    t = lay(of(1, "ALA", "BRA"), step="income", active=1, sanctioned=[1])
    assert t.pool[1] == 3 and t.sanctioned == 0
    assert told(t, "CAP-5.4") == ["The sanctions against seat 1 cost 0 units and end"]


def test_markers_of_others_stay() -> None:
    """CAP-5.4"""
    t = lay(THREE, step="income", sanctioned=[1], embargoed=[2])
    assert t.sanctioned == 2 and t.embargoed == 4


def test_a_turn_has_five_steps() -> None:
    """CAP-5.1"""
    t = lay({**THREE, "ALB": [2, 1]}, faces=[6, 1], step="income", order=[0, 1, 2])
    assert step(t) == "muster"
    play(t, "place 3 in ALA", "end muster")
    assert step(t) == "attack"
    play(t, "end attacks")
    assert step(t) == "fortify"
    play(t, "end turn")
    assert t.active == 1 and step(t) == "muster"


def test_muster_in_any_order() -> None:
    """CAP-6.1  Place, buy, draw, play, and place again."""
    t = lay(THREE, step="muster", eur=[9, 0, 0], pool=[1, 0, 0], hands={"0": ["Conscription"]}, deck=["War Bonds"])
    play(t, "buy 1", "place 2 in ALA", "buy a card", "play War Bonds", "play Conscription", "place 3 in NWT", "buy 1")
    assert eur(t)[0] == 9 - 1 - 3 + 5 - 2
    play(t, "place 1 in NWT", "end muster")
    assert on(t, "ALA") == [0, 4] and on(t, "NWT") == [0, 5]


def test_the_step_ends_with_an_empty_pool() -> None:
    """CAP-6.2"""
    t = lay(THREE, step="muster", pool=[2, 0, 0])
    assert offered(t) == [f"place {n} in {code}" for code in ("ALA", "NWT") for n in (1, 2)]
    assert refused(t, "end muster") == "CAP-6.2"
    assert refused(t, "place 3 in ALA") == "CAP-6.2"
    assert refused(t, "place 1 in BRA") == "CAP-6.2"
    play(t, "place 2 in NWT")
    assert offered(t) == ["end muster"]
    assert refused(t, "place 1 in ALA") == "CAP-6.2"


def test_everybody_hears_what_is_bought_and_placed() -> None:
    """CAP-6.2 to CAP-6.4, CAP-4.1  Prices are public; of a card only that it was bought."""
    t = lay(THREE, step="muster", eur=[9, 0, 0], deck=["War Bonds"])
    play(t, "buy 2", "place 2 in ALA", "buy 1", "buy a card")
    assert told(t, "CAP-6.3") == ["seat 0 buys 2 units for 3 EUR", "seat 0 buys 1 unit for 3 EUR"]
    assert told(t, "CAP-4.1")[0] == "2 units come to the pool of seat 0" and len(told(t, "CAP-4.1")) == 2
    assert told(t, "CAP-6.2") == ["seat 0 places 2 units in Alaska"]
    assert told(t, "CAP-6.4") == ["seat 0 buys a card for 3 EUR"]
    assert told(t, "CAP-9.4") == ["seat 0 draws a card"]
    assert told(t, "CAP-9.4", 0) == ["seat 0 draws a card", "You draw War Bonds"]


def test_W16_prices() -> None:
    """CAP-6.3, CAP-6.4  7 EUR: three units for 6; neither a fourth nor a card."""
    t = lay(THREE, step="muster", eur=[7, 0, 0])
    assert offered(t, "buy ") == ["buy 1", "buy 2", "buy 3", "buy a card"]
    play(t, "buy 1", "buy 1", "buy 1")
    assert eur(t)[0] == 1 and t.pool[0] == 3
    assert offered(t, "buy ") == []
    assert refused(t, "buy 1") == "CAP-6.3" and refused(t, "buy a card") == "CAP-6.4"


@pytest.mark.parametrize(("purse", "most"), [(0, 0), (1, 1), (2, 1), (3, 2), (5, 2), (6, 3), (54, 9), (55, 10)])
def test_several_units_at_once_cost_the_same(purse: int, most: int) -> None:
    """CAP-6.3  n units cost n(n + 1)/2, in however many purchases."""
    t = lay(THREE, step="muster", eur=[purse, 0, 0], cards_bought=2)
    assert offered(t, "buy ") == [f"buy {n}" for n in range(1, most + 1)]
    if most:
        play(t, f"buy {most}")
        one_by_one = lay(THREE, step="muster", eur=[purse, 0, 0], cards_bought=2)
        play(one_by_one, *(["buy 1"] * most))
        assert eur(t) == eur(one_by_one) and eur(t)[0] == purse - most * (most + 1) // 2


def test_buying_nothing_is_refused_for_what_it_is() -> None:
    """CAP-6.3  Not for its price."""
    t = lay(THREE, step="muster", eur=[9, 0, 0])
    with pytest.raises(IllegalAction, match="At least 1 unit has to be bought"):
        t.play(0, GAME.parse("buy 0"))


def test_prices_begin_anew_each_turn() -> None:
    """CAP-6.3, CAP-8.5"""
    t = lay(THREE, step="fortify", bought=4, cards_bought=2, march_bought=1, marches=0, conferences=2, order=[0, 1, 2])
    play(t, "end turn")
    assert t.active == 1
    assert [t.bought, t.cards_bought, t.march_bought, t.marches, t.conferences] == [0, 0, 0, 1, 0]


def test_buying_cards() -> None:
    """CAP-6.4  3 EUR each, twice in a turn; what fits is played at once."""
    t = lay(THREE, step="muster", eur=[20, 0, 0], deck=["Conscription", "Ambush", "Airlift"])
    play(t, "buy a card")
    assert eur(t)[0] == 17 and hand(t, 0) == ["Conscription"] and "play Conscription" in offered(t)
    play(t, "buy a card")
    assert eur(t)[0] == 14 and hand(t, 0) == ["Conscription", "Ambush"]
    assert "buy a card" not in offered(t) and refused(t, "buy a card") == "CAP-6.4"


def test_W18_no_cards_left() -> None:
    """CAP-9.4, CAP-6.4  Two discards are shuffled and drawn; then there is nothing to buy for anybody."""
    t = lay(THREE, step="muster", eur=[7, 3, 0], discards=["Ambush", "Airlift"], removed="rest", order=[0, 1, 2])
    assert t.hands.pile == []
    play(t, "buy a card")
    assert len(t.hands.pile) == 1 and t.hands.discard == []
    play(t, "buy a card")
    assert t.hands.pile == [] and t.hands.discard == [] and cards(t) == [2, 0, 0]
    assert "buy a card" not in offered(t)
    play(t, "end muster", "end attacks", "end turn", "place 3 in BRA")
    assert t.active == 1 and eur(t)[1] >= 3 and "buy a card" not in offered(t)
    assert refused(t, "buy a card") == "CAP-6.4"


def test_what_eur_are_for() -> None:
    """CAP-6.5  Units, cards, marches and bids; what is left is kept."""
    t = lay(THREE, step="muster", eur=[6, 0, 0], order=[0, 1, 2])
    play(t, "buy 1", "buy a card", "place 1 in ALA", "end muster", "end attacks", "buy a march")
    assert eur(t)[0] == 0
    t = lay(THREE, step="muster", eur=[6, 0, 0], order=[0, 1, 2])
    play(t, "end muster", "end attacks", "end turn")
    assert eur(t)[0] == 6


def test_what_belongs_to_another_step() -> None:
    """CAP-5.1, CAP-8.4  Nothing is done before or after its step."""
    t = lay({**THREE, "ALA": [0, 5]}, step="muster", hands={"0": ["Airlift", "Spearhead"]})
    for said in ("attack KAM from ALA", "fortify NWT from ALA with 1", "end turn", "buy a march", "end attacks"):
        assert refused(t, said) == "CAP-5.1"
    play(t, "end muster")
    for said in ("place 1 in ALA", "buy 1", "end turn", "end muster", "fortify NWT from ALA with 1"):
        assert refused(t, said) == "CAP-5.1"
    play(t, "end attacks")
    for said in ("place 1 in ALA", "buy 1", "attack KAM from ALA", "end muster", "end attacks"):
        assert refused(t, said) == "CAP-5.1"


def test_a_large_pool_is_placed_in_several_parts() -> None:
    """CAP-6.2  One action names at most 2047 units."""
    t = lay(THREE, step="muster", pool=[5000, 0, 0])
    play(t, "place 2047 in ALA", "place 2047 in ALA", "place 906 in ALA", "end muster")
    assert t.units[number("ALA")] == 5002
