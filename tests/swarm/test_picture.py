"""What the client is shown of Swarm: everything that a viewer may see, and not a byte more."""

import json
import random
from typing import Any

import orjson
import pytest

from engine.playing import dealt, everybody, facts_of, fits_the_protocol, walk
from marchland.engine.dice import fast_dice
from marchland.engine.picture import Mark, Piece
from marchland.engine.table import ALL_SEEING, SPECTATOR
from marchland.games.swarm.cards import CODES, COVERT, EVENT, QUEST
from marchland.server.messages import Deals, Plan
from marchland.server.state import deals, plan
from swarm.table import GAME, SwarmTable, deal, fight, hand, idle, lay, names, offer, on, play, told


def shown(t: SwarmTable, viewer: int) -> bytes:
    """All that a viewer is sent of the table itself, byte by byte."""
    made = {"picture": t.picture(viewer), "plan": plan(t, viewer), "deals": deals(t, viewer)}
    asked: Any = made["plan"]
    if asked is not None:
        first = [question["spans"][0][0] for question in asked["questions"]]
        last = [sum(question["spans"][-1]) - 1 for question in asked["questions"]]
        made["reckoned"] = [t.reckon(viewer, first), t.reckon(viewer, last)]
    return orjson.dumps(made)


def picture(t: SwarmTable, viewer: int = SPECTATOR) -> Any:
    return t.picture(viewer)


def region(t: SwarmTable, code: str, viewer: int = SPECTATOR) -> Any:
    return picture(t, viewer).regions[CODES.index(code)]


def cards(entries: Any, deck: str) -> list[tuple[int, int, str]]:
    return [(entry.seat, entry.card, entry.note) for entry in entries if entry.deck == deck]


# -- nobody is shown too much ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "seed"), [(2, 0), (3, 1), (4, 2), (5, 3), (6, 4)])
def test_what_is_hidden_does_not_show(seats: int, seed: int) -> None:
    """Whatever a viewer cannot know may lie otherwise, and not a byte of what it is sent changes."""
    t = dealt(GAME, seats, seed)
    assert isinstance(t, SwarmTable)
    differing = 0
    for number in walk(t, random.Random(seed)):
        if number > 80 and number % 5:
            continue
        for viewer in everybody(t):
            other = t.determinize(viewer, fast_dice(number))
            assert isinstance(other, SwarmTable)
            differing += other.fingerprint() != t.fingerprint()
            assert shown(other, viewer) == shown(t, viewer)
    assert differing > 100


@pytest.mark.parametrize("seed", range(3))
def test_every_picture_fits_the_protocol(seed: int) -> None:
    t = dealt(GAME, 4, seed)
    assert isinstance(t, SwarmTable)
    seen: set[str] = set()
    for number in walk(t, random.Random(seed)):
        for viewer in [ALL_SEEING, *everybody(t)] if number % 7 == 0 else [number % 4]:
            made = t.picture(viewer)
            seen |= {name for name, value in vars(made).items() if value}
            fits_the_protocol(made)
            for model, part in ((Plan, plan(t, viewer)), (Deals, deals(t, viewer))):
                if part is not None:
                    model.model_validate_json(json.dumps(part))
    assert {"hand", "open", "areas", "paths", "auction", "contest", "tiles", "sites"} <= seen


HANDS = {"leaders": hand(p0=[3], p1=[18, 19]), "coverts": {"0": ["Ambush"]}, "traitors": hand(p0=[7], p2=[8])}


def test_a_hand_is_for_its_holder_and_for_who_looks_back() -> None:
    t = lay(step="move", troops={"B3": [[0, 3]]}, **HANDS)
    assert cards(picture(t, 0).hand, "leader") == [(0, 3, "")]
    assert cards(picture(t, 0).hand, "traitor") == [(0, 7, "")]
    assert cards(picture(t, 1).hand, "leader") == [(1, 18, ""), (1, 19, "")]
    assert picture(t).hand == []
    assert cards(picture(t, ALL_SEEING).hand, "leader") == [(0, 3, ""), (1, 18, ""), (1, 19, "")]
    assert cards(picture(t, ALL_SEEING).hand, "traitor") == [(0, 7, ""), (2, 8, "")]


