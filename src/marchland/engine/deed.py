"""Deeds: what can be done at a step.

A kind of action is written once, as a class in the chapter of its rule: its words, what a player should know of it,
where it is offered, why it is refused, what it does. A step lists the deeds that it carries.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from mypy_extensions import i64, mypyc_attr

from marchland.engine.options import Options
from marchland.engine.sayings import Saying
from marchland.engine.words import Kind

if TYPE_CHECKING:
    from marchland.engine.table import Table

T = TypeVar("T", bound="Table")

SILENT: Final = -1  # in the place of a phrase: there is nothing to say


@mypyc_attr(allow_interpreted_subclasses=True)
class Deed(Kind, Generic[T]):
    """A kind of action and what becomes of it.

    `words` are its pattern, its arguments and a note (of several, and of one), as Kind takes them; its name, under
    which saved matches know it, is that of the class: BuyUnits is `buy_units`. A deed made `like` a kind has the words
    and the name of that one: so one kind can be carried out in several ways, at several steps.
    """

    words: list[str] = []
    effect: int = SILENT  # the phrase that says what it brings or gives up, where its words do not
    forward: bool = False  # the way on from its step: what one does when one wants nothing else there
    grave: bool = False  # gives up much or rolls dice, and cannot be undone: asked once more before it is done
    weighed: bool = False  # leads to a fight: its odds are shown before it is done
    at_least: str = ""  # what it is called with the least count, where that means something of its own

    def __init__(self, like: Kind | None = None) -> None:
        if like is None:
            # Asked for by name, since a class that is not compiled has its words in the class alone.
            said: list[str] = getattr(self, WORDS)
            pattern, arguments, note, note_one = [*said, "", "", ""][:4]
            super().__init__(snake(type(self).__name__), pattern, arguments, note, note_one)
        else:
            super().__init__(like.name, like.pattern, "", like.note, like.note_one)
            self.arguments = like.arguments
            self.arity = like.arity
        UNCARRIED.append(self)

    def offer(self, t: T, seat: i64, found: Options) -> None:
        """Add all actions of this kind that are legal now, in rising order. In a Sealed step the seat is the hand."""
        found.add(self.code)

    def choose(self, t: T, hand: i64, made: list[int], found: Options) -> None:
        """The same in a Sealed step, for a hand that has made these choices already."""
        self.offer(t, hand, found)

    def effect_at(self, t: T, seat: i64) -> Saying:
        """What it brings or gives up, for whoever is about to do it; with the numbers of this table, if it has any."""
        said: int = getattr(self, EFFECT)
        return [said] if said != SILENT else []

    def why(self, t: T, seat: i64, action: i64) -> Saying:
        """Why an action of this kind is not among the options, with its clause; empty if there is nothing special."""
        return []

    def elsewhere(self, t: T) -> Saying:
        """The same at steps that do not carry this deed."""
        return []

    def do(self, t: T, seat: i64, action: i64) -> None:
        """Carry out a legal action. A Sealed step keeps its choices and carries them out together instead."""
        raise NotImplementedError


WORDS: Final = "words"
EFFECT: Final = "effect"
FORWARD: Final = "forward"
UNCARRIED: Final[list[Deed[Any]]] = []  # deeds that no step of a game carries yet


def snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
