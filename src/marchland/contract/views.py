"""Views and pictures: plain data that can be drawn, and all of it open to the all-seeing."""

from __future__ import annotations

import json
from dataclasses import is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from marchland.contract.fault import Broken
from marchland.contract.trial import Trial, everybody, short
from marchland.engine.dice import fast_dice
from marchland.engine.errors import UsageError
from marchland.engine.picture import Picture
from marchland.engine.table import ALL_SEEING, SPECTATOR, Table
from marchland.engine.witness import Witness


def are_plain(trial: Trial) -> None:
    """Views are JSON, and do not hang on the table; whoever does not exist sees nothing."""
    for t in trial.states():
        if trial.closely():
            before = t.fingerprint()
            for seat in [ALL_SEEING, *everybody(t)]:
                view, picture = t.view(seat), t.picture(seat)
                if json.loads(json.dumps(view)) != view:
                    raise Broken(f"the view of seat {seat} is not the same after a journey as JSON")
                scribble(view)
                scribble(vars(picture))
                if t.fingerprint() != before:
                    raise Broken(f"what seat {seat} sees hangs on the table: whoever changes it changes the match")
        if trial.decision == 0:
            for nobody in (ALL_SEEING - 1, t.seats):
                for look in (t.view, t.picture, t.options, t.asides, t.prompt):
                    try:
                        look(nobody)
                    except UsageError:
                        continue
                    raise Broken(f"there is no viewer {nobody}, and the table shows it its {look.__name__}")


def can_be_drawn(trial: Trial) -> None:
    """Pictures have a region for each of the board, a seat for each player, and every number and word of its type; who
    is said to see what spectators see does."""
    for t in trial.states():
        if trial.closely():
            for seat in (ALL_SEEING, trial.rng.choice(everybody(t))):
                picture = t.picture(seat)
                fault = misfit(picture, Picture)
                if fault:
                    raise Broken(f"the picture of seat {seat} cannot be drawn: {fault.lstrip('.')}")
                for what, shown, there in (
                    ("seats", len(picture.seats), t.seats),
                    ("regions", len(picture.regions), len(t.game.board.regions) if t.game.board is not None else 0),
                ):
                    if shown != there:
                        raise Broken(f"the picture of seat {seat} has {shown} {what}, and there are {there}")
                decks = {faces.name: len(faces.faces) for faces in t.game.decks}
                for card in [*picture.hand, *picture.open]:
                    if decks and not 0 <= card.card < decks.get(card.deck, 0):
                        raise Broken(f"the picture of seat {seat} has a card without a face: {card}")
            for seat in range(t.seats):
                if t.sees_alike(seat) and t.picture(seat) != t.picture(SPECTATOR):
                    raise Broken(f"seat {seat} sees_alike, and its picture is not that of the spectators")


def can_be_followed(trial: Trial) -> None:
    """Whoever follows the board from event to event sees every region as spectators see it, and at each decision has
    seen all that happened."""
    t = trial.deal()
    t.events = []
    t.witness = Witness(t)
    shown = t.picture(SPECTATOR).regions
    for _ in trial.states(t):
        for changes in t.witness.collect():
            for region, looks in changes:
                shown[region] = looks
        there = t.picture(SPECTATOR).regions
        for region in range(len(there)):
            if t.region_shown(region) != there[region]:
                raise Broken(
                    f"region {region} alone is shown as {short(t.region_shown(region))}, and in the picture not"
                )
            if shown[region] != there[region]:
                raise Broken(
                    f"region {region} has changed to {short(there[region])} after the last event, or sketch does not "
                    "notice; tell what happened once it has happened"
                )


def misfit(value: object, wanted: Any) -> str:
    """Where something is not of its declared type; empty if nowhere."""
    if wanted in PLAIN:
        return "" if type(value) is wanted else no_such(value, wanted)
    origin, inner = shape_of(wanted)
    if origin in (Union, UnionType):
        return "" if any(not misfit(value, one) for one in inner) else misfit(value, inner[0])
    if type(value) is not (origin or wanted):
        return no_such(value, wanted)
    if isinstance(value, list):
        for i, item in enumerate(value):
            if found := misfit(item, inner[0]):
                return f"[{i}]{found}"
    elif isinstance(value, tuple):
        for i, item in enumerate(value):
            if found := misfit(item, inner[i]):
                return f"[{i}]{found}"
    elif isinstance(value, dict):
        for key, item in value.items():
            if found := misfit(item, inner[1]):
                return f"[{key!r}]{found}"
    elif is_dataclass(value) and not isinstance(value, type):
        for name, of in hints(type(value)).items():
            if found := misfit(getattr(value, name), of):
                return f".{name}{found}"
    return ""


