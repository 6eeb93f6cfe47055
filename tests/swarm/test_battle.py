"""Chapter 7: battles."""

import pytest

from marchland.games.swarm.cards import CODES, COVERT, LEADER, NO_TACTIC, counters
from swarm.table import (
    SwarmTable,
    all_pass,
    discards,
    fight,
    hand,
    idle,
    lay,
    names,
    offered,
    on,
    play,
    refused,
    reserve,
    step,
    temple,
    told,
    water,
)


def scores(t: SwarmTable) -> str:
    return told(t, "SWM-7.12")[-1]


def test_contested_tiles_must_be_fought_over() -> None:
    """SWM-7.1  Battles go on until no tile is contested; on the sanctuary there are none."""
    t = lay(step="battles", troops={"B3": [[0, 1], [1, 1]], "E3": [[0, 1], [2, 1]], "C3": [[0, 1], [1, 1]]})
    assert offered(t) == ["fight 1 on B3", "fight 2 on E3"]
    play(t, "fight 2 on E3")
    # Without leaders 1 meets 1 twice, and nobody is left.
    assert on(t, "B3") == on(t, "E3") == {} and on(t, "C3") == {0: 1, 1: 1}
    assert step(t) == "sale"


def test_who_chooses_the_battle() -> None:
    """SWM-7.2  The first in turn order on a contested tile chooses tile and opponent, again after each battle."""
    t = lay(
        step="battles",
        start=3,
        troops={"B3": [[1, 3], [2, 1]], "E3": [[0, 1], [1, 3]], "D3": [[1, 3], [2, 1]]},
        leaders=hand(p1=[0, 1]),
    )
    # Seat 3 fights nowhere, seat 0 has one battle and no choice.
    assert told(t, "SWM-7.2") == ["seat 0 and seat 1 fight on E3"]
    fight(t, "1: 1, Asha Cinder")
    play(t, "no troop to the temple")
    assert t.deciders() == [1] and offered(t) == ["fight 2 on B3", "fight 2 on D3"]


def test_W33_three_on_a_tile() -> None:
    """SWM-7.2, SWM-7.3, SWM-7.20  Two fight while the third waits; then the winner has to face him."""
    position = {
        "seats": 3,
        "start": 1,
        "step": "battles",
        "troops": {"D3": [[0, 5], [1, 3], [2, 2]]},
        "leaders": hand(p0=[3], p1=[19], p2=[11]),
    }
    t = lay(**position)
    assert offered(t) == ["fight 0 on D3", "fight 2 on D3"]
    play(t, "fight 2 on D3")
    fight(t, "1: 1, Corin Kite", "2: 2, Nub the Digger")
    assert scores(t) == "seat 1 scores 4, seat 2 3" and on(t, "D3") == {0: 5, 1: 2}
    play(t, "no troop to the temple")
    assert step(t) == "plan" and t.deciders() == [0, 1]
    fight(t, "1: 2, Corin Kite", "0: 3, Kesh of the Forge")
    assert scores(t) == "seat 1 scores 5, seat 0 6" and on(t, "D3") == {0: 2}
    t = lay(**position, options={"leader_reuse": "once_per_round"})
    play(t, "fight 2 on D3")
    fight(t, "1: 1, Corin Kite", "2: 2, Nub the Digger")
    play(t, "no troop to the temple")
    fight(t, "1: 2, -", "0: 3, Kesh of the Forge")
    assert scores(t) == "seat 1 scores 2, seat 0 6"


def test_a_used_leader_is_refused() -> None:
    """SWM-7.20  With `once_per_round` the second battle needs another leader; with `free` it does not."""
    position = {
        "step": "battles",
        "troops": {"D3": [[0, 5], [1, 1]]},
        "leaders": hand(p0=[3, 4, 5]),
        "used": names(3),
    }
    t = lay(**position, options={"leader_reuse": "once_per_round"})
    play(t, "0: commit 1")
    assert offered(t, seat=0) == ["lead with Old Tamar", "lead with Pell Torchbearer"]
    assert refused(t, "0: lead with Kesh of the Forge") == "SWM-7.5"
    t = lay(**position)
    play(t, "0: commit 1")
    assert len(offered(t, seat=0)) == 3


