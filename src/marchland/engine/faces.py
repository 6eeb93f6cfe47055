"""Faces: what a game's cards look like to a player. Data for the client, which knows no game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from marchland.engine.deck import Card, Deck

if TYPE_CHECKING:
    from marchland.engine.table import Table


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

    def at(self, t: Table) -> Faces:
        """As they are at a table, whose house rules may have turned what they say."""
        return self


class DeckFaces(Faces):
    """The faces of a deck, each made from its card: so they state the numbers that a match has."""

    def __init__(self, name: str, title: str, deck: Deck, face: Callable[[Card], Face], back: str = "") -> None:
        super().__init__(name, title, [face(card) for card in deck.cards], back)
        self.deck = deck
        self.face = face

    def at(self, t: Table) -> Faces:
        return Faces(self.name, self.title, [self.face(card) for card in self.deck.cards_at(t)], self.back)
