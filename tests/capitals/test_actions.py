"""Chapters 9 and A: one test for each Action card, and the rules for all of them."""

import pytest

from capitals.table import (
    GAME,
    attackable,
    bid,
    cards,
    discards,
    eur,
    hand,
    lay,
    offered,
    on,
    play,
    refused,
    step,
    told,
)
from marchland.games.capitals.cards import ACTION

THREE = {"ALA": [0, 2], "NWT": [0, 1], "BRA": [1, 2], "ARG": [1, 3]}


def test_conscription() -> None:
    """CAP-A.1  3 units to the pool."""
    t = lay(THREE, step="muster", hands={"0": ["Conscription"]}, pool=[1, 0, 0])
    play(t, "play Conscription")
    assert t.pool[0] == 4 and discards(t) == ["Conscription"] and cards(t)[0] == 0


def test_war_bonds() -> None:
    """CAP-A.2  5 EUR."""
    t = lay(THREE, step="muster", hands={"0": ["War Bonds"]}, eur=[1, 0, 0])
    play(t, "play War Bonds")
    assert eur(t) == [6, 0, 0] and discards(t) == ["War Bonds"]


def test_W40_airlift() -> None:
    """CAP-A.3  Between any two own territories, whatever the weather; the fortification is still to come."""
    t = lay({"JAP": [0, 6], "ARG": [0, 1]}, step="fortify", event="Storms at Sea", hands={"0": ["Airlift"]})
    assert offered(t, "airlift ") == [f"airlift {n} from JAP to ARG" for n in range(1, 6)]
    for said in ("airlift 6 from JAP to ARG", "airlift 0 from JAP to ARG", "airlift 1 from JAP to CHI"):
        assert refused(t, said) == "CAP-A.3"
    play(t, "airlift 5 from JAP to ARG")
    assert on(t, "JAP") == [0, 1] and on(t, "ARG") == [0, 6]
    assert t.marches == 1 and discards(t) == ["Airlift"]
    assert refused(t, "airlift 1 from ARG to JAP") == "CAP-9.1"


def test_forced_march() -> None:
    """CAP-A.4  One more fortification."""
    t = lay(THREE, step="fortify", hands={"0": ["Forced March"]})
    play(t, "play Forced March")
    assert t.marches == 2 and discards(t) == ["Forced March"]


def test_spearhead() -> None:
    """CAP-A.5  For an attack that is legal now, +1 in every roll of that battle; never twice for one battle."""
    t = lay({"URA": [0, 9], "EEU": [1, 5], "ALA": [0, 1]}, faces=[5, 1, 1, 5, 5] * 2, hands={"0": ["Spearhead"] * 2})
    assert {name.split()[3] + "-" + name.split()[5] for name in offered(t, "play Spearhead")} == attackable(t)
    assert refused(t, "play Spearhead from ALA into KAM") == "CAP-9.1"
    play(t, "play Spearhead from URA into EEU")
    assert refused(t, "play Spearhead from URA into EEU") == "CAP-A.5"
    play(t, "attack EEU from URA")
    assert on(t, "URA") == [0, 8] and on(t, "EEU") == [1, 4]
    assert "play Spearhead from URA into EEU" not in offered(t)
    play(t, "attack EEU from URA")
    assert on(t, "URA") == [0, 7] and on(t, "EEU") == [1, 3]


def test_a_spearhead_is_lost_by_another_attack() -> None:
    """CAP-A.5"""
    mine = {"URA": [0, 9], "EEU": [1, 5], "CAS": [1, 5]}
    t = lay(mine, faces=[5, 1, 1, 5, 5] * 2, hands={"0": ["Spearhead"]})
    play(t, "play Spearhead from URA into EEU", "attack CAS from URA")
    assert on(t, "URA") == [0, 7] and t.spears == []
    play(t, "attack EEU from URA")
    assert on(t, "URA") == [0, 5] and on(t, "EEU") == [1, 5]