def test_who_has_fought_is_no_secret_unless_leaders_are_traded() -> None:
    """SWM-1.12, SWM-7.20  Where a leader may have come by a trade, being asked must not tell who is left."""
    position = {
        "step": "battles",
        "troops": {"D3": [[0, 1], [1, 1]]},
        "leaders": hand(p0=[3, 4], p1=[9]),
        "used": names(3),
    }
    assert step(lay(**position, options={"leader_reuse": "once_per_round"})) != "plan"
    t = lay(**position, options={"leader_reuse": "once_per_round", "trade_cards": "yes"})
    assert t.deciders() == [0] and offered(t) == ["lead with Old Tamar"]


def test_W28_the_range_of_the_commitment() -> None:
    """SWM-7.4, SWM-1.10  From 1 to 6 and to the troops on the tile; a single one is not asked."""
    t = lay(step="battles", troops={"D3": [[0, 9], [1, 4]]})
    assert offered(t, seat=0) == [f"commit {n}" for n in range(1, 7)]
    assert offered(t, seat=1) == [f"commit {n}" for n in range(1, 5)]
    t = lay(step="battles", troops={"D3": [[0, 9], [1, 1]]})
    assert t.deciders() == [0]


def test_plans_are_secret_and_each_at_his_own_pace() -> None:
    """SWM-7.4, SWM-7.7  Three choices in a row; nobody sees them before both are complete, then all do."""
    t = lay(
        step="battles",
        troops={"D3": [[0, 4], [1, 4]]},
        leaders=hand(p0=[0, 1], p1=[6, 7]),
        coverts={"0": ["Ambush"], "1": ["Drum Lure"]},
    )
    before = [t.view(seat) for seat in (-1, 1, 2)]
    play(t, "0: commit 3", "0: lead with Asha Cinder", "0: play Ambush")
    after = [t.view(seat) for seat in (-1, 1, 2)]
    for old, new in zip(before, after, strict=True):
        # Only that seat 0 has finished is seen.
        assert old.pop("deciders") == [0, 1] and new.pop("deciders") == [1]
        assert old == new
    assert told(t, "SWM-7.7") == []
    play(t, "1: commit 1", "1: lead with Mother Ode")
    assert offered(t, seat=1) == ["play no tactics"]
    play(t, "1: play no tactics")
    assert told(t, "SWM-7.7") == [
        "seat 0 commits 3, led by Asha Cinder, with Ambush",
        "seat 1 commits 1, led by Mother Ode, with no tactics card",
    ]


def test_W29_without_a_leader() -> None:
    """SWM-7.5, SWM-7.17, SWM-7.18  No skill, nobody to counter or betray, and no temple for the winner."""
    t = lay(step="battles", troops={"D3": [[0, 4], [1, 1]]}, leaders=hand(p1=[21]), traitors=hand(p2=[5]))
    fight(t, "0: 4, -")
    assert t.deciders() == [2]
    all_pass(t)
    assert scores(t) == "seat 0 scores 4, seat 1 3" and on(t, "D3") == {} and step(t) == "sale"


def test_who_has_a_leader_must_lead() -> None:
    """SWM-7.5  Fighting without one is only for those who have none."""
    t = lay(step="battles", troops={"D3": [[0, 4], [1, 1]]}, leaders=hand(p0=[0, 1]))
    play(t, "0: commit 2")
    assert offered(t, seat=0) == ["lead with Asha Cinder", "lead with Brannoc Flint"]
    assert refused(t, "0: lead without a leader") == "SWM-7.5"


