"""The weather as a card that is in force for everybody (REB-15)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.faces import Face, Faces
from marchland.engine.numbers import house_of
from marchland.engine.table import Table
from marchland.games.rebellion.buildings import STORM_PRICE
from marchland.games.rebellion.income import FARM_COINS
from marchland.games.rebellion.settings import buildings, economy, expeditions, seafaring
from marchland.games.rebellion.table import FROST, SEVERE, STORM, SUN, WEATHER, Rebellion
from marchland.games.rebellion.weather import ON_ATTACKS, RATE, STORM_RATE


def text_of(sky: int, numbers: vec[i64], built: bool, hungry: bool, sailing: bool) -> str:
    """REB-15.4 to REB-15.7  What it changes, by the numbers of a match, with buildings (REB-27.3), the economy and
    expeditions or without."""
    parts: list[str] = []
    on_attacks, rate = int(numbers[ON_ATTACKS.place + sky]), int(numbers[RATE.place])
    if on_attacks:
        parts.append(f"attacks {on_attacks:+d}")
    if sky in (SUN, FROST, SEVERE):
        parts.append("marching is free")
    if sky == STORM:
        parts.append(f"marching costs {numbers[STORM_RATE.place]} a soldier")
        if built:
            parts.append(f"buildings cost {numbers[STORM_PRICE.place]} more")
        if sailing:
            parts.append("no expedition sails")
    if sky == SUN and built:
        parts.append("each farm gives 1 coin more")
    if sky == FROST:
        parts.append("land units have 1 movement point more")
    if sky == SEVERE and built:
        coins = "no coins" if numbers[FARM_COINS.place] <= 1 else "1 coin less"
        parts.append(f"each farm gives {coins}" + (" and no food" if hungry else ""))
        parts.append("each manufactory gives 1 coin less")
    if not parts:
        parts.append(f"marching costs {rate} {'coin' if rate == 1 else 'coins'} a soldier and step")
    said = ", ".join(parts)
    return f"{said[0].upper()}{said[1:]}."


def faces_of(numbers: vec[i64], built: bool, hungry: bool, sailing: bool) -> list[Face]:
    return [
        Face(name.capitalize(), text_of(sky, numbers, built, hungry, sailing), name, "", "Weather", "REB-15.4")
        for sky, name in enumerate(WEATHER)
    ]


class Skies(Faces):
    """They state the numbers that a match has."""

    def __init__(self) -> None:
        super().__init__("weather", "Weather", faces_of(house_of([], {}, None, "REB").numbers, True, True, True))

    def at(self, t: Table) -> Faces:
        assert isinstance(t, Rebellion)
        sailing = expeditions(t) and seafaring(t)
        return Faces(self.name, self.title, faces_of(t.numbers, buildings(t), economy(t), sailing), self.back)
