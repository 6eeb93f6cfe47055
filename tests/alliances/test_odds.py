"""The odds of battles: exact, by the same numbers as the battle itself, and said before a move."""

from fractions import Fraction

import pytest

from alliances.table import GAME, lay, play
from engine.playing import once
from marchland.engine.dice import fast_dice
from marchland.engine.errors import UsageError
from marchland.engine.match import Match
from marchland.engine.retrospect import play_again
from marchland.games.alliances.command import NEXT_BATTLE, SEND
from marchland.games.alliances.forecast import Dice
from marchland.games.alliances.regions import REGIONS

BOOK = Dice(5, 3, 5, 2)


@pytest.mark.parametrize(
    ("infantry", "artillery", "defenders", "trench", "win"),
    [
        (2, 0, 1, False, 0.89),
        (3, 0, 2, False, 0.74),
        (4, 0, 2, False, 0.98),
        (4, 0, 3, False, 0.59),
        (5, 0, 3, False, 0.94),
        (3, 0, 1, True, 0.70),
        (4, 0, 1, True, 0.80),
        (5, 0, 2, True, 0.54),
        (0, 1, 1, False, 1.0),
        (1, 1, 2, False, 1.0),
        (2, 1, 2, True, 1.0),
        (1, 0, 1, False, 0.0),
    ],
)
def test_the_chances_that_are_known(infantry: int, artillery: int, defenders: int, trench: bool, win: float) -> None:
    """ALL-14.2 to ALL-14.9, ALL-17.1"""
    assert BOOK.battle(infantry, artillery, defenders, trench).win == pytest.approx(win, abs=0.005)


@pytest.mark.parametrize("trench", [False, True])
def test_all_ways_to_end_add_up(trench: bool) -> None:
    for infantry in range(8):
        for artillery in range(3):
            for defenders in range(1, 6):
                odds = BOOK.battle(infantry, artillery, defenders, trench)
                if infantry + artillery:
                    assert sum(odds.attackers_left) == pytest.approx(odds.win)
                    assert sum(odds.attackers_left) + sum(odds.defenders_left) == pytest.approx(1.0)
                    assert odds.emptied == pytest.approx(odds.defenders_left[0])


@once
@pytest.mark.parametrize(
    ("attackers", "defenders", "trench"), [((4, 0), 3, ""), ((5, 0), 2, "NFR>WGE"), ((3, 1), 3, "")]
)
def test_battles_fought_out_come_to_what_was_said(attackers: tuple[int, int], defenders: int, trench: str) -> None:
    """ALL-14.5 to ALL-14.9  Nobody retreats who need not; infantry goes first."""
    expected = BOOK.battle(*attackers, defenders, bool(trench))
    wins = 0
    times = 400
    for seed in range(times):
        force = f"GE {attackers[0]}+{attackers[1]}"
        units = {"WGE": force, "NFR": f"FR {defenders}", "SFR": "FR 1"}
        t = lay(
            fast_dice(seed), units, {"WGE": "GE move"}, trench, step="move", options={"casualties": "infantry_first"}
        )
        for kind, n in zip(("infantry", "artillery"), attackers, strict=True):
            if n:
                play(t, f"send {n} {kind} to NFR")
        play(t, "go")
        while t.step().tag.endswith("retreat") or t.step().tag.endswith("refuge"):
            seat = t.deciders()[0]
            ways = t.options(seat).actions()
            # As few as possible, and of those as much infantry.
            least = min(sum(GAME.words.kind_of(a).values(a)) for a in ways)
            t.play(seat, [a for a in ways if sum(GAME.words.kind_of(a).values(a)) == least][-1])
        wins += t.step().tag.endswith("pull_back")
    assert wins / times == pytest.approx(expected.win, abs=0.08)


def test_the_cost_of_an_attack_is_what_the_dice_of_the_defenders_kill() -> None:
    """ALL-14.7, ALL-17.1  A third of their dice kills, infantry first; after one round the attack is over."""
    assert BOOK.battle(2, 0, 2, False).lost == pytest.approx(2 / 3)
    assert BOOK.battle(2, 0, 1, True).lost == pytest.approx(2 / 3)
    # One infantry and one artillery: the artillery kills one of three; of the two dice left a second kill costs two.
    assert BOOK.battle(1, 1, 3, False).lost == pytest.approx(4 / 9 * 1 + 1 / 9 * 3)


def test_odds_are_said_before_the_units_are_sent() -> None:
    """ALL-11.6, ALL-14.1"""
    t = lay([], {"WGE": "GE 4", "BEN": "neutral 2", "SWI": "GE 1"}, {"WGE": "GE move"}, step="move")
    odds = GAME.odds(t, 1, [GAME.parse("send 4 infantry to BEN")])
    assert odds is not None and odds.title == "4 infantry and 0 artillery against 2 defenders in the open"
    assert odds.win == pytest.approx(0.977, abs=0.001)
    assert sum(chance for chance, _ in odds.outlooks[0].parts) == pytest.approx(1.0)
    assert GAME.odds(t, 1, [GAME.parse("send 1 infantry to SWI")]) is None
    assert GAME.odds(t, 1, [GAME.parse("go")]) is None


