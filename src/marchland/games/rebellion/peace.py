"""Chapter 11, second part: the peace conference (REB-11.3 to REB-11.13, REB-11.16)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit, lowest
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.rebellion.aftermath import AFTERMATH
from marchland.games.rebellion.attack import MOST_CANCELS, NO_CANCELS
from marchland.games.rebellion.captives import free_captives
from marchland.games.rebellion.force import ROW, soldiers_from, take_out
from marchland.games.rebellion.settings import NUMBERS, TREATIES_PER_TURN, TRUCE_ROUNDS
from marchland.games.rebellion.table import AWAIT, Rebellion
from marchland.games.rebellion.warfare import end_war
from marchland.games.rebellion.world import PROVINCES, distance

# The frame of a conference.
PARTNER: Final = Slot(0)
CLAIMED: Final = Slot(1)  # provinces that the proposer shall own, as a set
CEDED: Final = Slot(2)  # provinces that the partner shall own
PAID: Final = Slot(3)  # coins that the proposer pays, below 0 those that he demands
TO_MOVE: Final = Slot(4)  # handed-over provinces whose units are still to find a place, as a set

MOST_COINS: Final = NUMBERS.one(
    "deals.coins", "REB-11.4", 100, 1, 500, "the most coins in a treaty or on a side of an offer"
)

CALLS: Final = phrase("REB-11.3", "{who:seat} calls a peace conference with {other:seat}")
CLAIMS: Final = phrase("REB-11.4", "{who:seat} claims {province:region}")
CEDES: Final = phrase("REB-11.4", "{who:seat} offers to cede {province:region}")
PAYS: Final = phrase("REB-11.4", "{who:seat} offers to pay {n coin}")
DEMANDS: Final = phrase("REB-11.4", "{who:seat} demands {n coin}")
PROPOSES: Final = phrase("REB-11.5", "{who:seat} sends the treaty to {other:seat}")
BREAKS_OFF: Final = phrase("REB-11.3", "{who:seat} breaks the conference off")
SIGNS: Final = phrase("REB-11.5", "{who:seat} signs the treaty with {other:seat}")
DECLINES: Final = phrase("REB-11.5", "{who:seat} declines the treaty of {other:seat}")
COINS_PASS: Final = phrase("REB-11.5", "{who:seat} pays {other:seat} {n coin}")
TITLE_CHANGES: Final = phrase("REB-11.5", "{who:seat} gets the title to {province:region}")
HANDED_OVER: Final = phrase("REB-11.5", "{province:region} is handed over to {who:seat}")
GO_HOME: Final = phrase("REB-11.6", "The units of {who:seat} go from {source:region} to {target:region}")
DISBANDED: Final = phrase(
    "REB-11.6", "{n soldier} of {who:seat} in {source:region} {n|goes|go} home for good: there is no land left"
)
PEACE: Final = phrase("REB-11.5", "{one:seat} and {other:seat} are at peace")

NO_PARTNER: Final = phrase("REB-11.3", "A conference is held with another living player")
NO_REASON: Final = phrase("REB-11.3", "You are not at war with {other:seat}, and neither occupies land of the other")
TOO_OFTEN: Final = phrase("REB-11.3", "You have made {n proposal} to {other:seat} this turn, and more are not allowed")
NOT_TITLED: Final = phrase("REB-11.4", "{province:region} does not belong to {owner:seat}, who is to give it up")
OWN_CAPITAL: Final = phrase("REB-11.4", "{province:region} is the capital of its owner, and no treaty names it")
HELD_BY_OTHERS: Final = phrase("REB-11.4", "{province:region} is held by neither of you")
NAMED_ALREADY: Final = phrase("REB-11.4", "{province:region} is named already")
ONE_PAYMENT: Final = phrase("REB-11.4", "A treaty names one payment")
COINS_RANGE: Final = phrase("REB-11.4", "A payment is from 1 to {n coin} here")
NO_COINS: Final = phrase("REB-11.4", "There is nothing to pay with")
ASK_TERMS: Final = phrase(
    "REB-11.4", "Name the terms of peace with {other:seat}, and send them. Without any it is plain peace."
)
ASK_SIGN: Final = phrase("REB-11.5", "{other:seat} proposes peace. Sign?")
ASK_WAY: Final = phrase("REB-11.6", "Where do your units in {province:region} go?")
NOT_NEAREST: Final = phrase("REB-11.6", "Units go to one of your nearest provinces")


def occupies_of(t: Rebellion, seat: i64, other: i64) -> bool:
    """Whether a seat holds land that belongs to another."""
    return t.held[seat] & t.titled[other] != 0


def can_confer(t: Rebellion, seat: i64, other: i64) -> bool:
    """REB-11.3, REB-11.12  At war, or with land of one in the hands of the other; a lost capital does not matter."""
    if other == seat or not t.lives(other):
        return False
    return t.at_war(seat, other) or occupies_of(t, seat, other) or occupies_of(t, other, seat)


def unnameable(t: Rebellion) -> i64:
    """REB-11.4  Capital provinces that their original owners own."""
    found: i64 = 0
    for seat in range(t.seats):
        capital = t.capital[seat]
        if t.owned(seat) >> capital & 1:
            found |= bit(capital)
    return found


def nameable(t: Rebellion, owner: i64, one: i64, other: i64) -> i64:
    """REB-11.4  Provinces titled to `owner` and held by one of the two."""
    return t.titled[owner] & (t.held[one] | t.held[other]) & ~unnameable(t)


def unnamed(t: Rebellion, province: i64, owner: i64) -> Saying:
    """Why a treaty does not take a province from `owner`."""
    if not t.titled[owner] >> province & 1:
        return [NOT_TITLED, province, owner]
    return [OWN_CAPITAL if unnameable(t) >> province & 1 else HELD_BY_OTHERS, province]


class TreatyOpen(Deed[Rebellion]):
    """REB-11.3"""

    words = ["call a conference with {other}", "other:seat"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if t.cancels < MOST_CANCELS.of(t):
            for other in range(t.seats):
                if can_confer(t, seat, other) and t.treaties[other] < TREATIES_PER_TURN.of(t):
                    found.add(self.of(other))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        other = self.a(action)
        if other >= t.seats or other == seat or not t.lives(other):
            return [NO_PARTNER]
        if not can_confer(t, seat, other):
            return [NO_REASON, other]
        if t.cancels >= MOST_CANCELS.of(t):
            return [NO_CANCELS, t.cancels]
        return [TOO_OFTEN, t.treaties[other], other]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        other = self.a(action)
        t.treaties[other] += 1
        t.tell(CALLS, seat, other)
        t.call(TREATY, other)


class TreatyClaim(Deed[Rebellion]):
    """REB-11.4  A province of the partner's that the proposer shall own."""

    words = ["claim {province}", "province:region"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        found.fan(self, nameable(t, PARTNER.of(t), seat, PARTNER.of(t)) & ~CLAIMED.of(t))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        province = self.a(action)
        return [NAMED_ALREADY, province] if CLAIMED.of(t) >> province & 1 else unnamed(t, province, PARTNER.of(t))

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        CLAIMED.put(t, CLAIMED.of(t) | bit(self.a(action)))
        t.tell(CLAIMS, seat, self.a(action))


class TreatyCede(Deed[Rebellion]):
    """REB-11.4  A province of the proposer's that the partner shall own."""

    words = ["cede {province}", "province:region"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        found.fan(self, nameable(t, seat, seat, PARTNER.of(t)) & ~CEDED.of(t))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        province = self.a(action)
        return [NAMED_ALREADY, province] if CEDED.of(t) >> province & 1 else unnamed(t, province, seat)

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        CEDED.put(t, CEDED.of(t) | bit(self.a(action)))
        t.tell(CEDES, seat, self.a(action))


def most_coins(t: Rebellion, payer: i64) -> i64:
    """REB-11.4  What a payer can promise."""
    return t.coins[payer] if t.coins[payer] < MOST_COINS.of(t) else MOST_COINS.of(t)


class TreatyPay(Deed[Rebellion]):
    """REB-11.4  Coins that the proposer pays now."""

    words = ["pay {n}", "n:count", "coins", "coin"]

    def payer(self, t: Rebellion, seat: i64) -> i64:
        return seat

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if PAID.of(t) == 0:
            found.span(self.of(1), most_coins(t, self.payer(t, seat)))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        if PAID.of(t):
            return [ONE_PAYMENT]
        most = most_coins(t, self.payer(t, seat))
        return [COINS_RANGE, most] if most else [NO_COINS]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        PAID.put(t, self.a(action))
        t.tell(PAYS, seat, self.a(action))


class TreatyDemand(TreatyPay):
    """REB-11.4  Coins that the partner pays now."""

    words = ["demand {n}", "n:count", "coins", "coin"]

    def payer(self, t: Rebellion, seat: i64) -> i64:
        return PARTNER.of(t)

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        PAID.put(t, -self.a(action))
        t.tell(DEMANDS, seat, self.a(action))


class TreatySend(Deed[Rebellion]):
    """REB-11.5  The terms as they are; none is plain peace."""

    words = ["send the treaty"]
    forward = True

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.tell(PROPOSES, seat, PARTNER.of(t))
        t.goto(REPLY)


class TreatyCancel(Deed[Rebellion]):
    """REB-11.3  It counts against the proposals of this turn."""

    words = ["break the conference off"]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.cancels += 1
        t.tell(BREAKS_OFF, seat)
        t.finish()


class Treaty(Step[Rebellion]):
    """REB-11.4  Terms one by one."""

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_TERMS, PARTNER.of(t)]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, t.active]


