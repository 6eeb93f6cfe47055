"""How fast the games run, checked against the floors below; exit code 1 if any is missed.

make bench, or: python benchmarks/speed.py [GAME ...] [--seconds S]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from typing import Any

from marchland.cli.bench import compiled, report
from marchland.cli.text import table
from marchland.games import names

LEAST_SPEEDUP = 5.0  # compiled against interpreted, in decisions a second
LEAST_RATE, LEAST_SHARE = 400_000, 0.5  # decisions a second, or as a share of those of the first game
MOST_COPY, MOST_COPY_TIME = 2.0, 5.0  # what a copy of the table may cost, in decisions or in µs
MOST_IMAGINED, MOST_IMAGINED_TIME = 10.0, 20.0  # the same for a determinized table
LEAST_SCALING = 1.7  # two jobs against one, in matches a second

FEW, MANY = 1_000, 20_000  # matches between which memory must not grow with their number
TURNS = 3
SEATS = "random,random,random,random"

Floor = tuple[str, str, str, bool]  # what, measured, wanted, kept


def run(*arguments: str) -> tuple[dict[str, Any], float]:
    """What a marchland command prints as JSON, and the most memory (MB) that it has used."""
    command = [sys.executable, "-m", "marchland", *arguments, "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        printed = child.stdout.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"'{' '.join(command)}' has failed.")
    # Linux counts in KB, macOS in bytes.
    return json.loads(printed), usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def simulated(game: str, matches: int, jobs: int) -> tuple[float, float]:
    """Matches a second, and memory in MB."""
    result, memory = run("simulate", game, "--seats", SEATS, "--matches", str(matches), "--jobs", str(jobs))
    return float(result["matches_per_second"]), memory


def scaling(game: str, limit: float) -> float:
    """How many times as many matches two jobs play as one."""
    _, memory_few = simulated(game, FEW, 1)
    rate_one, memory_many = simulated(game, MANY, 1)
    # By turns, and the best of each: whatever else the machine does then disturbs both alike.
    matches = max(FEW, int(rate_one * limit / TURNS))
    rate_one = rate_two = 0.0
    for _ in range(TURNS):
        rate_one = max(rate_one, simulated(game, matches, 1)[0])
        rate_two = max(rate_two, simulated(game, 2 * matches, 2)[0])
    print(f"{game}, simulate, 1 job: {rate_one:,.0f} matches a second; 2 jobs: {rate_two:,.0f}")
    print(f"memory: {memory_few:.1f} MB for {FEW:,} matches, {memory_many:.1f} MB for {MANY:,}")
    print()
    return rate_two / rate_one


def floors_of(game: str, measured: dict[str, Any], first: dict[str, Any]) -> list[Floor]:
    """What a game must reach, measured against its own decisions and against the first game in the same run."""
    rate = measured["decisions_per_second"]
    speedup = measured["compiled_over_interpreted"]
    copy = measured["copy_in_decisions"]
    copy_time = 1e6 / measured["copies_per_second"]
    imagined = rate / measured["determinize_per_second"]
    imagined_time = 1e6 / measured["determinize_per_second"]
    share = rate / first["decisions_per_second"]
    return [
        (f"{game}: compiled against interpreted", f"{speedup:.1f}", f">= {LEAST_SPEEDUP}", speedup >= LEAST_SPEEDUP),
        (
            f"{game}: decisions a second, and against {first['game']}",
            f"{rate:,.0f}, {share:.2f}",
            f">= {LEAST_RATE:,} or {LEAST_SHARE}",
            rate >= LEAST_RATE or share >= LEAST_SHARE,
        ),
        (
            f"{game}: a copy, in decisions and µs",
            f"{copy:.2f}, {copy_time:.1f}",
            f"< {MOST_COPY} or {MOST_COPY_TIME}",
            copy < MOST_COPY or copy_time < MOST_COPY_TIME,
        ),
        (
            f"{game}: a determinized table, in decisions and µs",
            f"{imagined:.1f}, {imagined_time:.1f}",
            f"< {MOST_IMAGINED} or {MOST_IMAGINED_TIME}",
            imagined < MOST_IMAGINED or imagined_time < MOST_IMAGINED_TIME,
        ),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games (default all); the first is the measure")
    parser.add_argument("--seconds", type=float, default=8.0, help="time for each part (default 8)")
    arguments = parser.parse_args()
    if not compiled():
        print("This build is not compiled, so there is nothing to compare; 'make bench' builds it.", file=sys.stderr)
        return 1

    floors: list[Floor] = []
    results: list[dict[str, Any]] = []
    for game in arguments.games or names():
        measured, _ = run("bench", game, "--seconds", str(arguments.seconds))
        print(report(measured), end="\n\n", flush=True)
        results.append(measured)
        floors += floors_of(game, measured, results[0])
    factor = scaling(results[0]["game"], arguments.seconds)
    floors.append(("2 jobs against 1", f"{factor:.2f}", f">= {LEAST_SCALING}", factor >= LEAST_SCALING))
    rows = [[name, value, floor, "ok" if kept else "MISSED"] for name, value, floor, kept in floors]
    print(table(rows, ["floor", "measured", "wanted", ""], right=[1]))
    return 0 if all(kept for *_, kept in floors) else 1


if __name__ == "__main__":
    sys.exit(main())
