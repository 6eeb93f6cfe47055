"""Chapter 4: treason."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.common import PASS
from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sealed import Sealed
from marchland.engine.sets import set_of
from marchland.engine.slots import Slot
from marchland.games.swarm.table import AWAIT_SECRET, Swarm, without

SHOWN: Final = Slot(0)  # the leaders that can be betrayed in this window, as a mask

BETRAYED: Final = phrase("SWM-4.1", "{who:seat} betrays {leader:leader}", "reveal")
FAILS: Final = phrase("SWM-4.4", "The mission fails")
ASK_TREASON: Final = phrase("SWM-4.3", "A leader is shown: betray, or pass.")
BOTH_LEAVE: Final = phrase(
    "SWM-4.1", "The leader and your traitor card leave the game, and what they were shown for fails"
)
KEEPS_TRAITOR: Final = phrase("SWM-4.3", "You keep your traitor cards, and nobody learns whether one fitted")
NO_TRAITOR: Final = phrase("SWM-4.1", "You hold no traitor card that fits")


class Betray(Deed[Swarm]):
    """SWM-4.1  Whoever holds the traitor card of a shown leader: he leaves the game, and SWM-4.8  the card with him."""

    words = ["betray {leader}", "leader:traitor"]
    effect = BOTH_LEAVE
    grave = True

    def choose(self, t: Swarm, hand: i64, made: list[int], found: Options) -> None:
        found.fan(self, set_of(self.fitting(t, hand, made)))

    def fitting(self, t: Swarm, hand: i64, made: list[int]) -> list[int]:
        """The leaders whom a hand can still betray."""
        shown = SHOWN.of(t)
        return [leader for leader in t.traitors[hand] if shown >> leader & 1 and self.of(leader) not in made]

    def why(self, t: Swarm, seat: i64, action: i64) -> Saying:
        return [NO_TRAITOR]

    def do(self, t: Swarm, seat: i64, action: i64) -> None:
        leader = self.a(action)
        t.traitors[seat] = without(t.traitors[seat], leader)
        t.played_traitors = [*t.played_traitors, int(leader)]
        owner = t.remove_leader(leader)
        t.betrayed |= 1 << leader
        if owner >= 0 and owner != seat:
            t.unmasked |= 1 << seat
        t.tell(BETRAYED, seat, leader)


class Treason(Sealed[Swarm]):
    """SWM-4.3  Everybody who holds a traitor card, fitting or not, betrays or passes, in secret and at once.

    Who is asked depends on the number of cards alone (SWM-1.12), and nobody sees who has answered. What happened to
    the leaders stands in `t.betrayed` when the window has closed.
    """

    lasts = "round"

    def resume(self, t: Swarm) -> None:
        if t.progress() == 0:
            t.betrayed = 0
            if SHOWN.of(t) == 0 or not self.hands(t):
                t.finish()
                return
        super().resume(t)

    def hands(self, t: Swarm) -> list[int]:
        """SWM-4.7  Also whoever has shown the leader."""
        return [seat for seat in range(t.seats) if t.traitors[seat]]

    def closed(self, t: Swarm, hand: i64, made: list[int]) -> bool:
        """SWM-4.8  Whoever holds several fitting cards may play more than one."""
        return len(made) > 0 and (made[-1] == PASS.code or not BETRAY.fitting(t, hand, made))

    def reveal(self, t: Swarm, choices: list[list[int]]) -> None:
        for seat in self.hands(t):
            for action in choices[seat]:
                if BETRAY.fits(action):
                    BETRAY.do(t, seat, action)
        t.finish()

    def prompt(self, t: Swarm, seat: i64) -> Saying:
        return [ASK_TREASON]

    def onward(self, t: Swarm, seat: i64) -> Saying:
        return [KEEPS_TRAITOR]

    def waiting(self, t: Swarm) -> Saying:
        return [AWAIT_SECRET]


BETRAY: Final = Betray()
TREASON: Final = Treason("swarm.treason", "Treason", "SWM-4.3", [PASS, BETRAY], shows_ready=False)
