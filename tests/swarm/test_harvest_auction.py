"""Chapters 8 and 9: harvest and auctions."""

import pytest

from marchland.engine.match import Match
from marchland.games.swarm.cards import COVERT, LEADER, TILE_NAMES
from swarm.table import (
    GAME,
    coverts,
    discards,
    hand,
    idle,
    imagined,
    lay,
    names,
    offered,
    on,
    play,
    refused,
    step,
    told,
    water,
)


@pytest.mark.parametrize("favour", [0, 1])
def test_W37_harvest_in_the_rain(favour: int) -> None:
    """SWM-8.1 to SWM-8.4  Oasis, rained-on city and sanctuary by the troop, the basin 2, and 1 for Water."""
    t = lay(
        step="harvest",
        event="Rain on Column C",
        troops={"D1": [[0, 3]], "C2": [[0, 2]], "C3": [[0, 4], [1, 2]], "B2": [[0, 1]]},
        temples={"water": [[0, 1]]} if favour else {},
        water=[0, 0, 0, 0],
    )
    assert water(t) == [11 + favour, 2, 0, 0]


@pytest.mark.parametrize("dowsed", [False, True])
def test_W38_drought(dowsed: bool) -> None:
    """SWM-8.2, SWM-8.3  Basins still pay; of the tiles only a dowsed one yields."""
    t = lay(
        event="Drought",
        troops={"B1": [[0, 5]], "D2": [[0, 1]]},
        water=[0, 0, 0, 0],
        coverts={"0": ["Dowsing"]},
    )
    play(t, "dowse B1" if dowsed else "done")
    assert water(t)[0] == (7 if dowsed else 2)


def test_a_tile_yields_once() -> None:
    """SWM-8.2, SWM-8.3  Oasis, rain and dowsing together are one reason; a basin in the rain pays both ways."""
    t = lay(step="harvest", event="Rain on Row 1", troops={"B1": [[0, 4]]}, dowsed=["B1"], water=[0, 0, 0, 0])
    assert water(t)[0] == 4
    t = lay(step="harvest", event="Rain on Row 2", troops={"B2": [[0, 3]], "D2": [[0, 1]]}, water=[0, 0, 0, 0])
    assert water(t)[0] == 3 + 1 + 2 * 2


def test_rain_falls_on_the_grid() -> None:
    """SWM-8.2, SWM-2.1  Rows and columns are places of the grid, wherever the tile cards lie."""
    tiles = TILE_NAMES[5:] + TILE_NAMES[:5]
    t = lay(step="harvest", event="Rain on Row 4", tiles=tiles, troops={"C4": [[0, 2]]}, water=[0, 0, 0, 0])
    assert water(t)[0] == 2


def test_who_does_not_harvest() -> None:
    """SWM-8.1, SWM-8.4, SWM-5.14  Those who pray, and troops in temples and in reserve."""
    t = lay(
        step="harvest",
        praying=[0],
        troops={"B1": [[0, 4]], "D1": [[1, 2]]},
        temples={"fire": [[1, 5]], "water": [[0, 1]]},
        water=[0, 0, 0, 0],
    )
    assert water(t) == [0, 2, 0, 0]


def test_a_shared_basin_pays_nobody() -> None:
    """SWM-8.3, SWM-1.5  Only control of a basin is paid."""
    t = lay(step="harvest", troops={"B2": [[0, 4], [1, 1]]}, water=[0, 0, 0, 1])
    assert water(t) == [0, 0, 0, 1]


# -- auctions --------------------------------------------------------------------------------------------------------


def test_W39_auctions() -> None:
    """SWM-9.1 to SWM-9.3  A quest, a leader and a covert card; who cannot raise passes by himself."""
    t = lay(seats=3, start=1, step="auctions", water=[3, 4, 6])
    play(t, "1: bid 1", "2: bid 2", "0: pass", "1: bid 3", "2: pass")
    assert water(t) == [3, 1, 6] and len(t.quests[1]) == 1
    play(t, "1: bid 1", "2: bid 2", "0: bid 3", "2: pass")
    assert water(t) == [0, 1, 6] and len(t.leaders[0]) == 1
    play(t, "1: pass", "2: bid 1")
    assert water(t) == [0, 1, 5] and len(t.coverts[2]) == 1
    assert told(t, "SWM-9.1") == [f"For sale: a {lot} card" for lot in ("quest", "leader", "covert")]


def test_the_card_is_seen_by_the_buyer_alone() -> None:
    """SWM-9.1, SWM-9.3  It lies face down, and the others do not learn which it was."""
    t = lay(step="auctions", lot="leader", piles={"leaders": names(20)}, specialties={"1": "Warden"})
    assert t.view(0)["table"]["hands"][0]["hall"] == -1
    play(t, "bid 1", "pass", "pass", "pass")
    assert t.leaders[0] == [20]
    assert told(t, "SWM-9.3", 0) == ["seat 0 buys it for 1", "You have bought Whisper"]
    assert told(t, "SWM-9.3", 1) == ["seat 0 buys it for 1"]
    assert any(made.leaders[0] != [20] for made in imagined(t, 1))


