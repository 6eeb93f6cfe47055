"""Capitals at the prompt: its board, its cards, whole matches."""

import io
import re

import pytest

from capitals.table import GAME, CapitalsTable, deal, lay
from cli.command import Command
from marchland.cli.choices import Line
from marchland.cli.drawing import Drawing
from marchland.cli.remarks import Remarks
from marchland.cli.seats import seated
from marchland.cli.session import Left, Session
from marchland.cli.text import Paint
from marchland.engine.match import Match
from marchland.games.capitals.world import WORLD

PLAYERS = seated("you,random,random")
REMARKS = Remarks(GAME.deal(seats=3), PLAYERS)


def drawn(t: CapitalsTable, seat: int) -> str:
    players = seated(",".join(["you", *["random"] * (t.seats - 1)]))
    return "\n".join(Drawing(t, players, Paint(io.StringIO())).table(t, seat))


def noted(t: CapitalsTable, said: str, count: int = 1) -> str:
    return REMARKS.note(t.picture(0), 0, Line(GAME.parse(said), count))


def table() -> CapitalsTable:
    t = lay(
        {"BRA": [0, 12], "ARG": [0, 1], "PER": [1, 3], "WEU": ["neutral", 2]},
        round=4,
        event="Storms at Sea",
        capitals=["BRA", "PER", "CHI"],
        eur=[5, 0, 7],
        hands={"0": ["Ambush", "Ambush", "Lobbyist"], "1": ["Barrage"]},
        sanctioned=[1],
        order=[2, 0, 1],
    )
    t.hands.show_hand(t, 1, 0)
    return t


def test_the_board() -> None:
    board = drawn(table(), 0)
    rows = board.split("\n")
    assert rows[0] == "Capitals, round 4 of 30, Player A's turn, Attack"
    assert "Event: Storms at Sea (in force this round). " in board
    assert all(region.code in board for region in WORLD.regions)
    assert re.search(r"BRA A 12 Brazil cA\n", board) and re.search(r"ARG A  1 Argentina", board)
    assert re.search(r"WEU n  2 Western", board)
    assert "  cC: capital of C\n" in board
    assert "South America, worth 2: A 2, B 1, C 1" in board
    assert re.search(r"A .*\(you\) +5 +1 +2 +13 +3", board)
    assert re.search(r"B .* 0 +1 +1 +3 +1", board)
    assert "  A  position 2\n" in board
    assert "  B  under sanctions, position 3; known to you: Barrage (in your Attack step)\n" in board
    assert "\n  2 x Ambush (when you are attacked). The attacker loses 1 unit at once.\n    (CAP-A.8)\n" in board
    assert max(map(len, rows)) <= 79


def test_others_cards_and_closed_purses_are_not_drawn() -> None:
    t = lay({"BRA": [0, 2], "PER": [1, 3]}, eur=[5, 6, 7], hands={"1": ["Barrage"]}, options={"eur_visible": "no"})
    board = drawn(t, 0)
    assert "Barrage" not in board
    assert re.search(r"A .* 5 +1 +2 +0", board) and re.search(r"B  Random B +1 +3 +1", board)
    assert "Your cards" not in drawn(t, -1)


def test_bids_and_their_prizes() -> None:
    t = deal(3, 1)
    board = drawn(t, 0)
    assert board.startswith("Capitals, setup, Bid\n")
    told = " ".join(board.split())
    assert "Bids for: The order of setup and of round 1. The highest bid chooses first." in told
    assert "To take: Position 1 acts first; Position 2 acts second; Position 3 acts last." in told
    for seat, bid in enumerate(("bid 3", "bid 7", "bid 5")):
        t.play(seat, GAME.parse(bid))
    told = " ".join(drawn(t, 1).split())
    assert "The bids: B 7 EUR, C 5 EUR, A 3 EUR." in told
    assert REMARKS.note(t.picture(1), 1, Line(GAME.parse("take position 2"), 1)) == "acts second"
    t.play(1, GAME.parse("take position 2"))
    assert "Position 2 acts second (Random B);" in " ".join(drawn(t, 1).split())


def test_a_battle() -> None:
    t = lay({"BRA": [0, 12], "PER": [1, 3]}, step="attack", hands={"1": ["Entrenchment"]})
    t.play(0, GAME.parse("attack PER from BRA"))
    assert "Battle, Peru (PER): Player A with 11 units against Random B with 3 units." in " ".join(drawn(t, 1).split())


def test_notes_beside_the_choices() -> None:
    t = table()
    assert noted(t, "attack PER from BRA") == "Peru, B 3 (capital of B)"
    assert noted(t, "place 1 in ARG") == "Argentina, A 1 facing PER B 3 (capital of B)"
    assert noted(t, "play War Bonds") == "Gain 5 EUR. In your Muster step"
    assert noted(t, "end attacks") == ""


def test_prices() -> None:
    t = lay({"BRA": [0, 2], "PER": [1, 3]}, step="muster", eur=[5, 6, 7])
    assert noted(t, "buy 1", 2) == "for 1 or 3 of your 5 EUR"
    assert noted(t, "buy a card") == "for 3 of your 5 EUR"


def test_news() -> None:
    before, after = table(), table()
    after.owner[10] = 2
    after.eur[1], before.eur[1] = 1, 4
    was, now = before.picture(1), after.picture(1)
    assert REMARKS.news(was, now, 1) == [
        "Random B has lost Peru to Random C.",
        "Less of Random B: EUR from 4 to 1 and EUR a turn from 4 to 2.",
    ]
    assert REMARKS.news(was, was, 1) == []
    assert REMARKS.news(before.picture(0), after.picture(0), 0) == ["Random C has taken Peru."]


def test_at_the_prompt(command: Command) -> None:
    outcome = command("play", "capitals", "--seed", "3", typed="bid 3\nquit\n")
    assert "Bid for the order of setup" in outcome.out and "Player A bids 3 EUR." in outcome.out


def test_what_is_under_way_is_told_before_the_question(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An attack on somebody who has seen the board already."""
    t = lay({"BRA": [1, 12], "PER": [0, 3], "ARG": [0, 2]}, active=1, step="attack", hands={"0": ["Entrenchment"]})
    monkeypatch.setattr(
        "sys.stdin", io.StringIO("".join(f"{line}\n" for line in ["", "", "attack PER from BRA", "", ""]))
    )
    players = seated("you=Ann,you=Ben,random")
    match = Match(GAME, 3, base=t.to_data(), players=[player.name for player in players])
    session = Session(match, players, None)
    session.drawn[0], session.under_way[0] = (int(t.round), False), []
    with pytest.raises(Left):
        session.play()
    told = " ".join(capsys.readouterr().out.split("Ann is next.")[1].split())
    assert "Battle, Peru (PER): Ben with 11 units against Ann with 3 units. Ann: Ben attacks Peru" in told
