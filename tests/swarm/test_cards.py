"""Every card by itself: tactics, operations, events, specialties and favours, with their texts and numbers."""

from typing import Any

import pytest

from marchland.games.swarm.cards import COVERT, EVENT, LEADER, QUEST, SPECIALTY
from marchland.games.swarm.operations import HIGHER, LOWER
from swarm.table import (
    coverts,
    discards,
    fight,
    hand,
    idle,
    imagined,
    lay,
    names,
    offered,
    on,
    play,
    refused,
    reserve,
    step,
    temple,
    told,
    water,
)

COPIES = {
    "Ambush": 3,
    "Reckless Charge": 2,
    "Sand Veil": 2,
    "Cut Waterskins": 2,
    "Healers": 2,
    "Unmask": 2,
    "Fall Back": 2,
    "Body Double": 1,
    "Drum Lure": 2,
    "Smoke Pots": 2,
    "Water Thief": 2,
    "Night Raid": 2,
    "Forced March": 2,
    "Hidden Camp": 1,
    "Dowsing": 1,
    "Turncoat": 1,
    "Peephole": 1,
}


def test_the_decks() -> None:
    """SWM-2.4  Thirty covert cards, 24 leaders, 20 quests, 17 events and 8 specialties, with their copies."""
    assert {card.name: card.count for card in COVERT.cards} == COPIES
    assert len(COVERT.pile()) == 30 and len(LEADER.pile()) == 24 and len(QUEST.pile()) == 20
    assert len(EVENT.pile()) == 17 and len(SPECIALTY.pile()) == 8
    skills = [[card.data["skill"] for card in LEADER.cards[i : i + 6]] for i in (0, 6, 12, 18)]
    assert skills == [[5, 4, 3, 3, 2, 1]] * 3 + [[4, 3, 2, 2, 1, 1]]
    for deck in (COVERT, EVENT):
        assert all(card.text for card in deck.cards)


MOVES = ["E2", "S1", "W3", "N2", "E1", "N3", "W2", "S3", "W1", "N4", "S2", "E2", "W2", "N1", "S1", "W3", "E3"]


def test_directions_and_numbers_of_the_events() -> None:
    """SWM-5.8  As they are printed."""
    assert [f"{card.data['dir']}{card.data['steps']}" for card in EVENT.cards] == MOVES


# -- tactics -----------------------------------------------------------------------------------------------------------

# P0 with 4 troops, 2 committed and a leader, against P1 with 5 troops, 3 committed and a leader, on a desert.
TACTICS = [
    ("Ambush", [19], [20], (7, 5), {0: 2}),
    ("Reckless Charge", [19], [20], (8, 5), {0: 1}),
    ("Sand Veil", [0], [12], (7, 8), {1: 2}),
    ("Cut Waterskins", [19], [20], (5, 3), {0: 2}),
    ("Healers", [18], [20], (6, 5), {0: 4}),
    ("Unmask", [19], [20], (5, 5), {}),
    ("Fall Back", [20], [19], (4, 6), {1: 2}),
    ("Body Double", [19], [20], (5, 5), {}),
]


@pytest.mark.parametrize(("card", "mine", "theirs", "score", "left"), TACTICS, ids=[row[0] for row in TACTICS])
def test_tactics(card: str, mine: list[int], theirs: list[int], score: tuple[int, int], left: dict[int, int]) -> None:
    """SWM-7.6, SWM-7.12, SWM-7.17, SWM-7.19  What each tactics card does to scores and losses; then it is spent."""
    t = lay(
        step="battles",
        troops={"D3": [[0, 4], [1, 5]]},
        leaders=hand(p0=mine, p1=theirs),
        coverts={"0": [card]},
    )
    fight(t, f"0: 2, {names(*mine)[0]}, {card}", f"1: 3, {names(*theirs)[0]}")
    assert told(t, "SWM-7.12") == [f"seat 0 scores {score[0]}, seat 1 {score[1]}"]
    assert on(t, "D3") == left and discards(t) == [card]
    assert on(t, "C3") == ({0: 2} if card == "Fall Back" else {})


@pytest.mark.parametrize("card", [row[0] for row in TACTICS if row[0] not in ("Unmask", "Body Double")])
def test_unmask_takes_every_effect(card: str) -> None:
    """SWM-7.8  Against Unmask the battle goes as if no card had been played."""
    t = lay(
        step="battles",
        troops={"D3": [[0, 4], [1, 5]]},
        leaders=hand(p0=[0], p1=[12]),
        coverts={"0": [card], "1": ["Unmask"]},
    )
    fight(t, f"0: 2, Asha Cinder, {card}", "1: 3, Maris Tidewell, Unmask")
    assert told(t, "SWM-7.12") == ["seat 0 scores 2, seat 1 8"]
    assert on(t, "D3") == {1: 2} and on(t, "C3") == {} and discards(t) == sorted([card, "Unmask"])


