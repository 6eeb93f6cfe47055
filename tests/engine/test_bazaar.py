"""The rules of Bazaar clause by clause, and with them the reusable steps: Sealed, Window and Auction."""

import re

import pytest

from bazaar.game import GAME
from bazaar.steps import LOT
from bazaar.table import Bazaar
from engine.bazaar_table import asides, card, lay, options, play, refused, told
from marchland.engine.dice import ScriptedDice, fast_dice
from marchland.engine.errors import IllegalAction, UsageError
from marchland.engine.sayings import PHRASES
from marchland.engine.table import ALL_SEEING

# -- 1, 2 and 10: setup, rounds and end ------------------------------------------------------------------------------


def test_baz_1_setup() -> None:
    """BAZ-1.1, BAZ-1.2, BAZ-1.3"""
    t = GAME.deal(4, 1, {"coins": 7}, events=True)
    assert isinstance(t, Bazaar)
    assert t.coins == [7, 7, 7, 7]
    assert t.till == 160 - 28
    assert [len(hand) for hand in t.hands] == [2, 2, 2, 2]
    assert sorted([card for hand in t.hands for card in hand] + t.pile) == list(range(24))
    assert t.sight(0)["hands"] == [t.hands[0], [-1, -1], [-1, -1], [-1, -1]]
    assert t.pile != sorted(t.pile)


@pytest.mark.parametrize(("seats", "traders"), [(2, 4), (3, 3), (5, 5)])
def test_baz_1_4_two_players_have_two_traders_each(seats: int, traders: int) -> None:
    assert len(lay("stalls", seats).sealed) == traders


def test_baz_2_1_the_stages_follow_one_another() -> None:
    a_round = ["bazaar.order", "bazaar.stalls", "bazaar.lot", "bazaar.palace", "bazaar.gifts", "bazaar.sales"]
    assert stages_of_an_idle_match(2) == a_round * 2


@pytest.mark.parametrize("rounds", [1, 4])
def test_baz_2_2_as_many_rounds_as_agreed(rounds: int) -> None:
    assert stages_of_an_idle_match(rounds).count("bazaar.order") == rounds


def stages_of_an_idle_match(rounds: int) -> list[str]:
    """Everybody always takes the first option: no bids, no deliveries, passes all around."""
    t = GAME.deal(3, 2, {"rounds": rounds})
    stages: list[str] = []
    while not t.over:
        if stages[-1:] != [t.step().tag]:
            stages.append(t.step().tag)
        seat = t.deciders()[0]
        t.play(seat, t.options(seat)[0])
    return stages


def test_baz_10_coins_and_worth_count_and_equals_share_a_place() -> None:
    """BAZ-10.1, BAZ-10.2"""
    t = lay("sales", 4, round=3, coins=[5, 2, 6, 9], hands=[["silk1"], ["tea4"], [], []])
    play(t, "0: pass", "1: pass")
    assert t.over
    assert t.places == [2, 2, 2, 1]
    assert t.sight(3)["hands"] == t.sight(-1)["hands"] == [[card("silk1")], [card("tea4")], [], []]
    assert "seat 1 owns 6" in told(t)


# -- 3: order (Sealed, one choice each) ------------------------------------------------------------------------------


def test_baz_3_1_bids_from_nothing_to_everything() -> None:
    t = lay("order", coins=[3, 0, 1])
    assert options(t, 0) == ["bid 0", "bid 1", "bid 2", "bid 3"]
    assert options(t, 1) == ["bid 0"]
    assert t.deciders() == [0, 1, 2]
    assert refused(t, 1, "bid 1") == "You can bid from 0 to 0 (BAZ-3.1)"


def test_baz_3_2_nothing_is_paid_before_the_last_bid_and_all_pay_then() -> None:
    t = lay("order")
    play(t, "2: bid 4", "0: bid 6")
    assert t.deciders() == [1]
    assert t.coins == [10, 10, 10]
    assert refused(t, 0, "bid 1") == "It is not your decision now"
    play(t, "1: bid 9")
    assert t.coins == [4, 1, 6]
    assert t.till == 90 + 19


def test_baz_3_3_the_highest_comes_first() -> None:
    t = lay("order")
    play(t, "0: bid 4", "1: bid 1", "2: bid 6")
    assert t.order == [2, 0, 1]
    assert t.active == 2


def test_baz_3_3_chance_decides_among_equals() -> None:
    orders = set()
    for seed in range(40):
        t = lay("order", seed=seed)
        play(t, "0: bid 2", "1: bid 5", "2: bid 2")
        orders.add(tuple(t.order))
    assert orders == {(1, 0, 2), (1, 2, 0)}


