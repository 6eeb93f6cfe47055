"""Chapter 6: drops and moves."""

import pytest

from swarm.table import (
    SwarmTable,
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
    told,
    water,
)


def drop_tiles(t: SwarmTable) -> set[str]:
    return {name.split()[-1] for name in offered(t, "drop 1 on")}


def test_two_passes() -> None:
    """SWM-6.1  All drop before anybody moves; praying players are left out of both."""
    t = lay(step="drop", start=1, praying=[2], troops={"B3": [[0, 2]], "D3": [[1, 2]], "E3": [[2, 2]]})
    turns = []
    while step(t) in ("drop", "move"):
        turns.append((step(t), t.deciders()[0]))
        play(t, "done")
    # Seat 3 has nothing on the board to move.
    assert turns == [("drop", 1), ("drop", 3), ("drop", 0), ("move", 1), ("move", 0)]


def test_W15_the_price_of_a_drop() -> None:
    """SWM-6.2  Two water a troop: with 5 water one or two."""
    t = lay(step="drop", troops={"B1": [[0, 5]]}, water=[5, 0, 0, 0])
    assert [name for name in offered(t) if name.endswith("C3")] == ["drop 1 on C3", "drop 2 on C3"]
    play(t, "drop 2 on C3")
    assert (water(t)[0], t.reserve[0], on(t, "C3")) == (1, 8, {0: 2})
    assert step(t) == "move"


def test_several_drops() -> None:
    """SWM-6.2  As often and on as many tiles as can be paid."""
    t = lay(step="drop", troops={"B1": [[0, 1]], "E1": [[0, 1]]}, water=[9, 0, 0, 0])
    play(t, "drop 1 on B1", "drop 1 on E1", "drop 1 on B1", "drop 1 on C3")
    assert (on(t, "B1"), on(t, "E1"), on(t, "C3"), water(t)[0]) == ({0: 3}, {0: 2}, {0: 1}, 1)


def test_a_drop_takes_no_more_than_the_reserve() -> None:
    """SWM-6.2, SWM-1.3  With one troop left, one can be dropped, however much water there is."""
    t = lay(step="drop", troops={"B1": [[0, 14]]}, water=[50, 0, 0, 0])
    assert [name for name in offered(t) if name.endswith("C3")] == ["drop 1 on C3"]


def test_W16_where_to_drop() -> None:
    """SWM-6.3, SWM-13.2  Tiles under control, not the sanctuary under the swarm; the Nomad also in empty wilds."""
    position = {"step": "drop", "swarm": "C3", "troops": {"B1": [[0, 3]], "A2": [[0, 1]]}, "water": [20, 0, 0, 20]}
    assert drop_tiles(lay(**position)) == {"B1", "A2"}
    assert drop_tiles(lay(**position, turn=3)) == {"D1", "A3", "B3", "D3", "E3", "C4"}
    assert step(lay(**position, turn=3, specialties={"3": "Strider"})) != "drop"


def test_dropping_among_others() -> None:
    """SWM-6.3  The sanctuary whoever is there; another tile only under sole control."""
    t = lay(step="drop", troops={"C3": [[1, 3]], "B1": [[0, 2], [1, 1]], "E1": [[2, 1]]})
    assert drop_tiles(t) == {"C3"}
    assert refused(t, "drop 1 on B1") == refused(t, "drop 1 on E1") == "SWM-6.3"


def test_W11_the_closed_temple() -> None:
    """SWM-5.11, SWM-6.4, SWM-6.5, SWM-14.1  No drop from a temple under the swarm, but its favour stays."""
    t = lay(
        step="event",
        swarm="E3",
        troops={"B4": [[0, 1]]},
        temples={"water": [[0, 2]], "fire": [[0, 1]]},
        piles={"events": ["Rain on Row 2"]},
    )
    assert temple(t, 0) == [1, 0, 2, 0]
    idle(t, "drop")
    assert refused(t, "drop 1 from Temple of Water on B4") == "SWM-6.5"
    before = water(t)[0]
    play(t, "drop 1 from Temple of Fire on B4")
    assert water(t)[0] == before and on(t, "B4") == {0: 2} and temple(t, 0) == [0, 0, 2, 0]
    assert t.favour(0, 2) and not t.favour(0, 0)


