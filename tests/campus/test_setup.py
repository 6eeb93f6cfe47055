"""Chapter 1: seats, turn order, the deal and the starting troops."""

from collections import Counter
from typing import Any

import pytest

from campus.table import (
    BUILDINGS,
    GAME,
    ROOMS,
    Position,
    deal,
    end_turns,
    in_rising_order,
    lay,
    number,
    offered,
    play,
    refused,
    rooms_of,
    told,
    troops_of,
)
from marchland.engine.dice import Dice, ScriptedDice
from marchland.engine.errors import UsageError
from marchland.games.campus.table import Campus

NEUTRAL = 6


class HighDice(Dice):
    """Every draw is the highest there is: the last seat begins, and a shuffle leaves everything where it lies."""

    def word(self) -> int:
        return 0xFFFFFFFF


def dealt(t: Campus) -> list[int]:
    """The number of rooms of each player, in turn order."""
    return [len(rooms_of(t, seat)) for seat in t.order]


def remainders(t: Campus) -> list[int]:
    return [t.remainder[seat] for seat in t.order]


def set_up_all(t: Campus) -> list[int]:
    """Place every remainder; the places in turn order of those who did, one by one."""
    placed = []
    while offered(t, "set up") and len(placed) < 100:
        placed.append(t.order.index(t.active))
        play(t, offered(t)[0])
    return placed


# -- seats and turn order --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [-1, 1, 7, 8])
def test_other_numbers_of_players_are_turned_away(seats: int) -> None:
    """CAM-1.1  One player is too few and seven are too many."""
    with pytest.raises(UsageError, match="2 to 6 players"):
        GAME.deal(seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_players_are_seated(seats: int) -> None:
    """CAM-1.1, CAM-1.2, CAM-1.6  Everybody is dealt in, and the first player is asked first."""
    t = deal(seats)
    assert t.seats == seats
    assert sorted(t.order) == list(range(seats))
    assert t.deciders() == [t.order[0]]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_turn_order_rises_from_a_random_first_player(seats: int) -> None:
    """CAM-1.2  Over many deals each seat begins about equally often, and the next seat always follows."""
    first: Counter[int] = Counter()
    for seed in range(100 * seats):
        t = deal(seats, seed)
        first[t.order[0]] += 1
        assert in_rising_order(t.order)
    assert sorted(first) == list(range(seats))
    assert all(60 <= count <= 140 for count in first.values())


def test_turn_order_holds_for_the_whole_game() -> None:
    """CAM-1.2  Three rounds are played in the order of the first."""
    t = deal(3, seed=4, setup_place="random", max_rounds=5)
    order, whose = t.order[:], []
    while t.round <= 3:
        whose.append(t.active)
        while t.to_place:
            play(t, offered(t)[-1])
        play(t, "end turn")
    assert whose == order * 3
    assert t.order == order


def test_W07_seats_and_turn_order() -> None:
    """CAM-1.2, CAM-1.4  Seat 2 of four begins; seats 1 and 0 come last and have the surplus rooms."""
    t = GAME.deal(4, dice=ScriptedDice(picks=[2]))
    assert t.order == [2, 3, 0, 1]
    assert [len(rooms_of(t, seat)) for seat in range(4)] == [11, 11, 10, 10]


# -- the deal --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "closed"),
    [(2, ["ART", "WRK", "OLD", "SPO"]), (3, ["OLD", "SPO"]), (4, []), (5, []), (6, [])],
)
def test_rooms_in_play(seats: int, closed: list[str]) -> None:
    """CAM-1.3, CAM-1.4, CAM-S.1  Open rooms all have an owner; closed ones have none, no troops and no way in."""
    t = deal(seats)
    for building, rooms in BUILDINGS.items():
        for room in rooms:
            i = number(room)
            assert t.board.in_play[i] == (building not in closed)
            if building in closed:
                assert t.owner[i] not in range(NEUTRAL + 1)
                assert t.units[i] == 0
                assert list(t.board.neighbours[i]) == []
                assert refused(t, f"set up {room}") != ""
            else:
                assert t.owner[i] in range(seats)
                assert t.units[i] == 1