# -- 4: stalls (Sealed, several choices, several hands) --------------------------------------------------------------


def test_baz_4_1_up_to_three_tokens() -> None:
    t = lay("stalls")
    assert options(t, 0) == [*(f"lay a token at {good}" for good in ("silk", "spice", "tea", "amber")), "ready"]
    play(t, "0: lay a token at tea", "0: lay a token at tea", "0: lay a token at silk")
    assert options(t, 0) == ["lift a token from silk", "lift a token from tea", "ready"]
    assert refused(t, 0, "lay a token at silk") == "This trader has laid all its tokens (BAZ-4.1)"
    assert refused(t, 0, "lift a token from amber") == "This trader has no token at the amber stall (BAZ-4.1)"


def test_baz_4_2_at_most_three_are_lifted() -> None:
    t = lay("stalls")
    for _ in range(3):
        play(t, "0: lay a token at tea", "0: lift a token from tea")
    play(t, "0: lay a token at tea")
    assert options(t, 0)[-2:] == ["lay a token at amber", "ready"]
    assert refused(t, 0, "lift a token from tea") == "A trader lifts at most 3 tokens in a round (BAZ-4.2)"


def test_baz_4_3_ready_closes_a_trader() -> None:
    t = lay("stalls")
    play(t, "0: ready")
    assert t.deciders() == [1, 2]
    assert t.view(1)["deciders"] == [1, 2]
    assert options(t, 0) == []


def test_baz_4_3_a_player_answers_for_one_trader_and_then_for_the_other() -> None:
    t = lay("stalls", 2)
    play(t, "0: lay a token at silk")
    assert GAME.say(t.prompt(0)) == "Lay tokens for trader 0; 2 are left. Then say ready."
    play(t, "0: ready")
    assert t.deciders() == [0, 1]
    assert GAME.say(t.prompt(0)) == "Lay tokens for trader 2; 3 are left. Then say ready."
    play(t, "0: lay a token at tea", "0: ready")
    assert t.deciders() == [1]
    lay_silk, lay_tea, ready = (GAME.parse(a) for a in ("lay a token at silk", "lay a token at tea", "ready"))
    assert t.view(0)["sealed"] == [[0, lay_silk, ready], [2, lay_tea, ready]]
    assert t.view(1)["sealed"] == [[1], [3]]
    assert t.view(-1)["sealed"] == []
    assert t.view(ALL_SEEING)["sealed"] == [[0, lay_silk, ready], [1], [2, lay_tea, ready], [3]]


def test_sealed_choices_are_taken_back_one_by_one_also_over_a_ready_and_from_trader_to_trader() -> None:
    t = lay("stalls", 2)
    made = ["lay a token at silk", "ready", "lay a token at tea", "ready"]
    states = [t.fingerprint()]
    for action in made:
        play(t, f"0: {action}")
        states.append(t.fingerprint())
    assert t.deciders() == [1]
    while made:
        assert t.fingerprint() == states.pop()
        assert GAME.name_of(t.step().take_back(t, 0)) == made.pop()
        assert t.deciders() == [0, 1]
    assert [t.fingerprint()] == states
    assert t.step().take_back(t, 0) == -1


def test_where_choices_take_effect_at_once_there_is_nothing_to_take_back() -> None:
    t = lay("gifts")
    assert t.step().take_back(t, 0) == -1


def test_baz_4_4_whoever_has_most_takes_a_coin_for_every_token_there() -> None:
    t = lay("stalls", coins=[0, 0, 0])
    play(t, "0: lay a token at tea", "0: lay a token at tea", "0: lay a token at silk", "0: ready")
    play(t, "1: lay a token at tea", "1: lay a token at silk", "1: ready")
    assert t.coins == [0, 0, 0]
    play(t, "2: lay a token at amber", "2: ready")
    assert t.coins == [3, 0, 1]
    assert "seat 0 earns 3 at the tea stall" in told(t)


def test_baz_4_4_a_player_with_two_traders_can_tie_with_himself() -> None:
    t = lay("stalls", 2, coins=[0, 0])
    play(t, "0: lay a token at tea", "0: ready", "0: lay a token at tea", "0: ready", "1: ready")
    play(t, "1: lay a token at silk", "1: ready")
    assert t.coins == [0, 1]


