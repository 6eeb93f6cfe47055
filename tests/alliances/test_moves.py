"""Chapters 11, 12 and 13: Move tokens, movement, sea regions and straits."""

import pytest

from alliances.table import FR, GB, GE, RU, at, coins, lay, offered, play, refused, step, supply, targets, token

# -- ALL-11: the Move tokens -----------------------------------------------------------------------------------------


def test_all_11_1_command_rounds_and_a_captured_move_token() -> None:
    """ALL-11.1, ALL-11.8, ALL-16.3, ALL-16.5  S33"""
    units = {"WGE": "GE 3", "BEN": "GB 1", "RUS": "RU 1"}
    tokens = {"WGE": "GE move", "BEN": "GB move", "RUS": "RU move"}
    t = lay([5, 5, 1, 1], units, tokens, order="OT RU GE GB AH FR", step="move")
    assert t.deciders() == [RU]
    play(t, "go")
    assert t.deciders() == [GE]
    play(t, "send 3 infantry to BEN", "go", "retreat 1 infantry and 0 artillery", "withdraw 0 infantry and 0 artillery")
    # GB holds none any more and is skipped; GE resolves the captured token in the next command round.
    assert t.deciders() == [GE] and step(t) == "plan" and t.origin == 7
    assert token(t, "BEN") == ""
    play(t, "send 2 infantry to NTH", "go")
    assert at(t, "NTH") == "GE 2" and step(t) != "plan"


def test_all_11_1_each_power_resolves_one_token_at_a_time() -> None:
    """ALL-11.1, ALL-11.3"""
    units = {"WGE": "GE 1", "EGE": "GE 1", "ENG": "GB 1"}
    tokens = {"WGE": "GE move", "EGE": "GE move", "ENG": "GB move"}
    t = lay([], units, tokens, order="GE GB AH FR OT RU", step="move")
    assert offered(t) == ["move from EGE", "move from WGE"]
    assert refused(t, "move from ENG") == "ALL-11.3"
    play(t, "move from WGE", "go")
    assert t.deciders() == [GB]
    play(t, "go")
    assert t.deciders() == [GE] and step(t) == "plan"


def test_all_11_1_all_tokens_in_one_turn() -> None:
    """ALL-11.1, ALL-11.8, ALL-16.5  `move_turns = all`: GE goes on, with the token that it has just captured too."""
    units = {"WGE": "GE 2", "EGE": "GE 1", "BEN": "GB 1", "ENG": "GB 1"}
    tokens = {"WGE": "GE move", "EGE": "GE move", "BEN": "GB move", "ENG": "GB move"}
    options = {"move_turns": "all"}
    t = lay([5, 1, 1], units, tokens, order="GE GB AH FR OT RU", step="move", options=options)
    play(t, "move from WGE", "send 2 infantry to BEN", "go", "retreat 1 infantry and 0 artillery")
    play(t, "withdraw 0 infantry and 0 artillery")
    assert t.deciders() == [GE] and offered(t) == ["move from EGE", "move from BEN"]
    play(t, "move from BEN", "go", "go")
    assert t.deciders() == [GB] and t.origin == 0


def test_all_11_2_a_token_may_be_spent_without_moving() -> None:
    """ALL-11.2"""
    t = lay([], {"WGE": "GE 2"}, {"WGE": "GE move"}, step="move")
    assert "pass" not in offered(t)
    play(t, "go")
    assert token(t, "WGE") == "" and at(t, "WGE") == "GE 2"


def test_all_11_4_units_go_to_different_regions_and_some_stay() -> None:
    """ALL-11.4, ALL-11.6"""
    t = lay([], {"WGE": "GE 4+1"}, {"WGE": "GE move"}, step="move")
    assert "send 4 infantry to BEN" in offered(t) and "send 5 infantry to BEN" not in offered(t)
    play(t, "send 1 infantry to BEN", "send 1 artillery to BEN", "send 2 infantry to SWI")
    assert at(t, "WGE") == "GE 4+1"  # nothing has moved yet
    assert "send 2 infantry to DEN" not in offered(t)
    assert refused(t, "send 2 infantry to DEN") == "ALL-11.4"
    play(t, "recall from SWI", "send 2 infantry to DEN", "go")
    assert [at(t, region) for region in ("WGE", "BEN", "SWI", "DEN")] == ["GE 1", "GE 1+1", "", "GE 2"]


def test_all_11_5_two_tokens_one_unit() -> None:
    """ALL-11.5  S32"""
    t = lay([], {"SFR": "FR 1", "NFR": "FR 2"}, {"SFR": "FR move", "NFR": "FR move"}, step="move")
    play(t, "move from SFR", "send 1 infantry to NFR", "go")
    assert "send 3 infantry to BEN" in offered(t)


