"""Chapters 20 to 23: production, payment and mutiny, training, revival, gifts."""

import pytest

from alliances.table import (
    AH,
    BY_NUMBER,
    FR,
    GB,
    GE,
    OT,
    RU,
    answers,
    at,
    coins,
    lay,
    number,
    offered,
    pass_windows,
    play,
    refused,
    step,
    supply,
    token,
    told,
)
from marchland.engine.errors import IllegalAction
from marchland.engine.match import Match
from marchland.games.alliances.game import GAME
from marchland.games.alliances.training import PATTERNS, TRAIN_IN

# -- ALL-20: production, payment, mutiny -----------------------------------------------------------------------------


def test_all_20_6_payment_and_mutiny() -> None:
    """ALL-20.1 to ALL-20.7, ALL-16.6, ALL-2.4, ALL-2.6  S39"""
    units = {"TUR": "OT 2+1", "MEA": "OT 2", "MED": "OT 0+1"}
    t = lay(
        [],
        units,
        {"MEA": "OT train"},
        coins={"TUR": 2, "MEA": 1},
        supply={"OT": 1} | dict.fromkeys(["GB", "GE", "RU", "FR", "AH"], 0),
        step="production",
    )
    pass_windows(t)
    assert supply(t, OT) == 4 and t.deciders() == [OT] and step(t) == "pay"
    assert refused(t, "ready") == "ALL-20.5"
    play(t, "give up TUR")
    assert "ready" in offered(t)  # Middle East and the artillery could be kept instead
    play(t, "keep TUR", "give up MEA", "give up MED", "ready")
    assert supply(t, OT) == 0
    assert at(t, "TUR") == "OT 2+1" and at(t, "MEA") == "neutral 2" and at(t, "MED") == ""
    assert coins(t, "MEA") == 1 and token(t, "MEA") == ""
    assert told(t, "ALL-16.6") == ["The Train units token in Middle East goes back to the Ottoman Empire"]


def test_all_20_1_the_least_production() -> None:
    """ALL-20.1  S40"""
    t = lay([], {"IRE": "GB 1", "NFR": "FR 1", "SFR": "FR 1"}, coins={"IRE": 1, "NFR": 2, "SFR": 2}, step="production")
    assert supply(t, GB) == 6 and supply(t, FR) == 7
    assert coins(t, "NFR") == 2
    assert supply(t, GE) == 6  # without any region


def test_all_20_5_a_region_that_could_be_paid_may_be_given_up() -> None:
    """ALL-20.4, ALL-20.5, ALL-20.6  Artillery becomes neutral infantry."""
    t = lay([], {"BEN": "GB 1+1", "ENG": "GB 1"}, supply={"GB": 9}, step="pay")
    play(t, "give up BEN", "ready")
    assert at(t, "BEN") == "neutral 2" and supply(t, GB) == 8


def test_all_7_9_nothing_to_decide_in_payment() -> None:
    """ALL-7.9, ALL-20.4, ALL-23.5  S57"""
    units = {"BEN": "GB 4", "NFR": "FR 1"}
    for given in ("late", "in time", "never"):
        t = lay([], units, coins={"BEN": 1}, supply={"GB": 0, "FR": 3}, step="production", order="FR GB GE RU OT AH")
        assert step(t) == "w2" and supply(t, GB) == 3
        if given == "in time":
            play(t, "4: give 1 to GB")
            pass_windows(t)
            assert t.deciders() == [GB, FR]
            assert offered(t, seat=GB) == ["ready", "give up BEN"]
            continue
        pass_windows(t)
        assert t.deciders() == [FR]
        if given == "late":
            play(t, "4: give 2 to GB")
        play(t, "4: ready")
        assert at(t, "BEN") == "neutral 4"
        assert supply(t, GB) == (5 if given == "late" else 3)


# -- ALL-21: training ------------------------------------------------------------------------------------------------


