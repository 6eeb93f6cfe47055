"""Chapters S and 7: attacks, dice, battles and reactions."""

import pytest

from capitals.table import (
    GAME,
    CapitalsTable,
    attackable,
    cards,
    discards,
    hand,
    lay,
    number,
    offered,
    on,
    play,
    refused,
    step,
    told,
)
from marchland.engine.dice import ScriptedDice
from marchland.engine.errors import IllegalAction
from marchland.odds.dice_battle import battle_odds


def left(t: CapitalsTable) -> int:
    """Faces of the script that nobody has rolled."""
    dice = t.dice
    assert isinstance(dice, ScriptedDice)
    return len(dice.faces)


# -- S: dice -----------------------------------------------------------------------------------------------------------


def test_W19_three_against_two() -> None:
    """CAP-S.8, CAP-S.9"""
    t = lay({"EGY": [0, 5], "NAF": [1, 3]}, faces=[3, 6, 1, 3, 5])
    play(t, "attack NAF from EGY")
    assert on(t, "EGY") == [0, 4] and on(t, "NAF") == [1, 2]


def test_W20_one_die_against_two() -> None:
    """CAP-S.8, CAP-S.9"""
    t = lay({"EGY": [0, 2], "NAF": [1, 4]}, faces=[5, 4, 4])
    play(t, "attack NAF from EGY")
    assert on(t, "EGY") == [0, 2] and on(t, "NAF") == [1, 3] and left(t) == 0


def test_losses_are_removed_together() -> None:
    """CAP-S.10  Two units of the attacker are lost at once, but never the one that stays behind."""
    t = lay({"EGY": [0, 3], "NAF": [1, 2]}, faces=[1, 1, 6, 6])
    play(t, "attack NAF from EGY")
    assert on(t, "EGY") == [0, 1] and on(t, "NAF") == [1, 2]
    assert refused(t, "attack NAF from EGY") == "CAP-S.7"


def test_W21_moving_in() -> None:
    """CAP-S.13"""
    t = lay({"NAF": [0, 6], "BRA": [1, 1], "ARG": [1, 1]}, faces=[6, 2, 1, 5])
    play(t, "attack BRA from NAF")
    assert step(t) == "move_in" and offered(t) == ["move in 3", "move in 4", "move in 5"]
    assert refused(t, "move in 2") == "CAP-S.13" and refused(t, "move in 6") == "CAP-S.13"
    play(t, "move in 4")
    assert on(t, "NAF") == [0, 2] and on(t, "BRA") == [0, 4]


def test_W22_no_choice_in_moving_in() -> None:
    """CAP-S.13"""
    t = lay({"NAF": [0, 4], "BRA": [1, 1], "ARG": [1, 1]}, faces=[6, 2, 1, 5])
    play(t, "attack BRA from NAF")
    assert on(t, "NAF") == [0, 1] and on(t, "BRA") == [0, 3] and step(t) == "attack"


def test_W49_style_force() -> None:
    """CAP-S.12, CAP-S.13, CAP-7.4, CAP-A.8"""
    t = lay(
        {"EAF": [0, 7], "EGY": [1, 2], "BRA": [1, 1]},
        faces=[6, 5, 2, 5, 4],
        options={"attack_style": "force", "attack_stop": "no"},
        hands={"1": ["Ambush"]},
    )
    assert offered(t, "attack EGY from EAF") == [f"attack EGY from EAF with {n}" for n in range(1, 7)]
    play(t, "attack EGY from EAF with 4", "1: answer with Ambush")
    assert on(t, "EAF") == [0, 3] and on(t, "EGY") == [0, 3]
    assert step(t) == "attack" and t.deciders() == [0] and left(t) == 0


