"""Tables, games, matches and dice behave as Python objects do: copied, pickled, sent to other processes, printed."""

import copy
import multiprocessing
import pickle
import random
import tomllib
from concurrent.futures import ProcessPoolExecutor
from operator import methodcaller
from pathlib import Path
from typing import TypeVar

import pytest

import marchland
from bazaar.game import GAME as BAZAAR
from engine.playing import dealt, everybody, games, random_choice, seen, walk
from marchland.engine.dice import Dice, FairDice, ScriptedDice, fast_dice
from marchland.engine.game import Game
from marchland.engine.match import Match
from marchland.engine.options import Options
from marchland.games.finding import KNOWN

every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.name)


@pytest.fixture(autouse=True)
def _known(guests: None) -> None:
    marchland.load("bazaar.game")


T = TypeVar("T")


def pickled(thing: T) -> T:
    again: T = pickle.loads(pickle.dumps(thing))
    return again


# -- tables and games ------------------------------------------------------------------------------------------------


@every_game
def test_a_game_is_pickled_by_what_finds_it_and_never_copied(game: Game) -> None:
    assert pickled(game) is copy.copy(game) is copy.deepcopy(game) is game
    assert copy.deepcopy({"of": [game]})["of"][0] is game


def test_a_game_that_cannot_be_found_is_not_pickled() -> None:
    del KNOWN["bazaar"]
    with pytest.raises(pickle.PicklingError, match=r"Bazaar cannot be pickled, because marchland.load\('bazaar'\)"):
        pickle.dumps(BAZAAR.deal())


@every_game
def test_copied_and_pickled_tables_are_the_same_and_go_on_by_themselves(game: Game) -> None:
    t = dealt(game, game.usual_seats, 3)
    rng = random.Random(3)
    for number in walk(t, rng):
        if number % 40:
            continue
        before = t.fingerprint()
        for twin in (copy.copy(t), copy.deepcopy(t), pickled(t), t.copy()):
            assert type(twin) is type(t) and twin is not t and twin.game is game
            assert twin == t
            assert twin.events is None  # what was told stays with the table that told it
            assert [seen(twin, seat) for seat in everybody(t)] == [seen(t, seat) for seat in everybody(t)]
            for _ in range(5):
                if not twin.over:
                    twin.play(*random_choice(twin, rng))
            assert t.fingerprint() == before
            assert twin != t or t.over


@every_game
def test_what_a_copy_does_never_shows_on_the_table(game: Game) -> None:
    """copy.copy once shared the lists of the table: everything that was changed in place, changed on both."""
    t = dealt(game, game.usual_seats, 8)
    for _ in range(40):
        before = t.fingerprint()
        twin = copy.copy(t)
        for _ in range(30):
            if not twin.over:
                twin.play(*random_choice(twin, random.Random(1)))
        assert t.fingerprint() == before
        t.play(*random_choice(t, random.Random(2)))


def test_tables_go_to_other_processes_and_come_back() -> None:
    context = multiprocessing.get_context("spawn")
    tables = [game.deal(seed=4) for game in marchland.every() if game is not BAZAAR]
    with ProcessPoolExecutor(1, mp_context=context) as others:
        assert list(others.map(methodcaller("fingerprint"), tables)) == [t.fingerprint() for t in tables]
        for there, t in zip(others.map(methodcaller("copy"), tables), tables, strict=True):
            assert there == t and there.game is t.game


# -- dice, options, matches ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "dice",
    [fast_dice(7), FairDice(bytes(range(32))), ScriptedDice([3] * 60, 5, [1] * 40, [[4, 2]] * 3)],
    ids=["fast", "fair", "scripted"],
)
def test_copied_and_pickled_dice_go_on_alike(dice: Dice) -> None:
    def draws(dice: Dice) -> list[int]:
        cards = list(range(9))
        dice.shuffle(cards)
        return [*cards, *(int(dice.below(7)) for _ in range(12)), *(int(dice.roll()) for _ in range(20))]

    draws(dice)
    twins = [copy.copy(dice), copy.deepcopy(dice), pickled(dice), dice.copy()]
    expected = draws(dice)
    for twin in twins:
        assert type(twin) is type(dice)
        assert draws(twin) == expected and twin.draws == dice.draws


