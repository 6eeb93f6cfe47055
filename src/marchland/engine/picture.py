"""What one viewer sees, in a form that needs no knowledge of the game: the one definition from which terminal, server
and browser client are made. What a game does not have it leaves out.

Not compiled: the server's schema is read off the annotations, which compiled classes do not keep.
"""

from dataclasses import dataclass, field
from typing import Final

NOBODY: Final = -1
NOT_IN_PLAY: Final = -2

LAST_ROUND: Final = "last round"  # the fact of a table by which a headline says "round 4 of 30"


@dataclass
class Fact:
    """A number and what it counts: "1 territory", "3 territories". Without a plural one word serves for all."""

    value: int
    one: str
    many: str = ""

    def word(self) -> str:
        return self.many if self.many and self.value != 1 else self.one


@dataclass
class Mark:
    """Something on a region besides its pieces, perhaps a seat's: the capital of seat 2. The word is also that of its
    emblem, if the game has one. `count` is 0 where nothing is counted. `towards`: it lies at the border with that
    region. `secret`: it lies face down, and not everybody knows of it."""

    word: str
    seat: int = NOBODY
    count: int = 0
    towards: int = NOBODY
    secret: bool = False


@dataclass
class Piece:
    """Pieces of one seat, all alike: the board's own (its `piece`), or of a `type` with a name. They stand on the
    region or `within` a place of it, such as a temple. `flag` are a few letters for whose they are, where one seat
    plays several powers; `attacking`: they have come to take the region, and stand on it only for now."""

    seat: int
    count: int
    type: str = ""
    within: str = ""
    flag: str = ""
    attacking: bool = False


@dataclass
class Region:
    """What stands on a region: owner is a seat, -1 for nobody (neutral), -2 if the region is not in play.

    `count` are the owner's pieces, all of one type; where several seats or types stand together, `pieces` has them
    all, and they are drawn instead."""

    owner: int
    count: int
    marks: list[Mark] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)


@dataclass
class Group:
    """What holding all of a group is worth, and who does (-1: nobody)."""

    worth: int
    owner: int


@dataclass
class Effect:
    """Something that lasts, on the sheet of a seat: what it is, what it does and by which clause; for how many turns of
    that seat more (0: not by the turn), and on which `regions`. `secret`: others do not know all that it says."""

    title: str
    text: str
    clause: str
    turns: int = 0
    emblem: str = ""
    regions: list[int] = field(default_factory=list)
    secret: bool = False


@dataclass
class Seat:
    """`aim` is how far a seat has come towards winning, in words: "2 of 3 bastions"; `team` the number of its team, -1
    where it plays alone; `sheet` what lasts for it, good or bad."""

    facts: list[Fact] = field(default_factory=list)
    out: bool = False
    notes: list[str] = field(default_factory=list)
    aim: str = ""
    team: int = NOBODY
    sheet: list[Effect] = field(default_factory=list)


@dataclass
class CardShown:
    """A card that the viewer sees: before a seat or (-1) on the table. `secret`: not everybody sees it; without a note
    it is one that the viewer knows to be in the hand of that seat."""

    seat: int
    deck: str
    card: int
    note: str = ""
    secret: bool = False


@dataclass
class Area:
    """Something that lies over several regions: rain, a front, a storm."""

    name: str
    emblem: str
    regions: list[int]


@dataclass
class Path:
    """A way over the board: `ahead`, announced, or gone. `around`: it leaves at one edge and comes in at the other.
    `label` are a few words that stand at it, such as when somebody arrives."""

    name: str
    ahead: bool
    around: bool
    regions: list[int]
    label: str = ""


@dataclass
class AuctionShown:
    """An open auction: the lot (`card` is -1 face down), the standing bid and its holder (-1: nobody). A lot that is no
    card has a `title` and a `text`, and no deck."""

    deck: str
    card: int
    standing: int
    holder: int
    bidders: list[int]
    passed: list[int]
    currency: str
    title: str = ""
    text: str = ""


@dataclass
class Prize:
    """Something that can be taken by an action, and who has taken it (-1: nobody yet)."""

    name: str
    text: str
    action: int
    seat: int


