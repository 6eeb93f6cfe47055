"""Chapters 1 and 2, and what else holds everywhere: whose a region is, what stays where, what everybody sees."""

import pytest

from alliances.table import (
    AH,
    CODES,
    FR,
    GB,
    GE,
    OT,
    RU,
    at,
    coins,
    deal,
    lay,
    number,
    offered,
    order,
    play,
    refused,
    step,
    supply,
    targets,
    told,
    trenches,
)
from marchland.engine.errors import IllegalAction, UsageError
from marchland.engine.game import read_text
from marchland.games.alliances.game import GAME
from marchland.games.alliances.powers import NAMES, TEAMS, team_of
from marchland.games.alliances.regions import LAND, read_europe

UNITS = {"NFR": "FR 2+1", "BEN": "GB 1", "WGE": "GE 1", "SWI": "neutral 2", "ATL": "FR 1, GE 2"}


def mask(*codes: str) -> int:
    return sum(1 << number(code) for code in codes)


def test_all_1_8_whose_a_region_is() -> None:
    """ALL-1.6 to ALL-1.10, ALL-1.13, ALL-1.14, ALL-1.16  For France; coins alone own nothing."""
    t = lay([], UNITS, coins={"SFR": 2}, step="tokens")
    assert t.lands(FR) == mask("NFR") and t.lands(GE) == mask("WGE")
    assert t.friendly(FR) == mask("NFR", "BEN")
    assert t.hostile(FR) == mask("WGE", "SWI")
    assert t.unoccupied() == LAND & ~mask("NFR", "BEN", "WGE", "SWI")
    assert t.owner[number("SFR")] == -1 and t.owner[number("ATL")] == -1


def test_all_1_3_the_unit_cost() -> None:
    """ALL-1.1, ALL-1.3  At sea too, and for each power by itself."""
    t = lay([], UNITS, step="tokens")
    assert [t.unit_cost(power) for power in (FR, GB, GE, RU)] == [5, 1, 3, 0]


def test_all_1_12_while_a_battle_is_open_its_region_is_the_defenders() -> None:
    """ALL-1.12, ALL-14.1  All attackers of one token fight in one battle, and are nowhere else."""
    t = lay([], {"WGE": "GE 4", "BEN": "FR 2", "NFR": "FR 1"}, {"WGE": "GE move"}, step="move")
    play(t, "send 2 infantry to BEN", "send 2 infantry to NFR", "go")
    assert step(t) == "battles" and at(t, "WGE") == ""
    assert t.lands(FR) == mask("BEN", "NFR") and t.pieces(GE, 0) == 4
    with pytest.raises(UsageError, match="BEN has units of GE and FR"):
        lay([], {"BEN": "FR 1, GE 1"}, step="tokens")


