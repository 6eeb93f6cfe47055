"""Chapter 4: fresh, settled and veteran troops."""

import pytest

from campus.table import (
    Position,
    dice_left,
    end_turns,
    lay,
    number,
    offered,
    play,
    reach,
    refused,
    seen,
)
from marchland.games.campus.table import Campus

STOP = {"attack_stop": "yes"}
ROLL = {"attack_style": "roll"}
ROLL_AND_STOP = {"attack_style": "roll", "attack_stop": "yes"}


def from_room(t: Campus, verb: str, room: str) -> list[str]:
    return [name for name in offered(t, verb) if f" from {room}" in name]


# -- R and E ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("troops", "mobile", "eligible"),
    [
        ((1, 0, 0), 0, 0),
        ((0, 1, 0), 0, 0),
        ((0, 0, 1), 0, 0),
        ((2, 0, 0), 1, 1),
        ((1, 1, 0), 1, 1),
        ((1, 0, 1), 1, 1),
        ((0, 1, 1), 0, 1),
        ((0, 0, 2), 0, 1),
        ((0, 2, 0), 0, 0),
        ((5, 0, 0), 4, 4),
        ((5, 1, 0), 5, 5),
        ((5, 0, 1), 5, 5),
        ((2, 0, 3), 2, 4),
        ((2, 1, 3), 2, 5),
        ((1, 3, 0), 1, 1),
        ((1, 3, 2), 1, 3),
        ((0, 4, 0), 0, 0),
        ((0, 4, 3), 0, 3),
        ((0, 0, 8), 0, 7),
        ((7, 2, 0), 7, 7),
    ],
)
def test_how_many_may_leave(troops: tuple[int, int, int], mobile: int, eligible: int) -> None:
    """CAM-4.1, CAM-4.3, CAM-4.4, CAM-4.5, CAM-4.6, CAM-4.12, CAM-S.7  R, E, and what is offered."""
    t = lay({"COM": [0, *troops], "COR": [0, 1], "FOU": [1, 1], "OBS": [0, 1]}, (1, 1))
    assert reach(t, "COM") == (mobile, eligible)
    for target in ("COR", "OBS"):
        assert offered(t, f"reinforce {target} from COM") == [
            f"reinforce {target} from COM with {n}" for n in range(1, mobile + 1)
        ]
    for target in ("FOU", "LEC", "COL"):
        assert offered(t, f"attack {target} from COM") == [
            f"attack {target} from COM with {n}" for n in range(1, eligible + 1)
        ]


def test_states_are_public() -> None:
    """CAM-4.1  Every seat and every onlooker sees the same map with the same states."""
    t = lay({"COM": [0, 2, 1, 3], "FOU": [1, 2]})
    views = [t.view(seat)["table"] for seat in (0, 1, 2, 3, -1)]
    assert all(view == views[0] for view in views)
    assert isinstance(views[0], dict)
    com = number("COM")
    assert (views[0]["units"][com], views[0]["settled"][com], views[0]["veteran"][com]) == (6, 1, 3)


def test_states_are_forgotten_at_the_end_of_the_turn() -> None:
    """CAM-4.2  Settled and veteran troops are like any others once the turn has ended, and fresh in the next."""
    t = lay({"COM": [0, 3, 2, 0], "FOU": [0, 0, 0, 4], "MAC": [1, 5], "COR": [0, 1]}, (2, 1), faces=[6, 6, 6, 1, 1] * 2)
    play(t, "end turn")
    for room in ("COM", "FOU"):
        i = number(room)
        assert (t.settled[i], t.veteran[i]) == (0, 0)
    assert seen(t, "COM", "FOU") == {"COM": [0, 5], "FOU": [0, 4]}
    end_turns(t, 2)
    assert t.active == 0
    assert seen(t, "COM", "FOU") == {"COM": [0, 5, 0, 0], "FOU": [0, 4, 0, 0]}
    assert reach(t, "FOU") == (3, 3)


def test_placed_troops_are_fresh() -> None:
    """CAM-4.2, CAM-2.3  What was received this turn may move this turn."""
    t = lay({"COM": [0, 1], "COR": [0, 1]}, step="receive")
    play(t, "place 3 in COM")
    assert seen(t, "COM") == {"COM": [0, 4, 0, 0]}
    assert reach(t, "COM") == (3, 3)


