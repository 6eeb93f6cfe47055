"""What greedy does in Swarm: it takes what wins, plans its battles, bids, betrays, and gives nothing away."""

from collections import Counter

import pytest

from marchland.bots import Sight, make_bot
from marchland.bots.arena import play_bots
from marchland.engine.dice import fast_dice
from marchland.engine.playout import play_out
from marchland.games.swarm.sight import SwarmTable
from marchland.lab.tournament import Pairing, play_chunk
from swarm.table import GAME, deal, hand, lay, names, offer, play


def choice(t: SwarmTable, seat: int, seed: int = 1) -> str:
    return GAME.name_of(int(make_bot("greedy", seed).choose(Sight(t, seat))))


def choices(t: SwarmTable, seat: int) -> Counter[str]:
    """What bots with different dice choose."""
    return Counter(choice(t, seat, seed) for seed in range(10))


def test_it_takes_the_third_bastion() -> None:
    """SWM-11.1  P0 holds two and stands next to the third, the last to move."""
    t = lay(
        troops={"B4": [[0, 2]], "D4": [[0, 1]], "A1": [[0, 2]], "E1": [[1, 5]]}, turn=0, start=1, water=[2, 5, 5, 5]
    )
    assert all(said.endswith("from A1 to A2") for said in choices(t, 0))


def test_it_stops_whoever_is_about_to_win() -> None:
    """A rival holds three bastions; one of them can be contested before the battles."""
    troops = {"B4": [[1, 2]], "D4": [[1, 2]], "A2": [[1, 1]], "A1": [[0, 4]], "E1": [[2, 5]]}
    t = lay(troops=troops, turn=0, start=1, leaders=hand(p0=[0], p1=[5]))
    assert all(said.endswith("from A1 to A2") for said in choices(t, 0))


def test_a_battle_that_cannot_be_lost_is_won_cheaply() -> None:
    """SWM-7.4  Against a single troop without leader or cards a commitment of 1 is enough."""
    t = lay(seats=2, step="battles", troops={"B3": [[1, 1], [0, 6]]}, leaders=[names(0), []])
    assert set(choices(t, 0)) == {"commit 1"}


def test_a_leader_who_is_countered_stays_at_home() -> None:
    """SWM-7.10  The opponent is known to have water alone."""
    t = lay(
        seats=2, step="battles", troops={"B3": [[1, 3], [0, 3]]}, leaders=[names(0, 18), names(12)], shown=names(12)
    )
    play(t, "0: commit 3")
    assert set(choices(t, 0)) == {f"lead with {names(18)[0]}"}


def test_it_betrays_a_rival_and_not_itself() -> None:
    """SWM-4.5  The rival's leader wins the battle unless he is betrayed; its own it would never give away."""
    t = lay(
        seats=2,
        step="battles",
        troops={"B4": [[1, 6], [0, 2]]},
        leaders=[names(5), names(12)],
        traitors=[names(12, 5), []],
    )
    play(t, "0: commit 2", "1: commit 6")
    assert t.step().tag == "swarm.treason"
    assert set(choices(t, 0)) == {f"betray {names(12)[0]}"}


def test_it_bids_for_what_it_lacks_and_within_reason() -> None:
    """SWM-9.2  Without a leader it bids for one; no card is worth all that one has."""
    t = lay(seats=3, step="auctions", lot="leader", water=[9, 9, 9], start=0, leaders=hand(p1=[4], p2=[5]))
    assert set(choices(t, 0)) == {"bid 1"}
    rich = lay(seats=3, step="auctions", lot="leader", water=[24, 24, 24], start=0, leaders=hand(p1=[4], p2=[5]))
    play(rich, "0: bid 20")
    assert set(choices(rich, 1)) == {"pass"}


def test_a_fulfilled_quest_is_claimed() -> None:
    t = lay(step="quests", turn=0, water=[12, 0, 0, 0], quests={"0": ["Full Cisterns"]})
    assert set(choices(t, 0)) == {"claim Full Cisterns"}


