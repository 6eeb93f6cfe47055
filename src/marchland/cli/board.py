"""The board of any game in a terminal: its regions by groups, or where the match lays out tiles, as they lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marchland.cli.ground import NOTHING, Ground, signs
from marchland.cli.seats import Player
from marchland.cli.text import Paint, breadth, flowed, padded, shortened, width, wrapped
from marchland.engine.board import Board
from marchland.engine.labels import Labels
from marchland.engine.picture import Mark, Picture, Region

INDENT = "  "
USUAL = 26  # columns of a region, which most names fit into
CROWD = 18  # letters of what stands on a region and marks it; more get lines of their own
SHORT_NAME = 6  # to which names are cut, rather than let fewer regions stand side by side


class BoardDrawing:
    def __init__(self, board: Board, labels: Labels, players: Sequence[Player], paint: Paint) -> None:
        self.board = board
        self.labels = labels
        self.paint = paint
        self.ground = Ground(board, players)

    def lines(self, picture: Picture) -> list[str]:
        lines = self._tiles(picture) if picture.tiles else self._groups(picture)
        return [*lines, *self._places(picture), *self._areas(picture)] if lines else []

    # -- regions by groups ---------------------------------------------------------------------------------------------

    def _groups(self, picture: Picture) -> list[str]:
        shown = [picture.regions[region] for region in self.ground.in_play(picture)]
        if not any(region.owner >= 0 or region.count or region.pieces or region.marks for region in shown):
            return []
        lines = []
        cells = _Cells(self, picture)
        for group, members in enumerate(self.board.members):
            present = [region for region in members if region in cells.regions]
            if present:
                lines += [self._heading(picture, group, present), *cells.lines(present)]
        return lines + self._legend(picture)

    def _heading(self, picture: Picture, group: int, members: Sequence[int]) -> str:
        worth = f", worth {picture.groups[group].worth}" if picture.groups else ""
        name = self.paint.strong(f"{self.board.groups[group].name}{worth}")
        held = [picture.regions[region] for region in members]
        owners = [region.owner for region in held if region.owner >= 0 or region.count]
        ranked = sorted(set(owners), key=lambda owner: (-owners.count(owner), owner < 0, owner))
        shares = [f"{self.ground.mark(owner)} {owners.count(owner)}" for owner in ranked]
        if len(ranked) == 1 and len(owners) == len(members):
            shares = [f"all {self.ground.mark(ranked[0])}"]
        painted = [self.paint.seat(owner, share) for owner, share in zip(ranked, shares, strict=True)]
        return f"{name}: {', '.join(painted)}" if painted else name

    def _legend(self, picture: Picture) -> list[str]:
        """What the signs stand for, by the last mark of each word."""
        letters = signs(picture)
        examples = {mark.word: mark for shown in picture.regions for mark in shown.marks}
        words = [f"{self.sign(mark, letters)}: {self.ground.mark_words(mark)}" for _, mark in sorted(examples.items())]
        return [self.paint.faint(line) for line in wrapped(", ".join(words), INDENT).split("\n")] if words else []

    def sign(self, mark: Mark, letters: Mapping[str, str]) -> str:
        """2s for two that have settled, cB for the capital of B."""
        return f"{mark.count or ''}{letters[mark.word]}{self.ground.mark(mark.seat) if mark.seat >= 0 else ''}"

    # -- tiles ---------------------------------------------------------------------------------------------------------

    def _tiles(self, picture: Picture) -> list[str]:
        shapes = [region.shape for region in self.board.regions]
        columns, rows = sorted({shape[0] for shape in shapes}), sorted({shape[1] for shape in shapes})
        at = {(shapes[region][0], shapes[region][1]): region for region in self.ground.in_play(picture)}
        room = (width() - len(INDENT)) // len(columns)
        steps = _steps(picture)
        lines = [""]
        for y in rows:
            cells = [self._tile(picture, at[x, y], steps, room - 1) if (x, y) in at else [] for x in columns]
            for number in range(max(map(len, cells))):
                parts = [cell[number] if number < len(cell) else "" for cell in cells]
                lines.append((INDENT + "".join(padded(part, room) for part in parts)).rstrip())
            lines.append("")
        return lines

    def _tile(self, picture: Picture, region: int, steps: dict[int, list[int]], room: int) -> list[str]:
        """The name of a tile; its code and sort; what marks it and which steps lead there; who stands on it."""
        shown = picture.regions[region]
        lines = [
            self.paint.strong(shortened(self.ground.name(picture, region), room)),
            shortened(f"{self.ground.code(region)} {self.ground.sort(picture, region)}", room),
        ]
        marks = [self.ground.mark_words(mark) for mark in shown.marks]
        if region in steps:
            marks.append(" ".join(f"+{step}" for step in steps[region]))
        lines += [f"[{shortened(mark, room - 2)}]" for mark in marks]
        stacks = [self.paint.seat(seat, shortened(text, room)) for seat, text in self.ground.standing(shown)]
        line = ""
        for stack in stacks:
            if line and breadth(line) + 1 + breadth(stack) > room:
                lines.append(line)
                line = ""
            line += (" " if line else "") + stack
        return [*lines, line] if line else lines

    # -- below the board -----------------------------------------------------------------------------------------------

    def _places(self, picture: Picture) -> list[str]:
        """Places within regions, such as temples, and who is there."""
        places = []
        for domain, regions in picture.sites.items():
            for value, region in enumerate(regions):
                if region >= 0:
                    places.append(self._place(picture.regions[region], domain, self.labels.name(domain, value), region))
        for region, shown in enumerate(picture.regions):
            for within in sorted({piece.within for piece in shown.pieces} - {"", *picture.sites}):
                places.append(self._place(shown, within, within.capitalize(), region))
        parts = [part for place in places[:-1] for part in [*place[:-1], f"{place[-1]};"]]
        return flowed(parts + [part for place in places[-1:] for part in place], INDENT * 2, INDENT)

    def _place(self, shown: Region, within: str, name: str, region: int) -> list[str]:
        inside = [piece for piece in shown.pieces if piece.within == within]
        stacks = [self.paint.seat(piece.seat, self.ground.stack(piece)) for piece in inside]
        return [f"{name}, {self.ground.code(region)}" + (":" if stacks else ""), *stacks]

    def _areas(self, picture: Picture) -> list[str]:
        """What lies over regions, and ways that lead over them."""
        told = [f"{area.name}: {', '.join(map(self.ground.code, area.regions))}" for area in picture.areas]
        told += [f"{path.name}: {' > '.join(map(self.ground.code, path.regions))}" for path in picture.paths]
        return [wrapped(line, INDENT * 2, INDENT) for line in told]


class _Cells:
    """Regions side by side, in as many columns of one width as the terminal has room for."""

    def __init__(self, drawing: BoardDrawing, picture: Picture) -> None:
        ground = drawing.ground
        self.paint = drawing.paint
        self.regions = ground.in_play(picture)
        shown = picture.regions
        digits = max([2, *(len(str(shown[region].count)) for region in self.regions)])
        self.codes = {region: ground.code(region) for region in self.regions}
        self.names = {region: ground.name(picture, region) for region in self.regions}
        self.standing = {region: ground.standing(shown[region], digits) or [(-1, NOTHING)] for region in self.regions}
        self.marks: dict[int, list[tuple[int, str]]] = {}
        letters = signs(picture)
        for region in self.regions:
            self.marks[region] = [(mark.seat, drawing.sign(mark, letters)) for mark in shown[region].marks]
        self.crowded = [
            region for region in self.regions if self._standing_width(region) + self._marks_width(region) > CROWD
        ]
        usual = [region for region in self.regions if region not in self.crowded]
        self.code_width = max([len(self.codes[region]) for region in usual], default=0)
        self.held_width = max([self._standing_width(region) for region in usual], default=0)
        needs = [self._rest(region) + len(self.names[region]) for region in usual]
        least = [self._rest(region) + min(len(self.names[region]), SHORT_NAME) for region in usual]
        room = width() - len(INDENT) + 2  # the last column needs no gap behind it
        longest = max(needs, default=0) + 2
        self.abreast = max(1, room // longest, room // max([USUAL, *(one + 2 for one in least)]))
        self.cell = min(longest, room // self.abreast)

    def _standing_width(self, region: int) -> int:
        return len(" ".join(text for _, text in self.standing[region]))

    def _marks_width(self, region: int) -> int:
        return sum(1 + len(text) for _, text in self.marks[region])

    def _rest(self, region: int) -> int:
        """The width of all but the name."""
        return self.code_width + 1 + self.held_width + 1 + self._marks_width(region)

    def lines(self, members: Sequence[int]) -> list[str]:
        cells = [self._cell(region) for region in members if region not in self.crowded]
        lines = [(INDENT + "".join(cells[i : i + self.abreast])).rstrip() for i in range(0, len(cells), self.abreast)]
        for region in members:
            if region in self.crowded:
                held = [self.paint.seat(seat, text) for seat, text in self.standing[region] + self.marks[region]]
                lines += flowed([self.codes[region], self.names[region], *held], INDENT * 2, INDENT)
        return lines

    def _cell(self, region: int) -> str:
        standing = " ".join(self.paint.seat(seat, text) for seat, text in self.standing[region])
        held = " " * (self.held_width - breadth(standing)) + standing
        name = shortened(self.names[region], max(1, self.cell - 2 - self._rest(region)))
        marks = "".join(f" {self.paint.seat(seat, text)}" for seat, text in self.marks[region])
        return padded(f"{self.codes[region].ljust(self.code_width)} {held} {name}{marks}", self.cell)


def _steps(picture: Picture) -> dict[int, list[int]]:
    """The regions that a way leads to, and with which of its steps."""
    entered: dict[int, list[int]] = {}
    for path in picture.paths:
        if path.ahead:
            for step, region in enumerate(path.regions[1:], 1):
                entered.setdefault(region, []).append(step)
    return entered
