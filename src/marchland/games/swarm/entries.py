"""What a position of Swarm can say, entry by entry, and how it names the arguments of steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from marchland.engine.agenda import Argument
from marchland.engine.auction import LOT
from marchland.engine.forms import (
    ByName,
    BySeat,
    Fields,
    Listed,
    Named,
    OneOf,
    OrNone,
    Row,
    Seat,
    SetOf,
    TopFirst,
    UpTo,
    Whole,
    Word,
    card_of,
    refuse,
)
from marchland.engine.position import Entry, kept
from marchland.engine.private import (
    Known,
    SeenCard,
    bounds_form,
    pile_of,
    stories_of,
)
from marchland.engine.step import Step
from marchland.games.swarm.auctions import SALE
from marchland.games.swarm.battle import FIGHT, WINNER
from marchland.games.swarm.cards import (
    CODES,
    COVERT,
    ELEMENTS,
    EVENT,
    LEADER,
    QUEST,
    SPECIALTY,
    TEMPLE_NAMES,
    TILE_NAMES,
)
from marchland.games.swarm.ending import DUEL_STEP, SENT, TIED
from marchland.games.swarm.event import MOVE_SWARM
from marchland.games.swarm.in_turn import PLACE_IN_ORDER, InTurn
from marchland.games.swarm.operations import AGENT, HIGHER, LOWER, MISSION, MISSION_CARD, RAIDED, TURNCOATS, VICTIM
from marchland.games.swarm.plan import ONE, PLAN, TWO, WHERE
from marchland.games.swarm.quests import CLAIM_WITH_LEADERS, CLAIMED, WITNESSES
from marchland.games.swarm.sequence import ROUND
from marchland.games.swarm.setup import KEEP_TRAITOR, SETTLE_TROOPS
from marchland.games.swarm.table import TROOPS
from marchland.games.swarm.treason import SHOWN, TREASON

if TYPE_CHECKING:
    from marchland.engine.table import Table

LOTS: Final = ["quest", "leader", "covert", "second leader"]
FEATS: Final = ["Giant-Killer", "Against the Grain", "The Thin Line", "Wallbreaker"]  # as the bits of table.py


def step_name(step: Step[Any]) -> str:
    name = step.tag.removeprefix("swarm.")
    return {"keep_traitor": "traitors", "round_end": "end"}.get(name, name)


# The steps at which a position can stand, by name; the swarm moves without asking anybody.
STANDS: Final[dict[str, Step[Any]]] = {
    step_name(step): step for step in [KEEP_TRAITOR, SETTLE_TROOPS, *ROUND.sequence] if step is not MOVE_SWARM
}

TILE: Final = Named("a tile", CODES)
TEMPLE: Final = Named("a temple", ELEMENTS, TEMPLE_NAMES)
LEADER_CARD: Final = card_of(LEADER, "a leader")
COVERT_CARD: Final = card_of(COVERT, "a covert card")
QUEST_CARD: Final = card_of(QUEST, "a quest")
EVENT_CARD: Final = card_of(EVENT, "an event")
LED_BY: Final = Named("a leader, or nobody", [*LEADER.names(), "nobody"])
TACTICS: Final = Named("a covert card, or no tactics card", [*COVERT.names(), "no tactics card"])
LEADERS: Final = SetOf(LEADER_CARD)
SEATS: Final = SetOf(Seat())
STACK: Final = Row([Seat(), UpTo(TROOPS, 1), Whole()], "seat, troops", least=2)
CARDS: Final[dict[str, Named]] = {"leaders": LEADER_CARD, "coverts": COVERT_CARD, "quests": QUEST_CARD}
BY_DECK: Final = "by deck (leaders, coverts, quests) "


class TileCards(Listed):
    """The names of all tile cards, row by row."""

    def __init__(self) -> None:
        super().__init__(Named("a tile card", TILE_NAMES))
        self.noun = "the names of all 20 tile cards, row by row"

    def read(self, t: Table, value: Any, where: str) -> Any:
        if not isinstance(value, list) or sorted(str(name) for name in value) != sorted(TILE_NAMES):
            refuse(where, self.noun, value)
        return super().read(t, value, where)


class Sent(BySeat):
    """The leaders sent into a duel, five bits a seat."""

    def __init__(self) -> None:
        super().__init__(LED_BY, 0)

    def read(self, t: Table, value: Any, where: str) -> Any:
        packed = 0
        for seat, leader in enumerate(super().read(t, value, where)):
            packed |= leader << 5 * seat
        return packed

    def write(self, t: Table, value: Any) -> Any:
        return super().write(t, [value >> 5 * seat & 31 for seat in range(t.seats)])


class Plans(Listed):
    """Both battle plans, in one row of numbers."""

    def __init__(self) -> None:
        super().__init__(Row([UpTo(TROOPS), LED_BY, TACTICS], "committed, leader, tactics"))

    def read(self, t: Table, value: Any, where: str) -> Any:
        plans = super().read(t, value, where)
        if len(plans) != 2:
            refuse(where, "a list of two plans", value)
        return plans[0] + plans[1]

    def write(self, t: Table, value: Any) -> Any:
        return super().write(t, [list(value)[:3], list(value)[3:]])


ENTRIES: Final = [
    Entry("step", "Where the match stands.", Word(list(STANDS)), "SWM-5.1", "move"),
    Entry("turn", "Whose turn it is at that step.", Seat(), "SWM-1.2", "the start player's"),
    Entry(
        "lot",
        "At the step auctions: what is for sale next, or now if 'agenda' goes on with a sale.",
        Word(LOTS),
        "SWM-9.1",
        "quest",
    ),
    kept("start", "The start player.", Seat(), "SWM-5.2"),
    Entry(
        "event", "The event card that lies face up.", OrNone(EVENT_CARD), "SWM-5.6", "a quiet one, once there is any"
    ),
    Entry("seen", "The events of earlier rounds, in their order.", Listed(EVENT_CARD), "SWM-5.6", "none"),
    Entry(
        "direction",
        "Where the swarm will move.",
        OneOf(["north", "east", "south", "west"]),
        "SWM-5.7",
        "as the event says",
    ),
    Entry("steps", "How far.", Whole(0, 100), "SWM-5.7", "as the event says"),
    # The board.
    Entry("tiles", "The tile cards as they lie.", TileCards(), "SWM-2.1", "as printed"),
    Entry("swarm", "Where the swarm is.", TILE, "SWM-1.7", "C4"),
    Entry(
        "troops",
        "Troops on a tile, in the order in which the seats came; a third number says when, by the clock.",
        ByName(TILE, Listed(STACK)),
        "SWM-7.13",
        "all troops are in reserve",
    ),
    Entry("temples", "Troops in a temple.", ByName(TEMPLE, Listed(STACK)), "SWM-6.4", "none"),
    Entry(
        "held",
        "Who was on a tile when the Movement phase began.",
        ByName(TILE, SEATS),
        "SWM-7.13",
        "whoever is there",
    ),
    kept("clock", "How often troops came to a tile where their seat had none.", Whole(), "SWM-7.13"),
    # Seats and their cards.
    Entry("water", "The stocks of water.", BySeat(OrNone(Whole()), -1), "SWM-1.4", "what everybody begins with"),
    Entry(
        "water_known",
        "With hidden water: of which seats together a viewer knows only bounds.",
        bounds_form(),
        "SWM-1.4",
        "everybody knows everything by keeping count",
    ),
    Entry(
        "specialties",
        "The specialty of each seat.",
        BySeat(OrNone(card_of(SPECIALTY, "a specialty")), -1),
        "SWM-2.7",
        "those not taken, in the order of the rulebook",
    ),
    Entry("leaders", "The leaders of each seat.", BySeat(Listed(LEADER_CARD), []), "SWM-1.9", "none"),
    Entry("coverts", "The covert cards of each seat.", BySeat(Listed(COVERT_CARD), []), "SWM-1.9", "none"),
    Entry("quests", "The unfinished quests of each seat.", BySeat(Listed(QUEST_CARD), []), "SWM-1.9", "none"),
    Entry("completed", "The completed quests of each seat.", BySeat(Listed(QUEST_CARD), []), "SWM-10.3", "none"),
    Entry("traitors", "The traitor cards of each seat.", BySeat(Listed(LEADER_CARD), []), "SWM-2.13", "none"),
    Entry(
        "noted", "Traitor cards that a seat saw and did not keep.", BySeat(Listed(LEADER_CARD), []), "SWM-2.13", "none"
    ),
    Entry(
        "piles",
        "The piles; all cards that are named nowhere lie beneath.",
        Fields(
            {
                "events": TopFirst(EVENT_CARD),
                "leaders": pile_of(LEADER_CARD),
                "coverts": pile_of(COVERT_CARD),
                "quests": pile_of(QUEST_CARD),
                "traitors": TopFirst(LEADER_CARD),
            },
            noun="by pile (events, leaders, coverts, quests, traitors) a list of cards from the top",
        ),
        "SWM-2.4",
        "all cards that are named nowhere",
    ),
    Entry("discard", "The covert cards that were played.", Listed(COVERT_CARD), "SWM-1.11", "none"),
    Entry("removed", "Leaders out of the game, with their traitor cards.", Listed(LEADER_CARD), "SWM-4.1", "none"),
    Entry(
        "hall",
        "The cards that lie face down in the auction hall.",
        Fields({name: SeenCard(card) for name, card in CARDS.items()}, noun=BY_DECK + "a card, or {card, known_to}"),
        "SWM-9.1",
        "the top card of the lot's pile during a sale",
    ),
    Entry("shown", "Leaders of whom everybody knows who has them.", Listed(LEADER_CARD), "SWM-4.2", "none"),
    Entry(
        "known",
        "Cards that viewers know to be in a hand.",
        Fields({name: Known(card) for name, card in CARDS.items()}, noun=BY_DECK + Known(LEADER_CARD).noun),
        "SWM-3.6",
        "what 'shown' and 'failed' say",
    ),
    Entry(
        "stories",
        "What viewers saw since it is in doubt which card went over.",
        Fields({name: stories_of(card) for name, card in CARDS.items()}, noun=BY_DECK + stories_of(LEADER_CARD).noun),
        "SWM-3.6",
        "none",
    ),
    # This round.
    kept("used", "Leaders who were shown in a battle this round.", LEADERS, "SWM-7.20"),
    kept("failed", "Quests whose claim failed this round.", SetOf(QUEST_CARD), "SWM-4.4"),
    Entry(
        "feats",
        "What each seat did this round that quests ask for.",
        BySeat(SetOf(Named("a feat", FEATS)), 0),
        "SWM-10.1",
        "nothing",
        "feats",
    ),
    kept("unmasked", "Seats whose traitor has removed another's leader.", SEATS, "SWM-10.1"),
    kept("praying", "Who prays.", SEATS, "SWM-5.13"),
    kept("dowsed", "Tiles that yield water by dowsing.", SetOf(TILE), "SWM-8.2"),
    Entry(
        "moved",
        "Troops of the active seat that have moved, by tile.",
        ByName(TILE, UpTo(TROOPS, 1)),
        "SWM-6.7",
        "none",
    ),
    Entry("moves_made", "Its moves.", Whole(0, 1000), "SWM-6.13", "one for each tile in 'moved'"),
    kept("offers_this_round", "Offers that each seat has made.", BySeat(Whole(), 0), "SWM-3.4"),
    kept("peeped", "Who has looked at the lot through a peephole.", SEATS, "SWM-9.6"),
    Entry(
        "plan",
        "The two plans of the last battle, once they are face up.",
        Plans(),
        "SWM-7.7",
        "there was no battle",
        "plan",
    ),
    kept("betrayed", "Leaders betrayed in the last treason window.", LEADERS, "SWM-4.1"),
    kept("duelled", "Leaders who have been in a duel.", LEADERS, "SWM-11.7"),
]
BATTLE: Final = [Argument("tile", WHERE, TILE), Argument("one", ONE, Seat()), Argument("two", TWO, Seat())]
IN_TURN: Final = [Argument("done", PLACE_IN_ORDER, Whole(0, 6), "how many in turn order are done")]
FRAMES: Final[dict[str, list[Argument]]] = {
    **{step.tag: IN_TURN for step in [SETTLE_TROOPS, *ROUND.sequence] if isinstance(step, InTurn)},
    SALE.tag: [Argument("lot", LOT, OneOf(LOTS[:3]))],
    FIGHT.tag: [*BATTLE, Argument("winner", WINNER, OrNone(Seat(), more=1))],
    PLAN.tag: BATTLE,
    TREASON.tag: [Argument("shown", SHOWN, LEADERS, "who can be betrayed")],
    MISSION.tag: [
        Argument("card", MISSION_CARD, COVERT_CARD),
        Argument("victim", VICTIM, Seat()),
        Argument("leader", AGENT, LEADER_CARD),
        Argument("tile", RAIDED, TILE, "where a raid goes"),
    ],
    TURNCOATS.tag: [Argument("lower", LOWER, LEADER_CARD), Argument("higher", HIGHER, LEADER_CARD)],
    CLAIM_WITH_LEADERS.tag: [Argument("quest", CLAIMED, QUEST_CARD), Argument("leaders", WITNESSES, LEADERS)],
    DUEL_STEP.tag: [
        Argument("tied", TIED, SEATS, "who still duels"),
        Argument("sent", SENT, Sent(), "whom they sent last"),
    ],
}
