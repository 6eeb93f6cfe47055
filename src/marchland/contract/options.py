"""Options: who has them, in which order, by which names, and that each can be carried out."""

from __future__ import annotations

import re
from itertools import pairwise

from marchland.contract.fault import Broken
from marchland.contract.trial import Stuck, Trial, everybody, play
from marchland.engine.errors import UsageError
from marchland.engine.options import Options
from marchland.engine.table import ALL_SEEING, Table

TRIED = 4  # options of a state that are carried out on copies


def can_be_carried_out(trial: Trial) -> None:
    try:
        for t in trial.states():
            if t.over and trial.decision == 0:
                raise Broken("the match is over before anybody has decided anything")
            if trial.closely():
                try_some(trial, t)
    except Stuck as stuck:
        raise Broken(*stuck.args) from stuck


def try_some(trial: Trial, t: Table) -> None:
    """Others than the one that the match goes on with; the first and the last of a span are where slips show."""
    for seat in range(t.seats):
        spans = t.options(seat).spans()
        for first, count in trial.rng.sample(spans, min(len(spans), TRIED)):
            action, twin = trial.rng.choice([first, first + count - 1]), t.copy()
            play(twin, seat, action)
            if twin == t:
                raise Broken(f"'{t.game.name_of(action)}' of seat {seat} changes nothing at {place(t)}")
        asides = t.asides(seat).actions()
        for action in trial.rng.sample(asides, min(len(asides), 1)):
            play(t.copy(), seat, action)


def are_for_deciders(trial: Trial) -> None:
    for t in trial.states():
        deciders = t.deciders()
        if bool(deciders) == t.over:
            raise Broken("the match is over and somebody is asked" if t.over else "nobody is asked")
        for seat in [ALL_SEEING, *everybody(t)]:
            if bool(t.options(seat).total) != (seat in deciders):
                what = "has to decide and has no option" if seat in deciders else "has options and is not asked"
                raise Broken(f"seat {seat} {what} at {place(t)}")
        if t.asides(-1).total or t.asides(ALL_SEEING).total:
            raise Broken(f"somebody who only looks on can do something beside {place(t)}")


def place(t: Table) -> str:
    return "the end" if t.over else t.step().tag


def rise(trial: Trial) -> None:
    for t in trial.states():
        if trial.closely():
            for seat in range(t.seats):
                look_through(trial, t, seat, t.options(seat))
                look_through(trial, t, seat, t.asides(seat))
                both = set(t.options(seat)) & set(t.asides(seat))
                if both:
                    raise Broken(f"'{t.game.name_of(min(both))}' is an option of seat {seat} and beside it as well")
                if not t.over and seat in t.deciders():
                    kept, found = t.options(seat).actions(), t.step().listed(t, seat).actions()
                    if kept != found:
                        raise Broken(f"the options of seat {seat} at {place(t)} are not found again as they were kept")


def look_through(trial: Trial, t: Table, seat: int, options: Options) -> None:
    actions = options.actions()
    for before, after in pairwise(actions):
        if before == after:
            raise Broken(f"'{t.game.name_of(after)}' is twice among the options of seat {seat} at {place(t)}")
        if before > after:
            one, two = t.game.name_of(before), t.game.name_of(after)
            raise Broken(f"the options of seat {seat} at {place(t)} do not rise: '{one}' stands before '{two}'")
    whole = len(options) == options.total == len(actions) and list(options) == actions
    for index in {trial.rng.randrange(len(actions)) for _ in range(3)} if actions else ():
        whole = whole and options[index] == options.at(index) == actions[index] == options[index - len(actions)]
        whole = whole and actions[index] in options and options.holds(actions[index])
    for missing in (actions[0] - 1, actions[-1] + 1) if actions else (0,):
        whole = whole and missing not in options and not options.holds(missing)
    for outside in (len(actions), -len(actions) - 1):
        try:
            options[outside]
            whole = False
        except IndexError:
            pass
    if not whole:
        raise Broken(f"the options of seat {seat} at {place(t)} do not agree with themselves")


def have_names(trial: Trial) -> None:
    for kind in trial.game.words.kinds:
        gaps, arguments = re.findall(r"\{(\w+)\}", kind.pattern), [argument for argument, _ in kind.arguments]
        if sorted(gaps) != sorted(arguments):
            said = " and ".join(arguments) or "none"
            raise Broken(f"'{kind.pattern}' has other gaps than {kind.name} has arguments, which are {said}")
    named: dict[str, int] = {}
    for t in trial.states():
        if trial.closely():
            for seat in range(t.seats):
                actions = t.options(seat).actions() + t.asides(seat).actions()
                for action in trial.rng.sample(actions, min(len(actions), 12)):
                    name = t.game.name_of(action)
                    if name not in named:
                        read_back(t, action, name)
                    if named.setdefault(name, action) != action:
                        raise Broken(f"two actions are called '{name}'")


def read_back(t: Table, action: int, name: str) -> None:
    try:
        for said in (name, f"  {name.upper()} "):
            if t.game.parse(said) != action:
                raise Broken(f"'{name}' is read as '{t.game.name_of(t.game.parse(said))}'")
        if t.game.action_of(t.game.code_of(action)) != action:
            raise Broken(f"'{name}' is saved as {t.game.code_of(action)!r} and not read back from that")
    except UsageError as fault:
        raise Broken(f"'{name}' is not read back: {str(fault).rstrip('.')}") from fault
