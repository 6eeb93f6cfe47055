"""How well a seat stands in Alliances, for bots that look one decision ahead.

A point is worth ten, and a team's standing is that of all its seats: stars that will count, income, an army that can be
paid, and what lies ahead. Battles that are planned or being fought count with what they will probably bring, and so do
tokens that are laid and not used yet. Nothing hidden is looked at.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from marchland.engine.sets import bit, lowest, size
from marchland.games.alliances.command import PLAN, RECALLED, left_to_send, planned
from marchland.games.alliances.forecast import Dice, Forecast, dice_of
from marchland.games.alliances.invest import digging_in, investing_in
from marchland.games.alliances.movement import Reach
from marchland.games.alliances.payment import production
from marchland.games.alliances.powers import NEUTRAL, team_of
from marchland.games.alliances.regions import AROUND, LAND, LIMIT, REGIONS
from marchland.games.alliances.scoring import SCORE
from marchland.games.alliances.sequence import ROUND
from marchland.games.alliances.settings import POINTS_TO_WIN
from marchland.games.alliances.table import MOVE, TRAIN, Alliances

POINT: Final = 10.0
LEAD: Final = 25.0  # a point more, as the end comes near
STAR: Final = 5.0  # a strategic region that will count in rounds to come
STAR_NOW: Final = 5.0  # one that will count in this round
LAND_WORTH: Final = 0.8
COIN: Final = 1.0  # in a supply,
SAVED: Final = 0.3  # beyond what can be put to use soon,
PLENTY: Final = 6
INCOME: Final = 2.2  # and a coin that comes every round
UNIT: Final = 1.1  # by the cost of units that can be paid,
UNPAID: Final = 0.1  # and of those that cannot
GUN: Final = 0.5  # an artillery, beside its cost
THREAT: Final = 0.3  # of what a likely attack would take
NEAR: Final = 0.35  # a unit that stands beside a star of somebody else
TRENCH: Final = 0.25
TOKEN: Final = 0.75  # of what a token could bring
RECALL: Final = 100.0  # what taking units back must bring: a plan is made once
HELD: Final = 0.5  # of the same for tokens of the other team


def rings(region: int) -> vec[i64]:
    """The regions that are one border away, those two away, and those three away."""
    found = vec[i64]()
    known = ring = bit(region)
    for _ in range(3):
        beyond: i64 = 0
        while ring:
            beyond |= AROUND[lowest(ring)]
            ring &= ring - 1
        ring = beyond & ~known
        known |= ring
        found = append(found, ring)
    return found


RINGS: Final = [rings(region) for region in range(REGIONS)]


def evaluate(t: Alliances, seat: i64) -> float:
    team = t.team_at(seat)
    mine, theirs = t.points[team], t.points[1 - team]
    if t.over:
        return 1000.0 * float(mine > theirs) - 1000.0 * float(theirs > mine)
    view = Outlook(t, team)
    worth = POINT * float(mine - theirs) + urgency(t, mine) - urgency(t, theirs)
    for power in t.powers:
        side = 1.0 if team_of(power) == team else -1.0
        worth += side * (standing(t, view, power) + tokens_worth(t, view, power))
    return worth + stars(t, view) + fights(t, view)


def urgency(t: Alliances, points: i64) -> float:
    """The last points are dear: half the way is worth little, nearly all of it much."""
    part = float(points) / float(POINTS_TO_WIN.of(t))
    return LEAD * part * part


class Outlook:
    """What all parts of the evaluation ask about, found once."""

    team: i64
    scoring: bool  # this round is still to be scored
    star: float  # what owning a star is worth
    strategic: i64
    training: i64
    dice: Dice

    def __init__(self, t: Alliances, team: i64) -> None:
        frame = t.frame_of([ROUND])
        self.team = team
        self.scoring = not frame or frame[1] <= ROUND.sequence.index(SCORE)
        self.star = STAR + STAR_NOW if self.scoring else STAR
        self.strategic = t.strategic
        self.training = t.lying(TRAIN)
        self.dice = dice_of(t)

    def prize(self, t: Alliances, region: i64) -> float:
        """What a land region is worth to whoever gets it."""
        worth = LAND_WORTH + INCOME * float(t.coins[region])
        return worth + self.star if self.strategic & bit(region) else worth


# -- a power by itself -----------------------------------------------------------------------------------------------


def standing(t: Alliances, view: Outlook, power: i64) -> float:
    """Income, supply, and an army as far as it can be paid."""
    income = production(t, power)
    supply = t.supply[power]
    cost = t.unit_cost(power)
    worth = INCOME * float(income) + LAND_WORTH * float(size(t.lands(power)))
    worth += COIN * float(supply) if supply <= PLENTY else COIN * PLENTY + SAVED * float(supply - PLENTY)
    most = income + supply // 3
    worth += UNIT * float(cost) if cost <= most else UNIT * float(most) + UNPAID * float(cost - most)
    worth += GUN * float(t.pieces(power, 1))
    return worth + approach(t, view, power)


def approach(t: Alliances, view: Outlook, power: i64) -> float:
    """Units are worth more the nearer they stand to stars that are not their team's."""
    wanted = view.strategic & ~t.team_lands(team_of(power))
    found = 0.0
    left = t.held[power]
    while left:
        region = lowest(left)
        left &= left - 1
        count = t.units(power, region)
        near = RINGS[region]
        for far in range(3):
            if near[far] & wanted:
                found += NEAR * float(count if count < 5 else 5) / float(far + 1)
                break
    return found


