"""Undo is one rule for all games: one's own last entries, as long as no die was thrown, nothing hidden was shown or
looked at, and nobody else was asked; secret choices until the last of them is made."""

import pytest

from bazaar.game import GAME as BAZAAR
from bazaar.steps import BID_FOR_ORDER
from capitals import table as capitals
from engine import bazaar_table as bazaar
from engine.playing import INTERPRETED
from marchland import every, load
from marchland.engine import record
from marchland.engine.dice import ScriptedDice, fast_dice
from marchland.engine.errors import IllegalAction
from marchland.engine.game import Game
from marchland.engine.match import Match
from marchland.engine.sealed import Sealed
from marchland.engine.table import ALL_SEEING, Table
from swarm import table as swarm

CAMPUS = load("campus")


def at_move(rooms: dict[str, list[int]], faces: list[int]) -> Match:
    position = {"seats": 4, "active": 0, "step": "move", "rooms": rooms, "rest": [2, 1]}
    table = CAMPUS.position(position | {"rooms": {**rooms, "PHY": [1, 1], "TRA": [3, 1]}}, dice=ScriptedDice(faces))
    return Match(CAMPUS, 4, base=table.to_data())


def do(match: Match, text: str) -> None:
    match.play(match.table.deciders()[0], CAMPUS.parse(text))


def refused(match: Match, seat: int, reason: str) -> None:
    """Nothing can be undone, and nothing changes."""
    before = match.table.fingerprint()
    assert match.can_undo(seat) is None
    with pytest.raises(IllegalAction) as refusal:
        match.undo(seat)
    assert str(refusal.value) == f"Nothing can be undone: {reason}"
    assert match.table.fingerprint() == before


def test_undo_returns_the_very_same_table() -> None:
    match = at_move({"COM": [0, 6], "LEC": [0, 1]}, [])
    before = match.table.fingerprint()
    do(match, "reinforce LEC from COM with 2")
    middle = match.table.fingerprint()
    do(match, "reinforce LEC from COM with 1")
    assert match.undo(0).action == CAMPUS.parse("reinforce LEC from COM with 1")
    assert match.table.fingerprint() == middle
    match.undo(0)
    assert match.table.fingerprint() == before
    assert match.entries == []


def test_undo_says_what_it_will_take_back() -> None:
    match = at_move({"COM": [0, 6], "LEC": [0, 1]}, [])
    assert match.can_undo(0) is None
    do(match, "reinforce LEC from COM with 2")
    entry = match.can_undo(0)
    assert entry is not None
    assert match.describe(entry) == "reinforce Lecture Theatre from Computer Room with 2"
    assert match.can_undo(1) is None


def test_undo_stops_at_dice() -> None:
    match = at_move({"COM": [0, 6], "LEC": [0, 1]}, [6, 1])
    do(match, "reinforce LEC from COM with 2")
    do(match, "attack FOU from COM with 1")
    after = match.table.fingerprint()
    refused(match, 0, "dice were rolled or cards drawn")
    do(match, "reinforce LEC from COM with 1")
    match.undo(0)
    assert match.table.fingerprint() == after
    refused(match, 0, "dice were rolled or cards drawn")


def test_undo_stops_where_another_is_asked() -> None:
    """Also before the other has done anything: it may be thinking already, on what it sees."""
    match = Match(CAMPUS, 4, dice=fast_dice(5))
    first = match.table.deciders()[0]
    match.play(first, match.table.options(first)[0])
    (second,) = match.table.deciders()
    assert second != first
    refused(match, first, "another player has been asked")
    match.play(second, match.table.options(second)[0])
    refused(match, first, "another player has acted")
    refused(match, second, "another player has been asked")


def test_who_has_done_nothing_can_undo_nothing() -> None:
    match = Match(CAMPUS, 4, dice=fast_dice(5))
    for seat in range(4):
        refused(match, seat, "you have done nothing yet")


def test_nothing_is_undone_when_the_match_is_over() -> None:
    match = at_move({"COM": [0, 6], "FOU": [1, 1]}, [])
    match.table.end([1, 2, 3, 4])
    refused(match, 0, "the match is over")


