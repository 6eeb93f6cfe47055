"""Numbers of the rulebook that a group has turned: each sort of them changes what its rule does, and nothing is left
that cannot be turned."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from marchland.engine.dice import fast_dice
from marchland.engine.errors import UsageError
from marchland.games.swarm.cards import COVERT, EVENT, LEADER, QUEST, SPECIALTY
from marchland.games.swarm.ending import score_of
from marchland.games.swarm.plan import most_committed
from marchland.games.swarm.sight import SwarmTable
from swarm.table import (
    GAME,
    all_pass,
    coverts,
    deal,
    fight,
    hand,
    idle,
    lay,
    no_offer,
    offered,
    on,
    play,
    reserve,
    step,
    temple,
    tile,
    told,
    water,
)

Measure = Callable[[SwarmTable], Any]


def sort_of(name: str) -> str:
    """`covert.Ambush.count` is of the sort `covert.count`."""
    words = name.split(".")
    return f"{words[0]}.{words[-1]}"


# -- numbers of the setup: the number, its value, what is looked at in a fresh match, what it is by the book and then --

SETUP: list[tuple[str, int, Measure, Any, Any]] = [
    ("troops.reserve", 20, lambda t: reserve(t)[(t.start + 2) % 4], 15, 20),
    ("troops.settle", 7, lambda t: on(t, "A4")[t.start], 5, 7),
    ("water.start", 9, lambda t: min(water(t)), 5, 9),
    ("quests.start", 3, lambda t: [len(cards) for cards in t.quests.held], [1] * 4, [3] * 4),
    ("traitors.drawn", 2, lambda t: [len(cards) for cards in t.noted], [3] * 4, [1] * 4),
    ("events.rain", 2, lambda t: t.early_rain, 5, 2),
    ("covert.Ambush.count", 7, lambda t: t.coverts.everywhere().count(0), 3, 7),
    (
        "leader.Asha Cinder.count",
        0,
        lambda t: (0 in t.leaders.everywhere(), 0 in traitor_cards(t)),
        (True,) * 2,
        (False,) * 2,
    ),
    ("quest.Full Cisterns.count", 0, lambda t: len(t.quests.everywhere()), 20, 19),
    ("event.Drought.count", 3, lambda t: t.event_pile.count(EVENT.number["Drought"]), 1, 3),
]


def traitor_cards(t: SwarmTable) -> list[int]:
    return [*t.traitor_pile, *(card for cards in t.traitors + t.noted for card in cards)]


@pytest.mark.parametrize(("name", "value", "measure", "by_the_book", "then"), SETUP, ids=[case[0] for case in SETUP])
def test_setup(name: str, value: int, measure: Measure, by_the_book: Any, then: Any) -> None:
    """SWM-2.4 to SWM-2.14"""
    for house, expected in (({}, by_the_book), ({name: value}, then)):
        t = deal(4, 3, **house)
        while step(t) != "settle":
            t.play(t.deciders()[0], t.options(t.deciders()[0]).at(0))
        play(t, "settle in A4")
        assert measure(t) == expected


def test_the_end_card_of_a_late_end() -> None:
    """SWM-2.6  One of the last so many cards, in the truth and in what is imagined."""
    for among in (1, 3):
        for seed in range(8):
            t = deal(2, seed, end_card="late", **{"events.late": among})
            assert EVENT.number["The Last Tide"] in t.event_pile[:among]
            made = t.determinize(0, fast_dice(seed))
            assert isinstance(made, SwarmTable) and EVENT.number["The Last Tide"] in made.event_pile[:among]


def test_the_early_rain_is_imagined_as_it_was_agreed_on() -> None:
    """SWM-2.5"""
    for seed in range(20):
        t = deal(2, seed, **{"events.rain": 2})
        made = t.determinize(0, fast_dice(seed))
        assert isinstance(made, SwarmTable)
        for pile in (t.event_pile, made.event_pile):
            assert all(card < 9 for card in pile[-2:])
    assert any(deal(2, seed, **{"events.rain": 2}).event_pile[-3] >= 9 for seed in range(20))


@pytest.mark.parametrize(
    ("specialist", "house", "measure"),
    [
        ("Tactician", {"specialty.Tactician.leaders": 3}, lambda t, seat: len(t.leaders[seat]) == 4),
        ("Clandestine", {"specialty.Clandestine.coverts": 2}, lambda t, seat: len(t.coverts[seat]) == 2),
        ("Merchant", {"specialty.Merchant.water": 20}, lambda t, seat: water(t)[seat] == 25),
        (
            "Zealot",
            {"specialty.Zealot.troops": 2},
            lambda t, seat: sum(temple(t, seat)) == 2 and reserve(t)[seat] == 13,
        ),
        (
            "Zealot",
            {"specialty.Zealot.troops": 0},
            lambda t, seat: sum(temple(t, seat)) == 0 and reserve(t)[seat] == 15,
        ),
    ],
)
def test_what_specialists_begin_with(
    specialist: str, house: dict[str, object], measure: Callable[[SwarmTable, int], bool]
) -> None:
    """SWM-2.12"""
    number = SPECIALTY.number[specialist]
    t = next(t for t in (deal(6, seed, **house) for seed in range(20)) if number in t.specialty)
    if step(t) == "zealot":
        play(t, "start in Temple of Wind")
    assert measure(t, t.specialty.index(number))


def test_specialties_that_are_left_out_are_dealt_to_nobody() -> None:
    """SWM-2.7  Whoever finds no card has no specialty, and the match goes on."""
    house: dict[str, object] = {f"specialty.{name}.count": 0 for name in SPECIALTY.names()[:6]}
    t = deal(3, 1, **house)
    assert sorted(t.specialty) == [-1, SPECIALTY.number["Merchant"], SPECIALTY.number["Warden"]]
    idle(t, round=2)
    for seat in range(-1, 3):
        t.view(seat)
        t.picture(seat)


# -- all others: the number, its value, a position, what is played, what is looked at, by the book and then ----

BATTLE: dict[str, Any] = {"step": "battles", "troops": {"D3": [[0, 9], [1, 9]]}, "leaders": hand(p0=[0], p1=[18])}
WALL: dict[str, Any] = {
    **BATTLE,
    "troops": {"B4": [[0, 9], [1, 9]]},
    "specialties": ["Nomad", "Warden", "Seer", "Strider"],
}
EMPTY = [0, 0, 0, 0]


def battle(*plans: str) -> Callable[[SwarmTable], None]:
    return lambda t: fight(t, *plans)


def said(*actions: str) -> Callable[[SwarmTable], None]:
    return lambda t: play(t, *actions)


def nothing(t: SwarmTable) -> None:
    pass


def scores(t: SwarmTable) -> str:
    return told(t, "SWM-7.12")[-1]


def both(one: int, two: int) -> str:
    return f"seat 0 scores {one}, seat 1 {two}"


CASES: list[tuple[str, int, dict[str, Any], Callable[[SwarmTable], None], Measure, Any, Any]] = [
    # chapter 3
    ("deals.water", 200, {"options": {"hidden_water": "yes"}}, nothing, lambda t: t.assets(1, 0)[0]["most"], 99, 200),
    # chapter 5
    (
        "event.Rain on Row 1.water",
        4,
        {"step": "event", "piles": {"events": ["Rain on Row 1"]}, "water": EMPTY},
        nothing,
        water,
        [1] * 4,
        [4] * 4,
    ),
    (
        "event.Caravan of Mercy.mercy",
        7,
        {"step": "event", "piles": {"events": ["Caravan of Mercy"]}, "water": [0, 5, 9, 4]},
        nothing,
        water,
        [4, 5, 9, 4],
        [7, 7, 9, 7],
    ),
    (
        "event.Dust Storm.steps",
        1,
        {"step": "event", "piles": {"events": ["Dust Storm"]}, "swarm": "C4"},
        nothing,
        tile,
        "C4",
        "C3",
    ),
    (
        "covert.Smoke Pots.steps",
        2,
        {"step": "window", "event": "Rain on Column A", "swarm": "A3", "coverts": {"0": ["Smoke Pots"]}},
        said("smoke more steps"),
        tile,
        "C3",
        "D3",
    ),
    (
        "specialty.Strider.spares",
        4,
        {
            "step": "window",
            "event": "Rain on Column A",
            "swarm": "A3",
            "troops": {"B3": [[0, 8]]},
            "specialties": {"0": "Strider"},
        },
        nothing,
        lambda t: on(t, "B3"),
        {0: 4},
        {0: 2},
    ),
    (
        "temple.earth",
        3,
        {
            "step": "window",
            "event": "Rain on Column A",
            "swarm": "A3",
            "troops": {"B3": [[0, 8]]},
            "temples": {"earth": [[0, 1]]},
        },
        nothing,
        lambda t: on(t, "B3"),
        {0: 1},
        {0: 3},
    ),
    (
        "troops.prayer",
        3,
        {"step": "prayer"},
        said("pray in Temple of Fire"),
        lambda t: temple(t, 0),
        [1, 0, 0, 0],
        [3, 0, 0, 0],
    ),
    (
        "event.Season of Pilgrims.pilgrims",
        5,
        {"step": "prayer", "event": "Season of Pilgrims"},
        said("pray in Temple of Fire"),
        lambda t: temple(t, 0),
        [2, 0, 0, 0],
        [5, 0, 0, 0],
    ),
    # chapter 6
    ("price.drop", 3, {"step": "drop", "water": [9, 0, 0, 0]}, nothing, lambda t: len(offered(t, "drop")), 4, 3),
    ("price.drop", 0, {"step": "drop", "water": EMPTY}, said("drop 15 on C3"), lambda t: on(t, "C3"), None, {0: 15}),
    ("price.move", 2, {"troops": {"B3": [[0, 5]]}}, said("move 1 from B3 to B2"), lambda t: water(t)[0], 4, 3),
    (
        "event.Dust Storm.move_price",
        0,
        {"event": "Dust Storm", "troops": {"B3": [[0, 5]]}},
        said("move 1 from B3 to B2"),
        lambda t: water(t)[0],
        3,
        4,
    ),
    (
        "temple.wind",
        2,
        {"troops": {"B3": [[0, 5]]}, "temples": {"wind": [[0, 1]]}},
        said("move 1 from B3 to B2", "move 1 from B3 to A3"),
        lambda t: water(t)[0],
        4,
        5,
    ),
    (
        "covert.Hidden Camp.troops",
        5,
        {"step": "drop", "water": EMPTY, "coverts": {"0": ["Hidden Camp"]}},
        nothing,
        lambda t: len(offered(t, "camp")),
        3,
        5,
    ),
    # chapter 7
    ("commitment.most", 8, BATTLE, nothing, lambda t: [len(offered(t, seat=0)), most_committed(t, 1)], [6, 6], [8, 8]),
    ("leader.Asha Cinder.skill", 9, BATTLE, battle("0: 3, -", "1: 1, -"), scores, both(8, 5), both(12, 5)),
    (
        "covert.Ambush.score",
        6,
        {**BATTLE, "coverts": {"0": ["Ambush"]}},
        battle("0: 3, -, Ambush", "1: 1, -"),
        scores,
        both(10, 5),
        both(14, 5),
    ),
    (
        "covert.Cut Waterskins.cut",
        1,
        {**BATTLE, "coverts": {"0": ["Cut Waterskins"]}},
        battle("0: 3, -, Cut Waterskins", "1: 6, -"),
        scores,
        both(8, 8),
        both(8, 9),
    ),
    (
        "covert.Reckless Charge.winner_loses",
        3,
        {**BATTLE, "coverts": {"0": ["Reckless Charge"]}},
        battle("0: 3, -, Reckless Charge", "1: 1, -"),
        lambda t: on(t, "D3"),
        {0: 5},
        {0: 3},
    ),
    (
        "covert.Healers.heals",
        1,
        {**BATTLE, "coverts": {"0": ["Healers"]}},
        battle("0: 3, -, Healers", "1: 1, -"),
        lambda t: on(t, "D3"),
        {0: 8},
        {0: 7},
    ),
    (
        "temple.fire",
        2,
        {**BATTLE, "temples": {"fire": [[0, 1]]}},
        battle("0: 3, -", "1: 1, -"),
        lambda t: on(t, "D3"),
        {0: 7},
        {0: 8},
    ),
    (
        "covert.Fall Back.fall_back",
        3,
        {**BATTLE, "coverts": {"1": ["Fall Back"]}},
        battle("0: 6, -", "1: 1, -, Fall Back"),
        lambda t: on(t, "C3"),
        {1: 4},
        {1: 3},
    ),
    ("bastion.bonus", 4, WALL, battle("0: 3, -", "1: 1, -"), scores, both(9, 5), both(12, 5)),
    (
        "specialty.Warden.bastion",
        5,
        {**WALL, "troops": {"B4": [[1, 9], [0, 9]]}},
        battle("0: 3, -", "1: 1, -"),
        scores,
        both(8, 7),
        both(8, 10),
    ),
    (
        "specialty.Warden.city",
        3,
        {**WALL, "troops": {"C2": [[1, 9], [0, 9]]}},
        battle("0: 3, -", "1: 1, -"),
        scores,
        both(8, 6),
        both(8, 8),
    ),
    (
        "quest.The Thin Line.commitment",
        3,
        BATTLE,
        battle("0: 3, -", "1: 1, -"),
        lambda t: t.feats[0] & 4,
        0,
        4,
    ),
    (
        "troops.victory",
        3,
        BATTLE,
        lambda t: (fight(t, "0: 3, -", "1: 1, -"), play(t, "a troop to the temple"))[0],
        lambda t: temple(t, 0),
        [1, 0, 0, 0],
        [3, 0, 0, 0],
    ),
    # chapter 8
    (
        "yield.troop",
        3,
        {"step": "harvest", "troops": {"B1": [[0, 4]]}, "water": EMPTY},
        nothing,
        lambda t: water(t)[0],
        4,
        12,
    ),
    (
        "yield.basin",
        7,
        {"step": "harvest", "troops": {"B2": [[0, 4]]}, "water": EMPTY},
        nothing,
        lambda t: water(t)[0],
        2,
        7,
    ),
    (
        "temple.water",
        6,
        {"step": "harvest", "temples": {"water": [[0, 1]]}, "water": EMPTY},
        nothing,
        lambda t: water(t)[0],
        1,
        6,
    ),
    # chapter 9
    ("auction.quests", 0, {"step": "auctions"}, nothing, lambda t: t.lot, 0, 1),
    ("auction.quests", 2, {"step": "auctions"}, said(*["pass"] * 4), lambda t: t.lot, 1, 0),
    ("auction.leaders", 0, {"step": "auctions", "lot": "leader"}, nothing, lambda t: t.lot, 1, 2),
    ("auction.coverts", 2, {"step": "auctions", "lot": "covert"}, said(*["pass"] * 4), step, "prayer", "sale"),
    (
        "event.Great Bazaar.leaders",
        2,
        {"step": "auctions", "lot": "second leader", "event": "Great Bazaar"},
        said(*["pass"] * 4),
        step,
        "prayer",
        "sale",
    ),
    (
        "specialty.Merchant.trade",
        4,
        {"step": "auctions", "specialties": {"1": "Merchant"}},
        said("bid 5", "pass", "pass", "pass"),
        water,
        [0, 6, 5, 5],
        [0, 9, 5, 5],
    ),
    # chapter 10
    (
        "quest.Vigil of Fire.troops",
        2,
        {"step": "quests", "quests": {"0": ["Vigil of Fire"]}, "temples": {"fire": [[0, 1]]}, "leaders": hand(p0=[5])},
        nothing,
        lambda t: len(offered(t, "claim")),
        1,
        0,
    ),
    (
        "quest.Northern Banner.tiles",
        2,
        {"step": "quests", "quests": {"0": ["Northern Banner"]}, "troops": {"A1": [[0, 1]], "C1": [[0, 1]]}},
        nothing,
        lambda t: len(offered(t, "claim")),
        0,
        1,
    ),
    (
        "quest.Full Cisterns.water",
        3,
        {"step": "quests", "quests": {"0": ["Full Cisterns"], "1": ["Unmasked"]}, "water": [8, 0, 0, 0]},
        said("claim Full Cisterns"),
        lambda t: water(t)[0],
        0,
        5,
    ),
    (
        "quest.Keeper of Wells.basins",
        1,
        {"step": "quests", "quests": {"0": ["Keeper of Wells"]}, "troops": {"B2": [[0, 1]]}},
        nothing,
        lambda t: len(offered(t, "claim")),
        0,
        1,
    ),
    (
        "quest.Green Hand.oases",
        4,
        {"step": "quests", "quests": {"0": ["Green Hand"]}, "troops": {"B1": [[0, 1]], "D1": [[0, 1]], "A3": [[0, 1]]}},
        nothing,
        lambda t: len(offered(t, "claim")),
        1,
        0,
    ),
    (
        "quest.Lord of Gates.cities",
        1,
        {"step": "quests", "quests": {"0": ["Lord of Gates"]}, "troops": {"A1": [[0, 1]], "C1": [[0, 1]]}},
        nothing,
        lambda t: len(offered(t, "claim")),
        0,
        1,
    ),
    (
        "quest.Lord of Gates.bastions",
        0,
        {"step": "quests", "quests": {"0": ["Lord of Gates"]}, "troops": {"A1": [[0, 1]], "E1": [[0, 1]]}},
        nothing,
        lambda t: len(offered(t, "claim")),
        0,
        1,
    ),
    (
        "quest.Full Cisterns.amount",
        3,
        {"step": "quests", "quests": {"0": ["Full Cisterns"], "1": ["Unmasked"]}, "water": [8, 0, 0, 0]},
        said("claim Full Cisterns"),
        lambda t: score_of(t, 0),
        1,
        3,
    ),
    (
        "quest.The Thin Line.amount",
        2,
        {"step": "quests", "quests": {"0": ["The Thin Line"], "1": ["Unmasked"]}, "feats": {"0": ["The Thin Line"]}},
        said("claim The Thin Line"),
        lambda t: len(coverts(t, 0)),
        1,
        2,
    ),
    (
        "water.point",
        8,
        {
            "step": "quests",
            "quests": {"0": ["Full Cisterns"], "1": ["Unmasked"]},
            "water": [8, 0, 0, 0],
            "options": {"quest_points": "no"},
        },
        said("claim Full Cisterns"),
        lambda t: water(t)[0],
        3,
        8,
    ),
    (
        "water.card",
        6,
        {
            "step": "quests",
            "quests": {"0": ["The Thin Line"], "1": ["Unmasked"]},
            "feats": {"0": ["The Thin Line"]},
            "water": EMPTY,
            "options": {f"covert.{name}.count": 0 for name in COVERT.names()},
        },
        said("claim The Thin Line"),
        lambda t: water(t)[0],
        2,
        6,
    ),
    # chapter 11
    ("points.city", 3, {"troops": {"A1": [[0, 1]], "C2": [[0, 1]]}}, nothing, lambda t: score_of(t, 0), 2, 6),
    # chapter 12
    (
        "covert.Water Thief.takes",
        5,
        {"coverts": {"0": ["Water Thief"]}, "leaders": hand(p0=[3])},
        said("steal from 1 with Kesh of the Forge"),
        water,
        [8, 2, 5, 5],
        [10, 0, 5, 5],
    ),
    (
        "covert.Night Raid.kills",
        4,
        {"coverts": {"0": ["Night Raid"]}, "leaders": hand(p0=[3]), "troops": {"B3": [[0, 1]], "B2": [[1, 6]]}},
        said("raid 1 on B2 with Kesh of the Forge"),
        lambda t: on(t, "B2"),
        {1: 4},
        {1: 2},
    ),
    (
        "covert.Turncoat.water",
        9,
        {"coverts": {"0": ["Turncoat"]}, "options": {f"leader.{name}.count": 0 for name in LEADER.names()}},
        said("turncoat"),
        lambda t: water(t)[0],
        7,
        14,
    ),
]


@pytest.mark.parametrize(
    ("name", "value", "position", "acts", "measure", "by_the_book", "then"), CASES, ids=[case[0] for case in CASES]
)
def test_a_number_changes_what_its_rule_does(
    name: str,
    value: int,
    position: dict[str, Any],
    acts: Callable[[SwarmTable], None],
    measure: Measure,
    by_the_book: Any,
    then: Any,
) -> None:
    """SWM-3.9, SWM-5.6 to SWM-5.13, SWM-6.2, SWM-6.13, SWM-7.4, SWM-7.12, SWM-7.17, SWM-7.18, SWM-8.1, SWM-8.3, SWM-8.4
    and SWM-9.1, SWM-10.1, SWM-10.3, SWM-10.4, SWM-11.6, SWM-12.3, SWM-12.4, SWM-12.6, SWM-12.7, SWM-13.4 to SWM-13.6"""
    options = position.get("options", {})
    for house, expected in (({}, by_the_book), ({name: value}, then)):
        if expected is not None:
            t = lay(**{**position, "options": {**options, **house}})
            acts(t)
            all_pass(t)
            assert measure(t) == expected


def test_every_sort_of_number_has_its_test() -> None:
    turned = {sort_of(case[0]) for case in SETUP} | {sort_of(case[0]) for case in CASES}
    elsewhere = {"events.late", "specialty.count"} | {
        f"specialty.{what}" for what in ("leaders", "coverts", "water", "troops")
    }
    assert turned | elsewhere == {sort_of(number.name) for number in GAME.numbers}


# -- what is told of them ----------------------------------------------------------------------------------------------


def test_what_is_said_beforehand_has_the_numbers_of_the_match() -> None:
    """SWM-7.12, SWM-7.17  Reckoning and chances of a plan, and what a card says."""
    house = {"covert.Ambush.score": 9, "leader.Asha Cinder.skill": 0, "temple.fire": 2, "commitment.most": 7}
    t = lay(
        **{**BATTLE, "coverts": {"0": ["Ambush"], "1": ["Drum Lure"]}, "temples": {"fire": [[0, 1]]}, "options": house}
    )
    plan = [GAME.parse(words) for words in ("commit 7", "lead with Asha Cinder", "play Ambush")]
    rows = dict(t.reckon(0, plan))
    assert rows["You score"] == "16" and rows["If you win, you lose"] == "5 of 9"
    assert rows["Their tactics card may add"] == "up to 9"
    odds = GAME.odds(t, 0, [plan[0]])
    assert odds is not None and any("commit 7" in what for what, _ in odds.rows)
    assert COVERT.card_at(t, 0).text == "Your battle score is 9 higher."
    assert COVERT.cards[0].text == "Your battle score is 2 higher."


def test_a_card_states_its_own_numbers() -> None:
    """SWM-10.1  Every gap in a text is filled."""
    for deck in (EVENT, COVERT, QUEST, SPECIALTY, LEADER):
        for card in deck.cards:
            assert not any("{" in str(value) for value in [card.text, *card.data.values()] if isinstance(value, str))


def test_the_board_of_swarm_is_laid_out_by_the_match() -> None:
    """SWM-2.1"""
    with pytest.raises(UsageError, match="its tiles are laid out by the match, see 'layout'"):
        deal(3, 1, board="[[region]]")


def test_more_than_was_agreed_on_is_not_asked_behind_a_screen() -> None:
    """SWM-3.9"""
    options = {"hidden_water": "yes", "deals.water": 10}
    t = lay(options=options)
    assert no_offer(t, 0, 1, [], [11]) == "SWM-3.4"
    assert t.offer_fault(0, 1, [], [10]) == []


def test_tiles_state_the_numbers_of_the_match() -> None:
    """SWM-7.12, SWM-8.1, SWM-8.3, SWM-11.6, SWM-14.2"""
    house = {
        "bastion.bonus": 3,
        "yield.troop": 4,
        "yield.basin": 7,
        "points.city": 2,
        "temple.earth": 5,
        "temple.wind": 2,
    }
    board = GAME.board_at(deal(3, 1, **house))
    said = {tile.name: tile.text for tile in board.tiles}
    assert said["Crownrock"] == "Safe from the swarm; its defender scores 3 more. Hold enough of them and win."
    assert said["Twin Palms"] == "Yields 4 water for each troop at harvest."
    assert said["Upper Basin"] == "Pays its controller 7 water at harvest."
    assert said["Claygate"].startswith("2 victory points for its controller at the end. Temple of Earth: ")
    assert said["Claygate"].endswith("it spares 5 of them.") and said["Galehaven"].endswith("with 2 free moves.")
    assert GAME.board is not None
    assert [tile.text for tile in GAME.board_at(deal(3, 1)).tiles] == [tile.text for tile in GAME.board.tiles]
