"""Laws: what is conserved, that every match ends, and that bots can tell how they stand."""

from __future__ import annotations

import math

from marchland.contract.fault import Broken
from marchland.contract.trial import BOUND, Trial, everybody, play_on
from marchland.engine.dice import fast_dice
from marchland.engine.errors import IllegalAction
from marchland.engine.table import Table


def are_kept(trial: Trial) -> None:
    for t in trial.states():
        broken = t.game.conserved(t)
        if broken:
            raise Broken(f"a law is broken: {broken.rstrip('.')}")


def come_to_an_end(trial: Trial) -> None:
    """By the options of this match, and by the usual ones, at full length."""
    for options in (trial.options, {}):
        trial.decision = 0
        t = trial.deal(options=options)
        dealt = t.copy()
        trial.decision = play_on(t, fast_dice(trial.seed), BOUND)
        if not t.over:
            raise Broken(f"the match does not end within {BOUND:,} decisions; it is at {t.step().tag}")
        is_over(t)
        can_be_studied(dealt, t)


def fault_of_places(t: Table) -> str:
    """Equal seats share a place, and the places behind them stay empty. It is the same with teams, which have one place
    each."""
    places, teams = t.places, t.teams()
    if len(places) == t.seats and teams:
        if len(set(zip(teams, places, strict=True))) != len(set(teams)):
            return f"the places of {t.seats} players are {places}, and their teams {teams}"
        places = [places[teams.index(team)] for team in sorted(set(teams))]
    ranked = [1 + sum(other < place for other in places) for place in places]
    return "" if len(t.places) == t.seats and places == ranked else f"the places of {t.seats} players are {t.places}"


def is_over(t: Table) -> None:
    if t.deciders():
        raise Broken(f"the match is over, and seats {t.deciders()} are asked")
    fault = fault_of_places(t)
    if fault:
        raise Broken(fault)
    for seat in everybody(t):
        view = t.view(seat)
        if (view["places"], view["over"], view["deciders"]) != (t.places, True, []):
            raise Broken(f"seat {seat} does not see that the match is over, and who has won")
        if t.options(seat).total or t.asides(seat).total:
            raise Broken(f"the match is over, and seat {seat} can still do something")
        try:
            t.play(seat, 0)
        except IllegalAction:
            continue
        raise Broken(f"the match is over, and seat {seat} has done something")


def can_be_studied(dealt: Table, t: Table) -> None:
    """What `marchland simulate --by` counts."""
    game = t.game
    for seat, fact, value in game.study(dealt, t.events or []):
        if fact not in game.facts:
            raise Broken(f"study tells {fact!r} of seat {seat}, which is not among the facts of the game")
        if not 0 <= seat < t.seats or not isinstance(value, str):
            raise Broken(f"study tells that {fact} of seat {seat} is {value!r}; it tells words of seats")
    if not isinstance(game.ending(t), str):
        raise Broken(f"ending says {game.ending(t)!r}, which is no word")


def can_be_judged(trial: Trial) -> None:
    """Bots compare tables by numbers; what is no number cannot be compared."""
    for t in trial.states():
        if trial.closely() or t.over:
            before = t.fingerprint()
            for seat in range(t.seats):
                worth = t.game.evaluate(t, seat)
                if not isinstance(worth, (int, float)) or not math.isfinite(worth):
                    raise Broken(f"evaluate gives seat {seat} {worth!r}, which is no number to compare")
            if t.fingerprint() != before:
                raise Broken("evaluate changes the table that it looks at")
