"""Chapter 23: agents, and the cards that they carry face down. What the cards do when they are turned up: plots.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sealed import Sealed
from marchland.games.rebellion.army import TOO_DEAR
from marchland.games.rebellion.capital import CAPITAL_LOST
from marchland.games.rebellion.settings import (
    AGENT_TIMING,
    NUMBERS,
    ROUND_END,
    agents,
    captives,
    economy,
    revolts,
)
from marchland.games.rebellion.sheets import NO_CARD
from marchland.games.rebellion.table import AWAIT, Rebellion

# REB-23.2  The cards.
SABOTAGE: Final = 0
INCITEMENT: Final = 1
FREE_CAPTIVE: Final = 2
BURNING_FOOD: Final = 3
COUNTERINTELLIGENCE: Final = 4
NOTHING: Final = 5
ACTIONS: Final = 5  # 0 to 4
CARDS: Final = ["sabotage", "incitement", "free captive", "burning food", "counterintelligence", "nothing"]
CARD_CODES: Final = [card.replace(" ", "_") for card in CARDS]

AGENT_PRICE: Final = NUMBERS.one("price.agent", "REB-23.1", 8, 1, 40, "coins for an agent")

# -- REB-23.1: buying ------------------------------------------------------------------------------------------------

ONE_CARD_MORE: Final = phrase("REB-23.3", "Every agent carries one card in each round")
BUYS: Final = phrase("REB-23.1", "{who:seat} buys an agent for {n coin} and has {m agent}")
DISMISSES: Final = phrase("REB-6.13", "{who:seat} dismisses {n agent} and has {m}")
NO_AGENTS: Final = phrase("REB-27.6", "There are no agents in this match")
FEWER: Final = phrase("REB-6.13", "You have {n agent}")


class AgentBuy(Deed[Rebellion]):
    """REB-23.1  While the own capital is held."""

    words = ["buy an agent"]
    effect = ONE_CARD_MORE

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if agents(t) and t.holds_own_capital(seat) and t.coins[seat] >= AGENT_PRICE.of(t):
            found.add(self.code)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        if not agents(t):
            return [NO_AGENTS]
        return [TOO_DEAR, AGENT_PRICE.of(t), t.coins[seat]] if t.holds_own_capital(seat) else [CAPITAL_LOST]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.coins[seat] -= AGENT_PRICE.of(t)
        t.agents[seat] += 1
        t.tell(BUYS, seat, AGENT_PRICE.of(t), t.agents[seat])


class DisbandAgent(Deed[Rebellion]):
    """REB-6.13  Without refund."""

    words = ["dismiss {n}", "n:count", "agents", "agent"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        found.span(self.of(1), t.agents[seat])

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [FEWER, t.agents[seat]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        n = self.a(action)
        t.agents[seat] -= n
        t.tell(DISMISSES, seat, n, t.agents[seat])
        t.finish()


# -- REB-23.4: dealing -----------------------------------------------------------------------------------------------

HAS_DEALT: Final = phrase("REB-23.4", "{who:seat} has dealt every player a card, face down")
REST_NOTHING: Final = phrase("REB-23.4", "Everybody else gets a card that does nothing")
NOT_IN_SET: Final = phrase("REB-27.9", "There is no {card:card} among the cards of this match")
DEALT_ALREADY: Final = phrase("REB-23.4", "Each card is dealt once, and every player gets one")
NO_MORE_AGENTS: Final = phrase("REB-23.3", "You have {n agent}, each of whom carries one card")
ALL_DEAL: Final = phrase("REB-23.5", "All who have agents and hold their capital deal cards")
NOT_LIVING: Final = phrase("REB-23.4", "Cards are dealt to living players")
ASK_CARDS: Final = phrase("REB-23.4", "Deal your agents' cards, face down: {n agent} of yours, one card each.")


def in_set(t: Rebellion, card: i64) -> bool:
    """REB-27.2, REB-27.7 to REB-27.9  A card whose module is off has left the set and is not replaced."""
    if card == INCITEMENT:
        return revolts(t)
    if card == FREE_CAPTIVE:
        return captives(t)
    return economy(t) if card == BURNING_FOOD else 0 <= card < ACTIONS


def deals(t: Rebellion, seat: i64) -> bool:
    """REB-23.4, REB-23.12  Who has an agent and holds the own capital."""
    return agents(t) and t.lives(seat) and t.agents[seat] > 0 and t.holds_own_capital(seat)


class DealCard(Deed[Rebellion]):
    """REB-23.4  Each card once, one for each player, at most as many as there are agents."""

    words = ["deal {card} to {target}", "card:card target:seat"]

    def choose(self, t: Rebellion, hand: i64, made: list[int], found: Options) -> None:
        if len(made) >= t.agents[hand]:
            return
        for card in range(ACTIONS):
            if in_set(t, card) and not self.is_dealt(made, card):
                for target in range(t.seats):
                    if t.lives(target) and not self.has_card(made, target):
                        found.add(self.of(card, target))

    def is_dealt(self, made: list[int], card: i64) -> bool:
        for action in made:
            if self.fits(action) and self.a(action) == card:
                return True
        return False

    def has_card(self, made: list[int], target: i64) -> bool:
        for action in made:
            if self.fits(action) and self.b(action) == target:
                return True
        return False

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        card, target = self.a(action), self.b(action)
        if not in_set(t, card):
            return [NOT_IN_SET, card]
        if target >= t.seats or not t.lives(target):
            return [NOT_LIVING]
        made = t.sealed[seat]
        return [DEALT_ALREADY] if len(made) < t.agents[seat] else [NO_MORE_AGENTS, t.agents[seat]]


class DealDone(Deed[Rebellion]):
    """REB-23.4  All others get nothing."""

    words = ["deal no more"]
    effect = REST_NOTHING
    forward = True


class Dealing(Sealed[Rebellion]):
    """REB-23.4  Cards one by one, in secret, until the dealer has done."""

    together: bool

    def __init__(self, tag: str, title: str, clause: str, deeds: Sequence[Deed[Any]], together: bool) -> None:
        super().__init__(tag, title, clause, deeds)
        self.together = together

    def hands(self, t: Rebellion) -> list[int]:
        """REB-23.5  The player on turn; or at the end of the round all who can."""
        if self.together != (AGENT_TIMING.of(t) == ROUND_END):
            return []
        dealers = t.turn_order() if self.together else [int(t.active)]
        return sorted(seat for seat in dealers if deals(t, seat))

    def resume(self, t: Rebellion) -> None:
        if t.progress() == 0 and not self.hands(t):
            t.finish()
        else:
            super().resume(t)

    def closed(self, t: Rebellion, hand: i64, made: list[int]) -> bool:
        return len(made) > 0 and DEAL_DONE.fits(made[-1])

    def reveal(self, t: Rebellion, choices: list[list[int]]) -> None:
        """REB-23.4  The cards lie before the players, still face down. The rest of the set goes back unseen."""
        for hand in self.hands(t):
            deal(t, hand, choices[hand])
            t.tell(HAS_DEALT, hand)
        t.finish()

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_CARDS, t.agents[seat]]

    def waiting(self, t: Rebellion) -> Saying:
        return [ALL_DEAL] if self.together else [AWAIT, t.active]


def deal(t: Rebellion, dealer: i64, made: list[int]) -> None:
    for target in range(t.seats):
        if t.lives(target):
            t.dealt[dealer * t.seats + target] = NOTHING
    for action in made:
        if DEAL_CARD.fits(action):
            t.dealt[dealer * t.seats + DEAL_CARD.b(action)] = DEAL_CARD.a(action)


def has_dealt(t: Rebellion, dealer: i64) -> bool:
    """Whether cards of a player lie on the table."""
    return t.dealt[dealer * t.seats + dealer] != NO_CARD


def imagine_cards(t: Rebellion, viewer: i64) -> None:
    """Cards that a viewer does not see are dealt anew, from what their dealers may have chosen."""
    if t.cards_up:
        return
    for dealer in range(t.seats):
        if dealer == viewer or not has_dealt(t, dealer):
            continue
        made: list[int] = []
        for _ in range(t.agents[dealer]):
            found = Options()
            DEAL_CARD.choose(t, dealer, made, found)
            pick = t.dice.below(found.total + 1)
            if pick == found.total:
                break
            made.append(int(found.at(pick)))
        deal(t, dealer, made)


AGENT_BUY: Final = AgentBuy()
DISBAND_AGENT: Final = DisbandAgent()
DEAL_CARD: Final = DealCard()
DEAL_DONE: Final = DealDone()
CARDS_OF_TURN: Final = Dealing("rebellion.dealing", "Agents' cards", "REB-23.4", [DEAL_CARD, DEAL_DONE], False)
CARDS_OF_ROUND: Final = Dealing("rebellion.dealing_together", "Agents' cards", "REB-23.5", [DEAL_CARD, DEAL_DONE], True)
