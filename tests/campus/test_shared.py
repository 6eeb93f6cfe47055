"""Chapter S: control, the dice, and the two styles of attack. S.2 is in test_map.py, S.3 to S.5 in test_income.py."""

import pytest

from campus.table import (
    GAME,
    ROOMS,
    Position,
    deal,
    dice_left,
    end_turns,
    lay,
    number,
    offered,
    play,
    random_play,
    reach,
    refused,
    rooms_of,
    seen,
    told,
    troops_of,
)
from engine.playing import once

NEUTRAL = 6


# -- S.1: control ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "scale"), [(2, "closed"), (2, "neutral"), (3, "more_troops"), (4, "closed"), (6, "closed")]
)
def test_every_room_in_play_is_held_at_every_moment(seats: int, scale: str) -> None:
    """CAM-S.1, CAM-4.12  Random play never leaves a room empty or without an owner, nor opens a closed one."""
    t = deal(seats, 11, map_scale=scale, max_rounds=8)
    open_rooms = [i for i in range(42) if t.board.in_play[i]]
    for _ in random_play(t, 12):
        assert all(t.units[i] >= 1 for i in open_rooms)
        assert all(t.owner[i] < seats or (scale == "neutral" and t.owner[i] == NEUTRAL) for i in open_rooms)
        assert all(t.units[i] == 0 for i in range(42) if i not in open_rooms)
        assert GAME.conserved(t) == ""


def test_neutral_rooms_never_act_and_are_nobodys() -> None:
    """CAM-S.1, CAM-S.3  Neutral troops only ever shrink, nobody places there, and nobody is paid for them."""
    t = deal(2, 3, map_scale="neutral", setup_place="random")
    before = {room: t.units[number(room)] for room in rooms_of(t, NEUTRAL)}
    assert len(before) == 14
    assert [t.income(seat) for seat in (0, 1)] == [4, 4]  # 14 rooms each, the neutrals' not among them
    for _ in random_play(t, 9):
        assert set(t.deciders()) <= {0, 1}
        now = {room: t.units[number(room)] for room in rooms_of(t, NEUTRAL)}
        assert all(now[room] <= before[room] for room in now)
        before = now
    assert len(before) < 14


def test_troops_of_two_players_never_share_a_room() -> None:
    """CAM-S.1, CAM-S.13  A captured room belongs to the newcomers alone."""
    t = lay({"COM": [0, 4], "FOU": [1, 1]}, faces=[6, 6, 6, 1])
    rooms = len(rooms_of(t, 1))
    play(t, "attack FOU from COM with 3")
    assert seen(t, "FOU") == {"FOU": [0, 0, 0, 3]}
    assert len(rooms_of(t, 1)) == rooms - 1
    assert sorted(rooms_of(t, 0)) == ["COM", "FOU"]


# -- S.6, S.7: who may be attacked, and by how many -------------------------------------------------------------------

W47: Position = {
    "PHY": [0, 1],
    "COR": [0, 3],
    "CHE": [1, 2],
    "BIO": [0, 1],
    "LEC": [1, 1],
    "COM": [0, 1],
    "COL": [0, 1],
}


def test_W47_what_can_be_attacked() -> None:
    """CAM-S.6, CAM-S.7  A lone troop attacks nobody; three send one or two, next door, and never against their own."""
    t = lay(W47)
    assert offered(t, "attack", "from PHY with 1") == []
    assert refused(t, "attack CHE from PHY with 1") == "CAM-S.7"
    assert [name for name in offered(t, "attack") if "from COR" in name] == [
        "attack CHE from COR with 1",
        "attack CHE from COR with 2",
        "attack LEC from COR with 1",
        "attack LEC from COR with 2",
    ]
    assert refused(t, "attack BIO from COR with 1") == "CAM-S.6"
    assert refused(t, "attack REA from COR with 1") == "CAM-S.2"


