"""Numbers of the rulebook that a group has turned, and a map of its own: each changes what its rule does."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from capitals.table import (
    CODES,
    GAME,
    CapitalsTable,
    attackable,
    bid,
    cards,
    deal,
    eur,
    lay,
    number,
    of,
    offered,
    on,
    play,
    refused,
    step,
    told,
)
from engine.playing import laid_data
from marchland.engine.dice import fast_dice
from marchland.engine.errors import BoardError, UsageError
from marchland.engine.game import read_text
from marchland.engine.playout import play_out
from marchland.games.capitals.cards import ACTION, EVENT, PACKAGE
from marchland.games.capitals.muster import price_of

Measure = Callable[[CapitalsTable], Any]
Acts = Callable[[CapitalsTable], None]

MINE = {"ALA": [0, 5], "BRA": [1, 3]}
OCEANIA = of(0, "INO", "NGU", "WAU", "EAU")


def nothing(t: CapitalsTable) -> None:
    pass


def said(*actions: str) -> Acts:
    return lambda t: play(t, *actions)


def bids(*amounts: int | str) -> Acts:
    return lambda t: bid(t, *amounts)


def then(*acts: Acts) -> Acts:
    def all_of_them(t: CapitalsTable) -> None:
        for act in acts:
            act(t)

    return all_of_them


def held(**seats: str) -> dict[str, list[str]]:
    return {seat[1:]: [card] for seat, card in seats.items()}


def drawn(event: str, **entries: Any) -> dict[str, Any]:
    return {"territories": MINE, "step": "event", "event_deck": [event], **entries}


# The number, its value, a position, what is played, what is looked at, by the book and then.
CASES: list[tuple[str, int, dict[str, Any], Acts, Measure, Any, Any]] = [
    # chapter S
    ("income.territories", 2, {"territories": of(0, *CODES[:20])}, nothing, lambda t: t.base_income(0), 6, 10),
    ("income.least", 1, {"territories": MINE}, nothing, lambda t: t.base_income(0), 3, 1),
    ("bonus.OC", 9, {"territories": OCEANIA}, nothing, lambda t: t.group_bonuses(0), 2, 9),
    (
        "dice.attacker",
        5,
        {"territories": {"NAF": [0, 9]}, "options": {"dice_choice": "choose"}},
        said("attack EGY from NAF"),
        lambda t: len(offered(t, "throw")),
        3,
        5,
    ),
    (
        "dice.defender",
        1,
        {"territories": {"NAF": [0, 9], "EGY": [1, 4]}, "dice": fast_dice(1)},
        said("attack EGY from NAF"),
        lambda t: told(t, "CAP-S.9")[-1].split(" against ")[1].split(":")[0].count(","),
        1,
        0,
    ),
    (
        "dice.sides",
        2,
        {"territories": {"NAF": [0, 400], "EGY": [1, 400]}, "dice": fast_dice(1)},
        said("storm EGY from NAF"),
        lambda t: max(int(face) for line in told(t, "CAP-S.9") for face in line.split(":")[0] if face.isdecimal()),
        6,
        2,
    ),
    # chapters 1 and 4
    (
        "conference.1.units",
        9,
        drawn("Congress", eur=[3, 2, 1]),
        then(bids(3, 2, 1), said("0: take position 1")),
        lambda t: "9 units" in GAME.say(t.prompt(0)),
        False,
        True,
    ),
    (
        "conference.2.eur",
        9,
        drawn("Congress", eur=[3, 2, 1]),
        then(bids(3, 2, 1), said("0: take position 2")),
        eur,
        [5, 0, 0],
        [9, 0, 0],
    ),
    (
        "conference.3.cards",
        2,
        drawn("Congress", eur=[3, 2, 1]),
        then(bids(3, 2, 1), said("0: take position 3")),
        cards,
        [1, 0, 0],
        [2, 0, 0],
    ),
    # chapter E
    ("event.Good Harvest.eur", 7, drawn("Good Harvest"), nothing, eur, [3, 3, 3], [7, 7, 7]),
    ("event.Levy.units", 5, drawn("Levy"), said("put 2 in ALA"), lambda t: t.deciders(), [1], [0]),
    ("event.Open Archives.cards", 3, drawn("Open Archives"), nothing, cards, [1, 1, 1], [3, 3, 3]),
    ("event.Inflation.inflation", 2, drawn("Inflation", eur=[9, 8, 0]), nothing, eur, [7, 6, 0], [5, 4, 0]),
    ("event.Uprising.uprising", 6, drawn("Uprising"), nothing, lambda t: risen(t), [2], [6]),
    ("event.Uprising.holdings", 42, drawn("Uprising"), nothing, lambda t: len(risen(t)), 1, 0),
    (
        "event.Arms Surplus.surplus",
        2,
        {"territories": MINE, "step": "muster", "event": "Arms Surplus", "eur": [9, 0, 0]},
        nothing,
        lambda t: len([name for name in offered(t, "buy") if "card" not in name]),
        5,
        2,
    ),
    (
        "event.Arms Surplus.price",
        3,
        {"territories": MINE, "step": "muster", "event": "Arms Surplus", "eur": [9, 0, 0]},
        said("buy 2"),
        eur,
        [7, 0, 0],
        [3, 0, 0],
    ),
    (
        "event.Foreign Aid.aid_eur",
        8,
        drawn("Foreign Aid", options={"event.Foreign Aid.aid_units": 0}),
        nothing,
        eur,
        [3, 3, 0],
        [8, 8, 0],
    ),
    ("event.Foreign Aid.aid_units", 5, drawn("Foreign Aid"), nothing, lambda t: len(offered(t, "put")), 3, 5),
    (
        "event.Purge.purge",
        2,
        drawn("Purge", hands={"0": ["Ambush", "Airlift", "Embargo"]}),
        nothing,
        lambda t: cards(t)[0],
        2,
        1,
    ),
    (
        "event.Epidemic.epidemic",
        2,
        drawn("Epidemic"),
        nothing,
        lambda t: [on(t, "ALA")[1], on(t, "BRA")[1]],
        [4, 3],
        [3, 2],
    ),
    (
        "event.Arms Fair.prize",
        7,
        drawn("Arms Fair", eur=[1, 0, 0]),
        bids(1, 0, 0),
        lambda t: len(offered(t, "put")),
        4,
        7,
    ),
    # chapter 5
    ("eur.base", 6, {"territories": MINE, "step": "income"}, nothing, lambda t: eur(t)[0], 2, 6),
    (
        "eur.capital",
        6,
        {"territories": MINE, "step": "income", "capitals": ["ALA", None, None]},
        nothing,
        lambda t: eur(t)[0],
        4,
        8,
    ),
    ("eur.continent", 6, {"territories": OCEANIA, "step": "income"}, nothing, lambda t: eur(t)[0], 3, 8),
    # chapter 6
    (
        "price.unit",
        3,
        {"territories": MINE, "step": "muster"},
        nothing,
        lambda t: [price_of(t, n) for n in (1, 2, 3)],
        [1, 3, 6],
        [3, 7, 12],
    ),
    (
        "price.rise",
        0,
        {"territories": MINE, "step": "muster"},
        nothing,
        lambda t: [price_of(t, n) for n in (1, 2, 3)],
        [1, 3, 6],
        [1, 2, 3],
    ),
    (
        "price.card",
        5,
        {"territories": MINE, "step": "muster", "eur": [9, 0, 0]},
        said("buy a card"),
        eur,
        [6, 0, 0],
        [4, 0, 0],
    ),
    (
        "limit.cards",
        1,
        {"territories": MINE, "step": "muster", "eur": [9, 0, 0]},
        said("buy a card"),
        lambda t: len(offered(t, "buy a card")),
        1,
        0,
    ),
    # chapter 7 and its cards
    (
        "action.Spearhead.edge",
        5,
        {"territories": {"NAF": [0, 2], "EGY": [1, 1]}, "hands": held(p0="Spearhead"), "faces": [2, 4]},
        said("play Spearhead from NAF into EGY", "attack EGY from NAF"),
        lambda t: on(t, "EGY"),
        [1, 1],
        [0, 1],
    ),
    (
        "action.Entrenchment.edge",
        5,
        {"territories": {"NAF": [0, 3], "EGY": [1, 1]}, "hands": held(p1="Entrenchment"), "faces": [5, 1, 2]},
        said("attack EGY from NAF", "1: answer with Entrenchment"),
        lambda t: on(t, "EGY"),
        [0, 2],
        [1, 1],
    ),
    (
        "action.Barrage.light",
        4,
        {"territories": {"NAF": [0, 1], "EGY": [1, 9]}, "hands": held(p0="Barrage"), "faces": [3]},
        said("play Barrage from NAF into EGY"),
        lambda t: on(t, "EGY"),
        [1, 8],
        [1, 5],
    ),
    (
        "action.Barrage.heavy",
        20,
        {"territories": {"NAF": [0, 1], "EGY": [1, 9]}, "hands": held(p0="Barrage"), "faces": [4]},
        said("play Barrage from NAF into EGY"),
        lambda t: on(t, "EGY"),
        [1, 7],
        [1, 1],
    ),
    (
        "action.Barrage.low",
        2,
        {"territories": {"NAF": [0, 1], "EGY": [1, 9]}, "hands": held(p0="Barrage"), "faces": [3]},
        said("play Barrage from NAF into EGY"),
        lambda t: on(t, "EGY"),
        [1, 8],
        [1, 7],
    ),
    (
        "action.Ambush.ambush",
        3,
        {"territories": {"NAF": [0, 9], "EGY": [1, 1]}, "hands": held(p1="Ambush"), "faces": [1, 1, 1, 6]},
        said("attack EGY from NAF", "1: answer with Ambush"),
        lambda t: on(t, "NAF"),
        [0, 7],
        [0, 5],
    ),
    (
        "action.Ambush.ambush",
        30,
        {"territories": {"NAF": [0, 9], "EGY": [1, 1]}, "hands": held(p1="Ambush"), "faces": [1, 1, 1, 6]},
        said("attack EGY from NAF", "1: answer with Ambush"),
        lambda t: on(t, "NAF"),
        [0, 7],
        [0, 1],
    ),
    # chapter 8
    ("marches.turn", 3, {"territories": MINE, "step": "fortify"}, nothing, lambda t: t.marches, 1, 3),
    (
        "price.march",
        1,
        {"territories": MINE, "step": "fortify", "eur": [9, 0, 0]},
        said("buy a march"),
        eur,
        [7, 0, 0],
        [8, 0, 0],
    ),
    (
        "limit.marches",
        2,
        {"territories": MINE, "step": "fortify", "eur": [9, 0, 0]},
        said("buy a march"),
        lambda t: len(offered(t, "buy a march")),
        0,
        1,
    ),
    (
        "action.Forced March.marches",
        4,
        {"territories": MINE, "step": "fortify", "hands": held(p0="Forced March")},
        said("play Forced March"),
        lambda t: t.marches,
        2,
        5,
    ),
    (
        "conquest.cards",
        3,
        {"territories": MINE, "step": "fortify", "conquest": 1},
        said("end turn"),
        lambda t: cards(t)[0],
        1,
        3,
    ),
    (
        "limit.hand",
        1,
        {"territories": MINE, "step": "fortify", "hands": {"0": ["Ambush", "Airlift"]}},
        said("end turn"),
        step,
        "muster",
        "end",
    ),
    # chapters 9 and A
    (
        "limit.conferences",
        1,
        {"territories": MINE, "step": "muster", "conferences": 1, "hands": held(p0="Peace Conference")},
        nothing,
        lambda t: len(offered(t, "play Peace")),
        1,
        0,
    ),
    (
        "action.Conscription.units",
        8,
        {"territories": MINE, "step": "muster", "hands": held(p0="Conscription")},
        said("play Conscription"),
        lambda t: t.pool[0],
        3,
        8,
    ),
    (
        "action.War Bonds.eur",
        9,
        {"territories": MINE, "step": "muster", "hands": held(p0="War Bonds")},
        said("play War Bonds"),
        lambda t: eur(t)[0],
        5,
        9,
    ),
    (
        "action.Tax Raid.takes",
        6,
        {"territories": MINE, "step": "muster", "hands": held(p0="Tax Raid"), "eur": [0, 5, 0]},
        said("play Tax Raid on 1"),
        eur,
        [3, 2, 0],
        [5, 0, 0],
    ),
    (
        "action.Arms Auction.prize",
        9,
        {"territories": MINE, "step": "muster", "hands": held(p0="Arms Auction"), "eur": [1, 0, 0]},
        then(said("play Arms Auction"), bids(1, 0, 0)),
        lambda t: t.pool[0],
        5,
        9,
    ),
    (
        "action.Arms Auction.consolation",
        4,
        {"territories": MINE, "step": "muster", "hands": held(p0="Arms Auction"), "eur": [0, 1, 0]},
        then(said("play Arms Auction"), bids(0, 1, 0)),
        lambda t: t.pool[0],
        1,
        4,
    ),
    (
        "action.Defection.defection",
        3,
        {"territories": {"VEN": [0, 2], "BRA": [1, 3]}, "step": "muster", "hands": held(p0="Defection")},
        nothing,
        lambda t: "play Defection in BRA" in offered(t),
        False,
        True,
    ),
    (
        "action.Lobbyist.votes",
        9,
        drawn("Arms Fair", eur=[0, 5, 0], hands=held(p0="Lobbyist")),
        bids("0L", 5, 0),
        lambda t: t.deciders(),
        [1],
        [0],
    ),
    # chapters 10 and 12
    (
        "plunder.eur",
        2,
        {
            "territories": {"NAF": [0, 4], "EGY": [1, 1], "BRA": [1, 1]},
            "capitals": [None, "EGY", None],
            "eur": [0, 9, 0],
            "faces": [6, 6, 6, 1],
        },
        said("attack EGY from NAF"),
        eur,
        [5, 4, 0],
        [2, 7, 0],
    ),
    (
        "plunder.cards",
        3,
        {"territories": {"NAF": [0, 4], "EGY": [1, 1]}, "capitals": [None, "EGY", None], "faces": [6, 6, 6, 1]},
        said("attack EGY from NAF"),
        cards,
        [1, 0, 0],
        [3, 0, 0],
    ),
    (
        "deals.eur",
        40,
        {"territories": MINE, "step": "muster", "eur": [50, 0, 0], "options": {"deals": "on"}},
        nothing,
        lambda t: t.offer_fault(0, 1, [30], []) == [],
        False,
        True,
    ),
    (
        "deals.offers",
        0,
        {"territories": MINE, "step": "muster", "eur": [50, 0, 0], "options": {"deals": "on"}},
        nothing,
        lambda t: t.offer_fault(0, 1, [3], []) == [],
        True,
        False,
    ),
]


def risen(t: CapitalsTable) -> list[int]:
    return [int(t.units[territory]) for territory in range(42) if t.owner[territory] == 6]


@pytest.mark.parametrize(
    ("name", "value", "position", "acts", "measure", "by_the_book", "turned"),
    CASES,
    ids=[f"{case[0]}-{case[1]}" for case in CASES],
)
def test_a_number_changes_what_its_rule_does(
    name: str, value: int, position: dict[str, Any], acts: Acts, measure: Measure, by_the_book: Any, turned: Any
) -> None:
    """CAP-S.3, CAP-S.4, CAP-S.8, CAP-4.3, CAP-5.3, CAP-6.3, CAP-6.4, CAP-7.7, CAP-8.1, CAP-8.3, CAP-8.5, CAP-9.2 and
    CAP-9.5, CAP-10.3, CAP-12.2, and the cards"""
    agreed = position.get("options", {})
    for house, expected in (({}, by_the_book), ({name: value}, turned)):
        t = lay(**{**position, "options": {**agreed, **house}})
        acts(t)
        assert measure(t) == expected


SETUP: list[tuple[str, int, Measure, Any, Any]] = [
    ("start.units.3", 40, lambda t: sum(t.pool) + sum(t.units), 105, 120),
    ("start.eur.3", 12, lambda t: list(t.eur), [35] * 3, [12] * 3),
    ("action.Ambush.count", 6, lambda t: t.hands.everywhere().count(ACTION.number["Ambush"]), 2, 6),
    ("event.Levy.count", 0, lambda t: len(t.event_deck), 24, 22),
]


@pytest.mark.parametrize(("name", "value", "measure", "by_the_book", "turned"), SETUP, ids=[case[0] for case in SETUP])
def test_setup(name: str, value: int, measure: Measure, by_the_book: Any, turned: Any) -> None:
    """CAP-1.2, CAP-1.3"""
    assert measure(deal(3)) == by_the_book
    assert measure(deal(3, **{name: value})) == turned


def test_the_starting_hand() -> None:
    """CAP-1.9"""
    t = lay(MINE, step="found", options={"start.cards": 5}, event_deck=["Quiet Season"])
    play(t, "found the capital in CHI")  # the others have no choice
    assert cards(t) == [5, 5, 5]


def test_every_sort_of_number_has_its_test() -> None:
    def sort_of(name: str) -> str:
        words = name.split(".")
        return words[0] if words[0] == "bonus" else f"{words[0]}.{words[-1] if words[0] != 'start' else words[1]}"

    turned = {sort_of(case[0]) for case in CASES} | {sort_of(case[0]) for case in SETUP} | {"start.cards"}
    assert turned == {sort_of(one.name) for one in GAME.numbers}


def test_without_events_or_cards_a_match_goes_on() -> None:
    """CAP-3.4, CAP-9.4"""
    none: dict[str, object] = {f"event.{name}.count": 0 for name in EVENT.names()}
    none |= {f"action.{name}.count": 0 for name in ACTION.names()}
    t = deal(3, 1, max_rounds=5, **none)
    play_out(t, fast_dice(1), 10**6)
    assert t.over and t.event == -1 and told(t, "CAP-3.9") == [] and cards(t) == [0, 0, 0]


def test_a_card_says_what_it_does_in_this_match() -> None:
    """CAP-A.1"""
    t = deal(3, **{"action.Conscription.units": 8})
    conscription = ACTION.number["Conscription"]
    assert ACTION.card_at(t, conscription).text == "8 units come to your pool."
    assert ACTION.cards[conscription].text == "3 units come to your pool."


def test_the_picture_has_the_numbers_of_the_match() -> None:
    """CAP-4.3, CAP-6.4"""
    t = lay(MINE, step="muster", eur=[9, 0, 0], options={"price.card": 5, "price.rise": 0})
    assert [price.totals for price in t.picture(0).prices] == [list(range(1, 11)), [5]]
    t = lay(MINE, step="event", event_deck=["Congress"], options={"conference.1.units": 0, "conference.1.cards": 2})
    bidding = t.picture(0).bidding
    assert bidding is not None
    assert [prize.text for prize in bidding.prizes] == ["2 Action cards", "5 EUR", "1 Action card"]


def test_the_odds_are_those_of_the_dice_of_the_match() -> None:
    """CAP-S.8, CAP-S.9  With one die each and two sides: the attacker wins a unit with 2 against 1 only."""
    house = {"dice.attacker": 1, "dice.defender": 1, "dice.sides": 2}
    t = lay({"NAF": [0, 2], "EAF": [1, 1]}, options=house)
    odds = GAME.odds(t, 0, [GAME.parse("storm EAF from NAF")])
    assert odds is not None and odds.win == pytest.approx(0.25)


# -- a map of one's own ------------------------------------------------------------------------------------------------

PRINTED = read_text(PACKAGE, "board.toml")


def without_madagascar() -> str:
    blocks = PRINTED.split("\n\n")
    return "\n\n".join(block for block in blocks if '"MAD"' not in block)


def edited(*changes: tuple[str, str]) -> str:
    text = PRINTED
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


def test_a_territory_that_is_not_on_the_map_is_not_played_for() -> None:
    """CAP-S.2, CAP-1.5, CAP-S.5  41 territories; Africa has one fewer to take and none fewer to guard."""
    t = deal(3, 2, board=without_madagascar(), setup_claim="random", max_rounds=6)
    madagascar = number("MAD")
    assert t.bonus[t.board.group_number["AF"]] == (5 + 2 * 3) // 3
    while not t.over:
        seat = t.deciders()[0]
        options = t.options(seat)
        assert GAME.conserved(t) == ""
        t.play(seat, options.at(t.dice.below(options.total)))
        assert t.owner[madagascar] == 7 and t.units[madagascar] == 0
    assert sum(t.held) == 41
    t = lay(of(0, "SAF", "EAF", units=4), options={"board": without_madagascar()})
    assert not any("MAD" in name for name in offered(t))
    assert refused(t, "attack MAD from SAF") == "CAP-S.2"
    for entry in ({"territories": {"MAD": [0, 1]}}, {"ceased": ["MAD"]}, {"capitals": ["MAD", "SAF", "EAF"]}):
        with pytest.raises(UsageError, match="has MAD, which is not in play"):
            GAME.position({"seats": 3, "rest": [1, 1], "options": {"board": without_madagascar()}, **entry})


def test_links_and_the_north_are_those_of_the_map() -> None:
    """CAP-E.6, CAP-E.7  Here the Timor Sea is land, and Brazil lies in the north."""
    text = edited(
        ('name = "Timor Sea"\nkind = "sea lane"', 'name = "Timor Bridge"\nkind = "bridge"'),
        ('name = "Brazil"\n', 'name = "Brazil"\nnorth = true\n'),
    )
    mine = {"INO": [0, 5], "BRA": [0, 5]}
    storms = {"event": "Storms at Sea"}
    assert "INO-WAU" not in attackable(lay(mine, **storms))
    assert "INO-WAU" in attackable(lay(mine, **storms, options={"board": text}))
    winter = {"event": "Harsh Winter"}
    assert "BRA-PER" in attackable(lay(mine, **winter))
    t = lay(mine, **winter, options={"board": text})
    assert "BRA-PER" not in attackable(t) and "INO-WAU" in attackable(t)
    assert number("BRA") in t.picture(0).areas[0].regions


def test_what_is_adjacent_is_for_the_map_to_say() -> None:
    """CAP-S.2, CAP-8.2  Without the Timor Sea nothing goes from Indonesia to Western Australia; with a tunnel from Peru
    to Japan units march through it."""
    tunnel = '[[link]]\nname = "Tunnel"\nkind = "tunnel"\npairs = [["PER", "JAP"]]\n'
    text = edited(('[[link]]\nname = "Timor Sea"\nkind = "sea lane"\npairs = [["INO", "WAU"]]\n', tunnel))
    t = lay({"INO": [0, 5], "PER": [0, 5], "JAP": [0, 1]}, options={"board": text})
    assert "INO-WAU" not in attackable(t) and "INO-NGU" in attackable(t)
    assert refused(t, "attack WAU from INO") == "CAP-S.2"
    play(t, "end attacks")
    assert "fortify JAP from PER with 4" in offered(t)
    [drawn_as] = [link.lines for link in t.board.links if link.name == "Tunnel"]
    assert drawn_as == [[t.board.regions[number("PER")].label, t.board.regions[number("JAP")].label]]


def test_a_match_on_a_map_of_its_own_is_saved_with_it() -> None:
    """CAP-S.2"""
    t = deal(3, 2, board=without_madagascar(), setup_claim="random", max_rounds=5)
    play_out(t, fast_dice(3), 250)
    data = json.loads(json.dumps(t.to_data()))
    again = GAME.from_data(data)
    assert isinstance(again, CapitalsTable) and again == t and again.to_data() == data
    for seat in range(-1, 3):
        assert again.options(seat).actions() == t.options(seat).actions() and again.picture(seat) == t.picture(seat)
    laid = GAME.position(json.loads(json.dumps(GAME.position_of(t))))
    assert laid_data(laid) == laid_data(t) and laid.picture(0) == t.picture(0)
    assert (again.terrain.in_play, again.bonus) == (t.terrain.in_play, t.bonus)
    play_out(t, fast_dice(4), 10**6)
    play_out(again, fast_dice(4), 10**6)
    assert t.over and again == t


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "an entry is missing"),
        ("[", "not valid TOML"),
        (PRINTED.replace('"ALA"', '"OZ"'), "nothing draws the region 'OZ', which is not on the printed board"),
        (edited(('borders = ["EAF", "CAF"]', 'borders = ["EAF"]')), "CAF borders SAF, but SAF does not border CAF"),
    ],
)
def test_a_map_that_cannot_be_played_on_is_refused(text: str, sentence: str) -> None:
    """CAP-S.2"""
    with pytest.raises((BoardError, UsageError), match=sentence):
        deal(3, board=text)
