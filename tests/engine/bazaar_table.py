"""A table of Bazaar, laid and played by hand."""

import pytest

from bazaar.game import GAME
from bazaar.table import CARD, Bazaar
from marchland.engine.dice import fast_dice
from marchland.engine.errors import IllegalAction


def lay(
    step: str, seats: int = 3, seed: int = 0, options: dict[str, object] | None = None, **entries: object
) -> Bazaar:
    position = {"step": step, "seats": seats, "options": options or {}, **entries}
    t = GAME.position(position, dice=fast_dice(seed), events=True)
    assert isinstance(t, Bazaar)
    return t


def play(t: Bazaar, *moves: str) -> None:
    """Each move is "seat: action"."""
    for move in moves:
        seat, action = move.split(": ")
        t.play(int(seat), GAME.parse(action))


def options(t: Bazaar, seat: int) -> list[str]:
    return [GAME.name_of(action) for action in t.options(seat)]


def asides(t: Bazaar, seat: int) -> list[str]:
    return [GAME.name_of(action) for action in t.asides(seat)]


def card(code: str) -> int:
    return GAME.labels.number("card", code)


def offered(code: str) -> int:
    return int(CARD.of(card(code)))


def told(t: Bazaar) -> list[str]:
    return [GAME.read(event).text for event in t.events or []]


def refused(t: Bazaar, seat: int, action: str) -> str:
    before = t.fingerprint()
    with pytest.raises(IllegalAction) as fault:
        t.play(seat, GAME.parse(action))
    assert t.fingerprint() == before
    return str(fault.value)
