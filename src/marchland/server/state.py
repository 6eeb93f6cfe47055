"""States: what a seat is sent of a match, as JSON-ready data. The shapes are those of messages.State."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from marchland.engine.dice import commitment
from marchland.engine.game import Game
from marchland.engine.match import Entry, Match
from marchland.engine.sayings import Told, listed, named
from marchland.engine.sealed import Sealed
from marchland.engine.step import STEPS
from marchland.engine.table import SPECTATOR, Table
from marchland.engine.witness import Changes
from marchland.engine.words import ARGUMENT_BITS
from marchland.server.entropy import draw_of

LONGEST_LOG = 200  # events that are sent at once; older ones on demand
NOTHING_ASKED: dict[str, Any] = {
    "spans": [],
    "asides": [],
    "remarks": [],
    "plan": None,
    "undo": None,
    "chore": "",
}


def event_data(
    match: Match, event: Sequence[int], undone: Entry | None = None, changes: Changes | None = None
) -> dict[str, Any]:
    """An event in words, with what the client shows of it: dice, regions, who, cards, what it changed on the board. Its
    `n` is the viewer's."""
    if undone is not None:
        text = f"{match.players[undone.seat]} takes back: {match.describe(undone)}"
        plain = {"text": text, "clause": "", "role": "", "dice": None}
        return {**plain, "regions": [], "seats": [undone.seat], "cards": [], "changes": changes or []}
    told = match.game.read(event, match.players)
    return {
        "text": told.text,
        "clause": told.clause,
        "role": told.role,
        "dice": told.rolls() or told.percents() or None,
        "regions": told.of("region"),
        "seats": seats_in(match.table, told),
        "cards": cards_in(match.game, told),
        "changes": changes or [],
    }


def seats_in(table: Table, told: Told) -> list[int]:
    """The seats that an event names, or means by what it names; each once."""
    meant = [table.seat_behind(domain, told.arguments[name]) for name, domain in told.domains.items()]
    return list(dict.fromkeys(seat for seat in meant if seat >= 0))


def cards_in(game: Game, told: Told) -> list[tuple[str, int]]:
    """The cards that an event is about, by deck and number."""
    decks = {deck.name: len(deck.faces) for deck in game.decks}
    return [(deck, card) for deck, card in told.about if 0 <= card < decks.get(deck, 0)]


def sentence(game: Game, names: Sequence[str], saying: Sequence[int]) -> dict[str, str]:
    return {"text": game.say(saying, names), "clause": game.clause_of(saying)}


def prompt(table: Table, names: Sequence[str], seat: int) -> dict[str, Any]:
    asked = table.prompt(seat)
    return {**sentence(table.game, names, asked), "about": named(asked)}


def remarks(table: Table, names: Sequence[str], seat: int, kinds: Sequence[int]) -> list[dict[str, Any]]:
    """What the rules say of the kinds of action that are open to a seat."""
    step, made = table.step(), []
    for kind in kinds:
        deed = step.deed(table, kind)
        if deed is not None:
            said = sentence(table.game, names, deed.effect_at(table, seat))
            lasts = step.lasts if deed.forward else ""
            asked = {"grave": deed.grave, "weighed": deed.weighed}
            made.append({**said, "kind": kind, "forward": deed.forward, **asked, "lasts": lasts})
    return made


def seal_of(opening: dict[str, Any], over: bool) -> dict[str, Any]:
    key = str(opening["key"])
    draw = draw_of(opening, over)
    return {
        "hash": commitment(bytes.fromhex(key)),
        "key": key if over else None,
        "draw": draw.model_dump() if draw is not None else None,
    }


def stages(table: Table) -> list[str]:
    return [STEPS[frame[0]].tag for frame in table.agenda()]


def plan(table: Table, seat: int) -> dict[str, Any] | None:
    """The seat's own secret choices where all of them can be weighed together: what each may be, and what it is."""
    step = table.step() if table.asked else None
    if seat < 0 or not isinstance(step, Sealed):
        return None
    hands = [hand for hand in step.hands(table) if step.seat_of(table, hand) == seat]
    still_open = step.open_hand(table, seat)
    for hand in [still_open] if still_open >= 0 else hands:
        made = table.sealed[hand]
        questions = step.questions(table, hand)
        if questions:
            return {
                "questions": [
                    {"spans": options.spans(), "made": made[i] if i < len(made) else None}
                    for i, options in enumerate(questions)
                ]
            }
    return None


def deals(table: Table, seat: int) -> dict[str, Any] | None:
    """Offers that stand, with their content for the two parties, and what a new one could be made of."""
    is_open = table.deals_open()
    if not is_open and not table.offers:
        return None
    assets = [table.assets(giver, seat) for giver in range(table.seats)] if is_open and seat >= 0 else []
    return {"open": is_open, "offers": table.offers_sight(seat), "assets": assets}


def scene(
    table: Table, seat: int, seals: dict[bool, dict[str, Any]], ended: dict[str, Any] | None = None
) -> dict[str, Any]:
    """What `seat` (or another viewer) sees of the table, whatever it is asked."""
    status = "over" if table.over else "running"
    if ended is not None:
        status = "aborted" if ended["why"] == "aborted" else "over"
    return {
        "status": status,
        "round": table.round,
        "active": table.active,
        "deciders": table.awaited(seat) if ended is None else [],
        "stages": stages(table),
        "picture": table.picture(seat),
        "places": table.places if ended is None else ended["places"],
        "dice": seals[status == "over"],
    }


def ending(ended: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """In place of a question, where the players have ended the match."""
    if ended["why"] == "aborted":
        text = f"{names[ended['by']]} has called the match off before anybody moved"
    else:
        winners = [names[seat] for seat, place in enumerate(ended["places"]) if place == 1]
        text = f"All others have resigned, so {listed(winners)} {'has' if len(winners) == 1 else 'have'} won"
    return {**NOTHING_ASKED, "prompt": {"text": text, "clause": "", "about": []}, "deals": None}


def question(
    table: Table, names: Sequence[str], seat: int, undo: str | None = None, looks_on: bool = False
) -> dict[str, Any]:
    """What `seat` is asked and may do, and what it could take back. Whom a bot plays for looks on."""
    if looks_on or seat < 0:
        viewer = SPECTATOR if looks_on else seat
        return {**NOTHING_ASKED, "prompt": prompt(table, names, viewer), "deals": deals(table, viewer)}
    spans, asides = table.options(seat).spans(), table.asides(seat).spans()
    secret = plan(table, seat)
    weighed = [span for one in secret["questions"] for span in one["spans"]] if secret is not None else []
    kinds = dict.fromkeys(first >> ARGUMENT_BITS for first, _ in [*spans, *asides, *weighed])
    return {
        "prompt": prompt(table, names, seat),
        "spans": spans,
        "asides": asides,
        "remarks": remarks(table, names, seat, list(kinds)),
        "plan": secret,
        "deals": deals(table, seat),
        "undo": undo,
        "chore": table.chore(seat),
    }
