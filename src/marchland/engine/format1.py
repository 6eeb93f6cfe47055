"""The sentences of format 1: the first saved matches kept actions as they were worded then.

How each kind of action was worded stands frozen in `format1.toml` beside the rules of a game, `{0}` its first argument;
so the words of today can change freely. A game without that file has never been saved in that format, and is read
by its words of today.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache

from marchland.engine.codes import packed
from marchland.engine.errors import UsageError
from marchland.engine.game import Game, read_text


def action_said(game: Game, sentence: str) -> int:
    """The action that an entry of format 1 names."""
    patterns = _patterns(game.package)
    if not patterns:
        return game.parse(sentence)
    for kind in game.words.kinds:
        found = re.fullmatch(patterns[kind.name], sentence) if kind.name in patterns else None
        if found is None:
            continue
        try:
            domains = enumerate(domain for _, domain in kind.arguments)
            return packed(kind, [game.labels.number(domain, found[f"_{index}"]) for index, domain in domains])
        except UsageError:
            # One pattern may begin like another: "attack CAF from OBS with 3" is no attack from "OBS with 3".
            continue
    raise UsageError(f"{sentence!r} names no action of format 1.")


@cache
def _patterns(package: str) -> dict[str, str]:
    """By kind, as regular expressions."""
    try:
        said = tomllib.loads(read_text(package, "format1.toml"))
    except OSError:
        return {}
    return {name: re.sub(r"\\\{(\d)\\\}", r"(?P<_\1>.+?)", re.escape(pattern)) for name, pattern in said.items()}
