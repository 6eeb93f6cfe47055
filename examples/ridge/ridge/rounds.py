"""The rules of Ridge, in the order of the rulebook."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.picture import NOBODY
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sealed import Sealed
from marchland.engine.step import Phase, Step
from ridge.table import BOARD, CARDS, COPIES, NUMBERS, ROUNDS, STRENGTH, Ridge

# -- 1: before the match -----------------------------------------------------------------------------------------------

CORNERS: Final = [BOARD.number[code] for code in ("FRO", "WAT", "MIL", "MAR")]
FIRST_SCOUTS: Final = NUMBERS.one("scouts.first", "RID-1.2", 2, 1, 9, "scouts in every home at first")

# A phrase is all that the game says of something, with its clause. Its gaps are filled with numbers when it is told.
AT_HOME: Final = phrase("RID-1.2", "{who:seat} is at home in {home:region}")


class Deal(Step[Ridge]):
    """RID-1.2, RID-1.3  Homes and cards. Nobody is asked here: the step does its work and finishes."""

    def resume(self, t: Ridge) -> None:
        corners = CORNERS[:]
        t.dice.shuffle(corners)
        for seat in range(t.seats):
            t.home[seat] = corners[seat]
            t.owner[corners[seat]] = seat
            t.scouts[corners[seat]] = int(FIRST_SCOUTS.of(t))
            t.tell(AT_HOME, seat, corners[seat])
        deck = CARDS.pile_at(t, COPIES)
        t.dice.shuffle(deck)
        t.cards.lay(deck)
        t.finish()


# -- 2: rounds ---------------------------------------------------------------------------------------------------------

FULL_HAND: Final = NUMBERS.one("cards.hand", "RID-2.2", 3, 0, 9, "cards of a full hand")

NEW_ROUND: Final = phrase("RID-2.1", "Round {n} begins", "round")
DRAWS: Final = phrase("RID-2.2", "{who:seat} draws a card")
DRAWN: Final = phrase("RID-2.2", "You draw {card:card}")


class Rounds(Step[Ridge]):
    """RID-2.1  Round after round. The step comes back to the top whenever a round is finished."""

    def resume(self, t: Ridge) -> None:
        if t.round == ROUNDS.of(t):
            end_match(t)
            return
        t.round += 1
        t.tell(NEW_ROUND, t.round)
        t.call(ROUND)


class Draw(Step[Ridge]):
    """RID-2.2  A card for everybody whose hand is not full."""

    def resume(self, t: Ridge) -> None:
        for seat in range(t.seats):
            if len(t.cards[seat]) < FULL_HAND.of(t):
                t.cards.refill(t)
                card = t.cards.draw(t, seat)
                if card >= 0:
                    t.tell(DRAWS, seat)
                    t.tell_seats(1 << seat, DRAWN, card)  # which one is for this seat alone
        t.finish()


# -- 3: marching -------------------------------------------------------------------------------------------------------

ASK_MARCH: Final = phrase("RID-3.1", "Choose in secret where you march.")
AWAIT_MARCH: Final = phrase("RID-3.1", "The others choose where they march")
OUT_OF_REACH: Final = phrase("RID-3.1", "{target:region} is not yours, nor beside a region of yours")
SPENT_ANYWAY: Final = phrase("RID-3.2", "The card is spent, whether you get through or not")
NO_SUCH_CARD: Final = phrase("RID-3.2", "You have no {card:card}")
MARCHES: Final = phrase("RID-3.2", "{who:seat} marches to {target:region}", "reveal")
MARCHES_WITH: Final = phrase("RID-3.2", "{who:seat} marches to {target:region} with {card:card}", "reveal")
STAND_OFF: Final = phrase("RID-3.3", "Several are equally strong, and nobody gets through to {target:region}")
BEATEN: Final = phrase("RID-3.3", "{who:seat} is too weak to get through to {target:region}")
STRENGTHENS: Final = phrase("RID-3.4", "{who:seat} has {n scout} in {target:region} now")
TAKES: Final = phrase("RID-3.4", "{who:seat} takes {target:region} with {n scout}")
HOLDS: Final = phrase("RID-3.4", "{who:seat} holds {target:region} with {n scout}")
DESERTED: Final = phrase("RID-3.4", "Nobody is left in {target:region}")


class March(Deed[Ridge]):
    """RID-3.1  A march without a card. What is offered is legal, and nothing else is; `why` explains the rest."""

    words = ["march to {target}", "target:region"]

    def offer(self, t: Ridge, seat: i64, found: Options) -> None:
        for target in t.reach(seat):
            found.add(self.of(target))

    def why(self, t: Ridge, seat: i64, action: i64) -> Saying:
        return [OUT_OF_REACH, self.a(action)]


class MarchWith(Deed[Ridge]):
    """RID-3.2  A march with a card of one's hand. Options are offered in rising order: by target, then by card."""

    words = ["march to {target} with {card}", "target:region card:card"]
    effect = SPENT_ANYWAY

    def offer(self, t: Ridge, seat: i64, found: Options) -> None:
        cards = sorted(set(t.cards[seat]))
        for target in t.reach(seat):
            for card in cards:
                found.add(self.of(target, card))

    def why(self, t: Ridge, seat: i64, action: i64) -> Saying:
        target, card = self.a(action), self.b(action)
        return [NO_SUCH_CARD, card] if card not in t.cards[seat] else [OUT_OF_REACH, target]


