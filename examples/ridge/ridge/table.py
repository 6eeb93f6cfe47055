"""What lies on a table of Ridge."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.cards import Cards, new_cards
from marchland.engine.deck import read_deck
from marchland.engine.game import load_board, read_text
from marchland.engine.numbers import Numbers
from marchland.engine.picture import NOBODY, CardShown, Fact, Group, Mark, Picture, Region, Seat
from marchland.engine.settings import Setting, Settings
from marchland.engine.table import ALL_SEEING, Table

PACKAGE: Final = "ridge"
BOARD: Final = load_board(PACKAGE, "board.toml")
CARDS: Final = read_deck(read_text(PACKAGE, "cards.toml"), "card", ["strength"], "cards.toml")

# Numbers that a group may turn for a match, each with its clause, its value and its range: `WHOLE_ROW.of(t)` reads one.
# 'marchland numbers' lists them.
NUMBERS: Final = Numbers()
COPIES: Final = CARDS.counts(NUMBERS, "RID-1.3", 20)
STRENGTH: Final = CARDS.row(NUMBERS, "strength", "RID-3.2", 0, 9, "what the card adds to a march")
WHOLE_ROW: Final = NUMBERS.one("points.row", "RID-4.1", 2, 0, 9, "further points for a whole row")

# What a group may agree on before a match stands in the chapter Options of the rulebook.
ROUNDS: Final = Setting("rounds", "RID-4.1", "How many rounds are played.", least=3, most=12, default="6")
SETTINGS: Final = Settings([ROUNDS])


class Ridge(Table):
    """Everything is declared here: what is declared is copied, saved and compared. Regions and cards are numbers, in
    the order of board.toml and cards.toml."""

    owner: list[int]  # of every region: a seat, or NOBODY
    scouts: list[int]  # in every region
    home: list[int]  # of every seat
    cards: Cards  # deck, hands and played cards, and who knows which

    def set_up(self) -> None:
        """An empty table; the first step of the match fills it."""
        self.owner = [NOBODY] * len(BOARD.regions)
        self.scouts = [0] * len(BOARD.regions)
        self.home = [NOBODY] * self.seats
        self.cards = new_cards(CARDS, self.seats, CARDS.copies_at(self, COPIES))

    def copy(self) -> Ridge:
        """A table of its own: lists are copied, or what happens to one table would happen to the other."""
        twin = Ridge()
        self.copy_into(twin)
        twin.owner = self.owner[:]
        twin.scouts = self.scouts[:]
        twin.home = self.home[:]
        twin.cards = self.cards.copy()
        return twin

    # -- what the rules ask the table ----------------------------------------------------------------------------------

    def regions_of(self, seat: i64) -> list[int]:
        return [region for region, owner in enumerate(self.owner) if owner == seat]

    def reach(self, seat: i64) -> list[int]:
        """RID-3.1  Regions of one's own and those beside them; all, if one holds nothing."""
        own = self.regions_of(seat)
        near = {beside for region in own for beside in BOARD.neighbours[region]}
        return sorted(near.union(own)) if own else list(range(len(BOARD.regions)))

    def holder_of_row(self, row: int) -> int:
        """Who holds a whole row; NOBODY if none does."""
        holders = {self.owner[region] for region in BOARD.members[row]}
        return holders.pop() if len(holders) == 1 else NOBODY

    def points(self, seat: i64) -> int:
        """RID-4.1  One for a region, and two more for a whole row."""
        rows = sum(self.holder_of_row(row) == seat for row in range(len(BOARD.groups)))
        return len(self.regions_of(seat)) + int(WHOLE_ROW.of(self)) * rows

    def scouts_of(self, seat: i64) -> int:
        return sum(self.scouts[region] for region in self.regions_of(seat))

    # -- what is seen --------------------------------------------------------------------------------------------------

    def sight(self, seat: i64) -> dict[str, object]:
        """What a seat sees, for programs. RID-1.3  Of the cards only its own; `sees` also lets the all-seeing look,
        who comes when the match is over."""
        return {
            "owner": self.owner[:],
            "scouts": self.scouts[:],
            "home": self.home[:],
            "hands": [self.cards[other][:] if self.sees(seat, other) else [] for other in range(self.seats)],
            "hand_sizes": [len(self.cards[other]) for other in range(self.seats)],
            "played": self.cards.discard[:],
            "deck": self.cards.pile[:] if seat == ALL_SEEING else [],
            "deck_size": len(self.cards.pile),
        }

    def imagine(self, seat: i64) -> None:
        """What a seat does not know is dealt anew: bots think about such a table, never about the true one."""
        self.cards.imagine(seat, self.dice, 0, [])

    def depict(self, seat: i64) -> Picture:
        """What a seat sees, for people: browser and terminal draw it without knowing the game."""
        return Picture(
            regions=[
                Region(owner, scouts, [Mark("home", of) for of in range(self.seats) if self.home[of] == region])
                for region, (owner, scouts) in enumerate(zip(self.owner, self.scouts, strict=True))
            ],
            groups=[Group(int(WHOLE_ROW.of(self)), self.holder_of_row(row)) for row in range(len(BOARD.groups))],
            seats=[
                Seat(
                    [
                        Fact(self.points(other), "point", "points"),
                        Fact(self.scouts_of(other), "scout", "scouts"),
                        Fact(len(self.cards[other]), "card", "cards"),
                    ],
                    aim=f"{len(self.regions_of(other))} of {len(BOARD.regions)} regions",
                )
                for other in range(self.seats)
            ],
            facts=[Fact(int(ROUNDS.of(self)), "round in all", "rounds in all")],
            hand=[
                CardShown(other, "card", card)
                for other in range(self.seats)
                if self.sees(seat, other)
                for card in self.cards[other]
            ],
        )