def test_all_11_7_plunder_by_region_then_battles_as_chosen() -> None:
    """ALL-11.7, ALL-12.7"""
    units = {"WGE": "GE 4+4", "NFR": "FR 1", "SWI": "neutral 1"}
    t = lay([], units, {"WGE": "GE move"}, coins={"DEN": 2, "BEN": 1}, step="move")
    play(t, "send 1 infantry to DEN", "send 1 infantry to BEN", "send 2 artillery to NFR", "send 2 artillery to SWI")
    play(t, "go")
    assert offered(t) == ["steal 0", "steal 1"]  # Benelux comes first
    play(t, "steal 1")
    assert offered(t) == ["steal 0", "steal 1", "steal 2"]
    play(t, "steal 2")
    assert supply(t, GE) == 6
    assert offered(t) == ["fight in NFR", "fight in SWI"]
    assert refused(t, "fight in BEN") == "ALL-11.7"
    play(t, "fight in SWI")
    assert at(t, "SWI") == "GE 0+2" and at(t, "NFR") == "FR 1"


def test_all_11_8_a_token_won_back_waits_for_its_turn() -> None:
    """ALL-11.5, ALL-11.8, ALL-16.6  S56"""
    units = {"WGE": "GE 2", "EGE": "GE 1", "NFR": "FR 1", "SFR": "FR 3"}
    tokens = {"WGE": "GE move", "EGE": "GE move", "NFR": "FR move", "SFR": "FR move"}
    dice = [5, 1, 3, 5, 1, 1, 2]
    t = lay(dice, units, tokens, order="GE GB AH FR OT RU", step="move")
    play(t, "move from WGE", "send 2 infantry to NFR", "go", "retreat 1 infantry and 0 artillery")
    play(t, "withdraw 0 infantry and 0 artillery")
    assert at(t, "NFR") == "GE 1"
    assert t.deciders() == [FR] and t.origin == 25
    play(t, "send 3 infantry to NFR", "go", "retreat 1 infantry and 0 artillery", "withdraw 0 infantry and 0 artillery")
    assert at(t, "NFR") == "FR 2" and token(t, "NFR") == "FR move"
    assert t.deciders() == [GE]
    play(t, "go")
    assert t.deciders() == [FR] and "send 2 infantry to BEN" in offered(t)


# -- ALL-12: movement ------------------------------------------------------------------------------------------------


def test_all_12_2_roads() -> None:
    """ALL-12.2, ALL-12.4, ALL-12.5, ALL-12.6  S25"""
    units = {"ENG": "GB 2", "NFR": "FR 1", "BEN": "neutral 1", "WGE": "GE 1"}
    near = {"SCO", "NAO", "ATL", "NTH"}
    t = lay([], units, {"ENG": "GB move"}, coins={"NFR": 1}, step="move")
    assert targets(t) == near | {"BEN", "WGE", "SFR", "SWI"}
    assert refused(t, "send 1 infantry to NFR") == "ALL-12.5"
    assert refused(t, "send 1 infantry to ENG") == "ALL-12.5"
    assert refused(t, "send 1 infantry to SPA") == "ALL-12.1"
    t = lay([], units, {"ENG": "GB move"}, step="move")
    assert targets(t) == near


def test_all_12_4_no_road_through_unoccupied_land() -> None:
    """ALL-12.4  S25"""
    t = lay([], {"MEA": "OT 1"}, {"MEA": "OT move"}, coins={"EGY": 2}, step="move")
    assert "EGY" in targets(t) and "LIB" not in targets(t)


def test_all_12_3_only_one_region_is_moved_through() -> None:
    """ALL-12.3  S26"""
    units = {"WGE": "GE 2", "NFR": "GE 1", "SFR": "GE 1"}
    for options, reached in (({}, False), ({"road_steps": "chain"}, True)):
        t = lay([], units, {"WGE": "GE move"}, coins={"NFR": 1, "SFR": 1}, step="move", options=options)
        assert "SFR" in targets(t) and ("SPA" in targets(t)) == reached


def test_all_12_3_a_chain_needs_a_coin_in_every_link() -> None:
    """ALL-12.3"""
    units = {"WGE": "GE 2", "NFR": "GE 1", "SFR": "GE 1"}
    options = {"road_steps": "chain"}
    t = lay([], units, {"WGE": "GE move"}, coins={"SFR": 1}, step="move", options=options)
    assert "SFR" not in targets(t) and "SPA" not in targets(t)


def test_all_12_7_plunder() -> None:
    """ALL-12.7  S31"""
    t = lay([], {"UKR": "RU 1"}, {"UKR": "RU move"}, coins={"ROM": 2}, step="move")
    play(t, "send 1 infantry to ROM", "go")
    assert offered(t) == ["steal 0", "steal 1", "steal 2"]
    assert refused(t, "steal 3") == "ALL-12.7"
    play(t, "steal 2")
    assert coins(t, "ROM") == 0 and supply(t, RU) == 3 + 2 + 3  # production has followed


