"""Chapter 7: simultaneous parts, in which every power makes its choices in secret, and decisions of one power."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sealed import Sealed
from marchland.engine.step import Step
from marchland.games.alliances.powers import POWERS, team_of
from marchland.games.alliances.regions import NUMBERS
from marchland.games.alliances.settings import TEAM_VIEW
from marchland.games.alliances.table import AWAIT, Alliances

TAKE_BACKS: Final = NUMBERS.one("turn.take_backs", "ALL-7.8", 30, 0, 100, "marks that a power may take back in a state")

SECRET: Final = phrase("ALL-7.4", "The powers choose in secret")
UNTIL_ALL: Final = phrase("ALL-7.4", "You can take it back until the last is ready")
ENOUGH: Final = phrase("ALL-7.8", "In one state you take back {n mark} at most")


class Ready(Deed[Alliances]):
    """ALL-7.4  Close the choices of a part."""

    words = ["ready"]
    effect: int = UNTIL_ALL
    forward = True

    def choose(self, t: Alliances, hand: i64, made: list[int], found: Options) -> None:
        if not part_of(t).unready(t, hand, made):
            found.add(self.code)

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        return part_of(t).unready(t, part_of(t).open_hand(t, seat), made_in(t, seat))


READY: Final = Ready()


class Part(Sealed[Alliances]):
    """ALL-7.3, ALL-7.4  Every power that is asked marks its choices and closes them with `ready`; then all take effect
    together, in the order of the power numbers (ALL-7.10). ALL-7.5  They cannot collide.

    ALL-3.7  A seat answers for its powers one after the other, in the order of their numbers.
    """

    def asks(self, t: Alliances, power: i64) -> bool:
        """ALL-7.9  Whether a power has something to choose, judged when the part opens."""
        return self.choices(t, power, []).total > 1

    def unready(self, t: Alliances, power: i64, made: list[int]) -> Saying:
        """Why a power cannot close its choices yet; empty if it can."""
        return []

    def take_effect(self, t: Alliances, power: i64, made: list[int]) -> None:
        """The choices of a power; one that was not asked has made none."""
        raise NotImplementedError

    def done(self, t: Alliances) -> None:
        """All choices have taken effect."""
        t.finish()

    def question(self, t: Alliances, power: i64) -> Saying:
        raise NotImplementedError

    def shared(self, t: Alliances) -> bool:
        """ALL-24.3  Whether team mates see the marks."""
        return TEAM_VIEW.on(t)

    # -- as a Sealed step --------------------------------------------------------------------------------------------

    def opens(self, t: Alliances) -> None:
        t.answering = 0
        for power in t.powers:
            if self.asks(t, power):
                t.answering |= 1 << power
        t.settled = vec[i64]([0] * POWERS)

    def hands(self, t: Alliances) -> list[int]:
        return [power for power in t.powers if t.answering >> power & 1]

    def seat_of(self, t: Alliances, hand: i64) -> i64:
        return t.played_by[hand]

    def sees(self, t: Alliances, seat: i64, hand: i64) -> bool:
        """ALL-24.2"""
        if t.played_by[hand] == seat:
            return True
        return self.shared(t) and seat >= 0 and t.team_at(seat) == team_of(hand)

    def closed(self, t: Alliances, hand: i64, made: list[int]) -> bool:
        return len(made) > 0 and made[-1] == READY.code

    def reveal(self, t: Alliances, choices: list[list[int]]) -> None:
        for power in t.powers:
            self.take_effect(t, power, choices[power] if power < len(choices) else [])
        t.answering = 0
        t.settled = vec[i64]([0] * POWERS)
        self.done(t)

    def may_take_back(self, t: Alliances, seat: i64) -> bool:
        """ALL-7.4, ALL-7.11, ALL-24.5  Not behind a gift."""
        for hand in reversed(self.hands(t)):
            if t.played_by[hand] == seat and t.sealed[hand]:
                return len(t.sealed[hand]) > t.settled[hand]
        return False

    def gift_made(self, t: Alliances, giver: i64) -> None:
        """ALL-7.4, ALL-23.6  Nobody who was ready opens again; ALL-7.11  the giver's marks can only be changed."""
        for hand in self.hands(t):
            if hand == giver or self.closed(t, hand, t.sealed[hand]):
                t.settled[hand] = len(t.sealed[hand])

    def guess(self, t: Alliances, hand: i64, choices: Options) -> i64:
        """For bots: most leave things as they are."""
        return READY.code if choices.holds(READY.code) else super().guess(t, hand, choices)

    def collides(self) -> bool:
        """ALL-7.5"""
        return False

    def prompt(self, t: Alliances, seat: i64) -> Saying:
        return self.question(t, self.open_hand(t, seat))

    def waiting(self, t: Alliances) -> Saying:
        return [SECRET]


def powers_ready(t: Alliances) -> list[int]:
    """ALL-24.1  The powers that have closed their choices in the part under way; everybody sees that."""
    step = t.step() if t.asked and t.depth() else None
    if not isinstance(step, Part):
        return []
    return [power for power in step.hands(t) if step.closed(t, power, t.sealed[power])]


def part_of(t: Alliances) -> Part:
    step = t.step()
    assert isinstance(step, Part)
    return step


def made_in(t: Alliances, seat: i64) -> list[int]:
    """The choices so far of the power that a seat is answering for."""
    hand = part_of(t).open_hand(t, seat)
    return t.sealed[hand] if hand >= 0 else []


def may_take_back(t: Alliances, taken: i64) -> bool:
    """ALL-7.8  Marks can be changed, but not for ever."""
    return taken < TAKE_BACKS.of(t)


class Decision(Step[Alliances]):
    """A decision of one power. ALL-7.6  With a single legal option it is taken automatically."""

    def power(self, t: Alliances) -> i64:
        """Who decides."""
        return t.mover

    def resume(self, t: Alliances) -> None:
        seat: i64 = t.played_by[self.power(t)]
        options = self.listed(t, seat)
        if options.total == 1:
            self.act(t, seat, options.at(0))
        else:
            t.ask(seat, options)

    def waiting(self, t: Alliances) -> Saying:
        return [AWAIT, self.power(t)]
