"""Kinds of action and their words.

An action is an int: the number of its kind above ARGUMENT_BITS bits of arguments, the first argument highest. Rules
code handles only the ints; `name_of` and `parse` go between them and words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64, mypyc_attr

from marchland.engine.errors import UsageError
from marchland.engine.labels import Labels

ARGUMENT_BITS: Final = 23
KINDS: Final = 128
WIDTHS: Final = {"count": 11, "seat": 3, "region": 6}  # every other domain is as wide as its labels
LAST_COUNT: Final = 8  # the bits that a count in last place needs at least; it takes all that are left


@mypyc_attr(allow_interpreted_subclasses=True)
class Kind:
    """A kind of action: `ATTACK.of(room, target, 3)` packs one.

    `arguments` are `name:domain` in the order in which they are packed, a count last; `note` tells a kind from others
    that are alike, or says what is counted, `note_one` the same of one. The game that carries a kind gives it its
    number.
    """

    name: str
    pattern: str
    note: str
    note_one: str
    arguments: list[tuple[str, str]]
    number: i64  # -1 until a game carries this kind
    arity: i64
    code: i64
    shift_a: i64
    shift_b: i64
    shift_c: i64
    shift_d: i64
    mask_a: i64
    mask_b: i64
    mask_c: i64
    mask_d: i64
    target_shift: i64  # of the target: the last argument that is no count
    before_shift: i64  # of what stands before the target, taken together
    first: i64  # the first action of all, with 1 for a count at the end
    most_count: i64  # how far a count at the end reaches; 1 where there is none

    def __init__(self, name: str, pattern: str, arguments: str = "", note: str = "", note_one: str = "") -> None:
        self.name = name
        self.pattern = pattern
        self.note = note
        self.note_one = note_one or note
        self.arguments = []
        for part in arguments.split():
            argument, _, domain = part.partition(":")
            self.arguments.append((argument, domain or "count"))
        self.arity = len(self.arguments)
        self.number = -1

    def take_number(self, number: int, labels: Labels) -> None:
        """Take a number, and lay out the bits of the arguments."""
        self.number = number
        self.code = number << ARGUMENT_BITS
        widths = [width_of(domain, labels) for _, domain in self.arguments]
        counted = len(widths) > 0 and self.arguments[-1][1] == "count"
        if counted:
            widths[-1] = LAST_COUNT
        if len(widths) > 4 or sum(widths) > ARGUMENT_BITS:
            raise ValueError(f"the arguments of {self.name} do not fit into {ARGUMENT_BITS} bits")
        if counted:
            widths[-1] = min(ARGUMENT_BITS - sum(widths[:-1]), 19)
        shifts = [sum(widths[i + 1 :]) for i in range(len(widths))] + [0] * 4
        masks = [(1 << width) - 1 for width in widths] + [0] * 4
        self.shift_a, self.shift_b, self.shift_c, self.shift_d = shifts[0], shifts[1], shifts[2], shifts[3]
        self.mask_a, self.mask_b, self.mask_c, self.mask_d = masks[0], masks[1], masks[2], masks[3]
        self.target_shift = widths[-1] if counted else 0
        self.before_shift = sum(widths[-2:]) if counted else sum(widths[-1:])
        self.first = self.code + 1 if counted else self.code
        self.most_count = masks[len(widths) - 1] if counted else 1

    def of(self, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0) -> i64:
        return self.code | a << self.shift_a | b << self.shift_b | c << self.shift_c | d << self.shift_d

    def a(self, action: i64) -> i64:
        return (action >> self.shift_a) & self.mask_a

    def b(self, action: i64) -> i64:
        return (action >> self.shift_b) & self.mask_b

    def c(self, action: i64) -> i64:
        return (action >> self.shift_c) & self.mask_c

    def d(self, action: i64) -> i64:
        return (action >> self.shift_d) & self.mask_d

    def fits(self, action: i64) -> bool:
        """Whether an action is of this kind."""
        return action >> 23 == self.number

    def values(self, action: int) -> list[int]:
        every = [self.a(action), self.b(action), self.c(action), self.d(action)]
        return [int(value) for value in every[: self.arity]]

    def most(self, index: int) -> int:
        """The largest value that the bits of an argument hold."""
        return int([self.mask_a, self.mask_b, self.mask_c, self.mask_d][index])


assert ARGUMENT_BITS == 23  # `fits` and the dispatch of steps have the number in their inner line


def width_of(domain: str, labels: Labels) -> int:
    if domain in WIDTHS:
        return WIDTHS[domain]
    if domain not in labels.codes:
        raise ValueError(f"an argument ranges over {domain!r}, for which there are no labels")
    return max(1, (len(labels.codes[domain]) - 1).bit_length())


class Words:
    """The kinds of action of a game, by number. They continue those of the family that it extends."""

    kinds: list[Kind]
    by_name: dict[str, Kind]

    def __init__(self, family: Words | None = None, kinds: Sequence[Kind] = ()) -> None:
        self.kinds = list(family.kinds) if family is not None else []
        self.by_name = {kind.name: kind for kind in self.kinds}
        for kind in kinds:
            self.take(kind, Labels())

    def take(self, kind: Kind, labels: Labels) -> None:
        """Give a kind its number: the next one, or that of the kind of the same name."""
        same = self.by_name.get(kind.name)
        number = int(same.number) if same is not None else len(self.kinds)
        if same is not None and (same.pattern, same.arguments) != (kind.pattern, kind.arguments):
            raise ValueError(f"two kinds of action are called {kind.name}, and their words differ")
        if kind.number not in (-1, number):
            raise ValueError(f"{kind.name} is carried by another game too: it belongs into the family of both")
        if number == KINDS:
            raise ValueError(f"a game has at most {KINDS} kinds of action")
        if same is None and any(kind.pattern == other.pattern for other in self.kinds):
            raise ValueError(f"{kind.name} is said like another kind of action: {kind.pattern!r}")
        kind.take_number(number, labels)
        if same is None:
            self.kinds.append(kind)
            self.by_name[kind.name] = kind

    def kind_of(self, action: int) -> Kind:
        number = action >> ARGUMENT_BITS
        if not 0 <= number < len(self.kinds):
            raise UsageError(f"{action} is not an action of this game.")
        return self.kinds[number]


def name_of(words: Words, labels: Labels, action: int) -> str:
    """An action in words, short and for `parse`: `attack CAF from OBS with 3`."""
    codes = [
        str(value) if domain == "seat" and "seat" not in labels.codes else labels.code(domain, value)
        for domain, value in _arguments(words, action)
    ]
    return _worded(words, action, codes)


def describe(words: Words, labels: Labels, action: int, seats: Sequence[str] = ()) -> str:
    """An action as people say it: `attack Cafe from Observatory with 3`; `seats` are the players' names."""
    names = [
        seats[value] if domain == "seat" and value < len(seats) else labels.name(domain, value)
        for domain, value in _arguments(words, action)
    ]
    return _worded(words, action, names)


