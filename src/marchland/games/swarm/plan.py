"""Chapter 7, SWM-7.4 to SWM-7.6: battle plans."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sealed import Sealed
from marchland.engine.sets import set_of
from marchland.engine.slots import Column, Slot
from marchland.games.swarm.cards import IS_TACTIC, NO_LEADER, NO_TACTIC, NUMBERS
from marchland.games.swarm.operations import NOT_HELD
from marchland.games.swarm.settings import LEADER_REUSE, ONCE_PER_ROUND, TRADE_CARDS
from marchland.games.swarm.table import AWAIT_SECRET, Swarm

# The arguments of a battle, and of the plans for it.
WHERE: Final = Slot(0)
ONE: Final = Slot(1)
TWO: Final = Slot(2)

# The columns of `t.plan`, which has a row for either side.
COMMITTED: Final = Column(0, 3)
LED_BY: Final = Column(1, 3)
TACTIC: Final = Column(2, 3)
COLUMNS: Final = [COMMITTED, LED_BY, TACTIC]

MOST_COMMITTED: Final = NUMBERS.one("commitment.most", "SWM-7.4", 6, 1, 60, "the largest commitment")


def fighter(t: Swarm, side: i64) -> i64:
    """The seat that is side 0 or 1 of a battle."""
    return ONE.of(t) if side == 0 else TWO.of(t)


class Choice(Deed[Swarm]):
    """SWM-7.4  One of the choices of a plan, which are made one after the other and fill it column by column."""

    column: int = 0

    def choose(self, t: Swarm, hand: i64, made: list[int], found: Options) -> None:
        if len(made) == self.column:
            self.offer(t, hand, found)

    def chosen(self, action: i64) -> i64:
        """What it puts into its column."""
        return self.a(action)


def choice_of(action: i64) -> Choice:
    for choice in CHOICES:
        if choice.fits(action):
            return choice
    raise ValueError(f"{action} is no choice of a plan")


def lay_plan(t: Swarm, side: i64, made: list[int]) -> None:
    """Lay down what a side has chosen; of what it has not chosen (yet) there is none."""
    COMMITTED.put(t.plan, side, 0)
    LED_BY.put(t.plan, side, NO_LEADER)
    TACTIC.put(t.plan, side, NO_TACTIC)
    for action in made:
        choice = choice_of(action)
        COLUMNS[choice.column].put(t.plan, side, choice.chosen(action))


# -- SWM-7.4: the commitment -----------------------------------------------------------------------------------------

LOST_IN_VICTORY: Final = phrase(
    "SWM-7.17", "If you win you lose as many as you commit; if you lose, all that are there"
)
LEADS_IN_SIGHT: Final = phrase("SWM-7.9", "Whoever holds the traitor card of this leader can betray the army")
CARD_SPENT: Final = phrase("SWM-7.19", "The card is discarded, whoever wins")
COMMIT_RANGE: Final = phrase("SWM-7.4", "A commitment is from 1 to {n} here")


class Commit(Choice):
    """SWM-7.4  From 1 to 6, and no more than are there."""

    words = ["commit {n}", "n:count"]
    effect = LOST_IN_VICTORY

    def offer(self, t: Swarm, hand: i64, found: Options) -> None:
        found.span(self.of(1), most_committed(t, hand))

    def why(self, t: Swarm, seat: i64, action: i64) -> Saying:
        return [COMMIT_RANGE, most_committed(t, seat)]


def most_committed(t: Swarm, seat: i64) -> i64:
    here = t.on(seat, WHERE.of(t))
    most = MOST_COMMITTED.of(t)
    return here if here < most else most


# -- SWM-7.5: the leader ---------------------------------------------------------------------------------------------

LEADER_NOT_AVAILABLE: Final = phrase("SWM-7.5", "{leader:leader} is not yours to send")
MUST_LEAD: Final = phrase("SWM-7.5", "You have a leader, who must lead")


class Lead(Choice):
    """SWM-7.5  A leader of one's own who is available."""

    words = ["lead with {leader}", "leader:leader"]
    effect = LEADS_IN_SIGHT
    column = 1

    def offer(self, t: Swarm, hand: i64, found: Options) -> None:
        found.fan(self, set_of(available(t, hand)))

    def why(self, t: Swarm, seat: i64, action: i64) -> Saying:
        return [LEADER_NOT_AVAILABLE, self.a(action)]


