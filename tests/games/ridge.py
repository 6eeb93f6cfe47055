"""Ridge, a game of somebody else: written into a folder, as small as a game can be, and with faults where wanted."""

from pathlib import Path

RULES = """\
# Ridge

A race up a ridge.

## 1. The climb

**RDG-1.1** (The ridge) The ridge is twelve steps high, and everybody begins at its foot.

**RDG-1.2** (Climbing) In turn, each player climbs one or two steps.

**RDG-1.3** (The summit) Who comes to the summit first wins.
"""

BOARD = """\
canvas = [400, 200]

[[group]]
code = "R"
name = "The ridge"

[[region]]
code = "FOO"
name = "Foot"
group = "R"
shape = [0, 0, 200, 200]
label = [100, 100]
borders = ["SUM"]

[[region]]
code = "SUM"
name = "Summit"
group = "R"
shape = [200, 0, 200, 200]
label = [300, 100]
borders = ["FOO"]
"""

GAME = '''\
"""Ridge: a race."""

from __future__ import annotations

from marchland.engine.deed import Deed
from marchland.engine.game import Game, load_board
from marchland.engine.labels import Labels
from marchland.engine.picture import NOBODY, Fact, Picture, Region, Seat
from marchland.engine.sayings import phrase
from marchland.engine.settings import Settings
from marchland.engine.step import Phase, Step
from marchland.engine.table import Table

TOP = 12
BOARD = load_board("ridge", "board.toml")
CLIMBS = phrase("RDG-1.2", "{who:seat} climbs {n step}")
ASK = phrase("RDG-1.2", "Climb one or two steps.")


class Ridge(Table):
    height: list[int]

    def set_up(self):
        self.height = [0] * self.seats

    def copy(self):
        twin = Ridge()
        self.copy_into(twin)
        twin.height = self.height[:]
        return twin

    def sight(self, seat):
        return {"height": self.height[:]}

    def depict(self, seat):
        regions = [Region(NOBODY, 0) for _ in BOARD.regions]
        return Picture(regions, [Seat([Fact(height, "height")]) for height in self.height])


class Climb(Deed[Ridge]):
    words = ["climb {n}", "n:count"]

    def offer(self, t, seat, found):
        found.span(self.code + 1, 2)

    def do(self, t, seat, action):
        t.height[seat] += self.a(action)
        t.tell(CLIMBS, seat, self.a(action))
        if t.height[seat] >= TOP:
            t.end([1 if other == seat else 2 for other in range(t.seats)])
            return
        t.active = (seat + 1) % t.seats
        t.round += t.active == 0


class Turn(Step[Ridge]):
    def prompt(self, t, seat):
        return [ASK]


TURN = Turn("ridge.turn", "Turn", "RDG-1.2", [Climb()])
MATCH = Phase("ridge.match", "Match", "RDG-1.1", [TURN])


class RidgeGame(Game):
    def blank(self):
        return Ridge()

    def evaluate(self, t, seat):
        return float(t.height[seat])


GAME = RidgeGame(
    name="ridge",
    title="Ridge",
    prefix="RDG",
    version="0.1",
    summary="A race up a ridge.",
    seats=(2, 2, 4),
    labels=Labels(),
    settings=Settings([]),
    root=MATCH,
    steps=[TURN],
    package="ridge",
    board=BOARD,
    open_information=True,
)
'''


def write_package(folder: Path, *changes: tuple[str, str], board: str = BOARD, rules: str = RULES) -> Path:
    """The package, in a new folder; `changes` are what stands differently in its game.py."""
    folder.mkdir(parents=True)
    game = GAME
    for before, after in changes:
        assert before in game
        game = game.replace(before, after)
    for name, text in {"__init__.py": "", "game.py": game, "board.toml": board, "RULES.md": rules}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def write_project(folder: Path, *changes: tuple[str, str]) -> Path:
    """The package in the folder of its project, as it would be checked out."""
    write_package(folder / "ridge", *changes)
    (folder / "pyproject.toml").write_text('[project]\nname = "ridge"\nversion = "0.3"\n', encoding="utf-8")
    return folder


def announce(folder: Path, value: str = "ridge.game", name: str = "ridge", dist: str = "ridge") -> None:
    """As an installed package announces its game."""
    info = folder / f"{dist}-0.3.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {dist}\nVersion: 0.3\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[marchland.games]\n{name} = {value}\n", encoding="utf-8")


# What a designer gets wrong.
BAD_EVALUATION = ("return float(t.height[seat])", "return 1 / (t.height[seat] - t.height[seat])")
DEADLY_EVALUATION = ("return float(t.height[seat])", "import os\n        os._exit(1)")
ENDLESS_EVALUATION = ("return float(t.height[seat])", "while True:\n            pass")
BAD_RULES = ("        t.height[seat] += self.a(action)\n", "        t.height[seat + 9] += self.a(action)\n")
