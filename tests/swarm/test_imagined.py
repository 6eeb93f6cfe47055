"""Section 5: what a seat imagines agrees with all that it has seen, and with nothing else."""

import random
from collections.abc import Callable

import pytest

from engine.playing import heard, seen
from marchland.engine.dice import fast_dice
from marchland.engine.errors import IllegalAction
from marchland.engine.match import Match
from marchland.games.swarm.cards import COVERT
from swarm.table import (
    GAME,
    SwarmTable,
    answers,
    coverts,
    hand,
    idle,
    imagined,
    lay,
    names,
    offer,
    play,
    step,
    struck,
    water,
)

CARDS = {"options": {"trade_cards": "yes"}}
SCREEN = {"options": {"hidden_water": "yes"}}
BOTH = {"options": {"hidden_water": "yes", "trade_cards": "yes"}}
SAND_VEIL, AMBUSH, HEALERS = (COVERT.number[name] for name in ("Sand Veil", "Ambush", "Healers"))


# -- cards that change hands -----------------------------------------------------------------------------------------


def test_a_standing_offer_that_can_be_accepted_is_kept() -> None:
    """SWM-3.9  Seat 1 offers seat 0 the Sand Veil and then gives seat 2 another card: the Sand Veil is still there."""
    t = lay(**CARDS, coverts={"1": ["Sand Veil", "Turncoat"]})
    offer(t, 1, 0, ["Sand Veil"])
    struck(t, 1, 2, ["Turncoat"])
    assert answers(t, 0) == ["accept offer 1", "decline offer 1"]
    for made in imagined(t, 0, 80):
        assert answers(made, 0) == answers(t, 0) and made.coverts[1] == [SAND_VEIL]
    # So it was seen, and is not forgotten when the offer is gone.
    play(t, "1: withdraw offer 1")
    assert all(made.coverts[1] == [SAND_VEIL] for made in imagined(t, 0))
    assert any(made.coverts[1] != [SAND_VEIL] for made in imagined(t, 3))


def test_an_offered_card_is_seen_also_by_who_cannot_pay_for_it() -> None:
    """SWM-3.9  Only the maker must be able to pay; so the other knows the card, whether the offer can be accepted."""
    t = lay(**BOTH, coverts={"1": ["Sand Veil", "Turncoat"]}, water=[0, 5, 5, 5])
    offer(t, 1, 0, [2, "Sand Veil"], [99])
    assert answers(t, 0) == ["decline offer 1"]
    assert all(SAND_VEIL in made.coverts[1] for made in imagined(t, 0))
    # Now it may be gone, and seat 0 cannot tell.
    struck(t, 1, 2, ["Sand Veil"])
    assert {SAND_VEIL in made.coverts[1] for made in imagined(t, 0)} == {True, False}


def test_two_sold_cards_of_a_kind_are_both_somewhere() -> None:
    """SWM-3.6  Seat 0 sells an Ambush to 2 and one to 3, and each of them gives seat 1 some card, unseen by seat 0."""
    t = lay(**CARDS, coverts={"0": ["Ambush", "Ambush"], "2": ["Healers"], "3": ["Unmask"]})
    struck(t, 0, 2, ["Ambush"])
    struck(t, 0, 3, ["Ambush"])
    struck(t, 2, 1, ["Healers"])
    struck(t, 3, 1, ["Ambush"])
    shares = set()
    for made in imagined(t, 0, 120):
        found = [made.coverts[seat].count(AMBUSH) for seat in (1, 2, 3)]
        assert sum(found) >= 2 and max(found[1:]) <= 1
        shares.add(tuple(found))
    assert {(2, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1)} <= shares


def test_of_two_shown_leaders_one_is_still_there() -> None:
    """SWM-4.9, SWM-3.6  Whoever gives one leader away, unseen which, holds at least one of two that were shown."""
    t = lay(**CARDS, leaders=hand(p0=[0, 1, 2], p1=[6]), shown=names(0, 1))
    struck(t, 0, 1, ["Asha Cinder"])
    ways = set()
    for viewer in (2, 3, -1):
        for made in imagined(t, viewer, 80):
            here, there = (set(made.leaders[seat]) & {0, 1} for seat in (0, 1))
            assert here and here | there == {0, 1}
            ways.add((tuple(sorted(here)), tuple(sorted(there))))
    assert ways == {((0, 1), ()), ((0,), (1,)), ((1,), (0,))}


