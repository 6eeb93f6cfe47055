"""What cards and events add to the battles and the luck of Capitals."""

import pytest

from capitals.table import lay, number, play
from engine.by_throws import assert_fair, listening
from marchland.engine.report import Reporter

CARDS = {"0": ["Spearhead"], "1": ["Entrenchment"]}


@pytest.mark.parametrize(
    ("spear", "answer", "defenders"),
    [(True, "pass", 2), (False, "answer with Entrenchment", 1), (True, "answer with Entrenchment", 1)],
)
def test_luck_is_weighed_with_the_cards_of_the_battle(spear: bool, answer: str, defenders: int) -> None:
    """CAP-7.7, CAP-A.5, CAP-A.7"""

    def fought(faces: tuple[int, ...]) -> Reporter:
        t = lay({"URA": [0, 3], "EEU": [1, defenders], "BRA": [1, 1]}, faces=faces, hands=CARDS)
        reporter = listening(t)
        if spear:
            play(t, "play Spearhead from URA into EEU")
        play(t, "attack EEU from URA", f"1: {answer}")
        return reporter

    assert_fair(fought, 2 + defenders)


@pytest.mark.parametrize("units", [2, 3])
def test_a_barrage_is_luck_as_well(units: int) -> None:
    """CAP-A.6  But no battle, and it never takes the last unit."""

    def shelled(faces: tuple[int, ...]) -> Reporter:
        t = lay({"MEA": [0, 5], "IND": [1, units]}, faces=faces, hands={"0": ["Barrage"]})
        reporter = listening(t)
        play(t, "play Barrage from MEA into IND")
        assert reporter.battles == []
        assert reporter.lost == [0, units - t.units[number("IND")], 0]
        return reporter

    if units == 2:
        assert shelled((1,)).fortunes[0].variance == shelled((6,)).fortunes[0].luck() == 0
    else:
        assert_fair(shelled, 1)


def test_an_ambush_costs_units_and_no_luck() -> None:
    """CAP-A.8"""
    t = lay({"MEA": [0, 2], "IND": [1, 3]}, hands={"1": ["Ambush"]})
    reporter = listening(t)
    play(t, "attack IND from MEA", "1: answer with Ambush")
    (battle,) = reporter.battles
    assert battle.lost == [1, 0] and reporter.lost == [1, 0, 0]
    assert [fortune.rolls for fortune in reporter.fortunes] == [0, 0, 0]
