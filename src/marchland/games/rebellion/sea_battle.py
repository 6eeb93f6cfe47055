"""Chapter 17, third part: sea attacks and battles (REB-17.4 to REB-17.9)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.games.rebellion.aftermath import AFTERMATH
from marchland.games.rebellion.attack import UNDER_TRUCE
from marchland.games.rebellion.battle import (
    ROLL,
    ROLL_UNTIL,
    ROLLED,
    SIDE,
    WITHDRAW,
    Battle,
    BattleRoll,
    BattleUntil,
    BattleWithdraw,
    Loss,
)
from marchland.games.rebellion.fleets import at_sea, sink_all
from marchland.games.rebellion.force import (
    ATTACK_FIXED,
    ATTACK_START,
    ATTACKER,
    DEFENCE_FIXED,
    DEFENCE_START,
    DEFENDER,
    INSIDE,
    MARCH_DUE,
    ROLLS,
    SEA_DUE,
    TARGET,
    UNTIL,
)
from marchland.games.rebellion.modifiers import for_numbers, weapon_bonus
from marchland.games.rebellion.mutiny import roll_for_mutiny
from marchland.games.rebellion.settings import ASK, LOSS_ORDER, NUMBERS, NUMBERS_BONUS, START
from marchland.games.rebellion.table import BATTERY, SOLDIERS, Rebellion, change
from marchland.games.rebellion.warfare import begin_war
from marchland.games.rebellion.waters import (
    ATTACKED,
    FIGHTING,
    IDLE,
    NUMBER,
    POINTS_LEFT,
    SEA,
    SEAT,
    SHIP,
    SHIP_MOVES,
    STATE,
    WARSHIPS,
)
from marchland.games.rebellion.weather import on_attacks
from marchland.games.rebellion.world import ALONG

BATTERY_BONUS: Final = NUMBERS.one(
    "battle.battery", "REB-17.7", 6, 0, 20, "at sea for whoever holds a coastal battery on this coast"
)
EVERY_STATE: Final = -1


# -- strength and modifiers ------------------------------------------------------------------------------------------


def fleet(t: Rebellion, sea: i64, seat: i64, state: i64 = EVERY_STATE) -> list[int]:
    """Frigates, corvettes and cruisers of a seat in a sea; in one state, or all."""
    return [int(t.warships(sea, seat, ship, state)) for ship in range(WARSHIPS)]


def strength(ships: list[int]) -> i64:
    total: i64 = 0
    for ship in range(WARSHIPS):
        total += SOLDIERS[ship] * ships[ship]
    return total


def battery_bonus(t: Rebellion, seat: i64, sea: i64) -> i64:
    """REB-17.7  Once, however many batteries there are. REB-12.13  Whoever holds them has their use."""
    return BATTERY_BONUS.of(t) if t.built[BATTERY] & ALONG[sea] & t.held[seat] else 0


def fleet_attack(t: Rebellion, seat: i64, sea: i64) -> i64:
    """REB-17.6  What the attacker adds throughout."""
    return on_attacks(t) + weapon_bonus(t, seat) + battery_bonus(t, seat, sea)


def fleet_defence(t: Rebellion, seat: i64, sea: i64) -> i64:
    return weapon_bonus(t, seat) + battery_bonus(t, seat, sea)


def attackers(t: Rebellion) -> list[int]:
    return fleet(t, t.battle[TARGET], t.battle[ATTACKER], FIGHTING)


def defenders(t: Rebellion) -> list[int]:
    return fleet(t, t.battle[TARGET], t.battle[DEFENDER])


def sea_attack_total(t: Rebellion) -> i64:
    """REB-17.6  What the attacker adds to the next roll; REB-8.12  numbers are those of now, or of the start."""
    row = t.battle
    if NUMBERS_BONUS.of(t) == START:
        return row[ATTACK_FIXED] + for_numbers(t, row[ATTACK_START], row[DEFENCE_START])
    return row[ATTACK_FIXED] + for_numbers(t, strength(attackers(t)), strength(defenders(t)))


# -- REB-17.4: the attack --------------------------------------------------------------------------------------------

ATTACKS_FLEET: Final = phrase("REB-17.4", "{who:seat} attacks the ships of {other:seat} in {sea:region}", "battle")
ALL_FIGHT: Final = phrase("REB-17.4", "All your warships there that can attack do; it is war, if it was not")
NO_WARSHIPS: Final = phrase("REB-17.4", "In {sea:region} you have no warship that can still attack this turn")
NO_TARGET: Final = phrase("REB-17.4", "{other:seat} has no ships in {sea:region} but perhaps a fishing boat")
OTHERS_ONLY: Final = phrase("REB-17.4", "A sea attack is on ships of another living player")


def may_be_attacked(t: Rebellion, seat: i64, sea: i64) -> bool:
    """REB-17.4, REB-18.4  Warships or transporters; boats are left in peace."""
    return t.has_warship(sea, seat) or t.has_transporter(sea, seat)


class SeaAttack(Deed[Rebellion]):
    """REB-17.4  Of the warships that are neither fresh nor have attacked."""

    words = ["attack the ships of {other} in {sea}", "sea:region other:seat"]
    effect = ALL_FIGHT

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        before: i64 = -1
        for row in t.ships:
            sea: i64 = row[SEA]
            if row[SEAT] == seat and row[STATE] == IDLE and sea != before:
                before = sea
                for other in range(t.seats):
                    if other != seat and may_be_attacked(t, other, sea) and not t.truce_between(seat, other):
                        found.add(self.of(sea, other))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        sea, other = self.a(action), self.b(action)
        amiss = at_sea(t, sea)
        if amiss:
            return amiss
        if other >= t.seats or other == seat or not t.lives(other):
            return [OTHERS_ONLY]
        if strength(fleet(t, sea, seat, IDLE)) == 0:
            return [NO_WARSHIPS, sea]
        if not may_be_attacked(t, other, sea):
            return [NO_TARGET, other, sea]
        return [UNDER_TRUCE, other, t.truce[seat * t.seats + other]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        sea, other = self.a(action), self.b(action)
        t.tell(ATTACKS_FLEET, seat, other, sea)
        begin_war(t, seat, other)
        fighting: list[list[int]] = []
        defended = t.has_warship(sea, other)
        for row in t.ships:
            joins = row[SEA] == sea and row[SEAT] == seat and row[STATE] == IDLE
            state = FIGHTING if defended else ATTACKED
            fighting.append([*row[:STATE], state, row[NUMBER]] if joins else row)
        t.lay_ships(fighting)
        if defended:
            begin_sea_battle(t, seat, other, sea)
            t.call(SEA_BATTLE)
        else:
            sink_all(t, other, sea)  # REB-17.10 c
            t.call(AFTERMATH)


def begin_sea_battle(t: Rebellion, seat: i64, other: i64, sea: i64) -> None:
    row = t.battle
    row[INSIDE] = 0
    row[ATTACKER] = seat
    row[DEFENDER] = other
    row[TARGET] = sea
    row[ATTACK_FIXED] = fleet_attack(t, seat, sea)
    row[DEFENCE_FIXED] = fleet_defence(t, other, sea)
    row[ATTACK_START] = strength(attackers(t))
    row[DEFENCE_START] = strength(defenders(t))
    row[MARCH_DUE] = 0
    row[SEA_DUE] = 0
    row[ROLLS] = 0
    row[UNTIL] = 0


# -- REB-17.5: rolls -------------------------------------------------------------------------------------------------

STAYS: Final = phrase("REB-17.8", "Everyone stays; your ships there do not attack again this turn")
ATTACKER_HIT: Final = phrase("REB-17.5", "The attacking fleet is hit: strength {n} against {m}")
DEFENDER_HIT: Final = phrase("REB-17.5", "The defending fleet is hit: strength {n} against {m}")
BREAKS_AWAY: Final = phrase("REB-17.8", "{who:seat} breaks the sea battle off with strength {n}")
FLEET_WINS: Final = phrase("REB-17.9", "{who:seat} wins the sea battle in {sea:region}")
ASK_SEA_ROLL: Final = phrase(
    "REB-17.8", "Sea battle in {sea:region}: {n} against {m}, you add {a} and the defence {b}. Roll, or break off."
)
FIRST_SEA_ROLL: Final = phrase(
    "REB-17.5", "Sea battle in {sea:region}: {n} against {m}, you add {a} and the defence {b}. Roll."
)


def sea_roll(t: Rebellion) -> None:
    """REB-17.5, REB-8.4  The attacker's die first; equal totals are the defender's."""
    a = t.dice.roll(100)
    b = t.dice.roll(100)
    total, other = a + sea_attack_total(t), b + t.battle[DEFENCE_FIXED]
    t.battle[ROLLS] += 1
    t.tell(ROLLED, a, total, b, other)
    hit(t, total > other)


def hit(t: Rebellion, defender: bool) -> None:
    """REB-6.9  The loser of a roll loses one of its strength, by himself or as he chooses."""
    ships = defenders(t) if defender else attackers(t)
    types = sum(1 for n in ships if n)
    if LOSS_ORDER.of(t) == ASK and types > 1:
        t.call(SEA_LOSS, 1 if defender else 0, t.battle[DEFENDER] if defender else t.battle[ATTACKER])
        return
    for ship in range(WARSHIPS):
        if ships[ship]:
            break_ship(t, defender, ship)
            return


def break_ship(t: Rebellion, defender: bool, ship: i64) -> None:
    """REB-6.7  A frigate is gone, larger ships leave change, with the points and marks of the broken one (REB-6.8)."""
    sea = t.battle[TARGET]
    seat = t.battle[DEFENDER] if defender else t.battle[ATTACKER]
    for row in t.ships:  # sorted: fewest points first
        joins = defender or row[STATE] == FIGHTING
        if row[SEA] == sea and row[SEAT] == seat and row[SHIP] == ship and joins:
            t.put_ships(sea, seat, ship, row[POINTS_LEFT], row[STATE], -1)
            for piece in range(WARSHIPS):
                n = change(ship, piece)
                if n:
                    points: i64 = row[POINTS_LEFT]
                    most = SHIP_MOVES[piece]
                    t.put_ships(sea, seat, piece, points if points < most else most, row[STATE], n)
            break
    mine, theirs = strength(attackers(t)), strength(defenders(t))
    if defender:
        t.tell(DEFENDER_HIT, theirs, mine)
    else:
        t.tell(ATTACKER_HIT, mine, theirs)


class SeaRoll(BattleRoll):
    """REB-17.5  One roll."""

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        sea_roll(t)


class SeaUntil(BattleUntil):
    """REB-17.5, REB-8.15  A row of rolls."""

    def left(self, t: Rebellion) -> i64:
        return strength(attackers(t))


class SeaWithdraw(BattleWithdraw):
    """REB-17.8  After any roll; everyone stays."""

    effect = STAYS

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.tell(BREAKS_AWAY, seat, strength(attackers(t)))
        t.restate(seat, FIGHTING, ATTACKED)
        t.finish()


class SeaBattle(Battle):
    """REB-17.5, REB-17.9  Roll after roll, until one side has no warship left in the battle."""

    def attack(self, t: Rebellion) -> i64:
        return strength(attackers(t))

    def defence(self, t: Rebellion) -> i64:
        return strength(defenders(t))

    def roll(self, t: Rebellion) -> None:
        sea_roll(t)

    def won(self, t: Rebellion) -> None:
        self.decided(t, t.battle[ATTACKER], t.battle[DEFENDER])

    def lost(self, t: Rebellion) -> None:
        self.decided(t, t.battle[DEFENDER], t.battle[ATTACKER])

    def decided(self, t: Rebellion, winner: i64, loser: i64) -> None:
        """REB-17.9  The transporters of the beaten sink, even beside warships that took no part. REB-22.9  Captives
        may rise before anybody is out."""
        t.tell(FLEET_WINS, winner, t.battle[TARGET])
        t.restate(t.battle[ATTACKER], FIGHTING, ATTACKED)
        sink_all(t, loser, t.battle[TARGET])
        t.succeed(AFTERMATH)
        roll_for_mutiny(t, loser, winner)

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        row = t.battle
        phrase = ASK_SEA_ROLL if row[ROLLS] else FIRST_SEA_ROLL
        mine, theirs = strength(attackers(t)), strength(defenders(t))
        return [phrase, row[TARGET], mine, theirs, sea_attack_total(t), row[DEFENCE_FIXED]]


# -- REB-6.9: which ship is hit --------------------------------------------------------------------------------------

NO_SUCH_SHIP: Final = phrase("REB-6.9", "You have no {ship:ship} in this battle")
ASK_SHIP: Final = phrase("REB-6.9", "Your fleet is hit in {sea:region}: which type of ship?")


class LoseShip(Deed[Rebellion]):
    """REB-6.9  The type of ship that suffers the loss."""

    words = ["lose one {ship}", "ship:ship"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        ships = defenders(t) if SIDE.of(t) else attackers(t)
        for ship in range(WARSHIPS):
            if ships[ship]:
                found.add(self.of(ship))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NO_SUCH_SHIP, self.a(action)]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        break_ship(t, SIDE.of(t) == 1, self.a(action))
        t.finish()


class SeaLoss(Loss):
    """REB-6.9  Asked of the owner of the loss, then the battle goes on."""

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_SHIP, t.battle[TARGET]]


SEA_ATTACK: Final = SeaAttack()
SEA_BATTLE: Final = SeaBattle(
    "rebellion.sea_battle",
    "Sea battle",
    "REB-17.5",
    [SeaRoll(ROLL), SeaUntil(ROLL_UNTIL), SeaWithdraw(WITHDRAW)],
)
SEA_LOSS: Final = SeaLoss("rebellion.sea_loss", "Losses at sea", "REB-6.9", [LoseShip()])