def test_tactics_without_a_leader() -> None:
    """SWM-7.6  At most one tactics card, also without a leader; operations are none."""
    t = lay(step="battles", troops={"D3": [[0, 2], [1, 3]]}, coverts={"0": ["Ambush", "Ambush", "Drum Lure"]})
    play(t, "0: commit 2")
    assert offered(t, seat=0) == ["play Ambush", "play no tactics"]
    assert refused(t, "0: play Drum Lure") == "SWM-7.6"
    play(t, "0: play Ambush", "1: commit 3")
    assert scores(t) == "seat 0 scores 4, seat 1 3" and discards(t) == ["Ambush"]


def test_W32_body_double_and_unmask() -> None:
    """SWM-7.8, SWM-7.9, SWM-7.19  The double protects, unless unmasked; both cards are discarded either way."""
    position = {
        "step": "battles",
        "troops": {"D3": [[0, 2], [1, 3]]},
        "leaders": hand(p0=[13], p1=[20]),
        "traitors": hand(p2=[13]),
    }
    t = lay(**position, coverts={"0": ["Body Double"]})
    fight(t, "0: 1, Captain Oru, Body Double", "1: 1, Whisper")
    assert t.deciders() == [2] and offered(t) == ["pass"] and discards(t) == ["Body Double"]
    assert t.view(2)["table"]["shown"] == [20]
    t = lay(**position, coverts={"0": ["Body Double"], "1": ["Unmask"]})
    fight(t, "0: 1, Captain Oru, Body Double", "1: 1, Whisper, Unmask")
    assert offered(t) == ["pass", "betray Captain Oru"] and discards(t) == ["Body Double", "Unmask"]


def test_a_battle_is_seen_first_without_and_then_with_its_plans() -> None:
    """SWM-7.7  Where, and between whom; commitments, leaders and tactics cards once they are turned up."""
    assert lay(troops={"B3": [[0, 3]]}).view(2)["table"]["battle"] == []
    t = lay(
        step="battles",
        troops={"D3": [[0, 2], [1, 3]]},
        leaders=hand(p0=[13], p1=[20]),
        traitors=hand(p2=[13]),
        coverts={"0": ["Ambush"]},
    )
    tile = CODES.index("D3")
    play(t, "0: commit 2")
    assert t.view(2)["table"]["battle"] == [tile, 0, 1]
    fight(t, "0: 2, Captain Oru, Ambush", "1: 1, Whisper")
    assert step(t) == "treason"
    assert t.view(2)["table"]["battle"] == [tile, 0, 1, 2, 13, COVERT.number["Ambush"], 1, 20, NO_TACTIC]


@pytest.mark.parametrize(
    ("one", "two", "said"),
    [
        ("Unmask", "Ambush", "seat 0 scores 2, seat 1 1"),
        ("Ambush", "Unmask", "seat 0 scores 2, seat 1 1"),
        ("Ambush", "Ambush", "seat 0 scores 4, seat 1 3"),
    ],
)
def test_either_side_unmasks_the_other(one: str, two: str, said: str) -> None:
    """SWM-7.8  An unmasked Ambush adds nothing, whoever unmasks it; two of them stand side by side."""
    t = lay(step="battles", troops={"D3": [[0, 2], [1, 3]]}, coverts={"0": [one], "1": [two]})
    fight(t, f"0: 2, -, {one}", f"1: 1, -, {two}")
    assert scores(t) == said and discards(t) == sorted([one, two])


def test_two_unmask_cards() -> None:
    """SWM-7.8  They cancel each other, and both are discarded."""
    t = lay(step="battles", troops={"D3": [[0, 2], [1, 3]]}, coverts={"0": ["Unmask"], "1": ["Unmask"]})
    fight(t, "0: 1, -, Unmask", "1: 2, -, Unmask")
    assert scores(t) == "seat 0 scores 1, seat 1 2" and discards(t) == ["Unmask", "Unmask"]


