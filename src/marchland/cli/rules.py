"""marchland games, marchland rules: what there is to play, and by which rules."""

import argparse
import json
import re
import sys
from pathlib import Path

from marchland.brief import chapters_of, sequence_of
from marchland.cli.arguments import Verbs, add_game, add_json, new_verb
from marchland.cli.text import counted, fitted, listed, table, width, wrapped
from marchland.engine.errors import UsageError
from marchland.engine.game import Game
from marchland.games import NAMES, every, load, source_of
from marchland.rulebook import Chapter, Clause, Coverage, Place, Rulebook, coverage, read_rulebook

COVERED, NOT_COVERED = 0, 1
BROKEN = 2  # a game is announced and does not load


def add_games(verbs: Verbs) -> None:
    parser = new_verb(
        verbs,
        "games",
        "list the games",
        "List the games that can be played, and where each comes from.",
        ["games", "games --json"],
    )
    add_json(parser)
    parser.set_defaults(run=games)


def games(arguments: argparse.Namespace) -> int:
    faults: list[UsageError] = []
    found = every(faults.append)
    if arguments.json:
        print(json.dumps([_described(game) for game in found], indent=2))
    else:
        _list(found)
    for fault in faults:
        print(f"marchland: {fault}", file=sys.stderr)
    return BROKEN if faults else 0


def _list(found: list[Game]) -> None:
    rows = [
        [game.name, f"{game.least_seats} to {game.most_seats}", game.version, source_of(game).text, game.summary]
        for game in found
    ]
    lines = table([row[:4] for row in rows], ["game", "players", "rules", "from"]).split("\n")
    room = len(lines[1]) + 2
    print(lines[0].ljust(room) + "what it is")
    print(lines[1].ljust(room) + "-" * 10)
    for line, row in zip(lines[2:], rows, strict=True):
        print(wrapped(row[4], indent=" " * room, first=line.ljust(room - 2) + "  "))
    print("\nmarchland play GAME starts a match; marchland rules GAME explains it.")
    print("A game in a folder of yours is named by its path: marchland play ./ridge.")


def _described(game: Game) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "least_seats": game.least_seats,
        "usual_seats": game.usual_seats,
        "most_seats": game.most_seats,
        "rules": game.version,
        "from": source_of(game).text,
        "options": game.settings.schema(),
    }


