"""A game: the rules package behind its tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import resources
from pickle import PicklingError
from typing import Any, Final, Generic

from mypy_extensions import i64, mypyc_attr

from marchland.engine.agenda import Argument
from marchland.engine.board import Board, read_board
from marchland.engine.codes import action_of, code_of
from marchland.engine.common import COMMON
from marchland.engine.deed import Deed
from marchland.engine.dice import Dice, fast_dice
from marchland.engine.emblems import Emblem, read_emblems
from marchland.engine.errors import RecordError, UsageError
from marchland.engine.faces import Faces
from marchland.engine.first_steps import FirstSteps, read_first_steps
from marchland.engine.generic import T
from marchland.engine.illustrations import Layer, read_illustrations
from marchland.engine.labels import Labels
from marchland.engine.numbers import BOARD, House, Number, Numbers, house_of
from marchland.engine.odds import Inquiry, Odds
from marchland.engine.offers import ANSWERS, Deals
from marchland.engine.picture import Fact, Picture
from marchland.engine.position import Entry, lay, position_of
from marchland.engine.report import Reporter
from marchland.engine.sayings import PHRASES, Told, say
from marchland.engine.settings import Settings
from marchland.engine.step import Phase, Step, bind
from marchland.engine.table import ALL_SEEING, Table
from marchland.engine.words import Words, name_of, parse

CURVES: Final = 3  # facts of a seat that are followed through a match
ENGINE: Final = "1"  # raised with every change that games written before it would have to follow


class Preset:
    """A usual choice of options, by name."""

    def __init__(self, name: str, text: str, options: dict[str, str]) -> None:
        self.name = name
        self.text = text
        self.options = options


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[T]):
    """Everything that is the same for all matches of one game. A game subclasses it with `blank`, `evaluate` and
    `lay_out`, and makes one instance. `engine` is the version of the engine that it was written for.

    `Game[Ridge]` lays out tables of that class, and type checkers know it; `Game` alone is a game of any table.
    """

    name: str
    title: str
    prefix: str
    version: str
    summary: str
    least_seats: int
    most_seats: int
    usual_seats: int
    words: Words
    labels: Labels
    settings: Settings
    numbers: list[Number]  # what a house rule may change, in the order of the rulebook
    by_the_book: House | None  # no house rules, made when the first table is prepared
    steps: list[Step[Any]]
    beside: list[Deed[Any]]  # what can be done beside whatever is being decided
    deals: Deals
    root: Phase[Any]
    package: str
    board: Board | None  # what the client draws
    decks: list[Faces]  # the cards that it shows
    emblems: list[Emblem]  # what it draws for the game's words
    opening: list[Step[Any]]  # the strip that shows where the setup stands
    sequence: list[Step[Any]]  # the strip that shows where a round stands
    length: str
    presets: list[Preset]
    first_evening: Preset  # with which somebody begins who has never played it
    first_steps: FirstSteps | None  # and what they are told
    facts: dict[str, str]  # what studies can group seats by: a name, and what it stands for
    open_information: bool  # nothing is hidden but future dice: all seats see the same
    entries: list[Entry]  # what a position says of this game
    frames: dict[str, list[Argument]]  # and how it names the arguments of steps, by their tags

    def __init__(
        self,
        name: str,
        title: str,
        prefix: str,
        version: str,
        summary: str,
        seats: tuple[int, int, int],
        labels: Labels,
        settings: Settings,
        root: Phase[Any],
        steps: list[Step[Any]],
        package: str,
        family: Words = COMMON,
        beside: Sequence[Deed[Any]] = (),
        numbers: Sequence[Numbers] = (),
        deals: Deals | None = None,
        board: Board | None = None,
        decks: list[Faces] | None = None,
        emblems: list[Emblem] | None = None,
        opening: list[Step[Any]] | None = None,
        sequence: list[Step[Any]] | None = None,
        length: str = "",
        presets: list[Preset] | None = None,
        first_evening: str = "",
        first_steps: FirstSteps | None = None,
        facts: dict[str, str] | None = None,
        open_information: bool = False,
        entries: Sequence[Entry] = (),
        frames: Mapping[str, list[Argument]] | None = None,
        engine: str = ENGINE,
    ) -> None:
        if engine != ENGINE:
            raise UsageError(
                f"{title} {version} was written for engine {engine} of Marchland, and this is engine {ENGINE}."
            )
        self.name = name
        self.title = title
        self.prefix = prefix
        self.version = version
        self.summary = summary
        self.least_seats, self.usual_seats, self.most_seats = seats
        self.words = Words(family)
        self.labels = labels
        self.settings = settings
        self.root = root
        self.steps = [root, *steps]
        self.package = package
        self.board = board
        self.decks = decks or []
        self.emblems = emblems or []
        self.opening = opening or []
        self.sequence = sequence if sequence is not None else root.sequence
        self.length = length
        self.presets = presets or []
        self.first_evening = preset_named(self.presets, first_evening)
        self.first_steps = first_steps
        self.facts = facts or {}
        self.open_information = open_information
        self.entries = list(entries)
        self.frames = dict(frames or {})
        self.beside = [*ANSWERS, *beside]
        # Of deals that a rulebook does not know its sequence of play knows nothing.
        self.deals = deals if deals is not None else Deals(root.clause)
        bind(self.steps, self.beside, self.words, labels, package)
        self.numbers = in_order([number for some in numbers for number in some.every], prefix)
        self.by_the_book = None

    # -- for the game to fill in -------------------------------------------------------------------------------------

    def blank(self) -> T:
        """A table with nothing on it."""
        raise NotImplementedError

    def evaluate(self, t: Table, seat: i64) -> float:
        """How well a seat stands, for bots; higher is better."""
        raise NotImplementedError

    def lay_out(self, t: Table, position: Mapping[str, Any]) -> None:
        """Lay out a position on a table that `set_up` has prepared, and leave the agenda at its step. What the entries
        have read is given as the table keeps it, by name; those that are an attribute are on the table already."""
        raise NotImplementedError

    def laid_out(self, t: Table) -> dict[str, Any]:
        """The way back: what the entries that are no attribute say of a table, by name."""
        return {}

    def conserved(self, t: Table) -> str:
        """A sentence on the first law of conservation that the table breaks; empty if it keeps them all."""
        return ""

    def read_house_board(self, text: str) -> Board:
        """A board of a group's own, from TOML; a game whose rules can do with another board reads it here."""
        raise UsageError(f"The board of {self.title} cannot be replaced.")

    def board_at(self, t: Table) -> Board | None:
        """The board as it is drawn for a match: the group's own, or the printed one. A game whose tiles state numbers
        that a group may turn makes it anew."""
        return t.house.board or self.board

    # What choices come to.

    def odds(self, t: Table, seat: int, actions: list[int], quick: bool = False) -> Odds | None:
        """What choices that `seat` has in mind will probably come to, from what it knows: one action, or several that
        belong together. None where nothing is known of them; or, if `quick`, where it would take long to say."""
        return None

    def inquiry(self) -> Inquiry | None:
        """What can be asked about battles of this game, whatever lies on a table; None if nothing can."""
        return None

    # What studies group results by (see lab).

    def study(self, dealt: Table, story: list[list[int]]) -> list[tuple[int, str, str]]:
        """What can be said of the seats of a match, as (seat, fact, value): from the table as it was dealt, and from
        all that was told, to whomever. What is true again in every round is said again."""
        return []

    def ending(self, t: Table) -> str:
        """How a match that is over has ended, in a word or two."""
        return ""

    # What is told of a match when one looks back at it (see retrospect).

    def standing(self, t: Table) -> list[list[Fact]]:
        """What the curves of a match count, by seat; the lead goes by the first. Otherwise the first facts of the
        picture, or where it has none the regions and the pieces on them."""
        shown = t.picture(ALL_SEEING)
        if any(seat.facts for seat in shown.seats):
            return [seat.facts[:CURVES] for seat in shown.seats]
        return [on_the_board(shown, seat) for seat in range(t.seats)]

    def reporter(self, t: Table) -> Reporter:
        """Who hears of battles and luck as a match is played over again; a game with battles has one of its own."""
        return Reporter(t)

    # -- in Python ---------------------------------------------------------------------------------------------------

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is pickled by what finds it: whoever unpickles it gets the one that is there."""
        # Here alone the engine asks for the games: a pickle has to name a function, and loading is theirs.
        from marchland.games import load, source_of

        where = source_of(self).where
        try:
            found: Game | None = load(where)
        except UsageError:
            found = None
        if found is not self:
            raise PicklingError(f"{self.title} cannot be pickled, because marchland.load({where!r}) does not find it.")
        return load, (where,)

    def __repr__(self) -> str:
        return f"<Game {self.name}: {self.title}, rules {self.version}, {self.least_seats} to {self.most_seats} seats>"

    # -- tables ------------------------------------------------------------------------------------------------------

    def deal(
        self,
        seats: int = 0,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        dice: Dice | None = None,
        events: bool = False,
    ) -> T:
        """A new match, played up to its first decision."""
        t = self.prepared(seats or self.usual_seats, options or {})
        t.dice = dice if dice is not None else fast_dice(seed)
        t.events = [] if events else None
        t.call(self.root)
        t.advance()
        return t

    def prepared(self, seats: int, options: Mapping[str, object]) -> T:
        """An empty table for so many seats and these options."""
        if not self.least_seats <= seats <= self.most_seats:
            raise UsageError(f"{self.title} is for {self.least_seats} to {self.most_seats} players, not {seats}.")
        t = self.blank()
        t.game = self
        t.settings = self.settings.numbers(self.without_house(options))
        t.house = self.house_rules(options)
        t.numbers = t.house.numbers
        t.seats = seats
        t.clear_agenda()
        t.asked = 0
        t.active = 0
        t.round = 0
        t.over = False
        t.places = []
        t.reveals = 0
        t.sealed = []
        t.offers = []
        t.offers_made = 0
        t.events = None
        t.witness = None
        t.set_up()
        return t

    def position(self, position: Mapping[str, Any], dice: Dice | None = None, events: bool = False) -> T:
        """Any position, set up from readable JSON; 'marchland position GAME' lists what it can say."""
        return lay(self, position, dice if dice is not None else fast_dice(0), events)

    def sample(self) -> T:
        """A table from the middle of a match, for pictures: the position in sample.json beside the rules; without one,
        a table as it is dealt."""
        file = resources.files(self.package).joinpath("sample.json")
        return self.position(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else self.deal(seed=1)

    def position_of(self, t: Table) -> dict[str, Any]:
        """Everything on a table but its dice, as a position: the inverse of `position`."""
        return position_of(t)

    def from_data(self, data: object) -> T:
        """A table from what `to_data` saved."""
        if not isinstance(data, dict):
            raise RecordError("A saved table is an object.")
        try:
            options = {**self.settings.words(data["settings"]), **data.get("house", {})}
            t = self.prepared(data["seats"], options)
        except (KeyError, TypeError, ValueError, IndexError) as fault:
            raise RecordError(
                f"A saved table names its seats and settings; here they do not fit: {fault!r}."
            ) from fault
        t.load_data(data)
        return t

    # -- what was agreed on ------------------------------------------------------------------------------------------

    def agreed(self, options: Mapping[str, object]) -> dict[str, str | int]:
        """All options with their values, and the house rules: what a match keeps of what was chosen for it."""
        chosen = self.settings.words(self.settings.numbers(self.without_house(options)))
        return {**chosen, **self.house_rules(options).said}

    def options_of(self, t: Table) -> dict[str, str | int]:
        """The same of a table."""
        return {**self.settings.words(t.settings), **t.house.said}

    def decks_at(self, t: Table) -> list[Faces]:
        """The cards with what they say at a table."""
        return [faces.at(t) for faces in self.decks]

    def house_words(self, options: Mapping[str, object]) -> list[str]:
        """What a match with these options has otherwise than the rulebook."""
        said = [
            f"{number.name} {options[number.name]} instead of {number.value}"
            for number in self.numbers
            if number.name in options
        ]
        return [*said, "a board of its own"] if BOARD in options else said

    def title_of(self, options: Mapping[str, object]) -> str:
        """The name of a match: its game, and that it has house rules if it has."""
        return f"{self.title} with house rules" if self.house_words(options) else self.title

    def without_house(self, options: Mapping[str, object]) -> dict[str, object]:
        """The options of the rulebook among what was chosen: numbers have a dot in their names."""
        return {name: value for name, value in options.items() if name != BOARD and "." not in name}

    def house_rules(self, options: Mapping[str, object]) -> House:
        """The numbers and the board among what was chosen; UsageError for one that is none or out of range."""
        said = {name: value for name, value in options.items() if name == BOARD or "." in name}
        if not said:
            if self.by_the_book is None:
                self.by_the_book = house_of(self.numbers, said, None, self.prefix)
            return self.by_the_book
        known = [number.name for number in self.numbers]
        for name in said:
            if name != BOARD and name not in known:
                raise UsageError(f"{self.title} has no number {name!r}; 'marchland numbers {self.name}' lists them.")
        board = self.read_house_board(str(said[BOARD])) if BOARD in said else None
        return house_of(self.numbers, said, board, self.prefix)

    # -- words -------------------------------------------------------------------------------------------------------

    def name_of(self, action: int) -> str:
        return name_of(self.words, self.labels, action)

    def parse(self, text: str) -> int:
        return parse(self.words, self.labels, text)

    def code_of(self, action: int) -> str:
        """An action as it is saved."""
        return code_of(self.words, self.labels, action)

    def action_of(self, code: str) -> int:
        return action_of(self.words, self.labels, code)

    def say(self, saying: Sequence[int], seats: Sequence[str] = ()) -> str:
        return say(self.labels, saying, seats) if saying else ""

    def read(self, event: Sequence[int], seats: Sequence[str] = ()) -> Told:
        """An event (`table.events`, `match.heard`) in words, with all that is to be known of it; `seats` are the
        players' names."""
        return Told(event, self.say(event[1:], seats), self.clause_of(event[1:]))

    def cards_in(self, told: Told) -> list[tuple[str, int]]:
        """The cards that an event is about, by deck and number."""
        found: list[tuple[str, int]] = []
        for name, card in told.about:
            for deck in self.decks:
                if deck.name == name and 0 <= card < len(deck.faces):
                    found.append((name, card))
        return found

    def clause(self, clause: str) -> str:
        """A clause with the game's prefix: clauses shared by several games are written without one, and those of deals
        are named by the game."""
        named = self.deals.clauses.get(clause, clause)
        return f"{self.prefix}-{named}" if named and "-" not in named else named

    def clause_of(self, saying: Sequence[int]) -> str:
        """The clause behind a saying; what is outside the rules, such as "The match is over", has none."""
        return self.clause(PHRASES[saying[0]].clause) if saying else ""

    # -- files -------------------------------------------------------------------------------------------------------

    def rulebook(self) -> str:
        return read_text(self.package, "RULES.md")


