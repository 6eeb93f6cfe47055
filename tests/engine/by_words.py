"""Ways to play and read a table of any game in the words that people type."""

from __future__ import annotations

import pytest

from marchland.engine.errors import IllegalAction
from marchland.engine.table import Table


def play(t: Table, *actions: str) -> None:
    """Each action is taken by the one who has to decide; "2: pass" is taken by seat 2."""
    for action in actions:
        seat, said = split(t, action)
        t.play(seat, t.game.parse(said))
        assert t.game.conserved(t) == ""


def split(t: Table, action: str) -> tuple[int, str]:
    if action[1:3] == ": ":
        return int(action[0]), action[3:]
    (seat,) = t.deciders()
    return seat, action


def offered(t: Table, beginning: str = "", seat: int | None = None) -> list[str]:
    """The options of a seat, or of the one who has to decide, in words."""
    if seat is None:
        (seat,) = t.deciders()
    return [name for name in (t.game.name_of(a) for a in t.options(seat)) if name.startswith(beginning)]


def answers(t: Table, seat: int) -> list[str]:
    """What a seat may do besides."""
    return [t.game.name_of(action) for action in t.asides(seat)]


def refused(t: Table, action: str) -> str:
    """The clause of the refusal; nothing on the table may have changed."""
    before = t.fingerprint()
    seat, said = split(t, action) if action[1:3] == ": " else (t.deciders()[0], action)
    with pytest.raises(IllegalAction) as refusal:
        t.play(seat, t.game.parse(said))
    assert t.fingerprint() == before
    return refusal.value.clause


def told(t: Table, clause: str = "", seat: int = -1) -> list[str]:
    """What a seat (or everybody) has heard, in sentences; with a clause, only what that clause brought about."""
    return [
        told.text
        for told in map(t.game.read, t.events or [])
        if (told.seats is None or seat in told.seats) and (not clause or told.clause == clause)
    ]