def test_undo_takes_the_events_back_too() -> None:
    match = at_move({"COM": [0, 6], "LEC": [0, 1]}, [])
    told = len(match.events)
    do(match, "reinforce LEC from COM with 2")
    assert len(match.events) == told + 1
    match.undo(0)
    assert len(match.events) == told


# -- the games ---------------------------------------------------------------------------------------------------------


def begun(table: Table, *said: str) -> Match:
    """A match that begins with a position; what is said is done by whoever is asked first."""
    match = Match(table.game, table.seats, base=table.to_data())
    for action in said:
        match.play(match.table.deciders()[0], table.game.parse(action))
    return match


def goes_back(match: Match, seat: int, times: int) -> None:
    """So many entries can be undone, and they lead back to where the match stood before them."""
    first = len(match.entries) - times
    before = match.at(first)
    for _ in range(times):
        match.undo(seat)
    assert match.table == before
    assert len(match.entries) == first


def test_campus_an_ended_turn_stays_ended() -> None:
    match = at_move({"COM": [0, 6], "LEC": [0, 1]}, [])
    do(match, "reinforce LEC from COM with 2")
    do(match, "end turn")
    refused(match, 0, "another player has been asked")


def test_campus_the_last_placement_opens_a_step_for_the_same_seat() -> None:
    table = CAMPUS.position({"seats": 4, "active": 0, "step": "place", "to_place": 3, "rest": [0, 2]})
    match = begun(table, "place 2 in PHY", "place 1 in CHE")
    assert match.table.step().tag == "campus.move"
    goes_back(match, 0, 2)


def test_capitals_no_attack_is_taken_back_while_the_defender_thinks() -> None:
    """CAP-7.5  The defender is asked before any die is rolled."""
    table = capitals.lay({"MEA": [0, 5], "IND": [1, 3]}, faces=[1, 1, 1, 6, 6], hands={"1": ["Ambush"]})
    match = begun(table, "attack IND from MEA")
    assert match.table.deciders() == [1]
    assert match.table.dice.draws == table.dice.draws
    refused(match, 0, "another player has been asked")
    match.play(1, match.game.parse("pass"))
    refused(match, 0, "another player has acted")


def test_capitals_steps_of_ones_own_turn_can_be_opened_again() -> None:
    """Whoever ends Muster is asked again, alone, in the next step."""
    table = capitals.lay({"ALA": [0, 3], "NWT": [0, 3]}, step="muster", pool=[2, 0, 0])
    match = begun(table, "place 2 in ALA", "end muster", "end attacks", "fortify NWT from ALA with 1")
    assert match.table.deciders() == [0]
    goes_back(match, 0, 4)
    for said in ("place 2 in ALA", "end muster", "end attacks", "end turn"):
        match.play(0, match.game.parse(said))
    assert match.table.deciders() != [0]
    refused(match, 0, "another player has been asked")


def test_capitals_an_offer_is_shown() -> None:
    """CAP-12.2"""
    table = capitals.lay(
        {"ALA": [0, 3], "BRA": [1, 3]}, step="muster", pool=[2, 0, 0], eur=[5, 5, 5], options={"deals": "on"}
    )
    match = begun(table, "place 1 in ALA")
    assert match.can_undo(0) is not None
    match.propose(0, 1, "1 EUR")
    refused(match, 0, "something was shown or looked at")


def test_swarm_what_opens_a_secret_choice_of_others_stands() -> None:
    """SWM-7.2  Who is to plan a battle has been asked."""
    troops = {"D3": [[0, 5], [1, 5]], "B1": [[0, 2], [2, 2]]}
    coverts = {"0": ["Ambush"], "1": ["Ambush"]}
    leaders = swarm.hand(p0=[22, 3], p1=[7, 8])
    match = begun(swarm.lay(step="battles", troops=troops, leaders=leaders, coverts=coverts), "fight 1 on D3")
    assert match.table.step().tag == "swarm.plan"
    assert match.table.deciders() == [0, 1]
    refused(match, 0, "another player has been asked")
    # But what is chosen in it can be taken back until the last choice of all.
    match.play(0, match.game.parse("commit 3"))
    assert match.can_undo(1) is None
    match.play(1, match.game.parse("commit 2"))
    before = match.table.fingerprint()
    match.undo(0)
    assert match.table.fingerprint() != before
    match.play(0, match.game.parse("commit 3"))
    assert match.table.fingerprint() == before
    while match.table.step().tag == "swarm.plan":
        last = match.table.deciders()[0]
        match.play(last, match.table.options(last)[0])
    refused(match, last, "something was shown or looked at")


