"""How a table looks in a terminal. Games with a drawing of their own have it here by name; this one serves any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from marchland.cli.choices import Line
from marchland.cli.seats import Player
from marchland.cli.text import Paint, wrapped
from marchland.engine.game import Game

View = Mapping[str, Any]


class Drawing:
    """What a game's drawing can do; all of it comes from views, so that nobody sees more than they may."""

    # Clauses of events that stay in the report of a long turn of a bot; none: the first and the last few stay.
    telling: frozenset[str] = frozenset()

    def __init__(self, game: Game) -> None:
        self.game = game

    def board(
        self, view: View, seat: int, players: Sequence[Player], paint: Paint, options: Mapping[str, Any]
    ) -> list[str]:
        lines = [self.headline(view, players)]
        for seat_number, player in enumerate(players):
            lines.append(paint.seat(seat_number, f"  {player.mark}  {player.name}") + _you(seat_number, seat, player))
        for name, value in view["table"].items():
            lines.append(wrapped(f"{name.replace('_', ' ')}: {_shown(value, players)}", "    ", "  "))
        return lines

    def headline(self, view: View, players: Sequence[Player]) -> str:
        if view["over"]:
            return f"{self.game.title}, round {view['round']}, over"
        whose = players[view["active"]].name
        return f"{self.game.title}, round {view['round']}, {whose} is the active player"

    def note(self, view: View, seat: int, line: Line, players: Sequence[Player], options: Mapping[str, Any]) -> str:
        """A few words beside a choice."""
        return ""

    def news(self, before: View, after: View, seat: int, players: Sequence[Player]) -> list[str]:
        """What the others have done to a seat since its last decision."""
        return []


def _you(seat_number: int, seat: int, player: Player) -> str:
    return " (you)" if seat_number == seat and not player.bot else ""


def _shown(value: object, players: Sequence[Player]) -> str:
    if isinstance(value, list) and len(value) == len(players):
        return ", ".join(f"{player.mark} {_shown(one, ())}" for player, one in zip(players, value, strict=True))
    if isinstance(value, list):
        return "[" + ", ".join(_shown(one, ()) for one in value) + "]" if value else "none"
    return str(value)


def drawing_of(game: Game) -> Drawing:
    if game.name == "campus":
        from marchland.cli.play_campus import CampusDrawing

        return CampusDrawing(game)
    if game.name == "capitals":
        from marchland.cli.play_capitals import CapitalsDrawing

        return CapitalsDrawing(game)
    if game.name == "swarm":
        from marchland.cli.play_swarm import SwarmDrawing

        return SwarmDrawing(game)
    return Drawing(game)