class LeadNone(Choice):
    """SWM-7.5  Only who has no leader leads without one."""

    words = ["lead without a leader"]
    column = 1

    def offer(self, t: Swarm, hand: i64, found: Options) -> None:
        if not available(t, hand):
            found.add(self.code)

    def why(self, t: Swarm, seat: i64, action: i64) -> Saying:
        return [MUST_LEAD] if available(t, seat) else []

    def chosen(self, action: i64) -> i64:
        return NO_LEADER


def available(t: Swarm, seat: i64) -> list[int]:
    """SWM-7.20  Leaders who may still fight this round."""
    if LEADER_REUSE.of(t) != ONCE_PER_ROUND:
        return t.leaders[seat]
    return [leader for leader in t.leaders[seat] if not t.used >> leader & 1]


# -- SWM-7.6: the tactics card ---------------------------------------------------------------------------------------

NO_TACTICS: Final = phrase("SWM-7.6", "{card:covert} is not a tactics card")


class Tactic(Choice):
    """SWM-7.6  A tactics card that is held, or none."""

    words = ["play {card}", "card:covert"]
    effect = CARD_SPENT
    column = 2

    def offer(self, t: Swarm, hand: i64, found: Options) -> None:
        found.fan(self, set_of([card for card in t.coverts[hand] if IS_TACTIC[card]]))

    def why(self, t: Swarm, seat: i64, action: i64) -> Saying:
        card = self.a(action)
        return [NO_TACTICS if t.holds(seat, card) and not IS_TACTIC[card] else NOT_HELD, card]


class NoTactic(Choice):
    words = ["play no tactics"]
    column = 2

    def chosen(self, action: i64) -> i64:
        return NO_TACTIC


# -- the plan --------------------------------------------------------------------------------------------------------

ASK_COMMIT: Final = phrase("SWM-7.4", "Battle on {tile:region} against {who:seat}: commit how many of your {n}?")
ASK_LEAD: Final = phrase("SWM-7.5", "Battle on {tile:region} against {who:seat}: who leads?")
ASK_TACTIC: Final = phrase("SWM-7.6", "Battle on {tile:region} against {who:seat}: a tactics card?")


class Plan(Sealed[Swarm]):
    """SWM-7.4  Commitment, leader, tactics: three secret choices, each side at its own pace. After the reveal they lie
    in `t.plan`."""

    def hands(self, t: Swarm) -> list[int]:
        return [int(ONE.of(t)), int(TWO.of(t))]

    def wanted(self, t: Swarm, hand: i64) -> int:
        """How many choices: SWM-7.6  whoever holds any covert card is asked for a tactics card (SWM-1.12)."""
        return 3 if t.coverts[hand] else 2

    def questions(self, t: Swarm, hand: i64) -> list[Options]:
        return [self.choices(t, hand, [0] * column) for column in range(self.wanted(t, hand))]

    def closed(self, t: Swarm, hand: i64, made: list[int]) -> bool:
        return len(made) >= self.wanted(t, hand)

    def automatic(self, t: Swarm, hand: i64, made: list[int]) -> bool:
        """SWM-1.10  A single commitment or leader. SWM-1.12  Where leaders are traded in secret, who has fought before
        is not public: then only whoever holds at most one is not asked."""
        if len(made) == 1 and LEADER_REUSE.of(t) == ONCE_PER_ROUND and TRADE_CARDS.on(t):
            return len(t.leaders[hand]) < 2
        return len(made) < 2

    def reveal(self, t: Swarm, choices: list[list[int]]) -> None:
        for side in range(2):
            lay_plan(t, side, choices[fighter(t, side)])
        t.finish()

    def prompt(self, t: Swarm, seat: i64) -> Saying:
        opponent = TWO.of(t) if seat == ONE.of(t) else ONE.of(t)
        made = len(t.sealed[seat])
        if made == 0:
            return [ASK_COMMIT, WHERE.of(t), opponent, t.on(seat, WHERE.of(t))]
        return [ASK_LEAD if made == 1 else ASK_TACTIC, WHERE.of(t), opponent]

    def waiting(self, t: Swarm) -> Saying:
        return [AWAIT_SECRET]


COMMIT: Final = Commit()
CHOICES: Final[list[Choice]] = [COMMIT, Lead(), LeadNone(), Tactic(), NoTactic()]
PLAN: Final = Plan("swarm.plan", "Battle plan", "SWM-7.4", CHOICES)
