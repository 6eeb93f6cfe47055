"""Resigning in a match of teams: whoever outlasts all of the other team has won, with their own."""

import asyncio
from pathlib import Path

import pytest

from marchland import load
from marchland.engine import record
from marchland.engine.dice import FairDice
from marchland.engine.errors import RecordError
from marchland.engine.match import Match
from marchland.engine.retrospect import look_back
from marchland.server import history
from server.inside import RecordingConnection, house, loaded, new_match

ALLIANCES = load("alliances")


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
        assert history.check(live).ok
        verified = record.verify(record.read(history.record_of(live)), ALLIANCES)
        assert verified.places == [1, 2, 1, 2]
        assert look_back(verified).reason.text == viewer.state["prompt"]["text"]


def resigned(seats: int, places: list[int]) -> record.Record:
    match = Match(ALLIANCES, seats, {}, FairDice(bytes(range(32))))
    match.ended = {"why": "resigned", "places": places}
    return record.read(record.write(match))


@pytest.mark.parametrize("places", [[1, 2, 1, 2], [2, 1, 2, 1], [1, 2], [2, 1], [1, 2, 2], [2, 1, 1]])
def test_either_team_can_have_won(places: list[int]) -> None:
    """ALL-3.3, ALL-3.9  In two, three and four seats; of three one plays a team alone."""
    assert record.verify(resigned(len(places), places), ALLIANCES).places == places


@pytest.mark.parametrize(
    "places",
    [
        [1, 2, 2, 2],
        [1, 2, 3, 4],
        [1, 1, 2, 2],
        [1, 1, 1, 1],
        [1, 3, 1, 3],
        [1, 2, 1, 3],
        [2, 2, 2, 2],
        [1, 2, 1],
        [True, 2, True, 2],
        [2, 1],
        [1, 2, 1, 2, 1],
    ],
)
def test_no_other_places_come_from_resigning(places: list[int]) -> None:
    """ALL-3.5  A team wins or loses as a whole."""
    with pytest.raises(RecordError, match=r"ended.*\.$"):
        record.verify(resigned(4, places), ALLIANCES)
