"""Chapters 2 and 3: the three steps of a turn, and how many troops it brings."""

import pytest

from campus.table import (
    BUILDINGS,
    GAME,
    ROOMS,
    deal,
    end_turns,
    lay,
    number,
    of,
    offered,
    play,
    reach,
    refused,
    rooms_of,
    seen,
    told,
    troops_of,
)

# Rooms that make up no building, however many of them are taken from the front.
LOOSE = [room for rooms in BUILDINGS.values() for room in rooms[1:]]


# -- the three steps -------------------------------------------------------------------------------------------------


def test_a_turn_receives_places_and_moves() -> None:
    """CAM-2.1, CAM-2.2, CAM-2.3, CAM-2.4  One turn as it is told: troops come, are placed and move."""
    t = lay({"PHY": [0, 1], "COR": [0, 1], "CHE": [1, 1]}, step="receive", events=True)
    play(t, "place 2 in COR", "place 1 in PHY", "reinforce PHY from COR with 1", "end turn")
    assert told(t) == [
        "seat 0 receives 3 troops",
        "seat 0 places 2 troops in Long Corridor",
        "seat 0 places 1 troop in Physics Lab",
        "seat 0 reinforces Physics Lab from Long Corridor with 1 troop",
        "seat 0 ends the turn",
        "seat 1 receives 3 troops",
    ]


def test_each_player_receives_in_his_own_turn_only() -> None:
    """CAM-2.2  While others play, nobody's troops grow; the first player has as many after the first turn as before."""
    t = deal(4, setup_place="random")
    for _ in range(8):
        seat, before = t.active, [troops_of(t, player) for player in range(4)]
        income = t.to_place
        assert income >= 3
        end_turns(t, 1)
        after = [troops_of(t, player) for player in range(4)]
        assert [after[player] - before[player] for player in range(4)] == [
            income if player == seat else 0 for player in range(4)
        ]


def test_W14_place_before_moving() -> None:
    """CAM-2.3  One of three is placed: the other two have to follow before anything else is offered."""
    t = lay({"COM": [0, 5], "COR": [0, 2], "FOU": [1, 1]}, step="place", to_place=3)
    play(t, "place 1 in COM")
    assert offered(t) == ["place 1 in COR", "place 2 in COR", "place 1 in COM", "place 2 in COM"]
    for action in ("reinforce COR from COM with 1", "attack FOU from COM with 1", "end turn"):
        assert refused(t, action) == "CAM-2.3"
    play(t, "place 2 in COR")
    assert seen(t, "COM", "COR") == {"COM": [0, 6, 0, 0], "COR": [0, 4, 0, 0]}
    assert {"end turn", "attack FOU from COM with 1", "reinforce COR from COM with 1"} <= set(offered(t))
    assert refused(t, "place 1 in COM") == "CAM-2.3"


@pytest.mark.parametrize(
    ("split", "after"),
    [
        (["place 5 in PHY"], [6, 1, 1]),
        (["place 1 in PHY", "place 4 in TRA"], [2, 1, 5]),
        (["place 1 in TRA"] * 5, [1, 1, 6]),
        (["place 2 in GRE", "place 1 in PHY", "place 1 in GRE", "place 1 in TRA"], [2, 4, 2]),
    ],
)
def test_any_split_anywhere_on_the_map(split: list[str], after: list[int]) -> None:
    """CAM-2.3  Rooms at both ends of the campus and in its middle, in any portions."""
    t = lay(of(0, "PHY", "GRE", "TRA"), step="place", to_place=5)
    play(t, *split)
    assert [t.units[number(room)] for room in ("PHY", "GRE", "TRA")] == after
    assert "end turn" in offered(t)


def test_every_own_room_may_take_troops() -> None:
    """CAM-2.3  Each room of one's own with each number; no other room."""
    mine = ["BIO", "STU", "LOA", "TRA"]
    t = lay(of(0, *mine), step="place", to_place=3)
    assert offered(t) == [f"place {n} in {room}" for room in mine for n in (1, 2, 3)]


def test_reinforcing_and_attacking_in_any_order() -> None:
    """CAM-2.4, CAM-4.11  Attack, reinforce, attack on, reinforce elsewhere, attack, and end: one turn."""
    t = lay(
        {"COM": [0, 5], "COR": [0, 4], "FOU": [1, 1], "MAC": [1, 1], "LEC": [1, 1], "PHY": [0, 1]},
        faces=[6, 6, 5, 1, 6, 6, 1, 6, 1],
    )
    play(
        t,
        "attack FOU from COM with 3",
        "reinforce FOU from COM with 1",
        "attack MAC from FOU with 2",
        "reinforce PHY from COR with 1",
        "attack LEC from COR with 1",
    )
    assert seen(t, "COM", "FOU", "MAC", "PHY", "COR", "LEC") == {
        "COM": [0, 1, 0, 0],
        "FOU": [0, 0, 1, 1],
        "MAC": [0, 0, 0, 2],
        "PHY": [0, 1, 1, 0],
        "COR": [0, 2, 0, 0],
        "LEC": [0, 0, 0, 1],
    }
    play(t, "end turn")
    assert t.active == 2  # seat 1 has lost his three rooms


