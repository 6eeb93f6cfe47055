"""The vocabulary of a game: its kinds of action and the sentences it can say.

An action is an int: the number of its kind above ARGUMENT_BITS bits of arguments, the first argument highest. What
happens, what is asked and why something is refused are sayings: a list of ints, the number of a phrase and its
arguments. Rules code handles only the ints; words are put to them here, at the edge.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, final

from mypy_extensions import i64

from marchland.engine.errors import UsageError

ARGUMENT_BITS: Final = 23
KINDS: Final = 128


class Domain:
    """What an argument ranges over: a count, a seat, or a numbered set with names (regions, cards)."""

    def __init__(self, name: str, bits: int) -> None:
        self.name = name
        self.bits = bits


COUNT = Domain("count", 11)
SEAT = Domain("seat", 3)
REGION = Domain("region", 6)


@final
class Kind:
    """A kind of action: `ATTACK.of(room, target, 3)` packs one. `name` is the step's method that carries it out, `note`
    tells it from kinds that are alike."""

    number: i64
    name: str
    pattern: str
    note: str
    arguments: list[tuple[str, Domain]]
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
    target_shift: i64  # of the last argument that is no count
    least_count: i64  # what a count at the end begins with, and how far it reaches; 0 and 1 where there is none
    most_count: i64

    def __init__(
        self, number: int, name: str, pattern: str, arguments: list[tuple[str, Domain]], note: str = ""
    ) -> None:
        self.number = number
        self.name = name
        self.pattern = pattern
        self.note = note
        self.arguments = arguments
        self.arity = len(arguments)
        self.code = number << ARGUMENT_BITS
        widths = [domain.bits for _, domain in arguments]
        if len(widths) > 4 or sum(widths) > ARGUMENT_BITS:
            raise ValueError(f"the arguments of {name} do not fit into {ARGUMENT_BITS} bits")
        if arguments and arguments[-1][1] is COUNT:
            widths[-1] = min(ARGUMENT_BITS - sum(widths[:-1]), 19)
        shifts = [sum(widths[i + 1 :]) for i in range(len(widths))] + [0] * 4
        masks = [(1 << width) - 1 for width in widths] + [0] * 4
        self.shift_a, self.shift_b, self.shift_c, self.shift_d = shifts[0], shifts[1], shifts[2], shifts[3]
        self.mask_a, self.mask_b, self.mask_c, self.mask_d = masks[0], masks[1], masks[2], masks[3]
        counted = len(arguments) > 0 and arguments[-1][1] is COUNT
        self.target_shift = widths[-1] if counted else 0
        self.least_count = 1 if counted else 0
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

    def values(self, action: int) -> list[int]:
        every = [self.a(action), self.b(action), self.c(action), self.d(action)]
        return [int(value) for value in every[: self.arity]]

    def most(self, index: int) -> int:
        """The largest value that the bits of an argument hold."""
        return int([self.mask_a, self.mask_b, self.mask_c, self.mask_d][index])


class Phrase:
    """A sentence with gaps and the clause behind it: `{who:seat} places {n troop} in {room:region}`.

    A gap with a noun is a count of things: "1 troop", "3 troops".
    """

    def __init__(self, number: int, clause: str, text: str, gaps: list[tuple[str, str]]) -> None:
        self.number = number
        self.clause = clause
        self.text = text
        self.gaps = gaps


_GAP = re.compile(r"\{(\w+)(?::(\w+))?(?: (\w+))?\}")


class Words:
    """Kinds and phrases by number. A game's words continue those of the family that it extends."""

    kinds: list[Kind]
    phrases: list[Phrase]
    domains: dict[str, Domain]

    def __init__(self, family: "Words | None" = None) -> None:
        self.kinds = list(family.kinds) if family is not None else []
        self.phrases = list(family.phrases) if family is not None else []
        self.domains = dict(family.domains) if family is not None else {d.name: d for d in (COUNT, SEAT, REGION)}

    def domain(self, name: str, bits: int) -> Domain:
        self.domains[name] = Domain(name, bits)
        return self.domains[name]

    def kind(self, name: str, pattern: str, arguments: str = "", note: str = "") -> Kind:
        """`arguments` are `name:domain` in the order in which they are packed, a count last."""
        pairs = [part.split(":") if ":" in part else [part, "count"] for part in arguments.split()]
        if len(self.kinds) == KINDS:
            raise ValueError(f"a game has at most {KINDS} kinds of action")
        kind = Kind(len(self.kinds), name, pattern, [(arg, self.domains[domain]) for arg, domain in pairs], note)
        self.kinds.append(kind)
        return kind

    def phrase(self, clause: str, text: str) -> int:
        """A clause without the game's prefix ("S.9") belongs to every game that shares it."""
        gaps = [(name, f"count {noun}" if noun else domain or "count") for name, domain, noun in _GAP.findall(text)]
        number = len(self.phrases)
        self.phrases.append(Phrase(number, clause, _GAP.sub("{}", text), gaps))
        return number

    def kind_of(self, action: int) -> Kind:
        number = action >> ARGUMENT_BITS
        if not 0 <= number < len(self.kinds):
            raise UsageError(f"{action} is not an action of this game.")
        return self.kinds[number]


