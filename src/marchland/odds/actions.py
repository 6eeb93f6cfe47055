"""The odds of an action that somebody is about to take."""

from __future__ import annotations

from dataclasses import dataclass

from marchland.engine.dice import fast_dice
from marchland.engine.table import Table
from marchland.games.conquest.attack import ATTACK
from marchland.games.conquest.battle import MOST_ATTACKING, MOST_DEFENDING, SIDES
from marchland.games.conquest.table import Conquest
from marchland.games.swarm.battle import BATTLE
from marchland.games.swarm.cards import POSITIONS
from marchland.games.swarm.plan import ONE, PLAN, TWO, WHERE, choice_of
from marchland.games.swarm.sight import SwarmTable
from marchland.odds import chart
from marchland.odds.dice_battle import MOST_UNITS, Dice, battle_odds
from marchland.odds.plan_battle import Battlefield, PlanOdds

QUICK = 2000  # larger dice battles take too long to reckon beside every choice


@dataclass(frozen=True)
class ActionOdds:
    """The chance to win by an action, in one number, in a few words, and in full."""

    win: float
    text: str
    figures: str
    clause: str


def odds_of(table: Table, seat: int, action: int, quick: bool = False) -> ActionOdds | None:
    """The chance of an attack or of a battle plan, from what `seat` knows; None where no battle is at stake, or where
    `quick` and it would take long."""
    if isinstance(table, Conquest):
        return _of_dice(table, action, quick)
    if isinstance(table, SwarmTable) and not table.over and 0 <= seat < table.seats:
        # What the seat cannot see must not show in its chances either.
        known = table.determinize(seat, fast_dice(0))
        assert isinstance(known, SwarmTable)
        return _of_plan(known, seat, action)
    return None


def _of_dice(table: Conquest, action: int, quick: bool) -> ActionOdds | None:
    kind = table.game.words.kind_of(action)
    if kind.name not in ("attack", "strike", "storm"):
        return None
    source, target = kind.a(action), kind.b(action)
    if max(source, target) >= len(table.units):
        return None
    force = ATTACK.c(action) if ATTACK.fits(action) else table.eligible(source)
    defenders = table.units[target]
    if not 1 <= force <= MOST_UNITS or not 1 <= defenders <= MOST_UNITS or (quick and force * defenders > QUICK):
        return None
    ties = "nobody" if table.ties_stand else "defender"
    dice = Dice(int(MOST_ATTACKING.of(table)), int(MOST_DEFENDING.of(table)), int(SIDES.of(table)))
    odds = battle_odds(int(force), int(defenders), ties, int(table.edge_in(source, target)), dice)
    left = f", with {odds.force_left_if_won:.1f} left on average" if odds.force_left_if_won is not None else ""
    return ActionOdds(odds.win, f"{odds.win:.0%} to win{left}", chart.table(odds), "S.9")


def _of_plan(t: SwarmTable, seat: int, action: int) -> ActionOdds | None:
    """SWM-7.4  What is not chosen yet is taken to be chosen as well as possible."""
    if BATTLE.fits(action):
        tile, opponent = int(BATTLE.a(action)), int(BATTLE.b(action))
        if tile >= POSITIONS or opponent >= t.seats or opponent == seat or not t.occupies(seat, tile):
            return None
        if not t.occupies(opponent, tile):
            return None
        return _told(Battlefield(t, seat, opponent, tile).best())
    if t.step() is not PLAN or not t.asked >> seat & 1 or not t.options(seat).holds(action):
        return None
    return _told(_field(t, seat).best(*[_chosen(made) for made in [*t.sealed[seat], action]]))


def odds_of_plan(table: Table, seat: int, actions: list[int]) -> ActionOdds | None:
    """The chance of a whole plan that `seat` has in mind, choice by choice; None where it is no plan of its own."""
    if not isinstance(table, SwarmTable) or table.over or table.step() is not PLAN or seat not in PLAN.hands(table):
        return None
    known = table.determinize(seat, fast_dice(0))
    assert isinstance(known, SwarmTable)
    questions = PLAN.questions(known, seat)
    if len(actions) != len(questions):
        return None
    if not all(options.holds(action) for options, action in zip(questions, actions, strict=True)):
        return None
    return _told(_field(known, seat).best(*[_chosen(action) for action in actions]))


def _field(t: SwarmTable, seat: int) -> Battlefield:
    """The battle for which a seat makes its plan."""
    one, two = int(ONE.of(t)), int(TWO.of(t))
    return Battlefield(t, seat, two if seat == one else one, int(WHERE.of(t)))


def _chosen(action: int) -> int:
    return int(choice_of(action).chosen(action))


def _told(odds: PlanOdds) -> ActionOdds:
    text = f"{odds.win:.0%} to win"
    if odds.tie >= 0.005:
        text += f", {odds.tie:.0%} to tie"
    if odds.betrayal >= 0.005:
        text += f", {odds.betrayal:.0%} that the leader can be betrayed"
    return ActionOdds(odds.win, text, chart.plan_table(odds), "SWM-7.12")
