"""Chapter 11: the end of the game."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sealed import Sealed
from marchland.engine.sets import set_of
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.swarm.cards import END, NO_LEADER, NUMBERS, SKILL, counters
from marchland.games.swarm.settings import ANY_TIME, BASTION_CHECK, BASTIONS_TO_WIN, DUEL_TREASON
from marchland.games.swarm.table import AWAIT_SECRET, Swarm
from marchland.games.swarm.treason import TREASON

# -- SWM-11.1 to SWM-11.3: bastions ----------------------------------------------------------------------------------

WINS_BY_BASTIONS: Final = phrase("SWM-11.1", "{who:seat} holds {n bastion} and wins", "blow")


def won_by_bastions(t: Swarm) -> bool:
    """SWM-11.1  Three bastions (or four) at the same time win at once; SWM-11.3  two players never can."""
    for seat in range(t.seats):
        held = t.bastions(seat)
        if held >= BASTIONS_TO_WIN.of(t):
            t.tell(WINS_BY_BASTIONS, seat, held)
            finish_game(t, [seat])
            return True
    return False


def check_any_time(t: Swarm) -> None:
    """SWM-11.2  With `any_time`, entering a third bastion wins at once."""
    if BASTION_CHECK.of(t) == ANY_TIME:
        won_by_bastions(t)


# -- SWM-11.4 to SWM-11.6, SWM-11.13: points and places --------------------------------------------------------------

POINTS: Final = phrase("SWM-11.6", "{who:seat} has {n victory point}")
WINS_GAME: Final = phrase("SWM-11.6", "{who:seat} wins", "blow")
DUELLISTS: Final = phrase("SWM-11.7", "{n} players share the lead: leaders duel")


PER_CITY: Final = NUMBERS.one("points.city", "SWM-11.6", 1, 0, 10, "victory points for each city under control")


def score_of(t: Swarm, seat: i64) -> i64:
    """SWM-11.6  One point for each city under control, plus the points of completed quests."""
    return PER_CITY.of(t) * t.cities(seat) + t.points[seat]


def standing(t: Swarm, seat: int) -> list[int]:
    """SWM-11.13  Points, cities, water, quest cards (SWM-10.5: finished or not)."""
    cards = len(t.quests[seat]) + len(t.completed[seat])
    return [int(score_of(t, seat)), int(t.cities(seat)), int(t.water[seat]), cards]


def finish_game(t: Swarm, winners: list[int]) -> None:
    """SWM-11.13  The winner, or those who share a draw, then all others by their standing."""
    places = [1] * t.seats
    others = [seat for seat in range(t.seats) if seat not in winners]
    for seat in others:
        better = [other for other in others if standing(t, other) > standing(t, seat)]
        places[seat] = len(winners) + len(better) + 1
    t.end(places)


class EndOfRound(Step[Swarm]):
    """SWM-11.4  When the end card lies face up the game ends with the round; otherwise the next one begins.

    SWM-11.5  From here on nothing can be done any more, but for the duels.
    """

    def resume(self, t: Swarm) -> None:
        if not END[t.event]:
            t.finish()
            return
        most: i64 = -1
        for seat in range(t.seats):
            points = score_of(t, seat)
            t.tell(POINTS, seat, points)
            if points > most:
                most = points
        tied: i64 = 0
        for seat in range(t.seats):
            if score_of(t, seat) == most:
                tied |= 1 << seat
        if tied & (tied - 1) == 0:
            winner = seats_of(tied)[0]
            t.tell(WINS_GAME, winner)
            finish_game(t, [winner])
        else:
            t.tell(DUELLISTS, len(seats_of(tied)))
            t.finish()
            t.call(DUEL_STEP, tied)


def seats_of(mask: i64) -> list[int]:
    return [seat for seat in range(8) if mask >> seat & 1]


# -- SWM-11.7 to SWM-11.12: duels ------------------------------------------------------------------------------------

TIED: Final = Slot(0)  # who still duels, as a mask
SENT: Final = Slot(1)  # the leaders sent, five bits a seat

DUELS: Final = phrase("SWM-11.7", "{who:seat} sends {leader:leader} into the duel", "reveal")
DRAWN: Final = phrase("SWM-11.11", "The game is a draw between {n} players")
ASK_DUEL: Final = phrase("SWM-11.7", "Choose a leader for the duel.")
DUELS_ONCE: Final = phrase("SWM-11.7", "A leader duels only once")
DUELLED: Final = phrase("SWM-11.7", "{leader:leader} is not yours, or has duelled before")
MUST_DUEL: Final = phrase("SWM-11.9", "You still have a leader for the duel")


def unused(t: Swarm, seat: i64) -> list[int]:
    """SWM-11.7  Leaders who have not been in a duel yet."""
    return [leader for leader in t.leaders[seat] if not t.duelled >> leader & 1]


class Duel(Deed[Swarm]):
    """SWM-11.7  Send a leader who has not duelled yet."""

    words = ["duel with {leader}", "leader:leader"]
    effect = DUELS_ONCE
    grave = True

    def offer(self, t: Swarm, hand: i64, found: Options) -> None:
        found.fan(self, set_of(unused(t, hand)))

    def why(self, t: Swarm, seat: i64, action: i64) -> Saying:
        return [DUELLED, self.a(action)]


class DuelNone(Deed[Swarm]):
    """SWM-11.9  Whoever has nobody left to send."""

    words = ["duel without a leader"]

    def offer(self, t: Swarm, hand: i64, found: Options) -> None:
        if not unused(t, hand):
            found.add(self.code)

    def why(self, t: Swarm, seat: i64, action: i64) -> Saying:
        return [MUST_DUEL]


class Duels(Sealed[Swarm]):
    """SWM-11.7  All tied players send a leader whom they have not used in a duel yet, in secret and at once."""

    def resume(self, t: Swarm) -> None:
        if t.progress() == 0 and not any(unused(t, seat) for seat in seats_of(TIED.of(t))):
            self.ladder(t)
        elif t.progress() == 2:
            self.judge(t)
        else:
            super().resume(t)

    def hands(self, t: Swarm) -> list[int]:
        return seats_of(TIED.of(t))

    def automatic(self, t: Swarm, hand: i64, made: list[int]) -> bool:
        return True

    def reveal(self, t: Swarm, choices: list[list[int]]) -> None:
        sent: i64 = 0
        shown: i64 = 0
        for seat in self.hands(t):
            action = choices[seat][0]
            leader = DUEL.a(action) if DUEL.fits(action) else NO_LEADER
            sent |= leader << 5 * seat
            if leader != NO_LEADER:
                t.duelled |= 1 << leader
                shown |= 1 << leader
                t.leader_shown(seat, leader)
                t.tell(DUELS, seat, leader)
        SENT.put(t, sent)
        t.set_progress(2)
        t.betrayed = 0
        if DUEL_TREASON.on(t):
            t.call(TREASON, shown)

    def judge(self, t: Swarm) -> None:
        """SWM-11.10  The single highest score wins; equal ones duel again. SWM-11.12  The betrayed are out."""
        duellers = self.hands(t)
        loyal = [seat for seat in duellers if not t.betrayed >> sent_by(SENT.of(t), seat) & 1]
        if not loyal:
            self.again(t, duellers)
            return
        scores = {seat: self.score(t, seat, loyal) for seat in loyal}
        best = max(scores.values())
        self.again(t, [seat for seat in loyal if scores[seat] == best])

    def score(self, t: Swarm, seat: int, duellers: list[int]) -> int:
        """SWM-11.8  Skill, or nothing if any other shown leader counters."""
        sent = SENT.of(t)
        mine = sent_by(sent, seat)
        if mine == NO_LEADER:
            return 0
        for other in duellers:
            if other != seat and counters(sent_by(sent, other), mine):
                return 0
        return int(SKILL.of(t, mine))

    def again(self, t: Swarm, tied: list[int]) -> None:
        if len(tied) == 1:
            t.tell(WINS_GAME, tied[0])
            finish_game(t, tied)
            return
        TIED.put(t, set_of(tied))
        t.set_progress(0)

    def ladder(self, t: Swarm) -> None:
        """SWM-11.11  Nobody has a leader left: cities, water, quest cards; then it is a draw."""
        tied = self.hands(t)
        for rung in (1, 2, 3):
            best = max(standing(t, seat)[rung] for seat in tied)
            tied = [seat for seat in tied if standing(t, seat)[rung] == best]
        if len(tied) == 1:
            t.tell(WINS_GAME, tied[0])
        else:
            t.tell(DRAWN, len(tied))
        finish_game(t, tied)

    def prompt(self, t: Swarm, seat: i64) -> Saying:
        return [ASK_DUEL]

    def waiting(self, t: Swarm) -> Saying:
        return [AWAIT_SECRET]


def sent_by(sent: i64, seat: i64) -> i64:
    """The leader whom a seat has sent, out of all who were."""
    return sent >> 5 * seat & 31


DUEL: Final = Duel()

END_OF_ROUND: Final = EndOfRound("swarm.round_end", "End of round", "SWM-11.4")
DUEL_STEP: Final = Duels("swarm.duel", "Duel", "SWM-11.7", [DUEL, DuelNone()])
