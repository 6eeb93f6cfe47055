"""Secret simultaneous choices, one or several clicks each, and one reveal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from mypy_extensions import i64, mypyc_attr

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.step import Step
from marchland.engine.table import ALL_SEEING, Table

T = TypeVar("T", bound=Table)


@mypyc_attr(allow_interpreted_subclasses=True)
class Sealed(Step[T]):
    """Each hand makes its choices in secret, at its own pace; nothing takes effect before the last hand has closed.

    A hand is what chooses: usually a seat; where a seat plays several powers, each power, answered for in order.
    Choices lie as actions in `t.sealed[hand]`, in the order in which they were made. Until the reveal any seat can
    take its own back. A game writes `reveal`, its deeds (`offer`, or `choose` where that depends on choices made
    before) and, for more than one click, `closed`.
    """

    # Whether everybody sees who has closed. Where being quick would tell something, the step says no.
    shows_ready: bool

    def __init__(
        self, tag: str, title: str = "", clause: str = "", deeds: Sequence[Deed[Any]] = (), shows_ready: bool = True
    ) -> None:
        super().__init__(tag, title, clause, deeds)
        self.shows_ready = shows_ready

    def hands(self, t: T) -> list[int]:
        """The hands that choose; who they are must be public."""
        return list(range(t.seats))

    def seat_of(self, t: T, hand: i64) -> i64:
        return hand

    def sees(self, t: T, seat: i64, hand: i64) -> bool:
        """Whether a seat sees the choices of a hand before the reveal."""
        return self.seat_of(t, hand) == seat

    def choices(self, t: T, hand: i64, made: list[int]) -> Options:
        """What a hand may choose next, after the choices that it has made."""
        found = Options()
        self.add_choices(t, hand, made, found)
        return found

    def add_choices(self, t: T, hand: i64, made: list[int], found: Options) -> None:
        for deed in self.deeds:
            deed.choose(t, hand, made, found)

    def closed(self, t: T, hand: i64, made: list[int]) -> bool:
        """Whether a hand has chosen; must depend on its choices and on public things alone."""
        return len(made) > 0

    def questions(self, t: T, hand: i64) -> list[Options]:
        """All choices of a hand at once, where none hangs on another: a client can put them into one dialog."""
        return []

    def reveal(self, t: T, choices: list[list[int]]) -> None:
        """All have closed: carry out the choices (by hand) and finish or go to the next step."""
        raise NotImplementedError

    def needs_deeds(self) -> bool:
        return True

    def opens(self, t: T) -> None:
        """The choices are about to begin: what must not change while they are made, such as who is asked, is settled
        here."""

    def begin(self, t: T) -> None:
        """No hand has chosen yet, but for what needs no asking."""
        t.sealed = [[] for _ in range(max(self.hands(t), default=-1) + 1)]
        for hand in self.hands(t):
            self.make_automatic(t, hand)

    def resume(self, t: T) -> None:
        if t.progress() == 0:
            t.set_progress(1)
            self.opens(t)
            self.begin(t)
        self.ask_open(t)
        if not t.asked:
            choices = t.sealed
            t.sealed = []
            t.reveals += 1
            self.reveal(t, choices)

    def open_hand(self, t: T, seat: i64) -> i64:
        """The hand for which a seat is choosing now, -1 if all its hands are closed."""
        for hand in self.hands(t):
            if self.seat_of(t, hand) == seat and not self.closed(t, hand, t.sealed[hand]):
                return hand
        return -1

    def options(self, t: T, seat: i64, found: Options) -> None:
        hand = self.open_hand(t, seat)
        if hand >= 0:
            self.add_choices(t, hand, t.sealed[hand], found)

    def act(self, t: T, seat: i64, action: i64) -> None:
        hand = self.open_hand(t, seat)
        t.sealed[hand].append(action)
        self.make_automatic(t, hand)

    def automatic(self, t: T, hand: i64, made: list[int]) -> bool:
        """Whether the next choice, if there is only one, is made without asking; that must be public."""
        return False

    def make_automatic(self, t: T, hand: i64) -> None:
        made = t.sealed[hand]
        while not self.closed(t, hand, made) and self.automatic(t, hand, made):
            options = self.choices(t, hand, made)
            if options.total != 1:
                return
            made.append(int(options.at(0)))

    def was_automatic(self, t: T, hand: i64, made: list[int]) -> bool:
        """Whether the choice that followed those made was nobody's."""
        return self.automatic(t, hand, made) and self.choices(t, hand, made).total == 1

    def take_back(self, t: T, seat: i64) -> int:
        """The seat's latest choice: of its last hand that has any; automatic ones that followed go with it."""
        for hand in reversed(self.hands(t)):
            if self.seat_of(t, hand) == seat and self.made_by(t, hand):
                made = t.sealed[hand]
                action = made.pop()
                while self.was_automatic(t, hand, made):
                    action = made.pop()
                self.ask_open(t)
                return action
        return -1

    def made_by(self, t: T, hand: i64) -> list[int]:
        """The choices of a hand that somebody made."""
        made = t.sealed[hand]
        return [made[i] for i in range(len(made)) if not self.was_automatic(t, hand, made[:i])]

    def may_take_back(self, t: T, seat: i64) -> bool:
        """Whether a seat can still take a choice back; some games bind it sooner."""
        return True

    def own_choices(self, t: T, seat: i64) -> list[int]:
        """What a seat could take back."""
        own: list[int] = []
        for hand in self.hands(t):
            if self.seat_of(t, hand) == seat:
                own += self.made_by(t, hand)
        return own

    def choices_seen(self, t: T, seat: i64) -> list[list[int]]:
        """[hand, its choices so far] of every hand that a seat sees."""
        return [[hand] + t.sealed[hand] for hand in self.hands(t) if seat == ALL_SEEING or self.sees(t, seat, hand)]

    def awaited(self, t: T, seat: i64) -> list[int]:
        """The seats that `seat` may see as still choosing."""
        if self.shows_ready or seat == ALL_SEEING:
            return t.deciders()
        taking_part = {int(self.seat_of(t, hand)) for hand in self.hands(t)}
        return sorted(other for other in taking_part if other != seat or t.asked >> other & 1)

    def resample(self, t: T, seat: i64) -> None:
        """Others' choices are unknown: whoever is seen to have closed gets likely ones, the rest none."""
        for hand in self.hands(t):
            if self.sees(t, seat, hand):
                continue
            ready = self.shows_ready and self.closed(t, hand, t.sealed[hand])
            made: list[int] = []
            t.sealed[hand] = made
            self.make_automatic(t, hand)
            while ready and not self.closed(t, hand, made):
                made.append(int(self.guess(t, hand, self.choices(t, hand, made))))
        self.ask_open(t)

    def guess(self, t: T, hand: i64, choices: Options) -> i64:
        """What somebody may have chosen; a game that knows which choices are likely draws by that."""
        return choices.at(t.dice.below(choices.total))

    def plans(self, t: T, hand: i64) -> list[list[int]]:
        """For bots: ways to go on choosing to the end that are worth a look, drawn with t.dice, where all that there
        are would be too many. Without any, a bot makes them up."""
        return []

    def collides(self) -> bool:
        """For bots: whether what others choose at the same time can change what a choice is worth."""
        return True

    def ask_open(self, t: T) -> None:
        waiting: i64 = 0
        for hand in self.hands(t):
            if not self.closed(t, hand, t.sealed[hand]):
                waiting |= 1 << self.seat_of(t, hand)
        t.ask_all(waiting)
