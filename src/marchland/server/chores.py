"""Chores: placements and the like that a player lets a bot see to, as long as the rules ask for the same.

What the bot does are the player's own entries. It is kept in memory alone: after a restart the player is asked again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from marchland.bots import Sight
from marchland.engine.errors import IllegalAction
from marchland.server.audience import Connection

if TYPE_CHECKING:
    from marchland.server.live import LiveMatch

NO_CHORE = "This is for you to decide"


class Chores:
    """The seats of one live match whose players have handed a chore over."""

    def __init__(self, live: LiveMatch) -> None:
        self.live = live
        self.handed: dict[int, str] = {}  # by seat, what its button said

    def sees_to(self, seat: int) -> bool:
        """Whether a bot does now what a seat is asked. Offers to the seat are its player's own affair."""
        if seat not in self.handed:
            return False
        table = self.live.match.table
        return table.chore(seat) == self.handed[seat] and not Sight(table, seat).answers().total

    async def hand_over(self, seat: int, seen: int, by: Connection) -> None:
        live = self.live
        async with live.lock:
            live.check(seat, seen)
            live.check_player(seat, (by, 0), by_bot=False)
            words = live.match.table.chore(seat)
            if not words:
                raise IllegalAction(NO_CHORE)
            self.handed[seat] = words
            live.audience.show_seat(seat)
        live.bots.wake()

    def give_back(self, seat: int) -> None:
        """The player decides again, and is shown what."""
        if self.handed.pop(seat, None) is not None:
            self.live.audience.show_seat(seat)

    def note(self, seat: int, by_bot: bool) -> None:
        """After every entry: who acts in person has taken it back, and who is asked something else is done with it."""
        if not by_bot:
            self.handed.pop(seat, None)
        if not self.handed:
            return
        table = self.live.match.table
        for other in [other for other in self.handed if table.asked >> other & 1]:
            if table.chore(other) != self.handed[other]:
                del self.handed[other]
