"""Bots of one's own: a Python file with a subclass of Bot."""

import importlib.util
import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path

from marchland.bots.bot import Bot
from marchland.bots.levels import LEVELS, make_bot
from marchland.engine.errors import UsageError

ENDING = ".py"


def is_bot_file(said: str) -> bool:
    return said.endswith(ENDING)


def bot_from(said: str, seed: int = 0) -> Bot:
    """A new bot by its name, or from a file: `./careful.py`. For what the person at this machine says; a server gives
    its visitors `make_bot`, which runs no files."""
    if said not in LEVELS and not is_bot_file(said):
        raise UsageError(
            f"There is no bot {said!r}; the bots are: {', '.join(LEVELS)}, or a file such as ./careful.py."
        )
    return class_in(said)(seed) if is_bot_file(said) else make_bot(said, seed)


@cache
def class_in(file: str) -> Callable[[int], Bot]:
    path = Path(file)
    spec = importlib.util.spec_from_file_location(path.stem, path) if path.is_file() else None
    if spec is None or spec.loader is None:
        raise UsageError(f"There is no file {file} with a bot.")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as fault:
        raise UsageError(f"{file} cannot be loaded: {type(fault).__name__}: {fault}.") from fault
    found = [
        made
        for made in vars(module).values()
        if inspect.isclass(made) and issubclass(made, Bot) and vars(made).get("__module__") == module.__name__
    ]
    if len(found) != 1:
        named = ", ".join(made.__name__ for made in found) or "none"
        raise UsageError(f"{file} should have one subclass of marchland.bots.Bot; it has {named}.")
    made: Callable[[int], Bot] = found[0]
    return made
