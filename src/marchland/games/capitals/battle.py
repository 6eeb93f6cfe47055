"""Chapter 7: the Attack step, battles, and the window in which a defender may answer."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.common_words import PASS
from marchland.engine.options import Options
from marchland.engine.step import Step
from marchland.engine.window import Window
from marchland.games.capitals.actions import kinds_in
from marchland.games.capitals.cards import (
    AMBUSHED,
    ATTACK_TIME,
    BARRAGE,
    CEASES,
    EDGE,
    NOTHING,
    REACTION_TIME,
    SPEARHEAD,
    TIME,
)
from marchland.games.capitals.table import Capitals
from marchland.games.capitals.words import (
    ASK_ATTACK,
    ASK_REACT,
    AWAIT,
    AWAIT_REACTION,
    CEASED,
    END_ATTACK,
    ENTRENCHED,
    IN_AMBUSH,
    NO_TARGET,
    NOT_HELD,
    NOT_NOW,
    NOTHING_LEFT,
    PLAY_FROM,
    PLAYS_FROM,
    REACT,
    SHELLED,
    STEP_PAST,
    STORM,
    STORMS_ANYWAY,
    STORMS_ON,
    TWICE,
)
from marchland.games.capitals.world import BIT, TERRITORIES, WORLD
from marchland.games.conquest.battle import ATTACKER_DICE, LEFT
from marchland.games.conquest.table import FORCE, NEUTRAL
from marchland.games.conquest.words import ATTACK, ATTACKS, STRIKE, STRIKES

# Arguments of the window.
SOURCE: Final = 0
TARGET: Final = 1


class Attack(Step[Capitals]):
    """CAP-7.2  Declare attacks and play cards in any order and number, until the step is ended."""

    def resume(self, t: Capitals) -> None:
        if t.battle >= 0 and is_over(t):
            t.end_battle()
        if t.run:
            # S.11  The one option of a run is made without asking.
            self.strike(t, t.run[0], t.run[1])
        else:
            t.ask(t.active)

    def options(self, t: Capitals, seat: i64, found: Options) -> None:
        own = t.own(seat)
        kind = ATTACK if t.style == FORCE else STRIKE
        for source in range(TERRITORIES):
            # CAP-7.1  E(A): all units but one, also those that came this turn.
            if own >> source & 1 and t.units[source] > 1:
                found.fan(kind, t.targets(source, own), t.units[source] - 1, source)
        if t.style != FORCE and t.may_stop:
            for source in range(TERRITORIES):
                if own >> source & 1 and t.units[source] > 1:
                    found.fan(STORM, t.targets(source, own), 1, source)
        if t.holds(seat, SPEARHEAD) or t.holds(seat, BARRAGE):
            self.add_cards(t, seat, own, found)
        found.add(END_ATTACK.of())

    def add_cards(self, t: Capitals, seat: i64, own: i64, found: Options) -> None:
        """CAP-A.5  Spearhead for an attack that is legal now; CAP-A.6  Barrage on a neighbour with two units."""
        for card in (SPEARHEAD, BARRAGE):
            if not t.holds(seat, card):
                continue
            for source in range(TERRITORIES):
                if own >> source & 1 and (card == BARRAGE or t.units[source] > 1):
                    targets = t.targets(source, own)
                    for target in WORLD.neighbours[source]:
                        if targets >> target & 1 and self.fits(t, card, source, target):
                            found.add(PLAY_FROM.of(card, source, target))

    def fits(self, t: Capitals, card: i64, source: i64, target: i64) -> bool:
        if card == BARRAGE:
            return t.units[target] > 1
        return source << 6 | target not in t.spears

    def act(self, t: Capitals, seat: i64, action: i64) -> None:
        kind = action >> 23
        if kind == STRIKE.number:
            self.strike(t, STRIKE.a(action), STRIKE.b(action))
        elif kind == STORM.number:
            self.storm(t, STORM.a(action), STORM.b(action))
        elif kind == ATTACK.number:
            self.attack(t, ATTACK.a(action), ATTACK.b(action), ATTACK.c(action))
        else:
            super().act(t, seat, action)

    # -- declarations --------------------------------------------------------------------------------------------------

    def attack(self, t: Capitals, source: i64, target: i64, n: i64) -> None:
        """S.12  Style `force`: one declaration with all its rolls."""
        t.tell(ATTACKS, t.active, target, source, n)
        self.declare(t, source, target, n)

    def strike(self, t: Capitals, source: i64, target: i64) -> None:
        """S.11  Style `roll`: one roll."""
        t.tell(STRIKES, t.active, target, source)
        self.declare(t, source, target, 0)

    def storm(self, t: Capitals, source: i64, target: i64) -> None:
        """CAP-7.2  The same declaration again and again, said at once, until the battle is over."""
        t.tell(STORMS_ON, t.active, target, source)
        t.run = [int(source), int(target)]
        self.declare(t, source, target, 0)

    def declare(self, t: Capitals, source: i64, target: i64, force: i64) -> None:
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

    # -- cards ---------------------------------------------------------------------------------------------------------

    def play_from(self, t: Capitals, card: i64, source: i64, target: i64) -> None:
        t.begin_play(t.active, card)
        t.tell(PLAYS_FROM, t.active, card, source, target)
        if card == BARRAGE:
            # CAP-A.6  1 unit on 1 to 3, 2 on 4 to 6, but never the last.
            face = t.dice.roll()
            lost: i64 = 1 if face <= 3 or t.units[target] == 2 else 2
            t.lose(target, lost)
            t.tell(SHELLED, face, target, lost)
        else:
            t.spears = [*t.spears, int(source << 6 | target)]  # CAP-A.5
        t.end_play()

    def end_attack(self, t: Capitals) -> None:
        t.end_battle()
        t.finish()

    def prompt(self, t: Capitals, seat: i64) -> list[int]:
        return [ASK_ATTACK]

    def waiting(self, t: Capitals) -> list[int]:
        return [AWAIT, t.active]

    def why(self, t: Capitals, seat: i64, action: i64) -> list[int]:
        kind = action >> 23
        if kind == ATTACK.number:
            return t.attack_fault(seat, ATTACK.a(action), ATTACK.b(action), ATTACK.c(action))
        if kind == STRIKE.number:
            return t.attack_fault(seat, STRIKE.a(action), STRIKE.b(action), -1)
        if kind == STORM.number:
            fault = t.attack_fault(seat, STORM.a(action), STORM.b(action), -1)
            return fault or [STORMS_ANYWAY]
        if kind == PLAY_FROM.number:
            return self.why_not_card(t, seat, PLAY_FROM.a(action), PLAY_FROM.b(action), PLAY_FROM.c(action))
        return [STEP_PAST]

    def why_not_card(self, t: Capitals, seat: i64, card: i64, source: i64, target: i64) -> list[int]:
        if not t.holds(seat, card):
            return [NOT_HELD, card]
        if TIME[card] != ATTACK_TIME:
            return [NOT_NOW, card]
        if source >= TERRITORIES or target >= TERRITORIES or t.owner[source] != seat:
            return [NO_TARGET, card]
        if card == SPEARHEAD and source << 6 | target in t.spears:
            return [TWICE]
        return t.forbidden(source, target) or [NO_TARGET, card]


def is_over(t: Capitals) -> bool:
    """CAP-7.4  In style `force` a declaration is a battle; else it ends by capture, without attackers, by Ceasefire."""
    source: i64 = t.battle >> 6
    target: i64 = t.battle & 63
    return t.style == FORCE or t.owner[target] == t.active or t.eligible(source) < 1 or t.ceased >> target & 1 == 1


class Reaction(Window[Capitals]):
    """CAP-7.5  Directly after the first declaration of a battle the player who controls B may play one R card."""

    def order(self, t: Capitals) -> list[int]:
        return [t.owner[t.arg(TARGET)]]

    def options(self, t: Capitals, seat: i64, found: Options) -> None:
        found.add(PASS.of())
        for card in kinds_in(t.hands[seat], REACTION_TIME, NOTHING):
            found.add(REACT.of(card))

    def pass_(self, t: Capitals) -> None:
        t.reveals += 1  # the attacker has seen it
        super().pass_(t)

    def react(self, t: Capitals, card: i64) -> None:
        """CAP-9.2  One card, and the window closes. CAP-7.6  Without attackers there is no roll."""
        source = t.arg(SOURCE)
        target = t.arg(TARGET)
        seat = self.hand(t)
        t.throw_away(seat, card)
        t.finish()
        # From here on the frame is that of the declared attack.
        if EDGE[card]:
            t.entrenched = EDGE[card]  # CAP-A.7
            t.tell(ENTRENCHED, seat, card)
        if AMBUSHED[card]:
            # CAP-A.8  In style `force` the unit is taken from the force.
            t.lose(source, AMBUSHED[card])
            t.tell(IN_AMBUSH, seat, card, source, AMBUSHED[card])
            if t.style == FORCE:
                t.set_arg(LEFT, t.arg(LEFT) - AMBUSHED[card])
            if (t.arg(LEFT) if t.style == FORCE else t.eligible(source)) < 1:
                t.tell(NOTHING_LEFT, target)
                self.call_off(t)
        if CEASES[card]:
            t.ceased |= BIT[target]  # CAP-A.9
            t.tell(CEASED, seat, card, target)
            self.call_off(t)

    def call_off(self, t: Capitals) -> None:
        """CAP-7.4  The battle ends without dice, and so does the duty to declare again."""
        t.run = []
        t.finish()

    def prompt(self, t: Capitals, seat: i64) -> list[int]:
        return [ASK_REACT, t.active, t.arg(TARGET), t.arg(SOURCE)]

    def waiting(self, t: Capitals) -> list[int]:
        return [AWAIT_REACTION, self.hand(t), t.arg(TARGET)]

    def why(self, t: Capitals, seat: i64, action: i64) -> list[int]:
        if action >> 23 != REACT.number:
            return []
        card = REACT.a(action)
        return [NOT_NOW, card] if t.holds(seat, card) else [NOT_HELD, card]


ATTACK_STEP: Final = Attack("capitals.attack", "Attack", "CAP-7.2")
REACTION: Final = Reaction("capitals.reaction", "Reaction", "CAP-7.5")