def test_troops_of_others_have_no_state() -> None:
    """CAM-4.2, CAM-4.8  Defenders who held their room, and the next player's troops, start without a mark."""
    t = lay({"COM": [0, 4], "FOU": [1, 3]}, faces=[1, 1, 1, 6, 6, 1, 6, 6])
    play(t, "attack FOU from COM with 3")
    fou = number("FOU")
    assert (t.units[fou], t.settled[fou], t.veteran[fou]) == (3, 0, 0)
    play(t, "end turn")
    assert t.active == 1
    assert seen(t, "FOU") == {"FOU": [1, 3, 0, 0]}


# -- reinforcing -----------------------------------------------------------------------------------------------------


def test_W15_reinforcing() -> None:
    """CAM-4.3, CAM-4.1  Three of five move into the Biology Lab and settle; four could have gone."""
    t = lay({"COR": [0, 5], "BIO": [0, 1]})
    assert offered(t, "reinforce BIO")[-1] == "reinforce BIO from COR with 4"
    play(t, "reinforce BIO from COR with 3")
    assert seen(t, "COR", "BIO") == {"COR": [0, 2, 0, 0], "BIO": [0, 1, 3, 0]}


def test_W16_settled_troops_stop() -> None:
    """CAM-4.3, CAM-4.5  Of four only the fresh one may go on; then none."""
    t = lay({"BIO": [0, 1, 3, 0], "CHE": [0, 1]})
    assert reach(t, "BIO")[0] == 1
    assert from_room(t, "reinforce", "BIO") == ["reinforce CHE from BIO with 1"]
    play(t, "reinforce CHE from BIO with 1")
    assert seen(t, "BIO", "CHE") == {"BIO": [0, 0, 3, 0], "CHE": [0, 1, 1, 0]}
    assert reach(t, "BIO")[0] == 0
    assert refused(t, "reinforce CHE from BIO with 1") == "CAM-4.3"


def test_W17_settled_troops_cannot_attack() -> None:
    """CAM-4.4, CAM-4.5  Four settled troops face one enemy and must leave him alone."""
    t = lay({"BIO": [0, 0, 4, 0], "REA": [1, 1]})
    assert reach(t, "BIO")[1] == 0
    assert from_room(t, "attack", "BIO") == []
    assert refused(t, "attack REA from BIO with 1") == "CAM-4.5"


def test_W18_settled_troops_hold_the_room() -> None:
    """CAM-4.4, CAM-4.5, CAM-4.8  The fresh troop may attack because settled ones stay behind."""
    t = lay({"BIO": [0, 1, 3, 0], "REA": [1, 1]}, faces=[5, 3])
    assert reach(t, "BIO")[1] == 1
    play(t, "attack REA from BIO with 1")
    assert seen(t, "BIO", "REA") == {"BIO": [0, 0, 3, 0], "REA": [0, 0, 0, 1]}


def test_settled_troops_defend_and_count() -> None:
    """CAM-4.5, CAM-4.2  Reinforcements of the last turn are part of the total and throw dice when attacked."""
    t = lay({"COR": [0, 3], "BIO": [0, 1], "REA": [1, 4]}, (2, 1), faces=[6, 6, 6, 1, 1])
    play(t, "reinforce BIO from COR with 1", "end turn")
    assert t.active == 1
    play(t, "place 3 in REA", "attack BIO from REA with 3")
    assert dice_left(t) == []  # two defenders threw two dice
    assert seen(t, "BIO") == {"BIO": [1, 0, 0, 3]}


def test_reinforcing_there_and_back_is_impossible() -> None:
    """CAM-4.3, CAM-4.5  Those who came stay, but others may cross over to where they came from."""
    t = lay({"COR": [0, 3], "BIO": [0, 2]})
    play(t, "reinforce BIO from COR with 2", "reinforce COR from BIO with 2")
    assert seen(t, "COR", "BIO") == {"COR": [0, 1, 2, 0], "BIO": [0, 0, 2, 0]}
    # Only the one fresh troop left may still cross.
    assert offered(t, "reinforce BIO") == ["reinforce BIO from COR with 1"]
    assert from_room(t, "reinforce", "BIO") == []


# -- veterans --------------------------------------------------------------------------------------------------------


