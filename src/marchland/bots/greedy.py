"""The bot that looks one decision ahead."""

from typing import Final

from mypy_extensions import i64

from marchland.bots.bot import Bot, Sight
from marchland.engine.dice import fast_dice
from marchland.engine.offers import DECLINE
from marchland.engine.sealed import Sealed
from marchland.engine.table import Table

WORLDS: Final = 6  # imagined tables over which a choice is averaged
FINALISTS: Final = 4  # spans that are looked at closely
COUNTS: Final = 6  # counts tried in a span that is looked at closely

PLANS: Final = 150  # whole plans of a secret choice that are compared
SECRET_WORLDS: Final = 24  # tables, each with other plans of the opponents, over which the best of them are averaged
BEST_PLANS: Final = 8
RISING: Final = [0, 1, 2, 3, 5, 8, 13, 21, 34]  # counts tried in a span of secret choices, where small ones differ most
NEARLY: Final = 0.1  # choices of a setup that differ by less are decided by taste
FAIR: Final = 0.05  # by how much a deal must improve one's standing


class Greedy(Bot):
    """Tries options on imagined tables and takes the one that the game's evaluation likes best.

    First the ends of every span on one imagined table, then the best spans at more counts and on more tables. All
    options meet the same dice, so that luck does not decide between them. Where choices are secret, whole plans are
    tried against plans that the others may have made. What counts is how much better one stands than before, so that
    it does not matter which tables an option was tried on.
    """

    def __init__(self, seed: int = 0) -> None:
        super().__init__("greedy", seed)

    def choose(self, sight: Sight) -> i64:
        answers = sight.answers()
        if answers.total:
            return self.answer(sight)
        options = sight.options()
        if options.total == 1:
            return options.at(0)
        worlds = [self.world(sight) for _ in range(WORLDS)]
        if isinstance(worlds[0].table.step(), Sealed):
            return self.plan(sight, worlds)
        finals: list[tuple[float, int]] = []
        for _, first, count in self.shortlist(worlds, options.spans()):
            for action in spread(first, count):
                finals.append((worth(worlds, [action]) + self.taste(worlds[0].table, first), action))
        return self.preferred(finals)

    def shortlist(self, worlds: list["World"], spans: list[tuple[int, int]]) -> list[tuple[float, int, int]]:
        """The spans that are looked at closely, the best first."""
        return self.ranked(worlds, spans)[:FINALISTS]

    def ranked(self, worlds: list["World"], spans: list[tuple[int, int]]) -> list[tuple[float, int, int]]:
        """Spans by what the better of their ends is worth."""
        found: list[tuple[float, int, int]] = []
        for first, count in spans:
            best = worth(worlds[:1], [first])
            if count > 1:
                best = max(best, worth(worlds[:1], [first + count - 1]))
            found.append((best + self.taste(worlds[0].table, first), first, count))
        found.sort(reverse=True)
        return found

    def preferred(self, finals: list[tuple[float, int]]) -> i64:
        """Of choices with their worth the one that it makes."""
        record, chosen = finals[0]
        for value, action in finals:
            if value > record:
                record, chosen = value, action
        return chosen

    def taste(self, t: Table, first: int) -> float:
        """In the setup, so that not every match begins alike where nothing is left to chance. It lasts for the match:
        a bot that likes a place now likes it again with its next unit."""
        if t.round > 0:
            return 0.0
        return NEARLY * (scattered(first, self.leaning) % 1024) / 1024

    def world(self, sight: Sight) -> "World":
        return World(sight.imagine(fast_dice(self.dice.word())), sight.seat)

    def plan(self, sight: Sight, worlds: list["World"]) -> i64:
        """The first choice of the best plan."""
        table = worlds[0].table
        plans = plans_of(table, sight.seat)
        if len(plans) > PLANS:
            self.shuffle(plans)
        step = table.step()
        alone = isinstance(step, Sealed) and not step.collides()
        ranked = [(worth(worlds[:1] if alone else worlds, plan), plan) for plan in plans[:PLANS]]
        ranked.sort(reverse=True)
        if len(ranked) == 1:
            return ranked[0][1][0]
        finals = ranked[:BEST_PLANS]
        if not alone:
            more = [self.world(sight) for _ in range(SECRET_WORLDS)]
            finals = [(value + 4.0 * worth(more, plan), plan) for value, plan in finals]
            finals.sort(reverse=True)
        return self.preferred([(value, plan[0]) for value, plan in finals])

    def shuffle(self, plans: list[list[int]]) -> None:
        for i in range(len(plans) - 1, 0, -1):
            j = int(self.dice.below(i + 1))
            plans[i], plans[j] = plans[j], plans[i]

    def answer(self, sight: Sight) -> i64:
        """Accept the offer that improves one's standing most, decline any that does not."""
        chosen = -1
        record = FAIR
        worlds = [self.world(sight) for _ in range(WORLDS)]
        for action in sight.answers():
            if DECLINE.fits(action):
                return action if chosen < 0 else chosen
            value = deal_worth(worlds, action)
            if value > record:
                chosen = action
                record = value
        return chosen