def test_all_21_3_the_patterns() -> None:
    """ALL-21.2, ALL-21.3, ALL-21.6, ALL-21.8  S42"""
    units = {"WGE": "GE 1", "EGE": "GE 2"}
    tokens = {"WGE": "GE train", "EGE": "GE train"}
    t = lay([], units, tokens, supply={"GE": 5}, step="train")
    assert offered(t, "train") == [
        "train infantry in EGE",
        "train two_infantry in EGE",
        "train artillery in EGE",
        "train upgrade in EGE",
        "train two_upgrades in EGE",
        "train infantry in WGE",
        "train upgrade in WGE",
    ]
    assert refused(t, "train two_infantry in WGE") == "ALL-21.2"
    for pattern, after in (
        ("infantry", "GE 3"),
        ("two_infantry", "GE 4"),
        ("artillery", "GE 2+1"),
        ("upgrade", "GE 1+1"),
        ("two_upgrades", "GE 0+2"),
    ):
        t = lay([], units, tokens, supply={"GE": 5}, step="train")
        play(t, f"train {pattern} in EGE", "train upgrade in WGE", "ready")
        assert at(t, "EGE") == after and at(t, "WGE") == "GE 0+1"
        assert supply(t, GE) == 5 - 1 - (1 if pattern in ("infantry", "upgrade") else 2)
    t = lay([], units, tokens, supply={"GE": 1}, step="train")
    play(t, "train upgrade in EGE")
    assert offered(t, "train") == ["train nothing in EGE", "train infantry in EGE"]
    assert refused(t, "train infantry in WGE") == "ALL-21.6"


def test_all_21_7_the_stock() -> None:
    """ALL-2.1, ALL-2.5, ALL-21.7  S43"""
    units = {"RUS": "RU 2", "UKR": "RU 1", "FIN": "RU 11", "BAL": "RU 0+1"}
    t = lay([], units, {"RUS": "RU train", "UKR": "RU train"}, supply={"RU": 4}, step="train")
    assert refused(t, "train infantry in RUS") == refused(t, "train two_infantry in RUS") == "ALL-21.7"
    play(t, "train upgrade in UKR")
    assert "train infantry in RUS" in offered(t) and "train two_infantry in RUS" not in offered(t)
    play(t, "train infantry in RUS")
    assert refused(t, "train nothing in UKR") == "ALL-21.7"
    play(t, "ready")
    assert at(t, "RUS") == "RU 3" and at(t, "UKR") == "RU 0+1"


def test_all_21_7_the_stock_of_artillery() -> None:
    """ALL-2.1, ALL-2.5, ALL-21.7"""
    t = lay([], {"RUS": "RU 2", "FIN": "RU 0+4"}, {"RUS": "RU train"}, supply={"RU": 4}, step="train")
    assert "train artillery in RUS" in offered(t) and "train two_upgrades in RUS" not in offered(t)
    t = lay([], {"RUS": "RU 2", "FIN": "RU 0+5"}, {"RUS": "RU train"}, supply={"RU": 4}, step="train")
    assert offered(t, "train") == ["train infantry in RUS", "train two_infantry in RUS"]


def test_all_21_5_a_train_token_at_sea_is_ignored() -> None:
    """ALL-21.5, ALL-23.5, ALL-21.8"""
    t = lay([], {"BLT": "RU 3"}, {"BLT": "RU train"}, step="train")
    assert step(t) != "train"
    t = lay([], {"UKR": "RU 0+1"}, {"UKR": "RU train"}, step="train")
    assert refused(t, "train upgrade in UKR") == "ALL-21.8"
    assert refused(t, "train infantry in RUS") == "ALL-21.1"


@pytest.mark.parametrize("pattern", [len(PATTERNS), len(PATTERNS) + 1])
def test_all_21_3_there_are_no_other_patterns(pattern: int) -> None:
    """ALL-21.3  An action whose number says something else is refused like any other."""
    t = lay([], {"EGE": "GE 2"}, {"EGE": "GE train"}, step="train")
    with pytest.raises(IllegalAction):
        t.play(GE, int(TRAIN_IN.of(number("EGE"), pattern)))


@pytest.mark.parametrize(("paid", "left"), [("all", 2), ("trained", 2), ("revived", 3), ("none", 3)])
def test_all_21_6_which_training_is_paid(paid: str, left: int) -> None:
    """ALL-21.6"""
    t = lay([], {"UKR": "RU 3"}, {"UKR": "RU train"}, step="train", options={"added_units_pay": paid})
    play(t, "train infantry in UKR", "ready")
    assert supply(t, RU) == left


