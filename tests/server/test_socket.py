"""Playing over sockets: what is acknowledged, what is refused, and what others see of it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from marchland.games import load
from marchland.odds.dice_battle import battle_odds
from server.world import SHORT, Person, Server, Wire, entries, play_on, wait_until

pytestmark = pytest.mark.anyio

CAMPUS = load("campus")
NAMES = ("attack", "end_turn", "place", "place_start", "reinforce", "strike")
ATTACK, END_TURN, PLACE, PLACE_START, REINFORCE, STRIKE = (CAMPUS.words.by_name[name] for name in NAMES)
SET_UP = {"max_rounds": 5, "setup_place": "choose"}


@dataclass
class Duel:
    """A match of two people, at its first decision, with a spectator: Ann is asked, Ben waits."""

    id: str
    ann: Wire
    ben: Wire
    eve: Wire

    @property
    def wires(self) -> list[Wire]:
        return [self.ann, self.ben, self.eve]


async def duel(server: Server, people: Callable[..., Person], options: dict[str, Any], **how: Any) -> Duel:
    ann, ben, eve = people(server, "Ann"), people(server, "Ben"), people(server)
    match = ann.new_match("open", options=options, **how)
    ben.join(match)
    ann.post(f"/api/matches/{match['id']}/start")
    wires = [await person.open(match["id"]) for person in (ann, ben)]
    await wires[0].until(lambda state: len(state["present"]) == 2)
    first, second = sorted(wires, key=lambda wire: not wire.state["spans"])
    return Duel(match["id"], first, second, await eve.open(match["id"]))


@pytest.fixture
async def game(server: Server, people: Callable[..., Person]) -> AsyncIterator[Duel]:
    made = await duel(server, people, SET_UP)
    yield made
    for wire in made.wires:
        await wire.close()


async def at_move(game: Duel) -> Wire:
    """Play until somebody may reinforce and attack; whose turn it is."""
    moving = "campus.move"
    rng = random.Random(5)
    playing = [play_on(wire, rng, lambda state: state["stages"][-1] == moving) for wire in (game.ann, game.ben)]
    await asyncio.gather(*playing)
    return game.ann if game.ann.state["spans"] else game.ben


async def all_at(wires: list[Wire], n: int) -> None:
    await asyncio.gather(*(wire.until(lambda state: state["n"] == n) for wire in wires))


def legal(state: Any, kind: Any) -> list[int]:
    """The legal actions of one kind."""
    return [first + i for first, count in state["spans"] for i in range(count) if first >> 23 == kind.number]


async def unchanged(game: Duel, server: Server, before: Any) -> None:
    """Nothing has happened since a state that Ann was sent: not on disk, nor in memory."""
    assert len(entries(server, game.id)) == before["n"]
    again = await game.ann.person.open(game.id, since=before["n"])
    assert {**again.state, "events": []} == {**before, "events": []}
    await again.close()


# -- acknowledgements ------------------------------------------------------------------------------------------------


async def test_what_is_acknowledged_or_shown_is_on_disk(game: Duel, server: Server) -> None:
    """Another reader of the database finds the entry at the moment when the first word of it arrives anywhere."""
    for _ in range(10):
        wire = game.ann if game.ann.state["spans"] else game.ben
        action = wire.state["spans"][-1][0]
        number = await wire.send("play", n=wire.state["n"], action=action)
        message = await wire.receive()
        on_disk = entries(server, game.id)
        assert message["n"] == len(on_disk) == on_disk[-1][0]
        assert on_disk[-1][1:] == (wire.state["seat"], "act", CAMPUS.code_of(action))
        assert (message["type"], message["answers"]) == ("update", number)
        await all_at(game.wires, len(on_disk))


async def test_others_see_what_was_done(game: Duel) -> None:
    action = game.ann.state["spans"][0][0]
    await game.ann.play(action)
    for wire in game.wires:
        state = await wire.until(lambda state: state["n"] == 1)
        assert [event["n"] for event in state["events"]] == [1]
        assert state["events"][0]["text"].startswith(f"{game.ann.name} puts a starting troop in ")
        assert state["events"][0]["clause"] == "CAM-1.6"
        assert state["events"][0]["regions"] == [PLACE_START.a(action)]
    assert game.ben.state["deciders"] == [game.ben.state["seat"]]
    assert game.ben.state["spans"] and not game.ann.state["spans"]


async def test_the_client_chooses_its_own_ids(game: Duel) -> None:
    for number in (0, -5, 7, 7, (1 << 53) - 1):
        await game.ann.socket.send(json.dumps({"type": "why", "id": number, "action": 0}))
        assert (await game.ann.receive())["id"] == number


# -- refusals --------------------------------------------------------------------------------------------------------


async def test_a_stale_action_is_refused(game: Duel, server: Server) -> None:
    action = game.ann.state["spans"][0][0]
    await game.ann.play(action)
    await game.ben.until(lambda state: state["n"] == 1)
    await game.ben.play(game.ben.state["spans"][0][0])
    state = await game.ann.until(lambda state: state["n"] == 2)
    for n in (0, 1, 3, -1, 10**15):
        reply = await game.ann.ask("play", n=n, action=state["spans"][0][0])
        assert (reply["type"], reply["stale"]) == ("refused", True)
    await unchanged(game, server, state)
    assert (await game.ann.play(state["spans"][0][0]))["type"] == "ack"


async def test_of_two_tabs_with_the_same_move_one_is_acknowledged(game: Duel, server: Server) -> None:
    tabs = {wire: await wire.person.open(game.id) for wire in (game.ann, game.ben)}
    wires = [*game.wires, *tabs.values()]
    for turn in range(6):
        await all_at(wires, turn)
        one = game.ann if game.ann.state["spans"] else game.ben
        action = one.state["spans"][0][0]
        replies = await asyncio.gather(*(wire.ask("play", n=turn, action=action) for wire in (one, tabs[one])))
        assert sorted(reply["type"] for reply in replies) == ["ack", "refused"]
        refusal = next(reply for reply in replies if reply["type"] == "refused")
        assert refusal["stale"] is True
        assert len(entries(server, game.id)) == turn + 1
    for tab in tabs.values():
        await tab.close()


@pytest.mark.parametrize(
    ("kind", "arguments", "clause"),
    [
        (END_TURN, (), "CAM-1.6"),
        (ATTACK, (0, 1, 1), "CAM-1.6"),
        (PLACE, (0, 1), "CAM-1.6"),
        (PLACE_START, (63,), "CAM-1.6"),
        (STRIKE, (63, 63), "CAM-1.6"),
    ],
)
async def test_an_illegal_action_is_refused_with_its_rule(
    game: Duel, server: Server, kind: Any, arguments: tuple[int, ...], clause: str
) -> None:
    state = game.ann.state
    reply = await game.ann.play(kind.of(*arguments))
    assert (reply["type"], reply["stale"], reply["clause"]) == ("refused", False, clause)
    assert reply["reason"].endswith(".")
    await unchanged(game, server, state)


async def test_a_spectator_cannot_play_talk_or_take_back(game: Duel, server: Server) -> None:
    state = game.ann.state
    action = state["spans"][0][0]
    n = game.eve.state["n"]
    for message in (
        {"kind": "play", "n": n, "action": action},
        {"kind": "type", "n": n, "text": CAMPUS.name_of(action)},
        {"kind": "undo", "n": n},
        {"kind": "offer", "n": n, "to": 0, "give": [], "ask": []},
    ):
        reply = await game.eve.ask(**message)
        assert (reply["type"], reply["reason"]) == ("refused", "You are watching this match, not playing it.")
    reply = await game.eve.ask("say", text="hello")
    assert (reply["type"], reply["reason"]) == ("refused", "Only players talk at the table.")
    await unchanged(game, server, state)
    assert game.ann.chats == game.ben.chats == []


async def test_nobody_plays_anothers_seat(game: Duel, server: Server) -> None:
    state = game.ann.state
    reply = await game.ben.play(state["spans"][0][0])
    assert (reply["type"], reply["stale"]) == ("refused", False)
    assert "decision" in reply["reason"]
    # There is no field in which another seat could be named.
    raw = {"type": "play", "id": 1, "n": 0, "action": state["spans"][0][0], "seat": state["seat"]}
    await game.ben.socket.send(json.dumps(raw))
    assert (await game.ben.receive())["type"] == "refused"
    await unchanged(game, server, state)


async def test_a_forged_cookie_opens_a_spectators_socket(game: Duel) -> None:
    person = game.eve.person
    for cookie in ("forged", game.ann.person.me["id"], ""):
        wire = await Wire.open(person, game.id, cookie=f"marchland={cookie}")
        state = await wire.receive()
        assert (state["seat"], state["spans"], state["undo"]) == (-1, [], None)
        await wire.close()


async def test_a_game_without_deals_refuses_offers(game: Duel, server: Server) -> None:
    state = game.ann.state
    for give in (["3 water"], []):
        reply = await game.ann.ask("offer", n=0, to=game.ben.state["seat"], give=give, ask=[])
        assert (reply["type"], reply["clause"]) == ("refused", "CAM-6.4")
    assert (await game.ann.ask("offer", n=0, to=7, give=[], ask=[]))["type"] == "refused"
    await unchanged(game, server, state)


async def test_offers_are_made_in_words_and_saved_by_their_codes(server: Server, people: Callable[..., Person]) -> None:
    """SWM-3.2, SWM-3.4  In a message of their own or typed like any other action."""
    made = await duel(server, people, {"deals": "on"}, game="swarm")
    rng = random.Random(3)
    playing = [play_on(wire, rng, lambda state: (state["deals"] or {}).get("open")) for wire in (made.ann, made.ben)]
    await asyncio.gather(*playing)
    await asyncio.gather(*(wire.until(lambda state: state["deals"]["open"]) for wire in (made.ann, made.ben)))
    ann, ben = made.ann, made.ben
    mine, other = ann.state["seat"], ben.state["seat"]
    for give, clause in ((["90 water"], "SWM-3.4"), (["3 pigs"], "SWM-3.2"), ([], "SWM-3.2")):
        reply = await ann.ask("offer", n=ann.state["n"], to=other, give=give, ask=[])
        assert (reply["type"], reply["clause"]) == ("refused", clause)
    assert (await ann.ask("offer", n=ann.state["n"], to=other, give=["1 water"], ask=["2 water"]))["type"] == "ack"
    offer = {"number": 1, "maker": mine, "to": other, "give": ["1 water"], "ask": ["2 water"]}
    state = await ben.until(lambda state: state["deals"]["offers"])
    assert state["deals"]["offers"] == [offer]
    assert (await ben.ask("type", n=state["n"], text="decline offer 1"))["type"] == "ack"
    await ann.until(lambda state: not state["deals"]["offers"])
    assert (await ann.ask("type", n=ann.state["n"], text=f"offer {ben.name}: 1 water for nothing"))["type"] == "ack"
    rows = [(seat, type_, body) for _, seat, type_, body in entries(server, made.id)][-3:]
    assert rows[0] == (mine, "act", f"offer {other}: water 1 for water 2")
    assert rows[2] == (mine, "act", f"offer {other}: water 1 for nothing")
    for wire in made.wires:
        await wire.close()


@pytest.mark.parametrize("match", ["nosuchmatch", "waiting"])
async def test_there_is_no_socket_where_nothing_is_played(ann: Person, match: str) -> None:
    made = ann.new_match("open")
    wire = await Wire.open(ann, made["id"] if match == "waiting" else match)
    assert await wire.closed() == 4404


# -- garbage ---------------------------------------------------------------------------------------------------------

GARBAGE = [
    "",
    "hello",
    "{",
    "null",
    "7",
    "[]",
    "[" * 4000,
    '{"type":' * 400,
    "{}",
    '{"type": "dance", "id": 1}',
    '{"type": "play", "id": 1}',
    '{"type": "play", "id": 1, "n": 0}',
    '{"type": "play", "id": "1", "n": 0, "action": 0}',
    '{"type": "play", "id": true, "n": 0, "action": 0}',
    '{"type": "play", "id": 1.5, "n": 0, "action": 0}',
    '{"type": "play", "id": null, "n": 0, "action": 0}',
    '{"type": "play", "id": 1, "n": "0", "action": 0}',
    '{"type": "play", "id": 1, "n": 0, "action": -1}',
    '{"type": "play", "id": 1, "n": 0, "action": 1073741824}',
    '{"type": "play", "id": 1, "n": 0, "action": 1e9}',
    '{"type": "play", "id": 1, "n": 0, "action": [0]}',
    '{"type": "play", "id": 1, "n": 0, "action": ' + "9" * 3900 + "}",
    '{"type": "play", "id": ' + "9" * 3900 + ', "n": 0, "action": 0}',
    '{"type": "play", "id": 9223372036854775808, "n": 0, "action": 0}',
    '{"type": "why", "id": 36893488147419103232, "action": 0}',
    '{"type": "undo", "id": -9007199254740993, "n": 0}',
    '{"type": "play", "id": 1, "n": ' + "9" * 3900 + ', "action": 0}',
    '{"type": "type", "id": 1, "n": 0, "text": ""}',
    '{"type": "type", "id": 1, "n": 0, "text": "' + "x" * 201 + '"}',
    '{"type": "type", "id": 1, "n": 0, "text": "\\ud800"}',
    '{"type": "say", "id": 1, "text": ""}',
    '{"type": "say", "id": 1, "text": "   "}',
    '{"type": "say", "id": 1, "text": "a\\u0000b"}',
    '{"type": "say", "id": 1, "text": "\\u001b[2J"}',
    '{"type": "say", "id": 1, "text": "' + "x" * 501 + '"}',
    '{"type": "say", "id": 1, "text": "hi", "to": 8}',
    '{"type": "say", "id": 1, "text": "hi", "to": 2}',
    '{"type": "say", "id": 1, "text": "hi", "to": -1}',
    '{"type": "offer", "id": 1, "n": 0, "to": 1, "give": "all", "ask": []}',
    '{"type": "offer", "id": 1, "n": 0, "to": 1, "give": [' + '"1",' * 16 + '"1"], "ask": []}',
    '{"type": "offer", "id": 1, "n": 0, "to": 1, "give": [[1]], "ask": []}',
    '{"message": {"type": "undo", "id": 1, "n": 0}}',
    '{"type": "state", "match": "x"}',
]


async def test_garbage_is_refused_in_words_and_changes_nothing(game: Duel, server: Server) -> None:
    """Every piece is answered on the same socket, which goes on working."""
    state = game.ann.state
    for number, text in enumerate(GARBAGE):
        if number % 40 == 39:
            await game.ann.close()
            game.ann = await game.ann.person.open(game.id)
        await game.ann.socket.send(text)
        reply = await game.ann.receive()
        assert reply["type"] == "refused", text
        assert reply["reason"].endswith("."), text
        assert len(reply["reason"]) < 500
    await unchanged(game, server, game.ann.state)
    assert game.ann.state["n"] == state["n"]
    assert game.ben.chats == []
    assert (await game.ann.play(state["spans"][0][0]))["type"] == "ack"


@pytest.mark.parametrize("size", [4097, 8000, 100_000, 5_000_000])
async def test_an_oversized_message_closes_the_socket(game: Duel, server: Server, size: int) -> None:
    text = '{"type": "say", "id": 1, "text": "' + "x" * size + '"}'
    state = game.ann.state
    with_it = await game.ben.person.open(game.id)
    with contextlib.suppress(ConnectionClosed):
        await with_it.socket.send(text)
    assert await with_it.closed() == 1009
    await unchanged(game, server, state)


async def test_the_largest_message_is_answered(game: Duel) -> None:
    text = '{"type": "undo", "id": 1, "n": 0}'
    await game.ann.socket.send(text + " " * (4096 - len(text)))
    assert (await game.ann.receive())["type"] == "refused"


async def test_a_message_in_bytes_closes_the_socket(game: Duel, server: Server) -> None:
    state = game.ann.state
    wire = await game.ben.person.open(game.id)
    await wire.socket.send(b'{"type": "say", "id": 1, "text": "hi"}')
    assert await wire.closed() == 1003
    await unchanged(game, server, state)


async def test_too_many_messages_close_the_socket(game: Duel, server: Server) -> None:
    state = game.ann.state
    wire = await game.ben.person.open(game.id)
    for number in range(200):
        await wire.socket.send(json.dumps({"type": "why", "id": number, "action": 0}))
    assert await wire.closed() == 1008
    answers = [json.loads(text)["id"] for text in wire.frames if '"answer"' in text]
    assert answers == list(range(len(answers)))
    assert len(answers) < 200
    await unchanged(game, server, state)


async def test_a_few_at_once_do_not(game: Duel) -> None:
    for number in range(50):
        await game.ben.socket.send(json.dumps({"type": "why", "id": number, "action": 0}))
    assert [(await game.ben.receive())["id"] for _ in range(50)] == list(range(50))


async def test_since_is_a_number(game: Duel) -> None:
    with pytest.raises(InvalidStatus):
        await Wire.open(game.eve.person, game.id, since="never")  # type: ignore[arg-type]


# -- words, why and odds ---------------------------------------------------------------------------------------------


async def test_an_action_in_words(game: Duel, server: Server) -> None:
    action = game.ann.state["spans"][-1][0]
    said = "  SET  up " + CAMPUS.labels.name("region", PLACE_START.a(action)).upper()
    reply = await game.ann.ask("type", n=0, text=said)
    assert reply["type"] == "ack"
    assert entries(server, game.id) == [(1, game.ann.state["seat"], "act", CAMPUS.code_of(action))]


@pytest.mark.parametrize(
    ("text", "said"), [("dance", "names no action"), ("set up the moon", "no region called 'the moon'")]
)
async def test_words_that_mean_nothing(game: Duel, server: Server, text: str, said: str) -> None:
    state = game.ann.state
    reply = await game.ann.ask("type", n=0, text=text)
    assert reply["type"] == "refused"
    assert said in reply["reason"]
    await unchanged(game, server, state)


async def test_why_tells_the_rule(game: Duel) -> None:
    mover = await at_move(game)
    rooms = mover.state["picture"]["regions"]
    mine = next(room for room, place in enumerate(rooms) if place["owner"] == mover.state["seat"])
    theirs = next(room for room, place in enumerate(rooms) if place["owner"] == 1 - mover.state["seat"])
    answer = await mover.ask("why", action=REINFORCE.of(theirs, mine, 1))
    assert answer["clause"] == "CAM-4.3"
    assert "not yours" in answer["text"]
    answer = await mover.ask("why", action=mover.state["spans"][0][0])
    assert (answer["text"], answer["clause"], answer["win"]) == ("This is possible.", "", None)
    waiting = game.ben if mover is game.ann else game.ann
    for wire in (waiting, game.eve):
        answer = await wire.ask("why", action=mover.state["spans"][0][0])
        assert "decision" in answer["text"]


async def test_odds_tell_the_chance_of_an_attack(game: Duel) -> None:
    mover = await at_move(game)
    attacks = legal(mover.state, ATTACK)
    for action in attacks[:3]:
        target = ATTACK.b(action)
        defenders = mover.state["picture"]["regions"][target]["count"]
        expected = battle_odds(int(ATTACK.c(action)), defenders)
        for wire in game.wires:
            answer = await wire.ask("odds", action=action)
            assert answer["win"] == pytest.approx(expected.win)
            assert f"{expected.win:.0%}" in answer["text"]
    answer = await mover.ask("odds", action=END_TURN.of())
    assert (answer["win"], answer["text"]) == (
        None,
        "No battle is decided by this, or too large a one to work out here.",
    )


# -- undo ------------------------------------------------------------------------------------------------------------


@pytest.fixture
async def placing(server: Server, people: Callable[..., Person]) -> AsyncIterator[Duel]:
    """Ann places her troops, and nobody else is asked until the end of her turn."""
    made = await duel(server, people, SHORT)
    yield made
    for wire in made.wires:
        await wire.close()


async def test_undo_goes_back_and_tells_everybody(placing: Duel, server: Server) -> None:
    game = placing
    before = game.ann.state
    assert before["undo"] is None
    action = before["spans"][0][0]
    await game.ann.play(action)
    undo = game.ann.state["undo"]
    assert undo.startswith("place 1 in ") and CAMPUS.parse(undo) == action
    await game.ben.until(lambda state: state["n"] == 1)
    assert game.ben.state["undo"] is None
    assert (await game.ben.ask("undo", n=1))["type"] == "refused"
    assert (await game.ann.ask("undo", n=0))["stale"] is True

    reply = await game.ann.ask("undo", n=1)
    assert (reply["type"], reply["n"]) == ("ack", 2)
    said = f"{game.ann.name} takes back: {undo}"
    for wire in game.wires:
        state = await wire.until(lambda state: state["n"] == 2)
        assert [event["text"] for event in state["events"]] == [said]
        assert state["picture"] == before["picture"]
        assert state["deciders"] == before["deciders"]
    assert game.ann.state["spans"] == before["spans"]
    assert [row[2] for row in entries(server, game.id)] == ["act", "undo"]
    # Somebody who comes later is told the whole story, what was taken back included.
    late = await game.eve.person.open(game.id)
    assert late.events[-2:] == game.ben.events[-2:]
    await late.close()
    assert (await game.ann.play(before["spans"][1][0]))["n"] == 3


async def test_what_another_was_asked_or_has_answered_is_not_taken_back(game: Duel, server: Server) -> None:
    await game.ann.play(game.ann.state["spans"][0][0])
    assert game.ann.state["undo"] is None
    assert "another player has been asked" in (await game.ann.ask("undo", n=1))["reason"]
    await game.ben.until(lambda state: state["n"] == 1)
    await game.ben.play(game.ben.state["spans"][0][0])
    state = await game.ann.until(lambda state: state["n"] == 2)
    reply = await game.ann.ask("undo", n=2)
    assert reply["type"] == "refused"
    assert "another player has acted" in reply["reason"]
    await unchanged(game, server, state)


# -- coming and going ------------------------------------------------------------------------------------------------


async def test_who_comes_back_hears_what_happened_since(game: Duel) -> None:
    await at_move(game)
    last = max(wire.state["n"] for wire in game.wires)
    await game.eve.until(lambda state: state["n"] == last)
    everything = game.eve.events
    assert everything[0]["n"] == 0
    for since in (-1, 0, 1, last // 2, last - 1, last, last + 5):
        wire = await game.ben.person.open(game.id, since)
        assert wire.state["n"] == last
        assert wire.state["events"] == [event for event in everything if event["n"] > since]
        await wire.close()


async def test_the_lobby_tells_the_round(game: Duel) -> None:
    assert game.ann.person.info(game.id)["round"] == 0
    mover = await at_move(game)
    assert mover.state["round"] == 1
    assert mover.person.info(game.id)["round"] == 1


async def test_presence(game: Duel) -> None:
    seats = sorted([game.ann.state["seat"], game.ben.state["seat"]])
    assert game.eve.state["present"] == seats
    await game.ben.close()
    state = await game.ann.until(lambda state: state["present"] == [game.ann.state["seat"]])
    assert state["events"] == []
    tabs = [await game.ben.person.open(game.id) for _ in range(2)]
    await game.ann.until(lambda state: state["present"] == seats)
    # One of two tabs makes no difference, nor does a spectator: nobody is told.
    frames = len(game.ann.frames)
    await tabs[0].close()
    await game.eve.close()
    game.eve = await game.eve.person.open(game.id)
    assert game.eve.state["present"] == seats
    await game.ann.ask("why", action=0)
    assert len(game.ann.frames) == frames + 1
    await tabs[1].close()
    await game.ann.until(lambda state: state["present"] == [game.ann.state["seat"]])


async def test_a_device_with_the_link_of_a_seat_plays_it(game: Duel, people: Callable[..., Person]) -> None:
    link = game.ann.person.seat_link(game.id)
    phone = people(game.ann.person.server)
    phone.post(f"/api/seats/{link}/open")
    wire = await phone.open(game.id)
    assert wire.state["seat"] == game.ann.state["seat"]
    assert (await wire.play(wire.state["spans"][0][0]))["type"] == "ack"
    await game.ann.until(lambda state: state["n"] == 1)
    await wire.close()


# -- chat ------------------------------------------------------------------------------------------------------------


async def test_talk_at_the_table_is_heard_by_all(game: Duel) -> None:
    reply = await game.ann.ask("say", text="  Hello <b>all</b> & 👋\nsecond line ")
    assert reply["type"] == "ack"
    for wire in game.wires:
        while not wire.chats:
            await wire.receive()
        (chat,) = wire.chats
        assert (chat["seat"], chat["name"], chat["to"]) == (game.ann.state["seat"], game.ann.name, None)
        assert chat["text"] == "Hello <b>all</b> & 👋\nsecond line"
    for person in (game.ann.person, game.ben.person, game.eve.person):
        assert person.get(f"/api/matches/{game.id}/chat") == game.eve.chats


async def test_a_word_to_one_is_read_by_two(server: Server, people: Callable[..., Person]) -> None:
    ann, ben, cyd, eve = people(server, "Ann"), people(server, "Ben"), people(server, "Cyd"), people(server)
    match = ann.new_match("open", "open")
    for person in (ben, cyd):
        person.join(match)
    ann.post(f"/api/matches/{match['id']}/start")
    wires = [await person.open(match["id"]) for person in (ann, ben, cyd, eve)]
    assert (await wires[0].ask("say", text="psst", to=1))["type"] == "ack"
    assert (await wires[1].ask("say", text="yes?", to=0))["type"] == "ack"
    assert (await wires[2].ask("say", text="what?"))["type"] == "ack"
    for wire in wires:
        while "what?" not in [chat["text"] for chat in wire.chats]:
            await wire.receive()
    heard = [[chat["text"] for chat in wire.chats] for wire in wires]
    assert heard == [["psst", "yes?", "what?"], ["psst", "yes?", "what?"], ["what?"], ["what?"]]
    for wire, person in zip(wires, (ann, ben, cyd, eve), strict=True):
        # Clients tell by the number what they have already, and no number tells of a whisper.
        assert person.get(f"/api/matches/{match['id']}/chat") == wire.chats
        assert [chat["number"] for chat in wire.chats] == list(range(1, len(wire.chats) + 1))
    for wire in wires[2:]:
        assert not any("psst" in text or "yes?" in text for text in wire.frames)
    for wire in wires:
        await wire.close()


# -- bots ------------------------------------------------------------------------------------------------------------


async def test_bots_play_without_anybody_looking(ann: Person) -> None:
    """From the moment of the start, whoever is first: the seat's own turn comes by itself."""
    for _ in range(3):
        match = ann.new_match("random", "random", options=SET_UP, start=True)
        wait_until(lambda match=match: ann.info(match["id"])["your_turn"], "it is Ann's turn")
