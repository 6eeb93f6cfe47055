"""What expeditions find, as cards (REB-19.3, REB-20.4): the rows of both tables, with the numbers of a match."""

from __future__ import annotations

from typing import Final

from marchland.engine.faces import Face, Faces
from marchland.engine.table import Table
from marchland.games.rebellion.expeditions import LAST_ROLLS
from marchland.games.rebellion.overseas import FIRST_READING, readings
from marchland.games.rebellion.rows import ARTEFACT_ROW, FIND, FIRST_INLAND
from marchland.games.rebellion.settings import NUMBERS
from marchland.games.rebellion.table import Rebellion

# By card: its name, its text, with numbers by their names, its emblem and its clause. First the rows of the table of
# overseas expeditions, then those of internal ones.
PRINTED: Final = [
    ("Treasure", "{overseas.treasure} coins at once.", "treasure", "REB-20.8"),
    (
        "Compensation",
        "The sailors did harm. Income is {overseas.compensation} smaller for {overseas.payments} turns.",
        "compensation",
        "REB-20.9",
    ),
    ("Mercenaries", "{overseas.mercenaries} artillery, at once, where you recruit.", "artillery", "REB-20.10"),
    ("Unrest", "One of your roads is destroyed. You choose which.", "road", "REB-20.11"),
    (
        "Coconut tree",
        "{overseas.coconut} coins, and a tree to plant: {income.tree} coins a turn, fruit to sell, and one expedition "
        "more under way.",
        "coconut tree",
        "REB-20.12",
    ),
    (
        "Cannonballs",
        "Each cannon takes {battle.cannonballs} more from bunkers, for ever.",
        "cannonballs",
        "REB-20.15",
    ),
    ("Ghost ship", "The price of the next overseas expedition: {overseas.ghost_ship}.", "frigate", "REB-20.16"),
    ("Nothing", "It comes home with empty hands.", "nothing", "REB-20.4"),
    ("Road builders", "The next {overseas.roads} roads cost nothing.", "road", "REB-20.17"),
    ("Tropical disease", "{overseas.disease} soldiers die. You choose which.", "disease", "REB-20.18"),
    (
        "Rich tribe",
        "Income is {overseas.rich_tribe} larger for {overseas.payments} turns.",
        "treasure",
        "REB-20.19",
    ),
    ("Bad winds", "Pay {overseas.winds} and wait one more turn, or end it with nothing.", "winter", "REB-20.20"),
    ("Farm hands", "The next {overseas.farms} farms cost {overseas.farm_hands} less.", "farm", "REB-20.23"),
    (
        "Environmentalists",
        "For d6 turns a robbery that ends leaves {robbery.green_tokens} red tokens, not {robbery.tokens}.",
        "environmentalists",
        "REB-20.21",
    ),
    ("Captain's idea", "A level of the capital for nothing, or its price in coins.", "capital", "REB-20.22"),
    ("Nothing", "It comes home with empty hands.", "nothing", "REB-20.4"),
    ("Cannibals", "The next overseas expedition costs {overseas.cannibals} more.", "cannibals", "REB-20.16"),
    ("New weapon", "{battle.weapon} more in every battle, for ever.", "weapon", "REB-20.15"),
    (
        "Turncoat captain",
        "He sells what he has found to the highest bidder, who rolls for it.",
        "turncoat",
        "REB-20.25",
    ),
    (
        "Poison",
        "Two black markers on your land, where no farm or granary is built any more; or {overseas.poison} coins where "
        "buildings stand everywhere.",
        "black marker",
        "REB-20.24",
    ),
    (
        "Plague",
        "For {plague.turns} turns everybody loses soldiers, and expeditions roll {plague.bonus} higher.",
        "disease",
        "REB-20.26",
    ),
    (
        "Rare mineral",
        "{inland.rich_mineral} coins at once for a mine of {income.rich_mineral} coins a turn.",
        "rich mineral",
        "REB-19.5",
    ),
    (
        "Common mineral",
        "{inland.mineral} coins at once for a mine of {income.mineral} coins a turn.",
        "mineral",
        "REB-19.5",
    ),
    ("Nothing", "There is nothing to be found here.", "nothing", "REB-19.6"),
    ("Artefact", "{inland.artefact} coins at once.", "treasure", "REB-19.6"),
    ("Poisoned water", "No farm or granary is built here any more.", "black marker", "REB-19.7"),
    ("Tribe", "d10 neutral soldiers take the province, unless you beat them.", "tribe", "REB-19.8"),
]
assert PRINTED[ARTEFACT_ROW][0] == "Artefact" and len(PRINTED) == FIRST_INLAND + len(LAST_ROLLS)


class Discoveries(Faces):
    def __init__(self) -> None:
        super().__init__(FIND, "Expeditions", faces(printed_numbers(), list(FIRST_READING)), "expedition")

    def at(self, t: Table) -> Faces:
        assert isinstance(t, Rebellion)
        return Faces(self.name, self.title, faces(numbers_at(t), list(readings(t))), self.back)


def printed_numbers() -> dict[str, int]:
    return {number.name: number.value for number in NUMBERS.every}


def numbers_at(t: Table) -> dict[str, int]:
    return {number.name: int(number.of(t)) for number in NUMBERS.every}


def filled_in(text: str, numbers: dict[str, int]) -> str:
    """A text that names numbers, "{overseas.treasure} coins", with what they are."""
    for name, value in numbers.items():
        text = text.replace("{" + name + "}", str(value))
    return text


def faces(numbers: dict[str, int], edges: list[int]) -> list[Face]:
    made: list[Face] = []
    last = 0
    for card, edge in enumerate([*edges, 100, *LAST_ROLLS]):
        name, text, emblem, clause = PRINTED[card]
        first = 1 if card == FIRST_INLAND else last + 1
        rolls = f"{first}" if edge == first else f"{first} to {edge}"
        # Two rows of the overseas table are missing, and one event tells of both.
        note = f"On a roll of {rolls}" if clause != "REB-20.4" else ""
        made.append(Face(name, filled_in(text, numbers), emblem, "", note, clause))
        last = edge
    return made
