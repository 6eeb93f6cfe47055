"""Chapter 8: units are committed to an attack, and it begins."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import lowest
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.rebellion.army import NOT_YOURS
from marchland.games.rebellion.battle import (
    BATTLE,
    begin_battle,
)
from marchland.games.rebellion.capture import (
    march_cost,
    must_be_paid,
    sea_cost,
    sea_due,
)
from marchland.games.rebellion.cargo import beaches, commit_aboard, spend_aboard
from marchland.games.rebellion.force import (
    BY_TRANSPORTER,
    force_soldiers,
    muster,
)
from marchland.games.rebellion.marching import NOT_BESIDE, TOO_FEW_READY
from marchland.games.rebellion.settings import (
    NUMBERS,
)
from marchland.games.rebellion.table import ARMS, AWAIT, NOBODY, Rebellion
from marchland.games.rebellion.warfare import begin_war
from marchland.games.rebellion.world import AROUND, PROVINCES

NAMED: Final = Slot(0)  # the province that is being attacked

WAR_BEGINS: Final = phrase("REB-8.1", "It is war with whoever holds the land, if it was not")
FIRST_COMMIT: Final = phrase("REB-8.1", "Commit units first; nothing is spent before the attack begins")
OPENS: Final = phrase("REB-8.1", "{who:seat} prepares an attack on {province:region}")
COMMITS: Final = phrase("REB-8.1", "{who:seat} commits {n} {unit:unit} from {source:region}")
CALLED_OFF: Final = phrase("REB-8.1", "{who:seat} calls the attack off")
ATTACKS: Final = phrase("REB-8.1", "{who:seat} attacks {province:region} with {n soldier}", "battle")
NOT_HELD: Final = phrase("REB-4.8", "{province:region} is held by nobody else")
UNDER_TRUCE: Final = phrase("REB-11.2", "There is a truce with {who:seat} up to round {n}")
NOBODY_NEAR: Final = phrase("REB-8.1", "No unit of yours with a movement point is next to {province:region}")
NO_CANCELS: Final = phrase("REB-3.3", "After {n cancel} in a turn nothing that can be called off is begun any more")
NONE_COMMITTED: Final = phrase("REB-8.1", "At least 1 unit is committed")
NOTHING_COMMITTED: Final = phrase("REB-8.1", "Commit at least one unit first")
MUST_PAY: Final = phrase("REB-8.2", "{province:region} cannot be plundered, and the march costs {n coin}; you have {m}")
LANDING_COSTS: Final = phrase("REB-8.2", "Soldiers from ships pay their march, won or lost: {n coin}, and you have {m}")
ASK_COMMIT: Final = phrase("REB-8.1", "Attack {province:region}: commit units, then begin. {n soldier} so far.")

MOST_CANCELS: Final = NUMBERS.one(
    "turn.cancels", "REB-3.3", 5, 0, 20, "how often a player may call something off in a turn"
)


def ready_around(t: Rebellion, seat: i64, target: i64) -> bool:
    left = AROUND[target] & t.held[seat]
    while left:
        source = lowest(left)
        left &= left - 1
        for arm in range(ARMS):
            if t.ready[source * ARMS + arm]:
                return True
    return False


def may_attack(t: Rebellion, seat: i64, target: i64) -> bool:
    """REB-11.2  Only a truce forbids it."""
    holder = t.holder[target]
    return not (0 <= holder < t.seats and t.truce_between(seat, holder))


def targets_near(t: Rebellion, seat: i64) -> i64:
    """Provinces of others next to units of this seat with a movement point."""
    found: i64 = 0
    left = t.held[seat]
    while left:
        source = lowest(left)
        left &= left - 1
        at: i64 = source * ARMS
        if t.ready[at] or t.ready[at + 1] or t.ready[at + 2] or t.ready[at + 3]:
            found |= AROUND[source]
    return found & t.held_by_others(seat)


class AttackOpen(Deed[Rebellion]):
    """REB-8.1  On a province that somebody else holds."""

    words = ["attack {province}", "province:region"]
    effect = FIRST_COMMIT
    weighed = True

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if t.cancels < MOST_CANCELS.of(t):
            near = targets_near(t, seat) | beaches(t, seat)
            for other in range(t.seats):
                if near & t.held[other] and t.truce_between(seat, other):
                    near &= ~t.held[other]
            found.fan(self, near)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        target = self.a(action)
        if target >= PROVINCES or t.holder[target] == seat or t.holder[target] == NOBODY:
            return [NOT_HELD, target]
        if t.cancels >= MOST_CANCELS.of(t):
            return [NO_CANCELS, t.cancels]
        if not may_attack(t, seat, target):
            return [UNDER_TRUCE, t.holder[target], t.truce[seat * t.seats + t.holder[target]]]
        return [NOBODY_NEAR, target]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.tell(OPENS, seat, self.a(action))
        t.call(ATTACK, self.a(action))


class AttackAdd(Deed[Rebellion]):
    """REB-8.1  Units next to the target, each for one point."""

    words = ["commit {n} {unit} from {source}", "source:region unit:unit n:count"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        left = AROUND[NAMED.of(t)] & t.held[seat]
        while left:
            source = lowest(left)
            left &= left - 1
            for arm in range(ARMS):
                found.span(self.of(source, arm, 1), t.ready[source * ARMS + arm])

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        source, arm = self.a(action), self.b(action)
        if source >= PROVINCES or t.holder[source] != seat:
            return [NOT_YOURS, source]
        if not AROUND[NAMED.of(t)] >> source & 1:
            return [NOT_BESIDE, NAMED.of(t), source]
        return [TOO_FEW_READY, source, t.ready[source * ARMS + arm], arm] if self.c(action) else [NONE_COMMITTED]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        source, arm, n = self.a(action), self.b(action), self.c(action)
        commit(t, source, arm, n)
        t.tell(COMMITS, seat, n, arm, source)


def commit_all(t: Rebellion, seat: i64, target: i64) -> None:
    """All units that can join an attack on a province, for those who only weigh it."""
    left = AROUND[target] & t.held[seat]
    while left:
        source = lowest(left)
        left &= left - 1
        for arm in range(ARMS):
            commit(t, source, arm, t.ready[source * ARMS + arm])
    commit_aboard(t, seat, target)


def commit(t: Rebellion, source: i64, arm: i64, n: i64) -> None:
    for _ in range(n):
        cell = t.strongest(source, arm)
        t.put(source, cell, -1)
        muster(t, source, cell - 1, 1)


class AttackGo(Deed[Rebellion]):
    """REB-8.1  The attack starts, and with it the war."""

    words = ["begin the attack"]
    effect = WAR_BEGINS
    forward = True
    weighed = True

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if t.force and solvent(t, seat, NAMED.of(t)):
            found.add(self.code)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        if not t.force:
            return [NOTHING_COMMITTED]
        if must_be_paid(t, NAMED.of(t)):
            return [MUST_PAY, NAMED.of(t), march_cost(t), t.coins[seat]]
        return [LANDING_COSTS, sea_cost(t), t.coins[seat]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        target = NAMED.of(t)
        holder = t.holder[target]
        t.tell(ATTACKS, seat, target, force_soldiers(t))
        spend_aboard(t)
        if 0 <= holder < t.seats:
            begin_war(t, seat, holder)
        begin_battle(t, False, seat, target)
        t.succeed(BATTLE)


def solvent(t: Rebellion, seat: i64, target: i64) -> bool:
    """REB-8.2  What cannot be plundered has to be paid for, and what comes by sea anyway."""
    return t.coins[seat] >= (march_cost(t) if must_be_paid(t, target) else sea_due(t, target))


class AttackCancel(Deed[Rebellion]):
    """REB-8.1  All units go back, with their points."""

    words = ["call the attack off"]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        rows = t.force
        t.force = []
        for place in range(0, len(rows), 3):
            if rows[place] >= BY_TRANSPORTER:
                t.stow(seat, rows[place] - BY_TRANSPORTER, rows[place + 1], rows[place + 2])
            else:
                t.put(rows[place], rows[place + 1] + 1, rows[place + 2])
        t.cancels += 1
        t.tell(CALLED_OFF, seat)
        t.finish()


class Attack(Step[Rebellion]):
    """REB-8.1  Units are committed one arm after the other."""

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_COMMIT, NAMED.of(t), force_soldiers(t)]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, t.active]


ATTACK_OPEN: Final = AttackOpen()
ATTACK: Final = Attack("rebellion.attack", "Attack", "REB-8.1", [AttackAdd(), AttackGo(), AttackCancel()])