# -- operations --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("direction", ["north", "east", "south", "west"])
def test_drum_lure(direction: str) -> None:
    """SWM-5.7, SWM-12.1  The swarm takes the chosen direction; the card is shown and discarded."""
    t = lay(step="window", event="Rain on Column A", swarm="C3", coverts={"1": ["Drum Lure"]})
    play(t, f"lure {direction}")
    assert t.swarm == {"north": 7, "east": 13, "south": 17, "west": 11}[direction]
    assert discards(t) == ["Drum Lure"]


@pytest.mark.parametrize(("smoke", "swarm"), [("fewer", 12), ("more", 14)])
def test_smoke_pots(smoke: str, swarm: int) -> None:
    """SWM-5.7  One step less or one step more."""
    t = lay(step="window", event="Rain on Column A", swarm="C3", coverts={"1": ["Smoke Pots"]})
    play(t, f"smoke {smoke} steps")
    assert t.swarm == swarm and discards(t) == ["Smoke Pots"]


@pytest.mark.parametrize(("has", "taken"), [(5, 3), (3, 3), (2, 2), (0, 0)])
def test_water_thief(has: int, taken: int) -> None:
    """SWM-12.2, SWM-12.3  Three water, or all there is, also none."""
    t = lay(coverts={"0": ["Water Thief", "Ambush"]}, leaders=hand(p0=[3]), water=[1, has, 0, 0])
    assert len(offered(t, "steal")) == 3
    play(t, "steal from 1 with Kesh of the Forge")
    assert water(t)[:2] == [1 + taken, has - taken]
    assert coverts(t, 0) == ["Ambush"] and t.leaders[0] == [3]


def test_missions_need_a_leader() -> None:
    """SWM-12.2  Without one neither Water Thief nor Night Raid can be played."""
    t = lay(coverts={"0": ["Water Thief", "Night Raid"]}, troops={"B3": [[0, 1]], "B2": [[1, 2]]}, water=[0, 5, 0, 0])
    assert offered(t) == ["done"]
    assert refused(t, "steal from 1 with Whisper") == refused(t, "raid 1 on B2 with Whisper") == "SWM-12.2"


def test_W46_night_raid() -> None:
    """SWM-12.4  Only on adjacent tiles that are neither bastion nor sanctuary; one or two troops die."""
    position = {
        "coverts": {"0": ["Night Raid", "Ambush"]},
        "leaders": hand(p0=[3]),
        "troops": {"B3": [[0, 1]], "B2": [[1, 1]], "B4": [[1, 4]], "C3": [[1, 3]]},
        "water": [0, 0, 0, 0],
    }
    t = lay(**position)
    assert offered(t, "raid") == ["raid 1 on B2 with Kesh of the Forge"]
    assert refused(t, "raid 1 on B4 with Kesh of the Forge") == "SWM-12.4"
    play(t, "raid 1 on B2 with Kesh of the Forge")
    assert on(t, "B2") == {} and t.reserve[1] == 8
    troops = {**position["troops"], "D2": [[0, 1]], "D1": [[2, 5]]}
    t = lay(**{**position, "troops": troops})
    play(t, "raid 2 on D1 with Kesh of the Forge")
    assert on(t, "D1") == {2: 3}


def test_night_raid_from_and_on_the_swarms_tile() -> None:
    """SWM-12.4  The swarm's tile is excluded neither as target nor as starting point."""
    for swarm in ("B3", "B2"):
        t = lay(
            swarm=swarm,
            coverts={"0": ["Night Raid"]},
            leaders=hand(p0=[3]),
            troops={"B3": [[0, 1]], "B2": [[1, 3]]},
        )
        play(t, "raid 1 on B2 with Kesh of the Forge")
        assert on(t, "B2") == {1: 1}


def test_forced_march() -> None:
    """SWM-12.5, SWM-12.1  One free move, also without any water; the card is discarded."""
    t = lay(coverts={"0": ["Forced March", "Forced March"]}, troops={"B3": [[0, 3]]}, water=[0, 0, 0, 0])
    play(t, "march 3 from B3 to B2", "march 2 from B2 to C2")
    assert on(t, "B2") == {0: 1} and on(t, "C2") == {0: 2} and discards(t) == ["Forced March"] * 2