def test_spearheads_for_two_battles() -> None:
    """CAP-A.5  Whichever is attacked first keeps its own; one under way keeps it too."""
    mine = {"URA": [0, 9], "EEU": [1, 5], "CAS": [1, 5]}
    t = lay(mine, faces=[5, 1, 1, 5, 5] * 2, hands={"0": ["Spearhead"] * 2})
    play(t, "play Spearhead from URA into EEU", "attack EEU from URA", "play Spearhead from URA into CAS")
    assert len(t.spears) == 2
    play(t, "attack EEU from URA")
    assert on(t, "EEU") == [1, 3] and len(t.spears) == 1


def test_a_spearhead_ends_with_its_battle_or_step() -> None:
    """CAP-A.5, CAP-7.4"""
    t = lay({"URA": [0, 4], "EEU": [1, 1], "BRA": [1, 1]}, faces=[5, 1, 1, 5], hands={"0": ["Spearhead"] * 2})
    play(t, "play Spearhead from URA into EEU", "attack EEU from URA")
    assert on(t, "EEU") == [0, 3] and t.spears == [] and t.battle == -1
    play(t, "play Spearhead from EEU into NEU", "end attacks")
    assert t.spears == []


def test_W29_barrage_leaves_the_last_unit() -> None:
    """CAP-A.6  A needs no second unit; a territory with one unit cannot be named."""
    t = lay({"ICH": [0, 1], "CHI": [1, 2]}, faces=[5], hands={"0": ["Barrage"]})
    play(t, "play Barrage from ICH into CHI")
    assert on(t, "CHI") == [1, 1] and discards(t) == ["Barrage"]
    t = lay({"ICH": [0, 1], "CHI": [1, 1]}, hands={"0": ["Barrage"]})
    assert offered(t, "play ") == [] and refused(t, "play Barrage from ICH into CHI") == "CAP-9.1"


@pytest.mark.parametrize(("face", "lost"), [(1, 1), (3, 1), (4, 2), (6, 2)])
def test_barrage(face: int, lost: int) -> None:
    """CAP-A.6  1 to 3 costs a unit, 4 to 6 two; it is no attack and opens no window."""
    t = lay({"ICH": [0, 1], "CHI": [1, 5]}, faces=[face], hands={"0": ["Barrage"], "1": ["Ambush"]})
    play(t, "play Barrage from ICH into CHI")
    assert on(t, "CHI") == [1, 5 - lost] and t.deciders() == [0] and step(t) == "attack"


def test_entrenchment() -> None:
    """CAP-A.7  5 counts 6 against 6."""
    t = lay({"URA": [0, 2], "EEU": [1, 1]}, faces=[6, 5], hands={"1": ["Entrenchment"]})
    play(t, "attack EEU from URA", "1: answer with Entrenchment")
    assert on(t, "URA") == [0, 1] and on(t, "EEU") == [1, 1]


def test_ambush() -> None:
    """CAP-A.8  The attacker loses a unit before the dice."""
    t = lay({"URA": [0, 6], "EEU": [1, 3]}, faces=[6, 6, 6, 1, 1], hands={"1": ["Ambush"]})
    play(t, "attack EEU from URA", "1: answer with Ambush")
    assert on(t, "URA") == [0, 5] and on(t, "EEU") == [1, 1] and discards(t) == ["Ambush"]


def test_ceasefire() -> None:
    """CAP-A.9  The battle is over, for this turn."""
    t = lay({"URA": [0, 6], "EEU": [1, 3]}, hands={"1": ["Ceasefire"]})
    play(t, "attack EEU from URA", "1: answer with Ceasefire")
    assert on(t, "URA") == [0, 6] and "URA-EEU" not in attackable(t) and t.battle == -1


def test_W57_tax_raid_and_conscription() -> None:
    """CAP-A.1, CAP-A.10, CAP-9.1"""
    t = lay(THREE, step="muster", hands={"0": ["Conscription", "Tax Raid"]}, pool=[3, 0, 0], eur=[4, 2, 9])
    play(t, "play Conscription")
    assert t.pool[0] == 6
    assert offered(t, "play ") == ["play Tax Raid on 1", "play Tax Raid on 2"]
    play(t, "play Tax Raid on 1")
    assert eur(t) == [6, 0, 9] and discards(t) == ["Conscription", "Tax Raid"]