def test_of_two_shown_leaders_the_other_is_still_there_once_one_is_seen_elsewhere() -> None:
    """SWM-4.9  When the one that went over shows up with its new owner, the other is known to have stayed."""
    t = lay(**CARDS, leaders=hand(p0=[0, 1, 2], p1=[6]), shown=names(0, 1))
    struck(t, 0, 1, ["Asha Cinder"])
    t.leader_shown(1, 0)
    assert all(0 in made.leaders[1] and 1 in made.leaders[0] for made in imagined(t, 2))
    assert t.view(2)["table"]["known_leaders"][:2] == [1 << 1, 1 << 0]


def test_alike_cards_that_are_swapped_are_both_known() -> None:
    """SWM-3.2, SWM-3.6  An Ambush for an Ambush, at once: each knows that the other has the one it gave."""
    t = lay(**CARDS, coverts={"0": ["Ambush", "Healers"], "1": ["Ambush", "Unmask"]})
    struck(t, 0, 1, ["Ambush"], ["Ambush"])
    assert all(AMBUSH in made.coverts[1] for made in imagined(t, 0))
    assert all(AMBUSH in made.coverts[0] for made in imagined(t, 1))
    assert any(AMBUSH not in made.coverts[1] for made in imagined(t, 2))


def test_swapped_cards_do_not_come_back_at_once() -> None:
    """SWM-3.2  Both transfers at once: single leaders that all have seen change places."""
    t = lay(**CARDS, leaders=hand(p0=[0], p1=[6], p2=[3]), shown=names(0, 6))
    struck(t, 0, 1, ["Asha Cinder"], ["Garron Stonebrow"])
    for viewer in (0, 1, 2, -1):
        assert all(made.leaders[0] == [6] and made.leaders[1] == [0] for made in imagined(t, viewer))
    assert t.view(3)["table"]["known_leaders"][0] == 1 << 1


def test_an_offer_that_cannot_be_accepted_for_one_of_two_reasons() -> None:
    """SWM-3.4  Behind screens: either the card has gone or the water; both are imagined, and nothing else."""
    tables = []
    for gone in (["Ambush"], [7]):
        t = lay(**BOTH, coverts={"1": ["Ambush", "Healers"]}, water=[5, 9, 5, 5])
        offer(t, 1, 0, [3, "Ambush"])
        struck(t, 1, 2, [*gone, "Healers"] if gone == [7] else gone)
        assert answers(t, 0) == ["decline offer 1"]
        tables.append(t)
    reasons = set()
    for made in imagined(tables[1], 0, 120):
        assert answers(made, 0) == ["decline offer 1"]
        reasons.add((AMBUSH in made.coverts[1], made.water[1] >= 3))
    assert reasons == {(True, False), (False, True), (False, False)}
    # What seat 0 sees is the same either way, and so is what it imagines.
    assert seen(tables[0], 0) == seen(tables[1], 0)
    for seed in range(20):
        one, two = (t.determinize(0, fast_dice(seed)) for t in tables)
        assert one == two


# -- water behind screens --------------------------------------------------------------------------------------------


def test_a_gift_of_the_caravan_tells_how_much_there_is() -> None:
    """SWM-5.6, SWM-1.4  Whoever takes water from the Caravan has exactly 4; whoever takes none has at least 4."""
    t = lay(
        **SCREEN,
        step="quests",
        water=[9, 9, 9, 9],
        quests={"0": ["Green Hand"]},
        event="Drought",
        piles={"events": ["Caravan of Mercy"]},
    )
    struck(t, 1, 2, [7])
    assert len({tuple(water(made)) for made in imagined(t, 0)}) > 5
    idle(t, round=int(t.round) + 1)
    assert water(t)[1] == 4
    for viewer in (0, 3, -1):
        assert all(water(made) == water(t) for made in imagined(t, viewer))


