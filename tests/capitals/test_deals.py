"""Chapter 12: deals."""

from collections.abc import Sequence

import pytest

from capitals.table import GAME, CapitalsTable, answers, bid, cards, eur, hand, lay, play, step, told
from engine.playing import heard, seen
from marchland.engine.errors import IllegalAction
from marchland.games.capitals.cards import ACTION

MINE = {"ALA": [0, 2], "NWT": [0, 1], "BRA": [1, 2], "ARG": [1, 3]}
ON = {"options": {"deals": "on"}, "step": "muster"}


def words(assets: Sequence[int | str]) -> str:
    """Amounts of EUR, and cards by their names."""
    return " and ".join(str(asset) for asset in assets)


def offer(t: CapitalsTable, maker: int, to: int, give: Sequence[int | str] = (), ask: Sequence[int] = ()) -> int:
    t.propose(maker, to, words(give), words(ask))
    return t.offers[-1][0]


def no_offer(
    t: CapitalsTable, maker: int, to: int, give: Sequence[int | str] = (), ask: Sequence[int | str] = ()
) -> str:
    """The clause by which an offer cannot be made; nothing on the table may have changed."""
    before = t.fingerprint()
    with pytest.raises(IllegalAction) as refusal:
        t.propose(maker, to, words(give), words(ask))
    assert t.fingerprint() == before
    return refusal.value.clause


def test_W60_a_deal() -> None:
    """CAP-12.1, CAP-12.2"""
    t = lay(MINE, eur=[5, 6, 0], hands={"0": ["Entrenchment", "Ambush"]}, **ON)
    offer(t, 0, 1, [3, "Entrenchment"], [7])
    assert answers(t, 1) == ["decline offer 1"] and answers(t, 0) == ["withdraw offer 1"] and answers(t, 2) == []
    assert t.deciders() == [0]
    play(t, "1: decline offer 1")
    t.events = []
    offer(t, 0, 1, ["Entrenchment"], [6])
    assert answers(t, 1) == ["accept offer 2", "decline offer 2"]
    play(t, "1: accept offer 2")
    assert eur(t) == [11, 0, 0] and hand(t, 0) == ["Ambush"] and hand(t, 1) == ["Entrenchment"]
    assert told(t, "CAP-12.2", 2) == ["seat 0 gives seat 1 a card", "seat 1 gives seat 0 6 EUR"]
    assert "seat 0 gives seat 1 Entrenchment" in told(t, "CAP-12.2", 1)
    offer(t, 0, 1, [1])
    play(t, "0: withdraw offer 3")
    assert no_offer(t, 0, 1, [1]) == "CAP-12.2"
    off = lay(MINE, step="muster", eur=[5, 6, 0])
    assert no_offer(off, 0, 1, [1]) == "CAP-12.1"


def test_an_offer_holds_nobody_up() -> None:
    """CAP-12.2  The maker goes on; the offer lapses with the step."""
    t = lay(MINE, eur=[5, 6, 0], pool=[2, 0, 0], **ON)
    offer(t, 0, 1, [2], [3])
    play(t, "place 2 in ALA")
    assert answers(t, 1) == ["accept offer 1", "decline offer 1"]
    play(t, "end muster")
    assert t.offers == [] and answers(t, 1) == []
    assert no_offer(t, 0, 1, [1]) == "CAP-12.2"
    play(t, "end attacks")
    offer(t, 0, 1, [1])
    play(t, "end turn")
    assert t.offers == []


def test_an_accepted_offer_changes_the_options_at_once() -> None:
    """CAP-12.2"""
    t = lay(MINE, eur=[0, 6, 0], **ON)
    assert not [name for name in (GAME.name_of(a) for a in t.options(0)) if name.startswith("buy")]
    offer(t, 0, 1, [], [6])
    play(t, "1: accept offer 1", "buy 3")
    assert t.pool[0] == 3


def test_only_the_active_player_makes_offers() -> None:
    """CAP-12.2  In Muster and Fortify, to another who is in the game, one at a time."""
    t = lay(MINE, eur=[5, 6, 7], **ON)
    assert no_offer(t, 1, 0, [1]) == no_offer(t, 1, 2, [1]) == "CAP-12.2"
    offer(t, 0, 1, [1])
    assert no_offer(t, 0, 2, [1]) == "CAP-12.2"
    gone = lay({"ALA": [0, 2]}, order=[0, 2], eur=[5, 0, 0], **ON)
    assert no_offer(gone, 0, 1, [1]) == "CAP-12.2"
    assert no_offer(lay(MINE, eur=[5, 5, 5], options={"deals": "on"}), 0, 1, [1]) == "CAP-12.2"


