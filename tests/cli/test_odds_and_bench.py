"""marchland odds and marchland bench."""

import json
import shlex

import pytest

from bazaar.game import GAME as BAZAAR
from cli.command import Command
from marchland import every, load
from marchland.engine.game import Game
from marchland.engine.odds import Answer, Count, Flag, Inquiry, OneOf
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
        ("swarm 3 2 --ties nobody", "Unrecognized arguments: --ties nobody; see 'marchland odds swarm --help'."),
        ("campus 3 2 --leader Asha", "Unrecognized arguments: --leader Asha; see 'marchland odds campus --help'."),
        ("swarm 3 2 --leader Bob", "There is no leader 'Bob'; there are Asha Cinder,"),
        ("swarm 3 2 --leader S", "'S' may be Sura Emberhand, Selene Cup or Sister Hush."),
        ("swarm 3 2 --tactics Dowsing", "There is no tactics card 'Dowsing'; there are Ambush,"),
        ("swarm 3 2 --tile F9", "There is no tile 'F9'; there are A1, B1, … and E4."),
        ("swarm 3 2 --tile C3", "No battle ever takes place on the sanctuary."),
        ("swarm 3 2 --unseen 30", "The number of unseen leaders must be from 0 to 24, not 30."),
        ("swarm 3 2 --unseen 24 --leader Asha", "The opponent can have 0 to 23 unseen leaders, not 24."),
        ("swarm 3 2 --covert 31", "The number of covert cards must be from 0 to 30, not 31."),
        ("swarm 3 2 --covert 30 --tactics Ambush", "The opponent can have 0 to 29 covert cards, not 30."),
        ("swarm 3 2 --leader Asha --shown Asha", "Asha Cinder is named more often than there are copies."),
    ],
)
def test_plans_that_cannot_be(command: Command, line: str, sentence: str) -> None:
    outcome = command("odds", *line.split())
    assert outcome.code == 2
    assert sentence in outcome.complaint


@pytest.mark.parametrize("game", every(), ids=lambda game: game.name)
def test_help_shows_what_a_game_wants_to_know(command: Command, game: Game) -> None:
    """And its examples can be typed as they stand."""
    inquiry = game.inquiry()
    assert inquiry is not None
    outcome = command("odds", game.name, "--help")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(f"usage: marchland odds {game.name} ")
    for argument in inquiry.arguments:
        assert (argument.name.upper() if argument.default is None else f"--{argument.name}") in outcome.out
    for words, _ in inquiry.examples:
        assert f"marchland odds {game.name} {words}" in outcome.out
        assert command("odds", game.name, *shlex.split(words)).code == 0


class Toss(Inquiry):
    """A game of heads and tails, to see that the command line asks whatever a game wants to know."""

    def __init__(self) -> None:
        arguments = [
            Count("coins", "number of coins", "how many are tossed", 1, 9),
            OneOf("side", "side", "on which they are to fall", ["heads", "tails"], [0]),
            OneOf("known", "coin", "one that lies already", ["penny", "pound"], [], several=True),
            Flag("loud", "shout 100% of it"),
        ]
        super().__init__("Will they all fall alike?", arguments, [("3", "three coins")])

    def answer(self, told: dict[str, list[int]], width: int) -> Answer:
        return Answer({"told": told}, "HEADS" if told["loud"] else "heads")


def test_a_game_asks_what_it_likes(command: Command, monkeypatch: pytest.MonkeyPatch, guests: None) -> None:
    load("bazaar.game")
    assert command("odds", "bazaar", "3").complaint == "Bazaar has no battles whose odds are known."
    assert command("odds", "bazaar", "--help").code == 2
    monkeypatch.setattr(type(BAZAAR), "inquiry", lambda game: Toss())
    shown = command("odds", "bazaar", "--help").out
    assert "--side heads|tails" in shown and "(default heads)" in shown and "shout 100% of it" in shown
    line = ["odds", "bazaar", "3", "--known", "po", "--known", "penny", "--side", "TAILS"]
    assert json.loads(command(*line, "--json").out) == {
        "game": "bazaar",
        "told": {"coins": [3], "side": [1], "known": [1, 0], "loud": []},
    }
    assert command(*line, "--loud").out == "HEADS\n"
    assert json.loads(command("odds", "--json", "bazaar", "1").out)["told"]["side"] == [0]
    assert command("odds", "bazaar", "10").complaint == "The number of coins must be from 1 to 9, not 10."
    assert command(*line, "--known", "p").complaint == "'p' may be penny or pound."
    assert command(*line, "--known", "").complaint == "There is no coin ''; there are penny and pound."


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
