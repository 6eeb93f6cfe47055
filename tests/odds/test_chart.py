"""Charts of any distribution: they fit, and hide nothing that matters."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marchland.odds.chart import Ends, bars, figures, grid, likely, share

weights = st.lists(st.floats(1e-9, 1), min_size=1, max_size=150)


def ways(*lists: list[float]) -> list[Ends]:
    """Distributions that add up to 1 together; the first is shown from its greatest end down."""
    total = sum(map(sum, lists))
    made = [[0.0, *(weight / total for weight in one)] for one in lists]
    return [Ends("rain falls", made[0], " days", True), *(Ends("sun shines", chances) for chances in made[1:])]


def labels(chart: str) -> list[str]:
    return [row.split("  ")[0] for row in chart.splitlines()]


def test_a_small_chart_has_a_row_for_every_end() -> None:
    assert labels(bars(ways([1, 2], [1, 1, 1]))) == [
        "rain falls with 2 days",
        "rain falls with 1 days",
        "sun shines with 1",
        "sun shines with 2",
        "sun shines with 3",
    ]
    assert bars([Ends("heads", [0, 0.5]), Ends("tails", [0, 0.25])], 60).splitlines() == [
        "heads with 1  50.0% " + "█" * 40,
        "tails with 1  25.0% " + "█" * 20,
    ]


def test_unlikely_tails_are_merged_and_rows_widened() -> None:
    flat = labels(bars(ways([1.0] * 50, [1.0])))
    assert flat[0] == "rain falls with 46 or more days" and flat[-3:-1] == [
        "rain falls with 6 to 10 days",
        "rain falls with 5 or fewer days",
    ]
    steep = labels(bars(ways([1e-4] * 10 + [1.0] * 12, [1e-4, 1e-5])))
    assert "rain falls with 10 or fewer days" in steep and steep[-1] == "sun shines"


@settings(deadline=None, max_examples=60)
@given(weights, weights, st.integers(60, 120))
def test_a_chart_fits_and_loses_no_chance(one: list[float], other: list[float], width: int) -> None:
    rows = bars(ways(one, other), width).splitlines()
    assert 2 <= len(rows) <= 20
    assert max(map(len, rows)) == width  # The likeliest row fills the width, and no row passes it.
    assert all(row == row.rstrip() for row in rows)
    shares = [row[: row.index("%")].split()[-1] for row in rows]
    shown = sum(float(figure) for figure in shares if figure[0] not in "<>")
    hidden = sum(figure[0] in "<>" for figure in shares)
    if ">99.9" in shares:
        shown += 100
    assert abs(shown - 100) <= 0.05 * len(rows) + 0.05 * hidden + 1e-6


def test_a_chart_that_is_too_narrow_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 60 columns, not 59"):
        bars(ways([1], [1]), 59)


def test_figures_and_grids_are_flush() -> None:
    assert figures("Tea", [("hot", "1"), ("lukewarm", "12")]) == "Tea\n  hot        1\n  lukewarm  12"
    assert grid([["a", "bbb"], ["cc", "d"]]) == " a  bbb\ncc    d"


def test_only_what_may_be_certain_reads_so() -> None:
    assert [share(chance) for chance in (0, 0.25, 1)] == ["0.0%", "25.0%", "100.0%"]
    assert [likely(chance) for chance in (0, 0.00049, 0.25, 0.9995, 1)] == [
        "<0.1%",
        "<0.1%",
        "25.0%",
        ">99.9%",
        ">99.9%",
    ]
