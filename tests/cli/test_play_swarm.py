"""Swarm at the prompt: its board, its cards, whole matches."""

import io
import re
from itertools import cycle, islice
from pathlib import Path

import pytest

from cli.command import Command
from marchland.cli.choices import Line
from marchland.cli.drawing import Drawing
from marchland.cli.remarks import Remarks
from marchland.cli.seats import seated
from marchland.cli.session import Left, Session
from marchland.cli.text import Paint
from marchland.engine.match import Match
from marchland.games.swarm.cards import COVERT, LEADER, QUEST, TILE_NAMES
from marchland.games.swarm.sight import SwarmTable
from swarm.table import GAME, lay

PLAYERS = seated("you,random,random,random")


def drawn(t: SwarmTable, seat: int) -> str:
    return "\n".join(Drawing(t, PLAYERS, Paint(io.StringIO())).table(t, seat))


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
    assert rows[0].startswith("Swarm, round ")
    assert "\n  Event: Frenzy (the swarm moves " in board
    assert all(name in board for name in TILE_NAMES)
    assert "A:5 B:12" in board
    # Four on one tile take two lines, in order of their seats.
    assert re.search(r"A:1 B:1 C:3\n +D:2\n", board)
    assert "[swarm]" in board
    # SWM-5.7  Frenzy from B2: C2, D2, then a quarter turn to D3, D4.
    assert "The swarm will move this way: B2 > C2 > D2 > D3 > D4" in board
    assert all(f"[+{step}]" in board for step in (1, 2, 3, 4))
    assert "Temple of Fire, A1: A:2 C:1;" in board
    assert "\n  B  Tactician; known to all: Whisper (wind, 2)\n" in board
    assert "\n  C  prays; Clandestine; completed: Wallbreaker (" in board
    assert "Leader: Old Tamar (fire, 2, out of the game). " in board
    assert "\n  leader: Asha Cinder (fire, 5). Counters earth" in board
    assert "\n  covert: Drum Lure (operation " in board
    assert "\n  quest: Full Cisterns (reward: 1 victory point). " in board
    assert "\n  traitor: Mother Ode (earth, 4). " in board
    assert "\n  specialty: Seer. " in board
    assert "Green Hand" not in board
    assert "top of the pile" in board  # seat 0 is the Seer
    assert max(map(len, rows)) <= 79


def test_rain_and_drought() -> None:
    rain = drawn(lay(event="Rain on Row 3"), 0)
    assert rain.count("[yields water]") == 4 + 3  # the oases, and three tiles of row 3 that are none
    assert "Rain: A3, B3, C3, D3, E3\n" in rain
    assert drawn(lay(event="Drought", dowsed=["A1"]), 0).count("[yields water]") == 1


def test_a_spectator_sees_no_hand() -> None:
    t = lay(leaders={"0": ["Asha Cinder"]}, coverts={"1": ["Ambush"]}, quests={"2": ["Green Hand"]})
    board = drawn(t, -1)
    assert not any(card.name in board for deck in (LEADER, COVERT, QUEST) for card in deck.cards)


def test_notes_beside_the_choices() -> None:
    t = lay(step="drop", swarm="B2", troops={"A1": [[0, 5], [1, 12]], "A2": [[2, 1]]}, temples={"fire": [[0, 2]]})
    remarks = Remarks(t, PLAYERS)

    def noted(said: str) -> str:
        return remarks.note(t.picture(0), 0, Line(GAME.parse(said), 1))

    assert noted("drop 1 on A1") == "for 2 of your 5 water, Ashmarket, city, A:5 B:12"
    assert (
        noted("drop 1 on B1")
        == "for 2 of your 5 water, Twin Palms, oasis (yields water), next to the swarm facing A1 A:5 B:12"
    )
    assert noted("pray in Temple of Fire") == "A1 Ashmarket, A:2 inside"
    assert noted("lead with Asha Cinder") == "fire 5: Counters earth, is countered by water"
    assert noted("dowse A1").startswith("One tile you occupy, of your choice, yields water this round")
    assert noted("pass") == ""


def test_an_auction_and_a_battle() -> None:
    t = lay(step="auctions", water=[9, 9, 9, 9])
    assert "For sale: a quest card, face down. No bid yet. Still bidding: A, B, C, D." in " ".join(drawn(t, 0).split())
    (seat,) = t.deciders()
    t.play(seat, GAME.parse("bid 3"))
    t.play(t.deciders()[0], GAME.parse("pass"))
    told = " ".join(drawn(t, 0).split())
    assert f"{PLAYERS[seat].name} bids 3 water. Still bidding: A, C, D. Out: B." in told


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
    assert "commit 1-5  (type how many)\n    If you win you lose as many as you commit; " in out
    assert "\nThe chance to win:\nwith 1  100.0%\n" in out
    # The battle stands with the board, and once more when the board is asked for; not at every choice.
    assert out.count("Battle, Old Keep (B4)") == 2
    assert "> odds commit 2\nCommit 2, led by Asha Cinder\n  chance to win  " in out
    assert re.search(r"1  lead with Asha Cinder +100% to win, fire 5: Counters", out)
    assert re.search(r"2  lead with Whisper +25% to win, wind 2: Counters", out)
    assert "> odds 2\nCommit 3, led by Whisper and Ambush\n" in out
    assert re.search(r"1  play Ambush +100% to win, Your battle score is 2 higher\.", out)
    assert "There is no choice 9" in out
    assert "Battle, Old Keep (B4): Player A with 5 troops against Random B with 4 troops." in " ".join(out.split())


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
