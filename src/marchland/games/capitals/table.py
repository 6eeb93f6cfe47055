"""What lies on a table of Capitals, and the small truths that all chapters use."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from marchland.engine.sayings import Saying, phrase
from marchland.engine.settings import Setting, Settings
from marchland.games.capitals.cards import EDGE, NUMBERS, SPEARHEAD, STORMS, TRUCE, WINTER
from marchland.games.capitals.hands import Hands
from marchland.games.capitals.world import CLASSIC_BONUS, FORMULA_BONUS, TERRAIN, TERRITORIES, WORLD, Terrain
from marchland.games.conquest.table import NEUTRAL, agreed_bonuses, bonus_table

BONUS: Final = NUMBERS.row(
    [f"bonus.{continent.code}" for continent in WORLD.groups],
    "CAP-S.5",
    FORMULA_BONUS,
    0,
    50,
    "units for holding the whole continent",
    reckoned=True,
)
FORTIFICATIONS: Final = NUMBERS.one("marches.turn", "CAP-8.1", 1, 0, 9, "fortifications of each turn")
PLUNDER: Final = NUMBERS.one("plunder.eur", "CAP-10.3", 5, 0, 99, "EUR taken with a capital")
PLUNDERED_CARDS: Final = NUMBERS.one("plunder.cards", "CAP-10.3", 1, 0, 5, "Action cards drawn for a capital")
NO_YES: Final = ["no", "yes"]

ATTACK_STYLE: Final = Setting(
    "attack_style",
    "CAP-S.11",
    "An attack is declared roll by roll, or commits a force that fights to the end.",
    ["force", "roll"],
    default="roll",
)
ATTACK_STOP: Final = Setting(
    "attack_stop", "CAP-S.11", "Whether the attacker may break an attack off between rolls.", NO_YES, default="yes"
)
DICE_CHOICE: Final = Setting(
    "dice_choice",
    "CAP-S.8",
    "Both sides throw as many dice as they may, or choose how many.",
    ["max", "choose"],
    default="max",
)
DICE_TIES: Final = Setting(
    "dice_ties",
    "CAP-S.9",
    "Equal dice cost the attacker a unit, or nobody.",
    ["defender", "nobody"],
    default="defender",
)
FORTIFY_RULE: Final = Setting(
    "fortify",
    "CAP-8.2",
    "Units fortify along a chain of own territories, or only to a neighbour.",
    ["connected", "adjacent"],
    default="connected",
)
CONNECTED: Final = FORTIFY_RULE.value("connected")
FIRST_ROUND_EVENT: Final = Setting(
    "first_round_event", "CAP-3.5", "Whether an Event card is drawn in the first round too.", NO_YES, default="yes"
)
SETUP_CLAIM: Final = Setting(
    "setup_claim",
    "CAP-1.7",
    "Players claim the territories one by one, or chance deals them out.",
    ["choose", "random"],
    default="choose",
)
RANDOM: Final = SETUP_CLAIM.value("random")
BONUS_TABLE: Final = Setting(
    "bonus_table",
    "CAP-S.5",
    "Continent bonuses by the formula, or by the table that many players know.",
    ["formula", "classic"],
    default="formula",
)
CLASSIC: Final = BONUS_TABLE.value("classic")
EUR_VISIBLE: Final = Setting(
    "eur_visible",
    "CAP-2.3",
    "Whether everybody's EUR lie open, or each player is shown their own only.",
    NO_YES,
    default="yes",
    title="EUR visible",
)
DEALS: Final = Setting(
    "deals",
    "CAP-12.1",
    "Whether the active player can offer the others EUR and cards for EUR.",
    ["off", "on"],
    default="off",
)
MAX_ROUNDS: Final = Setting(
    "max_rounds", "CAP-S.16", "After this round the ranking decides.", least=5, most=100, default="30"
)
SETTINGS: Final = Settings(
    [
        ATTACK_STYLE,
        ATTACK_STOP,
        DICE_CHOICE,
        DICE_TIES,
        FORTIFY_RULE,
        FIRST_ROUND_EVENT,
        SETUP_CLAIM,
        BONUS_TABLE,
        EUR_VISIBLE,
        DEALS,
        MAX_ROUNDS,
    ]
)

AWAIT: Final = phrase("CAP-3.1", "{who:seat} decides")
HOLDS_ALL: Final = phrase("CAP-3.3", "{who:seat} controls every capital and wins", "blow")
PLUNDERS: Final = phrase(
    "CAP-10.3", "{who:seat} plunders the capital {target:region}: {n} EUR from {whom:seat}", "blow"
)

WINTER_FORBIDS: Final = phrase("CAP-E.6", "Harsh Winter: nobody attacks out of or into the north this round")
STORMS_FORBID: Final = phrase(
    "CAP-E.7", "Storms at Sea: nothing crosses from {source:region} to {target:region} this round"
)
TRUCE_FORBIDS: Final = phrase("CAP-E.12", "Truce of Capitals: {target:region} cannot be attacked this round")
CEASEFIRE_FORBIDS: Final = phrase("CAP-A.9", "A Ceasefire protects {target:region} for the rest of this turn")


@mypyc_attr(allow_interpreted_subclasses=True)
class Capitals(Hands):
    """The world with its capitals, the event of the round, the last bid, and what the active player has done."""

    terrain: Terrain
    pool: vec[i64]  # units still to place
    capital: vec[i64]  # by seat: where the capital token lies, -1 before it is founded
    tokens: i64  # CAP-10.1  the same as a set of territories; no token ever moves
    sanctioned: i64  # CAP-5.4  markers, as sets of seats
    embargoed: i64

    event: i64  # CAP-3.10  the card of this round, -1 if there is none
    event_deck: list[int]
    event_discards: list[int]

    bids: list[int]  # the last bid by seat, -1 for whoever took no part
    lobbied: i64  # who added a Lobbyist to it
    ranks: list[int]  # seats by rank; after a Winner-takes-all bid the winner alone
    positions: list[int]  # CAP-2.7  the seat on each position, -1 while it is free

    bought: i64  # units bought this turn
    cards_bought: i64
    march_bought: i64
    marches: i64  # CAP-8.3  fortifications left this turn
    conferences: i64  # CAP-9.2  Peace Conferences played this turn
    conquest: bool  # CAP-7.8
    ceased: i64  # CAP-A.9  territories under a Ceasefire, for this turn
    battle: i64  # CAP-7.4  the pair (source << 6 | target) that fights, -1 if none
    entrenched: i64  # CAP-A.7  what the defender's highest die gets in this battle
    spears: list[int]  # CAP-A.5  pairs for which a Spearhead was played
    offers_this_turn: i64

    def set_up(self) -> None:
        self.lay_empty_map(self.house.board or WORLD)
        self.terrain = self.terrain_here()
        self.empty_hands()
        self.style = ATTACK_STYLE.of(self)
        self.may_stop = ATTACK_STOP.on(self)
        self.choose_dice = DICE_CHOICE.on(self)
        self.ties_stand = DICE_TIES.on(self)
        self.max_rounds = MAX_ROUNDS.of(self)
        self.bonus = self.bonuses()
        self.pool = vec[i64]([0] * self.seats)
        self.capital = vec[i64]([-1] * self.seats)
        self.tokens = 0
        self.sanctioned = 0
        self.embargoed = 0
        self.event = -1
        self.event_deck = []
        self.event_discards = []
        self.bids = []
        self.lobbied = 0
        self.ranks = []
        self.positions = []
        self.offers_this_turn = 0
        self.clear_turn()

    def clear_turn(self) -> None:
        """CAP-8.5  Flags and marks of the turn."""
        self.bought = 0
        self.cards_bought = 0
        self.march_bought = 0
        self.marches = FORTIFICATIONS.of(self)  # CAP-8.1
        self.conferences = 0
        self.conquest = False
        self.ceased = 0
        self.offers_this_turn = 0
        self.end_battle()

    def derived(self) -> list[str]:
        return [*super().derived(), "terrain"]

    def restore(self) -> None:
        self.board = self.house.board or WORLD
        self.terrain = self.terrain_here()
        self.bonus = self.bonuses()
        self.count_lands()

    def terrain_here(self) -> Terrain:
        return TERRAIN if self.board is WORLD else Terrain(self.board)

    # -- the players ---------------------------------------------------------------------------------------------------

    def alive(self, seat: i64) -> bool:
        """CAP-4.4  Not eliminated; before the first round nobody is."""
        return self.held[seat] > 0 or self.round == 0

    def players(self) -> list[int]:
        """CAP-4.4  Whoever is not eliminated, by number."""
        return [seat for seat in range(self.seats) if self.alive(seat)]

    def current_order(self) -> list[int]:
        """CAP-3.7  The order of this round if it is settled, otherwise that of the round before."""
        return [seat for seat in self.order if self.alive(seat)]

    def own(self, seat: i64) -> i64:
        """The territories of a player, as a set."""
        return self.lands[seat]

    def capitals_of(self, seat: i64) -> i64:
        """CAP-10.1  Whoever controls the territory controls the capital."""
        count: i64 = 0
        for territory in self.capital:
            if territory >= 0 and self.owner[territory] == seat:
                count += 1
        return count

    def founded(self) -> i64:
        """How many capitals there are on the map."""
        count: i64 = 0
        for territory in self.capital:
            if territory >= 0:
                count += 1
        return count

    def continents_of(self, seat: i64) -> i64:
        count: i64 = 0
        for group in range(len(self.bonus)):
            if self.holds_group(seat, group):
                count += 1
        return count

    def bonuses(self) -> list[int]:
        """S.5  By the formula, or by the classic table."""
        reckoned = FORMULA_BONUS if self.board is WORLD else bonus_table(self.board)
        return agreed_bonuses(self, BONUS, CLASSIC_BONUS if BONUS_TABLE.of(self) == CLASSIC else reckoned)

    def units_of(self, seat: i64) -> i64:
        total: i64 = 0
        for territory in range(TERRITORIES):
            if self.owner[territory] == seat:
                total += self.units[territory]
        return total

    # -- CAP-7: attacks and battles ------------------------------------------------------------------------------------

    def targets(self, source: i64, own: i64) -> i64:
        """S.6, CAP-7.3  The territories into which nothing forbids to attack from here, as a set."""
        found: i64 = self.board.around[source] & ~own & ~self.ceased
        event = self.event
        if event >= 0:
            if STORMS[event]:
                found &= ~self.terrain.sea[source]
            if TRUCE[event]:
                found &= ~self.tokens
            if WINTER[event]:
                north = self.terrain.north
                found = 0 if north >> source & 1 else found & ~north
        return found

    def forbidden(self, source: i64, target: i64) -> Saying:
        """CAP-7.3  Why an attack is forbidden, as a saying."""
        event = self.event
        north = self.terrain.north
        if self.ceased >> target & 1:
            return [CEASEFIRE_FORBIDS, target]
        if event >= 0 and WINTER[event] and (north >> source | north >> target) & 1:
            return [WINTER_FORBIDS]
        if event >= 0 and STORMS[event] and self.terrain.sea[source] >> target & 1:
            return [STORMS_FORBID, source, target]
        if event >= 0 and TRUCE[event] and self.tokens >> target & 1:
            return [TRUCE_FORBIDS, target]
        return []

    def attacker_edge(self) -> i64:
        """CAP-7.7  Spearhead, in every roll of the battle."""
        for pair in self.spears:
            if pair == self.battle:
                return EDGE.of(self, SPEARHEAD)
        return 0

    def defender_edge(self) -> i64:
        """CAP-7.7  Entrenchment, in every roll of the battle."""
        return self.entrenched

    def edge_in(self, source: i64, target: i64) -> i64:
        """CAP-7.7  A Spearhead is known before the battle begins, an Entrenchment once it is played."""
        pair: i64 = source << 6 | target
        edge: i64 = -self.entrenched if self.battle == pair else 0
        for led in self.spears:
            if led == pair:
                edge += EDGE.of(self, SPEARHEAD)
        return edge

    def end_battle(self) -> None:
        """CAP-7.4, CAP-A.5  What was played for a battle ends with it."""
        self.battle = -1
        self.entrenched = 0
        self.spears = []

    # -- CAP-10: capitals and elimination ------------------------------------------------------------------------------

    def captured(self, target: i64, loser: i64) -> None:
        """CAP-10.5  Units have moved in; now plunder, and the conquest (CAP-7.8) is noted. Elimination follows.

        CAP-10.3  Every capital is plundered, the captor's own too, unless neutral units held it. CAP-10.2  Nothing
        else about a capital is special.
        """
        captor: i64 = self.owner[target]
        self.conquest = True
        if self.tokens >> target & 1 and loser < NEUTRAL:
            self.tell(PLUNDERS, captor, target, self.take_up_to(captor, loser, PLUNDER.of(self)), loser)
            for _ in range(PLUNDERED_CARDS.of(self)):
                self.draw(captor)

    def inherit(self, heir: i64, seat: i64) -> None:
        """CAP-5.4  The markers of an eliminated player are removed."""
        self.sanctioned &= ~(1 << seat)
        self.embargoed &= ~(1 << seat)
        super().inherit(heir, seat)

    # -- CAP-11: the end -----------------------------------------------------------------------------------------------

    def won(self) -> bool:
        """CAP-3.3  Whoever controls every capital has won; all tokens count, also those of eliminated players."""
        tokens = self.founded()
        for seat in range(self.seats):
            if tokens > 0 and self.capitals_of(seat) == tokens:
                self.tell(HOLDS_ALL, seat)
                self.end_ranked(self.players())
                return True
        return False

    def ranking(self, seat: int) -> list[int]:
        """CAP-11.2  Most capitals, then territories, then units on the map, then EUR; equal in all shares the place.

        CAP-11.3  So whoever holds all capitals is first; the eliminated follow, the last eliminated first.
        """
        return [self.capitals_of(seat), self.held[seat], self.units_of(seat), self.eur[seat]]