def test_baz_4_5_a_till_that_cannot_pay_in_full_pays_what_it_has() -> None:
    t = lay("stalls", coins=[60, 30, 29])
    play(t, "0: lay a token at amber", "0: lay a token at amber", "0: ready", "1: lay a token at silk", "1: ready")
    assert t.till == 1
    play(t, "2: ready")
    assert t.coins == [60, 31, 29]


# -- 5: market (Auction) ---------------------------------------------------------------------------------------------


def test_baz_5_1_two_lots_from_the_top_of_the_pile() -> None:
    t = lay("market", pile=["tea1", "tea2", "tea3"])
    play(t, "0: bid 1", "1: pass", "2: pass", "0: pass", "1: bid 1", "2: pass")
    assert t.hands == [[card("tea1")], [card("tea2")], []]
    assert t.step().tag != "bazaar.lot"


def test_baz_5_1_no_lot_from_an_empty_pile() -> None:
    codes = GAME.labels.codes["card"]
    t = lay("market", hands=[codes[:23], [], []], pile=codes[23:])
    play(t, "0: bid 1", "1: pass", "2: pass")
    assert t.pile == []
    assert t.step().tag == "bazaar.palace"


def test_baz_5_2_the_first_player_looks_at_the_lot() -> None:
    t = lay("market", order=[1, 2, 0], pile=["amber6"])
    assert t.sight(1)["pile"][-1] == card("amber6")  # type: ignore[index]
    assert t.sight(0)["pile"][-1] == -1  # type: ignore[index]
    assert [told.seats for told in map(GAME.read, t.events or []) if "look" in told.text] == [[1]]


def test_baz_5_3_bid_more_or_pass_for_good() -> None:
    t = lay("market", order=[1, 2, 0], coins=[4, 5, 9])
    assert options(t, 1) == ["pass", "bid 1", "bid 2", "bid 3", "bid 4", "bid 5"]
    play(t, "1: bid 2")
    assert t.deciders() == [2]
    assert options(t, 2)[:2] == ["pass", "bid 3"]
    assert refused(t, 2, "bid 2") == "The next bid is from 3 to 9 (BAZ-5.3)"
    play(t, "2: pass", "0: bid 3")
    assert t.deciders() == [1]
    play(t, "1: bid 4")  # seat 2 has passed and seat 0 has no more than 4: the hammer falls
    assert t.coins == [4, 1, 9]


def test_baz_5_3_whoever_cannot_bid_more_passes_of_himself() -> None:
    t = lay("market", coins=[9, 2, 9])
    play(t, "0: bid 2")
    assert t.deciders() == [2]


def test_baz_5_3_a_pass_of_itself_is_for_good_even_if_coins_come_in_later() -> None:
    t = lay("market", coins=[9, 2, 9])
    play(t, "0: bid 2")
    t.propose(2, 1, "5")
    play(t, "1: accept offer 1")
    assert t.coins == [9, 7, 4]
    play(t, "2: bid 3", "0: pass")
    assert t.hands[2] == [23]


def test_a_bidder_who_gives_his_coins_away_is_no_longer_asked() -> None:
    """After an aside the options of the waiting decision are computed anew."""
    t = lay("market", coins=[9, 3, 9])
    play(t, "0: bid 2")
    t.propose(1, 2, "1")
    assert t.deciders() == [1]
    play(t, "2: accept offer 1")
    assert t.deciders() == [2]


def test_baz_5_4_the_last_one_left_pays_and_takes_the_card_unseen() -> None:
    t = lay("market", pile=["tea5"])
    play(t, "0: bid 3", "1: pass", "2: bid 4", "0: pass")
    assert t.coins == [10, 10, 6]
    assert t.hands[2] == [card("tea5")]
    assert t.sight(1)["hands"] == [[], [], [-1]]
    assert t.sight(0)["hands"] == [[], [], [card("tea5")]]  # BAZ-5.2: seat 0 had looked
    assert [told.seats for told in map(GAME.read, t.events or []) if "have bought" in told.text] == [[2]]


def test_baz_5_4_the_holder_of_the_bid_is_not_asked_to_outbid_himself() -> None:
    t = lay("market", coins=[5, 0, 0])
    play(t, "0: bid 1")
    assert t.coins == [4, 0, 0]


def test_baz_5_5_a_card_that_nobody_wants_goes_under_the_pile() -> None:
    t = lay("market", pile=["tea1", "tea2"])
    play(t, "0: pass", "1: pass", "2: pass")
    assert t.pile[0] == card("tea1")
    assert t.pile[-1] == card("tea2")
    assert t.sight(0)["pile"][0] == card("tea1")  # type: ignore[index]


