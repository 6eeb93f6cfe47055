"""Sayings: what happened, what is asked, why something is refused.

A saying is a list of ints, the number of a phrase and what fills its gaps. Rules code handles only the ints; words are
put to them at the edge.
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


_GAP: Final = re.compile(r"\{(\w+)(?::(\w+))?(?: (\w+))?\}")

PHRASES: Final[list[Phrase]] = []


def phrase(clause: str, text: str) -> int:
    """The number of a new phrase. A clause without the game's prefix ("S.9") belongs to every game that shares it."""
    PHRASES.append(Phrase(clause, text))
    return len(PHRASES) - 1


def faces(thrown: int) -> list[int]:
    """Dice in one number, four bits to the die: 6, 3, 1 is 0x631."""
    return [int(face, 16) for face in f"{thrown:x}"] if thrown else []


def say(labels: Labels, saying: Sequence[int], seats: Sequence[str] = ()) -> str:
    """A saying as a sentence; `seats` are the players' names."""
    said = PHRASES[saying[0]]
    parts = []
    for (_, domain), value in zip(said.gaps, saying[1:], strict=True):
        if domain == "seat" and 0 <= value < len(seats):
            parts.append(seats[value])
        elif domain.startswith("count "):
            parts.append(f"{value} {domain[6:]}" if value == 1 else f"{value} {domain[6:]}s")
        elif domain == "dice":
            parts.append(", ".join(str(face) for face in faces(value)) or "none")
        else:
            parts.append(labels.name(domain, value))
    return said.text.format(*parts)


def listed(words: Sequence[str], last: str = "and") -> str:
    """a, b and c"""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
