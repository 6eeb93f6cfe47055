"""What cards and tiles say in a match with house rules."""

import pytest

from marchland import every
from marchland.engine.deck import filled, read_deck
from marchland.engine.errors import BoardError
from marchland.engine.faces import Face
from marchland.engine.game import Game
from marchland.engine.numbers import Number


def turned(number: Number) -> int:
    return number.most if number.value != number.most else number.least


def words(face: Face) -> tuple[str, str, str]:
    return face.text, face.corner, face.note


def on_cards(game: Game) -> list[Number]:
    """The numbers that stand on a card; how often it is there stands nowhere."""
    named = {face.name for deck in game.decks for face in deck.faces}
    parts = [(number, number.name.split(".")) for number in game.numbers]
    return [number for number, (_, *rest) in parts if rest[0] in named and rest[-1] != "count"]


@pytest.mark.parametrize("game", every(), ids=lambda game: game.name)
def test_a_card_states_every_number_of_it_that_can_be_turned(game: Game) -> None:
    for number in on_cards(game):
        table = game.prepared(game.usual_seats, {number.name: turned(number)})
        changed = {
            here.name
            for deck, at_table in zip(game.decks, game.decks_at(table), strict=True)
            for printed, here in zip(deck.faces, at_table.faces, strict=True)
            if words(printed) != words(here)
        }
        assert changed == {number.name.split(".")[1]}, number.name


@pytest.mark.parametrize("game", every(), ids=lambda game: game.name)
def test_by_the_rulebook_cards_say_what_is_printed(game: Game) -> None:
    table = game.prepared(game.usual_seats, {})
    for deck, at_table in zip(game.decks, game.decks_at(table), strict=True):
        assert [words(face) for face in deck.faces] == [words(face) for face in at_table.faces]
        assert (deck.name, deck.title, deck.back) == (at_table.name, at_table.title, at_table.back)
        assert [face.plays for face in deck.faces] == [face.plays for face in at_table.faces]


def test_some_game_has_numbers_on_its_cards() -> None:
    """Or the tests above would find nothing amiss."""
    assert sum(len(on_cards(game)) for game in every()) > 50


def test_a_gap_with_a_noun_counts() -> None:
    text = "Gain {eur} EUR and {units fresh unit}."
    assert filled(text, {"eur": 3, "units": 1}) == "Gain 3 EUR and 1 fresh unit."
    assert filled(text, {"eur": 1, "units": 0}) == "Gain 1 EUR and 0 fresh units."


def test_a_gap_that_nothing_fills_is_a_sentence() -> None:
    deck = '[[card]]\nname = "Mule"\ntext = "{strength more} of it."'
    with pytest.raises(BoardError, match="Mule has a gap in its text that no number of its own fills: 'strength'"):
        read_deck(deck, "card", [], "cards.toml")
