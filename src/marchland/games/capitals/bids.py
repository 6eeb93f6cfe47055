"""Chapter 2: bidding, and what a bid decides.

t.call(EVENT_BID, purpose, amount)      the frame goes from the bid to the choice of positions or to the award
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.common_words import BID
from marchland.engine.options import Options
from marchland.engine.sealed import Sealed
from marchland.engine.step import Step
from marchland.games.capitals.cards import CONSOLATION, LOBBYIST, REWARD_CARDS, REWARD_EUR, REWARD_UNITS, VOTES
from marchland.games.capitals.receiving import receive, to_pool
from marchland.games.capitals.table import Capitals
from marchland.games.capitals.words import (
    ASK_CARD_BID,
    ASK_EVENT_BID,
    ASK_ORDER_BID,
    ASK_POSITION,
    ASK_REWARD,
    ASK_SANCTION,
    ASK_SETUP_BID,
    AWAIT,
    AWAIT_BIDS,
    BID_RANGE,
    CANNOT_SANCTION,
    CHOOSE_POSITION,
    DEFECTS,
    HAS_BID,
    HAS_LOBBIED,
    KEEPS,
    LOBBY,
    NAME_PLAYER,
    NO_LOBBYIST,
    NOBODY_TO_SANCTION,
    POSITION_TAKEN,
    RANKS,
    SANCTIONED,
    TAKES_POSITION,
    TAKES_REWARD,
    TIE_ROLL,
    WINS_BID,
)
from marchland.games.conquest.table import NEUTRAL

# Arguments of the frame.
PURPOSE: Final = 0
AMOUNT: Final = 1  # units, or the territory that is bid for
RANK: Final = 2  # how many have chosen their position

# CAP-2.4  The first two are Ranked bids, the others Winner-takes-all.
FOR_ORDER: Final = 0
FOR_CONFERENCE: Final = 1
FOR_UNITS: Final = 2
FOR_SANCTION: Final = 3
FOR_TERRITORY: Final = 4


class Bid(Sealed[Capitals]):
    """CAP-2.1, CAP-2.2  All who are not eliminated bid at the same time and in secret, 0 if they have nothing.

    CAP-2.11  It is one moment: nothing else can happen before the reveal. Everybody is asked, whatever they hold.
    """

    question: i64

    def __init__(self, tag: str, title: str, clause: str, question: i64) -> None:
        super().__init__(tag, title, clause)
        self.question = question

    def hands(self, t: Capitals) -> list[int]:
        return t.players()

    def choices(self, t: Capitals, hand: i64, made: list[int]) -> Options:
        """CAP-2.2  From 0 to all one has; CAP-2.10  with or without one Lobbyist, which is chosen as secretly."""
        found = Options()
        found.span(BID.of(0), t.eur[hand] + 1)
        if t.holds(hand, LOBBYIST):
            found.span(LOBBY.of(0), t.eur[hand] + 1)
        return found

    def guess(self, t: Capitals, hand: i64, choices: Options) -> i64:
        """Since everybody pays, many bid nothing and few more than a third of what they have."""
        chance = t.dice.below(4)
        if chance == 0:
            return choices.at(t.dice.below(choices.total))
        return BID.of(0 if chance == 1 else t.dice.below(t.eur[hand] // 3 + 1))

    def questions(self, t: Capitals, hand: i64) -> list[Options]:
        return [self.choices(t, hand, [])]

    def reveal(self, t: Capitals, choices: list[list[int]]) -> None:
        """CAP-2.3  All bids are shown together, and everybody pays."""
        t.bids = [-1] * t.seats
        t.lobbied = 0
        counts = [-1] * t.seats
        for seat in t.players():
            choice = choices[seat][0]
            n = BID.a(choice)
            counts[seat] = n
            t.bids[seat] = n
            t.pay(seat, n)
            if choice >> 23 == LOBBY.number:
                # CAP-A.16  It counts 3 higher, which nobody pays; it is shown and discarded.
                counts[seat] += VOTES[LOBBYIST]
                t.lobbied |= 1 << seat
                t.throw_away(seat, LOBBYIST)
                t.tell(HAS_LOBBIED, seat, n, counts[seat])
            else:
                t.tell(HAS_BID, seat, n)
        if t.arg(PURPOSE) <= FOR_CONFERENCE:
            t.ranks = ranked(t, counts)
            for rank in range(len(t.ranks)):
                t.tell(RANKS, t.ranks[rank], rank + 1)
            t.positions = [-1] * len(t.ranks)
            t.goto(POSITIONS if t.arg(PURPOSE) == FOR_ORDER else REWARDS)
        else:
            t.ranks = [winner(t, counts)]
            t.tell(WINS_BID, t.ranks[0])
            t.goto(AWARD)

    def prompt(self, t: Capitals, seat: i64) -> list[int]:
        if self.question == ASK_EVENT_BID:
            return [self.question, t.event, t.eur[seat]]
        if self.question == ASK_CARD_BID:
            return [self.question, t.playing, t.eur[seat]]
        return [self.question, t.eur[seat]]

    def waiting(self, t: Capitals) -> list[int]:
        return [AWAIT_BIDS]

    def why(self, t: Capitals, seat: i64, action: i64) -> list[int]:
        kind = action >> 23
        if kind == LOBBY.number and not t.holds(seat, LOBBYIST):
            return [NO_LOBBYIST]
        return [BID_RANGE, t.eur[seat]] if kind in (BID.number, LOBBY.number) else []


def ranked(t: Capitals, counts: list[int]) -> list[int]:
    """CAP-2.6  The highest bid is rank 1, the next rank 2, and so on; CAP-2.5  groups are settled from the top."""
    ranks: list[int] = []
    for count in sorted(set(counts), reverse=True):
        if count >= 0:
            ranks += untied(t, [seat for seat in range(len(counts)) if counts[seat] == count])
    return ranks


def untied(t: Capitals, tied: list[int]) -> list[int]:
    """CAP-2.5  The tied roll in the order of their numbers, higher is ahead; who are still equal roll again, the
    higher part of a group that splits first. CAP-2.9  So it is if all bid 0."""
    if len(tied) == 1:
        return tied
    faces = roll_for(t, tied)
    ranks: list[int] = []
    for face in range(6, 0, -1):
        equal = [tied[i] for i in range(len(tied)) if faces[i] == face]
        if equal:
            ranks += untied(t, equal)
    return ranks


def winner(t: Capitals, counts: list[int]) -> int:
    """CAP-2.8  The highest bid alone; CAP-2.5  only the players tied for it roll, and only the highest stay in."""
    highest = max(counts)
    left = [seat for seat in range(len(counts)) if counts[seat] == highest]
    while len(left) > 1:
        faces = roll_for(t, left)
        best = max(faces)
        left = [left[i] for i in range(len(left)) if faces[i] == best]
    return left[0]


def roll_for(t: Capitals, seats: list[int]) -> list[int]:
    faces: list[int] = []
    for seat in seats:
        face = t.dice.roll()
        faces.append(face)
        t.tell(TIE_ROLL, seat, face)
    return faces


class Positions(Step[Capitals]):
    """CAP-2.7  By rank each takes any free position; the last gets the one that is left, without being asked."""

    def resume(self, t: Capitals) -> None:
        rank = t.arg(RANK)
        if rank == len(t.ranks):
            self.settle(t)
        elif rank == len(t.ranks) - 1:
            self.choose_position(t, t.positions.index(-1) + 1)
        else:
            t.ask(t.ranks[rank])

    def options(self, t: Capitals, seat: i64, found: Options) -> None:
        for index in range(len(t.positions)):
            if t.positions[index] < 0:
                found.add(CHOOSE_POSITION.of(index + 1))

    def choose_position(self, t: Capitals, k: i64) -> None:
        seat = t.ranks[t.arg(RANK)]
        t.positions[k - 1] = seat
        t.set_arg(RANK, t.arg(RANK) + 1)
        self.taken(t, seat, k)

    def taken(self, t: Capitals, seat: i64, k: i64) -> None:
        t.tell(TAKES_POSITION, seat, k)

    def settle(self, t: Capitals) -> None:
        """Position 1 acts first."""
        t.order = t.positions[:]
        t.finish()

    def prompt(self, t: Capitals, seat: i64) -> list[int]:
        return [ASK_POSITION]

    def waiting(self, t: Capitals) -> list[int]:
        return [AWAIT, t.ranks[t.arg(RANK)]]

    def why(self, t: Capitals, seat: i64, action: i64) -> list[int]:
        return [POSITION_TAKEN, CHOOSE_POSITION.a(action)] if action >> 23 == CHOOSE_POSITION.number else []


class Rewards(Positions):
    """CAP-4.3  The Conference table: the reward of a position is received at once, then the next rank chooses."""

    def taken(self, t: Capitals, seat: i64, k: i64) -> None:
        t.tell(TAKES_REWARD, seat, k)
        receive(t, seat, REWARD_UNITS[k - 1], REWARD_EUR[k - 1], REWARD_CARDS[k - 1])

    def settle(self, t: Capitals) -> None:
        t.finish()

    def prompt(self, t: Capitals, seat: i64) -> list[int]:
        return [ASK_REWARD]


class Award(Step[Capitals]):
    """CAP-2.8  The winner of a Winner-takes-all bid gets what it was for; the others get nothing."""

    def resume(self, t: Capitals) -> None:
        best = t.ranks[0]
        purpose = t.arg(PURPOSE)
        amount = t.arg(AMOUNT)
        if purpose == FOR_SANCTION:
            t.goto(NAME)
            return
        t.finish()
        if purpose == FOR_UNITS:
            # CAP-A.13  Whoever plays an Arms Auction and does not win it has a unit for the trouble.
            if t.playing >= 0 and best != t.active:
                to_pool(t, t.active, CONSOLATION[t.playing])
            receive(t, best, amount, 0, 0)
        else:
            defect(t, best, amount)


def defect(t: Capitals, best: i64, territory: i64) -> None:
    """CAP-A.14  Unless the winner controls it already, the territory goes over with one unit; CAP-7.8  it is no
    conquest. Who loses the last territory is eliminated by the winner."""
    loser: i64 = t.owner[territory]
    if loser == best:
        t.tell(KEEPS, best, territory)
        return
    t.pass_to(territory, best)
    t.units[territory] = 1
    t.held[best] += 1
    t.held[loser] -= 1
    t.tell(DEFECTS, territory, best)
    if loser < NEUTRAL and t.held[loser] == 0:
        t.eliminate(loser, best)


class Name(Step[Capitals]):
    """CAP-E.16  The winner names another player who is in the game and not sanctioned yet; if there is none, nothing
    happens."""

    def resume(self, t: Capitals) -> None:
        best = t.ranks[0]
        options = self.listed(t, best)
        if options.total == 0:
            t.tell(NOBODY_TO_SANCTION)
            t.finish()
        elif options.total == 1:
            self.act(t, best, options.at(0))
        else:
            t.ask(best, options)

    def options(self, t: Capitals, seat: i64, found: Options) -> None:
        for other in t.players():
            if other != t.ranks[0] and not t.sanctioned >> other & 1:
                found.add(NAME_PLAYER.of(other))

    def name_player(self, t: Capitals, who: i64) -> None:
        t.sanctioned |= 1 << who
        t.tell(SANCTIONED, t.ranks[0], who)
        t.finish()

    def prompt(self, t: Capitals, seat: i64) -> list[int]:
        return [ASK_SANCTION]

    def waiting(self, t: Capitals) -> list[int]:
        return [AWAIT, t.ranks[0]]

    def why(self, t: Capitals, seat: i64, action: i64) -> list[int]:
        return [CANNOT_SANCTION] if action >> 23 == NAME_PLAYER.number else []


SETUP_BID: Final = Bid("capitals.setup_bid", "Bid", "CAP-1.4", ASK_SETUP_BID)
ORDER_BID: Final = Bid("capitals.order_bid", "Order", "CAP-3.6", ASK_ORDER_BID)
EVENT_BID: Final = Bid("capitals.event_bid", "Bid", "CAP-2.2", ASK_EVENT_BID)
CARD_BID: Final = Bid("capitals.card_bid", "Bid", "CAP-2.2", ASK_CARD_BID)
POSITIONS: Final = Positions("capitals.positions", "Positions", "CAP-2.7")
REWARDS: Final = Rewards("capitals.rewards", "Conference", "CAP-4.3")
AWARD: Final = Award("capitals.award", "Award", "CAP-2.8")
NAME: Final = Name("capitals.name", "Sanctions", "CAP-E.16")
