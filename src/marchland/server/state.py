"""States: what a seat is sent of a match, as JSON-ready data. The shapes are those of messages.State."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from marchland.engine.dice import commitment
from marchland.engine.game import Game
from marchland.engine.match import Entry, Match, all_others_resigned
from marchland.engine.sayings import named
from marchland.engine.sealed import Sealed
from marchland.engine.step import STEPS
from marchland.engine.table import Table
from marchland.engine.words import ARGUMENT_BITS
from marchland.server.entropy import draw_of

LONGEST_LOG = 200  # events that are sent at once; older ones on demand
# Of whoever is asked nothing.
NO_CHOICE: dict[str, Any] = {"spans": [], "asides": [], "plan": None, "undo": None, "chore": ""}


def event_data(match: Match, event: Sequence[int], undone: Entry | None = None) -> dict[str, Any]:
    """An event in words, with what the client shows of it: dice, regions, who, cards. Its `n` is the viewer's, and what
    it changed on the board comes from a witness."""
    if undone is not None:
        text = f"{match.players[undone.seat]} takes back: {match.describe(undone)}"
        plain = {"text": text, "clause": "", "role": "", "dice": None}
        return {**plain, "regions": [], "seats": [undone.seat], "cards": []}
    told = match.game.read(event, match.players)
    return {
        "text": told.text,
        "clause": told.clause,
        "role": told.role,
        "dice": told.thrown() or None,
        "regions": told.of("region"),
        "seats": match.table.seats_in(told),
        "cards": match.game.cards_in(told),
    }


def sentence(game: Game, names: Sequence[str], saying: Sequence[int]) -> dict[str, str]:
    return {"text": game.say(saying, names), "clause": game.clause_of(saying)}


def prompt(game: Game, names: Sequence[str], asked: Sequence[int]) -> dict[str, Any]:
    return {**sentence(game, names, asked), "about": named(asked)}


# What the rules say of a kind of action: its number, the saying, whether it leads forward, is grave, is to be weighed,
# and for how long the same answer can be left standing.
Remarked = tuple[int, tuple[int, ...], bool, bool, bool, str]


def remarks(table: Table, seat: int, choice: dict[str, Any]) -> list[Remarked]:
    """Of the kinds of action that are open to a seat."""
    spans: list[tuple[int, int]] = [*choice["spans"], *choice["asides"]]
    if choice["plan"] is not None:
        spans += [span for one in choice["plan"]["questions"] for span in one["spans"]]
    step = table.step()
    made: list[Remarked] = []
    kinds: list[int] = []
    for first, _ in spans:
        kind = first >> ARGUMENT_BITS
        if kind in kinds:
            continue
        kinds.append(kind)
        deed = step.deed(table, kind)
        if deed is not None:
            said, lasts = tuple(deed.effect_at(table, seat)), step.lasts if deed.forward else ""
            made.append((kind, said, deed.forward, deed.grave, deed.weighed, lasts))
    return made


def remark_data(game: Game, names: Sequence[str], remark: Remarked) -> dict[str, Any]:
    kind, said, forward, grave, weighed, lasts = remark
    about = {"kind": kind, "forward": forward, "grave": grave, "weighed": weighed, "lasts": lasts}
    return {**sentence(game, names, said), **about}


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


def scene(table: Table, seat: int, ended: dict[str, Any] | None = None) -> dict[str, Any]:
    """What `seat` (or another viewer) sees of the table, whatever it is asked, but the picture."""
    status = "over" if table.over else "running"
    if ended is not None:
        status = "aborted" if ended["why"] == "aborted" else "over"
    return {
        "status": status,
        "round": table.round,
        "active": table.active,
        "deciders": table.awaited(seat) if ended is None else [],
        "stages": stages(table),
        "places": table.places if ended is None else ended["places"],
    }


def ending(ended: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """In place of a prompt, where the players have ended the match."""
    if ended["why"] == "aborted":
        text = f"{names[ended['by']]} has called the match off before anybody moved"
    else:
        text = all_others_resigned(names, ended["places"])
    return {"text": text, "clause": "", "about": []}


def choice(table: Table, seat: int, undo: str | None = None) -> dict[str, Any]:
    """What a seat may do, and what it could take back."""
    return {
        "spans": table.options(seat).spans(),
        "asides": table.asides(seat).spans(),
        "plan": plan(table, seat),
        "undo": undo,
        "chore": table.chore(seat),
    }


def question(table: Table, names: Sequence[str], seat: int) -> dict[str, Any]:
    """What a viewer is asked and may do."""
    may = choice(table, seat) if seat >= 0 else NO_CHOICE
    made = remarks(table, seat, may) if seat >= 0 else []
    return {
        **may,
        "remarks": [remark_data(table.game, names, one) for one in made],
        "prompt": prompt(table.game, names, table.prompt(seat)),
        "deals": deals(table, seat),
    }