def test_a_force_may_break_off() -> None:
    """CAP-S.12  With `attack_stop = yes` the attacker is asked after each roll; no new window opens."""
    t = lay(
        {"EAF": [0, 7], "EGY": [1, 3]},
        faces=[6, 5, 2, 5, 5],
        options={"attack_style": "force"},
        hands={"1": ["War Bonds"]},
    )
    play(t, "attack EGY from EAF with 4", "1: pass")
    assert offered(t) == ["continue", "stop"] and on(t, "EAF") == [0, 6] and on(t, "EGY") == [1, 2]
    play(t, "stop")
    assert step(t) == "attack" and on(t, "EAF") == [0, 6]
    assert t.battle == -1


def test_W50_choosing_dice() -> None:
    """CAP-S.8"""
    t = lay(
        {"CHI": [0, 9], "IND": [1, 2], "BRA": [1, 1]},
        faces=[4, 2, 4, 6, 5, 3, 3, 2],
        options={"dice_choice": "choose"},
    )
    play(t, "attack IND from CHI")
    assert offered(t) == ["throw 1", "throw 2", "throw 3"]
    play(t, "0: throw 2")
    assert t.deciders() == [1] and offered(t) == ["throw 1", "throw 2"]
    play(t, "1: throw 1")
    assert on(t, "CHI") == [0, 8] and on(t, "IND") == [1, 2]
    play(t, "attack IND from CHI", "0: throw 1", "1: throw 2")
    assert on(t, "IND") == [1, 1]
    # One unit throws one die, unasked.
    play(t, "attack IND from CHI", "0: throw 1")
    assert step(t) == "move_in" and offered(t) == [f"move in {n}" for n in range(1, 8)]


def test_W51_neutral_defenders() -> None:
    """CAP-S.8, CAP-7.5, CAP-7.8, CAP-10.3  No window, the most dice, and a conquest."""
    t = lay({"WEU": ["neutral", 2], "SEU": [0, 6], "BRA": [1, 1]}, faces=[6, 6, 1, 5, 5], hands={"1": ["Ambush"]})
    play(t, "attack WEU from SEU")
    assert offered(t) == ["move in 3", "move in 4", "move in 5"]
    play(t, "move in 3")
    assert t.conquest and on(t, "WEU") == [0, 3]


def test_neutral_units_throw_the_most_without_being_asked() -> None:
    """CAP-S.8"""
    t = lay({"WEU": ["neutral", 2], "SEU": [0, 6], "BRA": [1, 1]}, faces=[1, 5, 5], options={"dice_choice": "choose"})
    play(t, "attack WEU from SEU", "throw 1")
    assert on(t, "SEU") == [0, 5] and t.deciders() == [0] and left(t) == 0


def test_W52_ties_cost_nobody() -> None:
    """CAP-S.9"""
    t = lay({"EGY": [0, 3], "NAF": [1, 2]}, faces=[4, 4, 4, 3], options={"dice_ties": "nobody"})
    play(t, "attack NAF from EGY")
    assert on(t, "EGY") == [0, 3] and on(t, "NAF") == [1, 1]


def test_W61_no_stopping() -> None:
    """CAP-S.10, CAP-S.11  The same attack goes on by itself until E = 0."""
    t = lay({"NAF": [0, 4], "EGY": [1, 3]}, faces=[5, 4, 1, 6, 2, 3, 2, 4, 4], options={"attack_stop": "no"})
    play(t, "attack EGY from NAF")
    assert on(t, "NAF") == [0, 1] and on(t, "EGY") == [1, 2]
    assert step(t) == "attack" and t.run == [] and left(t) == 0
    assert len(told(t, "CAP-S.9")) == 2
    assert told(t, "CAP-S.11")[-1] == "The attack on Egypt has failed"
    assert offered(t, "storm") == []


