"""Plain-text and JSON views of the odds of an attack or a plan; nothing is worked out here."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from marchland.games.swarm.cards import COVERT, LEADER, NO_LEADER, NO_TACTIC

from .dice_battle import BattleOdds
from .plan_battle import PlanOdds

MOST_ROWS = 20
LEAST_WIDTH = 60

# A tail of rows is merged into one row only while it holds at most this chance.
_TAIL = 0.005

_EIGHTHS = " ▏▎▍▌▋▊▉"
_FULL = "█"

_TIES_IN_WORDS = {
    "defender": "equal dice cost the attacker a unit",
    "nobody": "equal dice cost nobody a unit",
}


def table(odds: BattleOdds) -> str:
    """The main figures of the attack, one to a line."""
    rows = [
        ("chance to win", _percent(odds.win)),
        ("chance to lose", _percent(odds.lose)),
        ("units left in the force, on average", _number(odds.force_left)),
        ("units left in the force if it wins", _number(odds.force_left_if_won)),
        ("defenders left if the force loses", _number(odds.defenders_left_if_lost)),
        ("number of rolls, on average", _number(odds.rolls)),
    ]
    return _figures(f"{_title(odds)}, {_TIES_IN_WORDS[odds.ties]}", rows)


def _figures(title: str, rows: Sequence[tuple[str, str]]) -> str:
    names, values = max(len(name) for name, _ in rows), max(len(value) for _, value in rows)
    return "\n".join([title, *(f"  {name:<{names}}  {value:>{values}}" for name, value in rows)])


def plan_table(odds: PlanOdds) -> str:
    """The main figures of a battle plan, one to a line."""
    rows = [
        ("chance to win", _share(odds.win)),
        ("chance to tie, which costs both all", _share(odds.tie)),
        ("chance to lose", _share(odds.lose)),
        ("troops left after a victory", str(odds.left)),
        ("chance that the leader can be betrayed", _share(odds.betrayal)),
    ]
    rows += [(f"chance to win if they commit {n}", _share(win)) for n, win in enumerate(odds.against, 1)]
    return _figures(plan_words(odds), rows)


def plan_words(odds: PlanOdds) -> str:
    leader = "nobody" if odds.plan.leader == NO_LEADER else LEADER.cards[odds.plan.leader].name
    card = "" if odds.plan.tactic == NO_TACTIC else f" and {COVERT.cards[odds.plan.tactic].name}"
    return f"Commit {odds.plan.commitment}, led by {leader}{card}"


def plan_grid(plans: Sequence[PlanOdds]) -> str:
    """Several plans side by side: the chance to win in all, and against every commitment of the opponent."""
    header = ["commit", "win", "tie", "lose", "left", *(f"v {n}" for n in range(1, len(plans[0].against) + 1))]
    lines = [header]
    for odds in plans:
        chances = [odds.win, odds.tie, odds.lose]
        figures = [*(_share(chance) for chance in chances), str(odds.left), *(_share(win) for win in odds.against)]
        lines.append([str(odds.plan.commitment), *figures])
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    return "\n".join("  ".join(cell.rjust(w) for cell, w in zip(line, widths, strict=True)) for line in lines)


def plan_json(odds: PlanOdds) -> dict[str, object]:
    plan = odds.plan
    return {
        "commitment": plan.commitment,
        "leader": None if plan.leader == NO_LEADER else LEADER.cards[plan.leader].name,
        "tactics": None if plan.tactic == NO_TACTIC else COVERT.cards[plan.tactic].name,
        "win": odds.win,
        "tie": odds.tie,
        "lose": odds.lose,
        "left": odds.left,
        "betrayal": odds.betrayal,
        "against": list(odds.against),
    }


def bars(odds: BattleOdds, width: int = 78) -> str:
    """A bar chart of how the attack ends, at most MOST_ROWS rows of at most `width` columns.

    From the defender's best end at the top to the attacker's best at the bottom.  If there are more
    ends than rows, unlikely tails become 'or more' and 'or fewer' rows, and if that is not enough,
    neighbouring ends share a row ('11 to 15').
    """
    if width < LEAST_WIDTH:
        raise ValueError(f"The chart needs a width of at least {LEAST_WIDTH} columns, not {width}.")
    rows = _rows(odds)
    labels = [label for label, _ in rows]
    figures = [_percent(chance) for _, chance in rows]
    label_width, figure_width = max(map(len, labels)), max(map(len, figures))
    room = width - label_width - figure_width - 3
    largest = max(chance for _, chance in rows)
    return "\n".join(
        f"{label:<{label_width}}  {figure:>{figure_width}} {_bar(chance / largest, room)}".rstrip()
        for (label, chance), figure in zip(rows, figures, strict=True)
    )


def to_json(odds: BattleOdds) -> dict[str, object]:
    """The odds as plain JSON values, chances from 0 to 1; a figure that does not exist is None."""
    return {
        "force": odds.force,
        "defenders": odds.defenders,
        "ties": odds.ties,
        "win": odds.win,
        "lose": odds.lose,
        "force_left": odds.force_left,
        "force_left_if_won": odds.force_left_if_won,
        "defenders_left_if_lost": odds.defenders_left_if_lost,
        "rolls": odds.rolls,
        "attacker_left": list(odds.attacker_left),
        "defender_left": list(odds.defender_left),
    }


@dataclass(frozen=True)
class _Span:
    """The ends with `low` to `high` units left on the winning side, and their chance."""

    low: int
    high: int
    chance: float


def _rows(odds: BattleOdds) -> list[tuple[str, float]]:
    size = 1
    defence, attack = _spans(odds.defender_left, size, 0.0), _spans(odds.attacker_left, size, 0.0)
    # The tail limit bounds what can hide in a merged row, so widen the rows rather than the tails.
    while len(defence) + len(attack) > MOST_ROWS:
        defence, attack = _spans(odds.defender_left, size, _TAIL), _spans(odds.attacker_left, size, _TAIL)
        size = _next_size(size)
    rows = [(f"defender holds{_left(span, odds.defenders)}", span.chance) for span in reversed(defence)]
    for span in attack:
        left = _left(span, odds.force)
        rows.append((f"attacker wins{left} left" if left else "attacker wins", span.chance))
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


def _percent(chance: float) -> str:
    # No attack is quite certain or quite hopeless, so no chance may read as none or all, even
    # where a float has been rounded to 0 or 1.
    if chance < 0.0005:
        return "<0.1%"
    if chance >= 0.9995:
        return ">99.9%"
    return f"{100 * chance:.1f}%"


def _share(chance: float) -> str:
    """Plans can be certain and hopeless."""
    return f"{100 * chance:.1f}%"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _title(odds: BattleOdds) -> str:
    defenders = "1 defender" if odds.defenders == 1 else f"{odds.defenders} defenders"
    return f"A force of {odds.force} against {defenders}"
