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
    """Pictures have a region for each of the board, a seat for each player, and every number and word of its type."""
    for t in trial.states():
        if trial.closely():
            for seat in (ALL_SEEING, trial.rng.choice(everybody(t))):
                picture = t.picture(seat)
                fault = misfit(picture, Picture, "")
                if fault:
                    raise Broken(f"the picture of seat {seat} cannot be drawn: {fault}")
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


def misfit(value: object, wanted: Any, path: str) -> str:
    """Where something is not of its declared type; empty if nowhere."""
    origin, inner = get_origin(wanted), get_args(wanted)
    if origin in (Union, UnionType):
        return "" if any(not misfit(value, one, path) for one in inner) else misfit(value, inner[0], path)
    if type(value) is not (origin or wanted):
        return f"{path.lstrip('.')} is {short(value)}, and no {getattr(wanted, '__name__', wanted)}"
    pairs: list[tuple[object, Any, str]] = []
    if is_dataclass(value) and not isinstance(value, type):
        pairs = [(getattr(value, name), of, f"{path}.{name}") for name, of in hints(type(value)).items()]
    elif isinstance(value, list):
        pairs = [(item, inner[0], f"{path}[{i}]") for i, item in enumerate(value)]
    elif isinstance(value, tuple):
        pairs = [(item, inner[i], f"{path}[{i}]") for i, item in enumerate(value)]
    elif isinstance(value, dict):
        pairs = [(item, inner[1], f"{path}[{key!r}]") for key, item in value.items()]
    return next((found for item, of, where in pairs if (found := misfit(item, of, where))), "")


hints = cache(get_type_hints)


def scribble(value: object) -> None:
    """Spoil everything in a view that can be changed."""
    if isinstance(value, dict):
        for item in value.values():
            scribble(item)
        value.clear()
    elif isinstance(value, list):
        for item in value:
            scribble(item)
        value.append(None)


def nothing_is_hidden_from_the_all_seeing(trial: Trial) -> None:
    for t in trial.states():
        if trial.closely():
            own = [parts(t, seat) for seat in range(t.seats)]
            for what, at_once in parts(t, ALL_SEEING).items():
                there = sorted(one for parts_of_seat in own for one in parts_of_seat[what])
                if sorted(at_once) != there:
                    raise Broken(f"of the {what} {short(there)} the all-seeing sees {short(sorted(at_once))}")
            view = t.view(ALL_SEEING)
            if view["deciders"] != t.deciders():
                raise Broken(f"the all-seeing does not see that {t.deciders()} have to decide")
            if t.determinize(ALL_SEEING, fast_dice(trial.decision)).view(ALL_SEEING) != view:
                raise Broken("the all-seeing imagines something other than it sees")
            # Whatever a spectator could imagine otherwise lies open before the all-seeing.
            otherwise = lying(t.determinize(SPECTATOR, fast_dice(trial.decision)))
            for name, value in lying(t).items():
                if otherwise[name] != value and not shows(view, value):
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


def shows(view: object, value: object) -> bool:
    """Whether a view has this value somewhere; of several hands, each of them."""
    if view == value:
        return True
    inside = list(view.values()) if isinstance(view, dict) else view if isinstance(view, list) else []
    if any(shows(one, value) for one in inside):
        return True
    hands = value if isinstance(value, list) and value and isinstance(value[0], list) else []
    return bool(hands) and all(shows(view, hand) for hand in hands)


def parts(t: Table, viewer: int) -> dict[str, list[str]]:
    """What a viewer sees of all that is some seat's own."""
    view = t.view(viewer)
    offers, sealed = view["offers"], view["sealed"]
    assert isinstance(offers, list) and isinstance(sealed, list)
    return {
        "offers": [str(offer) for offer in offers if viewer in (offer["maker"], ALL_SEEING)],
        "secret choices": [str(made) for made in sealed],
        "cards in hand": [repr(card) for card in t.picture(viewer).hand],
    }
