"""What results say of who has played a seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from marchland.engine.errors import UsageError
from marchland.server import absence
from marchland.server.holders import who_played
from server.inside import act, decider, house, loaded, new_match, outside

pytestmark = pytest.mark.anyio

SET_UP = {"max_rounds": 5, "setup_place": "random"}


def holder(round_: int, name: str, bot: str | None = None, why: str = "handed") -> dict[str, Any]:
    return {"round": round_, "person": name.lower(), "name": name, "bot": bot, "why": why}


def of_bot(round_: int, bot: str, why: str = "handed") -> dict[str, Any]:
    return {"round": round_, "seat": 1, "person": None, "name": None, "bot": bot, "why": why}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([], ""),
        ([holder(0, "Ann")], ""),
        ([holder(0, "Ann", "greedy")], "the bot greedy for Ann"),
        ([holder(0, "Ann"), holder(5, "Ann", "greedy")], "Ann, from round 5 the bot greedy"),
        (
            [holder(0, "Ann"), holder(5, "Ann", "greedy", "absent"), holder(7, "Ann")],
            "Ann, from round 5 the bot greedy (absent), from round 7 Ann again",
        ),
        ([holder(0, "Ann"), holder(0, "Ben")], "Ann, from the set-up on Ben"),
        # Nobody's bot, of one level and then of another.
        ([of_bot(0, "sharp", "start"), of_bot(3, "random")], "the bot sharp, from round 3 the bot random"),
        ([of_bot(0, "sharp", "start"), of_bot(3, "sharp")], ""),
        # Who was away while nothing happened was there all the time.
        ([holder(0, "Ann"), holder(5, "Ann")], ""),
        (
            [
                each
                for round_ in range(1, 99, 2)
                for each in (holder(round_, "Ann"), holder(round_ + 1, "Ann", "greedy"))
            ],
            "Ann, and so on, from round 92 the bot greedy, from round 93 Ann again, from round 94 the bot greedy, "
            "from round 95 Ann again, from round 96 the bot greedy, from round 97 Ann again, "
            "from round 98 the bot greedy",
        ),
        (
            [holder(0, "Ann"), holder(3, "Ben"), holder(4, "Ben", "random", "resigned")],
            "Ann, from round 3 Ben, from round 4 the bot random (resigned)",
        ),
    ],
)
def test_results_say_who_played(rows: list[dict[str, Any]], said: str) -> None:
    assert who_played(rows) == said


async def test_every_change_is_noted_with_its_round(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, identity := await new_match(use, options=SET_UP))
        seat = decider(live)
        await act(live, seat)
        await live.absence.let_play(seat, "random")
        await live.absence.back(seat)
        await live.absence.let_play(seat, "greedy")
        rows = outside(tmp_path, "select seat, number, round, bot, why from holders order by number")
        # What happens between two entries is one change.
        assert rows == [(seat, 0, 0, None, "start"), (seat, 1, 1, "greedy", "handed")]
        info = await use.run(use.front.show, identity, None)
        assert info.seats[seat].played.endswith(", from round 1 the bot greedy")


async def test_results_say_of_what_level_a_bot_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has made the match could win against a weak one, and be told to have won against a strong one."""
    monkeypatch.setattr(absence, "HANDS_IN_MATCH", 2)
    async with house(tmp_path) as use:
        live = await loaded(use, identity := await new_match(use, 2, bots=1, options=SET_UP))
        live.bots.stop()
        live.bots.pause = 3600.0
        while live.match.table.round < 2:
            await act(live, decider(live))
        await live.bots.let_play(1, "greedy", by_creator=True)
        info = await use.run(use.front.show, identity, None)
        assert (info.seats[1].name, info.seats[1].played) == ("Greedy 2", "the bot random, from round 2 the bot greedy")
        # Unless nothing was done meanwhile.
        await live.bots.let_play(1, "random", by_creator=True)
        info = await use.run(use.front.show, identity, None)
        assert (info.seats[1].name, info.seats[1].played) == ("Random 2", "")
        with pytest.raises(UsageError, match="changed hands 2 times"):
            await live.bots.let_play(1, "greedy", by_creator=True)
