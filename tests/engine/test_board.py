"""Boards are read once and contradict themselves nowhere."""

from typing import Any

import pytest

from marchland.engine.board import Board, read_board
from marchland.engine.errors import BoardError

GROUPS = {"N": "North", "S": "South"}
REGIONS: dict[str, dict[str, Any]] = {
    "AAA": {"name": "Alm", "group": "N", "borders": ["BBB", "CCC"]},
    "BBB": {"name": "Bog", "group": "N", "borders": ["AAA"]},
    "CCC": {"name": "Cove", "group": "S", "borders": ["AAA"]},
    "DDD": {"name": "Dale", "group": "S", "borders": []},
}
FERRY = """
[[link]]
name = "Ferry"
kind = "sea"
pairs = [["CCC", "DDD"]]
lines = [[[0, 0], [5, 5]]]
"""


def toml(changes: dict[str, dict[str, Any]] | None = None, links: str = FERRY) -> str:
    """The board above, with some entries of some regions changed."""
    lines = ["canvas = [100, 50]"]
    for code, name in GROUPS.items():
        lines += ["[[group]]", f"code = '{code}'", f"name = '{name}'"]
    for code, entries in REGIONS.items():
        region = {"code": code, **entries, "shape": [0, 0, 10, 5], "label": [5, 2], **(changes or {}).get(code, {})}
        lines += ["[[region]]", *(f"{key} = {value!r}" for key, value in region.items() if value is not None)]
    return "\n".join(lines) + links


def read(changes: dict[str, dict[str, Any]] | None = None, links: str = FERRY) -> Board:
    return read_board(toml(changes, links), "board.toml")


def fault(text: str) -> str:
    with pytest.raises(BoardError) as refused:
        read_board(text, "board.toml")
    return str(refused.value)


def test_a_board_as_it_is_read() -> None:
    board = read()
    assert board.canvas == [100, 50]
    assert [region.name for region in board.regions] == ["Alm", "Bog", "Cove", "Dale"]
    assert board.neighbours == [[1, 2], [0], [0, 3], [2]]
    assert board.members == [[0, 1], [2, 3]]
    assert board.group_of == [0, 0, 1, 1]
    assert board.number["CCC"] == 2
    assert board.in_play == [True] * 4
    assert board.adjacent(2, 3)
    assert not board.adjacent(1, 2)
    assert board.borders(0) == [0]
    assert [link.name for link in board.links] == ["Ferry"]


def test_what_is_on_a_board_has_its_words_and_its_ground_its_tint() -> None:
    plain = read()
    assert (plain.piece, plain.pieces) == ("troop", "troops") and plain.groups[0].tint == []
    text = "piece = 'army'\npieces = 'armies'\n" + toml().replace("name = 'North'", "name = 'North'\ntint = [200, 30]")
    board = read_board(text, "board.toml")
    assert (board.piece, board.pieces) == ("army", "armies")
    assert [group.tint for group in board.groups] == [[200, 30], []]
    assert board.without(["S"]).pieces == "armies"


@pytest.mark.parametrize("tint", ["[200]", "[360, 10]", "[20, 101]", "['a', 3]", "[1.5, 3]", "'red'"])
def test_a_tint_is_a_hue_and_a_strength(tint: str) -> None:
    assert "board.toml: " in fault(toml().replace("name = 'North'", f"name = 'North'\ntint = {tint}"))


def test_neighbours_stand_once_more_in_one_row() -> None:
    board = read()
    row = [list(board.near)[board.near_from[r] : board.near_from[r + 1]] for r in range(4)]
    assert row == board.neighbours


