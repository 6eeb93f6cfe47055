"""What newcomers are told of a game comes from the game's own folder."""

import pytest

from engine.playing import games
from marchland.brief import chapters_of, sequence_of
from marchland.engine.emblems import read_emblems
from marchland.engine.errors import BoardError, UsageError
from marchland.engine.first_steps import read_first_steps
from marchland.engine.game import Game, Preset, preset_named
from marchland.rulebook import first_sentence, read_rulebook

TURN = 'turn = ["draw", "march", "meet", "stay"]\n'
AIM = 'aim = "Have the most points."\n'
HINT = '[[hints]]\ntext = "Look where others are."\nat = "board"\n'
WHOLE = AIM + TURN + 'chapters = ["2"]\n' + HINT * 3
SUN = read_emblems('[sun]\npath = "M12 2V6"\n', "here")


def test_first_steps_are_read() -> None:
    steps = read_first_steps(WHOLE.replace('at = "board"', 'at = "hand"\nemblem = "sun"', 1), "here", SUN)
    assert (steps.aim, steps.turn) == ("Have the most points.", ["draw", "march", "meet", "stay"])
    assert [(hint.emblem, hint.at) for hint in steps.hints] == [("sun", "hand"), ("", "board"), ("", "board")]
    assert steps.chapters == ["2"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("aim =", "here: not valid TOML"),
        (WHOLE.replace(AIM, ""), "here: 'aim' is a line of up to 160 characters."),
        (WHOLE.replace("Have the most points.", "x" * 161), "here: 'aim' is a line of up to 160 characters."),
        (WHOLE.replace(', "stay"', ""), "here: 'turn' is a list of 4 lines."),
        (WHOLE.replace('"stay"', "4"), "here: line 4 of 'turn' is a line of up to 160 characters."),
        (AIM + TURN + HINT * 2, "here: there are 3 [[hints]]."),
        (
            WHOLE.replace('"board"', '"ceiling"', 1),
            "here: hint 1 is about 'ceiling'; a hint is 'at' one of board, prompt",
        ),
        (
            WHOLE.replace('at = "board"', 'at = "board"\nemblem = "moon"', 1),
            "here: hint 1 has the emblem 'moon', which",
        ),
        (WHOLE.replace('["2"]', "[2]"), "here: 'chapters' is a list of chapters of the rulebook"),
        ("goal = 1\n" + WHOLE, "here has an entry 'goal'; known are aim, turn, chapters, hints."),
        (AIM + TURN + "hints = [1, 2, 3]\n", "here: hint 1 is no table."),
    ],
)
def test_a_bad_file_is_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BoardError) as fault:
        read_first_steps(text, "here", SUN)
    assert str(fault.value).startswith(sentence)


@pytest.mark.parametrize("game", [game for game in games() if game.first_steps is not None], ids=lambda game: game.name)
def test_how_to_play_is_made_from_the_rulebook(game: Game) -> None:
    book = read_rulebook(game.rulebook())
    assert game.first_steps is not None
    assert len(chapters_of(game, book)) == len(game.first_steps.chapters)
    assert [clause.title for clause in sequence_of(game, book)] == [step.title for step in game.sequence]
    for clause in sequence_of(game, book):
        assert clause.text.replace("\n", " ").startswith(clause.brief)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_game_has_a_table_to_show_and_options_for_a_first_evening(game: Game) -> None:
    table = game.sample()
    assert not table.over
    assert game.deal(options=game.first_evening.options).deciders()


def test_the_first_evening_is_one_of_the_presets() -> None:
    quick = Preset("Quick", "", {})
    assert preset_named([quick], "Quick") is quick
    assert preset_named([], "").options == {}
    with pytest.raises(UsageError, match="There is no preset 'Slow'; there are Quick"):
        preset_named([quick], "Slow")


def test_the_first_sentence() -> None:
    assert first_sentence("By CAM-1.6 you\nplace one. Then another.\n\nMore.") == "By CAM-1.6 you place one."
    assert first_sentence("No end") == "No end"
