"""What may not be done at every step: by which clause it is refused, and that nothing has changed."""

from collections.abc import Callable

import pytest

from swarm.table import GAME, SwarmTable, fight, hand, lay, names, offered, play, refused


def choosing_traitors() -> SwarmTable:
    return lay(step="traitors", noted=[names(*range(4 * seat, 4 * seat + 4)) for seat in range(4)])


def settling() -> SwarmTable:
    return lay(step="settle", troops={"B3": [[1, 5]]})


def in_the_window() -> SwarmTable:
    return lay(step="window", coverts={"0": ["Ambush"]})


def praying() -> SwarmTable:
    return lay(step="prayer", turn=1)


def dropping() -> SwarmTable:
    return lay(
        step="drop",
        swarm="A1",
        troops={"B1": [[0, 2]], "E1": [[1, 3]], "C2": [[0, 1], [2, 1]]},
        temples={"fire": [[0, 1]], "wind": [[0, 1]]},
        water=[5, 0, 0, 0],
        coverts={"0": ["Hidden Camp"]},
    )


def moving() -> SwarmTable:
    return lay(
        swarm="B2",
        troops={"B1": [[0, 3]], "B3": [[0, 2]], "D3": [[0, 2], [1, 3]], "E2": [[1, 2]], "E3": [[0, 1]], "C2": [[2, 2]]},
        moved={"B3": 2},
        water=[1, 0, 0, 0],
        coverts={"0": ["Night Raid", "Water Thief", "Dowsing"]},
        leaders=hand(p0=[3]),
    )


def moving_without_water() -> SwarmTable:
    return lay(troops={"B1": [[0, 3]]}, water=[0, 0, 0, 0], coverts={"0": ["Ambush"]})


def betraying() -> SwarmTable:
    t = lay(coverts={"0": ["Water Thief"]}, leaders=hand(p0=[3]), traitors=hand(p0=[4]))
    play(t, "steal from 1 with Kesh of the Forge")
    return t


def choosing_a_battle() -> SwarmTable:
    return lay(step="battles", troops={"D3": [[0, 2], [1, 1]], "E3": [[0, 2], [2, 1]], "B3": [[1, 1], [2, 1]]})


def planning() -> SwarmTable:
    return lay(
        step="battles",
        troops={"D3": [[0, 4], [1, 9]]},
        leaders=hand(p0=[3, 4]),
        coverts={"0": ["Drum Lure"]},
    )


def naming_a_leader() -> SwarmTable:
    t = planning()
    play(t, "0: commit 2")
    return t


def naming_a_card() -> SwarmTable:
    t = naming_a_leader()
    play(t, "0: lead with Old Tamar")
    return t


def after_the_battle() -> SwarmTable:
    t = lay(step="battles", troops={"D3": [[0, 4], [1, 1]]}, leaders=hand(p0=[3]))
    fight(t, "0: 2, Kesh of the Forge")
    return t


def bidding() -> SwarmTable:
    t = lay(step="auctions", water=[3, 6, 0, 0])
    play(t, "bid 2")
    return t


def claiming() -> SwarmTable:
    return lay(
        step="quests",
        quests={"0": ["Vigil of Fire", "Spymaster", "Council of Elements"], "1": ["Full Cisterns"]},
        leaders=hand(p0=[0, 6]),
        coverts={"0": ["Ambush"]},
        water=[9, 9, 0, 0],
    )


def duelling() -> SwarmTable:
    return lay(step="end", event="The Last Tide", seats=2, leaders=hand(p0=[0, 1], p1=[6, 7]))


