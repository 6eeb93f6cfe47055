"""What a seat sees of Capitals, in a form that needs no knowledge of the game: an allow-list, like sight.py."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

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


def picture(t: Capitals, viewer: i64, eur: list[int]) -> dict[str, object]:
    """`eur` is what the viewer sees of the purses, -1 for one that is not shown."""
    made: dict[str, object] = {
        "regions": [region(t, territory) for territory in range(TERRITORIES)],
        "seats": [seat_picture(t, seat, eur[seat]) for seat in range(t.seats)],
        "facts": [
            ("last round", int(t.max_rounds)),
            ("events left", len(t.event_deck)),
            ("cards left", len(t.hands.pile)),
        ],
        "groups": [{"worth": t.bonus[group], "owner": holder(t, group)} for group in range(len(t.bonus))],
        "hand": [card(seat, "card", held) for seat in range(t.seats) if t.sees(viewer, seat) for held in t.hands[seat]],
        "open": open_cards(t, viewer),
        "areas": areas(t),
        "prices": prices(t, viewer),
    }
    if t.event >= 0:
        lasts = WINTER[t.event] or STORMS[t.event] or TRUCE[t.event] or SURPLUS.of(t, t.event)
        made["banner"] = card(-1, "event", int(t.event), "in force this round" if lasts else "")
    bid = bidding(t)
    if bid:
        made["bid"] = bid
    met = contest(t)
    if met:
        made["contest"] = met
    return made


# -- the board and the seats -----------------------------------------------------------------------------------------


def region(t: Capitals, territory: int) -> dict[str, object]:
    owner = int(t.owner[territory])
    marks: list[tuple[str, int]] = []
    for seat in range(t.seats):
        if t.capital[seat] == territory:
            marks.append((f"capital of seat {seat}", 1))
    if t.ceased >> territory & 1:
        marks.append(("ceasefire", 1))
    return {
        "owner": owner if owner < NEUTRAL else -1,
        "count": int(t.units[territory]),
        "marks": marks,
    }


def holder(t: Capitals, group: int) -> int:
    """S.4  Who controls a continent completely."""
    for seat in range(t.seats):
        if t.holds_group(seat, group):
            return seat
    return -1


def areas(t: Capitals) -> list[dict[str, object]]:
    """Where this round's weather is."""
    if t.event >= 0 and WINTER[t.event]:
        regions = [territory for territory in range(TERRITORIES) if t.terrain.north >> territory & 1]
        return [{"name": "Harsh Winter", "emblem": "winter", "regions": regions}]
    return []


def seat_picture(t: Capitals, seat: int, eur: int) -> dict[str, object]:
    made = [("EUR", eur)] if eur >= 0 else []
    if t.founded():
        made.append(("capitals", int(t.capitals_of(seat))))
    made.append(("territories", int(t.held[seat])))
    if t.round > 0:
        made += [("units", int(t.units_of(seat))), ("cards", len(t.hands[seat]))]
    if t.round > 0 and t.alive(seat):
        made += [("units a turn", int(t.income(seat))), ("EUR a turn", int(eur_income(t, seat)))]
    if t.pool[seat] > 0:
        made.append(("to place", int(t.pool[seat])))
    return {"facts": made, "out": seat in t.fallen, "notes": notes(t, seat)}


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


def card(seat: int, deck: str, number: int, note: str = "", secret: bool = False) -> dict[str, object]:
    return {"seat": seat, "deck": deck, "card": number, "note": note, "secret": secret}


def open_cards(t: Capitals, viewer: i64) -> list[dict[str, object]]:
    """The card being carried out, the last discard, and (secret) cards seen in other hands."""
    made: list[dict[str, object]] = []
    if t.playing >= 0:
        made.append(card(int(t.active), "card", int(t.playing), "being played"))
    if t.hands.discard:
        made.append(card(-1, "card", t.hands.discard[-1], "last discard"))
    if viewer >= 0:
        for seat in range(t.seats):
            made += [card(seat, "card", known, "known to you", True) for known in t.hands.surely(viewer, seat)]
    return made


# -- bids and prices -------------------------------------------------------------------------------------------------