def test_rooms_are_dealt_one_by_one_from_the_last_player_backwards() -> None:
    """CAM-1.4  Rooms left unshuffled, seat 3 first in turn order: they go to seats 2, 1, 0, 3, 2, 1, ..."""
    t = deal(4, dice=HighDice())
    assert t.order == [3, 0, 1, 2]
    assert [t.owner[i] for i in range(42)] == ([2, 1, 0, 3] * 11)[:42]


def test_neutral_hand_is_dealt_as_the_last_in_turn_order() -> None:
    """CAM-1.8, CAM-1.4  Rooms left unshuffled: the first goes to the neutrals, then the deal runs backwards."""
    t = deal(2, dice=HighDice(), map_scale="neutral")
    assert t.order == [1, 0]
    assert [t.owner[i] for i in range(42)] == [NEUTRAL, 0, 1] * 14
    assert [t.units[i] for i in range(42)] == [1] * 39 + [2, 1, 1]


def test_the_deal_is_shuffled() -> None:
    """CAM-1.4  In many deals every room comes about as often to the first, the second and the third player."""
    owners: Counter[tuple[str, int]] = Counter()
    for seed in range(600):
        t = deal(3, seed)
        owners.update((room, t.order.index(t.owner[number(room)])) for room in ROOMS[:31])
    assert len(owners) == 31 * 3
    assert all(140 <= count <= 260 for count in owners.values())


def test_same_seed_same_deal() -> None:
    """CAM-1.4  A deal can be repeated, and another seed deals otherwise."""
    assert deal(5, seed=8) == deal(5, seed=8)
    assert deal(5, seed=8) != deal(5, seed=9)


# -- the numbers -----------------------------------------------------------------------------------------------------

NUMBERS = [
    (2, "closed", [10, 10], [5, 5]),
    (3, "closed", [10, 10, 11], [5, 5, 4]),
    (4, "closed", [10, 10, 11, 11], [5, 5, 4, 4]),
    (5, "closed", [8, 8, 8, 9, 9], [7, 7, 7, 6, 6]),
    (6, "closed", [7] * 6, [8] * 6),
    (2, "neutral", [14, 14], [1, 1]),
    (3, "neutral", [14, 14, 14], [1, 1, 1]),
    (4, "neutral", [10, 10, 11, 11], [5, 5, 4, 4]),
    (5, "neutral", [8, 8, 8, 9, 9], [7, 7, 7, 6, 6]),
    (6, "neutral", [7] * 6, [8] * 6),
    (2, "more_troops", [21, 21], [5, 5]),
    (3, "more_troops", [14, 14, 14], [1, 1, 1]),
    (4, "more_troops", [10, 10, 11, 11], [5, 5, 4, 4]),
    (5, "more_troops", [8, 8, 8, 9, 9], [7, 7, 7, 6, 6]),
    (6, "more_troops", [7] * 6, [8] * 6),
]


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize(("seats", "scale", "rooms", "left"), NUMBERS)
def test_rooms_and_remainders(seats: int, scale: str, rooms: list[int], left: list[int], seed: int) -> None:
    """CAM-1.7, CAM-1.4, CAM-1.5, CAM-1.8, CAM-1.9  Rooms dealt and troops left, for every table size and map."""
    t = deal(seats, seed, map_scale=scale)
    assert dealt(t) == rooms
    assert remainders(t) == left
    assert all(t.units[number(room)] == 1 for seat in range(seats) for room in rooms_of(t, seat))


@pytest.mark.parametrize(("seats", "scale", "rooms", "left"), NUMBERS)
@pytest.mark.parametrize("setup_place", ["choose", "random"])
def test_starting_troops(seats: int, scale: str, rooms: list[int], left: list[int], setup_place: str) -> None:
    """CAM-1.5, CAM-1.9, CAM-1.6  With everything on the map each player has 15 troops; two with more_troops 26."""
    t = deal(seats, 3, map_scale=scale, setup_place=setup_place)
    placed = set_up_all(t)
    assert len(placed) == (sum(left) if setup_place == "choose" else 0)
    expected = 26 if (seats, scale) == (2, "more_troops") else 15
    assert [troops_of(t, seat) for seat in range(seats)] == [expected] * seats
    assert t.deciders() == [t.order[0]]
    assert t.round == 1


