"""What a seat sees of Capitals, in a form that needs no knowledge of the game."""

from __future__ import annotations

from mypy_extensions import i64

from marchland.games.capitals.cards import WINTER
from marchland.games.capitals.table import Capitals
from marchland.games.capitals.world import NORTH, TERRITORIES
from marchland.games.conquest.table import NEUTRAL


def picture(t: Capitals, viewer: i64, eur: list[int]) -> dict[str, object]:
    """`eur` is what the viewer sees of the purses, -1 for one that is not shown."""
    return {
        "regions": [region(t, territory) for territory in range(TERRITORIES)],
        "seats": [seat_picture(t, seat, eur[seat]) for seat in range(t.seats)],
        "facts": facts(t),
        "hand": [card(seat, "card", held) for seat in range(t.seats) if t.sees(viewer, seat) for held in t.hands[seat]],
        "open": open_cards(t, viewer),
        "areas": areas(t),
    }


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


def facts(t: Capitals) -> list[tuple[str, int]]:
    made = [("last round", int(t.max_rounds)), ("events left", len(t.event_deck)), ("cards left", len(t.deck))]
    if t.order and t.pool[t.active] > 0:
        made.append(("to place", int(t.pool[t.active])))
    return made


def seat_picture(t: Capitals, seat: int, eur: int) -> dict[str, object]:
    made = [
        ("capitals", int(t.capitals_of(seat))),
        ("territories", int(t.held[seat])),
        ("units", int(t.units_of(seat))),
        ("cards", len(t.hands[seat])),
    ]
    if eur >= 0:
        made.insert(1, ("EUR", eur))
    if t.round > 0 and t.alive(seat):
        made.append(("income", int(t.income(seat))))
    if t.pool[seat] > 0:
        made.append(("in the pool", int(t.pool[seat])))
    notes = []
    if t.sanctioned >> seat & 1:
        notes.append("under sanctions")
    if t.embargoed >> seat & 1:
        notes.append("under embargo")
    if seat in t.order and t.alive(seat):
        notes.append(f"position {t.order.index(seat) + 1}")
    return {"facts": made, "out": seat in t.fallen, "notes": notes}


def card(seat: int, deck: str, number: int, note: str = "", secret: bool = False) -> dict[str, object]:
    return {"seat": seat, "deck": deck, "card": number, "note": note, "secret": secret}


def open_cards(t: Capitals, viewer: i64) -> list[dict[str, object]]:
    """The event of the round, the card being carried out, the last discard, and (secret) cards seen in other hands."""
    made: list[dict[str, object]] = []
    if t.event >= 0:
        made.append(card(-1, "event", int(t.event), "this round"))
    if t.playing >= 0:
        made.append(card(int(t.active), "card", int(t.playing), "being played"))
    if t.discards:
        made.append(card(-1, "card", t.discards[-1], "last discard"))
    if viewer >= 0:
        known = t.told[viewer]
        for i in range(0, len(known), 2):
            for seat in range(t.seats):
                if known[i] == 1 << seat:
                    made.append(card(seat, "card", known[i + 1], "known to you", True))
    return made


def areas(t: Capitals) -> list[dict[str, object]]:
    """Where this round's weather is."""
    if t.event >= 0 and WINTER[t.event]:
        regions = [territory for territory in range(TERRITORIES) if NORTH >> territory & 1]
        return [{"name": "Harsh Winter", "emblem": "winter", "regions": regions}]
    return []
