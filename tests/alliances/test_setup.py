"""Chapters 3, 5 and 6: seats, scenarios, and the expert draft."""

import pytest

from alliances.table import (
    AH,
    GB,
    GE,
    OT,
    RU,
    all_ready,
    at,
    coins,
    deal,
    lay,
    number,
    offered,
    play,
    refused,
    step,
    supply,
    told,
    trenches,
)
from marchland.engine.dice import ScriptedDice, fast_dice
from marchland.engine.errors import UsageError
from marchland.games.alliances.game import GAME
from marchland.games.alliances.powers import CODES, NEUTRAL
from marchland.games.alliances.regions import EUROPE, LAND, LIMIT, PLACEHOLDERS, REGIONS, SEA, STRATEGIC
from marchland.games.alliances.seats import SCENARIOS
from marchland.games.alliances.sight import AlliancesTable

# -- ALL-1 and ALL-2: the board --------------------------------------------------------------------------------------


def test_all_1_4_the_board() -> None:
    """ALL-1.4, ALL-1.5, ALL-1.15, ALL-10.5  34 lands and 6 seas, 12 stars, 60 land borders, 108 places for trenches."""
    assert (bin(LAND).count("1"), bin(SEA).count("1"), bin(STRATEGIC).count("1")) == (34, 6, 12)
    borders = [(a, b) for a in range(REGIONS) for b in EUROPE.neighbours[a] if a < b and LAND >> a & LAND >> b & 1]
    assert len(borders) == 60
    assert sum(bin(places).count("1") for places in PLACEHOLDERS) == 108
    assert all(2 <= limit <= 6 for region, limit in enumerate(LIMIT) if LAND >> region & 1)


@pytest.mark.parametrize("pair", ["NAF LIB", "LIB EGY", "FIN SWE", "SWE NOR", "MEA CAU", "SCO IRE"])
def test_all_10_5_borders_without_places_for_trenches(pair: str) -> None:
    """ALL-10.5"""
    one, other = (number(code) for code in pair.split())
    assert EUROPE.adjacent(one, other)
    assert not PLACEHOLDERS[one] >> other & 1 and not PLACEHOLDERS[other] >> one & 1


# -- ALL-3: powers and seats -----------------------------------------------------------------------------------------


def seated(t: AlliancesTable) -> str:
    """Who plays the powers in the game, in the order of their numbers, seats from 1: GB1 GE2 …"""
    return " ".join(f"{CODES[power]}{t.played_by[power] + 1}" for power in t.powers)


@pytest.mark.parametrize(
    ("seats", "options", "expected"),
    [
        (2, {}, "GB1 GE2 RU1 OT2 FR1 AH2"),
        (3, {"scenario": "A"}, "GB1 GE2 RU1 OT3"),
        (3, {"powers": 6}, "GB1 GE2 RU1 OT2 FR1 AH3"),
        (4, {"scenario": "B"}, "GE1 RU2 OT3 FR4"),
        (4, {"powers": 6}, "GB1 GE3 RU1 OT3 FR2 AH4"),
        (5, {}, "GB1 GE3 RU1 OT4 FR2 AH5"),
        (6, {}, "GB1 GE2 RU3 OT4 FR5 AH6"),
        (2, {"powers": 4, "scenario": "C"}, "GE2 RU1 FR1 AH2"),
        (2, {"seat_map": 121212}, "GB1 GE2 RU1 OT2 FR1 AH2"),
        (5, {"seat_map": 131425}, "GB1 GE3 RU1 OT4 FR2 AH5"),
        (2, {"seat_map": 21012}, "GE2 RU1 FR1 AH2"),
        (2, {"seat_map": 21012, "powers": 4}, "GE2 RU1 FR1 AH2"),
        (3, {"seat_map": 212323}, "GB2 GE1 RU2 OT3 FR2 AH3"),
        (4, {"setup": "expert", "expert_powers": 2356}, "GE1 RU2 FR3 AH4"),
    ],
)
def test_all_3_3_who_plays_what(seats: int, options: dict[str, object], expected: str) -> None:
    """ALL-3.2, ALL-3.3, ALL-3.8, ALL-6.1  S60"""
    assert seated(deal(seats, **options)) == expected


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (5, {"powers": 4}, "5 seats are too many for 4 powers \\(ALL-3.3\\)"),
        (6, {"scenario": "C"}, "There is no scenario C for 6 powers \\(ALL-5.3\\)"),
        (2, {"seat_map": 111222}, "gives seat 1 powers of both teams \\(ALL-3.3\\)"),
        (4, {"seat_map": 131314}, "does not name the seats 1 to 4, each of them \\(ALL-3.8\\)"),
        (2, {"seat_map": 121210}, "does not name all six powers, or two of each team \\(ALL-3.8\\)"),
        (2, {"seat_map": 101010}, "does not name all six powers, or two of each team \\(ALL-3.8\\)"),
        (2, {"seat_map": 121212, "powers": 4}, "names 6 powers, and not as many as powers says \\(ALL-3.3\\)"),
        (2, {"seat_map": 21012, "scenario": "A"}, "no scenario that the options allow has just these powers"),
        (2, {"seat_map": 121200, "setup": "expert", "expert_powers": 2356}, "expert_powers has chosen \\(ALL-3.3\\)"),
        (2, {"seat_map": 999999}, "seat_map cannot be '999999'"),
        (4, {"seat_map": 121200}, "does not name the seats 1 to 4"),
    ],
)
def test_all_3_8_options_that_do_not_fit_are_refused(seats: int, options: dict[str, object], sentence: str) -> None:
    """ALL-3.3, ALL-3.8, ALL-5.3  S60: before anything is dealt."""
    with pytest.raises(UsageError, match=sentence):
        GAME.prepared(seats, options)


