"""Who sits where: people, and bots by name."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from marchland.bots import LEVELS, Bot, bot_from, is_bot_file
from marchland.engine.errors import UsageError
from marchland.engine.match import Match

MARKS = "ABCDEFGH"
HUMAN = "you"


@dataclass(frozen=True)
class Player:
    name: str  # as it stands in sentences: "Greedy B attacks"
    bot: str  # empty for a person
    mark: str  # the letter that stands for the seat on the board


def seated(said: str) -> list[Player]:
    """The players of --seats you,greedy,random; `you=Ann` gives a person a name."""
    players = []
    for seat, word in enumerate(said.split(",")):
        kind, sign, name = (part.strip() for part in word.partition("="))
        mark = MARKS[seat] if seat < len(MARKS) else str(seat)
        if kind == HUMAN and not sign:
            players.append(Player(f"Player {mark}", "", mark))
        elif kind == HUMAN:
            players.append(Player(_checked(name), "", mark))
        elif (kind in LEVELS or is_bot_file(kind)) and not sign:
            bot_from(kind)
            players.append(Player(f"{Path(kind).stem.capitalize()} {mark}", kind, mark))
        else:
            raise UsageError(
                f"There is no player {word.strip()!r}; a seat is taken by {HUMAN}, {HUMAN}=NAME, "
                f"one of the bots: {', '.join(LEVELS)}, or a file with a bot: ./careful.py."
            )
    names = [player.name for player in players]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"Two players are called {name}.")
    return players


def _checked(name: str) -> str:
    if not name or len(name) > 20 or not name.isprintable():
        raise UsageError(f"A player's name has 1 to 20 characters, not {name!r}.")
    if _bot_in(name):
        raise UsageError(f"A person cannot be called {name}, because a bot is.")
    return name


def _bot_in(name: str) -> str:
    first = name.split(" ")[0].lower()
    return first if first in LEVELS else ""


def seated_again(names: Sequence[str]) -> list[Player]:
    """The players of a saved match: those with the name of a bot are bots."""
    return [
        Player(str(name), _bot_in(str(name)), MARKS[seat] if seat < len(MARKS) else str(seat))
        for seat, name in enumerate(names)
    ]


def bot_for(match: Match, seat: int, kind: str) -> Bot:
    """A bot for the next decision. Its dice follow from those of the match (but tell nothing about them) and from how
    far it has come, so that a match which is saved and resumed goes on exactly as it would have."""
    root = json.dumps([match.opening, len(match.entries), seat], sort_keys=True)
    seed = int.from_bytes(hashlib.blake2b(root.encode(), digest_size=8, person=b"marchland bots").digest(), "little")
    return bot_from(kind, seed)
