"""Positions say everything of a table: what is written as a position is the same table when it is read again."""

import json
import random
import re
from typing import Any

import pytest

import marchland
from engine.playing import cases, dealt, games, laid_data, once, walk
from marchland.engine.dice import fast_dice
from marchland.engine.errors import UsageError
from marchland.engine.game import Game
from marchland.engine.position import schema_of
from marchland.engine.table import Table
from marchland.games.capitals.table import Capitals
from marchland.games.swarm.cards import LEADER
from marchland.games.swarm.table import Swarm
from marchland.rulebook import read_rulebook

CAPITALS = marchland.load("capitals")
SWARM = marchland.load("swarm")

every_match = pytest.mark.parametrize(("game", "seats", "seed"), cases(1))


def is_looked_at(number: int) -> bool:
    """Every state of the beginning, then one in seven."""
    return number < 40 or number % 7 == 0


@every_match
def test_any_table_of_a_match_is_a_position(game: Game, seats: int, seed: int) -> None:
    """Whatever is being decided, whoever has chosen in secret, whatever is offered, and whoever knows what."""
    t = dealt(game, seats, seed)
    for number in walk(t, random.Random(seed)):
        if is_looked_at(number) or t.over:
            written = json.loads(json.dumps(game.position_of(t)))
            again = game.position(written)
            assert laid_data(again) == laid_data(t), (number, t.step().tag, written)
            assert game.position_of(again) == written


JUNK: list[Any] = [None, -1, 0, 1, 7, 10**30, 1.5, True, "", "x", "0", [], {}, [[]], [0], {"x": 1}]


def altered(value: Any, rng: random.Random) -> Any:
    """The same with one thing changed somewhere in it."""
    if isinstance(value, list | dict) and value and rng.random() < 0.85:
        copy: Any = dict(value) if isinstance(value, dict) else list(value)
        key = rng.choice(list(value) if isinstance(value, dict) else range(len(value)))
        if rng.random() < 0.1:
            del copy[key]
        elif rng.random() < 0.1 and isinstance(copy, dict):
            copy[rng.choice(["x", "9", "-1"])] = copy[key]
        else:
            copy[key] = altered(value[key], rng)
        return copy
    return value + rng.choice([-2, -1, 1, 5]) if type(value) is int and rng.random() < 0.6 else rng.choice(JUNK)


@every_match
def test_whatever_is_changed_in_a_position_it_is_read_or_refused(game: Game, seats: int, seed: int) -> None:
    """With a sentence; and what is read is a table on which everybody can look and imagine."""
    t = dealt(game, seats, seed)
    rng = random.Random(seed)
    for number in walk(t, rng):
        if number % 30 == 0:
            position = json.loads(json.dumps(game.position_of(t)))
            for changed in (altered(position, rng), {**position, "agenda": altered(position["agenda"], rng)}):
                made = read_or_refused(game, changed)
                for seat in range(-1, made.seats) if made else ():
                    assert made.determinize(seat, fast_dice(1)).view(seat) == made.view(seat)


def read_or_refused(game: Game, position: Any) -> Table | None:
    try:
        return game.position(position)
    except UsageError as fault:
        sentence = str(fault)
    assert sentence.endswith(".")
    return None


# -- the schema ------------------------------------------------------------------------------------------------------

KEYWORDS = {
    *("$schema", "$defs", "$ref", "title", "description", "default", "type", "enum", "anyOf", "allOf"),
    *("minimum", "maximum", "items", "prefixItems", "minItems", "maxItems"),
    *("properties", "patternProperties", "additionalProperties", "propertyNames", "required"),
    *("minProperties", "maxProperties"),
}
TYPES = {"object": dict, "array": list, "string": str, "null": type(None)}