def add_rules(verbs: Verbs) -> None:
    parser = new_verb(
        verbs,
        "rules",
        "read a rulebook, or see which code and tests carry it",
        "Read the rulebook of a game: its contents, one clause, one chapter, or all of it.",
        [
            f"rules {NAMES[0]}                the chapters and the titles of the clauses",
            f"rules {NAMES[0]} --brief        how to play, on one page",
            f"rules {NAMES[0]} 2.1            one clause",
            f"rules {NAMES[0]} 2              a whole chapter",
            f"rules {NAMES[0]} --search turn  the clauses in which a word occurs",
            f"rules {NAMES[0]} --options      what a group can agree on before a match",
            f"rules {NAMES[0]} --coverage     which step or function carries each clause, and which tests",
        ],
    )
    add_game(parser)
    parser.add_argument(
        "clause", metavar="CLAUSE", nargs="?", help="a clause such as XYZ-4.3, 4.3 or s.9, or a chapter"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--all", action="store_true", help="print the whole rulebook")
    what.add_argument("--brief", action="store_true", help="how to play: aim, turn, hints, key chapters in brief")
    what.add_argument("--search", metavar="WORD", help="list the clauses in which a word occurs")
    what.add_argument("--options", action="store_true", help="list the options of the game with their values")
    what.add_argument("--coverage", action="store_true", help="show where each clause stands in the code and the tests")
    parser.add_argument("--tests", metavar="DIR", type=Path, help="the folder of the tests, for --coverage")
    add_json(parser)
    parser.set_defaults(run=rules)


def rules(arguments: argparse.Namespace) -> int:
    game = load(arguments.game)
    book = read_rulebook(game.rulebook())
    if arguments.clause is not None and (
        arguments.all or arguments.brief or arguments.search is not None or arguments.options or arguments.coverage
    ):
        raise UsageError("A clause is printed by itself, without --all, --brief, --search, --options or --coverage.")
    if arguments.tests is not None and not arguments.coverage:
        raise UsageError("The folder --tests belongs to --coverage.")
    if arguments.coverage:
        return _coverage(game, book, arguments.tests, arguments.json)
    if arguments.options:
        _options(game, arguments.json)
    elif arguments.clause is not None:
        _one(book, arguments.clause, arguments.json)
    elif arguments.search is not None:
        _found(book, arguments.search, arguments.json)
    elif arguments.brief:
        _brief(game, book, arguments.json)
    elif arguments.json:
        print(json.dumps(_book_data(book), indent=2, ensure_ascii=False))
    elif arguments.all:
        print(_whole(book))
    else:
        _contents(game, book)
    return 0


# -- reading -----------------------------------------------------------------------------------------------------------


def _contents(game: Game, book: Rulebook) -> None:
    print(
        wrapped(f"{book.title}, rules {game.version}, {game.least_seats} to {game.most_seats} players. {game.summary}")
    )
    for chapter in book.chapters:
        print(f"\n{chapter.heading}")
        for clause in chapter.clauses:
            print(f"  {clause.number:<9} {_plain(clause.title or _beginning(clause))}")
    first = book.clauses[0].number if book.clauses else "CLAUSE"
    print(f"\nmarchland rules {source_of(game).typed()} {first} prints a clause, --all the whole rulebook.")


def _brief(game: Game, book: Rulebook, as_json: bool) -> None:
    steps = game.first_steps
    sequence, chapters = sequence_of(game, book), chapters_of(game, book)
    if as_json:
        data = {
            "title": book.title,
            "aim": steps.aim if steps is not None else "",
            "turn": steps.turn if steps is not None else [],
            "hints": [hint.text for hint in steps.hints] if steps is not None else [],
            "sequence": [_in_brief(clause) for clause in sequence],
            "chapters": [
                {"heading": chapter.heading, "clauses": [_in_brief(clause) for clause in chapter.clauses]}
                for chapter in chapters
            ],
        }
        print(json.dumps(data, indent=2, ensure_ascii=False))
        return
    print(wrapped(f"{book.title}, for {game.least_seats} to {game.most_seats} players, {game.length}. {game.summary}"))
    if steps is not None:
        for heading, lines in (("The aim", [steps.aim]), ("A turn", steps.turn)):
            print(f"\n{heading}")
            for line in lines:
                print(wrapped(line, "  "))
        print("\nHints")
        for hint in steps.hints:
            print(wrapped(hint.text, "    ", "  - "))
    for heading, clauses in (("Sequence of play", sequence), *((each.heading, each.clauses) for each in chapters)):
        print(f"\n{heading}")
        for clause in clauses:
            print(wrapped(f"{_plain(clause.title)}: {_plain(clause.brief)}", " " * 12, f"  {clause.number:<9} "))


def _in_brief(clause: Clause) -> dict[str, str]:
    return {**_clause_data(clause), "text": clause.brief}


def _beginning(clause: Clause) -> str:
    words = clause.text.split()
    return " ".join(words[:9]) + (" …" if len(words) > 9 else "")


def _one(book: Rulebook, said: str, as_json: bool) -> None:
    chapter = book.chapter(said)
    if chapter is not None:
        print(json.dumps(_chapter_data(chapter), indent=2, ensure_ascii=False) if as_json else _chapter(chapter))
        return
    clause = book.clause(said)
    print(json.dumps(_clause_data(clause), indent=2, ensure_ascii=False) if as_json else clause_text(clause))


def clause_text(clause: Clause) -> str:
    """A clause as it is read in a terminal."""
    head = f"{clause.number}  {_plain(clause.title)}".rstrip()
    return f"{head}\n{markdown(clause.text, '  ')}"


def _chapter(chapter: Chapter) -> str:
    parts = [chapter.heading, "=" * len(chapter.heading)]
    if chapter.text:
        parts += ["", markdown(chapter.text)]
    for clause in chapter.clauses:
        parts += ["", clause_text(clause)]
    return "\n".join(parts)


def _whole(book: Rulebook) -> str:
    head = f"{book.title}\n{'=' * len(book.title)}\n\n{markdown(book.text)}"
    return "\n\n".join([head, *(_chapter(chapter) for chapter in book.chapters)])


def _found(book: Rulebook, word: str, as_json: bool) -> None:
    clauses = book.search(word)
    if as_json:
        print(json.dumps([_clause_data(clause) for clause in clauses], indent=2, ensure_ascii=False))
        return
    if not clauses:
        print(f"No clause of {book.title} has {word!r} in it.")
        return
    for clause in clauses:
        print(f"{clause.number:<9} {_plain(clause.title)}")
        text = _plain(" ".join(clause.text.split()))
        place = text.lower().find(word.lower())
        if place >= 0:
            start = text.rfind(" ", 0, max(0, place - 30)) + 1
            snippet = text[start : start + width() - 14].rsplit(" ", 1)[0]
            print(f"          {'… ' if start else ''}{snippet} …")
    print(f"\n{counted(len(clauses), 'clause')} with {word!r}.")


def markdown(text: str, indent: str = "") -> str:
    """The Markdown of a rulebook for a terminal: paragraphs wrapped, tables aligned, emphasis taken out."""
    parts = []
    for block in text.split("\n\n"):
        if block.startswith("|"):
            parts.append(_table(block, indent))
        elif block.startswith("#"):
            parts.append(indent + block.lstrip("# "))
        else:
            parts.append(wrapped(_plain(block), indent))
    return "\n\n".join(parts)


def _plain(text: str) -> str:
    return re.sub(r"\*\*(.+?)\*\*|\*(.+?)\*", lambda found: found[1] or found[2], text, flags=re.DOTALL)


def _table(block: str, indent: str) -> str:
    rows = [[_plain(cell.strip()) for cell in line.strip("| ").split(" | ")] for line in block.split("\n")]
    rows = [row for row in rows if not all(re.fullmatch(r"[-:|]+", cell) for cell in row)]
    longest = max(map(len, rows))
    rows = [[""] * (longest - len(row)) + row for row in rows]
    aligned = table(rows[1:], rows[0]).split("\n")
    if max(map(len, aligned)) + len(indent) <= width():
        return "\n".join(indent + line for line in aligned)
    # Too wide for the window: a row becomes a sentence that names its columns.
    sentences = []
    for row in rows[1:]:
        cells = [f"{name}: {cell}" if name else cell for name, cell in zip(rows[0], row, strict=True) if cell]
        sentences.append(wrapped("; ".join(cells), indent + "    ", indent + "  "))
    return "\n".join(sentences)


def _options(game: Game, as_json: bool) -> None:
    if as_json:
        print(json.dumps(game.settings.schema(), indent=2))
        return
    for setting in game.settings.every:
        print(f"{setting.name} = {setting.allowed()}  (default {setting.default}; {game.clause(setting.clause)})")
        print(wrapped(setting.text, "    "))
    if game.settings.every:
        print(f"\nmarchland play {source_of(game).typed()} --option {game.settings.every[0].name}=VALUE sets one.")
    else:
        print(f"{game.title} has no options.")


def _clause_data(clause: Clause) -> dict[str, str]:
    return {"clause": clause.number, "title": clause.title, "text": clause.text}


def _chapter_data(chapter: Chapter) -> dict[str, object]:
    return {
        "heading": chapter.heading,
        "text": chapter.text,
        "clauses": [_clause_data(clause) for clause in chapter.clauses],
    }


def _book_data(book: Rulebook) -> dict[str, object]:
    return {
        "title": book.title,
        "text": book.text,
        "chapters": [_chapter_data(chapter) for chapter in book.chapters],
    }


# -- coverage ----------------------------------------------------------------------------------------------------------


def _coverage(game: Game, book: Rulebook, tests: Path | None, as_json: bool) -> int:
    if tests is not None and not tests.is_dir():
        raise UsageError(f"There is no folder {tests} to look for tests in.")
    found = coverage(book, game.package, tests)
    uncarried = [clause.number for clause in book.in_force if not found.places[clause.number]]
    untested = [clause.number for clause in book.in_force if not found.tests[clause.number]]
    if found.folder is None:
        untested = []
    if as_json:
        print(json.dumps(_coverage_data(book, found, uncarried, untested), indent=2, ensure_ascii=False))
    else:
        rows = [
            [
                clause.number,
                _plain(clause.title or _beginning(clause)),
                _carried_by(found.places[clause.number]),
                str(len(found.tests[clause.number])) if found.folder is not None else "?",
                _first(found.tests[clause.number]),
            ]
            for clause in book.in_force
        ]
        print(fitted(table(rows, ["clause", "title", "carried by", "tests", "the first of them"], right=[3])))
        print()
        print(_verdict(book, found, uncarried, untested))
    return NOT_COVERED if uncarried or untested else COVERED


def _carried_by(places: list[Place]) -> str:
    if not places:
        return "MISSING"
    more = f" +{len(places) - 1}" if len(places) > 1 else ""
    return places[0].name + more


def _first(tests: list[Place]) -> str:
    return tests[0].name if tests else "MISSING"


def _verdict(book: Rulebook, found: Coverage, uncarried: list[str], untested: list[str]) -> str:
    faults = []
    if uncarried:
        faults.append(f"no step or function carries {listed(uncarried)}")
    if untested:
        faults.append(f"no test names {listed(untested)}")
    total = counted(len(book.in_force), "clause")
    if found.folder is None:
        faults.append("there is no folder of tests beside this installation, so tests were not looked at (--tests DIR)")
    if faults:
        return wrapped(f"{total}: {'; '.join(faults)}.")
    return f"{total}, all carried by a step or function and tested"


def _coverage_data(book: Rulebook, found: Coverage, uncarried: list[str], untested: list[str]) -> dict[str, object]:
    def data(places: list[Place]) -> list[dict[str, object]]:
        return [{"name": place.name, "file": place.file, "line": place.line, "in": place.how} for place in places]

    return {
        "game": book.title,
        "tests_folder": str(found.folder) if found.folder is not None else None,
        "not_carried": uncarried,
        "not_tested": untested,
        "clauses": [
            {
                "clause": clause.number,
                "title": clause.title,
                "carried_by": data(found.places[clause.number]),
                "tests": data(found.tests[clause.number]),
            }
            for clause in book.in_force
        ],
    }
