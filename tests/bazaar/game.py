"""Bazaar as a game: its positions, its worth to a bot, and what is conserved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from bazaar.steps import ALL_ROUNDS, BESIDE, DEAL, LOT, MATCH, ROUND, STAGES
from bazaar.table import CARDS, COINS_PER_SEAT, GOODS, NUMBERS, SETTINGS, TERMS, Bazaar, good_of, worth_of
from marchland.engine.errors import UsageError
from marchland.engine.faces import Face, Faces
from marchland.engine.game import Game
from marchland.engine.labels import Labels
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
        place(t, position)

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


def place(t: Bazaar, position: Mapping[str, Any]) -> None:
    """A position: {"seats": 3, "step": "palace", "wanted": "tea", "coins": [9, 0, 4], "hands": [["tea6"], [], []]}.

    `step` is the stage that begins: order, stalls, market, wish, palace, gifts or sales. `pile` names its cards from
    the top, `storehouse` those of the palace; cards that are named nowhere lie at the bottom of the pile. `order` and
    `round` complete it.
    """
    known = {"seats", "options", "step", "round", "order", "wanted", "coins", "hands", "pile", "storehouse"}
    for entry in position:
        if entry not in known:
            raise UsageError(f"A position of Bazaar has no entry {entry!r}; known are {', '.join(sorted(known))}.")
    t.round = position.get("round", 1)
    t.order = list(position.get("order", t.order))
    t.active = t.order[0]
    t.wanted = GAME.labels.number("good", position.get("wanted", "silk"))
    t.coins = list(position.get("coins", t.coins))
    t.till = COINS_PER_SEAT.of(t) * t.seats - sum(t.coins)
    hands = [cards(codes) for codes in position.get("hands", [[]] * t.seats)]
    if sorted(t.order) != list(range(t.seats)) or len(t.coins) != t.seats or len(hands) != t.seats:
        raise UsageError("A position of Bazaar has coins and a hand for every seat, and every seat once in its order.")
    place_cards(t, hands, cards(position.get("pile", [])), cards(position.get("storehouse", [])))
    if fault := GAME.conserved(t):
        raise UsageError(f"A position of Bazaar has every coin and card once, but {fault}.")
    place_agenda(t, position.get("step", "order"))


def cards(codes: list[str]) -> list[int]:
    return [GAME.labels.number("card", code) for code in codes]


def place_cards(t: Bazaar, hands: list[list[int]], top: list[int], storehouse: list[int]) -> None:
    named = [card for hand in hands for card in hand] + top + storehouse
    t.pile = [card for card in range(CARDS) if card not in named] + top[::-1]
    t.storehouse = storehouse
    for seat, hand in enumerate(hands):
        for card in hand:
            t.take_card(seat, card)
    for card in storehouse:
        t.show(card)


def place_agenda(t: Bazaar, step: str) -> None:
    stages = [stage.tag for stage in STAGES]
    if f"bazaar.{step}" not in stages:
        raise UsageError(f"A position of Bazaar cannot stand at {step!r}.")
    t.call(MATCH)
    t.set_progress(2)
    t.call(ALL_ROUNDS)
    t.call(ROUND)
    t.set_progress(stages.index(f"bazaar.{step}"))


def labels() -> Labels:
    made = Labels()
    made.put("good", GOODS)
    worths = [(GOODS[good_of(card)], worth_of(card)) for card in range(CARDS)]
    made.put("card", [f"{good}{n}" for good, n in worths], [f"{good} of worth {n}" for good, n in worths])
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
)
