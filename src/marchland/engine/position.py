"""Positions: tables from readable JSON and back, for tests, puzzles and studies.

An entry of a position is declared once. The declaration reads the entry, with a sentence for what does not fit, writes
it (`position_of`) and documents it (`schema_of`, `rows_of`). Most entries are an attribute of the table as it is; what
several attributes follow from, a game lays out itself (`Game.lay_out`, and `Game.laid_out` for the way back).

A position may begin in any decision. `step` of a game names the usual ones; `agenda` names any, step by step as they
have called each other, each with the arguments of its frame. Where the first of them is the root of the game it is the
whole agenda, and the position leaves nothing to be filled in; otherwise it goes on from where `step` stands.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import mypyc_attr

from marchland.engine.auction import HOLDER, LOT, OUT, STANDING, TURN, Auction
from marchland.engine.deck import Deck
from marchland.engine.dice import Dice
from marchland.engine.errors import EngineError, IllegalAction, UsageError
from marchland.engine.forms import (
    EMPTY,
    BySeat,
    Fields,
    Form,
    Listed,
    OrNone,
    Schema,
    Seat,
    SetOf,
    Whole,
    inside,
    refuse,
)
from marchland.engine.offers import asked_in, given_in, maker_of, new_offer, number_of, taker_of
from marchland.engine.saving import put
from marchland.engine.sealed import Sealed
from marchland.engine.slots import Slot
from marchland.engine.step import STEPS, Phase, Step
from marchland.engine.window import ASKED, QUIET, Window

if TYPE_CHECKING:
    from marchland.engine.game import Game
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


@mypyc_attr(allow_interpreted_subclasses=True)
class Argument:
    """An argument of the frames of a step, by name, and what it says where the name does not tell."""

    def __init__(self, name: str, slot: Slot, form: Form, text: str = "") -> None:
        self.name = name
        self.slot = slot
        self.form = form
        self.text = text

    def said(self, t: Table, frame: list[int]) -> Any:
        return self.form.write(t, self.slot.inside(frame))


WINDOW: Final = [
    Argument("passed", ASKED, Whole(), "how many have been asked and passed, going round the order"),
    Argument("quiet", QUIET, Whole(), "how many of them since somebody last did something"),
]
AUCTION: Final = [
    Argument("lot", LOT, Whole()),
    Argument("bid", STANDING, Whole(), "the standing bid"),
    Argument("holder", HOLDER, OrNone(Seat(), more=1), "who holds it"),
    Argument("passed", OUT, SetOf(Seat()), "who has passed"),
    Argument(
        "turn", TURN, Whole(), "how many turns were taken; if not given, it is the turn of whoever follows the holder"
    ),
]


def arguments_of(game: Game, step: Step[Any]) -> list[Argument]:
    """What the frames of a step say: the game's arguments, and those of Window and Auction that it does not rename."""
    own = game.frames.get(step.tag, [])
    named = {argument.slot.index for argument in own}
    usual = WINDOW if isinstance(step, Window) else AUCTION if isinstance(step, Auction) else []
    return own + [argument for argument in usual if argument.slot.index not in named]


def name_of(game: Game, step: Step[Any]) -> str:
    return step.tag.removeprefix(f"{game.name}.")


# -- the agenda ------------------------------------------------------------------------------------------------------

UNSAID: Final = -1  # progress that follows from the next frame, or is 0