# -- ALL-22: revival -------------------------------------------------------------------------------------------------

REST = {"ENG": "GB 3", "EGE": "GE 3", "RUS": "RU 3", "TUR": "OT 3", "HUN": "AH 3", "NFR": "FR 3"}


def test_all_22_1_revival() -> None:
    """ALL-22.1, ALL-22.2, ALL-22.4, ALL-22.5  S44"""
    units = {region: said for region, said in REST.items() if region != "NFR"} | {"SPA": "FR 1"}
    t = lay([], units, supply={"FR": 2}, step="revive")
    assert t.deciders() == [FR]
    assert offered(t) == ["done", "add infantry in SPA", "add artillery in SPA"]
    assert refused(t, "add infantry in NFR") == "ALL-22.2"
    play(t, "add infantry in SPA")
    assert offered(t) == ["done", "add infantry in SPA"] and supply(t, FR) == 1
    assert refused(t, "add artillery in SPA") == "ALL-22.1"
    play(t, "add infantry in SPA")
    assert at(t, "SPA") == "FR 3" and supply(t, FR) == 0
    assert step(t) == "tokens" and t.round == 2


def test_all_22_1_a_power_with_unit_cost_three_revives_nothing() -> None:
    """ALL-22.1, ALL-4.5"""
    assert step(lay([], REST, step="revive")) == "tokens"


def test_all_22_3_revival_without_land() -> None:
    """ALL-22.3, ALL-22.6, ALL-22.7, ALL-22.8, ALL-4.5  S45"""
    units = {region: said for region, said in REST.items() if region not in ("ENG", "EGE")}
    units |= {"BLT": "GE 1", "POL": "neutral 1"}
    t = lay([], units, coins={"BEN": 2}, supply={"GB": 3, "GE": 2}, order=BY_NUMBER, step="revive")
    assert t.deciders() == [GB]
    assert "add infantry in POL" not in offered(t) and "add infantry in NFR" not in offered(t)
    play(t, "add infantry in BEN")
    assert offered(t) == ["done", "add infantry in BEN", "add artillery in BEN"]
    play(t, "add infantry in BEN", "add infantry in BEN")
    assert at(t, "BEN") == "GB 3" and coins(t, "BEN") == 2 and supply(t, GB) == 0
    assert t.deciders() == [GE]
    assert "add infantry in BEN" not in offered(t) and "add artillery in NTH" in offered(t)
    play(t, "add infantry in NTH")
    assert offered(t) == ["done", "add infantry in NTH"]
    play(t, "done")
    assert at(t, "NTH") == "GE 1" and at(t, "BLT") == "GE 1"


@pytest.mark.parametrize(("paid", "left"), [("all", 0), ("revived", 0), ("trained", 1), ("none", 1)])
def test_all_22_4_which_revival_is_paid(paid: str, left: int) -> None:
    """ALL-22.4"""
    units = {region: said for region, said in REST.items() if region != "NFR"} | {"SPA": "FR 2"}
    t = lay([], units, supply={"FR": 1}, step="revive", options={"added_units_pay": paid})
    play(t, "add infantry in SPA")
    assert supply(t, FR) == left and step(t) == "tokens"


# -- ALL-23: gifts ---------------------------------------------------------------------------------------------------


def test_all_23_1_gifts() -> None:
    """ALL-23.1, ALL-23.2, ALL-23.3, ALL-23.5  S41"""
    units = {"HUN": "AH 5", "TUR": "OT 5"}
    broke = dict.fromkeys(["GB", "GE", "RU", "FR"], 0)
    t = lay([], units, supply={"AH": 8, "OT": 3} | broke, step="w2", order="AH FR OT RU GE GB")
    play(t, "give 2 to OT")
    assert supply(t, AH) == 5 and supply(t, OT) == 5
    assert t.deciders() == [AH]  # asked again
    for purse, gifts in ((2, ["give 1 to OT"]), (1, [])):
        t = lay([], units, supply={"AH": purse, "OT": 1} | broke, step="w2", order="AH FR OT RU GE GB")
        if gifts:
            assert [one for one in offered(t, "give") if one.endswith("OT")] == gifts
        else:
            assert step(t) != "w2"


