"""Chapters 16, 19 and 4: winning a battle, scoring, the end."""

import pytest

from alliances.table import (
    GE,
    RU,
    all_ready,
    at,
    coins,
    counts,
    lay,
    offered,
    pass_windows,
    play,
    refused,
    step,
    supply,
    token,
    told,
)
from marchland.games.alliances.game import GAME

# -- ALL-16: winning -------------------------------------------------------------------------------------------------


def test_all_16_7_a_raid() -> None:
    """ALL-16.2, ALL-16.7, ALL-16.8  S22"""
    t = lay([5, 2, 1], {"UKR": "RU 2", "ROM": "neutral 1"}, {"UKR": "RU move"}, coins={"ROM": 3}, step="move")
    play(t, "send 2 infantry to ROM", "go", "retreat 1 infantry and 0 artillery")
    assert refused(t, "steal 4") == "ALL-16.2"
    play(t, "steal 3")
    assert offered(t) == ["withdraw 0 infantry and 0 artillery", "withdraw 1 infantry and 0 artillery"]
    assert refused(t, "withdraw 2 infantry and 0 artillery") == "ALL-16.7"
    assert supply(t, RU) == 6
    play(t, "withdraw 1 infantry and 0 artillery")
    assert at(t, "ROM") == "" and coins(t, "ROM") == 0 and at(t, "UKR") == "RU 2"


def stars(french: str) -> dict[str, str]:
    """Four strategic regions for either team, and N-France, from which Germany can come from W-Germany."""
    units = {"ENG": "GB 1", "RUS": "RU 1", "BEN": "GB 1", "SWE": "GB 1", "NFR": french}
    return units | {"EGE": "GE 1", "TUR": "OT 1", "HUN": "AH 1", "POL": "GE 1", "WGE": "GE 0+2"}


@pytest.mark.parametrize("kept", [True, False])
def test_all_16_4_a_captured_train_token_in_a_strategic_region(kept: bool) -> None:
    """ALL-16.3, ALL-16.4, ALL-19.1, ALL-21.1  S34"""
    t = lay([], stars("FR 1"), {"WGE": "GE move", "NFR": "FR train"}, supply={"GE": 6}, step="move")
    play(t, "send 2 artillery to NFR", "go")
    assert offered(t) == ["keep the token", "send the token back"]
    play(t, "keep the token" if kept else "send the token back")
    verb = "captures the Train units token of" if kept else "sends the Train units token back to"
    assert f"The German Empire {verb} the French Republic" in told(t)
    play(t, "withdraw 0 infantry and 0 artillery")
    assert counts(t) == ([0, 0] if kept else [0, 1])
    assert token(t, "NFR") == ("FR train" if kept else "")
    pass_windows(t)
    all_ready(t)
    pass_windows(t)
    if kept:
        assert step(t) == "train" and t.deciders() == [GE]
        play(t, "train artillery in NFR", "ready")
        assert at(t, "NFR") == "GE 0+3" and token(t, "NFR") == ""
    else:
        assert step(t) != "train"


def test_all_16_4_in_another_region_nobody_is_asked() -> None:
    """ALL-16.4"""
    t = lay([], {"WGE": "GE 0+2", "SWI": "FR 1"}, {"WGE": "GE move", "SWI": "FR train"}, step="move")
    play(t, "send 2 artillery to SWI", "go")
    assert step(t) == "pull_back" and token(t, "SWI") == "FR train"
    assert told(t, "ALL-16.3") == ["The German Empire captures the Train units token of the French Republic"]


@pytest.mark.parametrize("winner", ["FR", "GB"])
def test_all_16_6_an_own_train_token_won_back(winner: str) -> None:
    """ALL-16.4, ALL-16.6, ALL-19.1  S50"""
    units = {"WGE": "GE 0+1", "NFR": "FR 1", "SFR": "FR 0+1", "ENG": "GB 0+1"}
    origin = "SFR" if winner == "FR" else "ENG"
    tokens = {"WGE": "GE move", "NFR": "FR train", origin: f"{winner} move"}
    t = lay([], units, tokens, order="GE GB AH FR OT RU", step="move")
    play(t, "send 1 artillery to NFR", "go", "keep the token", "withdraw 0 infantry and 0 artillery")
    play(t, "send 1 artillery to NFR", "go")
    if winner == "GB":
        assert offered(t) == ["keep the token", "send the token back"]
        return
    assert step(t) == "pull_back"
    play(t, "withdraw 0 infantry and 0 artillery")
    assert token(t, "NFR") == "FR train" and at(t, "NFR") == "FR 0+1"
    # ENG scores for the Entente, N-France does not.
    assert told(t, "ALL-19.1") == ["Strategic regions that count: 1 of the Triple Entente, 0 of the Central Powers"]


