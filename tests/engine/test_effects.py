"""What stands beside a choice, for every game: its effect with the numbers of the match, and the way forward."""

from typing import Any

import pytest

from campus.table import GAME as CAMPUS
from campus.table import lay as lay_campus
from capitals.table import GAME as CAPITALS
from capitals.table import lay as laid_capitals
from marchland.engine.labels import Labels
from marchland.engine.sayings import Phrase, counted, named, phrase, say
from marchland.engine.table import Table
from marchland.server.messages import Prompt, Remark
from marchland.server.state import question
from swarm.table import GAME as SWARM
from swarm.table import lay as lay_swarm

NAMES = ["Ann", "Ben", "Cyd", "Dot"]


def lay_capitals(**entries: Any) -> Table:
    return laid_capitals({"ALA": [0, 9], "NWT": [1, 1]}, **entries)


def asked(t: Table, seat: int = 0) -> dict[str, Remark]:
    """What the rules say of each kind of action that a seat is offered, by its name."""
    found = [Remark.model_validate(one) for one in question(t, NAMES, seat)["remarks"]]
    return {t.game.words.kinds[one.kind].name: one for one in found}


def effect(t: Table, kind: str, seat: int = 0) -> str:
    return asked(t, seat)[kind].text


# -- counts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "said"), [(0, "0 units come"), (1, "1 unit comes"), (2, "2 units come"), (12, "12 units come")]
)
def test_a_verb_agrees_with_its_count(n: int, said: str) -> None:
    number = phrase("", "{n unit} {n|comes|come} to the pool of {who:seat}")
    assert say(Labels(), [number, n, 1], NAMES) == f"{said} to the pool of Ben"


@pytest.mark.parametrize("noun", ["troop", "territory", "match", "play", "neutral unit"])
def test_one_thing_is_never_said_as_several(noun: str) -> None:
    many = {"territory": "territories", "match": "matches"}.get(noun, f"{noun}s")
    assert [counted(n, noun) for n in (0, 1, 2)] == [f"0 {many}", f"1 {noun}", f"2 {many}"]


def test_what_agrees_with_nothing_is_said_when_the_phrase_is_made() -> None:
    with pytest.raises(ValueError, match="goes by a count that it does not name"):
        Phrase("", "{who:seat} {n|comes|come}")
    with pytest.raises(ValueError, match="goes by a count that it does not name"):
        Phrase("", "{who:seat} {who|comes|come}")


def test_one_troop_that_was_received_is_placed() -> None:
    """CAM-2.3"""
    for n, said in [
        (1, "First place the 1 troop that you received"),
        (3, "First place all 3 troops that you received"),
    ]:
        t = lay_campus({"COM": [0, 6], "FOU": [1, 3]}, step="place", to_place=n)
        assert CAMPUS.say(t.step().why(t, 0, CAMPUS.parse("end turn"))) == said


# -- effects -----------------------------------------------------------------------------------------------------------


def test_prayer_says_what_it_gives_up_with_the_numbers_of_the_match() -> None:
    """SWM-5.13, SWM-5.14"""
    given_up = "No drops, moves, harvest or auctions this round; "
    t = lay_swarm(step="prayer", event="Drought")
    assert effect(t, "pray") == given_up + "1 troop goes from your reserve to the temple"
    assert asked(t)["pray"].clause == "SWM-5.14"
    many = lay_swarm(step="prayer", event="Drought", options={"troops.prayer": 3})
    assert effect(many, "pray") == given_up + "3 troops go from your reserve to the temple"


def test_the_end_of_a_turn_says_what_is_drawn_for_it() -> None:
    """CAP-8.5"""
    t = lay_capitals(step="fortify")
    assert effect(t, "end_turn") == "Your turn is over, without a card: you have conquered nothing"
    won = lay_capitals(step="fortify", conquest=True, options={"conquest.cards": 2})
    assert effect(won, "end_turn") == "Your turn is over; for your conquest you draw 2 cards"


def test_units_say_by_how_much_each_is_dearer() -> None:
    """CAP-6.3, CAP-E.14"""
    t = lay_capitals(step="muster", eur=[9, 0, 0], options={"price.rise": 4})
    assert effect(t, "buy_units") == "They come to your pool; each costs 4 EUR more than the one before"
    surplus = lay_capitals(step="muster", eur=[9, 0, 0], event="Arms Surplus")
    assert effect(surplus, "buy_units") == "They come to your pool, all at the same price"


