"""Chapter 3: deals."""

import pytest

from engine.playing import heard, seen
from marchland.engine.errors import IllegalAction
from swarm.table import (
    GAME,
    SwarmTable,
    answers,
    coverts,
    fight,
    hand,
    idle,
    imagined,
    lay,
    names,
    no_offer,
    offer,
    offered,
    play,
    step,
    struck,
    told,
    water,
)

MOVING = {"turn": 1, "troops": {"D3": [[1, 3]]}, "water": [1, 5, 0, 4]}
CARDS = {"options": {"trade_cards": "yes"}}
SCREEN = {"options": {"hidden_water": "yes"}}


def test_W56_an_offer_beside_the_decision() -> None:
    """SWM-3.2 to SWM-3.4, SWM-3.9  Seat 3 makes seat 0 an offer while seat 1 moves; nobody waits for the answer."""
    t = lay(**MOVING)
    assert t.deciders() == [1]
    offer(t, 3, 0, [3], [1])
    fact = {"number": 1, "maker": 3, "to": 0}
    assert t.view(2)["offers"] == t.view(-1)["offers"] == [{**fact, "give": None, "ask": None}]
    assert t.view(0)["offers"] == t.view(3)["offers"] == [{**fact, "give": ["3 water"], "ask": ["1 water"]}]
    play(t, "1: move 1 from D3 to E3")
    assert no_offer(t, 3, 0, [1]) == "SWM-3.9"
    offer(t, 0, 3, [1])
    assert answers(t, 0) == ["accept offer 1", "decline offer 1", "withdraw offer 2"]
    play(t, "0: accept offer 1")
    assert water(t) == [3, 4, 0, 2] and t.deciders() == [1]
    assert no_offer(lay(**MOVING), 3, 0, [3], [4]) == "SWM-3.4"


def test_W56_an_offer_that_can_no_longer_be_paid() -> None:
    """SWM-3.4  Seat 3 spends its water before the answer: seat 0 can only decline."""
    t = lay(**MOVING)
    offer(t, 3, 0, [3], [1])
    struck(t, 3, 2, [2])
    assert answers(t, 0) == ["decline offer 1"]
    with pytest.raises(IllegalAction):
        t.play(0, GAME.parse("accept offer 1"))
    play(t, "0: decline offer 1")
    assert water(t) == [1, 5, 2, 2] and t.offers == []


def test_talk_binds_nobody() -> None:
    """SWM-3.1  Only offers change anything: there is no action for a promise, and a gift is an offer too."""
    t = lay(**MOVING)
    before = water(t)
    offer(t, 1, 2, [2])
    assert water(t) == before
    play(t, "2: accept offer 1")
    assert water(t) == [1, 3, 2, 4]


def test_a_gift_has_to_be_accepted() -> None:
    """SWM-3.2  Nothing in return is possible, nothing at all is not; it can be declined, and withdrawn."""
    t = lay(**MOVING)
    assert no_offer(t, 1, 2) == no_offer(t, 1, 2, [0], [0]) == "SWM-3.2"
    offer(t, 1, 2, [2])
    play(t, "2: decline offer 1")
    offer(t, 1, 2, [2])
    play(t, "1: withdraw offer 2")
    assert t.offers == [] and water(t)[2] == 0


OPEN = ["settle", "window", "prayer", "drop", "move", "auctions", "quests"]


@pytest.mark.parametrize("at", OPEN)
def test_where_offers_can_be_made(at: str) -> None:
    """SWM-3.3  Beside every open decision, from the first placement to the quest step, by anybody."""
    quests = {"quests": {"0": ["Green Hand"]}} if at == "quests" else {}
    t = lay(step=at, coverts={"0": ["Ambush"]}, **quests)
    assert t.deciders() == [0]
    struck(t, 2, 3, [1])
    assert water(t) == [5, 5, 4, 6] and t.deciders() == [0]


