"""The table of Alliances as the client shows it to one viewer: an allow-list, like sight.py, in notions of no game."""

from __future__ import annotations

from mypy_extensions import i64

from marchland.engine.picture import (
    LAST_ROUND,
    NOBODY,
    Contest,
    Destination,
    Dispatch,
    Fact,
    Mark,
    Path,
    Picture,
    Piece,
    Price,
    Region,
    Seat,
    Side,
)
from marchland.engine.sayings import counted as numbered
from marchland.engine.sets import bit, lowest, size
from marchland.engine.step import Step
from marchland.engine.table import ALL_SEEING
from marchland.engine.words import ARGUMENT_BITS
from marchland.games.alliances.battle import (
    ATTACKER_LOSS,
    ATTACKER_RETREAT,
    BATTLE,
    CHOOSE_REFUGE,
    DEFENCE_KILL_FROM,
    DEFENDER_LOSS,
    DEFENDER_RETREAT,
    KILL_FROM,
    RETREAT_FROM,
    STRIKE_LOSS,
    TRENCH_DICE,
)
from marchland.games.alliances.battlefield import FORCED, KILLS, THEIR_FORCED, THEIR_KILLS, WHERE
from marchland.games.alliances.command import PLAN, left_to_send, planned
from marchland.games.alliances.draft import GIVE_UP, GivingUp
from marchland.games.alliances.forecast import FACES, forecast
from marchland.games.alliances.invest import DIG_TRENCH, INVEST_AND_DIG, TRENCHES, Investing
from marchland.games.alliances.movement import Reach
from marchland.games.alliances.parts import Part, powers_ready
from marchland.games.alliances.payment import ABANDON, PAY, Keeping, production
from marchland.games.alliances.powers import ADJECTIVES, CENTRAL, CODES, ENTENTE, NAMES, NEUTRAL, POWERS, TEAMS
from marchland.games.alliances.regions import NAMES as REGION_NAMES
from marchland.games.alliances.regions import REGIONS, SEA
from marchland.games.alliances.scoring import counted
from marchland.games.alliances.settings import POINTS_TO_WIN, ROUND_LIMIT
from marchland.games.alliances.table import KINDS, TOKENS, UNITS, Alliances
from marchland.games.alliances.tokens import LAY_TOKENS, PLACE, TOKENS_OF, Laying
from marchland.games.alliances.training import PATTERNS, TRAIN_UNITS, Training


def picture(t: Alliances, viewer: i64) -> Picture:
    regions = t.regions_shown(REGIONS)
    mark_secrets(t, viewer, regions)
    return Picture(
        regions=regions,
        seats=[seat_shown(t, seat) for seat in range(t.seats)],
        facts=[
            Fact(ROUND_LIMIT.of(t), LAST_ROUND),
            Fact(t.points[ENTENTE], "point of the Entente", "points of the Entente"),
            Fact(t.points[CENTRAL], "point of the Central Powers", "points of the Central Powers"),
            Fact(POINTS_TO_WIN.of(t), "point to win", "points to win"),
            Fact(counted(t, ENTENTE), "star of the Entente", "stars of the Entente"),
            Fact(counted(t, CENTRAL), "star of the Central Powers", "stars of the Central Powers"),
        ],
        paths=marches(t),
        contest=contest(t),
        dispatch=dispatch(t),
        tray=tray(t, viewer),
        prices=consequences(t, viewer),
    )


# -- the board -------------------------------------------------------------------------------------------------------


def sketch(t: Alliances) -> list[int]:
    """What region_of shows, as numbers."""
    found: list[int] = []
    for region in range(REGIONS):
        # Words that fit into a register each. Neutral infantry is without limit.
        infantry: i64 = 0
        artillery: i64 = 0
        for power in range(POWERS + 1):
            infantry = infantry << 8 | (t.infantry[power * REGIONS + region] & 255)
            artillery = artillery << 8 | t.artillery[power * REGIONS + region]
        marks: i64 = (t.infantry[NEUTRAL * REGIONS + region] >> 8) << 4 | (t.owner[region] + 1)
        marks = marks << 3 | t.coins[region]
        for kind in range(2):
            marks = marks << 5 | t.attackers[kind * REGIONS + region]
        for lying in range(POWERS * KINDS):
            marks = marks << 1 | (t.tokens[lying] >> region & 1)
        found.append(((int(t.trenches[region]) << 64 | int(infantry)) << 64 | int(artillery)) << 64 | int(marks))
    return found


