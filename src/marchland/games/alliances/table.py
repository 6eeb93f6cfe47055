"""What lies on a table of Alliances, and the small truths that all chapters use (ALL-1, ALL-2)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.sayings import phrase
from marchland.engine.sets import bit, lowest
from marchland.engine.table import Table
from marchland.games.alliances.powers import NEUTRAL, NOBODY, POWERS, team_of
from marchland.games.alliances.regions import LAND, NUMBERS, REGIONS, SEA, STRATEGIC, with_trait

# ALL-1.3, ALL-21.2  Fixed: the patterns of training are written for them.
INFANTRY_COST: Final = 1
ARTILLERY_COST: Final = 2

# ALL-2.1
INFANTRY: Final = NUMBERS.one("units.infantry", "ALL-2.1", 14, 10, 30, "infantry of each power")
ARTILLERY: Final = NUMBERS.one("units.artillery", "ALL-2.1", 5, 0, 10, "artillery of each power")

# ALL-2.2  The kinds of command token.
TOKENS: Final = ["invest", "dig", "move", "train"]
INVEST: Final = 0
DIG: Final = 1
MOVE: Final = 2
TRAIN: Final = 3
KINDS: Final = 4

UNITS: Final = ["infantry", "artillery"]


def force(infantry: i64, artillery: i64) -> i64:
    """Units of both kinds in one number, for sayings."""
    return infantry * FORCES + artillery


FORCES: Final = ARTILLERY.most + 1


def force_in_words(number: int) -> str:
    counted = [f"{count} {kind}" for count, kind in zip(divmod(number, FORCES), UNITS, strict=True) if count]
    return " and ".join(counted) or "nobody"


AWAIT: Final = phrase("ALL-7.3", "{who:power} decides")
TOKEN_RETURNS: Final = phrase("ALL-16.6", "The {kind:token} token in {region:region} goes back to the {owner:power}")


class Alliances(Table):
    """ALL-1.1  Units, coins, trenches and tokens by power. Lists are replaced and never changed, since copies share
    them.
    ALL-2.3  Of neutral infantry, coins and trenches there is no stock to be kept.

    Units that have moved into an enemy region are not in it before they have won: they are `attackers`.
    """

    played_by: list[int]  # ALL-3.3  the seat of each power, -1 if it is not in the game
    powers: list[int]  # those in the game
    order: list[int]  # ALL-9.6  the player order
    scenario: i64  # by its place in the file, -1 if none was laid out

    infantry: vec[i64]  # [power * 40 + region], neutral infantry last
    artillery: vec[i64]
    coins: vec[i64]  # by region
    supply: vec[i64]  # by power
    trenches: vec[i64]  # by region, the neighbours that its trenches face
    tokens: vec[i64]  # [owner * 4 + kind]: the regions in which tokens lie
    points: vec[i64]  # by team

    held: vec[i64]  # by power, neutral last: the regions with its units
    owner: vec[i64]  # ALL-1.8  by land region, NEUTRAL or NOBODY
    strategic: i64

    answering: i64  # ALL-7.9  the powers that are asked in a simultaneous part
    settled: vec[i64]  # ALL-7.4, ALL-7.11  by power, how many of its choices cannot be undone

    mover: i64  # whose Move token is being resolved, or was last
    origin: i64
    plan: vec[i64]  # ALL-11.6  [kind * 40 + destination]: units that are to move, and are still in the origin
    attackers: vec[i64]  # ALL-14.1  [kind * 40 + region]: units in battles that are not over
    plunder: i64  # ALL-11.7  entered regions that were unoccupied, and have not been plundered
    entrenched: i64  # ALL-17.7  destinations where attackers meet a trench

    hands: vec[i64]  # ALL-6.2  by power, the cards of the draft, as regions
    drafted: vec[i64]

    def set_up(self) -> None:
        self.played_by = [NOBODY] * POWERS
        self.powers = []
        self.order = []
        self.scenario = -1
        self.infantry = vec[i64]([0] * ((POWERS + 1) * REGIONS))
        self.artillery = vec[i64]([0] * ((POWERS + 1) * REGIONS))
        self.coins = vec[i64]([0] * REGIONS)
        self.supply = vec[i64]([0] * POWERS)
        self.trenches = vec[i64]([0] * REGIONS)
        self.tokens = vec[i64]([0] * (POWERS * KINDS))
        self.points = vec[i64]([0, 0])
        self.answering = 0
        self.settled = vec[i64]([0] * POWERS)
        self.mover = NOBODY
        self.origin = NOBODY
        self.plan = vec[i64]([0] * (2 * REGIONS))
        self.attackers = vec[i64]([0] * (2 * REGIONS))
        self.plunder = 0
        self.entrenched = 0
        self.hands = vec[i64]([0] * POWERS)
        self.drafted = vec[i64]([0] * POWERS)
        self.restore()

    def derived(self) -> list[str]:
        return ["powers", "held", "owner", "strategic"]

    def restore(self) -> None:
        self.powers = [power for power in range(POWERS) if self.played_by[power] >= 0]
        self.strategic = STRATEGIC if self.house.board is None else with_trait(self.house.board, "strategic")
        self.held = vec[i64]([0] * (POWERS + 1))
        self.owner = vec[i64]([NOBODY] * REGIONS)
        for power in range(POWERS + 1):
            for region in range(REGIONS):
                if self.units(power, region) > 0:
                    self.held[power] |= bit(region)
                    if LAND & bit(region):
                        self.owner[region] = power

    # -- ALL-3: powers and seats -------------------------------------------------------------------------------------

    def seat_of(self, power: i64) -> i64:
        return self.played_by[power]

    def powers_of(self, seat: i64) -> list[int]:
        return [power for power in self.powers if self.played_by[power] == seat]

    def team_at(self, seat: i64) -> i64:
        """ALL-3.3  The team of a seat, -1 for one that only looks on."""
        for power in self.powers:
            if self.played_by[power] == seat:
                return team_of(power)
        return NOBODY

    def teams(self) -> list[int]:
        """ALL-3.1, ALL-3.5"""
        return [int(self.team_at(seat)) for seat in range(self.seats)]

    def seat_behind(self, domain: str, value: int) -> int:
        return self.played_by[value] if domain == "power" else value if domain == "seat" else NOBODY

    # -- ALL-1.3: units ----------------------------------------------------------------------------------------------

    def units(self, power: i64, region: i64) -> i64:
        here: i64 = power * REGIONS + region
        return self.infantry[here] + self.artillery[here]

    def cost_in(self, power: i64, region: i64) -> i64:
        here: i64 = power * REGIONS + region
        return self.infantry[here] * INFANTRY_COST + self.artillery[here] * ARTILLERY_COST

    def unit_cost(self, power: i64) -> i64:
        """ALL-1.3  The sum over all its units on the board, at sea too."""
        cost: i64 = 0
        left = self.held[power]
        while left:
            cost += self.cost_in(power, lowest(left))
            left &= left - 1
        return cost

    def pieces(self, power: i64, kind: i64) -> i64:
        """The units of a kind that a power has on the board, those in battles included."""
        found: i64 = 0
        board = self.infantry if kind == 0 else self.artillery
        left = self.held[power]
        while left:
            found += board[power * REGIONS + lowest(left)]
            left &= left - 1
        if power == self.mover:
            for region in range(REGIONS):
                found += self.attackers[kind * REGIONS + region]
        return found

    def has_units(self, power: i64) -> bool:
        return self.held[power] != 0

    def put(self, power: i64, region: i64, infantry: i64, artillery: i64) -> None:
        here: i64 = power * REGIONS + region
        self.infantry[here] += infantry
        self.artillery[here] += artillery
        if infantry + artillery > 0:
            self.held[power] |= bit(region)
            if LAND & bit(region):
                self.owner[region] = power

    def take(self, power: i64, region: i64, infantry: i64, artillery: i64) -> None:
        """ALL-2.4  Whatever is taken off the board is in the stock again."""
        here: i64 = power * REGIONS + region
        self.infantry[here] -= infantry
        self.artillery[here] -= artillery
        if self.infantry[here] + self.artillery[here] == 0:
            self.held[power] &= ~bit(region)
            if LAND & bit(region):
                self.owner[region] = NOBODY

    def infantry_in(self, power: i64, region: i64) -> i64:
        return self.infantry[power * REGIONS + region]

    def artillery_in(self, power: i64, region: i64) -> i64:
        return self.artillery[power * REGIONS + region]

    # -- ALL-1.6 to ALL-1.10: whose is a region ----------------------------------------------------------------------

    def lands(self, power: i64) -> i64:
        """ALL-1.8  The land regions that a power owns."""
        return self.held[power] & LAND

    def friendly(self, power: i64) -> i64:
        """ALL-1.9, ALL-1.14  Owned by the power or an ally."""
        return self.team_lands(team_of(power))

    def hostile(self, power: i64) -> i64:
        """ALL-1.7, ALL-1.10, ALL-1.14  With neutral units or units of the other team."""
        return self.team_lands(1 - team_of(power)) | self.held[NEUTRAL]

    def team_lands(self, team: i64) -> i64:
        """ALL-1.13, ALL-1.16  What any power of a team owns; of the sea nobody owns anything."""
        return (self.held[team] | self.held[team + 2] | self.held[team + 4]) & LAND

    def unoccupied(self) -> i64:
        """ALL-1.6"""
        return LAND & ~(self.team_lands(0) | self.team_lands(1) | self.held[NEUTRAL])

    # -- ALL-16.6: tokens --------------------------------------------------------------------------------------------

    def lying(self, kind: i64) -> i64:
        """The regions in which a token of a kind lies, whosever it is."""
        found: i64 = 0
        for owner in range(POWERS):
            found |= self.tokens[owner * KINDS + kind]
        return found

    def holds(self, power: i64, kind: i64) -> i64:
        """ALL-16.6  The regions of the tokens of a kind that a power holds: on land all where its units are, at sea
        its own (ALL-16.9)."""
        own = self.tokens[power * KINDS + kind]
        return self.held[power] & (own | (self.lying(kind) & LAND))

    def owner_of_token(self, region: i64, kind: i64) -> i64:
        """Whose token of a kind lies in a land region, NOBODY if there is none."""
        for owner in range(POWERS):
            if self.tokens[owner * KINDS + kind] & bit(region):
                return owner
        return NOBODY

    def take_token(self, power: i64, region: i64, kind: i64) -> None:
        """A token that a power holds leaves the board: on land whosever it is, at sea its own."""
        if LAND & bit(region):
            for owner in range(POWERS):
                self.tokens[owner * KINDS + kind] &= ~bit(region)
        else:
            self.tokens[power * KINDS + kind] &= ~bit(region)

    def deserted(self, power: i64, region: i64) -> None:
        """ALL-16.6  The units of a power have left a region and nobody has conquered it: a token there goes back."""
        for owner in range(POWERS):
            if SEA & bit(region) and owner != power:
                continue
            for kind in range(KINDS):
                if self.tokens[owner * KINDS + kind] & bit(region):
                    self.tokens[owner * KINDS + kind] &= ~bit(region)
                    self.tell(TOKEN_RETURNS, kind, region, owner)

    def return_tokens(self, kind: i64, said: i64) -> None:
        """All tokens of a kind go back to their owners, as a phrase says."""
        if self.lying(kind):
            for owner in range(POWERS):
                self.tokens[owner * KINDS + kind] = 0
            self.tell(said, kind)
