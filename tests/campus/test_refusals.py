"""What may not be done, at every step of the game: who is refused, by which clause, and that nothing has changed."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campus.table import GAME, Position, deal, lay, of, play, refused
from marchland.engine.dice import fast_dice
from marchland.engine.errors import IllegalAction, MarchlandError
from marchland.engine.playout import play_out
from marchland.engine.words import Kind
from marchland.games.campus.table import Campus

ROOMS: Position = {
    "COM": [0, 4],
    "COR": [0, 1],
    "PHY": [0, 3],
    "BIO": [0, 0, 4, 0],
    "ROB": [0, 0, 0, 3],
    "MAC": [0, 1],
    "FOU": [1, 4],
    "REA": [1, 1],
}
FACES = [6, 1, 1, 5, 5]  # of three against two, each side loses one


def setting_up() -> Campus:
    return lay(of(0, "COM", "PHY"), (1, 1), step="place_start", remainder=[2, 2, 0, 0])


def setting_up_for_two() -> Campus:
    return lay(of(0, "COM", "PHY"), (1, 1), seats=2, step="place_start", remainder=[2, 2])


def placing() -> Campus:
    return lay(of(0, "COM", "COR"), (1, 1), step="place", to_place=3)


def placing_for_three() -> Campus:
    return lay(of(0, "RAD", "BOO"), (1, 1), seats=3, step="place", to_place=3)


def moving() -> Campus:
    return lay(ROOMS)


def moving_in_style_roll() -> Campus:
    return lay(ROOMS, options={"attack_style": "roll"})


def moving_for_three() -> Campus:
    return lay(of(0, "RAD", "BOO", troops=3), (1, 1), seats=3)


def in_a_run() -> Campus:
    t = lay(ROOMS, faces=FACES, options={"attack_style": "roll"})
    play(t, "attack FOU from COM")
    return t


def asked_to_continue() -> Campus:
    t = lay(ROOMS, faces=FACES, options={"attack_stop": "yes"})
    play(t, "attack FOU from COM with 3")
    return t


def attacker_naming_dice() -> Campus:
    t = lay(ROOMS, options={"dice_choice": "choose"})
    play(t, "attack FOU from COM with 2")
    return t


def defender_naming_dice() -> Campus:
    t = attacker_naming_dice()
    play(t, "throw 2")
    return t


def moving_in() -> Campus:
    t = lay({**ROOMS, "COM": [0, 6], "FOU": [1, 1]}, faces=[6, 6, 6, 1], options={"attack_style": "roll"})
    play(t, "attack FOU from COM")
    return t


REFUSALS = [
    # The setup: one troop at a time, in a room of one's own.
    (setting_up, "set up FOU", "CAM-1.6"),
    (setting_up_for_two, "set up FOU", "CAM-1.6"),
    (setting_up, "place 1 in COM", "CAM-1.6"),
    (setting_up, "reinforce COR from COM with 1", "CAM-1.6"),
    (setting_up, "attack FOU from COM with 1", "CAM-1.6"),
    (setting_up, "end turn", "CAM-1.6"),
    (setting_up, "pass", "CAM-1.6"),
    # Placing: all of it, in rooms of one's own, before anything else.
    (placing, "place 0 in COM", "CAM-2.3"),
    (placing, "place 4 in COM", "CAM-2.3"),
    (placing, "place 1 in FOU", "CAM-2.3"),
    (placing, "end turn", "CAM-2.3"),
    (placing, "attack FOU from COM with 1", "CAM-2.3"),
    (placing, "reinforce COR from COM with 1", "CAM-2.3"),
    (placing, "set up COM", "CAM-2.3"),
    (placing, "pass", "CAM-2.3"),
    (placing_for_three, "place 1 in GYM", "CAM-2.3"),
    # Attacks.
    (moving, "attack COR from COM with 1", "CAM-S.6"),
    (moving, "attack COM from COM with 1", "CAM-S.6"),
    (moving, "attack COM from FOU with 1", "CAM-S.6"),
    (moving, "attack LEC from FOU with 1", "CAM-S.6"),
    (moving, "attack REA from COM with 1", "CAM-S.2"),
    (moving, "attack TRA from PHY with 1", "CAM-S.2"),
    (moving, "attack FOU from COM with 4", "CAM-S.7"),
    (moving, "attack FOU from COM with 2000", "CAM-S.7"),
    (moving, "attack LEC from COR with 1", "CAM-S.7"),
    (moving, "attack REA from BIO with 1", "CAM-4.5"),
    (moving, "attack FOU from ROB with 3", "CAM-S.7"),
    (moving, "attack FOU from COM with 0", "CAM-S.12"),
    (moving, "attack FOU from COM", "CAM-S.12"),
    (moving_in_style_roll, "attack FOU from COM with 2", "CAM-S.11"),
    (moving_in_style_roll, "attack LEC from COR", "CAM-S.7"),
    (moving_in_style_roll, "attack COR from COM", "CAM-S.6"),
    (moving_in_style_roll, "attack REA from COM", "CAM-S.2"),
    (moving_for_three, "attack GYM from RAD with 1", "CAM-S.2"),
    (moving_for_three, "attack RAD from GYM with 1", "CAM-S.2"),
    # Reinforcing.
    (moving, "reinforce FOU from COM with 1", "CAM-4.3"),
    (moving, "reinforce COM from FOU with 1", "CAM-4.3"),
    (moving, "reinforce COR from PHY with 3", "CAM-4.3"),
    (moving, "reinforce COR from PHY with 0", "CAM-4.3"),
    (moving, "reinforce PHY from COR with 1", "CAM-4.3"),
    (moving, "reinforce COR from BIO with 1", "CAM-4.3"),
    (moving, "reinforce MAC from ROB with 1", "CAM-4.3"),
    (moving, "reinforce COM from PHY with 1", "CAM-2.5"),
    (moving, "reinforce BIO from PHY with 1", "CAM-2.5"),
    (moving, "reinforce PHY from PHY with 1", "CAM-2.5"),
    (moving_for_three, "reinforce GYM from RAD with 1", "CAM-4.3"),
    # What belongs to other steps.
    (moving, "place 1 in COM", "CAM-2.3"),
    (moving, "set up COM", "CAM-1.6"),
    (moving, "throw 1", "CAM-2.4"),
    (moving, "continue", "CAM-2.4"),
    (moving, "stop", "CAM-2.4"),
    (moving, "move in 1", "CAM-2.4"),
    (moving, "pass", "CAM-2.4"),
    (moving, "bid 3", "CAM-2.4"),
    # Inside an attack.
    (in_a_run, "end turn", "CAM-S.11"),
    (in_a_run, "attack LEC from COM", "CAM-S.11"),
    (in_a_run, "attack FOU from ROB", "CAM-S.11"),
    (in_a_run, "reinforce COR from PHY with 1", "CAM-S.11"),
    (asked_to_continue, "end turn", "CAM-S.12"),
    (asked_to_continue, "attack FOU from COM with 1", "CAM-S.12"),
    (asked_to_continue, "reinforce COR from PHY with 1", "CAM-S.12"),
    (attacker_naming_dice, "throw 0", "CAM-S.8"),
    (attacker_naming_dice, "throw 3", "CAM-S.8"),
    (attacker_naming_dice, "end turn", "CAM-S.8"),
    (attacker_naming_dice, "stop", "CAM-S.8"),
    (defender_naming_dice, "throw 0", "CAM-S.8"),
    (defender_naming_dice, "throw 3", "CAM-S.8"),
    (defender_naming_dice, "pass", "CAM-S.8"),
    (moving_in, "move in 2", "CAM-S.13"),
    (moving_in, "move in 6", "CAM-S.13"),
    (moving_in, "end turn", "CAM-S.13"),
    (moving_in, "attack LEC from COM", "CAM-S.13"),
]


@pytest.mark.parametrize(
    ("situation", "action", "clause"), REFUSALS, ids=[f"{made.__name__}: {action}" for made, action, _ in REFUSALS]
)
def test_refusal(situation: Callable[[], Campus], action: str, clause: str) -> None:
    """CAM-1.6, CAM-2.3, CAM-2.4, CAM-2.5, CAM-4.3, CAM-S.2, CAM-S.6, CAM-S.7, CAM-S.8, CAM-S.11, CAM-S.12, CAM-S.13

    Whatever is refused is refused by the clause that forbids it.
    """
    assert refused(situation(), action) == clause


@pytest.mark.parametrize("clause", sorted({clause for _, _, clause in REFUSALS}))
def test_refusals_point_into_the_rulebook(clause: str) -> None:
    """CAM-2.3  A player who is refused can look the clause up."""
    assert f"**{clause}**" in GAME.rulebook()


def test_a_refusal_is_a_sentence_with_names() -> None:
    """CAM-S.6, CAM-S.7  What is said to the player names rooms, not numbers."""
    t = moving()
    for action, sentence in (
        ("attack COR from COM with 1", "You control Long Corridor yourself"),
        ("attack FOU from COM with 4", "At most 3 may attack from Computer Room"),
        ("reinforce COR from PHY with 3", "At most 2 of the fresh troops can leave Physics Lab"),
    ):
        with pytest.raises(IllegalAction) as refusal:
            t.play(0, GAME.parse(action))
        assert refusal.value.sentence == sentence


@pytest.mark.parametrize(
    ("situation", "decider"),
    [
        (setting_up, 0),
        (placing, 0),
        (moving, 0),
        (asked_to_continue, 0),
        (attacker_naming_dice, 0),
        (defender_naming_dice, 1),
    ],
)
def test_only_whoever_is_asked_may_act(situation: Callable[[], Campus], decider: int) -> None:
    """CAM-2.4, CAM-S.8, CAM-1.6  What the one may do is refused to all others: players out of turn and onlookers."""
    t = situation()
    assert t.deciders() == [decider]
    actions = [GAME.name_of(action) for action in t.options(decider)][:5]
    for seat in (-1, 0, 1, 2, 3):
        if seat != decider:
            assert len(t.options(seat)) == 0
            assert [refused(t, action, seat) for action in actions] == [""] * len(actions)


def test_the_eliminated_may_do_nothing() -> None:
    """CAM-S.14  Seat 1 has lost the last room and tries to go on."""
    t = lay({"COM": [0, 4], "FOU": [1, 1]}, faces=[6, 6, 6, 1])
    play(t, "attack FOU from COM with 3")
    for action in ("end turn", "attack COM from FOU with 1", "place 1 in FOU"):
        assert refused(t, action, seat=1) == ""


def test_nothing_after_the_end() -> None:
    """CAM-S.15  When the game is over, nobody can do anything."""
    t = lay({"FOU": [1, 1]}, (0, 4), faces=[6, 6, 6, 1], seats=2, options={"map_scale": "more_troops"})
    play(t, "attack FOU from COM with 3")
    for seat in (0, 1):
        for action in ("end turn", "place 1 in COM", "attack FOU from COM with 1"):
            assert refused(t, action, seat) == ""


KINDS = [kind for kind in GAME.words.kinds if kind.name not in ("accept", "decline", "withdraw")]


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    decisions=st.integers(0, 400),
    style=st.sampled_from(["force", "roll"]),
    tries=st.lists(
        st.tuples(st.sampled_from(KINDS), st.integers(0, 63), st.integers(0, 63), st.integers(0, 12)), min_size=20
    ),
)
def test_whatever_is_not_offered_is_refused(
    seed: int, decisions: int, style: str, tries: list[tuple[Kind, int, int, int]]
) -> None:
    """CAM-2.4, CAM-S.6, CAM-4.3  Any action thrown at any moment of a match: it is an option, or it changes nothing."""
    t = deal(3, seed, attack_style=style, dice_choice="choose", attack_stop="yes")
    play_out(t, fast_dice(seed), decisions)
    before = t.fingerprint()
    for kind, a, b, n in tries:
        arguments = {0: [], 1: [n], 2: [a, n], 3: [a, b, n]}[kind.arity]
        if kind.name in ("strike", "place_start"):
            arguments = [a, b][: kind.arity]
        action = kind.of(*arguments)
        for seat in range(3):
            if action in t.options(seat):
                twin = t.copy()
                twin.play(seat, action)
                assert twin.fingerprint() != before
            else:
                with pytest.raises(MarchlandError):
                    t.play(seat, action)
    assert t.fingerprint() == before


def test_refusals_do_not_touch_the_dice() -> None:
    """CAM-S.8  A refused attack throws nothing: the next one falls as if it had not been tried."""
    t, twin = (deal(4, 3, setup_place="random") for _ in range(2))
    for action in ("end turn", "attack FOU from COM with 1", "place 99 in COM"):
        with pytest.raises(IllegalAction):
            t.play(t.active, GAME.parse(action))
    play_out(t, fast_dice(4), 300)
    play_out(twin, fast_dice(4), 300)
    assert t == twin


def test_sentences_have_no_gaps() -> None:
    """CAM-2.4  Every refusal of the table is a whole sentence: no braces, no bare numbers of rooms."""
    for situation, action, _ in REFUSALS:
        t = situation()
        with pytest.raises(IllegalAction) as refusal:
            t.play(t.deciders()[0], GAME.parse(action))
        assert re.fullmatch(r"[A-Z'][^{}]+", refusal.value.sentence)
