"""Control, income, elimination and the end: the shared clauses that are no decision."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from marchland.engine import picture
from marchland.engine.board import Board
from marchland.engine.errors import UsageError
from marchland.engine.numbers import RECKONED, Numbers, Row
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit
from marchland.engine.table import Table

CAPTURES: Final = phrase("S.13", "{who:seat} takes {target:region} and moves in with {n}")
ELIMINATED: Final = phrase("S.14", "{who:seat} is eliminated", "blow")
WINS: Final = phrase("S.15", "{who:seat} is the last player and wins", "blow")
LIMIT: Final = phrase("S.16", "Round {n} was the last: the ranking decides")

NOT_IN_PLAY: Final = phrase("S.2", "{region:region} is not in play")
NOT_YOURS: Final = phrase("S.6", "You do not control {source:region}")
NO_FRONT: Final = phrase("S.6", "Everything next to {source:region} is yours")
OWN_TARGET: Final = phrase("S.6", "You control {target:region} yourself")
NOT_ADJACENT: Final = phrase("S.2", "{source:region} and {target:region} are not adjacent")
NONE_ELIGIBLE: Final = phrase("S.7", "Nobody in {source:region} may attack: one has to stay behind")
TOO_FEW: Final = phrase("S.7", "At most {n} may attack from {source:region}")
FORCE_NAMED: Final = phrase("S.12", "Name the force: attack {target:region} from {source:region} with 1 or more")
NO_FORCE: Final = phrase("S.11", "In this style the attack names no force: every eligible unit backs it")
SAME_ATTACK: Final = phrase("S.11", "The attack on {target:region} from {source:region} has to go on first")

# Owners besides the seats 0 to 5.
NEUTRAL: Final = 6
NOBODY: Final = 7  # a territory that is not in play, or not yet dealt

SHARED_NUMBERS: Final = Numbers()
SHARE: Final = SHARED_NUMBERS.one("income.territories", "S.3", 3, 1, 20, "territories that bring one unit")
LEAST_INCOME: Final = SHARED_NUMBERS.one("income.least", "S.3", 3, 0, 50, "the least units of a turn, before bonuses")

MOST: Final = 2047  # the most units that one action can name; larger moves are made in several

# What can be handed over: the setup as far as it is a chore, and units that are put on own ground.
SET_UP_FOR_ME: Final = "Set up for me"
PLACE_THE_REST: Final = "Place the rest for me"

FORCE: Final = 0  # attack_style
ROLL: Final = 1


@lru_cache(1000)
def group_shown(worth: int, owner: int) -> picture.Group:
    """Those that look alike are one object."""
    return picture.Group(worth, owner)


@mypyc_attr(allow_interpreted_subclasses=True)
class Conquest(Table):
    """A map of territories, each held by the units of one owner."""

    board: Board

    owner: vec[i64]
    units: vec[i64]
    held: vec[i64]  # territories by owner: how many
    lands: vec[i64]  # and which, as a set
    order: list[int]  # the turn order, as seats
    fallen: list[int]  # eliminated seats, the first eliminated first
    run: list[int]  # S.11: source and target of an attack that has to go on, else empty

    style: i64
    may_stop: bool
    choose_dice: bool
    ties_stand: bool
    max_rounds: i64
    bonus: list[int]  # S.4  of each group on this map

    # -- for the game to fill in -------------------------------------------------------------------------------------

    def eligible(self, source: i64) -> i64:
        """S.7  E(A): how many units may still attack from here; at least one stays behind."""
        return self.units[source] - 1

    def commit(self, source: i64, n: i64) -> None:
        """`n` units of a territory now take part in an attack."""

    def lose(self, territory: i64, n: i64) -> None:
        """S.10  Losses go to the supply, which never runs out."""
        self.units[territory] -= n

    def move_in(self, source: i64, target: i64, n: i64) -> None:
        """Committed units cross over into an empty territory."""
        self.units[source] -= n
        self.units[target] = n

    def attacker_edge(self) -> i64:
        """S.9  What this game's rules add to the attacker's highest die, after sorting."""
        return 0

    def defender_edge(self) -> i64:
        """S.9  The same for the defender."""
        return 0

    def edge_in(self, source: i64, target: i64) -> i64:
        """S.9  What the attacker's edge is above the defender's in a battle of these two, as far as it is known now."""
        return 0

    def targets(self, source: i64, own: i64) -> i64:
        """S.6  The territories that may be attacked from here, as a set; `own` are the attacker's."""
        return self.board.around[source] & ~own

    def forbidden(self, source: i64, target: i64) -> Saying:
        """S.6  What in force forbids this attack, as a saying; empty if nothing does."""
        return []

    def captured(self, target: i64, loser: i64) -> None:
        """Control of a territory has just passed from `loser` to its new owner."""

    def inherit(self, heir: i64, seat: i64) -> None:
        """`heir` took the last territory of `seat`, who may leave something behind."""

    def ranking(self, seat: int) -> list[int]:
        """What the ranking at the round limit compares, most important first; higher is better."""
        raise NotImplementedError

    # -- S.1, S.3 to S.5 ---------------------------------------------------------------------------------------------

    def lay_empty_map(self, board: Board) -> None:
        count = len(board.regions)
        in_play = board.in_play.count(True)
        if in_play < self.seats:
            raise UsageError(f"The board has {in_play} territories, too few for {self.seats} players.")
        self.board = board
        self.owner = vec[i64]([NOBODY] * count)
        self.units = vec[i64]([0] * count)
        self.held = vec[i64]([0] * 8)
        self.count_lands()
        self.order = []
        self.fallen = []
        self.run = []

    def settle(self, territory: i64, owner: i64, units: i64) -> None:
        """S.1  Put units on a territory that nobody holds."""
        self.pass_to(territory, owner)
        self.units[territory] = units
        self.held[owner] += 1

    def pass_to(self, territory: i64, owner: i64) -> None:
        """Control of a territory passes."""
        self.lands[self.owner[territory]] &= ~bit(territory)
        self.lands[owner] |= bit(territory)
        self.owner[territory] = owner

    def controls(self, seat: i64, territory: i64) -> bool:
        return territory < len(self.owner) and self.owner[territory] == seat

    def base_income(self, seat: i64) -> i64:
        """S.3  A third of the territories, rounded down, but at least 3."""
        share: i64 = self.held[seat] // SHARE.of(self)
        least = LEAST_INCOME.of(self)
        return share if share > least else least

    def holds_group(self, seat: i64, group: i64) -> bool:
        members = self.board.members[group]
        if not members:
            return False
        for territory in members:
            if self.owner[territory] != seat:
                return False
        return True

    def group_bonuses(self, seat: i64) -> i64:
        """S.4  The bonuses of all groups that a seat controls completely."""
        total: i64 = 0
        bonus = self.bonus
        for group in range(len(bonus)):
            if self.holds_group(seat, group):
                total += bonus[group]
        return total

    def groups_shown(self) -> list[picture.Group]:
        """S.4  What every group is worth, and who controls it completely."""
        return [group_shown(bonus, self.holder_of(group)) for group, bonus in enumerate(self.bonus)]

    def holder_of(self, group: i64) -> i64:
        for seat in range(self.seats):
            if self.holds_group(seat, group):
                return seat
        return picture.NOBODY

    def income(self, seat: i64) -> i64:
        return self.base_income(seat) + self.group_bonuses(seat)

    # -- S.6: why an attack is refused -------------------------------------------------------------------------------

    def attack_fault(self, seat: i64, source: i64, target: i64, n: i64) -> Saying:
        """The reason why `seat` may not attack so, as a saying; n is -1 where no force is named."""
        for region in (source, target):
            if region >= len(self.owner):
                return []
            if self.owner[region] == NOBODY:
                return [NOT_IN_PLAY, region]
        if self.owner[source] != seat:
            return [NOT_YOURS, source]
        if self.owner[target] == seat:
            fronts = [near for near in self.board.neighbours[source] if self.owner[near] != seat]
            return [OWN_TARGET, target] if fronts else [NO_FRONT, source]
        if not self.board.adjacent(source, target):
            return [NOT_ADJACENT, source, target]
        if self.run and self.run != [source, target]:
            return [SAME_ATTACK, self.run[1], self.run[0]]
        fault = self.forbidden(source, target)
        if fault:
            return fault
        most = self.eligible(source)
        if most < 1:
            return self.none_eligible(source)
        if n >= 0 and self.style == ROLL:
            return [NO_FORCE]
        if n < 1 and self.style == FORCE:
            return [FORCE_NAMED, target, source]
        if n > most:
            return [TOO_FEW, most, source]
        return []

    def none_eligible(self, source: i64) -> Saying:
        return [NONE_ELIGIBLE, source]

    # -- S.13 to S.16 ------------------------------------------------------------------------------------------------

    def capture(self, source: i64, target: i64, n: i64) -> None:
        """S.13  The moving units stand on the target at once, and control passes before anything else happens."""
        winner: i64 = self.owner[source]
        loser: i64 = self.owner[target]
        self.move_in(source, target, n)
        self.pass_to(target, winner)
        self.held[winner] += 1
        self.held[loser] -= 1
        self.tell(CAPTURES, winner, target, n)
        self.captured(target, loser)
        if loser < NEUTRAL and self.held[loser] == 0:
            self.eliminate(loser, winner)

    def eliminate(self, seat: i64, heir: i64) -> None:
        """S.14  No territory left: out at once. S.15  The last player wins, whatever else was under way."""
        self.fallen.append(seat)
        self.tell(ELIMINATED, seat)
        self.inherit(heir, seat)
        if len(self.fallen) == self.seats - 1:
            for winner in range(self.seats):
                if winner not in self.fallen:
                    self.tell(WINS, winner)
                    self.end_ranked([winner])

    def alive(self, seat: i64) -> bool:
        return self.held[seat] > 0

    def reach_limit(self) -> None:
        """S.16  The round limit: the ranking decides."""
        self.tell(LIMIT, self.max_rounds)
        self.end_ranked([seat for seat in range(self.seats) if seat not in self.fallen])

    def end_ranked(self, standing: list[int]) -> None:
        """Those still standing by the ranking, equal ones sharing a place; then the last eliminated first."""
        places = [0] * self.seats
        scores = {seat: self.ranking(seat) for seat in standing} if len(standing) > 1 else {}
        for seat in standing:
            better = [other for other in standing if other != seat and scores[other] > scores[seat]]
            places[seat] = len(better) + 1
        for index, seat in enumerate(self.fallen):
            places[seat] = self.seats - index
        self.end(places)

    # -- copies ------------------------------------------------------------------------------------------------------

    def derived(self) -> list[str]:
        return ["board", "lands", "bonus"]

    def count_lands(self) -> None:
        self.lands = vec[i64]([0] * 8)
        for territory in range(len(self.owner)):
            self.lands[self.owner[territory]] |= bit(territory)

    def copy_conquest_into(self, twin: Conquest) -> None:
        self.copy_into(twin)
        twin.board = self.board
        twin.owner = self.owner[:]
        twin.units = self.units[:]
        twin.held = self.held[:]
        twin.lands = self.lands[:]
        twin.order = self.order
        twin.fallen = self.fallen[:]
        twin.run = self.run[:]
        twin.style = self.style
        twin.may_stop = self.may_stop
        twin.choose_dice = self.choose_dice
        twin.ties_stand = self.ties_stand
        twin.max_rounds = self.max_rounds
        twin.bonus = self.bonus


def bonus_table(board: Board) -> list[int]:
    """S.5  floor((n + 2b) / 3): n has to be taken, b has to be guarded; a guarded border weighs double."""
    bonuses = []
    for group in range(len(board.groups)):
        n, b = len(board.members[group]), len(board.borders(group))
        bonuses.append((n + 2 * b) // 3)
    return bonuses


def agreed_bonuses(t: Conquest, row: Row, reckoned: list[int]) -> list[int]:
    """S.4  The bonuses that the rules reckon out, but for those that the group has set."""
    agreed = [row.of(t, group) for group in range(len(reckoned))]
    return [bonus if bonus != RECKONED else reckoned[group] for group, bonus in enumerate(agreed)]