def test_W24_chain_of_attacks() -> None:
    """CAM-4.4, CAM-4.6, CAM-5.6  Two of three veterans fight on and win; one of the two could go on."""
    t = lay({"FOU": [0, 0, 0, 3], "MAC": [1, 1]}, faces=[5, 2, 4])
    assert reach(t, "FOU")[1] == 2
    play(t, "attack MAC from FOU with 2")
    assert seen(t, "FOU", "MAC") == {"FOU": [0, 0, 0, 1], "MAC": [0, 0, 0, 2]}
    assert reach(t, "MAC")[1] == 1
    assert reach(t, "FOU")[1] == 0


def test_W25_veterans_do_not_reinforce() -> None:
    """CAM-4.3, CAM-4.6  Not the room they came from, nor any other."""
    t = lay({"FOU": [0, 0, 0, 3], "COM": [0, 2], "ROB": [0, 1]})
    assert reach(t, "FOU")[0] == 0
    assert from_room(t, "reinforce", "FOU") == []
    for room in ("COM", "ROB"):
        assert refused(t, f"reinforce {room} from FOU with 1") == "CAM-4.3"


def test_W26_fresh_troops_free_the_veterans() -> None:
    """CAM-4.11, CAM-4.4, CAM-4.12  One fresh troop settles beside three veterans: now all three may attack on."""
    t = lay({"FOU": [0, 0, 0, 3], "COM": [0, 2], "MAC": [1, 1]})
    assert reach(t, "FOU")[1] == 2
    play(t, "reinforce FOU from COM with 1")
    assert seen(t, "COM", "FOU") == {"COM": [0, 1, 0, 0], "FOU": [0, 0, 1, 3]}
    assert reach(t, "FOU") == (0, 3)


def test_reinforcing_a_room_taken_this_turn() -> None:
    """CAM-4.11, CAM-4.8  Capture, follow up, and march on with every survivor."""
    t = lay({"COM": [0, 6], "FOU": [1, 1], "MAC": [1, 1]}, faces=[6, 6, 6, 1, 6, 6, 6, 1])
    play(t, "attack FOU from COM with 3", "reinforce FOU from COM with 2", "attack MAC from FOU with 3")
    assert seen(t, "COM", "FOU", "MAC") == {"COM": [0, 1, 0, 0], "FOU": [0, 0, 2, 0], "MAC": [0, 0, 0, 3]}
    assert reach(t, "FOU") == (0, 0)


W27: Position = {"ROB": [0, 2, 0, 3], "TES": [1, 2], "MAC": [0, 1]}


def test_W27_veterans_go_first() -> None:
    """CAM-4.7  A force of three takes the three veterans; both fresh troops stay, and one of them may reinforce."""
    t = lay(W27, faces=[6, 6, 6, 1, 1])
    play(t, "attack TES from ROB with 3")
    assert seen(t, "ROB", "TES") == {"ROB": [0, 2, 0, 0], "TES": [0, 0, 0, 3]}
    assert reach(t, "ROB")[0] == 1


def test_W28_mixed_force() -> None:
    """CAM-4.7, CAM-4.4  Four is the most: three veterans and a fresh troop."""
    t = lay(W27, faces=[6, 6, 6, 1, 1])
    assert offered(t, "attack TES from ROB")[-1] == "attack TES from ROB with 4"
    play(t, "attack TES from ROB with 4")
    assert seen(t, "ROB", "TES") == {"ROB": [0, 1, 0, 0], "TES": [0, 0, 0, 4]}


@pytest.mark.parametrize(
    ("force", "kept"),
    [(1, [0, 2, 1, 2]), (2, [0, 2, 1, 1]), (3, [0, 2, 1, 0]), (4, [0, 1, 1, 0]), (5, [0, 0, 1, 0])],
)
def test_veterans_first_when_the_force_is_lost(force: int, kept: list[int]) -> None:
    """CAM-4.7, CAM-4.8  A lost force takes its veterans with it first, then fresh troops, and no settled one."""
    faces = {1: [1, 6, 6], 2: [1, 1, 6, 6], 3: [1, 1, 1, 6, 6, 1, 6, 6]}
    faces[4] = [1, 1, 1, 6, 6, 1, 1, 6, 6]
    faces[5] = [1, 1, 1, 6, 6, 1, 1, 1, 6, 6, 1, 6, 6]
    t = lay({"ROB": [0, 2, 1, 3], "TES": [1, 9]}, faces=faces[force])
    play(t, f"attack TES from ROB with {force}")
    assert dice_left(t) == []
    assert seen(t, "ROB", "TES") == {"ROB": kept, "TES": [1, 9]}


