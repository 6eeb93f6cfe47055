"""Names: which characters they may have, and which of them look alike.

The rule is one pattern, so that it stands in the contract as it is enforced. It lists code points by itself instead of
asking `unicodedata`, whose answer changes with the version of Python.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Annotated
from unicodedata import normalize

from pydantic import BeforeValidator, StringConstraints

LONGEST = 30

# Characters that control, hide, turn the line round, or draw nothing: no name has any.
UNSEEN = (
    "\u0000-\u001f\u007f-\u00a0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u1680"
    "\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ue000-\uf8ff"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\U000110bd\U000110cd\U00013430-\U0001345f\U00016fe4\U0001bca0-\U0001bca3"
    "\U0001d159\U0001d173-\U0001d17a\U000e0000-\U0010ffff"
)
# Two joiners are more than nothing in their places: within an emoji, and between Arabic letters.
EMOJI = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u25fe\u2600-\u27bf\u2934\u2935"
    "\u2b05-\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
ARABIC = "\u0620-\u064a\u066e-\u06d3"
MARKS = (
    "\u0300-\u034e\u0350-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a"
    "\u064b-\u065f\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0900-\u0902\u093c\u0941-\u0948\u094d"
    "\u0951-\u0957\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18\u0f19\u0f35\u0f37\u0f39"
    "\u0f71-\u0f7e\u0f80-\u0f84\u0f86\u0f87\u0f8d-\u0fbc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ua66f-\ua67d"
    "\ufe20-\ufe2f"
)

LETTER = f"[^ <>{UNSEEN}{EMOJI}{ARABIC}{MARKS}]"
PICTURE = f"[{EMOJI}]\ufe0f?(?:\u200d[{EMOJI}]\ufe0f?)*"
WORD = f"[{ARABIC}](?:\u200c[{ARABIC}])*"
# Few marks at a letter: towers of them grow over the neighbours.
UNIT = f"(?:{LETTER}|{PICTURE}|{WORD})[{MARKS}]{{0,3}}"
PATTERN = f"^{UNIT}(?: ?{UNIT})*$"


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
    """Two names that look alike as they are written have the same: the skeleton of UTS 39, in small letters, without
    what is not seen."""
    table = prototypes()
    seen = "".join(character for character in normalize("NFD", name) if character not in " \u200c\u200d\ufe0f")
    skeleton = normalize("NFD", "".join(table.get(character, character) for character in seen))
    # The table takes I for l; so where case does not count, i is l too.
    return skeleton.casefold().replace("i", "l")


def likenesses(name: str) -> tuple[str, str]:
    """As it is written, and in small letters: a capital and its small letter may look like different others. Two names
    look alike that have one in common."""
    return likeness(name), likeness(name.casefold())


def like(name: str, others: list[str]) -> str | None:
    """The first of the others that looks like the name, whatever width its letters have."""
    wanted = set(likenesses(normalize("NFKC", name)))
    return next((other for other in others if wanted.intersection(likenesses(normalize("NFKC", other)))), None)


def clash(name: str, other: str, who: str) -> str:
    """The sentence that refuses a name because of another."""
    if name == other:
        return f'"{name}" is also the name of somebody {who}. Choose another name.'
    return f'"{name}" looks like "{other}", {who}. Choose another name.'