def test_all_3_3_a_seat_map_of_four_powers_chooses_the_scenario() -> None:
    """ALL-3.3  S60: with `scenario = random` only 4C fits."""
    for seed in range(8):
        assert SCENARIOS[deal(2, seed, seat_map=21012).scenario].name == "4C"


@pytest.mark.parametrize(("map", "places"), [(131425, [2, 2, 1, 1, 1])])
def test_all_3_9_places_by_team(map: int, places: list[int]) -> None:
    """ALL-3.9  S60: when the Central Powers win, seats 3, 4 and 5 are first, seats 1 and 2 second."""
    t = lay([], {"TUR": "OT 1"}, points=[0, 5], step="score", seats=5, options={"seat_map": map})
    assert t.over and t.places == places
    assert t.teams() == [0, 0, 1, 1, 1]


# -- ALL-5: scenarios ------------------------------------------------------------------------------------------------


def test_all_5_3_each_scenario_has_the_same_chance() -> None:
    """ALL-5.3, ALL-5.9  One draw among those allowed, in the order A, B, C; none if only one is."""
    for pick, name in enumerate(["6A", "6B"]):
        t = deal(6, dice=ScriptedDice([1] * 40, picks=[pick]))
        assert SCENARIOS[t.scenario].name == name
    for pick, name in enumerate(["4A", "4B", "4C"]):
        t = deal(4, dice=ScriptedDice([1] * 40, picks=[pick]))
        assert SCENARIOS[t.scenario].name == name
    deal(6, dice=ScriptedDice([1] * 40), scenario="B")


@pytest.mark.parametrize(
    ("scenario", "expected"),
    [
        ("6A", "GB1 GE3 RU1 OT3 FR2 AH4"),
        ("6B", "GB1 GE3 RU1 OT3 FR2 AH4"),
        ("4A", "GB1 GE2 RU3 OT4"),
        ("4C", "GE1 RU2 FR3 AH4"),
    ],
)
def test_all_5_3_the_scenario_of_a_position_says_who_plays_what(scenario: str, expected: str) -> None:
    """ALL-3.3, ALL-5.3  Whatever four seats usually play."""
    assert seated(lay([], {"RUS": "RU 1"}, scenario=scenario, seats=4)) == expected


def test_all_5_5_beginners_have_a_unit_less() -> None:
    """ALL-5.1, ALL-5.3, ALL-5.4, ALL-5.5  S47"""
    t = deal(6, setup="beginner", scenario="B")
    assert at(t, "HUN") == "AH 2" and coins(t, "HUN") == 2 and at(t, "AUS") == "AH 1" and coins(t, "AUS") == 2
    assert supply(t, AH) == 3
    assert at(t, "ROM") == "neutral 1" and coins(t, "ROM") == 1
    assert trenches(t) == "NFR>WGE WGE>NFR"
    assert coins(t, "NOR") == 0