# -- REB-11.5: the answer --------------------------------------------------------------------------------------------


class TreatyAccept(Deed[Rebellion]):
    """REB-11.5, REB-11.16  Coins, titles, holdings; what stood on the land is settled, then its units go home."""

    words = ["sign the treaty"]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        proposer = t.active
        t.tell(SIGNS, seat, proposer)
        n = PAID.of(t)
        if n > 0:
            hand_coins(t, proposer, seat, n)
        elif n < 0:
            hand_coins(t, seat, proposer, -n)
        change_titles(t, CLAIMED.of(t), proposer)
        change_titles(t, CEDED.of(t), seat)
        TO_MOVE.put(t, hand_lands(t, proposer, seat))
        t.goto(RELOCATION)


def hand_coins(t: Rebellion, giver: i64, taker: i64, n: i64) -> None:
    t.coins[giver] -= n
    t.coins[taker] += n
    t.tell(COINS_PASS, giver, taker, n)


def change_titles(t: Rebellion, provinces: i64, seat: i64) -> None:
    """REB-11.7, REB-11.8  A robbery there ends without tokens, an expedition is lost; from now on the new owner acts
    there."""
    left = provinces
    while left:
        province = lowest(left)
        left &= left - 1
        t.give_title(province, seat)
        t.robbery[province] = 0
        t.recall_from(province)
        t.tell(TITLE_CHANGES, seat, province)


