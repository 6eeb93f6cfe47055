"""Offers in words, for people and programs, and in codes, for saved matches; in every game that knows deals."""

import contextlib
import json
import random

import pytest

from bazaar.game import GAME as BAZAAR
from engine.bazaar_table import lay
from engine.playing import games, random_choice
from marchland.engine import record
from marchland.engine.dice import fast_dice
from marchland.engine.errors import IllegalAction, MarchlandError, RecordError, UsageError
from marchland.engine.game import Game
from marchland.engine.match import Match, code_of_entry, entry_of, entry_said
from marchland.engine.offer_words import (
    code_of_offer,
    in_words,
    offer_in_words,
    offer_of,
    read_asset,
    read_assets,
    read_offer,
)
from marchland.engine.offers import MOST

every_game = pytest.mark.parametrize(
    "game", [game for game in games() if game.deals.assets], ids=lambda game: game.name
)


def every_asset(game: Game) -> list[int]:
    """All cards that there are, and some amounts."""
    return [
        int(type_.of(number))
        for type_ in game.deals.assets
        for number in (range(int(type_.cards) or len(game.labels.codes[type_.deck])) if type_.deck else (0, 1, 2, MOST))
    ]


@every_game
def test_every_asset_has_words_and_a_code_of_its_own(game: Game) -> None:
    assets = every_asset(game)
    assert len({in_words(game, [asset]) for asset in assets}) == len(assets)
    for asset in assets:
        assert read_asset(game, in_words(game, [asset])) == asset
        assert read_asset(game, f"  {in_words(game, [asset]).upper()} ") == asset
        assert offer_of(game, code_of_offer(game, 1, [asset], [])) == (1, [asset], [])


@every_game
def test_every_offer_can_be_said_and_saved(game: Game) -> None:
    rng = random.Random(5)
    assets = every_asset(game)
    for _ in range(300):
        give, ask = rng.sample(assets, rng.randrange(4)), rng.sample(assets, rng.randrange(4))
        to = rng.randrange(6)
        assert read_offer(game, offer_in_words(game, to, give, ask)) == (to, give, ask)
        assert offer_of(game, code_of_offer(game, to, give, ask)) == (to, give, ask)
        assert " for " in code_of_offer(game, to, give, ask)


def test_what_people_type() -> None:
    names = ["Ann", "Ben", "Benno"]
    assert read_offer(BAZAAR, "offer seat 2: 3 coins for tea1") == read_offer(BAZAAR, "Offer 2:3 for  TEA1")
    assert read_offer(BAZAAR, "offer ann: 3 coins, and silk of worth 2 for nothing", names) == (
        0,
        read_assets(BAZAAR, "3 coins and the card silk2"),
        [],
    )
    assert read_offer(BAZAAR, "offer ben: nothing for 1 coin", names)[0] == 1
    assert read_offer(BAZAAR, "offer an: 2", names) == (0, [2], [])
    assert read_asset(BAZAAR, "amber of worth 6") == read_asset(BAZAAR, "card amber6")


def test_an_offer_is_read_as_far_as_people_go() -> None:
    """Whoever says more wants the reader to try all the ways in which it could be meant."""
    assert len(read_assets(BAZAAR, ", ".join(["1 coin"] * 16))) == 16
    with pytest.raises(UsageError, match="at most 16 things"):
        read_assets(BAZAAR, ", ".join(["1 coin"] * 17))
    with pytest.raises(IllegalAction, match="'for for for for for for for 1 coin' is nothing that can be part"):
        read_offer(BAZAAR, f"offer 2: nothing {'for ' * 8}1 coin")


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("offer", "offer seat 2: 3 coins for nothing"),
        ("offer 3 coins", "offer seat 2: 3 coins for nothing"),
        ("offer be: 3 coins", "'be' is no player"),
        ("offer Zoe: 3 coins", "'Zoe' is no player"),
        ("offer Ann: 3 pigs for tea1", r"'3 pigs' is nothing that can be part of an offer \(BAZ-9\.2\)"),
        ("offer Ann: 3 coins for spices", "'spices' is nothing"),
        ("offer Ann: tea for 3", "'tea' may be .*tea of worth 1.* or tea of worth 6"),
        ("offer Ann: 65536 coins for 3", r"65536 coins are more than any offer is about \(BAZ-9\.2\)"),
        ("offer Ann: and for 3", "'and' is nothing"),
    ],
)
def test_what_cannot_be_read_is_said(said: str, fault: str) -> None:
    with pytest.raises(MarchlandError, match=fault):
        entry_said(BAZAAR, 1, said, ["Ann", "Bea", "Bert"])


