"""Chapter 10: the quest step, and every quest."""

from typing import Any

import pytest

from marchland.games.swarm.cards import COVERT, LEADER, QUEST
from swarm.table import all_pass, coverts, discards, hand, lay, names, offered, play, refused, step, told, water

SHOWN = {"traitors": hand(p3=[23])}  # so that a treason window opens

# quest: (position in which it can be claimed, the claim, position in which it just cannot)
CLAIMS: dict[str, tuple[dict[str, Any], str, dict[str, Any]]] = {
    "Vigil of Fire": (
        {"temples": {"fire": [[0, 1]]}, "leaders": hand(p0=[5])},
        "claim Vigil of Fire with Pell Torchbearer",
        {"temples": {"earth": [[0, 1]]}, "leaders": hand(p0=[5])},
    ),
    "Vigil of Earth": (
        {"temples": {"earth": [[0, 1]]}, "leaders": hand(p0=[6])},
        "claim Vigil of Earth with Garron Stonebrow",
        {"temples": {"earth": [[0, 1]]}, "leaders": hand(p0=[5])},
    ),
    "Vigil of Water": (
        {"temples": {"water": [[0, 1]]}, "leaders": hand(p0=[17])},
        "claim Vigil of Water with Little Finn",
        {"temples": {"water": [[1, 1]]}, "leaders": hand(p0=[17])},
    ),
    "Vigil of Wind": (
        {"temples": {"wind": [[0, 1]]}, "leaders": hand(p0=[18])},
        "claim Vigil of Wind with Zephra Gale",
        {"temples": {"wind": [[0, 1]]}},
    ),
    "Northern Banner": (
        {"troops": {"A1": [[0, 1]], "C1": [[0, 1], [1, 2]], "E1": [[0, 1]]}},
        "claim Northern Banner",
        {"troops": {"A1": [[0, 1]], "C1": [[0, 1]], "E2": [[0, 1]]}},
    ),
    "Southern Banner": (
        {"troops": {"A4": [[0, 1]], "C4": [[0, 1]], "E4": [[0, 1]]}},
        "claim Southern Banner",
        {"troops": {"A4": [[0, 1]], "C4": [[0, 9]]}},
    ),
    "Western Banner": (
        {"troops": {"A1": [[0, 1]], "A2": [[0, 1]], "A4": [[0, 1]]}},
        "claim Western Banner",
        {"troops": {"A1": [[0, 1]], "A2": [[0, 1]], "B4": [[0, 1]]}},
    ),
    "Eastern Banner": (
        {"troops": {"E1": [[0, 1]], "E3": [[0, 1]], "E4": [[0, 1]]}},
        "claim Eastern Banner",
        {"troops": {"E1": [[0, 1]], "E3": [[0, 1]], "D4": [[0, 1]]}},
    ),
    "Giant-Killer": ({"feats": {"0": ["Giant-Killer"]}}, "claim Giant-Killer", {"feats": {"1": ["Giant-Killer"]}}),
    "Against the Grain": ({"feats": {"0": ["Against the Grain"]}}, "claim Against the Grain", {}),
    "The Thin Line": ({"feats": {"0": ["The Thin Line"]}}, "claim The Thin Line", {"feats": {"0": ["Wallbreaker"]}}),
    "Wallbreaker": ({"feats": {"0": ["Wallbreaker"]}}, "claim Wallbreaker", {}),
    "Full Cisterns": ({"water": [8, 0, 0, 0]}, "claim Full Cisterns", {"water": [7, 0, 0, 0]}),
    "Keeper of Wells": (
        {"troops": {"B2": [[0, 1]], "D2": [[0, 1]]}},
        "claim Keeper of Wells",
        {"troops": {"B2": [[0, 1]], "D2": [[0, 1], [1, 1]]}},
    ),
    "Green Hand": (
        {"troops": {"B1": [[0, 1], [1, 1]], "D1": [[0, 1]], "E3": [[0, 1]]}},
        "claim Green Hand",
        {"troops": {"B1": [[0, 4]], "D1": [[0, 4]]}},
    ),
    "Lord of Gates": (
        {"troops": {"A1": [[0, 1]], "C2": [[0, 1]], "B4": [[0, 1]]}},
        "claim Lord of Gates",
        {"troops": {"A1": [[0, 1]], "C2": [[0, 1], [1, 1]], "B4": [[0, 1]]}},
    ),
    "Council of Elements": (
        {"leaders": hand(p0=[4, 10, 20])},
        "claim the council with Old Tamar, Halim the Mason and Whisper",
        {"leaders": hand(p0=[4, 5, 20, 21])},
    ),
    "Spymaster": (
        {"coverts": {"0": ["Ambush", "Turncoat"]}},
        "claim the spymaster with Ambush and Turncoat",
        {"coverts": {"0": ["Ambush"]}},
    ),
    "Unmasked": ({"unmasked": [0]}, "claim Unmasked", {"unmasked": [1]}),
    "In the Swarm's Shadow": (
        {"swarm": "A1", "troops": {"B1": [[0, 1]], "A2": [[0, 2]]}},
        "claim In the Swarm's Shadow",
        {"swarm": "A1", "troops": {"A4": [[0, 5]], "E1": [[0, 5]], "A2": [[0, 2]], "A1": [[0, 1]]}},
    ),
}

