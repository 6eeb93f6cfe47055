"""Hidden information: what a seat sees, and what it must imagine; and the whole table of Capitals."""

from __future__ import annotations

from mypy_extensions import i64

from marchland.engine.errors import EngineError
from marchland.engine.offers import asked_in, given_in, maker_of, number_in, taker_of
from marchland.engine.picture import Picture, Region
from marchland.engine.recall import has, has_not
from marchland.engine.table import ALL_SEEING
from marchland.games.capitals.deals import CARD, DealingCapitals
from marchland.games.capitals.picture import picture, region_of, sketch
from marchland.games.capitals.table import EUR_VISIBLE


class CapitalsTable(DealingCapitals):
    """Capitals whole: map, purses and cards, deals, and who knows what."""

    def copy(self) -> CapitalsTable:
        twin = CapitalsTable()
        self.copy_hands_into(twin)
        twin.terrain = self.terrain
        twin.pool = self.pool[:]
        twin.capital = self.capital[:]
        twin.tokens = self.tokens
        twin.sanctioned = self.sanctioned
        twin.embargoed = self.embargoed
        twin.event = self.event
        twin.event_deck = self.event_deck[:]
        twin.event_discards = self.event_discards[:]
        twin.bids = self.bids
        twin.lobbied = self.lobbied
        twin.ranks = self.ranks
        twin.positions = self.positions[:]
        twin.bought = self.bought
        twin.cards_bought = self.cards_bought
        twin.march_bought = self.march_bought
        twin.marches = self.marches
        twin.conferences = self.conferences
        twin.conquest = self.conquest
        twin.ceased = self.ceased
        twin.battle = self.battle
        twin.entrenched = self.entrenched
        twin.spears = self.spears
        twin.offers_this_turn = self.offers_this_turn
        return twin

    # -- imagining -----------------------------------------------------------------------------------------------------

    def imagine(self, seat: i64) -> None:
        """Others' hands and both decks are dealt anew, as far as the seat knows nothing of them. EUR are no secret for
        one who counts, since all gains and payments are seen."""
        if not self.hands.imagine(seat, self.dice, 0, self.told_by_offers(seat)):
            raise EngineError("what a seat has seen is not possible")
        self.event_deck.sort()
        self.dice.shuffle(self.event_deck)

    def told_by_offers(self, seat: i64) -> list[int]:
        """Whether the maker still has an offered card can be seen: the offer can be accepted, or it cannot, although
        there are EUR enough."""
        facts: list[int] = []
        if self.offers and self.deals_open():
            for offer in self.offers:
                maker, give = maker_of(offer), given_in(offer)
                if taker_of(offer) == seat and self.can_give(seat, asked_in(offer)):
                    for asset in give:
                        if not CARD.fits(asset):
                            continue
                        if self.can_give(maker, give):
                            facts += has(maker, number_in(asset))
                        elif self.can_give(maker, [one for one in give if not CARD.fits(one)]):
                            facts += has_not(maker, number_in(asset))
        return facts

    # -- seeing --------------------------------------------------------------------------------------------------------

    def eur_seen(self, viewer: i64) -> list[int]:
        """With `eur_visible = no` each sees their own only; -1 stands for what is not shown."""
        shown = EUR_VISIBLE.on(self)
        return [int(self.eur[seat]) if shown or self.sees(viewer, seat) else -1 for seat in range(self.seats)]

    def sight(self, seat: i64) -> dict[str, object]:
        return {
            "owner": list(self.owner),
            "units": list(self.units),
            "capitals": list(self.capital),
            "order": self.order[:],
            "fallen": self.fallen[:],
            "pool": list(self.pool),
            "eur": self.eur_seen(seat),
            "cards": [len(hand) for hand in self.hands.held],
            "income": [self.income(p) if self.alive(p) else 0 for p in range(self.seats)],
            "bonuses": self.bonus[:],
            "sanctioned": self.sanctioned,
            "embargoed": self.embargoed,
            "event": self.event,
            "piles": [len(self.event_deck), len(self.hands.pile)],
            "event_discards": self.event_discards[:],
            "discards": self.hands.discard[:],
            "playing": self.playing,
            "removed": self.removed[:],
            "bids": self.bids[:],
            "lobbied": self.lobbied,
            "ranks": self.ranks[:],
            "positions": self.positions[:],
            "bought": self.bought,
            "cards_bought": self.cards_bought,
            "march_bought": self.march_bought,
            "marches": self.marches,
            "conferences": self.conferences,
            "conquest": self.conquest,
            "ceased": self.ceased,
            "battle": self.battle,
            "entrenched": self.entrenched,
            "spears": self.spears[:],
            "run": self.run[:],
            "offers_this_turn": self.offers_this_turn,
            # By seat, for who may see them: the cards, and pairs (holders, card) that the seat knows of other hands.
            "hands": [self.hands[p][:] if self.sees(seat, p) else None for p in range(self.seats)],
            "told": [self.hands.known[p][:] if self.sees(seat, p) else None for p in range(self.seats)],
            "pile_cards": [self.event_deck[:], self.hands.pile[:]] if seat == ALL_SEEING else None,
        }

    def depict(self, seat: i64) -> Picture:
        return picture(self, seat, self.eur_seen(seat))

    def sketch(self) -> list[int]:
        return sketch(self)

    def region_shown(self, region: int) -> Region:
        return region_of(self, region)
