"""A board and its drawing: two files that are read as one."""

from __future__ import annotations

import pytest

from marchland.engine.board import Board, read_board
from marchland.engine.errors import BoardError
from marchland.server.catalogue import board_spec

BOARD = """
[[group]]
code = "N"
name = "North"

[[region]]
code = "AAA"
name = "Far Alm"
group = "N"
borders = []

[[region]]
code = "BBB"
name = "Bog"
group = "N"
borders = []

[[link]]
name = "Ferry"
kind = "sea lane"
pairs = [["AAA", "BBB"]]
"""
DRAWING = """
canvas = [100, 50]
counter = 15
scenery = "M1 1l2 0 0 2z"
frontiers = ""

[group.N]
label = [50, 10]

[region.AAA]
path = "M0 0l10 0 0 10z"
shape = [0, 0, 10, 10]
label = [5, 5]
title = { at = [5, 30], lines = ["Far", "Alm"], size = 14 }

[region.BBB]
path = "M40 0l10 0 0 10z"
shape = [40, 0, 10, 10]
label = [45, 5]
title = { at = [45, 30], lines = ["Bog"], size = 12.5 }

[link."Ferry"]
lines = [[[10, 5], [40, 5]]]
"""


def read(drawing: str) -> Board:
    return read_board(BOARD, "board.toml", drawing)


def fault(drawing: str) -> str:
    with pytest.raises(BoardError) as refused:
        read(drawing)
    return str(refused.value)


def test_a_drawn_board() -> None:
    board = read(DRAWING)
    assert board.canvas == [100, 50]
    assert board.neighbours == [[1], [0]]
    assert board.links[0].lines == [[[10, 5], [40, 5]]]
    assert board.map is not None and board.map.counter == 15 and board.map.scenery == "M1 1l2 0 0 2z"
    assert board.groups[0].label == [50, 10]
    title = board.regions[0].title
    assert title is not None and (title.at, title.lines, title.size) == ([5, 30], ["Far", "Alm"], 14.0)
    assert board.without(["N"]).map is board.map


def test_what_a_client_gets_of_it() -> None:
    spec = board_spec(read(DRAWING))
    assert spec.map is not None and spec.map.frontiers == ""
    assert [region.path for region in spec.regions] == ["M0 0l10 0 0 10z", "M40 0l10 0 0 10z"]
    assert spec.regions[0].title is not None and spec.regions[0].title.lines == ["Far", "Alm"]
    assert spec.groups[0].label == (50, 10)


def test_a_floor_plan_has_no_map() -> None:
    text = BOARD.replace("borders = []", "borders = []\nshape = [0, 0, 9, 9]\nlabel = [4, 4]")
    text = "canvas = [20, 20]\n" + text.replace('"AAA", "BBB"]]', '"AAA", "BBB"]]\nlines = []')
    board = read_board(text, "board.toml")
    spec = board_spec(board)
    assert board.map is None and spec.map is None
    assert spec.regions[0].path == "M0 0h9v9h-9z" and spec.regions[0].title is None


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("[region.BBB]", "[region.CCC]"), "the drawing has a region 'CCC', which the board does not have."),
        (("[group.N]", "[group.S]"), "the drawing has a group 'S', which the board does not have."),
        (('"Ferry"', '"Bridge"'), "the drawing has a link 'Bridge', which the board does not have."),
        (("shape = [40, 0, 10, 10]\n", ""), "an entry is missing or of the wrong type: 'shape'."),
        (("lines = [[[10", "line = [[[10"), "an entry is missing or of the wrong type: 'lines'."),
        (("counter = 15\n", ""), "an entry is missing or of the wrong type: 'counter'."),
        (("canvas = [100, 50]\n", ""), "an entry is missing or of the wrong type: 'canvas'."),
    ],
)
def test_drawings_that_do_not_fit(change: tuple[str, str], sentence: str) -> None:
    assert fault(DRAWING.replace(*change)) == f"board.toml: {sentence}"


def test_a_drawing_that_is_not_toml() -> None:
    assert fault("canvas = [").startswith("board.toml: its drawing: not valid TOML: ")
