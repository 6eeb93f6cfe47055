"""Chapters 10 and 11: capitals, elimination and the end of the game."""

import random

import pytest

from capitals.table import (
    CODES,
    GAME,
    CapitalsTable,
    cards,
    deal,
    eur,
    hand,
    lay,
    of,
    offered,
    on,
    play,
    spread,
    step,
    told,
)
from marchland.engine.table import SPECTATOR


def test_W33_plunder() -> None:
    """CAP-10.3, CAP-10.5  P1 held P2's capital and pays; P2 loses nothing."""
    t = lay(
        {"NAF": [0, 6], "EGY": [1, 1], "ARG": [1, 1]},
        faces=[6, 6, 6, 1],
        capitals={"2": "EGY"},
        eur=[2, 3, 9],
        hands={"0": ["Ambush"]},
        deck=["Airlift"],
    )
    play(t, "attack EGY from NAF", "move in 3")
    assert eur(t) == [5, 0, 9] and hand(t, 0) == ["Airlift", "Ambush"]
    assert told(t, "CAP-10.3") == ["seat 0 plunders the capital Egypt: 3 EUR from seat 1"]


def test_plunder_when_retaking_ones_own_capital() -> None:
    """CAP-10.3  Every token counts."""
    t = lay({"NAF": [0, 6], "EGY": [1, 1], "ARG": [1, 1]}, faces=[6, 6, 6, 1], capitals={"0": "EGY"}, eur=[0, 9, 0])
    play(t, "attack EGY from NAF", "move in 3")
    assert eur(t) == [5, 4, 0] and cards(t)[0] == 1


def test_no_plunder_from_neutral_units_or_without_a_token() -> None:
    """CAP-10.3"""
    t = lay(
        {"NAF": [0, 6], "EGY": ["neutral", 1], "ARG": [1, 1]}, faces=[6, 6, 6, 1], capitals={"1": "EGY"}, eur=[0, 9, 9]
    )
    play(t, "attack EGY from NAF", "move in 3")
    assert eur(t) == [0, 9, 9] and cards(t) == [0, 0, 0] and t.conquest
    t = lay({"NAF": [0, 6], "EGY": [1, 1], "ARG": [1, 1]}, faces=[6, 6, 6, 1], eur=[0, 9, 9])
    play(t, "attack EGY from NAF", "move in 3")
    assert eur(t) == [0, 9, 9] and cards(t) == [0, 0, 0]


def test_a_capital_has_no_special_defence() -> None:
    """CAP-10.2  The dice are the same, and its owner plays on."""
    mine = {"NAF": [0, 4], "EGY": [1, 2], "ARG": [1, 1]}
    for capitals in ({}, {"1": "EGY"}):
        t = lay(mine, faces=[6, 5, 1, 5, 4], capitals=capitals, order=[0, 1, 2])
        play(t, "attack EGY from NAF")
        assert on(t, "EGY") == [0, 3]
        play(t, "end attacks", "end turn")
        assert t.active == 1 and t.pool[1] == 3


def test_tokens_stay_where_they_are() -> None:
    """CAP-10.1  Whoever controls the territory controls the capital."""
    t = lay({"NAF": [0, 4], "EGY": [1, 1], "ARG": [1, 1]}, faces=[6, 5, 1, 5], capitals=["NAF", "EGY", "CHI"])
    assert [t.capitals_of(seat) for seat in range(3)] == [1, 1, 1]
    play(t, "attack EGY from NAF")
    assert [t.capitals_of(seat) for seat in range(3)] == [2, 0, 1]
    assert list(t.capital) == [CODES.index(code) for code in ("NAF", "EGY", "CHI")]


def test_W34_elimination_by_attack() -> None:
    """CAP-S.14, CAP-10.3 to CAP-10.5, CAP-9.5, CAP-8.5"""
    t = lay(
        {"NAF": [0, 6], "EGY": [1, 1]},
        faces=[6, 6, 6, 1],
        capitals={"1": "EGY"},
        eur=[4, 7, 0],
        hands={"0": ["Conscription"] * 4, "1": ["Ambush", "Ambush", "Airlift"]},
        sanctioned=[1],
        embargoed=[1],
        order=[0, 1, 2],
    )
    play(t, "attack EGY from NAF", "1: pass", "move in 3")
    assert eur(t) == [11, 0, 0] and cards(t) == [8, 0, 0] and t.fallen == [1]
    assert t.sanctioned == t.embargoed == 0
    assert step(t) == "attack" and not t.over
    play(t, "end attacks", "end turn")
    assert cards(t)[0] == 9
    for left in (8, 7, 6, 5):
        assert t.deciders() == [0]
        play(t, offered(t)[0])
        assert cards(t)[0] == left
    assert t.active == 2 and t.tokens == 1 << CODES.index("EGY")


def test_an_eliminated_player_is_asked_nothing_more() -> None:
    """CAP-S.14, CAP-4.4"""
    t = lay({"NAF": [0, 6], "EGY": [1, 1]}, faces=[6, 6, 6, 1], order=[0, 1, 2])
    play(t, "attack EGY from NAF", "move in 3")
    assert t.fallen == [1]
    for _ in range(4):
        assert t.options(1).total == t.asides(1).total == 0 and 1 not in t.deciders()
        play(t, "end turn" if step(t) == "fortify" else "end attacks" if step(t) == "attack" else offered(t)[0])