def test_hidden_camp() -> None:
    """SWM-12.6, SWM-13.2  One to three troops, unpaid, where a drop may go; for the Nomad also in the wild."""
    t = lay(step="drop", coverts={"0": ["Hidden Camp"]}, water=[0, 0, 0, 0])
    assert offered(t) == ["done", "camp 1 on C3", "camp 2 on C3", "camp 3 on C3"]
    assert refused(t, "camp 4 on C3") == "SWM-12.6" and refused(t, "camp 1 on B3") == "SWM-6.3"
    play(t, "camp 3 on C3")
    assert on(t, "C3") == {0: 3} and reserve(t)[0] == 12 and discards(t) == ["Hidden Camp"]
    t = lay(step="drop", turn=3, coverts={"3": ["Hidden Camp"]}, troops={"B4": [[3, 13]]}, water=[0, 0, 0, 0])
    assert "camp 2 on B3" in offered(t) and "camp 3 on B3" not in offered(t)


def test_nomad_drops_from_temples_into_the_wild() -> None:
    """SWM-13.2, SWM-6.4  Temple drops, too, may go to an empty desert or oasis."""
    t = lay(step="drop", turn=3, temples={"fire": [[3, 1]]}, water=[0, 0, 0, 0])
    wild = {name.split()[-1] for name in offered(t, "drop 1 from")}
    assert wild == {"C3", "B1", "D1", "A3", "B3", "D3", "E3"}


def test_dowsing() -> None:
    """SWM-8.2, SWM-12.1  Any tile that one occupies yields this round."""
    t = lay(coverts={"0": ["Dowsing"]}, troops={"C2": [[0, 4], [1, 1]], "B4": [[0, 1]]}, water=[0, 0, 0, 0])
    assert offered(t) == ["done", "dowse C2", "dowse B4"]
    assert refused(t, "dowse B3") == "SWM-1.5"
    play(t, "dowse B4")
    assert t.dowsed == 1 << 16 and discards(t) == ["Dowsing"]


def test_turncoat() -> None:
    """SWM-12.7  Two are drawn and seen, one is kept in secret; both of one's cards can be played later."""
    t = lay(
        coverts={"0": ["Turncoat"]},
        traitors=hand(p0=[1]),
        piles={"traitors": names(9, 4)},
        troops={"B3": [[0, 1]]},
    )
    play(t, "turncoat")
    assert step(t) == "turncoat" and offered(t) == ["keep Old Tamar", "keep Irsa Deeproot"]
    assert t.view(0)["table"]["hands"][0]["drawn"] == [4, 9] and t.view(1)["table"]["hands"][1]["drawn"] == []
    assert refused(t, "keep Whisper") == "SWM-12.7"
    # Another seat imagines other cards there.
    assert len({LOWER.of(made) for made in imagined(t, 1)}) > 5
    assert all((LOWER.of(made), HIGHER.of(made)) == (4, 9) for made in imagined(t, 0))
    play(t, "keep Irsa Deeproot")
    assert t.traitors[0] == [1, 9] and t.noted[0] == [4] and step(t) == "move"
    assert told(t, "SWM-12.7") == ["seat 0 looks for a turncoat"]
    assert "You draw the traitor card of Old Tamar" in told(t, "SWM-12.7", seat=0)
    assert "You draw the traitor card of Irsa Deeproot" in told(t, "SWM-12.7", seat=0)


@pytest.mark.parametrize("left", [1, 0])
def test_turncoat_with_a_small_pile(left: int) -> None:
    """SWM-12.7  A single card is taken; for none there are 2 water."""
    noted = [names(*range(6 * seat + (left if seat == 3 else 0), 6 * seat + 6)) for seat in range(4)]
    t = lay(coverts={"0": ["Turncoat", "Ambush"]}, noted=noted)
    assert len(t.traitor_pile) == left
    play(t, "turncoat")
    assert step(t) == "move"
    assert (len(t.traitors[0]), water(t)[0]) == ((1, 5) if left else (0, 7))


# -- events ------------------------------------------------------------------------------------------------------------

LINES = ["A1 B1 C1 D1 E1", "A2 B2 C2 D2 E2", "A3 B3 C3 D3 E3", "A4 B4 C4 D4 E4"]
LINES += [f"{column}1 {column}2 {column}3 {column}4" for column in "ABCDE"]


@pytest.mark.parametrize("number", range(9))
def test_rain(number: int) -> None:
    """SWM-5.6, SWM-8.2  Everybody takes 1 water, and all tiles of the line yield this round."""
    name = EVENT.cards[number].name
    t = lay(step="event", water=[0, 3, 0, 0], piles={"events": [name]}, swarm="C4")
    assert water(t) == [1, 4, 1, 1]
    # One troop of seat 0 on each bastion, city and desert in turn: it harvests exactly on the line.
    for code in ("A1", "C1", "E1", "A2", "C2", "E2", "B3", "C3", "D3", "A4", "B4", "D4", "E4"):
        t = lay(step="harvest", event=name, troops={code: [[0, 1]]}, water=[0, 0, 0, 1])
        assert water(t)[0] == (1 if code in LINES[number].split() else 0)