def preset_named(presets: list[Preset], name: str) -> Preset:
    """One of the presets; without a name the rulebook as it is."""
    for preset in presets:
        if preset.name == name:
            return preset
    if name:
        raise UsageError(f"There is no preset {name!r}; there are {', '.join([preset.name for preset in presets])}.")
    return Preset("Rulebook", "As the rulebook has it.", {})


def on_the_board(shown: Picture, seat: int) -> list[Fact]:
    held = 0
    pieces = 0
    for region in shown.regions:
        if region.owner == seat:
            held += 1
            pieces += region.count if not region.pieces else 0
        pieces += sum([piece.count for piece in region.pieces if piece.seat == seat])
    return [Fact(held, "region", "regions"), Fact(pieces, "piece", "pieces")]


def in_order(numbers: list[Number], prefix: str) -> list[Number]:
    """By their clauses, as the rulebook has them; a name that clashes is a sentence at import."""
    for number in numbers:
        if "." not in number.name or [other.name for other in numbers].count(number.name) > 1:
            raise UsageError(f"The number {number.name!r} of {prefix} needs a dotted name of its own.")
    return sorted(numbers, key=lambda number: clause_key(number.clause))


def clause_key(clause: str) -> list[tuple[int, int, str]]:
    """3.10 after 3.9; lettered chapters after numbered ones."""
    parts = clause.rpartition("-")[2].split(".")
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]


def read_text(package: str, file: str) -> str:
    return resources.files(package).joinpath(file).read_text(encoding="utf-8")


def load_board(package: str, file: str, drawing: str = "") -> Board:
    """The board of a file beside the rules; its drawing may be a file of its own."""
    return read_board(read_text(package, file), f"{package}/{file}", read_text(package, drawing) if drawing else "")


def load_emblems(package: str, file: str) -> list[Emblem]:
    """The emblems of a file beside the rules."""
    return read_emblems(read_text(package, file), f"{package}/{file}")


def load_first_steps(package: str, file: str, emblems: list[Emblem]) -> FirstSteps:
    """The first steps of a file beside the rules; their pictures are among the game's emblems."""
    return read_first_steps(read_text(package, file), f"{package}/{file}", emblems)


def load_illustrations(package: str, file: str) -> dict[str, list[Layer]]:
    """The pictures for tiles of a file beside the rules, by name."""
    return read_illustrations(read_text(package, file), f"{package}/{file}")
