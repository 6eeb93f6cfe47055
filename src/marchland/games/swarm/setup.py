"""Chapter 2: setup."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.options import Options
from marchland.engine.sealed import Sealed
from marchland.engine.step import Step
from marchland.games.swarm.cards import (
    BASTION,
    CLANDESTINE,
    COVERT,
    END,
    EVENT,
    LEADER,
    MERCHANT,
    NEAR,
    POSITIONS,
    QUEST,
    RAIN,
    SANCTUARY,
    SPECIALTY,
    TACTICIAN,
    TEMPLE_TILE,
    TILE_TYPE,
    ZEALOT,
)
from marchland.games.swarm.in_turn import InTurn
from marchland.games.swarm.table import (
    COVERT_PILE,
    END_CARD,
    FIRST_PLAYER,
    LAYOUT,
    LEADER_PILE,
    QUEST_PILE,
    STARTING_LEADERS,
    Swarm,
)
from marchland.games.swarm.words import (
    ALL_KEPT,
    ASK_SETTLE,
    ASK_TEMPLE,
    ASK_TRAITOR,
    AWAIT,
    AWAIT_SECRET,
    BEGINS,
    DREW_COVERT,
    DREW_LEADER,
    DREW_QUEST,
    DREW_TRAITOR,
    IS_SPECIALIST,
    KEEP,
    KEPT_TRAITOR,
    NOT_DRAWN,
    SETTLE,
    SETTLES,
    STARTS_IN_TEMPLE,
    SWARM_BEGINS,
    TAKEN_TILE,
    TAKES_WATER,
    TEMPLE,
)

FIXED: Final = 0
SPREAD: Final = 2
RANDOM: Final = 0
LATE: Final = 1


class LayOut(Step[Swarm]):
    """SWM-2.1 to SWM-2.12, as far as nobody is asked: tiles, swarm, piles, specialties, cards, troops and water."""

    def resume(self, t: Swarm) -> None:
        self.lay_tiles(t)
        t.swarm = t.dice.below(POSITIONS)  # SWM-2.2
        first = t.settings[FIRST_PLAYER]
        t.start = t.dice.below(t.seats) if first == RANDOM else (first - 1) % t.seats  # SWM-2.3
        t.tell(SWARM_BEGINS, t.swarm)
        t.tell(BEGINS, t.start)
        self.make_piles(t)
        self.deal_cards(t)
        for seat in range(t.seats):
            t.water[seat] = 5  # SWM-2.11
        self.follow_specialties(t)
        t.finish()

    def lay_tiles(self, t: Swarm) -> None:
        """SWM-2.1  As printed, dealt, or dealt until no two bastions are adjacent."""
        tiles = list(range(POSITIONS))
        if t.settings[LAYOUT] != FIXED:
            t.dice.shuffle(tiles)
            while t.settings[LAYOUT] == SPREAD and bastions_touch(tiles):
                t.dice.shuffle(tiles)
        t.tile_at = tiles
        for p in range(POSITIONS):
            t.type_at[p] = TILE_TYPE[tiles[p]]
        t.temple_at = [tiles.index(tile) for tile in TEMPLE_TILE]
        t.sanctuary = tiles.index(TILE_TYPE.index(SANCTUARY))

    def make_piles(self, t: Swarm) -> None:
        """SWM-2.4  Leader, covert, quest and traitor piles are shuffled; piles have their top card last."""
        for cards, deck in ((t.leaders, LEADER), (t.coverts, COVERT), (t.quests, QUEST)):
            pile = deck.pile()
            t.dice.shuffle(pile)
            cards.lay(pile)
        t.traitor_pile = LEADER.pile()
        t.dice.shuffle(t.traitor_pile)
        t.event_pile = self.event_pile(t)

    def event_pile(self, t: Swarm) -> list[int]:
        """SWM-2.5  Five rain cards on top of all the others. SWM-2.6  The end card is among the lower twelve."""
        rain = [card for card in range(len(EVENT.cards)) if RAIN[card]]
        others = [card for card in range(len(EVENT.cards)) if not RAIN[card] and not END[card]]
        end = [card for card in range(len(EVENT.cards)) if END[card]]
        t.dice.shuffle(rain)
        lower = rain[5:] + others
        if t.settings[END_CARD] == LATE:
            t.dice.shuffle(lower)
            last = lower[:5] + end
            t.dice.shuffle(last)
            lower = last + lower[5:]
        else:
            lower += end
            t.dice.shuffle(lower)
        return lower + rain[:5]

    def deal_cards(self, t: Swarm) -> None:
        specialties = SPECIALTY.pile()
        t.dice.shuffle(specialties)
        for seat in t.turn_order():
            t.specialty[seat] = specialties.pop()  # SWM-2.7
            t.tell(IS_SPECIALIST, seat, t.specialty[seat])
        for seat in t.turn_order():
            for _ in range(t.settings[STARTING_LEADERS]):
                give_leader(t, seat)  # SWM-2.8
        for seat in t.turn_order():
            t.tell_seats(1 << seat, DREW_QUEST, t.draw(QUEST_PILE, seat))  # SWM-2.9

    def follow_specialties(self, t: Swarm) -> None:
        """SWM-2.12  The instructions that ask nothing; the Zealot is asked in the next step."""
        for seat in t.turn_order():
            if t.is_a(seat, TACTICIAN):
                give_leader(t, seat)
            elif t.is_a(seat, CLANDESTINE):
                t.tell_seats(1 << seat, DREW_COVERT, t.draw(COVERT_PILE, seat))
            elif t.is_a(seat, MERCHANT):
                t.water[seat] += 3
                t.tell(TAKES_WATER, seat, 3)


def give_leader(t: Swarm, seat: i64) -> None:
    t.tell_seats(1 << seat, DREW_LEADER, t.draw(LEADER_PILE, seat))


def bastions_touch(tiles: list[int]) -> bool:
    for p in range(POSITIONS):
        for q in NEAR[p]:
            if TILE_TYPE[tiles[p]] == BASTION and TILE_TYPE[tiles[q]] == BASTION:
                return True
    return False


class ZealotTemple(Step[Swarm]):
    """SWM-2.12  The Zealot puts a troop into a temple of their choice."""

    def resume(self, t: Swarm) -> None:
        if ZEALOT in t.specialty:
            t.active = t.specialty.index(ZEALOT)
            t.ask(t.active)
        else:
            t.finish()

    def options(self, t: Swarm, seat: i64, found: Options) -> None:
        found.span(TEMPLE.of(0), 4)

    def temple(self, t: Swarm, temple: i64) -> None:
        t.reveals += 1
        t.reserve[t.active] -= 1
        t.in_temple[t.active * 4 + temple] += 1
        t.tell(STARTS_IN_TEMPLE, t.active, temple)
        t.finish()

    def prompt(self, t: Swarm, seat: i64) -> list[int]:
        return [ASK_TEMPLE]

    def waiting(self, t: Swarm) -> list[int]:
        return [AWAIT, t.active]


class DrawTraitors(Step[Swarm]):
    """SWM-2.13  Four traitor cards each."""

    def resume(self, t: Swarm) -> None:
        for seat in t.turn_order():
            drawn = t.traitor_pile[-4:]
            t.traitor_pile = t.traitor_pile[:-4]
            drawn.reverse()
            for leader in drawn:
                t.tell_seats(1 << seat, DREW_TRAITOR, leader)
            t.noted[seat] = sorted(drawn)
        t.reveals += 1
        t.goto(KEEP_TRAITOR)


class KeepTraitor(Sealed[Swarm]):
    """SWM-2.13  All keep one of their four, secretly; nobody ever learns which."""

    def choices(self, t: Swarm, hand: i64, made: list[int]) -> Options:
        found = Options()
        for leader in t.noted[hand]:
            found.add(KEEP.of(leader))
        return found

    def reveal(self, t: Swarm, choices: list[list[int]]) -> None:
        for seat in range(t.seats):
            leader = KEEP.a(choices[seat][0])
            t.noted[seat] = [card for card in t.noted[seat] if card != leader]
            t.traitors[seat] = [int(leader)]
            t.tell_seats(1 << seat, KEPT_TRAITOR, leader)
        t.tell(ALL_KEPT)
        t.finish()

    def why(self, t: Swarm, seat: i64, action: i64) -> list[int]:
        return [NOT_DRAWN, KEEP.a(action)] if action >> 23 == KEEP.number else []

    def prompt(self, t: Swarm, seat: i64) -> list[int]:
        return [ASK_TRAITOR]

    def waiting(self, t: Swarm) -> list[int]:
        return [AWAIT_SECRET]


class SettleTroops(InTurn):
    """SWM-2.14  Five troops together on a free tile: nobody there, and not the swarm."""

    def options(self, t: Swarm, seat: i64, found: Options) -> None:
        for p in range(POSITIONS):
            if t.present[p] == 0 and p != t.swarm:
                found.add(SETTLE.of(p))

    def settle(self, t: Swarm, p: i64) -> None:
        t.reserve[t.active] -= 5
        t.put(t.active, p, 5)
        t.tell(SETTLES, t.active, p)
        self.next(t)

    def prompt(self, t: Swarm, seat: i64) -> list[int]:
        return [ASK_SETTLE]

    def why(self, t: Swarm, seat: i64, action: i64) -> list[int]:
        return [TAKEN_TILE, SETTLE.a(action)] if action >> 23 == SETTLE.number else []


LAY_OUT: Final = LayOut("swarm.lay_out", "Setup", "SWM-2.1")
ZEALOT_TEMPLE: Final = ZealotTemple("swarm.zealot", "Zealot", "SWM-2.12")
DRAW_TRAITORS: Final = DrawTraitors("swarm.draw_traitors", "Traitors", "SWM-2.13")
KEEP_TRAITOR: Final = KeepTraitor("swarm.keep_traitor", "Traitors", "SWM-2.13")
SETTLE_TROOPS: Final = SettleTroops("swarm.settle", "Settle", "SWM-2.14")
