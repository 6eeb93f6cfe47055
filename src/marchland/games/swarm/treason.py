"""Chapter 4: treason."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.common_words import PASS
from marchland.engine.options import Options
from marchland.engine.sealed import Sealed
from marchland.games.swarm.table import Swarm, without
from marchland.games.swarm.words import ASK_TREASON, AWAIT_SECRET, BETRAY, BETRAYED, NO_TRAITOR

SHOWN: Final = 0  # the leaders that can be betrayed in this window, as a mask


class Treason(Sealed[Swarm]):
    """SWM-4.3  Everybody who holds a traitor card, fitting or not, betrays or passes, in secret and at once.

    Who is asked depends on the number of cards alone (SWM-1.12), and nobody sees who has answered. What happened to
    the leaders stands in `t.betrayed` when the window has closed.
    """

    def resume(self, t: Swarm) -> None:
        if t.place() == 0:
            t.betrayed = 0
            if t.arg(SHOWN) == 0 or not self.hands(t):
                t.finish()
                return
        super().resume(t)

    def hands(self, t: Swarm) -> list[int]:
        """SWM-4.7  Also whoever has shown the leader."""
        return [seat for seat in range(t.seats) if t.traitors[seat]]

    def choices(self, t: Swarm, hand: i64, made: list[int]) -> Options:
        found = Options()
        found.add(PASS.of())
        for leader in self.fitting(t, hand, made):
            found.add(BETRAY.of(leader))
        return found

    def fitting(self, t: Swarm, hand: i64, made: list[int]) -> list[int]:
        shown = t.arg(SHOWN)
        return [leader for leader in t.traitors[hand] if shown >> leader & 1 and BETRAY.of(leader) not in made]

    def closed(self, t: Swarm, hand: i64, made: list[int]) -> bool:
        """SWM-4.8  Whoever holds several fitting cards may play more than one."""
        return len(made) > 0 and (made[-1] == PASS.of() or not self.fitting(t, hand, made))

    def reveal(self, t: Swarm, choices: list[list[int]]) -> None:
        for seat in self.hands(t):
            for action in choices[seat]:
                if action != PASS.of():
                    self.betray_leader(t, seat, BETRAY.a(action))
        t.finish()

    def betray_leader(self, t: Swarm, seat: i64, leader: i64) -> None:
        """SWM-4.1  The leader leaves the game, and SWM-4.8  the card with him."""
        t.traitors[seat] = without(t.traitors[seat], leader)
        t.played_traitors = [*t.played_traitors, int(leader)]
        owner = t.remove_leader(leader)
        t.betrayed |= 1 << leader
        if owner >= 0 and owner != seat:
            t.unmasked |= 1 << seat
        t.tell(BETRAYED, seat, leader)

    def prompt(self, t: Swarm, seat: i64) -> list[int]:
        return [ASK_TREASON]

    def waiting(self, t: Swarm) -> list[int]:
        return [AWAIT_SECRET]

    def why(self, t: Swarm, seat: i64, action: i64) -> list[int]:
        return [NO_TRAITOR] if action >> 23 == BETRAY.number else []


TREASON: Final = Treason("swarm.treason", "Treason", "SWM-4.3", shows_ready=False)