def test_W63_what_can_be_attacked() -> None:
    """CAP-S.2, CAP-S.6, CAP-S.7, CAP-7.1"""
    mine = {"EGY": [0, 1], "NAF": [0, 3], "CAF": [0, 1], "WEU": [0, 1], "SEU": [0, 1], "EAF": [1, 2], "BRA": [1, 1]}
    t = lay(mine)
    assert attackable(t) == {"NAF-EAF", "NAF-BRA"}
    assert t.eligible(number("NAF")) == 2
    assert refused(t, "attack MEA from EGY") == "CAP-S.7"
    assert refused(t, "attack CAF from NAF") == "CAP-S.6"
    assert refused(t, "attack PER from NAF") == "CAP-S.2"
    assert refused(t, "attack EAF from MEA") == "CAP-S.6"
    assert refused(t, "attack EAF from NAF with 2") == "CAP-S.11"


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("attack PER from ARG", "Everything next to Argentina is yours"),
        ("attack PER from BRA", "You control Peru yourself"),
    ],
)
def test_inland_nothing_can_be_attacked(action: str, sentence: str) -> None:
    """CAP-S.6  Who points at a territory without a front is told so, not of one neighbour."""
    t = lay({"ARG": [0, 5], "PER": [0, 5], "BRA": [0, 5], "VEN": [1, 1]})
    with pytest.raises(IllegalAction) as refusal:
        t.play(0, t.game.parse(action))
    assert refusal.value.sentence == sentence


def test_a_force_is_named_in_style_force_only() -> None:
    """CAP-S.11, CAP-S.12, CAP-7.2"""
    t = lay({"NAF": [0, 3], "EAF": [1, 2]}, options={"attack_style": "force"})
    assert refused(t, "attack EAF from NAF") == "CAP-S.12"
    assert refused(t, "attack EAF from NAF with 3") == "CAP-S.7"
    assert refused(t, "storm EAF from NAF") == "CAP-S.12"
    t = lay({"NAF": [0, 3], "EAF": [1, 2]}, options={"attack_stop": "no"})
    assert refused(t, "storm EAF from NAF") == "CAP-7.2"
    with pytest.raises(IllegalAction, match="every attack goes on by itself"):
        t.play(0, GAME.parse("storm EAF from NAF"))


def test_units_that_came_this_turn_may_attack() -> None:
    """CAP-7.1  A chain of attacks goes on from every territory that is taken."""
    t = lay({"NAF": [0, 5], "EAF": [1, 1], "SAF": [1, 1], "BRA": [1, 1]}, faces=[6, 6, 6, 1, 6, 6, 6, 1])
    play(t, "attack EAF from NAF", "move in 4", "attack SAF from EAF")
    assert on(t, "SAF") == [0, 3] and on(t, "EAF") == [0, 1]


# -- storming ----------------------------------------------------------------------------------------------------------


def test_storming_repeats_the_attack_to_the_end() -> None:
    """CAP-7.2  The same dice as roll by roll, and the same result."""
    mine = {"NAF": [0, 6], "EAF": [1, 3], "BRA": [1, 1]}
    faces = [6, 5, 1, 6, 2, 6, 6, 1, 5, 5]
    stormed, rolled = lay(mine, faces=faces), lay(mine, faces=faces)
    play(stormed, "storm EAF from NAF")
    play(rolled, "attack EAF from NAF", "attack EAF from NAF")
    assert step(stormed) == step(rolled) == "move_in"
    play(stormed, "move in 3")
    play(rolled, "move in 3")
    stormed.events = rolled.events = []
    assert stormed == rolled and on(rolled, "EAF") == [0, 3]


def test_storming_to_the_last_unit() -> None:
    """CAP-7.2  It ends when E(A) is 0, and the step goes on."""
    t = lay({"NAF": [0, 3], "EAF": [1, 3]}, faces=[1, 2, 6, 3])
    play(t, "storm EAF from NAF")
    assert on(t, "NAF")[1] == 1 and step(t) == "attack" and t.run == []


def test_a_storm_has_one_window() -> None:
    """CAP-7.5  And a Ceasefire stops it."""
    mine = {"MEA": [0, 6], "IND": [1, 4]}
    t = lay(mine, hands={"1": ["Ceasefire", "Ambush"]})
    play(t, "storm IND from MEA", "1: answer with Ceasefire")
    assert on(t, "MEA") == [0, 6] and t.run == [] and t.deciders() == [0]
    t = lay(mine, faces=[1, 1, 1, 6, 6] * 2 + [1, 6, 6], hands={"1": ["Ceasefire", "Ambush"]})
    play(t, "storm IND from MEA", "1: pass")
    assert on(t, "MEA") == [0, 1] and on(t, "IND") == [1, 4]
    t = lay({"MEA": [0, 2], "IND": [1, 4]}, hands={"1": ["Ambush"]})
    play(t, "storm IND from MEA", "1: answer with Ambush")
    assert on(t, "MEA") == [0, 1] and t.run == [] and t.deciders() == [0]


