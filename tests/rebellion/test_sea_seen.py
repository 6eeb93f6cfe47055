"""What is seen and imagined of the sea: secret destinations, pictures, odds, what bots make of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.playing import heard, seen
from marchland.bots.bot import Sight
from marchland.bots.greedy import Greedy
from marchland.engine.dice import fast_dice
from marchland.engine.match import Match
from marchland.engine.odds import Odds
from marchland.games.rebellion.evaluation import evaluate
from marchland.games.rebellion.fleets import SHIP_BUILD
from rebellion.table import (
    GAME,
    RebellionTable,
    at,
    calm,
    land,
    lands,
    offered,
    play,
    step,
    told,
    transporter,
    turn_on,
)

PORT = {"PER": land(0, "3I C A", buildings=["port"])}


def sailing(destination: str) -> RebellionTable:
    """A landing ship and a construction ship of seat 0 are under way to a coast."""
    t = calm(provinces=PORT, docked=[1, 0, 0, 0])
    play(t, "load a landing ship in PER", "load 2 infantry", f"set sail for {destination}")
    play(t, f"send a construction ship to {destination}")
    return t


def after(t: RebellionTable, *actions: str) -> RebellionTable:
    later = t.copy()
    later.events = list(t.events or [])
    play(later, *actions)
    return later


# -- secrets ---------------------------------------------------------------------------------------------------------


def test_only_its_owner_knows_a_destination() -> None:
    """REB-16.5, REB-16.8  Two truths look and sound the same to everybody else, until the ships arrive."""
    one, two = sailing("ICH"), sailing("MAD")
    for _ in range(4):
        for viewer in (-1, 1, 2, 3):
            assert seen(one, viewer) == seen(two, viewer)
            assert heard(one.events or [], viewer) == heard(two.events or [], viewer)
            assert one.options(viewer).actions() == two.options(viewer).actions() if viewer >= 0 else True
        assert seen(one, 0) != seen(two, 0) and seen(one, -2) != seen(two, -2)
        one, two = after(one, "end the turn"), after(two, "end the turn")
    turn_on(one)
    assert "A landing ship of seat 0 appears before Siam" in told(one, seat=3)


def test_what_everybody_knows_of_a_voyage() -> None:
    """REB-16.5  Kind, cargo, owner, the port it left, and when it arrives."""
    t = sailing("ICH")
    landing, construction = t.view(2)["table"]["voyages"]  # type: ignore[index]
    assert landing == [2, 0, at("PER"), -1, 3, 2, 0, 0, 0] and construction == [1, 0, -1, -1, 3, 0, 0, 0, 0]
    seen = [(one.title, one.text, one.turns, one.secret) for one in t.picture(2).seats[0].sheet]
    assert seen == [
        ("Landing ship", "2 infantry from Peru bound in secret", 2, False),
        ("Construction ship", "Bound in secret", 2, False),
    ]
    known = [(one.title, one.text, one.turns, one.secret) for one in t.picture(0).seats[0].sheet]
    assert known == [
        ("Landing ship", "2 infantry from Peru to Siam", 2, True),
        ("Construction ship", "To Siam", 2, True),
    ]
    (path,) = t.picture(0).paths
    assert t.picture(2).paths == [] and path.regions == [at("PER"), at("ICH")]
    assert (path.name, path.label) == ("Landing ship with 2 infantry", "2 turns")
    assert "Your ship is bound for Siam, which nobody else knows" in told(t, seat=0)
    assert not any("Siam" in text for text in told(t, seat=1))


def imagined(t: RebellionTable, seat: int) -> Iterator[RebellionTable]:
    for seed in range(60):
        made = t.determinize(seat, fast_dice(seed))
        assert isinstance(made, RebellionTable) and GAME.conserved(made) == ""
        yield made


def test_destinations_are_imagined_anew() -> None:
    """REB-16.5  Any coast but the port's own; who sent the ship knows."""
    t = sailing("ICH")
    assert {made.voyages[0][3] for made in imagined(t, 0)} == {at("ICH")}
    others = [(made.voyages[0][3], made.voyages[1][3]) for made in imagined(t, 2)]
    assert len({landing for landing, _ in others}) > 20 and len({port for _, port in others}) > 20
    assert all(landing not in (at("PER"), at("CAS"), at("IRK")) for landing, _ in others)
    assert [made.voyages[0][:3] for made in imagined(t, -1)] == [t.voyages[0][:3]] * 60
    one, two = sailing("ICH"), sailing("MAD")
    for seed in range(10):
        assert one.determinize(1, fast_dice(seed)).to_data() == {
            **two.determinize(1, fast_dice(seed)).to_data(),
            "reveals": one.reveals,
        }