def test_who_gets_nothing_from_the_caravan_has_four() -> None:
    """SWM-5.6"""
    t = lay(
        **SCREEN,
        step="quests",
        water=[9, 9, 9, 9],
        quests={"0": ["Green Hand"]},
        event="Drought",
        piles={"events": ["Caravan of Mercy"]},
    )
    struck(t, 1, 2, [3])
    idle(t, round=int(t.round) + 1)
    assert water(t)[1:3] == [6, 12]
    shares = {tuple(water(made)) for made in imagined(t, 0, 80)}
    assert {share[1] for share in shares} == set(range(4, 15)) and all(share[1] + share[2] == 18 for share in shares)


@pytest.mark.parametrize("left", [0, 2, 3, 6])
def test_a_thief_finds_out(left: int) -> None:
    """SWM-12.3  Fewer than 3 taken: the victim has nothing left. Three taken: there were at least as many."""
    t = lay(**SCREEN, coverts={"0": ["Water Thief"]}, leaders=hand(p0=[3]), water=[5, 9, 9, 9])
    struck(t, 1, 2, [9 - left] if left < 9 else [])
    play(t, "0: steal from 1 with Kesh of the Forge")
    for viewer in (0, 3, -1):
        made = {int(table.water[1]) for table in imagined(t, viewer, 200)}
        assert made == ({0} if left < 3 else set(range(16)))


def test_what_was_bid_or_paid_was_there() -> None:
    """SWM-9.2, SWM-6.2  A bid, also one that was outbid, and a payment tell that there was so much at that moment."""
    t = lay(**SCREEN, step="auctions", water=[9, 9, 9, 9])
    struck(t, 1, 2, [1])
    play(t, "0: pass", "1: bid 6", "2: bid 7", "3: pass", "1: pass")
    # Seat 2 has paid 7 of at least 7; seat 1 had at least 6.
    assert t.lot == 1 and water(t) == [9, 8, 3, 9]
    assert {tuple(water(made)) for made in imagined(t, 0, 80)} == {(9, 6 + n, 5 - n, 9) for n in range(6)}
    t = lay(**SCREEN, step="drop", turn=1, water=[9, 9, 9, 9], troops={"D3": [[1, 1]]})
    struck(t, 1, 2, [3])
    play(t, "1: drop 2 on D3")
    assert {tuple(water(made)) for made in imagined(t, 0, 120)} == {(9, n, 14 - n, 9) for n in range(15)}


def test_a_peep_tells_that_a_raise_was_possible() -> None:
    """SWM-9.6  The Peephole is for those who can still raise."""
    t = lay(**SCREEN, step="auctions", water=[9, 9, 9, 9], coverts={"1": ["Peephole"]})
    struck(t, 1, 2, [1])
    play(t, "0: bid 5", "1: peep")
    assert min(int(made.water[1]) for made in imagined(t, 3, 100)) == 6


def test_an_offer_tells_the_other_what_its_maker_has() -> None:
    """SWM-3.4  Also when it has been withdrawn; third players learn nothing."""
    t = lay(**SCREEN, water=[5, 9, 9, 9])
    struck(t, 1, 2, [2])
    play(t, f"1: withdraw offer {offer(t, 1, 0, [6])}")
    assert min(int(made.water[1]) for made in imagined(t, 0, 100)) == 6
    assert min(int(made.water[1]) for made in imagined(t, 3, 100)) == 0
    struck(t, 0, 1, [1], [3])
    # Seat 1 could pay, so that there are still at least 4 of those 6.
    assert min(int(made.water[1]) for made in imagined(t, 0, 100)) == 4


def test_the_water_of_a_group_is_never_lost() -> None:
    """SWM-1.4  Deals among three: only the sum of all three is known, and what the third had before at least."""
    t = lay(**SCREEN, water=[5, 6, 6, 6])
    struck(t, 1, 2, [2])
    struck(t, 2, 3, [1])
    made = {tuple(water(table)) for table in imagined(t, 0, 200)}
    assert all(sum(share) == 23 and share[0] == 5 and share[1] <= 12 for share in made)
    assert {share[1] for share in made} == set(range(13))
    assert {tuple(water(table)[1:2]) for table in imagined(t, 2, 20)} == {(4,)}
    assert {tuple(water(table)[1:2]) for table in imagined(t, 3, 100)} == {(n,) for n in range(12)}


