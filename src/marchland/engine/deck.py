"""Decks: cards from TOML, each with its text and, beside it, its effect in a small vocabulary of numbers.

    [[covert]]
    name = "Reckless Charge"
    count = 2
    text = "Your battle score is {score} higher, but if you win you lose {winner_loses} extra troop."
    effect = { score = 3, winner_loses = 1 }

Rules code reads the numbers, so what most cards do is data. What a group may turn is a row of the game's numbers
(`SCORE = COVERT.row(NUMBERS, "score", …)`, then `SCORE.of(t, card)`, which a house rule changes under the name
`covert.Reckless Charge.score`); what only tells cards apart is a column (`CHARGE = COVERT.column("charge")`, then
`CHARGE[card]`). A text has a gap where it states such a number, with a noun where things are counted ("{units unit}" is
"1 unit" or "3 units"), and says both ways what goes by it ("{units unit} {units|comes|come}"): `Deck.cards` have the
rulebook's numbers in them, `cards_at` those of a table. A card that does something of its own kind is an action or a
function of its game, found by the card's name.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from marchland.engine.errors import BoardError
from marchland.engine.numbers import Numbers, Row
from marchland.engine.sayings import agreed, counted

if TYPE_CHECKING:
    from marchland.engine.table import Table


_COUNTED: Final = re.compile(r"\{(\w+) (\w[^{}]*)\}")


class Card:
    def __init__(self, name: str, text: str, count: int, data: dict[str, Any]) -> None:
        self.name = name
        self.text = text
        self.count = count
        self.data = data  # everything that the TOML says


class Deck:
    """The kinds of card of one deck, numbered from 0."""

    name: str
    cards: list[Card]
    effects: list[dict[str, int]]
    vocabulary: list[str]
    number: dict[str, int]
    rows: dict[str, Row]  # what can be turned, by the word
    unfilled: list[dict[str, str]]  # what each card says, before the gaps were filled
    copied: str  # the name under which a house keeps how often there is each card

    def __init__(
        self,
        name: str,
        cards: list[Card],
        effects: list[dict[str, int]],
        vocabulary: list[str],
        unfilled: list[dict[str, str]] | None = None,
    ) -> None:
        self.name = name
        self.cards = cards
        self.effects = effects
        self.vocabulary = vocabulary
        self.number = {card.name: i for i, card in enumerate(cards)}
        self.rows = {}
        self.unfilled = unfilled if unfilled is not None else [{} for _ in cards]
        self.copied = f"copies of {name}"

    def column(self, word: str) -> vec[i64]:
        """The number that each card has for a word of the vocabulary; 0 where it says nothing."""
        if word not in self.vocabulary:
            raise ValueError(f"{word} is not in the vocabulary of this deck")
        made = vec[i64]()
        for effect in self.effects:
            made = append(made, effect.get(word, 0))
        return made

    def row(self, numbers: Numbers, word: str, clause: str, least: int, most: int, text: str) -> Row:
        """What each card has for a word of the vocabulary, or under an entry of that name, as numbers of the game; only
        of cards that have the word they may be turned. The clause is that of the card where it has one of its own."""
        found = [numbers_on(card, effect) for card, effect in zip(self.cards, self.effects, strict=True)]
        names = [
            f"{self.name}.{card.name}.{word}" if word in on else "" for card, on in zip(self.cards, found, strict=True)
        ]
        made = numbers.row(names, self._clauses(clause), [on.get(word, 0) for on in found], least, most, text)
        self.rows[word] = made
        return made

    def counts(self, numbers: Numbers, clause: str, most: int, fixed: Sequence[str] = ()) -> Row:
        """How often each card is in the deck, as numbers of the game, but for those that the game cannot do without."""
        names = ["" if card.name in fixed else f"{self.name}.{card.name}.count" for card in self.cards]
        values = [card.count for card in self.cards]
        return numbers.row(names, self._clauses(clause), values, 0, most, f"copies of the card in the {self.name} deck")

    def _clauses(self, clause: str) -> list[str]:
        return [str(card.data.get("clause", clause)) for card in self.cards]

    def pile(self) -> list[int]:
        """Every card as often as the rulebook has it, unshuffled."""
        return [number for number, card in enumerate(self.cards) for _ in range(card.count)]

    def pile_at(self, t: Table, counts: Row) -> list[int]:
        """Every card as often as this table has it, unshuffled."""
        made = t.house.made.get(self.name)
        if made is None:
            made = [number for number in range(len(self.cards)) for _ in range(counts.of(t, number))]
            t.house.made[self.name] = made
        return made[:]

    def copies_at(self, t: Table, counts: Row) -> list[int]:
        """How often this table has each card; not to be changed."""
        made = t.house.made.get(self.copied)
        if made is None:
            made = [int(counts.of(t, number)) for number in range(len(self.cards))]
            t.house.made[self.copied] = made
        return made

    def cards_at(self, t: Table) -> list[Card]:
        """The cards with what they say at this table."""
        return [self.card_at(t, number) for number in range(len(self.cards))] if t.house.said else self.cards

    def card_at(self, t: Table, number: int) -> Card:
        card, effect = self.cards[number], self.effects[number]
        printed = numbers_on(card, effect)
        here = {word: int(row.of(t, number)) for word, row in self.rows.items() if word in printed}
        said = {what: filled(words, {**card.data, **effect, **here}) for what, words in self.unfilled[number].items()}
        own = {word: value for word, value in here.items() if word in card.data}
        return Card(card.name, said.get("text", card.text), card.count, {**card.data, **own, **said})

    def names(self) -> list[str]:
        return [card.name for card in self.cards]


@lru_cache(1)
def _tables(text: str) -> dict[str, Any]:
    """Several decks stand in one file, and are read one after the other."""
    return tomllib.loads(text)


def read_deck(text: str, table: str, vocabulary: list[str], source: str) -> Deck:
    """A deck from one array of tables; BoardError names the fault and the card."""
    try:
        entries = _tables(text)[table]
    except (tomllib.TOMLDecodeError, KeyError) as fault:
        raise BoardError(f"{source}: the deck {table!r} cannot be read: {fault}.") from fault
    cards: list[Card] = []
    effects: list[dict[str, int]] = []
    unfilled: list[dict[str, str]] = []
    for entry in entries:
        name = str(entry.get("name", ""))
        if not name or any(card.name == name for card in cards):
            raise BoardError(f"{source}: a card of {table!r} has no name of its own: {name!r}.")
        effect = entry.get("effect", {})
        for word, value in effect.items():
            if word not in vocabulary or type(value) is not int:
                raise BoardError(f"{source}: {name} has the effect {word!r}, which {table!r} does not know.")
        # Besides its text a card may say things under other entries.
        words_of = {what: words for what, words in entry.items() if isinstance(words, str)}
        try:
            said = {what: filled(words, {**entry, **effect}) for what, words in words_of.items()}
        except (KeyError, ValueError) as fault:
            raise BoardError(
                f"{source}: {name} has a gap in its text that no number of its own fills: {fault}."
            ) from fault
        cards.append(Card(name, said.get("text", ""), int(entry.get("count", 1)), {**entry, **said}))
        effects.append(dict(effect))
        unfilled.append(words_of)
    return Deck(table, cards, effects, vocabulary, unfilled)


def numbers_on(card: Card, effect: dict[str, int]) -> dict[str, int]:
    """All whole numbers that a card states."""
    return {**{word: value for word, value in card.data.items() if type(value) is int}, **effect}


def filled(text: str, numbers: Mapping[str, Any]) -> str:
    """A text with the numbers in its gaps, those that count things with their nouns, and verbs that agree."""
    said = agreed(text, numbers)
    return _COUNTED.sub(lambda gap: counted(int(numbers[gap[1]]), gap[2]), said).format_map(numbers)