def test_a_leader_once_shown_is_known_before_its_holder() -> None:
    """SWM-4.9"""
    t = lay(step="move", troops={"B3": [[0, 3]]}, shown=names(18), **HANDS)
    assert cards(picture(t).open, "leader") == [(1, 18, "known to all")]
    assert cards(picture(t, 1).hand, "leader") == [(1, 18, "known to all"), (1, 19, "")]


def test_the_keeper_alone_sees_the_top_of_the_pile() -> None:
    """SWM-13.1  The Seer is seat 0, the Tactician seat 1, the Clandestine seat 2."""
    t = lay(step="move", troops={"B3": [[0, 3]]}, piles={"events": ["Drought"], "leaders": names(12)})
    drought, top = EVENT.number["Drought"], "top of the pile"
    assert (0, drought, top) in cards(picture(t, 0).open, "event")
    assert (1, 12, top) in cards(picture(t, 1).open, "leader")
    for viewer in (1, 2, 3, SPECTATOR):
        assert (0, drought, top) not in cards(picture(t, viewer).open, "event")
    assert (1, 12, top) in cards(picture(t, ALL_SEEING).open, "leader")


def test_water_behind_a_screen() -> None:
    """SWM-1.4"""
    t = lay(step="move", troops={"B3": [[0, 3]]}, water=[3, 4, 5, 6], options={"hidden_water": "yes"})
    water = [facts_of(seat.facts).get("water") for seat in picture(t, 1).seats]
    assert water == [None, 4, None, None]
    assert [facts_of(seat.facts)["water"] for seat in picture(t, ALL_SEEING).seats] == [3, 4, 5, 6]


# -- the board -------------------------------------------------------------------------------------------------------


def test_pieces_of_several_seats_and_in_temples() -> None:
    t = lay(step="move", troops={"C3": [[0, 2], [2, 4]], "A1": [[1, 5]]}, temples={"fire": [[0, 1], [1, 2]]})
    assert region(t, "C3").pieces == [Piece(0, 2), Piece(2, 4)]
    assert (region(t, "C3").owner, region(t, "C3").count) == (-1, 6)
    assert region(t, "A1").pieces == [Piece(1, 5), Piece(0, 1, within="temple"), Piece(1, 2, within="temple")]
    assert (region(t, "A1").owner, region(t, "A1").count) == (1, 5)
    assert region(t, "C4").marks == [Mark("swarm")]
    assert picture(t).sites == {"temple": [0, 15, 19, 4]}


def test_rain_lies_over_its_line_and_makes_it_yield() -> None:
    """SWM-8.2"""
    t = lay(step="move", event="Rain on Column C", troops={"B3": [[0, 3]]})
    (rain,) = picture(t).areas
    assert [CODES[p] for p in rain.regions] == ["C1", "C2", "C3", "C4"]
    assert region(t, "C2").marks == region(t, "B1").marks == [Mark("yields water")]
    assert region(t, "B2").marks == []
    dry = lay(step="move", event="Drought", troops={"B3": [[0, 3]]})
    assert picture(dry).areas == [] and region(dry, "B1").marks == []


def way(t: SwarmTable) -> tuple[bool, list[str]]:
    (path,) = picture(t).paths
    return path.ahead, [CODES[p] for p in path.regions]


def test_the_swarms_way_is_announced_and_then_a_trail() -> None:
    """SWM-5.7, SWM-5.8  W9: Frenzy, lured north and made one step longer."""
    t = lay(step="window", start=2, event="Frenzy", swarm="B2", coverts={"2": ["Drum Lure"], "0": ["Smoke Pots"]})
    assert way(t) == (True, ["B2", "C2", "D2", "D3", "D4"])
    play(t, "lure north")
    assert way(t) == (True, ["B2", "B1", "B4", "C4", "D4"])
    idle(t, "prayer")
    assert way(t) == (False, ["B2", "B1", "B4", "C4", "D4"])
    assert way(t)[1][-1] == CODES[t.swarm]


