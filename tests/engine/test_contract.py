"""What holds for every game in every state that random play reaches."""

import json
import random
from collections.abc import Callable

import pytest

from engine.playing import (
    BOUND,
    cases,
    dealt,
    everybody,
    fits_the_protocol,
    games,
    random_choice,
    random_options,
    seen,
    walk,
)
from marchland.engine.dice import FairDice, fast_dice
from marchland.engine.errors import IllegalAction, UsageError
from marchland.engine.game import Game
from marchland.engine.options import Options
from marchland.engine.playout import play_out
from marchland.engine.sealed import Sealed
from marchland.engine.table import ALL_SEEING, SPECTATOR, Table

every_match = pytest.mark.parametrize(("game", "seats", "seed"), cases())


def is_looked_at(number: int) -> bool:
    """The costly checks: every state of the beginning, then one in seven."""
    return number < 60 or number % 7 == 0


# -- options ---------------------------------------------------------------------------------------------------------


@every_match
def test_options_are_for_deciders_and_for_nobody_else(game: Game, seats: int, seed: int) -> None:
    t = dealt(game, seats, seed)
    for _ in walk(t, random.Random(seed)):
        deciders = t.deciders()
        assert bool(deciders) != t.over
        for seat in everybody(t):
            assert bool(t.options(seat).total) == (seat in deciders)
        assert t.asides(-1).total == 0


@every_match
def test_options_are_sorted_and_agree_with_themselves(game: Game, seats: int, seed: int) -> None:
    t = dealt(game, seats, seed)
    rng = random.Random(seed)
    for number in walk(t, rng):
        if is_looked_at(number):
            for seat in range(seats):
                agrees_with_itself(t.options(seat), rng)
                agrees_with_itself(t.asides(seat), rng)
                assert not set(t.options(seat)) & set(t.asides(seat))


def agrees_with_itself(options: Options, rng: random.Random) -> None:
    actions = options.actions()
    assert actions == sorted(set(actions))
    assert len(options) == options.total == len(actions)
    assert list(options) == actions
    assert [action for first, count in options.spans() for action in range(first, first + count)] == actions
    for index in {rng.randrange(len(actions)) for _ in range(3)} if actions else ():
        assert options[index] == options.at(index) == actions[index] == options[index - len(actions)]
        assert actions[index] in options
        assert options.holds(actions[index])
    for missing in (actions[0] - 1, actions[-1] + 1) if actions else (0,):
        assert missing not in options
        assert not options.holds(missing)
    for outside in (len(actions), -len(actions) - 1):
        with pytest.raises(IndexError):
            options[outside]


@every_match
def test_every_action_has_a_name_of_its_own(game: Game, seats: int, seed: int) -> None:
    t = dealt(game, seats, seed)
    rng = random.Random(seed)
    named: dict[str, int] = {}
    for number in walk(t, rng):
        if not is_looked_at(number):
            continue
        for seat in range(seats):
            actions = t.options(seat).actions() + t.asides(seat).actions()
            for action in rng.sample(actions, min(len(actions), 12)):
                name = game.name_of(action)
                if name not in named:
                    assert game.parse(name) == action
                    assert game.parse(f"  {name.upper()} ") == action
                assert named.setdefault(name, action) == action
                assert "{" not in name


# -- words -----------------------------------------------------------------------------------------------------------


@every_match
def test_everybody_is_told_what_is_going_on(game: Game, seats: int, seed: int) -> None:
    t = dealt(game, seats, seed)
    for number in walk(t, random.Random(seed)):
        if is_looked_at(number):
            for seat in everybody(t):
                says_something(game, t.prompt(seat))
                says_something(game, t.view(seat)["prompt"])
        for event in t.events or []:
            assert -1 <= event[0] < 1 << seats
            says_something(game, event[1:])
        t.events = []


def says_something(game: Game, saying: object) -> None:
    assert isinstance(saying, list)
    sentence = game.say(saying)
    assert sentence.strip()
    assert "{" not in sentence


@every_match
def test_events_change_nothing(game: Game, seats: int, seed: int) -> None:
    """A match that nobody listens to goes the same way."""
    told, silent = dealt(game, seats, seed), dealt(game, seats, seed)
    silent.events = None
    rng = random.Random(seed)
    for _ in range(200):
        if told.over:
            break
        seat, action = random_choice(told, rng)
        told.play(seat, action)
        silent.play(seat, action)
    assert told.events
    assert told == silent


# -- data ------------------------------------------------------------------------------------------------------------


@every_match
def test_copies_are_independent(game: Game, seats: int, seed: int) -> None:
    t = dealt(game, seats, seed)
    kept: list[tuple[Table, str]] = []
    for number in walk(t, random.Random(seed)):
        if number % 10 == 0:
            twin = t.copy()
            assert type(twin) is type(t)
            assert twin == t
            assert twin.events is None
            kept.append((twin, t.fingerprint()))
            kept[:-20] = kept[:-20:2]
        if number % 50 == 0:
            assert all(twin.fingerprint() == print_ for twin, print_ in kept)
    assert all(twin.fingerprint() == print_ for twin, print_ in kept)
    # The other way round: playing on with a copy leaves the table where it was.
    before = t.fingerprint()
    for twin, _ in kept:
        play_out(twin, fast_dice(seed), 30)
    assert t.fingerprint() == before