@dataclass
class Bid:
    seat: int
    amount: int
    note: str = ""


@dataclass
class Bidding:
    """Sealed bids: what for, and by which rule. `bids` stand here, the best first, once they are open. `prizes` are
    what the bidders take one after the other, where there is more than one."""

    title: str
    text: str
    currency: str
    bidders: list[int]
    bids: list[Bid]
    prizes: list[Prize] = field(default_factory=list)


@dataclass
class Price:
    """What actions of a kind cost the viewer, or of that kind only those from `first` to `last`: `totals` are the
    prices of 1, 2, … together, perhaps beyond the purse; 0 is what costs nothing, and there are none where nothing is
    paid for. `text` is what one gets for it. Of several prices for an action the first counts."""

    kind: int
    currency: str
    purse: int
    totals: list[int]
    first: int = -1
    last: int = -1
    text: str = ""


@dataclass
class Caution:
    """Actions from `first` to `last` would do the viewer harm that is easily overlooked: they are asked once more, with
    what they would bring about."""

    first: int
    last: int
    text: str
    clause: str


@dataclass
class LedgerLine:
    """What, how much of it (nothing where it cannot be counted) and by which clause. `danger`: it threatens; `total`:
    it is what the lines above come to."""

    text: str
    clause: str
    amount: int | None = None
    danger: bool = False
    total: bool = False


@dataclass
class Account:
    """A part of a ledger: what will come in and go out of one thing, or what threatens."""

    title: str
    lines: list[LedgerLine]


@dataclass
class Side:
    """What a seat (-1: neutral) is seen to bring to a contest; its cards as (deck, card). `name` is as whom it fights,
    where that is not the seat itself; `text` what becomes of it now."""

    seat: int
    facts: list[Fact]
    cards: list[tuple[str, int]] = field(default_factory=list)
    name: str = ""
    text: str = ""


@dataclass
class Contest:
    """Seats against each other, in a region or (-1) nowhere. Where it is fought in `steps` that come again and again,
    `at` is the present one, and `text` says what happens in it."""

    title: str
    region: int
    sides: list[Side]
    steps: list[str] = field(default_factory=list)
    at: int = -1
    text: str = ""


@dataclass
class Destination:
    """A region that pieces can be sent to: `sent` are those that will go, by type. `text` says what they find there and
    how they come there; `fight`: they will have to fight, and win with the chance `win` (-1: nobody can say)."""

    region: int
    sent: list[int]
    text: str = ""
    fight: bool = False
    win: float = -1.0


@dataclass
class Dispatch:
    """Pieces of a region that are to be sent to several others at once: their `types`, how many of each are `left`, and
    where they can go. They are sent and taken back by actions that name the type (its place in `domain`) and the
    region."""

    origin: int
    domain: str
    types: list[str]
    left: list[int]
    destinations: list[Destination]


@dataclass
class Picture:
    """The board and the seats as one viewer sees them.

    `tiles` are the numbers of the tiles on the regions, where the match lays the board out. `hand` are the cards that
    the viewer can play, `open` all others that it sees but the `banner`, which is in force for everybody. `sites` say
    on which region the values of a domain are to be found, so that they can be chosen on the board, and `done_at` where
    kinds of action are done whose words name no place. `tray` says of which domains the viewer lays values on regions,
    and how many of each it has left. `ledger` is what the viewer's next turn brings if everything stays as it is."""

    regions: list[Region] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    tiles: list[int] = field(default_factory=list)
    sites: dict[str, list[int]] = field(default_factory=dict)
    done_at: dict[str, int] = field(default_factory=dict)
    hand: list[CardShown] = field(default_factory=list)
    open: list[CardShown] = field(default_factory=list)
    areas: list[Area] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)
    banner: CardShown | None = None
    auction: AuctionShown | None = None
    bidding: Bidding | None = None
    prices: list[Price] = field(default_factory=list)
    cautions: list[Caution] = field(default_factory=list)
    ledger: list[Account] = field(default_factory=list)
    contest: Contest | None = None
    dispatch: Dispatch | None = None
    tray: dict[str, list[int]] = field(default_factory=dict)
