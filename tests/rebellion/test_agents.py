"""Chapter 23: agents and their cards."""

from __future__ import annotations

import random
from typing import Any

import pytest

from marchland.engine.dice import fast_dice
from marchland.engine.errors import IllegalAction
from marchland.engine.match import Match
from marchland.games.rebellion.food import production
from marchland.games.rebellion.income import income
from rebellion.table import (
    GAME,
    RebellionTable,
    arms,
    at,
    coins,
    deal,
    holder,
    land,
    lands,
    lay,
    offered,
    play,
    refused,
    step,
    told,
)

DRY = {"mod_weather": "off", "mod_economy": "off"}
FED = {"mod_weather": "off"}


def dealt(t: RebellionTable, dealer: int) -> list[int]:
    n = int(t.seats)
    return [int(card) for card in t.dealt[dealer * n : dealer * n + n]]


def turned_up(rolls: list[int], cards: list[tuple[int, int, str]], **entries: Any) -> RebellionTable:
    """R1 with these cards: (dealer, target, card); all others are nothing."""
    n = entries.get("seats", 4)
    rows = [
        [dealer, target, next((card for d, at_, card in cards if (d, at_) == (dealer, target)), "nothing")]
        for dealer in sorted({dealer for dealer, _, _ in cards})
        for target in range(n)
    ]
    agents = [sum(d == seat for d, _, _ in cards) for seat in range(n)]
    given = {"agents": agents, **entries}
    options = {**FED, **given.pop("options", {})}
    return lay(rolls, step="reveal", dealt=rows, options=options, **given)


# -- REB-23.1 to REB-23.3 --------------------------------------------------------------------------------------------


def test_buying_and_dismissing() -> None:
    """REB-23.1, REB-6.13"""
    t = lay(coins=[17, 0, 0, 0])
    play(t, "buy an agent", "buy an agent")
    assert coins(t) == 1 and t.agents[0] == 2 and refused(t, "buy an agent") == "REB-1.9"
    assert told(t, "REB-23.1")[-1] == "seat 0 buys an agent for 8 coins and has 2 agents"
    play(t, "give something up")
    assert refused(t, "dismiss 3") == "REB-6.13"
    play(t, "dismiss 1")
    assert t.agents[0] == 1 and step(t) == "main"


def test_w24_without_the_capital_none_is_bought() -> None:
    """REB-23.1, REB-27.6"""
    t = lay(provinces={"BRA": land(1), "PER": land(0)}, place=["PER", None, None, None])
    assert refused(t, "buy an agent") == "REB-10.1"
    assert refused(lay(options={"mod_agents": "off"}), "buy an agent") == "REB-27.6"


# -- REB-23.4: dealing -----------------------------------------------------------------------------------------------


def test_dealing_at_the_end_of_the_turn() -> None:
    """REB-23.3, REB-23.4  At most one card for each agent, each card once, one for each player."""
    t = lay(agents=[2, 0, 0, 0], options=DRY)
    play(t, "end the turn")
    assert step(t) == "dealing" and t.deciders() == [0]
    names = offered(t)
    assert "deal counterintelligence to 0" in names and "deal no more" in names
    assert refused(t, "deal burning_food to 1") == "REB-27.9" and refused(t, "deal sabotage to 5") == "REB-23.4"
    play(t, "deal sabotage to 1")
    assert refused(t, "deal sabotage to 2") == "REB-23.4" and refused(t, "deal incitement to 1") == "REB-23.4"
    play(t, "deal incitement to 2")
    assert offered(t) == ["deal no more"] and refused(t, "deal counterintelligence to 0") == "REB-23.3"
    play(t, "deal no more")
    assert dealt(t, 0) == [5, 0, 1, 5] and t.active == 1 and step(t) == "main"
    assert told(t, "REB-23.4") == ["seat 0 has dealt every player a card, face down"]


def test_nobody_is_asked_without_agents_or_capital() -> None:
    """REB-23.4"""
    t = lay(options=DRY)
    play(t, "end the turn")
    assert t.active == 1
    t = lay(
        agents=[1, 0, 0, 0], provinces={"BRA": land(1), "PER": land(0)}, place=["PER", None, None, None], options=DRY
    )
    play(t, "end the turn")
    assert t.active == 1 and dealt(t, 0) == [-1] * 4


