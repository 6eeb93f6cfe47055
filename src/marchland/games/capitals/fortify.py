"""Chapter 8: the Fortify step and the end of the turn."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.games.capitals.actions import NOT_HELD, PLAY, PLAYS, CardDeed, offer_each
from marchland.games.capitals.cards import AIRLIFT_CARD, FORTIFY_TIME, MARCHES, NUMBERS, STORMS
from marchland.games.capitals.table import CONNECTED, FORTIFY_RULE, STORMS_FORBID, Capitals
from marchland.games.capitals.turn import TurnStep
from marchland.games.capitals.world import BIT, TERRITORIES
from marchland.games.conquest.table import MOST
from marchland.games.conquest.words import END_TURN

# -- moving between own territories ----------------------------------------------------------------------------------


def both_own(t: Capitals, seat: i64, source: i64, target: i64) -> bool:
    """CAP-8.1, CAP-A.3  From one own territory to another."""
    return source != target and t.controls(seat, source) and t.controls(seat, target)


def movable(t: Capitals, source: i64) -> i64:
    """CAP-8.1  Any number, leaving at least one."""
    most: i64 = t.units[source] - 1
    return most if most < MOST else MOST


def move(t: Capitals, source: i64, target: i64, n: i64) -> None:
    t.units[source] -= n
    t.units[target] += n


# -- CAP-8.1 to CAP-8.3: fortifications ------------------------------------------------------------------------------

FORTIFIES: Final = phrase("CAP-8.1", "{who:seat} fortifies {target:region} from {source:region} with {n unit}")
FORTIFY_OWN: Final = phrase("CAP-8.1", "Units move between two territories of your own")
NO_MARCH: Final = phrase("CAP-8.1", "You have no fortification left this turn")
NOT_JOINED: Final = phrase("CAP-8.2", "{source:region} and {target:region} are not joined as this match asks for")
LEAVE_ONE: Final = phrase("CAP-8.1", "At most {n} can leave {source:region}: one has to stay")
MARCHES_LEFT: Final = phrase("CAP-8.1", "Uses one of the {n fortification} that you have left")
LAST_MARCH: Final = phrase("CAP-8.1", "The last fortification that you have this turn")
MOVE_NONE: Final = phrase("CAP-8.1", "At least 1 unit has to move")


class Fortify(Deed[Capitals]):
    """CAP-8.1  A fortification; CAP-8.3  each is a move of its own, and the same units may move again."""

    words = ["fortify {target} from {source} with {n}", "source:region target:region n:count"]

    def offer(self, t: Capitals, seat: i64, found: Options) -> None:
        if t.marches == 0:
            return
        own = t.own(seat)
        connected = FORTIFY_RULE.of(t) == CONNECTED
        chains: list[int] = []  # what hangs together is found once
        for source in range(TERRITORIES):
            most = movable(t, source)
            if most > 0 and own >> source & 1:
                targets: i64 = 0
                for chain in chains:
                    if chain >> source & 1:
                        targets = chain
                if targets == 0:
                    targets = joined(t, own, source)
                    if connected:
                        chains.append(targets)
                found.fan_from(self, source, targets & ~BIT[source], most)

    def effect_at(self, t: Capitals, seat: i64) -> Saying:
        return [MARCHES_LEFT, t.marches] if t.marches > 1 else [LAST_MARCH]

    def why(self, t: Capitals, seat: i64, action: i64) -> Saying:
        source, target, n = self.a(action), self.b(action), self.c(action)
        if not both_own(t, seat, source, target):
            return [FORTIFY_OWN]
        if t.marches == 0:
            return [NO_MARCH]
        own = t.own(seat)
        if not joined(t, own, source) >> target & 1:
            # CAP-E.7  Perhaps it is only the weather.
            return [STORMS_FORBID if joined(calmed(t), own, source) >> target & 1 else NOT_JOINED, source, target]
        return [LEAVE_ONE, movable(t, source), source] if n > 0 else [MOVE_NONE]

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        source, target, n = self.a(action), self.b(action), self.c(action)
        t.marches -= 1
        move(t, source, target, n)
        t.tell(FORTIFIES, seat, target, source, n)


def joined(t: Capitals, own: i64, source: i64) -> i64:
    """CAP-8.2  The territories that can be fortified from here, as a set: by a chain of own ones, or next to it."""
    if FORTIFY_RULE.of(t) != CONNECTED:
        return ways(t, source) & own
    around = t.board.around
    stormy = t.event >= 0 and STORMS[t.event] == 1
    reached: i64 = BIT[source]
    grown: i64 = ways(t, source) & own | reached
    while grown != reached:
        fresh: i64 = grown & ~reached
        reached = grown
        for territory in range(TERRITORIES):
            if fresh >> territory & 1:
                grown |= (ways(t, territory) if stormy else around[territory]) & own
    return reached


def ways(t: Capitals, territory: i64) -> i64:
    """CAP-8.2  The neighbours to which units may pass, as a set; under Storms at Sea not over the sea."""
    if t.event >= 0 and STORMS[t.event]:
        return t.board.around[territory] & ~t.terrain.sea[territory]
    return t.board.around[territory]


def calmed(t: Capitals) -> Capitals:
    """The table without its event, to see what that forbids."""
    calm = t.copy()
    assert isinstance(calm, Capitals)
    calm.event = -1
    return calm


class PlayForcedMarch(CardDeed):
    """CAP-A.4  Forced March: one more fortification. Made like PLAY."""

    time: i64 = FORTIFY_TIME

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        card = self.a(action)
        t.begin_play(seat, card)
        t.marches += MARCHES.of(t, card)
        t.tell(PLAYS, seat, card)
        t.end_play()


PRICE_OF_MARCH: Final = NUMBERS.one("price.march", "CAP-8.3", 2, 0, 50, "EUR for one more fortification")
MOST_MARCHES: Final = NUMBERS.one("limit.marches", "CAP-8.3", 1, 0, 9, "fortifications that can be bought in a turn")

BUYS_MARCH: Final = phrase("CAP-8.3", "{who:seat} buys a march for {eur} EUR")
MARCH_PRICE: Final = phrase("CAP-8.3", "A march costs {price} EUR, and you have {eur}")
ONE_MORE_MARCH: Final = phrase("CAP-8.3", "One more fortification this turn")
MARCH_ONCE: Final = phrase("CAP-8.3", "No more than {n} can be bought in a turn")


class BuyMarch(Deed[Capitals]):
    """CAP-8.3  One more fortification for 2 EUR, once in a turn."""

    words = ["buy a march"]
    effect = ONE_MORE_MARCH

    def offer(self, t: Capitals, seat: i64, found: Options) -> None:
        if t.march_bought < MOST_MARCHES.of(t) and t.eur[seat] >= PRICE_OF_MARCH.of(t):
            found.add(self.code)

    def why(self, t: Capitals, seat: i64, action: i64) -> Saying:
        most = MOST_MARCHES.of(t)
        return [MARCH_ONCE, most] if t.march_bought >= most else [MARCH_PRICE, PRICE_OF_MARCH.of(t), t.eur[seat]]

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        t.pay(seat, PRICE_OF_MARCH.of(t))
        t.march_bought += 1
        t.marches += 1
        t.tell(BUYS_MARCH, seat, PRICE_OF_MARCH.of(t))


# -- CAP-A.3: Airlift ------------------------------------------------------------------------------------------------

AIRLIFTS: Final = phrase("CAP-A.3", "{who:seat} airlifts {n unit} from {source:region} to {target:region}")
NO_FORTIFICATION: Final = phrase("CAP-A.3", "Spends your Airlift, and uses up no fortification")
LIFT_OWN: Final = phrase("CAP-A.3", "An Airlift goes from a territory of yours to another of yours")
LIFT_RANGE: Final = phrase("CAP-A.3", "An Airlift takes at least 1 unit and leaves at least 1 in {source:region}")


class Airlift(Deed[Capitals]):
    """CAP-A.3  Between any two own territories. No fortification: it needs no chain and uses up no limit."""

    words = ["airlift {n} from {source} to {target}", "source:region target:region n:count"]
    effect = NO_FORTIFICATION
    grave = True

    def offer(self, t: Capitals, seat: i64, found: Options) -> None:
        if t.holds(seat, AIRLIFT_CARD):
            own = t.own(seat)
            for source in range(TERRITORIES):
                if own >> source & 1:
                    found.fan_from(self, source, own & ~BIT[source], movable(t, source))

    def why(self, t: Capitals, seat: i64, action: i64) -> Saying:
        source = self.a(action)
        if not t.holds(seat, AIRLIFT_CARD):
            return [NOT_HELD, AIRLIFT_CARD]
        return [LIFT_RANGE, source] if both_own(t, seat, source, self.b(action)) else [LIFT_OWN]

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        source, target, n = self.a(action), self.b(action), self.c(action)
        t.begin_play(seat, AIRLIFT_CARD)
        move(t, source, target, n)
        t.tell(AIRLIFTS, seat, n, source, target)
        t.end_play()


# -- CAP-8.4: the step -----------------------------------------------------------------------------------------------

ENDS_TURN: Final = phrase("CAP-8.4", "{who:seat} ends the turn")
DRAWS_FOR_CONQUEST: Final = phrase("CAP-8.5", "Your turn is over; for your conquest you draw {n card}")
NO_CONQUEST: Final = phrase("CAP-8.5", "Your turn is over, without a card: you have conquered nothing")
ASK_FORTIFY: Final = phrase("CAP-8.1", "Fortify ({n} left), play a card, or end your turn.")


class EndTurn(Deed[Capitals]):
    """CAP-8.4  The end of the turn follows. CAP-12.2  Offers end with the step. Made like END_TURN."""

    forward = True

    def effect_at(self, t: Capitals, seat: i64) -> Saying:
        return [DRAWS_FOR_CONQUEST, CONQUEST_CARDS.of(t)] if t.conquest else [NO_CONQUEST]

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        t.tell(ENDS_TURN, seat)
        t.lapse_offers()
        t.finish()


class FortifyStep(TurnStep):
    """CAP-8.1  One fortification, and what else was bought or played for."""

    def prompt(self, t: Capitals, seat: i64) -> Saying:
        return [ASK_FORTIFY, t.marches]


# -- CAP-8.5: the end of the turn ------------------------------------------------------------------------------------

HAND_LIMIT: Final = NUMBERS.one("limit.hand", "CAP-9.5", 5, 0, 40, "Action cards that can be kept at the end of a turn")
CONQUEST_CARDS: Final = NUMBERS.one("conquest.cards", "CAP-8.5", 1, 0, 5, "Action cards for a turn with a conquest")

DISCARDS: Final = phrase("CAP-8.5", "{who:seat} discards {card:card}")
ASK_DISCARD: Final = phrase("CAP-8.5", "Discard down to {limit card}; you hold {n}.")


class Discard(Deed[Capitals]):
    """CAP-8.5  A card of one's choice, face up."""

    words = ["discard {card}", "card:card"]
    grave = True

    def offer(self, t: Capitals, seat: i64, found: Options) -> None:
        offer_each(self, t.hands[seat], found)

    def why(self, t: Capitals, seat: i64, action: i64) -> Saying:
        return [NOT_HELD, self.a(action)]

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        card = self.a(action)
        t.throw_away(seat, card)
        t.tell(DISCARDS, seat, card)


class EndOfTurn(TurnStep):
    """CAP-8.5  A card for a conquest, one however many there were; then discards down to five; then marks are cleared.

    CAP-9.5  Only here is the limit looked at.
    """

    def resume(self, t: Capitals) -> None:
        seat = t.active
        if t.progress() == 0:
            t.set_progress(1)
            if t.conquest:
                for _ in range(CONQUEST_CARDS.of(t)):
                    t.draw(seat)
        if len(t.hands[seat]) > HAND_LIMIT.of(t):
            t.ask(seat)
        else:
            t.clear_turn()
            t.finish()

    def prompt(self, t: Capitals, seat: i64) -> Saying:
        return [ASK_DISCARD, HAND_LIMIT.of(t), len(t.hands[seat])]


BUY_MARCH: Final = BuyMarch()
FORTIFY_STEP: Final = FortifyStep(
    "capitals.fortify",
    "Fortify",
    "CAP-8.1",
    [EndTurn(END_TURN), PlayForcedMarch(PLAY), Fortify(), BUY_MARCH, Airlift()],
)
END_OF_TURN: Final = EndOfTurn("capitals.end", "End", "CAP-8.5", [Discard()])
