"""Steps: the named places where the rules wait for somebody.

A step is stateless; what varies lies on the table or in the step's frame on the agenda (small ints). Each step exists
once and registers under a stable tag, by which saved matches name it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from marchland.engine.deed import FORWARD, UNCARRIED, Deed
from marchland.engine.labels import Labels
from marchland.engine.options import Options
from marchland.engine.sayings import Saying
from marchland.engine.words import KINDS, Words

if TYPE_CHECKING:
    from marchland.engine.table import Table

T = TypeVar("T", bound="Table")

FRAME: Final = 8  # ints of one frame on the agenda: the step, its progress, six arguments


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[T]):
    """Who decides, and the deeds among which they choose, in the order of their options.

    `resume` runs whenever the step comes to the top of the agenda: when it is called, after each action, and when
    a step that it called has finished. It either asks somebody or calls, finishes or goes to another step.
    """

    number: i64
    tag: str
    title: str
    clause: str
    lasts: str = (
        ""  # "turn" or "round", where the same is asked again and again: how long an answer can be left standing
    )
    deeds: vec[Deed]  # type: ignore[type-arg]
    by_kind: vec[Deed]  # type: ignore[type-arg]

    def __init__(self, tag: str, title: str = "", clause: str = "", deeds: Sequence[Deed[Any]] = ()) -> None:
        if step_tagged(tag) is not None:
            raise ValueError(f"two steps are tagged {tag}")
        self.number = len(STEPS)
        self.tag = tag
        self.title = title
        self.clause = clause
        self.deeds = vec[Deed]()  # type: ignore[type-arg]
        self.by_kind = vec[Deed]()  # type: ignore[type-arg]
        self.add(deeds)
        STEPS.add(self)

    def add(self, deeds: Sequence[Deed[Any]]) -> None:
        """Let the step carry further deeds: how a chapter adds to a step that stands in another one."""
        for deed in deeds:
            self.deeds = append(self.deeds, deed)

    def resume(self, t: T) -> None:
        t.ask(t.active)

    def options(self, t: T, seat: i64, found: Options) -> None:
        """Add all that a seat may do, in rising order."""
        for deed in self.deeds:
            deed.offer(t, seat, found)

    def listed(self, t: T, seat: i64) -> Options:
        found = Options()
        self.options(t, seat, found)
        return found

    def prompt(self, t: T, seat: i64) -> Saying:
        """What a decider is asked."""
        return []

    def waiting(self, t: T) -> Saying:
        """What the others are told meanwhile."""
        return []

    def onward(self, t: T, seat: i64) -> Saying:
        """What it comes to if a seat leaves it at that: said beside `pass` and the like."""
        return []

    def chore(self, t: T, seat: i64) -> str:
        """Where a seat may hand over what is asked here and let a bot see to it: what its button says, such as "Place
        the rest for me". A bot goes on as long as the seat is asked under the same words."""
        return ""

    def needs_deeds(self) -> bool:
        """Whether this step is of no use without any."""
        return type(self).resume is Step.resume

    def carries(self, kind: i64) -> bool:
        return 0 <= kind < len(self.by_kind) and self.by_kind[kind] is not NOTHING

    def deed(self, t: T, kind: i64) -> Deed[Any] | None:
        """What becomes of a kind of action here, or beside whatever is decided here."""
        if self.carries(kind):
            return self.by_kind[kind]
        named = t.game.words.kinds[kind]
        return named if isinstance(named, Deed) else None

    def why(self, t: T, seat: i64, action: i64) -> Saying:
        """Why an action is not among the options, with its clause; empty if there is nothing special."""
        kind: i64 = action >> 23
        if self.carries(kind):
            return self.by_kind[kind].why(t, seat, action)
        for deed in t.game.beside:
            if deed.fits(action):
                return deed.why(t, seat, action)
        first = self.first(t)
        if first or not 0 <= kind < len(t.game.words.kinds):
            return first
        named = t.game.words.kinds[kind]
        return named.elsewhere(t) if isinstance(named, Deed) else []

    def first(self, t: T) -> Saying:
        """What has to be done here before anything else, said of what this step does not carry."""
        return []

    def act(self, t: T, seat: i64, action: i64) -> None:
        """Carry out a legal action."""
        self.by_kind[action >> 23].do(t, seat, action)

    def passes(self, t: T, seat: i64) -> None:
        """What `pass` comes to, where a step carries it."""
        t.finish()

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


class Nothing(Deed["Table"]):
    """What a step finds where it carries no deed."""

    words = ["nothing"]


NOTHING: Final = Nothing()
UNCARRIED.remove(NOTHING)


def step_tagged(tag: str) -> Step[Any] | None:
    for step in STEPS.steps:
        if step.tag == tag:
            return step
    return None


def bind(steps: Sequence[Step[Any]], beside: Sequence[Deed[Any]], words: Words, labels: Labels, package: str) -> None:
    """Number the deeds as the steps list them, and let every step find its own; a ValueError says what is amiss."""
    for step in steps:
        if len(step.deeds) == 0 and step.needs_deeds():
            raise ValueError(f"{step.tag} asks somebody and carries no deed")
        if len(step.by_kind) == 0:
            step.by_kind = vec[Deed]([NOTHING] * KINDS)  # type: ignore[type-arg]
        before = -1
        for deed in step.deeds:
            words.take(deed, labels)
            if deed.number <= before:
                raise ValueError(f"{step.tag} lists {deed.name} behind a deed of a higher number")
            before = deed.number
            step.by_kind[deed.number] = deed
            carried(deed)
        ways = [deed.name for deed in step.deeds if getattr(deed, FORWARD)]
        if len(ways) > 1:
            raise ValueError(f"{step.tag} has more than one way forward: {' and '.join(ways)}")
    for deed in beside:
        words.take(deed, labels)
        carried(deed)
    for deed in UNCARRIED:
        if f"{type(deed).__module__}.".startswith(f"{package}."):
            raise ValueError(f"no step carries {deed.name}")


def carried(deed: Deed[Any]) -> None:
    if deed in UNCARRIED:
        UNCARRIED.remove(deed)


@mypyc_attr(allow_interpreted_subclasses=True)
class Phase(Step[T]):
    """A part of the sequence of play: steps one after the other, as the rulebook lists them."""

    sequence: list[Step[Any]]

    def __init__(self, tag: str, title: str, clause: str, sequence: list[Step[Any]]) -> None:
        super().__init__(tag, title, clause)
        self.sequence = sequence

    def resume(self, t: T) -> None:
        done = t.progress()
        if done < len(self.sequence):
            t.set_progress(done + 1)
            t.call(self.sequence[done])
        else:
            t.finish()
