"""Chapter 9 of Bazaar: deals, and with them the offers of every game."""

import pytest

from bazaar.game import GAME
from engine.bazaar_table import asides, card, lay, play, refused, told
from marchland.engine.errors import IllegalAction
from marchland.engine.table import ALL_SEEING


def test_baz_9_1_offers_stand_beside_the_decision_and_never_hold_it_up() -> None:
    t = lay("gifts", hands=[["tea1"], [], []])
    t.propose(2, 1, "3")
    assert t.deciders() == [0]
    assert GAME.name_of(t.options(0)[0]) == "pass"
    play(t, "0: pass")
    assert t.deciders() == [1]
    assert asides(t, 1) == ["accept offer 1", "decline offer 1"]
    assert asides(t, 2) == ["withdraw offer 1"]
    assert asides(t, 0) == []


@pytest.mark.parametrize("secret", ["order", "stalls", "palace"])
def test_baz_9_1_no_offers_while_a_secret_decision_is_open(secret: str) -> None:
    t = lay(secret, hands=[["tea1"], [], []])
    with pytest.raises(IllegalAction, match=r"While a secret decision is open.*BAZ-9\.1"):
        t.propose(0, 1, "1")


def test_baz_9_1_deals_can_be_off() -> None:
    with pytest.raises(IllegalAction, match="without deals"):
        lay("gifts", options={"deals": "off"}).propose(0, 1, "1")


@pytest.mark.parametrize(
    ("give", "ask"), [([], []), ([0], [1]), ([256 + 24], []), ([1, 2], []), ([], [-3]), ([], [256, 257])]
)
def test_baz_9_2_what_an_offer_can_hold(give: list[int], ask: list[int]) -> None:
    t = lay("gifts")
    before = t.fingerprint()
    with pytest.raises(IllegalAction, match=r"BAZ-9\.2"):
        t.make_offer(0, 1, give, ask)
    assert t.fingerprint() == before


def test_baz_9_3_the_maker_must_have_what_he_gives_and_shows_it() -> None:
    t = lay("gifts", hands=[["tea1"], ["silk6"], []])
    with pytest.raises(IllegalAction, match=r"BAZ-9\.3"):
        t.propose(0, 1, "11")
    with pytest.raises(IllegalAction, match=r"BAZ-9\.3"):
        t.propose(0, 1, "tea2")
    t.propose(0, 1, "tea1", "silk5 and 99 coins")
    assert t.sight(1)["hands"] == [[card("tea1")], [card("silk6")], []]
    assert t.sight(2)["hands"] == [[-1], [-1], []]
    # Whether the other has the silk the maker is not told; he only cannot accept.
    assert asides(t, 1) == ["decline offer 1"]


def test_baz_9_4_one_at_a_time_and_five_in_a_round() -> None:
    t = lay("gifts", hands=[["tea1"], [], []])
    t.propose(0, 1, "1")
    with pytest.raises(IllegalAction, match=r"An offer of yours to seat 1 stands already \(BAZ-9\.4\)"):
        t.propose(0, 1, "2")
    play(t, "0: withdraw offer 1")
    for number in range(2, 6):
        t.propose(0, 1, "1")
        play(t, f"1: decline offer {number}")
    with pytest.raises(IllegalAction, match=r"You have made 5 offers in this round \(BAZ-9\.4\)"):
        t.propose(0, 2, "1")


def test_baz_9_5_an_accepted_offer_is_carried_out_at_once() -> None:
    t = lay("gifts", hands=[["tea1"], ["silk6"], []])
    t.propose(0, 1, "3 coins and tea1", "5 coins, silk6")
    play(t, "1: accept offer 1")
    assert t.coins == [12, 8, 10]
    assert t.hands == [[card("silk6")], [card("tea1")], []]
    assert t.offers == []
    assert told(t)[-4:] == [
        "seat 0 hands seat 1 3 coins and 1 cards",
        "seat 0 hands seat 1 tea of worth 1",
        "seat 1 hands seat 0 5 coins and 1 cards",
        "seat 1 hands seat 0 silk of worth 6",
    ]


def test_baz_9_5_only_while_both_can_pay() -> None:
    t = lay("gifts", coins=[5, 5, 5])
    t.propose(0, 1, "5")
    t.propose(2, 0, "1", "5")
    play(t, "0: accept offer 2")
    assert t.coins == [1, 5, 9]
    assert asides(t, 1) == ["decline offer 1"]
    assert refused(t, 1, "accept offer 1") == "One of you does not have what the offer promises (BAZ-9.5)"
    assert refused(t, 1, "decline offer 7") == "There is no such offer for you to answer (BAZ-9.6)"


def test_baz_9_6_only_the_two_answer_and_offers_end_with_the_stage() -> None:
    t = lay("gifts", hands=[["tea1"], [], []])
    t.propose(0, 1, "1")
    for seat, action in [(2, "accept"), (0, "accept"), (0, "decline"), (1, "withdraw"), (2, "withdraw")]:
        assert refused(t, seat, f"{action} offer 1") == "There is no such offer for you to answer (BAZ-9.6)"
    fact = {"number": 1, "maker": 0, "to": 1}
    assert t.view(2)["offers"] == t.view(-1)["offers"] == [{**fact, "give": None, "ask": None}]
    assert t.view(1)["offers"] == t.view(ALL_SEEING)["offers"] == [{**fact, "give": ["1 coin"], "ask": []}]
    play(t, "0: pass", "1: pass", "2: pass")
    assert t.offers == []


def test_no_answer_to_an_offer_after_the_end() -> None:
    t = lay("gifts")
    t.propose(0, 1, "1")
    t.end([1, 1, 1])
    assert t.offers
    assert asides(t, 0) == asides(t, 1) == []


def test_no_offer_after_the_end() -> None:
    t = lay("sales", round=3, hands=[["tea1"], [], []])
    play(t, "0: pass")
    with pytest.raises(IllegalAction, match="The match is over"):
        t.propose(0, 1, "1")
