"""What an attack will probably come to (REB-8), with every modifier listed, by the functions that carry it out."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.dice import fast_dice
from marchland.engine.errors import UsageError
from marchland.engine.game import Game
from marchland.engine.odds import Answer, Argument, Count, Inquiry, Odds
from marchland.engine.sets import size
from marchland.games.rebellion.attack import ATTACK, ATTACK_OPEN, NAMED, AttackAdd, AttackGo, commit_all
from marchland.games.rebellion.battle import BATTLE, BattleRoll, BattleUntil
from marchland.games.rebellion.capture import march_cost
from marchland.games.rebellion.chances import BattleChances, Sides, defenders_in
from marchland.games.rebellion.force import (
    ATTACK_FIXED,
    BY_LANDING_SHIP,
    DEFENCE_FIXED,
    INSIDE,
    TARGET,
    force_cannons,
    muster,
    sources,
    units_of,
)
from marchland.games.rebellion.modifiers import (
    BUNKER_DEFENCE,
    CAPITAL_DEFENCE,
    GUARDED,
    LANDING,
    PER_REBELLIOUS,
    PER_SOURCE,
    RETAKEN,
    UNCONNECTED,
    attack_fixed,
    defence_fixed,
    for_ground,
    for_numbers,
    guarded,
    is_cut_off,
    lands,
    per_cannon,
    rebellious,
    weapon_bonus,
)
from marchland.games.rebellion.sea_battle import (
    SEA_ATTACK,
    SEA_BATTLE,
    SeaRoll,
    SeaUntil,
    battery_bonus,
    fleet,
    fleet_attack,
    fleet_defence,
    strength,
)
from marchland.games.rebellion.sea_evaluation import fleet_chances, sea_chances
from marchland.games.rebellion.settings import (
    ATTACKER_ALONE,
    EXTRA,
    MULTI_ATTACK,
    REBELLION_PENALTY,
    revolts,
)
from marchland.games.rebellion.table import ARMS, CELLS_OF_ARM, FRESH, INFANTRY, NOBODY, UNITS, Rebellion
from marchland.games.rebellion.transporters import AttackAddShip
from marchland.games.rebellion.voyages import VOYAGE, VoyageGo
from marchland.games.rebellion.warfare import begin_war
from marchland.games.rebellion.waters import IDLE
from marchland.games.rebellion.weather import on_attacks
from marchland.games.rebellion.world import EVERY
from marchland.odds.chart import Ends, bars, figures, likely, number

QUICK: Final = 2500  # soldiers against soldiers: larger battles take too long to be worked out beside every choice
MOST: Final = 120  # soldiers of either side that can be asked about


def odds_of(t: Rebellion, seat: int, actions: list[int], quick: bool) -> Odds | None:
    """Of an attack that is opened (all who can join), of units added, of the attack as it is, of the battle."""
    if len(actions) != 1 or t.over or not 0 <= seat < t.seats or not t.asked >> seat & 1:
        return None
    action = actions[0]
    step = t.step()
    if ATTACK_OPEN.fits(action) and t.options(seat).holds(action):
        twin = t.determinize(seat, fast_dice(0))
        assert isinstance(twin, Rebellion)
        target = ATTACK_OPEN.a(action)
        commit_all(twin, seat, target)
        return weighed(twin, seat, target, quick)
    if SEA_ATTACK.fits(action) and t.options(seat).holds(action):
        return fleets_weighed(t, seat, SEA_ATTACK.a(action), SEA_ATTACK.b(action))
    if step is VOYAGE and t.force:
        for deed in VOYAGE.deeds:
            if isinstance(deed, VoyageGo) and deed.fits(action) and t.options(seat).holds(action):
                return landing_weighed(t, seat, deed.a(action), quick)
    if step is SEA_BATTLE:
        for deed in SEA_BATTLE.deeds:
            if (isinstance(deed, SeaRoll) or (isinstance(deed, SeaUntil) and deed.a(action) == 0)) and deed.fits(
                action
            ):
                return fleets_told(t, sea_chances(t), [])
    if step is ATTACK:
        twin = t.determinize(seat, fast_dice(0))
        assert isinstance(twin, Rebellion)
        for deed in ATTACK.deeds:
            if isinstance(deed, AttackAdd | AttackAddShip) and deed.fits(action) and t.options(seat).holds(action):
                deed.do(twin, seat, action)
                return weighed(twin, seat, NAMED.of(t), quick)
            if isinstance(deed, AttackGo) and deed.fits(action) and t.force:
                return weighed(twin, seat, NAMED.of(t), quick)
    if step is BATTLE:
        for deed in BATTLE.deeds:
            rolls = isinstance(deed, BattleRoll) or (isinstance(deed, BattleUntil) and deed.a(action) == 0)
            if rolls and deed.fits(action):
                row = t.battle
                return told(t, seat, row[TARGET], row[ATTACK_FIXED], row[DEFENCE_FIXED], [], quick)
    return None


def weighed(t: Rebellion, seat: i64, target: i64, quick: bool) -> Odds | None:
    """On an imagined table: it is war when the attack begins, and ships off the coast blockade it (REB-16.9)."""
    if 0 <= t.holder[target] < t.seats:
        begin_war(t, seat, t.holder[target])
    cost = ("the march, if it is paid", f"{march_cost(t)} coins")
    rows = [*modifiers(t, seat, target), cost]
    return told(t, seat, target, attack_fixed(t, seat, target), defence_fixed(t, seat, target), rows, quick)


def told(
    t: Rebellion, seat: i64, target: i64, attack: i64, defence: i64, rows: list[tuple[str, str]], quick: bool
) -> Odds | None:
    units = [int(units_of(t, arm)) for arm in range(ARMS)]
    attackers, defenders = Sides(units), defenders_in(t, target)
    if attackers.soldiers[0] == 0 or (quick and attackers.soldiers[0] * defenders.soldiers[0] > QUICK):
        return None
    level = 0 if t.step() is BATTLE and t.battle[INSIDE] else t.bunker_level(target)
    chances = BattleChances(t, attackers, defenders, attack - defence, level, per_cannon(t, seat))
    numbers = for_numbers(t, attackers.soldiers[0], defenders.soldiers[0])
    ground = for_ground(t, level, attackers.cannons[0], defenders.infantry[0], per_cannon(t, seat))
    shown = [
        *rows,
        ("you add to the first roll", f"{attack + numbers:+d}"),
        ("the defence adds", f"{defence + ground:+d}"),
        *chance_rows(chances),
    ]
    left = f", with {chances.left_if_won():.1f} soldiers left on average" if chances.win > 0 else ""
    title = f"{worded(units)} against {defenders.soldiers[0]} soldiers"
    return Odds(chances.win, f"{chances.win:.0%} to win{left}", "REB-8.4", title, shown, (), rows)


def worded(units: list[int]) -> str:
    return ", ".join(f"{n} {UNITS[arm]}" for arm, n in enumerate(units) if n) or "nobody"


def modifiers(t: Rebellion, seat: i64, target: i64) -> list[tuple[str, str]]:
    """REB-8.8, REB-8.9  Each that counts, by its letter."""
    found: list[tuple[str, i64]] = []
    several = size(sources(t) & EVERY)
    if several > 1:
        counted = several - 1 if MULTI_ATTACK.of(t) == EXTRA else several
        found.append(("out of several provinces (REB-8.8 a)", PER_SOURCE.of(t) * counted))
    soldiers = Sides([int(units_of(t, arm)) for arm in range(ARMS)]).soldiers[0]
    found.append(("more soldiers (REB-8.8 b)", for_numbers(t, soldiers, t.soldiers(target))))
    found.append(("weather (REB-8.8 c)", on_attacks(t)))
    found.append(("new weapon (REB-8.8 d)", weapon_bonus(t, seat)))
    holder = t.holder[target]
    if 0 <= holder < t.seats and revolts(t):
        found.append(("your rebellious provinces (REB-8.8 e)", PER_REBELLIOUS.of(t) * rebellious(t, seat)))
    if lands(t):
        found.append(("landing (REB-8.8 f)", LANDING.of(t)))
        if guarded(t, target):
            found.append(("against an open port (REB-16.9)", GUARDED.of(t)))
    elif is_cut_off(t, seat):
        found.append(("not connected (REB-8.8 g)", UNCONNECTED.of(t)))
    level = t.bunker_level(target)
    if level:
        found.append(("defence: bunkers (REB-8.9 a)", BUNKER_DEFENCE.of(t, level)))
        found.append(("your cannons against them (REB-8.9 a)", per_cannon(t, seat) * force_cannons(t)))
    elif t.count[target * ARMS + INFANTRY]:
        found.append(("defence: dug in (REB-8.9 d)", for_ground(t, 0, 0, True, 0)))
    if 0 <= holder < t.seats:
        founder = t.original_owner(target)
        if founder == holder:
            found.append(("defence: own capital (REB-8.9 b)", CAPITAL_DEFENCE.of(t)))
        elif founder == seat:
            found.append(("defence: your own capital (REB-8.9 c)", RETAKEN.of(t)))
        found.append(("defence: new weapon (REB-8.9 e)", weapon_bonus(t, holder)))
        if revolts(t) and REBELLION_PENALTY.of(t) != ATTACKER_ALONE:
            found.append(("defence: rebellious provinces (REB-8.9 f)", PER_REBELLIOUS.of(t) * rebellious(t, holder)))
        if not t.connected(holder) >> target & 1:
            found.append(("defence: not connected (REB-8.9 g)", UNCONNECTED.of(t)))
    return [(what, f"{int(value):+d}") for what, value in found if value]


# -- from the sea, and at sea ----------------------------------------------------------------------------------------


def landing_weighed(t: Rebellion, seat: i64, target: i64, quick: bool) -> Odds | None:
    """REB-16.7  If the ship landed now, where somebody else is."""
    if t.holder[target] in (NOBODY, seat):
        return None
    twin = t.determinize(seat, fast_dice(0))
    assert isinstance(twin, Rebellion)
    load = [int(units_of(twin, arm)) for arm in range(ARMS)]
    twin.force = []
    for arm in range(ARMS):
        if load[arm]:
            muster(twin, BY_LANDING_SHIP, arm * CELLS_OF_ARM + FRESH, load[arm])
    return weighed(twin, seat, target, quick)


def fleets_weighed(t: Rebellion, seat: i64, sea: i64, other: i64) -> Odds:
    """REB-17.4, REB-17.10 c"""
    attack, defence = fleet(t, sea, seat, IDLE), fleet(t, sea, other)
    adds, against = fleet_attack(t, seat, sea), fleet_defence(t, other, sea)
    numbers = for_numbers(t, strength(attack), strength(defence))
    found = [
        ("more strength (REB-17.6)", numbers),
        ("weather (REB-17.6)", on_attacks(t)),
        ("your coastal battery (REB-17.7)", battery_bonus(t, seat, sea)),
        ("defence: coastal battery (REB-17.7)", against),
    ]
    rows = [(what, f"{int(value):+d}") for what, value in found if value]
    return fleets_told(t, fleet_chances(t, attack, defence, adds - against), rows)


def fleets_told(t: Rebellion, chances: BattleChances, rows: list[tuple[str, str]]) -> Odds:
    if chances.defenders[0] == 0:
        return Odds(1.0, "Transporters without a warship sink", "REB-17.10", "No dice are thrown", rows)
    left = f", with strength {chances.left_if_won():.1f} left on average" if chances.win > 0 else ""
    title = f"strength {chances.attackers[0]} against {chances.defenders[0]}"
    shown = [*rows, *((what.replace("soldiers", "strength"), value) for what, value in chance_rows(chances))]
    return Odds(chances.win, f"{chances.win:.0%} to win{left}", "REB-17.5", title, shown)


def chance_rows(chances: BattleChances) -> list[tuple[str, str]]:
    return [
        ("chance to win", likely(chances.win)),
        ("soldiers left if you win", number(chances.left_if_won() if chances.win > 0 else None)),
        ("defenders left if you lose", number(chances.left_if_lost() if chances.win < 1 else None)),
        ("number of rolls, on average", number(chances.rolls)),
    ]


# -- what can be asked -----------------------------------------------------------------------------------------------


class BattleInquiry(Inquiry):
    """REB-8  A battle that is on no table."""

    def __init__(self, game: Game) -> None:
        self.game = game
        arguments: list[Argument] = [
            Count("attackers", "number of attackers", "infantry that attacks", 0, MOST),
            Count("defenders", "number of defenders", "infantry that defends", 1, MOST),
            Count("cavalry", "number of cavalry", "cavalry that attacks", 0, 40, [0]),
            Count("artillery", "number of artillery", "artillery that attacks", 0, 20, [0]),
            Count("bunkers", "level of bunkers", "the defender's bunkers", 0, 2, [0]),
            Count("bonus", "bonus", "what the attacker adds more than the defender", -60, 60, [0]),
        ]
        super().__init__(
            "The exact odds of a land battle that is fought to the end, losses falling on the smallest units.",
            arguments,
            [("6 4", "6 infantry against 4"), ("0 5 --artillery 3 --bunkers 2 --json", "")],
        )

    def answer(self, told: dict[str, list[int]], width: int) -> Answer:
        t = self.game.prepared(self.game.usual_seats, {})
        assert isinstance(t, Rebellion)
        units = [told["attackers"][0], told["cavalry"][0], told["artillery"][0], 0]
        attackers, defenders = Sides(units), Sides([told["defenders"][0], 0, 0, 0])
        if attackers.soldiers[0] == 0:
            raise UsageError("A battle needs an attacker.")
        chances = BattleChances(t, attackers, defenders, told["bonus"][0], told["bunkers"][0], per_cannon(t, -1))
        title = f"{worded(units)} against {told['defenders'][0]} infantry"
        data: dict[str, object] = {
            "win": chances.win,
            "lose": 1.0 - chances.win,
            "rolls": chances.rolls,
            "attacker_left": chances.attacker_left,
            "defender_left": chances.defender_left,
        }
        shown = [
            Ends("defender holds", chances.defender_left, "", True),
            Ends("attacker wins", chances.attacker_left, " left"),
        ]
        return Answer(data, f"{figures(title, chance_rows(chances))}\n\n{bars(shown, width)}")
