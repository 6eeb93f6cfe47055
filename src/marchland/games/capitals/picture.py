"""What a seat sees of Capitals, in a form that needs no knowledge of the game: an allow-list, like sight.py."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.picture import (
    LAST_ROUND,
    NOBODY,
    Area,
    Bid,
    Bidding,
    CardShown,
    Contest,
    Fact,
    Mark,
    Picture,
    Price,
    Prize,
    Region,
    Seat,
    Side,
)
from marchland.engine.sayings import counted
from marchland.games.capitals.bids import (
    AMOUNT,
    BIDDING,
    CHOOSE_POSITION,
    FOR_CONFERENCE,
    FOR_ORDER,
    FOR_SANCTION,
    FOR_UNITS,
    ORDER_BID,
    POSITIONS,
    PURPOSE,
    SETTLING,
    SETUP_BID,
)
from marchland.games.capitals.cards import (
    ACTION,
    EVENT,
    REWARD_CARDS,
    REWARD_EUR,
    REWARD_UNITS,
    SPEARHEAD,
    STORMS,
    SURPLUS,
    TRUCE,
    WINTER,
)
from marchland.games.capitals.fortify import BUY_MARCH, FORTIFY_STEP, PRICE_OF_MARCH
from marchland.games.capitals.muster import (
    BUY_CARD,
    BUY_UNITS,
    MUSTER,
    PRICE_OF_CARD,
    left_to_buy,
    most_units,
    price_of,
)
from marchland.games.capitals.table import Capitals
from marchland.games.capitals.turn import eur_income
from marchland.games.capitals.world import TERRITORIES
from marchland.games.conquest.battle import BATTLE, LEFT
from marchland.games.conquest.table import FORCE, NEUTRAL

ENTRENCHMENT: Final = ACTION.number["Entrenchment"]
ORDINALS: Final = ["first", "second", "third", "fourth", "fifth"]
RANKED: Final = "The highest bid chooses first. Everybody pays what they bid."
WINNER_TAKES_ALL: Final = "The highest bid takes it. Everybody pays what they bid."


def picture(t: Capitals, viewer: i64, eur: list[int]) -> Picture:
    """`eur` is what the viewer sees of the purses, -1 for one that is not shown."""
    return Picture(
        regions=t.regions_shown(TERRITORIES),
        seats=[seat_shown(t, seat, eur[seat]) for seat in range(t.seats)],
        facts=[
            Fact(t.max_rounds, LAST_ROUND),
            Fact(len(t.event_deck), "event left", "events left"),
            Fact(len(t.hands.pile), "card left", "cards left"),
        ],
        groups=t.groups_shown(),
        hand=[
            CardShown(seat, "card", held) for seat in range(t.seats) if t.sees(viewer, seat) for held in t.hands[seat]
        ],
        open=open_cards(t, viewer),
        areas=areas(t),
        banner=banner(t),
        bidding=bidding(t),
        prices=prices(t, viewer),
        contest=contest(t),
    )


# -- the board and the seats -----------------------------------------------------------------------------------------


FOUNDED: Final = 4294967296  # above all other bits


def sketch(t: Capitals) -> list[int]:
    """What region_of shows, as numbers."""
    found: list[int] = []
    for territory in range(TERRITORIES):
        found.append((t.units[territory] << 8 | t.owner[territory]) << 1 | (t.ceased >> territory & 1))
    for seat in range(t.seats):
        if t.capital[seat] >= 0:
            found[t.capital[seat]] += FOUNDED * (seat + 1)
    return found


def region_of(t: Capitals, territory: int) -> Region:
    marks = [Mark("capital", seat) for seat in range(t.seats) if t.capital[seat] == territory]
    if t.ceased >> territory & 1:
        marks.append(Mark("ceasefire"))
    return Region(owner_of(t, territory), t.units[territory], marks)


def owner_of(t: Capitals, territory: int) -> int:
    owner: int = t.owner[territory]
    return owner if owner < NEUTRAL else NOBODY


def areas(t: Capitals) -> list[Area]:
    """Where this round's weather is."""
    if t.event >= 0 and WINTER[t.event]:
        regions = [territory for territory in range(TERRITORIES) if t.terrain.north >> territory & 1]
        return [Area("Harsh Winter", "winter", regions)]
    return []


