"""Greedy in Capitals: it buys and bids, guards its capital, and takes the last one when that wins."""

from capitals.table import GAME, CapitalsTable, lay, number, on, step
from engine.playing import once
from marchland.bots import Sight, make_bot
from marchland.bots.arena import play_bots
from marchland.engine.dice import fast_dice


def chosen(t: CapitalsTable, seat: int, seed: int = 1) -> str:
    return GAME.name_of(int(make_bot("greedy", seed).choose(Sight(t, seat))))


def play_turn(t: CapitalsTable, seat: int) -> list[str]:
    """Greedy's decisions until somebody else has to decide."""
    greedy = make_bot("greedy", 3)
    made = []
    while not t.over and t.deciders() == [seat] and t.active == seat:
        action = int(greedy.choose(Sight(t, seat)))
        made.append(GAME.name_of(action))
        t.play(seat, action)
    return made


@once
def test_greedy_beats_three_randoms() -> None:
    """Chance would give 25 %; greedy wins nearly all."""
    wins = 0
    for number_of_match in range(3):
        t = GAME.deal(4, number_of_match, {"setup_claim": "random", "max_rounds": 12})
        play_bots(t, [make_bot("random" if seat != 1 else "greedy", seat) for seat in range(4)])
        wins += t.places[1] == 1
    assert wins >= 2


def test_greedy_takes_the_last_capital_in_the_last_turn() -> None:
    """CAP-3.3  Nobody comes after it, so the game is won at the next check."""
    mine = {"BRA": [0, 3], "EGY": [0, 2], "IND": [0, 9], "CHI": [2, 1], "NAF": [1, 1]}
    t = lay(mine, dice=fast_dice(5), order=[1, 2, 0], capitals=["BRA", "EGY", "CHI"])
    made = play_turn(t, 0)
    assert "storm CHI from IND" in made
    assert t.over and t.places[0] == 1


def test_greedy_chooses_the_last_position_when_it_is_a_capital_short() -> None:
    """CAP-2.7"""
    mine = {"BRA": [0, 6], "EGY": [0, 6], "IND": [0, 9], "CHI": [2, 1], "NAF": [1, 1], "GBR": [2, 1]}
    t = lay(mine, rest=(1, 1), step="order", capitals=["BRA", "EGY", "CHI"], eur=[9, 0, 0])
    assert int(chosen(t, 0).split()[1]) >= 1
    for seat, said in ((0, "bid 2"), (1, "bid 0"), (2, "bid 0")):
        t.dice = fast_dice(1)
        t.play(seat, GAME.parse(said))
    assert step(t) == "positions" and chosen(t, 0) == "take position 3"


def test_greedy_bids_nothing_for_nothing_and_not_everything() -> None:
    """CAP-2.2"""
    mine = {"ALA": [0, 3], "BRA": [1, 3]}
    t = lay(mine, step="event", event_deck=["Arms Fair"], eur=[12, 4, 4])
    words = chosen(t, 0).split()
    assert words[0] == "bid" and 0 < int(words[1]) < 12
    poor = lay(mine, step="event", event_deck=["Trade Sanctions"], eur=[2, 20, 20])
    assert chosen(poor, 0) == "bid 0"


def test_greedy_buys_units_while_they_are_cheap_and_plays_its_cards() -> None:
    """CAP-6.3"""
    t = lay(
        {"ALA": [0, 3], "BRA": [1, 3]}, dice=fast_dice(1), step="muster", eur=[6, 0, 0], hands={"0": ["Conscription"]}
    )
    made = play_turn(t, 0)
    assert "play Conscription" in made
    assert any(name.startswith("buy ") for name in made) and t.eur[0] > 0


def test_greedy_guards_its_capital() -> None:
    """CAP-10.2  Seven units stand before the gates of BRA, nobody before MAD: the new ones go to BRA."""
    mine = {"BRA": [0, 1], "MAD": [0, 1], "VEN": [1, 8], "EAF": [1, 1], "SAF": [1, 1]}
    t = lay(
        mine,
        dice=fast_dice(1),
        rest=(1, 2),
        fallen=[2],
        order=[0, 1],
        step="muster",
        pool=[4, 0, 0],
        capitals={"0": "BRA"},
    )
    greedy = make_bot("greedy", 1)
    while t.pool[0] > 0:
        t.play(0, int(greedy.choose(Sight(t, 0))))
    assert t.units[number("BRA")] >= 4 and on(t, "MAD")[1] <= 2


def test_greedy_defends_a_capital_with_a_ceasefire() -> None:
    """CAP-A.9  Nine against one at the gates."""
    t = lay(
        {"VEN": [1, 9], "BRA": [0, 1], "ALA": [0, 2]},
        active=1,
        dice=fast_dice(2),
        capitals=["BRA", "VEN", "CHI"],
        hands={"0": ["Ceasefire"]},
    )
    t.play(1, GAME.parse("storm BRA from VEN"))
    assert t.deciders() == [0] and chosen(t, 0) == "answer with Ceasefire"