def test_odds_are_said_of_the_battle_to_be_fought_next() -> None:
    """ALL-11.7, ALL-17.7"""
    units = {"WGE": "GE 6+1", "NFR": "FR 1", "BEN": "neutral 1"}
    t = lay([], units, {"WGE": "GE move"}, "NFR>WGE", step="move")
    play(t, "send 3 infantry to NFR", "send 2 infantry to BEN", "send 1 artillery to BEN", "go")
    said = [GAME.odds(t, 1, [GAME.parse(f"fight in {region}")]) for region in ("NFR", "BEN")]
    assert [odds.title for odds in said if odds] == [
        "3 infantry and 0 artillery against 1 defender in a trench",
        "2 infantry and 1 artillery against 1 defender in the open",
    ]
    assert GAME.odds(t, 1, [GAME.parse("fight in SWI")]) is None


def test_odds_are_said_of_fighting_on_with_those_that_do_not_go_back() -> None:
    """ALL-15.1, ALL-17.7  Of nothing when all go back, or when nobody is left to be fought."""
    t = lay([1] * 8, {"WGE": "GE 4+1", "NFR": "FR 3"}, {"WGE": "GE move"}, "NFR>WGE", step="move")
    play(t, "send 4 infantry to NFR", "send 1 artillery to NFR", "go")
    odds = GAME.odds(t, 1, [GAME.parse("retreat 4 infantry and 0 artillery")])
    assert odds is not None and odds.title == "0 infantry and 1 artillery against 2 defenders in a trench"
    assert GAME.odds(t, 1, [GAME.parse("retreat 4 infantry and 1 artillery")]) is None
    t = lay([5, 1, 1, 1], {"WGE": "GE 3", "NFR": "FR 1"}, {"WGE": "GE move"}, step="move")
    play(t, "send 3 infantry to NFR", "go")
    assert GAME.odds(t, 1, [GAME.parse("retreat 1 infantry and 0 artillery")]) is None


def test_odds_are_said_of_nothing_but_a_battle() -> None:
    """ALL-11.6, ALL-11.7  Not of closing a plan, nor of what is in no region."""
    t = lay([], {"NTH": "GE 4", "ENG": "GB 1", "BEN": "FR 1"}, {"NTH": "GE move"}, step="move")
    play(t, "send 2 infantry to ENG", "send 2 infantry to BEN")
    assert GAME.odds(t, 1, [GAME.parse("go")]) is None
    assert GAME.odds(t, 1, [int(SEND.of(0, REGIONS, 1))]) is None
    play(t, "go")
    assert GAME.odds(t, 1, [int(NEXT_BATTLE.of(REGIONS))]) is None


def test_odds_are_said_to_a_seat_of_one_action_at_a_time() -> None:
    """ALL-11.6  Not to spectators, and not when the war is over."""
    t = lay([], {"WGE": "GE 4", "BEN": "neutral 2"}, {"WGE": "GE move"}, step="move")
    send = GAME.parse("send 2 infantry to BEN")
    assert GAME.odds(t, 1, [send]) is not None
    assert GAME.odds(t, 1, []) is None and GAME.odds(t, 1, [send, send]) is None
    assert GAME.odds(t, -1, [send]) is None and GAME.odds(t, 6, [send]) is None
    over = lay([], {"TUR": "OT 1"}, points=[0, 5], step="score")
    assert over.over and GAME.odds(over, 1, [send]) is None


def test_what_is_asked_of_a_battle_is_told_in_figures() -> None:
    """ALL-14.2 to ALL-14.9"""
    inquiry = GAME.inquiry()
    assert inquiry is not None
    told = {"infantry": [1], "artillery": [0], "defenders": [1], "trench": []}
    answer = inquiry.answer(told, 80)
    # One attacker, one defender: the attacker is out after the first round, and kills with a 5 or a 6.
    assert answer.data["win"] == 0.0 and answer.data["emptied"] == pytest.approx(1 / 3)
    for line in ("nobody is left there 33.3%", "to be driven back 66.7%", "attackers killed, on average 0.33"):
        assert line in " ".join(answer.text.split())
    with pytest.raises(UsageError, match="A battle needs an attacker"):
        inquiry.answer(told | {"infantry": [0]}, 80)


def test_whoever_looks_back_hears_of_battles_and_luck() -> None:
    """ALL-14.6, ALL-14.7"""
    start = lay([5, 1, 2], {"WGE": "GE 2", "BEN": "FR 1"}, {"WGE": "GE move"}, step="move")
    match = Match(GAME, 6, base=start.to_data())
    for action in ("send 2 infantry to BEN", "go", "retreat 1 infantry and 0 artillery"):
        match.play(1, GAME.parse(action))
    _, reporter = play_again(match)
    (battle,) = reporter.battles
    assert (battle.attacker, battle.defender, battle.lost, battle.won) == (1, 4, [0, 1], True)
    assert [fortune.rolls for fortune in reporter.fortunes] == [0, 1, 0, 0, 1, 0]
    assert reporter.fortunes[1].luck() == -reporter.fortunes[4].luck() > 0


def test_luck_against_neutral_units_is_weighed_as_well() -> None:
    """ALL-14.7, ALL-18.1"""
    start = lay([1, 1, 6], {"WGE": "GE 2", "BEN": "neutral 1"}, {"WGE": "GE move"}, step="move")
    match = Match(GAME, 6, base=start.to_data())
    for action in ("send 2 infantry to BEN", "go"):
        match.play(1, GAME.parse(action))
    _, reporter = play_again(match)
    german = reporter.fortunes[1]
    assert (german.rolls, german.lost, german.taken) == (1, 1, 0)
    assert german.luck() == Fraction(-5, 9) - (1 - Fraction(1, 3))
