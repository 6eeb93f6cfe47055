"""Forms: how a value of a table is written in a position. A form reads it, with a sentence for what does not fit,
writes it again, and documents it, in words and as JSON Schema."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NoReturn

from mypy_extensions import mypyc_attr

from marchland.engine.deck import Deck
from marchland.engine.errors import UsageError
from marchland.engine.numbers import Number

if TYPE_CHECKING:
    from marchland.engine.game import Game
    from marchland.engine.table import Table

Schema = dict[str, Any]
EMPTY: Final[list[object]] = [[], {}]  # what says nothing and is left out


def refuse(where: str, noun: str, value: object, hint: str = "") -> NoReturn:
    raise UsageError(f"{where} is {noun}, not {value!r}{hint}.")


def inside(where: str, place: str) -> str:
    """A place within a place: The 'hands' of a position (seat 1, item 2)."""
    return f"{where[:-1]}, {place})" if where.endswith(")") else f"{where} ({place})"


def bare(noun: str) -> str:
    """A noun without its article."""
    return noun.removeprefix("an ").removeprefix("a ")


def whole(value: Any, least: int, most: int, where: str) -> int:
    if type(value) is not int or not least <= value <= most:
        refuse(where, f"a whole number from {least} to {most}", value)
    return int(value)


def a_seat(t: Table, value: Any, where: str) -> int:
    most = int(t.seats) - 1  # not the i64, which no large number can be compared with
    if type(value) is not int or not 0 <= value <= most:
        refuse(where, f"a seat from 0 to {most}", value)
    return int(value)


@mypyc_attr(allow_interpreted_subclasses=True)
class Form:
    """`noun` says what is meant: "a seat", "a list, each a territory"."""

    noun: str

    def __init__(self, noun: str) -> None:
        self.noun = noun

    def read(self, t: Table, value: Any, where: str) -> Any:
        """The value as the table keeps it; `where` begins the sentence for what is wrong."""
        raise NotImplementedError

    def write(self, t: Table, value: Any) -> Any:
        """The inverse of `read`."""
        raise NotImplementedError

    def schema(self, game: Game) -> Schema:
        raise NotImplementedError


# -- single values ---------------------------------------------------------------------------------------------------


@mypyc_attr(allow_interpreted_subclasses=True)
class Whole(Form):
    def __init__(self, least: int = 0, most: int = 100000) -> None:
        super().__init__(f"a whole number from {least} to {most}")
        self.least = least
        self.most = most

    def read(self, t: Table, value: Any, where: str) -> Any:
        return whole(value, self.least, self.most, where)

    def write(self, t: Table, value: Any) -> Any:
        return int(value)

    def schema(self, game: Game) -> Schema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@mypyc_attr(allow_interpreted_subclasses=True)
class UpTo(Whole):
    """Up to a number of the rulebook, as the table has it."""

    def __init__(self, number: Number, least: int = 0) -> None:
        super().__init__(least, number.most)
        self.noun = f"a whole number from {least} to {number.value} ({number.name})"
        self.number = number

    def read(self, t: Table, value: Any, where: str) -> Any:
        return whole(value, self.least, int(self.number.of(t)), where)


@mypyc_attr(allow_interpreted_subclasses=True)
class Flag(Form):
    def __init__(self) -> None:
        super().__init__("true or false")

    def read(self, t: Table, value: Any, where: str) -> Any:
        if value not in (0, 1):
            refuse(where, self.noun, value)
        return bool(value)

    def write(self, t: Table, value: Any) -> Any:
        return bool(value)

    def schema(self, game: Game) -> Schema:
        return {"enum": [True, False, 1, 0]}


@mypyc_attr(allow_interpreted_subclasses=True)
class Seat(Form):
    def __init__(self) -> None:
        super().__init__("a seat")

    def read(self, t: Table, value: Any, where: str) -> Any:
        return a_seat(t, value, where)

    def write(self, t: Table, value: Any) -> Any:
        return int(value)

    def schema(self, game: Game) -> Schema:
        return {"type": "integer", "minimum": 0, "maximum": game.most_seats - 1}


@mypyc_attr(allow_interpreted_subclasses=True)
class OneOf(Form):
    """One of a few words, kept as its number."""

    def __init__(self, words: Sequence[str]) -> None:
        super().__init__(f"one of {', '.join(words)}")
        self.words = list(words)

    def read(self, t: Table, value: Any, where: str) -> Any:
        if value not in self.words:
            refuse(where, self.noun, value)
        return self.words.index(value)

    def write(self, t: Table, value: Any) -> Any:
        return self.words[value]

    def schema(self, game: Game) -> Schema:
        return {"enum": self.words}


@mypyc_attr(allow_interpreted_subclasses=True)
class Word(OneOf):
    """One of a few words, kept as it is."""

    def read(self, t: Table, value: Any, where: str) -> Any:
        return self.words[super().read(t, value, where)]

    def write(self, t: Table, value: Any) -> Any:
        return value


@mypyc_attr(allow_interpreted_subclasses=True)
class Named(Form):
    """What has a name of its own, such as a region or a card, kept as its number; other spellings may be known."""

    def __init__(self, noun: str, names: Sequence[str], others: Sequence[str] = ()) -> None:
        super().__init__(noun)
        self.names = list(names)
        self.others = list(others)

    def read(self, t: Table, value: Any, where: str) -> Any:
        number = self.number(value)
        if number < 0:
            refuse(where, self.noun, value, self.nearest(value))
        return number

    def number(self, value: Any) -> int:
        for names in (self.names, self.others):
            if value in names:
                return names.index(value)
        return -1

    def nearest(self, value: Any) -> str:
        close = difflib.get_close_matches(str(value), self.names, 1)
        return f"; did you mean {close[0]}" if close else ""

    def write(self, t: Table, value: Any) -> Any:
        return self.names[value]

    def schema(self, game: Game) -> Schema:
        others = [name for name in self.others if name not in self.names]
        return {"title": bare(self.noun), "enum": self.names + others}


def card_of(deck: Deck, noun: str) -> Named:
    return Named(noun, deck.names())


@mypyc_attr(allow_interpreted_subclasses=True)
class OrNone(Form):
    """null where there is none, which the table keeps as -1; values are kept as so many more than they are."""

    def __init__(self, form: Form, more: int = 0) -> None:
        super().__init__(f"{form.noun}, or null")
        self.form = form
        self.more = more

    def read(self, t: Table, value: Any, where: str) -> Any:
        return self.more + (-1 if value is None else self.form.read(t, value, where))

    def write(self, t: Table, value: Any) -> Any:
        return None if value - self.more < 0 else self.form.write(t, value - self.more)

    def schema(self, game: Game) -> Schema:
        return {"anyOf": [{"type": "null"}, self.form.schema(game)]}


# -- several values --------------------------------------------------------------------------------------------------


@mypyc_attr(allow_interpreted_subclasses=True)
class Listed(Form):
    """A list, as long as it may be. A card that is in a list several times is named several times."""

    def __init__(self, form: Form) -> None:
        super().__init__(f"a list, each {form.noun}")
        self.form = form

    def read(self, t: Table, value: Any, where: str) -> Any:
        if not isinstance(value, list | tuple):
            refuse(where, "a list", value)
        return [self.form.read(t, item, inside(where, f"item {i}")) for i, item in enumerate(value, 1)]

    def write(self, t: Table, value: Any) -> Any:
        return [self.form.write(t, item) for item in value]

    def schema(self, game: Game) -> Schema:
        return {"type": "array", "items": self.form.schema(game)}


@mypyc_attr(allow_interpreted_subclasses=True)
class TopFirst(Listed):
    """A pile, written from its top card down; the table keeps the top card last."""

    def __init__(self, form: Form) -> None:
        super().__init__(form)
        self.noun = f"a list from the top, each {form.noun}"

    def read(self, t: Table, value: Any, where: str) -> Any:
        return super().read(t, value, where)[::-1]

    def write(self, t: Table, value: Any) -> Any:
        return super().write(t, list(value)[::-1])


@mypyc_attr(allow_interpreted_subclasses=True)
class SetOf(Listed):
    """A list of different things, kept as the bits of one number."""

    def read(self, t: Table, value: Any, where: str) -> Any:
        found = 0
        for number in super().read(t, value, where):
            found |= 1 << number
        return found

    def write(self, t: Table, value: Any) -> Any:
        return super().write(t, [number for number in range(62) if value >> number & 1])


@mypyc_attr(allow_interpreted_subclasses=True)
class Row(Form):
    """A list of so many values, each of its own form; the last few may be left out."""

    def __init__(self, forms: Sequence[Form], words: str, least: int = 0) -> None:
        super().__init__(f"[{words}]")
        self.forms = list(forms)
        self.least = least or len(self.forms)

    def read(self, t: Table, value: Any, where: str) -> Any:
        if not isinstance(value, list | tuple) or not self.least <= len(value) <= len(self.forms):
            refuse(where, self.noun, value)
        return [self.forms[i].read(t, item, inside(where, f"item {i + 1}")) for i, item in enumerate(value)]

    def write(self, t: Table, value: Any) -> Any:
        return [self.forms[i].write(t, item) for i, item in enumerate(value)]

    def schema(self, game: Game) -> Schema:
        items = [form.schema(game) for form in self.forms]
        return {"type": "array", "prefixItems": items, "minItems": self.least, "maxItems": len(items)}


@mypyc_attr(allow_interpreted_subclasses=True)
class BySeat(Form):
    """A list with a value for every seat, or an object by seat; without a value a seat has `default`."""

    def __init__(self, form: Form, default: Any) -> None:
        super().__init__(f"for every seat {form.noun}")
        self.form = form
        self.default = default

    def read(self, t: Table, value: Any, where: str) -> Any:
        if isinstance(value, list | tuple):
            if len(value) != t.seats:
                raise UsageError(f"{where} has values for {len(value)} seats, and there are {t.seats}.")
            return [self.form.read(t, item, inside(where, f"seat {seat}")) for seat, item in enumerate(value)]
        if not isinstance(value, Mapping):
            refuse(where, "a list or an object by seat", value)
        made: list[Any] = [self.missing() for _ in range(t.seats)]
        for key, item in value.items():
            seat = seat_key(t, key, where)
            made[seat] = self.form.read(t, item, inside(where, f"seat {seat}"))
        return made

    def missing(self) -> Any:
        return list(self.default) if isinstance(self.default, list) else self.default

    def write(self, t: Table, value: Any) -> Any:
        return [self.form.write(t, item) for item in value]

    def schema(self, game: Game) -> Schema:
        item = self.form.schema(game)
        return {
            "anyOf": [
                {"type": "array", "items": item, "minItems": game.least_seats, "maxItems": game.most_seats},
                {"type": "object", "patternProperties": {"^[0-9]$": item}, "additionalProperties": False},
            ]
        }


def seat_key(t: Table, key: Any, where: str) -> int:
    """The seat that a key of an object stands for."""
    number = int(key) if isinstance(key, str) and key.isascii() and key.isdigit() else key
    return a_seat(t, number, inside(where, str(key)))


@mypyc_attr(allow_interpreted_subclasses=True)
class ByName(Form):
    """An object whose keys are names, kept as a dict by number."""

    def __init__(self, key: Named, form: Form) -> None:
        super().__init__(f"an object by {bare(key.noun)}, each {form.noun}")
        self.key = key
        self.form = form

    def read(self, t: Table, value: Any, where: str) -> Any:
        if not isinstance(value, Mapping):
            refuse(where, f"an object by {bare(self.key.noun)}", value)
        made: dict[int, Any] = {}
        for key, item in value.items():
            if self.key.number(key) < 0:
                hint = self.key.nearest(key)
                raise UsageError(f"{where} is an object by {bare(self.key.noun)}, and {key!r} is none{hint}.")
            made[self.key.read(t, key, where)] = self.form.read(t, item, inside(where, key))
        return made

    def write(self, t: Table, value: Any) -> Any:
        return {self.key.write(t, number): self.form.write(t, item) for number, item in value.items()}

    def schema(self, game: Game) -> Schema:
        names, item = self.key.schema(game), self.form.schema(game)
        return {"type": "object", "propertyNames": names, "additionalProperties": item}


@mypyc_attr(allow_interpreted_subclasses=True)
class Fields(Form):
    """An object with entries of its own, kept as a dict of those that are given."""

    def __init__(self, fields: Mapping[str, Form], required: Sequence[str] = (), noun: str = "") -> None:
        super().__init__(noun or "{" + ", ".join(f"{name}: {form.noun}" for name, form in fields.items()) + "}")
        self.fields = dict(fields)
        self.required = list(required)

    def read(self, t: Table, value: Any, where: str) -> Any:
        if not isinstance(value, Mapping):
            refuse(where, f"an object with {', '.join(self.fields)}", value)
        for name in value:
            if name not in self.fields:
                raise UsageError(f"{where} has no {name!r}; known are {', '.join(self.fields)}.")
        for name in self.required:
            if name not in value:
                raise UsageError(f"{where} lacks {name!r}.")
        # As they are declared, since one may need another.
        return {
            name: form.read(t, value[name], inside(where, name)) for name, form in self.fields.items() if name in value
        }

    def write(self, t: Table, value: Any) -> Any:
        made = {name: form.write(t, value[name]) for name, form in self.fields.items() if name in value}
        return {name: said for name, said in made.items() if said not in EMPTY}

    def schema(self, game: Game) -> Schema:
        made: Schema = {
            "type": "object",
            "properties": {name: form.schema(game) for name, form in self.fields.items()},
            "additionalProperties": False,
        }
        if self.required:
            made["required"] = self.required
        return made
