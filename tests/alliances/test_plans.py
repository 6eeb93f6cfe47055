"""What bots consider in the simultaneous parts: whole plans, each of which can be carried out as it stands."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from alliances.table import CODES, FR, GAME, GE, RU, AlliancesTable, deal, lay, step
from engine.playing import random_choice
from marchland.bots import Sight, make_bot
from marchland.engine.dice import ScriptedDice
from marchland.games.alliances.parts import part_of
from marchland.games.alliances.revival import REVIVES


def plans(t: AlliancesTable, power: int) -> list[list[str]]:
    """In words, without the `ready` at their end. Every click of every plan is one that is offered."""
    part = part_of(t)
    made = t.sealed[power]
    found = []
    for plan in part.plans(t, power):
        for i, action in enumerate(plan):
            assert part.choices(t, power, made + plan[:i]).holds(action), [GAME.name_of(one) for one in plan]
        assert part.closed(t, power, made + plan)
        found.append([GAME.code_of(one) for one in plan[:-1]])
    assert len({tuple(plan) for plan in found}) == len(found)
    return found


def test_all_10_3_coins_are_weighed_in_two_regions_together() -> None:
    """ALL-10.2, ALL-10.3  All that the supply allows, what is taken out first."""
    units = {"NFR": "FR 1", "SFR": "FR 1"}
    tokens = {"NFR": "FR invest", "SFR": "FR invest"}
    t = lay([], units, tokens, coins={"NFR": 3}, supply={"FR": 1}, step="invest")
    found = plans(t, FR)
    reached = {(n, m) for n in range(5) for m in range(4) if n + m <= 3 + 1}
    assert len(found) == len(reached)
    assert [] in found and ["set_coins NFR 4"] in found and ["set_coins SFR 1"] in found
    assert ["set_coins NFR 1", "set_coins SFR 3"] in found
    play_plan(t, FR, "set_coins NFR 1")
    assert plans(t, FR) == [[], *[[f"set_coins SFR {n}"] for n in (1, 2, 3)]]
    play_plan(t, FR, "set_coins SFR 3")
    assert plans(t, FR) == [[]]


def play_plan(t: AlliancesTable, power: int, code: str) -> None:
    t.play(t.seat_of(power), GAME.action_of(code))


def test_all_10_4_trenches_face_whoever_is_no_friend() -> None:
    """ALL-10.4, ALL-10.5"""
    units = {"WGE": "GE 1", "EGE": "GE 1", "CZE": "AH 1"}
    t = lay([], units, {"WGE": "GE dig"}, "WGE>NFR", step="invest")
    found = plans(t, GE)
    facing = ["BEN", "DEN", "SWI", "AUS"]
    assert sorted(plan[0] for plan in found if len(plan) == 1) == sorted(f"dig_trench WGE {one}" for one in facing)
    assert sorted(len(plan) for plan in found) == [0] + [1] * 4 + [2] * 6
    play_plan(t, GE, "dig_trench WGE BEN")
    assert sorted(plan[0] for plan in plans(t, GE) if plan) == sorted(f"dig_trench WGE {one}" for one in facing[1:])
    play_plan(t, GE, "dig_trench WGE DEN")
    assert plans(t, GE) == [[]]


def test_all_21_3_training_is_weighed_in_three_regions_together() -> None:
    """ALL-21.2, ALL-21.7  Two coins for a star and two other regions."""
    units = {"RUS": "RU 1", "UKR": "RU 1", "FIN": "RU 0+1"}
    t = lay([], units, dict.fromkeys(units, "RU train"), supply={"RU": 2}, step="train")
    cost = {"nothing": 0, "infantry": 1, "upgrade": 1, "two_infantry": 2, "artillery": 2}
    star, ukraine, finland = list(cost), ["nothing", "infantry", "upgrade"], ["nothing", "infantry"]
    whole = [(a, b, c) for a in star for b in ukraine for c in finland if cost[a] + cost[b] + cost[c] <= 2]
    assert len(plans(t, RU)) == len(whole)
    play_plan(t, RU, "train_in RUS infantry")
    assert sorted(plans(t, RU)) == [[], ["train_in FIN infantry"], ["train_in UKR infantry"], ["train_in UKR upgrade"]]


def test_all_20_4_whoever_cannot_pay_gives_up_what_is_worth_least() -> None:
    """ALL-20.3, ALL-20.4  A region each, and then those with few coins until the rest can be paid, stars last."""
    units = {"RUS": "RU 2", "UKR": "RU 2", "FIN": "RU 2", "BAL": "RU 1"}
    rest = dict.fromkeys(["GB", "GE", "OT", "FR", "AH"], 0)
    t = lay([], units, coins={"RUS": 1, "UKR": 2, "FIN": 1, "BAL": 2}, supply={"RU": 4} | rest, step="pay")
    assert plans(t, RU) == [
        ["abandon RUS", "abandon FIN"],
        ["abandon FIN", "abandon BAL"],
        ["abandon BAL", "abandon FIN"],
        ["abandon UKR", "abandon FIN"],
    ]
    t.supply[RU] = 7
    assert plans(t, RU) == [[]]


def test_all_6_6_a_draft_keeps_one_star_and_all_else_that_may_be_kept() -> None:
    """ALL-6.6, ALL-6.7"""
    t = deal(2, seed=4, powers="4", setup="expert")
    while step(t) == "pick":
        seat = t.deciders()[0]
        t.play(seat, t.options(seat).at(0))
    for power in t.powers:
        drafted = {region for region in range(40) if t.drafted[power] >> region & 1}
        stars = {region for region in drafted if t.strategic >> region & 1}
        for plan in plans(t, power):
            given = {GAME.words.kind_of(GAME.action_of(one)).values(GAME.action_of(one))[0] for one in plan}
            assert given <= drafted and len(stars - given) == min(1, len(stars))
            assert len(given) == max(3, len(stars) - 1)
    first = t.powers[0]
    begun = max(plans(t, first))
    play_plan(t, first, begun[0])
    assert begun[1:] in plans(t, first) and {len(plan) for plan in plans(t, first)} == {len(begun) - 1}


def test_all_8_3_tokens_are_laid_by_a_plan_that_stands() -> None:
    """ALL-8.1 to ALL-8.5  From click to click the plans are those that have begun so; marks that belong to none are
    kept all the same."""
    units = {"RUS": "RU 2", "UKR": "RU 1", "FIN": "RU 1", "BLT": "RU 1"}
    t = lay([], units, step="tokens")
    found = plans(t, RU)
    assert len(found) > 20
    chosen = max(found)
    play_plan(t, RU, chosen[0])
    assert chosen[1:] in plans(t, RU) and all([chosen[0], *plan] in found for plan in plans(t, RU))
    t = lay([], units, step="tokens")
    play_plan(t, RU, "place dig BLT")
    (only,) = plans(t, RU)
    assert only and not any("BLT" in code or "dig" in code for code in only)


@pytest.mark.parametrize(("picks", "guessed"), [([7], "place move RUS"), ([9, 7], "place move UKR"), ([9, 9], "ready")])
def test_all_8_3_a_region_may_be_left_without_a_token(picks: list[int], guessed: str) -> None:
    """ALL-8.3  What others are thought to lay goes from region to region, and does not come back to one left out."""
    t = lay(ScriptedDice([], picks=picks), {"RUS": "RU 1", "UKR": "RU 1"}, step="tokens")
    part = part_of(t)
    assert GAME.code_of(int(part.guess(t, RU, part.choices(t, RU, [])))) == guessed


@pytest.mark.parametrize("powers", ["4", "6"])
def test_a_greedy_bot_takes_nothing_back(powers: str) -> None:
    """ALL-7.8  It thinks before it marks, so that people need not wait while it plays with its tokens."""
    t = deal(2, seed=3, powers=powers)
    bots = [make_bot("greedy", seat + 1) for seat in range(2)]
    clicks: Counter[str] = Counter()
    while t.round < 3 and not t.over:
        seat = t.deciders()[0]
        action = bots[seat].choose(Sight(t, seat))
        clicks[GAME.words.kind_of(action).name] += 1
        t.play(seat, action)
    assert clicks["place"] > 10 and clicks["send"] > 3
    assert not {"take", "recall", "undig", "keep"} & set(clicks)


def test_what_a_study_counts() -> None:
    """ALL-4.1, ALL-19.2, ALL-22.1  The points of the team in the end, and who was revived."""
    t = deal(2, seed=3, powers="4", points_to_win="3", tie_scoring="both_one")
    dealt = t.copy()
    chance = random.Random(1)
    while not t.over:
        t.play(*random_choice(t, chance))
    facts = GAME.study(dealt, t.events or [])
    assert [(seat, value) for seat, fact, value in facts if fact == "points"] == [
        (0, str(t.points[0])),
        (1, str(t.points[1])),
    ]
    revived = {code for _, fact, code in facts if fact == "revived"}
    told_of = {CODES[event[2]] for event in t.events or [] if event[1] == REVIVES}
    assert revived == told_of and revived <= {code for _, fact, code in facts if fact == "power"}
    assert {fact for _, fact, _ in facts} <= set(GAME.facts)