def test_W45_the_last_player() -> None:
    """CAP-S.15  The game ends at once, in the middle of the turn."""
    t = lay({"EGY": [1, 1]}, rest=(0, 6), faces=[6, 6, 6, 1], fallen=[2], order=[0, 1], hands={"0": ["Ambush"] * 2})
    play(t, "attack EGY from NAF", "move in 3")
    assert t.over and t.places == [1, 2, 3] and t.deciders() == []
    assert told(t, "CAP-S.15") == ["seat 0 is the last player and wins"]


def test_defection_can_end_the_game() -> None:
    """CAP-S.15, CAP-A.14"""
    t = lay(
        {"EGY": [1, 1]}, rest=(0, 6), fallen=[2], order=[0, 1], step="muster", hands={"0": ["Defection"]}, eur=[3, 0, 0]
    )
    play(t, "play Defection in EGY", "0: bid 1", "1: bid 0")
    assert t.over and t.places == [1, 2, 3]


def limit(eurs: list[int], units: tuple[int, int] = (40, 38)) -> CapitalsTable:
    """After round 30: P0 and P1 with 2 capitals and 15 territories, P2 with 1 and 12."""
    mine = spread(15, 15, 12)
    mine["ALA"] = [0, units[0] - 14]
    mine["EEU"] = [1, units[1] - 14]
    assert mine["EEU"][0] == 1
    capitals = ["ALA", "EEU", "IND", "NWT", "SCA"]
    return lay(
        {**mine},
        seats=5,
        rest=(2, 1),
        fallen=[4, 3],
        capitals=[capitals[0], capitals[1], capitals[2], "NWT", "NAF"],
        round=31,
        step="round",
        eur=[*eurs, 0, 0],
        order=[0, 1, 2],
    )


def test_W46_round_limit() -> None:
    """CAP-S.16, CAP-11.1 to CAP-11.3  Units decide; equal in all four they share the first place."""
    t = limit([0, 9, 0])
    assert [t.capitals_of(seat) for seat in range(3)] == [2, 2, 1] and list(t.held)[:3] == [15, 15, 12]
    assert t.over and t.places == [1, 2, 3, 4, 5]
    assert limit([6, 6, 9], (40, 40)).places == [1, 1, 3, 4, 5]
    assert limit([6, 7, 9], (40, 40)).places == [2, 1, 3, 4, 5]


def test_the_ranking_compares_capitals_first() -> None:
    """CAP-11.2"""
    t = lay(spread(30, 6, 6), round=31, step="round", capitals=["MON", "ALA", "CHI"], eur=[99, 0, 0], order=[0, 1, 2])
    assert [t.capitals_of(seat) for seat in range(3)] == [1, 2, 0]
    assert t.places == [2, 1, 3]
    assert [seat.aim for seat in t.picture(SPECTATOR).seats] == [
        "1 of 3 capitals, 30 territories",
        "2 of 3 capitals, 6 territories",
        "0 of 3 capitals, 6 territories",
    ]


def test_the_last_check_comes_before_the_ranking() -> None:
    """CAP-11.2, CAP-3.3"""
    t = lay(spread(3, 33, 6), round=31, step="round", capitals=["ALA", "NWT", "GRL"], order=[0, 1, 2])
    assert t.over and t.places == [1, 2, 3]
    assert told(t, "CAP-3.3") and not told(t, "CAP-S.16")


def test_a_game_ends_in_one_of_three_ways() -> None:
    """CAP-11.1  The last player counts before the capitals, which that player holds as well."""
    last = lay({"EGY": [1, 1]}, rest=(0, 6), faces=[6, 6, 6, 1], fallen=[2], order=[0, 1], capitals={"0": "ALA"})
    play(last, "attack EGY from NAF", "move in 3")
    assert last.over and GAME.ending(last) == "elimination"
    check = lay(spread(3, 33, 6), step="round", capitals=["ALA", "NWT", "GRL"], order=[0, 1, 2])
    assert check.over and GAME.ending(check) == "capitals"
    assert check.picture(SPECTATOR).seats[0].aim == "3 of 3 capitals"
    # One fallen of three is no elimination, and the first of the ranking has two capitals of three.
    ranked = lay(spread(3, 39), round=31, step="round", capitals=["ALA", "NWT", "EAU"], order=[0, 1])
    assert ranked.over and ranked.places == [1, 2, 3] and GAME.ending(ranked) == "ranking"


def test_the_limit_is_reached_after_the_last_turn() -> None:
    """CAP-S.16"""
    t = lay({"ALA": [0, 1], "BRA": [1, 1]}, options={"max_rounds": 5}, round=5, active=2, order=[0, 1, 2])
    play(t, "end attacks")
    assert not t.over
    play(t, "end turn")
    assert t.over and t.round == 5 and told(t, "CAP-S.16") == ["Round 5 was the last: the ranking decides"]


@pytest.mark.parametrize("ties", ["defender", "nobody"])
def test_every_match_ends(ties: str) -> None:
    """CAP-11.4"""
    for seed in range(6):
        t = deal(3 + seed % 4, seed, dice_ties=ties, max_rounds=8, setup_claim="random")
        rng = random.Random(seed)
        for _ in range(20000):
            if t.over:
                break
            seat = rng.choice(t.deciders())
            t.play(seat, t.options(seat).at(rng.randrange(t.options(seat).total)))
        assert t.over and t.round <= 8


def test_the_eliminated_come_last_in_reverse() -> None:
    """CAP-11.3"""
    t = lay(of(0, *CODES[:20]), rest=(3, 1), seats=4, fallen=[2, 1], order=[0, 3], round=31, step="round")
    assert t.places == [2, 3, 4, 1]