def region_of(t: Alliances, region: int) -> Region:
    pieces: list[Piece] = []
    for power in range(POWERS + 1):
        pieces += stacks(t, power, t.infantry_in(power, region), t.artillery_in(power, region))
    if t.attackers[region] + t.attackers[REGIONS + region] > 0:
        fighting = stacks(t, int(t.mover), t.attackers[region], t.attackers[REGIONS + region])
        for piece in fighting:
            piece.attacking = True
        pieces += fighting
    marks: list[Mark] = []
    if t.strategic & bit(region):
        marks.append(Mark("strategic"))
    if t.coins[region] > 0:
        marks.append(Mark("coin", count=t.coins[region]))
    for power in range(POWERS):
        for kind in range(KINDS):
            if t.tokens[power * KINDS + kind] & bit(region):
                marks.append(Mark(TOKENS[kind], t.played_by[power]))
    for facing in range(REGIONS):
        if t.trenches[region] & bit(facing):
            marks.append(Mark("trench", towards=facing))
    owner = t.owner[region]
    return Region(
        owner=t.played_by[owner] if 0 <= owner < NEUTRAL else NOBODY,
        count=sum([piece.count for piece in pieces if not piece.attacking]),
        marks=marks,
        pieces=pieces,
    )


def stacks(t: Alliances, power: int, infantry: i64, artillery: i64) -> list[Piece]:
    """Units of a power, by kind: British infantry, neutral infantry."""
    seat = t.played_by[power] if power < NEUTRAL else NOBODY
    flag = CODES[power] if seat >= 0 and t.played_by.count(seat) > 1 else ""
    made: list[Piece] = []
    for kind, count in enumerate([infantry, artillery]):
        if count > 0:
            made.append(Piece(seat, count, f"{ADJECTIVES[power]} {UNITS[kind]}", flag=flag))
    return made


def mark_secrets(t: Alliances, viewer: i64, regions: list[Region]) -> None:
    """ALL-24.2, ALL-24.3  What the powers have marked that the viewer sees: tokens that lie face down, coins, trenches,
    units to be trained, regions to be given up."""
    step = t.step() if t.asked and t.depth() else None
    if not isinstance(step, Part):
        return
    for power in step.hands(t):
        if viewer != ALL_SEEING and not step.sees(t, viewer, power):
            continue
        made, seat = t.sealed[power], t.played_by[power]
        for region, mark in marked(t, step, power, seat, made):
            shown = regions[region]
            regions[region] = Region(shown.owner, shown.count, [*shown.marks, mark], shown.pieces)


def marked(t: Alliances, step: Part, power: int, seat: int, made: list[int]) -> list[tuple[int, Mark]]:
    found: list[tuple[int, Mark]] = []
    if step is LAY_TOKENS:
        laying = Laying(made)
        for kind in range(KINDS):
            found += [(region, Mark(TOKENS[kind], seat, secret=True)) for region in listed(laying.laid[kind])]
    elif step is INVEST_AND_DIG:
        marks = Investing(t, made)
        found += [
            (region, Mark("coins to lie here", seat, marks.coins[region], secret=True))
            for region in listed(marks.marked)
        ]
        for action in made:
            region, facing = int(DIG_TRENCH.a(action)), int(DIG_TRENCH.b(action))
            if DIG_TRENCH.fits(action) and marks.dug[region] & bit(facing):
                found.append((region, Mark("trench", seat, towards=facing, secret=True)))
    elif step is TRAIN_UNITS:
        training = Training(t, power, made)
        for region in listed(training.marked):
            found.append((region, Mark(f"to be trained: {PATTERNS[training.pattern[region]]}", seat, secret=True)))
    elif step is PAY:
        found += [(region, Mark("given up", seat, secret=True)) for region in listed(Keeping(made).regions)]
    elif step is GIVE_UP:
        found += [(region, Mark("given up", seat, secret=True)) for region in listed(GivingUp(made).cards)]
    return found


def listed(regions: i64) -> list[int]:
    return [region for region in range(REGIONS) if regions & bit(region)]


def marking(t: Alliances, viewer: i64, part: Part) -> i64:
    """The power for which a viewer marks something in this part of the round; negative: none."""
    if viewer < 0 or not t.asked >> viewer & 1 or t.step() is not part:
        return NOBODY
    return part.open_hand(t, viewer)


def tray(t: Alliances, viewer: i64) -> dict[str, list[int]]:
    """ALL-2.2  The tokens that the power which a viewer answers for has left to lay."""
    power = marking(t, viewer, LAY_TOKENS)
    if power < 0:
        return {}
    laying = Laying(t.sealed[power])
    return {"token": [int(TOKENS_OF[kind].of(t) - laying.used[kind]) for kind in range(KINDS)]}