REWARDS = {
    "Northern Banner": 4,
    "Southern Banner": 4,
    "Western Banner": 4,
    "Eastern Banner": 4,
    "Keeper of Wells": 5,
    "In the Swarm's Shadow": 5,
}


def waiting(quest: str) -> list[str]:
    """A quest for seat 3, so that the quest step is not over with seat 0."""
    return ["Unmasked" if quest != "Unmasked" else "Green Hand"]


def test_every_quest_has_its_case() -> None:
    assert list(CLAIMS) == QUEST.names()


@pytest.mark.parametrize("quest", CLAIMS)
def test_a_quest_is_claimed(quest: str) -> None:
    """SWM-10.1, SWM-10.3  With its condition met it can be claimed, lies face up, and is rewarded at once."""
    met, claim, _ = CLAIMS[quest]
    t = lay(step="quests", quests={"0": [quest], "3": waiting(quest)}, **met)
    before = water(t)[0]
    assert claim in offered(t)
    play(t, claim)
    number = QUEST.number[quest]
    assert t.quests[0] == [] and t.completed[0] == [number] and t.view(2)["table"]["completed"][0] == [number]
    if quest in REWARDS:
        assert water(t)[0] == before + REWARDS[quest] and t.points[0] == 0
    elif quest == "The Thin Line":
        assert len(t.coverts[0]) == 1 and t.points[0] == 0
    elif quest == "Lord of Gates":
        assert len(t.leaders[0]) == 1 and t.points[0] == 0
    else:
        assert t.points[0] == 1
    if quest == "Full Cisterns":
        assert water(t)[0] == 0
    if quest == "Spymaster":
        assert discards(t) == ["Ambush", "Turncoat"]


@pytest.mark.parametrize("quest", CLAIMS)
def test_a_quest_is_not_claimed(quest: str) -> None:
    """SWM-10.1, SWM-1.12  Just short of the condition the holder is asked, but can only be done."""
    _, claim, short = CLAIMS[quest]
    t = lay(step="quests", quests={"0": [quest]}, **short)
    assert t.deciders() == [0] and offered(t) == ["done"]
    assert refused(t, claim) == "SWM-10.1"


def test_the_quest_step() -> None:
    """SWM-10.1  In turn order, any number, one at a time, or none: claiming is voluntary."""
    t = lay(
        step="quests",
        start=2,
        quests={"0": ["Unmasked", "Full Cisterns"], "2": ["Wallbreaker"]},
        unmasked=[0],
        feats={"2": ["Wallbreaker"]},
        water=[9, 0, 0, 0],
    )
    assert t.deciders() == [2]
    play(t, "done")
    assert t.completed[2] == []
    assert t.deciders() == [0] and offered(t) == ["done", "claim Full Cisterns", "claim Unmasked"]
    play(t, "claim Unmasked", "claim Full Cisterns")
    assert t.completed[0] == [18, 12] and t.points[0] == 2