def seat_shown(t: Capitals, seat: int, eur: int) -> Seat:
    facts = [Fact(eur, "EUR")] if eur >= 0 else []
    if t.founded():
        facts.append(Fact(t.capitals_of(seat), "capital", "capitals"))
    facts.append(Fact(t.held[seat], "territory", "territories"))
    if t.round > 0:
        facts += [Fact(t.units_of(seat), "unit", "units"), Fact(len(t.hands[seat]), "card", "cards")]
    if t.round > 0 and t.alive(seat):
        facts += [Fact(t.income(seat), "unit a turn", "units a turn"), Fact(eur_income(t, seat), "EUR a turn")]
    if t.pool[seat] > 0:
        facts.append(Fact(t.pool[seat], "to place"))
    return Seat(facts, seat in t.fallen, notes(t, seat), aim(t, seat))


def aim(t: Capitals, seat: int) -> str:
    """CAP-3.3  Every capital; how many there are is known when the last is founded. CAP-11.2  In a ranking territories
    count too."""
    if t.round == 0:
        return ""
    capitals = f"{t.capitals_of(seat)} of {t.founded()} capitals"
    ranked = t.over and t.game.ending(t) == "ranking"
    return f"{capitals}, {counted(int(t.held[seat]), 'territory')}" if ranked else capitals


def notes(t: Capitals, seat: int) -> list[str]:
    made = []
    if t.sanctioned >> seat & 1:
        made.append("under sanctions")
    if t.embargoed >> seat & 1:
        made.append("under embargo")
    if not t.alive(seat):
        return made
    # What is being bid for is about to go.
    if seat in t.order and not t.frame_of([SETUP_BID, ORDER_BID, POSITIONS]):
        made.append(f"position {t.order.index(seat) + 1}")
    if t.bids and t.bids[seat] >= 0 and not t.frame_of(BIDDING):
        made.append(f"bid {t.bids[seat]} EUR" + (" with a Lobbyist" if t.lobbied >> seat & 1 else ""))
    return made


# -- cards -----------------------------------------------------------------------------------------------------------


def banner(t: Capitals) -> CardShown | None:
    """CAP-3.10  The event of the round."""
    if t.event < 0:
        return None
    lasts = WINTER[t.event] or STORMS[t.event] or TRUCE[t.event] or SURPLUS.of(t, t.event)
    return CardShown(NOBODY, "event", t.event, "in force this round" if lasts else "")


def open_cards(t: Capitals, viewer: i64) -> list[CardShown]:
    """The card being carried out, the last discard, and (secret) cards seen in other hands."""
    made: list[CardShown] = []
    if t.playing >= 0:
        made.append(CardShown(t.active, "card", t.playing, "being played"))
    if t.hands.discard:
        made.append(CardShown(NOBODY, "card", t.hands.discard[-1], "last discard"))
    if viewer >= 0:
        for seat in range(t.seats):
            known = t.hands.surely(viewer, seat)
            made += [CardShown(seat, "card", one, secret=True) for one in known]
    return made


# -- bids and prices -------------------------------------------------------------------------------------------------


def bidding(t: Capitals) -> Bidding | None:
    """CAP-2  A bid until all that it was for is taken; CAP-2.3  the amounts from the reveal on."""
    frame = t.frame_of([*BIDDING, *SETTLING])
    if not frame:
        return None
    purpose, amount = PURPOSE.inside(frame), AMOUNT.inside(frame)
    is_open = frame[0] in [step.number for step in SETTLING]
    ranked = purpose in (FOR_ORDER, FOR_CONFERENCE)
    taken: list[int] = []
    if ranked:
        taken = t.positions if is_open else [NOBODY] * len(t.players())
    return Bidding(
        title=bid_title(t, purpose, amount),
        text=RANKED if ranked else WINNER_TAKES_ALL,
        currency="EUR",
        bidders=t.players(),
        bids=opened_bids(t) if is_open else [],
        prizes=[prize(t, purpose, index, taken) for index in range(len(taken))],
    )