@every_game
def test_copied_and_pickled_options_hold_the_same(game: Game) -> None:
    t = dealt(game, game.usual_seats, 2)
    for number in walk(t, random.Random(2)):
        if number > 150:
            break
        for seat in t.deciders():
            options = t.options(seat)
            for twin in (copy.copy(options), copy.deepcopy(options), pickled(options)):
                assert twin is not options
                assert twin.actions() == options.actions() and twin.spans() == options.spans()
                assert len(twin) == len(options) and twin[-1] == options[-1] and options[0] in twin


@every_game
def test_copied_and_pickled_matches_keep_their_history_and_go_on_alike(game: Game) -> None:
    match = Match(game, game.usual_seats, dice=FairDice(bytes(32)), players=list("ABCDEF"[: game.usual_seats]))
    rng = random.Random(6)
    while len(match.entries) < 130 and not match.table.over:
        match.play(*random_choice(match.table, rng))
    twins = [copy.copy(match), copy.deepcopy(match), pickled(match)]
    count = len(match.entries)
    told = [match.heard(seat, -1, count) for seat in everybody(match.table)]
    for twin in twins:
        assert twin.table == match.table and twin.players == match.players and twin.options == match.options
        assert [twin.heard(seat, -1, count) for seat in everybody(match.table)] == told
        assert twin.at(60) == match.at(60) and twin.at(120) == match.at(120)
        assert [twin.can_undo(seat) is None for seat in range(game.usual_seats)] == [
            match.can_undo(seat) is None for seat in range(game.usual_seats)
        ]
    first, *others = twins
    while len(first.entries) < count + 40 and not first.table.over:
        seat, action = random_choice(first.table, rng)
        events = first.play(seat, action)
        assert all(twin.play(seat, action) == events for twin in others)
    assert all(twin.table == first.table for twin in others)
    assert len(match.entries) == count and [match.heard(seat, -1, count) for seat in everybody(match.table)] == told


# -- words -----------------------------------------------------------------------------------------------------------


def test_what_things_say_of_themselves() -> None:
    t = BAZAAR.deal(3, 1)
    assert repr(BAZAAR) == "<Game bazaar: Bazaar, rules 1.0, 2 to 5 seats>"
    assert repr(t) == "<Bazaar: 3 seats, round 1, seats 0, 1, 2 decide>"
    match = Match(BAZAAR, 3)
    assert repr(match) == f"<Match: 0 entries, {match.table!r}>"
    t.play(0, t.options(0)[0])
    t.play(2, t.options(2)[0])
    assert repr(t) == "<Bazaar: 3 seats, round 1, seat 1 decides>"
    t.end([2, 1, 2])
    assert repr(t) == "<Bazaar: 3 seats, over in round 1, places [2, 1, 2]>"
    assert repr(BAZAAR.blank()) == "<Bazaar: nothing lies on it>"
    assert repr(Options()) == "<Options: 0>"
    options = Options()
    options.span(7, 3)
    assert repr(options) == "<Options: 3: 7, 8, 9>"
    options.span(20, 30)
    assert repr(options) == "<Options: 33: 7, 8, 9, 20, …>"
    dice = FairDice(bytes(range(32)))
    dice.roll()
    assert repr(dice) == "<FairDice: 1 draws>" and repr(fast_dice(3)) == "<FastDice: 0 draws>"
    assert repr(ScriptedDice([6, 1])) == "<ScriptedDice: 0 draws, then [6, 1]>"


def test_the_version_is_that_of_the_project() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    assert marchland.__version__ == project["project"]["version"]
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        marchland.nonsense  # noqa: B018