def test_W01_two_players() -> None:
    """CAM-1.3, CAM-1.4, CAM-1.5, CAM-1.6, CAM-1.7  Twenty rooms, ten each; ten placements, taken by turns."""
    t = deal(2)
    assert sum(t.board.in_play) == 20
    assert dealt(t) == [10, 10]
    assert remainders(t) == [5, 5]
    assert set_up_all(t) == [0, 1] * 5
    assert [troops_of(t, seat) for seat in t.order] == [15, 15]
    assert t.active == t.order[0]
    assert t.round == 1


def test_W02_three_players_uneven() -> None:
    """CAM-1.4, CAM-1.5, CAM-1.6, CAM-1.7  The third player has one room more, and is passed over in the last round."""
    t = deal(3)
    assert sum(t.board.in_play) == 31
    assert dealt(t) == [10, 10, 11]
    assert remainders(t) == [5, 5, 4]
    placed = set_up_all(t)
    assert placed == [0, 1, 2] * 4 + [0, 1]
    assert len(placed) == 14
    assert t.deciders() == [t.order[0]]


def test_W03_four_players() -> None:
    """CAM-1.4, CAM-1.7  The whole campus; the two late players have 11 rooms and one troop less to place."""
    t = deal(4)
    assert sum(t.board.in_play) == 42
    assert dealt(t) == [10, 10, 11, 11]
    assert remainders(t) == [5, 5, 4, 4]
    assert len(set_up_all(t)) == 18


@pytest.mark.parametrize(
    ("seats", "rooms", "left", "placements"),
    [(5, [8, 8, 8, 9, 9], [7, 7, 7, 6, 6], 33), (6, [7] * 6, [8] * 6, 48)],
)
def test_W04_five_and_six_players(seats: int, rooms: list[int], left: list[int], placements: int) -> None:
    """CAM-1.4, CAM-1.7  Fewer rooms each, and more to place."""
    t = deal(seats)
    assert dealt(t) == rooms
    assert remainders(t) == left
    assert len(set_up_all(t)) == placements


def test_W05_two_players_and_a_neutral_hand() -> None:
    """CAM-1.8  Fourteen rooms for each and for the neutrals, who have a second troop in one of theirs."""
    t = deal(2, map_scale="neutral")
    assert sum(t.board.in_play) == 42
    assert dealt(t) == [14, 14]
    assert sorted(t.units[number(room)] for room in rooms_of(t, NEUTRAL)) == [1] * 13 + [2]
    assert set_up_all(t) == [0, 1]
    assert [troops_of(t, owner) for owner in (0, 1, NEUTRAL)] == [15, 15, 15]


@pytest.mark.parametrize(("seats", "rooms", "troops", "left"), [(2, 21, 26, 5), (3, 14, 15, 1)])
def test_W06_two_and_three_players_with_more_troops(seats: int, rooms: int, troops: int, left: int) -> None:
    """CAM-1.9  Twenty-one rooms need 26 troops; fourteen can do with 15."""
    t = deal(seats, map_scale="more_troops")
    assert dealt(t) == [rooms] * seats
    assert remainders(t) == [left] * seats
    set_up_all(t)
    assert [troops_of(t, seat) for seat in range(seats)] == [troops] * seats


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_no_neutrals_with_more_than_two_players(seats: int) -> None:
    """CAM-1.8  The third hand is dealt only to make up for a third player."""
    assert rooms_of(deal(seats, map_scale="neutral"), NEUTRAL) == []


def test_second_neutral_troop_is_drawn_evenly() -> None:
    """CAM-1.8  In many deals each of the fourteen neutral rooms, by its rank, has the second troop about as often."""
    ranks: Counter[int] = Counter()
    for seed in range(700):
        t = deal(2, seed, map_scale="neutral")
        ranks[[t.units[number(room)] for room in rooms_of(t, NEUTRAL)].index(2)] += 1
    assert len(ranks) == 14
    assert all(20 <= count <= 85 for count in ranks.values())


# -- placing the remainder -------------------------------------------------------------------------------------------


def test_one_troop_at_a_time_in_a_room_of_ones_own() -> None:
    """CAM-1.6  Every own room is offered and nothing else: no passing, no keeping, no two at once."""
    t = deal(4, seed=2)
    first = t.active
    assert offered(t) == [f"set up {room}" for room in rooms_of(t, first)]
    room = rooms_of(t, first)[4]
    play(t, f"set up {room}")
    assert t.units[number(room)] == 2
    assert t.remainder[first] == 4
    assert t.deciders() == [t.order[1]]


