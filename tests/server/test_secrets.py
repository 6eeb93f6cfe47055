"""Two matches that differ only in what somebody may not know send that somebody the same bytes.

Played mostly with Bazaar, the test game: it has secret bids, hidden cards, and a step that hides even who has answered.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bazaar.steps import BID_FOR_ORDER, LAY, LIFT, PALACE, READY, STALLS
from bazaar.table import CARDS
from marchland import games
from marchland.engine.common import BID, PASS
from marchland.engine.dice import fast_dice
from marchland.engine.errors import UsageError
from marchland.engine.match import Entry
from marchland.engine.sealed import Sealed
from marchland.engine.table import ALL_SEEING, SPECTATOR, Table
from marchland.server import history
from marchland.server.calls import Moment
from marchland.server.errors import Stale
from marchland.server.live import LiveMatch
from marchland.server.services import Services
from marchland.server.storage import SavedMatch
from server.inside import RecordingConnection, do, house, loaded, new_match, offer, revived, undo

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def bazaar(guests: None) -> None:
    games.load("bazaar.game")


class Twin:
    """One of two matches that began alike, with everybody looking on."""

    def __init__(self, live: LiveMatch) -> None:
        self.live = live
        self.connections = {seat: RecordingConnection(seat) for seat in live.timeline.viewers}

    @property
    def table(self) -> Table:
        return self.live.match.table

    async def begin(self) -> None:
        for connection in self.connections.values():
            await self.live.connect(connection)

    async def do(self, seat: int, *actions: int) -> None:
        for action in actions:
            await do(self.live, seat, action)

    async def undo(self, seat: int) -> None:
        await undo(self.live, seat)

    def sent_to(self, seat: int) -> list[bytes]:
        """All that a seat was sent, and what it would be sent if it came again."""
        last = self.live.timeline.counts[seat]
        again = [self.live.audience.state(seat, since) for since in range(-1, last + 2)]
        return [*self.connections[seat].sent, *again]


Twins = tuple[Twin, Twin]


@pytest.fixture
async def twins(tmp_path: Path) -> AsyncIterator[Callable[..., Awaitable[Twins]]]:
    """Two copies of one match on two servers."""
    opened: list[Any] = []

    async def make(seats: int = 3, **options: Any) -> Twins:
        chosen = {"rounds": 2, "deals": "off", **options}
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
        async with house(tmp_path / "one") as use:
            identity = await new_match(use, seats, game="bazaar", options=chosen)
        shutil.copy(tmp_path / "one" / "marchland.sqlite", tmp_path / "two" / "marchland.sqlite")
        made = []
        for name in ("one", "two"):
            opened.append(house(tmp_path / name))
            use = await opened[-1].__aenter__()
            made.append(Twin(await loaded(use, identity)))
            await made[-1].begin()
        return made[0], made[1]

    yield make
    for context in opened:
        await context.__aexit__(None, None, None)


def assert_same(twins: Twins, *seats: int) -> None:
    one, two = twins
    for seat in seats:
        assert one.sent_to(seat) == two.sent_to(seat), f"what seat {seat} was sent"


async def both(twins: Twins, seat: int, *actions: int) -> None:
    for twin in twins:
        await twin.do(seat, *actions)


async def play_alike(twins: Twins, until: Callable[[Table], bool] = lambda table: False, seed: int = 0) -> None:
    """The same in both, chosen at random."""
    rng = random.Random(seed)
    one, two = twins
    while not one.table.over and not until(one.table):
        seat = rng.choice(one.table.deciders())
        options = one.table.options(seat).actions()
        assert options == two.table.options(seat).actions()
        await both(twins, seat, rng.choice(options))


def at(step: Sealed[Any]) -> Callable[[Table], bool]:
    return lambda table: table.step() is step


# -- secret choices --------------------------------------------------------------------------------------------------


async def test_matches_that_do_not_differ_send_the_same(twins: Callable[..., Awaitable[Twins]]) -> None:
    pair = await twins(3)
    await play_alike(pair)
    assert_same(pair, 0, 1, 2, SPECTATOR)
    assert len(pair[0].connections[0].sent) > 30


async def test_the_comparison_above_finds_differences(twins: Callable[..., Awaitable[Twins]]) -> None:
    """What is public shows: bids when they are revealed, and to oneself at once."""
    one, two = pair = await twins(3)
    await one.do(0, BID.of(3))
    await two.do(0, BID.of(7))
    assert one.sent_to(0) != two.sent_to(0)
    await both(pair, 1, BID.of(2))
    assert_same(pair, 1, 2, SPECTATOR)
    await both(pair, 2, BID.of(1))
    for seat in (1, 2, SPECTATOR):
        assert one.sent_to(seat) != two.sent_to(seat)


async def test_a_secret_bid_does_not_show_before_all_have_bid(twins: Callable[..., Awaitable[Twins]]) -> None:
    one, two = pair = await twins(4)
    assert one.table.step() is BID_FOR_ORDER
    await one.do(1, BID.of(0))
    await two.do(1, BID.of(10))
    assert_same(pair, 0, 2, 3, SPECTATOR)
    # Bazaar shows who is ready, so that much is news.
    assert one.connections[0].state["deciders"] == [0, 2, 3]
    assert one.connections[0].state["n"] == 1


async def test_how_often_somebody_clicks_is_a_secret_for_ever(twins: Callable[..., Awaitable[Twins]]) -> None:
    """One lays a token and is ready; the other lays, lifts, takes back and hesitates, and ends with the same."""
    one, two = pair = await twins(3)
    await play_alike(pair, at(STALLS))
    await one.do(0, LAY.of(2), READY.of())
    await two.do(0, LAY.of(0), LIFT.of(0), LAY.of(1), LAY.of(1))
    await two.undo(0)
    await two.undo(0)
    assert [len(two.connections[1].sent) - len(one.connections[1].sent)] == [-1]
    await two.do(0, LAY.of(2), READY.of())
    assert_same(pair, 1, 2, SPECTATOR)
    await play_alike(pair)
    assert one.table.places == two.table.places
    assert_same(pair, 1, 2, SPECTATOR)
    assert two.live.timeline.n > one.live.timeline.n


async def test_what_was_taken_back_in_secret_is_not_told(twins: Callable[..., Awaitable[Twins]]) -> None:
    one, two = pair = await twins(3)
    await both(pair, 1, BID.of(2))
    for twin, bid in ((one, 5), (two, 8)):
        await twin.do(0, BID.of(bid))
        await twin.undo(0)
    assert one.connections[2].state["deciders"] == [0, 2]
    assert not any(b"takes back" in sent for seat in (1, 2, SPECTATOR) for sent in one.connections[seat].sent)
    await both(pair, 0, BID.of(4))
    await both(pair, 2, BID.of(0))
    assert_same(pair, 1, 2, SPECTATOR)


async def test_where_answers_are_hidden_nobody_learns_who_has_answered(twins: Callable[..., Awaitable[Twins]]) -> None:
    one, two = pair = await twins(4)
    await play_alike(pair, at(PALACE), seed=3)
    assert sorted(one.table.deciders()) == [0, 1, 2, 3]
    frames = len(one.connections[0].sent)
    # One answers at once, or another, or nobody does.
    await one.do(1, PASS.of())
    assert_same(pair, 0, 2, 3, SPECTATOR)
    await two.do(2, PASS.of())
    await two.do(3, PASS.of())
    assert_same(pair, 0, SPECTATOR)
    assert len(one.connections[0].sent) == frames
    await one.do(2, PASS.of())
    await one.do(3, PASS.of())
    await two.do(1, PASS.of())
    await both(pair, 0, PASS.of())
    assert len(one.connections[0].sent) == frames + 1
    await play_alike(pair)
    assert_same(pair, 0, SPECTATOR)


async def test_secret_choices_of_others_make_nobody_stale(twins: Callable[..., Awaitable[Twins]]) -> None:
    """Three choose at the same time from the state that they were sent at first."""
    one, _ = await twins(3)
    seen = [one.live.timeline.counts[seat] for seat in range(3)]
    for seat in (2, 0):
        await one.live.enter(Entry(seat, BID.of(1)), seen[seat])
    with pytest.raises(Stale):
        await one.live.undo(2, seen[2])
    await undo(one.live, 2)
    assert await one.live.enter(Entry(1, BID.of(1)), seen[1]) == 4
    assert one.live.timeline.stale_before[1] == 4


async def test_counts_are_the_same_after_a_restart(twins: Callable[..., Awaitable[Twins]]) -> None:
    one, _ = pair = await twins(3)
    await play_alike(pair, at(STALLS))
    await one.do(0, LAY.of(0), LIFT.of(0), LAY.of(1), READY.of())
    saved = one.live.hub.store.saved(one.live.id)
    assert saved is not None
    again = revived(one.live.hub, saved)
    assert again.timeline.n > max(again.timeline.counts[1:])
    assert again.timeline.moments == one.live.timeline.moments
    assert again.timeline.stale_before == one.live.timeline.stale_before
    again.audience.connections, again.audience.present = one.live.audience.connections, one.live.audience.present
    for seat in (0, 1, 2, SPECTATOR):
        assert again.audience.state(seat, -1) == one.live.audience.state(seat, -1)


@pytest.mark.parametrize("game", [game.name for game in games.every() if not game.open_information])
async def test_who_comes_again_and_again_learns_nothing_of_secret_choices(tmp_path: Path, game: str) -> None:
    """As long as nothing is sent to those who look on, they are shown the same when they come again: not even that
    somebody has begun to choose."""
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, 4, game=game, options={}, key=bytes([7] * 32)))
        rng = random.Random(4)
        for _ in range(60):
            table = live.match.table
            seat = rng.choice(table.deciders())
            before = {viewer: (live.timeline.counts[viewer], comes_again(live, viewer)) for viewer in (-1, 0, 1, 2, 3)}
            if live.match.can_undo(seat) and rng.random() < 0.3:
                await undo(live, seat)
            else:
                await do(live, seat, rng.choice(table.options(seat).actions()))
            for viewer, (count, shown_before) in before.items():
                if live.timeline.counts[viewer] == count:
                    assert comes_again(live, viewer) == shown_before


def comes_again(live: LiveMatch, viewer: int) -> bytes:
    return live.audience.state(viewer, live.timeline.counts[viewer])


# -- hidden cards ----------------------------------------------------------------------------------------------------


def shown(use: Services, saved: SavedMatch, table: Table, seat: int) -> bytes:
    """What a seat would be sent of this very table."""
    data = {"number": 1, "counts": None, "data": json.dumps(table.to_data())}
    live = revived(use.hub, SavedMatch({**saved.row, "rules": "0.1"}, saved.seats, [], [data], []))
    return live.audience.state(seat, -1)


@pytest.mark.parametrize("seed", range(4))
async def test_hidden_cards_do_not_show(tmp_path: Path, seed: int) -> None:
    """At every moment of a match, with offers about: whatever one cannot know may lie otherwise."""
    async with house(tmp_path) as use:
        options = {"rounds": 2, "gifts": "anytime"}
        identity = await new_match(use, 4, game="bazaar", options=options, key=bytes([seed] * 32))
        live = await loaded(use, identity)
        saved = use.store.saved(identity)
        assert saved is not None
        rng = random.Random(seed)
        differing = 0
        for number in range(120):
            table = live.match.table
            if table.over:
                break
            for seat in live.timeline.viewers:
                imagined = table.determinize(seat, fast_dice(number))
                imagined.dice = table.dice.copy()
                differing += imagined.fingerprint() != table.fingerprint()
                assert shown(use, saved, imagined, seat) == shown(use, saved, table, seat)
            await anything(live, rng)
        assert differing > 100


@pytest.mark.parametrize("game", [game.name for game in games.every() if not game.open_information])
async def test_what_a_game_hides_does_not_show(tmp_path: Path, game: str) -> None:
    """The same of every game that hides something: cards, plans, bids, traitors, and who was asked."""
    async with house(tmp_path) as use:
        identity = await new_match(use, 4, game=game, options={}, key=bytes([7] * 32))
        live = await loaded(use, identity)
        saved = use.store.saved(identity)
        assert saved is not None
        rng = random.Random(3)
        differing = 0
        for number in range(250):
            table = live.match.table
            if table.over:
                break
            if number % 3 == 0:
                for seat in live.timeline.viewers:
                    imagined = table.determinize(seat, fast_dice(number))
                    imagined.dice = table.dice.copy()
                    differing += imagined.fingerprint() != table.fingerprint()
                    assert shown(use, saved, imagined, seat) == shown(use, saved, table, seat)
            seat = rng.choice(table.deciders())
            await do(live, seat, rng.choice(table.options(seat).actions()))
        assert differing > 100


def card_name(live: LiveMatch, card: int) -> str:
    return live.game.labels.name("card", card)


async def anything(live: LiveMatch, rng: random.Random) -> None:
    """Offers too, which others learn of but not what they are."""
    table = live.match.table
    maker, to = rng.sample(range(table.seats), 2)
    if table.deals_open() and not any(offer[1:3] == [maker, to] for offer in table.offers) and rng.random() < 0.5:
        hands: Any = table
        if hands.hands[maker] and hands.offered[maker] < 5:
            await offer(live, maker, to, card_name(live, hands.hands[maker][0]), "1 coin")
    choices = [(seat, action) for seat in range(table.seats) for action in table.asides(seat)]
    if choices and rng.random() < 0.3:
        await do(live, *rng.choice(choices))
    seat = rng.choice(live.match.table.deciders())
    await do(live, seat, rng.choice(live.match.table.options(seat).actions()))


async def test_the_content_of_an_offer_is_for_two(twins: Callable[..., Awaitable[Twins]]) -> None:
    one, two = pair = await twins(3, deals="on")
    await play_alike(pair, lambda table: table.deals_open())
    hand: Any = one.table
    for twin, card in ((one, 0), (two, 1)):
        await offer(twin.live, 0, 1, card_name(twin.live, hand.hands[0][card]))
    assert_same(pair, 2, SPECTATOR)
    assert one.connections[2].state["events"]
    assert one.connections[1].state["asides"]


# -- looking back ----------------------------------------------------------------------------------------------------


async def test_only_a_match_that_is_over_is_shown_to_the_all_seeing(tmp_path: Path) -> None:
    """At every moment before the end the server gives none of it out; afterwards every card lies open."""
    async with house(tmp_path) as use:
        identity = await new_match(use, 3, game="bazaar", options={"rounds": 2, "gifts": "anytime"})
        live = await loaded(use, identity)
        assert ALL_SEEING not in live.timeline.viewers
        rng = random.Random(5)
        while not live.match.table.over:
            with pytest.raises(UsageError, match="not over yet"):
                await use.archive.answer("bazaar", (identity, "moment", 0, ALL_SEEING, -1), ["Eve"])
            await anything(live, rng)
        over = live
        last = len(live.match.entries)
        every = history.moment(over, last, ALL_SEEING, -1).state.events
        assert [event.text for event in every] == [
            live.game.read(event, live.match.players).text for event in live.match.events
        ]
        for seat in (0, 1, 2, SPECTATOR):
            heard = history.moment(over, last, seat, -1).state.events
            assert [event.text for event in heard] == [
                live.game.read(event, live.match.players).text for event in live.match.heard_by(seat, live.match.events)
            ]
            assert len(heard) < len(every)
        for n in (0, last // 2, last):
            assert cards(history.moment(over, n, ALL_SEEING, n)) == list(range(CARDS))
            assert len(cards(history.moment(over, n, 0, n))) < CARDS
            assert len(cards(history.moment(over, n, SPECTATOR, n))) < CARDS


def cards(moment: Moment) -> list[int]:
    picture = moment.state.picture
    return sorted(shown.card for shown in [*picture.hand, *picture.open])