@pytest.mark.parametrize("one", range(24))
def test_elements(one: int) -> None:
    """SWM-7.10, SWM-7.11  Fire beats earth beats water beats fire; wind and one's own element beat nothing."""
    beats = {"fire": "earth", "earth": "water", "water": "fire"}
    mine = LEADER.cards[one].data["element"]
    for other in range(24):
        assert counters(one, other) == (beats.get(mine) == LEADER.cards[other].data["element"])


def test_W23_the_countered_leader() -> None:
    """SWM-7.10, SWM-7.12, SWM-7.14, SWM-7.16 to SWM-7.18  Water beats fire, and Asha's skill is worth nothing."""
    t = lay(step="battles", troops={"B3": [[0, 6], [1, 4]]}, leaders=hand(p0=[0], p1=[12]))
    fight(t, "0: 4, Asha Cinder", "1: 3, Maris Tidewell")
    assert scores(t) == "seat 0 scores 4, seat 1 8"
    assert on(t, "B3") == {1: 1} and reserve(t)[:2] == [15, 14]
    assert t.deciders() == [1]
    play(t, "a troop to the temple")
    assert temple(t, 1) == [0, 0, 1, 0] and t.reserve[1] == 13


def test_W24_wind() -> None:
    """SWM-7.11  Wind against earth: nobody is countered."""
    t = lay(step="battles", troops={"D3": [[0, 5], [1, 6]]}, leaders=hand(p0=[18], p1=[6]))
    fight(t, "0: 3, Zephra Gale", "1: 3, Garron Stonebrow")
    assert scores(t) == "seat 0 scores 7, seat 1 8" and on(t, "D3") == {1: 3}


@pytest.mark.parametrize("defender", ["first_there", "held_at_phase_start"])
def test_W25_both_just_arrived(defender: str) -> None:
    """SWM-7.13, SWM-7.15  Whoever came first defends; or nobody, if none held the bastion when moves began."""
    t = lay(
        troops={"B1": [[0, 2]], "D1": [[1, 3]]},
        water=[1, 1, 0, 0],
        leaders=hand(p0=[2], p1=[1]),
        options={"bastion_defender": defender},
    )
    play(t, "move 2 from B1 to C1", "move 3 from D1 to C1")
    fight(t, "0: 2, Sura Emberhand", "1: 2, Brannoc Flint")
    if defender == "first_there":
        assert scores(t) == "seat 0 scores 6, seat 1 6" and on(t, "C1") == {}
        assert told(t, "SWM-7.15") == ["The battle is tied: both lose all"]
    else:
        assert scores(t) == "seat 0 scores 5, seat 1 6" and on(t, "C1") == {1: 1}


@pytest.mark.parametrize("defender", ["first_there", "held_at_phase_start"])
def test_the_holder_defends(defender: str) -> None:
    """SWM-7.13  Whoever stood there when the phase began defends under both readings."""
    t = lay(
        step="drop",
        troops={"B1": [[0, 2]], "C1": [[1, 2]]},
        water=[1, 0, 0, 0],
        options={"bastion_defender": defender},
    )
    play(t, "move 2 from B1 to C1")
    fight(t, "0: 1, -", "1: 1, -")
    assert scores(t) == "seat 0 scores 1, seat 1 2"


def test_presence_begins_anew() -> None:
    """SWM-7.13  Whoever leaves a tile and comes back has come last."""
    t = lay(
        swarm="A4",
        troops={"C1": [[0, 2]], "D1": [[1, 2]]},
        water=[3, 2, 0, 0],
        piles={"events": ["Rain on Column A"]},
    )
    play(t, "move 2 from C1 to B1", "move 2 from D1 to C1")
    idle(t)
    idle(t, "move")
    play(t, "1: done", "0: move 2 from B1 to C1")
    idle(t, "plan")
    fight(t, "0: 1, -", "1: 1, -")
    assert scores(t) == "seat 1 scores 2, seat 0 1"