def test_all_12_8_whoever_retreats_plunders_nothing() -> None:
    """ALL-12.8, ALL-1.11  S31"""
    units = {"HUN": "AH 3", "POL": "RU 1", "RUS": "GB 1", "EGE": "GE 1", "BAL": "GB 1", "UKR": "GB 1", "CZE": "GE 1"}
    t = lay([3, 1, 1, 1], units | {"CZE": "AH 3", "HUN": "AH 1"}, {"CZE": "AH move"}, coins={"ROM": 2}, step="move")
    play(t, "send 3 infantry to POL", "go", "retreat 1 infantry and 0 artillery")
    assert at(t, "ROM") == "RU 1" and coins(t, "ROM") == 2 and supply(t, RU) == 3
    assert step(t) == "pull_back"


def test_all_12_9_land_left_by_all_is_unoccupied_and_12_11_plundering_friends() -> None:
    """ALL-12.7, ALL-12.9, ALL-12.11  S64"""
    units = {"SFR": "FR 1", "NFR": "FR 2", "ATL": "GB 1"}
    tokens = {"SFR": "FR move", "NFR": "FR move", "ATL": "GB move"}
    for first in ("GB", "FR"):
        t = lay([], units, tokens, coins={"SFR": 2}, order="FR OT RU GE GB AH", step="move")
        play(t, "move from SFR", "send 1 infantry to SPA", "go")
        assert at(t, "SFR") == "" and coins(t, "SFR") == 2
        if first == "GB":
            play(t, "send 1 infantry to SFR", "go", "steal 2")
            assert supply(t, GB) == 5
        else:
            play(t, "go", "send 1 infantry to SFR", "go")
            assert t.deciders() == [FR] and offered(t) == ["steal 0", "steal 1", "steal 2"]


# -- ALL-13: sea regions and straits ---------------------------------------------------------------------------------


def test_all_13_1_sharing_a_sea() -> None:
    """ALL-8.4, ALL-13.1, ALL-16.9  S30"""
    tokens = {"NTH": "GB move, GE move"}
    t = lay([], {"NTH": "GB 2, GE 2"}, tokens, order="GB GE RU OT FR AH", step="move")
    assert t.deciders() == [GB] and "send 2 infantry to ENG" in offered(t)
    play(t, "send 2 infantry to ENG", "go")
    assert t.deciders() == [GE] and at(t, "NTH") == "GE 2"


@pytest.mark.parametrize(
    ("power", "bulgaria", "legal"),
    [
        ("OT", "neutral 1", False),
        ("OT", "", True),
        ("OT", "AH 1", True),
        ("OT", "RU 1", False),
        ("RU", "neutral 1", False),
        ("RU", "", False),
        ("RU", "AH 1", False),
    ],
)
def test_all_13_4_a_strait_is_closed_by_an_enemy_shore(power: str, bulgaria: str, legal: bool) -> None:
    """ALL-13.4  S27"""
    units = {"MED": f"{power} 1", "TUR": "OT 1"} | ({"BUL": bulgaria} if bulgaria else {})
    t = lay([], units, {"MED": f"{power} move"}, step="move")
    assert ("BLK" in targets(t)) == legal


def test_all_13_7_by_road_past_a_strait() -> None:
    """ALL-13.7  S27 and S29"""
    t = lay([], {"MED": "OT 1", "TUR": "OT 1", "BUL": "neutral 1"}, {"MED": "OT move"}, coins={"TUR": 1}, step="move")
    assert "BLK" in targets(t)
    units = {"ATL": "FR 2", "NFR": "FR 1", "ENG": "GE 1"}
    for with_coin in (True, False):
        t = lay([], units, {"ATL": "FR move"}, coins={"NFR": 1} if with_coin else {}, step="move")
        assert ("NTH" in targets(t)) == with_coin


def test_all_13_5_no_opening_by_the_same_plan() -> None:
    """ALL-13.5, ALL-13.8  S28"""
    t = lay([], {"NTH": "GE 4", "ENG": "GB 1", "NFR": "FR 1"}, {"NTH": "GE move"}, step="move")
    assert {"ENG", "NAO"} <= targets(t) and "ATL" not in targets(t)
    play(t, "send 3 infantry to ENG")
    assert refused(t, "send 1 infantry to ATL") == "ALL-13.4"


def test_all_13_6_the_crossing_by_land_is_an_ordinary_border() -> None:
    """ALL-13.3, ALL-13.6, ALL-15.10  Units at sea do not block it."""
    t = lay([], {"SWE": "AH 2", "DEN": "GB 1", "NTH": "GB 3", "BLT": "RU 2"}, {"SWE": "AH move"}, step="move")
    assert {"DEN", "NOR", "FIN", "NTH", "BLT"} == targets(t)


def test_all_13_3_and_2_4_at_every_strait_both_lands_and_both_seas_are_adjacent() -> None:
    """ALL-1.15, ALL-13.3, ALL-13.8"""
    from marchland.games.alliances.regions import EUROPE

    joined = [("ENG", "NFR"), ("SPA", "NAF"), ("SWE", "DEN"), ("BUL", "TUR")]
    seas = [("ATL", "NTH"), ("ATL", "MED"), ("NTH", "BLT"), ("MED", "BLK"), ("NAO", "ATL"), ("NAO", "NTH")]
    for one, other in joined + seas:
        assert EUROPE.adjacent(EUROPE.number[one], EUROPE.number[other])
