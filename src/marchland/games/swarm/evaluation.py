"""How well a seat stands in Swarm, for bots that look one decision ahead.

A victory point is worth ten. Nothing hidden is looked at but the seat's own cards: of the others only what lies in
the open and how many cards they hold. What a round is still to bring (harvest, the card in the auction hall, battles
on contested tiles) is weighed in beforehand, so that it does not matter when it comes.
"""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.auction import HOLDER, STANDING, Auction
from marchland.engine.sets import size
from marchland.games.swarm.auctions import COVERT_LOT, LEADER_LOT
from marchland.games.swarm.cards import (
    AMOUNT,
    BASIN,
    BASTION,
    CITY,
    EARTH,
    ELEMENT,
    END,
    EVENT_DIRECTION,
    EVENT_STEPS,
    FAVOUR,
    FRENZY,
    IS_TACTIC,
    MOST_STEPS,
    NEAR,
    OASIS,
    POSITIONS,
    RAIN,
    REWARD,
    SANCTUARY,
    SEER,
    SKILL,
    STRIDER,
    WARDEN,
    WATER,
    WIND,
    ZEALOT,
    empty,
    swarm_step,
)
from marchland.games.swarm.conditions import (
    BASINS_ASKED,
    BASTIONS_ASKED,
    CITIES_ASKED,
    CONDITIONS,
    COUNCIL,
    OASES_ASKED,
    SPYMASTER,
    TILES_ASKED,
    WATER_ASKED,
    Banner,
    FullCisterns,
    GreenHand,
    KeeperOfWells,
    LordOfGates,
    Vigil,
    tiles_of_type,
)
from marchland.games.swarm.ending import PER_CITY
from marchland.games.swarm.event import MOVE_SWARM, PRAYER, SPARES
from marchland.games.swarm.harvest import HARVEST, PER_BASIN, PER_TROOP, yielding_tiles
from marchland.games.swarm.plan import MOST_COMMITTED
from marchland.games.swarm.quests import FOR_A_POINT, QUEST_STEP
from marchland.games.swarm.score import BONUS, ON_BASTION
from marchland.games.swarm.sequence import ROUND
from marchland.games.swarm.settings import BASTIONS_TO_WIN, QUEST_POINTS
from marchland.games.swarm.table import Swarm

POINT: Final = 10.0
WON: Final = 1000.0
EVERY_RIVAL: Final = 0.3  # shared among them
STRONGEST_RIVAL: Final = 0.5
# Bastions still lacking to victory.
LACKING: Final = [90.0, 18.0, 7.0, 3.0, 0.0]
CITY_SOMEDAY: Final = 0.3  # of a point, with many rounds to come
TROOP: Final = 1.0
LEADER_FIRST: Final = 3.0
LEADER_SKILL: Final = 0.45
TACTICS_CARD: Final = 1.3
OPERATION: Final = 1.0
TRAITOR_CARD: Final = 1.2
IN_TEMPLE: Final = 0.9

# How many steps of a round come before these.
BEFORE_SWARM: Final = ROUND.sequence.index(MOVE_SWARM)
BEFORE_PRAYER: Final = ROUND.sequence.index(PRAYER)
BEFORE_HARVEST: Final = ROUND.sequence.index(HARVEST)
BEFORE_QUESTS: Final = ROUND.sequence.index(QUEST_STEP)


def swept(start: int, direction: int, steps: int, frenzy: bool) -> list[int]:
    """The tiles that the swarm enters."""
    entered: list[int] = []
    tile = start
    for turn in range(2 if frenzy else 1):
        for _ in range(steps):
            tile = int(swarm_step(tile, (direction + turn) % 4))
            if tile not in entered:
                entered.append(tile)
    return entered


# By tile, and by direction, steps and frenzy of a card, as `course` has them.
SWEPT: Final = [
    [
        swept(tile, direction, steps, frenzy)
        for direction in range(4)
        for steps in range(MOST_STEPS + 1)
        for frenzy in (False, True)
    ]
    for tile in range(POSITIONS)
]


