"""This tree against another commit, in one run: both are built, then measured by turns on one core, same seeds.

python benchmarks/against.py COMMIT [GAME ...] [--rounds N] [--json]

Uncommitted changes count. Builds are kept in build/against, by commit, and this tree's is made anew if it has changed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

from marchland.cli.text import table
from marchland.games import names

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "build" / "against"
BUILT = ["src", "setup.py", "pyproject.toml"]

# What a measuring process does with each line that it is sent: game, measure and seed, as JSON. It uses only what all
# commits have.
MEASURE = r"""
import gc, json, sys, time
import marchland
from marchland.engine.dice import fast_dice
from marchland.engine.playout import play_out

def play(game, seats, seed):
    made = 0
    for i in range(8):
        made += play_out(game.deal(seats, seed=seed + i), fast_dice(seed - i))
    return made

def loop(game, seats, seed):
    made = 0
    for i in range(2):
        table = game.deal(seats, seed=seed + i)
        chance = fast_dice(seed)
        while not table.over:
            seat = table.deciders()[0]
            options = table.options(seat)
            table.play(seat, options[chance.below(len(options))])
            made += 1
    return made

def midway(game, seats, seed):
    table = game.deal(seats, seed=seed)
    play_out(table, fast_dice(seed), 300)
    return table

def copy(game, seats, seed):
    table = midway(game, seats, seed)
    start = time.process_time()
    for _ in range(4000):
        table.copy()
    return 4000, time.process_time() - start

def determinize(game, seats, seed):
    table = midway(game, seats, seed)
    dice = fast_dice(seed)
    start = time.process_time()
    for _ in range(1500):
        table.determinize(0, dice)
    return 1500, time.process_time() - start

for line in sys.stdin:
    name, measure, seed = json.loads(line)
    game = marchland.load(name)
    gc.collect()
    start = time.process_time()
    done = globals()[measure](game, 4, seed)
    made, spent = done if isinstance(done, tuple) else (done, time.process_time() - start)
    print(json.dumps([made, spent]), flush=True)
"""
MEASURES = {
    "play": "decisions a second, play_out",
    "loop": "decisions a second, the README's loop",
    "copy": "copies a second",
    "determinize": "determinized tables a second",
}


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def built(commit: str | None) -> Path:
    """The folder in which a commit, or this tree, is compiled."""
    if commit is not None:
        name = git("rev-parse", "--verify", f"{commit}^{{commit}}")
    else:
        digest = hashlib.blake2b(digest_size=8)
        for path in sorted(path for path in (ROOT / "src").rglob("*") if path.suffix in (".py", ".toml", ".md")):
            digest.update(path.read_bytes())
        digest.update((ROOT / "setup.py").read_bytes())
        name = f"here-{digest.hexdigest()}"
    folder = KEPT / name
    if not (folder / "done").exists():
        print(f"building {commit or 'this tree'} (a minute or three)", file=sys.stderr)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        if commit is not None:
            archive = subprocess.run(["git", "archive", name, *BUILT], cwd=ROOT, check=True, capture_output=True)
            subprocess.run(["tar", "x"], cwd=folder, input=archive.stdout, check=True)
        else:
            unneeded = shutil.ignore_patterns("*.so", "static", "__pycache__")
            shutil.copytree(ROOT / "src", folder / "src", ignore=unneeded)
            for file in BUILT[1:]:
                shutil.copy(ROOT / file, folder)
        environment = {**os.environ, "PYTHONPATH": "src"}
        command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace", "--parallel", str(os.cpu_count())]
        made = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        if made.returncode != 0:
            sys.exit(f"{commit or 'this tree'} cannot be compiled:\n{made.stdout[-2000:]}{made.stderr[-2000:]}")
        (folder / "done").touch()
    return folder


class Measured:
    """A process that measures one build."""

    def __init__(self, folder: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "MARCHLAND_INTERPRETED": ""}
        self.child = subprocess.Popen(
            [sys.executable, "-c", MEASURE],
            env=environment,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(self.child.pid, {max(os.sched_getaffinity(0))})

    def take(self, game: str, measure: str, seed: int) -> tuple[int, float]:
        assert self.child.stdin is not None and self.child.stdout is not None
        print(json.dumps([game, measure, seed]), file=self.child.stdin, flush=True)
        line = self.child.stdout.readline()
        if not line:
            sys.exit(f"{game}: {measure} has failed.")
        made, spent = json.loads(line)
        return made, spent


def compare(game: str, measure: str, before: Measured, after: Measured, rounds: int) -> dict[str, Any]:
    ratios, rates, same = [], {before: 0.0, after: 0.0}, True
    for number in range(-1, rounds):
        results = {}
        for build in (before, after) if number % 2 else (after, before):
            results[build] = build.take(game, measure, 1000 * number)
        same &= results[before][0] == results[after][0]
        if number < 0:
            continue  # the first is to get warm
        speed = {build: made / spent for build, (made, spent) in results.items()}
        ratios.append(speed[after] / speed[before])
        for build, rate in speed.items():
            rates[build] = max(rates[build], rate)
    return {
        "game": game,
        "measure": measure,
        "before": rates[before],
        "after": rates[after],
        "ratio": median(ratios),
        "least": min(ratios),
        "most": max(ratios),
        "same_decisions": same,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", help="what to compare with")
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games (default all)")
    parser.add_argument("--rounds", type=int, default=15, help="how often each build is measured (default 15)")
    parser.add_argument("--measures", default=",".join(MEASURES), help=f"by commas, of {', '.join(MEASURES)}")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    arguments = parser.parse_args()
    for game in arguments.games:
        if game not in names():
            parser.error(f"there is no game {game!r}; the games are {', '.join(names())}")
    measures = arguments.measures.split(",")
    for measure in measures:
        if measure not in MEASURES:
            parser.error(f"there is no measure {measure!r}; they are {', '.join(MEASURES)}")
    try:
        before, after = Measured(built(arguments.commit)), Measured(built(None))
    except subprocess.CalledProcessError as fault:
        parser.error(f"git knows no commit {arguments.commit!r}: {(fault.stderr or b'').strip()}")
    found = []
    for game in arguments.games or names():
        for measure in measures:
            found.append(compare(game, measure, before, after, arguments.rounds))
            print(f"{game}, {measure}: {found[-1]['ratio']:.2f}", file=sys.stderr)
    if arguments.json:
        print(json.dumps(found, indent=2))
        return 0
    rows = [
        [
            result["game"],
            MEASURES[result["measure"]],
            f"{result['before']:,.0f}",
            f"{result['after']:,.0f}",
            f"{result['ratio']:.2f}",
            f"{result['least']:.2f} to {result['most']:.2f}",
            "" if result["same_decisions"] else "other decisions",
        ]
        for result in found
    ]
    print(table(rows, ["game", "what", arguments.commit[:12], "here", "ratio", "range", ""], right=[2, 3, 4]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
