"""The Python of the README runs, and a type checker knows what it gives."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CODE = "\n".join(re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.M | re.S))


def test_it_runs() -> None:
    told: list[tuple[object, ...]] = []
    exec(compile(CODE, "README.md", "exec"), {"print": lambda *said: told.append(said)})
    assert ("seat 2 declines the offer of seat 0", "", None, {"who": 2, "maker": 0}) in told


def test_it_is_typed(tmp_path: Path) -> None:
    """A game of this package has its own table, also when it is loaded by name; any other has some table."""
    file = tmp_path / "readme.py"
    other = "def elsewhere(said: str) -> None:\n    reveal_type(marchland.load(said).deal())\n"
    file.write_text(f"{CODE}\nreveal_type(desert)\nreveal_type(desert.traitors)\nreveal_type(table)\n{other}")
    checker = [sys.executable, "-m", "mypy", "--no-error-summary", str(file)]
    found = subprocess.run(checker, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "error" not in found.stdout + found.stderr
    assert re.findall(r'Revealed type is "(.*)"', found.stdout) == [
        "marchland.games.swarm.sight.SwarmTable",
        "list[list[int]]",
        "marchland.games.campus.table.Campus",
        "marchland.engine.table.Table",
    ]