# -- 7: battles and reactions ------------------------------------------------------------------------------------------


def test_W23_entrenchment_over_a_whole_battle() -> None:
    """CAP-7.4, CAP-7.5, CAP-7.7, CAP-A.7"""
    t = lay({"URA": [0, 4], "EEU": [1, 2]}, faces=[6, 4, 2, 5, 4, 6, 5, 1], hands={"1": ["Entrenchment", "Ambush"]})
    play(t, "attack EEU from URA", "1: answer with Entrenchment")
    assert on(t, "URA") == [0, 2] and on(t, "EEU") == [1, 2]
    play(t, "attack EEU from URA")
    assert on(t, "URA") == [0, 1] and on(t, "EEU") == [1, 2]
    assert t.battle == -1 and t.entrenched == 0 and discards(t) == ["Entrenchment"]


def test_W24_spearhead_against_entrenchment() -> None:
    """CAP-7.7, CAP-A.5, CAP-A.7  7 against 7 is a tie; without Entrenchment EEU would fall."""
    mine = {"URA": [0, 3], "EEU": [1, 1], "BRA": [1, 1]}
    hands = {"0": ["Spearhead"], "1": ["Entrenchment"]}
    t = lay(mine, faces=[6, 2, 6], hands=hands)
    play(t, "play Spearhead from URA into EEU", "attack EEU from URA", "1: answer with Entrenchment")
    assert on(t, "URA") == [0, 2] and on(t, "EEU") == [1, 1]
    t = lay(mine, faces=[6, 2, 6], hands=hands)
    play(t, "play Spearhead from URA into EEU", "attack EEU from URA", "1: pass")
    assert on(t, "EEU") == [0, 2]


def test_changed_dice_do_not_touch_the_second_pair() -> None:
    """CAP-7.7  Spearhead lifts 5, 4 to 6, 4: it beats 5, but the second 4 is still a tie."""
    t = lay({"URA": [0, 3], "EEU": [1, 3]}, faces=[4, 5, 4, 5], hands={"0": ["Spearhead"]})
    play(t, "play Spearhead from URA into EEU", "attack EEU from URA")
    assert on(t, "URA") == [0, 2] and on(t, "EEU") == [1, 2]


def test_W25_ambush_stops_a_small_attack() -> None:
    """CAP-A.8, CAP-7.6"""
    t = lay({"MEA": [0, 2], "IND": [1, 3]}, hands={"1": ["Ambush"]})
    play(t, "attack IND from MEA", "1: answer with Ambush")
    assert on(t, "MEA") == [0, 1] and on(t, "IND") == [1, 3]
    assert step(t) == "attack" and t.deciders() == [0] and t.battle == -1
    assert told(t, "CAP-7.6") == ["The attack on India has failed before a die was thrown"]


def test_W26_ambush_takes_away_a_die() -> None:
    """CAP-A.8, CAP-7.6, CAP-S.8"""
    t = lay({"MEA": [0, 4], "IND": [1, 3]}, faces=[5, 4, 3, 2], hands={"1": ["Ambush"]})
    play(t, "attack IND from MEA", "1: answer with Ambush")
    assert on(t, "MEA") == [0, 3] and on(t, "IND") == [1, 1] and left(t) == 0


def test_an_ambush_can_use_up_a_force() -> None:
    """CAP-7.6, CAP-A.8  In style `force` the battle ends when the force is empty."""
    t = lay({"MEA": [0, 5], "IND": [1, 3]}, hands={"1": ["Ambush"]}, options={"attack_style": "force"})
    play(t, "attack IND from MEA with 1", "1: answer with Ambush")
    assert on(t, "MEA") == [0, 4] and step(t) == "attack" and t.deciders() == [0]


