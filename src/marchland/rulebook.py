"""Rulebooks by clause: what each clause says, which code carries it and which tests name it.

A rulebook is Markdown: chapters under `## `, in them paragraphs that begin with a number, `**XYZ-2.3** (Title) text`.
Code and tests cite clauses in docstrings and comments; clauses shared by several games are cited without the prefix of
one ("S.9"), and several may stand together: "XYZ-4.9, 4.10", "XYZ-1.2 to XYZ-1.5".
"""

from __future__ import annotations

import ast
import difflib
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from marchland.engine.errors import MarchlandError, UsageError

_NUMBER = r"(?:([A-Z]{2,5})-)?([A-Z]|\d+)\.(\d+)"
_FIRST = re.compile(r"(?<![\w.-])(?:([A-Z]{2,5})-([A-Z]|\d+)|()(S))\.(\d+)(?![\w-])")
_NEXT = re.compile(rf"(?:\s*,\s*(?:and\s+)?|\s+(?:and|or)\s+|(\s+to\s+)){_NUMBER}(?![\w-])")
_CLAUSE = re.compile(r"\*\*([A-Z]{2,5})-([A-Z]|\d+)\.(\d+)\*\*\s*(?:\(([^)]*)\)\s*)?")


# -- what it says ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Clause:
    number: str  # XYZ-4.3
    title: str
    text: str  # Markdown, one paragraph or several

    @property
    def brief(self) -> str:
        """Its first sentence."""
        return first_sentence(self.text)


@dataclass
class Chapter:
    heading: str
    text: str = ""  # what stands before the first clause
    clauses: list[Clause] = field(default_factory=list)

    @property
    def key(self) -> str:
        """S, 1, 2 …; a chapter without a number or letter has none."""
        first = self.heading.split(".")[0]
        return first if re.fullmatch(r"[A-Z]|\d+", first) else ""


SWITCHED_OFF = "(switched off)"  # how the heading of a chapter ends that the game does not have yet


@dataclass
class Rulebook:
    title: str
    text: str
    chapters: list[Chapter]

    @property
    def clauses(self) -> list[Clause]:
        return [clause for chapter in self.chapters for clause in chapter.clauses]

    @property
    def in_force(self) -> list[Clause]:
        """All but those of chapters that are written and switched off."""
        chapters = [chapter for chapter in self.chapters if not chapter.heading.endswith(SWITCHED_OFF)]
        return [clause for chapter in chapters for clause in chapter.clauses]

    @property
    def introduction(self) -> list[str]:
        """How it begins, in paragraphs, but for the last: that is on how the rulebook came about."""
        paragraphs = [" ".join(paragraph.split()) for paragraph in self.text.split("\n\n") if paragraph]
        return paragraphs[:-1] if len(paragraphs) > 1 else paragraphs

    @property
    def prefix(self) -> str:
        return self.clauses[0].number.split("-")[0] if self.clauses else ""

    def clause(self, said: str) -> Clause:
        """A clause as people name it: XYZ-4.3, xyz-4.3, 4.3 or s.9. UsageError names the nearest ones."""
        wanted = said.strip().upper().removeprefix("§")
        if "-" not in wanted:
            wanted = f"{self.prefix}-{wanted}"
        for clause in self.clauses:
            if clause.number == wanted:
                return clause
        near = self._nearest(wanted)
        hint = f"the nearest are {', '.join(near)}" if near else f"clauses are named like {self.clauses[0].number}"
        raise UsageError(f"{self.title} has no clause {said.strip()!r}; {hint}.")

    def _nearest(self, wanted: str) -> list[str]:
        chapter, _, number = wanted.partition(".")
        same = [clause.number for clause in self.clauses if clause.number.startswith(chapter + ".")]
        if same and number.isdigit():
            same.sort(key=lambda known: abs(int(known.partition(".")[2]) - int(number[:9])))
            return sorted(same[:3], key=lambda known: int(known.partition(".")[2]))
        return difflib.get_close_matches(wanted, [clause.number for clause in self.clauses], 3, 0.7)

    def chapter(self, said: str) -> Chapter | None:
        wanted = said.strip().upper().rstrip(".")
        for chapter in self.chapters:
            if chapter.key and wanted in (chapter.key, f"{self.prefix}-{chapter.key}"):
                return chapter
        return None

    def search(self, word: str) -> list[Clause]:
        wanted = word.lower()
        return [clause for clause in self.clauses if wanted in f"{clause.title} {clause.text}".lower()]