@pytest.mark.parametrize("faces", [[1, 1, 6, 6], [6, 6, 1, 1], [6, 1, 5, 5, 1, 6], [1, 6, 5, 5, 6, 1]])
def test_W47_one_troop_always_stays(faces: list[int]) -> None:
    """CAM-S.10, CAM-S.7  Whatever the dice, the corridor keeps the troop that was not sent."""
    t = lay(W47, faces=faces)
    play(t, "attack CHE from COR with 2")
    assert dice_left(t) == []
    assert seen(t, "COR") == {"COR": [0, 1, 0, 0]}


def test_neutral_rooms_can_be_attacked() -> None:
    """CAM-S.6  A neutral room next door is a target like any other."""
    t = lay({"COM": [0, 3], "FOU": ["neutral", 1]}, seats=2, options={"map_scale": "neutral"}, rest=(1, 1))
    assert "attack FOU from COM with 2" in offered(t)


def test_nobody_has_to_attack() -> None:
    """CAM-S.6, CAM-2.4  With an easy target next door the turn can simply be ended."""
    t = lay({"COM": [0, 30], "FOU": [1, 1]})
    assert "end turn" in offered(t)
    play(t, "end turn")
    assert t.active == 1


# -- S.8: the number of dice -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("force", "defenders", "attacker_dice", "defender_dice"),
    [(1, 1, 1, 1), (2, 1, 2, 1), (3, 1, 3, 1), (4, 1, 3, 1), (1, 2, 1, 2), (2, 2, 2, 2), (3, 5, 3, 2), (9, 9, 3, 2)],
)
def test_most_dice(force: int, defenders: int, attacker_dice: int, defender_dice: int) -> None:
    """CAM-S.8, CAM-5.2  One die for each troop, at most three and two; the defender may risk his last troop."""
    options = {"attack_stop": "yes"}
    t = lay(
        {"COM": [0, 12], "FOU": [1, defenders]},
        faces=[6] * attacker_dice + [1] * defender_dice + [6] * 40,
        options=options,
        events=True,
    )
    play(t, f"attack FOU from COM with {force}")
    ours, theirs = ", ".join("6" * attacker_dice), ", ".join("1" * defender_dice)
    assert told(t, "CAM-S.9")[0].startswith(f"Dice {ours} against {theirs}:")


def test_W22_dice_when_the_force_shrinks() -> None:
    """CAM-S.8, CAM-S.12, CAM-5.2  Three and two dice, then one and two: those who stayed behind give none."""
    t = lay({"COM": [0, 9], "FOU": [1, 4]}, faces=[3, 2, 1, 5, 4, 2, 3, 1], events=True)
    play(t, "attack FOU from COM with 3")
    assert dice_left(t) == []
    assert told(t, "CAM-S.9") == [
        "Dice 3, 2, 1 against 5, 4: attacker loses 2, defender 0",
        "Dice 2 against 3, 1: attacker loses 1, defender 0",
    ]
    assert seen(t, "COM", "FOU") == {"COM": [0, 6, 0, 0], "FOU": [1, 4]}


CHOOSE = {"dice_choice": "choose"}
CHOOSE_AND_STOP = {"dice_choice": "choose", "attack_stop": "yes"}


@pytest.mark.parametrize("answer", [1, 2])
def test_W43_choosing_dice(answer: int) -> None:
    """CAM-S.8  The attacker names one die; the defender hears it, and answers with one or two."""
    faces = [5, 4] if answer == 1 else [5, 4, 2]
    t = lay({"COM": [0, 6], "FOU": [1, 2]}, faces=faces, options=CHOOSE)
    play(t, "attack FOU from COM with 5")
    assert t.deciders() == [0]
    assert offered(t) == ["throw 1", "throw 2", "throw 3"]
    play(t, "throw 1")
    assert t.deciders() == [1]
    assert GAME.say(t.prompt(1)) == "Foundry is attacked; dice against you: 1. Throw how many?"
    assert offered(t) == ["throw 1", "throw 2"]
    play(t, f"throw {answer}")
    assert dice_left(t) == []
    assert t.units[number("FOU")] == 1
    assert t.units[number("COM")] == 6  # all five of the force, and the one that stayed
    assert offered(t) == ["throw 1", "throw 2", "throw 3"]


