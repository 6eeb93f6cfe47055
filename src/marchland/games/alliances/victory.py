"""Chapter 16: winning a battle. Coins, captured tokens, withdrawal."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import BLOW, Saying, phrase
from marchland.engine.sets import bit
from marchland.engine.step import Step
from marchland.games.alliances.battlefield import WHERE, attacking_artillery, attacking_infantry, take_attackers
from marchland.games.alliances.parts import Decision
from marchland.games.alliances.powers import NOBODY
from marchland.games.alliances.table import KINDS, TRAIN, Alliances, force

WINS: Final = phrase("ALL-16.1", "The {who:power} conquers {region:region}")
WINS_STAR: Final = phrase("ALL-16.1", "The {who:power} conquers {region:region}, a strategic region", BLOW)


class Conquest(Step[Alliances]):
    """ALL-1.11, ALL-16.1  All attackers left are now in the region. ALL-16.8  Coins, token, withdrawal, in this
    order."""

    def resume(self, t: Alliances) -> None:
        where = WHERE.of(t)
        infantry, artillery = attacking_infantry(t), attacking_artillery(t)
        take_attackers(t, infantry, artillery)
        t.put(t.mover, where, infantry, artillery)
        t.tell(WINS_STAR if t.strategic & bit(where) else WINS, t.mover, where)
        t.goto(SPOILS)


# -- ALL-16.2: coins -------------------------------------------------------------------------------------------------

TAKES_COINS: Final = phrase("ALL-16.2", "The {who:power} takes {n coin} from {region:region}")
ASK_SPOILS: Final = phrase("ALL-16.2", "{power:power}: take how many coins from {region:region}?")
NOT_SO_MANY: Final = phrase("ALL-16.2", "There are not so many coins in {region:region}")


class Steal(Deed[Alliances]):
    """ALL-16.2  Any number of the coins in a conquered region, from 0 to all."""

    words = ["steal {n}", "n:count", "coins", "coin"]

    def region(self, t: Alliances) -> i64:
        return WHERE.of(t)

    def takes(self) -> int:
        return TAKES_COINS

    def too_many(self) -> int:
        return NOT_SO_MANY

    def offer(self, t: Alliances, seat: i64, found: Options) -> None:
        found.span(self.of(0), t.coins[self.region(t)] + 1)

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        return [self.too_many(), self.region(t)]

    def do(self, t: Alliances, seat: i64, action: i64) -> None:
        region, n = self.region(t), self.a(action)
        t.reveals += 1
        t.coins[region] -= n
        t.supply[t.mover] += n
        if n > 0:
            t.tell(self.takes(), t.mover, n, region)
        self.go_on(t)

    def go_on(self, t: Alliances) -> None:
        t.goto(CAPTURE)


class Spoils(Decision):
    """ALL-16.2  The conqueror is asked if there are coins."""

    def prompt(self, t: Alliances, seat: i64) -> Saying:
        return [ASK_SPOILS, t.mover, WHERE.of(t)]


# -- ALL-16.3: tokens ------------------------------------------------------------------------------------------------

CAPTURES: Final = phrase("ALL-16.3", "The {who:power} captures the {kind:token} token of the {owner:power}")
SENDS_BACK: Final = phrase("ALL-16.4", "The {who:power} sends the {kind:token} token back to the {owner:power}")
TRAIN_HERE: Final = phrase("ALL-16.4", "You may train there, and the region does not count in this round")
SCORES_HERE: Final = phrase("ALL-16.4", "The region counts in this round")
ASK_TOKEN: Final = phrase("ALL-16.4", "{power:power}: keep the Train token in {region:region}? It does not score then.")


class KeepToken(Deed[Alliances]):
    """ALL-16.4  Keep a captured Train token."""

    words = ["keep the token"]
    effect: int = TRAIN_HERE

    def do(self, t: Alliances, seat: i64, action: i64) -> None:
        t.reveals += 1
        t.tell(CAPTURES, t.mover, TRAIN, t.owner_of_token(WHERE.of(t), TRAIN))
        t.goto(PULL_BACK)


class ReturnToken(Deed[Alliances]):
    """ALL-16.4  Send it back to its owner at once."""

    words = ["send the token back"]
    effect: int = SCORES_HERE

    def do(self, t: Alliances, seat: i64, action: i64) -> None:
        t.reveals += 1
        owner = t.owner_of_token(WHERE.of(t), TRAIN)
        t.take_token(t.mover, WHERE.of(t), TRAIN)
        t.tell(SENDS_BACK, t.mover, TRAIN, owner)
        t.goto(PULL_BACK)


class Capture(Decision):
    """ALL-16.3, ALL-16.4  A token in the region is captured without asking, except for another power's Train token in
    a strategic region."""

    def resume(self, t: Alliances) -> None:
        where = WHERE.of(t)
        for kind in range(KINDS):
            owner = t.owner_of_token(where, kind)
            if owner == NOBODY or owner == t.mover:
                continue
            if kind == TRAIN and t.strategic & bit(where):
                super().resume(t)
                return
            t.tell(CAPTURES, t.mover, kind, owner)
        t.goto(PULL_BACK)

    def prompt(self, t: Alliances, seat: i64) -> Saying:
        return [ASK_TOKEN, t.mover, WHERE.of(t)]


# -- ALL-16.7: withdrawal --------------------------------------------------------------------------------------------

PULLS_BACK: Final = phrase("ALL-16.7", "The {who:power} withdraws {units:force} to {origin:region}")
LEFT_EMPTY: Final = phrase("ALL-16.8", "{region:region} is unoccupied")
ASK_PULL_BACK: Final = phrase("ALL-16.7", "{power:power}: withdraw units from {region:region} to {origin:region}?")
NOT_THERE: Final = phrase("ALL-16.7", "You do not have so many units in {region:region}")


class PullBack(Deed[Alliances]):
    """ALL-16.7  Any number of the winner's units go back to the origin."""

    words = ["withdraw {i} infantry and {a} artillery", "i:count a:count"]

    def offer(self, t: Alliances, seat: i64, found: Options) -> None:
        artillery = t.artillery_in(t.mover, WHERE.of(t))
        for i in range(t.infantry_in(t.mover, WHERE.of(t)) + 1):
            found.span(self.of(i, 0), artillery + 1)

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        return [NOT_THERE, WHERE.of(t)]

    def do(self, t: Alliances, seat: i64, action: i64) -> None:
        t.reveals += 1
        infantry, artillery, where = self.a(action), self.b(action), WHERE.of(t)
        if infantry + artillery > 0:
            t.take(t.mover, where, infantry, artillery)
            t.put(t.mover, t.origin, infantry, artillery)
            t.tell(PULLS_BACK, t.mover, force(infantry, artillery), t.origin)
            if t.owner[where] == NOBODY:
                t.tell(LEFT_EMPTY, where)
                t.deserted(t.mover, where)
        t.finish()


class PullingBack(Decision):
    """ALL-16.7  After coins and token; then the battle is over."""

    def prompt(self, t: Alliances, seat: i64) -> Saying:
        return [ASK_PULL_BACK, t.mover, WHERE.of(t), t.origin]


STEAL: Final = Steal()

CONQUEST: Final = Conquest("alliances.conquest", "Victory", "ALL-16.1")
SPOILS: Final = Spoils("alliances.spoils", "Coins", "ALL-16.2", [STEAL])
CAPTURE: Final = Capture("alliances.capture", "Captured token", "ALL-16.4", [KeepToken(), ReturnToken()])
PULL_BACK: Final = PullingBack("alliances.pull_back", "Withdrawal", "ALL-16.7", [PullBack()])
VICTORY: Final[list[Step[Alliances]]] = [CONQUEST, SPOILS, CAPTURE, PULL_BACK]
