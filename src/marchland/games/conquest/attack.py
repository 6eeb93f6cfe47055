"""S.6, S.11 and S.12: declaring an attack."""

from __future__ import annotations

from typing import Final, TypeVar

from mypy_extensions import i64, mypyc_attr

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.words import Kind
from marchland.games.conquest.battle import ATTACKER_DICE
from marchland.games.conquest.table import FORCE, Conquest

C = TypeVar("C", bound=Conquest)

ATTACK: Final = Kind("attack", "attack {target} from {source} with {n}", "source:region target:region n:count")
STRIKE: Final = Kind("strike", "attack {target} from {source}", "source:region target:region", "one roll")

ATTACKS: Final = phrase("S.12", "{who:seat} attacks {target:region} from {source:region} with {n}", "battle")
STRIKES: Final = phrase("S.11", "{who:seat} attacks {target:region} from {source:region}", "battle")

TO_THE_END: Final = phrase("S.12", "The force fights until the target falls or none of it is left")
UNTIL_STOPPED: Final = phrase("S.12", "The force fights on; after every roll you may stop")
ONE_ROLL: Final = phrase("S.11", "One roll of the dice; then you choose again")
BOUND_TO_GO_ON: Final = phrase("S.11", "Roll after roll: the same attack has to go on until it is decided")


@mypyc_attr(allow_interpreted_subclasses=True)
class Declaration(Deed[C]):
    """S.6  Out of a territory of one's own with eligible units, into one that is adjacent and not one's own."""

    grave = True

    def offer_from_all(self, t: C, seat: i64, found: Options) -> None:
        own = t.lands[seat]
        left = own
        around = t.board.around
        source: i64 = 0
        while left:
            if left & 1 and around[source] & ~own:
                found.fan_from(self, source, t.targets(source, own), t.eligible(source))
            left >>= 1
            source += 1

    def declare(self, t: C, source: i64, target: i64, force: i64) -> None:
        t.call(ATTACKER_DICE, source, target, force)


@mypyc_attr(allow_interpreted_subclasses=True)
class Attack(Declaration[C]):
    """S.12  Style `force`: a force is named, and one declaration has all its rolls."""

    def offer(self, t: C, seat: i64, found: Options) -> None:
        if t.style == FORCE:
            self.offer_from_all(t, seat, found)

    def effect_at(self, t: C, seat: i64) -> Saying:
        return [UNTIL_STOPPED if t.may_stop else TO_THE_END]

    def why(self, t: C, seat: i64, action: i64) -> Saying:
        return t.attack_fault(seat, self.a(action), self.b(action), self.c(action))

    def do(self, t: C, seat: i64, action: i64) -> None:
        source, target, n = self.a(action), self.b(action), self.c(action)
        t.tell(ATTACKS, seat, target, source, n)
        self.declare(t, source, target, n)


@mypyc_attr(allow_interpreted_subclasses=True)
class Strike(Declaration[C]):
    """S.11  Style `roll`: one roll, backed by all eligible units; without stopping only the same attack again."""

    def offer(self, t: C, seat: i64, found: Options) -> None:
        if t.run:
            found.add(self.of(t.run[0], t.run[1]))
        elif t.style != FORCE:
            self.offer_from_all(t, seat, found)

    def effect_at(self, t: C, seat: i64) -> Saying:
        return [ONE_ROLL if t.may_stop and not t.run else BOUND_TO_GO_ON]

    def why(self, t: C, seat: i64, action: i64) -> Saying:
        return t.attack_fault(seat, self.a(action), self.b(action), -1)

    def do(self, t: C, seat: i64, action: i64) -> None:
        self.strike(t, self.a(action), self.b(action))

    def strike(self, t: C, source: i64, target: i64) -> None:
        t.tell(STRIKES, t.active, target, source)
        self.declare(t, source, target, 0)