def consequences(t: Alliances, viewer: i64) -> list[Price]:
    """What tokens are laid for, and what is saved by giving up a region."""
    if marking(t, viewer, LAY_TOKENS) >= 0:
        return what_tokens_do(t)
    power = marking(t, viewer, PAY)
    if power < 0:
        return []
    return [
        free(ABANDON.of(region), ABANDON.of(region), f"saves {numbered(int(t.cost_in(power, region)), 'coin')}")
        for region in range(REGIONS)
        if t.held[power] & bit(region)
    ]


def what_tokens_do(t: Alliances) -> list[Price]:
    """ALL-10.2, ALL-10.4, ALL-11.4, ALL-21.2  By kind."""
    trenches = int(TRENCHES.of(t))
    texts = [
        "coins into the region or out of it; they are income every round",
        f"up to {numbered(trenches, 'trench')} at its borders, which make it hard to attack",
        "its units go out; where enemies stand they fight",
        "new or better units there; its star does not count now",
    ]
    return [free(PLACE.of(kind, 0), PLACE.of(kind, REGIONS - 1), texts[kind]) for kind in range(KINDS)]


def free(first: i64, last: i64, text: str) -> Price:
    return Price(int(first >> ARGUMENT_BITS), "coins", 0, [], int(first), int(last), text)


# -- seats -----------------------------------------------------------------------------------------------------------


def seat_shown(t: Alliances, seat: int) -> Seat:
    own = t.powers_of(seat)
    facts: list[Fact] = []
    notes = [TEAMS[t.team_at(seat)]] if own else []
    ready = powers_ready(t)
    for power in own:
        of = f" {CODES[power]}" if len(own) > 1 else ""
        facts += [
            Fact(t.supply[power], f"coin{of}", f"coins{of}"),
            Fact(production(t, power), f"income{of}"),
            Fact(t.unit_cost(power), f"unit cost{of}"),
            Fact(size(t.lands(power) & t.strategic), f"star{of}", f"stars{of}"),
        ]
        notes.append(f"{NAMES[power]}: ready" if len(own) > 1 and power in ready else NAMES[power])
    if t.order and t.played_by[t.order[0]] == seat and t.round > 0:
        notes.append("start player")
    aim = f"{t.points[t.team_at(seat)]} of {POINTS_TO_WIN.of(t)} points" if own else ""
    return Seat(facts, notes=notes, aim=aim)


# -- what is going on ------------------------------------------------------------------------------------------------


def marches(t: Alliances) -> list[Path]:
    """ALL-11.6  The plan, before anything moves: it is shown to everybody."""
    found: list[Path] = []
    left = planned(t)
    while left:
        region = lowest(left)
        left &= left - 1
        found.append(Path(f"{REGION_NAMES[t.origin]} to {REGION_NAMES[region]}", True, False, [int(t.origin), region]))
    return found


def dispatch(t: Alliances) -> Dispatch | None:
    """ALL-11.6  The plan that is being made: how many units go where, and what they will find there."""
    if not t.asked or t.depth() == 0 or t.step() is not PLAN:
        return None
    hostile = t.hostile(t.mover)
    reach = Reach(t, t.mover, t.origin)
    goals = listed(reach.destinations)
    goals.sort(key=lambda region: (not hostile & bit(region), SEA & bit(region) != 0, region))
    left = [int(left_to_send(t, kind)) for kind in range(2)]
    return Dispatch(int(t.origin), "unit", UNITS, left, [destination(t, reach, region) for region in goals])


def destination(t: Alliances, reach: Reach, region: int) -> Destination:
    sent = [int(t.plan[region]), int(t.plan[REGIONS + region])]
    fight = t.hostile(t.mover) & bit(region) != 0
    words = [found_there(t, region)]
    win = -1.0
    if fight:
        trench = reach.meets_trench(t, region)
        words += ["in a trench"] if trench else []
        owner = int(t.owner[region])
        if sum(sent) > 0:
            win = forecast(t, sent[0], sent[1], t.units(owner, region), trench).win
    elif t.unoccupied() & bit(region) and t.coins[region] > 0:
        words.append(f"{t.coins[region]} to plunder")
    if not reach.near & bit(region):
        through = reach.ways(region) & ~bit(t.origin)
        words.append(f"by road through {' or '.join(REGION_NAMES[way] for way in listed(through))}")
    return Destination(region, sent, ", ".join(words), fight, win)