def test_a_ship_that_has_left_is_not_called_back_by_undo() -> None:
    """Hidden information: `voyage_go` and `construction_send` cannot be taken back, loading can."""
    t = calm(provinces=PORT, docked=[1, 0, 0, 0])
    match = Match(GAME, 4, {"mod_weather": "off"}, base=t.to_data())
    for action in ("load a landing ship in PER", "load 2 infantry"):
        match.play(0, GAME.parse(action))
    match.undo(0)
    assert int(match.table.ready[at("PER") * 4]) == 3  # type: ignore[attr-defined]
    for action in ("load 1 cavalry", "set sail for ICH"):
        match.play(0, GAME.parse(action))
    assert not match.can_undo(0)
    match.play(0, GAME.parse("send a construction ship to MAD"))
    assert not match.can_undo(0)


# -- pictures --------------------------------------------------------------------------------------------------------


def test_ships_boats_and_cargo_are_shown_on_their_seas() -> None:
    t = calm(
        ships=[["S_EPA", 0, "frigate", 2], ["S_EPA", 0, "frigate", 1, 0], ["S_EPA", 1, "cruiser", 1]],
        boats=[["S_EPA", 3]],
        transports=[transporter(1, "S_EPA", "2I C", 4), transporter(1, "S_COR")],
    )
    shown = t.picture(2).regions[at("S_EPA")]
    assert [(piece.seat, piece.count, piece.type, piece.within) for piece in shown.pieces] == [
        (0, 3, "frigate", ""),
        (1, 1, "cruiser", ""),
        (1, 1, "transporter", ""),
        (1, 2, "infantry", "transporter 4"),
        (1, 1, "cavalry", "transporter 4"),
        (3, 1, "fishing boat", ""),
    ]
    assert shown.owner == -1 and t.region_shown(at("S_EPA")) == shown
    before = t.sketch()
    play(t, "sail 1 frigate from S_EPA to S_COR")
    changed = [region for region, value in enumerate(t.sketch()) if value != before[region]]
    assert changed == [at("S_EPA"), at("S_COR")]


def test_a_sea_battle_is_shown_as_a_contest() -> None:
    t = calm([50, 50], ships=[["S_EPA", 0, "corvette", 1], ["S_EPA", 1, "frigate", 2]])
    play(t, "attack the ships of 1 in S_EPA")
    contest = t.picture(3).contest
    assert contest is not None and (contest.title, contest.region) == ("Sea battle", at("S_EPA"))
    assert [(side.seat, [fact.value for fact in side.facts]) for side in contest.sides] == [(0, [3, 2]), (1, [2, 0])]


def test_prices_of_the_sea() -> None:
    """REB-16.5, REB-16.8, REB-17.1, REB-18.1"""
    t = calm(provinces=PORT)
    costs = {GAME.words.kinds[price.kind].name: price.totals for price in t.picture(0).prices}
    assert costs["landing_open"] == [9] and costs["construction_buy"] == [13]
    assert costs["boat_build"] == [7]
    fleet = [price for price in t.picture(0).prices if price.kind == SHIP_BUILD.number]
    assert [price.totals for price in fleet] == [[5], [15], [30], [5]]
    assert fleet[1].text == "strength 3, 1 movement point" and fleet[3].text == "carries 5 soldiers, 2 movement points"
    assert fleet[1].first <= SHIP_BUILD.of(1, at("S_EPA")) <= fleet[1].last < fleet[2].first


def test_ships_are_found_on_their_sea() -> None:
    """REB-17.11  Transporters are chosen where they lie; what they carry stands on the sheet."""
    t = calm(provinces=PORT, transports=[transporter(0, "S_EPA", "2I C", 2), transporter(1, "S_NAT")])
    assert t.picture(0).sites == {"transporter": [-1, at("S_EPA"), *[-1] * 10]} and t.picture(2).sites == {}
    (effect,) = t.picture(1).seats[0].sheet
    assert (effect.title, effect.text, effect.regions) == (
        "Transporter 2",
        "East Pacific: 2 infantry, 1 cavalry, room for 0 more",
        [at("S_EPA")],
    )


def test_what_is_loaded_is_shown() -> None:
    """REB-16.5"""
    t = calm(provinces={"PER": land(0, "6I 1C", buildings=["port"])})
    play(t, "load a landing ship in Peru", "load 4 infantry", "load 1 cavalry")
    contest = t.picture(2).contest
    assert contest is not None and (contest.title, contest.region) == ("Landing ship", at("PER"))
    assert [(fact.value, fact.word()) for fact in contest.sides[0].facts] == [
        (4, "infantry"),
        (1, "cavalry"),
        (3, "soldiers more find room"),
    ]


# -- odds ------------------------------------------------------------------------------------------------------------


