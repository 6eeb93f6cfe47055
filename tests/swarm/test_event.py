"""Chapter 5: the round, the event, the swarm and prayer."""

import pytest

from marchland.engine.step import STEPS
from marchland.games.swarm.cards import EVENT
from marchland.games.swarm.sequence import ROUND
from swarm.table import (
    coverts,
    discards,
    hand,
    idle,
    lay,
    offered,
    on,
    play,
    refused,
    reserve,
    step,
    temple,
    tile,
    water,
)


def event(t: object) -> str:
    return EVENT.cards[t.event].name  # type: ignore[attr-defined]


def test_the_phases_of_a_round() -> None:
    """SWM-5.1  Event, Movement, Battles, Harvest, Auction, quest step, in this order."""
    titles = [step.title for step in ROUND.sequence]
    assert titles == [
        "Event",
        "Lure",
        "Swarm",
        "Prayer",
        "Drops",
        "Moves",
        "Battles",
        "Harvest",
        "Auctions",
        "Quests",
        "End of round",
    ]
    assert ROUND in STEPS
    t = lay(
        step="event",
        piles={"events": ["Rain on Row 1"]},
        troops={"B3": [[0, 2]], "B4": [[1, 2]]},
        coverts={"0": ["Ambush"]},
        quests={"0": ["Green Hand"]},
        leaders=hand(p0=[0], p1=[1]),
    )
    passed = []
    while t.round == 1:
        passed += [step(t)] if step(t) not in passed else []
        if step(t) == "move" and t.deciders() == [0] and on(t, "B4") == {1: 2}:
            play(t, "move 2 from B3 to B4")
        else:
            seat = t.deciders()[0]
            t.play(seat, t.options(seat).at(0))
    assert passed == ["window", "prayer", "drop", "move", "plan", "fight", "sale", "quests"]


def test_W2_the_token_uses_the_previous_card() -> None:
    """SWM-5.2  The number of last round's card moves the token before the new card is turned up."""
    t = lay(step="event", start=1, event="Rain on Row 3", piles={"events": ["Rain on Column E", "Rain on Row 1"]})
    assert t.start == 0 and event(t) == "Rain on Column E"
    idle(t)
    assert t.start == 1 and event(t) == "Rain on Row 1"


def test_W4_the_token_by_the_new_card() -> None:
    """SWM-5.4  With `new_card` the card is turned up first, moves the token, and is then followed."""
    t = lay(seats=3, options={"token_source": "new_card"}, step="event", start=2, piles={"events": ["Dust Storm"]})
    assert t.start == 0 and t.deciders() == [0] and t.round == 1


def test_W5_the_printed_number() -> None:
    """SWM-5.5, SWM-5.7  Smoke shortens the swarm's way, not the token's."""
    t = lay(seats=3, step="event", swarm="B1", coverts={"1": ["Smoke Pots"]}, piles={"events": ["Drought"]})
    play(t, "smoke fewer steps")
    assert tile(t) == "B2" and discards(t) == ["Smoke Pots"]
    idle(t)
    assert t.start == 2


def test_W6_wraparound_kills() -> None:
    """SWM-5.6, SWM-5.8, SWM-5.9  Rain first, then over the edge from E3 to A3, killing on both."""
    t = lay(
        step="event",
        swarm="D3",
        troops={"E3": [[0, 5]], "A3": [[1, 2]], "B3": [[2, 3]]},
        water=[4, 2, 0, 0],
        piles={"events": ["Rain on Row 1"]},
    )
    assert water(t) == [5, 3, 1, 1]
    assert tile(t) == "A3" and reserve(t) == [15, 15, 12, 15] and on(t, "B3") == {2: 3}
    assert event(t) == "Rain on Row 1" and t.events_seen == [0]


def test_W7_a_full_loop() -> None:
    """SWM-5.8 to SWM-5.10, SWM-6.13  Four steps north come back to C3; the bastion C1 is spared; moves cost 2."""
    t = lay(
        step="event",
        swarm="C3",
        troops={"C2": [[0, 3]], "C1": [[1, 4]], "C4": [[2, 2]]},
        water=[0, 3, 0, 0],
        piles={"events": ["Dust Storm"]},
    )
    assert tile(t) == "C3" and on(t, "C1") == {1: 4} and reserve(t) == [15, 11, 15, 15]
    idle(t, "move")
    play(t, "move 1 from C1 to C2")
    assert water(t)[1] == 1


def test_W8_the_sanctuary_is_not_safe() -> None:
    """SWM-5.9, SWM-5.11  Whoever is on the sanctuary when the swarm comes is killed, of whatever side."""
    t = lay(step="event", swarm="B3", troops={"C3": [[0, 2], [1, 3]]}, piles={"events": ["Rain on Column A"]})
    assert tile(t) == "C3" and on(t, "C3") == {} and reserve(t)[:2] == [15, 15]


