"""The ledger, the price list and what is asked once more: all of it comes true by the rules that it was taken from."""

from __future__ import annotations

from marchland.engine.picture import Caution, LedgerLine, Price
from marchland.games.rebellion.game import GAME
from marchland.games.rebellion.sight import RebellionTable
from rebellion.table import at, coins, deal, land, lands, lay, next_turn, play, step

QUIET = {"mod_weather": "off", "mod_revolts": "off"}


def line(t: RebellionTable, words: str, seat: int = 0) -> LedgerLine:
    """The one line that has these words."""
    (found,) = [one for account in t.picture(seat).ledger for one in account.lines if words in one.text]
    return found


def lines(t: RebellionTable, seat: int = 0) -> list[str]:
    return [one.text for account in t.picture(seat).ledger for one in account.lines]


def price(t: RebellionTable, words: str, seat: int = 0) -> Price:
    """That of an action: the first that holds for it."""
    action = GAME.parse(words)
    return next(
        one
        for one in t.picture(seat).prices
        if one.kind == action >> 23 and (one.first < 0 or one.first <= action <= one.last)
    )


def caution(t: RebellionTable, words: str, seat: int = 0) -> Caution | None:
    action = GAME.parse(words)
    return next((one for one in t.picture(seat).cautions if one.first <= action <= one.last), None)


def test_the_ledger_says_what_the_next_turn_brings() -> None:
    """REB-5.1, REB-5.7, REB-5.9  Line by line, each with its clause; and so it comes."""
    t = lay(
        options=QUIET,
        provinces={
            "BRA": land(0, "2I"),
            "PER": land(0, "12I", buildings=["farm", "road"]),
            "ARG": land(0, buildings=["manufactory"]),
            **lands(0, "VEN", "CTA"),
        },
    )
    said = [(one.text, one.amount, one.clause) for one in t.picture(0).ledger[0].lines]
    assert said == [
        ("in your purse", 20, "REB-1.9"),
        ("your capital", 4, "REB-5.2"),
        ("your 5 provinces", 1, "REB-5.3"),
        ("farms", 1, "REB-5.5"),
        ("manufactories", 2, "REB-5.5"),
        ("upkeep of buildings", -1, "REB-5.7"),
        ("units above the limit", -2, "REB-5.9"),
        ("at your next turn", 25, "REB-5.1"),
    ]
    next_turn(t)
    assert coins(t) == 25


def test_the_ledger_of_every_turn_comes_true() -> None:
    """REB-5.1, REB-14.1  Over whole matches of nobody doing anything, in one weather."""
    t = deal(3, 5, mod_weather="off", mod_revolts="off")
    while step(t) != "main":
        t.play(t.deciders()[0], t.options(t.deciders()[0]).at(0))
    for _ in range(9):
        seat = int(t.active)
        promised = line(t, "at your next turn", seat).amount
        harvest = line(t, "the next harvest", seat).amount
        next_turn(t, seat)
        assert (coins(t, seat), t.food[seat]) == (promised, harvest)


def test_dangers_are_told_before_the_turn_ends() -> None:
    """REB-14.4, REB-24.1, REB-24.2, REB-5.8  And whoever ends it all the same is asked once more."""
    t = lay(provinces={"BRA": land(0, "I"), **lands(0, "PER", "ARG", "VEN")}, food=[0, 5, 5, 5], options=QUIET)
    assert line(t, "Famine").clause == "REB-14.4" and "2 food too little" in line(t, "Famine").text
    asked = caution(t, "end the turn")
    assert asked is not None and asked.clause == "REB-14.4"
    t = lay(provinces={"BRA": land(0, "I"), "PER": land(0, "I", tokens=2), "ARG": land(0, tokens=1)})
    assert "60 %" in line(t, "plundered land").text and line(t, "plundered land").clause == "REB-24.2"
    t = lay(provinces={"BRA": land(0, "I"), "PER": land(0, "20I")}, coins=[0, 9, 9, 9])
    assert line(t, "Insolvency").clause == "REB-5.8"
    t = lay(provinces={"BRA": land(0, "I")})
    assert not t.picture(0).ledger[0].title.startswith("Danger") and caution(t, "end the turn") is None


def test_a_siege_is_told() -> None:
    """REB-10.11"""
    ring = {code: land(1, "I") for code in ("VEN", "PER", "ARG", "NAF")}
    t = lay(provinces={"BRA": land(0, "9I"), **ring}, wars=[[0, 1]])
    assert line(t, "Siege").clause == "REB-10.11"