def course(t: Swarm, card: i64) -> i64:
    """How a card sends the swarm, as one number."""
    return (EVENT_DIRECTION[card] * (MOST_STEPS + 1) + EVENT_STEPS.of(t, card)) * 2 + FRENZY[card]


class Outlook:
    """What the coming rounds hold, the same for everybody, or seen by the Seer; and how strong everybody is."""

    danger: vec[i64]  # for each tile: in how many of the possible cases the swarm comes next time
    cases: int
    left: float  # rounds to come after this one
    final: float  # 1 in the last round, little at the beginning
    swarm_announced: bool  # this round's swarm has yet to move, and everybody knows how
    prayer_to_come: bool  # or under way
    harvest_to_come: bool
    quests_to_come: bool  # or under way
    yielding: i64
    edge: list[float]  # what leaders and cards add to a stack, by seat
    bidder: i64  # who holds the standing bid, -1 for nobody
    bid: int

    def __init__(self, t: Swarm, seat: i64) -> None:
        round_frame = t.frame_of([ROUND])
        begun = round_frame[1] if round_frame else 0  # steps of the round
        self.swarm_announced = 0 < begun <= BEFORE_SWARM
        self.prayer_to_come = begun <= BEFORE_PRAYER + 1
        self.harvest_to_come = begun <= BEFORE_HARVEST
        self.quests_to_come = begun <= BEFORE_QUESTS + 1
        last = t.event >= 0 and END[t.event] == 1
        cards = len(t.event_pile)
        early = t.early_rain - int(t.round)
        if last:
            self.left = 0.0
        elif early > 0:
            self.left = early + 6.5
        else:
            self.left = (cards + 1) / 2.0
        self.final = 1.0 / (1.0 + self.left)
        self.yielding = yielding_tiles(t) if t.event >= 0 else 0
        self.danger = empty(POSITIONS)
        self.cases = 1
        if self.swarm_announced:
            self.expect(swept(int(t.swarm), int(t.direction), int(t.steps), FRENZY[t.event] == 1))
        elif not last and cards:
            row = SWEPT[t.swarm]
            if t.specialty[seat] == SEER:
                self.expect(row[course(t, t.event_pile[-1])])
            else:
                self.cases = 0
                for card in t.event_pile:
                    if early <= 0 or RAIN[card]:
                        self.cases += 1
                        self.expect(row[course(t, card)])
                if self.cases == 0:
                    self.cases = 1
        self.edge = [edge(t, player) for player in range(t.seats)]
        self.bidder = -1
        self.bid = 0
        if t.for_sale().apart >= 0 and isinstance(t.step(), Auction):
            self.bidder = HOLDER.of(t) - 1
            self.bid = STANDING.of(t)

    def expect(self, tiles: list[int]) -> None:
        for p in tiles:
            self.danger[p] += 1


def edge(t: Swarm, seat: i64) -> float:
    """A leader, and perhaps a card."""
    leaders = len(t.leaders[seat])
    value = 0.4 if t.coverts[seat] else 0.0
    if leaders:
        value += 2.2 + 0.3 * (leaders if leaders < 5 else 5)
    return value


def evaluate(t: Swarm, seat: i64) -> float:
    if t.over:
        if t.places[seat] == 1:
            return WON / t.places.count(1)
        return -100.0 * t.places[seat]
    outlook = Outlook(t, seat)
    value = standing(t, seat, outlook) + own_cards(t, seat, outlook)
    strongest = -1000.0
    total = 0.0
    for rival in range(t.seats):
        if rival != seat:
            theirs = standing(t, rival, outlook) + cards_in_hand(t, rival)
            total += theirs
            if theirs > strongest:
                strongest = theirs
    rivals: int = t.seats - 1
    return value - STRONGEST_RIVAL * strongest - EVERY_RIVAL * total / rivals


# -- what lies in the open -------------------------------------------------------------------------------------------