class Labels:
    """What each number of each domain is called in one game: a short code and a full name."""

    codes: dict[str, list[str]]
    names: dict[str, list[str]]

    def __init__(self) -> None:
        self.codes = {}
        self.names = {}

    def put(self, domain: str, codes: Sequence[str], names: Sequence[str]) -> None:
        self.codes[domain] = list(codes)
        self.names[domain] = list(names)

    def code(self, domain: str, value: int) -> str:
        return self._of(self.codes, domain, value)

    def name(self, domain: str, value: int) -> str:
        return self._of(self.names, domain, value)

    def _of(self, labels: Mapping[str, list[str]], domain: str, value: int) -> str:
        if domain == "seat" and domain not in labels:
            return f"seat {value}"
        if domain not in labels:
            return str(value)
        known = labels[domain]
        # Naming never fails: a refusal has to name what does not exist, too.
        return known[value] if 0 <= value < len(known) else f"{domain} {value}"

    def number(self, domain: str, word: str) -> int:
        """The value meant by a code, a full name or, for counts and seats, a numeral."""
        wanted = word.strip().lower()
        if domain in self.codes:
            for labels in (self.codes[domain], self.names[domain]):
                for value, label in enumerate(labels):
                    if label.lower() == wanted:
                        return value
            raise UsageError(f"There is no {domain} called {word.strip()!r}{self._nearest(domain, wanted)}.")
        if domain == "seat":
            wanted = wanted.removeprefix("seat").strip()
        if not wanted.isascii() or not wanted.isdigit() or len(wanted) > 9:
            raise UsageError(f"{word.strip()!r} is not a {domain}; a whole number is meant there.")
        return int(wanted)

    def _nearest(self, domain: str, wanted: str) -> str:
        import difflib

        known = {label.lower(): label for label in self.codes[domain] + self.names[domain]}
        close = difflib.get_close_matches(wanted, list(known), 1)
        return f"; did you mean {known[close[0]]}?"[:-1] if close else ""


def name_of(words: Words, labels: Labels, action: int) -> str:
    """An action in words, short and for `parse`: `attack CAF from OBS with 3`."""
    codes = [
        str(value) if domain is SEAT and "seat" not in labels.codes else labels.code(domain.name, value)
        for domain, value in _arguments(words, action)
    ]
    return _worded(words, action, codes)


def describe(words: Words, labels: Labels, action: int, seats: Sequence[str] = ()) -> str:
    """An action as people say it: `attack Cafe from Observatory with 3`; `seats` are the players' names."""
    names = [
        seats[value] if domain is SEAT and value < len(seats) else labels.name(domain.name, value)
        for domain, value in _arguments(words, action)
    ]
    return _worded(words, action, names)


def _arguments(words: Words, action: int) -> list[tuple[Domain, int]]:
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
        value = labels.number(domain.name, said[argument])
        if value > kind.most(index):
            raise UsageError(f"{value} is more than any {argument} can be.")
        values.append(value)
    values += [0] * (4 - len(values))
    return int(kind.of(values[0], values[1], values[2], values[3]))


def say(words: Words, labels: Labels, saying: Sequence[int], seats: Sequence[str] = ()) -> str:
    """A saying as a sentence; `seats` are the players' names."""
    phrase = words.phrases[saying[0]]
    parts = []
    for (_, domain), value in zip(phrase.gaps, saying[1:], strict=True):
        if domain == "seat" and 0 <= value < len(seats):
            parts.append(seats[value])
        elif domain.startswith("count "):
            parts.append(f"{value} {domain[6:]}" if value == 1 else f"{value} {domain[6:]}s")
        elif domain == "dice":
            # Faces in one number, six to the die: 6, 3, 1 is 0o631.
            parts.append(", ".join(oct(value)[2:]) if value else "none")
        else:
            parts.append(labels.name(domain, value))
    return phrase.text.format(*parts)