def _arguments(words: Words, action: int) -> list[tuple[str, int]]:
    if not 0 <= action >> ARGUMENT_BITS < len(words.kinds):
        return []
    kind = words.kind_of(action)
    return [(domain, value) for (_, domain), value in zip(kind.arguments, kind.values(action), strict=True)]


def _worded(words: Words, action: int, labels: list[str]) -> str:
    if not 0 <= action >> ARGUMENT_BITS < len(words.kinds):
        return f"action {action}"
    kind = words.kind_of(action)
    text = kind.pattern
    for (argument, _), label in zip(kind.arguments, labels, strict=True):
        text = text.replace("{" + argument + "}", label)
    return text


def parse(words: Words, labels: Labels, text: str) -> int:
    """The action that a text names; the inverse of name_of, also with full names and any spacing."""
    said = " ".join(text.split())
    fault: UsageError | None = None
    for kind in words.kinds:
        found = re.fullmatch(_pattern(kind), said, re.IGNORECASE)
        if found is None:
            continue
        try:
            return _packed(kind, labels, found.groupdict())
        except UsageError as unknown:
            fault = fault or unknown
    if fault is not None:
        raise fault
    forms = sorted({kind.pattern for kind in words.kinds if kind.name == said.split(" ")[0].lower()})
    hint = f" Say it like this: {' or '.join(forms)}." if forms else ""
    raise UsageError(f"{said!r} names no action.{hint}")


def _pattern(kind: Kind) -> str:
    return re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(kind.pattern))


def _packed(kind: Kind, labels: Labels, said: dict[str, str]) -> int:
    values = []
    for index, (argument, domain) in enumerate(kind.arguments):
        value = labels.number(domain, said[argument])
        if value > kind.most(index):
            raise UsageError(f"{value} is more than any {argument} can be.")
        values.append(value)
    values += [0] * (4 - len(values))
    return int(kind.of(values[0], values[1], values[2], values[3]))
