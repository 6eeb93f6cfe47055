"""A whole match between bots."""

from typing import Final

from mypy_extensions import i64

from marchland.bots.bot import Bot, Sight
from marchland.engine.errors import EngineError, PlayError, told
from marchland.engine.table import Table

LONGEST: Final = 1000000


def play_bots(t: Table, bots: list[Bot]) -> int:
    """Let the bots play to the end; returns the number of decisions. PlayError says who failed at which of them."""
    sights = [Sight(t, seat) for seat in range(t.seats)]
    made: int = 0
    seat: i64 = 0
    thinking = False
    try:
        while not t.over:
            seat = 0
            asked: i64 = t.asked
            while not asked & 1:
                asked >>= 1
                seat += 1
            thinking = True
            action = bots[seat].choose(sights[seat])
            thinking = False
            if t.offers:
                t.play(seat, action)
            else:
                t.apply(seat, action)
            made += 1
            if made > LONGEST:
                raise EngineError(f"a match of {t.game.title} did not end within {LONGEST} decisions")
    except (Exception, SystemExit) as fault:
        if thinking:
            raise bot_failed(bots[seat], seat, made + 1, fault) from fault
        raise PlayError(f"The rules of {t.game.title} have failed at decision {made + 1}: {told(fault)}.") from fault
    return made


def choice_of(bot: Bot, sight: Sight, decision: int) -> int:
    """What a bot chooses; PlayError if it fails."""
    try:
        return int(bot.choose(sight))
    except (Exception, SystemExit) as fault:
        raise bot_failed(bot, sight.seat, decision, fault) from fault


def bot_failed(bot: Bot, seat: i64, decision: int, fault: BaseException) -> PlayError:
    return PlayError(f"The bot {bot.name} in seat {seat} has failed at decision {decision}: {told(fault)}.")
