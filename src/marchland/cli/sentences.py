"""Events and refusals as sentences."""

import re
from collections.abc import Sequence

from marchland.cli.text import sentence, wrapped
from marchland.engine.errors import IllegalAction, MarchlandError
from marchland.engine.game import Game
from marchland.engine.sayings import PHRASES


def say_event(game: Game, event: Sequence[int], players: Sequence[str]) -> str:
    """One event with its clause: "Ann places 3 in Cafe. (XYZ-2.3)"."""
    clause = game.clause_of(event)
    said = sentence(game.say(event, players))
    return f"{said} ({clause})" if clause else said


def say_events(game: Game, events: Sequence[Sequence[int]], players: Sequence[str]) -> list[str]:
    return [say_event(game, event, players) for event in events]


def say_together(game: Game, events: Sequence[Sequence[int]], players: Sequence[str]) -> str:
    """What one action brought about, in one paragraph, the clauses at its end; the dice of each roll left out."""
    told = [event for event in events if not rolls(game, event)] or list(events)
    clauses = dict.fromkeys(clause for event in told if (clause := game.clause_of(event)))
    said = " ".join(sentence(game.say(event, players)) for event in told)
    return f"{said} ({', '.join(clauses)})" if clauses else said


def rolls(game: Game, event: Sequence[int]) -> bool:
    return any(domain == "dice" for _, domain in PHRASES[event[0]].gaps)


def refusal(fault: MarchlandError) -> str:
    """A refusal as events are told: the sentence, then its clause."""
    if isinstance(fault, IllegalAction) and fault.clause:
        return wrapped(f"{sentence(fault.sentence)} ({fault.clause})")
    # The engine writes the gaps of a pattern as {target}.
    return wrapped(re.sub(r"\{(\w+)\}", lambda gap: gap[1].upper(), sentence(str(fault))))