def test_W29_fresh_goes_and_veterans_are_bound() -> None:
    """CAM-4.3, CAM-4.4, CAM-4.12  The fresh troop leaves; now one of the two veterans has to stay."""
    t = lay({"ROB": [0, 1, 0, 2], "KIT": [0, 1]})
    assert reach(t, "ROB")[1] == 2
    play(t, "reinforce KIT from ROB with 1")
    assert seen(t, "ROB", "KIT") == {"ROB": [0, 0, 0, 2], "KIT": [0, 1, 1, 0]}
    assert reach(t, "ROB")[1] == 1


def test_W30_a_single_troop_in_a_captured_room() -> None:
    """CAM-4.4, CAM-4.8, CAM-4.12  One survivor moves in and stays."""
    t = lay({"COM": [0, 3], "FOU": [1, 1], "MAC": [1, 1]}, faces=[3, 2, 4, 6, 5])
    play(t, "attack FOU from COM with 2")
    assert seen(t, "COM", "FOU") == {"COM": [0, 1, 0, 0], "FOU": [0, 0, 0, 1]}
    assert reach(t, "FOU") == (0, 0)
    assert from_room(t, "attack", "FOU") == []


def test_a_single_troop_stays_whatever_its_state() -> None:
    """CAM-4.12  A room with one troop, fresh, settled or veteran, lets nobody go."""
    t = lay({"COM": [0, 1, 0, 0], "LEC": [0, 0, 1, 0], "COL": [0, 0, 0, 1]}, (1, 1))
    assert offered(t) == ["end turn"]


# -- stopping ---------------------------------------------------------------------------------------------------------


def test_W39_stopping() -> None:
    """CAM-S.12, CAM-4.9, CAM-4.6  Two of three come through and break off: they may fight again, but not reinforce."""
    t = lay({"COM": [0, 5], "FOU": [1, 3], "LEC": [1, 1], "COR": [0, 1]}, faces=[4, 3, 2, 6, 2], options=STOP)
    play(t, "attack FOU from COM with 3")
    assert t.units[number("FOU")] == 2
    assert offered(t) == ["continue", "stop"]
    play(t, "stop")
    assert seen(t, "COM", "FOU") == {"COM": [0, 2, 0, 2], "FOU": [1, 2]}
    assert reach(t, "COM") == (2, 3)
    assert offered(t, "attack FOU from COM") == [f"attack FOU from COM with {n}" for n in (1, 2, 3)]
    assert offered(t, "attack LEC from COM") == [f"attack LEC from COM with {n}" for n in (1, 2, 3)]
    assert offered(t, "reinforce COR from COM") == [f"reinforce COR from COM with {n}" for n in (1, 2)]


def test_stopped_veterans_are_the_first_of_the_next_force() -> None:
    """CAM-4.9, CAM-4.7  After stopping, a force of two is made of the two veterans; no fresh one joins."""
    faces = [4, 3, 2, 6, 2, 6, 6, 1]
    t = lay({"COM": [0, 5], "FOU": [1, 3], "LEC": [1, 1], "COR": [0, 1]}, faces=faces, options=STOP)
    play(t, "attack FOU from COM with 3", "stop", "attack LEC from COM with 2")
    assert seen(t, "COM", "LEC") == {"COM": [0, 2, 0, 0], "LEC": [0, 0, 0, 2]}


def test_stopping_again_and_again() -> None:
    """CAM-4.9, CAM-S.12  A second attack, broken off as well, adds fresh troops to the veterans."""
    t = lay({"COM": [0, 7], "FOU": [1, 6]}, faces=[6, 2, 5, 3, 6, 1, 2, 5, 5], options=STOP)
    play(t, "attack FOU from COM with 2", "stop")
    assert seen(t, "COM", "FOU") == {"COM": [0, 5, 0, 1], "FOU": [1, 5]}
    play(t, "attack FOU from COM with 4", "stop")
    assert seen(t, "COM", "FOU") == {"COM": [0, 2, 0, 3], "FOU": [1, 4]}