def bid_title(t: Capitals, purpose: int, amount: int) -> str:
    if purpose == FOR_ORDER:
        return "The order of this round" if t.round > 0 else "The order of setup and of round 1"
    by = ACTION.cards[t.playing].name if t.playing >= 0 else EVENT.cards[t.event].name
    if purpose == FOR_CONFERENCE:
        return f"{by}: places on the Conference table"
    if purpose == FOR_SANCTION:
        return f"{by}: one player gets no continent bonus"
    return f"{by}: {counted(amount, 'unit')}" if purpose == FOR_UNITS else f"{by}: {t.board.regions[amount].name}"


def opened_bids(t: Capitals) -> list[Bid]:
    """By rank; after a Winner-takes-all bid the winner first."""
    rest = [seat for seat in range(t.seats) if t.bids[seat] >= 0 and seat not in t.ranks]
    rest.sort(key=lambda seat: -t.bids[seat])
    return [Bid(seat, t.bids[seat], "with a Lobbyist" if t.lobbied >> seat & 1 else "") for seat in [*t.ranks, *rest]]


def prize(t: Capitals, purpose: int, index: int, taken: list[int]) -> Prize:
    text = reward(t, index)
    if purpose == FOR_ORDER:
        text = "acts last" if index == len(taken) - 1 else f"acts {ORDINALS[index]}"
    return Prize(f"Position {index + 1}", text, CHOOSE_POSITION.of(index + 1), taken[index])


def reward(t: Capitals, index: int) -> str:
    """CAP-4.3  What a place on the Conference table brings."""
    units, eur, cards = REWARD_UNITS.of(t, index), REWARD_EUR.of(t, index), REWARD_CARDS.of(t, index)
    sorts = [(units, counted(units, "unit")), (eur, f"{eur} EUR"), (cards, counted(cards, "Action card"))]
    return " and ".join(said for n, said in sorts if n) or "nothing"


def prices(t: Capitals, viewer: i64) -> list[Price]:
    """CAP-6.3, CAP-6.4, CAP-8.3  What the active player can buy in this step. Nobody else is shown the purse here."""
    if viewer != t.active or t.over or not t.asked >> viewer & 1:
        return []
    step = t.step()
    if step is MUSTER:
        count = min(int(most_units(t, viewer)) + 1, int(left_to_buy(t)))
        totals = [int(price_of(t, n)) for n in range(1, count + 1)]
        return [
            price(t, viewer, BUY_UNITS.number, totals),
            price(t, viewer, BUY_CARD.number, [int(PRICE_OF_CARD.of(t))]),
        ]
    return [price(t, viewer, BUY_MARCH.number, [int(PRICE_OF_MARCH.of(t))])] if step is FORTIFY_STEP else []


def price(t: Capitals, viewer: i64, kind: i64, totals: list[int]) -> Price:
    return Price(kind, "EUR", t.eur[viewer], totals)


# -- battles ---------------------------------------------------------------------------------------------------------


def contest(t: Capitals) -> Contest | None:
    """CAP-7.4  The battle that is under way, with the cards that were played for it."""
    if t.over or t.battle < 0:
        return None
    source, target = int(t.battle >> 6), int(t.battle & 63)
    frame = t.frame_of(BATTLE)
    if t.units[target] < 1 or t.owner[source] == t.owner[target]:
        return None
    fighting = LEFT.inside(frame) if frame and t.style == FORCE else int(t.eligible(source))
    spear = [("card", int(SPEARHEAD))] if t.attacker_edge() else []
    trench = [("card", ENTRENCHMENT)] if t.defender_edge() else []
    attacker = Side(owner_of(t, source), [Fact(fighting, "unit", "units")], spear)
    defender = Side(owner_of(t, target), [Fact(t.units[target], "unit", "units")], trench)
    return Contest("Battle", target, [attacker, defender])
