"""How to play a game, in brief: its first steps, its sequence of play, and the chapters that matter most."""

from __future__ import annotations

from marchland.engine.game import Game
from marchland.rulebook import Chapter, Clause, Rulebook


def sequence_of(game: Game, book: Rulebook) -> list[Clause]:
    """The clauses behind the sequence of play, under the titles of its strip."""
    numbered = {clause.number: clause for clause in book.clauses}
    stages = [(step.title, numbered.get(game.clause(step.clause))) for step in game.sequence]
    return [Clause(clause.number, title, clause.text) for title, clause in stages if clause is not None]


def chapters_of(game: Game, book: Rulebook) -> list[Chapter]:
    """The chapters that its first steps name."""
    found = [book.chapter(key) for key in (game.first_steps.chapters if game.first_steps is not None else [])]
    return [chapter for chapter in found if chapter is not None]
