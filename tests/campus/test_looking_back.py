"""The battles of Campus and the luck of its dice, as somebody who looks back at a match is told."""

from fractions import Fraction

import pytest

from campus.table import GAME, lay, number, play
from engine.by_throws import assert_fair, listening
from marchland.engine.match import Match
from marchland.engine.report import Reporter
from marchland.engine.retrospect import look_back

ROLL_BY_ROLL = {"attack_style": "roll", "attack_stop": "yes"}


@pytest.mark.parametrize("ties", ["defender", "nobody"])
@pytest.mark.parametrize(("ours", "theirs"), [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2)])
def test_luck_is_weighed_against_every_throw(ours: int, theirs: int, ties: str) -> None:
    """CAM-S.8 to CAM-S.10"""

    def fought(faces: tuple[int, ...]) -> Reporter:
        options = {**ROLL_BY_ROLL, "dice_ties": ties}
        t = lay({"PHY": [0, ours + 1], "CHE": [1, theirs]}, faces=faces, options=options)
        reporter = listening(t)
        play(t, "attack CHE from PHY")
        return reporter

    assert_fair(fought, ours + theirs)


def test_nobodys_troops_have_no_luck() -> None:
    t = lay({"PHY": [0, 2], "CHE": ["neutral", 1]}, faces=[6, 1], options=ROLL_BY_ROLL)
    reporter = listening(t)
    play(t, "attack CHE from PHY")
    assert [fortune.rolls for fortune in reporter.fortunes] == [1, 0, 0, 0]
    assert reporter.fortunes[0].luck() == 2 - Fraction(15, 36) * 2  # 15 of 36 throws win, and all others lose
    (battle,) = reporter.battles
    assert (battle.attacker, battle.defender, battle.lost, battle.won) == (0, -1, [0, 1], True)


def test_a_declaration_of_a_force_is_a_battle() -> None:
    """CAM-S.12  Also where the same room is attacked again from the same place."""
    t = lay({"PHY": [0, 9], "CHE": [1, 3]}, faces=[1, 6, 6, 6, 5, 5, 1, 1, 6, 6, 6, 1])
    reporter = listening(t)
    play(t, "attack CHE from PHY with 1", "attack CHE from PHY with 3")
    told = [(battle.region, battle.lost, battle.won) for battle in reporter.battles]
    assert told == [(number("CHE"), [1, 0], False), (number("CHE"), [0, 3], True)]
    assert reporter.lost == [1, 3, 0, 0]


def test_the_same_attack_roll_by_roll_is_one_battle() -> None:
    """CAM-S.11  Until another one comes between."""
    faces = [6, 1, 1, 6, 6] * 3
    t = lay({"PHY": [0, 9], "CHE": [1, 9], "COR": [1, 9]}, faces=faces, options=ROLL_BY_ROLL)
    reporter = listening(t)
    play(t, "attack CHE from PHY", "attack CHE from PHY", "attack COR from PHY")
    told = [(battle.region, battle.lost) for battle in reporter.battles]
    assert told == [(number("CHE"), [4, 0]), (number("COR"), [2, 0])]


def test_an_elimination_is_a_turning_point_and_ends_the_match_by_its_clause() -> None:
    """CAM-S.14, CAM-S.15"""
    position = {"seats": 2, "rooms": {"PHY": [0, 40], "CHE": [1, 1]}, "rest": [0, 3], "step": "move", "active": 0}
    t = GAME.position(position)
    match = Match(GAME, 2, base=t.to_data(), players=["Ann", "Ben"])
    match.play(0, GAME.parse("attack CHE from PHY with 39"))
    assert match.over
    summary = look_back(match)
    assert summary.given_table
    assert (summary.reason.how, summary.reason.text) == ("rule", "Ann is the last player and wins")
    assert summary.reason.clause == "CAM-S.15"
    (blow,) = [point for point in summary.turning_points if point.what == "blow"]
    assert (blow.n, blow.seat, blow.text, blow.clause) == (1, 1, "Ben is eliminated", "CAM-S.14")
    assert [point.over for point in summary.points] == [False, True]
    assert summary.curves[0].many == "rooms" and summary.curves[0].values == [[19, 20], [1, 0]]