def test_a_lot_for_which_nobody_can_bid_is_not_asked_about() -> None:
    t = lay("market", coins=[0, 0, 0], pile=["tea1", "tea2"], hands=[["silk1"], [], []])
    assert t.step().tag == "bazaar.palace"
    assert t.pile[:2] == [card("tea2"), card("tea1")]


def test_baz_5_6_the_coins_of_a_standing_bid_are_locked() -> None:
    t = lay("market")
    play(t, "0: bid 8")
    assert LOT.locked(t, 0) == 8
    assert LOT.locked(t, 1) == 0
    with pytest.raises(IllegalAction, match="You do not have what you offer"):
        t.propose(0, 1, "3")
    t.propose(0, 1, "2")
    t.propose(1, 0, "1", "9")
    assert asides(t, 0) == ["decline offer 2", "withdraw offer 1"]
    play(t, "1: bid 9")
    assert asides(t, 0) == ["accept offer 2", "decline offer 2", "withdraw offer 1"]


# -- 6: palace (Sealed, nobody sees who has answered) ----------------------------------------------------------------


def test_baz_6_1_chance_names_the_good() -> None:
    wanted = {lay("wish", seed=seed, hands=[["tea1"], [], []]).wanted for seed in range(40)}
    assert wanted == {0, 1, 2, 3}


def test_baz_6_2_whoever_holds_a_card_delivers_or_passes() -> None:
    t = lay("palace", wanted="tea", hands=[["silk1", "tea1", "tea6"], ["silk2"], []])
    assert options(t, 0) == ["pass", "deliver tea1", "deliver tea6"]
    assert options(t, 1) == ["pass"]
    assert t.deciders() == [0, 1]
    assert refused(t, 0, "deliver silk1") == "The palace wants tea (BAZ-6.2)"
    assert refused(t, 1, "deliver tea1") == "You do not hold tea of worth 1 (BAZ-1.3)"
    play(t, "0: pass")
    assert t.view(1)["deciders"] == t.view(-1)["deciders"] == [0, 1]
    assert t.view(0)["deciders"] == t.view(ALL_SEEING)["deciders"] == [1]


def test_baz_6_2_nobody_is_asked_where_nobody_holds_a_card() -> None:
    assert lay("palace").step().tag == "bazaar.gifts"


def test_baz_6_3_the_most_precious_delivery_is_rewarded() -> None:
    t = lay("palace", wanted="tea", hands=[["tea1", "silk1"], ["tea6"], ["tea5"]])
    play(t, "1: deliver tea6", "0: deliver tea1")
    assert t.coins == [10, 10, 10]
    assert t.storehouse == []
    play(t, "2: pass")
    assert t.coins == [10, 20, 10]


def test_baz_6_4_delivered_cards_are_shown_the_others_stay_hidden() -> None:
    t = lay("palace", wanted="tea", hands=[["tea1", "silk1"], ["tea6"], ["tea5"]])
    play(t, "1: deliver tea6", "0: deliver tea1", "2: pass")
    assert t.sight(-1)["storehouse"] == [card("tea1"), card("tea6")]
    assert t.sight(-1)["hands"] == [[-1], [], [-1]]
    assert not any("seat 2" in sentence for sentence in told(t))


def test_baz_6_5_a_full_storehouse_ends_the_match_at_once() -> None:
    """The match ends inside a secret step: views and imagined tables work there, too."""
    five = [f"silk{n}" for n in range(1, 6)]
    t = lay("palace", wanted="tea", storehouse=five, hands=[["tea1"], [], ["tea5"]])
    play(t, "0: pass", "2: deliver tea5")
    assert t.over
    assert t.round == 1
    assert t.places == [2, 3, 1]
    for seat in (-1, 0, 1, 2):
        assert t.view(seat)["deciders"] == []
        assert t.view(seat)["sealed"] == []
        assert t.determinize(seat, fast_dice(1)).view(seat) == t.view(seat)


# -- 7: gifts (Window, until quiet) ----------------------------------------------------------------------------------


def test_baz_7_1_a_gift_costs_two_coins() -> None:
    t = lay("gifts", coins=[3, 0, 1])
    assert options(t, 0) == ["pass", "give a coin to 1", "give a coin to 2"]
    assert refused(t, 0, "give a coin to 0") == "Coins are given to another player (BAZ-7.1)"
    play(t, "0: give a coin to 2")
    assert t.coins == [1, 0, 2]
    assert t.till == 120 - 3
    assert t.deciders() == [2]


