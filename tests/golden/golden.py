"""Golden matches: every printed fact of a recorded match, compared line by line.

A golden file tells a whole match between random bots: each decision with its options, and what happened. A change of
rules shows up as a change of these files, on purpose (`make golden`) or by accident (a failing test).
"""

from pathlib import Path

from marchland import every
from marchland.engine.dice import fast_dice
from marchland.engine.game import Game
from marchland.engine.match import Match

FOLDER = Path(__file__).parent

# One match with the defaults, and one for every way of playing that leaves the usual path.
WAYS: dict[str, list[tuple[int, dict[str, object]]]] = {
    "campus": [
        (4, {"max_rounds": 12}),
        (2, {"attack_style": "roll", "attack_stop": "yes", "dice_choice": "choose", "max_rounds": 8}),
        (3, {"attack_style": "roll", "map_scale": "neutral", "opening": "staggered", "max_rounds": 8}),
        (2, {"attack_stop": "yes", "dice_ties": "nobody", "map_scale": "neutral", "max_rounds": 8}),
        (6, {"setup_place": "random", "map_scale": "more_troops", "max_rounds": 6}),
    ],
}


def cases() -> list[tuple[Game, int]]:
    return [(game, number) for game in every() for number in range(len(WAYS[game.name]))]


def path(game: Game, number: int) -> Path:
    return FOLDER / f"{game.name}-{number + 1}.txt"


def tell(game: Game, number: int) -> str:
    seats, options = WAYS[game.name][number]
    match = Match(game, seats, options, fast_dice(100 + number))
    chooser = fast_dice(200 + number)
    lines = [f"{game.title} {game.version}, {seats} seats", f"options {match.options}", ""]
    lines += [f"    {said(match, event)}" for event in match.events]
    while not match.table.over:
        seat = match.table.deciders()[0]
        options_now = match.table.options(seat)
        action = int(options_now.at(chooser.below(options_now.total)))
        lines.append(f"{match.table.step().tag} seat {seat}: {game.name_of(action)}  [{len(options_now)} options]")
        lines += [f"    {said(match, event)}" for event in match.play(seat, action)]
    lines += ["", f"places {match.table.places}", f"table {match.table.fingerprint()}"]
    return "\n".join(lines) + "\n"


def said(match: Match, event: list[int]) -> str:
    sentence = f"{match.game.say(event[1:], match.players)} ({match.game.clause_of(event[1:])})"
    return sentence if event[0] < 0 else f"to {event[0]:b}: {sentence}"