def scattered(first: int, leaning: int) -> int:
    """The same number for the same choice of the same bot, and any other for others."""
    mixed = first * 40503 ^ leaning * 48271
    return (mixed ^ mixed >> 15) * 2654435761 >> 17


class World:
    """An imagined table, and how well the seat stands there."""

    table: Table
    seat: i64
    standing: float

    def __init__(self, table: Table, seat: i64) -> None:
        self.table = table
        self.seat = seat
        self.standing = table.game.evaluate(table, seat)


def spread(first: int, count: int) -> list[int]:
    """A few actions of a span, its ends among them."""
    if count <= COUNTS:
        return list(range(first, first + count))
    return [first + i * (count - 1) // (COUNTS - 1) for i in range(COUNTS)]


def rising(first: int, count: int) -> list[int]:
    """The same, closer together at the beginning."""
    return [first + far for far in RISING if far < count - 1] + [first + count - 1]


def plans_of(t: Table, seat: i64) -> list[list[int]]:
    """All that a seat can still choose in secret, each plan to its end; of a very long list only the beginning of
    every branch."""
    step = t.step()
    assert isinstance(step, Sealed)
    hand = step.open_hand(t, seat)
    likely = step.plans(t, hand)
    if likely:
        return likely
    made = t.sealed[hand]
    found: list[list[int]] = []
    growing: list[list[int]] = [[]]
    while growing and len(found) + len(growing) <= 4 * PLANS:
        longer: list[list[int]] = []
        for begun in growing:
            so_far = made + begun
            for first, count in step.choices(t, hand, so_far).spans():
                for action in rising(first, count):
                    whole = [*begun, action]
                    if step.closed(t, hand, made + whole):
                        found.append(whole)
                    else:
                        longer.append(whole)
        growing = longer
    return found + growing


def worth(worlds: list[World], actions: list[int]) -> float:
    """How much better one stands after these choices, on average; one table will do where nothing comes to light."""
    total = 0.0
    tried = 0
    for world in worlds:
        after = world.table.copy()
        drawn = after.dice.draws
        carry_out(after, world.seat, actions)
        total += after.game.evaluate(after, world.seat) - world.standing
        tried += 1
        if after.dice.draws == drawn and after.reveals == world.table.reveals:
            break
    return total / tried


def carry_out(t: Table, seat: i64, actions: list[int]) -> None:
    """Make the choices and see them through: whatever steps they call, but not what the others do afterwards."""
    step = t.step()
    floor: i64 = t.depth()
    if isinstance(step, Sealed):
        # A secret choice is seen through to the end of the step that asked for it.
        floor -= 2
        hand = step.open_hand(t, seat)
        made = t.sealed[hand]
        begun = len(made)
        for i in range(len(actions)):
            # A choice without alternative may have been made already.
            if len(made) == begun + i:
                step.act(t, seat, actions[i])
    else:
        step.act(t, seat, actions[0])
    t.asked = 0
    while not t.over:
        if t.asked:
            if t.depth() <= floor or not isinstance(t.step(), Sealed):
                return
            choose_for_others(t)
        elif t.depth() <= floor:
            return
        else:
            t.step().resume(t)


def choose_for_others(t: Table) -> None:
    """Everybody who is asked makes a likely choice."""
    step = t.step()
    assert isinstance(step, Sealed)
    for seat in t.deciders():
        step.act(t, seat, step.guess(t, step.open_hand(t, seat), step.listed(t, seat)))
    t.asked = 0


def deal_worth(worlds: list[World], action: i64) -> float:
    total = 0.0
    for world in worlds:
        after = world.table.copy()
        after.aside(world.seat, action)
        total += after.game.evaluate(after, world.seat) - world.standing
    return total / len(worlds)
