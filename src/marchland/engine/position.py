"""Positions: tables from readable JSON and back, for tests, puzzles and studies.

An entry of a position is declared once. The declaration reads the entry, with a sentence for what does not fit, writes
it (`position_of`) and documents it (`schema_of`, `described`). Most entries are an attribute of the table as it is;
what several attributes follow from, a game lays out itself (`Game.lay_out`, and `Game.laid_out` for the way back).

A position may begin in any decision. `step` of a game names the usual ones; `agenda` names any, step by step as they
have called each other, each with the arguments of its frame. Where the first of them is the root of the game it is the
whole agenda, and the position leaves nothing to be filled in; otherwise it goes on from where `step` stands.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import mypyc_attr

from marchland.engine.agenda import (
    FRAMES,
    Argument,
    Choices,
    OfferForm,
    arguments_of,
    is_whole,
    lay_agenda,
    lay_choices,
    lay_offers,
    name_of,
)
from marchland.engine.deck import Deck
from marchland.engine.dice import Dice
from marchland.engine.errors import EngineError, UsageError
from marchland.engine.forms import (
    EMPTY,
    BySeat,
    Form,
    Listed,
    Schema,
    Seat,
    Whole,
)
from marchland.engine.numbers import BOARD
from marchland.engine.saving import put

if TYPE_CHECKING:
    from marchland.engine.game import Game
    from marchland.engine.generic import T
    from marchland.engine.table import Table

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


@mypyc_attr(allow_interpreted_subclasses=True)
class Entry:
    """One entry: what it says, with its clause, in which form, and what holds without it. An entry with an `attribute`
    is just that; without it the table keeps what `set_up` has laid there."""

    def __init__(
        self, name: str, text: str, form: Form, clause: str = "", default: str = "", attribute: str = ""
    ) -> None:
        self.name = name
        self.text = text
        self.form = form
        self.clause = clause
        self.default = default
        self.attribute = attribute

    def read(self, t: Table, value: Any) -> Any:
        return self.form.read(t, value, f"The {self.name!r} of a position")


def kept(name: str, text: str, form: Form, clause: str = "") -> Entry:
    """An entry that is the attribute of this name."""
    return Entry(name, text, form, clause, attribute=name)


# -- all entries -----------------------------------------------------------------------------------------------------


class Agreed(Form):
    """Options of the rulebook and house rules; Game.prepared reads them."""

    def __init__(self) -> None:
        super().__init__("an object by option or number")

    def schema(self, game: Game) -> Schema:
        properties: Schema = {}
        for setting in game.settings.every:
            described = setting.schema()
            # Read leniently, as from the command line: 5 and "5", true and "yes".
            properties[setting.name] = {"description": described["description"], "default": described["default"]}
        for number in game.numbers:
            properties[number.name] = {
                "description": f"{number.text} ({game.clause(number.clause)})",
                "minimum": number.least,
                "maximum": number.most,
                "default": number.value,
            }
        properties[BOARD] = {"description": "a board of the group's own, as TOML", "type": "string"}
        return {"type": "object", "properties": properties, "additionalProperties": False}


AGENDA: Final = Entry(
    "agenda",
    "The steps that are under way, the outermost first, each called by the one before. If the first is the root of the "
    "game it is all of them; otherwise they go on from 'step'. Arguments that are not given are 0 or nobody.",
    FRAMES,
    default="what 'step' says",
)
SEALED: Final = Entry(
    "sealed", "Secret choices that have been made and are not revealed yet.", Choices(), default="none"
)
OFFERS: Final = Entry("offers", "The offers that stand.", Listed(OfferForm()), default="none")
PLACES: Final = Entry(
    "places", "The places of the seats, if the match is over.", BySeat(Whole(1, 8), 1), default="it is not over"
)
FIRST: Final = [
    Entry("seats", "How many play.", Whole(1, 8), default="as many as usual"),
    Entry("options", "The options and the house rules that were agreed on.", Agreed(), default="those of the rulebook"),
    Entry("round", "The round; 0 in the setup.", Whole(0, 1000), "", "a usual one at that step", "round"),
    Entry("active", "Whose turn it is.", Seat(), "", "whoever is first", "active"),
]
LAST: Final = [
    AGENDA,
    SEALED,
    OFFERS,
    kept("offers_made", "How many offers were made in this match; the next has a number one higher.", Whole()),
    PLACES,
]


def entries_of(game: Game) -> list[Entry]:
    own = {entry.name for entry in game.entries}
    return [*(entry for entry in FIRST if entry.name not in own), *game.entries, *LAST]


def lay(game: Game[T], position: Mapping[str, Any], dice: Dice, events: bool) -> T:
    """A table from a position; UsageError says in one sentence what is wrong with it."""
    if not isinstance(position, Mapping):
        raise UsageError(f"A position is an object, not {position!r}.")
    seats = position.get("seats", game.usual_seats)
    options = position.get("options", {})
    if type(seats) is not int or not isinstance(options, Mapping):
        raise UsageError("A position has a number of 'seats' and an object of 'options'.")
    t = game.prepared(seats, options)
    t.dice = dice
    if not game.entries:
        lay_unread(t, position)
        t.events = [] if events else None
        t.advance()
        return t
    given = read(t, position)
    frames = given.get("agenda", [])
    if is_whole(t, frames):
        if "step" in given:
            raise UsageError("The 'agenda' of a position is the whole of it, and so 'step' cannot say where it stands.")
        given["step"] = ""
    for entry in entries_of(game):
        if entry.attribute and entry.name in given:
            put(t, entry.attribute, given[entry.name])
    game.lay_out(t, given)
    lay_agenda(t, frames)
    t.events = [] if events else None
    if is_whole(t, frames):
        t.offers = given.get("offers", [])
    if "places" in given:
        t.end(given["places"])
    go_on(t, given)
    fault = game.conserved(t)
    if fault:
        raise UsageError(f"The position cannot be: {fault}.")
    return t


def lay_unread(t: Table, position: Mapping[str, Any]) -> None:
    """For a game that reads its positions by itself."""
    try:
        t.game.lay_out(t, position)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as fault:
        raise UsageError(f"{t.game.title} cannot lay out this position: {fault!r}.") from fault


def read(t: Table, position: Mapping[str, Any]) -> dict[str, Any]:
    """All that is given, as the table keeps it."""
    entries = {entry.name: entry for entry in entries_of(t.game)}
    for name in position:
        if name not in entries:
            raise UsageError(f"A position of {t.game.title} has no entry {name!r}; known are {', '.join(entries)}.")
    given: dict[str, Any] = {}
    for name, entry in entries.items():
        if name in position and name not in ("seats", "options"):
            given[name] = entry.read(t, position[name])
    return given


def go_on(t: Table, given: dict[str, Any]) -> None:
    """Up to the decision that the position begins with, and the choices and offers that have been made there."""
    try:
        t.advance()
        if "sealed" in given:
            lay_choices(t, given["sealed"])
        if "offers" in given and not t.offers:
            lay_offers(t, given["offers"])
        for seat in t.deciders() if "agenda" in given else []:
            if not t.options(seat).total:
                raise UsageError(f"The 'agenda' of a position asks seat {seat}, who has nothing to choose from.")
    except (EngineError, IndexError, ValueError, ZeroDivisionError, AssertionError) as fault:
        if "agenda" not in given:
            raise
        at = t.step().tag if t.depth() > 0 else "nowhere"
        raise UsageError(f"From the 'agenda' of the position the rules cannot go on ({at}): {fault!r}.") from fault


def position_of(t: Table) -> dict[str, Any]:
    """Everything on a table but its dice, as a position: `game.position` makes an equal table of it."""
    game = t.game
    if not game.entries:
        raise UsageError(f"{game.title} does not say what its positions can say.")
    blank = game.prepared(int(t.seats), game.options_of(t))
    laid = game.laid_out(t)
    made: dict[str, Any] = {"seats": int(t.seats), "options": agreed(t)}
    for entry in entries_of(game):
        if entry.attribute:
            value = entry.form.write(t, getattr(t, entry.attribute))
            if value != entry.form.write(blank, getattr(blank, entry.attribute)):
                made[entry.name] = value
        elif entry.name in laid:
            value = entry.form.write(t, laid[entry.name])
            if value not in EMPTY:
                made[entry.name] = value
    made["agenda"] = FRAMES.write(t, t.agenda())
    if any(t.sealed):
        made["sealed"] = SEALED.form.write(t, t.sealed)
    if t.offers:
        made["offers"] = OFFERS.form.write(t, t.offers)
    if t.over:
        made["places"] = PLACES.form.write(t, t.places)
    return made


def agreed(t: Table) -> dict[str, str | int]:
    """The options that are not as usual, and the house rules."""
    usual = t.game.agreed({})
    return {name: said for name, said in t.game.options_of(t).items() if said != usual.get(name)}


# -- documentation ---------------------------------------------------------------------------------------------------


def schema_of(game: Game) -> Schema:
    """JSON Schema of the positions of a game."""
    defs: dict[str, Schema] = {}
    properties: Schema = {}
    for entry, default in described(game):
        said = f"{entry.text} ({game.clause(entry.clause)})" if entry.clause else entry.text
        properties[entry.name] = {
            "description": f"{said} Without it: {default}.",
            **short(entry.form.schema(game), defs),
        }
    properties["seats"].update({"minimum": game.least_seats, "maximum": game.most_seats, "default": game.usual_seats})
    return {
        "$schema": DRAFT,
        "title": f"A position of {game.title}",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "$defs": defs,
    }


def short(schema: Any, defs: dict[str, Schema]) -> Any:
    """Names that are listed again and again are defined once."""
    if isinstance(schema, list):
        return [short(item, defs) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(schema.get("title"), str) and "enum" in schema:
        name = schema["title"].replace(" ", "_")
        defs.setdefault(name, schema)
        return {"$ref": f"#/$defs/{name}"} if defs[name] == schema else schema
    return {key: short(value, defs) for key, value in schema.items()}


def described(game: Game) -> list[tuple[Entry, str]]:
    """Every entry, with what holds without it."""
    blank = game.prepared(game.usual_seats, {})
    made: list[tuple[Entry, str]] = []
    for entry in entries_of(game):
        default = entry.default
        if not default and entry.attribute:
            value = entry.form.write(blank, getattr(blank, entry.attribute))
            one = isinstance(entry.form, BySeat) and isinstance(value, list)
            default = "nothing" if value in ([], {}) else json.dumps(value[0] if one else value)
        made.append((entry, default))
    return made


def steps_of(game: Game) -> list[tuple[str, str, list[Argument]]]:
    """The steps that an agenda can name: name, title, arguments."""
    return [(name_of(game, step), step.title, arguments_of(game, step)) for step in game.steps]


# -- cards -----------------------------------------------------------------------------------------------------------


def rest(deck: Deck, every: list[int], elsewhere: Sequence[Sequence[int]], what: str = "card") -> list[int]:
    """Those of all the cards of a deck that are named nowhere, as they lie under a pile: in the order of the deck, the
    top last."""
    left = every[:]
    for place in elsewhere:
        for card in place:
            if card not in left:
                raise UsageError(f"The {what} {deck.cards[card].name} is named more often than there are copies.")
            left.remove(card)
    left.reverse()
    return left