@pytest.mark.parametrize(
    ("force", "defenders", "asked"),
    [(1, 1, []), (1, 2, [1]), (2, 1, [0]), (2, 2, [0, 1])],
)
def test_questions_with_one_answer_are_not_asked(force: int, defenders: int, asked: list[int]) -> None:
    """CAM-S.8  Whoever can throw only one die is not asked how many."""
    t = lay(
        {"COM": [0, 6], "FOU": [1, defenders]},
        faces=[6] * force + [1] * defenders,
        options=CHOOSE_AND_STOP,
    )
    play(t, f"attack FOU from COM with {force}")
    questions = []
    while dice_left(t):
        questions += t.deciders()
        play(t, offered(t)[-1])
    assert questions == asked


def test_choosing_dice_in_style_roll() -> None:
    """CAM-S.8, CAM-S.13  All eligible troops back the roll; one die named, one troop or more must move in."""
    t = lay({"COM": [0, 5], "FOU": [1, 1]}, faces=[6, 1], options={"attack_style": "roll", **CHOOSE})
    play(t, "attack FOU from COM")
    assert offered(t) == ["throw 1", "throw 2", "throw 3"]
    play(t, "throw 1")
    assert offered(t) == ["move in 1", "move in 2", "move in 3", "move in 4"]


def test_neutrals_are_never_asked() -> None:
    """CAM-S.8, CAM-S.1  Two neutral troops throw two dice, also when dice are chosen."""
    t = lay(
        {"COM": [0, 6], "FOU": ["neutral", 2]},
        (1, 1),
        faces=[6, 5, 2, 1],
        seats=2,
        options={"map_scale": "neutral", **CHOOSE},
    )
    play(t, "attack FOU from COM with 2", "throw 2")
    assert dice_left(t) == []
    assert seen(t, "FOU") == {"FOU": [0, 0, 0, 2]}


def test_W36_neutral_defence() -> None:
    """CAM-S.8, CAM-S.9, CAM-1.8  The lone neutral holds a tie, then falls; one survivor moves in."""
    t = lay(
        {"COM": [0, 3], "FOU": ["neutral", 1]},
        (1, 1),
        faces=[3, 1, 3, 4, 2],
        seats=2,
        options={"map_scale": "neutral"},
        events=True,
    )
    play(t, "attack FOU from COM with 2")
    assert told(t, "CAM-S.9") == [
        "Dice 3, 1 against 3: attacker loses 1, defender 0",
        "Dice 4 against 2: attacker loses 0, defender 1",
    ]
    assert seen(t, "COM", "FOU") == {"COM": [0, 1, 0, 0], "FOU": [0, 0, 0, 1]}


# -- S.9, S.10: comparing dice and taking losses ----------------------------------------------------------------------


def test_W19_three_against_two() -> None:
    """CAM-S.8, CAM-S.9  6, 3, 1 against 5, 3: the higher pair costs the defender one, the tie the attacker."""
    t = lay({"COM": [0, 4], "FOU": [1, 2]}, faces=[6, 3, 1, 5, 3], options={"attack_stop": "yes"})
    play(t, "attack FOU from COM with 3")
    assert (t.units[number("COM")], t.units[number("FOU")]) == (3, 1)