def first_sentence(text: str) -> str:
    """Of a paragraph of Markdown, in one line."""
    paragraph = " ".join(text.split("\n\n")[0].split())
    return re.split(r"(?<=[.!?])\s", paragraph, maxsplit=1)[0]


def read_rulebook(markdown: str) -> Rulebook:
    title, opening, chapters = "", "", list[Chapter]()
    for block in re.split(r"\n\s*\n", markdown.strip()):
        if block.startswith("# "):
            title = block[2:].strip()
        elif block.startswith("## "):
            chapters.append(Chapter(block[3:].strip()))
        elif not chapters:
            opening = f"{opening}\n\n{block}".strip()
        else:
            _add_block(chapters[-1], block)
    book = Rulebook(title, opening, chapters)
    numbers = [clause.number for clause in book.clauses]
    for number in numbers:
        if numbers.count(number) > 1:
            raise MarchlandError(f"The rulebook of {title} has two clauses numbered {number}.")
    return book


def _add_block(chapter: Chapter, block: str) -> None:
    found = _CLAUSE.match(block)
    if found is not None:
        number = f"{found[1]}-{found[2]}.{found[3]}"
        chapter.clauses.append(Clause(number, found[4] or "", block[found.end() :].strip()))
    elif chapter.clauses:
        # A further paragraph or a table belongs to the clause above it.
        last = chapter.clauses[-1]
        chapter.clauses[-1] = Clause(last.number, last.title, f"{last.text}\n\n{block}")
    else:
        chapter.text = f"{chapter.text}\n\n{block}".strip()


# -- where it is cited -------------------------------------------------------------------------------------------------


def cited(text: str, prefix: str) -> list[str]:
    """The clauses of one game that a text names, lists and ranges written out."""
    found: dict[str, None] = {}
    place = 0
    while (first := _FIRST.search(text, place)) is not None:
        of, chapter, number = first[1] or prefix, first[2] or first[4], int(first[5])
        place = first.end()
        numbers = [f"{of}-{chapter}.{number}"]
        while (more := _NEXT.match(text, place)) is not None:
            place = more.end()
            of = more[2] or of
            if more[1] and more[3] == chapter:
                numbers += [f"{of}-{chapter}.{n}" for n in range(number + 1, int(more[4]))]
            chapter, number = more[3], int(more[4])
            numbers.append(f"{of}-{chapter}.{number}")
        found.update(dict.fromkeys(one for one in numbers if one.startswith(prefix + "-")))
    return list(found)


DOCSTRING, COMMENT, DATA = "docstring", "comment", "data"


@dataclass(frozen=True)
class Place:
    """Where a clause is cited: the class, function or name that carries it."""

    file: str
    line: int
    name: str
    how: str


@dataclass
class Coverage:
    places: dict[str, list[Place]]
    tests: dict[str, list[Place]]
    folder: Path | None  # of the tests


def coverage(book: Rulebook, package: str, tests: Path | None = None) -> Coverage:
    """Which code and which tests carry the clauses of a game. Without a folder the checkout's own is looked for."""
    places: dict[str, list[Place]] = {clause.number: [] for clause in book.clauses}
    for place, number in citations(book, package):
        if number in places and not any(known.name == place.name for known in places[number]):
            places[number].append(place)
    for found in places.values():
        found.sort(key=lambda place: [DOCSTRING, COMMENT, DATA].index(place.how))
    named: dict[str, list[tuple[int, Place]]] = {clause.number: [] for clause in book.clauses}
    beside = tests if tests is not None else tests_beside(package)
    if beside is not None:
        for file in sorted(beside.rglob("test_*.py")):
            for place, text in _test_notes(file, file.relative_to(beside).as_posix()):
                numbers = cited(text, book.prefix)
                for number in numbers:
                    if number in named:
                        named[number].append((len(numbers), place))
    # First the tests that are about this clause more than about others.
    aimed = {number: [place for _, place in sorted(found, key=lambda of: of[0])] for number, found in named.items()}
    return Coverage(places, aimed, beside)


def citations(book: Rulebook, package: str) -> Iterator[tuple[Place, str]]:
    """Every clause that the code of a game cites, whether or not the rulebook has it."""
    for folder in family(package):
        for file in sorted(folder.glob("*.py")):
            for place, text in _code_notes(file, f"{folder.name}/{file.name}"):
                for number in cited(text, book.prefix):
                    yield place, number