def hand_lands(t: Rebellion, one: i64, other: i64) -> i64:
    """REB-11.5  Every province held by one of the two and titled to the other, all at once; those that had units."""
    moving: i64 = 0
    left = t.held[one] & t.titled[other] | t.held[other] & t.titled[one]
    while left:
        province = lowest(left)
        left &= left - 1
        if t.units_in(province):
            moving |= bit(province)
            take_out(t, province)
        t.robbery[province] = 0
        t.recall_from(province)
        t.hand_to(province, t.owner[province])
        t.tell(HANDED_OVER, province, t.owner[province])
        free_captives(t, province)
    return moving


class TreatyDecline(Deed[Rebellion]):
    """REB-11.9  Nobody is forced to sign."""

    words = ["decline the treaty"]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.reveals += 1
        t.tell(DECLINES, seat, t.active)
        t.finish()


class Reply(Step[Rebellion]):
    """REB-11.5  The partner accepts or declines."""

    def resume(self, t: Rebellion) -> None:
        t.ask(PARTNER.of(t))

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_SIGN, t.active]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, PARTNER.of(t)]


# -- REB-11.6: units go home -----------------------------------------------------------------------------------------


def homeless(t: Rebellion, province: i64) -> i64:
    """Whose units were in a province that has been handed over."""
    return PARTNER.of(t) if t.holder[province] == t.active else t.active


