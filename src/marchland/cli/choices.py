"""The choices of a seat as numbered lines, and what people type to pick one.

A line is a span of actions that differ only in their count: "attack CAF from OBS with 1-7". People may type its number
(3, or 3 5 with the count), or the action in words: codes or full names, words cut short, small words left out, so that
`att caf obs 3` will do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from marchland.cli.seats import Player
from marchland.engine.errors import IllegalAction, MarchlandError, UsageError
from marchland.engine.game import Game
from marchland.engine.table import Table
from marchland.engine.words import ARGUMENT_BITS, Kind

ALL = ("all", "max")
ENOUGH = 2000  # readings of one text; nobody types anything as ambiguous as that


@dataclass(frozen=True)
class Line:
    """A span of actions, which is one choice with a count to name where there are several."""

    first: int
    count: int

    @property
    def last(self) -> int:
        return self.first + self.count - 1

    @property
    def kind(self) -> int:
        return self.first >> ARGUMENT_BITS


@dataclass(frozen=True)
class Reading:
    """What a text may mean: a kind and its arguments, -1 for a count that was left out, a large number for "all"."""

    kind: Kind
    values: tuple[int, ...]
    guesses: int  # how many words were cut short or left out


MISSING = -1
EVERY = 1 << 40


def lines_of(table: Table, seat: int) -> list[Line]:
    """All that a seat may do, kind by kind."""
    spans = [*table.options(seat).spans(), *table.asides(seat).spans()]
    return [line for first, count in spans for line in _split(table.game, first, count)]


def _split(game: Game, first: int, count: int) -> list[Line]:
    """Only a count makes a slider: neighbours in any other domain are choices of their own."""
    kind = game.words.kinds[first >> ARGUMENT_BITS]
    if count == 1 or (kind.arguments and kind.arguments[-1][1] == "count"):
        return [Line(first, count)]
    return [Line(first + i, 1) for i in range(count)]


def in_words(game: Game, line: Line, players: Sequence[Player]) -> str:
    kind = game.words.kinds[line.kind]
    text = kind.pattern
    values = kind.values(line.first)
    for index, ((argument, domain), value) in enumerate(zip(kind.arguments, values, strict=True)):
        if domain == "seat" and value < len(players):
            label = players[value].name
        elif index == len(values) - 1 and line.count > 1:
            label = f"{value}-{value + line.count - 1}"
        else:
            label = game.labels.code(domain, value)
        text = text.replace("{" + argument + "}", label)
    return text


def headings(kinds: Collection[Kind]) -> dict[int, str]:
    """By its number what a kind is called where several are listed: its verb, or where others have that too, all of its
    words."""
    verbs = {int(kind.number): kind.pattern.partition(" {")[0] for kind in kinds}
    whole = {int(kind.number): re.sub(r"\{\w+\}", "…", kind.pattern) for kind in kinds}
    several = [verb for verb, times in Counter(verbs.values()).items() if times > 1]
    return {number: whole[number] if verb in several else verb for number, verb in verbs.items()}


# -- reading what was typed --------------------------------------------------------------------------------------------


def readings(game: Game, text: str, players: Sequence[Player]) -> list[Reading]:
    """Everything that a text may mean, legal or not."""
    said = text.replace(",", " ").split()
    found: list[Reading] = []
    for kind in game.words.kinds:
        for named, guesses in _Alignment(game, players, kind).of(said):
            values = tuple(named.get(argument, MISSING) for argument, _ in kind.arguments)
            found.append(Reading(kind, values, guesses))
    return found


class _Alignment:
    """Lays the words that were said along the words of a kind's pattern, in every way that fits."""

    def __init__(self, game: Game, players: Sequence[Player], kind: Kind) -> None:
        self.game = game
        self.players = players
        self.parts = kind.pattern.split()
        self.domains = dict(kind.arguments)
        self.found: list[tuple[dict[str, int], int]] = []

    def of(self, said: Sequence[str]) -> list[tuple[dict[str, int], int]]:
        self._go(0, said, {}, 0)
        return self.found

    def _go(self, place: int, said: Sequence[str], named: dict[str, int], guesses: int) -> None:
        if place == len(self.parts):
            if not said and len(self.found) < ENOUGH:
                self.found.append((named, guesses))
            return
        part = self.parts[place].lower()
        argument = self.parts[place].strip("{}")
        if argument in self.domains:
            domain = self.domains[argument]
            for words in range(1, min(4, len(said)) + 1):
                for value, exact in _meant(self.game, self.players, domain, " ".join(said[:words])):
                    self._go(place + 1, said[words:], {**named, argument: value}, guesses + (not exact))
            may_skip = domain == "count"
        else:
            if said and part.startswith(said[0].lower()):
                self._go(place + 1, said[1:], named, guesses + (part != said[0].lower()))
            # The verb has to be named; "from", "with" and the like need not be.
            may_skip = place > 0
        if may_skip:
            self._go(place + 1, said, named, guesses + 1)


def _meant(game: Game, players: Sequence[Player], domain: str, word: str) -> list[tuple[int, bool]]:
    """The values that a word may stand for, and whether it names them exactly."""
    wanted = word.lower()
    if domain == "count":
        if wanted in ALL:
            return [(EVERY, True)]
        return [(int(wanted), True)] if wanted.isascii() and wanted.isdigit() and len(wanted) < 7 else []
    if domain == "seat" and "seat" not in game.labels.codes:
        labels = [(str(seat), player.mark, player.name) for seat, player in enumerate(players)]
    else:
        codes = game.labels.codes.get(domain, [])
        names = game.labels.names.get(domain, [])
        labels = [(code, code, name) for code, name in zip(codes, names, strict=True)]
    exact = [(value, True) for value, names_of in enumerate(labels) if wanted in (name.lower() for name in names_of)]
    if exact:
        return exact
    return [
        (value, False)
        for value, names_of in enumerate(labels)
        if any(name.lower().startswith(wanted) for name in names_of)
    ]


