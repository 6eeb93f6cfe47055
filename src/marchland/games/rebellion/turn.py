"""Chapter 3: the turn: S1, the Main phase, and its end."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import lowest
from marchland.engine.step import Step
from marchland.games.rebellion.aftermath import NAME_PLACE, lacks_place
from marchland.games.rebellion.agents import AGENT_BUY
from marchland.games.rebellion.army import Exchange, Link, Recruit, Unlink
from marchland.games.rebellion.attack import ATTACK_OPEN
from marchland.games.rebellion.buildings import BUILD, BUILD_FREE_ROAD, SCRAP_OPEN
from marchland.games.rebellion.capital import UPGRADE_CAPITAL, at_risk
from marchland.games.rebellion.captives import CAPTIVE_MOVE
from marchland.games.rebellion.ending import RESIGN
from marchland.games.rebellion.expeditions import EXPEDITION_INTERNAL
from marchland.games.rebellion.fishing import FISHING_DEEDS
from marchland.games.rebellion.fleets import FLEET_DEEDS
from marchland.games.rebellion.food import need
from marchland.games.rebellion.marching import Move
from marchland.games.rebellion.overseas import EXPEDITION_OVERSEAS, end_of_sheet_turn, grow_fruit
from marchland.games.rebellion.peace import TREATY_OPEN
from marchland.games.rebellion.plague import fade
from marchland.games.rebellion.revolts import BRIBE, can_revolt, may_rise
from marchland.games.rebellion.robbery import ROBBERY_START, ROBBERY_STOP, wear_off
from marchland.games.rebellion.sea_battle import SEA_ATTACK
from marchland.games.rebellion.settings import ANNEXATION_TURNS, economy, revolts
from marchland.games.rebellion.table import AWAIT, Rebellion
from marchland.games.rebellion.transporters import TRANSPORTER_DEEDS
from marchland.games.rebellion.voyages import VOYAGE_DEEDS
from marchland.games.rebellion.warfare import DECLARE_WAR

ANNEXES: Final = phrase("REB-11.11", "{who:seat} annexes {province:region}, whose state has fallen")
HAS_TURN: Final = phrase("REB-3.2", "It is the turn of {who:seat}", "turn")
WILL_STARVE: Final = phrase("REB-14.4", "Famine: your land needs {n} food and you have {m}")
WILL_STARVE_AND_RISE: Final = phrase(
    "REB-14.4", "Famine: your land needs {n} food and you have {m}; a revolt may follow"
)
MAY_RISE: Final = phrase("REB-24.2", "Half of your land has red tokens: it may rise")
WILL_BE_BESIEGED: Final = phrase("REB-10.11", "Your capital is under siege and may lose soldiers")
WILL_EAT: Final = phrase("REB-3.4", "Your land is fed, and the turn passes on")
PASSES_ON: Final = phrase("REB-3.4", "The turn passes on")
ENDS_TURN: Final = phrase("REB-3.4", "{who:seat} ends the Main phase")
ASK_MAIN: Final = phrase(
    "REB-3.3", "Your turn: you have {n coin} and {food} food. March, attack, spend coins, or end it."
)
ASK_WITHOUT_FOOD: Final = phrase("REB-3.3", "Your turn: you have {n coin}. March, attack, spend coins, or end it.")


class Clocks(Step[Rebellion]):
    """REB-3.2  S1: a missing recruit place (REB-10.9), annexation, the plague, red tokens, fresh fruit."""

    def resume(self, t: Rebellion) -> None:
        seat = t.active
        if t.progress() == 0:
            t.set_progress(1)
            t.tell(HAS_TURN, seat)
            if lacks_place(t, seat):
                t.call(NAME_PLACE, seat)
                return
        annex(t, seat)
        fade(t, seat)
        wear_off(t, t.held[seat])
        grow_fruit(t, seat)
        t.finish()


def annex(t: Rebellion, seat: i64) -> None:
    """REB-11.11  Land of a state that has lost its capital falls to its occupier in the end; REB-11.9  of a state that
    has it, never."""
    turns = ANNEXATION_TURNS.of(t)
    left = t.occupied(seat) if turns else 0
    while left:
        province = lowest(left)
        left &= left - 1
        if t.holds_own_capital(t.owner[province]):
            t.annexed[province] = 0
            continue
        t.annexed[province] += 1
        if t.annexed[province] >= turns:
            t.give_title(province, seat)
            t.tell(ANNEXES, seat, province)


class EndTurn(Deed[Rebellion]):
    """REB-3.3  Always possible. REB-11.15  An offer that stands lapses."""

    words = ["end the turn"]
    forward = True

    def effect_at(self, t: Rebellion, seat: i64) -> Saying:
        """REB-3.4  What the End phase has in store, the worst first."""
        risings = revolts(t) and can_revolt(t, seat) != 0
        if economy(t) and t.food[seat] < need(t, seat):
            return [WILL_STARVE_AND_RISE if risings else WILL_STARVE, need(t, seat), t.food[seat]]
        if risings and may_rise(t, seat):
            return [MAY_RISE]
        if at_risk(t, seat):
            return [WILL_BE_BESIEGED]
        return [WILL_EAT if economy(t) else PASSES_ON]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.reveals += 1  # REB-3.4  The End phase is not taken back, whether it rolls dice or not
        t.lapse_offers()
        t.tell(ENDS_TURN, seat)
        t.finish()


class Main(Step[Rebellion]):
    """REB-3.3  Any legal actions in any order, as often as the player can. REB-1.8  What is possible at any time is
    done here."""

    def resume(self, t: Rebellion) -> None:
        if t.lives(t.active):
            t.ask(t.active)
        else:
            t.lapse_offers()
            t.finish()

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        """REB-27.2  Without the economy nobody eats."""
        return [ASK_MAIN, t.coins[seat], t.food[seat]] if economy(t) else [ASK_WITHOUT_FOOD, t.coins[seat]]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, t.active]


class Rest(Step[Rebellion]):
    """REB-3.4  E6: what the sheet says. REB-3.2  At the end of a turn nobody's units are fresh any more."""

    def resume(self, t: Rebellion) -> None:
        end_of_sheet_turn(t, t.active)
        t.rest_units()
        t.finish()


CLOCKS: Final = Clocks("rebellion.clocks", "Clocks", "REB-3.2")
MAIN: Final = Main(
    "rebellion.main",
    "Main phase",
    "REB-3.3",
    [
        Move(),
        ATTACK_OPEN,
        Recruit(),
        Exchange(),
        Link(),
        Unlink(),
        BUILD,
        BUILD_FREE_ROAD,
        SCRAP_OPEN,
        UPGRADE_CAPITAL,
        ROBBERY_START,
        ROBBERY_STOP,
        EXPEDITION_INTERNAL,
        EXPEDITION_OVERSEAS,
        AGENT_BUY,
        *VOYAGE_DEEDS,
        *FLEET_DEEDS,
        *TRANSPORTER_DEEDS,
        SEA_ATTACK,
        *FISHING_DEEDS,
        BRIBE,
        CAPTIVE_MOVE,
        DECLARE_WAR,
        TREATY_OPEN,
        RESIGN,
        EndTurn(),
    ],
)
REST: Final = Rest("rebellion.rest", "Rest", "REB-3.4")
