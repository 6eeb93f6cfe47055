"""Sayings: what happened, what is asked, why something is refused.

A saying is a list of ints, the number of a phrase and what fills its gaps. Rules code handles only the ints; words are
put to them at the edge.

An event is a saying with its audience before it, a mask of the seats that heard it or EVERYBODY. Nobody outside needs
to know how either is packed: `game.read(event)` gives a Told.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from marchland.engine.labels import Labels

Saying: TypeAlias = list[int]

UNNAMED: Final = ("dice", "d100")  # what was thrown: small dice in one number (see `faces`), or a roll of 1 to 100


class Phrase:
    """A sentence with gaps and the clause behind it: `{who:seat} places {n troop} in {room:region}`.

    A gap with a noun is a count of things: "1 troop", "3 troops". What depends on a count elsewhere in the sentence is
    said of one and of several: `{n unit} {n|comes|come} to the pool`. Its role, one of ROLES or none, is what telling
    it means to those who follow a match. `card` is a card, by its deck and number, that it is about without naming it.
    """

    def __init__(self, clause: str, text: str, role: str = "", card: tuple[str, int] | None = None) -> None:
        if role and role not in ROLES:
            raise ValueError(f"{role!r} is no role of a phrase; there are {listed(ROLES)}: {text!r}")
        self.clause = clause
        self.role = role
        self.card = card
        found = _GAP.findall(text)
        self.gaps: list[tuple[str, str]] = [
            (name, f"count {noun}" if noun else domain or "count") for name, domain, noun in found
        ]
        self.nouns: list[str] = [noun for _, _, noun in found]  # of what each gap counts, if it does
        self.domains = dict(self.gaps)
        # Of each domain the gaps, by name; and those that name something, by their places in a saying.
        self.names_of: dict[str, list[str]] = {}
        self.naming: list[tuple[int, str]] = []
        for place, (name, domain) in enumerate(self.gaps, 1):
            self.names_of.setdefault(domain, []).append(name)
            if domain not in UNNAMED and not domain.startswith("count"):
                self.naming.append((place, domain))
        self.text = _GAP.sub(r"{\1}", text)
        self.between = _GAP.sub("\0", text).split("\0")  # what stands around the gaps
        if len(self.domains) < len(self.gaps):
            raise ValueError(f"two gaps of a phrase have the same name: {text!r}")
        counts = [name for name, domain in self.gaps if domain.startswith("count")]
        if any(name not in counts for name, _, _ in _AGREES.findall(text)):
            raise ValueError(f"a phrase goes by a count that it does not name: {text!r}")

    def filled(self, parts: list[str], values: Sequence[int]) -> str:
        """The sentence with its gaps filled, in their order, going by the counts among their values."""
        if "|" in self.text:
            counts = dict(zip(self.domains, values, strict=True))
            return agreed(self.text, counts).format_map(dict(zip(self.domains, parts, strict=True)))
        text = self.between[0]
        for place, part in enumerate(parts, 1):
            text += part + self.between[place]
        return text

    def unfilled(self) -> str:
        """The sentence with its gaps, as it is said of several."""
        return agreed(self.text, {name: 2 for name, _ in self.gaps})


ROUND: Final = "round"  # a round begins
TURN: Final = "turn"  # a turn begins, of the first seat that is named
BATTLE: Final = "battle"  # a battle begins: who attacks, where, from where
REVEAL: Final = "reveal"  # something secret is turned up
BLOW: Final = "blow"  # something that may decide the match
ROLES: Final = [ROUND, TURN, BATTLE, REVEAL, BLOW]

_GAP: Final = re.compile(r"\{(\w+)(?::(\w+))?(?: (\w+(?: \w+)*))?\}")
_AGREES: Final = re.compile(r"\{(\w+)\|([^|{}]*)\|([^|{}]*)\}")


def agreed(text: str, counts: Mapping[str, int]) -> str:
    """A text in which all that goes by a count does: "{n|comes|come}" is "comes" if n is 1."""
    if "|" not in text:
        return text
    return _AGREES.sub(lambda said: said[2] if counts[said[1]] == 1 else said[3], text)


PHRASES: Final[list[Phrase]] = []


def phrase(clause: str, text: str, role: str = "", card: tuple[str, int] | None = None) -> int:
    """The number of a new phrase. A clause without the game's prefix ("S.9") belongs to every game that shares it."""
    PHRASES.append(Phrase(clause, text, role, card))
    return len(PHRASES) - 1