def test_the_great_bazaar() -> None:
    """SWM-9.1  A second leader card after the covert card."""
    t = lay(step="auctions", event="Great Bazaar", water=[9, 0, 0, 0])
    for _ in range(4):
        play(t, "bid 1")
    assert told(t, "SWM-9.1") == [f"For sale: a {lot} card" for lot in ("quest", "leader", "covert", "leader")]
    assert [len(t.quests[0]), len(t.leaders[0]), len(t.coverts[0])] == [1, 2, 1]


def test_bidding_order_and_range() -> None:
    """SWM-9.2  The first bidder after the start player opens; bids rise; whoever passes is out for this lot."""
    t = lay(step="auctions", start=2, praying=[2], water=[3, 9, 9, 9])
    assert t.deciders() == [3]
    play(t, "pass", "bid 2")
    assert t.deciders() == [1] and offered(t)[:2] == ["pass", "bid 3"] and offered(t)[-1] == "bid 9"
    assert refused(t, "bid 2") == refused(t, "bid 10") == refused(t, "bid 0") == "SWM-9.2"
    play(t, "bid 9")
    assert len(t.quests[1]) == 1 and water(t)[1] == 0
    assert t.deciders() == [3]


def test_W41_unsold() -> None:
    """SWM-9.4, SWM-13.1  The leader goes under its pile, and the Tactician sees another on top."""
    t = lay(step="auctions", lot="leader", piles={"leaders": names(20, 21)})
    assert t.kept_top(1) == [1, 21] and t.view(1)["table"]["hands"][1]["hall"] == 20
    play(t, "pass", "pass", "pass", "pass")
    assert t.leaders.pile[0] == 20 and t.kept_top(1) == [1, 21]
    assert t.view(1)["table"]["hands"][1]["top"] == [1, 21] and t.view(0)["table"]["hands"][0]["top"][0] == 0
    # The Tactician remembers what lies at the bottom, the others do not know it.
    assert all(made.leaders.pile[0] == 20 for made in imagined(t, 1))
    assert len({made.leaders.pile[0] for made in imagined(t, 0)}) > 8


def test_W41_all_pray() -> None:
    """SWM-9.5, SWM-13.3  No lot is put up and no card moved; only a Zealot harvests."""
    t = lay(
        step="harvest",
        praying=[0, 1, 2, 3],
        specialties={"0": "Zealot"},
        troops={"B1": [[0, 3]], "D1": [[1, 3]]},
        water=[0, 0, 0, 0],
        quests={"0": ["Green Hand"]},
    )
    assert water(t) == [3, 0, 0, 0] and step(t) == "quests"
    assert [len(t.quests.pile), len(t.leaders.pile), len(t.coverts.pile)] == [19, 24, 30]
    assert t.quests.pile[-1] == 0 and t.leaders.pile[-1] == 0 and told(t, "SWM-9.1") == []


def test_an_empty_pile_has_no_lot() -> None:
    """SWM-9.5  Without leader cards the leader lot is left out."""
    t = lay(step="auctions", leaders=hand(p3=range(24)), water=[9, 0, 0, 0])
    play(t, "pass", "pass")
    assert told(t, "SWM-9.1") == ["For sale: a quest card", "For sale: a covert card"]


def test_peephole() -> None:
    """SWM-9.6  Before answering one may look, alone and once per lot; it takes the power to raise."""
    t = lay(
        step="auctions", lot="leader", piles={"leaders": names(20)}, coverts={"0": ["Peephole"]}, water=[3, 4, 0, 0]
    )
    assert offered(t) == ["pass", "bid 1", "bid 2", "bid 3", "peep"]
    play(t, "peep")
    assert t.deciders() == [0] and discards(t) == ["Peephole"]
    assert t.view(0)["table"]["hands"][0]["hall"] == 20 and t.view(2)["table"]["hands"][2]["hall"] == -1
    assert told(t, "SWM-9.6", 0)[-1] == "The card in the hall is the leader Whisper"
    assert told(t, "SWM-9.6") == ["seat 0 looks at the card through a peephole"]
    assert all(made.for_sale().apart == 20 for made in imagined(t, 0)) and any(
        made.for_sale().apart != 20 for made in imagined(t, 2)
    )
    play(t, "pass", "bid 1")
    # Whoever looked knows what the other has bought, and so does the Tactician, who kept the pile.
    assert t.leaders[1] == [20]
    assert all(made.leaders[1] == [20] for made in imagined(t, 0))
    assert any(made.leaders[1] != [20] for made in imagined(t, 2))