def test_several_starting_troops_may_go_to_the_same_room() -> None:
    """CAM-1.6, CAM-1.5  A player who puts the whole remainder in one room has 6 troops there."""
    t = deal(2)
    rooms = {seat: rooms_of(t, seat)[0] for seat in (0, 1)}
    while offered(t, "set up"):
        play(t, f"set up {rooms[int(t.active)]}")
    assert [t.units[number(rooms[seat])] for seat in (0, 1)] == [6, 6]


def test_a_player_without_remainder_is_skipped() -> None:
    """CAM-1.6  Seats 1 and 3 have nothing left: seats 2 and 0 place by turns, then the first player begins."""
    t = lay(
        {room: [i % 4, 1] for i, room in enumerate(ROOMS)},
        step="place_start",
        order=[1, 2, 3, 0],
        active=2,
        remainder=[1, 0, 2, 0],
        round=1,
    )
    assert set_up_all(t) == [1, 3, 1]  # seats 2, 0, 2 by their places in turn order
    assert t.deciders() == [1]


def test_after_the_setup_the_first_turn_begins_and_nothing_is_dealt_again() -> None:
    """CAM-1.6, CAM-1.4  The rooms stay as they are, with the starting troops on them."""
    rooms: Position = {room: [i % 4, 1] for i, room in enumerate(ROOMS)}
    t = lay(rooms, step="place_start", order=[1, 2, 3, 0], active=2, remainder=[0, 0, 1, 0], events=True)
    play(t, "set up BIO")
    assert (t.active, t.order, t.remainder) == (1, [1, 2, 3, 0], [0, 0, 0, 0])
    rooms["BIO"] = [2, 2]
    assert {room: [t.owner[number(room)], t.units[number(room)]] for room in ROOMS} == rooms
    assert told(t, "CAM-1.4") == [] and offered(t, "place ")


def test_a_study_groups_players_by_their_place_in_turn_order() -> None:
    """CAM-1.2  The first player is 1."""
    t = deal(4, seed=2)
    told_of = {seat: (name, value) for seat, name, value in GAME.study(t, [])}
    assert told_of == {seat: ("turn", str(place)) for place, seat in enumerate(t.order, 1)}


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_random_placement_asks_nobody_and_keeps_the_order(seats: int) -> None:
    """CAM-1.6, CAM-1.2  The troops fall in turn order, and the first decision belongs to the first turn."""
    t = deal(seats, 5, events=True, setup_place="random")
    assert t.round == 1
    assert offered(t, "set up") == []
    assert t.deciders() == [t.order[0]]
    count = len(told(t, "CAM-1.6"))
    longest = [f"seat {seat} puts" for seat in t.order] * 8
    assert all(said.startswith(who) for said, who in zip(told(t, "CAM-1.6"), longest, strict=False))
    assert count == {2: 10, 3: 14, 4: 18, 5: 33, 6: 48}[seats]


def test_random_placement_favours_no_room() -> None:
    """CAM-1.6  Each of the seven rooms of a player, by its rank, draws a seventh of the troops placed."""
    ranks: Counter[int] = Counter()
    for seed in range(150):
        t = deal(6, seed, setup_place="random")
        for seat in range(6):
            for rank, room in enumerate(rooms_of(t, seat)):
                ranks[rank] += t.units[number(room)] - 1
    assert sum(ranks.values()) == 150 * 48
    # Expected are 1029 each; five standard deviations are 149.
    assert all(880 <= ranks[rank] <= 1178 for rank in range(7))


def test_the_setup_is_announced() -> None:
    """CAM-1.2, CAM-1.4, CAM-1.8  First player, hands and the neutral hand are told to everybody."""
    t = deal(2, 1, events=True, map_scale="neutral")
    first, second = t.order
    assert told(t, "CAM-1.2") == [f"seat {first} is the first player"]
    assert told(t, "CAM-1.4") == [f"seat {who} is dealt 14 rooms and has 1 troop left to place" for who in t.order]
    assert len(told(t, "CAM-1.8")) == 1
    assert all(event[0] == -1 for event in t.events or [])
    assert second != first


