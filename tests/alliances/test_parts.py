"""Chapters 7 to 10: simultaneous parts, tokens, player order, Invest and Dig trenches."""

import pytest

from alliances.table import (
    AH,
    BY_NUMBER,
    FR,
    GB,
    GE,
    RU,
    coins,
    deal,
    lay,
    offered,
    order,
    pass_windows,
    play,
    refused,
    step,
    supply,
    token,
    told,
    trenches,
)
from marchland.engine.match import Match
from marchland.games.alliances.game import GAME
from marchland.games.alliances.sight import AlliancesTable

# -- ALL-7: simultaneous parts ---------------------------------------------------------------------------------------


def test_all_7_1_the_parts_follow_one_another() -> None:
    """ALL-7.1, ALL-7.2, ALL-7.3, ALL-7.7, ALL-1.2"""
    t = deal(6, 1, scenario="A")
    play(t, "0: place invest in ENG", "0: place train in SCO")
    seen = []
    while t.round == 1:
        if seen[-1:] != [step(t)]:
            seen.append(step(t))
        if step(t) in ("w1", "w2", "w3"):
            pass_windows(t)
        else:
            seat = t.deciders()[0]
            t.play(seat, GAME.parse("ready"))
    assert seen == ["tokens", "w1", "invest", "pay", "w3", "train"]
    assert token(t, "SCO") == "" and step(t) == "tokens"


def test_all_7_4_nothing_takes_effect_before_all_are_ready() -> None:
    """ALL-7.4, ALL-24.2"""
    t = lay([1], {"ENG": "GB 1", "EGE": "GE 1"}, step="tokens")
    play(t, "0: place move in ENG", "0: ready")
    assert token(t, "ENG") == "" and t.deciders() == [GE]
    assert t.view(GE)["sealed"] == [[GE]]
    play(t, "1: ready")
    assert token(t, "ENG") == "GB move" or step(t) == "plan"


def match_at(**entries: object) -> Match:
    t = lay([], **entries)  # type: ignore[arg-type]
    return Match(GAME, 6, base=t.to_data())


def said(match: Match, *actions: str) -> None:
    for action in actions:
        match.play(int(action[0]), GAME.parse(action[3:]))


def test_all_7_4_ready_can_be_undone_until_the_last() -> None:
    """ALL-7.4, ALL-23.6, ALL-24.5  S51"""
    entries = {
        "units": {"NFR": "FR 1", "EGE": "GE 1", "ENG": "GB 1"},
        "tokens": {"NFR": "FR invest", "EGE": "GE invest", "ENG": "GB invest"},
        "step": "invest",
    }
    match = match_at(**entries)
    said(match, "4: invest up to 2 in NFR", "4: ready")
    match.undo(FR)
    match.undo(FR)
    said(match, "4: invest up to 1 in NFR", "4: ready", "0: give 1 to FR")
    assert match.can_undo(FR) is None
    assert supply_of(match, FR) == 4
    assert FR not in match.table.deciders()
    said(match, "0: ready", "1: ready")
    for seat in range(6):
        assert match.can_undo(seat) is None
    assert supply_of(match, FR) == 4 - 1 + 3  # invested; then production has followed


def supply_of(match: Match, power: int) -> int:
    assert isinstance(match.table, AlliancesTable)
    return supply(match.table, power)


def test_all_7_11_own_gift_and_undo() -> None:
    """ALL-7.8, ALL-7.11, ALL-10.3, ALL-23.7  S58"""
    entries = {
        "units": {"NFR": "FR 1", "SFR": "FR 1", "EGE": "GE 1"},
        "tokens": {"NFR": "FR invest", "SFR": "FR invest", "EGE": "GE invest"},
        "coins": {"NFR": 3},
        "step": "invest",
    }
    match = match_at(**entries)
    said(match, "4: invest up to 2 in SFR", "4: invest up to 1 in NFR", "4: give 2 to RU")
    assert supply_of(match, FR) == 0 and match.can_undo(FR) is None
    t = match.table
    assert offered(t, "invest", FR) == ["invest up to 0 in NFR", "invest up to 0 in SFR", "invest up to 1 in SFR"]
    said(match, "4: invest up to 0 in SFR")
    assert match.can_undo(FR) is not None
    assert "invest up to 2 in NFR" in offered(t, seat=FR) and "invest up to 3 in NFR" in offered(t, seat=FR)


