"""Nobody learns more than the rules tell: not from views or events, nor from who is asked and what he may do.

What holds for every game stands in the contract; here Bazaar is looked at closely."""

import random
from collections.abc import Callable, Iterator

import pytest

from bazaar.game import GAME
from bazaar.steps import DELIVER, PALACE
from bazaar.table import CARD, Bazaar
from engine.playing import heard, seen
from marchland.engine.dice import fast_dice
from marchland.engine.table import Table

# -- Bazaar: imagined tables differ in what is hidden, and only there ------------------------------------------------


def lay(**entries: object) -> Bazaar:
    dealer = fast_dice(5)
    t = GAME.position({"seats": 3, **entries}, dice=dealer, events=True)
    assert isinstance(t, Bazaar)
    return t


HANDS = [["silk1", "tea4"], ["silk5", "amber2"], ["tea6", "spice3"]]


def imagined_tables(t: Table, seat: int) -> Iterator[Bazaar]:
    for seed in range(60):
        imagined = t.determinize(seat, fast_dice(seed))
        assert isinstance(imagined, Bazaar)
        yield imagined


def test_hidden_hands_and_pile_are_drawn_anew() -> None:
    t = lay(step="gifts", hands=HANDS)
    hands = {tuple(imagined.hands[2]) for imagined in imagined_tables(t, 0)}
    assert len(hands) > 40
    assert len({imagined.pile[-1] for imagined in imagined_tables(t, 0)}) > 10
    assert all(imagined.hands[0] == t.hands[0] for imagined in imagined_tables(t, 0))


def test_what_a_seat_knows_stays_where_it_is() -> None:
    """Seat 0 has seen the lot, and the card that seat 1 offers it; the others have seen neither."""
    t = lay(step="market", hands=HANDS, pile=["amber6"])
    t.propose(1, 0, "silk5")
    amber6, silk5 = 23, 4
    assert all(imagined.pile[-1] == amber6 for imagined in imagined_tables(t, 0))
    assert all(silk5 in imagined.hands[1] for imagined in imagined_tables(t, 0))
    assert any(imagined.pile[-1] != amber6 for imagined in imagined_tables(t, 1))
    assert any(silk5 not in imagined.hands[1] for imagined in imagined_tables(t, 2))
    # Whoever imagines does not forget what the others know.
    assert all(imagined.is_known(imagined.pile[-1], 0) for imagined in imagined_tables(t, 2))


def test_an_offer_that_can_no_longer_be_paid_says_so_in_every_imagined_table() -> None:
    """Seat 1 offers its silk to seat 0, then gives it to seat 2: seat 0 learns only that seat 1 has it no more."""
    t = lay(step="gifts", hands=HANDS)
    silk5 = 4
    t.propose(1, 0, "silk5")
    t.propose(1, 2, "silk5")
    t.play(2, GAME.parse("accept offer 2"))
    assert GAME.parse("accept offer 1") not in t.asides(0)
    places = [imagined.hands for imagined in imagined_tables(t, 0)]
    assert not any(silk5 in hands[1] for hands in places)
    assert any(silk5 in hands[2] for hands in places)
    assert any(silk5 not in hands[2] for hands in places)


def test_secret_choices_of_others_are_drawn_from_the_imagined_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PALACE, "shows_ready", True)
    t = lay(step="palace", wanted="tea", hands=HANDS)
    t.play(2, GAME.parse("deliver tea6"))
    delivered = set()
    for imagined in imagined_tables(t, 0):
        (choice,) = imagined.sealed[2]
        assert choice == GAME.parse("pass") or DELIVER.a(choice) in imagined.hands[2]
        delivered.add(choice)
    assert len(delivered) > 4


def test_secret_choices_of_whoever_is_ready_are_drawn_anew() -> None:
    t = lay(step="order", coins=[9, 9, 9])
    t.play(1, GAME.parse("bid 4"))
    bids = {imagined.sealed[1][0] for imagined in imagined_tables(t, 0)}
    assert len(bids) > 5
    assert all(imagined.deciders() == [0, 2] for imagined in imagined_tables(t, 0))
    assert all(imagined.sealed[1] == t.sealed[1] for imagined in imagined_tables(t, 1))


