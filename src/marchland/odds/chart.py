"""Plain-text views of figures, chances and distributions, whatever they are of; nothing is worked out here."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

MOST_ROWS = 20
LEAST_WIDTH = 60

# A tail of rows is merged into one row only while it holds at most this chance.
_TAIL = 0.005

_EIGHTHS = " ▏▎▍▌▋▊▉"
_FULL = "█"


# -- figures ---------------------------------------------------------------------------------------


def likely(chance: float) -> str:
    """A chance that is neither quite certain nor quite hopeless, even where a float has been rounded to 0 or 1."""
    if chance < 0.0005:
        return "<0.1%"
    if chance >= 0.9995:
        return ">99.9%"
    return share(chance)


def share(chance: float) -> str:
    """A chance that may be certain or hopeless."""
    return f"{100 * chance:.1f}%"


def number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def figures(title: str, rows: Sequence[tuple[str, str]]) -> str:
    """What and how much, one to a line."""
    names, values = max(len(name) for name, _ in rows), max(len(value) for _, value in rows)
    return "\n".join([title, *(f"  {name:<{names}}  {value:>{values}}" for name, value in rows)])


def grid(lines: Sequence[Sequence[str]]) -> str:
    """Lines of as many cells each, in columns that end flush."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join("  ".join(cell.rjust(w) for cell, w in zip(line, widths, strict=True)) for line in lines)


def prose(text: str, width: int) -> str:
    return textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)


# -- distributions ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ends:
    """One way in which something can end, with 1, 2, … left; `chances[n]` is that of n, and [0] is not shown."""

    words: str
    chances: Sequence[float]
    after: str = ""
    """What stands behind the number left."""
    falling: bool = False
    """The end with most left comes first."""


def bars(ways: Sequence[Ends], width: int = 78) -> str:
    """A bar chart of all ends, at most MOST_ROWS rows of at most `width` columns.

    If there are more ends than rows, unlikely tails become 'or more' and 'or fewer' rows, and if that is not enough,
    neighbouring ends share a row ('11 to 15').
    """
    if width < LEAST_WIDTH:
        raise ValueError(f"The chart needs a width of at least {LEAST_WIDTH} columns, not {width}.")
    rows = _rows(ways)
    labels = [label for label, _ in rows]
    shown = [likely(chance) for _, chance in rows]
    label_width, figure_width = max(map(len, labels)), max(map(len, shown))
    room = width - label_width - figure_width - 3
    largest = max(chance for _, chance in rows)
    return "\n".join(
        f"{label:<{label_width}}  {figure:>{figure_width}} {_bar(chance / largest, room)}".rstrip()
        for (label, chance), figure in zip(rows, shown, strict=True)
    )


@dataclass(frozen=True)
class _Span:
    """The ends with `low` to `high` left, and their chance."""

    low: int
    high: int
    chance: float


def _rows(ways: Sequence[Ends]) -> list[tuple[str, float]]:
    size = 1
    merged = [_spans(way.chances, size, 0.0) for way in ways]
    # The tail limit bounds what can hide in a merged row, so widen the rows rather than the tails.
    while sum(map(len, merged)) > max(MOST_ROWS, len(ways)):
        merged = [_spans(way.chances, size, _TAIL) for way in ways]
        size = _next_size(size)
    rows = []
    for way, spans in zip(ways, merged, strict=True):
        for span in reversed(spans) if way.falling else spans:
            left = _left(span, len(way.chances) - 1)
            rows.append((f"{way.words}{left}{way.after}" if left else way.words, span.chance))
    return rows


def _spans(chances: Sequence[float], size: int, tail: float) -> list[_Span]:
    """Spans of `size` ends each; with a tail limit, unlikely ends are merged on both sides."""
    most = len(chances) - 1
    spans = []
    for low in range(1, most + 1, size):
        high = min(low + size - 1, most)
        spans.append(_Span(low, high, fsum(chances[low : high + 1])))
    if tail:
        spans = _merge_start(spans, tail)
        spans = _merge_start(spans[::-1], tail)[::-1]
    return spans


def _merge_start(spans: list[_Span], tail: float) -> list[_Span]:
    count, sum_so_far = 0, 0.0
    while count < len(spans) and sum_so_far + spans[count].chance <= tail:
        sum_so_far += spans[count].chance
        count += 1
    if count < 2:
        return spans
    merged = spans[:count]
    low, high = min(span.low for span in merged), max(span.high for span in merged)
    return [_Span(low, high, fsum(span.chance for span in merged)), *spans[count:]]


def _next_size(size: int) -> int:
    """1, 2, 5, 10, 20, 50, ...: steps that read well."""
    return size * 5 // 2 if str(size).startswith("2") else size * 2


def _left(span: _Span, most: int) -> str:
    if span.low == span.high:
        return f" with {span.low}"
    if (span.low, span.high) == (1, most):
        return ""
    if span.high == most:
        return f" with {span.low} or more"
    if span.low == 1:
        return f" with {span.high} or fewer"
    return f" with {span.low} to {span.high}"


def _bar(share: float, room: int) -> str:
    whole, eighths = divmod(round(share * room * 8), 8)
    return (_FULL * whole + _EIGHTHS[eighths]).rstrip()
