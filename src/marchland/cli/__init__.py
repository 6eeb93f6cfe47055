"""The command line: marchland VERB …"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from marchland.cli import (
    backup,
    bench,
    check,
    new,
    numbers,
    odds,
    play,
    position,
    replay,
    rules,
    serve,
    simulate,
    verify,
)
from marchland.cli.arguments import Parser
from marchland.engine.errors import EngineError, MarchlandError, PlayError, UsageError, told
from marchland.games import NAMES

OK, FAILED, USAGE = 0, 1, 2
STOPPED = 130  # as shells report an interrupt
PIPE_CLOSED = 141  # and a reader that has gone away

GAME = NAMES[0]
WIDE = len(f"simulate {GAME} --matches 1000")
EXAMPLES = f"""\
examples:
  marchland {"serve --open":{WIDE}}  play in the browser
  marchland {f"play {GAME}":{WIDE}}  play in the terminal
  marchland {f"rules {GAME}":{WIDE}}  what is in the rulebook
  marchland {f"odds {GAME} --help":{WIDE}}  what can be asked about its battles
  marchland {f"simulate {GAME} --matches 1000":{WIDE}}  let bots play a thousand matches
  marchland {"new ridge":{WIDE}}  make a game of your own

'marchland VERB --help' tells more about a verb, with examples."""


def parser() -> Parser:
    made = Parser(
        prog="marchland",
        description="Home-made conquest board games: play them, simulate them, train on them.",
        epilog=EXAMPLES,
    )
    made.add_argument("--version", action="version", version=f"marchland {_version()}")
    verbs = made.add_subparsers(dest="verb", metavar="VERB", title="verbs", parser_class=Parser)
    rules.add_games(verbs)
    rules.add_rules(verbs)
    numbers.add(verbs)
    play.add(verbs)
    position.add(verbs)
    serve.add(verbs)
    backup.add(verbs)
    replay.add(verbs)
    verify.add(verbs)
    simulate.add(verbs)
    odds.add(verbs)
    bench.add(verbs)
    new.add(verbs)
    check.add(verbs)
    return made


def _version() -> str:
    try:
        return version("marchland")
    except PackageNotFoundError:
        return "(not installed: run from its sources)"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code. Every fault is one sentence on stderr."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that knows no bars and dashes shows question marks instead of failing.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = _run(argv)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # The reader has had enough.
        _say_no_more()
        return PIPE_CLOSED
    except OSError as fault:
        _say_no_more()
        what = fault.filename or "What there is to say"
        print(f"marchland: {what} cannot be written or read: {fault.strerror or fault}.", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return STOPPED


def _say_no_more() -> None:
    """What is still buffered must not complain at exit either."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(argv: Sequence[str] | None) -> int:
    made = parser()
    try:
        try:
            arguments = made.parse_args(argv)
        except SystemExit as leaving:
            # --help and --version.
            return int(leaving.code or 0)
        if arguments.verb is None:
            made.print_help()
            return USAGE
        code = arguments.run(arguments)
        assert isinstance(code, int)
        return code
    except SystemExit as leaving:
        # A server that cannot start leaves with a code; rules and bots have no business to leave at all.
        if isinstance(leaving.code, int) and leaving.code:
            return leaving.code
        _complain(f"The program was left in the middle of something: {told(leaving)}.")
        return FAILED
    except (UsageError, PlayError) as fault:
        _complain(fault)
        return USAGE
    except MarchlandError as fault:
        _complain(fault)
        return FAILED
    except EngineError as fault:
        _complain(f"This is a fault in the rules code, please report it: {fault}.")
        return FAILED


def _complain(fault: object) -> None:
    # What was printed before stands above the complaint, also where both go into one file.
    sys.stdout.flush()
    print(f"marchland: {fault}", file=sys.stderr)
