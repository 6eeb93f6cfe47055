"""Records of format 1, whose entries are sentences, written when that was the present format."""

from pathlib import Path

import pytest

from marchland import load
from marchland.engine import record

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