def fits(value: Any, schema: Any, root: dict[str, Any]) -> bool:
    """JSON Schema, draft 2020-12, as far as positions use it."""
    if isinstance(schema, bool):
        return schema
    assert set(schema) <= KEYWORDS, set(schema) - KEYWORDS
    if "$ref" in schema:
        return fits(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root)
    checks = [any(fits(value, part, root) for part in schema.get("anyOf", [True]))]
    checks += [fits(value, part, root) for part in schema.get("allOf", [])]
    if "enum" in schema:
        checks.append(value in schema["enum"])
    if "type" in schema:
        checks.append(type(value) is int if schema["type"] == "integer" else isinstance(value, TYPES[schema["type"]]))
    if type(value) is int:
        checks.append(schema.get("minimum", value) <= value <= schema.get("maximum", value))
    if isinstance(value, list):
        first = schema.get("prefixItems", [])
        checks.append(schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)))
        checks += [fits(item, part, root) for item, part in zip(value, first, strict=False)]
        checks += [fits(item, schema.get("items", True), root) for item in value[len(first) :]]
    if isinstance(value, dict):
        checks.append(all(name in value for name in schema.get("required", [])))
        checks.append(schema.get("minProperties", 0) <= len(value) <= schema.get("maxProperties", len(value)))
        for name, item in value.items():
            parts = [schema["properties"][name]] if name in schema.get("properties", {}) else []
            parts += [part for pattern, part in schema.get("patternProperties", {}).items() if re.search(pattern, name)]
            checks += [fits(item, part, root) for part in parts or [schema.get("additionalProperties", True)]]
            checks.append(fits(name, schema.get("propertyNames", True), root))
    return all(checks)


@once
@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_the_schema_describes_what_positions_say(game: Game) -> None:
    """All that a match comes to fits; an entry of another kind does not."""
    schema = json.loads(json.dumps(schema_of(game)))
    assert schema["$schema"].endswith("2020-12/schema") and schema["additionalProperties"] is False
    said: set[str] = set()
    for seats in range(game.least_seats, game.most_seats + 1):
        t = dealt(game, seats, 3)
        for number in walk(t, random.Random(seats)):
            if number % 9 == 0 or t.over:
                position = json.loads(json.dumps(game.position_of(t)))
                assert fits(position, schema, schema), position
                said |= set(position)
    # What nobody writes of a table is for those who write by hand.
    assert set(schema["properties"]) - said <= {"step", "turn", "rest", "shown", *RARE}
    for name in schema["properties"]:
        assert not fits({name: {"colour": "red"}}, schema, schema)
        assert schema["properties"][name]["description"].endswith(".")
    assert not fits({"colour": 1}, schema, schema)


# Of few matches.
RARE = {"run", "entrenched", "spears", "playing", "removed", "stories", "ceased", "sealed", "offers", "offers_made"}
RARE |= {"place", "bribed", "force", "shortage", "all_paid", "bereft"}
RARE |= {"ships", "boats", "transports", "voyages", "docked"}
RARE |= {"fruit", "fruit_bought", "vouchers", "farm_hands", "next_price", "weapons", "cannonballs", "environment"}
RARE |= {"compensation", "rich_tribe", "sabotaged", "burned", "incited", "expeditions", "plague", "bringer", "cards_up"}
RARE |= {"water_known", "peeped", "duelled", "failed", "dowsed", "hall", "fallen", "lobbied", "sanctioned", "offered"}
RARE |= {"betrayed", "unmasked"}
RARE |= {"plunder", "settled"}


@pytest.mark.parametrize("game", marchland.every(), ids=lambda game: game.name)
def test_entries_cite_clauses_of_the_rulebook(game: Game) -> None:
    clauses = {clause.number for clause in read_rulebook(game.rulebook()).clauses}
    for entry in game.entries:
        assert not entry.clause or game.clause(entry.clause) in clauses, entry.name


def offered(t: Table, seat: int) -> list[str]:
    return [t.game.name_of(action) for action in t.options(seat)]


def offered_beside(t: Table, seat: int) -> list[str]:
    return [t.game.name_of(action) for action in t.asides(seat)]


# -- any decision ----------------------------------------------------------------------------------------------------