# -- style roll -------------------------------------------------------------------------------------------------------


def test_W40_style_roll() -> None:
    """CAM-S.11, CAM-S.13, CAM-4.10  Three fresh fight, then two veterans and a fresh; three move in."""
    t = lay({"COM": [0, 5], "FOU": [1, 2]}, faces=[6, 4, 2, 6, 3, 5, 5, 1, 4], options=ROLL_AND_STOP)
    play(t, "attack FOU from COM")
    assert seen(t, "COM", "FOU") == {"COM": [0, 2, 0, 2], "FOU": [1, 1]}
    assert reach(t, "COM")[1] == 3
    play(t, "attack FOU from COM")
    assert dice_left(t) == []
    assert seen(t, "COM", "FOU") == {"COM": [0, 1, 0, 0], "FOU": [0, 0, 0, 3]}
    assert "end turn" in offered(t)


@pytest.mark.parametrize(("moving", "kept"), [(3, 5), (4, 4), (5, 3), (6, 2), (7, 1)])
def test_W41_style_roll_with_a_choice(moving: int, kept: int) -> None:
    """CAM-S.13, CAM-4.10  Three veterans and up to four fresh troops move in; all of them arrive as veterans."""
    t = lay({"COM": [0, 8], "FOU": [1, 1]}, faces=[6, 5, 2, 4], options=ROLL)
    play(t, "attack FOU from COM")
    com = number("COM")
    assert (t.fresh(com), t.settled[com], t.veteran[com]) == (5, 0, 3)
    assert reach(t, "COM")[1] == 7
    assert offered(t) == [f"move in {m}" for m in range(3, 8)]
    play(t, f"move in {moving}")
    assert seen(t, "COM", "FOU") == {"COM": [0, kept, 0, 0], "FOU": [0, 0, 0, moving]}
    assert reach(t, "COM")[0] == kept - 1


@pytest.mark.parametrize(
    ("before", "faces", "after"),
    [
        # (f, s, v), the dice, (f, s, v)
        ([5, 0, 0], [6, 6, 6, 1, 1], [2, 0, 3]),
        ([5, 0, 0], [6, 1, 1, 5, 5], [2, 0, 2]),
        ([5, 0, 0], [1, 1, 1, 5, 5], [2, 0, 1]),
        ([5, 0, 2], [6, 6, 6, 1, 1], [4, 0, 3]),
        ([5, 0, 2], [1, 1, 1, 5, 5], [4, 0, 1]),
        ([5, 0, 4], [6, 6, 6, 1, 1], [5, 0, 4]),
        ([5, 0, 4], [6, 1, 1, 5, 5], [5, 0, 3]),
        ([5, 0, 4], [1, 1, 1, 5, 5], [5, 0, 2]),
        ([2, 3, 0], [1, 6, 2, 5], [0, 3, 1]),
        ([1, 3, 1], [1, 1, 2, 5], [0, 3, 0]),
        ([0, 1, 2], [6, 6, 2, 5], [0, 1, 2]),
        ([1, 0, 1], [1, 6, 5], [1, 0, 0]),
    ],
)
def test_states_after_one_roll(before: list[int], faces: list[int], after: list[int]) -> None:
    """CAM-4.10, CAM-4.5  As many troops fight as dice are thrown, veterans first; those who live are veterans."""
    t = lay({"COM": [0, *before], "FOU": [1, 9]}, faces=faces, options=ROLL_AND_STOP)
    play(t, "attack FOU from COM")
    assert dice_left(t) == []
    assert seen(t, "COM") == {"COM": [0, *after]}


def test_move_in_takes_veterans_first() -> None:
    """CAM-4.10, CAM-4.7  Of five veterans and three fresh, the sixth to move in is the first fresh one."""
    for moving, kept in ((4, [0, 3, 0, 1]), (5, [0, 3, 0, 0]), (6, [0, 2, 0, 0])):
        t = lay({"COM": [0, 3, 0, 5], "FOU": [1, 1]}, faces=[6, 5, 2, 4], options=ROLL)
        play(t, "attack FOU from COM", f"move in {moving}")
        assert seen(t, "COM", "FOU") == {"COM": kept, "FOU": [0, 0, 0, moving]}
