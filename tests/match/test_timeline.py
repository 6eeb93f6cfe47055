"""The timeline: what each viewer counts and hears, moment by moment."""

import random

import pytest

from bazaar.game import GAME as BAZAAR
from bazaar.steps import LAY, READY, STALLS
from engine.playing import INTERPRETED, cases, random_house, random_options
from marchland import every, load
from marchland.engine.dice import fast_dice
from marchland.engine.errors import IllegalAction
from marchland.engine.game import Game
from marchland.engine.match import Entry, Match
from marchland.engine.table import EVERYBODY, SPECTATOR
from marchland.engine.timeline import Timeline
from marchland.games.conquest.battle import ROLLED

CAMPUS = load("campus")


def anything(timeline: Timeline, seat: int) -> None:
    timeline.enter(Entry(seat, timeline.match.table.options(seat)[0]))


def test_an_undo_is_a_moment_that_everybody_hears_of() -> None:
    timeline = Timeline(Match(CAMPUS, 3, {"setup_place": "random"}, fast_dice(1)))
    (seat,) = timeline.match.table.deciders()
    dealt = len(timeline.events)
    anything(timeline, seat)
    placed = timeline.match.entries[0]
    timeline.undo(seat)
    assert (timeline.n, timeline.counts) == (2, (2, 2, 2, 2))
    assert timeline.events[-1] == (2, EVERYBODY, (), placed)
    # The match has forgotten both; whoever saw them has not.
    assert (timeline.match.entries, len(timeline.match.events)) == ([], dealt)
    assert len(timeline.news(SPECTATOR, -1)) == dealt + 2
    assert len(timeline.news(SPECTATOR, 1)) == 1


def test_what_is_refused_is_no_moment() -> None:
    timeline = Timeline(Match(CAMPUS, 3, {}, fast_dice(1)))
    before = timeline.match.table.fingerprint()
    with pytest.raises(IllegalAction):
        timeline.enter(Entry(0, CAMPUS.parse("end turn")))
    with pytest.raises(IllegalAction):
        timeline.undo(0)
    assert (timeline.n, timeline.counts, timeline.match.table.fingerprint()) == (0, (0,) * 4, before)


def test_clicks_in_secret_are_counted_by_who_made_them() -> None:
    timeline = Timeline(Match(BAZAAR, 3, {"deals": "off"}, fast_dice(1)))
    while timeline.match.table.step() is not STALLS:
        anything(timeline, timeline.match.table.deciders()[0])
    counts = timeline.counts
    timeline.enter(Entry(0, LAY.of(1)))
    timeline.enter(Entry(0, LAY.of(1)))
    timeline.undo(0)
    assert timeline.counts == (counts[0] + 3, *counts[1:])
    assert timeline.news(1, counts[1]) == timeline.news(0, counts[0]) == []
    # What others do in secret makes nobody's decision stale; what one did oneself does.
    assert not timeline.is_stale(1, counts[1])
    assert timeline.is_stale(0, counts[0])
    assert timeline.is_stale(1, counts[1] + 1)
    # That somebody is ready everybody sees.
    timeline.enter(Entry(0, READY.of()))
    assert timeline.counts == (counts[0] + 4, *(count + 1 for count in counts[1:]))


@pytest.mark.parametrize("game", [*every(), BAZAAR], ids=lambda game: game.name)
def test_news_come_once_and_in_order(game: Game) -> None:
    """Heard piece by piece, or all at once later, the story is the same, and only what is meant for the viewer."""
    timeline = Timeline(Match(game, game.usual_seats, {}, fast_dice(5)))
    chooser = fast_dice(6)
    heard = {viewer: timeline.news(viewer, -1) for viewer in timeline.viewers}
    while not timeline.match.table.over and timeline.n < 200:
        before = timeline.counts
        deciders = timeline.match.table.deciders()
        seat = deciders[chooser.below(len(deciders))]
        options = timeline.match.table.options(seat)
        timeline.enter(Entry(seat, int(options.at(chooser.below(options.total)))))
        if timeline.match.can_undo(seat) is not None and chooser.below(4) == 0:
            timeline.undo(seat)
        for viewer in timeline.viewers:
            heard[viewer] += timeline.news(viewer, before[viewer])
    for viewer in timeline.viewers:
        assert timeline.news(viewer, -1) == heard[viewer] == sorted(set(heard[viewer]))
        for index in heard[viewer]:
            audience = timeline.events[index][1]
            assert audience == EVERYBODY or (viewer >= 0 and audience >> viewer & 1)
        assert timeline.news(viewer, timeline.counts[viewer]) == []
    assert any(timeline.events[index][3] for index in heard[SPECTATOR])


