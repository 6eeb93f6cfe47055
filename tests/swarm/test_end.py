"""Chapter 11: the end of the game."""

import pytest

from marchland.engine.errors import IllegalAction
from marchland.engine.table import SPECTATOR
from swarm.table import (
    GAME,
    SwarmTable,
    all_pass,
    coverts,
    deal,
    fight,
    hand,
    idle,
    lay,
    offered,
    on,
    play,
    refused,
    step,
    told,
)

LAST = {"step": "end", "event": "The Last Tide"}
W42 = {
    "troops": {"B4": [[0, 2]], "D4": [[0, 1]], "A1": [[0, 1]], "C2": [[1, 3], [2, 2]], "B2": [[1, 1]]},
    "water": [1, 1, 0, 0],
}


def test_W42_three_bastions_before_the_battles() -> None:
    """SWM-11.1, SWM-11.2  The phase is over, P0 holds three bastions and wins; C2 is not fought."""
    t = lay(**W42)
    play(t, "move 1 from A1 to A2")
    assert not t.over and t.deciders() == [1]
    play(t, "done")
    assert t.over and t.places[0] == 1 and on(t, "C2") == {1: 3, 2: 2}
    t = lay(**W42)
    play(t, "move 1 from A1 to A2", "move 1 from B2 to A2")
    assert not t.over and step(t) != "move"


def test_W43_contested_bastions_do_not_count() -> None:
    """SWM-7.2, SWM-7.13, SWM-11.2  After the second battle P0 holds three: no temple choice, no battle on E3."""
    t = lay(
        step="battles",
        troops={
            "A2": [[0, 3]],
            "D4": [[0, 4], [1, 2]],
            "C1": [[0, 2], [2, 1]],
            "E3": [[1, 1], [2, 1]],
        },
        leaders=hand(p0=[0], p1=[10], p2=[5]),
    )
    assert offered(t) == ["fight 2 on C1", "fight 1 on D4"]
    play(t, "fight 1 on D4")
    fight(t, "0: 2, Asha Cinder", "1: 2, Halim the Mason")
    assert told(t, "SWM-7.12") == ["seat 0 scores 8, seat 1 2"] and on(t, "D4") == {0: 2} and not t.over
    play(t, "no troop to the temple")
    fight(t, "0: 1, Asha Cinder")
    assert told(t, "SWM-7.12")[-1] == "seat 0 scores 7, seat 2 2"
    assert t.over and t.places[0] == 1 and on(t, "E3") == {1: 1, 2: 1} and on(t, "C1") == {0: 1}


def test_W44_any_time() -> None:
    """SWM-11.2  With `any_time` stepping into the third bastion wins at once."""
    t = lay(**W42, options={"bastion_check": "any_time"})
    assert t.picture(SPECTATOR).seats[0].aim == "2 of 3 bastions"
    play(t, "move 1 from A1 to A2")
    assert t.over and t.places[0] == 1 and told(t, "SWM-11.1") == ["seat 0 holds 3 bastions and wins"]
    assert t.picture(SPECTATOR).seats[0].aim == "3 of 3 bastions"


def test_any_time_after_a_temple_drop_and_a_march() -> None:
    """SWM-11.2  Every way into the third bastion counts."""
    t = lay(**W42, options={"bastion_check": "any_time"}, coverts={"0": ["Forced March"]})
    play(t, "march 1 from A1 to A2")
    assert t.over
    troops = {"B4": [[0, 2]], "D4": [[0, 1]], "A2": [[0, 1]]}
    assert lay(step="window", troops=troops, options={"bastion_check": "any_time"}).over
    assert not lay(step="prayer", troops=troops).over


def test_a_win_by_treason() -> None:
    """SWM-11.2, SWM-4.5  The check follows a battle however it ended."""
    t = lay(
        step="battles",
        troops={"A2": [[0, 1]], "B4": [[0, 1]], "D4": [[0, 1], [1, 5]], "E3": [[1, 1], [2, 1]]},
        leaders=hand(p0=[22], p1=[7]),
        traitors=hand(p3=[7]),
    )
    fight(t, "1: 5, Mother Ode")
    play(t, "betray Mother Ode")
    assert t.over and t.places[0] == 1 and on(t, "E3") == {1: 1, 2: 1}


@pytest.mark.parametrize(("needed", "over"), [(3, True), (4, False)])
def test_bastions_to_win(needed: int, over: bool) -> None:
    """SWM-11.1, SWM-11.3  Three by default, four for a longer game; of five no two players hold three."""
    t = lay(
        step="battles",
        options={"bastions_to_win": needed},
        troops={"A2": [[0, 1]], "B4": [[0, 1]], "D4": [[0, 1]], "C1": [[1, 1]], "E2": [[1, 1]]},
    )
    assert t.over == over
    assert [t.bastions(seat) for seat in range(4)] == [3, 2, 0, 0]


def test_no_check_during_setup() -> None:
    """SWM-11.2  Settling on bastions ends nothing."""
    t = lay(
        step="settle", options={"bastion_check": "any_time"}, troops={"A2": [[0, 1]], "B4": [[0, 1]], "D4": [[0, 1]]}
    )
    play(t, "settle in C1")
    assert not t.over


