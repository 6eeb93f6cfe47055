"""A game: the rules package behind its tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

from mypy_extensions import i64, mypyc_attr

from marchland.engine.board import Board, read_board
from marchland.engine.codes import action_of, code_of
from marchland.engine.common import COMMON
from marchland.engine.deed import Deed
from marchland.engine.dice import Dice, fast_dice
from marchland.engine.emblems import Emblem, read_emblems
from marchland.engine.errors import RecordError, UsageError
from marchland.engine.faces import Faces
from marchland.engine.labels import Labels
from marchland.engine.offers import ANSWERS
from marchland.engine.sayings import PHRASES, say
from marchland.engine.settings import Settings
from marchland.engine.step import Phase, Step, bind
from marchland.engine.table import Table
from marchland.engine.words import Words, name_of, parse


class Preset:
    """A usual choice of options, by name."""

    def __init__(self, name: str, text: str, options: dict[str, str]) -> None:
        self.name = name
        self.text = text
        self.options = options


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """Everything that is the same for all matches of one game. A game subclasses it with `blank`, `evaluate` and
    `lay_out`, and makes one instance."""

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
    steps: list[Step[Any]]
    beside: list[Deed[Any]]  # what can be done beside whatever is being decided
    root: Phase[Any]
    package: str
    board: Board | None  # what the client draws
    decks: list[Faces]  # the cards that it shows
    emblems: list[Emblem]  # what it draws for the game's words
    opening: list[Step[Any]]  # the strip that shows where the setup stands
    sequence: list[Step[Any]]  # the strip that shows where a round stands
    length: str
    presets: list[Preset]
    facts: dict[str, str]  # what studies can group seats by: a name, and what it stands for
    open_information: bool  # nothing is hidden but future dice: all seats see the same

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
        board: Board | None = None,
        decks: list[Faces] | None = None,
        emblems: list[Emblem] | None = None,
        opening: list[Step[Any]] | None = None,
        sequence: list[Step[Any]] | None = None,
        length: str = "",
        presets: list[Preset] | None = None,
        facts: dict[str, str] | None = None,
        open_information: bool = False,
    ) -> None:
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
        self.facts = facts or {}
        self.open_information = open_information
        self.beside = [*ANSWERS, *beside]
        bind(self.steps, self.beside, self.words, labels, package)

    # -- for the game to fill in -------------------------------------------------------------------------------------

    def blank(self) -> Table:
        """A table with nothing on it."""
        raise NotImplementedError

    def evaluate(self, t: Table, seat: i64) -> float:
        """How well a seat stands, for bots; higher is better."""
        raise NotImplementedError

    def lay_out(self, t: Table, position: Mapping[str, Any]) -> None:
        """Lay out a position on a table that `set_up` has prepared, and leave the agenda at its step."""
        raise NotImplementedError

    def conserved(self, t: Table) -> str:
        """A sentence on the first law of conservation that the table breaks; empty if it keeps them all."""
        return ""

    # What studies group results by (see lab).

    def study(self, dealt: Table, story: list[list[int]]) -> list[tuple[int, str, str]]:
        """What can be said of the seats of a match, as (seat, fact, value): from the table as it was dealt, and from
        all that was told, to whomever. What is true again in every round is said again."""
        return []

    def ending(self, t: Table) -> str:
        """How a match that is over has ended, in a word or two."""
        return ""

    # -- tables ------------------------------------------------------------------------------------------------------

    def deal(
        self,
        seats: int = 0,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        dice: Dice | None = None,
        events: bool = False,
    ) -> Table:
        """A new match, played up to its first decision."""
        t = self.prepared(seats or self.usual_seats, options or {})
        t.dice = dice if dice is not None else fast_dice(seed)
        t.events = [] if events else None
        t.call(self.root)
        t.advance()
        return t

    def prepared(self, seats: int, options: Mapping[str, object]) -> Table:
        """An empty table for so many seats and these options."""
        if not self.least_seats <= seats <= self.most_seats:
            raise UsageError(f"{self.title} is for {self.least_seats} to {self.most_seats} players, not {seats}.")
        t = self.blank()
        t.game = self
        t.settings = self.settings.numbers(options)
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
        t.set_up()
        return t

    def position(self, position: Mapping[str, Any], dice: Dice | None = None, events: bool = False) -> Table:
        """Any position, set up from readable JSON: seats, options, and what the game's `lay_out` understands."""
        seats = position.get("seats", self.usual_seats)
        options = position.get("options", {})
        if not isinstance(seats, int) or not isinstance(options, Mapping):
            raise UsageError("A position has a number of 'seats' and an object of 'options'.")
        t = self.prepared(seats, options)
        t.dice = dice if dice is not None else fast_dice(0)
        self.lay_out(t, position)
        t.events = [] if events else None
        t.advance()
        return t

    def from_data(self, data: object) -> Table:
        """A table from what `to_data` saved."""
        if not isinstance(data, dict):
            raise RecordError("A saved table is an object.")
        try:
            options = self.settings.words(data["settings"])
            t = self.prepared(data["seats"], options)
        except (KeyError, TypeError, ValueError, IndexError) as fault:
            raise RecordError(
                f"A saved table names its seats and settings; here they do not fit: {fault!r}."
            ) from fault
        t.load_data(data)
        return t

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

    def clause(self, clause: str) -> str:
        """A clause with the game's prefix: clauses shared by several games are written without one."""
        return f"{self.prefix}-{clause}" if clause and "-" not in clause else clause

    def clause_of(self, saying: Sequence[int]) -> str:
        """The clause behind a saying; what is outside the rules, such as "The match is over", has none."""
        return self.clause(PHRASES[saying[0]].clause) if saying else ""

    # -- files -------------------------------------------------------------------------------------------------------

    def rulebook(self) -> str:
        return read_text(self.package, "RULES.md")


def read_text(package: str, file: str) -> str:
    return resources.files(package).joinpath(file).read_text(encoding="utf-8")


def load_board(package: str, file: str, drawing: str = "") -> Board:
    """The board of a file beside the rules; its drawing may be a file of its own."""
    return read_board(read_text(package, file), f"{package}/{file}", read_text(package, drawing) if drawing else "")


def load_emblems(package: str, file: str) -> list[Emblem]:
    """The emblems of a file beside the rules."""
    return read_emblems(read_text(package, file), f"{package}/{file}")