COMPARISONS = [
    # dice of the attacker, of the defender; losses with ties for the defender; losses with ties for nobody
    ("6", "5", (0, 1), (0, 1)),
    ("5", "6", (1, 0), (1, 0)),
    ("4", "4", (1, 0), (0, 0)),
    ("1 6", "6", (1, 0), (0, 0)),
    ("2 5", "4", (0, 1), (0, 1)),
    ("1 3 2", "3", (1, 0), (0, 0)),
    ("1 1 4", "3", (0, 1), (0, 1)),
    ("6", "5 6", (1, 0), (0, 0)),
    ("6", "5 1", (0, 1), (0, 1)),
    ("3", "2 6", (1, 0), (1, 0)),
    ("6 5", "4 5", (0, 2), (0, 2)),
    ("5 6", "5 5", (1, 1), (0, 1)),
    ("6 6", "6 6", (2, 0), (0, 0)),
    ("4 6", "5 4", (1, 1), (0, 1)),
    ("2 6", "3 1", (0, 2), (0, 2)),
    ("6 2", "3 3", (1, 1), (1, 1)),
    ("1 2", "6 3", (2, 0), (2, 0)),
    ("1 5 6", "6 4", (1, 1), (0, 1)),
    ("3 6 3", "3 5", (1, 1), (0, 1)),
    ("2 4 4", "5 3", (1, 1), (1, 1)),
    ("4 3 2", "6 2", (1, 1), (1, 1)),
    ("1 1 1", "1 1", (2, 0), (0, 0)),
    ("6 6 5", "5 5", (0, 2), (0, 2)),
]


@pytest.mark.parametrize("ties", ["defender", "nobody"])
@pytest.mark.parametrize(("ours", "theirs", "defender", "nobody"), COMPARISONS)
def test_comparison(ours: str, theirs: str, defender: tuple[int, int], nobody: tuple[int, int], ties: str) -> None:
    """CAM-S.9, CAM-S.10, CAM-5.3  Sorted, paired from the top, the lower one loses; all losses at once."""
    attackers, defenders = len(ours.split()), len(theirs.split())
    faces = [int(face) for face in (ours + " " + theirs).split()]
    # More defenders than dice, so that the room stands after the roll.
    reserve = 3 if defenders == 2 else 0
    t = lay(
        {"COM": [0, attackers + 1], "FOU": [1, defenders + reserve]},
        faces=faces,
        options={"attack_style": "roll", "attack_stop": "yes", "dice_ties": ties},
    )
    play(t, "attack FOU from COM")
    lost, killed = defender if ties == "defender" else nobody
    assert dice_left(t) == []
    if killed == defenders + reserve:
        assert seen(t, "COM", "FOU") == {"COM": [0, 1, 0, 0], "FOU": [0, 0, 0, attackers]}
    else:
        assert t.units[number("COM")] == attackers + 1 - lost
        assert t.units[number("FOU")] == defenders + reserve - killed


def test_losses_are_removed_together() -> None:
    """CAM-S.10, CAM-S.9  Both comparisons count although the first already costs the force half its troops."""
    t = lay({"COM": [0, 3], "FOU": [1, 2]}, faces=[5, 4, 6, 3], options={"attack_stop": "yes"})
    play(t, "attack FOU from COM with 2")
    assert (t.units[number("COM")], t.units[number("FOU")]) == (2, 1)


def test_the_supply_never_runs_out() -> None:
    """CAM-S.10, CAM-2.3  Rooms hold and lose any number of troops, and any number can be placed."""
    t = lay(
        {"COM": [0, 90000], "FOU": [1, 90000]},
        faces=[6, 6, 6, 1, 1],
        step="place",
        to_place=3000,
        options={"attack_stop": "yes"},
    )
    while t.to_place:
        play(t, offered(t, "place", "in COM")[-1])
    assert t.units[number("COM")] == 93000
    play(t, "attack FOU from COM with 2000", "stop")
    assert (t.units[number("COM")], t.units[number("FOU")]) == (93000, 89998)


