"""The faces of the cards of Capitals."""

from __future__ import annotations

from typing import Final

from marchland.engine.deck import Card
from marchland.engine.faces import DeckFaces, Face, Faces
from marchland.games.capitals.cards import ACTION, EVENT

TIMES: Final = {
    "muster": "In your Muster step",
    "attack": "In your Attack step",
    "fortify": "In your Fortify step",
    "reaction": "When you are attacked",
    "bid": "With a bid",
}


def action(card: Card) -> Face:
    time = str(card.data["time"])
    plays = [str(kind) for kind in card.data.get("plays", [])]
    return Face(card.name, card.text, time, "", TIMES[time], str(card.data["clause"]), plays)


def event(card: Card) -> Face:
    return Face(card.name, card.text, "event", "", "Event", str(card.data["clause"]))


DECKS: Final[list[Faces]] = [
    DeckFaces("card", "Action cards", ACTION, action),
    DeckFaces("event", "Events", EVENT, event),
]
