"""Chapter 6: the expert setup, a draft of regions."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.errors import UsageError
from marchland.engine.options import Options
from marchland.engine.sayings import REVEAL, Saying, phrase
from marchland.engine.sets import bit, lowest, set_of, size
from marchland.engine.step import Step
from marchland.games.alliances.parts import ENOUGH, READY, TAKE_BACKS, Part, made_in, may_take_back
from marchland.games.alliances.powers import NEUTRAL
from marchland.games.alliances.regions import EUROPE, LAND, NUMBERS, REGIONS
from marchland.games.alliances.seats import number_of_powers
from marchland.games.alliances.settings import EXPERT, SETUP
from marchland.games.alliances.table import Alliances

# ALL-6.2  One card for every land region, and for the two seas in which powers begin elsewhere.
CARDS: Final[i64] = LAND | set_of([EUROPE.number["ATL"], EUROPE.number["MED"]])

GIVEN_UP_BY_FOUR: Final = NUMBERS.one(
    "draft.given_up_by_four", "ALL-6.6", 3, 0, 8, "cards that each of 4 powers gives up at least"
)
GIVEN_UP_BY_SIX: Final = NUMBERS.one(
    "draft.given_up_by_six", "ALL-6.6", 2, 0, 5, "cards that each of 6 powers gives up at least"
)
KEPT_STAR_COINS: Final = NUMBERS.one("draft.coins_strategic", "ALL-6.8", 2, 0, 3, "coins in a kept strategic region")
KEPT_COINS: Final = NUMBERS.one("draft.coins_other", "ALL-6.8", 1, 0, 2, "coins in any other kept land region")
NEUTRAL_INFANTRY: Final = NUMBERS.one(
    "draft.neutral_infantry", "ALL-6.9", 2, 0, 5, "neutral infantry in a strategic region that nobody kept"
)
NEUTRAL_COINS: Final = NUMBERS.one(
    "draft.neutral_coins", "ALL-6.9", 2, 0, 3, "coins in a strategic region that nobody kept"
)
MOST_STARS: Final = 1  # ALL-6.7

DEALT: Final = phrase("ALL-6.2", "{n} region cards are dealt")
DRAFTS: Final = phrase("ALL-6.3", "The {who:power} drafts {card:region}", REVEAL)
HANDS_PASS: Final = phrase("ALL-6.4", "All hands go to the left")
GIVES_UP: Final = phrase("ALL-6.6", "The {who:power} gives up {card:region}")
KEEPS: Final = phrase("ALL-6.8", "The {who:power} begins in {n region}")
STAYS_NEUTRAL: Final = phrase("ALL-6.9", "Nobody has kept {region:region}: {n} neutral infantry")
ASK_CARD: Final = phrase("ALL-6.3", "{power:power}: draft a region.")
ASK_GIVE_UP: Final = phrase("ALL-6.6", "{power:power}: give up at least {n} of your cards, and all stars but one.")
MORE_CARDS: Final = phrase("ALL-6.6", "You must give up at least {n card}")
ONE_STAR: Final = phrase("ALL-6.7", "You may keep {n strategic region} at most")
NOT_IN_HAND: Final = phrase("ALL-6.3", "{card:region} is not in your hand")
NOT_DRAFTED: Final = phrase("ALL-6.6", "{card:region} is not a card that you can give up")
NOT_GIVEN_UP: Final = phrase("ALL-6.6", "{card:region} is not marked to be given up")


def sorts_of_cards(t: Alliances) -> list[int]:
    """ALL-6.2  Strategic cards, and others."""
    return [int(CARDS & t.strategic), int(CARDS & ~t.strategic)]


def check_cards(t: Alliances) -> None:
    """ALL-6.2  All cards are dealt. UsageError if a board of one's own has stars that do not go round."""
    powers = number_of_powers(t)
    stars = size(t.strategic)
    if SETUP.of(t) == EXPERT and any(size(sort) % powers for sort in sorts_of_cards(t)):
        raise UsageError(
            f"The cards of a draft are dealt evenly, and {stars} stars do not go round {powers} powers (ALL-6.2)."
        )


