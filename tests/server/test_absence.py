"""Who plays a seat when its player does not: bots for people, resigning, calling off, and what the results say."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from marchland.engine import record
from marchland.engine.errors import IllegalAction, MarchlandError, UsageError
from marchland.engine.match import Entry
from marchland.engine.sealed import Sealed
from marchland.games import load
from marchland.server import absence, history
from marchland.server.errors import Forbidden, NoSeat, NotSaved
from marchland.server.live import LiveMatch
from marchland.server.schema import CHATS, SEATS
from marchland.server.services import Services
from marchland.server.sessions import Caller
from marchland.server.storage import stamp
from server.inside import (
    Clock,
    RecordingConnection,
    act,
    decider,
    do,
    everything,
    house,
    loaded,
    lobby_of,
    new_match,
    outside,
    undo,
    until_idle,
)

pytestmark = pytest.mark.anyio

SET_UP = {"max_rounds": 5, "setup_place": "random"}


async def me_of(use: Services, live: LiveMatch, seat: int) -> Caller:
    return Caller(id=live.seats[seat]["person"], name=live.seats[seat]["name"])


def acted(live: LiveMatch, seat: int) -> int:
    return sum(entry.seat == seat for entry in live.match.entries)


# -- a bot for a person ----------------------------------------------------------------------------------------------


async def test_a_bot_plays_for_whoever_leaves_until_back(tmp_path: Path) -> None:
    async with house(tmp_path, clock := Clock()) as use:
        live = await loaded(use, await new_match(use, options=SET_UP))
        seat = decider(live)
        ann, eve = RecordingConnection(seat), RecordingConnection()
        for viewer in (ann, eve):
            await live.connect(viewer)
        assert eve.state["seats"] == []
        await live.absence.let_play(seat, "random")
        why = {"stand_in": "random", "away": "handed", "since": stamp(clock()), "deadline": None}
        assert ann.state["seats"] == eve.state["seats"] == [{"seat": seat, **why}]
        assert (ann.state["spans"], ann.state["undo"]) == ([], None)
        await until_idle(live)
        assert acted(live, seat) > 0
        assert decider(live) == 1 - seat
        await act(live, 1 - seat)
        await until_idle(live)
        while decider(live) != 1 - seat:
            await until_idle(live)
        # Whose seat it is may not play meanwhile, and takes it back with one word.
        with pytest.raises(IllegalAction, match="A bot plays for you just now"):
            await live.enter(Entry(seat, 0), live.timeline.counts[seat])
        await live.absence.back(seat)
        assert ann.state["seats"] == []
        before = acted(live, seat)
        while decider(live) != seat:
            await act(live, 1 - seat)
        assert ann.state["spans"]
        await act(live, seat)
        assert acted(live, seat) == before + 1


async def test_what_bots_do_for_people_survives_a_restart(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, identity := await new_match(use, 3, options=SET_UP))
        seat = decider(live)
        await live.absence.let_play((seat + 1) % 3, "random")
        await live.absence.resign((seat + 2) % 3)
        shown = live.absence.shown(-1)
        assert len(shown) == 2
    async with house(tmp_path) as use:
        live = await loaded(use, identity)
        assert live.absence.shown(-1) == shown
        await act(live, seat)
        await history.wake_bots(use.store, use.hub)
        await until_idle(live)


async def test_a_bot_that_thinks_while_its_person_comes_back_is_dropped(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, options=SET_UP))
        seat = decider(live)
        await live.absence.let_play(seat, "greedy")
        thinking = live.bots.task
        assert thinking is not None
        await asyncio.sleep(0)
        await live.absence.back(seat)
        await thinking
        assert live.match.entries == []
        # Nor does it act for a person who has moved before it was ready.
        await live.absence.let_play(seat, "greedy")
        thinking = live.bots.task
        await live.absence.back(seat)
        await act(live, seat)
        n = live.timeline.n
        assert thinking is not None
        await thinking
        assert live.timeline.n == n


async def test_a_bot_that_thinks_when_the_match_is_ended_has_not_failed(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, 2, bots=1))
        while (thinking := live.bots.task) is None or thinking.done():
            await act(live, 0)
        await live.absence.resign(0)
        await thinking
        assert (live.match.over, live.faults()) == (True, [])


async def test_a_bot_that_fails_after_its_person_is_back_says_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, options=SET_UP))
        seat = decider(live)
        await live.absence.let_play(seat, "greedy")
        await live.absence.back(seat)
        await live.change_bot(seat, fault="it is tired")
        assert live.faults() == []
        assert outside(tmp_path, "select count(*) from seats where fault is not null") == [(0,)]


async def test_a_person_who_is_back_ends_the_fault_of_the_bot(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, options=SET_UP))
        seat = 1 - decider(live)
        await live.absence.let_play(seat, "greedy")
        await live.change_bot(seat, fault="it is tired")
        viewer = RecordingConnection()
        await live.connect(viewer)
        name = live.match.players[seat]
        told = f"The bot greedy, playing for {name}, has failed: it is tired."
        assert viewer.state["faults"] == [{"seat": seat, "text": told}]
        # Who has another name by now is called by it there, too.
        await use.hub.rename(live.seats[seat]["person"], "Zoe")
        assert viewer.state["faults"][0]["text"] == told.replace(name, "Zoe")
        await live.absence.back(seat)
        assert viewer.state["faults"] == []


async def test_only_levels_that_there_are_play_for_people(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use))
        before = everything(live)
        with pytest.raises(UsageError, match="There is no bot 'clever'"):
            await live.absence.let_play(0, "clever")
        for seat in (-1, 2):
            for deed in (live.absence.resign, live.absence.back, live.absence.abort):
                with pytest.raises(Forbidden, match="You have no seat in this match"):
                    await deed(seat)
        assert everything(live) == before


# -- resigning -------------------------------------------------------------------------------------------------------


async def test_whoever_resigns_has_done_so_for_good(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, 3, options=SET_UP))
        seat = decider(live)
        viewer = RecordingConnection()
        await live.connect(viewer)
        await live.absence.resign(seat)
        assert [(one["seat"], one["away"]) for one in viewer.state["seats"]] == [(seat, "resigned")]
        assert viewer.state["status"] == "running"
        await until_idle(live)
        assert acted(live, seat) > 0
        with pytest.raises(IllegalAction, match="You have resigned"):
            await live.enter(Entry(seat, 0), live.timeline.counts[seat])
        for deed in (live.absence.back, live.absence.resign, live.absence.abort):
            with pytest.raises(UsageError, match="You have resigned; that is for good"):
                await deed(seat)
        with pytest.raises(UsageError, match="for good"):
            await live.absence.let_play(seat, "greedy")


async def test_the_last_who_has_not_resigned_has_won(tmp_path: Path) -> None:
    async with house(tmp_path, clock := Clock()) as use:
        live = await loaded(use, identity := await new_match(use, 3, options=SET_UP))
        seat = decider(live)
        await act(live, seat)
        viewers = [RecordingConnection(each) for each in (seat, -1)]
        for viewer in viewers:
            await live.connect(viewer)
        await live.absence.resign(first := (seat + 1) % 3)
        assert not live.match.over
        clock.turn(5)
        await live.absence.resign(second := (seat + 2) % 3)
        places = [[seat, second, first].index(each) + 1 for each in range(3)]
        for viewer in viewers:
            state = viewer.state
            assert (state["status"], state["places"], state["deciders"]) == ("over", places, [])
            assert (state["spans"], state["asides"], state["undo"], state["plan"]) == ([], [], None, None)
            assert state["prompt"]["text"] == f"All others have resigned, so {live.match.players[seat]} has won"
            assert state["dice"]["key"] == bytes(32).hex()
        assert live.bots.to_move() == -1
        assert use.hub.watch.due == {}
        with pytest.raises(IllegalAction, match="The match is over"):
            await live.enter(Entry(seat, 0), live.timeline.counts[seat])
        with pytest.raises(IllegalAction, match="The match is over"):
            await live.undo(seat, live.timeline.counts[seat])
        for deed in (live.absence.resign, live.absence.back, live.absence.abort):
            with pytest.raises(UsageError, match="The match is over"):
                await deed(seat)
        await says_how_it_ended(use, identity, places, seat, first)
    async with house(tmp_path) as use:
        await says_how_it_ended(use, identity, places, seat, first)


async def says_how_it_ended(use: Services, identity: str, places: list[int], winner: int, first: int) -> None:
    """In lists, record, check and replay, also after a restart."""
    live = await loaded(use, identity)
    assert history.check(live).ok
    verified = record.verify(record.read(history.record_of(live)), live.game)
    assert verified.ended == {"why": "resigned", "places": places}
    begin, end = (history.moment(live, n, -2, -1).state for n in (0, 99))
    assert (begin.status, begin.places) == ("running", [])
    assert (end.status, end.places) == ("over", places)
    me = await me_of(use, live, winner)
    info = await use.run(use.front.show, identity, me)
    assert (info.status, info.places, info.your_turn) == ("over", places, False)
    assert info.seats[first].played == f"{live.match.players[first]}, from round 1 the bot gentle (resigned)"
    assert info.seats[winner].played == ""
    again = await use.run(use.front.rematch, me, identity)
    fresh = await use.run(lambda: use.store.find(SEATS, match=again))
    assert [(row["away"], row["stand_in"], row["away_since"]) for row in fresh] == [(None, None, None)] * 3


async def test_with_bots_at_the_table_the_match_goes_on(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, 4, bots=1, options=SET_UP))
        await live.absence.resign(0)
        await live.absence.resign(1)
        assert not live.match.over
        # The bot stands for itself: now it is alone against somebody who is still there.
        await live.absence.resign(2)
        assert live.match.ended is not None
        assert live.match.places[3] == 1


async def test_whom_the_rules_have_put_out_need_not_resign(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, 3, options=SET_UP))
        table = live.match.table
        table.fallen.append(2)
        assert [seat.out for seat in table.picture(-1).seats] == [False, False, True]
        await live.absence.resign(1)
        assert live.match.places == [1, 2, 3]


async def test_nor_do_they_decide_when_the_match_of_the_others_ends(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, 4, options=SET_UP))
        winner = decider(live)
        out, resigned, next_out = (seat for seat in range(4) if seat != winner)
        live.match.table.fallen.append(out)
        with pytest.raises(UsageError, match="You are out of the match; there is nothing to resign"):
            await live.absence.resign(out)
        await live.absence.resign(resigned)
        assert not live.match.over
        watching = RecordingConnection()
        await live.connect(watching)
        # Whoever is put out then leaves one alone, and that ends it.
        live.match.table.fallen.append(next_out)
        await act(live, winner)
        places = [{winner: 1, resigned: 2}.get(seat, 3) for seat in range(4)]
        assert (live.match.over, live.match.places, watching.state["status"]) == (True, places, "over")
        kept = outside(tmp_path, "select status, places, ended from matches")
        assert kept == [("over", json.dumps(places), json.dumps({"why": "resigned", "places": places}))]


async def test_whoever_resigned_first_comes_last_also_within_a_second(tmp_path: Path) -> None:
    async with house(tmp_path, clock := Clock()) as use:
        live = await loaded(use, await new_match(use, 4, options=SET_UP))
        for seat in (0, 1, 2):
            clock.turn(0.1)
            await live.absence.resign(seat)
        assert live.match.places == [4, 3, 2, 1]


# -- calling off -----------------------------------------------------------------------------------------------------


async def test_a_match_is_called_off_before_anybody_has_moved(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, identity := await new_match(use, 3, bots=1, options=SET_UP))
        await until_idle(live)
        viewers = [RecordingConnection(each) for each in (0, 1, -1)]
        for viewer in viewers:
            await live.connect(viewer)
            assert viewer.state["can_abort"]
        await live.absence.abort(1)
        for viewer in viewers:
            state = viewer.state
            assert not state["can_abort"]
            assert (state["status"], state["places"], state["spans"]) == ("aborted", [], [])
            assert state["prompt"]["text"] == "Ben has called the match off before anybody moved"
            assert state["dice"]["key"] is None
        assert live.bots.to_move() == -1
    async with house(tmp_path) as use:
        live = await loaded(use, identity)
        with pytest.raises(IllegalAction, match="The match is over"):
            await act(live, decider(live))
        me = await me_of(use, live, 0)
        (info,) = (await lobby_of(use, me)).mine
        assert (info.status, info.your_turn, info.places) == ("aborted", False, [])
        with pytest.raises(UsageError, match="was called off"):
            await use.run(use.front.rematch, me, identity)


async def test_a_match_in_which_somebody_has_moved_is_not_called_off(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, options={"max_rounds": 5, "setup_place": "random"}))
        seat = decider(live)
        action = live.match.table.options(seat)[0]
        await do(live, seat, action)
        if live.match.can_undo(seat) is None:
            pytest.fail("the first action of this match can be undone")
        for each in range(2):
            assert not json.loads(live.audience.state(each, -1))["can_abort"]
            with pytest.raises(UsageError, match="Somebody has moved already"):
                await live.absence.abort(each)
        await undo(live, seat)
        await live.absence.abort(1 - seat)
        assert live.match.ended == {"why": "aborted", "by": 1 - seat, "places": []}


async def test_a_secret_choice_does_not_show_in_whether_it_can_be_called_off(tmp_path: Path) -> None:
    """Who has begun to choose cannot call the match off any more; the others, who know nothing of it, can."""
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, 4, game="alliances", options={}))
        seat, other, *_ = live.match.table.deciders()
        await do(live, seat, live.game.parse("place invest in EGE"))
        assert [json.loads(live.audience.state(each, -1))["can_abort"] for each in (seat, other, -1)] == [0, 1, 1]
        with pytest.raises(UsageError, match="Somebody has moved already"):
            await live.absence.abort(seat)
        await live.absence.abort(other)
        assert live.match.ended == {"why": "aborted", "by": other, "places": []}


# -- what is not saved has not happened ------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["seats", "holders", "matches"])
async def test_what_cannot_be_written_has_not_happened(tmp_path: Path, table: str) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use))
        before = everything(live), json.dumps(live.seats)
        deed = "insert" if table == "holders" else "update"
        outside(tmp_path, f"create trigger full before {deed} on {table} begin select raise(abort, 'disk full'); end")
        with pytest.raises(NotSaved, match="has not happened; try again"):
            await live.absence.resign(0)
        assert (everything(live), json.dumps(live.seats)) == before
        assert outside(tmp_path, "select count(*) from holders") == [(0,)]
        outside(tmp_path, "drop trigger full")
        await live.absence.resign(0)
        assert live.match.places == [2, 1]


# -- who is there ----------------------------------------------------------------------------------------------------


async def test_the_table_sees_who_was_last_here_and_when(tmp_path: Path) -> None:
    async with house(tmp_path, clock := Clock()) as use:
        live = await loaded(use, identity := await new_match(use, options=SET_UP))
        ann, ben, again = RecordingConnection(0), RecordingConnection(1), RecordingConnection(1)
        await live.connect(ann)
        assert (ann.state["present"], ann.state["last_here"]) == ([0], [None, None])
        for one in (ben, again):
            await live.connect(one)
        assert (ann.state["present"], ann.state["last_here"]) == ([0, 1], [None, None])
        clock.turn(60)
        await live.disconnect(ben)
        assert ann.state["present"] == [0, 1]
        clock.turn(60)
        await live.disconnect(again)
        assert (ann.state["present"], ann.state["last_here"]) == ([0], [None, stamp(clock())])
        gone = stamp(clock())
    async with house(tmp_path, clock) as use:
        live = await loaded(use, identity)
        eve = RecordingConnection()
        await live.connect(eve)
        assert eve.state["last_here"][1] == gone


async def test_who_has_played_tells_nothing_of_secret_choices(tmp_path: Path, guests: None) -> None:
    """Somebody leaves and is back, while somebody else chooses in secret, or does not."""
    load("bazaar.game")
    said = []
    for clicks in (0, 1):
        (tmp_path / str(clicks)).mkdir()
        async with house(tmp_path / str(clicks)) as use:
            live = await loaded(use, await new_match(use, 3, game="bazaar", options={"rounds": 2, "deals": "off"}))
            assert isinstance(live.match.table.step(), Sealed)
            await live.absence.let_play(1, "random")
            await live.absence.back(1)
            for _ in range(clicks):
                await act(live, 0)
            await live.absence.let_play(1, "random")
            await live.absence.back(1)
            info = await use.run(use.front.show, live.id, await me_of(use, live, 1))
            said.append([seat.played for seat in info.seats])
    assert said[0] == said[1]


async def test_a_seat_changes_hands_so_often_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But whoever has let a bot play comes back."""
    monkeypatch.setattr(absence, "HANDS_IN_MATCH", 4)
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, 2))
        live.bots.pause = 3600.0
        for _ in range(2):
            await live.absence.let_play(0, "random")
            await live.absence.back(0)
        with pytest.raises(UsageError, match="has changed hands 4 times in this match"):
            await live.absence.let_play(0, "random")
        await live.absence.let_play(1, "random")