def closed_tables() -> list[SwarmTable]:
    noted = [names(*range(4 * seat, 4 * seat + 4)) for seat in range(4)]
    choosing = lay(step="traitors", noted=noted)
    planning = lay(step="battles", troops={"D3": [[0, 3], [1, 3]]})
    turncoat = lay(coverts={"0": ["Turncoat"]})
    play(turncoat, "turncoat")
    mission = lay(coverts={"0": ["Water Thief"]}, leaders=hand(p0=[3]), traitors=hand(p2=[9]))
    play(mission, "steal from 1 with Kesh of the Forge")
    duel = lay(step="end", event="The Last Tide", leaders=hand(p0=[0, 1], p1=[2, 3]))
    assert [step(t) for t in (choosing, planning, turncoat, mission, duel)] == [
        "keep_traitor",
        "plan",
        "turncoat",
        "treason",
        "duel",
    ]
    return [choosing, planning, turncoat, mission, duel]


def test_where_offers_cannot_be_made() -> None:
    """SWM-3.3  Not while traitor cards, plans, treason or duels are open."""
    for t in closed_tables():
        assert no_offer(t, 2, 3, [1]) == "SWM-3.3"


def test_a_standing_offer_waits_while_secret_choices_are_open() -> None:
    """SWM-3.3, SWM-3.9  It cannot be answered during a treason window, and can be afterwards."""
    t = lay(coverts={"0": ["Water Thief"]}, leaders=hand(p0=[3]), traitors=hand(p2=[9]), troops={"B3": [[0, 2]]})
    offer(t, 2, 3, [1])
    play(t, "0: steal from 1 with Kesh of the Forge")
    assert answers(t, 3) == answers(t, 2) == []
    play(t, "2: pass")
    assert answers(t, 3) == ["accept offer 1", "decline offer 1"]


def test_options_are_worked_out_afresh() -> None:
    """SWM-3.3  With borrowed water the waiting move turn offers more, with given-away water less."""
    t = lay(step="drop", water=[1, 9, 0, 0], coverts={"0": ["Ambush"]})
    assert offered(t) == ["done"]
    struck(t, 1, 0, [4])
    assert offered(t) == ["done", "drop 1 on C3", "drop 2 on C3"]
    t = lay(step="drop", water=[2, 0, 0, 0])
    struck(t, 0, 1, [1])
    assert t.deciders() != [0] or step(t) != "drop"


@pytest.mark.parametrize("cap", [0, 2, 20])
def test_a_round_allows_so_many_offers(cap: int) -> None:
    """SWM-3.4  Each player `offer_cap` a round, setup counting towards round 1; the next round counts anew."""
    t = lay(step="settle", options={"offer_cap": cap, "first_player": "0"}, piles={"events": ["Rain on Row 1"]})
    for made in range(cap):
        assert t.offers_this_round[0] == made
        play(t, f"0: withdraw offer {offer(t, 0, 1, [1])}")
    assert no_offer(t, 0, 1, [1]) == "SWM-3.4"
    idle(t, "prayer")
    assert t.round == 1 and no_offer(t, 0, 1, [1]) == "SWM-3.4"
    idle(t, round=2)
    assert t.round == 2
    if cap:
        offer(t, 0, 1, [1])


def test_W40_locked_water_and_a_loan() -> None:
    """SWM-3.2 to SWM-3.5, SWM-3.9, SWM-9.2  A loan lets seat 0 bid; a standing bid cannot be given away."""
    position = {"seats": 3, "start": 1, "step": "auctions", "lot": "leader", "water": [3, 9, 6]}
    t = lay(**position)
    assert t.deciders() == [1]
    struck(t, 1, 0, [4])
    assert water(t) == [7, 5, 6]
    play(t, "bid 2", "bid 5")
    assert no_offer(t, 2, 1, [2]) == "SWM-3.4"
    assert no_offer(t, 1, 2, [], [2]) == "SWM-3.4"
    offer(t, 2, 1, [1])
    assert t.deciders() == [0] and offered(t) == ["pass", "bid 6", "bid 7"]
    play(t, "0: pass")
    # Seat 1 cannot go above 5 with its 5 water, and the leader is sold.
    assert water(t)[2] == 1 and len(t.leaders[2]) == 1
    t = lay(**position)
    play(t, "bid 2", "bid 5")
    assert t.deciders() == [1]


def test_locked_water_is_free_when_outbid() -> None:
    """SWM-3.5  Until somebody bids more, or the price is paid."""
    t = lay(seats=3, step="auctions", water=[6, 9, 0])
    play(t, "bid 5")
    assert no_offer(t, 0, 2, [2]) == "SWM-3.4"
    play(t, "bid 7")
    struck(t, 0, 2, [6])
    assert water(t) == [0, 2, 6] or water(t) == [0, 9, 6]