def test_cards_are_taken_back_until_the_deal_is_done() -> None:
    """REB-23.4"""
    match = Match(GAME, 4, base=lay(agents=[2, 0, 0, 0], options=DRY).to_data())
    for said in ("end the turn", "deal sabotage to 1", "deal incitement to 2"):
        match.play(0, GAME.parse(said))
    match.undo(0)
    match.undo(0)
    assert match.table.sealed[0] == []
    match.play(0, GAME.parse("deal sabotage to 3"))
    match.play(0, GAME.parse("deal no more"))
    with pytest.raises(IllegalAction):
        match.undo(0)


def test_only_the_dealer_sees_his_cards() -> None:
    """REB-23.4, REB-23.6  Nobody else knows them, nor how many are actions."""
    t = lay(agents=[1, 0, 0, 0], options=DRY)
    twin = lay(agents=[1, 0, 0, 0], options=DRY)
    play(t, "end the turn", "deal sabotage to 1")
    play(twin, "end the turn")
    for seat in (1, 2, 3, -1):
        assert t.view(seat) == twin.view(seat) and t.picture(seat) == twin.picture(seat)
    play(t, "deal no more")
    play(twin, "deal no more")
    for seat in (1, 2, 3, -1):
        assert t.view(seat) == twin.view(seat) and t.picture(seat) == twin.picture(seat)
        assert t.determinize(seat, fast_dice(3)) == twin.determinize(seat, fast_dice(3))
    assert t.view(0) != twin.view(0) and t.view(-2) != twin.view(-2)
    assert t.view(0)["table"]["dealt"] == [5, 0, 5, 5] + [-1] * 12  # type: ignore[index]


def test_imagined_cards_could_have_been_dealt() -> None:
    """REB-23.4  At most as many actions as agents, each once."""
    t = lay(agents=[2, 0, 0, 0], options=DRY)
    play(t, "end the turn", "deal sabotage to 1", "deal no more")
    seen = set()
    for seed in range(60):
        imagined = t.determinize(1, fast_dice(seed))
        assert isinstance(imagined, RebellionTable)
        cards = dealt(imagined, 0)
        actions = [card for card in cards if card != 5]
        assert len(actions) <= 2 and len(set(actions)) == len(actions)
        assert 3 not in actions
        seen.add(tuple(cards))
        assert imagined.view(1) == t.view(1)
    assert len(seen) > 10
    own = t.determinize(0, fast_dice(1))
    assert isinstance(own, RebellionTable) and dealt(own, 0) == dealt(t, 0)


def test_all_deal_together() -> None:
    """REB-23.5, REB-23.12"""
    t = lay(
        [99],
        active=3,
        agents=[1, 0, 1, 1],
        provinces={"SAF": land(0), "CAF": land(2)},
        place=[None, None, "CAF", None],
        options={**DRY, "agent_timing": "round_end"},
    )
    play(t, "end the turn")
    assert step(t) == "dealing_together" and t.deciders() == [0, 3]
    play(t, "3: deal sabotage to 1", "3: deal no more")
    assert t.deciders() == [0] and set(t.dealt) == {-1}
    play(t, "0: deal no more")
    assert told(t, "REB-23.7")[0] == "seat 1 rolls 99 against sabotage of seat 3, above 60: it succeeds"
    assert t.sabotaged[1] == 1 and income(t, 1, 0) == 0 and t.round == 2


# -- REB-23.6 to REB-23.9 --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rolled", "guarded", "lost", "agents"),
    [
        (61, False, 1, 1),
        (60, False, 0, 1),
        (7, False, 0, 0),
        (10, False, 0, 0),
        (11, False, 0, 1),
        (75, True, 0, 1),
        (76, True, 1, 1),
    ],
)
def test_w71_agents(rolled: int, guarded: bool, lost: int, agents: int) -> None:
    """REB-23.4 to REB-23.8"""
    cards = [(3, 1, "sabotage")] + ([(1, 1, "counterintelligence")] if guarded else [])
    t = turned_up([rolled], cards, active=3, round=4)
    assert t.sabotaged[1] == lost and t.agents[3] == agents
    assert "seat 3 has dealt seat 1 sabotage" in told(t, "REB-23.6") and set(t.dealt) == {-1} and not t.cards_up
    assert "seat 3 has dealt 3 cards that do nothing" in told(t, "REB-23.6")
    if agents == 0:
        assert told(t, "REB-23.7")[-1] == "An agent of seat 3 is caught: 0 agents left"