def weighed(t: RebellionTable, action: str) -> Odds:
    found = GAME.odds(t, t.deciders()[0], [GAME.parse(action)])
    assert found is not None
    return found


def test_the_odds_of_a_sea_battle() -> None:
    """REB-17.5, REB-17.6, REB-17.7, REB-17.10  One frigate against one: the attacker wins 49.5 %."""
    t = calm([50, 50], ships=[["S_EPA", 0, "frigate", 1], ["S_EPA", 1, "frigate", 1]])
    found = weighed(t, "attack the ships of 1 in S_EPA")
    assert round(found.win, 4) == 0.495 and found.clause == "REB-17.5"
    play(t, "attack the ships of 1 in S_EPA")
    assert weighed(t, "roll").win == weighed(t, "roll until 0 are left").win == found.win
    guns = calm(
        provinces={"PER": land(1, buildings=["coastal battery"])},
        ships=[["S_EPA", 0, "frigate", 1], ["S_EPA", 1, "frigate", 1]],
    )
    assert ("defence: coastal battery (REB-17.7)", "+6") in weighed(guns, "attack the ships of 1 in S_EPA").rows
    lone = calm(ships=[["S_EPA", 0, "frigate", 1]], transports=[transporter(1, "S_EPA", "I")])
    assert weighed(lone, "attack the ships of 1 in S_EPA").win == 1.0


def test_the_odds_of_a_landing() -> None:
    """REB-8.8, REB-16.9  With what a port or a blockade does to it, before the click."""
    entries: dict[str, Any] = {
        "provinces": {"EAU": land(1, "3I", buildings=["port"])},
        "transports": [transporter(0, "S_COR", "5I")],
    }
    t = calm(**entries)
    found = weighed(t, "attack EAU")
    assert ("landing (REB-8.8 f)", "-12") in found.rows and ("against an open port (REB-16.9)", "-8") in found.rows
    watched = calm(ships=[["S_COR", 0, "frigate", 1]], **entries)
    better = weighed(watched, "attack EAU")
    assert better.win > found.win and not any("open port" in what for what, _ in better.rows)
    play(t, "attack EAU")
    assert weighed(t, "commit 5 infantry of T1").win == found.win
    play(t, "commit 5 infantry of T1")
    assert weighed(t, "begin the attack").win == found.win and not t.at_war(0, 1)
    ship = calm(provinces={**PORT, "EAU": land(1, "3I"), **lands(0, "MAD")})
    play(ship, "load a landing ship in PER", "load 1 artillery")
    assert ("landing (REB-8.8 f)", "-12") in weighed(ship, "set sail for EAU").rows
    for place in ("MAD", "ICE"):
        assert GAME.odds(ship, 0, [GAME.parse(f"set sail for {place}")]) is None


# -- bots ------------------------------------------------------------------------------------------------------------


def test_a_bot_fishes_where_it_pays() -> None:
    """REB-18.3  Soldiers come first; with coins to spare and an open port a boat is set, without a port none."""

    def turn(buildings: list[str]) -> list[str]:
        t = calm(provinces={"PER": land(0, buildings=buildings)}, coins=[15, 0, 0, 0], round=3)
        bot, played = Greedy(1), []
        while t.deciders() == [0]:
            played.append(bot.choose(Sight(t, 0)))
            t.play(0, played[-1])
        return [GAME.name_of(action) for action in played]

    assert "set a fishing boat in S_EPA" in turn(["port"])
    assert not any(name.startswith("set a fishing boat") for name in turn([]))


def test_a_bot_lands_at_an_empty_capital() -> None:
    """REB-16.5  It loads a ship, and steers for the capital that nobody defends."""
    t = calm(
        provinces={"PER": land(0, "4I C", buildings=["port"]), "SAF": land(2, "9I"), "GRL": land(3, "9I")},
        round=15,
        coins=[12, 0, 0, 0],
        level=[3, 1, 1, 1],
    )
    play(t, "load a landing ship in PER")
    bot = Greedy(3)
    while step(t) == "voyage":
        t.play(0, bot.choose(Sight(t, 0)))
    assert t.voyages and t.voyages[0][3] == at("JAP")


def test_what_bots_think_of_a_sea_battle() -> None:
    """REB-17.5  Strong against weak is worth more than weak against strong."""
    values = []
    for mine, theirs in (("cruiser", "frigate"), ("frigate", "cruiser")):
        t = calm([50, 50], ships=[["S_EPA", 0, mine, 1], ["S_EPA", 1, theirs, 1]])
        before = evaluate(t, 0)
        play(t, "attack the ships of 1 in S_EPA")
        values.append(evaluate(t, 0) - before)
    assert values[0] > values[1]
    assert offered(t, "roll")
