"""Boards: regions, groups and borders, read from TOML and checked once."""

import re
import tomllib
from math import isfinite
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from marchland.engine.errors import BoardError
from marchland.engine.illustrations import Layer
from marchland.engine.sets import ROOM, set_of

# Anybody may bring a board to a server, so none takes long to read: keys of many parts do, and many entries. Only
# outlines are long.
LONG: Final = 500
DOTS: Final = 10
LARGE: Final = 32_000
DRAWN: Final = re.compile(r"""\s*[\w-]+\s*=\s*("[^"]*"|'[^']*')\s*""")

UNSHOWN: Final = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]")
FARTHEST: Final = 1_000_000  # on the canvas


class Title:
    """A name as it stands on a map: its lines, the middle of the first line's foot, and the size of the letters."""

    def __init__(self, at: list[int], lines: list[str], size: float) -> None:
        self.at = at
        self.lines = lines
        self.size = size


class Region:
    def __init__(
        self,
        code: str,
        name: str,
        group: str,
        shape: list[int],
        label: list[int],
        path: str = "",
        title: Title | None = None,
        traits: list[str] | None = None,
    ) -> None:
        self.code = code
        self.name = name
        self.group = group
        self.shape = shape  # x, y, width, height on the canvas
        self.label = label  # where the counter stands
        self.path = path  # the outline, as an SVG path, where it is not the whole shape
        self.title = title  # where the name stands: on a map its middle, on a floor plan its beginning
        self.traits = traits or []  # what else the board says of it: the entries that are true


class Group:
    def __init__(self, code: str, name: str, label: list[int] | None = None, tint: list[int] | None = None) -> None:
        self.code = code
        self.name = name
        self.label = label or []  # where the name stands: on a map its middle, on a floor plan its beginning
        self.tint = tint or []  # of its ground: hue (0 to 359) and strength (0 to 100), if it has one of its own


class Map:
    """What a map has beside its regions, as SVG paths: land that nobody plays for, and lines where groups meet."""

    def __init__(self, scenery: str, frontiers: str, counter: int) -> None:
        self.scenery = scenery
        self.frontiers = frontiers
        self.counter = counter  # the radius of counters that the map has room for


class Link:
    """A drawn connection between regions that do not touch: a bridge, a path, a sea lane."""

    def __init__(self, name: str, kind: str, pairs: list[list[str]], lines: list[list[list[int]]], box: list[int]):
        self.name = name
        self.kind = kind
        self.pairs = pairs
        self.lines = lines
        self.box = box


class Site:
    """A place of its own within a tile: its emblem, and one beside it, whose colour it has."""

    def __init__(self, emblem: str, beside: str = "") -> None:
        self.emblem = emblem
        self.beside = beside


class Tile:
    """What can lie on a region where the match lays the board out: a name, a group, an emblem, a text, and perhaps a
    place of its own and a printed picture; without one the emblem is drawn."""

    def __init__(
        self,
        name: str,
        group: int,
        emblem: str,
        text: str,
        site: Site | None = None,
        illustration: list[Layer] | None = None,
    ) -> None:
        self.name = name
        self.group = group
        self.emblem = emblem
        self.text = text
        self.site = site
        self.illustration = illustration or []


