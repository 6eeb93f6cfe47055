"""The colours of a table: everybody may choose one of six, and no two seats have the same."""

from __future__ import annotations

from collections.abc import Sequence

COLOURS = 6


def shared_out(chosen: Sequence[int | None]) -> list[int]:
    """The colour of each seat: as chosen, where nobody before has chosen it too; else the seat's own, or one that is
    left."""
    found: list[int | None] = []
    for colour in chosen:
        found.append(colour if colour is not None and colour not in found else None)
    for seat, colour in enumerate(found):
        if colour is None and seat < COLOURS and seat not in found:
            found[seat] = seat
    left = [colour for colour in range(COLOURS) if colour not in found]
    # Where there are more seats than colours they begin again.
    return [colour if colour is not None else (left.pop(0) if left else seat) for seat, colour in enumerate(found)]