def standing(t: Swarm, seat: i64, outlook: Outlook) -> float:
    points: int = t.points[seat]
    value = POINT * points + water_worth(t, seat, outlook)
    per_city: int = PER_CITY.of(t)
    worth_a_city = POINT * per_city * (CITY_SOMEDAY + (1.0 - CITY_SOMEDAY) * outlook.final)
    bastions = 0.0
    income = 0.0
    some_income = 0.0
    strider = t.specialty[seat] == STRIDER
    earth = t.favour(seat, EARTH)
    spares: int = SPARES.of(t, STRIDER)
    survivors: int = FAVOUR.of(t, EARTH)
    per_troop: int = PER_TROOP.of(t)
    per_basin: int = PER_BASIN.of(t)
    for p in range(POSITIONS):
        if not t.present[p] >> seat & 1:
            continue
        troops: int = t.on(seat, p)
        kind = t.type_at[p]
        alone = t.present[p] == 1 << seat
        hold = 1.0
        if kind != SANCTUARY:
            hold = holding(t, seat, p, troops, alone, outlook)
        safe = 1.0
        if kind != BASTION:
            times: int = outlook.danger[p]
            lost = times / outlook.cases
            if strider:
                lost *= 1.05 - 1.0 / spares
            elif earth:
                lost *= 1.0 - 0.7 * (survivors if survivors < troops else troops) / troops
            safe = 1.0 - lost
        stay = hold * safe
        value += TROOP * (0.35 + 0.65 * stay) * troops if kind != SANCTUARY else TROOP * 0.95 * safe * troops
        if kind == BASTION:
            bastions += hold if alone else 0.6 * hold
        elif kind == CITY:
            value += worth_a_city * (stay if alone else 0.7 * stay)
        elif kind == BASIN:
            some_income += per_basin * stay
            if alone:
                income += per_basin
        elif kind == OASIS:
            some_income += per_troop * troops * stay
        if outlook.yielding >> p & 1:
            income += per_troop * troops * hold
    value += bastion_worth(t, bastions)
    price = 0.5 if outlook.left > 1.0 else 0.15 + 0.35 * outlook.left
    harvests = not t.praying >> seat & 1 or t.specialty[seat] == ZEALOT
    if outlook.harvest_to_come and harvests:
        value += price * income
    value += price * some_income * (outlook.left if outlook.left < 3.0 else 3.0) * 0.6
    if outlook.prayer_to_come and not t.praying >> seat & 1:
        # Whoever does not pray can still drop, move and bid.
        water: int = t.water[seat]
        value += 0.6 + 0.12 * (water if water < 8 else 8)
    return value + temple_worth(t, seat, outlook)


def bastion_worth(t: Swarm, held: float) -> float:
    """The third bastion wins: what is held for sure counts in full, the rest in between."""
    wanted: int = BASTIONS_TO_WIN.of(t)
    lacking = wanted - held
    if lacking <= 0.0:
        return LACKING[0]
    if lacking >= 4.0:
        return 0.0
    below = int(lacking)
    part = lacking - below
    return LACKING[below] * (1.0 - part) + LACKING[below + 1] * part


def holding(t: Swarm, seat: i64, p: i64, troops: int, alone: bool, outlook: Outlook) -> float:
    """The chance to keep a tile: against whoever stands on it, or might come from next door."""
    against = 0.0
    if not alone:
        against = strongest_on(t, seat, p, outlook)
    else:
        if p != t.swarm:
            for q in NEAR[p]:
                if t.present[q] & ~(1 << seat) and q != t.swarm:
                    theirs = strongest_on(t, seat, q, outlook)
                    if theirs > against:
                        against = theirs
        if against == 0.0:
            return 0.95
    most: int = MOST_COMMITTED.of(t)
    mine = 0.75 * (troops if troops < most else most) + outlook.edge[seat]
    if t.type_at[p] == BASTION:
        bonus: int = BONUS.of(t)
        mine += bonus if alone or first_there(t, seat, p) else -bonus
        if t.specialty[seat] == WARDEN:
            own: int = ON_BASTION.of(t, WARDEN)
            mine += own - bonus
    wins = 1.0 / (1.0 + exp((against - mine) * 0.7))
    if not alone:
        return wins
    # Nobody has come yet.
    return 0.5 + 0.45 * wins if outlook.harvest_to_come else 0.55 + 0.4 * wins


