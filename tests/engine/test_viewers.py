"""Nobody looks at a table who is not there. (That the all-seeing misses nothing is part of the contract.)"""

from collections.abc import Callable

import pytest

from engine.playing import games
from marchland.engine.dice import fast_dice
from marchland.engine.errors import UsageError
from marchland.engine.game import Game
from marchland.engine.table import ALL_SEEING, SPECTATOR


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
