"""Capitals at the prompt: its board, its cards, whole matches."""

import io
import random
import re

from capitals.table import GAME, CapitalsTable, deal, lay
from cli.command import Command
from engine.playing import random_choice
from marchland.cli.choices import Line
from marchland.cli.play_capitals import CapitalsDrawing
from marchland.cli.seats import seated
from marchland.cli.text import Paint
from marchland.games.capitals.world import WORLD

PLAYERS = seated("you,random,random")
DRAWING = CapitalsDrawing(GAME)


def drawn(t: CapitalsTable, seat: int) -> str:
    players = seated(",".join(["you", *["random"] * (t.seats - 1)]))
    return "\n".join(DRAWING.board(t.view(seat), seat, players, Paint(io.StringIO()), GAME.settings.words(t.settings)))


def noted(t: CapitalsTable, said: str) -> str:
    action = GAME.parse(said)
    return DRAWING.note(t.view(0), 0, Line(action, 1), PLAYERS, {})


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
    assert rows[0].startswith("Capitals, round 4 of 30, ") and "Event: Storms at Sea." in board
    assert all(region.code in board for region in WORLD.regions)
    assert re.search(r"BRA\*A 12 Brazil", board) and re.search(r"ARG A  1 Argentina", board)
    assert re.search(r"WEU n  2 Western", board)
    assert "South America, bonus 2: A 2, B 1, C 1" in board
    assert re.search(r"A .*\(you\) +1 +2 +13 +5 +3", board)
    assert re.search(r"B .* 1 +1 +3 +0 +1 +sanctioned", board)
    assert "Order: C, A, B" in board
    assert "Ambush (2 of them), reaction: The attacker loses 1 unit at once." in board
    assert "holds Barrage." in board
    assert max(map(len, rows)) <= 80


def test_others_cards_and_closed_purses_are_not_drawn() -> None:
    t = lay({"BRA": [0, 2], "PER": [1, 3]}, eur=[5, 6, 7], hands={"1": ["Barrage"]}, options={"eur_visible": "no"})
    board = drawn(t, 0)
    assert "Barrage" not in board
    assert re.search(r"A .* 1 +2 +5 +0", board) and re.search(r"B .* 1 +3 +\? +1", board)
    assert "Your cards" not in drawn(t, -1)


def test_notes_beside_the_choices() -> None:
    t = table()
    assert noted(t, "attack PER from BRA") == "Peru, B 3 (capital)"
    assert noted(t, "place 1 in ARG") == "Argentina, A 1 facing PER B 3 (capital)"
    assert noted(t, "play War Bonds") == "Gain 5 EUR."
    assert noted(t, "end attacks") == ""


def test_news() -> None:
    before, after = table(), table()
    after.owner[10] = 2
    was, now = before.view(1), after.view(1)
    assert DRAWING.news(was, now, 1, PLAYERS) == [f"{PLAYERS[1].name} has lost Peru to {PLAYERS[2].name}."]
    assert DRAWING.news(was, was, 1, PLAYERS) == []


def test_every_state_can_be_drawn() -> None:
    for seats in (3, 6):
        t = deal(seats, seats, max_rounds=5)
        rng = random.Random(seats)
        number = 0
        while not t.over:
            if number % 25 == 0:
                for seat in (-1, 0, seats - 1):
                    assert max(map(len, drawn(t, seat).split("\n"))) <= 80
            t.play(*random_choice(t, rng))
            number += 1
        assert "the match is over" in drawn(t, 0)


def test_at_the_prompt(command: Command) -> None:
    outcome = command("play", "capitals", "--seed", "3", typed="bid 3\nquit\n")
    assert "Bid for the order of setup" in outcome.out and "Player A bids 3 EUR." in outcome.out
