"""What lies on a table of Swarm, and the small truths that all chapters use (SWM-1)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.cards import Cards, new_cards
from marchland.engine.sayings import phrase
from marchland.engine.sets import bit
from marchland.engine.stocks import at_least, at_most
from marchland.engine.table import Table
from marchland.games.swarm.cards import (
    BASTION,
    CITY,
    CLANDESTINE,
    COVERT,
    COVERT_COUNT,
    EVENT,
    EVENTS,
    LEADER,
    LEADER_COUNT,
    NUMBERS,
    POSITIONS,
    QUEST,
    QUEST_COUNT,
    RAIN,
    SANCTUARY,
    SEER,
    TACTICIAN,
    TEMPLE_TILE,
    TILE_TYPE,
    empty,
)

# SWM-1.3, SWM-2.10
TROOPS: Final = NUMBERS.one("troops.reserve", "SWM-2.10", 15, 10, 60, "troops of each player")
RAIN_FIRST: Final = NUMBERS.one("events.rain", "SWM-2.5", 5, 0, 27, "rain cards that lie on top of the event pile")
EVENT_PILE: Final = 0
LEADER_PILE: Final = 1
COVERT_PILE: Final = 2
QUEST_PILE: Final = 3
LOT_PILES: Final = [QUEST_PILE, LEADER_PILE, COVERT_PILE]

AWAIT: Final = phrase("SWM-1.2", "{who:seat} decides")
AWAIT_SECRET: Final = phrase("SWM-1.2", "Secret choices are being made")

# Feats of a round that quests ask for, as bits.
GIANT_KILLER: Final = 1
AGAINST_THE_GRAIN: Final = 2
THIN_LINE: Final = 4
WALLBREAKER: Final = 8


class Swarm(Table):
    """Tiles, troops, water and cards. Piles have their top card last.

    Lists are replaced and never changed: copies of a table share them.
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
    early_rain: int  # SWM-2.5  how many cards on top of the whole pile are rain
    leaders: Cards  # SWM-1.9  hands without limit; how many cards is public, which is not
    coverts: Cards
    quests: Cards  # not yet completed
    traitor_pile: list[int]
    traitors: list[list[int]]
    noted: list[list[int]]  # SWM-2.13  traitor cards that a player drew and did not keep
    completed: list[list[int]]

    removed: i64  # leaders out of the game
    played_traitors: list[int]
    doubts: list[list[int]]  # what viewers do not know of hidden water, see stocks.py; empty if nobody doubts anything

    failed: i64  # quests whose claim failed this round
    feats: vec[i64]  # by seat, this round
    unmasked: i64  # seats whose traitor card has removed another player's leader
    used: i64  # leaders shown in a battle this round
    points: vec[i64]  # victory points from quests
    offers_this_round: vec[i64]

    lot: i64  # what is for sale: 0 quest, 1 leader, 2 covert; the card lies apart from its pile
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
        self.reserve = vec[i64]([int(TROOPS.of(self))] * n)
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
        self.early_rain = self.rain_on_top()
        self.leaders = new_cards(LEADER, n, LEADER.copies_at(self, LEADER_COUNT))
        self.coverts = new_cards(COVERT, n, COVERT.copies_at(self, COVERT_COUNT))
        self.quests = new_cards(QUEST, n, QUEST.copies_at(self, QUEST_COUNT))
        self.traitor_pile = []
        self.traitors = [[] for _ in range(n)]
        self.noted = [[] for _ in range(n)]
        self.completed = [[] for _ in range(n)]
        self.removed = 0
        self.played_traitors = []
        self.doubts = []
        self.failed = 0
        self.feats = empty(n)
        self.unmasked = 0
        self.used = 0
        self.points = empty(n)
        self.offers_this_round = empty(n)
        self.lot = 0
        self.peeped = 0
        self.plan = empty(6)
        self.betrayed = 0
        self.duelled = 0

    def derived(self) -> list[str]:
        return ["early_rain"]

    def restore(self) -> None:
        self.early_rain = self.rain_on_top()

    def rain_on_top(self) -> int:
        """SWM-2.5  Five, if there are so many."""
        made = self.house.made.get("early rain")
        if made is None:
            rain = [card for card in EVENT.pile_at(self, EVENTS) if RAIN[card]]
            made = [min(int(RAIN_FIRST.of(self)), len(rain))]
            self.house.made["early rain"] = made
        return made[0]

    # -- SWM-1: order, presence, control -------------------------------------------------------------------------------

    def turn_order(self) -> list[int]:
        """SWM-1.2  Rising seats from the start player."""
        return [int((self.start + i) % self.seats) for i in range(self.seats)]

    def on(self, seat: i64, p: i64) -> i64:
        return self.troops[seat * 20 + p]

    def since(self, seat: i64, p: i64) -> i64:
        """When the presence of a seat on a tile began, by `clock`."""
        return self.arrived[seat * 20 + p]

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
        return self.controlled(seat, BASTION)

    def cities(self, seat: i64) -> i64:
        return self.controlled(seat, CITY)

    def controlled(self, seat: i64, kind: i64) -> i64:
        """How many tiles of a kind a seat controls."""
        count: i64 = 0
        alone: i64 = 1 << seat
        for p in range(POSITIONS):
            if self.present[p] == alone and self.type_at[p] == kind:
                count += 1
        return count

    def prays(self, seat: i64) -> bool:
        return self.praying >> seat & 1 == 1

    def favour(self, seat: i64, temple: i64) -> bool:
        """SWM-14.1  At least one troop in the temple."""
        return self.in_temple[seat * 4 + temple] > 0

    def inside(self, seat: i64, temple: i64) -> i64:
        """A seat's troops in a temple."""
        return self.in_temple[seat * 4 + temple]

    def send_inside(self, seat: i64, temple: i64, n: i64) -> None:
        self.in_temple[seat * 4 + temple] += n

    def is_a(self, seat: i64, specialty: i64) -> bool:
        return self.specialty[seat] == specialty

    # -- water ---------------------------------------------------------------------------------------------------------

    def pay(self, seat: i64, n: i64) -> None:
        """SWM-1.4  To the supply, or to whoever gets it. Nobody pays more than there is, and all know that."""
        self.water[seat] -= n
        self.show_water(seat, 0)

    def show_water(self, seat: i64, n: i64, all_of_it: bool = False) -> None:
        """Everybody sees, also behind a screen, that a player has at least so much water, or exactly so much."""
        if self.doubts:
            rows = [at_least(row, self.water, seat, n) for row in self.doubts]
            if all_of_it:
                rows = [at_most(row, self.water, seat, n) for row in rows]
            self.doubts = rows if any(rows) else []

    # -- cards ---------------------------------------------------------------------------------------------------------

    def deck(self, pile: i64) -> Cards:
        """The cards of a pile that hands are drawn from."""
        return self.leaders if pile == LEADER_PILE else self.coverts if pile == COVERT_PILE else self.quests

    def for_sale(self) -> Cards:
        """The cards one of which is, or was last, for sale."""
        return self.deck(LOT_PILES[self.lot])

    def holds(self, seat: i64, kind: i64) -> bool:
        return kind in self.coverts[seat]

    def spend_card(self, seat: i64, kind: i64) -> None:
        """SWM-12.1  Shown, carried out, discarded."""
        self.coverts.spend(self, seat, kind)

    def draw(self, pile: i64, seat: i64) -> i64:
        """The top card of a pile comes into a hand; -1 if there is none. SWM-1.11  An empty covert pile is made anew
        from the discards; no other pile ever is, since there are none."""
        self.deck(pile).refill(self)
        return self.deck(pile).draw(self, seat, self.keepers(pile))

    def put_up(self, pile: i64) -> bool:
        """SWM-9.1  The top card of a pile comes into the auction hall; SWM-9.5  no card, no lot."""
        self.deck(pile).refill(self)
        return self.deck(pile).lay_apart(self, self.keepers(pile)) >= 0

    def keepers(self, pile: i64) -> i64:
        """SWM-13.1  Who sees the top card of a pile, as a mask."""
        mask: i64 = 0
        for seat in range(self.seats):
            top = self.kept_top(seat)
            if top and top[0] == pile:
                mask |= 1 << seat
        return mask

    def leader_shown(self, seat: i64, leader: i64) -> None:
        """SWM-4.2  A leader does something before all eyes: from now on all know who has this leader (SWM-4.9)."""
        self.leaders.show(self, seat, leader)

    def quest_shown(self, seat: i64, quest: i64) -> None:
        """SWM-4.4  A quest that was claimed for all to see."""
        self.quests.show(self, seat, quest)

    def remove_leader(self, leader: i64) -> i64:
        """SWM-4.1  Out of the game, whoever owns him; the owner, or -1."""
        self.removed |= 1 << leader
        for seat in range(self.seats):
            if leader in self.leaders[seat]:
                self.leaders.lose(self, seat, leader)
                return seat
        return -1

    def kept_top(self, seat: i64) -> list[int]:
        """SWM-13.1  [pile, card]: what the keeper of a pile sees on top; empty for everybody else."""
        if seat < 0 or not self.dealt():
            return []
        if self.specialty[seat] == SEER and self.event_pile:
            return [EVENT_PILE, self.event_pile[-1]]
        if self.specialty[seat] == TACTICIAN and self.leaders.pile:
            return [LEADER_PILE, self.leaders.pile[-1]]
        if self.specialty[seat] == CLANDESTINE and self.coverts.pile:
            return [COVERT_PILE, self.coverts.pile[-1]]
        return []

    def dealt(self) -> bool:
        """Whether all cards of the setup have been dealt."""
        return len(self.traitors[self.seats - 1]) + len(self.noted[self.seats - 1]) > 0 or self.round > 0


def without(cards: list[int], card: i64) -> list[int]:
    """The cards but for one of these."""
    rest = cards[:]
    rest.remove(card)
    return rest
