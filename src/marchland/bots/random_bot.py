"""The bot that plays anything legal."""

from mypy_extensions import i64

from marchland.bots.bot import Bot, Sight
from marchland.engine.options import Options


class RandomBot(Bot):
    """Every option is equally likely, and so is every answer to an offer."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__("random", seed)
        self.found = Options()

    def choose(self, sight: Sight) -> i64:
        options = sight.answers()
        if not options.total:
            options = self.found
            sight.find(options)
        return options.at(self.dice.below(options.total))
