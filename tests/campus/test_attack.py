"""Chapter 5: the attack, from the force that is named to the room that is taken."""

import pytest

from campus.table import dice_left, lay, number, offered, play, reach, refused, seen, told


def test_W20_a_whole_attack() -> None:
    """CAM-5.1, CAM-5.2, CAM-5.3, CAM-5.4, CAM-4.8, CAM-S.12  Three rolls without a question; three of four move in."""
    t = lay({"COM": [0, 6], "FOU": [1, 3]}, faces=[6, 5, 2, 5, 4, 4, 4, 1, 4, 3, 2, 2, 1], events=True)
    play(t, "attack FOU from COM with 4")
    assert dice_left(t) == []
    assert told(t) == [
        "seat 0 attacks Foundry from Computer Room with 4",
        "Dice 6, 5, 2 against 5, 4: attacker loses 0, defender 2",
        "Dice 4, 4, 1 against 4: attacker loses 1, defender 0",
        "Dice 3, 2, 2 against 1: attacker loses 0, defender 1",
        "seat 0 takes Foundry and moves in with 3",
        "seat 1 is eliminated",
    ]
    assert seen(t, "COM", "FOU") == {"COM": [0, 2, 0, 0], "FOU": [0, 0, 0, 3]}
    assert t.deciders() == [0]
    assert "end turn" in offered(t)


def test_W21_a_lost_attack() -> None:
    """CAM-S.12, CAM-4.8, CAM-5.3  Both of the force fall in one roll; the one who stayed is all that is left."""
    t = lay({"COM": [0, 3], "FOU": [1, 2]}, faces=[3, 2, 5, 4], events=True)
    play(t, "attack FOU from COM with 2")
    assert seen(t, "COM", "FOU") == {"COM": [0, 1, 0, 0], "FOU": [1, 2]}
    assert told(t)[-1] == "The attack on Foundry has failed"


def test_W23_no_choice_in_moving_in() -> None:
    """CAM-S.13, CAM-5.4  Eight were sent and eight move, unasked."""
    t = lay({"COM": [0, 9], "FOU": [1, 1]}, faces=[6, 5, 4, 3])
    play(t, "attack FOU from COM with 8")
    assert seen(t, "COM", "FOU") == {"COM": [0, 1, 0, 0], "FOU": [0, 0, 0, 8]}
    assert offered(t, "move in") == []


def test_W31_a_second_attack_on_the_same_room() -> None:
    """CAM-5.5, CAM-5.2, CAM-4.8  Three fall and wear the Foundry down to one; two from elsewhere fight alone."""
    t = lay(
        {"COM": [0, 4], "FOU": [1, 4], "ROB": [0, 3]},
        faces=[6, 4, 1, 5, 5, 6, 4, 5, 5, 6, 5, 4, 3, 5, 2, 4, 3],
    )
    # Three against four: one each; two against three: one each; one against two: the defender; one against one: lost.
    play(t, "attack FOU from COM with 3")
    assert seen(t, "COM", "FOU", "ROB") == {"COM": [0, 1, 0, 0], "FOU": [1, 1], "ROB": [0, 3, 0, 0]}
    assert offered(t, "attack FOU") == ["attack FOU from ROB with 1", "attack FOU from ROB with 2"]
    play(t, "attack FOU from ROB with 2")
    assert dice_left(t) == []
    assert seen(t, "COM", "FOU", "ROB") == {"COM": [0, 1, 0, 0], "FOU": [0, 0, 0, 2], "ROB": [0, 1, 0, 0]}


def test_again_from_the_same_room_with_other_troops() -> None:
    """CAM-5.5, CAM-4.8  Those who stayed out of a lost attack are fresh and may try the same room."""
    t = lay({"COM": [0, 5], "FOU": [1, 1]}, faces=[1, 1, 2, 1, 3, 6, 5, 4])
    play(t, "attack FOU from COM with 2")
    assert seen(t, "COM", "FOU") == {"COM": [0, 3, 0, 0], "FOU": [1, 1]}
    play(t, "attack FOU from COM with 2")
    assert seen(t, "COM", "FOU") == {"COM": [0, 1, 0, 0], "FOU": [0, 0, 0, 2]}


