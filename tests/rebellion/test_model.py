"""The game beside a second model of its rules: the same options at every decision, and the same board behind it."""

import os
import random
from functools import cache
from typing import Any

import pytest

from engine.playing import random_choice
from marchland.engine.dice import Dice, FastDice, fast_dice
from marchland.games.rebellion.deals import COIN, FOOD, FRUIT, PLEDGE, STAKE, VOUCHER, pledge
from marchland.games.rebellion.world import CODES, WORLD
from rebellion.crowd import MODULES, Crowd
from rebellion.model import Model
from rebellion.model_deals import STOCKS, Offer, Side
from rebellion.model_table import LAND, NEAR, OFF, SEA, State
from rebellion.table import GAME, RebellionTable, deal, random_options

MATCHES = int(os.environ.get("MARCHLAND_MODEL", "20"))  # 1000 in a long run
MOST = 60 if MATCHES == 20 else 10**6  # decisions of each
PARTS = 5


class Recorded(Dice):
    """Dice that write down every roll, with the sides of the die; the first roll may be given."""

    def __init__(self, rest: FastDice, first: int = 0) -> None:
        super().__init__()
        self.rest = rest
        self.first = first
        self.rolls: list[tuple[int, int]] = []

    def below(self, n: int) -> int:
        result = int(self.rest.below(n))
        if self.first and n == 100:
            result, self.first = self.first - 1, 0
        self.rolls.append((n, result + 1))
        return result

    def copy(self) -> FastDice:
        return self.rest.copy()

    def to_data(self) -> dict[str, object]:
        return self.rest.to_data()


name_of = cache(GAME.name_of)


def words(t: RebellionTable, seat: int) -> set[str]:
    return {name_of(action) for action in t.options(seat)}


def options_of(t: RebellionTable) -> dict[str, Any]:
    """Options and numbers of the table."""
    return {**GAME.options_of(t), **t.house.said}