def test_all_7_8_taking_back_has_an_end() -> None:
    """ALL-7.8  S53"""
    t = lay([], {"WGE": "GE 2"}, {"WGE": "GE move"}, step="move")
    for _ in range(30):
        play(t, "send 1 infantry to BEN", "recall from BEN")
    play(t, "send 1 infantry to BEN")
    assert offered(t, "recall") == [] and "send 1 infantry to BEN" in offered(t) and "go" in offered(t)
    assert refused(t, "recall from BEN") == "ALL-7.8"
    t = lay([], {"WGE": "GE 2", "EGE": "GE 2"}, supply={"GE": 3}, step="pay")
    for _ in range(30):
        play(t, "1: give up WGE", "1: keep WGE")
    play(t, "1: give up WGE")
    assert offered(t, seat=GE) == ["ready", "give up EGE"]
    assert refused(t, "1: keep WGE") == "ALL-7.8"


@pytest.mark.parametrize(
    ("position", "mark", "back"),
    [
        ({"step": "tokens", "units": {"EGE": "GE 1"}}, "place move in EGE", "take the token from EGE"),
        (
            {"step": "invest", "units": {"EGE": "GE 1"}, "tokens": {"EGE": "GE dig"}},
            "dig in EGE towards POL",
            "do not dig in EGE towards POL",
        ),
        (
            {"step": "invest", "units": {"EGE": "GE 1"}, "tokens": {"EGE": "GE invest"}},
            "invest up to 1 in EGE",
            "invest up to 0 in EGE",
        ),
        (
            {"step": "train", "units": {"EGE": "GE 1"}, "tokens": {"EGE": "GE train"}},
            "train infantry in EGE",
            "train nothing in EGE",
        ),
    ],
)
def test_all_7_8_every_mark_can_be_taken_back_so_often(position: dict[str, object], mark: str, back: str) -> None:
    """ALL-7.8"""
    t = lay([], options={"turn.take_backs": 2}, **position)  # type: ignore[arg-type]
    for _ in range(2):
        play(t, mark, back)
        if "invest" in mark or "train" in mark:
            break  # marking again counts both ways
    if mark in offered(t):
        play(t, mark)
    assert refused(t, back) in ("ALL-7.8", "ALL-10.2", "ALL-21.3")


def test_all_7_9_who_is_asked_is_settled_at_the_opening() -> None:
    """ALL-7.6, ALL-7.9  A power whose Invest token can do nothing is not asked, and a gift does not change that."""
    units = {"ENG": "GB 1", "NFR": "FR 1", "EGE": "GE 1"}
    tokens = {"ENG": "GB invest", "NFR": "FR invest", "EGE": "GE dig"}
    t = lay([], units, tokens, supply={"FR": 0, "GB": 4}, step="invest")
    assert t.deciders() == [GB, GE]
    play(t, "0: give 2 to FR")
    assert t.deciders() == [GB, GE] and supply(t, FR) == 2
    play(t, "0: ready", "1: ready")
    assert coins(t, "NFR") == 0


