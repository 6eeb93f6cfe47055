"""Tables as JSON-ready data and back: steps by their tags, secret choices and offers by their codes."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.cards import Cards
from marchland.engine.dice import dice_from_data
from marchland.engine.errors import RecordError, UsageError
from marchland.engine.offer_words import code_of_offer, offer_of
from marchland.engine.offers import asked_in, given_in, maker_of, new_offer, number_of, packed_once, taker_of
from marchland.engine.step import FRAME, STEPS, Step, step_tagged

if TYPE_CHECKING:
    from marchland.engine.table import Table

_FOUND: Final = {"known", "known_of", "draft"}
UNSAVED: Final = {"game", "dice", "events", "witness", "frames", "top", "house", "numbers", "__dict__"} | _FOUND


def declared(t: Table) -> list[str]:
    """The names of all attributes that the classes of a table declare."""
    names: dict[str, None] = {}
    for owner in reversed(type(t).__mro__):
        # Compiled classes keep the list of their attributes here instead of in __annotations__.
        compiled = owner.__dict__.get("__mypyc_attrs__", None)
        for name in compiled if compiled is not None else inspect.get_annotations(owner):
            names[name] = None
    return list(names)


def fields(t: Table) -> list[str]:
    """Those that are saved as they are."""
    unsaved = UNSAVED | set(t.derived())
    return [name for name in declared(t) if name not in unsaved]


def data_of(t: Table) -> dict[str, object]:
    data: dict[str, object] = {name: plain(getattr(t, name)) for name in fields(t)}
    data["sealed"] = [[t.game.code_of(action) for action in made] for made in t.sealed]
    data["offers"] = [
        [number_of(offer), maker_of(offer), code_of_offer(t.game, taker_of(offer), given_in(offer), asked_in(offer))]
        for offer in t.offers
    ]
    data["agenda"] = [[STEPS[frame[0]].tag, *frame[1:]] for frame in t.agenda()]
    data["dice"] = t.dice.to_data()
    if t.house.said:
        data["house"] = dict(t.house.said)
    return data


def load(t: Table, data: dict[str, Any]) -> None:
    """Set a blank table to saved data; RecordError says what does not fit."""
    names = fields(t)
    expected = {*names, "agenda", "dice"} | ({"house"} if t.house.said else set())
    for name in sorted(expected ^ data.keys()):
        what = "lacks" if name in expected else "has an unknown entry"
        raise RecordError(f"The saved table {what} {name!r}.")
    try:
        _lay(t, data, names)
    except OverflowError as fault:
        raise RecordError(f"The saved table has a number that is too large: {fault}.") from fault


def _lay(t: Table, data: dict[str, Any], names: list[str]) -> None:
    t.clear_agenda()
    for frame in data["agenda"]:
        step, progress, arguments = _frame(t, frame)
        t.call(step, *arguments)
        t.set_progress(progress)
    t.dice = dice_from_data(data["dice"])
    t.events = None
    t.witness = None
    for name in names:
        value = data[name]
        if name == "sealed":
            value = _sealed(t, value)
        elif name == "offers":
            value = _offers(t, value)
        _set(t, name, value)
    t.restore()


def _set(t: Table, name: str, value: Any) -> None:
    blank = getattr(t, name)
    if isinstance(blank, Cards):
        try:
            blank.load_data(value)
        except ValueError as fault:
            raise RecordError(f"The saved table has a {name!r} {fault}.") from fault
        return
    if not is_plain(value):
        raise RecordError(f"The saved table has a {name!r} that is not made of whole numbers.")
    if isinstance(value, list) != (isinstance(blank, list) or is_vec(blank)):
        raise RecordError(f"The saved table has a {name!r} of the wrong type.")
    try:
        put(t, name, value)
    except TypeError as fault:
        raise RecordError(f"The saved table has a {name!r} of the wrong type: {fault}.") from fault


def put(t: Table, name: str, value: Any) -> None:
    """Set an attribute to plain data."""
    setattr(t, name, vec[i64](value) if is_vec(getattr(t, name)) else plain(value))


def _frame(t: Table, frame: Any) -> tuple[Step[Any], int, list[int]]:
    if isinstance(frame, list) and len(frame) == FRAME and isinstance(frame[0], str):
        step = step_tagged(frame[0])
        if step is not None and step in t.game.steps and all(_fits(number) for number in frame[1:]):
            return step, frame[1], frame[2:]
    raise RecordError(f"The saved agenda has a frame that no step of this game carries: {frame!r}.")


def _fits(number: Any) -> bool:
    return type(number) is int and -1 << 62 <= number < 1 << 62


def _sealed(t: Table, sealed: Any) -> list[list[int]]:
    if not isinstance(sealed, list) or not all(isinstance(made, list) for made in sealed):
        raise RecordError("The saved table has a 'sealed' of the wrong type.")
    try:
        return [[t.game.action_of(str(code)) for code in made] for made in sealed]
    except UsageError as fault:
        raise RecordError(f"The saved table has a 'sealed' choice that is none: {fault}") from fault


def _offers(t: Table, offers: Any) -> list[list[int]]:
    if not isinstance(offers, list):
        raise RecordError("The saved table has a 'offers' of the wrong type.")
    return [_offer(t, offer) for offer in offers]


def _offer(t: Table, offer: Any) -> list[int]:
    if isinstance(offer, list) and len(offer) > 3 and is_plain(offer):
        return [*offer[:4], *map(packed_once, offer[4:])]  # from a time when offers were saved as ints
    if not isinstance(offer, list) or len(offer) != 3 or not is_plain(offer[:2]):
        raise RecordError(f"The saved table has a 'offers' with one that is none: {offer!r}.")
    try:
        to, give, ask = offer_of(t.game, str(offer[2]))
    except UsageError as fault:
        raise RecordError(f"The saved table has a 'offers' with one that is none: {fault}") from fault
    return new_offer(offer[0], offer[1], to, give, ask)


def plain(value: Any) -> Any:
    if isinstance(value, Cards):
        return value.to_data()
    return [plain(item) for item in value] if isinstance(value, list) or is_vec(value) else value


def is_plain(value: Any) -> bool:
    return all(is_plain(item) for item in value) if isinstance(value, list) else isinstance(value, int)


def is_vec(value: object) -> bool:
    # Asked by name: the compiler has no isinstance for this type yet.
    return type(value).__name__ == "vec[i64]"
