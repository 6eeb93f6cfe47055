"""The parser, and the arguments that several verbs share."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from marchland.engine.errors import UsageError

Verbs = Any  # what argparse calls _SubParsersAction[Parser]; it has no public name


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one sentence, raised instead of printed with the whole usage before it."""

    by_game: Callable[["Parser", str], "Parser"] | None = None
    """Makes the parser of all that is said after the name of a game, where each game wants to know something else."""

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        # An abbreviated option would change its meaning as soon as a longer one is added.
        super().__init__(allow_abbrev=False, **settings)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """The first word that is no option is the name of the game, where `by_game` wants one."""
        said = list(args or [])
        named = next((word for word in said if not word.startswith("-")), None)
        if self.by_game is None or named is None:
            return super().parse_known_args(args, namespace)
        said.remove(named)
        return self.by_game(self, named).parse_args(said, namespace), []

    def error(self, message: str) -> NoReturn:
        fault = message.removeprefix("argument ")
        if fault.startswith("VERB: invalid choice: "):
            said, _, known = fault.removeprefix("VERB: invalid choice: ").partition(" (choose from ")
            fault = f"there is no verb {said}; the verbs are {known.removesuffix(')').replace(chr(39), '')}"
        raise UsageError(f"{fault[:1].upper()}{fault[1:].rstrip('.')}; see '{self.prog} --help'.")


def new_verb(verbs: Verbs, name: str, summary: str, text: str, examples: Sequence[str]) -> Parser:
    parser = verbs.add_parser(name, help=summary, description=text, epilog=examples_of(examples))
    assert isinstance(parser, Parser)
    return parser


def examples_of(examples: Sequence[str]) -> str:
    shown = "\n".join(f"  marchland {example}" for example in examples)
    return f"example{'s' if len(examples) > 1 else ''}:\n{shown}"


def add_game(parser: Parser, default: str = "", otherwise: str = "") -> None:
    """GAME, which can be left out where there is a default, or where something else says which it is."""
    text = "a game by its name ('marchland games' lists them), by its path (./ridge) or its module (ridge.game)"
    text += f"; by default {default or otherwise}" if default or otherwise else ""
    nargs = "?" if default or otherwise else None
    parser.add_argument("game", metavar="GAME", nargs=nargs, default=default or None, help=text)


def add_options(parser: Parser) -> None:
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the rulebook, such as max_rounds=10 (repeat it for several; "
        "'marchland rules GAME --options' lists them)",
    )


def add_json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def add_database(parser: Parser) -> None:
    parser.add_argument(
        "--database", default="", metavar="URL", help="where matches are kept (default: your data folder)"
    )


def add_seed(parser: Parser, default: int, text: str) -> None:
    parser.add_argument("--seed", type=whole, default=default, metavar="N", help=text)


def whole(text: str) -> int:
    return _number(text, None)


def positive(text: str) -> int:
    return _number(text, 1)


def seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from above 0 to 3600")
    return value


def _number(text: str, least: int | None) -> int:
    try:
        value = int(text)
    except ValueError:
        value = None
    if value is None or (least is not None and value < least) or abs(value) > 10**15:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a whole number" + (f" of at least {least}" if least is not None else "")
        )
    return value


def chosen_options(pairs: Sequence[str]) -> Mapping[str, object]:
    """--option name=value, as often as it was given."""
    chosen: dict[str, object] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name.strip():
            raise UsageError(f"An option is given as NAME=VALUE, not as {pair!r}.")
        if name.strip() in chosen:
            raise UsageError(f"Option {name.strip()} is given twice.")
        chosen[name.strip()] = value.strip()
    return chosen
