"""Positions say everything of a table: what is written as a position is the same table when it is read again."""

import json
import random
from typing import Any

import pytest

from engine.playing import cases, dealt, walk
from marchland.engine.game import Game
from marchland.engine.table import Table

every_match = pytest.mark.parametrize(("game", "seats", "seed"), cases(1))


def is_looked_at(number: int) -> bool:
    """Every state of the beginning, then one in seven."""
    return number < 40 or number % 7 == 0


def data_of(t: Table) -> dict[str, Any]:
    """All of a table but the dice and the count of what undo cannot take back, with which no match begins."""
    data = t.to_data()
    del data["dice"], data["reveals"]
    return data


@every_match
def test_any_table_of_a_match_is_a_position(game: Game, seats: int, seed: int) -> None:
    """Whatever is being decided, whoever has chosen in secret, whatever is offered, and whoever knows what."""
    t = dealt(game, seats, seed)
    for number in walk(t, random.Random(seed)):
        if is_looked_at(number) or t.over:
            written = json.loads(json.dumps(game.position_of(t)))
            again = game.position(written)
            assert data_of(again) == data_of(t), (number, t.step().tag, written)
            assert game.position_of(again) == written
