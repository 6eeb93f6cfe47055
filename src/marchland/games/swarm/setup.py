"""Chapter 2: setup."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sealed import Sealed
from marchland.engine.sets import bit, set_of
from marchland.engine.step import Step
from marchland.games.swarm.cards import (
    BASTION,
    CLANDESTINE,
    COVERT,
    COVERT_COUNT,
    END,
    EVENT,
    EVENTS,
    LEADER,
    LEADER_COUNT,
    MERCHANT,
    NEAR,
    NUMBERS,
    POSITIONS,
    QUEST,
    QUEST_COUNT,
    RAIN,
    SANCTUARY,
    SPECIALTY,
    SPECIALTY_COUNT,
    TACTICIAN,
    TEMPLE_TILE,
    TILE_TYPE,
    ZEALOT,
)
from marchland.games.swarm.in_turn import InTurn, next_in_turn
from marchland.games.swarm.settings import (
    END_CARD,
    FIRST_PLAYER,
    FIXED,
    LATE,
    LAYOUT,
    RANDOM,
    SEAT_0,
    SPREAD,
    STARTING_LEADERS,
)
from marchland.games.swarm.table import AWAIT, AWAIT_SECRET, COVERT_PILE, LEADER_PILE, QUEST_PILE, Swarm

# -- SWM-2.1 to SWM-2.12: what nobody is asked -----------------------------------------------------------------------

SWARM_BEGINS: Final = phrase("SWM-2.2", "The swarm begins on {tile:region}")
BEGINS: Final = phrase("SWM-2.3", "{who:seat} is the first start player")
IS_SPECIALIST: Final = phrase("SWM-2.7", "{who:seat} is the {specialty:specialty}")
DREW_LEADER: Final = phrase("SWM-2.8", "You draw the leader {leader:leader}")
DREW_QUEST: Final = phrase("SWM-2.9", "You draw the quest {quest:quest}")
DREW_COVERT: Final = phrase("SWM-2.12", "You draw {card:covert}")
TAKES_WATER: Final = phrase("SWM-2.12", "{who:seat} takes {n} water")

END_AMONG: Final = NUMBERS.one(
    "events.late", "SWM-2.6", 6, 1, 40, "the last cards of which one ends the game, with late"
)
FIRST_QUESTS: Final = NUMBERS.one("quests.start", "SWM-2.9", 1, 0, 3, "quest cards that everybody begins with")
FIRST_WATER: Final = NUMBERS.one("water.start", "SWM-2.11", 5, 0, 99, "water that everybody begins with")
OWN_LEADERS: Final = SPECIALTY.row(NUMBERS, "leaders", "SWM-2.12", 0, 4, "leader cards that the specialist draws")
OWN_COVERTS: Final = SPECIALTY.row(NUMBERS, "coverts", "SWM-2.12", 0, 5, "covert cards that the specialist draws")
OWN_WATER: Final = SPECIALTY.row(NUMBERS, "water", "SWM-2.12", 0, 50, "water that the specialist takes")


class LayOut(Step[Swarm]):
    """SWM-2.1 to SWM-2.12, as far as nobody is asked: tiles, swarm, piles, specialties, cards, troops and water."""

    def resume(self, t: Swarm) -> None:
        self.lay_tiles(t)
        t.swarm = t.dice.below(POSITIONS)  # SWM-2.2
        first = FIRST_PLAYER.of(t)
        t.start = t.dice.below(t.seats) if first == RANDOM else (first - SEAT_0) % t.seats  # SWM-2.3
        t.tell(SWARM_BEGINS, t.swarm)
        t.tell(BEGINS, t.start)
        self.make_piles(t)
        self.deal_cards(t)
        for seat in range(t.seats):
            t.water[seat] = FIRST_WATER.of(t)  # SWM-2.11
        self.follow_specialties(t)
        t.finish()

    def lay_tiles(self, t: Swarm) -> None:
        """SWM-2.1  As printed, dealt, or dealt until no two bastions are adjacent."""
        tiles = list(range(POSITIONS))
        if LAYOUT.of(t) != FIXED:
            t.dice.shuffle(tiles)
            while LAYOUT.of(t) == SPREAD and bastions_touch(tiles):
                t.dice.shuffle(tiles)
        t.tile_at = tiles
        for p in range(POSITIONS):
            t.type_at[p] = TILE_TYPE[tiles[p]]
        t.temple_at = [tiles.index(tile) for tile in TEMPLE_TILE]
        t.sanctuary = tiles.index(TILE_TYPE.index(SANCTUARY))

    def make_piles(self, t: Swarm) -> None:
        """SWM-2.4  Leader, covert, quest and traitor piles are shuffled; piles have their top card last."""
        sorts = ((t.leaders, LEADER, LEADER_COUNT), (t.coverts, COVERT, COVERT_COUNT), (t.quests, QUEST, QUEST_COUNT))
        for cards, deck, count in sorts:
            pile = deck.pile_at(t, count)
            t.dice.shuffle(pile)
            cards.lay(pile)
        t.traitor_pile = LEADER.pile_at(t, LEADER_COUNT)
        t.dice.shuffle(t.traitor_pile)
        t.event_pile = self.event_pile(t)

    def event_pile(self, t: Swarm) -> list[int]:
        """SWM-2.5  Five rain cards on top of all the others. SWM-2.6  The end card is among the lower twelve."""
        every = EVENT.pile_at(t, EVENTS)
        rain = [card for card in every if RAIN[card]]
        others = [card for card in every if not RAIN[card] and not END[card]]
        end = [card for card in every if END[card]]
        first = t.early_rain
        t.dice.shuffle(rain)
        lower = rain[first:] + others
        if END_CARD.of(t) == LATE:
            t.dice.shuffle(lower)
            beside = int(END_AMONG.of(t)) - 1
            last = lower[:beside] + end
            t.dice.shuffle(last)
            lower = last + lower[beside:]
        else:
            lower += end
            t.dice.shuffle(lower)
        return lower + rain[:first]

    def deal_cards(self, t: Swarm) -> None:
        specialties = SPECIALTY.pile_at(t, SPECIALTY_COUNT)
        t.dice.shuffle(specialties)
        for seat in t.turn_order():
            if specialties:  # a group may have left out so many that they do not suffice
                t.specialty[seat] = specialties.pop()  # SWM-2.7
                t.tell(IS_SPECIALIST, seat, t.specialty[seat])
        for seat in t.turn_order():
            for _ in range(STARTING_LEADERS.of(t)):
                give(t, LEADER_PILE, seat, DREW_LEADER)  # SWM-2.8
        for seat in t.turn_order():
            for _ in range(FIRST_QUESTS.of(t)):
                give(t, QUEST_PILE, seat, DREW_QUEST)  # SWM-2.9

    def follow_specialties(self, t: Swarm) -> None:
        """SWM-2.12  The instructions that ask nothing; the Zealot is asked in the next step."""
        for seat in t.turn_order():
            mine: i64 = t.specialty[seat]
            if mine == TACTICIAN:
                for _ in range(OWN_LEADERS.of(t, mine)):
                    give(t, LEADER_PILE, seat, DREW_LEADER)
            elif mine == CLANDESTINE:
                for _ in range(OWN_COVERTS.of(t, mine)):
                    give(t, COVERT_PILE, seat, DREW_COVERT)
            elif mine == MERCHANT:
                n = OWN_WATER.of(t, mine)
                t.water[seat] += n
                t.tell(TAKES_WATER, seat, n)


def give(t: Swarm, pile: i64, seat: i64, drew: int) -> None:
    """A card of a pile, if it has one, and the word of it for the seat alone."""
    card = t.draw(pile, seat)
    if card >= 0:
        t.tell_seats(1 << seat, drew, card)


def bastions_touch(tiles: list[int]) -> bool:
    for p in range(POSITIONS):
        for q in NEAR[p]:
            if TILE_TYPE[tiles[p]] == BASTION and TILE_TYPE[tiles[q]] == BASTION:
                return True
    return False


# What can be handed over before the first troops are on the board; where they settle is one's own choice.
CHOOSE_FOR_ME: Final = "Choose for me"

# -- SWM-2.12: the Zealot --------------------------------------------------------------------------------------------

STARTS_IN_TEMPLE: Final = phrase("SWM-2.12", "{who:seat} begins with a troop in the {temple:temple}")
IN_FAVOUR: Final = phrase("SWM-14.1", "You have the favour of the temple as long as it stays inside")
ASK_TEMPLE: Final = phrase("SWM-2.12", "Put your first troop into a temple.")

FIRST_INSIDE: Final = SPECIALTY.row(NUMBERS, "troops", "SWM-2.12", 0, 2, "troops that begin in a temple")


class Temple(Deed[Swarm]):
    words = ["start in {temple}", "temple:temple"]
    effect = IN_FAVOUR

    def offer(self, t: Swarm, seat: i64, found: Options) -> None:
        found.span(self.of(0), 4)

    def do(self, t: Swarm, seat: i64, action: i64) -> None:
        temple = self.a(action)
        troops = FIRST_INSIDE.of(t, ZEALOT)
        t.reserve[seat] -= troops
        t.send_inside(seat, temple, troops)
        t.tell(STARTS_IN_TEMPLE, seat, temple)
        t.finish()


class ZealotTemple(Step[Swarm]):
    """SWM-2.12  The Zealot puts a troop into a temple of their choice."""

    def resume(self, t: Swarm) -> None:
        if ZEALOT in t.specialty and FIRST_INSIDE.of(t, ZEALOT) > 0:
            t.active = t.specialty.index(ZEALOT)
            t.ask(t.active)
        else:
            t.finish()

    def prompt(self, t: Swarm, seat: i64) -> Saying:
        return [ASK_TEMPLE]

    def waiting(self, t: Swarm) -> Saying:
        return [AWAIT, t.active]

    def chore(self, t: Swarm, seat: i64) -> str:
        return CHOOSE_FOR_ME


# -- SWM-2.13: traitors ----------------------------------------------------------------------------------------------

DREW_TRAITOR: Final = phrase("SWM-2.13", "You draw the traitor card of {leader:leader}")
KEPT_TRAITOR: Final = phrase("SWM-2.13", "You keep the traitor card of {leader:leader}")
ALL_KEPT: Final = phrase("SWM-2.13", "Everybody keeps one traitor card")
ASK_TRAITOR: Final = phrase("SWM-2.13", "Keep one of your {n traitor card}.")
OTHERS_GO: Final = phrase("SWM-2.13", "When this leader is shown you can betray them; your other cards leave the game")
NOT_DRAWN: Final = phrase("SWM-2.13", "{leader:leader} is not among the cards that you drew")

# Of 24 cards for six players; it is one of them that is kept.
DRAWN_TRAITORS: Final = NUMBERS.one("traitors.drawn", "SWM-2.13", 4, 1, 4, "traitor cards of which everybody keeps one")


class DrawTraitors(Step[Swarm]):
    """SWM-2.13  Four traitor cards each, if there are so many."""

    def resume(self, t: Swarm) -> None:
        for seat in t.turn_order():
            left = max(0, len(t.traitor_pile) - int(DRAWN_TRAITORS.of(t)))
            drawn = t.traitor_pile[left:]
            t.traitor_pile = t.traitor_pile[:left]
            drawn.reverse()
            for leader in drawn:
                t.tell_seats(1 << seat, DREW_TRAITOR, leader)
            t.noted[seat] = sorted(drawn)
        t.reveals += 1
        t.goto(KEEP_TRAITOR)


class Keep(Deed[Swarm]):
    """SWM-2.13  One of the four; nobody ever learns which."""

    words = ["keep {leader}", "leader:traitor"]
    effect = OTHERS_GO
    grave = True

    def offer(self, t: Swarm, hand: i64, found: Options) -> None:
        found.fan(self, set_of(t.noted[hand]))

    def why(self, t: Swarm, seat: i64, action: i64) -> Saying:
        return [NOT_DRAWN, self.a(action)]

    def do(self, t: Swarm, seat: i64, action: i64) -> None:
        leader = self.a(action)
        t.noted[seat] = [card for card in t.noted[seat] if card != leader]
        t.traitors[seat] = [int(leader)]
        t.tell_seats(1 << seat, KEPT_TRAITOR, leader)


class KeepTraitor(Sealed[Swarm]):
    """SWM-2.13  All keep one of their four, secretly; without leaders there are no traitors."""

    def resume(self, t: Swarm) -> None:
        if t.progress() == 0 and not self.hands(t):
            t.finish()
        else:
            super().resume(t)

    def hands(self, t: Swarm) -> list[int]:
        return [seat for seat in range(t.seats) if t.noted[seat]]

    def reveal(self, t: Swarm, choices: list[list[int]]) -> None:
        for seat in self.hands(t):
            KEEP.do(t, seat, choices[seat][0])
        t.tell(ALL_KEPT)
        t.finish()

    def prompt(self, t: Swarm, seat: i64) -> Saying:
        return [ASK_TRAITOR, len(t.noted[seat])]

    def waiting(self, t: Swarm) -> Saying:
        return [AWAIT_SECRET]

    def chore(self, t: Swarm, seat: i64) -> str:
        return CHOOSE_FOR_ME


# -- SWM-2.14: settling ----------------------------------------------------------------------------------------------

SETTLERS: Final = NUMBERS.one("troops.settle", "SWM-2.14", 5, 1, 8, "troops that everybody settles with")

SETTLES: Final = phrase("SWM-2.14", "{who:seat} settles in {tile:region} with {n troop}")
ASK_SETTLE: Final = phrase("SWM-2.14", "Put {n troop} on a free tile.")
TAKEN_TILE: Final = phrase("SWM-2.14", "{tile:region} is not free")


class Settle(Deed[Swarm]):
    """SWM-2.14  Five troops together on a free tile: nobody there, and not the swarm."""

    words = ["settle in {tile}", "tile:region"]

    def offer(self, t: Swarm, seat: i64, found: Options) -> None:
        free: i64 = 0
        for p in range(POSITIONS):
            if t.present[p] == 0 and p != t.swarm:
                free |= bit(p)
        found.fan(self, free)

    def why(self, t: Swarm, seat: i64, action: i64) -> Saying:
        return [TAKEN_TILE, self.a(action)]

    def do(self, t: Swarm, seat: i64, action: i64) -> None:
        p = self.a(action)
        n = SETTLERS.of(t)
        t.reserve[seat] -= n
        t.put(seat, p, n)
        t.tell(SETTLES, seat, p, n)
        next_in_turn(t)


class SettleTroops(InTurn):
    """SWM-2.14  In turn order everybody settles."""

    def prompt(self, t: Swarm, seat: i64) -> Saying:
        return [ASK_SETTLE, SETTLERS.of(t)]


KEEP: Final = Keep()

LAY_OUT: Final = LayOut("swarm.lay_out", "Setup", "SWM-2.1")
ZEALOT_TEMPLE: Final = ZealotTemple("swarm.zealot", "Zealot", "SWM-2.12", [Temple()])
DRAW_TRAITORS: Final = DrawTraitors("swarm.draw_traitors", "Traitors", "SWM-2.13")
KEEP_TRAITOR: Final = KeepTraitor("swarm.keep_traitor", "Traitors", "SWM-2.13", [KEEP])
SETTLE_TROOPS: Final = SettleTroops("swarm.settle", "Settle", "SWM-2.14", [Settle()])