# -- two truths that look the same -----------------------------------------------------------------------------------


def other_leaders(t: SwarmTable) -> list[int]:
    """Seat 2 has other leaders than it thought; who cannot know?"""
    pile = t.leaders.pile[:]
    held = t.leaders.held[:]
    mine = held[2][:]
    for place, leader in enumerate(mine):
        mine[place], pile[place] = pile[place], leader
    held[2] = sorted(mine)
    t.leaders.held, t.leaders.pile = held, pile
    return [-1, 0, 1, 3]


def other_coverts(t: SwarmTable) -> list[int]:
    t.coverts.pile = t.coverts.pile[:5][::-1] + t.coverts.pile[5:]
    return [-1, 0, 1, 2, 3]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("secret", [other_leaders, other_coverts])
def test_equal_views_and_equal_dice_imagine_equal_tables(secret: Callable[[SwarmTable], list[int]], seed: int) -> None:
    """Two tables that differ in hidden cards, as long as nobody else notices: whoever cannot know imagines the same."""
    rng = random.Random(seed)
    t = GAME.deal(4, seed, {"trade_cards": "yes", "hidden_water": "yes", "starting_leaders": 2}, events=True)
    assert isinstance(t, SwarmTable)
    idle(t, "settle")
    two = t.copy()
    ignorant = secret(two)
    two.events = list(t.events or [])
    same = 0
    while same < 60 and not t.over and not two.over:
        ignorant = [seat for seat in ignorant if seen(t, seat) == seen(two, seat)]
        ignorant = [seat for seat in ignorant if heard(t.events or [], seat) == heard(two.events or [], seat)]
        if not ignorant or t.deciders() != two.deciders():
            break
        for seat in ignorant:
            assert t.determinize(seat, fast_dice(same)) == two.determinize(seat, fast_dice(same))
        if t.deals_open() and rng.random() < 0.5:
            talk_alike(t, two, rng)
        if t.deciders() != two.deciders():
            break
        seat = rng.choice(t.deciders())
        both_may = sorted({*t.options(seat)} & {*two.options(seat)})
        if not both_may:
            break
        action = rng.choice(both_may)
        t.play(seat, action)
        two.play(seat, action)
        same += 1
    assert same > 3


def talk_alike(t: SwarmTable, two: SwarmTable, rng: random.Random) -> None:
    """A deal that can be made on both tables."""
    maker, to = rng.sample(range(4), 2)
    both = [sorted({*t.coverts[maker]} & {*two.coverts[maker]}), sorted({*t.leaders[maker]} & {*two.leaders[maker]})]
    give = [rng.randrange(3), *[256 * (2 - sort) + cards[0] for sort, cards in enumerate(both) if cards][:1]]
    if t.offer_fault(maker, to, give, []) or two.offer_fault(maker, to, give, []):
        return
    for table in (t, two):
        table.make_offer(maker, to, give, [])
    answer = GAME.parse(f"accept offer {t.offers_made}")
    if answer in t.asides(to) and answer in two.asides(to) and rng.random() < 0.8:
        t.play(to, answer)
        two.play(to, answer)


# -- undo ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "card", "said"),
    [
        ("move", "Forced March", "march 1 from D3 to E3"),
        ("move", "Dowsing", "dowse D3"),
        ("drop", "Hidden Camp", "camp 1 on D3"),
    ],
)
def test_a_played_card_is_not_taken_back(at: str, card: str, said: str) -> None:
    """Section 5, Undo: a played card has been shown."""
    t = lay(step=at, troops={"D3": [[0, 3]]}, coverts={"0": [card]})
    match = Match(GAME, 4, {}, base=t.to_data())
    (action,) = [action for action in match.table.options(0) if GAME.name_of(action) == said]
    match.play(0, action)
    assert step(t) == at and coverts(t, 0) == [card]
    with pytest.raises(IllegalAction):
        match.undo(0)