def test_closed_groups_do_not_exist_but_numbers_stay() -> None:
    board = read().without(["S"])
    assert board.in_play == [True, True, False, False]
    assert board.neighbours == [[1], [0], [], []]
    assert board.members == [[0, 1], []]
    assert board.number["DDD"] == 3
    assert board.borders(0) == []
    row = [list(board.near)[board.near_from[r] : board.near_from[r + 1]] for r in range(4)]
    assert row == board.neighbours


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"BBB": {"borders": ["AAA", "CCC"]}}, "BBB borders CCC, but CCC does not border BBB."),
        ({"BBB": {"borders": ["AAA", "ZZZ"]}}, "BBB borders 'ZZZ', which is not a region."),
        ({"BBB": {"borders": ["AAA", "BBB"]}}, "BBB borders itself."),
        ({"BBB": {"code": "CCC"}}, "the region code 'CCC' is used twice."),
        ({"BBB": {"name": "Alm"}}, "the region name 'Alm' is used twice."),
        ({"BBB": {"group": "W"}}, "BBB is in group 'W', which does not exist."),
        ({"BBB": {"borders": None}}, "an entry is missing or of the wrong type: 'borders'."),
        ({"BBB": {"name": None}}, "an entry is missing or of the wrong type: 'name'."),
    ],
)
def test_regions_that_do_not_fit(changes: dict[str, dict[str, Any]], sentence: str) -> None:
    assert fault(toml(changes)) == f"board.toml: {sentence}"


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ({"shape": [1, 2, 3]}, "'shape' of the region 'BBB' is not a list of 4 whole numbers."),
        ({"shape": 4}, "'shape' of the region 'BBB' is not a list of 4 whole numbers."),
        ({"label": []}, "'label' of the region 'BBB' is not a list of 2 whole numbers."),
        ({"borders": 5}, "'borders' of the region 'BBB' is not a list of texts."),
        ({"borders": [["AAA"]]}, "'borders' of the region 'BBB' is not a list of texts."),
        ({"path": [1]}, "'path' of the region 'BBB' is not a text."),
        ({"code": ["BBB"]}, "'code' of the region ['BBB'] is not a text."),
    ],
)
def test_entries_of_the_wrong_sort(entry: dict[str, Any], sentence: str) -> None:
    assert fault(toml({"BBB": entry})) == f"board.toml: {sentence}"


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ("title = true", "an entry is missing or of the wrong type: 'bool' object is not subscriptable."),
        ("title = {at = [1, 2], lines = 3, size = 1}", "'lines' of the title is not a list of texts."),
        ("title = {at = [1, 2], lines = [], size = nan}", "'size' of the title is not a number."),
        ("[[link]]\nname = 'N'\nkind = 'sea'\npairs = 3", "'pairs' of the link is not a list of lists."),
        ("[[link]]\nname = 'N'\nkind = 3", "'kind' of the link is not a text."),
        ("[link]\nname = 'N'", "'link' is not a list of tables."),
    ],
)
def test_other_entries_of_the_wrong_sort(entries: str, sentence: str) -> None:
    assert fault(f"{toml(links='')}\n{entries}") == f"board.toml: {sentence}"


@pytest.mark.parametrize(
    ("pairs", "sentence"),
    [
        ([["CCC", "DDD"], ["AAA", "BBB"]], "AAA and BBB are joined twice."),
        ([["CCC", "DDD"], ["DDD", "CCC"]], "DDD and CCC are joined twice."),
        ([["CCC", "XXX"]], "the link Ferry leads to 'XXX', which is not a region."),
        ([["CCC", "CCC"]], "the link Ferry joins ['CCC', 'CCC'], which are not two regions."),
        ([["CCC"]], "the link Ferry joins ['CCC'], which are not two regions."),
    ],
)
def test_links_that_do_not_fit(pairs: list[list[str]], sentence: str) -> None:
    links = FERRY.replace("[['CCC', 'DDD']]", "").replace('[["CCC", "DDD"]]', repr(pairs))
    assert fault(toml(links=links)) == f"board.toml: {sentence}"


def test_group_codes_are_used_once() -> None:
    text = toml().replace("code = 'S'", "code = 'N'", 1)
    assert fault(text) == "board.toml: the group code 'N' is used twice."


