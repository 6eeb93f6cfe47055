"""Swarm at the prompt: its board, its cards, whole matches."""

import io
import random
import re
from itertools import cycle, islice
from pathlib import Path

import pytest

from cli.command import Command
from engine.playing import random_choice
from marchland.cli.play_swarm import SwarmDrawing
from marchland.cli.seats import Player, seated
from marchland.cli.session import Left, Session
from marchland.cli.text import Paint
from marchland.engine.dice import fast_dice
from marchland.engine.match import Match
from marchland.games.swarm.cards import COVERT, LEADER, QUEST, TILE_NAMES
from marchland.games.swarm.sight import SwarmTable
from swarm.table import GAME, deal, lay

PLAYERS = seated("you,random,random,random")


def drawn(t: SwarmTable, seat: int, players: list[Player] = PLAYERS) -> str:
    view = t.view(seat)
    options = GAME.settings.words(t.settings)
    return "\n".join(SwarmDrawing(GAME).board(view, seat, players, Paint(io.StringIO()), options))


def test_the_board() -> None:
    t = lay(
        step="window",
        event="Frenzy",
        swarm="B2",
        troops={"A1": [[0, 5], [1, 12]], "E4": [[3, 2], [0, 1], [2, 3], [1, 1]]},
        temples={"fire": [[0, 2], [2, 1]]},
        coverts={"0": ["Drum Lure"]},
        leaders={"0": ["Asha Cinder"], "1": ["Whisper"]},
        shown=["Whisper"],
        traitors={"0": ["Mother Ode"]},
        quests={"0": ["Full Cisterns"], "1": ["Green Hand"]},
        completed={"2": ["Wallbreaker"]},
        removed=["Old Tamar"],
        praying=[2],
    )
    board = drawn(t, 0)
    rows = board.split("\n")
    assert all(name in board for name in TILE_NAMES)
    assert "A:5 B:12" in board
    # Four on one tile take two lines, in order of their seats.
    assert re.search(r"A:1 B:1 C:3\n +D:2\n", board)
    assert "*** SWARM ***" in board
    # SWM-5.7  Frenzy from B2: C2, D2, then a quarter turn to D3, D4.
    assert "city +1 " in board and "basin +2 " in board and "desert +3 " in board and "bastion +4 " in board
    assert "Temple of Fire, A1: A:2 C:1" in board
    assert re.search(r"C  Random C +Clandestine +1 ", board)
    assert "Praying this round: Random C." in board
    assert "Random C has completed Wallbreaker." in board
    assert "Out of the game: Old Tamar." in board
    assert "leaders: Asha Cinder (fire 5)" in board
    assert "operation: Drum Lure. " in board
    assert "quest: Full Cisterns, for 1 point. " in board
    assert "traitor cards: Mother Ode (earth 4)" in board
    assert "seen with Random B: Whisper (wind 2)" in board
    assert "Green Hand" not in board
    assert "next event: " in board  # seat 0 is the Seer
    assert max(map(len, rows)) <= 79


def test_rain_and_drought() -> None:
    rain = drawn(lay(event="Rain on Row 3"), 0)
    assert rain.count("~") == 1 + 4 + 3  # the legend, the oases, and three tiles of row 3 that are none
    assert drawn(lay(event="Drought", dowsed=["A1"]), 0).count("~") == 2


def test_a_spectator_sees_no_hand() -> None:
    t = lay(leaders={"0": ["Asha Cinder"]}, coverts={"1": ["Ambush"]}, quests={"2": ["Green Hand"]})
    board = drawn(t, -1)
    assert not any(card.name in board for deck in (LEADER, COVERT, QUEST) for card in deck.cards)


@pytest.mark.parametrize("seed", range(4))
def test_the_board_shows_what_the_seat_knows_and_no_more(seed: int) -> None:
    """At any moment it fits into a terminal, and looks alike on a table that the seat cannot tell apart."""
    rng = random.Random(seed)
    options = {"layout": "shuffled", "hidden_water": "yes"} if seed % 2 else {}
    t = deal(4, seed, **options)
    while not t.over:
        if rng.random() < 0.1:
            for seat in range(4):
                board = drawn(t, seat)
                other = t.determinize(seat, fast_dice(1))
                assert isinstance(other, SwarmTable)
                assert drawn(other, seat) == board
                assert max(map(len, board.split("\n"))) <= 79
        t.play(*random_choice(t, rng))
    assert ", over" in drawn(t, 0)