# -- stars -----------------------------------------------------------------------------------------------------------


def stars(t: Alliances, view: Outlook) -> float:
    """Those that either team owns, less what lies within reach of the other; in training they do not count now."""
    found = 0.0
    left = view.strategic & ~t.held[NEUTRAL] & ~t.unoccupied()
    while left:
        region = lowest(left)
        left &= left - 1
        owner = t.owner[region]
        side = 1.0 if team_of(owner) == view.team else -1.0
        worth = STAR
        if view.scoring and not view.training & bit(region):
            worth += STAR_NOW
        worth -= THREAT * worth * threat(t, view, owner, region)
        found += side * worth
    return found


def threat(t: Alliances, view: Outlook, owner: i64, region: i64) -> float:
    """The chance of the best attack on a region from one step away."""
    best = 0.0
    defenders = int(t.units(owner, region))
    others = 1 - team_of(owner)
    for place in range(3):
        power = others + 2 * place
        left = t.held[power] & AROUND[region]
        while left:
            origin = lowest(left)
            left &= left - 1
            trench = t.trenches[region] & bit(origin) != 0
            force = view.dice.battle(
                int(t.infantry_in(power, origin)), int(t.artillery_in(power, origin)), defenders, trench
            )
            if force.win > best:
                best = force.win
    return best


# -- battles ---------------------------------------------------------------------------------------------------------


def fights(t: Alliances, view: Outlook) -> float:
    """What planned attacks and open battles will probably bring."""
    if t.mover < 0 or t.origin < 0:
        return 0.0
    side = 1.0 if team_of(t.mover) == view.team else -1.0
    found = -RECALL * float(RECALLED.of(t)) if t.step() is PLAN else 0.0
    left = planned(t)
    reach = Reach(t, t.mover, t.origin)
    if left and left_to_send(t, 0) + left_to_send(t, 1) == 0:
        found -= leaving(t, view, t.origin)
    while left:
        region = lowest(left)
        left &= left - 1
        infantry, artillery = t.plan[region], t.plan[REGIONS + region]
        if LAND & bit(region) and t.owner[region] != t.mover:
            found += gain(t, view, t.mover, reach, region, infantry, artillery)
        else:
            found += 0.02 * float(infantry + artillery)
    left = LAND
    while left:
        region = lowest(left)
        left &= left - 1
        infantry, artillery = t.attackers[region], t.attackers[REGIONS + region]
        if infantry + artillery > 0:
            found += UNIT * float(infantry + 2 * artillery)  # they stand nowhere else
            if t.owner[region] >= 0:
                trench = t.entrenched & bit(region) != 0
                found += battle_gain(t, view, t.mover, region, infantry, artillery, trench)
    return side * found