@pytest.mark.parametrize(
    ("options", "kind", "said"),
    [
        ({}, "attack", "The force fights until the target falls or none of it is left"),
        ({"attack_stop": "yes"}, "attack", "The force fights on; after every roll you may stop"),
        ({"attack_style": "roll", "attack_stop": "yes"}, "strike", "One roll of the dice; then you choose again"),
        (
            {"attack_style": "roll"},
            "strike",
            "Roll after roll: the same attack has to go on until it is decided",
        ),
    ],
)
def test_an_attack_says_how_far_it_goes(options: dict[str, object], kind: str, said: str) -> None:
    """CAM-S.11, CAM-S.12"""
    t = lay_campus({"COM": [0, 6], "FOU": [1, 3]}, options=options)
    assert effect(t, kind) == said
    # Dice cannot be undone, a reinforcement can.
    assert asked(t)[kind].grave and not asked(t)["end_turn"].grave


@pytest.mark.parametrize(
    ("t", "forward"),
    [
        (lay_campus({"COM": [0, 6], "FOU": [1, 3]}), "end_turn"),
        (lay_capitals(step="muster"), "end_muster"),
        (lay_capitals(step="attack"), "end_attack"),
        (lay_capitals(step="fortify"), "end_turn"),
        (lay_swarm(step="prayer"), "no_prayer"),
        (lay_swarm(step="drop", water=[9, 9, 9, 9]), "done"),
    ],
    ids=["campus", "muster", "attack", "fortify", "prayer", "drop"],
)
def test_a_step_has_one_way_forward_that_says_what_it_gives_up(t: Table, forward: str) -> None:
    (seat,) = t.deciders()
    marked = [name for name, remark in asked(t, seat).items() if remark.forward]
    assert marked == [forward] and asked(t, seat)[forward].text


def test_an_answer_can_be_left_standing_where_the_same_is_asked_again() -> None:
    """CAP-7.5"""
    t = lay_capitals(step="attack", hands={"1": ["War Bonds"]})
    t.play(0, CAPITALS.parse("attack NWT from ALA"))
    assert t.deciders() == [1] and asked(t, 1)["pass"].lasts == "turn"
    assert all(remark.lasts == "" for name, remark in asked(lay_capitals(step="attack")).items())


# -- what a question is about ------------------------------------------------------------------------------------------


def test_a_bid_for_a_defection_says_who_played_it_and_on_what() -> None:
    """CAP-A.14"""
    t = lay_capitals(step="muster", hands={"0": ["Defection"]}, eur=[4, 5, 6])
    t.play(0, CAPITALS.parse("play Defection in NWT"))
    prompt = Prompt.model_validate(question(t, NAMES, 1)["prompt"])
    assert prompt.text == "Ann has played Defection: bid for Northwest Territory; you have 5 EUR."
    card, region = CAPITALS.labels.number("card", "Defection"), CAPITALS.labels.number("region", "NWT")
    assert prompt.about == [("seat", 0), ("card", card), ("region", region)]


def test_counts_and_dice_are_nothing_that_a_question_is_about() -> None:
    number = phrase("", "{who:seat} throws {n troop} with {thrown:dice} at {m} in {room:region}")
    assert named([number, 1, 3, 0x66, 2, 7]) == [("seat", 1), ("region", 7)]
    assert named([]) == []


# -- prices ------------------------------------------------------------------------------------------------------------


def prices(t: Table, seat: int) -> dict[str, list[int]]:
    return {t.game.words.kinds[price.kind].name: price.totals for price in t.picture(seat).prices}


def test_drops_and_moves_have_their_prices() -> None:
    """SWM-6.2, SWM-6.4, SWM-6.13"""
    t = lay_swarm(step="drop", swarm="E1", water=[5, 9, 9, 9], troops={"A1": [[0, 4]]}, temples={"fire": [[0, 2]]})
    (seat,) = t.deciders()
    assert seat == 0 and prices(t, 0) == {"drop": [2, 4, 6], "temple_drop": [0, 0]}
    assert all(prices(t, viewer) == {} for viewer in (-2, -1, 1, 2))
    dear = lay_swarm(step="drop", swarm="E1", water=[5, 9, 9, 9], troops={"A1": [[0, 4]]}, options={"price.drop": 3})
    assert prices(dear, 0)["drop"] == [3, 6]
    moving = lay_swarm(step="move", swarm="E1", event="Dust Storm", water=[5, 9, 9, 9], troops={"A1": [[0, 4]]})
    assert prices(moving, 0) == {"move": [2, 2, 2, 2]}
    before = moving.water[0]
    moving.play(0, SWARM.parse("move 3 from A1 to B1"))
    assert before - moving.water[0] == 2
