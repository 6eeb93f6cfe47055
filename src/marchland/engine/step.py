"""Steps: the named places where the rules wait for somebody.

A step is stateless; what varies lies on the table or in the step's frame on the agenda (small ints). Each step exists
once and registers under a stable tag, by which saved matches name it.
"""

from __future__ import annotations

import keyword
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from marchland.engine.options import Options
from marchland.engine.words import ARGUMENT_BITS, KINDS, Kind, Words

if TYPE_CHECKING:
    from marchland.engine.table import Table

T = TypeVar("T", bound="Table")


class Handler:
    """The method of a step that carries out one kind of action."""

    def __init__(self, kind: Kind, method: Any) -> None:
        self.kind = kind
        self.method = method


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[T]):
    """Who decides, what they may do, and (one method per kind of action) what each choice does.

    `resume` runs whenever the step comes to the top of the agenda: when it is called, after each action, and when
    a step that it called has finished. It either asks somebody or calls, finishes or goes to another step.
    """

    number: i64
    tag: str
    title: str
    clause: str
    handlers: list[Handler | None]

    def __init__(self, tag: str, title: str = "", clause: str = "") -> None:
        if step_tagged(tag) is not None:
            raise ValueError(f"two steps are tagged {tag}")
        self.number = len(STEPS)
        self.tag = tag
        self.title = title
        self.clause = clause
        self.handlers = [None] * KINDS
        STEPS.add(self)

    def resume(self, t: T) -> None:
        t.ask(t.active)

    def options(self, t: T, seat: i64, found: Options) -> None:
        """Add all that a seat may do, in rising order."""

    def listed(self, t: T, seat: i64) -> Options:
        found = Options()
        self.options(t, seat, found)
        return found

    def prompt(self, t: T, seat: i64) -> list[int]:
        """What a decider is asked, as a saying."""
        return []

    def waiting(self, t: T) -> list[int]:
        """What the others are told meanwhile."""
        return []

    def why(self, t: T, seat: i64, action: i64) -> list[int]:
        """Why an action is not among the options, as a saying with its clause; empty if there is nothing special."""
        return []

    def act(self, t: T, seat: i64, action: i64) -> None:
        """Carry out a legal action."""
        handler = self.handlers[action >> 23]
        assert handler is not None
        kind = handler.kind
        method = handler.method
        arity: i64 = kind.arity
        if arity == 0:
            method(t)
        elif arity == 1:
            method(t, kind.a(action))
        elif arity == 2:
            method(t, kind.a(action), kind.b(action))
        elif arity == 3:
            method(t, kind.a(action), kind.b(action), kind.c(action))
        else:
            method(t, kind.a(action), kind.b(action), kind.c(action), kind.d(action))

    def take_back(self, t: T, seat: i64) -> int:
        """Take back the seat's last secret choice and return it; -1 where choices take effect at once."""
        return -1

    def resample(self, t: T, seat: i64) -> None:
        """Replace what `seat` cannot know of this step by something equally possible (see Table.determinize)."""


@final
class Register:
    """All steps by number. A vec, since what is taken from a list is checked to be a step again and again."""

    steps: vec[Step]  # type: ignore[type-arg]

    def __init__(self) -> None:
        self.steps = vec[Step]()  # type: ignore[type-arg]

    def add(self, step: Step[Any]) -> None:
        self.steps = append(self.steps, step)

    def __getitem__(self, number: i64) -> Step[Any]:
        return self.steps[number]

    def __len__(self) -> int:
        return len(self.steps)

    def __contains__(self, step: object) -> bool:
        return any(known is step for known in self.steps)


STEPS: Final = Register()

assert ARGUMENT_BITS == 23  # act() has the number in its inner line


def step_tagged(tag: str) -> Step[Any] | None:
    for step in STEPS.steps:
        if step.tag == tag:
            return step
    return None


def bind(steps: list[Step[Any]], words: Words) -> None:
    """Find the method of every step for every kind of action: `continue` is carried out by `continue_`."""
    for kind in words.kinds:
        method_name = kind.name + "_" if keyword.iskeyword(kind.name) else kind.name
        if hasattr(Step, method_name):
            raise ValueError(f"a kind of action cannot be called {kind.name}: every step has a method of that name")
        for step in steps:
            method = getattr(step, method_name, None)
            if method is not None:
                step.handlers[kind.number] = Handler(kind, method)


@mypyc_attr(allow_interpreted_subclasses=True)
class Phase(Step[T]):
    """A part of the sequence of play: steps one after the other, as the rulebook lists them."""

    sequence: list[Step[Any]]

    def __init__(self, tag: str, title: str, clause: str, sequence: list[Step[Any]]) -> None:
        super().__init__(tag, title, clause)
        self.sequence = sequence

    def resume(self, t: T) -> None:
        place = t.place()
        if place < len(self.sequence):
            t.set_place(place + 1)
            t.call(self.sequence[place])
        else:
            t.finish()