def test_all_16_8_a_token_goes_back_when_all_withdraw() -> None:
    """ALL-16.6, ALL-16.8"""
    t = lay([], {"WGE": "GE 0+1", "SWI": "FR 1"}, {"WGE": "GE move", "SWI": "FR move"}, step="move")
    play(t, "send 1 artillery to SWI", "go", "withdraw 0 infantry and 1 artillery")
    assert token(t, "SWI") == "" and at(t, "SWI") == "" and at(t, "WGE") == "GE 0+1"
    assert step(t) not in ("plan", "pick_token")


# -- ALL-19 and ALL-4: scoring and the end ---------------------------------------------------------------------------

FOUR_EACH = {"ENG": "GB 1", "NFR": "FR 1", "RUS": "RU 1", "BEN": "FR 1"}
FOUR_EACH |= {"EGE": "GE 1", "TUR": "OT 1", "HUN": "AH 1", "POL": "GE 1"}


@pytest.mark.parametrize(("scoring", "after"), [("none", [3, 2]), ("both_one", [4, 3])])
def test_all_19_4_equal_counts(scoring: str, after: list[int]) -> None:
    """ALL-19.2, ALL-19.4  S1"""
    t = lay([], FOUR_EACH, points=[3, 2], step="score", options={"tie_scoring": scoring})
    assert counts(t) == after


def test_all_4_3_both_at_six() -> None:
    """ALL-4.3, ALL-3.9  S2"""
    options = {"tie_scoring": "both_one"}
    t = lay([], FOUR_EACH, points=[5, 5], step="score", options=options)
    assert t.over and counts(t) == [6, 6] and t.places == [1] * 6 and GAME.ending(t) == "draw"
    t = lay([], FOUR_EACH, points=[5, 4], step="score", options=options)
    assert t.over and counts(t) == [6, 5] and t.places == [1, 2] * 3


def test_all_19_3_a_train_token_does_not_score() -> None:
    """ALL-19.1, ALL-19.3  S3"""
    units = {"ENG": "GB 1", "NFR": "FR 1", "RUS": "RU 1", "BEN": "FR 1", "SWE": "GB 1"}
    units |= {"EGE": "GE 1", "TUR": "OT 1", "HUN": "AH 1"}
    t = lay([], units, {"RUS": "RU train"}, step="score")
    assert counts(t) == [1, 0]


def test_all_4_2_overshoot_ends_the_match_before_production() -> None:
    """ALL-4.2, ALL-3.5, ALL-19.5  S4"""
    units = {"ENG": "GB 1", "NFR": "FR 1", "RUS": "RU 1"}
    units |= {"EGE": "GE 1", "TUR": "OT 1", "HUN": "AH 1", "POL": "GE 1", "ITA": "AH 1", "ROM": "AH 1"}
    t = lay([], units, points=[4, 5], step="score")
    assert t.over and counts(t) == [4, 8] and t.places == [2, 1] * 3
    assert [supply(t, power) for power in range(6)] == [3] * 6
    assert told(t, "ALL-4.2") == ["Victory for the Central Powers with 8 points"]


@pytest.mark.parametrize(("points", "places"), [([4, 3], [1, 2] * 3), ([3, 3], [1] * 6)])
def test_all_4_4_the_round_limit(points: list[int], places: list[int]) -> None:
    """ALL-4.4  S5"""
    t = lay([], FOUR_EACH, points=points, step="score", round=15)
    assert t.over and t.places == places and GAME.ending(t) == ("round limit" if points[0] > 3 else "draw")
    t = lay([], FOUR_EACH, points=points, step="score", round=14)
    assert not t.over


def test_all_4_4_at_equal_points_it_is_a_draw_also_when_one_team_owns_more() -> None:
    """ALL-4.4  S5: the points that the last scoring brings count; afterwards regions do not."""
    units = FOUR_EACH | {"ITA": "neutral 1"}
    t = lay([], units, points=[3, 3], step="score", round=15)
    assert t.over and t.places == [1] * 6


def test_all_4_2_points_to_win() -> None:
    """ALL-4.2"""
    t = lay([], FOUR_EACH | {"ITA": "AH 1"}, points=[2, 2], step="score", options={"points_to_win": 3})
    assert t.over and t.places == [2, 1] * 3


def test_all_18_4_neutral_regions_score_for_nobody_and_1_16_all_powers_of_a_team_count() -> None:
    """ALL-18.4, ALL-1.16"""
    units = {"ENG": "GB 1", "RUS": "RU 1", "ITA": "neutral 2", "TUR": "OT 1"}
    assert counts(lay([], units, step="score")) == [1, 0]
