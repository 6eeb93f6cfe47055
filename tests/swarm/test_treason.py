"""Chapter 4: treason, and that the window betrays nobody but leaders."""

import pytest

from engine.playing import heard, seen
from marchland.engine.match import Match
from swarm.table import (
    GAME,
    SwarmTable,
    all_pass,
    coverts,
    discards,
    fight,
    hand,
    imagined,
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

BATTLE = {
    "step": "battles",
    "troops": {"D3": [[0, 3], [1, 5]]},
    "leaders": hand(p0=[22], p1=[7]),
}


def battle(**entries: object) -> SwarmTable:
    t = lay(**{**BATTLE, **entries})
    fight(t, "0: 3, Lio Feather", "1: 5, Mother Ode")
    assert step(t) == "treason"
    return t


def test_W30_treason_by_a_third_player() -> None:
    """SWM-4.1, SWM-4.5  A bystander's card removes the leader and sends his army home; nobody has won."""
    t = battle(traitors=hand(p2=[7]), quests={"0": ["The Thin Line"]})
    assert t.deciders() == [2]
    play(t, "betray Mother Ode")
    assert t.removed == 1 << 7 and t.played_traitors == [7] and t.traitors[2] == [] and t.leaders[1] == []
    assert on(t, "D3") == {0: 3} and t.reserve[1] == 15 and t.reserve[0] == 12
    assert temple(t, 0) == [0, 0, 0, 0] and t.feats[0] == 0
    assert step(t) == "sale" and told(t, "SWM-7.12") == told(t, "SWM-7.14") == []


def test_W31_both_betrayed() -> None:
    """SWM-4.3, SWM-4.6  Two cards in one window: both leaders are gone and the tile is empty."""
    t = battle(traitors=hand(p1=[22], p2=[7]))
    assert t.deciders() == [1, 2]
    play(t, "2: betray Mother Ode")
    assert told(t, "SWM-4.1") == []
    play(t, "1: betray Lio Feather")
    assert t.removed == 1 << 7 | 1 << 22 and on(t, "D3") == {} and reserve(t)[:2] == [15, 15]
    assert sorted(told(t, "SWM-4.1")) == ["seat 1 betrays Lio Feather", "seat 2 betrays Mother Ode"]


def test_when_a_leader_is_shown() -> None:
    """SWM-4.2  In battle, on a mission, for a quest; not when bought, drawn or held, nor in an ordinary duel."""
    traitors = hand(p2=[7], p3=[22])
    assert battle(traitors=traitors).deciders() == [2, 3]
    t = lay(coverts={"0": ["Water Thief", "Night Raid"]}, leaders=hand(p0=[7]), traitors=traitors)
    play(t, "steal from 1 with Mother Ode")
    assert step(t) == "treason"
    t = lay(
        coverts={"0": ["Night Raid"]},
        leaders=hand(p0=[7]),
        traitors=traitors,
        troops={"B3": [[0, 1]], "B2": [[1, 2]]},
    )
    play(t, "raid 1 on B2 with Mother Ode")
    assert step(t) == "treason"
    t = lay(
        step="quests",
        quests={"0": ["Vigil of Earth"]},
        leaders=hand(p0=[7]),
        temples={"earth": [[0, 1]]},
        traitors=traitors,
    )
    play(t, "claim Vigil of Earth with Mother Ode")
    assert step(t) == "treason"
    t = lay(step="auctions", lot="leader", water=[3, 0, 0, 0], traitors=traitors, piles={"leaders": names(7)})
    play(t, "bid 1")
    assert t.leaders[0] == [7] and step(t) != "treason"


def test_everybody_with_a_traitor_card_is_asked() -> None:
    """SWM-4.3, SWM-1.12  Fitting or not, involved or not; without any traitor card there is no window."""
    t = battle(traitors=hand(p0=[1], p2=[7], p3=[2]))
    assert t.deciders() == [0, 2, 3]
    assert [len(t.options(seat)) for seat in (0, 2, 3)] == [1, 2, 1]
    t = lay(**BATTLE)
    fight(t, "0: 3, Lio Feather", "1: 5, Mother Ode")
    assert step(t) != "treason"


def test_no_window_when_nobody_can_be_betrayed() -> None:
    """SWM-4.3  Without a leader, or with the only one protected, there is none."""
    t = lay(
        step="battles",
        troops={"D3": [[0, 3], [1, 5]]},
        leaders=hand(p0=[22]),
        coverts={"0": ["Body Double"]},
        traitors=hand(p2=[22]),
    )
    fight(t, "0: 3, Lio Feather, Body Double", "1: 5, -")
    assert step(t) != "treason"


def test_W45_the_betrayed_mission() -> None:
    """SWM-4.4, SWM-4.9, SWM-12.2, SWM-12.3  The leader is gone, the card spent for nothing; or 2 water change hands."""
    position = {
        "troops": {"B3": [[0, 2]]},
        "water": [5, 2, 0, 0],
        "coverts": {"0": ["Water Thief"]},
        "leaders": hand(p0=[3]),
        "traitors": hand(p2=[3]),
    }
    t = lay(**position)
    play(t, "steal from 1 with Kesh of the Forge", "2: betray Kesh of the Forge")
    assert t.removed == 1 << 3 and discards(t) == ["Water Thief"] and water(t)[:2] == [5, 2]
    assert step(t) == "move" and t.deciders() == [0]
    assert told(t, "SWM-4.4") == ["The mission fails"]
    t = lay(**position)
    play(t, "steal from 1 with Kesh of the Forge", "2: pass")
    assert water(t)[:2] == [7, 0] and t.leaders[0] == [3]
    assert t.view(-1)["table"]["known_leaders"][3] == 1


def test_W47_the_betrayed_quest() -> None:
    """SWM-10.2, SWM-4.4  One of three is betrayed: the claim fails for this round, and all know the quest."""
    t = lay(
        step="quests",
        quests={"0": ["Council of Elements"]},
        leaders=hand(p0=[4, 10, 20]),
        traitors=hand(p1=[10]),
    )
    play(t, "claim the council with Old Tamar, Halim the Mason and Whisper", "1: betray Halim the Mason")
    assert t.leaders[0] == [4, 20] and t.quests[0] == [16] and t.completed[0] == []
    assert t.view(2)["table"]["known_quests"][16] == 1
    assert offered(t) == ["done"]


def test_a_failed_quest_cannot_be_claimed_by_anybody_this_round() -> None:
    """SWM-4.4  Not even by somebody to whom it is traded; in the next round it can."""
    t = lay(
        step="quests",
        options={"trade_cards": "yes"},
        quests={"0": ["Vigil of Fire"], "1": ["Green Hand"]},
        leaders=hand(p0=[0], p1=[1]),
        temples={"fire": [[0, 1], [1, 1]]},
        traitors=hand(p2=[0]),
        piles={"events": ["Rain on Row 1"]},
        swarm="B3",
    )
    play(t, "claim Vigil of Fire with Asha Cinder", "2: betray Asha Cinder")
    t.propose(0, 1, "Vigil of Fire")
    play(t, "1: accept offer 1")
    assert t.deciders() == [1] and offered(t) == ["done"]
    assert refused(t, "claim Vigil of Fire with Brannoc Flint") == "SWM-10.1"
    play(t, "done")
    while step(t) != "quests":
        seat = t.deciders()[0]
        t.play(seat, t.options(seat).at(0))
    assert "claim Vigil of Fire with Brannoc Flint" in offered(t)


def test_betraying_ones_own_leader() -> None:
    """SWM-4.7  Whoever holds the card of a leader that he shows himself may play it."""
    t = battle(traitors=hand(p1=[7]))
    play(t, "betray Mother Ode")
    assert on(t, "D3") == {0: 3} and t.unmasked == 0


def test_several_traitor_cards() -> None:
    """SWM-4.8  After the first one the same player is asked for the next; both cards leave the game."""
    t = battle(traitors=hand(p3=[7, 22, 5]))
    assert offered(t) == ["pass", "betray Mother Ode", "betray Lio Feather"]
    play(t, "betray Lio Feather")
    assert t.deciders() == [3] and offered(t) == ["pass", "betray Mother Ode"] and t.removed == 0
    play(t, "betray Mother Ode")
    assert t.removed == 1 << 7 | 1 << 22 and t.traitors[3] == [5] and on(t, "D3") == {}


def test_one_of_several_is_enough() -> None:
    """SWM-4.8  After the first card one may pass, and the second stays in hand."""
    t = battle(traitors=hand(p3=[7, 22]))
    play(t, "betray Lio Feather", "pass")
    assert t.traitors[3] == [7] and on(t, "D3") == {1: 5}


def test_shown_leaders_are_known() -> None:
    """SWM-4.9  Who was shown and not betrayed is back in hand, known to all."""
    t = battle(traitors=hand(p2=[1]))
    all_pass(t)
    assert t.leaders.held[:2] == [[22], [7]]
    assert [t.view(3)["table"]["known_leaders"][leader] for leader in (22, 7, 1)] == [1, 2, 0]


# -- nothing leaks -----------------------------------------------------------------------------------------------------


def after(t: SwarmTable, *moves: str) -> SwarmTable:
    later = t.copy()
    later.events = list(t.events or [])
    play(later, *moves)
    return later


def look_the_same(one: SwarmTable, two: SwarmTable, seats: list[int]) -> None:
    """Views, what was told, who is awaited, what can be done."""
    for seat in seats:
        assert seen(one, seat) == seen(two, seat)
        assert heard(one.events or [], seat) == heard(two.events or [], seat)
        assert one.options(seat).actions() == two.options(seat).actions()
        assert one.asides(seat).actions() == two.asides(seat).actions()


@pytest.mark.parametrize("card", [card for card in range(24) if card != 7])
def test_which_traitor_card_somebody_holds_is_not_seen(card: int) -> None:
    """SWM-4.3, SWM-1.12  The window of a fitting card looks to all others like that of any card."""
    fitting, other = (battle(traitors=hand(p2=[held], p3=[0 if card else 1])) for held in (7, card))
    look_the_same(fitting, other, [-1, 0, 1, 3])
    look_the_same(after(fitting, "2: pass"), after(other, "2: pass"), [-1, 0, 1, 3])
    one, two = after(fitting, "2: pass", "3: pass"), after(other, "2: pass", "3: pass")
    look_the_same(one, two, [-1, 0, 1, 3])


def test_neither_answers_nor_who_has_answered_is_seen() -> None:
    """SWM-4.3  Betraying and passing look alike until the last answer is in, and so does thinking."""
    t = battle(traitors=hand(p2=[7], p3=[22]))
    passed, betrayed = after(t, "2: pass"), after(t, "2: betray Mother Ode")
    look_the_same(passed, betrayed, [-1, 0, 1, 3])
    look_the_same(passed, t, [-1, 0, 1, 3])
    assert [passed.view(seat)["deciders"] for seat in (-1, 0, 2, 3)] == [[2, 3], [2, 3], [3], [2, 3]]
    taken_back = after(betrayed)
    taken_back.step().take_back(taken_back, 2)
    look_the_same(taken_back, t, [-1, 0, 1, 2, 3])


def test_several_fitting_cards_are_not_seen() -> None:
    """SWM-4.3, SWM-4.8  Being asked twice looks to the others like being asked once."""
    t = battle(traitors=hand(p2=[7, 22], p3=[1]))
    look_the_same(after(t, "2: betray Mother Ode"), t, [-1, 0, 1, 3])


def test_an_unplayed_card_is_never_revealed() -> None:
    """SWM-4.3  When the window closes, only played cards are shown; passes leave no trace."""
    t = battle(traitors=hand(p2=[7], p3=[22]))
    played = after(t, "2: pass", "3: betray Lio Feather")
    other = battle(traitors=hand(p2=[9], p3=[22]))
    look_the_same(played, after(other, "2: pass", "3: betray Lio Feather"), [-1, 0, 1, 3])


def test_imagined_windows_are_open_for_all_others() -> None:
    """SWM-4.3  Whoever imagines the table knows neither the cards of the others nor their answers."""
    t = battle(traitors=hand(p0=[3], p2=[7], p3=[22]))
    play(t, "2: betray Mother Ode", "3: pass")
    held = set()
    for made in imagined(t, 0):
        assert made.deciders() == [0, 2, 3] and made.traitors[0] == [3]
        held.add(made.traitors[2][0])
    assert len(held) > 10


def test_missions_leave_no_way_back() -> None:
    """SWM-4.3, SWM-12.2  Once a leader has been shown the action cannot be undone."""
    t = lay(coverts={"0": ["Water Thief"]}, leaders=hand(p0=[3]), traitors=hand(p2=[7]), troops={"B3": [[0, 2]]})
    match = Match(GAME, t.seats, base=t.to_data())
    match.play(0, GAME.parse("move 1 from B3 to B2"))
    assert match.can_undo(0) is not None
    match.play(0, GAME.parse("steal from 1 with Kesh of the Forge"))
    assert match.can_undo(0) is None
    assert coverts(t, 0) == ["Water Thief"]