def test_all_7_10_results_are_told_by_power_number() -> None:
    """ALL-7.10, ALL-7.5"""
    units = {"ENG": "GB 1", "NFR": "FR 1", "EGE": "GE 1"}
    tokens = {"ENG": "GB invest", "NFR": "FR invest", "EGE": "GE invest"}
    t = lay([], units, tokens, step="invest", order="FR OT RU GE GB AH")
    play(t, "4: invest up to 1 in NFR", "4: ready", "1: invest up to 2 in EGE", "1: invest up to 1 in EGE", "1: ready")
    play(t, "0: invest up to 1 in ENG", "0: ready")
    assert told(t, "ALL-10.2") == [
        "The British Empire puts 1 coin into England",
        "The German Empire puts 1 coin into E-Germany",
        "The French Republic puts 1 coin into N-France",
    ]


# -- ALL-8: tokens ---------------------------------------------------------------------------------------------------


def test_all_8_1_tokens_lie_where_one_has_units() -> None:
    """ALL-8.1, ALL-8.2, ALL-8.3, ALL-8.5, ALL-2.2"""
    units = {"ENG": "GB 1", "SCO": "GB 1", "ATL": "GB 1, FR 1", "NFR": "FR 1", "IRE": "GB 1"}
    t = lay([], units, step="tokens")
    assert refused(t, "0: place move in NFR") == "ALL-8.1"
    play(t, "0: place dig in ATL", "0: place move in ENG")
    assert refused(t, "0: place train in ENG") == "ALL-8.3"
    assert refused(t, "0: place dig in SCO") == "ALL-2.2"
    play(t, "0: take the token from ATL", "0: place dig in SCO", "4: place move in ATL")
    assert refused(t, "0: take the token from ATL") == "ALL-8.3"
    assert "place move in ATL" in offered(t, seat=GB)  # ALL-8.4


def test_all_8_6_a_power_without_units_lays_nothing() -> None:
    """ALL-8.6"""
    t = lay([], {"ENG": "GB 1", "NTH": "GE 1"}, step="tokens")
    assert t.deciders() == [GB, GE]


def test_all_3_7_a_seat_answers_for_its_powers_one_after_the_other() -> None:
    """ALL-3.3, ALL-3.4, ALL-3.7, ALL-18.3, ALL-23.8  S49"""
    units = {"ATL": "GB 1, FR 1", "RUS": "RU 1", "EGE": "GE 1"}
    t = lay([2], units, step="tokens", seats=2)
    assert t.deciders() == [0, 1]
    play(t, "0: place move in ATL")
    assert refused(t, "0: place move in RUS") == "ALL-8.1"
    play(t, "0: ready", "0: place train in RUS", "0: ready", "0: place move in ATL")
    assert [hand for hand, *_ in t.view(0)["sealed"]] == [GB, RU, FR]  # type: ignore[attr-defined]
    play(t, "0: give 1 to GB")  # from FR, with its fee
    assert supply(t, FR) == 1 and supply(t, GB) == 4
    play(t, "0: ready", "1: ready")
    assert order(t) == "GE GB AH FR OT RU"
    assert told(t, "ALL-9.1") == [
        "The British Empire has laid Move in Atlantic Ocean",
        "The Russian Empire has laid Train units in Russia",
        "The French Republic has laid Move in Atlantic Ocean",
    ]


# -- ALL-9: player order ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rolls", "expected"),
    [([4], "OT RU GE GB AH FR"), ([1], BY_NUMBER), ([6], "AH FR OT RU GE GB"), ([5], "FR AH GB GE RU OT")],
)
def test_all_9_3_the_player_order(rolls: list[int], expected: str) -> None:
    """ALL-9.2, ALL-9.3, ALL-9.4"""
    assert order(lay(rolls, {"ENG": "GB 1"}, step="order")) == expected


@pytest.mark.parametrize(
    ("scenario", "rolls", "expected"),
    [("B", [1, 6, 5], "FR GE RU OT"), ("B", [4], "OT RU GE FR"), ("C", [1, 4, 2], "GE AH FR RU")],
)
def test_all_9_2_absent_powers_are_rolled_again(scenario: str, rolls: list[int], expected: str) -> None:
    """ALL-9.2, ALL-9.3, ALL-9.5  S35"""
    t = lay(rolls, {"RUS": "RU 1"}, step="order", seats=4, options={"scenario": scenario})
    assert order(t) == expected


