"""Chapter 7: battles."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.options import Options
from marchland.engine.sealed import Sealed
from marchland.engine.step import Step
from marchland.games.swarm.cards import (
    BASTION,
    CITY,
    CRACKED_WALLS,
    CUT,
    DOUBLE,
    ELEMENT,
    FALL_BACK,
    FIRE,
    IS_TACTIC,
    NO_LEADER,
    POSITIONS,
    SCORE,
    SKILL,
    UNMASK,
    VEIL,
    WARDEN,
    WINNER_LOSES,
    counters,
)
from marchland.games.swarm.cards import NO_TACTIC as NO_CARD
from marchland.games.swarm.ending import won_by_bastions
from marchland.games.swarm.table import (
    AGAINST_THE_GRAIN,
    BASTION_DEFENDER,
    GIANT_KILLER,
    LEADER_REUSE,
    THIN_LINE,
    TRADE_CARDS,
    WALLBREAKER,
    Swarm,
)
from marchland.games.swarm.treason import TREASON
from marchland.games.swarm.words import (
    ARMY_BETRAYED,
    ASK_BATTLE,
    ASK_COMMIT,
    ASK_LEAD,
    ASK_TACTIC,
    ASK_TO_TEMPLE,
    AWAIT,
    AWAIT_SECRET,
    BATTLE,
    BATTLE_BEGINS,
    BATTLE_TIED,
    COMMIT,
    COMMIT_RANGE,
    FALLS_BACK,
    LEAD,
    LEAD_NONE,
    LEADER_NOT_AVAILABLE,
    LOSES_BATTLE,
    MUST_LEAD,
    NO_BATTLE,
    NO_TACTIC,
    NO_TACTICS,
    NOT_HELD,
    PLAN_SHOWN,
    SCORES,
    TACTIC,
    TEMPLE_NO,
    TEMPLE_YES,
    TO_TEMPLE,
    WINS_BATTLE,
)

MOST_COMMITTED: Final = 6
ONCE_PER_ROUND: Final = 1
HELD_AT_PHASE_START: Final = 1


class Battles(Step[Swarm]):
    """SWM-7.2  As long as a tile is contested, the first player in turn order on one chooses tile and opponent.

    SWM-11.2  Bastions are counted before the first battle and after each.
    """

    def resume(self, t: Swarm) -> None:
        if won_by_bastions(t):
            return
        for seat in t.turn_order():
            options = self.listed(t, seat)
            if options.total == 1:
                t.active = seat
                self.act(t, seat, options.at(0))
                return
            if options.total > 1:
                t.active = seat
                t.ask(seat, options)
                return
        t.finish()

    def options(self, t: Swarm, seat: i64, found: Options) -> None:
        for p in range(POSITIONS):
            if t.occupies(seat, p) and t.contested(p):
                for opponent in range(t.seats):
                    if opponent != seat and t.occupies(opponent, p):
                        found.add(BATTLE.of(p, opponent))

    def battle(self, t: Swarm, p: i64, opponent: i64) -> None:
        t.reveals += 1
        t.tell(BATTLE_BEGINS, t.active, opponent, p)
        t.call(FIGHT, p, t.active, opponent)

    def why(self, t: Swarm, seat: i64, action: i64) -> list[int]:
        return [NO_BATTLE, BATTLE.a(action)] if action >> 23 == BATTLE.number else []

    def prompt(self, t: Swarm, seat: i64) -> list[int]:
        return [ASK_BATTLE]

    def waiting(self, t: Swarm) -> list[int]:
        return [AWAIT, t.active]


# Arguments of a fight and of its plan.
WHERE: Final = 0
ONE: Final = 1
TWO: Final = 2
WINNER: Final = 3


class Plan(Sealed[Swarm]):
    """SWM-7.4  Commitment, leader, tactics: three secret choices, each side at its own pace.

    What lies in `t.plan` after the reveal: commitment, leader and tactics card of the one, then of the other.
    """

    def hands(self, t: Swarm) -> list[int]:
        return [int(t.arg(ONE)), int(t.arg(TWO))]

    def choices(self, t: Swarm, hand: i64, made: list[int]) -> Options:
        found = Options()
        if len(made) == 0:
            here = t.on(hand, t.arg(WHERE))
            found.span(COMMIT.of(1), here if here < MOST_COMMITTED else MOST_COMMITTED)
        elif len(made) == 1:
            for leader in available(t, hand):
                found.add(LEAD.of(leader))
            if found.total == 0:
                found.add(LEAD_NONE.of())  # SWM-7.5
        else:
            last = -1
            for kind in t.coverts[hand]:
                if IS_TACTIC[kind] and kind != last:
                    found.add(TACTIC.of(kind))
                    last = kind
            found.add(NO_TACTIC.of())
        return found

    def questions(self, t: Swarm, hand: i64) -> list[Options]:
        return [self.choices(t, hand, [0] * i) for i in range(3 if t.coverts[hand] else 2)]

    def closed(self, t: Swarm, hand: i64, made: list[int]) -> bool:
        """SWM-7.6  A tactics card is asked for from whoever holds any covert card (SWM-1.12)."""
        return len(made) >= (3 if t.coverts[hand] else 2)

    def automatic(self, t: Swarm, hand: i64, made: list[int]) -> bool:
        """SWM-1.10  A single commitment or leader. SWM-1.12  Where leaders are traded in secret, who has fought before
        is not public: then only whoever holds at most one is not asked."""
        if len(made) == 1 and t.settings[LEADER_REUSE] == ONCE_PER_ROUND and t.settings[TRADE_CARDS]:
            return len(t.leaders[hand]) < 2
        return len(made) < 2

    def reveal(self, t: Swarm, choices: list[list[int]]) -> None:
        for side, seat in enumerate(self.hands(t)):
            made = choices[seat]
            tactic = TACTIC.a(made[2]) if len(made) > 2 and made[2] != NO_TACTIC.of() else NO_CARD
            t.plan[3 * side] = COMMIT.a(made[0])
            t.plan[3 * side + 1] = NO_LEADER if made[1] == LEAD_NONE.of() else LEAD.a(made[1])
            t.plan[3 * side + 2] = tactic
        t.finish()

    def prompt(self, t: Swarm, seat: i64) -> list[int]:
        opponent = t.arg(TWO) if seat == t.arg(ONE) else t.arg(ONE)
        made = len(t.sealed[seat])
        if made == 0:
            return [ASK_COMMIT, t.arg(WHERE), opponent, t.on(seat, t.arg(WHERE))]
        return [ASK_LEAD if made == 1 else ASK_TACTIC, t.arg(WHERE), opponent]

    def waiting(self, t: Swarm) -> list[int]:
        return [AWAIT_SECRET]

    def why(self, t: Swarm, seat: i64, action: i64) -> list[int]:
        kind = action >> 23
        if kind == COMMIT.number:
            return [COMMIT_RANGE, min(MOST_COMMITTED, t.on(seat, t.arg(WHERE)))]
        if kind == LEAD.number:
            return [LEADER_NOT_AVAILABLE, LEAD.a(action)]
        if kind == LEAD_NONE.number and available(t, seat):
            return [MUST_LEAD]
        if kind == TACTIC.number:
            card = TACTIC.a(action)
            return [NO_TACTICS if t.holds(seat, card) and not IS_TACTIC[card] else NOT_HELD, card]
        return []


def available(t: Swarm, seat: i64) -> list[int]:
    """SWM-7.20  Leaders who may still fight this round."""
    if t.settings[LEADER_REUSE] != ONCE_PER_ROUND:
        return t.leaders[seat]
    return [leader for leader in t.leaders[seat] if not t.used >> leader & 1]


class Fight(Step[Swarm]):
    """SWM-7.3  One battle between two players: plan, reveal, treason, score, losses, temple."""

    def resume(self, t: Swarm) -> None:
        place = t.place()
        t.set_place(place + 1)
        if place == 0:
            t.call(PLAN, t.arg(WHERE), t.arg(ONE), t.arg(TWO))
        elif place == 1:
            self.turn_up(t)
        elif place == 2:
            self.decide(t)
        elif t.arg(WINNER) and self.temple_open(t):
            t.ask(t.arg(WINNER) - 1)
        else:
            t.finish()

    def side(self, t: Swarm, side: i64) -> i64:
        return t.arg(ONE) if side == 0 else t.arg(TWO)

    def turn_up(self, t: Swarm) -> None:
        """SWM-7.7  Both plans face up; SWM-7.8  Unmask first; SWM-7.9  then the treason window."""
        shown: i64 = 0
        for side in range(2):
            seat = self.side(t, side)
            leader, tactic = t.plan[3 * side + 1], t.plan[3 * side + 2]
            t.tell(PLAN_SHOWN, seat, t.plan[3 * side], leader, tactic)
            if tactic != NO_CARD:
                t.spend_card(seat, tactic)  # SWM-7.19
            if leader != NO_LEADER:
                t.leader_shown(seat, leader)
                t.used |= 1 << leader
        self.unmask(t)
        for side in range(2):
            leader, tactic = t.plan[3 * side + 1], t.plan[3 * side + 2]
            if leader != NO_LEADER and not (tactic != NO_CARD and DOUBLE[tactic]):
                shown |= 1 << leader
        t.call(TREASON, shown)

    def unmask(self, t: Swarm) -> None:
        """SWM-7.8  An unmasked card has no effect; two Unmask cards cancel each other."""
        one, two = t.plan[2], t.plan[5]
        if one != NO_CARD and UNMASK[one] == 1:
            t.plan[5] = NO_CARD
        if two != NO_CARD and UNMASK[two] == 1:
            t.plan[2] = NO_CARD

    def decide(self, t: Swarm) -> None:
        p = t.arg(WHERE)
        betrayed = False
        for side in range(2):
            leader = t.plan[3 * side + 1]
            if leader != NO_LEADER and t.betrayed >> leader & 1:
                # SWM-4.5, SWM-4.6  The army of a betrayed leader goes home, and the battle ends without a winner.
                seat = self.side(t, side)
                t.kill(seat, p, t.on(seat, p))
                t.tell(ARMY_BETRAYED, seat, p)
                betrayed = True
        if betrayed:
            return
        a, b = self.score(t, 0), self.score(t, 1)
        t.tell(SCORES, t.arg(ONE), a, t.arg(TWO), b)
        if a == b:
            # SWM-7.15
            for side in range(2):
                seat = self.side(t, side)
                t.kill(seat, p, t.on(seat, p))
            t.tell(BATTLE_TIED)
        else:
            self.settle(t, 0 if a > b else 1)
        # SWM-11.2  Bastions are counted right after the losses, before the temple.
        won_by_bastions(t)

    def defender(self, t: Swarm) -> i64:
        """SWM-7.13  0 or 1, the side that defends; -1 for neither."""
        p, one, two = t.arg(WHERE), t.arg(ONE), t.arg(TWO)
        if t.settings[BASTION_DEFENDER] == HELD_AT_PHASE_START:
            before = t.held_before[p]
            if before >> one & 1:
                return 0
            return 1 if before >> two & 1 else -1
        return 0 if t.arrived[one * 20 + p] < t.arrived[two * 20 + p] else 1

    def countered(self, t: Swarm, side: i64) -> bool:
        """SWM-7.10  Beaten by the opposing element, unless Sand Veil protects."""
        leader, other, tactic = t.plan[3 * side + 1], t.plan[4 - 3 * side], t.plan[3 * side + 2]
        if tactic != NO_CARD and VEIL[tactic]:
            return False
        return counters(other, leader)

    def score(self, t: Swarm, side: i64) -> i64:
        """SWM-7.12  Commitment, skill, bonus of the defender, tactics."""
        seat, p = self.side(t, side), t.arg(WHERE)
        leader, tactic, theirs = t.plan[3 * side + 1], t.plan[3 * side + 2], t.plan[5 - 3 * side]
        total = t.plan[3 * side]
        if theirs != NO_CARD:
            total = max(0, total - CUT[theirs])
        if leader != NO_LEADER and not self.countered(t, side):
            total += SKILL[leader]
        if tactic != NO_CARD:
            total += SCORE[tactic]
        if self.defender(t) == side:
            warden = t.is_a(seat, WARDEN)  # SWM-13.6
            if t.type_at[p] == BASTION and not CRACKED_WALLS[t.event]:
                total += 2 if warden else 1
            elif t.type_at[p] == CITY and warden:
                total += 1
        return total

    def settle(self, t: Swarm, side: i64) -> None:
        """SWM-7.16  The loser loses all; SWM-7.17  the winner as many as committed, changed by cards and Fire."""
        p = t.arg(WHERE)
        winner, loser = self.side(t, side), self.side(t, 1 - side)
        self.note_feats(t, side)
        lost = self.price(t, side)
        t.kill(winner, p, lost)
        t.tell(WINS_BATTLE, winner, lost)
        self.lose_all(t, loser, t.plan[5 - 3 * side])
        t.set_arg(WINNER, winner + 1)

    def price(self, t: Swarm, side: i64) -> i64:
        """SWM-7.17  What victory costs a side."""
        winner, tactic = self.side(t, side), t.plan[3 * side + 2]
        lost = t.plan[3 * side]
        if tactic != NO_CARD:
            lost += WINNER_LOSES[tactic]
        if t.favour(winner, FIRE):
            lost -= 1
        here = t.on(winner, t.arg(WHERE))
        if lost > here:
            lost = here
        return lost if lost > 0 else 0

    def lose_all(self, t: Swarm, loser: i64, tactic: i64) -> None:
        p = t.arg(WHERE)
        here = t.on(loser, p)
        back: i64 = 0
        if tactic != NO_CARD and FALL_BACK[tactic] and t.swarm != t.sanctuary:
            back = here // 2
        t.take(loser, p, here)
        t.reserve[loser] += here - back
        t.tell(LOSES_BATTLE, loser, here)
        if back > 0:
            t.put(loser, t.sanctuary, back)
            t.tell(FALLS_BACK, back, loser)

    def note_feats(self, t: Swarm, side: i64) -> None:
        """What the quests of this round will ask for."""
        winner = self.side(t, side)
        mine, theirs = t.plan[3 * side + 1], t.plan[4 - 3 * side]
        feats = t.feats[winner]
        if mine != NO_LEADER and theirs != NO_LEADER and SKILL[theirs] > SKILL[mine]:
            feats |= GIANT_KILLER
        if mine != NO_LEADER and self.countered(t, side):
            feats |= AGAINST_THE_GRAIN
        if t.plan[3 * side] == 1:
            feats |= THIN_LINE
        if t.type_at[t.arg(WHERE)] == BASTION and self.defender(t) != side:
            feats |= WALLBREAKER
        t.feats[winner] = feats

    # -- SWM-7.18: a troop to the temple -------------------------------------------------------------------------------

    def winning_leader(self, t: Swarm) -> i64:
        return t.plan[1] if t.arg(WINNER) - 1 == t.arg(ONE) else t.plan[4]

    def temple_open(self, t: Swarm) -> bool:
        """SWM-7.18  With a leader and a reserve the winner may send a troop to the leader's temple."""
        return self.winning_leader(t) != NO_LEADER and t.reserve[t.arg(WINNER) - 1] > 0

    def options(self, t: Swarm, seat: i64, found: Options) -> None:
        found.add(TEMPLE_NO.of())
        found.add(TEMPLE_YES.of())

    def temple_no(self, t: Swarm) -> None:
        t.reveals += 1
        t.finish()

    def temple_yes(self, t: Swarm) -> None:
        t.reveals += 1
        winner = t.arg(WINNER) - 1
        temple = ELEMENT[self.winning_leader(t)]
        t.reserve[winner] -= 1
        t.in_temple[winner * 4 + temple] += 1
        t.tell(TO_TEMPLE, winner, temple)
        t.finish()

    def prompt(self, t: Swarm, seat: i64) -> list[int]:
        return [ASK_TO_TEMPLE, ELEMENT[self.winning_leader(t)]]

    def waiting(self, t: Swarm) -> list[int]:
        return [AWAIT, t.arg(WINNER) - 1]


BATTLES: Final = Battles("swarm.battles", "Battles", "SWM-7.2")
PLAN: Final = Plan("swarm.plan", "Battle plan", "SWM-7.4")
FIGHT: Final = Fight("swarm.fight", "Battle", "SWM-7.3")
