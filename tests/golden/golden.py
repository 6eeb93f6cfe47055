"""Golden matches: every printed fact of a recorded match, compared line by line.

A golden file tells a whole match between random bots: each decision with its options, and what happened. A change of
rules shows up as a change of these files, on purpose (`make golden`) or by accident (a failing test).
"""

from pathlib import Path

from marchland import every
from marchland.engine.dice import Dice, fast_dice
from marchland.engine.errors import IllegalAction
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
    "capitals": [
        (4, {"max_rounds": 8}),
        (3, {"attack_style": "force", "attack_stop": "no", "deals": "on", "max_rounds": 8}),
        (5, {"attack_style": "force", "dice_choice": "choose", "fortify": "adjacent", "max_rounds": 6}),
        (
            6,
            {"setup_claim": "random", "attack_stop": "no", "dice_ties": "nobody", "eur_visible": "no", "max_rounds": 6},
        ),
        (3, {"setup_claim": "random", "first_round_event": "no", "bonus_table": "classic", "max_rounds": 12}),
    ],
    "swarm": [
        (4, {}),
        (2, {"layout": "spread", "end_card": "late", "starting_leaders": 2, "bastions_to_win": 4}),
        (3, {"deals": "off", "token_source": "new_card", "move_limit": "one_move", "quest_points": "no"}),
        (5, {"layout": "shuffled", "hidden_water": "yes", "trade_cards": "yes", "leader_reuse": "once_per_round"}),
        (6, {"bastion_check": "any_time", "bastion_defender": "held_at_phase_start", "sanctuary_pin": "yes"}),
        (4, {"duel_treason": "yes", "starting_leaders": 2, "first_player": 2, "offer_cap": 3}),
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
        events = match.propose(maker, to, str(give), str(ask))
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
