"""The cards as a player sees them, agents' first (REB-23.2), with the numbers of the rulebook or of a match."""

from __future__ import annotations

from typing import Final

from marchland.engine.faces import Face, Faces
from marchland.engine.table import Table
from marchland.games.rebellion.agents import CARDS
from marchland.games.rebellion.discoveries import Discoveries, filled_in, numbers_at, printed_numbers
from marchland.games.rebellion.plots import ABOVE
from marchland.games.rebellion.skies import Skies

# By card: its text, with numbers by their names, the number that the roll must exceed, and its clause.
PRINTED: Final = [
    ("The target's next income is {agents.sabotage} smaller.", "agents.sabotage_roll", "REB-23.9"),
    (
        "d{agents.incited} soldiers of the target mutiny as the next turn begins; where there are captives, on a roll "
        "above {agents.incited_roll}.",
        "agents.incitement_roll",
        "REB-23.10",
    ),
    ("The target lets one captive go, of their own choice.", "agents.captive_roll", "REB-23.9"),
    ("The target's next harvest is {agents.burning} smaller.", "agents.burning_roll", "REB-23.9"),
    ("Every attack on whoever receives it needs {agents.counter} more.", "", "REB-23.8"),
    ("It does nothing.", "", "REB-23.4"),
]


class AgentFaces(Faces):
    def __init__(self) -> None:
        super().__init__("card", "Agents' cards", faces(printed_numbers()))

    def at(self, t: Table) -> Faces:
        return Faces(self.name, self.title, faces(numbers_at(t)), self.back)


def faces(numbers: dict[str, int]) -> list[Face]:
    made: list[Face] = []
    for card, (text, roll, clause) in enumerate(PRINTED):
        corner = f"{100 - numbers[roll]} %" if roll else ""
        note = f"On a roll above {numbers[roll]}; up to {numbers['agents.caught']} an agent is caught" if roll else ""
        made.append(Face(CARDS[card].capitalize(), filled_in(text, numbers), CARDS[card], corner, note, clause))
    return made


assert ABOVE.length == sum(1 for _, roll, _ in PRINTED if roll)  # the numbers are declared before the cards are printed

DECKS: Final[list[Faces]] = [AgentFaces(), Skies(), Discoveries()]
