"""Chapter 6: elimination, the last player, the round limit and the ranking."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campus.table import (
    BUILDINGS,
    GAME,
    ROOMS,
    Position,
    deal,
    end_turns,
    lay,
    of,
    offered,
    play,
    random_play,
    refused,
    rooms_of,
    seen,
    told,
)
from engine.playing import once
from marchland.engine.dice import fast_dice
from marchland.engine.errors import IllegalAction
from marchland.engine.offers import ACCEPT, DECLINE, WITHDRAW
from marchland.engine.playout import play_out

# -- elimination and the last player ----------------------------------------------------------------------------------


def test_W33_elimination_in_the_middle_of_a_turn() -> None:
    """CAM-S.14, CAM-6.1  Seat 2 loses the last room; the turn goes on, and seats 1, 3, 0 follow."""
    rooms: Position = {room: [1 if i % 2 else 3, 2] for i, room in enumerate(ROOMS)}
    t = lay({**rooms, "COM": [0, 5], "FOU": [2, 1]}, faces=[6, 6, 6, 1], events=True)
    play(t, "attack FOU from COM with 3")
    assert told(t, "CAM-S.14") == ["seat 2 is eliminated"]
    assert t.fallen == [2]
    assert not t.over
    assert t.deciders() == [0]
    assert "attack MAC from FOU with 2" in offered(t)
    play(t, "end turn")
    assert end_turns(t, 3) == [1, 3, 0]


def test_two_players_can_fall_in_one_turn() -> None:
    """CAM-S.14, CAM-6.3  Seat 3 falls before seat 1: it will stand below."""
    rooms: Position = {room: [2, 1] for room in ROOMS}
    t = lay({**rooms, "COM": [0, 7], "FOU": [3, 1], "MAC": [1, 1]}, faces=[6, 6, 6, 1] * 2, round=40)
    play(t, "attack FOU from COM with 6", "attack MAC from FOU with 5")
    assert t.fallen == [3, 1]
    play(t, "end turn")
    end_turns(t, 1)
    assert list(t.places) == [2, 3, 1, 4]


def test_W34_the_last_room() -> None:
    """CAM-S.15, CAM-6.1, CAM-6.3  The game is over with the capture, and nobody is asked any more."""
    t = lay({"FOU": [1, 2]}, (0, 4), faces=[6, 6, 6, 1, 1], fallen=[3, 2], events=True)
    play(t, "attack FOU from COM with 3")
    assert t.over
    assert list(t.places) == [1, 2, 3, 4]
    assert t.deciders() == []
    assert told(t, "CAM-S.15") == ["seat 0 is the last player and wins"]
    assert refused(t, "end turn", seat=0) == ""
    assert [len(t.options(seat)) for seat in range(4)] == [0, 0, 0, 0]


@pytest.mark.parametrize("style", ["force", "roll"])
def test_W35_neutral_rooms_and_the_end(style: str) -> None:
    """CAM-1.8, CAM-6.1, CAM-S.15  Nine rooms are still neutral when the last room of the other player falls."""
    t = lay(
        {"FOU": [1, 1], **of("neutral", *ROOMS[:4], *ROOMS[6:11])},
        (0, 4),
        faces=[6, 6, 6, 1],
        seats=2,
        options={"map_scale": "neutral", "attack_style": style},
    )
    assert len(rooms_of(t, 6)) == 9
    play(t, "attack FOU from COM with 3" if style == "force" else "attack FOU from COM")
    assert t.over
    assert list(t.places) == [1, 2]
    assert len(rooms_of(t, 6)) == 9


def test_neutral_rooms_alone_do_not_eliminate() -> None:
    """CAM-6.1, CAM-S.15  Taking neutral rooms ends nothing while the other player has a room."""
    t = lay(
        {"COM": [0, 4], "FOU": ["neutral", 1], "TRA": [1, 1]},
        ("neutral", 1),
        faces=[6, 6, 6, 1],
        seats=2,
        options={"map_scale": "neutral"},
    )
    play(t, "attack FOU from COM with 3")
    assert not t.over
    assert seen(t, "FOU") == {"FOU": [0, 0, 0, 3]}


# -- the round limit and the ranking ----------------------------------------------------------------------------------

# P1 holds the Arts House and 11 loose rooms, P0 16 loose rooms, P2 the other ten.
P1_ROOMS = [*BUILDINGS["ART"], "REA", "ARC", "CAF", "FOY", "MAC", "FOU", "REG", "COU", "GYM", "CLI", "POO"]
P2_ROOMS = ["PHY", "CHE", "STA", "CAT", "BOO", "KIT", "ROB", "TES", "TRE", "TRA"]
P0_ROOMS = [room for room in ROOMS if room not in P1_ROOMS + P2_ROOMS]


@pytest.mark.parametrize("troops", [(1, 1, 1), (9, 1, 1), (1, 1, 9), (9, 1, 9)])
def test_W37_round_limit(troops: tuple[int, int, int]) -> None:
    """CAM-S.16, CAM-6.2, CAM-6.3  Sixteen rooms each: the bonus decides, however many troops; P3 is last."""
    rooms = {
        **of(0, *P0_ROOMS, troops=troops[0]),
        **of(1, *P1_ROOMS, troops=troops[1]),
        **of(2, *P2_ROOMS, troops=troops[2]),
    }
    t = lay(rooms, active=2, round=40, events=True)
    assert [len(rooms_of(t, seat)) for seat in range(4)] == [16, 16, 10, 0]
    assert (t.income(0), t.income(1)) == (5, 8)
    assert not t.over
    play(t, "end turn")
    assert t.over
    assert list(t.places) == [2, 1, 3, 4]
    assert told(t, "CAM-S.16") == ["Round 40 was the last: the ranking decides"]


def limit(rooms: Position, seats: int = 4, **entries: object) -> list[int]:
    """The places when the last turn of round 40 has ended."""
    last = max(owner for owner, *_ in rooms.values())
    t = lay(rooms, seats=seats, active=last, round=40, **entries)
    play(t, "end turn")
    assert t.over
    return list(t.places)


def shares(*rooms: int) -> Position:
    """The campus shared out so widely scattered that nobody holds a building; one troop in each room."""
    spread = [ROOMS[(i * 11) % 42] for i in range(42)]
    laid: Position = {}
    for seat, count in enumerate(rooms):
        laid |= of(seat, *spread[len(laid) : len(laid) + count])
    assert len(laid) == 42
    return laid


@pytest.mark.parametrize(
    ("rooms", "places"),
    [
        ((13, 12, 9, 8), [1, 2, 3, 4]),
        ((8, 9, 12, 13), [4, 3, 2, 1]),
        ((10, 11, 10, 11), [3, 1, 3, 1]),
        ((9, 12, 12, 9), [3, 1, 1, 3]),
        ((6, 12, 12, 12), [4, 1, 1, 1]),
        ((15, 9, 9, 9), [1, 2, 2, 2]),
        ((15, 10, 10, 7), [1, 2, 2, 4]),
    ],
)
def test_rooms_come_first_and_equals_share(rooms: tuple[int, ...], places: list[int]) -> None:
    """CAM-6.2, CAM-6.3  One troop in every room and no building: places follow the rooms; shared places leave gaps."""
    assert limit(shares(*rooms)) == places


def test_rooms_outweigh_income_and_troops() -> None:
    """CAM-6.2  One room more beats a building and any number of troops."""
    rooms = {
        **of(0, *P0_ROOMS),
        **of(1, *P1_ROOMS[:-1], troops=50),
        **of(2, *P2_ROOMS, P1_ROOMS[-1]),
    }
    t = lay(rooms, active=2, round=40)
    assert t.income(1) > t.income(0)
    assert limit(rooms) == [1, 2, 3, 4]


@pytest.mark.parametrize(("extra", "places"), [(0, [1, 1, 3, 3]), (1, [2, 1, 3, 3]), (-1, [1, 2, 3, 3])])
def test_troops_decide_between_equal_rooms_and_income(extra: int, places: list[int]) -> None:
    """CAM-6.2, CAM-6.3  Twelve rooms each: one troop more is one place better; none more, and the win is shared."""
    rooms = shares(12, 12, 9, 9)
    first = {owner: next(room for room in rooms if rooms[room][0] == owner) for owner in (0, 1)}
    rooms[first[0]] = [0, 5]
    rooms[first[1]] = [1, 5 + extra]
    assert limit(rooms) == places


def test_full_ranking_with_the_eliminated() -> None:
    """CAM-6.3  A shared win, two more, then the two who fell: the one who fell last stands higher."""
    rooms: Position = {}
    for room, [owner, troops] in shares(12, 12, 10, 8).items():
        rooms[room] = [[0, 2, 3, 5][owner], troops]
    assert limit(rooms, seats=6, fallen=[4, 1]) == [1, 5, 1, 3, 6, 4]
    assert limit(rooms, seats=6, fallen=[1, 4]) == [1, 6, 1, 3, 5, 4]


def test_the_winner_stands_above_all_in_order_of_falling() -> None:
    """CAM-6.3, CAM-S.15  Six players: the last to fall is second, the first to fall sixth."""
    t = lay({"FOU": [4, 1]}, (2, 4), faces=[6, 6, 6, 1], seats=6, active=2, fallen=[5, 0, 1, 3])
    play(t, "attack FOU from COM with 3")
    assert list(t.places) == [5, 4, 1, 3, 2, 6]


def test_a_game_ends_in_one_of_two_ways() -> None:
    """CAM-6.1  With the last player, or by the ranking, however many have fallen before."""
    t = lay({"FOU": [1, 1]}, (0, 4), faces=[6, 6, 6, 1], fallen=[3, 2])
    play(t, "attack FOU from COM with 3")
    assert t.over and GAME.ending(t) == "elimination"
    t = lay(shares(21, 21, 0, 0), active=1, round=40)
    play(t, "end turn")
    assert t.over and t.fallen == [2, 3] and GAME.ending(t) == "ranking"


@pytest.mark.parametrize("rounds", [5, 40, 200])
def test_the_limit_is_what_was_agreed(rounds: int) -> None:
    """CAM-6.1, CAM-S.16  The last turn of that round ends the game; the last but one does not."""
    options = {"max_rounds": rounds}
    t = lay(shares(14, 14, 14, 0), active=1, round=rounds, options=options)
    play(t, "end turn")
    assert not t.over
    end_turns(t, 1)
    assert t.over
    earlier = lay(shares(14, 14, 14, 0), active=2, round=rounds - 1, options=options)
    play(earlier, "end turn")
    assert (earlier.over, earlier.round, earlier.active) == (False, rounds, 0)


def test_forty_rounds_by_default() -> None:
    """CAM-6.1, CAM-S.16  Forty rounds in which nobody moves, two turns each, and not one more."""
    t = deal(2, setup_place="random")
    assert len(end_turns(t, 1000)) == 80
    assert t.round == 40


# -- no trade ---------------------------------------------------------------------------------------------------------


def test_nothing_can_be_offered() -> None:
    """CAM-6.4  No offer can be made, not even an empty one, and there is never one to answer."""
    t = deal(3)
    before = t.fingerprint()
    for give, ask in (([], []), ([1], []), ([], [3]), ([0], [1])):
        with pytest.raises(IllegalAction) as refusal:
            t.make_offer(t.active, (t.active + 1) % 3, give, ask)
        assert refusal.value.clause == "CAM-6.4"
    for seat in range(3):
        assert len(t.asides(seat)) == 0
        for kind in (ACCEPT, DECLINE, WITHDRAW):
            with pytest.raises(IllegalAction):
                t.play(seat, kind.of(1))
    assert t.fingerprint() == before


def test_no_cards_and_no_money_among_the_options() -> None:
    """CAM-6.4  In whole random games only the actions of this rulebook are ever offered."""
    verbs = set()
    for seed, style, stop in ((1, "force", "yes"), (2, "roll", "no"), (3, "force", "no")):
        t = deal(3, seed, attack_style=style, attack_stop=stop, dice_choice="choose", max_rounds=12)
        for _ in random_play(t, seed):
            verbs |= {GAME.words.kind_of(first).name for seat in t.deciders() for first, _ in t.options(seat).spans()}
    assert verbs == {
        "place_start",
        "place",
        "reinforce",
        "attack",
        "strike",
        "dice",
        "continue",
        "stop",
        "move_in",
        "end_turn",
    }


# -- every game ends ---------------------------------------------------------------------------------------------------

AGREEMENTS = st.fixed_dictionaries(
    {
        "map_scale": st.sampled_from(["closed", "neutral", "more_troops"]),
        "setup_place": st.sampled_from(["choose", "random"]),
        "opening": st.sampled_from(["full", "staggered"]),
        "attack_style": st.sampled_from(["force", "roll"]),
        "attack_stop": st.sampled_from(["no", "yes"]),
        "dice_choice": st.sampled_from(["max", "choose"]),
        "dice_ties": st.sampled_from(["defender", "nobody"]),
        "max_rounds": st.integers(5, 60),
    }
)


@once
@settings(max_examples=60, deadline=None)
@given(seats=st.integers(2, 6), seed=st.integers(0, 10**6), options=AGREEMENTS)
def test_every_match_ends(seats: int, seed: int, options: dict[str, object]) -> None:
    """CAM-6.5, CAM-6.3, CAM-S.15, CAM-S.16  Random play under any agreement ends by the limit with a full ranking."""
    t = deal(seats, seed, **options)
    assert play_out(t, fast_dice(seed + 1), 40_000) < 40_000
    assert t.round <= options["max_rounds"]
    places = list(t.places)
    assert all(places[seat] == 1 + sum(other < places[seat] for other in places) for seat in range(seats))
    standing = [seat for seat in range(seats) if rooms_of(t, seat)]
    for index, seat in enumerate(t.fallen):
        assert places[seat] == seats - index
    assert sorted(standing + t.fallen) == list(range(seats))
    if len(standing) > 1:
        assert t.round == options["max_rounds"]
        most = max(len(rooms_of(t, seat)) for seat in standing)
        assert all(len(rooms_of(t, seat)) == most for seat in standing if places[seat] == 1)
    else:
        assert places[standing[0]] == 1
    assert [len(t.options(seat)) for seat in range(seats)] == [0] * seats


@pytest.mark.parametrize("style", ["force", "roll"])
def test_every_turn_is_finite(style: str) -> None:
    """CAM-6.5  A turn in which the player does all there is to do, and ends it only when nothing else is left, ends."""
    for seed in range(6):
        t = deal(4, seed, attack_style=style, setup_place="random")
        seat, decisions = t.active, 0
        while t.active == seat and not t.over:
            options = t.options(seat)
            # The first option of the move step is to end the turn: leave it to the last.
            t.play(seat, options[len(options) - 1])
            decisions += 1
            assert decisions < 500
        assert decisions > 5