def test_W27_ceasefire() -> None:
    """CAP-A.9, CAP-7.3  No dice; IND is safe from P0, but not from P2 in the same round."""
    mine = {"MEA": [0, 6], "CAS": [0, 2], "CHI": [0, 2], "ICH": [0, 2], "IND": [1, 2]}
    t = lay(mine, hands={"1": ["Ceasefire"], "0": ["Barrage", "Spearhead"]}, order=[0, 2, 1])
    assert {"MEA-IND", "CAS-IND", "CHI-IND", "ICH-IND"} <= attackable(t)
    play(t, "attack IND from MEA", "1: answer with Ceasefire")
    assert not [pair for pair in attackable(t) if pair.endswith("IND")]
    assert not [name for name in offered(t, "play ") if name.endswith("into IND")]
    assert refused(t, "attack IND from CAS") == "CAP-A.9"
    assert refused(t, "play Barrage from MEA into IND") == "CAP-A.9"
    play(t, "end attacks", "end turn")
    assert t.active == 2 and t.ceased == 0
    t = lay({**mine, "CAS": [2, 4]}, active=2, order=[0, 2, 1])
    assert "CAS-IND" in attackable(t)


def test_W28_when_the_window_opens_again() -> None:
    """CAP-7.4, CAP-7.5"""
    mine = {"MEA": [0, 9], "IND": [1, 5], "EAF": [2, 3]}
    t = lay(mine, faces=[1, 1, 1, 6, 6] * 4, hands={"1": ["Entrenchment", "Entrenchment"]})
    play(t, "attack IND from MEA")
    assert t.deciders() == [1]
    play(t, "1: pass")
    assert t.deciders() == [0]
    play(t, "attack IND from MEA")
    assert t.deciders() == [0]
    play(t, "attack EAF from MEA")
    assert t.deciders() == [0]
    play(t, "attack IND from MEA")
    assert t.deciders() == [1] and step(t) == "reaction"


def test_playing_a_card_does_not_break_a_battle() -> None:
    """CAP-7.4  Between two rolls a Barrage and a Spearhead are played, and no new window opens."""
    t = lay(
        {"MEA": [0, 9], "IND": [1, 9]},
        faces=[1, 1, 1, 6, 6, 5, 6, 5, 5, 6, 5],
        hands={"0": ["Barrage", "Spearhead"], "1": ["Ambush"]},
    )
    play(t, "attack IND from MEA", "1: pass", "play Barrage from MEA into IND", "play Spearhead from MEA into IND")
    assert on(t, "MEA") == [0, 7] and on(t, "IND") == [1, 7]
    play(t, "attack IND from MEA")
    # 6 + 1 beats 6; the fives are a tie.
    assert t.deciders() == [0] and on(t, "IND") == [1, 6] and on(t, "MEA") == [0, 6]


def test_W64_asked_without_a_reaction_card() -> None:
    """CAP-7.5"""
    mine = {"MEA": [0, 5], "IND": [1, 3], "EAF": [2, 3]}
    t = lay(mine, faces=[1, 1, 1, 6, 6], hands={"1": ["War Bonds"]})
    play(t, "attack IND from MEA")
    assert t.deciders() == [1] and offered(t) == ["pass"]
    assert refused(t, "answer with War Bonds") == "CAP-9.1"
    assert refused(t, "answer with Ambush") == "CAP-9.1"
    t = lay(mine, faces=[1, 1, 1, 6, 6], hands={"1": ["War Bonds"]})
    play(t, "attack EAF from MEA")
    assert t.deciders() == [0]


def test_W66_ceasefire_ends_the_run() -> None:
    """CAP-7.4, CAP-A.9, CAP-S.11"""
    t = lay({"MEA": [0, 6], "IND": [1, 2]}, hands={"1": ["Ceasefire"]}, options={"attack_stop": "no"})
    play(t, "attack IND from MEA", "1: answer with Ceasefire")
    assert t.run == [] and "MEA-IND" not in {name.split()[3] + "-" + name.split()[1] for name in offered(t, "attack")}
    assert "attack EEU from MEA" in offered(t) and "end attacks" in offered(t)


