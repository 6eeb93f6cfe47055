"""Who follows the board from one event to the next, so that people can be shown what happened in the order in which
it did, and never a board that is ahead of its dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from marchland.engine.picture import Region
from marchland.engine.sayings import BATTLE, EVERYBODY, PHRASES

if TYPE_CHECKING:
    from marchland.engine.table import Table

# The regions that look different after an event, as a spectator sees them. Where a battle begins, all that are named:
# so one knows who defends, whatever one has seen before.
Changes = list[tuple[int, Region]]


@mypyc_attr(allow_interpreted_subclasses=True)
class Witness:
    """Looks at a table whenever something is told there."""

    before: list[int]
    changes: list[Changes]  # of each event since they were collected last
    shown: list[Region]  # as spectators saw them last, and the sketch of then
    shown_at: list[int]

    def __init__(self, t: Table) -> None:
        self.before = t.sketch()
        self.changes = []
        self.shown = []
        self.shown_at = []

    def regions(self, t: Table) -> list[Region]:
        """All regions as spectators see them; those that look as before are not made again."""
        now = t.sketch()
        if len(self.shown) < len(now):
            self.shown = [t.region_shown(region) for region in range(len(now))]
        else:
            for region in range(len(now)):
                self.region(t, region, now[region])
        self.shown_at = now
        return self.shown[:]

    def region(self, t: Table, region: int, sketch: int) -> Region:
        """A region as spectators see it, of which this is the sketch now."""
        if region >= len(self.shown):
            return t.region_shown(region)
        if self.shown_at[region] != sketch:
            self.shown[region] = t.region_shown(region)
            self.shown_at[region] = sketch
        return self.shown[region]

    def look(self, t: Table, audience: int, saying: Sequence[int] = ()) -> None:
        """What has changed belongs to the first event since that everybody hears of."""
        found: Changes = []
        before = self.before
        now = t.sketch() if audience == EVERYBODY else before
        if now != before:
            for region in range(len(now)):
                if now[region] != before[region]:
                    found.append((region, self.region(t, region, now[region])))
            self.before = now
        if saying and audience == EVERYBODY and PHRASES[saying[0]].role == BATTLE:
            shown = [region for region, _ in found]
            for value, (_, domain) in zip(saying[1:], PHRASES[saying[0]].gaps, strict=False):
                if domain == "region" and value not in shown:
                    found.append((value, self.region(t, value, now[value])))
        self.changes.append(found)

    def collect(self) -> list[Changes]:
        collected, self.changes = self.changes, []
        return collected


def replaced(before: list[Region], now: list[Region]) -> list[int]:
    """The regions, by number, that are not the same objects."""
    return [region for region in range(len(now)) if now[region] is not before[region]]