def test_what_another_has_begun_to_choose_is_forgotten() -> None:
    t = lay(step="stalls")
    t.play(1, GAME.parse("lay a token at tea"))
    assert all(imagined.sealed[1] == [] for imagined in imagined_tables(t, 0))
    t.play(1, GAME.parse("ready"))
    assert all(imagined.sealed[1][-1] == GAME.parse("ready") for imagined in imagined_tables(t, 0))


def test_who_has_answered_the_palace_is_not_imagined() -> None:
    t = lay(step="palace", wanted="tea", hands=HANDS)
    t.play(1, GAME.parse("pass"))
    assert all(imagined.deciders() == [0, 1, 2] for imagined in imagined_tables(t, 0))
    assert all(imagined.deciders() == [0, 2] for imagined in imagined_tables(t, 1))


def test_offers_between_others_are_imagined_without_their_content() -> None:
    t = lay(step="gifts", hands=HANDS)
    t.propose(0, 1, "3", "2")
    assert all(imagined.offers == [[1, 0, 1, 0]] for imagined in imagined_tables(t, 2))
    assert all(imagined.offers == t.offers for imagined in imagined_tables(t, 1))


# -- Bazaar: two tables that differ in one secret ----------------------------------------------------------------------


def look_the_same(one: Table, two: Table, seats: list[int]) -> None:
    """For these seats: views, what was told, who is awaited, what can be done."""
    for seat in seats:
        assert seen(one, seat) == seen(two, seat)
        assert heard(one.events or [], seat) == heard(two.events or [], seat)
        assert one.options(seat).actions() == two.options(seat).actions()
        assert one.asides(seat).actions() == two.asides(seat).actions()


def after(t: Bazaar, *moves: tuple[int, str]) -> Bazaar:
    """The table some moves later; what is told on the way is kept."""
    later = t.copy()
    later.events = list(t.events or [])
    for seat, action in moves:
        later.play(seat, GAME.parse(action))
    return later


def test_a_secret_bid_is_seen_by_nobody_else() -> None:
    t = lay(step="order")
    one, two = after(t, (1, "bid 3")), after(t, (1, "bid 7"))
    look_the_same(one, two, [-1, 0, 2])
    assert seen(one, 1) != seen(two, 1)
    # BAZ-3.2  The last bid turns them up.
    assert heard(after(one, (0, "bid 1"), (2, "bid 1")).events or [], 2) != heard(one.events or [], 2)


def test_tokens_are_seen_by_nobody_else_but_being_ready_is() -> None:
    t = lay(step="stalls")
    one = after(t, (0, "lay a token at silk"))
    two = after(t, (0, "lay a token at amber"), (0, "lay a token at amber"), (0, "lift a token from amber"))
    look_the_same(one, two, [-1, 1, 2])
    look_the_same(one, t, [-1, 1, 2])
    ready = after(one, (0, "ready"))
    assert ready.view(1)["deciders"] == [1, 2]
    look_the_same(ready, after(two, (0, "ready")), [-1, 1, 2])


def test_the_palace_shows_neither_what_was_answered_nor_who_has() -> None:
    t = lay(step="palace", wanted="tea", hands=HANDS)
    passed, delivered = after(t, (0, "pass")), after(t, (0, "deliver tea4"))
    look_the_same(passed, delivered, [-1, 1, 2])
    look_the_same(passed, t, [-1, 1, 2])
    both = after(passed, (2, "deliver tea6"))
    look_the_same(both, t, [-1, 1])
    look_the_same(both, passed, [0])
    assert [t.view(seat)["deciders"] for seat in (-1, 0, 1)] == [[0, 1, 2]] * 3
    assert [both.view(seat)["deciders"] for seat in (-1, 0, 1, 2)] == [[0, 1, 2], [1, 2], [0, 1, 2], [0, 1]]
    # Taking it back is not seen either.
    taken_back = after(both)
    taken_back.step().take_back(taken_back, 2)
    look_the_same(taken_back, both, [-1, 0, 1])