def test_w72_the_floor_of_a_sabotaged_income() -> None:
    """REB-5.1, REB-23.9  The income is 0, then upkeep is paid from the purse; and it happens once."""
    t = lay(
        step="income",
        sabotaged=[1, 0, 0, 0],
        provinces={"PER": land(0, buildings=["road"]), "VEN": land(0, buildings=["road"])},
        options=FED,
    )
    assert coins(t) == 18 and t.sabotaged[0] == 0
    t = lay(step="income", sabotaged=[2, 0, 0, 0], rich_tribe=[[3, 3], [], [], []], options=FED)
    assert coins(t) == 22


def test_burning_food() -> None:
    """REB-23.9, REB-14.2  Several add up, not below 0."""
    t = turned_up([61, 99], [(0, 1, "burning food"), (2, 1, "burning food")])
    assert t.burned[1] == 2 and production(t, 1, 0) == 0
    t = lay(step="harvest", burned=[3, 0, 0, 0], options=FED)
    assert t.food[0] == 0 and t.burned[0] == 0


def test_freeing_a_captive() -> None:
    """REB-23.9, REB-23.12  The target chooses; one without captives rolls all the same."""
    own = {"CHI": land(1, captives=[[0, 1], [2, 1]]), "MON": land(1, captives=[[0, 1]])}
    t = turned_up([61], [(0, 1, "free captive")], provinces=own)
    assert t.deciders() == [1]
    assert offered(t) == [
        "let a captive of 0 in MON go",
        "let a captive of 0 in CHI go",
        "let a captive of 2 in CHI go",
    ]
    assert refused(t, "let a captive of 3 in CHI go") == "REB-23.9"
    # Cards lie open while somebody chooses.
    assert t.view(3)["table"]["dealt"] == t.view(-2)["table"]["dealt"]  # type: ignore[index]
    play(t, "let a captive of 2 in CHI go")
    assert t.captives_of(at("CHI"), 2) == 0 and set(t.dealt) == {-1}
    t = turned_up([61], [(0, 1, "free captive")])
    assert told(t, "REB-23.7") and step(t) == "main"
    t = turned_up([5], [(0, 1, "free captive")])
    assert t.agents[0] == 0


def test_a_sure_freeing() -> None:
    """REB-23.9  No roll is made, and the agent is safe."""
    options = {"free_captive_roll": "sure"}
    t = turned_up([], [(0, 1, "free captive")], provinces={"CHI": land(1, captives=[[0, 2]])}, options=options)
    assert t.captives_of(at("CHI"), 0) == 1 and not told(t, "REB-23.7")


@pytest.mark.parametrize(
    ("rolled", "captives", "guarded", "incited"),
    [
        (80, False, False, 0),
        (81, False, False, 1),
        (60, True, False, 0),
        (61, True, False, 1),
        (75, True, True, 0),
        (95, False, True, 0),
        (96, False, True, 1),
    ],
)
def test_the_numbers_of_incitement(rolled: int, captives: bool, guarded: bool, incited: int) -> None:
    """REB-23.7, REB-23.8, REB-23.10"""
    own = {"CHI": land(2, owner=1, **({"captives": [[0, 1]]} if captives else {}))}
    cards = [(0, 2, "incitement")] + ([(1, 2, "counterintelligence")] if guarded else [])
    t = turned_up([rolled], cards, provinces=own)
    assert t.incited[2] == incited


def test_two_counterintelligences_do_not_add_up() -> None:
    """REB-23.8"""
    t = turned_up([76], [(0, 1, "counterintelligence"), (1, 1, "counterintelligence"), (2, 1, "sabotage")])
    assert t.sabotaged[1] == 1 and told(t, "REB-23.8") == [
        "Counterintelligence protects seat 1: 15 more for every attack"
    ]


def test_the_order_of_the_reveal() -> None:
    """REB-23.6, REB-1.6  Targets in turn order, for each the dealers in turn order."""
    t = turned_up(
        [11, 12, 13, 14],
        [(0, 1, "sabotage"), (0, 2, "burning food"), (3, 1, "burning food"), (3, 2, "sabotage")],
        first=2,
    )
    rolls = [text for text in told(t, "REB-23.7") if "rolls" in text]
    assert [text.split(",")[0] for text in rolls] == [
        "seat 2 rolls 11 against sabotage of seat 3",
        "seat 2 rolls 12 against burning food of seat 0",
        "seat 1 rolls 13 against burning food of seat 3",
        "seat 1 rolls 14 against sabotage of seat 0",
    ]


