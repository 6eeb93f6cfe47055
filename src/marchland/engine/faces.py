"""Faces: what a game's cards look like to a player. Data for the client, which knows no game."""


class Face:
    """A card: a name, a text, an emblem for the client to draw, a word in its corner and a note at its foot."""

    def __init__(
        self,
        name: str,
        text: str = "",
        emblem: str = "",
        corner: str = "",
        note: str = "",
        clause: str = "",
        plays: list[str] | None = None,
    ) -> None:
        self.name = name
        self.text = text
        self.emblem = emblem
        self.corner = corner
        self.note = note
        self.clause = clause
        self.plays = plays or []  # kinds of action that only this card allows


class Faces:
    """The faces of one type of card, and the emblem on their backs, if it is not that of the first. The type is named
    after the domain by which actions name these cards."""

    def __init__(self, name: str, title: str, faces: list[Face], back: str = "") -> None:
        self.name = name
        self.title = title
        self.faces = faces
        self.back = back or (faces[0].emblem if faces else "")