def test_a_whole_match(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "evening.record"
    typed = islice(cycle(["2 1", "1", "1 1", "done", "board", "2"]), 2500)
    start = ["play", "swarm", "--seats", "you,random,random", "--seed", 4]
    outcome = command(*start, "--save", path, typed=typed)
    assert (outcome.code, outcome.err) == (0, "")
    out = outcome.out
    assert out.startswith("Swarm, rules 1.0: Player A, Random B and Random C.\nYou are Player A.\n")
    assert "The match is over after" in out
    prompts = ("> ", "bid ", "drop ", "move ", "camp ", "march ", "Saved to ")
    assert [line for line in out.split("\n") if len(line) > 80 and not line.startswith(prompts)] == []
    assert command("verify", path).code == 0
    assert command("replay", path).code == 0


def test_odds_at_the_prompt(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan in the making is told its chances, before and after each choice."""
    t = lay(
        seats=2,
        step="battles",
        troops={"B4": [[1, 4], [0, 5]]},
        leaders=[["Asha Cinder", "Whisper"], ["Mother Ode"]],
        coverts=[["Ambush"], []],
        shown=["Mother Ode"],
    )
    lines = ["odds commit 2", "3", "odds 2", "1", "odds 9", "board"]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))
    players = seated("you,random")
    match = Match(GAME, 2, base=t.to_data(), players=[player.name for player in players])
    with pytest.raises(Left):
        Session(match, players, None).play()
    out = capsys.readouterr().out
    assert "commit 1-5  (type how many)\nThe chance to win:\nwith 1  100.0%\n" in out
    assert "> odds commit 2\nCommit 2, led by Asha Cinder\n  chance to win  " in out
    assert re.search(r"1  lead with Asha Cinder +fire 5, 100% to win\n", out)
    assert re.search(r"2  lead with Whisper +wind 2, 25% to win\n", out)
    assert "> odds 2\nCommit 3, led by Whisper and Ambush\n" in out
    assert re.search(r"1  play Ambush +Your battle score is 2 higher\., 100% to win\n", out)
    assert "There is no choice 9" in out
    assert "Battle on B4: Random B against Player A." in out or "Battle on B4: Player A against Random B." in out


def at_table(monkeypatch: pytest.MonkeyPatch, t: SwarmTable, seats: str, lines: list[str]) -> Session:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))
    players = seated(seats)
    match = Match(GAME, t.seats, base=t.to_data(), players=[player.name for player in players])
    return Session(match, players, None)


def test_offers_to_bots_are_answered_at_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """SWM-3.2  A bargain is accepted, a bad deal declined; the options follow the water."""
    t = lay(seats=2, step="drop", water=[9, 6])
    lines = [
        "offer",
        "offer carl: 2",
        "offer b: 3 grain",
        "offer b: 30 for 1",
        "offer greedy: 1 for 3 water",
        "offer B: 5 for nothing",
        "board",
    ]
    session = at_table(monkeypatch, t, "you,greedy", lines)
    with pytest.raises(Left):
        session.play()
    out = capsys.readouterr().out
    assert "An offer is said like this: offer seat 2: 3 water for nothing." in " ".join(out.split())
    assert "'carl' is no player to whom an offer can go." in out
    assert "'3 grain' is nothing that can be part of an offer. (SWM-3.2)" in out
    assert "The offer cannot be paid in full. (SWM-3.4)" in out
    assert "Greedy B declines the offer of Player A." in out
    assert "Player A gives Greedy B 5 water. (SWM-3.2)" in out
    assert "drop 1-4 on C3" in out and "drop 1-2 on C3" in out
    assert list(session.match.table.view(0)["table"]["water"]) == [4, 11]


def test_offers_of_cards_between_people(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """SWM-3.6  Cards by their names; what an offer is about is told beside the answer, to its two parties."""
    t = lay(
        seats=3,
        step="drop",
        water=[9, 6, 6],
        options={"trade_cards": "yes"},
        leaders={"0": ["Asha Cinder"], "1": ["Whisper"]},
        turn=0,
    )
    lines = ["", "offer ben: asha for 2 and whisper", "offer ben: s", "done", "", "accept offer 1", "board"]
    session = at_table(monkeypatch, t, "you=Ann,you=Ben,random", lines)
    with pytest.raises(Left):
        session.play()
    out = capsys.readouterr().out
    assert "'s' may be " in out
    assert "Done: offer Ben: Asha Cinder for 2 water and Whisper." in out
    said = "Ann gives Asha Cinder for 2 water and Whisper"
    assert f"accept offer 1   {said[:40]}" in out
    table = session.match.table
    assert isinstance(table, SwarmTable)
    assert [[LEADER.cards[leader].name for leader in held] for held in table.leaders.held[:2]] == [
        ["Whisper"],
        ["Asha Cinder"],
    ]
    assert list(table.water)[:2] == [11, 4]