def test_all_5_7_advanced_players_roll_for_coins() -> None:
    """ALL-5.4, ALL-5.7, ALL-5.8  S47: 16 regions are rolled for, Ireland, Norway, Denmark and Finland first."""
    t = deal(6, dice=ScriptedDice([3, 4, 6, 1] + [1] * 12), scenario="B")
    assert at(t, "HUN") == "AH 2" and at(t, "AUS") == "AH 2"
    assert [coins(t, region) for region in ("IRE", "NOR", "DEN", "FIN")] == [0, 1, 1, 0]
    assert told(t, "ALL-5.7") == ["A die is rolled for every free region; regions that get a coin: 2"]


@pytest.mark.parametrize(("seats", "name"), [(6, "6first"), (4, "4first")])
def test_all_5_6_three_regions(seats: int, name: str) -> None:
    """ALL-5.6  Exactly as listed: one infantry each, four coins for every power, nothing at sea."""
    t = deal(seats, setup="beginner", beginner_variant="three_regions", scenario="A")
    scenario = SCENARIOS[t.scenario]
    assert scenario.name == name
    for power in t.powers:
        regions = [region for owner, region, _ in scenario.units if owner == power]
        assert len(regions) == 3 and all(t.units(power, region) == 1 for region in regions)
        assert sum(int(t.coins[region]) for region in regions) == 4
        assert all(t.coins[region] == 0 for region in regions if SEA >> region & 1)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_all_5_3_the_scenarios_are_sound(scenario: object) -> None:
    """ALL-5.3  As many powers of each team, a strategic and another region each, trenches where they can be."""
    (one,) = [found for found in SCENARIOS if found is scenario]
    assert sum(power & 1 for power in one.powers) * 2 == len(one.powers)
    for power in one.powers:
        regions = [region for owner, region, _ in one.units if owner == power]
        assert sum(STRATEGIC >> region & 1 for region in regions) == 1
    assert all(PLACEHOLDERS[within] >> facing & 1 for within, facing in one.trenches)


# -- ALL-6: the draft ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "cards", "stars"), [(6, 6, 2), (4, 9, 3)])
def test_all_6_2_the_deal(seats: int, cards: int, stars: int) -> None:
    """ALL-6.2, ALL-6.11"""
    t = deal(seats, setup="expert")
    every = 0
    for power in t.powers:
        hand = int(t.hands[power])
        assert (bin(hand).count("1"), bin(hand & STRATEGIC).count("1")) == (cards, stars)
        assert not every & hand
        every |= hand
    assert bin(every).count("1") == 36
    assert every & SEA == 1 << number("ATL") | 1 << number("MED")
    assert t.trenches[number("NFR")] == 0  # ALL-6.10


def test_all_6_3_all_pick_in_secret_and_hands_go_to_the_left() -> None:
    """ALL-6.3, ALL-6.4, ALL-6.5"""
    t = deal(6, 3, setup="expert")
    before = [int(hand) for hand in t.hands]
    picks = []
    for seat in range(6):
        assert t.infantry_in(seat, 0) == 0 and len(offered(t, "draft", seat)) == 6
        picks.append(t.options(seat)[0])
        t.play(seat, picks[-1])
    cards = [GAME.name_of(pick).split()[1] for pick in picks]
    for power, card in enumerate(cards):
        assert at(t, card) == f"{CODES[power]} 1"
        assert t.hands[(power + 1) % 6] == before[power] & ~(1 << number(card))
    assert refused(t, f"0: draft {cards[0]}") == "ALL-6.3"
    while step(t) == "pick":
        t.play(t.deciders()[0], t.options(t.deciders()[0])[0])
    # ALL-6.5  The last card came without a question.
    assert [bin(int(cards)).count("1") for cards in t.drafted] == [6] * 6 and step(t) == "give_up"


def given_up(*, drafted: str, **more: object) -> AlliancesTable:
    """British cards; the others have none of importance."""
    others = ["EGE", "RUS", "TUR", "NFR", "HUN"]
    cards = {"GB": drafted.split()} | {code: [region] for code, region in zip(CODES[1:], others, strict=True)}
    units = {region: f"{power} 1" for power, regions in cards.items() for region in regions}
    options = {"setup": "expert", "draft.given_up_by_six": 0} if not more else {"setup": "expert"}
    return lay([], units, step="give_up", drafted=cards, options=options)