def test_W52_the_last_round() -> None:
    """SWM-11.4, SWM-11.5, SWM-3.8  The end card's round is played in full; then nothing can be done any more."""
    t = lay(
        step="event",
        event="Rain on Row 1",
        round=6,
        swarm="A4",
        water=[8, 0, 0, 0],
        quests={"0": ["Full Cisterns"]},
        coverts={"0": ["Ambush"]},
        piles={"events": ["The Last Tide"]},
    )
    assert t.round == 6
    idle(t, "prayer")
    assert t.swarm == 18
    idle(t, "quests")
    play(t, "claim Full Cisterns")
    assert t.over and t.places == [1, 2, 2, 2] and coverts(t, 0) == ["Ambush"]
    with pytest.raises(IllegalAction, match="over"):
        t.propose(0, 1, "1")
    assert t.options(0).total == t.asides(0).total == 0


def test_a_victory_by_bastions_in_the_last_round() -> None:
    """SWM-11.4  It still counts."""
    t = lay(**W42, event="The Last Tide")
    play(t, "move 1 from A1 to A2", "done")
    assert t.over and t.places[0] == 1


def test_W48_scoring_and_duel() -> None:
    """SWM-11.6, SWM-11.7  Three points each; fire 1 beats earth 5."""
    t = lay(
        **LAST,
        troops={"A1": [[0, 1]], "C2": [[0, 1]], "E1": [[2, 1]], "E4": [[2, 1]], "A4": [[2, 1]]},
        completed={"0": ["Full Cisterns"]},
        leaders=hand(p0=[5, 0], p2=[6, 11]),
    )
    assert [line[-16:] for line in told(t, "SWM-11.6")] == [f"{n} victory points" for n in (3, 0, 3, 0)]
    assert t.deciders() == [0, 2]
    play(t, "0: duel with Pell Torchbearer")
    assert told(t, "SWM-11.7")[1:] == []
    play(t, "2: duel with Garron Stonebrow")
    assert t.over and t.places == [1, 3, 2, 3]


def test_points() -> None:
    """SWM-11.6, SWM-1.5  A shared city counts for nobody; the most points win without a duel."""
    t = lay(**LAST, troops={"A1": [[0, 1], [1, 1]], "C2": [[2, 1]]}, leaders=hand(p0=[0]))
    assert t.over and t.places == [2, 2, 1, 2]
    assert [seat.aim for seat in t.picture(SPECTATOR).seats] == ["0 points", "0 points", "1 point", "0 points"]


def test_no_cards_count_in_a_duel() -> None:
    """SWM-11.7, SWM-11.5  Neither favours nor specialties nor traitor cards: skill against skill."""
    t = lay(
        **LAST,
        seats=2,
        specialties={"0": "Warden"},
        temples={"fire": [[0, 3]]},
        coverts={"0": ["Ambush"]},
        traitors=hand(p0=[18]),
        leaders=hand(p0=[19], p1=[18]),
    )
    assert t.over and t.places == [2, 1] and coverts(t, 0) == ["Ambush"] and t.removed == 0


def three_way(**entries: object) -> SwarmTable:
    return lay(
        **{
            **LAST,
            "troops": {"A1": [[0, 1]], "C2": [[1, 1]], "E1": [[1, 1]], "E4": [[3, 1]]},
            "completed": {"0": ["Full Cisterns"], "3": ["Green Hand"]},
            **entries,
        }
    )


def test_W49_three_way_duel() -> None:
    """SWM-11.8 to SWM-11.11  All countered, then one falls out; the ladder compares the remaining two alone."""
    t = three_way(leaders=hand(p0=[0, 20], p1=[6], p3=[12, 16]), water=[1, 9, 0, 2])
    assert t.deciders() == [0, 3]
    play(t, "0: duel with Asha Cinder", "3: duel with Maris Tidewell")
    # The second duel needs no choice: 2, 0 and 2. P1 has two cities and is out all the same; P3 has more water.
    assert t.over and t.places == [2 + 1, 2, 4, 1]


def test_a_leader_duels_once() -> None:
    """SWM-11.7, SWM-11.9, SWM-11.10  Used leaders are set aside; who has one left must send it."""
    t = lay(**LAST, seats=2, leaders=hand(p0=[2, 8, 14], p1=[3, 9, 15]))
    play(t, "0: duel with Sura Emberhand", "1: duel with Kesh of the Forge")
    assert not t.over and offered(t, seat=0) == ["duel with Dunstan Clay", "duel with Selene Cup"]
    assert refused(t, "0: duel with Sura Emberhand") == "SWM-11.7"
    assert refused(t, "0: duel without a leader") == "SWM-11.9"
    play(t, "0: duel with Dunstan Clay", "1: duel with Tomas Ferryman")
    assert t.over and t.places == [1, 2]


