"""Whatever is wrong with a command: one sentence that names the fault, and exit code 2."""

from pathlib import Path

import pytest

from cli.command import Command

FAULTS = [
    ("dance", "There is no verb 'dance'"),
    ("play", "The following arguments are required: GAME"),
    ("play chess", "There is no game 'chess'; the games are: alliances, campus, capitals, rebellion, swarm."),
    ("rules chess", "There is no game 'chess'"),
    ("simulate chess", "There is no game 'chess'"),
    ("odds chess 3 2", "There is no game 'chess'"),
    ("bench chess", "There is no game 'chess'"),
    ("play campus --option", "--option: expected one argument"),
    ("play campus --option max_rounds", "An option is given as NAME=VALUE, not as 'max_rounds'."),
    ("play campus --option =3", "An option is given as NAME=VALUE"),
    ("play campus --option max_rounds=6 --option max_rounds=7", "Option max_rounds is given twice."),
    ("play campus --option rounds=3", "There is no option 'rounds'; the options are: map_scale,"),
    ("play campus --option max_rounds=3", "Option max_rounds cannot be '3'; allowed: 5 to 200."),
    ("play campus --option dice_ties=attacker", "allowed: defender, nobody."),
    ("simulate campus --option opening=half", "Option opening cannot be 'half'"),
    ("play campus --seats you", "Campus is for 2 to 6 players, not 1."),
    ("play campus --seats you,random,random,random,random,random,random", "not 7."),
    ("simulate campus --seats random", "Campus is for 2 to 6 players, not 1."),
    ("play campus --seats you,clever", "There is no player 'clever'; a seat is taken by you, you=NAME, one of"),
    ("play campus --seats you,,greedy", "There is no player ''"),
    ("play campus --seats you=Ann,you=Ann", "Two players are called Ann."),
    ("play campus --seats you=,greedy", "A player's name has 1 to 20 characters"),
    ("play campus --seats you=Greedy,greedy", "A person cannot be called Greedy, because a bot is."),
    ("simulate campus --seats you,random", "There is no bot 'you'; the bots are: random, gentle, greedy"),
    ("simulate campus --matches 0", "'0' is not a whole number of at least 1"),
    ("simulate campus --matches many", "'many' is not a whole number"),
    ("simulate campus --jobs -1", "'-1' is not a whole number of at least 1"),
    ("simulate campus --seed x", "'x' is not a whole number"),
    ("play campus --seed 1 --fair", "not allowed with argument"),
    ("play campus --se 1", "Unrecognized arguments: --se 1"),
    ("rules campus CAM-4.13", "Campus has no clause 'CAM-4.13'; the nearest are CAM-4.10, CAM-4.11, CAM-4.12."),
    ("rules campus s.99", "the nearest are CAM-S.14, CAM-S.15, CAM-S.16."),
    ("rules campus CAP-4.3", "Campus has no clause 'CAP-4.3'"),
    ("rules campus 4.3 --all", "A clause is printed by itself"),
    ("rules campus --tests .", "The folder --tests belongs to --coverage."),
    ("rules campus --coverage --tests /nowhere/at/all", "There is no folder /nowhere/at/all"),
    ("odds campus 0 3", "The number of attackers must be from 1 to 1000, not 0."),
    ("odds campus -3 3", "The number of attackers must be from 1 to 1000, not -3."),
    ("odds campus 3 1001", "The number of defenders must be from 1 to 1000, not 1001."),
    ("odds", "The following arguments are required: GAME; see 'marchland odds --help'."),
    ("odds campus 3", "The following arguments are required: DEFENDERS; see 'marchland odds campus --help'."),
    ("odds campus three 2", "'three' is not a whole number"),
    ("odds campus 3 2 --ties attacker", "There is no side 'attacker'; there are defender and nobody."),
    ("bench --seconds 0", "'0' is not a number of seconds"),
    ("bench --seconds nan", "'nan' is not a number of seconds"),
    ("play campus --save /nowhere/at/all/x.record", "there is no folder /nowhere/at/all"),
]


@pytest.mark.parametrize(("line", "sentence"), FAULTS, ids=[line for line, _ in FAULTS])
def test_one_sentence(command: Command, line: str, sentence: str) -> None:
    outcome = command(*line.split())
    assert outcome.code == 2
    assert outcome.out == ""
    assert sentence in outcome.complaint


def test_a_file_is_never_overwritten(command: Command, tmp_path: Path) -> None:
    kept = tmp_path / "kept.record"
    kept.write_text("precious")
    outcome = command("play", "campus", "--save", kept)
    assert outcome.code == 2
    assert "exists already" in outcome.complaint
    assert kept.read_text() == "precious"


def test_nothing_is_typed(command: Command) -> None:
    """Without a verb the help is shown, and the exit code says that nothing was done."""
    outcome = command()
    assert outcome.code == 2
    assert outcome.err == ""
    assert "marchland play campus" in outcome.out


@pytest.mark.parametrize("verb", ["", "games", "rules", "play", "replay", "verify", "simulate", "odds", "bench"])
def test_help_has_examples(command: Command, verb: str) -> None:
    outcome = command(*verb.split(), "--help")
    assert outcome.code == 0
    assert outcome.err == ""
    assert f"  marchland {verb}".rstrip() in outcome.out
    assert "example" in outcome.out


def test_version(command: Command) -> None:
    outcome = command("--version")
    assert outcome.code == 0
    assert outcome.out.startswith("marchland ")
