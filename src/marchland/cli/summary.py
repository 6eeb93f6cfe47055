"""What a match came to, as tables for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from marchland.cli.text import counted, sentence, table
from marchland.engine.summary import NOBODY, Summary

NO_DICE = "No dice were rolled."


def in_words(summary: Summary) -> str:
    parts = [
        head(summary),
        places(summary),
        *curves(summary),
        battles(summary),
        luck(summary),
        tolls(summary),
        turning_points(summary),
    ]
    return "\n\n".join(part for part in parts if part)


def head(summary: Summary) -> str:
    reason = summary.reason
    clause = f" ({reason.clause})" if reason.clause else ""
    what = f"{summary.title}, rules {summary.rules}: {', '.join(summary.players)}"
    how_long = f"{counted(summary.entries, 'decision')}, {counted(summary.rounds, 'round')}."
    decided = f" What decided: {reason.by}." if reason.by and reason.by not in reason.text else ""
    return f"{what}\n{how_long} {sentence(reason.text + clause)}{decided}"


def places(summary: Summary) -> str:
    """The result, with what everybody had at the end."""
    order = sorted(range(len(summary.players)), key=lambda seat: summary.places[seat] if summary.places else seat)
    rows = [
        [
            str(summary.places[seat]) if summary.places else "",
            summary.players[seat],
            *(str(curve.values[seat][-1]) for curve in summary.curves),
            str(summary.lost[seat]),
        ]
        for seat in order
    ]
    header = ["place", "player", *(curve.many for curve in summary.curves), "lost in battle"]
    return table(rows, header, right=[0, *range(2, len(header))])


def curves(summary: Summary) -> list[str]:
    when = ["end" if point.over else f"round {point.round}" if point.round else "setup" for point in summary.points]
    players = range(len(summary.players))
    return [
        table(
            [[when[i], *(str(curve.values[seat][i]) for seat in players)] for i in range(len(when))],
            [curve.many, *summary.players],
            right=[seat + 1 for seat in players],
        )
        for curve in summary.curves
    ]


def battles(summary: Summary) -> str:
    if not summary.battles:
        return "Nobody fought a battle."
    rows = [
        [name(summary, row.attacker), name(summary, row.defender), *map(str, (row.battles, row.won, *row.lost))]
        for row in summary.rivalries
    ]
    made = table(rows, ["attacker", "defender", "battles", "won", "lost", "killed"], right=[2, 3, 4, 5])
    dearest = [
        [
            str(battle.n),
            f"{name(summary, battle.attacker)} against {name(summary, battle.defender)}",
            battle.where,
            "won" if battle.won else "not won",
            f"{battle.lost[0]} and {battle.lost[1]}",
        ]
        for battle in summary.greatest
    ]
    if not dearest:
        return made
    return made + "\n\n" + table(dearest, ["decision", "greatest battles", "", "", "lost"], right=[0])


def name(summary: Summary, seat: int) -> str:
    return "neutral" if seat == NOBODY else summary.players[seat]


def luck(summary: Summary) -> str:
    if not summary.luck:
        return NO_DICE
    rows = [
        [
            summary.players[row.seat],
            str(row.rolls),
            str(row.lost),
            f"{row.expected_lost:.1f}",
            str(row.taken),
            f"{row.expected_taken:.1f}",
            f"{row.luck:+.1f}",
            f"± {row.deviation:.1f}",
            row.said,
        ]
        for row in summary.luck
    ]
    header = ["luck with dice", "rolls", "lost", "expected", "killed", "expected", "luck", "usual", ""]
    return table(rows, header, right=range(1, 8))


def tolls(summary: Summary) -> str:
    rows: Sequence[Sequence[str]] = [[toll.what, *map(str, toll.values)] for toll in summary.tolls]
    right = range(1, len(summary.players) + 1)
    return table(rows, ["chance besides", *summary.players], right=right) if rows else ""


def turning_points(summary: Summary) -> str:
    rows = [
        [str(point.n), f"round {point.round}", f"{point.text}{f' ({point.clause})' if point.clause else ''}"]
        for point in summary.turning_points
    ]
    return table(rows, ["decision", "", "turning points"], right=[0]) if rows else ""