@pytest.mark.parametrize(
    ("give", "ask", "taken"),
    [(3, 0, True), (4, 1, True), (0, 1, False), (1, 3, False), (2, 2, False), (0, 6, False)],
)
def test_only_fair_offers_are_accepted(give: int, ask: int, taken: bool) -> None:
    """SWM-3.2  Gifts and bargains are; whatever costs more than it brings, and idle exchanges, are not."""
    t = lay(step="drop", water=[8, 8, 8, 8], turn=2)
    number = offer(t, 0, 1, [give], [ask])
    assert set(choices(t, 1)) == {f"{'accept' if taken else 'decline'} offer {number}"}


@pytest.mark.parametrize("card", ["Asha Cinder", "Ambush"])
def test_cards_are_not_given_away(card: str) -> None:
    """SWM-3.6  Neither for nothing nor for a little water; for much it sells a covert card."""
    options = {"trade_cards": "yes"}
    t = lay(options=options, step="drop", turn=2, water=[9, 3, 0, 0], leaders=hand(p1=[0]), coverts={"1": ["Ambush"]})
    asked = offer(t, 0, 1, [], [card])
    assert set(choices(t, 1)) == {f"decline offer {asked}"}
    play(t, f"1: decline offer {asked}")
    asked = offer(t, 0, 1, [1], [card])
    assert set(choices(t, 1)) == {f"decline offer {asked}"}


def test_an_offer_that_it_cannot_pay_is_declined() -> None:
    t = lay(options={"hidden_water": "yes"}, step="drop", turn=2, water=[9, 1, 0, 0])
    number = offer(t, 0, 1, [9], [5])
    assert set(choices(t, 1)) == {f"decline offer {number}"}


@pytest.mark.parametrize("seed", range(5))
def test_it_chooses_from_what_it_knows(seed: int) -> None:
    """At every decision of a match: on any table that its seat cannot tell from the true one it chooses the same."""
    t = deal(2 + seed % 5, seed)
    chooser = fast_dice(seed)
    while not t.over:
        play_out(t, chooser, 12)
        if not t.over:
            seat = t.deciders()[-1]
            other = t.determinize(seat, fast_dice(99))
            one, two = (make_bot("greedy", 7).choose(Sight(table, seat)) for table in (t, other))
            assert one == two


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_it_beats_random_at_every_number_of_seats(seats: int) -> None:
    """Nearly every match, in long runs (docs/balance/swarm.md); here a few of them."""
    pairing = Pairing("swarm", ("greedy", *["random"] * (seats - 1)), {}, seed=seats, rotate=True)
    tally = play_chunk(pairing, 0, 5)
    assert tally.bot_wins["greedy"] >= 3


def test_it_uses_all_that_the_game_offers() -> None:
    """Over a few matches among themselves they pray, drop, move, fight, bid and claim."""
    done: Counter[str] = Counter()
    for seed in range(3):
        t = deal(4, seed)
        bots = [make_bot("greedy", 10 * seed + seat) for seat in range(4)]
        while not t.over:
            seat = t.deciders()[0]
            action = int(bots[seat].choose(Sight(t, seat)))
            done[GAME.words.kinds[action >> 23].name] += 1
            t.play(seat, action)
    wanted = ["pray", "drop", "move", "commit", "lead", "tactic", "bid", "temple_yes", "temple_drop"]
    assert [kind for kind in wanted if not done[kind]] == []
    assert sum(done[kind] for kind in ("claim", "claim_show", "claim_council", "claim_spy")) > 0


def test_bots_with_offers_on_the_table_play_on() -> None:
    t = lay(seats=2, step="drop", water=[8, 8], troops={"A1": [[0, 5]], "E4": [[1, 5]]})
    offer(t, 0, 1, [1], [3])
    offer(t, 1, 0, [3], [0])
    assert play_bots(t, [make_bot("greedy", seat) for seat in range(2)]) < 1000
    assert t.offers == [] and sorted(t.places) in ([1, 1], [1, 2])