def test_peephole_needs_the_power_to_raise() -> None:
    """SWM-9.6, SWM-1.12  Behind screens whoever cannot raise is asked, but may not look."""
    t = lay(step="auctions", options={"hidden_water": "yes"}, coverts={"0": ["Peephole"]}, water=[0, 4, 0, 0])
    assert offered(t) == ["pass"]
    assert refused(t, "peep") == "SWM-9.6"
    assert coverts(t, 0) == ["Peephole"]


def test_a_reward_drawn_from_a_kept_pile_is_known_to_the_keeper() -> None:
    """SWM-13.1, SWM-10.3  The Clandestine has seen the card that somebody draws as a reward."""
    t = lay(
        step="quests",
        quests={"0": ["The Thin Line"]},
        feats={"0": ["The Thin Line"]},
        piles={"coverts": ["Turncoat"]},
    )
    play(t, "claim The Thin Line")
    assert coverts(t, 0) == ["Turncoat"]
    kind = COVERT.number["Turncoat"]
    assert all(made.coverts[0] == [kind] for made in imagined(t, 2))
    assert any(made.coverts[0] != [kind] for made in imagined(t, 1))
    assert t.coverts.known[2] == [1, kind]


def test_bids_and_prayers_are_not_taken_back() -> None:
    """SWM-9.2, SWM-5.13  What others have heard stands: undo stops at a bid, a pass, a prayer, a finished turn."""
    for at, action in (
        ("auctions", "bid 1"),
        ("auctions", "pass"),
        ("prayer", "pray in Temple of Fire"),
        ("drop", "done"),
    ):
        t = lay(step=at)
        match = Match(GAME, t.seats, base=t.to_data())
        match.play(0, GAME.parse(action))
        assert match.can_undo(0) is None
    t = lay(step="drop")
    match = Match(GAME, t.seats, base=t.to_data())
    match.play(0, GAME.parse("drop 1 on C3"))
    match.undo(0)
    assert match.table == t and on(t, "C3") == {}


def test_the_merchant() -> None:
    """SWM-13.5  One water for each purchase of another, also while praying; none for one's own."""
    t = lay(step="auctions", specialties={"1": "Merchant"}, praying=[1], water=[9, 0, 0, 0])
    play(t, "bid 1", "bid 1", "pass")
    assert water(t)[:2] == [7, 2]
    t = lay(step="auctions", specialties={"1": "Merchant"}, water=[0, 9, 0, 0])
    play(t, "bid 1")
    assert water(t)[1] == 8


def test_a_spectator_keeps_no_pile() -> None:
    """SWM-13.1  Not even that of the last seat: whoever looks on imagines any card on top."""
    for last, pile in (("Seer", 0), ("Tactician", 1), ("Clandestine", 2)):
        t = lay(step="auctions", specialties={"3": last}, water=[3, 0, 0, 0])
        assert t.kept_top(3)[0] == pile and t.kept_top(-1) == []
        piles = [[made.event_pile, made.leaders.pile, made.coverts.pile][pile] for made in imagined(t, -1)]
        assert len({cards[-1] for cards in piles}) > 5


def test_what_is_for_sale_is_seen_while_it_is() -> None:
    """SWM-9.2  The lot, the standing bid and who made it; before and after there is nothing to see."""
    t = lay(step="move", troops={"B3": [[0, 3]]}, water=[3, 6, 0, 0])
    assert t.view(-1)["table"]["sale"] == []
    t = lay(step="auctions", water=[3, 6, 0, 0])
    assert t.view(-1)["table"]["sale"] == [0, 0, -1]
    play(t, "bid 2")
    assert t.view(-1)["table"]["sale"] == [0, 2, 0]


def test_keepers_see_the_new_top_card() -> None:
    """SWM-13.1  After the top card has gone the next one is seen; nobody else sees any."""
    t = lay(step="auctions", lot="covert", piles={"coverts": ["Ambush", "Turncoat"]}, water=[3, 0, 0, 0])
    assert t.kept_top(2) == [2, COVERT.number["Turncoat"]] and t.view(2)["table"]["hands"][2]["hall"] == 0
    assert [t.view(seat)["table"]["hands"][seat]["hall"] for seat in (0, 1, 3)] == [-1, -1, -1]
    assert t.view(3)["table"]["hands"][3]["top"] == []
    assert t.kept_top(-1) == [] and LEADER.cards[t.kept_top(1)[1]].name == "Asha Cinder"
    seer = t.kept_top(0)
    assert seer == [0, t.event_pile[-1]]
    assert all(made.event_pile[-1] == seer[1] for made in imagined(t, 0))
    assert len({made.event_pile[-1] for made in imagined(t, 1)}) > 5
    idle(t)
