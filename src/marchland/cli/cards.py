"""The cards of any game in words, by their faces, with the numbers of the match."""

from __future__ import annotations

from collections.abc import Sequence

from marchland.engine.faces import Face
from marchland.engine.picture import CardShown
from marchland.engine.table import Table


class CardWords:
    def __init__(self, table: Table) -> None:
        self.faces = {deck.name: deck.faces for deck in table.game.decks_at(table)}
        self.labels = table.game.labels

    def face(self, deck: str, card: int) -> Face:
        """The face of a card; what has none is shown by its label."""
        faces = self.faces.get(deck, [])
        return faces[card] if 0 <= card < len(faces) else Face(self.labels.name(deck, card))

    def titled(self, deck: str, card: int, note: str = "") -> str:
        """Asha Cinder (fire, 5)"""
        face = self.face(deck, card)
        words = [uncapitalised(word) for word in (face.note, face.corner, note)]
        details = ", ".join(word for word in words if word and word != deck)
        return f"{face.name} ({details})" if details else face.name

    def whole(self, deck: str, card: int, note: str = "", copies: int = 1) -> str:
        """2 x Ambush (when you are attacked). The attacker loses 1 unit at once. (XYZ-4.8)"""
        face = self.face(deck, card)
        times = f"{copies} x " if copies > 1 else ""
        text = f" {face.text}" if face.text else ""
        clause = f" ({face.clause})" if face.clause else ""
        return f"{times}{self.titled(deck, card, note)}.{text}{clause}"

    def in_short(self, deck: str, card: int) -> str:
        """What a card says, what matters most first: to stand beside a choice that names it."""
        face = self.face(deck, card)
        rank = f"{uncapitalised(face.note)} {face.corner}" if face.corner else ""
        return f"{rank}: {face.text}" if rank else " ".join(filter(None, [face.text, face.note]))

    # -- cards that lie about ------------------------------------------------------------------------------------------

    def held(self, cards: Sequence[CardShown]) -> list[str]:
        """Cards with all that they say, equal ones together; a word for the deck where there are several."""
        decks = {card.deck for card in cards}
        found: dict[tuple[str, int, str], int] = {}
        for card in cards:
            key = (card.deck, card.card, card.note)
            found[key] = found.get(key, 0) + 1
        return [
            (f"{deck}: " if len(decks) > 1 else "") + self.whole(deck, card, note, copies)
            for (deck, card, note), copies in found.items()
        ]

    def named(self, cards: Sequence[CardShown]) -> str:
        """Cards by name, those with the same note together: "Zealot (specialty); known to all: Whisper (wind, 2)"."""
        noted: dict[str, list[str]] = {}
        for card in cards:
            note = card.note or ("known to you" if card.secret else "")
            noted.setdefault(note, []).append(self.titled(card.deck, card.card))
        return "; ".join((f"{note}: " if note else "") + ", ".join(names) for note, names in noted.items())


def uncapitalised(text: str) -> str:
    """As it stands within a sentence; abbreviations stay."""
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] in ("", " ") else text


def lone(cards: Sequence[CardShown]) -> list[CardShown]:
    """Those without a note, or with one that no other card has: they are worth a line of their own."""
    notes = [card.note for card in cards]
    return [card for card in cards if not card.note or notes.count(card.note) == 1]
