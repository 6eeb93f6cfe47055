"""Numbers that a group may turn: they are the game's, somebody reads them, cards state them, and matches go on when
they are turned."""

from __future__ import annotations

import ast
import math
import random
import re
from collections.abc import Iterator

from marchland.contract.fault import Broken
from marchland.contract.sources import file_of, modules, trees_of
from marchland.contract.trial import Stuck, Trial
from marchland.engine.faces import DeckFaces, Face
from marchland.engine.game import Game
from marchland.engine.numbers import Number, Numbers, Row

TURNED = 3  # numbers at most, in one match
DECISIONS = 150  # of a match with house rules that are looked at


def are_in_use(trial: Trial) -> None:
    found = [*foreign(trial.game), *unread(trial.game), *spelled_out(trial.game)]
    if found:
        raise Broken(*dict.fromkeys(found))


def foreign(game: Game) -> Iterator[str]:
    """Those that a chapter declares, and the game does not have."""
    for module in modules(game):
        for name, value in list(vars(module).items()):
            if isinstance(value, Numbers):
                for number in value.every:
                    if number not in game.numbers:
                        yield (
                            f"number {number.name} is not among the numbers of the game: "
                            f"it is not given {name} ({file_of(module)})"
                        )


def unread(game: Game) -> Iterator[str]:
    """Those that nobody reads: whoever turns one would turn nothing."""
    trees = trees_of(game)
    read = {name for tree in trees.values() for name in names_in(tree)}
    for module in modules(game):
        declared = assigned_in(trees.get(file_of(module)))
        for name, value in list(vars(module).items()):
            if isinstance(value, (Number, Row)) and name in declared and name not in read:
                said = f"number {value.name}" if isinstance(value, Number) else "a row of numbers"
                yield f"{said} is declared as {name} ({file_of(module)}) and read nowhere"


def names_in(tree: ast.Module) -> Iterator[str]:
    """Names that something is done with; an import alone does nothing."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def assigned_in(tree: ast.Module | None) -> set[str]:
    nodes = tree.body if tree is not None else []
    targets: list[ast.expr] = [node.target for node in nodes if isinstance(node, ast.AnnAssign)]
    targets += [target for node in nodes if isinstance(node, ast.Assign) for target in node.targets]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def spelled_out(game: Game) -> Iterator[str]:
    """Those that a card states in letters, whatever they are turned to."""
    number_of = {number.name: number for number in game.numbers}
    for deck in game.decks:
        if not isinstance(deck, DeckFaces):
            continue
        for word in deck.deck.rows:
            for place, printed in enumerate(deck.faces):
                number = number_of.get(f"{deck.deck.name}.{deck.deck.cards[place].name}.{word}")
                if number is None or not states(printed, number.value):
                    continue
                other = number.most if number.most != number.value else number.least
                table = game.prepared(game.usual_seats, {number.name: other})
                if said_on(deck.at(table).faces[place]) == said_on(printed):
                    yield (
                        f"the card {printed.name} says {number.value} whatever {number.name} is turned to: "
                        f"its text needs the gap {{{word}}}"
                    )


def said_on(face: Face) -> str:
    return f"{face.text} {face.corner} {face.note}"


def states(face: Face, value: int) -> bool:
    return re.search(rf"\b{value}\b", said_on(face)) is not None


# -- house rules -------------------------------------------------------------------------------------------------------


def can_be_turned(trial: Trial) -> None:
    """Matches with house rules: the range of a number has nothing in it with which the rules cannot go on."""
    house = random_house(trial.game, trial.rng)
    if not house:
        return
    trial.options |= house
    fault = fault_of(trial)
    # What also happens by the rulebook is said elsewhere.
    if fault and not fault_of(Trial(trial.game, trial.seed)):
        said = ", ".join(trial.game.house_words(trial.game.agreed(trial.options)))
        raise Broken(f"with {said} {fault}")


def fault_of(trial: Trial) -> str:
    try:
        for t in trial.states(most=DECISIONS):
            if broken := t.game.conserved(t):
                return f"a law is broken: {broken.rstrip('.')}"
            if trial.closely() and not all(math.isfinite(t.game.evaluate(t, seat)) for seat in range(t.seats)):
                return "evaluate gives no number to compare"
    except Stuck as stuck:
        return str(stuck)
    return ""


def random_house(game: Game, rng: random.Random) -> dict[str, object]:
    """Some numbers turned, mostly as far as they go, where slips show."""
    some = rng.sample(game.numbers, min(len(game.numbers), rng.randint(1, TURNED)))
    return {
        number.name: rng.choice([number.least, number.most, rng.randint(number.least, number.most)]) for number in some
    }