def test_without_a_leader_a_dueller_scores_nothing() -> None:
    """SWM-11.9  Any loyal leader that is not countered beats nobody."""
    t = lay(**LAST, seats=2, leaders=hand(p1=[23]))
    assert t.over and t.places == [2, 1]


def test_W50_the_ladder() -> None:
    """SWM-11.11  Cities first, then water."""
    quests = {"completed": {"0": ["Full Cisterns"]}, "quests": {"0": ["Green Hand", "Unmasked"]}}
    t = lay(
        **LAST,
        **quests,
        troops={"A1": [[0, 1]], "C2": [[0, 1]], "E1": [[3, 1]], "E4": [[3, 1]], "A4": [[3, 1]]},
        water=[9, 0, 0, 0],
    )
    assert t.over and t.places == [2, 3, 3, 1]
    t = lay(
        **LAST,
        completed={"0": ["Full Cisterns"], "3": ["Spymaster"]},
        troops={"A1": [[0, 1]], "C2": [[0, 1]], "E1": [[3, 1]], "E4": [[3, 1]]},
        water=[9, 0, 0, 0],
    )
    assert t.places == [1, 3, 3, 2]


def test_the_third_rung() -> None:
    """SWM-11.11, SWM-10.5  With cities and water equal the number of quest cards decides, finished or not."""
    t = lay(**LAST, quests={"1": ["Green Hand"], "2": ["Unmasked", "Spymaster"]})
    assert t.over and t.places == [3, 2, 1, 3]


def test_W51_a_draw() -> None:
    """SWM-10.5, SWM-11.11  Points, cities, water and quest cards are equal: P1 and P2 share the first place."""
    t = lay(
        **LAST,
        troops={"A1": [[1, 1]], "C2": [[2, 1]], "E1": [[2, 1]], "E4": [[1, 1]]},
        quests={"1": ["Green Hand"], "2": ["Unmasked", "Spymaster"]},
        completed={"1": ["Northern Banner"]},
        water=[4, 4, 4, 4],
    )
    assert t.over and t.places == [3, 1, 1, 3]
    assert told(t, "SWM-11.11") == ["The game is a draw between 2 players"]


def test_W57_treason_among_three_duellers() -> None:
    """SWM-11.8, SWM-11.9, SWM-11.12  The betrayed is out and counters nobody any more."""
    traitors = {"traitors": hand(p2=[0]), "options": {"duel_treason": "yes"}}
    t = three_way(**traitors, leaders=hand(p0=[0], p1=[8], p3=[16]))
    assert step(t) == "treason" and t.deciders() == [2]
    play(t, "betray Asha Cinder")
    assert t.over and t.places[1] == 1 and t.removed == 1
    t = three_way(**traitors, leaders=hand(p0=[0], p3=[16]))
    play(t, "betray Asha Cinder")
    assert t.over and t.places[3] == 1
    t = three_way(**traitors, leaders=hand(p0=[0], p1=[8], p3=[16]))
    all_pass(t)
    # Nobody betrayed: fire beats earth, earth beats water, water beats fire.
    assert t.over and t.places[0] + t.places[1] + t.places[3] > 3


def test_every_dueller_betrayed() -> None:
    """SWM-11.12  Then nobody is out, and the duels go on with whoever is left."""
    t = lay(
        **LAST,
        seats=2,
        options={"duel_treason": "yes"},
        traitors=hand(p0=[18], p1=[19]),
        leaders=hand(p0=[19, 5], p1=[18, 4]),
    )
    play(t, "0: duel with Corin Kite", "1: duel with Zephra Gale", "0: betray Zephra Gale", "1: betray Corin Kite")
    # Fire 1 against fire 2, without asking.
    assert t.over and t.places == [2, 1] and t.removed == 1 << 18 | 1 << 19


def test_duels_without_treason() -> None:
    """SWM-11.5, SWM-4.2  By default nobody is asked for traitor cards in a duel."""
    t = lay(**LAST, seats=2, traitors=hand(p0=[18], p1=[19]), leaders=hand(p0=[19], p1=[18]))
    assert t.over and t.places == [2, 1]


def test_final_placings() -> None:
    """SWM-11.13  Behind the winner all are ranked by points, cities, water and quest cards, equal ones alike."""
    t = lay(
        seats=6,
        step="battles",
        troops={
            "A2": [[5, 1]],
            "B4": [[5, 1]],
            "D4": [[5, 1]],
            "A1": [[0, 1]],
            "C2": [[1, 1]],
        },
        completed={"2": ["Full Cisterns"]},
        quests={"1": ["Green Hand"]},
        water=[3, 3, 9, 0, 0, 0],
    )
    assert t.over and t.places == [3, 2, 4, 5, 5, 1]


def test_the_game_ends_within_seventeen_rounds() -> None:
    """SWM-11.14, SWM-11.4  The end card is in the pile: with idle players the match ends in its round."""
    for seed in range(6):
        t = deal(2 + seed % 5, seed)
        place = t.event_pile[::-1].index(16) + 1
        idle(t, round=99)
        assert t.over and t.round == place <= 17
        assert GAME.conserved(t) == ""
