"""Bots, by name or from a file."""

from marchland.bots.bot import Bot, Sight
from marchland.bots.files import bot_from, is_bot_file
from marchland.bots.levels import LEVELS, make_bot

__all__ = ["LEVELS", "Bot", "Sight", "bot_from", "is_bot_file", "make_bot"]
