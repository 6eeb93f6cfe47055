"""The Python of the reference pages runs, page by page, from top to bottom."""

from pathlib import Path

import pytest

from docs.pages import ROOT, blocks_of

PAGES = sorted(f"docs/reference/{page.name}" for page in (ROOT / "docs" / "reference").glob("*.md"))


@pytest.mark.parametrize("page", PAGES)
def test_the_python_of_a_page(page: str) -> None:
    names = {"__name__": Path(page).stem}
    for block in blocks_of(page):
        if block.language == "python":
            exec(compile(block.text, page, "exec"), names)
        elif block.language == "toml" and block.name:
            names[block.name] = block.text