def test_caravan_of_mercy() -> None:
    """SWM-5.6  Everybody below 4 water is topped up."""
    t = lay(step="event", water=[0, 3, 4, 9], piles={"events": ["Caravan of Mercy"]})
    assert water(t) == [4, 4, 4, 9]


OTHER_EVENTS: list[tuple[str, dict[str, Any], str]] = [
    ("Dust Storm", {"step": "move", "troops": {"B3": [[0, 1]]}, "water": [1, 0, 0, 0]}, "no move"),
    ("Drought", {"step": "harvest", "troops": {"B1": [[0, 3]]}, "water": [0, 0, 0, 1]}, "no water"),
    ("Great Bazaar", {"step": "auctions", "lot": "second leader"}, "a lot"),
    ("Cracked Walls", {"step": "battles", "troops": {"B4": [[0, 1], [1, 1]]}}, "a tie"),
    ("The Last Tide", {"step": "end"}, "the end"),
]


@pytest.mark.parametrize(("name", "position", "what"), OTHER_EVENTS, ids=[row[0] for row in OTHER_EVENTS])
def test_other_events(name: str, position: dict[str, Any], what: str) -> None:
    """SWM-5.6, SWM-1.8, SWM-11.4  What each of these cards changes, against a round without it."""
    changed, usual = lay(**position, event=name), None
    if what != "a lot":
        usual = lay(**position, event="Caravan of Mercy")
    if what == "no move":
        assert step(changed) != "move" and usual is not None and step(usual) == "move"
    elif what == "no water":
        assert water(changed)[0] == 0 and usual is not None and water(usual)[0] == 3
    elif what == "a lot":
        assert told(changed, "SWM-9.1") == ["For sale: a leader card"]
    elif what == "a tie":
        assert on(changed, "B4") == {} and usual is not None and told(usual, "SWM-7.15") == []
    else:
        assert changed.over and usual is not None and not usual.over


# -- specialties and favours -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "troops", "specialty", "gained"),
    [("Zealot", {"B1": [[0, 2]]}, "Zealot", 2), ("another", {"B1": [[0, 2]]}, "Seer", 0)],
)
def test_zealot(name: str, troops: dict[str, Any], specialty: str, gained: int) -> None:
    """SWM-13.3  The Zealot harvests while praying, and misses moves and bids like anybody else."""
    t = lay(step="drop", praying=[0], specialties={"0": specialty}, troops=troops, water=[9, 2, 0, 0])
    asked = set()
    while step(t) in ("drop", "move", "sale"):
        asked |= set(t.deciders())
        if step(t) == "sale":
            assert water(t)[0] == 9 + gained
        play(t, offered(t)[0])
    assert asked == {1}


@pytest.mark.parametrize("element", ["fire", "earth", "water", "wind"])
def test_favours(element: str) -> None:
    """SWM-14.1, SWM-14.2  One troop in the temple brings the favour, more do not increase it."""
    for inside in (0, 1, 3):
        temples = {element: [[0, inside]]} if inside else {}
        lucky = inside > 0
        if element == "fire":
            t = lay(step="battles", temples=temples, troops={"D3": [[0, 5], [1, 1]]}, leaders=hand(p0=[0]))
            fight(t, "0: 3, Asha Cinder")
            assert on(t, "D3") == {0: 3 if lucky else 2}
        elif element == "earth":
            rain = {"events": ["Rain on Column A"]}
            t = lay(step="event", swarm="A3", temples=temples, troops={"B3": [[0, 5]]}, piles=rain)
            assert on(t, "B3") == ({0: 1} if lucky else {})
        elif element == "water":
            t = lay(step="harvest", temples=temples, water=[0, 0, 0, 1])
            assert water(t)[0] == (1 if lucky else 0)
        else:
            t = lay(temples=temples, troops={"B3": [[0, 3]]}, water=[2, 0, 0, 0])
            play(t, "move 1 from B3 to B2")
            assert water(t)[0] == (2 if lucky else 1)


def test_a_favour_ends_with_the_last_troop() -> None:
    """SWM-14.1  Dropping the last troop of a temple ends it at once; several players can have the same."""
    t = lay(step="drop", temples={"wind": [[0, 1], [1, 1]]}, water=[1, 1, 0, 0])
    assert t.favour(0, 3) and t.favour(1, 3)
    play(t, "drop 1 from Temple of Wind on C3")
    assert not t.favour(0, 3) and t.favour(1, 3) and temple(t, 0) == [0, 0, 0, 0]
    idle(t, "move")
    play(t, "0: move 1 from C3 to C2")
    assert water(t)[0] == 0