def test_an_act_that_starves_is_asked_once_more() -> None:
    """REB-14.4  A march into empty land whose people nobody can feed; not one into land that is held anyway."""
    provinces = {"BRA": land(0, "3I"), **lands(0, "PER", "ARG", "VEN", "CTA")}
    t = lay(provinces=provinces, food=[2, 9, 9, 9])
    asked = caution(t, "march 2 infantry from BRA to NAF")
    assert asked is not None and asked.clause == "REB-14.4"
    assert caution(t, "march 2 infantry from BRA to PER") is None
    assert caution(t, "end the turn") is None
    t = lay(provinces=provinces, food=[3, 9, 9, 9])
    assert caution(t, "march 2 infantry from BRA to NAF") is None


def test_an_act_that_ruins_is_asked_once_more() -> None:
    """REB-5.8  From the very count on from which the next upkeep cannot be paid."""
    provinces = {"BRA": land(0), "PER": land(0, "18I"), **lands(0, "ARG", "VEN", "CTA")}
    t = lay(provinces=provinces, coins=[12, 9, 9, 9], food=[9, 9, 9, 9])
    # 12 coins, 5 of income, 8 of upkeep: 9 can be spent.
    assert [caution(t, f"recruit {n} infantry") is None for n in (4, 5, 6)] == [True, False, False]
    assert caution(t, "upgrade the capital") is not None
    assert caution(t, "build road in ARG") is None
    assert [caution(t, f"march {n} infantry from PER to ARG") is None for n in (9, 10, 12)] == [True, False, False]


def test_prices_are_those_of_the_act() -> None:
    """REB-6.1, REB-7.3, REB-10.1, REB-12.3, REB-12.10, REB-24.13  What is said beside a choice is what it costs."""
    t = lay(
        coins=[60, 9, 9, 9],
        level=[3, 1, 1, 1],
        provinces={
            "BRA": land(0, "3I A V"),
            "PER": land(0, "4I C", bunkers=1),
            "ARG": land(0, "I"),
            "VEN": land(0, "I", buildings=["road"]),
            "NAF": land("rebels", "3I", origin=0),
        },
    )
    for words, n in (
        ("march 3 infantry from PER to ARG", 3),
        ("march 1 cavalry from PER to ARG", 1),
        ("march 1 infantry from VEN to PER", 1),
        ("march 1 caravan from BRA to ARG", 1),
        ("recruit 2 cavalry", 2),
        ("recruit 1 artillery", 1),
        ("build farm in ARG", 1),
        ("build bunkers in ARG", 1),
        ("build bunkers in PER", 1),
        ("build road in ARG", 1),
    ):
        twin = t.copy()
        assert isinstance(twin, RebellionTable)
        said = price(t, words)
        play(twin, words)
        assert 60 - coins(twin) == (said.totals[n - 1] if any(said.totals) else 0), words
    assert price(t, "bribe NAF").totals == [9] and "3 rebel soldiers" in price(t, "bribe NAF").text
    assert price(t, "build farm in ARG").text == "1 coin and 1 food a turn"
    assert "level 2" in price(t, "build bunkers in PER").text


def test_only_who_is_asked_in_the_main_phase_sees_prices() -> None:
    t = lay(provinces={"BRA": land(0, "3I")})
    assert t.picture(0).prices and t.picture(0).done_at == {
        "recruit": at("BRA"),
        "exchange": at("BRA"),
        "upgrade_capital": at("BRA"),
    }
    for viewer in (1, -1, -2):
        shown = t.picture(viewer)
        assert (shown.prices, shown.cautions, shown.done_at) == ([], [], {})
    assert t.picture(1).ledger and not t.picture(-1).ledger


def test_the_terms_of_a_treaty_are_seen() -> None:
    """REB-11.4, REB-11.5  By both, before one of them signs."""
    t = lay(
        wars=[[0, 1]],
        provinces={
            "BRA": land(0, "3I"),
            "NAF": land(0, "I", owner=1),
            "EGY": land(0, "I", owner=1),
            "VEN": land(1, "I", owner=0),
            "JAP": land(1, "I"),
        },
    )
    for words in ("call a conference with seat 1", "claim NAF", "pay 5", "send the treaty"):
        play(t, words)
    contest = t.picture(1).contest
    assert contest is not None and contest.title == "Peace conference"
    assert [side.text for side in contest.sides] == [
        "Gets North Africa; gets back Venezuela; pays 5 coins",
        "Gets back Egypt",
    ]


def test_weather_is_in_sight() -> None:
    """REB-15.4, REB-15.5, REB-15.6"""
    t = lay(provinces={"BRA": land(0, "3I")}, weather="storm", weather_left=3)
    banner = t.picture(-1).banner
    assert banner is not None and (banner.deck, banner.note) == ("weather", "for 3 rounds")
    faces = next(deck for deck in GAME.decks if deck.name == "weather").at(t).faces
    assert faces[banner.card].text == "Marching costs 2 a soldier, buildings cost 3 more, no expedition sails."
    assert lay(provinces={"BRA": land(0)}, options={"mod_weather": "off"}).picture(-1).banner is None