# -- picking -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Picked:
    """What was picked: an action, or a line whose count is still to be named, or several lines to choose from."""

    lines: list[Line]
    action: int = -1


def pick(table: Table, seat: int, lines: Sequence[Line], text: str, players: Sequence[Player]) -> Picked:
    """What a text picks. UsageError where it names nothing, IllegalAction with the clause where it is not allowed."""
    words = text.split()
    if words and words[0].isascii() and words[0].isdigit():
        return _by_number(table, seat, lines, words)
    meant = readings(table.game, text, players)
    legal = [(reading, line) for reading in meant for line in lines if _fits(reading, line)]
    if legal:
        fewest = min(reading.guesses for reading, _ in legal)
        best = [(reading, line) for reading, line in legal if reading.guesses == fewest]
        chosen = list(dict.fromkeys(line for _, line in best))
        if len(chosen) > 1:
            return Picked(chosen)
        reading, line = best[0]
        count = reading.values[-1] if reading.values else MISSING
        if count == EVERY:
            return Picked([line], line.last)
        if count == MISSING and line.count > 1:
            return Picked([line])
        return Picked([line], line.first if line.count == 1 else _with_count(reading, line))
    narrowed = [line for line in lines if _begins(table.game, line, words, players)]
    if narrowed:
        return Picked(narrowed, narrowed[0].first if len(narrowed) == 1 and narrowed[0].count == 1 else -1)
    raise _refusal(table, seat, text, meant)


def _by_number(table: Table, seat: int, lines: Sequence[Line], words: Sequence[str]) -> Picked:
    number = int(words[0][:9])
    if len(lines) == 1 and lines[0].count > 1 and len(words) == 1:
        # Only a count is asked for, so a number is the count.
        return Picked([lines[0]], counted_action(table, seat, lines[0], words[0]))
    if not 1 <= number <= len(lines):
        raise UsageError(f"There is no choice {words[0]}; they are numbered 1 to {len(lines)}.")
    line = lines[number - 1]
    if len(words) > 2:
        raise UsageError("Type the number of a choice, and after it at most a count.")
    if len(words) == 2:
        return Picked([line], counted_action(table, seat, line, words[1]))
    return Picked([line], line.first if line.count == 1 else -1)


def counted_action(table: Table, seat: int, line: Line, word: str) -> int:
    """The action of a line with a count in words; one that is too large is refused by its clause."""
    if word.lower() in ALL:
        return line.last
    kind = table.game.words.kinds[line.kind]
    if not word.isascii() or not word.isdigit() or len(word) > 6:
        raise UsageError(f"{word!r} is not a count; type a whole number, or 'all'.")
    if not kind.arguments or kind.arguments[-1][1] != "count":
        raise UsageError(f"'{table.game.name_of(line.first)}' takes no count.")
    values = kind.values(line.first)
    if int(word) > kind.most(len(values) - 1):
        raise UsageError(f"{word} is more than any count can be.")
    action = line.first - values[-1] + int(word)
    if not line.first <= action <= line.last:
        raise table.refusal(seat, action)
    return action


def _fits(reading: Reading, line: Line) -> bool:
    kind = reading.kind
    if kind.number != line.kind:
        return False
    lowest, highest = kind.values(line.first), kind.values(line.last)
    if not reading.values:
        return True
    if list(reading.values[:-1]) != lowest[:-1]:
        return False
    return reading.values[-1] in (MISSING, EVERY) or lowest[-1] <= reading.values[-1] <= highest[-1]


def _with_count(reading: Reading, line: Line) -> int:
    return line.first + reading.values[-1] - reading.kind.values(line.first)[-1]


def _begins(game: Game, line: Line, words: Sequence[str], players: Sequence[Player]) -> bool:
    """Whether each word begins one of the words of a line, the first its first: `attack obs` narrows the list down."""
    kind = game.words.kinds[line.kind]
    shown = in_words(game, line, players).lower().split()
    names = [game.labels.name(domain, value) for (_, domain), value in _named(kind, line.first)]
    shown += [part for name in names for part in name.lower().split()]
    if not words or not shown[0].startswith(words[0].lower()):
        return False
    return all(any(part.startswith(word.lower()) for part in shown) for word in words[1:])


def _named(kind: Kind, action: int) -> list[tuple[tuple[str, str], int]]:
    pairs = zip(kind.arguments, kind.values(action), strict=True)
    return [((argument, domain), value) for (argument, domain), value in pairs if domain != "count"]


def _refusal(table: Table, seat: int, text: str, meant: Sequence[Reading]) -> MarchlandError:
    """Why nothing that a text may mean can be done."""
    try:
        return table.refusal(seat, table.game.parse(text))
    except UsageError as unknown:
        fault: MarchlandError = unknown
    fewest = min((reading.guesses for reading in meant), default=0)
    for reading in meant:
        if reading.guesses == fewest:
            action = _packed(reading)
            if action >= 0:
                refused: IllegalAction = table.refusal(seat, action)
                return refused
    return fault


def _packed(reading: Reading) -> int:
    values = [1 if value == MISSING else value for value in reading.values]
    if any(value > reading.kind.most(index) for index, value in enumerate(values)):
        return -1
    padded = values + [0] * (4 - len(values))
    return int(reading.kind.of(padded[0], padded[1], padded[2], padded[3]))
