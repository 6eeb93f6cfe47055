"""Offers in words and in codes: the one reader and the one writer of each.

People say `offer seat 2: 3 water and Ambush for nothing`; saved matches keep `offer 2: water 3, covert Ambush for
nothing`, of which wording is no part (see codes.py).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from marchland.engine.codes import code_in, value_of
from marchland.engine.errors import IllegalAction, MarchlandError, UsageError
from marchland.engine.offers import MOST, OFFERING, Asset, asked_in, given_in, maker_of, number_in, number_of, taker_of

if TYPE_CHECKING:
    from marchland.engine.game import Game

OFFER: Final = "offer "  # how the words and the code of every offer begin
NOTHING: Final = "nothing"
MOST_THINGS: Final = 16  # things that one side of an offer is about, at most
MOST_SPLITS: Final = 8  # places at which an offer may part into what it gives and what it asks for

_SEPARATOR: Final = r"(\s*,\s*(?:and\s+)?|\s+and\s+)"


# -- words -----------------------------------------------------------------------------------------------------------


def offer_in_words(game: Game, to: int, give: Sequence[int], ask: Sequence[int], seats: Sequence[str] = ()) -> str:
    """An offer as people say it; `seats` are the players' names."""
    name = seats[to] if to < len(seats) else f"seat {to}"
    return f"{OFFER}{name}: {in_words(game, give)} for {in_words(game, ask)}"


def in_words(game: Game, assets: Sequence[int]) -> str:
    """One side of an offer: `3 water and Ambush`."""
    return " and ".join(asset_in_words(game, asset) for asset in assets) or NOTHING


def asset_in_words(game: Game, asset: int) -> str:
    type_ = _type_of(game, asset)
    number = int(number_in(asset))
    if not type_.deck:
        return f"{number} {type_.name if number == 1 else type_.many}"
    name = game.labels.name(type_.deck, number)
    # A name that two decks have needs the name of the deck.
    named = [other for other in game.deals.assets if other.deck and name in game.labels.names[other.deck]]
    return name if len(named) == 1 else f"{type_.name} {name}"


def is_offer(game: Game, text: str) -> bool:
    """Whether a text means to be an offer; a game may have actions of its own that begin like one."""
    said = f"{text.strip().lower()} "
    return said.startswith(OFFER) and (
        ":" in said or not any(kind.pattern.startswith(OFFER) for kind in game.words.kinds)
    )


def read_offer(game: Game, text: str, seats: Sequence[str] = ()) -> tuple[int, list[int], list[int]]:
    """To whom an offer goes, what it gives and what it asks for; UsageError says what cannot be read, IllegalAction
    what cannot be part of an offer."""
    said = " ".join(text.split())
    to, colon, content = said[len(OFFER) :].partition(":")
    if not said.lower().startswith(OFFER) or not colon:
        raise UsageError(_form(game))
    taker = _seat(to.strip(), seats)
    sides = [(content[: found.start()], content[found.end() :]) for found in re.finditer(r"\bfor\b", content, re.I)]
    fault: MarchlandError | None = None
    # A name may have a "for" of its own, but nobody says so many of them.
    for give, ask in sides[:MOST_SPLITS] or [(content, "")]:
        try:
            return taker, read_assets(game, give), read_assets(game, ask)
        except MarchlandError as unknown:
            fault = fault or unknown
    assert fault is not None
    raise fault


def read_assets(game: Game, text: str) -> list[int]:
    """One side of an offer."""
    said = text.strip()
    if said.lower() in ("", NOTHING):
        return []
    parts = re.split(_SEPARATOR, said, flags=re.I)
    if len(parts) >= 2 * MOST_THINGS:
        raise UsageError(f"One side of an offer is about at most {MOST_THINGS} things.")
    found: list[int] = []
    first = 0
    while first < len(parts):
        last = len(parts)
        # A name may have a comma or an "and" of its own.
        while last > first + 1 and len(_meant(game, "".join(parts[first:last]), whole=True)) != 1:
            last -= 2
        found.append(read_asset(game, "".join(parts[first:last])))
        first = last + 1
    return found


def read_asset(game: Game, text: str) -> int:
    """An amount (`3 water`) or a card by its name or the beginning of it (`Ambush`, `covert Ambush`)."""
    said = text.strip()
    meant = _meant(game, said, whole=True) or _meant(game, said, whole=False)
    if len(meant) == 1:
        return meant[0]
    if meant:
        names = [asset_in_words(game, asset) for asset in meant]
        raise UsageError(f"{said!r} may be {', '.join(names[:-1])} or {names[-1]}.")
    raise IllegalAction(f"{said!r} is nothing that can be part of an offer", game.clause(OFFERING))