class Draft(Step[Alliances]):
    """ALL-6.2 to ALL-6.5  The cards are dealt, and drafted one by one until the hands are empty."""

    def resume(self, t: Alliances) -> None:
        if SETUP.of(t) != EXPERT:
            t.finish()
            return
        if t.progress() == 0:
            t.set_progress(1)
            deal_cards(t)
        left = size(t.hands[t.powers[0]])
        if left > 1:
            t.call(PICK_CARD)
        elif left == 1:
            # ALL-6.5  The last card is taken without a choice.
            draft(t, [int(lowest(t.hands[power])) for power in t.powers])
        else:
            t.goto(GIVE_UP)


def deal_cards(t: Alliances) -> None:
    """ALL-6.11  First the strategic cards, then the others, every power its whole share at once."""
    for sort in sorts_of_cards(t):
        cards = [card for card in range(REGIONS) if sort & bit(card)]
        t.dice.shuffle(cards)
        share = len(cards) // len(t.powers)
        for place, power in enumerate(t.powers):
            t.hands[power] |= set_of(cards[place * share : (place + 1) * share])
    t.reveals += 1
    t.tell(DEALT, size(CARDS))


def draft(t: Alliances, cards: list[int]) -> None:
    """ALL-6.3, ALL-6.4  Each card is revealed and gets an infantry; the rest of the hands go to the left."""
    for power, card in zip(t.powers, cards, strict=True):
        t.hands[power] &= ~bit(card)
        t.drafted[power] |= bit(card)
        t.put(power, card, 1, 0)
        t.tell(DRAFTS, power, card)
    left = [t.hands[power] for power in t.powers]
    for place in range(len(left)):
        t.hands[t.powers[(place + 1) % len(left)]] = left[place]
    if left[0]:
        t.tell(HANDS_PASS)


class Pick(Deed[Alliances]):
    """ALL-6.3  Any card of the hand."""

    words = ["draft {card}", "card:region"]

    def offer(self, t: Alliances, hand: i64, found: Options) -> None:
        found.fan(self, t.hands[hand])

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        return [NOT_IN_HAND, self.a(action)]


class PickCard(Part):
    """ALL-6.3  All powers at once choose one card of their hand, in secret. The pick closes the hand (ALL-3.7)."""

    def asks(self, t: Alliances, power: i64) -> bool:
        return True

    def shared(self, t: Alliances) -> bool:
        """ALL-24.4  Hands and picks are nobody else's to see."""
        return False

    def closed(self, t: Alliances, hand: i64, made: list[int]) -> bool:
        return len(made) > 0

    def reveal(self, t: Alliances, choices: list[list[int]]) -> None:
        t.answering = 0
        draft(t, [int(PICK.a(choices[power][0])) for power in t.powers])
        t.finish()

    def question(self, t: Alliances, power: i64) -> Saying:
        return [ASK_CARD, power]

    def chore(self, t: Alliances, seat: i64) -> str:
        return "Draft the rest for me"


# -- ALL-6.6: giving up ----------------------------------------------------------------------------------------------


class GivingUp:
    """The marks of a power: the cards that it gives up, and how many it has taken back."""

    def __init__(self, made: list[int]) -> None:
        cards: i64 = 0
        taken: i64 = 0
        for action in made:
            if DISCARD.fits(action):
                cards |= bit(DISCARD.a(action))
            elif UNDISCARD.fits(action):
                cards &= ~bit(UNDISCARD.a(action))
                taken += 1
        self.cards = cards
        self.taken = taken


class Discard(Deed[Alliances]):
    """ALL-6.6  A drafted card that is not marked yet."""

    words = ["give up card {card}", "card:region"]

    def choose(self, t: Alliances, hand: i64, made: list[int], found: Options) -> None:
        found.fan(self, t.drafted[hand] & ~GivingUp(made).cards)

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        return [NOT_DRAFTED, self.a(action)]


