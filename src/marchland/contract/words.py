"""Sayings: that everything told, asked and refused can be said, with its clause."""

from __future__ import annotations

from marchland.contract.fault import Broken
from marchland.contract.options import place
from marchland.contract.trial import Trial, everybody, play, random_choice
from marchland.engine.errors import IllegalAction, told
from marchland.engine.sayings import PHRASES
from marchland.engine.table import ALL_SEEING, Table
from marchland.engine.words import ARGUMENT_BITS, Kind


def can_be_said(trial: Trial) -> None:
    for t in trial.states():
        for event in t.events or []:
            if not -1 <= event[0] < 1 << t.seats:
                raise Broken(f"something is told to seats that do not exist: {event}")
            say(trial, t, event[1:], "what is told")
        t.events = []
        if trial.closely():
            for seat in [ALL_SEEING, *everybody(t)]:
                say(trial, t, t.prompt(seat), f"what seat {seat} reads at {place(t)}")


def say(trial: Trial, t: Table, saying: list[int], what: str) -> str:
    """A saying as a sentence that leaves nothing open."""
    if not saying:
        raise Broken(f"{what} is nothing at all")
    phrase = PHRASES[saying[0]]
    if len(saying) - 1 != len(phrase.gaps):
        given = f"{len(saying) - 1} of its {len(phrase.gaps)} arguments"
        raise Broken(f"{what} has {given}: '{phrase.unfilled()}'")
    for (name, domain), value in zip(phrase.gaps, saying[1:], strict=True):
        known = t.seats if domain == "seat" else len(t.game.labels.codes.get(domain, []))
        if known and not 0 <= value < known:
            raise Broken(f"{what} names a {domain} that does not exist, {value} for {name}: '{t.game.say(saying)}'")
    sentence = t.game.say(saying)
    if not sentence.strip() or "{" in sentence:
        raise Broken(f"{what} is '{sentence}'")
    has_clause(trial, t.game.clause_of(saying), f"'{sentence}'")
    return sentence


def has_clause(trial: Trial, clause: str, what: str) -> None:
    if clause and clause not in trial.clauses:
        raise Broken(f"{what} cites {clause}, which the rulebook does not have")


def events_change_nothing(trial: Trial) -> None:
    """A match that nobody listens to goes the same way."""
    silent = trial.deal()
    silent.events = None
    t = trial.deal()
    while not t.over and trial.decision < 200:
        seat, action = random_choice(t, trial.rng)
        trial.last = f"seat {seat}: {t.game.name_of(action)}"
        play(t, seat, action)
        play(silent, seat, action)
        trial.decision += 1
        if t != silent:
            raise Broken("a match that nobody listens to goes another way")


# -- refusals ----------------------------------------------------------------------------------------------------------


def are_refused(trial: Trial) -> None:
    for t in trial.states():
        if trial.closely():
            before, heard = t.fingerprint(), len(t.events or [])
            for seat in [ALL_SEEING, *everybody(t)]:
                legal = {*t.options(seat), *t.asides(seat)}
                for action in attempts(trial, t, seat):
                    if action not in legal:
                        refuse(trial, t, seat, action)
            if t.fingerprint() != before or len(t.events or []) != heard:
                raise Broken("something that was refused has changed the table")
            if trial.decision == 0:
                refuse_offers(t)


def attempts(trial: Trial, t: Table, seat: int) -> list[int]:
    """Options of others, every kind with arguments that exist nowhere, and plain nonsense."""
    rng = trial.rng
    others = [action for other in t.deciders() if other != seat for action in t.options(other)]
    kinds = t.game.words.kinds
    found = [
        *rng.sample(others, min(len(others), 3)),
        *(rng.randrange(len(kinds)) << ARGUMENT_BITS | rng.randrange(1 << ARGUMENT_BITS) for _ in range(3)),
        rng.randrange(len(kinds) + 5) << ARGUMENT_BITS,
        rng.randrange(-(1 << 40), 1 << 40),
        rng.choice([-1, 1 << 30, 127 << ARGUMENT_BITS, (1 << 31) - 1]),
    ]
    for kind in kinds if seat in t.deciders() else rng.sample(kinds, 1):
        found += extremes(kind)
    return found


def extremes(kind: Kind) -> list[int]:
    """A kind with nothing, with every argument as large as its bits allow, and with one of them so at a time."""
    most = [kind.most(i) for i in range(kind.arity)]
    rows = [[0] * len(most), most, *([m if i == j else 0 for j, m in enumerate(most)] for i in range(len(most)))]
    padded = [[*row, 0, 0, 0, 0][:4] for row in rows]
    return [int(kind.of(a, b, c, d)) for a, b, c, d in padded]


def refuse(trial: Trial, t: Table, seat: int, action: int) -> None:
    name = t.game.name_of(action)
    try:
        t.play(seat, action)
    except IllegalAction as refused:
        if not refused.sentence.strip() or "{" in str(refused):
            raise Broken(f"'{name}' is refused with '{refused}'") from refused
        own = seat in t.deciders() and 0 <= action >> ARGUMENT_BITS < len(t.game.words.kinds)
        if own and not refused.clause:
            raise Broken(f"'{name}' of seat {seat} is refused without a clause: '{refused}'") from refused
        has_clause(trial, refused.clause, f"the refusal '{refused.sentence}'")
        return
    except Exception as fault:
        asked = f"asked why '{name}' of seat {seat} is not possible at {place(t)}"
        raise Broken(f"{asked}, the game raises {told(fault)}") from fault
    raise Broken(f"'{name}' is no option of seat {seat} and can be played")


def refuse_offers(t: Table) -> None:
    for maker, to in [(0, 0), (-1, 0), (0, -1), (0, t.seats), (t.seats, 0)]:
        try:
            t.make_offer(maker, to, [], [])
        except IllegalAction:
            continue
        raise Broken(f"seat {maker} can make seat {to} an offer")
