"""How an attack will probably end: the dice of the shared clauses, worked out by marchland.odds.

The figures are for `dice_choice = max` and for an attack that is fought to the end. Style `roll` fought to the end is
the same chain of rolls as style `force` with F = E(A) (S.8, S.11), so one chain serves both styles.
"""

from __future__ import annotations

from typing import Final

from marchland.engine.game import Game
from marchland.engine.odds import Answer, Argument, Count, Inquiry, Odds, OneOf, Outlook
from marchland.engine.words import Kind
from marchland.games.conquest.attack import ATTACK, STRIKE, Declaration
from marchland.games.conquest.battle import MOST_ATTACKING, MOST_DEFENDING, SIDES
from marchland.games.conquest.table import Conquest
from marchland.odds.chart import Ends, bars, figures, likely, number
from marchland.odds.dice_battle import MOST_UNITS, TIES, BattleOdds, DiceRule, RollOdds, battle_odds, roll_odds

QUICK: Final = 10_000  # units against units: larger battles take too long where others wait

TIES_OPTION: Final = "dice_ties"
TIES_IN_WORDS: Final = {
    "defender": "equal dice cost the attacker a unit",
    "nobody": "equal dice cost nobody a unit",
}


def odds_of_attack(t: Conquest, actions: list[int], quick: bool) -> Odds | None:
    """S.9 to S.12  The chance of an attack fought to the end, by the units, the ties and the edge as they are now."""
    if len(actions) != 1:
        return None
    action = actions[0]
    declaration = declared_by(t.game, action)
    if declaration is None:
        return None
    source, target = declaration.a(action), declaration.b(action)
    if source >= len(t.units) or target >= len(t.units):
        return None
    force = int(ATTACK.c(action) if ATTACK.fits(action) else t.eligible(source))
    defenders = int(t.units[target])
    if not 1 <= force <= MOST_UNITS or not 1 <= defenders <= MOST_UNITS or (quick and force * defenders > QUICK):
        return None
    ties = "nobody" if t.ties_stand else "defender"
    rule = DiceRule(int(MOST_ATTACKING.of(t)), int(MOST_DEFENDING.of(t)), int(SIDES.of(t)))
    edge = int(t.edge_in(source, target))
    odds = battle_odds(force, defenders, ties, edge, rule)
    left = f"with {odds.force_left_if_won:.1f} left on average" if odds.force_left_if_won is not None else ""
    said = ", ".join(filter(None, [f"{odds.win:.0%} to win", left]))
    outlooks = [Outlook("The whole fight", [(odds.win, "you win"), (odds.lose, "you lose")], left)]
    if STRIKE.fits(action):
        # S.11  What is declared is a single roll.
        dice = min(force, rule.attack), min(defenders, rule.defence)
        outlooks.insert(0, Outlook("This roll", roll_parts(roll_odds(*dice, ties, edge, rule), defenders)))
    return Odds(odds.win, said, "S.9", title(odds), rows(odds), outlooks)


def roll_parts(odds: RollOdds, defenders: int) -> list[tuple[float, str]]:
    """S.10  What one roll can cost, the best for the attacker first."""
    best_first = sorted(odds.counts, key=lambda losses: losses[0] - losses[1])
    return [(throws / odds.total, roll_words(own, their, defenders)) for own, their, throws in best_first]


def roll_words(own: int, their: int, defenders: int) -> str:
    if their == defenders:
        return "the target falls"
    if own and their:
        return f"each loses {own}"
    if own or their:
        return f"you lose {own}" if own else f"they lose {their}"
    return "nobody loses"


def declared_by(game: Game, action: int) -> Kind | None:
    """S.6  The kind of an action that declares an attack, out of a source and into a target."""
    for step in game.steps:
        for deed in step.deeds:
            if isinstance(deed, Declaration) and deed.fits(action):
                return deed
    return None


# -- in words --------------------------------------------------------------------------------------------------------


def title(odds: BattleOdds) -> str:
    defenders = "1 defender" if odds.defenders == 1 else f"{odds.defenders} defenders"
    return f"A force of {odds.force} against {defenders}, {TIES_IN_WORDS[odds.ties]}"


def rows(odds: BattleOdds) -> list[tuple[str, str]]:
    return [
        ("chance to win", likely(odds.win)),
        ("chance to lose", likely(odds.lose)),
        ("units left in the force, on average", number(odds.force_left)),
        ("units left in the force if it wins", number(odds.force_left_if_won)),
        ("defenders left if the force loses", number(odds.defenders_left_if_lost)),
        ("number of rolls, on average", number(odds.rolls)),
    ]


def ends(odds: BattleOdds) -> list[Ends]:
    """S.12  From the defender's best end to the attacker's best."""
    return [
        Ends("defender holds", odds.defender_left, "", True),
        Ends("attacker wins", odds.attacker_left, " left"),
    ]


def plain(odds: BattleOdds) -> dict[str, object]:
    """As JSON values, chances from 0 to 1; a figure that does not exist is None."""
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


# -- what can be asked -----------------------------------------------------------------------------------------------


class DiceInquiry(Inquiry):
    def __init__(self, game: Game) -> None:
        settings = game.settings
        usual = TIES.index(settings.every[settings.index[TIES_OPTION]].default)
        arguments: list[Argument] = [
            Count("attackers", "number of attackers", "the units sent to attack", 1, MOST_UNITS),
            Count("defenders", "number of defenders", "the units in the territory attacked", 1, MOST_UNITS),
            OneOf("ties", "side", "who profits from equal dice", TIES, [usual]),
        ]
        super().__init__(
            "The exact odds of an attack that is fought to the end, both sides throwing the most dice.",
            arguments,
            [("7 4", "a force of 7 against 4 defenders"), ("3 2 --ties nobody --json", "")],
        )

    def answer(self, told: dict[str, list[int]], width: int) -> Answer:
        odds = battle_odds(told["attackers"][0], told["defenders"][0], TIES[told["ties"][0]])
        return Answer(plain(odds), f"{figures(title(odds), rows(odds))}\n\n{bars(ends(odds), width)}")