REFUSALS: list[tuple[Callable[[], SwarmTable], str, str]] = [
    (choosing_traitors, "0: keep Old Tamar", "SWM-2.13"),
    (choosing_traitors, "0: pass", "SWM-2.13"),
    (settling, "settle in B3", "SWM-2.14"),
    (settling, "settle in C4", "SWM-2.14"),
    (settling, "done", "SWM-2.14"),
    (in_the_window, "lure north", "SWM-12.1"),
    (in_the_window, "smoke more steps", "SWM-12.1"),
    (in_the_window, "done", "SWM-5.7"),
    (praying, "done", "SWM-5.13"),
    # Drops.
    (dropping, "drop 3 on C3", "SWM-6.2"),
    (dropping, "drop 0 on C3", "SWM-6.2"),
    (dropping, "drop 1 on E1", "SWM-6.3"),
    (dropping, "drop 1 on C2", "SWM-6.3"),
    (dropping, "drop 1 on B3", "SWM-6.3"),
    (dropping, "drop 1 on A1", "SWM-6.3"),
    (dropping, "drop 1 from Temple of Fire on C3", "SWM-6.5"),
    (dropping, "drop 2 from Temple of Wind on C3", "SWM-6.4"),
    (dropping, "drop 1 from Temple of Earth on C3", "SWM-6.4"),
    (dropping, "drop 1 from Temple of Wind on E1", "SWM-6.3"),
    (dropping, "camp 4 on C3", "SWM-12.6"),
    (dropping, "camp 1 on E1", "SWM-6.3"),
    (dropping, "move 1 from B1 to C1", "SWM-6.2"),
    (dropping, "pass", "SWM-6.2"),
    # Moves.
    (moving, "move 1 from B1 to B2", "SWM-6.11"),
    (moving, "move 1 from B1 to B3", "SWM-6.6"),
    (moving, "move 1 from B1 to B1", "SWM-6.6"),
    (moving, "move 4 from B1 to C1", "SWM-6.7"),
    (moving, "move 0 from B1 to C1", "SWM-6.7"),
    (moving, "move 1 from B3 to A3", "SWM-6.7"),
    (moving, "move 1 from D3 to D2", "SWM-6.9"),
    (moving, "march 1 from B1 to C1", "SWM-12.1"),
    (moving, "turncoat", "SWM-12.1"),
    (moving, "dowse A1", "SWM-1.5"),
    (moving, "steal from 0 with Kesh of the Forge", "SWM-12.3"),
    (moving, "steal from 1 with Whisper", "SWM-12.2"),
    (moving, "raid 1 on E2 with Kesh of the Forge", "SWM-12.4"),
    (moving, "raid 2 on D3 with Kesh of the Forge", "SWM-12.4"),
    (moving, "raid 2 on C2 with Kesh of the Forge", "SWM-12.4"),
    (moving, "raid 1 on D3 with Whisper", "SWM-12.2"),
    (moving, "drop 1 on C3", "SWM-6.6"),
    (moving_without_water, "move 1 from B1 to C1", "SWM-6.13"),
    (moving_without_water, "steal from 1 with Whisper", "SWM-12.1"),
    # Treason, battles.
    (betraying, "0: betray Old Tamar", "SWM-4.1"),
    (betraying, "0: betray Kesh of the Forge", "SWM-4.1"),
    (betraying, "1: pass", ""),
    (choosing_a_battle, "fight 3 on D3", "SWM-7.2"),
    (choosing_a_battle, "fight 2 on B3", "SWM-7.2"),
    (choosing_a_battle, "pass", "SWM-7.2"),
    (planning, "0: commit 5", "SWM-7.4"),
    (planning, "0: commit 0", "SWM-7.4"),
    (planning, "1: commit 7", "SWM-7.4"),
    (planning, "2: commit 1", ""),
    (planning, "0: lead with Old Tamar", "SWM-7.5"),
    (naming_a_leader, "0: lead with Whisper", "SWM-7.5"),
    (naming_a_leader, "0: lead without a leader", "SWM-7.5"),
    (naming_a_leader, "0: commit 1", "SWM-7.4"),
    (naming_a_card, "0: play Ambush", "SWM-12.1"),
    (naming_a_card, "0: play Drum Lure", "SWM-7.6"),
    (after_the_battle, "pass", "SWM-7.3"),
    # Auctions, quests, duels.
    (bidding, "bid 2", "SWM-9.2"),
    (bidding, "bid 7", "SWM-9.2"),
    (bidding, "peep", "SWM-12.1"),
    (bidding, "0: bid 3", ""),
    (bidding, "done", "SWM-9.2"),
    (claiming, "claim Full Cisterns", "SWM-10.1"),
    (claiming, "claim Vigil of Fire with Asha Cinder", "SWM-10.1"),
    (claiming, "claim the spymaster with Ambush and Ambush", "SWM-10.1"),
    (claiming, "claim the council with Asha Cinder, Garron Stonebrow and Whisper", "SWM-10.1"),
    (claiming, "pass", "SWM-10.1"),
    (duelling, "0: duel with Garron Stonebrow", "SWM-11.7"),
    (duelling, "0: duel without a leader", "SWM-11.9"),
    (duelling, "0: pass", "SWM-11.7"),
]


@pytest.mark.parametrize(
    ("table", "action", "clause"), REFUSALS, ids=[f"{table.__name__}-{action}" for table, action, _ in REFUSALS]
)
def test_refusals(table: Callable[[], SwarmTable], action: str, clause: str) -> None:
    assert refused(table(), action) == clause


def test_nobody_prays_without_reserve() -> None:
    """SWM-5.15  Seat 1 has nobody left to send, and so the turn is seat 2's."""
    t = lay(step="prayer", turn=1, troops={"B3": [[1, 15]]})
    assert refused(t, "1: pray in Temple of Fire") == ""
    assert t.deciders() == [2]


def test_an_empty_reserve_is_said() -> None:
    """SWM-5.15  Should somebody be asked all the same, no temple is on offer, and it is said why."""
    t = praying().copy()
    t.reserve[1] = 0
    assert offered(t) == ["do not pray"]
    refusal = t.refusal(1, GAME.parse("pray in Temple of Fire"))
    assert (refusal.sentence, refusal.clause) == ("Your reserve is empty", "SWM-5.15")