def test_a_pass_at_the_palace_looks_like_having_nothing_to_deliver() -> None:
    with_tea = lay(step="palace", wanted="tea", hands=[["tea1"], ["silk1"], ["silk2"]])
    without = lay(step="palace", wanted="tea", hands=[["spice1"], ["silk1"], ["silk2"]])
    look_the_same(with_tea, without, [-1, 1, 2])
    moves = [(0, "pass"), (2, "pass"), (1, "pass")]
    look_the_same(after(with_tea, *moves), after(without, *moves), [-1, 1, 2])


def test_a_spectator_sees_no_more_than_a_seat_that_knows_nothing() -> None:
    """In a match of two, what both players know is still no business of a spectator's."""
    t = lay(seats=2, step="gifts", hands=[["silk1"], ["tea1"]])
    t.propose(0, 1, "silk1", "1 coin")
    t.play(1, GAME.parse("accept offer 1"))
    assert t.sight(1)["hands"] == [[], [0, 12]]
    assert t.sight(0)["hands"] == [[], [0, -1]]
    assert t.sight(-1)["hands"] == [[], [-1, -1]]


@pytest.mark.parametrize("secret", [[5], [int(CARD.of(0))], [int(CARD.of(15)), 1]], ids=["coins", "card", "both"])
def test_the_content_of_an_offer_is_for_two(secret: list[int]) -> None:
    t = lay(seats=4, step="gifts", hands=[["silk1", "tea4"], [], ["silk2"], []])
    one, two = after(t), after(t)
    one.propose(0, 1, "1")
    two.make_offer(0, 1, secret, [9])
    look_the_same(one, two, [-1, 2, 3])
    assert seen(one, 0) != seen(two, 0)
    assert seen(one, 1) != seen(two, 1)
    declined = [(1, "decline offer 1")]
    look_the_same(after(one, *declined), after(two, *declined), [-1, 2, 3])


def test_which_card_was_traded_is_for_two() -> None:
    t = lay(seats=4, step="gifts", hands=[["silk1", "tea4"], [], ["silk2"], []])
    one, two = after(t), after(t)
    one.propose(0, 1, "silk1")
    two.propose(0, 1, "tea4")
    accepted = [(1, "accept offer 1")]
    look_the_same(after(one, *accepted), after(two, *accepted), [-1, 2, 3])
    assert heard(after(one, *accepted).events or [], 1) != heard(after(two, *accepted).events or [], 1)


def swap_hands_with_pile(t: Bazaar) -> Bazaar:
    """Seat 2 holds the two lowest cards of the pile instead of its own; nobody else can know."""
    other = after(t)
    for index, card in enumerate(other.hands[2][:]):
        low = other.pile[index]
        other.pile[index] = card
        other.knows[card], other.knows[low] = 0, 1 << 2
        other.hands[2][other.hands[2].index(card)] = low
    other.hands[2].sort()
    return other


def swap_pile(t: Bazaar) -> Bazaar:
    """The lower half of the pile the other way round: it never comes up."""
    other = after(t)
    other.pile[:9] = other.pile[8::-1]
    return other


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    ("secret", "ignorant"), [(swap_hands_with_pile, [-1, 0, 1]), (swap_pile, [-1, 0, 1, 2])], ids=["hand", "pile"]
)
def test_a_whole_match_does_not_betray_a_hidden_card(
    secret: Callable[[Bazaar], Bazaar], ignorant: list[int], seed: int
) -> None:
    """The same decisions on two tables that differ in hidden cards: the others never notice, to the last decision."""
    one = GAME.deal(3, seed, {"gifts": "anytime", "rounds": 3}, events=True)
    assert isinstance(one, Bazaar)
    two = secret(one)
    assert one != two
    rng = random.Random(seed)
    while True:
        look_the_same(one, two, ignorant)
        assert one.deciders() == two.deciders()
        seat = rng.choice(one.deciders())
        both_may = sorted({*one.options(seat), *one.asides(seat)} & {*two.options(seat), *two.asides(seat)})
        action = rng.choice(both_may)
        one.play(seat, action)
        two.play(seat, action)
        if one.over or two.over:
            # BAZ-10.1  Now the cards are shown.
            assert one.over == two.over
            break
