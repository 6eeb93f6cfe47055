"""marchland odds and marchland bench."""

import json

import pytest

from cli.command import Command
from marchland.odds import battle_odds


def test_odds(command: Command) -> None:
    out = command("odds", "campus", "7", "4").out
    assert out.startswith("A force of 7 against 4 defenders, equal dice cost the attacker a unit\n")
    assert "chance to win                        83.4%" in out
    assert "attacker wins with 7 left" in out
    assert max(map(len, out.split("\n"))) <= 80


@pytest.mark.parametrize("ties", ["defender", "nobody"])
def test_odds_as_json(command: Command, ties: str) -> None:
    data = json.loads(command("odds", "campus", "5", "3", "--ties", ties, "--json").out)
    assert data["win"] == battle_odds(5, 3, ties).win
    assert data["ties"] == ties


def test_odds_of_plans_at_the_command_line(command: Command) -> None:
    told = command("odds", "swarm", 5, 4, "--leader", "asha", "--tactics", "Ambush", "--tile", "old keep").out
    assert told.startswith("Your 5 troops attacking Old Keep (B4) against 4, with your best plan each:\n")
    assert "Commit 5, led by Asha Cinder and Ambush." in told
    assert max(map(len, told.split("\n"))) <= 80
    data = json.loads(command("odds", "swarm", 3, 4, "--defend", "--shown", "Whisper", "--covert", 2, "--json").out)
    assert [plan["commitment"] for plan in data["plans"]] == [1, 2, 3, 4]
    assert all(len(plan["against"]) == 3 for plan in data["plans"])
    chances = [plan["win"] for plan in data["plans"]]
    assert chances == sorted(chances)
    # Commitments of both sides from 1 to 3 or 4, nobody leads here and Whisper there: 4 beats 1 + 2 and no more.
    plain = json.loads(command("odds", "swarm", 3, 4, "--defend", "--shown", "Whisper", "--json").out)
    assert [plan["win"] for plan in plain["plans"]] == pytest.approx([0, 0, 0, 1 / 3])
    assert [plan["tie"] for plan in plain["plans"]] == pytest.approx([0, 0, 1 / 3, 1 / 3])


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("swarm 16 2", "The number of attackers must be from 1 to 15, not 16."),
        ("swarm 3 0", "The number of defenders must be from 1 to 15, not 0."),
        ("swarm 3 2 --ties nobody", "--ties says nothing about battles of Swarm."),
        ("campus 3 2 --leader Asha", "--leader says nothing about battles of Campus."),
        ("swarm 3 2 --leader Bob", "There is no leader 'Bob'."),
        ("swarm 3 2 --leader S", "'S' may be Sura Emberhand, Selene Cup or Sister Hush."),
        ("swarm 3 2 --tactics Dowsing", "There is no tactics card 'Dowsing'."),
        ("swarm 3 2 --tile F9", "There is no tile 'F9'"),
        ("swarm 3 2 --tile C3", "No battle ever takes place on the sanctuary."),
        ("swarm 3 2 --unseen 30", "The opponent can have 0 to 24 unseen leaders, not 30."),
        ("swarm 3 2 --covert 31", "The opponent can have 0 to 30 covert cards, not 31."),
        ("swarm 3 2 --leader Asha --shown Asha", "Asha Cinder is named more often than there are copies."),
    ],
)
def test_plans_that_cannot_be(command: Command, line: str, sentence: str) -> None:
    outcome = command("odds", *line.split())
    assert outcome.code == 2
    assert sentence in outcome.complaint


def test_bench(command: Command) -> None:
    """Rates are positive and agree with each other; how high they are is nobody's business here."""
    outcome = command("bench", "--seconds", "0.05", "--json")
    data = json.loads(outcome.out)
    assert outcome.code == 0
    for key in ("decisions", "matches", "copies", "determinize"):
        assert data[f"{key}_per_second"] > 0
    assert data["view_microseconds"] > 0
    assert data["copy_in_decisions"] == pytest.approx(data["decisions_per_second"] / data["copies_per_second"])
    assert data["compiled"] == ("interpreted" in data)


def test_bench_says_if_it_is_not_compiled(command: Command) -> None:
    out = command("bench", "--seconds", "0.05").out
    assert "decisions a second" in out
    assert ("This build is not compiled" in out) != ("times as fast" in out)
