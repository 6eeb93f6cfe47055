"""Private knowledge in positions: who knows of which card where it is, and what keeping count tells of hidden stocks.

    "known": {"everybody": [{"card": "Ambush", "with": 1}], "2": [{"card": "Lobbyist", "with": 0}]}
    "stories": {"2": [{"seat": 0, "gains": "Lobbyist"}, {"seat": 0, "hides": 1}, {"seat": 0, "passes_to": 1}]}

What cannot be, because the hands are not so, or no story ends so, is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from marchland.engine.cards import Cards
from marchland.engine.dice import fast_dice
from marchland.engine.errors import UsageError
from marchland.engine.forms import (
    Fields,
    Form,
    Listed,
    Named,
    Schema,
    Seat,
    SetOf,
    TopFirst,
    Whole,
    inside,
    refuse,
    seat_key,
)
from marchland.engine.recall import ALL, DROP, GAIN, HIDE, PASS, dropped, event
from marchland.engine.sets import size

if TYPE_CHECKING:
    from marchland.engine.game import Game
    from marchland.engine.table import Table

SPECTATORS: Final = "spectators"
EVERYBODY: Final = "everybody"


@mypyc_attr(allow_interpreted_subclasses=True)
class ByViewer(Form):
    """An object by viewer, a seat or "spectators", each a list; kept as a row for every seat and one for spectators."""

    def __init__(self, form: Form) -> None:
        super().__init__(f"by viewer (a seat, spectators) a list, each {form.noun}")
        self.rows = Listed(form)

    def read(self, t: Table, value: Any, where: str) -> Any:
        if not isinstance(value, Mapping):
            refuse(where, "an object by seat", value)
        made: list[list[Any]] = [[] for _ in range(t.seats + 1)]
        for key, items in value.items():
            viewer = t.seats if key == SPECTATORS else seat_key(t, key, where)
            made[viewer] = self.rows.read(t, items, inside(where, viewer_name(t, viewer)))
        return made

    def write(self, t: Table, value: Any) -> Any:
        names = [*(str(seat) for seat in range(t.seats)), SPECTATORS]
        return {names[viewer]: self.rows.write(t, row) for viewer, row in enumerate(value) if row}

    def schema(self, game: Game) -> Schema:
        rows = self.rows.schema(game)
        return {
            "type": "object",
            "properties": {SPECTATORS: rows},
            "patternProperties": {"^[0-9]$": rows},
            "additionalProperties": False,
        }


def viewer_name(t: Table, viewer: int) -> str:
    return SPECTATORS if viewer == t.seats else f"seat {viewer}"


# -- cards -----------------------------------------------------------------------------------------------------------


class SeatOrSeats(SetOf):
    """One seat, or a list of those of whom it may be any."""

    def __init__(self) -> None:
        super().__init__(Seat())
        self.noun = "a seat, or a list of those who may have it"

    def read(self, t: Table, value: Any, where: str) -> Any:
        return super().read(t, value if isinstance(value, list) else [value], where)

    def write(self, t: Table, value: Any) -> Any:
        seats = super().write(t, value)
        return seats[0] if len(seats) == 1 else seats

    def schema(self, game: Game) -> Schema:
        return {"anyOf": [Seat().schema(game), super().schema(game)]}


class SeenCard(Form):
    """A card that lies face down: its name, or with the seats that know it. Kept as [card, set of seats]."""

    def __init__(self, card: Named) -> None:
        super().__init__(f"{card.noun}, or {{card, known_to: seats}}")
        self.card = card
        self.both = Fields({"card": card, "known_to": SetOf(Seat())}, ["card"])

    def read(self, t: Table, value: Any, where: str) -> Any:
        if not isinstance(value, Mapping):
            return [self.card.read(t, value, where), 0]
        given = self.both.read(t, value, where)
        return [given["card"], given.get("known_to", 0)]

    def write(self, t: Table, value: Any) -> Any:
        card, seen = value
        return self.both.write(t, {"card": card, "known_to": seen}) if seen else self.card.write(t, card)

    def schema(self, game: Game) -> Schema:
        return {"anyOf": [self.card.schema(game), self.both.schema(game)]}


def pile_of(card: Named) -> TopFirst:
    """The form of a pile in which seats may know a card."""
    return TopFirst(SeenCard(card))


class Known(ByViewer):
    """By viewer the cards that are known to be in a hand; what everybody knows may be said once."""

    def __init__(self, card: Named) -> None:
        super().__init__(Fields({"card": card, "with": SeatOrSeats()}, ["card", "with"]))
        self.noun = "by viewer (a seat, spectators, everybody) a list, each {card, with: a seat}"

    def read(self, t: Table, value: Any, where: str) -> Any:
        rest = dict(value) if isinstance(value, Mapping) else value
        public = rest.pop(EVERYBODY, []) if isinstance(rest, dict) else []
        made: list[list[int]] = []
        rows = super().read(t, rest, where)
        shared = self.rows.read(t, public, inside(where, EVERYBODY))
        for viewer in range(t.seats + 1):
            pairs: list[int] = []
            for item in [*(item for item in shared if not item["with"] >> viewer & 1), *rows[viewer]]:
                if item["with"] >> viewer & 1 or not item["with"]:
                    raise UsageError(
                        f"{inside(where, viewer_name(t, viewer))} is about cards of other seats, and of one at least."
                    )
                pairs += [item["with"], item["card"]]
            made.append(pairs)
        return made

    def write(self, t: Table, value: Any) -> Any:
        rows = [[{"with": row[i], "card": row[i + 1]} for i in range(0, len(row), 2)] for row in value]
        return super().write(t, rows)

    def schema(self, game: Game) -> Schema:
        made = super().schema(game)
        made["properties"][EVERYBODY] = self.rows.schema(game)
        return made


WAYS: Final = ["way 1", "way 2"]


class Holder(Seat):
    """Who has a card in a story: a seat, or the way on which swapped cards are."""

    def read(self, t: Table, value: Any, where: str) -> Any:
        return t.seats + WAYS.index(value) if value in WAYS else super().read(t, value, where)

    def write(self, t: Table, value: Any) -> Any:
        return WAYS[value - t.seats] if value >= t.seats else int(value)

    def schema(self, game: Game) -> Schema:
        return {"anyOf": [super().schema(game), {"enum": WAYS}]}


class StoryEvent(Form):
    """What was seen happen to cards, as recall.py packs it."""

    def __init__(self, card: Named) -> None:
        forms: list[Form] = [card, card, Whole(), Holder(), Holder()]
        self.words = ["gains", "loses", "hides", "passes_to", "all_to"]
        self.ops = [GAIN, DROP, HIDE, PASS, ALL]
        fields: dict[str, Form] = {"seat": Holder()}
        fields.update(zip(self.words, forms, strict=True))
        super().__init__("{seat, and one of gains, loses, hides, passes_to, all_to}")
        self.fields = Fields(fields, ["seat"])

    def read(self, t: Table, value: Any, where: str) -> Any:
        given = self.fields.read(t, value, where)
        if len(given) != 2:
            raise UsageError(f"{where} has a seat and one of {', '.join(self.words)}.")
        word = next(name for name in given if name != "seat")
        return event(self.ops[self.words.index(word)], given["seat"], given[word])

    def write(self, t: Table, value: Any) -> Any:
        return self.fields.write(t, {"seat": value >> 3 & 31, self.words[self.ops.index(value & 7)]: value >> 8})

    def schema(self, game: Game) -> Schema:
        return {**self.fields.schema(game), "minProperties": 2, "maxProperties": 2}


def stories_of(card: Named) -> ByViewer:
    """The form of what viewers have seen since it is in doubt which card went over face down."""
    return ByViewer(StoryEvent(card))


def lay_pile(cards: Cards, pile: list[list[int]], rest: list[int]) -> None:
    """A pile as pile_of reads it, on top of the cards that are named nowhere."""
    cards.lay(rest + [card for card, _ in pile])
    if any(seen for _, seen in pile):
        cards.seen = [0] * len(rest) + [seen for _, seen in pile]


def pile_in(cards: Cards) -> list[list[int]]:
    return [[card, cards.seen[i] if cards.seen else 0] for i, card in enumerate(cards.pile)]


def lay_knowledge(t: Table, cards: Cards, known: list[list[int]], stories: list[list[int]], what: str) -> None:
    """What each viewer knows of hands that have been laid out. Where there is a story, what is known follows from
    it; whatever is known has to agree with the hands."""
    for viewer in range(t.seats + 1):
        where = f"What {viewer_name(t, viewer)} knows of the {what}"
        if stories[viewer] and known[viewer]:
            raise UsageError(f"{where} follows from the 'stories', and 'known' says it again.")
        if any(size(holders) > 1 for holders in known[viewer][::2]):
            raise UsageError(f"{where} is in doubt, and only 'stories' can say how that came about.")
    cards.story = stories
    cards.known = [told(story) if story else pairs for story, pairs in zip(stories, known, strict=True)]
    for viewer in range(t.seats + 1):
        if not (may_be_told(cards, viewer) if stories[viewer] else is_true(cards, viewer)):
            raise UsageError(f"What {viewer_name(t, viewer)} knows of the {what} does not agree with the hands.")


def is_true(cards: Cards, viewer: int) -> bool:
    """Whether all cards that a viewer knows of are where it knows them to be."""
    for seat in range(cards.seats):
        known = cards.surely(viewer, seat)
        if any(known.count(card) > cards[seat].count(card) for card in known):
            return False
    return True


def may_be_told(cards: Cards, viewer: int) -> bool:
    """Whether a viewer's story can have ended with the hands as they are."""
    sizes = [0] * (int(cards.seats) + 2)
    for now in cards.story[viewer]:
        op, a, b = now & 7, now >> 3 & 31, now >> 8
        gone = -1 if op == GAIN else -b if op == HIDE else sizes[a] if op == ALL else 1
        sizes[a] -= gone
        if op in (PASS, ALL):
            sizes[b] += gone
        if sizes[a] < 0:
            return False
    others = [seat for seat in range(cards.seats) if seat != viewer]
    if any(sizes[seat] != len(cards[seat]) for seat in others):
        return False
    # As if all showed their hands now.
    shown = [event(op, seat, card) for op in (DROP, GAIN) for seat in others for card in cards[seat]]
    return cards.copy().imagine(viewer if viewer < cards.seats else -1, fast_dice(0), 0, shown)


