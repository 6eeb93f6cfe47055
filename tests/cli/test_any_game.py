"""The prompt serves any game, with secrets and without a board: here Bazaar, the test game of the engine."""

import io
import sys
from itertools import cycle, islice

import pytest

from bazaar.game import GAME
from marchland.cli.seats import seated
from marchland.cli.session import Left, Session
from marchland.engine.dice import fast_dice
from marchland.engine.match import Match
from marchland.engine.record import read, verify, write


def session(monkeypatch: pytest.MonkeyPatch, seats: str, lines: list[str]) -> Session:
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in lines)))
    players = seated(seats)
    return Session(Match(GAME, len(players), {}, fast_dice(2), [player.name for player in players]), players, None)


def test_a_whole_match(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    played = session(monkeypatch, "you,random,random", list(islice(cycle(["board", "2 all", "1", "ready"]), 800)))
    played.play()
    assert sorted(played.match.table.places)[0] == 1
    verify(read(write(played.match)), GAME)
    out = capsys.readouterr().out
    assert "\nBazaar, round 1, Rounds\n  Coins in the till 90, in the pile 18\n" in out
    assert "\n  A  Player A (you)     10      2\n  B  Random B           10      2\n" in out
    assert "\nYour cards\n  tea of worth 2 (2).\n  amber of worth 4 (4).\n" in out
    assert "(BAZ-5.3)" in out


def test_a_secret_choice_can_be_taken_back(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["3", "lay tea", "undo", "lay silk", "why lay silk", "bid 3"]
    with pytest.raises(Left):
        session(monkeypatch, "you,random", lines).play()
    out = capsys.readouterr().out
    assert "Done: lay a token at tea." in out
    assert "Undone: lay a token at tea." in out
    assert "chosen so far: lay a token at silk" in out
    assert "'bid 3' is not possible now. (BAZ-4.1)" in out


def test_secrets_are_kept_from_each_other(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Two people at one keyboard: the screen is cleared between them, and each hears only what is meant for them."""
    with pytest.raises(Left):
        session(monkeypatch, "you=Ann,you=Ben", ["2", "", "3"]).play()
    out = capsys.readouterr().out
    before, after = out.split("Ben is next. Press Enter when nobody else is looking.")
    assert before.endswith("\n" * 24)
    assert before.count("You are dealt") == 2
    assert after.split("Ben: Bid in secret")[0].count("You are dealt") == 2
    assert "Ann has bid 2" not in after.split("Ben: Bid in secret")[0]
    assert "Ann has bid 2" in after
    dealt = [line for line in before.split("\n") if "You are dealt" in line]
    assert not any(line in after for line in dealt)