class Board:
    """A board as flat tables of ints. `neighbours`, `group_of`, `members` hold region and group numbers.

    The neighbours of region r stand once more in `near`, from `near_from[r]` up to `near_from[r + 1]`, where loops
    over the whole map find them fastest, and in `around` as a set.
    """

    canvas: list[int]
    regions: list[Region]
    groups: list[Group]
    links: list[Link]
    number: dict[str, int]
    group_number: dict[str, int]
    group_of: list[int]
    neighbours: list[list[int]]
    in_play: list[bool]
    near: vec[i64]
    near_from: vec[i64]
    around: vec[i64]
    members: list[list[int]]
    tiles: list[Tile]  # what the match lays on the regions; none where the board is printed
    map: Map | None  # of a board that is drawn as a map of lands and seas
    piece: str  # what stands on its regions
    pieces: str  # and several of it

    def __init__(
        self,
        canvas: list[int],
        regions: list[Region],
        groups: list[Group],
        links: list[Link],
        pairs: set[tuple[int, int]],
        tiles: list[Tile] | None = None,
        map: Map | None = None,
        piece: str = "troop",
        pieces: str = "",
    ) -> None:
        self.canvas = canvas
        self.regions = regions
        self.groups = groups
        self.links = links
        self.tiles = tiles or []
        self.map = map
        self.piece = piece
        self.pieces = pieces or f"{piece}s"
        self.number = {region.code: i for i, region in enumerate(regions)}
        self.group_number = {group.code: i for i, group in enumerate(groups)}
        self.group_of = [self.group_number[region.group] for region in regions]
        self.in_play = [True] * len(regions)
        self.neighbours = [[b for b in range(len(regions)) if (a, b) in pairs] for a in range(len(regions))]
        self.line_up_neighbours()
        self.members = [[i for i, of in enumerate(self.group_of) if of == g] for g in range(len(groups))]

    def line_up_neighbours(self) -> None:
        self.near = vec[i64]()
        self.near_from = vec[i64]([0])
        self.around = vec[i64]()
        for neighbours in self.neighbours:
            for region in neighbours:
                self.near = append(self.near, region)
            self.near_from = append(self.near_from, len(self.near))
            self.around = append(self.around, set_of(neighbours))

    def adjacent(self, a: int, b: int) -> bool:
        return b in self.neighbours[a]

    def borders(self, group: int) -> list[int]:
        """The regions of a group that are adjacent to another group."""
        return [r for r in self.members[group] if any(self.group_of[n] != group for n in self.neighbours[r])]

    def without(self, closed: list[str]) -> "Board":
        """The board with some groups closed: their regions, and links to them, do not exist. Numbers stay."""
        shut = {self.number[region.code] for region in self.regions if region.group in closed}
        left = Board(
            self.canvas, self.regions, self.groups, self.links, set(), self.tiles, self.map, self.piece, self.pieces
        )
        left.in_play = [self.in_play[i] and i not in shut for i in range(len(self.regions))]
        left.neighbours = [
            [] if i in shut else [n for n in near if n not in shut] for i, near in enumerate(self.neighbours)
        ]
        left.line_up_neighbours()
        left.members = [[r for r in members if r not in shut] for members in self.members]
        return left

    def laid_over(self, printed: "Board") -> "Board":
        """This board with the numbers of the printed one, so that it can be played on in its place. Regions may be
        missing, and everything may lie elsewhere, but there is nothing that the printed board does not have."""
        for what, ours, theirs in (
            ("region", list(self.number), printed.number),
            ("group", list(self.group_number), printed.group_number),
        ):
            for code in ours:
                if code not in theirs:
                    raise BoardError(f"The board has a {what} {code!r}, which the game does not know.")
        for region in self.regions:
            name = printed.regions[printed.number[region.code]].name
            if region.name != name:
                raise BoardError(f"{region.code} is called {region.name!r} on the board, but {name!r} in the game.")
        regions = [
            self.regions[self.number[region.code]] if region.code in self.number else region
            for region in printed.regions
        ]
        groups = [
            self.groups[self.group_number[group.code]] if group.code in self.group_number else group
            for group in printed.groups
        ]
        pairs = {
            (printed.number[region.code], printed.number[self.regions[near].code])
            for number, region in enumerate(self.regions)
            for near in self.neighbours[number]
        }
        laid = Board(self.canvas, regions, groups, self.links, pairs, self.tiles, self.map, self.piece, self.pieces)
        laid.in_play = [region.code in self.number for region in printed.regions]
        laid.members = [[r for r in members if laid.in_play[r]] for members in laid.members]
        return laid


def read_board(text: str, source: str, drawing: str = "", changed: bool = False) -> Board:
    """A board from TOML, and its drawing where that is a file of its own. BoardError names the fault and its place.

    `changed`: the drawing is that of the printed board. It may show more than there is, links that it does not show are
    straight, and a board that brings a drawing of its own does without it."""
    _check_length(text, source)
    data = _toml(text, source)
    _check_forms(data, source)
    if drawing and not (changed and "canvas" in data):
        _add_drawing(data, _toml(drawing, f"{source}: its drawing"), source, changed)
        _check_forms(data, source)
    try:
        groups = [Group(entry["code"], entry["name"], entry.get("label"), entry.get("tint")) for entry in data["group"]]
        regions = [_region(entry) for entry in data["region"]]
        links = [_link(entry) for entry in data.get("link", [])]
        borders = {entry["code"]: list(entry["borders"]) for entry in data["region"]}
        canvas = list(data["canvas"])
        map = Map(data["scenery"], data["frontiers"], data["counter"]) if "frontiers" in data else None
    except (KeyError, TypeError, ValueError) as fault:
        raise BoardError(f"{source}: an entry is missing or of the wrong type: {fault}.") from fault
    piece, pieces = str(data.get("piece", "troop")), str(data.get("pieces", ""))
    _check_words(source, [piece, pieces], groups, regions, links)
    _check_names(source, groups, regions)
    _check_tints(source, groups)
    pairs = _pairs(source, regions, links, borders)
    return Board(canvas, regions, groups, links, pairs, None, map, piece, pieces)


