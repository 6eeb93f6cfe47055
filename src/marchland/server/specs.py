"""What a game is, for a client: its options, words, cards and board, sent once. The messages of a match are apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def make_optional(model: type[Model], fields: Iterable[str]) -> None:
    """Let these fields of a model be left out, whatever they may be where they are there."""
    for name in fields:
        model.model_fields[name].default_factory = lambda: None
    model.model_rebuild(force=True)


class Seats(Model):
    least: int
    usual: int
    most: int


class Preset(Model):
    name: str
    text: str
    options: dict[str, str]


class GameCard(Model):
    """A game in the lobby. `first_evening` is how newcomers begin: what "Play now" plays."""

    name: str
    title: str
    summary: str
    rules: str
    seats: Seats
    minutes: str
    first_evening: Preset
    bots: list[str]  # from the weakest to the strongest
    usual_bot: str


class OptionSpec(Model):
    """One option of a rulebook: named values, or a range of numbers. `title` is its label."""

    name: str
    title: str
    text: str
    clause: str
    values: list[str] | None
    least: int
    most: int
    default: str


class NumberSpec(Model):
    """A number of the rulebook that a group may change; `usual` is what new matches begin with here."""

    name: str
    text: str
    clause: str
    value: int
    least: int
    most: int
    usual: int


class ArgumentSpec(Model):
    """Argument of an action: (action >> shift) & mask. Domains: region, seat, count, or a game's own."""

    name: str
    domain: str
    shift: int
    mask: int


class KindSpec(Model):
    """A kind of action: action >> 23 is its number. `pattern` has {argument} gaps, `note` says more where kinds are
    alike, or what is counted, and `note_one` the same of one. `at_least` is what it is called with the least count, if
    that means something of its own."""

    number: int
    name: str
    pattern: str
    arguments: list[ArgumentSpec]
    note: str = ""
    note_one: str = ""
    at_least: str = ""


class TitleSpec(Model):
    """A name as it stands on a map: its lines, the middle of the first line's foot, and the size of the letters."""

    at: tuple[int, int]
    lines: list[str]
    size: float


class RegionSpec(Model):
    """`path` is the outline, `label` where the counter stands; `title` where the name does, on a map; `water`: it is a
    sea, and not land."""

    code: str
    name: str
    group: int
    path: str
    label: tuple[int, int]
    box: tuple[int, int, int, int]
    neighbours: list[int]
    title: TitleSpec | None = None
    water: bool = False


class GroupSpec(Model):
    """`label` is where the name stands, in the middle on a map, from there on a floor plan; `tint` the hue and strength
    of its ground, if it has its own."""

    code: str
    name: str
    label: tuple[int, int] | None = None
    tint: tuple[int, int] | None = None


class LinkSpec(Model):
    name: str
    kind: str
    lines: list[list[tuple[int, int]]]
    box: tuple[int, int, int, int] | None


class SiteSpec(Model):
    """A place of its own within a tile: its emblem, and one beside it, whose colour it has."""

    emblem: str
    beside: str


class LayerSpec(Model):
    """A path of an illustration in a tint (`ink` is a line), its origin at (x, y) of a box of 160 by 90. A size below 0
    mirrors it."""

    tint: Literal[
        "sky", "sun", "sand", "dune", "earth", "rock", "cliff", "wall", "roof", "bark", "leaf", "water", "shade", "ink"
    ]
    path: str
    x: float
    y: float
    size: float


class TileSpec(Model):
    """What can lie on a region where the match lays the board out. Its illustration is printed on it, from the back to
    the front; where there is none its emblem is."""

    name: str
    group: int
    emblem: str
    text: str
    site: SiteSpec | None
    illustration: list[LayerSpec]


class MapSpec(Model):
    """Of a map of lands and seas, as SVG paths: land that nobody plays for, and lines where groups meet. `counter` is
    the radius of the counters that it has room for."""

    scenery: str
    frontiers: str
    counter: int


class BoardSpec(Model):
    """Where there are `tiles`, a picture says which of them lies on which region. A board with a `map` is one of lands
    and seas; any other is a floor plan. A `piece` is what stands on its regions: a troop, a unit;
    `pieces` are several."""

    width: int
    height: int
    regions: list[RegionSpec]
    groups: list[GroupSpec]
    links: list[LinkSpec]
    tiles: list[TileSpec]
    piece: str
    pieces: str
    map: MapSpec | None = None


class LabelSpec(Model):
    """What the numbers of a domain are called: in words that the server reads, and in full."""

    domain: str
    codes: list[str]
    names: list[str]


class CardSpec(Model):
    """The face of a card. `plays` are the kinds of action that only this card allows."""

    name: str
    text: str
    emblem: str
    corner: str
    note: str
    clause: str
    plays: list[int]


class DeckSpec(Model):
    """A type of card. An argument of the domain `name` is one of its cards; `back` is the emblem on their backs."""

    name: str
    title: str
    cards: list[CardSpec]
    back: str


class PatternSpec(Model):
    """With what an area is covered: a path in a square of `size`, turned by some degrees, in lines of a width."""

    path: str
    size: int
    turn: int
    width: float


class EmblemSpec(Model):
    """What is drawn for a word, as a path in a square of 24 by 24. A `mark` of that word is a sign at the counter, a
    token in the middle of its region, or small in the corner; an area of that word is covered by the pattern."""

    word: str
    path: str
    colour: Literal["ink", "red", "brown", "blue", "grey", "green", "violet"]
    mark: Literal["sign", "token", "corner", "name", "coin", "border", "stripes"]
    pattern: PatternSpec | None


class StageSpec(Model):
    """A phase or step in the strip that shows the sequence of play."""

    tag: str
    title: str
    clause: str


class HintSpec(Model):
    """A hint for newcomers: the word of its emblem, and the part of the screen that it is about."""

    text: str
    emblem: str
    at: Literal["board", "prompt", "hand", "sequence", "players"]


class FirstSteps(Model):
    """What somebody who has never played is told: the aim, a turn in four lines, three hints."""

    aim: str
    turn: list[str]
    hints: list[HintSpec]


class Catalogue(Model):
    game: GameCard
    prefix: str
    options: list[OptionSpec]
    numbers: list[NumberSpec]
    presets: list[Preset]
    kinds: list[KindSpec]
    labels: list[LabelSpec]
    board: BoardSpec
    decks: list[DeckSpec]
    emblems: list[EmblemSpec]
    opening: list[StageSpec]
    sequence: list[StageSpec]
    first_steps: FirstSteps | None


class Clause(Model):
    id: str
    title: str
    text: str
    chapter: str


class BriefClause(Model):
    """A clause in a sentence."""

    id: str
    title: str
    text: str


class BriefChapter(Model):
    heading: str
    clauses: list[BriefClause]


class Brief(Model):
    """How a game is played, on one page: made from its first steps, its sequence of play and its rulebook."""

    game: GameCard
    text: list[str]  # how the rulebook begins, in paragraphs of Markdown
    first_steps: FirstSteps | None
    emblems: list[EmblemSpec]  # those of the hints
    sequence: list[BriefClause]
    chapters: list[BriefChapter]