def test_drops_from_several_temples_and_the_reserve() -> None:
    """SWM-6.4  Temple drops cost nothing, from any number of temples, beside paid ones."""
    t = lay(step="drop", temples={"fire": [[0, 3]], "wind": [[0, 2]]}, water=[2, 0, 0, 0])
    play(t, "drop 2 from Temple of Fire on C3", "drop 2 from Temple of Wind on C3", "drop 1 on C3")
    assert on(t, "C3") == {0: 5} and water(t)[0] == 0 and temple(t, 0) == [1, 0, 0, 0]
    assert refused(t, "drop 2 from Temple of Fire on C3") == "SWM-6.4"


def test_W17_drop_then_move_once() -> None:
    """SWM-6.2, SWM-6.6 to SWM-6.8  Dropped troops may move, each once."""
    position = {"step": "drop", "troops": {"B3": [[0, 1]], "E1": [[0, 4]]}, "water": [9, 0, 0, 0]}
    t = lay(**position)
    play(t, "drop 3 on B3")
    assert (water(t)[0], t.reserve[0], on(t, "B3")) == (3, 7, {0: 4})
    play(t, "done", "move 3 from B3 to B4")
    assert water(t)[0] == 2
    play(t, "move 1 from B3 to A3")
    assert water(t)[0] == 1 and on(t, "B3") == {}
    assert refused(t, "move 1 from B4 to A4") == "SWM-6.7"
    t = lay(**position, options={"move_limit": "one_move"})
    play(t, "drop 3 on B3", "done", "move 3 from B3 to B4")
    assert step(t) != "move" or t.deciders() != [0]


def test_one_move() -> None:
    """SWM-6.7  With `one_move` a second one is refused; a Forced March does not count (SWM-6.13)."""
    t = lay(options={"move_limit": "one_move"}, troops={"B3": [[0, 4]]}, coverts={"0": ["Forced March", "Ambush"]})
    play(t, "march 1 from B3 to B2", "move 1 from B3 to A3")
    assert refused(t, "move 1 from B3 to B4") == "SWM-6.7"
    assert offered(t) == ["done"]


def test_only_unmoved_troops_leave_a_mixed_stack() -> None:
    """SWM-6.8  Two came by a move, one was there: only that one can go on."""
    t = lay(troops={"B3": [[0, 2]], "B2": [[0, 1]]})
    play(t, "move 2 from B3 to B2")
    assert offered(t, "move") == [f"move 1 from B2 to {code}" for code in ("B1", "A2", "C2", "B3")]
    assert refused(t, "move 2 from B2 to B1") == "SWM-6.7"


def test_a_stack_may_leave_some_behind() -> None:
    """SWM-6.6  One water for a stack of any size to an adjacent tile."""
    t = lay(troops={"D3": [[0, 5]]}, water=[2, 0, 0, 0])
    play(t, "move 4 from D3 to E3")
    assert on(t, "D3") == {0: 1} and on(t, "E3") == {0: 4} and water(t)[0] == 1
    assert told(t, "SWM-6.6") == ["seat 0 moves 4 from D3 to E3"]


def test_W18_pinned() -> None:
    """SWM-6.9, SWM-6.12  One enemy holds four troops fast, but others may still come in."""
    t = lay(troops={"D2": [[0, 1]], "D3": [[1, 4]], "E3": [[1, 1]]}, water=[1, 3, 0, 0])
    play(t, "move 1 from D2 to D3")
    assert t.deciders() == [1]
    assert not [name for name in offered(t) if "from D3" in name]
    assert "move 1 from E3 to D3" in offered(t)
    assert refused(t, "move 1 from D3 to D2") == "SWM-6.9"


@pytest.mark.parametrize("pin", ["no", "yes"])
def test_W19_sanctuary_and_pinning(pin: str) -> None:
    """SWM-6.10, SWM-7.1  On the sanctuary nobody is pinned unless so agreed, and nobody ever fights."""
    t = lay(options={"sanctuary_pin": pin}, troops={"C3": [[0, 3], [1, 1]]})
    if pin == "no":
        assert "move 2 from C3 to C2" in offered(t)
        play(t, "done")
        assert t.deciders() == [1] and "move 1 from C3 to B3" in offered(t)
        play(t, "done")
    assert step(t) == "sale" and on(t, "C3") == {0: 3, 1: 1}