def test_a_swarm_that_goes_nowhere_has_no_way() -> None:
    """SWM-5.7, SWM-5.8  Neither before the first event nor when it is smoked to a stand."""
    assert picture(deal(4, 1)).paths == []
    t = lay(step="window", event="Rain on Row 2", swarm="B2", coverts={"0": ["Smoke Pots"]})
    assert len(way(t)[1]) == 2
    play(t, "smoke fewer steps")
    assert picture(t).paths == []


def test_the_layout_is_the_matchs() -> None:
    """SWM-2.1"""
    t = GAME.deal(4, 3, {"layout": "shuffled"})
    assert isinstance(t, SwarmTable)
    board = GAME.board
    assert board is not None
    tiles = picture(t).tiles
    assert sorted(tiles) == list(range(20)) and tiles != sorted(tiles)
    for p, temple in enumerate(picture(t).sites["temple"]):
        element = ["fire", "earth", "water", "wind"][p]
        site = board.tiles[tiles[temple]].site
        assert site is not None and (site.emblem, site.beside) == ("temple", element)


# -- what is going on ------------------------------------------------------------------------------------------------


def test_an_auction_shows_bids_and_hides_the_card() -> None:
    """SWM-9.2, SWM-9.6"""
    t = lay(
        step="auctions",
        lot="leader",
        start=1,
        water=[3, 4, 6, 0],
        coverts={"1": ["Peephole"]},
        specialties=["Seer", "Nomad", "Merchant", "Warden"],
        piles={"leaders": names(12)},
    )
    play(t, "peep", "bid 2", "pass")
    sold = picture(t).auction
    assert (sold.deck, sold.card, sold.standing, sold.holder) == ("leader", -1, 2, 1)
    assert sold.bidders == [1, 2, 3, 0] and sold.passed == [2, 3]
    assert picture(t, 1).auction.card == 12
    assert picture(t, 0).auction.card == -1


BATTLE = {
    "step": "battles",
    "troops": {"D3": [[0, 5], [1, 6]]},
    "leaders": hand(p0=[18, 3], p1=[6]),
    "coverts": {"0": ["Ambush", "Drum Lure"]},
}


def test_a_battle_shows_armies_first_and_plans_when_they_are_turned_up() -> None:
    """SWM-7.7"""
    t = lay(**BATTLE, traitors=hand(p2=[6]))
    (one, two) = picture(t).contest.sides
    assert (one.seat, two.seat, one.cards, facts_of(one.facts)) == (0, 1, [], {"troops": 5})
    fight(t, "0: 3, Zephra Gale, Ambush", "1: 4, Garron Stonebrow")
    (one, two) = picture(t).contest.sides
    assert one.cards == [("leader", 18), ("covert", COVERT.number["Ambush"])]
    assert facts_of(two.facts) == {"troops": 6, "committed": 4} and two.cards == [("leader", 6)]


def questions(t: SwarmTable, seat: int) -> list[tuple[list[str], str]]:
    made = plan(t, seat)
    assert made is not None
    return [
        (
            [GAME.name_of(first + i) for first, count in question["spans"] for i in range(count)],
            GAME.name_of(question["made"]) if question["made"] is not None else "",
        )
        for question in made["questions"]
    ]


def test_a_plan_can_be_weighed_as_a_whole() -> None:
    """SWM-7.4  What is chosen by itself is made already; what another plans is not to be seen."""
    t = lay(**BATTLE)
    commitments = [f"commit {n}" for n in range(1, 6)]
    leaders = ["lead with Kesh of the Forge", "lead with Zephra Gale"]
    assert questions(t, 0) == [(commitments, ""), (leaders, ""), (["play Ambush", "play no tactics"], "")]
    play(t, "0: commit 3")
    assert questions(t, 0)[0] == (commitments, "commit 3")
    assert [made for _, made in questions(t, 1)] == ["", ""]
    play(t, "1: commit 2")
    assert [made for _, made in questions(t, 1)] == ["commit 2", "lead with Garron Stonebrow"]
    assert plan(t, 2) is None and plan(t, SPECTATOR) is None and plan(t, ALL_SEEING) is None