def test_tax_raid() -> None:
    """CAP-A.10  3 EUR; not from oneself; also from whoever has nothing."""
    t = lay(THREE, step="muster", hands={"0": ["Tax Raid", "Tax Raid"]}, eur=[0, 0, 9])
    assert refused(t, "play Tax Raid on 0") == "CAP-9.1"
    play(t, "play Tax Raid on 2", "play Tax Raid on 1")
    assert eur(t) == [3, 0, 6]


def test_W58_espionage() -> None:
    """CAP-A.11, CAP-9.1, CAP-9.3  The stolen Lobbyist can be added to the next bid."""
    t = lay(
        THREE,
        step="muster",
        hands={"0": ["Espionage", "Arms Auction"], "1": ["Ambush", "Lobbyist"]},
        eur=[1, 1, 1],
    )
    assert offered(t, "play Espionage") == ["play Espionage on 1"]
    assert refused(t, "play Espionage on 2") == "CAP-9.1"
    play(t, "play Espionage on 1")
    assert step(t) == "spy" and offered(t) == ["take Ambush", "take Lobbyist"]
    assert refused(t, "take Barrage") == "CAP-A.11"
    play(t, "take Lobbyist")
    assert hand(t, 0) == ["Arms Auction", "Lobbyist"] and hand(t, 1) == ["Ambush"]
    play(t, "play Arms Auction")
    assert "bid 1 with a Lobbyist" in offered(t, seat=0)
    none = lay(THREE, step="muster", hands={"0": ["Espionage"]})
    assert not offered(none, "play ")


def test_espionage_on_a_single_card() -> None:
    """CAP-A.11  Nothing to choose; two cards of one kind are asked about all the same."""
    t = lay(THREE, step="muster", hands={"0": ["Espionage"], "1": ["Ambush"]})
    play(t, "play Espionage on 1")
    assert step(t) == "muster" and hand(t, 0) == ["Ambush"] and discards(t) == ["Espionage"]
    t = lay(THREE, step="muster", hands={"0": ["Espionage"], "1": ["Ambush", "Ambush"]})
    play(t, "play Espionage on 1")
    assert step(t) == "spy" and offered(t) == ["take Ambush"]


def test_embargo() -> None:
    """CAP-A.12, CAP-5.4  Somebody without a marker; the next income brings no EUR."""
    t = lay(THREE, step="muster", hands={"0": ["Embargo", "Embargo"]}, embargoed=[2], order=[0, 1, 2])
    assert offered(t, "play ") == ["play Embargo on 1"]
    play(t, "play Embargo on 1")
    assert t.embargoed == 0b110 and not offered(t, "play ")
    play(t, "end muster", "end attacks", "end turn")
    assert t.active == 1 and eur(t)[1] == 0 and t.embargoed == 0b100


def test_arms_auction() -> None:
    """CAP-A.13, CAP-4.1  Another wins: 5 units to place at once, and 1 for whoever played it."""
    t = lay(THREE, step="muster", hands={"0": ["Arms Auction"]}, eur=[3, 3, 3])
    play(t, "play Arms Auction")
    bid(t, 1, 3, 2)
    assert step(t) == "receive" and t.deciders() == [1] and t.pool[0] == 1
    play(t, "put 2 in BRA", "put 3 in ARG")
    assert on(t, "ARG") == [1, 6] and step(t) == "muster" and eur(t) == [2, 0, 1]
    t = lay(THREE, step="muster", hands={"0": ["Arms Auction"]}, eur=[3, 3, 3])
    play(t, "play Arms Auction")
    bid(t, 3, 2, 1)
    assert t.pool[0] == 5 and step(t) == "muster" and discards(t) == ["Arms Auction"]