# -- positions -------------------------------------------------------------------------------------------------------


BAD_POSITIONS: list[tuple[dict[str, Any], str]] = [
    ({"colour": 1}, "has no entry 'colour'"),
    ({"step": "lunch"}, "'step' of a position is one of place_start, .*, not 'lunch'"),
    ({"active": 4}, "'active' of a position is a seat from 0 to 3, not 4"),
    ({"round": 0}, "'round' of a position is a whole number from 1 to 40"),
    ({"round": 41}, "'round' of a position is a whole number from 1 to 40"),
    ({"order": [0, 1, 2]}, "names every seat once"),
    ({"order": [0, 1, 2, 2]}, "names every seat once"),
    ({"rooms": {"XYZ": [0, 1]}}, "an object by room, and 'XYZ' is none"),
    ({"seats": 3, "rooms": {"GYM": [0, 1]}}, "has GYM, which is not in play"),
    ({"rest": None}, "'rest' of a position is .owner, troops. or .owner, fresh, settled, veteran., not None"),
    ({"rooms": {"COM": [0, 1, 1]}}, r"\(COM\) is .owner, troops. or .owner, fresh, settled, veteran., not"),
    ({"rooms": {"COM": [4, 1]}}, "COM cannot belong to 4"),
    ({"rooms": {"COM": [-1, 1]}}, r"\(COM, owner\) is a seat or 'neutral', not -1"),
    ({"rooms": {"COM": ["grey", 1]}}, r"\(COM, owner\) is a seat or 'neutral', not 'grey'"),
    ({"rooms": {"COM": [0, 0]}}, "COM needs somebody to hold it"),
    ({"rooms": {"COM": [0, 100001]}}, r"\(COM, units\) is a whole number from 0 to 100000"),
    ({"rooms": {"COM": [0, 3, -1, 0]}}, r"\(COM, units\) is a whole number from 0 to 100000"),
    ({"rooms": {"COM": [0, 1.5]}}, r"\(COM, units\) is a whole number from 0 to 100000"),
    ({"rooms": {"COM": [1, 1, 1, 1]}}, "COM: only troops of the active seat have states"),
    ({"rooms": {"COM": ["neutral", 1, 1, 1]}}, "COM: only troops of the active seat have states"),
    ({"fallen": [0]}, r"without a room are \[\], but 'fallen' says \[0\]"),
    ({"rooms": {}, "fallen": []}, r"without a room are \[0, 1, 2\], but 'fallen' says \[\]"),
    ({"rooms": {}}, "Seat 0 is active but has no room"),
    ({"step": "place_start", "remainder": [1, 1]}, "'remainder' of a position has values for 2 seats, and there are 4"),
    ({"step": "place", "to_place": -1}, "'to_place' of a position is a whole number from 0 to 100000"),
]


@pytest.mark.parametrize(("entries", "sentence"), BAD_POSITIONS)
def test_a_position_that_cannot_be_is_turned_away(entries: dict[str, Any], sentence: str) -> None:
    """CAM-S.1, CAM-4.2  Every room in play is held, and only the active player's troops have states."""
    sound = {"seats": 4, "rooms": {"PHY": [0, 1], "CHE": [1, 1], "BIO": [2, 1]}, "rest": [3, 1]}
    GAME.position(sound)
    with pytest.raises(UsageError, match=sentence):
        GAME.position({**sound, **entries})


@pytest.mark.parametrize("name", ["place_start", "receive", "place", "move"])
def test_a_position_stands_where_it_says(name: str) -> None:
    """CAM-1.6, CAM-2.1  The last in turn order plays out the turn, and the next round begins with the first."""
    t = lay(shared_out(), step=name, active=3, remainder=[0, 0, 0, 1], to_place=2, round=4)
    if name == "place_start":
        assert t.deciders() == [3] and t.remainder == [0, 0, 0, 1]
        return
    assert t.deciders() == [3] and t.to_place == {"receive": 3, "place": 2, "move": 0}[name]
    assert end_turns(t, 2) == [3, 0] and t.round == 5


def shared_out() -> Position:
    return {room: [i % 4, 1] for i, room in enumerate(ROOMS)}
