"""The battles of Swarm, which know no dice, as somebody who looks back at a match is told."""

from engine.by_throws import listening
from swarm.table import hand, lay, play
from swarm.test_battle import fight

BATTLE = {"step": "battles", "troops": {"D3": [[0, 3], [1, 5]]}, "leaders": hand(p0=[22], p1=[7])}


def test_the_winner_pays_and_the_loser_loses_all() -> None:
    """SWM-7.16, SWM-7.17"""
    t = lay(step="battles", troops={"B3": [[0, 6], [1, 4]]}, leaders=hand(p0=[0], p1=[12]))
    reporter = listening(t)
    fight(t, "0: 4, Asha Cinder", "1: 3, Maris Tidewell")
    (battle,) = reporter.battles
    assert (battle.attacker, battle.defender, battle.lost, battle.won) == (0, 1, [6, 3], False)
    assert reporter.lost[:2] == [6, 3]


def test_in_a_tie_both_armies_are_lost() -> None:
    """SWM-7.15"""
    t = lay(troops={"B1": [[0, 2]], "D1": [[1, 3]]}, water=[1, 1, 0, 0], leaders=hand(p0=[2], p1=[1]))
    reporter = listening(t)
    play(t, "move 2 from B1 to C1", "move 3 from D1 to C1")
    fight(t, "0: 2, Sura Emberhand", "1: 2, Brannoc Flint")
    assert [(battle.lost, battle.won) for battle in reporter.battles] == [([2, 3], False)]


def test_a_betrayed_army_is_lost() -> None:
    """SWM-4.5"""
    t = lay(**BATTLE, traitors=hand(p2=[7]))
    reporter = listening(t)
    fight(t, "0: 3, Lio Feather", "1: 5, Mother Ode")
    play(t, "betray Mother Ode")
    assert reporter.battles[-1].lost == [0, 5] and reporter.lost == [0, 5, 0, 0]
    assert not any(fortune.rolls for fortune in reporter.fortunes)
