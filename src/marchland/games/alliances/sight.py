"""Hidden information (ALL-24): what a seat sees, and what it must imagine; and the whole table of Alliances."""

from __future__ import annotations

from mypy_extensions import i64

from marchland.engine.picture import Picture, Region
from marchland.engine.sets import bit, set_of, size
from marchland.engine.table import ALL_SEEING
from marchland.games.alliances.draft import check_cards, sorts_of_cards
from marchland.games.alliances.parts import part_of, powers_ready
from marchland.games.alliances.picture import picture, region_of, sketch
from marchland.games.alliances.powers import POWERS
from marchland.games.alliances.regions import REGIONS
from marchland.games.alliances.seats import check_seats
from marchland.games.alliances.table import KINDS, Alliances


def listed(regions: i64) -> list[int]:
    return [region for region in range(REGIONS) if regions & bit(region)]


class AlliancesTable(Alliances):
    """Alliances whole. Tokens and marks are secret choices in their steps; hidden besides are the hands of a draft."""

    def set_up(self) -> None:
        super().set_up()
        check_seats(self)
        check_cards(self)

    def copy(self) -> AlliancesTable:
        twin = AlliancesTable()
        self.copy_into(twin)
        twin.played_by = self.played_by
        twin.powers = self.powers
        twin.order = self.order
        twin.scenario = self.scenario
        twin.infantry = self.infantry[:]
        twin.artillery = self.artillery[:]
        twin.coins = self.coins[:]
        twin.supply = self.supply[:]
        twin.trenches = self.trenches[:]
        twin.tokens = self.tokens[:]
        twin.points = self.points[:]
        twin.held = self.held[:]
        twin.owner = self.owner[:]
        twin.strategic = self.strategic
        twin.answering = self.answering
        twin.settled = self.settled[:]
        twin.mover = self.mover
        twin.origin = self.origin
        twin.plan = self.plan[:]
        twin.attackers = self.attackers[:]
        twin.plunder = self.plunder
        twin.entrenched = self.entrenched
        twin.hands = self.hands[:]
        twin.drafted = self.drafted[:]
        return twin

    # -- ALL-6.12: the draft -----------------------------------------------------------------------------------------

    def has_held(self, viewer: i64, power: i64) -> bool:
        """ALL-6.12  Whether a viewer knows the hand of a power: one of its powers has held it, on its way here."""
        if viewer == ALL_SEEING:
            return True
        place = self.powers.index(int(power))
        for passed in range(size(self.drafted[power]) + 1):
            if self.played_by[self.powers[(place - passed) % len(self.powers)]] == viewer:
                return True
        return False

    def imagine(self, seat: i64) -> None:
        """The cards of hands that the seat has never held are dealt anew; how many strategic ones each has is known."""
        for power in self.powers:
            if self.answering >> power & 1 and not part_of(self).sees(self, seat, power):
                self.settled[power] = 0
        unknown = [power for power in self.powers if self.hands[power] and not self.has_held(seat, power)]
        if not unknown:
            return
        counts = [[int(size(self.hands[power] & sort)) for power in unknown] for sort in sorts_of_cards(self)]
        pool: i64 = 0
        for power in unknown:
            pool |= self.hands[power]
            self.hands[power] = 0
        for sort, shares in zip(sorts_of_cards(self), counts, strict=True):
            cards = listed(pool & sort)
            self.dice.shuffle(cards)
            for power, share in zip(unknown, shares, strict=True):
                self.hands[power] |= set_of(cards[:share])
                cards = cards[share:]

    # -- seeing ------------------------------------------------------------------------------------------------------

    def sight(self, seat: i64) -> dict[str, object]:
        """ALL-24.1  Everything but the hands of a draft; secret choices are shown by their steps."""
        return {
            "played_by": self.played_by[:],
            "order": self.order[:],
            "scenario": self.scenario,
            "infantry": [list(self.infantry[p * REGIONS : (p + 1) * REGIONS]) for p in range(POWERS + 1)],
            "artillery": [list(self.artillery[p * REGIONS : (p + 1) * REGIONS]) for p in range(POWERS)],
            "coins": list(self.coins),
            "supply": list(self.supply),
            "trenches": list(self.trenches),
            "tokens": [list(self.tokens[p * KINDS : (p + 1) * KINDS]) for p in range(POWERS)],
            "points": list(self.points),
            "answering": self.answering,
            "ready": powers_ready(self),
            # How many marks a power had made at a gift is as secret as they are.
            "settled": list(self.settled) if seat == ALL_SEEING else None,
            "mover": self.mover,
            "origin": self.origin,
            "plan": [list(self.plan[:REGIONS]), list(self.plan[REGIONS:])],
            "attackers": [list(self.attackers[:REGIONS]), list(self.attackers[REGIONS:])],
            "plunder": self.plunder,
            "entrenched": self.entrenched,
            "drafted": list(self.drafted),
            "cards": [
                [int(size(self.hands[power] & sort)) for sort in sorts_of_cards(self)] for power in range(POWERS)
            ],
            # By power, for who has held them.
            "hands": [
                int(self.hands[power]) if self.hands[power] and self.has_held(seat, power) else None
                for power in range(POWERS)
            ],
        }

    def depict(self, seat: i64) -> Picture:
        return picture(self, seat)

    def sketch(self) -> list[int]:
        return sketch(self)

    def region_shown(self, region: int) -> Region:
        return region_of(self, region)
