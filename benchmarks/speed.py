"""How fast the games run, checked against the floors below; exit code 1 if any is missed.

make bench, or: python benchmarks/speed.py [GAME] [--seconds S]
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

LEAST_SPEEDUP = 5.0  # compiled against interpreted, in decisions a second
MOST_COPY = 2.0  # what a copy of the table may cost, in decisions
LEAST_SCALING = 1.7  # two jobs against one, in matches a second

FEW, MANY = 1_000, 20_000  # matches between which memory must not grow with their number
TURNS = 3
SEATS = "random,random,random,random"


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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="campus")
    parser.add_argument("--seconds", type=float, default=8.0, help="time for each part (default 8)")
    arguments = parser.parse_args()
    if not compiled():
        print("This build is not compiled, so there is nothing to compare; 'make bench' builds it.", file=sys.stderr)
        return 1

    measured, _ = run("bench", arguments.game, "--seconds", str(arguments.seconds))
    print(report(measured), flush=True)

    _, memory_few = simulated(arguments.game, FEW, 1)
    rate_one, memory_many = simulated(arguments.game, MANY, 1)
    # By turns, and the best of each: whatever else the machine does then disturbs both alike.
    matches = max(FEW, int(rate_one * arguments.seconds / TURNS))
    rate_one = rate_two = 0.0
    for _ in range(TURNS):
        rate_one = max(rate_one, simulated(arguments.game, matches, 1)[0])
        rate_two = max(rate_two, simulated(arguments.game, 2 * matches, 2)[0])
    print()
    print(f"simulate, 1 job: {rate_one:,.0f} matches a second; 2 jobs: {rate_two:,.0f}")
    print(f"memory: {memory_few:.1f} MB for {FEW:,} matches, {memory_many:.1f} MB for {MANY:,}")

    speedup = measured["compiled_over_interpreted"]
    copy = measured["copy_in_decisions"]
    scaling = rate_two / rate_one
    floors = [
        ("compiled against interpreted", f"{speedup:.1f}", f"at least {LEAST_SPEEDUP}", speedup >= LEAST_SPEEDUP),
        ("a copy, in decisions", f"{copy:.2f}", f"less than {MOST_COPY}", copy < MOST_COPY),
        ("2 jobs against 1", f"{scaling:.2f}", f"at least {LEAST_SCALING}", scaling >= LEAST_SCALING),
    ]
    print()
    rows = [[name, value, floor, "ok" if kept else "MISSED"] for name, value, floor, kept in floors]
    print(table(rows, ["floor", "measured", "wanted", ""], right=[1]))
    return 0 if all(kept for *_, kept in floors) else 1


if __name__ == "__main__":
    sys.exit(main())
