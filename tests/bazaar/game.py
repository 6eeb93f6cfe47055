"""Bazaar as a game: its positions, its worth to a bot, and what is conserved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from bazaar.steps import ALL_ROUNDS, BESIDE, DEAL, LOT, MATCH, ROUND, STAGES
from bazaar.table import CARDS, COINS_PER_SEAT, GOODS, NUMBERS, SETTINGS, TERMS, Bazaar, good_of, worth_of
from marchland.engine.errors import UsageError
from marchland.engine.faces import Face, Faces
from marchland.engine.forms import ByName, BySeat, Listed, Named, OneOf, Seat, SetOf, TopFirst, Whole, Word
from marchland.engine.game import Game
from marchland.engine.labels import Labels
from marchland.engine.position import Entry, kept
from marchland.engine.table import Table


class BazaarGame(Game[Bazaar]):
    def blank(self) -> Bazaar:
        return Bazaar()

    def evaluate(self, t: Table, seat: i64) -> float:
        """What one owns, and by how much it is more than the best of the others."""
        assert isinstance(t, Bazaar)
        own = t.score(seat)
        return own + 0.5 * (own - max(t.score(other) for other in range(t.seats) if other != seat))

    def lay_out(self, t: Table, position: Mapping[str, Any]) -> None:
        assert isinstance(t, Bazaar)
        place(t, dict(position))

    def laid_out(self, t: Table) -> dict[str, Any]:
        assert isinstance(t, Bazaar)
        return {
            "order": t.order,
            "coins": t.coins,
            "hands": t.hands,
            "pile": t.pile,
            "storehouse": t.storehouse,
            "known": {card: viewers for card, viewers in enumerate(t.knows) if viewers},
        }

    def conserved(self, t: Table) -> str:
        """BAZ-1.2  No coin and no card ever enters or leaves the game."""
        assert isinstance(t, Bazaar)
        if sum(t.coins) + t.till != COINS_PER_SEAT.of(t) * t.seats:
            return f"there are {sum(t.coins) + t.till} coins"
        if min(*t.coins, t.till) < 0:
            return f"somebody has less than nothing: {t.coins}, till {t.till}"
        cards = [card for hand in t.hands for card in hand] + t.pile + t.storehouse
        if sorted(cards) != list(range(CARDS)):
            return f"the cards are {sorted(cards)}"
        for seat, hand in enumerate(t.hands):
            if hand != sorted(hand) or not all(t.is_known(card, seat) for card in hand):
                return f"seat {seat} does not know its own hand {hand}"
        return ""


# -- positions: {"seats": 3, "step": "palace", "wanted": "tea", "coins": [9, 0, 4], "hands": [["tea6"], [], []]} -----

WORTHS: Final = [(GOODS[good_of(card)], worth_of(card)) for card in range(CARDS)]
CARD: Final = Named("a card", [f"{good}{n}" for good, n in WORTHS], [f"{good} of worth {n}" for good, n in WORTHS])


class Viewers(SetOf):
    """Seats and, as one more, the spectators."""

    def read(self, t: Table, value: Any, where: str) -> Any:
        seats = [seat for seat in value if seat != "spectators"] if isinstance(value, list) else value
        return super().read(t, seats, where) | ("spectators" in value) << t.seats

    def write(self, t: Table, value: Any) -> Any:
        public = value >> t.seats & 1
        return super().write(t, value & ~(1 << t.seats)) + ["spectators"] * public

    def schema(self, game: Game) -> dict[str, Any]:
        return {"type": "array", "items": {"anyOf": [self.form.schema(game), {"enum": ["spectators"]}]}}


ENTRIES: Final = [
    Entry(
        "step",
        "The stage that begins.",
        Word([stage.tag.removeprefix("bazaar.") for stage in STAGES]),
        "BAZ-2.1",
        "order",
    ),
    Entry("order", "The seats in their order.", Listed(Seat()), "BAZ-3.3", "by rising number"),
    kept("wanted", "What the palace wants.", OneOf(GOODS), "BAZ-6.1"),
    Entry(
        "coins", "The purses; all other coins are in the till.", BySeat(Whole(), 0), "BAZ-1.2", "as at the beginning"
    ),
    Entry("hands", "The cards of each seat.", BySeat(Listed(CARD), []), "BAZ-1.3", "none"),
    Entry(
        "pile", "The pile; what is named nowhere lies beneath.", TopFirst(CARD), "BAZ-1.3", "all that is named nowhere"
    ),
    Entry("storehouse", "The cards of the palace.", Listed(CARD), "BAZ-6.3", "none"),
    Entry(
        "known",
        "Who knows where a card lies.",
        ByName(CARD, Viewers(Seat())),
        "BAZ-9.3",
        "holders, all of the storehouse",
    ),
    kept("offered", "Offers that each seat has made this round.", BySeat(Whole(), 0), "BAZ-9.4"),
]


def place(t: Bazaar, given: dict[str, Any]) -> None:
    step = given.setdefault("step", "order")
    t.round = given.get("round", 1 if step else 0)
    t.order = given.get("order", t.order)
    if sorted(t.order) != list(range(t.seats)):
        raise UsageError("The 'order' of a position has every seat once.")
    t.active = given.get("active", t.order[0])
    t.coins = given.get("coins", t.coins)
    t.till = COINS_PER_SEAT.of(t) * t.seats - sum(t.coins)
    place_cards(t, given.get("hands", [[]] * t.seats), given.get("pile", []), given.get("storehouse", []))
    for card, viewers in given.get("known", {}).items():
        t.knows[card] = viewers
    if fault := GAME.conserved(t):
        raise UsageError(f"A position of Bazaar has every coin and card once, but {fault}.")
    if step:
        place_agenda(t, step)


def place_cards(t: Bazaar, hands: list[list[int]], pile: list[int], storehouse: list[int]) -> None:
    named = [card for hand in hands for card in hand] + pile + storehouse
    t.pile = [card for card in range(CARDS) if card not in named] + pile
    t.storehouse = storehouse
    for seat, hand in enumerate(hands):
        for card in hand:
            t.take_card(seat, card)
    for card in storehouse:
        t.show(card)


def place_agenda(t: Bazaar, step: str) -> None:
    t.call(MATCH)
    t.set_progress(2)
    t.call(ALL_ROUNDS)
    t.call(ROUND)
    t.set_progress([stage.tag for stage in STAGES].index(f"bazaar.{step}"))


def labels() -> Labels:
    made = Labels()
    made.put("good", GOODS)
    made.put("card", CARD.names, CARD.others)
    return made


def faces() -> Faces:
    names = labels().names["card"]
    return Faces("card", "Cards", [Face(name, corner=str(worth_of(card))) for card, name in enumerate(names)])


GAME: Final = BazaarGame(
    name="bazaar",
    title="Bazaar",
    prefix="BAZ",
    version="1.0",
    summary="A test game with one of every reusable step: secret bids, hidden hands, auctions, deals.",
    seats=(2, 3, 5),
    labels=labels(),
    settings=SETTINGS,
    root=MATCH,
    steps=[DEAL, ALL_ROUNDS, ROUND, LOT, *STAGES],
    package="bazaar",
    beside=BESIDE,
    decks=[faces()],
    deals=TERMS,
    numbers=[NUMBERS],
    entries=ENTRIES,
)