# -- ALL-10: Invest and Dig trenches ---------------------------------------------------------------------------------


def test_all_10_3_shifting_coins_with_two_invest_tokens() -> None:
    """ALL-10.3  S36"""
    units = {"NFR": "FR 1", "SFR": "FR 1"}
    tokens = {"NFR": "FR invest", "SFR": "FR invest"}
    t = lay([], units, tokens, coins={"NFR": 3}, supply={"FR": 0}, step="invest")
    assert refused(t, "invest up to 2 in SFR") == "ALL-10.3"
    play(t, "invest up to 1 in NFR", "invest up to 2 in SFR", "ready")
    assert (coins(t, "NFR"), coins(t, "SFR")) == (1, 2)
    assert step(t) != "invest" and token(t, "NFR") == ""
    assert told(t, "ALL-10.7") == ["All Invest tokens go back to their owners"]


def test_all_10_2_the_limit() -> None:
    """ALL-10.2, ALL-10.7  S37"""
    units = {"HUN": "AH 1", "WGE": "GE 1"}
    tokens = {"HUN": "AH invest", "WGE": "GE dig"}
    t = lay([], units, tokens, coins={"HUN": 1}, supply={"AH": 6}, step="invest")
    assert offered(t, "invest", AH) == ["invest up to 0 in HUN", "invest up to 2 in HUN", "invest up to 3 in HUN"]
    assert refused(t, "5: invest up to 4 in HUN") == "ALL-10.2"
    assert refused(t, "5: invest up to 1 in HUN") == "ALL-10.2"  # so it is already
    assert refused(t, "5: invest up to 1 in WGE") == "ALL-10.2"
    play(t, "5: invest up to 3 in HUN", "5: ready", "1: ready")
    assert coins(t, "HUN") == 3 and supply(t, AH) == 4 + 3  # production has followed


def test_all_10_4_digging() -> None:
    """ALL-10.4, ALL-10.5, ALL-10.6, ALL-2.7  S38"""
    t = lay([], {"WGE": "GE 1"}, {"WGE": "GE dig"}, "WGE>NFR", step="invest")
    assert len(offered(t, "dig")) == 6
    assert refused(t, "dig in WGE towards NFR") == refused(t, "dig in WGE towards NTH") == "ALL-10.5"
    play(t, "dig in WGE towards BEN", "dig in WGE towards AUS")
    assert refused(t, "dig in WGE towards CZE") == "ALL-10.4"
    play(t, "do not dig in WGE towards AUS", "dig in WGE towards CZE", "ready")
    assert set(trenches(t).split()) == {"WGE>NFR", "WGE>BEN", "WGE>CZE"}


@pytest.mark.parametrize("region", ["LIB", "NTH"])
def test_all_10_6_a_dig_token_without_effect(region: str) -> None:
    """ALL-10.5, ALL-10.6  S38: in Libya and at sea there is nothing to ask."""
    t = lay([], {region: "GE 1"}, {region: "GE dig"}, step="invest")
    assert step(t) not in ("invest", "w1")


def test_all_10_6_an_invest_token_at_sea_is_ignored() -> None:
    """ALL-10.6, ALL-23.5"""
    t = lay([], {"NTH": "GE 1"}, {"NTH": "GE invest"}, step="w1")
    assert step(t) not in ("w1", "invest")


def test_all_10_4_a_dig_token_reaches_no_other_region() -> None:
    """ALL-10.4"""
    t = lay([], {"WGE": "GE 1", "EGE": "GE 1"}, {"WGE": "GE dig"}, step="invest")
    assert refused(t, "dig in EGE towards POL") == "ALL-10.4"
    assert refused(t, "do not dig in WGE towards BEN") == "ALL-10.4"
