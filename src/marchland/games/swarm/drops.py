"""Chapter 6, SWM-6.1 to SWM-6.5: the drop turns, with Hidden Camp (SWM-12.6)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit
from marchland.games.swarm.cards import CAMPERS, DESERT, HIDDEN_CAMP, NOMAD, NUMBERS, OASIS, POSITIONS
from marchland.games.swarm.ending import check_any_time
from marchland.games.swarm.in_turn import DONE, PLACE_IN_ORDER, InTurn
from marchland.games.swarm.operations import Operation
from marchland.games.swarm.settings import HIDDEN_WATER
from marchland.games.swarm.table import Swarm

# -- SWM-6.3: where --------------------------------------------------------------------------------------------------

SWARM_TILE: Final = phrase("SWM-6.3", "The swarm is on {tile:region}: nothing can be dropped there")
DROP_WHERE: Final = phrase("SWM-6.3", "{tile:region} is neither the sanctuary nor a tile that you control")


def drop_tiles(t: Swarm, seat: i64) -> i64:
    """SWM-6.3  The sanctuary and controlled tiles, never the swarm's; SWM-13.2  for the Nomad also the empty wild."""
    alone: i64 = 1 << seat
    nomad = t.is_a(seat, NOMAD)
    tiles: i64 = bit(t.sanctuary)
    for p in range(POSITIONS):
        here = t.present[p]
        if here == alone or (nomad and here == 0 and (t.type_at[p] == DESERT or t.type_at[p] == OASIS)):
            tiles |= bit(p)
    return tiles & ~bit(t.swarm)


def why_not_there(t: Swarm, seat: i64, p: i64) -> Saying:
    if p == t.swarm:
        return [SWARM_TILE, p]
    return [] if drop_tiles(t, seat) >> p & 1 else [DROP_WHERE, p]


def land(t: Swarm, seat: i64, p: i64, n: i64) -> None:
    t.reserve[seat] -= n
    t.put(seat, p, n)
    check_any_time(t)


# -- SWM-6.2: dropping -----------------------------------------------------------------------------------------------

DROPS: Final = phrase("SWM-6.2", "{who:seat} drops {n} on {tile:region}")
DROP_MOST: Final = phrase("SWM-6.2", "You can drop at most {n} there")

LANDS: Final = phrase("SWM-6.2", "From your reserve; they can still move this round")
PRICE: Final = NUMBERS.one("price.drop", "SWM-6.2", 2, 0, 20, "water for each troop that is dropped")


class Drop(Deed[Swarm]):
    """SWM-6.2  From the reserve, at two water a troop."""

    words = ["drop {n} on {tile}", "tile:region n:count"]
    effect = LANDS

    def offer(self, t: Swarm, seat: i64, found: Options) -> None:
        most = payable(t, seat)
        if most > 0:
            found.fan(self, drop_tiles(t, seat), most)

    def why(self, t: Swarm, seat: i64, action: i64) -> Saying:
        return why_not_there(t, seat, self.a(action)) or [DROP_MOST, payable(t, seat)]

    def do(self, t: Swarm, seat: i64, action: i64) -> None:
        p, n = self.a(action), self.b(action)
        t.pay(seat, price(t, n))
        land(t, seat, p, n)
        t.tell(DROPS, seat, n, p)


def price(t: Swarm, n: i64) -> i64:
    """SWM-6.2  So many troops together, from the reserve."""
    return PRICE.of(t) * n


def payable(t: Swarm, seat: i64) -> i64:
    most = t.reserve[seat]
    return most if price(t, most) <= t.water[seat] else t.water[seat] // PRICE.of(t)


DROPS_FROM_TEMPLE: Final = phrase("SWM-6.4", "{who:seat} drops {n} from the {temple:temple} on {tile:region}")
TEMPLE_SHUT: Final = phrase("SWM-6.5", "The swarm is on the tile of the {temple:temple}")
LEAVES_TEMPLE: Final = phrase("SWM-6.4", "Out of the temple, for nothing; its favour goes with your last troop there")
TEMPLE_MOST: Final = phrase("SWM-6.4", "You have {n troop} in the {temple:temple}")