def test_only_water_is_traded_by_default() -> None:
    """SWM-3.6  A card in an offer is refused unless `trade_cards` is agreed on."""
    t = lay(**MOVING, coverts={"0": ["Ambush"]})
    assert no_offer(t, 0, 1, ["Ambush"]) == no_offer(t, 0, 1, [1], ["Ambush"]) == "SWM-3.6"


def test_cards_change_hands() -> None:
    """SWM-3.6  A leader, a covert card or an unfinished quest, one from each side, with water or without."""
    t = lay(
        **CARDS,
        leaders=hand(p0=[0, 1], p1=[6]),
        coverts={"0": ["Ambush"], "1": ["Healers"]},
        quests={"1": ["Green Hand"]},
    )
    struck(t, 0, 1, ["Asha Cinder"], [2, "Garron Stonebrow"])
    assert t.leaders.held[:2] == [[1, 6], [0]] and water(t)[:2] == [7, 3]
    struck(t, 1, 0, ["Green Hand"])
    assert t.quests.held[:2] == [[14], []]
    struck(t, 0, 1, ["Ambush", 1], ["Healers"])
    assert coverts(t, 0) == ["Healers"] and coverts(t, 1) == ["Ambush"] and water(t)[:2] == [6, 4]
    assert len(told(t, "SWM-3.6")) == 5
    assert "Asha" not in " ".join(told(t, seat=2))


def test_what_cannot_be_traded() -> None:
    """SWM-3.6  Two cards from one side, cards that do not exist, completed quests, cards that one has not."""
    t = lay(**CARDS, leaders=hand(p0=[0, 1]), completed={"0": ["Green Hand"]}, water=[9, 9, 9, 9])
    assert no_offer(t, 0, 1, ["Asha Cinder", "Brannoc Flint"]) == "SWM-3.6"
    for nonsense in (-1, -250, 1 << 16 | 24, 2 << 16 | 17, 3 << 16 | 20, 4 << 16, 5 << 20, -300):
        for give, ask in (([nonsense], []), ([1], [nonsense])):
            assert GAME.clause_of(t.offer_fault(0, 1, give, ask)) == "SWM-3.6"
    assert no_offer(t, 0, 1, [1, 2]) == "SWM-3.6"
    assert no_offer(t, 0, 1, ["Green Hand"]) == no_offer(t, 0, 1, ["Whisper"]) == "SWM-3.4"


def test_asking_for_a_card_tells_nothing() -> None:
    """SWM-3.6, SWM-3.9  The maker may name any card, and a decline does not say whether the other has it."""
    tables = [lay(**CARDS, coverts={"1": [card]}) for card in ("Ambush", "Healers")]
    for t in tables:
        offer(t, 0, 1, [1], ["Ambush"])
    assert seen(tables[0], 0) == seen(tables[1], 0)
    assert answers(tables[0], 1) == ["accept offer 1", "decline offer 1"]
    assert answers(tables[1], 1) == ["decline offer 1"]
    for t in tables:
        play(t, "1: decline offer 1")
    assert heard(tables[0].events or [], 0) == heard(tables[1].events or [], 0)


def test_what_a_trade_tells() -> None:
    """SWM-3.6  The two know the card and where it is; the others only that one of the giver's has moved."""
    t = lay(
        **CARDS,
        leaders=hand(p0=[0, 1, 2], p1=[6]),
        coverts={"0": ["Ambush", "Healers"], "1": ["Unmask"]},
        quests={"0": ["Green Hand", "Unmasked"]},
        shown=names(0, 1),
    )
    struck(t, 0, 1, ["Asha Cinder"])
    struck(t, 0, 1, ["Ambush"])
    struck(t, 0, 1, ["Unmasked"])
    ambush, unmasked = 0, 18
    for made in imagined(t, 0):
        assert 0 in made.leaders[1] and ambush in made.coverts[1] and unmasked in made.quests[1]
    for made in imagined(t, 1):
        # Brannoc was known to be with seat 0, and it was not he who left.
        assert 1 in made.leaders[0]
    where = [[0 if 0 in made.leaders[0] else 1 if 0 in made.leaders[1] else 2] for made in imagined(t, 2, 80)]
    assert {tuple(place) for place in where} == {(0,), (1,)}
    assert len({tuple(made.coverts[1]) for made in imagined(t, 2)}) > 5
    assert t.view(0)["table"]["hands"][0]["told_coverts"] == [1 << 1, ambush]


