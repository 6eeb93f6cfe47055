"""Records of format 1, whose entries are sentences, written when that was the present format."""

import json
from pathlib import Path

import pytest

from marchland import load
from marchland.engine import record
from marchland.engine.errors import RecordError

RECORDS = sorted((Path(__file__).parent / "format1").glob("*.record"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_of_format_1_verifies(path: Path) -> None:
    old = record.read(path.read_text(encoding="utf-8"))
    assert old.header["record"] == 1
    match = record.verify(old, load(old.game))
    assert match.table.over


def test_there_is_one_of_every_game_and_one_with_offers() -> None:
    texts = [path.read_text(encoding="utf-8") for path in RECORDS]
    assert {record.read(text).game for text in texts} == {"campus", "capitals", "swarm"}
    assert any('"offer":' in text for text in texts)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda lines: lines[1].update(do="set up CAF"), "records draws|not legal|result"),
        (lambda lines: lines[1].update(do="surrender"), "Entry 1 names no action: 'surrender'"),
        (lambda lines: lines[1].update(act=lines[1].pop("do")), "Entry 1 names no action"),
        (lambda lines: next(line for line in lines if line.get("draws"))["draws"].append(1), "draws"),
        (lambda lines: lines[-1]["places"].reverse(), "result"),
    ],
)
def test_what_is_forged_in_it_shows(change: object, sentence: str) -> None:
    lines = [json.loads(line) for line in RECORDS[0].read_text(encoding="utf-8").splitlines()]
    change(lines)  # type: ignore[operator]
    assert lines[0]["game"] == "campus"
    with pytest.raises(RecordError, match=sentence):
        record.verify(record.read(marked_again(lines)), load("campus"))


def test_its_tables_may_have_been_laid_out_differently() -> None:
    lines = [json.loads(line) for line in RECORDS[0].read_text(encoding="utf-8").splitlines()]
    snapshot = next(line for line in lines if "snapshot" in line)
    snapshot["table"]["older"] = 1
    lines[-1]["table"] = "another"
    assert record.verify(record.read(marked_again(lines)), load("campus")).table.over


def marked_again(lines: list[dict[str, object]]) -> str:
    mark, text = "", []
    for line in lines:
        line.pop("mark")
        mark = record.mark_of(mark, line)
        text.append(json.dumps({**line, "mark": mark}))
    return "\n".join(text) + "\n"
