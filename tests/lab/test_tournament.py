"""Tournaments add up, whatever the number of processes; intervals are Wilson's."""

import pytest

from marchland import every
from marchland.engine.errors import UsageError
from marchland.engine.game import Game
from marchland.lab.statistics import wilson
from marchland.lab.tournament import Pairing, Tally, chunks, play_chunk, run

SHORT = {"max_rounds": 5}
FOUR = ("random",) * 4


def test_the_result_does_not_depend_on_the_number_of_jobs() -> None:
    pairing = Pairing("campus", FOUR, SHORT, seed=1)
    assert run(pairing, 12, jobs=1).summary() == run(pairing, 12, jobs=2).summary()


def test_chunks_cover_every_match_once() -> None:
    for matches, jobs in ((1, 1), (7, 2), (1000, 3), (100_000, 2)):
        numbers = [number for start, stop in chunks(matches, jobs) for number in range(start, stop)]
        assert numbers == list(range(matches))


def test_every_match_has_one_win_to_give() -> None:
    tally = play_chunk(Pairing("campus", FOUR, SHORT), 0, 8)
    assert sum(tally.seat_wins) == pytest.approx(8)
    assert sum(tally.bot_wins.values()) == pytest.approx(8)
    assert tally.bot_seats == {"random": 32}


def test_a_shared_win_is_shared() -> None:
    tally = Tally()
    tally.count(["a", "b", "a"], [1, 1, 3], 10, 2)
    assert tally.seat_wins == [0.5, 0.5, 0.0]
    assert tally.bot_wins == {"a": 0.5, "b": 0.5}
    assert tally.draws == 1


def test_wins_are_counted_by_what_is_public_about_the_seats() -> None:
    tally = Tally()
    tally.count(["a", "b", "a"], [1, 1, 3], 10, 2, [{"sign": "sun"}, {"sign": "moon"}, {"sign": "sun"}], "draw")
    tally.count(["a", "b", "a"], [2, 3, 1], 10, 2, [{"sign": "moon"}, {"sign": "moon"}, {"sign": "sun"}], "points")
    twice = Tally()
    twice.add(tally)
    twice.add(tally)
    summary = twice.summary()
    moon, sun = summary["by"]["sign"]
    assert (moon["sign"], moon["wins"], moon["of"]) == ("moon", 1, 6)
    assert (sun["sign"], sun["wins"], sun["of"], sun["share"]) == ("sun", 3, 6, 0.5)
    assert [(end["ending"], end["wins"], end["of"]) for end in summary["endings"]] == [("draw", 2, 4), ("points", 2, 4)]


@pytest.mark.parametrize("game", every(), ids=lambda game: game.name)
def test_every_game_tells_what_a_study_can_group_by(game: Game) -> None:
    """The facts of all seats have the same names and are known when the match is dealt; endings have a name."""
    tally = play_chunk(Pairing(game.name, ("random",) * game.usual_seats, {}), 0, 3)
    summary = tally.summary()
    assert summary["by"]
    for groups in summary["by"].values():
        assert sum(group["of"] for group in groups) == 3 * game.usual_seats
        assert sum(group["wins"] for group in groups) == pytest.approx(3)
    assert sum(end["wins"] for end in summary["endings"]) == 3


def test_rotating_gives_every_bot_every_seat_of_the_same_deal() -> None:
    pairing = Pairing("campus", ("greedy", "random", "random"), {}, seed=4, rotate=True)
    line_ups = [pairing.line_up(number) for number in range(6)]
    assert [seed for seed, _ in line_ups[:3]] == [line_ups[0][0]] * 3
    assert sorted(bots.index("greedy") for _, bots in line_ups[:3]) == [0, 1, 2]
    assert line_ups[3][0] != line_ups[0][0]


@pytest.mark.parametrize(
    ("wins", "trials", "low", "high"),
    # Known values of the interval at 95 %.
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662), (10, 10, 0.7225, 1.0)],
)
def test_wilson(wins: int, trials: int, low: float, high: float) -> None:
    assert wilson(wins, trials) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("pairing", "sentence"),
    [
        (Pairing("kampus", FOUR, {}), "There is no game 'kampus'"),
        (Pairing("campus", ("random",), {}), "for 2 to 6 players, not 1"),
        (Pairing("campus", ("random", "wizard"), {}), "There is no bot 'wizard'"),
        (Pairing("campus", FOUR, {"speed": "fast"}), "There is no option 'speed'"),
    ],
)
def test_a_bad_pairing_is_refused_before_anything_is_played(pairing: Pairing, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        run(pairing, 10)