def no_such(value: object, wanted: Any) -> str:
    return f" is {short(value)}, and no {getattr(wanted, '__name__', wanted)}"


# A picture has thousands of values: what there is to know of their types is found out once.
PLAIN = {int, str, bool, float}
hints = cache(get_type_hints)


@cache
def shape_of(wanted: Any) -> tuple[Any, tuple[Any, ...]]:
    """list[int] is a list, of ints."""
    return get_origin(wanted), get_args(wanted)


def scribble(value: object) -> None:
    """Spoil everything in a view that can be changed."""
    if isinstance(value, dict):
        for item in value.values():
            if type(item) not in PLAIN:
                scribble(item)
        value.clear()
    elif isinstance(value, list):
        for item in value:
            if type(item) not in PLAIN:
                scribble(item)
        value.append(None)


SECRET = "secret choices"


def nothing_is_hidden_from_the_all_seeing(trial: Trial) -> None:
    for t in trial.states():
        if trial.closely():
            own = [parts(t, seat) for seat in range(t.seats)]
            for what, at_once in parts(t, ALL_SEEING).items():
                there = sorted(one for parts_of_seat in own for one in parts_of_seat[what])
                if what == SECRET:
                    there = sorted(set(there))  # team mates may see the same; each begins with whose it is
                if sorted(at_once) != there:
                    raise Broken(f"of the {what} {short(there)} the all-seeing sees {short(sorted(at_once))}")
            view = t.view(ALL_SEEING)
            if view["deciders"] != t.deciders():
                raise Broken(f"the all-seeing does not see that {t.deciders()} have to decide")
            if t.determinize(ALL_SEEING, fast_dice(trial.decision)).view(ALL_SEEING) != view:
                raise Broken("the all-seeing imagines something other than it sees")
            # Whatever a spectator could imagine otherwise lies open before the all-seeing.
            otherwise = lying(t.determinize(SPECTATOR, fast_dice(trial.decision)))
            shown: set[object] = set()
            frozen(view, shown)
            for name, value in lying(t).items():
                if otherwise[name] != value and not shows(shown, value):
                    raise Broken(f"the all-seeing does not see {name!r}, which is {short(value)}")


# Who knows what is nothing that lies on the table; and what is asked, chosen and offered is looked at by itself.
ASIDE = {"known", "story", "seen", "apart", "doubts", "knows", "dice", "agenda", "asked", "sealed", "offers"}


def lying(t: Table) -> dict[str, object]:
    """All that lies on a table, deck by deck."""
    found: dict[str, object] = {}
    for name, value in t.to_data().items():
        inner = value if isinstance(value, dict) else {"": value}
        found |= {f"{name} {of}".strip(): part for of, part in inner.items() if not {name, of} & ASIDE}
    return found


def frozen(value: Any, parts: set[object]) -> object:
    """Plain data that cannot change any more; all its parts are collected."""
    made: object = value
    if isinstance(value, dict):
        made = frozenset((key, frozen(item, parts)) for key, item in value.items())
    elif isinstance(value, list):
        made = tuple([frozen(item, parts) for item in value])
    parts.add(made)
    return made


def shows(parts: set[object], value: object) -> bool:
    """Whether a view of these parts has this value somewhere; of several hands, each of them."""
    if frozen(value, set()) in parts:
        return True
    hands = value if isinstance(value, list) and value and isinstance(value[0], list) else []
    return bool(hands) and all(shows(parts, hand) for hand in hands)


def parts(t: Table, viewer: int) -> dict[str, list[str]]:
    """What a viewer sees of all that is some seat's own."""
    view = t.view(viewer)
    offers, sealed = view["offers"], view["sealed"]
    assert isinstance(offers, list) and isinstance(sealed, list)
    return {
        "offers": [str(offer) for offer in offers if viewer in (offer["maker"], ALL_SEEING)],
        SECRET: [str(made) for made in sealed],
        "cards in hand": [repr(card) for card in t.picture(viewer).hand],
    }
