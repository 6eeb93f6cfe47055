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
