"""First steps: what somebody who has never played a game is told of it, from a TOML file of the game.

aim = "Hold three towns at once."
turn = ["…", "…", "…", "…"]     four lines
chapters = ["6", "7"]           of the rulebook, those that "How to play" tells in brief

[[hints]]                       three of them
text = "The storm takes whatever is in its way."
emblem = "storm"                a word of the game's emblems
at = "board"                    the part of the screen that it is about
"""

import tomllib
from typing import Any, Final

from marchland.engine.emblems import Emblem
from marchland.engine.errors import BoardError

LINES: Final = 4  # of a turn
HINTS: Final = 3
LONGEST: Final = 160  # characters of a line: it is read at a glance

# What a hint can point at.
PARTS: Final = ["board", "prompt", "hand", "sequence", "players"]


class Hint:
    def __init__(self, text: str, emblem: str, at: str) -> None:
        self.text = text
        self.emblem = emblem
        self.at = at


class FirstSteps:
    def __init__(self, aim: str, turn: list[str], hints: list[Hint], chapters: list[str]) -> None:
        self.aim = aim
        self.turn = turn
        self.hints = hints
        self.chapters = chapters


def read_first_steps(text: str, source: str, emblems: list[Emblem]) -> FirstSteps:
    """The first steps of a file; BoardError names the fault."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise BoardError(f"{source}: not valid TOML: {fault}.") from fault
    _known(data, ["aim", "turn", "chapters", "hints"], source)
    turn = data.get("turn")
    if not isinstance(turn, list) or len(turn) != LINES:
        raise BoardError(f"{source}: 'turn' is a list of {LINES} lines.")
    hints = data.get("hints")
    if not isinstance(hints, list) or len(hints) != HINTS:
        raise BoardError(f"{source}: there are {HINTS} [[hints]].")
    chapters = data.get("chapters", [])
    if not isinstance(chapters, list) or not all(isinstance(chapter, str) for chapter in chapters):
        raise BoardError(f"{source}: 'chapters' is a list of chapters of the rulebook, such as \"2\".")
    words = [emblem.word for emblem in emblems]
    return FirstSteps(
        _line(data.get("aim"), f"{source}: 'aim'"),
        [_line(line, f"{source}: line {number} of 'turn'") for number, line in enumerate(turn, 1)],
        [_hint(hint, words, f"{source}: hint {number}") for number, hint in enumerate(hints, 1)],
        chapters,
    )


def _hint(entry: object, words: list[str], where: str) -> Hint:
    if not isinstance(entry, dict):
        raise BoardError(f"{where} is no table.")
    _known(entry, ["text", "emblem", "at"], where)
    emblem, at = str(entry.get("emblem", "")), str(entry.get("at", ""))
    if emblem and emblem not in words:
        raise BoardError(f"{where} has the emblem {emblem!r}, which the game does not have.")
    if at not in PARTS:
        raise BoardError(f"{where} is about {at!r}; a hint is 'at' one of {', '.join(PARTS)}.")
    return Hint(_line(entry.get("text"), f"{where}: 'text'"), emblem, at)


def _line(said: object, where: str) -> str:
    if not isinstance(said, str) or not said.strip() or len(said) > LONGEST or "\n" in said:
        raise BoardError(f"{where} is a line of up to {LONGEST} characters.")
    return said.strip()


def _known(entry: dict[str, Any], names: list[str], where: str) -> None:
    for name in entry:
        if name not in names:
            raise BoardError(f"{where} has an entry {name!r}; known are {', '.join(names)}.")