@pytest.mark.parametrize(
    ("give", "ask"),
    [
        ([], []),
        ([0], [0]),
        ([21], []),
        ([6], []),
        ([], [21]),
        (["Lobbyist"], [1]),
        (["Ambush", "Ambush"], []),
        ([1, 1], []),
        ([], ["Ambush"]),
        ([], [1, 1]),
        ([-1], []),
        ([300], []),
    ],
)
def test_what_an_offer_may_contain(give: list[int | str], ask: list[int | str]) -> None:
    """CAP-12.2  Up to 20 EUR and one card for up to 20 EUR; not nothing, and not what one does not have."""
    t = lay(MINE, eur=[5, 30, 0], hands={"0": ["Ambush", "Ambush"]}, **ON)
    assert no_offer(t, 0, 1, give, ask) == "CAP-12.2"
    rich = lay(MINE, eur=[30, 0, 0], **ON)
    offer(rich, 0, 1, [20], [20])
    assert answers(rich, 1) == ["decline offer 1"]


def test_an_offer_is_payable_as_long_as_both_can_pay() -> None:
    """CAP-12.2  The maker spends the EUR, or plays the card, before the answer."""
    t = lay(MINE, eur=[5, 6, 0], hands={"0": ["Conscription"]}, **ON)
    offer(t, 0, 1, [5])
    play(t, "buy 1")
    assert answers(t, 1) == ["decline offer 1"]
    t = lay(MINE, eur=[5, 6, 0], hands={"0": ["Conscription"]}, **ON)
    offer(t, 0, 1, ["Conscription"])
    play(t, "play Conscription")
    assert answers(t, 1) == ["decline offer 1"]


def test_the_content_is_for_two() -> None:
    """CAP-12.2  Others see that there is an offer, and nothing of what it says."""
    t = lay(MINE, eur=[5, 6, 0], hands={"0": ["Ambush", "Barrage"]}, **ON)
    one, two = t.copy(), t.copy()
    for table in (one, two):
        table.events = []
    offer(one, 0, 1, [2, "Ambush"], [3])
    offer(two, 0, 1, ["Barrage"], [1])
    for seat in (-1, 2):
        assert seen(one, seat) == seen(two, seat) and heard(one.events or [], seat) == heard(two.events or [], seat)
    assert seen(one, 1) != seen(two, 1)
    third = t.copy()
    third.events = []
    offer(third, 0, 1, [2, "Barrage"], [3])
    play(one, "1: accept offer 1")
    play(third, "1: accept offer 1")
    for seat in (-1, 2):
        assert seen(one, seat) == seen(third, seat)
        assert heard(one.events or [], seat) == heard(third.events or [], seat)


@pytest.mark.parametrize("name", [ACTION.cards[0].name, "Entrenchment", ACTION.cards[-1].name])
def test_a_card_in_an_offer_is_shown_to_the_other_alone(name: str) -> None:
    """CAP-12.2  Whichever card it is, from the first of the deck to the last; accepted, it changes hands."""
    t = lay(MINE, eur=[5, 6, 0], hands={"0": [name]}, **ON)
    offer(t, 0, 1, [name])
    assert [t.hands.surely(viewer, 0) for viewer in (1, 2)] == [[ACTION.number[name]], []]
    play(t, "1: accept offer 1")
    assert (hand(t, 0), hand(t, 1)) == ([], [name]) and eur(t) == [5, 6, 0]
    assert told(t, "CAP-12.2", 1)[-2:] == ["seat 0 gives seat 1 a card", f"seat 0 gives seat 1 {name}"]


def test_offers_wait_during_a_bid() -> None:
    """CAP-12.2, CAP-2.11  Between the maker's own decisions nothing can be accepted."""
    t = lay(MINE, eur=[5, 6, 0], hands={"0": ["Arms Auction"]}, **ON)
    offer(t, 0, 1, [4])
    play(t, "play Arms Auction")
    assert answers(t, 1) == []
    bid(t, 2, 0, 0)
    assert step(t) == "muster" and answers(t, 1) == ["decline offer 1"]


def test_an_offer_to_an_eliminated_player_is_gone() -> None:
    """CAP-12.2, CAP-4.4"""
    t = lay({"EAF": [0, 3], "MAD": [1, 1]}, eur=[5, 2, 0], hands={"0": ["Defection"]}, order=[0, 1, 2], **ON)
    offer(t, 0, 1, [], [1])
    play(t, "play Defection in MAD")
    bid(t, 3, 1, 0)
    assert t.fallen == [1] and t.offers == [] and answers(t, 0) == [] and cards(t) == [0, 0, 0]


def test_the_client_is_told_what_can_be_offered() -> None:
    """CAP-12.2"""
    t = lay(MINE, eur=[5, 30, 0], hands={"0": ["Ambush", "Ambush", "Barrage"], "1": ["Lobbyist"]}, **ON)
    purse, held = t.assets(0, 0)
    assert purse["most"] == 5 and held["cards"] == [ACTION.number["Barrage"], ACTION.number["Ambush"]]
    assert [sort["most"] for sort in t.assets(1, 0)] == [20]
    assert [purse["name"], held["name"], held["deck"]] == ["EUR", "card", "card"]
