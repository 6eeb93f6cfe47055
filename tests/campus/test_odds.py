"""The odds of attacks, as Campus and every game that shares its dice tells them."""

import json

import pytest

from campus.table import GAME, lay
from marchland.games.conquest.odds import ends, plain, rows, title
from marchland.odds import BattleOdds, DiceRule, bars, battle_odds, figures


def told(odds: BattleOdds) -> list[str]:
    return figures(title(odds), rows(odds)).splitlines()


@pytest.mark.parametrize(("style", "said"), [("force", "attack FOU from COM with 4"), ("roll", "attack FOU from COM")])
def test_an_attack_has_the_odds_of_its_dice(style: str, said: str) -> None:
    """CAM-S.9, CAM-S.11, CAM-S.12  By the force that is named, or by all who may attack; the rest tells nothing."""
    options = {"attack_style": style, "dice_ties": "nobody"}
    t = lay({"COM": [0, 6], "FOU": [1, 3]}, options=options)
    force = 4 if style == "force" else int(t.eligible(t.board.number["COM"]))
    found = GAME.odds(t, 0, [GAME.parse(said)])
    expected = battle_odds(force, 3, "nobody")
    assert found is not None and found.win == expected.win
    assert GAME.clause(found.clause) == "CAM-S.9" and found.text.startswith(f"{expected.win:.0%} to win, with ")
    assert found.title == f"A force of {force} against 3 defenders, equal dice cost nobody a unit"
    assert GAME.odds(t, 0, []) is None and GAME.odds(t, 0, [GAME.parse(said)] * 2) is None
    assert GAME.odds(t, 0, [GAME.parse("end turn")]) is None and GAME.odds(t, 0, [(1 << 30) - 1]) is None


def test_house_dice_have_the_odds_of_house_dice() -> None:
    """CAM-S.8  The odds beside an attack are those of the dice that will be thrown."""
    house = {"dice.attacker": 5, "dice.defender": 1, "dice.sides": 8}
    t = lay({"COM": [0, 6], "FOU": [1, 3]}, options=house)
    found = GAME.odds(t, 0, [GAME.parse("attack FOU from COM with 4")])
    assert found is not None and found.win == battle_odds(4, 3, rule=DiceRule(5, 1, 8)).win > battle_odds(4, 3).win


def test_large_battles_are_not_worked_out_in_passing() -> None:
    t = lay({"COM": [0, 200], "FOU": [1, 100]})
    attack = GAME.parse("attack FOU from COM with 150")
    assert GAME.odds(t, 0, [attack], quick=True) is None and GAME.odds(t, 0, [attack]) is not None
    assert GAME.odds(t, 0, [GAME.parse("attack FOU from COM with 4")], quick=True) is not None


def test_the_main_figures() -> None:
    assert told(battle_odds(1, 1, "defender")) == [
        "A force of 1 against 1 defender, equal dice cost the attacker a unit",
        "  chance to win                        41.7%",
        "  chance to lose                       58.3%",
        "  units left in the force, on average   0.42",
        "  units left in the force if it wins    1.00",
        "  defenders left if the force loses     1.00",
        "  number of rolls, on average           1.00",
    ]
    assert "against 2 defenders, equal dice cost nobody a unit" in title(battle_odds(1, 2, "nobody"))


def test_no_chance_reads_as_certain_or_impossible() -> None:
    lines = told(battle_odds(1000, 1))
    assert ">99.9%" in lines[1] and "<0.1%" in lines[2]
    assert lines[5].split()[-1] == "-"  # Too rare to name the defenders left.


def test_a_small_chart_has_a_row_for_every_end() -> None:
    assert bars(ends(battle_odds(1, 1, "defender")), 60).splitlines() == [
        "defender holds with 1      58.3% " + "█" * 27,
        "attacker wins with 1 left  41.7% " + "█" * 19 + "▎",
    ]
    shown = bars(ends(battle_odds(5, 3))).splitlines()
    assert [row.split("  ")[0] for row in shown] == (
        [f"defender holds with {k}" for k in (3, 2, 1)] + [f"attacker wins with {k} left" for k in (1, 2, 3, 4, 5)]
    )


@pytest.mark.parametrize(
    ("force", "defenders", "first", "last"),
    [
        (12, 9, "defender holds with 8 or more ", "attacker wins with 12 left "),
        (20, 15, "defender holds with 11 or more ", "attacker wins with 19 or more left "),
        (30, 3, "defender holds  ", "attacker wins with 30 left "),
        (3, 40, "defender holds with 40 ", "attacker wins  "),
        (1000, 1000, "defender holds  ", "attacker wins with 281 or more left "),
    ],
)
def test_a_large_chart_merges_its_tails(force: int, defenders: int, first: str, last: str) -> None:
    shown = bars(ends(battle_odds(force, defenders))).splitlines()
    assert shown[0].startswith(first)
    assert shown[-1].startswith(last)


def test_json_holds_every_figure() -> None:
    odds = battle_odds(2, 3, "nobody")
    data = plain(odds)
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    lists = {"attacker_left": list(odds.attacker_left), "defender_left": list(odds.defender_left)}
    assert data == {**vars(odds), **lists}
    assert plain(battle_odds(1, 1000))["force_left_if_won"] is None


def test_one_roll_is_told_from_the_whole_fight() -> None:
    """CAM-S.9, CAM-S.11  What is declared in style `roll` is one roll; a force fights on, and has one outlook."""
    t = lay({"COM": [0, 6], "FOU": [1, 3]}, options={"attack_style": "roll"})
    found = GAME.odds(t, 0, [GAME.parse("attack FOU from COM")])
    assert found is not None
    roll, fight = found.outlooks
    assert (roll.about, fight.about) == ("This roll", "The whole fight")
    assert [words for _, words in roll.parts] == ["they lose 2", "each loses 1", "you lose 2"]
    assert [round(chance * 7776) for chance, _ in roll.parts] == [2890, 2611, 2275]
    assert fight.parts[0] == (found.win, "you win")
    whole = GAME.odds(lay({"COM": [0, 6], "FOU": [1, 3]}), 0, [GAME.parse("attack FOU from COM with 4")])
    assert whole is not None and [outlook.about for outlook in whole.outlooks] == ["The whole fight"]


@pytest.mark.parametrize(("defenders", "ties", "words"), [(1, "defender", 2), (2, "nobody", 6)])
def test_a_roll_says_when_the_target_falls(defenders: int, ties: str, words: int) -> None:
    t = lay({"COM": [0, 6], "FOU": [1, defenders]}, options={"attack_style": "roll", "dice_ties": ties})
    found = GAME.odds(t, 0, [GAME.parse("attack FOU from COM")])
    assert found is not None
    parts = found.outlooks[0].parts
    assert parts[0][1] == "the target falls" and len(parts) == words
    assert sum(chance for chance, _ in parts) == pytest.approx(1)
    assert (ties == "nobody") == ("nobody loses" in [said for _, said in parts])
