"""Chapters 8 and 9: command tokens are laid in secret and revealed, and a die decides the player order."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.dice import Dice, fast_dice
from marchland.engine.options import Options
from marchland.engine.sayings import REVEAL, ROUND, Saying, phrase
from marchland.engine.sets import bit, lowest, size
from marchland.engine.step import Step
from marchland.games.alliances.parts import ENOUGH, READY, TAKE_BACKS, Part, made_in, may_take_back, part_of
from marchland.games.alliances.powers import POWERS, rises
from marchland.games.alliances.regions import LAND, LIMIT, NUMBERS, REGIONS
from marchland.games.alliances.table import DIG, INVEST, KINDS, MOVE, TRAIN, Alliances

# ALL-2.2
INVEST_TOKENS: Final = NUMBERS.one("tokens.invest", "ALL-2.2", 2, 0, 5, "Invest tokens of each power")
DIG_TOKENS: Final = NUMBERS.one("tokens.dig", "ALL-2.2", 1, 0, 5, "Dig trenches tokens of each power")
MOVE_TOKENS: Final = NUMBERS.one("tokens.move", "ALL-2.2", 3, 1, 5, "Move tokens of each power")
TRAIN_TOKENS: Final = NUMBERS.one("tokens.train", "ALL-2.2", 3, 0, 5, "Train units tokens of each power")
TOKENS_OF: Final = [INVEST_TOKENS, DIG_TOKENS, MOVE_TOKENS, TRAIN_TOKENS]

ROUND_BEGINS: Final = phrase("ALL-7.1", "Round {n} begins", ROUND)
LAYS: Final = phrase("ALL-9.1", "The {who:power} has laid {kind:token} in {region:region}", REVEAL)
ASK_TOKENS: Final = phrase("ALL-8.1", "{power:power}: lay command tokens on your regions.")
NOT_THERE: Final = phrase("ALL-8.1", "You have no units in {region:region}")
NONE_LEFT: Final = phrase("ALL-2.2", "You have no {kind:token} token left")
ONE_EACH: Final = phrase("ALL-8.3", "A token of yours lies in {region:region} already")
NO_TOKEN: Final = phrase("ALL-8.3", "You have laid no token in {region:region}")
FACE_DOWN: Final = phrase("ALL-8.1", "Face down, one to a region, until all are ready")


class BeginRound(Step[Alliances]):
    """ALL-7.1  A round begins; all tokens are at hand (ALL-2.2, ALL-7.7)."""

    def resume(self, t: Alliances) -> None:
        t.round += 1
        t.tell(ROUND_BEGINS, t.round)
        t.finish()


# -- ALL-8: part 1 ---------------------------------------------------------------------------------------------------


class Laying:
    """The marks of a power: where it has laid tokens of each kind, and how many it has taken back."""

    def __init__(self, made: list[int]) -> None:
        self.laid = vec[i64]([0] * KINDS)
        self.used = vec[i64]([0] * KINDS)
        self.taken = 0
        for action in made:
            if PLACE.fits(action):
                self.laid[PLACE.a(action)] |= bit(PLACE.b(action))
                self.used[PLACE.a(action)] += 1
            elif TAKE.fits(action):
                self.taken += 1
                for kind in range(KINDS):
                    if self.laid[kind] & bit(TAKE.a(action)):
                        self.laid[kind] &= ~bit(TAKE.a(action))
                        self.used[kind] -= 1

    def regions(self) -> i64:
        return self.laid[0] | self.laid[1] | self.laid[2] | self.laid[3]


class Place(Deed[Alliances]):
    """ALL-8.1 to ALL-8.5  Any kind that is left, on any region with own units, at sea too, that has no token yet."""

    words = ["place {kind} in {region}", "kind:token region:region"]
    effect = FACE_DOWN

    def choose(self, t: Alliances, hand: i64, made: list[int], found: Options) -> None:
        laying = Laying(made)
        free = t.held[hand] & ~laying.regions()
        for kind in range(KINDS):
            if laying.used[kind] < TOKENS_OF[kind].of(t):
                found.fan(self, free, 1, kind)

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        kind, region = self.a(action), self.b(action)
        power = part_of(t).open_hand(t, seat)
        if region >= REGIONS or not t.held[power] & bit(region):
            return [NOT_THERE, region]
        laying = Laying(made_in(t, seat))
        return [ONE_EACH, region] if laying.regions() & bit(region) else [NONE_LEFT, kind]


class Take(Deed[Alliances]):
    """ALL-7.8  Take a token back."""

    words = ["take the token from {region}", "region:region"]

    def choose(self, t: Alliances, hand: i64, made: list[int], found: Options) -> None:
        laying = Laying(made)
        if may_take_back(t, laying.taken):
            found.fan(self, laying.regions())

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        region = self.a(action)
        there = region < REGIONS and Laying(made_in(t, seat)).regions() & bit(region)
        return [ENOUGH, TAKE_BACKS.of(t)] if there else [NO_TOKEN, region]


class LayTokens(Part):
    """ALL-8  Part 1. ALL-8.6  A power without any unit puts no tokens."""

    def asks(self, t: Alliances, power: i64) -> bool:
        return t.has_units(power)

    def take_effect(self, t: Alliances, power: i64, made: list[int]) -> None:
        """ALL-9.1  All tokens are turned face up."""
        laying = Laying(made)
        for kind in range(KINDS):
            t.tokens[power * KINDS + kind] = laying.laid[kind]
        left = laying.regions()
        while left:
            for kind in range(KINDS):
                if laying.laid[kind] & bit(lowest(left)):
                    t.tell(LAYS, power, kind, lowest(left))
            left &= left - 1

    def question(self, t: Alliances, power: i64) -> Saying:
        return [ASK_TOKENS, power]

    def chore(self, t: Alliances, seat: i64) -> str:
        return "Lay the tokens for me"

    def guess(self, t: Alliances, hand: i64, choices: Options) -> i64:
        return next_token(t, hand, t.sealed[hand], choices)

    def plans(self, t: Alliances, hand: i64) -> list[list[int]]:
        """The same in every click of a round, so that a plan once begun is carried out."""
        made = t.sealed[hand]
        dice = fast_dice(int(t.round * 64 + hand * 8 + size(t.held[hand])))
        found: list[list[int]] = []
        for _ in range(PLANS):
            plan = likely_plan(t, hand, [], dice)
            if plan[: len(made)] == made and plan[len(made) :] not in found:
                found.append(plan[len(made) :])
        return found or [likely_plan(t, hand, made, dice)]


# -- for bots: what powers probably lay -------------------------------------------------------------------------------

IN_TEN: Final = 10
PLANS: Final = 80  # plans of a power that are looked at


def likely_plan(t: Alliances, power: i64, made: list[int], dice: Dice) -> list[int]:
    """A token for nearly every region that has none, from the first to the last."""
    laying = Laying(made)
    found: list[int] = []
    left = t.held[power] & ~laying.regions()
    while left:
        kind = likely_token(t, power, lowest(left), laying, dice)
        if kind >= 0:
            found.append(int(PLACE.of(kind, lowest(left))))
            laying.used[kind] += 1
        left &= left - 1
    found.append(int(READY.code))
    return found


def likely_token(t: Alliances, power: i64, region: i64, laying: Laying, dice: Dice) -> i64:
    """A kind of token for a region: stars move or invest, other lands train as well, at sea one moves. -1 for none."""
    drawn = dice.below(IN_TEN)
    if drawn == IN_TEN - 1:
        return -1
    wanted: i64 = MOVE
    if LAND & bit(region):
        if drawn < 3 and t.coins[region] < LIMIT[region] and t.supply[power] > 0:
            wanted = INVEST
        elif drawn < 6 and not t.strategic & bit(region):
            wanted = TRAIN
        elif drawn == 6:
            wanted = DIG
    if laying.used[wanted] < TOKENS_OF[wanted].of(t):
        return wanted
    for kind in (MOVE, TRAIN, INVEST):
        if laying.used[kind] < TOKENS_OF[kind].of(t) and not (kind == TRAIN and t.strategic & bit(region)):
            return kind
    return -1


def next_token(t: Alliances, power: i64, made: list[int], choices: Options) -> i64:
    """The next token of a likely plan, from the first region to the last, or what closes it."""
    laying = Laying(made)
    free = t.held[power] & ~laying.regions()
    if made and PLACE.fits(made[-1]):
        free &= ~(bit(PLACE.b(made[-1])) - 1)
    while free:
        kind = likely_token(t, power, lowest(free), laying, t.dice)
        if kind >= 0:
            return PLACE.of(kind, lowest(free))
        free &= free - 1
    return choices.at(0)


# -- ALL-9: part 2 ---------------------------------------------------------------------------------------------------

ROLLS: Final = phrase("ALL-9.2", "The die for the start player shows {thrown:dice}")
STARTS: Final = phrase("ALL-9.3", "The {who:power} starts, and the numbers {way:direction}")


class RollOrder(Step[Alliances]):
    """ALL-7.2, ALL-9.2, ALL-9.3  The power with the number on the die starts, and its mark says which way play goes."""

    def resume(self, t: Alliances) -> None:
        start = t.dice.roll() - 1
        t.tell(ROLLS, start + 1)
        while t.played_by[start] < 0:
            start = t.dice.roll() - 1
            t.tell(ROLLS, start + 1)
        t.order = order_from(t, start)
        t.active = t.played_by[start]
        t.tell(STARTS, start, 0 if rises(start) else 1)
        t.finish()


def order_from(t: Alliances, start: i64) -> list[int]:
    """ALL-9.3 to ALL-9.5  Through the numbers as a circle, leaving out powers that are not in the game: from 4 OT, RU,
    GE, GB, AH, FR."""
    way = 1 if rises(start) else -1
    circle = [(int(start) + way * i) % POWERS for i in range(POWERS)]
    return [power for power in circle if t.played_by[power] >= 0]


PLACE: Final = Place()
TAKE: Final = Take()

BEGIN_ROUND: Final = BeginRound("alliances.begin", "Round", "ALL-7.1")
LAY_TOKENS: Final = LayTokens("alliances.tokens", "Tokens", "ALL-8.1", [READY, PLACE, TAKE])
ROLL_ORDER: Final = RollOrder("alliances.order", "Order", "ALL-9.2")
