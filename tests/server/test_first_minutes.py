"""What makes a first evening short: chores that are handed over, bots whose level can be changed, matches to watch."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from marchland.engine import record
from marchland.engine.errors import IllegalAction, UsageError
from marchland.games import every, load
from marchland.server import history
from marchland.server.bots import Thought
from marchland.server.errors import Forbidden, NotSaved, Stale
from marchland.server.live import LiveMatch
from marchland.server.services import Services
from server.inside import RecordingConnection, caller, do, house, loaded, new_match, outside, undo, until_idle
from server.world import Person, Server, entries

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("guests")]


@asynccontextmanager
async def table(
    folder: Path, game: str = "campus", seats: int = 2, bots: int = 0
) -> AsyncIterator[tuple[Services, LiveMatch]]:
    async with house(folder) as use:
        yield use, await loaded(use, await new_match(use, seats, bots, game, {}))


async def sit_down(live: LiveMatch, seat: int) -> RecordingConnection:
    connection = RecordingConnection(seat)
    await live.connect(connection)
    return connection


async def hand_over(live: LiveMatch, seat: int) -> RecordingConnection:
    connection = await sit_down(live, seat)
    await live.chores.hand_over(seat, live.timeline.counts[seat], connection)
    return connection


async def set_up(live: LiveMatch) -> int:
    """All hand their setup over; who has the first turn then."""
    for seat in live.match.table.order:
        await hand_over(live, seat)
        await until_idle(live)
    return live.match.table.deciders()[0]


def to_set_up(live: LiveMatch) -> list[int]:
    return list(live.match.table.remainder)


# -- chores ----------------------------------------------------------------------------------------------------------


async def test_the_rest_is_placed_by_entries_of_the_seat(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, live):
        first, second = live.match.table.order
        mine = await sit_down(live, first)
        assert mine.state["chore"] == "Set up for me"
        await hand_over(live, first)
        await until_idle(live)
        assert live.match.table.deciders() == [second]
        await hand_over(live, second)
        await until_idle(live)
        # Both have placed five in turn, and the first is asked a real question.
        assert to_set_up(live) == [0, 0]
        assert [entry.seat for entry in live.match.entries] == [first, second] * 5
        assert live.chores.handed == {second: "Set up for me"}
        assert live.match.table.deciders() == [first]
        assert live.match.table.step().tag == "campus.place"


async def test_what_a_bot_has_placed_can_be_taken_back_as_ones_own(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, live):
        seat = await set_up(live)
        placed = int(live.match.table.to_place)
        await hand_over(live, seat)
        await until_idle(live)
        assert (live.match.table.step().tag, live.match.table.to_place) == ("campus.move", 0)
        assert seat not in live.chores.handed
        while live.match.table.step().tag == "campus.move":
            await undo(live, seat)
        assert 0 < live.match.table.to_place <= placed
        # The seat is asked itself again.
        assert live.match.table.deciders() == [seat]
        assert live.bots.to_move() == -1
        record.verify(record.read(history.record_of(live)), live.game)


async def test_whoever_hands_a_chore_over_looks_on_meanwhile(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, live):
        first = live.match.table.order[0]
        mine = await hand_over(live, first)
        state = mine.state
        assert (state["spans"], state["chore"], state["undo"]) == ([], "", None)
        await until_idle(live)


async def test_whoever_acts_in_person_has_taken_the_chore_back(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, live):
        first, second = live.match.table.order
        await hand_over(live, first)
        await until_idle(live)
        assert list(live.chores.handed) == [first]
        # What is one's own is not taken back by others.
        await do(live, second, live.match.table.options(second).at(0))
        await until_idle(live)
        assert list(live.chores.handed) == [first]
        with pytest.raises(IllegalAction):
            await undo(live, first)
        async with live.lock:
            live.chores.note(first, by_bot=False)
        assert live.chores.handed == {}


async def test_whoever_takes_a_seat_does_the_chore_in_person(tmp_path: Path) -> None:
    """What the former player has left to a bot is no business of the new one's."""
    async with table(tmp_path) as (use, live):
        first, second = live.match.table.order
        await hand_over(live, first)
        await until_idle(live)
        secret = await use.run(use.handovers.offer, await caller(use, live.id, first), live.id)
        cyd, _ = await use.run(use.people.new_guest, "Cyd")
        await live.absence.hand_on(first, cyd, (await use.run(use.handovers.find, secret))["hash"])
        await do(live, second, live.match.table.options(second)[0])
        await until_idle(live)
        assert live.match.table.deciders() == [first]
        assert (await sit_down(live, first)).state["spans"]