def _check_length(text: str, source: str) -> None:
    size = 0
    for number, line in enumerate(text.split("\n"), 1):
        if (len(line) > LONG or line.count(".") > DOTS) and DRAWN.fullmatch(line) is None:
            what = f"more than {LONG} characters" if len(line) > LONG else f"more than {DOTS} dots"
            raise BoardError(f"{source}: line {number} has {what}, and is not a text by its name.")
        if len(line) <= LONG:
            size += len(line) + 1
    if size > LARGE:
        raise BoardError(f"{source}: without its outlines the board has more than {LARGE:,} characters.")


def _toml(text: str, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as fault:  # a number may be too long, and brackets too deep
        raise BoardError(f"{source}: not valid TOML: {fault}.") from fault


# What an entry is where there is one: a text, a number, a table, or a list of so many (0: any number) of those.
_LIST: Final = (0, str)
_POINT: Final = (2, int)
_BOX: Final = (4, int)
_FORMS: Final[dict[str, dict[str, Any]]] = {
    "board": {"canvas": _POINT, "piece": str, "pieces": str, "scenery": str, "frontiers": str, "counter": int},
    "group": {"code": str, "name": str, "label": _POINT},
    "region": {"code": str, "name": str, "group": str, "borders": _LIST, "shape": _BOX, "label": _POINT, "path": str},
    "link": {"name": str, "kind": str, "pairs": (0, _LIST), "lines": (0, (0, _POINT)), "box": _BOX},
    "title": {"at": _POINT, "lines": _LIST, "size": float},
}
_FORM_WORDS: Final[dict[Any, str]] = {str: "texts", int: "whole numbers", float: "numbers", dict: "tables"}


def _check_forms(data: dict[str, Any], source: str) -> None:
    _check_form(data, "board", source)
    for table in ("group", "region", "link"):
        entries = data.get(table, [])
        if not _fits(entries, (0, dict)):
            raise BoardError(f"{source}: {table!r} {_misfit((0, dict))}.")
        for entry in entries:
            _check_form(entry, table, source)
            if table == "region" and _fits(entry.get("title"), dict):
                _check_form(entry["title"], "title", source)


def _check_form(entry: dict[str, Any], table: str, source: str) -> None:
    for name, form in _FORMS[table].items():
        if name in entry and not _fits(entry[name], form):
            whose = f" {entry['code']!r}" if "code" in entry else ""
            raise BoardError(f"{source}: {name!r} of the {table}{whose} {_misfit(form)}.")


def _fits(value: Any, form: Any) -> bool:
    if isinstance(form, tuple):
        count, of = form
        return isinstance(value, list) and count in (0, len(value)) and all(_fits(one, of) for one in value)
    if form is float:
        return _fits(value, int) or (type(value) is float and isfinite(value))
    return type(value) is form and (form is not int or -FARTHEST <= value <= FARTHEST)


def _misfit(form: Any) -> str:
    if not isinstance(form, tuple):
        return f"is not a {_FORM_WORDS[form].removesuffix('s')}"
    count, of = form
    words = "lists" if isinstance(of, tuple) else _FORM_WORDS[of]
    return f"is not a list of {f'{count} ' if count else ''}{words}"


def _add_drawing(data: dict[str, Any], drawing: dict[str, Any], source: str, changed: bool) -> None:
    """Put every entry of the drawing to the group, region or link that it draws."""
    places = {code: entry["label"] for code, entry in drawing["region"].items()}
    for table, key in (("group", "code"), ("region", "code"), ("link", "name")):
        drawn = drawing.pop(table, {})
        for entry in data.get(table, []):
            if changed and table == "region" and entry.get(key) not in drawn:
                raise BoardError(
                    f"{source}: nothing draws the region {entry.get(key)!r}, which is not on the printed board."
                )
            entry.update(drawn.pop(entry.get(key), {}))
            if changed and table == "link" and "pairs" in entry:
                entry.setdefault("lines", [[places[end] for end in pair if end in places] for pair in entry["pairs"]])
        if drawn and not changed:
            raise BoardError(f"{source}: the drawing has a {table} {min(drawn)!r}, which the board does not have.")
    data.update(drawing)


def _region(entry: dict[str, Any]) -> Region:
    x, y, w, h = entry["shape"]
    title = entry.get("title")
    return Region(
        entry["code"],
        entry["name"],
        entry["group"],
        [x, y, w, h],
        list(entry["label"]),
        entry.get("path", ""),
        Title(title["at"], title["lines"], float(title["size"])) if title is not None else None,
        [word for word, value in entry.items() if value is True],
    )


def _link(entry: dict[str, Any]) -> Link:
    return Link(entry["name"], entry["kind"], entry["pairs"], entry["lines"], list(entry.get("box", [])))


def _check_words(source: str, pieces: list[str], groups: list[Group], regions: list[Region], links: list[Link]) -> None:
    """They are shown to everybody, also on terminals, which obey some characters."""
    if len(regions) > ROOM:
        raise BoardError(f"{source}: there are {len(regions)} regions; a board has room for {ROOM}.")
    words = [*pieces]
    words += [word for group in groups for word in (group.code, group.name)]
    words += [word for region in regions for word in (region.code, region.name)]
    words += [line for region in regions if region.title is not None for line in region.title.lines]
    words += [word for link in links for word in (link.name, link.kind)]
    for word in words:
        if UNSHOWN.search(word) is not None:
            raise BoardError(f"{source}: {word!r} has a character in it that cannot be shown.")


def _check_names(source: str, groups: list[Group], regions: list[Region]) -> None:
    for what, names in (
        ("group code", [group.code for group in groups]),
        ("region code", [region.code for region in regions]),
        ("region name", [region.name for region in regions]),
    ):
        seen: set[str] = set()
        for name in names:
            if name in seen:
                raise BoardError(f"{source}: the {what} {name!r} is used twice.")
            seen.add(name)
    known = {group.code for group in groups}
    for region in regions:
        if region.group not in known:
            raise BoardError(f"{source}: {region.code} is in group {region.group!r}, which does not exist.")


def _check_tints(source: str, groups: list[Group]) -> None:
    for group in groups:
        tint: object = group.tint
        if tint == []:
            continue
        fits = isinstance(tint, list) and len(tint) == 2 and all(type(part) is int for part in tint)
        if not fits or not (0 <= group.tint[0] < 360 and 0 <= group.tint[1] <= 100):
            raise BoardError(
                f"{source}: the tint of {group.code} is not a hue from 0 to 359 and a strength from 0 to 100: {tint!r}."
            )


def _pairs(
    source: str, regions: list[Region], links: list[Link], borders: dict[str, list[str]]
) -> set[tuple[int, int]]:
    number = {region.code: i for i, region in enumerate(regions)}
    pairs: set[tuple[int, int]] = set()
    for code, near in borders.items():
        for other in near:
            if other not in number:
                raise BoardError(f"{source}: {code} borders {other!r}, which is not a region.")
            if other == code:
                raise BoardError(f"{source}: {code} borders itself.")
            if code not in borders[other]:
                raise BoardError(f"{source}: {code} borders {other}, but {other} does not border {code}.")
            pairs.add((number[code], number[other]))
    for link in links:
        for ends in link.pairs:
            if len(ends) != 2 or ends[0] == ends[1]:
                raise BoardError(f"{source}: the link {link.name} joins {ends}, which are not two regions.")
            for end in ends:
                if end not in number:
                    raise BoardError(f"{source}: the link {link.name} leads to {end!r}, which is not a region.")
            a, b = number[ends[0]], number[ends[1]]
            if (a, b) in pairs:
                raise BoardError(f"{source}: {ends[0]} and {ends[1]} are joined twice.")
            pairs |= {(a, b), (b, a)}
    return pairs
