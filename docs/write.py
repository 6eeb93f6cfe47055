"""Writes what is made from the games that come with this package: docs/positions.md, and for type checkers what
`marchland.load` gives, src/marchland/__init__.pyi. `make docs` runs it."""

from collections.abc import Sequence
from pathlib import Path

import marchland
from marchland.cli.position import meaning
from marchland.cli.text import listed
from marchland.engine.agenda import Argument
from marchland.engine.game import Game
from marchland.engine.position import FIRST, LAST, Entry, described, steps_of

INTRODUCTION = """\
# Positions

A position is a table as readable JSON: for a test, a puzzle, a study, or a question such as "what would the bots do
here?".

```python
import marchland

campus = marchland.load("campus")
table = campus.position({"seats": 3, "rooms": {"COM": [0, 6], "FOU": [1, 3], "MAC": [1, 2]}, "rest": [2, 1]})
table.play(0, campus.parse("attack FOU from COM with 4"))
again = campus.position(campus.position_of(table))  # everything but the dice
```

`marchland position GAME FILE` checks a position and shows the table, `marchland play GAME --position FILE` plays on
from it, and `marchland position GAME --schema` prints JSON Schema. Say as little as you like: of what is left out the
last column below says how it is. What does not fit is refused with a sentence that names the entry and the place in it.

**Names.** Regions by their codes or names, cards by their names, seats by number from 0. What belongs to seats is a
list with a value for every seat, or an object by seat: `"eur": [5, 0, 9]`, `"hands": {"1": ["Ambush"]}`. Piles are
written from the top.

**Any decision.** `step` names the usual places. `agenda` goes on from there with the steps that have been called, so a
position can begin in the middle of anything; `sealed` has the secret choices that were made already:

```json
{"step": "battles", "troops": {"B3": [[0, 5], [1, 4]]}, "agenda": [{"step": "fight", "tile": "B3", "one": 0, "two": 1}],
 "sealed": {"0": ["commit 3"]}}
```

An agenda that begins with the root of the game (`match`) is the whole of it. `game.position_of` writes positions so.

**Private knowledge.** `known` says who knows of which card where it is: `{"2": [{"card": "Ambush", "with": 0}]}`, and
`everybody` for what all have seen. Once a card goes over face down, and nobody else is sure which, what follows is a
story: `stories` has what a viewer saw, from what was known before on (`gains` a known card, `hides` so many unknown
ones, `loses` a known card, `passes_to` another one card face down, `all_to` another the whole hand). What a seat can
imagine follows from that, and what does not agree with the hands is refused.

This page is made from the code, by `make docs`.
"""
STUB = Path(marchland.__file__).with_name("__init__.pyi")
TYPES = """\
# What type checkers know of marchland: a game of this package is loaded as what it is. Made by `make docs`.

from os import PathLike
from typing import Literal, overload

from marchland.engine.game import Game
from marchland.games import every as every
{imports}

__all__ = ["__version__", "every", "load"]

__version__: str

{loads}
@overload
def load(said: str | PathLike[str]) -> Game: ...
"""


def own_games() -> list[Game]:
    return [game for game in marchland.every() if game.package.startswith("marchland.")]


def stub() -> str:
    classes = [(game.name, type(game)) for game in own_games()]
    imports = [f"from {made.__module__} import {made.__name__}" for _, made in classes]
    loads = [f'@overload\ndef load(said: Literal["{name}"]) -> {made.__name__}: ...' for name, made in classes]
    return TYPES.format(imports="\n".join(sorted(imports)), loads="\n".join(loads))


def page() -> str:
    """docs/positions.md, of the games that come with this package."""
    games = own_games()
    parts = [INTRODUCTION, "## Every game\n", entry_rows(games[0], [*FIRST, *LAST])]
    for game in games:
        parts += [f"## {game.title}\n", entry_rows(game, game.entries)]
        parts.append(f"Steps that an agenda can name: {listed([step_words(*step) for step in steps_of(game)])}.\n")
    return "\n".join(parts)


def entry_rows(game: Game, entries: Sequence[Entry]) -> str:
    lines = ["| entry | what it says | form | without it |", "| --- | --- | --- | --- |"]
    defaults = {entry.name: default for entry, default in described(game)}
    for entry in entries:
        lines.append(f"| `{entry.name}` | {meaning(game, entry)} | {entry.form.noun} | {defaults[entry.name]} |")
    return "\n".join([*lines, ""])


def step_words(name: str, title: str, arguments: Sequence[Argument]) -> str:
    said = ", ".join(f"`{argument.name}`" for argument in arguments)
    return f"`{name}` ({said})" if said else f"`{name}`"


if __name__ == "__main__":
    Path(__file__).with_name("positions.md").write_text(page(), encoding="utf-8")
    STUB.write_text(stub(), encoding="utf-8")
