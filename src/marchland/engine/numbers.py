"""The numbers of a rulebook that a group may turn for a match: prices, bonuses, counts of cards, limits, dice.

Each is declared once, at its rule, and read from the table, where a house rule may have put another value:

    NUMBERS = Numbers()
    STARTING_TROOPS = NUMBERS.one("troops.start", "XYZ-1.5", 15, 1, 99, "starting troops of each player")

then `STARTING_TROOPS.of(t)`. House rules are agreed on together with the options: {"troops.start": 20}.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from marchland.engine.board import Board
from marchland.engine.errors import UsageError

if TYPE_CHECKING:
    from marchland.engine.table import Table

BOARD: Final = "board"  # under this name the options of a match keep a board of its own, as TOML
RECKONED: Final = -1  # in the place of a number that the rules reckon out unless a group sets it


class _Places:
    """What every number has in the rulebook, by its place in the numbers of a table. Games share them, so that a
    family's numbers have one place in all of its games."""

    def __init__(self) -> None:
        self.values = vec[i64]()

    def take(self, value: int) -> int:
        self.values = append(self.values, value)
        return len(self.values) - 1


_PLACES: Final = _Places()


@final
class Number:
    """One number, with the clause that it is in and the values that it may have."""

    place: i64

    def __init__(
        self, name: str, clause: str, value: int, least: int, most: int, text: str, reckoned: bool = False
    ) -> None:
        if not least <= value <= most:
            raise UsageError(f"The number {name} is {value}, which is not from {least} to {most}.")
        self.name = name
        self.clause = clause
        self.value = value
        self.least = least
        self.most = most
        self.text = text
        self.reckoned = reckoned  # the rules reckon it out for each match; `value` is what they usually come to
        self.place = _PLACES.take(RECKONED if reckoned else value)

    def of(self, t: Table) -> i64:
        """What it is at this table."""
        return t.numbers[self.place]


@final
class Row:
    """Numbers of one sort, by region, group or card: `BONUS.of(t, group)`."""

    place: i64
    length: i64

    def __init__(self, place: int, length: int) -> None:
        self.place = place
        self.length = length

    def of(self, t: Table, index: i64) -> i64:
        return t.numbers[self.place + index]


class Numbers:
    """The numbers of a game, or of a family of games; its chapters add them."""

    every: list[Number]

    def __init__(self) -> None:
        self.every = []

    def one(self, name: str, clause: str, value: int, least: int, most: int, text: str) -> Number:
        made = Number(name, clause, value, least, most, text)
        self.every.append(made)
        return made

    def row(
        self,
        names: Sequence[str],
        clauses: str | Sequence[str],
        values: Iterable[int],
        least: int,
        most: int,
        text: str,
        reckoned: bool = False,
    ) -> Row:
        """Numbers side by side. Where a name is empty nobody may turn the number."""
        made: list[Number] = []
        for i, value in enumerate(values):
            clause = clauses if isinstance(clauses, str) else clauses[i]
            low, high = (least, most) if names[i] else (value, value)
            made.append(Number(names[i], clause, value, low, high, text, reckoned))
        assert made and len(made) == len(names), f"{text}: {len(made)} numbers have {len(names)} names"
        self.every += [number for number in made if number.name]
        return Row(made[0].place, len(made))


@final
class House:
    """What a group has changed for a match: numbers, and the board."""

    said: dict[str, str | int]  # as it stands among the options of the match
    numbers: vec[i64]
    board: Board | None
    made: dict[str, list[int]]  # what was reckoned out of the numbers, once for all tables; nobody changes the lists

    def __init__(self, said: dict[str, str | int], numbers: vec[i64], board: Board | None) -> None:
        self.said = said
        self.numbers = numbers
        self.board = board
        self.made = {}


def house_of(known: Sequence[Number], said: Mapping[str, object], board: Board | None, prefix: str) -> House:
    """The house rules of a match, with each number checked; `said` names no number that is not known."""
    numbers = _PLACES.values[:]
    kept: dict[str, str | int] = {}
    for number in known:
        if number.name in said:
            value = checked(number, said[number.name], prefix)
            if value != number.value:
                numbers[number.place] = value
                kept[number.name] = value
    if board is not None:
        kept[BOARD] = str(said[BOARD])
    return House(kept, numbers, board)


def checked(number: Number, value: object, prefix: str) -> int:
    said = str(value).strip()
    is_number = said.isascii() and said.removeprefix("-").isdecimal() and len(said) < 10 and not isinstance(value, bool)
    if is_number and number.least <= int(said) <= number.most:
        return int(said)
    clause = number.clause if "-" in number.clause else f"{prefix}-{number.clause}"
    allowed = f"{number.least} to {number.most}"
    raise UsageError(f"{number.name} cannot be {said!r}; it is a whole number from {allowed} ({clause}).")
