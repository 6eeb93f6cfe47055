"""What can be asked about battles of Swarm: the best plan for every commitment, by what is known of both sides."""

from __future__ import annotations

from typing import Any, Final

from marchland.engine.errors import UsageError
from marchland.engine.game import Game
from marchland.engine.odds import Answer, Argument, Count, Flag, Inquiry, OneOf
from marchland.games.swarm.cards import (
    CODES,
    COVERT,
    LEADER,
    LEADERS,
    NO_LEADER,
    NO_TACTIC,
    SANCTUARY,
    TILE_NAMES,
    TILE_TYPE,
)
from marchland.games.swarm.odds import TACTICS, Battlefield, PlanOdds, plan_words
from marchland.games.swarm.sight import SwarmTable
from marchland.games.swarm.table import TROOPS
from marchland.odds.chart import grid, prose, share

YOU: Final = 0
THEY: Final = 1
SANCTUARY_AT: Final = TILE_TYPE.index(SANCTUARY)

ARGUMENTS: Final[list[Argument]] = [
    Count("attackers", "number of attackers", "the troops of whoever came later to the tile", 1, TROOPS.value),
    Count("defenders", "number of defenders", "the troops of whoever was there before", 1, TROOPS.value),
    Flag("defend", "you are the defender"),
    OneOf("leader", "leader", "a leader of yours; may be repeated", LEADER.names(), [], True),
    OneOf(
        "tactics",
        "tactics card",
        "a tactics card of yours; may be repeated",
        [COVERT.cards[kind].name for kind in TACTICS],
        [],
        True,
    ),
    OneOf("shown", "leader", "a leader that the opponent has shown; may be repeated", LEADER.names(), [], True),
    Count(
        "unseen", "number of unseen leaders", "the opponent's other leaders (default 1 if none shown)", 0, LEADERS, []
    ),
    Count("covert", "number of covert cards", "the opponent's covert cards", 0, len(COVERT.pile()), [0]),
    OneOf("tile", "tile", "where the battle is, by code or name", TILE_NAMES, [CODES.index("B3")], False, CODES),
]


class PlanInquiry(Inquiry):
    def __init__(self, game: Game) -> None:
        self.game = game
        super().__init__(
            "The exact odds of your best plan for every commitment, against an opponent who may hold any card that is\n"
            "not named here and chooses a plan blindly. You attack unless you say that you defend.",
            ARGUMENTS,
            [
                ('5 4 --leader "Asha Cinder" --tactics Ambush --tile "Old Keep"', ""),
                ('3 6 --defend --leader Whisper --shown "Captain Oru" --unseen 1 --covert 2', ""),
            ],
        )

    def answer(self, told: dict[str, list[int]], width: int) -> Answer:
        tile = told["tile"][0]
        t = self.game.position(position(told))
        assert isinstance(t, SwarmTable)
        field = Battlefield(t, YOU, THEY, tile)
        commitments = list(dict.fromkeys([plan.commitment for plan in field.plans({})]))
        found = [field.best({0: commitment}) for commitment in commitments]
        mine, theirs, role = told["attackers"][0], told["defenders"][0], "attacking"
        if told["defend"]:
            mine, theirs, role = theirs, mine, "defending"
        troops = "1 troop" if mine == 1 else f"{mine} troops"
        where = f"{TILE_NAMES[tile]} ({CODES[tile]})"
        parts = [
            prose(f"Your {troops} {role} {where} against {theirs}, with your best plan each:", width),
            plan_grid(found),
            "\n".join([f"{plan_words(odds.plan)}." for odds in found]),
            prose(
                "'v 3' is the chance to win if the opponent commits 3. All commitments are taken as equally likely.",
                width,
            ),
        ]
        return Answer({"tile": CODES[tile], "plans": [plain(odds) for odds in found]}, "\n\n".join(parts))


def position(told: dict[str, list[int]]) -> dict[str, Any]:
    """Two seats in a battle, you as seat 0, whatever is known in the open."""
    if told["tile"][0] == SANCTUARY_AT:
        raise UsageError("No battle ever takes place on the sanctuary.")
    yours = [LEADER.cards[leader].name for leader in told["leader"]]
    shown = [LEADER.cards[leader].name for leader in told["shown"]]
    rest = [name for name in LEADER.names() if name not in yours + shown]
    unseen = told["unseen"][0] if told["unseen"] else 0 if shown else 1
    if unseen > len(rest):
        raise UsageError(f"The opponent can have 0 to {len(rest)} unseen leaders, not {unseen}.")
    left = [COVERT.cards[kind].name for kind in COVERT.pile()]
    cards = [COVERT.cards[TACTICS[place]].name for place in told["tactics"]]
    for name in cards:
        if name not in left:
            raise UsageError(f"There are not so many cards {name}.")
        left.remove(name)
    covert = told["covert"][0]
    if covert > len(left):
        raise UsageError(f"The opponent can have 0 to {len(left)} covert cards, not {covert}.")
    attackers, defenders = (THEY, YOU) if told["defend"] else (YOU, THEY)
    # Who was there first defends (SWM-7.13).
    troops = [[defenders, told["defenders"][0]], [attackers, told["attackers"][0]]]
    return {
        "seats": 2,
        "step": "battles",
        "swarm": CODES[SANCTUARY_AT],
        # Neither a keeper of a pile nor the Warden, who would know or be more than others.
        "specialties": ["Nomad", "Strider"],
        "troops": {CODES[told["tile"][0]]: troops},
        "leaders": [yours, shown + rest[:unseen]],
        "coverts": [cards, left[:covert]],
        "shown": shown,
    }


def plan_grid(plans: list[PlanOdds]) -> str:
    """Several plans side by side: the chance to win in all, and against every commitment of the opponent."""
    lines = [["commit", "win", "tie", "lose", "left", *[f"v {n}" for n in range(1, len(plans[0].against) + 1)]]]
    for odds in plans:
        chances = [share(chance) for chance in [odds.win, odds.tie, odds.lose]]
        lines.append([str(odds.plan.commitment), *chances, str(odds.left), *[share(win) for win in odds.against]])
    return grid(lines)


def plain(odds: PlanOdds) -> dict[str, object]:
    """As JSON values."""
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
        "against": odds.against,
    }
