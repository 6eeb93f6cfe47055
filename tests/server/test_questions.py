"""What a viewer may ask about a table holds nobody up, whatever it asks, and breaks nothing."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from campus.table import lay
from marchland import games
from marchland.contract.words import extremes
from marchland.engine.sealed import Sealed
from marchland.server import answers
from marchland.server.live import LiveMatch
from server.inside import do_something, house, loaded, new_match

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("game", [game.name for game in games.every()])
async def test_no_question_breaks_anything(tmp_path: Path, game: str) -> None:
    """Players and spectators ask about all kinds of action, with arguments as large as they can be said: why not, how
    likely, what would come of it. Had any of these to be reckoned with, this would not end."""
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, 4, game=game, options={}, key=bytes([5] * 32)))
        rng = random.Random(5)
        actions = [action for kind in live.game.words.kinds for action in extremes(kind)]
        for number in range(240):
            if live.match.table.over:
                break
            if number % 8 == 0:
                for seat in live.timeline.viewers:
                    for action in [*rng.sample(actions, min(12, len(actions))), *overdone(live, rng)]:
                        ask_all(live, seat, action)
            await do_something(live, rng)


def overdone(live: LiveMatch, rng: random.Random) -> list[int]:
    """What somebody could choose, but far more of it."""
    table = live.match.table
    spans = [span for seat in table.deciders() for span in table.options(seat).spans()]
    return [first | (1 << bits) - 1 for first, _ in rng.sample(spans, min(3, len(spans))) for bits in (6, 8, 10)]


def ask_all(live: LiveMatch, seat: int, action: int) -> None:
    table = live.match.table
    possible = any(table.options(one).holds(action) for one in range(table.seats))
    assert answers.why(table, seat, action)["text"].endswith(".")
    for asked in (answers.odds(table, seat, action), answers.reckoning(table, seat, [action])):
        # Of several secret choices each can be weighed before its turn has come.
        assert possible or isinstance(table.step(), Sealed) or asked["win"] is None


def test_battles_that_take_long_to_work_out_are_not() -> None:
    """Everybody would wait meanwhile, and anybody who looks on may ask."""
    table = lay({"COM": [0, 200], "FOU": [1, 100]})
    said = answers.odds(table, 0, table.game.parse("attack FOU from COM with 150"))
    assert (said["win"], said["text"]) == (
        None,
        "No battle is decided by this, or too large a one to work out here.",
    )
    assert answers.odds(table, 0, table.game.parse("attack FOU from COM with 99"))["win"] is not None