def test_all_23_5_a_window_goes_round_in_circles() -> None:
    """ALL-23.1, ALL-23.5  S52"""
    supplies = {"GB": 3, "GE": 0, "RU": 6, "OT": 0, "FR": 1, "AH": 2}
    units = {"UKR": "RU 3"}
    t = lay([], units, {"UKR": "RU train"}, supply=supplies, order=BY_NUMBER, step="w3")
    play(t, "0: pass", "2: give 2 to FR")
    assert supply(t, RU) == 3 and supply(t, FR) == 3
    play(t, "2: pass", "4: pass", "5: pass", "0: pass")
    assert step(t) != "w3"


@pytest.mark.parametrize(
    ("units", "tokens", "paid", "opens"),
    [
        (REST, {"RUS": "RU train"}, "all", True),
        (REST, {"RUS": "RU train"}, "trained", True),
        (REST, {"RUS": "RU train"}, "revived", False),
        (REST, {"RUS": "RU train"}, "none", False),
        (REST | {"NFR": "FR 2"}, {}, "all", True),
        (REST | {"NFR": "FR 2"}, {}, "revived", True),
        (REST | {"NFR": "FR 2"}, {}, "trained", False),
        (REST | {"NFR": "FR 2"}, {}, "none", False),
        (REST, {}, "all", False),
    ],
)
def test_all_23_5_when_the_third_window_opens(
    units: dict[str, str], tokens: dict[str, str], paid: str, opens: bool
) -> None:
    """ALL-23.5  S59"""
    t = lay([], units, tokens, step="w3", options={"added_units_pay": paid})
    assert (step(t) == "w3") == opens


@pytest.mark.parametrize(("trading", "beside", "window"), [("anytime", 1, 1), ("windows", 0, 1), ("off", 0, 0)])
def test_all_23_4_when_coins_can_be_given(trading: str, beside: int, window: int) -> None:
    """ALL-23.4, ALL-23.5"""
    options = {"coin_trading": trading}
    t = lay([], {"ENG": "GB 1"}, step="tokens", options=options)
    assert bool(answers(t, GB)) == bool(beside)
    assert answers(t, GE) == []
    if not beside:
        assert refused(t, "0: give 1 to GE") == "ALL-23.4"
    else:
        assert refused(t, "0: give 3 to GE") == "ALL-23.1"
    t = lay([], {"ENG": "GB 1"}, {"ENG": "GB invest"}, step="w1", options=options)
    assert (step(t) == "w1") == bool(window)


def test_all_23_4_no_gifts_in_the_setup() -> None:
    """ALL-23.4"""
    t = GAME.deal(6, 0, {"setup": "expert"})
    assert all(t.asides(seat).total == 0 for seat in range(6))
    assert refused(t, "0: give 1 to GE") == "ALL-23.4"


def test_all_23_7_bound_coins() -> None:
    """ALL-10.2, ALL-23.7  S46"""
    units = {"NFR": "FR 1", "EGE": "GE 1"}
    t = lay([], units, {"NFR": "FR invest", "EGE": "GE dig"}, coins={"NFR": 1}, step="invest")
    play(t, "4: invest up to 3 in NFR")
    assert answers(t, FR) == []
    play(t, "4: invest up to 1 in NFR")
    assert [one for one in answers(t, FR) if one.endswith("RU")] == ["give 1 to RU", "give 2 to RU"]
    play(t, "4: invest up to 0 in NFR")
    assert [one for one in answers(t, FR) if one.endswith("RU")] == ["give 1 to RU", "give 2 to RU"]
    t = lay([], {"UKR": "RU 1", "EGE": "GE 1"}, {"UKR": "RU train", "EGE": "GE train"}, supply={"RU": 2}, step="train")
    play(t, "2: train infantry in UKR")
    assert answers(t, RU) == []