@pytest.mark.parametrize(
    "text", ["canvas = [", "= 3", "[[region]\n", "a = [\n" + "[\n" * 9000, f"a = {'9' * 450}\n" * 9 + "="]
)
def test_what_is_not_toml(text: str) -> None:
    assert fault(text).startswith("board.toml: not valid TOML: ")


@pytest.mark.parametrize("line", [".".join("a" * 30_000) + " = 1", f"[{'.'.join('1' * 30_000)}]", 'a."\u2028"' * 9000])
def test_keys_without_end(line: str) -> None:
    """Whoever brings a board could else keep a server busy for minutes."""
    assert fault(f"{toml()}\n{line}") == (
        f"board.toml: line {toml().count(chr(10)) + 2} has more than 500 characters, and is not a text by its name."
    )


@pytest.mark.parametrize(
    "line", [".".join("a" * 245) + " = 1", f"[{'.'.join('a' * 245)}]", "x = [" + "1.5, " * 20 + "]"]
)
def test_keys_of_many_parts(line: str) -> None:
    """Tables and keys multiply, so that a few hundred lines of them took a second."""
    assert fault(f"{toml()}\n{line}") == (
        f"board.toml: line {toml().count(chr(10)) + 2} has more than 10 dots, and is not a text by its name."
    )


@pytest.mark.parametrize("line", ["[a.b.c.d]", "[[group]]", "k = 1", "# here be dragons", ""])
def test_a_board_without_end(line: str) -> None:
    assert fault(f"{toml()}\n" + f"{line}\n" * (32_000 // (len(line) + 1))) == (
        "board.toml: without its outlines the board has more than 32,000 characters."
    )


def test_as_many_regions_as_a_set_has_room_for() -> None:
    def islands(count: int) -> str:
        codes = [f"R{number}" for number in range(count)]
        lines = ["canvas = [1, 1]", "group = [{code = 'G', name = 'G'}]"]
        for code in codes:
            near = {codes[0]: codes[-1:], codes[-1]: codes[:1]}.get(code, [])
            lines += ["[[region]]", f"code = '{code}'", f"name = '{code}'", "group = 'G'", f"borders = {near}"]
            lines += ["shape = [0, 0, 1, 1]", "label = [0, 0]"]
        return "\n".join(lines)

    assert read_board(islands(62), "board.toml").neighbours[0] == [61]
    assert fault(islands(63)) == "board.toml: there are 63 regions; a board has room for 62."


@pytest.mark.parametrize(
    "named", ["name = 'North'", "code = 'AAA'", "name = 'Ferry'", "kind = 'sea'", "piece = 'army'"]
)
@pytest.mark.parametrize("character", ["\\u001b[2J", "\\n", "\\u009b", "\\u202e", "\\u2028"])
def test_words_that_write_on_a_terminal(named: str, character: str) -> None:
    text = "piece = 'army'\n" + toml(links=FERRY.replace('"', "'"))
    assert named in text
    sentence = fault(text.replace(named, named.replace("'", '"')[:-1] + f'{character}"'))
    assert sentence.isprintable() and sentence.endswith("has a character in it that cannot be shown.")


@pytest.mark.parametrize("size", ["1" * 400, "1e400", "-9000000"])
def test_numbers_beyond_all_canvases(size: str) -> None:
    title = f"title = {{at = [1, 1], lines = ['Alm'], size = {size}}}"
    assert "'size' of the title" in fault(toml().replace("code = 'AAA'", f"code = 'AAA'\n{title}"))


def test_outlines_may_be_long() -> None:
    outline = "M" + " 10,10" * 1000
    assert read_board(toml().replace("code = 'AAA'", f"code = 'AAA'\npath = '{outline}'"), "board.toml").regions[0].path


@pytest.mark.parametrize("missing", ["canvas", "[[group]]", "[[region]]"])
def test_a_board_without_one_of_its_parts(missing: str) -> None:
    text = toml().replace(missing, missing.replace("canvas", "canvass").replace("[[", "[[x"))
    assert fault(text).startswith("board.toml: an entry is missing or of the wrong type: ")
