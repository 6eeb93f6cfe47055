"""How well a seat stands in Capitals, for bots that look one decision ahead."""

from mypy_extensions import i64

from marchland.games.capitals.table import Capitals


def evaluate(t: Capitals, seat: i64) -> float:
    if t.over:
        return 1000.0 if t.places[seat] == 1 else -100.0 * t.places[seat]
    units: int = t.units_of(seat)
    return float(units)