def strongest_on(t: Swarm, seat: i64, p: i64, outlook: Outlook) -> float:
    """What the strongest rival on a tile may score: part of the troops, a leader, a card."""
    strongest = 0.0
    most: int = MOST_COMMITTED.of(t)
    for rival in range(t.seats):
        if rival != seat and t.present[p] >> rival & 1:
            troops: int = t.on(rival, p)
            value = 0.75 * (troops if troops < most else most) + outlook.edge[rival]
            if value > strongest:
                strongest = value
    return strongest


def first_there(t: Swarm, seat: i64, p: i64) -> bool:
    mine = t.since(seat, p)
    for rival in range(t.seats):
        there = t.since(rival, p)
        if rival != seat and there > 0 and there < mine:
            return False
    return True


def water_worth(t: Swarm, seat: i64, outlook: Outlook) -> float:
    """The first water is the dearest; in the end it only breaks ties."""
    water: int = t.water[seat]
    sold = 0.0
    if outlook.bidder == seat:
        water -= outlook.bid
        sold = lot_worth(t, seat, outlook)
    value = 0.0
    if water > 14:
        value = 0.12 * (water - 14)
        water = 14
    if water > 8:
        value += 0.3 * (water - 8)
        water = 8
    if water > 4:
        value += 0.5 * (water - 4)
        water = 4
    value += 0.7 * water
    if outlook.left < 1.0 and not outlook.harvest_to_come:
        value *= 0.1 + 0.9 * outlook.left
    return value + sold


def temple_worth(t: Swarm, seat: i64, outlook: Outlook) -> float:
    value = 0.0
    rounds = outlook.left if outlook.left < 5.0 else 5.0
    for temple in range(4):
        inside: int = t.inside(seat, temple)
        if inside:
            value += IN_TEMPLE * inside
            value += 0.25 * rounds if temple in (WATER, WIND) else 0.2 * rounds
    return value


# -- cards -----------------------------------------------------------------------------------------------------------


def cards_in_hand(t: Swarm, seat: i64) -> float:
    """Others' cards, by their number."""
    leaders = len(t.leaders[seat])
    value = (LEADER_FIRST + 1.2 if leaders else 0.0) + 1.2 * (leaders if leaders < 4 else 4)
    value += 1.15 * len(t.coverts[seat]) + 2.0 * len(t.quests[seat])
    return value + TRAITOR_CARD * len(t.traitors[seat])


def own_cards(t: Swarm, seat: i64, outlook: Outlook) -> float:
    value = leaders_worth(t, seat)
    for kind in t.coverts[seat]:
        value += TACTICS_CARD if IS_TACTIC[kind] else OPERATION
    for quest in t.quests[seat]:
        value += quest_hope(t, seat, quest, outlook)
    for leader in t.traitors[seat]:
        value += TRAITOR_CARD
        holder = t.leaders.holders(seat, leader)
        if holder and holder != 1 << seat:
            value += 1.5
    return value


def leaders_worth(t: Swarm, seat: i64) -> float:
    """The best one counts in full, the others for less and less. Wind cannot be countered."""
    value = 0.0
    skills: list[float] = []
    for leader in t.leaders[seat]:
        skill: int = SKILL.of(t, leader)
        skills.append(skill + 0.8 if ELEMENT[leader] == WIND else float(skill))
    skills.sort(reverse=True)
    weight = 1.0
    for rank in skills:
        value += weight * (1.0 + LEADER_SKILL * rank)
        weight *= 0.6
    return value + (LEADER_FIRST if skills else 0.0)