def found_there(t: Alliances, region: int) -> str:
    """Who is in a region, in words: "2 neutral infantry"."""
    if SEA & bit(region):
        return "at sea"
    owner = int(t.owner[region])
    if owner < 0:
        return "unoccupied"
    if owner == t.mover:
        return "yours"
    force = [t.infantry_in(owner, region), t.artillery_in(owner, region)]
    return " and ".join(f"{n} {ADJECTIVES[owner]} {kind}" for n, kind in zip(force, UNITS, strict=True) if n)


STRIKE_STEP, DICE_STEP, ATTACKER_STEP, DEFENDER_STEP = range(4)


def army(infantry: i64, artillery: i64) -> list[Fact]:
    """What a side has in a battle; of artillery only if it has any."""
    return [Fact(infantry, "infantry"), *([Fact(artillery, "artillery")] if artillery else [])]


def contest(t: Alliances) -> Contest | None:
    """ALL-14.1, ALL-14.2  A battle under way: what either side has in it, which part of a round it is, and what has
    hit whom."""
    frame = t.frame_of(BATTLE)
    if not frame:
        return None
    where = WHERE.inside(frame)
    defender = int(t.owner[where])
    trench = t.entrenched & bit(where) != 0
    ours = army(t.attackers[where], t.attackers[REGIONS + where])
    sides = [Side(t.played_by[t.mover], ours, name=NAMES[t.mover])]
    if defender >= 0:
        theirs = army(t.infantry_in(defender, where), t.artillery_in(defender, where))
        if trench:
            theirs.append(Fact(1, "trench", "trenches"))
        neutral = defender == NEUTRAL
        seat = NOBODY if neutral else t.played_by[defender]
        sides.append(Side(seat, theirs, name="Neutral units" if neutral else NAMES[defender]))
    step = t.step()
    at = part_of_round(step)
    if step is ATTACKER_LOSS or step is DEFENDER_LOSS or step is ATTACKER_RETREAT:
        sides[0].text = toll(KILLS.inside(frame) if step is ATTACKER_LOSS else 0, FORCED.inside(frame))
    if at >= 0 and step is not CHOOSE_REFUGE and len(sides) > 1:
        kills = THEIR_KILLS.inside(frame) if at <= DICE_STEP else 0
        sides[1].text = toll(kills, THEIR_FORCED.inside(frame) if at >= DICE_STEP else 0)
    steps = ["Artillery strikes", "Dice", "Attacker retreats", "Defender retreats"]
    return Contest("Battle", where, sides, steps, at, said_of(t, at, trench))


def part_of_round(step: Step[Alliances]) -> int:
    """ALL-14.2"""
    if step is STRIKE_LOSS:
        return STRIKE_STEP
    if step is ATTACKER_LOSS or step is DEFENDER_LOSS:
        return DICE_STEP
    if step is ATTACKER_RETREAT:
        return ATTACKER_STEP
    return DEFENDER_STEP if step is DEFENDER_RETREAT or step is CHOOSE_REFUGE else -1


def toll(kills: int, forced: int) -> str:
    """What artillery and dice do to a side, as far as it has not been carried out."""
    words = [(kills, "to be killed"), (forced, "forced back")]
    return ", ".join(f"{n} {fate}" for n, fate in words if n)


def said_of_dice(t: Alliances, trench: bool) -> str:
    """ALL-14.6, ALL-14.7, ALL-17.1  What the dice of both sides do, whatever a group has made of the numbers."""
    back, kill, theirs, dice = RETREAT_FROM.of(t), KILL_FROM.of(t), DEFENCE_KILL_FROM.of(t), TRENCH_DICE.of(t)
    attack = [f"{kill} or more kills"] if kill <= FACES else []
    if back < kill and back <= FACES and not trench:
        attack.append(f"{back} or more forces a defender back")
    defence = [f"{theirs} or more kills", "less forces an attacker back"]
    if theirs > FACES:
        defence = ["every die forces an attacker back"]
    elif theirs == 1:
        defence = ["every die kills"]
    rolls = f"A defender in a trench rolls {dice} {'die' if dice == 1 else 'dice'} and is not forced back"
    defender = rolls if trench else "Defender"
    return f"Attacker: {', '.join(attack) or 'no die does anything'}. {defender}: {', '.join(defence)}."


def said_of(t: Alliances, at: int, trench: bool) -> str:
    if at == STRIKE_STEP:
        return "Every attacking artillery kills one defender."
    if at == DICE_STEP:
        return said_of_dice(t, trench)
    if at == ATTACKER_STEP:
        return "Units that are forced go back to where they came from; others may go with them."
    if at == DEFENDER_STEP:
        return "Units that are forced go to a neighbouring region; others may go with them."
    return ""