def test_W19_pinned_on_the_sanctuary() -> None:
    """SWM-6.10  With the option the refusal is the one of pinned troops."""
    t = lay(options={"sanctuary_pin": "yes"}, troops={"C3": [[0, 3], [1, 1]], "A1": [[0, 1]]})
    assert refused(t, "move 2 from C3 to C2") == "SWM-6.9"


def test_W20_shut_in_by_the_swarm() -> None:
    """SWM-6.3, SWM-6.11, SWM-11.1  Nothing comes to or from B4 under the swarm, but it still counts."""
    position = {"swarm": "B4", "troops": {"B4": [[0, 4]], "A4": [[1, 2]], "E1": [[0, 1]]}}
    t = lay(**position, step="drop")
    assert refused(t, "drop 1 on B4") == "SWM-6.3"
    t = lay(**position)
    assert refused(t, "move 1 from B4 to B3") == "SWM-6.11"
    assert t.controls(0, 16) and t.bastions(0) == 1
    play(t, "done")
    assert refused(t, "move 1 from A4 to B4") == "SWM-6.11"


def test_W22_prices_of_moves() -> None:
    """SWM-6.13, SWM-12.5, SWM-14.2  In a dust storm 2; free with Wind for the first; a march is always free."""
    t = lay(
        event="Dust Storm",
        temples={"wind": [[0, 1]]},
        water=[3, 0, 0, 0],
        coverts={"0": ["Forced March", "Ambush"]},
        troops={"B3": [[0, 3]]},
    )
    play(t, "move 1 from B3 to B2")
    assert water(t)[0] == 3
    play(t, "move 1 from B3 to A3")
    assert water(t)[0] == 1
    assert refused(t, "move 1 from B3 to C3") == "SWM-6.13"
    play(t, "march 1 from B2 to A2")
    assert water(t)[0] == 1 and on(t, "A2") == {0: 1}


def test_a_march_is_not_the_first_move() -> None:
    """SWM-6.13  After a Forced March the favour of Wind still makes the first move free."""
    t = lay(temples={"wind": [[0, 1]]}, water=[1, 0, 0, 0], coverts={"0": ["Forced March"]}, troops={"B3": [[0, 3]]})
    play(t, "march 1 from B3 to B2", "move 1 from B3 to A3")
    assert water(t)[0] == 1


def test_W55_marching_and_moving() -> None:
    """SWM-6.7, SWM-6.13, SWM-12.5  Unmoved troops that march may still make their own move."""
    t = lay(troops={"B3": [[0, 3]]}, water=[2, 0, 0, 0], coverts={"0": ["Forced March", "Ambush"]})
    play(t, "march 2 from B3 to B2", "move 2 from B2 to A2")
    assert water(t)[0] == 1 and on(t, "A2") == {0: 2}
    play(t, "move 1 from B3 to A3")
    assert water(t)[0] == 0


def test_a_march_takes_moved_troops_first() -> None:
    """SWM-12.5  Of a mixed stack the moved ones go first, so that the other can still move."""
    t = lay(troops={"B3": [[0, 1]], "B2": [[0, 1]]}, coverts={"0": ["Forced March"]})
    play(t, "move 1 from B3 to B2", "march 1 from B2 to A2")
    assert refused(t, "move 1 from A2 to A1") == "SWM-6.7"
    play(t, "move 1 from B2 to B1")
    assert on(t, "B1") == {0: 1}


def test_pinned_troops_do_not_march() -> None:
    """SWM-12.5, SWM-6.9, SWM-6.11  A march obeys pins and the swarm like any move."""
    t = lay(
        swarm="A3",
        troops={"B3": [[0, 2], [1, 1]], "A4": [[0, 1]]},
        coverts={"0": ["Forced March"]},
        leaders=hand(p0=[1]),
    )
    assert refused(t, "march 1 from B3 to B2") == "SWM-6.9"
    assert refused(t, "march 1 from A4 to A3") == "SWM-6.11"
    assert offered(t, "march") == ["march 1 from A4 to B4"]


def test_nobody_is_ever_out() -> None:
    """SWM-11.14  Without a troop on the board one may still drop on the sanctuary or pray."""
    t = lay(step="prayer", water=[2, 0, 0, 0])
    assert reserve(t)[0] == 15 and "pray in Temple of Fire" in offered(t)
    t = lay(step="drop", water=[2, 0, 0, 0])
    assert offered(t) == ["done", "drop 1 on C3"]
