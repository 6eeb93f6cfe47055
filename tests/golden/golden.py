"""Golden matches: every printed fact of a recorded match, compared line by line.

A golden file tells a whole match between random bots: each decision with its options, and what happened. A change of
rules shows up as a change of these files, on purpose (`make golden`) or by accident (a failing test). They lie in
tests/GAME/golden, and so does the list of the matches that a game wants: seats and options of each.
"""

import tomllib
from pathlib import Path
from typing import Any

from marchland import every
from marchland.engine.dice import Dice, fast_dice
from marchland.engine.errors import IllegalAction
from marchland.engine.game import Game
from marchland.engine.match import Match

TESTS = Path(__file__).parents[1]


def folder(game: Game) -> Path:
    """Where the golden matches of a game lie, with the seats and options of each."""
    return TESTS / game.name / "golden"


def cases() -> list[tuple[Game, int]]:
    """Every golden match of every game that has any."""
    games = [game for game in every() if folder(game).is_dir()]
    return [(game, number) for game in games for number in range(len(listed(game)))]


def listed(game: Game) -> list[dict[str, Any]]:
    listing: list[dict[str, Any]] = tomllib.loads((folder(game) / "matches.toml").read_text(encoding="utf-8"))["match"]
    return listing


def path(game: Game, number: int) -> Path:
    return folder(game) / f"{number + 1}.txt"


def dealt(game: Game, number: int) -> tuple[Match, Dice]:
    """A golden match that begins, and the dice by which its bots choose."""
    way = listed(game)[number]
    return Match(game, way["seats"], way["options"], fast_dice(100 + number)), fast_dice(200 + number)


def tell(game: Game, number: int) -> str:
    match, chooser = dealt(game, number)
    lines = [f"{game.title} {game.version}, {match.table.seats} seats", f"options {match.options}", ""]
    lines += [f"    {said(match, event)}" for event in match.events]
    while not match.table.over:
        if match.table.deals_open() and chooser.below(6) == 0:
            lines += deal(match, chooser)
        seat = match.table.deciders()[0]
        options_now = match.table.options(seat)
        action = int(options_now.at(chooser.below(options_now.total)))
        lines.append(f"{match.table.step().tag} seat {seat}: {game.name_of(action)}  [{len(options_now)} options]")
        lines += [f"    {said(match, event)}" for event in match.play(seat, action)]
    lines += ["", f"places {match.table.places}", f"table {match.table.fingerprint()}"]
    return "\n".join(lines) + "\n"


def deal(match: Match, chooser: Dice) -> list[str]:
    """An offer of a little money, answered at once where it could be made. Money is what assets begin with."""
    seats = match.table.seats
    maker = int(chooser.below(seats))
    to = int((maker + 1 + chooser.below(seats - 1)) % seats)
    give, ask = int(chooser.below(4)), int(chooser.below(4))
    lines = [f"seat {maker} offers seat {to} {give} for {ask}"]
    try:
        money = match.game.deals.assets[0].many
        events = match.propose(maker, to, f"{give} {money}", f"{ask} {money}")
    except IllegalAction as refusal:
        return [*lines, f"    refused: {refusal}"]
    answers = match.table.asides(to)
    answer = int(answers.at(chooser.below(answers.total)))
    lines += [f"    {said(match, event)}" for event in events]
    lines.append(f"seat {to}: {match.game.name_of(answer)}")
    return lines + [f"    {said(match, event)}" for event in match.play(to, answer)]


def said(match: Match, event: list[int]) -> str:
    told = match.game.read(event, match.players)
    sentence = f"{told.text} ({told.clause})"
    return sentence if event[0] < 0 else f"to {event[0]:b}: {sentence}"