def told(story: list[int]) -> list[int]:
    """The pairs (holders, kind) that a viewer knows who has seen all of a story; see Cards."""
    pairs: list[int] = []
    for now in story:
        op, a, b = now & 7, now >> 3 & 31, now >> 8
        if op == GAIN:
            pairs = [*pairs, 1 << a, b]
        elif op == DROP:
            pairs = dropped(pairs, a, b)
        elif op in (PASS, ALL):
            kept = -1 if op == PASS else ~(1 << a)
            for i in range(0, len(pairs), 2):
                if pairs[i] >> a & 1:
                    pairs[i] = pairs[i] & kept | 1 << b
    return pairs


def known_in(cards: Cards) -> list[list[int]]:
    """What has to be said of viewers without a story."""
    return [[] if story else pairs for story, pairs in zip(cards.story, cards.known, strict=True)]


# -- stocks ----------------------------------------------------------------------------------------------------------


def bounds_form() -> ByViewer:
    """By viewer the sets of seats of whose stocks only bounds are known; of all others the sum is."""
    fields: dict[str, Form] = {"seats": SetOf(Seat()), "least": Whole(), "most": Whole()}
    return ByViewer(Fields(fields, ["seats", "least", "most"], "{seats, least, most}"))


def read_bounds(t: Table, stock: vec[i64], given: list[list[dict[str, int]]], where: str) -> list[list[int]]:
    """The rows of stocks.py; refused if they cannot have come about."""
    sets = 1 << t.seats
    rows: list[list[int]] = []
    for viewer, bounds in enumerate(given):
        least = [total(stock, members) for members in range(sets)]
        most = least[:]
        for bound in bounds:
            least[bound["seats"]], most[bound["seats"]] = bound["least"], bound["most"]
        fault = _bounds_fault(viewer, stock, least, most)
        if fault:
            raise UsageError(f"{inside(where, viewer_name(t, viewer))} {fault}.")
        row = [total(stock, members) - least[members] for members in range(sets)]
        row += [most[members] - total(stock, members) for members in range(sets)]
        rows.append(row if any(row) else [])
    return rows if any(rows) else []


