"""House rules on the server: agreed on with the options, kept, shown, replayed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from marchland.engine.game import read_text
from server.world import SHORT, Person, running

BOARD = read_text("marchland.games.campus", "board.toml")


def numbers(person: Person, match: str = "") -> dict[str, int]:
    path = f"/api/matches/{match}/catalogue" if match else "/api/games/campus"
    return {number["name"]: number["usual"] for number in person.get(path)["numbers"]}


def test_a_match_with_other_numbers_says_so(ann: Person) -> None:
    match = ann.new_match("open", "random", options={**SHORT, "bonus.SCI": 9, "troops.start": 15})
    assert match["title"] == "Campus with house rules"
    assert match["house"] == ["bonus.SCI 9 instead of 5"]
    assert match["options"]["bonus.SCI"] == 9 and "troops.start" not in match["options"]
    assert numbers(ann, match["id"])["bonus.SCI"] == 9
    assert numbers(ann)["bonus.SCI"] == 5
    plain = ann.new_match("open")
    assert plain["title"] == "Campus" and plain["house"] == [] and plain["own_board"] is False


def test_a_number_out_of_range_is_refused_with_its_clause(ann: Person) -> None:
    wanted = {"game": "campus", "options": {"bonus.SCI": 51}, "seats": [{"kind": "me"}, {"kind": "open"}]}
    assert ann.refused(409, "POST", "/api/matches", wanted) == (
        "bonus.SCI cannot be '51'; it is a whole number from 0 to 50 (CAM-3.3)."
    )


def test_a_board_of_its_own_is_in_the_match_and_not_in_lists(ann: Person) -> None:
    moved = BOARD.replace("canvas = [1200, 800]", "canvas = [1300, 900]")
    match = ann.new_match("open", options={**SHORT, "board": moved})
    assert match["own_board"] is True and "board" not in match["options"]
    assert ann.get(f"/api/matches/{match['id']}/catalogue")["board"]["width"] == 1300
    assert ann.get("/api/games/campus")["board"]["width"] == 1200


@pytest.mark.parametrize(
    "board", ["no board", "a = [\n" + "[\n" * 9000, ".".join("a" * 9000), BOARD.replace("label = [", "label = [[], ")]
)
def test_what_is_no_board_is_refused_and_holds_nobody_up(ann: Person, board: str) -> None:
    wanted = {"game": "campus", "options": {"board": board}, "seats": [{"kind": "me"}, {"kind": "open"}]}
    assert "the board: " in ann.refused(409, "POST", "/api/matches", wanted)


def said(person: Person, path: str) -> dict[str, str]:
    """What the covert cards say."""
    (deck,) = [deck for deck in person.get(path)["decks"] if deck["name"] == "covert"]
    return {card["name"]: card["text"] for card in deck["cards"]}


def test_cards_say_what_they_do_in_the_match(tmp_path: Path, people: Callable[..., Person]) -> None:
    """Also where the server has house rules of its own, and a match goes back to the rulebook."""
    with running(tmp_path, house={"swarm": {"covert.Ambush.score": 7}}) as server:
        ann = people(server, "Ann")

        def text(**house: object) -> str:
            match = ann.new_match("open", "random", game="swarm", options={"layout": "fixed", **house})
            own = f"/api/matches/{match['id']}/catalogue"
            return said(ann, own if match["house"] else "/api/games/swarm")["Ambush"]

        assert text() == "Your battle score is 7 higher."
        assert text(**{"covert.Ambush.score": 9}) == "Your battle score is 9 higher."
        assert text(**{"covert.Ambush.score": 2}) == "Your battle score is 2 higher."
        match = ann.new_match("open", "random", game="swarm", options={"yield.basin": 9})
        tiles = ann.get(f"/api/matches/{match['id']}/catalogue")["board"]["tiles"]
        assert "Pays its controller 9 water at harvest." in [tile["text"] for tile in tiles]


def test_a_server_with_house_rules_begins_matches_with_them(tmp_path: Path, people: Callable[..., Person]) -> None:
    with running(tmp_path, house={"campus": {"bonus.SCI": 7}}) as server:
        ann = people(server, "Ann")
        assert numbers(ann)["bonus.SCI"] == 7
        assert ann.new_match("open")["house"] == ["bonus.SCI 7 instead of 5"]
        assert ann.new_match("open", options={**SHORT, "bonus.SCI": 5})["house"] == []
        kept = ann.new_match("random", options={**SHORT, "bonus.SCI": 8}, start=True)
        server.kill()
        server.start()
        assert ann.info(kept["id"])["house"] == ["bonus.SCI 8 instead of 5"]
        assert people(server, "Ben").info(kept["id"])["status"] == "running"