def test_W38_ties_for_nobody() -> None:
    """CAM-S.9  5, 3 against 5, 2: the tie costs nobody a troop, the second pair the defender one."""
    t = lay({"COM": [0, 3], "FOU": [1, 2]}, faces=[5, 3, 5, 2], options={"dice_ties": "nobody", "attack_stop": "yes"})
    play(t, "attack FOU from COM with 2")
    assert GAME.say(t.prompt(0)) == "2 of your force face 1 in Foundry. Continue the attack, or stop?"


def test_a_roll_of_ties_is_rolled_again() -> None:
    """CAM-S.9, CAM-S.12, CAM-6.5  With ties for nobody a fight may go through rolls that cost nothing."""
    t = lay({"COM": [0, 2], "FOU": [1, 1]}, faces=[4, 4, 1, 1, 6, 6, 5, 2], options={"dice_ties": "nobody"})
    play(t, "attack FOU from COM with 1")
    assert dice_left(t) == []
    assert seen(t, "FOU") == {"FOU": [0, 0, 0, 1]}


# -- S.11: style roll -------------------------------------------------------------------------------------------------

ROLL = {"attack_style": "roll"}
ROLL_AND_STOP = {"attack_style": "roll", "attack_stop": "yes"}


def test_one_roll_to_a_declaration() -> None:
    """CAM-S.11  After the roll the attacker is free: the same attack, another one, reinforcing, or the end."""
    t = lay({"COM": [0, 5], "FOU": [1, 4], "LEC": [1, 1], "COR": [0, 1]}, faces=[6, 5, 1, 6, 3], options=ROLL_AND_STOP)
    play(t, "attack FOU from COM")
    assert dice_left(t) == []
    names = offered(t)
    for name in ("attack FOU from COM", "attack LEC from COM", "reinforce COR from COM with 1", "end turn"):
        assert name in names
    assert refused(t, "attack FOU from COM with 2") == "CAM-S.11"


def test_W42_roll_without_stopping() -> None:
    """CAM-S.11, CAM-4.10  A run: only the same attack is left, until nobody is eligible any more."""
    t = lay({"COM": [0, 3], "FOU": [1, 2]}, faces=[4, 2, 3, 3, 2, 5], options=ROLL)
    play(t, "attack FOU from COM")
    assert seen(t, "COM", "FOU") == {"COM": [0, 1, 0, 1], "FOU": [1, 1]}
    assert reach(t, "COM")[1] == 1
    assert offered(t) == ["attack FOU from COM"]
    assert refused(t, "end turn") == "CAM-S.11"
    play(t, "attack FOU from COM")
    assert seen(t, "COM", "FOU") == {"COM": [0, 1, 0, 0], "FOU": [1, 1]}
    assert reach(t, "COM")[1] == 0
    assert offered(t, "attack") == []
    assert "end turn" in offered(t)


def test_a_run_ends_with_the_capture() -> None:
    """CAM-S.11, CAM-S.13  Once the room is empty the attacker moves in and is free again."""
    t = lay({"COM": [0, 4], "FOU": [1, 2]}, faces=[6, 2, 1, 5, 3, 6, 2, 5], options=ROLL)
    play(t, "attack FOU from COM")
    assert offered(t) == ["attack FOU from COM"]
    play(t, "attack FOU from COM")
    assert seen(t, "COM", "FOU") == {"COM": [0, 1, 0, 0], "FOU": [0, 0, 0, 2]}
    assert "end turn" in offered(t)


@pytest.mark.parametrize(
    ("action", "clause"),
    [
        ("attack LEC from COM", "CAM-S.11"),
        ("reinforce COR from COM with 1", "CAM-S.11"),
        ("end turn", "CAM-S.11"),
    ],
)
def test_nothing_else_during_a_run(action: str, clause: str) -> None:
    """CAM-S.11  With nobody allowed to stop, anything but the same attack is refused."""
    t = lay({"COM": [0, 6], "FOU": [1, 3], "LEC": [1, 1], "COR": [0, 1]}, faces=[6, 1, 1, 5, 4], options=ROLL)
    play(t, "attack FOU from COM")
    assert refused(t, action) == clause
    assert GAME.say(t.prompt(0)) == "The attack on Foundry goes on: roll again."


