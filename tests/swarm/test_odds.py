"""The odds of battle plans against fights carried out by the rules, all deals counted, and against imagined tables."""

import random
from collections import Counter
from functools import cache
from itertools import combinations
from math import sqrt

import pytest

from engine.playing import once, random_choice
from marchland.engine.dice import fast_dice
from marchland.games.swarm.cards import COVERT, IS_TACTIC, NO_LEADER, NO_TACTIC
from marchland.games.swarm.odds import Battlefield, Plan, betrayal_chance, leader_chances, tactic_chances
from marchland.games.swarm.odds import imagined as worlds
from marchland.games.swarm.plan import WHERE, available
from marchland.games.swarm.sight import SwarmTable
from swarm.table import GAME, LEADERS, deal, hand, lay, names, play

OLD_KEEP = 16


@cache
def outcome(tile: str, own: tuple[int, int, int], mine: int, theirs: tuple[int, int, int], troops: int) -> int:
    """1, 0 or -1 for victory, tie and defeat of seat 0, which attacks: fought out on a table, both hands full."""
    hands = [[own[1]] if own[1] != NO_LEADER else [], [theirs[1]] if theirs[1] != NO_LEADER else []]
    cards = [[COVERT.cards[k].name] if k != NO_TACTIC else [] for k in (own[2], theirs[2])]
    t = lay(
        seats=2,
        step="battles",
        specialties=["Nomad", "Strider"],
        troops={tile: [[1, troops], [0, mine]]},
        leaders=[names(*hand) for hand in hands],
        coverts=cards,
    )
    for seat, plan in ((0, own), (1, theirs)):
        while t.asked >> seat & 1 and t.step().tag == "swarm.plan":
            for said in (f"commit {plan[0]}", f"play {(*COVERT.names(), '')[plan[2]]}"):
                if said in [GAME.name_of(a) for a in t.options(seat)]:
                    play(t, f"{seat}: {said}")
                    break
            else:
                raise AssertionError("the plan cannot be made")
    said = [GAME.read(event, ["you", "they"]).text for event in t.events or []]
    if any(line.startswith("you win") for line in said):
        return 1
    return 0 if any("tied" in line for line in said) else -1


# Own leaders, own tactics, the opponent's shown leaders, how many unseen leaders and covert cards, the tile.
CASES = [
    ([0], [], [], 1, 0, "B3"),
    ([18, 4], ["Ambush"], [], 1, 0, "B4"),
    ([7], ["Unmask", "Sand Veil"], [0], 1, 1, "B4"),
    ([12], ["Cut Waterskins"], [], 2, 2, "E4"),
    ([], ["Reckless Charge"], [3], 0, 1, "B3"),
]


@once
@pytest.mark.parametrize(("own", "cards", "shown", "unseen", "covert", "tile"), CASES)
def test_every_deal_counted(
    own: list[int], cards: list[str], shown: list[int], unseen: int, covert: int, tile: str
) -> None:
    """SWM-7.4 to SWM-7.15  All hands that the opponent may have, all plans of each, every battle fought out."""
    mine, theirs = 3, 2
    rest = [leader for leader in range(24) if leader not in own + shown]
    left = COVERT.pile()
    for name in cards:
        left.remove(COVERT.number[name])
    t = lay(
        seats=2,
        step="battles",
        specialties=["Nomad", "Strider"],
        troops={tile: [[1, theirs], [0, mine]]},
        leaders=[names(*own), names(*shown, *rest[:unseen])],
        coverts=[cards, [COVERT.cards[k].name for k in left[:covert]]],
        shown=names(*shown),
    )
    field = Battlefield(t, 0, 1, int(WHERE.of(t)))
    plans = field.plans({})
    assert len(plans) == mine * max(1, len(own)) * (1 + len(cards))

    leaders: Counter[int] = Counter()
    for hidden in combinations(rest, unseen):
        held = [*shown, *hidden] or [NO_LEADER]
        for leader in held:
            leaders[leader] += 1 / len(held)
    tactics: Counter[int] = Counter()
    for drawn in combinations(left, covert):
        kinds = [NO_TACTIC, *sorted({kind for kind in drawn if IS_TACTIC[kind]})]
        for kind in kinds:
            tactics[kind] += 1 / len(kinds)
    for plan in random.Random(1).sample(plans, 2):
        won = tied = 0.0
        for leader, weight in leaders.items():
            for tactic, other in tactics.items():
                for commitment in range(1, theirs + 1):
                    chance = weight * other / leaders.total() / tactics.total() / theirs
                    ours = (plan.commitment, plan.leader, plan.tactic)
                    result = outcome(tile, ours, mine, (commitment, leader, tactic), theirs)
                    won += chance * (result == 1)
                    tied += chance * (result == 0)
        odds = field.odds(plan)
        assert odds.win == pytest.approx(won, abs=1e-9)
        assert odds.tie == pytest.approx(tied, abs=1e-9)
        assert odds.win + odds.tie + odds.lose == pytest.approx(1)
        assert sum(odds.against) / theirs == pytest.approx(odds.win)


