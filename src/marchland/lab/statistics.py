"""The little statistics that tables of results need."""

from math import sqrt

Z95 = 1.959963984540054


def wilson(share: float, trials: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a share, at 95 %; `trials` is the effective sample size, so not always a whole number."""
    if trials == 0:
        return 0.0, 1.0
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    return max(0.0, centre - half), min(1.0, centre + half)