def folder_of(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise MarchlandError(f"The sources of {package} are not to be found.")
    return Path(next(iter(spec.submodule_search_locations)))


def family(package: str) -> list[Path]:
    """The folder of a game's package, and of every sister package that it imports from."""
    parent = package.rpartition(".")[0]
    found: dict[str, Path] = {}
    wanted = [package]
    while wanted:
        name = wanted.pop(0)
        if name in found:
            continue
        found[name] = folder_of(name)
        for file in sorted(found[name].glob("*.py")):
            for module in _imported(file):
                if parent and module.startswith(parent + "."):
                    wanted.append(".".join(module.split(".")[: parent.count(".") + 2]))
    return list(found.values())


def _imported(file: Path) -> Iterator[str]:
    for node in ast.walk(_tree(file)):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def tests_beside(package: str) -> Path | None:
    """The folder `tests` of the checkout that a package lies in; none where it is installed elsewhere."""
    for folder in folder_of(package).parents:
        if (folder / "pyproject.toml").is_file():
            return folder / "tests" if (folder / "tests").is_dir() else None
    return None


def _tree(file: Path) -> ast.Module:
    try:
        return ast.parse(file.read_text(encoding="utf-8"))
    except (SyntaxError, ValueError, OSError) as fault:
        raise MarchlandError(f"{file} cannot be read as Python: {fault}.") from fault


@dataclass(frozen=True)
class _Owner:
    """A class, a function or an assignment, and the lines that it takes up."""

    node: ast.stmt
    name: str
    start: int
    end: int


def _owners(body: list[ast.stmt], above: str = "") -> Iterator[_Owner]:
    for node in body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            name = above + node.name
            start = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            yield _Owner(node, name, start, node.end_lineno or node.lineno)
            # What stands inside a function is a detail of it.
            if isinstance(node, ast.ClassDef):
                yield from _owners(node.body, name + ".")
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name):
                yield _Owner(node, above + target.id, node.lineno, node.end_lineno or node.lineno)


def _code_notes(file: Path, shown: str) -> Iterator[tuple[Place, str]]:
    """Every text of a source file that may cite clauses, with its place."""
    source = file.read_text(encoding="utf-8")
    owners = list(_owners(_tree(file).body))
    for owner in owners:
        node = owner.node
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            yield Place(shown, owner.start, owner.name, DOCSTRING), ast.get_docstring(node) or ""
        else:
            for name, line, text in _data(node, owner.name):
                yield Place(shown, line, name, DATA), text
    for line, text, alone in _comments(source):
        carrier = _carrier(owners, line, alone)
        if carrier is not None:
            yield Place(shown, line, carrier.name, COMMENT), text


def _data(node: ast.stmt, name: str) -> Iterator[tuple[str, int, str]]:
    """Clause numbers handed to a call: phrases, steps, settings. A setting is named besides."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call):
            texts = [part.value for part in call.args if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            is_setting = isinstance(call.func, ast.Name) and call.func.id == "Setting"
            for text in texts:
                if re.fullmatch(_NUMBER, text):
                    yield (f"option {texts[0]}" if is_setting else name), call.lineno, text


def _comments(source: str) -> Iterator[tuple[int, str, bool]]:
    """(last line, text, whether it stands alone) of each comment; lines that follow one another are one comment."""
    pending: tuple[int, str] | None = None
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        text = token.string.lstrip("# ").rstrip()
        line = token.start[0]
        alone = not token.line[: token.start[1]].strip()
        if pending is not None and alone and line == pending[0] + 1:
            pending = (line, f"{pending[1]} {text}")
            continue
        if pending is not None:
            yield (*pending, True)
        # A ruler such as "# -- S.13 to S.16 ----" heads a part of a file and carries nothing by itself.
        pending = (line, text) if alone and not text.startswith("--") else None
        if not alone:
            yield line, text, False
    if pending is not None:
        yield (*pending, True)


def _carrier(owners: list[_Owner], line: int, alone: bool) -> _Owner | None:
    around = [owner for owner in owners if owner.start <= line <= owner.end]
    inner = max(around, key=lambda owner: owner.start, default=None)
    if alone and (inner is None or isinstance(inner.node, ast.ClassDef)):
        below = [owner for owner in owners if owner.start == line + 1]
        return below[0] if below else inner
    return inner


def _test_notes(file: Path, shown: str) -> Iterator[tuple[Place, str]]:
    for owner in _owners(_tree(file).body):
        if isinstance(owner.node, (ast.FunctionDef, ast.AsyncFunctionDef)) and owner.node.name.startswith("test"):
            yield Place(shown, owner.start, owner.name, DOCSTRING), ast.get_docstring(owner.node) or ""