def test_all_2_1_positions_keep_to_the_pieces() -> None:
    """ALL-2.1, ALL-2.2, ALL-2.3, ALL-2.6, ALL-16.9  Of neutral infantry there is no end, and it is never artillery."""
    lay([], {"BEN": "neutral 40", "ENG": "GB 1"}, step="tokens")
    for units, tokens in (
        ({"BEN": "GB 15"}, {}),
        ({"BEN": "neutral 1+1"}, {}),
        ({"BEN": "GB 1"}, {"BEN": "GB move, FR move"}),
        ({"BEN": "GB 1"}, {"NFR": "GB move"}),
        ({"NTH": "GB 1"}, {"NTH": "GE move"}),
    ):
        with pytest.raises(UsageError, match="The position cannot be"):
            lay([], {"ENG": "GB 1"} | units, tokens, step="tokens")


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({"units": {"NTH": [["neutral", 1]]}}, "NTH is a sea and has neutral units"),
        ({"coins": {"IRE": 3}}, "IRE can hold coins up to 2, not 3"),
        ({"units": {"ENG": [["GB", 15]]}}, "GB has 15 infantry and 0 artillery, and 14 and 5 are all"),
        ({"tokens": {"IRE": [["GB", "move"]]}}, "IRE has a token and no units"),
        ({"tokens": {"ENG": [["GE", "invest"]]}, "step": "invest"}, "ENG has a token to invest or to dig of a power"),
        ({"attackers": {"NFR": [1, 0]}, "step": "move"}, "there is a plan or a battle, and no origin"),
        (
            {"agenda": [{"step": "plan"}], "mover": "GB", "origin": "ENG", "plan": {"NFR": [3, 0]}, "step": "move"},
            "the plan sends more units from ENG than there are",
        ),
        ({"options": {"setup": "expert"}, "step": "give_up", "drafted": {"GB": ["SCO"]}}, "GB has drafted a card"),
        ({"seats": 4, "supply": {"FR": 9}}, "FR is not in the game and has no 'supply'"),
        ({"seats": 4, "tokens": {"ENG": [["FR", "train"]]}}, "FR is not in the game and has no 'tokens'"),
        ({"seats": 2, "powers": {"GB": 0, "GE": 1}}, "all six, or two of each team"),
        ({"seats": 2, "powers": {"GB": 0, "RU": 0, "GE": 0, "OT": 1}}, "gives seat 0 no power, or powers of both"),
        ({"seats": 6, "scenario": "4A"}, "gives seat 3 no power"),
    ],
)
def test_all_1_13_a_position_that_cannot_be_says_why(position: dict[str, object], sentence: str) -> None:
    """ALL-1.12, ALL-1.13, ALL-2.1, ALL-3.2, ALL-3.3, ALL-6.3, ALL-10.2, ALL-10.7, ALL-11.4, ALL-14.1, ALL-16.6"""
    with pytest.raises(UsageError, match=sentence):
        GAME.position({"units": {"ENG": [["GB", 2]]}} | position)


def test_all_2_8_coins_and_trenches_stay() -> None:
    """ALL-2.7, ALL-2.8, ALL-12.9, ALL-16.1"""
    t = lay(
        [], {"WGE": "GE 0+1", "NFR": "FR 1"}, {"WGE": "GE move"}, "NFR>WGE", coins={"NFR": 3, "WGE": 1}, step="move"
    )
    play(t, "send 1 artillery to NFR", "go", "steal 1", "withdraw 0 infantry and 0 artillery")
    assert at(t, "NFR") == "GE 0+1" and coins(t, "NFR") == 2 and coins(t, "WGE") == 1
    assert trenches(t) == "NFR>WGE"


def test_all_2_9_everybody_sees_supplies_and_24_1_all_that_is_open() -> None:
    """ALL-2.9, ALL-24.1, ALL-9.1, ALL-9.6"""
    t = lay([], UNITS, {"NFR": "FR move"}, coins={"NFR": 2}, points=[1, 2], order="FR AH GB GE RU OT", step="move")
    play(t, "send 1 infantry to SFR")
    own, anybody = t.sight(FR), t.sight(-1)
    assert own == anybody
    assert anybody["supply"] == [3] * 6 and anybody["points"] == [1, 2]
    assert anybody["plan"][0][number("SFR")] == 1  # type: ignore[index]
    assert order(t) == "FR AH GB GE RU OT"
    picture = t.picture(-1)
    france = picture.regions[number("NFR")]
    assert [(piece.type, piece.count) for piece in france.pieces] == [("French infantry", 2), ("French artillery", 1)]
    assert [(mark.word, mark.count) for mark in france.marks] == [("strategic", 0), ("coin", 2)]
    assert picture.seats[FR].notes == ["Triple Entente", "French Republic", "start player"]


@pytest.mark.parametrize("name", [number.name for number in GAME.numbers])
def test_all_2_10_every_number_is_within_its_range(name: str) -> None:
    """ALL-2.10  It can be turned, and cannot be turned further."""
    (number,) = [number for number in GAME.numbers if number.name == name]
    GAME.prepared(6, {name: number.least})
    GAME.prepared(6, {name: number.most})
    with pytest.raises(UsageError, match=f"{name} cannot be"):
        GAME.prepared(6, {name: number.most + 1})


