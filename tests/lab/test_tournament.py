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


def signs(*values: str) -> list[tuple[int, str, str]]:
    return [(seat, "sign", value) for seat, value in enumerate(values)]


def test_wins_are_counted_by_what_is_said_of_the_seats() -> None:
    tally = Tally()
    tally.count(["a", "b", "a"], [1, 1, 3], 10, 2, signs("sun", "moon", "sun"), "draw")
    tally.count(["a", "b", "a"], [2, 3, 1], 10, 2, signs("moon", "moon", "sun"), "points")
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
    """Every fact that a game promises is told, nothing else is, and nothing unless asked for; endings have a name."""
    seats = ("random",) * game.usual_seats
    assert play_chunk(Pairing(game.name, seats, {}), 0, 3).summary()["by"] == {}
    summary = play_chunk(Pairing(game.name, seats, {}, by=tuple(game.facts)), 0, 3).summary()
    assert game.facts and set(summary["by"]) == set(game.facts)
    for groups in summary["by"].values():
        assert all(0 <= group["wins"] <= group["of"] for group in groups)
    assert sum(end["wins"] for end in summary["endings"]) == 3
    assert sum(length["wins"] for length in summary["rounds"]) == 3


def test_what_is_said_again_and_again_in_a_match_counts_as_one_trial() -> None:
    """Ten remarks on a seat are won or lost together, so the interval is that of the matches."""
    once, often = Tally(), Tally()
    for number in range(40):
        places = [1, 2] if number % 4 == 0 else [2, 1]
        once.count(["a", "b"], places, 1, 1, [(0, "sign", "sun")])
        often.count(["a", "b"], places, 1, 1, [(0, "sign", "sun")] * 10)
    (first,), (second,) = once.summary()["by"]["sign"], often.summary()["by"]["sign"]
    assert second["of"] == 10 * first["of"]
    assert (second["share"], second["low"], second["high"]) == pytest.approx((0.25, first["low"], first["high"]))
    assert (first["low"], first["high"]) == pytest.approx(wilson(0.25, 40))


def test_numbers_in_values_are_sorted_as_numbers() -> None:
    tally = Tally()
    tally.count(["a", "b", "c"], [1, 2, 3], 1, 1, signs("10 or more", "9", "0"))
    assert [group["sign"] for group in tally.summary()["by"]["sign"]] == ["0", "9", "10 or more"]


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
    assert wilson(wins / trials, trials) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("pairing", "sentence"),
    [
        (Pairing("kampus", FOUR, {}), "There is no game 'kampus'"),
        (Pairing("campus", ("random",), {}), "for 2 to 6 players, not 1"),
        (Pairing("campus", ("random", "wizard"), {}), "There is no bot 'wizard'"),
        (Pairing("campus", FOUR, {"speed": "fast"}), "There is no option 'speed'"),
        (Pairing("campus", FOUR, {}, by=("hair",)), "Campus tells no 'hair' of its seats. It tells turn, the place"),
    ],
)
def test_a_bad_pairing_is_refused_before_anything_is_played(pairing: Pairing, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        run(pairing, 10)