def _meant(game: Game, said: str, whole: bool) -> list[int]:
    """The assets that a text can mean, by their whole names or by the beginnings of cards' names."""
    amount = re.fullmatch(r"([0-9]+)\s*(.*)", said)
    if amount is not None:
        return _amounts(game, int(amount[1][:9]), amount[2].lower())
    # "the covert card Ambush" is covert Ambush; but there may be a card called "The Thin Line".
    wanted = said.lower()
    bare = wanted.removeprefix("the ").replace(" card ", " ", 1)
    cards = _cards(game)
    if whole:
        return sorted({*cards.get(wanted, ()), *cards.get(bare, ())})
    return sorted({card for name, named in cards.items() if name.startswith((wanted, bare)) for card in named})


@cache
def _cards(game: Game) -> dict[str, list[int]]:
    """The cards that can be part of an offer, by all their names in small letters: `ambush`, `covert ambush`."""
    found: dict[str, list[int]] = {}
    for type_ in game.deals.assets:
        labels = (game.labels.names[type_.deck], game.labels.codes[type_.deck]) if type_.deck else ()
        for card in range(_cards_of(game, type_)):
            names = [label[card].lower() for label in labels]
            for name in [*names, *[f"{type_.name} {name}" for name in names]]:
                found.setdefault(name, []).append(int(type_.of(card)))
    return found


def _amounts(game: Game, number: int, name: str) -> list[int]:
    amounts = [type_ for type_ in game.deals.assets if not type_.deck]
    fitting = [type_ for type_ in amounts if name in (type_.name.lower(), type_.many.lower())]
    if not name:
        fitting = amounts
    if fitting and number > MOST:
        raise IllegalAction(f"{number} {fitting[0].many} are more than any offer is about", game.clause(OFFERING))
    return [int(type_.of(number)) for type_ in fitting]


def _seat(said: str, seats: Sequence[str]) -> int:
    wanted = said.lower()
    for fitting in (
        [seat for seat, name in enumerate(seats) if name.lower() == wanted],
        [seat for seat, name in enumerate(seats) if wanted and name.lower().startswith(wanted)],
    ):
        if len(fitting) == 1:
            return fitting[0]
    number = re.fullmatch(r"(?:seat )?([0-9]{1,2})", wanted)
    if number is None:
        raise UsageError(f"{said!r} is no player to whom an offer can go.")
    return int(number[1])


def _form(game: Game) -> str:
    amounts = [f"3 {type_.many}" for type_ in game.deals.assets if not type_.deck]
    return f"An offer is said like this: offer seat 2: {[*amounts, NOTHING][0]} for nothing."


# -- codes -----------------------------------------------------------------------------------------------------------


def code_of_offer(game: Game, to: int, give: Sequence[int], ask: Sequence[int]) -> str:
    """An offer as it is saved."""
    sides = [", ".join(_code(game, asset) for asset in assets) or NOTHING for assets in (give, ask)]
    return f"{OFFER}{to}: {sides[0]} for {sides[1]}"


def is_offer_code(code: str) -> bool:
    return code.startswith(OFFER) and ": " in code


def offer_of(game: Game, code: str) -> tuple[int, list[int], list[int]]:
    """The inverse of code_of_offer."""
    found = re.fullmatch(r"offer ([0-9]{1,2}): (.+) for (.+)", code)
    if found is None:
        raise UsageError(f"{code!r} is not of the form 'offer TO: ASSETS for ASSETS'.")
    return int(found[1]), _coded(game, found[2]), _coded(game, found[3])


def _code(game: Game, asset: int) -> str:
    type_ = _type_of(game, asset)
    return f"{type_.name} {code_in(game.labels, type_.deck, int(number_in(asset)))}"


def _coded(game: Game, codes: str) -> list[int]:
    if codes == NOTHING:
        return []
    found: list[int] = []
    for code in codes.split(", "):
        name, _, value = code.partition(" ")
        type_ = next((asset for asset in game.deals.assets if asset.name == name), None)
        if type_ is None:
            raise UsageError(f"There is no asset called {name!r}.")
        number = value_of(game.labels, type_.deck or "count", value)
        if number > MOST:
            raise UsageError(f"{number} is more than an offer can be about.")
        found.append(int(type_.of(number)))
    return found


# -- sights ----------------------------------------------------------------------------------------------------------


def seen_offer(game: Game, offer: list[int], shown: bool) -> dict[str, object]:
    """An offer that stands, as a viewer sees it: what it is about is told to its two parties."""
    return {
        "number": number_of(offer),
        "maker": maker_of(offer),
        "to": taker_of(offer),
        "give": [asset_in_words(game, asset) for asset in given_in(offer)] if shown else None,
        "ask": [asset_in_words(game, asset) for asset in asked_in(offer)] if shown else None,
    }


def _type_of(game: Game, asset: int) -> Asset:
    for type_ in game.deals.assets:
        if type_.fits(asset):
            return type_
    raise UsageError(f"{asset} is no asset of this game.")


def _cards_of(game: Game, type_: Asset) -> int:
    return int(type_.cards) or len(game.labels.codes[type_.deck]) if type_.deck else 0
