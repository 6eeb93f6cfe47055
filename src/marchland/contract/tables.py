"""Tables as data: what is declared, copied, saved, and the same again with the same seed."""

from __future__ import annotations

import json

from marchland.contract.fault import Broken
from marchland.contract.trial import Trial, difference, everybody, play, play_on, random_choice, seen, short
from marchland.engine.cards import Cards
from marchland.engine.dice import FairDice, fast_dice
from marchland.engine.errors import RecordError
from marchland.engine.saving import declared, fields, is_vec, plain
from marchland.engine.table import Table


def are_declared(trial: Trial) -> None:
    for t in trial.states():
        if not trial.closely():
            continue
        for name in sorted(vars(t).keys() - declared(t)) if hasattr(t, "__dict__") else ():
            raise Broken(
                f"the table has an attribute {name!r} that {type(t).__name__} does not declare, so that copies and "
                f"saved matches lose it"
            )
        for name in fields(t):
            if not hasattr(t, name):
                raise Broken(f"{type(t).__name__} declares {name!r} and set_up does not set it")
            value = getattr(t, name)
            if not is_data(value):
                raise Broken(
                    f"{name!r} is {short(value)}; a table is made of whole numbers, bools, lists of them, and Cards"
                )
        for step in {frame[0] for frame in t.agenda()}:
            if not any(step == known.number for known in t.game.steps):
                raise Broken(f"{t.step().tag} is on the agenda and not among the steps of the game")


def is_data(value: object) -> bool:
    if isinstance(value, list):
        return all(is_data(item) for item in value)
    return isinstance(value, (int, Cards)) or is_vec(value)


def are_independent(trial: Trial) -> None:
    kept: list[tuple[Table, dict[str, object]]] = []
    t = None
    for t in trial.states():
        if trial.decision % 10 == 0 or trial.decision < 10:
            twin = copied(t)
            kept.append((twin, twin.to_data()))
            kept[:-20] = kept[:-20:2]
        if trial.decision % 50 == 0 or trial.decision < 10 or t.over:
            for twin, before in kept:
                shared = difference(before, twin.to_data())
                if shared:
                    raise Broken(f"what happens on the table happens on its copy as well: {shared}")
    assert t is not None
    # The other way round: playing on with a copy leaves the table where it was.
    before = t.to_data()
    for twin, _ in kept:
        play_on(twin, fast_dice(trial.seed), 30)
        shared = difference(before, t.to_data())
        if shared:
            raise Broken(f"what happens on a copy happens on the table as well: {shared}")


def copied(t: Table) -> Table:
    twin = t.copy()
    if type(twin) is not type(t):
        raise Broken(f"the copy of a {type(t).__name__} is a {type(twin).__name__}")
    for name in [*fields(t), *t.derived()]:
        if not hasattr(twin, name):
            raise Broken(f"copy leaves out {name!r}")
        if plain(getattr(twin, name)) != plain(getattr(t, name)):
            raise Broken(f"copy gets {name!r} wrong: {difference(plain(getattr(t, name)), plain(getattr(twin, name)))}")
    if twin != t or twin.events is not None:
        raise Broken(f"a copy is not the same: {difference(t.to_data(), twin.to_data()) or 'it listens'}")
    return twin


def are_saved(trial: Trial) -> None:
    for t in trial.states():
        if trial.decision % 11 and not t.over:
            continue
        try:
            loaded = t.game.from_data(json.loads(json.dumps(t.to_data())))
        except (RecordError, TypeError) as fault:
            raise Broken(f"a saved table cannot be read: {str(fault).rstrip('.')}") from fault
        if loaded != t:
            raise Broken(f"a saved table comes back different: {difference(t.to_data(), loaded.to_data())}")
        for name in t.derived():
            if plain(getattr(loaded, name)) != plain(getattr(t, name)):
                raise Broken(f"restore does not make {name!r} as it was")
        for seat in everybody(t):
            if seen(loaded, seat) != seen(t, seat):
                found = difference(t.view(seat), loaded.view(seat))
                raise Broken(f"seat {seat} sees a saved table differently: {found}")
        go_on(trial, t.copy(), loaded)


def go_on(trial: Trial, twin: Table, loaded: Table) -> None:
    for _ in range(10):
        if twin.over:
            break
        seat, action = random_choice(twin, trial.rng)
        play(twin, seat, action)
        play(loaded, seat, action)
    if loaded != twin:
        raise Broken(f"a saved table goes on differently: {difference(twin.to_data(), loaded.to_data())}")


def follow_from_the_seed(trial: Trial) -> None:
    """Chance comes from the dice of the table alone."""
    one, two = trial.deal(), trial.deal()
    while True:
        found = difference([one.to_data(), one.events], [two.to_data(), two.events])
        if found:
            raise Broken(f"the same seed and the same decisions give two matches: {found}")
        if one.over or trial.decision == 200:
            return
        seat, action = random_choice(one, trial.rng)
        trial.last = f"seat {seat}: {one.game.name_of(action)}"
        play(one, seat, action)
        play(two, seat, action)
        trial.decision += 1


def go_on_with_fair_dice(trial: Trial) -> None:
    """A match with the dice of live play is saved in its middle, and goes on as if nothing had been."""
    whole, half = (trial.deal(dice=FairDice(bytes(range(32)))) for _ in range(2))
    play_on(whole, fast_dice(trial.seed), 300)
    chooser = fast_dice(trial.seed)
    made = play_on(half, chooser, 150)
    resumed = trial.game.from_data(json.loads(json.dumps(half.to_data())))
    play_on(resumed, chooser, 300 - made)
    if whole != resumed:
        raise Broken(
            f"saved and resumed, a match goes on differently: {difference(whole.to_data(), resumed.to_data())}"
        )
