"""The bots that everybody can play against, by name."""

from collections.abc import Callable

from marchland.bots.bot import Bot
from marchland.bots.gentle import Gentle
from marchland.bots.greedy import Greedy
from marchland.bots.random_bot import RandomBot
from marchland.engine.errors import UsageError

LEVELS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "gentle": Gentle, "greedy": Greedy}


def make_bot(name: str, seed: int = 0) -> Bot:
    """A new bot of that name, with its own dice."""
    if name not in LEVELS:
        raise UsageError(f"There is no bot {name!r}; the bots are: {', '.join(LEVELS)}.")
    return LEVELS[name](seed)
