"""Events and refusals as sentences."""

import re
from collections.abc import Sequence

from marchland.cli.text import sentence, wrapped
from marchland.engine.errors import IllegalAction, MarchlandError
from marchland.engine.game import Game


def say_event(game: Game, event: Sequence[int], players: Sequence[str]) -> str:
    """One event with its clause: "Ann places 3 in Cafe. (XYZ-2.3)"."""
    told = game.read(event, players)
    said = sentence(told.text)
    return f"{said} ({told.clause})" if told.clause else said


def say_events(game: Game, events: Sequence[Sequence[int]], players: Sequence[str]) -> list[str]:
    return [say_event(game, event, players) for event in events]


def say_together(game: Game, events: Sequence[Sequence[int]], players: Sequence[str]) -> str:
    """What one action brought about, in one paragraph, the clauses at its end; the dice of each roll left out."""
    every = [game.read(event, players) for event in events]
    kept = [told for told in every if not told.of("dice")] or every
    clauses = dict.fromkeys(told.clause for told in kept if told.clause)
    said = " ".join(sentence(told.text) for told in kept)
    return f"{said} ({', '.join(clauses)})" if clauses else said


def refusal(fault: MarchlandError) -> str:
    """A refusal as events are told: the sentence, then its clause."""
    if isinstance(fault, IllegalAction) and fault.clause:
        return wrapped(f"{sentence(fault.sentence)} ({fault.clause})")
    # The engine writes the gaps of a pattern as {target}.
    return wrapped(re.sub(r"\{(\w+)\}", lambda gap: gap[1].upper(), sentence(str(fault))))
