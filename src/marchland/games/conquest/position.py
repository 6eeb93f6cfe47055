"""What positions of conquest games have in common: who holds what, and a battle under way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from marchland.engine.agenda import Argument
from marchland.engine.board import Board
from marchland.engine.errors import UsageError
from marchland.engine.forms import Form, Listed, Named, Schema, Seat, UpTo, Whole, inside, refuse, whole
from marchland.engine.position import Entry, kept
from marchland.games.conquest.battle import (
    BATTLE,
    LEFT,
    MOST_ATTACKING,
    MOST_DEFENDING,
    MOVE_INTO,
    OURS,
    SOURCE,
    TARGET,
    THEIRS,
)
from marchland.games.conquest.table import NEUTRAL, Conquest

if TYPE_CHECKING:
    from marchland.engine.game import Game
    from marchland.engine.table import Table

MOST_UNITS: Final = 100000


class Territory(Named):
    """A region of the map; what is not in play at the table cannot be named."""

    def __init__(self, noun: str, printed: Board) -> None:
        super().__init__(noun, [region.code for region in printed.regions], [region.name for region in printed.regions])

    def read(self, t: Table, value: Any, where: str) -> Any:
        assert isinstance(t, Conquest)
        territory: int = super().read(t, value, where)
        if not t.board.in_play[territory]:
            raise UsageError(f"{where} has {self.names[territory]}, which is not in play.")
        return territory


class Holding(Form):
    """[owner, units], or with the units in several numbers; the owner is a seat or "neutral"."""

    def __init__(self, noun: str, lengths: list[int]) -> None:
        super().__init__(noun)
        self.lengths = lengths

    def read(self, t: Table, value: Any, where: str) -> Any:
        if not isinstance(value, list | tuple) or len(value) - 1 not in self.lengths:
            refuse(where, self.noun, value)
        if value[0] != "neutral" and (type(value[0]) is not int or not 0 <= value[0] < NEUTRAL):
            refuse(inside(where, "owner"), "a seat or 'neutral'", value[0])
        owner = NEUTRAL if value[0] == "neutral" else value[0]
        return [owner, *(whole(count, 0, MOST_UNITS, inside(where, "units")) for count in value[1:])]

    def write(self, t: Table, value: Any) -> Any:
        return ["neutral" if value[0] == NEUTRAL else int(value[0]), *(int(count) for count in value[1:])]

    def schema(self, game: Game) -> Schema:
        owner: Schema = {"anyOf": [Seat().schema(game), {"enum": ["neutral"]}]}
        units = Whole(0, MOST_UNITS).schema(game)
        return {
            "type": "array",
            "prefixItems": [owner],
            "items": units,
            "minItems": 1 + min(self.lengths),
            "maxItems": 1 + max(self.lengths),
        }


def usual_entries(region: Named) -> list[Entry]:
    """Entries of every such game."""
    return [
        Entry("order", "The seats in the order of their turns.", Listed(Seat()), "S.16", "by rising number"),
        Entry("fallen", "Who is eliminated, the first first.", Listed(Seat()), "S.14", "whoever holds nothing"),
        kept("run", "Source and target of an attack that has to go on.", Listed(region), "S.11"),
    ]


def battle_frames(region: Named) -> dict[str, list[Argument]]:
    """A declared attack, whatever step of it is under way."""
    arguments = [
        Argument("source", SOURCE, region),
        Argument("target", TARGET, region),
        Argument("left", LEFT, Whole(0, MOST_UNITS), "units left of the force; 0 where none is named"),
        Argument("attacker_dice", OURS, UpTo(MOST_ATTACKING)),
        Argument("defender_dice", THEIRS, UpTo(MOST_DEFENDING)),
    ]
    return {step.tag: arguments for step in BATTLE}


def holding_of(t: Conquest, territory: int, given: dict[str, Any], named: dict[int, list[int]], noun: str) -> list[int]:
    """What a position says of a territory: by its name, or of the rest; empty if nothing. Only where somebody moves in
    nobody need be there."""
    holding = named.get(territory, given.get("rest", []))
    if holding and t.seats <= holding[0] < NEUTRAL:
        raise UsageError(f"{noun} {t.board.regions[territory].code} cannot belong to {holding[0]}.")
    if holding and sum(holding[1:]) < 1 and not moving_in(given):
        raise UsageError(f"{noun} {t.board.regions[territory].code} needs somebody to hold it.")
    return list(holding)


def moving_in(given: dict[str, Any]) -> bool:
    return any(frame[0] == MOVE_INTO.number for frame in given.get("agenda", []))


def lay_seats(t: Conquest, given: dict[str, Any], gone: list[int], noun: str) -> None:
    """Who is in the game, and in which order they come."""
    t.fallen = given.get("fallen", gone)
    if sorted(t.fallen) != gone:
        raise UsageError(f"The seats without a {noun} are {gone}, but 'fallen' says {t.fallen}.")
    left = [seat for seat in range(t.seats) if seat not in gone]
    t.order = given.get("order", left if given["step"] else [])
    if len(set(t.order)) != len(t.order) or (given["step"] and not set(left) <= set(t.order)):
        raise UsageError("The 'order' of a position names every seat that is in the game once.")
    if given["step"]:
        t.active = given.get("active", t.order[0])
        if t.active in gone:
            raise UsageError(f"Seat {t.active} is active but has no {noun}.")
