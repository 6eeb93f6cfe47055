"""The pictures printed on tiles come from the game's own folder."""

import gzip
import json

import pytest

from engine.playing import games
from marchland.engine.board import Board, Group, Region, Tile
from marchland.engine.errors import BoardError
from marchland.engine.game import Game
from marchland.engine.illustrations import TINTS, read_illustrations
from marchland.server.catalogue import board_spec, catalogue
from marchland.server.specs import LayerSpec

TILED = [game for game in games() if game.board is not None and any(tile.illustration for tile in game.board.tiles)]
LARGEST = 30_000  # bytes of the catalogue, as browsers get it

SCENES = """
[parts]
palm = '''
bark M0 0V-20
leaf M0 -20H9Z
'''
[scenes]
"Twin Palms" = '''
sky M0 0H160V90Z
palm 30 60.5 1.2
palm 40 62 -.8
'''
"""


def test_a_scene_is_made_of_paths_and_of_parts_that_stand_somewhere() -> None:
    (layers,) = read_illustrations(SCENES, "here").values()
    assert [(layer.tint, layer.path, layer.x, layer.y, layer.size) for layer in layers] == [
        ("sky", "M0 0H160V90Z", 0, 0, 1),
        ("bark", "M0 0V-20", 30, 60.5, 1.2),
        ("leaf", "M0 -20H9Z", 30, 60.5, 1.2),
        ("bark", "M0 0V-20", 40, 62, -0.8),
        ("leaf", "M0 -20H9Z", 40, 62, -0.8),
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[scenes", "here: not valid TOML"),
        ("[pictures]", "here: there is 'pictures' instead of a table of parts and one of scenes"),
        ("parts = 3", "here: there is 'parts' instead of a table"),
        ("[scenes]\nPond = ''", "here: the scene 'Pond' is empty"),
        ("[scenes]\nPond = 'pink M0 0H9'", "here: the scene 'Pond' has the line 'pink M0 0H9': it is neither a tint"),
        ("[scenes]\nPond = 'palm 3 4'", "the line 'palm 3 4'"),
        ("[scenes]\nPond = 'water M0 0\"/><script>'", "the line 'water M0 0\"/><script>'"),
        ("[parts]\npalm = 'leaf M0 0H9'\n[scenes]\nPond = 'palm 3'", "the line 'palm 3'"),
        ("[parts]\npalm = 'leaf M0 0H9'\n[scenes]\nPond = 'palm 3 1.2.3'", "the line 'palm 3 1.2.3'"),
        ("[parts]\na = 'leaf M0 0H9'\nb = 'a 1 2'", "here: the part 'b' has the line 'a 1 2'"),
    ],
)
def test_a_fault_is_a_sentence_with_its_place(text: str, sentence: str) -> None:
    with pytest.raises(BoardError) as refused:
        read_illustrations(text, "here")
    assert sentence in str(refused.value) and str(refused.value).endswith(".")


def test_the_protocol_knows_every_tint() -> None:
    tints = LayerSpec.model_json_schema()["properties"]["tint"]["enum"]
    assert tints == TINTS


@pytest.mark.parametrize("game", TILED, ids=lambda game: game.name)
def test_every_tile_has_a_picture_of_its_own_and_all_are_small_on_the_wire(game: Game) -> None:
    told = catalogue(game.name)
    pictures = [json.dumps(tile["illustration"]) for tile in json.loads(told)["board"]["tiles"]]
    assert "[]" not in pictures and len(set(pictures)) == len(pictures)
    assert len(gzip.compress(told, 6)) < LARGEST


def test_a_tile_may_do_without() -> None:
    region = Region("A1", "Well", "oasis", [0, 0, 200, 158], [100, 117])
    board = Board([200, 158], [region], [Group("oasis", "Oasis")], [], set(), [Tile("Well", 0, "oasis", "Water.")])
    assert board_spec(board).tiles[0].illustration == []