class Frames(Form):
    """The agenda, kept as Table.agenda lists it."""

    def __init__(self) -> None:
        super().__init__("a list of steps, each {step, progress, and its arguments}")

    def read(self, t: Table, value: Any, where: str) -> Any:
        if not isinstance(value, list) or not value:
            refuse(where, "a list of steps", value)
        return [self.frame(t, frame, inside(where, f"item {i}")) for i, frame in enumerate(value, 1)]

    def frame(self, t: Table, value: Any, where: str) -> list[int]:
        game = t.game
        said = value.get("step") if isinstance(value, Mapping) else None
        step = next((step for step in game.steps if said in (step.tag, name_of(game, step))), None)
        if step is None:
            refuse(where, f"a step ({', '.join(name_of(game, step) for step in game.steps)}) with its arguments", value)
        arguments = arguments_of(game, step)
        fields: dict[str, Form] = {"progress": Whole(0, 1000)}
        for argument in arguments:
            fields[argument.name] = argument.form
        rest = {name: entry for name, entry in value.items() if name != "step"}
        given = Fields(fields).read(t, rest, inside(where, name_of(game, step)))
        frame = [int(step.number), given.get("progress", UNSAID), 0, 0, 0, 0, 0, 0]
        for argument in arguments:
            if argument.name in given:
                frame[2 + argument.slot.index] = given[argument.name]
        if isinstance(step, Auction) and "turn" not in given and HOLDER.inside(frame):
            frame[2 + TURN.index] = UNSAID
        return frame

    def write(self, t: Table, value: Any) -> Any:
        game = t.game
        made: list[dict[str, Any]] = []
        for i, frame in enumerate(value):
            step = STEPS[frame[0]]
            said: dict[str, Any] = {"step": name_of(game, step)}
            if frame[1] != progress_in(value, i):
                said["progress"] = frame[1]
            for argument in arguments_of(game, step):
                said[argument.name] = argument.said(t, frame)
            made.append(said)
        return made

    def schema(self, game: Game) -> Schema:
        steps: list[Schema] = []
        for step in game.steps:
            properties: Schema = {
                "step": {"enum": [name_of(game, step), step.tag]},
                "progress": Whole(0, 1000).schema(game),
            }
            for argument in arguments_of(game, step):
                properties[argument.name] = argument.form.schema(game)
                if argument.text:
                    properties[argument.name] = {"description": argument.text, "allOf": [argument.form.schema(game)]}
            steps.append(
                {"type": "object", "properties": properties, "required": ["step"], "additionalProperties": False}
            )
        return {"type": "array", "items": {"anyOf": steps}, "minItems": 1}


def progress_in(frames: list[list[int]], i: int) -> int:
    """The progress that need not be said: of a phase the place of the step that it has called, of secret choices on top
    whether they have begun."""
    step = STEPS[frames[i][0]]
    if i + 1 == len(frames):
        return 1 if isinstance(step, Sealed) else 0
    called = STEPS[frames[i + 1][0]]
    return step.sequence.index(called) + 1 if isinstance(step, Phase) and called in step.sequence else 0


def is_whole(t: Table, frames: list[list[int]]) -> bool:
    return len(frames) > 0 and STEPS[frames[0][0]] is t.game.root


def lay_agenda(t: Table, frames: list[list[int]]) -> None:
    if is_whole(t, frames):
        t.clear_agenda()
    for i, frame in enumerate(frames):
        step = STEPS[frame[0]]
        progress = progress_in(frames, i) if frame[1] == UNSAID else frame[1]
        # Secret choices are begun anew; those already made follow.
        t.call(step, frame[2], frame[3], frame[4], frame[5], frame[6], frame[7])
        t.set_progress(0 if isinstance(step, Sealed) and i + 1 == len(frames) and progress == 1 else progress)
        if isinstance(step, Auction) and TURN.of(t) == UNSAID:
            # Whoever comes after the holder of the standing bid is asked.
            order = step.order(t)
            holder = HOLDER.inside(frame) - 1
            if holder not in order:
                raise UsageError(f"The 'agenda' of a position has seat {holder} hold a bid, who does not bid.")
            TURN.put(t, order.index(holder) + 1)


# -- secret choices and offers ---------------------------------------------------------------------------------------


class Choices(Form):
    """Actions in words, by the hand that has made them."""

    def __init__(self) -> None:
        super().__init__("an object by hand (usually a seat), each a list of actions in words")

    def read(self, t: Table, value: Any, where: str) -> Any:
        if not isinstance(value, Mapping):
            refuse(where, "an object by hand", value)
        made: dict[int, list[int]] = {}
        for key, actions in value.items():
            place = inside(where, f"hand {key}")
            if not str(key).isdecimal():
                refuse(place, "a whole number", key)
            if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
                refuse(place, "a list of actions in words", actions)
            try:
                made[int(key)] = [t.game.parse(action) for action in actions]
            except UsageError as fault:
                raise UsageError(f"{place} cannot be read: {fault}") from fault
        return made

    def write(self, t: Table, value: Any) -> Any:
        return {str(hand): [t.game.name_of(action) for action in made] for hand, made in enumerate(value) if made}

    def schema(self, game: Game) -> Schema:
        actions: Schema = {"type": "array", "items": {"type": "string"}}
        return {"type": "object", "patternProperties": {"^[0-9]+$": actions}, "additionalProperties": False}


