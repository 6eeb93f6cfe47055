"""Several people at one screen, each with a seat and a name of their own; and the colours of a table."""

from __future__ import annotations

import random
from typing import Any

import pytest

from marchland.server.colours import shared_out
from server.world import Person, Server, Wire, pick

pytestmark = pytest.mark.anyio


def here(name: str | None) -> dict[str, Any]:
    return {"kind": "here", "name": name}


def together(ann: Person, *names: str | None, game: str = "swarm", **how: Any) -> Any:
    seats = [{"kind": "me"}, *[here(name) for name in names]]
    return ann.post("/api/matches", {"game": game, "seats": seats, "start": True, **how})


async def at(person: Person, match: str, seat: int) -> Wire:
    wire = await Wire.open(person, match, query=f"&at={seat}")
    await wire.receive()
    return wire


async def test_friends_at_one_screen_have_seats_and_names_of_their_own(ann: Person) -> None:
    match = together(ann, "Ben", "Cyd")
    assert match["status"] == "running"
    assert [(seat["name"], seat["mine"], seat["here"]) for seat in match["seats"]] == [
        ("Ann", True, True),
        ("Ben", False, True),
        ("Cyd", False, True),
    ]
    for seat in range(3):
        shown = ann.get(f"/api/matches/{match['id']}?at={seat}")
        assert [one["seat"] for one in shown["seats"] if one["mine"]] == [seat]
        wire = await at(ann, match["id"], seat)
        assert wire.state["seat"] == seat
        await wire.close()


async def test_each_sees_the_own_secrets_alone(ann: Person) -> None:
    """SWM-2.13"""
    match = together(ann, "Ben")["id"]
    hands = []
    for seat in range(2):
        wire = await at(ann, match, seat)
        hands.append([card["card"] for card in wire.state["picture"]["hand"] if card["deck"] == "traitor"])
        assert {card["seat"] for card in wire.state["picture"]["hand"]} <= {seat}
        await wire.close()
    assert not set(hands[0]) & set(hands[1])


async def test_each_plays_the_own_seat(ann: Person, server: Server) -> None:
    match = together(ann, "Ben", game="campus", options={"max_rounds": 5})["id"]
    rng = random.Random(3)
    moved: set[int] = set()
    for _ in range(6):
        (seat,) = [one["seat"] for one in ann.info(match)["seats"] if one["awaited"]]
        wire = await at(ann, match, seat)
        assert (await wire.play(pick(wire.state, rng)))["type"] == "ack"
        moved.add(seat)
        await wire.close()
    assert moved == {0, 1}
    rows = server.query("select distinct seat from entries where match = ?", match)
    assert {row[0] for row in rows} == {0, 1}


async def test_nobody_else_plays_for_them(ann: Person, ben: Person) -> None:
    match = together(ann, "Cyd")["id"]
    wire = await at(ben, match, 1)
    assert wire.state["seat"] == -1
    assert not any(seat["here"] or seat["awaited"] for seat in ben.info(match)["seats"])
    await wire.close()
    # Nor can a host sit down where others are at home.
    public = ann.new_match("open", public=True)
    ben.join(public)
    ann.post(f"/api/matches/{public['id']}/start")
    wire = await at(ann, public["id"], 1)
    assert wire.state["seat"] == 0
    await wire.close()


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([None], "Everybody who plays at this screen needs a name."),
        (["Ann"], "who plays here too"),
        (["Ben", "B\u0435n"], "who plays here too"),
    ],
)
def test_names_at_one_screen_are_told_apart(ann: Person, names: list[str | None], said: str) -> None:
    seats = [{"kind": "me"}, *[here(name) for name in names]]
    before = len(ann.get("/api/lobby")["mine"])
    assert said in ann.refused(409, "POST", "/api/matches", {"game": "campus", "seats": seats})
    assert len(ann.get("/api/lobby")["mine"]) == before


def test_the_dice_miss_nobody_at_the_screen(ann: Person) -> None:
    draw = together(ann, "Ben")["draw"]
    assert 1 not in draw["missing"]


def test_a_match_at_one_screen_is_played_again_at_one_screen(ann: Person, server: Server) -> None:
    match = together(ann, "Ben")["id"]
    server.query("update matches set status = 'over' where id = ?", match)
    again = ann.post(f"/api/matches/{match}/rematch")
    assert [(seat["name"], seat["kind"], seat["here"]) for seat in again["seats"]] == [
        ("Ann", "person", True),
        ("Ben", "person", True),
    ]


# -- colours -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "worn"),
    [
        ([None, None, None], [0, 1, 2]),
        ([3, None, None], [3, 1, 2]),
        ([1, None, None], [1, 0, 2]),
        ([2, 2, None], [2, 1, 0]),
        ([5, 4, 3, 2, 1, 0], [5, 4, 3, 2, 1, 0]),
        ([5, 5, 5, 5, 5, 5], [5, 1, 2, 3, 4, 0]),
    ],
)
def test_no_two_seats_have_a_colour(chosen: list[int | None], worn: list[int]) -> None:
    assert shared_out(chosen) == worn


def test_people_choose_their_colours(ann: Person, ben: Person) -> None:
    made = ann.new_match("open", "gentle", public=True, colour=4)
    joined = ben.post(f"/api/matches/{made['id']}/join", {"invite": None, "colour": 4})
    assert [seat["colour"] for seat in joined["seats"]] == [4, 1, 2]
    ben.post(f"/api/matches/{made['id']}/leave")
    joined = ben.post(f"/api/matches/{made['id']}/join", {"invite": None, "colour": 2})
    assert [seat["colour"] for seat in joined["seats"]] == [4, 2, 0]
    assert "less than 6" in ann.refused(
        422, "POST", "/api/matches", {"game": "campus", "seats": [{"kind": "me"}], "colour": 6}
    )


async def test_whoever_let_a_bot_play_is_back_by_a_click_of_anybody_at_the_screen(ann: Person, ben: Person) -> None:
    match = together(ann, "Cyd", game="campus", watch=True)["id"]
    wire = await at(ann, match, 1)
    assert (await wire.ask("leave", bot="random"))["type"] == "ack"
    for path in (f"/api/matches/{match}/back?at=1", f"/api/matches/{match}/back"):
        assert ben.refused(403, "POST", path) == "You have no seat in this match."
    back = ann.post(f"/api/matches/{match}/back?at=1")
    assert [(seat["name"], seat["away"], seat["mine"]) for seat in back["seats"]] == [
        ("Ann", None, True),
        ("Cyd", None, False),
    ]
    await wire.until(lambda state: state["seats"] == [])
    # Who was not away is none the worse.
    assert ann.post(f"/api/matches/{match}/back")["status"] == "running"
    await wire.close()
    made = ann.new_match("open")["id"]
    assert "not being played" in ann.refused(409, "POST", f"/api/matches/{made}/back")