# -- S.12: style force ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("troops", "largest"), [([0, 2], 1), ([0, 3], 2), ([0, 9], 8), ([0, 1, 4, 0], 1), ([0, 2, 1, 3], 5)]
)
def test_every_force_up_to_the_eligible_troops(troops: list[int], largest: int) -> None:
    """CAM-S.12, CAM-5.1, CAM-S.7  From one troop up to all that may attack; one more is refused, and so is none."""
    t = lay({"COM": troops, "FOU": [1, 1]})
    assert offered(t, "attack FOU") == [f"attack FOU from COM with {n}" for n in range(1, largest + 1)]
    assert refused(t, f"attack FOU from COM with {largest + 1}") == "CAM-S.7"
    assert refused(t, "attack FOU from COM with 0") == "CAM-S.12"


def test_only_the_force_can_be_lost() -> None:
    """CAM-S.12, CAM-S.10  Two of nine are sent and fall; the other seven stand."""
    t = lay({"COM": [0, 9], "FOU": [1, 5]}, faces=[1, 1, 6, 6])
    play(t, "attack FOU from COM with 2")
    assert seen(t, "COM", "FOU") == {"COM": [0, 7, 0, 0], "FOU": [1, 5]}


def test_no_question_without_stopping() -> None:
    """CAM-S.12, CAM-5.3  Five rolls in a row, and the next decision is an ordinary one."""
    t = lay({"COM": [0, 9], "FOU": [1, 4]}, faces=[6, 5, 1, 6, 4] * 3 + [6, 1, 1, 6] + [6, 2, 1, 5], events=True)
    play(t, "attack FOU from COM with 8")
    assert len(told(t, "CAM-S.9")) == 5
    assert dice_left(t) == []
    assert "end turn" in offered(t)


def test_asked_only_while_both_sides_stand() -> None:
    """CAM-S.12  With stopping allowed, the roll that wins or loses the attack brings no question."""
    stop = {"attack_stop": "yes"}
    won = lay({"COM": [0, 4], "FOU": [1, 2]}, faces=[6, 6, 1, 1, 1], options=stop)
    play(won, "attack FOU from COM with 3")
    assert "end turn" in offered(won)
    lost = lay({"COM": [0, 4], "FOU": [1, 2]}, faces=[1, 1, 6, 6], options=stop)
    play(lost, "attack FOU from COM with 2")
    assert "end turn" in offered(lost)
    undecided = lay({"COM": [0, 4], "FOU": [1, 2]}, faces=[6, 1, 1, 2, 2, 6, 1, 1], options=stop)
    play(undecided, "attack FOU from COM with 3")
    assert offered(undecided) == ["continue", "stop"]
    play(undecided, "continue")
    assert seen(undecided, "COM", "FOU") == {"COM": [0, 1, 0, 0], "FOU": [0, 0, 0, 2]}


# -- S.13: moving in --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("troops", "dice", "moves"),
    [
        ([0, 2], 1, []),
        ([0, 3], 2, []),
        ([0, 4], 3, []),
        ([0, 5], 3, [3, 4]),
        ([0, 8], 3, [3, 4, 5, 6, 7]),
        ([0, 4, 5, 0], 3, [3, 4]),
    ],
)
def test_how_many_may_move_in_after_a_roll(troops: list[int], dice: int, moves: list[int]) -> None:
    """CAM-S.13, CAM-4.10  From as many as the dice thrown to all eligible; no question where these are the same."""
    t = lay({"COM": troops, "FOU": [1, 1]}, faces=[6] * dice + [1], options=ROLL)
    play(t, "attack FOU from COM")
    assert dice_left(t) == []
    if moves:
        assert offered(t) == [f"move in {m}" for m in moves]
        assert refused(t, f"move in {moves[0] - 1}") == "CAM-S.13"
        assert refused(t, f"move in {moves[-1] + 1}") == "CAM-S.13"
        assert refused(t, "end turn") == "CAM-S.13"
    else:
        assert seen(t, "FOU") == {"FOU": [0, 0, 0, dice]}


