"""Chapter 7: battles. Plans are in plan.py, and what they come to in score.py."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.swarm.cards import (
    BASTION,
    DOUBLE,
    ELEMENT,
    FALL_BACK,
    NO_LEADER,
    NO_TACTIC,
    NUMBERS,
    POSITIONS,
    QUEST,
    SKILL,
)
from marchland.games.swarm.ending import won_by_bastions
from marchland.games.swarm.plan import COMMITTED, LED_BY, ONE, PLAN, TACTIC, TWO, WHERE, fighter
from marchland.games.swarm.score import countered, defender, price, score, unmask
from marchland.games.swarm.table import (
    AGAINST_THE_GRAIN,
    AWAIT,
    GIANT_KILLER,
    THIN_LINE,
    WALLBREAKER,
    Swarm,
)
from marchland.games.swarm.treason import TREASON

# -- SWM-7.2: which battle is next -----------------------------------------------------------------------------------

BATTLE_BEGINS: Final = phrase("SWM-7.2", "{one:seat} and {two:seat} fight on {tile:region}", "battle")
ASK_BATTLE: Final = phrase("SWM-7.2", "Choose the next battle.")
NO_BATTLE: Final = phrase("SWM-7.2", "There is no such battle on {tile:region}")


class Battle(Deed[Swarm]):
    """SWM-7.2  A contested tile that one is on, and an opponent there."""

    words = ["fight {opponent} on {tile}", "tile:region opponent:seat"]

    def offer(self, t: Swarm, seat: i64, found: Options) -> None:
        for p in range(POSITIONS):
            if t.occupies(seat, p) and t.contested(p):
                found.fan(self, t.present[p] & ~(1 << seat), 1, p)

    def why(self, t: Swarm, seat: i64, action: i64) -> Saying:
        return [NO_BATTLE, self.a(action)]

    def do(self, t: Swarm, seat: i64, action: i64) -> None:
        p, opponent = self.a(action), self.b(action)
        t.tell(BATTLE_BEGINS, seat, opponent, p)
        t.call(FIGHT, p, seat, opponent)


class Battles(Step[Swarm]):
    """SWM-7.2  As long as a tile is contested, the first player in turn order on one chooses tile and opponent.

    SWM-11.2  Bastions are counted before the first battle and after each.
    """

    def resume(self, t: Swarm) -> None:
        if won_by_bastions(t):
            return
        fighting: i64 = 0
        for p in range(POSITIONS):
            if t.contested(p):
                fighting |= t.present[p]
        if fighting == 0:
            t.finish()
            return
        seat = t.start
        while not fighting >> seat & 1:
            seat = (seat + 1) % t.seats
        t.active = seat
        options = self.listed(t, seat)
        if options.total == 1:
            self.act(t, seat, options.at(0))
        else:
            t.ask(seat, options)

    def prompt(self, t: Swarm, seat: i64) -> Saying:
        return [ASK_BATTLE]

    def waiting(self, t: Swarm) -> Saying:
        return [AWAIT, t.active]


# -- SWM-7.18: a troop to the temple ---------------------------------------------------------------------------------

WINNER: Final = Slot(3)  # plus 1; 0 for nobody. The other arguments are those of the plan

TO_TEMPLE: Final = phrase("SWM-7.18", "{who:seat} sends a troop to the {temple:temple}")
TO_TEMPLE_MOST: Final = NUMBERS.one("troops.victory", "SWM-7.18", 1, 0, 9, "troops that a victory sends to a temple")
TROOP_INSIDE: Final = phrase(
    "SWM-7.18", "{n troop} {n|leaves|leave} your reserve; inside you have the favour of the temple"
)
RESERVE_STAYS: Final = phrase("SWM-7.18", "Your reserve stays as it is")
ASK_TO_TEMPLE: Final = phrase("SWM-7.18", "You have won. Send a troop from your reserve to the {temple:temple}?")


def winning_leader(t: Swarm) -> i64:
    return LED_BY.of(t.plan, 0 if WINNER.of(t) - 1 == ONE.of(t) else 1)


def pilgrims(t: Swarm, winner: i64) -> i64:
    """How many the winner can send to the temple."""
    most = TO_TEMPLE_MOST.of(t)
    return most if most < t.reserve[winner] else t.reserve[winner]


class TempleNo(Deed[Swarm]):
    words = ["no troop to the temple"]
    effect = RESERVE_STAYS

    def do(self, t: Swarm, seat: i64, action: i64) -> None:
        t.finish()


class TempleYes(Deed[Swarm]):
    """SWM-7.18  From the reserve to the temple of the leader's element."""

    words = ["a troop to the temple"]

    def effect_at(self, t: Swarm, seat: i64) -> Saying:
        return [TROOP_INSIDE, pilgrims(t, seat)]

    def do(self, t: Swarm, seat: i64, action: i64) -> None:
        temple = ELEMENT[winning_leader(t)]
        n = pilgrims(t, seat)
        t.reserve[seat] -= n
        t.send_inside(seat, temple, n)
        t.tell(TO_TEMPLE, seat, temple)
        t.finish()


