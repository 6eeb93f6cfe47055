"""Draws the income curves of docs/balance/rebellion.md as SVG, from what `marchland simulate --by income --json` says:

python docs/balance/curves.py < found.json > docs/balance/rebellion-income.svg
"""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 660, 300, 40, 16, 116, 40
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #444 }
line { stroke: #999; stroke-opacity: .35 }
path { fill: none; stroke-width: 2.5; stroke-linejoin: round }
@media (prefers-color-scheme: dark) { text { fill: #ccc } }
"""
CURVES = {"winners": "#c2571a", "all": "#7a7f87", "the others": "#2f6fb0"}


def curves(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[float]]:
    """The mean income by round: of those who won in the end, of all, of those who did not."""
    sums: dict[str, dict[int, list[float]]] = {name: {} for name in CURVES}
    for row in rows:
        said = re.fullmatch(r"round (\d+): (-?\d+)", row["income"])
        assert said, row
        turn, coins = int(said[1]), int(said[2])
        for name, times in zip(CURVES, (row["wins"], row["of"], row["of"] - row["wins"]), strict=True):
            total = sums[name].setdefault(turn, [0.0, 0.0])
            total[0] += coins * times
            total[1] += times
    return {name: [total / times for _, (total, times) in sorted(by_round.items())] for name, by_round in sums.items()}


def drawn(found: Mapping[str, Sequence[float]]) -> str:
    rounds = max(len(line) for line in found.values())
    most = 5 * (int(max(max(line) for line in found.values()) / 5) + 1)

    def x(turn: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (turn - 1) / (rounds - 1), 1)

    def y(coins: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * coins / most, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        "<title>Income by round</title>",
        f"<style>{STYLE}</style>",
    ]
    for coins in range(0, most + 1, 5):
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(coins)}" y2="{y(coins)}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(coins) + 4}" text-anchor="end">{coins}</text>')
    for turn in [1, *range(5, rounds + 1, 5)]:
        parts.append(f'<text x="{x(turn)}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{turn}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 6}" text-anchor="middle">round</text>')
    for name, line in found.items():
        points = " L".join(f"{x(turn + 1)} {y(coins)}" for turn, coins in enumerate(line))
        parts.append(f'<path d="M{points}" stroke="{CURVES[name]}"/>')
        end = f'x="{x(len(line)) + 8}" y="{y(line[-1]) + 4}"'
        parts.append(f'<text {end} style="fill: {CURVES[name]}">{name} {line[-1]:.1f}</text>')
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    sys.stdout.write(drawn(curves(json.load(sys.stdin)["by"]["income"])))
