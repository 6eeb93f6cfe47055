"""Ridge as a game: what bots think of a table, positions, laws, and the game itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from marchland.engine.deck import Card
from marchland.engine.errors import UsageError
from marchland.engine.faces import DeckFaces, Face
from marchland.engine.game import Game, load_first_steps
from marchland.engine.labels import Labels
from marchland.engine.picture import NOBODY
from marchland.engine.table import Table
from ridge.rounds import ALL_ROUNDS, DEAL, DRAW, MATCH, PLAN, ROUND
from ridge.table import BOARD, CARDS, COPIES, NUMBERS, PACKAGE, SETTINGS, STRENGTH, Ridge


class RidgeGame(Game[Ridge]):
    def blank(self) -> Ridge:
        return Ridge()

    def evaluate(self, t: Table, seat: i64) -> float:
        """How well a seat stands: the greedy bot takes what makes this number rise most."""
        assert isinstance(t, Ridge)
        return worth(t, seat) - max(worth(t, other) for other in range(t.seats) if other != seat)

    def lay_out(self, t: Table, position: Mapping[str, Any]) -> None:
        """A position, for tests and puzzles: {"seats": 2, "round": 3, "regions": {"SAD": [0, 2]}, "hands": [["Rope"]]}.
        A region is [owner, scouts]; regions that are not named are free, hands that are not named empty. It begins
        with the marches of its round."""
        assert isinstance(t, Ridge)
        t.round = position.get("round", 1)
        for code, (owner, scouts) in position.get("regions", {}).items():
            region = GAME.labels.number("region", code)
            t.owner[region], t.scouts[region] = owner, scouts
        place_cards(t, [[GAME.labels.number("card", name) for name in hand] for hand in position.get("hands", [])])
        if fault := self.conserved(t):
            raise UsageError(f"A position of Ridge keeps its laws, but {fault}.")
        # The steps as they have called each other, each with how far it has come.
        t.call(MATCH)
        t.set_progress(MATCH.sequence.index(ALL_ROUNDS) + 1)
        t.call(ALL_ROUNDS)
        t.call(ROUND)
        t.set_progress(ROUND.sequence.index(PLAN))

    def conserved(self, t: Table) -> str:
        """What must be true of every table, whatever happens; `marchland check` looks at it after every decision."""
        assert isinstance(t, Ridge)
        for region, (owner, scouts) in enumerate(zip(t.owner, t.scouts, strict=True)):
            if (owner == NOBODY) != (scouts == 0) or not NOBODY <= owner < t.seats or scouts < 0:
                return f"in {BOARD.regions[region].name} seat {owner} has {scouts} scouts"
        if t.round > 0 and sorted(t.cards.everywhere()) != CARDS.pile_at(t, COPIES):
            return f"the cards are {sorted(t.cards.everywhere())}"
        return ""

    def study(self, dealt: Table, story: list[list[int]]) -> list[tuple[int, str, str]]:
        """What `marchland simulate --by home` groups results by: who was at home where."""
        assert isinstance(dealt, Ridge)
        return [(seat, "home", BOARD.regions[home].code) for seat, home in enumerate(dealt.home)]


def worth(t: Ridge, seat: i64) -> float:
    """Points; scouts, who keep a region; cards, which win the next one."""
    return t.points(seat) + 0.3 * t.scouts_of(seat) + 0.2 * sum(int(STRENGTH.of(t, card)) for card in t.cards[seat])


def place_cards(t: Ridge, hands: list[list[int]]) -> None:
    """The cards of the hands lie on top of the deck and are drawn from there."""
    deck = CARDS.pile_at(t, COPIES)
    wanted = [(seat, card) for seat, hand in enumerate(hands) for card in hand]
    for _, card in wanted:
        if card not in deck:
            raise UsageError(f"The card {CARDS.cards[card].name} is named more often than there are copies.")
        deck.remove(card)
    t.cards.lay(deck + [card for _, card in reversed(wanted)])
    for seat, _ in wanted:
        t.cards.draw(t, seat)


def face(card: Card) -> Face:
    """What a card looks like; with house rules its text states the numbers of the match."""
    return Face(card.name, card.text, clause="RID-3.2")


def labels() -> Labels:
    """What the numbers of regions and cards are called."""
    made = Labels()
    made.put("region", [region.code for region in BOARD.regions], [region.name for region in BOARD.regions])
    made.put("card", CARDS.names())
    return made


GAME: Final = RidgeGame(
    name="ridge",
    title="Ridge",
    prefix="RID",
    version="0.1",
    summary="Scouts march in secret over nine regions; the best place is where nobody else goes.",
    seats=(2, 3, 4),  # least, usual, most
    labels=labels(),
    settings=SETTINGS,
    numbers=[NUMBERS],
    root=MATCH,
    steps=[DEAL, ALL_ROUNDS, ROUND, DRAW, PLAN],
    package=PACKAGE,
    board=BOARD,
    decks=[DeckFaces("card", "Cards", CARDS, face)],
    sequence=ROUND.sequence,
    length="10 minutes",
    first_steps=load_first_steps(PACKAGE, "first_steps.toml", []),
    facts={"home": "the corner in which a player begins"},
)