def test_an_offered_card_is_known() -> None:
    """SWM-3.6, SWM-3.9  The name of an offered card is told to the other, who then knows where it is."""
    t = lay(**CARDS, leaders=hand(p0=[0, 1], p2=[3]), coverts={"0": ["Ambush"]}, quests={"0": ["Green Hand"]})
    for card in ("Asha Cinder", "Ambush", "Green Hand"):
        play(t, f"0: withdraw offer {offer(t, 0, 1, [card])}")
    for made in imagined(t, 1):
        assert 0 in made.leaders[0] and made.coverts[0] == [0] and made.quests[0] == [14]
    assert any(0 not in made.leaders[0] for made in imagined(t, 2))


def test_an_offered_card_that_has_gone() -> None:
    """SWM-3.4, SWM-3.9  The offer can no longer be accepted, and so the maker has the card in no imagined table."""
    t = lay(**CARDS, leaders=hand(p0=[0, 1], p2=[3]), coverts={"0": ["Ambush", "Healers"]})
    offer(t, 0, 1, ["Asha Cinder"])
    offer(t, 0, 3, ["Ambush"])
    struck(t, 0, 2, ["Asha Cinder"])
    struck(t, 0, 2, ["Ambush"])
    assert answers(t, 1) == ["decline offer 1"] and answers(t, 3) == ["decline offer 2"]
    for made in imagined(t, 1):
        assert 0 not in made.leaders[0] and answers(made, 1) == ["decline offer 1"]
    for made in imagined(t, 3):
        assert 0 not in made.coverts[0] and answers(made, 3) == ["decline offer 2"]


def test_deals_off() -> None:
    """SWM-3.7  Without deals nothing can be offered."""
    t = lay(**MOVING, options={"deals": "off"})
    assert no_offer(t, 1, 2, [1]) == "SWM-3.7"


def test_after_the_last_round() -> None:
    """SWM-3.8  No deal is possible any more, neither in the duels nor after them."""
    t = lay(step="quests", event="The Last Tide", quests={"0": ["Green Hand"]}, leaders=hand(p0=[0, 1], p1=[2, 3]))
    offer(t, 1, 2, [1])
    play(t, "0: done")
    assert step(t) == "duel" and t.offers == []
    assert no_offer(t, 1, 2, [1]) == "SWM-3.3" and answers(t, 2) == []
    play(t, "0: duel with Asha Cinder", "1: duel with Sura Emberhand")
    assert t.over
    with pytest.raises(IllegalAction, match="over"):
        t.propose(1, 2, "1")


PHASES = [
    ("settle", "prayer"),
    ("window", "drop"),
    ("prayer", "move"),
    ("move", "plan"),
    ("fight", "sale"),
    ("sale", "quests"),
    ("quests", "window"),
]


@pytest.mark.parametrize(("made", "gone"), PHASES)
def test_offers_end_with_their_phase(made: str, gone: str) -> None:
    """SWM-3.9  Setup, Event, Movement, Battles, Auction, quest step: in the next phase the offer is over."""
    starts = {"sale": "auctions", "fight": "battles"}
    battle = {} if made == "settle" else {"troops": {"D3": [[2, 3], [3, 1]], "C1": [[2, 2], [3, 1]]}}
    t = lay(
        step=starts.get(made, made),
        coverts={"0": ["Ambush"]},
        quests={"0": ["Green Hand"]},
        leaders=hand(p2=[0]),
        piles={"events": ["Rain on Row 1"]},
        swarm="A4",
        **battle,
    )
    idle(t, made)
    offer(t, 1, 0, [1])
    if gone == "move":
        # Prayer belongs to the Event phase, drops and moves to the Movement phase.
        idle(t, "drop")
        assert t.offers == []
        offer(t, 1, 0, [1])
        idle(t, "move")
        assert len(t.offers) == 1
        return
    idle(t, gone)
    assert t.offers == []


