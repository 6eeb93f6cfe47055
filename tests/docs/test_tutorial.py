"""docs/writing-a-game.md, followed word by word: what it shows is what a reader gets."""

from pathlib import Path

from docs.pages import blocks_of, follow


def test_the_tutorial(tmp_path: Path) -> None:
    blocks = blocks_of("docs/writing-a-game.md")
    assert {block.language for block in blocks} == {"console", "diff", "python"}
    for block in blocks:
        follow(block, tmp_path)