def test_W26_tie_and_fall_back() -> None:
    """SWM-7.15, SWM-7.19  In a tie nobody lost, so nobody falls back; the card is discarded all the same."""
    t = lay(
        step="battles",
        troops={"E3": [[0, 4], [1, 5]]},
        leaders=hand(p0=[21], p1=[14]),
        coverts={"1": ["Fall Back"]},
    )
    fight(t, "0: 4, Hasan Dustfoot", "1: 3, Selene Cup, Fall Back")
    assert scores(t) == "seat 0 scores 6, seat 1 6"
    assert reserve(t)[:2] == [15, 15] and on(t, "C3") == {} and discards(t) == ["Fall Back"]
    assert step(t) == "sale" and t.leaders[1] == [14]


def test_W27_the_winner_without_survivors() -> None:
    """SWM-7.17, SWM-7.18  He loses all he committed, and may still send one of them to the temple."""
    t = lay(step="battles", troops={"B3": [[0, 2], [1, 3]], "E1": [[0, 3]]}, leaders=hand(p0=[7], p1=[17]))
    fight(t, "0: 2, Mother Ode", "1: 3, Little Finn")
    assert scores(t) == "seat 0 scores 6, seat 1 3"
    assert on(t, "B3") == {} and t.reserve[0] == 12
    play(t, "a troop to the temple")
    assert t.reserve[0] == 11 and temple(t, 0) == [0, 1, 0, 0]


def test_no_temple_without_reserve() -> None:
    """SWM-7.18  With Healers nobody was lost and the reserve is empty: the winner is not asked."""
    t = lay(
        step="battles",
        troops={"B3": [[0, 2], [1, 1]], "E1": [[0, 13]]},
        leaders=hand(p0=[0]),
        coverts={"0": ["Healers"]},
    )
    fight(t, "0: 2, Asha Cinder, Healers")
    assert on(t, "B3") == {0: 2} and step(t) == "sale"


@pytest.mark.parametrize(
    ("fire", "troops", "commitment", "card", "left"),
    [
        (1, 6, 5, "Healers", 4),
        (1, 4, 4, "Reckless Charge", 0),
        (0, 4, 4, "Reckless Charge", 0),
        (1, 4, 2, "Healers", 4),
    ],
)
def test_W34_losses_of_the_winner(fire: int, troops: int, commitment: int, card: str, left: int) -> None:
    """SWM-7.17  Commitment, one more for the charge, two less for healers, one less for Fire; within bounds."""
    t = lay(
        step="battles",
        troops={"D3": [[0, troops], [1, 1]]},
        temples={"fire": [[0, fire]]} if fire else {},
        leaders=hand(p0=[0]),
        coverts={"0": [card]},
    )
    fight(t, f"0: {commitment}, Asha Cinder, {card}")
    assert on(t, "D3") == ({0: left} if left else {})


def test_W35_cut_waterskins() -> None:
    """SWM-7.12, SWM-7.17  The opponent's commitment counts 2 lower for the score, in full for his losses."""
    position = {
        "step": "battles",
        "troops": {"D3": [[0, 3], [1, 6]]},
        "leaders": hand(p0=[20], p1=[8]),
        "coverts": {"0": ["Cut Waterskins"]},
    }
    t = lay(**position)
    fight(t, "0: 2, Whisper, Cut Waterskins", "1: 1, Dunstan Clay")
    assert scores(t) == "seat 0 scores 4, seat 1 3"
    t = lay(**position)
    fight(t, "0: 2, Whisper, Cut Waterskins", "1: 4, Dunstan Clay")
    assert scores(t) == "seat 0 scores 4, seat 1 5" and on(t, "D3") == {1: 2}