def test_swarm_a_finished_turn_stays_finished() -> None:
    """SWM-6.1"""
    table = swarm.lay(step="move", troops={"B3": [[0, 3]], "D1": [[1, 2]]})
    match = begun(table, "move 1 from B3 to B2", "move 1 from B3 to C3")
    goes_back(match, 0, 2)
    match.play(0, match.game.parse("done"))
    assert match.table.deciders() == [1]
    refused(match, 0, "another player has been asked")


def test_bazaar_choices_can_be_bound_before_the_last_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun(bazaar.lay("order"), "bid 1")
    monkeypatch.setattr(BID_FOR_ORDER, "may_take_back", lambda table, seat: seat != 0, raising=False)
    refused(match, 0, "your choices are bound by what has happened since")


def test_bazaar_what_was_chosen_before_the_match_began_stands() -> None:
    """Its table may be given, or a snapshot, in the middle of a secret choice."""
    match = begun(bazaar.lay("order"), "bid 1")
    again = Match(BAZAAR, match.table.seats, base=match.table.to_data())
    again.play(1, BAZAAR.parse("bid 2"))
    refused(again, 0, "your choices are bound by what has happened since")
    goes_back(again, 1, 1)


# -- any match ---------------------------------------------------------------------------------------------------------


def sealed_choices(match: Match, seat: int) -> list[int]:
    step = match.table.step()
    return step.own_choices(match.table, seat) if isinstance(step, Sealed) else []


@pytest.mark.parametrize("seed", range(2 if INTERPRETED else 6))
@pytest.mark.parametrize("game", [*every(), BAZAAR], ids=lambda game: game.name)
def test_undo_over_random_play(game: Game, seed: int) -> None:
    """Exactly what the rule says can be undone comes back exactly, and play goes on from there as if nothing had been;
    the record of it all verifies."""
    match = Match(game, game.least_seats + seed % 2, {}, fast_dice(seed))
    chooser = fast_dice(seed + 1)
    undone = 0
    while not match.table.over and len(match.entries) < 350:
        deciders = match.table.deciders()
        seat = deciders[chooser.below(len(deciders))]
        before, draws, reveals = match.table.fingerprint(), match.table.dice.draws, match.table.reveals
        options = match.table.options(seat)
        action = int(options.at(chooser.below(options.total)))
        match.play(seat, action)
        table = match.table
        free = table.dice.draws == draws and table.reveals == reveals and not table.over
        alone = table.asked & ~(1 << seat) == 0
        undoable = match.can_undo(seat) is not None
        assert undoable == (free and (alone or sealed_choices(match, seat) != []))
        for other in range(table.seats):
            if other != seat and match.can_undo(other) is not None:
                assert sealed_choices(match, other)
        if undoable and chooser.below(3) == 0:
            undone += 1
            match.undo(seat)
            assert match.table.fingerprint() == before
            match.play(seat, action)
    assert undone
    assert record.verify(record.read(record.write(match)), game).table == match.table


@pytest.mark.parametrize("game", [*every(), BAZAAR], ids=lambda game: game.name)
def test_any_moment_is_the_table_of_that_moment(game: Game) -> None:
    match = Match(game, game.usual_seats, {}, fast_dice(3))
    chooser = fast_dice(4)
    then = [match.table.fingerprint()]
    while not match.table.over and len(match.entries) < 250:
        seat = match.table.deciders()[0]
        options = match.table.options(seat)
        match.play(seat, int(options.at(chooser.below(options.total))))
        then.append(match.table.fingerprint())
    for n in {0, 1, 2, len(then) // 2, len(then) - 1, *(n for n in (99, 100, 101, 199, 200) if n < len(then))}:
        assert match.at(n).fingerprint() == then[n]
    told = [event for number in range(len(then)) for _, event in match.heard(ALL_SEEING, number - 1, number)]
    assert told == match.events
    assert [event for _, event in match.heard(ALL_SEEING, -1, len(then))] == told
