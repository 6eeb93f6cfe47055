"""What choices will probably come to, and what can be asked about battles that are on no table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mypy_extensions import mypyc_attr

from marchland.engine.errors import UsageError
from marchland.engine.sayings import listed


class Outlook(NamedTuple):
    """How something will probably go: a roll, a whole fight. Its parts are what can come of it, each with its chance,
    the best first."""

    about: str
    parts: list[tuple[float, str]]
    text: str = ""


class Odds(NamedTuple):
    """The chance to win by the choices that a seat has in mind: in one number, in a few words, and in full. Where the
    choice does not decide it at once, the outlooks tell what it does decide from what may follow."""

    win: float
    text: str
    clause: str
    title: str  # what was weighed
    rows: list[tuple[str, str]]  # the figures: what, and how much
    outlooks: Sequence[Outlook] = ()
    reasons: Sequence[tuple[str, str]] = ()  # what counts for and against, one by one


@mypyc_attr(allow_interpreted_subclasses=True)
class Argument:
    """Something that an inquiry is told by its name, in one word or (`several`) in some; each becomes a number. Without
    a default it has to be told."""

    name: str
    what: str  # the noun for it, as sentences have it
    text: str
    default: list[int] | None
    several: bool

    def __init__(
        self, name: str, what: str, text: str, default: list[int] | None = None, several: bool = False
    ) -> None:
        self.name = name
        self.what = what
        self.text = text
        self.default = default
        self.several = several

    def read(self, word: str) -> int:
        raise NotImplementedError

    def shown(self, value: int) -> str:
        return str(value)


class Count(Argument):
    """A number from `least` to `most`."""

    least: int
    most: int

    def __init__(
        self, name: str, what: str, text: str, least: int, most: int, default: list[int] | None = None
    ) -> None:
        super().__init__(name, what, text, default)
        self.least = least
        self.most = most

    def read(self, word: str) -> int:
        digits = word.removeprefix("-")
        if not digits.isascii() or not digits.isdigit() or len(digits) > 9:
            raise UsageError(f"The {self.what} cannot be {word!r}: {word!r} is not a whole number.")
        value = int(word)
        if not self.least <= value <= self.most:
            raise UsageError(f"The {self.what} must be from {self.least} to {self.most}, not {value}.")
        return value


class OneOf(Argument):
    """One of some names; it becomes the place of the name among them. Names may have short codes, which serve as well,
    and the beginning of a name will do if it fits only one."""

    names: list[str]
    codes: list[str]

    def __init__(
        self,
        name: str,
        what: str,
        text: str,
        names: Sequence[str],
        default: list[int] | None = None,
        several: bool = False,
        codes: Sequence[str] = (),
    ) -> None:
        super().__init__(name, what, text, default, several)
        self.names = list(names)
        self.codes = list(codes or names)

    def read(self, word: str) -> int:
        said = word.strip().lower()
        for labels in (self.codes, self.names):
            for value, label in enumerate(labels):
                if label.lower() == said:
                    return value
        begun = [value for value, label in enumerate(self.names) if said and label.lower().startswith(said)]
        if len(begun) == 1:
            return begun[0]
        if begun:
            raise UsageError(f"{word!r} may be {listed([self.names[value] for value in begun], 'or')}.")
        some = self.codes if len(self.codes) < 6 else [*self.codes[:2], "…", self.codes[-1]]
        raise UsageError(f"There is no {self.what} {word!r}; there are {listed(some, 'and')}.")

    def shown(self, value: int) -> str:
        return self.codes[value]


class Flag(Argument):
    """Something that is so or not: it becomes [1] or []."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(name, "", text, [])


class Answer(NamedTuple):
    """How such a battle would probably end: as JSON values, and to be read at a terminal."""

    data: dict[str, object]
    text: str


@mypyc_attr(allow_interpreted_subclasses=True)
class Inquiry:
    """What can be asked about battles of a game, whatever lies on a table: what has to be told of them, and how they
    would probably end. `examples` are what people may type, each with a note."""

    text: str
    arguments: list[Argument]
    examples: list[tuple[str, str]]

    def __init__(self, text: str, arguments: list[Argument], examples: list[tuple[str, str]]) -> None:
        self.text = text
        self.arguments = arguments
        self.examples = examples

    def answer(self, told: dict[str, list[int]], width: int) -> Answer:
        """`told` has the numbers of every argument; the text has lines of at most `width` letters. What cannot be is a
        UsageError."""
        raise NotImplementedError