class Undiscard(Deed[Alliances]):
    """ALL-6.6, ALL-7.8  Unmark a card."""

    words = ["keep card {card}", "card:region"]

    def choose(self, t: Alliances, hand: i64, made: list[int], found: Options) -> None:
        marks = GivingUp(made)
        if may_take_back(t, marks.taken):
            found.fan(self, marks.cards)

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        card = self.a(action)
        marked = card < REGIONS and GivingUp(made_in(t, seat)).cards & bit(card)
        return [ENOUGH, TAKE_BACKS.of(t)] if marked else [NOT_GIVEN_UP, card]


class GiveUp(Part):
    """ALL-6.6 to ALL-6.9  All powers at once give up cards, and the rest is laid out."""

    def asks(self, t: Alliances, power: i64) -> bool:
        return True

    def least(self, t: Alliances) -> i64:
        return GIVEN_UP_BY_FOUR.of(t) if len(t.powers) == 4 else GIVEN_UP_BY_SIX.of(t)

    def unready(self, t: Alliances, power: i64, made: list[int]) -> Saying:
        """ALL-6.7  At most one strategic region is kept. ALL-6.13  All may be given up."""
        cards = GivingUp(made).cards
        if size(cards) < self.least(t):
            return [MORE_CARDS, self.least(t)]
        return [ONE_STAR, MOST_STARS] if size(t.drafted[power] & ~cards & t.strategic) > MOST_STARS else []

    def take_effect(self, t: Alliances, power: i64, made: list[int]) -> None:
        gone = GivingUp(made).cards
        for region in range(REGIONS):
            if gone & bit(region):
                t.take(power, region, 1, 0)
                t.tell(GIVES_UP, power, region)
        kept = t.drafted[power] & ~gone
        for region in range(REGIONS):
            if not kept & bit(region):
                continue
            if t.strategic & bit(region):
                t.put(power, region, 1, 0)
                t.coins[region] = KEPT_STAR_COINS.of(t)
            elif LAND & bit(region):
                t.coins[region] = KEPT_COINS.of(t)
        t.tell(KEEPS, power, size(kept))

    def done(self, t: Alliances) -> None:
        """ALL-6.9, ALL-6.10  Neutral units where nobody has kept a star; nothing else is laid out."""
        for region in range(REGIONS):
            if t.strategic & bit(region) & t.unoccupied():
                t.put(NEUTRAL, region, NEUTRAL_INFANTRY.of(t), 0)
                t.coins[region] = NEUTRAL_COINS.of(t)
                t.tell(STAYS_NEUTRAL, region, NEUTRAL_INFANTRY.of(t))
        for power in t.powers:
            t.drafted[power] = 0
        t.finish()

    def question(self, t: Alliances, power: i64) -> Saying:
        return [ASK_GIVE_UP, power, self.least(t)]

    def plans(self, t: Alliances, hand: i64) -> list[list[int]]:
        """For bots: this star is kept or that, and as many other regions as may be."""
        gone = GivingUp(t.sealed[hand]).cards
        left = [card for card in range(REGIONS) if t.drafted[hand] & ~gone & bit(card)]
        stars = [card for card in left if t.strategic & bit(card)]
        others = [card for card in left if not t.strategic & bit(card)]
        found: list[list[int]] = []
        for star in stars or [-1]:
            given = [other for other in stars if other != star]
            need = max(0, int(self.least(t) - size(gone)) - len(given))
            for more in combinations(others, min(need, len(others))):
                cards = [*given, *more] if need <= len(others) else [*stars, *others]
                found.append([int(DISCARD.of(card)) for card in cards] + [int(READY.code)])
        return found


PICK: Final = Pick()
DISCARD: Final = Discard()
UNDISCARD: Final = Undiscard()

DRAFT: Final = Draft("alliances.draft", "Draft", "ALL-6.2")
PICK_CARD: Final = PickCard("alliances.pick", "Draft", "ALL-6.3", [PICK])
GIVE_UP: Final = GiveUp("alliances.give_up", "Giving up", "ALL-6.6", [READY, DISCARD, UNDISCARD])