def weighed(t: SwarmTable, seat: int, *said: str) -> dict[str, str]:
    return dict(t.reckon(seat, [GAME.parse(one) for one in said]))


def test_reckoning_agrees_with_the_battle() -> None:
    """SWM-7.12, SWM-7.17  W24 with an Ambush: what the plan was reckoned to come to is what it comes to."""
    t = lay(**BATTLE, shown=names(6))
    mine = weighed(t, 0, "commit 3", "lead with Zephra Gale", "play Ambush")
    assert mine["You score"] == "9" and mine["If you win, you lose"] == "3 of 5"
    assert mine["Opponent with Garron Stonebrow"] == "6 to 11"
    assert not any("counters" in row for row in mine)
    # Fire beats earth: known leaders are countered or not.
    fire = weighed(t, 0, "commit 3", "lead with Kesh of the Forge", "play no tactics")
    assert fire["You score"] == "6" and fire["Opponent with Garron Stonebrow, countered"] == "1 to 6"
    fight(t, "0: 3, Zephra Gale, Ambush", "1: 4, Garron Stonebrow")
    assert told(t, "SWM-7.12") == ["seat 0 scores 9, seat 1 9"]


def test_reckoning_knows_what_may_counter() -> None:
    """SWM-7.10  Water counters fire, unless the other is known to have no water leader."""
    t = lay(**BATTLE)
    assert weighed(t, 0, "commit 2", "lead with Kesh of the Forge")["if water counters Kesh of the Forge"] == "2"
    assert "Opponent with an unknown leader" in weighed(t, 0, "commit 2")
    known = lay(**BATTLE, shown=names(6))
    assert not any("counters" in row for row in weighed(known, 0, "commit 2", "lead with Kesh of the Forge"))


@pytest.mark.parametrize("card", ["", "Healers", "Reckless Charge"])
@pytest.mark.parametrize("fire", [0, 1])
@pytest.mark.parametrize("commitment", [1, 5, 6])
def test_the_price_of_victory_is_reckoned_as_it_is_paid(card: str, fire: int, commitment: int) -> None:
    """SWM-7.17  Cards and the favour of Fire change it; a victory never costs more than all, nor less than nothing."""
    t = lay(
        step="battles",
        troops={"D3": [[0, 6], [1, 1]]},
        temples={"fire": [[0, 1]]} if fire else {},
        leaders=hand(p0=[0, 1]),
        coverts={"0": [card or "Drum Lure"]},
    )
    said = [f"commit {commitment}", "lead with Asha Cinder", f"play {card or 'no tactics'}"]
    reckoned = weighed(t, 0, *said)["If you win, you lose"]
    play(t, *[f"0: {one}" for one in said])
    assert reckoned == f"{6 - on(t, 'D3').get(0, 0)} of 6"
    # A plan that has only begun has a price as well.
    begun = weighed(lay(**BATTLE), 0, "play Ambush")
    assert begun["You score"] == "2" and begun["If you win, you lose"] == "0 of 5"


def test_nonsense_is_not_reckoned() -> None:
    t = lay(**BATTLE)
    assert t.reckon(2, [GAME.parse("commit 2")]) == [] and t.reckon(SPECTATOR, []) == []
    rows = weighed(t, 0, "commit 90", "lead with Asha Cinder", "play Healers", "done", "drop 2 on A1")
    assert rows["You score"] == "5"
    assert lay(step="move", troops={"B3": [[0, 3]]}).reckon(0, [GAME.parse("commit 2")]) == []


# -- deals -----------------------------------------------------------------------------------------------------------