def middle(seed: int, **options: object) -> SwarmTable:
    """A table in the middle of a match in which somebody has shown a leader."""
    rng = random.Random(seed)
    t = deal(4, seed, **options)
    for number in range(2000):
        if t.over or (number > 150 and any(t.leaders.known[-1])):
            break
        t.play(*random_choice(t, rng))
    return t


@pytest.mark.parametrize("seed", range(6))
def test_chances_agree_with_imagined_tables(seed: int) -> None:
    """What may be held is what a bot would imagine, within five sigma."""
    t = middle(seed, bastions_to_win=4, end_card="late", starting_leaders=2)
    assert not t.over
    dice, tables = fast_dice(seed), 1500
    seat, opponent = 0, 1 + seed % 3
    leaders: Counter[int] = Counter()
    tactics: Counter[int] = Counter()
    betrayed: Counter[int] = Counter()
    for _ in range(tables):
        world = t.determinize(seat, dice)
        assert isinstance(world, SwarmTable)
        held = available(world, opponent) or [NO_LEADER]
        leaders[held[dice.below(len(held))]] += 1
        kinds = [NO_TACTIC, *sorted({k for k in world.coverts[opponent] if IS_TACTIC[k]})]
        tactics[kinds[dice.below(len(kinds))]] += 1
        for leader in {card for other in range(4) if other != seat for card in world.traitors[other]}:
            betrayed[leader] += 1
    may_send = leader_chances(t, seat, opponent, []), tactic_chances(t, seat, opponent, [])
    for found, chances in zip((leaders, tactics), may_send, strict=True):
        assert sum(chances.values()) == pytest.approx(1)
        assert set(found) <= set(chances)
        for choice, chance in chances.items():
            assert abs(found[choice] - tables * chance) <= 5 * sqrt(tables * chance * (1 - chance)) + 1e-9
    for leader in range(24):
        chance = betrayal_chance(t, seat, leader)
        assert abs(betrayed[leader] - tables * chance) <= 5 * sqrt(tables * chance * (1 - chance)) + 1e-9


def at_plan(seed: int, **options: object) -> SwarmTable:
    """The first battle of a match, or of another where that has none."""
    rng = random.Random(seed)
    t = deal(4, seed, **options)
    while not t.over and t.step().tag != "swarm.plan":
        t.play(*random_choice(t, rng))
    return at_plan(seed + 100, **options) if t.over else t


@pytest.mark.parametrize("seed", range(3))
def test_where_others_wait_fewer_tables_are_imagined(seed: int) -> None:
    """Only where cards go over; otherwise all that may be held is counted."""
    counted, t = at_plan(seed), at_plan(seed, trade_cards="yes")
    assert [len(worlds(counted, 0, quick)) for quick in (False, True)] == [0, 0]
    assert [len(worlds(t, 0, quick)) for quick in (False, True)] == [400, 100]
    seat = t.deciders()[0]
    first = t.options(seat)[0]
    exact, rough = (GAME.odds(t, seat, [first], quick) for quick in (False, True))
    assert exact is not None and rough is not None
    assert rough.win == pytest.approx(exact.win, abs=0.2)


