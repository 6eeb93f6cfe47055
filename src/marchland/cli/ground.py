"""What the regions of any game are called and what stands on them, in letters."""

from __future__ import annotations

from collections.abc import Sequence

from marchland.cli.seats import Player
from marchland.engine.board import Board
from marchland.engine.picture import NOT_IN_PLAY, Mark, Picture, Piece, Region

NEUTRAL_MARK = "n"
NOTHING = "-"


class Ground:
    def __init__(self, board: Board, players: Sequence[Player]) -> None:
        self.board = board
        self.players = players

    def mark(self, seat: int) -> str:
        return self.players[seat].mark if 0 <= seat < len(self.players) else NEUTRAL_MARK

    def owner(self, shown: Region) -> str:
        """Whose a region is, by name."""
        if shown.owner >= 0:
            return self.players[shown.owner].name
        return f"neutral {self.board.pieces}" if shown.count else "nobody"

    def code(self, region: int) -> str:
        return self.board.regions[region].code

    def name(self, picture: Picture, region: int) -> str:
        """The name of a region or of the tile that lies on it."""
        if picture.tiles:
            return self.board.tiles[picture.tiles[region]].name
        return self.board.regions[region].name

    def sort(self, picture: Picture, region: int) -> str:
        """What kind of tile lies on a region, in a word."""
        return self.board.groups[self.board.tiles[picture.tiles[region]].group].name.lower()

    def in_play(self, picture: Picture) -> list[int]:
        return [region for region, shown in enumerate(picture.regions) if shown.owner != NOT_IN_PLAY]

    # -- what stands there ---------------------------------------------------------------------------------------------

    def standing(self, shown: Region, digits: int = 1) -> list[tuple[int, str]]:
        """What stands on a region, seat by seat: "B 3", or where several can stand there "A:5", "B:2 riders"."""
        if shown.pieces:
            return [(piece.seat, self.stack(piece)) for piece in shown.pieces if not piece.within]
        if shown.owner < 0 and not shown.count:
            return []
        return [(shown.owner, f"{self.mark(shown.owner)} {shown.count:>{digits}}")]

    def stack(self, piece: Piece) -> str:
        return f"{self.mark(piece.seat)}:{piece.count}" + (f" {piece.type}" if piece.type else "")

    def held(self, shown: Region) -> str:
        """What stands on a region, and its marks: "B 3 (capital of C)"."""
        marks = [self.mark_words(mark) for mark in shown.marks]
        parts = [text for _, text in self.standing(shown)] + ([f"({', '.join(marks)})"] if marks else [])
        return " ".join(parts)

    def mark_words(self, mark: Mark) -> str:
        counted = f"{mark.count} {mark.word}" if mark.count else mark.word
        if mark.towards >= 0:
            counted += f" towards {self.code(mark.towards)}"
        return f"{counted} of {self.mark(mark.seat)}" if mark.seat >= 0 else counted

    def count_of(self, shown: Region, seat: int) -> int:
        """How many pieces a seat has on a region, whatever they are."""
        if shown.pieces:
            return sum(piece.count for piece in shown.pieces if piece.seat == seat and not piece.within)
        return shown.count if shown.owner == seat else 0

    def has_others(self, shown: Region, seat: int) -> bool:
        """Whether somebody else, neutral or not, stands on a region."""
        if shown.pieces:
            return any(piece.seat != seat and not piece.within for piece in shown.pieces)
        return shown.owner != NOT_IN_PLAY and shown.owner != seat and (shown.owner >= 0 or shown.count > 0)


def signs(picture: Picture) -> dict[str, str]:
    """A letter for every word among the marks: its first that no other word has taken, else all of it."""
    found: dict[str, str] = {}
    for word in sorted({mark.word for shown in picture.regions for mark in shown.marks}):
        free = [letter for letter in word.lower() if letter.isalpha() and letter not in found.values()]
        found[word] = free[0] if free else word
    return found