async def test_only_chores_are_handed_over(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, live):
        seat = await set_up(live)
        await hand_over(live, seat)
        await until_idle(live)
        connection = await sit_down(live, seat)
        assert connection.state["chore"] == ""
        with pytest.raises(IllegalAction, match="This is for you to decide"):
            await live.chores.hand_over(seat, live.timeline.counts[seat], connection)
        with pytest.raises(IllegalAction, match="This is for you to decide"):
            await live.chores.hand_over(1 - seat, live.timeline.counts[1 - seat], await sit_down(live, 1 - seat))


async def test_a_chore_of_an_older_state_is_stale(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, live):
        first = live.match.table.order[0]
        connection = await sit_down(live, first)
        with pytest.raises(Stale):
            await live.chores.hand_over(first, -5, connection)
        assert live.chores.handed == {}


async def test_a_bot_that_fails_at_a_chore_gives_it_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(tmp_path) as (use, live):

        async def fails(*_: object) -> Thought:
            return Thought(-1, "it cannot", "it cannot")

        monkeypatch.setattr(use.bot_pool, "choose", fails)
        first = live.match.table.order[0]
        mine = await hand_over(live, first)
        await until_idle(live)
        assert live.faults() == []
        assert mine.state["spans"] != []
        assert mine.state["chore"] == "Set up for me"


async def test_the_whole_set_up_of_capitals_is_one_chore_but_for_the_capital(tmp_path: Path) -> None:
    """CAP-1.4, CAP-1.5, CAP-1.6: bid, claim and place; CAP-1.8 is for the player."""
    async with table(tmp_path, "capitals", seats=3) as (_, live):
        for seat in range(3):
            await hand_over(live, seat)
        await until_idle(live)
        assert live.match.table.step().tag == "capitals.found"
        assert not live.bots.plays(live.match.table.deciders()[0])


async def test_secret_choices_of_a_chore_stay_secret(tmp_path: Path) -> None:
    """SWM-2.13"""
    async with table(tmp_path, "swarm", seats=2) as (_, live):
        other = await sit_down(live, 1)
        while live.match.table.step().tag != "swarm.keep_traitor":
            await hand_over(live, live.match.table.deciders()[0])
            await until_idle(live)
        await hand_over(live, 0)
        await until_idle(live)
        assert live.match.table.deciders() == [1]
        assert other.state["events"] == []


# -- the first attack ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [game.name for game in every()])
async def test_with_the_set_up_of_a_first_evening_an_attack_is_three_decisions_away(tmp_path: Path, game: str) -> None:
    options = dict(load(game).first_evening.options)
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, 4, 3, game, options))
        opening = [step.tag for step in live.game.opening]
        decisions = 0
        await until_idle(live)
        while not can_attack(live):
            table = live.match.table
            if table.chore(0) and table.step().tag in opening:
                await hand_over(live, 0)
            else:
                # To answer what others do in their turns is no step on the way.
                decisions += int(table.active) == 0
                await do(live, 0, quick_choice(live))
            await until_idle(live)
        assert decisions <= 3


def kinds(live: LiveMatch) -> dict[str, list[tuple[int, int]]]:
    """What the person can do, by its name."""
    found: dict[str, list[tuple[int, int]]] = {}
    for first, count in live.match.table.options(0).spans():
        found.setdefault(live.game.words.kinds[first >> 23].name, []).append((first, count))
    return found


def can_attack(live: LiveMatch) -> bool:
    """Or, where all begin without an army, raise one."""
    return any(name in kinds(live) for name in ("attack", "strike", "move", "send", "recruit"))


def quick_choice(live: LiveMatch) -> int:
    """Onward where one can go on; else as much as can be, in the first place with a neighbour of somebody else's; else
    the first answer to whatever others do."""
    found = kinds(live)
    chosen = live.match.table.sealed_sight(0)
    if chosen and "place" in found and all(len(made) == 1 for made in chosen):  # first a token with which one can move
        return next(first for first, _ in found["place"] if "move" in live.game.name_of(first))
    for onward in ("ready", "done", "end_muster", "no_prayer", "pass"):
        if onward in found:
            return found[onward][0][0]
    spans = [span for spans in found.values() for span in spans]
    regions = live.match.table.picture(0).regions
    board = live.game.board
    assert board is not None
    if "settle" in found:  # where no swarm comes
        tiles = live.match.table.picture(0).tiles
        kind = live.game.words.kinds[spans[0][0] >> 23]
        return next(first for first, _ in spans if board.tiles[tiles[kind.values(first)[0]]].emblem == "bastion")
    for first, count in spans:
        kind = live.game.words.kinds[first >> 23]
        placed = kind.arguments[:1] and kind.arguments[0][1] == "region"
        if placed and any(regions[near].owner != 0 for near in board.neighbours[kind.values(first)[0]]):
            return first + count - 1
    return spans[0][0]


# -- levels ----------------------------------------------------------------------------------------------------------