def test_all_6_6_giving_up_and_6_8_what_one_begins_with() -> None:
    """ALL-6.6, ALL-6.7, ALL-6.8, ALL-6.9  S48"""
    t = given_up(drafted="ENG ITA SWE NOR IRE ATL", strict=True)
    assert "ready" not in offered(t, seat=GB)
    play(t, "0: give up card ITA", "0: give up card NOR")
    assert refused(t, "0: ready") == "ALL-6.7"  # two strategic regions kept
    play(t, "0: keep card NOR", "0: give up card SWE", "0: ready")
    for seat in range(1, 6):
        assert refused(t, f"{seat}: ready") == "ALL-6.6"
    t = given_up(drafted="ENG ITA SWE NOR IRE ATL")
    play(t, "0: give up card ITA", "0: give up card SWE")
    all_ready(t)
    assert [at(t, region) for region in ("ENG", "NOR", "IRE", "ATL")] == ["GB 2", "GB 1", "GB 1", "GB 1"]
    assert [coins(t, region) for region in ("ENG", "NOR", "IRE", "ATL")] == [2, 1, 1, 0]
    assert supply(t, GB) == 3
    for region in ("ITA", "SWE"):
        assert at(t, region) == "neutral 2" and coins(t, region) == 2
    assert step(t) == "tokens" and t.round == 1


def test_all_6_9_a_house_rule_may_leave_stars_empty() -> None:
    """ALL-6.9, ALL-2.10  Coins lie there, and nobody is told of neutral units that are not there."""
    house: dict[str, object] = {"setup": "expert", "draft.neutral_infantry": 0}
    t = deal(6, 0, None, **house)
    while t.round == 0:
        seat = t.deciders()[0]
        t.play(seat, t.options(seat).at(0))
    assert t.held[NEUTRAL] == 0
    left_over = told(t, "ALL-6.9")
    assert left_over and all(said.endswith(": 0 neutral infantry") for said in left_over)


def test_all_6_13_a_power_may_begin_with_nothing() -> None:
    """ALL-6.13, ALL-8.6"""
    t = given_up(drafted="ENG NOR")
    play(t, "0: give up card ENG", "0: give up card NOR")
    all_ready(t)
    assert t.held[GB] == 0 and t.deciders() == [1, 2, 3, 4, 5]


def test_all_6_12_what_a_passed_hand_tells() -> None:
    """ALL-6.4, ALL-6.12, ALL-24.4  S61"""
    t = deal(6, 5, setup="expert")
    hand = [region for region in range(REGIONS) if t.hands[GB] >> region & 1]
    assert t.sight(GB)["hands"] == [t.hands[GB], None, None, None, None, None]
    assert t.sight(-1)["hands"] == [None] * 6
    star = next(region for region in hand if STRATEGIC >> region & 1)
    t.play(GB, GAME.parse(f"draft {EUROPE.regions[star].code}"))
    for seat in range(1, 6):
        t.play(seat, t.options(seat)[0])
    assert t.sight(-1)["cards"][GE] == [1, 4]  # type: ignore[index]
    known = [seat for seat in range(6) if t.sight(seat)["hands"][GE] is not None]  # type: ignore[index]
    assert known == [GB, GE]
    for seat in range(6):
        t.play(seat, t.options(seat)[0])
    known = [seat for seat in range(6) if t.sight(seat)["hands"][RU] is not None]  # type: ignore[index]
    assert known == [GB, GE, RU]
    # Whoever has held it imagines it as it is; everybody else something that has as many strategic cards.
    imagined = [int(t.determinize(OT, fast_dice(seed)).to_data()["hands"][RU]) for seed in range(20)]  # type: ignore[index]
    assert len(set(imagined)) > 1
    assert {bin(one & STRATEGIC).count("1") for one in imagined} == {bin(int(t.hands[RU]) & STRATEGIC).count("1")}
    for seat in (GB, GE, RU):
        imagined = [int(t.determinize(seat, fast_dice(seed)).to_data()["hands"][RU]) for seed in range(5)]  # type: ignore[index]
        assert set(imagined) == {int(t.hands[RU])}