# -- another person --------------------------------------------------------------------------------------------------


async def test_what_the_former_player_has_sent_already_comes_too_late(tmp_path: Path) -> None:
    """Messages that wait for the lock while the seat goes over are refused; and so is a socket that is just opening."""
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, options=SET_UP))
        seat = decider(live)
        former = await me_of(use, live, seat)
        ann, late = RecordingConnection(seat), RecordingConnection(seat)
        await live.connect(ann, former.id)
        secret = await use.run(use.handovers.offer, former, live.id)
        link = (await use.run(use.handovers.find, secret))["hash"]
        cyd, _ = await use.run(use.people.new_guest, "Cyd")
        action = live.match.table.options(seat)[0]
        results = await asyncio.gather(
            live.absence.hand_on(seat, cyd, link),
            live.enter(Entry(seat, action), 0, (ann, 1)),
            live.undo(seat, 0, (ann, 2)),
            live.absence.resign(seat, ann),
            live.absence.let_play(seat, "random", ann),
            live.absence.let_play(seat, "random", former),
            live.chat(seat, None, "I give up", ann),
            live.connect(late, former.id),
            return_exceptions=True,
        )
        expected = [
            type(None),
            IllegalAction,
            IllegalAction,
            NoSeat,
            NoSeat,
            NoSeat,
            IllegalAction,
            type(None),
        ]
        assert [type(result) for result in results] == expected
        for viewer in (ann, late):
            assert viewer.closed_with is not None
            assert viewer.closed_with[0] == 4403
        assert late.sent == []
        assert await use.run(use.store.find, CHATS) == []
        assert live.audience.connections == set()
        assert (live.seats[seat]["person"], live.seats[seat]["away"], live.match.entries) == (cyd.id, None, [])
        hers = RecordingConnection(seat)
        await live.connect(hers, cyd.id)
        await live.enter(Entry(seat, action), 0, (hers, 1))
        assert hers.state["players"][seat] == "Cyd"


async def test_all_that_was_told_bears_the_new_name(tmp_path: Path) -> None:
    """As it will after a restart, when everything is told anew."""
    async with house(tmp_path) as use:
        live = await loaded(use, identity := await new_match(use, options=SET_UP))
        seat = decider(live)
        await act(live, seat)
        viewer = RecordingConnection()
        await live.connect(viewer)
        former = await me_of(use, live, seat)
        secret = await use.run(use.handovers.offer, former, live.id)
        cyd, _ = await use.run(use.people.new_guest, "Cyd")
        await live.absence.hand_on(seat, cyd, (await use.run(use.handovers.find, secret))["hash"])
        told = live.audience.state(-1, -1)
        assert b"Cyd" in told
        assert former.name.encode() not in told
    async with house(tmp_path) as use:
        assert texts((await loaded(use, identity)).audience.state(-1, -1)) == texts(told)


def texts(state: bytes) -> list[str]:
    return [event["text"] for event in json.loads(state)["events"]]


async def test_the_seat_of_a_bot_is_nobodys_to_give_away(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, 3, bots=1))
        with pytest.raises(MarchlandError):
            await live.absence.hand_on(2, Caller(id="x", name="X"), "no such link")
        assert live.seats[2]["kind"] == "bot"
