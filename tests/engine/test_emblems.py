"""What is drawn for the words of a game comes from the game's own folder."""

import pytest

from engine.playing import games
from marchland.engine.emblems import read_emblems
from marchland.engine.errors import BoardError
from marchland.engine.game import Game

SUN = "M12 2V6M12 18V22"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_word_that_cards_and_tiles_are_drawn_by_has_an_emblem(game: Game) -> None:
    used = {face.emblem for deck in game.decks for face in deck.faces} | {deck.back for deck in game.decks}
    for tile in game.board.tiles if game.board is not None else []:
        used.add(tile.emblem)
        if tile.site is not None:
            used |= {tile.site.emblem, tile.site.beside}
    assert used - {""} <= {emblem.word for emblem in game.emblems}


def test_an_emblem_can_be_like_another_and_drawn_otherwise() -> None:
    text = f'[sun]\npath = "{SUN}"\ncolour = "red"\n["much sun"]\nlike = "sun"\nmark = "corner"\n'
    sun, much = read_emblems(text, "here")
    assert (sun.word, sun.path, sun.colour, sun.mark, sun.pattern) == ("sun", SUN, "red", "sign", None)
    assert (much.word, much.path, much.colour, much.mark) == ("much sun", SUN, "red", "corner")


def test_an_area_has_a_pattern() -> None:
    text = f'[sun]\npath = "{SUN}"\npattern = {{ path = "M1 1H3", size = 9, turn = 30 }}\n'
    (pattern,) = [emblem.pattern for emblem in read_emblems(text, "here")]
    assert pattern is not None
    assert (pattern.path, pattern.size, pattern.turn, pattern.width) == ("M1 1H3", 9, 30, 1.0)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[sun", "here: not valid TOML"),
        ("sun = 3", "here: the emblem 'sun' is no table"),
        ("[sun]", "here: the emblem 'sun' has no path of SVG"),
        ("[sun]\npath = 'M1 1\"/><script>'", "here: the emblem 'sun' has no path of SVG"),
        (f"[sun]\npath = '{SUN}'\ncolor = 'red'", "here: the emblem 'sun' has an entry 'color'; known are path"),
        (f"[sun]\npath = '{SUN}'\ncolour = 'pink'", "here: the emblem 'sun' has the colour 'pink'; there are ink, red"),
        (f"[sun]\npath = '{SUN}'\nmark = 'huge'", "here: the emblem 'sun' is drawn as 'huge'; a mark is one of sign"),
        ("[sun]\nlike = 'moon'", "here: the emblem 'sun' is like 'moon', which is no emblem"),
        (f"[sun]\npath = '{SUN}'\npattern = {{ size = 4 }}", "here: the emblem 'sun' has a pattern that has no path"),
        (f"[sun]\npath = '{SUN}'\npattern = {{ path = '{SUN}', size = 0 }}", "has no size or no width above 0"),
        (f"[sun]\npath = '{SUN}'\npattern = {{ path = '{SUN}', turn = 'a' }}", "has no whole numbers for its size"),
    ],
)
def test_a_fault_is_a_sentence_with_its_place(text: str, sentence: str) -> None:
    with pytest.raises(BoardError) as refused:
        read_emblems(text, "here")
    assert sentence in str(refused.value) and str(refused.value).endswith(".")