MARCH: Final = March()
MARCH_WITH: Final = MarchWith()


class Plan(Sealed[Ridge]):
    """RID-3.1  Everybody chooses at the same time and in secret. The engine keeps the choices, shows them to nobody
    else, and lets everybody take theirs back, until the last has chosen. Then it calls `reveal`."""

    def reveal(self, t: Ridge, choices: list[list[int]]) -> None:
        """RID-2.1  All marches are carried out, region by region."""
        marches: dict[int, list[tuple[int, int]]] = {}
        for seat in range(t.seats):
            action = choices[seat][0]
            target = int(MARCH.a(action) if MARCH.fits(action) else MARCH_WITH.a(action))
            marches.setdefault(target, []).append((strength(t, seat, action), seat))
        for target in sorted(marches):
            carry_out(t, target, marches[target])
        t.finish()

    def prompt(self, t: Ridge, seat: i64) -> Saying:
        return [ASK_MARCH]

    def waiting(self, t: Ridge) -> Saying:
        return [AWAIT_MARCH]


def strength(t: Ridge, seat: int, action: int) -> int:
    """RID-3.2  One, and what the card adds that is played with it."""
    if MARCH.fits(action):
        t.tell(MARCHES, seat, MARCH.a(action))
        return 1
    target, card = MARCH_WITH.a(action), MARCH_WITH.b(action)
    t.cards.spend(t, seat, card)
    t.tell(MARCHES_WITH, seat, target, card)
    return 1 + int(STRENGTH.of(t, card))


def carry_out(t: Ridge, target: int, marches: list[tuple[int, int]]) -> None:
    """RID-3.3  The strongest alone gets through. Marches are (strength, seat)."""
    best, winner = max(marches)
    if [n for n, _ in marches].count(best) > 1:
        t.tell(STAND_OFF, target)
        return
    for _, seat in marches:
        if seat != winner:
            t.tell(BEATEN, seat, target)
    arrive(t, winner, target, best)


def arrive(t: Ridge, seat: int, target: int, n: int) -> None:
    """RID-3.4  To friends, to a free region, or against the scouts of somebody else, one for one."""
    holder = t.owner[target]
    if holder == seat:
        t.scouts[target] += n
        t.tell(STRENGTHENS, seat, t.scouts[target], target)
        return
    left = n - t.scouts[target]
    t.scouts[target] = abs(left)
    if left > 0:
        t.owner[target] = seat
        t.tell(TAKES, seat, target, left)
    elif left == 0:
        t.owner[target] = NOBODY
        t.tell(DESERTED, target)
    else:
        t.tell(HOLDS, holder, target, -left)


# -- 4: the end --------------------------------------------------------------------------------------------------------

COUNTED: Final = phrase("RID-4.1", "{who:seat} has {n point} and {scouts scout}")


def end_match(t: Ridge) -> None:
    """RID-4.2  Points, then scouts; equals share a place."""
    results = [(t.points(seat), t.scouts_of(seat)) for seat in range(t.seats)]
    for seat, (points, scouts) in enumerate(results):
        t.tell(COUNTED, seat, points, scouts)
    t.end([1 + sum(other > result for other in results) for result in results])


# -- the sequence of play ----------------------------------------------------------------------------------------------

# A tag never changes once a match has been played: saved matches know steps by it.
DEAL: Final = Deal("ridge.deal", "Deal", "RID-1.2")
DRAW: Final = Draw("ridge.draw", "Draw", "RID-2.2")
PLAN: Final = Plan("ridge.plan", "March", "RID-3.1", [MARCH, MARCH_WITH])
ROUND: Final[Phase[Ridge]] = Phase("ridge.round", "Round", "RID-2.1", [DRAW, PLAN])
ALL_ROUNDS: Final = Rounds("ridge.rounds", "Rounds", "RID-2.1")
MATCH: Final[Phase[Ridge]] = Phase("ridge.match", "Ridge", "RID-1.1", [DEAL, ALL_ROUNDS])