@every_match
def test_a_saved_table_is_the_same_and_goes_on_the_same(game: Game, seats: int, seed: int) -> None:
    t = dealt(game, seats, seed)
    rng = random.Random(seed)
    for number in walk(t, rng):
        if number % 11 and not t.over:
            continue
        loaded = game.from_data(json.loads(json.dumps(t.to_data())))
        assert loaded == t
        assert loaded.to_data() == t.to_data()
        assert [seen(loaded, seat) for seat in everybody(t)] == [seen(t, seat) for seat in everybody(t)]
        twin = t.copy()
        for _ in range(10):
            if twin.over:
                break
            seat, action = random_choice(twin, rng)
            twin.play(seat, action)
            loaded.play(seat, action)
        assert loaded == twin


@every_match
def test_the_same_seed_gives_the_same_match(game: Game, seats: int, seed: int) -> None:
    def history(seed: int) -> list[object]:
        t = dealt(game, seats, seed)
        states = [t.fingerprint() for _ in zip(range(200), walk(t, random.Random(1)), strict=False)]
        return [*states, t.fingerprint(), t.events]

    assert history(seed) == history(seed)
    assert history(seed) != history(seed + 1000)


@every_match
def test_fair_dice_play_like_any_others(game: Game, seats: int, seed: int) -> None:
    key = bytes(range(32))
    one, two = (game.deal(seats, dice=FairDice(key)) for _ in range(2))
    play_out(one, fast_dice(seed), 300)
    play_out(two, fast_dice(seed), 150)
    resumed = game.from_data(json.loads(json.dumps(two.to_data())))
    chooser = fast_dice(seed)
    play_out(game.deal(seats, dice=FairDice(key)), chooser, 150)
    play_out(resumed, chooser, 150)
    assert one == resumed


# -- laws ------------------------------------------------------------------------------------------------------------


@every_match
def test_nothing_is_lost_or_made_from_nothing(game: Game, seats: int, seed: int) -> None:
    t = dealt(game, seats, seed)
    for _ in walk(t, random.Random(seed)):
        assert game.conserved(t) == ""


@pytest.mark.parametrize(("game", "seats", "seed"), cases(4))
def test_every_match_ends_and_ranks_everybody(game: Game, seats: int, seed: int) -> None:
    # The first one by the default options, at full length.
    t = game.deal(seats, seed, random_options(game, random.Random(seed)) if seed else {})
    assert play_out(t, fast_dice(seed), BOUND) < BOUND
    assert t.deciders() == []
    # Equal seats share a place, and the places behind them stay empty.
    assert sorted(t.places) == [1 + sum(other < place for other in t.places) for place in sorted(t.places)]
    for seat in everybody(t):
        assert t.view(seat)["places"] == t.places
        assert t.view(seat)["over"] is True
        assert t.view(seat)["deciders"] == []
        assert t.options(seat).total == t.asides(seat).total == 0
        with pytest.raises(IllegalAction, match="over"):
            t.play(seat, 0)
    assert isinstance(game.evaluate(t, 0), float)
    assert game.conserved(t) == ""


# -- refusals --------------------------------------------------------------------------------------------------------


@every_match
def test_what_is_no_option_is_refused_and_changes_nothing(game: Game, seats: int, seed: int) -> None:
    t = dealt(game, seats, seed)
    rng = random.Random(seed)
    for number in walk(t, rng):
        if not is_looked_at(number):
            continue
        before, told = t.fingerprint(), len(t.events or [])
        for seat in everybody(t):
            legal = {*t.options(seat), *t.asides(seat)}
            for action in attempts(t, seat, rng):
                if action not in legal:
                    with pytest.raises(IllegalAction) as refused:
                        t.play(seat, action)
                    assert refused.value.sentence.strip()
                    assert "{" not in str(refused.value)
        assert t.fingerprint() == before
        assert len(t.events or []) == told


def attempts(t: Table, seat: int, rng: random.Random) -> list[int]:
    """Options of others, actions of every kind, and plain nonsense."""
    others = [action for other in t.deciders() if other != seat for action in t.options(other)]
    kinds = len(t.game.words.kinds)
    return [
        *rng.sample(others, min(len(others), 3)),
        *(rng.randrange(kinds) << 23 | rng.randrange(1 << 23) for _ in range(3)),
        *(rng.randrange(kinds) << 23 | rng.randrange(64) << 17 | rng.randrange(64) << 11 for _ in range(2)),
        rng.randrange(kinds + 5) << 23,
        rng.randrange(-(1 << 40), 1 << 40),
        rng.choice([-1, 1 << 30, 127 << 23, (1 << 31) - 1]),
    ]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_offers_of_impossible_seats_are_refused(game: Game) -> None:
    t = game.deal(seed=3)
    before = t.fingerprint()
    for maker, to in [(0, 0), (-1, 0), (0, -1), (0, t.seats), (t.seats, 0)]:
        with pytest.raises(IllegalAction, match="by one player to another"):
            t.propose(maker, to, [], [])
    assert t.fingerprint() == before