def test_offers_outlast_battles_and_lots_of_their_phase() -> None:
    """SWM-3.9  After one battle of several, or one lot, the offer still stands; so do others when one is answered."""
    t = lay(step="battles", troops={"D3": [[0, 3], [1, 1]], "E3": [[0, 3], [2, 1]], "B3": [[0, 3], [3, 1]]})
    offer(t, 1, 2, [1])
    offer(t, 2, 3, [1])
    play(t, "3: decline offer 2")
    assert [standing[0] for standing in t.offers] == [1]
    play(t, "0: fight 1 on D3")
    fight(t, "0: 2, -")
    assert offered(t) == ["fight 3 on B3", "fight 2 on E3"] and len(t.offers) == 1
    t = lay(step="auctions")
    offer(t, 1, 2, [1])
    play(t, "0: pass", "1: pass", "2: pass", "3: pass")
    assert t.lot == 1 and len(t.offers) == 1


# -- hidden water ------------------------------------------------------------------------------------------------------


def test_hidden_water_is_offered_blindly() -> None:
    """SWM-3.9, SWM-1.4  Only the maker must be able to pay; at most 99 may be asked; the other needs it to accept."""
    t = lay(**SCREEN, water=[3, 1, 0, 0])
    assert no_offer(t, 0, 1, [4]) == "SWM-3.4"
    assert no_offer(t, 0, 1, [1], [100]) == "SWM-3.4"
    offer(t, 0, 1, [1], [99])
    offer(t, 0, 2, [1], [1])
    assert answers(t, 1) == ["decline offer 1"] and answers(t, 2) == ["decline offer 2"]


def test_public_water_may_be_asked_for_in_full() -> None:
    """SWM-3.9  The limit of 99 is for what is hidden."""
    t = lay(water=[3, 150, 0, 0])
    struck(t, 0, 1, [1], [120])
    assert water(t)[:2] == [122, 31]


def test_of_a_hidden_deal_only_the_fact_is_public() -> None:
    """SWM-3.9, SWM-1.4  Nobody but the two hears how much, nor which way it went."""
    tables = [lay(**SCREEN, water=[9, 9, 9, 9]) for _ in range(3)]
    for t, (give, ask) in zip(tables, (([5], [1]), ([1], []), ([], [3])), strict=True):
        struck(t, 0, 1, give, ask)
    for seat in (-1, 2, 3):
        assert len({str(heard(t.events or [], seat)) for t in tables}) == 1
        assert len({seen(t, seat) for t in tables}) == 1
    assert len({str(heard(t.events or [], 1)) for t in tables}) == 3
    assert told(lay(water=[9, 9, 9, 9]), "SWM-3.2") == []
    t = lay(water=[9, 9, 9, 9])
    struck(t, 0, 1, [5], [1])
    assert told(t, "SWM-3.2") == ["seat 0 gives seat 1 5 water", "seat 1 gives seat 0 1 water"]


def test_who_keeps_count_knows_all_but_the_deals_of_others() -> None:
    """SWM-1.4  Imagined water differs only between those who have dealt behind the seat's back."""
    t = lay(**SCREEN, water=[3, 8, 9, 4])
    assert all(water(made) == [3, 8, 9, 4] for made in imagined(t, 0))
    struck(t, 1, 2, [2])
    shares = {tuple(water(made)) for made in imagined(t, 0)}
    assert len(shares) > 5 and all(share[0] == 3 and share[3] == 4 and sum(share) == 24 for share in shares)
    assert all(water(made) == water(t) for made in imagined(t, 1))
    assert len({tuple(water(made)) for made in imagined(t, -1)}) > 5


def test_imagined_water_agrees_with_offers_and_bids() -> None:
    """SWM-3.4, SWM-3.5  What can still be paid, and what stands as a bid, bounds what the others can have."""
    t = lay(**SCREEN, step="auctions", water=[9, 9, 9, 9])
    struck(t, 1, 2, [1])
    play(t, "0: pass", "1: bid 6")
    offer(t, 2, 0, [7])
    for made in imagined(t, 0):
        assert made.water[1] >= 6 and made.water[2] >= 7 and answers(made, 0) == answers(t, 0)
