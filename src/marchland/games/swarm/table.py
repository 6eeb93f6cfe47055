"""What lies on a table of Swarm, and the small truths that all chapters use (SWM-1)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.redeal import forget_one
from marchland.engine.sayings import phrase
from marchland.engine.sets import bit
from marchland.engine.table import Table
from marchland.games.swarm.cards import (
    BASTION,
    CITY,
    CLANDESTINE,
    LEADERS,
    POSITIONS,
    QUEST,
    SANCTUARY,
    SEER,
    TACTICIAN,
    TEMPLE_TILE,
    TILE_TYPE,
    empty,
)

TROOPS: Final = 15  # SWM-2.10
EVENT_PILE: Final = 0
LEADER_PILE: Final = 1
COVERT_PILE: Final = 2
QUEST_PILE: Final = 3

AWAIT: Final = phrase("SWM-1.2", "{who:seat} decides")
AWAIT_SECRET: Final = phrase("SWM-1.2", "Secret choices are being made")

# Feats of a round that quests ask for, as bits.
GIANT_KILLER: Final = 1
AGAINST_THE_GRAIN: Final = 2
THIN_LINE: Final = 4
WALLBREAKER: Final = 8


class Swarm(Table):
    """Tiles, troops, water, piles and hands. Piles have their top card last.

    Piles, hands and rows are replaced and never changed: copies of a table share them.
    """

    tile_at: list[int]  # the tile card on each position
    type_at: vec[i64]
    temple_at: list[int]  # the position of each temple
    sanctuary: i64
    swarm: i64  # SWM-1.7  where the swarm is
    start: i64

    troops: vec[i64]  # [seat * 20 + position]
    present: vec[i64]  # who is on a position, as a mask
    arrived: vec[i64]  # [seat * 20 + position]: when presence began, by `clock`
    clock: i64
    held_before: vec[i64]  # who was on a position when the Movement phase began
    in_temple: vec[i64]  # [seat * 4 + temple]
    reserve: vec[i64]
    water: vec[i64]
    specialty: list[int]

    event: i64  # the card that lies face up, -1 before the first round
    events_seen: list[int]
    direction: i64
    steps: i64
    praying: i64
    dowsed: i64
    moved: vec[i64]  # SWM-6.7  troops of the active player that have moved, by position
    moves_made: i64

    event_pile: list[int]
    leader_pile: list[int]
    covert_pile: list[int]
    quest_pile: list[int]
    traitor_pile: list[int]
    covert_discard: list[int]
    leader_seen: list[int]  # card by card of the pile: a mask of the seats that know which it is
    covert_seen: list[int]
    quest_seen: list[int]

    leaders: list[list[int]]  # SWM-1.9  hands, without limit; how many cards is public, which is not
    coverts: list[list[int]]
    quests: list[list[int]]
    traitors: list[list[int]]
    noted: list[list[int]]  # SWM-2.13  traitor cards that a player drew and did not keep
    completed: list[list[int]]

    removed: i64  # leaders out of the game
    played_traitors: list[int]
    # What is known of others' hands, by seat; the last row is a spectator's and so what all know.
    told_leader: list[list[int]]  # by leader: a mask of the seats one of which holds it, 0 if it can be anywhere
    told_quest: list[list[int]]  # the same by quest
    told_covert: list[list[int]]  # pairs (mask, kind): one of these seats holds such a card
    doubts: list[list[int]]  # masks of seats between whom hidden water has gone to and fro, unseen

    failed: i64  # quests whose claim failed this round
    feats: vec[i64]  # by seat, this round
    unmasked: i64  # seats whose traitor card has removed another player's leader
    used: i64  # leaders shown in a battle this round
    points: vec[i64]  # victory points from quests
    offers_this_round: vec[i64]

    lot: i64  # what is for sale: 0 quest, 1 leader, 2 covert
    hall: i64  # the card in the auction hall, -1 if none
    hall_seen: i64  # who knows which card it is
    peeped: i64
    plan: vec[i64]  # a row for either side, by the columns of plan.py
    betrayed: i64  # leaders betrayed in the last treason window
    duelled: i64  # leaders used in a duel

    def set_up(self) -> None:
        n = self.seats
        self.tile_at = list(range(POSITIONS))
        self.type_at = vec[i64](TILE_TYPE)
        self.temple_at = TEMPLE_TILE[:]
        self.sanctuary = TILE_TYPE.index(SANCTUARY)
        self.swarm = 0
        self.start = 0
        self.troops = empty(20 * n)
        self.present = empty(20)
        self.arrived = empty(20 * n)
        self.clock = 0
        self.held_before = empty(20)
        self.in_temple = empty(4 * n)
        self.reserve = vec[i64]([TROOPS] * n)
        self.water = empty(n)
        self.specialty = [-1] * n
        self.event = -1
        self.events_seen = []
        self.direction = 0
        self.steps = 0
        self.praying = 0
        self.dowsed = 0
        self.moved = empty(20)
        self.moves_made = 0
        self.event_pile = []
        self.leader_pile = []
        self.covert_pile = []
        self.quest_pile = []
        self.traitor_pile = []
        self.covert_discard = []
        self.leader_seen = []
        self.covert_seen = []
        self.quest_seen = []
        self.leaders = [[] for _ in range(n)]
        self.coverts = [[] for _ in range(n)]
        self.quests = [[] for _ in range(n)]
        self.traitors = [[] for _ in range(n)]
        self.noted = [[] for _ in range(n)]
        self.completed = [[] for _ in range(n)]
        self.removed = 0
        self.played_traitors = []
        self.told_leader = [[0] * LEADERS for _ in range(n + 1)]
        self.told_quest = [[0] * len(QUEST.cards) for _ in range(n + 1)]
        self.told_covert = [[] for _ in range(n + 1)]
        self.doubts = [[] for _ in range(n + 1)]
        self.failed = 0
        self.feats = empty(n)
        self.unmasked = 0
        self.used = 0
        self.points = empty(n)
        self.offers_this_round = empty(n)
        self.lot = 0
        self.hall = -1
        self.hall_seen = 0
        self.peeped = 0
        self.plan = empty(6)
        self.betrayed = 0
        self.duelled = 0

    # -- SWM-1: order, presence, control -------------------------------------------------------------------------------

    def turn_order(self) -> list[int]:
        """SWM-1.2  Rising seats from the start player."""
        return [int((self.start + i) % self.seats) for i in range(self.seats)]

    def on(self, seat: i64, p: i64) -> i64:
        return self.troops[seat * 20 + p]

    def put(self, seat: i64, p: i64, n: i64) -> None:
        """Troops come onto a tile; presence begins when there were none (SWM-7.13)."""
        here: i64 = seat * 20 + p
        if self.troops[here] == 0:
            self.present[p] |= 1 << seat
            self.clock += 1
            self.arrived[here] = self.clock
        self.troops[here] += n

    def take(self, seat: i64, p: i64, n: i64) -> None:
        here: i64 = seat * 20 + p
        self.troops[here] -= n
        if self.troops[here] == 0:
            self.present[p] &= ~(1 << seat)
            self.arrived[here] = 0

    def kill(self, seat: i64, p: i64, n: i64) -> None:
        """SWM-1.3  Whoever is lost goes to the reserve and can be used again."""
        self.take(seat, p, n)
        self.reserve[seat] += n

    def occupies(self, seat: i64, p: i64) -> bool:
        """SWM-1.5"""
        return self.troops[seat * 20 + p] > 0

    def tiles_of(self, seat: i64) -> i64:
        """The tiles that a seat occupies, as a set."""
        tiles: i64 = 0
        for p in range(POSITIONS):
            if self.present[p] >> seat & 1:
                tiles |= bit(p)
        return tiles

    def controls(self, seat: i64, p: i64) -> bool:
        """SWM-1.5  Sole occupation."""
        return self.present[p] == 1 << seat

    def alone(self, p: i64) -> bool:
        """Whether at most one player has troops here."""
        mask = self.present[p]
        return mask & (mask - 1) == 0

    def contested(self, p: i64) -> bool:
        """SWM-7.1  Two or more players, anywhere but on the sanctuary."""
        return p != self.sanctuary and not self.alone(p)

    def bastions(self, seat: i64) -> i64:
        count: i64 = 0
        for p in range(POSITIONS):
            if self.type_at[p] == BASTION and self.present[p] == 1 << seat:
                count += 1
        return count

    def cities(self, seat: i64) -> i64:
        count: i64 = 0
        for p in range(POSITIONS):
            if self.type_at[p] == CITY and self.present[p] == 1 << seat:
                count += 1
        return count

    def prays(self, seat: i64) -> bool:
        return self.praying >> seat & 1 == 1

    def favour(self, seat: i64, temple: i64) -> bool:
        """SWM-14.1  At least one troop in the temple."""
        return self.in_temple[seat * 4 + temple] > 0

    def is_a(self, seat: i64, specialty: i64) -> bool:
        return self.specialty[seat] == specialty

    # -- cards -------------------------------------------------------------------------------------------------------

    def holds(self, seat: i64, kind: i64) -> bool:
        return kind in self.coverts[seat]

    def spend_card(self, seat: i64, kind: i64) -> None:
        """SWM-12.1  Shown, carried out, discarded."""
        self.coverts[seat] = without(self.coverts[seat], kind)
        self.covert_discard = [*self.covert_discard, int(kind)]
        self.covert_gone(seat, kind)

    def refill_coverts(self) -> None:
        """SWM-1.11  An empty covert pile is made anew from the discards; no other pile ever is."""
        if not self.covert_pile and self.covert_discard:
            self.covert_pile = self.covert_discard[:]
            self.covert_discard = []
            self.dice.shuffle(self.covert_pile)
            self.covert_seen = [0] * len(self.covert_pile)

    def draw_covert(self) -> i64:
        """The top covert card, -1 if there is none."""
        self.refill_coverts()
        self.reveals += 1
        if not self.covert_pile:
            return -1
        top = self.covert_pile[-1]
        self.covert_pile = self.covert_pile[:-1]
        self.covert_seen = self.covert_seen[:-1]
        return top

    def draw_leader(self) -> i64:
        self.reveals += 1
        if not self.leader_pile:
            return -1
        top = self.leader_pile[-1]
        self.leader_pile = self.leader_pile[:-1]
        self.leader_seen = self.leader_seen[:-1]
        return top

    def draw_quest(self) -> i64:
        self.reveals += 1
        if not self.quest_pile:
            return -1
        top = self.quest_pile[-1]
        self.quest_pile = self.quest_pile[:-1]
        self.quest_seen = self.quest_seen[:-1]
        return top

    def know_top(self, pile: i64) -> i64:
        """The seats that know the top card of a pile: its keeper, and who saw it go under the pile long ago."""
        if pile == COVERT_PILE:
            self.refill_coverts()
        seen = self.leader_seen if pile == LEADER_PILE else self.covert_seen if pile == COVERT_PILE else self.quest_seen
        mask: i64 = seen[-1] if seen else 0
        for seat in range(self.seats):
            top = self.kept_top(seat)
            if top and top[0] == pile:
                mask |= 1 << seat
        return mask

    def gain_leader(self, seat: i64, leader: i64, seen: i64 = 0) -> None:
        """A leader comes into a hand; `seen` are the seats that know which."""
        self.leaders[seat] = sorted([*self.leaders[seat], int(leader)])
        for viewer in range(self.seats):
            if seen >> viewer & 1:
                learn(self.told_leader, viewer, leader, 1 << seat)

    def gain_covert(self, seat: i64, kind: i64, seen: i64 = 0) -> None:
        self.coverts[seat] = sorted([*self.coverts[seat], int(kind)])
        for viewer in range(self.seats):
            if viewer != seat and seen >> viewer & 1:
                self.told_covert[viewer] = [*self.told_covert[viewer], int(1 << seat), int(kind)]

    def gain_quest(self, seat: i64, quest: i64, seen: i64 = 0) -> None:
        self.quests[seat] = sorted([*self.quests[seat], int(quest)])
        for viewer in range(self.seats):
            if seen >> viewer & 1:
                learn(self.told_quest, viewer, quest, 1 << seat)

    def leader_shown(self, seat: i64, leader: i64) -> None:
        """SWM-4.2  A leader does something before all eyes: from now on all know who has this leader (SWM-4.9)."""
        self.reveals += 1
        for viewer in range(len(self.told_leader)):
            learn(self.told_leader, viewer, leader, 1 << seat)

    def quest_shown(self, seat: i64, quest: i64) -> None:
        """SWM-4.4  A quest that was claimed for all to see."""
        for viewer in range(len(self.told_quest)):
            learn(self.told_quest, viewer, quest, 1 << seat)

    def remove_leader(self, leader: i64) -> i64:
        """SWM-4.1  Out of the game, whoever owns him; the owner, or -1."""
        self.removed |= 1 << leader
        for viewer in range(len(self.told_leader)):
            learn(self.told_leader, viewer, leader, 0)
        for seat in range(self.seats):
            if leader in self.leaders[seat]:
                self.leaders[seat] = without(self.leaders[seat], leader)
                return seat
        return -1

    def covert_gone(self, seat: i64, kind: i64) -> None:
        """A card has left a hand for all to see: it may be the one that somebody knew of."""
        for viewer in range(len(self.told_covert)):
            if self.told_covert[viewer]:
                pairs = self.told_covert[viewer][:]
                forget_one(pairs, seat, kind)
                self.told_covert[viewer] = pairs

    def kept_top(self, seat: i64) -> list[int]:
        """SWM-13.1  [pile, card]: what the keeper of a pile sees on top; empty for everybody else."""
        if seat < 0 or not self.dealt():
            return []
        if self.specialty[seat] == SEER and self.event_pile:
            return [EVENT_PILE, self.event_pile[-1]]
        if self.specialty[seat] == TACTICIAN and self.leader_pile:
            return [LEADER_PILE, self.leader_pile[-1]]
        if self.specialty[seat] == CLANDESTINE and self.covert_pile:
            return [COVERT_PILE, self.covert_pile[-1]]
        return []

    def dealt(self) -> bool:
        """Whether all cards of the setup have been dealt."""
        return len(self.traitors[self.seats - 1]) + len(self.noted[self.seats - 1]) > 0 or self.round > 0


def learn(told: list[list[int]], viewer: i64, card: i64, holders: i64) -> None:
    """A viewer knows now that one of these holders has a card."""
    row = told[viewer][:]
    row[card] = int(holders)
    told[viewer] = row


def without(cards: list[int], card: i64) -> list[int]:
    """The cards but for one of these."""
    rest = cards[:]
    rest.remove(card)
    return rest
