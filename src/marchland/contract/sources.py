"""What a game's sources and its rulebook say of each other; no match is played."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from marchland.contract.fault import Broken
from marchland.contract.trial import Trial
from marchland.engine.deed import Deed
from marchland.engine.errors import MarchlandError
from marchland.engine.game import Game
from marchland.engine.sayings import PHRASES, Phrase
from marchland.engine.settings import Setting
from marchland.engine.step import Step
from marchland.rulebook import Rulebook, citations, cited, folder_of, read_rulebook

# -- the rulebook ------------------------------------------------------------------------------------------------------


def agree_with_the_rulebook(trial: Trial) -> None:
    game = trial.game
    try:
        book = read_rulebook(game.rulebook())
    except (OSError, MarchlandError) as fault:
        raise Broken(f"the rulebook cannot be read: {str(fault).rstrip('.')}") from fault
    if not book.clauses:
        raise Broken(f"RULES.md has no clause; one begins **{game.prefix}-1.1**")
    found = [
        *clause_faults(game, book),
        *number_faults(game, book),
        *setting_faults(game, book),
        *chapter_faults(game, book),
    ]
    if found:
        raise Broken(*dict.fromkeys(found))


def clause_faults(game: Game, book: Rulebook) -> Iterator[str]:
    numbers = {clause.number for clause in book.clauses}
    if book.prefix != game.prefix:
        yield f"clauses are numbered {book.prefix}-, and the game says {game.prefix}-"
    for place, number in citations(book, game.package):
        if number not in numbers:
            yield f"{place.name} ({place.file}, line {place.line}) cites {number}, which the rulebook does not have"
    for step in game.steps:
        if step.clause and game.clause(step.clause) not in numbers:
            yield f"step {step.tag} cites {game.clause(step.clause)}, which the rulebook does not have"
    for phrase in PHRASES:
        if phrase.clause.startswith(f"{game.prefix}-") and phrase.clause not in numbers:
            yield f"{phrase.unfilled()!r} cites {phrase.clause}, which the rulebook does not have"
    for setting in game.settings.every:
        if game.clause(setting.clause) not in numbers:
            yield f"option {setting.name} cites {setting.clause or 'no clause'}, which the rulebook does not have"


def number_faults(game: Game, book: Rulebook) -> Iterator[str]:
    clauses = {clause.number for clause in book.clauses}
    for number in game.numbers:
        if game.clause(number.clause) not in clauses:
            yield f"number {number.name} cites {number.clause or 'no clause'}, which the rulebook does not have"


def chapter_faults(game: Game, book: Rulebook) -> Iterator[str]:
    for key in game.first_steps.chapters if game.first_steps is not None else []:
        if book.chapter(key) is None:
            yield f"the first steps name chapter {key!r}, which the rulebook does not have"


def setting_faults(game: Game, book: Rulebook) -> Iterator[str]:
    """The chapter Options has a row for every option: its name, values, default and clause."""
    rows = {row[0].strip("`"): row for row in option_rows(book)}
    for setting in game.settings.every:
        row = rows.get(setting.name)
        if row is None:
            yield f"option {setting.name} does not stand in the chapter Options of the rulebook"
            continue
        text = " ".join(row)
        if not any(game.clause(setting.clause) in cited(cell, game.prefix) for cell in row):
            yield f"the rulebook has option {setting.name} at another clause than {setting.clause}"
        if f"{setting.default}" not in [cell.strip("`") for cell in row]:
            yield f"the rulebook does not give option {setting.name} the default {setting.default}"
        for word in named_values(setting):
            if word not in text:
                yield f"the rulebook does not say that option {setting.name} can be {word}"
    for name in rows:
        if name not in game.settings.index and name not in OUTSIDE:
            yield f"the rulebook has an option {name}, and the game has none"


OUTSIDE = {"players"}  # which a rulebook may list among its options, and the lobby asks for


def option_rows(book: Rulebook) -> Iterator[list[str]]:
    for chapter in book.chapters:
        if chapter.heading.endswith("Options"):
            texts = [chapter.text, *(clause.text for clause in chapter.clauses)]
            for line in "\n".join(texts).split("\n"):
                cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
                if line.startswith("|") and re.fullmatch(r"`\w+`", cells[0]):
                    yield cells


def named_values(setting: Setting) -> list[str]:
    """Those that a rulebook writes out; of numbers in a row it names the ends."""
    if setting.values is None:
        return [str(setting.least), str(setting.most)]
    return [value for value in setting.values if not value.isdigit()]


# -- deeds and steps ---------------------------------------------------------------------------------------------------


def are_carried(trial: Trial) -> None:
    found = list(dict.fromkeys(uncarried(trial.game)))
    if found:
        raise Broken(*found)


def uncarried(game: Game) -> Iterator[str]:
    carried = [deed for step in game.steps for deed in step.deeds] + game.beside
    ancestors = {owner for deed in carried for owner in type(deed).__mro__}
    for module in modules(game):
        for name, value in list(vars(module).items()):
            if isinstance(value, type) and issubclass(value, Deed) and value.__module__ == module.__name__:
                if value not in ancestors:
                    yield f"no step carries the deed {name} ({file_of(module)})"
            elif isinstance(value, Step) and type(value).__module__ == module.__name__ and value not in game.steps:
                yield f"step {value.tag} ({file_of(module)}) is not among the steps of the game"
    for kind in game.words.kinds:
        if isinstance(kind, Deed) and type(kind).do is Deed.do and any(leaves_to(step, kind) for step in game.steps):
            yield f"{kind.name} is carried by a step and does nothing: {type(kind).__name__} has no 'do'"


def leaves_to(step: Step[Any], kind: Deed[Any]) -> bool:
    """Whether a step leaves it to a deed what happens."""
    act: object = type(step).act
    return act is Step.act and any(deed is kind for deed in step.deeds)


def modules(game: Game) -> list[ModuleType]:
    """The modules of a game's package that it has imported."""
    inside = f"{game.package}."
    return [module for name, module in sorted(sys.modules.items()) if f"{name}.".startswith(inside)]


