"""Chapter E: one test for each Event card, and their worked situations."""

import pytest

from capitals.table import (
    CODES,
    GAME,
    attackable,
    bid,
    cards,
    discards,
    eur,
    event,
    hand,
    lay,
    of,
    offered,
    on,
    play,
    refused,
    spread,
    step,
    told,
)
from marchland.engine.errors import IllegalAction

THREE = {"ALA": [0, 2], "BRA": [1, 2]}


def test_quiet_season() -> None:
    """CAP-E.1  Nothing happens."""
    t = lay(THREE, step="event", event_deck=["Quiet Season"], eur=[1, 2, 3])
    assert event(t) == "Quiet Season" and step(t) == "order_bid"
    assert eur(t) == [1, 2, 3] and on(t, "ALA") == [0, 2] and cards(t) == [0, 0, 0]


def test_good_harvest() -> None:
    """CAP-E.2  3 EUR for every player."""
    t = lay(THREE, step="event", event_deck=["Good Harvest"], eur=[0, 2, 9])
    assert eur(t) == [3, 5, 12]


def test_levy() -> None:
    """CAP-E.3  2 units for every player, in current order."""
    t = lay(THREE, step="event", event_deck=["Levy"], order=[1, 2, 0])
    play(t, "1: put 2 in BRA", "2: put 2 in CHI", "0: put 2 in ALA")
    assert [on(t, code)[1] for code in ("BRA", "CHI", "ALA")] == [4, 3, 4]


def test_W44_inflation() -> None:
    """CAP-E.4  EUR 3, 4, 7, 20 pay 0, 1, 1, 5."""
    four = {"ALA": [0, 2], "BRA": [1, 2], "EGY": [2, 2]}
    t = lay(four, rest=(3, 1), seats=4, step="event", event_deck=["Inflation"], eur=[3, 4, 7, 20])
    assert eur(t) == [3, 3, 6, 15]
    assert told(t, "CAP-E.4") == [f"seat {seat} pays {n} EUR" for seat, n in enumerate((0, 1, 1, 5))]


def test_W38_uprising() -> None:
    """CAP-E.5  Among all territories without tokens of players with four or more; nobody is the captor."""
    mine = spread(20, 19, 3)
    # P0 begins with ALA, P1 with NAF.
    mine["WEU"] = [0, 7]
    can_rise = [code for code in CODES[:39] if code not in ("BRA", "EGY")]
    found = []
    for pick in range(len(can_rise)):
        t = lay(mine, step="event", picks=[pick], event_deck=["Uprising"], capitals=["BRA", "EGY", "WAU"])
        (fallen,) = [code for code in CODES if on(t, code)[0] == "neutral"]
        assert on(t, fallen) == ["neutral", 2]
        assert t.held[6] == 1 and t.conquest is False and step(t) == "order_bid"
        found.append(fallen)
        if fallen == "WEU":
            assert t.held[0] == 19 and t.units_of(0) == 19
    assert found == can_rise


def test_an_uprising_that_finds_no_territory() -> None:
    """CAP-E.5  With three territories or fewer, or only a capital, nothing happens."""
    mine: dict[str, list[object]] = {**of(0, "ALA", "NWT", "GRL"), **of(1, "BRA")}
    t = lay(mine, rest=("neutral", 1), seats=3, fallen=[2], order=[0, 1], step="event", event_deck=["Uprising"])
    assert t.held[0] == 3 and t.held[1] == 1
    assert told(t, "CAP-E.5") == ["No territory can rise"]


def test_W31_harsh_winter() -> None:
    """CAP-E.6, CAP-7.3  Neither from nor into the north; fortification is not affected."""
    mine = {"URA": [0, 8], "SCA": [1, 3], "NEU": [0, 1], "EEU": [1, 1]}
    t = lay(mine, event="Harsh Winter")
    assert {pair for pair in attackable(t) if pair.startswith("URA")} == {"URA-EEU", "URA-CAS", "URA-CHI"}
    assert refused(t, "attack SIB from URA") == "CAP-E.6"
    t = lay(mine, event="Harsh Winter", active=1)
    assert attackable(t) == set()
    assert refused(t, "attack NEU from SCA") == "CAP-E.6"
    play(t, "end attacks", "fortify EEU from SCA with 2")
    assert on(t, "EEU") == [1, 3]


