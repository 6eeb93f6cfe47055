"""What each quest card asks for (chapter 10), by the words of the card."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.sets import bit, set_of, size
from marchland.games.swarm.cards import AROUND, BASIN, EARTH, FIRE, NUMBERS, OASIS, POSITIONS, QUEST, WATER, WIND, line
from marchland.games.swarm.table import AGAINST_THE_GRAIN, GIANT_KILLER, THIN_LINE, WALLBREAKER, Swarm

# How many of what a quest asks for.
TROOPS_ASKED: Final = QUEST.row(NUMBERS, "troops", "SWM-10.1", 1, 15, "troops that the quest asks for")
TILES_ASKED: Final = QUEST.row(NUMBERS, "tiles", "SWM-10.1", 1, 4, "tiles of the line that the quest asks for")
WATER_ASKED: Final = QUEST.row(NUMBERS, "water", "SWM-10.1", 0, 99, "water that the quest asks for")
BASINS_ASKED: Final = QUEST.row(NUMBERS, "basins", "SWM-10.1", 1, 2, "basins that the quest asks for")
OASES_ASKED: Final = QUEST.row(NUMBERS, "oases", "SWM-10.1", 1, 4, "oases that the quest asks for")
CITIES_ASKED: Final = QUEST.row(NUMBERS, "cities", "SWM-10.1", 0, 5, "cities that the quest asks for")
BASTIONS_ASKED: Final = QUEST.row(NUMBERS, "bastions", "SWM-10.1", 0, 5, "bastions that the quest asks for")


class Condition:
    """Whether a quest can be claimed now. Leaders and cards to be shown are named in the claim itself, and with them
    alone a quest asks for nothing else."""

    quest: i64 = -1  # the card, whose numbers are asked for

    def met(self, t: Swarm, seat: i64) -> bool:
        return True

    def pay(self, t: Swarm, seat: i64) -> None:
        """What the claim costs."""


class Vigil(Condition):
    """Troops in the temple of an element; a leader of it is shown."""

    element: i64

    def __init__(self, element: int) -> None:
        self.element = element

    def met(self, t: Swarm, seat: i64) -> bool:
        return t.inside(seat, self.element) >= TROOPS_ASKED.of(t, self.quest)


class Banner(Condition):
    """So many tiles of a row or column are occupied."""

    tiles: i64

    def __init__(self, word: str) -> None:
        self.tiles = line(word)

    def met(self, t: Swarm, seat: i64) -> bool:
        return size(t.tiles_of(seat) & self.tiles) >= TILES_ASKED.of(t, self.quest)


class Feat(Condition):
    """A battle of this round was won in a special way."""

    feat: i64

    def __init__(self, feat: int) -> None:
        self.feat = feat

    def met(self, t: Swarm, seat: i64) -> bool:
        return t.feats[seat] & self.feat != 0


class FullCisterns(Condition):
    """Water for the supply."""

    def met(self, t: Swarm, seat: i64) -> bool:
        return t.water[seat] >= WATER_ASKED.of(t, self.quest)

    def pay(self, t: Swarm, seat: i64) -> None:
        t.pay(seat, WATER_ASKED.of(t, self.quest))


class KeeperOfWells(Condition):
    """Basins are controlled."""

    def met(self, t: Swarm, seat: i64) -> bool:
        count: i64 = 0
        for p in range(POSITIONS):
            if t.type_at[p] == BASIN and t.controls(seat, p):
                count += 1
        return count >= BASINS_ASKED.of(t, self.quest)


class GreenHand(Condition):
    """Oases are occupied."""

    def met(self, t: Swarm, seat: i64) -> bool:
        return size(t.tiles_of(seat) & tiles_of_type(t, OASIS)) >= OASES_ASKED.of(t, self.quest)


class LordOfGates(Condition):
    """Cities and bastions are controlled."""

    def met(self, t: Swarm, seat: i64) -> bool:
        if t.cities(seat) < CITIES_ASKED.of(t, self.quest):
            return False
        return t.bastions(seat) >= BASTIONS_ASKED.of(t, self.quest)


class Unmasked(Condition):
    """A traitor card of this player's has removed somebody else's leader."""

    def met(self, t: Swarm, seat: i64) -> bool:
        return t.unmasked >> seat & 1 == 1


class SwarmsShadow(Condition):
    """Troops, all told, on tiles next to the swarm."""

    def met(self, t: Swarm, seat: i64) -> bool:
        count: i64 = 0
        for p in range(POSITIONS):
            if AROUND[t.swarm] >> p & 1:
                count += t.on(seat, p)
        return count >= TROOPS_ASKED.of(t, self.quest)


def tiles_of_type(t: Swarm, kind: i64) -> i64:
    tiles: i64 = 0
    for p in range(POSITIONS):
        if t.type_at[p] == kind:
            tiles |= bit(p)
    return tiles


_BY_NAME: Final[dict[str, Condition]] = {
    "Vigil of Fire": Vigil(FIRE),
    "Vigil of Earth": Vigil(EARTH),
    "Vigil of Water": Vigil(WATER),
    "Vigil of Wind": Vigil(WIND),
    "Northern Banner": Banner("row1"),
    "Southern Banner": Banner("row4"),
    "Western Banner": Banner("colA"),
    "Eastern Banner": Banner("colE"),
    "Giant-Killer": Feat(GIANT_KILLER),
    "Against the Grain": Feat(AGAINST_THE_GRAIN),
    "The Thin Line": Feat(THIN_LINE),
    "Wallbreaker": Feat(WALLBREAKER),
    "Full Cisterns": FullCisterns(),
    "Keeper of Wells": KeeperOfWells(),
    "Green Hand": GreenHand(),
    "Lord of Gates": LordOfGates(),
    "Council of Elements": Condition(),
    "Spymaster": Condition(),
    "Unmasked": Unmasked(),
    "In the Swarm's Shadow": SwarmsShadow(),
}
CONDITIONS: Final = [_BY_NAME[name] for name in QUEST.names()]
for _quest in range(len(CONDITIONS)):
    CONDITIONS[_quest].quest = _quest

COUNCIL: Final = QUEST.number["Council of Elements"]
SPYMASTER: Final = QUEST.number["Spymaster"]
# Sets of quests, by how they are claimed.
VIGILS: Final = set_of([quest for quest in range(len(CONDITIONS)) if isinstance(CONDITIONS[quest], Vigil)])
PLAIN: Final = set_of(list(range(len(CONDITIONS)))) & ~VIGILS & ~bit(COUNCIL) & ~bit(SPYMASTER)