def test_cards_of_the_eliminated_go_back() -> None:
    """REB-23.12, REB-25.9  By him and to him."""
    t = lay(
        agents=[0, 1, 1, 0],
        dealt=[
            [dealer, seat, "sabotage" if dealer > seat == 1 else "nothing"] for dealer in (1, 2) for seat in range(4)
        ],
        place=[None, "VEN", None, None],
        provinces={"PER": land(0, "I"), "VEN": land(1), "JAP": land(3)},
    )
    play(t, "attack VEN", "commit 1 infantry from PER", "begin the attack", "plunder")
    assert not t.lives(1) and dealt(t, 1) == [-1] * 4 and dealt(t, 2) == [5, -1, 5, 5]


def test_w89_cards_work_without_the_capital() -> None:
    """REB-23.4  Once dealt they lie there."""
    t = turned_up(
        [61], [(0, 1, "sabotage")], provinces={"BRA": land(1), "PER": land(0)}, place=["PER", None, None, None]
    )
    assert t.sabotaged[1] == 1


# -- REB-23.10: incitement -------------------------------------------------------------------------------------------


def test_w73_incitement() -> None:
    """REB-23.10, REB-24.5 to REB-24.8"""
    t = lay([2, 30, 29], step="incited", incited=[1, 0, 0, 0], provinces={"PER": land(0, "C")}, options=FED)
    assert holder(t, "PER") == 6 and arms(t, "PER") == "2I" and t.incited[0] == 0
    assert told(t, "REB-24.1") == ["2 soldiers of seat 0 mutiny"]


def test_w96_two_incitements() -> None:
    """REB-23.10  One after the other, each with its own die."""
    t = lay(
        [1, 3], step="incited", incited=[2, 0, 0, 0], provinces={"PER": land(0, "I"), "VEN": land(0, "3I")}, options=FED
    )
    assert offered(t) == ["revolt in VEN", "revolt in PER"]
    play(t, "revolt in PER")
    assert holder(t, "PER") == 6 and holder(t, "VEN") == 6 and step(t) == "main"


# -- modules ---------------------------------------------------------------------------------------------------------

NONE = dict.fromkeys(("mod_economy", "mod_buildings", "mod_weather", "mod_revolts"), "off")


@pytest.mark.parametrize(
    ("options", "cards"),
    [
        (NONE, {"sabotage", "counterintelligence"}),
        ({**NONE, "mod_economy": "on"}, {"sabotage", "burning_food", "counterintelligence"}),
        ({**NONE, "mod_revolts": "on"}, {"sabotage", "incitement", "counterintelligence"}),
        ({"mod_captives": "off"}, {"sabotage", "incitement", "burning_food", "counterintelligence"}),
        ({}, {"sabotage", "incitement", "free_captive", "burning_food", "counterintelligence"}),
    ],
)
def test_w97_small_sets_of_cards(options: dict[str, str], cards: set[str]) -> None:
    """REB-27.2, REB-27.6 to REB-27.9, REB-23.2, REB-23.11"""
    t = lay(agents=[1, 0, 0, 0], options=options)
    play(t, "end the turn")
    assert {text.split()[1] for text in offered(t, "deal ") if " to " in text} == cards


def test_w80_captives_off() -> None:
    """REB-27.8  An incitement needs more than 80 always."""
    t = turned_up([80], [(0, 2, "incitement")], options={"mod_captives": "off"})
    assert t.incited[2] == 0


def test_revolts_with_agents_alone() -> None:
    """REB-27.1, REB-27.7  Hunger and tokens need the economy; incitement does not."""
    t = lay([1], step="incited", incited=[1, 0, 0, 0], provinces=lands(0) | {"PER": land(0, "I")}, options=DRY)
    assert holder(t, "PER") == 6


def test_agents_in_random_matches_keep_their_secrets() -> None:
    """REB-23.4  In both modes."""
    rng = random.Random(5)
    for timing in ("own_turn", "round_end"):
        t = deal(3, 5, agent_timing=timing, round_limit=5, mod_sea="off")
        seen = 0
        for _ in range(2500):
            if t.over:
                break
            seat = rng.choice(t.deciders())
            options = t.options(seat)
            names = [GAME.name_of(action) for action in options]
            pick = options.at(rng.randrange(options.total))
            if "buy an agent" in names and rng.random() < 0.5:
                pick = GAME.parse("buy an agent")
            t.play(seat, pick)
            assert GAME.conserved(t) == ""
            if set(t.dealt) != {-1}:
                seen += 1
                for viewer in range(3):
                    imagined = t.determinize(viewer, fast_dice(rng.randrange(1 << 30)))
                    assert imagined.view(viewer) == t.view(viewer)
        assert seen > 10 or timing == "round_end"