class TempleDrop(Deed[Swarm]):
    """SWM-6.4  From a temple, without paying; SWM-6.5  not while the swarm is on its tile."""

    words = ["drop {n} from {temple} on {tile}", "temple:temple tile:region n:count"]
    effect = LEAVES_TEMPLE

    def offer(self, t: Swarm, seat: i64, found: Options) -> None:
        tiles: i64 = -1
        for temple in range(4):
            inside = t.inside(seat, temple)
            if inside > 0 and t.temple_at[temple] != t.swarm:
                if tiles < 0:
                    tiles = drop_tiles(t, seat)
                found.fan_from(self, temple, tiles, inside)

    def why(self, t: Swarm, seat: i64, action: i64) -> Saying:
        temple = self.a(action)
        if t.temple_at[temple] == t.swarm:
            return [TEMPLE_SHUT, temple]
        return why_not_there(t, seat, self.b(action)) or [TEMPLE_MOST, t.inside(seat, temple), temple]

    def do(self, t: Swarm, seat: i64, action: i64) -> None:
        temple, p, n = self.a(action), self.b(action), self.c(action)
        t.send_inside(seat, temple, -n)
        t.put(seat, p, n)
        t.tell(DROPS_FROM_TEMPLE, seat, n, temple, p)
        check_any_time(t)


# -- SWM-12.6: Hidden Camp -------------------------------------------------------------------------------------------

CAMPS: Final = phrase("SWM-12.6", "{who:seat} pitches a hidden camp of {n} on {tile:region}")
CAMP_MOST: Final = phrase("SWM-12.6", "A hidden camp is of {n troop} at most")


class Camp(Operation):
    """SWM-12.6  Hidden Camp: up to three troops from the reserve, free, where the player could drop."""

    words = ["camp {n} on {tile}", "tile:region n:count"]
    card: i64 = HIDDEN_CAMP

    def add_ways(self, t: Swarm, seat: i64, found: Options) -> None:
        found.fan(self, drop_tiles(t, seat), campers(t, seat))

    def fault(self, t: Swarm, seat: i64, action: i64) -> Saying:
        return why_not_there(t, seat, self.a(action)) or [CAMP_MOST, campers(t, seat)]

    def play(self, t: Swarm, seat: i64, action: i64) -> None:
        p, n = self.a(action), self.b(action)
        land(t, seat, p, n)
        t.tell(CAMPS, seat, n, p)


def campers(t: Swarm, seat: i64) -> i64:
    """The most in a hidden camp."""
    most = CAMPERS.of(t, HIDDEN_CAMP)
    return t.reserve[seat] if t.reserve[seat] < most else most


# -- SWM-6.1: the drop turns -----------------------------------------------------------------------------------------

NO_MORE_DROPS: Final = phrase("SWM-6.1", "No more drops this round; moves follow when all have dropped")
ASK_DROP: Final = phrase("SWM-6.2", "Drop troops at {price} water each, or done. You have {n} water.")


class Drops(InTurn):
    """SWM-6.1  The Movement phase begins with the drop turns. Praying players are left out."""

    def resume(self, t: Swarm) -> None:
        if t.progress() == 0 and PLACE_IN_ORDER.of(t) == 0:
            for p in range(POSITIONS):
                t.held_before[p] = t.present[p]
        super().resume(t)

    def takes_part(self, t: Swarm, seat: i64) -> bool:
        return not t.prays(seat)

    def must_ask(self, t: Swarm, seat: i64) -> bool:
        return len(t.coverts[seat]) > 0 or HIDDEN_WATER.on(t)

    def prompt(self, t: Swarm, seat: i64) -> Saying:
        return [ASK_DROP, PRICE.of(t), t.water[seat]]

    def onward(self, t: Swarm, seat: i64) -> Saying:
        return [NO_MORE_DROPS]


DROP: Final = Drop()
TEMPLE_DROP: Final = TempleDrop()
DROP_TURNS: Final = Drops("swarm.drop", "Drops", "SWM-6.2", [DONE, DROP, TEMPLE_DROP, Camp()])
