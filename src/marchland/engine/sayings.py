"""Sayings: what happened, what is asked, why something is refused.

A saying is a list of ints, the number of a phrase and what fills its gaps. Rules code handles only the ints; words are
put to them at the edge.

An event is a saying with its audience before it, a mask of the seats that heard it or EVERYBODY. Nobody outside needs
to know how either is packed: `game.read(event)` gives a Told.
"""

import re
from collections.abc import Sequence
from typing import Final, TypeAlias

from marchland.engine.labels import Labels

Saying: TypeAlias = list[int]


class Phrase:
    """A sentence with gaps and the clause behind it: `{who:seat} places {n troop} in {room:region}`.

    A gap with a noun is a count of things: "1 troop", "3 troops".
    """

    def __init__(self, clause: str, text: str) -> None:
        self.clause = clause
        self.gaps = [
            (name, f"count {noun}" if noun else domain or "count") for name, domain, noun in _GAP.findall(text)
        ]
        self.text = _GAP.sub("{}", text)
        if len({name for name, _ in self.gaps}) < len(self.gaps):
            raise ValueError(f"two gaps of a phrase have the same name: {text!r}")


_GAP: Final = re.compile(r"\{(\w+)(?::(\w+))?(?: (\w+))?\}")

PHRASES: Final[list[Phrase]] = []


def phrase(clause: str, text: str) -> int:
    """The number of a new phrase. A clause without the game's prefix ("S.9") belongs to every game that shares it."""
    PHRASES.append(Phrase(clause, text))
    return len(PHRASES) - 1


EVERYBODY: Final = -1


class Told:
    """An event, read: its sentence and its clause, the seats that heard it (None: everybody), and what fills the gaps
    of the sentence, by name: `{"who": 2, "n": 3, "room": 12}`, each with its domain."""

    text: str
    clause: str
    seats: list[int] | None
    arguments: dict[str, int]
    domains: dict[str, str]

    def __init__(self, event: Sequence[int], text: str, clause: str) -> None:
        audience = event[0]
        self.text = text
        self.clause = clause
        self.seats = None if audience < 0 else [seat for seat in range(audience.bit_length()) if audience >> seat & 1]
        self.domains = dict(PHRASES[event[1]].gaps)
        self.arguments = dict(zip(self.domains, event[2:], strict=False))

    def of(self, domain: str) -> list[int]:
        """The arguments of one domain, in the order of the sentence: the regions of an attack, the seats."""
        return [self.arguments[name] for name in self.domains if self.domains[name] == domain]

    def rolls(self) -> list[list[int]]:
        """The faces of the dice that it tells of, roll by roll."""
        return [faces(value) for value in self.of("dice")]

    def __repr__(self) -> str:
        return f"<Told: {self.text!r}{f' ({self.clause})' if self.clause else ''}>"


def faces(thrown: int) -> list[int]:
    """Dice in one number, four bits to the die: 6, 3, 1 is 0x631."""
    return [int(face, 16) for face in f"{thrown:x}"] if thrown else []


def say(labels: Labels, saying: Sequence[int], seats: Sequence[str] = ()) -> str:
    """A saying as a sentence; `seats` are the players' names."""
    said = PHRASES[saying[0]]
    parts = []
    for place, (_, domain) in enumerate(said.gaps, 1):
        if place >= len(saying):
            # Nobody who plays can help it that an argument was left out; marchland.contract finds where.
            parts.append("…")
            continue
        value = saying[place]
        if domain == "seat" and 0 <= value < len(seats):
            parts.append(seats[value])
        elif domain.startswith("count "):
            parts.append(counted(value, domain[6:]))
        elif domain == "dice":
            parts.append(", ".join(str(face) for face in faces(value)) or "none")
        else:
            parts.append(labels.name(domain, value))
    return said.text.format(*parts)


def counted(n: int, noun: str) -> str:
    """1 troop, 3 troops"""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def listed(words: Sequence[str], last: str = "and") -> str:
    """a, b and c"""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