def test_cities_are_not_safe_and_temples_are() -> None:
    """SWM-5.11  Troops in the city A1 die, those in its temple live."""
    t = lay(
        step="event",
        swarm="E1",
        troops={"A1": [[0, 4]]},
        temples={"fire": [[0, 2]]},
        piles={"events": ["Rain on Column A"]},
    )
    assert tile(t) == "A1" and on(t, "A1") == {} and temple(t, 0) == [2, 0, 0, 0]


def test_the_tile_it_leaves_is_not_entered() -> None:
    """SWM-5.9  Survivors on the swarm's tile are not hurt when it goes."""
    t = lay(step="event", swarm="B3", troops={"B3": [[0, 2]]}, piles={"events": ["Rain on Column A"]})
    assert on(t, "B3") == {0: 2}


def test_W9_swarm_window_and_frenzy() -> None:
    """SWM-5.5, SWM-5.7 to SWM-5.10  Lured north and one step longer, then as far to the east."""
    t = lay(
        step="event",
        start=2,
        swarm="B2",
        troops={"B1": [[1, 2]], "D3": [[3, 3]], "B4": [[0, 5]]},
        coverts={"2": ["Drum Lure"], "0": ["Smoke Pots"]},
        piles={"events": ["Frenzy"]},
    )
    assert t.deciders() == [2]
    assert offered(t) == ["pass", "lure north", "lure east", "lure south", "lure west"]
    play(t, "lure north")
    assert t.deciders() == [0] and (t.direction, t.steps) == (0, 2)
    play(t, "smoke more steps")
    assert tile(t) == "E3" and on(t, "B1") == {} and on(t, "D3") == {} and on(t, "B4") == {0: 5}
    idle(t)
    assert t.start == 0


def test_cards_of_the_window_add_up() -> None:
    """SWM-5.7  A later direction replaces an earlier one, steps add up and never fall below 0; once around."""
    t = lay(
        step="window",
        event="Rain on Column A",
        swarm="B3",
        coverts={"0": ["Drum Lure", "Smoke Pots"], "1": ["Drum Lure", "Smoke Pots"], "2": ["Ambush"]},
    )
    play(t, "lure south", "smoke fewer steps")
    assert t.steps == 0 and t.deciders() == [1]
    assert refused(t, "smoke fewer steps") == "SWM-5.7"
    play(t, "lure west", "smoke more steps", "pass")
    assert tile(t) == "A3" and step(t) == "prayer"


def test_no_steps_no_harm() -> None:
    """SWM-5.12  With 0 steps the swarm stays, and nobody on its tile or next to it is killed."""
    t = lay(
        step="window",
        event="Rain on Column A",
        swarm="B3",
        troops={"B3": [[1, 1]], "C3": [[1, 4]]},
        coverts={"0": ["Smoke Pots"]},
    )
    play(t, "smoke fewer steps")
    assert tile(t) == "B3" and on(t, "B3") == {1: 1} and on(t, "C3") == {1: 4}


@pytest.mark.parametrize(
    ("troops", "temples", "left"),
    [
        ({"E3": [[1, 5]], "E2": [[1, 4]]}, {"earth": [[1, 1]]}, [2, 4]),
        ({"E3": [[1, 1]]}, {"earth": [[1, 1]]}, [1, 0]),
        ({"E3": [[1, 1]]}, {}, [0, 0]),
        ({"E3": [[1, 5]]}, {}, [2, 0]),
    ],
)
def test_W10_strider_and_earth(troops: dict[str, object], temples: dict[str, object], left: list[int]) -> None:
    """SWM-13.4, SWM-14.2  Half of the Strider's troops live, rounded down, with Earth at least one."""
    t = lay(
        step="event",
        swarm="E4",
        specialties={"1": "Strider"},
        troops=troops,
        temples=temples,
        piles={"events": ["Rain on Row 4"]},
    )
    assert tile(t) == "E2"
    assert [on(t, code).get(1, 0) for code in ("E3", "E2")] == left


def test_W10_earth_alone() -> None:
    """SWM-14.2  Without the Strider one of five is spared, and stays even on the swarm's own tile."""
    t = lay(
        step="event",
        swarm="E4",
        troops={"E3": [[0, 5]]},
        temples={"earth": [[0, 1]]},
        piles={"events": ["Rain on Row 4"]},
    )
    assert on(t, "E3") == {0: 1} and t.reserve[0] == 13
    t = lay(
        step="event",
        swarm="B3",
        troops={"C3": [[0, 5]]},
        temples={"earth": [[0, 3]]},
        piles={"events": ["Rain on Column A"]},
    )
    assert tile(t) == "C3" and on(t, "C3") == {0: 1}


