"""Cards and what is known of them, against all that can possibly be: every world that agrees with what a viewer saw."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from bazaar.game import GAME
from engine.playing import INTERPRETED
from marchland.engine.cards import Cards, new_cards
from marchland.engine.deck import Card, Deck
from marchland.engine.dice import fast_dice
from marchland.engine.recall import Recall, blank, dropped, has, has_not
from marchland.engine.table import Table

# -- a deck, and everything that can happen to it --------------------------------------------------------------------

# [what, arguments...]: a method of Cards and what it is called with; a card is a kind.
Happening = tuple[str, tuple[int, ...]]
Hands = tuple[tuple[int, ...], ...]
World = tuple[Hands, tuple[int, ...], int]  # hands, the pile, the card apart


def deck_of(copies: list[int]) -> Deck:
    return Deck(
        "test", [Card(f"card {kind}", "", count, {}) for kind, count in enumerate(copies)], [{}] * len(copies), []
    )


def blank_table(seats: int) -> Table:
    return GAME.deal(seats, 1)


def cards_from(copies: list[int], seats: int, pile: list[int]) -> Cards:
    made = new_cards(deck_of(copies), seats)
    made.lay(pile)
    return made


def world_of(cards: Cards) -> World:
    return tuple(tuple(hand) for hand in cards.held), tuple(cards.pile), int(cards.apart)


def carry_out(cards: Cards, t: Table, happening: Happening) -> None:
    what, arguments = happening
    if what == "put_under":
        cards.put_under()
    else:
        getattr(cards, what)(t, *arguments)


def random_happening(cards: Cards, rng: random.Random) -> Happening:
    """Something that can happen now; cards are drawn and go over face down most often, so that much is in doubt."""
    seats = range(cards.seats)
    holders = [seat for seat in seats if cards[seat]]
    choices: list[Happening] = []
    if cards.pile:
        seen = rng.choice([0, 0, 1 << rng.choice(seats)])
        choices += [("draw", (rng.choice(seats), seen))] * 3
        if cards.apart < 0:
            choices.append(("lay_apart", (seen,)))
    if cards.apart >= 0:
        choices += [("look", (rng.choice(seats),)), ("take_apart", (rng.choice(seats),)), ("put_under", ())]
    if holders:
        seat = rng.choice(holders)
        other = rng.choice([other for other in seats if other != seat])
        card = rng.choice(cards[seat])
        choices += [("show", (seat, card)), ("hand_over", (seat, other, card)), ("hand_over", (seat, other, card))] * 2
        if rng.random() < 0.3:
            choices += [("show", (seat, card, 1 << other)), ("show_hand", (seat, other)), ("hand_all", (seat, other))]
            choices.append((rng.choice(["lose", "spend"]), (seat, card)))
        if cards[other]:
            choices += [("swap", (seat, card, other, rng.choice(cards[other])))] * 2
    return rng.choice(choices)


# -- all that a viewer thinks possible -------------------------------------------------------------------------------


def moved(hands: Hands, giver: int, taker: int, card: int) -> Hands:
    made = [list(hand) for hand in hands]
    made[giver].remove(card)
    if taker >= 0:
        made[taker] = sorted([*made[taker], card])
    return tuple(tuple(hand) for hand in made)


def added(hands: Hands, seat: int, card: int) -> Hands:
    return tuple(tuple(sorted([*hand, card])) if other == seat else hand for other, hand in enumerate(hands))


def successors(world: World, happening: Happening, truth: World, viewer: int) -> Iterator[tuple[World, Happening]]:
    """Where a world that a viewer thought possible can have gone when it saw what happened; `truth` is the true table
    before, of which only what the viewer sees is compared."""
    hands, pile, apart = world
    what, arguments = happening
    if what in ("draw", "lay_apart"):
        seen = arguments[-1] >> viewer & 1 if viewer >= 0 else 0
        if (seen or (what == "draw" and arguments[0] == viewer)) and pile[-1] != truth[1][-1]:
            return
        if what == "draw":
            yield (added(hands, arguments[0], pile[-1]), pile[:-1], apart), happening
        else:
            yield (hands, pile[:-1], pile[-1]), happening
    elif what in ("look", "take_apart"):
        if arguments[0] == viewer and apart != truth[2]:
            return
        yield (world if what == "look" else (added(hands, arguments[0], apart), pile, -1)), happening
    elif what == "put_under":
        yield (hands, (apart, *pile), -1), happening
    elif what == "show":
        seat, card, *to = arguments
        if viewer == seat or not to or (viewer >= 0 and to[0] >> viewer & 1):
            if card in hands[seat]:
                yield world, happening
        else:
            yield world, (what, (seat, hands[seat][0], *to))
    elif what == "show_hand":
        if viewer != arguments[1] or hands[arguments[0]] == truth[0][arguments[0]]:
            yield world, happening
    elif what in ("lose", "spend"):
        if arguments[1] in hands[arguments[0]]:
            yield (moved(hands, arguments[0], -1, arguments[1]), pile, apart), happening
    elif what == "hand_all":
        giver, taker = arguments
        if viewer != taker or hands[giver] == truth[0][giver]:
            after = hands
            for card in hands[giver]:
                after = moved(after, giver, taker, card)
            yield (after, pile, apart), happening
    elif what == "hand_over":
        giver, taker, card = arguments
        for gone in [card] if viewer in (giver, taker) else sorted(set(hands[giver])):
            if gone in hands[giver]:
                yield (moved(hands, giver, taker, gone), pile, apart), (what, (giver, taker, gone))
    elif what == "swap":
        one, ones, two, twos = arguments
        for a in [ones] if viewer in (one, two) else sorted(set(hands[one])):
            for b in [twos] if viewer in (one, two) else sorted(set(hands[two])):
                if a in hands[one] and b in hands[two]:
                    after = added(added(moved(moved(hands, one, -1, a), two, -1, b), two, a), one, b)
                    yield (after, pile, apart), (what, (one, a, two, b))


class Mind:
    """All worlds that a viewer thinks possible, each with one way in which it can have come about."""

    def __init__(self, viewer: int, seats: int, pile: list[int]) -> None:
        self.viewer = viewer
        hands: Hands = ((),) * seats
        self.worlds: dict[World, list[Happening]] = {}
        self.beginnings: dict[World, tuple[int, ...]] = {}
        for order in orders(pile):
            self.worlds[hands, order, -1] = []
            self.beginnings[hands, order, -1] = order

    def see(self, happening: Happening, truth: World) -> None:
        worlds: dict[World, list[Happening]] = {}
        beginnings: dict[World, tuple[int, ...]] = {}
        for world, past in self.worlds.items():
            for after, how in successors(world, happening, truth, self.viewer):
                if after not in worlds:
                    worlds[after] = [*past, how]
                    beginnings[after] = self.beginnings[world]
        self.worlds, self.beginnings = worlds, beginnings


def orders(pile: list[int]) -> set[tuple[int, ...]]:
    if not pile:
        return {()}
    made = set()
    for kind in set(pile):
        rest = pile[:]
        rest.remove(kind)
        made |= {(kind, *order) for order in orders(rest)}
    return made


DECKS = {"singles": [1] * 6, "pairs": [2, 2, 2], "mixed": [1, 1, 2, 2], "threes": [3, 3, 1]}


def history(copies: list[int], seats: int, length: int, rng: random.Random) -> tuple[Cards, list[Mind]]:
    """A random match of cards and what everybody thinks of it, a spectator last."""
    t = blank_table(seats)
    pile = [kind for kind, count in enumerate(copies) for _ in range(count)]
    minds = [Mind(viewer, seats, pile) for viewer in [*range(seats), -1]]
    rng.shuffle(pile)
    cards = cards_from(copies, seats, pile)
    for seat in range(seats):
        for _ in range(rng.choice([0, 1, 1, 2])):
            if cards.pile:
                step(cards, t, minds, ("draw", (seat, 0)))
        if cards[seat] and rng.random() < 0.6:
            step(cards, t, minds, ("show", (seat, cards[seat][0])))
    for _ in range(length):
        step(cards, t, minds, random_happening(cards, rng))
    return cards, minds


def step(cards: Cards, t: Table, minds: list[Mind], happening: Happening) -> None:
    before = world_of(cards)
    carry_out(cards, t, happening)
    for mind in minds:
        mind.see(happening, before)
        assert world_of(cards) in mind.worlds


def imagined(cards: Cards, viewer: int, seed: int, facts: list[int] | None = None) -> Cards:
    made = cards.copy()
    assert made.imagine(viewer, fast_dice(seed), 0, facts or [])
    return made


CASES = [
    pytest.param(copies, 3 + seed % 2, seed, id=f"{name}-{seed}")
    for name, copies in DECKS.items()
    for seed in range(8 if INTERPRETED else 40)
]


@pytest.mark.parametrize(("copies", "seats", "seed"), CASES)
def test_every_imagined_deal_is_possible_and_every_possible_hand_is_imagined(
    copies: list[int], seats: int, seed: int
) -> None:
    rng = random.Random(seed)
    cards, minds = history(copies, seats, rng.randrange(2, 13), rng)
    for mind in minds:
        reached: set[tuple[int, tuple[int, ...]]] = set()
        possible = {(seat, hand) for hands, _, _ in mind.worlds for seat, hand in enumerate(hands)}
        for number in range(40 if len(possible) > 20 else 1500):
            made = imagined(cards, mind.viewer, number)
            assert world_of(made) in mind.worlds
            reached |= set(enumerate(world_of(made)[0]))
            if number > 40 and reached == possible:
                break
        assert len(possible) > 20 or reached == possible


@pytest.mark.parametrize(("copies", "seats", "seed"), CASES)
def test_what_is_imagined_depends_on_the_view_alone(copies: list[int], seats: int, seed: int) -> None:
    """Another truth that a viewer cannot tell from this one: the same dice imagine exactly the same cards."""
    rng = random.Random(seed)
    cards, minds = history(copies, seats, rng.randrange(2, 13), rng)
    for mind in minds:
        for world in rng.sample(sorted(mind.worlds), min(4, len(mind.worlds))):
            other = cards_from(copies, seats, list(mind.beginnings[world]))
            t = blank_table(seats)
            for happening in mind.worlds[world]:
                carry_out(other, t, happening)
            assert world_of(other) == world
            row = mind.viewer
            assert (other.known[row], other.story[row]) == (cards.known[row], cards.story[row])
            for number in range(5):
                one, two = imagined(cards, row, number), imagined(other, row, number)
                assert one.to_data() == two.to_data()
                # Nor does it matter what was imagined before.
                assert imagined(one, row, 9).to_data() == imagined(cards, row, 9).to_data()


@pytest.mark.parametrize(("copies", "seats", "seed"), CASES)
def test_what_is_said_to_be_known_is_so_in_every_world(copies: list[int], seats: int, seed: int) -> None:
    rng = random.Random(seed)
    cards, minds = history(copies, seats, rng.randrange(2, 13), rng)
    for mind in minds:
        pairs = cards.known[mind.viewer]
        for hands, _, _ in mind.worlds:
            for i in range(0, len(pairs), 2):
                assert any(pairs[i] >> seat & 1 and pairs[i + 1] in hands[seat] for seat in range(seats))
            for seat in range(seats):
                rest = list(hands[seat])
                for card in cards.surely(mind.viewer, seat):
                    rest.remove(card)


@pytest.mark.parametrize(("copies", "seats", "seed"), CASES)
def test_facts_of_now_are_kept_too(copies: list[int], seats: int, seed: int) -> None:
    """That somebody has a card, or has it not: exactly the worlds in which that is so are imagined."""
    rng = random.Random(seed)
    cards, minds = history(copies, seats, rng.randrange(2, 13), rng)
    for mind in minds:
        facts, wanted = [], []
        for _ in range(rng.choice([1, 1, 2, 3])):
            seat, kind = rng.choice([s for s in range(seats) if s != mind.viewer]), rng.randrange(len(copies))
            facts += has(seat, kind) if kind in cards[seat] else has_not(seat, kind)
            wanted.append((seat, kind, kind in cards[seat]))
        fitting = {
            world for world in mind.worlds if all((kind in world[0][seat]) == held for seat, kind, held in wanted)
        }
        possible = {(seat, hand) for hands, _, _ in fitting for seat, hand in enumerate(hands)}
        reached: set[tuple[int, tuple[int, ...]]] = set()
        for number in range(30 if len(possible) > 16 else 1500):
            made = imagined(cards, mind.viewer, number, facts)
            assert world_of(made) in fitting
            reached |= set(enumerate(world_of(made)[0]))
            if number > 30 and reached == possible:
                break
        assert len(possible) > 16 or reached == possible


def test_facts_that_cannot_be_are_noticed() -> None:
    cards = cards_from([1, 1, 1], 2, [2, 1, 0])
    t = blank_table(2)
    cards.draw(t, 0)
    cards.show(t, 0, 0)
    assert not cards.copy().imagine(-1, fast_dice(1), 0, has_not(0, 0))
    assert not cards.copy().imagine(-1, fast_dice(1), 0, has(1, 0))
    assert cards.copy().imagine(-1, fast_dice(1), 0, has(0, 0))


@pytest.mark.parametrize(("copies", "seats", "seed"), CASES)
def test_every_way_of_telling_a_story_ends_in_a_possible_world(copies: list[int], seats: int, seed: int) -> None:
    """At random, side by side, in order: what is known to be where is there in some world that is possible."""
    rng = random.Random(seed)
    cards, minds = history(copies, seats, rng.randrange(2, 13), rng)
    for mind in minds:
        row = mind.viewer
        recall = Recall(cards.story[row], cards.copies, cards.unseen(row), [], fast_dice(seed))
        recall.reach = recall.look_back()
        hands = [[Counter(hand) for hand in world[0]] for world in mind.worlds]
        for _ in range(5 if cards.story[row] else 0):
            blanks = [blank(seats + 2) for _ in range(5)]
            flocks = [recall.at_random(blanks[0]), recall.side_by_side(blanks[1:4]), recall.in_order(0, blanks[4])]
            assert flocks[2] is not None
            for world in flocks:
                if world is not None:
                    told = [
                        Counter(k for k, at in zip(world.kinds, world.at, strict=True) if at == p) for p in range(seats)
                    ]
                    assert any(all(told[p] <= there[p] for p in range(seats)) for there in hands)


def test_a_long_story_is_told_in_time() -> None:
    """Single cards go round and round unseen, and some are shown long after."""
    seats, kinds = 5, 24
    t = blank_table(seats)
    rng = random.Random(3)
    cards = cards_from([1] * kinds, seats, list(range(kinds)))
    for seat in range(seats):
        for _ in range(3):
            cards.show(t, seat, int(cards.draw(t, seat)))
    for number in range(200):
        giver = rng.choice([seat for seat in range(seats) if cards[seat]])
        taker = rng.choice([seat for seat in range(seats) if seat != giver])
        cards.hand_over(t, giver, taker, rng.choice(cards[giver]))
        if number % 7 == 0:
            cards.show(t, taker, rng.choice(cards[taker]))
    for number in range(3):
        made = imagined(cards, -1, number)
        assert sorted(made.everywhere()) == list(range(kinds))


# -- what else is promised -------------------------------------------------------------------------------------------


def test_whatever_is_seen_is_a_reveal() -> None:
    t = blank_table(3)
    cards = cards_from([2] * 6, 3, [kind for kind in range(6) for _ in range(2)])
    acts: list[Happening] = [
        ("draw", (0, 0)),
        ("draw", (0, 0)),
        ("draw", (1, 0)),
        ("lay_apart", (0,)),
        ("look", (1,)),
        ("take_apart", (2,)),
        ("show", (0, 5)),
        ("show", (0, 5, 2)),
        ("show_hand", (0, 1)),
        ("hand_over", (0, 1, 5)),
        ("swap", (0, 5, 1, 5)),
        ("hand_all", (1, 0)),
        ("spend", (0, 5)),
        ("lose", (0, 5)),
    ]
    for act in acts:
        before = t.reveals
        carry_out(cards, t, act)
        assert t.reveals > before, act


def test_an_empty_pile_is_made_from_the_discards() -> None:
    t = blank_table(2)
    cards = cards_from([1, 1], 2, [0, 1])
    assert not cards.refill(t)
    for card in (1, 0):
        assert cards.draw(t, 0) == card
        cards.spend(t, 0, card)
    assert cards.draw(t, 0) == -1 and cards.lay_apart(t) == -1
    assert cards.refill(t) and sorted(cards.pile) == [0, 1] and cards.discard == []


def test_whoever_knows_the_card_apart_knows_where_it_goes() -> None:
    t = blank_table(3)
    cards = cards_from([1] * 5, 3, [0, 1, 2, 3, 4])
    cards.lay_apart(t, 1 << 1)
    assert [imagined(cards, 1, seed).apart for seed in range(5)] == [4] * 5
    assert len({imagined(cards, 0, seed).apart for seed in range(40)}) == 5
    cards.put_under()
    assert all(imagined(cards, 1, seed).pile[0] == 4 for seed in range(5))
    assert len({imagined(cards, 2, seed).pile[0] for seed in range(40)}) == 5
    for _ in range(4):
        cards.draw(t, 0)
    cards.draw(t, 2)
    assert cards.surely(1, 2) == [4] and cards.surely(0, 2) == []


def test_of_cards_that_may_have_gone_one_is_left_somewhere() -> None:
    """Of two of a kind, one with 1 or 2 and one with 1 or 3, seat 1 plays one: the other may be with any of them."""
    assert dropped([0b0110, 7, 0b1010, 7, 0b0010, 8], 1, 7) == [0b1110, 7, 0b0010, 8]
    assert dropped([0b0110, 7, 0b0010, 7], 1, 7) == [0b0110, 7]
    assert dropped([0b0100, 7], 1, 7) == [0b0100, 7]


def test_copies_do_not_change_with_what_they_were_copied_from() -> None:
    rng = random.Random(5)
    cards, _ = history([2, 2, 2], 3, 6, rng)
    t = blank_table(3)
    for _ in range(30):
        before = cards.to_data()
        twin = cards.copy()
        carry_out(cards, t, random_happening(cards, rng))
        assert twin.to_data() == before


def test_cards_as_data() -> None:
    cards, _ = history([1] * 6, 3, 12, random.Random(2))
    data = json.loads(json.dumps(cards.to_data()))
    loaded = cards_from([1] * 6, 3, [])
    loaded.load_data(data)
    assert loaded.to_data() == cards.to_data()
    faults: list[object] = [None, [], {}, {**data, "more": 1}]
    faults += [{**data, name: wrong} for name in data for wrong in (None, 5, ["a"], [[1.5]], [[0]])]
    faults += [{**data, "pile": [7], "seen": [0]}, {**data, "discard": [-1]}, {**data, "apart": [6, 0]}]
    for fault in faults:
        with pytest.raises(ValueError, match=r"'|not made of|cards that the deck"):
            cards_from([1] * 6, 3, []).load_data(fault)
