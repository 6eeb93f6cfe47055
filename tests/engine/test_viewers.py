"""Who looks at a table: the all-seeing misses nothing, and nobody looks who is not there."""

import random
from collections.abc import Callable

import pytest

from engine.playing import cases, dealt, games, walk
from marchland.engine.dice import fast_dice
from marchland.engine.errors import UsageError
from marchland.engine.game import Game
from marchland.engine.table import ALL_SEEING, SPECTATOR, Table


@pytest.mark.parametrize(("game", "seats", "seed"), cases(1))
def test_whatever_a_spectator_could_imagine_otherwise_lies_open_before_the_all_seeing(
    game: Game, seats: int, seed: int
) -> None:
    t = dealt(game, seats, seed)
    for number in walk(t, random.Random(seed)):
        if number < 30 or number % 11 == 0:
            view = t.view(ALL_SEEING)
            assert t.determinize(ALL_SEEING, fast_dice(number)).view(ALL_SEEING) == view
            imagined = parts(t.determinize(SPECTATOR, fast_dice(number)))
            for name, value in parts(t).items():
                assert imagined[name] == value or shows(view, value), name


# Who knows what; and what the contract asks for by itself.
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
