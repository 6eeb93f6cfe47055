"""What the rules say beside a choice: what it brings or gives up, and which is the way forward."""

from __future__ import annotations

import re

from marchland.contract.fault import Broken
from marchland.contract.options import place
from marchland.contract.trial import Trial, play
from marchland.contract.words import say
from marchland.engine.sayings import PHRASES, Saying
from marchland.engine.sealed import Sealed
from marchland.engine.step import STEPS
from marchland.engine.table import Table
from marchland.engine.words import ARGUMENT_BITS


def are_explained(trial: Trial) -> None:
    """A number in an effect is a gap, so that house rules turn it too."""
    said: set[int] = set()
    for t in trial.states():
        if trial.closely() and not t.over:
            for seat in t.deciders():
                for name, effect in effects(t, seat).items():
                    sentence = say(trial, t, effect, f"the effect of {name}")
                    if effect[0] not in said and re.search(r"\d", PHRASES[effect[0]].text):
                        raise Broken(f"the effect '{sentence}' has a number that no house rule turns")
                    said.add(effect[0])


def effects(t: Table, seat: int) -> dict[str, Saying]:
    """What is said beside the options of a seat, by the names of their kinds."""
    found: dict[str, Saying] = {}
    for kind in sorted({action >> ARGUMENT_BITS for action, _ in t.options(seat).spans()}):
        deed = t.step().deed(t, kind)
        effect = deed.effect_at(t, seat) if deed is not None else []
        if effect:
            found[t.game.words.kinds[kind].name] = effect
    return found


def lead_on(trial: Trial) -> None:
    """Where one may do this and that and is asked again, what ends the asking is marked as the way forward."""
    stays: set[str] = set()
    ends: dict[tuple[str, int], bool] = {}
    for t in trial.states():
        if trial.closely() and not t.over and not isinstance(t.step(), Sealed):
            for seat in t.deciders():
                look_ahead(trial, t, seat, stays, ends)
    for (tag, kind), always in ends.items():
        step = next(step for step in trial.game.steps if step.tag == tag)
        deed = next(deed for deed in step.deeds if deed.number == kind)
        # Where one may also call it off, one of the two is the way on.
        if always and tag in stays and not any(way.forward for way in step.deeds):
            raise Broken(f"{deed.name} ends {tag}, where one may go on, and is not marked as the way forward")


def look_ahead(trial: Trial, t: Table, seat: int, stays: set[str], ends: dict[tuple[str, int], bool]) -> None:
    """Try one action of each kind on a copy, and note whether the seat is asked again."""
    tag = place(t)
    kinds = {first >> ARGUMENT_BITS: first for first, _ in t.options(seat).spans()}
    for kind, action in kinds.items():
        after = t.copy()
        play(after, seat, action)
        over = after.over or tag not in [STEPS[frame[0]].tag for frame in after.agenda()]
        again = not over and place(after) == tag and seat in after.deciders()
        if again:
            stays.add(tag)
        if trial.game.words.kinds[kind].arity == 0:
            left = over or (place(after) == tag and not again)
            ends[tag, kind] = ends.get((tag, kind), True) and left