def bidding(t: Capitals) -> dict[str, object]:
    """CAP-2  A bid until all that it was for is taken; CAP-2.3  the amounts from the reveal on."""
    frame = t.frame_of([*BIDDING, *SETTLING])
    if not frame:
        return {}
    purpose, amount = PURPOSE.inside(frame), AMOUNT.inside(frame)
    is_open = frame[0] in [step.number for step in SETTLING]
    ranked = purpose in (FOR_ORDER, FOR_CONFERENCE)
    made: dict[str, object] = {
        "title": bid_title(t, purpose, amount),
        "text": RANKED if ranked else WINNER_TAKES_ALL,
        "currency": "EUR",
        "bidders": t.players(),
        "bids": opened_bids(t) if is_open else [],
    }
    if ranked:
        taken = t.positions[:] if is_open else [-1] * len(t.players())
        made["prizes"] = [prize_picture(t, purpose, index, taken) for index in range(len(taken))]
    return made


def bid_title(t: Capitals, purpose: int, amount: int) -> str:
    if purpose == FOR_ORDER:
        return "The order of this round" if t.round > 0 else "The order of setup and of round 1"
    by = ACTION.cards[t.playing].name if t.playing >= 0 else EVENT.cards[t.event].name
    if purpose == FOR_CONFERENCE:
        return f"{by}: places on the Conference table"
    if purpose == FOR_SANCTION:
        return f"{by}: one player gets no continent bonus"
    return f"{by}: {amount} units" if purpose == FOR_UNITS else f"{by}: {t.board.regions[amount].name}"


def opened_bids(t: Capitals) -> list[tuple[int, int, str]]:
    """By rank; after a Winner-takes-all bid the winner first."""
    rest = [seat for seat in range(t.seats) if t.bids[seat] >= 0 and seat not in t.ranks]
    rest.sort(key=lambda seat: -t.bids[seat])
    return [(seat, t.bids[seat], "with a Lobbyist" if t.lobbied >> seat & 1 else "") for seat in [*t.ranks, *rest]]


def prize_picture(t: Capitals, purpose: int, index: int, taken: list[int]) -> dict[str, object]:
    text = reward(t, index)
    if purpose == FOR_ORDER:
        text = "acts last" if index == len(taken) - 1 else f"acts {ORDINALS[index]}"
    action = int(CHOOSE_POSITION.of(index + 1))
    return {"name": f"Position {index + 1}", "text": text, "action": action, "seat": taken[index]}


def reward(t: Capitals, index: int) -> str:
    """CAP-4.3  What a place on the Conference table brings."""
    units, eur, cards = REWARD_UNITS.of(t, index), REWARD_EUR.of(t, index), REWARD_CARDS.of(t, index)
    sorts = [(units, "units"), (eur, "EUR"), (cards, "Action card" if cards == 1 else "Action cards")]
    return " and ".join(f"{n} {what}" for n, what in sorts if n) or "nothing"


def prices(t: Capitals, viewer: i64) -> list[dict[str, object]]:
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


def price(t: Capitals, viewer: i64, kind: i64, totals: list[int]) -> dict[str, object]:
    return {"kind": int(kind), "currency": "EUR", "purse": int(t.eur[viewer]), "totals": totals}


# -- battles ---------------------------------------------------------------------------------------------------------


def contest(t: Capitals) -> dict[str, object]:
    """CAP-7.4  The battle that is under way, with the cards that were played for it."""
    if t.over or t.battle < 0:
        return {}
    source, target = int(t.battle >> 6), int(t.battle & 63)
    attacker, defender = int(t.owner[source]), int(t.owner[target])
    frame = t.frame_of(BATTLE)
    if t.units[target] < 1 or attacker == defender:
        return {}
    fighting = LEFT.inside(frame) if frame and t.style == FORCE else int(t.eligible(source))
    spear = [("card", int(SPEARHEAD))] if t.attacker_edge() else []
    trench = [("card", ENTRENCHMENT)] if t.defender_edge() else []
    return {
        "title": "Battle",
        "region": target,
        "sides": [
            {"seat": attacker, "facts": [("units", fighting)], "cards": spear},
            {
                "seat": defender if defender < NEUTRAL else -1,
                "facts": [("units", int(t.units[target]))],
                "cards": trench,
            },
        ],
    }
