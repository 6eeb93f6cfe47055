"""Chapter 17, second part: units go on board and land again (REB-17.11, REB-17.12)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import lowest
from marchland.games.rebellion.army import NOT_YOURS, TOO_DEAR
from marchland.games.rebellion.attack import ATTACK, NAMED
from marchland.games.rebellion.cargo import (
    commit_from,
    ready_aboard,
    strongest_aboard,
    units_aboard,
    weakest_aboard,
)
from marchland.games.rebellion.fleets import NO_SUCH_TRANSPORTER
from marchland.games.rebellion.food import DUE as FAMINE_DUE
from marchland.games.rebellion.food import FAMINE, STARVES_ABOARD
from marchland.games.rebellion.losses import DUE as LOSS_DUE
from marchland.games.rebellion.losses import LOSING
from marchland.games.rebellion.marching import TOO_FEW_READY, take_if_empty
from marchland.games.rebellion.ports import has_open_port
from marchland.games.rebellion.settings import NUMBERS
from marchland.games.rebellion.table import (
    ARMS,
    CELLS_OF_ARM,
    SOLDIERS,
    Rebellion,
    cargo_soldiers,
    change,
)
from marchland.games.rebellion.waters import INDEX, OWNER, WHERE
from marchland.games.rebellion.weather import march_rate
from marchland.games.rebellion.world import ALONG, PROVINCES

CAPACITY: Final = NUMBERS.one("capacity.transporter", "REB-17.11", 5, 1, 20, "soldiers that a transporter carries")

ONE_AT_LEAST: Final = phrase("REB-17.11", "At least 1 unit goes on board or ashore")
NOT_OFF_COAST: Final = phrase(
    "REB-17.11", "{province:region} does not lie on {sea:region}, where {transporter:transporter} is"
)


def off_coast(t: Rebellion, row: list[int], province: i64) -> Saying:
    """What is wrong with a transporter and a province that should lie on its sea."""
    if ALONG[row[WHERE]] >> province & 1:
        return []
    return [NOT_OFF_COAST, province, row[WHERE], row[INDEX]]


# -- REB-17.11: embarking --------------------------------------------------------------------------------------------

LANDS_LATER: Final = phrase(
    "REB-17.11", "No march is paid; whoever goes on board lands in your next turn at the earliest"
)
EMBARKS: Final = phrase(
    "REB-17.11", "{who:seat} takes {n} {unit:unit} from {province:region} on board of {transporter:transporter}"
)
NO_OPEN_PORT: Final = phrase("REB-17.11", "You own no open port")
NO_ROOM: Final = phrase(
    "REB-17.11", "{transporter:transporter} has room for {n soldier} more, and {unit:unit} takes {m}"
)


def room(t: Rebellion, row: list[int]) -> i64:
    """Soldiers that still find room on a transporter."""
    return CAPACITY.of(t) - cargo_soldiers(row)


class Embark(Deed[Rebellion]):
    """REB-17.11  From a coast that is held, if there is an open port anywhere; they have spent their points."""

    words = [
        "embark {n} {unit} from {province} on {transporter}",
        "transporter:transporter province:region unit:unit n:count",
    ]
    effect = LANDS_LATER

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if not t.transports or not has_open_port(t, seat):
            return
        for row in t.transports:
            if row[OWNER] == seat:
                free = room(t, row)
                left = ALONG[row[WHERE]] & t.held[seat] if free > 0 else 0
                while left:
                    province = lowest(left)
                    left &= left - 1
                    for arm in range(ARMS):
                        most = t.ready[province * ARMS + arm]
                        fits = free // SOLDIERS[arm]
                        found.span(self.of(row[INDEX], province, arm, 1), most if most < fits else fits)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        index, province, arm, n = self.a(action), self.b(action), self.c(action), self.d(action)
        row = t.transporter(seat, index)
        if not row:
            return [NO_SUCH_TRANSPORTER, index]
        if not has_open_port(t, seat):
            return [NO_OPEN_PORT]
        if province >= PROVINCES or t.holder[province] != seat:
            return [NOT_YOURS, province]
        amiss = off_coast(t, row, province)
        if amiss:
            return amiss
        if n > t.ready[province * ARMS + arm]:
            return [TOO_FEW_READY, province, t.ready[province * ARMS + arm], arm]
        return [NO_ROOM, index, room(t, row), arm, SOLDIERS[arm]] if n else [ONE_AT_LEAST]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        index, province, arm, n = self.a(action), self.b(action), self.c(action), self.d(action)
        for _ in range(n):
            t.put(province, t.strongest(province, arm), -1)
        t.stow(seat, index, arm * CELLS_OF_ARM, n)
        t.tell(EMBARKS, seat, n, arm, province, index)


# -- REB-17.12: landing ----------------------------------------------------------------------------------------------

LANDING_PAYS: Final = phrase("REB-17.12", "The march is paid, {n coin} for a soldier; this turn they go no further")
GOES_ASHORE: Final = phrase(
    "REB-17.12", "{who:seat} lands {n} {unit:unit} of {transporter:transporter} in {province:region} for {coins coin}"
)
LANDING_ATTACKS: Final = phrase(
    "REB-17.12", "{province:region} is held by others: soldiers on board join an attack on it"
)
TOO_FEW_ABOARD: Final = phrase(
    "REB-17.12", "On {transporter:transporter} you have {n} {unit:unit} with a movement point"
)


class Disembark(Deed[Rebellion]):
    """REB-17.12  On land that is held, or empty and unowned, for the march; they have spent their points."""

    words = [
        "land {n} {unit} of {transporter} in {province}",
        "transporter:transporter province:region unit:unit n:count",
    ]

    def effect_at(self, t: Rebellion, seat: i64) -> Saying:
        return [LANDING_PAYS, march_rate(t)]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        for row in t.transports:
            if row[OWNER] == seat:
                left = ALONG[row[WHERE]] & (t.held[seat] | t.free())
                while left:
                    province = lowest(left)
                    left &= left - 1
                    for arm in range(ARMS):
                        found.span(self.of(row[INDEX], province, arm, 1), most_ashore(t, seat, row, arm))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        index, province, arm, n = self.a(action), self.b(action), self.c(action), self.d(action)
        row = t.transporter(seat, index)
        if not row:
            return [NO_SUCH_TRANSPORTER, index]
        amiss = off_coast(t, row, province)
        if amiss:
            return amiss
        if not (t.held[seat] | t.free()) >> province & 1:
            return [LANDING_ATTACKS, province]
        if n > ready_aboard(row, arm):
            return [TOO_FEW_ABOARD, index, ready_aboard(row, arm), arm]
        return [TOO_DEAR, n * march_rate(t) * SOLDIERS[arm], t.coins[seat]] if n else [ONE_AT_LEAST]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        index, province, arm, n = self.a(action), self.b(action), self.c(action), self.d(action)
        cost = n * march_rate(t) * SOLDIERS[arm]
        t.coins[seat] -= cost
        for _ in range(n):
            cell = strongest_aboard(t.transporter(seat, index), arm)
            t.stow(seat, index, cell, -1)
        t.put(province, arm * CELLS_OF_ARM, n)
        t.tell(GOES_ASHORE, seat, n, arm, index, province, cost)
        take_if_empty(t, seat, province)


def most_ashore(t: Rebellion, seat: i64, row: list[int], arm: i64) -> i64:
    """Units of an arm that can land and be paid for."""
    n = ready_aboard(row, arm)
    price = march_rate(t) * SOLDIERS[arm]
    return t.coins[seat] // price if price and t.coins[seat] // price < n else n


COMMITS_ABOARD: Final = phrase("REB-17.12", "{who:seat} commits {n} {unit:unit} of {transporter:transporter}")


class AttackAddShip(Deed[Rebellion]):
    """REB-8.1, REB-17.12  Units on board of a transporter off the coast land in an attack, with all their points."""

    words = [
        "commit {n} {unit} of {transporter}",
        "transporter:transporter unit:unit n:count",
    ]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        for row in t.transports:
            if row[OWNER] == seat and ALONG[row[WHERE]] >> NAMED.of(t) & 1:
                for arm in range(ARMS):
                    found.span(self.of(row[INDEX], arm, 1), ready_aboard(row, arm))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        index, arm, n = self.a(action), self.b(action), self.c(action)
        row = t.transporter(seat, index)
        if not row:
            return [NO_SUCH_TRANSPORTER, index]
        amiss = off_coast(t, row, NAMED.of(t))
        if amiss:
            return amiss
        return [TOO_FEW_ABOARD, index, ready_aboard(row, arm), arm] if n else [ONE_AT_LEAST]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        index, arm, n = self.a(action), self.b(action), self.c(action)
        commit_from(t, seat, index, arm, n)
        t.tell(COMMITS_ABOARD, seat, n, arm, index)


# -- REB-1.14: losses on board ---------------------------------------------------------------------------------------

LOST_ABOARD: Final = phrase("REB-1.14", "{who:seat} loses one of {unit:unit} on {transporter:transporter}")
NONE_ABOARD: Final = phrase("REB-1.14", "There is no {unit:unit} of yours to lose on {transporter:transporter}")


def lose_aboard(t: Rebellion, seat: i64, index: i64, arm: i64) -> None:
    """REB-1.14  One soldier of an arm on a transporter; the change stays on board."""
    cell = weakest_aboard(t.transporter(seat, index), arm)
    t.stow(seat, index, cell, -1)
    for piece in range(ARMS):
        n = change(arm, piece)
        if n:
            t.stow(seat, index, t.change_cell(cell, piece), n)


class LoseSoldierShip(Deed[Rebellion]):
    """REB-1.14  A soldier on board of a transporter, outside battle."""

    words = ["lose one {unit} on {transporter}", "transporter:transporter unit:unit"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        for row in t.transports:
            if row[OWNER] == seat:
                for arm in range(ARMS):
                    if units_aboard(row, arm):
                        found.add(self.of(row[INDEX], arm))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NONE_ABOARD, self.b(action), self.a(action)]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        lose_aboard(t, seat, self.a(action), self.b(action))
        t.tell(LOST_ABOARD, seat, self.b(action), self.a(action))
        LOSS_DUE.add(t, -1)


class FamineLoseShip(LoseSoldierShip):
    """REB-14.4  In a famine."""

    words = ["starve one {unit} on {transporter}", "transporter:transporter unit:unit"]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        lose_aboard(t, seat, self.a(action), self.b(action))
        t.all_paid = False
        t.tell(STARVES_ABOARD, seat, self.b(action), self.a(action))
        FAMINE_DUE.add(t, -1)


TRANSPORTER_DEEDS: Final[list[Deed[Rebellion]]] = [Embark(), Disembark()]
ATTACK.add([AttackAddShip()])
FAMINE.add([FamineLoseShip()])
LOSING.add([LoseSoldierShip()])