def test_a_battle_plan_half_made() -> None:
    """The side that has chosen its commitment is asked for a leader, the other for everything; it can be taken back."""
    fight = {"step": "fight", "tile": "B3", "one": 0, "two": 1}
    position = {
        "seats": 2,
        "step": "battles",
        "troops": {"B3": [[0, 5], [1, 4]]},
        "leaders": [["Asha Cinder", "Whisper"], ["Captain Oru", "Garron Stonebrow"]],
        "agenda": [fight],
        "sealed": {"0": ["commit 3"]},
    }
    t = SWARM.position(position)
    assert t.step().tag == "swarm.plan" and t.deciders() == [0, 1]
    assert offered(t, 0) == ["lead with Asha Cinder", "lead with Whisper"] and "commit 4" in offered(t, 1)
    assert t.view(0)["sealed"] == [[0, SWARM.parse("commit 3")]] and t.view(1)["sealed"] == [[1]]
    assert t.step().take_back(t, 0) == SWARM.parse("commit 3")
    both = {**position, "sealed": {"0": ["commit 3", "lead with Whisper"], "1": ["commit 4", "lead with Captain Oru"]}}
    assert SWARM.position(both).step().tag != "swarm.plan"
    for choices, sentence in [
        ({"0": ["commit 6"]}, "hand 0 choose 'commit 6', which is not possible"),
        ({"0": ["lead with Whisper"]}, "hand 0 choose 'lead with Whisper', which is not possible"),
        ({"2": ["commit 1"]}, "hand 2, who has nothing to choose here"),
        ({"0": ["dance"]}, r"\(hand 0\) cannot be read: 'dance' names no action"),
        ({"x": []}, r"\(hand x\) is a whole number"),
    ]:
        with pytest.raises(UsageError, match=sentence):
            SWARM.position({**position, "sealed": choices})
    with pytest.raises(UsageError, match="at 'move' there is none"):
        SWARM.position({"troops": {"B3": [[0, 5]]}, "sealed": {"0": ["commit 3"]}})


def test_a_lot_half_bid() -> None:
    """SWM-9.2  The standing bid, who holds it and who has passed; the next after the holder is asked."""
    sale = {"step": "sale", "lot": "leader", "bid": 3, "holder": 1, "passed": [2]}
    position = {"step": "auctions", "lot": "leader", "water": [9, 9, 9, 9], "piles": {"leaders": ["Whisper"]}}
    t = SWARM.position({**position, "agenda": [sale]})
    assert t.deciders() == [3] and offered(t, 3)[:2] == ["pass", "bid 4"]
    t.play(3, SWARM.parse("pass"))
    t.play(0, SWARM.parse("pass"))
    assert isinstance(t, Swarm) and t.leaders[1] == [LEADER.number["Whisper"]] and t.water[1] == 6
    assert t.step().tag == "swarm.sale" and t.lot == 2
    with pytest.raises(UsageError, match="seat 1 hold a bid, who does not bid"):
        SWARM.position({**position, "praying": [1], "agenda": [sale]})


def test_windows_with_those_who_have_passed() -> None:
    """SWM-5.7, CAP-7.5  The swarm window goes on in the order; a defender is asked for a reaction."""
    window = {"step": "window", "passed": 2, "quiet": 2}
    whole = [{"step": "match"}, {"step": "rounds"}, {"step": "round"}, window]
    coverts = {"0": ["Drum Lure"], "3": ["Smoke Pots"]}
    t = SWARM.position({"agenda": whole, "event": "Rain on Row 1", "round": 1, "coverts": coverts})
    assert t.step().tag == "swarm.window" and t.deciders() == [3] and "pass" in offered(t, 3)

    attack = {"source": "BRA", "target": "VEN"}
    t = CAPITALS.position(
        {
            "seats": 3,
            "territories": {"BRA": [0, 5], "VEN": [1, 2]},
            "rest": [2, 1],
            "hands": {"1": ["Ambush"]},
            "battle": ["BRA", "VEN"],
            "agenda": [{"step": "conquest.attacker_dice", **attack}, {"step": "reaction", **attack}],
        }
    )
    assert t.deciders() == [1] and offered(t, 1) == ["pass", "answer with Ambush"]
    t.play(1, CAPITALS.parse("answer with Ambush"))
    assert t.owner[CAPITALS.labels.number("region", "BRA")] == 0 and t.step().tag != "capitals.reaction"


def test_secret_bids_partly_in_and_units_partly_put() -> None:
    """CAP-2.2, CAP-4.1"""
    world = {"seats": 3, "territories": {"BRA": [0, 5], "VEN": [1, 2]}, "rest": [2, 1], "eur": [9, 9, 9]}
    t = CAPITALS.position({**world, "step": "order", "sealed": {"1": ["bid 4"], "2": ["bid 0"]}})
    assert t.deciders() == [0] and t.view(0)["sealed"] == [[0]]
    t.play(0, CAPITALS.parse("bid 2"))
    assert isinstance(t, Capitals) and t.bids == [2, 4, 0]
    receive = {"step": "receive", "progress": 1, "seat": 2, "units": 3}
    t = CAPITALS.position({**world, "step": "muster", "agenda": [receive]})
    assert t.deciders() == [2] and "put 3 in ALA" in offered(t, 2)


