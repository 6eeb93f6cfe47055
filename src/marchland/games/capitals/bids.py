"""Chapter 2: bidding, and what a bid decides.

t.call(EVENT_BID, purpose, amount)      the frame goes from the bid to the choice of positions or to the award
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.common import BID
from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sealed import Sealed
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.capitals.cards import CONSOLATION, LOBBYIST, REWARD_CARDS, REWARD_EUR, REWARD_UNITS, VOTES
from marchland.games.capitals.receiving import receive, to_pool
from marchland.games.capitals.table import AWAIT, Capitals
from marchland.games.conquest.battle import SIDES
from marchland.games.conquest.table import NEUTRAL, SET_UP_FOR_ME

# Arguments of the frame.
PURPOSE: Final = Slot(0)
AMOUNT: Final = Slot(1)  # units, or the territory that is bid for
RANK: Final = Slot(2)  # how many have chosen their position

# CAP-2.4  The first two are Ranked bids, the others Winner-takes-all.
FOR_ORDER: Final = 0
FOR_CONFERENCE: Final = 1
FOR_UNITS: Final = 2
FOR_SANCTION: Final = 3
FOR_TERRITORY: Final = 4

# -- CAP-2.2: the bid ------------------------------------------------------------------------------------------------

BID_RANGE: Final = phrase("CAP-2.2", "A bid is from 0 to {n} EUR")
PAID_ANYWAY: Final = phrase("CAP-2.3", "You pay your bid whether you win or not")
LOBBIED: Final = phrase("CAP-A.16", "It counts {n} more than you pay, and the Lobbyist is spent")
NO_LOBBYIST: Final = phrase("CAP-A.16", "You hold no Lobbyist")


class SecretBid(Deed[Capitals]):
    """CAP-2.2  From 0 to all one has. Made like BID."""

    effect = PAID_ANYWAY

    def offer(self, t: Capitals, hand: i64, found: Options) -> None:
        found.span(self.of(0), t.eur[hand] + 1)

    def why(self, t: Capitals, seat: i64, action: i64) -> Saying:
        return [BID_RANGE, t.eur[seat]]


class Lobby(SecretBid):
    """CAP-2.10  With one Lobbyist, which is chosen as secretly; CAP-A.16  whatever the form of the bid."""

    words = ["bid {n} with a Lobbyist", "n:count"]

    def offer(self, t: Capitals, hand: i64, found: Options) -> None:
        if t.holds(hand, LOBBYIST):
            super().offer(t, hand, found)

    def effect_at(self, t: Capitals, seat: i64) -> Saying:
        return [LOBBIED, VOTES.of(t, LOBBYIST)]

    def why(self, t: Capitals, seat: i64, action: i64) -> Saying:
        return super().why(t, seat, action) if t.holds(seat, LOBBYIST) else [NO_LOBBYIST]


HAS_BID: Final = phrase("CAP-2.3", "{who:seat} bids {n} EUR", "reveal")
HAS_LOBBIED: Final = phrase("CAP-A.16", "{who:seat} bids {n} EUR with a Lobbyist, which counts {m}", "reveal")
RANKS: Final = phrase("CAP-2.6", "{who:seat} is rank {n}")
WINS_BID: Final = phrase("CAP-2.8", "{who:seat} wins the bid", "blow")
AWAIT_BIDS: Final = phrase("CAP-2.2", "Secret bids are being made")


class Bid(Sealed[Capitals]):
    """CAP-2.1, CAP-2.2  All who are not eliminated bid at the same time and in secret, 0 if they have nothing.

    CAP-2.11  It is one moment: nothing else can happen before the reveal. Everybody is asked, whatever they hold.
    """

    def hands(self, t: Capitals) -> list[int]:
        return t.players()

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
            if LOBBY.fits(choice):
                # CAP-A.16  It counts 3 higher, which nobody pays; it is shown and discarded.
                counts[seat] += VOTES.of(t, LOBBYIST)
                t.lobbied |= 1 << seat
                t.throw_away(seat, LOBBYIST)
                t.tell(HAS_LOBBIED, seat, n, counts[seat])
            else:
                t.tell(HAS_BID, seat, n)
        if PURPOSE.of(t) <= FOR_CONFERENCE:
            t.ranks = ranked(t, counts)
            for rank in range(len(t.ranks)):
                t.tell(RANKS, t.ranks[rank], rank + 1)
            t.positions = [-1] * len(t.ranks)
            t.goto(POSITIONS if PURPOSE.of(t) == FOR_ORDER else REWARDS)
        else:
            t.ranks = [winner(t, counts)]
            t.tell(WINS_BID, t.ranks[0])
            t.goto(AWARD)

    def waiting(self, t: Capitals) -> Saying:
        return [AWAIT_BIDS]


ASK_SETUP_BID: Final = phrase("CAP-1.4", "Bid for the order of setup and of the first round; you have {n} EUR.")
ASK_ORDER_BID: Final = phrase("CAP-3.6", "Bid for the order of this round; you have {n} EUR.")
ASK_EVENT_BID: Final = phrase("CAP-2.2", "Bid for {event:event}; you have {n} EUR.")
ASK_CARD_BID: Final = phrase("CAP-2.2", "{who:seat} has played {card:card}: bid; you have {n} EUR.")
ASK_TERRITORY_BID: Final = phrase(
    "CAP-A.14", "{who:seat} has played {card:card}: bid for {territory:region}; you have {n} EUR."
)


class SetupBid(Bid):
    """CAP-1.4  For the order of setup and of round 1."""

    def prompt(self, t: Capitals, seat: i64) -> Saying:
        return [ASK_SETUP_BID, t.eur[seat]]

    def chore(self, t: Capitals, seat: i64) -> str:
        return SET_UP_FOR_ME


class OrderBid(Bid):
    """CAP-3.6  For the order of turns, from round 2 on."""

    def prompt(self, t: Capitals, seat: i64) -> Saying:
        return [ASK_ORDER_BID, t.eur[seat]]


class EventBid(Bid):
    """CAP-2.1  That an Event card asks for."""

    def prompt(self, t: Capitals, seat: i64) -> Saying:
        return [ASK_EVENT_BID, t.event, t.eur[seat]]


class CardBid(Bid):
    """CAP-2.1  That an Action card asks for."""

    def prompt(self, t: Capitals, seat: i64) -> Saying:
        if PURPOSE.of(t) == FOR_TERRITORY:
            return [ASK_TERRITORY_BID, t.active, t.playing, AMOUNT.of(t), t.eur[seat]]
        return [ASK_CARD_BID, t.active, t.playing, t.eur[seat]]


# -- CAP-2.5: ties ---------------------------------------------------------------------------------------------------

TIE_ROLL: Final = phrase("CAP-2.5", "{who:seat} rolls {n} for the tie")


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
    for face in range(SIDES.of(t), 0, -1):
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
        face = t.dice.roll(SIDES.of(t))
        faces.append(face)
        t.tell(TIE_ROLL, seat, face)
    return faces


# -- CAP-2.7, CAP-4.3: positions -------------------------------------------------------------------------------------

TAKES_POSITION: Final = phrase("CAP-2.7", "{who:seat} takes position {k}")
TAKES_REWARD: Final = phrase("CAP-4.3", "{who:seat} takes place {k} on the Conference table")
POSITION_TAKEN: Final = phrase("CAP-2.7", "Position {k} is not free")


class ChoosePosition(Deed[Capitals]):
    """CAP-2.7  Any free position of the order."""

    words = ["take position {k}", "k:count"]

    def offer(self, t: Capitals, seat: i64, found: Options) -> None:
        for index in range(len(t.positions)):
            if t.positions[index] < 0:
                found.add(self.of(index + 1))

    def why(self, t: Capitals, seat: i64, action: i64) -> Saying:
        return [POSITION_TAKEN, self.a(action)]

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        k = self.a(action)
        t.positions[k - 1] = seat
        RANK.add(t, 1)
        self.take(t, seat, k)

    def take(self, t: Capitals, seat: i64, k: i64) -> None:
        t.tell(TAKES_POSITION, seat, k)


class ChooseReward(ChoosePosition):
    """CAP-4.3  Any free place on the Conference table; its reward is received at once."""

    def take(self, t: Capitals, seat: i64, k: i64) -> None:
        t.tell(TAKES_REWARD, seat, k)
        receive(t, seat, REWARD_UNITS.of(t, k - 1), REWARD_EUR.of(t, k - 1), REWARD_CARDS.of(t, k - 1))


ASK_POSITION: Final = phrase("CAP-2.7", "Choose your position.")
ASK_REWARD: Final = phrase("CAP-4.3", "Choose a place on the Conference table.")


class Positions(Step[Capitals]):
    """CAP-2.7  By rank each takes any free position; the last gets the one that is left, without being asked."""

    def resume(self, t: Capitals) -> None:
        rank = RANK.of(t)
        if rank == len(t.ranks):
            self.settle(t)
        elif rank == len(t.ranks) - 1:
            self.act(t, t.ranks[rank], CHOOSE_POSITION.of(t.positions.index(-1) + 1))
        else:
            t.ask(t.ranks[rank])

    def settle(self, t: Capitals) -> None:
        """Position 1 acts first."""
        t.order = t.positions[:]
        t.finish()

    def prompt(self, t: Capitals, seat: i64) -> Saying:
        return [ASK_POSITION]

    def waiting(self, t: Capitals) -> Saying:
        return [AWAIT, t.ranks[RANK.of(t)]]

    def chore(self, t: Capitals, seat: i64) -> str:
        return SET_UP_FOR_ME if t.round == 0 else ""


class Rewards(Positions):
    """CAP-4.3  The Conference table: each has received and placed the reward before the next rank chooses."""

    def settle(self, t: Capitals) -> None:
        t.finish()

    def prompt(self, t: Capitals, seat: i64) -> Saying:
        return [ASK_REWARD]


# -- CAP-2.8: what the winner takes ----------------------------------------------------------------------------------


class Award(Step[Capitals]):
    """CAP-2.8  The winner of a Winner-takes-all bid gets what it was for; the others get nothing."""

    def resume(self, t: Capitals) -> None:
        best = t.ranks[0]
        purpose = PURPOSE.of(t)
        amount = AMOUNT.of(t)
        if purpose == FOR_SANCTION:
            t.goto(NAME)
            return
        t.finish()
        if purpose == FOR_UNITS:
            # CAP-A.13  Whoever plays an Arms Auction and does not win it has a unit for the trouble.
            if t.playing >= 0 and best != t.active:
                to_pool(t, t.active, CONSOLATION.of(t, t.playing))
            receive(t, best, amount, 0, 0)
        else:
            defect(t, best, amount)


KEEPS: Final = phrase("CAP-A.14", "{who:seat} keeps {territory:region}")
DEFECTS: Final = phrase("CAP-A.14", "{territory:region} goes over to {who:seat}", "blow")


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


SANCTIONED: Final = phrase("CAP-E.16", "{who:seat} puts {whom:seat} under sanctions")
NOBODY_TO_SANCTION: Final = phrase("CAP-E.16", "There is nobody left to put under sanctions")
ASK_SANCTION: Final = phrase("CAP-E.16", "Name a player who gets no continent bonus at the next income.")
CANNOT_SANCTION: Final = phrase(
    "CAP-E.16", "Sanctions are for another player who is still in the game and free of them"
)


class NamePlayer(Deed[Capitals]):
    """CAP-E.16  Another player who is in the game and not sanctioned yet."""

    words = ["sanction {who}", "who:seat"]

    def offer(self, t: Capitals, seat: i64, found: Options) -> None:
        for other in t.players():
            if other != seat and not t.sanctioned >> other & 1:
                found.add(self.of(other))

    def why(self, t: Capitals, seat: i64, action: i64) -> Saying:
        return [CANNOT_SANCTION]

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        who = self.a(action)
        t.sanctioned |= 1 << who
        t.tell(SANCTIONED, seat, who)
        t.finish()


class Name(Step[Capitals]):
    """CAP-E.16  The winner names a player, unasked if there is only one; if there is none, nothing happens."""

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

    def prompt(self, t: Capitals, seat: i64) -> Saying:
        return [ASK_SANCTION]

    def waiting(self, t: Capitals) -> Saying:
        return [AWAIT, t.ranks[0]]


LOBBY: Final = Lobby()
BIDS: Final = [SecretBid(BID), LOBBY]
CHOOSE_POSITION: Final = ChoosePosition()

SETUP_BID: Final = SetupBid("capitals.setup_bid", "Bid", "CAP-1.4", BIDS)
ORDER_BID: Final = OrderBid("capitals.order_bid", "Order", "CAP-3.6", BIDS)
EVENT_BID: Final = EventBid("capitals.event_bid", "Bid", "CAP-2.2", BIDS)
CARD_BID: Final = CardBid("capitals.card_bid", "Bid", "CAP-2.2", BIDS)
POSITIONS: Final = Positions("capitals.positions", "Positions", "CAP-2.7", [CHOOSE_POSITION])
REWARDS: Final = Rewards("capitals.rewards", "Conference", "CAP-4.3", [ChooseReward(CHOOSE_POSITION)])
AWARD: Final = Award("capitals.award", "Award", "CAP-2.8")
NAME: Final = Name("capitals.name", "Sanctions", "CAP-E.16", [NamePlayer()])

BIDDING: Final[list[Step[Capitals]]] = [SETUP_BID, ORDER_BID, EVENT_BID, CARD_BID]
SETTLING: Final[list[Step[Capitals]]] = [POSITIONS, REWARDS, NAME, AWARD]
