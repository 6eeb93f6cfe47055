"""Names: which characters they may have, and which of them look alike.

The rule is one pattern, so that it stands in the contract as it is enforced. It lists code points by itself
(`characters.py`) instead of asking `unicodedata`, whose answer changes with the version of Python.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Annotated
from unicodedata import normalize

from pydantic import BeforeValidator, StringConstraints

from marchland.server.characters import ARABIC, CONSONANTS, EMOJI, FORMS, MARKS, UNSEEN, VIRAMAS

LONGEST = 30
RULE = (
    "A name has nothing invisible in it and nothing that turns the line round, no < or >, and at most three accents on "
    "a letter"
)

LETTER = f"[^ <>{UNSEEN}{EMOJI}{ARABIC}{MARKS}]"
PICTURE = f"[{EMOJI}]\ufe0f?(?:\u200d[{EMOJI}]\ufe0f?)*"
WORD = f"[{ARABIC}](?:\u200c[{ARABIC}])*"
# How a consonant without a vowel is written, by itself or with the next one.
CONJUNCT = f"[{CONSONANTS}](?:[{VIRAMAS}][\u200c\u200d]|\u200d[{VIRAMAS}])"
# Few marks at a letter: towers of them grow over the neighbours.
UNIT = f"(?:(?:{LETTER}|{PICTURE}|{WORD})[{MARKS}]{{0,3}}|{CONJUNCT})"
PATTERN = f"^{UNIT}(?: ?{UNIT})*$"

# These letters lose their own dot under a mark, and a dot above puts it back.
DOT = re.compile(f"(?<=[ij])([{MARKS}]*?)\u0307+")


def tidy(name: object) -> object:
    """Spaces around it, and those that a page would not show, are no part of a name."""
    return " ".join(part for part in name.split(" ") if part) if isinstance(name, str) else name


Name = Annotated[
    str, StringConstraints(min_length=1, max_length=LONGEST, strict=True, pattern=PATTERN), BeforeValidator(tidy)
]


@cache
def prototypes() -> dict[str, str]:
    """By character, what Unicode's table of confusables (UTS 39) says it looks like.

    The library has the table as pairs in both directions. Whatever looks like several is what the others look like; of
    a lone pair the longer is (`rn` for m), or the first.
    """
    table = json.loads((files("confusable_homoglyphs") / "confusables.json").read_text(encoding="utf-8"))
    plain = {one: [other["c"] for other in others] for one, others in table.items()}
    found = {}
    for one, (other, *more) in plain.items():
        if not more and (len(plain[other]) > 1 or (-len(other), other) < (-len(one), one)):
            # The table shows what is written from right to left between marks that say so.
            found[one.strip("\u200e")] = other.strip("\u200e")
    return found


def likeness(name: str) -> str:
    """Two names that look alike as they are written have the same: the skeleton of UTS 39, in small letters, whatever
    width and form they have, without what is not seen."""
    table = prototypes()
    plain = "".join(FORMS.get(character, character) for character in normalize("NFKD", name))
    seen = "".join(character for character in plain if character not in " \u200c\u200d\ufe0f")
    skeleton = normalize("NFD", "".join(table.get(character, character) for character in seen))
    return DOT.sub(r"\1", skeleton).casefold()


def likenesses(name: str) -> tuple[str, str]:
    """As it is written, and in small letters: a capital and its small letter may look like different others. Two names
    look alike that have one in common."""
    return likeness(name), likeness(name.casefold())


def like(name: str, others: Iterable[str]) -> str | None:
    """The first of the others that looks like the name."""
    wanted = set(likenesses(name))
    return next((other for other in others if wanted.intersection(likenesses(other))), None)


def worded(text: str) -> list[str]:
    """How it looks word by word, as it is written and in small letters."""
    return [" ".join(map(likeness, said.split(" "))) for said in (text, text.casefold())]


@cache
def phrase(said: str) -> re.Pattern[str]:
    return re.compile("|".join(rf"\b{re.escape(looks)}\b" for looks in worded(said)))


def has_phrase(name: str, phrases: Iterable[str]) -> bool:
    """Whether one of these, in small letters, is to be read in the name."""
    return any(phrase(said).search(looks) for said in phrases for looks in worded(name))


def clash(name: str, other: str, who: str) -> str:
    """The sentence that refuses a name because of another."""
    if name == other:
        return f'"{name}" is also the name of somebody {who}. Choose another name.'
    return f'"{name}" looks like "{other}", {who}. Choose another name.'