EVERYBODY: Final = -1


def named(saying: Sequence[int]) -> list[tuple[str, int]]:
    """What a saying names or is about, by domain and number: regions, seats, cards; no counts and no dice."""
    if not saying:
        return []
    said = PHRASES[saying[0]]
    about = [said.card] if said.card is not None else []
    for place, domain in said.naming:
        if place < len(saying):
            about.append((domain, saying[place]))
    return about


class Told:
    """An event, read: its sentence, its clause and its role, the seats that heard it (None: everybody), what fills the
    gaps of the sentence, by name: `{"who": 2, "n": 3, "room": 12}`, each with its domain, and all that it is about."""

    text: str
    clause: str
    role: str
    seats: list[int] | None
    arguments: dict[str, int]
    domains: dict[str, str]
    about: list[tuple[str, int]]
    said: Phrase

    def __init__(self, event: Sequence[int], text: str, clause: str) -> None:
        audience, said = event[0], PHRASES[event[1]]
        self.text = text
        self.clause = clause
        self.seats = None if audience < 0 else [seat for seat in range(audience.bit_length()) if audience >> seat & 1]
        self.said = said
        self.role = said.role
        self.domains = said.domains
        self.arguments = {}
        for place, (name, _) in enumerate(said.gaps, 2):
            if place < len(event):
                self.arguments[name] = event[place]
        self.about = named(event[1:])

    def of(self, domain: str) -> list[int]:
        """The arguments of one domain, in the order of the sentence: the regions of an attack, the seats."""
        names = self.said.names_of.get(domain)
        return [self.arguments[name] for name in names] if names is not None else []

    def thrown(self) -> list[list[int]]:
        """The dice that it tells of, or the rolls of 1 to 100."""
        return self.rolls() or self.percents()

    def rolls(self) -> list[list[int]]:
        """The faces of the dice that it tells of, roll by roll."""
        return [faces(value) for value in self.of("dice")]

    def percents(self) -> list[list[int]]:
        """The rolls of 1 to 100 that it tells of, each of one side."""
        return [[value] for value in self.of("d100")]

    def __repr__(self) -> str:
        return f"<Told: {self.text!r}{f' ({self.clause})' if self.clause else ''}>"


def faces(thrown: int) -> list[int]:
    """Dice in one number, four bits to the die: 6, 3, 1 is 0x631."""
    return [int(face, 16) for face in f"{thrown:x}"] if thrown else []


def say(labels: Labels, saying: Sequence[int], seats: Sequence[str] = ()) -> str:
    """A saying as a sentence; `seats` are the players' names."""
    said = PHRASES[saying[0]]
    parts: list[str] = []
    values: list[int] = []
    for place, (_, domain) in enumerate(said.gaps, 1):
        # Nobody who plays can help it that an argument was left out; marchland.contract finds where.
        value = saying[place] if place < len(saying) else 0
        values.append(value)
        if place >= len(saying):
            parts.append("…")
        elif domain == "seat" and 0 <= value < len(seats):
            parts.append(seats[value])
        elif said.nouns[place - 1]:
            parts.append(counted(value, said.nouns[place - 1]))
        elif domain == "dice":
            parts.append(", ".join([str(face) for face in faces(value)]) or "none")
        else:
            parts.append(labels.name(domain, value))
    return said.filled(parts, values)


def counted(n: int, noun: str) -> str:
    """1 troop, 3 troops"""
    return f"{n} {noun if n == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """troops, matches, territories"""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("ch", "s")) else f"{noun}s"


def listed(words: Sequence[str], last: str = "and") -> str:
    """a, b and c"""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