def test_W30_storms_at_sea() -> None:
    """CAP-E.7, CAP-7.3, CAP-8.2"""
    mine = {"ALA": [0, 5], "KAM": [1, 2], "WUS": [0, 2], "ALB": [0, 1], "JAP": [0, 4]}
    t = lay(mine, event="Storms at Sea", hands={"0": ["Barrage"]})
    assert "ALA-KAM" not in attackable(t) and not [pair for pair in attackable(t) if pair.startswith("JAP")]
    assert offered(t, "play Barrage from ALA") == []
    assert refused(t, "attack KAM from ALA") == "CAP-E.7"
    assert refused(t, "play Barrage from ALA into KAM") == "CAP-E.7"
    play(t, "end attacks")
    assert offered(t, "fortify WUS from ALA") == [f"fortify WUS from ALA with {n}" for n in (1, 2, 3, 4)]
    assert offered(t, "fortify ") and not offered(t, "fortify ALA from JAP")
    without = lay({**mine, "JAP": [1, 1]})
    assert "ALA-KAM" in attackable(without)


def test_no_chain_over_the_sea_in_a_storm() -> None:
    """CAP-E.7, CAP-8.2  WEU and NAF hang together by sea only."""
    mine = {"WEU": [0, 3], "NAF": [0, 1]}
    assert lay(mine, step="fortify").options(0).total > 1
    t = lay(mine, step="fortify", event="Storms at Sea")
    assert offered(t, "fortify ") == []
    assert refused(t, "fortify NAF from WEU with 1") == "CAP-E.7"
    with pytest.raises(IllegalAction, match="Storms at Sea: nothing crosses from Western Europe to North Africa"):
        t.play(0, GAME.parse("fortify NAF from WEU with 1"))


def test_a_storm_is_blamed_only_for_what_it_stops() -> None:
    """CAP-E.7, CAP-8.2  A chain over the sea is stopped by the storm, one that does not exist in any weather is not;
    neither is what is refused for other reasons."""
    mine = {"WEU": [0, 3], "NAF": [0, 1], "CAF": [0, 2], "SAF": [0, 4], "CHI": [0, 2]}
    t = lay(mine, step="fortify", event="Storms at Sea")
    assert refused(t, "fortify SAF from WEU with 1") == "CAP-E.7"
    assert refused(t, "fortify CHI from WEU with 1") == "CAP-8.2"
    assert refused(t, "fortify NAF from SAF with 4") == "CAP-8.1"
    adjacent = lay(mine, step="fortify", event="Storms at Sea", options={"fortify": "adjacent"})
    assert refused(adjacent, "fortify SAF from WEU with 1") == "CAP-8.2"
    assert refused(adjacent, "fortify NAF from WEU with 1") == "CAP-E.7"
    assert refused(lay(mine, step="fortify"), "fortify CHI from WEU with 1") == "CAP-8.2"


def test_arms_fair() -> None:
    """CAP-E.8  The winner places 4 units."""
    t = lay(THREE, step="event", event_deck=["Arms Fair"], eur=[1, 2, 3])
    bid(t, 1, 2, 3)
    play(t, "2: put 4 in CHI")
    assert on(t, "CHI") == [2, 5] and eur(t) == [0, 0, 0]


def test_W42_foreign_aid_with_a_tie() -> None:
    """CAP-E.9, CAP-4.2  Territories 20, 11, 11; current order P2, P0, P1."""
    t = lay(spread(20, 11, 11), step="event", event_deck=["Foreign Aid"], order=[2, 0, 1], eur=[1, 1, 1])
    assert t.deciders() == [2] and eur(t) == [1, 1, 4]
    play(t, f"2: put 3 in {CODES[31]}")
    assert t.deciders() == [1] and eur(t) == [1, 4, 4]
    play(t, f"1: put 3 in {CODES[20]}")
    assert step(t) == "order_bid" and eur(t) == [1, 4, 4]


def test_W56_open_archives_and_purge() -> None:
    """CAP-E.10, CAP-E.11, CAP-9.5  Hands of 5, 0 and 2; the hand of 6 stays until the end of its owner's turn."""
    hands = {"0": ["Ambush", "Ambush", "Lobbyist", "Lobbyist", "Barrage"], "2": ["Airlift", "Embargo"]}
    t = lay(THREE, step="event", event_deck=["Open Archives"], hands=hands)
    assert cards(t) == [6, 1, 3] and step(t) == "order_bid"
    t = lay(THREE, step="event", event_deck=["Purge"], hands=hands)
    assert cards(t) == [4, 0, 1] and len(discards(t)) == 2
    assert told(t, "CAP-E.11") == [f"seat 0 discards {discards(t)[0]}", f"seat 2 discards {discards(t)[1]}"]


def test_open_archives() -> None:
    """CAP-E.10  Everybody draws, in current order, from the top."""
    t = lay(THREE, step="event", event_deck=["Open Archives"], order=[2, 0, 1], deck=["Ambush", "Airlift", "Barrage"])
    assert [hand(t, seat) for seat in range(3)] == [["Airlift"], ["Barrage"], ["Ambush"]]