async def test_whoever_has_made_a_match_changes_the_level_of_its_bots(tmp_path: Path) -> None:
    async with table(tmp_path, seats=3, bots=1) as (use, live):
        mine = await sit_down(live, 0)
        assert (mine.state["bots"], mine.state["players"][2]) == ([None, None, "random"], "Random 3")
        await live.bots.let_play(2, "gentle", by_creator=True)
        assert (mine.state["bots"], mine.state["players"][2]) == ([None, None, "gentle"], "Gentle 3")
        assert (await use.run(use.front.show, live.id, await caller(use, live.id))).seats[2].name == "Gentle 3"
        again = await loaded(use, live.id)
        assert again.bots.plays(2)


async def test_a_level_that_cannot_be_written_stays_as_it_was(tmp_path: Path) -> None:
    async with table(tmp_path, seats=3, bots=1) as (_, live):
        mine = await sit_down(live, 0)
        outside(tmp_path, "create trigger full before update on seats begin select raise(abort, 'disk full'); end")
        with pytest.raises(NotSaved):
            await live.bots.let_play(2, "gentle", by_creator=True)
        assert (mine.state["bots"], mine.state["players"][2]) == ([None, None, "random"], "Random 3")
        assert live.seats[2]["bot"] == "random"


async def test_nobody_else_does_and_not_for_people(tmp_path: Path) -> None:
    async with table(tmp_path, seats=3, bots=1) as (_, live):
        with pytest.raises(Forbidden, match="Only the player who made the match"):
            await live.bots.let_play(2, "gentle", by_creator=False)
        with pytest.raises(UsageError, match="No bot has failed in seat 1"):
            await live.bots.let_play(1, "gentle", by_creator=True)
        with pytest.raises(UsageError, match="no bot 'clever'"):
            await live.bots.let_play(2, "clever", by_creator=True)
        assert live.absence.levels() == [None, None, "random"]


# -- by the network --------------------------------------------------------------------------------------------------


async def test_the_rest_at_a_real_server(server: Server, ann: Person) -> None:
    match = ann.new_match("gentle", "gentle", start=True, options={"max_rounds": 5})["id"]
    wire = await ann.open(match)
    await wire.until(lambda state: state["chore"] != "")
    assert (await wire.ask("rest", n=wire.state["n"]))["type"] == "ack"
    await wire.until(lambda state: state["round"] == 1 and state["spans"])
    mine = [body for _, seat, _, body in entries(server, match) if seat == 0]
    assert len(mine) in (4, 5)
    assert all(body.startswith("place_start") for body in mine)
    stale = await wire.ask("rest", n=wire.state["n"] - 1)
    assert (stale["type"], stale["stale"]) == ("refused", True)
    await wire.close()


async def test_matches_to_watch_are_those_of_others_that_may_be_watched(ann: Person, ben: Person) -> None:
    shown = ann.new_match("random", public=True, start=True)["id"]
    hidden = [
        ann.new_match("random", public=True, watch=False, start=True)["id"],
        ann.new_match("random", public=False, watch=True, start=True)["id"],
        ann.new_match("open", public=True)["id"],
    ]
    watch = [match["id"] for match in ben.get("/api/lobby")["watch"]]
    assert shown in watch
    assert not set(hidden) & set(watch)
    assert ann.get("/api/lobby")["watch"] == [match for match in ben.get("/api/lobby")["watch"] if match["id"] != shown]
    wire = await ben.open(shown)
    assert wire.state["seat"] == -1
    await wire.close()


def test_a_game_in_the_lobby_says_how_a_first_evening_begins(ann: Person) -> None:
    for card in ann.get("/api/games"):
        catalogue = ann.get(f"/api/games/{card['name']}")
        assert card["first_evening"] in [*catalogue["presets"], card["first_evening"]]
        match = ann.post(
            "/api/matches",
            {
                "game": card["name"],
                "options": card["first_evening"]["options"],
                "seats": [{"kind": "me"}, *[{"kind": "bot", "bot": "gentle"}] * (card["seats"]["usual"] - 1)],
                "start": True,
            },
        )
        assert match["status"] == "running"


def test_how_to_play_on_one_page(ann: Person) -> None:
    for card in ann.get("/api/games"):
        brief = ann.get(f"/api/games/{card['name']}/brief")
        assert brief["text"]
        assert (len(brief["first_steps"]["turn"]), len(brief["first_steps"]["hints"])) == (4, 3)
        assert {hint["emblem"] for hint in brief["first_steps"]["hints"]} <= {
            known["word"] for known in brief["emblems"]
        }
        assert len(brief["sequence"]) >= 3
        assert all(
            clause["text"].endswith((".", ":", "?")) for chapter in brief["chapters"] for clause in chapter["clauses"]
        )
    assert ann.refused(404, "GET", "/api/games/chess/brief") == "There is no game 'chess'."