def test_nobody_else_may_react() -> None:
    """CAP-7.5, CAP-9.3"""
    t = lay({"MEA": [0, 5], "IND": [1, 3]}, hands={"1": ["Ambush"], "2": ["Ambush"], "0": ["Barrage"]})
    play(t, "attack IND from MEA")
    assert t.deciders() == [1] and offered(t) == ["pass", "answer with Ambush"]
    assert t.options(0).total == t.options(2).total == 0


def test_one_reaction_to_a_battle() -> None:
    """CAP-9.2"""
    t = lay({"MEA": [0, 5], "IND": [1, 3]}, faces=[1, 1, 1, 6, 6], hands={"1": ["Ambush", "Entrenchment"]})
    play(t, "attack IND from MEA", "1: answer with Entrenchment")
    assert t.deciders() == [0] and hand(t, 1) == ["Ambush"] and on(t, "MEA") == [0, 3]


def test_a_conquest_is_noted_once_a_territory_falls() -> None:
    """CAP-7.8"""
    t = lay({"NAF": [0, 4], "BRA": [1, 1], "ARG": [1, 1]}, faces=[1, 2, 1, 5, 6, 1, 5])
    play(t, "attack BRA from NAF")
    assert not t.conquest
    play(t, "attack BRA from NAF")
    assert t.conquest and cards(t) == [0, 0, 0]


def test_the_step_can_be_ended_at_once() -> None:
    """CAP-7.2, CAP-S.6  Nobody is obliged to attack."""
    t = lay({"MEA": [0, 5]})
    play(t, "end attacks")
    assert step(t) == "fortify"


@pytest.mark.parametrize("stop", ["yes", "no"])
def test_a_run_with_chosen_dice_asks_for_dice_only(stop: str) -> None:
    """CAP-S.8, CAP-S.11"""
    t = lay({"MEA": [0, 3], "IND": [1, 2]}, faces=[1, 6, 1, 6], options={"dice_choice": "choose", "attack_stop": stop})
    play(t, "attack IND from MEA" if stop == "no" else "storm IND from MEA", "0: throw 1", "1: throw 1")
    assert t.deciders() == [1] and on(t, "MEA") == [0, 2]
    play(t, "1: throw 1")
    assert on(t, "MEA") == [0, 1] and step(t) == "attack"


def test_the_odds_of_a_storm_are_those_of_a_fight_to_the_end() -> None:
    """CAP-7.2"""
    t = lay({"NAF": [0, 7], "EAF": [1, 3]})
    odds = GAME.odds(t, 0, [GAME.parse("storm EAF from NAF")])
    assert odds is not None and odds.win == battle_odds(6, 3).win
    assert GAME.odds(t, 0, [GAME.parse("end attacks")]) is None


def test_cards_played_for_a_battle_count_in_its_odds() -> None:
    """CAP-7.7"""
    t = lay(
        {"NAF": [0, 7], "EAF": [1, 3], "EGY": [1, 3]},
        faces=[1, 1, 1, 6, 6],
        hands={"0": ["Spearhead"], "1": ["Entrenchment"]},
    )
    storm = GAME.parse("storm EAF from NAF")
    play(t, "play Spearhead from NAF into EAF")
    led = GAME.odds(t, 0, [storm])
    other = GAME.odds(t, 0, [GAME.parse("storm EGY from NAF")])
    assert led is not None and led.win == battle_odds(6, 3, "defender", 1).win
    assert other is not None and other.win == battle_odds(6, 3).win
    play(t, "attack EAF from NAF", "1: answer with Entrenchment")
    assert on(t, "NAF") == [0, 5] and on(t, "EAF") == [1, 3]
    both = GAME.odds(t, 0, [storm])
    assert both is not None and both.win == battle_odds(4, 3).win