def test_troops_of_two_rooms_never_join() -> None:
    """CAM-5.5, CAM-5.1  Two rooms with three troops each send two at most, never four."""
    t = lay({"COM": [0, 3], "ROB": [0, 3], "FOU": [1, 1]})
    assert offered(t, "attack FOU") == [f"attack FOU from {room} with {n}" for room in ("COM", "ROB") for n in (1, 2)]
    assert refused(t, "attack FOU from COM with 4") == "CAM-S.7"


@pytest.mark.parametrize("force", [1, 2, 3, 4, 5, 6, 7])
def test_all_survivors_move_in(force: int) -> None:
    """CAM-5.4, CAM-4.8, CAM-5.1  Whatever the force, what is left of it moves, and what was not sent stays fresh."""
    t = lay({"COM": [0, 8], "FOU": [1, 1]}, faces=[6] * min(force, 3) + [1])
    play(t, f"attack FOU from COM with {force}")
    assert seen(t, "COM", "FOU") == {"COM": [0, 8 - force, 0, 0], "FOU": [0, 0, 0, force]}


def test_survivors_only_move_in() -> None:
    """CAM-5.4, CAM-5.3  Six are sent, three come through four rolls, three stand in the room."""
    t = lay({"COM": [0, 8], "FOU": [1, 3]}, faces=[6, 1, 1, 5, 4, 6, 1, 1, 5, 4, 2, 2, 1, 3, 6, 1, 1, 4])
    play(t, "attack FOU from COM with 6")
    assert dice_left(t) == []
    assert seen(t, "COM", "FOU") == {"COM": [0, 2, 0, 0], "FOU": [0, 0, 0, 3]}


def test_the_defender_may_risk_the_last_troop() -> None:
    """CAM-5.2, CAM-S.8  Two defenders throw two dice and one defender one; nobody is kept back."""
    t = lay({"COM": [0, 2], "FOU": [1, 2]}, faces=[6, 5, 1, 2, 4])
    play(t, "attack FOU from COM with 1")
    assert dice_left(t) == []
    assert t.units[number("FOU")] == 1


def test_chain_through_three_rooms() -> None:
    """CAM-5.6, CAM-4.6, CAM-4.4  Four veterans take room after room, one of them staying in each."""
    rooms = {"COM": [0, 5], "FOU": [1, 1], "MAC": [1, 1], "TES": [1, 1], "LOA": [1, 1]}
    t = lay(rooms, faces=[6, 6, 6, 1, 6, 6, 6, 1, 6, 6, 1, 6, 1])
    path = ["COM", "FOU", "MAC", "TES", "LOA"]
    for force, source, target in zip((4, 3, 2, 1), path, path[1:], strict=False):
        assert reach(t, source)[1] == force
        play(t, f"attack {target} from {source} with {force}")
    assert seen(t, *path) == {"COM": [0, 1, 0, 0], **{room: [0, 0, 0, 1] for room in path[1:]}}
    assert [name for name in offered(t) if " from LOA" in name] == []


def test_a_chain_may_turn_back_against_a_neighbour_of_the_first_room() -> None:
    """CAM-5.6, CAM-4.6  Veterans may attack anything hostile next to them, also beside where they came from."""
    t = lay({"COM": [0, 5], "LEC": [1, 1], "COR": [2, 1], "OBS": [2, 1]}, faces=[6, 6, 6, 1, 6, 6, 1])
    play(t, "attack LEC from COM with 4", "attack COR from LEC with 2")
    assert seen(t, "LEC", "COR") == {"LEC": [0, 0, 0, 2], "COR": [0, 0, 0, 2]}
    assert offered(t, "reinforce") == []


def test_the_attacker_cannot_break_off() -> None:
    """CAM-5.3, CAM-S.12  By default the fight goes on to the last troop of the force."""
    t = lay({"COM": [0, 5], "FOU": [1, 9]}, faces=[1, 1, 1, 6, 6, 1, 1, 6, 6])
    play(t, "attack FOU from COM with 4")
    assert seen(t, "COM", "FOU") == {"COM": [0, 1, 0, 0], "FOU": [1, 9]}
    assert refused(t, "stop") == "CAM-2.4"


@pytest.mark.parametrize("owner", [1, 2, 3])
def test_any_other_player_may_be_attacked(owner: int) -> None:
    """CAM-5.1, CAM-S.6  Whoever holds the room next door."""
    t = lay({"COM": [0, 2], "FOU": [owner, 1]})
    assert offered(t, "attack FOU") == ["attack FOU from COM with 1"]
