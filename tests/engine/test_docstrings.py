"""help() says the same in the compiled build, which drops docstrings by itself, as in the sources."""

import ast
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import marchland.engine
from marchland.engine.game import Game
from marchland.engine.table import Table

ENGINE = Path(marchland.engine.__file__).parent


def documented(body: list[ast.stmt], owner: object) -> Iterator[tuple[object, str]]:
    """Everything with a docstring, as it is at run time, and what the source says of it. Special methods and properties
    have no place for one in a compiled class; exceptions and named tuples are not compiled into one."""
    for node in body:
        if not isinstance(node, ast.FunctionDef | ast.ClassDef) or node.name.startswith("__"):
            continue
        thing = getattr(owner, node.name)
        if (isinstance(thing, type) and issubclass(thing, Exception | tuple)) or inspect.isdatadescriptor(thing):
            continue
        if ast.get_docstring(node):
            yield thing, ast.get_docstring(node) or ""
        if isinstance(node, ast.ClassDef):
            yield from documented(node.body, thing)


@pytest.mark.parametrize("name", sorted(path.stem for path in ENGINE.glob("*.py") if path.stem != "__init__"))
def test_everything_has_the_docstring_of_its_source(name: str) -> None:
    module = importlib.import_module(f"marchland.engine.{name}")
    tree = ast.parse((ENGINE / f"{name}.py").read_text(encoding="utf-8"))
    for thing, said in documented(tree.body, module):
        assert inspect.getdoc(thing) == inspect.cleandoc(said), thing


def test_help_of_a_table() -> None:
    table = marchland.load("campus").deal()
    assert "otherwise IllegalAction says why" in (inspect.getdoc(table.play) or "")
    assert "up to its first decision" in (inspect.getdoc(Game.deal) or "")
    assert "The base of every game's table" in (Table.__doc__ or "")