@pytest.mark.parametrize(("paid", "bound"), [("all", True), ("trained", True), ("revived", False), ("none", False)])
def test_all_23_7_training_that_is_not_paid_binds_nothing(paid: str, bound: bool) -> None:
    """ALL-21.6, ALL-23.7"""
    units, tokens = {"UKR": "RU 1", "EGE": "GE 1"}, {"UKR": "RU train", "EGE": "GE train"}
    t = lay([], units, tokens, supply={"RU": 2}, step="train", options={"added_units_pay": paid})
    play(t, "2: train infantry in UKR")
    assert ("give 1 to FR" in answers(t, RU)) == (not bound)


def test_all_23_8_one_seat_several_givers() -> None:
    """ALL-3.7, ALL-23.4, ALL-23.6, ALL-23.8  S65"""
    units = {"ENG": "GB 1", "RUS": "RU 1", "EGE": "GE 1"}
    tokens = {"ENG": "GB invest", "RUS": "RU invest", "EGE": "GE dig"}
    t = lay([], units, tokens, step="invest", seats=2)
    assert "give 1 to GB" not in answers(t, 0) and "give 1 to RU" in answers(t, 0)
    play(t, "0: ready")
    assert "give 1 to GB" in answers(t, 0)
    play(t, "0: give 1 to GB")
    assert supply(t, RU) == 1 and supply(t, GB) == 4
    assert t.sealed[GB] != [] and offered(t, "invest", 0) == ["invest up to 1 in RUS"]


def test_all_24_5_what_can_be_undone_in_part_four_and_in_revival() -> None:
    """ALL-24.5, ALL-11.6"""
    start = lay([], {"WGE": "GE 2", "EGE": "GE 1"}, {"WGE": "GE move", "EGE": "GE move"}, step="move")
    match = Match(GAME, 6, base=start.to_data())
    for action in ("move from WGE", "send 1 infantry to BEN", "recall from BEN", "send 2 infantry to BEN"):
        match.play(GE, GAME.parse(action))
    for _ in range(4):
        match.undo(GE)
    assert match.table == start
    for action in ("move from WGE", "send 1 infantry to BEN", "go"):
        match.play(GE, GAME.parse(action))
    assert match.table.deciders() == [GE] and match.can_undo(GE) is None
    units = {region: said for region, said in REST.items() if region != "NFR"} | {"SPA": "FR 1"}
    match = Match(GAME, 6, base=lay([], units, step="revive").to_data())
    match.play(FR, GAME.parse("add infantry in SPA"))
    assert match.can_undo(FR) is not None
    match.play(FR, GAME.parse("give 1 to GB"))
    assert match.can_undo(FR) is None


def test_all_24_5_a_power_that_has_nothing_left_to_add_takes_nothing_back() -> None:
    """ALL-24.5, ALL-7.6, ALL-3.7  Its seat is asked for its next power, and cannot undo what was done for the last."""
    units = {"SPA": "FR 1", "SCO": "GB 1", "RUS": "RU 3", "EGE": "GE 3", "TUR": "OT 3", "HUN": "AH 3"}
    start = lay([], units, supply={"GB": 1, "FR": 2}, step="revive", seats=2)
    match = Match(GAME, 2, base=start.to_data())
    match.play(0, GAME.parse("add infantry in SCO"))
    assert match.table.deciders() == [0] and offered(match.table, "add infantry") == ["add infantry in SPA"]
    assert match.can_undo(0) is None
    match.play(0, GAME.parse("add infantry in SPA"))
    assert match.can_undo(0) is not None


def test_all_24_3_team_mates_see_tokens_and_marks_with_team_view() -> None:
    """ALL-24.2, ALL-24.3"""
    for view, seen in (("off", [[GB]]), ("on", [[GB], [RU], [FR]])):
        t = lay([], REST, step="tokens", options={"team_view": view})
        play(t, "2: place move in RUS")
        visible = t.view(GB)["sealed"]
        assert isinstance(visible, list)
        assert [hand[:1] for hand in visible] == seen
        assert t.view(-1)["sealed"] == [] and all(hand[0] in (GE, OT, AH) for hand in t.view(GE)["sealed"])  # type: ignore[attr-defined]
