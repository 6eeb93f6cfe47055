"""Chapter 7: the Attack step, battles, and the window in which a defender may answer."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.common import PASS
from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.window import Window
from marchland.games.capitals.actions import NO_TARGET, CardDeed
from marchland.games.capitals.cards import (
    AMBUSHED,
    AN_ATTACK,
    ATTACK_TIME,
    BARRAGE,
    CEASES,
    EDGE,
    HEAVY,
    LIGHT,
    LOW,
    REACTION_TIME,
    SPEARHEAD,
)
from marchland.games.capitals.table import Capitals
from marchland.games.capitals.turn import TurnStep
from marchland.games.capitals.world import BIT, TERRITORIES
from marchland.games.conquest.attack import ATTACK, STRIKE, Attack, Declaration, Strike
from marchland.games.conquest.battle import ATTACKER_DICE, LEFT, SIDES, SOURCE, TARGET
from marchland.games.conquest.table import FORCE, NEUTRAL

# -- CAP-7.2 to CAP-7.4: declarations and battles --------------------------------------------------------------------


def declare(t: Capitals, source: i64, target: i64, force: i64) -> None:
    """CAP-7.4  The same pair again goes on with its battle; anything else begins a new one.

    CAP-A.5  A Spearhead for another pair is lost. CAP-7.5  The window opens once in a battle, for a player with
    cards, of whatever kind.
    """
    pair: i64 = source << 6 | target
    begins = t.battle != pair
    spears = [int(pair)] if pair in t.spears else []
    if begins:
        t.end_battle()
        t.battle = pair
    t.spears = spears
    t.call(ATTACKER_DICE, source, target, force)
    defender: i64 = t.owner[target]
    if begins and defender < NEUTRAL and t.hands[defender]:
        t.call(REACTION, source, target)


def is_over(t: Capitals) -> bool:
    """CAP-7.4  In style `force` a declaration is a battle; else it ends by capture, without attackers, by Ceasefire."""
    source: i64 = t.battle >> 6
    target: i64 = t.battle & 63
    return t.style == FORCE or t.owner[target] == t.active or t.eligible(source) < 1 or t.ceased >> target & 1 == 1


class CapitalsAttack(Attack[Capitals]):
    """CAP-7.1  A force of up to E(A): all units but one, also those that came this turn."""

    def declare(self, t: Capitals, source: i64, target: i64, force: i64) -> None:
        declare(t, source, target, force)


class CapitalsStrike(Strike[Capitals]):
    """CAP-7.2  One roll, and the next declaration is free."""

    def declare(self, t: Capitals, source: i64, target: i64, force: i64) -> None:
        declare(t, source, target, force)


STORMS_ON: Final = phrase("CAP-7.2", "{who:seat} storms {target:region} from {source:region}", "battle")
STORM_ON: Final = phrase("CAP-7.2", "Roll after roll until the target falls or nobody is left to attack")
STORMS_ANYWAY: Final = phrase("CAP-7.2", "In this match every attack goes on by itself until it is decided")


class Storm(Declaration[Capitals]):
    """CAP-7.2  The same declaration again and again, said at once, until the battle is over."""

    words = ["storm {target} from {source}", "source:region target:region", "until it is decided"]
    effect = STORM_ON

    def offer(self, t: Capitals, seat: i64, found: Options) -> None:
        if t.style != FORCE and t.may_stop:
            self.offer_from_all(t, seat, found)

    def why(self, t: Capitals, seat: i64, action: i64) -> Saying:
        return t.attack_fault(seat, self.a(action), self.b(action), -1) or [STORMS_ANYWAY]

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        source, target = self.a(action), self.b(action)
        t.tell(STORMS_ON, seat, target, source)
        t.run = [int(source), int(target)]
        declare(t, source, target, 0)


# -- CAP-A.5, CAP-A.6: cards of the attacker -------------------------------------------------------------------------

PLAYS_FROM: Final = phrase("CAP-9.1", "{who:seat} plays {card:card} from {source:region} into {target:region}")
SHELLED: Final = phrase("CAP-A.6", "The die shows {face}: {target:region} loses {n unit}")
TWICE: Final = phrase("CAP-A.5", "A Spearhead already leads that attack")


class PlayFrom(CardDeed):
    """CAP-7.2  A card that names an attack: from A into B."""

    words = ["play {card} from {source} into {target}", "card:card source:region target:region"]
    time: i64 = ATTACK_TIME
    names: i64 = AN_ATTACK

    def offer_card(self, t: Capitals, seat: i64, card: i64, found: Options) -> None:
        own = t.own(seat)
        for source in range(TERRITORIES):
            if own >> source & 1:
                targets = can_shell(t, source, own) if card == BARRAGE else can_lead(t, source, own)
                found.fan(self, targets, 1, card, source)

    def why_not(self, t: Capitals, seat: i64, action: i64) -> Saying:
        card, source, target = self.a(action), self.b(action), self.c(action)
        if not t.controls(seat, source) or target >= TERRITORIES:
            return [NO_TARGET, card]
        if card == SPEARHEAD and source << 6 | target in t.spears:
            return [TWICE]
        return t.forbidden(source, target) or [NO_TARGET, card]

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        card, source, target = self.a(action), self.b(action), self.c(action)
        t.begin_play(seat, card)
        t.tell(PLAYS_FROM, seat, card, source, target)
        if card == BARRAGE:
            shell(t, target)
        else:
            t.spears = [*t.spears, int(source << 6 | target)]
        t.end_play()


def can_lead(t: Capitals, source: i64, own: i64) -> i64:
    """CAP-A.5  Spearhead, for an attack that is legal now and not led yet; as a set."""
    if t.eligible(source) < 1:
        return 0
    targets = t.targets(source, own)
    for pair in t.spears:
        if pair >> 6 == source:
            targets &= ~BIT[pair & 63]
    return targets


def can_shell(t: Capitals, source: i64, own: i64) -> i64:
    """CAP-A.6  Barrage, on a neighbour with two units that may be attacked; here one is enough. As a set."""
    targets = t.targets(source, own)
    for near in t.board.neighbours[source]:
        if t.units[near] < 2:
            targets &= ~BIT[near]
    return targets


def shell(t: Capitals, target: i64) -> None:
    """CAP-A.6  1 unit on 1 to 3, 2 on 4 to 6, but never the last."""
    face = t.dice.roll(SIDES.of(t))
    lost = LIGHT.of(t, BARRAGE) if face <= LOW.of(t, BARRAGE) else HEAVY.of(t, BARRAGE)
    if lost >= t.units[target]:
        lost = t.units[target] - 1
    t.lose(target, lost)
    t.tell(SHELLED, face, target, lost)


# -- the step --------------------------------------------------------------------------------------------------------

NO_MORE_ATTACKS: Final = phrase("CAP-7.2", "No more attacks this turn; you may still fortify")
ASK_ATTACK: Final = phrase("CAP-7.2", "Attack, play a card, or end your attacks.")


class EndAttack(Deed[Capitals]):
    """CAP-7.2  At any time; the last battle ends with the step."""

    words = ["end attacks"]
    effect = NO_MORE_ATTACKS
    forward = True

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        t.end_battle()
        t.finish()


class AttackStep(TurnStep):
    """CAP-7.2  Declare attacks and play cards in any order and number, until the step is ended."""

    def resume(self, t: Capitals) -> None:
        if t.battle >= 0 and is_over(t):
            t.end_battle()
        if t.run:
            # S.11  The one option of a run is made without asking.
            ONE_ROLL.strike(t, t.run[0], t.run[1])
        else:
            t.ask(t.active)

    def prompt(self, t: Capitals, seat: i64) -> Saying:
        return [ASK_ATTACK]


# -- CAP-7.5: the answer of the defender -----------------------------------------------------------------------------

ENTRENCHED: Final = phrase("CAP-A.7", "{who:seat} digs in with {card:card}")
IN_AMBUSH: Final = phrase("CAP-A.8", "{who:seat} answers with {card:card}: {source:region} loses {n unit}")
NOTHING_LEFT: Final = phrase("CAP-7.6", "The attack on {target:region} has failed before a die was thrown")
CEASED: Final = phrase("CAP-A.9", "{who:seat} answers with {card:card}: the battle for {target:region} is over")
ONE_ANSWER: Final = phrase("CAP-9.2", "Your one answer in this battle")


class React(CardDeed):
    """CAP-9.2  One card, and the window closes. CAP-7.6  Without attackers there is no roll."""

    words = ["answer with {card}", "card:card"]
    effect = ONE_ANSWER
    time: i64 = REACTION_TIME

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        card = self.a(action)
        t.throw_away(seat, card)
        t.finish()
        # From here on the frame is that of the declared attack.
        if EDGE.of(t, card):
            t.entrenched = EDGE.of(t, card)  # CAP-A.7
            t.tell(ENTRENCHED, seat, card)
        if AMBUSHED.of(t, card):
            self.ambush(t, seat, card)
        if CEASES[card]:
            t.ceased |= BIT[TARGET.of(t)]  # CAP-A.9
            t.tell(CEASED, seat, card, TARGET.of(t))
            call_off(t)

    def ambush(self, t: Capitals, seat: i64, card: i64) -> None:
        """CAP-A.8  The attacker loses a unit; in style `force` it is taken from the force."""
        source = SOURCE.of(t)
        fighting = LEFT.of(t) if t.style == FORCE else t.eligible(source)
        lost = AMBUSHED.of(t, card) if AMBUSHED.of(t, card) < fighting else fighting
        t.lose(source, lost)
        t.tell(IN_AMBUSH, seat, card, source, lost)
        if t.style == FORCE:
            LEFT.add(t, -lost)
        if lost == fighting:
            t.tell(NOTHING_LEFT, TARGET.of(t))
            call_off(t)


def call_off(t: Capitals) -> None:
    """CAP-7.4  The battle ends without dice, and so does the duty to declare again."""
    t.run = []
    t.finish()


NO_ANSWER: Final = phrase("CAP-7.5", "The dice are thrown, and you cannot answer in this battle any more")
ASK_REACT: Final = phrase(
    "CAP-7.5", "{who:seat} attacks {target:region} from {source:region}. Answer with a card, or pass."
)
AWAIT_REACTION: Final = phrase("CAP-7.5", "{who:seat} may answer the attack on {target:region}")


class Reaction(Window[Capitals]):
    """CAP-7.5  Directly after the first declaration of a battle the player who controls B may play one R card."""

    lasts = "turn"

    def order(self, t: Capitals) -> list[int]:
        return [t.owner[TARGET.of(t)]]

    def prompt(self, t: Capitals, seat: i64) -> Saying:
        return [ASK_REACT, t.active, TARGET.of(t), SOURCE.of(t)]

    def onward(self, t: Capitals, seat: i64) -> Saying:
        return [NO_ANSWER]

    def waiting(self, t: Capitals) -> Saying:
        return [AWAIT_REACTION, self.hand(t), TARGET.of(t)]


ONE_ROLL: Final = CapitalsStrike(STRIKE)
ATTACK_STEP: Final = AttackStep(
    "capitals.attack", "Attack", "CAP-7.2", [CapitalsAttack(ATTACK), ONE_ROLL, Storm(), PlayFrom(), EndAttack()]
)
REACTION: Final = Reaction("capitals.reaction", "Reaction", "CAP-7.5", [PASS, React()])