def test_W35_defection_won_by_a_third_player() -> None:
    """CAP-A.14, CAP-2.3, CAP-7.8"""
    t = lay({"PER": [1, 1], "BRA": [0, 3], "ARG": [1, 2]}, step="muster", hands={"0": ["Defection"]}, eur=[5, 5, 5])
    play(t, "play Defection in PER")
    bid(t, 2, 1, 3)
    assert on(t, "PER") == [2, 1] and eur(t) == [3, 4, 2] and not t.conquest
    assert step(t) == "muster" and discards(t) == ["Defection"]


def test_defection_names_a_single_unit_next_door() -> None:
    """CAP-A.14  Not one's own, no capital, exactly one unit, adjacent; neutral units defect as well."""
    mine = {"BRA": [0, 3], "PER": [1, 1], "VEN": [1, 2], "ARG": [1, 1], "NAF": ["neutral", 1]}
    t = lay(mine, step="muster", hands={"0": ["Defection"]}, capitals={"1": "ARG"}, eur=[2, 1, 0])
    assert offered(t, "play ") == ["play Defection in PER", "play Defection in NAF"]
    for code in ("VEN", "ARG", "BRA", "CHI"):
        assert refused(t, f"play Defection in {code}") == "CAP-9.1"
    play(t, "play Defection in NAF")
    bid(t, 2, 1, 0)
    assert on(t, "NAF") == [0, 1] and t.held[6] == 0


def test_defection_won_by_its_controller() -> None:
    """CAP-A.14  Nothing changes but the purses."""
    t = lay({"PER": [1, 1], "BRA": [0, 3]}, step="muster", hands={"0": ["Defection"]}, eur=[5, 5, 5])
    play(t, "play Defection in PER")
    bid(t, 2, 4, 3)
    assert on(t, "PER") == [1, 1] and eur(t) == [3, 1, 2] and t.held[1] == 1


def test_W36_defection_eliminates() -> None:
    """CAP-A.14, CAP-10.4, CAP-S.15  P0 receives what is left after the bid; P1's position is skipped."""
    t = lay(
        {"EAF": [0, 3], "MAD": [1, 1], "BRA": [2, 2]},
        rest=(3, 1),
        seats=4,
        step="muster",
        hands={"0": ["Defection"], "1": ["Ambush", "Airlift"]},
        eur=[4, 5, 0, 0],
        order=[0, 1, 2, 3],
    )
    play(t, "play Defection in MAD")
    bid(t, 4, 3, 0, 0)
    assert on(t, "MAD") == [0, 1] and t.fallen == [1]
    assert eur(t) == [2, 0, 0, 0] and hand(t, 0) == ["Airlift", "Ambush"]
    play(t, "end muster", "end attacks", "end turn")
    assert t.active == 2


def test_W37_peace_conference_with_three_players() -> None:
    """CAP-A.15, CAP-4.1, CAP-4.3"""
    t = lay(THREE, step="muster", hands={"0": ["Peace Conference"]}, eur=[1, 0, 6])
    play(t, "play Peace Conference")
    assert eur(t)[0] == 3
    bid(t, 3, 0, 1)
    assert t.ranks == [0, 2, 1] and offered(t) == ["take position 1", "take position 2", "take position 3"]
    play(t, "0: take position 1")
    assert t.pool[0] == 4
    play(t, "2: take position 2")
    assert eur(t) == [0, 0, 10] and cards(t) == [0, 1, 0] and step(t) == "muster"


def test_lobbyist() -> None:
    """CAP-A.16  3 more in a bid of any form, unpaid, and discarded whether it wins or not."""
    t = lay(THREE, step="event", event_deck=["Arms Fair"], hands={"1": ["Lobbyist"]}, eur=[5, 5, 5])
    bid(t, 4, "2L", 0)
    assert t.ranks == [1] and eur(t) == [1, 3, 5] and discards(t) == ["Lobbyist"]
    t = lay(THREE, step="event", event_deck=["Arms Fair"], hands={"1": ["Lobbyist"]}, eur=[6, 5, 5])
    bid(t, 6, "2L", 0)
    assert t.ranks == [0] and discards(t) == ["Lobbyist"]