def test_baz_7_2_round_and_round_until_all_have_passed_since_the_last_gift() -> None:
    """As worked situation S52 of Alliances."""
    t = lay("gifts", 5, coins=[3, 0, 6, 0, 2], order=[0, 1, 2, 3, 4], hands=[["tea1"], [], [], [], []])
    play(t, "0: pass", "2: give a coin to 3")
    assert t.deciders() == [2]
    play(t, "2: give a coin to 3", "2: pass", "3: pass", "4: pass")
    assert t.deciders() == [0]
    play(t, "0: pass")
    assert t.step().tag == "bazaar.sales"


def test_baz_7_2_all_pass_once_if_nobody_gives() -> None:
    t = lay("gifts", order=[2, 0, 1], hands=[["tea1"], [], []])
    play(t, "2: pass", "0: pass", "1: pass")
    assert t.step().tag == "bazaar.sales"


def test_baz_7_2_nobody_is_asked_where_nobody_can_give() -> None:
    assert lay("gifts", coins=[1, 0, 1], hands=[["tea1"], [], []]).step().tag == "bazaar.sales"


def test_baz_7_3_gifts_beside_any_open_decision() -> None:
    t = lay("market", options={"gifts": "anytime"}, coins=[3, 4, 0], hands=[["tea1"], [], []])
    assert asides(t, 0) == ["give a coin to 1", "give a coin to 2"]
    assert asides(t, 1) == []
    play(t, "0: give a coin to 2")
    assert t.coins == [1, 4, 1]
    assert t.deciders() == [0]
    assert asides(t, 0) == []
    for secret in ("order", "stalls", "palace"):
        assert asides(lay(secret, options={"gifts": "anytime"}, hands=[["tea1"], [], []]), 0) == []
    in_stage = lay("gifts", options={"gifts": "anytime"})
    assert asides(in_stage, 0) == []
    assert asides(lay("market"), 0) == []


# -- 8: sales (Window, once around) ----------------------------------------------------------------------------------


def test_baz_8_1_once_around_whoever_holds_a_card_sells_until_he_passes() -> None:
    t = lay("sales", order=[2, 1, 0], hands=[["tea1"], [], ["silk3", "tea6"]])
    assert options(t, 2) == ["pass", "sell silk3", "sell tea6"]
    assert refused(t, 2, "sell tea1") == "You do not hold tea of worth 1 (BAZ-1.3)"
    play(t, "2: sell tea6")
    assert t.coins == [10, 10, 15]
    assert t.pile[0] == card("tea6")
    assert all(t.sight(seat)["pile"][0] == card("tea6") for seat in (-1, 0, 1))  # type: ignore[index]
    assert options(t, 2) == ["pass", "sell silk3"]
    play(t, "2: pass", "0: sell tea1")
    assert t.round == 2
    assert t.step().tag == "bazaar.order"


def test_baz_8_1_the_till_pays_as_far_as_it_reaches() -> None:
    t = lay("sales", coins=[58, 30, 30], hands=[["tea6"], [], []])
    play(t, "0: sell tea6")
    assert t.coins == [60, 30, 30]


# -- the rulebook ----------------------------------------------------------------------------------------------------


def clauses() -> set[str]:
    return set(re.findall(r"\*\*(BAZ-[\d.]+)\*\*", GAME.rulebook()))


def test_sentences_and_steps_cite_clauses_of_the_rulebook() -> None:
    cited = {phrase.clause for phrase in PHRASES if phrase.clause.startswith("BAZ-")} | {
        step.clause for step in GAME.steps
    }
    assert cited <= clauses()


def test_the_rulebook_lists_the_options_as_they_are() -> None:
    rulebook = GAME.rulebook()
    for setting in GAME.settings.every:
        assert setting.clause in clauses()
        assert f"| `{setting.name}` | {setting.clause} |" in rulebook


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({"cards": []}, "no entry 'cards'"),
        ({"step": "lunch"}, "'step' of a position is one of order, .*, not 'lunch'"),
        ({"order": [0, 0, 1]}, "every seat once"),
        ({"hands": [["tea1"], ["tea1"], []]}, "every coin and card once"),
        ({"coins": [121, 0, 0]}, "less than nothing"),
        ({"hands": [["tea9"], [], []]}, r"\(seat 0, item 1\) is a card, not 'tea9'; did you mean tea"),
        ({"seats": 6}, "2 to 5 players"),
        ({"options": {"rounds": 7}}, "Option rounds cannot be '7'"),
    ],
)
def test_positions_that_contradict_themselves_are_refused(position: dict[str, object], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        GAME.position(position, dice=ScriptedDice([]))
