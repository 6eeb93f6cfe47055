"""What lies on a table of Campus."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.board import Board
from marchland.engine.game import load_board
from marchland.engine.numbers import Numbers
from marchland.engine.picture import LAST_ROUND, Fact, Mark, Picture, Region, Seat
from marchland.engine.sayings import Saying, phrase
from marchland.engine.settings import Setting, Settings
from marchland.games.conquest.table import NEUTRAL, NONE_ELIGIBLE, Conquest, agreed_bonuses, bonus_table

PACKAGE: Final = "marchland.games.campus"
WHOLE: Final = load_board(PACKAGE, "board.toml")

# CAM-1.3  With three players two buildings are closed, with two players four.
CLOSED_FOR_THREE: Final = ["OLD", "SPO"]
CLOSED_FOR_TWO: Final = ["ART", "WRK", "OLD", "SPO"]
FOR_THREE: Final = WHOLE.without(CLOSED_FOR_THREE)
FOR_TWO: Final = WHOLE.without(CLOSED_FOR_TWO)
BONUSES: Final = {board: bonus_table(board) for board in (WHOLE, FOR_THREE, FOR_TWO)}

NUMBERS: Final = Numbers()
BONUS: Final = NUMBERS.row(
    [f"bonus.{building.code}" for building in WHOLE.groups],
    "CAM-3.3",
    BONUSES[WHOLE],
    0,
    50,
    "troops for holding the whole building",
    reckoned=True,
)

MAP_SCALE: Final = Setting(
    "map_scale",
    "CAM-1.3",
    "With two or three players: close some buildings, deal a neutral hand, or give everybody more troops.",
    ["closed", "neutral", "more_troops"],
    default="closed",
)
CLOSED: Final = MAP_SCALE.value("closed")
NEUTRAL_HAND: Final = MAP_SCALE.value("neutral")
MORE_TROOPS: Final = MAP_SCALE.value("more_troops")
SETUP_PLACE: Final = Setting(
    "setup_place",
    "CAM-1.6",
    "Choose where the remaining starting troops go, or let chance place them.",
    ["choose", "random"],
    default="choose",
)
RANDOM: Final = SETUP_PLACE.value("random")
OPENING: Final = Setting(
    "opening",
    "CAM-2.6",
    "Full income in the first round, or a share that grows with the place in the turn order.",
    ["full", "staggered"],
    default="full",
)
STAGGERED: Final = OPENING.value("staggered")
ATTACK_STYLE: Final = Setting(
    "attack_style",
    "CAM-S.12",
    "An attack commits a force that fights to the end, or is declared roll by roll.",
    ["force", "roll"],
    default="force",
)
ATTACK_STOP: Final = Setting(
    "attack_stop",
    "CAM-S.12",
    "Whether the attacker may break an attack off between rolls.",
    ["no", "yes"],
    default="no",
)
DICE_CHOICE: Final = Setting(
    "dice_choice",
    "CAM-S.8",
    "Both sides throw the most dice, or choose how many.",
    ["max", "choose"],
    default="max",
)
DICE_TIES: Final = Setting(
    "dice_ties",
    "CAM-S.9",
    "Equal dice: the attacker loses the troop, or nobody does.",
    ["defender", "nobody"],
    default="defender",
)
MAX_ROUNDS: Final = Setting(
    "max_rounds", "CAM-S.16", "The round after which the ranking decides.", least=5, most=200, default="40"
)
SETTINGS: Final = Settings(
    [MAP_SCALE, SETUP_PLACE, OPENING, ATTACK_STYLE, ATTACK_STOP, DICE_CHOICE, DICE_TIES, MAX_ROUNDS]
)

ALL_SETTLED: Final = phrase("CAM-4.5", "The troops in {source:region} have reinforced this turn and may not attack")
NOTHING_TO_OFFER: Final = phrase("CAM-6.4", "There is nothing in this game that could be offered")


@final
class Campus(Conquest):
    """Rooms and troops, and (CAM-4.1) the state of every troop of the active player: fresh, settled or veteran."""

    settled: vec[i64]
    veteran: vec[i64]
    to_place: i64
    remainder: list[int]  # CAM-1.5  starting troops still to place, by seat

    def set_up(self) -> None:
        self.lay_empty_map(self.map_in_play())
        count = len(self.owner)
        self.settled = vec[i64]([0] * count)
        self.veteran = vec[i64]([0] * count)
        self.to_place = 0
        self.remainder = [0] * self.seats
        self.style = ATTACK_STYLE.of(self)
        self.may_stop = ATTACK_STOP.on(self)
        self.choose_dice = DICE_CHOICE.on(self)
        self.ties_stand = DICE_TIES.on(self)
        self.max_rounds = MAX_ROUNDS.of(self)
        self.bonus = self.bonuses()

    def map_in_play(self) -> Board:
        """CAM-1.3  Closed rooms, and links to them, do not exist."""
        if MAP_SCALE.of(self) != CLOSED or self.seats > 3:
            return self.house.board or WHOLE
        if self.house.board is not None:
            return self.house.board.without(CLOSED_FOR_THREE if self.seats == 3 else CLOSED_FOR_TWO)
        return FOR_THREE if self.seats == 3 else FOR_TWO

    def restore(self) -> None:
        self.board = self.map_in_play()
        self.bonus = self.bonuses()
        self.count_lands()

    def bonuses(self) -> list[int]:
        """CAM-3.3  The table of bonuses follows the rooms in play."""
        return agreed_bonuses(self, BONUS, BONUSES.get(self.board) or bonus_table(self.board))

    # -- CAM-4: the states of troops ---------------------------------------------------------------------------------

    def fresh(self, room: i64) -> i64:
        """CAM-4.1  Neither moved nor fought this turn."""
        return self.units[room] - self.settled[room] - self.veteran[room]

    def mobile(self, room: i64) -> i64:
        """CAM-4.3  R(A) = min(f, total - 1): fresh troops that may reinforce. CAM-4.6  Veterans may not."""
        units: i64 = self.units[room]
        fresh: i64 = units - self.settled[room] - self.veteran[room]
        return fresh if fresh < units else units - 1

    def eligible(self, source: i64) -> i64:
        """CAM-4.4  E(A) = min(f + v, total - 1). CAM-4.5  Settled troops stay; CAM-4.12  so does one of any state.

        CAM-5.6  Veterans count, so a chain of attacks goes on from every room that is taken.
        """
        units: i64 = self.units[source]
        settled: i64 = self.settled[source]
        return units - settled if settled > 0 else units - 1

    def none_eligible(self, source: i64) -> Saying:
        return [ALL_SETTLED, source] if self.units[source] > 1 else [NONE_ELIGIBLE, source]

    def commit(self, source: i64, n: i64) -> None:
        """CAM-4.7  Veterans first, then fresh troops; whoever fights is a veteran from then on (CAM-4.9, 4.10)."""
        if self.veteran[source] < n:
            self.veteran[source] = n

    def lose(self, territory: i64, n: i64) -> None:
        self.units[territory] -= n
        # CAM-4.8  Only troops that took part can be lost; defenders have no state (CAM-4.2).
        if self.veteran[territory] > 0:
            self.veteran[territory] -= n

    def move_in(self, source: i64, target: i64, n: i64) -> None:
        """CAM-4.8, CAM-5.4  All survivors of the force stand on the captured room, as veterans."""
        self.units[source] -= n
        self.veteran[source] -= n
        self.units[target] = n
        self.veteran[target] = n

    def forget_states(self) -> None:
        """CAM-4.2  At the end of the turn the states are forgotten."""
        count = len(self.owner)
        self.settled = vec[i64]([0] * count)
        self.veteran = vec[i64]([0] * count)

    def troops(self, seat: i64) -> i64:
        total: i64 = 0
        for room in range(len(self.owner)):
            if self.owner[room] == seat:
                total += self.units[room]
        return total

    def ranking(self, seat: int) -> list[int]:
        """CAM-6.2  Most rooms, then the income that would be received now, then most troops.

        CAM-6.3  Equal in all three shares the place; the eliminated follow, the last eliminated first.
        """
        return [self.held[seat], self.income(seat), self.troops(seat)]

    def offer_fault(self, maker: i64, to: i64, give: list[int], ask: list[int]) -> Saying:
        """CAM-6.4  There is nothing to trade."""
        return [NOTHING_TO_OFFER]

    # -- copies and views --------------------------------------------------------------------------------------------

    def copy(self) -> Campus:
        twin = Campus()
        self.copy_conquest_into(twin)
        twin.settled = self.settled[:]
        twin.veteran = self.veteran[:]
        twin.to_place = self.to_place
        twin.remainder = self.remainder[:]
        return twin

    def sight(self, seat: i64) -> dict[str, object]:
        """Section 5: nothing is hidden but future dice."""
        return {
            "owner": list(self.owner),
            "units": list(self.units),
            "settled": list(self.settled),
            "veteran": list(self.veteran),
            "order": self.order[:],
            "fallen": self.fallen[:],
            "to_place": self.to_place,
            "remainder": self.remainder[:],
            "income": [self.income(player) if self.alive(player) else 0 for player in range(self.seats)],
            "run": self.run[:],
            "bonuses": self.bonus[:],
        }

    def depict(self, seat: i64) -> Picture:
        facts = [Fact(self.max_rounds, LAST_ROUND)]
        if self.to_place:
            facts.append(Fact(self.to_place, "to place"))
        rooms = sum(self.board.in_play)
        return Picture(
            regions=self.regions_shown(len(self.owner)),
            seats=[self.seat_shown(player, rooms) for player in range(self.seats)],
            facts=facts,
            groups=self.groups_shown(),
        )

    def sees_alike(self, seat: i64) -> bool:
        return True

    def sketch(self) -> list[int]:
        return [
            ((self.settled[room] << 16 | self.veteran[room]) << 16 | self.units[room]) << 8 | self.owner[room]
            for room in range(len(self.owner))
        ]

    def region_shown(self, room: int) -> Region:
        owner: int = self.owner[room]
        marks: list[Mark] = []
        if self.settled[room] > 0:
            marks.append(Mark("settled", count=self.settled[room]))
        if self.veteran[room] > 0:
            marks.append(Mark("veteran", count=self.veteran[room]))
        return Region(owner if owner < NEUTRAL else NEUTRAL - owner - 1, self.units[room], marks)

    def seat_shown(self, player: int, rooms: int) -> Seat:
        out = player in self.fallen
        income: int = 0 if out else self.income(player)
        return seat_shown(self.held[player], self.troops(player), income, self.remainder[player], out, rooms)


@lru_cache(4000)
def seat_shown(held: int, troops: int, income: int, remainder: int, out: bool, rooms: int) -> Seat:
    """Those that look alike are one object."""
    facts = [Fact(held, "room", "rooms"), Fact(troops, "troop", "troops"), Fact(income, "income")]
    if remainder:
        facts.append(Fact(remainder, "to set up"))
    return Seat(facts, out, aim=f"{held} of {rooms} rooms")