def file_of(module: ModuleType) -> str:
    return Path(module.__file__ or module.__name__).name.split(".")[0] + ".py"


def trees_of(game: Game) -> dict[str, ast.Module]:
    """The sources of a game, by the names of their files."""
    files = sorted(folder_of(game.package).glob("*.py"))
    return {file.name: ast.parse(file.read_text(encoding="utf-8")) for file in files}


# -- phrases -----------------------------------------------------------------------------------------------------------


def have_their_arguments(trial: Trial) -> None:
    """Also where random play never comes."""
    trees = trees_of(trial.game)
    phrases = {name: phrase for tree in trees.values() for name, phrase in phrases_in(tree)}
    found = [
        f"{file}, line {line}: {name} is said with {given} of its {len(phrases[name].gaps)} arguments: "
        f"{phrases[name].unfilled()!r}"
        for file, tree in trees.items()
        for name, given, line in sayings_in(tree, phrases)
        if given != len(phrases[name].gaps)
    ]
    if found:
        raise Broken(*found)


def phrases_in(tree: ast.Module) -> Iterator[tuple[str, Phrase]]:
    """NAME = phrase("XYZ-1.1", "…"), perhaps with a role"""
    for node in tree.body:
        if not isinstance(node, (ast.Assign, ast.AnnAssign)):
            continue
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        value = node.value
        if isinstance(target, ast.Name) and isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            texts = [part.value for part in value.args if isinstance(part, ast.Constant)]
            if value.func.id == "phrase" and len(texts) in (2, 3):
                yield target.id, Phrase(str(texts[0]), str(texts[1]))


def sayings_in(tree: ast.Module, phrases: dict[str, Phrase]) -> Iterator[tuple[str, int, int]]:
    """(phrase, number of arguments, line) of all that is told, and of all sayings that are written out."""
    for node in ast.walk(tree):
        said: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.keywords:
            said = {"tell": node.args, "tell_seats": node.args[1:]}.get(node.func.attr, [])
        elif isinstance(node, ast.List):
            said = node.elts
        names = [part.id for part in said if isinstance(part, ast.Name) and part.id in phrases]
        # A list of several phrases is no saying.
        first = said[0] if len(names) == 1 and not any(isinstance(part, ast.Starred) for part in said) else None
        if isinstance(first, ast.Name) and first.id == names[0]:
            yield first.id, len(said) - 1, first.lineno