@pytest.mark.parametrize("seed", range(12))
def test_odds_tell_nothing_that_is_hidden(seed: int) -> None:
    """The same odds on every table that the seat cannot tell from the true one, whatever the other has chosen."""
    t = at_plan(seed, trade_cards="yes" if seed % 4 == 3 else "no")
    for seat in t.deciders():
        told = {action: GAME.odds(t, seat, [action]) for action in t.options(seat)}
        assert all(odds is not None and 0 <= odds.win <= 1 for odds in told.values())
        other = t.determinize(seat, fast_dice(99))
        for action, odds in told.items():
            assert GAME.odds(other, seat, [action]) == odds


def test_odds_of_each_choice_of_a_plan() -> None:
    """What is not chosen yet is chosen as well as possible: odds never rise on the way, and the last is the plan's."""
    t = lay(
        step="battles",
        troops={"B4": [[1, 4], [0, 5]]},
        leaders=hand(p0=[0, 20], p1=[7]),
        coverts={"0": ["Ambush", "Dowsing"]},
        traitors={"2": [LEADERS[0]], "0": [LEADERS[20]]},
    )
    first = GAME.odds(t, 0, [GAME.parse("commit 3")])
    play(t, "0: commit 3")
    second = GAME.odds(t, 0, [GAME.parse(f"lead with {LEADERS[0]}")])
    weaker = GAME.odds(t, 0, [GAME.parse(f"lead with {LEADERS[20]}")])
    play(t, f"0: lead with {LEADERS[0]}")
    third = GAME.odds(t, 0, [GAME.parse("play Ambush")])
    none = GAME.odds(t, 0, [GAME.parse("play no tactics")])
    assert first is not None and second is not None and third is not None and none is not None and weaker is not None
    assert first.win == second.win == third.win > none.win
    assert second.win > weaker.win
    assert third.win == Battlefield(t, 0, 1, OLD_KEEP).odds(Plan(3, 0, 0)).win
    assert third.clause == "SWM-7.12"
    # One traitor card of three that seat 0 cannot place; of the leader it could betray itself it need not be afraid.
    assert "4% that the leader can be betrayed" in third.text
    assert "betrayed" not in weaker.text
    assert "chance to win if they commit 4" in dict(third.rows)


def test_where_there_are_no_odds() -> None:
    t = lay(step="battles", troops={"B4": [[1, 4], [0, 5]]}, leaders=hand(p0=[0], p1=[7]))
    assert GAME.odds(t, 0, [GAME.parse("pass")]) is None
    assert GAME.odds(t, 0, [GAME.parse(f"lead with {LEADERS[5]}")]) is None
    assert GAME.odds(t, 2, [GAME.parse("commit 2")]) is None
    assert GAME.odds(t, -1, [GAME.parse("commit 2")]) is None
    assert GAME.odds(t, 0, [GAME.parse("commit 6")]) is None
    assert GAME.odds(t, 0, [GAME.parse("fight 3 on B4")]) is None
    assert GAME.odds(t, 0, [GAME.parse("fight 1 on B4")]) is not None


def test_the_chance_of_a_plan_in_mind_is_that_of_the_plan_made() -> None:
    """In mind or sealed, in any order; what is neither is chosen as well as possible."""
    t = lay(
        step="battles",
        troops={"D3": [[1, 6], [0, 5]]},
        leaders=hand(p0=[2, 18], p1=[6, 7]),
        coverts={"0": ["Ambush", "Dowsing"]},
    )
    said = [GAME.parse(one) for one in ["commit 3", f"lead with {LEADERS[18]}", "play Ambush"]]
    whole = GAME.odds(t, 0, said)
    assert whole is not None and whole.title == f"Commit 3, led by {LEADERS[18]} and Ambush"
    assert GAME.odds(t, 0, said[::-1]) == whole
    begun = GAME.odds(t, 0, said[:2])
    every = [GAME.odds(t, 0, [*said[:2], GAME.parse(card)]) for card in ("play Ambush", "play no tactics")]
    assert begun in every and begun is not None and begun.win == max(odds.win for odds in every if odds is not None)
    play(t, "0: commit 3", f"0: lead with {LEADERS[18]}")
    assert GAME.odds(t, 0, said[2:]) == whole == GAME.odds(t, 0, said)
    assert GAME.odds(t, 2, said) is None
    assert GAME.odds(t, 0, [*said[:2], GAME.parse("play Healers")]) is None
    assert GAME.odds(t, 0, []) is None
