"""Hidden information: what a seat sees, and what it must imagine; and the whole table of Capitals."""

from __future__ import annotations

from mypy_extensions import i64

from marchland.engine.redeal import Redeal
from marchland.games.capitals.deals import CARD_ASSET, DealingCapitals
from marchland.games.capitals.picture import picture
from marchland.games.capitals.table import EUR_VISIBLE


class CapitalsTable(DealingCapitals):
    """Capitals whole: map, purses and cards, deals, and who knows what."""

    def copy(self) -> CapitalsTable:
        twin = CapitalsTable()
        self.lay_out_hands(twin)
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
        deal = Redeal()
        deal.add_hands(self.hands, seat, [])
        deal.add_pile(self.deck, [0] * len(self.deck), seat, False)
        known = self.told[seat]
        if known:
            for width in range(1, int(self.seats) + 1):
                # What is known best first, so that every pair finds its card.
                for i in range(0, len(known), 2):
                    if known[i].bit_count() == width:
                        deal.tie(known[i + 1], known[i])
        for offer in self.offers:
            if offer[2] == seat:
                for asset in offer[4 : 4 + offer[3]]:
                    if asset >= CARD_ASSET:
                        self.judge_offered(deal, offer[1], asset - CARD_ASSET)
        deal.shuffle(self.dice)
        deal.deal(self.hands, self.deck, -1)
        self.event_deck.sort()
        self.dice.shuffle(self.event_deck)
        for viewer in range(self.seats):
            if viewer != seat:
                self.told[viewer] = []  # what others know is not known either

    def judge_offered(self, deal: Redeal, maker: int, card: int) -> None:
        """Whether the maker still has a card can be seen: the offer can be accepted, or it cannot."""
        if card not in self.hands[maker]:
            deal.judge(card, maker, False)
        elif not deal.is_tied(card, 1 << maker):
            deal.tie(card, 1 << maker)

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
            "cards": [len(hand) for hand in self.hands],
            "income": [self.income(p) if self.alive(p) else 0 for p in range(self.seats)],
            "bonuses": self.bonuses()[:],
            "sanctioned": self.sanctioned,
            "embargoed": self.embargoed,
            "event": self.event,
            "piles": [len(self.event_deck), len(self.deck)],
            "event_discards": self.event_discards[:],
            "discards": self.discards[:],
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
            "hand": self.hands[seat][:] if seat >= 0 else [],
            "told": self.told[seat][:] if seat >= 0 else [],
        }

    def picture(self, seat: i64) -> dict[str, object]:
        return picture(self, seat, self.eur_seen(seat))