# -- SWM-7.3: one battle ---------------------------------------------------------------------------------------------

PLAN_SHOWN: Final = phrase("SWM-7.7", "{who:seat} commits {n}, led by {leader:leader}, with {card:covert}", "reveal")
ARMY_BETRAYED: Final = phrase("SWM-4.5", "The army of {who:seat} on {tile:region} goes home", "blow")
SCORES: Final = phrase("SWM-7.12", "{one:seat} scores {a}, {two:seat} {b}")
WINS_BATTLE: Final = phrase("SWM-7.14", "{who:seat} wins the battle and loses {n}")
BATTLE_TIED: Final = phrase("SWM-7.15", "The battle is tied: both lose all")
LOSES_BATTLE: Final = phrase("SWM-7.16", "{who:seat} loses all {n}")
FALLS_BACK: Final = phrase("SWM-7.16", "{n troop} of {who:seat} {n|falls|fall} back to the sanctuary")


THE_THIN_LINE: Final = QUEST.number["The Thin Line"]
THIN: Final = QUEST.row(NUMBERS, "commitment", "SWM-10.1", 1, 60, "the largest commitment that is thin enough")


class Fight(Step[Swarm]):
    """SWM-7.3  One battle between two players: plan, reveal, treason, score, losses, temple."""

    def resume(self, t: Swarm) -> None:
        place = t.progress()
        if place < 4:
            t.set_progress(place + 1)  # the last question may be put again
        if place == 0:
            t.call(PLAN, WHERE.of(t), ONE.of(t), TWO.of(t))
        elif place == 1:
            self.turn_up(t)
        elif place == 2:
            self.decide(t)
        elif WINNER.of(t) and winning_leader(t) != NO_LEADER and pilgrims(t, WINNER.of(t) - 1) > 0:
            t.ask(WINNER.of(t) - 1)  # SWM-7.18  With a leader and a reserve.
        else:
            t.finish()

    def turn_up(self, t: Swarm) -> None:
        """SWM-7.7  Both plans face up; SWM-7.8  Unmask first; SWM-7.9  then the treason window."""
        shown: i64 = 0
        for side in range(2):
            seat, leader, tactic = fighter(t, side), LED_BY.of(t.plan, side), TACTIC.of(t.plan, side)
            t.tell(PLAN_SHOWN, seat, COMMITTED.of(t.plan, side), leader, tactic)
            if tactic != NO_TACTIC:
                t.spend_card(seat, tactic)  # SWM-7.19
            if leader != NO_LEADER:
                t.leader_shown(seat, leader)
                t.used |= 1 << leader
        unmask(t)
        for side in range(2):
            leader, tactic = LED_BY.of(t.plan, side), TACTIC.of(t.plan, side)
            if leader != NO_LEADER and not (tactic != NO_TACTIC and DOUBLE[tactic]):
                shown |= 1 << leader
        t.call(TREASON, shown)

    def decide(self, t: Swarm) -> None:
        if self.anybody_betrayed(t):
            return
        p = WHERE.of(t)
        a, b = score(t, 0), score(t, 1)
        t.tell(SCORES, ONE.of(t), a, TWO.of(t), b)
        if a == b:
            # SWM-7.15
            for side in range(2):
                seat = fighter(t, side)
                t.kill(seat, p, t.on(seat, p))
            t.tell(BATTLE_TIED)
        else:
            self.settle(t, 0 if a > b else 1)
        # SWM-11.2  Bastions are counted right after the losses, before the temple.
        won_by_bastions(t)

    def anybody_betrayed(self, t: Swarm) -> bool:
        """SWM-4.5, SWM-4.6  The army of a betrayed leader goes home, and the battle ends without a winner."""
        p = WHERE.of(t)
        betrayed = False
        for side in range(2):
            leader = LED_BY.of(t.plan, side)
            if leader != NO_LEADER and t.betrayed >> leader & 1:
                seat = fighter(t, side)
                t.kill(seat, p, t.on(seat, p))
                t.tell(ARMY_BETRAYED, seat, p)
                betrayed = True
        return betrayed

    def settle(self, t: Swarm, side: i64) -> None:
        """SWM-7.16  The loser loses all; SWM-7.17  the winner as many as committed, changed by cards and Fire."""
        winner = fighter(t, side)
        self.note_feats(t, side)
        lost = price(t, side)
        t.kill(winner, WHERE.of(t), lost)
        t.tell(WINS_BATTLE, winner, lost)
        self.lose_all(t, 1 - side)
        WINNER.put(t, winner + 1)

    def lose_all(self, t: Swarm, side: i64) -> None:
        p, loser, tactic = WHERE.of(t), fighter(t, side), TACTIC.of(t.plan, side)
        here = t.on(loser, p)
        back: i64 = 0
        if tactic != NO_TACTIC and FALL_BACK.of(t, tactic) and t.swarm != t.sanctuary:
            back = here // FALL_BACK.of(t, tactic)
        t.take(loser, p, here)
        t.reserve[loser] += here - back
        t.tell(LOSES_BATTLE, loser, here)
        if back > 0:
            t.put(loser, t.sanctuary, back)
            t.tell(FALLS_BACK, back, loser)

    def note_feats(self, t: Swarm, side: i64) -> None:
        """What the quests of this round will ask for."""
        winner = fighter(t, side)
        mine, theirs = LED_BY.of(t.plan, side), LED_BY.of(t.plan, 1 - side)
        feats = t.feats[winner]
        if mine != NO_LEADER and theirs != NO_LEADER and SKILL.of(t, theirs) > SKILL.of(t, mine):
            feats |= GIANT_KILLER
        if mine != NO_LEADER and countered(t, side):
            feats |= AGAINST_THE_GRAIN
        if COMMITTED.of(t.plan, side) <= THIN.of(t, THE_THIN_LINE):
            feats |= THIN_LINE
        if t.type_at[WHERE.of(t)] == BASTION and defender(t) != side:
            feats |= WALLBREAKER
        t.feats[winner] = feats

    def prompt(self, t: Swarm, seat: i64) -> Saying:
        return [ASK_TO_TEMPLE, ELEMENT[winning_leader(t)]]

    def waiting(self, t: Swarm) -> Saying:
        return [AWAIT, WINNER.of(t) - 1]


BATTLE: Final = Battle()

BATTLES: Final = Battles("swarm.battles", "Battles", "SWM-7.2", [BATTLE])
FIGHT: Final = Fight("swarm.fight", "Battle", "SWM-7.3", [TempleNo(), TempleYes()])
