"""The decision that a position begins with: the steps under way with the arguments of their frames, secret choices that
have been made, and offers that stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import mypyc_attr

from marchland.engine.auction import HOLDER, LOT, OUT, STANDING, TURN, Auction
from marchland.engine.errors import IllegalAction, UsageError
from marchland.engine.forms import (
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
from marchland.engine.offer_words import asset_in_words, read_asset
from marchland.engine.offers import asked_in, given_in, maker_of, new_offer, number_of, taker_of
from marchland.engine.sealed import Sealed
from marchland.engine.slots import Slot
from marchland.engine.step import STEPS, Phase, Step
from marchland.engine.window import ASKED, QUIET, Window

if TYPE_CHECKING:
    from marchland.engine.game import Game
    from marchland.engine.table import Table


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

FOLLOWS: Final = -1  # progress that follows from the next frame, or is 0


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
        frame = [int(step.number), given.get("progress", FOLLOWS), 0, 0, 0, 0, 0, 0]
        for argument in arguments:
            if argument.name in given:
                frame[2 + argument.slot.index] = given[argument.name]
        if isinstance(step, Auction) and "turn" not in given and HOLDER.inside(frame):
            frame[2 + TURN.index] = FOLLOWS
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


FRAMES: Final = Frames()


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
        progress = progress_in(frames, i) if frame[1] == FOLLOWS else frame[1]
        t.call(step, frame[2], frame[3], frame[4], frame[5], frame[6], frame[7])
        t.set_progress(progress)
        if isinstance(step, Sealed) and i + 1 == len(frames) and progress == 1:
            step.begin(t)  # those already made follow
        if isinstance(step, Auction) and TURN.of(t) == FOLLOWS:
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


class AssetForm(Form):
    """What changes hands in a deal, in the words of the game."""

    def __init__(self) -> None:
        super().__init__("something to deal in, such as an amount or a card")

    def read(self, t: Table, value: Any, where: str) -> Any:
        if not isinstance(value, str):
            refuse(where, self.noun, value)
        try:
            return read_asset(t.game, value)
        except IllegalAction:
            refuse(where, self.noun, value)
        except UsageError as fault:
            raise UsageError(f"{where} cannot be read: {fault}") from fault

    def write(self, t: Table, value: Any) -> Any:
        return asset_in_words(t.game, value)

    def schema(self, game: Game) -> Schema:
        return {"type": "string"}


class OfferForm(Fields):
    """An offer that stands, kept as offers.py packs it."""

    def __init__(self) -> None:
        assets = Listed(AssetForm())
        fields: dict[str, Form] = {"number": Whole(1), "from": Seat(), "to": Seat(), "give": assets, "ask": assets}
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
            t.make_offer(maker_of(offer), taker_of(offer), given_in(offer), asked_in(offer))
        except IllegalAction as fault:
            raise UsageError(f"The 'offers' of a position cannot stand: {fault}.") from fault