def lot_worth(t: Swarm, seat: i64, outlook: Outlook) -> float:
    """The card in the auction hall; who has seen it knows better."""
    lot = t.for_sale()
    seen = lot.apart_seen >> seat & 1
    if t.lot == LEADER_LOT:
        held = len(t.leaders[seat])
        skill = float(int(SKILL.of(t, lot.apart))) if seen else 2.7
        first = LEADER_FIRST if held == 0 else 0.0
        return first + (1.0 + LEADER_SKILL * skill) * (1.0 if held == 0 else 0.75 if held == 1 else 0.4)
    if t.lot == COVERT_LOT:
        return (TACTICS_CARD if IS_TACTIC[lot.apart] else OPERATION) if seen else 1.2
    if seen:
        return quest_hope(t, seat, lot.apart, outlook)
    return 2.6 / (1.0 + 0.4 * len(t.quests[seat]))


def quest_reward(t: Swarm, quest: int) -> float:
    reward, amount = REWARD[quest], int(AMOUNT.of(t, quest))
    if reward == "vp":
        return POINT * amount if QUEST_POINTS.on(t) else 0.5 * int(FOR_A_POINT.of(t)) * amount
    if reward == "water":
        return 0.45 * amount
    return (2.5 if reward == "leader" else 1.2) * amount


def quest_hope(t: Swarm, seat: i64, quest: int, outlook: Outlook) -> float:
    """What an unfinished quest is worth: nearly its reward once it is fulfilled, less the farther it is."""
    value = quest_reward(t, quest)
    if isinstance(CONDITIONS[quest], FullCisterns):
        value -= 0.4 * int(WATER_ASKED.of(t, quest))
    elif quest == SPYMASTER:
        value -= 2.0
    done = progress(t, seat, quest)
    time = 1.0 if outlook.left >= 2.0 else 0.3 + 0.35 * outlook.left
    if outlook.left < 0.5 and not outlook.quests_to_come:
        time = 0.0
    if done >= 1.0:
        return 0.85 * value if outlook.quests_to_come else 0.7 * value * time
    return value * time * (0.1 + 0.45 * done * done)


def progress(t: Swarm, seat: i64, quest: int) -> float:
    """How far a quest has come, from 0 to 1."""
    asked = CONDITIONS[quest]
    if isinstance(asked, Vigil):
        fitting = any(ELEMENT[leader] == asked.element for leader in t.leaders[seat])
        return (0.5 if fitting else 0.0) + (0.5 if asked.met(t, seat) else 0.0)
    if quest == COUNCIL:
        elements = len({ELEMENT[leader] for leader in t.leaders[seat]})
        return min(1.0, elements / 3.0)
    if quest == SPYMASTER:
        return min(1.0, len(t.coverts[seat]) / 2.0)
    if isinstance(asked, FullCisterns):
        water: int = t.water[seat]
        return min(1.0, water / max(1, int(WATER_ASKED.of(t, quest))))
    if asked.met(t, seat):
        return 1.0
    if isinstance(asked, Banner):
        return int(size(t.tiles_of(seat) & asked.tiles)) / int(TILES_ASKED.of(t, quest))
    if isinstance(asked, GreenHand):
        return types_held(t, seat, OASIS) / int(OASES_ASKED.of(t, quest))
    if isinstance(asked, KeeperOfWells):
        return types_held(t, seat, BASIN) / int(BASINS_ASKED.of(t, quest))
    if isinstance(asked, LordOfGates):
        # One of them is lacking, so that there is something to be divided by.
        cities, bastions = int(CITIES_ASKED.of(t, quest)), int(BASTIONS_ASKED.of(t, quest))
        held = min(cities, types_held(t, seat, CITY)) + min(bastions, types_held(t, seat, BASTION))
        return held / (cities + bastions)
    return 0.2


def types_held(t: Swarm, seat: i64, kind: int) -> int:
    return size(t.tiles_of(seat) & tiles_of_type(t, kind))