def lay_choices(t: Table, choices: dict[int, list[int]]) -> None:
    where = "The 'sealed' of a position"
    step = t.step()
    if t.over or not isinstance(step, Sealed):
        raise UsageError(f"{where} is about a secret decision, and at {name_of(t.game, step)!r} there is none.")
    for hand, actions in choices.items():
        if hand not in step.hands(t):
            raise UsageError(f"{where} has choices of hand {hand}, who has nothing to choose here.")
        made = t.sealed[hand]
        for i, action in enumerate(actions):
            if i < len(made) and made[i] == action:
                continue  # it was made without asking
            if i < len(made) or step.closed(t, hand, made) or not step.choices(t, hand, made).holds(action):
                raise UsageError(f"{where} has hand {hand} choose {t.game.name_of(action)!r}, which is not possible.")
            made.append(action)
            step.make_automatic(t, hand)
    step.ask_open(t)
    if not t.asked:
        t.advance()


ASSETS: Final = 4 << 8  # above all assets of any game


class AssetForm(Form):
    """What changes hands in a deal, in the words of the game."""

    def __init__(self) -> None:
        super().__init__("something to deal in, such as an amount or a card")

    def read(self, t: Table, value: Any, where: str) -> Any:
        found = [asset for asset in range(ASSETS) if t.asset_name(asset) == value]
        if not found:
            refuse(where, self.noun, value)
        return found[0]

    def write(self, t: Table, value: Any) -> Any:
        return t.asset_name(value)

    def schema(self, game: Game) -> Schema:
        return {"type": "string"}


class OfferForm(Fields):
    """An offer that stands, kept as offers.py packs it."""

    def __init__(self) -> None:
        assets = Listed(AssetForm())
        fields: dict[str, Form] = {"number": Whole(1, 255), "from": Seat(), "to": Seat(), "give": assets, "ask": assets}
        super().__init__(fields, ["from", "to"], "{number, from: a seat, to: a seat, give: assets, ask: assets}")

    def read(self, t: Table, value: Any, where: str) -> Any:
        given = super().read(t, value, where)
        number = given.get("number", 0)
        return new_offer(number, given["from"], given["to"], given.get("give", []), given.get("ask", []))

    def write(self, t: Table, value: Any) -> Any:
        parts = {"number": number_of(value), "from": maker_of(value), "to": taker_of(value)}
        return super().write(t, {**parts, "give": given_in(value), "ask": asked_in(value)})


def lay_offers(t: Table, offers: list[list[int]]) -> None:
    """Offers that can be made now, in this order."""
    for offer in offers:
        try:
            t.offers_made = number_of(offer) - 1 if number_of(offer) else t.offers_made
            t.propose(maker_of(offer), taker_of(offer), given_in(offer), asked_in(offer))
        except IllegalAction as fault:
            raise UsageError(f"The 'offers' of a position cannot stand: {fault}.") from fault


# -- all entries -----------------------------------------------------------------------------------------------------


class Agreed(Form):
    """Options of the rulebook; Game.prepared reads them."""

    def __init__(self) -> None:
        super().__init__("an object by option")

    def schema(self, game: Game) -> Schema:
        properties: Schema = {}
        for setting in game.settings.every:
            described = setting.schema()
            # Read leniently, as from the command line: 5 and "5", true and "yes".
            properties[setting.name] = {"description": described["description"], "default": described["default"]}
        return {"type": "object", "properties": properties, "additionalProperties": False}


FRAMES: Final = Frames()
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
    Entry("options", "The options of the rulebook that were agreed on.", Agreed(), default="those of the rulebook"),
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


def lay(game: Game, position: Mapping[str, Any], dice: Dice, events: bool) -> Table:
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
        # A game that reads its positions by itself.
        game.lay_out(t, position)
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
    blank = game.prepared(int(t.seats), game.settings.words(t.settings))
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
    """The options that are not as usual."""
    settings = t.game.settings
    usual = settings.words(settings.numbers({}))
    return {name: word for name, word in settings.words(t.settings).items() if word != usual[name]}


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


def rest(deck: Deck, elsewhere: Sequence[Sequence[int]], what: str = "card") -> list[int]:
    """The cards of a deck that are named nowhere, as they lie under a pile: in the order of the deck, the top last."""
    left = deck.pile()
    for place in elsewhere:
        for card in place:
            if card not in left:
                raise UsageError(f"The {what} {deck.cards[card].name} is named more often than there are copies.")
            left.remove(card)
    left.reverse()
    return left
