"""What the client is shown of Campus: all of it, since nothing is hidden."""

import json

from campus.table import GAME, ROOMS, deal, lay, number, of, play
from engine.playing import facts_of
from marchland.engine.picture import LAST_ROUND, NOBODY, NOT_IN_PLAY, Fact, Mark, Picture, Region
from marchland.engine.table import SPECTATOR
from marchland.games.campus.table import Campus


def picture(t: Campus) -> Picture:
    """The same for every viewer."""
    made = t.picture(SPECTATOR)
    assert all(t.picture(seat) == made for seat in range(t.seats))
    return made


def facts(t: Campus) -> list[dict[str, int]]:
    return [facts_of(seat.facts) for seat in picture(t).seats]


def test_a_room_shows_its_owner_its_troops_and_their_states() -> None:
    """CAM-S.1, CAM-4.1  Neutral rooms are nobody's; only states that some troop has are marked."""
    t = lay({"COM": [0, 1, 2, 3], "COR": [0, 4], "LEC": [0, 1, 0, 2], "FOU": ["neutral", 5]}, (1, 2))
    regions = picture(t).regions
    assert regions[number("COM")] == Region(0, 6, [Mark("settled", count=2), Mark("veteran", count=3)])
    assert regions[number("COR")] == Region(0, 4)
    assert regions[number("LEC")] == Region(0, 3, [Mark("veteran", count=2)])
    assert regions[number("FOU")] == Region(NOBODY, 5)
    assert regions[number("TRA")] == Region(1, 2)


def test_closed_rooms_are_told_from_neutral_ones() -> None:
    """CAM-1.3, CAM-1.8"""
    closed = picture(deal(2)).regions
    assert [shown.owner for shown in closed].count(NOT_IN_PLAY) == 22
    assert closed[number("GAL")] == Region(NOT_IN_PLAY, 0)
    neutral = picture(deal(2, map_scale="neutral")).regions
    assert sorted(shown.owner for shown in neutral) == [NOBODY] * 14 + [0] * 14 + [1] * 14


def test_buildings_are_shown_with_their_bonus_and_who_has_it() -> None:
    """CAM-3.3, CAM-S.4  A building that is closed is nobody's."""
    t = lay(of(0, "GAL", "THE", "MUS", "POT", "DRA"), (2, 1))
    assert [group.worth for group in picture(t).groups] == list(t.bonuses())
    assert [group.owner for group in picture(t).groups] == [2, 2, 0, 2, 2, 2, 2]
    assert {group.owner for group in picture(deal(2)).groups} == {NOBODY}


def test_players_are_shown_with_rooms_troops_and_income() -> None:
    """CAM-3.1, CAM-S.14  An eliminated player has no income, not even the minimum."""
    t = lay(of(0, "GAL", "THE", "MUS", "POT", "DRA", troops=2), (2, 1), step="place", to_place=4, round=3)
    art = int(t.bonus[2])
    assert facts(t)[0] == {"rooms": 5, "troops": 10, "income": 3 + art}
    assert facts(t)[1] == facts(t)[3] == {"rooms": 0, "troops": 0, "income": 0}
    assert [seat.out for seat in picture(t).seats] == [False, True, False, True]


def test_what_is_left_to_place_is_shown() -> None:
    """CAM-1.6, CAM-2.3, CAM-S.16  Starting troops with their player, received troops with the turn."""
    t = lay({room: [i % 4, 1] for i, room in enumerate(ROOMS)}, step="place_start", remainder=[2, 0, 1, 0])
    assert [fact.get("to set up", 0) for fact in facts(t)] == [2, 0, 1, 0]
    assert picture(t).facts == [Fact(40, LAST_ROUND)]
    t = lay(of(0, "COM", "COR"), (1, 1), step="place", to_place=3, options={"max_rounds": 12})
    assert picture(t).facts == [Fact(12, LAST_ROUND), Fact(3, "to place")]
    play(t, "place 3 in COM")
    assert picture(t).facts == [Fact(12, LAST_ROUND)]


def test_a_saved_table_is_read_back_whole() -> None:
    """CAM-1.3, CAM-2.3  What is worked out from the map is there again: the same options, the same picture."""
    for seats in (2, 3, 4):
        t = deal(seats, seed=1, setup_place="random")
        again = GAME.from_data(json.loads(json.dumps(t.to_data())))
        assert isinstance(again, Campus)
        assert again.board is t.board and list(again.lands) == list(t.lands)
        assert again.options(t.active).actions() == t.options(t.active).actions()
        assert picture(again) == picture(t)