def test_purge_picks_every_card_equally() -> None:
    """CAP-E.11  Two copies are picked twice as often as one."""
    thrown = []
    for pick in range(3):
        t = lay(THREE, step="event", picks=[pick], event_deck=["Purge"], hands={"1": ["Ambush", "Ambush", "Embargo"]})
        thrown += discards(t)
    assert sorted(thrown) == ["Ambush", "Ambush", "Embargo"]


def test_W32_truce_of_capitals() -> None:
    """CAP-E.12, CAP-7.3  Not into a capital; out of one is allowed."""
    mine = {"IND": [0, 5], "CHI": [1, 5], "ICH": [1, 1]}
    t = lay(mine, event="Truce of Capitals", capitals={"1": "CHI"})
    assert "IND-CHI" not in attackable(t) and "IND-ICH" in attackable(t)
    assert refused(t, "attack CHI from IND") == "CAP-E.12"
    t = lay(mine, event="Truce of Capitals", capitals={"1": "CHI"}, active=1)
    assert "CHI-IND" in attackable(t)


def test_congress() -> None:
    """CAP-E.13  As many positions as there are players; the sixth gives nothing."""
    six = {code: [seat, 1] for seat, code in enumerate(("ALA", "BRA", "GBR", "EGY", "CHI"))}
    t = lay(six, rest=(5, 1), seats=6, step="event", event_deck=["Congress"], eur=[5, 4, 3, 2, 1, 0], deck=["Ambush"])
    bid(t, 5, 4, 3, 2, 1, 0)
    play(t, "0: take position 6", "1: take position 5", "2: take position 4", "2: put 1 in GBR")
    play(t, "3: take position 3", "4: take position 2")
    assert t.deciders() == [5]
    play(t, "5: put 4 in JAP")
    assert eur(t) == [0, 2, 0, 0, 5, 0] and cards(t) == [0, 0, 0, 1, 0, 0]
    assert on(t, "GBR") == [2, 3] and on(t, "JAP") == [5, 5]


def test_W17_arms_surplus() -> None:
    """CAP-E.14  Five units for 5 EUR, and no sixth; a card may still be bought."""
    t = lay(THREE, step="muster", event="Arms Surplus", eur=[9, 0, 0])
    assert offered(t, "buy ") == ["buy 1", "buy 2", "buy 3", "buy 4", "buy 5", "buy a card"]
    assert refused(t, "buy 6") == "CAP-E.14"
    play(t, "buy 2", "buy 3")
    assert eur(t)[0] == 4 and t.pool[0] == 5
    assert offered(t, "buy ") == ["buy a card"]
    assert refused(t, "buy 1") == "CAP-E.14"


def test_W43_epidemic() -> None:
    """CAP-E.15  Stacks 4, 5, 9, 10, 14 lose 0, 1, 1, 2, 2; neutral units too."""
    mine = {"ALA": [0, 4], "NWT": [0, 5], "BRA": [1, 9], "VEN": [1, 10], "GBR": [2, 14], "WEU": ["neutral", 5]}
    t = lay(mine, step="event", event_deck=["Epidemic"])
    assert [on(t, code)[1] for code in mine] == [4, 4, 8, 8, 12, 4]


def test_trade_sanctions() -> None:
    """CAP-E.16, CAP-5.4  The winner names another player without a marker."""
    t = lay(THREE, step="event", event_deck=["Trade Sanctions"], eur=[3, 2, 1])
    bid(t, 3, 2, 1)
    assert step(t) == "name" and offered(t) == ["sanction 1", "sanction 2"]
    assert refused(t, "sanction 0") == "CAP-E.16"
    play(t, "sanction 2")
    assert t.sanctioned == 4 and step(t) == "order_bid"


def test_trade_sanctions_with_one_or_nobody_left() -> None:
    """CAP-E.16  The only one is named unasked; if there is none, nothing happens."""
    t = lay(THREE, step="event", event_deck=["Trade Sanctions"], eur=[3, 2, 1], sanctioned=[1])
    bid(t, 3, 2, 1)
    assert t.sanctioned == 0b110 and step(t) == "order_bid"
    t = lay(THREE, step="event", event_deck=["Trade Sanctions"], eur=[3, 2, 1], sanctioned=[1, 2])
    bid(t, 3, 2, 1)
    assert t.sanctioned == 0b110 and step(t) == "order_bid"
    t = lay(THREE, step="event", event_deck=["Trade Sanctions"], eur=[3, 2, 1], sanctioned=[0, 2])
    bid(t, 1, 2, 0)
    assert t.sanctioned == 0b101


@pytest.mark.parametrize("name", ["Harsh Winter", "Storms at Sea", "Truce of Capitals", "Arms Surplus"])
def test_events_of_the_round_ask_nothing(name: str) -> None:
    """CAP-3.4, CAP-3.10"""
    t = lay(THREE, step="event", event_deck=[name])
    assert step(t) == "order_bid" and event(t) == name
