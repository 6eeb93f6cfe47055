"""What people see of expeditions, captives and agents: markers, sheets, cards; and what bots make of them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from marchland.engine.picture import Mark
from marchland.games.rebellion.evaluation import evaluate
from marchland.games.rebellion.income import income, upkeep
from rebellion.table import GAME, RebellionTable, at, coins, land, lands, lay, offered, play, step

DRY = {"mod_weather": "off"}


def marks(t: RebellionTable, province: str) -> list[Mark]:
    return t.picture(-1).regions[at(province)].marks


def sheet(t: RebellionTable, seat: int) -> list[tuple[str, str, int, list[int]]]:
    """What everybody reads on a sheet."""
    return [(one.title, one.text, one.turns, one.regions) for one in t.picture(2).seats[seat].sheet]


def facts(t: RebellionTable, seat: int) -> dict[str, int]:
    return {fact.word(): fact.value for fact in t.picture(-1).seats[seat].facts}


def test_markers_and_captives_on_the_map() -> None:
    """REB-2.1, REB-19.2, REB-22.4  Captives by nation, an expedition with the turns that are left."""
    t = lay(
        provinces={
            "PER": land(0, markers=["mineral", "coconut tree", "black marker", "explored"], captives=[[1, 2], [3, 1]]),
            "VEN": land(0, markers=["rich mineral"]),
            "ARG": land(0, markers=["explored"]),
        },
        expeditions=[[0, "ARG", 3]],
    )
    words = [(mark.word, mark.seat, mark.count) for mark in marks(t, "PER")]
    assert words == [
        ("mineral", -1, 0),
        ("coconut tree", -1, 0),
        ("black marker", -1, 0),
        ("explored", -1, 0),
        ("captives", 1, 2),
        ("captives", 3, 1),
    ]
    assert [mark.word for mark in marks(t, "VEN")] == ["rich mineral"]
    assert marks(t, "ARG") == [Mark("expedition", 0, 2)]
    slaves = lay(provinces={"PER": land(0, captives=[[1, 2]])}, options={"captive_wording": "slaves"})
    assert marks(slaves, "PER") == [Mark("slaves", 1, 2)]


def test_every_mark_has_an_emblem() -> None:
    words = {emblem.word for emblem in GAME.emblems}
    assert {"mineral", "rich mineral", "coconut tree", "black marker", "explored", "expedition", "captives"} <= words
    assert {"slaves", "captive camp", "tribe", *GAME.labels.names["card"]} <= words


def test_the_sheet_of_a_player() -> None:
    """REB-1.11"""
    t = lay(
        agents=[2, 0, 0, 0],
        vouchers=[1, 0, 0, 0],
        fruit=[2, 0, 0, 0],
        farm_hands=[3, 0, 0, 0],
        weapons=[1, 0, 0, 0],
        environment=[1, 0, 0, 0],
        rich_tribe=[[2], [], [], []],
        compensation=[[1], [], [], []],
        next_price=[-10, 0, 0, 0],
        sabotaged=[0, 1, 0, 0],
        incited=[0, 1, 0, 0],
        burned=[0, 1, 0, 0],
        expeditions=[[0, None, 4], [0, "PER", 2]],
        provinces=lands(0, "PER"),
        plague=2,
        bringer=1,
    )
    own = facts(t, 0)
    assert (own["agents"], own["coconuts"]) == (2, 2) and "agents" not in facts(t, 1)
    assert sheet(t, 0) == [
        ("Expedition", "Overseas", 3, []),
        ("Expedition", "In Peru", 1, [at("PER")]),
        ("Rich tribe", "Income 5 larger", 2, []),
        ("Compensation", "Income 1 smaller", 1, []),
        ("Price of expeditions", "The next one overseas costs 5 coins", 0, []),
        ("Road builders", "1 road for nothing", 0, []),
        ("Farm hands", "3 farms for 4 coins less", 0, []),
        ("New weapon", "3 more in every battle", 0, []),
        ("Environmentalists", "Robbery that ends leaves 3 red tokens, not 2", 1, []),
    ]
    assert sheet(t, 1) == [
        ("Plague", "Everybody loses soldiers each turn until it has passed", 2, []),
        ("Sabotage", "The next income 6 smaller", 0, []),
        ("Burning food", "The next harvest 1 smaller", 0, []),
        ("Incitement", "1 mutiny as the next turn begins", 0, []),
    ]
    emblems = {emblem.word for emblem in GAME.emblems}
    assert all(effect.emblem in emblems for seat in t.picture(2).seats for effect in seat.sheet)
    assert [fact.word() for fact in t.picture(2).facts if fact.value == 2] == ["turns of plague"]


def test_cards_in_hand_and_on_the_table() -> None:
    """REB-23.4, REB-23.6  The dealer sees the hand and the cards dealt; the others nothing but that they lie there."""
    t = lay(agents=[2, 0, 0, 0], options=DRY)
    play(t, "end the turn", "deal sabotage to 1")
    assert [card.card for card in t.picture(0).hand] == [1, 2, 3, 4] and t.picture(1).hand == []
    play(t, "deal no more")
    (shown,) = t.picture(0).open
    assert (shown.seat, shown.card, shown.secret) == (1, 0, True) and t.picture(1).open == []
    assert shown.note == "before seat 1"
    assert sheet(t, 0) == [("Agents' cards", "Dealt to everybody, face down", 0, [])]
    cards = [[0, seat, "free captive" if seat == 1 else "nothing"] for seat in range(4)]
    own = {"CHI": land(1, captives=[[0, 1], [2, 1]])}
    t = lay([99], step="reveal", agents=[1, 0, 0, 0], dealt=cards, provinces=own, options=DRY)
    assert t.deciders() == [1] and [(card.seat, card.card, card.secret) for card in t.picture(3).open] == [
        (1, 2, False)
    ]


def test_the_auction_of_a_captain_is_shown() -> None:
    """REB-20.25"""
    t = lay([88], step="expeditions", round=5, expeditions=[[0, None, 5]], options=DRY)
    auction = t.picture(2).auction
    assert auction is not None and (auction.title, auction.holder) == ("The turncoat captain", -1)
    play(t, "bid 3")
    play(t, "pass")
    auction = t.picture(2).auction
    assert auction is not None and (auction.holder, auction.standing, auction.passed) == (0, 3, [1])


def test_a_fight_with_a_tribe_is_shown() -> None:
    """REB-19.8"""
    t = lay(
        [99, 4],
        step="expeditions",
        round=3,
        expeditions=[[0, "PER", 3]],
        provinces={"PER": land(0, "3I"), "VEN": land(0)},
        options=DRY,
    )
    play(t, "attack the tribe")
    contest = t.picture(1).contest
    assert contest is not None and contest.title == "Tribe" and [side.seat for side in contest.sides] == [0, -1]
    assert [side.facts[0].value for side in contest.sides] == [3, 4]


def test_prices_beside_the_choices() -> None:
    """REB-19.1, REB-20.5, REB-23.1"""
    t = lay(next_price=[5, 0, 0, 0])
    kinds = {GAME.words.kinds[price.kind].name: price.totals for price in t.picture(0).prices}
    assert kinds["expedition_internal"] == [10] and kinds["expedition_overseas"] == [20] and kinds["agent_buy"] == [8]


# -- what is turned up -----------------------------------------------------------------------------------------------

ROLLS = re.compile(r"On a roll of (\d+)(?: to (\d+))?")


@pytest.mark.parametrize("overlap", ["first", "second"])
@pytest.mark.parametrize("site", [None, "PER"])
def test_what_an_expedition_finds_is_shown_as_the_card_of_its_roll(site: str | None, overlap: str) -> None:
    """REB-19.3, REB-20.4  Every roll of both tables, in both readings."""
    for rolled in range(1, 101):
        t = lay(
            [rolled, 3, 3, 3],
            step="expeditions",
            round=5,
            expeditions=[[0, site, 5]],
            provinces={"PER": land(0, "3I"), "VEN": land(0, buildings=["road"]), "ARG": land(0, buildings=["road"])},
            options={**DRY, "table_overlap": overlap},
        )
        about = [pair for event in t.events for pair in GAME.read(event).about if pair[0] == "find"]
        face = GAME.decks_at(t)[2].faces[about[0][1]]
        said = ROLLS.match(face.note)
        if said is None:
            assert face.name == "Nothing" and (26 <= rolled <= 29 or 71 <= rolled <= 75)
            continue
        assert int(said[1]) <= rolled <= int(said[2] or said[1]), face.name


def test_faces_state_the_numbers_of_the_match() -> None:
    """REB-20.8, REB-23.7"""
    t = lay(options={**DRY, "overseas.treasure": 7, "agents.sabotage_roll": 30})
    agents, _, finds = GAME.decks_at(t)
    assert finds.faces[0].text == "7 coins at once." and agents.faces[0].corner == "70 %"
    assert not any("{" in face.text for deck in (agents, finds) for face in deck.faces)
    assert {face.emblem for face in finds.faces} <= {emblem.word for emblem in GAME.emblems}


def test_the_chances_of_a_card_stand_beside_it_and_tell_no_secret() -> None:
    """REB-23.7, REB-23.8, REB-23.10  Captives make incitement easier; nobody sees who is protected."""
    protected = [[1, seat, "counterintelligence" if seat == 2 else "nothing"] for seat in range(4)]
    t = lay(agents=[2, 1, 0, 0], dealt=protected, provinces={"CHI": land(1, captives=[[0, 1]])}, options=DRY)
    play(t, "end the turn")
    texts = {GAME.name_of(price.first): price.text for price in t.picture(0).prices}
    assert texts["deal sabotage to 2"] == "40 %, against counterintelligence 25 %"
    assert texts["deal incitement to 1"] == "40 %, against counterintelligence 25 %"
    assert texts["deal incitement to 2"] == "20 %, against counterintelligence 5 %"
    assert t.picture(1).prices == [] and t.picture(-1).prices == []


def test_the_rolls_of_a_battle_are_dice() -> None:
    """REB-8.4"""
    t = lay([62, 17], provinces={"BRA": land(0, "3I"), "PER": land(1, "1I")}, options=DRY)
    play(t, "attack Peru", "commit 3 infantry from Brazil", "begin the attack", "roll")
    thrown = [GAME.read(event).percents() for event in t.events if GAME.read(event).percents()]
    assert thrown == [[[62], [17]]]


# -- worked situations of other chapters -----------------------------------------------------------------------------


def test_w28_income_and_upkeep_of_the_complete_game() -> None:
    """REB-5.2 to REB-5.7"""
    t = lay(
        level=[3, 1, 1, 1],
        provinces={
            "PER": land(0, buildings=["farm", "road"]),
            "VEN": land(0, buildings=["farm", "road"]),
            "ARG": land(0, buildings=["manufactory", "road"]),
            "CTA": land(0, buildings=["port"]),
            "WUS": land(0, markers=["mineral", "explored"]),
            **lands(0, "EUS", "ALB", "ONT", "QUE", "NAF"),
            "JAP": land(0, owner=1),
        },
    )
    assert income(t, 0, 0) == 17 and upkeep(t, 0) == 4


def test_w42_an_expedition_due_in_a_storm() -> None:
    """REB-15.7  It is rolled as usual."""
    t = lay([1], step="expeditions", round=5, weather="storm", weather_left=3, expeditions=[[0, None, 5]])
    assert coins(t) == 70


# -- bots ------------------------------------------------------------------------------------------------------------


def better(t: RebellionTable, said: str, seat: int = 0) -> bool:
    """Whether a seat likes a choice better than not to make it."""
    twin = t.copy()
    twin.play(seat, GAME.parse(said))
    return evaluate(twin, seat) > evaluate(t, seat)


def test_bots_explore_early_and_not_late() -> None:
    """REB-19.5  A mineral pays for itself with ten turns to come."""
    early: dict[str, Any] = {"provinces": lands(0, "PER"), "coins": [60, 0, 0, 0]}
    assert better(lay(round=2, **early), "explore PER")
    assert not better(lay(round=19, **early), "explore PER")


def test_bots_spend_idle_coins_overseas() -> None:
    """REB-20.1"""
    own = {"PER": land(0, buildings=["port"])}
    assert better(lay(round=4, coins=[90, 0, 0, 0], provinces=own), "send an expedition overseas")
    assert not better(lay(round=4, coins=[20, 0, 0, 0], provinces=own), "send an expedition overseas")
    assert not better(lay(round=18, coins=[90, 0, 0, 0], provinces=own), "send an expedition overseas")


def test_bots_open_mines_and_flee_from_strong_tribes() -> None:
    """REB-19.5, REB-19.8"""
    t = lay([29], step="expeditions", round=3, expeditions=[[0, "PER", 3]], provinces=lands(0, "PER"), options=DRY)
    pays, leaves = t.copy(), t.copy()
    pays.play(0, GAME.parse("pay for the mineral"))
    leaves.play(0, GAME.parse("leave the mineral"))
    assert evaluate(pays, 0) > evaluate(leaves, 0)
    provinces = {"PER": land(0, "2I"), "VEN": land(0)}
    t = lay([99, 10], step="expeditions", round=3, expeditions=[[0, "PER", 3]], provinces=provinces, options=DRY)
    assert step(t) == "tribe"
    fights, flees = t.copy(), t.copy()
    fights.play(0, GAME.parse("attack the tribe"))
    flees.play(0, GAME.parse("retreat to VEN"))
    assert evaluate(flees, 0) > evaluate(fights, 0)


def test_bots_aim_their_cards_at_others() -> None:
    """REB-23.4"""
    t = lay(seats=2, agents=[1, 1], options=DRY)
    values = {}
    for said in ("deal sabotage to 0", "deal sabotage to 1", "deal counterintelligence to 1"):
        twin = t.copy()
        for action in ("end the turn", said, "deal no more"):
            twin.play(0, GAME.parse(action))
        values[said] = evaluate(twin, 0)
    assert max(values, key=lambda said: values[said]) == "deal sabotage to 1"


RICH = lands(2, "CAF", "EAF", "EGY", "NAF", "MAD", "SEU")


def test_bots_buy_an_agent_where_it_pays() -> None:
    """REB-23.1, REB-25.5  In the last round a sabotage costs a rival points, and coins are of no use any more; against
    three rivals eight coins are better spent before."""
    assert better(lay(round=20, provinces=RICH, options=DRY), "buy an agent")
    assert not better(lay(round=10, provinces=RICH, options=DRY), "buy an agent")
    again = lay(round=20, provinces=RICH, agents=[1, 0, 0, 0], options=DRY)
    assert not better(again, "buy an agent")  # there is one sabotage in the set
    duel = lay(seats=2, coins=[20, 20], round=10, options=DRY)
    assert better(duel, "buy an agent")


def test_bots_aim_at_the_leader_in_the_last_round() -> None:
    """REB-23.9, REB-25.11  Sabotage, and nothing that comes too late."""
    t = lay(round=20, provinces={**RICH, "CHI": land(1, "3I")}, agents=[1, 0, 0, 0], options=DRY)
    play(t, "end the turn")
    values = {}
    for said in offered(t, "deal "):
        twin = t.copy()
        twin.play(0, GAME.parse(said))
        if said != "deal no more":
            twin.play(0, GAME.parse("deal no more"))
        values[said] = evaluate(twin, 0)
    assert max(values, key=lambda said: values[said]) == "deal sabotage to 2"