# -- views and secret choices ----------------------------------------------------------------------------------------


@every_match
def test_views_are_plain_and_do_not_hang_on_the_table(game: Game, seats: int, seed: int) -> None:
    t = dealt(game, seats, seed)
    for number in walk(t, random.Random(seed)):
        if is_looked_at(number):
            before = t.fingerprint()
            for seat in everybody(t):
                view = t.view(seat)
                assert json.loads(json.dumps(view)) == view
                scribble(view)
                picture = t.picture(seat)
                fits_the_protocol(picture)
                scribble(vars(picture))
            assert t.fingerprint() == before


def cards_in_hand(t: Table, viewer: int) -> list[str]:
    """The cards in hand that a viewer is shown."""
    return [repr(card) for card in t.picture(viewer).hand]


@every_match
def test_nothing_is_hidden_from_the_all_seeing(game: Game, seats: int, seed: int) -> None:
    t = dealt(game, seats, seed)
    for number in walk(t, random.Random(seed)):
        if is_looked_at(number):
            view = t.view(ALL_SEEING)
            assert json.loads(json.dumps(view)) == view
            assert view["offers"] == t.offers
            assert view["deciders"] == t.deciders()
            assert sorted(view["sealed"]) == sorted(one for seat in range(seats) for one in t.view(seat)["sealed"])
            hands = [cards_in_hand(t, seat) for seat in range(seats)]
            assert sorted(cards_in_hand(t, ALL_SEEING)) == sorted(card for hand in hands for card in hand)
            assert not t.options(ALL_SEEING).total and not t.asides(ALL_SEEING).total
            says_something(game, t.prompt(ALL_SEEING))
            assert t.determinize(ALL_SEEING, fast_dice(number)).view(ALL_SEEING) == view
            # Whatever a spectator could imagine otherwise lies open before the all-seeing.
            imagined = parts(t.determinize(SPECTATOR, fast_dice(number)))
            for name, value in parts(t).items():
                assert imagined[name] == value or shows(view, value), name


# Who knows what; and what was asserted by itself already.
KNOWLEDGE = {"known", "story", "seen", "apart_seen", "doubts", "knows"}
ELSEWHERE = {"dice", "agenda", "asked", "sealed", "offers"}


def parts(t: Table) -> dict[str, object]:
    """All that lies on a table, deck by deck, without who knows what of it."""
    found: dict[str, object] = {}
    for name, value in t.to_data().items():
        inner = value if isinstance(value, dict) else {"": value}
        found |= {
            f"{name} {of}".strip(): part for of, part in inner.items() if not {name, of} & (KNOWLEDGE | ELSEWHERE)
        }
    return found


def shows(view: object, value: object) -> bool:
    """Whether a view has this value somewhere; of several hands, each of them."""
    if view == value:
        return True
    inside = list(view.values()) if isinstance(view, dict) else view if isinstance(view, list) else []
    if any(shows(one, value) for one in inside):
        return True
    hands = value if isinstance(value, list) and value and isinstance(value[0], list) else []
    return bool(hands) and all(shows(view, hand) for hand in hands)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_viewer_who_does_not_exist_is_refused(game: Game) -> None:
    t = game.deal(game.least_seats, 1)
    before = t.fingerprint()
    readers: list[Callable[[int], object]] = [
        t.view,
        t.picture,
        t.options,
        t.asides,
        t.prompt,
        lambda viewer: t.determinize(viewer, fast_dice(1)),
    ]
    (decider, *_) = t.deciders()
    action = t.options(decider).at(0)
    for viewer in (ALL_SEEING - 1, t.seats, t.seats + 1, 99, -1000):
        for read in readers:
            with pytest.raises(UsageError, match=rf"There is no viewer {viewer}: seats are 0 to {t.seats - 1}, "):
                read(viewer)
        with pytest.raises(UsageError, match="There is no viewer"):
            t.play(viewer, action)
    for viewer in (ALL_SEEING, SPECTATOR, t.seats - 1):
        for read in readers:
            read(viewer)
    assert t.fingerprint() == before


def scribble(value: object) -> None:
    """Spoil everything in a view that can be changed."""
    if isinstance(value, dict):
        for item in value.values():
            scribble(item)
        value.clear()
    elif isinstance(value, list):
        for item in value:
            scribble(item)
        value.append(None)


@every_match
def test_a_secret_choice_taken_back_and_made_again_leaves_no_trace(game: Game, seats: int, seed: int) -> None:
    t = dealt(game, seats, seed)
    for _ in walk(t, random.Random(seed)):
        if t.over or not isinstance(t.step(), Sealed):
            continue
        for seat in range(seats):
            twin = t.copy()
            action = twin.step().take_back(twin, seat)
            if action < 0:
                assert twin == t
                continue
            assert seat in twin.deciders()
            assert action in twin.options(seat)
            twin.play(seat, action)
            assert twin == t