def test_W45_a_turn_without_movement() -> None:
    """CAM-2.4  Three troops are placed, and the turn is ended."""
    t = lay({"COM": [0, 2], "FOU": [1, 1]}, step="receive")
    assert t.to_place == 3
    play(t, "place 3 in COM", "end turn")
    assert t.active == 1
    assert t.units[number("COM")] == 5


def test_a_turn_ends_only_by_its_player() -> None:
    """CAM-2.4  With nothing left but to end the turn, the player is still asked."""
    t = lay({"COM": [0, 1]})
    assert t.deciders() == [0]
    assert offered(t) == ["end turn"]


def test_W46_one_step_only() -> None:
    """CAM-2.5, CAM-4.3  Troops that came into the corridor stop there; only its own fresh one goes on."""
    t = lay({"PHY": [0, 4], "COR": [0, 1], "COM": [0, 1]})
    assert offered(t, "reinforce COM from PHY") == []
    assert refused(t, "reinforce COM from PHY with 1") == "CAM-2.5"
    play(t, "reinforce COR from PHY with 3")
    assert seen(t, "COR") == {"COR": [0, 1, 3, 0]}
    assert reach(t, "COR")[0] == 1
    assert offered(t, "reinforce COM from COR") == ["reinforce COM from COR with 1"]


@pytest.mark.parametrize("room", ROOMS)
def test_moves_lead_to_adjacent_rooms_only(room: str) -> None:
    """CAM-2.5, CAM-S.2  From every room, reinforcements and attacks are offered exactly to its neighbours."""
    near = {ROOMS[i] for i in lay({}, (0, 1)).board.neighbours[number(room)]}
    friendly = lay({room: [0, 2]}, (0, 1))
    assert set(offered(friendly, "reinforce")) == {f"reinforce {other} from {room} with 1" for other in near}
    assert offered(friendly, "attack") == []
    hostile = lay({room: [0, 2]}, (1, 1))
    assert set(offered(hostile, "attack")) == {f"attack {other} from {room} with 1" for other in near}
    assert offered(hostile, "reinforce") == []


# -- the opening -----------------------------------------------------------------------------------------------------


def test_W44_staggered_opening() -> None:
    """CAM-2.6  Shares of one, two, three and four quarters, rounded down; all in full from round 2 on."""
    last = [*BUILDINGS["SPO"], "PHY", "REA", "GAL", "CAF", "MAC"]
    others = [room for room in ROOMS if room not in last]
    rooms = {room: [i % 3, 1] for i, room in enumerate(others)}
    t = lay({**rooms, **of(3, *last)}, step="receive", options={"opening": "staggered"})
    assert [t.income(seat) for seat in range(4)] == [3, 3, 3, 6]
    assert "end turn" in offered(t)  # no place step for the first player
    received = []
    for _ in range(8):
        received.append(t.to_place)
        end_turns(t, 1)
    assert received == [0, 1, 2, 6, 3, 3, 3, 6]


@pytest.mark.parametrize(
    ("seats", "place", "income", "share"),
    [
        (4, 1, 3, 0),
        (4, 2, 3, 1),
        (4, 3, 3, 2),
        (4, 4, 3, 3),
        (4, 4, 6, 6),
        (4, 1, 6, 1),
        (4, 3, 6, 4),
        (2, 1, 3, 1),
        (2, 2, 3, 3),
        (3, 1, 3, 1),
        (3, 2, 3, 2),
        (5, 1, 3, 0),
        (5, 4, 3, 2),
        (5, 4, 6, 4),
        (6, 1, 6, 1),
        (6, 5, 6, 5),
        (6, 6, 6, 6),
    ],
)
def test_staggered_shares(seats: int, place: int, income: int, share: int) -> None:
    """CAM-2.6, CAM-3.2  The place in turn order over the number of players, applied to base and bonus together."""
    order = [(seat + 1) % seats for seat in range(seats)]  # seat 1 first, seat 0 last
    seat = order[place - 1]
    held = BUILDINGS["SPO"] if income == 6 else ["CHE", "BIO", "ARC"]
    others = [other for other in range(seats) if other != seat]
    rooms = {room: [others[i % len(others)], 1] for i, room in enumerate(ROOMS) if room not in held}
    common = {"seats": seats, "order": order, "active": seat, "step": "receive"}
    scale = {"map_scale": "more_troops"}
    staggered = lay({**rooms, **of(seat, *held)}, options={"opening": "staggered", **scale}, **common)
    assert staggered.to_place == share
    full = lay({**rooms, **of(seat, *held)}, options={"opening": "full", **scale}, **common)
    assert full.to_place == income
    later = lay({**rooms, **of(seat, *held)}, options={"opening": "staggered", **scale}, round=2, **common)
    assert later.to_place == income


