"""Resigning in a match of teams: whoever outlasts all of the other team has won, with their own."""

import asyncio
from pathlib import Path

from server.inside import RecordingConnection, house, loaded, new_match


def test_a_team_that_has_resigned_has_lost(tmp_path: Path) -> None:
    """ALL-3.5, ALL-3.9  Seats 0 and 2 are of one team. One of the winners may have resigned as well."""
    asyncio.run(resigning(tmp_path))


async def resigning(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, 4, game="alliances", options={"scenario": "A"}))
        assert live.match.table.teams() == [0, 1, 0, 1]
        viewer = RecordingConnection(-1)
        await live.connect(viewer)
        for seat in (0, 1):
            await live.absence.resign(seat)
            assert not live.match.over
        await live.absence.resign(3)
        names = live.match.players
        assert (viewer.state["status"], viewer.state["places"]) == ("over", [1, 2, 1, 2])
        assert viewer.state["prompt"]["text"] == f"All others have resigned, so {names[0]} and {names[2]} have won"