@pytest.mark.parametrize("quest", ["Vigil of Fire", "Council of Elements"])
def test_showing_quests_open_a_window(quest: str) -> None:
    """SWM-10.2  The leaders are named and shown; if none is betrayed the quest is completed."""
    met, claim, _ = CLAIMS[quest]
    t = lay(step="quests", quests={"0": [quest]}, **SHOWN, **met)
    play(t, claim)
    assert step(t) == "treason" and t.completed[0] == []
    assert t.view(2)["table"]["known_quests"][QUEST.number[quest]] == 1
    all_pass(t)
    assert t.points[0] == 1
    shown = [leader for leader in range(24) if t.view(-1)["table"]["known_leaders"][leader] == 1]
    assert [LEADER.cards[leader].name for leader in shown] == [name for name in names(*shown) if name in claim]
    assert len(shown) == (1 if quest == "Vigil of Fire" else 3)


def test_rewards_from_empty_piles() -> None:
    """SWM-10.3  Where no card can be drawn there are 2 water instead."""
    copies = [card.name for card in COVERT.cards for _ in range(card.count)]
    t = lay(
        step="quests",
        quests={"0": ["The Thin Line"], "3": waiting("")},
        feats={"0": ["The Thin Line"]},
        coverts={"1": copies},
    )
    play(t, "claim The Thin Line")
    assert water(t)[0] == 7 and coverts(t, 0) == []
    met, claim, _ = CLAIMS["Lord of Gates"]
    t = lay(step="quests", quests={"0": ["Lord of Gates"], "3": waiting("")}, leaders=hand(p1=range(24)), **met)
    play(t, claim)
    assert water(t)[0] == 7 and t.leaders[0] == []


def test_a_reward_can_renew_the_covert_pile() -> None:
    """SWM-10.3, SWM-1.11  The discards are shuffled when a covert card is due and the pile is empty."""
    copies = [card.name for card in COVERT.cards for _ in range(card.count)]
    t = lay(
        step="quests",
        quests={"0": ["The Thin Line"]},
        feats={"0": ["The Thin Line"]},
        coverts={"1": copies[2:]},
        discard=copies[:2],
    )
    play(t, "claim The Thin Line")
    assert coverts(t, 0) == ["Ambush"] and len(t.coverts.pile) == 1 and discards(t) == []


@pytest.mark.parametrize("points", ["yes", "no"])
def test_quest_points(points: str) -> None:
    """SWM-10.4  Without them every point is worth 3 water."""
    quests = {"0": ["Unmasked"], "3": ["Green Hand"]}
    t = lay(step="quests", options={"quest_points": points}, quests=quests, unmasked=[0])
    play(t, "claim Unmasked")
    assert (t.points[0], water(t)[0]) == ((1, 5) if points == "yes" else (0, 8))
    assert len(told(t, "SWM-10.3")) == 2


def test_quests_cannot_be_discarded() -> None:
    """SWM-10.5  Being done keeps them; no action of the game puts one away."""
    t = lay(step="quests", quests={"0": ["Green Hand", "Unmasked"]})
    assert offered(t) == ["done"]
    play(t, "done")
    assert t.quests[0] == [14, 18]


def test_any_two_covert_cards_will_do_for_the_spymaster() -> None:
    """SWM-10.1  Pairs by kind, two of one kind only if both are held."""
    t = lay(step="quests", quests={"0": ["Spymaster"]}, coverts={"0": ["Ambush", "Ambush", "Peephole"]})
    assert offered(t, "claim") == [
        "claim the spymaster with Ambush and Ambush",
        "claim the spymaster with Ambush and Peephole",
    ]


def test_three_elements_for_the_council() -> None:
    """SWM-10.2  All triples of different elements are offered, and no others."""
    t = lay(step="quests", quests={"0": ["Council of Elements"]}, leaders=hand(p0=[0, 6, 7, 18]))
    assert offered(t, "claim") == [
        "claim the council with Asha Cinder, Garron Stonebrow and Zephra Gale",
        "claim the council with Asha Cinder, Mother Ode and Zephra Gale",
    ]