def differences(one: object, other: object, where: str = "") -> list[str]:
    """Where two boards differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys = {*one, *other}
        return [d for key in sorted(keys, key=str) for d in differences(one.get(key), other.get(key), f"{where} {key}")]
    return [] if one == other else [f"{where}: game {one}, model {other}"]


def compare(t: RebellionTable, model: Model, asked: dict[int, set[str]], where: str) -> None:
    heard = {seat: words(t, seat) for seat in t.deciders()}
    for seat in {*heard, *asked}:
        game, said = heard.get(seat, set()), asked.get(seat, set())
        assert game == said, f"{where}: game only {sorted(game - said)[:9]}, model only {sorted(said - game)[:9]}"
    if t.step().tag == "rebellion.main":
        aside = {seat: {name_of(action).split()[0] for action in t.asides(seat)} for seat in range(t.seats)}
        assert {seat: said for seat, said in aside.items() if said} == model.answers(), where
        found = differences(State(GAME.position_of(t), model.options).board(), model.board())
        assert not found, f"{where}: {found[:6]}"


def choose(t: RebellionTable, rng: random.Random, patience: float) -> tuple[int, int]:
    """Something of a kind, kinds being equally likely, so that rare things are done as well; or the turn is ended, the
    sooner the less patience there is."""
    seat = rng.choice(t.deciders())
    kinds: dict[str, list[int]] = {}
    for action in t.options(seat):
        said = name_of(action).split()
        kinds.setdefault(" ".join(w for w in said[:3] if w.islower()), []).append(action)
    if "end the turn" in kinds:
        if rng.random() >= patience:
            return seat, kinds["end the turn"][0]
        if "resign" in kinds and rng.random() < 0.9:
            del kinds["resign"]
    return seat, rng.choice(kinds[rng.choice(sorted(kinds))])


def a_side(rng: random.Random, seats: int) -> Side:
    goods = {thing: rng.choice([0, 1, 3, 101]) for thing in ("coins", *STOCKS) if rng.random() < 0.3}
    by = rng.choice([None, *range(seats)])
    return Side(goods, (rng.choice(list(PLEDGED)), rng.choice([0, 7, 50, 51]), by) if rng.random() < 0.3 else None)


PLEDGED = {"no attack": 0, "payment": 1}
THINGS = {"coins": COIN, "food": FOOD, "coconuts": FRUIT, "vouchers": VOUCHER}


def assets(side: Side) -> list[int]:
    found = [int(THINGS[thing].of(n)) for thing, n in side.goods.items()]
    if side.pledge:
        kind, coins, by = side.pledge
        found += [int(PLEDGE.of(pledge(PLEDGED[kind], -1 if by is None else by))), int(STAKE.of(coins))]
    return found


def bargain(t: RebellionTable, model: Model, rng: random.Random) -> None:
    """Make an offer, or answer the one that stands, on both tables."""
    maker, to = rng.sample(range(t.seats), 2)
    maker = t.active if rng.random() < 0.8 else maker
    offer = Offer(maker, to, a_side(rng, t.seats), a_side(rng, t.seats))
    if offer.maker != offer.to:
        fault = t.offer_fault(maker, to, assets(offer.given), assets(offer.asked))
        assert bool(fault) != model.may_offer(offer), (offer, GAME.say(fault))
        if not fault:
            t.make_offer(maker, to, assets(offer.given), assets(offer.asked))
            model.standing = offer
            model.offers_made += 1
    said = [(seat, action) for seat in range(t.seats) for action in t.asides(seat)]
    if said and rng.random() < 0.8:
        seat, action = rng.choice(said)
        t.play(seat, action)
        model.answer(name_of(action).split()[0])


def test_the_board_is_that_of_the_rulebook() -> None:
    """REB-1.1, REB-1.2  42 provinces and 16 seas."""
    assert [*LAND, *SEA] == CODES
    for number, code in enumerate(LAND):
        assert {CODES[near] for near in WORLD.neighbours[number] if near < len(LAND)} == set(NEAR[code])
    for number, sea in enumerate(SEA, len(LAND)):
        assert {CODES[near] for near in WORLD.neighbours[number]} >= set(OFF[sea])


def side_by_side(
    t: RebellionTable, rng: random.Random, name: str, most: int = 10**6, first: int = 0, patience: float = -1
) -> int:
    """Random decisions from a Main phase on; returns how many there were."""
    dice = Recorded(fast_dice(rng.randrange(10**6)), first)
    t.dice = dice
    model = Model(GAME.position_of(t), options_of(t), dice.rolls)
    going_on = model.play()
    asked = next(going_on)
    before = ""
    patience = rng.choice([0.6, 0.9, 0.98]) if patience < 0 else patience
    for decision in range(most):
        where = f"{name}, {decision}, {t.step().tag}, after {before!r}"
        compare(t, model, asked, where)
        if t.step().tag == "rebellion.main" and rng.random() < patience / 20:
            bargain(t, model, rng)
            before = "a bargain"
            asked = going_on.send((t.active, ""))
            continue
        seat, action = choose(t, rng, patience)
        before = name_of(action)
        t.play(seat, action)
        try:
            asked = going_on.send((seat, before))
        except StopIteration:
            assert t.over, f"{name}, {decision}, after {before!r}: over in the model alone"
            assert t.places == model.places, name
            return decision
        assert not t.over and not dice.rolls, f"{name}, {decision}, after {before!r}: {t.over}, {dice.rolls}"
    return most


def dealt(number: int) -> int:
    rng = random.Random(number)
    t = deal(2 + number % 5, number, **random_options(rng))
    while t.step().tag != "rebellion.main":
        t.play(*random_choice(t, rng))
    return side_by_side(t, rng, f"match {number}", MOST)


def crowded(number: int) -> int:
    crowd = Crowd(number)
    t = GAME.position(crowd.position(), dice=fast_dice(number), events=True)
    assert isinstance(t, RebellionTable) and GAME.conserved(t) == ""
    return side_by_side(t, crowd.rng, f"crowd {number}", MOST)


# The first and the last roll of every row, and the rolls that stand in two.
FIRSTS = {
    "weather": [41, 55, 56, 65, 66, 75, 76, 85, 86],
    "inland": [4, 30, 71, 90, 99],
    "overseas": [2, 7, 11, 16, 19, 21, 26, 30, 35, 36, 41, 46, 51, 55, 61, 71, 76, 81, 86, 91, 99],
}
ROLLS = {table: sorted({1, 100, *first, *(roll - 1 for roll in first)}) for table, first in FIRSTS.items()}
LONELY = {"mod_agents": "off", "mod_revolts": "off", "round_limit": 9}


@pytest.mark.parametrize("table", ["weather", "inland", "overseas"])
def test_every_row_of_the_tables(table: str) -> None:
    """REB-15.1, REB-15.3, REB-19.3, REB-20.4"""
    for roll in ROLLS[table]:
        rng = random.Random(roll)
        options = {**random_options(rng), **{f"mod_{m}": "on" for m in MODULES}, **LONELY}
        if table != "weather":
            options["mod_weather"] = "off"
        more: dict[str, Any] = {"weather_left": 1} if table == "weather" else {}
        if table != "weather":
            more["expeditions"] = [[0, "PER" if table == "inland" else None, 2]]
        position = {
            "seats": 2,
            "active": 1,
            "coins": [rng.choice([0, 40]), 9],
            "provinces": {
                "PER": {"holder": 0, "units": [["infantry", 3]] if roll % 2 else [], "markers": ["explored"]},
                "VEN": {"holder": 0, "buildings": ["farm", "road"]},
                "CHI": {"holder": 1, "units": [["infantry", 1]]},
            },
            "options": options,
            **more,
        }
        t = GAME.position(position, dice=fast_dice(roll), events=True)
        assert isinstance(t, RebellionTable)
        side_by_side(t, rng, f"{table} {roll}", 8, roll, patience=0)


@pytest.mark.parametrize("part", range(PARTS))
def test_both_models_agree(part: int) -> None:
    """REB-3.2, REB-3.3, REB-4.4, REB-6.3, REB-7.2, REB-12.1, REB-25.6"""
    assert sum(dealt(number) for number in range(part, MATCHES // 4, PARTS)) > 0


@pytest.mark.parametrize("part", range(PARTS))
def test_both_models_agree_in_the_middle_of_everything(part: int) -> None:
    """REB-8.4, REB-9.1, REB-11.16, REB-16.7, REB-17.4, REB-19.3, REB-20.4, REB-22.2, REB-23.6, REB-24.5"""
    assert sum(crowded(number) for number in range(part, MATCHES, PARTS)) > 0
