"""What a seat sees, and the whole table of Rebellion. Hidden are the destinations of voyages (REB-16.5) and agents'
cards until they are turned up (REB-23.4); the content of offers, which is hidden too, the engine keeps."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.picture import Picture, Region
from marchland.games.rebellion.agents import imagine_cards
from marchland.games.rebellion.deals import DealingRebellion
from marchland.games.rebellion.picture import picture, region_of, sketch
from marchland.games.rebellion.sea_picture import knows_destination, voyages_seen
from marchland.games.rebellion.sheets import CAPTIVE_CELLS, CAPTIVE_POINTS, NO_CARD
from marchland.games.rebellion.table import CELLS, Rebellion
from marchland.games.rebellion.waters import DESTINATION, LEFT
from marchland.games.rebellion.world import COASTAL, PROVINCES

HIDDEN: Final = -2  # a card that the viewer does not see


class RebellionTable(DealingRebellion):
    """Rebellion whole: land, armies, purses, and deals."""

    def copy(self) -> RebellionTable:
        twin = RebellionTable()
        self.copy_land_into(twin)
        return twin

    def imagine(self, seat: i64) -> None:
        """REB-16.5, REB-16.8  Others' ships may be bound for any coast; a landing ship not for the port it left."""
        self.voyages = [
            row if knows_destination(self, row, seat) else imagined_voyage(self, row) for row in self.voyages
        ]
        imagine_cards(self, seat)

    def sight(self, seat: i64) -> dict[str, object]:
        """REB-1.11  Everything lies open but the destinations of voyages and the cards that others have dealt."""
        return {
            "owner": list(self.owner),
            "holder": list(self.holder),
            "units": units_seen(self),
            "tokens": list(self.tokens),
            "robbery": list(self.robbery),
            "annexed": list(self.annexed),
            "origin": list(self.origin),
            "built": list(self.built),
            "redoubts": self.redoubts,
            "capital": list(self.capital),
            "level": list(self.level),
            "place": list(self.place),
            "coins": list(self.coins),
            "food": list(self.food),
            "war": list(self.war),
            "truce": list(self.truce),
            "alive": self.alive,
            "fallen": self.fallen[:],
            "pledges": [row[:] for row in self.pledges],
            "first": self.first,
            "weather": [self.weather, self.weather_left, self.roller],
            "recruited": self.recruited,
            "offers_this_turn": self.offers_this_turn,
            "treaties": list(self.treaties),
            "cancels": self.cancels,
            "bribed": self.bribed,
            "famine": [self.shortage, self.all_paid],
            "ships": [row[:] for row in self.ships],
            "boats": [row[:] for row in self.boats],
            "transports": [row[:] for row in self.transports],
            "voyages": voyages_seen(self, seat),
            "docked": list(self.docked),
            "bereft": self.bereft,
            "force": self.force[:],
            "battle": list(self.battle),
            "minerals": [self.minerals, self.rich_minerals],
            "trees": self.trees,
            "black": self.black,
            "explored": self.explored,
            "captives": captives_seen(self),
            "agents": list(self.agents),
            "fruit": list(self.fruit),
            "fruit_bought": list(self.fruit_bought),
            "vouchers": list(self.vouchers),
            "farm_hands": list(self.farm_hands),
            "next_price": list(self.next_price),
            "weapons": list(self.weapons),
            "cannonballs": list(self.cannonballs),
            "environment": list(self.environment),
            "compensation": [row[:] for row in self.compensation],
            "rich_tribe": [row[:] for row in self.rich_tribe],
            "sabotaged": list(self.sabotaged),
            "burned": list(self.burned),
            "incited": list(self.incited),
            "expeditions": [row[:] for row in self.expeditions],
            "plague": [self.plague, self.bringer],
            "dealt": cards_seen(self, seat),
            "cards_up": self.cards_up,
            # What a step has in its frame is open too: terms of a treaty, soldiers still to lose.
            "frames": [frame[1:] for frame in self.agenda()],
        }

    def depict(self, seat: i64) -> Picture:
        return picture(self, seat)

    def sketch(self) -> list[int]:
        return sketch(self)

    def region_shown(self, region: int) -> Region:
        return region_of(self, region)


def cards_seen(t: RebellionTable, viewer: i64) -> list[int]:
    """[dealer * seats + target]: REB-23.4  the cards that the viewer has dealt, REB-23.6  once they are turned up all;
    HIDDEN in the place of the others."""
    found: list[int] = []
    for dealer in range(t.seats):
        shown = t.cards_up or t.sees(viewer, dealer)
        for target in range(t.seats):
            card = int(t.dealt[dealer * t.seats + target])
            found.append(card if shown or card == NO_CARD else HIDDEN)
    return found


def captives_seen(t: Rebellion) -> list[list[int]]:
    """[province, nation, movement points, captives]"""
    found: list[list[int]] = []
    for place in range(PROVINCES * CAPTIVE_CELLS):
        n = t.captives[place]
        if n:
            cell = place % CAPTIVE_CELLS
            found.append([place // CAPTIVE_CELLS, cell // CAPTIVE_POINTS, cell % CAPTIVE_POINTS, int(n)])
    return found


def imagined_voyage(t: Rebellion, row: list[int]) -> list[int]:
    """The same with another destination, drawn evenly."""
    coasts = [province for province in range(PROVINCES) if COASTAL >> province & 1 and province != row[LEFT]]
    return [*row[:DESTINATION], coasts[t.dice.below(len(coasts))], *row[DESTINATION + 1 :]]


def units_seen(t: Rebellion) -> list[list[int]]:
    """[province, cell, units] of all that stand on the map; a cell is arm * 14 + fresh * 7 + movement points."""
    found: list[list[int]] = []
    for province in range(PROVINCES):
        if t.units_in(province):
            for cell in range(CELLS):
                n = t.units[province * CELLS + cell]
                if n:
                    found.append([province, cell, int(n)])
    return found