def test_staggered_counts_those_who_began() -> None:
    """CAM-2.6, CAM-S.14  A player eliminated in round 1 still counts: the third of four gets three quarters."""
    rooms = {room: [2 if i % 2 else 3, 1] for i, room in enumerate(ROOMS)}
    t = lay({**rooms, "COM": [0, 4], "FOU": [1, 1]}, faces=[6, 6, 6, 1], options={"opening": "staggered"})
    play(t, "attack FOU from COM with 3")
    assert t.fallen == [1]
    play(t, "end turn")
    assert t.active == 2
    assert len(rooms_of(t, 2)) == 20
    assert t.to_place == 4  # three quarters of 6, rounded down


# -- receiving -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rooms", "received"), [(1, 3), (8, 3), (11, 3), (12, 4), (14, 4), (15, 5)])
def test_W08_base_income(rooms: int, received: int) -> None:
    """CAM-S.3, CAM-3.1  No building complete: a third of the rooms, at least three."""
    t = lay(of(0, *LOOSE[:rooms]), (1, 1), step="receive")
    assert t.to_place == received


def test_W09_building_on_top_of_the_minimum() -> None:
    """CAM-S.3, CAM-S.4, CAM-3.2  Five rooms, the Arts House: three for the base and three more."""
    t = lay(of(0, *BUILDINGS["ART"]), (1, 1), step="receive")
    assert t.to_place == 6


@pytest.mark.parametrize(("seats", "received"), [(2, 7), (4, 9)])
def test_W11_the_bonus_follows_the_map_in_play(seats: int, received: int) -> None:
    """CAM-S.5, CAM-3.1, CAM-3.3  Student Union and five more rooms: the Union pays 4 to two players and 6 to four."""
    t = lay(of(0, *BUILDINGS["UNI"], "PHY", "CHE", "BIO", "REA", "ARC"), (1, 1), seats=seats, step="receive")
    assert t.to_place == received


def test_W13_income_is_computed_once() -> None:
    """CAM-3.1  The twelfth room comes too late for this turn, and in time for the next."""
    t = lay({**of(0, *LOOSE[:11]), "COM": [0, 5], "FOU": [1, 1]}, (1, 1), faces=[6, 6, 6, 1], step="receive")
    assert len(rooms_of(t, 0)) == 11
    assert t.to_place == 3
    play(t, "place 3 in COM", "attack FOU from COM with 3")
    assert len(rooms_of(t, 0)) == 12
    assert t.to_place == 0
    assert offered(t, "place") == []
    assert t.income(0) == 4
    end_turns(t, 2)
    assert (t.active, t.to_place) == (0, 4)


def test_income_is_counted_at_the_beginning_of_the_turn() -> None:
    """CAM-3.1, CAM-S.4  A building lost to another player's turn is not paid in the next of one's own."""
    arts = of(0, *BUILDINGS["ART"])
    t = lay({**arts, "CLI": [1, 3]}, (2, 1), faces=[6, 6, 1], active=1)
    assert t.income(0) == 6
    play(t, "attack DRA from CLI with 2")
    assert end_turns(t, 2) == [1, 2]
    assert (t.active, t.to_place) == (0, 3)


@pytest.mark.parametrize(
    ("seats", "lacking", "received"),
    [(2, "CAF", 6 + 4 + 4), (3, "GAL", 10 + 5 + 4 + 4 + 4), (4, "PHY", 13 + 4 + 3 + 6 + 4 + 4 + 3)],
)
def test_closed_buildings_pay_nothing(seats: int, lacking: str, received: int) -> None:
    """CAM-3.3, CAM-S.3  All rooms in play but one: base and open buildings, nothing for the closed ones."""
    t = lay({lacking: [1, 1]}, (0, 1), seats=seats, step="receive")
    assert t.to_place == received


def test_income_is_announced() -> None:
    """CAM-3.1, CAM-2.2  The number received is told to everybody, with its clause."""
    t = lay(of(0, *BUILDINGS["ART"]), (1, 1), step="receive", events=True)
    assert told(t, "CAM-3.1") == ["seat 0 receives 6 troops"]
    assert GAME.say(t.prompt(0)) == "Place 6 troops."
    assert GAME.say(t.prompt(1)) == "seat 0 places 6 troops"