def leaving(t: Alliances, view: Outlook, origin: i64) -> float:
    """What is given up where nobody stays behind; it may be found empty again."""
    if not LAND & bit(origin):
        return 0.0
    return 0.6 * view.prize(t, origin) if view.strategic & bit(origin) else 0.4 * view.prize(t, origin)


def gain(t: Alliances, view: Outlook, power: i64, reach: Reach, region: i64, infantry: i64, artillery: i64) -> float:
    """What sending units into a land region that is not one's own will probably bring."""
    if t.owner[region] < 0:
        return view.prize(t, region) + 0.5 * COIN * float(t.coins[region])
    return battle_gain(t, view, power, region, infantry, artillery, reach.meets_trench(t, region))


def battle_gain(
    t: Alliances, view: Outlook, power: i64, region: i64, infantry: i64, artillery: i64, trench: bool
) -> float:
    owner = t.owner[region]
    odds: Forecast = view.dice.battle(int(infantry), int(artillery), int(t.units(owner, region)), trench)
    prize = view.prize(t, region)
    found = odds.win * prize - UNIT * odds.lost
    if owner != NEUTRAL:
        # What the other team loses counts as much.
        found += (odds.win + odds.emptied) * prize + UNIT * odds.killed
    return found


# -- tokens ----------------------------------------------------------------------------------------------------------


def tokens_worth(t: Alliances, view: Outlook, power: i64) -> float:
    """What tokens that are not used yet could bring; to the other team they will come at a worse time."""
    share = TOKEN if team_of(power) == view.team else HELD
    found = 0.0
    supply = t.supply[power]
    left = investing_in(t, power)
    while left:
        region = lowest(left)
        left &= left - 1
        room = LIMIT[region] - t.coins[region]
        if room > supply:
            room = supply
        supply -= room
        found += (INCOME - COIN) * float(room)
    if digging_in(t, power):
        found += 2.0 * TRENCH
    left = t.holds(power, MOVE)
    while left:
        found += move_worth(t, view, power, lowest(left))
        left &= left - 1
    return share * (found + train_worth(t, view, power))


def move_worth(t: Alliances, view: Outlook, power: i64, origin: i64) -> float:
    """The best that a stack could do with a Move token, all together or with one left behind."""
    infantry, artillery = t.infantry_in(power, origin), t.artillery_in(power, origin)
    best = 0.05
    reach = Reach(t, power, origin)
    given_up = leaving(t, view, origin)
    left = reach.destinations & LAND & ~t.held[power]
    while left:
        region = lowest(left)
        left &= left - 1
        worth = gain(t, view, power, reach, region, infantry, artillery) - given_up
        if infantry > 1 or (infantry == 1 and artillery > 0):
            spared = gain(t, view, power, reach, region, infantry - 1, artillery)
            if spared > worth:
                worth = spared
        if worth > best:
            best = worth
    return best


def train_worth(t: Alliances, view: Outlook, power: i64) -> float:
    """Units that could be trained and paid for rounds to come."""
    held = t.holds(power, TRAIN) & LAND
    if not held:
        return 0.0
    spare = t.supply[power] - t.unit_cost(power)
    if view.scoring:
        spare += production(t, power)
    room: i64 = 0
    while held:
        room += 2 if view.strategic & bit(lowest(held)) else 1
        held &= held - 1
    added = room if room < spare else spare
    return 0.6 * float(added) if added > 0 else -0.2
