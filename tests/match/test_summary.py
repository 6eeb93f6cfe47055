"""Looking back at a match: what is summed up is what happened, for every game, for old records, ended or not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bazaar.game import GAME as BAZAAR
from golden.golden import cases, dealt
from marchland import load
from marchland.engine import record
from marchland.engine.dice import FairDice, fast_dice
from marchland.engine.game import Game
from marchland.engine.match import Match
from marchland.engine.retrospect import look_back
from marchland.engine.summary import Summary
from marchland.engine.table import ALL_SEEING

RECORDS = sorted((Path(__file__).parent / "format1").glob("*.record"))
WAYS = list(dict.fromkeys(game for game, _ in cases()))


def old(path: Path) -> Match:
    read = record.read(path.read_text(encoding="utf-8"))
    return record.verify(read, load(read.game))


def played(game: Game, number: int, most: int = 100_000) -> Match:
    match, chooser = dealt(game, number)
    while not match.table.over and len(match.entries) < most:
        seat = match.table.deciders()[0]
        options = match.table.options(seat)
        match.play(seat, int(options.at(chooser.below(options.total))))
    return match


def assert_true(summary: Summary, match: Match) -> None:
    """Compared with the tables of the match at the moments that it names."""
    assert summary.points[-1].n == summary.entries == len(match.entries)
    assert [point.over for point in summary.points] == [False] * (len(summary.points) - 1) + [match.over]
    assert [point.n for point in summary.points] == sorted({point.n for point in summary.points})
    for index, point in enumerate(summary.points):
        t = match.at(point.n)
        assert t.round == point.round
        for seat, facts in enumerate(match.game.standing(t)):
            had = {fact.one: fact.value for fact in facts}
            assert [curve.values[seat][index] for curve in summary.curves] == [
                had.get(curve.one, 0) for curve in summary.curves
            ]
    assert sum(row.battles for row in summary.rivalries) == summary.battles
    assert sum(row.won for row in summary.rivalries) <= summary.battles
    for row in summary.luck:
        assert row.luck == pytest.approx(row.taken - row.expected_taken - row.lost + row.expected_lost)
    for moment in [*summary.turning_points, *summary.greatest]:
        assert 1 <= moment.n <= summary.entries
        assert match.at(moment.n).round >= moment.round


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_of_format_1(path: Path) -> None:
    match = old(path)
    summary = look_back(match)
    assert_true(summary, match)
    assert summary.places == match.table.places
    assert summary.reason.how == "rule" and summary.reason.clause.startswith(match.game.prefix)
    assert summary.reason.by == match.game.ending(match.table) != ""


@pytest.mark.parametrize("game", WAYS, ids=lambda game: game.name)
def test_every_game_says_at_the_end_by_which_rule_it_is_over(game: Game) -> None:
    """The last thing that everybody is told names the rule that ended the match."""
    for number in range(2):
        match = played(game, number)
        summary = look_back(match)
        assert summary.reason.text == game.read(match.events[-1], match.players).text
        assert summary.reason.clause
        assert_true(summary, match)


def test_who_looks_back_changes_nothing() -> None:
    match = old(RECORDS[0])
    before = record.write(match)
    assert look_back(match) == look_back(match)
    assert record.write(match) == before


def test_a_match_that_is_not_over_is_summed_up_so_far() -> None:
    match = played(load("campus"), 0, 60)
    summary = look_back(match)
    assert (summary.reason.how, summary.reason.text, summary.places) == ("running", "The match is not over yet", [])
    assert not summary.points[-1].over
    assert_true(summary, match)


@pytest.mark.parametrize("entries", [0, 30])
def test_a_match_that_was_resigned_says_so(entries: int) -> None:
    match = Match(load("campus"), 3, {"max_rounds": 5}, FairDice(bytes(range(32))), ["Ann", "Ben", "Cy"])
    for _ in range(entries):
        seat = match.table.deciders()[0]
        match.play(seat, int(match.table.options(seat).at(0)))
    match.ended = {"why": "resigned", "places": [2, 1, 3]}
    summary = look_back(match)
    assert summary.places == [2, 1, 3]
    assert (summary.reason.how, summary.reason.clause) == ("resigned", "")
    assert summary.reason.text == "All others have resigned, so Ben has won"
    assert_true(summary, match)


def test_a_match_goes_on_from_a_snapshot() -> None:
    """What was before is not known, and nothing else is different."""
    whole = old(RECORDS[0])
    start = 100
    match = Match(whole.game, 0, whole.options, None, whole.players, whole.snapshots[start])
    for entry in whole.entries[start:]:
        match.enter(entry)
    summary, known = look_back(match), look_back(whole)
    assert summary.given_table and not known.given_table
    assert_true(summary, match)
    assert (summary.reason, summary.places) == (known.reason, known.places)
    later = [replace(point, n=point.n - start) for point in known.points if point.n > start]
    assert summary.points[-len(later) :] == later


def test_a_game_without_battles_has_curves_from_its_picture() -> None:
    match = Match(BAZAAR, 3, {}, fast_dice(3))
    dice = fast_dice(4)
    while not match.table.over:
        seat = match.table.deciders()[0]
        options = match.table.options(seat)
        match.play(seat, int(options.at(dice.below(options.total))))
    summary = look_back(match)
    facts = match.table.picture(ALL_SEEING).seats[0].facts
    assert [curve.one for curve in summary.curves] == [fact.one for fact in facts[:3]] or not facts
    assert summary.battles == 0 and summary.luck == [] and summary.rivalries == []
    assert_true(summary, match)