@pytest.mark.parametrize(
    "code",
    [
        "offer 1",
        "offer 1: 3 coins for nothing",
        "offer 1: pig 3 for nothing",
        "offer x: coin 1 for coin 2",
        "offer 1: coin 65536 for nothing",
        "offer 1: coin 03 for nothing",
        "offer 1: card tea9 for nothing",
        "offer 1:  for ",
    ],
)
def test_codes_are_exact(code: str) -> None:
    with pytest.raises(UsageError):
        entry_of(BAZAAR, 0, code)


def test_the_same_offer_in_words_and_in_assets() -> None:
    one, two = (lay("gifts", hands=[["tea1"], ["silk6"], []]) for _ in range(2))
    one.propose(0, 1, "2 coins and tea1", "silk6")
    two.make_offer(0, 1, read_assets(BAZAAR, "2, tea1"), read_assets(BAZAAR, "silk of worth 6"))
    assert one == two
    before = one.fingerprint()
    with pytest.raises(IllegalAction):
        one.propose(1, 0, "2 coins and a promise")
    assert one.fingerprint() == before


def test_offers_are_saved_by_their_codes_and_were_once_by_their_ints() -> None:
    t = lay("gifts", hands=[["tea1"], ["silk6"], []])
    t.propose(0, 1, "2 coins and tea1", "silk6")
    data = json.loads(json.dumps(t.to_data()))
    assert data["offers"] == [[1, 0, "offer 1: coin 2, card tea1 for card silk6"]]
    assert BAZAAR.from_data(data) == t
    assert BAZAAR.from_data({**data, "offers": [[1, 0, 1, 2, 2, 268, 261]]}) == t
    for forged in (
        "x",
        [3],
        [[1, 0]],
        [[1, 0, "offer 1: pig 3 for nothing"]],
        [[1, "0", "offer 1: coin 1 for nothing"]],
    ):
        with pytest.raises(RecordError, match="offer"):
            BAZAAR.from_data({**data, "offers": forged})


def haggled(game: Game) -> Match:
    """A match with offers, answered and standing."""
    # Some rulebooks have an option for deals, others always have them.
    wanted = {"deals": "on"} if any(one.name == "deals" for one in game.settings.every) else {}
    match = Match(game, 3, wanted, fast_dice(2))
    rng = random.Random(2)
    while len([entry for entry in match.entries if entry.offer]) < 5 or not match.table.offers:
        if match.table.deals_open():
            maker, to = rng.sample(range(3), 2)
            money = next(asset["name"] for asset in match.table.assets(maker, maker) if not asset["deck"])
            with contextlib.suppress(IllegalAction):
                match.propose(maker, to, f"{rng.randrange(1, 3)} {money}", f"1 {money}")
            answers = [(seat, action) for seat in range(3) for action in match.table.asides(seat)]
            if answers and rng.random() < 0.5:
                match.play(*rng.choice(answers))
        if not match.table.offers:
            match.play(*random_choice(match.table, rng))
    return match


@every_game
def test_records_with_offers_verify_in_words_of_the_rulebook_and_as_older_ones_had_them(game: Game) -> None:
    match = haggled(game)
    text = record.write(match)
    lines = [json.loads(line) for line in text.splitlines()]
    offers = [line["act"] for line in lines if line.get("act", "").startswith("offer ")]
    assert len(offers) == len([entry for entry in match.entries if entry.offer])
    assert record.verify(record.read(text), game).table == match.table
    # The same record as format 2 had it: packed ints.
    for line in lines:
        entry = entry_of(game, 0, line["act"]) if "act" in line else None
        if entry is not None and entry.offer is not None:
            (to,), give, ask = entry.offer
            line["offer"] = {"to": to, "give": give, "ask": ask}
            del line["act"]
    older = [{**lines[0], "record": 2}, *lines[1:]]
    mark = ""
    for line in older:
        line.pop("mark")
        mark = line["mark"] = record.mark_of(mark, line)
    found = record.verify(record.read("".join(json.dumps(line) + "\n" for line in older)), game)
    assert found.table == match.table and len(found.entries) == len(match.entries)


@every_game
def test_every_entry_of_a_match_has_a_code(game: Game) -> None:
    match = haggled(game)
    for entry in match.entries:
        again = entry_of(game, entry.seat, code_of_entry(game, entry))
        assert (again.action, again.offer) == (entry.action, entry.offer)


@every_game
def test_views_tell_offers_in_words(game: Game) -> None:
    table = haggled(game).table
    for seat in range(3):
        for offer, shown in zip(table.offers, table.offers_sight(seat), strict=True):
            assert (shown["give"] is None) == (shown["ask"] is None) == (seat not in offer[1:3])
            if isinstance(shown["give"], list) and isinstance(shown["ask"], list):
                give, ask = ([read_asset(game, said) for said in side] for side in (shown["give"], shown["ask"]))
                assert [len(give), *give, *ask] == offer[3:]