def nearest(t: Rebellion, seat: i64, province: i64) -> i64:
    """REB-11.6  The nearest provinces of a seat, by steps over adjacencies, as a set."""
    best: i64 = PROVINCES
    found: i64 = 0
    left = t.held[seat]
    while left:
        target = lowest(left)
        left &= left - 1
        steps = distance(province, target)
        if steps < best:
            best = steps
            found = 0
        if steps == best:
            found |= bit(target)
    return found


class Relocate(Deed[Rebellion]):
    """REB-11.6  All units of a province go together, with the points they have left."""

    words = ["send the units of {source} to {target}", "source:region target:region"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        source = lowest(TO_MOVE.of(t))
        found.fan(self, nearest(t, seat, source), 1, source)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NOT_NEAREST]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        source, target = self.a(action), self.b(action)
        bring(t, source, target)
        t.tell(GO_HOME, seat, source, target)
        TO_MOVE.put(t, TO_MOVE.of(t) & ~bit(source))


def bring(t: Rebellion, source: i64, target: i64) -> None:
    """The units of the force that came from `source` stand in `target`, or with -1 nowhere."""
    rows = t.force
    kept: list[int] = []
    place: i64 = 0
    while place < len(rows):
        if rows[place] != source:
            kept += rows[place : place + ROW]
        elif target >= 0:
            t.put(target, rows[place + 1], rows[place + 2])
        place += ROW
    t.force = kept


class Relocation(Step[Rebellion]):
    """REB-11.16  Province by province in order of number; then war ends and the truce begins."""

    def resume(self, t: Rebellion) -> None:
        while TO_MOVE.of(t):
            source = lowest(TO_MOVE.of(t))
            seat = homeless(t, source)
            if t.held[seat] == 0:
                t.tell(DISBANDED, soldiers_from(t, bit(source)), seat, source)
                bring(t, source, -1)
                TO_MOVE.put(t, TO_MOVE.of(t) & ~bit(source))
                continue
            found = self.listed(t, seat)
            if found.total > 1:
                t.ask(seat, found)
                return
            self.act(t, seat, found.at(0))
        self.make_peace(t, t.active, PARTNER.of(t))
        t.succeed(AFTERMATH)

    def make_peace(self, t: Rebellion, one: i64, other: i64) -> None:
        """REB-11.5  REB-11.2  A truce holds for the rest of the round and so many rounds more."""
        end_war(t, one, other)
        if TRUCE_ROUNDS.of(t):
            last = t.round + TRUCE_ROUNDS.of(t)
            t.truce[one * t.seats + other] = last
            t.truce[other * t.seats + one] = last
        t.tell(PEACE, one, other)

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_WAY, lowest(TO_MOVE.of(t))]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, homeless(t, lowest(TO_MOVE.of(t)))]


TREATY_OPEN: Final = TreatyOpen()
TREATY: Final = Treaty(
    "rebellion.treaty",
    "Peace conference",
    "REB-11.4",
    [TreatyClaim(), TreatyCede(), TreatyPay(), TreatyDemand(), TreatySend(), TreatyCancel()],
)
REPLY: Final = Reply("rebellion.reply", "Answer to a treaty", "REB-11.5", [TreatyAccept(), TreatyDecline()])
RELOCATION: Final = Relocation("rebellion.relocation", "Units go home", "REB-11.6", [Relocate()])