def test_an_offer_that_stands() -> None:
    """SWM-3.6  Whoever is offered a card knows that its maker has it; what cannot be offered is refused."""
    offer = {"from": 0, "to": 2, "give": ["the leader card Whisper"], "ask": ["3 water"]}
    position = {"options": {"trade_cards": "yes"}, "leaders": {"0": ["Whisper"]}, "offers": [offer]}
    t = SWARM.position(position)
    assert offered_beside(t, 2) == ["accept offer 1", "decline offer 1"]
    assert offered_beside(t, 0) == ["withdraw offer 1"]
    assert isinstance(t, Swarm) and t.leaders.surely(2, 0) == [LEADER.number["Whisper"]]
    assert t.leaders.surely(1, 0) == []
    with pytest.raises(UsageError, match=r"'offers' of a position cannot stand: .*SWM-3"):
        SWARM.position({**position, "leaders": {}})
    with pytest.raises(UsageError, match=r"\(item 1, give, item 1\) is something to deal in"):
        SWARM.position({**position, "offers": [{**offer, "give": ["a boat"]}]})


@pytest.mark.parametrize(
    ("agenda", "sentence"),
    [
        ([], "is a list of steps"),
        ([{"step": "lunch"}], r"\(item 1\) is a step \(match, .*\) with its arguments"),
        ([{"step": "plan", "tile": "Z9"}], r"\(item 1, plan, tile\) is a tile, not 'Z9'"),
        ([{"step": "plan", "troops": 3}], r"\(item 1, plan\) has no 'troops'; known are progress, tile, one, two"),
        ([{"step": "turncoat", "progress": "half"}], r"\(item 1, turncoat, progress\) is a whole number"),
        ([{"step": "fight", "tile": "B3", "one": 0, "two": 1}], "has nothing to choose from|cannot go on|cannot be"),
        ([{"step": "match"}, {"step": "rounds"}, {"step": "round"}, {"step": "battles"}], None),
    ],
)
def test_an_agenda_that_cannot_be_is_refused(agenda: list[Any], sentence: str | None) -> None:
    if sentence is None:
        with pytest.raises(UsageError, match="so 'step' cannot say where it stands"):
            SWARM.position({"step": "move", "agenda": agenda})
        return
    with pytest.raises(UsageError, match=sentence) as fault:
        SWARM.position({"agenda": agenda})
    assert str(fault.value).endswith(".")


# -- private knowledge -----------------------------------------------------------------------------------------------

WORLD = {"seats": 3, "territories": {"BRA": [0, 5], "VEN": [1, 2]}, "rest": [2, 1]}


def test_who_knows_of_a_card_sees_and_imagines_it() -> None:
    """What a seat knows is in whatever it imagines; what it does not know is drawn anew."""
    hands = {"hands": {"0": ["Ambush", "Lobbyist"], "1": ["Spearhead"]}}
    t = CAPITALS.position({**WORLD, **hands, "known": {"2": [{"card": "Ambush", "with": 0}]}})
    assert isinstance(t, Capitals)
    ambush = CAPITALS.labels.number("card", "Ambush")
    assert t.hands.surely(2, 0) == [ambush] and t.hands.surely(1, 0) == []
    by = {viewer: [ambush in hand_of(t, viewer, seed, 0) for seed in range(30)] for viewer in (1, 2)}
    assert all(by[2]) and not all(by[1])
    public = CAPITALS.position({**WORLD, **hands, "known": {"everybody": [{"card": "Ambush", "with": 0}]}})
    assert isinstance(public, Capitals)
    assert [public.hands.surely(viewer, 0) for viewer in (0, 1, 2, 3)] == [[], [ambush], [ambush], [ambush]]


def hand_of(t: Table, viewer: int, seed: int, seat: int) -> list[int]:
    imagined = t.determinize(viewer, fast_dice(seed))
    assert isinstance(imagined, Capitals)
    return imagined.hands[seat]