def test_control_passes_before_anything_else() -> None:
    """CAM-S.13, CAM-S.14  The order of what is told: the roll, the capture, the elimination."""
    t = lay({"COM": [0, 3], "FOU": [1, 1]}, faces=[6, 5, 1], events=True)
    play(t, "attack FOU from COM with 2")
    assert told(t) == [
        "seat 0 attacks Foundry from Computer Room with 2",
        "Dice 6, 5 against 1: attacker loses 0, defender 1",
        "seat 0 takes Foundry and moves in with 2",
        "seat 1 is eliminated",
    ]


# -- S.14 to S.16: see also the tests of chapter 6 ---------------------------------------------------------------------


@once
def test_an_eliminated_player_is_never_asked_again() -> None:
    """CAM-S.14  Random play with choosing defenders: nobody without a room is ever asked."""
    gone = 0
    for seed in range(8):
        t = deal(6, seed, dice_choice="choose", setup_place="random", max_rounds=60)
        for _ in random_play(t, seed):
            assert all(rooms_of(t, seat) for seat in t.deciders())
        gone += len(t.fallen)
        assert [seat for seat in range(6) if not rooms_of(t, seat)] == sorted(t.fallen)
        assert all(troops_of(t, seat) == 0 for seat in t.fallen)
    assert gone >= 8


def test_the_last_player_wins_in_the_middle_of_a_question() -> None:
    """CAM-S.15, CAM-S.13  Style roll: the move into the last room ends the game, with nobody left to decide."""
    t = lay({"FOU": [1, 1]}, (0, 9), faces=[6, 6, 6, 1], seats=2, options={"map_scale": "more_troops", **ROLL_AND_STOP})
    play(t, "attack FOU from COM")
    assert not t.over
    play(t, "move in 5")
    assert t.over
    assert t.deciders() == []
    assert list(t.places) == [1, 2]


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_round_is_a_turn_for_everybody(seats: int) -> None:
    """CAM-S.16  Five rounds of peace are five turns each; then the ranking decides, not before."""
    t = deal(seats, setup_place="random", max_rounds=5)
    order = t.order[:]
    assert end_turns(t, 5 * seats - 1) == (order * 5)[:-1]
    assert (t.round, t.over) == (5, False)
    assert end_turns(t, 1) == [order[-1]]
    assert t.over
    assert t.deciders() == []
    assert sorted(t.places)[0] == 1


def test_eliminated_players_do_not_lengthen_a_round() -> None:
    """CAM-S.16, CAM-S.14  Seats 1 and 3 are gone: two turns make a round."""
    t = lay({room: [0 if i % 2 else 2, 2] for i, room in enumerate(ROOMS)}, fallen=[3, 1], round=7)
    assert end_turns(t, 4) == [0, 2, 0, 2]
    assert t.round == 9


def test_an_attack_in_style_roll_has_failed_when_nobody_may_attack_any_more() -> None:
    """CAM-S.11  Not before: a roll that leaves attackers is followed by the next."""
    t = lay({"COM": [0, 3], "FOU": [1, 2]}, faces=[6, 1, 5, 5, 1, 6, 6], events=True, options={"attack_style": "roll"})
    play(t, "attack FOU from COM")
    assert t.run and not [said for said in told(t, "CAM-S.11") if said.endswith("has failed")]
    play(t, "attack FOU from COM")
    assert t.run == [] and [said for said in told(t, "CAM-S.11") if said.endswith("has failed")]