def test_an_offer_is_told_to_two_and_its_fact_to_all() -> None:
    """SWM-3.9"""
    t = lay(step="move", troops={"B3": [[0, 3]]}, water=[4, 5, 1, 9])
    offer(t, 3, 1, [3], [1])
    known = deals(t, 1)
    assert known is not None and deals(t, 3) is not None and deals(t, 0) is not None
    assert known["offers"] == [{"number": 1, "maker": 3, "to": 1, "give": ["3 water"], "ask": ["1 water"]}]
    assert known["offers"] == deals(t, 3)["offers"] == deals(t, ALL_SEEING)["offers"]
    for viewer in (0, 2, SPECTATOR):
        (fact,) = deals(t, viewer)["offers"]
        assert (fact["maker"], fact["to"], fact["give"], fact["ask"]) == (3, 1, None, None)
    assert deals(t, SPECTATOR)["assets"] == []


def test_what_can_be_offered_and_asked() -> None:
    """SWM-3.4, SWM-3.6, SWM-3.9"""
    position: dict[str, Any] = {"step": "move", "troops": {"B3": [[0, 3]]}, "water": [4, 5, 1, 9], **HANDS}
    assert [sorts[0]["most"] for sorts in deals(lay(**position), 0)["assets"]] == [4, 5, 1, 9]
    assert all(len(sorts) == 1 for sorts in deals(lay(**position), 0)["assets"])
    hidden = lay(**position, options={"hidden_water": "yes"})
    assert [sorts[0]["most"] for sorts in deals(hidden, 0)["assets"]] == [4, 99, 99, 99]
    traded = lay(**position, options={"trade_cards": "yes"})
    mine, other, *_ = deals(traded, 0)["assets"]
    assert [(sort["name"], sort["deck"]) for sort in mine[1:]] == [
        (deck, deck) for deck in ("leader", "covert", "quest")
    ]
    assert mine[1]["cards"][0] == 3
    assert (mine[2]["cards"], mine[3]["cards"]) == ([COVERT.number["Ambush"]], [])
    assert [len(sort["cards"]) for sort in other[1:]] == [24, 17, len(QUEST.cards)]


def test_no_deals_no_dialog() -> None:
    """SWM-3.3, SWM-3.7"""
    assert deals(lay(step="move", troops={"B3": [[0, 3]]}, options={"deals": "off"}), 0) is None
    assert deals(lay(**BATTLE), 0) is None


# -- faces -----------------------------------------------------------------------------------------------------------


def test_every_card_has_a_face_and_a_clause() -> None:
    clauses = GAME.rulebook()
    kinds = {kind.name for kind in GAME.words.kinds}
    for deck in GAME.decks:
        assert [face.name for face in deck.faces] == GAME.labels.names[deck.name][: len(deck.faces)]
        for face in deck.faces:
            assert face.text and face.note and f"**{face.clause}**" in clauses
            assert set(face.plays) <= kinds


def test_operations_are_played_by_their_cards() -> None:
    """SWM-12.1  Whoever holds only this operation can do only what it allows, besides what everybody can."""
    (covert,) = [deck for deck in GAME.decks if deck.name == "covert"]
    played = {kind: face.name for face in covert.faces for kind in face.plays}
    t = lay(
        step="move", troops={"B3": [[0, 3]], "B2": [[1, 2]]}, leaders=hand(p0=[3]), coverts={"0": list(played.values())}
    )
    offered_kinds = {GAME.words.kind_of(action).name for action in t.options(0)}
    assert {"march", "thief", "raid", "dowse", "turn_coat"} <= offered_kinds
    bare = lay(step="move", troops={"B3": [[0, 3]], "B2": [[1, 2]]}, leaders=hand(p0=[3]), coverts={"0": ["Ambush"]})
    assert not {GAME.words.kind_of(action).name for action in bare.options(0)} & played.keys()


def test_the_all_seeing_sees_the_lot_and_others_what_they_may() -> None:
    """SWM-9.1, section 5  A lot is sold face down."""
    t = lay(step="auctions", lot="leader")
    table: dict[int, Any] = {viewer: t.view(viewer)["table"] for viewer in (ALL_SEEING, SPECTATOR)}
    assert table[SPECTATOR]["lot"] is None
    assert table[ALL_SEEING]["lot"] == t.lot_sight() and int(t.for_sale().apart) in t.lot_sight()