def test_a_story_leaves_in_doubt_which_card_went_over() -> None:
    """Seat 2 knew an Ambush of seat 0, who then passed one of two cards to seat 1: one of the two has it."""
    story = [
        {"seat": 0, "gains": "Ambush"},
        {"seat": 0, "hides": 1},
        {"seat": 1, "hides": 0},
        {"seat": 0, "passes_to": 1},
    ]
    hands = {"0": ["Lobbyist"], "1": ["Ambush"]}
    t = CAPITALS.position({**WORLD, "hands": hands, "stories": {"2": story}})
    ambush = CAPITALS.labels.number("card", "Ambush")
    assert isinstance(t, Capitals) and t.hands.holders(2, ambush) == 0b011
    held = [(ambush in hand_of(t, 2, seed, 0), ambush in hand_of(t, 2, seed, 1)) for seed in range(40)]
    assert {(True, False), (False, True)} <= set(held) and (False, False) not in held


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ({"known": {"2": [{"card": "Ambush", "with": 1}]}}, "What seat 2 knows of the Action cards does not agree"),
        ({"known": {"2": [{"card": "Ambush", "with": 0}] * 2}}, "What seat 2 knows of the Action cards does not agree"),
        (
            {"known": {"spectators": [{"card": "Truce", "with": 0}]}},
            r"\(spectators, item 1, card\) is an Action card, not",
        ),
        ({"known": {"0": [{"card": "Ambush", "with": 0}]}}, r"\(seat 0\) is about cards of other seats"),
        ({"known": {"2": [{"card": "Ambush", "with": [0, 1]}]}}, "is in doubt, and only 'stories' can say"),
        ({"known": {"2": [{"card": "Ambush"}]}}, r"\(seat 2, item 1\) lacks 'with'"),
        ({"known": {"7": []}}, r"\(7\) is a seat from 0 to 2"),
        ({"stories": {"2": [{"seat": 1, "gains": "Ambush"}]}}, "What seat 2 knows of the Action cards does not agree"),
        ({"stories": {"2": [{"seat": 1, "passes_to": 0}]}}, "What seat 2 knows of the Action cards does not agree"),
        ({"stories": {"2": [{"seat": 0, "hides": 2}]}}, "What seat 2 knows of the Action cards does not agree"),
        (
            {"stories": {"2": [{"seat": 0, "gains": "Lobbyist"}]}},
            "What seat 2 knows of the Action cards does not agree",
        ),
        ({"stories": {"2": [{"seat": 1}]}}, r"\(seat 2, item 1\) has a seat and one of gains, loses"),
        (
            {"stories": {"2": [{"seat": 0, "hides": 1}]}, "known": {"2": [{"card": "Ambush", "with": 0}]}},
            "follows from the 'stories'",
        ),
    ],
)
def test_knowledge_that_does_not_agree_is_refused(entries: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        CAPITALS.position({**WORLD, "hands": {"0": ["Ambush"], "1": []}, **entries})


def test_hidden_water_is_known_within_bounds() -> None:
    """SWM-1.4  A viewer imagines what the bounds allow, and their sum as it is; bounds that contradict are refused."""
    position = {"seats": 3, "options": {"hidden_water": "yes"}, "water": [5, 4, 2]}
    doubt = [{"seats": [0], "least": 0, "most": 9}, {"seats": [1], "least": 0, "most": 9}]
    doubt += [{"seats": [0, 2], "least": 2, "most": 11}, {"seats": [1, 2], "least": 2, "most": 11}]
    t = SWARM.position({**position, "water_known": {"2": doubt}})
    stocks = {tuple(imagined_water(t, 2, seed)) for seed in range(60)}
    assert {sum(stock) for stock in stocks} == {11} and {stock[2] for stock in stocks} == {2}
    assert len({stock[0] for stock in stocks}) > 5 and min(stock[0] for stock in stocks) >= 0
    assert imagined_water(t, 0, 1) == [5, 4, 2]
    for bounds, sentence in [
        (doubt[:2], r"\(seat 2\) has bounds for seats .* that do not fit together"),
        ([{"seats": [0], "least": 6, "most": 9}], "does not allow for the 5 that there are"),
        ([{"seats": [2], "least": 0, "most": 9}], "doubts what the seat has itself"),
        ([{"seats": [], "least": 0, "most": 9}], "names no seats"),
    ]:
        with pytest.raises(UsageError, match=sentence):
            SWARM.position({**position, "water_known": {"2": bounds}})
    with pytest.raises(UsageError, match="needs the option hidden_water"):
        SWARM.position({"seats": 3, "water_known": {"2": doubt}})


def imagined_water(t: Table, viewer: int, seed: int) -> list[int]:
    imagined = t.determinize(viewer, fast_dice(seed))
    assert isinstance(imagined, Swarm)
    return [int(water) for water in imagined.water]
