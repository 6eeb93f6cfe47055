"""The odds of battles, planned or being fought, and what can be asked about battles that are on no table."""

from __future__ import annotations

from typing import Final

from marchland.engine.errors import UsageError
from marchland.engine.game import Game
from marchland.engine.odds import Answer, Argument, Count, Flag, Inquiry, Odds, Outlook
from marchland.engine.sets import bit
from marchland.games.alliances.battle import (
    ATTACKER_RETREAT,
    DEFENCE_KILL_FROM,
    KILL_FROM,
    RETREAT,
    RETREAT_FROM,
    TRENCH_DICE,
)
from marchland.games.alliances.battlefield import WHERE
from marchland.games.alliances.command import BATTLES, NEXT_BATTLE, PLAN, SEND
from marchland.games.alliances.forecast import Dice, Forecast, forecast
from marchland.games.alliances.movement import Reach
from marchland.games.alliances.regions import REGIONS
from marchland.games.alliances.table import ARTILLERY, INFANTRY, Alliances
from marchland.odds.chart import Ends, bars, figures, number, share

MOST_DEFENDERS: Final = 30


def odds_of_battle(t: Alliances, seat: int, actions: list[int]) -> Odds | None:
    """ALL-14.1  Of units sent into an enemy region, of a battle to be fought next, or of one fought on with those that
    do not retreat."""
    if t.over or len(actions) != 1 or t.depth() == 0 or not 0 <= seat < t.seats:
        return None
    action, step = actions[0], t.step()
    if step is PLAN and SEND.fits(action):
        kind, region, n = int(SEND.a(action)), int(SEND.b(action)), int(SEND.c(action))
        if region >= REGIONS or not t.hostile(t.mover) & bit(region) or n > t.units(t.mover, t.origin):
            return None
        sent = [int(t.plan[region]), int(t.plan[REGIONS + region])]
        sent[kind] += n
        return told(t, region, sent[0], sent[1], Reach(t, t.mover, t.origin).meets_trench(t, region))
    if step is BATTLES and NEXT_BATTLE.fits(action):
        region = int(NEXT_BATTLE.a(action))
        if region >= REGIONS or t.owner[region] < 0:
            return None
        fighting = int(t.attackers[region]), int(t.attackers[REGIONS + region])
        return told(t, region, fighting[0], fighting[1], t.entrenched & bit(region) != 0)
    if step is ATTACKER_RETREAT and RETREAT.fits(action) and t.owner[WHERE.of(t)] >= 0:
        region = int(WHERE.of(t))
        infantry = int(t.attackers[region] - RETREAT.a(action))
        artillery = int(t.attackers[REGIONS + region] - RETREAT.b(action))
        return told(t, region, infantry, artillery, t.entrenched & bit(region) != 0)
    return None


def told(t: Alliances, region: int, infantry: int, artillery: int, trench: bool) -> Odds | None:
    defenders = int(t.units(t.owner[region], region))
    if min(infantry, artillery) < 0 or infantry + artillery == 0 or not 0 < defenders <= MOST_DEFENDERS:
        return None
    odds = forecast(t, infantry, artillery, defenders, trench)
    text = f"{odds.win:.0%} to win, {odds.lost:.1f} coins of units lost on average"
    held = max(0.0, 1.0 - odds.win - odds.emptied)
    parts = [(odds.win, "you conquer it"), (odds.emptied, "nobody is left there"), (held, "you are driven back")]
    outlook = Outlook("The whole battle", [part for part in parts if part[0] > 0.0])
    named = title(infantry, artillery, defenders, trench)
    return Odds(odds.win, text, "ALL-14.2", named, rows(odds), [outlook])


# -- in words --------------------------------------------------------------------------------------------------------


def title(infantry: int, artillery: int, defenders: int, trench: bool) -> str:
    where = "in a trench" if trench else "in the open"
    units = "1 defender" if defenders == 1 else f"{defenders} defenders"
    return f"{infantry} infantry and {artillery} artillery against {units} {where}"


def rows(odds: Forecast) -> list[tuple[str, str]]:
    return [
        ("chance to conquer the region", share(odds.win)),
        ("chance that nobody is left there", share(odds.emptied)),
        ("chance to be driven back", share(max(0.0, 1.0 - odds.win - odds.emptied))),
        ("cost of attackers killed, on average", number(odds.lost)),
        ("defenders killed, on average", number(odds.killed)),
        ("battle rounds, on average", number(odds.rounds)),
    ]


def ends(odds: Forecast) -> list[Ends]:
    return [
        Ends("defender holds", odds.defenders_left, "", True),
        Ends("attacker wins", odds.attackers_left, " left"),
    ]


# -- what can be asked -----------------------------------------------------------------------------------------------

BY_THE_BOOK: Final = Dice(KILL_FROM.value, RETREAT_FROM.value, DEFENCE_KILL_FROM.value, TRENCH_DICE.value)
ARGUMENTS: Final[list[Argument]] = [
    Count("infantry", "number of infantry", "the attacking infantry", 0, INFANTRY.most),
    Count("defenders", "number of defenders", "the defending units, of either kind", 1, MOST_DEFENDERS),
    Count("artillery", "number of artillery", "the attacking artillery", 0, ARTILLERY.most, [0]),
    Flag("trench", "the defenders are in a trench"),
]


class BattleInquiry(Inquiry):
    def __init__(self, game: Game) -> None:
        super().__init__(
            "The exact odds of a battle in which nobody retreats who need not, and infantry dies and retreats before\n"
            "artillery. Neutral defenders fight like any others.",
            ARGUMENTS,
            [
                ("4 2", "4 infantry against 2 units"),
                ("2 2 --artillery 1 --trench", ""),
                ("5 3 --json", ""),
            ],
        )

    def answer(self, told: dict[str, list[int]], width: int) -> Answer:
        infantry, artillery, defenders = told["infantry"][0], told["artillery"][0], told["defenders"][0]
        trench = bool(told["trench"])
        if infantry + artillery == 0:
            raise UsageError("A battle needs an attacker, infantry or artillery (ALL-14.1).")
        odds = BY_THE_BOOK.battle(infantry, artillery, defenders, trench)
        data: dict[str, object] = {
            "infantry": infantry,
            "artillery": artillery,
            "defenders": defenders,
            "trench": trench,
            "win": odds.win,
            "emptied": odds.emptied,
            "lost": odds.lost,
            "killed": odds.killed,
            "rounds": odds.rounds,
            "attackers_left": odds.attackers_left,
            "defenders_left": odds.defenders_left,
        }
        said = figures(title(infantry, artillery, defenders, trench), rows(odds))
        return Answer(data, f"{said}\n\n{bars(ends(odds), width)}")
