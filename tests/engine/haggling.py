"""Offers in random matches."""

from __future__ import annotations

import random

import pytest

from marchland.engine.errors import IllegalAction
from marchland.engine.table import Table


def haggle(t: Table, rng: random.Random, maker: int, to: int, give: list[int], ask: list[int]) -> str:
    """Make an offer, and perhaps answer one that stands. The clause of the refusal if it cannot be made."""
    fault = t.offer_fault(maker, to, give, ask)
    if fault:
        with pytest.raises(IllegalAction):
            t.propose(maker, to, give, ask)
    else:
        t.propose(maker, to, give, ask)
    answers = [(seat, action) for seat in range(t.seats) for action in t.asides(seat)]
    if answers and rng.random() < 0.7:
        t.play(*rng.choice(answers))
    return t.game.clause_of(fault) if fault else ""