def bounds_in(t: Table, stock: vec[i64], rows: list[list[int]]) -> list[list[dict[str, int]]]:
    sets = 1 << t.seats
    made: list[list[dict[str, int]]] = [[] for _ in range(t.seats + 1)]
    for viewer, row in enumerate(rows):
        for members in range(sets if row else 0):
            if row[members] or row[sets + members]:
                least, most = total(stock, members) - row[members], total(stock, members) + row[sets + members]
                made[viewer].append({"seats": members, "least": least, "most": most})
    return made


def total(stock: vec[i64], members: int) -> int:
    return sum(int(stock[seat]) for seat in range(len(stock)) if members >> seat & 1)


def _bounds_fault(viewer: int, stock: vec[i64], least: list[int], most: list[int]) -> str:
    """What is wrong with the bounds on all sums, as the end of a sentence. Those that somebody who keeps count can come
    to are a generalized polymatroid; see stocks.py."""
    if least[0] or most[0]:
        return "names no seats"
    if viewer < len(stock) and least[1 << viewer] != most[1 << viewer]:
        return "doubts what the seat has itself"
    for a in range(len(least)):
        if not least[a] <= total(stock, a) <= most[a]:
            return f"does not allow for the {total(stock, a)} that there are"
        for b in range(len(least)):
            both, either = a & b, a | b
            if (
                least[a] + least[b] > least[either] + least[both]
                or most[a] + most[b] < most[either] + most[both]
                or most[a] - least[b] < most[a & ~b] - least[b & ~a]
            ):
                return f"has bounds for {_seats(a)} and for {_seats(b)} that do not fit together"
    return ""


def _seats(members: int) -> str:
    return f"seats {[seat for seat in range(8) if members >> seat & 1]}"
