"""Corners of chapters 19 to 23: expeditions, plague, captives and agents where they meet each other."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.engine.errors import IllegalAction
from marchland.games.rebellion.ending import next_income
from marchland.games.rebellion.food import production
from marchland.games.rebellion.income import income, upkeep
from marchland.games.rebellion.modifiers import attack_total, defence_total
from marchland.games.rebellion.overseas import most_under_way
from rebellion.table import (
    GAME,
    RebellionTable,
    aboard,
    arms,
    army,
    at,
    coins,
    holder,
    land,
    lands,
    lay,
    offered,
    owner,
    play,
    refused,
    step,
    tokens,
    told,
    transporter,
    voyage,
)

DRY = {"mod_weather": "off"}


def home(rolls: list[int], *sent: list[Any], **entries: Any) -> RebellionTable:
    """S6 of seat 0 in round 5; an overseas expedition is due, or those that are named."""
    options = {**DRY, **entries.pop("options", {})}
    due = list(sent) or [[0, None, 5]]
    return lay(rolls, step="expeditions", round=5, expeditions=due, options=options, **entries)


def sold(rolls: list[int], **entries: Any) -> RebellionTable:
    """The captain of seat 0 has turned his coat, and seat 1 buys the result for 1."""
    t = home([88, *rolls], coins=[0, 20, 0, 0], **entries)
    play(t, "1: bid 1")
    return t


# -- results that another has bought ---------------------------------------------------------------------------------


def test_mercenaries_of_a_bought_result() -> None:
    """REB-20.10, REB-20.25, REB-3.2  In the capital of the winner, who is not on turn; by his own they have rested."""
    t = sold([7])
    assert army(t, "JAP") == "2A:0*" and step(t) == "main" and t.active == 0
    play(t, "end the turn")
    assert t.active == 1 and army(t, "JAP") == "2A:1"


def test_a_disease_of_a_bought_result_may_be_the_end_of_its_buyer() -> None:
    """REB-20.18, REB-25.10  He falls in the turn of another, which goes on."""
    t = sold([36], provinces={"JAP": land(2)}, transports=[transporter(1, "S_JAP", "3I")])
    assert not t.lives(1) and t.active == 0 and step(t) == "main"


def test_poison_and_trees_of_a_bought_result() -> None:
    """REB-20.6, REB-20.12, REB-20.24  The winner chooses, on his own land."""
    own = {"MON": land(1, tokens=1), "CHI": land(1, buildings=["farm"]), "PER": land(0)}
    t = sold([16], provinces=own)
    assert t.deciders() == [1] and offered(t) == ["plant the tree in CHI", "plant no tree"] and coins(t, 1) == 29
    t = sold([91], provinces=own)
    # Red tokens are no hindrance to poison: Mongolia first, and then the farm or ten coins.
    assert t.black == 1 << at("MON") and t.deciders() == [1]
    assert offered(t) == ["poison CHI", "pay to be spared"]
    play(t, "1: pay to be spared")
    assert coins(t, 1) == 9 and t.black == 1 << at("MON")


def test_lasting_results_of_a_bought_result() -> None:
    """REB-20.6, REB-20.19, REB-20.21, REB-20.22  They begin with the next turn of the winner."""
    t = sold([41])
    assert t.rich_tribe[1] == [5]
    play(t, "end the turn")
    assert t.rich_tribe[1] == [4] and coins(t, 1) == 19 + 4 + 5
    t = sold([55, 1])
    assert t.environment[1] == 1
    play(t, "end the turn")
    assert t.environment[1] == 1
    play(t, "end the turn")
    assert t.environment[1] == 0
    t = sold([61])
    play(t, "1: take the level")
    assert t.level[1] == 2 and t.level[0] == 1


def test_an_auction_in_a_plague() -> None:
    """REB-20.25, REB-21.4  56 counts 86, and again in the roll of the winner, which is rolled anew."""
    t = home([56, 60, 30, 2], plague=2, bringer=3, coins=[0, 20, 0, 0])
    play(t, "1: bid 3")
    assert t.environment[1] == 2 and told(t, "REB-21.4") == [
        "In the plague a roll of 56 counts 86",
        "In the plague a roll of 60 counts 90",
        "In the plague a roll of 30 counts 60",
    ]
    assert told(t, "REB-20.4")[-1] == "The overseas expedition of seat 1 rolls 90, and again"


def test_the_owner_outbids_everybody() -> None:
    """REB-1.13, REB-20.25  The highest bid is paid to the bank."""
    t = home([86, 1], coins=[5, 4, 0, 1])
    play(t, "0: bid 1", "1: bid 4", "0: bid 5")
    assert [coins(t, seat) for seat in range(4)] == [50, 4, 0, 1]


# -- the tables ------------------------------------------------------------------------------------------------------


def test_no_numbers_of_a_plague_reach_the_first_rows() -> None:
    """REB-21.4  The roll is 30 higher and at most 100, internal and overseas."""
    t = home([1, 70, 1], [0, "CAF", 5], [0, None, 5], plague=1, bringer=2, provinces={"CAF": land(0)})
    assert holder(t, "CAF") == 0 and t.minerals == 0  # 31 is nothing
    assert told(t, "REB-21.5") == ["The plague is here already, and nothing more happens"]  # 100


def test_two_results_in_one_turn_and_the_second_is_a_plague_for_the_rest() -> None:
    """REB-21.5, REB-3.2  Internal first: what comes after the outbreak is rolled 30 higher."""
    t = home([99, 1, 1], [0, None, 5], [0, None, 5], options={"plague_die": "4"}, provinces={"BRA": land(0, "3I")})
    assert t.plague == 3 and t.bringer == 0 and arms(t, "BRA") == "2I"
    assert told(t, "REB-20.17")[-1].endswith("rolls 31 and brings builders of 4 free roads")


def test_the_limit_after_a_tree_is_lost() -> None:
    """REB-20.2, REB-20.13, REB-4.7  Two go on under way, and a third is not sent."""
    own = {"PER": land(0, buildings=["port"]), "VEN": land(1, owner=0, markers=["coconut tree"])}
    t = lay(provinces=own, expeditions=[[0, None, 3], [0, None, 4]], options=DRY, fruit=[2, 0, 0, 0])
    assert int(most_under_way(t, 0)) == 1 and int(most_under_way(t, 1)) == 1
    assert refused(t, "send an expedition overseas") == "REB-20.2" and len(t.expeditions) == 2


def test_fruit_of_a_lost_tree_is_gone_at_the_next_start() -> None:
    """REB-20.13  What was grown before can still be sold until then."""
    t = lay(
        step="clocks", fruit=[2, 0, 0, 0], provinces={"VEN": land(1, owner=0, markers=["coconut tree"])}, options=DRY
    )
    assert t.fruit[0] == 0


def test_ghost_ships_are_used_up_by_a_free_expedition() -> None:
    """REB-20.5  Not below 0, and nothing is left over."""
    t = lay(provinces={"PER": land(0, buildings=["port"])}, next_price=[-25, 0, 0, 0], coins=[0] * 4, options=DRY)
    play(t, "send an expedition overseas")
    assert coins(t) == 0 and t.next_price[0] == 0


def test_a_tribe_in_land_that_was_built_on_meanwhile() -> None:
    """REB-19.3, REB-19.8, REB-8.14  Bunkers do not help it, and stay with the land; it is dug in."""
    bunkers = land(0, "2I", buildings=["bunkers"], markers=["explored"], captives=[[1, 2]])
    t = home([99, 2], [0, "CAF", 5], provinces={"CAF": bunkers, "SAF": land(0)}, capital=["SAF", "JAP", "GRL", "WAU"])
    play(t, "attack the tribe")
    assert (int(attack_total(t)), int(defence_total(t))) == (0, 2)
    t = home(
        [99, 2, 1, 99, 1, 99],
        [0, "CAF", 5],
        provinces={"CAF": bunkers, "SAF": land(0)},
        capital=["SAF", "JAP", "GRL", "WAU"],
    )
    play(t, "attack the tribe", "roll until 0 are left")
    assert holder(t, "CAF") == 7 and owner(t, "CAF") == -1 and t.stands(3, at("CAF")) and t.captive_land == 0


def test_a_tribe_takes_the_last_land() -> None:
    """REB-25.7, REB-25.10, REB-19.8  Without a way out; the turn ends at once."""
    t = home(
        [99, 1, 1, 99],
        [0, "CAF", 5],
        provinces={"CAF": land(0, "I"), "SAF": land(1), **lands(2, "NAF", "EAF")},
        capital=["SAF", "JAP", "GRL", "WAU"],
        place=["CAF", None, None, None],
    )
    assert t.battle[3] == at("CAF") and not t.lives(0) and t.active == 1 and holder(t, "CAF") == 7


def test_a_tribe_takes_the_recruit_place() -> None:
    """REB-10.9, REB-19.8  After the retreat another is named at once."""
    t = home(
        [100, 3],
        [0, "CAF", 5],
        provinces={"CAF": land(0, "I"), "SAF": land(1), "NAF": land(0), "EGY": land(0)},
        capital=["SAF", "JAP", "GRL", "WAU"],
        place=["CAF", None, None, None],
    )
    play(t, "retreat to NAF")
    assert step(t) == "name_place"
    play(t, "recruit in EGY")
    assert army(t, "NAF") == "I:2" and t.place[0] == at("EGY") and t.held[7] == 1 << at("CAF")


def test_a_retreat_from_a_tribe_out_of_a_row_of_rolls() -> None:
    """REB-8.15, REB-19.8  A row stops where it was told to; then he may leave. There is no other way to withdraw."""
    t = home(
        [99, 5, 1, 99, 1, 99],
        [0, "CAF", 5],
        provinces={"CAF": land(0, "4I")},
        capital=["SAF", "JAP", "GRL", "WAU"],
    )
    play(t, "attack the tribe")
    assert not offered(t, "retreat") and refused(t, "retreat to SAF") == "REB-19.8"
    play(t, "roll until 2 are left")
    assert "retreat to SAF" in offered(t) and "withdraw" not in offered(t)
    assert refused(t, "withdraw") == "REB-19.8"
    assert GAME.say(t.prompt(0)) == "Fight in Congo: 2 against 5, you add 0 and the tribe 2. Roll, or retreat."
    play(t, "retreat to SAF")
    assert army(t, "SAF") == "2I:2" and holder(t, "CAF") == 7 and arms(t, "CAF") == "5I"


def test_an_expedition_in_land_that_was_lost_and_retaken() -> None:
    """REB-19.4, REB-9.2  It is lost with the land; explored it stays."""
    t = lay(
        provinces={"PER": land(0, "2I"), "VEN": land(1, owner=0, markers=["explored"])},
        expeditions=[],
        options=DRY,
    )
    play(t, "attack VEN", "commit 2 infantry from PER", "begin the attack", "pay the march")
    assert owner(t, "VEN") == 0 and refused(t, "explore VEN") == "REB-19.2"


def test_expeditions_at_the_limit() -> None:
    """REB-25.11  One that is due after the last round may be sent and never comes home."""
    t = lay(
        round=20,
        active=3,
        provinces={"ICH": land(3), "BRA": land(0)},
        options={**DRY, "mod_economy": "off"},
    )
    play(t, "explore ICH", "end the turn")
    assert t.over


# -- plague ----------------------------------------------------------------------------------------------------------


def test_the_plague_spares_captives_ships_and_voyages() -> None:
    """REB-21.2, REB-1.14  One infantry at home and one on board: that is all there is to lose."""
    t = lay(
        [10],
        step="plague",
        plague=2,
        bringer=2,
        provinces={"BRA": land(0, "I"), "PER": land(0, captives=[[1, 4]])},
        ships=[["S_EPA", 0, "cruiser", 1]],
        transports=[transporter(0, "S_EPA", "I")],
        voyages=[voyage("landing ship", "ICH", "PER", due=4, infantry=5)],
        options=DRY,
    )
    play(t, "lose one infantry on T1")
    assert arms(t, "BRA") == "" and aboard(t) == "" and t.captives_in(at("PER")) == 4 and t.soldiers_of(0) == 5


def test_the_plague_before_the_incited_mutiny() -> None:
    """REB-3.2  S2 before S3: nobody is left to mutiny, and the die is thrown all the same."""
    t = lay(
        [3, 2],
        step="plague",
        plague=2,
        bringer=2,
        incited=[1, 0, 0, 0],
        provinces={"PER": land(0, "3I")},
        options=DRY,
    )
    assert arms(t, "PER") == "" and holder(t, "PER") == 0 and told(t, "REB-24.1") == ["2 soldiers of seat 0 mutiny"]


def test_the_bringer_falls_to_his_own_plague() -> None:
    """REB-21.6, REB-25.10  He is only at sea; the marker goes down where his turn would begin."""
    t = home(
        [100, 10, 1, 1, 1],
        provinces={"BRA": land(1)},
        transports=[transporter(0, "S_EPA", "2I")],
        options={"mod_economy": "off"},
    )
    assert not t.lives(0) and t.plague == 3 and t.bringer == 0 and t.active == 1


# -- captives --------------------------------------------------------------------------------------------------------


def test_captives_in_occupied_land_work_for_nobody() -> None:
    """REB-22.6, REB-22.7, REB-4.7  But they walk home."""
    t = lay(
        provinces={
            "PER": land(0, owner=1, buildings=["farm", "road"], captives=[[1, 2]]),
            "VEN": land(0, buildings=["farm", "road"]),
        },
        options=DRY,
    )
    assert (int(upkeep(t, 0)), int(production(t, 0, 0))) == (1, 3)
    play(t, "send 2 captives of 1 from PER to VEN")
    assert (int(upkeep(t, 0)), int(production(t, 0, 0))) == (0, 4)
    assert refused(t, "send 2 captives of 1 from VEN to GRL") == "REB-22.5"


def test_captives_of_three_nations_in_captured_land() -> None:
    """REB-22.8, REB-25.9  Nation by nation in the order of the seats; also of one that is out of the game."""
    t = lay(
        seats=4,
        fallen=[3],
        capital=["BRA", "JAP", "SAF", "GRL"],
        provinces={
            "PER": land(0, "I"),
            "VEN": land(1, captives=[[0, 1], [2, 2], [3, 3]]),
            "GRL": land(2),
        },
        options=DRY,
    )
    play(t, "attack VEN", "commit 1 infantry from PER", "begin the attack", "pay the march")
    assert offered(t) == [f"keep {n} of 2" for n in range(3)]
    play(t, "keep 1 of 2", "keep 3 of 3")
    assert army(t, "VEN") == "I:0 I:1" and [int(t.captives_of(at("VEN"), n)) for n in range(4)] == [0, 0, 1, 3]


def test_a_mutiny_ends_a_robbery_and_leaves_the_tokens() -> None:
    """REB-22.10, REB-24.10"""
    t = lay(
        [1, 99, 5],
        provinces={
            "PER": land(0, "I"),
            "VEN": land(1, "2I"),
            "CAF": land(0, tokens=3, captives=[[1, 1]], buildings=["port"]),
        },
        options=DRY,
    )
    play(t, "attack VEN", "commit 1 infantry from PER", "begin the attack", "roll")
    assert holder(t, "CAF") == 6 and tokens(t, "CAF") == 3 and t.stands(6, at("CAF")) and not t.open_ports(0)


def test_a_mutiny_takes_the_recruit_place_of_a_defender_in_anothers_turn() -> None:
    """REB-22.9, REB-22.10, REB-10.9  A lost sea battle, captives, and another place to be named."""
    t = lay(
        [99, 1, 5],
        provinces={"JAP": land(2), "MON": land(1, captives=[[0, 1]]), "CHI": land(1), "IRK": land(1)},
        place=[None, "MON", None, None],
        ships=[["S_JAP", 0, "frigate", 1], ["S_JAP", 1, "frigate", 1]],
        transports=[transporter(1, "S_JAP", "5I")],
        options=DRY,
    )
    play(t, "attack the ships of 1 in S_JAP", "roll")
    assert holder(t, "MON") == 6 and aboard(t, 1, 1) == "sunk" and t.deciders() == [1]
    play(t, "1: recruit in IRK")
    assert step(t) == "main" and t.active == 0


def test_no_mutiny_without_a_roll_or_after_a_withdrawal() -> None:
    """REB-22.9  Empty land that is taken, and a battle that was left."""
    t = lay(
        [1, 99],
        provinces={"PER": land(0, "2I", captives=[[1, 9]]), "VEN": land(1, "2I"), "ARG": land(1)},
        options=DRY,
    )
    play(t, "attack VEN", "commit 2 infantry from PER", "begin the attack", "roll", "withdraw")
    assert not told(t, "REB-22.9") and t.captives_in(at("PER")) == 9


def test_captives_are_taken_of_a_lost_attack_with_ten_soldiers() -> None:
    """REB-22.3  d10, and at most as many as he had."""
    t = lay(
        [1, 99] * 10 + [30, 10],
        provinces={"PER": land(0, "10I"), "VEN": land(1, "2I"), "MON": land(1, buildings=["captive camp"])},
        options=DRY,
    )
    play(t, "attack VEN", "commit 10 infantry from PER", "begin the attack", "roll until 0 are left")
    play(t, "1: roll for captives")
    assert offered(t)[-1] == "keep 10"


def test_captives_in_a_capital_and_their_killing() -> None:
    """REB-22.4, REB-3.3  Behind the question of giving something up, which cancels can close."""
    t = lay(provinces={"BRA": land(0, captives=[[1, 2]])}, options=DRY, cancels=5)
    assert refused(t, "give something up") == "REB-3.3"
    t = lay(provinces={"BRA": land(0, captives=[[1, 2]])}, options=DRY)
    play(t, "give something up", "kill 2 captives of 1 in BRA")
    assert t.captive_land == 0 and step(t) == "main"


# -- agents ----------------------------------------------------------------------------------------------------------


def cards(*rows: tuple[int, int, str], seats: int = 4) -> list[list[Any]]:
    """All that dealers have dealt: these cards, and nothing to all others."""
    named = {(dealer, target): card for dealer, target, card in rows}
    dealers = sorted({dealer for dealer, _, _ in rows})
    return [[dealer, target, named.get((dealer, target), "nothing")] for dealer in dealers for target in range(seats)]


def revealed(rolls: list[int], *rows: tuple[int, int, str], **entries: Any) -> RebellionTable:
    options = {**DRY, **entries.pop("options", {})}
    return lay(rolls, step="reveal", dealt=cards(*rows), options=options, **entries)


def test_two_sabotages_of_one_target() -> None:
    """REB-23.9, REB-5.1  They add up, and the income is not below 0."""
    t = revealed([61, 100], (0, 2, "sabotage"), (1, 2, "sabotage"), agents=[1, 1, 0, 0])
    assert t.sabotaged[2] == 2 and int(income(t, 2, 0)) == 0


def test_a_sabotage_of_the_last_round_counts_in_the_points() -> None:
    """REB-25.5, REB-23.9, REB-3.5  R1 comes before R3."""
    own = lands(2, "CAF", "EAF", "EGY", "NAF", "MAD")
    t = revealed([61], (0, 2, "sabotage"), agents=[1, 0, 0, 0], round=20, provinces=own)
    assert t.over and int(next_income(t, 2)) == 0 and told(t, "REB-25.4")[-1].endswith("0 for the next income")


def test_a_dealer_loses_every_agent_and_no_more() -> None:
    """REB-23.7  One for each roll of 1 to 10, if he has one left."""
    t = revealed(
        [1, 10, 5],
        (0, 1, "sabotage"),
        (0, 2, "burning food"),
        (0, 3, "incitement"),
        agents=[2, 0, 0, 0],
    )
    assert t.agents[0] == 0 and told(t, "REB-23.7")[-1].endswith("it fails")


def test_an_agent_may_succeed_and_be_caught() -> None:
    """REB-23.7  Two tests of one roll: with house rules it can be above the one number and not above the other."""
    t = revealed(
        [45],
        (0, 1, "sabotage"),
        agents=[1, 0, 0, 0],
        options={"agents.sabotage_roll": 40, "agents.caught": 50},
    )
    assert t.sabotaged[1] == 1 and t.agents[0] == 0


def test_counterintelligence_of_a_friend() -> None:
    """REB-23.8  Whoever received it is guarded, whoever dealt it."""
    t = revealed([75, 76], (0, 2, "sabotage"), (3, 2, "counterintelligence"), (1, 2, "burning food"), agents=[1] * 4)
    assert (t.sabotaged[2], t.burned[2]) == (0, 1)


def test_counterintelligence_against_a_sure_card() -> None:
    """REB-23.9  With `sure` no roll is made, so nothing can be raised."""
    t = revealed(
        [],
        (0, 2, "free captive"),
        (2, 2, "counterintelligence"),
        agents=[1, 0, 1, 0],
        provinces={"CAF": land(2, captives=[[0, 2]])},
        options={"free_captive_roll": "sure"},
    )
    assert t.captives_of(at("CAF"), 0) == 1


def test_two_captives_are_freed_in_one_reveal() -> None:
    """REB-23.6, REB-23.9  The target is asked twice; the second time there is no choice left."""
    t = revealed(
        [61, 61],
        (0, 2, "free captive"),
        (1, 2, "free captive"),
        agents=[1, 1, 0, 0],
        provinces={"CAF": land(2, captives=[[0, 1]]), "EAF": land(2, captives=[[1, 1]])},
    )
    assert t.deciders() == [2]
    play(t, "2: let a captive of 1 in EAF go")
    assert t.captive_land == 0 and set(t.dealt) == {-1}


def test_whoever_deals_attacks_to_himself() -> None:
    """REB-23.4  Every living player gets a card, the dealer included."""
    t = revealed([61], (0, 0, "sabotage"), agents=[1, 0, 0, 0])
    assert told(t, "REB-23.9") == ["The next income of seat 0 is 6 coins smaller"]


def test_a_target_falls_before_the_end_of_the_round() -> None:
    """REB-23.12, REB-23.5  Nobody deals to the dead, and no roll is made for them."""
    entries: dict[str, Any] = {
        "active": 3,
        "agents": [1, 0, 0, 0],
        "place": [None, "PER", None, None],
        "provinces": {"ARG": land(3, "I"), "PER": land(1), "JAP": land(2), "WAU": land(3)},
    }
    t = lay(dealt=cards((0, 1, "sabotage")), options={**DRY, "mod_economy": "off"}, **entries)
    play(t, "attack PER", "commit 1 infantry from ARG", "begin the attack", "plunder", "end the turn")
    assert not t.lives(1) and t.round == 2 and not told(t, "REB-23.7")
    assert told(t, "REB-23.6") == ["seat 0 has dealt 3 cards that do nothing"]
    t = lay(options={**DRY, "mod_economy": "off", "agent_timing": "round_end"}, **entries)
    play(t, "attack PER", "commit 1 infantry from ARG", "begin the attack", "plunder", "end the turn")
    assert t.deciders() == [0] and not offered(t, "deal sabotage to 1")
    assert refused(t, "deal sabotage to 1") == "REB-23.4"


def test_more_agents_than_cards() -> None:
    """REB-23.4  Each card once and one for each player: whoever has more agents has no more to deal."""
    t = lay(seats=2, coins=[20, 20], agents=[9, 0], options=DRY)
    play(t, "end the turn", "deal sabotage to 1", "deal counterintelligence to 0")
    assert offered(t) == ["deal no more"] and refused(t, "deal incitement to 1") == "REB-23.4"


def test_an_incitement_of_soldiers_in_the_capital_and_at_sea() -> None:
    """REB-23.10, REB-24.5  Nobody who could mutiny: the rest is lost."""
    t = lay(
        [3],
        step="incited",
        incited=[1, 0, 0, 0],
        provinces={"BRA": land(0, "9I"), "VEN": land(0, "4I", owner=1)},
        transports=[transporter(0, "S_EPA", "5I")],
        options=DRY,
    )
    assert t.held[6] == 0 and step(t) == "main" and t.incited[0] == 0


def test_burning_without_a_harvest() -> None:
    """REB-23.9, REB-14.2  Not below 0."""
    t = lay(step="harvest", burned=[5, 0, 0, 0], options=DRY)
    assert t.food[0] == 0 and t.burned[0] == 0


@pytest.mark.parametrize("timing", ["own_turn", "round_end"])
def test_the_question_tells_nobody_how_many_cards_were_dealt(timing: str) -> None:
    """REB-23.4, chapter Hidden information  What the others see and hear is the same whatever is dealt."""
    seen = []
    for deals in ([], ["sabotage to 1"], ["sabotage to 1", "counterintelligence to 0"]):
        t = lay(active=3, agents=[2, 0, 0, 2], options={**DRY, "mod_economy": "off", "agent_timing": timing})
        play(t, "end the turn")
        for said in deals:
            play(t, f"3: deal {said}")
        views = [t.view(seat) for seat in (0, 1, 2, -1)]
        seen.append((views, [GAME.read(e).text for e in t.events or [] if GAME.read(e).seats is None]))
    assert seen[0] == seen[1] == seen[2]


# -- what is said ----------------------------------------------------------------------------------------------------


def said_to(t: RebellionTable, action: str) -> str:
    """Why an action of whoever has to decide is refused."""
    with pytest.raises(IllegalAction) as refusal:
        t.play(t.deciders()[0], GAME.parse(action))
    return str(refusal.value)


def test_what_poison_destroys_is_said() -> None:
    """REB-20.24  The main building alone; or, without one, port and road."""
    built = {"PER": land(0, buildings=["farm", "port"]), "VEN": land(0, buildings=["road"])}
    t = home([91], provinces=built, coins=[0] * 4)
    play(t, "poison PER")
    assert told(t, "REB-20.24")[1:] == [
        "seat 0 puts a black marker on Peru",
        "With it the main building of Peru is destroyed",
        "seat 0 puts a black marker on Venezuela",
        "With it whatever Venezuela has of a port and a road is destroyed",
    ]
    assert t.stands(6, at("PER")) and not t.stands(7, at("VEN"))


def test_the_other_word_also_begins_sentences() -> None:
    """REB-22.1, REB-22.5"""
    entries: dict[str, Any] = {"provinces": {"PER": land(0, captives=[[1, 1]])}}
    for word, said in (("captives", "Captives"), ("slaves", "Slaves")):
        t = lay(options={**DRY, "captive_wording": word}, **entries)
        refusal = said_to(t, "send 1 captives of 1 from PER to VEN")
        assert f"{said} move through land that you hold, and you do not hold Venezuela" in refusal


def test_nothing_is_more_than_certain() -> None:
    """REB-22.2  Ten cavalry left would make 170 percent."""
    t = lay(
        [99, 1],
        provinces={"PER": land(0, "10C"), "VEN": land(1, "I"), "ARG": land(0, buildings=["captive camp"])},
        options=DRY,
    )
    play(t, "attack VEN", "commit 10 cavalry from PER", "begin the attack", "roll")
    assert GAME.say(t.prompt(0)) == "You have won: roll for captives, 100 or less on d100?"


def test_who_deals_at_the_end_of_the_round() -> None:
    """REB-23.5  Not the player who was last on turn."""
    t = lay(active=3, agents=[1, 1, 0, 0], options={**DRY, "mod_economy": "off", "agent_timing": "round_end"})
    play(t, "end the turn")
    assert t.deciders() == [0, 1]
    assert GAME.say(t.prompt(2)) == "All who have agents and hold their capital deal cards"


def test_where_no_ship_is_bound_for() -> None:
    """REB-16.5  Inland, or the port itself."""
    t = lay(provinces={"PER": land(0, "I", buildings=["port"])}, options=DRY)
    play(t, "load a landing ship in PER")
    assert "Load at least 1 soldier first" in said_to(t, "set sail for CAS")
    play(t, "load 1 infantry")
    assert "Afghanistan lies on no coast" in said_to(t, "set sail for CAS")
    assert "The ship leaves from Peru and lands somewhere else" in said_to(t, "set sail for PER")


def test_environmentalists_by_the_numbers_of_the_match() -> None:
    """REB-13.7, REB-20.21"""
    t = lay(environment=[2, 0, 0, 0], options={**DRY, "robbery.tokens": 0, "robbery.green_tokens": 1})
    texts = [effect.text for effect in t.picture(0).seats[0].sheet]
    assert texts == ["Robbery that ends leaves 1 red token, not 0"]