# -- 9: all cards ------------------------------------------------------------------------------------------------------


def test_cards_are_played_at_their_time_only() -> None:
    """CAP-9.1"""
    every = [card.name for card in ACTION.cards]
    mine = {"URA": [0, 9], "EEU": [1, 5], "PER": [1, 1], "BRA": [0, 2], "NAF": [0, 2]}
    common = {"hands": {"0": every, "1": ["Ambush"]}, "eur": [9, 9, 9]}
    played = {
        "muster": "Conscription, War Bonds, Tax Raid, Espionage, Embargo, Arms Auction, Defection, Peace Conference",
        "attack": "Spearhead, Barrage",
        "fortify": "Forced March",
    }
    for at, names in played.items():
        t = lay(mine, step=at, **common)
        found = {name for name in every for option in offered(t, "play ") if option.startswith(f"play {name}")}
        assert found == set(names.split(", "))
        assert bool(offered(t, "airlift ")) == (at == "fortify")
    t = lay(mine, step="muster", **common)
    assert refused(t, "play Forced March") == "CAP-9.1"
    assert refused(t, "play Conscription on 1") == "CAP-9.1"
    assert refused(lay(mine, step="fortify", **common), "play Conscription") == "CAP-9.1"
    assert refused(lay(mine, **common), "play Ambush from URA into EEU") == "CAP-9.1"


def test_a_card_must_be_held() -> None:
    """CAP-9.1"""
    t = lay(THREE, step="muster")
    for said in ("play Conscription", "play Tax Raid on 1", "play Defection in BRA"):
        assert refused(t, said) == "CAP-9.1"


def test_any_number_of_cards() -> None:
    """CAP-9.2"""
    t = lay(THREE, step="muster", hands={"0": ["Conscription"] * 4 + ["War Bonds"] * 3})
    play(t, *["play Conscription"] * 4, *["play War Bonds"] * 3)
    assert t.pool[0] == 12 and eur(t)[0] == 15 and len(t.hands.discard) == 7


def test_no_card_answers_a_card() -> None:
    """CAP-9.3  While a card is carried out only bids, with their Lobbyists, are asked for."""
    t = lay(
        THREE, step="muster", hands={"0": ["Arms Auction", "War Bonds"], "1": ["Lobbyist", "Ambush"]}, eur=[1, 1, 1]
    )
    play(t, "play Arms Auction")
    for seat in range(3):
        assert all(GAME.name_of(a).startswith("bid ") for a in t.options(seat))
    assert t.playing == ACTION.number["Arms Auction"] and discards(t) == []


def test_W67_peace_conferences_without_end() -> None:
    """CAP-9.2, CAP-9.4, CAP-11.4  The card being carried out is not in the pile; a third play is not offered."""
    t = lay(THREE, step="muster", hands={"0": ["Peace Conference"] * 2}, removed="rest", eur=[0, 1, 1])
    play(t, "play Peace Conference")
    bid(t, 2, 1, 0)
    play(t, "0: take position 3", "1: take position 2", "2: put 4 in CHI")
    assert cards(t)[0] == 1 and told(t, "CAP-9.4")[-1] == "There is no card left for seat 0 to draw"
    play(t, "play Peace Conference")
    bid(t, 2, 1, 0)
    play(t, "0: take position 3", "1: take position 2", "2: put 4 in CHI")
    assert hand(t, 0) == ["Peace Conference"] and discards(t) == ["Peace Conference"]
    assert not offered(t, "play ") and refused(t, "play Peace Conference") == "CAP-9.2"


def test_an_empty_deck_is_made_anew_from_the_discards() -> None:
    """CAP-9.4"""
    t = lay(THREE, step="muster", discards=["Ambush", "Airlift", "Barrage"], removed="rest", eur=[3, 0, 0])
    play(t, "buy a card")
    assert len(t.hands.pile) == 2 and t.hands.discard == [] and cards(t)[0] == 1
    assert "The Action discard pile is shuffled into a new deck" in told(t, "CAP-9.4")