def test_W54_entered_twice() -> None:
    """SWM-5.7 to SWM-5.9, SWM-13.4, SWM-14.2  Five steps north over four rows: C2 is entered twice."""
    t = lay(
        step="event",
        swarm="C3",
        specialties={"1": "Strider"},
        troops={"C2": [[1, 5]], "C4": [[0, 4]]},
        temples={"earth": [[0, 1]]},
        coverts={"3": ["Smoke Pots"]},
        piles={"events": ["Dust Storm"]},
    )
    play(t, "smoke more steps")
    assert tile(t) == "C2" and on(t, "C2") == {1: 1} and on(t, "C4") == {0: 1}
    assert reserve(t)[:2] == [13, 14]


def test_W12_no_prayer_without_reserve() -> None:
    """SWM-5.15  Twelve on tiles and three in temples: nobody is left to send, and the question is not put."""
    t = lay(step="prayer", troops={"B4": [[0, 12]]}, temples={"fire": [[0, 3]]})
    assert t.reserve[0] == 0 and t.deciders() == [1]


def test_W13_prayer_and_battle() -> None:
    """SWM-5.13, SWM-5.14  Whoever prays neither moves nor harvests nor bids, but fights where he is attacked."""
    t = lay(
        step="prayer",
        turn=1,
        event="Rain on Row 3",
        troops={"D3": [[1, 4]], "D2": [[0, 3]]},
        water=[1, 5, 1, 0],
        leaders=hand(p0=[0], p1=[12]),
    )
    play(t, "pray in Temple of Wind")
    assert t.reserve[1] == 10 and temple(t, 1) == [0, 0, 0, 1] and t.view(3)["table"]["praying"] == 2
    play(t, "do not pray", "do not pray")
    assert step(t) == "move" and t.deciders() == [0]
    play(t, "move 3 from D2 to D3")
    assert step(t) == "plan" and t.deciders() == [0, 1]
    play(t, "0: commit 1", "1: commit 2")
    assert t.deciders() == [1]
    play(t, "no troop to the temple")
    assert on(t, "D3") == {1: 2} and water(t)[1] == 5
    assert step(t) == "sale" and t.deciders() == [2]


def test_praying_players_claim_and_betray_and_deal() -> None:
    """SWM-5.14  Treason windows, deals and the quest step stay open to them."""
    t = lay(
        praying=[1], coverts={"0": ["Water Thief"]}, leaders=hand(p0=[3]), traitors=hand(p1=[3]), water=[5, 5, 5, 5]
    )
    t.propose(1, 2, "1")
    play(t, "2: accept offer 1", "steal from 3 with Kesh of the Forge", "1: betray Kesh of the Forge")
    assert water(t) == [5, 4, 6, 5]
    t = lay(step="quests", praying=[0], quests={"0": ["Full Cisterns"]}, water=[9, 0, 0, 0])
    assert offered(t) == ["done", "claim Full Cisterns"]


def test_W14_season_of_pilgrims() -> None:
    """SWM-5.13, SWM-1.8  Two troops go to the temple, or one if there is no second: the card beats the rule."""
    t = lay(step="prayer", event="Season of Pilgrims", troops={"B4": [[0, 11]], "D4": [[1, 14]]})
    play(t, "pray in Temple of Fire", "pray in Temple of Earth")
    assert reserve(t)[:2] == [2, 0] and temple(t, 0) == [2, 0, 0, 0] and temple(t, 1) == [0, 1, 0, 0]


def test_a_temple_can_be_entered_under_the_swarm() -> None:
    """SWM-5.16  By prayer and after a battle, though the swarm stands on the temple's tile."""
    t = lay(step="prayer", swarm="A1")
    play(t, "pray in Temple of Fire")
    assert temple(t, 0) == [1, 0, 0, 0]
    t = lay(step="battles", swarm="A1", troops={"D3": [[0, 2], [1, 1]]}, leaders=hand(p0=[0], p1=[5]))
    play(t, "commit 1", "a troop to the temple")
    assert temple(t, 0) == [1, 0, 0, 0]


def test_praying_cards_stay_in_hand() -> None:
    """SWM-12.1  A praying player has no turn to play operations in; the cards stay in hand."""
    t = lay(
        step="drop", praying=[0], coverts={"0": ["Hidden Camp", "Forced March", "Peephole"]}, troops={"B3": [[0, 2]]}
    )
    asked = set()
    while t.round == 6:
        asked |= set(t.deciders())
        seat = t.deciders()[0]
        t.play(seat, t.options(seat).at(0))
        if step(t) == "window":
            break
    assert 0 not in asked and len(coverts(t, 0)) == 3