@pytest.mark.parametrize("house", ["by the book", "with house rules"])
@pytest.mark.parametrize(("game", "seats", "seed"), cases(2 if INTERPRETED else 4))
def test_the_board_can_be_followed_whatever_stands_on_it(game: Game, seats: int, seed: int, house: str) -> None:
    """At every number of players, and however many pieces there are: what each moment changed adds up to the board."""
    rng = random.Random(f"{game.name} {seats} {seed} {house}")
    options = random_options(game, rng, seats) if seed else {}
    numbers = random_house(game, rng) if house == "with house rules" else {}
    timeline = Timeline(Match(game, seats, {**options, **numbers}, fast_dice(seed)))
    shown = timeline.match.table.picture(SPECTATOR).regions
    while not timeline.match.over and timeline.n < (50 if INTERPRETED else 800):
        table = timeline.match.table
        seat = rng.choice(table.deciders())
        first, count = rng.choice(table.options(seat).spans())
        timeline.enter(Entry(seat, first + rng.randrange(count)))
        for index in sorted(timeline.changes):
            for region, looks in timeline.changes.pop(index):
                shown[region] = looks
    assert shown == timeline.match.table.picture(SPECTATOR).regions


def test_a_match_goes_on_from_a_snapshot_where_it_stood() -> None:
    match = Match(CAMPUS, 3, {}, fast_dice(5))
    timeline = Timeline(Match(CAMPUS, 3, {}, base=match.table.to_data()), 100)
    assert (timeline.n, timeline.counts, timeline.stale_before) == (100, (100,) * 4, [100] * 3)
    counted = Timeline(Match(CAMPUS, 3, {}, base=match.table.to_data()), 100, [90, 91, 92, 80])
    assert (counted.n, counted.counts, counted.stale_before) == (100, (90, 91, 92, 80), [90, 91, 92])
    anything(timeline, timeline.match.table.deciders()[0])
    assert (timeline.n, timeline.counts) == (101, (101,) * 4)
    assert [timeline.count_at(index, 0) for index in timeline.news(0, 100)] == [101] * len(timeline.events)


# -- the board from event to event -----------------------------------------------------------------------------------


@pytest.mark.parametrize("style", ["force", "roll"])
def test_the_counters_agree_with_the_dice_after_every_roll(style: str) -> None:
    """A board ahead of its dice would show losses before the roll is told, one behind them afterwards."""
    timeline = Timeline(Match(CAMPUS, 4, {"attack_style": style, "setup_place": "random"}, fast_dice(1)))
    table, dice = timeline.match.table, fast_dice(2)
    counts = [table.region_shown(region).count for region in range(len(table.picture(SPECTATOR).regions))]
    rolls = 0
    while rolls < 40:
        heard = len(timeline.events)
        seat = table.deciders()[0]
        options = table.options(seat)
        timeline.enter(Entry(seat, options.at(int(dice.below(options.total)))))
        for index in range(heard, len(timeline.events)):
            phrase, *arguments = timeline.events[index][2]
            lost = 0
            for region, shown in timeline.changes.get(index, []):
                lost += counts[region] - shown.count
                counts[region] = shown.count
            if phrase == ROLLED:
                rolls += 1
                assert lost == arguments[2] + arguments[3]


def test_a_battle_tells_how_it_finds_its_regions_and_a_look_back_sees_the_same() -> None:
    timeline = Timeline(Match(CAMPUS, 3, {"setup_place": "random"}, fast_dice(1)))
    match, dice, battles = timeline.match, fast_dice(2), 0
    while not match.over and battles < 20:
        owners = [region.owner for region in match.table.picture(SPECTATOR).regions]
        seat, heard = match.table.deciders()[0], len(timeline.events)
        options = match.table.options(seat)
        timeline.enter(Entry(seat, options.at(int(dice.below(options.total)))))
        told = match.game.read((EVERYBODY, *timeline.events[heard][2]))
        if told.role == "battle":
            battles += 1
            target, source = told.of("region")
            found = dict(timeline.changes[heard])
            assert (found[target].owner, found[source].owner) == (owners[target], seat)
    assert battles
    first = len(match.entries) // 2
    seen = match.seen(first, len(match.entries))
    assert seen == [timeline.changes.get(index, []) for index in range(match.ends[first], len(match.events))]


def test_an_undo_puts_the_counters_back() -> None:
    timeline = Timeline(Match(CAMPUS, 3, {"setup_place": "random"}, fast_dice(1)))
    (seat,) = timeline.match.table.deciders()
    before = {region: timeline.match.table.region_shown(region) for region in range(40)}
    anything(timeline, seat)
    placed = timeline.changes[len(timeline.events) - 1]
    timeline.undo(seat)
    assert len(placed) == 1
    assert timeline.changes[len(timeline.events) - 1] == [(region, before[region]) for region, _ in placed]