@pytest.mark.parametrize(("swarm", "fled"), [("C4", 2), ("C3", 0)])
def test_W36_fall_back(swarm: str, fled: int) -> None:
    """SWM-7.16  Half of five flee to the sanctuary, if the swarm is not there; the others go home."""
    t = lay(
        step="battles",
        swarm=swarm,
        troops={"D3": [[0, 3], [1, 5]]},
        leaders=hand(p0=[0]),
        coverts={"1": ["Fall Back"]},
    )
    fight(t, "0: 3, Asha Cinder", "1: 1, -, Fall Back")
    assert on(t, "C3") == ({1: fled} if fled else {}) and t.reserve[1] == 15 - fled


def test_leaders_return_to_hand() -> None:
    """SWM-7.19, SWM-4.9  After a battle both leaders are back, and all know who has them."""
    t = lay(step="battles", troops={"D3": [[0, 3], [1, 5]]}, leaders=hand(p0=[0, 2], p1=[6, 8]))
    fight(t, "0: 3, Asha Cinder", "1: 1, Garron Stonebrow")
    assert t.leaders.held[:2] == [[0, 2], [6, 8]]
    known = t.view(-1)["table"]["known_leaders"]
    assert known[0] == 1 and known[6] == 2 and known[2] == known[8] == 0


def test_defending_a_bastion_and_cracked_walls() -> None:
    """SWM-7.12, SWM-13.6  One more for the defender of a bastion; none in the round of Cracked Walls."""
    position = {"step": "battles", "troops": {"B4": [[0, 2], [1, 2]]}}
    t = lay(**position)
    fight(t, "0: 1, -", "1: 1, -")
    assert scores(t) == "seat 0 scores 2, seat 1 1"
    t = lay(**position, event="Cracked Walls")
    fight(t, "0: 1, -", "1: 1, -")
    assert scores(t) == "seat 0 scores 1, seat 1 1"


@pytest.mark.parametrize(
    ("tile", "event", "score"),
    [
        ("B4", "Drought", 3),
        ("C2", "Drought", 2),
        ("D3", "Drought", 1),
        ("B4", "Cracked Walls", 1),
        ("C2", "Cracked Walls", 2),
    ],
)
def test_the_warden(tile: str, event: str, score: int) -> None:
    """SWM-13.6  As defender 2 on a bastion and 1 on a city; cracked walls take only the former."""
    t = lay(step="battles", event=event, specialties={"0": "Warden"}, troops={tile: [[0, 2], [1, 5]]})
    fight(t, "0: 1, -", "1: 5, -")
    assert scores(t) == f"seat 0 scores {score}, seat 1 5"
    t = lay(step="battles", event=event, specialties={"0": "Warden"}, troops={tile: [[1, 5], [0, 2]]})
    fight(t, "0: 1, -", "1: 5, -")
    assert scores(t).startswith("seat 0 scores 1,")


def test_quests_of_battle_are_remembered() -> None:
    """SWM-10.1  Giant-Killer, Against the Grain, The Thin Line and Wallbreaker come from battles of the round."""
    t = lay(
        step="battles",
        troops={"B4": [[1, 1], [0, 6]]},
        leaders=hand(p0=[6], p1=[1]),
        quests={"0": ["Against the Grain", "Wallbreaker", "The Thin Line", "Giant-Killer"]},
        water=[0, 0, 0, 0],
    )
    fight(t, "0: 6, Garron Stonebrow")
    # Fire 4 beats earth 5: 6 to 1 + 4 + 1, a tie is no victory.
    assert scores(t) == "seat 0 scores 6, seat 1 6"
    assert offered(t) == ["done"]
    t = lay(
        step="battles",
        troops={"B4": [[1, 1], [0, 6]]},
        leaders=hand(p0=[9], p1=[2]),
        quests={"0": ["Against the Grain", "Wallbreaker", "The Thin Line", "Giant-Killer"]},
        water=[0, 0, 0, 0],
    )
    fight(t, "0: 6, Irsa Deeproot")
    play(t, "no troop to the temple")
    assert offered(t) == ["done", "claim Against the Grain", "claim Wallbreaker"]
    assert water(t)[0] == 0
