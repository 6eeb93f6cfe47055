"""Who follows the board from one event to the next, so that people can be shown what happened in the order in which
it did, and never a board that is ahead of its dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from marchland.engine.picture import Region
from marchland.engine.sayings import EVERYBODY

if TYPE_CHECKING:
    from marchland.engine.table import Table

# The regions that look different after an event, as a spectator sees them.
Changes = list[tuple[int, Region]]


class Witness:
    """Looks at a table whenever something is told there."""

    before: list[int]
    changes: list[Changes]  # of each event since they were collected last

    def __init__(self, t: Table) -> None:
        self.before = t.sketch()
        self.changes = []

    def look(self, t: Table, audience: int) -> None:
        """What has changed belongs to the first event since that everybody hears of."""
        found: Changes = []
        before = self.before
        now = t.sketch() if audience == EVERYBODY else before
        if now != before:
            for region in range(len(now)):
                if now[region] != before[region]:
                    found.append((region, t.region_shown(region)))
            self.before = now
        self.changes.append(found)

    def collect(self) -> list[Changes]:
        collected, self.changes = self.changes, []
        return collected