def test_all_3_1_the_teams() -> None:
    """ALL-3.1"""
    teams = [[code for power, code in enumerate(CODES) if team_of(power) == team] for team in range(2)]
    assert teams == [["GB", "RU", "FR"], ["GE", "OT", "AH"]]
    assert TEAMS == ["Triple Entente", "Central Powers"] and len(NAMES) == 6
    assert (OT, AH) == (3, 5)


def test_all_3_6_nothing_but_coins_can_be_given() -> None:
    """ALL-3.6  There are no deals, and no offer can be made."""
    t = deal(6)
    assert t.assets(0, 0) == [] and not t.deals_open()
    with pytest.raises(IllegalAction) as refusal:
        t.make_offer(0, 1, [], [])
    assert refusal.value.clause == "ALL-3.6"


@pytest.mark.parametrize(("setup", "first"), [("beginner", "tokens"), ("advanced", "tokens"), ("expert", "pick")])
def test_all_5_2_three_setups(setup: str, first: str) -> None:
    """ALL-5.2, ALL-6.10"""
    t = deal(6, setup=setup)
    assert step(t) == first
    assert (trenches(t) == "") == (setup == "expert")
    assert all(count == 3 for count in t.supply)


def test_all_4_1_points_come_in_part_five_and_10_1_all_tokens_together() -> None:
    """ALL-4.1, ALL-10.1"""
    units = {"ENG": "GB 3", "EGE": "GE 1"}
    tokens = {"ENG": "GB invest", "EGE": "GE invest"}
    t = lay([], units, tokens, step="invest")
    play(t, "0: invest up to 2 in ENG", "0: ready")
    assert coins(t, "ENG") == 0 and supply(t, GB) == 3
    play(t, "1: ready")
    assert coins(t, "ENG") == 2
    assert told(t, "ALL-19.1") and list(t.points) == [0, 0]


def test_all_12_10_it_does_not_matter_which_way() -> None:
    """ALL-12.1, ALL-12.10  Austria is beside W-Germany, and behind Switzerland; it is offered once."""
    t = lay([], {"WGE": "GE 1", "SWI": "GE 1"}, {"WGE": "GE move"}, coins={"SWI": 1}, step="move")
    assert offered(t).count("send 1 infantry to AUS") == 1
    assert {"NFR", "BEN", "DEN", "EGE", "CZE", "AUS", "SWI", "NTH", "ITA", "SFR"} == targets(t)


def test_all_18_1_neutral_units_never_move() -> None:
    """ALL-18.1, ALL-18.4, ALL-21.4  They are never asked for anything but in a battle; training takes nothing away."""
    t = lay([], {"BEN": "neutral 3", "EGE": "GE 1+1"}, {"EGE": "GE train"}, step="train")
    assert t.deciders() == [GE]
    assert refused(t, "train upgrade in BEN") == "ALL-21.1"
    for pattern in offered(t, "train"):
        twin = t.copy()
        play(twin, pattern, "ready")
        assert at(twin, "BEN") == "neutral 3"
        assert twin.unit_cost(GE) > t.unit_cost(GE)


def test_a_board_of_ones_own_may_move_stars() -> None:
    """ALL-1.5  The star of Romania may lie elsewhere; borders may not."""
    text = read_text("marchland.games.alliances", "board.toml")
    romania = 'strategic = true\nlimit = 3\nborders = ["HUN", "POL", "UKR"'
    starless = text.replace(romania, romania.removeprefix("strategic = true\n"))
    assert starless != text
    t = GAME.deal(6, 0, {"board": starless})
    assert bin(t.strategic).count("1") == 11 and not t.strategic >> number("ROM") & 1
    with pytest.raises(UsageError, match=r"11 stars do not go round 4 powers \(ALL-6.2\)"):
        GAME.deal(4, 0, {"board": starless, "setup": "expert"})
    with pytest.raises(UsageError, match="only stars may move"):
        read_europe(text.replace('"SWE", "NTH"]', '"SWE"]').replace('"SCO", "NOR", "DEN"', '"SCO", "DEN"'))
